//! The file without modules: where each item comes to stand, and what is imported there.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Item, Visibility};

use super::modules::{is_guarded, name_of, set_name, Def, Modules, Other};
use super::rename::Renamer;
use super::shown::{Fields, Seen, Strip};
use super::tree::Tree;
use crate::combine::{leaves, Leaf};
use crate::places::words_of;
use crate::tokens::{ident, plain};
use crate::walk::visit::Visit;
use crate::walk::visit_mut::VisitMut;

/// A file in the making.
pub(super) struct Made {
    pub(super) text: String,
    /// The old module of each line.
    pub(super) owners: Vec<usize>,
    pub(super) old: Tree,
    pub(super) new: Tree,
}

pub(super) struct Maker<'a> {
    pub(super) modules: &'a Modules,
    /// New names of items and of modules.
    pub(super) names: BTreeMap<Def, String>,
    pub(super) module_names: BTreeMap<usize, String>,
    /// All names that are in use.
    pub(super) taken: BTreeSet<String>,
    /// What each scope imports, by name.
    pub(super) imports: BTreeMap<usize, BTreeMap<String, Import>>,
    /// What a scope has imported for others to see.
    pub(super) exports: BTreeSet<Def>,
    /// What a scope imports on some targets.
    guarded: BTreeSet<Def>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Import {
    Item(Def),
    Other(Other),
}

impl<'a> Maker<'a> {
    pub(super) fn new(modules: &'a Modules) -> Self {
        let mut maker = Maker {
            modules,
            names: BTreeMap::new(),
            module_names: BTreeMap::new(),
            taken: modules.words.clone(),
            imports: BTreeMap::new(),
            exports: BTreeSet::new(),
            guarded: BTreeSet::new(),
        };
        if !modules.head.is_empty() {
            let imported = modules.all[0].imports.iter().filter_map(Leaf::name);
            maker
                .exports
                .extend(imported.map(|name| (0, name.to_owned())));
        }
        let mut of_modules = BTreeSet::new();
        for (id, module) in modules.all.iter().enumerate() {
            let scope = modules.scope(id);
            let brought = modules.brought(id).map(|name| (scope, name.to_owned()));
            maker.guarded.extend(brought);
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
                let place = (modules.scope(module.parent), name);
                let is_known = modules.named.contains(name) || modules.whole;
                let new = if is_known && of_modules.insert(place) {
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

    pub(super) fn make(mut self, file: syn::File) -> Option<Made> {
        // Imports come first, as the traits of all of them must be in sight, and names must be
        // known. Those of the head stay where they are.
        let first = usize::from(!self.modules.head.is_empty());
        for id in first..self.modules.all.len() {
            let scope = self.modules.scope(id);
            let module = &self.modules.all[id];
            for leaf in module.imports.iter().filter(|_| module.has_code) {
                let Some(name) = leaf.name().map(str::to_owned) else {
                    // A glob of a module that stays.
                    continue;
                };
                let entry = self.modules.import(id, leaf);
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
                .add(&self.modules.all[*id].path, name.clone(), &common);
            if scope != 0 && new != name {
                // In a type that is written as `impl ..`.
                out.new.add(&[], new.clone(), &common);
            }
            out.new.add(&self.scope_path(scope), new.clone(), &common);
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

    pub(super) fn import(&mut self, scope: usize, import: Import) {
        if let Import::Item(item) = &import {
            let name = self.names[item].clone();
            // Then it is named by its path.
            if !self.modules.whole || !self.defines(scope, &name) {
                self.import_as(scope, &name, import);
            }
        }
    }

    /// The name in a scope of something that is not an item of the file.
    pub(super) fn import_other(&mut self, scope: usize, name: &str, other: &Other) -> String {
        let other = Other {
            base: other.base.clone(),
            rest: std_path(&other.rest, other.base.is_some()),
        };
        if other.base.is_none() && is_in_prelude(name, &other.rest) && !self.hides(scope, name) {
            return name.to_owned();
        }
        let import = Import::Other(other);
        let mut imports = self.imports.get(&scope).into_iter().flatten();
        if let Some((name, _)) =
            imports.find(|(name, known)| **known == import && !name.starts_with("_ "))
        {
            return name.clone();
        }
        let name = if is_known_to_all(name) || self.hides(scope, name) {
            self.unique(name)
        } else {
            name.to_owned()
        };
        self.import_as(scope, &name, import);
        name
    }

    /// Whether a scope has an item of this name, or imports something by it.
    fn hides(&self, scope: usize, name: &str) -> bool {
        let imports = self.imports.get(&scope);
        let import = (scope, name.to_owned());
        if imports.is_some_and(|imports| imports.contains_key(name))
            || self.exports.contains(&import)
            || self.guarded.contains(&import)
        {
            return true;
        }
        self.defines(scope, name)
    }

    /// Whether a scope has an item of this name.
    fn defines(&self, scope: usize, name: &str) -> bool {
        let mut names = self.names.iter();
        names.any(|((id, _), new)| new == name && self.modules.scope(*id) == scope)
    }

    /// Puts the items of a module where they come to stand, with all names changed.
    fn place(
        &mut self,
        id: usize,
        items: Vec<Item>,
        scopes: &mut BTreeMap<usize, Vec<(usize, Item)>>,
    ) -> Option<()> {
        let scope = self.modules.scope(id);
        let code = items
            .iter()
            .filter(|item| !matches!(item, Item::Mod(_) | Item::Use(_)));
        let words = code.flat_map(|item| words_of(&item.to_token_stream()));
        let words: BTreeSet<String> = words.collect();
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
                    if is_guarded(&import) {
                        if self.modules.all[id].has_code {
                            let import = self.guarded(id, import, &words)?;
                            scopes.entry(scope).or_default().extend(import);
                        }
                        continue;
                    }
                    for leaf in found.iter().filter(|leaf| leaf.glob) {
                        let path = match self.modules.resolve(id, &leaf.path) {
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
                    let seen = seen.filter(|(_, name)| {
                        self.modules.named.contains(*name) && self.modules.is_asked_for(id, name)
                    });
                    for (leaf, name) in seen {
                        let entry = self.modules.import(id, leaf);
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
                        left_out: BTreeSet::new(),
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

    /// An import that depends on the target, as it is where it comes to stand; none if it brings
    /// nothing there. `words` are those of the code of the module.
    fn guarded(
        &mut self,
        id: usize,
        import: syn::ItemUse,
        words: &BTreeSet<String>,
    ) -> Option<Option<(usize, Item)>> {
        let mut import = syn::ItemUse {
            vis: Visibility::Inherited,
            ..import
        };
        let mut found = leaves(&import.tree);
        found.retain(|leaf| self.modules.is_for_others(id, leaf, words));
        let scope = self.modules.scope(id);
        let mut renamer = Renamer {
            maker: self,
            module: id,
            scope,
            left_out: found.iter().filter_map(Leaf::name).collect(),
            failed: false,
        };
        renamer.visit_item_use_mut(&mut import);
        let (failed, brings) = (renamer.failed, !leaves(&import.tree).is_empty());
        (!failed).then(|| brings.then(|| (id, Item::Use(import))))
    }

    /// How code in `scope` names an item: by its name if it is there or imported.
    pub(super) fn path_to(&mut self, item: &Def, scope: usize) -> Vec<String> {
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
    pub(super) fn full_path(&mut self, other: &Other) -> Vec<String> {
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
        let fields = Fields::of(scopes.values().flatten().map(|(_, item)| item));
        let seen_by = |items: &[(usize, Item)]| {
            let mut words = fields.seen_by(items.iter().map(|(_, item)| item));
            words.extend(
                items
                    .iter()
                    .flat_map(|(_, item)| words_of(&item.to_token_stream())),
            );
            words
        };
        let words: BTreeMap<usize, BTreeSet<String>> = scopes
            .iter()
            .map(|(id, items)| (*id, seen_by(items)))
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

    fn is_empty(
        &self,
        scope: usize,
        module: &syn::ItemMod,
        scopes: &BTreeMap<usize, Vec<(usize, Item)>>,
    ) -> bool {
        let items = scopes.get(&scope).is_some_and(|items| !items.is_empty());
        !items && !module.attrs.is_empty() && !self.modules.named.contains(&plain(&module.ident))
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
        // One import for all that start with the same word.
        let mut roots: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (before, mut names) in trees {
            let (root, inner) = match before.split_once("::") {
                Some((root, inner)) => (root.to_owned(), Some(inner)),
                None => (before, None),
            };
            let all = roots.entry(root).or_default();
            match (inner, &names[..]) {
                (None, _) => all.append(&mut names),
                (Some(inner), [one]) => all.push(format!("{inner}::{one}")),
                (Some(inner), _) => all.push(format!("{inner}::{{{}}}", names.join(", "))),
            }
        }
        for (root, names) in roots {
            let line = match (&names[..], root.as_str()) {
                (_, "") => names.iter().map(|name| format!("use {name};")).collect(),
                ([one], _) => format!("use {root}::{one};"),
                _ => format!("use {root}::{{{}}};", names.join(", ")),
            };
            out.line(scope, &line);
        }
        for (owner, item) in scopes.remove(&scope).unwrap_or_default() {
            match item {
                // A module of another target may have lost all that was in it.
                Item::Mod(module) if self.is_empty(owner, &module, scopes) => {}
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

/// Whether an import brings what all code knows by this name anyway.
fn is_in_prelude(name: &str, path: &[String]) -> bool {
    const PATHS: &[&str] = &[
        "std::borrow::ToOwned",
        "std::boxed::Box",
        "std::string::String",
        "std::string::ToString",
        "std::vec::Vec",
    ];
    path.last().is_some_and(|last| last == name) && PATHS.contains(&&*path.join("::"))
}

pub(super) fn path_of(words: &[String]) -> syn::Path {
    let words = words
        .iter()
        .map(|word| ident(word.trim_start_matches("r#"), Span::call_site()));
    syn::parse_quote!(#(#words)::*)
}
