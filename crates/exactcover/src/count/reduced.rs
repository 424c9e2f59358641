//! What is left of a problem when everything forced has been chosen and what restricts nothing has
//! been left out.

use super::number::log2;
use crate::engine::table::{Claim, Lists, Table};
use crate::problem::ids::OptionId;
use crate::problem::matrix::Matrix;
use crate::run::alarm::Alarm;
use crate::run::limits::Stats;
use crate::run::settings::Ties;
use alloc::vec;
use alloc::vec::Vec;

/// An item of an option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) item: u32,
    /// 0 without a color, else from 1 to the number of colors of the item.
    pub(super) color: u32,
}

/// How often a primary item is covered, and how far a state has to count that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub(super) low: u32,
    /// A state counts from 0 to here.
    pub(super) most: u32,
    /// Whether more is no different from `most`; else it is too often.
    pub(super) open: bool,
}

impl Times {
    const ONCE: Times = Times {
        low: 1,
        most: 1,
        open: false,
    };

    /// Whether two options may have the item.
    pub(super) fn several(self) -> bool {
        self.most > 1 || self.open
    }
}

/// Items and options, numbered anew: primary items first. Nothing is forced, but with
/// multiplicities.
#[derive(Debug, Default)]
pub(super) struct Reduced {
    pub(super) primary: usize,
    /// Per primary item; empty without multiplicities.
    times: Vec<Times>,
    /// Per item, its number of colors: 0 for primary items and for those that are never shared.
    pub(super) colors: Vec<u32>,
    /// Per option, its number in the problem.
    pub(super) ids: Vec<u32>,
    /// The options that every solution has, by their numbers in the problem.
    pub(super) forced: Vec<u32>,
    starts: Vec<u32>,
    parts: Vec<Part>,
}

impl Reduced {
    /// `None` if some item cannot be covered, or if the alarm rings.
    pub(super) fn new(matrix: &Matrix, alarm: &mut Alarm) -> Option<Self> {
        let table = Table::new(matrix, Ties::First, alarm)?;
        let mut reduced = Reduced::default();
        let part = if matrix.has_multiplicities() {
            reduced.times = times(matrix, &table, alarm)?;
            table.whole(alarm)?
        } else {
            table.settle(&mut Stats::default(), &mut reduced.forced, alarm)?
        };
        let mut number = vec![u32::MAX; table.primary];
        for (k, &item) in part.items.iter().enumerate() {
            number[item as usize] = k as u32;
        }
        reduced.primary = part.items.len();
        reduced.colors = vec![0; reduced.primary];
        let mut wishes = vec![Wishes::default(); table.secondary];
        for &option in &part.options {
            if alarm.after(1 + table.claims(option).len()) {
                return None;
            }
            for claim in table.claims(option) {
                wishes[claim.item as usize].add(claim.paint);
            }
        }
        // The colors of an item, numbered from 1 in the order in which they come.
        let mut colors = part.slots;
        reduced.starts.push(0);
        for &option in &part.options {
            if alarm.after(1 + table.claims(option).len() + table.items(option).len()) {
                return None;
            }
            for &item in table.items(option) {
                let item = number[item as usize];
                reduced.parts.push(Part { item, color: 0 });
            }
            for claim in table.claims(option) {
                let wishes = &mut wishes[claim.item as usize];
                if !wishes.clash {
                    continue;
                }
                if wishes.number == 0 {
                    reduced.colors.push(0);
                    wishes.number = reduced.colors.len() as u32;
                }
                let item = wishes.number - 1;
                let mut color = 0;
                if claim.paint != Claim::ALONE {
                    let known = &mut colors[claim.paint as usize];
                    if *known == 0 {
                        reduced.colors[item as usize] += 1;
                        *known = reduced.colors[item as usize];
                    }
                    color = *known;
                }
                reduced.parts.push(Part { item, color });
            }
            reduced.starts.push(reduced.parts.len() as u32);
        }
        reduced.ids = part.options;
        Some(reduced)
    }

    pub(super) fn items(&self) -> usize {
        self.colors.len()
    }

    pub(super) fn options(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn option(&self, option: usize) -> &[Part] {
        &self.parts[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    /// The option in the problem.
    pub(super) fn name(&self, option: u32) -> OptionId {
        OptionId(self.ids[option as usize])
    }

    pub(super) fn entries(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn is_primary(&self, item: u32) -> bool {
        (item as usize) < self.primary
    }

    pub(super) fn has_multiplicities(&self) -> bool {
        !self.times.is_empty()
    }

    /// How often an item is covered, at most once if it is secondary.
    pub(super) fn times(&self, item: u32) -> Times {
        let times = self.times.get(item as usize);
        times.copied().unwrap_or(Times::ONCE)
    }

    /// The binary logarithm of the number of states of an item.
    pub(super) fn weight(&self, item: u32) -> f64 {
        match (self.colors[item as usize], self.times(item).most) {
            (0, 1) => 1.0,
            (0, most) => log2(f64::from(most) + 1.0),
            (colors, _) => log2(f64::from(colors) + 1.0),
        }
    }

    /// How many bits of a key an item takes: untouched is 0, then come its colors, and at last an
    /// option that has it alone. Of a primary item it is how often it is covered.
    pub(super) fn bits(&self, item: u32) -> u32 {
        match self.colors[item as usize] {
            0 => 32 - self.times(item).most.leading_zeros(),
            colors => 32 - (colors + 1).leading_zeros(),
        }
    }

    /// What stands in these bits once an option has the item.
    pub(super) fn mark(&self, part: Part) -> u64 {
        match (self.colors[part.item as usize], part.color) {
            (0, _) => 1,
            (colors, 0) => u64::from(colors) + 1,
            (_, color) => color.into(),
        }
    }

    /// Per item, the options that have it; `None` if the alarm rings.
    pub(super) fn options_by_item(&self, alarm: &mut Alarm) -> Option<Lists<u32>> {
        let options = 0..self.options() as u32;
        let pairs = options.flat_map(|option| {
            let parts = self.option(option as usize).iter();
            parts.map(move |part| (part.item, option))
        });
        Lists::gather(self.items(), pairs, alarm)
    }
}

/// How far to count each primary item, in the numbers of the table; `None` if it has not enough
/// options, or if the alarm rings.
fn times(matrix: &Matrix, table: &Table, alarm: &mut Alarm) -> Option<Vec<Times>> {
    let (number, _) = Ties::First.ranking(matrix, alarm)?;
    let mut bounds = vec![(0, 0); table.primary];
    for (item, &number) in number.iter().enumerate() {
        if matrix.primary[item] {
            bounds[number as usize] = matrix.bounds[item];
        }
    }
    let mut lists = vec![Vec::new(); table.primary];
    for option in 0..matrix.option_count() as u32 {
        for &item in table.items(option) {
            lists[item as usize].push(option);
        }
        if alarm.after(table.items(option).len()) {
            return None;
        }
    }
    let mut times = Vec::with_capacity(table.primary);
    let mut shared = vec![0; table.primary];
    for ((own, options), &(low, high)) in (0..).zip(&lists).zip(&bounds) {
        let count = options.len();
        if (low as usize) > count {
            return None;
        }
        // No limit that the options do not reach; nor one that another item sets for all of them.
        let mut open = high as usize >= count;
        if high > 1 && !open {
            for &option in options {
                for &item in table.items(option) {
                    shared[item as usize] += 1;
                    // Of items that set the same limit, that of the first one with most options
                    // stays.
                    let other = (bounds[item as usize].1, lists[item as usize].len(), item);
                    let stricter = other.0 < high
                        || other.0 == high
                            && (other.1 > count || other.1 == count && other.2 < own);
                    open |= stricter && shared[item as usize] == count;
                }
                if alarm.after(2 * table.items(option).len()) {
                    return None;
                }
            }
            for &option in options {
                for &item in table.items(option) {
                    shared[item as usize] = 0;
                }
            }
        }
        let most = if open { low } else { high };
        times.push(Times { low, most, open });
    }
    Some(times)
}

/// What the options want of a secondary item.
#[derive(Clone, Default)]
struct Wishes {
    /// The first wish.
    first: Option<u32>,
    /// Whether two of them exclude each other.
    clash: bool,
    /// The number of the item, from 1, once it has one.
    number: u32,
}

impl Wishes {
    fn add(&mut self, paint: u32) {
        match self.first {
            None => self.first = Some(paint),
            Some(first) => self.clash |= paint != first || paint == Claim::ALONE,
        }
    }
}
