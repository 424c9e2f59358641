//! A smaller input on which something is still wrong.
//!
//! Nothing here knows a problem: lines and columns go, and the numbers that count them get smaller.
//! Most of what comes about is no input at all, but the validators see that at once.

/// Makes an input smaller while `holds`: fewer lines, fewer columns, smaller numbers, more free
/// cells; until no single step of these is possible any more, or texts of `most` lines together
/// have been tried. The result is the input itself at worst.
///
/// It is made for inputs of up to some hundred lines.
///
/// ```
/// let tiling = setter::problem("tiling").unwrap();
/// // Somebody's program goes wrong where there is a tile with a side of 3.
/// let wrong = |input: &str| tiling.validate(input).is_ok() && input.contains("3\n");
/// assert_eq!(setter::shrink("3 4 5\n2 2\n1 3\n4 1\n", 100_000, wrong), "1 1 1\n1 3\n");
/// ```
///
/// # Complexity
/// A text is tried for each block of lines and each number that may count it.
pub fn shrink(input: &str, most: usize, holds: impl FnMut(&str) -> bool) -> String {
    let mut shrinker = Shrinker {
        best: input.lines().map(Line::new).collect(),
        left: most,
        holds,
    };
    // What stands otherwise in the input than it would be written is not for this.
    if text(&shrinker.best) != input {
        return input.to_string();
    }
    loop {
        let before = shrinker.best.clone();
        shrinker.drop_lines(Heads::First);
        shrinker.drop_lines(Heads::All);
        shrinker.drop_columns();
        shrinker.lower_words();
        shrinker.lower_alike();
        if shrinker.best == before {
            return text(&before);
        }
    }
}

/// The words of a line with single blanks between them; each symbol of a line without blanks.
#[derive(Clone, PartialEq, Eq)]
struct Line {
    words: Vec<String>,
    between: &'static str,
}

impl Line {
    fn new(line: &str) -> Line {
        let apart = line.contains(' ') || line.parse::<u64>().is_ok();
        let words: Vec<String> = match apart {
            true => line.split(' ').map(str::to_string).collect(),
            false => line.chars().map(String::from).collect(),
        };
        let between = if apart { " " } else { "" };
        Line { words, between }
    }
}

fn text(lines: &[Line]) -> String {
    let line = |line: &Line| line.words.join(line.between) + "\n";
    lines.iter().map(line).collect()
}

/// Lines with more words than this are no heads of anything.
const HEAD: usize = 3;
/// Heads are looked for so many lines above what they count, and in the first line.
const ABOVE: usize = 200;

/// Where the numbers stand that count what is dropped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heads {
    /// In the first line, alone, or nowhere. Whole cases go so; with other numbers changed, what is
    /// left without the wrong case would be tried again for each of them.
    First,
    /// In any short line above.
    All,
}

struct Shrinker<F> {
    best: Vec<Line>,
    left: usize,
    holds: F,
}

impl<F: FnMut(&str) -> bool> Shrinker<F> {
    /// Whether these lines are still wrong; then they are the best.
    fn try_lines(&mut self, lines: Vec<Line>) -> bool {
        if self.left == 0 || lines == self.best {
            return false;
        }
        self.left = self.left.saturating_sub(lines.len());
        let better = (self.holds)(&text(&lines));
        if better {
            self.best = lines;
        }
        better
    }

    /// The same with a number of a head above `line` that is one smaller, or `step` smaller.
    fn try_counted(&mut self, lines: &[Line], line: usize, step: usize, heads: Heads) -> bool {
        if self.try_lines(lines.to_vec()) {
            return true;
        }
        let (above, most) = match heads {
            Heads::First => (0..0, 1),
            Heads::All => (line.saturating_sub(ABOVE)..line, HEAD),
        };
        for head in above.rev().chain([0]) {
            let words = lines.get(head).map_or(0, |line| line.words.len());
            for word in 0..if words > most { 0 } else { words } {
                let number = lines[head].words[word].parse::<usize>().ok();
                let mut smaller: Vec<usize> = [1, step]
                    .iter()
                    .filter_map(|it| number?.checked_sub(*it))
                    .collect();
                smaller.dedup();
                for number in smaller {
                    let mut lines = lines.to_vec();
                    lines[head].words[word] = number.to_string();
                    if self.try_lines(lines) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn drop_lines(&mut self, heads: Heads) {
        for size in (1..=self.best.len().min(ABOVE)).rev() {
            let mut begin = 0;
            while begin + size <= self.best.len() {
                let mut lines = self.best.clone();
                lines.drain(begin..begin + size);
                begin += usize::from(!self.try_counted(&lines, begin, size, heads));
            }
        }
    }

    /// A word at the same place in all lines of so many words.
    fn drop_columns(&mut self) {
        let widths: std::collections::BTreeSet<usize> =
            self.best.iter().map(|line| line.words.len()).collect();
        for width in widths {
            for column in (0..width).rev() {
                // The head may have as many words by chance.
                for first in 0..=1 {
                    let mut lines = self.best.clone();
                    let below = lines.iter_mut().skip(first);
                    let wide = below.filter(|line| line.words.len() == width);
                    wide.for_each(|line| drop(line.words.remove(column)));
                    if self.try_counted(&lines, 1, 1, Heads::All) {
                        break;
                    }
                }
            }
        }
    }

    fn lower_words(&mut self) {
        for line in 0..self.best.len() {
            for word in 0..self.best[line].words.len() {
                let before = self.best[line].words[word].clone();
                let free = [".", "-"].map(String::from);
                let smaller = smaller(&before).into_iter().chain(free);
                for other in smaller.take_while(|_| before != "." && before != "-") {
                    let mut lines = self.best.clone();
                    lines[line].words[word] = other;
                    if self.try_lines(lines) {
                        break;
                    }
                }
            }
        }
    }

    /// A number wherever it stands: a side of a box, say, and the tile that fills it.
    fn lower_alike(&mut self) {
        let words = self.best.iter().flat_map(|line| &line.words);
        let numbers: std::collections::BTreeSet<String> = words.cloned().collect();
        for before in numbers {
            for other in smaller(&before) {
                let mut lines = self.best.clone();
                let words = lines.iter_mut().flat_map(|line| &mut line.words);
                for word in words.filter(|word| **word == before) {
                    word.clone_from(&other);
                }
                if self.try_lines(lines) {
                    break;
                }
            }
        }
    }
}

/// Smaller numbers than this one, the smallest first; none if it is no number.
fn smaller(word: &str) -> Vec<String> {
    let numbers = match word.parse::<u64>() {
        Ok(0) | Err(_) => Vec::new(),
        Ok(number) => vec![0, 1, number / 2, number - 1],
    };
    numbers.iter().map(u64::to_string).collect()
}
