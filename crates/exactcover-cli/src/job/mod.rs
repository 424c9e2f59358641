//! A search in a directory, for as many processes and machines as see it: `split` makes it, `plan`
//! deals out what is open, `run` searches, `status` and `merge` add up, `clean` leaves the sum.
//!
//! ```text
//! DIR/job.json           what is asked, of which problem, by which engine
//! DIR/problem.dlx        the problem
//! DIR/split.jsonl        the records of the split
//! DIR/plans/R/K          after how many nodes task K ends in round R, and its units; published by
//!                        renaming plans/R
//! DIR/records/R/K/*      the records of that task: for each attempt a new file, and one with the
//!                        last record of the unit that is going on
//! DIR/proofs/*           the steps of a unit that is proved, by their hash, which its record has
//! DIR/whole.jsonl        the record of the root, after `clean`
//! ```
//!
//! A *unit* is a part of the tree, named by the lines of the options on the way to it; with
//! multiplicities also by those that are left out there, as negative numbers. A *record* says how
//! much of a unit has been searched, and at which units the rest begins. Whatever is torn, lost or
//! there twice, the records alone say what is open; so nothing needs a server, a lock or a clock.

mod forecast;
mod make;
mod plan;
mod record;
mod report;
mod tally;
mod work;

pub(crate) use make::split;
pub(crate) use plan::plan;
pub(crate) use report::{clean, merge, status};
pub(crate) use work::run;

use crate::problem;
use crate::records::{hash, number, unseal, version, Names};
use cli_manners::input::Source;
use cli_manners::Failure;
use exactcover::{Engine, Problem, Search, Strategy, Ties};
use record::Record;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    Count,
    Solve,
    First,
    Unique,
    Prove,
}

impl Question {
    pub(crate) const ALL: [(&'static str, Question); 5] = [
        ("count", Question::Count),
        ("solve", Question::Solve),
        ("first", Question::First),
        ("unique", Question::Unique),
        ("prove", Question::Prove),
    ];

    fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(_, question)| *question == self)
            .expect("all have names")
            .0
    }

    /// How many solutions answer it, whatever else there is.
    fn enough(self) -> usize {
        match self {
            Question::Count | Question::Solve | Question::Prove => usize::MAX,
            Question::First => 1,
            Question::Unique => 2,
        }
    }
}

/// What `job.json` says.
#[derive(Clone, Debug)]
struct Header {
    question: Question,
    engine: Engine,
    strategy: Strategy,
    seed: Option<u64>,
    /// A unit is cut when it has taken so many nodes, or earlier with its task.
    budget: Option<u64>,
    /// Knuth's estimate of the nodes, and its standard error.
    estimate: (f64, f64),
}

impl Header {
    fn read(value: &Value) -> Option<Self> {
        let question = value["question"].as_str()?;
        let (_, question) = Question::ALL
            .into_iter()
            .find(|(name, _)| *name == question)?;
        let strategy = value["strategy"].as_str()?;
        let (_, strategy) = crate::command::STRATEGIES
            .into_iter()
            .find(|(name, _)| *name == strategy)?;
        Some(Header {
            question,
            engine: Engine::named(value["engine"].as_str()?)?,
            strategy,
            seed: number(&value["seed"]),
            budget: number(&value["budget"]),
            estimate: (
                value["estimate"].as_f64()?,
                value["estimate_error"].as_f64()?,
            ),
        })
    }

    fn search<'p>(&self, problem: &'p Problem<usize>) -> Search<'p, usize> {
        let search = problem.search_with(self.engine).strategy(self.strategy);
        search.ties(self.seed.map_or(Ties::First, Ties::Random))
    }
}

/// A job as it is in its directory.
#[derive(Debug)]
struct Job {
    dir: PathBuf,
    header: Header,
    /// Tells its records from those of others.
    id: String,
    text: String,
    problem: Problem<usize>,
}

impl Job {
    fn open(dir: &Path) -> Result<Self, Failure> {
        let path = dir.join("job.json");
        let line = Source::File(path.clone()).read()?.text;
        let wrong = |what: &str| Failure::Input(format!("{}: {what}", path.display()));
        let value = line.strip_suffix('\n').and_then(unseal);
        let value = value.ok_or_else(|| wrong("expected the job of a split"))?;
        let header = Header::read(&value).ok_or_else(|| wrong("expected the job of a split"))?;
        let text = Source::File(dir.join("problem.dlx")).read()?;
        if value["problem"] != hash(text.text.as_bytes()) {
            let path = dir.join("problem.dlx");
            let what = "this is not the problem that was split";
            return Err(Failure::Input(format!("{}: {what}", path.display())));
        }
        let problem = problem::read(&text)?.problem;
        if value["version"] != version(&problem) {
            return Err(wrong("this job is of another version of the program"));
        }
        Ok(Job {
            dir: dir.into(),
            header,
            id: hash(line.as_bytes()),
            problem,
            text: text.text,
        })
    }

    fn names(&self) -> Names<'_> {
        Names::new(&self.problem)
    }

    fn plan(&self, round: u64) -> PathBuf {
        self.dir.join("plans").join(round.to_string())
    }

    /// The file with the steps that have this hash.
    fn proof(&self, hash: &str) -> PathBuf {
        self.dir.join("proofs").join(format!("{hash}.pbp"))
    }

    /// The number of the next round.
    fn next_round(&self) -> u64 {
        let plans = fs::read_dir(self.dir.join("plans"));
        let names = plans.into_iter().flatten().flatten();
        let rounds = names.filter_map(|entry| entry.file_name().to_str()?.parse::<u64>().ok());
        rounds.max().map_or(0, |last| last + 1)
    }
}

fn unwritable(path: &Path) -> impl FnOnce(std::io::Error) -> Failure + '_ {
    move |error| Failure::File(path.into(), error)
}
