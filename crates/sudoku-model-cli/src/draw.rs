//! `draw`: a puzzle as a picture.

use crate::puzzles;
use clap::ArgMatches;
use cli_manners::args::{flag, given, value};
use cli_manners::interrupt::Interrupt;
use cli_manners::limits::{self, obstacle};
use cli_manners::{tell, Failure, Verdict};
use std::io::Write;
use sudoku_model::deduce::{Candidates, Technique};
use sudoku_model::{First, Limit, Outcome};
use sudoku_svg::Picture;

pub(crate) fn run(matches: &ArgMatches, out: &mut impl Write) -> Result<Verdict, Failure> {
    let entry = puzzles::one(matches)?;
    let model = entry.model()?;
    let mut picture = Picture::new(&model)
        .theme(given(matches, "theme"))
        .colored(flag(matches, "colors"))
        .numbered(flag(matches, "numbers"));
    let mut verdict = Verdict::Yes;
    let position: Option<usize> = value(matches, "step");
    if position.is_some() && (flag(matches, "candidates") || flag(matches, "solution")) {
        let message = "--step draws a position, without --candidates and --solution";
        return Err(Failure::Usage(message.into()));
    }
    if flag(matches, "candidates") {
        match Candidates::of_model(&model) {
            Ok(open) => picture = picture.candidates(|cell| open.get(cell)),
            Err(contradiction) => {
                tell(format_args!("no candidates: {contradiction}"));
                verdict = Verdict::No;
            }
        }
    }
    if let Some(number) = position {
        picture = match Candidates::of_model(&model) {
            Ok(start) => step(picture, start, number)?,
            Err(contradiction) => {
                return Err(Failure::Input(format!("{entry}: {contradiction}")));
            }
        };
    }
    if flag(matches, "solution") {
        let interrupt = Interrupt::catch();
        let (nodes, time) = (value(matches, "limit-nodes"), value(matches, "limit-time"));
        let limits = limits::from_now(nodes, time, &interrupt);
        let report = model.solver().limits(limits).first();
        match (report.answer, obstacle(report.outcome)) {
            (First::Found(grid), _) => picture = picture.digits(&grid),
            (_, Some((why, _))) => {
                tell(format_args!("no solution yet: {why}"));
                verdict = match report.outcome {
                    Outcome::LimitReached(Limit::Cancelled) => interrupt.verdict(),
                    _ => Verdict::Incomplete,
                };
            }
            (_, None) => {
                tell("no solution");
                verdict = Verdict::No;
            }
        }
    }
    out.write_all(picture.svg().as_bytes())?;
    Ok(verdict)
}

/// A picture with what is known at a position.
pub(crate) fn at<'m>(picture: Picture<'m>, position: &Candidates) -> Picture<'m> {
    let picture = picture.digits(position.grid());
    picture.candidates(|cell| position.get(cell))
}

/// A picture with a step of a path, by its number from 1, and the position before it.
fn step<'m>(
    picture: Picture<'m>,
    mut position: Candidates,
    number: usize,
) -> Result<Picture<'m>, Failure> {
    let path = position.clone().path(Technique::ALL);
    let Some((step, before)) = path
        .steps
        .get(..number)
        .and_then(|steps| steps.split_last())
    else {
        let most = path.steps.len();
        let message = format!("--step: expected a number from 1 to {most}, found \"{number}\"");
        return Err(Failure::Usage(message));
    };
    for step in before {
        let _ = position.apply(step);
    }
    Ok(at(picture, &position)
        .title(format!("Step {number}"))
        .step(step))
}
