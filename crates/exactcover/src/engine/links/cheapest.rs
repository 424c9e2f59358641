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

/// What items pay has so many binary places. What is lost by rounding down is less than 1 in all, and
/// the sum of all costs of 64 bits has at most 127.
const PLACES: u32 = 32;

/// How often items are taxed, at most, before the search begins.
const ROUNDS: usize = 32;

/// A solution: what it costs, how many were found before it, and its options.
pub(crate) type Found = (u128, u128, Vec<OptionId>);

/// A search for the cheapest solutions.
///
/// An item can be *taxed*: every option of it costs so much less, and every solution, since it has
/// one of these options (Knuth's DLX5). No option may come to cost less than nothing. So every item
/// takes the cheapest share that its options have for it, if each divides its cost by its primary
/// items; and again, of what is left. Then the taxes are paid for sure, and an open item costs at
/// least the first share in its list, in which the cheapest come first.
#[derive(Debug)]
pub(crate) struct Cheapest<'a> {
    links: Links,
    costs: &'a [u64],
    /// Per option, what is left of its cost, and the share of each of its primary items.
    net: Vec<u128>,
    shares: Vec<u128>,
    /// All taxes, and then what the options up to each level cost beside them.
    spent: Vec<u128>,
    wanted: usize,
    found: BinaryHeap<Found>,
}

impl<'a> Cheapest<'a> {
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
            links: Links::with_options(matrix, order.iter().map(|&(_, o)| o), &settings)?,
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
        let Links {
            levels, option_of, ..
        } = &self.links;
        if let Some(level) = levels.last() {
            self.spent.truncate(levels.len());
            let before = self.spent[levels.len() - 1];
            let option = option_of[level.trial as usize];
            self.spent.push(before + self.net[option as usize]);
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
        let Links {
            nodes,
            items,
            option_of,
            alarm,
            ..
        } = &mut self.links;
        let (mut next, mut total) = (items[0].rlink, self.spent[self.spent.len() - 1]);
        for (rank, len) in uncovered(items, &mut next) {
            if total > most || alarm.after(1) {
                return true;
            }
            if len > 0 {
                let first = nodes[rank as usize + 1].dlink;
                total += self.shares[option_of[first as usize] as usize];
            }
        }
        total > most
    }

    fn keep(&mut self, before: u128) {
        let mut options = Vec::new();
        self.links.chosen(&mut options);
        let costs = options.iter().map(|option| self.costs[option.index()]);
        let cost = costs.map(u128::from).sum();
        self.found.push((cost, before, options));
        if self.found.len() > self.wanted {
            self.found.pop();
        }
    }
}

impl Kernel for Cheapest<'_> {
    const NAME: &'static str = Links::NAME;

    fn descend(&mut self, stats: &mut Stats) -> Node {
        if self.too_expensive() {
            return Node::Dead;
        }
        let node = self.links.descend(stats);
        if node == Node::Solved {
            self.keep(stats.solutions);
        }
        node
    }

    fn advance(&mut self, stats: &mut Stats) -> bool {
        let more = self.links.advance(stats);
        if more && self.late().is_none() {
            self.pay();
        }
        more
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        self.links.chosen(options);
    }

    fn seen(&self) -> f64 {
        self.links.seen()
    }

    fn open(&self) -> Open {
        self.links.open()
    }

    fn late(&self) -> Option<Limit> {
        self.links.late()
    }

    fn trial(&self) -> Option<Trial> {
        self.links.trial()
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
    Some(taxes.iter().filter(|&&tax| tax < u128::MAX).sum())
}

/// Shows each option and its primary items; `None` if the alarm rings.
fn each_option(
    matrix: &Matrix,
    alarm: &mut Alarm,
    mut f: impl FnMut(usize, &[usize]),
) -> Option<()> {
    let mut items = Vec::new();
    for option in 0..matrix.option_count() {
        items.clear();
        each_in_parts(matrix.option(option), alarm, |entry, _| {
            if matrix.primary[entry.item.index()] {
                items.push(entry.item.index());
            }
        })?;
        f(option, &items);
    }
    Some(())
}
