//! `iss-peers SECONDS REPEAT` proves the puzzles of files unique, whose names come line by line on
//! stdin. A file has one constraint string of Interactive Sudoku Solver.
//!
//! A line of output for each file: the answer (`one`, `none`, `many`, `limit`, or `cannot` for
//! rules and models that are refused), milliseconds, nodes and the digits of the only solution. The
//! time is the smallest of the repeats, from the text to the answer: the model is built anew each
//! time. There are no further repeats after half a second: then noise is no matter.

use std::env;
use std::fs;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use sudoku_model::{text::iss, Limits, Unique};

fn prove(text: &str, limit: Duration, repeat: usize) -> Result<String, String> {
    let (mut best, mut sum) = (f64::INFINITY, 0.0);
    let mut found = String::new();
    for _ in 0..repeat {
        let start = Instant::now();
        let builder = iss::read(text).map_err(|error| error.to_string())?;
        let model = builder.build().map_err(|error| error.to_string())?;
        let limits = Limits::none().deadline(start + limit);
        let report = model.solver().limits(limits).unique();
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let (word, digits) = match &report.answer {
            Unique::One(grid) => ("one", grid.digits()),
            Unique::None => ("none", &[][..]),
            Unique::Many(..) => ("many", &[][..]),
            Unique::Unknown(..) => ("limit", &[][..]),
        };
        if ms < best {
            best = ms;
            let digits: Vec<String> = digits.iter().map(u8::to_string).collect();
            found = format!(
                "{word}\t{ms:.4}\t{}\t{}",
                report.stats.nodes,
                digits.join(",")
            );
        }
        sum += ms;
        if sum >= 500.0 {
            break;
        }
    }
    Ok(found)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (limit, repeat) = match arguments.as_slice() {
        [limit, repeat] => match (limit.parse(), repeat.parse()) {
            (Ok(limit), Ok(repeat)) if repeat > 0 => (Duration::from_secs(limit), repeat),
            _ => return fail("SECONDS and REPEAT are numbers"),
        },
        _ => return fail("usage: iss-peers SECONDS REPEAT < NAMES"),
    };
    match answer(limit, repeat) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()),
    }
}

fn answer(limit: Duration, repeat: usize) -> io::Result<()> {
    for file in io::stdin().lock().lines() {
        let file = file?;
        let line = prove(&fs::read_to_string(&file)?, limit, repeat).unwrap_or_else(|error| {
            eprintln!("{file}: {error}");
            "cannot\t0\t0\t".to_string()
        });
        // Whoever asks waits for this line before the next name.
        writeln!(io::stdout(), "{line}")?;
    }
    Ok(())
}

fn fail(message: &str) -> ExitCode {
    eprintln!("iss-peers: {message}");
    ExitCode::FAILURE
}
