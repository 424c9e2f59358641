//! Models as lists of constraints.

use super::constraints::{half, inward, pairs, parity, ratios, ray};
use super::constraints::{Entry, DIRECTIONS, LISTS, SWITCHES};
use crate::board::{Cell, HouseKind, Shape};
use crate::model::{Model, Subject};
use crate::rules::form::{self, Field};
use crate::rules::{RegionSumLine, Rule};
use crate::text::Unsayable;
use serde_json::{json, Map, Value};

pub(super) fn write(model: &Model) -> Result<Value, Unsayable> {
    let shape = model.shape();
    if Shape::with_side(shape.side()) != Ok(shape) {
        return Err(Unsayable::new(Subject::Board));
    }
    let mut writer = Writer {
        shape,
        lists: Map::new(),
        cells: vec![Map::new(); shape.cell_count()],
        regions: None,
    };
    writer.houses(model);
    for (cell, digit) in model.givens().filled() {
        let given = &mut writer.cells[cell.index()];
        given.insert("value".into(), digit.into());
        given.insert("given".into(), true.into());
    }
    // What is about all pairs without a mark comes last.
    let (strict, others): (Vec<_>, Vec<_>) = model.named_rules().partition(|(_, rule)| {
        form::write(shape, *rule).map_or(false, |(word, _)| word == "strict")
    });
    for (subject, rule) in others.into_iter().chain(strict) {
        writer.rule(rule).ok_or_else(|| Unsayable::new(subject))?;
    }
    let rows = writer.cells.chunks(shape.side());
    let grid: Vec<Value> = rows.map(|row| json!(row)).collect();
    writer.lists.insert("size".into(), shape.side().into());
    writer.lists.insert("grid".into(), grid.into());
    Ok(writer.lists.into())
}

struct Writer {
    shape: Shape,
    lists: Map<String, Value>,
    /// What is known of each cell.
    cells: Vec<Map<String, Value>>,
    /// The region of each cell, if they are not the boxes.
    regions: Option<Vec<u8>>,
}

/// `R1C1`.
fn name(cell: Cell) -> String {
    cell.to_string().to_ascii_uppercase()
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|&cell| name(cell)).collect()
}

/// The places around the board, the corners last.
fn border(shape: Shape) -> impl Iterator<Item = [isize; 2]> {
    let behind = shape.side() as isize + 1;
    let sides = (1..behind).flat_map(move |at| [[0, at], [at, 0], [behind, at], [at, behind]]);
    sides.chain([[0, 0], [0, behind], [behind, 0], [behind, behind]])
}

impl Writer {
    fn add(&mut self, key: &str, entry: Value) {
        let list = self.lists.entry(key).or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut() {
            list.push(entry);
        }
    }

    /// The houses beside rows and columns.
    fn houses(&mut self, model: &Model) {
        let mut regions = vec![u8::MAX; self.shape.cell_count()];
        let mut has_boxes = false;
        for house in model.own_houses() {
            match house.kind() {
                HouseKind::Box(_) => has_boxes = true,
                HouseKind::Jigsaw(number) => {
                    let cells = house.cells().iter();
                    cells.for_each(|cell| regions[cell.index()] = number as u8);
                }
                HouseKind::Diagonal(number) => {
                    let key = if number == 0 {
                        "diagonal-"
                    } else {
                        "diagonal+"
                    };
                    self.lists.insert(key.into(), true.into());
                }
                HouseKind::Window(_) | HouseKind::Region(_) => {
                    self.add("extraregion", json!({ "cells": names(house.cells()) }));
                }
                _ => {}
            }
        }
        if has_boxes {
            return;
        }
        for (known, &region) in self.cells.iter_mut().zip(&regions) {
            let region = (region < u8::MAX).then_some(region);
            known.insert("region".into(), json!(region));
        }
        self.regions = Some(regions);
    }

    /// The entry that says a rule.
    fn rule(&mut self, rule: &dyn Rule) -> Option<()> {
        let shape = self.shape;
        let (word, fields) = form::write(shape, rule)?;
        if let Some((key, entry)) = listed(shape, word, &fields) {
            self.add(key, entry);
            return Some(());
        }
        let said: Vec<&str> = core::iter::once(word)
            .chain(fields.iter().map(|field| match field {
                Field::Word(word) => &word[..],
                _ => "",
            }))
            .collect();
        if let Some((key, _)) = SWITCHES.iter().find(|switch| switch.1 == said) {
            self.lists.insert((*key).into(), true.into());
            return Some(());
        }
        match (word, &fields[..]) {
            ("arrow", [Field::Cells(circle), Field::Slash, Field::Cells(shaft)]) => {
                let first = *shaft.first()?;
                let near = |cell: &&Cell| {
                    cell.row().abs_diff(first.row()) <= 1
                        && cell.column().abs_diff(first.column()) <= 1
                };
                let start = circle.iter().find(near).or_else(|| circle.last())?;
                let line = [&[*start], &shaft[..]].concat();
                let entry = json!({ "cells": names(circle), "lines": [names(&line)] });
                self.add("arrow", entry);
            }
            ("cage" | "overlapping-cage", [Field::Word(total), Field::Cells(cells)]) => {
                self.add(
                    "killercage",
                    json!({ "cells": names(cells), "value": total }),
                );
            }
            ("overlapping-cage", [Field::Cells(cells)]) => {
                self.add("killercage", json!({ "cells": names(cells) }));
            }
            ("copies", [Field::Cells(one), Field::Slash, Field::Cells(other)]) => {
                let entry = json!({ "cells": names(one), "cloneCells": names(other) });
                self.add("clone", entry);
            }
            ("little-killer", [Field::Word(total), Field::Cells(cells)]) => {
                let places = border(shape)
                    .flat_map(|at| DIRECTIONS.iter().map(move |&(name, by)| (at, name, by)));
                let mut fitting = places.filter(|&(at, _, by)| ray(shape, at, by) == *cells);
                let ([row, column], direction, _) = fitting.next()?;
                let entry = json!({
                    "cell": format!("R{row}C{column}"),
                    "cells": names(cells),
                    "direction": direction,
                    "value": total,
                });
                self.add("littlekillersum", entry);
            }
            ("pair-sum", [Field::Word(total), Field::Cells(cells)]) => {
                let sign = match &total[..] {
                    "5" => "V",
                    "10" => "X",
                    _ => return None,
                };
                are_neighbors(cells)?;
                self.add("xv", json!({ "cells": names(cells), "value": sign }));
            }
            ("pencil-marks", [Field::Word(digits), Field::Cells(cells)]) => {
                let parities = [("even", false), ("odd", true)];
                let key = parities
                    .iter()
                    .find(|&&(_, odd)| parity(shape, odd) == *digits);
                for &cell in cells {
                    if let Some((key, _)) = key {
                        self.add(key, json!({ "cell": name(cell) }));
                        continue;
                    }
                    let digits = form::read_digits(digits)?;
                    let is_said = digits.iter().all(|&digit| shape.digits().has(digit));
                    let marks = (is_said && !digits.is_empty()).then(|| json!(digits))?;
                    let known = &mut self.cells[cell.index()];
                    if known.insert("givenPencilMarks".into(), marks).is_some() {
                        return None;
                    }
                }
            }
            ("quadruple", [Field::Word(digits), Field::Cells(cells)]) => {
                let mut square = cells.clone();
                square.sort();
                let first = *square.first()?;
                let corner =
                    |at: usize| shape.try_cell(first.row() + at / 2, first.column() + at % 2);
                let is_square = (0..4).map(corner).eq(square.iter().copied().map(Some));
                let digits =
                    form::read_digits(digits).filter(|digits| is_square && !digits.is_empty())?;
                self.add(
                    "quadruple",
                    json!({ "cells": names(cells), "values": digits }),
                );
            }
            ("region-sums", groups) => {
                let cells = groups.iter().filter_map(|group| match group {
                    Field::Cells(cells) => Some(&cells[..]),
                    _ => None,
                });
                let line = cells.collect::<Vec<_>>().concat();
                let again = match &self.regions {
                    Some(regions) => RegionSumLine::jigsaw(regions, line.clone()),
                    None => RegionSumLine::new(shape, line.clone()),
                };
                let is_same = form::write(shape, &again)? == (word, fields);
                self.add(
                    "regionsumline",
                    is_same.then(|| json!({ "lines": [names(&line)] }))?,
                );
            }
            ("strict", _) => self.strict(&said[1..])?,
            _ => return None,
        }
        Some(())
    }

    /// What all pairs without a mark must not be: of all the marks that there are.
    fn strict(&mut self, said: &[&str]) -> Option<()> {
        let slash = said.iter().position(|word| word.is_empty())?;
        let (mut marks, marked) = (said[..slash].to_vec(), &said[slash + 1..]);
        marks.sort();
        let ratios = ratios(&self.lists).ok()?;
        let ratios: Vec<String> = ratios
            .iter()
            .map(|ratio| format!("ratio={ratio}"))
            .collect();
        let (key, sign) = match &marks[..] {
            ["difference=1"] => ("difference", None),
            ["total=10", "total=5"] => ("xv", Some("xv")),
            marks if marks == ratios => ("ratio", Some("ratio")),
            _ => return None,
        };
        let sorted = |mut pairs: Vec<String>| {
            pairs.sort();
            pairs.dedup();
            pairs
        };
        let word = |[a, b]: [Cell; 2]| format!("{}:{}", a.min(b), a.max(b));
        let there = pairs(self.shape, &self.lists, key).ok()?;
        let wanted = marked.iter().filter_map(|pair| {
            let (a, b) = pair.split_once(':')?;
            Some(word([
                form::read_cell(self.shape, a)?,
                form::read_cell(self.shape, b)?,
            ]))
        });
        if sorted(there.into_iter().map(word).collect()) != sorted(wanted.collect()) {
            return None;
        }
        match sign {
            Some(sign) => self.add("negative", sign.into()),
            None => {
                self.lists.insert("nonconsecutive".into(), true.into());
            }
        }
        Some(())
    }
}

fn are_neighbors(cells: &[Cell]) -> Option<()> {
    matches!(cells, [a, b] if a.touches(*b)).then_some(())
}

/// The list that has such rules, and its entry.
fn listed(shape: Shape, word: &str, fields: &[Field]) -> Option<(&'static str, Value)> {
    LISTS.iter().find_map(|&(key, words, entry)| {
        let (first, more) = words.split_first()?;
        let (said, rest) =
            (*first == word && fields.len() >= more.len()).then(|| fields.split_at(more.len()))?;
        let is_word =
            |(field, word): (&Field, &&str)| matches!(field, Field::Word(it) if it == word);
        if !said.iter().zip(more).all(is_word) {
            return None;
        }
        let entry = match (entry, rest) {
            (Entry::Lines, [Field::Cells(cells)]) => json!({ "lines": [names(cells)] }),
            (Entry::Cells, [Field::Cells(cells)]) => json!({ "cells": names(cells) }),
            (Entry::NumberLines(number), [Field::Word(value), Field::Cells(cells)]) => {
                let mut entry = json!({ "lines": [names(cells)] });
                if number.unwrap_or(half(shape)).to_string() != *value {
                    entry["value"] = value[..].into();
                }
                entry
            }
            (Entry::Pair(_), [Field::Word(value), Field::Cells(cells)]) => {
                are_neighbors(cells)?;
                json!({ "cells": names(cells), "value": value })
            }
            (Entry::Outside, [Field::Word(value), Field::Cells(cells)]) => {
                let mut ends = border(shape).filter(|&at| {
                    inward(shape, at).map_or(false, |by| ray(shape, at, by) == *cells)
                });
                let [row, column] = ends.next()?;
                json!({ "cell": format!("R{row}C{column}"), "value": value })
            }
            _ => return None,
        };
        Some((key, entry))
    })
}
