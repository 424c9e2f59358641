//! The program `setter`: validators and checkers of contest problems. `--help` has the details.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Command};
use cli_manners::args::given;
use cli_manners::input::{Source, Text};
use cli_manners::options::source;
use cli_manners::{tell, Failure, Program, Section, Verdict};
use setter::{Problem, PROBLEMS};
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
     answer is not valid",
        },
        Section {
            title: "Examples",
            text: "\
  setter validate tiling secret/07.in
  ./solution < secret/07.in | setter check tiling secret/07.in",
        },
    ],
};

fn command() -> Command {
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
    PROGRAM.main(|command, matches, out| match command {
        "list" => {
            for problem in PROBLEMS {
                writeln!(out, "{}", problem.name)?;
            }
            Ok(Verdict::Yes)
        }
        "validate" => validate(matches),
        _ => check(matches),
    })
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
    let answer = source.read()?;
    Ok(match problem(matches).check(&input.text, &answer.text) {
        Ok(()) => Verdict::Yes,
        Err(reason) => {
            tell(format_args!("{}: {reason}", answer.name));
            Verdict::No
        }
    })
}
