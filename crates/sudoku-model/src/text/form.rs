//! Forms of puzzles as text: which one a text has.

use text_places::body;

/// A form shows in so many lines.
const LOOKED_AT: usize = 100;

/// A form of puzzles as text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Form {
    /// One grid, however it is drawn: see [`read`](super::read).
    Grid,
    /// Grids, one a line or in blocks: see [`puzzles`](super::puzzles).
    Grids,
    /// A killer, a cage a line: see [`read_cages`](super::killer::read_cages).
    Cages,
    /// A killer, a color a cell: see [`read_colors`](super::killer::read_colors).
    Colors,
    /// Boards of the contest problem Su-domino-ku, which this crate does not read.
    Dominoes,
    /// The constraint strings of Interactive Sudoku Solver: see [`iss`](super::iss).
    Iss,
    /// A puzzle with all of its rules, a line each: see [`sheet`](super::sheet).
    Sheet,
    /// A link of f-puzzles or `SudokuPad`, or its JSON: see the module `links`, which a feature
    /// switches on.
    Link,
    /// Solutions of an exact cover problem, as the program `sudoku` writes the problem and
    /// `exactcover` its solutions: this crate does not read them, and [`Form::of`] does not tell
    /// them.
    Solutions,
}

impl Form {
    /// The form that a text seems to have, by its first hundred lines without comments: a guess,
    /// which only reading it can confirm. What looks like nothing else is [`Form::Grids`].
    ///
    /// ```
    /// use sudoku_model::text::Form;
    ///
    /// assert_eq!(Form::of("board 9x9\nthermometer r1c1-c4\n"), Form::Sheet);
    /// assert_eq!(Form::of("3 2 1 1 1 2\n15 2 5 5 5 6\n"), Form::Cages);
    /// assert_eq!(Form::of("aabb\nddbb\nddcc\neecc\na 3\nb 10\nc 10\nd 10\ne 7\n"), Form::Colors);
    /// assert_eq!(Form::of(".Thermo~R1C1~R1C2~R2C3"), Form::Iss);
    /// assert_eq!(Form::of("https://sudokupad.app/abcdef"), Form::Link);
    /// assert_eq!(Form::of("1.2. .... ..3. ...4"), Form::Grids);
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Form {
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
        let is_dominoes = matches!(&words[..], [first, second, ..]
            if first.len() == 1 && is_domino(second));
        if is_colors(text) {
            Form::Colors
        } else if words.first().map_or(false, |words| words[0] == "board") {
            Form::Sheet
        } else if is_link(&lines) {
            Form::Link
        } else if 2 * cages.count() > lines.len() {
            Form::Cages
        } else if is_dominoes {
            Form::Dominoes
        } else if is_iss(&lines) {
            Form::Iss
        } else {
            Form::Grids
        }
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether rows of as many signs as there are rows come before a color with its total. Any sign is
/// a color, that of comments too.
fn is_colors(text: &str) -> bool {
    let lines = body(text).lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty());
    let rows = lines.clone().next().map_or(0, |row| row.chars().count());
    let is_row = |row: &str| row.chars().count() == rows && !row.contains(char::is_whitespace);
    let is_color = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [color, total, ..] => color.chars().count() == 1 && is_number(total),
        _ => false,
    };
    lines.by_ref().take(rows).all(is_row) && lines.next().map_or(false, is_color)
}

/// Whether this is a cell such as `B3`.
fn is_cell(word: &str) -> bool {
    let digits = word.strip_prefix(|letter: char| letter.is_ascii_uppercase());
    digits.map_or(false, |digits| !digits.is_empty() && is_number(digits))
}

/// Whether this is a link, JSON, or JSON as f-puzzles packs it, which begins with the `N4` of `{"`.
fn is_link(lines: &[&str]) -> bool {
    let begins = |line: &&str| {
        let begin = ["http://", "https://"];
        let json = line.strip_prefix('{').map(str::trim_start);
        let first = json.map(|json| json.bytes().next().unwrap_or(b'}'));
        let is_json = matches!(first, Some(b'"' | b'}'));
        is_json || begin.iter().any(|begin| line.starts_with(begin))
    };
    lines.first().map_or(false, begins)
        || matches!(lines, [line] if line.starts_with("N4") && !line.contains(['.', ' ']))
}

/// Whether the second of two words is no regions but the solution of the first: no sign is twice in
/// a row.
fn is_solved(words: &[&str]) -> bool {
    let second = match words {
        [_, second] => second.as_bytes(),
        _ => return false,
    };
    let side = (4..=16).find(|side| side * side == second.len());
    side.map_or(false, |side| {
        let mut rows = second.chunks(side);
        rows.all(|row| (1..side).all(|at| !row[at..].contains(&row[at - 1])))
    })
}

/// Whether these lines are constraints (with a `~`, or a point and a name at the beginning), arrows
/// instead of digits, numbers of cages, or one line of pencil marks for 9 x 9 cells, or of digits
/// and regions.
fn is_iss(lines: &[&str]) -> bool {
    let is_name = |piece: &str| {
        let mut letters = piece.trim_start().bytes();
        let [first, second] = [letters.next(), letters.next()];
        first.map_or(false, |first| first.is_ascii_uppercase())
            && second.map_or(false, |second| second.is_ascii_lowercase())
    };
    let named = |line: &&str| line.starts_with('.') && line.split('.').any(is_name);
    let has_signs = |line: &&str| line.contains(['~', '<', '>', '^']) || line.starts_with("3x3:");
    // `<?xml` or `<opensudoku`; no arrow has such a sign.
    let is_xml =
        matches!(lines, [first, ..] if matches!(first.as_bytes(), [b'<', b'?' | b'o', ..]));
    // A list has words of several lengths, and so the numbers or ratings of its grids.
    let is_long = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let signs = words.iter().map(|word| word.len()).sum::<usize>();
        let even = words.iter().all(|word| word.len() == words[0].len());
        let both = even && !is_solved(&words) && !line.contains(',') && !line.contains(';');
        signs == 729 || both && (4..=16).any(|side| signs == 2 * side * side)
    };
    !is_xml && lines.iter().any(has_signs)
        || lines.first().map_or(false, named)
        || matches!(lines, [line] if is_long(line))
}
