//! What a deduction is, and how it is told.

use core::fmt;

use super::Contradiction;
use crate::board::{Cell, Digits, HouseKind};
use crate::model::Subject;
use crate::text::list;

/// A deduction with a name, from the easiest to the hardest.
///
/// Lists of techniques differ in their order; this is the one of paths and ratings here.
/// [`Candidates::path`](super::Candidates::path) takes any other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// A cell has one candidate.
    NakedSingle,
    /// A digit has one place in a house.
    HiddenSingle,
    /// A digit of a cell goes with none that another may hold, as a rule about both says.
    Partner,
    /// A digit is in no set of digits that makes a total, or cannot be in this cell then.
    Combination,
    /// All places of a digit in a box (or another region) lie in a second house, whose other cells
    /// lose it. One of the two locked candidates.
    Pointing,
    /// All places of a digit in a row or column lie in a box (or another region), whose other cells
    /// lose it. The other of the locked candidates.
    Claiming,
    /// A digit is in all sets of digits that make a total, and what sees all its places there loses
    /// it.
    RequiredDigit,
    /// Cells that the totals inside a house leave over, or by which they stick out, have a known
    /// sum themselves.
    InnieOutie,
    /// Every place of a digit in a house is seen by a cell elsewhere, which loses it.
    CommonPeer,
    /// Two cells of a house have two candidates in all, which the other cells lose.
    NakedPair,
    /// Two digits have two places in a house in all, which lose other digits.
    HiddenPair,
    /// A digit does not go with a sum of cells that may hold equal digits.
    Sum,
    /// A digit does not go with what a rule says of cells one after the other.
    Line,
    /// As with one house, for the cells of several.
    InnieOutieOfSeveral,
    /// The places of a digit in two rows lie in two columns, whose other cells lose it; or the
    /// other way round.
    XWing,
    /// Three cells of a house have three candidates in all.
    NakedTriple,
    /// Three digits have three places in a house in all.
    HiddenTriple,
    /// The places of a digit in three rows lie in three columns, or the other way round.
    Swordfish,
    /// A cell with two candidates sees two others, each of which shares one of them and has a
    /// second candidate, the same in both: what sees both loses that one.
    XyWing,
    /// Four cells of a house have four candidates in all.
    NakedQuad,
    /// Four digits have four places in a house in all.
    HiddenQuad,
    /// The places of a digit in four rows lie in four columns, or the other way round.
    Jellyfish,
    /// A digit leads to a contradiction within ten steps, each a single or what one rule says. The
    /// last resort, and no guess yet: the chain can be read. It is looked for in hundredths of a
    /// second on boards of 9 x 9, and in up to seconds on those of 25 x 25.
    ForcingChain,
}

impl Technique {
    /// All of them, the easiest first.
    pub const ALL: &'static [Technique] = &[
        Technique::NakedSingle,
        Technique::HiddenSingle,
        Technique::Partner,
        Technique::Combination,
        Technique::Pointing,
        Technique::Claiming,
        Technique::RequiredDigit,
        Technique::InnieOutie,
        Technique::CommonPeer,
        Technique::NakedPair,
        Technique::HiddenPair,
        Technique::Sum,
        Technique::Line,
        Technique::InnieOutieOfSeveral,
        Technique::XWing,
        Technique::NakedTriple,
        Technique::HiddenTriple,
        Technique::Swordfish,
        Technique::XyWing,
        Technique::NakedQuad,
        Technique::HiddenQuad,
        Technique::Jellyfish,
        Technique::ForcingChain,
    ];

    /// The name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Technique::NakedSingle => "naked single",
            Technique::HiddenSingle => "hidden single",
            Technique::Partner => "partner",
            Technique::Combination => "combination",
            Technique::Pointing => "pointing",
            Technique::Claiming => "claiming",
            Technique::RequiredDigit => "required digit",
            Technique::InnieOutie => "innies and outies",
            Technique::CommonPeer => "common peer",
            Technique::NakedPair => "naked pair",
            Technique::HiddenPair => "hidden pair",
            Technique::Sum => "sum",
            Technique::Line => "line",
            Technique::InnieOutieOfSeveral => "innies and outies of several houses",
            Technique::XWing => "X-wing",
            Technique::NakedTriple => "naked triple",
            Technique::HiddenTriple => "hidden triple",
            Technique::Swordfish => "swordfish",
            Technique::XyWing => "XY-wing",
            Technique::NakedQuad => "naked quad",
            Technique::HiddenQuad => "hidden quad",
            Technique::Jellyfish => "jellyfish",
            Technique::ForcingChain => "forcing chain",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One deduction: a pattern, and what follows from it. It prints as an explanation in one sentence.
///
/// | technique | `cells` | `digits` | `houses` | `targets` |
/// |---|---|---|---|---|
/// | naked single | the cell | the digit | | |
/// | hidden single | the cell | the digit | where it has one place | |
/// | pointing, claiming | its places | the digit | where these are all | what else they lie in |
/// | naked pair, triple, quad | the cells | their candidates | | all houses that have these cells |
/// | hidden pair, triple, quad | the places | the digits | where they are hidden | |
/// | X-wing, swordfish, jellyfish | the places | the digit | the rows (or columns) | the columns (or rows) |
/// | XY-wing | the pivot, then the wings | the digit of both wings | | |
/// | common peer | its places | the digit | where these are all | |
/// | partner | the cell that loses digits, and the other | the candidates of the other | | |
/// | combination, sum, innies and outies | the empty cells of the sum | their candidates | the houses of innies and outies | |
/// | required digit | its places in the sum | the digits | | |
/// | line | the empty cells of the rule | their candidates | | |
/// | forcing chain | the cell | the digit | | |
///
/// What comes from rules has these as its `rules`, and a sum as its `equation`; a forcing chain has
/// what follows from the digit as its `chain`, up to a `contradiction`.
///
/// ```
/// use sudoku_model::{deduce::{Candidates, Technique}, Grid};
///
/// let grid: Grid = "12.. .... .... ...3".parse()?;
/// let step = Candidates::new(&grid)?.next_step(&[Technique::Pointing]).expect("3 and 4 in r1");
/// assert_eq!(
///     step.to_string(),
///     "pointing: 3 of box 1 must be in row 2, so r2c3 cannot be 3"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Step {
    /// What kind of deduction it is.
    pub technique: Technique,
    /// The cells that make the pattern.
    pub cells: Vec<Cell>,
    /// The digits that make the pattern.
    pub digits: Digits,
    /// The houses where the pattern holds.
    pub houses: Vec<HouseKind>,
    /// The houses whose other cells lose the digits.
    pub targets: Vec<HouseKind>,
    /// The rules that it comes from, beside the houses.
    pub rules: Vec<Subject>,
    /// The sum that it comes from.
    pub equation: Option<Equation>,
    /// What would follow, step by step, if the digits were there.
    pub chain: Vec<Step>,
    /// What that would lead to.
    pub contradiction: Option<Contradiction>,
    /// What it places: a digit in a cell, for singles.
    pub place: Option<(Cell, u8)>,
    /// What it removes otherwise: candidates of cells in row order, all of them candidates before.
    pub remove: Vec<(Cell, Digits)>,
}

/// A sum of empty cells, with what is left for them.
///
/// It prints as `r1c1 + r1c2 = r3c4 + 5`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Equation {
    /// The cells that are added up.
    pub plus: Vec<Cell>,
    /// The cells that are subtracted.
    pub minus: Vec<Cell>,
    /// The result.
    pub total: i32,
    /// The sets of different digits that make it with the candidates left, if the cells must have
    /// different ones, none is subtracted, and they are no more than twelve.
    pub combinations: Vec<Digits>,
}

impl fmt::Display for Equation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |cells: &[Cell], rest: i32| {
            let cells = cells.iter().map(Cell::to_string);
            let rest = Some(rest.to_string()).filter(|_| rest > 0);
            let terms: Vec<String> = cells.chain(rest).collect();
            match terms.is_empty() {
                true => "0".into(),
                false => terms.join(" + "),
            }
        };
        let (left, right) = (side(&self.plus, -self.total), side(&self.minus, self.total));
        write!(f, "{left} = {right}")
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = list(self.digits.digits(), "and");
        let cells = list(&self.cells, "and");
        let (houses, targets) = (list_houses(&self.houses), list_houses(&self.targets));
        let by = self.sources();
        write!(f, "{}: ", self.technique)?;
        match self.technique {
            Technique::NakedSingle => {
                return write!(f, "{digits} is the only digit left for {cells}")
            }
            Technique::HiddenSingle => {
                return write!(f, "{cells} is the only place for {digits} in {houses}")
            }
            Technique::Pointing | Technique::Claiming => {
                write!(f, "{digits} of {houses} must be in {targets}")?;
            }
            Technique::NakedPair | Technique::NakedTriple | Technique::NakedQuad => {
                write!(f, "{cells} of {targets} share the digits {digits}")?;
            }
            Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuad => {
                write!(f, "{digits} of {houses} must be in {cells}")?;
            }
            Technique::XWing | Technique::Swordfish | Technique::Jellyfish => {
                write!(f, "{digits} of {houses} must be in {targets}")?;
            }
            Technique::CommonPeer => write!(
                f,
                "{digits} of {houses} must be in {}",
                list(&self.cells, "or")
            )?,
            Technique::Partner => {
                let other = list(self.cells.iter().skip(1), "and");
                let digits = list(self.digits.digits(), "or");
                write!(f, "by {by}, it must go with {other}, which is {digits}")?;
            }
            Technique::RequiredDigit => write!(f, "by {by}, {digits} must be in {cells}")?,
            Technique::Line => write!(f, "no digits left for {cells} keep {by} otherwise")?,
            Technique::Combination
            | Technique::InnieOutie
            | Technique::InnieOutieOfSeveral
            | Technique::Sum => {
                write!(f, "by {by}, ")?;
                if let Some(equation) = &self.equation {
                    write!(f, "{equation}")?;
                    let sets = &equation.combinations;
                    if !sets.is_empty() {
                        write!(f, ", which leaves {}", list(sets, "or"))?;
                    }
                }
            }
            Technique::ForcingChain => {
                write!(f, "if {cells} were {digits}, then ")?;
                for step in &self.chain {
                    let (by, conclusion) = (step.sources(), step.conclusion());
                    let by = if by.is_empty() {
                        by
                    } else {
                        format!(" by {by}")
                    };
                    write!(f, "{conclusion}{by}, ")?;
                }
                if let Some(contradiction) = &self.contradiction {
                    write!(f, "and {contradiction}")?;
                }
            }
            Technique::XyWing => {
                let (pivot, wings) = match self.cells.split_first() {
                    Some((pivot, wings)) => (pivot.to_string(), list(wings, "or")),
                    None => Default::default(),
                };
                write!(f, "whichever digit {pivot} has, {wings} is {digits}")?;
            }
        }
        write!(f, ", so {}", self.conclusion())
    }
}

impl Step {
    /// What is placed or removed.
    fn conclusion(&self) -> String {
        if let Some((cell, digit)) = self.place {
            return format!("{cell} is {digit}");
        }
        let removals = self.removals().into_iter().map(|(digits, cells)| {
            let (cells, digits) = (list(cells, "and"), list(digits.digits(), "or"));
            format!("{cells} cannot be {digits}")
        });
        removals.collect::<Vec<_>>().join("; ")
    }

    /// What it comes from: houses and rules.
    fn sources(&self) -> String {
        let by = [list_houses(&self.houses), list_rules(&self.rules)];
        list(by.iter().filter(|by| !by.is_empty()), "and")
    }

    /// What is removed, cells with the same digits together.
    fn removals(&self) -> Vec<(Digits, Vec<Cell>)> {
        let mut groups: Vec<(Digits, Vec<Cell>)> = Vec::new();
        for &(cell, digits) in &self.remove {
            match groups.iter_mut().find(|(group, _)| *group == digits) {
                Some((_, cells)) => cells.push(cell),
                None => groups.push((digits, vec![cell])),
            }
        }
        groups
    }
}

/// `row 1 and box 2`, `rows 1 and 2`.
fn list_houses(houses: &[HouseKind]) -> String {
    let plural = match houses {
        [HouseKind::Row(_), HouseKind::Row(_), ..] => "rows",
        [HouseKind::Column(_), HouseKind::Column(_), ..] => "columns",
        _ => return list(houses, "and"),
    };
    let numbers = houses.iter().map(|house| match *house {
        HouseKind::Row(number) | HouseKind::Column(number) => (number + 1).to_string(),
        other => other.to_string(),
    });
    format!("{plural} {}", list(numbers, "and"))
}

/// `cage 1`, `cages 1 and 2 and X 3`.
fn list_rules(rules: &[Subject]) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for rule in rules {
        let (name, number) = match *rule {
            Subject::Rule { name, number } => (name, (number + 1).to_string()),
            other => ("", other.to_string()),
        };
        match groups.iter_mut().find(|(group, _)| *group == name) {
            Some((_, numbers)) => numbers.push(number),
            None => groups.push((name, vec![number])),
        }
    }
    let groups = groups.into_iter().map(|(name, numbers)| {
        let plural = if numbers.len() > 1 && !name.ends_with('s') {
            "s"
        } else {
            ""
        };
        format!("{name}{plural} {}", list(numbers, "and"))
            .trim_start()
            .to_string()
    });
    list(groups, "and")
}
