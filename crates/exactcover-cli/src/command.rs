//! The one description of the command line, from which everything else is made: how it is read, the
//! help, the manual pages and the completions.

use crate::args::Method;
use crate::job::Question;
use clap::{value_parser, Arg, Command, ValueHint};
use cli_manners::options::{self, choice, flag, json, number, option, positive, source, threads};
use cli_manners::{Program, Section};
use exactcover::proof::Format;
use exactcover::{Engine, Strategy};
use std::path::PathBuf;
use svg_cells::Theme;

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
exactly once; 2|a twice, 0:2|a at most twice), then, behind a bar, secondary ones (at most once, or
several times in one color). All commands take 2|a, but not prove --format drat; of the engines,
tallies and diagram do.
Every other line is an option, which is a list of items; a number behind a bar is its cost. Lines
that begin with a bar are comments. An option without a primary item is ignored, with a warning.

  | two words crossing at x
  across down | x
  across x:a
  across x:b
  down x:b",
    },
    Section {
        title: "Exit codes",
        text: "  \
  0    the answer is complete and positive: there is a solution (solve,
       sample), this is their number (count, options), there is exactly one
       (unique), these are the cheapest (cheapest), the proof is written
       (prove), all are right (check), all probes are made (estimate); or
       --first was reached
  1    the answer is complete and negative: there is no solution (solve,
       cheapest, sample), there is none or more than one (unique), one at
       least is wrong, or the model is (check)
  2    the command line, the problem or the solutions cannot be read, or
       nothing can be written
  3    a limit was reached first, or units are open (status, merge, clean):
       what is printed is true, but perhaps not all
  4    records of a split contradict each other
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
        .subcommands([
            solve(),
            count(),
            unique(),
            cheapest(),
            sample(),
            occurrences(),
            prove(),
            check(),
            estimate(),
        ])
        .subcommands([split(), plan(), run(), status(), merge(), clean()])
}

fn solve() -> Command {
    Command::new("solve")
        .about("Print the solutions")
        .after_help(
            "\
A solution is printed as its options, one a line, with a blank line behind the last.

--svg prints a picture of the first one: the options are pieces on a board, whose squares are the
items named by row and column, such as r1c2, \"1,2\", a2 or 12 (digits beyond 9 are letters there).

With --checkpoint the search survives whatever ends the program: the same command prints again what
was printed before, from FILE.solutions, and goes on where FILE was written last, at most a second
before. So what the last one prints is what a search prints that was never stopped.

Solutions are the same, in the same order, for any number of threads; only with --first 1 each may
find another one.",
        )
        .args([file(), first(), numbers(), svg()])
        .args(searching())
        .arg(threads().help("Search with N threads; needs --first"))
        .args([checkpoint(), json()])
}

fn checkpoint() -> Arg {
    option(
        "checkpoint",
        "FILE",
        "Go on from FILE if it is there, and write it all the while",
    )
    .value_hint(ValueHint::FilePath)
    .value_parser(value_parser!(PathBuf))
}

fn count() -> Command {
    Command::new("count")
        .about("Print how many solutions there are")
        .args([file(), first()])
        .args(searching())
        .mut_arg("engine", |_| {
            let methods = searches().chain([("diagram", Method::Diagram)]);
            choice("engine", "NAME", "How: ", methods.collect())
        })
        .args([options::limit_memory(), checkpoint(), threads(), json()])
        .after_help(
            "Without an option that says how to search, it also counts without listing solutions, by a\n\
             \"diagram\" of how they begin and end, if that is faster. So it counts what nobody can list.\n\
             \n\
             With --checkpoint the count survives whatever ends the program: the same command goes on\n\
             where FILE was written last, at most a second before, and the answer and the nodes are those\n\
             of a count that was never stopped. FILE stays, and has the answer in the end.",
        )
}

fn unique() -> Command {
    Command::new("unique")
        .about("Say whether there is exactly one solution")
        .arg(file())
        .args(searching())
        .args([threads(), json()])
}

fn cheapest() -> Command {
    let [_, _, seed] = choosing();
    Command::new("cheapest")
        .about("Print the solutions that cost least, the cheapest first")
        .after_help(
            "The cost of an option is a number behind a bar at its end, as in \"a b |7\", or else 0. Before each\n\
             solution there is a line \"| cost N\", which \"check\" takes for a comment. If a limit is reached\n\
             first, these are the cheapest that were found until then.",
        )
        .args([
            file(),
            number("k", "K", "Print so many, or all if there are fewer", positive::<usize>)
                .short('k')
                .default_value("1"),
            numbers(),
            seed,
        ])
        .args(stopping())
        .arg(json())
}

fn sample() -> Command {
    Command::new("sample")
        .about("Print solutions drawn at random, all equally likely")
        .after_help(
            "\
Each is drawn on its own, so that one can come twice. They come from a \"diagram\" of all solutions,
as \"count\" makes it, and cost next to nothing once that is made; how many solutions there are
makes no difference.",
        )
        .args([
            file(),
            number("n", "N", "Print so many", positive::<usize>)
                .short('n')
                .default_value("1"),
            seed("Draw those of N"),
            numbers(),
        ])
        .args(compiling())
}

fn occurrences() -> Command {
    Command::new("options")
        .about("Print how many solutions have each option")
        .after_help(
            "\
Before each option stands in how many solutions it is: one that nobody can use has 0, one that all
need has as many as there are. They come from a \"diagram\" of all solutions, as \"count\" makes it.",
        )
        .args([
            file(),
            flag("numbers", "An option is the number of its line in FILE"),
        ])
        .args(compiling())
}

/// How to make a diagram of all solutions, and what to tell of it.
fn compiling() -> Vec<Arg> {
    let mut compiling = stopping();
    compiling.retain(|option| option.get_id() != "limit-nodes");
    compiling.extend([options::limit_memory(), json()]);
    compiling
}

fn seed(help: &'static str) -> Arg {
    number("seed", "N", help, options::whole_number).default_value("1")
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

fn estimate() -> Command {
    Command::new("estimate")
        .about("Guess how many choices and solutions a search has, by random probes")
        .after_help(
            "\
A probe goes down the tree, at each choice into a random one of its branches, and what it meets
counts as often as there were branches to choose from (Knuth 1975): right on average, however large
the tree is. The standard error says how far the probes are apart; where few of them count for much,
the truth can be farther off. If a limit is reached first, the probes that are done are what counts.",
        )
        .args([
            file(),
            number("probes", "N", "Go down so many times", positive::<u32>).default_value("1000"),
            seed("Take the probes of N"),
        ])
        .args(options::limits())
        .arg(json())
}

fn split() -> Command {
    Command::new("split")
        .about("Cut a search into units, for many processes and machines")
        .after_help(
            "\
DIR is for all that see it. In rounds, until \"plan\" prints 0 tasks:

  exactcover split FILE -o DIR --units 1000
  exactcover plan DIR --tasks 40                  prints ROUND TASKS OPEN
  exactcover run DIR --plan ROUND --task K        for each K below TASKS
  exactcover merge DIR

Any process may be killed at any time, and any command given again. The engine \"learn\" walks
through no tree that could be cut. docs/scale.md in the repository has recipes for schedulers.",
        )
        .args([
            file(),
            options::output(),
            choice("question", "NAME", "What to ask: ", Question::ALL.to_vec()),
            number(
                "units",
                "N",
                "Into at least so many units, if the tree is large enough",
                positive::<usize>,
            )
            .default_value("1000"),
            number(
                "budget",
                "N",
                "Cut a unit again after N choices, even if its task goes on",
                positive::<u64>,
            ),
        ])
        .args(choosing())
}

fn plan() -> Command {
    Command::new("plan")
        .about("Deal out the open units to tasks; prints ROUND TASKS OPEN")
        .after_help(
            "As many tasks as cores are the best, if these are alike; else ten times as many. A task ends when it\n\
             has taken a part of what is thought to be left for each, so that all end at the same time. What\n\
             is open then is for the next round.",
        )
        .args([
            directory(),
            number("tasks", "N", "To at most so many tasks", positive::<usize>)
                .default_value("100"),
            number(
                "least",
                "N",
                "Let a task take N choices, even when so little is left",
                positive::<u64>,
            )
            .default_value("1000000"),
            number(
                "most",
                "N",
                "End a task after N choices, even when more is left",
                positive::<u64>,
            ),
        ])
}

fn run() -> Command {
    let task = |text: &str| match text {
        "auto" => Ok(None),
        _ => options::whole_number(text)
            .map(Some)
            .map_err(|what| what + " or auto"),
    };
    Command::new("run")
        .about("Search the units of a task; prints how many, and their nodes")
        .after_help(
            "With \"auto\" the number is that of HQ_TASK_ID, SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX, the\n\
             first that is set. A task ends early, and well, when there is a newer plan.",
        )
        .args([
            directory(),
            number("plan", "ROUND", "Which plan", options::whole_number).required(true),
            option("task", "K", "Which task of the plan, from 0, or auto")
                .required(true)
                .value_parser(task),
        ])
}

fn status() -> Command {
    Command::new("status")
        .about("Say how far the units of a split are")
        .args([directory(), json()])
}

fn merge() -> Command {
    Command::new("merge")
        .about("Check the records of a split and print the answer")
        .after_help(
            "The records are checked without an engine: that the units are all of the search and none comes\n\
             twice, that solutions are solutions, and that records of the same unit agree.\n\
             \n\
             Of a split for \"prove\" the proofs of all units become one: the three files that \"prove\" writes.",
        )
        .args([directory(), options::output().required(false), json()])
}

fn clean() -> Command {
    Command::new("clean")
        .about("Put one record in the place of all when nothing is open")
        .arg(directory())
}

fn directory() -> Arg {
    Arg::new("directory")
        .value_name("DIR")
        .help("The directory that \"split\" has made")
        .required(true)
        .value_hint(ValueHint::DirPath)
        .value_parser(value_parser!(PathBuf))
}

/// The options of all searches.
fn searching() -> Vec<Arg> {
    let mut searching = Vec::from(choosing());
    searching.extend(stopping());
    searching
}

/// When to stop, and what to tell of it.
fn stopping() -> Vec<Arg> {
    let mut stopping = Vec::from(options::limits());
    stopping.extend([
        flag(
            "stats",
            "Print the engine and what the search has cost, on standard error",
        ),
        options::progress(),
    ]);
    stopping
}

/// The engines by their names, the automatic choice first.
fn searches() -> impl Iterator<Item = (&'static str, Method)> {
    let engines = [Engine::AUTO].into_iter();
    let engines = engines.chain(Engine::ALL.iter().copied());
    engines.map(|engine| (engine.name(), Method::Search(engine)))
}

/// How to search.
fn choosing() -> [Arg; 3] {
    let engines = searches().collect();
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

fn svg() -> Arg {
    let names = Theme::ALL.map(|(name, _)| name);
    let parse = |name: &str| {
        let found = Theme::ALL.iter().find(|theme| theme.0 == name);
        found
            .map(|theme| theme.1)
            .ok_or("one of light, dark, print")
    };
    option(
        "svg",
        "THEME",
        "Print a picture of a solution, in the colors light, dark or print",
    )
    .num_args(0..=1)
    .require_equals(true)
    .default_missing_value(names[0])
    .value_parser(parse)
}

pub(crate) const STRATEGIES: [(&str, Strategy); 3] = [
    ("mrv", Strategy::Mrv),
    ("weighted", Strategy::Weighted),
    ("restarts", Strategy::Restarts),
];

const FORMATS: [(&str, Format); 2] = [("veripb", Format::VeriPb), ("drat", Format::Drat)];
