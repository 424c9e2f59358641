//! `split`: a search cut into units.

use super::{Header, Record};
use crate::args::SplitArgs;
use crate::problem;
use crate::records::{hash, seal, version, Names, Steps};
use cli_manners::staging::Staging;
use cli_manners::{Failure, Verdict};
use exactcover::{Engine, OptionId};
use serde_json::json;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fmt::Write as _;
use std::io::Write;
use std::ops::ControlFlow;

/// Random ways down for the estimate.
const PROBES: u32 = 200;
/// Units of a proof take at least so many nodes before they are cut, unless the caller wants less.
const LEAST_BUDGET: f64 = 1e6;

/// A unit that can be opened; the largest first, and of equal ones that which came first.
struct Unit {
    share: f64,
    number: usize,
    steps: Steps,
}

impl Ord for Unit {
    fn cmp(&self, other: &Self) -> Ordering {
        let share = self.share.total_cmp(&other.share);
        share.then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Unit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Unit {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Unit {}

pub(crate) fn split(args: &SplitArgs, out: &mut impl Write) -> Result<Verdict, Failure> {
    let text = args.problem.read()?;
    let problem = problem::read(&text)?.problem;
    problem::refuse_by_engine(&text, &problem, args.engine)?;
    let names = Names::new(&problem);
    let mut header = Header {
        question: args.question,
        engine: args.engine,
        strategy: args.strategy,
        seed: args.seed,
        budget: args.budget,
        estimate: (0.0, 0.0),
    };
    let guess = header.search(&problem).estimate(PROBES, 1).answer;
    header.estimate = (guess.nodes, guess.nodes_error);
    if header.question == super::Question::Prove {
        // What is killed begins anew.
        let fair = 2.0 * guess.nodes / args.units as f64;
        let budget = args.budget.unwrap_or(fair.max(LEAST_BUDGET) as u64);
        header.budget = Some(budget);
    }
    // The units are for the engine that takes the whole.
    let mut walk = header.search(&problem).walk();
    walk.count(0);
    header.engine = walk
        .stats()
        .engine
        .and_then(Engine::named)
        .unwrap_or(args.engine);
    let (records, units) = open_units(&header, &names, args.units);
    let line = seal(&json!({
        "version": version(&problem),
        "question": header.question.name(),
        "problem": hash(text.text.as_bytes()),
        "engine": header.engine.name(),
        "strategy": crate::command::STRATEGIES.into_iter()
            .find(|(_, strategy)| *strategy == header.strategy).map(|(name, _)| name),
        "seed": header.seed,
        "budget": header.budget,
        "estimate": header.estimate.0,
        "estimate_error": header.estimate.1,
    }));
    let id = hash(line.as_bytes());
    let staging = Staging::new("-o", &args.directory)?;
    let fill = |name: &str, text: &str| staging.fill(name, |file| file.write_str(text));
    fill("problem.dlx", &text.text)?;
    fill("job.json", &line)?;
    let lines = records.iter().map(|record| seal(&record.json(&names, &id)));
    fill("split.jsonl", &lines.collect::<String>())?;
    staging.publish()?;
    writeln!(
        out,
        "{units} units, {:.3e} nodes estimated (standard error {:.1e})",
        header.estimate.0, header.estimate.1
    )?;
    Ok(Verdict::Yes)
}

/// Opens units from the root on until there are so many; their records, and the number of units
/// that are open.
fn open_units(header: &Header, names: &Names<'_>, wanted: usize) -> (Vec<Record>, usize) {
    let (mut records, mut number) = (Vec::new(), 0);
    let mut units = BinaryHeap::new();
    units.push(Unit {
        share: 1.0,
        number,
        steps: Steps::new(),
    });
    // In a long and narrow tree they never get many.
    while units.len() < wanted && records.len() < 4 * wanted {
        let unit = match units.pop() {
            Some(unit) => unit,
            None => break,
        };
        let choices = names.choices(&unit.steps).expect("options of the problem");
        let search = header.search(names.problem).part(&choices);
        let mut walk = search.expect("options that go together").walk();
        let mut found: Vec<Vec<OptionId>> = Vec::new();
        // Up to the first branching node.
        walk.run(0, |solution| {
            found.push(solution.options().to_vec());
            ControlFlow::Continue(())
        });
        if header.question == super::Question::Count {
            found.clear();
        }
        let record = Record::new(names, &unit.steps, &walk, &found);
        let record = record.expect("it has begun, without limits");
        for (steps, share) in record.pieces(names) {
            number += 1;
            let share = unit.share * share;
            units.push(Unit {
                share,
                number,
                steps,
            });
        }
        records.push(record);
    }
    (records, units.len())
}
