//! What a search has done and what is left, as lines of JSON that show whether they are whole.

use exactcover::{Close, Open, OptionId, Problem};
use serde_json::{json, Value};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The hash of nothing.
pub(crate) const NOTHING: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a: against torn and mistaken files, not against malice.
pub(crate) fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", hash_on(NOTHING, bytes))
}

/// The hash of what has this one and of these bytes behind it.
pub(crate) fn hash_on(hash: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(hash, step)
}

/// A line with this value and a hash of it.
pub(crate) fn seal(value: &Value) -> String {
    let text = value.to_string();
    format!("{text}\t{}\n", hash(text.as_bytes()))
}

/// The value of a sealed line; `None` if it is torn or has been changed.
pub(crate) fn unseal(line: &str) -> Option<Value> {
    let (text, sum) = line.rsplit_once('\t')?;
    serde_json::from_str(text)
        .ok()
        .filter(|_| hash(text.as_bytes()) == sum)
}

/// Writes a file so that others see all of it or what was there before, after a crash too.
pub(crate) fn publish(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}", std::process::id()));
    let staged = path.with_file_name(name);
    let written = File::create(&staged).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&staged, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&staged);
    }
    sync_parent(path);
    written
}

/// A new name in a directory stays after a power cut where directories can be synced.
pub(crate) fn sync_parent(path: &Path) {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    let directory = File::open(parent.unwrap_or_else(|| Path::new(".")));
    let _ = directory.and_then(|directory| directory.sync_all());
}

/// Options by the numbers of their lines, which mean the same in every process.
#[derive(Debug)]
pub(crate) struct Names<'p> {
    pub(crate) problem: &'p Problem<usize>,
    by_line: HashMap<usize, OptionId>,
}

impl<'p> Names<'p> {
    pub(crate) fn new(problem: &'p Problem<usize>) -> Self {
        let options = problem.options();
        Names {
            problem,
            by_line: options
                .map(|option| (*problem.label(option), option))
                .collect(),
        }
    }

    pub(crate) fn lines(&self, options: &[OptionId]) -> Vec<usize> {
        let lines = options.iter().map(|&option| *self.problem.label(option));
        lines.collect()
    }

    /// `None` if there is no option on one of these lines.
    pub(crate) fn options(&self, lines: &[usize]) -> Option<Vec<OptionId>> {
        let options = lines.iter().map(|line| self.by_line.get(line).copied());
        options.collect()
    }
}

/// A way down a tree, and what is open on it: of some of its nodes the depth, the item, and the
/// lines of the options below which all is done and of those that have not been tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub(crate) chosen: Vec<usize>,
    pub(crate) levels: Vec<Level>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    pub(crate) depth: usize,
    pub(crate) item: usize,
    pub(crate) done: Vec<usize>,
    pub(crate) open: Vec<usize>,
}

impl Way {
    pub(crate) fn new(names: &Names<'_>, open: &Open) -> Self {
        let level = |level: &exactcover::Level| Level {
            depth: level.depth,
            item: level.item.index(),
            done: names.lines(&level.done),
            open: names.lines(&level.open),
        };
        Way {
            chosen: names.lines(&open.chosen),
            levels: open.levels.iter().map(level).collect(),
        }
    }

    pub(crate) fn json(&self) -> Value {
        let level = |level: &Level| json!([level.depth, level.item, level.done, level.open]);
        json!([
            self.chosen,
            self.levels.iter().map(level).collect::<Vec<_>>()
        ])
    }

    /// `None` if there is no such option or item.
    pub(crate) fn open(&self, names: &Names<'_>) -> Option<Open> {
        let level = |level: &Level| {
            Some(exactcover::Level {
                depth: level.depth,
                item: names.problem.items().nth(level.item)?,
                done: names.options(&level.done)?,
                open: names.options(&level.open)?,
                close: Close::Once,
            })
        };
        Some(Open {
            begin: Vec::new(),
            chosen: names.options(&self.chosen)?,
            levels: self.levels.iter().map(level).collect::<Option<_>>()?,
        })
    }

    /// `None` if it is no such value.
    pub(crate) fn read(value: &Value) -> Option<Self> {
        let chosen = numbers(value.get(0)?)?;
        let level = |level: &Value| {
            Some(Level {
                depth: number(level.get(0)?).filter(|&depth| depth <= chosen.len())?,
                item: number(level.get(1)?)?,
                done: numbers(level.get(2)?)?,
                open: numbers(level.get(3)?)?,
            })
        };
        let levels = value.get(1)?.as_array()?.iter().map(level);
        let levels = levels.collect::<Option<_>>()?;
        Some(Way { chosen, levels })
    }

    /// The prefixes that are open, in the order in which one search comes to them.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let levels = self.levels.iter().rev();
        levels.flat_map(move |level| {
            let prefix = &self.chosen[..level.depth];
            let open = level.open.iter();
            open.map(move |line| prefix.iter().chain([line]).copied().collect())
        })
    }

    /// Takes the first of them out.
    pub(crate) fn next(&mut self) -> Option<Vec<usize>> {
        let piece = self.pieces().next()?;
        while let Some(level) = self.levels.last_mut() {
            if level.open.is_empty() {
                self.levels.pop();
                continue;
            }
            let line = level.open.remove(0);
            level.done.push(line);
            break;
        }
        Some(piece)
    }
}

pub(crate) fn number<T: std::convert::TryFrom<u64>>(value: &Value) -> Option<T> {
    T::try_from(value.as_u64()?).ok()
}

pub(crate) fn numbers(value: &Value) -> Option<Vec<usize>> {
    value.as_array()?.iter().map(number).collect()
}

/// A count of 128 bits, which JSON has as a string.
pub(crate) fn large(value: &Value) -> Option<u128> {
    value.as_str()?.parse().ok()
}
