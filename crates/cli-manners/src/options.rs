//! Options that searching programs share, and the makings of others.

use crate::input::Source;
use crate::meter::When;
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{value_parser, Arg, ArgAction, Command, ValueHint};
use clap_complete::Shell;
use std::path::PathBuf;
use std::time::Duration;

/// `--limit-nodes` and `--limit-time`: when to give up.
#[must_use]
pub fn limits() -> [Arg; 2] {
    [
        number("limit-nodes", "N", "Give up after N choices", whole_number),
        number(
            "limit-time",
            "SECONDS",
            "Give up after this time, for example 0.5",
            seconds,
        ),
    ]
}

/// `--limit-memory`: how much a count by a diagram may take, a `usize` of bytes.
#[must_use]
pub fn limit_memory() -> Arg {
    let help = "Take at most this for a diagram, for example 500M [1G]";
    number("limit-memory", "SIZE", help, size)
}

/// `--threads`: with how many to search.
#[must_use]
pub fn threads() -> Arg {
    let help = "Search with N threads; answers are the same for every N";
    number("threads", "N", help, positive::<usize>)
}

/// `--progress`: when to show it.
#[must_use]
pub fn progress() -> Arg {
    choice(
        "progress",
        "WHEN",
        "Show progress on stderr (auto: a terminal): ",
        vec![
            ("auto", When::Auto),
            ("always", When::Always),
            ("never", When::Never),
        ],
    )
}

/// `--output`: the directory to be made.
#[must_use]
pub fn output() -> Arg {
    option(
        "output",
        "DIR",
        "Where to write; DIR must not exist, or be empty",
    )
    .short('o')
    .required(true)
    .value_hint(ValueHint::DirPath)
    .value_parser(value_parser!(PathBuf))
}

/// `--json`.
#[must_use]
pub fn json() -> Arg {
    flag("json", "Print one JSON object a line")
}

/// An option without a value.
#[must_use]
pub fn flag(name: &'static str, help: &'static str) -> Arg {
    let flag = Arg::new(name).long(name).help(help);
    flag.action(ArgAction::SetTrue)
}

/// An option with a value, which its help calls `value`.
#[must_use]
pub fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

/// An option with a number, which may turn out to be negative and is refused by `parse` then.
#[must_use]
pub fn number<T: Clone + Send + Sync + 'static>(
    name: &'static str,
    value: &'static str,
    help: &'static str,
    parse: fn(&str) -> Result<T, String>,
) -> Arg {
    option(name, value, help)
        .allow_negative_numbers(true)
        .value_parser(parse)
}

/// An option with the name of one of these, of the first without it.
#[must_use]
pub fn choice<T>(
    name: &'static str,
    value: &'static str,
    help: &str,
    choices: Vec<(&'static str, T)>,
) -> Arg
where
    T: Copy + Send + Sync + 'static,
{
    let names: Vec<&str> = choices.iter().map(|&(name, _)| name).collect();
    let default = names[0];
    // Clap's own lists of names make long lines.
    let help = format!("{help}{} [{default}]", names.join(", "));
    let parser = PossibleValuesParser::new(names).map(move |text| {
        let found = choices.iter().find(|&&(name, _)| name == text);
        found.expect("clap has compared it with the names").1
    });
    Arg::new(name)
        .long(name)
        .value_name(value)
        .help(help)
        .value_parser(parser)
        .default_value(default)
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// The name of a file; what the program says while somebody types it instead is `hint`.
#[must_use]
pub fn source(hint: &'static str, arg: Arg) -> Arg {
    let names = OsStringValueParser::new();
    arg.value_hint(ValueHint::FilePath)
        .value_parser(names.map(move |name| Source::new(name, hint)))
}

pub(crate) fn completions() -> Command {
    Command::new("completions")
        .about("Print a script that completes command lines in a shell")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .help("Which shell")
                .required(true)
                .value_parser(value_parser!(Shell)),
        )
}

pub(crate) fn man(program: &Command) -> Command {
    let man = Command::new("man");
    let commands = program.get_subcommands().chain([&man]);
    let names = PossibleValuesParser::new(commands.map(|it| it.get_name().to_owned()));
    man.about("Print the manual page of the program or of a command")
        .arg(
            Arg::new("command")
                .value_name("COMMAND")
                .help("Of which command; of the whole program without it")
                .hide_possible_values(true)
                .value_parser(names),
        )
}

/// Reads a whole number.
///
/// # Errors
/// What was expected instead, as for all readers here.
pub fn whole_number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("a whole number{}", below::<u64>(text)))
}

/// What to say of the largest number of this type where one of digits alone is larger.
fn below<T>(text: &str) -> String {
    match text.is_empty() || text.bytes().any(|byte| !byte.is_ascii_digit()) {
        true => String::new(),
        false => format!(" below 2^{}", 8 * std::mem::size_of::<T>()),
    }
}

/// Reads a number that is not 0.
///
/// # Errors
/// What was expected.
pub fn positive<T: std::str::FromStr + Default + PartialEq>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| *number != T::default());
    number.ok_or_else(|| match text.bytes().all(|byte| byte == b'0') {
        true => "a whole number, at least 1".into(),
        false => format!("a whole number, at least 1{}", below::<T>(text)),
    })
}

/// Reads a time.
///
/// # Errors
/// What was expected.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
    let duration = seconds.and_then(Result::ok);
    duration.ok_or_else(|| "a number of seconds".into())
}

/// Reads a number of bytes: `500M` and `500MB` are 500,000,000.
fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let unit = &text[digits.len()..];
    let unit = match unit.strip_suffix('B').unwrap_or(unit) {
        "" => Some(1),
        "K" | "k" => Some(1_000),
        "M" => Some(1_000_000),
        "G" => Some(1_000_000_000),
        "T" => 1_000_000_usize.checked_mul(1_000_000),
        _ => None,
    };
    let number = digits.parse::<usize>().ok();
    let bytes = number
        .zip(unit)
        .and_then(|(number, unit)| number.checked_mul(unit));
    bytes.ok_or_else(|| "a number of bytes, for example 500M or 2G".into())
}
