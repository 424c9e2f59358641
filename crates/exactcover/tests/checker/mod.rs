//! A checker for proofs, as simple as can be: it shares nothing with the code that writes them, and
//! is slow. A constraint says that the weights of its true literals have at least a certain sum; a
//! clause is one with weights of 1 and a sum of 1.

use exactcover::proof::Format;
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Constraint {
    /// Weight, variable, and the value that counts.
    terms: Vec<(i64, usize, bool)>,
    at_least: i64,
}

impl Constraint {
    fn clause(literals: &[i64]) -> Self {
        let term = |&literal: &i64| (1, literal.unsigned_abs() as usize, literal > 0);
        Constraint {
            terms: literals.iter().map(term).collect(),
            at_least: 1,
        }
    }

    /// Reads `1 x1 -1 ~x2 >= 1`; an equation is two of them. In `x1 ~x2 ==> 1 x3 >= 1`, it holds if
    /// any of the literals before the arrow is false.
    fn parse(text: &str) -> Result<Vec<Self>, String> {
        let (premises, text) = match text.split_once("==>") {
            Some((premises, text)) if !premises.trim().is_empty() => (premises, text),
            Some(_) => return Err(format!("no premises in {text:?}")),
            None => ("", text),
        };
        let mut words = text.split_whitespace();
        let mut terms = Vec::new();
        let relation = loop {
            let word = words.next().ok_or(format!("no relation in {text:?}"))?;
            if [">=", "="].contains(&word) {
                break word;
            }
            // Sums of these stay far below the end of what a number can be.
            let weight = word.parse::<i32>().map_err(|e| format!("{word:?}: {e}"))?;
            let weight = i64::from(weight);
            let literal = words.next().ok_or("a weight without a literal")?;
            let (variable, value) = literal_of(literal)?;
            terms.push((weight, variable, value));
        };
        let at_least = words.next().and_then(|word| word.parse::<i32>().ok());
        let at_least = i64::from(at_least.ok_or(format!("no number in {text:?}"))?);
        if words.next().is_some() {
            return Err(format!("too much in {text:?}"));
        }
        for premise in premises.split_whitespace() {
            let (variable, value) = literal_of(premise)?;
            terms.push((at_least, variable, !value));
        }
        if !premises.is_empty() && (relation == "=" || at_least <= 0) {
            return Err(format!("no implication: {text:?}"));
        }
        let negated = terms.iter().map(|&(weight, v, value)| (-weight, v, value));
        let at_most = (relation == "=").then(|| Self::normal(negated.collect(), -at_least));
        let constraint = Self::normal(terms, at_least);
        Ok(std::iter::once(constraint).chain(at_most).collect())
    }

    /// The same with positive weights: `-w x` is `w ~x - w`.
    fn normal(mut terms: Vec<(i64, usize, bool)>, mut at_least: i64) -> Self {
        for (weight, _, value) in &mut terms {
            if *weight < 0 {
                at_least -= *weight;
                *weight = -*weight;
                *value = !*value;
            }
        }
        Constraint { terms, at_least }
    }

    /// Whether the literals of a clause are these, in any order.
    fn is_clause_of(&self, other: &Constraint) -> bool {
        let sorted = |constraint: &Constraint| {
            let mut terms = constraint.terms.clone();
            terms.sort_unstable();
            terms
        };
        self.at_least == other.at_least && sorted(self) == sorted(other)
    }
}

/// Variables that are known; number 0 is none.
pub(crate) type Assignment = Vec<Option<bool>>;

/// What is given and what has been derived; `None` for what was deleted.
#[derive(Debug, Default)]
pub(crate) struct Database {
    constraints: Vec<Option<Constraint>>,
    pub(crate) variables: usize,
}

impl Database {
    pub(crate) fn model(format: Format, text: &str) -> Result<Self, String> {
        let mut database = Database::default();
        let mut counts = (0, 0);
        for line in text.lines() {
            if format == Format::VeriPb {
                if let Some(head) = line.strip_prefix("* #variable= ") {
                    counts = head
                        .split_once(" #constraint= ")
                        .and_then(|(v, c)| Some((v.parse().ok()?, c.parse().ok()?)))
                        .ok_or("no counts")?;
                } else if !line.starts_with('*') {
                    let constraint = line.strip_suffix(" ;").ok_or("no semicolon")?;
                    database
                        .constraints
                        .extend(Constraint::parse(constraint)?.into_iter().map(Some));
                    counts.1 -= 1;
                }
            } else if let Some(head) = line.strip_prefix("p cnf ") {
                counts = head
                    .split_once(' ')
                    .and_then(|(v, c)| Some((v.parse().ok()?, c.parse().ok()?)))
                    .ok_or("no counts")?;
            } else if !line.starts_with('c') {
                database
                    .constraints
                    .push(Some(Constraint::clause(&numbers(line)?)));
                counts.1 -= 1;
            }
        }
        database.variables = counts.0;
        let all = database.constraints.iter().flatten();
        let variables: Vec<usize> = all.flat_map(|c| &c.terms).map(|&(_, v, _)| v).collect();
        let largest = variables.iter().copied().max().unwrap_or(0);
        if counts.1 != 0 || largest > counts.0 || variables.contains(&0) {
            return Err("the counts in the head are wrong".into());
        }
        Ok(database)
    }

    /// Nothing known but these literals.
    pub(crate) fn assume(&self, literals: impl IntoIterator<Item = (usize, bool)>) -> Assignment {
        let mut assignment = vec![None; self.variables + 1];
        for (variable, value) in literals {
            assignment[variable] = Some(value);
        }
        assignment
    }

    /// Adds what follows from single constraints until nothing does; `false` if one cannot hold.
    pub(crate) fn propagate(&self, known: &mut Assignment) -> bool {
        loop {
            let mut changed = false;
            for constraint in self.constraints.iter().flatten() {
                let open = constraint.terms.iter().filter(|t| known[t.1] != Some(!t.2));
                let spare = open.map(|t| t.0).sum::<i64>() - constraint.at_least;
                if spare < 0 {
                    return false;
                }
                for &(weight, variable, value) in &constraint.terms {
                    if weight > spare && known[variable].is_none() {
                        known[variable] = Some(value);
                        changed = true;
                    }
                }
            }
            if !changed {
                return true;
            }
        }
    }

    /// Adds a clause if its opposite leads to a contradiction by propagation alone.
    fn derive(&mut self, clause: Constraint) -> Result<(), String> {
        if clause.at_least != 1 || clause.terms.iter().any(|&(weight, ..)| weight != 1) {
            return Err(format!("not a clause: {clause:?}"));
        }
        if clause
            .terms
            .iter()
            .any(|&(_, v, _)| v == 0 || v > self.variables)
        {
            return Err(format!("another variable: {clause:?}"));
        }
        let opposite = clause.terms.iter().map(|&(_, v, value)| (v, !value));
        if self.propagate(&mut self.assume(opposite)) {
            return Err(format!("does not follow: {clause:?}"));
        }
        self.constraints.push(Some(clause));
        Ok(())
    }

    /// Adds the sum of some constraints, `1 2 + 3 +` by their numbers.
    fn add_up(&mut self, places: &str) -> Result<(), String> {
        let (mut weights, mut at_least) = (BTreeMap::new(), 0);
        for word in places.split(' ').filter(|&word| word != "+") {
            let place: usize = word.parse().map_err(|error| format!("{word:?}: {error}"))?;
            let known = place
                .checked_sub(1)
                .and_then(|place| self.constraints.get(place));
            let known = known
                .and_then(Option::as_ref)
                .ok_or(format!("no {place}"))?;
            at_least += known.at_least;
            for &(weight, variable, value) in &known.terms {
                let sum: &mut i64 = weights.entry(variable).or_default();
                // `w ~x` is `w - w x`.
                *sum += if value { weight } else { -weight };
                at_least -= if value { 0 } else { weight };
            }
        }
        weights.retain(|_, weight| *weight != 0);
        let terms = weights
            .into_iter()
            .map(|(variable, weight)| (weight, variable, true));
        self.constraints
            .push(Some(Constraint::normal(terms.collect(), at_least)));
        Ok(())
    }

    fn delete(&mut self, clause: &Constraint) -> Result<(), String> {
        let mut all = self.constraints.iter_mut();
        let known = all.find(|known| matches!(known, Some(known) if known.is_clause_of(clause)));
        match known {
            Some(known) => {
                *known = None;
                Ok(())
            }
            None => Err(format!("is not there: {clause:?}")),
        }
    }

    /// Carries out the proof; whether it has come to a contradiction at its end.
    pub(crate) fn check(&mut self, format: Format, proof: &str) -> Result<(), String> {
        match format {
            Format::VeriPb => self.check_veripb(proof),
            _ => self.check_drat(proof),
        }
    }

    fn contradiction(&self) -> Result<(), String> {
        let mut all = self.constraints.iter().flatten();
        if all.any(|constraint| constraint.terms.is_empty() && constraint.at_least > 0) {
            Ok(())
        } else {
            Err("no contradiction".into())
        }
    }

    fn check_veripb(&mut self, proof: &str) -> Result<(), String> {
        let given = self.constraints.len();
        let mut lines = proof.lines();
        if lines.next() != Some("pseudo-Boolean proof version 3.0") {
            return Err("no head".into());
        }
        for line in &mut lines {
            let line = line.strip_suffix(';').ok_or("no semicolon")?;
            let (rule, rest) = line.split_once(' ').ok_or("no blank")?;
            match rule {
                "rup" => Constraint::parse(rest)?
                    .into_iter()
                    .try_for_each(|clause| self.derive(clause))?,
                "pol" => self.add_up(rest)?,
                "del" => match rest.split_once(' ') {
                    Some(("range", range)) => {
                        let end_of_all = self.constraints.len() as i64;
                        let ends: Result<Vec<i32>, _> = range.split(' ').map(str::parse).collect();
                        let end = |place: i32| self.constraints.len() as i64 + i64::from(place);
                        let ends = ends.map_err(|error| error.to_string())?;
                        let [first, end] = match ends[..] {
                            [first, last] => [end(first), end(last)],
                            _ => return Err(format!("no range: {range:?}")),
                        };
                        if first < given as i64 || end < first || end > end_of_all {
                            return Err(format!("no range of clauses: {range:?}"));
                        }
                        self.constraints[first as usize..end as usize].fill(None);
                    }
                    Some(("spec", clause)) => match &Constraint::parse(clause)?[..] {
                        [clause] => self.delete(clause)?,
                        _ => return Err(format!("deletes {clause:?}")),
                    },
                    _ => return Err(format!("deletes {rest:?}")),
                },
                "output" if rest == "NONE" => break,
                _ => return Err(format!("no rule: {line:?}")),
            }
        }
        let end: Vec<&str> = lines.collect();
        if end != ["conclusion UNSAT;", "end pseudo-Boolean proof;"] {
            return Err("no conclusion".into());
        }
        self.contradiction()
    }

    fn check_drat(&mut self, proof: &str) -> Result<(), String> {
        for line in proof.lines() {
            match line.strip_prefix("d ") {
                Some(clause) => self.delete(&Constraint::clause(&numbers(clause)?))?,
                None => self.derive(Constraint::clause(&numbers(line)?))?,
            }
        }
        self.contradiction()
    }
}

/// The variable of `x1` or `~x1`, and the value that it wants.
fn literal_of(word: &str) -> Result<(usize, bool), String> {
    let (value, name) = match word.strip_prefix('~') {
        Some(name) => (false, name),
        None => (true, word),
    };
    let variable = name.strip_prefix('x').and_then(|name| name.parse().ok());
    Ok((variable.ok_or(format!("{word:?}?"))?, value))
}

/// The numbers of a line that ends with a 0.
fn numbers(line: &str) -> Result<Vec<i64>, String> {
    let numbers: Result<Vec<i64>, _> = line.split_whitespace().map(str::parse).collect();
    let mut numbers = numbers.map_err(|error| format!("{line:?}: {error}"))?;
    match numbers.pop() {
        Some(0) if !numbers.contains(&0) => Ok(numbers),
        _ => Err(format!("no 0 at the end of {line:?}")),
    }
}
