//! Partial solutions: what goes together with some chosen options, by code that shares nothing with
//! the search.

use super::error::Violation;
use super::ids::{Color, ItemId, OptionId};
use super::Problem;
use alloc::vec;
use alloc::vec::Vec;

/// Which option has each item first, and in which color.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    first: Vec<Option<(OptionId, Option<Color>)>>,
    /// With multiplicities: per item, how many options have it, and per option whether it is one.
    times: Vec<u32>,
    chosen: Vec<bool>,
}

impl Cover {
    pub(super) fn new<L>(problem: &Problem<L>) -> Self {
        let (items, options) = if problem.has_multiplicities() {
            (problem.item_count(), problem.option_count())
        } else {
            (0, 0)
        };
        Cover {
            first: vec![None; problem.item_count()],
            times: vec![0; items],
            chosen: vec![false; options],
        }
    }

    /// How many options have the item; of a secondary one, whether any has it.
    fn times(&self, item: ItemId) -> usize {
        match self.times.get(item.index()) {
            None => usize::from(self.first[item.index()].is_some()),
            Some(&times) => times as usize,
        }
    }

    /// Whether another option may have the item; of a secondary one, whether none has.
    fn is_open<L>(&self, problem: &Problem<L>, item: ItemId) -> bool {
        let most = *problem.multiplicity(item).end() as usize;
        match self.times(item) {
            0 => true,
            times => problem.is_primary(item) && times < most,
        }
    }

    /// What the primary item lacks in a solution.
    pub(super) fn lacking<L>(&self, problem: &Problem<L>, item: ItemId) -> Option<Violation> {
        if !problem.is_primary(item) {
            return None;
        }
        let least = *problem.multiplicity(item).start();
        let times = self.times(item) as u32;
        match least {
            _ if times >= least => None,
            1 => Some(Violation::Uncovered { item }),
            _ => Some(Violation::CoveredTooSeldom { item, least, times }),
        }
    }

    /// Why the option does not go together with those that have been added, if it does not.
    pub(super) fn violation<L>(&self, problem: &Problem<L>, option: OptionId) -> Option<Violation> {
        if option.index() >= problem.option_count() {
            return Some(Violation::UnknownOption { option });
        }
        let again = self.chosen.get(option.index()) == Some(&true);
        problem.entries(option).iter().find_map(|entry| {
            let (first, color) = self.first[entry.item.index()]?;
            let most = *problem.multiplicity(entry.item).end();
            if most > 1 && !again {
                let full = self.times[entry.item.index()] >= most;
                return full.then_some(Violation::CoveredTooOften {
                    item: entry.item,
                    most,
                    option,
                });
            }
            let first = if again { option } else { first };
            let apart = first == option || color.is_none() || color != entry.color;
            apart.then_some(Violation::CoveredTwice {
                item: entry.item,
                first,
                second: option,
            })
        })
    }

    /// Adds an option that goes together with the others.
    pub(super) fn add<L>(&mut self, problem: &Problem<L>, option: OptionId) {
        for entry in problem.entries(option) {
            self.first[entry.item.index()].get_or_insert((option, entry.color));
            if let Some(times) = self.times.get_mut(entry.item.index()) {
                *times += 1;
            }
        }
        if let Some(chosen) = self.chosen.get_mut(option.index()) {
            *chosen = true;
        }
    }
}

/// A partial solution, and the options that go together with it: a node of a search tree, seen by
/// code that shares nothing with the engines.
///
/// ```
/// use exactcover::Problem;
/// let mut builder = Problem::builder();
/// let items = builder.primaries(3);
/// let left = builder.option("left", [items[0]]);
/// let right = builder.option("right", [items[1], items[2]]);
/// let all = builder.option("all", items.clone());
/// let problem = builder.build()?;
///
/// let mut partial = problem.partial();
/// assert_eq!(partial.options_of(items[0]).collect::<Vec<_>>(), [left, all]);
/// partial.choose(left)?;
/// assert_eq!(partial.options(), [right]);
/// assert!(partial.choose(all).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Partial<'p, L> {
    problem: &'p Problem<L>,
    cover: Cover,
    chosen: Vec<OptionId>,
    options: Vec<OptionId>,
}

impl<L> Clone for Partial<'_, L> {
    fn clone(&self) -> Self {
        Partial {
            problem: self.problem,
            cover: self.cover.clone(),
            chosen: self.chosen.clone(),
            options: self.options.clone(),
        }
    }
}

impl<L> Problem<L> {
    /// The partial solution without options.
    #[must_use]
    pub fn partial(&self) -> Partial<'_, L> {
        Partial {
            problem: self,
            cover: Cover::new(self),
            chosen: Vec::new(),
            options: self.options().collect(),
        }
    }
}

impl<L> Partial<'_, L> {
    /// Adds an option.
    ///
    /// # Errors
    /// [`Violation::UnknownOption`], or [`Violation::CoveredTwice`] if it does not go together with
    /// those that are chosen; nothing is changed then.
    ///
    /// # Complexity
    /// Linear in the entries of the options that are left.
    pub fn choose(&mut self, option: OptionId) -> Result<(), Violation> {
        self.choose_all(&[option])
    }

    /// Adds options one after the other, and sees once what they leave.
    ///
    /// # Errors
    /// As [`Partial::choose`] for the first that cannot be added; those before it are chosen then.
    pub fn choose_all(&mut self, options: &[OptionId]) -> Result<(), Violation> {
        let (problem, cover) = (self.problem, &mut self.cover);
        let add = |&option: &OptionId| match cover.violation(problem, option) {
            Some(violation) => Err(violation),
            None => {
                cover.add(problem, option);
                self.chosen.push(option);
                Ok(())
            }
        };
        let added = options.iter().try_for_each(add);
        let fits = |&option: &OptionId| cover.violation(problem, option).is_none();
        self.options.retain(fits);
        added
    }

    /// Leaves out options: they are not among those that go together with what is chosen.
    ///
    /// # Complexity
    /// Linear in the options that are left, for each that is left out.
    pub fn leave_out(&mut self, options: &[OptionId]) {
        self.options.retain(|option| !options.contains(option));
    }

    /// The options chosen, in the order of choosing.
    #[must_use]
    pub fn chosen(&self) -> &[OptionId] {
        &self.chosen
    }

    /// The options that go together with all that are chosen, ascending.
    #[must_use]
    pub fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// Those of them that have this item, ascending.
    pub fn options_of(&self, item: ItemId) -> impl Iterator<Item = OptionId> + '_ {
        let has = move |option: &OptionId| {
            let entries = self.problem.entries(*option);
            entries.iter().any(|entry| entry.item == item)
        };
        self.options.iter().copied().filter(has)
    }

    /// Whether the problem has this item, and no option that is chosen has it; with a multiplicity:
    /// whether another one may have it.
    #[must_use]
    pub fn is_open(&self, item: ItemId) -> bool {
        item.index() < self.problem.item_count() && self.cover.is_open(self.problem, item)
    }

    /// How many options of a primary item every solution needs beyond those that are chosen.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    #[track_caller]
    pub fn need(&self, item: ItemId) -> usize {
        let least = *self.problem.multiplicity(item).start() as usize;
        least.saturating_sub(self.cover.times(item))
    }

    /// The items that a search can branch on, each with its number of ways to choose the first of
    /// its options, or none if it needs none.
    pub(crate) fn ways(&self) -> Vec<(ItemId, usize)> {
        let ways = |&(item, count): &(ItemId, usize)| match self.need(item) {
            0 if count == 0 => None,
            need => Some((item, (count + 1).saturating_sub(need))),
        };
        let mut counts = self.counts();
        counts.retain(|&(item, _)| self.problem.is_primary(item) && self.is_open(item));
        counts.iter().filter_map(ways).collect()
    }

    /// How many of the options that are left each item has.
    fn counts(&self) -> Vec<(ItemId, usize)> {
        let mut counts: Vec<_> = self.problem.items().map(|item| (item, 0)).collect();
        for &option in &self.options {
            for entry in self.problem.entries(option) {
                counts[entry.item.index()].1 += 1;
            }
        }
        counts
    }

    /// The primary items that still have to be covered (with a multiplicity: covered more often),
    /// each with the number of its options, ascending; none if this is a solution.
    ///
    /// # Complexity
    /// Linear in the items, and in the entries of the options that are left.
    #[must_use]
    pub fn open_items(&self) -> Vec<(ItemId, usize)> {
        let mut counts = self.counts();
        counts.retain(|&(item, _)| self.cover.lacking(self.problem, item).is_some());
        counts
    }
}
