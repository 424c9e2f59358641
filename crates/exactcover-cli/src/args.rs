//! The command line.

use crate::input::Source;
use crate::Failure;
use exactcover::proof::Format;
use exactcover::{Engine, Strategy};
use lexopt::{Arg, Parser};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// What the caller wants.
#[derive(Debug)]
pub(crate) enum Request {
    Help,
    Version,
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

/// When to show progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

const STRATEGIES: [(&str, Strategy); 3] = [
    ("mrv", Strategy::Mrv),
    ("weighted", Strategy::Weighted),
    ("restarts", Strategy::Restarts),
];
const WHEN: [(&str, When); 3] = [
    ("auto", When::Auto),
    ("always", When::Always),
    ("never", When::Never),
];

const FORMATS: [(&str, Format); 2] = [("veripb", Format::VeriPb), ("drat", Format::Drat)];

fn engines() -> Vec<(&'static str, Engine)> {
    let all = Engine::ALL.iter().copied();
    let engines = std::iter::once(Engine::AUTO).chain(all);
    engines.map(|engine| (engine.name(), engine)).collect()
}

fn names<T>(choices: &[(&str, T)]) -> String {
    let names: Vec<&str> = choices.iter().map(|&(name, _)| name).collect();
    names.join(", ")
}

/// The text of `--help`.
pub(crate) fn help() -> String {
    include_str!("help.txt")
        .replace("ENGINES", &names(&engines()))
        .replace("STRATEGIES", &names(&STRATEGIES))
        .replace("FORMATS", &names(&FORMATS))
}

#[derive(Clone, Copy)]
enum Command {
    Ask(Question),
    Prove,
    Check,
}

const COMMANDS: [(&str, Command); 5] = [
    ("solve", Command::Ask(Question::Solve)),
    ("count", Command::Ask(Question::Count)),
    ("unique", Command::Ask(Question::Unique)),
    ("prove", Command::Prove),
    ("check", Command::Check),
];

/// The commands that an option of this name applies to; none if there is no such option.
fn applies_to(option: &str) -> &'static [&'static str] {
    match option {
        "first" => &["solve", "count"],
        "numbers" => &["solve", "check"],
        "json" => &["solve", "count", "unique", "prove", "check"],
        "threads" => &["solve", "count", "unique"],
        "engine" | "strategy" | "seed" | "limit-nodes" | "limit-time" | "stats" | "progress" => {
            &["solve", "count", "unique", "prove"]
        }
        "output" | "format" => &["prove"],
        "model" => &["check"],
        _ => &[],
    }
}

/// Reads the arguments that follow the name of the program.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Request, Failure> {
    let mut parser = Parser::from_args(arguments);
    let mut words = Vec::new();
    let mut given = Vec::new();
    let (mut directory, mut format, mut model) = (None, Format::VeriPb, None);
    let mut search = SearchArgs {
        problem: Source::Stdin,
        engine: Engine::AUTO,
        strategy: Strategy::Mrv,
        seed: None,
        first: None,
        limit_nodes: None,
        limit_time: None,
        threads: None,
        stats: false,
        progress: When::Auto,
        numbers: false,
        json: false,
    };
    while let Some(argument) = parser.next()? {
        let name = match argument {
            Arg::Value(word) => {
                words.push(word);
                continue;
            }
            Arg::Short('h') | Arg::Long("help") => return Ok(Request::Help),
            Arg::Short('V') | Arg::Long("version") => return Ok(Request::Version),
            Arg::Short('o') => "output".to_owned(),
            Arg::Long(name) if !applies_to(name).is_empty() => name.to_owned(),
            unknown => return Err(unknown.unexpected().into()),
        };
        match &*name {
            "first" => search.first = Some(first(&mut parser)?),
            "engine" => search.engine = choice(&mut parser, &name, &engines())?,
            "strategy" => search.strategy = choice(&mut parser, &name, &STRATEGIES)?,
            "progress" => search.progress = choice(&mut parser, &name, &WHEN)?,
            "seed" => search.seed = Some(number(&mut parser, &name)?),
            "limit-nodes" => search.limit_nodes = Some(number(&mut parser, &name)?),
            "limit-time" => search.limit_time = Some(seconds(&mut parser, &name)?),
            "threads" => search.threads = Some(threads(&mut parser)?),
            "stats" => search.stats = true,
            "output" => directory = Some(PathBuf::from(parser.value()?)),
            "format" => format = choice(&mut parser, &name, &FORMATS)?,
            "model" => model = Some(Source::new(parser.value()?)),
            "numbers" => search.numbers = true,
            _ => search.json = true,
        }
        given.push(name);
    }
    let mut words = words.into_iter();
    let Some(command) = words.next() else {
        return Err(usage(
            "expected a command: solve, count, unique, prove or check",
        ));
    };
    let Some(&(command, what)) = COMMANDS.iter().find(|&&(name, _)| command == name) else {
        return Err(usage(format!(
            "{command:?} is no command: expected solve, count, unique, prove or check"
        )));
    };
    if let Some(name) = given
        .iter()
        .find(|name| !applies_to(name).contains(&command))
    {
        return Err(usage(format!("--{name} does not apply to {command:?}")));
    }
    let mut source = || words.next().map_or(Source::Stdin, Source::new);
    search.problem = source();
    let request = match what {
        Command::Ask(question) => Request::Search(question, Box::new(search)),
        Command::Prove => Request::Prove(Box::new(ProveArgs {
            search,
            directory: directory
                .ok_or_else(|| usage("\"prove\" needs a directory to write to: -o DIR"))?,
            format,
        })),
        Command::Check => Request::Check(CheckArgs {
            problem: search.problem,
            solutions: source(),
            model,
            numbers: search.numbers,
            json: search.json,
        }),
    };
    if let Some(word) = words.next() {
        return Err(usage(format!("did not expect {word:?}")));
    }
    match &request {
        Request::Search(Question::Solve, args)
            if args.threads.is_some() && args.first.is_none() =>
        {
            Err(usage("--threads needs --first if the command is \"solve\""))
        }
        Request::Check(check) => {
            let sources = [
                Some(&check.problem),
                Some(&check.solutions),
                check.model.as_ref(),
            ];
            match sources
                .into_iter()
                .flatten()
                .filter(|s| s.is_stdin())
                .count()
            {
                0 | 1 => Ok(request),
                _ => Err(usage(
                    "only one of the problem, the solutions and the model can be standard input",
                )),
            }
        }
        _ => Ok(request),
    }
}

fn usage(message: impl Into<String>) -> Failure {
    Failure::Usage(message.into())
}

/// The number after `--first`, if what follows is one: `--first 3` and `--first=3`, but a file
/// after a bare `--first` stays a file.
fn first(parser: &mut Parser) -> Result<u128, Failure> {
    if let Some(value) = parser.optional_value() {
        return parsed(&value, "first", "a whole number, at least 1", |text| {
            text.parse().ok().filter(|&count| count > 0)
        });
    }
    let number = |word: &OsString| word.to_str()?.parse().ok().filter(|&count| count > 0);
    let mut rest = parser.raw_args()?;
    let count = rest.as_slice().first().and_then(number);
    if count.is_some() {
        rest.next();
    }
    Ok(count.unwrap_or(1))
}

fn choice<T: Copy>(parser: &mut Parser, name: &str, choices: &[(&str, T)]) -> Result<T, Failure> {
    parsed(
        &parser.value()?,
        name,
        &format!("one of {}", names(choices)),
        |text| {
            let found = choices.iter().find(|&&(name, _)| name == text);
            found.map(|&(_, choice)| choice)
        },
    )
}

fn number(parser: &mut Parser, name: &str) -> Result<u64, Failure> {
    parsed(&parser.value()?, name, "a whole number", |text| {
        text.parse().ok()
    })
}

fn threads(parser: &mut Parser) -> Result<usize, Failure> {
    let expected = "a whole number, at least 1";
    parsed(&parser.value()?, "threads", expected, |text| {
        text.parse().ok().filter(|&count| count > 0)
    })
}

fn seconds(parser: &mut Parser, name: &str) -> Result<Duration, Failure> {
    parsed(&parser.value()?, name, "a number of seconds", |text| {
        Duration::try_from_secs_f64(text.parse().ok()?).ok()
    })
}

/// The value of an option, or what it should have been.
fn parsed<T>(
    value: &OsString,
    name: &str,
    expected: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, Failure> {
    let value = value.to_string_lossy();
    parse(&value).ok_or_else(|| usage(format!("--{name}: expected {expected}, found {value:?}")))
}
