//! The proof while it is being written: clauses derived one after the other, each by unit
//! propagation from the model and those before it.
//!
//! A search through a tree is told here as the list of its trials. A clause says "not all of these
//! options": the trials on the way from the root. It is due when the search turns back to a level
//! that has another trial, and says that the last trial there has failed. No other clause is
//! needed. Nor does a clause name the last trial of an item: when the others have failed, it is all
//! that is left.
//!
//! ```text
//!  a: 0 ─ c: 2      fails          not (0 and 2)
//!        └ 3 ─ d: 5 fails          not (0 and 5): with 0, the item c leaves 3
//!              └  6 fails, and with it 3 and 0
//!    1                             not 0: with 0, the item c leaves 3, and d leaves 6, which fails
//! ```
//!
//! So there is one clause for each leaf of the tree, and a clause makes those of the levels below
//! it superfluous; they are deleted, some at a time.

use super::format::Format;
use super::model::Model;
use crate::problem::Problem;
use crate::run::observer::{Literal, Observer, Trial};
use crate::search::Choice;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// As much text is collected before it is handed on.
const CHUNK: usize = 1 << 16;

/// What a proof for `VeriPB` begins with,
pub(super) const BEGIN: &str = "pseudo-Boolean proof version 3.0\n";
/// and what it ends with, before and behind its conclusion.
pub(super) const END: [&str; 2] = [
    "output NONE;\nconclusion ",
    ";\nend pseudo-Boolean proof;\n",
];

/// So many superfluous clauses are worth a line that deletes them.
const HEAP: u64 = 16;

/// Writes a proof.
pub(crate) struct Log<'w> {
    out: &'w mut dyn Write,
    result: fmt::Result,
    format: Format,
    /// What was not handed on yet.
    text: String,
    /// The trials on the way to the current state, as literals of a clause; of each the depth, and
    /// where it ends.
    path: String,
    trials: Vec<(usize, usize)>,
    last: Option<Trial>,
    /// How many of them are the choices that the search is below.
    below: usize,
    /// The clauses of the tree that are still needed: their number of trials, and which derived
    /// clause is the first of those that are deleted together with this one, counting from 1:
    /// itself, or what it has made superfluous.
    stack: Vec<(usize, u64)>,
    /// The literals of these clauses and where each begins, for a format that deletes by content.
    contents: String,
    begins: Vec<usize>,
    derived: u64,
    /// Per item, the number of its first constraint in the model; of a primary item, that is "at
    /// least one", and the next one "at most one".
    constraints: Vec<u64>,
    /// How many sums the next clause follows from.
    sums: u64,
    /// For each option "not chosen", as a literal of a clause, and where each begins: written once,
    /// because numbers are most of a proof.
    literals: String,
    spans: Vec<usize>,
}

impl<'w> Log<'w> {
    /// A proof about this problem.
    pub(crate) fn new<L>(format: Format, problem: &Problem<L>, out: &'w mut dyn Write) -> Self {
        let options = problem.option_count();
        let (mut literals, mut spans) = (String::new(), vec![0]);
        for number in 1..=options as Literal {
            push_literal(&mut literals, format, -number);
            spans.push(literals.len());
        }
        let text = match format {
            Format::VeriPb => BEGIN,
            Format::Drat => "",
        };
        Log {
            out,
            result: Ok(()),
            format,
            text: text.into(),
            path: String::new(),
            trials: Vec::new(),
            last: None,
            below: 0,
            stack: Vec::new(),
            contents: String::new(),
            begins: Vec::new(),
            derived: 0,
            constraints: Model::new(problem).constraints(),
            sums: 0,
            literals,
            spans,
        }
    }

    /// The steps of a part of a proof, below these choices.
    pub(crate) fn part<L>(problem: &Problem<L>, prefix: &[Choice], out: &'w mut dyn Write) -> Self {
        let mut log = Log::new(Format::VeriPb, problem, out);
        log.text.clear();
        log.begin_below(prefix);
        log
    }

    fn push_clause(&mut self, clause: &[Literal]) {
        for &literal in clause {
            push_literal(&mut self.text, self.format, literal);
        }
        self.end_clause(clause.is_empty());
    }

    /// The search is one below these choices.
    pub(crate) fn begin_below(&mut self, prefix: &[Choice]) {
        for (depth, &choice) in prefix.iter().enumerate() {
            push_literal(&mut self.path, self.format, choice.refuted());
            self.trials.push((depth, self.path.len()));
        }
        self.below = prefix.len();
        // Engines count their starts in their own ways.
        self.last = None;
    }

    /// Nothing is left to search below these choices.
    pub(crate) fn conclude(&mut self, prefix: &[Choice]) {
        let mut literals = String::new();
        for &choice in prefix {
            push_literal(&mut literals, self.format, choice.refuted());
        }
        self.derive(&literals);
        if self.format == Format::VeriPb {
            let conclusion = if prefix.is_empty() { "UNSAT" } else { "NONE" };
            let end = [END[0], conclusion, END[1]];
            end.iter().for_each(|part| self.text.push_str(part));
        }
    }

    /// Hands on all text.
    pub(crate) fn finish(&mut self) -> fmt::Result {
        self.flush();
        self.result
    }

    /// The last trial has failed, and the search ends here.
    pub(crate) fn refute_last(&mut self) {
        self.refute(self.trials.len());
    }

    /// Not all of the first so many trials, and so none of the clauses about more is needed.
    fn refute(&mut self, count: usize) {
        let path = core::mem::take(&mut self.path);
        let end = count.checked_sub(1).map_or(0, |last| self.trials[last].1);
        self.derive(&path[..end]);
        let kept = self.stack.iter().rposition(|&(other, _)| other <= count);
        let kept = kept.map_or(0, |last| last + 1);
        let mut first = self
            .stack
            .get(kept)
            .map_or(self.derived, |&(_, first)| first);
        self.stack.truncate(kept);
        match self.format {
            Format::VeriPb if self.derived - first >= HEAP => {
                self.delete_from(first);
                first = self.derived;
            }
            Format::VeriPb => {}
            Format::Drat => {
                self.delete_contents(kept);
                self.begins.push(self.contents.len());
                self.contents.push_str(&path[..end]);
            }
        }
        self.stack.push((count, first));
        self.path = path;
    }

    /// Deletes the clauses from this one on, but not the last one.
    fn delete_from(&mut self, first: u64) {
        self.delete_last(self.derived - first);
    }

    /// Deletes so many constraints before the last one.
    fn delete_last(&mut self, count: u64) {
        // Counted back from the last one, because the number of clauses in the model is not known
        // before the end.
        self.text.push_str("del range -");
        push_number(&mut self.text, count + 1);
        self.text.push_str(" -1;\n");
    }

    /// Deletes the sums that the last clause follows from.
    fn drop_sums(&mut self) {
        if self.sums > 0 {
            self.delete_last(self.sums);
            self.sums = 0;
        }
    }

    /// Deletes the clauses from this place in the stack on.
    fn delete_contents(&mut self, place: usize) {
        let mut end = self.contents.len();
        for &begin in self.begins[place..].iter().rev() {
            self.text.push_str("d ");
            self.text.push_str(&self.contents[begin..end]);
            self.text.push_str("0\n");
            end = begin;
        }
        self.contents.truncate(end);
        self.begins.truncate(place);
    }

    fn derive(&mut self, literals: &str) {
        if self.format == Format::VeriPb {
            self.text.push_str("rup");
        }
        self.text.push_str(literals);
        self.end_clause(literals.is_empty());
        self.derived += 1;
        self.hand_on();
    }

    fn end_clause(&mut self, empty: bool) {
        self.text.push_str(match (self.format, empty) {
            (Format::VeriPb, false) => " ==> >= 1;\n",
            (Format::VeriPb, true) => " >= 1;\n",
            (Format::Drat, _) => "0\n",
        });
    }

    fn hand_on(&mut self) {
        if self.text.len() >= CHUNK {
            self.flush();
        }
    }

    #[cold]
    fn flush(&mut self) {
        if self.result.is_ok() {
            self.result = self.out.write_str(&self.text);
        }
        self.text.clear();
    }
}

impl Observer for Log<'_> {
    fn watches(&self) -> bool {
        true
    }

    fn trial(&mut self, trial: Trial) {
        if self.last == Some(trial) {
            return;
        }
        let again = self.last.map_or(false, |last| last.start != trial.start);
        let before = if again {
            self.below
        } else {
            let above = self
                .trials
                .iter()
                .rposition(|&(depth, _)| depth < trial.depth);
            above.map_or(0, |last| last + 1)
        };
        if again {
            // What was left behind is not refuted, except for where the search was.
            self.refute(self.trials.len());
        } else if before < self.trials.len() {
            self.refute(before + 1);
        }
        debug_assert!(
            again
                || self.trials[before..]
                    .first()
                    .map_or(true, |&(depth, _)| depth == trial.depth),
            "no trial is left out"
        );
        self.trials.truncate(before);
        self.path
            .truncate(self.trials.last().map_or(0, |&(_, end)| end));
        if !trial.forced {
            let option = trial.option.index();
            let span = self.spans[option]..self.spans[option + 1];
            self.path.push_str(&self.literals[span]);
        }
        self.trials.push((trial.depth, self.path.len()));
        self.last = Some(trial);
    }

    fn counts(&self) -> bool {
        self.format == Format::VeriPb
    }

    fn counted(&mut self, at_least: &[u32], at_most: &[u32]) {
        let at_least = at_least.iter().map(|&item| self.constraints[item as usize]);
        let at_most = at_most
            .iter()
            .map(|&item| self.constraints[item as usize] + 1);
        self.text.push_str("pol");
        for (k, constraint) in at_least.chain(at_most).enumerate() {
            self.text.push(' ');
            push_number(&mut self.text, constraint);
            self.text.push_str(if k > 0 { " +" } else { "" });
        }
        self.text.push_str(";\n");
        self.sums += 1;
    }

    fn learned(&mut self, clause: &[Literal]) {
        if self.format == Format::VeriPb {
            self.text.push_str("rup");
        }
        self.push_clause(clause);
        self.derived += 1;
        self.drop_sums();
        self.hand_on();
    }

    fn dropped(&mut self, clause: &[Literal]) {
        match self.format {
            Format::VeriPb => self.text.push_str("del spec"),
            Format::Drat => self.text.push_str("d "),
        }
        self.push_clause(clause);
        self.hand_on();
    }

    fn failed(&self) -> bool {
        self.result.is_err()
    }
}

/// Appends a literal of a clause. In `VeriPB`, a clause is an implication, the shortest way to
/// write it: the opposites of its literals imply that 0 is at least 1.
pub(super) fn push_literal(text: &mut String, format: Format, literal: Literal) {
    text.push_str(match (format, literal < 0) {
        (Format::VeriPb, true) => " x",
        (Format::VeriPb, false) => " ~x",
        (Format::Drat, true) => "-",
        (Format::Drat, false) => "",
    });
    push_number(text, literal.unsigned_abs().into());
    if format == Format::Drat {
        text.push(' ');
    }
}

/// Appends a number: several times faster than `write!`, and numbers are most of a proof.
pub(super) fn push_number(text: &mut String, mut number: u64) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.push_str(core::str::from_utf8(&digits[first..]).unwrap_or_default());
}
