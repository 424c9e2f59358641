//! The bundles of the five programs: judges' compilers take them without a warning, they pass the tests of the
//! programs, and they are as small as `sizes.tsv` says.
//!
//! `SINGLEFILE_WRITE_SIZES=1 cargo test -p cargo-singlefile --test bundles sizes` writes that file anew.

mod common;

use common::{current, oldest, scratch, singlefile, workspace, Compiler, Run};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, thread};

const PROGRAMS: [&str; 5] = [
    "killer_colors",
    "killer_sudoku",
    "cross_hatching",
    "su_domino_ku",
    "sudoku16",
];

/// The strictest limit on the size of a source that judges of these problems have.
const SOURCE_LIMIT: usize = 64 * 1024;

/// The two forms of the bundles, made once for all tests.
struct Bundle {
    program: &'static str,
    form: &'static str,
    source: PathBuf,
    text: String,
}

const FORMS: [&str; 2] = ["readable", "minified"];

fn bundles() -> &'static [Bundle] {
    static BUNDLES: OnceLock<Vec<Bundle>> = OnceLock::new();
    BUNDLES.get_or_init(|| {
        let folder = scratch("bundles");
        // A bundle takes seconds, nearly all of them in the compiler: so the programs are bundled side by side.
        thread::scope(|scope| {
            let folder = &folder;
            let both = PROGRAMS.map(|program| scope.spawn(move || bundle(program, folder)));
            both.into_iter()
                .flat_map(|both| both.join().unwrap())
                .collect()
        })
    })
}

fn bundle(program: &'static str, folder: &Path) -> [Bundle; 2] {
    FORMS.map(|form| {
        let mut run = singlefile();
        if form == "minified" {
            run.arg("--minify");
        }
        let here = scratch(&format!("bundled-{program}-{form}"));
        let manifest = workspace().join("Cargo.toml");
        run.arg(program).arg("--manifest-path").arg(manifest);
        let text = run.current_dir(&here).succeed();
        // The compiler writes files where it stands, unless it is told not to.
        let left = fs::read_dir(&here).unwrap().count();
        assert_eq!(left, 0, "files in {}", here.display());
        let source = folder.join(format!("{program}_{form}.rs"));
        fs::write(&source, &text).unwrap();
        Bundle {
            program,
            form,
            source,
            text,
        }
    })
}

/// Compiles all bundles of a form, and runs the tests of the programs with the results in their place.
fn pass_the_tests_of_the_programs(form: &str, compiler: &Compiler, edition: &str) {
    let folder = scratch(&format!("programs-{form}-{}-{edition}", compiler.name));
    thread::scope(|scope| {
        for bundle in bundles().iter().filter(|bundle| bundle.form == form) {
            let program = folder.join(bundle.program);
            scope.spawn(move || compiler.build(&bundle.source, edition, &program));
        }
    });
    let mut cargo = Run::new(env!("CARGO"));
    cargo.args(["test", "--locked", "--package", "judge"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let tests = cargo
        .env("JUDGE_BIN_DIR", &folder)
        .current_dir(&workspace())
        .succeed();
    // Each of the three test programs has to say so; nothing else may have run.
    assert_eq!(tests.matches("test result: ok.").count(), 3, "{tests}");
    assert!(!tests.contains(" 0 passed"), "{tests}");
}

#[test]
fn readable_bundles_pass_the_tests_of_the_programs() {
    pass_the_tests_of_the_programs("readable", &current(), "2021");
}

#[test]
fn minified_bundles_pass_the_tests_of_the_programs() {
    pass_the_tests_of_the_programs("minified", &current(), "2024");
}

/// One form in an edition older than that of the programs, which a judge has; `TryFrom` is out of reach there, and arrays
/// loop by reference.
#[test]
#[ignore = "needs rustc 1.63: .ci/rust-1.63, then cargo test --release -p cargo-singlefile --tests -- --ignored oldest"]
fn bundles_of_the_oldest_compiler_pass_the_tests_of_the_programs() {
    pass_the_tests_of_the_programs("minified", &oldest(), "2021");
    pass_the_tests_of_the_programs("readable", &oldest(), "2018");
}

fn takes_the_bundles_without_a_warning_in_every_edition(compiler: &Compiler) {
    let folder = scratch(&format!("metadata-{}", compiler.name));
    for edition in compiler.editions() {
        for bundle in bundles() {
            let mut rustc = compiler.rustc(edition);
            let output = rustc
                .args(["--emit=metadata", "--out-dir"])
                .args([&folder, &bundle.source])
                .output();
            let stderr = String::from_utf8_lossy(&output.stderr);
            let what = format!(
                "{} with {}, edition {edition}",
                bundle.source.display(),
                compiler.name
            );
            assert!(
                output.status.success() && stderr.is_empty(),
                "{what}\n{stderr}"
            );
        }
    }
}

#[test]
fn the_compiler_takes_the_bundles_without_a_warning_in_every_edition() {
    takes_the_bundles_without_a_warning_in_every_edition(&current());
}

#[test]
#[ignore = "needs rustc 1.63: .ci/rust-1.63, then cargo test --release -p cargo-singlefile --tests -- --ignored oldest"]
fn the_oldest_compiler_takes_the_bundles_without_a_warning_in_every_edition() {
    takes_the_bundles_without_a_warning_in_every_edition(&oldest());
}

fn sizes_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sizes.tsv")
}

const SIZES_HEADER: &str =
    "# Bytes of the bundles: SINGLEFILE_WRITE_SIZES=1 cargo test -p cargo-singlefile --test bundles sizes\n\
                            # program\treadable\tminified\n";

#[test]
fn sizes_are_those_that_are_committed() {
    let sizes = PROGRAMS.map(|program| {
        FORMS.map(|form| {
            let bundle = bundles()
                .iter()
                .find(|it| (it.program, it.form) == (program, form));
            bundle.unwrap().text.len()
        })
    });
    if std::env::var_os("SINGLEFILE_WRITE_SIZES").is_some() {
        let lines = PROGRAMS.iter().zip(sizes);
        let lines = lines
            .map(|(program, [readable, minified])| format!("{program}\t{readable}\t{minified}\n"));
        fs::write(
            sizes_file(),
            SIZES_HEADER.to_string() + &lines.collect::<String>(),
        )
        .unwrap();
        return;
    }
    let committed = fs::read_to_string(sizes_file()).unwrap();
    let lines: Vec<&str> = committed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(lines.len(), PROGRAMS.len(), "{committed}");
    for ((line, program), sizes) in lines.iter().zip(PROGRAMS).zip(sizes) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!((fields[0], fields.len()), (program, 3), "{line}");
        for ((form, size), field) in FORMS.iter().zip(sizes).zip(&fields[1..]) {
            let committed: usize = field.parse().unwrap();
            assert!(
                size.abs_diff(committed) * 20 <= committed,
                "{program}, {form}: {size} bytes, {committed} in sizes.tsv"
            );
        }
    }
}

#[test]
fn every_judge_takes_a_source_of_this_size() {
    for bundle in bundles() {
        let size = bundle.text.len();
        assert!(
            size < SOURCE_LIMIT,
            "{}: {size} bytes",
            bundle.source.display()
        );
    }
}

#[test]
fn headers_say_what_the_file_is_and_where_it_comes_from() {
    for bundle in bundles() {
        let header: Vec<&str> = bundle
            .text
            .lines()
            .take_while(|line| line.starts_with("//"))
            .collect();
        let header = header.join("\n");
        for part in ["cargo singlefile", bundle.program, "MIT OR Apache-2.0"] {
            assert!(
                header.contains(part),
                "{}: {header}",
                bundle.source.display()
            );
        }
    }
}

#[test]
fn nothing_is_left_that_needs_cargo_or_is_only_for_development() {
    for bundle in bundles() {
        for part in [
            "extern crate",
            "cfg(test)",
            "feature =",
            "proptest",
            "include!(",
            "///",
        ] {
            assert!(
                !bundle.text.contains(part),
                "{}: {part}",
                bundle.source.display()
            );
        }
    }
}

#[test]
fn a_program_without_search_carries_none() {
    for bundle in bundles().iter().filter(|bundle| bundle.form == "readable") {
        let searches = bundle.text.contains("mod exactcover");
        assert_eq!(
            searches,
            bundle.program != "cross_hatching",
            "{}",
            bundle.source.display()
        );
    }
}
