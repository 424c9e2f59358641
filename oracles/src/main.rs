//! Our side of `oracles/run` for boards: reads boards from stdin and prints the grids that every
//! backend finds for them.
//!
//! A board is a line `board BOX_WIDTH BOX_HEIGHT MOST`, then a line for each rule, then `end`;
//! cells are numbers from 0, row by row. The answer is, for every backend that takes the board, a
//! line `backend NAME`, a line for each grid, up to `MOST`, and `end`; then an empty line. Of a
//! board that cannot be built, as nothing fits its rules, it says `refused` and why.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use sudoku_model::{Backend, Builder, Cell, Model, Shape};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn rule(builder: &mut Builder, shape: Shape, name: &str, numbers: &[usize]) -> Result<()> {
    let cells = |numbers: &[usize]| -> Vec<Cell> {
        numbers.iter().map(|&index| shape.cell_at(index)).collect()
    };
    let digit = |k: usize| u8::try_from(numbers[k]);
    match name {
        "diagonals" => builder.diagonals(),
        "windows" => builder.windoku(),
        "without-boxes" => builder.without_boxes(),
        "jigsaw" => {
            let regions: std::result::Result<Vec<u8>, _> =
                numbers.iter().map(|&region| region.try_into()).collect();
            builder.jigsaw(&regions?)
        }
        "region" => builder.region(cells(numbers)),
        "given" => builder.given(shape.cell_at(numbers[0]), digit(1)?),
        "cage" => builder.cage(numbers[0].try_into()?, cells(&numbers[1..])),
        "sum-cage" => builder.sum_cage(numbers[0].try_into()?, cells(&numbers[1..])),
        "singles" => builder.domino_tiling(cells(numbers)),
        "domino" => builder.domino(
            shape.cell_at(numbers[0]),
            digit(1)?,
            shape.cell_at(numbers[2]),
            digit(3)?,
        ),
        _ => return Err(format!("no rule {name}").into()),
    };
    Ok(())
}

fn answer(model: &Model, most: usize, out: &mut impl Write) -> Result<()> {
    for backend in Backend::ALL.iter().filter(|backend| backend.fits(model)) {
        writeln!(out, "backend {}", backend.name())?;
        let mut grids = Vec::new();
        let _ = model.solver_with(*backend).run(|grid| {
            grids.push(grid);
            if grids.len() < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        for grid in grids {
            writeln!(out, "{grid}")?;
        }
        writeln!(out, "end")?;
    }
    writeln!(out)?;
    Ok(())
}

fn main() -> Result<()> {
    let mut out = io::stdout().lock();
    let mut board: Option<(Shape, usize, Builder)> = None;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let name = words.next().ok_or("an empty line")?;
        let numbers: std::result::Result<Vec<usize>, _> = words.map(str::parse).collect();
        let numbers = numbers.map_err(|error| format!("{line}: {error}"))?;
        match (name, &mut board) {
            ("board", None) => {
                let shape = Shape::new(numbers[0], numbers[1])?;
                board = Some((shape, numbers[2], Model::builder(shape)));
            }
            ("end", Some((_, most, builder))) => {
                match builder.build() {
                    Ok(model) => answer(&model, *most, &mut out)?,
                    Err(error) => writeln!(out, "refused {error}\n")?,
                }
                board = None;
            }
            (_, Some((shape, _, builder))) => rule(builder, *shape, name, &numbers)?,
            _ => return Err(format!("{line}: no board is open").into()),
        }
    }
    Ok(())
}
