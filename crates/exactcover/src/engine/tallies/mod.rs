//! Dancing links with multiplicities: Knuth's Algorithm M, as TAOCP volume 4B, section 7.2.2.1
//! gives it, with the colors of his DLX3.
//!
//! An item may be covered so many times more (`left`, the book's BOUND) and has to be covered some
//! of these (`need`, BOUND - SLACK). A level chooses the *first* option of an item: it tries them
//! one after the other, and those that it has tried are out of everything below, so that no set of
//! options is found twice. That is *tweaking*. As long as the item needs more, the last options can
//! not be the first; once it needs none, the last trial is to *close* the item without another one.
//!
//! What holds whenever the search looks at a state, beside what holds for [`links`](super::links):
//! * an item is in the header list if it may still be covered and is not closed;
//! * of a level whose item may be covered again, the options tried are in no list; of any other
//!   level, the item is covered while its trials last.

use super::links::cheapest::Ground;
use super::links::{uncovered, Item, LinkNode, Links, PURIFIED};
use crate::problem::ids::OptionId;
use crate::problem::matrix::Matrix;
use crate::run::alarm::{filled_in_parts, Alarm, CHUNK, ONE_GO};
use crate::run::drive::{seen, Open, OpenLevel, Several};
use crate::run::kernel::{Kernel, Node, Steps};
use crate::run::limits::{Limit, Stats};
use crate::run::machine::{launch, Machine};
use crate::run::observer::{Observer, Trial};
use crate::run::settings::Settings;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The trial that closes the item.
const CLOSE: u32 = u32::MAX;

/// Starts this engine.
pub(super) fn start(matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    launch(
        Tallies::new(matrix, settings).map(Steps::new),
        matrix,
        settings,
    )
}

#[derive(Clone, Debug)]
pub(crate) struct Tallies {
    links: Links,
    /// Per item as the links number it.
    tallies: Vec<Tally>,
    levels: Vec<Level>,
    /// The nodes that are out of the list of their level's item, of all levels.
    tweaked: Vec<u32>,
    /// How many options are chosen.
    depth: usize,
    /// What to tell of the trials, once somebody has asked for it.
    notes: Option<Vec<Trial>>,
}

/// How often an item may still be covered, and how many of these times it need not be.
#[derive(Clone, Copy, Debug)]
struct Tally {
    left: u32,
    slack: u32,
    /// Whether it has a multiplicity.
    several: bool,
}

impl Tally {
    fn need(self) -> u32 {
        self.left.saturating_sub(self.slack)
    }

    /// How many ways there are to choose the first of so many options, or none if none is needed;
    /// `None` if there is nothing to choose.
    fn ways(self, options: u32) -> Option<u32> {
        match self.need() {
            0 if options == 0 => None,
            need => Some((options + 1).saturating_sub(need)),
        }
    }
}

/// The item that a level branches on, and the node that is being tried: the header before the first
/// trial, or [`CLOSE`].
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    trial: u32,
    /// How many trials there are, and how many are still to come.
    trials: u32,
    untried: u32,
    /// Whether the last of them closes the item.
    closes: bool,
    /// Whether the item has a multiplicity, and whether it may be covered again below the trials.
    several: bool,
    again: bool,
    /// How many nodes had been tweaked before.
    tweaked: u32,
}

impl Kernel for Tallies {
    const NAME: &'static str = "tallies";

    /// Steps M2 to M4.
    fn descend(&mut self, _stats: &mut Stats) -> Node {
        let (rank, trials) = match self.choose_item() {
            None => {
                self.links.chooser.solved();
                return Node::Solved;
            }
            Some(choice) => choice,
        };
        if trials == 0 {
            let Tallies { links, levels, .. } = self;
            links.chooser.failed(rank);
            if links.chooser.orders() {
                let chosen = levels.iter().filter(|level| level.trial != CLOSE);
                let chosen = chosen.map(|level| links.option_of[level.trial as usize]);
                let chosen: Vec<u32> = chosen.collect();
                let alarm = &mut links.alarm;
                links.chooser.dead_end(chosen.into_iter(), alarm);
            }
            return Node::Dead;
        }
        let item = rank + 1;
        let tally = self.tallies[item as usize];
        let closes = tally.need() == 0;
        self.levels.push(Level {
            item,
            trial: item,
            trials,
            untried: trials,
            closes,
            several: tally.several,
            again: tally.left > 1,
            tweaked: self.tweaked.len() as u32,
        });
        if self.links.chooser.orders() {
            let before = self.links.trials.len();
            self.links.order_trials(item);
            // The worst ones come first: where more options are needed, they are not the first.
            let last = self.links.trials.len();
            let tried = (trials - u32::from(closes)) as usize;
            self.links.trials.drain(before..last.saturating_sub(tried));
        }
        Node::Branch
    }

    /// Steps M5 to M9: try the next option of the item, or leave the level.
    fn advance(&mut self, stats: &mut Stats) -> bool {
        if !self.levels.is_empty() && self.links.chooser.starts_again() {
            while let Some(level) = self.levels.pop() {
                self.take_back(level);
                self.end(level);
            }
            self.links.trials.clear();
            return true;
        }
        while let Some(mut level) = self.levels.pop() {
            if self.late().is_some() {
                return true;
            }
            let item = level.item as usize;
            if level.trial == level.item {
                self.tallies[item].left -= 1;
                if self.tallies[item].left == 0 {
                    self.links.cover(level.item, stats);
                }
            } else {
                self.take_back(level);
                if self.late().is_some() {
                    return true;
                }
            }
            if level.untried == 0 {
                self.end(level);
                continue;
            }
            let again = level.again;
            let next = self.next_trial(level);
            level.trial = next;
            level.untried -= 1;
            self.levels.push(level);
            if self.notes.is_some() {
                let trial = self.told(self.levels.len() - 1);
                self.notes.get_or_insert_with(Vec::new).push(trial);
            }
            if next == CLOSE {
                if again {
                    self.unlist(level.item);
                }
                return true;
            }
            if again {
                self.tweak(next, stats);
            }
            self.commit(next, stats);
            self.depth += 1;
            stats.nodes += 1;
            stats.max_depth = stats.max_depth.max(self.depth);
            return true;
        }
        false
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        let tried = self.levels.iter().filter(|level| level.trial != CLOSE);
        options.extend(tried.map(|level| self.links.option_at(level.trial)));
    }

    fn seen(&self) -> f64 {
        let levels = self.levels.iter();
        seen(levels.map(|level| (level.trials as usize, level.untried as usize)))
    }

    fn open(&self) -> Open {
        let mut open = Open::default();
        let mut ordered = &self.links.trials[..];
        for (k, level) in self.levels.iter().enumerate() {
            let closes = level.closes.then_some(level.untried == 0);
            let count = level.untried - u32::from(closes == Some(false));
            let mut untried = Vec::with_capacity(count as usize);
            let mut tried = None;
            // Where it may be covered again, its list changes with what is chosen below.
            if level.again {
                let next = self.levels.get(k + 1);
                let end = next.map_or(self.tweaked.len(), |next| next.tweaked as usize);
                let tweaked = self.tweaked[level.tweaked as usize..end].iter();
                let options = tweaked.map(|&node| self.links.option_at(node));
                tried = Some((options.collect(), count as usize));
            }
            if self.links.chooser.orders() {
                let (mine, others) = ordered.split_at(count as usize);
                untried.extend(mine.iter().map(|&node| self.links.option_at(node)));
                ordered = others;
            } else if tried.is_none() {
                let mut node = level.trial;
                for _ in 0..count {
                    node = self.links.nodes[node as usize].dlink;
                    untried.push(self.links.option_at(node));
                }
            }
            open.levels.push(OpenLevel {
                depth: open.chosen.len(),
                item: level.item - 1,
                untried,
                several: level.several.then_some(Several { tried, closes }),
            });
            // The trial of the deepest level is over.
            if k + 1 < self.levels.len() && level.trial != CLOSE {
                open.chosen.push(self.links.option_at(level.trial));
            }
        }
        open
    }

    fn late(&self) -> Option<Limit> {
        self.links.alarm.rang()
    }

    fn trial(&self) -> Option<Trial> {
        let tried = |level: &Level| level.trial != level.item;
        let last = self.levels.iter().rposition(tried)?;
        Some(self.told(last))
    }

    /// Between two pauses there may be several trials, as to close an item is no node.
    fn explain<O: Observer + ?Sized>(&mut self, observer: &mut O) {
        let notes = self.notes.get_or_insert_with(Vec::new);
        notes.drain(..).for_each(|trial| observer.trial(trial));
    }
}

impl Ground for Tallies {
    fn ground(
        matrix: &Matrix,
        options: impl Iterator<Item = usize>,
        settings: &Settings,
    ) -> Option<Self> {
        let links = Links::with_options(matrix, options, settings)?;
        let mut alarm = Alarm::new(&settings.limits);
        let once = Tally {
            left: 1,
            slack: 0,
            several: false,
        };
        let mut tallies = filled_in_parts(once, links.items.len(), &mut alarm)?;
        if matrix.has_multiplicities() {
            let (number, _) = settings.ties.ranking(matrix, &mut alarm)?;
            for (item, &rank) in number.iter().enumerate() {
                if alarm.after(1) {
                    return None;
                }
                #[cfg(test)]
                crate::run::looks::touched(1);
                if matrix.primary[item] {
                    let (low, high) = matrix.bounds[item];
                    tallies[rank as usize + 1] = Tally {
                        left: high,
                        slack: high - low,
                        several: (low, high) != (1, 1),
                    };
                }
            }
        }
        Some(Tallies {
            links,
            tallies,
            levels: Vec::new(),
            tweaked: Vec::new(),
            depth: 0,
            notes: None,
        })
    }

    fn links(&mut self) -> &mut Links {
        &mut self.links
    }

    fn last(&self) -> (usize, Option<u32>) {
        let trial = self.levels.last().map(|level| level.trial);
        let option = trial.and_then(|trial| self.links.option_of.get(trial as usize));
        (self.levels.len(), option.copied())
    }

    fn need(&self, rank: u32) -> u32 {
        self.tallies[rank as usize + 1].need()
    }
}

impl Tallies {
    /// `None` if the alarm rings.
    fn new(matrix: &Matrix, settings: &Settings) -> Option<Self> {
        Tallies::ground(matrix, 0..matrix.option_count(), settings)
    }

    /// The trial of a level.
    fn told(&self, depth: usize) -> Trial {
        let Level { trial, untried, .. } = self.levels[depth];
        Trial {
            start: self.links.chooser.starts(),
            depth,
            // To close an item is its last trial, and forced: nobody looks at the option.
            option: match trial {
                CLOSE => OptionId::new(0),
                _ => self.links.option_at(trial),
            },
            forced: untried == 0,
        }
    }

    /// The item to branch on, as its 0-based rank, with the number of trials.
    fn choose_item(&mut self) -> Option<(u32, u32)> {
        let Tallies { links, tallies, .. } = self;
        let ways = |(rank, len): (u32, u32)| Some((rank, tallies[rank as usize + 1].ways(len)?));
        let mut next = links.items[0].rlink;
        if links.items.len() <= ONE_GO {
            // The search looks up often enough for this.
            let items = uncovered(&links.items, &mut next);
            return links.chooser.choose(items.filter_map(ways));
        }
        // The best of the best of each part.
        let mut best = None;
        while next != 0 && best.map_or(true, |(_, trials)| trials > 0) && !links.alarm.after(CHUNK)
        {
            let part = uncovered(&links.items, &mut next).take(CHUNK);
            best = links.chooser.choose(part.filter_map(ways).chain(best));
        }
        best
    }

    /// What the level tries after its trial; there is something.
    fn next_trial(&mut self, level: Level) -> u32 {
        if level.closes && level.untried == 1 {
            CLOSE
        } else if self.links.chooser.orders() {
            self.links.trials.pop().unwrap_or(level.item)
        } else if self.tallies[level.item as usize].left > 0 {
            // Those before it are out of the list.
            self.links.nodes[level.item as usize].dlink
        } else {
            self.links.nodes[level.trial as usize].dlink
        }
    }

    /// Undoes the trial of the level, if there is one.
    fn take_back(&mut self, level: Level) {
        if level.trial == CLOSE {
            if self.tallies[level.item as usize].left > 0 {
                self.list(level.item);
            }
        } else if level.trial != level.item {
            self.uncommit(level.trial);
            self.depth -= 1;
        }
    }

    /// Undoes what the level has done to its item.
    fn end(&mut self, level: Level) {
        let item = level.item as usize;
        if self.tallies[item].left == 0 {
            self.links.uncover(level.item);
        } else {
            while self.tweaked.len() > level.tweaked as usize {
                if let Some(node) = self.tweaked.pop() {
                    self.untweak(node);
                }
                if self.late().is_some() {
                    return;
                }
            }
        }
        self.tallies[item].left += 1;
    }

    /// Takes the item out of the header list.
    fn unlist(&mut self, item: u32) {
        let items = &mut self.links.items;
        let Item { llink, rlink, .. } = items[item as usize];
        items[llink as usize].rlink = rlink;
        items[rlink as usize].llink = llink;
    }

    /// Undoes [`Self::unlist`].
    fn list(&mut self, item: u32) {
        let items = &mut self.links.items;
        let Item { llink, rlink, .. } = items[item as usize];
        items[llink as usize].rlink = item;
        items[rlink as usize].llink = item;
    }

    /// Takes all of the node's option out of the lists: `tweak(x, p)`.
    fn tweak(&mut self, node: u32, stats: &mut Stats) {
        self.links.hide::<true>(node, stats);
        let LinkNode {
            ulink, dlink, top, ..
        } = self.links.nodes[node as usize];
        self.links.nodes[ulink as usize].dlink = dlink;
        self.links.nodes[dlink as usize].ulink = ulink;
        self.links.items[top as usize].len -= 1;
        stats.updates += 1;
        self.tweaked.push(node);
    }

    /// Undoes [`Self::tweak`].
    fn untweak(&mut self, node: u32) {
        let LinkNode {
            ulink, dlink, top, ..
        } = self.links.nodes[node as usize];
        self.links.nodes[ulink as usize].dlink = node;
        self.links.nodes[dlink as usize].ulink = node;
        self.links.items[top as usize].len += 1;
        self.links.unhide::<true>(node);
    }

    /// Counts the other items of the trial's option, and covers those that may not be covered again
    /// (step M6).
    fn commit(&mut self, trial: u32, stats: &mut Stats) {
        let mut p = self.links.right(trial);
        while p != trial && !self.links.alarm.after(1) {
            #[cfg(test)]
            crate::run::looks::touched(1);
            let LinkNode { top, color, .. } = self.links.nodes[p as usize];
            match color {
                0 => {
                    let left = &mut self.tallies[top as usize].left;
                    *left -= 1;
                    if *left == 0 {
                        self.links.cover(top, stats);
                    }
                }
                PURIFIED => {}
                _ => self.links.purify(p, stats),
            }
            p = self.links.right(p);
        }
    }

    /// Undoes [`Self::commit`], from right to left (step M7).
    fn uncommit(&mut self, trial: u32) {
        let mut p = self.links.left(trial);
        while p != trial && !self.links.alarm.after(1) {
            #[cfg(test)]
            crate::run::looks::touched(1);
            let LinkNode { top, color, .. } = self.links.nodes[p as usize];
            match color {
                0 => {
                    let left = &mut self.tallies[top as usize].left;
                    *left += 1;
                    if *left == 1 {
                        self.links.uncover(top);
                    }
                }
                PURIFIED => {}
                _ => self.links.unpurify(p),
            }
            p = self.links.left(p);
        }
    }
}
