//! The judge programs as they are, each with a `main` that nobody calls here.

#![allow(dead_code)]

#[path = "../../bins/src/bin/cross_hatching.rs"]
pub(crate) mod cross_hatching;
#[path = "../../bins/src/bin/killer_colors.rs"]
pub(crate) mod killer_colors;
#[path = "../../bins/src/bin/killer_sudoku.rs"]
pub(crate) mod killer_sudoku;
#[path = "../../bins/src/bin/su_domino_ku.rs"]
pub(crate) mod su_domino_ku;
#[path = "../../bins/src/bin/sudoku16.rs"]
pub(crate) mod sudoku16;
