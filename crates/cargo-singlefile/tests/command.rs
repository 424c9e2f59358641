//! What the command says and how it ends: comparing by running, files above the limit, lists of
//! names, wrong arguments.

mod common;

use common::{fixtures, scratch, singlefile, Run, Target};
use insta::assert_snapshot;
use std::fs;
use std::path::{Path, PathBuf};

/// How a run has ended: its exit code and what it wrote to standard error, if it wrote nothing to
/// standard output.
#[track_caller]
fn refused(run: &mut Run) -> (i32, String) {
    let output = run.output();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let stderr = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), stderr)
}

/// A comparison of a program of the fixtures with its bundle, which is written to a file.
struct Check {
    run: Run,
    file: PathBuf,
}

impl Check {
    fn of(name: &str, inputs: &[&str]) -> Check {
        let folder = scratch(&format!("check-{name}-{}", inputs.len()));
        let file = folder.join("bundle.rs");
        let mut run = singlefile();
        run.args(Target::bin(name).of("check").arguments())
            .arg("-o")
            .arg(&file)
            .env("CARGO_TARGET_DIR", scratch_of_originals())
            .current_dir(&folder)
            .arg("--check");
        for (number, input) in inputs.iter().enumerate() {
            let name = format!("{number}.in");
            fs::write(folder.join(&name), input).unwrap();
            run.arg(name);
        }
        Check { run, file }
    }

    /// Exit code and standard error, after a look whether there is a file.
    #[track_caller]
    fn ends(&mut self) -> (i32, String) {
        let (code, stderr) = refused(&mut self.run);
        assert_eq!(self.file.exists(), code == 0, "{stderr}");
        (code, stderr)
    }
}

fn scratch_of_originals() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("originals")
}

#[test]
fn what_cargo_says_is_wrong_is_said_once() {
    let (code, said) = refused(singlefile().args(["--manifest-path", "no/Cargo.toml", "program"]));
    assert_eq!(code, 1);
    assert!(
        said.starts_with("error: ") && said.contains("no/Cargo.toml"),
        "{said}"
    );
    assert_eq!(said.matches("error").count(), 1, "{said}");
}

#[test]
fn a_check_says_on_what_both_agree() {
    let (code, stderr) = Check::of("sums", &["1 2", "3\n"]).ends();
    assert_snapshot!(stderr, @"checked: `sums` and its bundle print the same, and end with the same exit code, on 0.in, 1.in");
    assert_eq!(code, 0);
}

#[test]
fn a_check_without_inputs_takes_an_empty_one() {
    let mut check = Check::of("sums", &[]);
    // Nobody reads this.
    check.run.input("1 2");
    let (code, stderr) = check.ends();
    assert_snapshot!(stderr, @"checked: `sums` and its bundle print the same, and end with the same exit code, on no input");
    assert_eq!(code, 0);
}

#[test]
fn a_check_reads_standard_input_if_it_is_told_to() {
    let mut check = Check::of("says-its-line", &[]);
    let (code, stderr) = refused(check.run.arg("-").input("line"));
    assert!(stderr.contains("on standard input; nothing"), "{stderr}");
    assert_eq!(code, 1);
}

#[test]
fn a_difference_is_shown_with_its_line_and_nothing_is_written() {
    let (code, stderr) = Check::of("says-its-line", &["", "line", ""]).ends();
    assert_snapshot!(stderr, @"
    warning: `line` shows `line!()`: in the bundle that is another
    error: the bundle does something else than `says-its-line` on 1.in; nothing is written
    line 2:
      expected: line 19 is not
         found: line 14 is not
    ");
    assert_eq!(code, 1);
}

#[test]
fn a_bundle_that_fails_says_why() {
    let (code, stderr) = Check::of("fails-elsewhere", &[]).ends();
    assert_eq!(code, 1);
    assert!(stderr.contains("expected: exit status: 0"), "{stderr}");
    assert!(stderr.contains("found: exit status: 101"), "{stderr}");
    assert!(stderr.contains("this is no place for me"), "{stderr}");
}

#[test]
fn a_program_that_hangs_does_not_hang_the_check() {
    let mut check = Check::of("hangs", &[]);
    check.run.args(["--timeout", "1"]);
    let (code, stderr) = check.ends();
    assert_snapshot!(stderr, @"error: the original takes longer than 1 s (--timeout) on no input");
    assert_eq!(code, 1);
}

#[test]
fn an_input_that_cannot_be_read_is_an_error_before_anything_is_built() {
    let mut check = Check::of("sums", &["1"]);
    check.run.arg("missing.in").env("CARGO", "no-such-cargo");
    let (code, stderr) = check.ends();
    assert!(stderr.starts_with("error: missing.in: "), "{stderr}");
    assert_eq!(code, 2);
}

#[test]
fn the_small_form_is_the_only_one_or_the_second_one() {
    let mut run = singlefile();
    let (code, stderr) = refused(run.args(["--minify", "--minified", "b.rs", "sums"]));
    assert_snapshot!(stderr, @"error: one of --minify or --terse, the only form, and --minified, a second one; see --help");
    assert_eq!(code, 2);
}

#[test]
fn both_forms_are_checked_at_once_and_written_only_then() {
    for (name, done) in [("sums", 0), ("fails-elsewhere", 1)] {
        let mut check = Check::of(name, &["1", "2", "3"]);
        let small = check.file.with_file_name("minified.rs");
        check.run.arg("--minified").arg(&small);
        let (code, stderr) = check.ends();
        assert_eq!((code, small.exists()), (done, done == 0), "{stderr}");
        assert_eq!(
            stderr.matches("checked: ").count(),
            1 - done as usize,
            "{stderr}"
        );
    }
}

#[test]
fn a_check_without_rustc_is_an_error() {
    let mut check = Check::of("sums", &["1"]);
    check.run.env("RUSTC", "no-such-rustc");
    assert_eq!(check.ends().0, 1);
    check.run.arg("--no-rustc");
    let (code, stderr) = check.ends();
    assert_snapshot!(stderr, @"error: --check needs rustc, and --no-rustc forbids it; see --help");
    assert_eq!(code, 2);
}

/// A bundle with a limit.
fn limited(target: &Target<'_>, limit: &str) -> Run {
    let mut run = singlefile();
    run.args(target.arguments()).args(["--limit", limit]);
    run
}

#[test]
fn a_file_above_the_limit_is_not_written_and_its_parts_are_named_the_largest_first() {
    let file = scratch("limit").join("bundle.rs");
    let large = Target::bin("large").of("large");
    let mut run = limited(&large, "800");
    let (code, stderr) = refused(run.arg("--minify").arg("-o").arg(&file));
    assert_snapshot!(stderr, @"
    error: 979 bytes are above the limit of 800; nothing is written (--allow-large writes it, --limit sets the limit)
    662 bytes  crate large_base
    662 bytes    table
     65 bytes      Values
    204 bytes  the program itself
    113 bytes  crate large_lib
     45 bytes    any
     44 bytes    first
    help: `any` carries large_lib::{any, first, second}, large_base::table: 775 bytes
          `first` carries 44 bytes of that
          `second` carries 686 bytes of that
    ");
    assert_eq!((code, file.exists()), (3, false));
}

#[test]
fn a_file_above_the_limit_is_written_if_that_is_allowed() {
    let large = Target::bin("large").of("large");
    let output = limited(&large, "800")
        .args(["--minify", "--allow-large"])
        .output();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    assert_eq!(
        output.stdout,
        common::bundle(&large, &["--minify"]).into_bytes()
    );
    assert!(stderr.starts_with("warning: "), "{stderr}");
    assert!(stderr.contains("help: `any` carries"), "{stderr}");
}

#[test]
fn the_limit_is_the_largest_size_that_is_written() {
    let small = Target::bin("small").of("large");
    let size = common::bundle(&small, &["--minify"]).len();
    let at = |limit: usize| {
        let mut run = limited(&small, &limit.to_string());
        run.arg("--minify").output().status.code()
    };
    assert_eq!([at(size - 1), at(size)], [Some(3), Some(0)]);
}

#[test]
#[ignore = "takes a minute: cargo test --release -p cargo-singlefile --tests -- --ignored foreign"]
fn a_foreign_program_is_told_which_calls_carry_less() {
    let any = Target::bin("any-engine").of("foreign");
    let output = limited(&any, "65536")
        .args(["--minify", "--allow-large"])
        .output();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    // In kilobytes, by what they are said of.
    let room = |text: &str| -> f64 {
        let line = stderr.lines().find(|line| line.contains(text));
        let line = line.unwrap_or_else(|| panic!("{text}: {stderr}"));
        let words: Vec<&str> = line.split_whitespace().collect();
        let unit = words.iter().rposition(|word| *word == "kB").unwrap();
        words[unit - 1].parse().unwrap()
    };
    let all = room("help: `Problem::search`, which leaves the choice to `Engine::AUTO`, carries exactcover::engine::{auto, cells, masks, rows, table}: ");
    let [cells, masks, rows] = ["CELLS", "MASKS", "ROWS"]
        .map(|name| room(&format!("`Problem::search_with(Engine::{name})` carries")));
    assert!(
        0.0 < cells && cells < masks.min(rows) && masks.max(rows) < all,
        "{stderr}"
    );
    assert!(all < room("crate exactcover"), "{stderr}");

    // With the advice it fits, and is as much smaller as was said.
    let one = Target::bin("one-engine").of("foreign");
    let small = limited(&one, "65536").arg("--minify").succeed().len() as f64 / 1000.0;
    let large = output.stdout.len() as f64 / 1000.0;
    assert!(
        (large - small) / (all - cells) > 0.9,
        "{large} {small} {stderr}"
    );

    let any = Target::bin("any-backend").of("foreign");
    let (code, stderr) = refused(limited(&any, "65536").arg("--no-rustc"));
    assert_eq!(code, 3, "{stderr}");
    let advice: Vec<&str> = stderr
        .lines()
        .skip_while(|line| !line.starts_with("help: "))
        .collect();
    let [first, others @ ..] = &advice[..] else {
        panic!("{stderr}")
    };
    assert!(
        first.starts_with("help: `Model::solver`, which leaves the choice to `Backend::AUTO`, carries sudoku_model::parts::cover, sudoku_model::solve::{candidates, cover, dominoes, handover, plain16, plain9}, exactcover::{engine, run}: "),
        "{stderr}"
    );
    for name in ["PLAIN9", "PLAIN16", "CANDIDATES", "DOMINOES"] {
        let call = format!("`Model::solver_with(Backend::{name})`");
        assert_eq!(
            others.iter().filter(|line| line.contains(&call)).count(),
            1,
            "{stderr}"
        );
    }
}

#[test]
fn without_a_name_it_lists_what_there_is() {
    let manifest = fixtures().join("targets/Cargo.toml");
    let mut run = singlefile();
    run.arg("singlefile").args(["--package", "targets"]);
    let list = run.current_dir(&fixtures().join("targets")).succeed();
    assert_snapshot!(list, @"
    targets
        cargo singlefile first
        cargo singlefile second
        cargo singlefile --example folder
        cargo singlefile --example single
    ");
    let mut run = singlefile();
    let all = run
        .arg("singlefile")
        .arg("--manifest-path")
        .arg(&manifest)
        .succeed();
    let line = format!(
        "    cargo singlefile --manifest-path {} --example single\n",
        manifest.display()
    );
    assert!(all.contains(&line), "{all}");
    assert!(all.contains("\ntargets\n"), "{all}");
}

#[test]
fn names_what_there_is_when_asked_for_something_else() {
    let message = |target: Target<'_>| {
        let (code, stderr) = refused(
            singlefile()
                .args(target.of("targets").arguments())
                .args(["--package", "targets"]),
        );
        assert_eq!(code, 2);
        stderr
    };
    assert_snapshot!(message(Target::example("third")), @"error: no example named `third` in this workspace; there is folder, single");
    assert_snapshot!(message(Target::example("singly")), @"error: no example named `singly` in this workspace; did you mean single? There is folder, single");
    assert_snapshot!(message(Target::bin("single")), @"error: no binary named `single` in this workspace; it is an example: --example single");
    assert_snapshot!(message(Target::example("first")), @"error: no example named `first` in this workspace; it is a binary: --bin first");
    let mut run = singlefile();
    run.args(Target::bin("first").of("targets").arguments());
    let (code, stderr) = refused(run.args(["-p", "target"]));
    assert!(
        stderr.starts_with(
            "error: no package named `target` in this workspace; did you mean targets"
        ),
        "{stderr}"
    );
    assert_eq!(code, 2);
}

#[test]
fn of_several_packages_it_takes_that_of_the_folder() {
    let folder = scratch("command-several");
    let manifest = "[workspace]\nresolver = \"2\"\nmembers = [\"one\", \"two\"]\n";
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    for name in ["one", "two"] {
        let examples = folder.join(name).join("examples");
        fs::create_dir_all(&examples).unwrap();
        let manifest =
            format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n[lib]\npath = \"lib.rs\"\n");
        fs::write(folder.join(name).join("Cargo.toml"), manifest).unwrap();
        fs::write(folder.join(name).join("lib.rs"), "").unwrap();
        let program = format!("fn main() {{ println!(\"{name}\"); }}\n");
        fs::write(examples.join("same.rs"), program).unwrap();
    }
    let in_folder = |folder: &Path| {
        let mut run = singlefile();
        run.args(["--example", "same"]).current_dir(folder);
        run
    };
    let (code, stderr) = refused(&mut in_folder(&folder));
    assert!(
        code == 2 && stderr.contains("is in several packages: one, two"),
        "{stderr}"
    );
    assert!(in_folder(&folder.join("two")).succeed().contains("two"));
}

#[test]
fn says_what_is_wrong_with_the_command_line() {
    let message = |arguments: &[&str]| {
        let (code, stderr) = refused(singlefile().args(arguments));
        assert_eq!(code, 2);
        stderr
    };
    assert_snapshot!(message(&["-o", "a.rs"]), @"error: which binary? `cargo singlefile` alone lists them; see --help");
    assert_snapshot!(message(&["--check", "one"]), @"error: which binary? What follows --check is its input: name the binary before; see --help");
    assert_snapshot!(message(&["one", "two"]), @"error: one binary at a time; see --help");
    assert_snapshot!(message(&["one", "--small"]), @"error: invalid option '--small'; see --help");
    assert_snapshot!(message(&["one", "--timeout", "0"]), @"error: timeout `0`: expected a number of seconds from 1 on; see --help");
    assert_snapshot!(message(&["one", "--edition", "2015"]), @"error: edition `2015`: expected 2018, 2021 or 2024; see --help");
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let file = scratch("unwritable").join("missing/bundle.rs");
    let mut run = singlefile();
    run.args(Target::bin("chain").of("chain").arguments())
        .arg("-o")
        .arg(file);
    assert_eq!(refused(&mut run).0, 2);
}

/// A package of the template, with the name `sums`.
fn from_the_template(name: &str) -> PathBuf {
    let folder = scratch(&format!("template-{name}"));
    let template = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("template");
    for file in [
        "Cargo.toml",
        "src/main.rs",
        "tests/samples.rs",
        "samples/1.in",
        "samples/1.ans",
    ] {
        let text = fs::read_to_string(template.join(file)).unwrap();
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text.replace("{{project-name}}", "sums")).unwrap();
    }
    folder
}

/// `cargo test` in this folder.
fn cargo_test_in(folder: &Path) -> Run {
    let mut run = Run::new(env!("CARGO"));
    run.args(["test", "--offline"]).current_dir(folder);
    run.env("CARGO_TARGET_DIR", scratch_of_originals());
    run
}

/// `cargo singlefile test` in this folder.
fn test_in(folder: &Path, arguments: &[&str]) -> Run {
    let mut run = singlefile();
    run.arg("test").args(arguments).current_dir(folder);
    run.env("CARGO_TARGET_DIR", scratch_of_originals());
    run
}

#[test]
fn a_new_solution_passes_its_tests_and_its_bundle_those_samples() {
    let folder = from_the_template("right");
    let tested = cargo_test_in(&folder).succeed();
    assert!(tested.contains("answers_every_sample ... ok"));
    let (code, stderr) = refused(&mut test_in(&folder, &["-o", "a.rs"]));
    assert!(
        stderr.starts_with("checked: `sums` and its bundle print the same"),
        "{stderr}"
    );
    assert_eq!(code, 0);
    assert!(fs::read_to_string(folder.join("a.rs"))
        .unwrap()
        .contains("fn solve"));
}

#[test]
fn a_wrong_answer_to_a_sample_is_shown() {
    let folder = from_the_template("wrong");
    fs::write(folder.join("samples/2.in"), "1 1").unwrap();
    // Blanks at ends make no difference, and other names do not hide an answer.
    fs::write(folder.join("samples/1.ans"), "3 \r\n\n").unwrap();
    fs::write(folder.join("samples/2.out"), "2\n3\n").unwrap();
    let tested = cargo_test_in(&folder).output();
    let told = String::from_utf8_lossy(&tested.stdout);
    assert!(!tested.status.success());
    assert!(told.contains("answers_every_sample ... FAILED"), "{told}");
    let (code, stderr) = refused(&mut test_in(&folder, &["sums", "-o", "a.rs"]));
    let (first, rest) = stderr.split_once('\n').unwrap();
    assert!(
        first.starts_with("error: wrong answer on ") && first.ends_with("2.in"),
        "{first}"
    );
    assert_snapshot!(rest, @r"
    line 2:
      expected: 3
         found: nothing, the output ends before
    ");
    assert_eq!((code, folder.join("a.rs").exists()), (1, false));
}

#[test]
fn a_test_needs_samples_and_a_binary() {
    let folder = from_the_template("without");
    fs::rename(folder.join("samples/1.in"), folder.join("samples/1.txt")).unwrap();
    let (code, stderr) = refused(&mut test_in(&folder, &[]));
    assert!(stderr.ends_with("samples: no sample NAME.in\n"), "{stderr}");
    assert_eq!(code, 2);
    let (code, stderr) = refused(&mut test_in(&folder, &["sum"]));
    assert_snapshot!(stderr, @"error: no binary named `sum` in this workspace; did you mean sums? There is sums");
    assert_eq!(code, 2);
    fs::create_dir(folder.join("src/bin")).unwrap();
    for name in ["a-b", "c"] {
        fs::write(folder.join(format!("src/bin/{name}.rs")), "fn main() {}").unwrap();
    }
    let (code, stderr) = refused(&mut test_in(&folder, &[]));
    assert_snapshot!(stderr, @"error: which binary? There is `a-b` of sums, `c` of sums, `sums` of sums");
    assert_eq!(code, 2);
    let (code, stderr) = refused(&mut test_in(&folder, &["--no-rustc"]));
    assert_snapshot!(stderr, @"error: `test` goes with none of --check, --no-rustc and --example; see --help");
    assert_eq!(code, 2);
}
