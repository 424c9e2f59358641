//! What the fuzz target `bundler` has found (`fuzz/` of the repository): each fault by the smallest program that shows it.
//! The bundles of a program, readable and minified, print what the program prints.

mod common;

use common::{current, scratch, Run};
use onefile::{bundle, CrateInfo, Rustc};
use std::fs;

/// Holds the bundles of a program and of its library, which it knows as `lib`, to what the program prints.
#[track_caller]
fn bundles_well(name: &str, library: &str, program: &str) {
    let folder = scratch(&format!("found-{name}"));
    let [lib, main] = ["lib", "main"].map(|name| folder.join(format!("{name}.rs")));
    fs::write(&lib, library).unwrap();
    fs::write(&main, program).unwrap();
    let (object, original) = (folder.join("liblib.rlib"), folder.join("original"));
    let rustc = || {
        let mut rustc = current().rustc("2021");
        rustc.args(["--cap-lints", "allow"]);
        rustc
    };
    rustc()
        .args(["--crate-type", "rlib", "--crate-name", "lib", "-o"])
        .args([&object, &lib])
        .succeed();
    rustc()
        .arg("--extern")
        .arg(format!("lib={}", object.display()))
        .arg("-o")
        .args([&original, &main])
        .succeed();
    let expected = Run::new(&original).succeed();
    for minify in [false, true] {
        let mut binary = CrateInfo::new("main", main.clone(), 2021);
        binary.externs = [("lib".to_owned(), 1)].into();
        let crates = vec![binary, CrateInfo::new("lib", lib.clone(), 2021)];
        let text = bundle(crates, minify, Rustc::find(2021).as_ref()).unwrap();
        let (source, program) = (folder.join("bundle.rs"), folder.join("bundle"));
        fs::write(&source, &text).unwrap();
        current().build(&source, "2021", &program);
        assert_eq!(Run::new(&program).succeed(), expected, "{text}");
    }
}

macro_rules! found {
    ($($test:ident: $library:expr, $program:expr;)*) => {
        $(#[test] fn $test() { bundles_well(stringify!($test), $library, $program); })*
    };
}

found! {
    exports_a_macro_whose_name_is_a_keyword:
        "#[macro_export] macro_rules! r#match { ($x:expr) => { $x + 1 } }",
        "fn main() { println!(\"{}\", lib::r#match!(1)); }";
    imports_by_a_name_that_is_a_keyword:
        "pub mod inside { pub fn one() -> u8 { 1 } }",
        "use lib::inside as r#type; fn main() { println!(\"{}\", r#type::one()); }";
    exports_a_macro_with_the_name_of_a_function_and_of_a_crate:
        "#[macro_export] macro_rules! twin { ($x:expr) => { $x + 1 } } pub fn twin() -> u8 { 1 }",
        "#[macro_export] macro_rules! lib { ($x:expr) => { $x + 2 } }
         mod below { pub fn two() -> u8 { crate::lib!(0) } }
         fn main() { println!(\"{} {} {}\", lib::twin!(1), lib::twin(), below::two()); }";
    keeps_methods_that_a_macro_writes_into_an_impl:
        "pub struct A(pub u8); macro_rules! get { ($name:ident) => { pub fn $name(&self) -> u8 { self.0 } } }
         impl A { get!(value); }",
        "fn main() { println!(\"{}\", lib::A(1).value()); }";
    keeps_a_type_that_a_macro_makes_of_a_type_that_nobody_else_names:
        "pub struct Inner; macro_rules! make { ($name:ident, $inner:ty) => { pub struct $name(pub Option<$inner>); } }
         make!(Outer, Inner);",
        "use lib::Outer; fn main() { println!(\"{}\", Outer(None).0.is_none()); }";
    keeps_a_trait_that_a_glob_of_its_own_module_brings:
        "pub mod ext { pub trait Ext { fn twice(&self) -> u8; } impl Ext for u8 { fn twice(&self) -> u8 { self * 2 } } }",
        "use lib::ext::*; fn main() { println!(\"{}\", 4u8.twice()); }";
    keeps_an_impl_of_a_foreign_trait_whose_name_is_also_ours:
        "pub mod other { pub trait Display { fn fmt(&self); } pub trait Add { fn add(&self); } }
         use std::fmt; pub struct A(pub u8);
         impl fmt::Display for A { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, \"<{}>\", self.0) } }
         mod sum { use std::ops::Add; impl Add for super::A { type Output = u8; fn add(self, o: Self) -> u8 { self.0 + o.0 } } }",
        "fn main() { println!(\"{} {}\", lib::A(1), lib::A(1) + lib::A(2)); }";
    keeps_an_impl_by_an_alias_whose_name_is_that_of_an_unused_type:
        "pub mod a { pub struct Node(pub u8); } pub mod b { use super::a::Node as Tree; impl Tree { pub fn get(&self) -> u8 { self.0 } } }
         pub mod c { pub struct Tree; pub struct N; }
         impl<const N: usize> Size for [u8; N] { fn size(&self) -> usize { N } }
         pub trait Size { fn size(&self) -> usize; }",
        "use lib::Size; fn main() { println!(\"{} {}\", lib::a::Node(1).get(), [1u8, 2].size()); }";
    keeps_an_impl_without_which_a_method_of_the_target_would_be_called:
        "use std::fmt; pub struct A(pub u8);
         impl fmt::Display for A { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, \"<{}>\", self.0) } }
         impl std::ops::Deref for A { type Target = u8; fn deref(&self) -> &u8 { &self.0 } }",
        "fn main() { println!(\"{} {}\", lib::A(1).to_string(), lib::A(8).leading_zeros()); }";
    leaves_their_numbers_to_variants_when_others_go:
        "#[derive(Clone, Copy)] pub enum E { A, B, C = 7, D, F }
         impl E { pub fn of(k: u8) -> E { match k { 0 => E::B, _ => E::F } } pub fn name(self) -> u8 { match self { E::A => 1, E::B => 2, E::C => 3, E::D => 4, E::F => 5 } } }",
        "fn main() { println!(\"{} {} {}\", lib::E::of(0) as u8, lib::E::of(1) as u8, lib::E::of(1).name()); }";
    tells_modules_inside_of_blocks_from_crates:
        "pub fn get() -> u8 { 1 }",
        "fn main() { let own = { mod lib { pub fn get() -> u8 { 2 } } lib::get() }; println!(\"{} {own}\", lib::get()); }";
    leaves_a_name_of_a_crate_to_what_is_imported_by_it:
        "pub mod shapes { pub fn one() -> u8 { 1 } } pub fn shapes() -> u8 { 2 } pub mod lib { pub fn three() -> u8 { 3 } }",
        "use ::lib::shapes as lib; fn main() { println!(\"{} {} {}\", lib(), lib::one(), ::lib::lib::three()); }";
    takes_no_escape_for_a_capture:
        "pub fn text(ab: u8) -> String { let value = ab; format!(\"{ab}\\u{ab}{value}\") }",
        "fn main() { println!(\"{}\", lib::text(1)); }";
    shows_what_stringify_is_given_as_it_is_written:
        "pub fn text() -> &'static str { stringify!(a /* b */ + \"c  d\" . e ( 'f')) }",
        "fn main() { println!(\"{}\", lib::text()); }";
    rewrites_a_path_behind_a_keyword_in_a_macro:
        "pub fn one() -> u8 { 1 }",
        "macro_rules! call { () => {{ fn f() -> u8 { return ::lib::one(); } f() }} } fn main() { println!(\"{}\", call!()); }";
}

/// An import that errors blamed in turn with what it imports: the two were banned and taken back for ever.
#[test]
fn comes_to_an_end_when_an_import_and_its_target_are_needed() {
    bundles_well(
        "turns",
        "pub mod b { #[derive(Clone)] pub struct T { x: u64 } impl T { pub fn new(x: u64) -> T { T { x } } pub fn get(&self) -> u64 { self.x } } }
         use self::b::T as Error; pub enum Hash { Pair, Z } impl Hash { pub fn code(&self) -> u64 { match self { Hash::Pair => 1, Hash::Z => b::T::new(2).get() } } }
         pub fn pick(x: u64) -> Hash { if x > Error::new(1).get() { Hash::Pair } else { Hash::Z } }",
        "fn main() { println!(\"{}\", lib::pick(3).code() + lib::Hash::Z.code()); }",
    );
}
