//! `run`: a task searches its units.

use super::tally::{recorded, show};
use super::{unwritable, Job, Question, Record};
use crate::args::RunArgs;
use crate::checkpoint::Slice;
use crate::records::{hash, number, publish, seal, steps, sync_parent, unseal, Names, Steps};
use cli_manners::input::Source;
use cli_manners::interrupt::Interrupt;
use cli_manners::{limits, Failure, Verdict};
use exactcover::{Limits, OptionId, Outcome, Search};
use serde_json::{json, Value};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What engines call the number of a task.
const TASK_VARIABLES: [&str; 3] = ["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];
/// Solutions are written down when there are so many.
const MANY: usize = 1 << 14;
/// The time from one record, and from one sync, to the next.
const PACE: Duration = Duration::from_millis(900);

/// The file of an attempt.
struct Log {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl Log {
    fn create(job: &Job, folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(unwritable(folder))?;
        let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let host = Some(host.trim())
            .filter(|host| !host.is_empty())
            .unwrap_or("host");
        let time = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let name = format!("{host}-{}-{}.jsonl", std::process::id(), time.as_nanos());
        let path = folder.join(name);
        let file = OpenOptions::new().append(true).create_new(true).open(&path);
        let file = file.map_err(unwritable(&path))?;
        sync_parent(&path);
        let synced = Instant::now();
        let mut log = Log { path, file, synced };
        log.add(&json!({"job": job.id, "host": host}))?;
        Ok(log)
    }

    fn add(&mut self, value: &Value) -> Result<(), Failure> {
        let mut written = self.file.write_all(seal(value).as_bytes());
        if written.is_ok() && self.synced.elapsed() >= PACE {
            written = self.file.sync_data();
            self.synced = Instant::now();
        }
        written.map_err(unwritable(&self.path))
    }

    /// Puts it in the place of what this attempt has said last of a unit that is going on.
    fn replace(&self, value: &Value) -> Result<(), Failure> {
        let path = self.path.with_extension("part");
        publish(&path, &seal(value)).map_err(unwritable(&path))
    }

    fn close(self) -> Result<(), Failure> {
        self.file.sync_all().map_err(unwritable(&self.path))
    }
}

pub(crate) fn run(args: &RunArgs, out: &mut impl Write) -> Result<Verdict, Failure> {
    let interrupt = Interrupt::catch();
    let task = match &args.task {
        Some(task) => *task,
        None => task_of_engine()?,
    };
    let job = Job::open(&args.directory)?;
    let (quota, units) = units(&job, args.round, task)?;
    let folder = job.dir.join("records").join(args.round.to_string());
    let folder = folder.join(task.to_string());
    // An attempt before this one may have been killed.
    let before = recorded(&job, &folder)?;
    let names = job.names();
    let mut log = Log::create(&job, &folder)?;
    let (mut done, mut nodes, mut solutions) = (0_usize, 0, 0_usize);
    let mut left = quota.saturating_sub(before.values().sum());
    for unit in &units {
        // What is open is dealt out anew: others are at it.
        if left == 0 || interrupt.raised() || job.plan(args.round + 1).exists() {
            break;
        }
        if before.contains_key(unit) {
            continue;
        }
        let budget = job.header.budget.unwrap_or(u64::MAX).min(left);
        log.add(&json!({"job": job.id, "begin": unit}))?;
        let record = if job.header.question == Question::Prove {
            match prove(&job, &names, (unit, budget), &interrupt, &mut log)? {
                Some(record) => record,
                None => break,
            }
        } else {
            search(&job, &names, (unit, budget), &interrupt, &mut log)?
        };
        done += 1;
        nodes += record.nodes;
        left = left.saturating_sub(record.nodes);
        solutions += record.found.len();
        if solutions >= job.header.question.enough() {
            break;
        }
    }
    log.close()?;
    writeln!(out, "{done} of {} units, {nodes} nodes", units.len())?;
    Ok(if interrupt.raised() {
        interrupt.verdict()
    } else {
        Verdict::Yes
    })
}

fn task_of_engine() -> Result<u64, Failure> {
    let names = TASK_VARIABLES.iter();
    let mut set = names.filter_map(|name| Some((name, std::env::var(name).ok()?)));
    let (name, value) = set.next().ok_or_else(|| {
        let names = TASK_VARIABLES.join(", ");
        Failure::Usage(format!("--task auto: none of {names} is set"))
    })?;
    let task = value.parse();
    task.map_err(|_| {
        Failure::Usage(format!(
            "{name}: expected a whole number, found \"{value}\""
        ))
    })
}

/// After how many nodes the task ends, and its units.
fn units(job: &Job, round: u64, task: u64) -> Result<(u64, Vec<Steps>), Failure> {
    let plan = job.plan(round);
    let path = plan.join(task.to_string());
    if !path.exists() {
        let message = match fs::read_dir(&plan) {
            Ok(tasks) => format!("--task: expected a number below {}", tasks.count()),
            Err(_) => format!("--plan: {} has no round {round}", job.dir.display()),
        };
        return Err(Failure::Usage(message));
    }
    let text = Source::File(path.clone()).read()?.text;
    let wrong = |line, what| Failure::Input(format!("{}:{line}: expected {what}", path.display()));
    let mut lines = (1_usize..).zip(text.lines());
    let quota = lines.next().and_then(|(_, line)| number(&unseal(line)?));
    let quota = quota.ok_or_else(|| wrong(1, "a number of nodes"))?;
    let units = lines.map(|(number, line)| {
        let unit = unseal(line).as_ref().and_then(steps);
        unit.ok_or_else(|| wrong(number, "a unit"))
    });
    Ok((quota, units.collect::<Result<_, _>>()?))
}

/// The search of a unit.
fn below<'j>(
    job: &'j Job,
    names: &Names<'_>,
    unit: &[i64],
    limits: Limits,
) -> Result<Search<'j, usize>, Failure> {
    let dir = job.dir.display();
    let wrong = || {
        Failure::Input(format!(
            "{dir}: {} is a unit of another problem",
            show(unit)
        ))
    };
    let choices = names.choices(unit).ok_or_else(wrong)?;
    let search = job.header.search(&job.problem).limits(limits);
    search.part(&choices).map_err(|_| wrong())
}

/// Searches a unit up to its budget, and writes down the steps of a proof; `None` if it is
/// interrupted.
fn prove(
    job: &Job,
    names: &Names<'_>,
    (unit, budget): (&[i64], u64),
    interrupt: &Interrupt,
    log: &mut Log,
) -> Result<Option<Record>, Failure> {
    let limits = limits::from_now(None, None, interrupt);
    let mut walk = below(job, names, unit, limits)?.walk();
    let (mut steps, mut found) = (String::new(), Vec::new());
    let ended = walk.prove(budget, &mut steps, |solution| {
        found.push(solution.options().to_vec());
        ControlFlow::Continue(())
    });
    if let Ok(Some(Outcome::LimitReached(_))) = ended {
        return Ok(None);
    }
    let record = Record::new(names, unit, &walk, &found);
    let mut record = record.expect("it has begun, without limits");
    if !steps.is_empty() {
        let hash = hash(steps.as_bytes());
        let path = job.proof(&hash);
        let written = fs::create_dir_all(job.dir.join("proofs"));
        let written = written.and_then(|()| publish(&path, &steps));
        written.map_err(unwritable(&path))?;
        record.proof = Some(hash);
    }
    log.add(&record.json(names, &job.id))?;
    Ok(Some(record))
}

/// Searches a unit up to its budget, and writes down how far it comes.
fn search(
    job: &Job,
    names: &Names<'_>,
    (unit, budget): (&[i64], u64),
    interrupt: &Interrupt,
    log: &mut Log,
) -> Result<Record, Failure> {
    let header = &job.header;
    let mut walk = below(job, names, unit, Limits::none())?.walk();
    let (mut found, mut written): (Vec<Vec<OptionId>>, _) = (Vec::new(), Instant::now());
    let mut slice = Slice::new();
    loop {
        let begin = Instant::now();
        let left = budget.saturating_sub(walk.stats().nodes);
        let nodes = slice.nodes().min(left.max(1));
        let ended = if header.question == Question::Count {
            walk.count(nodes)
        } else {
            walk.run(nodes, |solution| {
                found.push(solution.options().to_vec());
                if found.len() >= header.question.enough().min(MANY) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
        };
        slice.took(begin.elapsed());
        let spent = walk.stats().nodes >= budget;
        let over = ended.is_some() || spent || interrupt.raised();
        if over || written.elapsed() >= PACE {
            let record = Record::new(names, unit, &walk, &found);
            let record = record.expect("it has begun, without limits");
            let json = record.json(names, &job.id);
            if over {
                log.add(&json)?;
                return Ok(record);
            }
            log.replace(&json)?;
            written = Instant::now();
        }
    }
}
