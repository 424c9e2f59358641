//! The program answers every `samples/NAME.in`, with `samples/NAME.ans` or `.out` if it is there.

use std::fs::{self, File};
use std::process::Command;

#[test]
fn answers_every_sample() {
    let mut answered = 0;
    for entry in fs::read_dir("samples").unwrap() {
        let input = entry.unwrap().path();
        if input.extension().map_or(true, |end| end != "in") {
            continue;
        }
        let mut program = Command::new(env!("CARGO_BIN_EXE_{{project-name}}"));
        let output = program.stdin(File::open(&input).unwrap()).output().unwrap();
        assert!(output.status.success(), "{input:?}: {output:?}");
        answered += 1;
        // Where several answers are right there is no such file.
        let answers = ["ans", "out"].map(|end| input.with_extension(end));
        let Some(answer) = answers.iter().find(|file| file.is_file()) else {
            continue;
        };
        let expected = fs::read_to_string(answer).unwrap();
        let found = String::from_utf8(output.stdout).unwrap();
        let lines = |text: &str| -> Vec<String> {
            text.trim_end()
                .lines()
                .map(|line| line.trim_end().to_string())
                .collect()
        };
        assert_eq!(lines(&found), lines(&expected), "{input:?}");
    }
    assert!(answered > 0, "no samples");
}
