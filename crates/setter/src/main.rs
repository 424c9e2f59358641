//! The program `setter`: validators, checkers and generators of contest problems. `--help` has the
//! details.

mod package;
mod stress;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{value_parser, Arg, ArgMatches, Command};
use cli_manners::args::{flag, given, value};
use cli_manners::input::{Source, Text};
use cli_manners::options::{self, choice, number, option, source};
use cli_manners::staging::Staging;
use cli_manners::{tell, Failure, Program, Section, Verdict};
use setter::{Group, Problem, PROBLEMS};
use std::cell::Cell;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

const PROGRAM: Program = Program {
    name: "setter",
    version: env!("CARGO_PKG_VERSION"),
    command,
    sections: &[
        Section {
            title: "Exit codes",
            text: "  \
  0  the input is valid, the answer is right, all answers were right
  1  it is not; standard error says why
  2  the command line makes no sense, a file cannot be read or written, or the
     input of an answer is not valid
Judges want others, which --exit-codes chooses:
  kattis   42, 43 and 2
  testlib  0, 1 and 3, and 3 for an input that is not valid",
        },
        Section {
            title: "Examples",
            text: "  \
  setter validate tiling secret/07.in
  ./solution < secret/07.in | setter check tiling secret/07.in
  setter generate tiling -o secret --count 10
  setter package tiling --form kattis -o tiling
  setter stress tiling --tests 10000 -- ./solution > wrong.in
  ./solution < 07.in | setter check --exit-codes kattis tiling 07.in",
        },
    ],
};

/// Whose exit codes they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Codes {
    Own,
    Kattis,
    Testlib,
}

impl Codes {
    /// The code of an end that is not the program's own. With testlib's, a validator ends with 3 if
    /// the input is not valid, and a checker, to which 2 is one more wrong answer, if it cannot
    /// judge.
    fn code(self, checks: bool, ended: &Result<Verdict, Failure>) -> Option<u8> {
        let yes = match ended {
            Ok(verdict) => Some(*verdict == Verdict::Yes),
            Err(_) => None,
        };
        match (self, yes) {
            (Codes::Own, _) => None,
            (Codes::Kattis, Some(true)) => Some(42),
            (Codes::Kattis, Some(false)) => Some(43),
            (Codes::Kattis, None) => Some(2),
            (Codes::Testlib, Some(true)) => Some(0),
            (Codes::Testlib, Some(false)) if checks => Some(1),
            (Codes::Testlib, _) => Some(3),
        }
    }
}

fn command() -> Command {
    let codes = || {
        choice(
            "exit-codes",
            "WHOSE",
            "Whose exit codes to use: ",
            vec![
                ("own", Codes::Own),
                ("kattis", Codes::Kattis),
                ("testlib", Codes::Testlib),
            ],
        )
    };
    let problem = || {
        let names = PossibleValuesParser::new(PROBLEMS.iter().map(|problem| problem.name));
        Arg::new("problem")
            .value_name("PROBLEM")
            .help("The name of the problem; \"list\" prints all")
            .required(true)
            .hide_possible_values(true)
            .value_parser(names.map(|name| setter::problem(&name).expect("clap has compared it")))
    };
    let seed = || {
        let help = "The first seed; the same seed gives the same input";
        number("seed", "N", help, options::whole_number).default_value("1")
    };
    let input = Arg::new("input").value_name("INPUT");
    let answer = Arg::new("answer").value_name("ANSWER").default_value("-");
    Command::new("setter")
        .about("Say whether inputs and answers of contest problems are right, and make inputs")
        .subcommand(
            Command::new("list")
                .about("Print the names of the problems, or the test groups of one")
                .arg(problem().required(false)),
        )
        .subcommand(
            Command::new("validate")
                .about("Say whether an input is what the statement promises, to the byte")
                .arg(codes())
                .arg(options::flag(
                    "promises",
                    "Look at what is promised of solutions, too, for example that there is one only",
                ))
                .arg(problem())
                .arg(source(
                    "setter: reading the input",
                    input
                        .clone()
                        .help("The file with the input; \"-\" is standard input")
                        .default_value("-"),
                )),
        )
        .subcommand(
            Command::new("check")
                .about("Say whether an answer solves an input")
                .arg(codes())
                .arg(problem())
                .arg(source(
                    "setter: reading the input",
                    input.help("The file with the input").required(true),
                ))
                .arg(source(
                    "setter: reading the answer",
                    answer.help("The file with the answer; \"-\" is standard input"),
                )),
        )
        .subcommand(
            Command::new("generate")
                .about("Make inputs; without --output, print the first")
                .arg(seed())
                .arg(number("count", "N", "Make N inputs of each group", options::positive::<u64>)
                    .default_value("1")
                    .requires("output"))
                .arg(option("group", "NAME", "Make inputs of this group alone [all, or the first]"))
                .arg(options::output().required(false))
                .arg(problem()),
        )
        .subcommand(
            Command::new("package")
                .about("Make the package of a problem that judges take")
                .arg(choice("form", "WHOSE", "Whose form of packages: ", package::FORMS.to_vec()))
                .arg(seed())
                .arg(number("count", "N", "Make N secret inputs of each group", options::whole_number)
                    .default_value("3"))
                .arg(options::output())
                .arg(problem()),
        )
        .subcommand(
            Command::new("stress")
                .about("Find a generated input that a program answers wrong, and print it made small")
                .arg(seed())
                .arg(number("tests", "N", "End after N right answers", options::positive::<u64>)
                    .default_value("1000"))
                .arg(option("group", "NAME", "Make inputs of this group [the first]"))
                .arg(number(
                    "limit-time",
                    "SECONDS",
                    "An answer that takes longer is wrong",
                    options::seconds,
                ).default_value("10"))
                .arg(number(
                    "shrink-time",
                    "SECONDS",
                    "Make the input that is printed smaller for as long",
                    options::seconds,
                ).default_value("60"))
                .arg(option("against", "PROGRAM", "Judge this program's answers, too")
                    .value_parser(value_parser!(OsString)))
                .arg(problem())
                .arg(Arg::new("program")
                    .value_name("PROGRAM")
                    .help("The program, and its arguments behind \"--\"")
                    .required(true)
                    .num_args(1..)
                    .value_parser(value_parser!(OsString))),
        )
}

fn main() -> ExitCode {
    let judges = Cell::new(None);
    let own = PROGRAM.main(|command, matches, out| {
        let checks = match command {
            "list" => return list(matches, out),
            "generate" => return generate(matches, out),
            "package" => return package::run(matches),
            "stress" => return stress::run(matches, out),
            name => name == "check",
        };
        let ended = if checks {
            check(matches)
        } else {
            validate(matches)
        };
        judges.set(given::<Codes>(matches, "exit-codes").code(checks, &ended));
        ended
    });
    judges.get().map_or(own, ExitCode::from)
}

fn problem(matches: &ArgMatches) -> &'static Problem {
    given(matches, "problem")
}

/// What is wrong with an input, if it is not valid.
fn refusal(matches: &ArgMatches, input: &Text) -> Option<String> {
    let refusal = problem(matches).validate(&input.text).err()?;
    let message = format!("{}: {}", refusal.place, refusal.message);
    Some(input.place(message, refusal.place))
}

fn list(matches: &ArgMatches, out: &mut impl Write) -> Result<Verdict, Failure> {
    match value::<&Problem>(matches, "problem") {
        None => {
            for problem in PROBLEMS {
                writeln!(out, "{}", problem.name)?;
            }
        }
        Some(problem) => {
            for group in problem.groups {
                writeln!(out, "{:<10} {}", group.name, group.about)?;
            }
        }
    }
    Ok(Verdict::Yes)
}

/// The group that was named.
fn group(matches: &ArgMatches) -> Result<Option<&'static Group>, Failure> {
    let groups = problem(matches).groups;
    let name: String = match value(matches, "group") {
        Some(name) => name,
        None => return Ok(None),
    };
    match groups.iter().find(|group| group.name == name) {
        Some(group) => Ok(Some(group)),
        None => {
            let names: Vec<&str> = groups.iter().map(|group| group.name).collect();
            let names = names.join(", ");
            let message = format!("--group: expected one of {names}, found \"{name}\"");
            Err(Failure::Usage(message))
        }
    }
}

fn generate(matches: &ArgMatches, out: &mut impl Write) -> Result<Verdict, Failure> {
    let (problem, seed, wanted) = (
        problem(matches),
        given::<u64>(matches, "seed"),
        group(matches)?,
    );
    let directory: PathBuf = match value(matches, "output") {
        Some(directory) => directory,
        None => {
            let group = wanted.unwrap_or(&problem.groups[0]);
            out.write_all(problem.generate(group, seed).as_bytes())?;
            return Ok(Verdict::Yes);
        }
    };
    let staging = Staging::new("--output", &directory)?;
    let groups = problem
        .groups
        .iter()
        .filter(|group| wanted.is_none_or(|it| it.name == group.name));
    for group in groups {
        for k in 0..given::<u64>(matches, "count") {
            let seed = seed.wrapping_add(k);
            let name = format!("{}-{seed}.in", group.name);
            staging.fill(&name, |file| file.write_str(&problem.generate(group, seed)))?;
        }
    }
    staging.publish()?;
    Ok(Verdict::Yes)
}

fn validate(matches: &ArgMatches) -> Result<Verdict, Failure> {
    let text = match text(&given(matches, "input"))? {
        Ok(text) => text,
        Err(reason) => {
            tell(reason);
            return Ok(Verdict::No);
        }
    };
    let promised = |()| match flag(matches, "promises") {
        true => problem(matches).promise(&text.text),
        false => Ok(()),
    };
    let kept = refusal(matches, &text)
        .map_or(Ok(()), Err)
        .and_then(|()| promised(()).map_err(|reason| format!("{}: {reason}", text.name)));
    Ok(match kept {
        Ok(()) => Verdict::Yes,
        Err(reason) => {
            tell(reason);
            Verdict::No
        }
    })
}

fn check(matches: &ArgMatches) -> Result<Verdict, Failure> {
    let source = given::<Source>(matches, "answer");
    if source.is_stdin() && given::<Source>(matches, "input").is_stdin() {
        let message = "input and answer cannot both be standard input";
        return Err(Failure::Usage(message.into()));
    }
    let input = given::<Source>(matches, "input").read()?;
    if let Some(refusal) = refusal(matches, &input) {
        return Err(Failure::Input(refusal));
    }
    let answer = match text(&source)? {
        Ok(answer) => answer,
        Err(reason) => {
            tell(reason);
            return Ok(Verdict::No);
        }
    };
    Ok(match problem(matches).check(&input.text, &answer.text) {
        Ok(()) => Verdict::Yes,
        Err(reason) => {
            tell(format_args!("{}: {reason}", answer.name));
            Verdict::No
        }
    })
}

/// What a source has; or why that is no text, if it can be read: whoever wrote it is wrong.
fn text(source: &Source) -> Result<Result<Text, String>, Failure> {
    match source.read() {
        Ok(text) => Ok(Ok(text)),
        Err(Failure::Input(reason)) if readable(source) => Ok(Err(reason)),
        Err(failure) => Err(failure),
    }
}

/// Whether there is something to read; standard input has been read already.
fn readable(source: &Source) -> bool {
    match source {
        Source::Stdin(_) => true,
        Source::File(path) => std::fs::read(path).is_ok(),
    }
}
