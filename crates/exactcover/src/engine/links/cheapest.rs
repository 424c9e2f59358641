//! Dancing links that turn back where nothing cheap can follow: branch and bound.

use super::{uncovered, Links};
use crate::problem::ids::OptionId;
use crate::problem::matrix::Matrix;
use crate::run::alarm::{each_in_parts, filled_in_parts, listed_in_parts, sort, Alarm};
use crate::run::drive::Open;
use crate::run::kernel::{Kernel, Node};
use crate::run::limits::{Limit, Stats};
use crate::run::observer::Trial;
use crate::run::settings::{Settings, Strategy};
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;

/// What items pay has so many binary places. What is lost by rounding down is less than 1 in all,
/// and the sum of all costs of 64 bits has at most 127.
const PLACES: u32 = 32;

/// How often items are taxed, at most, before the search begins.
const ROUNDS: usize = 32;

/// A solution: what it costs, how many were found before it, and its options.
pub(crate) type Found = (u128, u128, Vec<OptionId>);

/// What walks through the tree: dancing links, or those that count.
pub(crate) trait Ground: Kernel {
    /// With these options; in a list, they come in this order. `None` if the time is over first.
    fn ground(
        matrix: &Matrix,
        options: impl Iterator<Item = usize>,
        settings: &Settings,
    ) -> Option<Self>;
    fn links(&mut self) -> &mut Links;
    /// How many levels there are, and the option of the last one, if there is any.
    fn last(&self) -> (usize, Option<u32>);
    /// How often the item of this rank still has to be covered.
    fn need(&self, rank: u32) -> u32;
}

impl Ground for Links {
    fn ground(
        matrix: &Matrix,
        options: impl Iterator<Item = usize>,
        settings: &Settings,
    ) -> Option<Self> {
        Links::with_options(matrix, options, settings)
    }

    fn links(&mut self) -> &mut Links {
        self
    }

    fn last(&self) -> (usize, Option<u32>) {
        let last = self.levels.last();
        let option = last.map(|level| self.option_of[level.trial as usize]);
        (self.levels.len(), option)
    }

    fn need(&self, _rank: u32) -> u32 {
        1
    }
}

/// A search for the cheapest solutions.
///
/// An item can be *taxed*: every option of it costs so much less, and every solution, since it has
/// one of these options (Knuth's DLX5). No option may come to cost less than nothing. So every item
/// takes the cheapest share that its options have for it, if each divides its cost by its primary
/// items; and again, of what is left. Then the taxes are paid for sure, and an open item costs at
/// least the first share in its list, in which the cheapest come first. With multiplicities, an
/// item pays as often as it has to be covered; what it is covered beyond is for nothing here, and
/// counts when the solution is there.
#[derive(Debug)]
pub(crate) struct Cheapest<'a, G> {
    ground: G,
    costs: &'a [u64],
    /// Per option, what is left of its cost, and the share of each of its primary items.
    net: Vec<u128>,
    shares: Vec<u128>,
    /// All taxes, and then what the options up to each level cost beside them.
    spent: Vec<u128>,
    wanted: usize,
    found: BinaryHeap<Found>,
}

impl<'a, G: Ground> Cheapest<'a, G> {
    /// `None` if the time is over first.
    pub(crate) fn new(
        matrix: &Matrix,
        costs: &'a [u64],
        wanted: usize,
        settings: &Settings,
    ) -> Option<Self> {
        let mut alarm = Alarm::new(&settings.limits);
        let mut net = listed_in_parts(costs.len(), &mut alarm, |o| u128::from(costs[o]) << PLACES)?;
        let mut taxes = 0;
        for _ in 0..ROUNDS {
            match tax(matrix, &mut net, &mut alarm)? {
                0 => break,
                more => taxes += more,
            }
        }
        let mut shares = net.clone();
        each_option(matrix, &mut alarm, |option, items| {
            shares[option] /= items.len().max(1) as u128;
        })?;
        let mut order = listed_in_parts(costs.len(), &mut alarm, |o| (shares[o], o))?;
        sort(&mut order, &mut alarm)?;
        let settings = Settings {
            strategy: Strategy::Mrv,
            ..settings.clone()
        };
        Some(Cheapest {
            ground: G::ground(matrix, order.iter().map(|&(_, o)| o), &settings)?,
            costs,
            net,
            shares,
            spent: vec![taxes],
            wanted,
            found: BinaryHeap::new(),
        })
    }

    /// The solutions kept, the cheapest first; equally cheap ones in the order in which they came.
    pub(crate) fn found(self) -> Vec<Found> {
        self.found.into_sorted_vec()
    }

    /// Adds the cost of the last trial.
    fn pay(&mut self) {
        let (levels, option) = self.ground.last();
        if levels > 0 {
            self.spent.truncate(levels);
            let before = self.spent[levels - 1];
            let cost = option.map_or(0, |option| self.net[option as usize]);
            self.spent.push(before + cost);
        }
    }

    /// Whether there is nothing below this node that would be kept.
    fn too_expensive(&mut self) -> bool {
        if self.found.len() < self.wanted {
            return false;
        }
        let most = match self.found.peek() {
            // Costs are whole: more than one less is as much.
            Some(&(cost, ..)) if cost > 0 => (cost - 1) << PLACES,
            _ => return true,
        };
        let mut total = self.spent[self.spent.len() - 1];
        let mut next = self.ground.links().items[0].rlink;
        loop {
            let (rank, len) = match uncovered(&self.ground.links().items, &mut next).next() {
                Some(item) => item,
                None => return total > most,
            };
            let need = self.ground.need(rank);
            let Links {
                nodes,
                option_of,
                alarm,
                ..
            } = self.ground.links();
            if total > most || alarm.after(1) {
                return true;
            }
            if len > 0 {
                let first = nodes[rank as usize + 1].dlink;
                total += self.shares[option_of[first as usize] as usize] * u128::from(need);
            }
        }
    }

    fn keep(&mut self, before: u128) {
        let mut options = Vec::new();
        self.ground.chosen(&mut options);
        let costs = options.iter().map(|option| self.costs[option.index()]);
        let cost = costs.map(u128::from).sum();
        self.found.push((cost, before, options));
        if self.found.len() > self.wanted {
            self.found.pop();
        }
    }
}

impl<G: Ground> Kernel for Cheapest<'_, G> {
    const NAME: &'static str = G::NAME;

    fn descend(&mut self, stats: &mut Stats) -> Node {
        if self.too_expensive() {
            return Node::Dead;
        }
        let node = self.ground.descend(stats);
        if node == Node::Solved {
            self.keep(stats.solutions);
        }
        node
    }

    fn advance(&mut self, stats: &mut Stats) -> bool {
        let more = self.ground.advance(stats);
        if more && self.late().is_none() {
            self.pay();
        }
        more
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        self.ground.chosen(options);
    }

    fn seen(&self) -> f64 {
        self.ground.seen()
    }

    fn open(&self) -> Open {
        self.ground.open()
    }

    fn late(&self) -> Option<Limit> {
        self.ground.late()
    }

    fn trial(&self) -> Option<Trial> {
        self.ground.trial()
    }
}

/// Every item takes the cheapest share of what its options cost from all of them; the sum of that.
fn tax(matrix: &Matrix, net: &mut [u128], alarm: &mut Alarm) -> Option<u128> {
    let mut taxes = filled_in_parts(u128::MAX, matrix.primary.len(), alarm)?;
    each_option(matrix, alarm, |option, items| {
        let share = net[option] / items.len().max(1) as u128;
        for &item in items {
            taxes[item] = share.min(taxes[item]);
        }
    })?;
    each_option(matrix, alarm, |option, items| {
        net[option] -= items.iter().map(|&item| taxes[item]).sum::<u128>();
    })?;
    // An item without options makes every search short.
    let times = |item: usize| u128::from(matrix.bounds.get(item).map_or(1, |bounds| bounds.0));
    let paid = taxes.iter().enumerate().filter(|paid| *paid.1 < u128::MAX);
    Some(paid.map(|(item, &tax)| tax * times(item)).sum())
}

/// Shows each option and those of its items that every solution covers; `None` if the alarm rings.
fn each_option(
    matrix: &Matrix,
    alarm: &mut Alarm,
    mut f: impl FnMut(usize, &[usize]),
) -> Option<()> {
    let mut items = Vec::new();
    for option in 0..matrix.option_count() {
        items.clear();
        each_in_parts(matrix.option(option), alarm, |entry, _| {
            let item = entry.item.index();
            if matrix.primary[item] && matrix.bounds.get(item).map_or(true, |&(low, _)| low > 0) {
                items.push(item);
            }
        })?;
        f(option, &items);
    }
    Some(())
}
