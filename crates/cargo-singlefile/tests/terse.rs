//! What the terse form leaves out, and what it must not.

mod common;

use cargo_singlefile::Form;
use common::{formed, Run};

/// The terse form of a program, which must compile without a warning and print this.
#[track_caller]
fn terse(name: &str, program: &str, expected: &str) -> String {
    let of = |form| {
        let (text, program) = formed(&format!("terse-{name}-{form:?}"), program, form);
        assert_eq!(Run::new(program).succeed(), expected, "{text}");
        text
    };
    let (text, longer) = (of(Form::Terse), of(Form::Minified));
    assert!(text.len() <= longer.len(), "{text}");
    text
}

#[track_caller]
fn lacks(text: &str, words: &[&str]) {
    for word in words {
        assert!(!text.contains(word), "{word}: {text}");
    }
}

#[test]
fn messages_of_panics_go_and_what_only_they_show() {
    let program = r#"
use std::fmt;
#[derive(Clone, Copy)]
struct Cell(u8);
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "cell number {}", self.0) }
}
fn at(list: &[u8], cell: Cell) -> u8 {
    assert!(usize::from(cell.0) < list.len(), "{cell} is outside");
    assert_ne!(cell.0, 9, "nine is {}", "forbidden");
    let value = list.get(usize::from(cell.0)).expect("it was looked at");
    match value { 0 => panic!("{cell} has nothing"), 77 => unreachable!("lucky {value}"), _ => *value }
}
fn main() {
    println!("{}", at(&[1, 2, 3], Cell(1)));
    let wrong: Result<u8, u8> = Err(7);
    println!("{}", wrong.expect_err("it is wrong"));
}
"#;
    let text = terse("panics", program, "2\n7\n");
    let gone = [
        "outside",
        "forbidden",
        "looked",
        "nothing",
        "lucky",
        "is wrong",
        "cell number",
    ];
    lacks(&text, &gone);
}

#[test]
fn what_goes_to_standard_error_goes_if_nothing_else_is_done() {
    let program = r#"
use std::io::{self, Write};
fn next(count: &mut u32) -> u32 { *count += 1; *count }
fn main() {
    let mut count = 0;
    let list = [1, 2];
    eprintln!("quiet {} {count} {:?}", list.len() + 1, &list);
    eprintln!("found {}", list[1]);
    eprintln!("counted {}", next(&mut count));
    let _ = writeln!(io::stderr(), "quiet {count}");
    writeln!(io::stderr().lock(), "quiet").unwrap();
    match count { 0 => eprint!("quiet none"), _ => println!("{count}") }
    println!("{}", dbg!(count + 1));
}
"#;
    let text = terse("stderr", program, "1\n2\n");
    lacks(&text, &["quiet", "dbg!", "stderr"]);
    // These do something, or may panic.
    assert!(text.contains("counted") && text.contains("found"), "{text}");
}

#[test]
fn errors_that_nobody_reads_any_more_are_not_made() {
    let program = r#"
use std::process::ExitCode;
enum Failure { Input(String), None(String) }
impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Failure::Input(text) | Failure::None(text)) = self;
        f.write_str(text)
    }
}
struct Text { name: String, lines: Vec<&'static str> }
impl Text {
    fn failure_at(&self, line: usize, message: &str) -> Failure {
        let shown = shown(&self.name);
        Failure::Input(format!("{}:{line}: {message} in {shown}", self.name))
    }
    fn wanted(&self, what: impl std::fmt::Display) -> Failure {
        self.failure_at(0, &format!("wanted a {what}"))
    }
}
fn shown(line: &str) -> String { line.chars().take(3).map(|c| if c == '\t' { ' ' } else { c }).collect() }
fn solve(text: &Text) -> Result<usize, Failure> {
    let first = text.lines.first().ok_or_else(|| text.wanted("line"))?;
    if first.is_empty() { return Err(Failure::None("there is nothing".into())); }
    Ok(first.len())
}
fn main() -> ExitCode {
    match solve(&Text { name: "input".into(), lines: vec!["four"] }) {
        Ok(length) => { println!("{length}"); ExitCode::SUCCESS }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(match failure { Failure::Input(_) => 2, Failure::None(_) => 1 })
        }
    }
}
"#;
    let text = terse("errors", program, "4\n");
    lacks(
        &text,
        &[
            "eprintln", "Display", "wanted", "nothing", "format", "String",
        ],
    );
}

#[test]
fn errors_that_are_made_of_others_go_with_them() {
    let program = r#"
use std::{fmt, fs::File, process::ExitCode};
enum Wrong { Short { found: usize }, Word(String), Digits(Digits) }
#[derive(Clone, Copy)]
struct Digits(u32);
impl Digits { fn len(self) -> usize { self.0.count_ones() as usize } }
impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Short { found } => write!(f, "too few: {found}"),
            Wrong::Word(word) => write!(f, "what is {word:?}"),
            Wrong::Digits(digits) => write!(f, "{} digits", digits.len()),
        }
    }
}
struct Mistake { line: usize, wrong: Wrong }
fn read(text: &str) -> Result<usize, Mistake> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [] => Err(Mistake { line: 0, wrong: Wrong::Short { found: words.len() } }),
        [word, ..] if word == "never" => Err(Mistake { line: 1, wrong: Wrong::Word(word.to_string()) }),
        [_, second, ..] if second == "digits" => Err(Mistake { line: 1, wrong: Wrong::Digits(Digits(5)) }),
        _ => Ok(words.len() + Digits(6).len()),
    }
}
enum Failure { Input(String), Answer(String) }
fn failed_at(line: usize, message: &str) -> Failure { Failure::Input(format!("line {line}: {message}")) }
fn open() -> Result<usize, Failure> {
    match std::env::args().nth(1) {
        Some(name) => match File::open(&name) {
            Ok(_) => Err(Failure::Answer("there is a file".into())),
            Err(error) => Err(Failure::Input(format!("cannot open {name}: {error}"))),
        },
        None => read("a b").map_err(|mistake| failed_at(mistake.line, &mistake.wrong.to_string())),
    }
}
fn main() -> ExitCode {
    match open() {
        Ok(count) => { println!("{count}"); ExitCode::SUCCESS }
        Err(failure) => {
            match &failure { Failure::Input(text) => eprintln!("{text}"), Failure::Answer(text) => eprintln!("no: {text}") }
            ExitCode::from(match failure { Failure::Input(_) => 2, Failure::Answer(_) => 1 })
        }
    }
}
"#;
    let text = terse("errors-of-errors", program, "4\n");
    lacks(&text, &["line", "open {", "what is", "too few", "there is"]);
}

#[test]
fn a_check_whose_value_nobody_wants_stays() {
    let program = r#"
fn checked(number: &u32) -> u32 { assert!(*number < 9, "too large"); number + 1 }
fn main() {
    let number = std::env::args().count() as u32 * 9;
    println!("begun");
    let _unread = checked(&number);
    println!("not reached");
}
"#;
    let (text, program) = formed("terse-checked", program, Form::Terse);
    lacks(&text, &["too large"]);
    let output = std::process::Command::new(program).output().unwrap();
    assert_eq!(output.stdout, b"begun\n");
    assert_eq!(output.status.code(), Some(101));
}

#[test]
fn an_expect_of_the_programs_own_stays() {
    let program = r#"
struct Words(Vec<&'static str>);
impl Words { fn expect(&mut self, what: &str) -> String { format!("{what}: {}", self.0.remove(0)) } }
fn main() {
    let mut words = Words(vec!["a", "b"]);
    println!("{}", words.expect("first"));
    println!("{}", Some(1).map(|x| x + 1).expect("there is one"));
}
"#;
    let text = terse("own", program, "first: a\n2\n");
    assert!(text.contains("first"), "{text}");
}

#[test]
fn what_a_program_shows_of_its_panics_stays() {
    let program = r#"
fn main() {
    std::panic::set_hook(Box::new(|_| ()));
    let said = std::panic::catch_unwind(|| { if std::env::args().count() < 9 { panic!("heard") } });
    println!("{}", said.unwrap_err().downcast_ref::<&str>().unwrap());
}
"#;
    terse("heard", program, "heard\n");
}

#[test]
fn macros_of_the_programs_own_stay() {
    let program = r#"
macro_rules! eprintln { ($($all:tt)*) => { println!($($all)*) } }
macro_rules! assert { ($cond:expr, $text:expr) => { if !$cond { println!($text) } } }
fn main() { eprintln!("said {}", 1); assert!(1 > 2, "no"); }
"#;
    terse("macros", program, "said 1\nno\n");
}
