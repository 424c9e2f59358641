//! Squares of two by two cells: global entropy, and the same with remainders.

use super::{at_offset, digits, rank, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::{Automaton, Part};

/// Every square of 2 x 2 cells, anywhere on the board, has digits of all three kinds.
///
/// ```
/// use sudoku_model::rules::Squares;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(6)?;
/// let model = Model::builder(shape).rule(Squares::entropy()).build()?;
/// let grid = model.solve().found().expect("a grid");
/// let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
/// let digits = square.map(|(row, column)| grid.get(shape.cell(row, column)));
/// assert!(digits.contains(&Some(1)) || digits.contains(&Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Squares {
    kinds: Kinds,
}

/// The three kinds of digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kinds {
    Thirds,
    Remainders,
}

impl Squares {
    /// Global entropy: the kinds are low, middle and high, a third of the digits each. For boards
    /// whose side can be divided by 3.
    #[must_use]
    pub fn entropy() -> Squares {
        let kinds = Kinds::Thirds;
        Squares { kinds }
    }

    /// The kinds are the three remainders of a division by 3.
    #[must_use]
    pub fn modular() -> Squares {
        let kinds = Kinds::Remainders;
        Squares { kinds }
    }
}

impl super::form::Line for Squares {
    fn blank() -> Squares {
        Squares::entropy()
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let choices = [("entropy", Kinds::Thirds), ("modular", Kinds::Remainders)];
        form.choice(&mut self.kinds, "entropy or modular", &choices)
    }
}

impl Rule for Squares {
    fn name(&self) -> &'static str {
        match self.kinds {
            Kinds::Thirds => "global entropy",
            Kinds::Remainders => "global mod",
        }
    }

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        if self.kinds == Kinds::Remainders || shape.digits().len() % 3 == 0 {
            return Ok(());
        }
        let (cells, why) = (
            Vec::new(),
            "the number of digits cannot be divided by 3".into(),
        );
        Err((me, Fault::Said { cells, why }))
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let kind = |digit: u8| match self.kinds {
            Kinds::Thirds => 3 * rank(shape, digit) / shape.digits().len(),
            Kinds::Remainders => usize::from(digit) % 3,
        };
        // A bit for each kind that has been seen.
        let read = |&seen: &u8, digit| Some(seen | 1 << kind(digit));
        let automaton = Automaton::new(shape.digits(), 4, 0, read, |&seen| seen == 0b111);
        let square = |[a, b]: [Cell; 2]| {
            let right = shape.cell(a.row(), b.column());
            let below = shape.cell(b.row(), a.column());
            let automaton = automaton.clone();
            Part::Automaton {
                cells: vec![a, right, below, b],
                automaton,
            }
        };
        at_offset(shape, 1, 1).map(square).collect()
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let shape = grid.shape();
        let all: Vec<u8> = shape.digits().digits().collect();
        let third = all.len() / 3;
        for cell in shape.cells() {
            let (row, column) = (cell.row(), cell.column());
            let square = [(0, 0), (0, 1), (1, 0), (1, 1)]
                .iter()
                .map(|(down, right)| shape.try_cell(row + down, column + right));
            let square: Vec<Cell> = square.flatten().collect();
            let found = digits(grid, &square);
            let has = |kind: usize| match self.kinds {
                Kinds::Thirds => {
                    let mut digits = all[kind * third..].iter().take(third);
                    digits.any(|digit| found.contains(digit))
                }
                Kinds::Remainders => found.iter().any(|&it| usize::from(it) % 3 == kind),
            };
            let keeps = square.len() < 4 || (0..3).all(has);
            verify(keeps, &square, "lack a kind of digits")?;
        }
        Ok(())
    }

    fn sentence(&self) -> String {
        let kinds = match self.kinds {
            Kinds::Thirds => "a low, a middle and a high digit",
            Kinds::Remainders => "digits with all three remainders of a division by 3",
        };
        format!("Every square of 2 x 2 cells has {kinds}.")
    }
}
