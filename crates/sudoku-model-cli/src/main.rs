//! The program `sudoku`: sudokus, killers and variants of many forms, solved, explained, made and
//! proved unique from the command line. `--help` has the details.

mod answer;
mod candidates;
mod command;
mod convert;
mod cover;
mod dominoes;
mod draw;
mod explain;
mod form;
mod generate;
mod prove;
mod puzzles;
mod search;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::PROGRAM.main(|command, matches, out| match command {
        "candidates" => candidates::run(matches, out),
        "explain" => explain::run(matches, out),
        "rate" => explain::rate(matches, out),
        "generate" => generate::run(matches, out),
        "convert" => convert::run(matches, out),
        "draw" => draw::run(matches, out),
        "prove" => prove::run(matches, out),
        question => search::run(question, matches, out),
    })
}
