//! Lists of masks: each option is one word with a bit for each of its items, and a node owns the
//! list of the words that still fit. For dense problems of a few dozen items.
//!
//! Choosing an option copies the list without the words that meet it, and counts on the way which
//! items are in at least one, two and three of the words that stay. That shows dead ends, forced
//! options (taken all at once) and items with two options; the exact counts are needed only
//! when every item has three or more. There is no undo: to go back is to forget the copy.
//! When few items are left, the words shrink to half their width, with nothing but those.
//! `DESIGN.md` has a drawing.
//!
//! What holds whenever the search looks at a list:
//! * it has the words of exactly those options that go together with all chosen ones, in the
//!   order of adding;
//! * no word in it meets a chosen one, and each meets the open items;
//! * behind it stands a vector of full words, which go together with nothing.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2;
mod lanes;
mod narrow;
mod walk;

use super::cells;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use super::vectors::Avx2;
use super::vectors::Work;
use crate::problem::ids::OptionId;
use crate::problem::matrix::Matrix;
use crate::run::alarm::{listed_in_parts, sort, Alarm, CHUNK};
use crate::run::drive::{seen, Drive, Event, Marks, Open, OpenLevel};
use crate::run::limits::{Limit, Stats};
use crate::run::machine::{launch, Machine};
use crate::run::observer::{Observer, Trial};
use crate::run::settings::{Settings, Strategy};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use lanes::{MAX_LIST, PORTABLE};
use narrow::{Narrow, Run};
use walk::{Turn, Walk};

/// The most items of a problem that the engine can take: a bit for each.
const MAX_ITEMS: usize = 128;

/// The bit of each item, if it needs one, and the number of primary items; `None` if the problem is
/// not one for this engine, or the time is over. A secondary item in a single option makes no
/// difference and has no bit.
fn bits(matrix: &Matrix, settings: &Settings) -> Option<(Vec<Option<u32>>, usize)> {
    if settings.strategy != Strategy::Mrv || matrix.option_count() > MAX_LIST {
        return None;
    }
    let mut alarm = Alarm::new(&settings.limits);
    let (number, primary) = settings.ties.ranking(matrix, &mut alarm)?;
    if primary > MAX_ITEMS {
        return None;
    }
    let mut options = vec![0_u32; number.len()];
    for entries in matrix.entries.chunks(CHUNK) {
        if alarm.after(entries.len()) {
            return None;
        }
        #[cfg(test)]
        crate::run::looks::touched(entries.len());
        for entry in entries {
            if entry.color.is_some() {
                return None;
            }
            options[entry.item.index()] += 1;
        }
    }
    // Primary items have the bits of their ranks, secondary ones those behind them.
    let mut next = primary as u32;
    let bits = listed_in_parts(number.len(), &mut alarm, |item| {
        if number[item] < primary as u32 {
            Some(number[item])
        } else if options[item] > 1 {
            next += 1;
            Some(next - 1)
        } else {
            None
        }
    })?;
    (next as usize <= MAX_ITEMS).then_some((bits, primary))
}

/// Whether this engine is made for the problem.
pub(super) fn fits(matrix: &Matrix, settings: &Settings) -> bool {
    bits(matrix, settings).is_some()
}

/// Starts this engine, or dancing cells for what it is not made for.
pub(super) fn start(matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    if fits(matrix, settings) {
        launch(Masks::new(matrix, settings), matrix, settings)
    } else {
        cells::start(matrix, settings)
    }
}

#[derive(Debug)]
struct Masks {
    options: Options,
    /// The masks and the open items, until the search starts.
    root: Option<(Vec<u128>, u128)>,
    /// Searches while more than 64 items are left.
    wide: Walk<u128>,
    /// The items that `wide` has left to `narrow`, if it is at work.
    live: Option<u128>,
    narrow: Narrow,
    alarm: Alarm,
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    avx2: Option<Avx2>,
    /// If the search is observed.
    names: Option<Names>,
}

/// What it takes to name the option of a trial.
#[derive(Debug)]
struct Names {
    /// Whether any two options have the same mask.
    twins: bool,
    /// The items that are left to narrower masks, and where these have them: see [`places`].
    live: (Option<u128>, Option<u64>),
    places: [u32; 64],
}

impl Masks {
    /// `None` if the time is over first.
    fn new(matrix: &Matrix, settings: &Settings) -> Option<Self> {
        let (bits, primary) = bits(matrix, settings)?;
        let mask = |option| {
            let entries = matrix.option(option).iter();
            let bits = entries.filter_map(|entry| bits[entry.item.index()]);
            bits.fold(0_u128, |mask, bit| mask | 1 << bit)
        };
        let mut alarm = Alarm::new(&settings.limits);
        let mut masks = Vec::with_capacity(matrix.option_count());
        for option in 0..matrix.option_count() {
            if alarm.after(matrix.option(option).len()) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(matrix.option(option).len());
            masks.push(mask(option));
        }
        let open = (0..primary).fold(0, |open, bit| open | 1 << bit);
        Some(Masks {
            options: Options::new(&masks, &mut alarm)?,
            root: Some((masks, open)),
            wide: Walk::new(MAX_ITEMS),
            live: None,
            narrow: Narrow {
                half: Walk::new(MAX_ITEMS),
                live: None,
                quarter: Walk::new(MAX_ITEMS),
            },
            alarm,
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            avx2: Avx2::detect(),
            names: None,
        })
    }
}

impl Drive for Masks {
    const NAME: &'static str = "masks";

    fn run(&mut self, stats: &mut Stats, marks: &Marks) -> Event {
        if let Some((masks, open)) = self.root.take() {
            if self.wide.start(&masks, open, 64, stats, &mut self.alarm) {
                return Event::Solution;
            }
        }
        match self.search(stats, marks) {
            Event::Solution => Event::Solution,
            _ if self.alarm.rang().is_some() => Event::Paused,
            // The last choices may have reached a limit.
            Event::Exhausted if stats.nodes >= marks.nodes => Event::Paused,
            event => event,
        }
    }

    fn late(&self) -> Option<Limit> {
        self.alarm.rang()
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        self.add_chosen(true, options);
    }

    fn open(&self) -> Option<Open> {
        let mut open = Open::default();
        self.add_chosen(false, &mut open.chosen);
        let twins = self.options.have_twins();
        let mut add = |depth, item, untried: &mut dyn Iterator<Item = (u128, usize)>| {
            open.levels.push(OpenLevel {
                depth,
                item,
                untried: untried
                    .map(|(mask, twin)| self.options.find(mask, twin))
                    .collect(),
                several: None,
            });
        };
        self.wide.open_levels(twins, |depth, item, untried| {
            add(depth, item, &mut untried.iter().copied());
        });
        // Narrower masks are turned back to wide ones, which are what options are found by.
        if let Some(live) = self.live {
            let of_half = places(live, None);
            self.narrow.half.open_levels(twins, |depth, item, untried| {
                let untried = untried
                    .iter()
                    .map(|&(mask, twin)| (expand(mask, &of_half), twin));
                add(depth, of_half[item as usize], &mut { untried });
            });
            if self.narrow.live.is_some() {
                let of_quarter = places(live, self.narrow.live);
                self.narrow
                    .quarter
                    .open_levels(twins, |depth, item, untried| {
                        let untried = untried.iter();
                        let untried =
                            untried.map(|&(mask, twin)| (expand(mask.into(), &of_quarter), twin));
                        add(depth, of_quarter[item as usize], &mut { untried });
                    });
            }
        }
        Some(open)
    }

    fn seen(&self) -> f64 {
        let half = self.live.map(|_| self.narrow.half.levels());
        let quarter = self.live.and(self.narrow.live);
        let quarter = quarter.map(|_| self.narrow.quarter.levels());
        let narrow = half.into_iter().flatten();
        seen(
            self.wide
                .levels()
                .chain(narrow)
                .chain(quarter.into_iter().flatten()),
        )
    }

    fn explain<O: Observer + ?Sized>(&mut self, observer: &mut O) {
        let narrow = self.live.and(self.narrow.live);
        let names = self.names.get_or_insert_with(|| Names {
            twins: self.options.have_twins(),
            live: (None, None),
            places: [0; 64],
        });
        if names.live != (self.live, narrow) {
            names.live = (self.live, narrow);
            names.places = places(self.live.unwrap_or(0), narrow);
        }
        let (places, twins) = (&names.places, names.twins);
        let next = if self.live.is_none() {
            self.wide.next(twins)
        } else if narrow.is_none() {
            let next = self.narrow.half.next(twins);
            next.map(|next| next.map(|mask| expand(mask, places)))
        } else {
            let next = self.narrow.quarter.next(twins);
            next.map(|next| next.map(|mask| expand(mask.into(), places)))
        };
        if let Some(next) = next {
            observer.trial(Trial {
                start: 0,
                depth: next.depth,
                option: self.options.find(next.mask, next.twin),
                forced: next.last,
            });
        }
    }
}

impl Masks {
    /// Appends the chosen options: with those of the last trial, or up to the deepest branching
    /// node.
    fn add_chosen(&self, last: bool, options: &mut Vec<OptionId>) {
        let (half, quarter) = (self.live, self.live.and(self.narrow.live));
        let wide = self.wide.chosen(last || half.is_some());
        options.extend(wide.map(|(mask, twin)| self.options.find(mask, twin)));
        if let Some(live) = half {
            let of_half = places(live, None);
            let half = self.narrow.half.chosen(last || quarter.is_some());
            let half = half.map(|(mask, twin)| (expand(mask, &of_half), twin));
            options.extend(half.map(|(mask, twin)| self.options.find(mask, twin)));
            if quarter.is_some() {
                let of_quarter = places(live, quarter);
                let quarter = self.narrow.quarter.chosen(last);
                let quarter = quarter.map(|(mask, twin)| (expand(mask.into(), &of_quarter), twin));
                options.extend(quarter.map(|(mask, twin)| self.options.find(mask, twin)));
            }
        }
    }

    /// Goes from one width to the other until there is something to tell. What it says is good for
    /// nothing once the alarm has rung.
    fn search(&mut self, stats: &mut Stats, marks: &Marks) -> Event {
        loop {
            // What the narrower masks have begun comes first: `wide` waits above it.
            if self.live.is_some() {
                let event = self.run_narrow(stats, marks);
                if event != Event::Exhausted {
                    return event;
                }
                self.live = None;
            }
            match self.wide.run(PORTABLE, 64, stats, marks, &mut self.alarm) {
                Turn::Event(event) => return event,
                Turn::Narrow(list) => {
                    // The items that its masks have at all, and where each goes.
                    let live = list.seen.once;
                    let mut place = [0; MAX_ITEMS];
                    for (k, item) in items(live).enumerate() {
                        place[item as usize] = k;
                    }
                    let compress = |mask| {
                        items(mask).fold(0, |narrow, item| narrow | 1 << place[item as usize])
                    };
                    let (masks, alarm) = (self.wide.list(&list), &mut self.alarm);
                    self.narrow
                        .half
                        .go_on(PORTABLE, masks, &list, compress, alarm);
                    if alarm.rang().is_some() {
                        return Event::Paused;
                    }
                    self.live = Some(live);
                }
            }
        }
    }

    /// The hot part of the search, with the best instructions that the machine has.
    fn run_narrow(&mut self, stats: &mut Stats, marks: &Marks) -> Event {
        let (walks, alarm) = (&mut self.narrow, &mut self.alarm);
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if let Some(lanes) = self.avx2 {
            return lanes.run(Run {
                walks,
                lanes,
                stats,
                marks,
                alarm,
            });
        }
        let lanes = PORTABLE;
        let run = Run {
            walks,
            lanes,
            stats,
            marks,
            alarm,
        };
        run.work()
    }
}

fn items_of_half(mut mask: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let item = mask.trailing_zeros();
        mask &= mask - 1;
        Some(item)
    })
}

fn items(mask: u128) -> impl Iterator<Item = u32> {
    let high = items_of_half((mask >> 64) as u64).map(|item| item + 64);
    items_of_half(mask as u64).chain(high)
}

/// Which item each bit of a mask stands for, when these items are left, and of those bits the ones
/// in `narrow`, if it is not `None`.
fn places(live: u128, narrow: Option<u64>) -> [u32; 64] {
    let mut places = [0; 64];
    for (place, item) in places.iter_mut().zip(items(live)) {
        *place = item;
    }
    // Each place is at or behind the one that takes its value.
    for (k, item) in items_of_half(narrow.unwrap_or(0)).enumerate() {
        places[k] = places[item as usize];
    }
    places
}

/// The mask of the items at these places.
fn expand(mask: u64, places: &[u32; 64]) -> u128 {
    items_of_half(mask).fold(0, |wide, k| wide | 1 << places[k as usize & 63])
}

/// From masks back to options.
#[derive(Debug)]
struct Options {
    /// All masks with their options, sorted: whatever the masks are, one is found in a few steps.
    sorted: Vec<(u128, u32)>,
}

impl Options {
    /// `None` if the alarm rings.
    fn new(masks: &[u128], alarm: &mut Alarm) -> Option<Self> {
        let mut sorted = masks.iter().copied().zip(0..).collect();
        sort(&mut sorted, alarm)?;
        Some(Options { sorted })
    }

    /// Whether any two options have the same mask.
    fn have_twins(&self) -> bool {
        self.sorted.windows(2).any(|pair| pair[0].0 == pair[1].0)
    }

    /// The option with this mask that has `twin` ones with the same mask before it.
    fn find(&self, mask: u128, twin: usize) -> OptionId {
        // Equal masks are in the order of adding.
        let first = self.sorted.partition_point(|&(other, _)| other < mask);
        OptionId(self.sorted[first + twin].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format;
    use crate::run::limits::Limits;

    /// The statistics of a full search, and all solutions.
    fn search(text: &str, portable: bool) -> (Stats, Vec<OptionId>) {
        let problem = format::read(text).expect("a valid problem").problem;
        let masks = Masks::new(&problem.matrix, &Settings::default());
        let mut masks = masks.expect("there is no limit");
        if portable {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            masks.avx2.take();
        }
        let (mut stats, mut options) = (Stats::default(), Vec::new());
        let mut marks = Marks {
            nodes: u64::MAX,
            updates: u64::MAX,
            solutions: 1,
        };
        while masks.run(&mut stats, &marks) == Event::Solution {
            masks.chosen(&mut options);
            marks.solutions += 1;
        }
        (stats, options)
    }

    #[test]
    fn the_portable_search_is_the_same_as_the_one_of_this_machine() {
        for text in [
            include_str!("../../../../../testdata/dlx/langford8.dlx"),
            include_str!("../../../../../testdata/dlx/queens8.dlx"),
            include_str!("../../../../../testdata/dlx/soma.dlx"),
            include_str!("../../../../../testdata/dlx/pent3x20.dlx"),
            include_str!("../../../../../testdata/dlx/domino6x6.dlx"),
        ] {
            let (stats, options) = search(text, true);
            assert!(stats.nodes > 0);
            assert_eq!(search(text, false), (stats, options));
        }
    }

    #[test]
    fn shrinks_the_words_when_few_items_are_left() {
        let text = include_str!("../../../../../testdata/dlx/pent3x20.dlx");
        let problem = format::read(text).expect("a valid problem").problem;
        let masks = Masks::new(&problem.matrix, &Settings::default());
        let mut masks = masks.expect("there is no limit");
        let marks = Marks {
            nodes: u64::MAX,
            updates: u64::MAX,
            solutions: 1,
        };
        let mut stats = Stats::default();
        assert_eq!(masks.run(&mut stats, &marks), Event::Solution);
        assert!(masks.live.map_or(false, |live| live.count_ones() <= 64));
        let narrow = masks.narrow.live;
        assert!(narrow.map_or(false, |live| live.count_ones() <= 32));
    }

    #[test]
    fn takes_what_has_a_bit_for_each_item_that_matters() {
        let fits = |text: &str, settings: &Settings| {
            fits(
                &format::read(text).expect("a valid problem").problem.matrix,
                settings,
            )
        };
        let plain = Settings::default();
        let names = |count| {
            (0..count)
                .map(|k| std::format!(" i{k}"))
                .collect::<std::string::String>()
        };
        let at_most = |count| std::format!("{}\n{}\n", names(count), names(count));
        assert!(fits(&at_most(128), &plain));
        assert!(!fits(&at_most(129), &plain));
        assert!(fits("a | x y\na x\na x\n", &plain));
        assert!(!fits("a | x\na x:1\na x:2\n", &plain));
        // A secondary item with a single option needs no bit.
        let many = std::format!("a |{}\na{}\n", names(200), names(200));
        assert!(fits(&many, &plain));
        let full = std::format!("{} | x\n{} x\n", names(128), names(128));
        assert!(fits(&full, &plain));
        let weighted = Settings {
            strategy: Strategy::Weighted,
            limits: Limits::none(),
            ..Settings::default()
        };
        assert!(!fits("a\na\n", &weighted));
    }
}
