//! The program `exactcover`: exact cover problems in Knuth's text format, solved, counted and
//! checked from the command line, with proofs if wanted. `--help` has the details.

mod args;
mod check;
mod checkpoint;
mod command;
mod drawing;
mod estimate;
mod job;
mod problem;
mod progress;
mod prove;
mod records;
mod search;

use args::Request;
use std::process::ExitCode;

fn main() -> ExitCode {
    command::PROGRAM.main(
        |command, matches, out| match args::parse(command, matches)? {
            Request::Search(question, args) => search::run(question, &args, out),
            Request::Prove(args) => prove::run(&args, out),
            Request::Check(args) => check::run(&args, out),
            Request::Estimate(args) => estimate::run(&args, out),
            Request::Split(args) => job::split(&args, out),
            Request::Plan(dir, tasks, nodes) => job::plan(&dir, tasks, nodes, out),
            Request::Run(args) => job::run(&args, out),
            Request::Status(dir, json) => job::status(&dir, json, out),
            Request::Merge(args) => job::merge(&args, out),
            Request::Clean(dir) => job::clean(&dir, out),
        },
    )
}
