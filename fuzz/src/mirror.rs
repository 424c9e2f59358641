//! [`Dlx`] against the header that it mirrors, written down a second time.

use arbitrary::{Arbitrary, Unstructured};
use exactcover::{Dlx, RowError};

#[derive(Arbitrary, Debug)]
enum Call {
    Init(u8),
    /// An id, and items that may be out of range or repeat.
    AddRow(i32, Vec<u8>),
    Solver,
    /// Goes on with a clone and drops the original.
    Clone,
}

/// The header as its behavior was observed: the last of the shortest columns, rows in the order of
/// adding, and an answer that stays once there is one.
#[derive(Clone, Default)]
struct Header {
    columns: usize,
    rows: Vec<(i32, Vec<usize>)>,
    answer: Option<Vec<i32>>,
}

impl Header {
    fn solver(&mut self) -> Vec<i32> {
        if self.answer.is_none() {
            let columns: Vec<usize> = (1..=self.columns).collect();
            let rows: Vec<usize> = (0..self.rows.len()).collect();
            self.answer = self.search(&columns, &rows);
        }
        self.answer.clone().unwrap_or_default()
    }

    fn search(&self, columns: &[usize], rows: &[usize]) -> Option<Vec<i32>> {
        let has = |row: usize, column: usize| self.rows[row].1.contains(&column);
        let size = |column: usize| rows.iter().filter(|&&row| has(row, column)).count();
        // Of equal ones, this is the last.
        let column = match columns.iter().rev().min_by_key(|&&column| size(column)) {
            None => return Some(Vec::new()),
            Some(&column) => column,
        };
        for &row in rows.iter().filter(|&&row| has(row, column)) {
            let (id, items) = &self.rows[row];
            let left: Vec<usize> = columns
                .iter()
                .copied()
                .filter(|c| !items.contains(c))
                .collect();
            let meets = |other: usize| items.iter().any(|&item| has(other, item));
            let others: Vec<usize> = rows
                .iter()
                .copied()
                .filter(|&other| !meets(other))
                .collect();
            if let Some(below) = self.search(&left, &others) {
                return Some([*id].into_iter().chain(below).collect());
            }
        }
        None
    }
}

/// Calls in any order.
pub(crate) fn dlx_mirror(data: &[u8]) {
    let mut input = Unstructured::new(data);
    let mut dlx = Dlx::new();
    let mut header = Header::default();
    let mut calls = 0;
    while let (false, Ok(call)) = (input.is_empty() || calls > 100, input.arbitrary()) {
        calls += 1;
        match call {
            Call::Init(n) => {
                let n = usize::from(n % 10);
                dlx.init(n);
                header = Header {
                    columns: n,
                    ..Header::default()
                };
            }
            Call::AddRow(id, items) => {
                let items: Vec<usize> = items.iter().map(|&item| usize::from(item % 12)).collect();
                let outside = |&&item: &&usize| !(1..=header.columns).contains(&item);
                let repeats = |k: &usize| items[..*k].contains(&items[*k]);
                match dlx.add_row(id, &items) {
                    Ok(()) => {
                        assert!(!items.is_empty() && !items.iter().any(|item| outside(&item)));
                        assert!(!(0..items.len()).any(|k| repeats(&k)));
                        if header.rows.len() < 24 {
                            header.rows.push((id, items));
                        } else {
                            // The slow one would take too long.
                            return;
                        }
                    }
                    Err(RowError::Empty { id: its }) => assert!(its == id && items.is_empty()),
                    Err(RowError::OutOfRange { item, n, .. }) => {
                        assert!(
                            n == header.columns && items.iter().filter(outside).any(|&i| i == item)
                        );
                    }
                    Err(RowError::Repeated { item, .. }) => {
                        assert!((0..items.len()).filter(repeats).any(|k| items[k] == item));
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            Call::Solver => assert_eq!(dlx.solver(), header.solver()),
            Call::Clone => dlx = dlx.clone(),
        }
    }
}
