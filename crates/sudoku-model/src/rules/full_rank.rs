//! Full rank: rows and columns in the order of the numbers that they show.

use super::draw::Mark;
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::ranked::{Compared, Comparisons};
use crate::parts::{Part, Ranked};

/// All rows and columns are read as numbers, each from both ends, and ranked, the smallest first: a
/// clue at one of these ends says which rank the number has that is read from there. A rank is one
/// more than there are smaller numbers.
///
/// On a board of side 9 these are 36 numbers. Four begin with each digit, so that a number with one
/// of the ranks 1 to 4 begins with 1, one with 5 to 8 begins with 2, and so on.
///
/// ```
/// use sudoku_model::rules::{FullRank, RankTies};
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = || (0..4).map(|column| shape.cell(0, column));
/// let smallest = |ties| Model::builder(shape).rule(FullRank::new(ties).clue(1, row())).build();
/// assert_eq!(smallest(RankTies::OnlyUnclued)?.count(u64::MAX), 9);
/// assert_eq!(smallest(RankTies::Any)?.count(u64::MAX), 27, "another number may be as small");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FullRank {
    ties: RankTies,
    clues: Vec<(usize, Vec<Cell>)>,
}

/// Which of the numbers of a [`FullRank`] may be equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RankTies {
    /// No two of them, even without any clue.
    None,
    /// Those without a clue: a number with one is equal to no other.
    OnlyUnclued,
    /// Any: as many numbers are smaller than the one with the clue as its rank says.
    Any,
}

impl FullRank {
    /// Without a clue yet.
    #[must_use]
    pub fn new(ties: RankTies) -> FullRank {
        let clues = Vec::new();
        FullRank { ties, clues }
    }

    /// The same with a clue: the rank, from 1, of a row or a column, whose cells are given from the
    /// end with the clue on.
    #[must_use]
    pub fn clue(mut self, rank: usize, line: impl IntoIterator<Item = Cell>) -> FullRank {
        self.clues.push((rank, line.into_iter().collect()));
        self
    }
}

/// The rows and columns from both ends, by the side of the board where they begin.
fn sides(shape: Shape) -> [Vec<Vec<Cell>>; 4] {
    let lines = |houses: Vec<Vec<Cell>>| {
        let turned = |line: &Vec<Cell>| line.iter().rev().copied().collect();
        let others = houses.iter().map(turned).collect();
        [houses, others]
    };
    let rows = lines(shape.rows().map(|row| row.cells().to_vec()).collect());
    let columns = lines(
        shape
            .columns()
            .map(|column| column.cells().to_vec())
            .collect(),
    );
    let ([left, right], [top, bottom]) = (rows, columns);
    [left, right, top, bottom]
}

impl Rule for FullRank {
    fn name(&self) -> &'static str {
        "full rank"
    }

    fn cells(&self) -> Vec<Cell> {
        self.clues
            .iter()
            .flat_map(|(_, line)| line.clone())
            .collect()
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        let (side, sides) = (shape.side(), sides(shape));
        if shape.cell_count() != side * side || shape.digits().len() != side {
            let (cells, why) = (
                Vec::new(),
                "rows and columns do not have every digit".into(),
            );
            return Err((me, Fault::Said { cells, why }));
        }
        for (rank, line) in &self.clues {
            let said = |why: &'static str| {
                let (cells, why) = (line.clone(), why.into());
                Err((me, Fault::Said { cells, why }))
            };
            if !sides.iter().any(|lines| lines.contains(line)) {
                return said("are no whole row or column from one of its ends");
            }
            if !(1..=4 * side).contains(rank) {
                return said("have no rank that so many rows and columns have");
            }
        }
        Ok(())
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let sides = sides(shape);
        let mut parts = Vec::new();
        for (rank, line) in &self.clues {
            // As many numbers begin with each digit as there are sides: one on each of the others.
            let (place, smaller) = ((rank - 1) / 4, (rank - 1) % 4);
            let others = sides.iter().filter(|lines| !lines.contains(line));
            if let Some(first) = shape.digits().digits().nth(place) {
                let may_tie = self.ties == RankTies::Any;
                let others = others.cloned().collect();
                let ranked = Ranked::new(line.clone(), first, others, smaller, may_tie);
                parts.push(Part::Ranked(Box::new(ranked)));
                // What ranks before it with the same digit is smaller.
                for (_, other) in self
                    .clues
                    .iter()
                    .filter(|(r, _)| (1..=smaller).contains(&rank.wrapping_sub(*r)))
                {
                    let before = vec![vec![other.clone()]];
                    let ranked = Ranked::new(line.clone(), first, before, 1, may_tie);
                    parts.push(Part::Ranked(Box::new(ranked)));
                }
            }
        }
        if self.ties == RankTies::None {
            // Numbers that begin on the same side differ there, and what is equal is so backward.
            let mut compare = Comparisons::new(shape);
            let [left, right, top, bottom] = &sides;
            for (lines, others) in [(left, right), (top, bottom)] {
                for (k, one) in (1..).zip(lines) {
                    let later = others[k..].iter();
                    parts.extend(
                        later.filter_map(|other| compare.part(Compared::Different, one, other)),
                    );
                }
            }
            for one in left {
                let others = top.iter().chain(bottom);
                parts.extend(
                    others.filter_map(|other| compare.part(Compared::Different, one, other)),
                );
            }
        }
        parts
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let lines = sides(grid.shape()).concat();
        let mut numbers: Vec<Vec<u8>> = lines.iter().map(|line| digits(grid, line)).collect();
        for (rank, line) in &self.clues {
            let number = digits(grid, line);
            let smaller = numbers.iter().filter(|&other| *other < number).count();
            verify(smaller + 1 == *rank, line, "have another rank")?;
            let equal = numbers.iter().filter(|&other| *other == number).count();
            let may_tie = self.ties == RankTies::Any;
            verify(
                may_tie || equal == 1,
                line,
                "are equal to another row or column",
            )?;
        }
        numbers.sort();
        let differ = numbers.windows(2).all(|pair| pair[0] != pair[1]);
        verify(
            self.ties != RankTies::None || differ,
            &[],
            "two rows or columns are equal",
        )
    }

    fn sentence(&self) -> String {
        let ties = match self.ties {
            RankTies::None => "No two of them are equal",
            RankTies::OnlyUnclued => "None with a clue is equal to another",
            RankTies::Any => "Equal ones have the same rank",
        };
        format!(
            "Of all rows and columns, read as numbers from both ends, a clue says which rank the \
             number has that begins there, 1 for the smallest. {ties}."
        )
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let clues = self.clues.iter();
        clues.map(|(rank, line)| Mark::clue(line, rank)).collect()
    }
}

impl super::form::Line for FullRank {
    fn blank() -> FullRank {
        FullRank::new(RankTies::Any)
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let choices = [
            ("none", RankTies::None),
            ("only-unclued", RankTies::OnlyUnclued),
            ("any", RankTies::Any),
        ];
        form.choice(&mut self.ties, "none, only-unclued or any", &choices)?;
        let mut clues = self.clues.iter().cloned();
        let mut found = Vec::new();
        while let Some((mut rank, mut line)) = form.another(clues.next()) {
            form.slash()?;
            form.number(&mut rank)?;
            form.cells(&mut line)?;
            found.push((rank, line));
        }
        drop(clues);
        self.clues = found;
        Ok(())
    }
}
