//! Files and standard input, and messages that point into them.

use crate::{tell, Failure};
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use text_places::{body, excerpt, Place};

/// What ends the input from a keyboard.
const END: &str = if cfg!(windows) {
    "Ctrl-Z and Enter"
} else {
    "Ctrl-D"
};

/// Where a text comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Standard input, and what to say if it is a keyboard: `"exactcover: reading the problem"`.
    Stdin(&'static str),
    /// A file.
    File(PathBuf),
}

/// The path as messages show it: an empty one, as of an unset variable, in quotes.
fn shown(path: &Path) -> String {
    match path.as_os_str().is_empty() {
        true => "\"\"".into(),
        false => path.display().to_string(),
    }
}

impl Source {
    /// The file of this name; `-` is standard input, of which `said` says what is read from it.
    #[must_use]
    pub fn new(name: OsString, said: &'static str) -> Source {
        if name == "-" {
            Source::Stdin(said)
        } else {
            Source::File(name.into())
        }
    }

    /// Whether it is standard input.
    #[must_use]
    pub fn is_stdin(&self) -> bool {
        matches!(self, Source::Stdin(_))
    }

    /// All of the text.
    ///
    /// # Errors
    /// If it cannot be read, or is not UTF-8.
    pub fn read(&self) -> Result<Text, Failure> {
        let (name, bytes) = match self {
            Source::Stdin(said) => {
                hint(said);
                let mut bytes = Vec::new();
                let read = io::stdin().read_to_end(&mut bytes).map(|_| bytes);
                ("stdin".to_owned(), read)
            }
            Source::File(path) => (shown(path), fs::read(path)),
        };
        let bytes = bytes.map_err(|error| unreadable(&name, &error))?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Text { name, text }),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                Err(not_utf8(&name, 1, error.as_bytes(), valid))
            }
        }
    }

    /// The lines, to be read one after the other.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn lines(&self) -> Result<Lines, Failure> {
        let (name, reader): (_, Box<dyn BufRead>) = match self {
            Source::Stdin(said) => {
                hint(said);
                ("stdin".to_owned(), Box::new(BufReader::new(io::stdin())))
            }
            Source::File(path) => {
                let name = shown(path);
                let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
                (name, Box::new(BufReader::new(file)))
            }
        };
        Ok(Lines {
            name,
            reader,
            number: 0,
            bytes: Vec::new(),
        })
    }
}

/// Says that the program waits for somebody who types, if it does.
fn hint(said: &str) {
    if io::stdin().is_terminal() {
        tell(format_args!("{said} from the keyboard up to {END}"));
    }
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::Input(format!("{name}: cannot read: {error}"))
}

/// These bytes, which begin with a line of this number, are text up to the one at `valid`.
fn not_utf8(name: &str, first: usize, bytes: &[u8], valid: usize) -> Failure {
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let mut place = Place::behind(&before);
    place.line += first - 1;
    let byte = bytes[valid];
    Failure::Input(format!(
        "{name}:{place}: expected UTF-8, found the byte {byte:#04x}"
    ))
}

/// The lines of a file, of which only one at a time is in memory.
#[allow(missing_debug_implementations)] // Of a reader, there is nothing to show.
pub struct Lines {
    /// The name of the file, `stdin` if it has none.
    pub name: String,
    reader: Box<dyn BufRead>,
    number: usize,
    bytes: Vec<u8>,
}

impl Lines {
    /// The next line without the blanks around it, and its number from 1.
    ///
    /// # Errors
    /// If it cannot be read, or is not UTF-8.
    #[allow(clippy::should_implement_trait)] // It lends the line.
    pub fn next(&mut self) -> Result<Option<(usize, &str)>, Failure> {
        self.bytes.clear();
        let read = self.reader.read_until(b'\n', &mut self.bytes);
        if read.map_err(|error| unreadable(&self.name, &error))? == 0 {
            return Ok(None);
        }
        self.number += 1;
        match std::str::from_utf8(&self.bytes) {
            Ok(line) if self.number == 1 => Ok(Some((1, body(line).trim()))),
            Ok(line) => Ok(Some((self.number, line.trim()))),
            Err(error) => {
                let valid = error.valid_up_to();
                Err(not_utf8(&self.name, self.number, &self.bytes, valid))
            }
        }
    }
}

/// A text that knows where it comes from.
#[derive(Debug)]
pub struct Text {
    /// The name of the file, `stdin` if it has none.
    pub name: String,
    /// All of it.
    pub text: String,
}

impl Text {
    /// A message that begins with this place, behind the name of the file, with the line below.
    #[must_use]
    pub fn place(&self, message: impl Display, place: Place) -> String {
        format!("{}:{message}{}", self.name, excerpt(&self.text, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_name_is_seen_in_a_message() {
        let source = Source::new(OsString::new(), "reading");
        for failure in [source.read().err(), source.lines().err()] {
            let Some(Failure::Input(message)) = failure else {
                panic!("{failure:?}")
            };
            assert!(message.starts_with("\"\": cannot read: "), "{message}");
        }
    }
}
