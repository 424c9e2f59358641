//! Runs the contest programs as processes, and judges their answers with checkers that know the
//! statements of the problems and nothing of the crates behind the programs.

pub(crate) mod check;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// The names of the programs, which are the files of `src/bin`. Each is also the name of a folder
/// in `testdata` and of a row in [`check::PROBLEMS`].
pub(crate) fn programs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin");
    names(&folder, "rs")
}

/// Those that are tested: all of them, or those that `JUDGE_BIN_DIR` has in their place.
pub(crate) fn tested() -> Vec<String> {
    let mut tested = programs();
    if let Some(folder) = bundled() {
        tested.retain(|program| folder.join(program).is_file());
        assert!(!tested.is_empty(), "no program in {}", folder.display());
    }
    tested
}

/// The folder of the programs that are tested in the place of cargo's: so bundled sources, compiled
/// by another compiler, are held to the same tests.
fn bundled() -> Option<PathBuf> {
    env::var_os("JUDGE_BIN_DIR").map(PathBuf::from)
}

/// The names of the files in a folder that end like this, without that end, in their order.
fn names(folder: &Path, end: &str) -> Vec<String> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| entry.unwrap().path()),
        Err(error) => panic!("{}: {error}", folder.display()),
    };
    let mut names: Vec<String> = entries
        .filter(|path| path.extension().map_or(false, |found| found == end))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    names.sort();
    names
}

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
        assert!(self.stdout.ends_with('\n'));
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

/// The program that cargo built, or its namesake if `JUDGE_BIN_DIR` has one.
pub(crate) fn executable(program: &str) -> PathBuf {
    let namesake = bundled().map(|folder| folder.join(program));
    if let Some(namesake) = namesake.filter(|path| path.is_file()) {
        return namesake;
    }
    // Cargo says where it is; that before 1.94 only to who knows the name when the test is
    // compiled, but it puts programs into the folder above that of the tests.
    let path = match env::var_os(format!("CARGO_BIN_EXE_{program}")) {
        Some(path) => PathBuf::from(path),
        None => {
            let test = env::current_exe().unwrap();
            let folder = test.parent().and_then(Path::parent).unwrap();
            folder
                .join(program)
                .with_extension(env::consts::EXE_EXTENSION)
        }
    };
    assert!(path.is_file(), "there is no program {}", path.display());
    path
}

pub(crate) fn root() -> PathBuf {
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
    let sample = |name: String| Sample {
        input: fs::read_to_string(folder.join(format!("{name}.in"))).unwrap(),
        answer: fs::read_to_string(folder.join(format!("{name}.ans"))).ok(),
        name,
    };
    names(&folder, "in").into_iter().map(sample).collect()
}

/// The input of one sample.
pub(crate) fn sample(program: &str, name: &str) -> String {
    let sample = samples(program).into_iter().find(|it| it.name == name);
    sample
        .unwrap_or_else(|| panic!("no sample {name} of {program}"))
        .input
}
