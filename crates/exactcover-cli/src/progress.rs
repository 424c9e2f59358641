//! Progress of a search, as people read it.

use cli_manners::meter::{clock, short, Meter};
use exactcover::{Progress, Stats};
use std::fmt::Write as _;
use std::time::Duration;

/// Shows the progress if it is time to.
pub(crate) fn look(meter: &Meter, progress: &Progress) {
    let stats = &progress.stats;
    meter.look(stats.nodes, |elapsed, rate| {
        line(progress.fraction, stats, rate, elapsed)
    });
}

fn line(fraction: f64, stats: &Stats, rate: f64, elapsed: Duration) -> String {
    let mut line = String::new();
    // An engine that cannot tell how far it is stays at 0.
    if fraction > 0.0 {
        line = format!("{:6.2}%  ", 100.0 * fraction);
    }
    // Writing to a string cannot fail.
    let _ = write!(
        line,
        "{} nodes, {}/s  {} solutions  {}",
        short(stats.nodes as f64),
        short(rate),
        stats.solutions,
        clock(elapsed)
    );
    line
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
