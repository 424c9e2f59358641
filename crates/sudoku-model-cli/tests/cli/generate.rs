//! `generate`: what it makes, `unique` and `rate` must agree with.

use crate::{answer, json_lines, run};
use std::fs;

fn made(arguments: &str) -> Vec<String> {
    let run = run(&format!("generate {arguments}"), "");
    assert_eq!(run.code, Some(0), "{arguments}: {}", run.err);
    run.out.lines().map(str::to_owned).collect()
}

fn clues(line: &str) -> usize {
    line.bytes().filter(|&byte| byte != b'.').count()
}

#[test]
fn every_line_is_a_puzzle_with_one_solution() {
    let lines = made("--count 5 --seed 3 --clues 28-30");
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| (28..=30).contains(&clues(line))));
    assert_eq!(answer("unique --line", &lines.join("\n")).0, 0);
    assert_eq!(made("--count 2 --seed 3 --clues 28-30"), lines[..2]);
    assert_ne!(made("--seed 4 --clues 28-30")[0], lines[0]);
    assert_eq!(made("--count 0"), Vec::<String>::new());
}

#[test]
fn boards_are_of_the_shape_and_symmetry_asked_for() {
    let line = &made("--shape 2x3 --symmetry left-right")[0];
    let cells: Vec<bool> = line.bytes().map(|byte| byte != b'.').collect();
    assert_eq!(cells.len(), 36);
    for row in cells.chunks(6) {
        assert!(
            (0..3).all(|column| row[column] == row[5 - column]),
            "{line}"
        );
    }
    for (arguments, least) in [("--clues 50-", 50), ("--clues -81", 17), ("--clues 60", 60)] {
        assert!(clues(&made(arguments)[0]) >= least, "{arguments}");
    }
}

#[test]
fn the_summary_counts_clues_or_cages() {
    let summary = |arguments: &str| run(&format!("generate {arguments}"), "").err;
    let clues = summary("--count 2 --clues 30");
    assert!(clues.contains(" s, 30.00 clues on average, "), "{clues}");
    let killer = summary("--cages 1-1");
    assert!(killer.contains(" s, 81.00 cages on average; "), "{killer}");
}

#[test]
fn ratings_are_comments() {
    let plain = made("--count 3");
    let rated = made("--count 3 --rate");
    for (rated, plain) in rated.iter().zip(&plain) {
        let (puzzle, rating) = rated.split_once(" # ").expect("a rating");
        assert_eq!(puzzle, plain);
        assert_eq!(answer("rate", rated), (0, format!("{rating}\n")));
    }
    let run = run("generate --count 3 --json --rate", "");
    let objects = json_lines(&run.out);
    for (object, plain) in objects.iter().zip(&plain) {
        assert_eq!(object["puzzle"], **plain);
        let grid = object["grid"].as_str().expect("the only grid");
        assert_eq!(answer("solve --line", plain).1.trim_end(), grid);
    }
}

#[test]
fn killers_have_one_solution_and_cages_of_their_sizes() {
    let directory = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("killers");
    // It is made, if it is not there.
    let _ = fs::remove_dir_all(&directory);
    let shown = directory.display();
    let files = made(&format!(
        "--cages 2-3 --count 2 --seed 7 --symmetry half-turn --directory {shown}"
    ));
    assert!(files.is_empty(), "nothing is left for stdout");
    let text = fs::read_to_string(directory.join("killer_7_2.cages")).expect("the second");
    let sizes = text.lines().filter_map(|line| line.split(' ').nth(1));
    assert!(sizes.clone().count() > 20 && sizes.clone().all(|size| size == "2" || size == "3"));
    let arguments = format!("unique --line {shown}/killer_7_1.cages {shown}/killer_7_2.cages");
    let (code, grids) = answer(&arguments, "");
    assert_eq!((code, grids.lines().count()), (0, 2));
    // What is there stays; other seeds have other names.
    let arguments = |seed| format!("--killer --seed {seed} --directory {shown}");
    let again = crate::run(&format!("generate {}", arguments(7)), "");
    assert_eq!((again.code, &*again.out), (Some(2), ""));
    assert!(again.err.contains("killer_7_1.cages"), "{}", again.err);
    made(&arguments(8));
    assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 3);
}

#[test]
fn rated_killers_are_read_again_and_their_files_are_rated() {
    let arguments = "--killer --shape 2x2 --count 2 --rate";
    let run = crate::run(&format!("generate {arguments}"), "");
    assert_eq!(run.out.matches("\n # ").count(), 2, "{}", run.out);
    let (code, grids) = answer("unique --line --shape 2x2", &run.out);
    assert_eq!((code, grids.lines().count()), (0, 2), "{grids}");

    let directory = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rated");
    let _ = fs::remove_dir_all(&directory);
    made(&format!("{arguments} --directory {}", directory.display()));
    let text = fs::read_to_string(directory.join("killer_0_1.cages")).expect("the first");
    assert!(run.out.starts_with(&text), "{text}");
}

#[test]
fn says_what_there_is_to_say_about_all() {
    let run = run("generate --count 2 --killer --shape 2x2", "");
    assert!(run.err.starts_with("2 puzzles in "), "{}", run.err);
}

#[test]
fn a_limit_ends_it_with_the_puzzles_that_are_done() {
    let run = run("generate --limit-time 0", "");
    assert_eq!((run.code, &*run.out), (Some(3), ""));
    assert_eq!(run.err, "no puzzle before the deadline\nno puzzles\n");
}

#[test]
fn several_killers_of_a_file_are_told_apart() {
    let killers = made("--killer --shape 2x2 --count 3").join("\n");
    let (code, grids) = answer("unique --line --shape 2x2", &killers);
    assert_eq!((code, grids.lines().count()), (0, 3));
}
