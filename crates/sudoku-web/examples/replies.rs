//! Answers requests, a line each, as the module does in a browser:
//! `echo '{"ask": "count", "sheet": "board 4x4"}' | cargo run -p sudoku-web --example replies`.
//! With `--times`, the nanoseconds of each stand before it.

use std::io::{self, BufRead, Write};
use std::time::Instant;

fn main() -> io::Result<()> {
    let times = std::env::args().any(|argument| argument == "--times");
    let mut out = io::stdout().lock();
    for request in io::stdin().lock().lines() {
        let (request, start) = (request?, Instant::now());
        let reply = sudoku_web::reply(&request);
        if times {
            write!(out, "{}\t", start.elapsed().as_nanos())?;
        }
        writeln!(out, "{reply}")?;
    }
    Ok(())
}
