//! The targets for which a bundle is written. Code for another one than this is code that the
//! compiler at hand never looks into, so that it must not be believed when it says that nothing
//! uses what such code names.

use std::collections::BTreeSet;
use std::ops::{BitAnd, BitOr, Not};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Meta, Token};

use crate::units::{UnitId, Units};

/// Those of judges, and of those who write for them: processor, system, environment.
const TARGETS: [[&str; 3]; 13] = [
    ["x86_64", "linux", "gnu"],
    ["x86_64", "linux", "musl"],
    ["x86", "linux", "gnu"],
    ["x86", "linux", "musl"],
    ["aarch64", "linux", "gnu"],
    ["aarch64", "linux", "musl"],
    ["x86_64", "windows", "gnu"],
    ["x86_64", "windows", "msvc"],
    ["x86", "windows", "gnu"],
    ["x86", "windows", "msvc"],
    ["aarch64", "windows", "msvc"],
    ["x86_64", "macos", ""],
    ["aarch64", "macos", ""],
];

/// Some of `TARGETS`, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Targets(u16);

impl Targets {
    pub(crate) const NONE: Targets = Targets(0);
    pub(crate) const ALL: Targets = Targets((1 << TARGETS.len()) - 1);

    fn those(holds: impl Fn([&str; 3]) -> bool) -> Targets {
        let mut targets = 0;
        for (i, target) in TARGETS.into_iter().enumerate() {
            targets |= u16::from(holds(target)) << i;
        }
        Targets(targets)
    }

    /// `unix` or `windows`.
    pub(crate) fn of_family(family: &str) -> Targets {
        Targets::those(|[_, os, _]| (os == "windows") == (family == "windows"))
    }

    /// Those with `key = "value"`; `None` if they do not say. Nobody judges where a key or a value
    /// is unknown.
    pub(crate) fn with(key: &str, value: &str) -> Option<Targets> {
        let system = |system| Targets::those(|[_, os, _]| os == system);
        Some(match (key, value) {
            ("target_arch", _) => Targets::those(|[arch, _, _]| arch == value),
            ("target_os", _) => system(value),
            ("target_env", _) => Targets::those(|[_, _, env]| env == value),
            ("target_family", "unix" | "windows") => Targets::of_family(value),
            ("target_vendor", "apple") => system("macos"),
            ("target_vendor", "pc") => system("windows"),
            // Distributions have names of their own for Linux.
            ("target_vendor", "unknown") | ("target_has_atomic", "128") => return None,
            ("target_pointer_width", "64") => Targets::those(|[arch, _, _]| arch != "x86"),
            ("target_pointer_width", "32") => Targets::those(|[arch, _, _]| arch == "x86"),
            ("target_endian", "little")
            | ("target_has_atomic", "8" | "16" | "32" | "64" | "ptr") => Targets::ALL,
            _ => Targets::NONE,
        })
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Targets::NONE
    }
}

impl BitAnd for Targets {
    type Output = Targets;

    fn bitand(self, other: Targets) -> Targets {
        Targets(self.0 & other.0)
    }
}

impl BitOr for Targets {
    type Output = Targets;

    fn bitor(self, other: Targets) -> Targets {
        Targets(self.0 | other.0)
    }
}

impl Not for Targets {
    type Output = Targets;

    fn not(self) -> Targets {
        Targets(!self.0 & Targets::ALL.0)
    }
}

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

    /// Whether some `#[cfg]` of the text does not hold here. The compiler is asked with debug
    /// assertions and without.
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
