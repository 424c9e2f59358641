//! `check`: are these solutions solutions? It asks [`Problem::verify`], which shares no code
//! with the search. And is this the model that leaves out just them?

use crate::args::CheckArgs;
use crate::problem;
use cli_manners::input::Text;
use cli_manners::json::Object;
use cli_manners::{Failure, Verdict};
use exactcover::format::{quote, Parsed};
use exactcover::proof::{Block, Format, Model};
use exactcover::{OptionId, Problem, Violation};
use std::collections::HashMap;
use std::fmt;
use std::io::Write;

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> Result<Verdict, Failure> {
    let text = args.problem.read()?;
    let read = problem::read(&text)?;
    let problem = &read.problem;
    let checker = Checker::new(&text, &read);
    let mut lines = args.solutions.lines()?;
    let (mut all, mut right) = (0_usize, Vec::new());
    let mut claim = Claim::default();
    let mut more = true;
    // A file of solutions can be far larger than what it says: it is not kept.
    while more {
        let mut ends = true;
        match lines.next()? {
            None => more = false,
            Some((_, line)) if line.starts_with('|') => continue,
            Some((_, "")) => {}
            Some((number, line)) => {
                let options = if args.numbers {
                    checker.options_by_number(line)
                } else {
                    checker.option_by_text(line).map(|option| vec![option])
                };
                claim.add(number, options);
                // Other solutions end with a blank line.
                ends = args.numbers;
            }
        }
        if !ends || claim.line == 0 {
            continue;
        }
        all += 1;
        match std::mem::take(&mut claim).check(&checker) {
            Ok(options) => right.push(options),
            Err((line, reason)) => {
                if args.json {
                    let object = Object::new().raw("solution", all).raw("line", line);
                    writeln!(out, "{}", object.text("wrong", &reason))?;
                } else {
                    let name = &lines.name;
                    writeln!(out, "{name}:{line}: solution {all} is wrong: {reason}")?;
                }
            }
        }
    }
    if all == 0 && args.model.is_none() {
        let message = format!("{}: expected solutions, found none", lines.name);
        return Err(Failure::Input(message));
    }
    let wrong = all - right.len();
    let different = different(&right);
    let model = match &args.model {
        Some(model) => Some(model.read()?),
        None => None,
    };
    if model.iter().any(|model| model.text.starts_with(CLAUSES)) {
        problem::refuse_multiplicities(&text, problem, "a model in clauses")?;
    }
    let block = match problem.has_multiplicities() {
        true => Block::Exactly,
        false => Block::AllOf,
    };
    let right: Vec<Block> = right.into_iter().map(block).collect();
    let differs = model
        .as_ref()
        .and_then(|model| compare(model, problem, &right));
    let right = right.len();
    if args.json {
        let object = Object::new().text("command", "check").raw("solutions", all);
        let object = object.raw("right", right).raw("wrong", wrong);
        let mut object = object.raw("different", different);
        if model.is_some() {
            object = object.raw("model", differs.is_none());
        }
        writeln!(out, "{object}")?;
    } else {
        writeln!(
            out,
            "{right} right, {different} of them different; {wrong} wrong"
        )?;
        if let (Some(Text { name, .. }), Some((line, expected))) = (&model, &differs) {
            let expected = quote(expected);
            writeln!(
                out,
                "{name}:{line}: expected {expected}: this is another problem, or leaves out others"
            )?;
        }
    }
    Ok(if wrong == 0 && differs.is_none() {
        Verdict::Yes
    } else {
        Verdict::No
    })
}

fn different(solutions: &[Vec<OptionId>]) -> usize {
    let mut sorted: Vec<&[OptionId]> = solutions.iter().map(Vec::as_slice).collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// What a model in clauses begins with.
const CLAUSES: &str = "p cnf ";

/// The first line of the model that is not as it should be, and what it should be.
fn compare(model: &Text, problem: &Problem<usize>, blocked: &[Block]) -> Option<(usize, String)> {
    let format = if model.text.starts_with(CLAUSES) {
        Format::Drat
    } else {
        Format::VeriPb
    };
    let mut comparison = Comparison {
        found: model.text.split('\n'),
        number: 1,
        expected: String::new(),
    };
    let same = Model::new(problem)
        .write(format, blocked, &mut comparison)
        .and_then(|()| comparison.end_of_line());
    // Behind the last line there must not be another one.
    if same.is_ok() && comparison.found.next().is_none() {
        return None;
    }
    if same.is_ok() {
        comparison.number -= 1;
        comparison.expected.clear();
    }
    Some((comparison.number, comparison.expected))
}

/// Takes a text line by line as long as it is the one to compare with.
struct Comparison<'t> {
    found: std::str::Split<'t, char>,
    /// The line that is being written, from 1, and what is there of it.
    number: usize,
    expected: String,
}

impl Comparison<'_> {
    fn end_of_line(&mut self) -> fmt::Result {
        if self.found.next() != Some(&self.expected) {
            return Err(fmt::Error);
        }
        self.number += 1;
        self.expected.clear();
        Ok(())
    }
}

impl fmt::Write for Comparison<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for part in text.split_inclusive('\n') {
            self.expected.push_str(part.trim_end_matches('\n'));
            if part.ends_with('\n') {
                self.end_of_line()?;
            }
        }
        Ok(())
    }
}

/// A claimed solution, as far as it has been read.
struct Claim {
    /// The number of its first line; 0 if there is none yet.
    line: usize,
    /// Its options, or the first line that is wrong by itself, and why.
    options: Result<Vec<OptionId>, (usize, String)>,
}

impl Default for Claim {
    fn default() -> Self {
        Claim {
            line: 0,
            options: Ok(Vec::new()),
        }
    }
}

impl Claim {
    fn add(&mut self, line: usize, more: Result<Vec<OptionId>, String>) {
        if self.line == 0 {
            self.line = line;
        }
        if let Ok(options) = &mut self.options {
            match more {
                Ok(more) => options.extend(more),
                Err(reason) => self.options = Err((line, reason)),
            }
        }
    }

    /// The options in order if they are a solution, or where it is wrong, and why.
    fn check(self, checker: &Checker<'_>) -> Result<Vec<OptionId>, (usize, String)> {
        let mut options = self.options?;
        if let Err(violation) = checker.problem.verify(&options) {
            return Err((self.line, checker.describe(violation)));
        }
        options.sort_unstable();
        options.shrink_to_fit();
        Ok(options)
    }
}

/// The items of an option with their colors, in an order that does not depend on how they were
/// written.
fn canonical(line: &str) -> Vec<&str> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    words.sort_unstable();
    words
}

struct Checker<'t> {
    problem: &'t Problem<usize>,
    lines: Vec<&'t str>,
    /// What a text or the number of a line stands for; nothing if the line is ignored.
    by_text: HashMap<Vec<&'t str>, Option<OptionId>>,
    by_line: HashMap<usize, Option<OptionId>>,
}

impl<'t> Checker<'t> {
    fn new(text: &'t Text, read: &'t Parsed) -> Self {
        let problem = &read.problem;
        let lines: Vec<&str> = text.text.lines().map(str::trim).collect();
        let mut by_text = HashMap::new();
        let mut by_line = HashMap::new();
        let options = problem.options();
        let options = options.map(|option| (*problem.label(option), Some(option)));
        let ignored = read.warnings.iter().map(|warning| (warning.line(), None));
        for (line, option) in options.chain(ignored) {
            by_line.insert(line, option);
            by_text.entry(canonical(lines[line - 1])).or_insert(option);
        }
        Checker {
            problem,
            lines,
            by_text,
            by_line,
        }
    }

    /// The option with this text, or why there is none.
    fn option_by_text(&self, text: &str) -> Result<OptionId, String> {
        match self.by_text.get(&canonical(text)) {
            Some(&Some(option)) => Ok(option),
            Some(None) => Err(format!(
                "{} has no primary item and is ignored",
                quote(text)
            )),
            None => Err(format!("the problem has no option {}", quote(text))),
        }
    }

    /// The options with these line numbers, or why there are none.
    fn options_by_number(&self, text: &str) -> Result<Vec<OptionId>, String> {
        let option = |word: &str| {
            let known = word.parse().ok().and_then(|line| self.by_line.get(&line));
            let word = quote(word);
            match known {
                Some(&Some(option)) => Ok(option),
                Some(None) => Err(format!("line {word} has no primary item and is ignored")),
                None => Err(format!("the problem has no option on line {word}")),
            }
        };
        text.split_whitespace().map(option).collect()
    }

    fn describe(&self, violation: Violation) -> String {
        let name = |item| quote(self.problem.name(item).unwrap_or_default());
        let option = |option: OptionId| {
            let line = *self.problem.label(option);
            format!("{} (line {line})", quote(self.lines[line - 1]))
        };
        match violation {
            Violation::Uncovered { item } => format!("{} is not covered", name(item)),
            Violation::CoveredTwice {
                item,
                first,
                second,
            } if first == second => {
                format!(
                    "{} is there twice and covers {} twice",
                    option(first),
                    name(item)
                )
            }
            Violation::CoveredTwice {
                item,
                first,
                second,
            } => {
                format!(
                    "{} is covered by {} and by {}",
                    name(item),
                    option(first),
                    option(second)
                )
            }
            Violation::CoveredTooOften {
                item,
                most,
                option: last,
            } => format!(
                "{} is covered by {}, and more than {most} times",
                name(item),
                option(last)
            ),
            Violation::CoveredTooSeldom { item, least, times } => format!(
                "{} is covered {times} times, not at least {least}",
                name(item)
            ),
            other => other.to_string(),
        }
    }
}
