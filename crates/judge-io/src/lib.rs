//! Input and output of contest programs: words that know where they stand, diagnostics with a
//! caret, and nothing on stdout but a whole answer.
//!
//! ```
//! use judge_io::{Failure, Input};
//!
//! fn sum(input: &Input) -> Result<String, Failure> {
//!     let mut words = input.words();
//!     let a = words.expect("a number")?.number("a number", 0..=9)?;
//!     let b = words.expect("a second number")?.number("a number", 0..=9)?;
//!     words.expect_end()?;
//!     Ok(format!("{}\n", a + b))
//! }
//!
//! assert_eq!(sum(&Input::new("input", b"3\r\n  4")), Ok("7\n".to_string()));
//! let error = sum(&Input::new("input", b"3 x\n")).unwrap_err();
//! assert_eq!(error.to_string(), "\
//! input:1:3: expected a number from 0 to 9, found \"x\"
//!   | 3 x
//!   |   ^");
//! ```
//! A program is then `fn main() -> ExitCode { judge_io::run(Input::stdin(), sum) }`.
//!
//! Line ends may be LF or CRLF; a byte order mark, tabs, extra blanks, empty lines, a missing last
//! newline and the Ctrl-Z (byte 26) at the end of files from DOS are tolerated. Bytes that are not
//! UTF-8 are shown as `U+FFFD` and fit nowhere. Lines and columns count from 1, columns in
//! characters.
//!
//! Words are cut when they are asked for and know no more than where they are: an input takes its
//! own size in memory (three times that if nothing of it is UTF-8), however many words and lines it
//! has. More than [`Input::MAX_BYTES`] are refused.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::str::SplitWhitespace;
use text_places::{clip, excerpt, letters, number};

pub use text_places::Place;

/// Everything that a program reads, and the name under which messages speak of it.
#[derive(Clone, Debug)]
pub struct Input {
    name: String,
    text: String,
}

impl Input {
    /// The most that is read, some hundred times what a judge has ever fed to such a program: who
    /// sends more, or does not end, gets a message and not all of the memory.
    pub const MAX_BYTES: usize = 8 << 20;

    /// An input with these bytes.
    #[must_use]
    pub fn new(name: &str, bytes: &[u8]) -> Input {
        let mut text = String::from_utf8_lossy(bytes).into_owned();
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        // Editors of DOS end a file with Ctrl-Z, and data of old judges still has it.
        if text.ends_with('\u{1a}') {
            text.pop();
        }
        Input {
            name: name.to_string(),
            text,
        }
    }

    /// Reads stdin to its end.
    ///
    /// # Errors
    /// [`Failure::Input`] if that fails or there are more than [`Input::MAX_BYTES`].
    pub fn stdin() -> Result<Input, Failure> {
        Input::read("input", &mut io::stdin().lock())
    }

    /// Reads the file that the only command line argument names; stdin if it is `-` or missing.
    ///
    /// # Errors
    /// [`Failure::Input`] if there are more arguments, or the file cannot be read or has more than
    /// [`Input::MAX_BYTES`].
    pub fn file_argument() -> Result<Input, Failure> {
        let mut arguments = std::env::args_os().skip(1);
        match (arguments.next(), arguments.next()) {
            (_, Some(_)) => Err(Failure::Input("expected one file name at most".into())),
            (None, None) => Input::stdin(),
            (Some(path), None) if path == "-" => Input::stdin(),
            (Some(path), None) => {
                let name = path.to_string_lossy();
                match File::open(&path) {
                    Ok(mut file) => Input::read(&name, &mut file),
                    Err(error) => Err(Failure::Input(format!("cannot open {name}: {error}"))),
                }
            }
        }
    }

    fn read(name: &str, source: &mut dyn Read) -> Result<Input, Failure> {
        let mut bytes = Vec::new();
        let most = Input::MAX_BYTES;
        match source.take(most as u64 + 1).read_to_end(&mut bytes) {
            Ok(read) if read > most => Err(Failure::Input(format!("{name} has over {most} bytes"))),
            Ok(_) => Ok(Input::new(name, &bytes)),
            Err(error) => Err(Failure::Input(format!("cannot read {name}: {error}"))),
        }
    }

    /// All of the text, without a byte order mark and the Ctrl-Z at the end of files from DOS.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The words of each line that has any.
    pub fn lines(&self) -> impl Iterator<Item = Words<'_>> {
        let lines = self.text.lines().map(move |line| Words {
            input: self,
            rest: line.split_whitespace(),
        });
        lines.filter(|words| !words.at_end())
    }

    /// All words, one after the other.
    #[must_use]
    pub fn words(&self) -> Words<'_> {
        Words {
            input: self,
            rest: self.text.split_whitespace(),
        }
    }

    /// The complaint that the input ends too early.
    #[must_use]
    pub fn end_error(&self, expected: impl fmt::Display) -> Failure {
        let message = format!("expected {expected}, found the end of the input");
        self.error_at(Place::behind(&self.text), &message)
    }

    /// A complaint about a place: the message with it, the line, and a caret under it. Behind the
    /// last line there is only the message.
    #[must_use]
    pub fn error_at(&self, place: Place, message: &str) -> Failure {
        let excerpt = excerpt(&self.text, place);
        Failure::Input(format!("{}:{place}: {message}{excerpt}", self.name))
    }
}

/// A walk through the words of an [`Input`] or of one of its lines.
#[derive(Clone, Debug)]
pub struct Words<'i> {
    input: &'i Input,
    rest: SplitWhitespace<'i>,
}

impl<'i> Iterator for Words<'i> {
    type Item = Word<'i>;

    fn next(&mut self) -> Option<Word<'i>> {
        let (input, text) = (self.input, self.rest.next()?);
        Some(Word { input, text })
    }
}

impl<'i> Words<'i> {
    /// The next word, which is to be what `expected` says.
    ///
    /// # Errors
    /// [`Failure::Input`] at the end of the input.
    pub fn expect(&mut self, expected: impl fmt::Display) -> Result<Word<'i>, Failure> {
        self.next().ok_or_else(|| self.input.end_error(expected))
    }

    /// The only word.
    ///
    /// # Errors
    /// [`Failure::Input`] at the end of the input, or at the second word.
    pub fn only(mut self, expected: impl fmt::Display) -> Result<Word<'i>, Failure> {
        let word = self.expect(&expected)?;
        match self.next() {
            None => Ok(word),
            Some(second) => Err(second.expected(expected)),
        }
    }

    /// The next word as what `read` makes of it, which otherwise tells the form of what is
    /// expected.
    ///
    /// # Errors
    /// [`Failure::Input`] at the end of the input, or that names both.
    pub fn read<T>(
        &mut self,
        expected: impl fmt::Display,
        read: fn(&str) -> Result<T, &'static str>,
    ) -> Result<T, Failure> {
        let word = self.expect(&expected)?;
        read(word.text).map_err(|form| word.expected(format_args!("{expected}, {form}")))
    }

    /// The next word as a decimal number in this range.
    ///
    /// # Errors
    /// [`Failure::Input`] at the end of the input, or that names `what` was expected and the range.
    pub fn number(
        &mut self,
        what: impl fmt::Display,
        range: RangeInclusive<u32>,
    ) -> Result<u32, Failure> {
        self.expect(&what)?.number(what, range)
    }

    /// So many zeros and ones, with blanks between them or without; `row` says what they are.
    ///
    /// # Errors
    /// [`Failure::Input`] at the end of the input, or at what is no 0 or 1 of this row.
    pub fn bits(&mut self, count: usize, row: impl fmt::Display) -> Result<Vec<bool>, Failure> {
        let mut bits = Vec::new();
        while bits.len() < count {
            let word = self.expect(format_args!("{count} digits in {row}"))?;
            for (digit, place) in word.letters() {
                match digit {
                    _ if bits.len() == count => {
                        return Err(place.expected(format_args!("the end of {row}")))
                    }
                    '0' | '1' => bits.push(digit == '1'),
                    _ => return Err(place.expected("0 or 1")),
                }
            }
        }
        Ok(bits)
    }

    /// Whether all words have been read.
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.rest.clone().next().is_none()
    }

    /// Makes sure that all words have been read.
    ///
    /// # Errors
    /// [`Failure::Input`] at the next word.
    pub fn expect_end(&mut self) -> Result<(), Failure> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(word.expected("the end of the input")),
        }
    }
}

/// A part of a line, without blanks, that knows its place.
#[derive(Clone, Copy)]
pub struct Word<'i> {
    input: &'i Input,
    text: &'i str,
}

impl<'i> Word<'i> {
    /// The characters of the word.
    #[must_use]
    pub fn text(&self) -> &'i str {
        self.text
    }

    /// The characters of the word one by one, each with its own place.
    pub fn letters(self) -> impl Iterator<Item = (char, Word<'i>)> + Clone {
        let Word { input, text } = self;
        letters(text).map(move |(c, text)| (c, Word { input, text }))
    }

    /// The word as a decimal number in this range.
    ///
    /// # Errors
    /// [`Failure::Input`] that names `what` was expected, and the range.
    pub fn number(
        &self,
        what: impl fmt::Display,
        range: RangeInclusive<u32>,
    ) -> Result<u32, Failure> {
        number(self.text, what, range).map_err(|expected| self.expected(expected))
    }

    /// The complaint that something else was expected here.
    #[must_use]
    pub fn expected(&self, what: impl fmt::Display) -> Failure {
        let found = clip(self.text);
        self.error(&format!("expected {what}, found {found:?}"))
    }

    /// A complaint about this word: the message with its place, the line, and a caret under it.
    #[must_use]
    pub fn error(&self, message: &str) -> Failure {
        let place = Place::of(self.text, &self.input.text);
        self.input.error_at(place, message)
    }
}

impl fmt::Debug for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = Place::of(self.text, &self.input.text);
        write!(f, "{:?} in line {}", self.text, place.line)
    }
}

/// Why a program has no answer to print.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The input breaks the format or cannot be read, or the answer cannot be written: exit
    /// code 2.
    Input(String),
    /// The input is well formed, and its problem has no solution: exit code 1.
    Unsolvable(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(message) => f.write_str(message),
            Failure::Unsolvable(reason) => write!(f, "no solution: {reason}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Runs a contest program: prints its answer on stdout, or its failure on stderr, and says
/// with which code to exit. Stdout gets the whole answer or nothing.
pub fn run(
    input: Result<Input, Failure>,
    solve: impl FnOnce(&Input) -> Result<String, Failure>,
) -> ExitCode {
    let written = input.and_then(|input| solve(&input)).and_then(|answer| {
        let mut stdout = io::stdout();
        let written = stdout.write_all(answer.as_bytes());
        let written = written.and_then(|()| stdout.flush());
        written.map_err(|error| Failure::Input(format!("cannot write the answer: {error}")))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Whoever closed stderr as well does not want to know.
            let _ = writeln!(io::stderr(), "{failure}");
            ExitCode::from(match failure {
                Failure::Input(_) => 2,
                Failure::Unsolvable(_) => 1,
            })
        }
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
