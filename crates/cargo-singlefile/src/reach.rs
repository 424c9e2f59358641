//! What `main` may reach, by names alone: a unit stays if code that stays has its name where that
//! may mean it. The compiler is asked afterwards for what types decide. Should it miss something,
//! as macros put names together in ways that are not seen, a name counts wherever it stands.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use proc_macro2::{TokenStream, TokenTree};

use crate::combine::{Leaf, Part};
use crate::error::{Error, Result, LEAVE_OUT};
use crate::places::{is_primitive, is_std_macro, How};
use crate::tokens::{is_keyword, is_punct, plain};
use crate::units::{defined_words, Kind, Unit, UnitId, Units};

/// What may be meant by names that live code says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sight {
    /// What they lead to.
    Exact,
    /// Also an `impl` whose parameters nobody names, as the compiler may find them out: `impl
    /// Default for Tree<Small>`.
    Inferred,
    /// All that has such a name, too.
    Wide,
}

impl Sight {
    /// The next one, if what this one sees is not enough.
    pub(crate) fn more(self) -> Option<Sight> {
        match self {
            Sight::Exact => Some(Sight::Inferred),
            Sight::Inferred => Some(Sight::Wide),
            Sight::Wide => None,
        }
    }
}

/// Marks what is live if the banned units did not exist.
///
/// # Errors
/// If there is no `main`, or if something is reached that cannot be carried.
pub(crate) fn reach(
    units: &Units,
    parts: &[Part],
    banned: &[bool],
    sight: Sight,
) -> Result<Vec<bool>> {
    let mut reach = Reach::new(units, parts, banned);
    reach.is_wide |= sight == Sight::Wide;
    reach.infers = sight >= Sight::Inferred;
    let main = units
        .roots
        .iter()
        .find(|&&id| units.all[id].name.as_deref() == Some("main"));
    reach.mark(*main.ok_or_else(|| Error::new("the binary has no `fn main` at its root"))?);
    for (id, unit) in units.all.iter().enumerate() {
        if unit.open.contains("global_allocator") {
            reach.mark(id);
        }
    }
    while std::mem::take(&mut reach.changed) {
        // Both ways, as whoever is called may stand above or below.
        for id in (0..units.all.len()).chain((0..units.all.len()).rev()) {
            if !reach.live[id] && !reach.gone[id] && reach.is_in_reach(id) && reach.is_wanted(id) {
                reach.mark(id);
            }
        }
        if !reach.changed {
            for id in reach.opened_elsewhere() {
                reach.mark(id);
            }
        }
    }
    refuse(&reach.names, parts)?;
    let empty = (0..units.all.len()).filter(|&id| reach.live[id] && reach.globs_dead(id));
    for id in empty.collect::<Vec<_>>() {
        reach.live[id] = false;
    }
    Ok(reach.live)
}

/// So many uses of a procedural macro are named that stay.
const SHOWN: usize = 3;

fn refuse(names: &HashSet<&str>, parts: &[Part]) -> Result<()> {
    let mut reasons = Vec::new();
    let refused = parts.iter().enumerate();
    let refused = refused.filter(|(_, part)| names.iter().any(|name| part.is_refused_as(name)));
    for (id, part) in refused {
        let info = &part.source.info;
        let refusal = info.refusal.as_ref();
        let refusal = refusal.map(|refusal| format!("{refusal}\n{LEAVE_OUT}"));
        let reason = refusal.unwrap_or_else(|| {
            let macros = part.source.proc_macros.iter();
            let used = macros.filter(|name| names.contains(name.as_str()));
            let used: Vec<String> = used.map(|name| format!("`{name}`")).collect();
            let left: BTreeSet<&String> = part.source.left.iter().collect();
            let left = left.into_iter().take(SHOWN).map(|one| format!("\n  in {one}"));
            format!(
                "it is a procedural macro ({}), which runs inside the compiler{}\nhelp: write what it writes by hand, or do without it",
                used.join(", "),
                left.collect::<String>()
            )
        });
        let way: Vec<String> = way_to(parts, id)
            .iter()
            .map(|package| format!("`{package}`"))
            .collect();
        let way = match &way[..] {
            [] => String::new(),
            way => format!(", which is here by way of {},", way.join(" and ")),
        };
        reasons.push(format!(
            "crate `{}` {}{way} cannot be carried: {reason}",
            info.package, info.version
        ));
    }
    if reasons.is_empty() {
        Ok(())
    } else {
        Err(Error::new(reasons.join("\n")))
    }
}

/// The packages between the program and this crate, by the shortest way, that of the program first.
fn way_to(parts: &[Part], id: usize) -> Vec<&str> {
    let mut users: BTreeMap<usize, usize> = BTreeMap::new();
    let mut next = VecDeque::from([0]);
    while let Some(user) = next.pop_front() {
        for &used in parts[user].source.info.externs.values() {
            if used != 0 && !users.contains_key(&used) {
                users.insert(used, user);
                next.push_back(used);
            }
        }
    }
    let up = std::iter::successors(users.get(&id), |user| users.get(user));
    let up = up.take_while(|&&user| user != 0);
    let mut way: Vec<&str> = up
        .map(|&user| &parts[user].source.info.package[..])
        .collect();
    way.reverse();
    way
}

/// So many imports may stand between a name and what it means, each by way of the next.
const DETOURS: usize = 8;

// What is hashed is looked up for each unit again and again, and nothing depends on its order.
struct Reach<'a> {
    units: &'a Units,
    /// Banned, or inside of what is.
    gone: Vec<bool>,
    /// The module of the root that each unit is in.
    crates: Vec<Option<&'a str>>,
    live: Vec<bool>,
    names: HashSet<&'a str>,
    /// How methods may be called, by their names.
    called: HashMap<&'a str, BTreeSet<&'a How>>,
    /// The first words of paths in the live units that stand in a module, and of all that are
    /// inside of it.
    own: BTreeMap<UnitId, BTreeSet<&'a str>>,
    within: BTreeMap<UnitId, BTreeSet<&'a str>>,
    /// The words behind the `::` of each module.
    inside: BTreeMap<UnitId, BTreeSet<&'a str>>,
    /// Words behind a `::`, with the names of modules of which nobody knows which they are; an
    /// empty name is that of any.
    paths: HashMap<&'a str, BTreeSet<&'a str>>,
    /// Modules and imports by the module around them and their names.
    modules: HashMap<(Option<UnitId>, &'a str), UnitId>,
    imports: HashMap<(Option<UnitId>, &'a str), &'a Leaf>,
    /// The first words of paths in macros, by the names of these: they come to stand where a macro
    /// is called.
    expanded: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// Whether names may mean what stands elsewhere by a way that is not seen: a macro puts paths
    /// together, or a module has another name.
    is_wide: bool,
    /// Whether parameters in the head of an `impl` need no name elsewhere.
    infers: bool,
    /// The modules of which live globs import all, and where to.
    opened: BTreeMap<UnitId, Vec<Option<UnitId>>>,
    /// Types and traits by name.
    defined: HashMap<&'a str, Vec<UnitId>>,
    /// Macros that make items whose names they are given.
    makers: BTreeSet<&'a str>,
    /// The names of the items that stand in macros, by the names of these.
    made: BTreeMap<&'a str, BTreeSet<String>>,
    /// The traits for which macros write impls, by the names of these.
    implemented: BTreeMap<&'a str, BTreeSet<String>>,
    /// Words that may stand for types of other names.
    renamed: BTreeSet<&'a str>,
    /// What names mean in a module that are not defined there by themselves: imports and aliases of
    /// types.
    meanings: HashMap<(Option<UnitId>, &'a str), Meaning<'a>>,
    changed: bool,
}

/// What a name stands for, if it is not the name of what it stands for.
#[derive(Clone, Copy)]
enum Meaning<'a> {
    /// Something of the standard library.
    Foreign,
    /// What has this name elsewhere.
    Other(&'a str),
    /// Whatever stands behind an alias.
    Unknown,
}

impl<'a> Reach<'a> {
    fn new(units: &'a Units, parts: &[Part], banned: &[bool]) -> Self {
        let mut defined: HashMap<&str, Vec<UnitId>> = HashMap::new();
        for (id, unit) in units.all.iter().enumerate() {
            if let (Kind::Type | Kind::Trait, Some(name)) = (&unit.kind, &unit.name) {
                defined.entry(name).or_default().push(id);
            }
        }
        let mut gone = banned.to_vec();
        for (id, unit) in units.all.iter().enumerate() {
            // Parents come before their children.
            gone[id] |= unit.parent.is_some_and(|parent| gone[parent]);
        }
        let mut crates: Vec<Option<&str>> = vec![None; units.all.len()];
        for (id, unit) in units.all.iter().enumerate() {
            crates[id] = match unit.parent {
                Some(parent) => crates[parent],
                None => {
                    let name = unit.name.as_deref();
                    name.filter(|&name| {
                        parts
                            .iter()
                            .any(|part| part.module.as_deref() == Some(name))
                    })
                }
            };
        }
        let mut is_wide = false;
        let (mut modules, mut imports) = (HashMap::new(), HashMap::new());
        for (id, unit) in units.all.iter().enumerate() {
            let Some(name) = unit.name.as_deref() else {
                continue;
            };
            let place = (units.module_of(id), name);
            // Another machine may mean the other one.
            is_wide |= match &unit.kind {
                Kind::Module => modules.insert(place, id).is_some(),
                Kind::Import(leaf) => imports.insert(place, leaf).is_some(),
                _ => false,
            };
        }
        let mut meanings = HashMap::new();
        for (id, unit) in units.all.iter().enumerate() {
            let meaning = match &unit.kind {
                Kind::Import(leaf) if is_from_std(leaf) => Meaning::Foreign,
                Kind::Import(leaf) if leaf.alias.is_some() => {
                    Meaning::Other(leaf.path.last().map_or("", String::as_str))
                }
                Kind::Value => Meaning::Unknown,
                _ => continue,
            };
            let name = match &unit.kind {
                Kind::Import(leaf) => leaf.name(),
                _ => unit.name.as_deref(),
            };
            if let Some(name) = name {
                meanings.insert((units.module_of(id), name), meaning);
            }
        }
        let makers = units.all.iter().filter(|unit| makes_items(&unit.open));
        let makers = makers.filter_map(|unit| unit.name.as_deref()).collect();
        let mut made = BTreeMap::new();
        for unit in units.all.iter().filter(|unit| may_make_items(&unit.open)) {
            let (name, tokens) = (unit.name.as_deref(), unit.open.parse());
            if let (Some(name), Ok(tokens)) = (name, tokens) {
                let names: &mut BTreeSet<String> = made.entry(name).or_default();
                defined_words(&tokens, names);
            }
        }
        let mut implemented = BTreeMap::new();
        for unit in units.all.iter().filter(|unit| may_write_impls(&unit.open)) {
            let (name, tokens) = (unit.name.as_deref(), unit.open.parse());
            if let (Some(name), Ok(tokens)) = (name, tokens) {
                implemented_traits(&tokens, implemented.entry(name).or_default());
            }
        }
        let all = units.all.iter();
        let all = all.filter(|unit| unit.words.contains("macro_rules") && unit.name.is_some());
        let all: Vec<&Unit> = all.collect();
        spread(&all, &mut implemented, |unit, traits| {
            if traits.remove(GIVEN) {
                let is_ours = |word: &&String| defined.contains_key(word.as_str());
                traits.extend(unit.words.iter().filter(is_ours).cloned());
            }
        });
        let mut expanded: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for unit in &all {
            let words = expanded.entry(unit.name.as_deref().unwrap_or_default());
            let first = unit.places.first.iter().map(String::as_str);
            words.or_default().extend(first);
        }
        spread(&all, &mut expanded, |_, _| {});
        let renamed = meanings
            .iter()
            .filter_map(|((_, name), meaning)| match meaning {
                Meaning::Foreign => None,
                Meaning::Other(_) | Meaning::Unknown => Some(*name),
            });
        let renamed = renamed.collect();
        let live = vec![false; banned.len()];
        let mut names = all.iter().filter_map(|unit| unit.name.as_deref());
        is_wide |= names.any(is_std_macro);
        Reach {
            units,
            gone,
            crates,
            live,
            names: HashSet::new(),
            called: HashMap::new(),
            renamed,
            is_wide,
            infers: false,
            own: BTreeMap::new(),
            within: BTreeMap::new(),
            inside: BTreeMap::new(),
            paths: HashMap::new(),
            modules,
            imports,
            expanded,
            opened: BTreeMap::new(),
            defined,
            makers,
            made,
            implemented,
            meanings,
            changed: false,
        }
    }

    fn mark(&mut self, id: UnitId) {
        if std::mem::replace(&mut self.live[id], true) {
            return;
        }
        self.changed = true;
        let units = self.units;
        let unit = &units.all[id];
        let words = || unit.words.iter().map(String::as_str);
        self.names.extend(words());
        for (name, how) in &unit.places.called {
            let how = match how {
                How::Of(of) if of == "Self" || self.renamed.contains(of.as_str()) => &How::Any,
                how => how,
            };
            self.called.entry(name).or_default().insert(how);
        }
        let here = units.module_of(id);
        for path in &unit.places.paths {
            let (word, modules) = path.split_last().expect("a path has a word");
            match self.module(here, modules, DETOURS) {
                Some(Some(module)) => drop(self.inside.entry(module).or_default().insert(word)),
                Some(None) => {}
                None => {
                    let module = modules.last().map_or("", String::as_str);
                    self.paths.entry(word).or_default().insert(module);
                }
            }
        }
        let first = unit.places.first.iter().map(String::as_str);
        let expanded = words().filter_map(|word| self.expanded.get(word));
        let first: BTreeSet<&str> = first.chain(expanded.flatten().copied()).collect();
        let around = std::iter::successors(here, |&id| units.module_of(id));
        for (depth, module) in around.enumerate() {
            if depth == 0 {
                self.own.entry(module).or_default().extend(&first);
            }
            self.within.entry(module).or_default().extend(&first);
        }
        self.is_wide |= ["macro_rules", "cfg"]
            .iter()
            .any(|word| unit.words.contains(*word))
            && unit.open.replace(' ', "").contains("::$");
        if let Kind::Import(leaf) = &unit.kind {
            let last = leaf.path.last().map_or("", String::as_str);
            if leaf.glob && !is_from_std(leaf) && !last.starts_with(char::is_uppercase) {
                match self.module(here, &leaf.path, DETOURS) {
                    Some(Some(module)) => self.opened.entry(module).or_default().push(here),
                    _ => self.is_wide = true,
                }
            }
        }
        if let Some(parent) = self.units.all[id].parent {
            self.mark(parent);
        }
    }

    /// The module that a path leads to from another one, none for the root, if that is known.
    fn module(
        &self,
        from: Option<UnitId>,
        path: &[String],
        detours: usize,
    ) -> Option<Option<UnitId>> {
        let mut at = from;
        for (index, word) in path.iter().enumerate() {
            at = match word.trim_start_matches("r#") {
                "crate" => None,
                "self" => at,
                "super" => self.units.module_of(at?),
                word => match (self.modules.get(&(at, word)), self.imports.get(&(at, word))) {
                    (Some(&module), _) => Some(module),
                    (None, Some(leaf)) if detours > 0 => {
                        self.module(at, &leaf.path, detours - 1)?
                    }
                    // A first word may be the name of a crate.
                    _ if index == 0 => Some(*self.modules.get(&(None, word))?),
                    _ => return None,
                },
            };
        }
        Some(at)
    }

    /// The type or trait that an import brings, if that is known.
    fn imported(&self, from: Option<UnitId>, leaf: &Leaf, detours: usize) -> Option<UnitId> {
        let (last, modules) = leaf.path.split_last()?;
        let module = self.module(from, modules, DETOURS)?;
        let mut known = self.defined.get(last.as_str())?.iter();
        let here = known.find(|&&id| self.units.module_of(id) == module);
        match self.imports.get(&(module, last)) {
            Some(leaf) if here.is_none() && detours > 0 => self.imported(module, leaf, detours - 1),
            _ => here.copied(),
        }
    }

    /// Whether a name stands behind the `::` of a module, or where all of it is imported: by others
    /// whose all is imported again, in circles, too.
    fn is_in_path(&self, module: UnitId, name: &str) -> bool {
        let has = |words: &BTreeMap<UnitId, BTreeSet<&str>>, of: &UnitId| {
            words.get(of).is_some_and(|words| words.contains(name))
        };
        let named = self.paths.get(name);
        let (mut seen, mut next) = (BTreeSet::from([module]), vec![module]);
        while let Some(module) = next.pop() {
            let of = self.units.all[module].name.as_deref().unwrap_or_default();
            let is_named =
                named.is_some_and(|modules| modules.contains(of) || modules.contains(""));
            if is_named || has(&self.inside, &module) {
                return true;
            }
            for to in self.opened.get(&module).into_iter().flatten() {
                match to {
                    Some(to) if has(&self.own, to) => return true,
                    Some(to) => next.extend(seen.insert(*to).then_some(*to)),
                    None if self.names.contains(name) => return true,
                    None => {}
                }
            }
        }
        false
    }

    /// Whether live code has the name of an item where it may mean that: in its module, behind a
    /// `::`, where all of the module is imported, or in a macro. Macros themselves are seen in all
    /// that follows.
    fn is_named(&self, id: UnitId) -> bool {
        let unit = &self.units.all[id];
        let Some(name) = unit.name.as_deref() else {
            return false;
        };
        match self.units.module_of(id) {
            Some(module) if !self.is_wide && !unit.words.contains("macro_rules") => {
                let own = self.own.get(&module);
                own.is_some_and(|own| own.contains(name)) || self.is_in_path(module, name)
            }
            _ => self.names.contains(name),
        }
    }

    /// Whether live code may call a member. Types and constants are named in more ways.
    fn is_called(&self, id: UnitId, name: &str) -> bool {
        let is_method = name.starts_with(|c: char| c.is_lowercase() || c == '_');
        if self.is_wide || !is_method {
            return self.names.contains(name) || self.called.contains_key(name);
        }
        let unit = &self.units.all[id];
        let parent = unit.parent.map(|parent| &self.units.all[parent].kind);
        let mut called = self.called.get(name).into_iter().flatten();
        called.any(|how| match how {
            How::Any => true,
            How::With(arguments) => unit.takes == Some(*arguments),
            How::Of(of) => match parent {
                Some(Kind::Impl { about, .. }) => {
                    about.contains_key(of) || !self.defined.contains_key(of.as_str())
                }
                _ => true,
            },
        })
    }

    fn is_wanted(&self, id: UnitId) -> bool {
        let unit = &self.units.all[id];
        match &unit.kind {
            Kind::Module => false,
            Kind::Value => {
                // Older derives give the constant around their impls a name that nobody says.
                let is_for_impls = unit.name.is_none() || !unit.heads.is_empty();
                self.is_named(id) || (is_for_impls && self.may_implement(id) && self.about_live(id))
            }
            Kind::Type => self.is_named(id),
            // Beside the code that calls its methods, nobody needs to name a trait.
            Kind::Trait => {
                self.is_named(id)
                    || (self.module_is_reached(self.units.module_of(id))
                        && self.has_called_member(id))
            }
            Kind::Variant | Kind::Derive => unit.parent.is_some_and(|parent| self.live[parent]),
            Kind::Import(leaf) => self.import_is_wanted(id, leaf),
            Kind::Impl { of, .. } => match of {
                None => false,
                Some(of) => {
                    self.block_is_wanted(id)
                        && (!self.defined.contains_key(of.as_str())
                            || self.is_foreign(id, of)
                            || self.trait_is_live(of))
                }
            },
            Kind::Member => self.member_is_wanted(id),
            Kind::Call { defines } => {
                if defines.is_empty() {
                    (self.may_implement(id) && self.speaks_of_live(id))
                        || self.makes_what_is_named(id)
                } else {
                    defines
                        .iter()
                        .any(|name| self.names.contains(name.as_str()))
                }
            }
        }
    }

    /// Whether the crate around a unit is named anywhere.
    fn is_in_reach(&self, id: UnitId) -> bool {
        self.crates[id].is_none_or(|name| self.names.contains(name))
    }

    /// A macro call without a name of its own: it may write an `impl` for each of the types that it
    /// speaks of.
    fn speaks_of_live(&self, id: UnitId) -> bool {
        let words = &self.units.all[id].words;
        let mut known = words
            .iter()
            .filter_map(|word| self.defined.get(word.as_str()))
            .peekable();
        known.peek().is_none() || known.flatten().any(|&id| self.live[id])
    }

    /// A call that may make an item whose name occurs in live code.
    fn makes_what_is_named(&self, id: UnitId) -> bool {
        let words = &self.units.all[id].words;
        let can_be_made = |word: &str| {
            self.names.contains(word)
                && !self.makers.contains(word)
                && !is_keyword(word)
                && !is_primitive(word)
        };
        let is_made = |word: &String| {
            let mut made = self.made.get(word.as_str()).into_iter().flatten();
            made.any(|name| self.names.contains(name.as_str()))
        };
        let by_its_words = words.iter().any(|word| self.makers.contains(word.as_str()))
            && words.iter().any(|word| can_be_made(word));
        (by_its_words || words.iter().any(is_made))
            && self.module_is_reached(self.units.module_of(id))
    }

    /// A constant for the sake of its impls: it belongs to the types and traits of an impl in it,
    /// or else to all types that it speaks of; if macros write impls in it, to any of them.
    fn about_live(&self, id: UnitId) -> bool {
        let known = |words: &'a BTreeSet<String>| {
            let defined = words
                .iter()
                .filter_map(|word| self.defined.get(word.as_str()));
            defined.map(|units| units.iter().any(|&id| self.live[id]))
        };
        let Unit { words, heads, .. } = &self.units.all[id];
        if !heads.is_empty() {
            return heads.iter().any(|head| known(head).all(|live| live));
        }
        let mut known = known(words).peekable();
        if words
            .iter()
            .any(|word| self.implemented.contains_key(word.as_str()))
        {
            known.peek().is_none() || known.any(|live| live)
        } else {
            known.all(|live| live)
        }
    }

    fn module_is_live(&self, id: UnitId) -> bool {
        self.units
            .module_of(id)
            .is_none_or(|module| self.live[module])
    }

    /// Whether a call, or a `const _`, stands where an impl counts: in a live module, or in one
    /// that nobody names, of a live one, if it is of a live trait; if that is not enough, wherever
    /// macros write impls.
    fn may_implement(&self, id: UnitId) -> bool {
        let words = &self.units.all[id].words;
        let is_trait = |word: &String| {
            let mut traits = self.implemented.get(word.as_str()).into_iter().flatten();
            traits.any(|name| {
                self.trait_is_live(name)
                    || (name == GIVEN && words.iter().any(|word| self.trait_is_live(word)))
            })
        };
        let around = self.units.module_of(id);
        self.module_is_live(id)
            || (self.infers
                && words
                    .iter()
                    .any(|word| self.implemented.contains_key(word.as_str())))
            || (around.is_some_and(|module| self.module_is_live(module))
                && words.iter().any(is_trait))
    }

    /// Whether a module is live, or will be once something in it is.
    fn module_is_reached(&self, module: Option<UnitId>) -> bool {
        module.is_none_or(|module| {
            let name = self.units.all[module].name.as_deref().unwrap_or_default();
            self.live[module] || self.names.contains(name)
        })
    }

    /// What the first word of a path means in the module of a unit.
    fn meaning(&self, id: UnitId, first: &str) -> Option<Meaning<'a>> {
        if matches!(first, "std" | "core" | "alloc") {
            return Some(Meaning::Foreign);
        }
        self.meanings
            .get(&(self.units.module_of(id), first))
            .copied()
    }

    /// Whether a word in the head of an `impl` stands for something of the standard library.
    fn is_foreign(&self, id: UnitId, word: &str) -> bool {
        match &self.units.all[id].kind {
            Kind::Impl { about, .. } => about
                .get(word)
                .is_some_and(|first| matches!(self.meaning(id, first), Some(Meaning::Foreign))),
            _ => false,
        }
    }

    fn trait_is_live(&self, name: &str) -> bool {
        self.defined
            .get(name)
            .into_iter()
            .flatten()
            .any(|&id| self.live[id])
    }

    /// Whether all the types and traits of ours that an `impl` is about are live.
    fn block_is_wanted(&self, id: UnitId) -> bool {
        let Kind::Impl { about, given, .. } = &self.units.all[id].kind else {
            return false;
        };
        let here = self.units.module_of(id);
        about.iter().all(|(word, first)| {
            if self.infers && given.contains(word) {
                return true;
            }
            let word = match self.meaning(id, first) {
                Some(Meaning::Foreign) => return true,
                Some(Meaning::Unknown) if word == first => return true,
                Some(Meaning::Other(other)) if word == first => other,
                _ => word,
            };
            let Some(known) = self.defined.get(word) else {
                return true;
            };
            let own = known.iter().copied();
            let mut own = own.filter(|&unit| self.units.module_of(unit) == here);
            let import = || self.imported(here, self.imports.get(&(here, first))?, DETOURS);
            match own.next().or_else(import) {
                Some(unit) => self.live[unit],
                // A glob may bring an alias of that name.
                None => {
                    known.iter().any(|&unit| self.live[unit])
                        || self.infers && self.renamed.contains(word)
                }
            }
        })
    }

    fn member_is_wanted(&self, id: UnitId) -> bool {
        let unit = &self.units.all[id];
        let Some(parent) = unit.parent else {
            return false;
        };
        let kind = &self.units.all[parent].kind;
        let Some(name) = unit.name.as_deref() else {
            // A call of a macro, which may make the very method that is named.
            return self.live[parent]
                || (matches!(kind, Kind::Impl { of: None, .. }) && self.block_is_wanted(parent));
        };
        match kind {
            Kind::Impl { of: None, .. } => self.is_called(id, name) && self.block_is_wanted(parent),
            Kind::Impl { of: Some(of), .. } => {
                self.live[parent] && (self.is_foreign(parent, of) || self.trait_wants(of, name))
            }
            _ => self.live[parent] && self.is_called(id, name),
        }
    }

    /// Whether a trait of ours has this member still, or a foreign one may.
    fn trait_wants(&self, of: &str, name: &str) -> bool {
        let traits = self.defined.get(of).into_iter().flatten();
        let members = traits.flat_map(|&id| &self.units.all[id].children);
        let mut known = members
            .filter(|&&id| self.units.all[id].name.as_deref() == Some(name))
            .peekable();
        known.peek().is_none() || known.any(|&id| self.live[id])
    }

    fn import_is_wanted(&self, id: UnitId, leaf: &Leaf) -> bool {
        if !self.module_is_reached(self.units.module_of(id)) {
            return false;
        }
        match leaf.name() {
            None => !self.globs_nothing(id, leaf),
            Some(name) if name != "_" && self.is_in_sight(id, name) => !self.is_of_dead(id, leaf),
            // Traits are imported for methods, and their own name need not occur.
            Some(name) => {
                let last = leaf.path.last().map_or("", String::as_str);
                let is_camel =
                    last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase);
                match self.defined.get(last) {
                    _ if names_std(leaf) && is_camel && !has_no_traits(leaf) => true,
                    Some(known) => {
                        let it = self.imported(self.units.module_of(id), leaf, DETOURS);
                        let may_be = |id| it.is_none_or(|it| it == id);
                        known
                            .iter()
                            .any(|&id| may_be(id) && self.has_called_member(id))
                    }
                    None if names_std(leaf) => false,
                    // One that a macro makes.
                    None => {
                        let is_given = |unit: &Unit| {
                            matches!(unit.kind, Kind::Call { .. }) && unit.words.contains(last)
                        };
                        let may_be_made = || self.units.all.iter().any(is_given);
                        is_camel && (self.names.contains(name) || self.infers && may_be_made())
                    }
                }
            }
        }
    }

    /// Whether an import is that of a module in which nothing is named or live, and of nothing else
    /// that has its name.
    fn is_of_dead(&self, id: UnitId, leaf: &Leaf) -> bool {
        let units = &self.units;
        let module = self.module(units.module_of(id), &leaf.path, DETOURS);
        let Some(module) = module.flatten() else {
            return false;
        };
        // What a glob brings may have its name: `mod find; pub use find::*;`, and in it `find`.
        let name = units.all[module].name.as_deref();
        let beside = units.module_of(module).zip(name);
        if beside.is_some_and(|(around, name)| self.brings(around, name)) {
            return false;
        }
        let is_named = self.inside.contains_key(&module) || self.opened.contains_key(&module);
        // A crate is in reach once it is named.
        let around = units.module_of(module).filter(|_| !is_named);
        around.is_some_and(|around| {
            let beside = units.all[around].children.iter();
            let mut named = beside.filter(|&&id| units.all[id].name.as_deref() == name);
            // A macro that is exported stands at the root of its crate, with an import.
            let brings_macro = |id: UnitId| match &units.all[id].kind {
                Kind::Import(leaf) => {
                    let last = leaf.path.last().map_or("", String::as_str);
                    self.expanded.contains_key(last)
                }
                _ => false,
            };
            named.all(|&id| !self.live[id] && !brings_macro(id))
        })
    }

    /// Whether a glob of a module brings an item of this name that is no module, by way of others
    /// too.
    fn brings(&self, module: UnitId, name: &str) -> bool {
        let units = &self.units;
        let (mut seen, mut next) = (BTreeSet::from([module]), vec![module]);
        while let Some(module) = next.pop() {
            for &id in &units.all[module].children {
                let of = match &units.all[id].kind {
                    Kind::Import(leaf) if leaf.glob => {
                        self.module(Some(module), &leaf.path, DETOURS)
                    }
                    _ => None,
                };
                let Some(of) = of.flatten().filter(|of| seen.insert(*of)) else {
                    continue;
                };
                let mut inside = units.all[of].children.iter().map(|&id| &units.all[id]);
                if inside.any(|unit| {
                    unit.name.as_deref() == Some(name) && !matches!(unit.kind, Kind::Module)
                }) {
                    return true;
                }
                next.push(of);
            }
        }
        false
    }

    /// Whether live code has the name of an import where it may mean that: in the module itself,
    /// behind the `::` of whatever path, or where all of the module is imported. What is private is
    /// seen in the module and those inside.
    fn is_in_sight(&self, id: UnitId, name: &str) -> bool {
        let Some(module) = self.units.module_of(id).filter(|_| !self.is_wide) else {
            return self.names.contains(name);
        };
        let has = |words: &BTreeMap<UnitId, BTreeSet<&str>>| {
            words.get(&module).is_some_and(|words| words.contains(name))
        };
        let is_private = !self.units.all[id].open.contains("pub");
        has(&self.own) || (self.is_in_path(module, name) && (!is_private || has(&self.within)))
    }

    /// Whether a glob is that of a module in which nothing is left, such as one of tests. It is
    /// never printed.
    fn globs_nothing(&self, id: UnitId, leaf: &Leaf) -> bool {
        let module = self.module(self.units.module_of(id), &leaf.path, DETOURS);
        let module = module.flatten();
        module.is_some_and(|module| self.is_hollow(module))
    }

    /// Whether a unit is a glob of a module in which nothing is live.
    fn globs_dead(&self, id: UnitId) -> bool {
        let Kind::Import(leaf) = &self.units.all[id].kind else {
            return false;
        };
        let last = match leaf.path.last() {
            Some(last) if leaf.glob => last,
            _ => return false,
        };
        // Each target may have a module of this name. Of one that a glob brings, only the name is
        // known.
        let found = match self.module(self.units.module_of(id), &leaf.path, DETOURS) {
            Some(None) => return false,
            Some(Some(module)) => Some(&self.units.all[module]),
            None if matches!(&*leaf.path[0], "std" | "core" | "alloc") => return false,
            None => None,
        };
        let name = found.map_or(Some(last), |module| module.name.as_ref());
        let is_it = |unit: &&Unit| {
            unit.name.as_ref() == name && found.is_none_or(|module| unit.parent == module.parent)
        };
        let all = self.units.all.iter().zip(&self.live);
        let mut all = all.filter(|(unit, _)| is_it(unit)).peekable();
        all.peek().is_some() && all.all(|(unit, live)| !live && matches!(unit.kind, Kind::Module))
    }

    /// Modules in which nothing is live, of live globs that name them by way of another glob. Such
    /// a glob stays for any live module of that name, which may be that of another target: then
    /// each target needs its own, if only an empty one.
    fn opened_elsewhere(&self) -> Vec<UnitId> {
        let all = self.units.all.iter().enumerate();
        let mut names: BTreeSet<(Option<&str>, &str)> = BTreeSet::new();
        for (id, unit) in all.clone().filter(|(id, _)| self.live[*id]) {
            if let Kind::Import(leaf) = &unit.kind {
                let is_found = || self.module(self.units.module_of(id), &leaf.path, DETOURS);
                if leaf.glob && !is_from_std(leaf) && is_found().is_none() {
                    names.extend(leaf.path.last().map(|last| (self.crates[id], &**last)));
                }
            }
        }
        let modules = all.filter_map(|(id, unit)| {
            let name = (self.crates[id], unit.name.as_deref()?);
            (matches!(unit.kind, Kind::Module) && names.contains(&name)).then_some((name, id))
        });
        let (live, dead): (Vec<_>, Vec<_>) = modules.partition(|(_, id)| self.live[*id]);
        let live: BTreeSet<_> = live.into_iter().map(|(name, _)| name).collect();
        let is_opened = |(name, id): &(_, UnitId)| live.contains(name) && !self.gone[*id];
        dead.into_iter()
            .filter(is_opened)
            .map(|(_, id)| id)
            .collect()
    }

    /// Whether there is nothing in a module but modules of that kind.
    fn is_hollow(&self, module: UnitId) -> bool {
        self.units.all[module]
            .children
            .iter()
            .all(|&id| matches!(self.units.all[id].kind, Kind::Module) && self.is_hollow(id))
    }

    fn has_called_member(&self, id: UnitId) -> bool {
        let unit = &self.units.all[id];
        let may_be_called = |&member: &UnitId| {
            let name = self.units.all[member].name.as_deref();
            name.is_none_or(|name| self.is_called(member, name))
        };
        matches!(unit.kind, Kind::Trait) && unit.children.iter().any(may_be_called)
    }
}

/// Adds to what is known of each macro what is known of those that it calls, by way of `given`,
/// which knows what it gives them.
fn spread<'a, T: Ord + Clone>(
    macros: &[&'a Unit],
    known: &mut BTreeMap<&'a str, BTreeSet<T>>,
    given: impl Fn(&Unit, &mut BTreeSet<T>),
) {
    loop {
        let before: usize = known.values().map(BTreeSet::len).sum();
        for unit in macros {
            let name = unit.name.as_deref().unwrap_or_default();
            let below = unit.words.iter().filter(|word| *word != name);
            let below = below.filter_map(|word| known.get(word.as_str()));
            let mut below: BTreeSet<T> = below.flatten().cloned().collect();
            given(unit, &mut below);
            if !below.is_empty() {
                known.entry(name).or_default().extend(below);
            }
        }
        if known.values().map(BTreeSet::len).sum::<usize>() == before {
            return;
        }
    }
}

/// Whether this is a `macro_rules!` that may have items of a module in it. An `impl` goes with its
/// type.
fn may_make_items(text: &str) -> bool {
    text.contains("macro_rules") && !text.contains("impl ")
}

/// Whether this is a `macro_rules!` with an item whose name is a variable. Functions of an `impl`
/// are none: that goes with its type.
pub(crate) fn makes_items(text: &str) -> bool {
    const KINDS: [&str; 8] = [
        "struct", "enum", "union", "static", "const", "type", "trait", "mod",
    ];
    let makes = |kind: &str| text.contains(&format!("{kind} $"));
    text.contains("macro_rules")
        && (KINDS.into_iter().any(makes) || (makes("fn") && !text.contains("impl ")))
}

fn may_write_impls(text: &str) -> bool {
    text.contains("macro_rules") && text.contains("impl ")
}

/// What a macro implements that is given the trait.
const GIVEN: &str = "$";

/// The last words of the paths between `impl` and `for`.
fn implemented_traits(tokens: &TokenStream, traits: &mut BTreeSet<String>) {
    let (mut depth, mut last, mut given) = (0, None, false);
    for tree in tokens.clone() {
        let is_given = std::mem::replace(&mut given, is_punct(Some(&tree), '$'));
        match tree {
            TokenTree::Group(group) => implemented_traits(&group.stream(), traits),
            TokenTree::Punct(sign) if sign.as_char() == '<' => depth += 1,
            TokenTree::Punct(sign) if sign.as_char() == '>' => depth -= 1,
            TokenTree::Ident(word) if word == "impl" => (depth, last) = (0, None),
            TokenTree::Ident(word) if word == "for" && depth == 0 => traits.extend(last.take()),
            TokenTree::Ident(_) if depth == 0 && is_given => last = Some(GIVEN.to_owned()),
            TokenTree::Ident(word) if depth == 0 => last = Some(plain(&word)),
            _ => {}
        }
    }
}

/// Whether a path leads into the standard library, perhaps by way of a module that has its crates
/// (`crate::lib::std`).
fn names_std(leaf: &Leaf) -> bool {
    let is_std = |word: &String| matches!(word.as_str(), "std" | "core" | "alloc");
    leaf.path.iter().any(is_std)
}

/// Whether a path leads into a module of the standard library that has no traits.
fn has_no_traits(leaf: &Leaf) -> bool {
    const WITHOUT: [&str; 7] = ["boxed", "cell", "collections", "rc", "sync", "time", "vec"];
    is_from_std(leaf)
        && leaf
            .path
            .get(1)
            .is_some_and(|of| WITHOUT.contains(&of.as_str()))
}

fn is_from_std(leaf: &Leaf) -> bool {
    matches!(leaf.path[0].as_str(), "std" | "core" | "alloc")
}
