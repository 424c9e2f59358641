//! `--check`: the original and its bundle, built as cargo and as a judge build them, answer the
//! same inputs.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use cargo_metadata::Message;

use crate::args::{Args, Input};
use crate::cargo;
use crate::error::{tell, Error, Result};
use crate::rustc::Rustc;
use crate::samples;

/// A program that prints more than this is stopped, before it fills the disk.
const MOST_OUTPUT: u64 = 1 << 30;

/// So many characters of a line are shown where it differs.
const SHOWN: usize = 80;

/// The inputs of a check, copied: a pipe can be read once, and two programs want it.
#[derive(Debug)]
pub(crate) struct Check {
    folder: PathBuf,
    inputs: Vec<(Input, PathBuf)>,
    timeout: Duration,
}

impl Check {
    /// # Errors
    /// If an input cannot be read.
    pub(crate) fn new(inputs: &[Input], timeout: Duration) -> Result<Check> {
        let folder = env::temp_dir().join(format!("singlefile-check-{}", process::id()));
        // Programs will be run from here: a folder that is there already may be somebody else's.
        fs::create_dir(&folder).map_err(|e| failed(&folder, &e))?;
        let mut check = Check {
            folder,
            inputs: Vec::new(),
            timeout,
        };
        for (number, input) in inputs.iter().enumerate() {
            let copy = check.folder.join(format!("{number}.in"));
            let copied = File::create(&copy).and_then(|mut file| match input {
                Input::Nothing => Ok(0),
                Input::Stdin => io::copy(&mut io::stdin().lock(), &mut file),
                Input::File(path) => io::copy(&mut File::open(path)?, &mut file),
            });
            copied.map_err(|e| Error::usage(format!("{input}: {e}")))?;
            check.inputs.push((input.clone(), copy));
        }
        Ok(check)
    }

    /// # Errors
    /// If one of the two programs cannot be built, takes too long or prints too much, or if they
    /// differ.
    pub(crate) fn run(
        &self,
        args: &Args,
        manifest: &Path,
        texts: &[&str],
        rustc: &Rustc,
    ) -> Result<()> {
        let original = build(args, manifest)?;
        let bundles = (0..).zip(texts).map(|(form, text)| {
            let folder = self.folder.join(format!("form{form}"));
            fs::create_dir(&folder).map_err(|e| failed(&folder, &e))?;
            // Judges choose a name of their own; `main` is a common one.
            let source = folder.join("main.rs");
            let bundle = folder.join(format!("main{}", env::consts::EXE_SUFFIX));
            fs::write(&source, text).map_err(|e| failed(&source, &e))?;
            rustc.make_program(&source, &bundle)?;
            Ok(bundle)
        });
        let bundles = bundles.collect::<Result<Vec<PathBuf>>>()?;
        for (input, file) in &self.inputs {
            let name = args.wanted.name();
            let expected = self.answer(&original, "original", input, file)?;
            for bundle in &bundles {
                let found = self.answer(bundle, "bundle", input, file)?;
                compare(name, input, &expected, &found)?;
                if let (true, Input::File(path)) = (args.samples, input) {
                    samples::judge(path, &found.stdout)?;
                }
            }
        }
        let inputs: Vec<String> = self.inputs.iter().map(|(it, _)| it.to_string()).collect();
        tell(format_args!(
            "checked: `{}` and its bundle print the same, and end with the same exit code, on {}",
            args.wanted.name(),
            inputs.join(", ")
        ));
        Ok(())
    }

    fn answer(&self, program: &Path, name: &str, input: &Input, file: &Path) -> Result<Answer> {
        let output = |name: &str| {
            let path = self.folder.join(name);
            let mut file = File::options();
            let file = file.read(true).write(true).create(true).truncate(true);
            file.open(&path).map_err(|e| failed(&path, &e))
        };
        let stdin = File::open(file).map_err(|e| failed(file, &e))?;
        let (stdout, stderr) = (output(&format!("{name}.out"))?, output("stderr")?);
        let written = [&stdout, &stderr].map(File::try_clone);
        let [out, err] = written.map(|file| file.map_err(|e| failed(program, &e)));
        let child = Command::new(program)
            .stdin(stdin)
            .stdout(out?)
            .stderr(err?)
            .spawn();
        let mut child = child.map_err(|e| failed(program, &e))?;
        let status = self.wait(&mut child, &[&stdout, &stderr]);
        if !matches!(status, Ok(Ok(_))) {
            let _ = child.kill();
            let _ = child.wait();
        }
        match status {
            Ok(Ok(status)) => Ok(Answer {
                status,
                stdout,
                stderr,
            }),
            Ok(Err(too_much)) => Err(Error::new(format!("the {name} {too_much} on {input}"))),
            Err(error) => Err(failed(program, &error)),
        }
    }

    /// How the process ends, or why it must not go on.
    fn wait(
        &self,
        child: &mut Child,
        outputs: &[&File],
    ) -> io::Result<std::result::Result<ExitStatus, String>> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Ok(status));
            }
            for output in outputs {
                if output.metadata()?.len() > MOST_OUTPUT {
                    return Ok(Err(format!("prints more than {MOST_OUTPUT} bytes")));
                }
            }
            if start.elapsed() >= self.timeout {
                let seconds = self.timeout.as_secs();
                return Ok(Err(format!("takes longer than {seconds} s (--timeout)")));
            }
            thread::sleep(pause.min(self.timeout.saturating_sub(start.elapsed())));
            pause = (2 * pause).min(Duration::from_millis(50));
        }
    }
}

impl Drop for Check {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// How a program has ended, and what it has written.
struct Answer {
    status: ExitStatus,
    stdout: File,
    stderr: File,
}

impl Answer {
    /// The lines of an output, as they are, until there are no more.
    fn lines(mut output: &File) -> io::Result<impl FnMut() -> io::Result<Vec<u8>> + '_> {
        output.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::new(output);
        Ok(move || {
            let mut line = Vec::new();
            reader.read_until(b'\n', &mut line)?;
            Ok(line)
        })
    }

    /// The last lines on standard error, which say why a program has failed.
    fn last_words(&self) -> String {
        const MOST: i64 = 1000;
        let mut words = Vec::new();
        let mut stderr = &self.stderr;
        let from_end = |end: i64| SeekFrom::End(-end.min(MOST));
        let length = stderr.metadata().map_or(0, |data| data.len() as i64);
        if stderr.seek(from_end(length)).is_ok() {
            let _ = stderr.read_to_end(&mut words);
        }
        String::from_utf8_lossy(&words).trim().to_owned()
    }
}

/// The executable of the target that cargo makes.
fn build(args: &Args, manifest: &Path) -> Result<PathBuf> {
    let name = args.wanted.name();
    let messages = cargo::build(args, manifest, &["build", "--release"])?;
    let mut made = messages.into_iter().filter_map(|message| match message {
        Message::CompilerArtifact(made) if made.target.name == name => made.executable,
        _ => None,
    });
    made.next()
        .map(PathBuf::from)
        .ok_or_else(|| Error::new(format!("cargo build: no program of the name `{name}`")))
}

/// # Errors
/// If the answers differ.
fn compare(name: &str, input: &Input, expected: &Answer, found: &Answer) -> Result<()> {
    let mut faults = Vec::new();
    let difference = difference(&expected.stdout, &found.stdout)
        .map_err(|e| Error::new(format!("what `{name}` has printed: {e}")))?;
    faults.extend(difference);
    if expected.status != found.status {
        faults.push(format!(
            "how it ends:\n  expected: {}\n     found: {}",
            expected.status, found.status
        ));
        let words = found.last_words();
        if !words.is_empty() {
            faults.push(format!("the bundle says: {words}"));
        }
    }
    if faults.is_empty() {
        return Ok(());
    }
    let faults = faults.join("\n");
    Err(Error::new(format!(
        "the bundle does something else than `{name}` on {input}; nothing is written\n{faults}"
    )))
}

/// The first line in which two outputs differ.
fn difference(expected: &File, found: &File) -> io::Result<Option<String>> {
    let (mut expected, mut found) = (Answer::lines(expected)?, Answer::lines(found)?);
    for number in 1.. {
        let (expected, found) = (expected()?, found()?);
        if expected != found {
            let [expected, found] = shown(&expected, &found);
            return Ok(Some(format!(
                "line {number}:\n  expected: {expected}\n     found: {found}"
            )));
        }
        if expected.is_empty() {
            break;
        }
    }
    Ok(None)
}

/// Two lines for people to read, long ones cut to where they differ.
fn shown(expected: &[u8], found: &[u8]) -> [String; 2] {
    let lines = [expected, found].map(|line| {
        let text = String::from_utf8_lossy(line);
        let escape = |c: char| -> String {
            if c.is_control() {
                c.escape_debug().collect()
            } else {
                c.into()
            }
        };
        // The end of a line shows if that is all the difference.
        let (text, end) = match text.strip_suffix('\n') {
            Some(text) => (text, true),
            None => (&*text, false),
        };
        (text.chars().map(escape).collect::<Vec<String>>(), end)
    });
    let is_missing = |(text, end): &(Vec<String>, bool)| text.is_empty() && !end;
    let [(a, _), (b, _)] = &lines;
    let only_ends_differ = a == b && !lines.iter().any(is_missing);
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let from = if same > SHOWN / 2 {
        same - SHOWN / 4
    } else {
        0
    };
    lines.each_ref().map(|(text, end)| {
        if text.is_empty() && !end {
            return "nothing, the output ends before".to_owned();
        }
        let mut line = String::from(if from > 0 { "..." } else { "" });
        line.extend(text.iter().skip(from).take(SHOWN).map(String::as_str));
        if text.len() > from + SHOWN {
            line += "...";
        }
        if only_ends_differ {
            line += if *end {
                ", with an end of line"
            } else {
                ", without an end of line"
            };
        }
        line
    })
}

fn failed(path: &Path, error: &io::Error) -> Error {
    Error::new(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn shows_where_lines_differ() {
        assert_eq!(shown(b"a b\n", b"a c\n"), ["a b", "a c"]);
        assert_eq!(shown(b"a\r\n", b"a\n"), ["a\\r", "a"]);
        let [a, b] = shown(b"a\n", b"a");
        assert_eq!(
            (&*a, &*b),
            ("a, with an end of line", "a, without an end of line")
        );
        assert_eq!(shown(b"\n", b""), ["", "nothing, the output ends before"]);
        let [long, other] = [b'1', b'2'].map(|c| {
            let mut line = vec![b'x'; 1000];
            line[500] = c;
            line
        });
        let [a, b] = shown(&long, &other);
        let tail = "x".repeat(59);
        assert_eq!(a, format!("...{}1{tail}...", "x".repeat(20)));
        assert_eq!(b, format!("...{}2{tail}...", "x".repeat(20)));
    }
}
