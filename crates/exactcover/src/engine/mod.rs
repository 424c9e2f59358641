//! The engines: their names, and how each starts.
//!
//! The choice between engines is a value, [`Engine`], which holds nothing but the function that
//! starts one; so a program that names a single engine contains only that one. An engine is a
//! folder and a constant here. What else lies beside this file is what several of them use.

mod auto;
pub(crate) mod cells;
mod choose;
mod learn;
pub(crate) mod links;
#[cfg(test)]
mod looks;
mod masks;
mod rows;
pub(crate) mod table;
pub(crate) mod tallies;
pub(crate) mod turns;
mod vectors;

use crate::problem::matrix::Matrix;
use crate::run::limits::{Limit, Stats};
use crate::run::machine::{never, Machine};
use crate::run::settings::Settings;
use alloc::boxed::Box;
use core::fmt;

/// A way to search: all find the same solutions, some faster than others.
///
/// Secondary items, colors and costs are for all of them. With
/// [multiplicities](crate::Builder::multiplicity), these take a problem:
///
/// | who | takes multiplicities |
/// |---|---|
/// | [`Engine::TALLIES`], and [`Engine::AUTO`], which chooses it | yes |
/// | `LINKS`, `CELLS`, `ROWS`, `MASKS`, `LEARN` | no |
/// | `run`, `solutions`, `first`, `unique`, `count`, `count_all`, `walk`, and on threads (one alone searches) | with such an engine |
/// | `count_by_diagram`, `compile` and its [`Circuit`](crate::Circuit), `cheapest`, `estimate` | yes, with any |
/// | `below`, `without`, `part` | yes |
/// | `prove`, `Walk::prove` | for `VeriPB`, with such an engine |
/// | [`Problem::verify`](crate::Problem::verify), [`Partial`](crate::Partial), [`mod@crate::format`] | yes |
///
/// What does not take them searches nothing and ends with
/// [`Limit::Multiplicities`](crate::Limit::Multiplicities).
#[derive(Clone, Copy)]
pub struct Engine {
    name: &'static str,
    /// Whether it takes problems with multiplicities.
    multiplicities: bool,
    start: fn(&Matrix, &Settings) -> Box<dyn Machine>,
}

impl Engine {
    /// The engine that this crate considers best for the problem: [`Engine::MASKS`] for dense ones
    /// with few items, [`Engine::ROWS`] for others, [`Engine::CELLS`] for those that are too large
    /// for it and for strategies with weights, and [`Engine::TALLIES`] for those with
    /// multiplicities. A program that leaves the choice open contains all these; [`Stats::engine`]
    /// says which of them has searched.
    ///
    /// [`Search::first`](crate::Search::first) and [`Search::unique`](crate::Search::unique), to
    /// which any solution is as good as another, get help if that takes longer than a millisecond
    /// or so: from then on [`Engine::LEARN`] searches in turns with the other engine, the longer
    /// the less of the tree the other has seen. Where the other takes long to be set up, LEARN
    /// begins. What either finds counts, limits and statistics are those of both together, and
    /// [`Stats::engine`] says which of them came to the answer. Like everything else it is the same
    /// on every run. It is not for strategies with weights, nor for problems with multiplicities or
    /// more than 1,048,576 entries.
    pub const AUTO: Engine = Engine {
        name: "auto",
        multiplicities: true,
        start: auto::start,
    };

    /// Dancing links: Knuth's Algorithm C, step by step. The reference for reading and for
    /// comparing, and a good choice for tiny problems.
    pub const LINKS: Engine = Engine {
        name: "links",
        multiplicities: false,
        start: links::start,
    };

    /// Dancing cells: sparse sets in contiguous memory, with forced moves and early failure.
    pub const CELLS: Engine = Engine {
        name: "cells",
        multiplicities: false,
        start: cells::start,
    };

    /// Conflict rows and byte counters: the fastest for most problems that fit. A problem whose
    /// rows would take more than 32 MB (about 10,000 options), one whose options have more than
    /// 262,144 items together, and a strategy with weights are handed on to [`Engine::CELLS`].
    pub const ROWS: Engine = Engine {
        name: "rows",
        multiplicities: false,
        start: rows::start,
    };

    /// Lists of item masks, a word for each option: for dense problems, in which an option meets a
    /// good part of the others (packing puzzles, Langford pairs).
    ///
    /// It takes problems without colors, with at most 128 items (secondary items that are in a
    /// single option do not count) and 65,536 options, and
    /// [`Strategy::Mrv`](crate::Strategy::Mrv). Everything else it leaves to [`Engine::CELLS`].
    pub const MASKS: Engine = Engine {
        name: "masks",
        multiplicities: false,
        start: masks::start,
    };

    /// Clause learning: a dead end becomes a clause that keeps the search out of all others with
    /// the same cause, wherever they are. For hard first solutions, for "there is no other one" and
    /// for "none", on problems with hundreds of items and small options (sudokus of 25 x 25,
    /// quasigroups, schedules) in which other engines lose their way; not for counting many
    /// solutions, nor for dense problems.
    ///
    /// It has its own rules for what to choose and when to start again: a
    /// [`Strategy`](crate::Strategy) makes no difference, and solutions come in an order of its
    /// own. With other [`Ties`](crate::Ties) it is another search. A node is an option chosen, by
    /// decision or because it follows, and an update an option rejected; jumps back and restarts
    /// let nodes come again. The progress that it shows stays at 0 until it has found some
    /// solutions.
    pub const LEARN: Engine = Engine {
        name: "learn",
        multiplicities: false,
        start: learn::start,
    };

    /// Dancing links that count how often each item is covered: Knuth's Algorithm M with colors.
    /// For problems with [multiplicities](crate::Builder::multiplicity); it takes all others as
    /// well, and searches them as [`Engine::LINKS`] do, choice by choice.
    ///
    /// No solution comes twice: options of one item are chosen in the order of adding, so that a
    /// set of them is found in one order alone. To stop covering an item that has been covered
    /// often enough is a choice, too, and no node.
    pub const TALLIES: Engine = Engine {
        name: "tallies",
        multiplicities: true,
        start: tallies::start,
    };

    /// Every engine that is not a choice among the others.
    pub const ALL: &'static [Engine] = &[
        Engine::LINKS,
        Engine::CELLS,
        Engine::ROWS,
        Engine::MASKS,
        Engine::LEARN,
        Engine::TALLIES,
    ];

    /// The engine with this [name](Engine::name), if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Engine> {
        let mut engines = Engine::ALL.iter().chain([&Engine::AUTO]);
        engines.find(|engine| engine.name == name).copied()
    }

    /// The name of the engine, in lower case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Whether it takes problems with [multiplicities](crate::Builder::multiplicity).
    #[must_use]
    pub const fn takes_multiplicities(&self) -> bool {
        self.multiplicities
    }

    pub(crate) fn start(self, matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
        let refused = matrix.has_multiplicities() && !self.multiplicities;
        let refused = refused.then_some(Limit::Multiplicities);
        match refused.or_else(|| settings.limits.reached(&Stats::default())) {
            None => (self.start)(matrix, settings),
            Some(limit) => never(limit, settings),
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engine({})", self.name)
    }
}

/// The [name](Engine::name).
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}
