//! What the modules of a file define and import, and what a name means in them.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, Item, Pat};

use crate::combine::{leaves, Leaf};
use crate::locals::names_used;
use crate::macros::{arguments, Arguments};
use crate::places::words_of;
use crate::target::Host;
use crate::tokens::{each_word, ident, plain};
use crate::walk::visit::{self, Visit};

/// A module: what it defines and imports.
#[derive(Debug, Default)]
pub(super) struct Module {
    pub(super) path: Vec<String>,
    pub(super) parent: usize,
    /// Whether it stays a module.
    pub(super) kept: bool,
    pub(super) children: BTreeMap<String, usize>,
    pub(super) items: BTreeSet<String>,
    pub(super) imports: Vec<Leaf>,
    /// Imports that depend on the target. They stay as they are, and the names that they bring.
    pub(super) guarded: Vec<Leaf>,
    /// Whether there is code in it, and not only modules and imports.
    pub(super) has_code: bool,
}

/// An item: its module and its name there.
pub(super) type Def = (usize, String);

/// What a name stands for. It may be several things at once, such as a module and a function.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Entry {
    pub(super) module: Option<usize>,
    pub(super) item: Option<Def>,
    /// What is not an item of the file, or lies in one.
    pub(super) other: Option<Other>,
}

/// What has been asked for, and is known of it, while one name is looked up.
type Seen = BTreeMap<Def, Entry>;

/// A path that starts outside of the file or at an item.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Other {
    pub(super) base: Option<Def>,
    pub(super) rest: Vec<String>,
}

impl Entry {
    pub(super) fn is_empty(&self) -> bool {
        *self == Entry::default()
    }

    fn or(&mut self, other: Entry) {
        self.module = self.module.or(other.module);
        self.item = self.item.take().or(other.item);
        self.other = self.other.take().or(other.other);
    }
}

pub(super) struct Modules {
    pub(super) all: Vec<Module>,
    /// Items that must keep their names, because the head or a macro may name them, or because they
    /// show.
    pub(super) pins: BTreeSet<Def>,
    /// Traits: who imports one may use its methods and never say its name.
    traits: BTreeSet<Def>,
    /// All words.
    pub(super) words: BTreeSet<String>,
    /// Words of the part of the file that stays as it is.
    pub(super) head: BTreeSet<String>,
    /// Those that it has in imports and in paths.
    pub(super) named: BTreeSet<String>,
    /// The paths of these.
    paths: Vec<Vec<String>>,
    /// Whether the modules at the root stay, and with them all names.
    pub(super) whole: bool,
}

impl Modules {
    pub(super) fn of(head: &syn::File, file: &syn::File, host: &Host, whole: bool) -> Modules {
        let mut modules = Modules {
            all: vec![Module {
                kept: true,
                ..Module::default()
            }],
            pins: BTreeSet::new(),
            traits: BTreeSet::new(),
            words: BTreeSet::new(),
            head: BTreeSet::new(),
            named: BTreeSet::new(),
            paths: Vec::new(),
            whole,
        };
        let add = |words: &mut BTreeSet<String>, tokens: &TokenStream| {
            each_word(tokens, &mut |word| {
                words.insert(word.to_owned());
            });
        };
        let head_tokens = head.to_token_stream();
        modules.head = names_used(head);
        modules.pins.insert((0, "main".to_owned()));
        add(&mut modules.words, &head_tokens);
        add(&mut modules.words, &file.to_token_stream());
        for item in &head.items {
            if let Item::Use(import) = item {
                modules.all[0].imports.extend(leaves(&import.tree));
            } else if let Some(name) = name_of(item) {
                modules.all[0].items.insert(name);
            }
        }
        // Modules that the head names by a path.
        let mut named = Named::default();
        named.visit_file(head);
        modules.named = named.words;
        let words = match whole {
            true => BTreeSet::new(),
            false => modules.named.clone(),
        };
        modules.enter(0, &file.items, &words);
        let imports = modules.all[0].imports.iter();
        modules.paths = imports.map(|leaf| leaf.path.clone()).collect();
        modules.paths.extend(named.paths.iter().cloned());
        if whole {
            modules.keep_what_is_asked_for();
        }
        for path in named.paths {
            let found = modules.resolve(0, &path);
            modules.pins.extend(found.and_then(|(entry, _)| entry.item));
        }
        let mut pins = BTreeSet::new();
        modules.collect_pins(0, &file.items, host, &mut pins);
        for (id, module) in modules.all.iter().enumerate() {
            let names = module.guarded.iter().filter_map(Leaf::name);
            pins.extend(names.map(|name| (id, name.to_owned())));
        }
        for (id, word) in pins {
            modules.pins.extend(modules.lookup(id, &word).item);
        }
        if whole {
            for (id, module) in modules.all.iter().enumerate() {
                let items = module.items.iter();
                modules.pins.extend(items.map(|name| (id, name.clone())));
            }
        }
        while modules.keep_apart() {}
        modules
    }

    fn enter(&mut self, id: usize, items: &[Item], named: &BTreeSet<String>) {
        for item in items {
            match item {
                Item::Mod(module) => {
                    let name = plain(&module.ident);
                    // Of two of this name the target has one.
                    let twin = self.all[id].children.get(&name).copied();
                    if let Some(twin) = twin {
                        self.all[twin].kept = true;
                        let items = module.content.as_ref().map(|content| &content.1[..]);
                        self.enter(twin, items.unwrap_or_default(), named);
                        continue;
                    }
                    let child = self.all.len();
                    let mut path = self.all[id].path.clone();
                    path.push(name.clone());
                    let items = module.content.as_ref().map(|content| &content.1[..]);
                    let must_stay = |item: &Item| match item {
                        Item::Macro(_) | Item::ExternCrate(_) | Item::Verbatim(_) => true,
                        // A glob may bring anything.
                        Item::Use(import) => leaves(&import.tree).iter().any(|leaf| leaf.glob),
                        _ => false,
                    };
                    let kept = named.contains(&name)
                        || !module.attrs.is_empty()
                        || items.is_none_or(|items| items.iter().any(must_stay));
                    self.all.push(Module {
                        path,
                        parent: id,
                        kept,
                        ..Module::default()
                    });
                    self.all[id].children.insert(name, child);
                    self.enter(child, items.unwrap_or_default(), named);
                }
                Item::Use(import) if is_guarded(import) => {
                    self.all[id].guarded.extend(leaves(&import.tree));
                }
                Item::Use(import) => self.all[id].imports.extend(leaves(&import.tree)),
                item => {
                    self.all[id].has_code = true;
                    if let Some(name) = name_of(item) {
                        if matches!(item, Item::Trait(_)) {
                            self.traits.insert((id, name.clone()));
                        }
                        self.all[id].items.insert(name);
                    }
                }
            }
        }
    }

    /// What each module says that must keep its name.
    fn collect_pins(&self, id: usize, items: &[Item], host: &Host, pins: &mut BTreeSet<Def>) {
        let mut words = BTreeSet::new();
        for item in items {
            match item {
                Item::Mod(module) => {
                    let child = self.all[id].children[&plain(&module.ident)];
                    let items = module.content.as_ref().map(|content| &content.1[..]);
                    self.collect_pins(child, items.unwrap_or_default(), host, pins);
                }
                item => {
                    let words = &mut words;
                    Pins { host, words }.visit_item(item);
                }
            }
        }
        pins.extend(words.into_iter().map(|word| (id, word)));
    }

    pub(super) fn is_pinned(&self, item: &Def) -> bool {
        self.pins.contains(item)
    }

    /// Leaves a module where it is if what must keep its name would meet another of that name.
    fn keep_apart(&mut self) -> bool {
        let own = self.all[0].imports.iter().filter_map(Leaf::name);
        let own = own.filter(|_| !self.head.is_empty());
        let mut met: BTreeSet<Def> = own.map(|name| (0, name.to_owned())).collect();
        for id in 0..self.all.len() {
            let scope = self.scope(id);
            let pinned = self.all[id].items.iter();
            let pinned = pinned.filter(|name| self.is_pinned(&(id, (*name).clone())));
            let pinned: Vec<Def> = pinned.map(|name| (scope, name.clone())).collect();
            let brought = self.brought(id).map(|name| (scope, name.to_owned()));
            let brought: BTreeSet<Def> = brought.collect();
            let mut meets = false;
            for name in pinned {
                meets |= !met.insert(name);
            }
            meets |= !met.is_disjoint(&brought);
            // Where all modules stay, each target has one of the two.
            if meets && self.keep(id) {
                return true;
            }
            met.extend(brought);
        }
        false
    }

    /// Leaves the modules at the root where they are, and those that the head names by a path.
    fn keep_what_is_asked_for(&mut self) {
        let paths = self.paths.iter();
        let starts = paths.flat_map(|path| (1..=path.len()).map(move |end| path.split_at(end)));
        let asked = starts.filter_map(|(path, rest)| match self.resolve(0, path) {
            Some((Entry { item: Some(_), .. }, _)) if rest.is_empty() => None,
            Some((entry, used)) if used == path.len() => entry.module,
            _ => None,
        });
        for id in asked.collect::<Vec<_>>() {
            self.all[id].kept = true;
        }
        for module in self.all.iter_mut().filter(|module| module.parent == 0) {
            module.kept = true;
        }
    }

    /// Whether the head may name something of a module by this name: unless all names stay, that is
    /// not looked at.
    pub(super) fn is_asked_for(&self, id: usize, name: &str) -> bool {
        let asks = |path: &Vec<String>| {
            let mut places = (1..path.len()).filter(|&at| path[at] == name);
            places.any(|at| match self.resolve(0, &path[..at]) {
                Some((entry, used)) => used == at && entry.module == Some(id),
                None => false,
            })
        };
        !self.whole || id == 0 || self.paths.iter().any(asks)
    }

    /// The names that a module still imports where it comes to stand, on some targets.
    pub(super) fn brought(&self, id: usize) -> impl Iterator<Item = &str> {
        let brings = move |leaf: &&Leaf| {
            let item = self.import(id, leaf).item;
            !item.is_some_and(|item| self.is_there(id, leaf, &item))
        };
        let leaves = self.all[id].guarded.iter().filter(brings);
        leaves.filter_map(Leaf::name)
    }

    /// Whether what a module imports is for others alone: all code names an item where it is.
    pub(super) fn is_for_others(&self, id: usize, leaf: &Leaf, words: &BTreeSet<String>) -> bool {
        let item = self.import(id, leaf).item;
        let is_mentioned = leaf.name().is_none_or(|name| words.contains(name));
        !is_mentioned && item.is_some_and(|item| !self.traits.contains(&item))
    }

    /// Whether what a module imports comes to stand beside what is in the module, by the same name.
    fn is_there(&self, id: usize, leaf: &Leaf, item: &Def) -> bool {
        self.scope(item.0) == self.scope(id) && leaf.name() == Some(&*item.1)
    }

    pub(super) fn kept_count(&self) -> usize {
        self.all.iter().filter(|module| module.kept).count()
    }

    /// Leaves a module where it is, and if it is there already, those in it; tells whether that is
    /// new.
    pub(super) fn keep(&mut self, id: usize) -> bool {
        let before = self.kept_count();
        if std::mem::replace(&mut self.all[id].kept, true) {
            for module in &mut self.all {
                module.kept |= module.parent == id;
            }
        }
        self.kept_count() > before
    }

    /// The module in which the items of a module come to stand.
    pub(super) fn scope(&self, mut id: usize) -> usize {
        while !self.all[id].kept {
            id = self.all[id].parent;
        }
        id
    }

    pub(super) fn lookup(&self, module: usize, name: &str) -> Entry {
        self.look(module, name, &mut Seen::new())
    }

    /// What an import that is no glob brings.
    pub(super) fn import(&self, module: usize, leaf: &Leaf) -> Entry {
        self.bring(module, leaf, &mut Seen::new())
    }

    /// What a path leads to, and how many of its words have been looked up: what is in an item is
    /// not. None if it leads out of the file at once.
    pub(super) fn resolve(&self, module: usize, path: &[String]) -> Option<(Entry, usize)> {
        self.follow(module, path, &mut Seen::new())
    }

    /// Modules may import from each other in circles: what is asked for again gets what is known of
    /// it.
    fn look(&self, module: usize, name: &str, seen: &mut Seen) -> Entry {
        let asked = (module, name.to_owned());
        if let Some(entry) = seen.get(&asked) {
            return entry.clone();
        }
        let of = &self.all[module];
        let mut entry = Entry {
            module: of.children.get(name).copied(),
            item: of.items.contains(name).then(|| asked.clone()),
            other: None,
        };
        seen.insert(asked.clone(), entry.clone());
        for leaf in of.brings().filter(|leaf| leaf.name() == Some(name)) {
            entry.or(self.bring(module, leaf, seen));
        }
        if entry.is_empty() {
            for leaf in of.brings().filter(|leaf| leaf.glob) {
                if let Some((target, used)) = self.follow(module, &leaf.path, seen) {
                    if let (Some(target), true) = (target.module, used == leaf.path.len()) {
                        entry.or(self.look(target, name, seen));
                    }
                }
            }
        }
        seen.insert(asked, entry.clone());
        entry
    }

    fn bring(&self, module: usize, leaf: &Leaf, seen: &mut Seen) -> Entry {
        match self.follow(module, &leaf.path, seen) {
            Some((mut entry, used)) if used == leaf.path.len() => {
                if leaf.of_module {
                    entry.item = None;
                }
                entry
            }
            Some((entry, used)) => Entry {
                other: entry.beyond(&leaf.path[used..]),
                ..Entry::default()
            },
            None => Entry {
                other: Some(Other {
                    base: None,
                    rest: leaf.path.clone(),
                }),
                ..Entry::default()
            },
        }
    }

    fn follow(&self, module: usize, path: &[String], seen: &mut Seen) -> Option<(Entry, usize)> {
        let word = |index: usize| path.get(index).map(|word| word.trim_start_matches("r#"));
        let (mut at, mut used) = (module, 0);
        loop {
            match word(used) {
                Some("crate") if used == 0 => at = 0,
                Some("self") if used == 0 => at = module,
                Some("super") => at = self.all[at].parent,
                _ => break,
            }
            used += 1;
        }
        let mut entry = if used == 0 {
            used = 1;
            self.look(module, word(0)?, seen)
        } else {
            Entry {
                module: Some(at),
                ..Entry::default()
            }
        };
        if entry.is_empty() {
            return None;
        }
        while let (Some(inner), Some(name)) = (entry.module, word(used)) {
            let next = self.look(inner, name, seen);
            if next.is_empty() {
                break;
            }
            entry = next;
            used += 1;
        }
        Some((entry, used))
    }
}

impl Entry {
    /// The path to what lies in an item, or outside of the file.
    pub(super) fn beyond(&self, rest: &[String]) -> Option<Other> {
        let (base, mut start) = match (&self.item, &self.other) {
            (Some(item), _) => (Some(item.clone()), Vec::new()),
            (None, Some(other)) => (other.base.clone(), other.rest.clone()),
            (None, None) => return None,
        };
        start.extend(rest.iter().cloned());
        Some(Other { base, rest: start })
    }
}

impl Module {
    fn brings(&self) -> impl Iterator<Item = &Leaf> {
        self.imports.iter().chain(&self.guarded)
    }
}

/// Whether an import depends on the target.
pub(super) fn is_guarded(import: &syn::ItemUse) -> bool {
    import.attrs.iter().any(|attr| attr.path().is_ident("cfg"))
}

/// The name of what an item defines, but for modules.
pub(crate) fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(x) => &x.ident,
        Item::Enum(x) => &x.ident,
        Item::Fn(x) => &x.sig.ident,
        Item::Macro(x) => x.ident.as_ref()?,
        Item::Static(x) => &x.ident,
        Item::Struct(x) => &x.ident,
        Item::Trait(x) => &x.ident,
        Item::TraitAlias(x) => &x.ident,
        Item::Type(x) => &x.ident,
        Item::Union(x) => &x.ident,
        _ => return None,
    };
    Some(plain(ident)).filter(|name| name != "_")
}

pub(super) fn set_name(item: &mut Item, name: &str) {
    let ident = match item {
        Item::Const(x) => &mut x.ident,
        Item::Enum(x) => &mut x.ident,
        Item::Fn(x) => &mut x.sig.ident,
        Item::Static(x) => &mut x.ident,
        Item::Struct(x) => &mut x.ident,
        Item::Trait(x) => &mut x.ident,
        Item::TraitAlias(x) => &mut x.ident,
        Item::Type(x) => &mut x.ident,
        Item::Union(x) => &mut x.ident,
        _ => return,
    };
    *ident = self::ident(name, ident.span());
}

/// Words of macros that are not understood or that this compiler does not see, and names that show.
struct Pins<'a> {
    host: &'a Host,
    words: &'a mut BTreeSet<String>,
}

impl Pins<'_> {
    fn pin(&mut self, tokens: &TokenStream) {
        self.words.extend(words_of(tokens));
    }
}

impl Arguments for Pins<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        self.visit_expr(&expr.clone());
    }

    fn pat(&mut self, pat: &mut Pat) {
        self.visit_pat(&pat.clone());
    }

    fn capture(&mut self, _: &str) -> Option<String> {
        None
    }
}

impl<'ast> Visit<'ast> for Pins<'_> {
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if !arguments(&mut mac.clone(), self) {
            self.pin(&mac.tokens);
            self.pin(&mac.path.to_token_stream());
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        let attrs = match item {
            Item::Struct(x) => &x.attrs[..],
            Item::Enum(x) => &x.attrs[..],
            Item::Union(x) => &x.attrs[..],
            _ => &[],
        };
        let is_inner = matches!(item, Item::Mod(_));
        let mut shows = !is_inner && self.host.leaves_out(item.to_token_stream());
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("derive")) {
            each_word(&attr.to_token_stream(), &mut |word| {
                shows |= word == "Debug";
            });
        }
        if shows {
            self.pin(&item.to_token_stream());
        }
        visit::visit_item(self, item);
    }

    fn visit_attribute(&mut self, attr: &'ast syn::Attribute) {
        self.pin(&attr.to_token_stream());
    }
}

/// The imports and the paths of a file, and the words in them.
#[derive(Default)]
struct Named {
    words: BTreeSet<String>,
    paths: Vec<Vec<String>>,
}

impl Named {
    fn add(&mut self, path: Vec<String>) {
        self.words.extend(path.iter().cloned());
        self.paths.push(path);
    }
}

impl Arguments for Named {
    fn expr(&mut self, expr: &mut Expr) {
        self.visit_expr(&expr.clone());
    }

    fn pat(&mut self, pat: &mut Pat) {
        self.visit_pat(&pat.clone());
    }

    fn capture(&mut self, _: &str) -> Option<String> {
        None
    }
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        for leaf in leaves(&import.tree) {
            self.add(leaf.path);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words = path.segments.iter().map(|segment| plain(&segment.ident));
        if path.segments.len() > 1 {
            self.add(words.collect());
        } else {
            self.paths.push(words.collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if !arguments(&mut mac.clone(), self) {
            each_word(&mac.tokens, &mut |word| self.add(vec![word.to_owned()]));
        }
        self.visit_path(&mac.path);
    }
}
