//! Small programs that are hard to bundle (`tests/fixtures`): their bundles compile, do what the programs do, and carry
//! nothing whose name says that it is unused.

mod common;

use common::{all_print, both, bundle, fixtures, original, scratch, singlefile, Target};
use insta::assert_snapshot;
use std::fs;
use std::path::{Path, PathBuf};

/// Bundles a program, and holds both forms to what the program itself prints.
#[track_caller]
fn bundles_well(target: &Target<'_>, edition: u16) {
    let folder = scratch(&format!("fixture-{}", target.name));
    let (expected, forms) = both(|| original(target), || both_forms(target, &folder));
    let texts = forms.map(|(_, text)| text);
    all_print(&folder, &texts, edition, &expected);
    for text in texts {
        let mut lines = text.lines();
        let unused = lines.find(|line| line.to_lowercase().contains("dropped"));
        assert_eq!(unused, None, "{text}");
    }
}

/// The readable and the minified bundle of a target, in files of a folder, made at once.
#[track_caller]
fn both_forms(target: &Target<'_>, folder: &Path) -> [(PathBuf, String); 2] {
    let files = ["readable.rs", "minified.rs"].map(|name| folder.join(name));
    singlefile()
        .args(target.arguments())
        .arg("-o")
        .arg(&files[0])
        .arg("--minified")
        .arg(&files[1])
        .succeed();
    files.map(|file| {
        let text = fs::read_to_string(&file).unwrap();
        (file, text)
    })
}

macro_rules! fixtures {
    ($($test:ident: $package:literal, $target:expr, $edition:literal;)*) => {
        $(
            #[test]
            fn $test() {
                bundles_well(&$target.of($package), $edition);
            }
        )*
    };
}

fixtures! {
    modules_in_files_and_in_line: "modules", Target::bin("modules"), 2021;
    paths_of_every_kind: "paths", Target::bin("paths"), 2021;
    imports_and_exports: "imports", Target::bin("imports"), 2021;
    same_names_in_several_crates: "clashes", Target::bin("clashes"), 2021;
    crates_under_other_names: "renames", Target::bin("renames"), 2021;
    macros_by_text_order_path_and_import: "macros", Target::bin("macros"), 2021;
    macros_as_in_older_editions: "macro-use", Target::bin("macro-use"), 2018;
    generics_and_traits: "generics", Target::bin("generics"), 2021;
    features_and_cfg: "features", Target::bin("features"), 2021;
    files_as_text_bytes_and_code: "include", Target::bin("include"), 2021;
    a_crate_that_comes_by_two_ways: "chain", Target::bin("chain"), 2021;
    unused_things_that_use_each_other: "unused", Target::bin("unused"), 2021;
    tokens_that_printers_damage: "lexical", Target::bin("lexical"), 2021;
    one_of_several_programs: "targets", Target::bin("first"), 2021;
    another_of_several_programs: "targets", Target::bin("second"), 2021;
    an_example_in_a_file: "targets", Target::example("single"), 2021;
    an_example_in_a_folder: "targets", Target::example("folder"), 2021;
    crates_of_the_registry: "registry", Target::bin("registry"), 2021;
    what_a_stand_in_lacks: "registry", Target::bin("spilled"), 2021;
    what_procedural_macros_write: "written", Target::bin("written"), 2021;
    what_procedural_macros_write_by_way_of_others: "by-way", Target::bin("by-way"), 2021;
    what_build_scripts_find_out: "scripts", Target::bin("scripts"), 2021;
    everything_at_once: "all", Target::bin("all"), 2021;
}

#[test]
fn bundles_are_the_same_byte_for_byte_every_time() {
    let sizes = [&[][..], &["--minify"]].map(|options| {
        let first = bundle(&Target::bin("macros").of("macros"), options);
        // From another folder, with another path to the manifest.
        let manifest = fixtures().join("modules/../Cargo.toml");
        let mut again = singlefile();
        again.args(options).arg("--manifest-path").arg(manifest);
        again
            .args(["--bin", "macros"])
            .current_dir(&std::env::temp_dir());
        assert_eq!(again.succeed(), first);
        first.len()
    });
    assert!(sizes[1] < sizes[0], "{sizes:?}");
}

#[test]
fn both_forms_at_once_are_those_of_two_runs() {
    let target = Target::bin("chain").of("chain");
    let both = both_forms(&target, &scratch("both"));
    let one_by_one = [&[][..], &["--minify"]].map(|options| bundle(&target, options));
    assert_eq!(both.map(|(_, text)| text), one_by_one);
}

#[test]
fn writes_the_file_that_is_asked_for() {
    let file = scratch("output").join("bundle.rs");
    let target = Target::bin("chain").of("chain");
    let mut run = singlefile();
    run.args(target.arguments()).arg("-o").arg(&file);
    assert_eq!(run.succeed(), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), bundle(&target, &[]));
}

/// The message of a refusal, after a look that no file was written or changed.
#[track_caller]
fn refusal(package: &str, name: &str) -> String {
    let folder = scratch(&format!("refused-{name}"));
    let (new, old) = (folder.join("new.rs"), folder.join("old.rs"));
    fs::write(&old, "kept").unwrap();
    let mut messages = Vec::new();
    for file in [&new, &old] {
        let output = singlefile()
            .args(Target::bin(name).of(package).arguments())
            .arg("-o")
            .arg(file)
            .output();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        messages.push(String::from_utf8(output.stderr).unwrap());
    }
    assert!(!new.exists(), "{}", new.display());
    assert_eq!(fs::read_to_string(&old).unwrap(), "kept");
    assert_eq!(messages[0], messages[1]);
    messages.remove(0)
}

#[test]
fn refuses_procedural_macros_where_nothing_is_put_with_macros_by_name() {
    assert_snapshot!(refusal("refused/uses-derive", "calls-it"), @"
    error: crate `derive` 0.1.0 cannot be carried: it is a procedural macro (`seven`), which runs inside the compiler
      in `seven` of `calls_it`: it is called where no items, statements or value can be put
    help: write what it writes by hand, or do without it
    ");
    // Without what it writes the program would compile, and be silent.
    assert_snapshot!(refusal("refused/uses-derive", "submits-it"), @"
    error: crate `derive` 0.1.0 cannot be carried: it is a procedural macro (`Submits`), which runs inside the compiler
      in `Nothing` of `submits_it`: cannot find `submit` in `crate`
    help: write what it writes by hand, or do without it
    ");
    // What it says is wrong goes without a trace where items stand.
    assert_snapshot!(refusal("refused/uses-derive", "fails-it"), @"
    error: crate `derive` 0.1.0 cannot be carried: it is a procedural macro (`Fails`), which runs inside the compiler
      in `Nothing` of `fails_it`: no `answer` is known
    help: write what it writes by hand, or do without it
    ");
}

#[test]
fn takes_a_program_that_leaves_its_procedural_macros_alone() {
    let target = Target::bin("leaves-it").of("refused/uses-derive");
    bundles_well(&target, 2021);
}

/// Nobody uses the macro, which is handed on beside the trait of its name.
#[test]
fn takes_a_trait_beside_the_derive_of_its_name() {
    let target = Target::bin("uses-trait").of("refused/uses-derive");
    bundles_well(&target, 2021);
}

/// Paths that begin with the name are of the crate, although a macro is imported by it.
#[test]
fn takes_a_procedural_macro_of_the_name_of_a_crate() {
    let target = Target::bin("uses-name").of("refused/uses-derive");
    bundles_well(&target, 2021);
}

/// It switches stacks on processors that it knows, which is left out.
#[test]
fn takes_the_crate_psm_without_its_assembly() {
    let target = Target::bin("uses-psm").of("refused/uses-script");
    bundles_well(&target, 2021);
}

#[test]
fn refuses_build_scripts_that_link_by_name() {
    assert_snapshot!(refusal("refused/uses-script", "uses-script"), @"
    error: crate `script` 0.1.0 cannot be carried: it has a build script that links native libraries
    help: what cannot be carried can be left out: features of the crate that turn it off, or another crate
    ");
    assert_snapshot!(refusal("refused/uses-between", "uses-between"), @"
    error: crate `script` 0.1.0, which is here by way of `between`, cannot be carried: it has a build script that links native libraries
    help: what cannot be carried can be left out: features of the crate that turn it off, or another crate
    ");
}

#[test]
fn refuses_a_program_whose_own_build_script_links() {
    assert_snapshot!(refusal("refused/own-script", "own-script"), @"
    error: crate `own-script` 0.1.0 cannot be carried: it has a build script that links native libraries
    help: put what the script makes into the sources, and the script away
    ");
}
