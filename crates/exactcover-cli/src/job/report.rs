//! `status`, `merge` and `clean`: what the records say, and what remains of them.

use super::forecast::Forecast;
use super::plan::contradicted;
use super::tally::{show, Tally};
use super::{unwritable, Job, Question, Record};
use crate::args::MergeArgs;
use crate::prove::write_solution;
use crate::records::{hash, publish, seal};
use cli_manners::input::Source;
use cli_manners::json::{array, Object, Quoted};
use cli_manners::staging::Staging;
use cli_manners::{tell, Failure, Verdict};
use exactcover::proof::{join, Block, Format, Model, Sink};
use exactcover::Open;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

/// A unit that was begun so often without a record fails.
const FAILING: usize = 3;

pub(crate) fn status(dir: &Path, json: bool, out: &mut impl Write) -> Result<Verdict, Failure> {
    let job = Job::open(dir)?;
    let tally = Tally::new(&job)?;
    let failing = tally.begun.iter().filter(|(_, &times)| times >= FAILING);
    let failing: Vec<&[i64]> = failing.map(|(unit, _)| &unit[..]).collect();
    let stats = &tally.stats;
    let forecast = Forecast::new(&job.header, &tally);
    let (total, error) = (forecast.total, 2.0 * forecast.error);
    let (low, high) = ((total - error).max(stats.nodes as f64), total + error);
    if json {
        let object = Object::new()
            .text("command", "status")
            .text("question", job.header.question.name())
            .raw("done", tally.done)
            .raw("open", tally.open.len())
            .raw("solutions", stats.solutions)
            .raw("nodes", stats.nodes)
            .raw("nodes_estimated", format!("{total:e}"))
            .raw("nodes_low", format!("{low:e}"))
            .raw("nodes_high", format!("{high:e}"))
            .raw("attempts", tally.attempts)
            .raw("hosts", array(tally.hosts.iter().map(|host| Quoted(host))))
            .raw("failing", array(failing.iter().map(|unit| array(*unit))))
            .raw("damaged", tally.damaged)
            .raw("duplicates", tally.duplicates)
            .raw("contradictions", tally.contradictions.len());
        writeln!(out, "{object}")?;
    } else {
        let hosts: Vec<&str> = tally.hosts.iter().map(String::as_str).collect();
        writeln!(
            out,
            "units      {} done, {} open",
            tally.done,
            tally.open.len()
        )?;
        writeln!(out, "solutions  {}", stats.solutions)?;
        writeln!(out, "nodes      {}", stats.nodes)?;
        writeln!(
            out,
            "estimated  {total:.3e} nodes ({low:.3e} to {high:.3e})"
        )?;
        let on = if hosts.is_empty() { "" } else { " on " };
        writeln!(out, "attempts   {}{on}{}", tally.attempts, hosts.join(", "))?;
        writeln!(
            out,
            "records    {} twice, {} damaged",
            tally.duplicates, tally.damaged
        )?;
        for unit in failing {
            writeln!(out, "failing    {}", show(unit))?;
        }
    }
    if !tally.contradictions.is_empty() {
        return Ok(contradicted(&tally));
    }
    Ok(if tally.answered(&job.header) {
        Verdict::Yes
    } else {
        Verdict::Incomplete
    })
}

pub(crate) fn merge(args: &MergeArgs, out: &mut impl Write) -> Result<Verdict, Failure> {
    let (job, json) = (Job::open(&args.directory)?, args.json);
    let message = match (job.header.question, &args.output) {
        (Question::Prove, None) => Some("a split for \"prove\" needs --output DIR"),
        (Question::Prove, Some(_)) | (_, None) => None,
        (_, Some(_)) => Some("--output goes with a split for \"prove\", and with no other"),
    };
    if let Some(message) = message {
        return Err(Failure::Usage(message.into()));
    }
    let tally = Tally::new(&job)?;
    if !tally.contradictions.is_empty() {
        return Ok(contradicted(&tally));
    }
    if tally.damaged > 0 {
        let damaged = tally.damaged;
        tell(format_args!(
            "{damaged} lines are torn or have been changed, and do not count"
        ));
    }
    let (open, solutions) = (tally.open.len(), tally.stats.solutions);
    let question = job.header.question;
    let answered = tally.answered(&job.header);
    let why = (!answered).then(|| format!("{open} units are open"));
    if let Some(output) = args.output.as_ref().filter(|_| answered) {
        write_proof(&job, &tally, output)?;
    }
    let lines: Vec<&str> = job.text.lines().collect();
    let wanted = question.enough().min(tally.found.len());
    let unique = match (answered, wanted) {
        (_, 2..) => "many",
        (false, _) => "unknown",
        (true, 1) => "one",
        (true, _) => "none",
    };
    if matches!(question, Question::Solve | Question::First) {
        for (number, solution) in (1..).zip(&tally.found[..wanted]) {
            let mut options = solution.clone();
            options.sort_unstable();
            let texts = options.iter().map(|&line| lines[line - 1].trim());
            if json {
                let object = Object::new()
                    .raw("solution", number)
                    .raw("lines", array(&options));
                writeln!(out, "{}", object.raw("options", array(texts.map(Quoted))))?;
            } else {
                texts
                    .chain([""])
                    .try_for_each(|text| writeln!(out, "{text}"))?;
            }
        }
    }
    if json {
        let mut object = Object::new()
            .text("command", "merge")
            .text("question", question.name());
        if question == Question::Unique {
            object = object.text("answer", unique);
        }
        let object = object.raw("solutions", solutions).raw("complete", answered);
        let object = object.raw("open", open).raw("nodes", tally.stats.nodes);
        writeln!(out, "{}", object.raw("max_depth", tally.stats.max_depth))?;
    } else {
        match (question, why) {
            (Question::Count, None) => writeln!(out, "{solutions}")?,
            (Question::Count, Some(why)) => writeln!(out, "{solutions} or more: {why}")?,
            (Question::Prove, None) => {
                let output = args.output.iter().map(|path| path.display());
                output
                    .into_iter()
                    .try_for_each(|path| writeln!(out, "{solutions}: proved in {path}"))?;
            }
            (Question::Prove, Some(why)) => {
                writeln!(out, "unknown: {why} after {solutions} solutions, no proof")?;
            }
            (Question::Unique, None) => writeln!(out, "{unique}")?,
            (Question::Unique, Some(why)) => writeln!(out, "{unique}: {why}")?,
            (_, None) if wanted == 0 => tell("no solution"),
            (_, None) => {}
            (_, Some(why)) => tell(format_args!("{why}: there may be more solutions")),
        }
    }
    Ok(match (answered, question) {
        (false, _) => Verdict::Incomplete,
        (true, Question::Count | Question::Prove) => Verdict::Yes,
        (true, Question::Unique) if unique == "one" => Verdict::Yes,
        (true, Question::Solve | Question::First) if wanted > 0 => Verdict::Yes,
        (true, _) => Verdict::No,
    })
}

/// Writes what `prove` would have written: the proofs of all units as one.
fn write_proof(job: &Job, tally: &Tally, output: &Path) -> Result<(), Failure> {
    let (staging, names) = (Staging::new("-o", output)?, job.names());
    let known = "records were checked";
    let mut blocked = Vec::new();
    let mut solutions = staging.create("solutions.txt")?;
    for solution in &tally.found {
        let mut options = names.options(solution).expect(known);
        options.sort_unstable();
        write_solution(&mut solutions, &job.problem, &options)
            .map_err(|error| staging.failure("solutions.txt", error))?;
        blocked.push(Block::solution(&job.problem, options));
    }
    let flushed = solutions.flush();
    flushed.map_err(|error| staging.failure("solutions.txt", error))?;
    staging.fill("model.opb", |out| {
        Model::new(&job.problem).write(Format::VeriPb, &blocked, out)
    })?;
    let mut failed = None;
    let mut sink = Sink::new(staging.create("proof.pbp")?);
    let mut records = tally.counted.iter();
    // One is asked for after the other, as they were added up.
    let joined = join(&mut sink, |_| {
        let record = records.next().expect(known);
        let steps = steps(job, record).map_err(|failure| failed = Some(failure));
        Ok((steps.map_err(|()| fmt::Error)?, record.way.clone()))
    });
    if let Some(failure) = failed {
        return Err(failure);
    }
    let finished = sink.finish();
    finished.map_err(|error| staging.failure("proof.pbp", error))?;
    joined.expect("the file took everything");
    staging.publish()
}

/// The steps of a unit's proof.
fn steps(job: &Job, record: &Record) -> Result<String, Failure> {
    let hashed = match &record.proof {
        Some(hashed) => hashed,
        None => return Ok(String::new()),
    };
    let path = job.proof(hashed);
    let text = Source::File(path.clone()).read()?.text;
    if hash(text.as_bytes()) != *hashed {
        let (path, unit) = (path.display(), show(&record.unit));
        let what = "these are other steps; without this file it is open again";
        return Err(Failure::Input(format!("{path}: unit {unit}: {what}")));
    }
    Ok(text)
}

pub(crate) fn clean(dir: &Path, out: &mut impl Write) -> Result<Verdict, Failure> {
    let job = Job::open(dir)?;
    if job.header.question == Question::Prove {
        let path = dir.display();
        let message = format!("{path}: the records are the proof, which \"merge\" writes");
        return Err(Failure::Input(message));
    }
    let tally = Tally::new(&job)?;
    if !tally.contradictions.is_empty() {
        return Ok(contradicted(&tally));
    }
    if !tally.open.is_empty() {
        let open = tally.open.len();
        writeln!(out, "{open} units are open: nothing is dropped")?;
        return Ok(Verdict::Incomplete);
    }
    let whole = Record {
        unit: Vec::new(),
        nodes: tally.stats.nodes,
        solutions: tally.stats.solutions,
        depth: tally.stats.max_depth,
        way: Open {
            begin: Vec::new(),
            chosen: Vec::new(),
            levels: Vec::new(),
        },
        found: tally.found,
        proof: None,
    };
    let path = dir.join("whole.jsonl");
    publish(&path, &seal(&whole.json(&job.names(), &job.id))).map_err(unwritable(&path))?;
    for name in ["plans", "records"] {
        let path = dir.join(name);
        if path.exists() {
            fs::remove_dir_all(&path).map_err(unwritable(&path))?;
        }
    }
    writeln!(out, "{} records are one", tally.done)?;
    Ok(Verdict::Yes)
}
