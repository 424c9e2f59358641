//! What command-line programs that search have in common: how arguments are read and wrong ones
//! told, help and manual pages from one description, limits, signals, progress, JSON, exit codes.
//!
//! A [`Program`] is described by a [`clap::Command`] with a subcommand for each thing that it does,
//! and [runs](Program::main) what was asked for:
//!
//! ```
//! use clap::{Arg, Command};
//! use cli_manners::{args, Program, Verdict};
//! use std::io::Write;
//!
//! fn command() -> Command {
//!     let greet = Command::new("greet").about("Say hello").arg(Arg::new("name").required(true));
//!     Command::new("hello").about("Says hello").subcommand(greet)
//! }
//!
//! let program = Program { name: "hello", version: "1.0.0", command, sections: &[] };
//! let mut out = Vec::new();
//! let ended = program.run(["greet", "you"].map(Into::into), &mut out, |_, matches, out| {
//!     writeln!(out, "hello, {}", args::given::<String>(matches, "name"))?;
//!     Ok(Verdict::Yes)
//! });
//! assert!(matches!(ended, Ok(Verdict::Yes)));
//! assert_eq!(out, b"hello, you\n");
//!
//! let wrong = program.run(["great".into()], &mut out, |_, _, _| Ok(Verdict::Yes));
//! assert_eq!(
//!     program.tell(&wrong.unwrap_err()),
//!     "hello: \"great\" is no command: expected greet, completions or man\nTry \"hello --help\"."
//! );
//! ```

pub mod args;
pub mod input;
pub mod interrupt;
pub mod json;
pub mod limits;
pub mod meter;
pub mod options;
mod pages;
pub mod staging;
pub mod threads;

use clap::{ArgMatches, Command};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// A part of the help, and of the manual page, that is about no command alone.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its title, without a colon.
    pub title: &'static str,
    /// Lines that begin with blanks stay as they are, in the manual page too.
    pub text: &'static str,
}

/// A program, from whose description everything is made: how the command line is read, the help,
/// the manual pages and the completions. The commands `completions` and `man` are added to its own.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The name of the executable file.
    pub name: &'static str,
    /// The version of its package.
    pub version: &'static str,
    /// What it is about, and its commands.
    pub command: fn() -> Command,
    /// What else the help says.
    pub sections: &'static [Section],
}

/// How a program ends when it has done what it was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Exit code 0: the answer is complete and positive.
    Yes,
    /// Exit code 1: the answer is complete and negative.
    No,
    /// Exit code 3: a limit was reached before the answer was complete.
    Incomplete,
    /// Exit code 4: what was written down before contradicts itself.
    Contradiction,
    /// This signal came first: the exit code is 128 more.
    Interrupted(u8),
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        ExitCode::from(match verdict {
            Verdict::Yes => 0,
            Verdict::No => 1,
            Verdict::Incomplete => 3,
            Verdict::Contradiction => 4,
            Verdict::Interrupted(signal) => 128 + signal,
        })
    }
}

/// Why a program cannot do what it was asked: exit code 2.
#[derive(Debug)]
pub enum Failure {
    /// The command line makes no sense.
    Usage(String),
    /// A file cannot be read, or makes no sense.
    Input(String),
    /// A file cannot be written.
    File(PathBuf, io::Error),
    /// Standard output cannot be written. If nobody reads it any more, the exit code is 0.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl Program {
    /// Does what the arguments ask for: prints help, pages or scripts, or lets `work` answer one of
    /// the program's own commands by its name.
    ///
    /// # Errors
    /// Those of `work`, wrong arguments, and an `out` that cannot be written.
    pub fn run<W: Write>(
        &self,
        arguments: impl IntoIterator<Item = OsString>,
        out: &mut W,
        work: impl FnOnce(&str, &ArgMatches, &mut W) -> Result<Verdict, Failure>,
    ) -> Result<Verdict, Failure> {
        let text = match args::parse(self, arguments)? {
            args::Request::Print(text) => text,
            args::Request::Work(matches) => {
                let (name, matches) = matches.subcommand().expect("clap wants a command");
                match name {
                    "completions" => self.completions(args::given(matches, "shell")),
                    "man" => self.man(args::value::<String>(matches, "command").as_deref()),
                    _ => return work(name, matches, out),
                }
            }
        };
        out.write_all(text.as_bytes())?;
        Ok(Verdict::Yes)
    }

    /// The `main` of the program: [`run`](Program::run) with the arguments and the standard output
    /// of the process.
    pub fn main(
        &self,
        work: impl FnOnce(&str, &ArgMatches, &mut io::StdoutLock<'static>) -> Result<Verdict, Failure>,
    ) -> ExitCode {
        let arguments = std::env::args_os().skip(1);
        match self.run(arguments, &mut io::stdout().lock(), work) {
            Ok(verdict) => verdict.into(),
            // Whoever read the output has seen enough.
            Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Err(failure) => {
                tell(self.tell(&failure));
                ExitCode::from(2)
            }
        }
    }

    /// What to say of a failure.
    #[must_use]
    pub fn tell(&self, failure: &Failure) -> String {
        let name = self.name;
        match failure {
            Failure::Usage(message) => format!("{name}: {message}\nTry \"{name} --help\"."),
            Failure::Input(message) => message.clone(),
            Failure::File(path, error) => format!("{}: cannot write: {error}", path.display()),
            Failure::Output(error) => format!("{name}: cannot write: {error}"),
        }
    }
}

/// Says something on standard error. One that is closed is no reason to stop.
pub fn tell(message: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{message}");
}
