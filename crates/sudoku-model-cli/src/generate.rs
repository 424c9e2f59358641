//! `generate`: puzzles with exactly one solution.

use crate::explain::rating;
use clap::ArgMatches;
use cli_manners::args::{flag, given, value};
use cli_manners::interrupt::Interrupt;
use cli_manners::json::Object;
use cli_manners::{limits, tell, Failure, Verdict};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use sudoku_model::{
    killer, ClueGenerator, GenerateError, KillerGenerator, Limit, Model, Puzzle, Shape, Symmetry,
};

/// What makes the puzzles.
enum Generator {
    Clues(Box<ClueGenerator>),
    Killer(Box<KillerGenerator>),
}

impl Generator {
    fn new(matches: &ArgMatches, interrupt: &Interrupt) -> Result<Generator, Failure> {
        let usage = |message: &str| Failure::Usage(message.into());
        let shape: Shape = value(matches, "shape").unwrap_or(Shape::CLASSIC);
        let (rules, seed) = (Model::builder(shape), given(matches, "seed"));
        let limits = limits::from_now(None, value(matches, "limit-time"), interrupt);
        let symmetry: Symmetry = given(matches, "symmetry");
        let clues: Option<RangeInclusive<usize>> = value(matches, "clues");
        let cages: Option<RangeInclusive<usize>> = value(matches, "cages");
        let max_nodes: Option<u64> = value(matches, "max-nodes");
        if flag(matches, "killer") || cages.is_some() {
            if clues.is_some() {
                return Err(usage("--clues is not for killers"));
            }
            let symmetric = match symmetry {
                Symmetry::None => false,
                Symmetry::HalfTurn => true,
                _ => return Err(usage("--symmetry: killers take none and half-turn alone")),
            };
            let mut generator = KillerGenerator::new(&rules, seed)
                .cage_sizes(cages.unwrap_or(2..=shape.side().min(5)))
                .symmetric(symmetric)
                .limits(limits);
            if let Some(nodes) = max_nodes {
                generator = generator.max_nodes(nodes);
            }
            return Ok(Generator::Killer(Box::new(generator)));
        }
        let mut generator = ClueGenerator::new(&rules, seed)
            .symmetry(symmetry)
            .limits(limits);
        if let Some(clues) = clues {
            generator = generator.clues(clues);
        }
        if let Some(nodes) = max_nodes {
            generator = generator.max_nodes(nodes);
        }
        Ok(Generator::Clues(Box::new(generator)))
    }

    fn generate(&mut self) -> Result<Puzzle, GenerateError> {
        match self {
            Generator::Clues(generator) => generator.generate(),
            Generator::Killer(generator) => generator.generate(),
        }
    }
}

pub(crate) fn run(matches: &ArgMatches, out: &mut impl Write) -> Result<Verdict, Failure> {
    let interrupt = Interrupt::catch();
    let mut generator = Generator::new(matches, &interrupt)?;
    let (count, seed): (u64, u64) = (given(matches, "count"), given(matches, "seed"));
    let directory: Option<PathBuf> = value(matches, "directory");
    if let Some(directory) = &directory {
        fs::create_dir_all(directory).map_err(|error| Failure::File(directory.clone(), error))?;
    }
    let mut made = Made::default();
    for number in 1..=count {
        let begin = Instant::now();
        let puzzle = match generator.generate() {
            Ok(puzzle) => puzzle,
            Err(error) => {
                let verdict = match error {
                    GenerateError::LimitReached(Limit::Cancelled) => interrupt.verdict(),
                    GenerateError::LimitReached(_)
                    | GenerateError::GaveUp { .. }
                    | GenerateError::TooManyClues { .. } => Verdict::Incomplete,
                    _ => return Err(Failure::Usage(error.to_string())),
                };
                tell(format_args!("{error}\n{}", made.told()));
                return Ok(verdict);
            }
        };
        made.time += begin.elapsed();
        made.nodes.push(puzzle.stats.nodes);
        let (text, ending) = match generator {
            Generator::Clues(_) => (puzzle.model.givens().to_string(), "txt"),
            Generator::Killer(_) => (killer::write_cages(&puzzle.model), "cages"),
        };
        match generator {
            Generator::Clues(_) => made.clues += puzzle.model.givens().filled().count(),
            Generator::Killer(_) => made.cages += text.lines().count(),
        }
        made.minimal += usize::from(puzzle.minimal);
        let rated = flag(matches, "rate").then(|| match rating(&puzzle.model) {
            Ok(rating) => rating.to_string(),
            Err(error) => error.to_string(),
        });
        let comment = rated.as_deref().map(|rating| format!(" # {rating}"));
        let comment = comment.unwrap_or_default();
        if let Some(directory) = &directory {
            let kind = if ending == "cages" {
                "killer"
            } else {
                "sudoku"
            };
            let path = directory.join(format!("{kind}_{seed}_{number}.{ending}"));
            // Another run may have made one of this name.
            let file = OpenOptions::new().write(true).create_new(true).open(&path);
            file.and_then(|mut file| file.write_all((text + &comment + "\n").as_bytes()))
                .map_err(|error| Failure::File(path, error))?;
        } else if flag(matches, "json") {
            let object = Object::new()
                .text("command", "generate")
                .text("puzzle", &text);
            let object = object.text("grid", &puzzle.solution.to_string());
            let object = object
                .raw("nodes", puzzle.stats.nodes)
                .raw("minimal", puzzle.minimal);
            writeln!(out, "{}", object.text_or_null("rating", rated.as_deref()))?;
        } else {
            writeln!(out, "{text}{comment}")?;
        }
    }
    tell(made.told());
    Ok(Verdict::Yes)
}

/// What there is to say about all puzzles.
#[derive(Default)]
struct Made {
    time: Duration,
    nodes: Vec<u64>,
    clues: usize,
    cages: usize,
    /// Puzzles with clues of which none can be spared.
    minimal: usize,
}

impl Made {
    fn told(mut self) -> String {
        self.nodes.sort_unstable();
        let count = self.nodes.len();
        let Some(most) = self.nodes.last() else {
            return "no puzzles".into();
        };
        let mean = |sum: usize| sum as f64 / count as f64;
        let size = match self.cages {
            0 => format!(
                "{:.2} clues on average, {} minimal",
                mean(self.clues),
                self.minimal
            ),
            cages => format!("{:.2} cages on average", mean(cages)),
        };
        format!(
            "{count} puzzle{} in {:.3} s, {size}; nodes to prove them unique: median {}, most {most}",
            if count == 1 { "" } else { "s" },
            self.time.as_secs_f64(),
            self.nodes[count / 2],
        )
    }
}
