//! The domino set: all cells but some are covered by dominoes, one for each pair of digits.

use super::draw::Mark;
use super::Rule;
use crate::board::{Cell, Digits, Grid, House, HouseKind, Shape};
use crate::model::{Broken, Fault, Model, Subject};
use crate::parts::{Domino, Part, Tiling};

/// The rule as it comes: [`Builder::domino_tiling`](crate::Builder::domino_tiling) and
/// [`Builder::domino`](crate::Builder::domino).
#[derive(Clone, Default, Debug)]
pub(crate) struct DominoSet {
    pub(crate) singles: Option<Vec<Cell>>,
    pub(crate) placed: Vec<Domino>,
}

/// A domino by its number.
fn domino(number: usize) -> Subject {
    let name = "domino";
    Subject::Rule { name, number }
}

impl DominoSet {
    /// The cells under no domino.
    fn singles(&self) -> &[Cell] {
        self.singles.as_deref().unwrap_or(&[])
    }

    fn check_domino(&self, number: usize) -> Result<(), Fault> {
        let Domino { cells, digits } = self.placed[number];
        if digits[0] == digits[1] {
            return Err(Fault::Double { digit: digits[0] });
        }
        if !cells[0].touches(cells[1]) {
            return Err(Fault::Apart { cells });
        }
        for cell in cells {
            if self.singles().contains(&cell) {
                let other = Subject::House(HouseKind::Singles);
                return Err(Fault::Overlap { cell, other });
            }
            let covers = |earlier: &Domino| earlier.cells.contains(&cell);
            if let Some(first) = self.placed[..number].iter().position(covers) {
                let other = domino(first);
                return Err(Fault::Overlap { cell, other });
            }
        }
        let turned = [digits[1], digits[0]];
        let same = |earlier: &Domino| earlier.digits == digits || earlier.digits == turned;
        if let Some(first) = self.placed[..number].iter().position(same) {
            let other = domino(first);
            return Err(Fault::SameDigits { digits, other });
        }
        Ok(())
    }
}

impl super::form::Line for DominoSet {
    fn blank() -> DominoSet {
        DominoSet::default()
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let mut singles = self.singles.take().unwrap_or_default();
        form.cells(&mut singles)?;
        self.singles = Some(singles);
        form.slash()?;
        let shape = form.shape;
        let show = |domino: &Domino| {
            let ([a, b], [c, d]) = (domino.cells, domino.digits);
            format!("{a}={c}:{b}={d}")
        };
        let half = |text: &str| {
            let (cell, digit) = text.split_once('=')?;
            Some((super::form::read_cell(shape, cell)?, digit.parse().ok()?))
        };
        let expected = "a domino, such as r1c1=2:r1c2=3";
        form.values(&mut self.placed, expected, show, |text| {
            let (one, other) = text.split_once(':')?;
            let ((a, c), (b, d)) = (half(one)?, half(other)?);
            let (cells, digits) = ([a, b], [c, d]);
            Some(Domino { cells, digits })
        })
    }
}

impl Rule for DominoSet {
    fn name(&self) -> &'static str {
        "domino set"
    }

    fn cells(&self) -> Vec<Cell> {
        let covered = self.placed.iter().flat_map(|domino| domino.cells);
        self.singles().iter().copied().chain(covered).collect()
    }

    fn check(&self, _me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        let (found, expected) = (self.singles().len(), shape.digits().len());
        if self.singles.is_none() {
            return Err((domino(0), Fault::WithoutTiling));
        }
        if found != expected {
            let singles = Subject::House(HouseKind::Singles);
            return Err((singles, Fault::Size { expected, found }));
        }
        // As many pairs as there are, and the singles.
        if shape.cell_count() != expected * expected {
            let why = format!("{expected} digits have too many pairs for the board");
            let (cells, why) = (Vec::new(), why.into());
            return Err((Subject::Board, Fault::Said { cells, why }));
        }
        for number in 0..self.placed.len() {
            let fault = |fault| (domino(number), fault);
            self.check_domino(number).map_err(fault)?;
        }
        Ok(())
    }

    /// Every other part has to go into the exact cover.
    fn check_model(&self, _me: Subject, model: &Model) -> Result<(), (Subject, Fault)> {
        let lost = |(_, part): &(Subject, &Part)| !part.has_cover(model.shape());
        match model.named_parts().find(lost) {
            Some((subject, _)) => Err((subject, Fault::NotWithDominoes)),
            None => Ok(()),
        }
    }

    /// Each digit is on `side - 1` dominoes and in `side` rows, hence on exactly one single.
    fn parts(&self, _shape: Shape) -> Vec<Part> {
        let singles = self.singles().to_vec();
        let house = House::new(HouseKind::Singles, singles.iter().copied());
        let placed = self.placed.clone();
        vec![Part::House(house), Part::Tiling(Tiling { singles, placed })]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        for domino in &self.placed {
            for (&cell, expected) in domino.cells.iter().zip(domino.digits) {
                let found = grid.digits()[cell.index()];
                if found != expected {
                    return Err(Broken::Given {
                        cell,
                        expected,
                        found,
                    });
                }
            }
        }
        if let Some((digit, cells)) = grid.repeated_digit(self.singles()) {
            return Err(Broken::DigitTwice { digit, cells });
        }
        let mut free = vec![true; grid.shape().cell_count()];
        self.cells()
            .iter()
            .for_each(|cell| free[cell.index()] = false);
        let used = self.placed.iter();
        let mut used = used
            .map(|domino| domino.digits.into_iter().collect())
            .collect();
        if tile(grid, &mut free, &mut used) {
            Ok(())
        } else {
            Err(Broken::Tiling)
        }
    }

    fn sentence(&self) -> String {
        "Dominoes cover every cell but the isolated ones, one domino for each pair of digits."
            .into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let placed = self.placed.iter();
        let dominoes = placed.map(|domino| Mark::Outline {
            cells: domino.cells.to_vec(),
            label: String::new(),
            dashed: false,
        });
        let cells = self.singles().to_vec();
        core::iter::once(Mark::Shade { cells })
            .chain(dominoes)
            .collect()
    }
}

/// Covers the free cells by backtracking, the cell with the fewest dominoes first.
fn tile(grid: &Grid, free: &mut [bool], used: &mut Vec<Digits>) -> bool {
    let shape = grid.shape();
    let pair = |a: Cell, b: Cell| {
        grid.get(a)
            .into_iter()
            .chain(grid.get(b))
            .collect::<Digits>()
    };
    let mut best: Option<(Cell, Vec<Cell>)> = None;
    for cell in shape.cells().filter(|cell| free[cell.index()]) {
        let partners: Vec<Cell> = shape
            .neighbors(cell)
            .filter(|other| free[other.index()])
            .filter(|&other| pair(cell, other).len() == 2 && !used.contains(&pair(cell, other)))
            .collect();
        if best
            .as_ref()
            .map_or(true, |(_, fewest)| partners.len() < fewest.len())
        {
            best = Some((cell, partners));
        }
    }
    let (cell, partners) = match best {
        Some(best) => best,
        None => return true,
    };
    partners.into_iter().any(|partner| {
        free[cell.index()] = false;
        free[partner.index()] = false;
        used.push(pair(cell, partner));
        let done = tile(grid, free, used);
        used.pop();
        free[cell.index()] = true;
        free[partner.index()] = true;
        done
    })
}
