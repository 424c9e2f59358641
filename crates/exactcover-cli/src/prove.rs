//! `prove`: all solutions, and a proof for others to check that these are all.

use crate::args::ProveArgs;
use crate::interrupt::Interrupt;
use crate::json::Object;
use crate::meter::Meter;
use crate::search::{obstacle, set_up, Costs};
use crate::{Failure, Verdict};
use exactcover::proof::{Block, Format, Model, Sink};
use exactcover::{Limit, OptionId, Outcome, Problem, Report};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

pub(crate) fn run(args: &ProveArgs, out: &mut impl Write) -> Result<Verdict, Failure> {
    let begin = Instant::now();
    let problem = args.search.problem.read()?.problem()?.problem;
    let reading = begin.elapsed();
    // From here on, a signal that ended the program would leave files.
    let interrupt = Interrupt::catch();
    let staging = Staging::new(&args.directory)?;
    let begin = Instant::now();
    let report = write_all(args, &problem, &staging, &interrupt)?;
    let costs = Costs {
        reading,
        searching: begin.elapsed(),
        stats: report.stats,
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
        search = search.watch(move |progress| meter.look(&progress));
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
            blocked.push(Block::AllOf(options));
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
fn write_solution(
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

/// A directory beside the one to be made, which takes its place when everything is in it, and is
/// gone otherwise.
struct Staging<'a> {
    target: &'a Path,
    path: PathBuf,
}

impl<'a> Staging<'a> {
    fn new(target: &'a Path) -> Result<Self, Failure> {
        let shown = target.display();
        let name = target.file_name().ok_or_else(|| {
            Failure::Usage(format!(
                "-o: expected a directory to be made, found \"{shown}\""
            ))
        })?;
        match fs::read_dir(target).map(|mut entries| entries.next().is_none()) {
            Ok(true) => {}
            Ok(false) => {
                let message = format!("-o: \"{shown}\" is there and not empty");
                return Err(Failure::Usage(message));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::File(target.into(), error)),
        }
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}", std::process::id()));
        let path = target.with_file_name(hidden);
        match fs::create_dir(&path) {
            Ok(()) => Ok(Staging { target, path }),
            Err(error) => Err(Failure::File(target.into(), error)),
        }
    }

    /// What went wrong with a file, by the name that it would have got.
    fn failure(&self, name: &str, error: io::Error) -> Failure {
        Failure::File(self.target.join(name), error)
    }

    fn create(&self, name: &str) -> Result<BufWriter<File>, Failure> {
        match File::create(self.path.join(name)) {
            Ok(file) => Ok(BufWriter::new(file)),
            Err(error) => Err(self.failure(name, error)),
        }
    }

    /// Makes a file with this text.
    fn fill<T>(
        &self,
        name: &str,
        write: impl FnOnce(&mut Sink<BufWriter<File>>) -> Result<T, std::fmt::Error>,
    ) -> Result<T, Failure> {
        let mut sink = Sink::new(self.create(name)?);
        let result = write(&mut sink);
        let finished = sink.finish().map_err(|error| self.failure(name, error));
        finished.map(|_| result.unwrap_or_else(|_| unreachable!("the file took everything")))
    }

    fn publish(self) -> Result<(), Failure> {
        // It is empty, if it is there.
        let _ = fs::remove_dir(self.target);
        fs::rename(&self.path, self.target)
            .map_err(|error| Failure::File(self.target.into(), error))
    }
}

impl Drop for Staging<'_> {
    fn drop(&mut self) {
        // After `publish`, nothing is there any more.
        let _ = fs::remove_dir_all(&self.path);
    }
}
