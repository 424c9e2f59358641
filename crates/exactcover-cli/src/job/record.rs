//! What is known of a unit.

use super::Header;
use crate::records::{large, node, number, numbers, steps, Names, Steps};
use exactcover::{Choice, Close, Open, OptionId, Walk};
use serde_json::{json, Value};

/// How much of a unit has been searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Record {
    /// The steps to it.
    pub(super) unit: Steps,
    /// Its nodes so far, that of its last option among them.
    pub(super) nodes: u64,
    pub(super) solutions: u128,
    pub(super) depth: usize,
    /// What is open; nothing without levels.
    pub(super) way: Open,
    /// The solutions, unless they are only counted.
    pub(super) found: Vec<Vec<usize>>,
    /// The hash of the steps of its proof, if there are any.
    pub(super) proof: Option<String>,
}

impl Record {
    /// What a walk below the unit has come to; `None` before its first step.
    pub(super) fn new(
        names: &Names<'_>,
        unit: &[i64],
        walk: &Walk<'_, usize>,
        found: &[Vec<OptionId>],
    ) -> Option<Self> {
        let (stats, way) = (walk.stats(), walk.open()?);
        Some(Record {
            unit: unit.to_vec(),
            nodes: stats.nodes + node(&way.begin),
            solutions: stats.solutions,
            depth: stats.max_depth,
            way,
            found: found.iter().map(|options| names.lines(options)).collect(),
            proof: None,
        })
    }

    pub(super) fn json(&self, names: &Names<'_>, job: &str) -> Value {
        json!({
            "job": job,
            "unit": self.unit,
            "nodes": self.nodes,
            "solutions": self.solutions.to_string(),
            "depth": self.depth,
            "way": names.json(&self.way),
            "found": self.found,
            "proof": self.proof,
        })
    }

    pub(super) fn read(names: &Names<'_>, value: &Value) -> Option<Self> {
        Some(Record {
            unit: steps(&value["unit"])?,
            nodes: number(&value["nodes"])?,
            solutions: large(&value["solutions"])?,
            depth: number(&value["depth"])?,
            way: names.open(&value["way"])?,
            found: value["found"]
                .as_array()?
                .iter()
                .map(numbers)
                .collect::<Option<_>>()?,
            proof: value["proof"].as_str().map(str::to_owned),
        })
    }

    /// Each unit at which the rest begins, with its share of this one: each option of a node stands
    /// for the same share of what is below the node.
    pub(super) fn pieces(&self, names: &Names<'_>) -> Vec<(Steps, f64)> {
        let (mut share, mut shares) = (1.0, Vec::new());
        let levels = &self.way.levels;
        for (k, level) in levels.iter().enumerate() {
            let next = levels.get(k + 1);
            let next = next.map_or(self.way.chosen.len(), |next| next.depth);
            let open = level.open.len() + usize::from(level.close == Close::Open);
            // The one that leads to the next level, if only by covering the item no more.
            let via = usize::from(level.close == Close::Done || next > level.depth);
            share /= (level.done.len() + open + via).max(1) as f64;
            shares.push(vec![share; open]);
        }
        let shares = shares.into_iter().rev().flatten();
        let parts = self.way.parts().map(|part| names.steps(&part));
        parts.zip(shares).collect()
    }

    /// Whether the units at which the rest begins, and what is done, are all of the unit: each
    /// level has all options of an open item that go together with what is chosen, and what is
    /// chosen between two levels is all that some item has left. And whether the solutions are
    /// solutions. With multiplicities, what was tried at a level is left out behind it, and a level
    /// has so many options that fewer than the item needs are missing: one that it has comes first.
    pub(super) fn check(&self, header: &Header, names: &Names<'_>) -> Result<(), &'static str> {
        let problem = names.problem;
        let unknown = "names no option";
        let unit = names.choices(&self.unit).ok_or(unknown)?;
        if header.question != super::Question::Count {
            if self.found.len() as u128 != self.solutions {
                return Err("has another number of solutions than it says");
            }
            for solution in &self.found {
                let solution = names.options(solution).ok_or(unknown)?;
                let mine = unit.iter().all(|choice| match choice {
                    Choice::With(option) => solution.contains(option),
                    Choice::Without(option) => !solution.contains(option),
                });
                if !mine || problem.verify(&solution).is_err() {
                    return Err("lists what is no solution of the unit");
                }
            }
        }
        if self.way.levels.is_empty() {
            return Ok(());
        }
        let several = problem.has_multiplicities();
        let way = &self.way.chosen;
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for &choice in &unit {
            match choice {
                Choice::With(option) => with.push(option),
                Choice::Without(option) => without.push(option),
            }
        }
        let first = with.len();
        if !way.starts_with(&with) || several && self.way.begin != unit {
            return Err("leads to another unit");
        }
        if self.way.parts().any(|part| part.len() <= unit.len()) {
            return Err("leads to itself");
        }
        let mut partial = problem.partial();
        let together = "chooses options that exclude each other";
        partial.choose_all(&with).map_err(|_| together)?;
        partial.leave_out(&without);
        let mut levels = self.way.levels.iter().peekable();
        for depth in first..=way.len() {
            let via = way.get(depth).copied();
            let mut led = false;
            while let Some(level) = levels.next_if(|level| level.depth == depth) {
                let item = level.item;
                if !problem.is_primary(item) || !partial.is_open(item) {
                    return Err("branches on an item that is not open");
                }
                let options: Vec<OptionId> = partial.options_of(item).collect();
                let closed = level.close == Close::Done;
                if !closed && levels.peek().is_some_and(|next| next.depth == depth) {
                    break;
                }
                let leads = via.filter(|_| !closed);
                led |= leads.is_some();
                let mut listed = level.done.clone();
                listed.extend(&level.open);
                listed.extend(leads);
                listed.sort_unstable();
                let need = partial.need(item);
                let right = match level.close {
                    // One is left to choose: they exclude each other.
                    Close::Once => {
                        let has = |option: &&OptionId| {
                            let entries = problem.entries(**option);
                            entries.iter().any(|entry| entry.item == item)
                        };
                        let times = partial.chosen().iter().filter(has).count();
                        let most = *problem.multiplicity(item).end() as usize;
                        need == 1 && times + 1 == most && options == listed
                    }
                    Close::No => {
                        let all = listed.iter().all(|option| options.contains(option));
                        let once = listed.windows(2).all(|pair| pair[0] < pair[1]);
                        all && once && options.len() < listed.len() + need
                    }
                    // To cover it no more is tried last.
                    Close::Done if !level.open.is_empty() => false,
                    Close::Open | Close::Done => need == 0 && options == listed,
                };
                if !right || !several && level.close != Close::Once {
                    return Err("does not list all options of an item once");
                }
                if level.close != Close::Once {
                    partial.leave_out(&level.done);
                    if closed {
                        // The item is covered no more.
                        partial.leave_out(&listed);
                    }
                }
            }
            if let Some(via) = via.filter(|_| !led) {
                let mut items = problem.entries(via).iter().map(|entry| entry.item);
                let only = |item| {
                    let left = partial.options_of(item).count();
                    problem.is_primary(item) && 0 < left && left <= partial.need(item)
                };
                if !items.any(only) {
                    return Err("chooses an option that is not forced");
                }
            }
            if let Some(via) = via {
                partial.choose(via).map_err(|_| together)?;
            }
        }
        if levels.next().is_some() {
            return Err("has levels out of order");
        }
        Ok(())
    }
}
