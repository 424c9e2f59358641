//! The small form has no modules: their items stand side by side, so that nothing needs a `pub`, an
//! import or a path. For that each item gets a name that no other word of the file has.
//!
//! Names are looked up as the compiler does it, but for those behind a dot or a type. What that
//! does not know, such as what a macro does with its words, leaves a module where it is. The
//! compiler has the last word: the file must compile, and the intermediate code of both forms must
//! be the same.

mod make;
mod modules;
mod rename;
mod shown;
mod tree;

use std::collections::BTreeSet;

use crate::error::Result;
use crate::mir::{bodies, in_order, item_names, twins, Body, Word};
use crate::rustc::Rustc;
use make::Maker;
use modules::Modules;
use tree::Tree;

pub(crate) use modules::name_of;

/// A file with fewer modules.
pub(crate) struct Flat {
    /// What has the place of the text from `start` on.
    pub(crate) text: String,
    /// The paths of the modules that are left, by their old names.
    pub(crate) kept: BTreeSet<String>,
    /// The names of the items of both forms.
    pub(crate) names: BTreeSet<String>,
}

/// Without the word `core` in a file the compiler prints other paths.
pub(crate) const CORE: &str =
    "#[allow(warnings)]mod singlefile_core{pub type A=core::option::Option<()>;}\n";

/// How often modules that are in the way are left where they are.
const ROUNDS: usize = 5;

/// The file without modules from byte `start` on. None if it would not be the same program.
/// `whole`: without those that are inside of others, and with all names of items.
///
/// # Errors
/// If the compiler cannot be run.
pub(crate) fn flatten(
    text: &str,
    start: usize,
    rustc: &Rustc,
    whole: bool,
) -> Result<Option<Flat>> {
    let (head, tail) = text.split_at(start);
    let (Ok(head_file), Ok(file)) = (syn::parse_file(head), syn::parse_file(tail)) else {
        return Ok(None);
    };
    let mut modules = Modules::of(&head_file, &file, rustc.host(), whole);
    if modules.all.iter().all(|module| module.kept) {
        return Ok(None);
    }
    let mut before = None;
    for _ in 0..ROUNDS {
        let Some(made) = Maker::new(&modules).make(file.clone()) else {
            return Ok(None);
        };
        let new_text = head.to_owned() + &made.text;
        let names_of = |text: &str| item_names(&text.parse().unwrap_or_default());
        let mut names = names_of(text);
        let own_twins = twins(&names) + CORE;
        names.extend(names_of(&new_text));
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
            for id in owners.into_iter().flatten() {
                modules.keep(id);
            }
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
            // As it was looked at when it was made readable, so that the answer is known.
            None => before.insert(rustc.understand(&(text.to_owned() + &own_twins))?),
        };
        if !are_same(&read(&before.mir, &made.old), &read(&after.mir, &made.new)) {
            return Ok(None);
        }
        let quiet = |text: &str| -> Result<bool> { Ok(rustc.check(text)?.messages.is_empty()) };
        if !quiet(&new_text)? && quiet(text)? {
            return Ok(None);
        }
        let kept = (1..modules.all.len()).filter(|&id| modules.all[id].kept);
        let kept = kept.map(|id| modules.all[id].path.join("::")).collect();
        return Ok(Some(Flat {
            text: made.text,
            kept,
            names,
        }));
    }
    Ok(None)
}

/// Whether two bodies are the same. A type that is written as `impl ..` is printed with the names
/// of the source, and so are the variables that a closure takes.
fn are_same(before: &[Vec<Body>], after: &[Vec<Body>]) -> bool {
    fn all<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
    }
    let ends_in =
        |path: &str, name: &str| path.rsplit_once("::").is_some_and(|(_, last)| last == name);
    let word = |a: &Word, b: &Word| a == b || ends_in(a, b) || ends_in(b, a);
    let line = |a: &Vec<Word>, b: &Vec<Word>| all(a, b, word);
    let body = |a: &Body, b: &Body| line(&a.head, &b.head) && all(&a.lines, &b.lines, line);
    all(before, after, |a, b| all(a, b, body))
}
