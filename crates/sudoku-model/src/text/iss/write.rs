//! Models as constraints: by the name of a rule if it has one, and by its parts otherwise.

use super::{base64, nfa};
use crate::board::{Cell, Digits, House, HouseKind, Shape};
use crate::model::{Model, Subject};
use crate::parts::{DigitSets, Part, Table};
use crate::rules::form::{self, Field};
use crate::rules::{AllOf, AnyOf, Rule};
use crate::text::Unsayable;
use core::fmt::Display;

/// Writes a model, so that [`read`](super::read) gives one with the same grids. Rules without a
/// constraint of their own become relations, sums, different digits and automata.
///
/// # Errors
/// [`Unsayable`] names a rule that cannot be said, or the board; or what would be refused in the
/// text, such as a cage with a total out of reach.
///
/// ```
/// use sudoku_model::rules::Thermometer;
/// use sudoku_model::text::iss;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let pair = [shape.cell(0, 0), shape.cell(1, 1)];
/// let mut builder = Model::builder(shape);
/// builder.cage(3, pair).rule(Thermometer::new(pair)).given(shape.cell(3, 3), 4);
/// let text = iss::write(&builder.build()?)?;
/// assert_eq!(text, ".Shape~4x4.~R4C4_4.Cage~3~R1C1~R2C2.Thermo~R1C1~R2C2");
///
/// builder.domino_tiling((0..4).map(|at| shape.cell(at, at)));
/// let error = iss::write(&builder.build()?).unwrap_err();
/// assert_eq!(error.to_string(), "this form of text cannot say domino set 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(model: &Model) -> Result<String, Unsayable> {
    let shape = model.shape();
    let mut text = Text(String::new());
    board(shape, &mut text).ok_or_else(|| Unsayable::new(Subject::Board))?;
    houses(model, &mut text);
    let givens = model.givens().filled();
    let givens = givens.map(|(cell, digit)| format!("{}_{digit}", name(cell)));
    let givens: Vec<String> = givens.collect();
    if !givens.is_empty() {
        text.add("", givens);
    }
    for (subject, rule) in model.named_rules() {
        write_rule(model, rule, &mut text).ok_or_else(|| Unsayable::new(subject))?;
    }
    Unsayable::check(text.0, super::read)
}

/// Constraints, one after the other.
struct Text(String);

impl Text {
    fn add(&mut self, name: &str, arguments: impl IntoIterator<Item = impl Display>) {
        self.0.push('.');
        self.0.push_str(name);
        for argument in arguments {
            self.0.push('~');
            self.0.push_str(&argument.to_string());
        }
    }

    /// A constraint that begins with something else than cells.
    fn with(&mut self, name: &str, first: impl Display, cells: &[Cell]) {
        let first = core::iter::once(first.to_string());
        self.add(name, first.chain(names(cells)));
    }
}

/// `R1C1`.
fn name(cell: Cell) -> String {
    let sign = |place: usize| char::from_digit(place as u32 + 1, 17).unwrap_or('?');
    format!("R{}C{}", sign(cell.row()), sign(cell.column()))
}

fn names(cells: &[Cell]) -> impl Iterator<Item = String> + '_ {
    cells.iter().map(|&cell| name(cell))
}

/// The most rows, columns and digits of a board.
const MAX_SIDE: usize = 16;

/// What is not as on the usual board: rows and columns, and digits other than those from 1 to the
/// larger of both.
fn board(shape: Shape, text: &mut Text) -> Option<()> {
    let (rows, columns, digits) = (shape.row_count(), shape.column_count(), shape.digits());
    let (least, most) = (digits.min()?, digits.max()?);
    let is_range = digits == (least..=most).collect();
    if shape.side().max(digits.len()) > MAX_SIDE || !is_range || !shape.has_usual_boxes() {
        return None;
    }
    let size = format!("{rows}x{columns}");
    if digits != Digits::up_to(shape.side()) {
        text.add("Shape", [size, format!("{least}-{most}")]);
    } else if shape != Shape::CLASSIC {
        text.add("Shape", [size]);
    }
    Some(())
}

/// The houses beside rows and columns.
fn houses(model: &Model, text: &mut Text) {
    let mut jigsaw = vec![' '; model.shape().cell_count()];
    for house in model.own_houses() {
        match house.kind() {
            HouseKind::Jigsaw(region) => {
                let sign = char::from_digit(region as u32, 36).unwrap_or(' ');
                let sign = sign.to_ascii_uppercase();
                house
                    .cells()
                    .iter()
                    .for_each(|cell| jigsaw[cell.index()] = sign);
            }
            HouseKind::Diagonal(0) => text.add("Diagonal", [-1]),
            HouseKind::Diagonal(_) => text.add("Diagonal", [1]),
            HouseKind::Window(0) => text.add("Windoku", [""; 0]),
            HouseKind::Region(_) => text.add("AllDifferent", names(house.cells())),
            _ => {}
        }
    }
    if !jigsaw.contains(&' ') {
        text.add("Jigsaw", [jigsaw.iter().collect::<String>()]);
    }
    if !has_boxes(model) {
        text.add("NoBoxes", [""; 0]);
    }
}

fn has_boxes(model: &Model) -> bool {
    let mut kinds = model.own_houses().map(House::kind);
    kinds.any(|kind| matches!(kind, HouseKind::Box(_)))
}

fn write_rule(model: &Model, rule: &dyn Rule, text: &mut Text) -> Option<()> {
    if let Some(choice) = rule.as_any().downcast_ref::<AnyOf>() {
        text.add("Or", [""; 0]);
        for rule in choice.rules() {
            text.add("And", [""; 0]);
            write_rule(model, rule, text)?;
            text.add("End", [""; 0]);
        }
        text.add("End", [""; 0]);
        return Some(());
    }
    if let Some(all) = rule.as_any().downcast_ref::<AllOf>() {
        return all
            .rules()
            .try_for_each(|rule| match write_rule(model, rule, text) {
                Some(()) => Ok(()),
                None => Err(()),
            })
            .ok();
    }
    by_name(model, rule, text).or_else(|| by_parts(&rule.parts(model.shape()), text))
}

/// The constraint that says the same as a rule.
fn by_name(model: &Model, rule: &dyn Rule, text: &mut Text) -> Option<()> {
    let shape = model.shape();
    let (word, fields) = form::write(shape, rule)?;
    match &fields[..] {
        [] if word == "disjoint-groups" => text.add("DisjointSets", [""; 0]),
        [Field::Word(kind)] => {
            let name = match (word, &kind[..]) {
                ("apart", "knight") => "AntiKnight",
                ("apart", "king") => "AntiKing",
                ("apart", "digit") => "AntiTaxicab",
                ("doppelganger", "boxes") if has_boxes(model) => "Doppelganger",
                ("doppelganger", "lines") if !has_boxes(model) => "Doppelganger",
                ("squares", "entropy") => "GlobalEntropy",
                ("squares", "modular") => "GlobalMod",
                _ => return None,
            };
            text.add(name, [""; 0]);
        }
        [Field::Cells(cells)] => match word {
            "greater-than" => neighbors("GreaterThan", cells, text)?,
            "overlapping-cage" => text.with("Cage", 0, cells),
            "equal-sums" | "region-sums" | "same-digits" => return None,
            _ => text.add(line_name(word)?, names(cells)),
        },
        [Field::Word(number), Field::Cells(cells)] => match (word, &number[..]) {
            ("difference", "1") => neighbors("WhiteDot", cells, text)?,
            ("ratio", "2") => neighbors("BlackDot", cells, text)?,
            ("pair-sum", "5") => neighbors("V", cells, text)?,
            ("pair-sum", "10") => neighbors("X", cells, text)?,
            ("cage" | "overlapping-cage", "0") => return None,
            ("indexing", "columns") => text.with("Indexing", "C", cells),
            ("indexing", "rows") => text.with("Indexing", "R", cells),
            // In a line without all digits, the bread would be another.
            ("sandwich", _) if cells.len() < shape.digits().len() => return None,
            ("sandwich", number) => {
                let (line, _) = line(shape, cells)?;
                text.add("Sandwich", [number, &line]);
            }
            ("hidden-skyscraper" | "numbered-room" | "skyscraper" | "x-sum", number) => {
                let (line, is_back) = line(shape, cells)?;
                let ends = if is_back { ["", number] } else { [number, ""] };
                text.add(clue_name(word), [&line, ends[0], ends[1]]);
            }
            ("quadruple", digits) => {
                let digits = digits.replace(',', "_");
                text.with("ContainAtLeast", (digits != "-").then_some(digits)?, cells);
            }
            ("pencil-marks", digits) => {
                let all = shape_digits(shape, digits)?;
                text.add("", names(cells).map(|cell| format!("{cell}_{all}")));
            }
            ("distinct-count", count) => {
                text.with("CountDistinct", name(form::read_cell(shape, count)?), cells);
            }
            ("thermometer", "slow") => return None,
            ("sequence", packed) if packed.starts_with("nfa:") => return None,
            ("sequence", pattern) if shape.digits().max() <= Some(9) => {
                text.with("Regex", base64::encode(pattern.as_bytes()), cells);
            }
            (word, number) => text.with(number_name(word)?, number, cells),
        },
        [Field::Cells(circle), Field::Slash, Field::Cells(shaft)] if word == "arrow" => {
            let cells = [&circle[..], shaft].concat();
            let is_sorted = circle.windows(2).all(|pair| pair[0] < pair[1]);
            match circle.len() {
                1 => text.add("Arrow", names(&cells)),
                2 | 3 if is_sorted && shape.digits().max() <= Some(9) => {
                    text.with("PillArrow", circle.len(), &cells);
                }
                _ => return None,
            }
        }
        [Field::Word(kind), Field::Word(times), Field::Word(digit), Field::Cells(cells)] => {
            let name = match &kind[..] {
                "exactly" => "ContainExact",
                _ => "ContainAtLeast",
            };
            let times = times
                .parse()
                .ok()
                .filter(|times| (1..=cells.len()).contains(times))?;
            text.with(name, vec![&digit[..]; times].join("_"), cells);
        }
        [Field::Cells(cells), Field::Slash, says @ ..] if word == "look-and-say" => {
            let mut clue = String::new();
            for says in says {
                match says {
                    Field::Word(says) if says.len() == 3 => clue.push_str(&says.replace('x', "")),
                    _ => return None,
                }
            }
            text.with("LookAndSay", (!clue.is_empty()).then_some(clue)?, cells);
        }
        [Field::Word(total), terms @ ..] if word == "linear-sum" => {
            let term = |field: &Field| match field {
                Field::Word(term) => {
                    let (factor, cell) = term.split_once('*')?;
                    let factor = factor
                        .parse()
                        .ok()
                        .filter(|factor| (-100..=100).contains(factor));
                    Some((factor?, form::read_cell(shape, cell)?))
                }
                _ => None,
            };
            let terms = terms
                .iter()
                .map(term)
                .collect::<Option<Vec<(i32, Cell)>>>()?;
            sum(total, &terms, text);
        }
        [Field::Word(ties), clues @ ..] if word == "full-rank" => {
            text.add("FullRankTies", [ties]);
            for clue in clues.chunks(3) {
                if let [_, Field::Word(rank), Field::Cells(cells)] = clue {
                    let (line, is_back) = line(shape, cells)?;
                    let ends = if is_back { ["", rank] } else { [rank, ""] };
                    text.add("FullRank", [&line, ends[0], ends[1]]);
                }
            }
        }
        groups if matches!(word, "equal-sums" | "region-sums") => {
            let group = |field: &Field| match field {
                Field::Cells(cells) => names(cells).collect(),
                _ => vec!["-".to_string()],
            };
            text.add("EqualSum", groups.iter().flat_map(group));
        }
        groups if word == "same-digits" => {
            let cells = groups.iter().filter_map(|field| match field {
                Field::Cells(cells) => Some(cells),
                _ => None,
            });
            let count = cells.clone().count().to_string();
            let cells = cells.flat_map(|cells| names(cells));
            text.add("SameValues", core::iter::once(count).chain(cells));
        }
        _ => return None,
    }
    Some(())
}

/// The names of rules of cells alone.
fn line_name(word: &str) -> Option<&'static str> {
    Some(match word {
        "between" => "Between",
        "counting-circles" => "CountingCircles",
        "double-arrow" => "DoubleArrow",
        "entropic" => "Entropic",
        "equality-cage" => "EqualityCage",
        "palindrome" => "Palindrome",
        "renban" => "Renban",
        "thermometer" => "Thermo",
        "zipper" => "Zipper",
        _ => return None,
    })
}

/// The names of rules of a number and cells.
fn number_name(word: &str) -> Option<&'static str> {
    Some(match word {
        "cage" | "overlapping-cage" => "Cage",
        "lockout" => "Lockout",
        "lunchbox" => "Lunchbox",
        "modular" => "Modular",
        "rellik" => "RellikCage",
        "sum-line" => "SumLine",
        "whisper" => "Whisper",
        _ => return None,
    })
}

/// The names of clues at the end of a line.
fn clue_name(word: &str) -> &'static str {
    match word {
        "hidden-skyscraper" => "HiddenSkyscraper",
        "numbered-room" => "NumberedRoom",
        "skyscraper" => "Skyscraper",
        _ => "XSum",
    }
}

/// Signs between neighbors.
fn neighbors(name: &str, cells: &[Cell], text: &mut Text) -> Option<()> {
    match cells {
        [a, b] if a.touches(*b) => {
            text.add(name, names(cells));
            Some(())
        }
        _ => None,
    }
}

/// The row or column that the cells are, and whether it runs back.
fn line(shape: Shape, cells: &[Cell]) -> Option<(String, bool)> {
    let mut back = cells.to_vec();
    back.reverse();
    let rows = shape
        .rows()
        .zip(1..)
        .map(|(house, number)| (house, format!("R{number}")));
    let columns = shape.columns().zip(1..);
    let columns = columns.map(|(house, number)| (house, format!("C{number}")));
    rows.chain(columns)
        .find_map(|(house, name)| match house.cells() {
            forward if forward == cells => Some((name, false)),
            forward if forward == back => Some((name, true)),
            _ => None,
        })
}

/// The digits that a board has, with a `_` between; `None` if it has none of them.
fn shape_digits(shape: Shape, digits: &str) -> Option<String> {
    let is_there = |digit: &&str| (digit.parse()).map_or(false, |digit| shape.digits().has(digit));
    let digits: Vec<&str> = digits.split(',').filter(is_there).collect();
    (!digits.is_empty()).then(|| digits.join("_"))
}

/// Multiples of cells with their sum.
fn sum(total: impl Display, terms: &[(i32, Cell)], text: &mut Text) {
    let cells: Vec<Cell> = terms.iter().map(|term| term.1).collect();
    if terms.iter().all(|term| term.0 == 1) {
        return text.with("Sum", total, &cells);
    }
    let factors = terms.iter().map(|term| term.0.to_string());
    let factors = factors.collect::<Vec<String>>().join("_");
    text.with("Sum", format!("{total}_=_{factors}"), &cells);
}

/// What solvers understand of a rule, as far as there are constraints for it.
fn by_parts(parts: &[Part], text: &mut Text) -> Option<()> {
    let mut own = Text(String::new());
    for part in parts {
        match part {
            Part::House(house) => own.with("Cage", 0, house.cells()),
            Part::AllDifferent(cells) => own.with("Cage", 0, cells),
            Part::DigitSets {
                cells,
                sets: DigitSets::Total(total),
            } if *total > 0 => own.with("Cage", total, cells),
            Part::Sum { .. } | Part::Linear { .. } => {
                let (terms, total) = part.terms()?;
                sum(total, &terms, &mut own);
            }
            Part::Relation { cells, table } => {
                let start = [key(table), "_".into()];
                own.add("Pair", start.into_iter().chain(names(cells)));
            }
            Part::Automaton { cells, automaton } => {
                let start = [nfa::write(automaton)?, "_".into()];
                own.add("NFA", start.into_iter().chain(names(cells)));
            }
            _ => return None,
        }
    }
    text.0.push_str(&own.0);
    Some(())
}

/// The pairs of digits of a table in base 64.
fn key(table: &Table) -> String {
    let digits: Vec<u8> = table.digits().digits().collect();
    let mut values = vec![0; (digits.len() * digits.len() + 5) / 6];
    let pairs = digits
        .iter()
        .flat_map(|&a| digits.iter().map(move |&b| (a, b)));
    for (place, (a, b)) in pairs.enumerate() {
        if table.partners(a).has(b) {
            values[place / 6] |= 1 << (place % 6);
        }
    }
    values.into_iter().map(base64::sign).collect()
}
