//! What is known of a unit.

use super::Header;
use crate::records::{large, number, numbers, Names, Way};
use exactcover::{OptionId, Walk};
use serde_json::{json, Value};

/// How much of a unit has been searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Record {
    /// The lines of the options on the way to it.
    pub(super) unit: Vec<usize>,
    /// Its nodes so far, that of its last option among them.
    pub(super) nodes: u64,
    pub(super) solutions: u128,
    pub(super) depth: usize,
    /// What is open; nothing without levels.
    pub(super) way: Way,
    /// The solutions, unless they are only counted.
    pub(super) found: Vec<Vec<usize>>,
    /// The hash of the steps of its proof, if there are any.
    pub(super) proof: Option<String>,
}

impl Record {
    /// What a walk below the unit has come to; `None` before its first step.
    pub(super) fn new(
        names: &Names<'_>,
        unit: &[usize],
        walk: &Walk<'_, usize>,
        found: &[Vec<OptionId>],
    ) -> Option<Self> {
        let stats = walk.stats();
        Some(Record {
            unit: unit.to_vec(),
            nodes: stats.nodes + u64::from(!unit.is_empty()),
            solutions: stats.solutions,
            depth: stats.max_depth,
            way: Way::new(names, &walk.open()?),
            found: found.iter().map(|options| names.lines(options)).collect(),
            proof: None,
        })
    }

    pub(super) fn json(&self, job: &str) -> Value {
        json!({
            "job": job,
            "unit": self.unit,
            "nodes": self.nodes,
            "solutions": self.solutions.to_string(),
            "depth": self.depth,
            "way": self.way.json(),
            "found": self.found,
            "proof": self.proof,
        })
    }

    pub(super) fn read(value: &Value) -> Option<Self> {
        Some(Record {
            unit: numbers(&value["unit"])?,
            nodes: number(&value["nodes"])?,
            solutions: large(&value["solutions"])?,
            depth: number(&value["depth"])?,
            way: Way::read(&value["way"])?,
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
    pub(super) fn pieces(&self) -> Vec<(Vec<usize>, f64)> {
        let (mut share, mut shares) = (1.0, Vec::new());
        for level in &self.way.levels {
            let on_the_way = usize::from(level.depth < self.way.chosen.len());
            share /= (level.done.len() + level.open.len() + on_the_way).max(1) as f64;
            shares.push(vec![share; level.open.len()]);
        }
        let shares = shares.into_iter().rev().flatten();
        self.way.pieces().zip(shares).collect()
    }

    /// Whether the units at which the rest begins, and what is done, are all of the unit: each level
    /// has all options of an open item that go together with what is chosen, and what is chosen
    /// between two levels is all that some item has left. And whether the solutions are solutions.
    pub(super) fn check(&self, header: &Header, names: &Names<'_>) -> Result<(), &'static str> {
        let problem = names.problem;
        let known = |lines: &[usize]| names.options(lines).ok_or("names no option");
        if header.question != super::Question::Count {
            if self.found.len() as u128 != self.solutions {
                return Err("has another number of solutions than it says");
            }
            for solution in &self.found {
                let mine = self.unit.iter().all(|line| solution.contains(line));
                if !mine || problem.verify(&known(solution)?).is_err() {
                    return Err("lists what is no solution of the unit");
                }
            }
        }
        if self.way.levels.is_empty() {
            return Ok(());
        }
        let chosen = known(&self.way.chosen)?;
        let first = self.unit.len();
        if !self.way.chosen.starts_with(&self.unit) {
            return Err("leads to another unit");
        }
        let mut partial = problem.partial();
        let together = "chooses options that exclude each other";
        partial.choose_all(&chosen[..first]).map_err(|_| together)?;
        let mut levels = self.way.levels.iter().peekable();
        for depth in first..=chosen.len() {
            let via = chosen.get(depth).copied();
            if let Some(level) = levels.next_if(|level| level.depth == depth) {
                let mut listed = known(&level.done)?;
                listed.extend(known(&level.open)?);
                listed.extend(via);
                listed.sort_unstable();
                let item = problem.items().nth(level.item);
                let item = item.filter(|&item| problem.is_primary(item) && partial.is_open(item));
                let item = item.ok_or("branches on an item that is not open")?;
                if !partial.options_of(item).eq(listed) {
                    return Err("does not list all options of an item once");
                }
            } else if let Some(via) = via {
                let mut items = problem.entries(via).iter().map(|entry| entry.item);
                let only = |item| problem.is_primary(item) && partial.options_of(item).eq([via]);
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
