//! The part of a search below some choices: what they leave of the problem, as a smaller problem
//! for any engine.

use super::walk::Choice;
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

/// Options that every solution of a part of the search has, in the order of choosing, and those
/// that none has.
#[derive(Clone, Default, Debug)]
pub(crate) struct Choices {
    pub(crate) with: Vec<OptionId>,
    pub(crate) without: Vec<OptionId>,
    /// Both, in the order in which they were told.
    pub(crate) way: Vec<Choice>,
}

impl Choices {
    pub(crate) fn new(with: &[OptionId], without: &[OptionId]) -> Self {
        let way = without.iter().copied().map(Choice::Without);
        Choices {
            with: with.to_vec(),
            without: without.to_vec(),
            way: way.chain(with.iter().copied().map(Choice::With)).collect(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.with.is_empty() && self.without.is_empty()
    }
}

/// What is left of a problem when some options have been chosen.
#[derive(Debug)]
pub(crate) struct Left {
    pub(crate) matrix: Matrix,
    /// What its options and items are in the whole.
    pub(crate) options: Vec<OptionId>,
    pub(crate) items: Vec<ItemId>,
}

impl Left {
    /// `None` if the time is over first.
    pub(crate) fn new(whole: &Matrix, choices: &Choices, limits: &Limits) -> Option<Self> {
        let mut alarm = Alarm::new(limits);
        let mut state = listed_in_parts(whole.primary.len(), &mut alarm, |_| State::Open)?;
        let mut bounds = listed_in_parts(whole.bounds.len(), &mut alarm, |k| whole.bounds[k])?;
        // Others die of what they share with these.
        let mut gone = Vec::new();
        // Whether an option is both chosen and left out.
        let mut torn = false;
        if whole.has_multiplicities() || !choices.without.is_empty() {
            gone = listed_in_parts(whole.option_count(), &mut alarm, |_| false)?;
            for option in &choices.without {
                gone[option.index()] = true;
            }
            torn = choices.with.iter().any(|option| gone[option.index()]);
            for option in &choices.with {
                gone[option.index()] = true;
            }
        }
        for option in &choices.with {
            for entry in whole.option(option.index()) {
                if alarm.after(1) {
                    return None;
                }
                #[cfg(test)]
                crate::run::looks::touched(1);
                if let Some((low, high)) = bounds.get_mut(entry.item.index()) {
                    *low = low.saturating_sub(1);
                    *high = high.saturating_sub(1);
                    if *high > 0 {
                        continue;
                    }
                }
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
        if torn {
            // An item that no option has leaves no solution; it stands for none of the whole.
            matrix.primary.push(true);
            matrix.bounds.extend(bounds.first().map(|_| (1, 1)));
            items.push(ItemId(0));
        }
        let number = listed_in_parts(state.len(), &mut alarm, |item| {
            let number = ItemId(items.len() as u32);
            if state[item] == State::Open {
                matrix.primary.push(whole.primary[item]);
                matrix.bounds.extend(bounds.get(item));
                items.push(ItemId(item as u32));
            }
            number
        })?;
        let primary = matrix.primary.iter();
        let once = |(&primary, &bounds)| bounds == (u32::from(primary), 1);
        if primary.zip(&matrix.bounds).all(once) {
            matrix.bounds = Vec::new();
        }
        let mut options = Vec::new();
        for option in 0..whole.option_count() {
            if gone.get(option) == Some(&true) {
                continue;
            }
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
        bounds: {
            let mut bounds = listed_in_parts(matrix.bounds.len(), &mut alarm, |_| (0, 0))?;
            for (item, &bound) in matrix.bounds.iter().enumerate() {
                if alarm.after(1) {
                    return None;
                }
                bounds[number[item] as usize] = bound;
            }
            bounds
        },
    })
}

/// A search below some choices that tells of it in terms of the whole problem.
#[derive(Debug)]
pub(crate) struct Below {
    #[cfg(feature = "proof")]
    way: Vec<Choice>,
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
        choices: &Choices,
    ) -> Box<dyn Machine> {
        let left = ranked(matrix, settings);
        let left = left.and_then(|whole| Left::new(&whole, choices, &settings.limits));
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
            #[cfg(feature = "proof")]
            way: choices.way.clone(),
            chosen: choices.with.clone(),
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
            let several = level.several.as_mut();
            if let Some((tried, _)) = several.and_then(|several| several.tried.as_mut()) {
                tried.iter_mut().for_each(|option| *option = whole(option));
            }
        }
        Some(open)
    }

    #[cfg(feature = "proof")]
    fn prove(&mut self, observer: &mut dyn Observer) -> Step {
        self.machine.prove(&mut Above {
            way: &self.way,
            options: &self.options,
            observer,
        })
    }
}

/// Who is told of the part below some choices, in terms of the whole.
#[cfg(feature = "proof")]
struct Above<'a> {
    way: &'a [Choice],
    options: &'a [OptionId],
    observer: &'a mut dyn Observer,
}

#[cfg(feature = "proof")]
impl Above<'_> {
    /// What a clause below the choices says about the whole.
    fn whole(&self, clause: &[Literal]) -> Vec<Literal> {
        let number = |option: OptionId| option.0 as Literal + 1;
        let begin = self.way.iter().map(|choice| choice.refuted());
        let below = clause.iter().map(|&literal| {
            let option = self.options[literal.unsigned_abs() as usize - 1];
            literal.signum() * number(option)
        });
        begin.chain(below).collect()
    }
}

#[cfg(feature = "proof")]
impl Observer for Above<'_> {
    fn watches(&self) -> bool {
        self.observer.watches()
    }

    fn trial(&mut self, trial: Trial) {
        self.observer.trial(Trial {
            depth: self.way.len() + trial.depth,
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
