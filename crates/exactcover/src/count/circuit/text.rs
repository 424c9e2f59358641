//! Circuits as text.

use super::{Circuit, Node, NOTHING};
use crate::count::number::Count;
use crate::problem::ids::OptionId;
use crate::problem::quote::quote;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::str::FromStr;

impl fmt::Display for Circuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "circuit {}", self.options)?;
        for node in self.sums() {
            for (k, &term) in self.terms_of(node).iter().enumerate() {
                f.write_str(if k == 0 { "" } else { " + " })?;
                f.write_str(&self.told(term))?;
            }
            writeln!(f)?;
        }
        match self.root {
            Some(root) => writeln!(f, "all {} {}", self.told([root, NOTHING]), self.count()),
            None => writeln!(f, "none"),
        }
    }
}

impl Circuit {
    fn told(&self, term: [Node; 2]) -> String {
        let parts = term.iter().filter(|&&part| part != NOTHING);
        let words = parts.map(|&part| match self.place(part) {
            Some(sum) => format!("s{sum}"),
            None => format!("o{}", part - 1),
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() {
            "1".into()
        } else {
            words.join(" ")
        }
    }

    /// A drawing of the circuit in the language of Graphviz: a circle for each sum, a dot for each
    /// term of two nodes, and options by the names that `name` has for them. For people, so for
    /// small ones.
    ///
    /// ```
    /// # use exactcover::{Limits, Problem};
    /// let mut builder = Problem::builder();
    /// let item = builder.primary("coin");
    /// for name in ["heads", "tails"] {
    ///     builder.option(name, [item]);
    /// }
    /// let problem = builder.build()?;
    /// let circuit = problem.compile(Limits::none()).answer.expect("there is no limit");
    /// let drawing = circuit.to_dot(|option| problem.label(option).to_string());
    /// assert!(drawing.contains("label=\"heads\""));
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    #[must_use]
    pub fn to_dot(&self, name: impl Fn(OptionId) -> String) -> String {
        let mut text = String::from("digraph {\n  node [shape=circle]\n");
        let told = |node| self.told([node, NOTHING]);
        let mut shown = Vec::new();
        // Writing to a string cannot fail.
        for node in self.sums() {
            let _ = writeln!(text, "  {} [label=\"+\"]", told(node));
            for (k, term) in self.terms_of(node).iter().enumerate() {
                let parts: Vec<Node> = term.iter().copied().filter(|&a| a != NOTHING).collect();
                shown.extend(parts.iter().copied());
                let sum = told(node);
                match parts[..] {
                    [only] => {
                        let _ = writeln!(text, "  {sum} -> {}", told(only));
                    }
                    _ => {
                        let _ = writeln!(text, "  {sum}t{k} [shape=point]\n  {sum} -> {sum}t{k}");
                        for part in parts {
                            let _ = writeln!(text, "  {sum}t{k} -> {}", told(part));
                        }
                    }
                }
            }
        }
        shown.extend(self.root);
        shown.sort_unstable();
        shown.dedup();
        for option in shown.into_iter().filter_map(|node| self.option(node)) {
            let name = name(option).replace('\\', "\\\\").replace('"', "\\\"");
            let number = option.index();
            let _ = writeln!(text, "  o{number} [shape=box, label=\"{name}\"]");
        }
        text + "}\n"
    }
}

/// Why and where a text is no circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CircuitError {
    line: usize,
    column: usize,
    reason: Reason,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Reason {
    Expected(&'static str, String),
    NoOption(usize),
    NoSum(usize),
    TooMany,
    TooLong,
    OtherCount(Count),
    TooLarge,
}

impl CircuitError {
    /// The line, 1-based.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The character of the line, 1-based.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for CircuitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        match &self.reason {
            Reason::Expected(what, found) if found.is_empty() => {
                write!(f, "expected {what}, found the end of the line")
            }
            Reason::Expected(what, found) => write!(f, "expected {what}, found {}", quote(found)),
            Reason::NoOption(0) => f.write_str("there are no options"),
            Reason::NoOption(options) => write!(f, "the options are o0 to o{}", options - 1),
            Reason::NoSum(0) => f.write_str("no sum comes before this one"),
            Reason::NoSum(sums) => write!(f, "the sums before this one are s0 to s{}", sums - 1),
            Reason::TooMany => f.write_str("more solutions than there are sets of options"),
            Reason::TooLong => f.write_str("a solution has an option or a sum twice"),
            Reason::OtherCount(count) => write!(f, "the number of solutions is {count}"),
            Reason::TooLarge => f.write_str("more than 2^31 - 1 options, sums and terms"),
        }
    }
}

#[cfg(feature = "std")]
impl std::error::Error for CircuitError {}

/// A line, and where it is.
#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// The words, then empty ones where they end.
    fn words(self) -> impl Iterator<Item = &'t str> {
        let end = self.text.trim_end().len();
        let words = self.text.split_whitespace();
        words.chain(core::iter::repeat(&self.text[end..end]))
    }

    fn error(self, at: &str, reason: Reason) -> CircuitError {
        let bytes = at.as_ptr() as usize - self.text.as_ptr() as usize;
        CircuitError {
            line: self.number,
            column: self.text[..bytes].chars().count() + 1,
            reason,
        }
    }

    fn expected(self, what: &'static str, at: &str) -> CircuitError {
        self.error(at, Reason::Expected(what, at.to_string()))
    }
}

/// The most nodes and terms that numbers of 32 bits tell apart.
const MOST: usize = (1 << 31) - 1;

/// A number, without a sign.
fn number<N: FromStr>(digits: &str) -> Option<N> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

/// A circuit that is being read. What is kept beside it bounds each number and each solution by the
/// length of the text, whatever its first line says.
struct Reader {
    circuit: Circuit,
    /// How often the lines name an option.
    named: usize,
    /// Per sum, how many sums and options its largest solution is made of.
    sizes: Vec<usize>,
}

impl Reader {
    fn size(&self, node: Node) -> usize {
        match self.circuit.place(node) {
            Some(sum) => self.sizes[sum],
            None => usize::from(node != NOTHING),
        }
    }

    /// Reads a line of terms.
    fn read_sum(&mut self, line: Line<'_>) -> Result<(), CircuitError> {
        let mut terms = Vec::new();
        let mut parts: Vec<Node> = Vec::new();
        let mut one = false;
        for word in line.words() {
            match word {
                "" | "+" if parts.is_empty() && !one => {
                    return Err(line.expected("an option, a sum or 1", word));
                }
                "" | "+" => {
                    let part = |k: usize| parts.get(k).copied().unwrap_or(NOTHING);
                    terms.push(Circuit::term(part(0), part(1)));
                    parts.clear();
                    one = false;
                    if word.is_empty() {
                        break;
                    }
                }
                _ if one || parts.len() == 2 => return Err(line.expected("\" + \"", word)),
                "1" if parts.is_empty() => one = true,
                _ => parts.push(self.circuit.read_node(line, word)?),
            }
        }
        let circuit = &mut self.circuit;
        let sums = circuit.ends.len();
        if circuit.options + sums + 1 > MOST || circuit.terms.len() + terms.len() > MOST {
            return Err(line.error(line.text, Reason::TooLarge));
        }
        let options = terms.iter().flatten();
        self.named += options.filter_map(|&node| circuit.option(node)).count();
        let size = terms.iter().map(|&[a, b]| self.size(a) + self.size(b));
        let size = 1 + size.max().unwrap_or(0);
        if size > self.named + sums + 1 {
            return Err(line.error(line.text, Reason::TooLong));
        }
        self.sizes.push(size);
        let node = self.circuit.sum(terms.into_iter());
        let named = self.named;
        self.circuit.count_sum(node, |count| {
            let fits = count.log2() <= named as f64;
            fits.then_some(())
                .ok_or_else(|| line.error(line.text, Reason::TooMany))
        })
    }
}

impl Circuit {
    fn read_node(&self, line: Line<'_>, word: &str) -> Result<Node, CircuitError> {
        let node = |letter, first: usize, end: usize| {
            let number: usize = number(word.strip_prefix(letter)?)?;
            Some((number < end).then(|| (first + number) as Node))
        };
        let sums = self.ends.len();
        if let Some(option) = node('o', 1, self.options) {
            option.ok_or_else(|| line.error(word, Reason::NoOption(self.options)))
        } else if let Some(sum) = node('s', self.options + 1, sums) {
            sum.ok_or_else(|| line.error(word, Reason::NoSum(sums)))
        } else {
            Err(line.expected("an option such as o7 or a sum such as s7", word))
        }
    }

    /// Reads the root and the number of solutions.
    fn read_all(&mut self, line: Line<'_>) -> Result<(), CircuitError> {
        let mut words = line.words().skip(1);
        let mut word = || words.next().unwrap_or_default();
        let root = word();
        self.root = Some(match root {
            "1" => NOTHING,
            _ => self.read_node(line, root)?,
        });
        let count = word();
        if self.count().to_string() != count {
            return Err(line.error(count, Reason::OtherCount(self.count().clone())));
        }
        match word() {
            "" => Ok(()),
            more => Err(line.expected("the end of the line", more)),
        }
    }
}

impl FromStr for Circuit {
    type Err = CircuitError;

    fn from_str(text: &str) -> Result<Circuit, CircuitError> {
        let mut lines = (1..).zip(text.lines());
        let mut next = |at| {
            let (number, text) = lines.next().unwrap_or((at, ""));
            Line { number, text }
        };
        let head = next(1);
        let mut words = head.words();
        let mut word = || words.next().unwrap_or_default();
        let (name, options, rest) = (word(), word(), word());
        if name != "circuit" {
            return Err(head.expected("\"circuit\" and the number of options", name));
        }
        let options = number(options)
            .filter(|&options| options < MOST)
            .ok_or_else(|| head.expected("the number of options", options))?;
        if !rest.is_empty() {
            return Err(head.expected("the end of the line", rest));
        }
        let mut reader = Reader {
            circuit: Circuit::empty(options),
            named: 0,
            sizes: Vec::new(),
        };
        let mut last = head.number;
        loop {
            let line = next(last + 1);
            last = line.number;
            match line.words().next() {
                Some("all") => reader.circuit.read_all(line)?,
                Some("none") if line.text.trim() == "none" => {}
                Some(end @ "") => return Err(line.expected("a sum, \"all\" or \"none\"", end)),
                _ => {
                    reader.read_sum(line)?;
                    continue;
                }
            }
            let rest = next(last + 1);
            return match rest.words().next() {
                Some(more) if !more.is_empty() => Err(rest.expected("the end", more)),
                _ => Ok(reader.circuit),
            };
        }
    }
}
