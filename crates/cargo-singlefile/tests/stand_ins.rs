//! The stand-ins for registry crates do what those crates do: one table of assertions runs against
//! both, but for stacker, which switches stacks where it can.

mod common;

/// The table against the crates of the registry.
#[path = "stand_ins/table.rs"]
mod registry;

use common::{all_print, current, oldest, scratch, with_registry, Compiler};
use std::fs;
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

/// As the crate does on a processor of which it has no assembly.
#[test]
fn stacker_runs_what_it_is_given_in_its_place() {
    let folder = scratch("stand-ins-stacker");
    let program = "fn main() {
            let (mut runs, room) = (0, stacker::remaining_stack());
            println!(\"{}\", stacker::maybe_grow(1 << 10, 1 << 20, || { runs += 1; 3 }));
            println!(\"{} {}\", stacker::grow(1 << 20, || 4), runs + room.map_or(0, |_| 1));
        }";
    fs::write(folder.join("main.rs"), program).unwrap();
    // The crate itself is not read.
    let texts = with_registry(&folder, "stacker", "0.1.25");
    all_print(&folder, &texts, 2021, "3\n4 1\n");
}

/// What stands there for documentation alone is not handed on to where it may not stand.
#[test]
fn bitflags_takes_documentation_of_any_form() {
    let folder = scratch("stand-ins-bitflags-doc");
    let program = "bitflags::bitflags! {
            /// Ways.
            #[doc(hidden)]
            struct Ways: u8 {
                #[doc(alias = \"left\")]
                const WEST = 1;
                #[doc = \"Right.\"]
                const EAST = 2;
            }
        }
        fn main() { println!(\"{}\", Ways::all().bits() + Ways::WEST.bits()); }";
    fs::write(folder.join("main.rs"), program).unwrap();
    let texts = with_registry(&folder, "bitflags", "2.9.0");
    all_print(&folder, &texts, 2021, "4\n");
}
