//! Sudokus, killers and variants as SVG pictures: what a newspaper prints, and what a deduction
//! looks at.
//!
//! ```
//! use sudoku_model::rules::Thermometer;
//! use sudoku_model::{Model, Shape};
//! use sudoku_svg::{Picture, Theme};
//!
//! let shape = Shape::with_side(4)?;
//! let along = (0..3).map(|k| shape.cell(k, k));
//! let model = Model::builder(shape)
//!     .rule(Thermometer::new(along))
//!     .cage(3, [shape.cell(0, 2), shape.cell(0, 3)])
//!     .given(shape.cell(3, 0), 1)
//!     .build()?;
//! let svg = Picture::new(&model).theme(Theme::Dark).title("A small one").svg();
//! assert!(svg.contains("<title>A small one</title>"));
//! assert!(svg.contains("<desc>4 rows, 4 columns, 1 given, 1 thermometer, 1 cage</desc>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # In a page
//! The upper left corner of the board has the coordinates 0, 0, and each cell is [`CELL`] wide and
//! high, whatever is drawn around the board: a click at x, y of the view box is in row `y / CELL`
//! and column `x / CELL`. There are attributes only, no style sheets, scripts or ids, so a picture
//! can be put into any page as it is. Elements have classes for those who want other colors:
//! `paper`, `fill`, `line`, `arrow`, `sign`, `thin`, `thick`, `cage`, `label`, `given`, `found`,
//! `candidate`, `ring`, `dot`, `clue` and so on.
//!
//! What a rule looks like is said by [`Rule::draw`](sudoku_model::Rule::draw), for rules of your
//! own too. What has no shape, such as anti-knight, is named in the description of the picture.

mod layer;
mod marks;
mod numbers;
mod outside;
mod sheet;
mod tint;

pub use self::tint::Tint;
pub use svg_cells::{Theme, CELL};

use sudoku_model::deduce::Step;
use sudoku_model::{Cell, Digits, Grid, HouseKind, Model};

/// What to draw: a model, and what is known of it.
#[derive(Clone, Debug)]
#[must_use]
pub struct Picture<'m> {
    model: &'m Model,
    theme: Theme,
    digits: Option<Grid>,
    /// By the index of the cell; all empty, or one for each cell.
    candidates: Vec<Digits>,
    fills: Vec<(Cell, Tint)>,
    rings: Vec<(Cell, Digits, Tint)>,
    colored: bool,
    numbered: bool,
    title: String,
    description: Option<String>,
}

impl<'m> Picture<'m> {
    /// The board, its rules and givens alone.
    pub fn new(model: &'m Model) -> Picture<'m> {
        Picture {
            model,
            theme: Theme::Light,
            digits: None,
            candidates: Vec::new(),
            fills: Vec::new(),
            rings: Vec::new(),
            colored: false,
            numbered: false,
            title: "Sudoku".into(),
            description: None,
        }
    }

    /// In other colors.
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Digits beside the givens: a solution, or what is found so far. Those of another board are
    /// left out.
    pub fn digits(mut self, grid: &Grid) -> Self {
        self.digits = Some(grid.clone()).filter(|grid| grid.shape() == self.model.shape());
        self
    }

    /// Candidates of each cell, which show where there is no digit.
    pub fn candidates(mut self, of: impl Fn(Cell) -> Digits) -> Self {
        self.candidates = self.model.shape().cells().map(of).collect();
        self
    }

    /// A color behind some cells. The last one counts.
    pub fn fill(mut self, cells: impl IntoIterator<Item = Cell>, tint: Tint) -> Self {
        let shape = self.model.shape();
        let cells = cells.into_iter().filter(|&cell| shape.contains(cell));
        self.fills.extend(cells.map(|cell| (cell, tint)));
        self
    }

    /// A color behind some candidates of a cell, which is crossed out if the tint is
    /// [`Tint::Removed`]. The last one counts.
    pub fn ring(mut self, cell: Cell, digits: Digits, tint: Tint) -> Self {
        if self.model.shape().contains(cell) {
            self.rings.push((cell, digits, tint));
        }
        self
    }

    /// What a deduction looks at: its houses, its pattern, what it removes and what it places. The
    /// description is its sentence.
    pub fn step(mut self, step: &Step) -> Self {
        let model = self.model;
        let cells = |kind: &HouseKind| {
            let house = model.houses().find(|house| house.kind() == *kind);
            house.map_or(Vec::new(), |house| house.cells().to_vec())
        };
        for kind in &step.targets {
            self = self.fill(cells(kind), Tint::Target);
        }
        for kind in &step.houses {
            self = self.fill(cells(kind), Tint::House);
        }
        self = self.fill(step.cells.iter().copied(), Tint::Pattern);
        for &cell in &step.cells {
            self = self.ring(cell, step.digits, Tint::Pattern);
        }
        for &(cell, digits) in &step.remove {
            self = self.ring(cell, digits, Tint::Removed);
        }
        if let Some((cell, digit)) = step.place {
            self = self.ring(cell, Digits::single(digit), Tint::Placed);
        }
        self.description(step.to_string())
    }

    /// Cages and other outlined cells in colors, other ones beside each other.
    pub fn colored(mut self, colored: bool) -> Self {
        self.colored = colored;
        self
    }

    /// The numbers of rows and columns, as `r1c1` has them.
    pub fn numbered(mut self, numbered: bool) -> Self {
        self.numbered = numbered;
        self
    }

    /// A title for those who hear the picture, and who point at it.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// A description for those who hear the picture, in place of the numbers of rows, columns,
    /// givens and rules.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The picture as the text of an SVG file.
    #[must_use]
    pub fn svg(&self) -> String {
        sheet::draw(self)
    }

    /// The digit of a cell, and whether it is given.
    fn digit(&self, cell: Cell) -> Option<(u8, bool)> {
        let given = self.model.givens().get(cell).map(|digit| (digit, true));
        let found = || self.digits.as_ref()?.get(cell);
        given.or_else(|| found().map(|digit| (digit, false)))
    }

    /// The candidates that show in a cell.
    fn open(&self, cell: Cell) -> Digits {
        let rings = self.rings.iter().filter(|ring| ring.0 == cell);
        match self.candidates.get(cell.index()) {
            Some(&open) => open,
            None => rings.fold(Digits::default(), |all, ring| all | ring.1),
        }
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
