//! What takes the room in a bundle that is too large, and what the libraries in it know of calls
//! that need less.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde::Deserialize;
use syn::spanned::Spanned;
use syn::Item;

use crate::combine::Part;
use crate::flat::name_of;
use crate::tokens::plain;

/// What a library says in `[[package.metadata.singlefile.advice]]` of its manifest. Modules and
/// items have the paths that the library would write: `crate::module`, or `other::module` of a
/// crate that it uses.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Advice {
    /// It is said if all of these are in the bundle.
    when: Vec<String>,
    /// What has brought them.
    call: String,
    /// The modules that the call has a part in; those that are there are named and measured.
    among: Vec<String>,
    /// Calls that do with fewer of them.
    instead: Vec<Instead>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Instead {
    call: String,
    /// The modules that it needs.
    needs: Vec<String>,
}

/// The bytes of a file by modules and types, which have the names that they had before the small
/// form took them.
#[derive(Debug, Default)]
pub(crate) struct Room {
    bytes: usize,
    below: BTreeMap<String, Room>,
    /// Items without room of their own, such as functions, by name.
    items: BTreeSet<String>,
}

impl Room {
    /// Measures `text`, which is `readable` with other names and blanks, of a file with so many
    /// bytes. Nothing is known of what is no Rust. `kept`: the only modules that `text` has, if it
    /// has not all.
    pub(crate) fn of(
        readable: &str,
        text: &str,
        kept: Option<&BTreeSet<String>>,
        bytes: usize,
    ) -> Room {
        let mut room = Room::default();
        if let (Ok(names), Ok(sizes)) = (syn::parse_file(readable), syn::parse_file(text)) {
            room.measure(&names.items, &mut sizes.items.into_iter(), kept, "");
        }
        room.bytes = bytes;
        room
    }

    /// The two lists have the same items, in the same order, but for imports and for modules whose
    /// items stand in their place. The bytes of all of them.
    fn measure(
        &mut self,
        names: &[Item],
        sizes: &mut std::vec::IntoIter<Item>,
        kept: Option<&BTreeSet<String>>,
        path: &str,
    ) -> usize {
        let mut sum = 0;
        for name in names.iter().filter(|item| !matches!(item, Item::Use(_))) {
            if let Item::Mod(module) = name {
                let inside = module
                    .content
                    .as_ref()
                    .map_or(&[][..], |content| &content.1);
                let word = plain(&module.ident);
                let path = format!("{path}{word}");
                let below = path.clone() + "::";
                let room = self.below.entry(word).or_default();
                let bytes = if kept.is_none_or(|kept| kept.contains(&path)) {
                    let Some(size) = next_item(sizes) else {
                        continue;
                    };
                    if let Item::Mod(syn::ItemMod {
                        content: Some((_, items)),
                        ..
                    }) = &size
                    {
                        room.measure(inside, &mut items.clone().into_iter(), kept, &below);
                    }
                    size.span().byte_range().len()
                } else {
                    room.measure(inside, sizes, kept, &below)
                };
                room.bytes += bytes;
                sum += bytes;
                continue;
            }
            let Some(size) = next_item(sizes) else {
                continue;
            };
            let bytes = size.span().byte_range().len();
            sum += bytes;
            let Some(key) = key(name) else { continue };
            if let Item::Fn(_) | Item::Const(_) | Item::Static(_) = name {
                self.items.insert(key);
                continue;
            }
            self.below.entry(key).or_default().bytes += bytes;
        }
        sum
    }

    fn get(&self, path: &str) -> Option<&Room> {
        path.split("::")
            .try_fold(self, |room, name| room.below.get(name))
    }

    fn has(&self, path: &str) -> bool {
        let is_item = |(module, item): (&str, &str)| {
            self.get(module)
                .is_some_and(|room| room.items.contains(item))
        };
        self.get(path).is_some() || path.rsplit_once("::").is_some_and(is_item)
    }

    /// The bytes of these modules, those inside of others counted once.
    fn sum(&self, paths: &[String]) -> usize {
        let paths = paths.iter().filter(|path| !is_inside_one(path, paths));
        let rooms = paths.filter_map(|path| self.get(path));
        rooms.map(|room| room.bytes).sum()
    }

    /// A table of what is large, the largest first, and the advice of the libraries.
    pub(crate) fn report(&self, parts: &[Part]) -> String {
        let mut text = String::new();
        let libraries = parts.iter().filter_map(|part| part.module.clone());
        let libraries: Vec<String> = libraries.collect();
        let own = self.bytes.saturating_sub(self.sum(&libraries));
        let mut lines = vec![(own, "the program itself".to_owned(), None)];
        for name in &libraries {
            let room = self.below.get(name);
            lines.extend(room.map(|room| (room.bytes, format!("crate {name}"), Some(room))));
        }
        lines.sort_by_key(|(bytes, ..)| Reverse(*bytes));
        for (bytes, name, room) in lines {
            let _ = writeln!(text, "{:>9}  {name}", kilobytes(bytes));
            if let Some(room) = room {
                room.table(self.bytes, 1, &mut text);
            }
        }
        self.advise(parts, &mut text);
        text
    }

    /// What the libraries know of calls that need less, the most first. The engine of an engine is
    /// no news: advice about modules of which other advice has spoken is left out.
    fn advise(&self, parts: &[Part], text: &mut String) {
        let mut found = Vec::new();
        for part in parts {
            let info = &part.source.info;
            match Option::<Vec<Advice>>::deserialize(&info.advice) {
                Ok(all) => {
                    let all = all.into_iter().flatten();
                    found.extend(all.filter_map(|advice| self.measured(&advice, part, parts)));
                }
                Err(error) => {
                    let name = &info.package;
                    let _ = writeln!(text, "note: the advice of {name} makes no sense: {error}");
                }
            }
        }
        found.sort_by_key(|advice| Reverse(advice.bytes));
        let mut said: Vec<String> = Vec::new();
        for advice in found {
            if advice.among.iter().all(|path| is_inside_one(path, &said)) {
                continue;
            }
            let (call, names, bytes) = (&advice.call, short(&advice.among), advice.bytes);
            let _ = writeln!(text, "help: {call} carries {names}: {}", kilobytes(bytes));
            for (bytes, call) in advice.cheaper {
                let _ = writeln!(text, "      {call} carries {} of that", kilobytes(bytes));
            }
            said.extend(advice.among);
        }
    }

    /// None if the advice is about something else than this file.
    fn measured(&self, advice: &Advice, of: &Part, parts: &[Part]) -> Option<Measured> {
        let module = |name: &str| match name {
            "crate" => of.module.as_deref(),
            _ => {
                let id = *of.source.info.externs.get(name)?;
                parts[id].module.as_deref()
            }
        };
        // As they are called in the file; what is not there takes no room.
        let found = |paths: &[String]| -> Vec<String> {
            let paths = paths.iter().filter_map(|path| {
                let (first, rest) = path.split_once("::")?;
                Some(format!("{}::{rest}", module(first)?))
            });
            paths.filter(|path| self.has(path)).collect()
        };
        let among = found(&advice.among);
        let bytes = self.sum(&among);
        let instead = advice.instead.iter();
        let instead = instead.map(|it| (self.sum(&found(&it.needs)), it.call.clone()));
        let mut cheaper: Vec<_> = instead.filter(|(less, _)| *less < bytes).collect();
        cheaper.sort_unstable();
        let holds = found(&advice.when).len() == advice.when.len() && !cheaper.is_empty();
        let call = advice.call.clone();
        holds.then_some(Measured {
            call,
            among,
            bytes,
            cheaper,
        })
    }

    /// A line for each part that has a twenty-fifth of the whole; what has a fifth is shown in more
    /// detail.
    fn table(&self, whole: usize, depth: usize, text: &mut String) {
        let mut below: Vec<(&String, &Room)> = self.below.iter().collect();
        below.sort_by_key(|(_, room)| Reverse(room.bytes));
        for (name, room) in below {
            if room.bytes * 25 < whole {
                break;
            }
            // The one type of a module is no news.
            if room.bytes * 10 > self.bytes * 9 && room.below.is_empty() {
                continue;
            }
            let indent = 2 * depth;
            let _ = writeln!(text, "{:>9}  {:indent$}{name}", kilobytes(room.bytes), "");
            if room.bytes * 5 >= whole {
                room.table(whole, depth + 1, text);
            }
        }
    }
}

/// Advice that fits a file, with the bytes there.
struct Measured {
    call: String,
    among: Vec<String>,
    bytes: usize,
    cheaper: Vec<(usize, String)>,
}

fn is_inside_one(path: &str, others: &[String]) -> bool {
    let mut others = others.iter();
    others.any(|other| {
        path.strip_prefix(&**other)
            .is_some_and(|rest| rest.starts_with("::"))
    })
}

/// Paths with what is common to neighbors written once: `a::{b, c}`.
fn short(paths: &[String]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for path in paths {
        let (module, name) = path.rsplit_once("::").unwrap_or(("", path));
        match groups.last_mut().filter(|group| group.0 == module) {
            Some((_, names)) => names.push(name),
            None => groups.push((module, vec![name])),
        }
    }
    let groups = groups.iter().map(|(module, names)| match names[..] {
        [name] => format!("{module}::{name}"),
        _ => format!("{module}::{{{}}}", names.join(", ")),
    });
    groups.collect::<Vec<_>>().join(", ")
}

fn next_item(items: &mut std::vec::IntoIter<Item>) -> Option<Item> {
    items.find(|item| !matches!(item, Item::Use(_)))
}

/// By what an item is counted: its own name, or that of the type that it is about.
fn key(item: &Item) -> Option<String> {
    match item {
        Item::Mod(x) => Some(plain(&x.ident)),
        Item::Impl(x) => match &*x.self_ty {
            syn::Type::Path(path) => Some(plain(&path.path.segments.last()?.ident)),
            _ => None,
        },
        item => name_of(item),
    }
}

fn kilobytes(bytes: usize) -> String {
    match bytes {
        0..1000 => format!("{bytes} bytes"),
        _ => format!("{}.{} kB", bytes / 1000, bytes / 100 % 10),
    }
}
