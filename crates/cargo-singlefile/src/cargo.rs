//! Cargo, asked to build what is to be bundled.

use std::collections::BTreeMap;
use std::env::{self, consts::DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cargo_metadata::Message;

use crate::args::{Args, Wanted};
use crate::error::{Error, Result};

/// What cargo says when it builds the target of this manifest, as it is told about features. `how`:
/// `build` or `check`, with options.
///
/// # Errors
/// If cargo cannot be run, or does not build it.
pub(crate) fn build(args: &Args, manifest: &Path, how: &[&str]) -> Result<Vec<Message>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    let kind = match args.wanted {
        Wanted::Bin(_) => "--bin",
        Wanted::Example(_) => "--example",
    };
    let name = args.wanted.name();
    command
        .args(how)
        .args(["--quiet", "--message-format", "json-render-diagnostics"])
        .arg("--manifest-path")
        .arg(manifest)
        .args([kind, name]);
    args.choose_features(&mut command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| Error::new(format!("cargo {}: {e}", how[0])))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        let reason = reason.trim();
        return Err(Error::new(format!(
            "cargo does not build `{name}`:\n{reason}"
        )));
    }
    let messages = Message::parse_stream(output.stdout.as_slice());
    Ok(messages.filter_map(std::result::Result::ok).collect())
}

/// Where the compiled procedural macros are that the target uses, by the files of their root
/// modules.
///
/// # Errors
/// As `build`.
pub(crate) fn libraries(args: &Args, manifest: &Path) -> Result<BTreeMap<PathBuf, PathBuf>> {
    let messages = build(args, manifest, &["check"])?;
    let made = messages.into_iter().filter_map(|message| match message {
        Message::CompilerArtifact(made) => Some(made),
        _ => None,
    });
    let made = made.filter(|made| made.target.kind.iter().any(|kind| kind == "proc-macro"));
    let made = made.filter_map(|made| {
        let library = made
            .filenames
            .into_iter()
            .find(|file| file.as_str().ends_with(DLL_SUFFIX));
        Some((made.target.src_path.into(), library?.into()))
    });
    Ok(made.collect())
}
