//! Calls of a registry crate's `macro_rules!` where items stand, replaced by the items that they
//! make. As items they can be dropped one by one, and the macro itself goes. So are calls that
//! bring in the files of modules. What this small expander does not understand stays a call.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Item, Token};

use crate::cfg::{attrs_of, Cfg};
use crate::combine::Part;
use crate::places::words_of;
use crate::tokens::{contains_dollar, is_colons, is_punct, plain, same_group};

/// Expands what can be expanded.
pub(crate) fn expand(parts: &mut [Part]) {
    let mut macros = BTreeMap::new();
    let gone = parts.iter().filter(|part| part.source.is_written_out);
    let gone: BTreeSet<String> = gone.filter_map(|part| part.module.clone()).collect();
    for part in parts.iter().filter(|part| part.source.info.from_registry) {
        for item in &part.source.items {
            if let Item::Macro(definition) = item {
                if let (Some(name), Some(rules)) =
                    (&definition.ident, rules(&definition.mac.tokens))
                {
                    macros.insert(plain(name), rules);
                }
            }
        }
    }
    // In registry crates what imports procedural macros of which all uses are written out.
    let mut imports = macros.clone();
    imports.retain(|_, rules| {
        let words = rules.iter().flat_map(|rule| words_of(&rule.body));
        words.into_iter().any(|word| gone.contains(&word))
    });
    let (everything, imports) = (Expander { macros }, Expander { macros: imports });
    for part in parts {
        let mut cfg = Cfg::of(&part.source.info);
        let mut own = BTreeMap::new();
        all_rules(&part.source.items, &mut own);
        let macros = own
            .into_iter()
            .filter_map(|(name, rules)| Some((name, rules?)));
        let macros: BTreeMap<String, Vec<Rule>> = macros.collect();
        // The file has no features: what they decide is decided here.
        let mut asking = macros.clone();
        asking.retain(|_, rules| rules.iter().any(|rule| asks_what_it_is_given(&rule.body)));
        let mut by_name = asking.clone();
        by_name.retain(|_, rules| rules.iter().any(|rule| names_a_feature(&rule.body)));
        Expander { macros: by_name }.items(&mut part.source.items, &mut cfg, |_| true);
        Expander { macros: asking }.items(&mut part.source.items, &mut cfg, |call| {
            names_a_feature(&call.tokens)
        });
        if !part.source.info.from_registry {
            everything.items(&mut part.source.items, &mut cfg, |_| true);
            continue;
        }
        let own = Expander { macros };
        own.items(&mut part.source.items, &mut cfg, holds_items);
        imports.items(&mut part.source.items, &mut cfg, |_| true);
    }
}

/// Whether a body has a `cfg` that is not known before the macro is called.
fn asks_what_it_is_given(body: &TokenStream) -> bool {
    let trees: Vec<TokenTree> = body.clone().into_iter().collect();
    trees.iter().enumerate().any(|(at, tree)| match tree {
        TokenTree::Ident(word) if word == "cfg" || word == "cfg_attr" => {
            let given = trees[at + 1..].iter().take(2);
            given.into_iter().any(|tree| match tree {
                TokenTree::Group(group) => contains_dollar(&group.stream()),
                _ => false,
            })
        }
        TokenTree::Group(group) => asks_what_it_is_given(&group.stream()),
        _ => false,
    })
}

fn names_a_feature(tokens: &TokenStream) -> bool {
    words_of(tokens).contains("feature")
}

/// The macros of a crate by their names; none where one name has several.
fn all_rules(items: &[Item], all: &mut BTreeMap<String, Option<Vec<Rule>>>) {
    for item in items {
        match item {
            Item::Macro(definition) => {
                if let Some(name) = &definition.ident {
                    let name = plain(name);
                    let rules = rules(&definition.mac.tokens).filter(|_| !all.contains_key(&name));
                    all.insert(name, rules);
                }
            }
            Item::Mod(module) => {
                let inside = module.content.iter().flat_map(|(_, items)| items);
                inside.for_each(|item| all_rules(std::slice::from_ref(item), all));
            }
            _ => {}
        }
    }
}

/// Items, with the semicolons of calls that stood there.
fn some_items(input: ParseStream<'_>) -> syn::Result<Vec<Item>> {
    let mut items = Vec::new();
    while !input.is_empty() {
        if input.parse::<Option<Token![;]>>()?.is_none() {
            items.push(input.parse()?);
        }
    }
    Ok(items)
}

/// Whether what a macro is given are several items already, to each of which it adds something.
fn holds_items(call: &syn::Macro) -> bool {
    let items = some_items.parse2(call.tokens.clone());
    items.is_ok_and(|items| items.len() > 1)
}

#[derive(Debug, Clone)]
struct Rule {
    matcher: TokenStream,
    body: TokenStream,
}

/// What a variable of a macro stands for.
#[derive(Debug, Clone)]
enum Binding {
    One(TokenStream),
    Many(Vec<Binding>),
}

type Bindings = BTreeMap<String, Binding>;

fn rules(tokens: &TokenStream) -> Option<Vec<Rule>> {
    let trees: Vec<_> = tokens.clone().into_iter().collect();
    let groups: Vec<TokenStream> = trees
        .iter()
        .filter_map(|tree| match tree {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        })
        .collect();
    (groups.len() % 2 == 0).then(|| {
        let pairs = groups.chunks(2);
        pairs
            .map(|pair| Rule {
                matcher: pair[0].clone(),
                body: pair[1].clone(),
            })
            .collect()
    })
}

/// Macros whose calls are items before all else, as they write what paths lead to: modules which
/// are in files of their own, by the names that they are given, exported macros, files beside the
/// call, and `fn main`, with which all begins.
#[derive(Debug, Default)]
pub(crate) struct EarlyMacros(BTreeMap<String, Vec<Rule>>);

impl EarlyMacros {
    /// Notes the definition of a macro.
    pub(crate) fn add(&mut self, name: &Ident, tokens: &TokenStream) {
        self.0
            .insert(plain(name), rules(tokens).unwrap_or_default());
    }

    /// Whether calls of a macro of this name bring in files, which then need not be in its body.
    pub(crate) fn brings_files(&self, name: &Ident) -> bool {
        let mut rules = self.0.get(&plain(name)).into_iter().flatten();
        rules.any(|rule| names_a_module(&rule.body))
    }

    /// The macros whose calls bring in files or `fn main`, by way of each other too.
    fn bringing(&self) -> BTreeSet<&String> {
        let mut found = BTreeSet::new();
        loop {
            let before = found.len();
            for (name, rules) in &self.0 {
                let brings = |rule: &Rule| {
                    let body = &rule.body;
                    names_a_module(body) || writes_main(body) || calls_one_of(body, &found)
                };
                if !found.contains(name) && rules.iter().any(brings) {
                    found.insert(name);
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// The same macros as another crate sees them, for which this one has a name.
    pub(crate) fn seen_as(&self, name: &Ident) -> EarlyMacros {
        let seen = |rule: &Rule| Rule {
            matcher: rule.matcher.clone(),
            body: with_crate_as(&rule.body, name),
        };
        let all = self.0.iter();
        EarlyMacros(
            all.map(|(name, rules)| (name.clone(), rules.iter().map(seen).collect()))
                .collect(),
        )
    }

    /// The items for which a call of a macro of this name stands, if it is one of them.
    pub(crate) fn items(&self, name: &Ident, call: &syn::Macro) -> Option<Vec<Item>> {
        let name = plain(name);
        let rules = self.0.get(&name)?;
        let is_early = |tokens: &TokenStream| {
            let words = words_of(tokens);
            let early = ["macro_export", "include_str", "include_bytes"];
            early.iter().any(|word| words.contains(*word)) || writes_main(tokens)
        };
        let bringing = self.bringing();
        let brings = bringing.contains(&name);
        if !brings && !is_early(&call.tokens) && !rules.iter().any(|rule| is_early(&rule.body)) {
            return None;
        }
        let others = (self.0.iter())
            .filter(|(other, _)| **other == name || brings && bringing.contains(other));
        let macros = others.map(|(name, rules)| (name.clone(), rules.clone()));
        let expander = Expander {
            macros: macros.collect(),
        };
        let tokens = expander.call(&name, &call.tokens, 0)?;
        some_items.parse2(tokens).ok()
    }
}

/// Puts the `cfg`s of a call on what it makes.
pub(crate) fn under(attrs: &[Attribute], items: &mut [Item]) {
    let conditions = attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
    for attrs in items.iter_mut().filter_map(attrs_of) {
        attrs.splice(0..0, conditions.clone().cloned());
    }
}

/// With `::name` in the place of `$crate`.
fn with_crate_as(body: &TokenStream, name: &Ident) -> TokenStream {
    let trees: Vec<TokenTree> = body.clone().into_iter().collect();
    let mut out = TokenStream::new();
    for (at, tree) in trees.iter().enumerate() {
        let is_dollar = |at: Option<usize>| is_punct(at.and_then(|at| trees.get(at)), '$');
        let is_crate =
            |at: usize| matches!(trees.get(at), Some(TokenTree::Ident(word)) if word == "crate");
        match tree {
            TokenTree::Group(group) => {
                let inner = with_crate_as(&group.stream(), name);
                out.extend([TokenTree::from(same_group(group, inner))]);
            }
            _ if is_dollar(Some(at)) && is_crate(at + 1) => {}
            _ if is_crate(at) && is_dollar(at.checked_sub(1)) => {
                out.extend(quote::quote!(::#name));
            }
            tree => out.extend([tree.clone()]),
        }
    }
    out
}

/// Whether `mod name;` or `mod $name;` is in the body of a macro.
fn names_a_module(body: &TokenStream) -> bool {
    let trees: Vec<TokenTree> = body.clone().into_iter().collect();
    let here = trees.iter().enumerate().any(|(at, tree)| {
        let name = at + 1 + usize::from(is_punct(trees.get(at + 1), '$'));
        matches!(tree, TokenTree::Ident(word) if word == "mod")
            && matches!(trees.get(name), Some(TokenTree::Ident(_)))
            && is_punct(trees.get(name + 1), ';')
    });
    here || trees.iter().any(|tree| match tree {
        TokenTree::Group(group) => names_a_module(&group.stream()),
        _ => false,
    })
}

/// Whether `fn main` is there.
fn writes_main(tokens: &TokenStream) -> bool {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is = |at: usize, what: &str| matches!(&trees[at], TokenTree::Ident(word) if word == what);
    (1..trees.len()).any(|at| is(at - 1, "fn") && is(at, "main"))
        || trees.iter().any(|tree| match tree {
            TokenTree::Group(group) => writes_main(&group.stream()),
            _ => false,
        })
}

/// Whether one of these macros is called in the body of another.
fn calls_one_of(body: &TokenStream, macros: &BTreeSet<&String>) -> bool {
    let trees: Vec<TokenTree> = body.clone().into_iter().collect();
    trees.iter().enumerate().any(|(at, tree)| match tree {
        TokenTree::Group(group) => calls_one_of(&group.stream(), macros),
        TokenTree::Ident(word) => is_punct(trees.get(at + 1), '!') && macros.contains(&plain(word)),
        _ => false,
    })
}

struct Expander {
    macros: BTreeMap<String, Vec<Rule>>,
}

impl Expander {
    /// Puts what calls stand for in their places, of those that are wanted.
    fn items(&self, items: &mut Vec<Item>, cfg: &mut Cfg<'_>, is_wanted: fn(&syn::Macro) -> bool) {
        let mut out = Vec::new();
        for mut item in items.drain(..) {
            match &mut item {
                Item::Mod(module) => {
                    if let Some((_, items)) = &mut module.content {
                        self.items(items, cfg, is_wanted);
                    }
                }
                Item::Macro(call) if call.ident.is_none() && is_wanted(&call.mac) => {
                    let name = call
                        .mac
                        .path
                        .segments
                        .last()
                        .map(|segment| plain(&segment.ident));
                    let new = name.and_then(|name| self.new_items(&name, &call.mac.tokens, cfg));
                    if let Some(mut new) = new {
                        under(&call.attrs, &mut new);
                        out.extend(new);
                        continue;
                    }
                }
                _ => {}
            }
            out.push(item);
        }
        *items = out;
    }

    fn new_items(
        &self,
        name: &str,
        arguments: &TokenStream,
        cfg: &mut Cfg<'_>,
    ) -> Option<Vec<Item>> {
        let tokens = self.call(name, arguments, 0)?;
        let mut items = some_items.parse2(tokens).ok()?;
        cfg.items(&mut items);
        Some(items)
    }

    /// What a call stands for, with the calls inside of it.
    fn call(&self, name: &str, arguments: &TokenStream, depth: usize) -> Option<TokenStream> {
        let rules = self.macros.get(name).filter(|_| depth < 64)?;
        for rule in rules {
            let mut bindings = Bindings::new();
            let matcher: Vec<_> = rule.matcher.clone().into_iter().collect();
            let whole = |input: ParseStream<'_>| match_all(&matcher, input, &mut bindings);
            if whole.parse2(arguments.clone()).is_ok() {
                if captures_a_local(&rule.body, &bindings) {
                    return None;
                }
                let body = transcribe(&rule.body, &bindings, &[])?;
                return self.calls_inside(body, depth + 1);
            }
        }
        None
    }

    fn calls_inside(&self, tokens: TokenStream, depth: usize) -> Option<TokenStream> {
        let trees: Vec<_> = tokens.into_iter().collect();
        let mut out: Vec<TokenTree> = Vec::new();
        let mut i = 0;
        while i < trees.len() {
            if let [TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(group), ..] =
                &trees[i..]
            {
                let mut start = out.len();
                while start >= 2 && is_colons(&out, start - 2) {
                    let is_name = |at: usize| matches!(out[at], TokenTree::Ident(_));
                    start -= if start >= 3 && is_name(start - 3) {
                        3
                    } else {
                        2
                    };
                }
                // Attributes before a call are of all that it makes.
                let has_attributes = matches!(&out[..start], [.., hash, TokenTree::Group(group)]
                    if is_punct(Some(hash), '#') && group.delimiter() == Delimiter::Bracket);
                let is_known = self.macros.contains_key(&plain(name));
                if bang.as_char() == '!' && is_known && !has_attributes {
                    out.truncate(start);
                    out.extend(self.call(&plain(name), &group.stream(), depth)?);
                    i += 3;
                    // Items have their own ends.
                    if is_punct(out.last(), ';') && is_punct(trees.get(i), ';') {
                        i += 1;
                    }
                    continue;
                }
            }
            out.push(match &trees[i] {
                TokenTree::Group(group) => {
                    same_group(group, self.calls_inside(group.stream(), depth)?).into()
                }
                other => other.clone(),
            });
            i += 1;
        }
        Some(out.into_iter().collect())
    }
}

/// Whether a word of an argument could be caught by a variable of the macro's body, which the
/// compiler keeps apart.
fn captures_a_local(body: &TokenStream, bindings: &Bindings) -> bool {
    fn locals(tokens: &TokenStream, out: &mut BTreeSet<String>) {
        let trees: Vec<_> = tokens.clone().into_iter().collect();
        for (i, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Ident(word) if word == "let" || word == "mut" || word == "for" => {
                    let next = trees.get(i + 1);
                    if let Some(TokenTree::Ident(name)) =
                        next.filter(|next| next.to_string() != "self")
                    {
                        out.insert(plain(name));
                    }
                }
                TokenTree::Group(group) => locals(&group.stream(), out),
                _ => {}
            }
        }
    }
    fn words(binding: &Binding, out: &mut Vec<String>) {
        match binding {
            Binding::One(tokens) => {
                crate::tokens::each_word(tokens, &mut |word| out.push(word.to_owned()));
            }
            Binding::Many(all) => all.iter().for_each(|binding| words(binding, out)),
        }
    }
    let mut named = BTreeSet::new();
    locals(body, &mut named);
    let mut mentioned = Vec::new();
    // A lone identifier is a name that the caller gives.
    let given = |binding: &Binding| matches!(binding, Binding::One(tokens) if tokens.clone().into_iter().count() == 1);
    bindings
        .values()
        .filter(|binding| !given(binding))
        .for_each(|binding| words(binding, &mut mentioned));
    mentioned.iter().any(|word| named.contains(word))
}

fn match_all(
    matcher: &[TokenTree],
    input: ParseStream<'_>,
    bindings: &mut Bindings,
) -> syn::Result<()> {
    match_some(matcher, input, bindings)?;
    if input.is_empty() {
        Ok(())
    } else {
        Err(input.error("more than the rule wants"))
    }
}

/// Matches tokens from the left and leaves the rest.
fn match_some(
    matcher: &[TokenTree],
    input: ParseStream<'_>,
    bindings: &mut Bindings,
) -> syn::Result<()> {
    let mut i = 0;
    while i < matcher.len() {
        match &matcher[i] {
            TokenTree::Punct(dollar) if dollar.as_char() == '$' => match matcher.get(i + 1) {
                Some(TokenTree::Ident(name)) => {
                    let Some(TokenTree::Ident(kind)) = matcher.get(i + 3) else {
                        return Err(input.error("a fragment without its kind"));
                    };
                    bindings.insert(
                        plain(name),
                        Binding::One(fragment(&kind.to_string(), input)?),
                    );
                    i += 4;
                }
                Some(TokenTree::Group(group)) => {
                    let (separator, operator, next) = repetition(matcher, i + 2);
                    let inner: Vec<_> = group.stream().into_iter().collect();
                    let rest = matcher.get(next);
                    match_many(&inner, separator.as_ref(), operator, rest, input, bindings)?;
                    i = next;
                }
                _ => return Err(input.error("a `$` that starts nothing")),
            },
            TokenTree::Group(group) => {
                let TokenTree::Group(found) = input.parse::<TokenTree>()? else {
                    return Err(input.error("not a group"));
                };
                if found.delimiter() != group.delimiter() {
                    return Err(input.error("another delimiter"));
                }
                let inner: Vec<_> = group.stream().into_iter().collect();
                let whole = |input: ParseStream<'_>| match_all(&inner, input, bindings);
                whole.parse2(found.stream())?;
                i += 1;
            }
            token => {
                let found: TokenTree = input.parse()?;
                if found.to_string() != token.to_string() {
                    return Err(input.error("another token"));
                }
                i += 1;
            }
        }
    }
    Ok(())
}

/// The separator and the operator behind `$(..)`, and where what follows begins.
fn repetition(matcher: &[TokenTree], at: usize) -> (Option<TokenTree>, char, usize) {
    let operator =
        |tree: Option<&TokenTree>| ['*', '+', '?'].into_iter().find(|&c| is_punct(tree, c));
    match (operator(matcher.get(at)), operator(matcher.get(at + 1))) {
        (Some(c), _) => (None, c, at + 1),
        (None, Some(c)) => (matcher.get(at).cloned(), c, at + 2),
        (None, None) => (None, '?', at),
    }
}

fn match_many(
    inner: &[TokenTree],
    separator: Option<&TokenTree>,
    operator: char,
    rest: Option<&TokenTree>,
    input: ParseStream<'_>,
    bindings: &mut Bindings,
) -> syn::Result<()> {
    let mut rounds: Vec<Bindings> = Vec::new();
    while !input.is_empty() {
        let ahead = input.fork();
        if let (Some(separator), false) = (separator, rounds.is_empty()) {
            if ahead.parse::<TokenTree>()?.to_string() != separator.to_string() {
                break;
            }
        }
        // A literal token that both the repetition and what follows could take belongs to what
        // follows.
        let same = |tree: &TokenTree| {
            inner
                .first()
                .is_some_and(|first| first.to_string() == tree.to_string())
        };
        let mut round = Bindings::new();
        if match_some(inner, &ahead, &mut round).is_err()
            || (rest.is_some_and(same) && ahead.is_empty())
        {
            break;
        }
        syn::parse::discouraged::Speculative::advance_to(input, &ahead);
        rounds.push(round);
        if operator == '?' {
            break;
        }
    }
    if operator == '+' && rounds.is_empty() {
        return Err(input.error("at least one is wanted"));
    }
    for name in variables(inner) {
        let all = rounds
            .iter()
            .filter_map(|round| round.get(&name).cloned())
            .collect();
        bindings.insert(name, Binding::Many(all));
    }
    Ok(())
}

fn variables(matcher: &[TokenTree]) -> Vec<String> {
    let mut names = Vec::new();
    for (i, tree) in matcher.iter().enumerate() {
        match tree {
            TokenTree::Ident(name) if i > 0 && is_punct(matcher.get(i - 1), '$') => {
                names.push(plain(name));
            }
            TokenTree::Group(group) => {
                names.extend(variables(&group.stream().into_iter().collect::<Vec<_>>()));
            }
            _ => {}
        }
    }
    names
}

fn fragment(kind: &str, input: ParseStream<'_>) -> syn::Result<TokenStream> {
    fn parsed<T: Parse + ToTokens>(input: ParseStream<'_>) -> syn::Result<TokenStream> {
        Ok(input.parse::<T>()?.into_token_stream())
    }
    match kind {
        "ident" => Ok(input.call(Ident::parse_any)?.into_token_stream()),
        "tt" => parsed::<TokenTree>(input),
        "ty" => parsed::<syn::Type>(input),
        "vis" => parsed::<syn::Visibility>(input),
        "path" => parsed::<syn::Path>(input),
        "literal" => parsed::<syn::Lit>(input),
        "lifetime" => parsed::<syn::Lifetime>(input),
        "meta" => parsed::<syn::Meta>(input),
        "item" => parsed::<Item>(input),
        "block" => parsed::<syn::Block>(input),
        // Invisible parentheses would be lost in text.
        "expr" => {
            let expr: syn::Expr = input.parse()?;
            Ok(match expr {
                syn::Expr::Assign(_)
                | syn::Expr::Binary(_)
                | syn::Expr::Break(_)
                | syn::Expr::Cast(_)
                | syn::Expr::Closure(_)
                | syn::Expr::If(_)
                | syn::Expr::Match(_)
                | syn::Expr::Range(_)
                | syn::Expr::Reference(_)
                | syn::Expr::Return(_)
                | syn::Expr::Unary(_) => {
                    quote::quote!((#expr))
                }
                _ => expr.into_token_stream(),
            })
        }
        _ => Err(input.error("a fragment of another kind")),
    }
}

/// The body with its variables replaced; `round` says in which round of each repetition around it
/// is.
fn transcribe(body: &TokenStream, bindings: &Bindings, round: &[usize]) -> Option<TokenStream> {
    let trees: Vec<_> = body.clone().into_iter().collect();
    let mut out: Vec<TokenTree> = Vec::new();
    let mut i = 0;
    while i < trees.len() {
        match (&trees[i], trees.get(i + 1)) {
            (TokenTree::Punct(dollar), Some(TokenTree::Ident(name))) if dollar.as_char() == '$' => {
                if name == "crate" {
                    out.push(Ident::new("crate", Span::call_site()).into());
                } else if !bindings.contains_key(&plain(name)) {
                    // That of a macro which is written.
                    out.extend([trees[i].clone(), trees[i + 1].clone()]);
                } else {
                    let mut binding = bindings.get(&plain(name))?;
                    for &k in round {
                        if let Binding::Many(all) = binding {
                            binding = all.get(k)?;
                        }
                    }
                    let Binding::One(tokens) = binding else {
                        return None;
                    };
                    out.extend(tokens.clone());
                }
                i += 2;
            }
            (TokenTree::Punct(dollar), Some(TokenTree::Group(group)))
                if dollar.as_char() == '$' =>
            {
                let (separator, _, next) = repetition(&trees, i + 2);
                let count = rounds(&group.stream(), bindings, round)?;
                for k in 0..count {
                    if k > 0 {
                        out.extend(separator.clone());
                    }
                    let mut deeper = round.to_vec();
                    deeper.push(k);
                    out.extend(transcribe(&group.stream(), bindings, &deeper)?);
                }
                i = next;
            }
            (TokenTree::Group(group), _) => {
                let inner = transcribe(&group.stream(), bindings, round)?;
                // The body of an attribute or a call keeps its delimiters, and so does everything
                // else.
                debug_assert!(group.delimiter() != Delimiter::None || inner.is_empty());
                out.push(same_group(group, inner).into());
                i += 1;
            }
            (other, _) => {
                out.push(other.clone());
                i += 1;
            }
        }
    }
    Some(out.into_iter().collect())
}

/// How often a repetition goes round: as often as the variables in it.
fn rounds(body: &TokenStream, bindings: &Bindings, round: &[usize]) -> Option<usize> {
    let trees: Vec<_> = body.clone().into_iter().collect();
    let counts = variables(&trees).into_iter().filter_map(|name| {
        let mut binding = bindings.get(&name)?;
        for &k in round {
            if let Binding::Many(all) = binding {
                binding = all.get(k)?;
            }
        }
        match binding {
            Binding::Many(all) => Some(all.len()),
            Binding::One(_) => None,
        }
    });
    counts.max()
}
