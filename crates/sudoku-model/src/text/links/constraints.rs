//! What the lists of constraints say, as rules.

use super::wrong;
use crate::board::{Cell, House, Shape};
use crate::model::{Builder, Model};
use crate::rules::{form, house, RegionSumLine, Strict};
use crate::text::{TextErrorKind, Token};
use serde_json::{Map, Value};

/// What the entries of a list are.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    /// Lines of cells.
    Lines,
    /// Lines of cells with a number; without one it is this, or half of the side.
    NumberLines(Option<u8>),
    /// Cells.
    Cells,
    /// Neighbors with a number; without one it is this.
    Pair(u8),
    /// A number at the end of a row or column.
    Outside,
}

/// The lists that are about one rule, and with which words its line begins.
pub(super) const LISTS: [(&str, &[&str], Entry); 20] = [
    ("betweenline", &["between"], Entry::Lines),
    ("boxindexer", &["indexing", "boxes"], Entry::Cells),
    ("columnindexer", &["indexing", "columns"], Entry::Cells),
    ("difference", &["difference"], Entry::Pair(1)),
    ("doublearrow", &["double-arrow"], Entry::Lines),
    ("entropicline", &["entropic"], Entry::Lines),
    ("lockout", &["lockout"], Entry::NumberLines(Some(4))),
    ("modularline", &["modular", "3"], Entry::Lines),
    ("nabner", &["nabner"], Entry::Lines),
    ("palindrome", &["palindrome"], Entry::Lines),
    ("ratio", &["ratio"], Entry::Pair(2)),
    ("renban", &["renban"], Entry::Lines),
    ("rowindexer", &["indexing", "rows"], Entry::Cells),
    ("sandwichsum", &["sandwich"], Entry::Outside),
    ("skyscraper", &["skyscraper"], Entry::Outside),
    ("slowthermometer", &["thermometer", "slow"], Entry::Lines),
    ("thermometer", &["thermometer"], Entry::Lines),
    ("whispers", &["whisper"], Entry::NumberLines(None)),
    ("xsum", &["x-sum"], Entry::Outside),
    ("zipperline", &["zipper"], Entry::Lines),
];

/// The switches that are rules of the whole board, and their lines.
pub(super) const SWITCHES: [(&str, &[&str]); 3] = [
    ("antiking", &["apart", "king"]),
    ("antiknight", &["apart", "knight"]),
    ("disjointgroups", &["disjoint-groups"]),
];

/// What is about looks, authors and players.
const PASSED_OVER: [&str; 17] = [
    "author",
    "cage",
    "circle",
    "disabledlogic",
    "foglight",
    "fogofwar",
    "highlightConflicts",
    "id",
    "line",
    "metadata",
    "rectangle",
    "ruleset",
    "solution",
    "successMessage",
    "text",
    "title",
    "truecandidatesoptions",
];

/// The directions of diagonals outside, with steps down and to the right.
pub(super) const DIRECTIONS: [(&str, [isize; 2]); 4] = [
    ("DL", [1, -1]),
    ("DR", [1, 1]),
    ("UL", [-1, -1]),
    ("UR", [-1, 1]),
];

type Fault = TextErrorKind;

pub(super) fn read(json: &Value) -> Result<Builder, Fault> {
    let lists = json
        .as_object()
        .ok_or_else(|| wrong("JSON", "a puzzle", ""))?;
    let grid = lists.get("grid").and_then(Value::as_array);
    let size = match lists.get("size") {
        Some(size) => size.as_u64().map(|size| size as usize),
        None => grid.map(Vec::len),
    };
    let shape = size.and_then(|size| Shape::with_side(size).ok());
    let found = lists.get("size").map_or(String::new(), word);
    let shape = shape.ok_or_else(|| wrong("size", "a side from 4 to 25", &found))?;
    let mut reader = Reader {
        shape,
        builder: Model::builder(shape),
        caged: vec![false; shape.cell_count()],
        extra: Vec::new(),
        regions: None,
    };
    if let Some(grid) = grid {
        reader.grid(grid)?;
    }
    for (key, value) in lists {
        if !is_nothing(value) {
            reader.list(key, value)?;
        }
    }
    reader.whole(lists)?;
    Ok(reader.builder)
}

/// A list or a table without entries, a switch that is off.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(table) => table.is_empty(),
        _ => false,
    }
}

/// A number or a text as a word.
fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().into(),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}

/// A row and a column, from 0, of the board or beside it.
fn place(text: &str) -> Option<[isize; 2]> {
    let (row, column) = text.strip_prefix('R')?.split_once('C')?;
    Some([
        row.parse::<u8>().ok()?.into(),
        column.parse::<u8>().ok()?.into(),
    ])
}

/// The cells from a place beside the board, or at its border, in a direction.
pub(super) fn ray(shape: Shape, [row, column]: [isize; 2], [down, right]: [isize; 2]) -> Vec<Cell> {
    let at = |step: isize| {
        let row = (row + step * down).checked_sub(1)?;
        let column = (column + step * right).checked_sub(1)?;
        shape.try_cell(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
    };
    let start = if at(0).is_some() { 0 } else { 1 };
    (start..).map_while(at).collect()
}

/// The way into the board from a place at the end of a row or a column.
pub(super) fn inward(shape: Shape, [row, column]: [isize; 2]) -> Option<[isize; 2]> {
    let behind = shape.side() as isize + 1;
    let is_line = |place| (1..behind).contains(&place);
    match (row, column) {
        (0, column) if is_line(column) => Some([1, 0]),
        (row, column) if row == behind && is_line(column) => Some([-1, 0]),
        (row, 0) if is_line(row) => Some([0, 1]),
        (row, column) if column == behind && is_line(row) => Some([0, -1]),
        _ => None,
    }
}

struct Reader {
    shape: Shape,
    builder: Builder,
    /// Whether each cell is in a cage.
    caged: Vec<bool>,
    /// The extra regions, each in row order.
    extra: Vec<Vec<Cell>>,
    /// The numbers of the regions, and others where there is none; `None` if they are boxes.
    regions: Option<Vec<u8>>,
}

/// An entry of a list, and what it is called.
struct Item<'j> {
    title: String,
    fields: &'j Map<String, Value>,
}

impl Item<'_> {
    fn word(&self, field: &str) -> String {
        self.fields.get(field).map_or(String::new(), word)
    }

    fn wrong(&self, expected: &'static str, found: &str) -> Fault {
        wrong(&self.title, expected, found)
    }

    fn cell(&self, shape: Shape, text: &str) -> Result<Cell, Fault> {
        let cell = form::read_cell(shape, &text.to_ascii_lowercase());
        cell.ok_or_else(|| self.wrong("a cell of the board", text))
    }

    fn list(&self, value: Option<&Value>, shape: Shape) -> Result<Vec<Cell>, Fault> {
        let cells = value.and_then(Value::as_array);
        let cells = cells.ok_or_else(|| self.wrong("a list of cells", ""))?;
        cells
            .iter()
            .map(|cell| self.cell(shape, &word(cell)))
            .collect()
    }

    fn cells(&self, shape: Shape, field: &str) -> Result<Vec<Cell>, Fault> {
        self.list(self.fields.get(field), shape)
    }

    fn lines(&self, shape: Shape) -> Result<Vec<Vec<Cell>>, Fault> {
        let lines = self.fields.get("lines").and_then(Value::as_array);
        let lines = lines.ok_or_else(|| self.wrong("a list of lines", ""))?;
        lines
            .iter()
            .map(|line| self.list(Some(line), shape))
            .collect()
    }
}

fn items<'j>(key: &'j str, value: &'j Value) -> Result<Vec<Item<'j>>, Fault> {
    let list = value
        .as_array()
        .ok_or_else(|| wrong(key, "a list", &word(value)))?;
    let item = |(number, value): (usize, &'j Value)| {
        let title = format!("{key} {}", number + 1);
        match value.as_object() {
            Some(fields) => Ok(Item { title, fields }),
            None => Err(wrong(&title, "an entry with names", &word(value))),
        }
    };
    list.iter().enumerate().map(item).collect()
}

impl Reader {
    /// The rule of a line of words and cells.
    fn rule(&mut self, title: &str, words: &[&str], cells: &[&[Cell]]) -> Result<(), Fault> {
        let mut line: Vec<String> = words.iter().map(ToString::to_string).collect();
        for (number, cells) in cells.iter().enumerate() {
            line.extend((number > 0).then(|| "/".into()));
            line.extend(cells.iter().map(ToString::to_string));
        }
        let tokens = line.iter().enumerate();
        let tokens: Vec<Token<'_>> = tokens.map(|(at, text)| Token { at, text }).collect();
        let end = Token {
            at: line.len(),
            text: "",
        };
        let rule = form::read(self.shape, tokens[0], &tokens[1..], end);
        let rule = rule.map_err(|(_, fault)| match fault {
            Fault::Argument {
                expected, found, ..
            } => wrong(title, expected, &found),
            fault => fault,
        })?;
        self.builder.shared(rule);
        Ok(())
    }

    fn grid(&mut self, grid: &[Value]) -> Result<(), Fault> {
        let side = self.shape.side();
        let rows: Vec<&Vec<Value>> = grid.iter().filter_map(Value::as_array).collect();
        let fits = |row: &&Vec<Value>| row.len() == side && row.iter().all(Value::is_object);
        if rows.len() != side || !rows.iter().all(fits) {
            return Err(wrong("grid", "rows of entries as the size says", ""));
        }
        let shape = self.shape;
        let mut regions: Vec<u8> = vec![0; shape.cell_count()];
        for (number, house) in (0..).zip(shape.boxes()) {
            house
                .cells()
                .iter()
                .for_each(|cell| regions[cell.index()] = number);
        }
        let boxes = regions.clone();
        for (cell, value) in shape.cells().zip(rows.into_iter().flatten()) {
            let title = format!("grid {cell}");
            let number = |value: &Value| {
                let number = word(value).parse::<u8>();
                number.map_err(|_| wrong(&title, "a digit", &word(value)))
            };
            let digit = |value: &Value| match number(value)? {
                digit if shape.digits().has(digit) => Ok(digit),
                _ => Err(wrong(&title, "a digit of the board", &word(value))),
            };
            match value.get("region") {
                None => {}
                Some(Value::Null) => regions[cell.index()] = u8::MAX,
                Some(region) => regions[cell.index()] = number(region)?,
            }
            let value = |field| value.get(field).filter(|value| !is_nothing(value));
            if let (Some(given), Some(_)) = (value("value"), value("given")) {
                self.builder.given(cell, digit(given)?);
            }
            if let Some(marks) = value("givenPencilMarks").and_then(Value::as_array) {
                let digits = marks
                    .iter()
                    .map(digit)
                    .collect::<Result<Vec<u8>, Fault>>()?;
                let digits = form::show_digits(&digits);
                self.rule(&title, &["pencil-marks", &digits], &[&[cell]])?;
            }
        }
        if regions == boxes {
            return Ok(());
        }
        self.builder.without_boxes();
        if !regions.contains(&u8::MAX) {
            self.builder.jigsaw(&regions);
        } else {
            for number in 0..u8::MAX {
                let cells = shape.cells().filter(|cell| regions[cell.index()] == number);
                let cells: Vec<Cell> = cells.collect();
                if !cells.is_empty() {
                    self.builder.region(cells);
                }
            }
        }
        self.regions = Some(regions);
        Ok(())
    }

    /// The rules of a list; those that need others come later.
    fn list(&mut self, key: &str, value: &Value) -> Result<(), Fault> {
        let shape = self.shape;
        if let Some((_, words)) = SWITCHES.iter().find(|switch| switch.0 == key) {
            return self.rule(key, words, &[]);
        }
        if let Some(&(_, words, entry)) = LISTS.iter().find(|list| list.0 == key) {
            return self.entries(key, words, entry, value);
        }
        match key {
            "size" | "grid" | "negative" | "nonconsecutive" | "diagonal+" | "diagonal-"
            | "minimum" | "maximum" => return Ok(()),
            key if PASSED_OVER.contains(&key) => return Ok(()),
            _ => {}
        }
        let unsupported = || Fault::Unsupported { rule: key.into() };
        let known = [
            "arrow",
            "clone",
            "even",
            "extraregion",
            "killercage",
            "littlekillersum",
            "odd",
            "quadruple",
            "regionsumline",
            "xv",
        ];
        if !known.contains(&key) {
            return Err(unsupported());
        }
        for item in items(key, value)? {
            let (title, number) = (&item.title[..], item.word("value"));
            match key {
                "arrow" => {
                    let circle = item.cells(shape, "cells")?;
                    for line in item.lines(shape)? {
                        let shaft = line.get(1..).unwrap_or(&[]);
                        self.rule(title, &["arrow"], &[&circle, shaft])?;
                    }
                }
                "clone" => {
                    let (one, other) = (
                        item.cells(shape, "cells")?,
                        item.cells(shape, "cloneCells")?,
                    );
                    if one.len() != other.len() {
                        return Err(item.wrong("as many cells as are cloned", ""));
                    }
                    let pairs = one
                        .into_iter()
                        .zip(other)
                        .filter(|(one, other)| one != other);
                    let (one, other): (Vec<Cell>, Vec<Cell>) = pairs.unzip();
                    self.rule(title, &["copies"], &[&one, &other])?;
                }
                "even" | "odd" => {
                    let cell = item.cell(shape, &item.word("cell"))?;
                    self.rule(
                        title,
                        &["pencil-marks", &parity(shape, key == "odd")],
                        &[&[cell]],
                    )?;
                }
                "extraregion" => {
                    let mut cells = item.cells(shape, "cells")?;
                    cells.sort();
                    self.extra.push(cells);
                }
                "killercage" => {
                    let cells = item.cells(shape, "cells")?;
                    let is_free = cells.iter().all(|cell| !self.caged[cell.index()]);
                    match &number[..] {
                        "" => self.rule(title, &["overlapping-cage"], &[&cells])?,
                        total if is_free => self.rule(title, &["cage", total], &[&cells])?,
                        total => self.rule(title, &["overlapping-cage", total], &[&cells])?,
                    }
                    if !number.is_empty() {
                        cells
                            .iter()
                            .for_each(|cell| self.caged[cell.index()] = true);
                    }
                }
                "littlekillersum" if !number.is_empty() => {
                    let (cell, name) = (item.word("cell"), item.word("direction"));
                    let direction = DIRECTIONS.iter().find(|direction| direction.0 == name);
                    let direction = direction
                        .ok_or_else(|| item.wrong("DL, DR, UL or UR", &name))?
                        .1;
                    let cells =
                        place(&cell).map_or(Vec::new(), |start| ray(shape, start, direction));
                    if cells.is_empty() {
                        return Err(item.wrong("a cell beside the board", &cell));
                    }
                    self.rule(title, &["little-killer", &number], &[&cells])?;
                }
                "quadruple" => {
                    let digits = item.fields.get("values").and_then(Value::as_array);
                    let digits: Vec<String> =
                        digits.map_or(Vec::new(), |all| all.iter().map(word).collect());
                    let cells = item.cells(shape, "cells")?;
                    if !digits.is_empty() {
                        self.rule(title, &["quadruple", &digits.join(",")], &[&cells])?;
                    }
                }
                "regionsumline" => {
                    for line in item.lines(shape)? {
                        self.builder.rule(match &self.regions {
                            Some(regions) => RegionSumLine::jigsaw(regions, line),
                            None => RegionSumLine::new(shape, line),
                        });
                    }
                }
                "xv" => {
                    let total = match &number[..] {
                        "X" | "x" => "10",
                        "V" | "v" => "5",
                        "" => continue,
                        other => return Err(item.wrong("X or V", other)),
                    };
                    let cells = item.cells(shape, "cells")?;
                    self.rule(title, &["pair-sum", total], &[&cells])?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn entries(
        &mut self,
        key: &str,
        words: &[&str],
        entry: Entry,
        value: &Value,
    ) -> Result<(), Fault> {
        let shape = self.shape;
        for item in items(key, value)? {
            let mut number = item.word("value");
            let customary = match entry {
                Entry::NumberLines(number) => number.or(Some(half(shape))),
                Entry::Pair(number) => Some(number),
                _ => None,
            };
            if let (Some(customary), true) = (customary, number.is_empty()) {
                number = customary.to_string();
            }
            let numbered = [words, &[&number[..]]].concat();
            match entry {
                Entry::Lines => {
                    for line in item.lines(shape)? {
                        self.rule(&item.title, words, &[&line])?;
                    }
                }
                Entry::NumberLines(_) => {
                    for line in item.lines(shape)? {
                        self.rule(&item.title, &numbered, &[&line])?;
                    }
                }
                Entry::Cells => self.rule(&item.title, words, &[&item.cells(shape, "cells")?])?,
                Entry::Pair(_) => {
                    self.rule(&item.title, &numbered, &[&item.cells(shape, "cells")?])?;
                }
                Entry::Outside if number.is_empty() => {}
                Entry::Outside => {
                    let cell = item.word("cell");
                    let line = place(&cell).and_then(|at| Some(ray(shape, at, inward(shape, at)?)));
                    let line = line.ok_or_else(|| item.wrong("a cell beside the board", &cell))?;
                    self.rule(&item.title, &numbered, &[&line])?;
                }
            }
        }
        Ok(())
    }

    /// What is about all cells, or about all that others are not about.
    fn whole(&mut self, lists: &Map<String, Value>) -> Result<(), Fault> {
        let shape = self.shape;
        let is_on = |key| lists.get(key).map_or(false, |value| !is_nothing(value));
        if is_on("diagonal-") {
            self.builder.falling_diagonal();
        }
        if is_on("diagonal+") {
            self.builder.rising_diagonal();
        }
        let windows = house::windows(shape).unwrap_or_default();
        let is_there = |window: &House| self.extra.iter().any(|cells| cells == window.cells());
        if !windows.is_empty() && windows.iter().all(is_there) {
            self.builder.windoku();
            let is_window = |cells: &Vec<Cell>| windows.iter().any(|it| it.cells() == cells);
            self.extra.retain(|cells| !is_window(cells));
        }
        for cells in core::mem::take(&mut self.extra) {
            self.builder.region(cells);
        }
        for key in ["minimum", "maximum"].iter().filter(|key| is_on(key)) {
            let items = items(key, &lists[*key])?;
            let cells = items
                .iter()
                .map(|item| item.cell(shape, &item.word("cell")));
            let cells = cells.collect::<Result<Vec<Cell>, Fault>>()?;
            for &cell in &cells {
                for other in shape
                    .cells()
                    .filter(|other| other.touches(cell) && !cells.contains(other))
                {
                    let pair = if *key == "minimum" {
                        [other, cell]
                    } else {
                        [cell, other]
                    };
                    self.rule(key, &["greater-than"], &[&pair])?;
                }
            }
        }
        if is_on("nonconsecutive") {
            self.builder
                .rule(Strict::new(pairs(shape, lists, "difference")?).difference(1));
        }
        for kind in lists
            .get("negative")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let kind = word(kind);
            let marked = || pairs(shape, lists, &kind);
            match &kind[..] {
                "ratio" => {
                    let strict = Strict::new(marked()?);
                    let ratios = ratios(lists)?.into_iter();
                    self.builder.rule(ratios.fold(strict, Strict::ratio));
                }
                "xv" => {
                    self.builder.rule(Strict::new(marked()?).total(5).total(10));
                }
                _ => {
                    return Err(Fault::Unsupported {
                        rule: format!("negative {kind}"),
                    })
                }
            }
        }
        Ok(())
    }
}

/// Half of the side, rounded up.
pub(super) fn half(shape: Shape) -> u8 {
    (shape.side() as u8 + 1) / 2
}

/// The odd or the even digits, as a word.
pub(super) fn parity(shape: Shape, is_odd: bool) -> String {
    let digits = shape
        .digits()
        .digits()
        .filter(|digit| (digit % 2 == 1) == is_odd);
    form::show_digits(&digits.collect::<Vec<u8>>())
}

/// The pairs of a list.
pub(super) fn pairs(
    shape: Shape,
    lists: &Map<String, Value>,
    key: &str,
) -> Result<Vec<[Cell; 2]>, Fault> {
    let mut pairs = Vec::new();
    for item in items(key, lists.get(key).unwrap_or(&Value::Array(Vec::new())))? {
        match item.cells(shape, "cells")?[..] {
            [a, b] => pairs.push([a, b]),
            _ => return Err(item.wrong("two cells", "")),
        }
    }
    Ok(pairs)
}

/// The different numbers of the ratios; 2 if there is none.
pub(super) fn ratios(lists: &Map<String, Value>) -> Result<Vec<u8>, Fault> {
    let mut ratios = Vec::new();
    for item in items(
        "ratio",
        lists.get("ratio").unwrap_or(&Value::Array(Vec::new())),
    )? {
        ratios.push(match &item.word("value")[..] {
            "" => 2,
            number => number.parse().map_err(|_| item.wrong("a number", number))?,
        });
    }
    ratios.sort();
    ratios.dedup();
    Ok(if ratios.is_empty() { vec![2] } else { ratios })
}
