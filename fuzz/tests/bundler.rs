//! Programs that are made up from bytes (`src/bundler`), bundled and compiled: each bundle prints
//! what its program prints.
//!
//! A few programs by default; `BUNDLES=500 cargo test --release --manifest-path fuzz/Cargo.toml
//! --test bundler` takes more.

use cargo_singlefile::{bundle, Form, Rustc};
use exactcover_fuzz::Program;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

const EDITION: u16 = 2021;

fn rustc(edition: u16) -> Command {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", &edition.to_string(), "-C", "debuginfo=0"]);
    rustc
}

/// What a process that must succeed wrote: to stdout, and to stderr.
fn output(command: &mut Command) -> Result<(String, String), String> {
    let output = command.output().expect("the program can be started");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        Ok((stdout, stderr))
    } else {
        Err(format!("{command:?}\n{stdout}{stderr}"))
    }
}

/// What the program prints, compiled crate by crate.
fn original(program: &Program, folder: &Path) -> Result<String, String> {
    let library = |name: &str| folder.join(format!("lib{name}.rlib"));
    for (id, (name, _)) in program.crates.iter().enumerate().rev() {
        let mut rustc = rustc(program.editions[id]);
        rustc.args(["--cap-lints", "allow", "--crate-name", name]);
        for (other, _) in &program.crates[id + 1..] {
            rustc.arg("--extern");
            rustc.arg(format!("{other}={}", library(other).display()));
        }
        rustc.arg("-L").arg(folder);
        if id > 0 {
            rustc
                .args(["--crate-type", "rlib", "-o"])
                .arg(library(name));
        } else {
            rustc.arg("-o").arg(folder.join("original"));
        }
        output(rustc.arg(folder.join(name).join("root.rs")))
            .map_err(|error| format!("the program itself: {error}"))?;
    }
    output(&mut Command::new(folder.join("original"))).map(|(stdout, _)| stdout)
}

/// Both forms of the bundle, held to what the program prints.
fn check(program: &Program, folder: &Path) -> Result<(), String> {
    program.write(folder);
    let expected = original(program, folder)?;
    let rustc_of_bundler = Rustc::find(EDITION).expect("a compiler");
    let texts = bundle(
        program.described(folder),
        &Form::FULL,
        Some(&rustc_of_bundler),
    );
    for (form, text) in Form::FULL
        .iter()
        .zip(texts.map_err(|error| error.to_string())?)
    {
        let source = folder.join(format!("bundle-{form:?}.rs"));
        fs::write(&source, &text).expect("a file can be written");
        for mark in &program.needed {
            if !text.contains(&mark.to_string()) {
                return Err(format!("{mark} is lost: {}", source.display()));
            }
        }
        let compiled = folder.join(format!("bundle-{form:?}"));
        let (_, warnings) = output(rustc(EDITION).arg("-o").arg(&compiled).arg(&source))?;
        if !warnings.is_empty() {
            return Err(format!("{}: {warnings}", source.display()));
        }
        let (printed, _) = output(&mut Command::new(&compiled))?;
        if printed != expected {
            return Err(format!("{}: {printed}\nnot\n{expected}", source.display()));
        }
    }
    Ok(())
}

/// Bytes that nobody chose.
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    (0..600).map(|_| byte()).collect()
}

/// Programs that once had a wrong bundle, and some that nobody has seen before.
#[test]
fn bundles_of_made_up_programs_print_what_the_programs_print() {
    let number = |name| {
        env::var(name)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
    };
    let (first, count) = (number("FIRST").unwrap_or(0), number("BUNDLES").unwrap_or(6));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions/bundler");
    let known = fs::read_dir(folder).into_iter().flatten();
    let mut known: Vec<PathBuf> = known.map(|entry| entry.expect("an entry").path()).collect();
    known.sort();
    let known = known.into_iter().map(|path| {
        let data = fs::read(&path).expect("the file can be read");
        (path.display().to_string(), data[1..].to_vec())
    });
    let new = (first..first + count).map(|seed| (format!("seed {seed}"), bytes(seed)));
    let all: Vec<(String, Vec<u8>)> = known.chain(new).collect();

    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bundler");
    let _ = fs::remove_dir_all(&scratch);
    let next = AtomicUsize::new(0);
    let faults: Vec<String> = thread::scope(|scope| {
        let work = || {
            let mut faults = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((name, data)) = all.get(at) else {
                    return faults;
                };
                let folder = scratch.join(at.to_string());
                match check(&Program::of(data), &folder) {
                    Ok(()) => fs::remove_dir_all(&folder).expect("it is there"),
                    Err(fault) => faults.push(format!("{name} in {}: {fault}", folder.display())),
                }
            }
        };
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    assert!(
        faults.is_empty(),
        "{} of {}\n{}",
        faults.len(),
        all.len(),
        faults.join("\n\n")
    );
}
