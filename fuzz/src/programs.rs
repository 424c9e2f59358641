//! The contest programs as they are, each with a `main` that nobody calls here: `build.rs` finds
//! them, and lists them in `ALL`.

#![allow(dead_code)]

use judge_io::{Failure, Input};

/// What a program does between input and output.
pub(crate) type Solve = fn(&Input) -> Result<String, Failure>;

/// Runs a program on bytes that it will get through soon, and looks at its answer.
pub(crate) type Judge = fn(&[u8], Solve);

include!(concat!(env!("OUT_DIR"), "/programs.rs"));
