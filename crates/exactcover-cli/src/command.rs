//! The one description of the command line, from which everything else is made: how it is read, the
//! help, the manual pages and the completions.

use crate::input::Source;
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{value_parser, Arg, ArgAction, Command, ValueHint};
use clap_complete::Shell;
use exactcover::proof::Format;
use exactcover::{Engine, Strategy};
use std::path::PathBuf;
use std::time::Duration;

/// The name of the program.
pub(crate) const NAME: &str = "exactcover";

/// When to show progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

/// A part of the help, and of the manual page, that is about no command alone.
pub(crate) struct Section {
    pub(crate) title: &'static str,
    /// Lines that begin with blanks stay as they are, in the manual page too.
    pub(crate) text: &'static str,
}

pub(crate) const SECTIONS: [Section; 2] = [
    Section {
        title: "Format of problems",
        text: "\
The problem is in Knuth's format: the first line names the items, primary ones (to be covered
exactly once), then, behind a bar, secondary ones (at most once, or several times in one color).
Every other line is an option, which is a list of items. Lines that begin with a bar are comments.
An option without a primary item is ignored, with a warning.

  | two words crossing at x
  across down | x
  across x:a
  across x:b
  down x:b",
    },
    Section {
        title: "Exit codes",
        text: "  \
  0    the answer is complete and positive: there is a solution (solve),
       this is their number (count), there is exactly one (unique), the
       proof is written (prove), all are right (check); or --first was
       reached
  1    the answer is complete and negative: there is no solution (solve),
       there is none or more than one (unique), one at least is wrong, or
       the model is (check)
  2    the command line, the problem or the solutions cannot be read, or
       nothing can be written
  3    a limit was reached first: what is printed is true, but perhaps
       not all
  130  interrupted by Ctrl-C, after printing what is known so far
  143  ended by SIGTERM in the same way; a second signal ends the program
       at once

If the reader of the output goes away, the program ends quietly with exit code 0.",
    },
];

/// The description.
pub(crate) fn command() -> Command {
    let commands = [solve(), count(), unique(), prove(), check(), completions()];
    let man = man(&commands);
    let sections = SECTIONS.map(|section| format!("{}:\n{}", section.title, section.text));
    Command::new(NAME)
        .bin_name(NAME)
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .about(
            "Solves exact cover problems: choose options so that every item is in exactly one of \
             them",
        )
        .after_help(format!(
            "\"exactcover help COMMAND\" has the options of a command.\n\n{}",
            sections.join("\n\n")
        ))
        .no_binary_name(true)
        .args_override_self(true)
        .subcommand_required(true)
        .subcommand_value_name("COMMAND")
        .subcommand_help_heading("Commands")
        .subcommands(commands)
        .subcommand(man)
}

fn solve() -> Command {
    Command::new("solve")
        .about("Print the solutions")
        .after_help(
            "A solution is printed as its options, one a line, with a blank line behind the last.",
        )
        .args([file(), first(), numbers()])
        .args(searching())
        .arg(
            threads()
                .help("Search with N threads; answers are the same for every N; needs --first"),
        )
        .arg(json())
}

fn count() -> Command {
    Command::new("count")
        .about("Print how many solutions there are")
        .args([file(), first()])
        .args(searching())
        .args([threads(), json()])
}

fn unique() -> Command {
    Command::new("unique")
        .about("Say whether there is exactly one solution")
        .arg(file())
        .args(searching())
        .args([threads(), json()])
}

fn prove() -> Command {
    Command::new("prove")
        .about("Find all solutions and write a proof that there are no others")
        .after_help(
            "\
Three files are written into DIR: solutions.txt (as with --numbers), model.opb (the problem as
pseudo-Boolean constraints, and for each solution one that leaves it out) and proof.pbp (a proof
that nothing is left). With \"drat\" these are model.cnf and proof.drat. Two commands certify that
FILE has these solutions and no others:

  exactcover check --numbers --model DIR/model.opb FILE DIR/solutions.txt
  veripb DIR/model.opb DIR/proof.pbp

VeriPB has to say \"s VERIFIED UNSATISFIABLE\" without a warning: it warns of proofs that assume
something. If a limit is reached, there is no proof and no DIR.",
        )
        .args([
            file(),
            option(
                "output",
                "DIR",
                "Where to write; DIR must not exist, or be empty",
            )
            .short('o')
            .required(true)
            .value_hint(ValueHint::DirPath)
            .value_parser(value_parser!(PathBuf)),
            choice("format", "NAME", "For which checker: ", FORMATS.to_vec()),
        ])
        .args(searching())
        .arg(json())
}

fn check() -> Command {
    Command::new("check")
        .about("Verify solutions, as \"solve\" prints them")
        .after_help(
            "The order of solutions, of options and of the items in an option makes no difference,\n\
             and comments are ignored.",
        )
        .args([
            problem().required(true),
            source(
                "the solutions",
                Arg::new("solutions")
                    .value_name("SOLUTIONS")
                    .help("The file with the solutions; \"-\" is standard input")
                    .default_value("-"),
            ),
            source(
                "the model",
                option(
                    "model",
                    "MODEL",
                    "Check also that MODEL, a file of \"prove\", is FILE without the solutions",
                ),
            ),
            numbers(),
            json(),
        ])
}

fn completions() -> Command {
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

fn man(others: &[Command]) -> Command {
    let man = Command::new("man");
    let commands = others.iter().chain([&man]);
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

/// The options of all searches.
fn searching() -> [Arg; 7] {
    let engines = [Engine::AUTO]
        .into_iter()
        .chain(Engine::ALL.iter().copied());
    let engines = engines.map(|engine| (engine.name(), engine)).collect();
    [
        choice("engine", "NAME", "How to search: ", engines),
        choice(
            "strategy",
            "NAME",
            "Which item to branch on: ",
            STRATEGIES.to_vec(),
        ),
        option(
            "seed",
            "N",
            "Break ties between items at random, the same way for the same N",
        )
        .allow_negative_numbers(true)
        .value_parser(whole_number),
        option("limit-nodes", "N", "Give up after N choices")
            .allow_negative_numbers(true)
            .value_parser(whole_number),
        option(
            "limit-time",
            "SECONDS",
            "Give up after this time, for example 0.5",
        )
        .allow_negative_numbers(true)
        .value_parser(seconds),
        flag(
            "stats",
            "Print the engine and what the search has cost, on standard error",
        ),
        choice(
            "progress",
            "WHEN",
            "Show progress on stderr (auto: a terminal): ",
            WHEN.to_vec(),
        ),
    ]
}

fn file() -> Arg {
    problem().default_value("-")
}

fn problem() -> Arg {
    source(
        "the problem",
        Arg::new("file")
            .value_name("FILE")
            .help("The file with the problem; \"-\" is standard input"),
    )
}

fn first() -> Arg {
    option("first", "N", "Stop after N solutions, 1 if N is left out")
        .num_args(0..=1)
        // See `crate::args::join_first`.
        .require_equals(true)
        .default_missing_value("1")
        .value_parser(|text: &str| positive::<u128>(text))
}

fn threads() -> Arg {
    option(
        "threads",
        "N",
        "Search with N threads; answers are the same for every N",
    )
    .allow_negative_numbers(true)
    .value_parser(|text: &str| positive::<usize>(text))
}

fn numbers() -> Arg {
    flag(
        "numbers",
        "One solution a line; an option is the number of its line in FILE",
    )
}

fn json() -> Arg {
    flag("json", "Print one JSON object a line")
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    let flag = Arg::new(name).long(name).help(help);
    flag.action(ArgAction::SetTrue)
}

fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

/// An option with the name of one of these, of the first without it.
fn choice<T>(
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

/// The name of a file with such contents.
fn source(what: &'static str, arg: Arg) -> Arg {
    let names = OsStringValueParser::new();
    arg.value_hint(ValueHint::FilePath)
        .value_parser(names.map(move |name| Source::new(name, what)))
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

fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a whole number".into())
}

fn positive<T: std::str::FromStr + Default + PartialEq>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| *number != T::default());
    number.ok_or_else(|| "a whole number, at least 1".into())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
    let duration = seconds.and_then(Result::ok);
    duration.ok_or_else(|| "a number of seconds".into())
}
