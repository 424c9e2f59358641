//! `test`: which binary, and the samples beside it with their answers.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, MetadataCommand, Package};

use crate::args::{Args, Input, Wanted};
use crate::error::{Error, Result};
use crate::graph::ask_cargo;
use crate::list;

/// Says what `args` leave open: the binary, if its package has one alone, and the samples as the
/// inputs of a check.
///
/// # Errors
/// If there is no such binary, more than one, or no sample.
pub(crate) fn find(args: &mut Args) -> Result<()> {
    let mut command = MetadataCommand::new();
    if let Some(path) = &args.manifest_path {
        command.manifest_path(path);
    }
    let metadata = ask_cargo(command.no_deps())?;
    let (package, name) = binary(&metadata, args)?;
    let folder = package.manifest_path.with_file_name("samples");
    let unreadable = |e: io::Error| Error::usage(format!("{folder}: {e}"));
    let entries = fs::read_dir(&folder).map_err(unreadable)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut inputs = paths
        .collect::<io::Result<Vec<PathBuf>>>()
        .map_err(unreadable)?;
    inputs.retain(|path| path.extension().is_some_and(|end| end == "in"));
    inputs.sort();
    if inputs.is_empty() {
        return Err(Error::usage(format!("{folder}: no sample NAME.in")));
    }
    args.package = Some(package.name.clone());
    args.wanted = Wanted::Bin(name);
    args.check = Some(inputs.into_iter().map(Input::File).collect());
    Ok(())
}

/// The binary that is asked for, or the only one of the package at hand.
fn binary<'m>(metadata: &'m Metadata, args: &Args) -> Result<(&'m Package, String)> {
    let name = args.wanted.name();
    let here = metadata.root_package().map(|package| &package.id);
    let binaries = list::targets(metadata).filter(|(package, target)| {
        let is_meant = if name.is_empty() {
            args.package.is_some() || here.is_none_or(|here| *here == package.id)
        } else {
            target.name == name
        };
        target.is_bin() && args.may_be_in(package) && is_meant
    });
    let binaries: Vec<_> = binaries.collect();
    match binaries[..] {
        [(package, target)] => Ok((package, target.name.clone())),
        [] if name.is_empty() => Err(Error::usage("there is no binary to test")),
        [] => Err(list::unknown(metadata, args)),
        _ => {
            let told = binaries.iter();
            let told =
                told.map(|(package, target)| format!("`{}` of {}", target.name, package.name));
            let told = told.collect::<Vec<_>>().join(", ");
            Err(Error::usage(format!("which binary? There is {told}")))
        }
    }
}

/// The answer that a sample must get, if there is one: `NAME.ans` or `NAME.out` beside it.
fn answer(input: &Path) -> Option<PathBuf> {
    let files = ["ans", "out"].map(|end| input.with_extension(end));
    files.into_iter().find(|file| file.is_file())
}

/// Compares what a program has printed with the answer of its sample as most judges do: blanks at
/// the ends of lines and empty lines at the end make no difference.
///
/// # Errors
/// If it is wrong, or the answer cannot be read.
pub(crate) fn judge(input: &Path, mut printed: &File) -> Result<()> {
    let Some(file) = answer(input) else {
        return Ok(());
    };
    let unreadable = |e: io::Error| Error::usage(format!("{}: {e}", file.display()));
    let expected = fs::read(&file).map_err(unreadable)?;
    let mut found = Vec::new();
    io::Seek::rewind(&mut printed).map_err(unreadable)?;
    printed.read_to_end(&mut found).map_err(unreadable)?;
    let [expected, found] = [&expected, &found].map(|text| lines(text));
    let longest = expected.len().max(found.len());
    match (0..longest).find(|&at| expected.get(at) != found.get(at)) {
        None => Ok(()),
        Some(at) => {
            let show = |lines: &[String]| match lines.get(at) {
                Some(line) => line.chars().take(80).collect(),
                None => "nothing, the output ends before".to_owned(),
            };
            Err(Error::new(format!(
                "wrong answer on {}\nline {}:\n  expected: {}\n     found: {}",
                input.display(),
                at + 1,
                show(&expected),
                show(&found)
            )))
        }
    }
}

fn lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let lines = text.trim_end().lines();
    lines.map(|line| line.trim_end().to_owned()).collect()
}
