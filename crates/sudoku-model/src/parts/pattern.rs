//! Regular expressions over digits.
//!
//! A crate for regular expressions of bytes would be larger than all rules together, and knows
//! neither boards nor how long a line is.

use super::Automaton;
use crate::board::set::{elements, has, insert, words};
use crate::board::Digits;
use core::fmt;
use core::str::FromStr;
use std::collections::HashMap;

/// Digits that a pattern has at most, with all repetitions written out.
const MAX_SIZE: usize = 1000;

/// So deep may groups lie within each other.
const MAX_DEPTH: usize = 100;

/// A regular expression that a line of digits matches as a whole.
///
/// | written | matches |
/// |---|---|
/// | `1` to `9`, then `A` (10) to `P` (25) | this digit; letters may be small |
/// | `.` | any digit |
/// | `[135]`, `[2-4A]`, `[^12]` | one of these digits, or any but these |
/// | `ab` | one after the other; with nothing in between, nothing |
/// | `a\\|b` | one or the other |
/// | `(a)` | the same as without parentheses, as a whole |
/// | `a?`, `a*`, `a+` | it or nothing; any number of them; one at least; of a digit, a class or a group |
/// | `a{3}`, `a{2,}`, `a{2,4}` | so many of them; so many at least; between so many |
///
/// Spaces say nothing.
///
/// ```
/// use sudoku_model::Pattern;
///
/// let pattern: Pattern = "[1-3]{2} (5|.9)*".parse()?;
/// assert!(pattern.matches(&[3, 1]) && pattern.matches(&[2, 2, 5, 4, 9]));
/// assert!(!pattern.matches(&[3, 1, 9]));
///
/// let error = "12(3|4".parse::<Pattern>().unwrap_err();
/// assert_eq!(error.to_string(), "column 7: expected `)`, found the end");
/// # Ok::<(), sudoku_model::PatternError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    text: String,
    root: Node,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Node {
    One(Digits),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat {
        node: Box<Node>,
        least: usize,
        most: Option<usize>,
    },
}

/// Why a text is no [`Pattern`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PatternError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What should be there.
    pub expected: &'static str,
    /// What is there instead; nothing at the end.
    pub found: Option<char>,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PatternError {
            column, expected, ..
        } = self;
        write!(f, "column {column}: expected {expected}, found ")?;
        match self.found {
            Some(found) => write!(f, "`{}`", found.escape_debug()),
            None => f.write_str("the end"),
        }
    }
}

impl std::error::Error for PatternError {}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let chars: Vec<(usize, char)> = (1..).zip(text.chars()).collect();
        let end = chars.len() + 1;
        let mut parser = Parser {
            left: chars
                .into_iter()
                .filter(|(_, it)| !it.is_whitespace())
                .collect(),
            end,
            at: 0,
            depth: 0,
        };
        let root = parser.choice()?;
        match parser.peek() {
            None => Ok(Pattern {
                text: text.into(),
                root,
            }),
            Some(_) => Err(parser.error("a digit, a group or the end")),
        }
    }
}

impl Pattern {
    /// Whether all of the digits together match.
    #[must_use]
    pub fn matches(&self, digits: &[u8]) -> bool {
        let ends = self.root.ends(digits, 0, &mut Known::new());
        ends.contains(&digits.len())
    }

    /// An automaton that accepts as many digits of a board as match.
    pub(crate) fn automaton(&self, digits: Digits, length: usize) -> Automaton {
        let text: Vec<u32> = self.text.chars().map(u32::from).collect();
        let make = Box::new(|| self.new_automaton(digits, length));
        Automaton::remembered(digits, length, ("pattern", &text), make)
    }

    fn new_automaton(&self, digits: Digits, length: usize) -> Automaton {
        let mut places = Places::default();
        let whole = places.add(&self.root);
        let has_digit = |digit| {
            let mut set = empty();
            let with = places.digits.iter().enumerate();
            with.filter(|(_, digits)| digits.has(digit))
                .for_each(|(k, _)| insert(&mut set, k));
            set
        };
        let with: Vec<Set> = (0..=Digits::MAX).map(has_digit).collect();
        // The places where the last digit may have been read; none before the first.
        let read = |read: &Option<Set>, digit: u8| {
            let mut next = match read {
                None => whole.first.clone(),
                Some(last) => elements(last).fold(empty(), |mut next, place| {
                    unite(&mut next, &places.follow[place]);
                    next
                }),
            };
            let fitting = &with[usize::from(digit)];
            next.iter_mut()
                .zip(fitting)
                .for_each(|(next, fitting)| *next &= fitting);
            next.iter().any(|&word| word != 0).then_some(Some(next))
        };
        let end = |read: &Option<Set>| match read {
            None => whole.may_be_nothing,
            Some(last) => elements(last).any(|place| has(&whole.last, place)),
        };
        Automaton::new(digits, length, None, read, end)
    }
}

impl Node {
    /// How many digits it has, with all repetitions written out; nothing counts like a digit.
    fn size(&self) -> usize {
        match self {
            Node::One(_) => 1,
            Node::Sequence(nodes) | Node::Choice(nodes) => {
                nodes.iter().map(Node::size).sum::<usize>().max(1)
            }
            Node::Repeat { node, least, most } => {
                let times = most.unwrap_or(*least).max(1);
                node.size().saturating_mul(times)
            }
        }
    }

    /// Where what matches from here may end.
    fn ends(&self, digits: &[u8], start: usize, known: &mut Known) -> Vec<usize> {
        let key = (self as *const Node, start);
        if let Some(ends) = known.get(&key) {
            return ends.clone();
        }
        let here = vec![start];
        let ends = match self {
            Node::One(set) => {
                let digit = digits.get(start).filter(|&&digit| set.has(digit));
                digit.map(|_| start + 1).into_iter().collect()
            }
            Node::Sequence(nodes) => {
                let nodes = nodes.iter();
                nodes.fold(here, |starts, node| node.after(digits, &starts, known))
            }
            Node::Choice(nodes) => {
                let ends = nodes
                    .iter()
                    .flat_map(|node| node.ends(digits, start, known));
                each_once(ends.collect())
            }
            Node::Repeat { node, least, most } => {
                let mut now = here;
                for _ in 0..*least {
                    now = node.after(digits, &now, known);
                }
                let mut found = now.clone();
                for _ in *least..most.unwrap_or(usize::MAX) {
                    now = node.after(digits, &now, known);
                    let count = found.len();
                    found.extend(&now);
                    found = each_once(found);
                    if found.len() == count {
                        break;
                    }
                }
                found
            }
        };
        known.insert(key, ends.clone());
        ends
    }

    /// The same from any of these.
    fn after(&self, digits: &[u8], starts: &[usize], known: &mut Known) -> Vec<usize> {
        let ends = starts
            .iter()
            .flat_map(|&start| self.ends(digits, start, known));
        each_once(ends.collect())
    }
}

fn each_once(mut ends: Vec<usize>) -> Vec<usize> {
    ends.sort();
    ends.dedup();
    ends
}

/// Where a part of a pattern may end, from each start that was asked for.
type Known = HashMap<(*const Node, usize), Vec<usize>>;

/// Places of a pattern: those of its digits, numbered from the left.
type Set = Vec<u64>;

fn empty() -> Set {
    vec![0; words(MAX_SIZE)]
}

fn unite(set: &mut Set, other: &Set) {
    set.iter_mut()
        .zip(other)
        .for_each(|(set, other)| *set |= other);
}

/// What may be read at each place of a pattern, and where the next digit may be read then: the
/// position automaton of Glushkov.
#[derive(Default)]
struct Places {
    digits: Vec<Digits>,
    follow: Vec<Set>,
}

/// The places where a node may begin and end.
struct Span {
    first: Set,
    last: Set,
    may_be_nothing: bool,
}

impl Span {
    fn nothing() -> Span {
        Span {
            first: empty(),
            last: empty(),
            may_be_nothing: true,
        }
    }
}

impl Places {
    fn add(&mut self, node: &Node) -> Span {
        match node {
            Node::One(digits) => {
                let mut place = empty();
                insert(&mut place, self.digits.len());
                self.digits.push(*digits);
                self.follow.push(empty());
                Span {
                    first: place.clone(),
                    last: place,
                    may_be_nothing: false,
                }
            }
            Node::Sequence(nodes) => nodes.iter().fold(Span::nothing(), |span, node| {
                let next = self.add(node);
                self.join(span, next)
            }),
            Node::Choice(nodes) => {
                let mut span = Span {
                    may_be_nothing: false,
                    ..Span::nothing()
                };
                for node in nodes {
                    let next = self.add(node);
                    unite(&mut span.first, &next.first);
                    unite(&mut span.last, &next.last);
                    span.may_be_nothing |= next.may_be_nothing;
                }
                span
            }
            Node::Repeat { node, least, most } => {
                let mut span = Span::nothing();
                for k in 0..most.unwrap_or(*least).max(usize::from(most.is_none())) {
                    let mut next = self.add(node);
                    if most.is_none() && k + 1 >= *least {
                        self.lead(&next.last, &next.first);
                    }
                    next.may_be_nothing |= k >= *least;
                    span = self.join(span, next);
                }
                span
            }
        }
    }

    /// One after the other.
    fn join(&mut self, mut one: Span, mut other: Span) -> Span {
        self.lead(&one.last, &other.first);
        if one.may_be_nothing {
            unite(&mut one.first, &other.first);
        }
        if other.may_be_nothing {
            unite(&mut other.last, &one.last);
        }
        Span {
            first: one.first,
            last: other.last,
            may_be_nothing: one.may_be_nothing && other.may_be_nothing,
        }
    }

    /// After each of the places, these may be next.
    fn lead(&mut self, from: &Set, to: &Set) {
        elements(from).for_each(|place| unite(&mut self.follow[place], to));
    }
}

struct Parser {
    /// The characters with their columns.
    left: Vec<(usize, char)>,
    /// The column after the last.
    end: usize,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.left.get(self.at).map(|&(_, found)| found)
    }

    fn error(&self, expected: &'static str) -> PatternError {
        let found = self.left.get(self.at);
        PatternError {
            column: found.map_or(self.end, |&(column, _)| column),
            expected,
            found: found.map(|&(_, found)| found),
        }
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), PatternError> {
        if self.take(wanted) {
            return Ok(());
        }
        Err(self.error(expected))
    }

    fn choice(&mut self) -> Result<Node, PatternError> {
        let mut nodes = vec![self.sequence()?];
        while self.take('|') {
            nodes.push(self.sequence()?);
        }
        self.checked(Node::Choice(nodes))
    }

    fn sequence(&mut self) -> Result<Node, PatternError> {
        let mut nodes = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let node = self.item()?;
            nodes.push(self.repeats(node)?);
        }
        self.checked(Node::Sequence(nodes))
    }

    fn item(&mut self) -> Result<Node, PatternError> {
        if self.take('.') {
            return Ok(Node::One(Digits::all()));
        }
        if self.take('[') {
            return self.class();
        }
        if self.take('(') {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(self.error("fewer groups within each other"));
            }
            let node = self.choice()?;
            self.depth -= 1;
            self.expect(')', "`)`")?;
            return Ok(node);
        }
        let digit = self.digit("a digit, `.`, `[` or `(`")?;
        Ok(Node::One(Digits::single(digit)))
    }

    fn digit(&mut self, expected: &'static str) -> Result<u8, PatternError> {
        let digit = match self.peek() {
            Some(found @ '0'..='9') => found as u8 - b'0',
            Some(found @ ('A'..='P' | 'a'..='p')) => found.to_ascii_uppercase() as u8 - b'A' + 10,
            _ => return Err(self.error(expected)),
        };
        self.at += 1;
        Ok(digit)
    }

    /// What is between brackets.
    fn class(&mut self) -> Result<Node, PatternError> {
        let is_without = self.take('^');
        let mut digits = Digits::empty();
        loop {
            let first = self.digit("a digit")?;
            let mut last = first;
            if self.take('-') {
                let start = self.at;
                last = self.digit("a digit")?;
                if last < first {
                    self.at = start;
                    return Err(self.error("a digit that is no smaller"));
                }
            }
            digits |= (first..=last).collect::<Digits>();
            if self.take(']') {
                break;
            }
            if self.peek().is_none() {
                return Err(self.error("a digit or `]`"));
            }
        }
        let all = Digits::all();
        Ok(Node::One(if is_without { all - digits } else { digits }))
    }

    fn repeats(&mut self, node: Node) -> Result<Node, PatternError> {
        let (least, most) = if self.take('*') {
            (0, None)
        } else if self.take('+') {
            (1, None)
        } else if self.take('?') {
            (0, Some(1))
        } else if self.take('{') {
            self.bounds()?
        } else {
            return Ok(node);
        };
        let node = Box::new(node);
        self.checked(Node::Repeat { node, least, most })
    }

    /// What is between braces.
    fn bounds(&mut self) -> Result<(usize, Option<usize>), PatternError> {
        let least = self.number()?;
        let mut most = Some(least);
        if self.take(',') {
            let start = self.at;
            most = if self.peek() == Some('}') {
                None
            } else {
                Some(self.number()?)
            };
            if most.map_or(false, |most| most < least) {
                self.at = start;
                return Err(self.error("a number that is no smaller"));
            }
        }
        self.expect('}', "`,` or `}`")?;
        Ok((least, most))
    }

    fn number(&mut self) -> Result<usize, PatternError> {
        let start = self.at;
        let mut number: usize = 0;
        while let Some(digit) = self.peek().and_then(|found| found.to_digit(10)) {
            number = (10 * number + digit as usize).min(MAX_SIZE + 1);
            self.at += 1;
        }
        if self.at == start {
            return Err(self.error("a number"));
        }
        Ok(number)
    }

    /// Refuses what is too large.
    fn checked(&self, node: Node) -> Result<Node, PatternError> {
        if node.size() > MAX_SIZE {
            return Err(self.error("a pattern of 1000 digits at most"));
        }
        Ok(node)
    }
}
