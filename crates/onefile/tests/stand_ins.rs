//! The stand-ins for registry crates do what those crates do: one table of assertions runs against both.

mod common;

/// The table against the crates of the registry.
#[path = "stand_ins/table.rs"]
mod registry;

use common::{compilers, scratch, Compiler};
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

#[test]
fn stand_ins_pass_the_table_with_every_compiler_and_edition() {
    for compiler in compilers() {
        for edition in compiler.editions() {
            passes_the_table(&compiler, edition);
        }
    }
}
