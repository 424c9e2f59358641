//! Procedural macros. Such a macro runs inside the compiler and cannot be carried, but what it
//! writes can: the compiler expands each use once, in a file that has nothing but uses, and prints
//! that file. Names are not looked up for it, so the rest of the crate need not be there. As macros
//! of the standard library would come out as calls that only the compiler may write, the file is
//! given a standard library whose macros write themselves down.

mod hygiene;
mod names;
mod rules;
mod uses;
mod written;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, ToTokens};
use syn::{Item, Stmt};

use crate::cfg::Cfg;
use crate::combine::{exported_macros, leaves};
use crate::error::Result;
use crate::load::{Environment, Source};
use crate::paths::names_of;
use crate::places::words_of;
use crate::rustc::{Externs, Rustc};
use crate::tokens::plain;
use crate::walk::visit::Visit;
use crate::walk::visit_mut::{self, VisitMut};
pub(crate) use names::ATTRIBUTES;
use names::{imported, in_macros, Names, Rules};
use rules::Books;
use uses::Taker;
use written::{Expander, Filler, Given};

/// So many times what was written may have uses in it.
const ROUNDS: usize = 8;

/// Puts what procedural macros write in the place of their uses. `libraries` tells where the
/// compiled macros are, by the files of their root modules. A use that does not work stays as it
/// is.
///
/// # Errors
/// If the compiler cannot be run, or the macros cannot be built.
pub(crate) fn write_out(
    sources: &mut [Source],
    rustc: &Rustc,
    libraries: impl FnOnce() -> Result<BTreeMap<PathBuf, PathBuf>>,
) -> Result<()> {
    if !sources.iter().any(|source| source.info.proc_macro) {
        return Ok(());
    }
    let mut rules = BTreeSet::new();
    for item in sources.iter().flat_map(|source| &source.items) {
        Rules(&mut rules).visit_item(item);
    }
    let mut libraries = Some(libraries);
    let mut compiled = BTreeMap::new();
    let mut books = Books::of(sources);
    // The crates of macros of which a use stays, with why, and all that are exported under a name.
    let mut left: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut exported: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    // Those that macros name which may be called nowhere.
    let mut unused: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for index in 0..sources.len() {
        let crates = below(sources, index).into_iter();
        let crates: Vec<usize> = crates.filter(|&id| sources[id].info.proc_macro).collect();
        if crates.is_empty() {
            continue;
        }
        let mut items = std::mem::take(&mut sources[index].items);
        books.exported.clear();
        let mut taker = Taker::new(sources, index, &items, books);
        for _ in 0..ROUNDS {
            taker.books.turn_to(sources, index, &items);
            let mut names = Names::new(&rules, &taker.imported);
            items.iter().for_each(|item| names.visit_item(item));
            names
                .found
                .extend(taker.books.names_behind(names.called.into_iter()));
            let renamed = names.found.iter();
            let renamed = renamed.flat_map(|name| taker.books.renamed(name, &taker.order));
            let renamed: Vec<String> = renamed.cloned().collect();
            names.found.extend(renamed);
            names.found.retain(|name| taker.known.insert(name.clone()));
            if let Some(libraries) = libraries.take_if(|_| !names.found.is_empty()) {
                compiled = libraries()?;
            }
            let info = &sources[index].info;
            let library = |&id: &usize| {
                let library = compiled.get(&sources[id].info.root)?;
                Some((extern_name(id).to_string(), library.clone()))
            };
            let features = info.features.iter();
            let features = features.map(|name| format!("feature=\"{name}\""));
            let cfgs: Vec<String> = features.chain(info.cfgs.iter().cloned()).collect();
            let mut macros = exported_by(sources, index, &taker.books);
            let names_of_crates = info.externs.keys().chain(taker.books.new_names().keys());
            let mut others: Vec<String> = names_of_crates.cloned().collect();
            for name in own_names(&items) {
                let own = taker.books.exported_macros().iter().cloned();
                macros.extend(own.map(|own| (own, format!("::{name}::"))));
                others.push(name);
            }
            let mut expander = Expander {
                rustc,
                externs: Externs {
                    // What 2018 refuses is gone, and its paths lead to crates without `extern
                    // crate`.
                    edition: info.edition.max(2018),
                    info,
                    crates: crates.iter().filter_map(library).collect(),
                    cfgs,
                },
                others,
                macros,
                given: Given::default(),
            };
            expander.find(&names.found, &crates, &mut taker.books.exported)?;
            taker.take(&mut items);
            let uses = std::mem::take(&mut taker.uses);
            if uses.is_empty() {
                break;
            }
            let by_way = uses.iter().any(|one| one.definitions > 0);
            let written = expander.expand_all(&uses)?;
            for (one, written) in uses.iter().zip(&written) {
                let Err(reason) = written else { continue };
                taker.failed.insert(one.original.to_string());
                taker.failed_names.insert(one.name());
                for &id in &one.crates {
                    let what = format!(
                        "`{}` of `{}`: {reason}",
                        one.name(),
                        sources[index].info.name
                    );
                    left.entry(id).or_default().push(what);
                }
            }
            Filler { uses, written }.items(&mut items);
            if by_way {
                Cfg::of(&sources[index].info).items(&mut items);
            }
        }
        let mut environment = Environment(&sources[index].info);
        (items.iter_mut()).for_each(|item| environment.visit_item_mut(item));
        let mut names = Names::new(&rules, &taker.imported);
        items.iter().for_each(|item| names.visit_item(item));
        let called = names.called.iter().filter_map(|path| path.last());
        let called: BTreeSet<&String> = called.collect();
        let mut inner = InnerRules {
            books: &mut taker.books,
            called,
        };
        items.iter_mut().for_each(|item| inner.visit_item_mut(item));
        let words: TokenStream = items.iter().map(ToTokens::to_token_stream).collect();
        let words = words_of(&words);
        let new = taker.books.new_names().iter();
        let new = new.filter(|(name, _)| words.contains(*name));
        let new: Vec<_> = new.map(|(name, &id)| (name.clone(), id)).collect();
        sources[index].info.externs.extend(new);
        let name = &sources[index].info.name;
        in_macros(&items, &mut |within, name_there, is_definition| {
            let what = || {
                let is_itself = within == name_there && !is_definition;
                let place = if is_itself {
                    "it is called where no items, statements or value can be put"
                } else {
                    "it stands in a macro"
                };
                format!("`{within}` of `{name}`: {place}")
            };
            let has_failed = taker.failed_names.contains(within);
            let exporters = taker.books.exported.get(name_there);
            let rule = taker.books.named(name_there).filter(|_| !is_definition);
            let behind = rule.map(|rule| taker.books.comes_to(&rule));
            for &id in &crates {
                let is_named = exporters.is_some_and(|ids| ids.contains(&id));
                let is_behind = behind.as_ref().is_some_and(|ids| ids.contains(&id));
                if !is_definition && (is_named || is_behind) {
                    // Why it has failed is there already.
                    if !has_failed {
                        left.entry(id).or_default().push(what());
                    }
                } else if is_named || sources[id].proc_macros.iter().any(|own| own == name_there) {
                    unused.entry(id).or_default().push(what());
                }
            }
        });
        books = taker.books;
        for (name, ids) in &books.exported {
            exported.entry(name.clone()).or_default().extend(ids);
        }
        sources[index].items = items;
    }
    for (id, uses) in unused {
        if !left.contains_key(&id) {
            sources[id].left.extend(uses);
        }
    }
    // Where nothing was asked for, no macro is used, but crates may hand them on.
    if libraries.is_none() && compiled.is_empty() {
        return Ok(());
    }
    for (id, source) in sources.iter().enumerate() {
        for name in &source.proc_macros {
            exported.entry(name.clone()).or_default().insert(id);
        }
    }
    for index in 0..sources.len() {
        let is_gone = |id: usize| sources[id].info.proc_macro && !left.contains_key(&id);
        let gone = below(sources, index).into_iter();
        let gone: BTreeSet<usize> = gone.filter(|&id| is_gone(id)).collect();
        let defined = defined(sources, index, &is_gone);
        let names = exported.iter().filter(|(_, ids)| !ids.is_disjoint(&gone));
        let names: BTreeSet<String> = names.map(|(name, _)| name.clone()).collect();
        let others = imported(&sources[index].items, false).into_iter();
        let others = others.filter(|(_, (_, real))| names.contains(real));
        let others: Vec<String> = others.map(|(name, _)| name).collect();
        let taken = names.into_iter().chain(others);
        let taken = taken.filter(|name| !defined.contains(name)).collect();
        sources[index].is_written_out = is_gone(index);
        sources[index].taken = taken;
    }
    // Some that a crate exports are written by macros.
    for (name, ids) in exported {
        for id in ids {
            let names = &mut sources[id].proc_macros;
            if !names.contains(&name) {
                names.push(name.clone());
            }
        }
    }
    for (id, uses) in left {
        sources[id].left.extend(uses);
    }
    Ok(())
}

/// Takes the definitions in functions away of which all calls are written out.
struct InnerRules<'a> {
    books: &'a mut Books,
    called: BTreeSet<&'a String>,
}

impl VisitMut for InnerRules<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain(|stmt| {
            let Stmt::Item(Item::Macro(rules)) = stmt else {
                return true;
            };
            let Some(name) = &rules.ident else {
                return true;
            };
            let rule = self.books.define(name, &rules.mac.tokens);
            self.called.contains(&plain(name)) || self.books.comes_to(&rule).is_empty()
        });
        visit_mut::visit_block_mut(self, block);
    }
}

/// The paths to the `macro_rules!` that the crates export which this one can name, by way of others
/// too, by their names.
fn exported_by(sources: &[Source], index: usize, books: &Books) -> BTreeMap<String, String> {
    let mut paths = BTreeMap::new();
    for id in below(sources, index).into_iter().skip(1) {
        if let Some(name) = books.name_of(id).filter(|_| !sources[id].info.proc_macro) {
            for own in exported_macros(&sources[id]) {
                paths.entry(own).or_insert_with(|| format!("::{name}::"));
            }
        }
    }
    paths
}

/// The names that a crate has for itself.
fn own_names(items: &[Item]) -> Vec<String> {
    let names = items.iter().filter_map(|item| match item {
        Item::ExternCrate(declared) if declared.ident == "self" => {
            Some(plain(&declared.rename.as_ref()?.1))
        }
        _ => None,
    });
    names.collect()
}

/// The crates that one can name, by way of others too, the nearest first.
pub(crate) fn below(sources: &[Source], index: usize) -> Vec<usize> {
    let (mut order, mut next, mut known) =
        (Vec::new(), VecDeque::from([index]), BTreeSet::from([index]));
    while let Some(id) = next.pop_front() {
        order.push(id);
        let externs = sources[id].info.externs.values();
        next.extend(externs.filter(|&&id| known.insert(id)));
    }
    order
}

/// What the root of a crate has of its own, or from crates that are not gone.
fn defined(sources: &[Source], index: usize, is_gone: &dyn Fn(usize) -> bool) -> BTreeSet<String> {
    let source = &sources[index];
    let own = source.items.iter();
    let own = own.filter_map(|item| match item {
        Item::Use(import) => Some(leaves(&import.tree)),
        _ => None,
    });
    // Those that globs bring there from a module of it, or from another crate.
    let globs = own.flatten().filter(|leaf| leaf.glob);
    let brought = globs.filter_map(|leaf| {
        let crate_there = leaf
            .path
            .first()
            .and_then(|name| source.info.externs.get(name));
        if let (Some(&id), 1) = (crate_there, leaf.path.len()) {
            return (!is_gone(id)).then(|| defined(sources, id, is_gone));
        }
        let path = leaf.path.iter().map(String::as_str);
        let mut items = &source.items[..];
        for name in path.skip_while(|name| matches!(*name, "self" | "crate")) {
            items = items.iter().find_map(|item| match item {
                Item::Mod(module) if module.ident == name => Some(&module.content.as_ref()?.1[..]),
                _ => None,
            })?;
        }
        Some(names_of(items))
    });
    let mut names: BTreeSet<String> = brought.flatten().collect();
    let is_own = |item: &&Item| match item {
        Item::Use(import) => leaves(&import.tree).iter().any(|leaf| {
            let first = leaf
                .path
                .first()
                .and_then(|name| source.info.externs.get(name));
            !first.is_some_and(|&id| is_gone(id))
        }),
        _ => true,
    };
    names.extend(names_of(source.items.iter().filter(is_own)));
    names
}

fn extern_name(id: usize) -> Ident {
    format_ident!("singlefile_{id}")
}
