//! Strict boards: all marks of a kind are there.

use super::{at_offset, digits, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::Part;
use core::fmt;

/// No two neighbors, cells that share an edge, have what a mark between them would say, unless they
/// are marked: the negative constraint. What a mark says is a rule of its own, such as
/// [`Difference`](super::Difference), [`Ratio`](super::Ratio) or [`PairSum`](super::PairSum).
///
/// Anti-consecutive boards have no marks at all:
/// ```
/// use sudoku_model::rules::Strict;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(6)?;
/// let model = Model::builder(shape).rule(Strict::new([]).difference(1)).build()?;
/// assert_eq!(model.count(u64::MAX), 48, "of more than 28 million");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strict {
    marked: Vec<[Cell; 2]>,
    forbidden: Vec<Mark>,
}

/// What two neighbors may not have without a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Difference(u8),
    Ratio(u8),
    Total(u32),
}

impl Strict {
    /// A board with these marked pairs, whatever their marks say. Nothing is forbidden yet.
    pub fn new(marked: impl IntoIterator<Item = [Cell; 2]>) -> Strict {
        let marked = marked.into_iter().collect();
        let forbidden = Vec::new();
        Strict { marked, forbidden }
    }

    /// Strict kropki: a board with these dots, white and black. All other neighbors neither differ
    /// by 1 nor are in the ratio of 1 and 2.
    pub fn kropki(dots: impl IntoIterator<Item = [Cell; 2]>) -> Strict {
        Strict::new(dots).difference(1).ratio(2)
    }

    /// Strict XV: a board with these signs, X and V. All other neighbors add up neither to 5 nor to
    /// 10.
    pub fn xv(signs: impl IntoIterator<Item = [Cell; 2]>) -> Strict {
        Strict::new(signs).total(5).total(10)
    }

    /// Unmarked neighbors do not differ by this.
    #[must_use]
    pub fn difference(self, difference: u8) -> Strict {
        self.and(Mark::Difference(difference))
    }

    /// None of two unmarked neighbors is so many times the other.
    #[must_use]
    pub fn ratio(self, ratio: u8) -> Strict {
        self.and(Mark::Ratio(ratio))
    }

    /// Unmarked neighbors do not add up to this.
    #[must_use]
    pub fn total(self, total: u32) -> Strict {
        self.and(Mark::Total(total))
    }

    fn and(mut self, mark: Mark) -> Strict {
        self.forbidden.push(mark);
        self
    }

    fn is_marked(&self, [a, b]: [Cell; 2]) -> bool {
        self.marked.iter().any(|&it| it == [a, b] || it == [b, a])
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::Difference(difference) => write!(f, "differ by {difference}"),
            Mark::Ratio(ratio) => write!(f, "are in the ratio of 1 and {ratio}"),
            Mark::Total(total) => write!(f, "add up to {total}"),
        }
    }
}

impl super::form::Line for Strict {
    fn blank() -> Strict {
        Strict::new([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let show = |mark: &Mark| match mark {
            Mark::Difference(difference) => format!("difference={difference}"),
            Mark::Ratio(ratio) => format!("ratio={ratio}"),
            Mark::Total(total) => format!("total={total}"),
        };
        let expected = "a mark, such as difference=1, ratio=2, total=10";
        form.values(&mut self.forbidden, expected, show, |text| {
            let (kind, number) = text.split_once('=')?;
            match kind {
                "difference" => Some(Mark::Difference(number.parse().ok()?)),
                "ratio" => Some(Mark::Ratio(number.parse().ok()?)),
                "total" => Some(Mark::Total(number.parse().ok()?)),
                _ => None,
            }
        })?;
        form.slash()?;
        form.pairs(&mut self.marked)
    }
}

impl Rule for Strict {
    fn name(&self) -> &'static str {
        "strict board"
    }

    fn cells(&self) -> Vec<Cell> {
        self.marked.concat()
    }

    fn check(&self, me: Subject, _shape: Shape) -> Result<(), (Subject, Fault)> {
        if self.forbidden.is_empty() {
            let (cells, why) = (Vec::new(), "forbids nothing".into());
            return Err((me, Fault::Said { cells, why }));
        }
        let mut marked = self.marked.iter();
        match marked.find(|[a, b]| !a.touches(*b)) {
            Some(&cells) => Err((me, Fault::Apart { cells })),
            None => Ok(()),
        }
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let has = |mark: &Mark, a: u32, b: u32| match *mark {
            Mark::Difference(by) => a.abs_diff(b) == u32::from(by),
            Mark::Ratio(ratio) => a * u32::from(ratio) == b || b * u32::from(ratio) == a,
            Mark::Total(total) => a + b == total,
        };
        let allowed = |a: u8, b: u8| {
            let mut forbidden = self.forbidden.iter();
            !forbidden.any(|mark| has(mark, a.into(), b.into()))
        };
        let neighbors = at_offset(shape, 0, 1).chain(at_offset(shape, 1, 0));
        let unmarked = neighbors.filter(|&pair| !self.is_marked(pair));
        Part::relations(unmarked, shape, allowed)
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let lines = grid.shape().rows().chain(grid.shape().columns());
        for line in lines {
            for pair in line.cells().windows(2) {
                let mut digits = digits(grid, pair);
                digits.sort();
                let (small, large) = (digits[0], digits[1]);
                let has = |mark: &&Mark| match **mark {
                    Mark::Difference(by) => small.saturating_add(by) == large,
                    Mark::Ratio(ratio) => small.checked_mul(ratio) == Some(large),
                    Mark::Total(total) => total.checked_sub(small.into()) == Some(large.into()),
                };
                let found = self.forbidden.iter().find(has);
                if let Some(mark) = found.filter(|_| !self.is_marked([pair[0], pair[1]])) {
                    let (cells, why) = (pair.to_vec(), mark.to_string().into());
                    return Err(Broken::Said { cells, why });
                }
            }
        }
        Ok(())
    }

    fn sentence(&self) -> String {
        let forbidden: Vec<String> = self.forbidden.iter().map(ToString::to_string).collect();
        let forbidden = forbidden.join(" or ");
        match self.marked.len() {
            0 => format!("No neighbors {forbidden}."),
            _ => format!("No neighbors without a mark {forbidden}."),
        }
    }
}
