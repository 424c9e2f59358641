//! What only older editions allow: parameters without names in traits and functions with bounds as
//! types without `dyn` (`Rc<Fn() -> u8 + 'a>`), which the parser does not know, and names that are
//! keywords by now.

use std::iter;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::Item;

use crate::places::words_of;
use crate::tokens::{is_punct, same_group, with_raw};

/// The file with a name for each parameter, `dyn` where it is left out, and no keyword for a name,
/// if it can be parsed so.
pub(crate) fn parse(text: &str) -> Option<syn::File> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let named = with_dyn(with_names(text.parse().ok()?));
    syn::parse2(with_raw(named, &["async", "await", "try"])).ok()
}

/// Writes the names of code of one edition that are keywords in a later one as names there; the
/// parser knows them as names.
pub(crate) fn keep_names(items: &mut Vec<Item>, edition: u16, later: u16) {
    const NEW: [(u16, &[&str]); 2] = [(2018, &["async", "await", "try"]), (2024, &["gen"])];
    let new = NEW.iter().filter(|(of, _)| edition < *of && later >= *of);
    let new: Vec<&str> = new.flat_map(|(_, words)| *words).copied().collect();
    if new.is_empty() {
        return;
    }
    let tokens: TokenStream = items.iter().map(ToTokens::to_token_stream).collect();
    let words = words_of(&tokens);
    if new.iter().any(|word| words.contains(*word)) {
        let kept = syn::parse2::<syn::File>(with_raw(tokens, &new));
        *items = kept.map_or_else(|_| std::mem::take(items), |file| file.items);
    }
}

/// With `dyn` before `Fn(..)` and the like where a type begins.
fn with_dyn(tokens: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => {
                out.extend([TokenTree::from(same_group(group, with_dyn(group.stream())))]);
                continue;
            }
            TokenTree::Ident(word) if word == "Fn" || word == "FnMut" || word == "FnOnce" => {
                let is_called = matches!(trees.get(at + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
                if is_called && begins_type(&trees[..at]) {
                    out.extend(quote!(dyn));
                }
            }
            _ => {}
        }
        out.extend([tree.clone()]);
    }
    out
}

/// Whether a type is what comes behind these: an argument in `<..>`, what a reference is to, or
/// what is in parentheses.
fn begins_type(before: &[TokenTree]) -> bool {
    let sign =
        |back: usize, sign| is_punct(before.len().checked_sub(back).map(|k| &before[k]), sign);
    let is_arrow = sign(2, '-') && sign(1, '>');
    let of_reference = match before {
        [.., TokenTree::Punct(quote), TokenTree::Ident(_)] if quote.as_char() == '\'' => {
            sign(3, '&')
        }
        [.., TokenTree::Ident(word)] if word == "mut" => true,
        _ => sign(1, '&'),
    };
    before.is_empty() || sign(1, '<') || sign(1, ',') || sign(1, '=') || is_arrow || of_reference
}

fn with_names(tokens: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    // Whether the trees so far are `fn name`, perhaps with the begin of `<..>`.
    let (mut after_fn, mut named, mut depth) = (false, false, 0_usize);
    let mut arrow = false;
    for tree in tokens {
        let is_arrow = is_punct(Some(&tree), '-');
        match &tree {
            TokenTree::Group(group) => {
                let is_list = group.delimiter() == Delimiter::Parenthesis && named && depth == 0;
                let inside = with_names(group.stream());
                let inside = if is_list { parameters(inside) } else { inside };
                let new = same_group(group, inside);
                out.extend([TokenTree::from(new)]);
                if depth == 0 {
                    (after_fn, named) = (false, false);
                }
            }
            other => {
                match other {
                    TokenTree::Ident(word) if word == "fn" => {
                        (after_fn, named, depth) = (true, false, 0);
                    }
                    TokenTree::Ident(_) if after_fn => (after_fn, named) = (false, true),
                    TokenTree::Punct(sign) if named && sign.as_char() == '<' => depth += 1,
                    TokenTree::Punct(sign) if named && sign.as_char() == '>' && !arrow => {
                        depth = depth.saturating_sub(1);
                    }
                    _ => after_fn = false,
                }
                out.extend([tree]);
            }
        }
        arrow = is_arrow;
    }
    out
}

/// A list of parameters, with `_:` before those that are types alone.
fn parameters(list: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = list.into_iter().collect();
    let (mut start, mut depth) = (0, 0_usize);
    let mut out = TokenStream::new();
    for at in 0..=trees.len() {
        match trees.get(at) {
            Some(TokenTree::Punct(sign)) => match sign.as_char() {
                '<' => depth += 1,
                '>' if !is_punct(at.checked_sub(1).and_then(|k| trees.get(k)), '-') => {
                    depth = depth.saturating_sub(1);
                }
                ',' if depth == 0 => {}
                _ => continue,
            },
            Some(_) => continue,
            None => {}
        }
        let ends = trees
            .get(at)
            .is_none_or(|_| depth == 0 && is_punct(trees.get(at), ','));
        if ends {
            let one = &trees[start..at];
            if is_type_alone(one) {
                out.extend(quote!(_:));
            }
            out.extend(one.iter().cloned().chain(trees.get(at).cloned()));
            start = at + 1;
        }
    }
    out
}

fn is_type_alone(parameter: &[TokenTree]) -> bool {
    let has_name = parameter.iter().enumerate().any(|(at, tree)| {
        let beside = |k: Option<usize>| is_punct(k.and_then(|k| parameter.get(k)), ':');
        is_punct(Some(tree), ':') && !beside(at.checked_sub(1)) && !beside(Some(at + 1))
    });
    let is_self = matches!(parameter.last(), Some(TokenTree::Ident(word)) if word == "self");
    let is_special = ['$', '.', '#']
        .iter()
        .any(|&sign| iter::once(parameter.first()).any(|first| is_punct(first, sign)));
    !parameter.is_empty() && !has_name && !is_self && !is_special
}
