//! The interface of a `helper.h` that a course hands out with its exact cover homework.

use crate::{Engine, First, ItemId, Problem, Ties};
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
/// served by [`Problem`], which tells "no solution" from "the empty solution".
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
    rows: Vec<(i32, Vec<usize>)>,
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
        self.rows.push((id, items.to_vec()));
        Ok(())
    }

    /// The ids of the rows of an exact cover, in the order of the choices; empty if there is
    /// none.
    ///
    /// After a failure more rows can be added for another try. After a success the answer
    /// stays the same until [`Dlx::init`], whatever is added.
    ///
    /// # Complexity
    /// Exponential in the worst case. More items than the rows have entries take no time and no
    /// memory: some item is in no row.
    ///
    /// # Panics
    /// If the rows have more than 2<sup>31</sup> - 1 items in all.
    pub fn solver(&mut self) -> Vec<i32> {
        let entries: usize = self.rows.iter().map(|(_, items)| items.len()).sum();
        if self.solution.is_none() && self.columns <= entries {
            let mut builder = Problem::builder();
            builder.primaries(self.columns);
            for (id, items) in &self.rows {
                builder.option(*id, items.iter().map(|&item| ItemId::new(item - 1)));
            }
            let problem = builder
                .build()
                .expect("add_row has checked every row, and they are not too many");
            let search = problem.search_with(Engine::LINKS).ties(Ties::Last);
            if let First::Found(solution) = search.first().answer {
                self.solution = Some(solution.labels().copied().collect());
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
