//! The blanks between tokens, which a program can see: `stringify!` shows them, and procedural
//! macros may.
//!
//! Tokens know where they stood in their file for as long as nobody prints them and reads them
//! again. So what is shown is noted before that, and what a bundle has in its place gets the same
//! blanks at the end.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Group, LineColumn, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::error::tell;
use crate::load::Source;
use crate::tokens::{each_call, each_word, is_keyword, is_punct, plain};

/// Whether blanks, a comment or an end of line are between two tokens; nothing of a token that
/// stood in no file.
fn gap(before: Span, end: LineColumn, after: Span, start: LineColumn) -> Option<bool> {
    let is_of_file = |span: Span| span.start() != span.end();
    (is_of_file(before) && is_of_file(after)).then_some(end != start)
}

/// The same between two trees.
fn gap_between(before: &TokenTree, after: &TokenTree) -> Option<bool> {
    let (before, after) = (before.span(), after.span());
    gap(before, before.end(), after, after.start())
}

/// The same within a group, before its first tree.
fn gap_at_start(group: &Group, first: &TokenTree) -> Option<bool> {
    let end = group.span_open().end();
    gap(group.span(), end, first.span(), first.span().start())
}

/// The same behind its last tree.
fn gap_at_end(group: &Group, last: &TokenTree) -> Option<bool> {
    let start = group.span_close().start();
    gap(last.span(), last.span().end(), group.span(), start)
}

fn is_word(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Ident(_) | TokenTree::Literal(_))
}

fn signs(delimiter: Delimiter) -> [&'static str; 2] {
    match delimiter {
        Delimiter::Parenthesis => ["(", ")"],
        Delimiter::Brace => ["{", "}"],
        Delimiter::Bracket => ["[", "]"],
        Delimiter::None => ["", ""],
    }
}

/// The tokens as a text with the blanks of the source, where they come from one.
pub(crate) fn in_source(tokens: &TokenStream) -> String {
    fn write(tokens: TokenStream, text: &mut String) {
        let mut before: Option<TokenTree> = None;
        for tree in tokens {
            if let Some(before) = &before {
                let sticks = matches!(before, TokenTree::Punct(sign)
                    if sign.spacing() == Spacing::Joint);
                let both = is_word(before) && is_word(&tree);
                if !sticks && (both || gap_between(before, &tree) != Some(false)) {
                    text.push(' ');
                }
            }
            match &tree {
                TokenTree::Group(group) => {
                    let [open, close] = signs(group.delimiter());
                    let inside: Vec<_> = group.stream().into_iter().collect();
                    let (first, last) = (inside.first(), inside.last());
                    let blank = |gap: Option<Option<bool>>| {
                        if gap.flatten() == Some(true) {
                            " "
                        } else {
                            ""
                        }
                    };
                    *text += open;
                    *text += blank(first.map(|first| gap_at_start(group, first)));
                    write(group.stream(), text);
                    *text += blank(last.map(|last| gap_at_end(group, last)));
                    *text += close;
                }
                other => *text += &other.to_string(),
            }
            before = Some(tree);
        }
    }
    let mut text = String::new();
    write(tokens.clone(), &mut text);
    text
}

/// The tokens as `stringify!` has them: a blank where the source has blanks or a comment, but not
/// where the compiler, too, wants none.
pub(crate) fn as_written(tokens: &TokenStream) -> String {
    fn write(tokens: &TokenStream, text: &mut String) {
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for (i, tree) in trees.iter().enumerate() {
            if i > 0 && gap_between(&trees[i - 1], tree) != Some(false) && wants_blank(&trees, i) {
                text.push(' ');
            }
            let TokenTree::Group(group) = tree else {
                *text += &tree.to_string();
                continue;
            };
            let first = group.stream().into_iter().next();
            // The end of braces has a blank if their start has one.
            let blank = match first.and_then(|first| gap_at_start(group, &first)) {
                Some(true) if group.delimiter() == Delimiter::Brace => " ",
                _ => "",
            };
            let [open, close] = signs(group.delimiter());
            *text += open;
            *text += blank;
            write(&group.stream(), text);
            *text += blank;
            *text += close;
        }
    }
    let mut text = String::new();
    write(tokens, &mut text);
    text
}

/// Whether the compiler leaves a blank before the tree at `at`.
fn wants_blank(trees: &[TokenTree], at: usize) -> bool {
    let (before, tree) = (&trees[at - 1], &trees[at]);
    let is_sign = |tree: &TokenTree| matches!(tree, TokenTree::Punct(_));
    let opens =
        |delimiter| matches!(tree, TokenTree::Group(group) if group.delimiter() == delimiter);
    // Not one of `..` and `!=`.
    let is_alone = |at: usize| {
        let joint = |tree: Option<&TokenTree>| {
            matches!(tree, Some(TokenTree::Punct(sign))
            if sign.spacing() == Spacing::Joint)
        };
        !joint(trees.get(at)) && !joint(at.checked_sub(1).map(|before| &trees[before]))
    };
    match before {
        TokenTree::Punct(sign) if sign.as_char() == '.' && is_alone(at - 1) => is_sign(tree),
        TokenTree::Punct(sign) if sign.as_char() == '#' => !opens(Delimiter::Bracket),
        TokenTree::Punct(_) => true,
        _ if is_punct(Some(tree), ',') || is_punct(Some(tree), ';') => false,
        _ if is_punct(Some(tree), '.') && is_alone(at) => false,
        TokenTree::Ident(word) if is_punct(Some(tree), '!') && is_alone(at) => {
            is_keyword(&word.to_string())
        }
        TokenTree::Ident(word) if opens(Delimiter::Parenthesis) => {
            is_keyword(&word.to_string()) && word != "fn" && word != "Self" && word != "pub"
        }
        _ => true,
    }
}

/// The blanks in what macros are given that show it, by that without its blanks: its gaps in the
/// order of the text, more than once if they differ.
pub(crate) struct Seen(BTreeMap<String, Vec<Vec<Option<bool>>>>);

impl Seen {
    pub(crate) fn of(sources: &[Source]) -> Seen {
        let items = sources.iter().flat_map(|source| &source.items);
        let all: TokenStream = items.flat_map(ToTokens::to_token_stream).collect();
        let mut gaps: BTreeMap<String, Vec<Vec<Option<bool>>>> = BTreeMap::new();
        each_shown(all, &mut |key, group| {
            let mut of_call = Vec::new();
            each_gap(group, &mut |_, _, _, gap| of_call.push(gap));
            gaps.entry(key).or_default().push(of_call);
        });
        for all in gaps.values_mut() {
            if all.iter().all(|one| *one == all[0]) {
                all.truncate(1);
            }
        }
        Seen(gaps)
    }

    /// The text, in which such calls have the blanks that they had, and where its byte `mark` is
    /// then.
    pub(crate) fn restore(&self, text: &str, mark: usize) -> (String, usize) {
        let mut edits = BTreeMap::new();
        let mut found: BTreeMap<String, Vec<Group>> = BTreeMap::new();
        if !self.0.is_empty() {
            each_shown(text.parse().unwrap_or_default(), &mut |key, group| {
                if self.0.contains_key(&key) {
                    found.entry(key).or_default().push(group.clone());
                }
            });
        }
        for (key, groups) in &found {
            let wanted = &self.0[key];
            if wanted.len() > 1 && wanted.len() != groups.len() {
                tell(format_args!(
                    "warning: a macro shows what it is given, which stands in the source with other blanks elsewhere: {key}"
                ));
            }
            for (at, group) in groups.iter().enumerate() {
                let wanted = wanted.get(at).unwrap_or(&wanted[0]);
                edit(text, group, &mut wanted.iter().copied(), &mut edits);
            }
        }
        let (mut out, mut at, mut moved) = (String::new(), 0, mark);
        for ((from, to), blank) in edits {
            out += &text[at..from];
            out += blank;
            at = to;
            if to <= mark {
                moved = moved + blank.len() - (to - from);
            }
        }
        (out + &text[at..], moved)
    }
}

/// Calls `f` with what each macro is given that has a `stringify!` or calls one that has; before
/// that, without its blanks.
fn each_shown(tokens: TokenStream, f: &mut impl FnMut(String, &Group)) {
    let mut bodies = BTreeMap::new();
    definitions(tokens.clone(), &mut bodies);
    let mut macros = BTreeSet::from(["stringify".to_owned()]);
    loop {
        let shows = |words: &BTreeSet<String>| !words.is_disjoint(&macros);
        let more = bodies.iter().filter(|(_, words)| shows(words));
        let more: Vec<String> = more.map(|(name, _)| name.clone()).collect();
        let before = macros.len();
        macros.extend(more);
        if macros.len() == before {
            break;
        }
    }
    each_call(tokens, &mut |name, group| {
        if macros.contains(&plain(name)) {
            let mut key = String::new();
            without_blanks(group.stream(), &mut key);
            f(key, group);
        }
    });
}

/// The words of each macro's definition, by its name.
fn definitions(tokens: TokenStream, bodies: &mut BTreeMap<String, BTreeSet<String>>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        let TokenTree::Group(group) = tree else {
            continue;
        };
        match &trees[..at] {
            [.., TokenTree::Ident(word), bang, TokenTree::Ident(name)]
                if word == "macro_rules" && is_punct(Some(bang), '!') =>
            {
                let words = bodies.entry(plain(name)).or_default();
                each_word(&group.stream(), &mut |word| {
                    words.insert(word.to_owned());
                });
            }
            _ => definitions(group.stream(), bodies),
        }
    }
}

/// Tokens with one blank behind each. Parameters of macros may have other names in the bundle.
fn without_blanks(tokens: TokenStream, out: &mut String) {
    let mut is_parameter = false;
    for tree in tokens {
        match &tree {
            TokenTree::Group(group) => {
                let [open, close] = signs(group.delimiter());
                *out += open;
                without_blanks(group.stream(), out);
                *out += close;
            }
            TokenTree::Ident(_) if is_parameter => {}
            other => *out += &other.to_string(),
        }
        out.push(' ');
        is_parameter = is_punct(Some(&tree), '$');
    }
}

/// Calls `f` with what is between two neighbors in a group, inside of it too: where it begins and
/// ends, whether both are words, and whether it is a gap.
fn each_gap(group: &Group, f: &mut impl FnMut(usize, usize, bool, Option<bool>)) {
    let trees: Vec<_> = group.stream().into_iter().collect();
    let (Some(first), Some(last)) = (trees.first(), trees.last()) else {
        return;
    };
    let range = |tree: &TokenTree| tree.span().byte_range();
    let open = group.span_open().byte_range().end;
    f(open, range(first).start, false, gap_at_start(group, first));
    for (at, tree) in trees.iter().enumerate() {
        if let Some(before) = at.checked_sub(1).map(|before| &trees[before]) {
            let words = is_word(before) && is_word(tree);
            f(
                range(before).end,
                range(tree).start,
                words,
                gap_between(before, tree),
            );
        }
        if let TokenTree::Group(group) = tree {
            each_gap(group, f);
        }
    }
    let close = group.span_close().byte_range().start;
    f(range(last).end, close, false, gap_at_end(group, last));
}

/// What is to change for a group to have these gaps: parts of the text, and what stands there then.
fn edit(
    text: &str,
    group: &Group,
    wanted: &mut impl Iterator<Item = Option<bool>>,
    edits: &mut BTreeMap<(usize, usize), &'static str>,
) {
    each_gap(group, &mut |from, to, words, _| {
        let Some(wanted) = wanted.next().flatten() else {
            return;
        };
        let between = text.get(from..to);
        match between {
            Some("") if wanted => {
                edits.insert((from, to), " ");
            }
            Some(blank) if !wanted && !words && !blank.is_empty() && blank.trim().is_empty() => {
                edits.insert((from, to), "");
            }
            _ => {}
        }
    });
}

#[cfg(test)]
mod tests {
    use super::{as_written, in_source};

    #[test]
    fn stringify_drops_the_blanks_that_the_compiler_drops() {
        macro_rules! same {
            ($($text:literal = $shown:expr;)*) => { $(
                assert_eq!(as_written(&$text.parse().unwrap()), $shown);
            )* };
        }
        same! {
            "{x:1 }" = stringify!({x:1 });
            "{ x:1}" = stringify!({ x:1});
            "{ { a }}" = stringify!({ { a }});
            "{ }" = stringify!({ });
            "! z ! w" = stringify!(! z ! w);
            "if ! a" = stringify!(if ! a);
            "a ! = b" = stringify!(a ! = b);
            "a != b" = stringify!(a != b);
            "c .. d . . e" = stringify!(c .. d . . e);
            "x . 0 ; x .." = stringify!(x . 0 ; x ..);
            "x ,y + , f ( 1 ) [ 2 ]" = stringify!(x ,y + , f ( 1 ) [ 2 ]);
            "fn ( x ) -> Self ( x ) let ( x )" = stringify!(fn ( x ) -> Self ( x ) let ( x ));
        }
    }

    #[test]
    fn text_of_a_source_keeps_its_blanks() {
        for text in [
            "a+b * c",
            "['0'..='9' , x]",
            "f( &'a x) { y}",
            "#[x] fn f<'a>() {}",
        ] {
            assert_eq!(in_source(&text.parse().unwrap()), text);
        }
        let name = quote::format_ident!("n");
        let inside: proc_macro2::TokenStream = "a-1".parse().unwrap();
        assert_eq!(
            in_source(&quote::quote!(mod #name { #inside })),
            "mod n {a-1}"
        );
    }
}
