//! Crates made of modules, with names from a small pool, so that they meet each other, and all the
//! ways to speak of something from somewhere else.

use arbitrary::Unstructured;
use std::collections::BTreeSet;

/// The crates: a program and two libraries, each of which may use those behind it.
pub(super) const CRATES: [&str; 3] = ["program", "alpha", "util"];

const MODULES: [&str; 8] = ["a", "b", "util", "alpha", "fmt", "ext", "r#match", "shapes"];
const VALUES: [&str; 12] = [
    "alpha", "util", "get", "max", "ab", "fe", "r#type", "shapes", "c0", "value", "len", "fmt",
];
const TYPES: [&str; 10] = [
    "Node", "Display", "Error", "Add", "T", "N", "Kind", "Hash", "Tree", "Pair",
];

const CONSTANTS: [&str; 6] = ["LIMIT", "MAX", "AB", "KEY", "UTIL", "C0"];

/// What a piece of code needs when it runs.
#[derive(Clone, Default, Debug)]
pub(super) struct Needs {
    /// The numbers that stand in the items, one for each part that can be dropped alone.
    pub(super) marks: BTreeSet<u32>,
    /// About how many calls it makes.
    pub(super) calls: u32,
}

impl Needs {
    pub(super) fn one(mark: u32) -> Self {
        Needs {
            marks: [mark].into(),
            calls: 1,
        }
    }

    pub(super) fn add(&mut self, other: &Needs) {
        self.marks.extend(&other.marks);
        self.calls += other.calls;
    }
}

/// What calls more than this is called no more, or a program could take ages.
const MOST_CALLS: u32 = 2000;

/// Who may name something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    Everybody,
    Crate,
    /// The module around it and all below that.
    Parent,
    /// The module itself and all below it.
    Module,
}

#[derive(Debug)]
pub(super) struct Module {
    pub(super) krate: usize,
    pub(super) parent: Option<usize>,
    pub(super) name: String,
    pub(super) public: bool,
    layout: usize,
    /// Its items.
    pub(super) text: String,
    /// What has a meaning in it, of whatever kind.
    names: BTreeSet<String>,
    /// The module that it imports as a whole: one at the most, or names could have two meanings.
    glob: Option<usize>,
    /// Whether it uses the name of a crate that a glob could give another meaning.
    bare: bool,
}

/// Something with a name that others can use.
#[derive(Clone, Debug)]
pub(super) struct Thing<K> {
    pub(super) module: usize,
    pub(super) name: String,
    pub(super) sort: Sort,
    pub(super) reach: Reach,
    pub(super) kind: K,
    /// What a use of it needs.
    pub(super) needs: Needs,
}

/// Everything that was made up so far.
#[derive(Debug)]
pub(super) struct World<'b, K> {
    input: Unstructured<'b>,
    pub(super) modules: Vec<Module>,
    pub(super) things: Vec<Thing<K>>,
    marks: u32,
    macros: BTreeSet<String>,
}

/// What a name is the name of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Value,
    Constant,
    Type,
    /// Of macros no two have the same name: one would be in scope by its place in the text, one by
    /// an import, and the compiler refuses to choose.
    Macro,
}

pub(super) fn plain(name: &str) -> &str {
    name.trim_start_matches("r#")
}

impl<'b, K: Clone> World<'b, K> {
    pub(super) fn new(data: &'b [u8]) -> Self {
        let mut world = World {
            input: Unstructured::new(data),
            modules: Vec::new(),
            things: Vec::new(),
            marks: 1_000_000,
            macros: BTreeSet::new(),
        };
        for krate in 0..CRATES.len() {
            world.add_module(krate, None, String::new(), true);
        }
        for _ in 0..2 + world.pick(7) {
            let parent = world.pick(world.modules.len());
            let name = MODULES[world.pick(MODULES.len())].to_owned();
            let krate = world.modules[parent].krate;
            if world.take(parent, &name) {
                let public = world.pick(4) > 0;
                world.add_module(krate, Some(parent), name, public);
            }
        }
        world
    }

    fn add_module(&mut self, krate: usize, parent: Option<usize>, name: String, public: bool) {
        let layout = self.pick(6);
        self.modules.push(Module {
            krate,
            parent,
            name,
            public,
            layout,
            text: String::new(),
            names: BTreeSet::new(),
            glob: None,
            bare: false,
        });
    }

    /// A number below `count`; 0 once the bytes have come to an end.
    pub(super) fn pick(&mut self, count: usize) -> usize {
        self.input.int_in_range(0..=count as u16 - 1).unwrap_or(0) as usize
    }

    pub(super) fn one_of<'s>(&mut self, list: &[&'s str]) -> &'s str {
        list[self.pick(list.len())]
    }

    pub(super) fn is_over(&self) -> bool {
        self.input.is_empty()
    }

    /// A number that stands nowhere else.
    pub(super) fn mark(&mut self) -> u32 {
        self.marks += 7919;
        self.marks
    }

    /// Claims a name in a module, if it is free there.
    pub(super) fn take(&mut self, module: usize, name: &str) -> bool {
        self.modules[module].names.insert(plain(name).to_owned())
    }

    /// A name that was free in the module: from the pool if possible.
    pub(super) fn new_name(&mut self, module: usize, sort: Sort) -> String {
        let (pool, other) = match sort {
            Sort::Value | Sort::Macro => (&VALUES[..], "name"),
            Sort::Constant => (&CONSTANTS[..], "NAME"),
            Sort::Type => (&TYPES[..], "Name"),
        };
        for _ in 0..3 {
            let name = self.one_of(pool);
            let free = sort != Sort::Macro || self.macros.insert(name.to_owned());
            if free && self.take(module, name) {
                return name.to_owned();
            }
        }
        let number = self.modules[module].names.len();
        let name = match sort {
            Sort::Macro => format!("name{}", self.mark()),
            _ => format!("{other}{number}"),
        };
        self.take(module, &name);
        name
    }

    pub(super) fn write(&mut self, module: usize, text: &str) {
        self.modules[module].text += text;
        self.modules[module].text.push('\n');
    }

    fn is_within(&self, mut module: usize, other: usize) -> bool {
        loop {
            if module == other {
                return true;
            }
            match self.modules[module].parent {
                Some(parent) => module = parent,
                None => return false,
            }
        }
    }

    fn is_public(&self, module: usize) -> bool {
        let Module { parent, public, .. } = self.modules[module];
        public && parent.is_none_or(|parent| self.is_public(parent))
    }

    /// Whether other crates can name it where it is.
    pub(super) fn is_open(&self, thing: usize) -> bool {
        let Thing { module, reach, .. } = self.things[thing];
        reach == Reach::Everybody && self.is_public(module)
    }

    pub(super) fn can_use(&self, from: usize, thing: usize) -> bool {
        let Thing { module, reach, .. } = self.things[thing];
        let (mine, its) = (self.modules[from].krate, self.modules[module].krate);
        if mine != its {
            return mine < its && self.is_open(thing);
        }
        match reach {
            Reach::Everybody | Reach::Crate => true,
            Reach::Parent => self.is_within(from, self.modules[module].parent.unwrap_or(module)),
            Reach::Module => self.is_within(from, module),
        }
    }

    /// A thing that can be used from here and fits.
    pub(super) fn some_thing(
        &mut self,
        from: usize,
        fits: impl Fn(&Thing<K>) -> bool,
    ) -> Option<usize> {
        let all: Vec<usize> = (0..self.things.len())
            .filter(|&thing| self.things[thing].needs.calls < MOST_CALLS)
            .filter(|&thing| fits(&self.things[thing]) && self.can_use(from, thing))
            .collect();
        if all.is_empty() {
            return None;
        }
        // The latest are the least used so far.
        Some(all[all.len() - 1 - self.pick(all.len())])
    }

    /// Names from the root of its crate to a module.
    fn way(&self, module: usize) -> Vec<&str> {
        let mut names = Vec::new();
        let mut at = module;
        while let Some(parent) = self.modules[at].parent {
            names.push(self.modules[at].name.as_str());
            at = parent;
        }
        names.reverse();
        names
    }

    fn joined(&self, root: &str, module: usize, name: &str) -> String {
        let mut words = vec![root];
        words.extend(self.way(module));
        words.push(name);
        words.join("::")
    }

    /// The path that is right everywhere in the crate.
    pub(super) fn absolute(&self, from: usize, thing: usize) -> String {
        let Thing { module, name, .. } = &self.things[thing];
        let krate = self.modules[*module].krate;
        if krate == self.modules[from].krate {
            self.joined("crate", *module, name)
        } else {
            self.joined(&format!("::{}", CRATES[krate]), *module, name)
        }
    }

    /// A path that starts with `self`, `super` or the name of a module below.
    fn relative(&mut self, from: usize, module: usize, name: &str) -> String {
        let mut words = Vec::new();
        let mut at = from;
        while !self.is_within(module, at) {
            words.push("super");
            at = self.modules[at].parent.expect("the root is around all");
        }
        let depth = self.way(at).len();
        let explicit = self.pick(2) == 1;
        if words.is_empty() && explicit {
            words.push("self");
        }
        words.extend(&self.way(module)[depth..]);
        words.push(name);
        words.join("::")
    }

    /// Some path to a thing; it may need an import, which is written.
    pub(super) fn path(&mut self, from: usize, thing: usize) -> String {
        let Thing {
            module, name, sort, ..
        } = self.things[thing].clone();
        let krate = self.modules[module].krate;
        let foreign = krate != self.modules[from].krate;
        let absolute = self.absolute(from, thing);
        match self.pick(8) {
            0 | 1 if !foreign => self.relative(from, module, &name),
            0 | 1 if self.bare(from, krate) => self.joined(CRATES[krate], module, &name),
            2 => {
                let alias = self.new_name(from, sort);
                let target = match self.pick(2) {
                    0 if !foreign => self.relative(from, module, &name),
                    _ => absolute,
                };
                // A name alone would be looked for as a crate.
                let target = match target.contains("::") {
                    true => target,
                    false => format!("self::{target}"),
                };
                self.write(from, &format!("use {target} as {alias};"));
                alias
            }
            3 if self.take(from, &name) => {
                self.write(from, &format!("use {absolute};"));
                name
            }
            4 => {
                let alias = self.new_name(from, Sort::Value);
                let (before, _) = absolute.rsplit_once("::").expect("a module");
                let other = self.new_name(from, sort);
                let import = match self.pick(2) {
                    0 => format!("use {before}::{{self as {alias}}};"),
                    _ => format!("use {before}::{{self as {alias}, {name} as {other}}};"),
                };
                if before.starts_with("::") && !before[2..].contains("::") {
                    // The crate itself.
                    self.write(from, &format!("use {before} as {alias};"));
                } else if before == "crate" {
                    self.write(from, &format!("use crate as {alias};"));
                } else {
                    self.write(from, &import);
                }
                format!("{alias}::{name}")
            }
            5 | 6 => {
                let free = !self.modules[from].names.contains(plain(&name));
                let glob = self.modules[from].glob;
                if module == from || self.modules[from].bare || !free {
                    return absolute;
                }
                if glob.is_none() {
                    let (before, _) = absolute.rsplit_once("::").expect("a module");
                    self.modules[from].glob = Some(module);
                    self.write(from, &format!("use {before}::*;"));
                } else if glob != Some(module) {
                    return absolute;
                }
                self.take(from, &name);
                name
            }
            _ => absolute,
        }
    }

    /// Whether the name of a crate can start a path here; then it keeps that meaning.
    fn bare(&mut self, from: usize, krate: usize) -> bool {
        let Module {
            bare, glob, names, ..
        } = &mut self.modules[from];
        let claimed = CRATES[krate].to_owned() + "::";
        if glob.is_some() || (names.contains(CRATES[krate]) && !names.contains(&claimed)) {
            return false;
        }
        *bare = true;
        names.insert(CRATES[krate].to_owned());
        names.insert(claimed);
        true
    }

    /// The files of a crate: paths and contents.
    pub(super) fn files(&self, krate: usize) -> Vec<(String, String)> {
        let mut files = Vec::new();
        let root = (0..self.modules.len())
            .find(|&id| self.modules[id].krate == krate && self.modules[id].parent.is_none());
        let root = root.expect("each crate has a root");
        let text = self.contents(root, "", "", false, &mut files);
        let head = format!("//! The crate `{}`.\n\n", CRATES[krate]);
        files.push(("root.rs".to_owned(), head + &text));
        files
    }

    /// What stands in a module; what it has in other files is added to them. `folder` is where the
    /// files of its modules are, `here` where its own is.
    fn contents(
        &self,
        module: usize,
        folder: &str,
        here: &str,
        in_line: bool,
        files: &mut Vec<(String, String)>,
    ) -> String {
        let mut text = self.modules[module].text.clone();
        for (id, child) in self.modules.iter().enumerate() {
            if child.parent != Some(module) {
                continue;
            }
            let vis = if child.public { "pub" } else { "pub(crate)" };
            let name = plain(&child.name);
            let below = format!("{folder}{name}/");
            match child.layout {
                0 => {
                    let inside = self.contents(id, &below, folder, false, files);
                    files.push((format!("{folder}{name}.rs"), inside));
                    text += &format!("{vis} mod {};\n", child.name);
                }
                1 => {
                    let inside = self.contents(id, &below, &below, false, files);
                    files.push((format!("{below}mod.rs"), format!("//! A module.\n{inside}")));
                    text += &format!("{vis} mod {};\n", child.name);
                }
                2 if !in_line => {
                    // The files below are beside it, in a folder that nothing else has.
                    let odd = format!("odd {id}/");
                    let inside = self.contents(
                        id,
                        &format!("{here}{odd}"),
                        &format!("{here}{odd}"),
                        false,
                        files,
                    );
                    files.push((format!("{here}{odd}file.rs"), inside));
                    text += &format!("#[path = \"{odd}file.rs\"]\n{vis} mod {};\n", child.name);
                }
                _ => {
                    let inside = self.contents(id, &below, here, true, files);
                    text += &format!("/// A module.\n{vis} mod {} {{\n{inside}}}\n", child.name);
                }
            }
        }
        text
    }
}
