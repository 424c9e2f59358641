//! What the caller wants, read from the command line that [`crate::command`] describes.

use crate::job;
use clap::ArgMatches;
use cli_manners::args::{flag, given, value};
use cli_manners::input::Source;
use cli_manners::limits;
use cli_manners::meter::When;
use cli_manners::Failure;
use exactcover::proof::Format;
use exactcover::{Engine, Strategy};
use std::path::PathBuf;
use std::time::Duration;
use svg_cells::Theme;

/// What the caller wants.
#[derive(Debug)]
pub(crate) enum Request {
    Search(Question, Box<SearchArgs>),
    Prove(Box<ProveArgs>),
    Check(CheckArgs),
    Estimate(EstimateArgs),
    Split(SplitArgs),
    /// A directory, for how many tasks, and how many nodes each takes at least and at most.
    Plan(PathBuf, usize, (u64, u64)),
    Run(RunArgs),
    /// A directory, and whether to answer in JSON.
    Status(PathBuf, bool),
    Merge(MergeArgs),
    Clean(PathBuf),
}

/// What to ask about the solutions of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    Solve,
    Count,
    Unique,
    /// So many of the cheapest.
    Cheapest(usize),
    /// So many at random, and with which numbers.
    Sample(usize, u64),
    /// How many have each option.
    Options,
}

/// How to search, and how to answer.
#[derive(Debug)]
pub(crate) struct SearchArgs {
    pub(crate) problem: Source,
    pub(crate) engine: Engine,
    /// Whether to count, and how, other than by a search.
    pub(crate) diagram: Diagram,
    /// How much memory the tables of a diagram may take, in bytes.
    pub(crate) limit_memory: usize,
    pub(crate) strategy: Strategy,
    pub(crate) seed: Option<u64>,
    pub(crate) first: Option<u128>,
    pub(crate) limit_nodes: Option<u64>,
    pub(crate) limit_time: Option<Duration>,
    pub(crate) threads: Option<usize>,
    pub(crate) stats: bool,
    pub(crate) progress: When,
    pub(crate) numbers: bool,
    pub(crate) json: bool,
    pub(crate) checkpoint: Option<PathBuf>,
    /// Draw the first solution in these colors.
    pub(crate) svg: Option<Theme>,
}

/// What `--engine` names.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Method {
    Search(Engine),
    /// Counting by elimination.
    Diagram,
}

impl Method {
    pub(crate) fn engine(self) -> Engine {
        match self {
            Method::Search(engine) => engine,
            Method::Diagram => Engine::AUTO,
        }
    }
}

/// Whether to count by a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Diagram {
    /// The question or an option asks for a search.
    Never,
    /// If it is faster.
    Perhaps,
    Always,
}

/// What to prove, and where to.
#[derive(Debug)]
pub(crate) struct ProveArgs {
    pub(crate) search: SearchArgs,
    pub(crate) directory: PathBuf,
    pub(crate) format: Format,
}

/// What to check.
#[derive(Debug)]
pub(crate) struct CheckArgs {
    pub(crate) problem: Source,
    pub(crate) solutions: Source,
    pub(crate) model: Option<Source>,
    pub(crate) numbers: bool,
    pub(crate) json: bool,
}

/// How to guess at the size of a tree.
#[derive(Debug)]
pub(crate) struct EstimateArgs {
    pub(crate) problem: Source,
    pub(crate) probes: u32,
    pub(crate) seed: u64,
    pub(crate) limit_nodes: Option<u64>,
    pub(crate) limit_time: Option<Duration>,
    pub(crate) json: bool,
}

/// What to cut, and into what.
#[derive(Debug)]
pub(crate) struct SplitArgs {
    pub(crate) problem: Source,
    pub(crate) directory: PathBuf,
    pub(crate) question: job::Question,
    pub(crate) units: usize,
    pub(crate) budget: Option<u64>,
    pub(crate) engine: Engine,
    pub(crate) strategy: Strategy,
    pub(crate) seed: Option<u64>,
}

/// Which task to search.
#[derive(Debug)]
pub(crate) struct RunArgs {
    pub(crate) directory: PathBuf,
    pub(crate) round: u64,
    /// `None` if a variable of the environment says it.
    pub(crate) task: Option<u64>,
}

/// Which records to put together.
#[derive(Debug)]
pub(crate) struct MergeArgs {
    pub(crate) directory: PathBuf,
    /// Where to write a proof.
    pub(crate) output: Option<PathBuf>,
    pub(crate) json: bool,
}

/// Reads the arguments of a command.
pub(crate) fn parse(command: &str, matches: &ArgMatches) -> Result<Request, Failure> {
    let directory = || given::<PathBuf>(matches, "directory");
    let question = match command {
        "solve" => Question::Solve,
        "count" => Question::Count,
        "unique" => Question::Unique,
        "cheapest" => Question::Cheapest(given(matches, "k")),
        "sample" => Question::Sample(given(matches, "n"), given(matches, "seed")),
        "options" => Question::Options,
        "prove" => return Ok(Request::Prove(Box::new(prove(matches)))),
        "check" => return check(matches).map(Request::Check),
        "estimate" => {
            return Ok(Request::Estimate(EstimateArgs {
                problem: given(matches, "file"),
                probes: given(matches, "probes"),
                seed: given(matches, "seed"),
                limit_nodes: value(matches, "limit-nodes"),
                limit_time: value(matches, "limit-time"),
                json: flag(matches, "json"),
            }))
        }
        "split" => return split(matches).map(Request::Split),
        "plan" => {
            let nodes = (given(matches, "least"), value(matches, "most"));
            let nodes = (nodes.0, nodes.1.unwrap_or(u64::MAX));
            return Ok(Request::Plan(directory(), given(matches, "tasks"), nodes));
        }
        "run" => {
            return Ok(Request::Run(RunArgs {
                directory: directory(),
                round: given(matches, "plan"),
                task: given(matches, "task"),
            }))
        }
        "status" => return Ok(Request::Status(directory(), flag(matches, "json"))),
        "merge" => {
            return Ok(Request::Merge(MergeArgs {
                directory: directory(),
                output: value(matches, "output"),
                json: flag(matches, "json"),
            }))
        }
        _ => return Ok(Request::Clean(directory())),
    };
    let mut search = search(matches);
    if search.svg.is_some() {
        if search.json || search.numbers || search.first.unwrap_or(1) != 1 {
            return Err(usage(
                "--svg draws one solution, without --json, --numbers and --first",
            ));
        }
        search.first = Some(1);
    }
    if question == Question::Solve && search.threads.is_some() && search.first.is_none() {
        return Err(usage("--threads needs --first if the command is \"solve\""));
    }
    if search.checkpoint.is_some() {
        if search.first.is_some() || search.threads.is_some() {
            return Err(usage(
                "--checkpoint goes with neither --first nor --threads",
            ));
        }
        if search.engine.name() == Engine::LEARN.name() {
            return Err(usage(NO_TREE));
        }
    }
    if question == Question::Count {
        search.diagram = diagram(matches, &search)?;
    }
    Ok(Request::Search(question, Box::new(search)))
}

/// Whether these options leave it open how to count, or say it.
fn diagram(matches: &ArgMatches, args: &SearchArgs) -> Result<Diagram, Failure> {
    let searches = args.strategy != Strategy::Mrv
        || args.seed.is_some()
        || args.first.is_some()
        || args.limit_nodes.is_some()
        || args.checkpoint.is_some();
    match given(matches, "engine") {
        Method::Diagram if searches => Err(usage(
            "--engine diagram goes with none of --strategy, --seed, --first, --limit-nodes and \
             --checkpoint, which are for searches",
        )),
        Method::Diagram => Ok(Diagram::Always),
        Method::Search(engine) if engine.name() == Engine::AUTO.name() && !searches => {
            Ok(Diagram::Perhaps)
        }
        Method::Search(_) => Ok(Diagram::Never),
    }
}

fn search(matches: &ArgMatches) -> SearchArgs {
    SearchArgs {
        problem: given(matches, "file"),
        engine: value(matches, "engine").map_or(Engine::AUTO, Method::engine),
        diagram: Diagram::Never,
        limit_memory: value(matches, "limit-memory").unwrap_or(limits::MEMORY),
        strategy: value(matches, "strategy").unwrap_or_default(),
        seed: value(matches, "seed"),
        first: value(matches, "first"),
        limit_nodes: value(matches, "limit-nodes"),
        limit_time: value(matches, "limit-time"),
        threads: value(matches, "threads"),
        stats: flag(matches, "stats"),
        progress: given(matches, "progress"),
        numbers: flag(matches, "numbers"),
        json: flag(matches, "json"),
        checkpoint: value(matches, "checkpoint"),
        svg: value(matches, "svg"),
    }
}

fn prove(matches: &ArgMatches) -> ProveArgs {
    ProveArgs {
        search: search(matches),
        directory: given(matches, "output"),
        format: given(matches, "format"),
    }
}

fn check(matches: &ArgMatches) -> Result<CheckArgs, Failure> {
    let args = CheckArgs {
        problem: given(matches, "file"),
        solutions: given(matches, "solutions"),
        model: value(matches, "model"),
        numbers: flag(matches, "numbers"),
        json: flag(matches, "json"),
    };
    let sources = [&args.problem, &args.solutions].into_iter();
    let sources = sources.chain(args.model.as_ref());
    if sources.filter(|source| source.is_stdin()).count() > 1 {
        return Err(usage(
            "only one of the problem, the solutions and the model can be standard input",
        ));
    }
    Ok(args)
}

fn split(matches: &ArgMatches) -> Result<SplitArgs, Failure> {
    let args = SplitArgs {
        problem: given(matches, "file"),
        directory: given(matches, "output"),
        question: given(matches, "question"),
        units: given(matches, "units"),
        budget: value(matches, "budget"),
        engine: given::<Method>(matches, "engine").engine(),
        strategy: given(matches, "strategy"),
        seed: value(matches, "seed"),
    };
    if args.engine.name() == Engine::LEARN.name() {
        return Err(usage(NO_TREE));
    }
    Ok(args)
}

/// What to say where a search has to be cut.
const NO_TREE: &str = "the engine \"learn\" walks through no tree that could be cut";

fn usage(message: &str) -> Failure {
    Failure::Usage(message.into())
}
