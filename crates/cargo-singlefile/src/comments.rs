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
    ends_a_line: bool,
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

/// The comments of whole lines, those that follow each other as one, and those at ends of lines.
fn comments(source: &str, known: &[Token]) -> Vec<Comment> {
    let is_comment = |line: &&str| line.starts_with("//") && !is_doc(line);
    let mut found = Vec::new();
    let mut from = 0;
    for (next, token) in known.iter().enumerate() {
        let between = source.get(from..token.at.start).unwrap_or_default();
        from = token.at.end;
        if between.contains("/*") {
            continue;
        }
        let mut lines = between.lines().map(str::trim);
        let last = lines.next().filter(|_| next > 0).filter(is_comment);
        found.extend(last.map(|line| Comment {
            lines: vec![line.to_owned()],
            next,
            ends_a_line: true,
        }));
        let first = (next == 0).then(|| between.lines().next().unwrap_or_default().trim());
        let lines = first.into_iter().chain(lines).filter(is_comment);
        let lines: Vec<String> = lines.map(str::to_owned).collect();
        if !lines.is_empty() {
            found.push(Comment {
                lines,
                next,
                ends_a_line: false,
            });
        }
    }
    found
}

/// Whether it documents something, which is a token.
fn is_doc(line: &str) -> bool {
    line.starts_with("//!") || (line.starts_with("///") && !line.starts_with("////"))
}

/// The number of the token in the file at which a comment stands: that behind it, or before it if
/// it ends a line.
fn place(comment: &Comment, known: &[Token], all: &[Token]) -> Option<usize> {
    let back = comment.ends_a_line;
    let of = comment.next - usize::from(back);
    let mut here: Vec<usize> = (0..all.len()).collect();
    let mut there: Vec<usize> = (0..known.len()).collect();
    for by in 0..TOKENS.end {
        let wanted = text_at(known, of, by, back)?;
        here.retain(|&at| text_at(all, at, by, back) == Some(wanted));
        there.retain(|&at| text_at(known, at, by, back) == Some(wanted));
        if by + 1 >= TOKENS.start && here.len() == 1 && there.len() == 1 {
            return Some(here[0]);
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
    if comment.ends_a_line && is_last && width <= WIDTH && !edits.contains_key(&end) {
        edits.insert(end, format!(" {first}"));
        return;
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
            \tlet x = 1; // It is one.\n\tg(x);\n\th(x); // long\n}\n";
        assert_eq!(restored("stay", source, text), wanted);
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
