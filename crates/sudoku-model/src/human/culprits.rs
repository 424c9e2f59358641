//! Who is to blame that no grid fits, and who is one too many: by leaving out and asking again.

use crate::board::{Digits, Grid, HouseKind};
use crate::model::{Model, Subject};
use crate::solve::{Budget, Solver};
use core::cmp::Reverse;
use core::ops::ControlFlow;
use exactcover::{First, Limit, Limits, Outcome, Report};

/// For a question, at first; those that were too hard are asked again with so many times the nodes
/// when all others have been.
const FIRST_NODES: u64 = 500;
const MORE_NODES: u64 = 8;

/// Where culprits are sought, in halves of the board downward and to the right: what is far from
/// there is left out first. Sums are wrong together with those beside them, so a band is tried
/// first at each edge and in the middle, then each corner. The smallest set is the answer.
const FOCI: [[Option<usize>; 2]; 10] = [
    [Some(0), None],
    [Some(2), None],
    [None, Some(0)],
    [None, Some(2)],
    [Some(1), None],
    [None, Some(1)],
    [Some(0), Some(0)],
    [Some(0), Some(2)],
    [Some(2), Some(0)],
    [Some(2), Some(2)],
];

/// The answer to "which rules and givens contradict each other?", from [`Solver::culprits`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Culprits {
    /// None do: this grid fits.
    None(Grid),
    /// No grid keeps these, whatever the rest says.
    Found {
        /// Rules, givens (as [`Subject::Cell`]) and houses, in this order.
        subjects: Vec<Subject>,
        /// Whether each of them is needed: without any one of them some grid fits. Otherwise a
        /// limit was reached before that was known of all.
        minimal: bool,
    },
    /// A limit was reached before it was known whether a grid fits.
    Unknown(Limit),
}

/// What could go without letting another grid in, from [`Solver::superfluous`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Superfluous {
    /// The rules, givens (as [`Subject::Cell`]) and extra houses each of which says nothing that
    /// the others do not say together. Two of them may need each other.
    pub subjects: Vec<Subject>,
    /// Those of which it is not known because a limit was reached.
    pub open: Vec<Subject>,
}

impl Solver<'_> {
    /// Which rules, givens and houses contradict each other, if no grid fits: a set from which
    /// nothing can be left out, and a small one. Where [`Model::conflict`] says what fails at last
    /// in simple cases, this says in all cases what it takes.
    ///
    /// There may be several such sets, of different sizes. They are found by leaving out one after
    /// the other, rules first, then givens, what is far from an edge, a corner or the middle of the
    /// board before what is near; the answer is the set with the fewest rules and givens together,
    /// then rules, and with the houses that these need. So nothing in it can be spared, but there
    /// may be a smaller one elsewhere. It is the same each time.
    ///
    /// The limits hold for all questions to the solver together; one on solutions means nothing
    /// here.
    ///
    /// ```
    /// use sudoku_model::{Culprits, HouseKind, Model, Shape, Subject};
    ///
    /// let shape = Shape::with_side(4)?;
    /// let cell = |row, column| shape.cell(row, column);
    /// let mut builder = Model::builder(shape);
    /// builder
    ///     .cage(4, [cell(0, 0), cell(0, 1)])
    ///     .cage(3, [cell(1, 2), cell(1, 3)])
    ///     .cage(5, [cell(0, 2), cell(0, 3)])
    ///     .given(cell(3, 0), 4);
    /// let cage = |number| Subject::Rule { name: "cage", number };
    /// let row = Subject::House(HouseKind::Row(0));
    /// let culprits = Culprits::Found { subjects: vec![cage(0), cage(2), row], minimal: true };
    /// assert_eq!(builder.build()?.solver().culprits().answer, culprits, "4 and 5 are not 10");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// In each order one question to the solver for each rule, given and house. Most are quick, but
    /// that a part of a puzzle has no grid can be hard to prove: set limits.
    #[must_use]
    pub fn culprits(&self) -> Report<Culprits> {
        let limits = self.its_limits().clone().solutions(u128::MAX);
        let mut blame = Blame::new(self, &limits);
        let first = blame.ask(self.model(), u64::MAX);
        let first = first.unwrap_or_else(First::Unknown);
        let (answer, outcome) = match first {
            First::Found(grid) => (Culprits::None(grid), Outcome::Stopped),
            First::None => blame.smallest(),
            First::Unknown(limit) => (Culprits::Unknown(limit), Outcome::LimitReached(limit)),
        };
        Report {
            answer,
            outcome,
            stats: blame.budget.spent,
        }
    }

    /// Which rules and givens, and which houses beside rows, columns and boxes (or jigsaw regions),
    /// could go, each by itself: the same grids would fit. A puzzle with one grid would still have
    /// one.
    ///
    /// The limits hold for all questions to the solver together; one on solutions means nothing
    /// here.
    ///
    /// ```
    /// use sudoku_model::rules::Thermometer;
    /// use sudoku_model::{Model, Shape, Subject};
    ///
    /// let shape = Shape::with_side(4)?;
    /// let cell = |row, column| shape.cell(row, column);
    /// let mut builder = Model::builder(shape);
    /// builder
    ///     .rule(Thermometer::new([cell(0, 0), cell(0, 1)]))
    ///     .cage(3, [cell(0, 0), cell(0, 1)])
    ///     .given(cell(0, 0), 1);
    /// let subjects = builder.build()?.solver().superfluous().answer.subjects;
    /// let thermometer = Subject::Rule { name: "thermometer", number: 0 };
    /// assert_eq!(subjects, [thermometer, Subject::Cell(cell(0, 0))], "but not both");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// For a given one question to the solver for each other digit. A rule is needed if some grid
    /// of the others breaks it: if none does, all grids have to be looked at.
    #[must_use]
    pub fn superfluous(&self) -> Report<Superfluous> {
        let limits = self.its_limits().clone().solutions(u128::MAX);
        let mut blame = Blame::new(self, &limits);
        let usual = |subject: &Subject| {
            use HouseKind::{Box, Column, Jigsaw, Row};
            matches!(
                subject,
                Subject::House(Row(_) | Column(_) | Box(_) | Jigsaw(_))
            )
        };
        let all = blame.all.iter().copied();
        let mut open: Vec<Subject> = all.filter(|subject| !usual(subject)).collect();
        let (mut subjects, mut outcome) = (Vec::new(), Outcome::Exhausted);
        let mut nodes = FIRST_NODES;
        while !open.is_empty() && outcome == Outcome::Exhausted {
            open.retain(|&subject| match blame.is_needed(subject, nodes) {
                Ok(Some(needed)) => {
                    if !needed {
                        subjects.push(subject);
                    }
                    false
                }
                Ok(None) => true,
                Err(limit) => {
                    outcome = Outcome::LimitReached(limit);
                    true
                }
            });
            nodes = nodes.saturating_mul(MORE_NODES);
        }
        subjects.sort_by_key(|subject| blame.place(subject));
        Report {
            answer: Superfluous { subjects, open },
            outcome,
            stats: blame.budget.spent,
        }
    }
}

/// Questions about parts of a model.
struct Blame<'s, 'm> {
    solver: &'s Solver<'m>,
    /// What may be left out: all but the givens under dominoes, which go with their rule.
    all: Vec<Subject>,
    budget: Budget<'s>,
}

/// A set that no grid keeps.
#[derive(Clone)]
struct Core {
    subjects: Vec<Subject>,
    /// Those of them without which some grid keeps the others.
    needed: Vec<Subject>,
}

impl Core {
    fn is_minimal(&self) -> bool {
        self.subjects.len() == self.needed.len()
    }

    /// How many rules and givens there are, and how many rules.
    fn size(&self) -> (usize, usize) {
        let count = |last| self.subjects.iter().filter(|&&it| rank(it) <= last).count();
        (count(GIVEN), count(RULE))
    }
}

const RULE: u8 = 0;
const GIVEN: u8 = 1;
const HOUSE: u8 = 2;

/// Rules come first, then givens, then houses.
fn rank(subject: Subject) -> u8 {
    match subject {
        Subject::Rule { .. } => RULE,
        Subject::Cell(_) => GIVEN,
        Subject::House(_) | Subject::Board => HOUSE,
    }
}

impl<'s, 'm> Blame<'s, 'm> {
    fn new(solver: &'s Solver<'m>, limits: &'s Limits) -> Self {
        let model = solver.model();
        let placed = model.tiling().map_or(&[][..], |tiling| tiling.placed());
        let on_domino = |subject: &Subject| {
            let on = |cell| placed.iter().any(|domino| domino.cells.contains(cell));
            matches!(subject, Subject::Cell(cell) if on(cell))
        };
        Blame {
            solver,
            all: model
                .subjects()
                .filter(|subject| !on_domino(subject))
                .collect(),
            budget: Budget::new(limits),
        }
    }

    fn place(&self, subject: &Subject) -> Option<usize> {
        self.all.iter().position(|other| other == subject)
    }

    /// The smallest of several sets that no grid keeps, if no grid keeps all.
    fn smallest(&mut self) -> (Culprits, Outcome) {
        let mut best = self.start(FOCI[0]);
        let mut result = Ok(());
        for focus in FOCI {
            let mut core = self.start(focus);
            result =
                result.and_then(|()| self.shrink(&mut core, GIVEN, FIRST_NODES, best.size().0));
            if core.size() < best.size() {
                best = core;
            }
        }
        let mut nodes = FIRST_NODES;
        while result.is_ok() && !best.is_minimal() {
            result = self.shrink(&mut best, HOUSE, nodes, usize::MAX);
            nodes = nodes.saturating_mul(MORE_NODES);
        }
        let minimal = best.is_minimal();
        let mut subjects = best.subjects;
        subjects.sort_by_key(|subject| self.place(subject));
        let outcome = result.map_or_else(Outcome::LimitReached, |()| Outcome::Exhausted);
        (Culprits::Found { subjects, minimal }, outcome)
    }

    /// Everything: rules, then givens, then houses, those first that are far from the focus.
    fn start(&self, focus: [Option<usize>; 2]) -> Core {
        let mut subjects = self.all.clone();
        let distance = |&subject: &Subject| Reverse(self.distance(subject, focus));
        subjects.sort_by_cached_key(|subject| (rank(*subject), distance(subject)));
        let needed = Vec::new();
        Core { subjects, needed }
    }

    /// How far the cells of a subject are from the focus, on average and in some unit; farthest if
    /// it has none, and speaks of the whole board.
    fn distance(&self, subject: Subject, focus: [Option<usize>; 2]) -> usize {
        let model = self.solver.model();
        let last = model.shape().side() - 1;
        let apart = |place: usize, focus: Option<usize>| {
            focus.map_or(0, |focus| (2 * place).abs_diff(focus * last))
        };
        let cells = model.cells_of(subject);
        let sum = cells
            .iter()
            .map(|cell| apart(cell.row(), focus[0]) + apart(cell.column(), focus[1]));
        (sum.sum::<usize>() * model.shape().cell_count())
            .checked_div(cells.len())
            .unwrap_or(usize::MAX)
    }

    /// Leaves out what is not needed up to a rank, with questions of so many nodes: runs of
    /// subjects at once, of twice the length when that went well and of half the length when not.
    /// It ends early when so many are needed as were in a better set.
    fn shrink(&mut self, core: &mut Core, last: u8, nodes: u64, most: usize) -> Result<(), Limit> {
        let (mut next, mut run) = (0, core.subjects.len() / 2);
        while core.needed.len() < most {
            let end = core
                .subjects
                .iter()
                .filter(|&&subject| rank(subject) <= last)
                .count();
            if next >= end {
                break;
            }
            if core.needed.contains(&core.subjects[next]) {
                next += 1;
                continue;
            }
            run = run.clamp(1, end - next);
            let (kept, rest) = core.subjects.split_at(next);
            let (left_out, rest) = rest.split_at(run);
            let stays = left_out
                .iter()
                .filter(|subject| core.needed.contains(subject));
            let fewer: Vec<Subject> = kept.iter().chain(stays).chain(rest).copied().collect();
            let model = self.only(|subject| fewer.contains(&subject));
            match self.ask(&model, nodes)? {
                First::None => {
                    core.subjects = fewer;
                    run *= 2;
                }
                First::Found(grid) => {
                    let mut broken = left_out.to_vec();
                    if run > 1 {
                        broken.retain(|&subject| self.breaks(&grid, subject));
                    }
                    // All others are kept, so a single one is needed.
                    if let [needed] = broken[..] {
                        if !core.needed.contains(&needed) {
                            core.needed.push(needed);
                        }
                    }
                    run /= 2;
                }
                First::Unknown(_) => {
                    next += usize::from(run == 1);
                    run /= 2;
                }
            }
        }
        Ok(())
    }

    /// Whether some grid of all others breaks a subject; `None` if so many nodes do not say.
    fn is_needed(&mut self, subject: Subject, nodes: u64) -> Result<Option<bool>, Limit> {
        let mut model = self.only(|other| other != subject);
        let given = match subject {
            Subject::Cell(cell) => self
                .solver
                .model()
                .givens()
                .get(cell)
                .map(|given| (cell, given)),
            _ => None,
        };
        if let Some((cell, given)) = given {
            let mut known = true;
            for digit in (model.unseen()[cell.index()] - Digits::single(given)).digits() {
                model.set_given(cell, Some(digit));
                match self.ask(&model, nodes)? {
                    First::Found(_) => return Ok(Some(true)),
                    First::None => {}
                    First::Unknown(_) => known = false,
                }
            }
            return Ok(known.then_some(false));
        }
        let alone = self.only(|other| other == subject);
        let mut broken = false;
        let solver = self.solver.with_model(&model);
        let report = self.budget.ask(solver, nodes, |solver| {
            solver.run(|grid| {
                broken = alone.verify(&grid).is_err();
                if broken {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })
        })?;
        let known = broken || report.outcome == Outcome::Exhausted;
        Ok(known.then_some(broken))
    }

    /// A grid of a part of the model.
    fn ask(&mut self, model: &Model, nodes: u64) -> Result<First<Grid>, Limit> {
        let solver = self.solver.with_model(model);
        let report = self.budget.ask(solver, nodes, Solver::first)?;
        Ok(report.answer)
    }

    /// The model with only those that stay of what may be left out.
    fn only(&self, stays: impl Fn(Subject) -> bool) -> Model {
        let model = self.solver.model();
        model.only(|subject| stays(subject) || !self.all.contains(&subject))
    }

    fn breaks(&self, grid: &Grid, subject: Subject) -> bool {
        self.only(|other| other == subject).verify(grid).is_err()
    }
}
