//! `package`: a problem as the folder that a judge takes.

mod kattis;
mod polygon;
mod programs;
mod statement;

use crate::problem;
use clap::ArgMatches;
use cli_manners::args::{given, value};
use cli_manners::staging::Staging;
use cli_manners::{Failure, Verdict};
use programs::Workshop;
use setter::Problem;
use statement::Statement;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Whose package it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Kattis,
    Polygon,
}

pub(crate) const FORMS: [(&str, Form); 2] = [("kattis", Form::Kattis), ("polygon", Form::Polygon)];

/// An input with its answer.
struct Test {
    name: String,
    input: String,
    answer: String,
    is_sample: bool,
}

/// A program that is sent in to see what becomes of it.
struct Submission {
    name: String,
    text: String,
    /// The folder of a Kattis package that says what becomes of it.
    verdict: String,
}

/// What every package is made of.
struct Content {
    problem: &'static Problem,
    statement: Statement,
    tests: Vec<Test>,
    submissions: Vec<Submission>,
}

impl Content {
    fn samples(&self) -> impl Iterator<Item = &Test> {
        self.tests.iter().filter(|test| test.is_sample)
    }
}

/// The folder with the crates, the programs and their samples: what is packaged is made of them.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("{}: cannot read: {error}", path.display()))
}

/// The files of a folder, by name; none if there is no folder.
fn files(folder: &Path) -> Result<BTreeSet<PathBuf>, Failure> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) => return Err(unreadable(folder, &error)),
    };
    entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(|error| unreadable(folder, &error))
}

/// A name without the ending.
fn stem(path: &Path) -> String {
    path.file_stem()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Verdict, Failure> {
    let problem = problem(matches);
    let directory: PathBuf = value(matches, "output").expect("clap wants it");
    let staging = Staging::new("--output", &directory)?;
    let (seed, count): (u64, u64) = (given(matches, "seed"), given(matches, "count"));
    let statement = Statement::of(problem);
    let workshop = Workshop::new()?;
    let solution = workshop.solution(problem)?;
    let mut submissions = vec![Submission {
        name: format!("{}.rs", problem.name),
        text: read(&solution.source)?,
        verdict: "accepted".into(),
    }];
    for verdict in ["wrong_answer", "time_limit_exceeded"] {
        let folder = repository().join("crates/setter/submissions");
        for path in files(&folder.join(problem.name).join(verdict))? {
            submissions.push(Submission {
                name: path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into(),
                text: read(&path)?,
                verdict: verdict.into(),
            });
        }
    }
    let mut tests = Vec::new();
    for (name, input) in inputs(problem, &statement, seed, count)? {
        let answer = solution.answer(&input)?;
        let is_sample = statement.samples.contains(&name);
        tests.push(Test {
            name,
            input,
            answer,
            is_sample,
        });
    }
    let content = Content {
        problem,
        statement,
        tests,
        submissions,
    };
    match given(matches, "form") {
        Form::Kattis => kattis::write(&content, &workshop, &staging)?,
        Form::Polygon => polygon::write(&content, &workshop, &staging)?,
    }
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let text = read(&repository().join(license))?;
        staging.fill(license, |file| file.write_str(&text))?;
    }
    staging.publish()?;
    Ok(Verdict::Yes)
}

/// The samples of the statement, the other inputs of the tests, and generated ones; none is there
/// twice.
fn inputs(
    problem: &Problem,
    statement: &Statement,
    seed: u64,
    count: u64,
) -> Result<Vec<(String, String)>, Failure> {
    let folder = repository().join("testdata").join(problem.name);
    let mut inputs = Vec::new();
    for name in &statement.samples {
        inputs.push((name.clone(), read(&folder.join(format!("{name}.in")))?));
    }
    for path in files(&folder)? {
        if path.extension().is_some_and(|ending| ending == "in") {
            inputs.push((stem(&path), read(&path)?));
        }
    }
    for group in problem.groups {
        for k in 0..count {
            let seed = seed.wrapping_add(k);
            inputs.push((
                format!("{}-{seed}", group.name),
                problem.generate(group, seed),
            ));
        }
    }
    let mut known = BTreeSet::new();
    inputs.retain(|(_, input)| known.insert(input.clone()));
    Ok(inputs)
}
