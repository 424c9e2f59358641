//! The programs that a package carries.

use crate::claims::{compare, Finding};
use crate::{Claims, Read};
use std::io::{self, Read as _, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

/// Kattis says yes and no by these exit codes; any other is an error of the judge.
const YES: u8 = 42;
const NO: u8 = 43;

/// An input validator of a Kattis package: the input is standard input.
pub fn kattis_input(validate: fn(&str) -> Read<()>) -> ExitCode {
    validator(validate, YES, NO)
}

/// A validator of a Polygon package, with the exit codes of testlib: the input is standard input.
pub fn polygon_validator(validate: fn(&str) -> Read<()>) -> ExitCode {
    validator(validate, 0, 3)
}

fn validator(validate: fn(&str) -> Read<()>, yes: u8, no: u8) -> ExitCode {
    let mut text = String::new();
    let refusal = match io::stdin().read_to_string(&mut text) {
        Ok(_) => validate(&text).err().map(|refusal| refusal.to_string()),
        Err(error) => Some(error.to_string()),
    };
    let refusal = match refusal {
        None => return ExitCode::from(yes),
        Some(refusal) => refusal,
    };
    // Whether anybody listens changes nothing.
    let _ = writeln!(io::stderr(), "{refusal}");
    ExitCode::from(no)
}

/// An output validator of a Kattis package: the arguments are the files of the input and of the
/// judge's answer, and a folder for messages; the answer is standard input.
pub fn kattis_output(claims: fn(&str, &str) -> Claims) -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let mut text = || fs::read_to_string(arguments.next().unwrap_or_default());
    let (input, judges) = match (text(), text()) {
        (Ok(input), Ok(judges)) => (input, judges),
        (Err(error), _) | (_, Err(error)) => {
            let _ = writeln!(io::stderr(), "{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut answer = String::new();
    let finding = match io::stdin().read_to_string(&mut answer) {
        Ok(_) => compare(claims, &input, &answer, &judges),
        Err(error) => Finding::Wrong(error.to_string()),
    };
    let (code, reason) = match finding {
        Finding::Right => return ExitCode::from(YES),
        Finding::Wrong(reason) => (ExitCode::from(NO), reason),
        Finding::JudgeIsWrong(reason) => (ExitCode::FAILURE, format!("judge's answer: {reason}")),
    };
    if let Some(folder) = arguments.next() {
        let _ = fs::write(Path::new(&folder).join("judgemessage.txt"), reason + "\n");
    }
    code
}
