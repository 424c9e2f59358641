//! What the fuzz target `bundler` has found (`fuzz/` of the repository): each fault by the smallest
//! program that shows it. The bundles of a program, readable and minified, print what the program
//! prints.

mod common;

use cargo_singlefile::{bundle, CrateInfo, Error, Form, Rustc};
use common::{all_print, both, current, scratch, with_registry, Run};
use std::fs;
use std::path::{Path, PathBuf};

/// Holds the bundles of a program and of its library, which it knows as `lib`, to what the program
/// prints; returns the readable one.
#[track_caller]
fn bundles_well(name: &str, library: &str, program: &str) -> String {
    bundles_well_in(name, (2021, library), (2021, program))
}

/// The same with the editions of both.
#[track_caller]
fn bundles_well_in(name: &str, library: (u16, &str), program: (u16, &str)) -> String {
    let folder = scratch(&format!("found-{name}"));
    write_both(&folder, library.1, program.1);
    let (expected, texts) = both(
        || printed(&folder, library.0, program.0),
        || bundled(&folder, library, program),
    );
    let mut texts = texts.unwrap();
    all_print(&folder, &texts, program.0, &expected);
    texts.remove(0)
}

/// The same with a library of each of these editions.
#[track_caller]
fn bundles_well_from(editions: [u16; 2], name: &str, library: &str, program: (u16, &str)) {
    for edition in editions {
        let name = format!("{name}-{edition}");
        bundles_well_in(&name, (edition, library), program);
    }
}

/// A file of a folder, with this text.
fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    file
}

/// Writes the program and its library, and says what it prints.
#[track_caller]
fn original(folder: &Path, library: (u16, &str), program: (u16, &str)) -> String {
    write_both(folder, library.1, program.1);
    printed(folder, library.0, program.0)
}

fn write_both(folder: &Path, library: &str, program: &str) {
    written(folder, "lib.rs", library);
    written(folder, "main.rs", program);
}

/// What the program that is written prints.
#[track_caller]
fn printed(folder: &Path, library: u16, program: u16) -> String {
    let [lib, main] = ["lib", "main"].map(|name| folder.join(format!("{name}.rs")));
    let (object, original) = (folder.join("liblib.rlib"), folder.join("original"));
    let rustc = |edition: u16| {
        let mut rustc = current().rustc(&edition.to_string());
        rustc.args(["--cap-lints", "allow"]);
        rustc
    };
    rustc(library)
        .args(["--crate-type", "rlib", "--crate-name", "lib", "-o"])
        .args([&object, &lib])
        .succeed();
    rustc(program)
        .arg("--extern")
        .arg(format!("lib={}", object.display()))
        .arg("-o")
        .args([&original, &main])
        .succeed();
    Run::new(&original).succeed()
}

/// The bundles of the files that are written, readable and minified.
fn bundled(
    folder: &Path,
    library: (u16, &str),
    program: (u16, &str),
) -> Result<Vec<String>, Error> {
    bundled_by(Rustc::find(program.0).as_ref(), folder, library, program)
}

fn bundled_by(
    rustc: Option<&Rustc>,
    folder: &Path,
    library: (u16, &str),
    program: (u16, &str),
) -> Result<Vec<String>, Error> {
    let mut binary = CrateInfo::new("main", folder.join("main.rs"), program.0);
    binary.externs = [("lib".to_owned(), 1)].into();
    let library = CrateInfo::new("lib", folder.join("lib.rs"), library.0);
    bundle(vec![binary, library], &Form::FULL, rustc)
}

/// The message for a program that has no bundle.
#[track_caller]
fn refusal(name: &str, library: (u16, &str), program: (u16, &str)) -> String {
    let folder = scratch(&format!("found-{name}"));
    original(&folder, library, program);
    bundled(&folder, library, program).unwrap_err().to_string()
}

macro_rules! found {
    ($($test:ident: $library:expr, $program:expr;)*) => {
        $(#[test] fn $test() { bundles_well(stringify!($test), $library, $program); })*
    };
}

found! {
    keeps_an_import_of_a_function_that_a_glob_brings_beside_its_module:
        "mod find { pub fn find(k: u8) -> u8 { k + 1 } pub fn other() {} } pub use find::*;",
        "use lib::find; fn main() { println!(\"{}\", find(2)); }";

    keeps_an_import_that_a_macro_makes_a_path_of:
        "mod deep { pub fn one() -> u8 { 1 } } pub mod inner { pub use super::deep::one; } #[macro_export] macro_rules! call { ($name:ident) => { $crate::inner::$name() } }",
        "fn main() { println!(\"{}\", lib::call!(one)); }";

    keeps_an_import_that_a_module_inside_means:
        "mod a { use super::b::{one, two}; pub mod c { use super::*; pub fn three() -> u8 { one() + super::two() } } } mod b { pub fn one() -> u8 { 1 } pub fn two() -> u8 { 2 } } pub use a::c::three;",
        "fn main() { println!(\"{}\", lib::three()); }";

    keeps_what_a_module_of_another_name_exports:
        "mod a { pub use super::b::one; } mod b { pub fn one() -> u8 { 1 } } mod d { use super::a as other; use other::*; pub fn two() -> u8 { one() + 1 } } pub use d::two;",
        "fn main() { println!(\"{}\", lib::two()); }";

    takes_a_glob_of_a_module_of_tests_alone:
        "mod str { #[cfg(test)] mod tests {} } mod here { pub fn one() -> u8 { 1 } } pub use self::{here::*, str::*};",
        "fn main() { println!(\"{}\", lib::one()) }";
    keeps_a_trait_of_std_that_comes_by_a_module_of_the_crate:
        "mod lib { pub mod std { pub use std::ops; } } mod below { use crate::lib::std::ops::Div; pub fn half(k: u8) -> u8 { k.div(2) } }
         pub use below::half;",
        "fn main() { println!(\"{}\", lib::half(8)) }";
    keeps_an_import_of_a_macro_beside_a_module_of_its_name:
        "mod show { #[macro_export] macro_rules! show { ($x:expr) => { println!(\"{}\", $x) } } pub fn one() -> u8 { 1 } } pub fn one() -> u8 { show::one() }",
        "use lib::{one, show}; fn main() { show!(one()); }";
    keeps_an_import_of_a_macro_beside_an_empty_module_of_its_name:
        "mod show { #[macro_export] macro_rules! show { ($x:expr) => { println!(\"{}\", $x) } } } pub mod deeper { pub fn one() -> u8 { 1 } }",
        "use lib::{deeper::*, show}; fn main() { show!(one()); }";
    leaves_out_a_module_of_which_only_the_macro_of_its_name_is_used:
        "pub mod show { #[macro_export] macro_rules! show { ($x:expr) => { println!(\"{}\", $x) } } } pub mod deep { pub mod show { #[macro_export] macro_rules! again { () => { $crate::show!(2) } } } }",
        "use lib::{again, show}; mod own { pub mod say { #[macro_export] macro_rules! say { () => { show!(1) } } } } use own::say;
        use lib::deep; fn main() { say!(); again!(); let deep = 3; println!(\"{deep}\"); }";
    gives_another_name_to_what_is_private_at_the_root_of_a_crate:
        "mod defaults { pub const SIZE: u8 = 3; } pub(crate) use defaults as settings; pub fn size() -> u8 { crate::settings::SIZE }",
        "fn main() { println!(\"{}\", lib::size()) }";
    narrows_imports_that_a_macro_writes:
        "mod sizes { pub struct A(pub u8); pub struct B; pub fn one() -> u8 { 1 } }
         macro_rules! both { ($($name:ident),*) => { $(pub use crate::sizes::$name;)* pub use crate::sizes::one as two; impl Size for A {} impl Size for B {} }; }
         pub trait Size { fn size(&self) -> u8 { 3 } } both!(A, B);",
        "use lib::{Size, A, B}; fn main() { println!(\"{} {} {}\", A(2).size(), B.size(), lib::two()) }";
    writes_a_known_variant_of_a_type_with_parameters:
        "#[derive(Clone, Copy, PartialEq)] pub enum Cost<T> { Free, Of(T) } pub struct All { sum: u8, start: Cost<u8> }
         impl All { pub fn new() -> All { All { sum: 0, start: Cost::Free } }
             pub fn add(&mut self, k: u8, cost: Cost<u8>) { if let Cost::Of(c) = cost { self.sum += c } self.sum += k; }
             pub fn sum(&self) -> u8 { if self.start == Cost::Of(1) { 0 } else { self.sum } } }",
        "use lib::{All, Cost}; fn main() { let mut all = All::new(); all.add(1, Cost::Free); all.add(2, Cost::Free); println!(\"{}\", all.sum()) }";
    sees_where_paths_start_inside_of_macros:
        "pub trait One { fn one(&self) -> u8 { 1 } } pub fn two() -> u8 { 2 } #[derive(Clone, Copy)] pub struct Three(pub u8);
         pub fn pairs<F: for<'a> Fn(&'a u8) -> u8>(f: F) -> u8 { f(&3) }",
        "macro_rules! ones { (<$($of:ident),*>, $name:ty) => { impl<$($of: Into<Vec<u8>>),*> ::lib::One for $name {} } }
         macro_rules! twos { ($($name:ident)*) => { $(fn $name() -> u8 { if false {} ::lib::two() })* } }
         macro_rules! threes { ($name:ident) => { struct $name(pub(crate) ::lib::Three, ::lib::Three); } }
         macro_rules! makes { ($e:expr) => { (|| -> ::lib::Three { ::lib::Three($e) })() } }
         macro_rules! by { ($t:ty) => { <$t as ::lib::One>::one } }
         struct A<T>(T); ones!(<T>, A<T>); twos!(b c); threes!(D); struct E; ones!(<>, E);
         fn main() { let d = D(makes!(4), makes!(5)); let f: fn(&A<Vec<u8>>) -> u8 = by!(A<Vec<u8>>);
             println!(\"{} {} {} {} {} {}\", f(&A(vec![])), b(), c(), d.0.0 + d.1.0, by!(E)(&E), lib::pairs(|k| *k)) }";
    takes_one_of_two_macros_by_the_target:
        "#[cfg(unix)] mod a { #[macro_export] macro_rules! which { () => { 1 } } }
         #[cfg(not(unix))] mod b { #[macro_export] macro_rules! which { () => { 2 } } }",
        "fn main() { println!(\"{}\", lib::which!()) }";
    leaves_pub_alone_where_a_macro_inside_of_a_call_asks_for_it:
        "macro_rules! strict { (pub fn $name:ident) => { pub fn $name() -> u8 { 4 } } } macro_rules! all { ($($i:item)*) => { $($i)* } }
         all! { pub mod inside { strict! { pub fn four } } }",
        "fn main() { println!(\"{}\", lib::inside::four()) }";
    keeps_impls_that_one_macro_lets_another_write_in_an_unnamed_constant:
        "pub trait Size { fn size() -> usize; } pub trait Other {} pub struct A;
         macro_rules! one { ($t:ty: $($of:ident),*) => { $(one!(@ $t, $of);)* }; (@ $t:ty, Size) => { impl Size for $t { fn size() -> usize { std::mem::size_of::<$t>() } } };
             (@ $t:ty, Other) => { impl Other for $t {} } }
         macro_rules! sized { ($($t:ty),*) => { $(one!($t: Size, Other);)* } } const _: () = { sized!(u64, u16); };",
        "use lib::Size; fn main() { println!(\"{}\", u64::size() + u16::size()) }";
    keeps_calls_that_write_impls_in_modules_that_nobody_names:
        "pub trait Double { fn double(self) -> Self; }
         macro_rules! double { ($($of:ty),*) => { $(impl Double for $of { fn double(self) -> Self { self + self } })* } }
         mod floats { use super::Double; double!(f32, f64); }",
        "use lib::Double; fn main() { println!(\"{}\", 1.5f64.double()) }";
    keeps_unnamed_constants_that_write_impls_of_given_traits_in_modules_that_nobody_names:
        "pub trait Size { fn size() -> usize; } pub trait Other {}
         macro_rules! one { ($t:ty: $of:ident) => { impl $of for $t { fn size() -> usize { std::mem::size_of::<$t>() } } } }
         mod wide { macro_rules! all { ($($t:ty),*) => { mod inside { use crate::*; $(one!($t: Size);)* } } } const _: () = { all!(u64, u16); }; }",
        "use lib::Size; fn main() { println!(\"{}\", u64::size() + u16::size()) }";
    narrows_types_that_a_macro_writes_as_it_does_what_they_show:
        "pub trait Of { type Out; fn out(self) -> Self::Out; } impl Of for u8 { type Out = u16; fn out(self) -> u16 { 1 } }
         macro_rules! never { ($name:ident, $item:ty) => { pub struct $name; impl Iterator for $name { type Item = $item; fn next(&mut self) -> Option<$item> { None } } } }
         never!(Never, <u8 as Of>::Out);",
        "use lib::Of; fn main() { println!(\"{} {}\", lib::Never.count(), 1u8.out()) }";
    narrows_what_a_macro_is_told_to_export:
        "macro_rules! lazy { ($vis:vis static ref $name:ident: $of:ty = $value:expr) => {
             $vis struct $name;
             impl std::ops::Deref for $name { type Target = $of; fn deref(&self) -> &$of { &$value } }
         } }
         macro_rules! strict { (pub $name:ident) => { pub const $name: u8 = 4; } }
         pub struct Held(pub u8); lazy! { pub static ref ONE: Held = Held(3) } strict! { pub TWO }",
        "fn main() { println!(\"{} {}\", lib::ONE.0, lib::TWO) }";
    writes_a_pattern_and_its_type_though_they_have_one_name:
        "pub struct Unit; pub enum E { Unit(u8) } impl From<Unit> for E { fn from(Unit: Unit) -> E { E::Unit(3) } }
         #[allow(non_camel_case_types, dead_code)] mod c { type size = u8; #[derive(Debug)] pub struct Both<T> where T: Copy { size: size, of: T } pub fn both() -> Both<u8> { let size = 4; Both { size: size, of: 5 } } } pub use c::both;",
        "fn main() { let lib::E::Unit(k) = lib::E::from(lib::Unit); println!(\"{k} {:?}\", lib::both()); }";
    exports_a_macro_that_another_macro_writes_with_parameters_of_its_own:
        "macro_rules! writes { ($(($name:tt, $x:expr $(, $y:expr)*)),*) => { #[macro_export] macro_rules! value { $(($k:expr, $name) => { $k + $x $(+ $y)* + $crate::two!() };)* } } }
         writes!((\"a\", 1), (\"b\", 2, 10, 20)); #[macro_export] macro_rules! two { () => { 2 } }",
        "fn main() { println!(\"{} {}\", lib::value!(100, \"a\"), lib::value!(200, \"b\")); }";
    flattens_two_modules_of_one_name_for_two_targets:
        "#[cfg(unix)] mod a { mod inner { pub fn one() -> u8 { 1 } } pub fn out() -> u8 { inner::one() } }
         #[cfg(not(unix))] mod a { mod other { pub fn two() -> u8 { 2 } } pub fn out() -> u8 { other::two() } } pub use a::out;",
        "fn main() { println!(\"{}\", lib::out()); }";
    imports_a_trait_of_std_for_its_methods_where_one_of_ours_has_its_name:
        "pub trait Write { fn twice(&self) -> u8; } impl Write for u8 { fn twice(&self) -> u8 { self * 2 } }
         pub mod tools { use std::fmt::Write as _; pub fn text() -> String { let mut s = String::new(); s.write_char('x').unwrap(); s } }",
        "use lib::Write; fn main() { println!(\"{} {}\", lib::tools::text(), 3u8.twice()); }";
    keeps_a_call_that_defines_its_first_word_whatever_is_defined_inside:
        "macro_rules! function { ($(#[$meta:meta])* $name:ident $($rest:tt)*) => { $(#[$meta])* fn $name $($rest)* } }
         function! { plus(k: u8) -> u8 { const ONE: u8 = 1; k + ONE } } function! { plus_two(k: u8) -> u8 { const ONE: u8 = 1; plus(k) + ONE } }
         pub fn three() -> u8 { plus_two(1) }",
        "fn main() { println!(\"{}\", lib::three()); }";
    ends_where_each_target_has_an_item_or_an_import_of_one_name:
        "#[cfg(not(unix))] pub fn one() -> u8 { 1 } #[cfg(unix)] mod inner { pub fn one() -> u8 { 1 } } #[cfg(unix)] pub use inner::one;
         pub fn twice() -> u8 { one() * 2 }",
        "fn main() { println!(\"{}\", lib::twice()); }";
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
    keeps_an_impl_for_a_type_whose_parameter_nobody_else_names:
        "pub struct D; pub mod other { pub enum D {} } pub mod map { use crate::D; pub struct M<S>(pub S); impl M<D> { pub fn new() -> Self { M(D) } } }",
        "fn main() { lib::map::M::new(); println!(\"made\"); }";
    keeps_a_crate_of_which_only_an_item_in_a_macro_is_named:
        "pub mod inside { macro_rules! make { ($t:ident) => { pub fn plus_one(a: $t) -> $t { a + 1 } }; } make!(u64); }",
        "fn main() { println!(\"{}\", lib::inside::plus_one(1)); }";
    gives_macros_the_very_words_of_a_target_that_is_not_this_one:
        "pub trait Id: Sized { fn id(self) -> Self { self } }
         macro_rules! width { ($t:ty as $p:ident #[cfg(target_pointer_width = $w:literal)]) => {
             #[cfg(target_pointer_width = $w)] impl Id for $t { fn id(self) -> Self { self as $p as $t } } }; }
         width!(isize as i16 #[cfg(target_pointer_width = \"16\")]); width!(isize as i64 #[cfg(target_pointer_width = \"64\")]);",
        "use lib::Id; fn main() { println!(\"{}\", 1isize.id()); }";
    knows_alloc_as_an_item_of_its_crate:
        "#![no_std] pub extern crate alloc; #[macro_export] macro_rules! list { ($($e:expr),*) => { $crate::alloc::vec![$($e),*] } }
         pub mod below { use crate::alloc::{borrow::ToOwned, string::String}; pub fn text() -> String { \"text\".to_owned() } }",
        "fn main() { println!(\"{:?} {}\", lib::list!(1, 2), lib::below::text()); }";
    knows_core_by_the_name_of_std:
        "#![no_std] extern crate alloc; use alloc::{vec, vec::Vec}; use core as std; use std::cmp::Ordering;
         pub fn two() -> Vec<u8> { vec![std::cmp::max(1, 2)] } pub fn order(v: &mut Vec<u8>) -> Ordering { v.push(1); v[0].cmp(&v[1]) }",
        "fn main() { let mut v = lib::two(); println!(\"{:?} {:?}\", lib::order(&mut v), v); }";
    shows_what_stringify_is_given_as_it_is_written:
        "pub fn text() -> &'static str { stringify!(a /* b */ + \"c  d\" . e ( 'f')) }",
        "fn main() { println!(\"{}\", lib::text()); }";
    rewrites_a_path_behind_a_keyword_in_a_macro:
        "pub fn one() -> u8 { 1 }",
        "macro_rules! call { () => {{ fn f() -> u8 { return ::lib::one(); } f() }} } fn main() { println!(\"{}\", call!()); }";
    calls_the_method_of_an_integer_and_not_that_of_a_trait_with_its_name:
        "pub trait Bits { const MAX: u8; fn count_ones(self) -> u32; fn from_str_radix(s: &str, r: u32) -> Option<u32>; }
         impl Bits for u32 { const MAX: u8 = 7; fn count_ones(self) -> u32 { self.count_ones() }
             fn from_str_radix(s: &str, r: u32) -> Option<u32> { u32::from_str_radix(s, r).ok() } }
         pub fn limit() -> u32 { u32::MAX }",
        "use lib::Bits; fn main() { println!(\"{} {} {:?}\", <u32 as Bits>::count_ones(7), lib::limit(), <u32 as Bits>::from_str_radix(\"11\", 2));
             println!(\"{} {}\", 255u32.count_ones(), <u32 as Bits>::MAX); }";
    calls_the_method_of_a_vector_and_not_that_of_a_trait_with_its_name:
        "pub trait Ext { fn len(&self) -> usize; fn first(&self) -> usize { 100 } } impl<T> Ext for Vec<T> { fn len(&self) -> usize { self.len() - self.len() } }
         pub trait All { fn is_some(&self) -> bool { false } } impl<T> All for T {}",
        "use lib::{All, Ext}; fn main() { let v = vec![1, 2, 3]; println!(\"{} {} {:?} {}\", v.len(), Ext::len(&v), v.first(), Some(1).is_some());
             println!(\"{} {}\", Ext::first(&v), All::is_some(&v)); }";
    calls_the_method_of_a_box_and_not_that_of_what_is_in_it:
        "use std::rc::Rc; pub struct A(pub u8); impl A { pub fn as_ref(&self) -> u8 { self.0 } pub fn clone(&self) -> u8 { 9 } pub fn get(&self) -> u8 { 8 } }
         pub fn of(a: Rc<A>) -> usize { let b: Rc<A> = a.clone(); Rc::strong_count(&b) }",
        "use lib::A; use std::{cell::Cell, rc::Rc}; trait Get { fn get(&self) -> u8; } impl Get for Cell<u8> { fn get(&self) -> u8 { 1 } }
         fn main() { let a = A(1); println!(\"{} {} {}\", a.as_ref(), a.clone(), a.get()); let b = Box::new(A(2)); let c: &A = b.as_ref();
             println!(\"{} {} {}\", c.0, lib::of(Rc::new(A(3))), Cell::new(5u8).get()); println!(\"{}\", Get::get(&Cell::new(3))); }";
    keeps_the_name_of_a_module_that_is_shown:
        "pub mod shapes { pub fn place() -> &'static str { module_path!() } }",
        "fn main() { println!(\"{}\", lib::shapes::place().rsplit(':').next().unwrap()); }";
    keeps_variants_that_a_transmute_makes:
        "#[derive(Clone, Copy)] pub enum Dir { N, E, S, W }
         impl Dir { pub fn of(k: u8) -> Dir { unsafe { std::mem::transmute(k & 3) } }
             pub fn name(self) -> &'static str { match self { Dir::N => \"n\", Dir::E => \"e\", Dir::S => \"s\", Dir::W => \"w\" } } }",
        "fn main() { for k in 0..4 { print!(\"{}\", lib::Dir::of(k).name()); } println!(); }";
    keeps_variants_that_generic_code_makes:
        "pub fn read<T: Copy>(bytes: &[u8]) -> T { again(bytes) }
         fn again<U: Copy>(bytes: &[u8]) -> U { assert!(bytes.len() >= std::mem::size_of::<U>()); unsafe { *(bytes.as_ptr() as *const U) } }
         #[repr(u8)] #[derive(Clone, Copy, PartialEq)] pub enum Kind { A = 3, B = 5, C = 9 }
         #[derive(Clone, Copy)] pub struct Pair { pub x: u8, pub kind: Kind }
         pub fn name(kind: Kind) -> u8 { match kind { Kind::A => 1, Kind::B => 2, Kind::C => 3 } }",
        "fn main() { let all: Vec<lib::Pair> = [3u8, 5, 9].iter().map(|k| lib::read(&[1, *k])).map(|k: [u8; 2]| lib::Pair { x: k[0], kind: lib::read(&k[1..]) }).collect();
             for pair in all { println!(\"{} {}\", pair.x, lib::name(pair.kind)); } }";
    keeps_variants_that_a_union_a_macro_and_zeroed_memory_make:
        "pub enum A { X, Y } pub enum B { X, Y } pub enum C { X(u8), Y } pub union Both { pub byte: u8, pub a: std::mem::ManuallyDrop<A> }
         #[macro_export] macro_rules! made { ($x:expr) => { unsafe { std::mem::transmute($x) } } }
         pub fn a(a: &A) -> u8 { match a { A::X => 1, A::Y => 2 } } pub fn b(b: &B) -> u8 { match b { B::X => 3, B::Y => 4 } } pub fn c(c: &C) -> u8 { match c { C::X(k) => *k, C::Y => 6 } }",
        "fn main() { let both = lib::Both { byte: 1 }; let a = unsafe { lib::a(&both.a) }; let b: lib::B = lib::made!(1u8);
             let c: lib::C = unsafe { std::mem::zeroed() }; println!(\"{a} {} {}\", lib::b(&b), lib::c(&c)); }";
    keeps_variants_that_generic_code_makes_when_a_value_is_dropped:
        "pub trait Name { fn name(&self) -> &'static str; } pub struct Guard<T: Name>(pub u8, pub std::marker::PhantomData<T>);
         impl<T: Name> Drop for Guard<T> { fn drop(&mut self) { let value = unsafe { &*(&self.0 as *const u8 as *const T) }; println!(\"{}\", value.name()); } }
         #[repr(u8)] pub enum Kind { A, B, C } impl Name for Kind { fn name(&self) -> &'static str { match self { Kind::A => \"a\", Kind::B => \"b\", Kind::C => \"c\" } } }",
        "fn main() { for k in 0..3 { let _guard = lib::Guard::<lib::Kind>(k, std::marker::PhantomData); } }";
    keeps_variants_that_generic_code_makes_behind_a_trait_object:
        "pub trait Read { fn read(&self) -> u8; } pub struct Slot<T>(pub u8, pub fn(&T) -> u8);
         impl<T> Read for Slot<T> { fn read(&self) -> u8 { let value = unsafe { &*(&self.0 as *const u8 as *const T) }; (self.1)(value) } }
         #[repr(u8)] pub enum Kind { A, B, C } pub fn number(kind: &Kind) -> u8 { match kind { Kind::A => 5, Kind::B => 6, Kind::C => 7 } }
         pub fn slot(k: u8) -> Box<dyn Read> { Box::new(Slot(k, number)) }",
        "fn main() { for k in 0..3 { println!(\"{}\", lib::slot(k).read()); } }";
    keeps_variants_that_generic_code_makes_where_the_standard_library_calls_it:
        "pub struct Bytes<T>(pub u8, pub std::marker::PhantomData<T>);
         impl<T: Copy> Iterator for Bytes<T> { type Item = T; fn next(&mut self) -> Option<T> { self.0 += 1; if self.0 > 3 { return None; } Some(unsafe { std::mem::transmute_copy(&(self.0 - 1)) }) } }
         #[repr(u8)] #[derive(Clone, Copy)] pub enum Kind { A, B, C } pub fn number(kind: Kind) -> u8 { match kind { Kind::A => 5, Kind::B => 6, Kind::C => 7 } }
         pub fn all() -> Vec<Kind> { Bytes(0, std::marker::PhantomData).collect() }",
        "fn main() { for k in lib::all() { println!(\"{}\", lib::number(k)); } }";
    keeps_variants_that_a_blanket_impl_makes:
        "pub trait Of: Sized { fn of(byte: u8) -> Self; } impl<T: Copy> Of for T { fn of(byte: u8) -> T { unsafe { std::mem::transmute_copy(&byte) } } }
         #[repr(u8)] #[derive(Clone, Copy)] pub enum Kind { A, B, C } pub fn number(kind: Kind) -> u8 { match kind { Kind::A => 5, Kind::B => 6, Kind::C => 7 } }
         pub fn all<T>(make: impl Fn(u8) -> T) -> Vec<T> { (0..3).map(make).collect() }",
        "use lib::Of; fn main() { for k in lib::all(lib::Kind::of) { println!(\"{}\", lib::number(k)); } }";
    keeps_variants_whose_number_is_hashed:
        "use std::hash::{Hash, Hasher}; #[derive(Hash)] pub enum E { A(u8), B(u8), C(u8) } #[derive(Default)] pub struct Sum(pub u64);
         impl Hasher for Sum { fn finish(&self) -> u64 { self.0 } fn write(&mut self, bytes: &[u8]) { for &b in bytes { self.0 = self.0 * 31 + u64::from(b); } } }
         pub fn sum(e: &E) -> u64 { let mut sum = Sum::default(); e.hash(&mut sum); match e { E::A(k) | E::B(k) | E::C(k) => sum.finish() + u64::from(*k) } }",
        "fn main() { println!(\"{}\", lib::sum(&lib::E::C(1))); }";
    keeps_a_derive_that_decides_which_method_is_called:
        "use std::fmt::Debug; pub struct Wrap<T>(pub T); pub trait ViaDebug { fn how(&self) -> &'static str; } pub trait ViaAny { fn how(&self) -> &'static str; }
         impl<T: Debug> ViaDebug for Wrap<T> { fn how(&self) -> &'static str { \"debug\" } } impl<T> ViaAny for &Wrap<T> { fn how(&self) -> &'static str { \"any\" } }
         #[derive(Debug)] pub struct A; pub struct B; #[derive(Debug)] pub struct Unshown;",
        "use lib::{ViaAny, ViaDebug, Wrap}; fn main() { println!(\"{} {}\", (&Wrap(lib::A)).how(), (&Wrap(lib::B)).how()); let _ = lib::Unshown; }";
    keeps_an_impl_that_decides_which_method_is_called:
        "use std::fmt::{self, Display}; pub struct Wrap<T>(pub T); pub struct A; impl Display for A { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(\"a\") } }
         #[macro_export] macro_rules! show { ($x:expr) => {{ #[allow(unused_imports)] use $crate::{ViaAny, ViaDisplay}; (&&$crate::Wrap($x)).show() }} }
         pub trait ViaDisplay { fn show(&self) -> u8; } impl<T: Display> ViaDisplay for &Wrap<T> { fn show(&self) -> u8 { 1 } }
         pub trait ViaAny { fn show(&self) -> u8; } impl<T> ViaAny for Wrap<T> { fn show(&self) -> u8 { 2 } }",
        "struct B; fn main() { println!(\"{} {} {}\", lib::show!(lib::A), lib::show!(B), lib::show!(1)); }";
    keeps_a_clone_without_which_the_reference_would_be_cloned:
        "use std::cell::Cell; #[derive(Clone)] pub struct A(pub Cell<u8>); pub struct B(pub Cell<u8>); impl Clone for B { fn clone(&self) -> B { B(Cell::new(9)) } }
         #[derive(Clone)] pub struct C<T>(pub T); impl<T> std::ops::Deref for C<T> { type Target = T; fn deref(&self) -> &T { &self.0 } }",
        "use std::cell::Cell; fn main() { let (a, b) = (&lib::A(Cell::new(1)), &lib::B(Cell::new(2))); let (c, d) = (a.clone(), b.clone()); a.0.set(3);
             println!(\"{} {} {} {}\", a.0.get(), b.0.get(), c.0.get(), d.0.get());
             let e = &lib::C(Cell::new(4)); let f = e.clone(); e.set(5); println!(\"{} {}\", e.get(), f.get()); }";
    keeps_what_a_value_that_matches_looks_at_does:
        "pub enum E { A, B, C } pub fn next(k: &mut u8) -> E { *k += 1; if *k > 1 { E::B } else { E::A } }",
        "fn main() { let mut k = 0; println!(\"{} {k}\", matches!(lib::next(&mut k), lib::E::C)); let e = lib::next(&mut k); println!(\"{}\", !matches!(e, lib::E::C | lib::E::A) && k == 2); }";
    keeps_what_a_macro_that_is_called_matches_does:
        "macro_rules! matches { ($e:expr, $p:pat) => { match $e { $p => 5, _ => 6 } } } pub enum E { A, B } pub fn is(e: &E) -> u8 { matches!(e, E::B) } pub fn is_not(e: &E) -> u8 { matches!(e, E::A) }",
        "fn main() { let e = lib::E::A; println!(\"{} {}\", lib::is(&e), lib::is_not(&e)); }";
    keeps_a_trait_that_macros_write_impls_of:
        "pub trait Width { fn width(&self) -> u32; } macro_rules! widths { ($($t:ty)*) => { $(impl Width for $t { fn width(&self) -> u32 { <$t>::BITS } })* } } widths!(u8 u16);",
        "use lib::Width; fn main() { println!(\"{}\", 3u16.width()); }";
    calls_a_trait_where_a_method_cannot_be_seen:
        "pub mod a { pub struct S; impl S { pub(super) fn name(&self) -> u8 { 1 } pub(crate) fn other(&self) -> u8 { 3 } } } pub fn inside(s: &a::S) -> u8 { s.name() + s.other() }
         pub trait Name { fn name(&self) -> u8 { 2 } fn other(&self) -> u8 { 4 } } impl Name for a::S {}
         pub mod b { mod c { pub(super) fn get() -> u8 { 5 } pub(super) const N: usize = 2; } pub mod d { pub fn get() -> u8 { 6 } pub const N: usize = 3; } pub mod e { pub use super::d::*; #[allow(unused_imports)] use super::c::*; } pub fn own() -> usize { c::get() as usize + c::N } }",
        "use lib::Name; mod own { pub fn name(s: &lib::a::S) -> u8 { use lib::Name; s.name() } }
         fn main() { let s = lib::a::S; println!(\"{} {} {} {}\", s.name(), lib::inside(&s), own::name(&s), Name::other(&s)); println!(\"{} {}\", lib::b::own(), lib::b::d::get() as usize + lib::b::d::N); }";
    calls_a_method_and_not_the_trait_that_has_its_name:
        "pub struct S; impl S { pub fn name(&self) -> u8 { 1 } } pub trait Name { fn name(&self) -> u8 { 2 } } impl Name for S {}
         pub struct Inner { pub size: u8 } pub struct Outer { pub inner: Inner, pub size: u8 } impl std::ops::Deref for Outer { type Target = Inner; fn deref(&self) -> &Inner { &self.inner } }
         pub fn outer() -> Outer { Outer { inner: Inner { size: 3 }, size: 4 } }",
        "use lib::Name; fn main() { println!(\"{} {} {}\", lib::S.name(), Name::name(&lib::S), lib::outer().size); }";
    tells_callers_apart_that_ask_where_they_are:
        "use std::panic::Location; #[track_caller] pub fn place() -> (u32, u32) { let place = Location::caller(); (place.line(), place.column()) }",
        "fn main() { let (a, b) = (lib::place(), lib::place()); println!(\"{}\", a == b); }";
}

/// The same, and what is unused, as its name says, is gone from the readable bundle.
#[track_caller]
fn drops(name: &str, library: &str, program: &str) -> String {
    let text = bundles_well(name, library, program);
    assert!(!text.to_lowercase().contains("dropped"), "{text}");
    text
}

#[test]
fn drops_what_only_matches_speaks_of() {
    let library = "#[derive(Clone, Copy, PartialEq)] pub enum Style { A, DroppedB, C, DroppedD }
        pub fn name(style: Style) -> u8 { match style { Style::DroppedB => dropped(), _ => own(style) } } fn dropped() -> u8 { 7 }
        fn own(style: Style) -> u8 { if style == Style::A && !matches!(style, Style::DroppedB | Style::DroppedD) { 1 } else if matches!(style, Style::C | Style::DroppedD) { 2 } else { 3 } }";
    let program =
        "fn main() { println!(\"{} {}\", lib::name(lib::Style::A), lib::name(lib::Style::C)); }";
    drops("matches", library, program);
}

#[test]
fn drops_an_impl_beside_one_that_is_used() {
    let library = "pub struct All(pub Vec<u8>);
        impl All { fn dropped_all(self) -> std::vec::IntoIter<u8> { self.0.into_iter() } fn dropped_mut(&mut self) -> std::slice::IterMut<'_, u8> { self.0.iter_mut() } pub fn dropped_len(&self) -> usize { self.0.len() } }
        impl IntoIterator for All { type Item = u8; type IntoIter = std::vec::IntoIter<u8>; fn into_iter(self) -> Self::IntoIter { self.dropped_all() } }
        impl<'a> IntoIterator for &'a All { type Item = &'a u8; type IntoIter = std::slice::Iter<'a, u8>; fn into_iter(self) -> Self::IntoIter { self.0.iter() } }
        impl<'a> IntoIterator for &'a mut All { type Item = &'a mut u8; type IntoIter = std::slice::IterMut<'a, u8>; fn into_iter(self) -> Self::IntoIter { self.dropped_mut() } }
        #[derive(Clone, Copy)] pub struct Dropped; impl From<Dropped> for All { fn from(_: Dropped) -> All { All(Vec::new()) } }";
    let program = "fn main() { for k in &lib::All(vec![1, 2]) { println!(\"{k} {}\", std::slice::from_ref(k).len()); } }";
    drops("beside-one-that-is-used", library, program);
}

#[test]
fn drops_a_trait_that_only_a_macro_writes_impls_of() {
    let library = "pub mod a { pub trait Dropped { const NONE: Self; fn dropped(self) -> u32; }
        macro_rules! dropped_impls { ($($t:ty),*) => { $(impl Dropped for $t { const NONE: $t = 0; fn dropped(self) -> u32 { self as u32 } })* } } dropped_impls!(u8, u16);
        pub fn one() -> u8 { 1 } }";
    drops(
        "macro-impls",
        library,
        "fn main() { println!(\"{}\", lib::a::one()); }",
    );
}

#[test]
fn drops_a_clone_that_nobody_needs() {
    let library = "#[derive(Clone, Copy)] pub struct A(pub u8); #[derive(Clone)] pub struct B(pub A);
        pub struct C(pub u8); impl Clone for C { fn clone(&self) -> C { dropped(); C(self.0) } } fn dropped() { println!(\"cloned\"); }";
    let program = "fn main() { println!(\"{} {}\", lib::B(lib::A(1)).0.0, lib::C(2).0); }";
    let text = drops("clone", library, program);
    assert!(
        !text.contains("Clone") && !text.contains("pub(crate)"),
        "{text}"
    );
}

/// rustc 1.63 wants both kinds of equality of a type whose constant is a pattern; newer ones would
/// let `Eq` go.
#[test]
fn keeps_all_of_equality_for_constants_that_are_patterns() {
    let library = "#[derive(Clone, Copy, PartialEq, Eq)] pub struct Side(u8);
        #[derive(Clone, Copy, PartialEq, Eq)] pub struct Shape { pub side: Side }
        impl Shape { pub const SMALL: Shape = Shape { side: Side(2) }; pub fn new(side: u8) -> Shape { Shape { side: Side(side) } } }
        #[derive(PartialEq, Eq)] pub struct Alone(pub u8);";
    let program = "fn main() {
            for side in [2, 3] { println!(\"{}\", match lib::Shape::new(side) { lib::Shape::SMALL => \"small\", _ => \"other\" }); }
            println!(\"{}\", lib::Alone(1).0);
        }";
    let text = bundles_well("constant-patterns", library, program);
    let derives = text.lines().filter(|line| line.contains("derive"));
    let derives: Vec<&str> = derives.map(str::trim).collect();
    assert_eq!(derives, ["#[derive(PartialEq, Eq)]"; 2], "{text}");
}

/// Types that unsafe code makes of anything keep all their variants; the others lose those that
/// nobody makes, also a type that has the name of a variant of those.
#[test]
fn drops_variants_beside_unsafe_code_that_makes_values_of_other_types() {
    let library = "#[repr(u8)] #[derive(Clone, Copy)] pub enum Level { Low, High, Error } pub fn level(k: u8) -> Level { unsafe { std::mem::transmute::<u8, Level>(k) } }
        pub struct Wrap<T>(pub T); impl<T: Copy> Wrap<T> { pub fn copied(&self) -> T { unsafe { *(&self.0 as *const T) } } }
        pub struct Name<'a>(pub &'a [u8]); impl<'a> Name<'a> { pub fn text(&self) -> &'a str { unsafe { std::str::from_utf8_unchecked(self.0) } } }
        pub enum Error { Empty, Dropped(u32) } pub fn check(k: u8) -> Result<u8, Error> { if k == 0 { Err(Error::Empty) } else { Ok(k) } }
        pub fn show(e: &Error) -> u32 { match e { Error::Empty => 1, Error::Dropped(k) => *k } }";
    let program = "fn main() { match lib::level(1) { lib::Level::Low => println!(\"low\"), lib::Level::High => println!(\"high\"), lib::Level::Error => println!(\"error\") }
        println!(\"{} {}\", lib::Wrap(3).copied(), lib::Name(b\"abc\").text());
        for k in [0, 1] { match lib::check(k) { Ok(k) => println!(\"{k}\"), Err(e) => println!(\"{}\", lib::show(&e)) } } }";
    let text = bundles_well("beside-unsafe", library, program);
    assert!(text.contains("High") && !text.contains("Dropped"), "{text}");
}

/// An import that errors blamed in turn with what it imports: the two were banned and taken back
/// for ever.
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

/// What is dropped says so.
const LOUD: &str = "pub struct Loud(pub &'static str);
    impl Drop for Loud { fn drop(&mut self) { println!(\"{}\", self.0); } }
    impl Loud { pub fn get(&self) -> Option<u8> { None } pub fn len(&self) -> usize { self.0.len() } }\n";

#[test]
fn keeps_what_2021_takes_for_something_else() {
    let library = "pub fn bytes() -> usize { [1u8, 2].into_iter().map(|x| std::mem::size_of_val(&x)).sum() }
        pub fn text() -> Box<dyn std::any::Any + Send> { std::panic::set_hook(Box::new(|_| {})); std::panic::catch_unwind(|| panic!(\"{{}}\")).unwrap_err() }
        pub fn order() { let pair = (Loud(\"first\"), Loud(\"second\")); let closure = move || { let _first = &pair.0; }; drop(closure); println!(\"end\"); }";
    let library = LOUD.to_owned() + library;
    let program = "fn main() { println!(\"{}\", lib::bytes()); lib::order(); let text = lib::text(); let as_str = text.downcast_ref::<&str>().map(ToString::to_string);
        println!(\"{:?}\", as_str.or_else(|| text.downcast_ref::<String>().cloned()));
        let number: u8 = 300u16.try_into().unwrap_or(7); println!(\"{number} {}\", [1u8].into_iter().map(|x| std::mem::size_of_val(&x)).sum::<usize>()); }";
    bundles_well_from([2015, 2018], "older", &library, (2021, program));
}

#[test]
fn keeps_what_2024_takes_for_something_else() {
    let library = "pub fn bytes() -> usize { vec![1u8, 2].into_boxed_slice().into_iter().map(|x| std::mem::size_of_val(&x)).sum() }
        pub fn order() { if let Some(k) = Loud(\"temporary\").get() { println!(\"{k}\"); } else { println!(\"else\"); } }";
    let library = LOUD.to_owned() + library;
    let program = "fn main() { println!(\"{}\", lib::bytes()); lib::order(); }";
    bundles_well_in("older-2021", (2021, &library), (2024, program));
}

#[test]
fn refuses_what_another_edition_means_otherwise_and_nobody_can_rewrite() {
    let library = LOUD.to_owned()
        + "pub fn order() -> usize { let _local = Loud(\"local\"); Loud(\"temporary\").len() } pub fn other() -> u8 { 1 }";
    let program = "fn main() { println!(\"{}\", lib::order()); }";
    let message = refusal("tail", (2021, &library), (2024, program));
    assert!(
        message.starts_with("crate `lib` 0.0.0 is of edition 2021"),
        "{message}"
    );
    assert!(message.ends_with("in `lib::order`"), "{message}");
    // What is unused is no reason.
    let program = "fn main() { println!(\"{}\", lib::other()); }";
    bundles_well_in("no-tail", (2021, &library), (2024, program));
}

/// Where no code runs when values end, their order at the end of a body does not matter; elsewhere
/// it does if a value tells others that it is still there.
#[test]
fn takes_ends_of_blocks_that_nobody_sees() {
    let library = "pub trait Part<T> { fn part(&mut self) -> Result<T, String>; }
        impl<T, F: FnMut() -> Result<T, String>> Part<T> for F { fn part(&mut self) -> Result<T, String> { self() } }
        pub fn opt<T>(mut of: impl Part<T>) -> impl FnMut() -> Option<T> { move || { let _all: Box<dyn Fn()> = Box::new(|| ());
            match of.part() { Ok(k) => Some(k), Err(text) if text.is_empty() => None, _ => panic!() } } }
        pub fn inner<T>(mut of: impl Part<T>) -> usize { let all = { let _all: Box<dyn Fn()> = Box::new(|| ());
            match of.part() { Ok(_) => 1, Err(text) => text.len() } }; all + 1 }";
    let program = |value: &str| {
        format!(
            "fn main() {{ let k = {value}; println!(\"{{:?}} {{}}\", lib::opt(|| Ok(k.clone()))(), lib::inner(|| Ok(k.clone()))); }}"
        )
    };
    bundles_well_in("unseen-ends", (2021, library), (2024, &program("3")));
    let refused = |name: &str, program: &str| refusal(name, (2021, library), (2024, program));
    let message = refused("seen-ends", &program("std::rc::Rc::new(3)"));
    assert!(message.ends_with("in `lib::inner`"), "{message}");
    // An `impl Drop` in a method.
    let local = "struct A; impl A { fn f(&self) { struct B; impl Drop for B { fn drop(&mut self) { println!(\"end\"); } } B; } }";
    let message = refused(
        "dropped-ends",
        &(local.to_owned() + &program("{ A.f(); 3 }")),
    );
    assert!(message.ends_with("in `lib::inner`"), "{message}");
}

#[test]
fn says_which_crate_has_another_edition_if_the_file_does_not_compile() {
    let library = "macro_rules! sum { ($a:ident $b:ident $($c:tt)*) => { if let Some(x) = $a && let Some(y) = $b { x + y } $($c)* } }
        pub fn f(a: Option<u8>, b: Option<u8>) -> u8 { sum!(a b else { 0 }) }";
    let program = "fn main() { println!(\"{}\", lib::f(Some(1), Some(2))); }";
    let message = refusal("chains", (2024, library), (2021, program));
    let advice = "crate `lib` 0.0.0 is of edition 2024, the file of 2021: `--edition 2024` may help; the file does not compile";
    assert!(message.starts_with(advice), "{message}");
}

#[test]
fn carries_macros_with_the_names_of_attributes() {
    let library = "#[macro_export] macro_rules! warn { ($n:expr) => { $crate::told($n) } }
        #[macro_export] macro_rules! path { () => { $crate::warn!(2) } }
        pub fn told(n: u8) -> u8 { n + 1 }";
    let program = "use lib::warn;
        fn main() { println!(\"{} {} {}\", warn!(1), lib::warn!(3), lib::path!()); }";
    bundles_well("macros-as-attributes", library, program);
}

/// The path says where the file is.
#[test]
fn carries_files_of_modules_in_functions() {
    let folder = scratch("found-module-in-function");
    fs::create_dir_all(folder.join("parts")).unwrap();
    let part = "pub fn of(n: u8) -> u8 { n + step::STEP } mod step { pub const STEP: u8 = 2; }";
    fs::write(folder.join("parts/number.rs"), part).unwrap();
    let library = "pub fn next(n: u8) -> u8 {
            #[path = \"parts/number.rs\"]
            mod number;
            number::of(n)
        }";
    let program = "fn main() { println!(\"{}\", lib::next(1)); }";
    write_both(&folder, library, program);
    let texts = bundled(&folder, (2021, library), (2021, program)).unwrap();
    all_print(&folder, &texts, 2021, "3\n");
}

/// What is wrong in the edition of the crate too is said first, with where it stands.
#[test]
fn says_nothing_of_editions_that_are_not_the_reason() {
    let folder = scratch("found-wrong-in-all-editions");
    let library = "pub mod of { pub fn f() -> u8 { \"1\" } }";
    let program = "fn main() { println!(\"{}\", lib::of::f()); }";
    write_both(&folder, library, program);
    let refused = bundled(&folder, (2018, library), (2021, program)).unwrap_err();
    let reason =
        "the file does not compile: mismatched types\n  in `lib::of::f` of crate `lib` 0.0.0\n";
    assert!(refused.to_string().starts_with(reason), "{refused}");
    let program = "fn main() { let n: u8 = \"1\"; println!(\"{n}\"); }";
    write_both(&folder, library, program);
    let refused = bundled(&folder, (2018, library), (2021, program)).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("help: if `cargo build` takes it"),
        "{refused}"
    );
}

/// The compiler is asked in the edition of the older crate, which needs the newer one.
#[test]
fn rewrites_an_older_crate_that_depends_on_a_newer_one() {
    let folder = scratch("found-older-on-newer");
    let write = |name: &str, text: &str| written(&folder, name, text);
    let program = "fn main() { println!(\"{} {}\", lib::longest(&4), lib::all().len()); }";
    let mut program = CrateInfo::new("main", write("main.rs", program), 2024);
    program.externs = [("lib".to_owned(), 1)].into();
    let library = "trait Named { fn name(&self) -> String; }
        impl Named for usize { fn name(&self) -> String { number::small(*self).to_string() } }
        fn named(n: &usize) -> &Named { n }
        macro_rules! object { ($n:expr) => {{ fn of(n: &usize) -> &Named { n } of($n) }} }
        pub fn longest(n: &usize) -> String { named(n).name() + &object!(n).name() + &number::both(Some(1), Some(*n)) }
        pub fn all() -> Vec<String> { [1, 2].into_iter().map(|n: &usize| n.name()).collect() }";
    let mut library = CrateInfo::new("lib", write("lib.rs", library), 2018);
    library.externs = [("number".to_owned(), 2)].into();
    let number = "pub fn small(n: usize) -> u8 { u8::try_from(n).unwrap() }
        pub fn both(a: Option<usize>, b: Option<usize>) -> String { if let Some(a) = a && let Some(b) = b { (a + b).to_string() } else { String::new() } }";
    let number = CrateInfo::new("number", write("number.rs", number), 2024);
    let crates = vec![program, library, number];
    let texts = bundle(crates, &Form::FULL, Rustc::find(2024).as_ref()).unwrap();
    all_print(&folder, &texts, 2024, "445 2\n");
}

/// The prelude of 2018 has no `TryFrom`, that of 2021 no `Future`.
#[test]
fn imports_what_only_the_prelude_of_a_newer_library_has() {
    let library = "pub struct Even(u8);
        impl TryFrom<u8> for Even { type Error = u8; fn try_from(n: u8) -> Result<Self, u8> { if n % 2 == 0 { Ok(Even(n)) } else { Err(n) } } }
        pub mod deeper { use super::Even; pub fn half(n: u8) -> u8 { let even: Result<Even, u8> = n.try_into(); even.map_or(0, |n| n.0 / 2) } }
        pub struct Sum(pub u8);
        impl FromIterator<u8> for Sum { fn from_iter<I: IntoIterator<Item = u8>>(all: I) -> Self { Sum(all.into_iter().sum()) } }";
    let program = "fn main() { println!(\"{} {} {}\", lib::deeper::half(8), lib::deeper::half(7), vec![1, 2].into_iter().collect::<lib::Sum>().0); }";
    bundles_well_in("prelude-2021", (2021, library), (2018, program));
    let library = "use std::task::{Context, Poll, Waker};
        pub struct Now(pub u8);
        impl Future for Now { type Output = u8; fn poll(self: std::pin::Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u8> { Poll::Ready(self.0) } }
        pub fn ready(n: u8) -> bool { Box::pin(Now(n)).as_mut().poll(&mut Context::from_waker(Waker::noop())) == Poll::Ready(n) }";
    let program = "fn main() { println!(\"{}\", lib::ready(3)); }";
    bundles_well_in("prelude-2024", (2024, library), (2021, program));
}

/// A variable that is declared before the others ends behind them.
#[test]
fn keeps_the_order_of_ends_of_a_match_at_the_end_of_an_older_body() {
    let library = LOUD.to_owned()
        + "impl Loud { fn both(self) -> (Option<Loud>, Option<Loud>) { (Some(self), None) } }
        pub fn order(n: u8) -> usize { let last_1 = Loud(\"local\"); if n > 3 { return 0; }
            match Loud(\"temporary\").both() { (Some(a), b @ Some(_)) => a.len() + b.map_or(0, |b| b.len()), (Some(ref a), None) => a.len() + last_1.len(), _ => 2 } }
        pub struct Of(pub u8); impl Of { pub fn closed(&self) -> Option<u8> {
            let f = || { let _local = Loud(\"inner\"); match (Loud(\"outer\"), self.0) { (ref k, n) if k.len() > 9 => Some(n), _ => None } }; f() } }";
    let program = "fn main() { println!(\"{} {} {:?}\", lib::order(3), lib::order(4), lib::Of(3).closed()); }";
    bundles_well_in("ends-of-matches", (2021, &library), (2024, program));
}

/// What 2024 has changed is the same in 2018 and in 2021.
#[test]
fn asks_of_each_newer_library_what_its_own_edition_has_changed() {
    let folder = scratch("found-three-editions");
    let write = |name: &str, text: &str| written(&folder, name, text);
    let program = "fn main() { println!(\"{} {}\", lib::order(), newest::one()); }";
    let mut program = CrateInfo::new("main", write("main.rs", program), 2018);
    program.externs = [("lib".to_owned(), 1), ("newest".to_owned(), 2)].into();
    let library = LOUD.to_owned()
        + "pub fn order() -> usize { let _local = Loud(\"local\"); Loud(\"temporary\").len() }";
    let library = CrateInfo::new("lib", write("lib.rs", &library), 2021);
    let newest = "pub fn one() -> u8 { 1 }";
    let newest = CrateInfo::new("newest", write("newest.rs", newest), 2024);
    let crates = vec![program, library, newest];
    let texts = bundle(crates, &Form::FULL, Rustc::find(2018).as_ref()).unwrap();
    all_print(&folder, &texts, 2018, "local\ntemporary\n9 1\n");
}

/// What it takes with it ends at the same time, and traits that it lacks would be errors.
#[test]
fn takes_closures_of_a_newer_library_that_only_have_other_traits() {
    let library = "pub struct Place(pub *const u8); unsafe impl Sync for Place {}
        pub fn read(n: &u8) -> u8 { let place = Place(n); let read = || unsafe { *place.0 }; read() }";
    let program = "fn main() { println!(\"{}\", lib::read(&3)); }";
    bundles_well_in("captured-traits", (2021, library), (2018, program));
}

/// A trait of the library's own has one of these names, and comes by a glob.
#[test]
fn leaves_names_of_the_prelude_that_a_newer_library_has_itself() {
    let library = "mod of { pub trait TryFrom<T>: Sized { fn try_from(of: T) -> Option<Self>; } impl TryFrom<u8> for bool { fn try_from(of: u8) -> Option<bool> { Some(of > 3) } } }
        pub mod to { use super::of::*; pub fn more(n: u8) -> Option<bool> { <bool as TryFrom<u8>>::try_from(n) } }";
    let program = "fn main() { println!(\"{:?}\", lib::to::more(4)); }";
    bundles_well_in("own-prelude", (2021, library), (2018, program));
}

#[test]
fn refuses_a_newer_library_that_the_edition_of_the_file_understands_otherwise() {
    let library = "pub fn bytes() -> usize { [1u8, 2].into_iter().map(|x| std::mem::size_of_val(&x)).sum() } pub fn other() -> u8 { 1 }";
    let program = "fn main() { println!(\"{}\", lib::bytes()); }";
    let message = refusal("newer", (2021, library), (2018, program));
    assert!(message.contains("`--edition 2021` may help"), "{message}");
    let program = "fn main() { println!(\"{}\", lib::other()); }";
    bundles_well_in("newer-unused", (2021, library), (2018, program));
}

/// The semicolon behind a last `if let` or `for` says when what they look at ends.
#[test]
fn keeps_the_end_of_the_last_statement_of_a_block() {
    let library = LOUD.to_owned()
        + "impl Loud { pub fn all(&self) -> std::ops::Range<u8> { 0..1 } }
        pub fn looks() { let _local = Loud(\"local\"); if let None = Loud(\"looked at\").get() {}; }
        pub fn goes() { let _local = Loud(\"local\"); for k in Loud(\"gone through\").all() { println!(\"{k}\"); }; }";
    let program = "fn main() { lib::looks(); lib::goes(); }";
    bundles_well("last-statement", &library, program);
}

/// Modules that import all of each other, as those of a large crate may: each name is looked up
/// once.
#[test]
fn takes_many_modules_that_import_all_of_each_other() {
    let names: Vec<String> = (0..24).map(|k| format!("m{k}")).collect();
    let mut library = String::new();
    for (k, name) in names.iter().enumerate() {
        let others = names.iter().filter(|other| *other != name);
        let globs: String = others
            .map(|other| format!("pub use super::{other}::*; "))
            .collect();
        library += &format!("mod {name} {{ {globs} pub fn f{k}(a: u64) -> u64 {{ a + {k} }} }}\n");
    }
    library += "pub fn sum(a: u64) -> u64 { m0::f23(a) + m23::f0(a) + m7::f11(a) }";
    bundles_well(
        "circles",
        &library,
        "fn main() { println!(\"{}\", lib::sum(4)); }",
    );
}

/// What is not tried for lack of time stays, and the file does what it does.
#[test]
fn is_right_wherever_trials_end() {
    let library = "use std::fmt::{self, Debug, Display}; pub fn unused() -> u8 { helper() } fn helper() -> u8 { 1 }
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)] pub enum Kind { One, Two, Never }
        #[derive(Clone, Debug, PartialEq)] pub struct Pair<T> { pub kind: Kind, pub of: T, rest: u8 }
        impl<T: Display> Display for Pair<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { match self.kind { Kind::One => write!(f, \"one {}\", self.of), Kind::Two => write!(f, \"two {}\", self.of), Kind::Never => f.write_str(\"never\") } } }
        impl<T> Pair<T> { pub fn new(of: T) -> Self { Pair { kind: Kind::One, of, rest: 0 } } pub fn two(mut self) -> Self { self.kind = Kind::Two; self } pub fn rest(&self) -> u8 { self.rest } }
        impl<T> From<T> for Pair<T> { fn from(of: T) -> Self { Pair::new(of) } } impl<T> AsRef<T> for Pair<T> { fn as_ref(&self) -> &T { &self.of } }
        macro_rules! kinds { ($($t:ty),*) => { $(impl Many for $t { fn many(&self) -> usize { *self as usize } })* } } pub trait Many { fn many(&self) -> usize; } kinds!(u8, u16, u32);";
    let program = "use lib::{Many, Pair}; fn main() { let pair: Pair<u8> = 7.into(); println!(\"{} {} {}\", pair.clone(), pair.two(), 5u16.many()); }";
    let folder = scratch("found-trials-end");
    let expected = original(&folder, (2021, library), (2021, program));
    let mut sizes = Vec::new();
    for work in [0, 150_000, 300_000, 600_000, 900_000, u64::MAX] {
        let rustc = Rustc::find(2021).map(|rustc| rustc.with_most_work(work));
        let texts = bundled_by(rustc.as_ref(), &folder, (2021, library), (2021, program)).unwrap();
        all_print(&folder, &texts, 2021, &expected);
        sizes.push(texts[0].len());
    }
    assert!(sizes.windows(2).all(|two| two[0] >= two[1]), "{sizes:?}");
    assert!(
        sizes[1..5]
            .iter()
            .any(|size| *size < sizes[0] && *size > sizes[5]),
        "{sizes:?}"
    );
}

/// A macro that adds something to each of many items would keep all of them for one.
#[test]
fn drops_what_a_macro_of_the_registry_only_decorates() {
    let library = "macro_rules! s { ($($(#[$a:meta])* $v:vis $t:ident $n:ident { $($f:tt)* })*) => { $(s!(it: $(#[$a])* $v $t $n { $($f)* });)* };
            (it: $(#[$a:meta])* $v:vis struct $n:ident { $($f:tt)* }) => { #[derive(Clone, Copy, Debug)] $(#[$a])* $v struct $n { $($f)* } }; }
        s! { pub struct First { pub k: u8 } #[repr(C)] pub struct Second { pub k: [u8; 4] } pub struct Third { pub k: u16 } }
        pub fn first() -> First { First { k: 1 } } pub fn third() -> Third { Third { k: 3 } }";
    let program = "fn main() { println!(\"{:?}\", lib::third()); }";
    let folder = scratch("found-decorates");
    let expected = original(&folder, (2021, library), (2021, program));
    let texts = with_registry(&folder, "lib", "0.0.0");
    all_print(&folder, &texts, 2021, &expected);
    for gone in ["First", "Second", "macro_rules"] {
        assert!(!texts[0].contains(gone), "{}", texts[0]);
    }
}

/// In 2024 what the last expression of a block makes ends before the variables of the block, in
/// 2021 behind them.
#[test]
fn writes_blocks_of_2024_so_that_they_end_as_they_do_there() {
    let library = LOUD.to_owned()
        + "pub fn order() -> usize { let _local = Loud(\"local\"); Loud(\"temporary\").len() }
        pub fn inner(k: u8) -> Option<u8> { for i in 0..k { let _local = Loud(\"in a loop\");
            if let Some(l) = Loud(\"looked at\").get() { let _l = Loud(\"innermost\"); return Loud(\"no\").get().map(|m| m + l + i); } }
            let _local = Loud(\"outer\"); match Loud(\"matched\").get() { Some(k) => { let _arm = Loud(\"arm\"); Loud(\"in arm\").get().map(|l| k + l) } None => Some(3) } }";
    let program =
        "fn main() { println!(\"{} {:?} {:?}\", lib::order(), lib::inner(2), lib::inner(0)); }";
    bundles_well_in("tail-2024", (2024, &library), (2021, program));
    bundles_well_in("tail-2018", (2024, &library), (2018, program));
}

/// In 2021 what `if let` looks at ends behind `else`, in 2024 before it. Of `None`
/// nothing ends, of a guard the meaning changes.
#[test]
fn takes_if_let_of_2024_where_the_variable_takes_all() {
    let library = "pub struct E(String); pub struct L { all: Vec<E> }
        impl L { pub fn new(k: usize) -> L { L { all: (0..k).map(|i| E(i.to_string())).collect() } }
            pub fn pop(&mut self) -> usize { if let Some(e) = self.all.pop() { e.0.len() + self.all.len() } else { self.all.len() } } }";
    let program =
        "fn main() { let mut l = lib::L::new(2); println!(\"{} {}\", l.pop(), l.pop() + l.pop()); }";
    bundles_well_in("if-let", (2024, library), (2021, program));
    let library = "use std::cell::Cell; pub struct G<'a>(pub &'a Cell<u8>);
        impl<'a> Drop for G<'a> { fn drop(&mut self) { self.0.set(self.0.get() + 1); } }
        impl<'a> G<'a> { fn get(&self) -> Option<u8> { None } }";
    let program = "fn main() { println!(\"{}\", lib::f(&std::cell::Cell::new(4))); }";
    for (name, condition) in [
        ("if-let-guard", "let Some(x) = G(@).get()"),
        ("if-let-rest", "let Some(_) = Some(G(@)).filter(|_| false)"),
    ] {
        let body = format!("if {condition} {{ 1 }} else {{ @.get() }}");
        let of = |body: &str| format!("{library} pub fn f(c: &Cell<u8>) -> u8 {{ {body} }}");
        let library = of(&body.replace('@', "c"));
        bundles_well_in(name, (2024, &library), (2021, program));
        let body = body.replace('@', "$c");
        let library = of(&format!(
            "macro_rules! m {{ ($c:ident) => {{ {body} }} }} m!(c)"
        ));
        let message = refusal(name, (2024, &library), (2021, program));
        assert!(message.contains("a shorter lifetime"), "{name}: {message}");
    }
}

/// Of what is declared in one block, few functions are used.
#[test]
fn takes_apart_what_other_languages_define() {
    let library = "mod all { extern \"C\" { pub fn abs(k: i32) -> i32; pub fn labs(k: i64) -> i64; pub fn atoi(text: *const i8) -> i32; } }
        pub use all::*; pub fn size(k: i32) -> i32 { unsafe { abs(k) } }";
    let program = "fn main() { println!(\"{}\", lib::size(-4)); }";
    let bundle = bundles_well("foreign-block", library, program);
    assert!(
        !bundle.contains("labs") && !bundle.contains("atoi"),
        "{bundle}"
    );
}

/// The only `None` of a program, with a short name, would be a variable that takes everything.
#[test]
fn a_variant_that_is_a_whole_pattern_keeps_its_name() {
    bundles_well(
        "pattern",
        "pub fn nothing() {}",
        "fn main() {
            lib::nothing();
            match \"word\".split(' ').next() {
                None => println!(\"no words\"),
                word => println!(\"{word:?}\"),
            }
        }",
    );
}

#[test]
fn gives_names_to_the_parameters_that_2015_lets_go_without() {
    let library = "pub trait Word { fn add(&mut self, Self, k: u8) -> u8; fn of<F: Fn(u8) -> u8>(F, ::std::vec::Vec<u8>, &[(u8, u8)]) -> u8; }
        impl Word for u8 { fn add(&mut self, other: u8, k: u8) -> u8 { *self += other; *self + k } fn of<F: Fn(u8) -> u8>(f: F, v: Vec<u8>, _: &[(u8, u8)]) -> u8 { f(v[0]) } }";
    let program = "use lib::Word; fn main() { println!(\"{} {}\", 3u8.add(4, 5), u8::of(|k| k * 2, vec![9], &[])); }";
    bundles_well_in("parameters-without-names", (2015, library), (2021, program));
}

#[test]
fn takes_names_of_2015_that_are_keywords_by_now() {
    let library = "mod async { pub fn await(try: u8) -> Result<u8, ()> { Ok(try!(Ok(try)) + 1) } } pub use async::*;";
    let program = "fn main() { println!(\"{:?}\", lib::r#await(1)); }";
    bundles_well_in("names-of-2015", (2015, library), (2018, program));
}

#[test]
fn says_dyn_where_old_code_does_not() {
    let library = "pub trait Call { fn call(&self) -> u8; } pub struct A<'a>(pub &'a Call); impl<'a> Call for A<'a> { fn call(&self) -> u8 { self.0.call() + 1 } }
        impl Call for u8 { fn call(&self) -> u8 { *self } } impl Call { pub fn twice(&self) -> u8 { 2 * self.call() } }
        pub fn small(k: u8) -> Box<Call> { match k { 0...9 => Box::new(k), _ => panic!() } }";
    let program = "fn main() { println!(\"{} {}\", lib::A(&4).0.twice(), lib::small(3).twice()); }";
    bundles_well_in("dyn", (2015, library), (2021, program));
}

/// In 2024 `expr` takes more; what the only rule of a macro does not take is an error and nothing
/// else.
#[test]
fn takes_a_macro_of_one_rule_from_another_edition() {
    let library = "macro_rules! twice { ($x:expr => $name:ident) => { pub fn $name() -> u8 { 2 * $x } } } twice!(4 => eight);";
    let program = "fn main() { println!(\"{}\", lib::eight()); }";
    bundles_well_in("one-rule", (2024, library), (2021, program));
    bundles_well_in("one-rule-back", (2021, library), (2024, program));
}

/// Of several rules it matters which takes what only one edition has for an expression.
#[test]
fn takes_a_macro_of_several_rules_from_another_edition_if_it_gets_nothing_new() {
    let library = "macro_rules! is { ($x:expr) => { 1 + $x }; ($($x:tt)*) => { 3 } }";
    let own = "pub fn own() -> u8 { is!(1) }";
    let program = "fn main() { println!(\"{}\", lib::own()); }";
    bundles_well_in(
        "rules",
        (2024, &format!("{library} {own}")),
        (2021, program),
    );
    let own = "pub fn own() -> u8 { is!(const { 1 }) }";
    let library = format!("{library} {own}");
    let message = refusal("new-rules", (2024, &library), (2021, program));
    assert!(
        message.contains("will accept more expressions"),
        "{message}"
    );
}

#[test]
fn allows_lints_that_are_errors_in_a_program_and_not_in_a_library() {
    let library =
        "pub enum E { A, B } pub fn f(e: E) -> u8 { use E::B; match e { B => 2, A => 3 } }";
    let program = "fn main() { println!(\"{} {}\", lib::f(lib::E::A), lib::f(lib::E::B)); }";
    let bundle = bundles_well("error-lint", library, program);
    assert!(
        bundle.contains("#![allow(bindings_with_variant_name)]"),
        "{bundle}"
    );
}

#[test]
fn drops_globs_of_modules_in_which_nothing_is_used() {
    let library = "pub mod all { pub use crate::one::*; pub use crate::two::*; }
        pub mod one { pub fn used() -> u8 { 1 } } pub mod two { pub fn dropped() -> u8 { 2 } }";
    let program = "use lib::all::used; fn main() { println!(\"{}\", used()); }";
    let bundle = bundles_well("dead-glob", library, program);
    assert!(!bundle.contains("two"), "{bundle}");
}

/// Each target has its own module of a name that another glob brings: what is live in one keeps the
/// glob, for which the others need a module too.
#[test]
fn keeps_modules_that_a_glob_of_another_target_needs() {
    let library = "#[cfg(windows)] mod first { pub(crate) mod calls { pub fn call() -> u8 { 1 } } }
        #[cfg(not(windows))] mod second { pub(crate) mod calls { pub fn dropped() -> u8 { 2 } } }
        #[cfg(not(windows))] mod third { pub fn call() -> u8 { 1 } }
        #[cfg(windows)] use first::*; #[cfg(not(windows))] use second::*;
        #[cfg(not(windows))] pub use third::*; pub use calls::*;";
    let program = "fn main() { println!(\"{}\", lib::call()); }";
    bundles_well("glob-of-another", library, program);
}

/// Of a macro like that of `cfg-if` the branches for systems without judges go, and what nobody
/// uses in the others.
#[test]
fn drops_branches_of_cfg_if() {
    let library = "macro_rules! cfg_if {
            (if #[cfg($m:meta)] { $($i:item)* } else if #[cfg($n:meta)] { $($j:item)* } else { $($k:item)* }) => {
                $(#[cfg($m)] $i)* $(#[cfg(all(not($m), $n))] $j)* $(#[cfg(not(any($m, $n)))] $k)* } }
        cfg_if! {
            if #[cfg(target_os = \"hermit\")] { pub mod dropped { pub fn name() -> &'static str { \"dropped\" } } pub use dropped as system; }
            else if #[cfg(any(windows, target_arch = \"mips\"))] { pub mod first { pub fn name() -> &'static str { \"system\" } pub struct FirstOnly; } pub use first as system; }
            else { pub mod second { pub fn name() -> &'static str { \"system\" } pub fn dropped() {} } pub use second as system; }
        } pub fn name() -> &'static str { system::name() }";
    let program = "fn main() { println!(\"{}\", lib::name()); }";
    let bundle = drops("cfg-if", library, program);
    assert!(
        bundle.contains("windows") && !bundle.contains("mips"),
        "{bundle}"
    );
}

/// A macro that writes impls of two traits does not go with one of them.
#[test]
fn keeps_a_macro_that_writes_impls_of_what_is_used_too() {
    let library = "pub trait One { fn one() -> Self; } pub trait Zero { const ZERO: Self; }
        macro_rules! numbers { ($($t:ty)*) => { $(impl One for $t { fn one() -> $t { 1 } } impl Zero for $t { const ZERO: $t = 0; })* } }
        macro_rules! all { ($m:ident) => { $m! { u8 u16 } } } all!(numbers);
        pub struct Dropped(u8); pub fn dropped() -> Dropped { Dropped(u8::one()) }";
    let program = "use lib::One; fn main() { println!(\"{} {}\", u8::one(), u16::one()); }";
    drops("impls-of-two", library, program);
}

/// The impl and the trait are in no lint: they use, and bring, what only a type has that nobody
/// makes.
#[test]
fn drops_impls_for_what_nobody_makes() {
    let library = "pub mod ext { pub trait DroppedExt: Iterator + Sized { fn dropped_last(self) -> Option<Self::Item> { self.last() } } impl<I: Iterator> DroppedExt for I {} }
        pub mod view { use crate::ext::DroppedExt; pub trait View { type Of: Iterator; fn view(&self) -> Self::Of; }
            pub struct All(pub Vec<u8>); impl View for All { type Of = std::vec::IntoIter<u8>; fn view(&self) -> Self::Of { self.0.clone().into_iter() } }
            pub struct DroppedSome<V>(pub V); pub struct DroppedIter<I>(I);
            impl<I: Iterator> Iterator for DroppedIter<I> { type Item = I::Item; fn next(&mut self) -> Option<I::Item> { self.0.by_ref().dropped_last() } }
            impl<V: View> View for DroppedSome<V> { type Of = DroppedIter<V::Of>; fn view(&self) -> Self::Of { DroppedIter(self.0.view()) } } }";
    let program = "use lib::view::{All, View}; fn main() { println!(\"{:?}\", All(vec![1, 2]).view().max()); }";
    drops("impls-for-nobody", library, program);
}

/// Of many impls that came back together each is tried again.
#[test]
fn drops_each_of_many_impls() {
    let traits = "Add AddAssign BitAnd BitOr BitXor Div DivAssign Mul MulAssign Rem RemAssign Sub SubAssign Shl Shr".split(' ');
    let of = |name: &str, by: &str| {
        let method = name.trim_end_matches("Assign").to_lowercase();
        if name.ends_with("Assign") {
            format!("impl std::ops::{name}<{by}> for A {{ fn {method}_assign(&mut self, _: {by}) {{ self.0 += 1; }} }}")
        } else {
            format!("impl std::ops::{name}<{by}> for A {{ type Output = A; fn {method}(self, _: {by}) -> A {{ A(self.0 + 1) }} }}")
        }
    };
    let impls: String = traits
        .flat_map(|name| [of(name, "A"), of(name, "u8")])
        .collect();
    let library = format!("#[derive(Clone, Copy)] pub struct A(pub u8); {impls}");
    let program =
        "use lib::A; fn main() { let mut a = A(1) + 2; a -= a; println!(\"{}\", (a * a).0); }";
    let bundle = bundles_well("many-impls", &library, program);
    assert_eq!(bundle.matches("for A").count(), 3, "{bundle}");
}

#[test]
fn imports_a_macro_with_the_name_of_a_module() {
    let library = "mod swap { pub fn dropped() {} }
        #[macro_export] macro_rules! swap { ($a:expr, $b:expr) => { ($b, $a) } } pub fn two() -> u8 { 2 }";
    let program = "use lib::swap; fn main() { println!(\"{:?}\", swap!(1, lib::two())); }";
    bundles_well("macro-and-module", library, program);
}

/// What a macro takes is text, which stays as others hand it over.
#[test]
fn leaves_the_pub_that_macros_take() {
    let library = "macro_rules! template { (pub trait $n:ident $m:tt) => { macro_rules! given { ($to:ident) => { $to! { pub trait $n $m } } } } }
        macro_rules! write { (pub trait $n:ident $m:tt) => { pub trait $n $m } }
        macro_rules! take { (pub struct $c:ident) => { #[derive(Default)] pub struct $c(pub u8); } }
        take! { pub struct A } template! { pub trait T { fn t(&self) -> u8 { 7 } } } given! { write } impl T for A {}";
    let program =
        "use lib::T; fn main() { println!(\"{} {}\", lib::A::default().0, lib::A(1).t()); }";
    bundles_well("pub-of-macros", library, program);
}

#[test]
fn imports_the_macros_of_a_crate_with_the_name_of_one() {
    let library = "#[macro_export] macro_rules! lib { ($($i:item)*) => { $($i)* } }";
    let program = "#[macro_use] extern crate lib; lib! { mod a { pub fn one() -> u8 { lib! { fn two() -> u8 { 2 } } two() - 1 } mod b { lib! {} } } }
        mod c { lib! { pub fn three() -> u8 { 3 } } } fn main() { println!(\"{} {}\", a::one(), c::three()); }";
    bundles_well_in("macros-of-a-crate", (2018, library), (2021, program));
}

/// The program may import the macro, too, so that its root has the name twice.
#[test]
fn imports_a_crate_without_its_macro_of_that_name() {
    let folder = scratch("found-macro-of-root");
    let of = |name: &str, text: &str, edition: u16, externs: &[(&str, usize)]| {
        let file = written(&folder, &format!("{name}.rs"), text);
        let mut info = CrateInfo::new(name, file, edition);
        let externs = externs.iter().map(|&(name, id)| (name.to_owned(), id));
        info.externs = externs.collect();
        info
    };
    let program = "use lib::lib; fn main() { println!(\"{}\", lib!(user::two())); }";
    let user = "#[macro_use] extern crate lib; pub fn two() -> u8 { lib!(1) }";
    let library = "#[macro_export] macro_rules! lib { ($a:expr) => { $a + 1 } }";
    let crates = vec![
        of("main", program, 2018, &[("user", 1), ("lib", 2)]),
        of("user", user, 2015, &[("lib", 2)]),
        of("lib", library, 2018, &[]),
    ];
    let texts = bundle(crates, &Form::FULL, Rustc::find(2018).as_ref()).unwrap();
    all_print(&folder, &texts, 2018, "3\n");
}

#[test]
fn finds_what_macros_of_2015_import_from_the_root() {
    let library = "mod error { #[derive(Debug)] pub struct Error(pub u8); } mod bytes { pub fn one() -> u8 { 1 } }
        macro_rules! build { ($n:ident, $m:ident) => { pub mod $n { use {error}; use error::Error; use $m::one;
            pub fn two() -> (Error, u8) { (error::Error(2), Error(one()).0) } } } }
        build!(made, bytes);";
    let program = "fn main() { println!(\"{:?}\", lib::made::two()); }";
    bundles_well_in(
        "imports-in-macros-of-2015",
        (2015, library),
        (2018, program),
    );
}

/// Of the program itself or of its library, by its path or imported, by way of other rules and
/// macros.
#[test]
fn finds_a_main_that_a_macro_writes() {
    let library = "pub struct Day(pub u8); pub mod runner { pub fn run<T: std::fmt::Display>(f: fn(u8) -> T, day: &super::Day, part: u8) { println!(\"{} {} {}\", day.0, part, f(part)) } }
        #[macro_export] macro_rules! day { ($day:expr) => { $crate::Day($day + 1) } }
        #[macro_export] macro_rules! solution {
            ($day:expr) => { $crate::solution!(@impl $day, [one, 1] [two, 2]); }; ($day:expr, 1) => { $crate::solution!(@impl $day, [one, 1]); };
            (@impl $day:expr, $([$f:expr, $part:expr])*) => { const DAY: $crate::Day = $crate::day!($day); fn main() { use $crate::runner::*; $(run($f, &DAY, $part);)* } }; }
        #[macro_export] macro_rules! first { ($day:expr) => { $crate::solution!($day, 1); } }";
    let parts = "fn one(k: u8) -> u8 { k * 2 } #[allow(dead_code)] fn two(k: u8) -> String { k.to_string() + \"b\" }";
    for (name, call) in [
        ("path", "lib::solution!(4);"),
        ("import", "use lib::solution; solution!(4, 1);"),
        ("by-way", "lib::first!(7);"),
        (
            "own",
            "macro_rules! all { ($f:item) => { $f } } all! { fn main() { println!(\"{} {}\", one(lib::Day(1).0), two(2)) } }",
        ),
    ] {
        let text = bundles_well(&format!("main-{name}"), library, &format!("{call} {parts}"));
        let gone = ["solution", "first", "all"];
        assert!(!gone.iter().any(|name| text.contains(&format!("macro_rules! {name}"))), "{text}");
    }
}

/// Older derives write such constants.
#[test]
fn carries_impls_in_constants_with_names() {
    let library = "pub trait Named { fn name(&self) -> String; fn other(&self) {} } pub trait All: Named {} impl<T: Named> All for T {} pub fn of<T: All>(t: &T) -> String { t.name() }";
    let text = bundles_well(
        "impls-in-constants",
        library,
        "struct A; #[allow(non_upper_case_globals)] const _IMPL_NAMED_FOR_A: () = { impl lib::Named for A { fn name(&self) -> String { \"a\".to_owned() } } };
        mod b { pub struct B; #[allow(non_upper_case_globals)] const _IMPL_NAMED_FOR_B: () = { extern crate lib as _lib; impl _lib::Named for B { fn name(&self) -> String { \"b\".to_owned() } } }; }
        struct C; const _IMPL_NAMED_FOR_C: () = { impl lib::Named for C { fn name(&self) -> String { \"c\".to_owned() } } };
        fn main() { println!(\"{} {}\", lib::of(&A), lib::of(&b::B)); }",
    );
    assert!(!text.contains("FOR_C"), "{text}");
}

/// From 2021 on a closure takes fields, before it takes all of the variable.
#[test]
fn lends_fields_to_closures_of_newer_libraries() {
    let library = "pub struct A { pub all: Vec<u8>, pub keys: Vec<u8>, pub b: B } pub struct B { pub sum: u8, pub list: Vec<u8> }
        fn each(keys: &[u8], mut f: impl FnMut(u8)) { for &k in keys { f(k) } }
        pub fn fill(a: &mut A) { each(&a.keys, |k| { a.all.push(k); a.b.sum += k; });
            let A { ref keys, .. } = *a; keys.iter().for_each(|k| a.b.list.push(*k + a.all[0])); }";
    let program = "fn main() { let b = lib::B { sum: 0, list: vec![] }; let mut a = lib::A { all: vec![], keys: vec![1, 2], b };
        lib::fill(&mut a); println!(\"{:?} {} {:?}\", a.all, a.b.sum, a.b.list); }";
    bundles_well_in("fields-of-closures", (2021, library), (2018, program));
}

#[test]
fn takes_extern_crates_of_2015_wherever_they_stand() {
    let library = "pub fn two() -> u8 { 2 }";
    let program = "extern crate lib; mod a { pub fn four() -> u8 { extern crate lib; extern crate lib as other; lib::two() + other::two() } }
        fn main() { println!(\"{} {}\", lib::two(), a::four()); }";
    bundles_well_in("extern-crates", (2018, library), (2015, program));
}

/// Holds the bundles of a program to what is expected: its library exports the procedural macros of
/// a crate that has the name and the package of a known one, and these are not run.
#[track_caller]
fn writes_out(package: &str, attribute: &str, library: &str, program: &str, expected: &str) {
    let folder = scratch(&format!("found-{attribute}"));
    let write = |name: &str, text: &str| written(&folder, name, text);
    let derive = format!(
        "extern crate proc_macro; use proc_macro::TokenStream;
        #[proc_macro_attribute] pub fn {attribute}(_: TokenStream, _: TokenStream) -> TokenStream {{ TokenStream::new() }}"
    );
    let mut binary = CrateInfo::new("main", write("main.rs", program), 2021);
    binary.externs = [("lib".to_owned(), 1)].into();
    let mut library = CrateInfo::new("lib", write("lib.rs", library), 2018);
    library.externs = [("derive".to_owned(), 2)].into();
    let mut derive = CrateInfo::new("derive", write("derive.rs", &derive), 2018);
    (derive.proc_macro, derive.package) = (true, package.to_owned());
    let crates = vec![binary, library, derive];
    let texts = bundle(crates, &Form::FULL, Rustc::find(2021).as_ref()).unwrap();
    all_print(&folder, &texts, 2021, expected);
}

#[test]
fn writes_out_the_attribute_of_proconio_for_fast_output() {
    let program = "use lib::fastout; fn other() { println!(\"later\") }
        #[fastout] fn main() { print!(\"{} \", two()); let fastout_buffer = 1; println!(\"{fastout_buffer}\"); if fastout_buffer > 0 { return; } other(); }
        #[lib::fastout] fn two() -> u8 { if other as usize == 0 { println!(); } 2 }";
    let library = "pub use derive::*;";
    writes_out("proconio-derive", "fastout", library, program, "2 1\n");
}

#[test]
fn writes_out_the_attribute_of_proconio_for_structs() {
    let library = "pub use derive::*; pub mod source {
            pub trait Source<R> { fn token(&mut self) -> u8; }
            pub trait Readable { type Output; fn read<R: std::io::BufRead, S: Source<R>>(source: &mut S) -> Self::Output; }
            impl Readable for u8 { type Output = u8; fn read<R: std::io::BufRead, S: Source<R>>(source: &mut S) -> u8 { source.token() } }
            impl<R> Source<R> for u8 { fn token(&mut self) -> u8 { *self += 1; *self } } }";
    let program = "extern crate lib as proconio; use proconio::{derive_readable, source::{Readable, Source}};
        struct Twice; impl Readable for Twice { type Output = u16; fn read<R: std::io::BufRead, S: Source<R>>(source: &mut S) -> u16 { 2 * u16::from(source.token()) } }
        #[derive_readable] struct A { x: u8, y: Twice } mod b { #[proconio::derive_readable] pub struct B(pub crate::A, pub u8); }
        fn main() { #[derive_readable] struct C; let mut source = 3; type R = std::io::BufReader<std::io::Stdin>;
            let b = <b::B as Readable>::read::<R, u8>(&mut source); let C = C::read::<R, u8>(&mut source); println!(\"{} {} {}\", b.0.x, b.0.y, b.1); }";
    writes_out(
        "proconio-derive",
        "derive_readable",
        library,
        program,
        "4 10 6\n",
    );
}

#[test]
fn takes_away_the_attribute_of_deprecate_until() {
    let library = "use derive::deprecate_until; pub struct A; impl A { #[deprecate_until(remove = \"> 4.x\")] pub fn one(&self) -> u8 { 1 } }
        #[deprecate_until(since = \"1\")] pub mod old { pub fn two() -> u8 { 2 } }";
    let program = "fn main() { println!(\"{} {}\", lib::A.one(), lib::old::two()); }";
    writes_out(
        "deprecate-until",
        "deprecate_until",
        library,
        program,
        "1 2\n",
    );
}

#[test]
fn writes_what_2024_refuses_in_code_of_older_editions() {
    let library = "pub struct A { pub gen: u8 } pub mod gen { pub mod consts { pub const N: u8 = 9; pub fn gen() -> u8 { N + 1 } } pub fn two() -> u8 { 2 } macro_rules! gens { (gen $gen:ident) => { pub fn $gen() -> u8 { two() } } } gens!(gen gen); }
        pub use gen::consts; pub mod more { use crate::gen; pub use crate::gen::consts::gen as ten; pub fn nine() -> u8 { gen::consts::N + gen::two() - super::gen::gen() } }
        impl A { pub fn gen<T: From<u8>>(&self) -> T { T::from(self.gen) } }
        pub enum B { C { list: Vec<u8>, end: Option<u8> } }
        impl B { pub fn next(&mut self) -> u8 { match self { B::C { ref mut list, end: Some(mut end) } => { end += 1; list.push(end); list.len() as u8 } B::C { end, .. } => { *end = Some(7); 0 } } } }
        pub fn sum(pairs: &[(u8, u8)]) -> u8 { pairs.iter().map(|(ref a, b)| a + b).sum() }
        pub fn up<'a>(list: &'a [u8], by: &u8) -> impl Iterator<Item = u8> + 'a { let by = *by; list.iter().map(move |k| k + by) }
        #[derive(Clone, Copy)] pub struct D<'a>(pub &'a [u8]);
        impl<'a> D<'a> { pub fn iter(&self) -> impl Iterator<Item = &'a u8> { self.0.iter() } pub fn same(&self) -> D<'a> { *self } pub fn all(self) -> impl Iterator<Item = u8> + 'a { self.same().iter().map(|k| k + 1) } }
        extern \"C\" { fn abs(k: i32) -> i32; } pub fn plus(k: i32) -> i32 { unsafe { abs(k) } }
        #[no_mangle] pub extern \"C\" fn three_of_lib() -> u8 { 3 }
        pub fn tell() -> String { std::env::set_var(\"A_OF_LIB\", \"b\"); std::env::var(\"A_OF_LIB\").unwrap() }";
    let program = "use lib::{A, B}; fn main() { let a = A { r#gen: 1 }; let mut b = B::C { list: vec![], end: None };
        let all = { let by = 2; lib::up(&[1, 2], &by) }; let all: Vec<u8> = all.collect();
        println!(\"{} {} {} {} {} {} {:?} {} {} {} {} {} {}\", a.r#gen::<u16>(), a.r#gen, lib::r#gen::r#gen(), b.next(), b.next(), lib::sum(&[(1, 2), (4, 3)]), all, lib::plus(-4), lib::three_of_lib(), lib::tell(), lib::D(&[5, 6]).all().sum::<u8>(), lib::more::nine(), lib::more::ten() + lib::consts::N) }";
    bundles_well_from([2018, 2021], "refused-by-2024", library, (2024, program));
}

/// Of what variables take nothing is left that could end at another time.
#[test]
fn takes_matches_at_the_end_of_older_blocks() {
    let program = "fn main() { lib::Loud(1).tell(); println!(\"{} {}\", lib::of(1), lib::of(0)); lib::Loud(5).all(); }";
    let library = |arms: &str| {
        format!(
            "pub mod kinds {{ pub enum Err {{ One }} }} pub use kinds::Err;
             pub struct Loud(pub u8); impl Drop for Loud {{ fn drop(&mut self) {{ println!(\"{{}} ends\", self.0) }} }}
             impl Loud {{ fn half(&self) -> Result<Loud, Loud> {{ if self.0 % 2 == 0 {{ Ok(Loud(self.0 / 2)) }} else {{ Err(Loud(self.0)) }} }}
                 pub fn tell(&self) {{ let _a = Loud(7); if let Some(x) = self.half().ok() {{ println!(\"{{}}\", x.0) }} else {{ println!(\"no half\") }} }}
                 fn next(&mut self) -> Option<Loud> {{ self.0 -= 1; Some(Loud(self.0)).filter(|l| l.0 > 2) }}
                 pub fn all(mut self) {{ let _a = Loud(9); while let Some(mut l) = self.next() {{ l.0 += 10; }} }} }}
             pub fn of(k: u8) -> u8 {{ let a = Loud(k); match a.half() {{ {arms} }} }}"
        )
    };
    let arms = "Ok(b) => b.0 + 8, Err(mut c) => { c.0 += 4; c.0 }";
    bundles_well_from([2018, 2021], "match", &library(arms), (2024, program));
    for (name, arms) in [
        ("match-rest", "Ok(b) => b.0 + 8, Err(_) => 4"),
        (
            "match-lent",
            "Ok(ref b) => b.0 + 8, Err(mut c) => { c.0 += 4; c.0 }",
        ),
    ] {
        // What is left ends behind the variables.
        bundles_well_in(name, (2021, &library(arms)), (2024, program));
    }
}

/// What the last expression of a body makes ends when the body does, in every edition.
#[test]
fn takes_ends_of_older_bodies_without_variables() {
    let library = "pub struct Loud(pub u8); impl Drop for Loud { fn drop(&mut self) { println!(\"{} ends\", self.0) } }
        impl Loud { fn half(&self) -> Result<Loud, Loud> { if self.0 % 2 == 0 { Ok(Loud(self.0 / 2)) } else { Err(Loud(self.0)) } } }
        pub fn skip<T>(value: T, to: u8, mut find: impl FnMut(&Loud) -> Result<Option<(T, u8)>, Loud>) -> Result<Option<T>, Loud> {
            let (mut value, mut input) = (value, Loud(0));
            while input.0 < to { input.0 += 1; match find(&input)? { None => return Ok(None), Some((new, end)) => { value = new; input.0 = end; } } }
            Ok(Some(value)) }
        pub fn lent(k: u8) -> u8 { let a = Loud(k);
            for j in 0..4 { if j == k { match a.half().as_ref() { Ok(b) => println!(\"{}\", b.0), Err(_) => return 7 } } else { match a.half().as_ref() { Ok(_) => return 8, Err(c) => println!(\"{}\", c.0) } } }
            let tell = |j| { match Loud(j).half().as_ref().map_err(|c| c.0)  { Ok(b) => b.0 + a.0, Err(c) => c } };
            match k { 1 => { match a.half().as_ref() { Ok(_) => 0, Err(c) => tell(c.0) } } _ => 1 } }";
    let program = "use lib::Loud; fn main() { for stop in 1..5 {
            let all = lib::skip(Loud(50), 4, |at| if at.0 == 3 && stop == 3 { Err(Loud(30)) } else if at.0 == stop { Ok(None) } else { Ok(Some((Loud(at.0 + 10), at.0))) });
            println!(\"{}\", all.map_or_else(|e| e.0, |a| a.map_or(1, |a| a.0))); println!(\"{}\", lib::lent(stop)); } }";
    bundles_well_from([2018, 2021], "bodies", library, (2024, program));
}

/// With variables it ends behind them: so does a variable that is declared before them.
#[test]
fn keeps_the_order_of_ends_in_older_bodies() {
    let library = "pub struct Loud(pub u8); impl Drop for Loud { fn drop(&mut self) { println!(\"{} ends\", self.0) } }
        fn half(k: u8) -> Result<Loud, Loud> { if k % 2 == 0 { Ok(Loud(k / 2)) } else { Err(Loud(k)) } }
        pub fn each(all: &[u8]) { for &k in all { let _a = Loud(k + 100); match half(k) { Ok(_) => println!(\"even\"), Err(ref b) => println!(\"{}\", b.0) } } }
        pub fn one(k: u8) -> u8 { if k > 3 { let a = Loud(k + 50); match half(k) { Ok(_) => a.0, Err(_) => 0 } } else { 1 } }";
    let program =
        "fn main() { lib::each(&[1, 2, 5]); println!(\"{} {} {}\", lib::one(4), lib::one(5), lib::one(1)); }";
    bundles_well_from([2018, 2021], "ends-in-bodies", library, (2024, program));
}

#[test]
fn writes_messages_of_panics_as_their_edition_reads_them() {
    let library =
        "pub fn at_most(k: u8, most: u8) { if k > most { panic!(\"{k} is above {most}\") } }
        pub fn at_least(k: u8, least: u8) { assert!(k >= least, \"{k} is below {{{least}}}\") }
        pub fn plain() { panic!(\"a {{b}}\") } pub fn given(k: u8) { panic!(\"a {} {{b}}\", k) }";
    let program = "fn said(f: impl FnOnce() + std::panic::UnwindSafe) -> String {
            let told = std::panic::catch_unwind(f).unwrap_err();
            told.downcast_ref::<String>().cloned().unwrap_or_else(|| told.downcast_ref::<&str>().unwrap().to_string()) }
        fn main() { println!(\"{} {} {} {}\", said(|| lib::at_most(3, 2)), said(|| lib::at_least(1, 2)), said(lib::plain), said(|| lib::given(5))) }";
    bundles_well_in("panics-2018", (2021, library), (2018, program));
    bundles_well_in("panics-2021", (2018, library), (2021, program));
    bundles_well_in("panics-2024", (2018, library), (2024, program));
}

#[test]
fn keeps_impls_whose_parameters_nobody_else_names() {
    let library = "pub trait Draw { fn draw(&mut self) -> u8; } pub struct Small(u8);
        impl Draw for Small { fn draw(&mut self) -> u8 { self.0 += 1; self.0 } }
        pub struct Tree<R>(R); pub struct Unused; impl Draw for Unused { fn draw(&mut self) -> u8 { 0 } }
        impl Default for Tree<Small> { fn default() -> Self { Tree(Small(4)) } }
        impl<R: Draw> Tree<R> { pub fn next(&mut self) -> u8 { self.0.draw() } }";
    let program =
        "fn main() { let mut tree = lib::Tree::default(); println!(\"{}\", tree.next()); }";
    let text = bundles_well("inferred", library, program);
    assert!(!text.contains("Unused"), "{text}");
}

#[test]
fn takes_what_macros_look_at_if_their_patterns_take_all() {
    let library = |pattern: &str, kind: &str| {
        format!(
            "pub struct Pairs<I: Iterator, J>(pub I, pub J);
             macro_rules! next {{ ($name:ident, $($x:{kind})*) => {{
                 impl<I: Iterator, J: Iterator<Item = (I::Item, I::Item)>> $name<I, J> {{
                     pub fn last(&mut self) -> Option<I::Item> {{
                         if let Some({pattern}) = self.1.next() {{ Some(b) }} else {{ self.0.next() }} }} }} }}; }}
             next!(Pairs, a b);"
        )
    };
    let program = "struct Loud(u8); impl Drop for Loud { fn drop(&mut self) { println!(\"{} ends\", self.0) } }
        fn main() { let mut pairs = lib::Pairs((1..3).map(Loud), (7..8).map(|k| (Loud(k), Loud(k + 1))));
            for _ in 0..4 { println!(\"{:?}\", pairs.last().map(|l| l.0)); } }";
    // What the pattern takes has its names from the call.
    let library_of = |pattern: &str, kind: &str| {
        library(pattern, kind).replace("Some(b)", "let all = [$($x),*]; all.into_iter().last()")
    };
    bundles_well_in(
        "macro-takes",
        (2021, &library_of("($($x,)*)", "ident")),
        (2024, program),
    );
    for (name, pattern, kind) in [
        ("macro-rest", "($($x,)*..)", "ident"),
        ("macro-lent", "(ref mut first, _)", "ident"),
    ] {
        let library = library(pattern, kind).replace("Some(b)", "self.0.next()");
        let message = refusal(name, (2021, &library), (2024, program));
        assert!(message.contains("shorter lifetime"), "{name}: {message}");
    }
}

#[test]
fn expands_calls_that_export_macros_before_paths_are_looked_up() {
    let library = "mod ensure { pub fn fails() -> u8 { 7 } }
        macro_rules! define { ($item:item) => { /** What stands before it. */ $item }; }
        define! { #[macro_export] macro_rules! ensure { ($e:expr) => { if $e { 1 } else { $crate::of() } }; } }
        pub fn of() -> u8 { ensure::fails() }";
    let program = "use lib::ensure; fn main() { println!(\"{}\", ensure!(1 > 2)); }";
    bundles_well("exports", library, program);
}

#[test]
fn expands_macros_of_other_crates_that_name_files_beside_the_call() {
    let library = "#[macro_export] macro_rules! text { ($name:ident, $file:literal) => {
            pub struct $name; impl $crate::Text for $name { const TEXT: &'static str = include_str!(concat!(\"./\", $file)); } }; }
        pub trait Text { const TEXT: &'static str; }";
    let program = "lib::text!(Own, \"main.rs\"); use lib::Text; fn main() { println!(\"{}\", Own::TEXT.len()); }";
    bundles_well("beside", library, program);
    let program = "use lib::{text, Text}; text!(Own, \"main.rs\"); fn main() { println!(\"{}\", Own::TEXT.len()); }";
    bundles_well("beside-imported", library, program);
}

#[test]
fn takes_what_is_looked_at_under_guards_and_beside_what_ends_later() {
    let library = "pub struct Loud(pub u8); impl Drop for Loud { fn drop(&mut self) { println!(\"{} ends\", self.0) } }
        pub mod named { pub fn Ok(k: u8) -> super::Loud { super::Loud(k) } }
        fn half(k: u8) -> Result<Loud, Loud> { if k % 2 == 0 { Result::Ok(Loud(k / 2)) } else { Err(Loud(k)) } }
        pub fn of(k: u8) -> u8 { let _a = Loud(9); match half(k) { Ok(b) if b.0 > 3 => b.0, Ok(b) => b.0 + 1, Err(c) if c.0 > 5 => 2, Err(c) => c.0 } }
        pub struct Counts(pub u8, pub Option<Loud>); impl Counts {
            fn next(&mut self) -> Option<Loud> { self.0 -= 1; Some(Loud(self.0)).filter(|l| l.0 > 2) }
            pub fn all(&mut self) { let _a = Loud(8); while let Some(b) = self.next() { match self.1.take() { None => {} Some(c) => { let _d = Loud(c.0 + b.0); } } } } }";
    let program = "fn main() { println!(\"{} {} {}\", lib::of(8), lib::of(2), lib::of(7)); lib::of(1); lib::named::Ok(1);
        lib::Counts(6, Some(lib::Loud(50))).all(); }";
    bundles_well_in("guards", (2021, library), (2024, program));
}

#[test]
fn allows_what_unsafe_functions_of_older_editions_do() {
    let library =
        "/// # Safety\n/// For what can be read.\npub unsafe fn at(p: *const u8) -> u8 { *p }";
    let program = "fn main() { let k = 7; println!(\"{}\", unsafe { lib::at(&k) }); }";
    let text = bundles_well_in("unsafe", (2021, library), (2024, program));
    assert!(!text.contains("E0133"), "{text}");
}

/// In edition 2015 an import of one word, and a path of one word behind `::`, start at the root,
/// where a glob may bring it.
#[test]
fn finds_what_a_path_of_old_means() {
    bundles_well_in(
        "old-paths",
        (
            2015,
            "mod sign { #[derive(Debug)] pub enum Sign { Plus, Minus } pub type Size = i8; } pub use sign::*; pub type Of<T> = Option<T>;
             macro_rules! function { ($name:ident) => { pub fn $name(k: ::Size) -> ::Of<::Size> { Some(k) } } }
             pub mod below { use Sign; use Sign::Minus; function!(some); pub fn of(k: ::Size) -> ::Sign { if k < 0 { Minus } else { Sign::Plus } }
                 pub fn twice(k: ::Size) -> ::Of<::Size> { some(k * 2) } }",
        ),
        (2021, "fn main() { println!(\"{:?} {:?} {:?}\", lib::below::of(-1), lib::below::of(1), lib::below::twice(4)); }"),
    );
}

/// What `stringify!` shows has the blanks of the source, by whatever macros it gets there.
#[test]
fn shows_tokens_with_their_blanks() {
    let library = "#[macro_export] macro_rules! shown { ($($t:tt)*) => { stringify!($($t)*) } }
        #[macro_export] macro_rules! value { ($e:expr) => { format!(\"{} = {}\", stringify!($e), $e) } }
        #[macro_export] macro_rules! within { ($($t:tt)*) => { $crate::shown!(<$($t)* >) } }
        pub fn own(a: u8) -> String { value!(a+1) + &value!( a * ( 2 ) ) }";
    let program = "macro_rules! all { ($($n:ident = $e:expr),*) => { $(println!(\"{} {}\", stringify!($n=$e), lib::value!($e));)* } }
        fn twice(n: i32) -> i32 { 2*n }
        fn main() { let (a, b) = (3, 4);
            println!(\"{}\", lib::shown!(a+b, c . d( 3 ) ['0'..='9'] x->y ::<T>( &mut q,*p )));
            println!(\"{} {}\", lib::shown! { struct A{x:i32,y : u8} }, lib::shown!(struct A { x: i32 }));
            println!(\"{} {}\", lib::value!((a+b) *if a>b{1}else{ 2 }), lib::value!(twice(a)==-1&&b>1));
            println!(\"{} {}\", lib::within!(a-b), lib::own(5));
            println!(\"{} {}\", stringify!(a-b {x:1 } { y } !z ! w . . v), lib::shown!(a - b));
            all!(left=a,right = b+1); }";
    bundles_well("blanks", library, program);
}

/// `pub(in crate::ops)` of a library, at a module and at an import.
#[test]
fn leads_who_may_see_a_module_into_the_library() {
    let library = "pub mod ops { pub(in crate::ops) mod common { pub(in crate::ops) fn two() -> u8 { 2 } }
        mod deep { pub(in crate::ops) use crate::ops::common::two; } pub fn four() -> u8 { common::two() + deep::two() } }";
    let program = "fn main() { println!(\"{}\", lib::ops::four()); }";
    bundles_well("visibility", library, program);
}

/// What only the library sees is not what the program calls.
#[test]
fn calls_what_was_seen_and_not_what_is_its_crates_own() {
    let library =
        "pub struct S(pub u8); impl S { pub(crate) fn custom(a: u8, b: u8) -> S { S(a + b) }
        pub(crate) fn plain(&self) -> u8 { 1 } } pub fn two() -> S { S::custom(1, S(0).plain()) }";
    let program =
        "use lib::S; macro_rules! custom { ($n:ident) => { trait $n { fn custom(a: u8) -> Self; fn plain(&self) -> u8 { 7 } } } } custom!(Custom);
        impl Custom for S { fn custom(a: u8) -> S { S(a) } }
        fn main() { println!(\"{} {} {}\", S::custom(5).0, lib::two().0, lib::two().plain()); }";
    bundles_well("own-methods", library, program);
}

#[test]
fn writes_chains_of_let_for_older_editions() {
    let library = "pub fn first(all: &[Option<u8>]) -> u8 {
            for one in all { if let Some(n) = one && *n > 2 { return *n } else if one.is_none() { continue } else if let Some(2) = one && all.len() > 2 { break } }
            let mut rest = all.iter(); let mut sum = 0;
            while let Some(one) = rest.next() && sum < 4 { if let Some(n) = one && *n != 1 { sum += n; } }
            sum }";
    let program = "fn main() { println!(\"{} {} {}\", lib::first(&[None, Some(5)]), lib::first(&[Some(1), Some(2), Some(3)]), lib::first(&[Some(1), None])); }";
    bundles_well_in("chains-of-let", (2024, library), (2021, program));
}

/// In 2024 what a condition has made ends before `else`, also what is no `let`.
#[test]
fn keeps_where_what_the_condition_of_an_if_has_made_ends() {
    let library = LOUD.to_owned()
        + "impl Loud { fn odd(&self) -> Option<usize> { (self.len() % 2 == 1).then(|| self.len()) } }
        pub fn one(all: &[&'static str]) -> usize { let mut sum = 0;
            for one in all { sum += if let Some(n) = Loud(one).odd() { if n > 4 { continue } Loud(\"then\").len() + n }
                else if let Some(n) = Loud(\"again\").odd() { if sum > 20 { break } println!(\"{n}\"); Loud(\"else\").len() } else { 1 }; println!(\"{sum}\"); }
            if let None = Loud(\"end\").odd() { 0 } else { println!(\"{sum}\"); sum } }
        pub fn two(n: Option<u8>) -> usize { (if n.is_some() && let Some(3) = n { 1 } else { Loud(\"else\").len() }) + Loud(\"both\").len() }
        pub struct S(pub u8); impl S { pub fn of(&self) -> u8 { if let Some(_) = Loud(\"of\").odd() { 1 } else { println!(\"no\"); self.0 } } }";
    let program = "fn main() { let all = [\"a\", \"bcdef\", \"gh\", \"ijk\", \"lm\", \"no\", \"pq\"];
        println!(\"{} {} {} {}\", lib::one(&all), lib::two(Some(3)), lib::two(None), lib::S(4).of()); }";
    bundles_well_in("ends-before-else", (2024, &library), (2021, program));
}

/// In what a macro writes, too.
#[test]
fn writes_chains_of_let_in_macros_for_older_editions() {
    let library = "macro_rules! sum { ($a:ident $b:ident) => { if let Some(x) = $a && let Some(y) = $b { x + y } else { 0 } } }
        pub fn f(a: Option<u8>, b: Option<u8>) -> u8 { sum!(a b) }";
    let program =
        "fn main() { println!(\"{} {}\", lib::f(Some(1), Some(2)), lib::f(Some(1), None)); }";
    bundles_well_in("chains-in-macros", (2024, library), (2021, program));
}

/// A word of a macro is no visibility.
#[test]
fn keeps_a_pub_that_a_macro_has_behind_a_sign() {
    let library = "pub struct A(pub u8); pub struct B(pub u8);
        macro_rules! make { ($($(@$pub:ident)? $type:ident => $n:expr;)*) => { $(impl $type { $($pub)? fn make() -> Self { $type($n) } })* } }
        make! { @pub A => 1; B => 2; }
        pub fn b() -> B { B::make() }";
    let program = "fn main() { println!(\"{} {}\", lib::A::make().0, lib::b().0); }";
    bundles_well("pub-behind-a-sign", library, program);
}

/// The module has nothing else, and nobody names it.
#[test]
fn takes_impls_that_macros_write_in_modules_of_their_own() {
    let library = "mod fmt {
            macro_rules! show { ($tr:ident, $ty:ty) => { impl $tr for $ty { fn fmt(&self, f: &mut Formatter<'_>) -> Result { $tr::fmt(&Part(self.0), f) } } } }
            mod debug { use core::fmt::{Debug, Formatter, Result}; use super::Part; use crate::Whole;
                impl Debug for Part { fn fmt(&self, f: &mut Formatter<'_>) -> Result { write!(f, \"part {}\", self.0) } }
                show!(Debug, Whole); }
            struct Part(u8); }
        pub struct Whole(pub u8);";
    let program = "fn main() { println!(\"{:?}\", lib::Whole(3)); }";
    bundles_well("impls-by-macros-alone", library, program);
}

#[test]
fn takes_paths_to_std_by_way_of_the_crate() {
    let library = "#![no_std] #[macro_use] extern crate std;
        mod inner { use crate::{Of, std::{string::String, vec::Vec}}; pub fn f(of: &Of) -> String { let all: Vec<u8> = vec![of.0]; format!(\"{all:?}\") } }
        pub struct Of(pub u8); pub use inner::f; pub fn g() -> crate::std::string::String { String::new() } use crate::std::string::String;";
    let program = "fn main() { println!(\"{}{}\", lib::f(&lib::Of(3)), lib::g()); }";
    bundles_well("std-by-way-of-the-crate", library, program);
}

/// What an `impl` of a type of the program says is as visible as that, and so is what a macro gets
/// for another.
#[test]
fn shows_types_of_libraries_in_impls_of_what_is_public() {
    let library = "#[derive(Debug)] pub struct Wrong; pub trait Of { type One; fn one(self) -> Self::One; } pub struct Inner(pub u8);
        macro_rules! pass { ($($all:tt)*) => { $($all)* } }
        macro_rules! outer { ($name:ident) => { pass! { pub struct $name(pub u8); } impl Of for $name { type One = Inner; fn one(self) -> Inner { Inner(self.0) } } } }
        outer!(Outer); pass! { pub struct Last(pub u8); }
        macro_rules! more { ($name:ident) => { pass! { pub struct $name(pub u8); } impl Of for $name { type One = Last; fn one(self) -> Last { Last(self.0) } } } }
        more!(Next);";
    let program = "pub enum A { B } impl std::str::FromStr for A { type Err = lib::Wrong; fn from_str(s: &str) -> Result<A, lib::Wrong> { if s == \"b\" { Ok(A::B) } else { Err(lib::Wrong) } } }
        fn main() { use lib::Of; println!(\"{:?} {} {}\", \"c\".parse::<A>().map(|_| ()), lib::Outer(3).one().0, lib::Next(4).one().0); }";
    bundles_well("shown-in-impls", library, program);
}

/// A macro may want documentation, if any number of it.
#[test]
fn keeps_documentation_where_a_macro_wants_some() {
    let library = "macro_rules! make { ($($name:ident: $(#[$doc:meta])+;)*) => { $($(#[$doc])+ pub struct $name(pub u8);)* } }
        make! { A: /// One.
            /// Two.
            ; B: /// Three.
            ; }";
    let program = "fn main() { println!(\"{} {}\", lib::A(1).0, lib::B(2).0); }";
    bundles_well("wanted-documentation", library, program);
}

/// The file has no features.
#[test]
fn decides_features_that_a_macro_is_given() {
    let folder = scratch("found-given-features");
    let write = |name: &str, text: &str| written(&folder, name, text);
    let program = "macro_rules! of { ($cfg:meta, $name:ident $(= $t:ty)?) => { #[cfg($cfg)] pub struct $name<T $(= $t)?>(pub T); } }
        of!(feature = \"on\", A = u8); of!(not(feature = \"on\"), A);
        mod inner { macro_rules! named { ($feature:literal, $name:ident) => { #[cfg(all(feature = $feature, not(miri)))] pub fn $name() -> u8 { 1 } } } named!(\"on\", one); named!(\"off\", two); }
        fn two() -> u8 { 2 } use inner::*;
        fn main() { let a: A = A(3); println!(\"{} {} {}\", a.0, one(), two()); }";
    let mut program = CrateInfo::new("main", write("main.rs", program), 2021);
    program.features.insert("on".to_owned());
    let texts = bundle(vec![program], &Form::FULL, Rustc::find(2021).as_ref()).unwrap();
    all_print(&folder, &texts, 2021, "3 1 2\n");
}

/// What one of several targets has keeps its condition, which stands before the path to a macro.
#[test]
fn keeps_conditions_of_macros_that_call_themselves() {
    let library = "#[macro_export] macro_rules! choose { (_ => { $($out:tt)* }) => { $($out)* };
            ($cfg:meta => $out:tt $($($rest:tt)+)?) => { #[cfg($cfg)] $crate::choose! { _ => $out } $(#[cfg(not($cfg))] $crate::choose! { $($rest)+ })? } }
        choose! { target_pointer_width = \"64\" => { pub type Of = u64; } feature = \"none\" => { pub type Of = u8; } _ => { pub type Of = u32; } }";
    let program = "fn main() { println!(\"{}\", std::mem::size_of::<lib::Of>()); }";
    bundles_well("conditions-before-paths", library, program);
}

/// What a macro is given for a value is one, also where it is called or asked for something.
#[test]
fn keeps_values_together_that_a_macro_of_the_registry_is_given() {
    let folder = scratch("found-given-values");
    let library = "#[macro_export] macro_rules! make { ($name:ident $c:expr, $d:expr) => { pub fn $name(n: u8) -> String { if $c(n) { $d.to_string() } else { String::new() } } } }";
    let program =
        "lib::make!(f |n| n > 2, &[1, 2][0]); fn main() { println!(\"{} {}\", f(1), f(3)); }";
    write_both(&folder, library, program);
    all_print(
        &folder,
        &with_registry(&folder, "lib", "0.0.0"),
        2021,
        " 1\n",
    );
}

/// Another type has the name of the alias, and nobody uses it.
#[test]
fn takes_impls_of_aliases_that_globs_bring() {
    let library = "mod base { pub struct Base<T>(pub T); pub type Of<T> = Base<Vec<T>>; }
        mod prelude { pub use crate::base::*; } pub mod other { pub struct Of; }
        mod owned { use crate::prelude::*; impl<T> Of<T> { pub fn push(&mut self, of: T) { self.0.push(of); } } }
        mod made { use crate::prelude::*; pub fn make() -> Base<Vec<u8>> { let mut all = Base(Vec::new()); all.push(3); all } }
        pub use made::make;";
    let program = "fn main() { println!(\"{:?}\", lib::make().0); }";
    bundles_well("aliases-by-globs", library, program);
}

/// `write!` calls `write_fmt` of what it writes to.
#[test]
fn takes_what_write_calls() {
    let library = "pub trait Put { fn put(&mut self, text: &str); fn write_fmt(&mut self, of: std::fmt::Arguments) -> Option<()>; }
        impl Put for Vec<String> { fn put(&mut self, text: &str) { self.push(text.to_owned()) } fn write_fmt(&mut self, of: std::fmt::Arguments) -> Option<()> { self.put(&of.to_string()); Some(()) } }
        pub fn all(mut to: impl Put, n: u8) -> Option<u8> { write!(to, \"{n}\")?; writeln!(&mut to, \"{}\", n)?; Some(n + 1) }";
    let program = "fn main() { println!(\"{:?}\", lib::all(Vec::new(), 3)); }";
    bundles_well("write-fmt", library, program);
}

/// In 2015 `try!` is a macro.
#[test]
fn writes_the_try_of_2015() {
    let library = "pub fn twice(text: &str) -> Result<u8, std::num::ParseIntError> { let n: u8 = try!(text.parse()); Ok(2 * n) }";
    let program =
        "fn main() { println!(\"{:?} {:?}\", lib::twice(\"4\"), lib::twice(\"x\").is_err()); }";
    bundles_well_in("try-of-2015", (2015, library), (2021, program));
}

/// The program itself never says that it has the crate.
#[test]
fn reads_a_crate_that_only_a_macro_of_another_names() {
    let folder = scratch("found-named-by-a-macro");
    let write = |name: &str, text: &str| written(&folder, name, text);
    let program = write("main.rs", "fn main() { println!(\"{}\", lib::seven!()); }");
    let mut program = CrateInfo::new("main", program, 2021);
    program.externs = [("lib".to_owned(), 1), ("number".to_owned(), 2)].into();
    let library = "#[macro_export] macro_rules! seven { () => { number::three() + 4 } }";
    let library = CrateInfo::new("lib", write("lib.rs", library), 2021);
    let number = "pub fn three() -> u8 { 3 } pub fn four() -> u8 { 4 }";
    let number = CrateInfo::new("number", write("number.rs", number), 2021);
    let crates = vec![program, library, number];
    let texts = bundle(crates, &Form::FULL, Rustc::find(2021).as_ref()).unwrap();
    all_print(&folder, &texts, 2021, "7\n");
}

/// An attribute before such a call, which another rule of the macro writes, is of all that it
/// makes.
#[test]
fn takes_modules_whose_files_a_macro_brings_in_behind_attributes() {
    let folder = scratch("found-modules-behind-attributes");
    let write = |name: &str, text: &str| written(&folder, name, text);
    write("one.rs", "pub fn one() -> u8 { 1 }");
    let program = "macro_rules! part { ($name:ident) => { mod $name; use $name::*; };
            (no $name:ident) => { #[cfg(any())] part!($name); }; (yes $name:ident) => { #[cfg(all())] part!($name); } }
        part!(no none); part!(yes one);
        fn main() { println!(\"{}\", one()); }";
    let program = CrateInfo::new("main", write("main.rs", program), 2021);
    let texts = bundle(vec![program], &Form::FULL, Rustc::find(2021).as_ref()).unwrap();
    all_print(&folder, &texts, 2021, "1\n");
}

/// Nothing in the crate has a name but what its own macros write.
#[test]
fn takes_a_crate_of_nothing_but_calls_of_its_macros() {
    let library =
        "macro_rules! make { ($name:ident $n:expr) => { pub fn $name() -> u8 { $n } } } make!(three 3); make!(four 4);";
    let program = "fn main() { println!(\"{}\", lib::three()); }";
    bundles_well("only-calls", library, program);
    let library = "macro_rules! all { ($($name:ident)*) => { $(pub struct $name(pub u8); impl $name { pub fn get(&self) -> u8 { self.0 } })* } } all!(A B);";
    let program = "fn main() { println!(\"{}\", lib::A(4).get()); }";
    bundles_well("only-calls-of-types", library, program);
    let library = "macro_rules! inner { ($($items:item)*) => { pub mod inner { $($items)* } } } inner! { pub fn five() -> u8 { 5 } }";
    let program = "fn main() { println!(\"{}\", lib::inner::five()); }";
    bundles_well("only-calls-of-modules", library, program);
    // Only its method is called.
    let library = "macro_rules! make { ($name:ident $($ty:ty)*) => { pub trait $name { fn go(&self) -> u8; } $(impl $name for $ty { fn go(&self) -> u8 { 4 } })* } } make!(Go u8 u16);";
    let program = "use lib::Go; fn main() { println!(\"{}\", 3u8.go()); }";
    bundles_well("only-calls-of-traits", library, program);
}

/// A module has the function `alloc` by its name, and the crate of that name still begins paths.
#[test]
fn keeps_the_function_alloc_apart_from_the_crate() {
    let library = "#![no_std] pub extern crate alloc;
        pub mod sizes { use crate::alloc::alloc::{alloc, Layout};
            pub fn size() -> usize {
                let layout = Layout::new::<u32>();
                let made = unsafe { alloc(layout) };
                if made.is_null() { alloc::alloc::handle_alloc_error(layout) }
                unsafe { alloc::alloc::dealloc(made, layout) };
                layout.size()
            } }";
    let program = "fn main() { println!(\"{}\", lib::sizes::size()); }";
    bundles_well("function-alloc", library, program);
}

/// Such types need no `dyn` before edition 2021.
#[test]
fn reads_functions_with_bounds_as_types_without_dyn() {
    let library = "use std::rc::Rc; pub type Maker<'a> = Rc<Fn(&[u8]) -> u8 + 'a>;
        pub fn both(f: &(Fn(u8) -> u8 + Send), g: Box<FnMut(u8) -> u8 + 'static>) -> u8 { let mut g = g; g(f(1)) }
        pub fn sum<'a>(start: &'a u8) -> Maker<'a> { Rc::new(move |all| all.iter().fold(*start, |a, b| a + b)) }";
    let program = "fn main() { println!(\"{} {}\", lib::sum(&3)(&[4, 5]), lib::both(&|n| n + 1, Box::new(|n| 3 * n))); }";
    bundles_well_from([2015, 2018], "bounds-without-dyn", library, (2021, program));
}

/// A macro that brings in a module by its name may be called by another, with the name out of a
/// call that says `mod`.
#[test]
fn takes_modules_whose_files_a_macro_brings_in_by_way_of_another() {
    let folder = scratch("found-modules-by-way");
    let write = |name: &str, text: &str| written(&folder, name, text);
    write("one.rs", "pub fn one() -> u8 { 1 }");
    let program =
        "macro_rules! part { ($name:ident, $f:ident) => { mod $name; pub use self::$name::$f; } }
        macro_rules! parts { ($(mod $name:ident; use $f:ident;)*) => { $(part!($name, $f);)* } }
        parts! { mod one; use one; }
        fn main() { println!(\"{}\", one()); }";
    let program = CrateInfo::new("main", write("main.rs", program), 2021);
    let texts = bundle(vec![program], &Form::FULL, Rustc::find(2021).as_ref()).unwrap();
    all_print(&folder, &texts, 2021, "1\n");
}

/// A macro of 2015 that is given a call of another one may want its name, which takes no path.
#[test]
fn leaves_names_of_imported_macros_in_calls_as_they_are() {
    let library = "#[macro_export] macro_rules! named { ($name:ident, $sub:ident!($($args:tt)*)) => { pub fn $name() -> u8 { $sub!($($args)*) } } }
        #[macro_export] macro_rules! twice { ($sub:ident!($($args:tt)*)) => { 2 * $sub!($($args)*) } }
        #[macro_export] macro_rules! number { ($n:expr) => { $n } }
        #[macro_export] macro_rules! inside { ($name:ident $($items:tt)*) => { pub mod $name { $($items)* } } }";
    let program = "#[macro_use] extern crate lib;
        named!(six, twice!(number!(3)));
        pub mod deeper { named!(eight, twice!(twice!(number!(2)))); }
        inside!(there pub fn five() -> u8 { number!(5) });
        fn main() { println!(\"{} {} {}\", six(), deeper::eight(), there::five()); }";
    bundles_well_in("names-of-macros", (2015, library), (2018, program));
    bundles_well_in("names-of-macros-2021", (2015, library), (2021, program));
}

/// Where the code behind them stays as it is.
#[test]
fn keeps_comments_of_the_program_in_the_readable_form() {
    let library = "// Of a library.\npub fn twice(n: usize) -> usize { 2 * n }";
    let program = "// Of all.\nfn main() {\n    let n = std::env::args().count(); // One.\n\
        // Prints it.\n    println!(\"{}\", lib::twice(n));\n    // Gone.\n    if false { main(); }\n}\n";
    let text = bundles_well("comments", library, program);
    for kept in ["// Of all.\n", "count(); // One.\n", "\t// Prints it.\n"] {
        assert!(text.contains(kept), "{text}");
    }
    assert!(!text.contains("// Of a library."), "{text}");
}

/// Macros may read documentation, which the compiler gives them as a raw text: of their own crate or
/// of another one, from another file, by way of other macros.
#[test]
fn macros_read_the_documentation_that_they_are_given() {
    let folder = scratch("found-read-documentation");
    let library = r####"
        macro_rules! proved {
            (#[doc = r" Proved:"] $(#[$more:meta])* $name:ident) => { pub fn $name() -> u8 { 1 } };
            (#[doc = r##" Held to be "#1":"##] $name:ident) => { pub fn $name() -> u8 { 2 } };
        }
        macro_rules! several {
            ($first:ident, $second:ident) => {
                proved! {
                    /// Proved:
                    /// it is one.
                    $first
                }
                proved! {
                    /// Held to be "#1":
                    $second
                }
            };
        }
        macro_rules! handed { ($($all:tt)*) => { proved! { $($all)* } } }
        handed! {
            /// Held to be "#1":
            third
        }
        several!(first, second);
        #[macro_export] macro_rules! texts { ($(#[doc = $text:expr])* ;) => { concat!($($text, "|"),*) } }
        #[macro_export] macro_rules! none { ($(#[doc = "None."])* = $value:expr) => { $value } }
        macro_rules! shown { (#[doc(hidden)] $name:ident) => { pub const $name: u8 = 7; }; ($name:ident) => { pub const $name: u8 = 8; } }
        shown!(#[doc(hidden)] HIDDEN);
        mod other;
        pub use other::fourth;
        #[cfg(feature = "never")]
        proved!(/** Refuted: */ fifth);"####;
    written(&folder, "other.rs", "proved! { /** Proved:*/ fourth }");
    let program = r#"fn main() {
            println!("{} {} {} {}", lib::first(), lib::second(), lib::third(), lib::fourth());
            println!("{}", lib::texts! {
                /// A "text" of \two
                /// lines.
                #[doc = "And\tone."]
                ;
            });
            println!("{} {}", lib::HIDDEN, lib::none!(#[doc = "None."] = 3));
        }"#;
    let (library, program) = ((2021, library), (2021, program));
    let expected = original(&folder, library, program);
    let texts = bundled(&folder, library, program).unwrap();
    all_print(&folder, &texts, 2021, &expected);
}

/// A crate may be there for one target alone.
#[test]
fn a_crate_of_another_target_is_not_compiled() {
    let library = "#![cfg(windows)] #[macro_use] mod macros { macro_rules! number { () => { 3 } } }
        extern crate core as other; pub use nothing::call; pub mod inner { pub fn next() -> u8 { number!() + nothing::one() } }
        #[macro_export] macro_rules! shown { ($x:expr) => { $crate::other::convert::identity($x) } }";
    let program = "#[cfg(windows)] fn one() -> u8 { lib::call() + lib::shown!(lib::inner::next()) }
        #[cfg(not(windows))] fn one() -> u8 { 5 }
        fn main() { println!(\"{}\", one()); }";
    bundles_well("crate-of-another-target", library, program);
}

/// A macro of another crate asks for the crate that calls it, here by way of a third one.
#[test]
fn exported_macros_ask_cargo_for_their_callers() {
    let library = "#[macro_export] macro_rules! version { () => { env!(\"CARGO_PKG_NAME\") } }
        #[macro_export] macro_rules! told {
            ($to:expr) => { format!(\"{} {:?} {}\", $crate::version!(), option_env!(\"CARGO_PKG_NAME\"), $to) };
        }
        macro_rules! own { () => { env!(\"CARGO_PKG_NAME\") } }
        pub fn name() -> &'static str { own!() }";
    let program = "fn main() { println!(\"{} {}\", lib::told!(1), lib::name()); }";
    let folder = scratch("found-callers-of-macros");
    write_both(&folder, library, program);
    let texts = bundled(&folder, (2021, library), (2021, program)).unwrap();
    all_print(&folder, &texts, 2021, "main Some(\"main\") 1 lib\n");
    let library = format!("{library} pub fn version() -> &'static str {{ version!() }}");
    let program = "fn main() { println!(\"{} {}\", lib::version!(), lib::version()); }";
    write_both(&folder, &library, program);
    let error = bundled(&folder, (2021, &library), (2021, program)).unwrap_err();
    let message = error.to_string();
    let says = "the macro `version!` of lib asks cargo for the crate that calls it";
    assert!(message.contains(says), "{message}");
}
