//! What the caller wants, read from the command line that [`crate::command`] describes.

use clap::ArgMatches;
use cli_manners::args::{flag, given, value};
use cli_manners::input::Source;
use cli_manners::meter::When;
use cli_manners::Failure;
use exactcover::proof::Format;
use exactcover::{Engine, Strategy};
use std::path::PathBuf;
use std::time::Duration;

/// What the caller wants.
#[derive(Debug)]
pub(crate) enum Request {
    Search(Question, Box<SearchArgs>),
    Prove(Box<ProveArgs>),
    Check(CheckArgs),
}

/// What to ask about the solutions of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    Solve,
    Count,
    Unique,
}

/// How to search, and how to answer.
#[derive(Debug)]
pub(crate) struct SearchArgs {
    pub(crate) problem: Source,
    pub(crate) engine: Engine,
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

/// Reads the arguments of a command.
pub(crate) fn parse(command: &str, matches: &ArgMatches) -> Result<Request, Failure> {
    let question = match command {
        "solve" => Question::Solve,
        "count" => Question::Count,
        "unique" => Question::Unique,
        "prove" => return Ok(Request::Prove(Box::new(prove(matches)))),
        _ => return check(matches).map(Request::Check),
    };
    let search = search(matches);
    if question == Question::Solve && search.threads.is_some() && search.first.is_none() {
        return Err(usage("--threads needs --first if the command is \"solve\""));
    }
    Ok(Request::Search(question, Box::new(search)))
}

fn search(matches: &ArgMatches) -> SearchArgs {
    SearchArgs {
        problem: given(matches, "file"),
        engine: given(matches, "engine"),
        strategy: given(matches, "strategy"),
        seed: value(matches, "seed"),
        first: value(matches, "first"),
        limit_nodes: value(matches, "limit-nodes"),
        limit_time: value(matches, "limit-time"),
        threads: value(matches, "threads"),
        stats: flag(matches, "stats"),
        progress: given(matches, "progress"),
        numbers: flag(matches, "numbers"),
        json: flag(matches, "json"),
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

fn usage(message: &str) -> Failure {
    Failure::Usage(message.into())
}
