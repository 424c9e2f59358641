//! The bundles of the contest programs: judges' compilers take them without a warning, they pass
//! the tests of the programs, and they are as small as `sizes.tsv` says.
//!
//! `SINGLEFILE_WRITE_SIZES=1 cargo test -p cargo-singlefile --test bundles sizes` writes that file
//! and the table in `README.md` anew.

mod common;

use cargo_singlefile::Form;
use common::{current, oldest, scratch, singlefile, workspace, Compiler, Run};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The sources of the programs.
fn sources() -> PathBuf {
    workspace().join("bins/src/bin")
}

/// The names of the programs, in order.
fn programs() -> Vec<String> {
    let sources = fs::read_dir(sources()).unwrap();
    let mut names: Vec<String> = sources
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    names.sort();
    assert!(!names.is_empty(), "no programs");
    names
}

/// Which programs: all, or one of each kind: of those that import from the same crates, and search
/// or do not, the one that needs the least code, as the compiler takes seconds for each. The others
/// are made by a command of their own.
#[derive(Clone, Copy, Debug)]
enum Which {
    OfEachKind,
    All,
}

impl Which {
    fn programs(self) -> Vec<String> {
        if let Which::All = self {
            return programs();
        }
        let committed = committed();
        // Readable forms may have small parts.
        let size = |program: &String| committed.get(program).map_or(0, |sizes| sizes[1]);
        let (mut programs, mut kinds) = (programs(), BTreeSet::new());
        programs.sort_by_key(size);
        programs.retain(|program| kinds.insert((crates(program), searches(program))));
        programs
    }
}

fn source(program: &str) -> String {
    fs::read_to_string(sources().join(program).with_extension("rs")).unwrap()
}

/// The crates that a program imports from.
fn crates(program: &str) -> BTreeSet<String> {
    let source = source(program);
    let paths = source.lines().filter_map(|line| line.strip_prefix("use "));
    let roots = paths.filter_map(|path| path.split(':').next());
    roots
        .filter(|&root| root != "std")
        .map(str::to_string)
        .collect()
}

/// Does a program name an engine or a backend?
fn searches(program: &str) -> bool {
    let source = source(program);
    source.contains("Backend::") || source.contains("Engine::")
}

/// The strictest limit on the size of a source that judges of these problems have.
const SOURCE_LIMIT: usize = 64 * 1024;

struct Bundle {
    program: String,
    form: Form,
    source: PathBuf,
    text: String,
}

/// The bundles of a form, made once for all tests, also if one of them fails. Only those of all
/// programs are there in both forms.
fn bundles(form: Form, which: Which) -> impl Iterator<Item = &'static Bundle> {
    type Made = OnceLock<Option<Vec<Bundle>>>;
    static BUNDLES: [Made; 2] = [const { OnceLock::new() }; 2];
    let made = BUNDLES[which as usize].get_or_init(|| {
        let folder = scratch(&format!("bundles-{which:?}"));
        // A bundle takes seconds, nearly all of them in the compiler: as many are made at a time as
        // there are processors. One by one, here and below: of a part of the list that has been
        // begun nobody else takes what is left.
        let all = which.programs().into_par_iter().with_max_len(1);
        let all = all.map(|program| catch_unwind(|| bundle(&program, which, &folder)).ok());
        let all: Option<Vec<_>> = all.collect();
        all.map(|all| all.into_iter().flatten().collect())
    });
    let made = made.as_ref();
    let made = made.expect("the first of the tests that fail shows which program is not bundled");
    made.iter().filter(move |bundle| bundle.form == form)
}

fn bundle(program: &str, which: Which, folder: &Path) -> Vec<Bundle> {
    let forms = match which {
        Which::OfEachKind => &Form::FULL[..1],
        Which::All => &Form::FULL,
    };
    let source = |form: &Form| folder.join(format!("{program}-{form:?}.rs"));
    let mut run = singlefile();
    for (form, option) in forms.iter().zip(["--output", "--minified"]) {
        run.arg(option).arg(source(form));
    }
    let here = scratch(&format!("bundled-{program}-{which:?}"));
    let manifest = workspace().join("Cargo.toml");
    run.arg(program).arg("--manifest-path").arg(manifest);
    run.current_dir(&here).succeed();
    // The compiler writes files where it stands, unless it is told not to.
    let left = fs::read_dir(&here).unwrap().count();
    assert_eq!(left, 0, "files in {}", here.display());
    let bundles = forms.iter().map(|&form| Bundle {
        program: program.to_owned(),
        form,
        source: source(&form),
        text: fs::read_to_string(source(&form)).unwrap(),
    });
    bundles.collect()
}

/// Compiles all bundles of a form, and runs the tests of the programs with the results in their
/// place.
fn pass_the_tests_of_the_programs(form: Form, which: Which, compiler: &Compiler, edition: &str) {
    let of = format!("{form:?}-{which:?}-{}-{edition}", compiler.name);
    let folder = scratch(&format!("programs-{of}"));
    let all: Vec<&Bundle> = bundles(form, which).collect();
    all.into_par_iter().with_max_len(1).for_each(|bundle| {
        let program = folder.join(&bundle.program);
        compiler.build(&bundle.source, edition, &program);
    });
    let mut cargo = Run::new(env!("CARGO"));
    // By no package, as then the libraries are those that the whole suite has compiled.
    cargo.args(["test", "--locked", "--test", "programs"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let tests = cargo
        .env("JUDGE_BIN_DIR", &folder)
        .current_dir(&workspace())
        .succeed();
    // The test program has to say so; nothing else may have run.
    assert_eq!(tests.matches("test result: ok.").count(), 1, "{tests}");
    assert!(!tests.contains(" 0 passed"), "{tests}");
}

#[test]
fn readable_bundles_pass_the_tests_of_the_programs() {
    pass_the_tests_of_the_programs(Form::Readable, Which::OfEachKind, &current(), "2021");
}

#[test]
#[ignore = "takes minutes: cargo test --release -p cargo-singlefile --tests -- --ignored readable"]
fn all_readable_bundles_pass_the_tests_of_the_programs() {
    pass_the_tests_of_the_programs(Form::Readable, Which::All, &current(), "2021");
}

#[test]
#[ignore = "takes a minute: cargo test --release -p cargo-singlefile --tests -- --ignored minified"]
fn minified_bundles_pass_the_tests_of_the_programs() {
    pass_the_tests_of_the_programs(Form::Minified, Which::All, &current(), "2024");
}

/// In an edition older than that of the programs, which a judge has: `TryFrom` is out of reach
/// there, and arrays loop by reference.
#[test]
#[ignore = "needs rustc 1.63: .ci/rust-1.63, then cargo test --release -p cargo-singlefile --tests -- --ignored oldest"]
fn bundles_of_the_oldest_compiler_pass_the_tests_of_the_programs() {
    pass_the_tests_of_the_programs(Form::Minified, Which::All, &oldest(), "2018");
}

fn takes_without_a_warning_in_every_edition(compiler: &Compiler, form: Form, which: Which) {
    let folder = scratch(&format!("metadata-{form:?}-{which:?}-{}", compiler.name));
    let all: Vec<&Bundle> = bundles(form, which).collect();
    for edition in compiler.editions() {
        all.par_iter().with_max_len(1).for_each(|bundle| {
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
        });
    }
}

#[test]
fn the_compiler_takes_the_bundles_without_a_warning_in_every_edition() {
    takes_without_a_warning_in_every_edition(&current(), Form::Readable, Which::OfEachKind);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p cargo-singlefile --tests -- --ignored readable"]
fn the_compiler_takes_all_readable_bundles_without_a_warning_in_every_edition() {
    takes_without_a_warning_in_every_edition(&current(), Form::Readable, Which::All);
}

#[test]
#[ignore = "takes a minute: cargo test --release -p cargo-singlefile --tests -- --ignored minified"]
fn the_compiler_takes_the_minified_bundles_without_a_warning_in_every_edition() {
    takes_without_a_warning_in_every_edition(&current(), Form::Minified, Which::All);
}

#[test]
#[ignore = "needs rustc 1.63: .ci/rust-1.63, then cargo test --release -p cargo-singlefile --tests -- --ignored oldest"]
fn the_oldest_compiler_takes_the_bundles_without_a_warning_in_every_edition() {
    for form in Form::FULL {
        takes_without_a_warning_in_every_edition(&oldest(), form, Which::All);
    }
}

/// What depends on the processor is never seen by the compiler that makes a bundle. WebAssembly has
/// none of the instructions, and its library is unpacked with the oldest compiler.
#[test]
#[ignore = "needs rustc 1.63: .ci/rust-1.63, then cargo test --release -p cargo-singlefile --tests -- --ignored oldest"]
fn the_oldest_compiler_takes_the_bundles_for_another_processor() {
    let folder = scratch("metadata-another-processor");
    let all = Form::FULL.into_iter();
    let all: Vec<&Bundle> = all.flat_map(|form| bundles(form, Which::All)).collect();
    all.into_par_iter().with_max_len(1).for_each(|bundle| {
        let mut rustc = oldest().rustc("2018");
        rustc.args([
            "--target",
            "wasm32-unknown-unknown",
            "--emit=metadata",
            "--out-dir",
        ]);
        rustc.args([&folder, &bundle.source]).succeed();
    });
}

fn sizes_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sizes.tsv")
}

const SIZES_HEADER: &str = "\
# Bytes of the bundles: SINGLEFILE_WRITE_SIZES=1 cargo test -p cargo-singlefile --test bundles sizes
# program\treadable\tminified
";

/// What the file says of each program, in the order of [`Form::FULL`].
fn committed() -> BTreeMap<String, [usize; 2]> {
    let text = fs::read_to_string(sizes_file()).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.map(|row| match row.split('\t').collect::<Vec<_>>()[..] {
        [program, readable, minified] => {
            let sizes = [readable, minified].map(|size| size.parse().unwrap());
            (program.to_string(), sizes)
        }
        _ => panic!("{row:?} in sizes.tsv"),
    });
    rows.collect()
}

fn readme() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")
}

/// The part of the README that has these sizes.
fn table(sizes: &BTreeMap<String, [usize; 2]>) -> String {
    let rows = sizes.iter().map(|(program, [readable, minified])| {
        format!("| `{program}` | {readable} | {minified} |\n")
    });
    let header = "| program | `cargo singlefile` | `--minify` |\n|---|--:|--:|\n";
    header.to_string() + &rows.collect::<String>()
}

fn write_sizes() {
    let before = table(&committed());
    let page = fs::read_to_string(readme()).unwrap();
    assert!(page.contains(&before), "README.md has other sizes");
    let [readable, minified] =
        Form::FULL.map(|form| bundles(form, Which::All).map(|bundle| bundle.text.len()));
    let sizes = readable.zip(minified).map(<[usize; 2]>::from);
    let sizes: BTreeMap<_, _> = programs().into_iter().zip(sizes).collect();
    let rows = sizes
        .iter()
        .map(|(program, [readable, minified])| format!("{program}\t{readable}\t{minified}\n"));
    let rows: String = rows.collect();
    fs::write(sizes_file(), SIZES_HEADER.to_string() + &rows).unwrap();
    fs::write(readme(), page.replace(&before, &table(&sizes))).unwrap();
}

/// That needs no bundle, so it is the first to say what a new program lacks.
#[test]
fn the_file_and_the_readme_have_a_row_for_every_program() {
    let committed = committed();
    for program in programs() {
        let known = committed.contains_key(&program);
        assert!(known, "{program} has no row in sizes.tsv");
    }
    assert!(
        committed.keys().eq(&programs()),
        "sizes.tsv has too many rows"
    );
    let page = fs::read_to_string(readme()).unwrap();
    let table = table(&committed);
    assert!(page.contains(&table), "README.md lacks\n{table}");
}

fn sizes_are_those_in_the_file(form: Form, which: Which) {
    let committed = committed();
    for bundle in bundles(form, which) {
        let (program, size) = (&bundle.program, bundle.text.len());
        let committed = committed.get(program);
        let committed = committed.unwrap_or_else(|| panic!("no {program} in sizes.tsv"));
        let committed = committed[form as usize];
        assert!(
            size.abs_diff(committed) * 20 <= committed,
            "{program}, {form:?}: {size} bytes, {committed} in sizes.tsv"
        );
    }
}

#[test]
fn sizes_are_those_that_are_committed() {
    if std::env::var_os("SINGLEFILE_WRITE_SIZES").is_some() {
        write_sizes();
    } else {
        sizes_are_those_in_the_file(Form::Readable, Which::OfEachKind);
    }
}

fn are_complete_and_small_enough(form: Form, which: Which) {
    for bundle in bundles(form, which) {
        let (size, source) = (bundle.text.len(), bundle.source.display());
        assert!(size < SOURCE_LIMIT, "{source}: {size} bytes");
        let header = bundle
            .text
            .lines()
            .take_while(|line| line.starts_with("//"));
        let header = header.collect::<Vec<_>>().join("\n");
        for part in ["cargo singlefile", &bundle.program, "MIT OR Apache-2.0"] {
            assert!(header.contains(part), "{source}: {header}");
        }
        for part in [
            "extern crate",
            "cfg(test)",
            "feature =",
            "proptest",
            "include!(",
            "///",
        ] {
            assert!(!bundle.text.contains(part), "{source}: {part}");
        }
    }
}

/// Every judge takes a source of this size; the header says what it is and where it comes from;
/// nothing is left that needs cargo or is only for development.
#[test]
fn readable_bundles_are_complete_and_small_enough() {
    are_complete_and_small_enough(Form::Readable, Which::OfEachKind);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p cargo-singlefile --tests -- --ignored readable"]
fn all_readable_bundles_are_complete_and_as_small_as_committed() {
    are_complete_and_small_enough(Form::Readable, Which::All);
    sizes_are_those_in_the_file(Form::Readable, Which::All);
}

#[test]
#[ignore = "takes a minute: cargo test --release -p cargo-singlefile --tests -- --ignored minified"]
fn minified_bundles_are_complete_and_as_small_as_committed() {
    are_complete_and_small_enough(Form::Minified, Which::All);
    sizes_are_those_in_the_file(Form::Minified, Which::All);
}

/// A program that searches names its engine or backend; one that does not carries no search.
#[test]
fn a_program_without_search_carries_none() {
    let mut without = 0;
    for bundle in bundles(Form::Readable, Which::OfEachKind) {
        let carried = bundle.text.replace('\n', " ").contains("mod exactcover");
        let source = bundle.source.display();
        assert_eq!(carried, searches(&bundle.program), "{source}");
        without += usize::from(!carried);
    }
    assert!(without > 0, "all programs search");
}
