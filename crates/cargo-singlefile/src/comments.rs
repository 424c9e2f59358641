//! Comments of the program, which its tokens do not have. In the readable form each is put back
//! where the tokens behind it stand, or before it, if it ends a line: if they stand in one place of
//! the source, and in one place of the file.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tokens::is_punct;

/// As few tokens and as many may tell a place.
const TOKENS: Range<usize> = 3..40;

/// What a line has at most if a comment ends it.
const WIDTH: usize = 100;

/// What it is, and its bytes.
struct Token {
    text: String,
    at: Range<usize>,
}

struct Comment {
    lines: Vec<String>,
    /// The number of the token behind it.
    next: usize,
    place: Place,
}

enum Place {
    /// In lines of its own.
    Above,
    /// At the end of a line.
    Behind,
    /// In the line of the token behind it.
    Before,
}

/// The text with the comments of these files in what is before its byte `end`.
pub(crate) fn restore(text: &str, end: usize, files: &[PathBuf]) -> String {
    let all = tokens(text).unwrap_or_default();
    let own = all.partition_point(|token| token.at.start < end);
    let mut edits: BTreeMap<usize, String> = BTreeMap::new();
    for (number, file) in files.iter().enumerate() {
        let source = fs::read_to_string(file).unwrap_or_default();
        let Some(known) = tokens(&source) else {
            continue;
        };
        for comment in comments(&source, &known) {
            let lines = comment.lines.join("\n") + "\n";
            if comment.next == 0 && number == 0 {
                edits.entry(0).or_default().push_str(&lines);
            } else if let Some(at) = place(&comment, &known, &all[..own]) {
                put(text, &all, at, &comment, &mut edits);
            }
        }
    }
    let (mut out, mut at) = (String::new(), 0);
    for (next, comment) in edits {
        out += &text[at..next];
        out += &comment;
        at = next;
    }
    out + &text[at..]
}

/// All tokens but documentation, the signs of groups too.
fn tokens(text: &str) -> Option<Vec<Token>> {
    fn walk(tokens: TokenStream, out: &mut Vec<Token>) {
        let token = |text: &str, at| Token {
            text: text.to_owned(),
            at,
        };
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < trees.len() {
            let behind = at + 1 + usize::from(is_punct(trees.get(at + 1), '!'));
            if is_punct(trees.get(at), '#') && is_documentation(trees.get(behind)) {
                at = behind + 1;
                continue;
            }
            match &trees[at] {
                TokenTree::Group(group) => {
                    let [open, close] = match group.delimiter() {
                        Delimiter::Parenthesis => ["(", ")"],
                        Delimiter::Brace => ["{", "}"],
                        Delimiter::Bracket => ["[", "]"],
                        Delimiter::None => ["", ""],
                    };
                    out.push(token(open, group.span_open().byte_range()));
                    walk(group.stream(), out);
                    out.push(token(close, group.span_close().byte_range()));
                }
                other => out.push(token(&other.to_string(), other.span().byte_range())),
            }
            at += 1;
        }
    }
    let mut out = Vec::new();
    walk(text.parse().ok()?, &mut out);
    Some(out)
}

fn is_documentation(tree: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(group)) = tree else {
        return false;
    };
    let first = group.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(word)) if word == "doc")
}

/// The comments between tokens: those of whole lines that follow each other as one, those at ends
/// of lines, and those before a token in its line.
fn comments(source: &str, known: &[Token]) -> Vec<Comment> {
    let mut found: Vec<Comment> = Vec::new();
    let mut from = 0;
    for (next, token) in known.iter().enumerate() {
        let between = source.get(from..token.at.start).unwrap_or_default();
        let is_first = from == 0;
        from = token.at.end;
        let mut above = Vec::new();
        // Documentation may also be written as what it is.
        if between.contains("[doc") {
            continue;
        }
        for (at, text) in split(between) {
            let (before, behind) = (&between[..at], &between[at + text.len()..]);
            let starts_a_line = is_first || before.contains('\n');
            let ends_a_line = behind
                .lines()
                .next()
                .is_none_or(|rest| rest.trim().is_empty())
                && behind.contains('\n');
            if is_doc(text) {
                continue;
            }
            let lines: Vec<String> = text.lines().map(as_line).collect();
            let place = match (starts_a_line, ends_a_line) {
                (true, true) => {
                    above.extend(lines);
                    continue;
                }
                (false, true) => Place::Behind,
                (_, false) => Place::Before,
            };
            found.push(Comment { lines, next, place });
        }
        if !above.is_empty() {
            let (lines, place) = (above, Place::Above);
            found.push(Comment { lines, next, place });
        }
    }
    found
}

/// The comments in what stands between two tokens, and where they begin.
fn split(between: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = between[at..].find('/').map(|by| at + by) {
        let rest = &between[start..];
        let length = if rest.starts_with("/*") {
            end_of_block(rest)
        } else {
            rest.find('\n').unwrap_or(rest.len())
        };
        found.push((start, rest[..length].trim_end()));
        at = start + length;
    }
    found
}

/// The length of a comment that may hold others.
fn end_of_block(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => (depth, at) = (depth + 1, at + 2),
            b"*/" => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// A line of a comment without what stands before it; those of a block begin with a star.
fn as_line(line: &str) -> String {
    let line = line.trim();
    let blank = if line.starts_with('*') { " " } else { "" };
    format!("{blank}{line}")
}

/// Whether it documents something, which is a token.
fn is_doc(text: &str) -> bool {
    let is_one = |start: &str, more: &str| {
        text.starts_with(&format!("{start}!"))
            || text.starts_with(&format!("{start}{more}"))
                && !text.starts_with(&format!("{start}{more}{more}"))
    };
    is_one("//", "/") || is_one("/*", "*") && text != "/**/"
}

/// The number of the token in the file at which a comment stands: that behind it, or before it if
/// it ends a line. If what stands there has changed but for the beginning, the other side tells.
fn place(comment: &Comment, known: &[Token], all: &[Token]) -> Option<usize> {
    let back = matches!(comment.place, Place::Behind);
    let of = comment.next - usize::from(back);
    let mut here: Vec<usize> = (0..all.len()).collect();
    let mut there: Vec<usize> = (0..known.len()).collect();
    let mut same = 0;
    let ways = [(back, 0..TOKENS.end), (!back, 1..TOKENS.end)];
    for (way, (back, steps)) in ways.into_iter().enumerate() {
        if way == 1 && same < TOKENS.start {
            return None;
        }
        for by in steps {
            let Some(wanted) = text_at(known, of, by, back) else {
                break;
            };
            let is_same = |tokens, at: &usize| text_at(tokens, *at, by, back) == Some(wanted);
            let rest: Vec<usize> = here.iter().copied().filter(|at| is_same(all, at)).collect();
            if rest.is_empty() {
                break;
            }
            here = rest;
            there.retain(|at| is_same(known, at));
            same += 1;
            if same >= TOKENS.start && here.len() == 1 && there.len() == 1 {
                return Some(here[0]);
            }
        }
    }
    None
}

/// The token so many behind one, or before it.
fn text_at(tokens: &[Token], at: usize, by: usize, back: bool) -> Option<&str> {
    let at = if back { at.checked_sub(by)? } else { at + by };
    tokens.get(at).map(|token| token.text.as_str())
}

/// Notes a comment at a token: behind it, if it ends its line, or above its line, unless that
/// begins within a token.
fn put(
    text: &str,
    all: &[Token],
    at: usize,
    comment: &Comment,
    edits: &mut BTreeMap<usize, String>,
) {
    let line_of = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let token = &all[at].at;
    let start = line_of(token.start);
    let end = text[token.end..].find('\n');
    let end = end.map_or(text.len(), |end| token.end + end);
    let is_last = all.get(at + 1).is_none_or(|next| next.at.start >= end);
    let [first, ..] = &comment.lines[..] else {
        return;
    };
    let width = text[start..end].chars().count() + 1 + first.chars().count();
    match comment.place {
        Place::Behind if is_last && width <= WIDTH && !edits.contains_key(&end) => {
            edits.insert(end, format!(" {first}"));
            return;
        }
        Place::Before if comment.lines.len() == 1 && width <= WIDTH => {
            let before = edits.entry(token.start).or_default();
            *before += &format!("{first} ");
            return;
        }
        _ => {}
    }
    let before = all.partition_point(|token| token.at.start < start);
    if before > 0 && all[before - 1].at.end > start {
        return;
    }
    let blank: &str = &text[start..];
    let blank = &blank[..blank.len() - blank.trim_start_matches([' ', '\t']).len()];
    let above = edits.entry(start).or_default();
    for line in &comment.lines {
        *above += &format!("{blank}{line}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn restored(name: &str, source: &str, text: &str) -> String {
        let file = std::env::temp_dir();
        let file = file.join(format!("comments-{}-{name}.rs", std::process::id()));
        fs::write(&file, source).unwrap();
        let restored = restore(text, text.len(), std::slice::from_ref(&file));
        fs::remove_file(file).unwrap();
        restored
    }

    #[test]
    fn comments_stay_at_what_they_stand_at() {
        let source =
            "// Of the program.\nuse a::b;\n\n/// Documentation.\nfn f() {\n    // First,\n\
            // and second.\n    let x = 1; // It is one.\n    g(x);\n    /* Not lines. */\n\
            h(x); // long\n}\n// Of what is gone.\nfn gone() {}\n";
        let text = "use a::b;\n\nfn f() {\n\tlet x = 1;\n\tg(x);\n\th(x);\n}\n";
        let wanted = "// Of the program.\nuse a::b;\n\nfn f() {\n\t// First,\n\t// and second.\n\
            \tlet x = 1; // It is one.\n\tg(x);\n\t/* Not lines. */\n\th(x); // long\n}\n";
        assert_eq!(restored("stay", source, text), wanted);
    }

    #[test]
    fn comments_of_blocks_stay_too() {
        let source = "/*\n * Of the program.\n */\n/** Documentation. */\nfn f() {\n    g(1, /* two */ 2);\n    \
            h(3); /* three /* and */ more */\n    /* Some\n     * lines. */\n    i(4 / 5);\n}\n";
        let text = "fn f() {\n\tg(1, 2);\n\th(3);\n\ti(4 / 5);\n}\n";
        let wanted = "/*\n * Of the program.\n */\nfn f() {\n\tg(1, /* two */ 2);\n\t\
            h(3); /* three /* and */ more */\n\t/* Some\n\t * lines. */\n\ti(4 / 5);\n}\n";
        assert_eq!(restored("blocks", source, text), wanted);
    }

    #[test]
    fn comments_stay_at_what_has_changed_in_part() {
        let source = "fn f() {\n    let a = g(1, 2);\n    // Sums.\n    let b = a + h(3, true);\n    i(b); // b\n}\n";
        let text = "fn f() {\n\tlet a = g(1, 2);\n\tlet b = a + h(3);\n\ti(b);\n}\n";
        let wanted =
            "fn f() {\n\tlet a = g(1, 2);\n\t// Sums.\n\tlet b = a + h(3);\n\ti(b); // b\n}\n";
        assert_eq!(restored("changed", source, text), wanted);
    }

    #[test]
    fn comments_go_where_nobody_knows_their_place() {
        let source = "fn f() {\n    // One of two.\n    g(1);\n    g(1);\n    // Gone.\n\
            h(\"2\", 3);\n    i(\"\n\", // Within.\n        4, 5);\n}\n";
        let text = "fn f() { g(1); g(1); k(\"2\", 3); i(\"\n\", 4, 5); }\n";
        let wanted = "// One of two.\n".to_owned() + text;
        assert_eq!(restored("go", source, text), wanted);
    }
}
