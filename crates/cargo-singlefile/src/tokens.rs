//! Small questions about token trees.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use syn::UseTree;

pub(crate) fn is_punct(tree: Option<&TokenTree>, wanted: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

/// Whether `::` starts at `index`.
pub(crate) fn is_colons(trees: &[TokenTree], index: usize) -> bool {
    is_punct(trees.get(index), ':') && is_punct(trees.get(index + 1), ':')
}

/// Whether the tree before `index` is the end of `::`.
pub(crate) fn after_colons(trees: &[TokenTree], index: usize) -> bool {
    index >= 2 && is_colons(trees, index - 2)
}

/// What the rules of a `macro_rules!` take, one group for each.
pub(crate) fn matchers(rules: &TokenStream) -> TokenStream {
    let trees: Vec<_> = rules.clone().into_iter().collect();
    let pairs = trees.windows(2).filter(|pair| is_punct(pair.get(1), '='));
    pairs.map(|pair| pair[0].clone()).collect()
}

/// The group with these tokens in it, where it was.
pub(crate) fn same_group(group: &Group, tokens: TokenStream) -> Group {
    let mut new = Group::new(group.delimiter(), tokens);
    new.set_span(group.span());
    new
}

/// Calls `f` with every identifier, inside groups too, and with the text of every literal.
pub(crate) fn each_word(tokens: &TokenStream, f: &mut impl FnMut(&str)) {
    for tree in tokens.clone() {
        match tree {
            TokenTree::Ident(ident) => f(&plain(&ident)),
            TokenTree::Group(group) => each_word(&group.stream(), f),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.contains('"') {
                    for (_, name) in captures(&text) {
                        f(name);
                    }
                }
            }
            TokenTree::Punct(_) => {}
        }
    }
}

/// Whether a parameter of a macro may stand in this.
pub(crate) fn contains_dollar(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|t| match t {
        TokenTree::Punct(p) => p.as_char() == '$',
        TokenTree::Group(g) => contains_dollar(&g.stream()),
        _ => false,
    })
}

/// What is imported inside of functions; nothing if that is not understood.
pub(crate) fn imports_in(tokens: TokenStream) -> Option<Vec<UseTree>> {
    let mut found = Vec::new();
    let mut trees = tokens.into_iter();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Group(group) => found.extend(imports_in(group.stream())?),
            TokenTree::Ident(word) if word == "use" => {
                let ends = |tree: &TokenTree| is_punct(Some(tree), ';');
                let import = trees.by_ref().take_while(|tree| !ends(tree));
                found.push(syn::parse2(import.collect()).ok()?);
            }
            _ => {}
        }
    }
    Some(found)
}

/// Calls `f` with the name of every macro that is called, inside of calls too, and what it is
/// given.
pub(crate) fn each_call(tokens: TokenStream, f: &mut impl FnMut(&Ident, &Group)) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        let TokenTree::Group(group) = tree else {
            continue;
        };
        if let [.., TokenTree::Ident(word), bang] = &trees[..at] {
            if is_punct(Some(bang), '!') {
                f(word, group);
            }
        }
        each_call(group.stream(), f);
    }
}

/// The names that a format string takes from around it, as in `"{name:>width$}"`, with where they
/// start.
pub(crate) fn captures(text: &str) -> Vec<(usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let raw = is_raw(text);
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let start = text.len() - rest.len() + open + 1;
        rest = &text[start..];
        if !raw && is_escape(&text[..start - 1]) {
            continue;
        }
        if let Some(after) = rest.strip_prefix('{') {
            rest = after;
            continue;
        }
        let inside = &rest[..rest.find('}').unwrap_or(rest.len())];
        let mut at = 0;
        while at < inside.len() {
            let word = inside[at..]
                .split(|c| !is_part(c))
                .next()
                .unwrap_or_default();
            let behind = inside[at + word.len()..].chars().next();
            if word.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && (at == 0 || behind == Some('$'))
            {
                found.push((start + at, word));
            }
            at += word.len() + behind.map_or(1, char::len_utf8);
        }
        rest = &rest[inside.len()..];
    }
    found
}

/// Whether a literal has no escapes: an `r` is before its quote.
fn is_raw(literal: &str) -> bool {
    literal
        .split('"')
        .next()
        .is_some_and(|prefix| prefix.contains('r'))
}

/// Whether a text ends in the `\u` of an escape, and not in a backslash and a `u`.
fn is_escape(before: &str) -> bool {
    before
        .strip_suffix('u')
        .is_some_and(|rest| (rest.len() - rest.trim_end_matches('\\').len()) % 2 == 1)
}

/// Whether a macro of this name formats by the rules of the standard library.
pub(crate) fn is_format_macro(name: &str) -> bool {
    matches!(
        name,
        "format"
            | "write"
            | "writeln"
            | "print"
            | "println"
            | "eprint"
            | "eprintln"
            | "format_args"
            | "panic"
            | "assert"
            | "assert_eq"
            | "assert_ne"
            | "debug_assert"
            | "debug_assert_eq"
            | "debug_assert_ne"
            | "unreachable"
            | "unimplemented"
            | "todo"
    )
}

/// The identifier that `plain` had this text of. In 2024, and only there, `gen` is a keyword.
pub(crate) fn ident(plain: &str, span: Span) -> Ident {
    let of_paths = matches!(plain, "crate" | "self" | "super" | "Self" | "_");
    if of_paths || !is_keyword(plain) && plain != "gen" {
        Ident::new(plain, span)
    } else {
        Ident::new_raw(plain, span)
    }
}

/// The same trees with `r#` before these words.
pub(crate) fn with_raw(tokens: TokenStream, words: &[&str]) -> TokenStream {
    let raw = |tree| match tree {
        TokenTree::Group(group) => same_group(&group, with_raw(group.stream(), words)).into(),
        TokenTree::Ident(word) if words.iter().any(|it| word == it) => {
            Ident::new_raw(&word.to_string(), word.span()).into()
        }
        other => other,
    };
    tokens.into_iter().map(raw).collect()
}

/// Whether a word can only be a name as `r#word`, if at all.
pub(crate) fn is_keyword(word: &str) -> bool {
    syn::parse_str::<Ident>(word).is_err()
}

/// An identifier without `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    let text = ident.to_string();
    match text.strip_prefix("r#") {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::captures;

    #[test]
    fn captures_are_names_and_widths_but_not_kinds_of_format() {
        let names: Vec<_> = captures("{a:?} {{b}} {:x} {c:>d$.e$} {0} {} {f}")
            .into_iter()
            .map(|(_, name)| name)
            .collect();
        assert_eq!(names, ["a", "c", "d", "e", "f"]);
    }

    #[test]
    fn escapes_are_no_captures() {
        assert_eq!(captures(r#""\u{ab} {x}""#), [(9, "x")]);
        assert_eq!(captures(r#""\\u{ab}""#), [(5, "ab")]);
        assert_eq!(captures(r##"r#"\u{ab}"#"##), [(6, "ab")]);
    }

    #[test]
    fn captures_say_where_they_are() {
        assert_eq!(captures("é {x:w$}"), [(4, "x"), (6, "w")]);
    }
}
