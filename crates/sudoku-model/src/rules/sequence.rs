//! Sequences: what one says oneself of the digits along a line.

use super::draw::{Ink, Mark, Width};
use super::{check_some, digits, verify, Rule};
use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::{check_distinct, Automaton, Part, Pattern};
use crate::text::iss::nfa;
use core::fmt;
use std::sync::Arc;

/// The digits along a line match a [`Pattern`], or are read by an automaton of your own.
///
/// ```
/// use sudoku_model::rules::Sequence;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = || (0..4).map(|column| shape.cell(0, column));
/// // The 1 stands somewhere before the 4.
/// let model = Model::builder(shape).rule(Sequence::matching(".*1.*4.*".parse()?, row())).build()?;
/// assert_eq!(model.count(u64::MAX), 144);
///
/// // Up and down in turn: the state is the last digit, and whether the next one is greater.
/// let step = |&(last, up): &(u8, bool), digit| ((digit > last) == up).then_some((digit, !up));
/// let zigzag = Sequence::stepping(row(), (0, true), step, |_| true)
///     .named("zigzag", "Digits rise and fall in turn.");
/// let model = Model::builder(shape).rule(zigzag).build()?;
/// assert_eq!(model.count(u64::MAX), 5 * 12, "0 < a > b < c > d");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Sequence {
    name: &'static str,
    sentence: String,
    cells: Vec<Cell>,
    reader: Arc<dyn Reader>,
}

/// What reads digits, as an automaton and in a plain way.
trait Reader: Send + Sync {
    fn automaton(&self, all: Digits, length: usize) -> Automaton;
    fn accepts(&self, digits: &[u8]) -> bool;

    fn pattern(&self) -> Option<Pattern> {
        None
    }
}

impl Reader for Pattern {
    fn automaton(&self, all: Digits, length: usize) -> Automaton {
        Automaton::of_pattern(all, length, self)
    }

    fn accepts(&self, digits: &[u8]) -> bool {
        self.matches(digits)
    }

    fn pattern(&self) -> Option<Pattern> {
        Some(self.clone())
    }
}

/// The arguments of [`Automaton::new`].
struct Steps<S, F, G> {
    /// What they depend on beside the digits, if that is known: see [`Automaton::remembered`].
    key: Option<(&'static str, Vec<u32>)>,
    start: S,
    step: F,
    accepts: G,
}

impl<S, F, G> Reader for Steps<S, F, G>
where
    S: Clone + Ord + Send + Sync,
    F: Fn(&S, u8) -> Option<S> + Send + Sync,
    G: Fn(&S) -> bool + Send + Sync,
{
    fn automaton(&self, all: Digits, length: usize) -> Automaton {
        let start = self.start.clone();
        let make = move || Automaton::new(all, length, start, &self.step, &self.accepts);
        match &self.key {
            Some((kind, numbers)) => {
                Automaton::remembered(all, length, (kind, numbers), Box::new(make))
            }
            None => make(),
        }
    }

    fn accepts(&self, digits: &[u8]) -> bool {
        let mut digits = digits.iter();
        let end = digits.try_fold(self.start.clone(), |state, &digit| {
            (self.step)(&state, digit)
        });
        end.map_or(false, |end| (self.accepts)(&end))
    }
}

impl Sequence {
    /// The digits of the cells, in this order, match a pattern.
    pub fn matching(pattern: Pattern, cells: impl IntoIterator<Item = Cell>) -> Sequence {
        let sentence = format!("The digits along the line match `{pattern}`.");
        Sequence::new(cells, sentence, pattern)
    }

    /// The digits of the cells are read one after the other, from the state `start` on, each by
    /// `step`, which says what follows, and end where `accepts` says so: see [`Automaton::new`].
    pub fn stepping<S: Clone + Ord + Send + Sync + 'static>(
        cells: impl IntoIterator<Item = Cell>,
        start: S,
        step: impl Fn(&S, u8) -> Option<S> + Send + Sync + 'static,
        accepts: impl Fn(&S) -> bool + Send + Sync + 'static,
    ) -> Sequence {
        Sequence::with_key(None, cells, start, step, accepts)
    }

    /// The same with what the steps depend on beside the digits.
    pub(crate) fn with_key<S: Clone + Ord + Send + Sync + 'static>(
        key: Option<(&'static str, Vec<u32>)>,
        cells: impl IntoIterator<Item = Cell>,
        start: S,
        step: impl Fn(&S, u8) -> Option<S> + Send + Sync + 'static,
        accepts: impl Fn(&S) -> bool + Send + Sync + 'static,
    ) -> Sequence {
        let sentence = "The digits along the line go together.".into();
        let steps = Steps {
            key,
            start,
            step,
            accepts,
        };
        Sequence::new(cells, sentence, steps)
    }

    fn new(
        cells: impl IntoIterator<Item = Cell>,
        sentence: String,
        reader: impl Reader + 'static,
    ) -> Sequence {
        Sequence {
            name: "sequence",
            sentence,
            cells: cells.into_iter().collect(),
            reader: Arc::new(reader),
        }
    }

    /// What reads the cells, as a word without blanks; `None` if it is too large.
    fn word(&self, shape: Shape) -> Option<String> {
        let pattern = match self.reader.pattern() {
            Some(pattern) => pattern.to_string(),
            None => {
                let automaton = self.reader.automaton(shape.digits(), self.cells.len());
                return Some(format!("nfa:{}", nfa::write(&automaton)?));
            }
        };
        let word: String = pattern.split_whitespace().collect();
        Some(if word.is_empty() { "()".into() } else { word })
    }

    /// The same with a name for messages, and a sentence for those who solve the puzzle.
    #[must_use]
    pub fn named(self, name: &'static str, sentence: impl Into<String>) -> Sequence {
        let sentence = sentence.into();
        Sequence {
            name,
            sentence,
            ..self
        }
    }
}

impl Rule for Sequence {
    fn name(&self) -> &'static str {
        self.name
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        check_some(me, &self.cells)?;
        check_distinct(shape, &self.cells).map_err(|fault| (me, fault))
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let cells = self.cells.clone();
        let automaton = self.reader.automaton(shape.digits(), cells.len());
        vec![Part::Automaton { cells, automaton }]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let keeps = self.reader.accepts(&digits(grid, &self.cells));
        verify(keeps, &self.cells, "are not accepted")
    }

    fn sentence(&self) -> String {
        self.sentence.clone()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::line(&self.cells, Ink::Gray, Width::Thin)]
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self as &dyn Rule).fmt(f)
    }
}

impl super::form::Line for Sequence {
    fn blank() -> Sequence {
        Sequence::stepping([], (), |_, _| None, |_| true)
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let shape = form.shape;
        form.needs(self.word(shape).is_some())?;
        let show = |sequence: &Sequence| sequence.word(shape).unwrap_or_default();
        let read = |text: &str| match text.strip_prefix("nfa:") {
            Some(code) => nfa::sequence(shape, code, Vec::new()),
            None => Some(Sequence::matching(text.parse().ok()?, [])),
        };
        form.value(self, "a pattern, such as 1[2-4]*", show, read)?;
        form.cells(&mut self.cells)
    }
}
