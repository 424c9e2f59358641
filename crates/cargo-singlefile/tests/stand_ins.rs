//! The stand-ins for registry crates do what those crates do: one table of assertions runs against both.

mod common;

/// The table against the crates of the registry.
#[path = "stand_ins/table.rs"]
mod registry;

use common::{current, oldest, scratch, Compiler};
use std::path::Path;

fn passes_the_table(compiler: &Compiler, edition: &str) {
    let folder = scratch(&format!("stand-ins-{}-{edition}", compiler.name));
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut table = compiler.rustc(edition);
    for name in ["smallvec", "bitflags"] {
        let library = folder.join(format!("lib{name}.rlib"));
        compiler
            .rustc(edition)
            .args(["--crate-type", "rlib", "-D", "warnings", "-o"])
            .args([&library, &package.join(format!("stand-ins/{name}.rs"))])
            .succeed();
        table.arg(format!("--extern={name}={}", library.display()));
    }
    let program = folder.join("table");
    table
        .args(["--test", "-D", "warnings", "-o"])
        .args([&program, &package.join("tests/stand_ins/table.rs")])
        .succeed();
    let passed = common::Run::new(&program).succeed();
    assert!(passed.contains("14 passed; 0 failed"), "{passed}");
}

fn pass_the_table_in_every_edition(compiler: &Compiler) {
    for edition in compiler.editions() {
        passes_the_table(compiler, edition);
    }
}

#[test]
fn stand_ins_pass_the_table_in_every_edition() {
    pass_the_table_in_every_edition(&current());
}

#[test]
#[ignore = "needs rustc 1.63: .ci/rust-1.63, then cargo test --release -p cargo-singlefile --tests -- --ignored oldest"]
fn stand_ins_pass_the_table_with_the_oldest_compiler_in_every_edition() {
    pass_the_table_in_every_edition(&oldest());
}
