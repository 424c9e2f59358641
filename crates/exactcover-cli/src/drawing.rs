//! A solution as a picture: the items are places on a board, the options are the pieces.

use cli_manners::Failure;
use exactcover::Problem;
use std::collections::{BTreeMap, BTreeSet};
use svg_cells::{tiling, Cell, Theme};

/// The most rows and columns of a picture.
const MOST: usize = 500;

/// How the names of items say row and column.
type Form = fn(&str) -> Option<Cell>;

/// All ways to say it; `a1` begins with the letter of a row.
const FORMS: [Form; 4] = [
    |name| {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        Some((number(row)?, number(column)?))
    },
    |name| {
        let (row, column) = name.split_once(',')?;
        Some((number(row)?, number(column)?))
    },
    |name| {
        let mut letters = name.chars();
        let row = letters.next().filter(char::is_ascii_lowercase)?;
        Some((row as usize - 'a' as usize, number(letters.as_str())?))
    },
    |name| {
        let mut signs = name.chars().map(|sign| match sign {
            'A'..='Z' => None,
            sign => sign.to_digit(36).map(|digit| digit as usize),
        });
        let cell = (signs.next()??, signs.next()??);
        signs.next().is_none().then_some(cell)
    },
];

fn number(digits: &str) -> Option<usize> {
    let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| digits.parse().ok()).flatten()
}

/// The places of a problem, by the names of their items.
#[derive(Debug)]
pub(crate) struct Places<'p> {
    /// What the problem is called in messages.
    file: &'p str,
    cells: BTreeMap<&'p str, Cell>,
    theme: Theme,
}

impl<'p> Places<'p> {
    /// The places, if the names of items say row and column in one of the ways that there are: both
    /// from 0 or 1 on, and none left out. Items with other names are pieces.
    pub(crate) fn new(
        file: &'p str,
        problem: &'p Problem<usize>,
        theme: Theme,
    ) -> Result<Self, Failure> {
        let names = || problem.items().filter_map(|item| problem.name(item));
        for form in FORMS {
            let cells = names().filter_map(|name| Some((name, form(name)?)));
            let mut cells: BTreeMap<&str, Cell> = cells.collect();
            let rows: BTreeSet<usize> = cells.values().map(|cell| cell.0).collect();
            let columns: BTreeSet<usize> = cells.values().map(|cell| cell.1).collect();
            if let (Some(top), Some(left)) = (first(&rows), first(&columns)) {
                for cell in cells.values_mut() {
                    *cell = (cell.0 - top, cell.1 - left);
                }
                return Ok(Places { file, cells, theme });
            }
        }
        let message = format!(
            "{file}: --svg expected items named by row and column, such as r1c2, \"1,2\", a2 or 12, up to {MOST} \
             of each and none left out, found {:?}",
            names().next().unwrap_or_default()
        );
        Err(Failure::Input(message))
    }

    /// The picture of a solution: for each option the number of its line, and the line.
    pub(crate) fn draw(&self, options: &[(usize, &str)]) -> Result<String, Failure> {
        let (file, mut taken) = (self.file, BTreeMap::new());
        let (mut pieces, mut names) = (Vec::new(), Vec::new());
        for &(line, option) in options {
            let items = option.split_whitespace();
            let items = items.filter(|item| !item.starts_with('|'));
            let items = items.map(|item| item.split(':').next().unwrap_or(item));
            let (places, others): (Vec<&str>, Vec<&str>) =
                items.partition(|item| self.cells.contains_key(item));
            for &place in &places {
                if let Some(other) = taken.insert(place, line) {
                    let message = format!(
                        "{file}:{line}: --svg: {place} is in the option of line {other}, too"
                    );
                    return Err(Failure::Input(message));
                }
            }
            if places.is_empty() {
                let message = format!("{file}:{line}: --svg: the option has no place on the board");
                return Err(Failure::Input(message));
            }
            pieces.push(places.iter().map(|place| self.cells[place]).collect());
            names.push(others.join(" "));
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Ok(tiling(&pieces, &names, self.theme, "Solution"))
    }
}

/// The first of numbers that begin with 0 or 1, without a gap.
fn first(numbers: &BTreeSet<usize>) -> Option<usize> {
    let first = *numbers.iter().next()?;
    let last = *numbers.iter().next_back()?;
    (first <= 1 && numbers.len() <= MOST && last - first + 1 == numbers.len()).then_some(first)
}
