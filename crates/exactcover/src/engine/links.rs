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

use super::alarm::ONE_GO;
use super::{seen, Alarm, Kernel, Node, Settings};
use crate::choose::Chooser;
use crate::problem::Matrix;
#[cfg(feature = "proof")]
use crate::proof::Trial;
use crate::{Color, Limit, OptionId, Stats};
use alloc::vec;
use alloc::vec::Vec;

/// A node that is known to agree with the color of its item, and stays when others are hidden.
const PURIFIED: u32 = u32::MAX;

/// A header (node `i` for item `i`, 1-based), an item of an option, or a spacer between options.
#[derive(Clone, Copy, Debug, Default)]
struct LinkNode {
    ulink: u32,
    dlink: u32,
    /// The item; 0 marks a spacer, whose `ulink` is the first node of the option before it and
    /// whose `dlink` is the last node of the option after it.
    top: u32,
    /// 0 without a color.
    color: u32,
}

/// An item: its place in the header list (0 is the root), and the length of its option list.
#[derive(Clone, Copy, Debug, Default)]
struct Item {
    llink: u32,
    rlink: u32,
    len: u32,
}

#[derive(Debug)]
pub(super) struct Links {
    nodes: Vec<LinkNode>,
    items: Vec<Item>,
    /// Per node, the option that it belongs to; unused for headers and spacers.
    option_of: Vec<u32>,
    chooser: Chooser,
    levels: Vec<Level>,
    /// The nodes still to try, of all levels, the next one last; only for a strategy that orders
    /// them.
    trials: Vec<u32>,
    alarm: Alarm,
    /// The length of the longest option, if a single choice can take so long that the alarm is
    /// asked on the way.
    large: Option<usize>,
}

/// The item that a level branches on, and the node in its list that is being tried: the header
/// before the first trial.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    trial: u32,
    /// Where its trials begin among those of all levels.
    trials: usize,
}

impl Kernel for Links {
    fn new(matrix: &Matrix, settings: &Settings) -> Option<Self> {
        let mut alarm = Alarm::new(&settings.limits);
        let (order, primary) = settings.ties.ranking(matrix);
        let mut number = vec![0; order.len()];
        for (rank, &item) in order.iter().enumerate() {
            number[item as usize] = rank as u32 + 1;
        }
        let mut items = vec![Item::default(); order.len() + 1];
        let last = primary as u32;
        for (i, item) in (0..).zip(&mut items) {
            // A secondary item links to itself only, so that covering it needs no exception.
            item.llink = if i > last {
                i
            } else {
                i.checked_sub(1).unwrap_or(last)
            };
            item.rlink = if i > last { i } else { (i + 1) % (last + 1) };
        }
        let headers = 0..items.len() as u32;
        // Headers, entries, and a spacer before each option and behind the last.
        let count = items.len() + matrix.entries.len() + matrix.option_count() + 1;
        let mut nodes: Vec<LinkNode> = Vec::with_capacity(count);
        nodes.extend(headers.map(|i| LinkNode {
            ulink: i,
            dlink: i,
            top: i,
            color: 0,
        }));
        let mut option_of = Vec::with_capacity(count);
        option_of.resize(nodes.len(), 0);
        let (mut previous, mut longest) = (0, 0);
        for option in 0..matrix.option_count() {
            let spacer = nodes.len() as u32;
            let entries = matrix.option(option);
            if alarm.after(entries.len()) {
                return None;
            }
            longest = longest.max(entries.len());
            nodes.push(LinkNode {
                ulink: previous,
                dlink: spacer + entries.len() as u32,
                top: 0,
                color: 0,
            });
            option_of.push(0);
            previous = spacer + 1;
            for entry in entries {
                let top = number[entry.item.index()];
                let node = nodes.len() as u32;
                let last = nodes[top as usize].ulink;
                nodes.push(LinkNode {
                    ulink: last,
                    dlink: top,
                    top,
                    color: Color::code(entry.color),
                });
                nodes[last as usize].dlink = node;
                nodes[top as usize].ulink = node;
                items[top as usize].len += 1;
                option_of.push(option as u32);
            }
        }
        nodes.push(LinkNode {
            ulink: previous,
            ..LinkNode::default()
        });
        // Weights are kept by 0-based rank, as in every engine.
        let chooser = Chooser::new(settings.strategy, primary, matrix.option_count());
        Some(Links {
            nodes,
            items,
            option_of,
            chooser,
            levels: Vec::new(),
            trials: Vec::new(),
            alarm,
            large: (matrix.entries.len() > ONE_GO).then_some(longest),
        })
    }

    /// Steps C2 to C4: is there an item to cover, and which one?
    fn descend(&mut self, _stats: &mut Stats) -> Node {
        let mut next = self.items[0].rlink;
        let items = &self.items;
        let uncovered = core::iter::from_fn(|| {
            let Item { rlink, len, .. } = items[next as usize];
            let item = (next.checked_sub(1)?, len);
            next = rlink;
            Some(item)
        });
        match self.chooser.choose(uncovered) {
            None => {
                self.chooser.solved();
                Node::Solved
            }
            Some((rank, 0)) => {
                self.chooser.failed(rank);
                let options = self.levels.iter();
                let options = options.map(|level| self.option_of[level.trial as usize]);
                self.chooser.dead_end(options);
                Node::Dead
            }
            Some((rank, _)) => {
                let item = rank + 1;
                self.levels.push(Level {
                    item,
                    trial: item,
                    trials: self.trials.len(),
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
            let trial = self.next_trial(level);
            if trial == item {
                self.uncover(item);
                continue;
            }
            self.levels.push(Level { trial, ..level });
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
        let ends = self.levels.iter().skip(1).map(|level| level.trials);
        let levels = self.levels.iter().zip(ends.chain([self.trials.len()]));
        seen(levels.map(|(level, end)| {
            let untried = if self.chooser.orders() {
                end - level.trials
            } else {
                let below = |&q: &u32| {
                    let next = self.nodes[q as usize].dlink;
                    (next != level.item).then_some(next)
                };
                core::iter::successors(below(&level.trial), below).count()
            };
            (self.items[level.item as usize].len as usize, untried)
        }))
    }

    fn late(&self) -> Option<Limit> {
        self.alarm.rang()
    }

    #[cfg(feature = "proof")]
    fn trial(&self) -> Option<Trial> {
        let tried = |level: &Level| level.trial != level.item;
        // Only the deepest level can be without a trial yet.
        let last = self.levels.iter().rposition(tried)?;
        let Level {
            item,
            trial,
            trials,
        } = self.levels[last];
        let forced = if self.chooser.orders() {
            let end = self.levels.get(last + 1).map(|level| level.trials);
            trials == end.unwrap_or(self.trials.len())
        } else {
            self.nodes[trial as usize].dlink == item
        };
        Some(Trial {
            start: self.chooser.starts(),
            depth: last,
            option: OptionId(self.option_of[trial as usize]),
            forced,
        })
    }
}

impl Links {
    /// The node to try after the one of the level, or the header if there is none.
    fn next_trial(&mut self, level: Level) -> u32 {
        if !self.chooser.orders() {
            self.nodes[level.trial as usize].dlink
        } else if self.trials.len() > level.trials {
            self.trials.pop().unwrap_or(level.item)
        } else {
            level.item
        }
    }

    /// Adds the nodes in the list of the item to the trials, in the order of the strategy.
    fn order_trials(&mut self, item: u32) {
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
                q = self.right(q);
                if q == node {
                    break;
                }
            }
            ordered.push((node, blocked));
            node = self.nodes[node as usize].ulink;
        }
        self.chooser
            .order(&mut ordered, |node| self.option_of[node as usize]);
        self.trials.extend(ordered.iter().map(|&(node, _)| node));
    }

    /// The node after `q` in its option, cyclically.
    fn right(&self, q: u32) -> u32 {
        let next = self.nodes[q as usize + 1];
        if next.top == 0 {
            next.ulink
        } else {
            q + 1
        }
    }

    /// The node before `q` in its option, cyclically.
    fn left(&self, q: u32) -> u32 {
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
        while p != trial && self.alarm.rang().is_none() {
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
        while p != trial && self.alarm.rang().is_none() {
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
    fn cover(&mut self, item: u32, stats: &mut Stats) {
        let mut p = self.nodes[item as usize].dlink;
        while p != item && !self.hide(p, stats) {
            p = self.nodes[p as usize].dlink;
        }
        let Item { llink, rlink, .. } = self.items[item as usize];
        self.items[llink as usize].rlink = rlink;
        self.items[rlink as usize].llink = llink;
    }

    /// Undoes [`Self::cover`]: `uncover'(i)`.
    fn uncover(&mut self, item: u32) {
        let Item { llink, rlink, .. } = self.items[item as usize];
        self.items[llink as usize].rlink = item;
        self.items[rlink as usize].llink = item;
        let mut p = self.nodes[item as usize].ulink;
        while p != item && !self.unhide(p) {
            p = self.nodes[p as usize].ulink;
        }
    }

    /// Takes the other nodes of `p`'s option out of their lists: `hide'(p)`. Says whether the alarm
    /// rings.
    fn hide(&mut self, p: u32, stats: &mut Stats) -> bool {
        let mut q = self.right(p);
        while q != p {
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
        self.after_an_option()
    }

    /// Undoes [`Self::hide`]: `unhide'(p)`. Says whether the alarm rings.
    fn unhide(&mut self, p: u32) -> bool {
        let mut q = self.left(p);
        while q != p {
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
        self.after_an_option()
    }

    /// An option was hidden or has come back; whether the alarm rings.
    fn after_an_option(&mut self) -> bool {
        match self.large {
            Some(longest) => self.alarm.after(longest),
            None => false,
        }
    }

    /// Gives `p`'s item the color of `p`: hides the options that disagree and marks the nodes
    /// of those that agree: `purify(p)`.
    fn purify(&mut self, p: u32, stats: &mut Stats) {
        let LinkNode { top, color, .. } = self.nodes[p as usize];
        let mut q = self.nodes[top as usize].dlink;
        while q != top {
            if self.nodes[q as usize].color != color {
                if self.hide(q, stats) {
                    break;
                }
            } else if q != p {
                self.nodes[q as usize].color = PURIFIED;
            }
            q = self.nodes[q as usize].dlink;
        }
    }

    /// Undoes [`Self::purify`]: `unpurify(p)`.
    fn unpurify(&mut self, p: u32) {
        let LinkNode { top, color, .. } = self.nodes[p as usize];
        let mut q = self.nodes[top as usize].ulink;
        while q != top {
            if self.nodes[q as usize].color == PURIFIED {
                self.nodes[q as usize].color = color;
            } else if q != p && self.unhide(q) {
                break;
            }
            q = self.nodes[q as usize].ulink;
        }
    }
}
