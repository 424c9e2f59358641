//! The compiler, asked what it thinks of a file.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

use serde_json::Value;

use crate::error::{Error, Result};
use crate::minify::Spot;
use crate::target::Host;

/// A compiler and a folder to work in.
#[derive(Debug)]
pub struct Rustc {
    program: OsString,
    edition: String,
    folder: PathBuf,
}

/// One message of the compiler.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) is_error: bool,
    /// Said only with debug assertions, or only without.
    pub(crate) sometimes: bool,
    /// The lint, or the number of the error.
    pub(crate) code: String,
    pub(crate) text: String,
    /// The text with all notes and labels.
    pub(crate) all_text: String,
    /// What it is about, outside of macros: lines and columns from 1.
    pub(crate) places: Vec<(usize, usize)>,
    /// All lines that it shows.
    pub(crate) lines: Vec<usize>,
    /// The same with columns: what it is about, and all.
    pub(crate) primary: Vec<Spot>,
    pub(crate) spots: Vec<Spot>,
    pub(crate) rendered: String,
}

impl Rustc {
    /// The compiler of `$RUSTC`, or the one in the path; none if there is none.
    ///
    /// Several may be at work at the same time, also in one process.
    pub fn find(edition: u16) -> Option<Rustc> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let program = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut version = Command::new(&program);
        version
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        version.status().ok().filter(process::ExitStatus::success)?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("onefile-{}-{number}", process::id()));
        Some(Rustc {
            program,
            edition: edition.to_string(),
            folder,
        })
    }

    /// What holds for the target of this compiler.
    ///
    /// # Errors
    /// If the compiler cannot be run.
    pub(crate) fn host(&self) -> Result<Host> {
        let output = Command::new(&self.program)
            .args(["--print", "cfg"])
            .output()
            .map_err(|e| Error::new(format!("rustc: {e}")))?;
        Ok(Host::new(&String::from_utf8_lossy(&output.stdout)))
    }

    /// What the compiler says about a file, without making a program of it. A file that asks for debug assertions is
    /// looked at both ways, as some judges have them on.
    ///
    /// # Errors
    /// If it cannot be run.
    pub(crate) fn check(&self, text: &str) -> Result<Vec<Message>> {
        let mut messages = self.run(text, "debug-assertions=on")?;
        if text.contains("debug_assertions") {
            let mut others = self.run(text, "debug-assertions=off")?;
            let found = messages.clone();
            messages
                .iter_mut()
                .for_each(|message| message.compare(&others));
            others.iter_mut().for_each(|other| other.compare(&found));
            others.retain(|other| other.is_error || other.sometimes);
            messages.append(&mut others);
        }
        Ok(messages)
    }

    fn run(&self, text: &str, option: &str) -> Result<Vec<Message>> {
        let failed =
            |what: &str, error: &dyn std::fmt::Display| Error::new(format!("{what}: {error}"));
        let source = self.folder.join("bundle.rs");
        fs::create_dir_all(&self.folder)
            .and_then(|()| fs::write(&source, text))
            .map_err(|e| failed(&source.display().to_string(), &e))?;
        let output = Command::new(&self.program)
            .args([
                "--crate-type",
                "bin",
                "--crate-name",
                "bundle",
                "--emit",
                "metadata",
                "--error-format",
                "json",
            ])
            .args(["--edition", &self.edition, "-C", option])
            .arg("-o")
            .arg(self.folder.join("bundle.rmeta"))
            .arg(&source)
            .output()
            .map_err(|e| failed("rustc", &e))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let messages: Vec<Message> = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .filter_map(|value: Value| message(&value))
            .collect();
        if !output.status.success() && !messages.iter().any(|message| message.is_error) {
            return Err(Error::new(format!("rustc failed without a reason: {text}")));
        }
        Ok(messages)
    }
}

impl Message {
    /// Keeps the places that are in the other messages too; without one, it is not always said.
    fn compare(&mut self, others: &[Message]) {
        let others = others.iter().filter(|other| other.code == self.code);
        let known: Vec<&(usize, usize)> = others.flat_map(|other| &other.places).collect();
        if self.places.iter().any(|place| known.contains(&place)) {
            self.places.retain(|place| known.contains(&place));
        } else {
            self.sometimes = true;
        }
    }
}

impl Drop for Rustc {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn message(value: &Value) -> Option<Message> {
    let level = value["level"].as_str()?;
    let code = value["code"]["code"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let is_error = level.starts_with("error");
    let text = value["message"].as_str()?.to_owned();
    let spans: Vec<&Value> = value["spans"].as_array().into_iter().flatten().collect();
    if spans.is_empty() && (!is_error || text.starts_with("aborting due to")) {
        return None;
    }
    let mut message = Message {
        is_error,
        sometimes: false,
        code,
        all_text: text.clone(),
        text,
        places: Vec::new(),
        lines: Vec::new(),
        primary: Vec::new(),
        spots: Vec::new(),
        rendered: value["rendered"].as_str().unwrap_or_default().to_owned(),
    };
    for child in value["children"].as_array().into_iter().flatten() {
        message.all_text += child["message"].as_str().unwrap_or_default();
        message.all_text.push('\n');
        for span in child["spans"].as_array().into_iter().flatten() {
            message.lines.extend(number(span, "line_start"));
            message.spots.extend(spot(span));
        }
    }
    for span in spans {
        message.all_text += span["label"].as_str().unwrap_or_default();
        message.all_text.push('\n');
        let primary = span["is_primary"].as_bool() == Some(true);
        if let (true, true, Some(line), Some(column)) = (
            primary,
            span["expansion"].is_null(),
            number(span, "line_start"),
            number(span, "column_start"),
        ) {
            message.places.push((line, column));
        }
        let mut at = span;
        while !at.is_null() {
            message.lines.extend(number(at, "line_start"));
            if let (true, Some(spot)) = (primary, spot(at)) {
                message.primary.push(spot);
            }
            message.spots.extend(spot(at));
            at = &at["expansion"]["span"];
        }
    }
    Some(message)
}

fn spot(span: &Value) -> Option<Spot> {
    let line = number(span, "line_start")?;
    let end = if number(span, "line_end") == Some(line) {
        number(span, "column_end")?
    } else {
        usize::MAX
    };
    Some((line, number(span, "column_start")?, end))
}

fn number(span: &Value, key: &str) -> Option<usize> {
    span[key].as_u64().map(|n| n as usize)
}
