//! A question about a puzzle, and the answer.

use crate::form::Puzzle;
use cli_manners::limits::obstacle;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use sudoku_model::{
    Backend, Batch, Count, First, Grid, Limits, Model, Outcome, Report, Stats, Unique,
};

/// What to ask about the grids that fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// So many of them.
    Solve(usize),
    /// Whether there is exactly one.
    Unique,
    /// How many there are, up to this number.
    Count(u64),
    /// How many there are, by a diagram.
    CountAll,
}

/// What was found.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// Those to be shown: none if they were counted.
    pub(crate) grids: Vec<Grid>,
    /// How many were found.
    pub(crate) count: Count,
    pub(crate) outcome: Outcome,
    pub(crate) stats: Stats,
    pub(crate) time: Duration,
    /// Why there is none, as far as that is known.
    pub(crate) reason: Option<String>,
}

impl Answer {
    /// `one`, `many`, `none` or `unknown`; of grids that were only looked for up to some number,
    /// `one` says no more than that one was found.
    pub(crate) fn word(&self) -> &'static str {
        match (self.count.to_u128(), self.outcome) {
            (None | Some(2..), _) => "many",
            (_, Outcome::LimitReached(_)) => "unknown",
            (Some(1), _) => "one",
            (Some(0), _) => "none",
        }
    }

    /// The word, and what there is to say about it.
    pub(crate) fn told(&self) -> String {
        let why = obstacle(self.outcome).map(|(why, _)| why.to_owned());
        match why.or_else(|| self.reason.clone()) {
            Some(why) => format!("{}: {why}", self.word()),
            None => self.word().into(),
        }
    }
}

impl Question {
    /// Asks a backend; without one, whatever is best for the puzzle.
    ///
    /// # Errors
    /// If the backend is not for this board, or a grid is wrong.
    pub(crate) fn ask(
        self,
        puzzle: &Puzzle,
        backend: Option<Backend>,
        limits: Limits,
    ) -> Result<Answer, String> {
        let begin = Instant::now();
        let plain = match (puzzle, backend) {
            (Puzzle::Grid(grid), None) => self.ask_batch(grid, &limits),
            _ => None,
        };
        let model = match puzzle.model() {
            Ok(model) => model,
            Err(error) => {
                let none = Report {
                    answer: (Vec::new(), Count::zero()),
                    outcome: Outcome::Exhausted,
                    stats: Stats::default(),
                };
                return Ok(answer(none, begin.elapsed(), Some(error.to_string())));
            }
        };
        let (report, time) = match plain {
            Some(found) => found,
            None => {
                let backend = backend.unwrap_or(Backend::AUTO);
                if !backend.fits(&model) {
                    return Err(format!(
                        "the backend {} is not for this board",
                        backend.name()
                    ));
                }
                let begin = Instant::now();
                let report = self.ask_backend(&model, backend, limits);
                (report, begin.elapsed())
            }
        };
        let grids = &report.answer.0;
        for grid in grids {
            let checked = model.verify(grid);
            checked.map_err(|broken| format!("a wrong grid was found: {broken}"))?;
        }
        if let [one, other, ..] = &grids[..] {
            assert_ne!(one, other, "the same grid twice");
        }
        let none = report.answer.1.is_zero() && report.outcome == Outcome::Exhausted;
        let reason = none.then(|| model.conflict()).flatten();
        Ok(answer(
            report,
            time,
            reason.map(|reason| reason.to_string()),
        ))
    }

    /// The fastest way for plain puzzles; no model is made. Not for many grids.
    fn ask_batch(self, grid: &Grid, limits: &Limits) -> Option<(Report<Found>, Duration)> {
        let batch = Batch::new().limits(limits.clone());
        let puzzles = std::slice::from_ref(grid);
        let begin = Instant::now();
        let report = match self {
            Question::Solve(1) => batch.first(puzzles).remove(0).map(first),
            Question::Solve(_) | Question::CountAll => return None,
            Question::Unique => batch.unique(puzzles).remove(0).map(unique),
            Question::Count(most) => {
                let report = batch.count(puzzles, most).remove(0);
                report.map(counted)
            }
        };
        Some((report, begin.elapsed()))
    }

    fn ask_backend(self, model: &Model, backend: Backend, limits: Limits) -> Report<Found> {
        let solver = model.solver_with(backend).limits(limits.clone());
        match self {
            Question::Solve(most) => {
                let mut grids = Vec::new();
                let report = solver.run(|grid| {
                    grids.push(grid);
                    if grids.len() == most {
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                });
                report.map(|()| found(grids))
            }
            Question::Unique => solver.unique().map(unique),
            Question::Count(most) => solver.count(most).map(counted),
            Question::CountAll => model.count_all(limits).map(counted),
        }
    }
}

/// Grids, and how many there are.
type Found = (Vec<Grid>, Count);

fn found(grids: Vec<Grid>) -> Found {
    let count = Count::from(grids.len() as u64);
    (grids, count)
}

fn counted(count: impl Into<Count>) -> Found {
    (Vec::new(), count.into())
}

fn first(first: First<Grid>) -> Found {
    found(first.found().into_iter().collect())
}

fn unique(unique: Unique<Grid>) -> Found {
    found(match unique {
        Unique::Many(one, other) => vec![one, other],
        Unique::One(grid) | Unique::Unknown(Some(grid), _) => vec![grid],
        Unique::None | Unique::Unknown(None, _) => Vec::new(),
    })
}

fn answer(report: Report<Found>, time: Duration, reason: Option<String>) -> Answer {
    let (grids, count) = report.answer;
    Answer {
        grids,
        count,
        outcome: report.outcome,
        stats: report.stats,
        time,
        reason,
    }
}
