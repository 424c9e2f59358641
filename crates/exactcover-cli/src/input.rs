//! Files and standard input, and errors that point into them.

use crate::Failure;
use exactcover::{format, Problem};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

/// Where a text comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
}

impl Source {
    /// The file of this name; `-` is standard input.
    pub(crate) fn new(name: OsString) -> Source {
        if name == "-" {
            Source::Stdin
        } else {
            Source::File(name.into())
        }
    }

    pub(crate) fn is_stdin(&self) -> bool {
        *self == Source::Stdin
    }

    pub(crate) fn read(&self) -> Result<Text, Failure> {
        let (name, bytes) = match self {
            Source::Stdin => {
                let mut bytes = Vec::new();
                let read = io::stdin().read_to_end(&mut bytes).map(|_| bytes);
                ("stdin".to_owned(), read)
            }
            Source::File(path) => (path.display().to_string(), fs::read(path)),
        };
        let bytes =
            bytes.map_err(|error| Failure::Input(format!("{name}: cannot read: {error}")))?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Text { name, text }),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
                let line = before.matches('\n').count() + 1;
                let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
                Err(Failure::Input(format!(
                    "{name}:{line}:{column}: expected UTF-8, found the byte {:#04x}",
                    error.as_bytes()[valid]
                )))
            }
        }
    }
}

/// A text that knows where it comes from.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Text {
    /// The problem that the text describes; labels are line numbers.
    pub(crate) fn problem(&self) -> Result<Problem<usize>, Failure> {
        format::read(&self.text).map_err(|error| {
            let line = self.text.lines().nth(error.line() - 1).unwrap_or("");
            let excerpt = excerpt(line, error.column());
            Failure::Input(format!("{}:{error}\n{excerpt}", self.name))
        })
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
