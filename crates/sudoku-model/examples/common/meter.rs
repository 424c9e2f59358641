//! Progress for people who wait.

// Only the library has to compile with Rust 1.63.
#![allow(clippy::incompatible_msrv)]

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Nobody waits for less.
const PATIENCE: Duration = Duration::from_secs(1);
/// From one line on the terminal to the next.
const INTERVAL: Duration = Duration::from_millis(250);
const WIDTH: usize = 30;

/// Does some work; if it takes longer than a second, and standard error is a terminal, a bar there
/// shows how much of it is done by the counter.
pub(crate) fn watch<T>(total: usize, work: impl FnOnce(&AtomicUsize) -> T) -> T {
    let done = AtomicUsize::new(0);
    if !io::stderr().is_terminal() {
        return work(&done);
    }
    thread::scope(|scope| {
        let (end, ended) = channel::<()>();
        let done = &done;
        scope.spawn(move || {
            let begin = Instant::now();
            let mut pause = PATIENCE;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let bar = bar(done.load(Ordering::Relaxed), total, begin.elapsed());
                // A closed standard error is no reason to stop working.
                let _ = write!(io::stderr(), "\r{bar}\x1b[K");
                pause = INTERVAL;
            }
            if pause == INTERVAL {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        });
        let result = work(done);
        drop(end);
        result
    })
}

fn bar(done: usize, total: usize, elapsed: Duration) -> String {
    let full = done * WIDTH / total.max(1);
    let bar = "#".repeat(full) + &".".repeat(WIDTH - full);
    format!("[{bar}] {done} of {total} puzzles, {} s", elapsed.as_secs())
}

#[test]
fn the_bar_grows_with_what_is_done() {
    let bars = [0, 499, 1000].map(|done| bar(done, 1000, Duration::from_millis(2900)));
    assert_eq!(
        bars,
        [
            "[..............................] 0 of 1000 puzzles, 2 s",
            "[##############................] 499 of 1000 puzzles, 2 s",
            "[##############################] 1000 of 1000 puzzles, 2 s",
        ]
    );
}
