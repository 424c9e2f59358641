//! Traits that code of later editions has without an import: in a file of an older one they are
//! imported where they are named or called.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::Item;

use crate::paths::names_of;
use crate::places::words_of;
use crate::units::{Kind, UnitId, Units};

/// An edition, a trait that its prelude has first, the module of that, and methods that need no
/// name of the trait.
type Known = (u16, &'static str, &'static str, &'static [&'static str]);

const KNOWN: [Known; 5] = [
    (2021, "TryFrom", "convert", &["try_from"]),
    (2021, "TryInto", "convert", &["try_into"]),
    (2021, "FromIterator", "iter", &["from_iter"]),
    (2024, "Future", "future", &["poll"]),
    (2024, "IntoFuture", "future", &["into_future"]),
];

/// Imports in each module of a crate of this edition what the prelude of the file's edition lacks.
pub(crate) fn import(items: &mut Vec<Item>, edition: u16, of_file: u16) {
    let mut known = lacking(edition, of_file);
    if known.is_empty() {
        return;
    }
    let mut own = BTreeSet::new();
    defined(items, &mut own);
    // A glob may bring what has the name of a trait.
    known.retain(|(_, name, ..)| !own.contains(*name));
    import_known(items, &known);
}

fn lacking(edition: u16, of_file: u16) -> Vec<Known> {
    let mut known = KNOWN.to_vec();
    known.retain(|(since, ..)| of_file < *since && *since <= edition);
    known
}

/// The same in units of a crate, of which nothing is looked at but whether they compile.
pub(crate) fn import_in(units: &mut Units, of_crate: &[UnitId], edition: u16, of_file: u16) {
    let mut known = lacking(edition, of_file);
    let defines = |id: &UnitId, name: &str| {
        let unit = &units.all[*id];
        matches!(unit.kind, Kind::Type | Kind::Trait) && unit.name.as_deref() == Some(name)
    };
    known.retain(|(_, name, ..)| !of_crate.iter().any(|id| defines(id, name)));
    for &id in of_crate {
        if !matches!(units.all[id].kind, Kind::Module) {
            continue;
        }
        let names = units.all[id].children.iter().map(|&child| {
            let unit = &units.all[child];
            match &unit.kind {
                Kind::Import(leaf) => leaf.name(),
                _ => unit.name.as_deref(),
            }
        });
        let there: BTreeSet<&str> = names.flatten().collect();
        let lacking = known.iter().filter(|(_, name, ..)| !there.contains(name));
        let imports = lacking.map(|(_, name, module, _)| format!(" use ::std::{module}::{name};"));
        let imports: String = imports.collect();
        units.all[id].open += &imports;
    }
}

/// The names of the types and traits of a crate.
fn defined(items: &[Item], names: &mut BTreeSet<String>) {
    let is_import = |item: &&Item| matches!(item, Item::Use(_));
    names.extend(names_of(items.iter().filter(|item| !is_import(item))));
    for item in items {
        if let Item::Mod(module) = item {
            defined(
                module.content.as_ref().map_or(&[], |(_, items)| items),
                names,
            );
        }
    }
}

fn import_known(items: &mut Vec<Item>, known: &[Known]) {
    let mut words = BTreeSet::new();
    for item in items.iter_mut() {
        match item {
            Item::Mod(module) => {
                if let Some((_, items)) = &mut module.content {
                    import_known(items, known);
                }
            }
            item => words.extend(words_of(&item.to_token_stream())),
        }
    }
    let there = names_of(&*items);
    let has = |word: &str| words.contains(word);
    for (_, name, module, methods) in known {
        let is_used = has(name) || methods.iter().any(|method| has(method));
        if is_used && !there.contains(*name) {
            let path = format!("use ::std::{module}::{name};");
            items.splice(..0, syn::parse_str::<Item>(&path));
        }
    }
}
