//! Rules as lines of text: what a line consists of is said once, for reading and for writing.

use super::*;
use crate::text::{TextErrorKind, Token, Wrong};
use std::sync::Arc;

/// A piece of a line has been read or written.
pub(crate) type Done = Result<(), Wrong>;

/// A rule that can be a line of text.
pub(crate) trait Line: Rule + Clone {
    /// The rule before its line has been read.
    fn blank() -> Self;

    /// Goes through what follows the first word of the line.
    fn fields(&mut self, form: &mut Form<'_>) -> Done;
}

/// Two cells before their line has been read.
pub(super) const NOWHERE: [Cell; 2] = [Cell::FIRST; 2];

/// What lines begin with.
pub(crate) struct Entry {
    pub(crate) word: &'static str,
    read: fn(&mut Form<'_>) -> Result<Arc<dyn Rule>, Wrong>,
    write: fn(&dyn Rule, &mut Form<'_>) -> bool,
}

/// Every rule that can be a line, by its word.
pub(crate) fn entries() -> impl Iterator<Item = Entry> {
    let entries = [
        entry::<AllOf>("all-of"),
        entry::<AnyOf>("any-of"),
        entry::<Apart>("apart"),
        entry::<Arrow>("arrow"),
        entry::<Between>("between"),
        entry::<Cage>("cage"),
        entry::<Contains>("contains"),
        entry::<Copies>("copies"),
        entry::<CountingCircles>("counting-circles"),
        entry::<Difference>("difference"),
        entry::<DisjointGroups>("disjoint-groups"),
        entry::<DistinctCount>("distinct-count"),
        entry::<dominoes::DominoSet>("dominoes"),
        entry::<Doppelganger>("doppelganger"),
        entry::<DoubleArrow>("double-arrow"),
        entry::<Entropic>("entropic"),
        entry::<EqualSums>("equal-sums"),
        entry::<EqualityCage>("equality-cage"),
        entry::<FullRank>("full-rank"),
        entry::<GreaterThan>("greater-than"),
        entry::<HiddenSkyscraper>("hidden-skyscraper"),
        entry::<Indexing>("indexing"),
        entry::<LinearSum>("linear-sum"),
        entry::<LittleKiller>("little-killer"),
        entry::<Lockout>("lockout"),
        entry::<LookAndSay>("look-and-say"),
        entry::<Lunchbox>("lunchbox"),
        entry::<Modular>("modular"),
        entry::<Nabner>("nabner"),
        entry::<NumberedRoom>("numbered-room"),
        entry::<OverlappingCage>("overlapping-cage"),
        entry::<PairSum>("pair-sum"),
        entry::<Palindrome>("palindrome"),
        entry::<PencilMarks>("pencil-marks"),
        entry::<Quadruple>("quadruple"),
        entry::<Ratio>("ratio"),
        entry::<RegionSumLine>("region-sums"),
        entry::<Relation>("relation"),
        entry::<Rellik>("rellik"),
        entry::<Renban>("renban"),
        entry::<Rossini>("rossini"),
        entry::<SameDigits>("same-digits"),
        entry::<Sandwich>("sandwich"),
        entry::<Sequence>("sequence"),
        entry::<Skyscraper>("skyscraper"),
        entry::<Squares>("squares"),
        entry::<Strict>("strict"),
        entry::<SumCage>("sum-cage"),
        entry::<SumLine>("sum-line"),
        entry::<Thermometer>("thermometer"),
        entry::<Tuples>("tuples"),
        entry::<Whisper>("whisper"),
        entry::<XSum>("x-sum"),
        entry::<Zipper>("zipper"),
    ];
    entries.into_iter()
}

fn entry<R: Line>(word: &'static str) -> Entry {
    Entry {
        word,
        read: |form| {
            let mut rule = R::blank();
            rule.fields(form)?;
            Ok(Arc::new(rule))
        },
        write: |rule, form| match rule.as_any().downcast_ref::<R>() {
            Some(rule) => rule.clone().fields(form).is_ok(),
            None => false,
        },
    }
}

/// A piece of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    Word(String),
    Cells(Vec<Cell>),
    Slash,
}

/// A line behind its first word. Each method stands for the next piece: it sets a field of the rule
/// while reading, and writes it down otherwise.
pub(crate) struct Form<'t> {
    rule: &'t str,
    pub(super) shape: Shape,
    mode: Mode<'t>,
    /// In how many others the rule lies.
    depth: usize,
}

/// So deep may rules lie within each other.
const MAX_DEPTH: usize = 32;

enum Mode<'t> {
    /// What has not been read yet, and the end of the line.
    Read(&'t [Token<'t>], Token<'t>),
    Write(Vec<Field>),
}

/// The rule of a line.
pub(crate) fn read<'t>(
    shape: Shape,
    word: Token<'t>,
    rest: &'t [Token<'t>],
    end: Token<'t>,
) -> Result<Arc<dyn Rule>, Wrong> {
    read_at(shape, word, rest, end, 0)
}

fn read_at<'t>(
    shape: Shape,
    word: Token<'t>,
    rest: &'t [Token<'t>],
    end: Token<'t>,
    depth: usize,
) -> Result<Arc<dyn Rule>, Wrong> {
    let entry = entries().find(|entry| entry.word == word.text);
    let entry = entry.ok_or_else(|| {
        (
            word.at,
            TextErrorKind::Unsupported {
                rule: word.text.into(),
            },
        )
    })?;
    let (rule, mode) = (entry.word, Mode::Read(rest, end));
    let mut form = Form {
        rule,
        shape,
        mode,
        depth,
    };
    let rule = (entry.read)(&mut form)?;
    match form.next() {
        token if token.at == end.at => Ok(rule),
        token => Err(token.wrong(entry.word, "the end of the line")),
    }
}

/// The word of a rule and the pieces of its line, if it can be one.
pub(crate) fn write(shape: Shape, rule: &dyn Rule) -> Option<(&'static str, Vec<Field>)> {
    entries().find_map(|entry| {
        let (rule_word, mode) = (entry.word, Mode::Write(Vec::new()));
        let mut form = Form {
            rule: rule_word,
            shape,
            mode,
            depth: 0,
        };
        match ((entry.write)(rule, &mut form), form.mode) {
            // Without cells at its end, a line would be refused.
            (true, Mode::Write(fields)) if fields.last() != Some(&Field::Cells(vec![])) => {
                Some((entry.word, fields))
            }
            _ => None,
        }
    })
}

impl<'t> Form<'t> {
    /// The next word, which is read; an empty one at the end.
    fn next(&mut self) -> Token<'t> {
        match &mut self.mode {
            Mode::Read(words, end) => match words.split_first() {
                Some((first, rest)) => {
                    *words = rest;
                    *first
                }
                None => *end,
            },
            Mode::Write(_) => Token { at: 0, text: "" },
        }
    }

    /// The words before the next slash, or the end; they are read.
    fn list(&mut self) -> &'t [Token<'t>] {
        match &mut self.mode {
            Mode::Read(words, _) => {
                let is_slash = |word: &Token<'_>| word.text == "/";
                let end = words.iter().position(is_slash).unwrap_or(words.len());
                let (list, rest) = words.split_at(end);
                *words = rest;
                list
            }
            Mode::Write(_) => &[],
        }
    }

    /// Whether there is nothing more to read.
    fn is_at_end(&self) -> bool {
        matches!(self.mode, Mode::Read([], _))
    }

    fn is_next(&self, is: impl Fn(&str) -> bool) -> bool {
        matches!(self.mode, Mode::Read([next, ..], _) if is(next.text))
    }

    /// A word that stands for a value.
    pub(super) fn value<T>(
        &mut self,
        value: &mut T,
        expected: &'static str,
        show: impl Fn(&T) -> String,
        read: impl Fn(&str) -> Option<T>,
    ) -> Done {
        if let Mode::Write(fields) = &mut self.mode {
            fields.push(Field::Word(show(value)));
            return Ok(());
        }
        let token = self.next();
        *value = read(token.text).ok_or_else(|| token.wrong(self.rule, expected))?;
        Ok(())
    }

    /// Words that stand for values, up to a slash or the end.
    pub(super) fn values<T>(
        &mut self,
        values: &mut Vec<T>,
        expected: &'static str,
        show: impl Fn(&T) -> String,
        read: impl Fn(&str) -> Option<T>,
    ) -> Done {
        if let Mode::Write(fields) = &mut self.mode {
            fields.extend(values.iter().map(|value| Field::Word(show(value))));
            return Ok(());
        }
        let read =
            |token: &Token<'_>| read(token.text).ok_or_else(|| token.wrong(self.rule, expected));
        *values = self.list().iter().map(read).collect::<Result<_, Wrong>>()?;
        Ok(())
    }

    pub(super) fn number<T: ToString + core::str::FromStr>(&mut self, number: &mut T) -> Done {
        self.value(number, "a number", T::to_string, |text| text.parse().ok())
    }

    /// A number that may be missing.
    pub(super) fn optional(&mut self, number: &mut Option<u32>) -> Done {
        let is_number = |text: &str| text.starts_with(|sign: char| sign.is_ascii_digit());
        let mut value = number.unwrap_or(0);
        if number.is_some() || self.is_next(is_number) {
            self.number(&mut value)?;
            *number = Some(value);
        }
        Ok(())
    }

    /// One of these words.
    pub(super) fn choice<T: Copy + PartialEq>(
        &mut self,
        chosen: &mut T,
        expected: &'static str,
        choices: &[(&str, T)],
    ) -> Done {
        let show = |chosen: &T| {
            let word = choices.iter().find(|choice| choice.1 == *chosen);
            word.map_or("", |choice| choice.0).to_string()
        };
        self.value(chosen, expected, show, |text| {
            let choice = choices.iter().find(|choice| choice.0 == text);
            choice.map(|choice| choice.1)
        })
    }

    /// A word that is there or not.
    pub(super) fn flag(&mut self, flag: &mut bool, word: &str) -> Done {
        match &mut self.mode {
            Mode::Write(fields) if *flag => fields.push(Field::Word(word.into())),
            Mode::Write(_) => {}
            Mode::Read(..) => {
                *flag = self.is_next(|text| text == word);
                if *flag {
                    self.next();
                }
            }
        }
        Ok(())
    }

    /// Digits with commas between.
    pub(super) fn digits(&mut self, digits: &mut Vec<u8>) -> Done {
        let expected = "digits, such as 1,2";
        self.value(digits, expected, |digits| show_digits(digits), read_digits)
    }

    pub(super) fn slash(&mut self) -> Done {
        if let Mode::Write(fields) = &mut self.mode {
            fields.push(Field::Slash);
            return Ok(());
        }
        match self.next() {
            token if token.text == "/" => Ok(()),
            token => Err(token.wrong(self.rule, "'/'")),
        }
    }

    /// Cells, up to a slash or the end. None before the end are cells that somebody forgot.
    pub(super) fn cells<C: AsRef<[Cell]> + FromIterator<Cell>>(&mut self, cells: &mut C) -> Done {
        if let Mode::Write(fields) = &mut self.mode {
            fields.push(Field::Cells(cells.as_ref().to_vec()));
            return Ok(());
        }
        *cells = self.read_cells()?.into_iter().collect();
        Ok(())
    }

    fn read_cells(&mut self) -> Result<Vec<Cell>, Wrong> {
        let mut found = Vec::new();
        for token in self.list() {
            let range = range(self.shape, token.text);
            found.extend(range.ok_or_else(|| token.wrong(self.rule, "a cell of the board"))?);
        }
        if found.is_empty() && self.is_at_end() {
            return Err(self.next().wrong(self.rule, "a cell of the board"));
        }
        Ok(found)
    }

    pub(super) fn pair(&mut self, pair: &mut [Cell; 2]) -> Done {
        let mut cells = pair.to_vec();
        self.cells(&mut cells)?;
        *pair = match cells[..] {
            [a, b] => [a, b],
            _ => return Err(self.next().wrong(self.rule, "two cells")),
        };
        Ok(())
    }

    /// Pairs of cells such as `r1c1:r1c2`, up to a slash or the end.
    pub(super) fn pairs(&mut self, pairs: &mut Vec<[Cell; 2]>) -> Done {
        let (shape, show) = (self.shape, |[a, b]: &[Cell; 2]| format!("{a}:{b}"));
        self.values(pairs, "two cells, such as r1c1:r1c2", show, |text| {
            let (a, b) = text.split_once(':')?;
            Some([read_cell(shape, a)?, read_cell(shape, b)?])
        })
    }

    /// Whether the line goes on: with what is to be written, or with more words.
    pub(super) fn another<T: Default>(&self, written: Option<T>) -> Option<T> {
        match self.mode {
            Mode::Write(_) => written,
            Mode::Read(..) => (!self.is_at_end()).then(T::default),
        }
    }

    /// Refuses to write what is not there.
    pub(super) fn needs(&mut self, is_there: bool) -> Done {
        match self.mode {
            Mode::Write(_) if !is_there => Err(self.next().wrong(self.rule, "another rule")),
            _ => Ok(()),
        }
    }

    /// Rules in brackets.
    pub(super) fn rules(&mut self, rules: &mut Vec<Arc<dyn Rule>>) -> Done {
        if let Mode::Write(_) = self.mode {
            for rule in &*rules {
                let line = write(self.shape, &**rule);
                self.needs(line.is_some())?;
                if let (Mode::Write(own), Some((word, fields))) = (&mut self.mode, line) {
                    own.extend(["[", word].map(|word| Field::Word(word.into())));
                    own.extend(fields);
                    own.push(Field::Word("]".into()));
                }
            }
            return Ok(());
        }
        rules.clear();
        while !self.is_at_end() {
            match self.next() {
                token if token.text != "[" => return Err(token.wrong(self.rule, "'['")),
                token if self.depth == MAX_DEPTH => {
                    return Err(token.wrong(self.rule, "fewer rules within each other"));
                }
                _ => rules.push(self.bracket()?),
            }
        }
        Ok(())
    }

    /// The rule up to the bracket that closes it.
    fn bracket(&mut self) -> Result<Arc<dyn Rule>, Wrong> {
        let (words, end) = match &mut self.mode {
            Mode::Read(words, end) => (words, *end),
            Mode::Write(_) => return Err(self.next().wrong(self.rule, "']'")),
        };
        let mut open = 1;
        let closes = |word: &Token<'_>| {
            match word.text {
                "[" => open += 1,
                "]" => open -= 1,
                _ => {}
            }
            open == 0
        };
        let place = words.iter().position(closes);
        let place = place.ok_or_else(|| end.wrong(self.rule, "']'"))?;
        let (inner, rest) = words.split_at(place);
        *words = &rest[1..];
        match inner.split_first() {
            Some((&word, inner)) => read_at(self.shape, word, inner, rest[0], self.depth + 1),
            None => Err(rest[0].wrong(self.rule, "a rule")),
        }
    }

    /// Lists of cells with a slash between.
    pub(super) fn groups(&mut self, groups: &mut Vec<Vec<Cell>>) -> Done {
        if let Mode::Write(_) = self.mode {
            for (k, group) in groups.iter_mut().enumerate() {
                if k > 0 {
                    self.slash()?;
                }
                self.cells(group)?;
            }
            return Ok(());
        }
        let mut group = Vec::new();
        self.cells(&mut group)?;
        *groups = vec![group];
        while !self.is_at_end() {
            let mut group = Vec::new();
            self.slash()?;
            self.cells(&mut group)?;
            groups.push(group);
        }
        Ok(())
    }
}

/// Digits with commas between; a `-`, if there are none.
pub(crate) fn show_digits(digits: &[u8]) -> String {
    match digits {
        [] => "-".into(),
        digits => digits
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(","),
    }
}

pub(crate) fn read_digits(text: &str) -> Option<Vec<u8>> {
    let digit = |text: &str| text.parse().ok().filter(|&digit| Digits::all().has(digit));
    match text {
        "-" => Some(Vec::new()),
        text => text.split(',').map(digit).collect(),
    }
}

/// `r1c1`.
pub(crate) fn read_cell(shape: Shape, text: &str) -> Option<Cell> {
    let (row, column) = text.strip_prefix('r')?.split_once('c')?;
    let place = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    shape.try_cell(place(row)?, place(column)?)
}

/// `r1c1`, or cells along a straight line: `r1c1-c3`, `r1c1-r3`, `r1c1-r3c3`.
fn range(shape: Shape, text: &str) -> Option<Vec<Cell>> {
    let (start, end) = match text.split_once('-') {
        Some((start, end)) => (read_cell(shape, start)?, end),
        None => return Some(vec![read_cell(shape, text)?]),
    };
    let end = match (end.starts_with('r'), end.contains('c')) {
        (true, true) => read_cell(shape, end),
        (true, false) => read_cell(shape, &format!("{end}c{}", start.column() + 1)),
        (false, _) => read_cell(shape, &format!("r{}{end}", start.row() + 1)),
    }?;
    let down = end.row() as isize - start.row() as isize;
    let right = end.column() as isize - start.column() as isize;
    let steps = down.abs().max(right.abs());
    let is_straight = [down, right]
        .iter()
        .all(|by| [0, steps].contains(&by.abs()));
    let at = |step: isize| {
        let row = start.row() as isize + step * down.signum();
        shape.try_cell(
            row as usize,
            (start.column() as isize + step * right.signum()) as usize,
        )
    };
    (0..=steps)
        .map(at)
        .collect::<Option<_>>()
        .filter(|_| is_straight)
}

/// Cells as words, three or more in a row or a column as one.
pub(crate) fn show_cells(cells: &[Cell]) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = cells;
    while let Some(&start) = rest.first() {
        let step = |a: Cell, b: Cell| {
            let down = b.row() as isize - a.row() as isize;
            (down, b.column() as isize - a.column() as isize)
        };
        let first = rest.get(1).map_or((0, 0), |&next| step(start, next));
        let is_step = first.0.abs() + first.1.abs() == 1;
        let run = rest
            .windows(2)
            .take_while(|pair| step(pair[0], pair[1]) == first);
        let run = if is_step { run.count() } else { 0 };
        let end = rest[run];
        match (run >= 2, first.0) {
            (true, 0) => words.push(format!("{start}-c{}", end.column() + 1)),
            (true, _) => words.push(format!("{start}-r{}", end.row() + 1)),
            _ => words.push(start.to_string()),
        }
        rest = &rest[if run >= 2 { run + 1 } else { 1 }..];
    }
    words
}

/// Cells as words, up to the end of the line.
pub(crate) fn cells<'t>(
    shape: Shape,
    word: Token<'t>,
    rest: &'t [Token<'t>],
) -> Result<Vec<Cell>, Wrong> {
    let mut cells = Vec::new();
    let (rule, mode) = (word.text, Mode::Read(rest, word));
    let depth = 0;
    let mut form = Form {
        rule,
        shape,
        mode,
        depth,
    };
    form.cells(&mut cells)?;
    match form.is_at_end() {
        true => Ok(cells),
        false => Err(form.next().wrong(rule, "the end of the line")),
    }
}
