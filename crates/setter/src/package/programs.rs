//! The programs of a package: bundles that `cargo singlefile` makes.

use super::repository;
use cli_manners::Failure;
use setter::Problem;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, process, thread};

/// A folder for what is made on the way; it is gone in the end.
pub(super) struct Workshop {
    folder: PathBuf,
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // What stays is in nobody's way.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The program that solves a problem, and its source, in one file each.
pub(super) struct Solution {
    pub(super) source: PathBuf,
    program: PathBuf,
}

impl Workshop {
    pub(super) fn new() -> Result<Workshop, Failure> {
        let folder = env::temp_dir().join(format!("setter-package-{}", process::id()));
        fs::create_dir_all(&folder).map_err(|error| Failure::File(folder.clone(), error))?;
        Ok(Workshop { folder })
    }

    /// The program of this name in the package of this manifest, as one file.
    fn bundle(&self, manifest: &Path, name: &str) -> Result<PathBuf, Failure> {
        let file = self.folder.join(format!("{name}.rs"));
        let arguments = [
            OsString::from(name),
            "--manifest-path".into(),
            manifest.into(),
            "--output".into(),
            file.clone().into(),
        ];
        // It says itself what is wrong.
        cargo_singlefile::run(arguments);
        match file.exists() {
            true => Ok(file),
            false => Err(Failure::Input(format!("setter: no bundle of {name}"))),
        }
    }

    pub(super) fn solution(&self, problem: &Problem) -> Result<Solution, Failure> {
        let source = self.bundle(&repository().join("bins/Cargo.toml"), problem.name)?;
        let program = self
            .folder
            .join(format!("solution{}", env::consts::EXE_SUFFIX));
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let status = Command::new(rustc)
            .args(["--edition", "2021", "-O", "-o"])
            .args([&program, &source])
            .status();
        match status {
            Ok(status) if status.success() => Ok(Solution { source, program }),
            Ok(_) => Err(Failure::Input("setter: rustc refuses the bundle".into())),
            Err(error) => Err(Failure::Input(format!("setter: rustc: {error}"))),
        }
    }

    /// The validator of a problem, for the judge whose function of `referee::program` is named.
    pub(super) fn validator(&self, problem: &Problem, judge: &str) -> Result<String, Failure> {
        let folder = self.folder.join("validator");
        let crates = repository().join("crates/referee");
        let manifest = format!(
            "[package]\nname = \"validator\"\nversion = {:?}\nedition = \"2021\"\nlicense = {:?}\n\n\
             [dependencies]\nreferee = {{ path = {crates:?} }}\n\n[workspace]\n",
            env!("CARGO_PKG_VERSION"),
            env!("CARGO_PKG_LICENSE"),
        );
        let main = format!(
            "//! Validator of {name}.\n\nfn main() -> std::process::ExitCode {{\n    \
             referee::program::{judge}(referee::validate::{name})\n}}\n",
            name = problem.name
        );
        let write = |file: &str, text: &str| {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a folder is around it"))
                .and_then(|()| fs::write(&path, text))
                .map_err(|error| Failure::File(path, error))
        };
        write("Cargo.toml", &manifest)?;
        write("src/main.rs", &main)?;
        super::read(&self.bundle(&folder.join("Cargo.toml"), "validator")?)
    }
}

impl Solution {
    pub(super) fn answer(&self, input: &str) -> Result<String, Failure> {
        let failed = |reason: String| Failure::Input(format!("setter: the solution {reason}"));
        let run = || {
            let mut child = Command::new(&self.program)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()?;
            let stdin = child.stdin.take();
            let input = input.to_string();
            let writer = thread::spawn(move || stdin.map(|mut it| it.write_all(input.as_bytes())));
            let output = child.wait_with_output();
            // A program may end before it has read all.
            let _ = writer.join();
            output
        };
        let output = run().map_err(|error| failed(error.to_string()))?;
        match output.status.success() {
            true => String::from_utf8(output.stdout).map_err(|error| failed(error.to_string())),
            false => Err(failed(format!("ends with {}", output.status))),
        }
    }
}
