//! Dancing links: Knuth's Algorithm C, as TAOCP volume 4B, section 7.2.2.1 gives it.
//!
//! The names are the book's: `ulink` and `dlink` chain the options of an item, `llink` and
//! `rlink` chain the items that still need covering, `top` is the item of a node, `len` the
//! number of options in its list. `DESIGN.md` has a drawing.
//!
//! What holds whenever the search looks at a state:
//! * for every node `q` in a list: `dlink(ulink(q)) == q` and `ulink(dlink(q)) == q`;
//! * the list of an item `i` that still needs covering has `len(i)` nodes, and their options are
//!   exactly those that go together with all chosen ones;
//! * the header list holds the uncovered primary items in ascending order.
//!
//! Once the alarm rings, everything returns as fast as it can, and nothing of this holds any more.

pub(crate) mod cheapest;
pub(crate) mod growing;

use super::choose::Chooser;
use crate::problem::ids::{Color, Entry, OptionId};
use crate::problem::matrix::Matrix;
use crate::run::alarm::{listed_in_parts, sort, Alarm, CHUNK, ONE_GO};
use crate::run::drive::{seen, Open, OpenLevel};
use crate::run::kernel::{Kernel, Node, Steps};
use crate::run::limits::{Limit, Stats};
use crate::run::machine::{launch, Machine};
use crate::run::observer::Trial;
use crate::run::settings::{Settings, Strategy};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A node that is known to agree with the color of its item, and stays when others are hidden.
pub(super) const PURIFIED: u32 = u32::MAX;

/// A header (node `i` for item `i`, 1-based), an item of an option, or a spacer between options.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LinkNode {
    pub(super) ulink: u32,
    pub(super) dlink: u32,
    /// The item; 0 marks a spacer, whose `ulink` is the first node of the option before it and
    /// whose `dlink` is the last node of the option after it.
    pub(super) top: u32,
    /// 0 without a color.
    pub(super) color: u32,
}

/// An item: its place in the header list (0 is the root), and the length of its option list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Item {
    pub(super) llink: u32,
    pub(super) rlink: u32,
    pub(super) len: u32,
}

/// Starts this engine.
pub(super) fn start(matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    let kernel = Links::with_options(matrix, 0..matrix.option_count(), settings);
    launch(kernel.map(Steps::new), matrix, settings)
}

#[derive(Clone, Debug)]
pub(crate) struct Links {
    pub(super) nodes: Vec<LinkNode>,
    pub(super) items: Vec<Item>,
    /// Per node, the option that it belongs to; unused for headers and spacers.
    pub(super) option_of: Vec<u32>,
    pub(super) chooser: Chooser,
    levels: Vec<Level>,
    /// The nodes still to try, of all levels, the next one last; only for a strategy that orders
    /// them.
    pub(super) trials: Vec<u32>,
    pub(super) alarm: Alarm,
    /// What it takes to go through an option, at most: the length of the longest one.
    longest: usize,
}

/// The item that a level branches on, and the node in its list that is being tried: the header
/// before the first trial.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    trial: u32,
    /// How many trials are still to come.
    untried: u32,
}

impl Kernel for Links {
    const NAME: &'static str = "links";

    /// Steps C2 to C4: is there an item to cover, and which one?
    fn descend(&mut self, _stats: &mut Stats) -> Node {
        match self.choose_item() {
            None => {
                self.chooser.solved();
                Node::Solved
            }
            Some((rank, 0)) => {
                self.chooser.failed(rank);
                let (levels, option_of) = (&self.levels, &self.option_of);
                let options = levels.iter().map(|level| option_of[level.trial as usize]);
                self.chooser.dead_end(options, &mut self.alarm);
                Node::Dead
            }
            Some((rank, len)) => {
                let item = rank + 1;
                self.levels.push(Level {
                    item,
                    trial: item,
                    untried: len,
                });
                if self.chooser.orders() {
                    self.order_trials(item);
                }
                Node::Branch
            }
        }
    }

    /// Steps C5 to C8: try the next option of the item, or leave the level.
    fn advance(&mut self, stats: &mut Stats) -> bool {
        if !self.levels.is_empty() && self.chooser.starts_again() {
            while let Some(level) = self.levels.pop() {
                self.uncommit_others(level.trial);
                self.uncover(level.item);
            }
            self.trials.clear();
            return true;
        }
        while let Some(level) = self.levels.pop() {
            if self.alarm.rang().is_some() {
                return true;
            }
            let Level { item, trial, .. } = level;
            if trial == item {
                self.cover(item, stats);
            } else {
                self.uncommit_others(trial);
            }
            if level.untried == 0 {
                self.uncover(item);
                continue;
            }
            let trial = self.next_trial(level);
            self.levels.push(Level {
                item,
                trial,
                untried: level.untried - 1,
            });
            self.commit_others(trial, stats);
            stats.nodes += 1;
            stats.max_depth = stats.max_depth.max(self.levels.len());
            return true;
        }
        false
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        let options_of_levels = self
            .levels
            .iter()
            .map(|level| self.option_of[level.trial as usize]);
        options.extend(options_of_levels.map(OptionId));
    }

    fn seen(&self) -> f64 {
        seen(self.levels.iter().map(|level| {
            // The list of the item has been left alone since the level began.
            let options = self.items[level.item as usize].len;
            (options as usize, level.untried as usize)
        }))
    }

    fn open(&self) -> Open {
        let mut open = Open::default();
        self.chosen(&mut open.chosen);
        // The trial of the deepest level is over.
        open.chosen.truncate(self.levels.len().saturating_sub(1));
        let mut ordered = &self.trials[..];
        for (depth, level) in self.levels.iter().enumerate() {
            let mut untried = Vec::with_capacity(level.untried as usize);
            if self.chooser.orders() {
                let (mine, others) = ordered.split_at(level.untried as usize);
                untried.extend(mine.iter().map(|&node| self.option_at(node)));
                ordered = others;
            } else {
                let mut node = self.nodes[level.trial as usize].dlink;
                while node != level.item {
                    untried.push(self.option_at(node));
                    node = self.nodes[node as usize].dlink;
                }
            }
            open.levels.push(OpenLevel {
                depth,
                item: level.item - 1,
                untried,
                several: None,
            });
        }
        open
    }

    fn late(&self) -> Option<Limit> {
        self.alarm.rang()
    }

    fn trial(&self) -> Option<Trial> {
        let tried = |level: &Level| level.trial != level.item;
        // Only the deepest level can be without a trial yet.
        let last = self.levels.iter().rposition(tried)?;
        let Level { trial, untried, .. } = self.levels[last];
        Some(Trial {
            start: self.chooser.starts(),
            depth: last,
            option: OptionId(self.option_of[trial as usize]),
            forced: untried == 0,
        })
    }
}

impl Links {
    /// These options, in this order. `None` if the alarm rings.
    pub(super) fn with_options(
        matrix: &Matrix,
        options: impl Iterator<Item = usize>,
        settings: &Settings,
    ) -> Option<Self> {
        let mut alarm = Alarm::new(&settings.limits);
        let (number, primary) = settings.ties.ranking(matrix, &mut alarm)?;
        // Headers, entries, and a spacer before each option and behind the last.
        let count = number.len() + 1 + matrix.entries.len() + matrix.option_count() + 1;
        let mut links = Links::without_options(number.len(), primary, count, alarm)?;
        // Weights are kept by 0-based rank, as in every engine.
        links.chooser = Chooser::new(settings.strategy, primary, matrix.option_count());
        for option in options {
            let entries = matrix.option(option);
            let numbered =
                |entry: &Entry| (number[entry.item.index()] + 1, Color::code(entry.color));
            links.add(option as u32, entries.iter().map(numbered))?;
        }
        Some(links)
    }

    /// No options yet, and room for so many nodes. The first items are primary; the strategy is
    /// [`Strategy::Mrv`]. `None` if the alarm rings.
    pub(super) fn without_options(
        count: usize,
        primary: usize,
        room: usize,
        mut alarm: Alarm,
    ) -> Option<Self> {
        let mut nodes: Vec<LinkNode> = Vec::with_capacity(room);
        let mut option_of = Vec::with_capacity(room);
        let last = primary as u32;
        let items = listed_in_parts(count + 1, &mut alarm, |i| {
            let i = i as u32;
            nodes.push(LinkNode {
                ulink: i,
                dlink: i,
                top: i,
                color: 0,
            });
            option_of.push(0);
            // A secondary item links to itself only, so that covering it needs no exception.
            let before = i.checked_sub(1).unwrap_or(last);
            Item {
                llink: if i > last { i } else { before },
                rlink: if i > last { i } else { (i + 1) % (last + 1) },
                len: 0,
            }
        })?;
        nodes.push(LinkNode::default());
        option_of.push(0);
        Some(Links {
            nodes,
            items,
            option_of,
            chooser: Chooser::new(Strategy::Mrv, primary, 0),
            levels: Vec::new(),
            trials: Vec::new(),
            alarm,
            longest: 0,
        })
    }

    /// Adds an option behind the others: items by their numbers, with the codes of their colors.
    /// Nothing may be chosen. `None` if the alarm rings.
    pub(super) fn add(
        &mut self,
        option: u32,
        entries: impl ExactSizeIterator<Item = (u32, u32)>,
    ) -> Option<()> {
        self.longest = self.longest.max(entries.len());
        let spacer = self.nodes.len() as u32 - 1;
        self.nodes[spacer as usize].dlink = spacer + entries.len() as u32;
        for (top, color) in entries {
            if self.alarm.after(1) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            let node = self.nodes.len() as u32;
            let last = self.nodes[top as usize].ulink;
            self.nodes.push(LinkNode {
                ulink: last,
                dlink: top,
                top,
                color,
            });
            self.nodes[last as usize].dlink = node;
            self.nodes[top as usize].ulink = node;
            self.items[top as usize].len += 1;
            self.option_of.push(option);
        }
        self.nodes.push(LinkNode {
            ulink: spacer + 1,
            ..LinkNode::default()
        });
        self.option_of.push(0);
        Some(())
    }

    /// The number of options of the item with this number; nothing may be chosen.
    pub(super) fn size(&self, item: u32) -> u32 {
        self.items[item as usize].len
    }

    pub(super) fn option_at(&self, node: u32) -> OptionId {
        OptionId(self.option_of[node as usize])
    }

    /// The node to try after the one of the level; there is one.
    fn next_trial(&mut self, level: Level) -> u32 {
        if self.chooser.orders() {
            self.trials.pop().unwrap_or(level.item)
        } else {
            self.nodes[level.trial as usize].dlink
        }
    }

    /// The item to branch on, as its 0-based rank, with the length of its list.
    #[inline(always)]
    fn choose_item(&mut self) -> Option<(u32, u32)> {
        if self.items.len() > ONE_GO {
            return self.choose_of_many();
        }
        // The search looks up often enough for this.
        let mut next = self.items[0].rlink;
        self.chooser.choose(uncovered(&self.items, &mut next))
    }

    /// The best of the best of each part.
    #[cold]
    fn choose_of_many(&mut self) -> Option<(u32, u32)> {
        let mut best = None;
        let mut next = self.items[0].rlink;
        while next != 0 && best.map_or(true, |(_, len)| len > 0) && !self.alarm.after(CHUNK) {
            let part = uncovered(&self.items, &mut next).take(CHUNK);
            best = self.chooser.choose(part.chain(best));
        }
        best
    }

    /// Adds the nodes in the list of the item to the trials, in the order of the strategy. Does
    /// not end if the alarm rings.
    pub(super) fn order_trials(&mut self, item: u32) {
        let mut ordered = Vec::new();
        let mut node = self.nodes[item as usize].ulink;
        while node != item {
            let mut blocked = 0;
            let mut q = node;
            loop {
                let LinkNode { top, color, .. } = self.nodes[q as usize];
                if color != PURIFIED {
                    blocked += u64::from(self.items[top as usize].len);
                }
                if self.alarm.after(1) {
                    return;
                }
                #[cfg(test)]
                crate::run::looks::touched(1);
                q = self.right(q);
                if q == node {
                    break;
                }
            }
            let worth = self.chooser.worth(self.option_of[node as usize], blocked);
            // Ties are tried in the order of adding.
            ordered.push((worth, Reverse(node)));
            node = self.nodes[node as usize].ulink;
        }
        if sort(&mut ordered, &mut self.alarm).is_some() {
            for &(_, Reverse(node)) in &ordered {
                self.alarm.after(1);
                #[cfg(test)]
                crate::run::looks::touched(1);
                self.trials.push(node);
            }
        }
    }

    /// The node after `q` in its option, cyclically.
    pub(super) fn right(&self, q: u32) -> u32 {
        let next = self.nodes[q as usize + 1];
        if next.top == 0 {
            next.ulink
        } else {
            q + 1
        }
    }

    /// The node before `q` in its option, cyclically.
    pub(super) fn left(&self, q: u32) -> u32 {
        let previous = self.nodes[q as usize - 1];
        if previous.top == 0 {
            previous.dlink
        } else {
            q - 1
        }
    }

    /// Commits the other items of the trial's option, from left to right (step C5).
    fn commit_others(&mut self, trial: u32, stats: &mut Stats) {
        let mut p = self.right(trial);
        while p != trial && !self.alarm.after(1) {
            #[cfg(test)]
            crate::run::looks::touched(1);
            let LinkNode { top, color, .. } = self.nodes[p as usize];
            match color {
                0 => self.cover(top, stats),
                PURIFIED => {}
                _ => self.purify(p, stats),
            }
            p = self.right(p);
        }
    }

    /// Undoes [`Self::commit_others`], from right to left (step C6).
    fn uncommit_others(&mut self, trial: u32) {
        let mut p = self.left(trial);
        while p != trial && !self.alarm.after(1) {
            #[cfg(test)]
            crate::run::looks::touched(1);
            let LinkNode { top, color, .. } = self.nodes[p as usize];
            match color {
                0 => self.uncover(top),
                PURIFIED => {}
                _ => self.unpurify(p),
            }
            p = self.left(p);
        }
    }

    /// Hides the options of the item, and takes it out of the header list: `cover'(i)`.
    pub(super) fn cover(&mut self, item: u32, stats: &mut Stats) {
        match self.begin(item) {
            Notice::Told => self.cover_all::<false>(item, stats),
            Notice::Large => self.cover_all::<true>(item, stats),
            Notice::Late => {}
        }
    }

    #[inline(always)]
    fn cover_all<const CLOSELY: bool>(&mut self, item: u32, stats: &mut Stats) {
        let mut p = self.nodes[item as usize].dlink;
        while p != item && !self.hide::<CLOSELY>(p, stats) {
            p = self.nodes[p as usize].dlink;
        }
        let Item { llink, rlink, .. } = self.items[item as usize];
        self.items[llink as usize].rlink = rlink;
        self.items[rlink as usize].llink = llink;
    }

    /// Undoes [`Self::cover`]: `uncover'(i)`.
    pub(super) fn uncover(&mut self, item: u32) {
        match self.begin(item) {
            Notice::Told => self.uncover_all::<false>(item),
            Notice::Large => self.uncover_all::<true>(item),
            Notice::Late => {}
        }
    }

    #[inline(always)]
    fn uncover_all<const CLOSELY: bool>(&mut self, item: u32) {
        let Item { llink, rlink, .. } = self.items[item as usize];
        self.items[llink as usize].rlink = item;
        self.items[rlink as usize].llink = item;
        let mut p = self.nodes[item as usize].ulink;
        while p != item && !self.unhide::<CLOSELY>(p) {
            p = self.nodes[p as usize].ulink;
        }
    }

    /// The options of the item are to be hidden, or to come back.
    #[inline(always)]
    fn begin(&mut self, item: u32) -> Notice {
        let work = self.items[item as usize].len as usize * self.longest;
        if work > ONE_GO {
            Notice::Large
        } else if self.alarm.after(work) {
            Notice::Late
        } else {
            Notice::Told
        }
    }

    /// Takes the other nodes of `p`'s option out of their lists: `hide'(p)`. Says whether the alarm
    /// rings.
    #[inline(always)]
    pub(super) fn hide<const CLOSELY: bool>(&mut self, p: u32, stats: &mut Stats) -> bool {
        #[cfg(test)]
        crate::run::looks::touched(1);
        let mut q = self.right(p);
        while q != p {
            if CLOSELY && self.alarm.after(1) {
                return true;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            let LinkNode {
                ulink,
                dlink,
                top,
                color,
            } = self.nodes[q as usize];
            if color != PURIFIED {
                self.nodes[ulink as usize].dlink = dlink;
                self.nodes[dlink as usize].ulink = ulink;
                self.items[top as usize].len -= 1;
                stats.updates += 1;
            }
            q = self.right(q);
        }
        CLOSELY && self.alarm.after(1)
    }

    /// Undoes [`Self::hide`]: `unhide'(p)`. Says whether the alarm rings.
    #[inline(always)]
    pub(super) fn unhide<const CLOSELY: bool>(&mut self, p: u32) -> bool {
        #[cfg(test)]
        crate::run::looks::touched(1);
        let mut q = self.left(p);
        while q != p {
            if CLOSELY && self.alarm.after(1) {
                return true;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            let LinkNode {
                ulink,
                dlink,
                top,
                color,
            } = self.nodes[q as usize];
            if color != PURIFIED {
                self.nodes[ulink as usize].dlink = q;
                self.nodes[dlink as usize].ulink = q;
                self.items[top as usize].len += 1;
            }
            q = self.left(q);
        }
        CLOSELY && self.alarm.after(1)
    }

    /// Gives `p`'s item the color of `p`: hides the options that disagree and marks the nodes
    /// of those that agree: `purify(p)`.
    pub(super) fn purify(&mut self, p: u32, stats: &mut Stats) {
        match self.begin(self.nodes[p as usize].top) {
            Notice::Told => self.purify_all::<false>(p, stats),
            Notice::Large => self.purify_all::<true>(p, stats),
            Notice::Late => {}
        }
    }

    #[inline(always)]
    fn purify_all<const CLOSELY: bool>(&mut self, p: u32, stats: &mut Stats) {
        let LinkNode { top, color, .. } = self.nodes[p as usize];
        let mut q = self.nodes[top as usize].dlink;
        while q != top {
            if self.nodes[q as usize].color != color {
                if self.hide::<CLOSELY>(q, stats) {
                    break;
                }
            } else {
                if CLOSELY && self.alarm.after(1) {
                    break;
                }
                #[cfg(test)]
                crate::run::looks::touched(1);
                if q != p {
                    self.nodes[q as usize].color = PURIFIED;
                }
            }
            q = self.nodes[q as usize].dlink;
        }
    }

    /// Undoes [`Self::purify`]: `unpurify(p)`.
    pub(super) fn unpurify(&mut self, p: u32) {
        match self.begin(self.nodes[p as usize].top) {
            Notice::Told => self.unpurify_all::<false>(p),
            Notice::Large => self.unpurify_all::<true>(p),
            Notice::Late => {}
        }
    }

    #[inline(always)]
    fn unpurify_all<const CLOSELY: bool>(&mut self, p: u32) {
        let LinkNode { top, color, .. } = self.nodes[p as usize];
        let mut q = self.nodes[top as usize].ulink;
        while q != top {
            if q == p || self.nodes[q as usize].color == PURIFIED {
                if CLOSELY && self.alarm.after(1) {
                    break;
                }
                #[cfg(test)]
                crate::run::looks::touched(1);
                self.nodes[q as usize].color = color;
            } else if self.unhide::<CLOSELY>(q) {
                break;
            }
            q = self.nodes[q as usize].ulink;
        }
    }
}

/// Whether the alarm knows of a step.
enum Notice {
    /// It does.
    Told,
    /// It is to be told on the way.
    Large,
    /// It rings.
    Late,
}

/// The uncovered primary items from this one on: 0-based ranks, with the lengths of their lists.
pub(super) fn uncovered<'a>(
    items: &'a [Item],
    next: &'a mut u32,
) -> impl Iterator<Item = (u32, u32)> + 'a {
    core::iter::from_fn(move || {
        let Item { rlink, len, .. } = items[*next as usize];
        let item = (next.checked_sub(1)?, len);
        #[cfg(test)]
        crate::run::looks::touched(1);
        *next = rlink;
        Some(item)
    })
}
