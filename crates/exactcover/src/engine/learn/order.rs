//! Which option is decided next, and with which value: what the conflicts of late were about, and
//! what the longest assignments without a conflict had.

use super::assignment::MUCH;
use super::network::{Lit, Network};
use crate::random::SplitMix64;
use crate::run::alarm::{filled_in_parts, Alarm, ONE_GO};
#[cfg(test)]
use crate::run::looks::touched;
use alloc::vec::Vec;

/// How much of its activity an option keeps from one conflict to the next.
const DECAY: f64 = 0.95;
/// Activities beyond this are scaled down, all of them.
const MAX_ACTIVITY: f64 = 1e100;
/// What the first activities are worth, in conflicts.
const HEAD_START: f64 = 1e-3;

const NOT_IN_HEAP: u32 = u32::MAX;

/// The longest assignment without a conflict in some stretch of the search.
#[derive(Debug)]
struct Longest {
    length: usize,
    /// Per option, the value that it had: 0 if none.
    values: Vec<i8>,
}

impl Longest {
    fn offer(&mut self, trail: &[Lit], alarm: &mut Alarm) {
        if trail.len() <= self.length {
            return;
        }
        self.length = trail.len();
        for trail in trail.chunks(ONE_GO) {
            if alarm.after(trail.len()) {
                return;
            }
            #[cfg(test)]
            touched(trail.len());
            for literal in trail {
                if let Some(value) = self.values.get_mut(literal.var() as usize) {
                    *value = if literal.is_chosen() { 1 } else { -1 };
                }
            }
        }
    }
}

#[derive(Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    /// What a conflict adds.
    step: f64,
    /// A binary heap of options, the most active one first; each open one is in it.
    heap: Vec<u32>,
    /// Per option, its place in the heap.
    place: Vec<u32>,
    /// Per option, whether it was chosen when it was last assigned; at first, all are.
    saved: Vec<bool>,
    /// Of the time since the values were last rearranged.
    target: Longest,
    rearranged: u64,
    random: SplitMix64,
}

impl Order {
    /// `None` if the alarm rings.
    pub(super) fn new(network: &Network, seed: u64, alarm: &mut Alarm) -> Option<Self> {
        let options = network.options.len();
        let mut order = Order {
            activity: filled_in_parts(0.0, options, alarm)?,
            step: 1.0,
            heap: Vec::with_capacity(options),
            place: filled_in_parts(NOT_IN_HEAP, options, alarm)?,
            saved: filled_in_parts(true, options, alarm)?,
            target: Longest {
                length: 0,
                values: filled_in_parts(0, options, alarm)?,
            },
            rearranged: 0,
            random: SplitMix64::new(seed),
        };
        // Before the first conflict, options of small items come first.
        for group in 0..network.required as u32 {
            let members = network.members(group);
            for part in members.chunks(ONE_GO) {
                if alarm.after(part.len()) {
                    return None;
                }
                #[cfg(test)]
                touched(part.len());
                for &var in part {
                    order.activity[var as usize] += HEAD_START / members.len() as f64;
                }
            }
        }
        for var in 0..options as u32 {
            order.insert(var);
            if alarm.after(MUCH) {
                return None;
            }
        }
        Some(order)
    }

    /// Whether `a` comes before `b`; ties to the lower number.
    fn before(&self, a: u32, b: u32) -> bool {
        let (ours, theirs) = (self.activity[a as usize], self.activity[b as usize]);
        ours > theirs || (ours == theirs && a < b)
    }

    fn put(&mut self, place: usize, var: u32) {
        self.heap[place] = var;
        self.place[var as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let var = self.heap[place];
        while place > 0 {
            let above = (place - 1) / 2;
            if !self.before(var, self.heap[above]) {
                break;
            }
            self.put(place, self.heap[above]);
            place = above;
            #[cfg(test)]
            touched(1);
        }
        #[cfg(test)]
        touched(1);
        self.put(place, var);
    }

    fn sink(&mut self, mut place: usize) {
        let var = self.heap[place];
        loop {
            #[cfg(test)]
            touched(1);
            let mut below = 2 * place + 1;
            if below >= self.heap.len() {
                break;
            }
            if below + 1 < self.heap.len() && self.before(self.heap[below + 1], self.heap[below]) {
                below += 1;
            }
            if !self.before(self.heap[below], var) {
                break;
            }
            self.put(place, self.heap[below]);
            place = below;
        }
        self.put(place, var);
    }

    fn insert(&mut self, var: u32) {
        self.heap.push(var);
        self.rise(self.heap.len() - 1);
    }

    /// The literal to decide next, among the options that are open; whether it `aims` at the
    /// longest assignment. `None` if there is none, or if the alarm rings.
    pub(super) fn next(
        &mut self,
        aims: bool,
        is_open: impl Fn(u32) -> bool,
        alarm: &mut Alarm,
    ) -> Option<Lit> {
        while let Some(&var) = self.heap.first() {
            self.place[var as usize] = NOT_IN_HEAP;
            let last = self.heap.pop().expect("it has a first one");
            if last != var {
                self.heap[0] = last;
                self.sink(0);
            }
            if alarm.after(MUCH) {
                return None;
            }
            if is_open(var) {
                let chosen = match self.target.values[var as usize] {
                    value if value == 0 || !aims => self.saved[var as usize],
                    value => value > 0,
                };
                let literal = Lit::chosen(var);
                return Some(if chosen { literal } else { !literal });
            }
        }
        None
    }

    /// This literal is no longer assigned.
    #[inline]
    pub(super) fn release(&mut self, literal: Lit) {
        let var = literal.var();
        // Colors are never decided.
        if (var as usize) < self.saved.len() {
            self.saved[var as usize] = literal.is_chosen();
            if self.place[var as usize] == NOT_IN_HEAP {
                self.insert(var);
            }
        }
    }

    /// The option has played a part in the current conflict.
    pub(super) fn bump(&mut self, var: u32, alarm: &mut Alarm) {
        if var as usize >= self.activity.len() {
            return;
        }
        self.activity[var as usize] += self.step;
        if self.activity[var as usize] > MAX_ACTIVITY {
            for part in self.activity.chunks_mut(ONE_GO) {
                if alarm.after(part.len()) {
                    return;
                }
                #[cfg(test)]
                touched(part.len());
                for activity in part {
                    *activity /= MAX_ACTIVITY;
                }
            }
            self.step /= MAX_ACTIVITY;
        }
        let place = self.place[var as usize];
        if place != NOT_IN_HEAP {
            self.rise(place as usize);
        }
    }

    pub(super) fn decay(&mut self) {
        self.step /= DECAY;
    }

    /// Before something is taken back: the part of the trail that was without conflict.
    pub(super) fn offer(&mut self, trail: &[Lit], alarm: &mut Alarm) {
        self.target.offer(trail, alarm);
    }

    /// Sets the values to try: in turn to those of the longest assignment, to how it all began, to
    /// those of the longest one again, and to what they are with some at random turned round.
    /// Not all of it if the alarm rings.
    pub(super) fn rearrange(&mut self, alarm: &mut Alarm) {
        self.rearranged += 1;
        self.target.length = 0;
        let saved = self.saved.chunks_mut(ONE_GO);
        for (saved, target) in saved.zip(self.target.values.chunks_mut(ONE_GO)) {
            if alarm.after(2 * saved.len()) {
                return;
            }
            #[cfg(test)]
            touched(2 * saved.len());
            match self.rearranged % 4 {
                1 | 3 => {
                    for (saved, &value) in saved.iter_mut().zip(&*target) {
                        if value != 0 {
                            *saved = value > 0;
                        }
                    }
                }
                2 => saved.fill(true),
                _ => {
                    for saved in saved {
                        *saved ^= self.random.below(16) == 0;
                    }
                }
            }
            target.fill(0);
        }
    }
}
