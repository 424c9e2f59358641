//! `iss-peers SECONDS REPEAT FILES...` proves the puzzle of each file unique. A file has one
//! constraint string of Interactive Sudoku Solver.
//!
//! A line of output for each file: the answer (`one`, `none`, `many`, `limit`, or `cannot` for
//! rules and models that are refused), milliseconds, nodes and the digits of the only solution. The
//! time is the smallest of the repeats, from the parsed rules to the answer: the model is built
//! anew each time.

use std::env;
use std::fs;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use sudoku_model::{text::iss, Limits, Unique};

fn prove(text: &str, limit: Duration, repeat: usize) -> Result<String, String> {
    let mut best = f64::INFINITY;
    let mut found = String::new();
    for _ in 0..repeat {
        let builder = iss::read(text).map_err(|error| error.to_string())?;
        let start = Instant::now();
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
        // What took so long that noise is no matter is not measured again.
        if ms > 500.0 {
            break;
        }
    }
    Ok(found)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (limit, repeat, files) = match arguments.as_slice() {
        [limit, repeat, files @ ..] => match (limit.parse(), repeat.parse()) {
            (Ok(limit), Ok(repeat)) if repeat > 0 => (Duration::from_secs(limit), repeat, files),
            _ => return fail("SECONDS and REPEAT are numbers"),
        },
        _ => return fail("usage: iss-peers SECONDS REPEAT FILES..."),
    };
    for file in files {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => return fail(&format!("{file}: {error}")),
        };
        match prove(&text, limit, repeat) {
            Ok(line) => println!("{line}"),
            Err(error) => {
                eprintln!("{file}: {error}");
                println!("cannot\t0\t0\t");
            }
        }
    }
    ExitCode::SUCCESS
}

fn fail(message: &str) -> ExitCode {
    eprintln!("iss-peers: {message}");
    ExitCode::FAILURE
}
