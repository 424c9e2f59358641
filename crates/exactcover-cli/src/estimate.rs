//! `estimate`: how large is the tree?

use crate::args::EstimateArgs;
use crate::problem;
use cli_manners::interrupt::Interrupt;
use cli_manners::json::Object;
use cli_manners::limits::{self, obstacle};
use cli_manners::{tell, Failure, Verdict};
use exactcover::{Limit, Outcome};
use std::io::Write;

pub(crate) fn run(args: &EstimateArgs, out: &mut impl Write) -> Result<Verdict, Failure> {
    let problem = problem::read(&args.problem.read()?)?.problem;
    let interrupt = Interrupt::catch();
    let limits = limits::from_now(args.limit_nodes, args.limit_time, &interrupt);
    let report = problem
        .search()
        .limits(limits)
        .estimate(args.probes, args.seed);
    let (guess, obstacle) = (report.answer, obstacle(report.outcome));
    let rows = [
        ("nodes", guess.nodes, guess.nodes_error),
        ("solutions", guess.solutions, guess.solutions_error),
    ];
    if args.json {
        let mut object = Object::new()
            .text("command", "estimate")
            .raw("probes", guess.probes);
        for (name, mean, error) in rows {
            object = object
                .raw(name, number(guess.probes > 0, mean))
                .raw(&format!("{name}_error"), number(true, error));
        }
        object = object
            .raw("complete", obstacle.is_none())
            .text_or_null("stopped_by", obstacle.map(|(_, option)| option));
        writeln!(out, "{object}")?;
    } else {
        if guess.probes > 0 {
            for (name, mean, error) in rows {
                writeln!(out, "{name:<9}  {mean:.3e} (standard error {error:.1e})")?;
            }
        }
        if let Some((why, _)) = obstacle {
            tell(format_args!("{why} after {} probes", guess.probes));
        }
    }
    Ok(match report.outcome {
        Outcome::LimitReached(Limit::Cancelled) => interrupt.verdict(),
        Outcome::LimitReached(_) => Verdict::Incomplete,
        Outcome::Exhausted | Outcome::Stopped => Verdict::Yes,
    })
}

/// As JSON, which has no infinity; `null` if it is not known.
fn number(known: bool, value: f64) -> String {
    if known && value.is_finite() {
        format!("{value:e}")
    } else {
        "null".into()
    }
}
