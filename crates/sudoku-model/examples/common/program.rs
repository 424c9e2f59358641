//! The frame of the examples: arguments, work, exit codes.

use std::env::{self, Args};
use std::error::Error;
use std::fmt::Display;
use std::io::{self, Stdout, Write};
use std::iter::Skip;
use std::process::ExitCode;

/// Tells people something on standard error. One that is closed is no reason to stop.
pub(crate) fn tell(message: impl Display) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Does the work that the arguments ask for. The exit code is 2 if they are wrong, and 1 if
/// something else is, a closed standard output too.
pub(crate) fn main<O>(
    usage: &str,
    options: impl FnOnce(Skip<Args>) -> Result<O, String>,
    run: impl FnOnce(O, &mut Stdout) -> Result<(), Box<dyn Error>>,
) -> ExitCode {
    let out = &mut io::stdout();
    let done = if env::args().skip(1).any(|argument| argument == "--help") {
        writeln!(out, "{usage}").map_err(Into::into)
    } else {
        match options(env::args().skip(1)) {
            Ok(options) => run(options, out),
            Err(message) => {
                tell(format_args!("{message}\n{usage}"));
                return ExitCode::from(2);
            }
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(error);
            ExitCode::FAILURE
        }
    }
}
