//! Disjoint groups: the same place of all boxes.

use super::Rule;
use crate::board::{Cell, Grid, House, HouseKind, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The cells at the same place of all boxes hold each digit once: those in their top left corners,
/// and so on. The boxes are those of the [`Shape`], jigsaw regions or not.
///
/// ```
/// use sudoku_model::rules::DisjointGroups;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let model = Model::builder(shape).rule(DisjointGroups).build()?;
/// let grid = model.solve().found().expect("a grid");
/// assert_ne!(grid.get(shape.cell(0, 0)), grid.get(shape.cell(2, 2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DisjointGroups;

impl super::form::Line for DisjointGroups {
    fn blank() -> DisjointGroups {
        DisjointGroups
    }

    fn fields(&mut self, _form: &mut super::form::Form<'_>) -> super::form::Done {
        Ok(())
    }
}

impl Rule for DisjointGroups {
    fn name(&self) -> &'static str {
        "disjoint groups"
    }

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let boxes: Vec<House> = shape.boxes().collect();
        let group = |place: usize| {
            let cells = boxes.iter().map(|cells| cells.cells()[place]);
            Part::House(House::new(HouseKind::Place(place), cells))
        };
        (0..shape.box_width() * shape.box_height())
            .map(group)
            .collect()
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let (width, height) = (grid.shape().box_width(), grid.shape().box_height());
        let place = |cell: Cell| (cell.row() % height, cell.column() % width);
        for (a, digit) in grid.filled() {
            let mut later = grid.filled().filter(|&(b, it)| it == digit && b > a);
            if let Some((b, _)) = later.find(|&(b, _)| place(b) == place(a)) {
                let cells = [a, b];
                return Err(Broken::DigitTwice { digit, cells });
            }
        }
        Ok(())
    }

    fn sentence(&self) -> String {
        "The cells at the same place of all boxes hold each digit once.".into()
    }
}
