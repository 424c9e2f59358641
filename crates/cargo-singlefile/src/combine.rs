//! Many crates into one: which module each becomes, what its names for other crates mean, where its
//! macros go.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::{Attribute, Item, UseTree};

use crate::load::Source;
use crate::paths::{names_beside, names_of, Rewriter};
use crate::places::words_of;
use crate::procedural::{below, ATTRIBUTES};
use crate::tokens::{self, after_colons, is_punct, plain, same_group};
use crate::units::{Kind, Units};

/// The first letters of a module that stands for a crate that cannot be carried: a path to it is
/// the reason to refuse.
const REFUSED: &str = "__refused_";

/// A crate as it stands in the file: the binary's items first, then one module for each library.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) source: Source,
    /// None for the binary.
    pub(crate) module: Option<String>,
}

/// Gives every crate its module and rewrites all paths to it.
pub(crate) fn combine(mut sources: Vec<Source>) -> Vec<Part> {
    let gone = sources.iter().filter(|source| source.is_written_out);
    let written_out = gone.flat_map(|source| source.proc_macros.iter().cloned());
    let written_out: BTreeSet<String> = written_out.collect();
    let modules = module_names(&sources, &written_out);
    let exported: Vec<Vec<String>> = sources.iter().map(exported_macros).collect();
    // The macros that write modules.
    let mut writers = BTreeSet::new();
    for source in &sources {
        each_macro(&source.items, &mut |_, rules| {
            let writes = || words_of(&rules.mac.tokens).contains("mod");
            writers.extend(rules.ident.as_ref().filter(|_| writes()).map(plain));
        });
    }
    let callers: Vec<_> = (0..sources.len())
        .map(|id| known_behind(&sources, id, &modules))
        .collect();
    let mut parts = Vec::new();
    for (id, module) in modules.iter().enumerate() {
        let own = (id > 0).then_some(module.as_str());
        let source = &mut sources[id];
        let mut externs: BTreeMap<String, String> = source
            .info
            .externs
            .iter()
            .map(|(name, id)| (name.clone(), modules[*id].clone()))
            .collect();
        let mut macro_use = Vec::new();
        extern_crates(
            &mut source.items,
            own.unwrap_or_default(),
            &mut externs,
            &mut macro_use,
            true,
        );
        let edition = source.info.edition;
        Rewriter::new(own, edition, &externs, &callers[id], &written_out).run(&mut source.items);
        if let Some(own) = own {
            open_what_is_exported(&mut source.items, own);
        }

        let mut imports = Vec::new();
        for name in macro_use {
            if let Some(target) = modules.iter().position(|module| *module == name) {
                imports.extend(
                    exported[target]
                        .iter()
                        .map(|item| (name.clone(), item.clone())),
                );
            }
        }
        import_macros(&mut source.items, &imports, &writers);
        let crates: &[String] = if id == 0 { &modules[1..] } else { &[] };
        macros_to_the_top(&mut source.items, crates);
    }
    for (id, source) in sources.into_iter().enumerate() {
        parts.push(Part {
            source,
            module: (id > 0).then(|| modules[id].clone()),
        });
    }
    parts
}

impl Part {
    /// Whether anything of it is in the bundle.
    pub(crate) fn is_carried(&self, units: &Units, live: &[bool]) -> bool {
        let Some(module) = &self.module else {
            return true;
        };
        units.roots.iter().any(|&id| {
            let unit = &units.all[id];
            live[id] && matches!(unit.kind, Kind::Module) && unit.name.as_ref() == Some(module)
        })
    }

    /// The crate that a word stands for, if it is one that cannot be carried.
    pub(crate) fn is_refused_as(&self, word: &str) -> bool {
        word.starts_with(REFUSED) && self.module.as_deref() == Some(word)
    }
}

/// The modules of the crates that are known to those which depend on this one, where all mean the
/// same by a name.
fn known_behind(sources: &[Source], id: usize, modules: &[String]) -> BTreeMap<String, String> {
    let others = (0..sources.len()).filter(|&other| other != id);
    let behind = others.filter(|&other| below(sources, other).contains(&id));
    let mut known: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (name, &id) in behind.flat_map(|id| &sources[id].info.externs) {
        known.entry(name.clone()).or_default().insert(id);
    }
    let one = |(name, ids): (String, BTreeSet<usize>)| {
        let id = ids.first().filter(|_| ids.len() == 1)?;
        Some((name, modules[*id].clone()))
    };
    known.into_iter().filter_map(one).collect()
}

fn module_names(sources: &[Source], written_out: &BTreeSet<String>) -> Vec<String> {
    let mut taken = names_beside(&sources[0].items, written_out);
    taken.extend(exported_macros(&sources[0]));
    taken.extend(imported_beside_crates(sources, written_out));
    taken.extend(["std", "core", "alloc"].map(str::to_owned));
    for item in &sources[0].items {
        if let Item::Fn(function) = item {
            taken.insert(plain(&function.sig.ident));
        }
    }
    let mut names = vec![String::new()];
    for source in &sources[1..] {
        let refused = source.info.refusal.is_some() || source.info.proc_macro;
        let stem = if refused {
            format!("{REFUSED}{}", source.info.name)
        } else {
            source.info.name.clone()
        };
        let numbered = (2..).map(|k| format!("{stem}_{k}"));
        // By its own name the program means another version, perhaps.
        let meant = |name: &String| sources[0].info.externs.get(name);
        let is_other = |name: &String| meant(name).is_some_and(|&of| of != names.len());
        let name = std::iter::once(stem.clone())
            .chain(numbered)
            .find(|name| !taken.contains(name) && !is_other(name));
        let name = name.unwrap_or(stem);
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

/// What the binary imports by the name of a crate, unless it is a macro of that crate or one of its
/// functions, or a procedural macro that is written out.
fn imported_beside_crates(sources: &[Source], written_out: &BTreeSet<String>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in &sources[0].items {
        let Item::Use(import) = item else { continue };
        for leaf in leaves(&import.tree) {
            let (Some(name), Some(first)) = (leaf.name(), leaf.path.first()) else {
                continue;
            };
            let target = sources[0].info.externs.get(first);
            let is_module = |&id: &usize| names_of(&sources[id].items).contains(name);
            let itself = leaf.path.len() == 1;
            let of_root = leaf.path.len() == 2 && !target.is_some_and(is_module);
            if !itself && !of_root && !written_out.contains(name) {
                names.insert(name.to_owned());
            }
        }
    }
    names
}

/// The words behind `crate::`, in braces too.
fn behind_crate(tokens: TokenStream, words: &mut BTreeSet<String>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        let is_behind = after_colons(&trees, at)
            && matches!(trees.get(at.wrapping_sub(3)), Some(TokenTree::Ident(word)) if word == "crate");
        match tree {
            TokenTree::Ident(word) if is_behind => drop(words.insert(plain(word))),
            TokenTree::Group(group) if is_behind => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                let starts = inside.split(|tree| is_punct(Some(tree), ','));
                words.extend(starts.filter_map(|start| match start.first() {
                    Some(TokenTree::Ident(word)) => Some(plain(word)),
                    _ => None,
                }));
            }
            TokenTree::Group(group) => behind_crate(group.stream(), words),
            _ => {}
        }
    }
}

/// Turns `extern crate` items into imports. Those of the root name a crate everywhere.
fn extern_crates(
    items: &mut Vec<Item>,
    own: &str,
    externs: &mut BTreeMap<String, String>,
    macro_use: &mut Vec<String>,
    root: bool,
) {
    let mut at_root = BTreeSet::new();
    let is_declared = |item: &Item| matches!(item, Item::ExternCrate(_));
    if root && items.iter().any(is_declared) {
        for item in &*items {
            behind_crate(item.to_token_stream(), &mut at_root);
        }
    }
    items.retain_mut(|item| {
        if let Item::Mod(module) = item {
            if let Some((_, items)) = &mut module.content {
                extern_crates(items, own, externs, macro_use, false);
            }
        }
        if let Item::Use(import) = item {
            // What `std` has, `core` need not have; and other crates of the standard library become
            // `std`.
            if matches!(&import.tree, UseTree::Rename(tree) if tree.ident == "core" && tree.rename == "std") {
                let vis = &import.vis;
                *item = syn::parse_quote!(#vis use ::std as std;);
            }
        }
        let Item::ExternCrate(declared) = item else {
            return true;
        };
        let name = plain(&declared.ident);
        let alias = declared
            .rename
            .as_ref()
            .map_or_else(|| name.clone(), |(_, alias)| plain(alias));
        let of_std = matches!(name.as_str(), "std" | "core" | "alloc");
        let target = match name.as_str() {
            _ if of_std => "std".to_owned(),
            "self" => own.to_owned(),
            _ => externs.get(&name).cloned().unwrap_or_default(),
        };
        if declared
            .attrs
            .iter()
            .any(|attr| attr.path().is_ident("macro_use"))
        {
            macro_use.push(target.clone());
        }
        if alias == "_" || target.is_empty() {
            return false;
        }
        if root {
            externs.insert(alias.clone(), target);
            // `std` and `core` are known everywhere; others may be reached as `crate::alloc`.
            if of_std && matches!(alias.as_str(), "std" | "core") && !at_root.contains(&alias) {
                return false;
            }
        }
        let (vis, alias) = (&declared.vis, tokens::ident(&alias, Span::call_site()));
        *item = if of_std {
            syn::parse_quote!(#vis use ::std as #alias;)
        } else if name == "self" {
            syn::parse_quote!(#vis use crate as #alias;)
        } else {
            let ident = &declared.ident;
            if alias == name {
                syn::parse_quote!(#vis use #ident;)
            } else {
                syn::parse_quote!(#vis use #ident as #alias;)
            }
        };
        true
    });
}

/// What is private at the root of a crate is visible in all of it, so that the crate may give it
/// other names that are `pub(crate)`. The crate is a module now, and such a thing must be as
/// visible as its names.
fn open_what_is_exported(items: &mut [Item], own: &str) {
    fn named(items: &[Item], own: &str, at_root: bool, out: &mut BTreeSet<String>) {
        for item in items {
            match item {
                Item::Mod(module) => {
                    let items = module.content.as_ref().map_or(&[][..], |(_, items)| items);
                    named(items, own, false, out);
                }
                Item::Use(import) if !matches!(import.vis, syn::Visibility::Inherited) => {
                    for leaf in leaves(&import.tree) {
                        let path: Vec<&str> = leaf.path.iter().map(String::as_str).collect();
                        let name = match path[..] {
                            ["crate", module, name] if module == own => name,
                            [name] | ["self", name] if at_root => name,
                            _ => continue,
                        };
                        out.insert(name.trim_start_matches("r#").to_owned());
                    }
                }
                _ => {}
            }
        }
    }
    let mut names = BTreeSet::new();
    named(items, own, true, &mut names);
    for item in items {
        let (vis, name) = match item {
            Item::Const(x) => (&mut x.vis, &x.ident),
            Item::Enum(x) => (&mut x.vis, &x.ident),
            Item::Fn(x) => (&mut x.vis, &x.sig.ident),
            Item::Mod(x) => (&mut x.vis, &x.ident),
            Item::Static(x) => (&mut x.vis, &x.ident),
            Item::Struct(x) => (&mut x.vis, &x.ident),
            Item::Trait(x) => (&mut x.vis, &x.ident),
            Item::Type(x) => (&mut x.vis, &x.ident),
            Item::Union(x) => (&mut x.vis, &x.ident),
            _ => continue,
        };
        if matches!(vis, syn::Visibility::Inherited) && names.contains(&plain(name)) {
            *vis = syn::parse_quote!(pub(crate));
        }
    }
}

pub(crate) fn is_exported(item: &Item) -> Option<String> {
    match item {
        Item::Macro(definition) => exported(definition),
        _ => None,
    }
}

/// The name of a macro that a crate exports.
pub(crate) fn exported(definition: &syn::ItemMacro) -> Option<String> {
    let name = definition.ident.as_ref()?;
    definition
        .attrs
        .iter()
        .any(|attr| attr.path().is_ident("macro_export"))
        .then(|| plain(name))
}

/// The names of the macros that a crate exports.
pub(crate) fn exported_macros(source: &Source) -> Vec<String> {
    fn walk(items: &[Item], out: &mut Vec<String>) {
        for item in items {
            match item {
                Item::Mod(module) => {
                    walk(module.content.as_ref().map_or(&[], |(_, items)| items), out);
                }
                _ => out.extend(is_exported(item)),
            }
        }
    }
    let mut names = source.proc_macros.clone();
    walk(&source.items, &mut names);
    names
}

/// `#[macro_export(local_inner_macros)]`: what such a macro calls is of its own crate, as if
/// `$crate::` were written.
pub(crate) fn name_local_macros(definition: &mut syn::ItemMacro) {
    let is_local = |attr: &syn::Attribute| {
        let arguments = attr.parse_args::<syn::Ident>();
        attr.path().is_ident("macro_export")
            && arguments.is_ok_and(|word| word == "local_inner_macros")
    };
    if definition.attrs.iter().any(is_local) {
        let rules: Vec<_> = definition.mac.tokens.clone().into_iter().collect();
        let rules = rules.split_inclusive(|tree| is_punct(Some(tree), ';'));
        // A rule is a matcher, an arrow and what the call becomes.
        let rules = rules.flat_map(|rule| {
            let (pattern, body) = rule.split_at(1);
            let body = with_crate(body.iter().cloned().collect());
            pattern.iter().cloned().chain(body)
        });
        definition.mac.tokens = rules.collect();
    }
}

/// With `$crate::` before the names of all macros that are called without a path.
fn with_crate(tokens: TokenStream) -> TokenStream {
    let trees: Vec<_> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    for (i, tree) in trees.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|k| trees.get(k));
        match tree {
            TokenTree::Group(group) => {
                let new = same_group(group, with_crate(group.stream()));
                out.extend([TokenTree::from(new)]);
                continue;
            }
            TokenTree::Ident(name)
                if name != "macro_rules"
                    && is_punct(trees.get(i + 1), '!')
                    && matches!(trees.get(i + 2), Some(TokenTree::Group(_)))
                    && !is_punct(before, '$')
                    && !after_colons(&trees, i) =>
            {
                out.extend(quote!($crate::));
            }
            _ => {}
        }
        out.extend([tree.clone()]);
    }
    out
}

/// Exported macros belong to the root of their crate, whatever module they stand in. `crates` are
/// the modules that will be there too.
fn macros_to_the_top(items: &mut Vec<Item>, crates: &[String]) {
    // `around`: the `cfg`s of the modules around, without which there is no macro either.
    fn take(
        items: &mut Vec<Item>,
        others: &BTreeSet<String>,
        around: &[Attribute],
        out: &mut Vec<Item>,
    ) {
        let mut kept = Vec::new();
        for mut item in items.drain(..) {
            if let Item::Mod(module) = &mut item {
                let cfgs = around.iter().chain(module.attrs.iter().filter(is_cfg));
                let cfgs: Vec<Attribute> = cfgs.cloned().collect();
                if let Some((_, items)) = &mut module.content {
                    take(items, others, &cfgs, out);
                }
            }
            if let (Some(name), Item::Macro(definition)) = (is_exported(&item), &mut item) {
                definition
                    .attrs
                    .retain(|attr| !attr.path().is_ident("macro_export"));
                definition.attrs.splice(..0, around.iter().cloned());
                let cfgs: Vec<Attribute> =
                    definition.attrs.iter().filter(is_cfg).cloned().collect();
                let ident = tokens::ident(&name, Span::call_site());
                if others.contains(&name) {
                    // An import of this name would bring what else has it, too; that of a copy does
                    // not.
                    let copies = (1..).map(|k| format!("{name}_macro{k}"));
                    let copy = copies.into_iter().find(|copy| !others.contains(copy));
                    let copy = tokens::ident(&copy.unwrap_or_default(), Span::call_site());
                    let mut again = definition.clone();
                    again.ident = Some(copy.clone());
                    out.push(item);
                    out.push(again.into());
                    out.push(syn::parse_quote!(#(#cfgs)* pub(crate) use #copy as #ident;));
                } else {
                    out.push(item);
                    out.push(syn::parse_quote!(#(#cfgs)* pub(crate) use #ident;));
                }
            } else {
                kept.push(item);
            }
        }
        *items = kept;
    }
    let mut others = names_of(&*items);
    others.extend(crates.iter().cloned());
    // An import of one word that is such a name might mean the attribute as well.
    others.extend(ATTRIBUTES.split_whitespace().map(str::to_owned));
    others.extend(items.iter().filter_map(|item| match item {
        Item::Fn(x) => Some(plain(&x.sig.ident)),
        Item::Const(x) => Some(plain(&x.ident)),
        Item::Static(x) => Some(plain(&x.ident)),
        _ => None,
    }));
    let mut top = Vec::new();
    take(items, &others, &[], &mut top);
    top.append(items);
    *items = top;
}

fn is_cfg(attr: &&Attribute) -> bool {
    attr.path().is_ident("cfg")
}

/// Visits the definitions and calls of macros there, in modules too.
pub(crate) fn each_macro(items: &[Item], visit: &mut impl FnMut(&Item, &syn::ItemMacro)) {
    for item in items {
        match item {
            Item::Mod(module) => {
                let inside = module.content.as_ref().map_or(&[][..], |(_, items)| items);
                each_macro(inside, visit);
            }
            Item::Macro(rules) => visit(item, rules),
            _ => {}
        }
    }
}

/// `#[macro_use] extern crate` brings macros into every module; so does an import in every module.
/// `writers`: the macros that write modules.
fn import_macros(items: &mut Vec<Item>, imports: &[(String, String)], writers: &BTreeSet<String>) {
    if imports.is_empty() {
        return;
    }
    let mut names: BTreeSet<String> = names_of(&*items);
    // A crate of this name may be imported too: that is another kind of name. Of the root it brings
    // the crate alone, as the program may import the macro there.
    for (module, name) in imports.iter().filter(|(module, name)| module == name) {
        let is_crate = |leaf: &Leaf| leaf.path == ["crate", module] && leaf.name() == Some(name);
        for item in items.iter_mut() {
            let Item::Use(import) = item else { continue };
            let found = leaves(&import.tree);
            if found.iter().any(is_crate) {
                names.remove(name);
                if found.len() == 1 {
                    let module = tokens::ident(module, Span::call_site());
                    import.tree = syn::parse_quote!(crate::#module::{self});
                }
            }
        }
    }
    // So may a function be, `core::cmp::max` for one: macros of the standard library are in its
    // root, but for these.
    const DEEPER: [&str; 5] = ["addr_of", "addr_of_mut", "asm", "pin", "ready"];
    let is_function = |leaf: &Leaf| {
        let first = leaf.path.first().map(String::as_str);
        let last = leaf.path.last().map_or("", String::as_str);
        matches!(first, Some("std" | "core" | "alloc"))
            && leaf.path.len() > 2
            && !DEEPER.contains(&last)
    };
    let imported = items.iter().filter_map(|item| match item {
        Item::Use(import) => Some(leaves(&import.tree)),
        _ => None,
    });
    for leaf in imported.flatten().filter(is_function) {
        if let Some(name) = leaf.name() {
            names.remove(name);
        }
    }
    names.extend(items.iter().filter_map(|item| match item {
        Item::Macro(definition) => definition.ident.as_ref().map(plain),
        _ => None,
    }));
    let calls = items.iter_mut().filter_map(|item| match item {
        Item::Macro(call) if call.ident.is_none() => Some(&mut call.mac),
        _ => None,
    });
    for call in calls {
        // Elsewhere an import does, and macros may ask for names without a path.
        let called = call.path.segments.last().map(|last| plain(&last.ident));
        let has_modules = called.is_some_and(|name| writers.contains(&name))
            || words_of(&call.tokens).contains("mod");
        if !has_modules {
            continue;
        }
        let tokens = &mut call.tokens;
        *tokens = with_paths(std::mem::take(tokens), imports, &names);
    }
    for item in items.iter_mut() {
        if let Item::Mod(module) = item {
            if let Some((_, items)) = &mut module.content {
                import_macros(items, imports, writers);
            }
        }
    }
    for (module, name) in imports.iter().filter(|(_, name)| !names.contains(name)) {
        let [module, name] = [module, name].map(|name| tokens::ident(name, Span::call_site()));
        items.insert(0, syn::parse_quote!(use crate::#module::#name;));
    }
}

/// What a macro is given, with the paths of these macros where they are called: modules in it get
/// no imports.
fn with_paths(
    tokens: TokenStream,
    imports: &[(String, String)],
    not: &BTreeSet<String>,
) -> TokenStream {
    let trees: Vec<_> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    for (i, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => {
                let new = same_group(group, with_paths(group.stream(), imports, not));
                out.extend([TokenTree::from(new)]);
                continue;
            }
            TokenTree::Ident(word)
                if is_punct(trees.get(i + 1), '!')
                    && matches!(trees.get(i + 2), Some(TokenTree::Group(_)))
                    && !after_colons(&trees, i) =>
            {
                let word = plain(word);
                let import = imports.iter().find(|(_, name)| *name == word);
                if let Some((module, _)) = import.filter(|_| !not.contains(&word)) {
                    let module = tokens::ident(module, Span::call_site());
                    out.extend(quote!(crate::#module::));
                }
            }
            _ => {}
        }
        out.extend([tree.clone()]);
    }
    out
}

/// Splits a `use` into paths with one name, or `*`, at their end.
pub(crate) fn leaves(tree: &UseTree) -> Vec<Leaf> {
    fn walk(tree: &UseTree, before: &mut Vec<String>, out: &mut Vec<Leaf>) {
        let mut leaf = |name: Option<String>, alias: Option<String>, glob: bool| {
            let mut path = before.clone();
            match name {
                Some(name) if name == "self" && !path.is_empty() => {}
                Some(name) => path.push(name),
                None => {}
            }
            let of_module = path.len() == before.len() && !glob;
            out.push(Leaf {
                path,
                alias,
                glob,
                of_module,
            });
        };
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                walk(&path.tree, before, out);
                before.pop();
            }
            UseTree::Name(name) => leaf(Some(name.ident.to_string()), None, false),
            UseTree::Rename(rename) => leaf(
                Some(rename.ident.to_string()),
                Some(rename.rename.to_string()),
                false,
            ),
            UseTree::Glob(_) => leaf(None, None, true),
            UseTree::Group(group) => group.items.iter().for_each(|tree| walk(tree, before, out)),
        }
    }
    let mut out = Vec::new();
    walk(tree, &mut Vec::new(), &mut out);
    out
}

/// One path of a `use`.
#[derive(Debug, Clone)]
pub(crate) struct Leaf {
    pub(crate) path: Vec<String>,
    pub(crate) alias: Option<String>,
    pub(crate) glob: bool,
    /// Written as `path::{self}`, which means the module alone and not what else has its name.
    pub(crate) of_module: bool,
}

impl Leaf {
    /// The name that it brings; none for a glob.
    pub(crate) fn name(&self) -> Option<&str> {
        let name = match &self.alias {
            None if self.glob => None,
            None => self.path.last(),
            alias => alias.as_ref(),
        };
        name.map(|name| name.trim_start_matches("r#"))
    }
}
