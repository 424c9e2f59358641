//! The validators that a package carries, as programs.

use crate::Read;
use std::io::{self, Read as _, Write};
use std::process::ExitCode;

/// That of a Kattis package: the input is standard input; exit code 42 is yes, 43 no.
pub fn kattis(validate: fn(&str) -> Read<()>) -> ExitCode {
    validator(validate, 42, 43)
}

/// That of a Polygon package, with the exit codes of testlib.
pub fn polygon(validate: fn(&str) -> Read<()>) -> ExitCode {
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
