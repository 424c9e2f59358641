//! `prove`, and `check --model`. Whether the proofs prove anything is for the tests of the library
//! and for `veripb/check` to say.

use crate::{file, program, run, Run, WORDS};
use std::fs;
use std::path::PathBuf;

/// A directory that is not there, for one test.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        fs::remove_dir_all(&path).expect("it can be removed");
    }
    path
}

fn names(directory: &std::path::Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("the directory is there");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.into_string().expect("UTF-8"))
        .collect();
    names.sort();
    names
}

/// `check` of what `prove` left in this directory.
fn check(problem: &str, directory: &std::path::Path, model: &str) -> Run {
    let directory = directory.display();
    let arguments = format!("check --numbers --model {directory}/{model}");
    run(
        &format!("{arguments} {problem} {directory}/solutions.txt"),
        "",
    )
}

#[test]
fn writes_a_model_a_proof_and_the_solutions() {
    let problem = file("words-to-prove.dlx", WORDS).display().to_string();
    for (format, model, proof) in [
        ("veripb", "model.opb", "proof.pbp"),
        ("drat", "model.cnf", "proof.drat"),
    ] {
        let path = directory(&format!("words-{format}"));
        let shown = path.display();
        let command = format!("prove --format {format} -o {shown} {problem}");
        let proved = run(&command, "");
        assert_eq!(proved.out, format!("1: proved in {shown}\n"));
        assert_eq!((proved.code, &*proved.err), (Some(0), ""));
        assert_eq!(names(&path), [model, proof, "solutions.txt"]);
        let solutions = fs::read_to_string(path.join("solutions.txt")).expect("it is there");
        assert_eq!(solutions, "4 5\n");
        let checked = check(&problem, &path, model);
        assert_eq!(checked.out, "1 right, 1 of them different; 0 wrong\n");
        assert_eq!(checked.code, Some(0));
        // Other tests have theirs beside it.
        let hidden = format!(".words-{format}.");
        let beside = names(path.parent().expect("a parent"));
        assert!(beside.iter().all(|name| !name.starts_with(&hidden)));
    }
}

/// One solution has all options of another, and more: each is left out as itself.
#[test]
fn proves_what_has_multiplicities() {
    let text = "1:2|a b\na\na b\nb\n";
    let problem = file("several-to-prove.dlx", text).display().to_string();
    let path = directory("several");
    let command = format!("prove -o {} {problem}", path.display());
    let proved = run(&command, "");
    assert_eq!(proved.out, format!("3: proved in {}\n", path.display()));
    let solutions = fs::read_to_string(path.join("solutions.txt")).expect("it is there");
    let mut solutions: Vec<&str> = solutions.lines().collect();
    solutions.sort_unstable();
    assert_eq!(solutions, ["2 3", "2 4", "3"]);
    let checked = check(&problem, &path, "model.opb");
    assert_eq!(checked.out, "3 right, 3 of them different; 0 wrong\n");
    assert_eq!(checked.code, Some(0));
    let clauses = path.join("model.cnf");
    fs::write(&clauses, "p cnf 3 0\n").expect("it can be written");
    let refused = check(&problem, &path, "model.cnf");
    assert!(refused
        .err
        .contains("a model in clauses takes no multiplicities"));
}

#[test]
fn the_model_is_made_to_be_read() {
    let path = directory("words-model");
    let problem = file("words-model.dlx", WORDS);
    run(
        &format!("prove -o {} {}", path.display(), problem.display()),
        "",
    );
    let model = fs::read_to_string(path.join("model.opb")).expect("it is there");
    insta::assert_snapshot!(model, @"
    * #variable= 5 #constraint= 9
    * item across
    1 x1 1 x2 = 1 ;
    * item down
    1 x3 = 1 ;
    * item x
    -1 x4 -1 x5 >= -1 ;
    * in color 97
    1 ~x1 1 x4 >= 1 ;
    1 ~x4 1 x1 >= 1 ;
    * in color 98
    1 ~x2 1 x5 >= 1 ;
    1 ~x3 1 x5 >= 1 ;
    1 ~x5 1 x2 1 x3 >= 1 ;
    * left out
    1 ~x2 1 ~x3 >= 1 ;
    ");
    let proof = fs::read_to_string(path.join("proof.pbp")).expect("it is there");
    insta::assert_snapshot!(proof, @"
    pseudo-Boolean proof version 3.0
    rup >= 1;
    output NONE;
    conclusion UNSAT;
    end pseudo-Boolean proof;
    ");
}

#[test]
fn there_is_a_proof_if_there_is_no_solution() {
    let path = directory("mutilated");
    let proved = run(
        &format!("prove --json -o {} mutil6x6.dlx", path.display()),
        "",
    );
    assert_eq!(proved.code, Some(0));
    let expected = r#"{"command":"prove","solutions":0,"complete":true,"stopped_by":null}"#;
    assert_eq!(proved.out.trim(), expected);
    let checked = check("mutil6x6.dlx", &path, "model.opb");
    assert_eq!(checked.out, "0 right, 0 of them different; 0 wrong\n");
    assert_eq!(checked.code, Some(0));
}

#[test]
fn a_limit_leaves_no_proof() {
    let path = directory("limited");
    let limited = run(
        &format!("prove --limit-nodes 100 -o {} queens8.dlx", path.display()),
        "",
    );
    assert_eq!(limited.code, Some(3));
    insta::assert_snapshot!(limited.out, @"unknown: node limit reached after 8 solutions, no proof");
    assert!(!path.exists());
}

#[test]
fn a_directory_that_is_in_use_stays_as_it_is() {
    let path = directory("used");
    fs::create_dir(&path).expect("it can be made");
    // An empty one is taken.
    let command = format!("prove -o {} queens8.dlx", path.display());
    assert_eq!(run(&command, "").code, Some(0));
    let again = run(&command, "");
    assert_eq!(again.code, Some(2));
    assert!(
        again.err.contains("used\" is there and not empty"),
        "{}",
        again.err
    );
    assert_eq!(names(&path).len(), 3);
}

#[test]
fn refuses_what_it_cannot_write_to() {
    let missing = directory("missing").join("deeper");
    let refused = run(&format!("prove -o {} queens8.dlx", missing.display()), "");
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.err.contains("deeper: cannot write: "),
        "{}",
        refused.err
    );
    let taken = file("taken", "a file");
    let refused = run(&format!("prove -o {} queens8.dlx", taken.display()), "");
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.err.contains("taken: cannot write: "),
        "{}",
        refused.err
    );
    let parent = taken.parent().expect("a directory");
    assert!(names(parent)
        .iter()
        .all(|name| !name.starts_with(".taken.")));
    let nowhere = program()
        .args(["prove", "-o", "..", "queens8.dlx"])
        .output();
    let error = String::from_utf8(nowhere.expect("it ran").stderr).expect("UTF-8");
    assert!(
        error.starts_with("exactcover: -o: expected a directory to be made"),
        "{error}"
    );
}

#[test]
fn a_model_of_something_else_is_found_out() {
    let path = directory("changed");
    run(&format!("prove -o {} queens8.dlx", path.display()), "");
    let model = path.join("model.opb");
    let right = fs::read_to_string(&model).expect("it is there");
    let code = |text: &str| {
        fs::write(&model, text).expect("it can be written");
        let checked = check("queens8.dlx", &path, "model.opb");
        (checked.code, checked.out.lines().count())
    };
    assert_eq!(code(&right), (Some(0), 1));
    // Another constraint, one less, one more.
    assert_eq!(code(&right.replacen("= 1 ;", ">= 1 ;", 1)), (Some(1), 2));
    let last = right.trim_end().rfind('\n').expect("lines");
    assert_eq!(code(&right[..=last]), (Some(1), 2));
    assert_eq!(code(&(right.clone() + "1 x1 >= 1 ;\n")), (Some(1), 2));
    let json = run(
        &format!(
            "check --json --numbers --model {0}/model.opb queens8.dlx {0}/solutions.txt",
            path.display()
        ),
        "",
    );
    assert!(json.out.contains(r#""model":false"#), "{}", json.out);
    // A solution less, a model of another problem.
    fs::write(&model, &right).expect("it can be written");
    let solutions = fs::read_to_string(path.join("solutions.txt")).expect("it is there");
    let all_but_one = solutions.split_once('\n').expect("lines").1;
    fs::write(path.join("solutions.txt"), all_but_one).expect("it can be written");
    assert_eq!(check("queens8.dlx", &path, "model.opb").code, Some(1));
    fs::write(path.join("solutions.txt"), "").expect("it can be written");
    assert_eq!(check("mutil6x6.dlx", &path, "model.opb").code, Some(1));
}

/// What is ignored has no variable in the model, and the numbers of lines stay.
#[test]
fn proves_a_problem_with_an_option_that_is_ignored() {
    let text = "a b | x\nx:r\na x:r\nx:g\nb x:r\nb x:g\n";
    let problem = file("ignored-to-prove.dlx", text).display().to_string();
    for (format, model) in [("veripb", "model.opb"), ("drat", "model.cnf")] {
        let path = directory(&format!("ignored-{format}"));
        let shown = path.display();
        let proved = run(&format!("prove --format {format} -o {shown} {problem}"), "");
        assert_eq!(proved.out, format!("1: proved in {shown}\n"));
        assert_eq!(proved.err.matches(" is ignored\n").count(), 2);
        let solutions = fs::read_to_string(path.join("solutions.txt")).expect("it is there");
        assert_eq!(solutions, "3 5\n");
        let checked = check(&problem, &path, model);
        assert_eq!(checked.out, "1 right, 1 of them different; 0 wrong\n");
        assert_eq!(checked.code, Some(0));
    }
}
