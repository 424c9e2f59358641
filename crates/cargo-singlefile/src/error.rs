//! The one error type: a sentence for the user, and the exit code that it means.

use std::fmt;
use std::io::{self, Write};

/// Advice for whoever depends on what cannot be carried.
pub(crate) const LEAVE_OUT: &str =
    "help: what cannot be carried can be left out: features of the crate that turn it off, or another crate";

/// Advice for whoever has written what is not understood.
pub(crate) const OWN_CODE: &str =
    "help: if `cargo build` takes it, this tool is at fault; another way to write it may help";

/// Why no file could be made, ready to be printed after `error: `.
#[derive(Debug)]
pub struct Error {
    message: String,
    pub(crate) code: u8,
    /// Whether the compiler has refused the code as it came, before anything was left out.
    pub(crate) of_code: bool,
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// There can be no bundle.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Error::with_code(1, message)
    }

    /// What was asked makes no sense, or cannot be read or written.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Error::with_code(2, message)
    }

    /// The bundle is above the limit.
    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Error::with_code(3, message)
    }

    /// The compiler refuses the code as it came.
    pub(crate) fn of_code(message: impl Into<String>) -> Self {
        Error {
            of_code: true,
            ..Error::new(message)
        }
    }

    fn with_code(code: u8, message: impl Into<String>) -> Self {
        let message = message.into();
        Error {
            message,
            code,
            of_code: false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Writes a line to standard error, if anybody is there to read it.
pub(crate) fn tell(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
}
