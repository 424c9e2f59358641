//! Problems that have a formula for their count.

use exactcover::Problem;

/// The tilings of a rectangle by dominoes.
pub(crate) fn dominoes(rows: usize, columns: usize) -> Problem {
    let mut builder = Problem::builder();
    let squares = builder.primaries(rows * columns);
    for k in 0..rows * columns {
        if k % columns + 1 < columns {
            builder.option((), [squares[k], squares[k + 1]]);
        }
        if k + columns < rows * columns {
            builder.option((), [squares[k], squares[k + columns]]);
        }
    }
    builder.build().expect("a valid problem")
}
