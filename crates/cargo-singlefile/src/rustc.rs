//! The compiler, asked what it thinks of a file.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{env, fs, process, thread};

use serde_json::Value;

use crate::error::{Error, Result};
use crate::graph::CrateInfo;
use crate::joined;
use crate::minify::Spot;
use crate::target::Host;

/// A compiler and a folder to work in.
#[derive(Debug)]
pub struct Rustc {
    program: OsString,
    host: Host,
    edition: u16,
    folder: PathBuf,
    calls: AtomicUsize,
    most_work: u64,
    /// The last answers, each with what was asked.
    known: Mutex<VecDeque<(Question, Understood)>>,
}

/// What a file sees beside the standard library, and where it is.
pub(crate) struct Externs<'a> {
    pub(crate) edition: u16,
    /// What they are crates for.
    pub(crate) info: &'a CrateInfo,
    /// Compiled crates by name.
    pub(crate) crates: Vec<(String, PathBuf)>,
    /// The `cfg`s that are on: macros may write conditions.
    pub(crate) cfgs: Vec<String>,
}

impl Externs<'_> {
    fn options(&self) -> Vec<String> {
        let crates = self.crates.iter();
        let options = crates.map(|(name, path)| format!("--extern={name}={}", path.display()));
        let cfgs = self.cfgs.iter().map(|cfg| format!("--cfg={cfg}"));
        options.chain(cfgs).collect()
    }
}

/// So many answers are kept: a trial in vain goes back to a text that was looked at before.
const MEMORY: usize = 12;

/// A text, whether it is looked at without debug assertions, and whether its intermediate code is
/// asked for.
type Question = (String, bool, bool);

/// After so much work nothing more is tried. Unlike time it is the same on each machine.
const MOST_WORK: u64 = 330_000_000;

/// The work of understanding a byte, and of saying an error, which names all macros that it is in.
const WORK_OF_A_BYTE: u64 = 32;
const WORK_OF_AN_ERROR: u64 = 100_000;

/// So many errors are read: the others mostly say the same.
const MOST_ERRORS: usize = 1000;

/// What the compiler says about a file, and what it understood.
#[derive(Debug, Clone)]
pub(crate) struct Understood {
    pub(crate) messages: Vec<Message>,
    /// What it cost.
    pub(crate) work: u64,
    /// The intermediate code, with debug assertions and, if the file asks for them, without;
    /// nothing of a file that does not compile.
    pub(crate) mir: Vec<String>,
}

impl Understood {
    /// Both, of which the second was asked without debug assertions.
    fn and(mut self, mut second: Understood) -> Understood {
        let found = self.messages.clone();
        let (messages, others) = (&mut self.messages, &mut second.messages);
        messages
            .iter_mut()
            .for_each(|message| message.compare(others));
        others.iter_mut().for_each(|other| other.compare(&found));
        others.retain(|other| other.is_error || other.sometimes);
        messages.append(others);
        self.work += second.work;
        self.mir.append(&mut second.mir);
        self
    }

    pub(crate) fn errors(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter().filter(|message| message.is_error)
    }
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
    pub(crate) fix: Vec<Fix>,
    /// Whether nothing that it is about stands in the file as it is, but for the signs of the
    /// language itself.
    pub(crate) in_macro: bool,
    pub(crate) rendered: String,
}

impl Rustc {
    /// The compiler of `$RUSTC`, or the one in the path; none if there is none. A process looks for
    /// it once.
    ///
    /// Several may be at work at the same time, also in one process.
    pub fn find(edition: u16) -> Option<Rustc> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        static FOUND: OnceLock<Option<(OsString, Host)>> = OnceLock::new();
        let (program, host) = FOUND.get_or_init(program).clone()?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("singlefile-{}-{number}", process::id()));
        Some(Rustc {
            program,
            host,
            edition,
            folder,
            calls: AtomicUsize::new(0),
            most_work: MOST_WORK,
            known: Mutex::default(),
        })
    }

    /// The same, but trials that leave out what is not needed end after so much work, for the terse
    /// form after half as much again: each byte that the compiler reads for them is 32 units, and
    /// each error 100,000.
    #[must_use]
    pub fn with_most_work(mut self, work: u64) -> Self {
        self.most_work = work;
        self
    }

    /// How much work trials may cost that leave out what is not needed.
    pub(crate) fn most_work(&self) -> u64 {
        self.most_work
    }

    /// What holds for the target of this compiler.
    pub(crate) fn host(&self) -> &Host {
        &self.host
    }

    /// What the compiler says about a file, without making a program of it. A file that asks for
    /// debug assertions is looked at both ways, as some judges have them on.
    ///
    /// # Errors
    /// If it cannot be run.
    pub(crate) fn check(&self, text: &str) -> Result<Understood> {
        let first = self.ask(text, false, false)?;
        // With an error it is not the last text.
        if first.errors().next().is_some() || !asks_for_assertions(text) {
            return Ok(first);
        }
        Ok(first.and(self.ask(text, true, false)?))
    }

    /// The errors, and the intermediate code of a file that compiles. It is looked at both ways at
    /// once, as it is likely to compile.
    ///
    /// # Errors
    /// If the compiler cannot be run.
    pub(crate) fn understand(&self, text: &str) -> Result<Understood> {
        if !asks_for_assertions(text) {
            return self.understand_first(text);
        }
        let (first, second) = thread::scope(|scope| {
            let second = scope.spawn(|| self.ask(text, true, true));
            (self.understand_first(text), joined(second))
        });
        let first = first?;
        if first.errors().next().is_some() {
            return Ok(first);
        }
        Ok(first.and(second?))
    }

    /// The same, but with debug assertions only.
    ///
    /// # Errors
    /// If the compiler cannot be run.
    pub(crate) fn understand_first(&self, text: &str) -> Result<Understood> {
        self.ask(text, false, true)
    }

    fn ask(&self, text: &str, released: bool, with_mir: bool) -> Result<Understood> {
        // What is inside is whole at any time.
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let question = (text.to_owned(), released, with_mir);
        {
            let mut known = known();
            if let Some(at) = known.iter().position(|(of, _)| *of == question) {
                known.make_contiguous()[..=at].rotate_right(1);
                return Ok(known[0].1.clone());
            }
        }
        let option = if released {
            "debug-assertions=off"
        } else {
            "debug-assertions=on"
        };
        let answer = self.run(text, option, with_mir)?;
        let mut known = known();
        known.push_front((question, answer.clone()));
        known.truncate(MEMORY);
        Ok(answer)
    }

    /// Makes a program of a file, with the options of most judges.
    ///
    /// # Errors
    /// If the compiler cannot be run, or does not take the file.
    pub(crate) fn make_program(&self, source: &Path, program: &Path) -> Result<()> {
        let output = Command::new(&self.program)
            .args(["--edition", &self.edition.to_string(), "-O", "-o"])
            .args([program, source])
            .output()
            .map_err(|e| Error::new(format!("rustc: {e}")))?;
        if output.status.success() {
            return Ok(());
        }
        let reason = String::from_utf8_lossy(&output.stderr);
        Err(Error::new(format!(
            "rustc makes no program of the bundle:\n{reason}"
        )))
    }

    /// What the intermediate code names as the file, whichever the compiler was given.
    pub(crate) fn source(&self) -> PathBuf {
        self.folder.join("bundle.rs")
    }

    fn call(&self) -> Call {
        let number = self.calls.fetch_add(1, Ordering::Relaxed);
        Call {
            folder: self.folder.join(number.to_string()),
        }
    }

    fn run(&self, text: &str, option: &str, with_mir: bool) -> Result<Understood> {
        // Of a library nothing is called from outside that nobody exports, so the compiler stops at
        // the intermediate code.
        let (kind, emit) = if with_mir {
            ("lib", "mir")
        } else {
            ("bin", "metadata")
        };
        let edition = self.edition.to_string();
        let mut options = vec!["--crate-type", kind, "--edition", &edition];
        options.extend(["--error-format", "json", "--emit", emit]);
        if with_mir {
            // There all is unused.
            options.extend(["-A", "unused"]);
        }
        let call = self.call();
        let mut command = self.command(text, option, &options, &call)?;
        let (success, said) =
            what_it_says(&mut command).map_err(|e| Error::new(format!("rustc: {e}")))?;
        let mut understood = Understood {
            messages: messages(&said),
            work: WORK_OF_A_BYTE * text.len() as u64,
            mir: Vec::new(),
        };
        understood.work += WORK_OF_AN_ERROR * understood.errors().count() as u64;
        if !success {
            if understood.errors().next().is_none() {
                return Err(Error::new(format!("rustc failed without a reason: {said}")));
            }
        } else if with_mir {
            let mir = call.folder.join("bundle.mir");
            let text = fs::read_to_string(&mir);
            let text = text.map_err(|e| Error::new(format!("{}: {e}", mir.display())))?;
            let path = call.source().display().to_string();
            understood
                .mir
                .push(text.replace(&path, &self.source().display().to_string()));
        }
        Ok(understood)
    }

    /// The edition of the file.
    pub(crate) fn edition(&self) -> u16 {
        self.edition
    }

    /// What these lints say about the file, even where it forbids them, and what errors there are
    /// in this edition.
    ///
    /// # Errors
    /// If the compiler cannot be run.
    pub(crate) fn lint(&self, text: &str, edition: u16, lints: &[&str]) -> Result<Vec<Message>> {
        let lints = lints.iter().map(|lint| format!("--force-warn={lint}"));
        self.look(text, edition, &lints.collect::<Vec<_>>(), &[])
    }

    /// The lines of the file with errors, if it is of a library and sees these crates.
    ///
    /// # Errors
    /// If the compiler cannot be run.
    pub(crate) fn wrong_lines(&self, text: &str, externs: &Externs<'_>) -> Result<BTreeSet<usize>> {
        let messages = self.look(text, externs.edition, &externs.options(), &[])?;
        let wrong = messages.into_iter().filter(|message| message.is_error);
        Ok(wrong.flat_map(|message| message.lines).collect())
    }

    /// What closures take with them in 2021, of those that ask for it.
    ///
    /// # Errors
    /// If the compiler cannot be run.
    pub(crate) fn captures(&self, text: &str) -> Result<Vec<Message>> {
        // Only the compiler's own tests ask for it.
        self.look(text, 2021, &[], &[("RUSTC_BOOTSTRAP", "1")])
    }

    /// What is said of the file as a library of this edition, with more options and variables of
    /// the environment.
    fn look(
        &self,
        text: &str,
        edition: u16,
        more: &[String],
        set: &[(&str, &str)],
    ) -> Result<Vec<Message>> {
        let edition = edition.to_string();
        let mut options = vec!["--emit", "metadata", "--error-format", "json"];
        options.extend([
            "-A",
            "warnings",
            "--crate-type",
            "lib",
            "--edition",
            &edition,
        ]);
        options.extend(more.iter().map(String::as_str));
        let call = self.call();
        let mut command = self.command(text, "debug-assertions=on", &options, &call)?;
        let output = output(command.envs(set.iter().copied()))?;
        Ok(messages(&String::from_utf8_lossy(&output.stderr)))
    }

    /// The file as it is when all macros are expanded, whatever else is wrong with it, and what the
    /// compiler says of it. `std` is the text of its standard library, and of the crates of these
    /// names. Behind each word may be a mark that tells by which macro it was written.
    ///
    /// # Errors
    /// If the compiler cannot be run.
    pub(crate) fn expand(
        &self,
        text: &str,
        externs: &Externs<'_>,
        std: &str,
        others: &[String],
        with_marks: bool,
    ) -> Result<(String, Vec<Message>)> {
        let edition = externs.edition.to_string();
        let made = self.call();
        let mut options = vec![
            "--crate-type",
            "lib",
            "--edition",
            "2021",
            "--emit",
            "metadata",
        ];
        // Or it would be the same crate as the file.
        options.extend(["-C", "metadata=std"]);
        self.compile(std, "debug-assertions=on", &options, &made)?;
        let std = made.folder.join("libbundle.rmeta");
        let std = std.display();
        let names = others
            .iter()
            .map(String::as_str)
            .chain(["std", "core", "alloc"]);
        let own: Vec<String> = names.map(|name| format!("--extern={name}={std}")).collect();
        let named = externs.options();
        let mut options = vec![
            if with_marks {
                "-Zunpretty=expanded,hygiene"
            } else {
                "-Zunpretty=expanded"
            },
            "--crate-type",
            "lib",
            "--edition",
            &edition,
            "--error-format",
            "json",
        ];
        options.extend(own.iter().chain(&named).map(String::as_str));
        let call = self.call();
        let mut command = self.command(text, "debug-assertions=on", &options, &call)?;
        // Macros may ask cargo's environment where they are, and for what.
        command.envs(externs.info.environment());
        if let Some(package) = externs
            .info
            .root
            .ancestors()
            .find(|at| at.join("Cargo.toml").is_file())
        {
            command.env("CARGO_MANIFEST_DIR", package);
        }
        let output = command.env("RUSTC_BOOTSTRAP", "1").output();
        let output = output.map_err(|e| Error::new(format!("rustc: {e}")))?;
        let messages = messages(&String::from_utf8_lossy(&output.stderr));
        Ok((
            String::from_utf8_lossy(&output.stdout).into_owned(),
            messages,
        ))
    }

    fn compile(&self, text: &str, option: &str, options: &[&str], call: &Call) -> Result<Output> {
        output(&mut self.command(text, option, options, call)?)
    }

    /// What compiles the file, which is written.
    fn command(&self, text: &str, option: &str, options: &[&str], call: &Call) -> Result<Command> {
        let failed =
            |what: &str, error: &dyn std::fmt::Display| Error::new(format!("{what}: {error}"));
        let source = call.source();
        fs::create_dir_all(&call.folder)
            .and_then(|()| fs::write(&source, text))
            .map_err(|e| failed(&source.display().to_string(), &e))?;
        let mut command = Command::new(&self.program);
        command
            .args(["--crate-name", "bundle", "-C", option])
            .args(options)
            // There it also writes what it cannot say in a line.
            .arg("--out-dir")
            .args([&call.folder, &source]);
        Ok(command)
    }
}

fn output(command: &mut Command) -> Result<Output> {
    let output = command.output();
    output.map_err(|e| Error::new(format!("rustc: {e}")))
}

/// Whether a file may be another with debug assertions.
fn asks_for_assertions(text: &str) -> bool {
    text.contains("debug_assertions")
}

/// A compiler that answers, and what holds for its target. That of rustup looks at each call which
/// one is meant here, for as long as a small file takes: so that one is called itself.
fn program() -> Option<(OsString, Host)> {
    let given = env::var_os("RUSTC");
    let program = given.clone().unwrap_or_else(|| "rustc".into());
    let mut asked = Command::new(&program);
    let output = asked
        .args(["--print", "sysroot", "--print", "cfg"])
        .output();
    let output = output.ok().filter(|output| output.status.success())?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let sysroot = printed.lines().next().unwrap_or_default();
    let name = format!("bin/rustc{}", env::consts::EXE_SUFFIX);
    let itself = Some(Path::new(sysroot).join(name));
    let itself = itself.filter(|path| given.is_none() && path.is_file());
    Some((itself.map_or(program, PathBuf::into), Host::new(&printed)))
}

/// The folder of one call of the compiler, as there may be several at the same time.
struct Call {
    folder: PathBuf,
}

impl Call {
    fn source(&self) -> PathBuf {
        self.folder.join("bundle.rs")
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What an error says is not there.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Missing<'a> {
    pub(crate) name: &'a str,
    /// The path of the module in which it was looked for, or the type, if the error says it.
    pub(crate) within: Option<&'a str>,
}

impl Message {
    /// What is not there, of an error that says so.
    pub(crate) fn missing(&self) -> Option<Missing<'_>> {
        let says = |line: &str| {
            let label = line.starts_with("no `") || line.starts_with("could not find `");
            let text = line.starts_with("cannot find ") || line.contains("use of undeclared ");
            label || text || (line.starts_with("no ") && line.contains(" named `"))
        };
        let line = self.all_text.lines().find(|line| says(line))?;
        let mut quoted = line.split('`').skip(1).step_by(2);
        Some(Missing {
            name: quoted.next()?,
            within: quoted.next(),
        })
    }

    /// The types that want traits, as pairs of what the error quotes: the type, and the trait with
    /// what it is given.
    pub(crate) fn bounds(&self) -> Vec<(&str, &str)> {
        let lines = self.all_text.lines();
        let pairs = lines.flat_map(|line| {
            let pieces: Vec<&str> = line.split('`').collect();
            let around = pieces.windows(5).filter_map(|piece| match *piece {
                [before, first, between, second, after] => {
                    if before.ends_with("the trait ") && between == " is not implemented for " {
                        return Some((second, first));
                    }
                    let wanted = before.ends_with("required for ") && between == " to implement ";
                    (wanted && after.is_empty()).then_some((first, second))
                }
                _ => None,
            });
            let quoted = pieces.iter().skip(1).step_by(2);
            let bounds = quoted.filter_map(|piece| piece.rsplit_once(": "));
            around.chain(bounds).collect::<Vec<_>>()
        });
        pairs.collect()
    }

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

/// A change that the compiler proposes: lines and columns from 1, and what is to stand there.
#[derive(Debug, Clone)]
pub(crate) struct Fix {
    pub(crate) from: (usize, usize),
    pub(crate) to: (usize, usize),
    pub(crate) text: String,
}

/// The changes of the first proposal of a message that leaves nothing to be filled in.
fn fix(value: &Value) -> Vec<Fix> {
    let children = value["children"].as_array().into_iter().flatten();
    let is_whole =
        |span: &&Value| span["suggestion_applicability"].as_str() != Some("HasPlaceholders");
    let mut proposals = children.map(|child| {
        let spans = child["spans"].as_array().into_iter().flatten();
        let spans = spans.filter(is_whole);
        let fixes = spans.filter_map(|span| {
            Some(Fix {
                from: (number(span, "line_start")?, number(span, "column_start")?),
                to: (number(span, "line_end")?, number(span, "column_end")?),
                text: span["suggested_replacement"].as_str()?.to_owned(),
            })
        });
        fixes.collect::<Vec<Fix>>()
    });
    proposals
        .find(|fixes| !fixes.is_empty())
        .unwrap_or_default()
}

/// Whether the compiler has taken the file, and what it says, up to [`MOST_ERRORS`].
fn what_it_says(command: &mut Command) -> io::Result<(bool, String)> {
    let command = command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (mut said, mut errors) = (Vec::new(), 0);
    if let Some(mut stderr) = child.stderr.take().map(BufReader::new) {
        let mut start = 0;
        while errors < MOST_ERRORS && stderr.read_until(b'\n', &mut said)? > 0 {
            let is_error = |line: &[u8]| line.windows(ERROR.len()).any(|some| some == ERROR);
            errors += usize::from(is_error(&said[start..]));
            start = said.len();
        }
    }
    if errors == MOST_ERRORS {
        // It may have ended by itself.
        let _ = child.kill();
    }
    let success = child.wait()?.success();
    Ok((success, String::from_utf8_lossy(&said).into_owned()))
}

/// What an error says of itself.
const ERROR: &[u8] = b"\"level\":\"error";

pub(crate) fn messages(text: &str) -> Vec<Message> {
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter_map(|value: Value| message(&value))
        .collect()
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
        all_text: text.clone() + "\n",
        text,
        places: Vec::new(),
        in_macro: true,
        lines: Vec::new(),
        primary: Vec::new(),
        spots: Vec::new(),
        fix: fix(value),
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
        let expanded = span["expansion"]["macro_decl_name"].as_str();
        let by_macro = expanded.is_some_and(|by| !by.starts_with("desugaring of"));
        message.in_macro &= !primary || by_macro;
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

#[cfg(test)]
mod tests {

    fn missing(text: &str, label: &str) -> Option<(String, Option<String>)> {
        let message = serde_json::json!({
            "level": "error", "message": text, "code": {"code": "E0432"}, "children": [], "rendered": "",
            "spans": [{"line_start": 1, "line_end": 1, "column_start": 1, "column_end": 2, "is_primary": true, "label": label}],
        });
        let message = super::message(&message).unwrap();
        let missing = message.missing()?;
        Some((missing.name.to_owned(), missing.within.map(str::to_owned)))
    }

    #[test]
    fn errors_say_what_is_not_there_and_where_it_was_looked_for() {
        for (text, label, name, within) in [
            (
                "unresolved import `a::b::C`",
                "no `C` in `a::b`",
                "C",
                Some("a::b"),
            ),
            (
                "unresolved import `super::x`",
                "could not find `x` in `super`",
                "x",
                Some("super"),
            ),
            (
                "cannot find value `STEPS` in this scope",
                "not found in this scope",
                "STEPS",
                None,
            ),
            (
                "cannot find function `f` in module `a`",
                "not found in `a`",
                "f",
                Some("a"),
            ),
            (
                "failed to resolve: use of undeclared type `T`",
                "use of undeclared type `T`",
                "T",
                None,
            ),
            (
                "no method named `len` found for struct `V` in the current scope",
                "",
                "len",
                Some("V"),
            ),
        ] {
            assert_eq!(
                missing(text, label),
                Some((name.to_owned(), within.map(str::to_owned))),
                "{text}"
            );
        }
        assert_eq!(
            missing("mismatched types", "expected `u8`, found `u16`"),
            None
        );
    }

    #[test]
    fn errors_say_which_types_want_which_traits() {
        for (text, label, bounds) in [
            (
                "the trait bound `List<[u16; 16]>: From<&[u16]>` is not satisfied",
                "the trait `From<&[u16]>` is not implemented for `List<[u16; 16]>`",
                &[
                    ("List<[u16; 16]>", "From<&[u16]>"),
                    ("List<[u16; 16]>", "From<&[u16]>"),
                ][..],
            ),
            (
                "`&List<u8>` is not an iterator",
                "required for `&List<u8>` to implement `IntoIterator`",
                &[("&List<u8>", "IntoIterator")],
            ),
            (
                "no method named `len` found for struct `V` in the current scope",
                "method not found in `V`",
                &[],
            ),
        ] {
            let message = serde_json::json!({
                "level": "error", "message": text, "code": {"code": "E0277"}, "children": [], "rendered": "",
                "spans": [{"line_start": 1, "line_end": 1, "column_start": 1, "column_end": 2, "is_primary": true, "label": label}],
            });
            assert_eq!(super::message(&message).unwrap().bounds(), bounds, "{text}");
        }
    }
}
