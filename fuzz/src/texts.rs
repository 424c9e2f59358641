//! The text formats: whatever is read can be written and read again, and whatever is refused is
//! refused with a place in the text.

use crate::oracle;
use exactcover::{format, Engine, Limits, Outcome};
use sudoku_model::text::{self, Alphabet, Style};
use sudoku_model::{killer, Place, Shape};

/// A place that a message names is in the text or right behind it.
fn assert_inside(text: &str, Place { line, column }: Place, message: &str) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.lines().collect();
    assert!((1..=lines.len() + 1).contains(&line), "{message}");
    let length = lines.get(line - 1).map_or(0, |line| line.chars().count());
    assert!((1..=length + 1).contains(&column), "{message}");
    assert!(
        message.starts_with(&format!("{line}:{column}: ")),
        "{message}"
    );
}

/// Knuth's format for exact cover problems.
pub(crate) fn format(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (problem, warnings) = match format::read(&text) {
        Ok(read) => (read.problem, read.warnings),
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            return assert_inside(&text, Place { line, column }, &error.to_string());
        }
    };
    let mut lines: Vec<usize> = problem
        .options()
        .map(|option| *problem.label(option))
        .collect();
    assert!(lines.windows(2).all(|pair| pair[0] < pair[1]));
    for warning in warnings {
        let line = warning.line();
        assert!(
            !lines.contains(&line),
            "line {line} is ignored and an option"
        );
        let column = warning.column();
        assert_inside(&text, Place { line, column }, &warning.to_string());
    }
    assert_eq!(
        lines.pop().map_or(0, |last| last - 1) / text.lines().count().max(1),
        0
    );
    // A name may hold a byte order mark, and a color anything: that cannot be written.
    if let Ok(written) = format::write(&problem) {
        let again = format::read(&written).expect("what was written can be read");
        assert!(again.warnings.is_empty());
        let again = again.problem;
        assert_eq!(format::write(&again).as_ref(), Ok(&written));
        assert_eq!(again.item_count(), problem.item_count());
        assert_eq!(again.has_multiplicities(), problem.has_multiplicities());
        for option in problem.options() {
            assert_eq!(again.entries(option).len(), problem.entries(option).len());
        }
    }
    // A tenth of a second at the most, whatever the text says.
    let all = oracle::solutions(&problem, 500);
    for &engine in Engine::ALL {
        let limits = Limits::none().nodes(2000);
        let report = problem.search_with(engine).limits(limits).count();
        if let (Some(all), Outcome::Exhausted) = (&all, report.outcome) {
            assert_eq!(report.answer, all.len() as u128, "{engine:?}");
        }
    }
}

/// Grids, one or many.
pub(crate) fn grid_text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let tall = Shape::new(2, 3).expect("a shape");
    for (number, grid) in text::puzzles(&text) {
        assert!(number <= text.lines().count());
        if let Err(error) = grid {
            assert_inside(&text, error.place, &error.to_string());
        }
    }
    let of_shape = [Shape::CLASSIC, Shape::HEX, tall].map(|shape| text::read_as(shape, &text));
    let of_alphabet = ALPHABETS.map(|alphabet| text::read_with(Shape::HEX, alphabet, &text));
    let many = text::puzzles(&text).map(|(_, grid)| grid);
    let one = [text::read(&text)].into_iter();
    for result in one.chain(of_shape).chain(of_alphabet).chain(many) {
        let grid = match result {
            Ok(grid) => grid,
            Err(error) => {
                assert_inside(&text, error.place, &error.to_string());
                continue;
            }
        };
        let styles = [
            (Style::Line, Alphabet::Digits),
            (Style::Zeros, Alphabet::Digits),
            (Style::Rows, Alphabet::Digits),
            (Style::Spaced, Alphabet::Digits),
            (Style::Framed, Alphabet::Digits),
            (Style::Boxed, Alphabet::Digits),
            (Style::Letters, Alphabet::Letters),
            (Style::Hex, Alphabet::Hex),
        ];
        // Of these the other styles can be read in two ways.
        let letters_alone = grid.digits().iter().all(|&digit| digit == 0 || digit > 9);
        for (style, alphabet) in styles {
            let written = text::write(&grid, style);
            let again = text::read_with(grid.shape(), alphabet, &written);
            assert_eq!(again.as_ref(), Ok(&grid), "{style:?}");
            let numbers = matches!(style, Style::Spaced | Style::Framed | Style::Boxed);
            if style != Style::Hex && (!letters_alone || numbers || style == Style::Letters) {
                let again = text::read_as(grid.shape(), &written);
                assert_eq!(again.as_ref(), Ok(&grid), "{style:?}");
            }
        }
    }
}

const ALPHABETS: [Alphabet; 3] = [Alphabet::Digits, Alphabet::Letters, Alphabet::Hex];

/// Killers, by cages and by colors; the first byte says how large the board is.
pub(crate) fn killer_text(data: &[u8]) {
    let (first, data) = match data.split_first() {
        Some((&first, data)) => (first, data),
        None => return,
    };
    let side = [4, 6, 9, 9, 9, 9, 16, 25][usize::from(first % 8)];
    let shape = Shape::with_side(side).expect("a shape");
    let text = String::from_utf8_lossy(data);
    for read in [killer::read, killer::read_cages, killer::read_colors] {
        match read(shape, &text) {
            Ok(model) => {
                let written = killer::write_cages(&model);
                let again = killer::read_cages(shape, &written).expect("what was written");
                assert!(again.cages().eq(model.cages()));
                assert_eq!(killer::write_cages(&again), written);
            }
            Err(error) => assert_inside(&text, error.place, &error.to_string()),
        }
    }
}
