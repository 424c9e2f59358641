//! Conflict rows and byte counters: every option knows the set of options that exclude it, and
//! choosing one is a few operations on sets of bits. Secondary items and colors are part of the
//! conflicts, and cost nothing while searching.
//!
//! The state is what is left: a bit for each option, a byte for each item. It is small, so it is
//! copied instead of undone. All items that are down to one option are covered at once, and a
//! state is settled before anything is branched on, so dead ends and solutions never become a
//! state of their own. When little is left, the options and items are numbered anew and the
//! search goes on in a narrower [`Stage`], if that pays. `DESIGN.md` has a drawing.
//!
//! What holds at every branching node:
//! * an option is alive if it goes together with all chosen ones;
//! * the count of an item that is not covered is the number of its options that are alive, and is
//!   at least 2;
//! * the count of a covered item is 255 in a narrow stage, and has its highest bit set in a wide one.

mod count;
mod lanes;
// Several arrays are walked in step, by the same index.
#[allow(clippy::needless_range_loop)]
mod narrow;
mod stage;
mod wide;

use super::cells;
use super::table::{Part, Table};
use crate::problem::ids::OptionId;
use crate::problem::matrix::Matrix;
use crate::run::alarm::{each_in_parts, Alarm};
use crate::run::drive::{seen, Drive, Event, Marks, Open, OpenLevel};
use crate::run::limits::{Limit, Stats};
use crate::run::machine::{launch, Machine};
use crate::run::observer::Observer;
use crate::run::settings::{Settings, Strategy};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use count::Count;
use lanes::vector::Lanes;
use lanes::Pick;
use narrow::Narrow;
use stage::{
    width_of, Exit, Node, Pace, Payoff, Stage, Trail, LONGEST, NARROW_COUNT, NARROW_ITEMS,
    NARROW_OPTIONS, WIDTHS,
};
use wide::Wide;

/// The most memory, in bytes, that the sets of options of a problem and the states on the way to
/// the deepest node may take. About 8,000 options with as many items.
const MEMORY: u64 = 32 << 20;

/// The most items, each of which a wide stage may write down twice with numbers of 16 bits.
const WIDE_ITEMS: u64 = 1 << 15;

/// The most entries, so that the table of the problem is made in a few milliseconds.
const ENTRIES: usize = 1 << 18;

/// Whether this engine is made for the problem: see [`MEMORY`]. It is not for any if the alarm
/// rings.
pub(super) fn fits(matrix: &Matrix, alarm: &mut Alarm) -> bool {
    let options = matrix.option_count() as u64;
    let mut items = 0;
    let counted = each_in_parts(&matrix.primary, alarm, |primary, _| {
        items += u64::from(primary);
    });
    if counted.is_none() {
        return false;
    }
    let set = (options + 255) / 256 * 32;
    let states = items.min(options).saturating_mul(set + 2 * items);
    let sets = (options + items).saturating_mul(set);
    items <= WIDE_ITEMS && matrix.entries.len() <= ENTRIES && sets.saturating_add(states) <= MEMORY
}

/// Starts this engine, or dancing cells for what it is not made for: problems that would take too
/// much memory, and strategies with weights.
pub(super) fn start(matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    if settings.strategy != Strategy::Mrv || !fits(matrix, &mut Alarm::new(&settings.limits)) {
        return cells::start(matrix, settings);
    }
    lanes::pick(Launch { matrix, settings })
}

struct Launch<'a> {
    matrix: &'a Matrix,
    settings: &'a Settings,
}

impl Pick for Launch<'_> {
    type Output = Box<dyn Machine>;

    fn with<L: Lanes>(self) -> Self::Output {
        launch(
            Rows::<L>::new(self.matrix, self.settings),
            self.matrix,
            self.settings,
        )
    }
}

/// A stage that is being searched.
#[derive(Debug)]
struct Active {
    /// Where it goes when it is done: its place in `Rows::idle`.
    kind: usize,
    /// The width, and the nodes at the beginning, of a stage that was built to save time.
    since: Option<(usize, u64)>,
    pace: Pace,
    stage: Box<dyn Stage>,
}

#[derive(Debug)]
struct Rows<L> {
    table: Table,
    /// Whether the root has been looked at.
    started: bool,
    trail: Trail,
    active: Vec<Active>,
    /// Narrow stages of each kind that have been used before.
    idle: Vec<Option<Box<dyn Stage>>>,
    /// A vector of zeros, of which others are made.
    zero: L,
}

impl<L: Lanes> Rows<L> {
    /// `None` if the time is over first.
    fn new(matrix: &Matrix, settings: &Settings) -> Option<Self> {
        let mut alarm = Alarm::new(&settings.limits);
        let table = Table::new(matrix, settings.ties, &mut alarm)?;
        Some(Rows {
            trail: Trail {
                chosen: vec![0; table.primary],
                depth: 0,
                solutions: 0,
                goal: 0,
                part: Part::default(),
                longest: 0,
                alarm,
                pays: [Payoff::default(); WIDTHS],
                notes: None,
            },
            table,
            started: false,
            active: Vec::new(),
            idle: (0..WIDTHS * NARROW_ITEMS / 32).map(|_| None).collect(),
            zero: L::detect()?,
        })
    }
}

impl<L: Lanes> Drive for Rows<L> {
    const NAME: &'static str = "rows";

    fn run(&mut self, stats: &mut Stats, marks: &Marks) -> Event {
        if !self.started {
            self.started = true;
            if self.open_root(stats) && stats.solutions >= marks.solutions {
                return Event::Solution;
            }
            if self.trail.alarm.rang().is_some() {
                return Event::Paused;
            }
        }
        // Stages count the solutions of this run in 64 bits.
        let missing = marks.solutions - stats.solutions;
        self.trail.goal = u64::try_from(missing).unwrap_or(u64::MAX);
        self.trail.solutions = 0;
        let event = self.search(stats, marks);
        stats.solutions += u128::from(self.trail.solutions);
        event
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        let chosen = &self.trail.chosen[..self.trail.depth];
        options.extend(chosen.iter().map(|&option| OptionId(option)));
    }

    fn seen(&self) -> f64 {
        seen(self.nodes().map(|node| node.seen()))
    }

    fn open(&self) -> Option<Open> {
        let levels: Vec<OpenLevel> = self.nodes().map(Node::level).collect();
        let depth = levels.last().map_or(0, |level| level.depth);
        let chosen = self.trail.chosen[..depth].iter().copied().map(OptionId);
        Some(Open {
            chosen: chosen.collect(),
            levels,
        })
    }

    /// A few vectors are soon compared, many take longer than to choose, and longer still where the
    /// conflicts of all pairs are more than the caches hold.
    fn node(&self) -> u64 {
        let options = self.table.options() as u64;
        let read = (options / 64).max(options.pow(2) >> 17);
        (options / 16).clamp(4, 20).max(read)
    }

    /// The conflicts of all pairs, 32 of them a unit, as memory is given page by page.
    fn set_up(&self) -> u64 {
        (self.table.options() as u64).pow(2) / 32
    }

    fn late(&self) -> Option<Limit> {
        self.trail.alarm.rang()
    }

    const GAP: u64 = u64::MAX;

    fn explain<O: Observer + ?Sized>(&mut self, observer: &mut O) {
        let notes = self.trail.notes.get_or_insert_with(Vec::new);
        notes.drain(..).for_each(|trial| observer.trial(trial));
    }
}

impl<L: Lanes> Rows<L> {
    /// The branching nodes on the way to the current one.
    fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        let stages = self.active.iter().map(|active| &active.stage);
        stages.flat_map(|stage| (0..stage.nodes()).map(move |index| stage.node(index)))
    }

    /// Chooses what is forced, and starts the first stage with the rest; `true` if that was all,
    /// and is a solution.
    fn open_root(&mut self, stats: &mut Stats) -> bool {
        let mut chosen = Vec::new();
        let part = match self.table.settle(stats, &mut chosen, &mut self.trail.alarm) {
            Some(part) => part,
            None => return false,
        };
        self.trail.depth = chosen.len();
        self.trail.chosen[..chosen.len()].copy_from_slice(&chosen);
        if part.items.is_empty() {
            stats.solutions += 1;
            return true;
        }
        let mut sizes = vec![0_u32; self.table.primary];
        for &option in &part.options {
            let items = self.table.items(option);
            let claims = self.table.claims(option).len();
            self.trail.longest = self.trail.longest.max(items.len()).max(claims);
            if self.trail.alarm.after(items.len()) {
                return false;
            }
            #[cfg(test)]
            crate::run::looks::touched(items.len());
            for &item in items {
                sizes[item as usize] += 1;
            }
        }
        let largest = sizes.iter().copied().max().unwrap_or(0);
        let narrow = self.trail.longest <= LONGEST
            && part.options.len() <= NARROW_OPTIONS
            && part.items.len() <= NARROW_ITEMS
            && largest <= NARROW_COUNT;
        self.trail.part = part;
        if narrow {
            self.open_narrow(width_of(self.trail.part.options.len()), None, stats);
        } else {
            let stage: Box<dyn Stage> = if largest < u32::from(u8::COVERED) {
                Box::new(Wide::<L, u8>::new(self.zero))
            } else {
                Box::new(Wide::<L, u16>::new(self.zero))
            };
            self.open(stage, usize::MAX, None, stats);
        }
        false
    }

    /// Starts a stage of this width with `trail.part`.
    fn open_narrow(&mut self, width: usize, since: Option<(usize, u64)>, stats: &mut Stats) {
        // A stage is compiled for each number of words and of vectors; one that is done is kept, as
        // it will be wanted again at the next node like this.
        let vectors = (self.trail.part.items.len() + 31) / 32;
        let kind = width * (NARROW_ITEMS / 32) + vectors - 1;
        let stage = match self.idle[kind].take() {
            Some(stage) => stage,
            None => self.narrow(width, vectors),
        };
        self.open(stage, kind, since, stats);
    }

    fn open(
        &mut self,
        mut stage: Box<dyn Stage>,
        kind: usize,
        since: Option<(usize, u64)>,
        stats: &mut Stats,
    ) {
        stage.build(&self.table, &mut self.trail, stats);
        self.active.push(Active {
            kind,
            since,
            pace: stage.pace(),
            stage,
        });
    }

    fn narrow(&self, width: usize, vectors: usize) -> Box<dyn Stage> {
        match width {
            0 => self.narrow_of::<1>(vectors),
            1 => self.narrow_of::<2>(vectors),
            2 => self.narrow_of::<4>(vectors),
            3 => self.narrow_of::<8>(vectors),
            _ => self.narrow_of::<16>(vectors),
        }
    }

    fn narrow_of<const W: usize>(&self, vectors: usize) -> Box<dyn Stage> {
        match vectors {
            1 => Box::new(Narrow::<L, W, 1>::new(self.zero, &self.table)),
            2 => Box::new(Narrow::<L, W, 2>::new(self.zero, &self.table)),
            3 => Box::new(Narrow::<L, W, 3>::new(self.zero, &self.table)),
            _ => Box::new(Narrow::<L, W, 4>::new(self.zero, &self.table)),
        }
    }

    /// Runs the deepest stage, and goes from one to the next.
    fn search(&mut self, stats: &mut Stats, marks: &Marks) -> Event {
        while let Some(deepest) = self.active.last_mut() {
            // What it has left is good for nothing.
            if self.trail.alarm.rang().is_some() {
                return Event::Paused;
            }
            let near = deepest.pace.marks(stats, marks);
            let exit = deepest.stage.run(&mut self.trail, stats, &near);
            match exit {
                Exit::Solution => return Event::Solution,
                Exit::Paused => {
                    // It may be its own pace only, after which the limits are looked at.
                    let due = stats.nodes >= marks.nodes || stats.updates >= marks.updates;
                    if due || self.trail.alarm.now() {
                        return Event::Paused;
                    }
                }
                Exit::Narrow(width) => self.open_narrow(width, Some((width, stats.nodes)), stats),
                Exit::Exhausted => {
                    // The stage above goes on where it left this node.
                    if let Some(done) = self.active.pop() {
                        if let Some((width, nodes)) = done.since {
                            self.trail.pays[width].stages += 1;
                            self.trail.pays[width].nodes += stats.nodes - nodes;
                        }
                        if let Some(place) = self.idle.get_mut(done.kind) {
                            *place = Some(done.stage);
                        }
                    }
                }
            }
        }
        // A limit that was reached by the very last choices counts.
        if stats.nodes >= marks.nodes || self.trail.alarm.rang().is_some() {
            return Event::Paused;
        }
        Event::Exhausted
    }
}

#[cfg(test)]
mod tests {
    use super::lanes::vector::Lanes;
    use super::lanes::{on_all, Pick};
    use super::stage::{Payoff, WIDTHS};
    use super::{Drive, Event, Marks, Rows};
    use crate::format;
    use crate::problem::ids::OptionId;
    use crate::problem::Problem;
    use crate::run::alarm::Alarm;
    use crate::run::limits::{Limits, Stats};
    use crate::run::settings::Settings;
    use alloc::vec::Vec;

    const FORGET_NARROWING: Payoff = Payoff {
        stages: 1 << 50,
        nodes: 0,
        refused: 0,
    };
    const ALWAYS_NARROW: Payoff = Payoff {
        stages: 0,
        nodes: u64::MAX / 2,
        refused: 0,
    };

    /// Every solution, and what the search cost.
    fn all<L: Lanes>(problem: &Problem<usize>, pays: Option<Payoff>) -> (Vec<OptionId>, Stats) {
        let rows = Rows::<L>::new(&problem.matrix, &Settings::default());
        let mut rows = rows.expect("there is no limit");
        if let Some(pays) = pays {
            rows.trail.pays = [pays; WIDTHS];
        }
        let (mut found, mut stats) = (Vec::new(), Stats::default());
        loop {
            let marks = Marks {
                // To pause often is to search the same.
                nodes: stats.nodes + 50,
                updates: u64::MAX,
                solutions: stats.solutions + 1,
            };
            match rows.run(&mut stats, &marks) {
                Event::Solution => {
                    let before = found.len();
                    rows.chosen(&mut found);
                    // Forced options come in any order.
                    found[before..].sort_unstable();
                }
                Event::Paused => {}
                Event::Exhausted => return (found, stats),
            }
        }
    }

    #[derive(Clone, Copy)]
    struct All<'p>(&'p Problem<usize>, Option<Payoff>);

    impl Pick for All<'_> {
        type Output = (Vec<OptionId>, Stats);
        fn with<L: Lanes>(self) -> Self::Output {
            all::<L>(self.0, self.1)
        }
    }

    #[test]
    fn searches_the_same_tree_on_every_machine_and_in_every_width() {
        let texts = [
            include_str!("../../../../../testdata/dlx/queens8.dlx"),
            include_str!("../../../../../testdata/dlx/langford8.dlx"),
            include_str!("../../../../../testdata/dlx/edge6x6b.dlx"),
            include_str!("../../../../../testdata/dlx/pent3x20.dlx"),
            include_str!("../../../../../testdata/dlx/qwh20-165.dlx"),
            include_str!("../../../../../testdata/dlx/sud9-platinum.dlx"),
            include_str!("../../../../../testdata/dlx/wordrect4x5.dlx"),
        ];
        for text in texts {
            let problem = format::read(text).expect("a valid problem").problem;
            let results = on_all(All(&problem, None));
            let plain = &results[0];
            for vectors in &results[1..] {
                assert!(vectors == plain, "{:?}, {:?}", vectors.1, plain.1);
            }
            for pays in [ALWAYS_NARROW, FORGET_NARROWING] {
                for (found, stats) in on_all(All(&problem, Some(pays))) {
                    assert!(found == plain.0);
                    // A wide stage gives up on a dead state before it has removed everything.
                    let updates = plain.1.updates;
                    assert_eq!(Stats { updates, ..stats }, plain.1);
                }
            }
        }
    }

    #[derive(Clone, Copy)]
    struct Handed<'p>(&'p Problem<usize>);

    impl Pick for Handed<'_> {
        type Output = [u64; WIDTHS];
        fn with<L: Lanes>(self) -> Self::Output {
            let rows = Rows::<L>::new(&self.0.matrix, &Settings::default());
            let mut rows = rows.expect("there is no limit");
            let marks = Marks {
                nodes: u64::MAX,
                updates: u64::MAX,
                solutions: u128::MAX,
            };
            rows.run(&mut Stats::default(), &marks);
            rows.trail.pays.map(|pays| pays.stages)
        }
    }

    #[test]
    fn hands_what_is_left_to_narrower_stages() {
        let narrow = include_str!("../../../../../testdata/dlx/langford9.dlx");
        let wide = include_str!("../../../../../testdata/dlx/pent3x20.dlx");
        for (text, width) in [(narrow, 0), (wide, 2)] {
            let problem = format::read(text).expect("a valid problem").problem;
            for stages in on_all(Handed(&problem)) {
                assert!(stages[width] > 0, "{stages:?}");
            }
        }
    }

    #[test]
    fn leaves_to_cells_what_would_take_too_much_memory() {
        let fits = |items: usize, sides: usize| {
            let mut builder = Problem::builder();
            for item in builder.primaries(items) {
                for side in 0..sides {
                    builder.option(side, [item]);
                }
            }
            super::fits(
                &builder.build().expect("a valid problem").matrix,
                &mut Alarm::new(&Limits::none()),
            )
        };
        assert!(fits(1000, 8));
        // The rows alone,
        assert!(!fits(100, 200));
        // and a deep tree of large states.
        assert!(!fits(5000, 1));
        // Few options, of too many items together,
        let long = |items: usize, options: usize| {
            let mut builder = Problem::builder();
            let items = builder.primaries(items);
            for _ in 0..options {
                builder.option((), items.iter().copied());
            }
            super::fits(
                &builder.build().expect("a valid problem").matrix,
                &mut Alarm::new(&Limits::none()),
            )
        };
        assert!(long(500, 500));
        assert!(!long(500, 600));
        // and more items than 16 bits can name twice.
        assert!(long(30_000, 8));
        assert!(!long(33_000, 4));
    }
}
