//! Runs the five programs as processes, and judges their answers with checkers that know the
//! statements of the problems and nothing of the crates behind the programs.

// Each test file uses a part of this module.
#![allow(dead_code)]

pub(crate) mod check;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The programs, which are also the names of their folders in `testdata`.
pub(crate) const PROGRAMS: [&str; 5] = [
    "killer_colors",
    "killer_sudoku",
    "cross_hatching",
    "su_domino_ku",
    "sudoku16",
];

/// What a process left behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// The answer of a program that must have one, in the form that all judges take.
    #[track_caller]
    pub(crate) fn answer(self) -> String {
        assert_eq!((self.code, &*self.stderr), (Some(0), ""));
        assert!(self.stdout.ends_with('\n') && !self.stdout.ends_with("\n\n"));
        for line in self.stdout.lines() {
            assert_eq!(line, line.trim(), "blanks around a line");
        }
        assert!(!self.stdout.contains('\r'));
        self.stdout
    }

    /// The message of a program that must refuse its input.
    #[track_caller]
    pub(crate) fn refusal(self) -> String {
        assert_eq!((self.code, &*self.stdout), (Some(2), ""), "{}", self.stderr);
        self.stderr
    }

    /// The message of a program whose input must have no solution.
    #[track_caller]
    pub(crate) fn no_solution(self) -> String {
        assert_eq!((self.code, &*self.stdout), (Some(1), ""), "{}", self.stderr);
        self.stderr
    }
}

/// Runs a program with this on its stdin.
pub(crate) fn run(program: &str, input: impl AsRef<[u8]>) -> Ran {
    run_with(program, &[], input)
}

/// Runs a program with these arguments, in the root of the workspace.
pub(crate) fn run_with(program: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = Command::new(executable(program))
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program} does not start: {error}"));
    // A program that reads a file may end before it has taken all of its stdin.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The program that cargo built, or its namesake in `JUDGE_BIN_DIR`: so bundled sources, compiled
/// by another compiler, are held to the same tests.
pub(crate) fn executable(program: &str) -> PathBuf {
    if let Some(folder) = std::env::var_os("JUDGE_BIN_DIR") {
        return Path::new(&folder).join(program);
    }
    PathBuf::from(match program {
        "killer_colors" => env!("CARGO_BIN_EXE_killer_colors"),
        "killer_sudoku" => env!("CARGO_BIN_EXE_killer_sudoku"),
        "cross_hatching" => env!("CARGO_BIN_EXE_cross_hatching"),
        "su_domino_ku" => env!("CARGO_BIN_EXE_su_domino_ku"),
        "sudoku16" => env!("CARGO_BIN_EXE_sudoku16"),
        _ => panic!("there is no program {program}"),
    })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// An input of `testdata`, and its answer if there is only one.
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) input: String,
    pub(crate) answer: Option<String>,
}

/// All inputs in the folder of a program, by name.
pub(crate) fn samples(program: &str) -> Vec<Sample> {
    let folder = root().join("testdata").join(program);
    let mut samples: Vec<Sample> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .map_or(false, |extension| extension == "in")
        })
        .map(|path| Sample {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            input: fs::read_to_string(&path).unwrap(),
            answer: fs::read_to_string(path.with_extension("ans")).ok(),
        })
        .collect();
    samples.sort_by(|a, b| a.name.cmp(&b.name));
    samples
}

/// The input of one sample.
pub(crate) fn sample(program: &str, name: &str) -> String {
    let sample = samples(program).into_iter().find(|it| it.name == name);
    sample
        .unwrap_or_else(|| panic!("no sample {name} of {program}"))
        .input
}
