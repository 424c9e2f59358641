//! What the small form does to modules and to the names of variables, on programs where that is
//! hard.

mod common;

use cargo_singlefile::Form;
use common::{current, formed, scratch, Run};
use std::fs;

/// The small form of a program, which must compile without a warning and print this.
#[track_caller]
fn small(name: &str, program: &str, expected: &str) -> String {
    let (text, program) = formed(&format!("small-{name}"), program, Form::Minified);
    assert_eq!(Run::new(&program).succeed(), expected, "{text}");
    text
}

/// Whether one of these words stands in a text.
fn has(text: &str, word: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|found| found == word)
}

#[test]
fn modules_go_and_what_has_the_same_name_stays_apart() {
    let program = r#"
mod first {
    use std::fmt::{self, Result, Write as _};
    pub struct Size(pub u8);
    impl fmt::Display for Size {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> Result { write!(f, "first {}", self.0) }
    }
    pub fn totals(list: &[u8]) -> String {
        let mut text = String::new();
        let totals = list.iter().map(|x| x + 1).sum::<u8>();
        write!(text, "{totals}").unwrap();
        text
    }
    pub(crate) mod inner {
        pub const LIMIT: usize = 3;
        pub fn up() -> super::Size { super::Size(crate::second::inner::LIMIT as u8) }
    }
}
mod second {
    pub use self::inner::Kind;
    use self::inner::Kind::{Even, Odd};
    pub struct Size { pub width: usize }
    pub fn totals(size: Size) -> Result<usize, ()> {
        let Size { width } = size;
        match kind(width) { Even => Ok(width), Odd => Err(()) }
    }
    fn kind(number: usize) -> Kind { if number % 2 == 0 { Even } else { Odd } }
    pub mod inner {
        pub const LIMIT: usize = 5;
        pub enum Kind { Even, Odd }
        impl Kind { pub fn name(&self) -> &'static str { use self::Kind::*; match self { Even => "even", Odd => "odd" } } }
    }
    pub fn told(of: impl Into<usize>) -> &'static str { kind(of.into()).name() }
}
use second::{totals, Size};
fn main() {
    let pair = (totals(Size { width: 4 }), totals(second::Size { width: 5 }));
    println!("{pair:?} {} {} {}", first::totals(&[1, 2]), first::inner::up(), first::inner::LIMIT);
    println!("{} {}", second::told(7usize), matches!(second::Kind::Odd, second::inner::Kind::Odd));
}
"#;
    let expected = "(Ok(4), Err(())) 5 first 5 3\nodd true\n";
    let text = small("modules", program, expected);
    for word in ["mod", "pub", "crate", "super"] {
        assert!(!has(&text, word), "{word}: {text}");
    }
}

#[test]
fn modules_with_macros_stay() {
    let program = r#"
mod with_macro {
    macro_rules! double { ($x:expr) => { helper($x) * 2 }; }
    fn helper(x: u32) -> u32 { x + 1 }
    pub fn run(x: u32) -> u32 { double!(x) }
}
mod plain { pub fn helper() -> u32 { 3 } }
fn main() { println!("{} {}", with_macro::run(4), plain::helper()) }
"#;
    let text = small("stay", program, "10 3\n");
    assert_eq!(text.matches("mod ").count(), 1, "{text}");
}

/// The compiler sees the code of one target only. What is meant for another one has to be right all
/// the same: so the file is compiled once more, as if this machine were that one.
#[test]
fn code_for_other_targets_is_right_without_modules() {
    let program = r#"
mod search {
    #[cfg(not(target_arch = "x86"))]
    mod fast {
        use super::{Lanes, Work};
        #[derive(Clone, Copy)]
        pub struct Wide(pub u64);
        impl Lanes for Wide { fn twice(self) -> u64 { self.0 * 2 } }
        pub struct OnWide<W>(pub W);
        impl<W: Work> OnWide<W> { pub fn go(self, wide: Wide) -> u64 { self.0.work(wide) } }
    }
    #[cfg(target_arch = "x86")]
    mod slow {
        use super::Lanes;
        #[derive(Clone, Copy)]
        pub struct Words(pub [u32; 2]);
        impl Words { fn sum(self) -> u64 { self.0.iter().map(|&x| u64::from(x)).sum() } }
        impl Lanes for Words { fn twice(self) -> u64 { self.sum() * super::factor() } }
    }
    #[cfg(not(target_arch = "x86"))]
    use crate::vectors::Token;
    #[cfg(target_arch = "x86")]
    use slow::Words;
    #[cfg(target_arch = "x86")]
    use crate::vectors::OTHER as LIMIT;
    #[cfg(not(target_arch = "x86"))]
    use crate::vectors::LIMIT;
    pub trait Lanes: Copy { fn twice(self) -> u64; }
    pub trait Work { fn work<L: Lanes>(self, lanes: L) -> u64; }
    fn factor() -> u64 { LIMIT }
    pub fn run<W: Work>(work: W) -> u64 {
        #[cfg(not(target_arch = "x86"))]
        return fast::OnWide(work).go(fast::Wide(Token::detect().0 + factor()));
        #[cfg(target_arch = "x86")]
        work.work(Words([100, 1]))
    }
}
mod vectors {
    #[cfg(not(target_arch = "x86"))]
    mod token {
        pub struct Token(pub u64);
        impl Token { pub fn detect() -> Token { Token(super::LIMIT) } }
    }
    #[cfg(not(target_arch = "x86"))]
    pub use token::Token;
    pub const LIMIT: u64 = 20;
    #[cfg(target_arch = "x86")]
    pub const OTHER: u64 = 3;
}
mod plain {
    use crate::search::{run, Lanes, Work};
    pub struct Doubled;
    impl Work for Doubled { fn work<L: Lanes>(self, lanes: L) -> u64 { lanes.twice() + 1 } }
    pub fn factor() -> u64 { run(Doubled) }
}
fn main() { println!("{}", plain::factor()) }
"#;
    let text = small("targets", program, "81\n");
    // Those of one target, and the one whose constant has the name of an import.
    let words = text.split(|c: char| !c.is_alphanumeric());
    assert_eq!(words.filter(|word| *word == "mod").count(), 4, "{text}");
    let folder = scratch("small-other-target");
    let (source, program) = (folder.join("bundle.rs"), folder.join("bundle"));
    let other = text.replace(r#""x86""#, &format!("{:?}", std::env::consts::ARCH));
    fs::write(&source, other).unwrap();
    let mut rustc = current().rustc("2021");
    rustc.arg("-o").args([&program, &source]).succeed();
    assert_eq!(Run::new(&program).succeed(), "304\n", "{text}");
}

/// A static has a path in the intermediate code, as all other items have.
#[test]
fn statics_do_not_keep_modules() {
    let program = r#"
mod tables {
    pub static SQUARES: [u32; 4] = [0, 1, 4, 9];
    pub fn square(of: usize) -> u32 { SQUARES[of] }
}
fn main() {
    let index = std::env::args().count() + 2;
    println!("{} {}", tables::square(index), tables::SQUARES[index - 1]);
}
"#;
    let text = small("statics", program, "9 4\n");
    for word in ["mod", "SQUARES"] {
        assert!(!has(&text, word), "{word}: {text}");
    }
}

#[test]
fn fields_that_two_dots_take_from_a_module_that_stays_are_in_sight() {
    let program = r#"
mod with_macro {
    macro_rules! double { ($x:expr) => { $x * 2 }; }
    pub struct Settings { pub first: u32, pub second: u32 }
    impl Settings {
        pub fn usual() -> Settings { Settings { first: 1, second: 2 } }
        pub fn sum(&self) -> u32 { double!(self.first + self.second) }
    }
}
mod plain {
    use super::with_macro::Settings;
    pub fn run() -> u32 { Settings { first: 5, ..Settings::usual() }.sum() }
}
fn main() { println!("{}", plain::run()) }
"#;
    let text = small("rest", program, "14\n");
    assert_eq!(text.matches("mod").count(), 1, "{text}");
}

#[test]
fn what_all_code_knows_is_not_imported() {
    let program = r#"
mod plain {
    use std::vec::Vec as Vec;
    pub fn run(count: u8) -> Vec<u8> { let mut all = Vec::new(); all.push(count); all }
}
fn main() { println!("{:?}", plain::run(4)) }
"#;
    let text = small("prelude", program, "[4]\n");
    assert!(!has(&text, "vec"), "{text}");
}

#[test]
fn each_function_has_all_letters_for_its_variables() {
    let program = r#"
struct Pair { left: u32, right: u32 }
fn sum(numbers: &[u32]) -> u32 {
    let mut total = 0;
    for number in numbers { total += number; }
    total
}
fn product(factors: &[u32]) -> u32 {
    let mut result = 1;
    for factor in factors { result *= factor; }
    assert!(result > 0);
    result
}
fn pair(left: u32, right: u32) -> Pair { Pair { left, right } }
fn main() {
    let (width, count) = (6, 2);
    let swap = |Pair { left: first, right: second }: Pair| pair(second, first);
    let Pair { left, right } = swap(pair(sum(&[1, 2]), product(&[3, 4])));
    println!("{left}|{:>width$}|{named}|{count:?}", right, named = left + right);
}
"#;
    let text = small("variables", program, "12|     3|15|2\n");
    for word in [
        "numbers", "total", "number", "factors", "factor", "width", "count", "first",
    ] {
        assert!(!has(&text, word), "{word}: {text}");
    }
    // It shows in the message of the assertion.
    assert!(has(&text, "result"), "{text}");
}

#[test]
fn a_word_for_a_variable_and_a_method_has_a_letter_that_no_other_method_has() {
    let program = r#"
struct House { cells: Vec<usize>, limit: usize }
impl House {
    fn new(limit: usize) -> House { let cells = (0..limit).collect(); House { cells, limit } }
    fn cells(&self) -> &[usize] { &self.cells }
    fn index_of(&self, other: usize) -> usize { self.twice() + self.twice() + self.limit * other }
    fn twice(&self) -> usize { self.limit + self.limit }
    fn first_of(&self) -> usize { self.limit }
}
fn main() {
    let house = House::new(3);
    println!("{} {} {:?}", house.index_of(1) + house.index_of(2), house.first_of(), house.cells());
}
"#;
    let text = small("both", program, "33 3 [0, 1, 2]\n");
    for word in ["cells", "limit", "index_of", "twice", "first_of"] {
        assert!(!has(&text, word), "{word}: {text}");
    }
}

#[test]
fn a_function_for_constants_costs_the_others_no_sign() {
    let program = r#"
const fn mix(text: &[u8]) -> u32 {
    if text.is_empty() {
        let none = [0, 0, 0, 1];
        return u32::from_ne_bytes(none);
    };
    let mut at = 0;
    let mut mixed = 7;
    while at < text.len() {
        mixed = mixed * 31 % 1009 + text[at] as u32;
        at += 1;
    }
    mixed
}
const MIXED: u32 = mix(b"letters");
fn lower(of: u32) -> u32 {
    if of > MIXED {
        return of - MIXED;
    }
    of
}
fn main() { println!("{} {}", lower(5), lower(MIXED + 3)) }
"#;
    let text = small("constants", program, "5 3\n");
    let after = text.split("return").nth(2).unwrap_or_default();
    let statement = after.split('}').next().unwrap_or_default();
    assert!(!statement.contains(';'), "{text}");
}

/// The formatter puts braces around a long arm, where the value becomes one of another type.
#[test]
fn signs_that_matter_in_one_function_go_in_all_others_and_keep_no_names() {
    let program = r#"
use std::sync::Arc;
trait Says { fn says(&self) -> u8; }
struct One { left: u8, middle: u8, right: u8 }
struct Two(u8);
impl Says for One { fn says(&self) -> u8 { self.left + self.middle + self.right } }
impl Says for Two { fn says(&self) -> u8 { self.0 } }
fn make(n: &[u8]) -> Option<u8> {
    let made: Arc<dyn Says> = match n.len() {
        0 => return None,
        1 => Arc::new(Two(n[0])),
        _ => Arc::new(One {
            left: n[0].wrapping_mul(2), middle: n[1].wrapping_add(2), right: n[1].min(4),
        }),
    };
    Some(made.says())
}
fn count(mut n: u8) -> u8 {
    loop {
        n = n.wrapping_mul(3);
        if n > 100 {
            return n;
        }
    }
}
fn main() { println!("{:?} {:?} {}", make(&[1, 2]), make(&[3]), count(4)) }
"#;
    let text = small("signs", program, "Some(8) Some(3) 108\n");
    assert!(text.contains("return a}"), "{text}");
    assert!(text.contains("{Arc::new("), "{text}");
    for word in ["Says", "One", "made", "make"] {
        assert!(!has(&text, word), "{text}");
    }
}
