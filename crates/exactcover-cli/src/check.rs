//! `check`: are these solutions solutions? It asks [`Problem::verify`], which shares no code
//! with the search. And is this the model that leaves out just them?

use crate::args::CheckArgs;
use crate::input::Text;
use crate::json::Object;
use crate::{Failure, Verdict};
use exactcover::proof::{Block, Format, Model};
use exactcover::{OptionId, Problem, Violation};
use std::collections::{HashMap, HashSet};
use std::io::Write;

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> Result<Verdict, Failure> {
    let text = args.problem.read()?;
    let problem = text.problem()?;
    let claims = args.solutions.read()?;
    let checker = Checker::new(&text, &problem);
    let claimed = if args.numbers {
        one_a_line(&claims)
    } else {
        blocks(&claims)
    };
    if claimed.is_empty() && args.model.is_none() {
        let message = format!("{}: expected solutions, found none", claims.name);
        return Err(Failure::Input(message));
    }
    let mut wrong = 0;
    let mut different = HashSet::new();
    let mut blocked = Vec::new();
    for (number, claim) in (1..).zip(&claimed) {
        let options: Result<Vec<OptionId>, (usize, String)> = if args.numbers {
            checker.options_by_number(claim)
        } else {
            checker.options_by_text(claim)
        };
        let checked = options.and_then(|options| match problem.verify(&options) {
            Ok(()) => Ok(options),
            Err(violation) => Err((claim[0].0, checker.describe(violation))),
        });
        match checked {
            Ok(mut options) => {
                options.sort_unstable();
                if args.model.is_some() {
                    blocked.push(Block::AllOf(options.clone()));
                }
                different.insert(options);
            }
            Err((line, reason)) => {
                wrong += 1;
                if args.json {
                    let object = Object::new().raw("solution", number).raw("line", line);
                    writeln!(out, "{}", object.text("wrong", &reason))?;
                } else {
                    let name = &claims.name;
                    writeln!(out, "{name}:{line}: solution {number} is wrong: {reason}")?;
                }
            }
        }
    }
    let model = match &args.model {
        Some(model) => Some(model.read()?),
        None => None,
    };
    let differs = model
        .as_ref()
        .and_then(|model| compare(model, &problem, &blocked));
    let (all, different) = (claimed.len(), different.len());
    let right = all - wrong;
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
            writeln!(
                out,
                "{name}:{line}: expected {expected:?}: this is another problem, or leaves out others"
            )?;
        }
    }
    Ok(if wrong == 0 && differs.is_none() {
        Verdict::Yes
    } else {
        Verdict::No
    })
}

/// The first line of the model that is not as it should be, and what it should be.
fn compare(model: &Text, problem: &Problem<usize>, blocked: &[Block]) -> Option<(usize, String)> {
    let format = if model.text.starts_with("p cnf ") {
        Format::Drat
    } else {
        Format::VeriPb
    };
    let mut expected = String::new();
    let written = Model::new(problem).write(format, blocked, &mut expected);
    written.unwrap_or_else(|_| unreachable!("a string takes everything"));
    if model.text == expected {
        return None;
    }
    let mut found = model.text.split('\n');
    let mut lines = (1..).zip(expected.split('\n'));
    // The end of the file, if that is what differs.
    let (line, text) = lines
        .find(|&(_, line)| found.next() != Some(line))
        .unwrap_or((expected.split('\n').count(), ""));
    Some((line, text.into()))
}

/// A claimed solution: the lines that it consists of, with their numbers; never empty.
type Claim<'t> = Vec<(usize, &'t str)>;

fn numbered(text: &Text) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(
        text.text
            .trim_start_matches('\u{feff}')
            .lines()
            .map(str::trim),
    )
}

/// Solutions are separated by blank lines.
fn blocks(text: &Text) -> Vec<Claim<'_>> {
    let lines: Claim<'_> = numbered(text)
        .filter(|(_, line)| !line.starts_with('|'))
        .collect();
    let blocks = lines.split(|(_, line)| line.is_empty());
    blocks
        .filter(|block| !block.is_empty())
        .map(<[_]>::to_vec)
        .collect()
}

fn one_a_line(text: &Text) -> Vec<Claim<'_>> {
    let lines = numbered(text).filter(|(_, line)| !line.is_empty() && !line.starts_with('|'));
    lines.map(|line| vec![line]).collect()
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
    by_text: HashMap<Vec<&'t str>, OptionId>,
    by_line: HashMap<usize, OptionId>,
}

impl<'t> Checker<'t> {
    fn new(text: &'t Text, problem: &'t Problem<usize>) -> Self {
        let lines: Vec<&str> = text.text.lines().map(str::trim).collect();
        let mut by_text = HashMap::new();
        let mut by_line = HashMap::new();
        for option in problem.options() {
            let line = *problem.label(option);
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

    /// The options on these lines, or the line of one that does not exist.
    fn options_by_text(&self, claim: &Claim<'_>) -> Result<Vec<OptionId>, (usize, String)> {
        let option = |&(line, text): &(usize, &str)| match self.by_text.get(&canonical(text)) {
            Some(&option) => Ok(option),
            None => Err((line, format!("the problem has no option {text:?}"))),
        };
        claim.iter().map(option).collect()
    }

    /// The options with these line numbers, all on one line.
    fn options_by_number(&self, claim: &Claim<'_>) -> Result<Vec<OptionId>, (usize, String)> {
        let (line, text) = claim[0];
        let option = |word: &str| {
            let known = word
                .parse()
                .ok()
                .and_then(|number| self.by_line.get(&number));
            known
                .copied()
                .ok_or_else(|| (line, format!("the problem has no option on line {word:?}")))
        };
        text.split_whitespace().map(option).collect()
    }

    fn describe(&self, violation: Violation) -> String {
        let name = |item| self.problem.name(item).unwrap_or_default();
        let quote = |option: OptionId| {
            let line = *self.problem.label(option);
            format!("{:?} (line {line})", self.lines[line - 1])
        };
        match violation {
            Violation::Uncovered { item } => format!("{:?} is not covered", name(item)),
            Violation::CoveredTwice {
                item,
                first,
                second,
            } if first == second => {
                format!(
                    "{} is there twice and covers {:?} twice",
                    quote(first),
                    name(item)
                )
            }
            Violation::CoveredTwice {
                item,
                first,
                second,
            } => {
                format!(
                    "{:?} is covered by {} and by {}",
                    name(item),
                    quote(first),
                    quote(second)
                )
            }
            other => other.to_string(),
        }
    }
}
