//! Where the words of a piece of code stand, by which they may mean one thing and not another.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::tokens::{after_colons, each_word, is_colons, is_format_macro, is_punct, plain};
use crate::units::defined_words;

/// The words of a piece of code by where they stand. Those that are given to macros may come to
/// stand anywhere.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    /// Those that start a path: the names of locals, and of what the module has.
    pub(crate) first: BTreeSet<String>,
    /// Those that may be the names of methods.
    pub(crate) called: BTreeSet<(String, How)>,
    /// Paths that may lead into modules, each up to a word behind a `::`. Types have capital
    /// letters, or a `>` at their end. The first word is empty where it is not known.
    pub(crate) paths: BTreeSet<Vec<String>>,
}

/// How a method may be called.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum How {
    /// As `value.method(..)` with so many arguments.
    With(usize),
    /// As `Type::method`.
    Of(String),
    Any,
}

impl Places {
    pub(crate) fn of(tokens: &TokenStream) -> Places {
        let mut places = Places::default();
        places.add(tokens);
        places
    }

    fn add(&mut self, tokens: &TokenStream) {
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Ident(word) => self.add_word(&trees, at, plain(word)),
                // An import inside of a function.
                TokenTree::Group(group) if after_colons(&trees, at) => {
                    let words = words_of(&group.stream()).into_iter();
                    let paths = words.map(|word| vec![String::new(), word]);
                    self.paths.extend(paths);
                    self.add(&group.stream());
                }
                TokenTree::Group(group) => {
                    if is_macro(&trees[..at]) {
                        // In an `impl`, they want the trait to have them.
                        let mut defined = BTreeSet::new();
                        defined_words(&group.stream(), &mut defined);
                        let called = defined.into_iter().map(|word| (word, How::Any));
                        self.called.extend(called);
                    }
                    if is_writer(&trees[..at]) {
                        self.called.insert(("write_fmt".to_owned(), How::With(1)));
                    }
                    if is_for_macro(&trees[..at]) {
                        let words = words_of(&group.stream());
                        let called = words.iter().map(|word| (word.clone(), How::Any));
                        self.called.extend(called);
                        self.first.extend(words);
                    }
                    self.add(&group.stream());
                }
                TokenTree::Literal(_) => self.first.extend(words_of(&tree.clone().into())),
                TokenTree::Punct(_) => {}
            }
        }
    }

    fn add_word(&mut self, trees: &[TokenTree], at: usize, word: String) {
        let before = |back: usize| at.checked_sub(back).map(|at| &trees[at]);
        let is_field = is_punct(before(1), '.') && !is_punct(before(2), '.');
        if is_variable(trees, at) {
            return;
        }
        if after_colons(trees, at) {
            self.paths.extend(path_to(trees, at));
            let how = match before(3) {
                Some(_) if is_variable(trees, at - 3) => Some(How::Any),
                Some(TokenTree::Ident(of)) if is_type(&plain(of)) => Some(How::Of(plain(of))),
                // A function of a module.
                Some(TokenTree::Ident(of)) if !is_primitive(&plain(of)) => None,
                _ => Some(How::Any),
            };
            self.called.extend(how.map(|how| (word, how)));
        } else if is_field {
            match trees.get(at + 1) {
                Some(TokenTree::Group(group)) if is_in_parentheses(group) => {
                    let how = arguments(group).map_or(How::Any, How::With);
                    self.called.insert((word, how));
                }
                _ if is_colons(trees, at + 1) => {
                    self.called.insert((word, How::Any));
                }
                _ => {}
            }
        } else {
            const KINDS: [&str; 6] = ["fn", "mod", "struct", "enum", "trait", "type"];
            let is_defined = matches!(before(1), Some(TokenTree::Ident(kind)) if KINDS.iter().any(|it| kind == it));
            let is_macro = is_punct(trees.get(at + 1), '!')
                && matches!(trees.get(at + 2), Some(TokenTree::Group(_)));
            if !is_defined && !is_macro {
                self.first.insert(word);
            }
        }
    }
}

pub(crate) fn words_of(tokens: &TokenStream) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    each_word(tokens, &mut |word| {
        words.insert(word.to_owned());
    });
    words
}

fn is_type(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

pub(crate) fn is_primitive(word: &str) -> bool {
    matches!(
        word,
        "bool"
            | "char"
            | "str"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "usize"
            | "i8"
            | "i16"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
            | "f32"
            | "f64"
    )
}

fn is_in_parentheses(group: &Group) -> bool {
    group.delimiter() == Delimiter::Parenthesis
}

/// Whether this is a variable in the definition of a macro: what it stands for is given to the
/// macro.
fn is_variable(trees: &[TokenTree], at: usize) -> bool {
    let is_crate = matches!(&trees[at], TokenTree::Ident(word) if word == "crate");
    at > 0 && is_punct(trees.get(at - 1), '$') && !is_crate
}

/// The path that ends in a word behind a `::`, unless it is that of a type.
fn path_to(trees: &[TokenTree], mut at: usize) -> Option<Vec<String>> {
    let mut path = Vec::new();
    loop {
        match &trees[at] {
            TokenTree::Ident(word) if !is_variable(trees, at) => path.push(plain(word)),
            tree if is_punct(Some(tree), '>') => return None,
            _ => path.push(String::new()),
        }
        match at.checked_sub(3).filter(|_| after_colons(trees, at)) {
            Some(before) => at = before,
            None if after_colons(trees, at) => path.push(String::new()),
            None => break,
        }
        if path.last().is_some_and(String::is_empty) {
            break;
        }
    }
    path.reverse();
    (path.len() > 1 && !is_type(&path[path.len() - 2])).then_some(path)
}

/// Whether what follows is the definition of a macro.
fn is_macro(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(word), _, TokenTree::Ident(_)] if word == "macro_rules")
}

/// Whether what follows is given to `write!`, which calls a method of whatever it writes to.
fn is_writer(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(name), sign]
        if is_punct(Some(sign), '!') && (name == "write" || name == "writeln"))
}

/// Whether what follows is given to a macro that is not of the standard library.
fn is_for_macro(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Ident(name), sign] if is_punct(Some(sign), '!') => {
            !is_std_macro(&plain(name))
        }
        _ => false,
    }
}

/// Whether the standard library has a macro of this name, whose words stand where they are written.
pub(crate) fn is_std_macro(name: &str) -> bool {
    is_format_macro(name) || matches!(name, "concat" | "dbg" | "matches" | "stringify" | "vec")
}

/// How many arguments a call has, if no sign leaves that open: commas between `|` and `|`, or `<`
/// and `>`, are no ends, and behind a `$` there may be any number.
fn arguments(group: &Group) -> Option<usize> {
    let trees: Vec<TokenTree> = group.stream().into_iter().collect();
    let is = |tree: &TokenTree, sign| is_punct(Some(tree), sign);
    let is_open = trees
        .iter()
        .any(|tree| "<|$".chars().any(|sign| is(tree, sign)));
    let all = trees.split(|tree| is(tree, ','));
    (!is_open).then(|| all.filter(|argument| !argument.is_empty()).count())
}

/// How many arguments a method takes behind `self`; none if a text is that of something else.
pub(crate) fn takes(tokens: &TokenStream) -> Option<usize> {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_fn = |tree: &TokenTree| matches!(tree, TokenTree::Ident(word) if word == "fn");
    let start = trees.iter().position(is_fn)?;
    let mut depth = Depth::default();
    let mut rest = trees[start..].iter();
    let given = rest.find_map(|tree| match tree {
        TokenTree::Group(group) if depth.is_out(tree) && is_in_parentheses(group) => Some(group),
        tree => {
            depth.is_out(tree);
            None
        }
    })?;
    let given: Vec<TokenTree> = given.stream().into_iter().collect();
    let mut depth = Depth::default();
    let all = given.split(|tree| depth.is_out(tree) && is_punct(Some(tree), ','));
    let all: Vec<&[TokenTree]> = all.filter(|parameter| !parameter.is_empty()).collect();
    let is_self = |tree: &TokenTree| matches!(tree, TokenTree::Ident(word) if word == "self");
    let has_self = all.first().is_some_and(|first| first.iter().any(is_self));
    has_self.then(|| all.len() - 1)
}

/// How deep in `<` and `>` what follows is.
#[derive(Default)]
struct Depth {
    depth: usize,
    after_dash: bool,
}

impl Depth {
    /// Goes on by a tree, and tells whether this one is outside of all.
    fn is_out(&mut self, tree: &TokenTree) -> bool {
        if is_punct(Some(tree), '<') {
            self.depth += 1;
        } else if is_punct(Some(tree), '>') && !self.after_dash {
            self.depth = self.depth.saturating_sub(1);
        }
        self.after_dash = is_punct(Some(tree), '-');
        self.depth == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Places {
        Places::of(&text.parse().unwrap())
    }

    fn words(set: &BTreeSet<String>) -> Vec<&str> {
        set.iter().map(String::as_str).collect()
    }

    #[test]
    fn words_are_told_by_where_they_stand() {
        let found =
            places("fn f() { a.b.c(d, e); x..y; g::h::i(Type::j); k!(l.m()); write!(n, \"{o}\") }");
        let first = [
            "Type", "a", "d", "e", "fn", "g", "l", "m", "n", "o", "x", "y",
        ];
        assert_eq!(words(&found.first), first);
        let called = |name: &str, how| found.called.contains(&(name.to_owned(), how));
        assert!(called("c", How::With(2)) && called("j", How::Of("Type".to_owned())));
        assert!(called("l", How::Any) && called("m", How::With(0)));
        assert!(!found.called.iter().any(|(name, _)| name == "b"));
        let paths: Vec<String> = found.paths.iter().map(|path| path.join("::")).collect();
        assert_eq!(paths, ["g::h", "g::h::i"]);
    }

    #[test]
    fn paths_start_where_nobody_knows_what_is_before() {
        let found = places("::a::b; <C as D>::e; $f::g(); crate::h::I::j; { use k::{l, m as n}; }");
        assert!(found.called.contains(&("g".to_owned(), How::Any)));
        let paths: Vec<String> = found.paths.iter().map(|path| path.join("::")).collect();
        let known = ["crate::h", "crate::h::I"];
        let unknown = ["::a", "::a::b", "::as", "::g", "::l", "::m", "::n"];
        assert_eq!(paths, [&unknown[..], &known].concat());
    }

    #[test]
    fn methods_take_what_is_behind_self() {
        let taken = |text: &str| takes(&text.parse().unwrap());
        assert_eq!(
            taken("pub fn f<F: Fn(u8) -> A<B, C>>(&'a mut self, f: F, g: D<E, G>,) {}"),
            Some(2)
        );
        assert_eq!(taken("fn f(self: &Rc<Self>) -> u8;"), Some(0));
        assert_eq!(taken("fn f(a: u8) {}"), None);
        assert_eq!(taken("const A: u8 = 1;"), None);
    }

    #[test]
    fn arguments_are_counted_where_commas_are_their_ends() {
        let counted = |text: &str| {
            let tokens: TokenStream = text.parse().unwrap();
            match tokens.into_iter().next() {
                Some(TokenTree::Group(group)) => arguments(&group),
                _ => None,
            }
        };
        assert_eq!(counted("(a, (b, c),)"), Some(2));
        assert_eq!(counted("()"), Some(0));
        assert_eq!(counted("(|a, b| a)"), None);
        assert_eq!(counted("(a < b, c > d)"), None);
        assert_eq!(counted("($a)"), None);
    }
}
