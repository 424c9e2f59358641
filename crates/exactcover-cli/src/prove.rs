//! `prove`: all solutions, and a proof for others to check that these are all.

use crate::args::ProveArgs;
use crate::problem;
use crate::progress::look;
use crate::search::{set_up, Costs};
use cli_manners::interrupt::Interrupt;
use cli_manners::json::Object;
use cli_manners::limits::obstacle;
use cli_manners::meter::Meter;
use cli_manners::staging::Staging;
use cli_manners::{Failure, Verdict};
use exactcover::proof::{Block, Format, Model};
use exactcover::{Limit, OptionId, Outcome, Problem, Report};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

pub(crate) fn run(args: &ProveArgs, out: &mut impl Write) -> Result<Verdict, Failure> {
    let begin = Instant::now();
    let text = args.search.problem.read()?;
    let problem = problem::read(&text)?.problem;
    if args.format == Format::Drat {
        problem::refuse_multiplicities(&text, &problem, "--format drat")?;
    }
    problem::refuse_by_engine(&text, &problem, args.search.engine)?;
    let reading = begin.elapsed();
    // From here on, a signal that ended the program would leave files.
    let interrupt = Interrupt::catch();
    let staging = Staging::new("-o", &args.directory)?;
    let begin = Instant::now();
    let report = write_all(args, &problem, &staging, &interrupt)?;
    let costs = Costs {
        reading,
        searching: begin.elapsed(),
        stats: report.stats,
        solutions: report.stats.solutions.into(),
    };
    let proved = report.outcome == Outcome::Exhausted;
    if proved {
        staging.publish()?;
    }
    let solutions = report.stats.solutions;
    if args.search.json {
        let why = obstacle(report.outcome).map(|(_, option)| option);
        let object = Object::new().text("command", "prove");
        let object = object.raw("solutions", solutions).raw("complete", proved);
        let mut object = object.text_or_null("stopped_by", why);
        if args.search.stats {
            object = object.raw("stats", costs.json());
        }
        writeln!(out, "{object}")?;
    } else {
        match obstacle(report.outcome) {
            Some((why, _)) => {
                writeln!(out, "unknown: {why} after {solutions} solutions, no proof")?;
            }
            None => writeln!(out, "{solutions}: proved in {}", args.directory.display())?,
        }
        if args.search.stats {
            // Nothing is left to be done if standard error is closed.
            let _ = io::stderr().write_all(costs.to_string().as_bytes());
        }
    }
    Ok(match report.outcome {
        Outcome::LimitReached(Limit::Cancelled) => interrupt.verdict(),
        Outcome::LimitReached(_) => Verdict::Incomplete,
        Outcome::Exhausted | Outcome::Stopped => Verdict::Yes,
    })
}

/// Searches, and writes all that makes the proof.
fn write_all(
    args: &ProveArgs,
    problem: &Problem<usize>,
    staging: &Staging<'_>,
    interrupt: &Interrupt,
) -> Result<Report<()>, Failure> {
    let mut search = set_up(problem, &args.search, interrupt);
    let meter = Meter::new(args.search.progress, false).map(Arc::new);
    if let Some(meter) = meter.clone() {
        search = search.watch(move |progress| look(&meter, &progress));
    }
    let (model, proof) = match args.format {
        Format::Drat => ("model.cnf", "proof.drat"),
        _ => ("model.opb", "proof.pbp"),
    };
    let mut solutions = staging.create("solutions.txt")?;
    let mut written = Ok(());
    let mut blocked = Vec::new();
    let report = staging.fill(proof, |out| {
        search.prove(args.format, out, |solution| {
            let mut options = solution.options().to_vec();
            options.sort_unstable();
            written = write_solution(&mut solutions, problem, &options);
            blocked.push(Block::solution(problem, options));
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })
    });
    meter.iter().for_each(|meter| meter.clear());
    let report = report?;
    written
        .and_then(|()| solutions.flush())
        .map_err(|error| staging.failure("solutions.txt", error))?;
    staging.fill(model, |out| {
        Model::new(problem).write(args.format, &blocked, out)
    })?;
    Ok(report)
}

/// A line with the lines of these options.
pub(crate) fn write_solution(
    out: &mut impl Write,
    problem: &Problem<usize>,
    options: &[OptionId],
) -> io::Result<()> {
    let mut separator = "";
    for &option in options {
        write!(out, "{separator}{}", problem.label(option))?;
        separator = " ";
    }
    writeln!(out)
}
