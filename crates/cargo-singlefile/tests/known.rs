//! Fields, parameters and results that are the same everywhere, or that nobody reads: they go where
//! that is sure, and stay where it only looks so. The bundles of a program, readable and minified,
//! print what the program prints.

mod common;

use cargo_singlefile::{bundle, CrateInfo, Form, Rustc};
use common::{all_print, both, current, scratch, Run};
use std::fs;

/// Holds the bundles of a program to what the program prints; returns the readable one.
#[track_caller]
fn bundled(name: &str, program: &str) -> String {
    let folder = scratch(&format!("known-{name}"));
    let (main, original) = (folder.join("main.rs"), folder.join("original"));
    fs::write(&main, program).unwrap();
    let crates = vec![CrateInfo::new("main", main.clone(), 2021)];
    let (expected, texts) = both(
        || {
            let mut rustc = current().rustc("2021");
            rustc.args(["--cap-lints", "allow", "-o"]);
            rustc.args([&original, &main]).succeed();
            Run::new(&original).succeed()
        },
        || bundle(crates, &Form::FULL, Rustc::find(2021).as_ref()),
    );
    let mut texts = texts.unwrap();
    all_print(&folder, &texts, 2021, &expected);
    texts.remove(0)
}

/// What is unused, as its name says, is gone.
#[track_caller]
fn drops(name: &str, program: &str) {
    let text = bundled(name, program);
    assert!(!text.to_lowercase().contains("dropped"), "{text}");
}

/// What is used, as its name says, is still there, so often as in the program.
#[track_caller]
fn keeps(name: &str, program: &str) {
    let text = bundled(name, program);
    let count = |text: &str| text.matches("kept").count();
    assert_eq!(count(&text), count(program), "{text}");
}

#[test]
fn settings_that_are_never_made_otherwise_go() {
    let program = "enum Dropped { Early, Late }
        struct Settings { dropped_end: Option<u64>, dropped_flags: Vec<u8>, dropped_twice: bool, size: u64 }
        impl Settings { fn new(size: u64) -> Settings { Settings { dropped_end: None, dropped_flags: Vec::new(), dropped_twice: false, size } }
            fn reached(&self, at: u64) -> Option<Dropped> {
                if self.dropped_flags.iter().any(|flag| *flag > 3) { return Some(Dropped::Early); }
                if self.dropped_end.map_or(false, |end| at >= end) { return Some(Dropped::Late); }
                None } }
        struct Run { settings: Settings, dropped_state: Option<Dropped>, sum: u64 }
        impl Run { fn go(&mut self, at: u64) -> bool {
                self.dropped_state = self.settings.reached(at);
                if let Some(dropped) = &self.dropped_state { return matches!(dropped, Dropped::Late); }
                for flag in &self.settings.dropped_flags { println!(\"{flag}\"); }
                self.sum += if self.settings.dropped_twice { 2 * at } else { at };
                self.sum < self.settings.size } }
        fn main() { for size in [1, 10] { let mut run = Run { settings: Settings::new(size), dropped_state: None, sum: 0 };
            let mut at = 0; while run.go(at) { at += 1; } println!(\"{at} {}\", run.sum); } }";
    drops("settings", program);
}

#[test]
fn lists_that_are_never_filled_go_with_what_goes_through_them() {
    let program = "use std::rc::Rc;
        trait DroppedRule { fn cells(&self) -> Vec<u8>; }
        struct DroppedRuled { rule: Rc<dyn DroppedRule>, number: usize }
        struct Builder { side: u8, rules: Vec<Rc<dyn DroppedRule>>, dropped_boxes: Option<Vec<u8>>, dropped_more: Vec<u8> }
        struct Model { side: u8, rules: Vec<DroppedRuled>, parts: Vec<u8> }
        impl Builder { fn new(side: u8) -> Builder { Builder { side, rules: Vec::new(), dropped_boxes: None, dropped_more: Vec::new() } }
            fn add_dropped(&self, rule: &dyn DroppedRule, owners: &mut [Option<u8>]) { for cell in rule.cells() { owners[cell as usize] = Some(self.side); } }
            fn build(&self) -> Model {
                let dropped = self.dropped_boxes.iter().flatten().chain(&self.dropped_more);
                let mut parts = Vec::with_capacity(dropped.clone().count() + self.rules.len());
                parts.extend(0..self.side); parts.extend(dropped.cloned().map(|more| more + 1));
                let mut rules = Vec::with_capacity(self.rules.len());
                let mut owners = vec![None; usize::from(self.side)];
                for (number, rule) in self.rules.iter().enumerate() { self.add_dropped(&**rule, &mut owners); rules.push(DroppedRuled { rule: rule.clone(), number }); }
                Model { side: self.side, rules, parts } } }
        impl Model { fn sum(&self) -> u8 { for rule in &self.rules { println!(\"{} dropped {}\", rule.number, rule.rule.cells().len()); } self.parts.iter().sum::<u8>() + self.side } }
        struct Other { rules: Vec<u8> }
        fn main() { println!(\"{}\", Builder::new(4).build().sum());
            let mut other = Other { rules: Vec::new() }; let given = |other: &mut Other| other.rules.push(3); given(&mut other);
            let Other { rules } = &other; println!(\"{}\", rules.len()); }";
    drops("lists", program);
}

#[test]
fn fields_of_one_name_are_told_apart_and_have_it_again() {
    let program = "struct Limits { limit: Option<u8>, end: u8 } struct Part { limit: u8 } struct Whole { part: Part, limits: Limits }
        impl Limits { fn reached(&self, at: u8) -> bool { if let Some(dropped) = self.limit { println!(\"dropped {dropped}\"); } at > self.end } }
        fn most(parts: &[Part]) -> u8 { parts.iter().map(|part| part.limit).max().unwrap_or(0) }
        fn main() { let limit = most(&[Part { limit: 2 }, Part { limit: 3 }]); let part = Part { limit };
            let whole = Whole { part, limits: Limits { limit: None, end: 2 } };
            let Part { limit } = whole.part; println!(\"{limit} {} {}\", whole.limits.limit.is_some(), whole.limits.reached(3)); }";
    let text = bundled("apart", program);
    assert!(
        !text.contains("dropped") && !text.contains("_of_"),
        "{text}"
    );
    assert!(text.contains("Part { limit }"), "{text}");
    // One of several is changed where only the compiler sees of which it is.
    let program = "struct A { kept: Option<u8>, b: B } struct B { kept: Option<u8> }
        fn main() { let mut all = vec![A { kept: None, b: B { kept: None } }]; let set = |a: &mut A| a.b.kept = Some(1);
            all.iter_mut().for_each(set); println!(\"{:?} {:?}\", all[0].kept, all[0].b.kept); }";
    let text = bundled("apart-changed", program);
    assert!(text.contains("b.kept = Some(1)"), "{text}");
}

#[test]
fn fields_that_are_only_set_go() {
    let program = "type Place = (u8, u8);
        #[derive(Clone, Copy, Default)] struct Stats { nodes: u64, dropped_depth: usize, dropped_rounds: u64, dropped_end: u64 }
        struct Run { stats: Stats, dropped_last: Option<Place>, dropped_list: Vec<u8>, dropped_most: u64, list: Vec<u8> }
        impl Run { fn go(&mut self, place: u8) {
                self.stats.nodes += 1; self.stats.dropped_rounds += 1;
                if self.stats.dropped_rounds & 3 == 0 { for dropped in &self.dropped_list { println!(\"{dropped}\"); } }
                self.stats.dropped_depth = self.stats.dropped_depth.max(self.list.len());
                if self.dropped_most < u64::MAX && self.stats.nodes >= self.dropped_most { println!(\"dropped\"); }
                self.dropped_last = Some((place, 1)); self.dropped_list.clear(); self.list.push(place); } }
        fn main() { let mut run = Run { stats: Stats::default(), dropped_last: None, dropped_list: Vec::new(), dropped_most: u64::MAX, list: Vec::new() };
            for place in 0..3 { run.go(place); } let stats = run.stats; println!(\"{} {:?}\", stats.nodes, run.list); }";
    drops("only-set", program);
}

/// Who reads it instead of a field calls nothing.
#[test]
fn the_greatest_number_is_no_call() {
    let program = "struct Run { at: u64, end: u64, dropped_until: u64 }
        impl Run { fn next(&mut self, by: u64) -> u64 { self.at = (self.at + by).min(self.end).min(self.dropped_until); self.at } }
        fn main() { let mut run = Run { at: 0, end: 9, dropped_until: u64::MAX }; for by in 0..9 { println!(\"{}\", run.next(by)); } }";
    drops("greatest", program);
}

#[test]
fn fields_at_whose_setting_something_happens_or_that_are_compared_stay() {
    for (name, program) in [
        ("small", "struct Run { kept: u8 } fn main() { let mut run = Run { kept: 1 }; for _ in 0..2 { run.kept += 1; println!(\"a\"); } }"),
        ("called", "struct Run { kept: u8 } fn next() -> u8 { println!(\"a\"); 2 }
            fn main() { let mut run = Run { kept: 1 }; for _ in 0..2 { run.kept = next(); } }"),
        ("compared", "#[derive(PartialEq)] struct Run { kept: u64 } fn main() { let mut run = Run { kept: 1 }; run.kept += 1;
            let other = Run { kept: 1 }; println!(\"{}\", run == other); }"),
        ("counted", "use std::sync::Arc; struct Run { shared: Arc<u8>, kept: Option<Arc<u8>> }
            fn main() { let mut run = Run { shared: Arc::new(1), kept: None }; run.kept = Some(run.shared.clone()); println!(\"{}\", Arc::get_mut(&mut run.shared).is_some()); }"),
        ("in-a-list", "#[derive(Clone)] struct Run { kept: u64, at: usize } fn main() { let mut runs = vec![Run { kept: 1, at: 2 }; 3];
            for at in 0..9 { runs[at % 3].at += 1; let next = runs[at % 3].at % 3; runs[next].kept += 1; } println!(\"{}\", runs[1].kept); }"),
        ("behind-a-call", "struct Run { kept: u64 } impl Run { fn own(&mut self) -> &mut Run { println!(\"a\"); self } }
            fn main() { let mut run = Run { kept: 1 }; for _ in 0..2 { run.own().kept += 1; } }"),
        ("matched", "struct Run { kept: u64 } fn main() { let mut run = Run { kept: 1 }; run.kept += 1; let Run { kept } = run; println!(\"{kept}\"); }"),
    ] {
        keeps(&format!("set-{name}"), program);
    }
}

/// The compiler says that one of them is never read, and does not say of which type a field that is
/// counted up is.
#[test]
fn a_field_that_is_counted_up_stays_where_another_of_its_name_goes() {
    let program = "struct Dead { count: u64, size: u64 } struct Live { count: u64 }
        fn main() { let dead = Dead { count: 1, size: 2 }; let mut live = Live { count: dead.size };
            for _ in 0..dead.size { live.count += 1; } println!(\"{} {}\", dead.size, live.count); }";
    let text = bundled("counted-up", program);
    assert!(text.contains("count += 1"), "{text}");
}

#[test]
fn a_type_of_one_value_has_no_numbers_to_carry() {
    let program = |more: &str| {
        "mod board { #[derive(Clone, Copy, PartialEq, Eq)] pub struct Shape { rows: u8, columns: u8, name: &'static str }
            impl Shape { pub const SMALL: Shape = Shape::square(2, \"small\"); pub const DROPPED: Shape = Shape::square(3, \"other\");
                const fn square(side: u8, name: &'static str) -> Shape { Shape { rows: side, columns: side * 2, name } }
                pub const fn row_count(self) -> usize { self.rows as usize } pub const fn dropped_columns(self) -> usize { self.columns as usize }
                pub const fn dropped_count(self) -> usize { self.row_count() * self.dropped_columns() } pub const fn is_dropped_wide(self) -> bool { self.columns > self.rows }
                const fn cells<const N: usize>(self) -> [u8; N] { let mut cells = [0; N]; let mut k = 0; while k < N { cells[k] = self.rows * k as u8; k += 1; } cells }
                pub fn known(self) -> &'static [u8] { match self { Shape::DROPPED => &DROPPED_CELLS, Shape::SMALL => &SMALL_CELLS, _ => &[] } }
                pub fn name(self) -> &'static str { if self.is_dropped_wide() { self.name } else { \"dropped\" } } }
            const SMALL_CELLS: [u8; 4] = Shape::SMALL.cells(); const DROPPED_CELLS: [u8; 9] = Shape::DROPPED.cells(); }
        use board::Shape; struct Grid { shape: Shape, cells: Vec<u8> }
        impl Grid { fn new(shape: Shape) -> Grid { Grid { shape, cells: shape.known().iter().copied().cycle().take(shape.dropped_count()).collect() } }
            fn rows(&self) -> usize { self.cells.chunks(self.shape.dropped_columns()).len() + self.shape.row_count() } }
        mod square { pub fn of(side: usize) -> usize { side * side } }
        fn main() { let grid = Grid::new(Shape::SMALL); println!(\"{:?} {} {} {}\", grid.cells, grid.rows(), square::of(grid.cells.len()), grid.shape.name()); MORE }".replace("MORE", more)
    };
    let text = bundled("single", &program(""));
    assert!(!text.to_lowercase().contains("dropped"), "{text}");
    assert!(
        text.contains("chunks(4)") && text.contains("take(8)"),
        "{text}"
    );
    // Where there is another value, all of it stays.
    for (name, more) in [
        ("two", "println!(\"{}\", Grid::new(Shape::DROPPED).rows());"),
        ("chosen", "let other = if grid.rows() > 4 { Shape::DROPPED } else { Shape::SMALL }; println!(\"{}\", other.dropped_count());"),
    ] {
        let text = bundled(&format!("single-{name}"), &program(more));
        assert!(text.contains("DROPPED_CELLS") && text.contains("dropped_columns"), "{text}");
    }
}

#[test]
fn a_type_of_which_values_are_made_or_changed_elsewhere_stays() {
    for (name, program) in [
        ("changed", "impl Side { const ONE: Side = Side { kept: 1 }; const fn kept(self) -> usize { self.kept } }
            fn main() { let mut side = Side::ONE; println!(\"{}\", side.kept()); side.kept += 1; println!(\"{}\", side.kept()); }"),
        ("made", "impl Side { const ONE: Side = Side { kept: 1 }; const fn kept(self) -> usize { self.kept } const fn more(self) -> Side { Side { kept: self.kept + 1 } } }
            fn main() { let side = Side::ONE; println!(\"{} {}\", side.kept(), side.more().kept()); }"),
        ("equal", "impl Side { const ONE: Side = Side { kept: 1 }; const SAME: Side = Side { kept: 2 - 1 }; const fn kept(self) -> usize { self.kept } }
            fn main() { let side = Side::ONE; println!(\"{}\", match side { Side::SAME => 1, Side::ONE => 2, _ => 3 } + side.kept()); }"),
        ("of-the-target", "impl Side { const ONE: Side = Side { kept: usize::BITS as usize }; const fn kept(self) -> usize { self.kept } }
            fn main() { let side = Side::ONE; println!(\"{}\", side.kept() % 32); }"),
    ] {
        let program = format!("#[derive(Clone, Copy, PartialEq, Eq)] struct Side {{ kept: usize }} {program}");
        let text = bundled(&format!("single-{name}"), &program);
        assert!(text.contains("kept: usize") && text.contains(".kept"), "{name}: {text}");
    }
}

#[test]
fn a_method_that_is_a_field_goes() {
    let program = "mod house { #[derive(Clone, Copy, PartialEq)] pub enum Kind { Row(usize), Box(usize) }
            impl Kind { pub fn number(self) -> usize { match self { Kind::Row(number) | Kind::Box(number) => number } } }
            pub struct House { kind: Kind, cells: Vec<u8>, name: String }
            impl House { pub fn new(kind: Kind, cells: Vec<u8>) -> House { House { kind, cells, name: \"a\".to_owned() } }
                pub fn dropped_kind(&self) -> Kind { self.kind } pub fn dropped_cells(&self) -> &Vec<u8> { &self.cells }
                pub fn dropped_name(&self) -> &String { &self.name } } }
        use house::{House, Kind};
        fn total(cells: &[u8]) -> u8 { cells.iter().sum() }
        fn main() { for house in [House::new(Kind::Row(2), vec![1, 2]), House::new(Kind::Box(4), vec![3, 9])] {
            println!(\"{} {} {}\", house.dropped_kind().number(), total(house.dropped_cells()), house.dropped_cells()[1]);
            let name: &String = house.dropped_name(); println!(\"{name} {}\", house.dropped_name().clone() + \"b\"); } }";
    drops("getters", program);
}

#[test]
fn a_method_whose_copy_is_changed_or_that_others_have_stays() {
    for (name, program) in [
        ("changed", "#[derive(Clone, Copy)] struct Digits(u8); impl Digits { fn take(&mut self) -> u8 { self.0 += 1; self.0 } }
            struct Cell { digits: Digits } impl Cell { fn kept_digits(&self) -> Digits { self.digits } }
            fn main() { let mut cell = Cell { digits: Digits(1) }; println!(\"{} {}\", cell.kept_digits().take(), cell.kept_digits().take()); cell.digits.take(); println!(\"{}\", cell.digits.0); }"),
        ("lent", "struct Cell { digits: [u8; 2] } impl Cell { fn kept_digits(&self) -> [u8; 2] { self.digits } }
            fn main() { let mut cell = Cell { digits: [1, 2] }; { let digits = &mut cell.kept_digits(); digits[0] = 7; println!(\"{}\", digits[0]); } cell.digits[1] += 1; println!(\"{:?}\", cell.digits); }"),
        ("taken", "struct Cells { all: Vec<u8> } impl Cells { fn kept_all(&self) -> &[u8] { &self.all } }
            fn show(all: impl IntoIterator<Item = impl std::fmt::Debug>) { println!(\"{:?}\", all.into_iter().collect::<Vec<_>>()); }
            fn main() { let cells = Cells { all: vec![1, 2] }; show(cells.kept_all()); for cell in cells.kept_all() { println!(\"{cell}\"); } }"),
        ("value", "struct Cell { side: usize } impl Cell { fn kept_side(&self) -> usize { self.side } }
            fn main() { let cells = [Cell { side: 1 }, Cell { side: 2 }]; println!(\"{}\", cells.iter().map(Cell::kept_side).sum::<usize>()); }"),
        ("of-a-trait", "trait Sized2 { fn kept_side(&self) -> usize; } struct A { side: usize } struct B { side: usize }
            impl Sized2 for A { fn kept_side(&self) -> usize { self.side } } impl Sized2 for B { fn kept_side(&self) -> usize { self.side + 1 } }
            fn main() { let all: [&dyn Sized2; 2] = [&A { side: 1 }, &B { side: 2 }]; println!(\"{}\", all.iter().map(|of| of.kept_side()).sum::<usize>()); }"),
        ("otherwise", "struct A { side: usize } struct B { side: usize } impl A { fn kept_side(&self) -> usize { self.side } } impl B { fn kept_side(&self) -> usize { self.side + 1 } }
            fn main() { println!(\"{} {}\", A { side: 1 }.kept_side(), B { side: 2 }.kept_side()); }"),
    ] {
        keeps(&format!("getter-{name}"), program);
    }
}

#[test]
fn a_variable_of_its_name_hides_no_function_elsewhere() {
    let program = "#[derive(Clone, Copy, PartialEq)] enum Style { Rows, DroppedSpaced }
        fn plain(cells: &[u8], dropped_style: Style) -> String { let mut text = String::new();
            for cell in cells { if dropped_style == Style::DroppedSpaced { text.push(' '); } text += &cell.to_string(); } text }
        fn shown(text: &str) -> String { let plain = |c: char, kept: bool| if kept { c } else { '-' }; text.chars().map(|c| plain(c, true)).collect() }
        fn main() { println!(\"{} {}\", plain(&[1, 2], Style::Rows), shown(\"a\")); }";
    let text = bundled("hidden-functions", program);
    assert!(!text.contains("dropped_style"), "{text}");
    keeps(
        "hidden-calls",
        "fn plain(text: &str, kept: bool) -> usize { if kept { text.len() } else { 0 } }
        fn main() { println!(\"{}\", plain(\"a\", true)); let plain = |text: &str, kept: bool| if kept { text.len() } else { 7 };
            println!(\"{} {}\", plain(\"ab\", false), plain(\"a\", true)); }",
    );
}

#[test]
fn what_nobody_reads_goes_with_what_was_made_for_it() {
    let program = "#[derive(Clone, Copy)] enum DroppedKind { Row(usize), Box(usize) }
        struct House { dropped_kind: DroppedKind, cells: Vec<u8> }
        impl House { fn new(dropped_kind: DroppedKind, cells: Vec<u8>) -> House { House { dropped_kind, cells } } fn dropped_kind(&self) -> DroppedKind { self.dropped_kind } }
        enum Wrong { Twice { dropped_house: DroppedKind, digit: u8 }, None(DroppedKind) }
        #[derive(Default)] struct DroppedKnown<'a> { list: Vec<&'a u8> }
        fn check<'a>(house: &'a House, _of: u8, dropped: &mut DroppedKnown<'a>) -> Result<u8, Wrong> { match house.cells[..] {
            [] => Err(Wrong::None(house.dropped_kind())), [a, b, ..] if a == b => Err(Wrong::Twice { dropped_house: house.dropped_kind(), digit: a }), [a, ..] => Ok(a) } }
        fn main() { for house in [House::new(DroppedKind::Row(1), vec![1, 2]), House::new(DroppedKind::Box(2), vec![4, 4]), House::new(DroppedKind::Box(3), vec![])] {
            let mut dropped = DroppedKnown::default();
            match check(&house, 3, &mut dropped) { Ok(a) => println!(\"{a}\"), Err(Wrong::Twice { digit, .. }) => println!(\"{digit} twice\"), Err(Wrong::None(_)) => println!(\"none\") } } }";
    drops("unread", program);
}

#[test]
fn a_parameter_that_is_always_the_same_goes() {
    let program = "mod text { #[derive(Clone, Copy, PartialEq)] pub enum Style { Rows, Spaced }
            pub fn write(cells: &[u8], dropped_style: Style, dropped_end: Option<&str>) -> String {
                let text: String = cells.iter().map(|c| c.to_string()).collect();
                if dropped_style == Style::Spaced { println!(\"spaced\"); }
                text + dropped_end.unwrap_or(\"!\") } }
        struct Names(Vec<&'static str>);
        impl Names { fn place(&self, dropped_name: &str) -> Option<usize> { self.0.iter().position(|name| *name == dropped_name) } }
        fn is_dropped(_: &u8) -> bool { false }
        fn main() { println!(\"{}\", text::write(&[1, 2], text::Style::Rows, None)); println!(\"{:?}\", Names(vec![\"a\", \"b\"]).place(\"b\"));
            let cells = [1, 2]; if cells.iter().any(is_dropped) { println!(\"never\"); } }";
    let text = bundled("parameters", program);
    for word in ["dropped_end", "dropped_name", "is_dropped", "never"] {
        assert!(!text.contains(word), "{text}");
    }
}

#[test]
fn variants_that_nobody_makes_go_though_their_kind_is_compared() {
    let program = "use std::mem; #[derive(Clone, Copy)] enum Kind { Row(u8), Dropped(u8), Box(u8) }
        impl Kind { fn is_like(self, other: Kind) -> bool { mem::discriminant(&self) == mem::discriminant(&other) }
            fn name(self) -> String { match self { Kind::Row(k) => format!(\"row {k}\"), Kind::Dropped(k) => format!(\"dropped {k}\"), Kind::Box(k) => format!(\"box {k}\") } } }
        fn main() { for kind in [Kind::Row(1), Kind::Box(2)] { println!(\"{} {}\", kind.name(), kind.is_like(Kind::Box(3))); } }";
    drops("discriminant", program);
    // What is shown of it is its number.
    let program = "#[derive(Clone, Copy)] enum Kind { Row(u8), Other(u8), Box(u8) }
        impl Kind { fn name(self) -> String { let (Kind::Row(k) | Kind::Other(k) | Kind::Box(k)) = self; format!(\"{:?} {k}\", std::mem::discriminant(&self)) } }
        fn main() { for kind in [Kind::Row(1), Kind::Box(2)] { println!(\"{}\", kind.name()); } }";
    bundled("discriminant-shown", program);
}

#[test]
fn a_field_that_something_may_change_stays() {
    for (name, change) in [
        ("assigned", "all.kept = Some(2);"),
        ("lent", "let lent = &mut all.kept; *lent = Some(2);"),
        ("filled", "all.kept.get_or_insert(2);"),
        ("matched", "if let All { kept, .. } = &mut all { *kept = Some(2); }"),
        ("by-a-pattern", "match all.kept { ref mut kept => *kept = Some(2) }"),
        ("own-method", "all.kept.set(2);"),
        ("behind-an-alias", "type Other = All; all = Other { kept: Some(2), size: 1 };"),
        ("from-elsewhere", "impl Of for u8 { type It = All; fn it() -> All { Self::It { kept: Some(2), size: 1 } } } all = u8::it();"),
        ("by-a-macro", "macro_rules! set { ($all:ident, $of:ident) => { $all.$of = Some(2) } } set!(all, kept);"),
    ] {
        let program = format!(
            "trait Of {{ type It; fn it() -> All; }} trait Set {{ fn set(&mut self, to: u8); }} impl Set for Option<u8> {{ fn set(&mut self, to: u8) {{ *self = Some(to); }} }}
             struct All {{ kept: Option<u8>, size: u8 }}
             fn main() {{ let mut all = All {{ kept: None, size: 3 }}; {change} if let Some(k) = all.kept {{ println!(\"{{k}}\"); }} println!(\"{{}}\", all.size); }}"
        );
        let text = bundled(&format!("changed-{name}"), &program);
        assert!(text.contains("kept: Option<u8>"), "{name}: {text}");
    }
}

#[test]
fn a_field_whose_value_shows_elsewhere_stays() {
    keeps(
        "default",
        "#[derive(Default)] struct A { kept: bool, size: u8 }
         fn main() { let a = A { kept: true, size: 2 }; let b = A::default(); for x in [a, b] { println!(\"{} {}\", x.kept, x.size); } }",
    );
    keeps(
        "debug",
        "#[derive(Debug)] struct A { kept: bool } fn main() { println!(\"{:?}\", A { kept: true }); }",
    );
    keeps(
        "a-name-for-two-things",
        "struct Region { kept: bool, size: u8 } enum Kind { Region(u8), Other }
         impl Region { fn turned(mut self) -> Region { self.kept = true; self } }
         fn main() { for kind in [Kind::Region(1), Kind::Other] { if let Kind::Region(k) = kind { println!(\"{k}\"); } }
             for region in [Region { kept: false, size: 2 }, Region { kept: false, size: 3 }.turned()] { println!(\"{} {}\", region.size, region.kept); } }",
    );
}

#[test]
fn what_happens_on_the_way_still_happens() {
    keeps(
        "side-effects",
        "struct A { place: u8, size: u8 } fn kept(k: u8) -> u8 { println!(\"kept {k}\"); k }
         fn unused(_k: u8) -> u8 { 3 } fn no(_k: u8) -> bool { false }
         fn main() { let a = A { place: kept(1), size: 2 }; println!(\"{}\", a.size + unused(kept(4))); if no(kept(5)) { println!(\"no\"); } }",
    );
    keeps(
        "ends",
        "struct Kept(u8); impl Drop for Kept { fn drop(&mut self) { println!(\"ends {}\", self.0); } }
         struct A { guard: Kept, size: u8 } fn unused(_k: Kept) -> u8 { 3 }
         fn main() { let a = A { guard: Kept(1), size: 2 }; println!(\"{}\", a.size); println!(\"{}\", unused(Kept(4))); println!(\"end\"); }",
    );
    keeps(
        "panics",
        "struct A { place: u8, size: u8 } fn get(list: &[u8], kept: usize) -> u8 { list[kept] }
         fn main() { let list = [1, 2]; let found = std::panic::catch_unwind(|| { let a = A { place: get(&list, std::env::args().count() + 7), size: 2 }; a.size }); println!(\"{}\", found.is_err()); }",
    );
}

#[test]
fn a_function_that_is_meant_in_another_way_stays_as_it_is() {
    keeps(
        "value",
        "fn kept(k: u8, double: bool) -> u8 { if double { 2 * k } else { k } }
         fn main() { let f: fn(u8, bool) -> u8 = kept; println!(\"{} {} {}\", kept(1, true), f(2, true), f(2, false)); }",
    );
    keeps(
        "shadowed",
        "fn no(_k: u8) -> bool { false }
         fn main() { println!(\"{}\", no(1)); let no = |k: u8| k > 1; if no(2) { println!(\"kept\"); } println!(\"{}\", [1, 2].into_iter().filter(|k| no(*k)).count()); }",
    );
    keeps(
        "trait",
        "trait No { fn no(&self, k: u8) -> bool; } impl No for u8 { fn no(&self, k: u8) -> bool { *self < k } }
         struct A; impl A { fn no(&self, _k: u8) -> bool { false } }
         fn main() { println!(\"{}\", A.no(1)); if 3u8.no(4) { println!(\"kept\"); } }",
    );
    keeps(
        "std",
        "struct A; impl A { fn is_some(&self) -> bool { false } fn contains(&self, _k: &u8) -> bool { false } }
         fn main() { println!(\"{} {}\", A.is_some(), A.contains(&1)); if Some(1).is_some() { println!(\"kept\"); } if [1u8].contains(&1) { println!(\"kept\"); } }",
    );
}

/// Where a parameter gave a variable its type, the variable would be an `i32` without it.
#[test]
fn a_number_keeps_its_type() {
    bundled(
        "numbers",
        "struct A { unused: u64, size: u8 } fn size(_unused: u64) -> u8 { 2 }
         fn main() { let mut k = 1; for _ in 0..40 { k *= 2; } println!(\"{k} {}\", size(k)); let mut j = 1; for _ in 0..40 { j *= 2; } let a = A { unused: j, size: 3 }; println!(\"{j} {}\", a.size); }",
    );
}

#[test]
fn variants_that_nobody_makes_go_beside_an_import_of_others() {
    let program = "#[derive(Clone, Copy)] enum Kind { Row(usize), Column(usize), Dropped(usize), DroppedToo }
        impl Kind { fn is_line(self) -> bool { use Kind::{Column, Row}; matches!(self, Row(_) | Column(_)) }
            fn name(self) -> String { let (kind, place) = match self { Kind::Row(at) => (\"row\", at), Kind::Column(at) => (\"column\", at),
                Kind::Dropped(at) => (\"place\", at), Kind::DroppedToo => return \"dropped\".into() }; format!(\"{kind} {place}\") } }
        fn main() { for kind in [Kind::Row(1), Kind::Column(2)] { println!(\"{} {}\", kind.is_line(), kind.name()); } }";
    drops("imported", program);
    keeps(
        "imported-all",
        "enum Kind { Row, Column, Neither } fn is_row(kind: &Kind) -> bool { use Kind::*; match kind { Row => true, Neither => { println!(\"kept\"); false } Column => false } }
         fn main() { println!(\"{} {}\", is_row(&Kind::Row), is_row(&Kind::Column)); }",
    );
}

#[test]
fn a_function_that_always_says_the_same_goes_with_its_arguments() {
    let program = "#[derive(Clone, Copy, PartialEq, Debug)] enum Side { Left, Right }
        struct Walk { parts: Vec<u8> }
        impl Walk { fn dropped_side(&self, _unused: u8) -> Side { Side::Left } fn dropped_again(&self) -> Side { self.dropped_side(3) }
            fn dropped_most() -> usize { 25 } fn parts(&self) -> &[u8] { &self.parts } fn look(&self) { for dropped in self.parts() { let _ = dropped; } for _dropped in self.parts() {} } }
        fn main() { let walk = Walk { parts: vec![1, 2] }; walk.look();
            let right = if walk.parts().len() > 5 { Side::Right } else { walk.dropped_again() };
            println!(\"{right:?} {}\", Walk::dropped_most() + walk.parts().len()); }";
    let text = bundled("same-result", program);
    for gone in ["dropped_side", "dropped_again", "dropped_most", "_dropped"] {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
    keeps(
        "loud-loop",
        "struct Loud(u8); impl Iterator for Loud { type Item = u8; fn next(&mut self) -> Option<u8> { println!(\"kept\"); self.0 = self.0.checked_sub(1)?; Some(self.0) } }
         struct A; impl A { fn kept(&self) -> Loud { Loud(2) } } fn main() { for _ in A.kept() {} }",
    );
}
