//! Files and standard input, and messages that point into them.

use crate::{tell, Failure};
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::PathBuf;

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
            Source::File(path) => (path.display().to_string(), fs::read(path)),
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
                let name = path.display().to_string();
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
    let line = first + before.matches('\n').count();
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    let byte = bytes[valid];
    Failure::Input(format!(
        "{name}:{line}:{column}: expected UTF-8, found the byte {byte:#04x}"
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
            Ok(line) if self.number == 1 => Ok(Some((1, line.trim_start_matches(BOM).trim()))),
            Ok(line) => Ok(Some((self.number, line.trim()))),
            Err(error) => {
                let valid = error.valid_up_to();
                Err(not_utf8(&self.name, self.number, &self.bytes, valid))
            }
        }
    }
}

/// A byte order mark.
const BOM: char = '\u{feff}';

/// A text that knows where it comes from.
#[derive(Debug)]
pub struct Text {
    /// The name of the file, `stdin` if it has none.
    pub name: String,
    /// All of it.
    pub text: String,
}

impl Text {
    /// A message that begins with this line and column, 1-based, behind the name of the file and
    /// with the place below.
    #[must_use]
    pub fn place(&self, message: impl Display, line: usize, column: usize) -> String {
        let line = self.text.lines().nth(line - 1).unwrap_or("");
        format!("{}:{message}\n{}", self.name, excerpt(line, column))
    }
}

/// As much of the line as fits on a screen, and a caret under a column of it, 1-based.
fn excerpt(line: &str, column: usize) -> String {
    let skipped = column.saturating_sub(60);
    let shown = || line.chars().skip(skipped).take(76);
    // A tab stays a tab, so that the caret stands under its character in any terminal.
    let blank = |letter| if letter == '\t' { '\t' } else { ' ' };
    let blanks: String = shown().take(column - 1 - skipped).map(blank).collect();
    format!("  | {}\n  | {blanks}^", shown().collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn puts_the_caret_under_the_column() {
        assert_eq!(excerpt("a\tbc d", 4), "  | a\tbc d\n  |  \t ^");
        assert_eq!(excerpt("", 1), "  | \n  | ^");
        assert_eq!(excerpt("é x", 4), "  | é x\n  |    ^");
    }

    #[test]
    fn shows_a_part_of_a_long_line() {
        let line: String = ('a'..='z').cycle().take(1000).collect();
        let shown = excerpt(&line, 500);
        let (text, caret) = shown.split_once('\n').expect("two lines");
        assert_eq!(text.len(), 80);
        assert_eq!(text.as_bytes()[caret.len() - 1], line.as_bytes()[499]);
    }
}
