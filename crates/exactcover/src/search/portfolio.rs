//! A race for a solution or two: a walk on all threads but one, and [`Engine::LEARN`] on that one.
//!
//! "None" and "only one" are the same whoever says so. Which solutions are found is not: there the
//! clocks decide, and they count work, not time. LEARN has one clock. The walk has as many as it
//! has threads, and each piece, in their order, belongs to the clock that is behind all others, as
//! if the threads had taken them so; the walk has its answer when the last piece ends that it needs
//! for that. Each search goes on until it has an answer, or is known to be later than the other.
//! LEARN never stops to help a walk that seems to be near its end: it may be lost there, and who
//! takes a piece of it comes back when all are done.

use super::parallel::{lock, wanted_by_threads, Searched, Taken, SLICE};
use super::split::add;
use super::{launched, Search, Solution};
use crate::engine::{turns, Engine};
use crate::run::limits::{Limit, Limits, Stats};
use crate::run::machine::{Goal, Machine, Step};
use crate::run::outcome::{Outcome, Report};
use crate::run::progress::{Progress, Shown, Watch};
use crate::run::settings::{Settings, Strategy};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Mutex;

/// LEARN does about so much work in the time in which a walk does one.
const FASTER: u64 = 2;

/// What the walk has come to.
#[derive(PartialEq, Eq, Debug)]
enum Walked {
    /// The whole tree has been searched.
    Exhausted,
    /// Enough solutions were found, at this time.
    Found(u64),
    /// It was stopped before.
    Stopped,
}

/// How somebody who searches alone has ended, and how much work that took.
struct Alone {
    taken: Taken,
    work: u64,
}

impl Alone {
    fn answers(&self) -> bool {
        matches!(
            self.taken.0,
            Outcome::Exhausted | Outcome::LimitReached(Limit::Solutions)
        )
    }
}

/// What those who search show together: the start of the walk, its pieces, and LEARN.
struct Together {
    shown: Shown,
    parts: [Progress; 3],
}

impl Together {
    /// For one of them.
    fn watch(together: &Arc<Mutex<Self>>, part: usize) -> Watch {
        let together = Arc::clone(together);
        Watch(Arc::new(move |progress| {
            lock(&together).show(part, progress);
        }))
    }

    fn show(&mut self, part: usize, progress: Progress) {
        self.parts[part] = progress;
        let mut all = Progress {
            stats: Stats {
                engine: progress.stats.engine,
                ..Stats::default()
            },
            ..progress
        };
        for part in &self.parts {
            add(&mut all.stats, 0, &part.stats);
            all.fraction = all.fraction.max(part.fraction);
        }
        // They find the same ones.
        let found = self.parts.iter().map(|part| part.stats.solutions);
        all.stats.solutions = found.max().unwrap_or(0);
        self.shown.show(all.fraction, all.stats);
    }
}

impl<'p, L> Search<'p, L> {
    /// Solutions for somebody to whom one is as good as another, as many as that or all.
    pub(super) fn par_few(&self, count: usize) -> Report<Vec<Solution<'p, L>>> {
        let matrix = &self.problem.matrix;
        let limits = self.settings.limits.clone();
        let has_help = self.engine.name() == Engine::AUTO.name()
            && self.settings.strategy == Strategy::Mrv
            && limits.nodes == u64::MAX
            && !self.problem.has_multiplicities();
        let head_start = match turns::alone(matrix) {
            Some(work) if has_help => work,
            _ => return self.par_take(count),
        };
        // At most `count`, so it fits.
        let need = limits.solutions.min(count as u128);
        let limits = limits.solutions(need);
        let mut taken = match rayon::current_num_threads() {
            1 => self.few().alone(Goal::Next, &limits),
            threads => self.race(&limits, threads - 1, head_start),
        };
        // Both may find it, each with choices of its own.
        for solution in &mut taken.2 {
            solution[self.prefix.with.len()..].sort_unstable();
        }
        self.taken(count, taken)
    }

    /// The race between LEARN and a walk on so many threads, which has done this work alone before
    /// it begins.
    fn race(&self, limits: &Limits, threads: usize, head_start: u64) -> Taken {
        let together = Arc::new(Mutex::new(Together {
            shown: Shown::new(self.settings.watch.clone()),
            parts: [Progress::default(); 3],
        }));
        // Not the search itself, whose labels may belong to one thread.
        let (matrix, prefix, settings) = (&self.problem.matrix, &self.prefix, &self.settings);
        let watch = |part| {
            let watched = settings.watch.as_ref();
            watched.map(|_| Together::watch(&together, part))
        };
        let alone = |engine, limits: &Limits, part, due: &AtomicU64| {
            let settings = Settings {
                limits: limits.clone(),
                watch: watch(part),
                ..settings.clone()
            };
            until(&mut *launched(engine, matrix, prefix, &settings), due)
        };
        if let Some(first) = alone(self.engine, limits, 0, &AtomicU64::new(head_start)) {
            return first.taken;
        }
        let mut walk = self.clone();
        walk.settings.watch = watch(1);
        let team = match walk.team(Goal::Next, limits, wanted_by_threads()) {
            Ok(team) => team,
            Err(limit) => return (Outcome::LimitReached(limit), Stats::default(), Vec::new()),
        };
        // What LEARN is told: that it is not needed any more, or will not be after so much work.
        let (stop, due) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(u64::MAX));
        let ((pieces, walked), learned) = rayon::join(
            || {
                let pieces = team.search();
                let walked = walked(&pieces, limits.solutions, threads);
                match walked {
                    Walked::Exhausted => stop.store(true, Ordering::Relaxed),
                    Walked::Found(time) => {
                        due.store(time.saturating_mul(FASTER), Ordering::Relaxed);
                    }
                    Walked::Stopped => {}
                }
                (pieces, walked)
            },
            || {
                let limits = limits.clone().cancel(Arc::clone(&stop));
                let learned = alone(Engine::LEARN, &limits, 2, &due)?;
                match learned.taken.0 {
                    Outcome::LimitReached(Limit::Solutions) => {
                        let time = learned.work / FASTER;
                        team.shared.most.store(time, Ordering::Relaxed);
                    }
                    Outcome::LimitReached(_) => {}
                    Outcome::Exhausted | Outcome::Stopped => team.shared.stop(0),
                }
                Some(learned)
            },
        );
        match (walked, learned) {
            (Walked::Found(time), Some(learned))
                if learned.work / FASTER < time && learned.answers() =>
            {
                learned.taken
            }
            (Walked::Stopped, Some(learned)) => {
                let taken = team.add_up(pieces);
                // If both are late, who has found more can say more.
                if learned.answers() || learned.taken.2.len() > taken.2.len() {
                    learned.taken
                } else {
                    taken
                }
            }
            _ => team.add_up(pieces),
        }
    }
}

/// Searches until it has an answer; `None` if it is not there before so much work.
fn until(machine: &mut dyn Machine, due: &AtomicU64) -> Option<Alone> {
    let mut found = Vec::new();
    loop {
        machine.pause_after(SLICE, u64::MAX);
        match machine.resume(Goal::Next) {
            Step::Solution => {
                let mut options = Vec::new();
                machine.chosen(&mut options);
                found.push(options);
            }
            Step::Paused if machine.work() < due.load(Ordering::Relaxed) => {}
            Step::Paused => return None,
            Step::Done(outcome) => {
                return Some(Alone {
                    taken: (outcome, machine.stats(), found),
                    work: machine.work(),
                });
            }
        }
    }
}

/// What a walk with so many clocks has come to that has searched these pieces.
fn walked(pieces: &[Option<Searched>], need: u128, clocks: usize) -> Walked {
    let mut clocks = vec![0_u64; clocks];
    let (mut time, mut found) = (0, 0);
    for piece in pieces {
        let (searched, clock) = match (piece, clocks.iter_mut().min()) {
            (Some(searched), Some(clock)) => (searched, clock),
            _ => return Walked::Stopped,
        };
        found += searched.found.len() as u128;
        if found >= need {
            let last = searched.found.len() - 1 - (found - need) as usize;
            return Walked::Found(time.max(*clock + searched.found[last].work));
        }
        if searched.outcome != Outcome::Exhausted {
            return Walked::Stopped;
        }
        *clock += searched.work;
        time = time.max(*clock);
    }
    Walked::Exhausted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{coins, random_problem};
    use crate::problem::ids::{Color, Entry};
    use crate::problem::Problem;
    use crate::random::SplitMix64;
    use crate::run::outcome::{First, Unique};
    use rayon::ThreadPool;
    use std::format;

    fn pool(threads: usize) -> ThreadPool {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads can be started")
    }

    /// The first option of the first item leaves so many pigeons to one hole less, which a walk
    /// tries out in every order; the others are solutions by themselves.
    fn trap(pigeons: usize, ends: usize) -> Problem<()> {
        let mut builder = Problem::builder();
        let (first, all) = (builder.primary("first"), builder.primaries(pigeons));
        let holes = builder.secondaries(pigeons - 1);
        builder.option((), [first]);
        for _ in 0..ends {
            builder.option((), all.iter().copied().chain([first]));
        }
        for &pigeon in &all {
            for &hole in &holes {
                builder.option((), [pigeon, hole]);
            }
        }
        builder.build().expect("a valid problem")
    }

    /// In ascending order.
    fn sorted((outcome, stats, mut found): Taken) -> Taken {
        found.iter_mut().for_each(|options| options.sort_unstable());
        found.sort_unstable();
        (outcome, stats, found)
    }

    /// Both search from the beginning on.
    fn hasty(problem: &Problem<()>, limits: &Limits, pool: &ThreadPool) -> Taken {
        let threads = pool.current_num_threads() - 1;
        let search = problem.search();
        sorted(pool.install(|| search.race(limits, threads, 0)))
    }

    #[test]
    fn the_answer_is_the_same_on_every_run() {
        let mut random = SplitMix64::new(19);
        let pools = [2, 3, 8].map(pool);
        let mut winners = [0; 2];
        let traps = (0..24).map(|k| trap(5 + k / 4, k % 4));
        let problems = (0..200)
            .map(|_| random_problem(&mut random, 20..61))
            .chain(traps);
        for (number, problem) in problems.enumerate() {
            let (_, _, all) = sorted(problem.search().alone(Goal::Next, &Limits::none()));
            for pool in &pools {
                for need in [1, 2, 4] {
                    let limits = Limits::none().solutions(need);
                    let (outcome, stats, found) = hasty(&problem, &limits, pool);
                    let case = format!("{number}, {need}, {pool:?}");
                    if (all.len() as u128) < need {
                        assert_eq!((outcome, &found), (Outcome::Exhausted, &all), "{case}");
                        continue;
                    }
                    let end = Outcome::LimitReached(Limit::Solutions);
                    assert_eq!((outcome, found.len() as u128), (end, need), "{case}");
                    assert!(found.windows(2).all(|two| two[0] != two[1]), "{case}");
                    assert!(found.iter().all(|one| all.contains(one)), "{case}");
                    let again = hasty(&problem, &limits, pool);
                    assert_eq!(again, (outcome, stats, found), "{case}");
                    winners[usize::from(stats.engine == Some("learn"))] += 1;
                }
            }
        }
        assert!(winners.iter().all(|&wins| wins > 10), "{winners:?}");
    }

    /// A Latin square whose nine rows can have their first symbol in eight columns only, if the
    /// first option of the first item is chosen: of its other options, none minds. A walk is lost
    /// there, and learning sees why.
    fn square(others: usize) -> Problem<()> {
        let side = 14;
        let mut builder = Problem::builder();
        let (first, mind) = (builder.primary("first"), builder.secondary("mind"));
        let [narrow, free] = [0, 1].map(|color| mind.color(Color::new(color)));
        builder.option((), [first.into(), narrow]);
        for _ in 0..others {
            builder.option((), [first.into(), free]);
        }
        let [cells, rows, columns] = [(); 3].map(|()| builder.primaries(side * side));
        for (place, &cell) in cells.iter().enumerate() {
            let (row, column) = (place / side, place % side);
            for symbol in 0..side {
                let is_free = symbol == 0 && row < 9 && column >= 8;
                let items = [
                    cell,
                    rows[row * side + symbol],
                    columns[column * side + symbol],
                ];
                let items = items.map(Entry::from).into_iter();
                builder.option((), items.chain(is_free.then_some(free)));
            }
        }
        builder.build().expect("a valid problem")
    }

    #[test]
    fn whoever_loses_its_way_gets_help() {
        let ([none, many], end) = ([0, 2].map(square), trap(14, 1));
        for pool in [1, 2, 3].map(pool) {
            pool.install(|| {
                let first = end.search().par_first();
                let solution = first.answer.found().expect("one option is a solution");
                assert_eq!(end.verify(solution.options()), Ok(()));
                assert_eq!(none.search().par_first().answer.map(drop), First::None);
                assert_eq!(none.search().par_unique().answer.map(drop), Unique::None);
                let first = many.search().par_first();
                let solution = first.answer.found().expect("a square");
                assert_eq!(many.verify(solution.options()), Ok(()));
                let two = many.search().par_unique().answer;
                assert!(
                    matches!(two, Unique::Many(one, other) if one.options() != other.options())
                );
            });
        }
    }

    #[test]
    fn progress_never_goes_back() {
        let problem = trap(7, 3);
        for need in [1, 3, 4] {
            let shown = Arc::new(Mutex::new(Vec::<Progress>::new()));
            let log = Arc::clone(&shown);
            let search = problem.search();
            let search = search.watch(move |progress| log.lock().unwrap().push(progress));
            let limits = Limits::none().solutions(need);
            let (outcome, stats, _) = pool(3).install(|| search.race(&limits, 2, 0));
            let shown = shown.lock().unwrap();
            for two in shown.windows(2) {
                assert!(two[0].fraction <= two[1].fraction, "{two:?}");
                assert!(two[0].stats.nodes <= two[1].stats.nodes, "{two:?}");
            }
            let last = shown.last().expect("at least one look");
            assert!(last.stats.nodes >= stats.nodes, "{last:?}");
            assert!(
                last.fraction == 1.0 || outcome != Outcome::Exhausted,
                "{last:?}"
            );
        }
    }

    #[test]
    fn clocks_count_the_work_of_each_thread() {
        let piece = |work, found: &[u64], outcome| Some(Searched::new(work, found, outcome));
        let (done, stopped) = (Outcome::Exhausted, Outcome::LimitReached(Limit::Cancelled));
        let pieces = [
            piece(100, &[], done),
            piece(30, &[20], done),
            piece(40, &[], done),
            piece(50, &[10, 35], stopped),
            None,
        ];
        let times = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 4)];
        let walks = times.map(|(clocks, need)| walked(&pieces, need, clocks));
        // With two clocks, the first piece is on one until 100, and on the other the second until
        // 30, the third until 70, and the fourth.
        let expected = [
            Walked::Found(120),
            Walked::Found(180),
            Walked::Found(100),
            Walked::Found(100),
            Walked::Found(105),
            Walked::Stopped,
        ];
        assert_eq!(walks, expected);
        assert_eq!(walked(&pieces[..3], 2, 2), Walked::Exhausted);
    }

    #[test]
    fn a_flag_ends_both() {
        let flag = Arc::new(AtomicBool::new(true));
        let limits = Limits::none().cancel(flag);
        let (outcome, _, found) = hasty(&coins(40), &limits, &pool(2));
        let end = Outcome::LimitReached(Limit::Cancelled);
        assert_eq!((outcome, found.len()), (end, 0));
    }
}
