//! Chains of `let` in conditions, which older editions do not have: `if a && let Some(b) = c { .. }
//! else { .. }` becomes one `if` in the other, and what is `else` stands behind them in a block
//! that both leave. What the conditions have made has come to its end there, as in 2024 before
//! `else`.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::{BinOp, Block, Expr, Item, Lifetime, Stmt};

use crate::fold::is_bool;
use crate::tokens::{is_punct, same_group};
use crate::walk::visit_mut::{self, VisitMut};

/// What makes a chain of a single `let`, where it has to be written as one.
pub(crate) const ALWAYS: &str = "true && ";

/// Writes chains of one edition as another allows them.
pub(crate) fn write_out(items: &mut [Item], edition: u16, file: u16) {
    if edition >= 2024 && file < 2024 {
        let mut chains = Chains::new(0);
        items
            .iter_mut()
            .for_each(|item| chains.visit_item_mut(item));
    }
}

/// The text of a function without chains.
pub(crate) fn without(function: &str) -> Option<String> {
    let mut parsed: syn::ItemFn = syn::parse_str(function).ok()?;
    // Labels that are there already are those of before, with their numbers.
    let numbers = function.split('\'').filter_map(|behind| {
        let (_, number) = behind.split_once('_')?;
        number
            .split(|sign: char| !sign.is_ascii_digit())
            .next()?
            .parse()
            .ok()
    });
    Chains::new(numbers.max().unwrap_or(0)).visit_item_fn_mut(&mut parsed);
    Some(parsed.into_token_stream().to_string())
}

struct Chains {
    count: usize,
    /// The labels of the loops around, those that they have or are to have, of the innermost
    /// function.
    loops: Vec<Lifetime>,
}

/// The parts of a condition, if one of several is a `let`.
fn parts(condition: &Expr) -> Option<Vec<Expr>> {
    fn split(condition: &Expr, out: &mut Vec<Expr>) {
        match condition {
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
                split(&binary.left, out);
                split(&binary.right, out);
            }
            other => out.push(other.clone()),
        }
    }
    let mut out = Vec::new();
    split(condition, &mut out);
    let has_let = out.iter().any(|part| matches!(part, Expr::Let(_)));
    let is_chain = has_let && out.len() > 1;
    out.retain(|part| is_bool(part) != Some(true));
    is_chain.then_some(out)
}

/// The `if` that is the value of a variable, and ends in a reference to what it makes: that may
/// live as long as the variable, but what a block is left with does not.
pub(crate) fn lending(init: Option<&syn::LocalInit>) -> Option<&syn::ExprIf> {
    fn ends_in_one(block: &Block) -> bool {
        let last = match block.stmts.last() {
            Some(Stmt::Expr(last, None)) => last,
            _ => return false,
        };
        let is_place = |of: &Expr| {
            matches!(
                of,
                Expr::Field(_) | Expr::Index(_) | Expr::Path(_) | Expr::Unary(_)
            )
        };
        matches!(last, Expr::Reference(of) if !is_place(&of.expr))
    }
    fn lends(of: &syn::ExprIf) -> bool {
        let other = of.else_branch.as_ref().map(|(_, other)| &**other);
        ends_in_one(&of.then_branch)
            || match other {
                Some(Expr::Block(other)) => ends_in_one(&other.block),
                Some(Expr::If(other)) => lends(other),
                _ => false,
            }
    }
    match &*init?.expr {
        Expr::If(of) => Some(of).filter(|of| lends(of)),
        _ => None,
    }
}

/// One `if` in the other, the first around all.
fn nested(parts: Vec<Expr>, inner: Block) -> Expr {
    let inner = parts
        .into_iter()
        .rev()
        .fold(inner, |inner, part| syn::parse_quote!({ if #part #inner }));
    match inner.stmts.into_iter().next() {
        Some(Stmt::Expr(outer, _)) => outer,
        _ => Expr::Verbatim(TokenStream::new()),
    }
}

impl Chains {
    fn new(count: usize) -> Chains {
        Chains {
            count,
            loops: Vec::new(),
        }
    }

    fn label(&mut self, what: &str) -> Lifetime {
        self.count += 1;
        let name = format_ident!("{what}_{}", self.count);
        Lifetime {
            apostrophe: proc_macro2::Span::call_site(),
            ident: name,
        }
    }

    /// Visits the body of a loop, and gives it a label if something in it needs that.
    fn in_loop(&mut self, label: &mut Option<syn::Label>, body: &mut Block) {
        let name = match &label {
            Some(label) => label.name.clone(),
            None => self.label("around"),
        };
        self.loops.push(name.clone());
        self.visit_block_mut(body);
        self.loops.pop();
        let mut uses = Uses(&name, false);
        uses.visit_block_mut(body);
        if label.is_none() && uses.1 {
            *label = Some(syn::parse_quote!(#name:));
        }
    }
}

/// Whether a label is used.
struct Uses<'a>(&'a Lifetime, bool);

impl VisitMut for Uses<'_> {
    fn visit_lifetime_mut(&mut self, name: &mut Lifetime) {
        self.1 |= name == self.0;
    }
}

/// Gives a label to what leaves the loop around without one, which a block with a label does not
/// allow.
struct Leaves<'a>(&'a Lifetime);

impl VisitMut for Leaves<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Break(leaves) if leaves.label.is_none() => leaves.label = Some(self.0.clone()),
            Expr::Continue(leaves) if leaves.label.is_none() => leaves.label = Some(self.0.clone()),
            Expr::Loop(_)
            | Expr::While(_)
            | Expr::ForLoop(_)
            | Expr::Closure(_)
            | Expr::Async(_) => {
                return;
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// The same in what `macro_rules!` write, of which only the words are known.
impl Chains {
    /// The rules of a macro: what they take stays as it is.
    fn rules(&mut self, rules: TokenStream) -> TokenStream {
        let mut out: Vec<TokenTree> = Vec::new();
        for tree in rules {
            out.push(match tree {
                TokenTree::Group(body) if is_punct(out.last(), '>') => {
                    same_group(&body, self.written(body.stream())).into()
                }
                other => other,
            });
        }
        out.into_iter().collect()
    }

    fn written(&mut self, tokens: TokenStream) -> TokenStream {
        let trees = tokens.into_iter().map(|tree| match tree {
            TokenTree::Group(group) => same_group(&group, self.written(group.stream())).into(),
            other => other,
        });
        let trees: Vec<TokenTree> = trees.collect();
        let mut out = TokenStream::new();
        let mut at = 0;
        while at < trees.len() {
            let (of, end) = match condition(&trees, at) {
                Some(found) => self.chain(&trees, at, found),
                None => (trees[at].clone().into(), at + 1),
            };
            out.extend(of);
            at = end;
        }
        out
    }

    /// What is written for the `if` at a place, and the end of that. The body is at `found`.
    fn chain(&mut self, trees: &[TokenTree], at: usize, found: usize) -> (TokenStream, usize) {
        let (body, end) = (&trees[found], found + 1);
        let other = |from: usize| match trees.get(from) {
            Some(TokenTree::Group(_)) => Some(from + 1),
            _ => end_of_if(trees, from),
        };
        let is_else = is_word(trees.get(end), "else");
        let all_end = if is_else { other(end + 1) } else { Some(end) };
        let as_it_is = (trees[at].clone().into(), at + 1);
        // It may be `$(else ..)?`.
        if is_punct(trees.get(end), '$') {
            return as_it_is;
        }
        let (Some(all_end), Some(parts)) = (all_end, parts_of(&trees[at + 1..found])) else {
            return as_it_is;
        };
        let nested = |inner: TokenStream| {
            let mut parts = parts.iter().rev();
            let first = parts.next().map(|part| quote!(if #(#part)* #inner));
            parts.fold(
                first.unwrap_or_default(),
                |inner, part| quote!(if #(#part)* { #inner }),
            )
        };
        if !is_else {
            return (nested(body.clone().into()), all_end);
        }
        if trees[found..all_end].iter().any(leaves) {
            return as_it_is;
        }
        let name = self.label("chain");
        let other: TokenStream = trees[end + 1..all_end].iter().cloned().collect();
        let other = self.written(other);
        let inner = nested(quote!({ break #name (#body) }));
        (quote!({ #name: { #inner break #name (#other); } }), all_end)
    }
}

fn is_word(tree: Option<&TokenTree>, word: &str) -> bool {
    matches!(tree, Some(TokenTree::Ident(found)) if found == word)
}

/// Where the body of the `if` at a place is, if it is an expression, and its condition has no other
/// body in it.
fn condition(trees: &[TokenTree], at: usize) -> Option<usize> {
    if !is_word(trees.get(at), "if") {
        return None;
    }
    for (index, tree) in trees.iter().enumerate().skip(at + 1) {
        match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                return (!is_punct(trees.get(index - 1), '!')).then_some(index);
            }
            TokenTree::Ident(word) => {
                const BODIES: [&str; 7] =
                    ["if", "match", "loop", "while", "for", "unsafe", "const"];
                if BODIES.iter().any(|of| word == of) {
                    return None;
                }
            }
            // The end of a pattern with a condition, or of a statement.
            TokenTree::Punct(sign) => {
                let is_arrow = sign.as_char() == '>' && is_punct(trees.get(index - 1), '=');
                if sign.as_char() == ';' || is_arrow {
                    return None;
                }
            }
            _ => {}
        }
    }
    None
}

/// The end of an `if` with all that is `else`.
fn end_of_if(trees: &[TokenTree], at: usize) -> Option<usize> {
    let end = condition(trees, at)? + 1;
    if !is_word(trees.get(end), "else") {
        return Some(end);
    }
    match trees.get(end + 1) {
        Some(TokenTree::Group(_)) => Some(end + 2),
        _ => end_of_if(trees, end + 1),
    }
}

/// The parts of a condition, if one of several is a `let`.
fn parts_of(condition: &[TokenTree]) -> Option<Vec<Vec<TokenTree>>> {
    let mut parts: Vec<Vec<TokenTree>> = vec![Vec::new()];
    let mut at = 0;
    while at < condition.len() {
        let is = |sign| is_punct(condition.get(at), sign) && is_punct(condition.get(at + 1), sign);
        if is('|') {
            return None;
        }
        let part = parts.last_mut().expect("there is a part");
        let is_between = is('&')
            && match part.last() {
                Some(TokenTree::Punct(sign)) => sign.as_char() == '?',
                Some(TokenTree::Ident(word)) => !["let", "in", "ref", "mut", "as"]
                    .iter()
                    .any(|of| word == of),
                other => other.is_some(),
            };
        if is_between {
            parts.push(Vec::new());
            at += 2;
        } else {
            part.push(condition[at].clone());
            at += 1;
        }
    }
    let has_let = parts.iter().any(|part| is_word(part.first(), "let"));
    let is_split = parts.iter().all(|part| {
        let lets = part.iter().filter(|tree| is_word(Some(tree), "let"));
        !part.is_empty() && lets.count() == usize::from(is_word(part.first(), "let"))
    });
    (has_let && is_split && parts.len() > 1).then_some(parts)
}

/// Whether something may leave a loop around without a label.
fn leaves(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else {
        return false;
    };
    let trees: Vec<TokenTree> = group.stream().into_iter().collect();
    let is_one = |(at, tree): (usize, &TokenTree)| {
        let is_leave = is_word(Some(tree), "break") || is_word(Some(tree), "continue");
        is_leave && !is_punct(trees.get(at + 1), '\'') || leaves(tree)
    };
    trees.iter().enumerate().any(is_one)
}

impl VisitMut for Chains {
    fn visit_item_macro_mut(&mut self, item: &mut syn::ItemMacro) {
        if item.ident.is_some() {
            let rules = std::mem::take(&mut item.mac.tokens);
            item.mac.tokens = self.rules(rules);
        }
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        let loops = std::mem::take(&mut self.loops);
        visit_mut::visit_item_mut(self, item);
        self.loops = loops;
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let lends = lending(local.init.as_ref()).is_some();
        match local.init.as_mut().map(|init| &mut *init.expr) {
            // It stays, so that the compiler says what is wrong.
            Some(Expr::If(of)) if lends => visit_mut::visit_expr_if_mut(self, of),
            _ => visit_mut::visit_local_mut(self, local),
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Loop(of) => self.in_loop(&mut of.label, &mut of.body),
            Expr::ForLoop(of) => {
                self.visit_expr_mut(&mut of.expr);
                self.in_loop(&mut of.label, &mut of.body);
            }
            Expr::While(of) => {
                self.visit_expr_mut(&mut of.cond);
                self.in_loop(&mut of.label, &mut of.body);
                if let Some(parts) = parts(&of.cond) {
                    let (label, body) = (&of.label, &of.body);
                    let inner = nested(parts, syn::parse_quote!({ #body continue; }));
                    *expr = syn::parse_quote!(#label loop { #inner break; });
                }
            }
            Expr::If(of) => {
                visit_mut::visit_expr_if_mut(self, of);
                let Some(parts) = parts(&of.cond) else {
                    return;
                };
                let Some((_, other)) = of.else_branch.take() else {
                    *expr = nested(parts, of.then_branch.clone());
                    return;
                };
                let name = self.label("chain");
                let body = &of.then_branch;
                let inner = nested(parts, syn::parse_quote!({ break #name (#body) }));
                // With an end of its own, as behind `else`.
                let mut block: Block = syn::parse_quote!({ #inner break #name (#other); });
                if let Some(around) = self.loops.last() {
                    Leaves(around).visit_block_mut(&mut block);
                }
                // As it may stand behind `else`.
                *expr = syn::parse_quote!({ #name: #block });
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::write_out;
    use proc_macro2::TokenStream;
    use quote::ToTokens;

    #[test]
    fn chains_in_macros_become_conditions_in_each_other() {
        macro_rules! same {
            ($($from:literal = $to:literal;)*) => { $({
                let of = |text: &str| format!("macro_rules! m {{ ($a:ident if a && let b) => {{ {text} }} }}");
                let mut from = syn::parse_file(&of($from)).unwrap();
                write_out(&mut from.items, 2024, 2021);
                let to: TokenStream = of($to).parse().unwrap();
                assert_eq!(from.to_token_stream().to_string(), to.to_string());
            })* };
        }
        same! {
            "#[d] if $a! { b } && let Some(c) = d {}" = "#[d] if $a! { b } && let Some(c) = d {}";
            "#[d] if $a!() && &&e == f && let Some(&&b) = c? && d {} g" = "#[d] if $a!() { if &&e == f { if let Some(&&b) = c? { if d {} } } } g";
            "x => if let A = $b && d { 1 } else if let C = $e && f { 2 } else { 3 }, y" = "x => { 'chain_1: { if let A = $b { if d { break 'chain_1 ({ 1 }) } }
                break 'chain_1 ({ 'chain_2: { if let C = $e { if f { break 'chain_2 ({ 2 }) } } break 'chain_2 ({ 3 }); } }); } }, y";
            "for a in b { if let c = a && d { continue } else { e } }" = "for a in b { if let c = a && d { continue } else { e } }";
            "if a && let b = c { d } $(else { $e })?" = "if a && let b = c { d } $(else { $e })?";
            "A if b && let c = d => { e }" = "A if b && let c = d => { e }";
        }
    }

    #[test]
    fn chains_become_conditions_in_each_other() {
        macro_rules! same {
            ($($from:literal = $to:literal;)*) => { $({
                let of = |text: &str| syn::parse_str::<syn::File>(&format!("fn f() {{ {text} }}")).unwrap();
                let (mut from, to) = (of($from), of($to));
                write_out(&mut from.items, 2024, 2021);
                assert_eq!(from.to_token_stream().to_string(), to.to_token_stream().to_string());
            })* };
        }
        same! {
            "if a && let Some(b) = c && d {}" = "if a { if let Some(b) = c { if d {} } }";
            "if a && b { c } else { d }" = "if a && b { c } else { d }";
            "if let Some(b) = c && d { 1 } else if e { 2 } else { 3 }"
                = "{ 'chain_1: { if let Some(b) = c { if d { break 'chain_1 ({ 1 }) } } break 'chain_1 (if e { 2 } else { 3 }); } }";
            "let x = if let Some(b) = c && d { &b() } else { &e };" = "let x = if let Some(b) = c && d { &b() } else { &e };";
            "while let Some(b) = c && d { e }" = "loop { if let Some(b) = c { if d { { e } continue; } } break; }";
            "for a in b { if let c = a && d { continue } else { loop { break } } }"
                = "'around_1: for a in b { { 'chain_3: { if let c = a { if d { break 'chain_3 ({ continue 'around_1 }) } } break 'chain_3 ({ loop { break } }); } } }";
        }
    }
}
