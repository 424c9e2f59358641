//! `status`, `merge` and `clean`: what the records say, and what remains of them.

use super::plan::contradicted;
use super::tally::{show, Tally};
use super::{unwritable, Job, Question, Record};
use crate::records::{publish, seal, Way};
use cli_manners::json::{array, Object, Quoted};
use cli_manners::{tell, Failure, Verdict};
use std::fs;
use std::io::Write;
use std::path::Path;

/// A unit that was begun so often without a record fails.
const FAILING: usize = 3;

pub(crate) fn status(dir: &Path, json: bool, out: &mut impl Write) -> Result<Verdict, Failure> {
    let job = Job::open(dir)?;
    let tally = Tally::new(&job)?;
    let failing = tally.begun.iter().filter(|(_, &times)| times >= FAILING);
    let failing: Vec<&[usize]> = failing.map(|(unit, _)| &unit[..]).collect();
    let (total, low, high) = estimate(&job, &tally);
    let stats = &tally.stats;
    if json {
        let object = Object::new()
            .text("command", "status")
            .text("question", job.header.question.name())
            .raw("done", tally.done.len())
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
            tally.done.len(),
            tally.open.len()
        )?;
        writeln!(out, "solutions  {}", stats.solutions)?;
        writeln!(out, "nodes      {}", stats.nodes)?;
        writeln!(
            out,
            "estimated  {total:.3e} nodes ({low:.3e} to {high:.3e})"
        )?;
        writeln!(out, "attempts   {} on {}", tally.attempts, hosts.join(", "))?;
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

/// The nodes of the whole tree, and a range of two standard errors: those of the units that are done,
/// and as many for each share of the others (a ratio estimate; Cochran, "Sampling Techniques", 6).
/// Before the first unit it is Knuth's.
fn estimate(job: &Job, tally: &Tally) -> (f64, f64, f64) {
    let (shares, nodes) = tally.done.iter().fold((0.0, 0.0), |sum, &(share, nodes)| {
        (sum.0 + share, sum.1 + nodes as f64)
    });
    let open: f64 = tally.open.iter().map(|(_, share)| share).sum();
    let count = tally.done.iter().filter(|(share, _)| *share > 0.0).count();
    let range =
        |total: f64, error: f64| (total, (total - 2.0 * error).max(nodes), total + 2.0 * error);
    if open == 0.0 {
        return (nodes, nodes, nodes);
    }
    if count < 2 {
        let (total, error) = job.header.estimate;
        return range(total.max(nodes), error);
    }
    let ratio = nodes / shares;
    let off = |&(share, nodes): &(f64, u64)| (nodes as f64 - ratio * share).powi(2);
    let spread: f64 = tally.done.iter().map(off).sum::<f64>() / (count - 1) as f64;
    // That of the ratio, and of the units to come.
    let error = (count as f64 * spread).sqrt() * open / shares;
    let error = error.hypot((tally.open.len() as f64 * spread).sqrt());
    range(nodes + ratio * open, error)
}

pub(crate) fn merge(dir: &Path, json: bool, out: &mut impl Write) -> Result<Verdict, Failure> {
    let job = Job::open(dir)?;
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
            (Question::Unique, None) => writeln!(out, "{unique}")?,
            (Question::Unique, Some(why)) => writeln!(out, "{unique}: {why}")?,
            (_, None) if wanted == 0 => tell("no solution"),
            (_, None) => {}
            (_, Some(why)) => tell(format_args!("{why}: there may be more solutions")),
        }
    }
    Ok(match (answered, question) {
        (false, _) => Verdict::Incomplete,
        (true, Question::Count) => Verdict::Yes,
        (true, Question::Unique) if unique == "one" => Verdict::Yes,
        (true, Question::Solve | Question::First) if wanted > 0 => Verdict::Yes,
        (true, _) => Verdict::No,
    })
}

pub(crate) fn clean(dir: &Path, out: &mut impl Write) -> Result<Verdict, Failure> {
    let job = Job::open(dir)?;
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
        way: Way {
            chosen: Vec::new(),
            levels: Vec::new(),
        },
        found: tally.found,
    };
    let path = dir.join("whole.jsonl");
    publish(&path, &seal(&whole.json(&job.id))).map_err(unwritable(&path))?;
    for name in ["plans", "records"] {
        let path = dir.join(name);
        if path.exists() {
            fs::remove_dir_all(&path).map_err(unwritable(&path))?;
        }
    }
    writeln!(out, "{} records are one", tally.done.len())?;
    Ok(Verdict::Yes)
}
