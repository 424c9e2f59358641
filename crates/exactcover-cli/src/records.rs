//! What a search has done and what is left, as lines of JSON that show whether they are whole.

use exactcover::{Choice, Close, Level, Open, OptionId, Problem};
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

/// The steps to a part of a tree: the lines of the options that are chosen, and, where there are
/// multiplicities, those of the options that are left out, negative.
pub(crate) type Steps = Vec<i64>;

/// How many of the nodes of a search are on the last step to where it begins.
pub(crate) fn node(way: &[Choice]) -> u64 {
    u64::from(matches!(way.last(), Some(Choice::With(_))))
}

/// Of files about a search: multiplicities have brought the second version.
pub(crate) fn version(problem: &Problem<usize>) -> u64 {
    1 + u64::from(problem.has_multiplicities())
}

const CLOSES: [(&str, Close); 4] = [
    ("once", Close::Once),
    ("no", Close::No),
    ("open", Close::Open),
    ("done", Close::Done),
];

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

    /// `None` if there is no option on one of these lines, or if one is left out though there are
    /// no multiplicities.
    pub(crate) fn choices(&self, steps: &[i64]) -> Option<Vec<Choice>> {
        let choice = |&step: &i64| {
            let line = usize::try_from(step.unsigned_abs()).ok()?;
            let option = *self.by_line.get(&line)?;
            match step {
                1.. => Some(Choice::With(option)),
                _ if self.problem.has_multiplicities() => Some(Choice::Without(option)),
                _ => None,
            }
        };
        steps.iter().map(choice).collect()
    }

    pub(crate) fn steps(&self, choices: &[Choice]) -> Steps {
        let line = |option: OptionId| {
            i64::try_from(*self.problem.label(option)).expect("a file is shorter")
        };
        let step = |&choice: &Choice| match choice {
            Choice::With(option) => line(option),
            Choice::Without(option) => -line(option),
        };
        choices.iter().map(step).collect()
    }

    /// A way down a tree, and what is open on it, as `[chosen, levels]`. A level is `[depth, item,
    /// done, open]`, with options by their lines. With multiplicities a level has as fifth whether
    /// its item can be covered no more (`"once"`, `"no"`, `"open"` or `"done"`, see [`Close`]), and
    /// the way as third the steps to where it begins.
    pub(crate) fn json(&self, open: &Open) -> Value {
        let several = self.problem.has_multiplicities();
        let level = |level: &Level| {
            let (done, open) = (self.lines(&level.done), self.lines(&level.open));
            let mut json = vec![
                json!(level.depth),
                json!(level.item.index()),
                json!(done),
                json!(open),
            ];
            let close = CLOSES.iter().find(|(_, close)| *close == level.close);
            json.extend(close.filter(|_| several).map(|(name, _)| json!(name)));
            json
        };
        let levels: Vec<_> = open.levels.iter().map(level).collect();
        let mut json = vec![json!(self.lines(&open.chosen)), json!(levels)];
        json.extend(several.then(|| json!(self.steps(&open.begin))));
        json!(json)
    }

    /// What that says; `None` if it says nothing, or if there is no such option or item.
    pub(crate) fn open(&self, value: &Value) -> Option<Open> {
        let several = self.problem.has_multiplicities();
        let options = |value: &Value| self.options(&numbers(value)?);
        let chosen = options(value.get(0)?)?;
        let close = |name: Option<&Value>| match name {
            None => (!several).then_some(Close::Once),
            Some(name) => {
                let close = CLOSES.iter().find(|(other, _)| name == other);
                close.filter(|_| several).map(|(_, close)| *close)
            }
        };
        let level = |level: &Value| {
            Some(Level {
                depth: number(level.get(0)?).filter(|&depth| depth <= chosen.len())?,
                item: self.problem.items().nth(number(level.get(1)?)?)?,
                done: options(level.get(2)?)?,
                open: options(level.get(3)?)?,
                close: close(level.get(4))?,
            })
        };
        let levels = value.get(1)?.as_array()?.iter().map(level);
        let levels: Vec<Level> = levels.collect::<Option<_>>()?;
        // With multiplicities, what is chosen is forgotten down to the level that is taken up
        // again.
        if several && levels.windows(2).any(|pair| pair[0].depth > pair[1].depth) {
            return None;
        }
        Some(Open {
            begin: match value.get(2) {
                None => (!several).then(Vec::new)?,
                Some(begin) => self.choices(&steps(begin)?).filter(|_| several)?,
            },
            chosen,
            levels,
        })
    }

    /// Takes the first of the parts that are open out.
    pub(crate) fn take_next(&self, open: &mut Open) -> Option<Vec<Choice>> {
        let part = open.parts().next()?;
        while let Some(level) = open.levels.last_mut() {
            if !level.open.is_empty() {
                let option = level.open.remove(0);
                level.done.push(option);
                break;
            }
            if level.close == Close::Open {
                level.close = Close::Done;
                break;
            }
            if self.problem.has_multiplicities() {
                // The level before leads to this one by what is chosen there, and by nothing else.
                open.chosen.truncate(level.depth);
            }
            open.levels.pop();
        }
        Some(part)
    }
}

pub(crate) fn number<T: std::convert::TryFrom<u64>>(value: &Value) -> Option<T> {
    T::try_from(value.as_u64()?).ok()
}

pub(crate) fn numbers(value: &Value) -> Option<Vec<usize>> {
    value.as_array()?.iter().map(number).collect()
}

pub(crate) fn steps(value: &Value) -> Option<Steps> {
    value.as_array()?.iter().map(Value::as_i64).collect()
}

/// A count of 128 bits, which JSON has as a string.
pub(crate) fn large(value: &Value) -> Option<u128> {
    value.as_str()?.parse().ok()
}
