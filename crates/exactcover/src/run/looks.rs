//! How much is read and written between two looks at the limits, counted for the tests: a clock
//! would tell about the machine, too.

use core::cell::Cell;

std::thread_local! {
    static SINCE: Cell<usize> = const { Cell::new(0) };
    static WORST: Cell<usize> = const { Cell::new(0) };
    static ALL: Cell<usize> = const { Cell::new(0) };
}

/// An engine reads or writes so many entries: links, cells, items of an option, words or vectors of
/// a set, vectors of counts, masks, literals of a clause.
pub(crate) fn touched(entries: usize) {
    SINCE.with(|since| since.set(since.get() + entries));
    ALL.with(|all| all.set(all.get() + entries));
    WORST.with(|worst| worst.set(worst.get().max(SINCE.with(Cell::get))));
}

/// Somebody looks at the limits.
pub(crate) fn looked() {
    SINCE.with(|since| since.set(0));
}

/// The most entries between two looks while `work` runs, and all of them.
pub(crate) fn counted(work: impl FnOnce()) -> (usize, usize) {
    looked();
    WORST.with(|worst| worst.set(0));
    ALL.with(|all| all.set(0));
    work();
    (WORST.with(Cell::get), ALL.with(Cell::get))
}
