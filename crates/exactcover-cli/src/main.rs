//! The program `exactcover`: exact cover problems in Knuth's text format, solved, counted and
//! checked from the command line, with proofs if wanted. `--help` has the details.

mod args;
mod check;
mod command;
mod input;
mod interrupt;
mod json;
mod meter;
mod pages;
mod prove;
mod search;

use args::Request;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// How the program ends when it has done what it was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Yes,
    No,
    /// A limit was reached before the answer was complete.
    Incomplete,
    /// This signal came first.
    Interrupted(u8),
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        ExitCode::from(match verdict {
            Verdict::Yes => 0,
            Verdict::No => 1,
            Verdict::Incomplete => 3,
            Verdict::Interrupted(signal) => 128 + signal,
        })
    }
}

/// Why the program cannot do what it was asked.
#[derive(Debug)]
enum Failure {
    /// The command line makes no sense.
    Usage(String),
    /// A file cannot be read, or makes no sense.
    Input(String),
    /// A file cannot be written.
    File(PathBuf, io::Error),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) => {
                write!(f, "exactcover: {message}\nTry \"exactcover --help\".")
            }
            Failure::Input(message) => f.write_str(message),
            Failure::File(path, error) => {
                write!(f, "{}: cannot write: {error}", path.display())
            }
            Failure::Output(error) => write!(f, "exactcover: cannot write: {error}"),
        }
    }
}

fn run() -> Result<Verdict, Failure> {
    let mut out = io::stdout().lock();
    match args::parse(std::env::args_os().skip(1))? {
        Request::Print(text) => {
            out.write_all(text.as_bytes())?;
            Ok(Verdict::Yes)
        }
        Request::Search(question, args) => search::run(question, &args, &mut out),
        Request::Prove(args) => prove::run(&args, &mut out),
        Request::Check(args) => check::run(&args, &mut out),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(verdict) => verdict.into(),
        // Whoever read the output has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            // Nothing is left to be done if standard error is closed.
            let _ = writeln!(io::stderr(), "{failure}");
            ExitCode::from(2)
        }
    }
}
