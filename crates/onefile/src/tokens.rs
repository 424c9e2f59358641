//! Small questions about token trees.

use proc_macro2::{Ident, TokenStream, TokenTree};

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

/// Calls `f` with every identifier, inside groups too, and with the text of every literal.
pub(crate) fn each_word(tokens: &TokenStream, f: &mut impl FnMut(&str)) {
    for tree in tokens.clone() {
        match tree {
            TokenTree::Ident(ident) => f(&plain(&ident)),
            TokenTree::Group(group) => each_word(&group.stream(), f),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.contains('"') {
                    for name in captures(&text) {
                        f(name);
                    }
                }
            }
            TokenTree::Punct(_) => {}
        }
    }
}

/// The names that a format string takes from around it: `"{name:>width$}"`.
pub(crate) fn captures(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split('{').skip(1).flat_map(|part| {
        let inside = part.split('}').next().unwrap_or("");
        inside.split(|c: char| !(c.is_alphanumeric() || c == '_'))
    });
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// An identifier without `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    let text = ident.to_string();
    match text.strip_prefix("r#") {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}
