//! Answers requests, a line each, as the module does in a browser:
//! `echo '{"ask": "count", "sheet": "board 4x4"}' | cargo run -p sudoku-web --example replies`.

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for request in io::stdin().lock().lines() {
        writeln!(out, "{}", sudoku_web::reply(&request?))?;
    }
    Ok(())
}
