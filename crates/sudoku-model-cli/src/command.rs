//! The one description of the command line, from which everything else is made: how it is read, the
//! help, the manual pages and the completions.

use crate::convert::Target;
use crate::form::FORMS;
use clap::{value_parser, Arg, Command, ValueHint};
use cli_manners::options::{self, choice, flag, json, number, option, positive, source, threads};
use cli_manners::{Program, Section};
use exactcover::Engine;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use sudoku_model::{Backend, Shape, Symmetry};
use sudoku_svg::Theme;

/// The program.
pub(crate) const PROGRAM: Program = Program {
    name: "sudoku",
    version: env!("CARGO_PKG_VERSION"),
    command,
    sections: &SECTIONS,
};

const SECTIONS: [Section; 3] = [
    Section {
        title: "Forms of puzzles",
        text: "\
What form a file has shows in the file; --form says it if that goes wrong:

  grid      one grid, drawn in any usual way, of 4 x 4 to 25 x 25 cells
  grids     many, one a line (81 signs, and so on), or with empty lines between; beside
            grids of regions, such as 0011 0011 2233 2233, they are jigsaws
  cages     a killer, a cage a line: total, number of cells, row and column of each
  colors    a killer: rows of characters, then each character and its total
  dominoes  boards of the contest problem Su-domino-ku
  sheet     the board, and a line for each rule: board 9x9, thermometer r1c1-c5
  iss       constraints of Interactive Sudoku Solver: .Thermo~R1C1~R1C2.~R5C5_9
  link      a link of f-puzzles or SudokuPad that holds a puzzle, or its JSON
  solutions what exactcover has printed of \"convert --to cover\": always with --form",
    },
    Section {
        title: "Lines of a sheet",
        text: "\
A cell is r1c1; r1c1-c3 are three cells of a row, r1c1-r3 of a column. What follows a # is
a comment. The first line is the board; digits and boxes come next, if they are not the
usual ones. The other lines may come in any order. What is in square brackets may be
missing, but those of all-of and any-of are there.

  board 9x9
  digits 0,1,2
  boxes 3x2
  no-boxes
  jigsaw 0012 0112 ..
  diagonals
  falling-diagonal
  rising-diagonal
  windoku
  region r1c1 r2c2 ..
  givens 1..4 .2.. ..
  all-of [ <line> ] [ <line> ] ..
  any-of [ <line> ] [ <line> ] ..
  apart <knight, king, digit>
  apart taxicab <steps>
  arrow <circle> / <shaft>
  between <cells>
  cage <total> <cells>
  contains <exactly, at-least> <times> <digit> <cells>
  copies <cells> / <cells>
  counting-circles <cells>
  difference <number> <cell> <cell>
  disjoint-groups
  distinct-count <number or cell> <cells>
  dominoes <singles> / <r1c1=2:r1c2=3 ..>
  doppelganger <boxes, lines>
  double-arrow <cells>
  entropic <cells>
  equal-sums <cells> / <cells> ..
  equality-cage <cells>
  full-rank <none, only-unclued, any> / <rank> <cells> ..
  greater-than <cell> <cell>
  hidden-skyscraper <digit> <cells>
  indexing <columns, rows, boxes> <cells>
  linear-sum <total> <2*r1c1 -1*r1c2 ..>
  little-killer <total> <cells>
  lockout <difference> <cells>
  look-and-say <cells> / <2x5 1x3 ..>
  lunchbox <total> <cells>
  modular <modulus> <cells>
  nabner <cells>
  numbered-room <digit> <cells>
  overlapping-cage [total] <cells>
  pair-sum <total> <cell> <cell>
  palindrome <cells>
  pencil-marks <1,3,5> <cells>
  quadruple <1,1,4> <cells>
  ratio <number> <cell> <cell>
  region-sums <cells> / <cells> ..
  relation <1:2,3 2:- ..> / <r1c1:r1c2 ..>
  rellik <total> <cells>
  renban <cells>
  rossini <rising, falling, neither> <cells>
  same-digits <cells> / <cells> ..
  sandwich <total> <cells>
  sequence <pattern or nfa:automaton> <cells>
  skyscraper <number> <cells>
  squares <entropy, modular>
  strict <difference=1 ratio=2 total=5 ..> / <r1c1:r1c2 ..>
  sum-cage <total> <cells>
  sum-line <total> <cells>
  thermometer [slow] <cells>
  tuples <cells> / <1,2 2,3 ..>
  whisper <difference> <cells>
  x-sum <total> <cells>
  zipper <cells>",
    },
    Section {
        title: "Exit codes",
        text: "  \
  0    the answer is complete and positive for every puzzle: there is a
       solution (solve), there is exactly one (unique, explain, rate), the
       proof is written (prove), and so on
  1    the answer is complete, and negative for a puzzle
  2    the command line or a file makes no sense, or nothing can be written
  3    a limit was reached first: what is printed is true, but perhaps
       not all
  130  interrupted by Ctrl-C, after printing what is known so far
  143  ended by SIGTERM in the same way; a second signal ends the program
       at once

If the reader of the output goes away, the program ends quietly with exit code 0.",
    },
];

fn command() -> Command {
    Command::new("sudoku")
        .about("Solves, explains, rates and makes sudokus, killers and variants")
        .subcommands([
            solve(),
            unique(),
            count(),
            candidates(),
            explain(),
            rate(),
            generate(),
            convert(),
            draw(),
            prove(),
        ])
}

fn solve() -> Command {
    Command::new("solve")
        .about("Print a grid that fits")
        .args(input())
        .arg(limit("Print up to N grids of each puzzle [1]"))
        .args(searching())
        .args([line(), json()])
}

fn unique() -> Command {
    Command::new("unique")
        .about("Say whether exactly one grid fits, and print it, or two that differ")
        .args(input())
        .args(searching())
        .args([line(), json()])
}

fn count() -> Command {
    Command::new("count")
        .about("Print how many grids fit")
        .args(input())
        .arg(limit("Count up to N grids of each puzzle"))
        .args(searching())
        .args([
            flag("diagram", "Count without listing the grids")
                .conflicts_with_all(["backend", "limit", "limit-nodes"]),
            options::limit_memory(),
            json(),
        ])
        .after_help(
            "A diagram puts together all ways to begin that leave the same to be filled, and so counts\n\
             what nobody can list, on small boards. If it does not fit in memory, grids are listed.",
        )
}

fn candidates() -> Command {
    Command::new("candidates")
        .about("Print the digits of each cell that occur in some grid")
        .args(input())
        .arg(limit(
            "Print in how many grids each digit occurs, counted up to N",
        ))
        .arg(backend())
        .args(options::limits())
        .arg(json())
}

fn explain() -> Command {
    Command::new("explain")
        .about("Tell step by step how people solve a puzzle, and how hard that is")
        .args(input())
        .args([
            option(
                "svg",
                "DIR",
                "Draw each step into DIR, which must not exist, or be empty",
            )
            .value_hint(ValueHint::DirPath)
            .value_parser(value_parser!(PathBuf)),
            puzzle(),
            theme(),
        ])
        .args(options::limits())
        .arg(json())
}

fn rate() -> Command {
    Command::new("rate")
        .about("Tell how hard a puzzle is, by the deductions that it needs")
        .args(input())
        .args(options::limits())
        .arg(json())
}

fn generate() -> Command {
    Command::new("generate")
        .about("Make puzzles with exactly one solution")
        .after_help(
            "\
A puzzle is a line; a killer is the lines of its cages, and an empty one. --clues takes A-B, A-,
-B and N. The same seed makes the same puzzles. --symmetry takes none, half-turn, quarter-turn,
left-right, up-down, diagonal, antidiagonal and full; killers take the first two.",
        )
        .args([
            number("count", "N", "How many", options::whole_number).default_value("1"),
            number("seed", "N", "Which", options::whole_number).default_value("0"),
            shape("Boxes of W columns and H rows [3x3]"),
            option(
                "symmetry",
                "NAME",
                "What leaves the clues or cages as they are, see below",
            )
            .default_value("none")
            .value_parser(symmetry),
            option("clues", "A-B", "How many digits are given [any number]")
                .allow_hyphen_values(true)
                .value_parser(range),
            flag("killer", "Killers: cages with totals instead of clues"),
            option("cages", "A-B", "Killers with cages of A to B cells [2-5]").value_parser(range),
            number(
                "max-nodes",
                "N",
                "Puzzles that the solver proves unique with so many choices",
                options::whole_number,
            ),
            number(
                "limit-time",
                "SECONDS",
                "Stop after this time, with the puzzles that are done",
                options::seconds,
            ),
            flag("rate", "Tell how hard each puzzle is, behind a #"),
            option(
                "directory",
                "DIR",
                "Write each puzzle to a new file there, instead of all on stdout",
            )
            .conflicts_with("json")
            .value_hint(ValueHint::DirPath)
            .value_parser(value_parser!(PathBuf)),
            json(),
        ])
}

fn convert() -> Command {
    Command::new("convert")
        .about("Print puzzles in another form")
        .after_help(
            "\
FORM is line, zeros, rows, spaced, letters, hex, framed or boxed for a grid, cages for a killer,
sheet, iss, or f-puzzles or sudokupad (links) for any puzzle, cover for the exact cover problem
whose solutions are the grids. What it cannot say is refused, with the name of the rule.

\"exactcover\" takes a cover, \"split\" and all; --form solutions makes grids of what it prints:

  sudoku convert --to cover FILE | exactcover solve | sudoku convert --form solutions",
        )
        .args(input())
        .arg(
            option("to", "FORM", "How to write them")
                .default_value("line")
                .value_parser(target),
        )
}

fn draw() -> Command {
    Command::new("draw")
        .about("Print a picture of a puzzle (SVG)")
        .args(input())
        .args([
            puzzle(),
            theme(),
            flag(
                "candidates",
                "Draw the digits that no given excludes at sight",
            ),
            number(
                "step",
                "N",
                "Draw the N-th step of \"explain\", and the position before it",
                positive::<usize>,
            ),
            flag("solution", "Draw the digits of a grid that fits"),
            flag("colors", "Fill cages with colors"),
            flag("numbers", "Number the rows and columns"),
        ])
        .args(options::limits())
}

fn prove() -> Command {
    Command::new("prove")
        .about("Find all grids and write a proof that there are no others")
        .after_help(
            "\
Three files are written into DIR: grids.txt (a grid a line), model.opb (the puzzle as
pseudo-Boolean constraints, and for each grid one that leaves it out) and proof.pbp (a proof
that nothing is left). Then

  veripb DIR/model.opb DIR/proof.pbp

has to say \"s VERIFIED UNSATISFIABLE\" without a warning: it warns of proofs that assume
something. If a limit is reached, there is no proof and no DIR.",
        )
        .args(input())
        .args([
            options::output(),
            puzzle(),
            choice("engine", "NAME", "How to search: ", engines()),
        ])
        .args(options::limits())
        .arg(json())
}

/// Where the puzzles are.
fn input() -> [Arg; 3] {
    let file = Arg::new("file")
        .value_name("FILE")
        .help("The files with the puzzles; \"-\" is standard input")
        .num_args(0..)
        .default_value("-");
    let mut forms = vec![("auto", None)];
    forms.extend(FORMS.map(|(name, form)| (name, Some(form))));
    [
        source("sudoku: reading a puzzle", file),
        choice("form", "NAME", "", forms)
            .help("One of the forms that \"sudoku --help\" lists [auto]"),
        shape("Boxes of W columns and H rows, where the form does not say it"),
    ]
}

/// The options of all searches.
fn searching() -> [Arg; 7] {
    let [limit_nodes, limit_time] = options::limits();
    [
        backend(),
        limit_nodes.help("Give a puzzle up after N choices"),
        limit_time.help("Give a puzzle up after this time, for example 0.5"),
        threads().help("Solve N puzzles at a time; answers are the same for every N"),
        flag("stats", "Print what the search has cost, on standard error"),
        number(
            "repeat",
            "N",
            "Solve each puzzle N times, for the time of the fastest",
            positive::<usize>,
        )
        .default_value("1"),
        options::progress(),
    ]
}

fn backend() -> Arg {
    let mut backends = vec![("auto", None)];
    let all = Backend::ALL.iter().copied();
    backends.extend(all.map(|backend| (backend.name(), Some(backend))));
    choice("backend", "NAME", "How: ", backends)
}

fn limit(help: &'static str) -> Arg {
    number("limit", "N", help, positive::<u64>)
}

fn line() -> Arg {
    flag("line", "Print each grid as a line")
}

fn shape(help: &'static str) -> Arg {
    option("shape", "WxH", help).value_parser(boxes)
}

fn puzzle() -> Arg {
    let help = "Which puzzle of the file, if there are several";
    number("puzzle", "N", help, positive::<usize>)
}

fn theme() -> Arg {
    choice("theme", "NAME", "Colors of pictures: ", Theme::ALL.to_vec())
}

fn engines() -> Vec<(&'static str, Engine)> {
    // Cells first: their proofs are short for all kinds.
    let mut engines = Engine::ALL.to_vec();
    engines.sort_by_key(|engine| engine.name() != Engine::CELLS.name());
    let engines = engines.into_iter();
    engines.map(|engine| (engine.name(), engine)).collect()
}

fn symmetry(name: &str) -> Result<Symmetry, String> {
    named(
        name,
        Symmetry::ALL
            .iter()
            .map(|symmetry| (symmetry.name(), *symmetry)),
    )
}

fn target(name: &str) -> Result<Target, String> {
    named(name, Target::ALL.into_iter())
}

/// The one of this name. There are too many to show them with the option.
fn named<T>(name: &str, all: impl Iterator<Item = (&'static str, T)> + Clone) -> Result<T, String> {
    let found = all.clone().find(|(known, _)| *known == name);
    found.map(|(_, found)| found).ok_or_else(|| {
        let names: Vec<&str> = all.map(|(name, _)| name).collect();
        format!("one of {}", names.join(", "))
    })
}

fn boxes(text: &str) -> Result<Shape, String> {
    let (width, height) = text.split_once('x').ok_or("boxes such as 3x3")?;
    match (width.parse(), height.parse()) {
        (Ok(width), Ok(height)) => {
            Shape::new(width, height).map_err(|_| "boxes of a board of side 4 to 25".into())
        }
        _ => Err("boxes such as 3x3".into()),
    }
}

/// `A-B`, or `N` for `N-N`; what is left out is 0 or as many as there can be.
fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let end = |text: &str, open| match text {
        "" => Ok(open),
        text => text.parse().map_err(|_| "numbers such as 2-5".to_owned()),
    };
    match text.split_once('-') {
        Some((least, most)) => match end(least, 0)?..=end(most, usize::MAX)? {
            range if range.is_empty() => Err("the smaller number first".into()),
            range => Ok(range),
        },
        None => end(text, 0).map(|count| count..=count),
    }
}
