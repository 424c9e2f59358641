//! What the README and the help show.

use crate::{file, program, run, WORDS};
use std::path::Path;

const README: &str = include_str!("../../README.md");

/// The blocks of this language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("\n```{language}\n");
    let blocks = README.split(&*fence).skip(1);
    blocks
        .map(|rest| rest.split("\n```").next().expect("the block ends"))
        .collect()
}

#[test]
fn shows_what_happens() {
    let board = file("board.dlx", blocks("text")[0]);
    let directory = board.parent().expect("a directory");
    let words = README.split("$ cat words.dlx\n").nth(1).expect("words.dlx");
    let words = words.split("$ ").next().expect("its text");
    file("words.dlx", words);
    let mut commands = 0;
    for session in blocks("console") {
        for step in session.split("$ ").skip(1) {
            let (command, shown) = step.split_once('\n').unwrap_or((step, ""));
            if command.starts_with("cat ") {
                continue;
            }
            let (command, target) = match command.split_once(" > ") {
                Some((command, target)) => (command, Some(target)),
                None => (command, None),
            };
            let arguments = command.strip_prefix("exactcover ").expect("our program");
            let output = program()
                .current_dir(Path::new(directory))
                .args(arguments.split(' '))
                .output()
                .expect("the program starts");
            let out = String::from_utf8(output.stdout).expect("UTF-8");
            match target {
                Some(target) => drop(file(target, &out)),
                None => assert_eq!(out.trim_end(), shown.trim_end(), "{command}"),
            }
            commands += 1;
        }
    }
    assert_eq!(commands, 7);
}

#[test]
fn the_example_of_the_help_is_a_problem() {
    let shown: Vec<&str> = WORDS.lines().collect();
    for page in [run("help", "").out, run("man", "").out] {
        let lines: Vec<&str> = page.lines().map(str::trim).collect();
        assert!(lines.windows(shown.len()).any(|window| window == shown));
    }
}
