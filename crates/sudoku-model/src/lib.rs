//! sudoku-model
