//! The sessions that the README shows.

use crate::{file, program};

const README: &str = include_str!("../../README.md");

#[test]
fn what_the_readme_shows_happens() {
    let mut commands = 0;
    let sessions = README.split("\n```console\n").skip(1);
    let sessions = sessions.map(|rest| rest.split("\n```").next().expect("the block ends"));
    for step in sessions.flat_map(|session| session.split("$ ").skip(1)) {
        let (command, shown) = step.split_once('\n').unwrap_or((step, ""));
        if let Some(name) = command.strip_prefix("cat ") {
            file(name, shown);
            continue;
        }
        let arguments = command.strip_prefix("sudoku ").expect("our program");
        let output = program()
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .args(arguments.split(' '))
            .output()
            .expect("the program starts");
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(out.trim_end(), shown.trim_end(), "{command}");
        commands += 1;
    }
    assert_eq!(commands, 8);
}
