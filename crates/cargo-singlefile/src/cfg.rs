//! `cfg`: what is decided now (features, tests, docs) and what is left to the judge's compiler (its
//! target).

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

use crate::expand::under;
use crate::graph::CrateInfo;
use crate::target::Targets;
use crate::tokens::{contains_dollar, each_call, is_punct, matchers, plain, same_group};
use crate::walk::visit::Visit;
use crate::walk::visit_mut::{self, VisitMut};

/// A predicate after everything that is known now has been put in.
enum Answer {
    Yes,
    No,
    Later(TokenStream),
}

/// What a predicate says of some targets.
struct Verdict {
    /// Those where it may hold, and those where it may not: both, if more than the target is asked
    /// for.
    holds: Targets,
    fails: Targets,
    /// What is left of it.
    tokens: TokenStream,
}

#[derive(Debug)]
pub(crate) struct Cfg<'a> {
    features: &'a BTreeSet<String>,
    /// What a build script has turned on.
    cfgs: &'a BTreeSet<String>,
    /// The macros that are given documentation, if not all of it is kept.
    docs_for: Option<&'a BTreeSet<String>>,
    /// The targets for which what is looked at is compiled at all.
    within: Targets,
}

impl<'a> Cfg<'a> {
    pub(crate) fn new(features: &'a BTreeSet<String>, cfgs: &'a BTreeSet<String>) -> Self {
        Cfg {
            features,
            cfgs,
            docs_for: None,
            within: Targets::ALL,
        }
    }

    pub(crate) fn of(info: &'a CrateInfo) -> Self {
        Cfg {
            docs_for: info.docs_for.as_ref(),
            ..Cfg::new(&info.features, &info.cfgs)
        }
    }
}

impl Cfg<'_> {
    /// Whether a condition is true, if that is known already.
    pub(crate) fn is_true(&self, condition: &TokenStream) -> Option<bool> {
        match self.eval(&syn::parse2(condition.clone()).ok()?) {
            Answer::Yes => Some(true),
            Answer::No => Some(false),
            Answer::Later(_) => None,
        }
    }

    fn eval(&self, meta: &Meta) -> Answer {
        let verdict = self.eval_within(meta, self.within);
        match (verdict.holds.is_empty(), verdict.fails.is_empty()) {
            (true, _) => Answer::No,
            (_, true) => Answer::Yes,
            _ => Answer::Later(verdict.tokens),
        }
    }

    fn eval_within(&self, meta: &Meta, within: Targets) -> Verdict {
        let decided = |holds: Targets| Verdict {
            holds: within & holds,
            fails: within & !holds,
            tokens: meta.to_token_stream(),
        };
        let yes_no = |yes| decided(if yes { Targets::ALL } else { Targets::NONE });
        let open = || Verdict {
            holds: within,
            fails: within,
            tokens: meta.to_token_stream(),
        };
        match meta {
            Meta::Path(path) => match ident(path).as_str() {
                family @ ("unix" | "windows") => decided(Targets::of_family(family)),
                "debug_assertions" => open(),
                "true" => yes_no(true),
                name => yes_no(self.cfgs.contains(name)),
            },
            Meta::NameValue(pair) => {
                let key = ident(&pair.path);
                let value = match &pair.value {
                    syn::Expr::Lit(syn::ExprLit {
                        lit: syn::Lit::Str(s),
                        ..
                    }) => s.value(),
                    _ => String::new(),
                };
                if self.cfgs.contains(&format!("{key}=\"{value}\"")) {
                    return yes_no(true);
                }
                match key.as_str() {
                    "feature" => yes_no(self.features.contains(&value)),
                    "target_feature" | "panic" => open(),
                    _ => Targets::with(&key, &value).map_or_else(open, decided),
                }
            }
            Meta::List(list) => {
                let parts = Punctuated::<Meta, Token![,]>::parse_terminated
                    .parse2(list.tokens.clone())
                    .unwrap_or_default();
                match ident(&list.path).as_str() {
                    "not" => match parts.first().map(|part| self.eval_within(part, within)) {
                        Some(Verdict {
                            holds,
                            fails,
                            tokens,
                        }) => Verdict {
                            holds: fails,
                            fails: holds,
                            tokens: quote!(not(#tokens)),
                        },
                        None => yes_no(true),
                    },
                    "all" => self.join(&parts, within, false),
                    "any" => self.join(&parts, within, true),
                    _ => yes_no(false),
                }
            }
        }
    }

    /// All of these predicates, or any. Each is asked for the targets only that those before it
    /// leave open.
    fn join(&self, parts: &Punctuated<Meta, Token![,]>, within: Targets, any: bool) -> Verdict {
        // For `all`, where every part up to now may hold; for `any`, where every one may fail.
        let mut left = within;
        let mut settled = Targets::NONE;
        let mut open = Vec::new();
        for part in parts {
            let Verdict {
                holds,
                fails,
                tokens,
            } = self.eval_within(part, left);
            let (settles, goes_on) = if any { (holds, fails) } else { (fails, holds) };
            if !settles.is_empty() {
                open.push(tokens);
            }
            settled = settled | settles;
            left = goes_on;
        }
        let tokens = match open.as_slice() {
            [one] => one.clone(),
            _ if any => quote!(any(#(#open),*)),
            _ => quote!(all(#(#open),*)),
        };
        let (holds, fails) = if any {
            (settled, left)
        } else {
            (left, settled)
        };
        Verdict {
            holds,
            fails,
            tokens,
        }
    }

    /// Whether the thing under these attributes stays. Its `cfg`s are then removed or simplified,
    /// its `cfg_attr`s resolved, and whatever says nothing to a judge (docs, lints, hints) is gone.
    pub(crate) fn keep(&self, attrs: &mut Vec<Attribute>) -> bool {
        let mut kept = Vec::new();
        for attr in std::mem::take(attrs) {
            if !self.resolve(attr, &mut kept) {
                return false;
            }
        }
        *attrs = kept;
        true
    }

    fn resolve(&self, attr: Attribute, kept: &mut Vec<Attribute>) -> bool {
        let name = ident(attr.path());
        match name.as_str() {
            "cfg" => {
                let Ok(meta) = attr.parse_args::<Meta>() else {
                    return true;
                };
                match self.eval(&meta) {
                    Answer::Yes => {}
                    Answer::No => return false,
                    Answer::Later(tokens) => kept.push(syn::parse_quote!(#[cfg(#tokens)])),
                }
            }
            "cfg_attr" => {
                let Ok(parts) =
                    attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
                else {
                    return true;
                };
                let mut parts = parts.into_iter();
                let Some(predicate) = parts.next() else {
                    return true;
                };
                match self.eval(&predicate) {
                    Answer::Yes => {
                        for meta in parts {
                            if !self.resolve(syn::parse_quote!(#[#meta]), kept) {
                                return false;
                            }
                        }
                    }
                    Answer::No => {}
                    Answer::Later(tokens) => {
                        for meta in parts.filter(|m| !says_nothing(m)) {
                            kept.push(syn::parse_quote!(#[cfg_attr(#tokens, #meta)]));
                        }
                    }
                }
            }
            "test" | "bench" | "global_allocator_test" => return false,
            "doc" if self.docs_for.is_none() && is_text(&attr.meta) => kept.push(attr),
            _ if says_nothing(&attr.meta) => {}
            _ => kept.push(attr),
        }
        true
    }

    /// The same inside macros: `cfg`s that are decided become `all()` or `any()`, `cfg!` becomes a
    /// literal, docs go unless they are wanted.
    fn tokens(&self, tokens: TokenStream, docs: bool) -> TokenStream {
        let trees: Vec<_> = tokens.into_iter().collect();
        let mut out = Vec::new();
        let mut i = 0;
        while i < trees.len() {
            if let (TokenTree::Punct(hash), Some(TokenTree::Group(group))) =
                (&trees[i], trees.get(i + 1))
            {
                if hash.as_char() == '#' && group.delimiter() == Delimiter::Bracket {
                    let inner: Vec<_> = group.stream().into_iter().collect();
                    let is_doc = match inner.as_slice() {
                        [TokenTree::Ident(word), rest @ ..] if word == "doc" => matches!(
                            rest,
                            [TokenTree::Punct(_), TokenTree::Literal(_)] | [TokenTree::Group(_)]
                        ),
                        _ => false,
                    };
                    if is_doc && !docs && self.docs_for.is_some() {
                        i += 2;
                        continue;
                    }
                    if let [TokenTree::Ident(word), TokenTree::Group(args)] = inner.as_slice() {
                        // What is said of the target stays: a macro may look for the very words.
                        let decided = |meta: &Meta| !is_of_target(meta);
                        let is_cfg = word == "cfg" && !contains_dollar(&args.stream());
                        let meta = syn::parse2::<Meta>(args.stream()).ok().filter(decided);
                        if let (true, Some(meta)) = (is_cfg, meta) {
                            let answer = self.predicate(&meta);
                            out.push(trees[i].clone());
                            out.extend(quote!([cfg(#answer)]));
                            i += 2;
                            continue;
                        }
                    }
                }
            }
            if let [TokenTree::Ident(word), TokenTree::Punct(bang), TokenTree::Group(args), ..] =
                &trees[i..]
            {
                if word == "cfg" && bang.as_char() == '!' {
                    if let Ok(meta) = syn::parse2::<Meta>(args.stream()) {
                        out.extend(self.value(&meta));
                        i += 3;
                        continue;
                    }
                }
            }
            match &trees[i] {
                TokenTree::Group(group) => {
                    let is_reader = match &trees[..i] {
                        [.., TokenTree::Ident(word), bang] => {
                            is_punct(Some(bang), '!') && self.reads_docs(word)
                        }
                        _ => false,
                    };
                    let new = self.tokens(group.stream(), docs || is_reader);
                    let new = same_group(group, new);
                    out.push(new.into());
                }
                other => out.push(other.clone()),
            }
            i += 1;
        }
        out.into_iter().collect()
    }

    fn reads_docs(&self, name: &Ident) -> bool {
        self.docs_for.is_some_and(|all| all.contains(&plain(name)))
    }

    /// What stands for a predicate in `#[cfg(..)]`.
    fn predicate(&self, meta: &Meta) -> TokenStream {
        match self.eval(meta) {
            Answer::Yes => quote!(all()),
            Answer::No => quote!(any()),
            Answer::Later(tokens) => tokens,
        }
    }

    /// What stands for `cfg!(..)`.
    fn value(&self, meta: &Meta) -> TokenStream {
        match self.eval(meta) {
            Answer::Yes => quote!(true),
            Answer::No => quote!(false),
            Answer::Later(tokens) => quote!(cfg!(#tokens)),
        }
    }

    /// The targets for which something under these attributes is compiled.
    fn below(&self, attrs: &[Attribute]) -> Targets {
        let cfgs = attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
        let metas = cfgs.filter_map(|attr| attr.parse_args::<Meta>().ok());
        metas.fold(self.within, |within, meta| {
            self.eval_within(&meta, within).holds
        })
    }
}

/// The macros that must be given their documentation, or that may hand it to such a one.
pub(crate) fn readers_of_docs<'a>(items: impl Iterator<Item = &'a syn::Item>) -> BTreeSet<String> {
    #[derive(Default)]
    struct Definitions<'a>(Vec<(String, &'a TokenStream)>);
    impl<'a> Visit<'a> for Definitions<'a> {
        fn visit_item_macro(&mut self, item: &'a syn::ItemMacro) {
            let name = item.ident.as_ref().map(plain);
            self.0.extend(name.map(|name| (name, &item.mac.tokens)));
        }
    }
    let mut all = Definitions::default();
    items.for_each(|item| all.visit_item(item));
    let (readers, mut others): (Vec<_>, Vec<_>) =
        all.0.into_iter().partition(|(_, rules)| wants_docs(rules));
    let mut readers: BTreeSet<String> = readers.into_iter().map(|(name, _)| name).collect();
    loop {
        let known = readers.len();
        others.retain(|(name, rules)| {
            let mut hands_on = false;
            each_call(TokenStream::clone(rules), &mut |called, given| {
                hands_on |= readers.contains(&plain(called)) && contains_dollar(&given.stream());
            });
            if hands_on {
                readers.insert(name.clone());
            }
            !hands_on
        });
        if readers.len() == known {
            return readers;
        }
    }
}

/// Whether a rule of a macro takes one attribute or more, and not any number of them, or looks into
/// documentation.
fn wants_docs(rules: &TokenStream) -> bool {
    fn asks(matcher: TokenStream) -> bool {
        let trees: Vec<_> = matcher.into_iter().collect();
        trees.iter().enumerate().any(|(i, tree)| match tree {
            TokenTree::Group(group) if i > 0 && is_punct(trees.get(i - 1), '#') => {
                let first = group.stream().into_iter().next();
                let is_doc = matches!(first, Some(TokenTree::Ident(word)) if word == "doc");
                (trees.len() > 2 || is_doc) && group.delimiter() == Delimiter::Bracket
            }
            // One at least.
            TokenTree::Group(group) if i > 0 && is_punct(trees.get(i - 1), '$') => {
                let first = group.stream().into_iter().next();
                let is_some = (1..3).any(|more| is_punct(trees.get(i + more), '+'));
                is_some && is_punct(first.as_ref(), '#') || asks(group.stream())
            }
            TokenTree::Group(group) => asks(group.stream()),
            _ => false,
        })
    }
    asks(matchers(rules))
}

/// Whether a predicate is about the target alone.
fn is_of_target(meta: &Meta) -> bool {
    match meta {
        Meta::Path(path) => matches!(&*ident(path), "unix" | "windows"),
        Meta::NameValue(pair) => ident(&pair.path).starts_with("target_"),
        Meta::List(list) => {
            let parts = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(list.tokens.clone());
            parts.is_ok_and(|parts| !parts.is_empty() && parts.iter().all(is_of_target))
        }
    }
}

fn ident(path: &syn::Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// Whether this is `doc = ".."`.
fn is_text(meta: &Meta) -> bool {
    let Meta::NameValue(pair) = meta else {
        return false;
    };
    matches!(&pair.value, syn::Expr::Lit(value) if matches!(value.lit, syn::Lit::Str(_)))
}

fn says_nothing(meta: &Meta) -> bool {
    let name = ident(meta.path());
    matches!(
        name.as_str(),
        "doc"
            | "allow"
            | "warn"
            | "deny"
            | "forbid"
            | "expect"
            | "must_use"
            | "no_std"
            | "deprecated"
            | "non_exhaustive"
            | "no_implicit_prelude"
            | "rustfmt_skip"
            | "crate_type"
            | "crate_name"
            | "automatically_derived"
    ) || name.starts_with("clippy::")
        || name.starts_with("rustfmt::")
        || name.starts_with("diagnostic::")
}

/// Runs `cfg` over everything below an item.
impl VisitMut for Cfg<'_> {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        self.keep(&mut file.attrs);
        self.items(&mut file.items);
    }

    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        let around = self.within;
        if let Some(attrs) = attrs_of(item) {
            self.within = self.below(attrs);
        }
        match item {
            syn::Item::Mod(module) => {
                if let Some((_, items)) = &mut module.content {
                    self.items(items);
                }
            }
            syn::Item::ForeignMod(foreign) => foreign.items.retain_mut(|i| match i {
                syn::ForeignItem::Fn(f) => self.keep(&mut f.attrs),
                syn::ForeignItem::Static(s) => self.keep(&mut s.attrs),
                _ => true,
            }),
            syn::Item::Enum(item) => {
                item.variants = std::mem::take(&mut item.variants)
                    .into_iter()
                    .filter_map(|mut v| self.keep(&mut v.attrs).then_some(v))
                    .collect();
            }
            syn::Item::Impl(item) => (item.items)
                .retain_mut(|item| of_impl_item(item).is_none_or(|attrs| self.keep(attrs))),
            syn::Item::Trait(item) => (item.items)
                .retain_mut(|item| of_trait_item(item).is_none_or(|attrs| self.keep(attrs))),
            _ => {}
        }
        // The items of a module have been visited.
        if !matches!(item, syn::Item::Mod(_)) {
            visit_mut::visit_item_mut(self, item);
        }
        self.within = around;
    }

    fn visit_fields_mut(&mut self, fields: &mut syn::Fields) {
        match fields {
            syn::Fields::Named(f) => {
                f.named = std::mem::take(&mut f.named)
                    .into_iter()
                    .filter_map(|mut x| self.keep(&mut x.attrs).then_some(x))
                    .collect();
            }
            syn::Fields::Unnamed(f) => {
                f.unnamed = std::mem::take(&mut f.unnamed)
                    .into_iter()
                    .filter_map(|mut x| self.keep(&mut x.attrs).then_some(x))
                    .collect();
            }
            syn::Fields::Unit => {}
        }
        visit_mut::visit_fields_mut(self, fields);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain_mut(|stmt| match stmt {
            syn::Stmt::Local(x) => self.keep(&mut x.attrs),
            syn::Stmt::Item(x) => attrs_of(x).is_none_or(|a| self.keep(a)),
            syn::Stmt::Expr(x, _) => expr_attrs(x).is_none_or(|a| self.keep(a)),
            syn::Stmt::Macro(x) => self.keep(&mut x.attrs),
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_signature_mut(&mut self, signature: &mut syn::Signature) {
        self.list(&mut signature.inputs, |input| match input {
            syn::FnArg::Receiver(x) => Some(&mut x.attrs),
            syn::FnArg::Typed(x) => Some(&mut x.attrs),
        });
        visit_mut::visit_signature_mut(self, signature);
    }

    fn visit_generics_mut(&mut self, generics: &mut syn::Generics) {
        self.list(&mut generics.params, |parameter| {
            Some(match parameter {
                syn::GenericParam::Const(x) => &mut x.attrs,
                syn::GenericParam::Lifetime(x) => &mut x.attrs,
                syn::GenericParam::Type(x) => &mut x.attrs,
            })
        });
        visit_mut::visit_generics_mut(self, generics);
    }

    fn visit_pat_struct_mut(&mut self, pattern: &mut syn::PatStruct) {
        self.list(&mut pattern.fields, |field| Some(&mut field.attrs));
        if pattern.rest.is_some() && !pattern.fields.empty_or_trailing() {
            pattern.fields.push_punct(syn::token::Comma::default());
        }
        visit_mut::visit_pat_struct_mut(self, pattern);
    }

    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        match expr {
            syn::Expr::Array(x) => self.list(&mut x.elems, expr_attrs),
            syn::Expr::Call(x) => self.list(&mut x.args, expr_attrs),
            syn::Expr::MethodCall(x) => self.list(&mut x.args, expr_attrs),
            _ => {}
        }
        if let syn::Expr::Match(x) = expr {
            x.arms.retain_mut(|a| self.keep(&mut a.attrs));
        }
        if let syn::Expr::Struct(x) = expr {
            self.list(&mut x.fields, |field| Some(&mut field.attrs));
            if x.dot2_token.is_some() && !x.fields.empty_or_trailing() {
                x.fields.push_punct(syn::token::Comma::default());
            }
        }
        if let syn::Expr::Macro(x) = expr {
            if x.mac.path.is_ident("cfg") {
                if let Ok(meta) = x.mac.parse_body::<Meta>() {
                    if let Ok(new) = syn::parse2(self.value(&meta)) {
                        *expr = new;
                        return;
                    }
                }
            }
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let name = mac.path.segments.last();
        let docs = name.is_some_and(|name| self.reads_docs(&name.ident));
        mac.tokens = self.tokens(std::mem::take(&mut mac.tokens), docs);
    }

    fn visit_item_macro_mut(&mut self, item: &mut syn::ItemMacro) {
        if item.ident.is_none() {
            return self.visit_macro_mut(&mut item.mac);
        }
        let trees: Vec<TokenTree> = std::mem::take(&mut item.mac.tokens).into_iter().collect();
        let new = trees.iter().enumerate().map(|(at, tree)| match tree {
            // What documentation is taken is said on purpose.
            TokenTree::Group(group) => {
                let is_matcher = is_punct(trees.get(at + 1), '=');
                same_group(group, self.tokens(group.stream(), is_matcher)).into()
            }
            other => other.clone(),
        });
        item.mac.tokens = new.collect();
    }
}

impl Cfg<'_> {
    /// Drops what is configured away from a list with commas.
    fn list<T>(
        &self,
        list: &mut Punctuated<T, Token![,]>,
        attrs: impl Fn(&mut T) -> Option<&mut Vec<Attribute>>,
    ) {
        let all = std::mem::take(list).into_iter();
        *list = all
            .filter_map(|mut one| {
                attrs(&mut one)
                    .is_none_or(|attrs| self.keep(attrs))
                    .then_some(one)
            })
            .collect();
    }

    pub(crate) fn items(&mut self, items: &mut Vec<syn::Item>) {
        *items = std::mem::take(items)
            .into_iter()
            .flat_map(|item| branches(&item).unwrap_or_else(|| vec![item]))
            .collect();
        items.retain_mut(|item| attrs_of(item).is_none_or(|attrs| self.keep(attrs)));
        for item in items {
            self.visit_item_mut(item);
        }
    }
}

/// The items of a `cfg_if!`, each under the `cfg` by which it is chosen: so those that are not can
/// go one by one.
fn branches(item: &syn::Item) -> Option<Vec<syn::Item>> {
    let syn::Item::Macro(call) = item else {
        return None;
    };
    if call.ident.is_some() || !call.mac.path.segments.last()?.ident.eq("cfg_if") {
        return None;
    }
    let trees: Vec<TokenTree> = call.mac.tokens.clone().into_iter().collect();
    let (mut rest, mut before, mut all) = (trees.as_slice(), Vec::new(), Vec::new());
    loop {
        let (chosen, body) = match rest {
            [] => {
                // One within another stands under the `cfg` of that.
                under(&call.attrs, &mut all);
                return Some(all);
            }
            [TokenTree::Ident(word), TokenTree::Punct(_), TokenTree::Group(attr), TokenTree::Group(body), tail @ ..]
                if word == "if" =>
            {
                let cfg: syn::MetaList = syn::parse2(attr.stream()).ok()?;
                let meta = cfg.path.is_ident("cfg").then_some(cfg.tokens)?;
                let chosen = quote!(all(#meta, not(any(#(#before),*))));
                before.push(meta);
                rest = tail;
                (chosen, body)
            }
            [TokenTree::Group(body)] => {
                rest = &[];
                (quote!(not(any(#(#before),*))), body)
            }
            _ => return None,
        };
        let mut file: syn::File = syn::parse2(body.stream()).ok()?;
        for item in &mut file.items {
            if let Some(attrs) = attrs_of(item) {
                attrs.insert(0, syn::parse_quote!(#[cfg(#chosen)]));
            } else {
                return None;
            }
        }
        all.append(&mut file.items);
        match rest {
            [TokenTree::Ident(word), tail @ ..] if word == "else" && !tail.is_empty() => {
                rest = tail;
            }
            [] => {}
            _ => return None,
        }
    }
}

pub(crate) fn attrs_of(item: &mut syn::Item) -> Option<&mut Vec<Attribute>> {
    use syn::Item::*;
    Some(match item {
        Const(x) => &mut x.attrs,
        Enum(x) => &mut x.attrs,
        ExternCrate(x) => &mut x.attrs,
        Fn(x) => &mut x.attrs,
        ForeignMod(x) => &mut x.attrs,
        Impl(x) => &mut x.attrs,
        Macro(x) => &mut x.attrs,
        Mod(x) => &mut x.attrs,
        Static(x) => &mut x.attrs,
        Struct(x) => &mut x.attrs,
        Trait(x) => &mut x.attrs,
        TraitAlias(x) => &mut x.attrs,
        Type(x) => &mut x.attrs,
        Union(x) => &mut x.attrs,
        Use(x) => &mut x.attrs,
        _ => return None,
    })
}

pub(crate) fn of_impl_item(item: &mut syn::ImplItem) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        syn::ImplItem::Const(x) => &mut x.attrs,
        syn::ImplItem::Fn(x) => &mut x.attrs,
        syn::ImplItem::Type(x) => &mut x.attrs,
        syn::ImplItem::Macro(x) => &mut x.attrs,
        _ => return None,
    })
}

pub(crate) fn of_trait_item(item: &mut syn::TraitItem) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        syn::TraitItem::Const(x) => &mut x.attrs,
        syn::TraitItem::Fn(x) => &mut x.attrs,
        syn::TraitItem::Type(x) => &mut x.attrs,
        syn::TraitItem::Macro(x) => &mut x.attrs,
        _ => return None,
    })
}

fn expr_attrs(expr: &mut syn::Expr) -> Option<&mut Vec<Attribute>> {
    use syn::Expr::*;
    Some(match expr {
        Array(x) => &mut x.attrs,
        Assign(x) => &mut x.attrs,
        Async(x) => &mut x.attrs,
        Await(x) => &mut x.attrs,
        Binary(x) => &mut x.attrs,
        Block(x) => &mut x.attrs,
        Break(x) => &mut x.attrs,
        Call(x) => &mut x.attrs,
        Cast(x) => &mut x.attrs,
        Closure(x) => &mut x.attrs,
        Const(x) => &mut x.attrs,
        Continue(x) => &mut x.attrs,
        Field(x) => &mut x.attrs,
        ForLoop(x) => &mut x.attrs,
        Group(x) => &mut x.attrs,
        If(x) => &mut x.attrs,
        Index(x) => &mut x.attrs,
        Infer(x) => &mut x.attrs,
        Let(x) => &mut x.attrs,
        Lit(x) => &mut x.attrs,
        Loop(x) => &mut x.attrs,
        Macro(x) => &mut x.attrs,
        Match(x) => &mut x.attrs,
        MethodCall(x) => &mut x.attrs,
        Paren(x) => &mut x.attrs,
        Path(x) => &mut x.attrs,
        Range(x) => &mut x.attrs,
        RawAddr(x) => &mut x.attrs,
        Reference(x) => &mut x.attrs,
        Repeat(x) => &mut x.attrs,
        Return(x) => &mut x.attrs,
        Struct(x) => &mut x.attrs,
        Try(x) => &mut x.attrs,
        TryBlock(x) => &mut x.attrs,
        Tuple(x) => &mut x.attrs,
        Unary(x) => &mut x.attrs,
        Unsafe(x) => &mut x.attrs,
        While(x) => &mut x.attrs,
        Yield(x) => &mut x.attrs,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quote::ToTokens;
    use syn::Meta;

    use super::Cfg;

    /// What is left of a predicate: `all()` if it always holds, `any()` if it never does.
    fn left(predicate: &str) -> String {
        let (features, cfgs) = (BTreeSet::from(["std".to_owned()]), BTreeSet::new());
        let meta: Meta = syn::parse_str(predicate).expect(predicate);
        let tokens = Cfg::new(&features, &cfgs).predicate(&meta);
        tokens.to_string().replace(' ', "").replace("\"", "'")
    }

    #[test]
    fn predicates_keep_what_the_targets_of_judges_leave_open() {
        for (predicate, expected) in [
            ("all(unix, feature = \"std\")", "unix"),
            ("all(unix, not(windows))", "unix"),
            ("any(unix, windows)", "all()"),
            ("all(unix, target_env = \"msvc\")", "any()"),
            (
                "all(target_env = \"sgx\", target_vendor = \"fortanix\")",
                "any()",
            ),
            (
                "any(target_os = \"wasi\", target_os = \"linux\")",
                "target_os='linux'",
            ),
            ("target_endian = \"big\"", "any()"),
            (
                "all(target_arch = \"x86\", target_pointer_width = \"64\")",
                "any()",
            ),
            (
                "not(any(target_os = \"linux\", target_os = \"macos\"))",
                "not(any(target_os='linux',target_os='macos'))",
            ),
            (
                "all(not(any(target_os = \"linux\", target_os = \"macos\")), windows)",
                "not(any(target_os='linux',target_os='macos'))",
            ),
            (
                "any(windows, all(unix, target_feature = \"avx2\"))",
                "any(windows,target_feature='avx2')",
            ),
            ("not(debug_assertions)", "not(debug_assertions)"),
            ("all(debug_assertions, feature = \"none\")", "any()"),
        ] {
            assert_eq!(left(predicate), expected, "{predicate}");
        }
    }

    #[test]
    fn branches_within_branches_stand_under_both_conditions() {
        let (features, cfgs) = (BTreeSet::new(), BTreeSet::new());
        let mut file: syn::File = syn::parse_quote! {
            cfg_if! { if #[cfg(windows)] { cfg_if! { if #[cfg(debug_assertions)] { fn a() {} } } } }
        };
        let mut cfg = Cfg::new(&features, &cfgs);
        cfg.items(&mut file.items);
        cfg.items(&mut file.items);
        let expected: syn::File = syn::parse_quote! {
            #[cfg(windows)]
            #[cfg(debug_assertions)]
            fn a() {}
        };
        assert_eq!(
            file.to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
    }

    #[test]
    fn a_predicate_is_asked_for_the_targets_of_what_is_around_it() {
        let (features, cfgs) = (BTreeSet::new(), BTreeSet::new());
        let mut file: syn::File = syn::parse_quote! {
            #[cfg(unix)]
            mod system {
                #[cfg(windows)]
                fn never() {}
                #[cfg(not(windows))]
                fn always() {
                    if cfg!(target_env = "msvc") {}
                    #[cfg(target_os = "macos")]
                    sometimes();
                }
            }
            #[cfg(windows)]
            fn behind() {}
        };
        Cfg::new(&features, &cfgs).items(&mut file.items);
        let expected: syn::File = syn::parse_quote! {
            #[cfg(unix)]
            mod system {
                fn always() {
                    if false {}
                    #[cfg(target_os = "macos")]
                    sometimes();
                }
            }
            #[cfg(windows)]
            fn behind() {}
        };
        let text = |file: &syn::File| file.to_token_stream().to_string();
        assert_eq!(text(&file), text(&expected));
    }
}
