//! What a search has done and what is left, as lines of JSON that show whether they are whole.

use exactcover::{Choice, Close, Open, OptionId, Problem};
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

/// The step that chooses the option of this line.
fn with(line: usize) -> i64 {
    i64::try_from(line).expect("a file is shorter")
}

/// The lines of the options that are chosen.
pub(crate) fn chosen(steps: &[i64]) -> impl Iterator<Item = usize> + '_ {
    steps.iter().filter_map(|&step| usize::try_from(step).ok())
}

/// The lines of the options that are left out.
pub(crate) fn left_out(steps: &[i64]) -> impl Iterator<Item = usize> + '_ {
    let negative = steps.iter().filter(|&&step| step < 0);
    negative.filter_map(|step| usize::try_from(step.unsigned_abs()).ok())
}

/// How many of the nodes of a search are on the last step to where it begins.
pub(crate) fn node(steps: &[i64]) -> u64 {
    u64::from(steps.last().is_some_and(|&step| step > 0))
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

    /// `None` if there is no option on one of these lines, or if one is left out though there are no
    /// multiplicities.
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

    fn steps(&self, choices: &[Choice]) -> Steps {
        let line = |option: OptionId| with(*self.problem.label(option));
        let step = |&choice: &Choice| match choice {
            Choice::With(option) => line(option),
            Choice::Without(option) => -line(option),
        };
        choices.iter().map(step).collect()
    }
}

/// A way down a tree, and what is open on it: of some of its nodes the depth, the item, and the
/// lines of the options below which all is done and of those that have not been tried.
///
/// As JSON it is `[chosen, levels]`, and a level is `[depth, item, done, open]`. With multiplicities a
/// level has as fifth whether its item can be covered no more (`"once"`, `"no"`, `"open"` or `"done"`,
/// see [`Close`]), and the way as third the steps to where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    /// The steps to where it begins; `None` without multiplicities.
    pub(crate) begin: Option<Steps>,
    pub(crate) chosen: Vec<usize>,
    pub(crate) levels: Vec<Level>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    pub(crate) depth: usize,
    pub(crate) item: usize,
    pub(crate) done: Vec<usize>,
    pub(crate) open: Vec<usize>,
    pub(crate) close: Close,
}

const CLOSES: [(&str, Close); 4] = [
    ("once", Close::Once),
    ("no", Close::No),
    ("open", Close::Open),
    ("done", Close::Done),
];

impl Level {
    /// Whether it is a trial to cover its item no more.
    pub(crate) fn closes(&self) -> bool {
        matches!(self.close, Close::Open | Close::Done)
    }

    /// How many of its trials are open.
    pub(crate) fn untried(&self) -> usize {
        self.open.len() + usize::from(self.close == Close::Open)
    }
}

impl Way {
    pub(crate) fn new(names: &Names<'_>, open: &Open) -> Self {
        let level = |level: &exactcover::Level| Level {
            depth: level.depth,
            item: level.item.index(),
            done: names.lines(&level.done),
            open: names.lines(&level.open),
            close: level.close,
        };
        let several = names.problem.has_multiplicities();
        Way {
            begin: several.then(|| names.steps(&open.begin)),
            chosen: names.lines(&open.chosen),
            levels: open.levels.iter().map(level).collect(),
        }
    }

    pub(crate) fn json(&self) -> Value {
        let level = |level: &Level| {
            let Level {
                depth,
                item,
                done,
                open,
                close,
            } = level;
            match self.begin {
                None => json!([depth, item, done, open]),
                Some(_) => {
                    let mut closes = CLOSES.iter();
                    let name = closes
                        .find(|(_, other)| other == close)
                        .map(|(name, _)| name);
                    json!([depth, item, done, open, name])
                }
            }
        };
        let levels: Vec<Value> = self.levels.iter().map(level).collect();
        match &self.begin {
            None => json!([self.chosen, levels]),
            Some(begin) => json!([self.chosen, levels, begin]),
        }
    }

    /// `None` if there is no such option or item.
    pub(crate) fn open(&self, names: &Names<'_>) -> Option<Open> {
        let level = |level: &Level| {
            Some(exactcover::Level {
                depth: level.depth,
                item: names.problem.items().nth(level.item)?,
                done: names.options(&level.done)?,
                open: names.options(&level.open)?,
                close: level.close,
            })
        };
        Some(Open {
            begin: names.choices(self.begin.as_deref().unwrap_or_default())?,
            chosen: names.options(&self.chosen)?,
            levels: self.levels.iter().map(level).collect::<Option<_>>()?,
        })
    }

    /// `None` if it is no such value.
    pub(crate) fn read(value: &Value) -> Option<Self> {
        let chosen = numbers(value.get(0)?)?;
        let begin = match value.get(2) {
            None => None,
            Some(begin) => Some(steps(begin)?),
        };
        let close = |level: &Value| match (&begin, level.get(4)) {
            (None, None) => Some(Close::Once),
            (Some(_), Some(name)) => {
                let mut closes = CLOSES.iter();
                closes
                    .find(|(other, _)| name == other)
                    .map(|(_, close)| *close)
            }
            _ => None,
        };
        let level = |level: &Value| {
            Some(Level {
                depth: number(level.get(0)?).filter(|&depth| depth <= chosen.len())?,
                item: number(level.get(1)?)?,
                done: numbers(level.get(2)?)?,
                open: numbers(level.get(3)?)?,
                close: close(level)?,
            })
        };
        let levels = value.get(1)?.as_array()?.iter().map(level);
        let levels: Vec<Level> = levels.collect::<Option<_>>()?;
        // With multiplicities, what is chosen is forgotten down to the level that is taken up again.
        if begin.is_some() && levels.windows(2).any(|pair| pair[0].depth > pair[1].depth) {
            return None;
        }
        Some(Way {
            begin,
            chosen,
            levels,
        })
    }

    /// Which of the options chosen leads from a level to the next one; none from a level that leads
    /// there by covering its item no more.
    pub(crate) fn via(&self, level: usize) -> Option<usize> {
        let depth = self.levels[level].depth;
        let next = self.levels.get(level + 1);
        let next = next.map_or(self.chosen.len(), |next| next.depth);
        let leads = next > depth && self.levels[level].close != Close::Done;
        self.chosen.get(depth).copied().filter(|_| leads)
    }

    /// The steps to each level, and what is left out there before the first option that is open: as
    /// [`Open::parts`] has them.
    fn heads(&self) -> Vec<Steps> {
        let mut way = self.begin.clone().unwrap_or_default();
        let mut begun = chosen(&way).count();
        let mut heads = Vec::new();
        for (k, level) in self.levels.iter().enumerate() {
            let before = &self.chosen[begun.min(level.depth)..level.depth];
            way.extend(before.iter().copied().map(with));
            begun = level.depth;
            let via = self.via(k);
            if level.close != Close::Once {
                way.extend(level.done.iter().map(|&line| -with(line)));
            }
            let mut head = way.clone();
            if level.close != Close::Once {
                head.extend(via.map(|line| -with(line)));
            }
            heads.push(head);
        }
        heads
    }

    /// The steps to each part that is open, in the order in which one search comes to them.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Steps> + '_ {
        let levels = self.heads().into_iter().zip(&self.levels).rev();
        levels.flat_map(|(head, level)| {
            (0..level.untried()).map(move |k| {
                let mut piece = head.clone();
                if level.close != Close::Once {
                    piece.extend(level.open[..k].iter().map(|&line| -with(line)));
                }
                piece.extend(level.open.get(k).copied().map(with));
                piece
            })
        })
    }

    /// Whether nothing is open.
    pub(crate) fn is_done(&self) -> bool {
        self.levels.iter().all(|level| level.untried() == 0)
    }

    /// Takes the first of the parts that are open out.
    pub(crate) fn next(&mut self) -> Option<Steps> {
        let piece = self.pieces().next()?;
        while let Some(level) = self.levels.last_mut() {
            if !level.open.is_empty() {
                let line = level.open.remove(0);
                level.done.push(line);
                break;
            }
            if level.close == Close::Open {
                level.close = Close::Done;
                break;
            }
            if self.begin.is_some() {
                // The level before leads to this one by what is chosen there, and by nothing else.
                self.chosen.truncate(level.depth);
            }
            self.levels.pop();
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

pub(crate) fn steps(value: &Value) -> Option<Steps> {
    value.as_array()?.iter().map(Value::as_i64).collect()
}

/// A count of 128 bits, which JSON has as a string.
pub(crate) fn large(value: &Value) -> Option<u128> {
    value.as_str()?.parse().ok()
}
