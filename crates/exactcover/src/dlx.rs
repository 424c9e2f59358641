//! The interface of a `helper.h` that a course hands out with its exact cover homework.

use crate::engine::links::growing::Growing;
use crate::problem::matrix::MAX_PARTS;
use alloc::vec::Vec;
use core::fmt;

/// A mirror of the C++ struct `DLX` of the homework's `helper.h`, for code that is written
/// against it: the same answers in the same order.
///
/// | `helper.h` | here |
/// |---|---|
/// | `void Init(int n)` | [`Dlx::init`] |
/// | `void AddRow(int rr, vector<int> &sol)` | [`Dlx::add_row`] |
/// | `vector<int> Solver()` | [`Dlx::solver`] |
///
/// It branches on the last of the columns with the fewest rows, tries the rows of a column in
/// the order of adding, and lists the rows in the order of the choices. New code is better
/// served by [`Problem`](crate::Problem), which tells "no solution" from "the empty solution".
///
/// Knuth's example on 7 items:
/// ```
/// use exactcover::Dlx;
/// let mut dlx = Dlx::new();
/// dlx.init(7);
/// let rows: [&[usize]; 6] = [&[1, 4, 7], &[1, 4], &[4, 5, 7], &[3, 5, 6], &[2, 3, 6, 7], &[2, 7]];
/// for (id, row) in (1..).zip(rows) {
///     dlx.add_row(id, row)?;
/// }
/// assert_eq!(dlx.solver(), [4, 6, 2]);
/// # Ok::<(), exactcover::RowError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Dlx {
    columns: usize,
    ids: Vec<i32>,
    /// The number of items of all rows.
    entries: usize,
    /// The rows that came in since the last search: they are linked when there is something to
    /// search, and then dropped.
    new: Vec<Vec<usize>>,
    links: Option<Growing>,
    solution: Option<Vec<i32>>,
}

impl Dlx {
    /// The empty problem on no items, as after `init(0)`.
    #[must_use]
    pub fn new() -> Self {
        Dlx::default()
    }

    /// Starts anew with the items `1..=n` and no rows.
    pub fn init(&mut self, n: usize) {
        *self = Dlx {
            columns: n,
            ..Dlx::default()
        };
    }

    /// Adds a row with any id, which may repeat: the subset of `1..=n` with these items, in any
    /// order.
    ///
    /// # Errors
    /// A [`RowError`] where the original has undefined behavior; the row is then not added.
    pub fn add_row(&mut self, id: i32, items: &[usize]) -> Result<(), RowError> {
        if items.is_empty() {
            return Err(RowError::Empty { id });
        }
        let mut sorted = Vec::with_capacity(items.len());
        for &item in items {
            if !(1..=self.columns).contains(&item) {
                return Err(RowError::OutOfRange {
                    id,
                    item,
                    n: self.columns,
                });
            }
            sorted.push(item);
        }
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(RowError::Repeated { id, item: pair[0] });
        }
        // After a success, nothing that is added changes the answer.
        if self.solution.is_none() {
            self.ids.push(id);
            self.entries += items.len();
            self.new.push(items.to_vec());
        }
        Ok(())
    }

    /// The ids of the rows of an exact cover, in the order of the choices; empty if there is
    /// none.
    ///
    /// After a failure more rows can be added for another try. After a success the answer
    /// stays the same until [`Dlx::init`], whatever is added.
    ///
    /// # Complexity
    /// Exponential in the worst case. A row is linked once, so that asking again after a failure
    /// costs a search and no more; as long as some item is in no row, not even that. More items
    /// than the rows have entries take no time and no memory.
    ///
    /// # Panics
    /// If there are more than 2<sup>31</sup> - 1 items, rows and items of rows in all.
    pub fn solver(&mut self) -> Vec<i32> {
        if self.solution.is_none() && self.columns <= self.entries {
            let parts = self.columns.checked_add(self.ids.len());
            let parts = parts.and_then(|parts| parts.checked_add(self.entries));
            assert!(
                parts.map_or(false, |parts| parts <= MAX_PARTS),
                "the problem has more than 2^31 - 1 parts"
            );
            let columns = self.columns;
            let links = self.links.get_or_insert_with(|| Growing::new(columns));
            for row in self.new.drain(..) {
                links.add(&row);
            }
            if let Some(rows) = links.first() {
                let ids = rows.iter().map(|row| self.ids[row.index()]);
                self.solution = Some(ids.collect());
                self.links = None;
            }
        }
        self.solution.clone().unwrap_or_default()
    }
}

/// Why [`Dlx::add_row`] refused a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RowError {
    /// The row has no items.
    Empty {
        /// The id of the row.
        id: i32,
    },
    /// An item is not in `1..=n`.
    OutOfRange {
        /// The id of the row.
        id: i32,
        /// The item.
        item: usize,
        /// The number of items.
        n: usize,
    },
    /// An item occurs twice.
    Repeated {
        /// The id of the row.
        id: i32,
        /// The item.
        item: usize,
    },
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowError::Empty { id } => write!(f, "row {id} has no items"),
            RowError::OutOfRange { id, item, n } => {
                write!(f, "row {id} has item {item}, but items are 1..={n}")
            }
            RowError::Repeated { id, item } => write!(f, "row {id} has item {item} twice"),
        }
    }
}

#[cfg(feature = "std")]
impl std::error::Error for RowError {}

#[cfg(test)]
mod tests {
    use super::Dlx;

    /// Fails again and again, each time after a choice; then there is a solution.
    #[test]
    fn a_row_is_linked_once_and_a_failure_costs_its_search_alone() {
        const ROWS: i32 = 2000;
        let mut dlx = Dlx::new();
        dlx.init(4);
        for (id, row) in [(-1, [1, 2]), (-2, [2, 3])] {
            dlx.add_row(id, &row).expect("a valid row");
            assert!(dlx.solver().is_empty());
        }
        for id in 0..ROWS {
            dlx.add_row(id, &[4]).expect("a valid row");
            assert_eq!(dlx.new.len(), 1);
            assert!(dlx.solver().is_empty());
            // What is nowhere but in the links cannot be linked again.
            assert!(dlx.new.is_empty());
        }
        let (linked, stats) = dlx.links.as_ref().expect("links").work();
        assert_eq!(linked, 2 + ROWS as usize);
        // Before there was a row with item 4, there was nothing to search. Item 3 is in one row,
        // -2, which leaves none for item 1. A single row of item 4 is chosen before that.
        assert_eq!(stats.nodes, ROWS as u64 + 1);
        assert!(stats.updates <= 3 * ROWS as u64, "{}", stats.updates);
        dlx.add_row(-3, &[3]).expect("a valid row");
        assert_eq!(dlx.solver(), [-1, -3, 0]);
    }
}
