//! All records of a job, added up.

use super::{Header, Job, Question, Record};
use crate::records::{number, steps, unseal, Names, Steps};
use cli_manners::Failure;
use exactcover::{Stats, Strategy};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What the records say together.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Of all that counts.
    pub(super) stats: Stats,
    /// The solutions, in the order of the search.
    pub(super) found: Vec<Vec<usize>>,
    /// The records that count if they are a proof, in the order of the search.
    pub(super) counted: Vec<Record>,
    /// The units that are open, in the order of the search.
    pub(super) open: Vec<Open>,
    /// The number of records that count.
    pub(super) done: usize,
    /// The units of the split of which something has been searched.
    pub(super) begun_units: Vec<Begun>,
    /// Why the records cannot all be true.
    pub(super) contradictions: Vec<String>,
    /// Lines that are torn or have been changed, which count for nothing.
    pub(super) damaged: usize,
    /// Records that say once more what others do.
    pub(super) duplicates: usize,
    pub(super) hosts: BTreeSet<String>,
    pub(super) attempts: usize,
    /// How often a unit was begun that has no record.
    pub(super) begun: BTreeMap<Steps, usize>,
}

/// A unit that is open.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) unit: Steps,
    /// Its share of the tree.
    pub(super) share: f64,
    /// Of which of the units that have been begun it is a part.
    pub(super) of: Option<usize>,
}

/// How far a unit of the split is.
#[derive(Debug)]
pub(super) struct Begun {
    /// Its share of the tree, and how much of that is open.
    pub(super) share: f64,
    pub(super) open: f64,
    /// What has been searched of it.
    pub(super) nodes: u64,
}

/// A unit of which all is known that has been searched.
struct Known {
    /// Which of its records to go by.
    record: usize,
    done: bool,
    nodes: u64,
    solutions: u128,
}

/// Of each unit its records, from the shortest to the longest way.
type Units = BTreeMap<(usize, Steps), Vec<Record>>;

impl Tally {
    pub(super) fn new(job: &Job) -> Result<Self, Failure> {
        let mut tally = Tally::default();
        let (mut units, names) = (Units::new(), job.names());
        let by_split = job.dir.join("split.jsonl");
        if by_split.exists() {
            tally.read(job, &names, &by_split, &mut units)?;
        }
        let cut: HashSet<_> = units.keys().map(|(_, unit)| unit.clone()).collect();
        for path in files(&job.dir).map_err(|error| unreadable(&job.dir, &error))? {
            tally.read(job, &names, &path, &mut units)?;
        }
        for (_, unit) in units.keys() {
            tally.begun.remove(unit);
        }
        for ((_, unit), records) in &mut units {
            let all = records.len();
            // A power cut can leave a record without the steps of its proof.
            records.retain(|record| record.proof.iter().all(|hash| job.proof(hash).exists()));
            tally.damaged += all - records.len();
            tally.agree(unit, records);
            records.retain(|record| match record.check(&job.header, &names) {
                Ok(()) => true,
                Err(why) => {
                    let message = format!("the record of unit {} {why}", show(unit));
                    tally.contradictions.push(message);
                    false
                }
            });
        }
        let known = tally.know(&job.header, &names, &units);
        tally.add_up(&job.header, &names, (&units, &known), &cut);
        tally.stats.engine = Some(job.header.engine.name());
        Ok(tally)
    }

    /// Whether nothing is left to do.
    pub(super) fn answered(&self, header: &Header) -> bool {
        self.open.is_empty() || self.found.len() >= header.question.enough()
    }

    fn read(
        &mut self,
        job: &Job,
        names: &Names<'_>,
        path: &Path,
        units: &mut Units,
    ) -> Result<(), Failure> {
        let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
        let text = String::from_utf8_lossy(&bytes);
        for (number, line) in (1..).zip(text.lines()) {
            let value = match unseal(line) {
                Some(value) => value,
                None => {
                    self.damaged += 1;
                    continue;
                }
            };
            let wrong = |what| Failure::Input(format!("{}:{number}: {what}", path.display()));
            if value["job"] != job.id {
                return Err(wrong("this is a record of another job"));
            }
            if let Some(host) = value["host"].as_str() {
                self.hosts.insert(host.to_owned());
                self.attempts += 1;
            } else if let Some(unit) = steps(&value["begin"]) {
                *self.begun.entry(unit).or_default() += 1;
            } else if let Some(record) = Record::read(names, &value) {
                let unit = (record.unit.len(), record.unit.clone());
                let records = units.entry(unit).or_default();
                if records.contains(&record) {
                    self.duplicates += 1;
                } else {
                    records.push(record);
                }
            } else {
                return Err(wrong("expected a record"));
            }
        }
        Ok(())
    }

    /// Records of one unit are of one search, which is always the same: as far as they have come
    /// they agree.
    fn agree(&mut self, unit: &[i64], records: &mut [Record]) {
        records.sort_by_key(|record| record.nodes);
        let contradict = records.windows(2).any(|pair| {
            let (a, b) = (&pair[0], &pair[1]);
            a.nodes == b.nodes && a.way.levels == b.way.levels && a.solutions != b.solutions
                || a.solutions > b.solutions
                || !b.found.starts_with(&a.found)
        });
        if contradict {
            let message = format!("two records of unit {} contradict each other", show(unit));
            self.contradictions.push(message);
        }
    }

    /// Whether each unit is done, and what it came to, from the longest ways to the root.
    fn know<'u>(
        &mut self,
        header: &Header,
        names: &Names<'_>,
        units: &'u Units,
    ) -> HashMap<&'u [i64], Known> {
        let mut known: HashMap<&[i64], Known> = HashMap::new();
        for ((_, unit), records) in units.iter().rev() {
            let mut best: Option<Known> = None;
            for (index, record) in records.iter().enumerate() {
                let mut sum = Known {
                    record: index,
                    done: true,
                    nodes: record.nodes,
                    solutions: record.solutions,
                };
                for part in record.way.parts() {
                    match known.get(&names.steps(&part)[..]) {
                        Some(part) => {
                            sum.done &= part.done;
                            sum.nodes += part.nodes;
                            sum.solutions += part.solutions;
                        }
                        None => sum.done = false,
                    }
                }
                if let Some(best) = best.as_ref().filter(|best| best.done && sum.done) {
                    // Weights learn anew in each piece.
                    let nodes = header.strategy != Strategy::Mrv || best.nodes == sum.nodes;
                    if best.solutions != sum.solutions || !nodes {
                        let unit = show(unit);
                        let message = format!("the records of unit {unit} have different totals");
                        self.contradictions.push(message);
                    }
                }
                best = match best {
                    Some(best) if (best.done, best.nodes) >= (sum.done, sum.nodes) => Some(best),
                    _ => Some(sum),
                };
            }
            if let Some(best) = best {
                known.insert(unit, best);
            }
        }
        known
    }

    /// From the root on, what counts; the split has opened the units of `cut`.
    fn add_up(
        &mut self,
        header: &Header,
        names: &Names<'_>,
        (units, known): (&Units, &HashMap<&[i64], Known>),
        cut: &HashSet<Steps>,
    ) {
        let mut stack = vec![Open {
            unit: Vec::new(),
            share: 1.0,
            of: None,
        }];
        while let Some(Open { unit, share, of }) = stack.pop() {
            let record = known.get(&unit[..]).map(|known| known.record);
            let place = (unit.len(), unit);
            let record = record.and_then(|record| units.get(&place)?.get(record));
            let unit = place.1;
            let record = match record {
                Some(record) => record,
                None => {
                    if let Some(of) = of {
                        self.begun_units[of].open += share;
                    }
                    self.open.push(Open { unit, share, of });
                    continue;
                }
            };
            self.done += 1;
            self.stats.nodes += record.nodes;
            self.stats.solutions += record.solutions;
            self.stats.max_depth = self.stats.max_depth.max(record.depth);
            self.found.extend_from_slice(&record.found);
            if header.question == Question::Prove {
                self.counted.push(record.clone());
            }
            let of = if cut.contains(&unit) {
                None
            } else {
                let of = of.unwrap_or(self.begun_units.len());
                if of == self.begun_units.len() {
                    self.begun_units.push(Begun {
                        share,
                        open: 0.0,
                        nodes: 0,
                    });
                }
                self.begun_units[of].nodes += record.nodes;
                Some(of)
            };
            let pieces = record.pieces(names).into_iter().rev();
            stack.extend(pieces.map(|(unit, part)| Open {
                unit,
                share: share * part,
                of,
            }));
        }
    }
}

/// A unit, as messages have it.
pub(super) fn show(unit: &[i64]) -> String {
    let lines: Vec<String> = unit.iter().map(ToString::to_string).collect();
    format!("[{}]", lines.join(" "))
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("{}: cannot read: {error}", path.display()))
}

/// The files with records of tasks, and of all, in a fixed order.
fn files(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let whole = dir.join("whole.jsonl");
    if whole.exists() {
        files.push(whole);
    }
    let mut folders = vec![dir.join("records")];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The units of which a folder has records, with their nodes.
pub(super) fn recorded(job: &Job, folder: &Path) -> Result<HashMap<Steps, u64>, Failure> {
    let mut recorded = HashMap::new();
    for path in files_in(folder) {
        let bytes = fs::read(&path).map_err(|error| unreadable(&path, &error))?;
        let text = String::from_utf8_lossy(&bytes);
        let records = text.lines().filter_map(unseal);
        let mine = records.filter(|value| value["job"] == job.id);
        let unit = |value: Value| Some((steps(&value["unit"])?, number(&value["nodes"])?));
        recorded.extend(mine.filter_map(unit));
    }
    Ok(recorded)
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}
