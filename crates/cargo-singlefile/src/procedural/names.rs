//! Which names may be those of procedural macros: of derives, attributes and calls that nothing
//! else explains.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Item, Token};

use super::rules::each_path;
use crate::combine::leaves;
use crate::tokens::{each_call, each_word, is_punct, plain};
use crate::walk::visit::{self, Visit};

/// Derives that the compiler knows by these names, unless one of them is imported.
const DERIVES: [&str; 9] = [
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
];

/// Attributes of the compiler.
pub(crate) const ATTRIBUTES: &str = " \
    allow automatically_derived cfg cfg_attr cold coverage crate_name crate_type default deny \
    deprecated derive doc expect export_name feature forbid global_allocator ignore inline lang \
    link link_name link_section macro_export macro_use must_use naked no_mangle no_std \
    non_exhaustive optimize panic_handler path proc_macro recursion_limit repr should_panic \
    target_feature test track_caller used warn ";

/// Macros of the standard library that stand for a value or do something. They write themselves
/// down.
pub(super) const MACROS: &str =
    " assert assert_eq assert_ne dbg debug_assert debug_assert_eq debug_assert_ne eprint eprintln \
    format matches panic print println todo unimplemented unreachable vec write writeln ";

/// Its other macros.
pub(super) const OTHERS: &str = " addr_of addr_of_mut cfg column compile_error concat env file format_args include include_bytes \
    include_str is_x86_feature_detected line macro_rules module_path option_env stringify thread_local try ";

/// The names of `macro_rules!`.
pub(super) struct Rules<'a>(pub(super) &'a mut BTreeSet<String>);

impl Visit<'_> for Rules<'_> {
    fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
        self.0.extend(item.ident.as_ref().map(plain));
    }
}

pub(super) fn is_in(list: &str, name: &(impl Display + ?Sized)) -> bool {
    list.contains(&format!(" {name} "))
}

/// Whether the standard library has a macro of this name.
pub(super) fn is_of_std(name: &str) -> bool {
    is_in(MACROS, name) || is_in(OTHERS, name)
}

/// Whether an attribute with this path is the compiler's.
pub(super) fn is_of_compiler(path: &[String]) -> bool {
    matches!(path, [name] if is_in(ATTRIBUTES, name))
}

/// Whether the compiler has a derive of this name.
pub(super) fn is_built_in_name(name: &str) -> bool {
    DERIVES.contains(&name)
}

/// Whether a derive is the compiler's in a module that imports these names.
pub(super) fn is_built_in(path: &syn::Path, here: &BTreeMap<String, (String, String)>) -> bool {
    path.get_ident().is_some_and(|name| {
        DERIVES.iter().any(|own| name == own) && !here.contains_key(&plain(name))
    })
}

/// Names of derives, attributes and macros that nothing else explains.
pub(super) struct Names<'a> {
    rules: &'a BTreeSet<String>,
    imported: &'a BTreeMap<String, (String, String)>,
    pub(super) found: BTreeSet<String>,
    /// The paths of macros that are called.
    pub(super) called: BTreeSet<Vec<String>>,
}

impl Names<'_> {
    pub(super) fn new<'a>(
        rules: &'a BTreeSet<String>,
        imported: &'a BTreeMap<String, (String, String)>,
    ) -> Names<'a> {
        Names {
            rules,
            imported,
            found: BTreeSet::new(),
            called: BTreeSet::new(),
        }
    }

    fn add(&mut self, path: &syn::Path) {
        if let Some(last) = path.segments.last() {
            self.add_name(plain(&last.ident));
        }
    }

    fn add_name(&mut self, name: String) {
        let real = self.imported.get(&name).map(|(_, real)| real.clone());
        self.found.insert(real.unwrap_or(name));
    }
}

impl Visit<'_> for Names<'_> {
    fn visit_attribute(&mut self, attr: &Attribute) {
        for path in derives(attr) {
            if !is_built_in(&path, self.imported) {
                self.add(&path);
            }
        }
        let last = attr.path().segments.last();
        if last.is_some_and(|last| !is_in(ATTRIBUTES, &last.ident)) {
            self.add(attr.path());
        }
    }

    fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
        if item.ident.is_none() {
            visit::visit_item_macro(self, item);
        } else {
            (item.attrs.iter()).for_each(|attr| self.visit_attribute(attr));
        }
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        each_path(&mac.to_token_stream(), &mut |path| {
            let name = path.last().cloned().unwrap_or_default();
            let is_rule = self.rules.contains(&name);
            // Another crate may have one of that name.
            if !is_of_std(&name)
                && (!is_rule || path.len() > 1 || self.imported.contains_key(&name))
            {
                self.add_name(name);
            }
            self.called.insert(path);
        });
    }
}

pub(super) fn derives(attr: &Attribute) -> Vec<syn::Path> {
    let list = Punctuated::<syn::Path, Token![,]>::parse_terminated;
    let list = attr
        .path()
        .is_ident("derive")
        .then(|| attr.parse_args_with(list));
    list.and_then(syn::Result::ok)
        .into_iter()
        .flatten()
        .collect()
}

/// Calls `f` with every name in macros that may be that of an attribute, a derive or a macro,
/// behind the name of the macro; last comes whether this is where that one is defined.
pub(super) fn in_macros(items: &[Item], f: &mut impl FnMut(&str, &str, bool)) {
    struct Tokens<'a, F> {
        within: String,
        is_definition: bool,
        f: &'a mut F,
    }
    impl<F: FnMut(&str, &str, bool)> Tokens<'_, F> {
        fn attributes(&mut self, tokens: TokenStream) {
            let trees: Vec<TokenTree> = tokens.into_iter().collect();
            for (at, tree) in trees.iter().enumerate() {
                match tree {
                    TokenTree::Group(group) if at > 0 && is_punct(trees.get(at - 1), '#') => {
                        each_word(&group.stream(), &mut |word| {
                            (self.f)(&self.within, word, self.is_definition);
                        });
                    }
                    TokenTree::Group(group) => self.attributes(group.stream()),
                    _ => {}
                }
            }
        }
    }
    impl<F: FnMut(&str, &str, bool)> Visit<'_> for Tokens<'_, F> {
        fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
            self.within = item.ident.as_ref().map(plain).unwrap_or_default();
            self.is_definition = item.ident.is_some();
            self.visit_macro(&item.mac);
            self.is_definition = false;
            self.within.clear();
        }

        fn visit_macro(&mut self, mac: &syn::Macro) {
            if self.within.is_empty() {
                self.within = mac
                    .path
                    .segments
                    .last()
                    .map(|last| plain(&last.ident))
                    .unwrap_or_default();
            }
            each_call(mac.to_token_stream(), &mut |word, _| {
                (self.f)(&self.within, &plain(word), self.is_definition);
            });
            self.attributes(mac.tokens.clone());
            self.within.clear();
        }
    }
    let mut tokens = Tokens {
        within: String::new(),
        is_definition: false,
        f,
    };
    items.iter().for_each(|item| tokens.visit_item(item));
}

/// What imports bring: the crate, and the name there.
type Imported = BTreeMap<String, (String, String)>;

/// The names that imports bring from crates other than the standard library, in modules and
/// functions inside if `deep`.
pub(super) fn imported(items: &[Item], deep: bool) -> Imported {
    let mut names = BTreeMap::new();
    let mut inner = InFunctions(BTreeMap::new());
    for item in items {
        match item {
            Item::Use(import) => names.extend(brought(import)),
            Item::Mod(module) if deep => {
                let inside = module.content.as_ref().map_or(&[][..], |(_, items)| items);
                names.extend(imported(inside, deep));
            }
            _ if deep => inner.visit_item(item),
            _ => {}
        }
    }
    for (name, of) in inner.0 {
        names.entry(name).or_insert(of);
    }
    names
}

fn brought(import: &syn::ItemUse) -> Imported {
    let all = leaves(&import.tree).into_iter().filter_map(|leaf| {
        let (Some(name), [first, .., last]) = (leaf.name(), &leaf.path[..]) else {
            return None;
        };
        let is_std = matches!(&first[..], "std" | "core" | "alloc");
        (!is_std).then(|| (name.to_owned(), (first.clone(), last.clone())))
    });
    all.collect()
}

struct InFunctions(Imported);

impl<'ast> Visit<'ast> for InFunctions {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        for stmt in &block.stmts {
            if let syn::Stmt::Item(Item::Use(import)) = stmt {
                self.0.extend(brought(import));
            }
        }
        visit::visit_block(self, block);
    }
}
