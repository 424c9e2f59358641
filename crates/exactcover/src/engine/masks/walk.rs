//! The search among masks of one width.

use super::lanes::{Lanes, Mask, Seen, IN_PARTS, PAD, PART};
use crate::engine::vectors::Work;
use crate::run::alarm::{each_in_parts, Alarm, CHUNK};
use crate::run::drive::{Event, Marks};
use crate::run::limits::Stats;
use alloc::vec;
use alloc::vec::Vec;

/// Of fewer masks than this it costs more to make narrow ones than it saves: with 16, `queens12`
/// takes 1% more instructions, and with 48 `planted60` takes 6% more.
const WORTH: usize = 32;

/// After so many masks filtered the alarm is told of them, before the next trial: all in all three
/// times as many are read, to filter, to find what is forced, and to open frames.
const FILTERED: u64 = 1 << 12;

/// After so many it is told within a trial, if there are more masks than [`FEW`]. Less are forced
/// in so few before that: each time that a list is filtered again, it is shorter.
const FILTERED_AT_ONCE: u64 = FILTERED + FILTERED / 2;
const FEW: usize = 128;

/// What narrowing a mask takes, at most: a step for each of its items.
const STEPS: usize = 64;

/// What [`Walk::run`] came to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turn<T> {
    Event(Event),
    /// This list is to be searched with narrower masks.
    Narrow(List<T>),
}

/// A node that branches: `arena[from..from + len]` are the options without the item,
/// `arena[first..end]` are its trials, and `next` is the one to come.
#[derive(Clone, Copy, Debug)]
struct Frame<T> {
    from: usize,
    len: usize,
    first: usize,
    next: usize,
    end: usize,
    open: T,
    depth: usize,
}

/// A list and its open items, ready to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<T> {
    pub(super) from: usize,
    pub(super) len: usize,
    pub(super) open: T,
    pub(super) seen: Seen<T>,
    /// How many masks have been chosen.
    pub(super) depth: usize,
}

impl<T: Mask> List<T> {
    /// Whether masks with this many bits can take it, and that is worth the trouble.
    #[inline(always)]
    fn fits(&self, narrow: u32) -> bool {
        self.seen.once.len() <= narrow && self.len >= WORTH
    }
}

/// A trial to come: how many masks are chosen before it, its mask, its rank among equal masks, and
/// whether it is the last of its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next<T> {
    pub(super) depth: usize,
    pub(super) mask: T,
    pub(super) twin: usize,
    pub(super) last: bool,
}

impl<T> Next<T> {
    /// The same with another mask.
    pub(super) fn map<U>(self, change: impl FnOnce(T) -> U) -> Next<U> {
        Next {
            depth: self.depth,
            mask: change(self.mask),
            twin: self.twin,
            last: self.last,
        }
    }
}

/// What a list came to when everything forced was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Settled {
    Dead,
    Solved,
    Open,
    /// The alarm rings.
    Late,
}

#[derive(Debug)]
pub(super) struct Walk<T> {
    /// The lists of all frames, one behind the other.
    arena: Vec<T>,
    frames: Vec<Frame<T>>,
    /// Chosen in this walk: `chosen[above..depth]` at the event that was reported last.
    chosen: Vec<T>,
    above: usize,
    depth: usize,
    /// The root, if it is for narrower masks.
    root: Option<List<T>>,
    /// Whether there are more masks than [`FEW`].
    large: bool,
    /// While it runs, the updates in the statistics are masks filtered. How many of them were kept,
    kept: u64,
    /// and of how many of them the alarm has been told.
    told: u64,
}

/// [`Walk::go_through`].
struct Through<'a, T, V, const MANY: bool> {
    walk: &'a mut Walk<T>,
    lanes: V,
    narrow: u32,
    stats: &'a mut Stats,
    marks: &'a Marks,
    until: u64,
    alarm: &'a mut Alarm,
}

impl<T: Mask, V: Lanes<T>, const MANY: bool> Work for Through<'_, T, V, MANY> {
    type Output = Turn<T>;

    #[inline(always)]
    fn work(self) -> Turn<T> {
        let Through {
            walk,
            lanes,
            narrow,
            stats,
            marks,
            until,
            alarm,
        } = self;
        walk.go_through::<V, MANY>(lanes, narrow, stats, marks, until, alarm)
    }
}

impl<T: Mask> Walk<T> {
    /// A walk that never chooses more than `most` masks.
    pub(super) fn new(most: usize) -> Self {
        Walk {
            arena: Vec::new(),
            frames: Vec::new(),
            chosen: vec![T::NONE; most],
            above: 0,
            depth: 0,
            root: None,
            large: false,
            kept: 0,
            told: 0,
        }
    }

    /// Puts the masks at the beginning of the arena; not all of them if the alarm rings.
    #[inline(always)]
    fn load<W: Mask>(&mut self, masks: &[W], narrow: impl Fn(W) -> T, alarm: &mut Alarm) {
        let len = masks.len();
        self.large = len > FEW;
        if self.arena.len() < len + PAD {
            self.arena.resize(len + PAD, T::NONE);
        }
        let mut begin = 0;
        while begin < len {
            let end = len.min(begin + CHUNK / STEPS);
            if alarm.after((end - begin) * STEPS) {
                break;
            }
            #[cfg(test)]
            crate::run::looks::touched((end - begin) * STEPS);
            for (slot, &mask) in self.arena[begin..end].iter_mut().zip(&masks[begin..end]) {
                *slot = narrow(mask);
            }
            begin = end;
        }
        // Filters read whole vectors: what is behind the list goes together with nothing.
        self.arena[len..len + PAD].fill(!T::NONE);
    }

    /// Starts the whole search: chooses what is forced from the beginning. Whether that solves
    /// the problem.
    pub(super) fn start(
        &mut self,
        masks: &[T],
        open: T,
        narrow: u32,
        stats: &mut Stats,
        alarm: &mut Alarm,
    ) -> bool {
        let mut list = List {
            from: 0,
            len: masks.len(),
            open,
            seen: Seen::NONE,
            depth: 0,
        };
        each_in_parts(masks, alarm, |mask, _| list.seen.add(mask));
        self.load(masks, |mask| mask, alarm);
        let settled = if open.is_empty() {
            Settled::Solved
        } else {
            self.settle::<_, true>(IN_PARTS, &mut list, stats, alarm)
        };
        self.tell(stats, alarm);
        // An update is a mask that a filter has dropped.
        stats.updates -= core::mem::take(&mut self.kept);
        if alarm.rang().is_some() {
            return false;
        }
        self.depth = list.depth;
        stats.max_depth = list.depth;
        match settled {
            Settled::Dead | Settled::Late => {}
            Settled::Solved => stats.solutions += 1,
            Settled::Open if list.fits(narrow) => self.root = Some(list),
            Settled::Open => self.open(IN_PARTS, list, alarm),
        }
        settled == Settled::Solved
    }

    /// Starts from a list of wider masks.
    #[inline(always)]
    pub(super) fn go_on<V: Lanes<T>, W: Mask>(
        &mut self,
        lanes: V,
        masks: &[W],
        list: &List<W>,
        compress: impl Fn(W) -> T,
        alarm: &mut Alarm,
    ) {
        self.load(masks, &compress, alarm);
        self.frames.clear();
        self.above = list.depth;
        let list = List {
            from: 0,
            len: masks.len(),
            open: compress(list.open),
            seen: Seen {
                once: compress(list.seen.once),
                twice: compress(list.seen.twice),
                thrice: compress(list.seen.thrice),
            },
            depth: list.depth,
        };
        if list.len > PART {
            self.open_in_parts(list, alarm);
        } else {
            self.open(lanes, list, alarm);
        }
    }

    /// The masks of a list of this walk.
    #[inline(always)]
    pub(super) fn list(&self, list: &List<T>) -> &[T] {
        &self.arena[list.from..list.from + list.len]
    }

    /// Searches on from where it is until there is something to tell. Lists with at most
    /// `narrow` different items are left to narrower masks.
    #[inline(always)]
    pub(super) fn run<V: Lanes<T>>(
        &mut self,
        lanes: V,
        narrow: u32,
        stats: &mut Stats,
        marks: &Marks,
        alarm: &mut Alarm,
    ) -> Turn<T> {
        if let Some(list) = self.root.take() {
            return Turn::Narrow(list);
        }
        self.told = stats.updates;
        loop {
            if alarm.rang().is_some() {
                return Turn::Event(Event::Paused);
            }
            let until = stats.updates + FILTERED;
            let turn = if self.frames.last().map_or(false, |frame| frame.len > PART) {
                self.go_through_parts(narrow, stats, marks, until, alarm)
            } else if self.large {
                self.apart::<V, true>(lanes, narrow, stats, marks, until, alarm)
            } else {
                self.apart::<V, false>(lanes, narrow, stats, marks, until, alarm)
            };
            self.tell(stats, alarm);
            // From masks filtered to masks dropped, which is what the marks count.
            stats.updates -= core::mem::take(&mut self.kept);
            self.told = stats.updates;
            let due = stats.nodes >= marks.nodes || stats.updates >= marks.updates;
            match turn {
                // It was only the near mark, or a list for other lanes.
                Turn::Event(Event::Paused) if !due => {}
                turn => return turn,
            }
        }
    }

    /// [`Walk::go_through`] in a function of its own.
    #[inline(always)]
    fn apart<V: Lanes<T>, const MANY: bool>(
        &mut self,
        lanes: V,
        narrow: u32,
        stats: &mut Stats,
        marks: &Marks,
        until: u64,
        alarm: &mut Alarm,
    ) -> Turn<T> {
        lanes.apart(Through::<T, V, MANY> {
            walk: self,
            lanes,
            narrow,
            stats,
            marks,
            until,
            alarm,
        })
    }

    /// Tells the alarm of the masks that have been filtered; whether it rings.
    #[cold]
    fn tell(&mut self, stats: &Stats, alarm: &mut Alarm) -> bool {
        let filtered = stats.updates - self.told;
        self.told = stats.updates;
        alarm.after(3 * filtered as usize)
    }

    #[cold]
    fn go_through_parts(
        &mut self,
        narrow: u32,
        stats: &mut Stats,
        marks: &Marks,
        until: u64,
        alarm: &mut Alarm,
    ) -> Turn<T> {
        self.go_through::<_, true>(IN_PARTS, narrow, stats, marks, until, alarm)
    }

    #[cold]
    fn open_in_parts(&mut self, list: List<T>, alarm: &mut Alarm) {
        self.open(IN_PARTS, list, alarm);
    }

    /// [`Walk::run`] up to near marks, of which the one for the updates counts masks filtered.
    #[inline(always)]
    fn go_through<V: Lanes<T>, const MANY: bool>(
        &mut self,
        lanes: V,
        narrow: u32,
        stats: &mut Stats,
        marks: &Marks,
        until: u64,
        alarm: &mut Alarm,
    ) -> Turn<T> {
        while let Some(&frame) = self.frames.last() {
            let Frame { from, len, end, .. } = frame;
            // A list for other lanes than these: `run` looks again which it takes.
            if MANY && (len > PART) != V::IN_PARTS {
                return Turn::Event(Event::Paused);
            }
            let mut next = frame.next;
            let opened = loop {
                if next == end {
                    break None;
                }
                if stats.nodes >= marks.nodes || stats.updates >= until {
                    self.leave(next, frame.depth);
                    return Turn::Event(Event::Paused);
                }
                // The arena is a stack: list, trials, list of a trial, its trials, and so on.
                let trial = self.arena[next];
                next += 1;
                stats.nodes += 1;
                self.chosen[frame.depth] = trial;
                let mut list = List {
                    // Behind the trials, over what the trial before has left there.
                    from: end,
                    len,
                    open: frame.open & !trial,
                    seen: Seen::NONE,
                    depth: frame.depth + 1,
                };
                // The last choice of a solution needs no filtering.
                let settled = if list.open.is_empty() {
                    Settled::Solved
                } else {
                    let filtered = lanes.filter(&mut self.arena, from, len, end, trial, alarm);
                    self.take(&mut list, len, filtered, stats);
                    self.settle::<V, MANY>(lanes, &mut list, stats, alarm)
                };
                stats.max_depth = stats.max_depth.max(list.depth);
                match settled {
                    Settled::Dead => {}
                    Settled::Late => return Turn::Event(Event::Paused),
                    Settled::Solved => {
                        stats.solutions += 1;
                        if stats.solutions >= marks.solutions {
                            self.leave(next, list.depth);
                            return Turn::Event(Event::Solution);
                        }
                    }
                    Settled::Open => break Some(list),
                }
            };
            match opened {
                None => {
                    // All is tried. Nothing has to be undone: the list above is as it was.
                    self.frames.pop();
                }
                Some(list) => {
                    self.leave(next, list.depth);
                    if list.fits(narrow) {
                        return Turn::Narrow(list);
                    }
                    self.open(lanes, list, alarm);
                }
            }
        }
        Turn::Event(Event::Exhausted)
    }

    /// Notes where the deepest frame goes on, and how many masks are chosen.
    #[inline(always)]
    fn leave(&mut self, next: usize, depth: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.next = next;
        }
        self.depth = depth;
    }

    /// Makes it the list of what a filter has kept of so many masks.
    #[inline(always)]
    fn take(
        &mut self,
        list: &mut List<T>,
        len: usize,
        (left, seen): (usize, Seen<T>),
        stats: &mut Stats,
    ) {
        stats.updates += len as u64;
        self.kept += left as u64;
        list.len = left;
        list.seen = seen;
    }

    /// Chooses what is forced, all items with a single option at once, until nothing is.
    #[inline(always)]
    fn settle<V: Lanes<T>, const MANY: bool>(
        &mut self,
        lanes: V,
        list: &mut List<T>,
        stats: &mut Stats,
        alarm: &mut Alarm,
    ) -> Settled {
        loop {
            // An open item that no mask has.
            if !(list.open & !list.seen.once).is_empty() {
                return Settled::Dead;
            }
            // Those that one mask has: it is forced. It may be forced by several of them.
            let single = list.open & !list.seen.twice;
            if single.is_empty() {
                return Settled::Open;
            }
            let first = list.depth;
            let (chosen, depth) = (&mut self.chosen, &mut list.depth);
            let (mut taken, mut clash) = (T::NONE, false);
            let visit = |mask| {
                // Two that are forced, and do not go together.
                clash |= !(taken & mask).is_empty();
                taken |= mask;
                // As many masks as items at the most, even if they clash.
                chosen[*depth] = mask;
                *depth += 1;
            };
            let (from, len) = (list.from, list.len);
            lanes.each_meeting(&self.arena, from, len, single, alarm, visit);
            if clash {
                list.depth = first;
                return Settled::Dead;
            }
            stats.nodes += (list.depth - first) as u64;
            list.open = list.open & !taken;
            if list.open.is_empty() {
                return Settled::Solved;
            }
            // In place: the list belongs to this trial alone.
            let filtered = lanes.filter(&mut self.arena, from, len, from, taken, alarm);
            self.take(list, len, filtered, stats);
            if MANY && stats.updates >= self.told + FILTERED_AT_ONCE && self.tell(stats, alarm) {
                return Settled::Late;
            }
        }
    }

    /// Opens a frame for the options of the best item of a settled list.
    #[inline(always)]
    fn open<V: Lanes<T>>(&mut self, lanes: V, list: List<T>, alarm: &mut Alarm) {
        let List {
            from,
            len,
            open,
            seen,
            depth,
        } = list;
        // For the list, for its trials, and for the list of a trial.
        let room = from + 3 * (len + PAD);
        if self.arena.len() < room {
            self.arena.resize(2 * room, T::NONE);
        }
        // None has fewer than two: it would have been settled. So two is the best there is, and the
        // exact counts are needed only if no item has two.
        let pairs = open & !seen.thrice;
        let item = if pairs.is_empty() {
            lanes.rarest(&self.arena, from, len, open, alarm)
        } else {
            pairs.lowest()
        };
        // The trials all have the item, so none is of use below another: only the rest is filtered.
        let rest = lanes.split(&mut self.arena, from, len, T::single(item), alarm);
        let next = from + len + PAD;
        self.frames.push(Frame {
            from,
            len: rest,
            first: next,
            next,
            end: next + len - rest,
            open,
            depth,
        });
    }

    /// What [`seen`](crate::run::drive::seen) needs of each branching node.
    pub(super) fn levels(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let frames = self.frames.iter();
        frames.map(|frame| (frame.end - frame.first, frame.end - frame.next))
    }

    /// The trial to come, if there can be equal masks or not.
    pub(super) fn next(&self, twins: bool) -> Option<Next<T>> {
        let frame = self.frames.last().filter(|frame| frame.next < frame.end)?;
        let mask = self.arena[frame.next];
        let first = if twins { frame.first } else { frame.next };
        let before = self.arena[first..frame.next].iter();
        Some(Next {
            depth: frame.depth,
            mask,
            twin: before.filter(|&&twin| twin == mask).count(),
            last: frame.next + 1 == frame.end,
        })
    }

    /// Calls `add` with each branching node: how many masks are chosen on the way to it, its item,
    /// and its trials that have not begun, with their ranks among equal masks if there are any.
    pub(super) fn open_levels(&self, twins: bool, mut add: impl FnMut(usize, u32, &[(T, usize)])) {
        for frame in &self.frames {
            let trials = &self.arena[frame.first..frame.end];
            let common = trials.iter().fold(!T::NONE, |common, &mask| common & mask);
            let rest = &self.arena[frame.from..frame.from + frame.len];
            let rest = rest.iter().fold(T::NONE, |rest, &mask| rest | mask);
            // Any other item in all trials and nowhere else has the same options.
            let item = (frame.open & common & !rest).lowest();
            let untried = (frame.next - frame.first..trials.len()).map(|k| {
                let before = trials[..if twins { k } else { 0 }].iter();
                (trials[k], before.filter(|&&twin| twin == trials[k]).count())
            });
            add(frame.depth, item, &untried.collect::<Vec<_>>());
        }
    }

    /// The chosen masks in order, each with its rank among equal masks: with those of the last
    /// trial, or up to the deepest branching node.
    pub(super) fn chosen(&self, last: bool) -> impl Iterator<Item = (T, usize)> + '_ {
        let mut frames = self.frames.iter().peekable();
        let node = self.frames.last().map_or(self.above, |frame| frame.depth);
        let end = if last { self.depth } else { node };
        (self.above..end).map(move |depth| {
            let mask = self.chosen[depth];
            // Only a trial can have twins: an item with a single option has no two alike.
            let frame = frames.next_if(|frame| frame.depth == depth);
            let before = frame.map_or(0..0, |frame| frame.first..frame.next - 1);
            let twins = self.arena[before].iter().filter(|&&twin| twin == mask);
            (mask, twins.count())
        })
    }
}
