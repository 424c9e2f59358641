//! A problem in the words of a proof checker.

use super::format::Format;
use super::log::push_number;
use crate::problem::ids::{Color, ItemId, OptionId};
use crate::problem::Problem;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// What a model says beyond the problem, to leave out a solution that is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Block {
    /// Not all of these options are chosen: no solution but the one with exactly these is left out.
    AllOf(Vec<OptionId>),
    /// At least one of these options is chosen: what is left out are all solutions that have none
    /// of them. For problems where several solutions mean the same: of the options these are the
    /// ones that mean something else.
    NoneOf(Vec<OptionId>),
    /// One of these options is not chosen, or another one is: the solution with exactly these is
    /// left out. With multiplicities, one solution may have all options of another, and more.
    Exactly(Vec<OptionId>),
}

impl Block {
    /// What leaves out a solution of the problem and no other one.
    #[must_use]
    pub fn solution<L>(problem: &Problem<L>, options: Vec<OptionId>) -> Self {
        match problem.has_multiplicities() {
            true => Block::Exactly(options),
            false => Block::AllOf(options),
        }
    }
}

/// The problem as constraints over variables that are true or false.
///
/// | variable | true if |
/// |---|---|
/// | `x1` to `xn` | option 0 to `n - 1` is chosen |
/// | `x(n+1)` and so on | a chosen option gives the item the color: one for each pair that occurs |
///
/// | constraint | for each |
/// |---|---|
/// | exactly one of its options | primary item |
/// | at least and at most so many of its options | primary item with a multiplicity |
/// | at most one of its colors and of its options without a color | secondary item |
/// | if the option is chosen, the item has the color | item of an option with a color |
/// | if the item has the color, one of these options is chosen | item and color |
///
/// So every solution of the problem is one assignment that satisfies the model, and the other way
/// round. In CNF, "at most one" of more than five is written with further variables, `s`, one for
/// each `x` but the last: true if one of the `x` up to here is (Sinz's sequential counter).
/// Multiplicities are for [`Format::VeriPb`], whose constraints are sums.
#[derive(Debug)]
pub struct Model<'p, L> {
    problem: &'p Problem<L>,
    /// The pairs of secondary item and color, in order.
    paints: Vec<(ItemId, Color)>,
    /// Per item, its options; for a secondary item, those without a color.
    options: Vec<Vec<u32>>,
    /// Per pair, its options.
    painting: Vec<Vec<u32>>,
}

/// A constraint over variables, which are numbered from 1.
enum Constraint<'c> {
    ExactlyOne(&'c [u32]),
    AtMostOne(&'c [u32]),
    /// With multiplicities.
    AtLeast(u32, &'c [u32]),
    AtMost(u32, &'c [u32]),
    /// One of the literals is true; those of the first list are negative.
    Clause(&'c [u32], &'c [u32]),
}

/// From this many variables on, "at most one" needs a counter in CNF.
const COUNTER: usize = 6;

impl<'p, L> Model<'p, L> {
    /// The model of this problem.
    #[must_use]
    pub fn new(problem: &'p Problem<L>) -> Self {
        let entries = || problem.options().map(move |o| (o, problem.entries(o)));
        let mut paints: Vec<(ItemId, Color)> = entries()
            .flat_map(|(_, entries)| entries)
            .filter_map(|entry| Some((entry.item, entry.color?)))
            .collect();
        paints.sort_unstable();
        paints.dedup();
        let mut options = vec![Vec::new(); problem.item_count()];
        let mut painting = vec![Vec::new(); paints.len()];
        for (option, entries) in entries() {
            for entry in entries {
                let list = match entry.color {
                    None => &mut options[entry.item.index()],
                    Some(color) => {
                        let paint = paints.binary_search(&(entry.item, color));
                        &mut painting[paint.unwrap_or_else(|_| unreachable!("it was collected"))]
                    }
                };
                list.push(option.index() as u32 + 1);
            }
        }
        Model {
            problem,
            paints,
            options,
            painting,
        }
    }

    /// Writes the model, and what is left out of it.
    ///
    /// # Errors
    /// Whatever `out` fails with.
    ///
    /// # Panics
    /// If the problem has multiplicities and the format is [`Format::Drat`].
    #[track_caller]
    pub fn write(&self, format: Format, blocked: &[Block], out: &mut dyn Write) -> fmt::Result {
        let takes = format == Format::VeriPb || !self.problem.has_multiplicities();
        assert!(takes, "clauses take no multiplicities");
        match format {
            Format::VeriPb => self.write_opb(blocked, out),
            Format::Drat => self.write_cnf(blocked, out),
        }
    }

    /// Shows all constraints of the problem to `visit`, and those that leave out something.
    fn each<'b>(
        &self,
        blocked: &[Block],
        mut visit: impl FnMut(Subject<'b>, Constraint<'_>) -> fmt::Result,
    ) -> fmt::Result
    where
        'p: 'b,
    {
        let count = self.problem.option_count() as u32;
        for (item, options) in self.problem.items().zip(&self.options) {
            let subject = Subject::Item(self.problem.name(item), item);
            if self.problem.is_primary(item) {
                let times = self.problem.multiplicity(item);
                if times == (1..=1) {
                    visit(subject, Constraint::ExactlyOne(options))?;
                    continue;
                }
                if *times.start() > 0 {
                    visit(subject, Constraint::AtLeast(*times.start(), options))?;
                }
                if (*times.end() as usize) < options.len() {
                    visit(subject, Constraint::AtMost(*times.end(), options))?;
                }
                continue;
            }
            let first = self.paints.partition_point(|&(other, _)| other < item);
            let end = self.paints.partition_point(|&(other, _)| other <= item);
            let mut claims = options.clone();
            claims.extend((first..end).map(|paint| count + 1 + paint as u32));
            if claims.len() > 1 {
                visit(subject, Constraint::AtMostOne(&claims))?;
            }
            for paint in first..end {
                let variable = [count + 1 + paint as u32];
                let subject = Subject::Paint(self.paints[paint].1);
                for option in self.painting[paint].chunks(1) {
                    visit(subject, Constraint::Clause(option, &variable))?;
                }
                visit(
                    subject,
                    Constraint::Clause(&variable, &self.painting[paint]),
                )?;
            }
        }
        for block in blocked {
            let number = |option: &OptionId| option.index() as u32 + 1;
            let clause = match block {
                Block::AllOf(options) => {
                    let options: Vec<u32> = options.iter().map(number).collect();
                    visit(Subject::Blocked, Constraint::Clause(&options, &[]))
                }
                Block::NoneOf(options) => {
                    let options: Vec<u32> = options.iter().map(number).collect();
                    visit(Subject::Blocked, Constraint::Clause(&[], &options))
                }
                Block::Exactly(options) => {
                    let others = self.problem.options();
                    let others = others.filter(|option| !options.contains(option));
                    let others: Vec<u32> = others.map(|option| number(&option)).collect();
                    let options: Vec<u32> = options.iter().map(number).collect();
                    visit(Subject::Blocked, Constraint::Clause(&options, &others))
                }
            };
            clause?;
        }
        Ok(())
    }

    /// Per item, the number of its first constraint, counting from 1, as checkers of proofs in
    /// `VeriPB` do: an equation is two of them.
    pub(super) fn constraints(&self) -> Vec<u64> {
        let mut firsts = vec![0; self.problem.item_count()];
        let mut next = 1;
        let counted = self.each(&[], |subject, constraint| {
            if let Subject::Item(_, item) = subject {
                firsts[item.index()] = next;
            }
            next += match constraint {
                Constraint::ExactlyOne(_) => 2,
                _ => 1,
            };
            Ok(())
        });
        debug_assert!(counted.is_ok());
        firsts
    }

    fn write_opb(&self, blocked: &[Block], out: &mut dyn Write) -> fmt::Result {
        let mut constraints = 0;
        self.each(blocked, |_, _| {
            constraints += 1;
            Ok(())
        })?;
        let variables = self.problem.option_count() + self.paints.len();
        writeln!(out, "* #variable= {variables} #constraint= {constraints}")?;
        let mut last = None;
        self.each(blocked, |subject, constraint| {
            if last != Some(subject) {
                last = Some(subject);
                writeln!(out, "* {subject}")?;
            }
            match constraint {
                Constraint::ExactlyOne(variables) => {
                    terms(out, "1 x", variables)?;
                    writeln!(out, "= 1 ;")
                }
                Constraint::AtMostOne(variables) => {
                    terms(out, "-1 x", variables)?;
                    writeln!(out, ">= -1 ;")
                }
                Constraint::AtLeast(times, variables) => {
                    terms(out, "1 x", variables)?;
                    writeln!(out, ">= {times} ;")
                }
                Constraint::AtMost(times, variables) => {
                    terms(out, "-1 x", variables)?;
                    writeln!(out, ">= -{times} ;")
                }
                Constraint::Clause(negative, positive) => {
                    terms(out, "1 ~x", negative)?;
                    terms(out, "1 x", positive)?;
                    writeln!(out, ">= 1 ;")
                }
            }
        })
    }

    fn write_cnf(&self, blocked: &[Block], out: &mut dyn Write) -> fmt::Result {
        let mut variables = (self.problem.option_count() + self.paints.len()) as u32;
        let first_counter = variables + 1;
        let mut clauses = 0;
        self.each(blocked, |_, constraint| {
            let at_most_one = match constraint {
                Constraint::ExactlyOne(variables) => {
                    clauses += 1;
                    variables.len()
                }
                Constraint::AtMostOne(variables) => variables.len(),
                Constraint::Clause(..) | Constraint::AtLeast(..) | Constraint::AtMost(..) => {
                    clauses += 1;
                    return Ok(());
                }
            };
            if at_most_one < COUNTER {
                clauses += at_most_one * at_most_one.saturating_sub(1) / 2;
            } else {
                variables += at_most_one as u32 - 1;
                clauses += 3 * at_most_one - 4;
            }
            Ok(())
        })?;
        writeln!(out, "p cnf {variables} {clauses}")?;
        let mut counter = first_counter;
        let mut last = None;
        self.each(blocked, |subject, constraint| {
            if last != Some(subject) {
                last = Some(subject);
                writeln!(out, "c {subject}")?;
            }
            match constraint {
                Constraint::ExactlyOne(variables) => {
                    terms(out, "", variables)?;
                    writeln!(out, "0")?;
                    at_most_one(out, variables, &mut counter)
                }
                Constraint::AtMostOne(variables) => at_most_one(out, variables, &mut counter),
                Constraint::AtLeast(..) | Constraint::AtMost(..) => Ok(()),
                Constraint::Clause(negative, positive) => {
                    terms(out, "-", negative)?;
                    terms(out, "", positive)?;
                    writeln!(out, "0")
                }
            }
        })
    }
}

/// What a constraint is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Subject<'n> {
    Item(Option<&'n str>, ItemId),
    /// A color of the item before it.
    Paint(Color),
    Blocked,
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A comment is one line, of characters that any reader knows.
            Subject::Item(Some(name), _) => write!(f, "item {}", name.escape_default()),
            Subject::Item(None, item) => write!(f, "item {}", item.index()),
            Subject::Paint(color) => write!(f, "in color {}", color.value()),
            Subject::Blocked => f.write_str("left out"),
        }
    }
}

fn terms(out: &mut dyn Write, sign: &str, variables: &[u32]) -> fmt::Result {
    let mut text = String::new();
    for &variable in variables {
        text.push_str(sign);
        push_number(&mut text, variable.into());
        text.push(' ');
    }
    out.write_str(&text)
}

/// Clauses for "at most one", over the variables and those that the counter is at.
fn at_most_one(out: &mut dyn Write, variables: &[u32], counter: &mut u32) -> fmt::Result {
    if variables.len() < COUNTER {
        for (k, x) in variables.iter().enumerate() {
            for y in &variables[..k] {
                writeln!(out, "-{y} -{x} 0")?;
            }
        }
        return Ok(());
    }
    for (k, x) in variables.iter().enumerate() {
        let last = k + 1 == variables.len();
        if k > 0 {
            let before = *counter - 1;
            writeln!(out, "-{before} -{x} 0")?;
            if !last {
                writeln!(out, "-{before} {counter} 0")?;
            }
        }
        if !last {
            writeln!(out, "-{x} {counter} 0")?;
            *counter += 1;
        }
    }
    Ok(())
}
