//! The program `setter`: validators and checkers of contest problems. `--help` has the details.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Command};
use cli_manners::args::given;
use cli_manners::input::{Source, Text};
use cli_manners::options::{choice, source};
use cli_manners::{tell, Failure, Program, Section, Verdict};
use setter::{Problem, PROBLEMS};
use std::cell::Cell;
use std::io::Write;
use std::process::ExitCode;

const PROGRAM: Program = Program {
    name: "setter",
    version: env!("CARGO_PKG_VERSION"),
    command,
    sections: &[
        Section {
            title: "Exit codes",
            text: "\
  0  the input is valid, the answer is right
  1  it is not; standard error says why
  2  the command line makes no sense, a file cannot be read, or the input of an
     answer is not valid
Judges want others, which --exit-codes chooses:
  kattis   42, 43 and 2
  testlib  0, 1 and 3, and 3 for an input that is not valid",
        },
        Section {
            title: "Examples",
            text: "\
  setter validate tiling secret/07.in
  ./solution < secret/07.in | setter check tiling secret/07.in
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
    /// the input is not valid, and a checker, to which 2 is one more wrong answer, if it cannot judge.
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
    let input = Arg::new("input").value_name("INPUT");
    let answer = Arg::new("answer").value_name("ANSWER").default_value("-");
    Command::new("setter")
        .about("Say whether inputs and answers of contest problems are right")
        .subcommand(Command::new("list").about("Print the names of the problems"))
        .subcommand(
            Command::new("validate")
                .about("Say whether an input is what the statement promises, to the byte")
                .arg(codes())
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
}

fn main() -> ExitCode {
    let judges = Cell::new(None);
    let own = PROGRAM.main(|command, matches, out| {
        let checks = match command {
            "list" => {
                for problem in PROBLEMS {
                    writeln!(out, "{}", problem.name)?;
                }
                return Ok(Verdict::Yes);
            }
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

/// The input, and what is wrong with it.
fn input(matches: &ArgMatches) -> Result<(Text, Option<String>), Failure> {
    let text = given::<Source>(matches, "input").read()?;
    let refusal = problem(matches).validate(&text.text).err();
    let refusal = refusal.map(|refusal| {
        let message = format!("{}: {}", refusal.place, refusal.message);
        text.place(message, refusal.place)
    });
    Ok((text, refusal))
}

fn validate(matches: &ArgMatches) -> Result<Verdict, Failure> {
    Ok(match input(matches)?.1 {
        None => Verdict::Yes,
        Some(refusal) => {
            tell(refusal);
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
    let (input, refusal) = input(matches)?;
    if let Some(refusal) = refusal {
        return Err(Failure::Input(refusal));
    }
    let answer = match source.read() {
        Ok(answer) => answer,
        // It can be read and is no text: whoever wrote it is wrong.
        Err(Failure::Input(reason)) if readable(&source) => {
            tell(reason);
            return Ok(Verdict::No);
        }
        Err(failure) => return Err(failure),
    };
    Ok(match problem(matches).check(&input.text, &answer.text) {
        Ok(()) => Verdict::Yes,
        Err(reason) => {
            tell(format_args!("{}: {reason}", answer.name));
            Verdict::No
        }
    })
}

/// Whether there is something to read; standard input has been read already.
fn readable(source: &Source) -> bool {
    match source {
        Source::Stdin(_) => true,
        Source::File(path) => std::fs::read(path).is_ok(),
    }
}
