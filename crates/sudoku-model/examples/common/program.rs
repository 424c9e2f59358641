//! The frame of the examples: arguments, work, exit codes.

use std::env::{self, Args};
use std::error::Error;
use std::io::{self, Stdout};
use std::iter::Skip;
use std::process::ExitCode;

/// Does the work that the arguments ask for. The exit code is 2 if they are wrong, and 1 if
/// something else is, a closed standard output too.
pub(crate) fn main<O>(
    usage: &str,
    options: impl FnOnce(Skip<Args>) -> Result<O, String>,
    run: impl FnOnce(O, &mut Stdout) -> Result<(), Box<dyn Error>>,
) -> ExitCode {
    if env::args().skip(1).any(|argument| argument == "--help") {
        println!("{usage}");
        return ExitCode::SUCCESS;
    }
    let options = match options(env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n{usage}");
            return ExitCode::from(2);
        }
    };
    match run(options, &mut io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
