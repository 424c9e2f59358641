//! `stress`: a program on generated inputs, until an answer is wrong.

use crate::{group, problem};
use clap::ArgMatches;
use cli_manners::args::{given, value};
use cli_manners::{tell, Failure, Verdict};
use setter::Problem;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};
use wait_timeout::ChildExt;

/// No right answer has as many bytes.
const MOST: u64 = 1 << 28;
/// So many lines are tried then at most, most of which are no valid input.
const LINES: usize = 20_000_000;

pub(crate) fn run(matches: &ArgMatches, out: &mut impl Write) -> Result<Verdict, Failure> {
    let problem = problem(matches);
    let group = group(matches)?.unwrap_or(&problem.groups[0]);
    let (seed, tests): (u64, u64) = (given(matches, "seed"), given(matches, "tests"));
    let own: Vec<OsString> = matches
        .get_many("program")
        .expect("clap wants it")
        .cloned()
        .collect();
    let other = value::<OsString>(matches, "against").map(|program| vec![program]);
    let programs: Vec<Vec<OsString>> = [own].into_iter().chain(other).collect();
    let judge = Judge {
        problem,
        programs,
        time: given(matches, "limit-time"),
        shrinking: given(matches, "shrink-time"),
    };
    for k in 0..tests {
        let seed = seed.wrapping_add(k);
        let input = problem.generate(group, seed);
        let reason = match judge.wrong(&input)? {
            None => continue,
            Some(reason) => reason,
        };
        tell(format_args!(
            "wrong on group {}, seed {seed}: {reason}",
            group.name
        ));
        let small = judge.shrink(&input);
        if small != input {
            let reason = judge.wrong(&small)?;
            let reason = reason.unwrap_or_else(|| "but not each time that it runs".into());
            tell(format_args!("wrong on the smaller input, too: {reason}"));
        }
        out.write_all(small.as_bytes())?;
        return Ok(Verdict::No);
    }
    let last = seed.wrapping_add(tests - 1);
    tell(format_args!(
        "no wrong answer on group {}, seeds {seed} to {last}",
        group.name
    ));
    Ok(Verdict::Yes)
}

struct Judge {
    problem: &'static Problem,
    programs: Vec<Vec<OsString>>,
    /// An answer that takes longer is wrong.
    time: Duration,
    /// As long an input is made smaller.
    shrinking: Duration,
}

impl Judge {
    /// What is wrong with an answer to this input.
    fn wrong(&self, input: &str) -> Result<Option<String>, Failure> {
        for program in &self.programs {
            let name = program[0].to_string_lossy();
            let judged = match answer(program, input, self.time) {
                Ok(Ok(answer)) => self.problem.check(input, &answer),
                Ok(Err(reason)) => Err(reason),
                Err(error) => return Err(Failure::Usage(format!("{name}: cannot run: {error}"))),
            };
            if let Err(reason) = judged {
                return Ok(Some(format!("{name}: {}", reason.trim_end())));
            }
        }
        Ok(None)
    }

    fn shrink(&self, input: &str) -> String {
        let begin = Instant::now();
        setter::shrink(input, LINES, |smaller| {
            begin.elapsed() < self.shrinking
                && self.problem.validate(smaller).is_ok()
                && self.problem.promise(smaller).is_ok()
                && matches!(self.wrong(smaller), Ok(Some(_)))
        })
    }
}

/// What a program prints, or why that is no answer.
pub(crate) fn answer(
    program: &[OsString],
    input: &str,
    time: Duration,
) -> io::Result<Result<String, String>> {
    let begin = Instant::now();
    let mut child = Command::new(&program[0])
        .args(&program[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (stdin, input) = (child.stdin.take(), input.to_string());
    // A program may end before it has read all.
    thread::spawn(move || stdin.map(|mut pipe| drop(pipe.write_all(input.as_bytes()))));
    let (answer, words) = (text(child.stdout.take()), text(child.stderr.take()));
    // Its children may hold the pipes when it is gone; nobody waits for these threads then.
    let left = || time.saturating_sub(begin.elapsed());
    let ended = match (answer.recv_timeout(left()), words.recv_timeout(left())) {
        (Ok(answer), Ok(words)) => child
            .wait_timeout(left())?
            .map(|status| (answer, words, status)),
        _ => None,
    };
    Ok(match ended {
        None => {
            child.kill()?;
            child.wait()?;
            Err(format!("takes longer than {} s", time.as_secs_f64()))
        }
        // It may have been killed for it, as nobody reads on.
        Some((answer, ..)) if answer.len() as u64 == MOST => {
            Err(format!("prints {MOST} bytes or more"))
        }
        Some((_, words, status)) if !status.success() => {
            let words = String::from_utf8_lossy(&words);
            Err(format!("{status}\n{}", words.trim_end()))
        }
        Some((answer, ..)) => {
            String::from_utf8(answer).map_err(|_| "prints what is no UTF-8".to_string())
        }
    })
}

/// What comes out of a pipe until its end.
fn text(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = Vec::new();
        // What cannot be read is no answer.
        let _ = pipe.map(|pipe| pipe.take(MOST).read_to_end(&mut text));
        let _ = sender.send(text);
    });
    receiver
}
