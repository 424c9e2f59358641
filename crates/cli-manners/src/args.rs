//! Reading a command line, and saying what is wrong with it.

use crate::{Failure, Program};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::{ArgMatches, MatchesError};
use clap::Command;
use std::error::Error;
use std::ffi::OsString;

/// What the arguments ask for.
pub(crate) enum Request {
    /// Help, or the version.
    Print(String),
    /// A command.
    Work(ArgMatches),
}

/// Reads the arguments that follow the name of the program.
pub(crate) fn parse(
    program: &Program,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Request, Failure> {
    let command = program.whole();
    let arguments = join_numbers(&command, arguments);
    match command.clone().try_get_matches_from(&arguments) {
        Ok(matches) => Ok(Request::Work(matches)),
        Err(error) => explain(program, &command, &error, arguments.first()),
    }
}

/// Writes `--first 3` as `--first=3` if `--first` may stand alone, so that the file after a bare
/// one stays a file. A negative number is no file, either, and can be named as wrong then.
fn join_numbers(command: &Command, arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let options = command.get_subcommands().flat_map(Command::get_arguments);
    let alone = options.filter(|option| option.is_require_equals_set());
    let alone: Vec<String> = alone
        .filter_map(|option| Some(format!("--{}", option.get_long()?)))
        .collect();
    let is_number = |word: &OsString| match word.to_str() {
        Some(word) => {
            let digits = word.strip_prefix('-').unwrap_or(word);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        }
        None => false,
    };
    let mut arguments = arguments.into_iter().peekable();
    let mut joined = Vec::new();
    while let Some(mut word) = arguments.next() {
        if word == "--" {
            joined.push(word);
            break;
        }
        if alone.iter().any(|option| word == **option) {
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
#[must_use]
pub fn value<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Option<T> {
    match matches.try_get_one(name) {
        Ok(value) => value.cloned(),
        Err(MatchesError::UnknownArgument { .. }) => None,
        Err(error) => unreachable!("the description has another type: {error}"),
    }
}

/// The value of an option that has a default, or is required.
#[must_use]
pub fn given<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> T {
    value(matches, name).expect("clap has seen to it")
}

/// Whether this flag was given.
#[must_use]
pub fn flag(matches: &ArgMatches, name: &str) -> bool {
    value(matches, name).unwrap_or(false)
}

/// What clap has to say: help that was asked for, or what is wrong with the command line.
fn explain(
    program: &Program,
    command: &Command,
    error: &clap::Error,
    used: Option<&OsString>,
) -> Result<Request, Failure> {
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
            let version = format!("{} {}\n", program.name, program.version);
            return Ok(Request::Print(version));
        }
        ErrorKind::MissingSubcommand => format!("expected a command: {}", commands(command)),
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("{word:?} is no command: expected {}", commands(command))
        }
        ErrorKind::UnknownArgument => {
            unknown(command, argument, used, text(ContextKind::SuggestedArg))
        }
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
            format!("{:?} needs {missing}", used.unwrap_or(&OsString::new()))
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
fn commands(command: &Command) -> String {
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let (last, others) = names.split_last().expect("there are some");
    format!("{} or {last}", others.join(", "))
}

/// What to say of an argument that this command does not have.
fn unknown(
    command: &Command,
    argument: &str,
    used: Option<&OsString>,
    suggestion: Option<&str>,
) -> String {
    if !argument.starts_with('-') {
        return format!("did not expect {argument:?}");
    }
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
