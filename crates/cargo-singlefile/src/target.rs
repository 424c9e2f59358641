//! Code for another target than this one: the compiler at hand never looks into it, and must not be believed when it says
//! that nothing uses what such code names.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Meta, Token};

use crate::units::{UnitId, Units};

/// What holds for a target, as `rustc --print cfg` writes it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Host(BTreeSet<String>);

impl Host {
    pub(crate) fn new(printed: &str) -> Host {
        Host(printed.lines().map(str::to_owned).collect())
    }

    /// Whether a predicate holds here, with debug assertions or without.
    fn holds(&self, meta: &Meta, debug: bool) -> bool {
        match meta {
            Meta::Path(path) if path.is_ident("debug_assertions") => debug,
            Meta::List(list) => {
                let parts =
                    Punctuated::<Meta, Token![,]>::parse_terminated.parse2(list.tokens.clone());
                let parts = parts.unwrap_or_default();
                if list.path.is_ident("not") {
                    !parts.iter().any(|part| self.holds(part, debug))
                } else if list.path.is_ident("any") {
                    parts.iter().any(|part| self.holds(part, debug))
                } else {
                    parts.iter().all(|part| self.holds(part, debug))
                }
            }
            other => self
                .0
                .contains(&other.to_token_stream().to_string().replace(' ', "")),
        }
    }

    /// The words of live code that is not compiled here, or may not be.
    pub(crate) fn words_elsewhere(&self, units: &Units, live: &[bool]) -> BTreeSet<String> {
        let mut words = BTreeSet::new();
        let mut elsewhere = vec![false; live.len()];
        for (id, unit) in units.all.iter().enumerate() {
            // Parents come before their children.
            elsewhere[id] = unit.parent.is_some_and(|parent: UnitId| elsewhere[parent])
                || (live[id] && unit.words.contains("cfg") && self.is_elsewhere(&unit.open));
            if live[id] && elsewhere[id] {
                words.extend(unit.words.iter().cloned());
            }
        }
        words
    }

    /// Whether some `#[cfg]` of the text does not hold here. The compiler is asked with debug assertions and without.
    fn is_elsewhere(&self, text: &str) -> bool {
        // A text that is open at its end has a brace too few for this parser.
        let tokens = text
            .parse::<TokenStream>()
            .or_else(|_| format!("{text} }}").parse());
        tokens.is_ok_and(|tokens| self.leaves_out(tokens))
    }

    /// Whether some of it is not compiled here.
    pub(crate) fn leaves_out(&self, tokens: TokenStream) -> bool {
        let trees: Vec<_> = tokens.into_iter().collect();
        trees.windows(2).any(|pair| match pair {
            [TokenTree::Punct(hash), TokenTree::Group(group)] if hash.as_char() == '#' => {
                match syn::parse2::<Meta>(group.stream()) {
                    Ok(Meta::List(list)) if list.path.is_ident("cfg") => {
                        let predicate = syn::parse2::<Meta>(list.tokens);
                        let holds =
                            |meta: &Meta| [true, false].map(|debug| self.holds(meta, debug));
                        predicate.is_ok_and(|meta| holds(&meta) == [false; 2])
                    }
                    _ => false,
                }
            }
            _ => false,
        }) || trees
            .into_iter()
            .any(|tree| matches!(tree, TokenTree::Group(group) if self.leaves_out(group.stream())))
    }
}

#[cfg(test)]
mod tests {
    use super::Host;

    #[test]
    fn code_is_elsewhere_if_one_of_its_cfgs_does_not_hold() {
        let host = Host::new("debug_assertions\ntarget_arch=\"x86_64\"\nunix\n");
        for text in [
            "#[cfg(target_arch = \"aarch64\")] fn f() {}",
            "fn f() { #[cfg(not(unix))] { g() } }",
            "#[cfg(all(unix, target_arch = \"arm\"))] mod m {",
            "#[cfg(all(debug_assertions, windows))] fn f() {}",
        ] {
            assert!(host.is_elsewhere(text), "{text}");
        }
        for text in [
            "#[cfg(any(target_arch = \"x86_64\", target_arch = \"x86\"))] fn f() {}",
            "#[cfg(not(debug_assertions))] fn f() {}",
            "#[cfg(any(windows, debug_assertions))] fn f() {}",
            "fn f() { if cfg!(windows) { g() } }",
        ] {
            assert!(!host.is_elsewhere(text), "{text}");
        }
    }
}
