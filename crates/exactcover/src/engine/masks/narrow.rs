//! The search in masks of 64 bits, and of 32 when they are enough.

use super::lanes::{Compress, Lanes};
use super::walk::{Turn, Walk};
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

impl Narrow {
    #[inline(always)]
    pub(super) fn run<V>(
        &mut self,
        lanes: V,
        stats: &mut Stats,
        marks: &Marks,
        alarm: &mut Alarm,
    ) -> Event
    where
        V: Lanes<u64> + Lanes<u32> + Compress,
    {
        loop {
            if self.live.is_some() {
                match self.quarter.run(lanes, 0, stats, marks, alarm) {
                    Turn::Event(Event::Exhausted) | Turn::Narrow(_) => self.live = None,
                    Turn::Event(event) => return event,
                }
            }
            match self.half.run(lanes, 32, stats, marks, alarm) {
                Turn::Event(event) => return event,
                Turn::Narrow(list) => {
                    let live = list.seen.once;
                    let masks = self.half.list(&list);
                    let compress = |mask| lanes.compress(mask, live);
                    self.quarter.go_on(lanes, masks, &list, compress, alarm);
                    if alarm.rang().is_some() {
                        return Event::Paused;
                    }
                    self.live = Some(live);
                }
            }
        }
    }
}
