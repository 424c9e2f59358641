//! The one description of the command line, from which everything else is made: how it is read, the
//! help, the manual pages and the completions.

use clap::{Arg, Command};
use cli_manners::options::{self, choice, flag, json, number, option, positive, source, threads};
use cli_manners::{Program, Section};
use exactcover::proof::Format;
use exactcover::{Engine, Strategy};

/// The program.
pub(crate) const PROGRAM: Program = Program {
    name: "exactcover",
    version: env!("CARGO_PKG_VERSION"),
    command,
    sections: &SECTIONS,
};

const SECTIONS: [Section; 2] = [
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

fn command() -> Command {
    Command::new("exactcover")
        .about(
            "Solves exact cover problems: choose options so that every item is in exactly one of \
             them",
        )
        .subcommands([solve(), count(), unique(), prove(), check()])
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
            options::output(),
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
                "exactcover: reading the solutions",
                Arg::new("solutions")
                    .value_name("SOLUTIONS")
                    .help("The file with the solutions; \"-\" is standard input")
                    .default_value("-"),
            ),
            source(
                "exactcover: reading the model",
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

/// The options of all searches.
fn searching() -> [Arg; 7] {
    let engines = [Engine::AUTO]
        .into_iter()
        .chain(Engine::ALL.iter().copied());
    let engines = engines.map(|engine| (engine.name(), engine)).collect();
    let [limit_nodes, limit_time] = options::limits();
    [
        choice("engine", "NAME", "How to search: ", engines),
        choice(
            "strategy",
            "NAME",
            "Which item to branch on: ",
            STRATEGIES.to_vec(),
        ),
        number(
            "seed",
            "N",
            "Break ties between items at random, the same way for the same N",
            options::whole_number,
        ),
        limit_nodes,
        limit_time,
        flag(
            "stats",
            "Print the engine and what the search has cost, on standard error",
        ),
        options::progress(),
    ]
}

fn file() -> Arg {
    problem().default_value("-")
}

fn problem() -> Arg {
    source(
        "exactcover: reading the problem",
        Arg::new("file")
            .value_name("FILE")
            .help("The file with the problem; \"-\" is standard input"),
    )
}

fn first() -> Arg {
    option("first", "N", "Stop after N solutions, 1 if N is left out")
        .num_args(0..=1)
        // Then the program takes `--first 3`, too, and leaves the file after a bare `--first`.
        .require_equals(true)
        .default_missing_value("1")
        .value_parser(|text: &str| positive::<u128>(text))
}

fn numbers() -> Arg {
    flag(
        "numbers",
        "One solution a line; an option is the number of its line in FILE",
    )
}

const STRATEGIES: [(&str, Strategy); 3] = [
    ("mrv", Strategy::Mrv),
    ("weighted", Strategy::Weighted),
    ("restarts", Strategy::Restarts),
];

const FORMATS: [(&str, Format); 2] = [("veripb", Format::VeriPb), ("drat", Format::Drat)];
