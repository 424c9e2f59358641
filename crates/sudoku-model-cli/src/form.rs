//! Forms of puzzles as text: which one a text has, and how it is read.

use crate::dominoes;
use cli_manners::input::Text;
use cli_manners::Failure;
use std::fmt::Display;
use sudoku_model::text::{self, iss, links, sheet};
use sudoku_model::{killer, Builder, Grid, Model, ModelError, Shape, TextError};
use text_places::{body, Place};

/// A form shows in so many lines.
const LOOKED_AT: usize = 100;

/// What a puzzle is.
#[derive(Clone, Debug)]
pub(crate) enum Puzzle {
    /// The usual rules, and givens that may contradict them.
    Grid(Grid),
    Model(Box<Model>),
}

impl Puzzle {
    /// The puzzle as a model, or why no grid fits the givens.
    pub(crate) fn model(&self) -> Result<Model, ModelError> {
        match self {
            Puzzle::Grid(grid) => Model::builder(grid.shape()).givens(grid).build(),
            Puzzle::Model(model) => Ok((**model).clone()),
        }
    }

    pub(crate) fn givens(&self) -> &Grid {
        match self {
            Puzzle::Grid(grid) => grid,
            Puzzle::Model(model) => model.givens(),
        }
    }
}

/// A form of puzzles as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// One grid, however it is drawn.
    Grid,
    /// Grids, one a line or in blocks.
    Grids,
    /// A killer, a cage a line.
    Cages,
    /// A killer, a color a cell.
    Colors,
    /// Boards of the contest problem Su-domino-ku.
    Dominoes,
    /// The constraint strings of Interactive Sudoku Solver.
    Iss,
    /// A puzzle with all of its rules, a line each.
    Sheet,
    /// A link of f-puzzles or `SudokuPad`, or its JSON.
    Link,
}

impl Form {
    pub(crate) const ALL: [(&'static str, Form); 8] = [
        ("grid", Form::Grid),
        ("grids", Form::Grids),
        ("cages", Form::Cages),
        ("colors", Form::Colors),
        ("dominoes", Form::Dominoes),
        ("iss", Form::Iss),
        ("sheet", Form::Sheet),
        ("link", Form::Link),
    ];

    fn name(self) -> &'static str {
        let mut all = Form::ALL.iter();
        all.find(|(_, form)| *form == self).expect("all have one").0
    }

    /// The form that a text seems to have, by its first lines without comments.
    fn of(text: &str) -> Form {
        let lines = body(text)
            .lines()
            .map(|line| line.split('#').next().unwrap_or(line).trim());
        let lines: Vec<&str> = lines
            .filter(|line| !line.is_empty())
            .take(LOOKED_AT)
            .collect();
        let words: Vec<Vec<&str>> = lines
            .iter()
            .map(|line| line.split_whitespace().collect())
            .collect();
        let cages = words.iter().filter(|words| match words[..] {
            [total, size, ..] => is_number(total) && size.parse() == Ok((words.len() - 2) / 2),
            _ => false,
        });
        let is_domino = |words: &Vec<&str>| match words[..] {
            [a, at, b, by] => {
                [a, b].into_iter().all(is_number) && [at, by].into_iter().all(is_cell)
            }
            _ => false,
        };
        let rows = words.iter().take_while(|words| words.len() == 1).count();
        let is_color = |words: &Vec<&str>| match words[..] {
            [color, total, ..] => color.chars().count() == 1 && is_number(total),
            _ => false,
        };
        if words.first().is_some_and(|words| words[0] == "board") {
            Form::Sheet
        } else if lines.first().is_some_and(|line| is_link(line)) {
            Form::Link
        } else if 2 * cages.count() > lines.len() {
            Form::Cages
        } else if rows == 1 && words.get(1).is_some_and(is_domino) {
            Form::Dominoes
        } else if words.get(rows).is_some_and(is_color) && lines[0].chars().count() == rows {
            Form::Colors
        } else if is_iss(&lines) {
            Form::Iss
        } else {
            Form::Grids
        }
    }

    /// The puzzles of a text, with the lines where they begin. The shape counts where the text
    /// leaves it open.
    pub(crate) fn read(
        form: Option<Form>,
        shape: Option<Shape>,
        text: &Text,
    ) -> Result<Vec<(usize, Puzzle)>, Failure> {
        let taken = form.unwrap_or_else(|| Form::of(&text.text));
        taken.puzzles(shape, &text.text).map_err(|wrong| {
            let mut message = match wrong.place {
                Some(place) => text.place(&wrong.message, place),
                None => format!("{}: {}", text.name, wrong.message),
            };
            if form.is_none() {
                let name = taken.name();
                message += &format!("\n(taken for the form \"{name}\"; --form says what it is)");
            }
            Failure::Input(message)
        })
    }

    fn puzzles(self, shape: Option<Shape>, text: &str) -> Result<Vec<(usize, Puzzle)>, Wrong> {
        let model = |model| Puzzle::Model(Box::new(model));
        let classic = shape.unwrap_or(Shape::CLASSIC);
        match self {
            Form::Grid => {
                let grid = match shape {
                    Some(shape) => text::read_as(shape, text)?,
                    None => text::read(text)?,
                };
                Ok(vec![(1, Puzzle::Grid(grid))])
            }
            Form::Grids => grids(shape, text),
            Form::Cages => cages(classic, text),
            Form::Colors => {
                let side = text
                    .split_whitespace()
                    .next()
                    .map_or(9, |row| row.chars().count());
                let shape = shape.or_else(|| Shape::with_side(side).ok());
                let read = killer::read_colors(shape.unwrap_or(classic), text)?;
                Ok(vec![(1, model(read))])
            }
            Form::Dominoes => dominoes::read(classic, text),
            Form::Iss => built(&iss::read(text)?),
            Form::Sheet => built(&sheet::read(text)?),
            Form::Link => built(&links::read(text)?),
        }
    }
}

/// What is wrong with a text, and where.
pub(crate) struct Wrong {
    /// Nowhere in particular, if the message names a rule.
    place: Option<Place>,
    /// It begins with the place.
    message: String,
}

impl Wrong {
    pub(crate) fn new(place: Place, what: impl Display) -> Wrong {
        Wrong {
            place: Some(place),
            message: format!("{place}: {what}"),
        }
    }
}

impl From<TextError> for Wrong {
    fn from(error: TextError) -> Wrong {
        Wrong {
            place: Some(error.place),
            message: error.to_string(),
        }
    }
}

impl From<ModelError> for Wrong {
    fn from(error: ModelError) -> Wrong {
        let message = error.to_string();
        Wrong {
            place: None,
            message,
        }
    }
}

impl From<killer::KillerError> for Wrong {
    fn from(error: killer::KillerError) -> Wrong {
        Wrong::new(error.place, &error.kind)
    }
}

/// Where a puzzle begins.
pub(crate) fn line(line: usize) -> Place {
    Place { line, column: 1 }
}

/// The puzzle of a text that has only one.
fn built(builder: &Builder) -> Result<Vec<(usize, Puzzle)>, Wrong> {
    Ok(vec![(1, Puzzle::Model(Box::new(builder.build()?)))])
}

/// Many grids; or one that is drawn with empty lines in it, which are the ends of grids otherwise.
fn grids(shape: Option<Shape>, text: &str) -> Result<Vec<(usize, Puzzle)>, Wrong> {
    let many = text::puzzles(text).map(|(line, grid)| {
        let grid = grid.map_err(Wrong::from)?;
        let digits = Grid::from_digits(shape.unwrap_or(grid.shape()), grid.digits());
        let grid = digits.map_err(|error| Wrong::new(self::line(line), error))?;
        Ok((line, Puzzle::Grid(grid)))
    });
    match many.collect::<Result<Vec<_>, Wrong>>() {
        Ok(many) if !many.is_empty() => Ok(many),
        many => match (Form::Grid.puzzles(shape, text), many) {
            (Ok(one), _) => Ok(one),
            (Err(_), Err(wrong)) | (Err(wrong), Ok(_)) => Err(wrong),
        },
    }
}

/// A killer; or several with empty lines between, if they do not go together.
fn cages(shape: Shape, text: &str) -> Result<Vec<(usize, Puzzle)>, Wrong> {
    let model = |model| Puzzle::Model(Box::new(model));
    let wrong = match killer::read_cages(shape, text) {
        Ok(killer) => return Ok(vec![(1, model(killer))]),
        Err(wrong) => wrong,
    };
    let (mut puzzles, mut block, mut begin) = (Vec::new(), String::new(), 1);
    for (number, line) in (1..).zip(text.lines().chain([""])) {
        if !line.trim().is_empty() {
            block += line;
            block.push('\n');
        } else if !block.is_empty() {
            let Ok(killer) = killer::read_cages(shape, &block) else {
                return Err(wrong.into());
            };
            puzzles.push((begin, model(killer)));
            block.clear();
        }
        if block.is_empty() {
            begin = number + 1;
        }
    }
    Ok(puzzles)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether this is a cell such as `B3`.
fn is_cell(word: &str) -> bool {
    let digits = word.strip_prefix(|letter: char| letter.is_ascii_uppercase());
    digits.is_some_and(|digits| !digits.is_empty() && is_number(digits))
}

fn is_link(line: &str) -> bool {
    ["http://", "https://", "{"]
        .iter()
        .any(|begin| line.starts_with(begin))
}

/// Whether these lines are constraints (with a `~`, or a point and a name at the beginning), arrows
/// instead of digits, or as many pencil marks as there are digits in each cell of 9 x 9.
fn is_iss(lines: &[&str]) -> bool {
    let is_name = |piece: &str| {
        let mut letters = piece.trim_start().bytes();
        letters
            .next()
            .is_some_and(|first| first.is_ascii_uppercase())
            && letters
                .next()
                .is_some_and(|second| second.is_ascii_lowercase())
    };
    let named = |line: &&str| line.starts_with('.') && line.split('.').any(is_name);
    lines
        .iter()
        .any(|line| line.contains(['~', '<', '>', '^']) || line.contains("::"))
        || lines.first().is_some_and(named)
        || matches!(lines, [line] if line.len() == 729)
}
