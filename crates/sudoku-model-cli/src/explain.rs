//! `explain` and `rate`: how people solve a puzzle, and how hard that is.

use crate::draw;
use crate::puzzles::{self, worse, Entry};
use clap::ArgMatches;
use cli_manners::args::{flag, given, value};
use cli_manners::interrupt::Interrupt;
use cli_manners::json::{array, Object, Quoted};
use cli_manners::staging::Staging;
use cli_manners::{limits, Failure, Verdict};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use sudoku_model::deduce::{Candidates, PathEnd, Technique};
use sudoku_model::text::{self, Style};
use sudoku_model::{Limits, Model, Rating, Unrated};
use sudoku_svg::{Picture, Theme};

/// No puzzle that a person would solve comes near it; a board of 25 x 25 can.
const MOST_GUESSES: u64 = 100_000;

/// How hard a puzzle is, unless that takes too long.
pub(crate) fn rating(model: &Model) -> Result<Rating, Unrated> {
    model.rating(Limits::none().nodes(MOST_GUESSES))
}

pub(crate) fn rate(matches: &ArgMatches, out: &mut impl Write) -> Result<Verdict, Failure> {
    each(matches, out, "rate", &puzzles::read(matches)?, |_, _| None)
}

pub(crate) fn run(matches: &ArgMatches, out: &mut impl Write) -> Result<Verdict, Failure> {
    let directory: Option<PathBuf> = value(matches, "svg");
    let entries = match (&directory, value::<usize>(matches, "puzzle")) {
        (None, None) => puzzles::read(matches)?,
        _ => vec![puzzles::one(matches)?],
    };
    if let Some(directory) = directory {
        // The rating says it if there is no model.
        if let Ok(model) = entries[0].puzzle.model() {
            draw_steps(&model, given(matches, "theme"), &directory)?;
        }
    }
    each(matches, out, "explain", &entries, explain)
}

/// Draws the position before each step, and the one at the end.
fn draw_steps(model: &Model, theme: Theme, directory: &Path) -> Result<(), Failure> {
    let staging = Staging::new("--svg", directory)?;
    let picture = Picture::new(model).theme(theme).numbered(true);
    let save = |name: String, picture: Picture<'_>| {
        let mut file = staging.create(&name)?;
        let written = file.write_all(picture.svg().as_bytes());
        let written = written.and_then(|()| file.flush());
        written.map_err(|error| staging.failure(&name, error))
    };
    if let Ok(mut position) = Candidates::of_model(model) {
        let path = position.clone().path(Technique::ALL);
        let at = |position: &Candidates| draw::at(picture.clone(), position);
        for (number, step) in path.steps.iter().enumerate() {
            let (number, drawn) = (number + 1, at(&position).step(step));
            let drawn = drawn.title(format!("Step {number}"));
            save(format!("step-{number:03}.svg"), drawn)?;
            // What it leads to is in the path, contradictions too.
            let _ = position.apply(step);
        }
        save("end.svg".into(), at(&path.rest).title("The end"))?;
    }
    staging.publish()
}

/// Rates every puzzle, behind what else there is to say about it.
fn each(
    matches: &ArgMatches,
    out: &mut impl Write,
    command: &str,
    entries: &[Entry],
    explain: fn(&Model, &mut Object) -> Option<String>,
) -> Result<Verdict, Failure> {
    let json = flag(matches, "json");
    let interrupt = Interrupt::catch();
    let mut verdict = Verdict::Yes;
    for entry in entries {
        let mut object = entry.json(command);
        let (told, rated) = match entry.puzzle.model() {
            Ok(model) => {
                let told = explain(&model, &mut object);
                let nodes = value(matches, "limit-nodes").unwrap_or(MOST_GUESSES);
                let time = value(matches, "limit-time");
                let limits = limits::from_now(Some(nodes), time, &interrupt);
                (
                    told,
                    model
                        .rating(limits)
                        .map_err(|unrated| (unrated.to_string(), unrated == Unrated::Limit)),
                )
            }
            Err(error) => (None, Err((error.to_string(), false))),
        };
        let (rating, ended) = match rated {
            Ok(rating) => {
                let guesses = rating
                    .guesses()
                    .map_or("null".into(), |count| count.to_string());
                let hardest = rating.hardest().map(|technique| technique.to_string());
                object = object
                    .text_or_null("hardest", hardest.as_deref())
                    .raw("guesses", guesses);
                (rating.to_string(), Verdict::Yes)
            }
            Err((why, true)) => (
                why,
                if interrupt.raised() {
                    interrupt.verdict()
                } else {
                    Verdict::Incomplete
                },
            ),
            Err((why, false)) => (why, Verdict::No),
        };
        verdict = worse(verdict, ended);
        if json {
            writeln!(out, "{}", object.text("rating", &rating))?;
        } else {
            let text = told.unwrap_or_default() + &rating;
            puzzles::print(out, entry, entries.len() > 1, &text)?;
        }
        if matches!(verdict, Verdict::Interrupted(_)) {
            break;
        }
    }
    Ok(verdict)
}

/// The puzzle, the steps, and where they end.
fn explain(model: &Model, object: &mut Object) -> Option<String> {
    let mut report = text::write(model.givens(), Style::Framed) + "\n";
    let start = match Candidates::of_model(model) {
        Ok(start) => start,
        // The rating says it.
        Err(_) => return Some(report),
    };
    let path = start.path(Technique::ALL);
    for (number, step) in path.steps.iter().enumerate() {
        // A `String` takes everything.
        let _ = writeln!(report, "{}. {step}", number + 1);
    }
    let steps: Vec<String> = path.steps.iter().map(ToString::to_string).collect();
    let list = array(steps.iter().map(|step| Quoted(step)));
    *object = std::mem::take(object).raw("steps", list);
    let _ = match path.end {
        PathEnd::Solved => writeln!(report, "{}", text::write(path.rest.grid(), Style::Framed)),
        PathEnd::Contradiction(_) => Ok(()),
        // What is left of the candidates, for those who go on by hand.
        _ => writeln!(report, "{}", path.rest),
    };
    Some(report)
}
