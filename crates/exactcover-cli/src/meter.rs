//! Progress for people who wait.

use crate::command::When;
use exactcover::{Progress, Stats};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Nobody waits for less.
const PATIENCE: Duration = Duration::from_secs(1);
/// From one line on the terminal to the next.
const INTERVAL: Duration = Duration::from_millis(250);

/// A line on standard error that shows how far the search has come.
#[derive(Debug)]
pub(crate) struct Meter {
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
    /// When and at how many nodes the last look was.
    last: (Instant, u64),
    /// Whether there is a line on the terminal to wipe away.
    shown: bool,
}

impl Meter {
    /// The meter that `--progress` asks for, if any.
    pub(crate) fn new(when: When, prints_solutions: bool) -> Option<Meter> {
        let terminal = io::stderr().is_terminal();
        let wanted = match when {
            When::Always => true,
            When::Never => false,
            // Solutions that run over a terminal show progress enough, and would mix with it.
            When::Auto => terminal && !(prints_solutions && io::stdout().is_terminal()),
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

    /// Shows the progress if it is time to.
    pub(crate) fn look(&self, progress: &Progress) {
        let now = Instant::now();
        // Another thread that is at it shows the same.
        let Ok(mut state) = self.state.try_lock() else {
            return;
        };
        if now < state.due {
            return;
        }
        let (then, nodes) = state.last;
        let rate = (progress.stats.nodes - nodes) as f64 / (now - then).as_secs_f64();
        let line = line(progress.fraction, &progress.stats, rate, now - state.begin);
        // A closed standard error is no reason to stop searching.
        let _ = if self.terminal {
            write!(io::stderr(), "\r{line}\x1b[K")
        } else {
            writeln!(io::stderr(), "{line}")
        };
        state.last = (now, progress.stats.nodes);
        state.due = now + self.interval;
        state.shown = self.terminal;
    }

    /// Leaves the terminal as it was.
    pub(crate) fn clear(&self) {
        if let Ok(mut state) = self.state.lock() {
            if std::mem::take(&mut state.shown) {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        }
    }
}

fn line(fraction: f64, stats: &Stats, rate: f64, elapsed: Duration) -> String {
    let mut line = String::new();
    // An engine that cannot tell how far it is stays at 0.
    if fraction > 0.0 {
        line = format!("{:6.2}%  ", 100.0 * fraction);
    }
    let seconds = elapsed.as_secs();
    // Writing to a string cannot fail.
    let _ = write!(
        line,
        "{} nodes, {}/s  {} solutions  {}:{:02}:{:02}",
        short(stats.nodes as f64),
        short(rate),
        stats.solutions,
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    line
}

/// A number in at most four digits and a unit.
fn short(number: f64) -> String {
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

#[cfg(test)]
mod tests {
    use super::line;
    use exactcover::Stats;
    use std::time::Duration;

    fn shown(fraction: f64, nodes: u64, rate: f64, seconds: u64) -> String {
        let stats = Stats {
            nodes,
            solutions: 1234,
            ..Stats::default()
        };
        line(fraction, &stats, rate, Duration::from_secs(seconds))
    }

    #[test]
    fn shows_share_nodes_rate_solutions_and_time() {
        insta::assert_snapshot!(
            shown(0.123456, 45_678_901, 2_345_678.9, 3725),
            @" 12.35%  45.7 M nodes, 2.3 M/s  1234 solutions  1:02:05"
        );
    }

    #[test]
    fn shows_no_share_if_the_engine_cannot_tell() {
        insta::assert_snapshot!(
            shown(0.0, 999, 12.3, 59),
            @"999 nodes, 12/s  1234 solutions  0:00:59"
        );
    }
}
