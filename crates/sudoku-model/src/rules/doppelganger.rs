//! Doppelgangers: every house has 0 and lacks a digit of its own.

use super::{are_different, counted, digits, verify, Rule};
use crate::board::{Cell, Digits, Grid, House, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::{Automaton, Part};
use core::cmp::Reverse;

/// Every row, column and box has 0 and lacks one of the other digits. No two rows lack the same
/// one, no two columns, and no two boxes. The row, the column and the box of a 0 lack three
/// different ones. For square boards with the digits from 0 to their side.
///
/// ```
/// use sudoku_model::rules::Doppelganger;
/// use sudoku_model::{Digits, Model, Shape};
///
/// let shape = Shape::with_side(4)?.with_digits((0..=4).collect::<Digits>())?;
/// let model = Model::builder(shape).rule(Doppelganger::new()).build()?;
/// let grid = model.solve().found().expect("a grid");
/// assert_eq!(grid.filled().filter(|&(_, digit)| digit == 0).count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doppelganger {
    boxes: bool,
}

impl Doppelganger {
    /// Of rows, columns and the boxes of the [`Shape`].
    #[allow(clippy::new_without_default)] // No board has it unasked.
    #[must_use]
    pub fn new() -> Doppelganger {
        Doppelganger { boxes: true }
    }

    /// Of rows and columns alone.
    #[must_use]
    pub fn lines() -> Doppelganger {
        Doppelganger { boxes: false }
    }

    /// The rows, the columns, and the boxes.
    fn kinds(&self, shape: Shape) -> Vec<Vec<House>> {
        let mut kinds = vec![shape.rows().collect(), shape.columns().collect()];
        kinds.extend(self.boxes.then(|| shape.boxes().collect()));
        kinds
    }
}

/// For the cells of one house after the other: one house lacks the digit, the others have it once.
fn missed_once(shape: Shape, digit: u8) -> Automaton {
    let side = shape.side();
    let read = |&(place, has, is_missed): &(usize, bool, bool), it| match has {
        true if it == digit => None,
        _ if place + 1 < side => Some((place + 1, has || it == digit, is_missed)),
        _ if has || it == digit => Some((0, false, is_missed)),
        _ => (!is_missed).then_some((0, false, true)),
    };
    let start = (0, false, false);
    Automaton::new(
        shape.digits(),
        shape.cell_count(),
        start,
        read,
        |&(_, _, is_missed)| is_missed,
    )
}

/// The cells with which a cell shares houses, and a bit for the kind of each such house, in an
/// order in which these bits are the same for all cells.
fn peers(cell: Cell, kinds: &[Vec<House>]) -> Vec<(Reverse<u8>, Cell)> {
    let houses = kinds.iter().enumerate().flat_map(|(kind, houses)| {
        let own = houses.iter().filter(|house| house.cells().contains(&cell));
        own.map(move |house| (kind, house))
    });
    let mut peers: Vec<(Reverse<u8>, Cell)> = Vec::new();
    for (kind, house) in houses {
        for &other in house.cells().iter().filter(|&&other| other != cell) {
            match peers.iter_mut().find(|peer| peer.1 == other) {
                Some((Reverse(bits), _)) => *bits |= 1 << kind,
                None => peers.push((Reverse(1 << kind), other)),
            }
        }
    }
    peers.sort();
    peers
}

/// For a cell and its peers: if it is 0, no more than one of its houses lacks the digit.
fn missed_by_one(
    shape: Shape,
    digit: u8,
    peers: &[(Reverse<u8>, Cell)],
    kinds: usize,
) -> Automaton {
    let all = (1 << kinds) - 1;
    // The kinds of houses that have the digit.
    let read = |&(place, found): &(usize, u8), it| match place {
        0 => Some((1, if it == 0 { 0 } else { all })),
        _ if it == digit => Some((place + 1, found | (peers[place - 1].0).0)),
        _ => Some((place + 1, found)),
    };
    let end = |&(_, found): &(usize, u8)| found.count_ones() as usize + 1 >= kinds;
    Automaton::new(shape.digits(), peers.len() + 1, (0, 0), read, end)
}

impl super::form::Line for Doppelganger {
    fn blank() -> Doppelganger {
        Doppelganger::new()
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let choices = [("boxes", true), ("lines", false)];
        form.choice(&mut self.boxes, "boxes or lines", &choices)
    }
}

impl Rule for Doppelganger {
    fn name(&self) -> &'static str {
        "doppelganger"
    }

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        let side = shape.side();
        let is_square = [shape.row_count(), shape.column_count()] == [side; 2];
        let fits = !self.boxes || shape.box_width() * shape.box_height() == side;
        if is_square && fits && shape.digits() == (0..=side as u8).collect::<Digits>() {
            return Ok(());
        }
        let boxes = if self.boxes {
            " and boxes as large as rows"
        } else {
            ""
        };
        let why = format!("needs a square board with the digits from 0 to its side{boxes}");
        let (cells, why) = (Vec::new(), why.into());
        Err((me, Fault::Said { cells, why }))
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let kinds = self.kinds(shape);
        let zero = |house: &House| counted(house.cells(), shape, 0, 1, |count| count == 1);
        let mut parts: Vec<Part> = kinds.iter().flatten().map(zero).collect();
        let around: Vec<_> = shape
            .cells()
            .map(|cell| (cell, peers(cell, &kinds)))
            .collect();
        for digit in shape.digits().digits().filter(|&digit| digit > 0) {
            let automaton = missed_once(shape, digit);
            parts.extend(kinds.iter().map(|houses| Part::Automaton {
                cells: houses.iter().flat_map(House::cells).copied().collect(),
                automaton: automaton.clone(),
            }));
            let automaton = missed_by_one(shape, digit, &around[0].1, kinds.len());
            parts.extend(around.iter().map(|(cell, peers)| {
                let peers = peers.iter().map(|&(_, peer)| peer);
                Part::Automaton {
                    cells: core::iter::once(*cell).chain(peers).collect(),
                    automaton: automaton.clone(),
                }
            }));
        }
        parts
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let mut missed: Vec<(u8, House)> = Vec::new();
        for houses in self.kinds(grid.shape()) {
            let same_kind = missed.len();
            for house in houses {
                let (cells, found) = (house.cells(), digits(grid, house.cells()));
                let all = grid.shape().digits().digits();
                let lacks: Vec<u8> = all.filter(|digit| !found.contains(digit)).collect();
                let is_one = lacks.len() == 1 && lacks[0] != 0;
                verify(is_one, cells, "do not hold 0 and all but one other digit")?;
                let mut others = missed[same_kind..].iter();
                if let Some((_, other)) = others.find(|other| other.0 == lacks[0]) {
                    let cells = [other.cells(), cells].concat();
                    verify(false, &cells, "are two houses that lack the same digit")?;
                }
                missed.push((lacks[0], house));
            }
        }
        for (cell, _) in grid.filled().filter(|&(_, digit)| digit == 0) {
            let own = missed
                .iter()
                .filter(|(_, house)| house.cells().contains(&cell));
            let keeps = are_different(own.map(|&(digit, _)| digit));
            verify(
                keeps,
                &[cell],
                "holds 0, and two of its houses lack the same digit",
            )?;
        }
        Ok(())
    }

    fn sentence(&self) -> String {
        let (houses, no_two) = match self.boxes {
            true => ("row, column and box", ", no two columns and no two boxes"),
            false => ("row and column", " and no two columns"),
        };
        format!(
            "Every {houses} has 0 and lacks one other digit: no two rows lack the same{no_two}, \
             nor do any of those that share a 0."
        )
    }
}
