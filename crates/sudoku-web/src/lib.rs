//! `sudoku-model` for web pages: a WebAssembly module without imports and without glue code.
//!
//! A request is a JSON object with the name of a question and, mostly, a puzzle as a
//! [sheet](sudoku_model::text::sheet); the reply is a JSON object, too:
//!
//! ```
//! let request = r#"{"ask": "unique", "sheet": "board 4x4\ngivens 12.. 34.. .... ...."}"#;
//! let reply = sudoku_web::reply(request);
//! assert!(reply.starts_with(r#"{"answer":"many","grids":[[1,2,"#));
//!
//! let reply = sudoku_web::reply(r#"{"ask": "count", "sheet": "board 4x4\ncage 9 r1c1 r1c2"}"#);
//! assert_eq!(
//!     reply,
//!     r#"{"error":{"cells":[],"line":2,"message":"cage 1: 2 different digits add up to 3..7, not to 9"}}"#
//! );
//! ```
//!
//! # Questions
//! Cells are numbers in row order from 0, sets of digits are bits, bit `d` for the digit `d`. What
//! is in square brackets may be missing; `nodes` limits a search, which otherwise ends when it
//! ends.
//!
//! | `ask` | beside it | reply |
//! |---|---|---|
//! | `read` | `text` | `sheet`: the puzzle in a text of any form |
//! | `write` | `sheet`, `form`: one of `sheet`, `grid`, `iss`, `f-puzzles`, `sudokupad` | `text` |
//! | `look` | `sheet`, \[`theme`\] | what the board is like, its rules as `svg`, and `faults`: the lines that are wrong, which are passed over |
//! | `draw` | `sheet`, \[`theme`: `light`, `dark` or `print`\], \[`digits`\] | `svg`: the puzzle as a picture |
//! | `unique` | `sheet`, \[`nodes`\] | `answer`: `none`, `one`, `many` or `unknown`; up to two `grids`; `nodes` |
//! | `count` | `sheet`, \[`most`\], \[`nodes`\] | `count`, `complete`, `nodes` |
//! | `candidates` | `sheet`, \[`cap`\], \[`nodes`\] | `counts`: for each cell the digits, each with its number of grids up to `cap`; `complete` |
//! | `explain` | `sheet` | `start`: candidates; `steps` with their `changes` of them; `end` |
//! | `rate` | `sheet`, \[`nodes`\] | `rating` in words, `level` from 0 (singles) to 4 (guesses) |
//! | `why` | `sheet`, \[`nodes`\] | `reason` in simple cases; `culprits` that no grid keeps together |
//! | `generate` | `sheet`, `seed`, \[`cages`: the largest size\], \[`symmetry`\], \[`nodes`\] | `sheet`, `rating`, `level`, `nodes` |
//!
//! What is wrong with a request or its puzzle comes back as `error`, with a `message`, the `line`
//! of the sheet and the `cells`, as far as they are known.
//!
//! # Across the border
//! A caller asks for room with `input(length)`, writes UTF-8 there, calls `answer()`, and reads
//! `answer_len()` bytes at the address that it returns. Both texts are vectors of this module, so
//! there is nothing unsafe in it but the names that the outside must know. [`reply`] is the same
//! without the border.
//!
//! Minimum supported Rust version: 1.63.

mod border;
mod human;
mod puzzle;
mod search;

use serde_json::{json, Map, Value};
use sudoku_model::{Limits, Model};

use crate::puzzle::Fault;

/// A request's fields.
struct Request(Map<String, Value>);

impl Request {
    fn text(&self, name: &str) -> Result<&str, Fault> {
        let text = self.0.get(name).and_then(Value::as_str);
        text.ok_or_else(|| Fault::new(format!("the request has no text '{name}'")))
    }

    /// A number, unless the field is missing.
    fn number(&self, name: &str) -> Result<Option<u64>, Fault> {
        let number = |value: &Value| {
            let number = value.as_u64();
            number.ok_or_else(|| Fault::new(format!("'{name}' is no number: {value}")))
        };
        self.0.get(name).map(number).transpose()
    }

    fn model(&self) -> Result<Model, Fault> {
        puzzle::model(self.text("sheet")?)
    }

    fn limits(&self) -> Result<Limits, Fault> {
        let nodes = self.number("nodes")?;
        Ok(nodes.map_or(Limits::none(), |nodes| Limits::none().nodes(nodes)))
    }
}

/// Answers a request: see the [crate](self) for both.
#[must_use]
pub fn reply(request: &str) -> String {
    let answer = answer(request).unwrap_or_else(|fault| json!({ "error": fault.json() }));
    answer.to_string()
}

fn answer(request: &str) -> Result<Value, Fault> {
    let request = match serde_json::from_str(request) {
        Ok(Value::Object(fields)) => Request(fields),
        Ok(_) => return Err(Fault::new("the request is no JSON object")),
        Err(error) => return Err(Fault::new(format!("the request is no JSON: {error}"))),
    };
    match request.text("ask")? {
        "read" => puzzle::read(request.text("text")?),
        "write" => puzzle::write(&request.model()?, request.text("form")?),
        "look" => puzzle::look(&request),
        "draw" => puzzle::draw(&request),
        "unique" => search::unique(&request),
        "count" => search::count(&request),
        "candidates" => search::candidates(&request),
        "generate" => search::generate(&request),
        "explain" => human::explain(&request.model()?),
        "rate" => human::rate(&request.model()?, request.limits()?),
        "why" => human::why(&request.model()?, request.limits()?),
        other => Err(Fault::new(format!("no question is called '{other}'"))),
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
