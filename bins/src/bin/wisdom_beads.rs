//! The wisdom beads game: Luogu P4205 (NOI 2005), BZOJ 1501, WCIPEG `noi05p3`; SPOJ PRLGAME, Luogu
//! SP1471.
//!
//! Input: boards of 10 lines, the first with one character, the last with 10: `.` or a piece, `A`
//! to `L`. PRLGAME has ten boards, the others one. Output: each board with all pieces on it, or `No
//! solution`.
//!
//! Exact cover: each cell and each piece once, at most 1644 options, some hundred nodes.

use exactcover::{Engine, First, Problem};
use judge_io::{Failure, Input};
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

/// All pieces, on a board that is solved.
const PIECES: &str = "B BK BKK BJKK JJJDD GJGDDC GGGCCCI EEEHHIIA ELHHHIAAF ELLLLIFFFF";

type Place = (i32, i32);
type Shape = BTreeSet<Place>;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let mut pieces: BTreeMap<char, Shape> = BTreeMap::new();
    for (row, line) in (0..).zip(PIECES.split(' ')) {
        for (column, piece) in (0..).zip(line.chars()) {
            pieces.entry(piece).or_default().insert((row, column));
        }
    }
    let forms: BTreeMap<char, BTreeSet<Shape>> = pieces
        .into_iter()
        .map(|(piece, shape)| (piece, forms(shape)))
        .collect();

    let (mut words, mut answer) = (input.words(), String::new());
    while answer.is_empty() || !words.at_end() {
        let (mut board, mut placed) = (BTreeMap::new(), BTreeMap::new());
        for row in 0..10 {
            let line = words.expect(format_args!("row {} of a board", row + 1))?;
            for (column, (piece, place)) in (0..).zip(line.letters()) {
                if piece != '.' && !forms.contains_key(&piece) {
                    return Err(place.expected("a dot or a piece from A to L"));
                }
                if column > row {
                    return Err(line.error(&format!("expected {} characters", row + 1)));
                }
                board.insert((row, column), piece);
                let (_, shape) = placed.entry(piece).or_insert_with(|| (place, Shape::new()));
                shape.insert((row, column));
            }
            if !board.contains_key(&(row, row)) {
                return Err(line.error(&format!("expected {} characters", row + 1)));
            }
        }
        placed.remove(&'.');
        for (piece, (place, shape)) in &placed {
            if !forms[piece].contains(&moved(shape)) {
                return Err(place.error(&format!("this is not the shape of piece {piece}")));
            }
        }
        answer += &fill(board, &forms);
    }
    Ok(answer)
}

/// The board with all other pieces on it, as text.
fn fill(mut board: BTreeMap<Place, char>, forms: &BTreeMap<char, BTreeSet<Shape>>) -> String {
    let mut builder = Problem::builder();
    let is_free = |&(_, &piece): &(&Place, &char)| piece == '.';
    let free: Vec<Place> = board
        .iter()
        .filter(is_free)
        .map(|(&place, _)| place)
        .collect();
    let cells: BTreeMap<Place, _> = free
        .iter()
        .map(|&it| (it, builder.primaries(1)[0]))
        .collect();
    for (&piece, forms) in forms {
        if board.values().any(|&placed| placed == piece) {
            continue;
        }
        let item = builder.primaries(1)[0];
        for (form, &(row, column)) in forms
            .iter()
            .flat_map(|it| free.iter().map(move |at| (it, at)))
        {
            let shape: Vec<Place> = form.iter().map(|&(r, c)| (row + r, column + c)).collect();
            if let Some(items) = shape
                .iter()
                .map(|place| cells.get(place).copied())
                .collect::<Option<Vec<_>>>()
            {
                builder.option((piece, shape), (item, items));
            }
        }
    }
    let problem = builder.build().expect("no item is twice in an option");
    let first = problem.search_with(Engine::CELLS).first().answer;
    let solution = match first {
        First::Found(solution) => solution,
        _ => return "No solution\n".into(),
    };
    for (piece, shape) in solution.labels() {
        board.extend(shape.iter().map(|&place| (place, *piece)));
    }
    let mut text = String::new();
    for ((row, column), piece) in board {
        text.push(piece);
        text.extend((row == column).then_some('\n'));
    }
    text
}

/// A shape turned and mirrored in all ways, each with its first cell at 0, 0.
fn forms(mut shape: Shape) -> BTreeSet<Shape> {
    let mut forms = BTreeSet::new();
    for turn in 0..8 {
        let mirror = if turn == 4 { -1 } else { 1 };
        shape = shape
            .iter()
            .map(|&(row, column)| (mirror * column, -row))
            .collect();
        forms.insert(moved(&shape));
    }
    forms
}

/// A shape with its first cell at 0, 0.
fn moved(shape: &Shape) -> Shape {
    let &(top, left) = shape.iter().next().expect("a cell");
    shape
        .iter()
        .map(|&(row, column)| (row - top, column - left))
        .collect()
}
