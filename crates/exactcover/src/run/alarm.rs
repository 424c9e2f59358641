//! Deadline and cancel flags for work that is not made of small steps: reading a large problem, or
//! one enormous choice.

use super::limits::{Limit, Limits};
use alloc::vec::Vec;

/// How many entries may be read or written from one look at the clock to the next. What is told to
/// the alarm at once is at most as much again, so that the sum is at most 65,536.
const WORK: usize = 1 << 15;

/// Work up to this is told to the alarm at once, before it is begun; what may be more, step by
/// step.
pub(crate) const ONE_GO: usize = 1 << 13;

/// Looks at the clock and at the flags whenever so much work has been done. Once it rings it keeps
/// ringing: the engine drops what it is at, and its state is good for nothing afterwards.
#[derive(Clone, Debug)]
pub(crate) struct Alarm {
    limits: Limits,
    /// The work until the next look.
    left: usize,
    /// The work that it will have been told of by then.
    told: u64,
    rang: Option<Limit>,
}

impl Alarm {
    /// Its first look is at the first work that it is told of: who made it may have worked before.
    pub(crate) fn new(limits: &Limits) -> Self {
        Alarm {
            limits: limits.clone(),
            left: 0,
            told: 0,
            rang: None,
        }
    }

    /// So many entries are being read or written; whether to stop.
    #[inline]
    pub(crate) fn after(&mut self, work: usize) -> bool {
        if work < self.left {
            self.left -= work;
            return false;
        }
        self.look(work)
    }

    /// A look, whatever has been done since the last one; whether to stop.
    pub(crate) fn now(&mut self) -> bool {
        self.look(0)
    }

    #[cold]
    fn look(&mut self, work: usize) -> bool {
        let next = WORK.saturating_sub(work);
        self.told += (work + next - self.left) as u64;
        self.left = next;
        self.rang = self.rang.or_else(|| self.limits.late());
        if self.rang.is_some() {
            self.left = 0;
        }
        self.rang.is_some()
    }

    /// All the work that it was told of, until it rings.
    pub(crate) fn done(&self) -> u64 {
        self.told - self.left as u64
    }

    /// What it looks at.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Why it rang.
    pub(crate) fn rang(&self) -> Option<Limit> {
        self.rang
    }
}

/// How much of a long list is gone through between two calls of [`Alarm::after`].
pub(crate) const CHUNK: usize = 1 << 12;

/// A list of so many elements, made from their places; `None` if the alarm rings.
pub(crate) fn listed_in_parts<T>(
    count: usize,
    alarm: &mut Alarm,
    mut make: impl FnMut(usize) -> T,
) -> Option<Vec<T>> {
    let mut list = Vec::with_capacity(count);
    while list.len() < count {
        let part = list.len()..count.min(list.len() + CHUNK);
        if alarm.after(part.len()) {
            return None;
        }
        #[cfg(test)]
        super::looks::touched(part.len());
        list.extend(part.map(&mut make));
    }
    Some(list)
}

/// Each element of a list, which are told to the alarm before they are read; `None` if it rings.
#[inline]
pub(crate) fn each_in_parts<T: Copy>(
    list: &[T],
    alarm: &mut Alarm,
    mut f: impl FnMut(T, &mut Alarm),
) -> Option<()> {
    for part in list.chunks(ONE_GO) {
        if alarm.after(part.len()) {
            return None;
        }
        #[cfg(test)]
        super::looks::touched(part.len());
        for &element in part {
            f(element, alarm);
        }
    }
    Some(())
}

/// `count` elements that are all the same; `None` if the alarm rings.
pub(crate) fn filled_in_parts<T: Copy>(
    element: T,
    count: usize,
    alarm: &mut Alarm,
) -> Option<Vec<T>> {
    listed_in_parts(count, alarm, |_| element)
}

/// How many elements [`sort`] puts in order at one go.
const RUN: usize = 1 << 10;

/// Sorts in `n log n` steps, whatever the list; `None` if the alarm rings.
pub(crate) fn sort<T: Copy + Ord>(list: &mut Vec<T>, alarm: &mut Alarm) -> Option<()> {
    let mut sorted = true;
    let mut last = None;
    for part in list.chunks(CHUNK) {
        if alarm.after(part.len()) {
            return None;
        }
        #[cfg(test)]
        super::looks::touched(part.len());
        // `None` is below everything.
        sorted = last <= part.first() && part.windows(2).all(|pair| pair[0] <= pair[1]);
        if !sorted {
            break;
        }
        last = part.last();
    }
    if sorted {
        return Some(());
    }
    for run in list.chunks_mut(RUN) {
        if alarm.after(run.len() * 10) {
            return None;
        }
        #[cfg(test)]
        super::looks::touched(run.len() * 10);
        run.sort_unstable();
    }
    let mut length = RUN;
    while length < list.len() {
        let mut merged = Vec::with_capacity(list.len());
        for pair in list.chunks(2 * length) {
            let (mut left, mut right) = pair.split_at(length.min(pair.len()));
            while let Some(next) = left.first().or_else(|| right.first()) {
                let (from, next) = match right.first() {
                    Some(other) if left.is_empty() || other < next => (&mut right, other),
                    _ => (&mut left, next),
                };
                #[cfg(test)]
                super::looks::touched(1);
                merged.push(*next);
                *from = &from[1..];
                if alarm.after(1) {
                    return None;
                }
            }
        }
        *list = merged;
        length *= 2;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::sync::Arc;
    use core::sync::atomic::AtomicBool;

    #[test]
    fn sorts_what_has_any_order() {
        let mut random = crate::random::SplitMix64::new(1);
        for length in [0, 1, 2, 1000, RUN + 1, 3 * RUN, 10_000] {
            let ascending: Vec<usize> = (0..length).collect();
            let descending: Vec<usize> = ascending.iter().rev().copied().collect();
            let drawn = ascending.iter().map(|_| random.below(500)).collect();
            for mut list in [ascending, descending, drawn] {
                let mut expected = list.clone();
                expected.sort_unstable();
                sort(&mut list, &mut Alarm::new(&Limits::none())).expect("there is no limit");
                assert_eq!(list, expected);
            }
        }
    }

    #[test]
    fn sorting_ends_when_the_alarm_rings() {
        let flag = Arc::new(AtomicBool::new(true));
        let limits = Limits::none().cancel(flag);
        let mut list: Vec<u32> = (0..100_000).rev().collect();
        assert_eq!(sort(&mut list, &mut Alarm::new(&limits)), None);
    }
}
