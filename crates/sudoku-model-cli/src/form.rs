//! Forms of puzzles as text: what they are called, and how they are read.

use crate::{cover, dominoes};
use cli_manners::input::Text;
use cli_manners::Failure;
use std::collections::BTreeSet;
use std::fmt::Display;
use sudoku_model::text::{self, iss, links, sheet, Form};
use sudoku_model::{killer, Builder, Cell, Fault, Grid, Model, ModelError, Shape, TextError};
use text_places::Place;

/// What a puzzle is.
#[derive(Clone, Debug)]
pub(crate) enum Puzzle {
    /// The usual rules, and givens that may contradict them.
    Grid(Grid),
    Model(Box<Model>),
    /// More rules, and givens that contradict them: why.
    Void(Box<ModelError>),
}

impl Puzzle {
    /// The puzzle as a model, or why no grid fits the givens.
    pub(crate) fn model(&self) -> Result<Model, ModelError> {
        match self {
            Puzzle::Grid(grid) => Model::builder(grid.shape()).givens(grid).build(),
            Puzzle::Model(model) => Ok((**model).clone()),
            Puzzle::Void(error) => Err((**error).clone()),
        }
    }

    /// The puzzle of these rules. Givens that contradict them are a puzzle without a solution, as
    /// those of a grid are; whatever else is wrong is an error.
    pub(crate) fn of(rules: &Builder) -> Result<Puzzle, ModelError> {
        match rules.build() {
            Ok(model) => Ok(Puzzle::Model(Box::new(model))),
            Err(error) => match error.fault {
                Fault::GivenTwice { .. } | Fault::Givens { .. } => {
                    Ok(Puzzle::Void(Box::new(error)))
                }
                _ => Err(error),
            },
        }
    }
}

/// What the forms are called.
pub(crate) const FORMS: [(&str, Form); 9] = [
    ("grid", Form::Grid),
    ("grids", Form::Grids),
    ("cages", Form::Cages),
    ("colors", Form::Colors),
    ("dominoes", Form::Dominoes),
    ("iss", Form::Iss),
    ("sheet", Form::Sheet),
    ("link", Form::Link),
    ("solutions", Form::Solutions),
];

/// The puzzles of a text, with the lines where they begin. The shape counts where the text
/// leaves it open.
pub(crate) fn read(
    form: Option<Form>,
    shape: Option<Shape>,
    text: &Text,
) -> Result<Vec<(usize, Puzzle)>, Failure> {
    let taken = form.unwrap_or_else(|| Form::of(&text.text));
    puzzles(taken, shape, &text.text).map_err(|wrong| {
        let mut message = match wrong.place {
            Some(place) => text.place(&wrong.message, place),
            None => format!("{}: {}", text.name, wrong.message),
        };
        if form.is_none() {
            let mut forms = FORMS.iter();
            let name = forms
                .find(|(_, form)| *form == taken)
                .map_or("", |(name, _)| name);
            message += &format!("\n(taken for the form \"{name}\"; --form says what it is)");
        }
        Failure::Input(message)
    })
}

fn puzzles(form: Form, shape: Option<Shape>, text: &str) -> Result<Vec<(usize, Puzzle)>, Wrong> {
    let model = |model| Puzzle::Model(Box::new(model));
    let classic = shape.unwrap_or(Shape::CLASSIC);
    match form {
        Form::Grid => {
            let grid = match shape {
                Some(shape) => text::read_as(shape, text),
                None => text::read(text),
            };
            let puzzle = grid
                .map(Puzzle::Grid)
                .or_else(|wrong| -> Result<Puzzle, Wrong> {
                    let marks = text::read_marks(text).ok().filter(|_| shape.is_none());
                    Ok(Puzzle::of(&marks.ok_or(wrong)?)?)
                });
            puzzle.map(|puzzle| vec![(1, puzzle)])
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
        Form::Iss => {
            let is_name = |sign: char| sign == '~' || sign.is_ascii_uppercase();
            let pieces = text.match_indices('.').map(|(at, _)| at + 1);
            let names = pieces.filter(|&at| text[at..].starts_with(is_name));
            built(text, iss::read, names)
        }
        Form::Sheet => {
            let lines = text.match_indices('\n').map(|(at, _)| at + 1);
            built(text, sheet::read, lines)
        }
        Form::Link => built(text, links::read, std::iter::empty()),
        Form::Solutions => cover::read(shape, text),
        // No text is taken for a form without a name.
        _ => grids(shape, text),
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

/// The puzzle of a text that has only one. Its pieces begin at certain places: what makes no sense
/// on the board is wrong in the first piece up to which it shows.
fn built(
    text: &str,
    read: fn(&str) -> Result<Builder, TextError>,
    begins: impl Iterator<Item = usize> + Clone,
) -> Result<Vec<(usize, Puzzle)>, Wrong> {
    let error = match Puzzle::of(&read(text)?) {
        Ok(puzzle) => return Ok(vec![(1, puzzle)]),
        Err(error) => error,
    };
    let ends = begins.clone().skip(1).chain([text.len()]);
    let shows = |&(_, end): &(usize, usize)| {
        let built = read(&text[..end]).map(|builder| builder.build());
        matches!(built, Ok(Err(found)) if found == error)
    };
    match begins.zip(ends).find(shows) {
        Some((begin, _)) => Err(Wrong::new(Place::of(&text[begin..], text), error)),
        None => Err(error.into()),
    }
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
        Ok(many) if !many.is_empty() => Ok(jigsaws(&many)?.unwrap_or(many)),
        many => match (puzzles(Form::Grid, shape, text), many) {
            (Ok(one), _) => Ok(one),
            (Err(_), Err(wrong)) | (Err(wrong), Ok(_)) => Err(wrong),
        },
    }
}

/// The puzzles, if each is two grids: the regions of a jigsaw, and its givens before or behind.
fn jigsaws(grids: &[(usize, Puzzle)]) -> Result<Option<Vec<(usize, Puzzle)>>, Wrong> {
    let mut puzzles = Vec::new();
    for pair in grids.chunks(2) {
        let [(line, Puzzle::Grid(one)), (_, Puzzle::Grid(other))] = pair else {
            return Ok(None);
        };
        let (regions, givens) = match (regions(one), regions(other)) {
            (Some(regions), None) => (regions, other),
            (None, Some(regions)) => (regions, one),
            _ => return Ok(None),
        };
        if one.shape() != other.shape() {
            return Ok(None);
        }
        let mut rules = Model::builder(givens.shape());
        rules.jigsaw(&regions).givens(givens);
        puzzles.push((*line, Puzzle::of(&rules)?));
    }
    Ok(Some(puzzles))
}

/// The region of each cell, if the grid is a map of regions, each of as many cells as a row and in
/// one piece. No puzzle is one: its digits are not beside themselves.
fn regions(grid: &Grid) -> Option<Vec<u8>> {
    let shape = grid.shape();
    let of = |cell| grid.get(cell).unwrap_or(0);
    let names: BTreeSet<u8> = shape.cells().map(of).collect();
    for &name in &names {
        let mut open: Vec<Cell> = shape.cells().filter(|&cell| of(cell) == name).collect();
        if open.len() != shape.side() {
            return None;
        }
        let mut seen: Vec<Cell> = open.drain(..1).collect();
        while let Some(cell) = seen.pop() {
            let near = |other: &Cell| {
                cell.row().abs_diff(other.row()) + cell.column().abs_diff(other.column()) == 1
            };
            seen.extend(open.iter().copied().filter(near));
            open.retain(|other| !near(other));
        }
        if !open.is_empty() {
            return None;
        }
    }
    let number = |cell| names.range(..of(cell)).count() as u8;
    Some(shape.cells().map(number).collect())
}

/// A killer; or several with empty lines between, if they do not go together. What follows a `#` is
/// a comment, as `generate --rate` writes it.
fn cages(shape: Shape, text: &str) -> Result<Vec<(usize, Puzzle)>, Wrong> {
    let lines = text.lines();
    let plain = lines.map(|line| line.split('#').next().unwrap_or_default().to_owned() + "\n");
    let text = &plain.collect::<String>();
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
