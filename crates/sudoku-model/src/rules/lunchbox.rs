//! Lunchboxes: sandwiches with the bread of their own line.

use super::draw::{Ink, Mark, Width};
use super::{digits, verify, Rule};
use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits of a line are different, and those that stand between its least and its greatest one
/// add up to a total. (In a [`Sandwich`](super::Sandwich) they stand between those of the board.)
///
/// ```
/// use sudoku_model::rules::Lunchbox;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let line = [shape.cell(0, 0), shape.cell(0, 1), shape.cell(0, 2)];
/// let model = Model::builder(shape).rule(Lunchbox::new(3, line)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 6, "234, 432, 134, 431");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lunchbox {
    total: u32,
    cells: Vec<Cell>,
}

impl Lunchbox {
    /// A line with the sum of what lies between.
    pub fn new(total: u32, cells: impl IntoIterator<Item = Cell>) -> Lunchbox {
        let cells = cells.into_iter().collect();
        Lunchbox { total, cells }
    }
}

/// What has been read of the line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Bread {
    least: u8,
    greatest: u8,
    /// Whether the least one came first.
    rises: bool,
    /// The sums between the two, and since the second; all that are too large are the same.
    sums: [u32; 2],
}

impl super::form::Line for Lunchbox {
    fn blank() -> Lunchbox {
        Lunchbox::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.total)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Lunchbox {
    fn name(&self) -> &'static str {
        "lunchbox"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let all = shape.digits();
        // The least of so many different digits is no more than `low`, the greatest no less than
        // `high`.
        let (mut rising, count) = (all.digits(), self.cells.len());
        let high = rising.nth(count.saturating_sub(1));
        let low = all.digits().nth(all.len().saturating_sub(count));
        let read = |&bread: &Option<Bread>, digit: u8| {
            let first = Bread {
                least: digit,
                greatest: digit,
                rises: true,
                sums: [0; 2],
            };
            let old = match bread {
                Some(bread) => bread,
                None => return Some(Some(first)),
            };
            let (falls, [between, since]) = (digit < old.least, old.sums);
            let (rises, sums) = if (old.least..=old.greatest).contains(&digit) {
                (old.rises, [between, since + u32::from(digit)])
            } else if old.least == old.greatest {
                (!falls, [0, 0])
            } else if falls == old.rises {
                // A new end in place of the first slice, and then in place of the second one.
                (!falls, [since, 0])
            } else {
                let second = u32::from(if falls { old.least } else { old.greatest });
                (!falls, [between + second + since, 0])
            };
            let sums = sums.map(|sum| sum.min(self.total.saturating_add(1)));
            let (least, greatest) = (old.least.min(digit), old.greatest.max(digit));
            // Different digits have no more between them.
            let ends = Digits::up_to(least.into()) | Digits::single(greatest);
            let most = (Digits::up_to(greatest.into()) - ends).sum();
            let fits = ![old.least, old.greatest].contains(&digit) && sums[0] + sums[1] <= most;
            let mut next = Bread {
                least,
                greatest,
                rises,
                sums,
            };
            // What lies between them only grows if nothing can take the place of the first slice,
            // and is final if nothing can take that of either.
            let last = [Some(least) == all.min(), Some(greatest) == all.max()];
            let [first, second] = if rises { last } else { [last[1], last[0]] };
            let (over, short) = (sums[0] > self.total, sums[0] < self.total);
            let never = first && (over || second && short);
            // Nor does it matter what lies after a slice that another takes the place of.
            let stays = [Some(least) <= low, Some(greatest) >= high];
            let [first_stays, second_stays] = if rises { stays } else { [stays[1], stays[0]] };
            if !first_stays {
                next.sums[0] = 0;
            }
            if first && second || !first_stays && !second_stays {
                next.sums[1] = 0;
            }
            (fits && !never).then_some(Some(next))
        };
        let end = |bread: &Option<Bread>| bread.map_or(false, |bread| bread.sums[0] == self.total);
        let cells = self.cells.clone();
        let key = (self.name(), &[self.total][..]);
        let line = Part::remembered(key, cells.clone(), shape, None, read, end);
        vec![Part::AllDifferent(cells), line]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        if let Some((digit, cells)) = grid.repeated_digit(&self.cells) {
            return Err(Broken::DigitTwice { digit, cells });
        }
        let digits = digits(grid, &self.cells);
        let place = |end| digits.iter().position(|digit| Some(digit) == end);
        let ends = [place(digits.iter().min()), place(digits.iter().max())];
        let between = digits.iter().enumerate().filter(|&(k, _)| {
            ends.iter().any(|&end| end < Some(k)) && ends.iter().any(|&end| end > Some(k))
        });
        let sum: u32 = between.map(|(_, &digit)| u32::from(digit)).sum();
        verify(
            sum == self.total,
            &self.cells,
            "have another sum between the least and the greatest digit",
        )
    }

    fn sentence(&self) -> String {
        let total = self.total;
        format!(
            "The digits of the line are different, and those between the least and the greatest \
             one add up to {total}."
        )
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let mut marks = vec![Mark::line(&self.cells, Ink::Pink, Width::Wide)];
        let text = self.total.to_string();
        marks.extend(self.cells.first().map(|&cell| Mark::Corner { cell, text }));
        marks
    }
}
