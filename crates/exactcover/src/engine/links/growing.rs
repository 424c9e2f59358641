//! Dancing links to which options can be added from one search to the next.

use super::Links;
use crate::problem::ids::OptionId;
use crate::run::alarm::Alarm;
use crate::run::drive::{Drive, Event, Marks};
use crate::run::kernel::Steps;
use crate::run::limits::{Limits, Stats};
use alloc::vec::Vec;

/// An exact cover problem without secondary items that grows until it has a solution.
///
/// A search that finds none leaves the links as they were, so the next one costs nothing but
/// itself, however many options there are.
#[derive(Clone, Debug)]
pub(crate) struct Growing {
    steps: Steps<Links>,
    items: usize,
    options: usize,
    /// The items that are in no option: while there are any, there is nothing to search.
    bare: usize,
    /// Of all searches together.
    stats: Stats,
}

impl Growing {
    pub(crate) fn new(items: usize) -> Self {
        Growing {
            steps: Steps::new(
                Links::without_options(items, items, 0, Alarm::new(&Limits::none()))
                    .expect("there is no limit"),
            ),
            items,
            options: 0,
            bare: items,
            stats: Stats::default(),
        }
    }

    /// Adds an option with these items, each in `1..=items` and there once. All items and entries
    /// together must be less than 2<sup>31</sup>.
    pub(crate) fn add(&mut self, items: &[usize]) {
        let kernel = &mut self.steps.kernel;
        // The last item comes first, as for [`Ties::Last`](crate::Ties::Last).
        let last = self.items + 1;
        let numbers = items.iter().map(|&item| (last - item) as u32);
        let new = numbers.clone().filter(|&item| kernel.size(item) == 0);
        self.bare -= new.count();
        // There is no limit.
        let _ = kernel.add(self.options as u32, numbers.map(|item| (item, 0)));
        self.options += 1;
    }

    /// The first solution, in the order of the choices. Once there is one, no option may be
    /// added, and this not be called again.
    pub(crate) fn first(&mut self) -> Option<Vec<OptionId>> {
        if self.bare > 0 {
            return None;
        }
        let marks = Marks {
            nodes: u64::MAX,
            updates: u64::MAX,
            solutions: 1,
        };
        self.steps.started = false;
        match self.steps.run(&mut self.stats, &marks) {
            Event::Solution => {
                let mut options = Vec::new();
                self.steps.chosen(&mut options);
                Some(options)
            }
            Event::Paused | Event::Exhausted => None,
        }
    }

    /// The options that were ever added, and what the searches have cost.
    #[cfg(test)]
    pub(crate) fn work(&self) -> (usize, Stats) {
        (self.options, self.stats)
    }
}
