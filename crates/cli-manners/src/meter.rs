//! Progress for people who wait.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// Nobody waits for less.
const PATIENCE: Duration = Duration::from_secs(1);
/// From one line on the terminal to the next.
const INTERVAL: Duration = Duration::from_millis(250);

/// When to show progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// On a terminal.
    Auto,
    /// Always, a line each second if standard error is no terminal.
    Always,
    /// Never.
    Never,
}

/// A line on standard error that shows how far the search has come.
#[derive(Debug)]
pub struct Meter {
    /// Whether every line replaces the one before.
    terminal: bool,
    interval: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    begin: Instant,
    /// When the next line is due.
    due: Instant,
    /// When the last line was shown, and the amount then.
    last: (Instant, u64),
    /// Whether there is a line on the terminal to wipe away.
    shown: bool,
}

impl Meter {
    /// The meter that `--progress` asks for, if any.
    #[must_use]
    pub fn new(when: When, prints: bool) -> Option<Meter> {
        let terminal = io::stderr().is_terminal();
        let wanted = match when {
            When::Always => true,
            When::Never => false,
            // Answers that run over a terminal show progress enough, and would mix with it.
            When::Auto => terminal && !(prints && io::stdout().is_terminal()),
        };
        let now = Instant::now();
        wanted.then(|| Meter {
            terminal,
            interval: if terminal { INTERVAL } else { PATIENCE },
            state: Mutex::new(State {
                begin: now,
                due: now + PATIENCE,
                last: (now, 0),
                shown: false,
            }),
        })
    }

    /// Shows a line if it is time to. It is made of the time so far and of the rate, in a second,
    /// at which this amount has grown since the last line.
    pub fn look(&self, amount: u64, line: impl FnOnce(Duration, f64) -> String) {
        let now = Instant::now();
        // Another thread that is at it shows the same.
        let Ok(mut state) = self.state.try_lock() else {
            return;
        };
        if now < state.due {
            return;
        }
        let (then, before) = state.last;
        let rate = (amount - before) as f64 / (now - then).as_secs_f64();
        let line = line(now - state.begin, rate);
        // A closed standard error is no reason to stop searching.
        let _ = if self.terminal {
            write!(io::stderr(), "\r{line}\x1b[K")
        } else {
            writeln!(io::stderr(), "{line}")
        };
        state.last = (now, amount);
        state.due = now + self.interval;
        state.shown = self.terminal;
    }

    /// Does some work that does not look at the meter itself; `look` does it for that meanwhile.
    pub fn during<T>(&self, look: impl Fn(&Meter) + Sync, work: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            let (end, ended) = channel::<()>();
            let look = &look;
            scope.spawn(move || {
                while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    look(self);
                }
                self.clear();
            });
            let result = work();
            drop(end);
            result
        })
    }

    /// Leaves the terminal as it was.
    pub fn clear(&self) {
        if let Ok(mut state) = self.state.lock() {
            if std::mem::take(&mut state.shown) {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        }
    }
}

/// The hours, minutes and seconds of a time.
#[must_use]
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{hours}:{minutes:02}:{:02}", seconds % 60)
}

/// A number in at most four digits and a unit.
#[must_use]
pub fn short(number: f64) -> String {
    let mut number = number;
    for unit in ["", " k", " M", " G", " T"] {
        if number < 1000.0 {
            let digits = usize::from(!unit.is_empty());
            return format!("{number:.digits$}{unit}");
        }
        number /= 1000.0;
    }
    format!("{number:.1} P")
}
