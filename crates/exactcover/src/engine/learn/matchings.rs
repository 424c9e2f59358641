//! Two families of items that cross, such as rows and regions of a board for one digit: each
//! option that covers an item of the one covers one of the other, too. So a solution matches them,
//! and where some items of the first family have fewer of the second left to go to than they are
//! themselves (Hall's theorem), there is none. Where they have just as many, nobody else may have
//! these.
//!
//! ```text
//!         left over      1 2 3        the rows a and b have just the regions 1 and 2,
//!         for rows a     x x          so an option in row c and region 2 is in no solution:
//!                  b     x x          b had lost its options in region 3 when it was rejected
//!                  c       x x
//! ```
//!
//! Propagation sees nothing of this, and it can take exponentially many clauses to see it by
//! learning. As a reason it is one: what the rows of a Hall set have lost outside of its regions.

use super::analysis::read;
use super::assignment::{Assignment, Conflict, Reason};
use super::network::{Lit, Network, NONE};
use crate::engine::table::Lists;
use crate::run::alarm::{each_in_parts, filled_in_parts, sort, Alarm};
#[cfg(test)]
use crate::run::looks::touched;
use alloc::vec;
use alloc::vec::Vec;

/// Sets of items of one side are masks of a word.
const MOST: usize = 64;

/// Families are looked for if no option has more items.
const FAMILIES: usize = 8;

/// What a pair of families may cost before it has to be of use, in looks at one of its crossings,
const CREDIT: i32 = 4000;
/// and how many more looks an implied literal or a conflict is worth: less where they have found
/// none of the last so many conflicts, as what they imply there is seldom what a conflict needs.
const WORTH: i32 = 50;
const WORTH_LESS: i32 = 12;
const LONG_AGO: u32 = 250;

const NOBODY: u8 = u8::MAX;

/// Items that have been told to be a Hall set, with what they are left with: a reason.
#[derive(Clone, Copy, Debug)]
struct Hall {
    crossing: u32,
    lefts: u64,
    rights: u64,
    /// Where it was found.
    level: u32,
}

/// An option that is open goes from its left item to its right one.
#[derive(Clone, Copy, Default, Debug)]
struct Edge {
    crossing: u32,
    left: u8,
    right: u8,
}

/// Items of two families that belong together.
#[derive(Debug)]
struct Crossing {
    pair: u32,
    /// The groups on both sides. Every member of a left one is in a right one.
    lefts: Vec<u32>,
    rights: Vec<u32>,
    /// Per left and right, the options that go there, and how many of them are not rejected.
    options: Lists<u32>,
    counts: Vec<u32>,
    /// Per left, the rights that it has any options to.
    known: Vec<u64>,
    /// Per left, the rights that it may still have, and the other way round.
    open: Vec<u64>,
    back: Vec<u64>,
    /// A matching, of both sides.
    mate: Vec<u8>,
    owner: Vec<u8>,
    /// The lefts that may be without a right: they have none, or lost the one they had.
    loose: u64,
    /// Whether it is in the list of those that have to be looked at.
    listed: bool,
}

/// The positions of the bits of a mask.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.checked_sub(1)?;
        Some(bit)
    })
}

impl Crossing {
    /// `right_of` says at which place the right group of a member of a left one is. `None` if the
    /// alarm rings.
    fn new(
        pair: u32,
        [lefts, rights]: [Vec<u32>; 2],
        network: &Network,
        right_of: impl Fn(u32) -> u8,
        alarm: &mut Alarm,
    ) -> Option<Self> {
        let places = lefts.len() * rights.len();
        let (mut counts, mut known) = (vec![0; places], vec![0; lefts.len()]);
        let mut back = vec![0; rights.len()];
        let mut pairs = Vec::new();
        for (left, &group) in lefts.iter().enumerate() {
            each_in_parts(network.members(group), alarm, |var, _| {
                let right = usize::from(right_of(var));
                let at = left * rights.len() + right;
                counts[at] += 1;
                known[left] |= 1 << right;
                back[right] |= 1 << left;
                pairs.push((at as u32, var));
            })?;
        }
        Some(Crossing {
            pair,
            options: Lists::gather(places, pairs.iter().copied(), alarm)?,
            counts,
            open: known.clone(),
            known,
            back,
            mate: vec![NOBODY; lefts.len()],
            owner: vec![NOBODY; rights.len()],
            loose: u64::MAX >> (MOST - lefts.len()),
            listed: false,
            lefts,
            rights,
        })
    }

    /// A place for each left and right.
    fn at(&self, left: usize, right: usize) -> usize {
        left * self.rights.len() + right
    }

    fn options(&self, left: usize, right: usize) -> &[u32] {
        self.options.get(self.at(left, right) as u32)
    }

    /// An option is rejected.
    fn close(&mut self, left: u8, right: u8) -> bool {
        let (left, right) = (usize::from(left), usize::from(right));
        let at = self.at(left, right);
        self.counts[at] -= 1;
        let closed = self.counts[at] == 0;
        if closed {
            self.open[left] &= !(1 << right);
            self.back[right] &= !(1 << left);
            self.loose |= u64::from(self.mate[left] == right as u8) << left;
        }
        closed
    }

    /// An option is no longer rejected.
    fn reopen(&mut self, left: u8, right: u8) {
        let (left, right) = (usize::from(left), usize::from(right));
        let at = self.at(left, right);
        self.counts[at] += 1;
        self.open[left] |= 1 << right;
        self.back[right] |= 1 << left;
    }

    /// Finds a right for a left one, and others for those that have to give way. If there is none,
    /// the lefts that have been asked, and all rights that they have left: one fewer.
    fn find_mate(&mut self, left: usize) -> Result<(), (u64, u64)> {
        let mut from = [NOBODY; MOST];
        let mut queue = [0_u8; MOST];
        queue[0] = left as u8;
        let (mut lefts, mut rights) = (1_u64 << left, 0_u64);
        let (mut next, mut end) = (0, 1);
        while next < end {
            let asked = queue[next];
            next += 1;
            for right in bits(self.open[usize::from(asked)] & !rights) {
                rights |= 1 << right;
                from[right] = asked;
                let owner = self.owner[right];
                if owner != NOBODY {
                    lefts |= 1 << owner;
                    queue[end] = owner;
                    end += 1;
                    continue;
                }
                let mut free = right;
                loop {
                    let left = usize::from(from[free]);
                    self.owner[free] = left as u8;
                    let before = core::mem::replace(&mut self.mate[left], free as u8);
                    if before == NOBODY {
                        return Ok(());
                    }
                    free = usize::from(before);
                }
            }
        }
        Err((lefts, rights))
    }

    /// Mends the matching. If there is none, lefts with too few rights.
    fn mend(&mut self) -> Result<(), (u64, u64)> {
        for left in bits(self.loose) {
            let mate = self.mate[left];
            if mate != NOBODY && self.open[left] >> mate & 1 == 0 {
                self.mate[left] = NOBODY;
                self.owner[usize::from(mate)] = NOBODY;
            }
        }
        for left in bits(self.loose) {
            if self.mate[left] == NOBODY {
                self.find_mate(left)?;
            }
            self.loose &= !(1 << left);
        }
        Ok(())
    }

    /// All rights that the owner of this one could have if it lost it, if their owners did so too,
    /// and these owners. `None` if one of those rights is free, or if they are all that there are:
    /// then somebody else may come in, or nobody is outside.
    fn closure(&self, right: usize) -> Option<(u64, u64)> {
        let all = u64::MAX >> (MOST - self.rights.len());
        let (mut lefts, mut rights) = (0, 1_u64 << right);
        let mut fresh = rights;
        while fresh != 0 {
            let right = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            let owner = self.owner[right];
            if owner == NOBODY {
                return None;
            }
            lefts |= 1 << owner;
            let more = self.open[usize::from(owner)] & !rights;
            rights |= more;
            if rights == all {
                return None;
            }
            fresh |= more;
        }
        Some((lefts, rights))
    }

    /// Shows the Hall sets, each with lefts and rights as many, that others have lost rights to: by
    /// Régin, an option is in no matching if its right, but not its left, is in the closure of it.
    fn hall_sets(&self, mut found: impl FnMut(u64, u64)) {
        let mut seen = 0_u64;
        for (right, &back) in self.back.iter().enumerate() {
            // The owner alone has it, or it is known.
            if seen >> right & 1 == 1 || back & back.wrapping_sub(1) == 0 {
                continue;
            }
            match self.closure(right) {
                Some((lefts, rights)) => {
                    let others = bits(rights).fold(0, |all, right| all | self.back[right]);
                    if others & !lefts != 0 {
                        found(lefts, rights);
                        // Those within it are seen the next time, after this news.
                        seen |= rights;
                    } else {
                        // They have the same closure.
                        seen |= rights & self.sources(right, lefts);
                    }
                }
                // So it is for all that come by here.
                None => seen |= self.sources(right, u64::MAX >> (MOST - self.lefts.len())),
            }
        }
    }

    /// The rights whose closure has this one in it, as far as these lefts own them.
    fn sources(&self, right: usize, mut lefts: u64) -> u64 {
        let mut rights = 1_u64 << right;
        let mut before = 0;
        while rights != before {
            before = rights;
            for left in bits(lefts) {
                if self.open[left] & rights != 0 {
                    rights |= 1 << self.mate[left];
                    lefts &= !(1 << left);
                }
            }
        }
        rights
    }
}

/// What a look at the matchings has come to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Look {
    Nothing,
    /// Something has been assigned.
    News,
    /// The conflict, and the highest level that it has literals of.
    Conflict(Conflict, u32),
}

/// The crossings of a problem, and what follows from them.
///
/// They follow the trail on their own: what conflicts before they are asked costs them nothing.
#[derive(Debug, Default)]
pub(super) struct Matchings {
    crossings: Vec<Crossing>,
    /// Per variable, the crossings that it is in.
    edges: Option<Lists<Edge>>,
    /// Per pair of families, the looks that it has left; those with none are not looked at.
    credits: Vec<i32>,
    /// The crossings to look at.
    list: Vec<u32>,
    /// So much of the trail is known.
    seen: usize,
    /// The number of the last conflict that they have found.
    found: u32,
    halls: Vec<Hall>,
}

/// Sets of items of which no option has two.
#[derive(Debug)]
struct Families {
    groups: Vec<Vec<u32>>,
    /// Per option, its item of each family, if it has one.
    group_in: Vec<[u32; FAMILIES]>,
}

impl Families {
    /// Items join the first family that they can, in this order. `Some(None)` if that makes too
    /// many families, `None` if the alarm rings.
    fn new(order: &[u32], network: &Network, alarm: &mut Alarm) -> Option<Option<Self>> {
        let mut group_in = filled_in_parts([NONE; FAMILIES], network.options.len(), alarm)?;
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for &group in order {
            let mut free = [true; FAMILIES];
            each_in_parts(network.members(group), alarm, |var, _| {
                for (free, &taken) in free.iter_mut().zip(&group_in[var as usize]) {
                    *free &= taken == NONE;
                }
            })?;
            let family = match free.iter().position(|&free| free) {
                Some(family) => family,
                None => return Some(None),
            };
            if family == groups.len() {
                groups.push(Vec::new());
            }
            groups[family].push(group);
            each_in_parts(network.members(group), alarm, |var, _| {
                group_in[var as usize][family] = group;
            })?;
        }
        Some(Some(Families { groups, group_in }))
    }
}

impl Matchings {
    /// Looks for families among the items, and for what crosses. `None` if the alarm rings.
    pub(super) fn find(network: &Network, alarm: &mut Alarm) -> Option<Self> {
        let mut matchings = Matchings::default();
        let mut made = Vec::with_capacity(network.required);
        for group in 0..network.required as u32 {
            made.push((network.items[group as usize], group));
        }
        sort(&mut made, alarm)?;
        let mut order = Vec::with_capacity(made.len());
        each_in_parts(&made, alarm, |(_, group), _| order.push(group))?;
        // People make items family by family. Or they name them as they come, and then options have
        // them in the order of their families.
        let mut best = Families::new(&order, network, alarm)?;
        let fewest = network.most_groups(alarm)?;
        let is_fine = |families: &Families| families.groups.len() <= fewest;
        if !best.as_ref().map_or(false, is_fine) {
            let other = Families::new(&network.met, network, alarm)?;
            let both = [best, other].into_iter().flatten();
            best = both.min_by_key(|families| families.groups.len());
        }
        let Families {
            groups: families,
            group_in,
        } = match best {
            Some(families) => families,
            None => return Some(matchings),
        };
        let mut known = filled_in_parts(NONE, network.required, alarm)?;
        let mut places = filled_in_parts(NOBODY, network.required, alarm)?;
        for (a, family) in families.iter().enumerate() {
            for b in a + 1..families.len() {
                let pair = matchings.credits.len() as u32;
                matchings.credits.push(CREDIT);
                for &group in family {
                    if known[group as usize] == pair {
                        continue;
                    }
                    known[group as usize] = pair;
                    // All that hang together with it, and on which sides there are options without
                    // an item of the other one.
                    let mut sides = [vec![group], Vec::new()];
                    let mut whole = [true; 2];
                    let mut next = [0; 2];
                    while let Some(side) = (0..2).find(|&side| next[side] < sides[side].len()) {
                        let group = sides[side][next[side]];
                        next[side] += 1;
                        let other = [b, a][side];
                        each_in_parts(network.members(group), alarm, |var, _| {
                            let group = group_in[var as usize][other];
                            if group == NONE {
                                whole[side] = false;
                            } else if known[group as usize] != pair {
                                known[group as usize] = pair;
                                sides[1 - side].push(group);
                            }
                        })?;
                    }
                    let counts = [sides[0].len(), sides[1].len()];
                    if counts.iter().any(|count| !(2..=MOST).contains(count)) || whole == [false; 2]
                    {
                        continue;
                    }
                    let left = usize::from(!whole[0] || (whole[1] && counts[1] > counts[0]));
                    let [lefts, rights] = &mut sides;
                    if left == 1 {
                        core::mem::swap(lefts, rights);
                    }
                    let other = [b, a][left];
                    for (place, &right) in (0..).zip(rights.iter()) {
                        places[right as usize] = place;
                    }
                    let right_of = |var| places[group_in[var as usize][other] as usize];
                    let crossing = Crossing::new(pair, sides, network, right_of, alarm)?;
                    matchings.crossings.push(crossing);
                }
            }
        }
        matchings.link(network, alarm)?;
        Some(matchings)
    }

    pub(super) fn are_none(&self) -> bool {
        self.crossings.is_empty()
    }

    /// At level 0, drops the crossings that have been of no use.
    pub(super) fn drop_useless(&mut self, network: &Network, alarm: &mut Alarm) -> Option<()> {
        let credits = &self.credits;
        let before = self.crossings.len();
        self.crossings
            .retain(|crossing| credits[crossing.pair as usize] > 0);
        if self.crossings.len() < before {
            self.link(network, alarm)?;
        }
        Some(())
    }

    /// Tells the options of the crossings that there are, which all have to be looked at.
    fn link(&mut self, network: &Network, alarm: &mut Alarm) -> Option<()> {
        let mut edges = Vec::new();
        for (k, crossing) in (0..).zip(&mut self.crossings) {
            crossing.listed = true;
            for (left, &rights) in crossing.known.iter().enumerate() {
                for right in bits(rights) {
                    let edge = Edge {
                        crossing: k,
                        left: left as u8,
                        right: right as u8,
                    };
                    let options = crossing.options(left, right);
                    each_in_parts(options, alarm, |var, _| edges.push((var, edge)))?;
                }
            }
        }
        self.edges = Some(Lists::gather(network.vars, edges.iter().copied(), alarm)?);
        self.list = (0..self.crossings.len() as u32).collect();
        // At level 0 nobody asks for reasons.
        self.halls.clear();
        Some(())
    }

    /// Goes on along the trail.
    fn follow(&mut self, trail: &[Lit], alarm: &mut Alarm) -> Option<()> {
        let (edges, crossings, list) = (self.edges.as_ref()?, &mut self.crossings, &mut self.list);
        each_in_parts(&trail[self.seen..], alarm, |literal, alarm| {
            if !literal.is_chosen() {
                for edge in edges.get(literal.var()) {
                    let crossing = &mut crossings[edge.crossing as usize];
                    if crossing.close(edge.left, edge.right) && !crossing.listed {
                        crossing.listed = true;
                        list.push(edge.crossing);
                    }
                }
                alarm.after(edges.get(literal.var()).len());
            }
        })?;
        self.seen = trail.len();
        Some(())
    }

    /// Before all levels above this one are taken back.
    pub(super) fn forget(
        &mut self,
        level: u32,
        state: &Assignment,
        alarm: &mut Alarm,
    ) -> Option<()> {
        while self.halls.last().map_or(false, |hall| hall.level > level) {
            self.halls.pop();
        }
        let end = state.end_of(level);
        if end < self.seen {
            let (edges, crossings) = (self.edges.as_ref()?, &mut self.crossings);
            each_in_parts(&state.trail()[end..self.seen], alarm, |literal, alarm| {
                if !literal.is_chosen() {
                    for edge in edges.get(literal.var()) {
                        crossings[edge.crossing as usize].reopen(edge.left, edge.right);
                    }
                    alarm.after(edges.get(literal.var()).len());
                }
            })?;
            self.seen = end;
        }
        Some(())
    }

    /// Looks at the crossings that have lost options, until something follows, when there have been
    /// so many conflicts. `None` if the alarm rings.
    pub(super) fn look(
        &mut self,
        state: &mut Assignment,
        conflicts: u32,
        alarm: &mut Alarm,
    ) -> Option<Look> {
        self.follow(state.trail(), alarm)?;
        let worth = if conflicts - self.found > LONG_AGO {
            WORTH_LESS
        } else {
            WORTH
        };
        while let Some(k) = self.list.pop() {
            let crossing = &mut self.crossings[k as usize];
            crossing.listed = false;
            let credit = &mut self.credits[crossing.pair as usize];
            if *credit <= 0 {
                continue;
            }
            *credit -= 1;
            let work = 2 * crossing.lefts.len() * crossing.rights.len();
            #[cfg(test)]
            touched(work);
            if alarm.after(work) {
                return None;
            }
            let mut hall = Hall {
                crossing: k,
                lefts: 0,
                rights: 0,
                level: state.level(),
            };
            if let Err((lefts, rights)) = crossing.mend() {
                crossing.listed = true;
                self.list.push(k);
                self.found = conflicts;
                *credit = CREDIT.min(*credit + worth);
                hall = Hall {
                    lefts,
                    rights,
                    ..hall
                };
                let mut level = 0;
                self.lost(hall, alarm, |literal, _| {
                    level = level.max(state.level_of(literal.var()));
                })?;
                // What was found above is of no use to anybody any more.
                while self.halls.last().map_or(false, |hall| hall.level > level) {
                    self.halls.pop();
                }
                self.halls.push(Hall { level, ..hall });
                let conflict = Conflict::Hall(self.halls.len() as u32 - 1);
                return Some(Look::Conflict(conflict, level));
            }
            let (crossing, halls) = (&self.crossings[k as usize], &mut self.halls);
            let mut news = false;
            crossing.hall_sets(|lefts, rights| {
                let mut reason = None;
                for right in bits(rights) {
                    for left in bits(crossing.back[right] & !lefts) {
                        let options = crossing.options(left, right);
                        let _rang = each_in_parts(options, alarm, |var, _| {
                            if state.is_open(var) {
                                let reason = *reason.get_or_insert_with(|| {
                                    halls.push(Hall {
                                        lefts,
                                        rights,
                                        ..hall
                                    });
                                    Reason::Hall(halls.len() as u32 - 1)
                                });
                                state.assign(!Lit::chosen(var), reason);
                                news = true;
                            }
                        });
                    }
                }
            });
            if alarm.rang().is_some() {
                return None;
            }
            if news {
                *credit = CREDIT.min(*credit + worth);
                return Some(Look::News);
            }
        }
        Some(Look::Nothing)
    }

    /// The false literals that make it a Hall set: what its lefts have lost outside of its rights.
    pub(super) fn reason(
        &self,
        hall: u32,
        alarm: &mut Alarm,
        f: impl FnMut(Lit, &mut Alarm),
    ) -> Option<()> {
        self.lost(self.halls[hall as usize], alarm, f)
    }

    fn lost(
        &self,
        hall: Hall,
        alarm: &mut Alarm,
        mut f: impl FnMut(Lit, &mut Alarm),
    ) -> Option<()> {
        let crossing = &self.crossings[hall.crossing as usize];
        for left in bits(hall.lefts) {
            for right in bits(crossing.known[left] & !hall.rights) {
                read(crossing.options(left, right), alarm, |var, alarm| {
                    f(Lit::chosen(var), alarm);
                })?;
            }
        }
        Some(())
    }

    /// The items of a Hall set: those that have lost options, and those that they have left.
    pub(super) fn items(&self, hall: u32, network: &Network) -> [Vec<u32>; 2] {
        let hall = self.halls[hall as usize];
        let crossing = &self.crossings[hall.crossing as usize];
        let named = |mask, groups: &[u32]| {
            let groups = bits(mask).map(|place| groups[place]);
            groups.map(|group| network.items[group as usize]).collect()
        };
        [
            named(hall.lefts, &crossing.lefts),
            named(hall.rights, &crossing.rights),
        ]
    }

    /// How many Hall sets are known at the moment, numbered from 0.
    pub(super) fn halls(&self) -> u32 {
        self.halls.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::learn::places;
    use crate::engine::table::Table;
    use crate::problem::Problem;
    use crate::random::SplitMix64;
    use crate::run::limits::{Limits, Stats};
    use crate::run::settings::Ties;

    /// Whether the lefts from the first on can be matched, with rights that are not used, by these
    /// pairs.
    fn fits(count: usize, pairs: &[(usize, usize)], left: usize, used: u32) -> bool {
        let mut theirs = pairs.iter().filter(|pair| pair.0 == left);
        left == count
            || theirs.any(|&(_, right)| {
                used >> right & 1 == 0 && fits(count, pairs, left + 1, used | 1 << right)
            })
    }

    /// What is searched, once all that is forced has been chosen; `None` if nothing is left.
    fn network(problem: &Problem, alarm: &mut Alarm) -> Option<Network> {
        let table = Table::new(&problem.matrix, Ties::First, alarm).expect("no limits");
        let part = table.settle(&mut Stats::default(), &mut Vec::new(), alarm)?;
        let places = places(&problem.matrix, Ties::First, alarm).expect("no limits");
        let network = Network::new(&table, &part, &places, alarm).expect("no limits");
        Some(network).filter(|network| network.required > 0)
    }

    /// Half of the options of a Latin square; its items in any order, or family by family.
    fn square(side: usize, random: &mut SplitMix64, shuffled: bool) -> Problem {
        let mut order: Vec<usize> = (0..3 * side * side).collect();
        for k in (1..order.len()).rev() {
            let other = random.below(k + 1);
            if shuffled {
                order.swap(k, other);
            }
        }
        let mut builder = Problem::builder();
        let made = builder.primaries(order.len());
        let item = |kind, a, b| made[order[(kind * side + a) * side + b]];
        for row in 0..side {
            for column in 0..side {
                for digit in 0..side {
                    let of_a_solution = (row + column) % side == digit;
                    if of_a_solution || random.below(2) == 0 {
                        let cell = item(0, row, column);
                        builder.option((), [cell, item(1, row, digit), item(2, column, digit)]);
                    }
                }
            }
        }
        builder.build().expect("a valid problem")
    }

    /// As long as the options name them in the same order.
    #[test]
    fn finds_the_same_whatever_the_order_of_the_items() {
        let mut split = 0;
        for seed in 0..20 {
            let sizes = [false, true].map(|shuffled| {
                let mut alarm = Alarm::new(&Limits::none());
                let problem = square(7, &mut SplitMix64::new(seed), shuffled);
                let network = network(&problem, &mut alarm).expect("something is left");
                let matchings = Matchings::find(&network, &mut alarm).expect("no limits");
                let crossings = matchings.crossings.iter();
                let sizes = crossings.map(|crossing| {
                    let counts = (crossing.lefts.len(), crossing.rights.len());
                    (counts.0.min(counts.1), counts.0.max(counts.1))
                });
                let mut sizes: Vec<(usize, usize)> = sizes.collect();
                sizes.sort();
                sizes
            });
            assert_eq!(sizes[0], sizes[1], "{seed}");
            split += usize::from(sizes[0].len() >= 21);
        }
        assert!(
            split > 15,
            "three pairs, with a crossing for each row, column and digit"
        );
    }

    /// With one crossing alone, what is left is what is in some matching.
    #[test]
    fn leaves_the_options_that_are_in_some_matching() {
        let mut random = SplitMix64::new(5);
        let (mut conflicts, mut rejected) = (0, 0);
        for _ in 0..2000 {
            let count = 3 + random.below(4);
            let mut pairs = Vec::new();
            for _ in 0..count * 3 {
                pairs.push((random.below(count), random.below(count)));
            }
            let mut builder = Problem::builder();
            let (lefts, rights) = (builder.primaries(count), builder.primaries(count));
            for &(left, right) in &pairs {
                builder.option((), [lefts[left], rights[right]]);
            }
            let problem = builder.build().expect("a valid problem");
            let mut alarm = Alarm::new(&Limits::none());
            let network = match network(&problem, &mut alarm) {
                Some(network) => network,
                None => continue,
            };
            let mut state = Assignment::new(&network, &mut alarm).expect("no limits");
            let mut matchings = Matchings::find(&network, &mut alarm).expect("no limits");
            let result = loop {
                match matchings
                    .look(&mut state, 0, &mut alarm)
                    .expect("no limits")
                {
                    Look::Nothing => break true,
                    Look::News => {}
                    Look::Conflict(..) => break false,
                }
            };
            if matchings.are_none() {
                // Two items are left, or they hang together in parts of one.
                continue;
            }
            assert_eq!(result, fits(count, &pairs, 0, 0), "{pairs:?}");
            conflicts += u32::from(!result);
            for var in (0..network.options.len() as u32).filter(|_| result) {
                let (left, right) = pairs[network.options[var as usize] as usize];
                let mut with = pairs.clone();
                with.retain(|&pair| pair.0 != left || pair.1 == right);
                assert_eq!(state.is_open(var), fits(count, &with, 0, 0), "{pairs:?}");
                rejected += u32::from(!state.is_open(var));
            }
        }
        assert!(conflicts >= 5 && rejected > 500, "{conflicts}, {rejected}");
    }
}
