//! The small form has no modules: their items stand side by side, so that nothing needs a `pub`, an import or a path. For
//! that each item gets a name that no other word of the file has.
//!
//! Names are looked up as the compiler does it, but for those behind a dot or a type. What that does not know, such as what
//! a macro does with its words, leaves a module where it is. The compiler has the last word: the file must compile, and
//! the intermediate code of both forms must be the same.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Span, TokenStream};
use quote::{quote, ToTokens};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Item, Pat, Visibility};

use crate::combine::{leaves, Leaf};
use crate::error::Result;
use crate::locals::names_used;
use crate::macros::{arguments, Arguments};
use crate::mir::{bodies, in_order, item_names, twins, Body};
use crate::rustc::Rustc;
use crate::tokens::{each_word, ident, plain};

/// A file with fewer modules.
pub(crate) struct Flat {
    /// What has the place of the text from `start` on.
    pub(crate) text: String,
    /// The paths of the modules that are left, by their old names.
    pub(crate) kept: BTreeSet<String>,
}

/// Without the word `core` in a file the compiler prints other paths.
const CORE: &str = "#[allow(warnings)]mod singlefile_core{pub type A=core::option::Option<()>;}\n";

/// How often modules that are in the way are left where they are.
const ROUNDS: usize = 5;

/// The file without modules from byte `start` on. None if it would not be the same program.
///
/// # Errors
/// If the compiler cannot be run.
pub(crate) fn flatten(text: &str, start: usize, rustc: &Rustc) -> Result<Option<Flat>> {
    let (head, tail) = text.split_at(start);
    let (Ok(head_file), Ok(file)) = (syn::parse_file(head), syn::parse_file(tail)) else {
        return Ok(None);
    };
    let mut modules = Modules::of(&head_file, &file);
    if modules.all.len() == 1 {
        return Ok(None);
    }
    let mut before = None;
    for _ in 0..ROUNDS {
        let Some(made) = Maker::new(&modules).make(file.clone()) else {
            return Ok(None);
        };
        let new_text = head.to_owned() + &made.text;
        let mut names = item_names(&text.parse().unwrap_or_default());
        names.extend(item_names(&new_text.parse().unwrap_or_default()));
        let twins = twins(&names) + CORE;
        let after = rustc.understand(&(new_text.clone() + &twins))?;
        let lines_before = head.matches('\n').count();
        let lines = after.errors().flat_map(|error| &error.lines);
        let owners = lines.map(|&line| {
            let inside = line.checked_sub(lines_before + 1);
            inside.and_then(|line| made.owners.get(line)).copied()
        });
        let owners: Vec<Option<usize>> = owners.collect();
        if after.errors().next().is_some() {
            let kept = modules.kept_count();
            owners.into_iter().flatten().for_each(|id| modules.keep(id));
            if modules.kept_count() == kept {
                return Ok(None);
            }
            continue;
        }
        let path = rustc.source().display().to_string();
        let read = |mir: &[String], tree: &Tree| -> Vec<Vec<Body>> {
            let all = mir.iter().map(|text| bodies(text, &path, in_order()));
            all.map(|bodies| bodies.into_iter().map(|body| tree.body(body)).collect())
                .collect()
        };
        let before = match &before {
            Some(before) => before,
            None => before.insert(rustc.understand(&(text.to_owned() + &twins))?),
        };
        if !are_same(&read(&before.mir, &made.old), &read(&after.mir, &made.new)) {
            return Ok(None);
        }
        let quiet = |text: &str| -> Result<bool> { Ok(rustc.check(text)?.is_empty()) };
        if !quiet(&new_text)? && quiet(text)? {
            return Ok(None);
        }
        let kept = (1..modules.all.len()).filter(|&id| modules.all[id].kept);
        let kept = kept.map(|id| modules.all[id].path.join("::")).collect();
        return Ok(Some(Flat {
            text: made.text,
            kept,
        }));
    }
    Ok(None)
}

/// Whether two bodies are the same. A type that is written as `impl ..` is printed with the names of the source, and so are
/// the variables that a closure takes.
fn are_same(before: &[Vec<Body>], after: &[Vec<Body>]) -> bool {
    fn all<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
    }
    let ends_in =
        |path: &str, name: &str| path.rsplit_once("::").is_some_and(|(_, last)| last == name);
    let word = |a: &String, b: &String| a == b || ends_in(a, b) || ends_in(b, a);
    let line = |a: &Vec<String>, b: &Vec<String>| all(a, b, word);
    let body = |a: &Body, b: &Body| line(&a.head, &b.head) && all(&a.lines, &b.lines, line);
    all(before, after, |a, b| all(a, b, body))
}

/// A module: what it defines and imports.
#[derive(Debug, Default)]
struct Module {
    path: Vec<String>,
    parent: usize,
    /// Whether it stays a module.
    kept: bool,
    children: BTreeMap<String, usize>,
    items: BTreeSet<String>,
    imports: Vec<Leaf>,
    /// Whether there is code in it, and not only modules and imports.
    has_code: bool,
}

/// An item: its module and its name there.
type Def = (usize, String);

/// What a name stands for. It may be several things at once, such as a module and a function.
#[derive(Debug, Clone, Default, PartialEq)]
struct Entry {
    module: Option<usize>,
    item: Option<Def>,
    /// What is not an item of the file, or lies in one.
    other: Option<Other>,
}

/// A path that starts outside of the file or at an item.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Other {
    base: Option<Def>,
    rest: Vec<String>,
}

impl Entry {
    fn is_empty(&self) -> bool {
        *self == Entry::default()
    }

    fn or(&mut self, other: Entry) {
        self.module = self.module.or(other.module);
        self.item = self.item.take().or(other.item);
        self.other = self.other.take().or(other.other);
    }
}

struct Modules {
    all: Vec<Module>,
    /// Items that must keep their names, because the head or a macro may name them, or because they show.
    pins: BTreeSet<Def>,
    /// All words.
    words: BTreeSet<String>,
    /// Words of the part of the file that stays as it is.
    head: BTreeSet<String>,
    /// Those that it has in imports and in paths.
    named: BTreeSet<String>,
}

impl Modules {
    fn of(head: &syn::File, file: &syn::File) -> Modules {
        let mut modules = Modules {
            all: vec![Module {
                kept: true,
                ..Module::default()
            }],
            pins: BTreeSet::new(),
            words: BTreeSet::new(),
            head: BTreeSet::new(),
            named: BTreeSet::new(),
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
        let words = modules.named.clone();
        modules.enter(0, &file.items, &words);
        for path in named.paths {
            let found = modules.resolve(0, &path, 0);
            modules.pins.extend(found.and_then(|(entry, _)| entry.item));
        }
        let mut pins = BTreeSet::new();
        modules.collect_pins(0, &file.items, &mut pins);
        for (id, word) in pins {
            modules.pins.extend(modules.lookup(id, &word, 0).item);
        }
        while modules.keep_apart() {}
        modules
    }

    fn enter(&mut self, id: usize, items: &[Item], named: &BTreeSet<String>) {
        for item in items {
            match item {
                Item::Mod(module) => {
                    let name = plain(&module.ident);
                    let child = self.all.len();
                    let mut path = self.all[id].path.clone();
                    path.push(name.clone());
                    let items = module.content.as_ref().map(|content| &content.1[..]);
                    let must_stay = |item: &Item| match item {
                        Item::Macro(_) | Item::ExternCrate(_) | Item::Verbatim(_) => true,
                        // A glob may bring anything.
                        Item::Use(import) => {
                            !import.attrs.is_empty()
                                || leaves(&import.tree).iter().any(|leaf| leaf.glob)
                        }
                        item => mentions_cfg(item),
                    };
                    let kept = named.contains(&name)
                        || !module.attrs.is_empty()
                        || self.all[id].children.contains_key(&name)
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
                Item::Use(import) => self.all[id].imports.extend(leaves(&import.tree)),
                item => {
                    self.all[id].has_code = true;
                    if let Some(name) = name_of(item) {
                        self.all[id].items.insert(name);
                    }
                }
            }
        }
    }

    /// What each module says that must keep its name.
    fn collect_pins(&self, id: usize, items: &[Item], pins: &mut BTreeSet<Def>) {
        let mut words = BTreeSet::new();
        for item in items {
            match item {
                Item::Mod(module) => {
                    let child = self.all[id].children[&plain(&module.ident)];
                    let items = module.content.as_ref().map(|content| &content.1[..]);
                    self.collect_pins(child, items.unwrap_or_default(), pins);
                }
                item => Pins(&mut words).visit_item(item),
            }
        }
        pins.extend(words.into_iter().map(|word| (id, word)));
    }

    fn is_pinned(&self, item: &Def) -> bool {
        self.pins.contains(item)
    }

    /// Leaves a module where it is if what must keep its name would meet another of that name.
    fn keep_apart(&mut self) -> bool {
        let own = self.all[0].imports.iter().filter_map(Leaf::name);
        let own = own.filter(|_| !self.head.is_empty());
        let mut met: BTreeSet<Def> = own.map(|name| (0, name.to_owned())).collect();
        for id in 0..self.all.len() {
            let scope = self.scope(id);
            for name in &self.all[id].items {
                let item = (id, name.clone());
                if self.is_pinned(&item) && !met.insert((scope, name.clone())) {
                    self.keep(id);
                    return true;
                }
            }
        }
        false
    }

    fn kept_count(&self) -> usize {
        self.all.iter().filter(|module| module.kept).count()
    }

    /// Leaves a module where it is, and if it is there already, those in it.
    fn keep(&mut self, id: usize) {
        if std::mem::replace(&mut self.all[id].kept, true) {
            for module in &mut self.all {
                module.kept |= module.parent == id;
            }
        }
    }

    /// The module in which the items of a module come to stand.
    fn scope(&self, mut id: usize) -> usize {
        while !self.all[id].kept {
            id = self.all[id].parent;
        }
        id
    }

    fn lookup(&self, module: usize, name: &str, depth: usize) -> Entry {
        let of = &self.all[module];
        let mut entry = Entry {
            module: of.children.get(name).copied(),
            item: of.items.contains(name).then(|| (module, name.to_owned())),
            other: None,
        };
        if depth > 16 {
            return entry;
        }
        for leaf in of.imports.iter().filter(|leaf| leaf.name() == Some(name)) {
            entry.or(self.import(module, leaf, depth));
        }
        if entry.is_empty() {
            for leaf in of.imports.iter().filter(|leaf| leaf.glob) {
                if let Some((target, used)) = self.resolve(module, &leaf.path, depth + 1) {
                    if let (Some(target), true) = (target.module, used == leaf.path.len()) {
                        entry.or(self.lookup(target, name, depth + 1));
                    }
                }
            }
        }
        entry
    }

    /// What an import that is no glob brings.
    fn import(&self, module: usize, leaf: &Leaf, depth: usize) -> Entry {
        match self.resolve(module, &leaf.path, depth + 1) {
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

    /// What a path leads to, and how many of its words have been looked up: what is in an item is not. None if it leads out
    /// of the file at once.
    fn resolve(&self, module: usize, path: &[String], depth: usize) -> Option<(Entry, usize)> {
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
            self.lookup(module, word(0)?, depth)
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
            let next = self.lookup(inner, name, depth);
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
    fn beyond(&self, rest: &[String]) -> Option<Other> {
        let (base, mut start) = match (&self.item, &self.other) {
            (Some(item), _) => (Some(item.clone()), Vec::new()),
            (None, Some(other)) => (other.base.clone(), other.rest.clone()),
            (None, None) => return None,
        };
        start.extend(rest.iter().cloned());
        Some(Other { base, rest: start })
    }
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

fn set_name(item: &mut Item, name: &str) {
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

fn mentions_cfg(item: &Item) -> bool {
    let mut found = false;
    if !matches!(item, Item::Mod(_)) {
        each_word(&item.to_token_stream(), &mut |word| found |= word == "cfg");
    }
    found
}

/// Words of macros that are not understood, and names that show.
struct Pins<'a>(&'a mut BTreeSet<String>);

impl Pins<'_> {
    fn pin(&mut self, tokens: &TokenStream) {
        each_word(tokens, &mut |word| {
            self.0.insert(word.to_owned());
        });
    }
}

impl<'ast> Visit<'ast> for Pins<'_> {
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        struct Nothing<'a, 'b>(&'a mut Pins<'b>);
        impl Arguments for Nothing<'_, '_> {
            fn expr(&mut self, expr: &mut Expr) {
                let expr = expr.clone();
                self.0.visit_expr(&expr);
            }

            fn pat(&mut self, pat: &mut Pat) {
                let pat = pat.clone();
                self.0.visit_pat(&pat);
            }

            fn capture(&mut self, _: &str) -> Option<String> {
                None
            }
        }
        if !arguments(&mut mac.clone(), &mut Nothing(self)) {
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
        let mut shows = mentions_cfg(item);
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

/// The items by their paths, for the names that both forms of a file have in common.
#[derive(Debug, Default)]
struct Tree {
    children: BTreeMap<String, Tree>,
    items: BTreeMap<String, String>,
}

impl Tree {
    fn add(&mut self, path: &[String], name: String, common: String) {
        let mut at = self;
        for word in path {
            at = at.children.entry(word.clone()).or_default();
        }
        at.items.insert(name, common);
    }

    fn body(&self, body: Body) -> Body {
        Body {
            head: self.words(&body.head),
            lines: body
                .lines
                .into_iter()
                .map(|line| self.words(&line))
                .collect(),
        }
    }

    /// The words with one name for each path to an item of the file, and none for paths to modules.
    fn words(&self, words: &[String]) -> Vec<String> {
        let colons = |at: usize| {
            let colon = |at: usize| words.get(at).is_some_and(|word| word == ":");
            colon(at) && colon(at + 1)
        };
        let mut out = Vec::with_capacity(words.len());
        let mut at = 0;
        while at < words.len() {
            if at >= 2 && colons(at - 2) {
                out.push(words[at].clone());
                at += 1;
                continue;
            }
            let mut tree = self;
            while let Some(next) = words.get(at).and_then(|word| tree.children.get(word)) {
                if !colons(at + 1) {
                    break;
                }
                tree = next;
                at += 3;
            }
            match words.get(at).map(|word| (word, tree.items.get(word))) {
                Some((_, Some(common))) => out.push(common.clone()),
                Some((word, None)) => out.push(word.clone()),
                None => break,
            }
            at += 1;
        }
        in_one_way(&out)
    }
}

/// Methods of an `impl` in another module than its type are printed as `<impl Type<u8>>::f`, and not as `Type::<u8>::f`.
fn in_one_way(words: &[String]) -> Vec<String> {
    let is = |at: usize, word: &str| words.get(at).is_some_and(|found| found == word);
    let mut out = Vec::with_capacity(words.len());
    // Whether `<` has been left out, for each that is open.
    let mut open = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if is(at, "<") {
            let is_block = is(at + 1, "impl") && !is(at + 2, "at");
            open.push(is_block);
            if is_block {
                at += 2;
                continue;
            }
        } else if is(at, ">") && !(at > 0 && is(at - 1, "-")) && open.pop() == Some(true) {
            at += 1;
            continue;
        } else if is(at, ":") && is(at + 1, ":") && is(at + 2, "<") {
            at += 2;
            continue;
        }
        out.push(words[at].clone());
        at += 1;
    }
    out
}

/// A file in the making.
struct Made {
    text: String,
    /// The old module of each line.
    owners: Vec<usize>,
    old: Tree,
    new: Tree,
}

struct Maker<'a> {
    modules: &'a Modules,
    /// New names of items and of modules.
    names: BTreeMap<Def, String>,
    module_names: BTreeMap<usize, String>,
    /// All names that are in use.
    taken: BTreeSet<String>,
    /// What each scope imports, by name.
    imports: BTreeMap<usize, BTreeMap<String, Import>>,
    /// What a scope has imported for others to see.
    exports: BTreeSet<Def>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Import {
    Item(Def),
    Other(Other),
}

impl<'a> Maker<'a> {
    fn new(modules: &'a Modules) -> Self {
        let mut maker = Maker {
            modules,
            names: BTreeMap::new(),
            module_names: BTreeMap::new(),
            taken: modules.words.clone(),
            imports: BTreeMap::new(),
            exports: BTreeSet::new(),
        };
        if !modules.head.is_empty() {
            let imported = modules.all[0].imports.iter().filter_map(Leaf::name);
            maker
                .exports
                .extend(imported.map(|name| (0, name.to_owned())));
        }
        for (id, module) in modules.all.iter().enumerate() {
            for name in &module.items {
                let is_of_head = id == 0 && !modules.head.is_empty();
                let new = if is_of_head || modules.is_pinned(&(id, name.clone())) {
                    name.clone()
                } else {
                    maker.unique(name)
                };
                maker.names.insert((id, name.clone()), new);
            }
            if module.kept && id > 0 {
                let name = &module.path[module.path.len() - 1];
                let new = if modules.named.contains(name) {
                    name.clone()
                } else {
                    maker.unique(name)
                };
                maker.module_names.insert(id, new);
            }
        }
        maker
    }

    /// A name for what has been called `name`, that no word is.
    fn unique(&mut self, name: &str) -> String {
        let all_upper = !name.contains(char::is_lowercase) && name.len() > 1;
        let separator = if all_upper { "_" } else { "" };
        let free = (2..).map(|number| format!("{name}{separator}{number}"));
        let mut free = free.filter(|name| !self.taken.contains(name));
        let name = free.next().unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }

    fn make(mut self, file: syn::File) -> Option<Made> {
        // Imports come first, as the traits of all of them must be in sight, and names must be known.
        // Those of the head stay where they are.
        let first = usize::from(!self.modules.head.is_empty());
        for id in first..self.modules.all.len() {
            let scope = self.modules.scope(id);
            let module = &self.modules.all[id];
            for leaf in module.imports.iter().filter(|_| module.has_code) {
                let Some(name) = leaf.name().map(str::to_owned) else {
                    // A glob of a module that stays.
                    continue;
                };
                let entry = self.modules.import(id, leaf, 0);
                if let Some(item) = &entry.item {
                    if self.modules.scope(item.0) != scope {
                        self.import(scope, Import::Item(item.clone()));
                    }
                }
                if let Some(other) = &entry.other {
                    if name == "_" {
                        self.import_as(scope, "_", Import::Other(other.clone()));
                    } else {
                        self.import_other(scope, &name, other);
                    }
                } else if entry.is_empty() {
                    return None;
                }
            }
        }
        let mut out = Made {
            text: String::new(),
            owners: Vec::new(),
            old: Tree::default(),
            new: Tree::default(),
        };
        for attr in &file.attrs {
            out.line(0, &attr.to_token_stream().to_string());
        }
        let mut scopes: BTreeMap<usize, Vec<(usize, Item)>> = BTreeMap::new();
        self.place(0, file.items, &mut scopes)?;
        self.strip(&mut scopes);
        self.write(0, &mut scopes, &mut out);
        for ((id, name), new) in &self.names {
            let common = format!("{}::{name}", self.modules.all[*id].path.join("::"));
            let scope = self.modules.scope(*id);
            out.old
                .add(&self.modules.all[*id].path, name.clone(), common.clone());
            if scope != 0 && new != name {
                // In a type that is written as `impl ..`.
                out.new.add(&[], new.clone(), common.clone());
            }
            out.new.add(&self.scope_path(scope), new.clone(), common);
        }
        for (id, module) in self.modules.all.iter().enumerate() {
            let mut at = &mut out.old;
            for word in &module.path {
                at = at.children.entry(word.clone()).or_default();
            }
            if module.kept {
                let mut at = &mut out.new;
                for word in self.scope_path(id) {
                    at = at.children.entry(word).or_default();
                }
            }
        }
        Some(out)
    }

    /// The path to a module that stays, from the root.
    fn scope_path(&self, scope: usize) -> Vec<String> {
        if scope == 0 {
            return Vec::new();
        }
        let mut path = self.scope_path(self.modules.scope(self.modules.all[scope].parent));
        path.push(self.module_names[&scope].clone());
        path
    }

    fn import_as(&mut self, scope: usize, name: &str, import: Import) {
        if self.exports.contains(&(scope, name.to_owned())) {
            return;
        }
        let imports = self.imports.entry(scope).or_default();
        if name == "_" {
            imports.insert(format!("_ {import:?}"), import);
        } else {
            imports.insert(name.to_owned(), import);
        }
    }

    fn import(&mut self, scope: usize, import: Import) {
        if let Import::Item(item) = &import {
            let name = self.names[item].clone();
            self.import_as(scope, &name, import);
        }
    }

    /// The name in a scope of something that is not an item of the file.
    fn import_other(&mut self, scope: usize, name: &str, other: &Other) -> String {
        let other = Other {
            base: other.base.clone(),
            rest: std_path(&other.rest, other.base.is_some()),
        };
        let import = Import::Other(other);
        let imports = self.imports.entry(scope).or_default();
        if let Some((name, _)) = imports
            .iter()
            .find(|(name, known)| **known == import && !name.starts_with("_ "))
        {
            return name.clone();
        }
        let taken = imports.contains_key(name)
            || is_known_to_all(name)
            || self
                .names
                .iter()
                .any(|((id, _), new)| new == name && self.modules.scope(*id) == scope);
        let name = if taken {
            self.unique(name)
        } else {
            name.to_owned()
        };
        self.import_as(scope, &name, import);
        name
    }

    /// Puts the items of a module where they come to stand, with all names changed.
    fn place(
        &mut self,
        id: usize,
        items: Vec<Item>,
        scopes: &mut BTreeMap<usize, Vec<(usize, Item)>>,
    ) -> Option<()> {
        let scope = self.modules.scope(id);
        for mut item in items {
            match item {
                Item::Mod(module) => {
                    let child = self.modules.all[id].children[&plain(&module.ident)];
                    let name = self.module_names.get(&child).cloned();
                    let attrs = module.attrs;
                    if let Some(name) = name {
                        let name = ident(&name, Span::call_site());
                        let vis: Visibility = if scope == 0 {
                            Visibility::Inherited
                        } else {
                            syn::parse_quote!(pub)
                        };
                        let empty = Item::Mod(syn::parse_quote!(#(#attrs)* #vis mod #name {}));
                        scopes.entry(scope).or_default().push((child, empty));
                    }
                    self.place(child, module.content?.1, scopes)?;
                }
                Item::Use(import) => {
                    let found = leaves(&import.tree);
                    if found.iter().any(|leaf| leaf.path.len() < 2 && !leaf.glob) {
                        // A macro.
                        scopes
                            .entry(scope)
                            .or_default()
                            .push((id, Item::Use(import)));
                        continue;
                    }
                    for leaf in found.iter().filter(|leaf| leaf.glob) {
                        let path = match self.modules.resolve(id, &leaf.path, 0) {
                            // What is used of a module is found by its name.
                            Some((entry, used))
                                if used == leaf.path.len() && entry.module.is_some() =>
                            {
                                continue
                            }
                            Some((entry, used)) => {
                                let other = entry.beyond(&leaf.path[used..])?;
                                self.full_path(&other)
                            }
                            None => leaf.path.clone(),
                        };
                        let path = path_of(&path);
                        let import = syn::parse_quote!(use #path::*;);
                        scopes.entry(scope).or_default().push((id, import));
                    }
                    // What others may see is for the head.
                    if id != scope
                        || self.modules.head.is_empty()
                        || matches!(import.vis, Visibility::Inherited)
                    {
                        continue;
                    }
                    let seen = found.iter().filter_map(|leaf| Some((leaf, leaf.name()?)));
                    let seen = seen.filter(|(_, name)| self.modules.named.contains(*name));
                    for (leaf, name) in seen {
                        let entry = self.modules.import(id, leaf, 0);
                        let path = match (&entry.item, &entry.other, entry.module) {
                            (Some(item), ..) if self.modules.scope(item.0) != scope => {
                                self.path_to(item, usize::MAX)
                            }
                            (Some(item), ..) if self.names[item] == name => continue,
                            (Some(item), ..) => vec!["self".to_owned(), self.names[item].clone()],
                            (None, Some(other), _) => self.full_path(other),
                            (None, None, Some(module)) if self.modules.all[module].kept => {
                                let mut path = vec!["crate".to_owned()];
                                path.extend(self.scope_path(module));
                                if self.modules.scope(self.modules.all[module].parent) == scope {
                                    continue;
                                }
                                path
                            }
                            _ => return None,
                        };
                        let path = path_of(&path);
                        if let Some(imports) = self.imports.get_mut(&scope) {
                            imports.remove(name);
                        }
                        self.exports.insert((scope, name.to_owned()));
                        let name = ident(name, Span::call_site());
                        let same = path.segments.last().is_some_and(|last| last.ident == name);
                        let import: Item = if same {
                            syn::parse_quote!(pub(crate) use #path;)
                        } else {
                            syn::parse_quote!(pub(crate) use #path as #name;)
                        };
                        scopes.entry(scope).or_default().push((id, import));
                    }
                }
                _ => {
                    if let Some(name) = name_of(&item) {
                        if let Some(new) = self.names.get(&(id, name)) {
                            set_name(&mut item, new);
                        }
                    }
                    let mut renamer = Renamer {
                        maker: self,
                        module: id,
                        scope,
                        failed: false,
                    };
                    renamer.visit_item_mut(&mut item);
                    if renamer.failed {
                        return None;
                    }
                    scopes.entry(scope).or_default().push((id, item));
                }
            }
        }
        Some(())
    }

    /// How code in `scope` names an item: by its name if it is there or imported.
    fn path_to(&mut self, item: &Def, scope: usize) -> Vec<String> {
        let of = self.modules.scope(item.0);
        let name = self.names[item].clone();
        if of == scope {
            return vec![name];
        }
        let exported = self.exports.contains(&(scope, name.clone()));
        let imports = self.imports.get(&scope);
        if exported
            || imports.and_then(|imports| imports.get(&name)) == Some(&Import::Item(item.clone()))
        {
            return vec![name];
        }
        let mut path = vec!["crate".to_owned()];
        path.extend(self.scope_path(of));
        path.push(name);
        path
    }

    /// A path from the root to what is no item.
    fn full_path(&mut self, other: &Other) -> Vec<String> {
        let mut path = match &other.base {
            Some(item) => self.path_to(item, usize::MAX),
            None => Vec::new(),
        };
        path.extend(other.rest.iter().cloned());
        path
    }

    /// Takes `pub` from what only its own module, and those in it, can name.
    fn strip(&self, scopes: &mut BTreeMap<usize, Vec<(usize, Item)>>) {
        let is_inside = |mut id: usize, outer: usize| loop {
            if id == outer {
                return true;
            }
            if id == 0 {
                return false;
            }
            id = self.modules.all[id].parent;
        };
        let words_of = |items: &[(usize, Item)]| {
            let mut words = BTreeSet::new();
            for (_, item) in items {
                each_word(&item.to_token_stream(), &mut |word| {
                    words.insert(word.to_owned());
                });
            }
            words
        };
        let words: BTreeMap<usize, BTreeSet<String>> = scopes
            .iter()
            .map(|(id, items)| (*id, words_of(items)))
            .collect();
        let imported = |scope: usize| {
            let imports = self.imports.get(&scope).into_iter().flatten();
            imports.flat_map(|(name, import)| {
                let base = match import {
                    Import::Item(item) => Some(item),
                    Import::Other(other) => other.base.as_ref(),
                };
                let base = base.map(|item| self.names[item].clone());
                base.into_iter().chain([name.clone()])
            })
        };
        let items_of_all: BTreeSet<&String> = self.names.values().collect();
        // What items show that stay visible. Modules come before what is around them.
        let mut spilled: BTreeSet<String> = BTreeSet::new();
        for (&scope, items) in scopes.iter_mut().rev() {
            let mut shown = if scope == 0 {
                BTreeSet::new()
            } else {
                self.modules.head.clone()
            };
            shown.extend(spilled.iter().cloned());
            for (other, words) in &words {
                if !is_inside(*other, scope) {
                    shown.extend(words.iter().cloned());
                    shown.extend(imported(*other));
                }
            }
            let mut known = None;
            while known != Some(shown.len()) {
                known = Some(shown.len());
                let mut seen = Seen {
                    shown: &shown,
                    more: BTreeSet::new(),
                };
                items.iter().for_each(|(_, item)| seen.visit_item(item));
                let more = seen.more.into_iter();
                let more: Vec<String> = more.filter(|word| items_of_all.contains(word)).collect();
                spilled.extend(more.iter().cloned());
                shown.extend(more);
            }
            for (_, item) in items.iter_mut() {
                Strip(&shown).visit_item_mut(item);
            }
        }
    }

    fn write(
        &self,
        scope: usize,
        scopes: &mut BTreeMap<usize, Vec<(usize, Item)>>,
        out: &mut Made,
    ) {
        let imports = self.imports.get(&scope).cloned().unwrap_or_default();
        let mut trees: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, import) in imports {
            let (path, name) = match &import {
                Import::Item(item) => {
                    let mut path = vec!["crate".to_owned()];
                    path.extend(self.scope_path(self.modules.scope(item.0)));
                    path.push(name.clone());
                    (path, name)
                }
                Import::Other(other) => {
                    let mut path = Vec::new();
                    if let Some(item) = &other.base {
                        if scope != 0 {
                            path.push("crate".to_owned());
                        }
                        path.extend(self.scope_path(self.modules.scope(item.0)));
                        path.push(self.names[item].clone());
                    }
                    path.extend(other.rest.iter().cloned());
                    let name = name.split(' ').next().unwrap_or_default().to_owned();
                    (path, name)
                }
            };
            let last = path.last().cloned().unwrap_or_default();
            let alias = if last == name {
                String::new()
            } else {
                format!(" as {name}")
            };
            trees
                .entry(path[..path.len() - 1].join("::"))
                .or_default()
                .push(last + &alias);
        }
        for (before, names) in trees {
            let before = if before.is_empty() {
                before
            } else {
                before + "::"
            };
            let text = match &names[..] {
                [one] => format!("use {before}{one};"),
                _ => format!("use {before}{{{}}};", names.join(", ")),
            };
            out.line(scope, &text);
        }
        for (owner, item) in scopes.remove(&scope).unwrap_or_default() {
            match item {
                Item::Mod(module) => {
                    let text = module.to_token_stream().to_string();
                    out.line(owner, text.trim_end().strip_suffix('}').unwrap_or(&text));
                    self.write(owner, scopes, out);
                    out.line(owner, "}");
                }
                item => out.line(owner, &item.to_token_stream().to_string()),
            }
        }
    }
}

impl Made {
    fn line(&mut self, owner: usize, text: &str) {
        self.text += text;
        self.text.push('\n');
        let lines = text.matches('\n').count() + 1;
        self.owners.extend(std::iter::repeat_n(owner, lines));
    }
}

/// `std` for `core` and `alloc`, so that one import does for all.
fn std_path(path: &[String], in_item: bool) -> Vec<String> {
    let mut path = path.to_vec();
    if let (Some(first), false) = (path.first_mut(), in_item) {
        if first == "core" || first == "alloc" {
            *first = "std".to_owned();
        }
    }
    path
}

/// Whether all code knows something of this name without an import.
fn is_known_to_all(name: &str) -> bool {
    const PRELUDE: &str = "Send Sync Sized Drop Fn FnMut FnOnce AsyncFn AsyncFnMut AsyncFnOnce drop Box ToOwned Clone \
        PartialEq PartialOrd Eq Ord AsRef AsMut Into From Default Iterator Extend IntoIterator DoubleEndedIterator \
        ExactSizeIterator Option Some None Result Ok Err String ToString Vec TryFrom TryInto FromIterator Future \
        IntoFuture Copy Debug Hash Unpin size_of align_of size_of_val align_of_val std core alloc bool char str u8 u16 \
        u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64";
    PRELUDE.split_whitespace().any(|word| word == name)
}

fn path_of(words: &[String]) -> syn::Path {
    let words = words
        .iter()
        .map(|word| ident(word.trim_start_matches("r#"), Span::call_site()));
    syn::parse_quote!(#(#words)::*)
}

/// Changes the names in the code of a module.
struct Renamer<'m, 'a> {
    maker: &'m mut Maker<'a>,
    module: usize,
    scope: usize,
    failed: bool,
}

impl Renamer<'_, '_> {
    /// Another name for a word that stands alone.
    fn bare(&mut self, name: &str) -> Option<String> {
        let entry = self.maker.modules.lookup(self.module, name, 0);
        if let Some(item) = &entry.item {
            let mut path = self.maker.path_to(item, self.scope);
            if path.len() > 1 {
                self.maker.import(self.scope, Import::Item(item.clone()));
                path = self.maker.path_to(item, self.scope);
            }
            return path.pop();
        }
        let other = entry.other?;
        Some(self.maker.import_other(self.scope, name, &other))
    }

    fn bare_ident(&mut self, ident: &mut proc_macro2::Ident) {
        if let Some(new) = self.bare(&plain(ident)) {
            *ident = self::ident(&new, ident.span());
        }
    }

    /// The words that a path gets instead of its first ones: how many, and which.
    fn start(&mut self, words: &[String]) -> Option<(usize, Vec<String>)> {
        if words.len() == 1 {
            return Some((1, vec![self.bare(&words[0])?]));
        }
        let (entry, used) = self.maker.modules.resolve(self.module, words, 0)?;
        if let Some(item) = &entry.item {
            return Some((used, self.maker.path_to(item, self.scope)));
        }
        if let Some(other) = &entry.other {
            if used == 1 {
                return Some((
                    1,
                    vec![self.maker.import_other(self.scope, &words[0], other)],
                ));
            }
            let other = other.clone();
            return Some((used, self.maker.full_path(&other)));
        }
        // A path that ends in a module.
        self.failed = true;
        None
    }

    fn in_macro(&mut self, mac: &mut syn::Macro) -> bool {
        arguments(mac, self)
    }
}

impl Arguments for Renamer<'_, '_> {
    fn expr(&mut self, expr: &mut Expr) {
        self.visit_expr_mut(expr);
    }

    fn pat(&mut self, pat: &mut Pat) {
        self.visit_pat_mut(pat);
    }

    fn capture(&mut self, name: &str) -> Option<String> {
        self.bare(name)
    }
}

impl VisitMut for Renamer<'_, '_> {
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_visibility_mut(&mut self, vis: &mut Visibility) {
        if !matches!(vis, Visibility::Inherited) {
            *vis = syn::parse_quote!(pub);
        }
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        if path.leading_colon.is_none() {
            let words: Vec<String> = path
                .segments
                .iter()
                .map(|segment| plain(&segment.ident))
                .collect();
            if let Some((used, new)) = self.start(&words) {
                let mut segments = path_of(&new).segments;
                let old: Vec<syn::PathSegment> = path.segments.iter().cloned().collect();
                if let Some(last) = segments.last_mut() {
                    last.arguments = old[used - 1].arguments.clone();
                }
                segments.extend(old[used..].iter().cloned());
                path.segments = segments;
            }
        }
        for segment in &mut path.segments {
            self.visit_path_arguments_mut(&mut segment.arguments);
        }
    }

    fn visit_type_path_mut(&mut self, path: &mut syn::TypePath) {
        visit_qualified(self, &mut path.qself, &mut path.path);
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        visit_qualified(self, &mut path.qself, &mut path.path);
    }

    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
        self.bare_ident(&mut pat.ident);
        visit_mut::visit_pat_ident_mut(self, pat);
    }

    fn visit_type_param_mut(&mut self, param: &mut syn::TypeParam) {
        self.bare_ident(&mut param.ident);
        visit_mut::visit_type_param_mut(self, param);
    }

    fn visit_const_param_mut(&mut self, param: &mut syn::ConstParam) {
        self.bare_ident(&mut param.ident);
        visit_mut::visit_const_param_mut(self, param);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        let before = field.expr.to_token_stream().to_string();
        self.visit_expr_mut(&mut field.expr);
        if field.colon_token.is_none() && field.expr.to_token_stream().to_string() != before {
            field.colon_token = Some(Default::default());
        }
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        let before = field.pat.to_token_stream().to_string();
        self.visit_pat_mut(&mut field.pat);
        if field.colon_token.is_none() && field.pat.to_token_stream().to_string() != before {
            field.colon_token = Some(Default::default());
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        self.in_macro(mac);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut syn::Stmt) {
        // Items in functions are named like what is around them.
        if let syn::Stmt::Item(item) = stmt {
            if let Some(new) = name_of(item).and_then(|name| self.bare(&name)) {
                set_name(item, &new);
            }
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_item_use_mut(&mut self, import: &mut syn::ItemUse) {
        let mut all = Vec::new();
        for leaf in leaves(&import.tree) {
            let words: Vec<String> = leaf
                .path
                .iter()
                .map(|word| word.trim_start_matches("r#").to_owned())
                .collect();
            let path = match self.maker.modules.resolve(self.module, &words, 0) {
                None => words.clone(),
                Some((entry, used)) => {
                    let mut path = match (&entry.item, &entry.other) {
                        (Some(item), _) => self.maker.path_to(item, self.scope),
                        (None, Some(other)) => {
                            let other = other.clone();
                            self.maker.full_path(&other)
                        }
                        _ => {
                            self.failed = true;
                            return;
                        }
                    };
                    path.extend(words[used..].iter().cloned());
                    path
                }
            };
            if path.len() == 1 && !leaf.glob {
                // It is in sight anyway, by its new name.
                continue;
            }
            let text = path.join("::");
            let old = words.last().cloned().unwrap_or_default();
            let alias = match &leaf.alias {
                Some(alias) => format!(" as {alias}"),
                None if !leaf.glob && path.last() != Some(&old) => format!(" as {old}"),
                None => String::new(),
            };
            all.push(if leaf.glob {
                format!("{text}::*")
            } else {
                text + &alias
            });
        }
        let common = all
            .first()
            .and_then(|first| first.rsplit_once("::"))
            .map(|(before, _)| before.to_owned());
        let text = match common {
            Some(before)
                if all
                    .iter()
                    .all(|one| one.rsplit_once("::").is_some_and(|(b, _)| b == before)) =>
            {
                let names = all.iter().map(|one| &one[before.len() + 2..]);
                format!("{before}::{{{}}}", names.collect::<Vec<_>>().join(", "))
            }
            _ => format!("{{{}}}", all.join(", ")),
        };
        match syn::parse_str(&text) {
            Ok(tree) => import.tree = tree,
            Err(_) => self.failed = true,
        }
    }
}

fn visit_qualified(
    renamer: &mut Renamer<'_, '_>,
    qself: &mut Option<syn::QSelf>,
    path: &mut syn::Path,
) {
    let Some(qself) = qself else {
        return renamer.visit_path_mut(path);
    };
    renamer.visit_type_mut(&mut qself.ty);
    let (inner, rest) = (qself.position, path.segments.len() - qself.position);
    if inner == 0 {
        for segment in &mut path.segments {
            renamer.visit_path_arguments_mut(&mut segment.arguments);
        }
        return;
    }
    let mut of_trait = path.clone();
    of_trait.segments = path.segments.iter().take(inner).cloned().collect();
    let tail: Vec<syn::PathSegment> = path.segments.iter().skip(inner).cloned().collect();
    renamer.visit_path_mut(&mut of_trait);
    *path = of_trait;
    for mut segment in tail {
        renamer.visit_path_arguments_mut(&mut segment.arguments);
        path.segments.push(segment);
    }
    qself.position = path.segments.len() - rest;
}

/// Looks for what those who see the items of some names see with them.
struct Seen<'a> {
    shown: &'a BTreeSet<String>,
    more: BTreeSet<String>,
}

impl Seen<'_> {
    fn show(&mut self, vis: &Visibility, name: Option<&syn::Ident>, tokens: &impl ToTokens) {
        let named = name.is_none_or(|name| self.shown.contains(&plain(name)));
        if named && !matches!(vis, Visibility::Inherited) {
            each_word(&tokens.to_token_stream(), &mut |word| {
                self.more.insert(word.to_owned());
            });
        }
    }
}

impl<'ast> Visit<'ast> for Seen<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Const(x) => self.show(&x.vis, Some(&x.ident), &x.ty),
            Item::Enum(x) => self.show(&x.vis, Some(&x.ident), x),
            Item::Fn(x) => self.show(&x.vis, Some(&x.sig.ident), &x.sig),
            Item::Static(x) => self.show(&x.vis, Some(&x.ident), &x.ty),
            Item::Struct(x) => {
                self.show(&x.vis, Some(&x.ident), &x.generics);
                if matches!(x.fields, syn::Fields::Unnamed(_)) {
                    self.show(&x.vis, Some(&x.ident), &x.fields);
                }
            }
            Item::Trait(x) => self.show(&x.vis, Some(&x.ident), x),
            Item::Type(x) => self.show(&x.vis, Some(&x.ident), x),
            Item::Union(x) => self.show(&x.vis, Some(&x.ident), x),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        let mut of_shown = false;
        each_word(&block.self_ty.to_token_stream(), &mut |word| {
            of_shown |= self.shown.contains(word);
        });
        if of_shown && block.trait_.is_some() {
            for item in &block.items {
                if let syn::ImplItem::Type(x) = item {
                    self.show(&syn::parse_quote!(pub), None, &x.ty);
                }
            }
            let (generics, of) = (&block.generics, block.trait_.as_ref().map(|of| &of.1));
            self.show(&syn::parse_quote!(pub), None, &quote!(#generics #of));
        }
        visit::visit_item_impl(self, block);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        match item {
            syn::ImplItem::Const(x) => self.show(&x.vis, Some(&x.ident), &x.ty),
            syn::ImplItem::Fn(x) => self.show(&x.vis, Some(&x.sig.ident), &x.sig),
            _ => {}
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let Some(name) = &field.ident {
            self.show(&field.vis, Some(name), &field.ty);
        }
    }
}

/// Takes `pub` from all that has none of these names.
struct Strip<'a>(&'a BTreeSet<String>);

impl Strip<'_> {
    fn strip(&self, vis: &mut Visibility, name: &syn::Ident) {
        if !self.0.contains(&plain(name)) {
            *vis = Visibility::Inherited;
        }
    }
}

impl VisitMut for Strip<'_> {
    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Const(x) => self.strip(&mut x.vis, &x.ident),
            Item::Enum(x) => self.strip(&mut x.vis, &x.ident),
            Item::Fn(x) => self.strip(&mut x.vis, &x.sig.ident),
            Item::Static(x) => self.strip(&mut x.vis, &x.ident),
            Item::Struct(x) => {
                self.strip(&mut x.vis, &x.ident);
                if let syn::Fields::Unnamed(fields) = &mut x.fields {
                    if !self.0.contains(&plain(&x.ident)) {
                        fields
                            .unnamed
                            .iter_mut()
                            .for_each(|field| field.vis = Visibility::Inherited);
                    }
                }
            }
            Item::Trait(x) => self.strip(&mut x.vis, &x.ident),
            Item::Type(x) => self.strip(&mut x.vis, &x.ident),
            Item::Union(x) => self.strip(&mut x.vis, &x.ident),
            _ => {}
        }
        visit_mut::visit_item_mut(self, item);
    }

    fn visit_impl_item_mut(&mut self, item: &mut syn::ImplItem) {
        match item {
            syn::ImplItem::Const(x) => self.strip(&mut x.vis, &x.ident),
            syn::ImplItem::Fn(x) => self.strip(&mut x.vis, &x.sig.ident),
            _ => {}
        }
        visit_mut::visit_impl_item_mut(self, item);
    }

    fn visit_field_mut(&mut self, field: &mut syn::Field) {
        if let Some(name) = &field.ident {
            let name = name.clone();
            self.strip(&mut field.vis, &name);
        }
    }
}
