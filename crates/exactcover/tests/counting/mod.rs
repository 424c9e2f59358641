//! An allocator that counts, for tests of what the documentation says of memory.
//!
//! It counts twice: for each thread, because a test has its thread for itself while the harness and
//! other tests allocate on theirs, and for the process, for work that goes to several threads.

// An allocator is unsafe by its nature; this one hands everything on and adds up sizes.
#![allow(unsafe_code)]
// A test needs one of the two counts.
#![allow(dead_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Mutex, PoisonError};

struct Counting;

// Signed: a thread may free what another one has allocated.
thread_local! {
    // No initializer and no destructor: nothing here allocates, at any time in the life of a
    // thread.
    static USED: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}
static ALL_USED: AtomicIsize = AtomicIsize::new(0);
static ALL_PEAK: AtomicIsize = AtomicIsize::new(0);

/// So many bytes more are in use.
fn add(bytes: usize) {
    // A size is at most `isize::MAX`.
    let bytes = bytes as isize;
    USED.with(|used| used.set(used.get() + bytes));
    PEAK.with(|peak| peak.set(peak.get().max(USED.with(Cell::get))));
    let used = ALL_USED.fetch_add(bytes, Ordering::Relaxed) + bytes;
    ALL_PEAK.fetch_max(used, Ordering::Relaxed);
}

/// So many bytes are no longer in use.
fn subtract(bytes: usize) {
    let bytes = bytes as isize;
    USED.with(|used| used.set(used.get() - bytes));
    ALL_USED.fetch_sub(bytes, Ordering::Relaxed);
}

// SAFETY: every call goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller keeps the promises that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller keeps the promises that the system's allocator asks for.
        unsafe { System.alloc_zeroed(layout) }
    }

    /// Counts as an allocator does that cannot grow a block in its place: for a moment both are in
    /// use.
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size);
        subtract(layout.size());
        // SAFETY: the caller keeps the promises that the system's allocator asks for.
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        subtract(layout.size());
        // SAFETY: the caller keeps the promises that the system's allocator asks for.
        unsafe { System.dealloc(place, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` leaves allocated, and the most that it has in use at the same time, on this thread
/// alone: what it hands to other threads is not seen.
pub(crate) fn bytes<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = USED.with(Cell::get);
    PEAK.with(|peak| peak.set(before));
    let result = work();
    let kept = USED.with(Cell::get) - before;
    let most = PEAK.with(Cell::get) - before;
    let counted = |bytes: isize| usize::try_from(bytes).expect("frees no more than it allocates");
    (result, counted(kept), counted(most))
}

/// The most that the process has in use at the same time while `work` runs, beyond what it had
/// before: with what `work` does on other threads, and with what else goes on. For bounds that
/// the bit that a harness takes does not matter to.
pub(crate) fn bytes_of_all_threads(work: impl FnOnce()) -> usize {
    static ONE: Mutex<()> = Mutex::new(());
    let _alone = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = ALL_USED.load(Ordering::Relaxed);
    ALL_PEAK.store(before, Ordering::Relaxed);
    work();
    let most = ALL_PEAK.load(Ordering::Relaxed) - before;
    usize::try_from(most).unwrap_or(0)
}
