//! The macros of the standard library whose arguments are code like any other.

use proc_macro2::{Literal, TokenStream};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Pat, Token};

use crate::tokens::{captures, is_format_macro, plain};

/// What looks at the arguments of a macro, and may change them.
pub(crate) trait Arguments {
    fn expr(&mut self, expr: &mut Expr);

    fn pat(&mut self, pat: &mut Pat);

    /// Another name for what a format string takes from around it.
    fn capture(&mut self, name: &str) -> Option<String>;
}

/// Whether the arguments are known to be code, and have been looked at.
pub(crate) fn arguments(mac: &mut syn::Macro, look: &mut impl Arguments) -> bool {
    let name = match mac.path.get_ident() {
        Some(name) => plain(name),
        None => return false,
    };
    let tokens = if is_format_macro(&name) {
        formatted(mac.tokens.clone(), look)
    } else if name == "vec" {
        listed(mac.tokens.clone(), look)
    } else if name == "matches" {
        matched(mac.tokens.clone(), look)
    } else {
        None
    };
    match tokens {
        Some(tokens) => {
            mac.tokens = tokens;
            true
        }
        None => false,
    }
}

fn listed(tokens: TokenStream, look: &mut impl Arguments) -> Option<TokenStream> {
    let repeated = |input: ParseStream<'_>| {
        let element: Expr = input.parse()?;
        let sign: Token![;] = input.parse()?;
        Ok((element, sign, input.parse::<Expr>()?))
    };
    if let Ok((mut element, sign, mut count)) = repeated.parse2(tokens.clone()) {
        look.expr(&mut element);
        look.expr(&mut count);
        return Some(quote::quote!(#element #sign #count));
    }
    let mut all = comma_separated(tokens)?;
    all.iter_mut().for_each(|expr| look.expr(expr));
    Some(all.into_token_stream())
}

fn comma_separated(tokens: TokenStream) -> Option<Punctuated<Expr, Token![,]>> {
    Punctuated::parse_terminated.parse2(tokens).ok()
}

fn formatted(tokens: TokenStream, look: &mut impl Arguments) -> Option<TokenStream> {
    let mut all = comma_separated(tokens)?;
    // `name = value`: the name is that of an argument.
    let named = |expr: &Expr| match expr {
        Expr::Assign(argument) => Some(argument.left.to_token_stream().to_string()),
        _ => None,
    };
    let named: Vec<String> = all.iter().filter_map(named).collect();
    for expr in &mut all {
        match expr {
            Expr::Assign(argument) => look.expr(&mut argument.right),
            Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => {
                let old = text.token().to_string();
                let taken = |name: &str| named.iter().any(|named| named == name);
                let new =
                    renamed_captures(&old, |name| look.capture(name).filter(|_| !taken(name)));
                if new != old {
                    let literal: Literal = new.parse().ok()?;
                    *expr = Expr::Verbatim(literal.into_token_stream());
                }
            }
            other => look.expr(other),
        }
    }
    Some(all.into_token_stream())
}

fn matched(tokens: TokenStream, look: &mut impl Arguments) -> Option<TokenStream> {
    let parts = |input: ParseStream<'_>| {
        let value: Expr = input.parse()?;
        let comma: Token![,] = input.parse()?;
        let pattern = Pat::parse_multi_with_leading_vert(input)?;
        let guard = match input.parse::<Option<Token![if]>>()? {
            Some(sign) => Some((sign, input.parse::<Expr>()?)),
            None => None,
        };
        input.parse::<Option<Token![,]>>()?;
        Ok((value, comma, pattern, guard))
    };
    let (mut value, comma, mut pattern, guard) = parts.parse2(tokens).ok()?;
    look.expr(&mut value);
    look.pat(&mut pattern);
    let mut out = quote::quote!(#value #comma #pattern);
    if let Some((sign, mut guard)) = guard {
        look.expr(&mut guard);
        out.extend(quote::quote!(#sign #guard));
    }
    Some(out)
}

/// A format string with other names in the place of those that it captures.
pub(crate) fn renamed_captures(text: &str, mut new: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (start, name) in captures(text) {
        out += &text[at..start];
        out += &new(name).unwrap_or_else(|| name.to_owned());
        at = start + name.len();
    }
    out + &text[at..]
}
