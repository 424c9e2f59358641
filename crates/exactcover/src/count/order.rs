//! Orders of elimination. None is best everywhere; each takes little time.

use super::meter::{Meter, Stop};
use super::number::{exp2, log2};
use super::reduced::Reduced;
use crate::engine::table::Lists;
use crate::random::SplitMix64;
use crate::run::alarm::Alarm;
use alloc::vec;
use alloc::vec::Vec;

/// Problems with more primary items than this have no order but the two that take linear time.
const MOST_ITEMS: usize = 3_000;
/// If more pairs of items may share an option, there is only the order of the file.
const MOST_PAIRS: u64 = 1 << 24;
/// Min-fill is for problems in which an item meets at most so many others.
const MOST_NEIGHBORS: usize = 60;
/// More cuts are tried while that reads at most so many entries; or, once one was better, so many
/// times what had been read by then, up to the second number. In any case at most one entry is read
/// for so many states that the best cut seems to make.
const MORE: [f64; 2] = [(1 << 17) as f64, (1 << 19) as f64];
const AGAIN: f64 = 8.0;
const STATES: f64 = 16.0;

/// The orders to try, with their names; the best few of each kind.
pub(super) fn orders(
    problem: &Reduced,
    meter: &mut Meter<'_>,
) -> Result<Vec<(&'static str, Vec<u32>)>, Stop> {
    let file: Vec<u32> = (0..problem.primary as u32).collect();
    let pairs = (0..problem.options()).map(|option| (problem.option(option).len() as u64).pow(2));
    if pairs.sum::<u64>().min((problem.primary as u64).pow(2)) > MOST_PAIRS {
        return Ok(vec![("file", file)]);
    }
    let graph = meter.prepared(|alarm| Graph::new(problem, alarm))?;
    let edge = meter.prepared(|alarm| graph.edge_of_the_graph(alarm))?;
    let mut breadth = Cheapest::new();
    let order = meter.prepared(|alarm| graph.cuthill_mckee(edge, alarm))?;
    meter.prepared(|alarm| breadth.add(problem, order, alarm))?;
    let mut orders = vec![("file", file), ("cuthill-mckee", breadth.order)];
    if problem.primary > MOST_ITEMS {
        return Ok(orders);
    }
    let items = problem.primary as u32;
    let fewest = (0..items).min_by_key(|&item| graph.next[item as usize].len());
    let mut starts = vec![edge, 0, items - 1, fewest.unwrap_or(0)];
    let mut random = SplitMix64::new(1);
    let more = match problem.primary {
        0..=150 => 12,
        151..=600 => 4,
        _ => 1,
    };
    starts.extend((0..more).map(|_| random.below(problem.primary) as u32));
    starts.sort_unstable();
    starts.dedup();
    let mut cut = Cheapest::new();
    let mut before = 0;
    for start in starts {
        before = meter.alarm.done();
        let order = meter.prepared(|alarm| graph.least_cut(problem, start, None, alarm))?;
        meter.prepared(|alarm| cut.add(problem, order, alarm))?;
    }
    let mut most = MORE[0];
    loop {
        // With the last one of those.
        let work = (meter.alarm.done() - before) as f64;
        if work > most.min(exp2(cut.cost.min(64.0)) / STATES) {
            break;
        }
        let start = random.below(problem.primary) as u32;
        let ties = Some(&mut random);
        let order = meter.prepared(|alarm| graph.least_cut(problem, start, ties, alarm))?;
        if meter.prepared(|alarm| cut.add(problem, order, alarm))? {
            most = most.max(AGAIN * work).min(MORE[1]);
        }
    }
    orders.push(("cut", cut.order));
    if graph.next.iter().all(|next| next.len() <= MOST_NEIGHBORS) {
        for seed in 0..if problem.primary <= 300 { 6 } else { 2 } {
            let fill = meter.prepared(|alarm| graph.min_fill(seed, alarm))?;
            orders.push(("fill", fill));
        }
    }
    Ok(orders)
}

/// The cheapest of some orders and their reverses, and its [`path_cost`].
struct Cheapest {
    cost: f64,
    order: Vec<u32>,
}

impl Cheapest {
    fn new() -> Self {
        Cheapest {
            cost: f64::INFINITY,
            order: Vec::new(),
        }
    }

    /// Whether it is this one now; `None` if the alarm rings.
    fn add(&mut self, problem: &Reduced, mut order: Vec<u32>, alarm: &mut Alarm) -> Option<bool> {
        let before = self.cost;
        for _ in 0..2 {
            let cost = path_cost(problem, &order, alarm)?;
            if cost < self.cost - 1e-9 {
                self.cost = cost;
                self.order.clone_from(&order);
            }
            order.reverse();
        }
        Some(self.cost < before)
    }
}

/// The binary logarithm of the estimate of all states along the order with a single table.
fn path_cost(problem: &Reduced, order: &[u32], alarm: &mut Alarm) -> Option<f64> {
    let mut rank = vec![0; problem.primary];
    for (k, &item) in order.iter().enumerate() {
        rank[item as usize] = k;
    }
    let mut span = vec![(usize::MAX, 0); problem.items()];
    for option in 0..problem.options() {
        let parts = problem.option(option);
        let primary = parts.iter().filter(|part| problem.is_primary(part.item));
        let low = primary.map(|part| rank[part.item as usize]).min();
        let low = low.unwrap_or(0);
        for part in parts {
            let (first, last) = &mut span[part.item as usize];
            *first = low.min(*first);
            *last = low.max(*last);
        }
        if alarm.after(2 * parts.len()) {
            return None;
        }
    }
    let mut changes = vec![0.0; order.len() + 1];
    for (item, &(first, last)) in (0..).zip(&span) {
        let end = match problem.is_primary(item) {
            true => rank[item as usize],
            false => last,
        };
        if first < end {
            changes[first + 1] += problem.weight(item);
            changes[end + 1] -= problem.weight(item);
        }
        if alarm.after(2) {
            return None;
        }
    }
    let (mut live, mut most) = (0.0_f64, 0.0_f64);
    for change in &mut changes[..order.len()] {
        live += *change;
        *change = live;
        most = live.max(most);
        if alarm.after(1) {
            return None;
        }
    }
    let mut sum = 0.0;
    for live in &changes[..order.len()] {
        sum += exp2(live - most);
        // A power takes as long.
        if alarm.after(20) {
            return None;
        }
    }
    Some(most + log2(sum))
}

/// Which primary items share an option.
struct Graph {
    /// Per primary item, the others that share an option with it, ascending.
    next: Vec<Vec<u32>>,
    /// Per item, its options.
    options: Lists<u32>,
}

impl Graph {
    fn new(problem: &Reduced, alarm: &mut Alarm) -> Option<Self> {
        let options = problem.options_by_item(alarm)?;
        let mut next = vec![Vec::new(); problem.primary];
        let mut seen = vec![u32::MAX; problem.primary];
        for (item, next) in (0..).zip(&mut next) {
            for &option in options.get(item) {
                for part in problem.option(option as usize) {
                    let other = part.item;
                    let mut new = || core::mem::replace(&mut seen[other as usize], item) != item;
                    if other != item && problem.is_primary(other) && new() {
                        next.push(other);
                    }
                }
                if alarm.after(problem.option(option as usize).len()) {
                    return None;
                }
            }
            next.sort_unstable();
        }
        Some(Graph { next, options })
    }

    /// All items, those near the start first; of neighbors, those with few neighbors first.
    fn cuthill_mckee(&self, start: u32, alarm: &mut Alarm) -> Option<Vec<u32>> {
        let mut order = Vec::with_capacity(self.next.len());
        let mut seen = vec![false; self.next.len()];
        let mut done = 0;
        for first in core::iter::once(start).chain(0..self.next.len() as u32) {
            if core::mem::replace(&mut seen[first as usize], true) {
                continue;
            }
            order.push(first);
            while let Some(&item) = order.get(done) {
                done += 1;
                let from = order.len();
                for &other in &self.next[item as usize] {
                    if !core::mem::replace(&mut seen[other as usize], true) {
                        order.push(other);
                    }
                }
                order[from..].sort_by_key(|&other| self.next[other as usize].len());
                if alarm.after(self.next[item as usize].len() + 1) {
                    return None;
                }
            }
        }
        Some(order)
    }

    /// An item that is far from others.
    fn edge_of_the_graph(&self, alarm: &mut Alarm) -> Option<u32> {
        let mut start = 0;
        for _ in 0..3 {
            let order = self.cuthill_mckee(start, alarm)?;
            // The part that hangs together with the start comes first.
            let mut reached = vec![false; self.next.len()];
            reached[start as usize] = true;
            let mut last = start;
            for &item in &order {
                if !reached[item as usize] {
                    break;
                }
                last = item;
                if alarm.after(1 + self.next[item as usize].len()) {
                    return None;
                }
                for &other in &self.next[item as usize] {
                    reached[other as usize] = true;
                }
            }
            start = last;
        }
        Some(start)
    }

    /// From the start on, always the item behind which the frontier is smallest; of equals, the one
    /// that is in the frontier for the longest time, or any if `ties` choose.
    fn least_cut(
        &self,
        problem: &Reduced,
        start: u32,
        mut ties: Option<&mut SplitMix64>,
        alarm: &mut Alarm,
    ) -> Option<Vec<u32>> {
        let items = problem.primary;
        let mut left: Vec<u32> = vec![0; problem.items()];
        for (item, left) in (0..).zip(&mut left).skip(items) {
            *left = self.options.get(item).len() as u32;
        }
        let mut touched = vec![false; problem.items()];
        let mut done = vec![false; items];
        let mut tried = vec![false; problem.options()];
        // Per secondary item: how many of its options go with the item at hand, and which that is.
        let mut going: Vec<(u32, u32)> = vec![(0, 0); problem.items()];
        let mut turn = 0;
        let mut frontier: Vec<u32> = Vec::new();
        // Per primary item, how many of its neighbors have never been in the frontier.
        let mut new: Vec<u32> = self.next.iter().map(|next| next.len() as u32).collect();
        let mut order = Vec::with_capacity(items);
        let mut fresh = 0_u32;
        let mut item = start;
        loop {
            done[item as usize] = true;
            order.push(item);
            frontier.retain(|&other| other != item);
            for &other in self.next[item as usize].iter().chain(Some(&item)) {
                if core::mem::replace(&mut touched[other as usize], true) {
                    continue;
                }
                if other != item {
                    frontier.push(other);
                }
                for &beside in &self.next[other as usize] {
                    new[beside as usize] -= 1;
                }
                if alarm.after(self.next[other as usize].len()) {
                    return None;
                }
            }
            for &option in self.options.get(item) {
                if core::mem::replace(&mut tried[option as usize], true) {
                    continue;
                }
                let parts = problem.option(option as usize).iter();
                for part in parts.filter(|part| !problem.is_primary(part.item)) {
                    touched[part.item as usize] = true;
                    left[part.item as usize] -= 1;
                }
            }
            let mut best = (f64::INFINITY, None);
            let mut equal = 0;
            for &candidate in &frontier {
                let mut cost = f64::from(new[candidate as usize]);
                let mut work = 0;
                if items < problem.items() {
                    turn += 1;
                    for &option in self.options.get(candidate) {
                        if tried[option as usize] {
                            continue;
                        }
                        let parts = problem.option(option as usize);
                        work += parts.len();
                        for part in parts.iter().filter(|part| !problem.is_primary(part.item)) {
                            let other = part.item as usize;
                            let (count, of) = &mut going[other];
                            if core::mem::replace(of, turn) != turn {
                                *count = 0;
                                if !touched[other] {
                                    cost += problem.weight(part.item);
                                }
                            }
                            *count += 1;
                            if *count == left[other] {
                                cost -= problem.weight(part.item);
                            }
                        }
                    }
                }
                if cost < best.0 - 1e-9 {
                    best = (cost, Some(candidate));
                    equal = 1;
                } else if let (true, Some(random)) = (cost < best.0 + 1e-9, ties.as_mut()) {
                    equal += 1;
                    if random.below(equal) == 0 {
                        best.1 = Some(candidate);
                    }
                }
                if alarm.after(work + 1) {
                    return None;
                }
            }
            item = match best.1 {
                Some(item) => item,
                None => {
                    // Nothing hangs together with what has been eliminated.
                    while done.get(fresh as usize) == Some(&true) {
                        fresh += 1;
                    }
                    if fresh as usize == items {
                        return Some(order);
                    }
                    fresh
                }
            };
        }
    }

    /// Always the item whose neighbors lack the fewest edges; they are neighbors from then on. Ties
    /// are broken by the seed.
    fn min_fill(&self, seed: u64, alarm: &mut Alarm) -> Option<Vec<u32>> {
        let items = self.next.len();
        let words = (items + 63) / 64;
        let mut rows = vec![vec![0_u64; words]; items];
        for (row, next) in rows.iter_mut().zip(&self.next) {
            for &other in next {
                row[other as usize / 64] |= 1 << (other % 64);
            }
        }
        let mut random = SplitMix64::new(seed);
        let mut fill: Vec<Option<u32>> = vec![None; items];
        let mut left: Vec<u32> = (0..items as u32).collect();
        let mut order = Vec::with_capacity(items);
        while !left.is_empty() {
            let (mut best, mut least, mut ties) = (0, u32::MAX, 0);
            for (k, &item) in left.iter().enumerate() {
                let row = &rows[item as usize];
                let lacking = match fill[item as usize] {
                    Some(lacking) => lacking,
                    None => {
                        let degree: u32 = row.iter().map(|word| word.count_ones()).sum();
                        let mut lacking = 0;
                        for other in ones(row) {
                            let common = row.iter().zip(&rows[other as usize]);
                            let common: u32 = common.map(|(a, b)| (a & b).count_ones()).sum();
                            lacking += degree - 1 - common;
                            if alarm.after(words) {
                                return None;
                            }
                        }
                        lacking
                    }
                };
                fill[item as usize] = Some(lacking);
                if lacking < least {
                    least = lacking;
                    ties = 0;
                }
                if lacking == least {
                    ties += 1;
                    if random.below(ties) == 0 {
                        best = k;
                    }
                }
            }
            let item = left.remove(best);
            order.push(item);
            let row = core::mem::take(&mut rows[item as usize]);
            for other in ones(&row) {
                let next = &mut rows[other as usize];
                for (word, more) in next.iter_mut().zip(&row) {
                    *word |= more;
                }
                next[other as usize / 64] &= !(1 << (other % 64));
                next[item as usize / 64] &= !(1 << (item % 64));
                fill[other as usize] = None;
                for beside in ones(&rows[other as usize]) {
                    fill[beside as usize] = None;
                }
                if alarm.after(words + self.next.len() / 8) {
                    return None;
                }
            }
            if alarm.after(left.len() + 1) {
                return None;
            }
        }
        Some(order)
    }
}

/// The places of the ones in a row of bits.
fn ones(row: &[u64]) -> impl Iterator<Item = u32> + '_ {
    row.iter().zip(0..).flat_map(|(&word, k)| {
        let mut rest = word;
        core::iter::from_fn(move || {
            let bit = (rest > 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(64 * k + bit)
        })
    })
}
