//! Chains of `let` in conditions, which older editions do not have: `if a && let Some(b) = c { .. }
//! else { .. }` becomes one `if` in the other, and what is `else` stands behind them in a block that
//! both leave. What the conditions have made has come to its end there, as in 2024 before `else`.

use quote::{format_ident, ToTokens};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, Item, Lifetime, Lit, Stmt};

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
    let is_true = |part: &Expr| match part {
        Expr::Lit(part) => matches!(&part.lit, Lit::Bool(value) if value.value),
        _ => false,
    };
    let mut out = Vec::new();
    split(condition, &mut out);
    let has_let = out.iter().any(|part| matches!(part, Expr::Let(_)));
    let is_chain = has_let && out.len() > 1;
    out.retain(|part| !is_true(part));
    is_chain.then_some(out)
}

/// One `if` in the other, the first around all.
fn nested(parts: Vec<Expr>, inner: Block) -> Expr {
    let inner = parts
        .into_iter()
        .rev()
        .fold(inner, |inner, part| syn::parse_quote!({ if #part #inner }));
    match inner.stmts.into_iter().next() {
        Some(Stmt::Expr(outer, _)) => outer,
        _ => Expr::Verbatim(proc_macro2::TokenStream::new()),
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

impl VisitMut for Chains {
    fn visit_item_mut(&mut self, item: &mut Item) {
        let loops = std::mem::take(&mut self.loops);
        visit_mut::visit_item_mut(self, item);
        self.loops = loops;
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
    use quote::ToTokens;

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
            "while let Some(b) = c && d { e }" = "loop { if let Some(b) = c { if d { { e } continue; } } break; }";
            "for a in b { if let c = a && d { continue } else { loop { break } } }"
                = "'around_1: for a in b { { 'chain_3: { if let c = a { if d { break 'chain_3 ({ continue 'around_1 }) } } break 'chain_3 ({ loop { break } }); } } }";
        }
    }
}
