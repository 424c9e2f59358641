//! Cargo, asked to build what is to be bundled.

use std::env;
use std::path::Path;
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
