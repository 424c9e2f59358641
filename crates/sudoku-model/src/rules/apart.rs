//! Anti-knight, anti-king, anti-taxicab: equal digits are not so near.

use super::{at_offset, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// No two cells at a certain distance from each other, anywhere on the board, hold the same digit.
///
/// ```
/// use sudoku_model::rules::Apart;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let model = Model::builder(shape).rule(Apart::knight()).build()?;
/// let grid = model.solve().found().expect("a grid");
/// assert_ne!(grid.get(shape.cell(0, 0)), grid.get(shape.cell(2, 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Apart {
    distance: Distance,
}

/// Where equal digits are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Distance {
    Knight,
    King,
    Taxicab(usize),
    /// As many steps away as the digit says.
    Digit,
}

impl Apart {
    /// Anti-knight: no equal digits a knight's move apart.
    #[must_use]
    pub fn knight() -> Apart {
        let distance = Distance::Knight;
        Apart { distance }
    }

    /// Anti-king: no equal digits a king's move apart.
    #[must_use]
    pub fn king() -> Apart {
        let distance = Distance::King;
        Apart { distance }
    }

    /// No equal digits exactly so many steps apart, along rows and columns, with turns.
    #[must_use]
    pub fn taxicab(distance: usize) -> Apart {
        let distance = Distance::Taxicab(distance);
        Apart { distance }
    }

    /// Anti-taxicab: no digit is exactly as many steps from an equal one as it says; no two fours
    /// are four steps apart.
    #[must_use]
    pub fn digit_taxicab() -> Apart {
        let distance = Distance::Digit;
        Apart { distance }
    }
}

impl super::form::Line for Apart {
    fn blank() -> Apart {
        Apart::knight()
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let mut steps = match self.distance {
            Distance::Taxicab(steps) => steps,
            _ => 0,
        };
        let choices = [
            ("knight", Distance::Knight),
            ("king", Distance::King),
            ("taxicab", Distance::Taxicab(steps)),
            ("digit", Distance::Digit),
        ];
        form.choice(
            &mut self.distance,
            "knight, king, taxicab or digit",
            &choices,
        )?;
        if let Distance::Taxicab(_) = self.distance {
            form.number(&mut steps)?;
            self.distance = Distance::Taxicab(steps);
        }
        Ok(())
    }
}

impl Rule for Apart {
    fn name(&self) -> &'static str {
        match self.distance {
            Distance::Knight => "anti-knight",
            Distance::King => "anti-king",
            Distance::Taxicab(_) | Distance::Digit => "anti-taxicab",
        }
    }

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let [height, width] = [shape.row_count(), shape.column_count()].map(|lines| lines as isize);
        let mut parts = Vec::new();
        // To the right, or down: each pair of cells once.
        for rows in 0..height {
            for columns in if rows == 0 { 1 } else { 1 - width }..width {
                let steps = (rows + columns.abs()) as usize;
                let pairs = at_offset(shape, rows, columns);
                let is_forbidden = match self.distance {
                    Distance::Knight => rows * columns.abs() == 2,
                    Distance::King => rows <= 1 && columns.abs() <= 1,
                    Distance::Taxicab(distance) => steps == distance,
                    Distance::Digit => {
                        let mut digits = shape.digits().digits();
                        digits.any(|digit| usize::from(digit) == steps)
                    }
                };
                if !is_forbidden {
                    continue;
                }
                if self.distance == Distance::Digit {
                    let allowed = |a: u8, b| a != b || usize::from(a) != steps;
                    parts.extend(Part::relations(pairs, shape, allowed));
                } else {
                    parts.extend(pairs.map(|pair| Part::AllDifferent(pair.to_vec())));
                }
            }
        }
        parts
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        for (a, digit) in grid.filled() {
            let (row, column) = (a.row(), a.column());
            for (b, _) in grid.filled().filter(|&(b, it)| it == digit && b > a) {
                let (rows, columns) = (b.row() - row, b.column().abs_diff(column));
                let near = match self.distance {
                    Distance::Knight => matches!((rows, columns), (1, 2) | (2, 1)),
                    Distance::King => rows.max(columns) == 1,
                    Distance::Taxicab(distance) => rows + columns == distance,
                    Distance::Digit => rows + columns == usize::from(digit),
                };
                if near {
                    let cells = [a, b];
                    return Err(Broken::DigitTwice { digit, cells });
                }
            }
        }
        Ok(())
    }

    fn sentence(&self) -> String {
        let apart = match self.distance {
            Distance::Knight => "a knight's move apart".into(),
            Distance::King => "a king's move apart".into(),
            Distance::Taxicab(distance) => format!("{distance} steps apart"),
            Distance::Digit => "exactly as many steps apart as the digit says".into(),
        };
        format!("No two cells {apart} hold the same digit.")
    }
}
