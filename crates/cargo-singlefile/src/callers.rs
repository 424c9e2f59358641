//! `env!` in exported macros: the compiler asks for the crate that calls them, perhaps by way of
//! others, so it can be answered when all crates are read.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::Attribute;

use crate::combine::exported;
use crate::error::{Error, Result};
use crate::graph::CrateInfo;
use crate::load::{text, Source};
use crate::tokens::{each_call, plain, same_group};
use crate::walk::visit::{self, Visit};
use crate::walk::visit_mut::VisitMut;

/// The macros that ask.
pub(crate) const ASKS: [&str; 2] = ["env", "option_env"];

/// What one of them comes to, if cargo says so.
pub(crate) fn of_environment(
    name: &str,
    args: &TokenStream,
    info: &CrateInfo,
) -> Option<TokenStream> {
    let asked = text(args, info)?;
    let value = Literal::string(info.environment().get(&*asked)?);
    Some(match name {
        "env" => TokenTree::Literal(value).into(),
        _ => quote!(Some(#value)),
    })
}

/// Puts in what calls come to, where it is known.
pub(crate) fn with_calls(
    tokens: TokenStream,
    comes_to: &impl Fn(&str, &TokenStream) -> Option<TokenStream>,
) -> TokenStream {
    let trees: Vec<_> = tokens.into_iter().collect();
    let mut out = Vec::new();
    let mut i = 0;
    while i < trees.len() {
        if let [TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(args), ..] =
            &trees[i..]
        {
            if bang.as_char() == '!' {
                if let Some(new) = comes_to(&name.to_string(), &args.stream()) {
                    out.extend(new);
                    i += 3;
                    continue;
                }
            }
        }
        out.push(match &trees[i] {
            TokenTree::Group(group) => {
                same_group(group, with_calls(group.stream(), comes_to)).into()
            }
            other => other.clone(),
        });
        i += 1;
    }
    out.into_iter().collect()
}

/// Answers what exported macros ask.
///
/// # Errors
/// If two crates call one and would get two answers.
pub(crate) fn answer(sources: &mut [Source]) -> Result<()> {
    let mut calls = Calls::default();
    for (index, source) in sources.iter().enumerate() {
        calls.by = index;
        source.items.iter().for_each(|item| calls.visit_item(item));
    }
    let asks = |called: &BTreeSet<String>| ASKS.iter().any(|&asked| called.contains(asked));
    if !calls.handed.values().any(asks) {
        return Ok(());
    }
    let Calls {
        mut callers,
        handed,
        ..
    } = calls;
    let mut grows = true;
    while grows {
        grows = false;
        for (name, calls) in &handed {
            let Some(by) = callers.get(name).cloned() else {
                continue;
            };
            for called in calls {
                let known = callers.entry(called.clone()).or_default();
                grows |= !by.is_subset(known);
                known.extend(&by);
            }
        }
    }
    let infos: Vec<CrateInfo> = sources.iter().map(|source| source.info.clone()).collect();
    for (index, source) in sources.iter_mut().enumerate() {
        let mut answers = Answers {
            own: index,
            infos: &infos,
            callers: &callers,
            done: Ok(()),
        };
        for item in &mut source.items {
            answers.visit_item_mut(item);
        }
        answers.done?;
    }
    Ok(())
}

/// Which macros are called.
#[derive(Default)]
struct Calls {
    /// The crate that is looked at.
    by: usize,
    /// Per macro, the crates that call it, not by what they export.
    callers: BTreeMap<String, BTreeSet<usize>>,
    /// Per exported macro, the macros that it calls.
    handed: BTreeMap<String, BTreeSet<String>>,
}

impl Calls {
    fn calls(&mut self, name: String) {
        self.callers.entry(name).or_default().insert(self.by);
    }

    fn within(&mut self, tokens: TokenStream) {
        each_call(tokens, &mut |called, _| self.calls(plain(called)));
    }
}

impl<'a> Visit<'a> for Calls {
    fn visit_item_macro(&mut self, item: &'a syn::ItemMacro) {
        let Some(name) = exported(item) else {
            return visit::visit_item_macro(self, item);
        };
        let handed = self.handed.entry(name).or_default();
        each_call(item.mac.tokens.clone(), &mut |called, _| {
            handed.insert(plain(called));
        });
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        if let Some(last) = call.path.segments.last() {
            self.calls(plain(&last.ident));
        }
        self.within(call.tokens.clone());
    }

    fn visit_attribute(&mut self, attr: &'a Attribute) {
        self.within(attr.meta.to_token_stream());
    }
}

/// Puts the answers in.
struct Answers<'a> {
    own: usize,
    infos: &'a [CrateInfo],
    callers: &'a BTreeMap<String, BTreeSet<usize>>,
    done: Result<()>,
}

impl VisitMut for Answers<'_> {
    fn visit_item_macro_mut(&mut self, item: &mut syn::ItemMacro) {
        let Some(name) = exported(item) else {
            return;
        };
        let own = BTreeSet::from([self.own]);
        let by = self.callers.get(&name).unwrap_or(&own);
        let mut answered = by.iter().map(|&id| {
            let answer = |name: &str, args: &TokenStream| {
                let asks = ASKS.contains(&name);
                asks.then(|| of_environment(name, args, &self.infos[id]))?
            };
            (id, with_calls(item.mac.tokens.clone(), &answer))
        });
        let Some((first, tokens)) = answered.next() else {
            return;
        };
        let text = tokens.to_string();
        if let Some((id, _)) = answered.find(|(_, other)| other.to_string() != text) {
            let [own, a, b] = [self.own, first, id].map(|id| &self.infos[id].package);
            self.done = Err(Error::new(format!(
                "the macro `{name}!` of {own} asks cargo for the crate that calls it, and both {a} \
                 and {b} do: a file has one definition"
            )));
        }
        item.mac.tokens = tokens;
    }
}
