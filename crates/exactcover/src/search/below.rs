//! The part of a search below some choices: what they leave of the problem, as a smaller problem for
//! any engine.

use crate::engine::Engine;
use crate::problem::ids::{Color, Entry, ItemId, OptionId};
use crate::problem::matrix::Matrix;
use crate::run::alarm::{listed_in_parts, Alarm, CHUNK};
use crate::run::drive::Open;
use crate::run::limits::{Limit, Limits, Stats};
use crate::run::machine::{never, Goal, Machine, Step};
#[cfg(feature = "proof")]
use crate::run::observer::{Literal, Observer, Trial};
use crate::run::settings::{Settings, Ties};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// What is left of a problem when some options have been chosen.
#[derive(Debug)]
pub(crate) struct Left {
    pub(crate) matrix: Matrix,
    /// What its options and items are in the whole.
    pub(crate) options: Vec<OptionId>,
    pub(crate) items: Vec<ItemId>,
}

impl Left {
    /// Of a problem without multiplicities; `None` if the time is over first.
    pub(crate) fn new(whole: &Matrix, chosen: &[OptionId], limits: &Limits) -> Option<Self> {
        let mut alarm = Alarm::new(limits);
        let mut state = listed_in_parts(whole.primary.len(), &mut alarm, |_| State::Open)?;
        for option in chosen {
            for entry in whole.option(option.index()) {
                if alarm.after(1) {
                    return None;
                }
                #[cfg(test)]
                crate::run::looks::touched(1);
                state[entry.item.index()] = match entry.color {
                    None => State::Covered,
                    Some(color) => State::Colored(color),
                };
            }
        }
        let mut matrix = Matrix {
            starts: vec![0],
            ..Matrix::default()
        };
        let mut items = Vec::new();
        let number = listed_in_parts(state.len(), &mut alarm, |item| {
            let number = ItemId(items.len() as u32);
            if state[item] == State::Open {
                matrix.primary.push(whole.primary[item]);
                items.push(ItemId(item as u32));
            }
            number
        })?;
        let mut options = Vec::new();
        for option in 0..whole.option_count() {
            let entries = whole.option(option);
            let fits = |entry: &Entry| match state[entry.item.index()] {
                State::Open => true,
                State::Covered => false,
                State::Colored(color) => entry.color == Some(color),
            };
            let before = matrix.entries.len();
            let mut fit = true;
            for part in entries.chunks(CHUNK) {
                if alarm.after(2 * part.len()) {
                    return None;
                }
                #[cfg(test)]
                crate::run::looks::touched(2 * part.len());
                fit = part.iter().all(fits);
                if !fit {
                    break;
                }
                // All options that are left agree on the colors that are given, so these need no
                // item.
                let open = part
                    .iter()
                    .filter(|entry| state[entry.item.index()] == State::Open);
                matrix.entries.extend(open.map(|entry| Entry {
                    item: number[entry.item.index()],
                    color: entry.color,
                }));
            }
            if fit {
                matrix.starts.push(matrix.entries.len() as u32);
                options.push(OptionId(option as u32));
            } else {
                matrix.entries.truncate(before);
            }
        }
        Some(Left {
            matrix,
            options,
            items,
        })
    }
}

/// What choices have done to an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Covered,
    Colored(Color),
}

/// The same problem with its items in the order in which ties prefer them, so that
/// [`Ties::First`] means the same for whatever is left of it; `None` if the time is over first.
pub(crate) fn ranked(matrix: &Matrix, settings: &Settings) -> Option<Matrix> {
    let mut alarm = Alarm::new(&settings.limits);
    let (number, primary) = settings.ties.ranking(matrix, &mut alarm)?;
    Some(Matrix {
        primary: listed_in_parts(number.len(), &mut alarm, |item| item < primary)?,
        entries: listed_in_parts(matrix.entries.len(), &mut alarm, |k| {
            let Entry { item, color } = matrix.entries[k];
            Entry {
                item: ItemId(number[item.index()]),
                color,
            }
        })?,
        starts: listed_in_parts(matrix.starts.len(), &mut alarm, |k| matrix.starts[k])?,
        bounds: Vec::new(),
    })
}

/// A search below some choices that tells of it in terms of the whole problem.
#[derive(Debug)]
pub(crate) struct Below {
    chosen: Vec<OptionId>,
    options: Vec<OptionId>,
    /// Ranks in what is left, as ranks in the whole.
    items: Vec<ItemId>,
    machine: Box<dyn Machine>,
}

impl Below {
    /// These options go together.
    pub(crate) fn start(
        engine: Engine,
        matrix: &Matrix,
        settings: &Settings,
        chosen: &[OptionId],
    ) -> Box<dyn Machine> {
        let left = ranked(matrix, settings);
        let left = left.and_then(|whole| Left::new(&whole, chosen, &settings.limits));
        let left = match left {
            Some(left) => left,
            // A flag may have been lowered again.
            None => return never(settings.limits.late().unwrap_or(Limit::Cancelled), settings),
        };
        let settings = Settings {
            ties: Ties::First,
            ..settings.clone()
        };
        Box::new(Below {
            machine: engine.start(&left.matrix, &settings),
            chosen: chosen.to_vec(),
            options: left.options,
            items: left.items,
        })
    }
}

impl Machine for Below {
    fn resume(&mut self, goal: Goal) -> Step {
        self.machine.resume(goal)
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        options.extend_from_slice(&self.chosen);
        let first = options.len();
        self.machine.chosen(options);
        for option in &mut options[first..] {
            *option = self.options[option.index()];
        }
    }

    fn stats(&self) -> Stats {
        let mut stats = self.machine.stats();
        stats.max_depth += self.chosen.len();
        stats
    }

    fn pause_at(&mut self, nodes: u64) {
        self.machine.pause_at(nodes);
    }

    fn seen(&self) -> f64 {
        self.machine.seen()
    }

    fn work(&self) -> u64 {
        self.machine.work()
    }

    fn open(&self) -> Option<Open> {
        let mut open = self.machine.open()?;
        let whole = |option: &OptionId| self.options[option.index()];
        let below = open.chosen.iter().map(whole);
        open.chosen = self.chosen.iter().copied().chain(below).collect();
        for level in &mut open.levels {
            level.depth += self.chosen.len();
            level.item = self.items[level.item as usize].0;
            level.untried = level.untried.iter().map(whole).collect();
        }
        Some(open)
    }

    #[cfg(feature = "proof")]
    fn prove(&mut self, observer: &mut dyn Observer) -> Step {
        self.machine.prove(&mut Above {
            chosen: &self.chosen,
            options: &self.options,
            observer,
        })
    }
}

/// Who is told of the part below some choices, in terms of the whole.
#[cfg(feature = "proof")]
struct Above<'a> {
    chosen: &'a [OptionId],
    options: &'a [OptionId],
    observer: &'a mut dyn Observer,
}

#[cfg(feature = "proof")]
impl Above<'_> {
    /// What a clause below the choices says about the whole.
    fn whole(&self, clause: &[Literal]) -> Vec<Literal> {
        let number = |option: OptionId| option.0 as Literal + 1;
        let chosen = self.chosen.iter().map(|&option| -number(option));
        let below = clause.iter().map(|&literal| {
            let option = self.options[literal.unsigned_abs() as usize - 1];
            literal.signum() * number(option)
        });
        chosen.chain(below).collect()
    }
}

#[cfg(feature = "proof")]
impl Observer for Above<'_> {
    fn watches(&self) -> bool {
        self.observer.watches()
    }

    fn trial(&mut self, trial: Trial) {
        self.observer.trial(Trial {
            depth: self.chosen.len() + trial.depth,
            option: self.options[trial.option.index()],
            ..trial
        });
    }

    /// Items have other places below.
    fn counts(&self) -> bool {
        false
    }

    fn counted(&mut self, _at_least: &[u32], _at_most: &[u32]) {}

    fn learned(&mut self, clause: &[Literal]) {
        self.observer.learned(&self.whole(clause));
    }

    fn dropped(&mut self, clause: &[Literal]) {
        self.observer.dropped(&self.whole(clause));
    }

    fn failed(&self) -> bool {
        self.observer.failed()
    }
}
