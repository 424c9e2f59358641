//! What the caller wants, read from the command line that [`command`] describes.

use crate::command::{command, When, NAME};
use crate::input::Source;
use crate::{pages, Failure};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::{ArgMatches, MatchesError};
use clap::Command;
use clap_complete::Shell;
use exactcover::proof::Format;
use exactcover::{Engine, Strategy};
use std::error::Error;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// What the caller wants.
#[derive(Debug)]
pub(crate) enum Request {
    /// Help, a manual page, a script for a shell.
    Print(String),
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

/// Reads the arguments that follow the name of the program.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Request, Failure> {
    let arguments = join_first(arguments);
    let matches = match command().try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        Err(error) => return explain(&error, arguments.first()),
    };
    let (name, matches) = matches.subcommand().expect("clap wants a command");
    let question = match name {
        "solve" => Question::Solve,
        "count" => Question::Count,
        "unique" => Question::Unique,
        "prove" => return Ok(Request::Prove(Box::new(prove(matches)))),
        "check" => return check(matches).map(Request::Check),
        "completions" => {
            let shell: Shell = given(matches, "shell");
            return Ok(Request::Print(pages::completions(shell)));
        }
        _ => {
            let command: Option<String> = value(matches, "command");
            return Ok(Request::Print(pages::man(command.as_deref())));
        }
    };
    let search = search(matches);
    if question == Question::Solve && search.threads.is_some() && search.first.is_none() {
        return Err(usage("--threads needs --first if the command is \"solve\""));
    }
    Ok(Request::Search(question, Box::new(search)))
}

/// Writes `--first 3` as `--first=3`, so that the file after a bare `--first` stays a file.
fn join_first(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let is_number = |word: &OsString| match word.to_str() {
        Some(word) => !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()),
        None => false,
    };
    let mut arguments = arguments.into_iter().peekable();
    let mut joined = Vec::new();
    while let Some(mut word) = arguments.next() {
        if word == "--" {
            joined.push(word);
            break;
        }
        if word == "--first" {
            if let Some(number) = arguments.next_if(is_number) {
                word.push("=");
                word.push(number);
            }
        }
        joined.push(word);
    }
    joined.extend(arguments);
    joined
}

/// The value of an option that was given or has a default; none of one that is another command's.
fn value<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Option<T> {
    match matches.try_get_one(name) {
        Ok(value) => value.cloned(),
        Err(MatchesError::UnknownArgument { .. }) => None,
        Err(error) => unreachable!("the description has another type: {error}"),
    }
}

/// The value of an option that has a default, or is required.
fn given<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> T {
    value(matches, name).expect("clap has seen to it")
}

fn flag(matches: &ArgMatches, name: &str) -> bool {
    value(matches, name).unwrap_or(false)
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

fn usage(message: impl Into<String>) -> Failure {
    Failure::Usage(message.into())
}

/// What clap has to say: help that was asked for, or what is wrong with the command line.
fn explain(error: &clap::Error, command: Option<&OsString>) -> Result<Request, Failure> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let texts = |kind| match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.as_slice(),
        _ => &[],
    };
    let argument = text(ContextKind::InvalidArg).unwrap_or_default();
    // It comes as it stands in the usage: `--engine <NAME>`, `--first[=<N>]`.
    let name = argument.trim_matches(|letter| "[<>]".contains(letter));
    let name = name.split([' ', '=', '[']).next().unwrap_or_default();
    let found = text(ContextKind::InvalidValue).unwrap_or_default();
    let message = match error.kind() {
        ErrorKind::DisplayHelp => return Ok(Request::Print(error.render().to_string())),
        ErrorKind::DisplayVersion => {
            let version = format!("{NAME} {}\n", env!("CARGO_PKG_VERSION"));
            return Ok(Request::Print(version));
        }
        ErrorKind::MissingSubcommand => format!("expected a command: {}", commands()),
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("{word:?} is no command: expected {}", commands())
        }
        ErrorKind::UnknownArgument => unknown(argument, command, text(ContextKind::SuggestedArg)),
        ErrorKind::InvalidValue if found.is_empty() => {
            format!("missing argument for option '{name}'")
        }
        ErrorKind::InvalidValue => {
            let names = texts(ContextKind::ValidValue).join(", ");
            format!("{name}: expected one of {names}, found {found:?}")
        }
        ErrorKind::ValueValidation => {
            let expected = error.source().map(ToString::to_string).unwrap_or_default();
            format!("{name}: expected {expected}, found {found:?}")
        }
        ErrorKind::TooManyValues => {
            format!("unexpected argument for option '{name}': {found:?}")
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = texts(ContextKind::InvalidArg).join(", ");
            let missing = missing.replace(['<', '>'], "");
            format!("{:?} needs {missing}", command.unwrap_or(&OsString::new()))
        }
        // The first line says it, the others show the usage.
        _ => {
            let text = error.render().to_string();
            let line = text.lines().next().unwrap_or_default();
            line.trim_start_matches("error: ").into()
        }
    };
    Err(Failure::Usage(message))
}

/// The names of the commands.
fn commands() -> String {
    let command = command();
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let (last, others) = names.split_last().expect("there are some");
    format!("{} or {last}", others.join(", "))
}

/// What to say of an argument that this command does not have.
fn unknown(argument: &str, used: Option<&OsString>, suggestion: Option<&str>) -> String {
    if !argument.starts_with('-') {
        return format!("did not expect {argument:?}");
    }
    let command = command();
    let is_command = |word: &OsString| command.get_subcommands().any(|it| word == it.get_name());
    let options = command.get_subcommands().flat_map(Command::get_arguments);
    let mut options = options.filter_map(|option| Some((option.get_long()?, option.get_short())));
    let known = options.find(|(long, short)| {
        argument.strip_prefix("--") == Some(long)
            || short.is_some_and(|short| argument == format!("-{short}"))
    });
    match (known, used) {
        (Some((long, _)), Some(used)) if is_command(used) => {
            format!("--{long} does not apply to {used:?}")
        }
        (Some((long, _)), _) => format!("--{long} belongs behind the command"),
        (None, _) => match suggestion {
            Some(suggestion) => format!("invalid option '{argument}', perhaps '{suggestion}'"),
            None => format!("invalid option '{argument}'"),
        },
    }
}
