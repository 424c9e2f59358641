//! The search in masks of 64 bits, and of 32 when they are enough.

use super::lanes::{Compress, Lanes};
use super::walk::{Turn, Walk};
use crate::engine::vectors::Work;
use crate::run::alarm::Alarm;
use crate::run::drive::{Event, Marks};
use crate::run::limits::Stats;

/// The search when at most 64 items are left, and then 32.
#[derive(Debug)]
pub(super) struct Narrow {
    pub(super) half: Walk<u64>,
    /// The items that `half` has left to `quarter`, if it is at work.
    pub(super) live: Option<u64>,
    pub(super) quarter: Walk<u32>,
}

/// What searches on there, with any lanes.
pub(super) struct Run<'a, V> {
    pub(super) walks: &'a mut Narrow,
    pub(super) lanes: V,
    pub(super) stats: &'a mut Stats,
    pub(super) marks: &'a Marks,
    pub(super) alarm: &'a mut Alarm,
}

impl<V: Lanes<u64> + Lanes<u32> + Compress> Work for Run<'_, V> {
    type Output = Event;

    #[inline(always)]
    fn work(self) -> Event {
        let Run {
            walks,
            lanes,
            stats,
            marks,
            alarm,
        } = self;
        loop {
            if walks.live.is_some() {
                match walks.quarter.run(lanes, 0, stats, marks, alarm) {
                    Turn::Event(Event::Exhausted) | Turn::Narrow(_) => walks.live = None,
                    Turn::Event(event) => return event,
                }
            }
            match walks.half.run(lanes, 32, stats, marks, alarm) {
                Turn::Event(event) => return event,
                Turn::Narrow(list) => {
                    let live = list.seen.once;
                    let masks = walks.half.list(&list);
                    let compress = |mask| lanes.compress(mask, live);
                    walks.quarter.go_on(lanes, masks, &list, compress, alarm);
                    if alarm.rang().is_some() {
                        return Event::Paused;
                    }
                    walks.live = Some(live);
                }
            }
        }
    }
}
