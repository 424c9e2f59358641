//! What the compiler understood: its intermediate code (MIR), in which every call has the full path
//! of what it calls, and every local its type. Two texts that mean the same have the same MIR, and
//! a call that finds another method shows.
//!
//! Nobody promises how MIR is printed. So nothing here knows more of it than that a body starts at
//! the margin, that places are printed as `file:1:2: 3:4`, and what calls look like; what comes out
//! otherwise than expected counts as a difference.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Deref;
use std::sync::Arc;

use proc_macro2::{TokenStream, TokenTree};

use crate::tokens::{each_word, ident, is_punct};
use crate::units::defined_words;

/// A word or a sign. There are millions in large programs, but few different ones: these are in
/// memory once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Word(Arc<str>);

impl Word {
    pub(crate) fn new(text: &str) -> Word {
        Word(text.into())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Word {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Word {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<&str> for Word {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

/// All words so far.
#[derive(Default)]
struct Words(HashSet<Word>);

impl Words {
    fn get(&mut self, text: &str) -> Word {
        match self.0.get(text) {
            Some(word) => word.clone(),
            None => {
                let word = Word::new(text);
                self.0.insert(word.clone());
                word
            }
        }
    }
}

/// Function, constant or closure: its first line, and the others, as words and signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) head: Vec<Word>,
    pub(crate) lines: Vec<Vec<Word>>,
}

/// The bodies that a compiler printed. `place` says what to write for a line and a column of the
/// file at `path`.
pub(crate) fn bodies(
    printed: &str,
    path: &str,
    mut place: impl FnMut(usize, &str) -> String,
) -> Vec<Body> {
    let statics = statics(printed);
    let mut known = Words::default();
    let mut bodies: Vec<Body> = Vec::new();
    let mut in_memory = false;
    for line in printed.lines() {
        if line.starts_with("alloc") && line.contains(" (") {
            in_memory = !line.ends_with("{}");
        }
        if in_memory || line.starts_with("alloc") {
            in_memory &= line != "}";
            continue;
        }
        let mut words = Vec::new();
        words_of(line, path, &statics, &mut place, &mut |word| {
            words.push(known.get(word));
        });
        words.shrink_to_fit();
        match bodies.last_mut() {
            _ if words.is_empty() || words == ["}"] || words[0] == "debug" => {}
            Some(body) if line.starts_with(' ') => body.lines.push(words),
            _ => bodies.push(Body {
                head: words,
                lines: Vec::new(),
            }),
        }
    }
    bodies.retain(|body| !body.head.iter().any(|word| word == TWINS));
    let any = known.get("_");
    let lines = bodies.iter_mut().flat_map(|body| &mut body.lines);
    lines.for_each(|line| without_captured_names(line, &any));
    bodies
}

/// Writes `any` for the names of the variables that a closure takes with it, of which nothing
/// depends.
fn without_captured_names(line: &mut [Word], any: &Word) {
    let is = |word: &Word, wanted: &str| word == wanted;
    let begin = ["closure", "@", "", "}", "{"];
    let fits = |words: &[Word]| {
        let mut both = words.iter().zip(begin);
        both.all(|(word, wanted)| wanted.is_empty() || is(word, wanted))
    };
    let Some(start) = line.windows(begin.len()).position(fits) else {
        return;
    };
    for at in start + begin.len()..line.len() - 1 {
        let begins = is(&line[at - 1], "{") || is(&line[at - 1], ",");
        if begins && is(&line[at + 1], ":") && line.get(at + 2).is_none_or(|word| !is(word, ":")) {
            line[at] = any.clone();
        }
    }
}

/// The names of statics by the numbers of their memory.
fn statics(printed: &str) -> BTreeMap<&str, &str> {
    let headers = printed.lines().filter(|line| line.starts_with("alloc"));
    let named = headers.filter_map(|line| {
        let (number, rest) = line.split_once(" (static: ")?;
        Some((number, rest.split(", size: ").next()?))
    });
    named.collect()
}

fn words_of(
    line: &str,
    path: &str,
    statics: &BTreeMap<&str, &str>,
    place: &mut impl FnMut(usize, &str) -> String,
    push: &mut dyn FnMut(&str),
) {
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let length = if let Some(found) = rest.strip_prefix(path).and_then(location) {
            let (line, text) = found;
            push(&place(line, text));
            path.len() + text.len()
        } else if rest.starts_with("//") {
            break;
        } else if c == '"' {
            let length = end_of_string(rest);
            push(&rest[..length]);
            length
        } else if let Some(length) = end_of_char(rest) {
            push(&rest[..length]);
            length
        } else if c.is_alphanumeric() || c == '_' {
            let word = rest.trim_start_matches("r#");
            let length = word
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(word.len());
            let word = &word[..length];
            let number = word.strip_prefix("alloc").filter(|rest| is_number(rest));
            if let Some(name) = number.and_then(|_| statics.get(word)) {
                push("static");
                // Its path, as of any other item.
                words_of(name, path, &BTreeMap::new(), place, push);
            } else if number.is_some() {
                push("alloc");
            } else {
                push(word);
            }
            length + usize::from(rest.starts_with("r#")) * 2
        } else {
            if !c.is_whitespace() {
                push(&rest[..c.len_utf8()]);
            }
            c.len_utf8()
        };
        rest = &rest[length..];
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The `:1:2: 3:4` behind the name of a file, and the first number of it.
fn location(text: &str) -> Option<(usize, &str)> {
    let length = text
        .find(|c: char| !(c.is_ascii_digit() || c == ':' || c == ' '))
        .unwrap_or(text.len());
    let text = text[..length].trim_end();
    let line = text.strip_prefix(':')?.split(':').next()?;
    Some((line.parse().ok()?, text))
}

fn end_of_string(text: &str) -> usize {
    let mut escaped = true;
    for (at, c) in text.char_indices() {
        if c == '"' && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// The length of a literal such as `'"'`, which is no lifetime.
fn end_of_char(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('\'')?;
    if let Some(escape) = inside.strip_prefix('\\') {
        let end = escape.char_indices().skip(1).find(|&(_, c)| c == '\'');
        return end.map(|(at, _)| at + 3);
    }
    let c = inside.chars().next()?;
    inside[c.len_utf8()..]
        .starts_with('\'')
        .then_some(c.len_utf8() + 2)
}

const TWINS: &str = "singlefile_twins";

/// The names that the items of a text have, and all words that macros are given, which may make
/// items of any.
pub(crate) fn item_names(tokens: &TokenStream) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    defined_words(tokens, &mut names);
    words_for_macros(tokens, &mut names);
    names
}

fn words_for_macros(tokens: &TokenStream, words: &mut BTreeSet<String>) {
    let mut called = false;
    for tree in tokens.clone() {
        match &tree {
            TokenTree::Group(group) if called => each_word(&group.stream(), &mut |word| {
                words.insert(word.to_owned());
            }),
            TokenTree::Group(group) => words_for_macros(&group.stream(), words),
            _ => {}
        }
        // `macro_rules! name { .. }` has a name between.
        called = is_punct(Some(&tree), '!') || (called && matches!(tree, TokenTree::Ident(_)));
    }
}

/// A module that keeps the compiler from printing the paths of items of these names short: it does
/// so where nothing else has the last name. The compiler says nothing about it.
pub(crate) fn twins<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    let is_name = |word: &&String| {
        word.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && !matches!(word.as_str(), "crate" | "self" | "super" | "Self" | "_")
    };
    let item = |word: &String| {
        let name = ident(word, proc_macro2::Span::call_site());
        format!("pub struct {name}{{}}pub const {name}:{TWINS}={TWINS};")
    };
    let items: String = names.into_iter().filter(is_name).map(item).collect();
    // The type is for the names of the constants, which may be printed short themselves.
    format!("\n#[allow(warnings)]mod {TWINS}{{pub struct {TWINS};{items}}}\n")
}

/// Numbers places in the order in which they are printed, so that another form of the same text has
/// the same numbers.
pub(crate) fn in_order() -> impl FnMut(usize, &str) -> String {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    move |_, place| {
        let next = known.len();
        let number = *known.entry(place.to_owned()).or_insert(next);
        format!("@{number}")
    }
}

/// The words to blame if two texts do not mean the same, of which the second has other names for
/// some words: those that stand where the two differ, but for what these functions do.
pub(crate) fn renamed_wrongly(
    before: &[Body],
    after: &[Body],
    new: &BTreeMap<String, String>,
    but: &BTreeSet<String>,
) -> BTreeSet<String> {
    let old: BTreeMap<&String, &String> = new.iter().map(|(old, new)| (new, old)).collect();
    let same = |a: &Word, b: &Word| a == b || is_called(a, b, new);
    let equal =
        |a: &[Word], b: &[Word]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    let blame = |a: &[&Vec<Word>], b: &[&Vec<Word>]| -> BTreeSet<String> {
        // The text of a literal may be made of names.
        let parts = |lines: &[&Vec<Word>]| -> BTreeSet<String> {
            let words = lines.iter().copied().flatten();
            let parts =
                words.flat_map(|word| word.split(|c: char| !(c.is_alphanumeric() || c == '_')));
            parts.map(str::to_owned).collect()
        };
        let (mut a, b) = (parts(a), parts(b));
        a.retain(|word| new.contains_key(word));
        let b = b.iter().filter_map(|word| old.get(word));
        let b: BTreeSet<String> = b.map(|word| (*word).clone()).collect();
        let both = &a & &b;
        if both.is_empty() {
            &a | &b
        } else {
            both
        }
    };
    if before.len() != after.len() {
        return new.keys().cloned().collect();
    }
    let mut blamed = BTreeSet::new();
    for (a, b) in before.iter().zip(after) {
        let whole = |body: &Body| body.lines.len();
        let lines = a.lines.iter().zip(&b.lines);
        let mut differing: Vec<_> = lines.filter(|(a, b)| !equal(a, b)).collect();
        if !equal(&a.head, &b.head) {
            differing.push((&a.head, &b.head));
        }
        let is_same = differing.is_empty() && whole(a) == whole(b);
        if is_same || a.name().is_some_and(|name| but.contains(&name)) {
            continue;
        }
        if whole(a) != whole(b) {
            // What follows the first difference is out of step.
            differing.truncate(1);
        }
        let mut found = BTreeSet::new();
        for (a, b) in differing {
            found.extend(blame(&[a], &[b]));
        }
        if found.is_empty() {
            found = blame(&a.all_lines(), &b.all_lines());
        }
        blamed.extend(found);
    }
    blamed
}

/// Whether the new name of a word is this.
fn is_called(word: &Word, name: &Word, new: &BTreeMap<String, String>) -> bool {
    new.get(word.as_str())
        .is_some_and(|new| name == new.as_str())
}

/// Whether two texts mean the same, of which the second has other names for some words.
pub(crate) fn are_equal(before: &[Body], after: &[Body], new: &BTreeMap<String, String>) -> bool {
    let word = |(a, b): (&Word, &Word)| a == b || is_called(a, b, new);
    let line = |a: &[Word], b: &[Word]| a.len() == b.len() && a.iter().zip(b).all(word);
    let body = |(a, b): (&Body, &Body)| {
        let lines = a.lines.len() == b.lines.len();
        lines && line(&a.head, &b.head) && a.lines.iter().zip(&b.lines).all(|(a, b)| line(a, b))
    };
    before.len() == after.len() && before.iter().zip(after).all(body)
}

impl Body {
    fn all_lines(&self) -> Vec<&Vec<Word>> {
        self.lines.iter().chain([&self.head]).collect()
    }

    /// The path of a function or constant.
    pub(crate) fn path(&self) -> &[Word] {
        let from = usize::from(matches!(
            self.head.first().map(Word::as_str),
            Some("fn" | "const" | "static")
        ));
        let to = end_of_path(&self.head[from..], |sign, next| {
            sign == "(" || (sign == ":" && next != Some(":"))
        });
        &self.head[from..from + to]
    }

    /// The path of the function around a body: of itself, or of that which a closure or constant is
    /// in.
    pub(crate) fn function(&self) -> &[Word] {
        let mut path = self.path();
        if path.first().is_some_and(|word| word == "promoted") {
            let of = path.iter().position(|word| word == "in");
            path = &path[of.map_or(0, |at| at + 1)..];
        }
        let inside = |word: &Word| word == "{" || word == "promoted";
        let end = path.iter().position(inside).unwrap_or(path.len());
        let path = &path[..end];
        match path.iter().rposition(|word| word != ":") {
            Some(last) => &path[..=last],
            None => path,
        }
    }

    /// The name of that function.
    pub(crate) fn name(&self) -> Option<String> {
        self.function().last().map(|word| word.as_str().to_owned())
    }

    /// How many words each line has.
    pub(crate) fn shape(&self) -> impl Iterator<Item = usize> + '_ {
        self.all_lines().into_iter().map(Vec::len)
    }

    /// How often it calls what, and speaks of which constants: by their paths, with the types that
    /// they are used for.
    pub(crate) fn uses(&self) -> BTreeMap<String, usize> {
        let mut uses = BTreeMap::new();
        for words in self.lines.iter().flat_map(|line| used(line)) {
            let words: Vec<&str> = words.iter().map(|word| without_number(word)).collect();
            *uses.entry(words.join(" ")).or_default() += 1;
        }
        // Numbers to which nothing gives a type any more are of these.
        for default in ["i32", "f64"] {
            let is_local =
                |line: &&Vec<Word>| line[0] == "let" && line.iter().any(|word| word == default);
            let count = self.lines.iter().filter(is_local).count();
            uses.insert(default.to_owned(), count);
        }
        uses
    }

    /// Whether what calls of such a path give goes further than into the messages of panics and to
    /// standard error.
    pub(crate) fn hands_on(&self, is_asked: impl Fn(&str) -> bool) -> bool {
        let joined = |path: &[Word]| path.join(" ");
        let mut holds: HashSet<&Word> = HashSet::new();
        loop {
            let known = holds.len();
            for line in &self.lines {
                let Some(at) = line.iter().position(|word| word == "=") else {
                    continue;
                };
                let (left, right) = (&line[..at], &line[at + 1..]);
                let asks = used(line).iter().any(|path| is_asked(&joined(path)));
                if !asks && !right.iter().any(|word| holds.contains(word)) {
                    continue;
                }
                let is_call = right.windows(2).any(|two| two[0] == "-" && two[1] == ">");
                let called = &right[..end_of_path(right, |sign, _| sign == "(")];
                let called = joined(called);
                let is_quiet = !is_call || is_asked(&called) || makes_messages(&called);
                if !is_quiet || left.iter().any(|word| word == "_0" || word == "*") {
                    return true;
                }
                holds.extend(left.iter().find(|word| without_number(word) == "_"));
            }
            if holds.len() == known {
                return false;
            }
        }
    }
}

/// Whether what is called makes a part of a message, or shows one on standard error.
fn makes_messages(path: &str) -> bool {
    const MAKERS: [&str; 5] = [
        "core : : fmt : : rt : : Argument : : ",
        "Arguments : : <",
        "std : : rt : : panic_fmt",
        "core : : panicking : : panic_fmt",
        "std : : io : : _eprint",
    ];
    MAKERS.iter().any(|maker| path.starts_with(maker))
}

/// What a line calls, and the constants that it names.
pub(crate) fn used(line: &[Word]) -> Vec<&[Word]> {
    let mut found = Vec::new();
    let assigned = line.iter().position(|word| word == "=");
    if let Some(at) = assigned {
        let right = &line[at + 1..];
        let reified = line.iter().any(|word| word.ends_with("FnPointer"));
        let place = matches!(
            right.first().map(Word::as_str),
            Some("copy" | "move" | "&" | "(" | "const")
        );
        if reified {
            found.push(right);
        } else if !place {
            let length = end_of_path(right, |sign, _| sign == "(" || sign == ";");
            if right.get(length).is_some_and(|word| word == "(") {
                found.push(&right[..length]);
            }
        }
    }
    for (at, word) in line.iter().enumerate() {
        let rest = &line[at + 1..];
        let is_name = |first: &Word| {
            first == "<"
                || first == "{"
                || (first.starts_with(|c: char| c.is_alphabetic() || c == '_')
                    && !matches!(first.as_str(), "true" | "false" | "b"))
        };
        if word == "const" && rest.first().is_some_and(is_name) {
            let end = end_of_path(rest, |sign, _| matches!(sign, "," | ")" | ";" | "]" | "}"));
            found.push(&rest[..end]);
        }
    }
    found
}

/// The index of the first sign outside of all brackets at which a path ends.
fn end_of_path(words: &[Word], ends: impl Fn(&str, Option<&str>) -> bool) -> usize {
    let mut depth = 0_usize;
    let at = |index: usize| words.get(index).map(Word::as_str);
    let mut index = 0;
    while let Some(word) = at(index) {
        let before = index.checked_sub(1).and_then(at);
        if word == ":" && at(index + 1) == Some(":") {
            index += 2;
            continue;
        }
        if depth == 0 && ends(word, at(index + 1)) {
            return index;
        }
        match word {
            "<" | "(" | "[" | "{" => depth += 1,
            ">" if before == Some("-") => {}
            ">" | ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        index += 1;
    }
    words.len()
}

/// Locals have numbers, which are others if something before them is gone.
fn without_number(word: &str) -> &str {
    match word.strip_prefix('_') {
        Some(number) if is_number(number) => "_",
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = r#"
// WARNING: This output format is intended for human consumers only
fn main() -> () {
    let _1: lib::Wrap<u32>;
    scope 1 {
        debug w => _1;
    }

    bb0: {
        _1 = lib::Wrap::<u32>(const 3_u32);
        _2 = <u32 as lib::Bits>::count_ones(copy _1) -> [return: bb1, unwind continue];
        _3 = core::num::<impl u32>::count_ones(const lib::LIMIT) -> [return: bb1, unwind continue];
        _4 = const {alloc7: &u8};
        _6 = const {alloc8: &u8};
        _5 = {closure@/tmp/a.rs:3:4: 5:6};
    }
}

alloc7 (static: TABLE, size: 1, align: 1) {
    07                                              │ .
}

alloc8 (static: lib::OTHER, size: 1, align: 1) {
    07                                              │ .
}

const singlefile_twins::lib: singlefile_twins = {
    bb0: {
        return;
    }
}
"#;

    fn read(printed: &str) -> Vec<Body> {
        bodies(printed, "/tmp/a.rs", in_order())
    }

    #[test]
    fn reads_functions_without_memory_twins_and_debug_information() {
        let all = read(PRINTED);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].path(), ["main"]);
        let text: Vec<String> = all[0].lines.iter().map(|line| line.join(" ")).collect();
        assert!(!text.iter().any(|line| line.contains("debug")), "{text:?}");
        assert!(text.contains(&"_4 = const { static TABLE : & u8 } ;".to_owned()));
        assert!(text.contains(&"_6 = const { static lib : : OTHER : & u8 } ;".to_owned()));
        assert!(text.contains(&"_5 = { closure @ @0 } ;".to_owned()));
    }

    #[test]
    fn knows_what_is_called_and_which_constants_are_named() {
        let uses = read(PRINTED)[0].uses();
        let paths: Vec<&str> = uses.keys().map(String::as_str).collect();
        for path in [
            "< u32 as lib : : Bits > : : count_ones",
            "core : : num : : < impl u32 > : : count_ones",
            "lib : : LIMIT",
        ] {
            assert!(paths.contains(&path), "{path} is not in {paths:?}");
        }
    }

    #[test]
    fn knows_what_only_messages_of_panics_show() {
        let hands_on = |lines: &[&str]| {
            let lines: String = lines.iter().map(|line| format!("    {line};\n")).collect();
            let text = format!("fn f(_1: &str) -> &str {{\n    _2 = name() -> bb1;\n{lines}}}\n");
            read(&text)[0].hands_on(|path| path == "name")
        };
        let message = [
            "_3 = &_2",
            "_4 = (copy _1, move _3)",
            "_5 = copy (_4.1: &&str)",
        ];
        let shown = [
            "_6 = core::fmt::rt::Argument::<'_>::new_display::<&str>(copy _5) -> bb2",
            "_7 = Arguments::<'_>::new::<5, 1>(move _9, copy _6) -> bb3",
            "_8 = std::rt::panic_fmt(move _7) -> unwind continue",
        ];
        assert!(!hands_on(&[&message[..], &shown].concat()));
        for other in [
            "_0 = copy _5",
            "_9 = f(copy _1, copy _5) -> bb4",
            "(*_1) = copy _2",
            "_9 = move _1(copy _3) -> bb4",
        ] {
            assert!(
                hands_on(&[&message[..], &shown, &[other]].concat()),
                "{other}"
            );
        }
    }

    fn blamed(before: &str, after: &str, new: &[(&str, &str)]) -> Vec<String> {
        let new = new.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
        let blamed = renamed_wrongly(
            &read(before),
            &read(after),
            &new.collect(),
            &BTreeSet::new(),
        );
        blamed.into_iter().collect()
    }

    #[test]
    fn a_call_that_finds_another_method_is_blamed_on_its_name() {
        let call = |path: &str| format!("fn main() -> () {{\n    _1 = {path}(_2) -> bb1;\n}}\n");
        let before = call("std::vec::Vec::<u8>::len");
        let new = [("len", "a"), ("Ext", "A")];
        // The same, but for names.
        let own = call("<u8 as Ext>::len");
        assert!(blamed(&own, &call("<u8 as A>::a"), &new).is_empty());
        assert!(blamed(&before, &before, &new).is_empty());
        // The method of the trait instead of that of the vector.
        let after = call("<std::vec::Vec<u8> as A>::a");
        assert_eq!(blamed(&before, &after, &new), ["len"]);
        // A function is gone: nobody knows what has done it.
        assert_eq!(blamed(&before, "", &new), ["Ext", "len"]);
    }

    #[test]
    fn items_have_names_also_those_that_macros_make() {
        let text = "mod a { pub struct B(C); impl B { const D: u8 = e(); fn f(g: H) { let i = j; } } } make! { k l }";
        let names = item_names(&text.parse().unwrap());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(names, ["B", "D", "a", "f", "k", "l"]);
    }

    #[test]
    fn twins_are_items_of_every_name_that_an_item_may_have() {
        let names = ["A", "crate", "type", "_", "a1"].map(str::to_owned);
        let text = twins(&names);
        assert!(syn::parse_file(&text).is_ok(), "{text}");
        assert!(text.contains("struct A{}") && text.contains("struct r#type{}"));
        assert!(!text.contains("crate"), "{text}");
    }
}
