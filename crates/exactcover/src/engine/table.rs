//! The problem with its items in order of preference, and what can be said about it before any
//! search: what [`rows`](super::rows) and [`learn`](super::learn) are built from.

use crate::problem::ids::Color;
use crate::problem::matrix::Matrix;
use crate::run::alarm::{each_in_parts, filled_in_parts, listed_in_parts, sort, Alarm, CHUNK};
use crate::run::limits::Stats;
use crate::run::settings::Ties;
use alloc::vec;
use alloc::vec::Vec;

/// Variable-length lists of `T`, one behind the other.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
    /// List `k` is `all[starts[k]..starts[k + 1]]`.
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T> Lists<T> {
    pub(super) fn new() -> Self {
        Lists {
            starts: vec![0],
            all: Vec::new(),
        }
    }

    /// `count` lists, made of pairs of list and element: in each, the elements stand in the order
    /// in which they come. `None` if the alarm rings.
    pub(crate) fn gather(
        count: usize,
        pairs: impl Iterator<Item = (u32, T)> + Clone,
        alarm: &mut Alarm,
    ) -> Option<Self>
    where
        T: Copy + Default,
    {
        let mut starts = filled_in_parts(0_u32, count + 1, alarm)?;
        for (list, _) in pairs.clone() {
            starts[list as usize + 1] += 1;
            #[cfg(test)]
            crate::run::looks::touched(1);
            if alarm.after(1) {
                return None;
            }
        }
        let mut before = 0;
        for start in &mut starts {
            before += *start;
            *start = before;
            #[cfg(test)]
            crate::run::looks::touched(1);
            if alarm.after(1) {
                return None;
            }
        }
        let mut next = starts.clone();
        let mut all = filled_in_parts(T::default(), starts[count] as usize, alarm)?;
        for (list, element) in pairs {
            let at = &mut next[list as usize];
            all[*at as usize] = element;
            *at += 1;
            #[cfg(test)]
            crate::run::looks::touched(1);
            if alarm.after(1) {
                return None;
            }
        }
        Some(Lists { starts, all })
    }

    #[inline(always)]
    pub(crate) fn get(&self, list: u32) -> &[T] {
        let list = list as usize;
        &self.all[self.starts[list] as usize..self.starts[list + 1] as usize]
    }

    pub(super) fn push(&mut self, element: T) {
        self.all.push(element);
    }

    /// Ends the current list.
    pub(super) fn end(&mut self) {
        self.starts.push(self.all.len() as u32);
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// All elements, each with its list.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (u32, &T)> + Clone {
        let lists = 0..self.len() as u32;
        lists.flat_map(move |list| self.get(list).iter().map(move |element| (list, element)))
    }
}

/// What an option wants of a secondary item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    pub(crate) item: u32,
    /// The pair of item and color, numbered after the secondary items; [`Claim::ALONE`] without a
    /// color.
    pub(crate) paint: u32,
}

impl Claim {
    pub(crate) const ALONE: u32 = u32::MAX;
}

/// The problem, items numbered in the order in which ties prefer them.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) primary: usize,
    pub(crate) secondary: usize,
    /// How many pairs of secondary item and color there are.
    paints: usize,
    /// Per option, its primary items.
    items: Lists<u32>,
    /// Per option, its secondary items, numbered from 0.
    claims: Lists<Claim>,
}

/// What is left of a problem when everything forced has been chosen; ascending.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) options: Vec<u32>,
    /// The primary items.
    pub(crate) items: Vec<u32>,
    /// Room to number anew the secondary items of the part, and their colors.
    pub(crate) slots: Vec<u32>,
}

impl Table {
    /// `None` if the alarm rings.
    pub(crate) fn new(matrix: &Matrix, ties: Ties, alarm: &mut Alarm) -> Option<Self> {
        let (number, primary) = ties.ranking(matrix, alarm)?;
        let secondary = number.len() - primary;
        let (mut items, mut claims) = (Lists::new(), Lists::new());
        for option in 0..matrix.option_count() {
            each_in_parts(matrix.option(option), alarm, |entry, _| {
                let item = number[entry.item.index()];
                match item.checked_sub(primary as u32) {
                    None => items.push(item),
                    // The color itself stands for the pair, until there are numbers for these.
                    Some(item) => claims.push(Claim {
                        item,
                        paint: entry.color.map_or(Claim::ALONE, Color::value),
                    }),
                }
            })?;
            items.end();
            claims.end();
        }
        let paints = number_paints(&mut claims.all, secondary, alarm)?;
        Some(Table {
            primary,
            secondary,
            paints,
            items,
            claims,
        })
    }

    pub(super) fn options(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn items(&self, option: u32) -> &[u32] {
        self.items.get(option)
    }

    pub(crate) fn claims(&self, option: u32) -> &[Claim] {
        self.claims.get(option)
    }

    /// All of the problem, with nothing chosen; `None` if the alarm rings.
    pub(crate) fn whole(&self, alarm: &mut Alarm) -> Option<Part> {
        Some(Part {
            options: listed_in_parts(self.items.len(), alarm, |option| option as u32)?,
            items: listed_in_parts(self.primary, alarm, |item| item as u32)?,
            slots: filled_in_parts(0_u32, self.secondary + self.paints, alarm)?,
        })
    }

    /// Chooses everything that is forced at the root, generation by generation as the stages
    /// do; `None` if an item cannot be covered, or if the alarm rings.
    ///
    /// # Complexity
    /// Linear: the list of an item is walked once at most.
    pub(crate) fn settle(
        &self,
        stats: &mut Stats,
        chosen: &mut Vec<u32>,
        alarm: &mut Alarm,
    ) -> Option<Part> {
        let options = self.items.len() as u32;
        let mut root = Root {
            sizes: filled_in_parts(0_u32, self.primary, alarm)?,
            covered: filled_in_parts(false, self.primary, alarm)?,
            taken: filled_in_parts(false, self.secondary, alarm)?,
            alive: filled_in_parts(true, options as usize, alarm)?,
            killed: Vec::new(),
        };
        each_in_parts(&self.items.all, alarm, |item, _| {
            root.sizes[item as usize] += 1;
        })?;
        let (mut item, mut bare, mut ones) = (0, false, Vec::new());
        each_in_parts(&root.sizes, alarm, |size, _| {
            bare |= size == 0;
            if size == 1 {
                ones.push(item);
            }
            item += 1;
        })?;
        if bare {
            return None;
        }
        if !ones.is_empty() {
            let covering = self.items.pairs().map(|(option, &item)| (item, option));
            let covering = Lists::gather(self.primary, covering, alarm)?;
            let claiming = self.claims.pairs();
            let claiming = claiming.map(|(option, claim)| (claim.item, (option, claim.paint)));
            let claiming = Lists::gather(self.secondary, claiming, alarm)?;
            while !ones.is_empty() {
                let before = chosen.len();
                for &item in &ones {
                    if root.covered[item as usize] {
                        continue;
                    }
                    let mut candidate = None;
                    for options in covering.get(item).chunks(CHUNK) {
                        if alarm.after(options.len()) {
                            return None;
                        }
                        #[cfg(test)]
                        crate::run::looks::touched(options.len());
                        let mut options = options.iter();
                        candidate = options.find(|&&option| root.alive[option as usize]);
                        if candidate.is_some() {
                            break;
                        }
                    }
                    let option = *candidate?;
                    chosen.push(option);
                    self.choose(option, &covering, &claiming, &mut root, alarm)?;
                }
                stats.nodes += (chosen.len() - before) as u64;
                stats.max_depth = chosen.len();
                ones.clear();
                let mut dead = false;
                for option in root.killed.drain(..) {
                    stats.updates += 1;
                    each_in_parts(self.items.get(option), alarm, |item, _| {
                        if !root.covered[item as usize] {
                            let size = &mut root.sizes[item as usize];
                            *size -= 1;
                            dead |= *size == 0;
                            if *size == 1 {
                                ones.push(item);
                            }
                        }
                    })?;
                }
                if dead {
                    return None;
                }
            }
        }
        Some(Part {
            options: places(&root.alive, true, alarm)?,
            items: places(&root.covered, false, alarm)?,
            slots: filled_in_parts(0, self.secondary + self.paints, alarm)?,
        })
    }

    /// Takes the option and all that are in conflict with it out of the living; `None` if the alarm
    /// rings.
    fn choose(
        &self,
        option: u32,
        covering: &Lists<u32>,
        claiming: &Lists<(u32, u32)>,
        root: &mut Root,
        alarm: &mut Alarm,
    ) -> Option<()> {
        root.alive[option as usize] = false;
        for &item in self.items(option) {
            root.covered[item as usize] = true;
            each_in_parts(covering.get(item), alarm, |other, _| root.kill(other))?;
        }
        for claim in self.claims(option) {
            if alarm.after(1) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            // A claim that came before has left only options that agree with it.
            if core::mem::replace(&mut root.taken[claim.item as usize], true) {
                continue;
            }
            each_in_parts(claiming.get(claim.item), alarm, |(other, paint), _| {
                if paint == Claim::ALONE || paint != claim.paint {
                    root.kill(other);
                }
            })?;
        }
        Some(())
    }
}

/// Turns the colors in the claims into numbers for the pairs of item and color, ascending from
/// `items` on, and returns how many there are; `None` if the alarm rings.
fn number_paints(claims: &mut [Claim], items: usize, alarm: &mut Alarm) -> Option<usize> {
    let colored = claims.iter().filter(|claim| claim.paint != Claim::ALONE);
    let colored = colored.map(|claim| (claim.item, claim.paint));
    let colors = Lists::gather(items, colored, alarm)?;
    let mut paints = Lists::new();
    let mut sorted = Vec::new();
    for item in 0..items as u32 {
        sorted.clear();
        each_in_parts(colors.get(item), alarm, |color, _| sorted.push(color))?;
        sort(&mut sorted, alarm)?;
        let mut last = None;
        each_in_parts(&sorted, alarm, |color, _| {
            if last.replace(color) != Some(color) {
                paints.push(color);
            }
        })?;
        paints.end();
        if alarm.after(1) {
            return None;
        }
    }
    for claim in claims {
        if claim.paint != Claim::ALONE {
            let place = paints.get(claim.item).binary_search(&claim.paint);
            let place = place.expect("its color is in the list");
            claim.paint = items as u32 + paints.starts[claim.item as usize] + place as u32;
            #[cfg(test)]
            crate::run::looks::touched(1);
            if alarm.after(1) {
                return None;
            }
        }
    }
    Some(paints.all.len())
}

/// Where a list has this value; `None` if the alarm rings.
fn places(list: &[bool], value: bool, alarm: &mut Alarm) -> Option<Vec<u32>> {
    let (mut place, mut places) = (0, Vec::new());
    each_in_parts(list, alarm, |element, _| {
        if element == value {
            places.push(place);
        }
        place += 1;
    })?;
    Some(places)
}

/// The state of [`Table::settle`].
struct Root {
    /// Per primary item, how many options are left, as of the last generation.
    sizes: Vec<u32>,
    covered: Vec<bool>,
    /// Per secondary item, whether a chosen option has it.
    taken: Vec<bool>,
    alive: Vec<bool>,
    /// The options that died in this generation.
    killed: Vec<u32>,
}

impl Root {
    fn kill(&mut self, option: u32) {
        if core::mem::replace(&mut self.alive[option as usize], false) {
            self.killed.push(option);
        }
    }
}
