//! Compilers, processes and scratch folders for the tests of bundles.

// Each test file uses a part of this module.
#![allow(dead_code)]

use cargo_singlefile::{CrateInfo, Form, Rustc};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::{env, fs, thread};

/// An empty folder of this name under the target folder.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A program of one file in this form, and what the compiler makes of that, without a warning.
#[track_caller]
pub(crate) fn formed(name: &str, program: &str, form: Form) -> (String, PathBuf) {
    let folder = scratch(name);
    let main = folder.join("main.rs");
    fs::write(&main, program).unwrap();
    let crates = vec![CrateInfo::new("main", main, 2021)];
    let text = cargo_singlefile::bundle(crates, &[form], Rustc::find(2021).as_ref());
    let text = text.unwrap().remove(0);
    let program = built(&folder, "bundle", &text, "2021");
    (text, program)
}

/// The bundles, readable and minified, of `main.rs` in a folder. A library of the registry, in this
/// version, is what it knows by this name; there need be no file of that name if it is not read.
#[track_caller]
pub(crate) fn with_registry(folder: &Path, name: &str, version: &str) -> Vec<String> {
    let mut program = CrateInfo::new("main", folder.join("main.rs"), 2021);
    program.externs = [(name.to_owned(), 1)].into();
    let mut library = CrateInfo::new(name, folder.join(format!("{name}.rs")), 2021);
    (library.from_registry, library.version) = (true, version.to_owned());
    let rustc = Rustc::find(2021);
    cargo_singlefile::bundle(vec![program, library], &Form::FULL, rustc.as_ref()).unwrap()
}

/// The program of a bundle that is written into a folder.
#[track_caller]
fn built(folder: &Path, name: &str, text: &str, edition: &str) -> PathBuf {
    let (source, program) = (folder.join(format!("{name}.rs")), folder.join(name));
    fs::write(&source, text).unwrap();
    current().build_soon(&source, edition, &program);
    program
}

/// Both of these, side by side.
pub(crate) fn both<A: Send, B>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B) -> (A, B) {
    thread::scope(|scope| {
        let a = scope.spawn(a);
        let b = b();
        (a.join().unwrap_or_else(|panic| resume_unwind(panic)), b)
    })
}

/// Builds each of these bundles of one program, and holds it to what the program prints.
pub(crate) fn all_print(folder: &Path, texts: &[String], edition: u16, expected: &str) {
    let edition = &edition.to_string();
    thread::scope(|scope| {
        for (number, text) in texts.iter().enumerate() {
            scope.spawn(move || {
                let program = built(folder, &format!("bundle-{number}"), text, edition);
                let printed = Run::new(&program).input(INPUT).succeed();
                assert_eq!(printed, expected, "{text}");
            });
        }
    });
}

/// The root of the workspace that holds the bundler.
pub(crate) fn workspace() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap()
}

/// A process to be run to its end.
pub(crate) struct Run {
    command: Command,
    input: Vec<u8>,
}

impl Run {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Run {
        Run {
            command: Command::new(program),
            input: Vec::new(),
        }
    }

    pub(crate) fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Run {
        self.command.arg(argument);
        self
    }

    pub(crate) fn args(
        &mut self,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> &mut Run {
        self.command.args(arguments);
        self
    }

    pub(crate) fn env(&mut self, name: &str, value: impl AsRef<OsStr>) -> &mut Run {
        self.command.env(name, value);
        self
    }

    pub(crate) fn current_dir(&mut self, folder: &Path) -> &mut Run {
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn input(&mut self, input: impl Into<Vec<u8>>) -> &mut Run {
        self.input = input.into();
        self
    }

    pub(crate) fn output(&mut self) -> Output {
        let _turn = Turn::wait();
        let pipes = self
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = pipes
            .spawn()
            .unwrap_or_else(|error| panic!("{:?} does not start: {error}", self.command));
        let mut stdin = child.stdin.take().unwrap();
        let input = std::mem::take(&mut self.input);
        // A program that fails early does not read to the end.
        let writer = thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        output
    }

    /// What a process that must succeed wrote to stdout.
    #[track_caller]
    pub(crate) fn succeed(&mut self) -> String {
        let output = self.output();
        let stdout = String::from_utf8(output.stdout).unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "{:?}\n{stdout}{stderr}",
            self.command
        );
        stdout
    }
}

/// As many processes run side by side as there are cores. More would not end earlier, and each
/// compiler takes some hundred megabytes.
struct Turn;

static RUNNING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

impl Turn {
    fn wait() -> Turn {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let running = ENDED.wait_while(running, |running| *running >= cores);
        *running.unwrap_or_else(PoisonError::into_inner) += 1;
        Turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ENDED.notify_one();
    }
}

/// A rustc without cargo around it, as judges have it.
pub(crate) struct Compiler {
    pub(crate) name: &'static str,
    path: PathBuf,
    libraries: Option<OsString>,
}

impl Compiler {
    /// The editions that this compiler knows and a judge may choose.
    pub(crate) fn editions(&self) -> &'static [&'static str] {
        match self.name {
            "oldest" => &["2018", "2021"],
            _ => &["2018", "2021", "2024"],
        }
    }

    pub(crate) fn rustc(&self, edition: &str) -> Run {
        let mut rustc = Run::new(&self.path);
        rustc.args(["--edition", edition, "-C", "debuginfo=0"]);
        // They change nothing but how long it takes to make a program.
        rustc.args(["-C", "strip=symbols", "-C", "lto=off"]);
        if let Some(libraries) = &self.libraries {
            rustc.env("LD_LIBRARY_PATH", libraries);
        }
        rustc
    }

    /// Compiles one file as a judge does, and refuses warnings. The default flags are those of most
    /// judges.
    #[track_caller]
    pub(crate) fn build(&self, source: &Path, edition: &str, program: &Path) {
        self.build_with(&["-O"], source, edition, program);
    }

    /// The same without optimization and with the standard library beside it: for a program that is
    /// run once and computes nothing, in half the time.
    #[track_caller]
    pub(crate) fn build_soon(&self, source: &Path, edition: &str, program: &Path) {
        let soon = ["-Cdebug-assertions=off", "-Cprefer-dynamic", "-Crpath"];
        self.build_with(&soon, source, edition, program);
    }

    #[track_caller]
    fn build_with(&self, options: &[&str], source: &Path, edition: &str, program: &Path) {
        let mut rustc = self.rustc(edition);
        let output = rustc
            .args(options)
            .arg("-o")
            .args([program, source])
            .output();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && stderr.is_empty(),
            "{} with {}, edition {edition}:\n{stderr}",
            source.display(),
            self.name,
        );
    }
}

/// The compiler of the toolchain: its program itself, as a call by way of rustup takes a quarter
/// longer.
pub(crate) fn current() -> Compiler {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    let path = PATH.get_or_init(|| match env::var_os("RUSTC") {
        Some(path) => path.into(),
        None => {
            let sysroot = Run::new("rustc").args(["--print", "sysroot"]).succeed();
            let name = format!("bin/rustc{}", env::consts::EXE_SUFFIX);
            Path::new(sysroot.trim_end()).join(name)
        }
    });
    Compiler {
        name: "current",
        path: path.clone(),
        libraries: None,
    }
}

/// rustc 1.63, the oldest that judges commonly have: `SINGLEFILE_RUSTC_163`, or where
/// `.ci/rust-1.63` unpacks it. Tests that take it are `#[ignore]`d, as the harness cannot find out
/// whether it is there.
///
/// # Panics
/// If there is none.
pub(crate) fn oldest() -> Compiler {
    let path = match env::var_os("SINGLEFILE_RUSTC_163") {
        Some(path) => PathBuf::from(path),
        None => workspace().join("target/debian-rust/usr/bin/rustc"),
    };
    assert!(path.exists(), "no rustc 1.63: .ci/rust-1.63 unpacks one");
    // Debian's package keeps its libraries beside it when it is unpacked and not installed.
    let usr = path.parent().and_then(Path::parent);
    let folders = ["lib/x86_64-linux-gnu", "lib/llvm-14/lib"];
    let libraries = usr.map(|usr| env::join_paths(folders.map(|folder| usr.join(folder))).unwrap());
    Compiler {
        name: "oldest",
        path,
        libraries,
    }
}

/// The program under test.
pub(crate) fn singlefile() -> Run {
    let mut run = Run::new(env!("CARGO_BIN_EXE_cargo-singlefile"));
    run.env("CARGO_TARGET_DIR", originals());
    run
}

/// Where cargo builds what is bundled.
fn originals() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("originals")
}

/// The folder of the workspaces that are bundled in the tests.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// What the programs of the fixtures find on stdin, those that look.
pub(crate) const INPUT: &str = "1 20\n300\n";

/// A binary or an example of a fixture.
pub(crate) struct Target<'a> {
    package: &'a str,
    kind: &'static str,
    pub(crate) name: &'a str,
}

impl<'a> Target<'a> {
    pub(crate) fn bin(name: &'a str) -> Target<'a> {
        Target {
            package: "",
            kind: "--bin",
            name,
        }
    }

    pub(crate) fn example(name: &'a str) -> Target<'a> {
        Target {
            kind: "--example",
            ..Target::bin(name)
        }
    }

    /// The target in this folder of the fixtures.
    pub(crate) fn of(self, package: &'a str) -> Target<'a> {
        Target { package, ..self }
    }

    fn manifest(&self) -> PathBuf {
        fixtures().join(self.package).join("Cargo.toml")
    }

    /// How cargo and the bundler are told of this target.
    pub(crate) fn arguments(&self) -> [OsString; 4] {
        [
            "--manifest-path".into(),
            self.manifest().into(),
            self.kind.into(),
            self.name.into(),
        ]
    }
}

/// The bundle of a target.
#[track_caller]
pub(crate) fn bundle(target: &Target<'_>, options: &[&str]) -> String {
    singlefile()
        .args(options)
        .args(target.arguments())
        .succeed()
}

/// What the target prints when cargo builds and runs it.
#[track_caller]
pub(crate) fn original(target: &Target<'_>) -> String {
    Run::new(env!("CARGO"))
        .args(["run", "--quiet", "--locked"])
        .args(target.arguments())
        .env("CARGO_TARGET_DIR", originals())
        .input(INPUT)
        .succeed()
}
