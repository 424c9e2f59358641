//! Arms of `match` and branches of `if let` that can never be taken, cut out of the text of a unit.

use std::collections::BTreeSet;

use proc_macro2::{LineColumn, Span, TokenStream};
use quote::{quote, ToTokens};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

use crate::walk::visit_mut::{self, VisitMut};

/// A line and a column of a unit's text, both from 1.
pub(crate) type Place = (usize, usize);

/// The text without the arms whose pattern is at one of the places, or without that alternative of
/// the pattern, also in `matches!`; none if a place is in no such pattern.
pub(crate) fn without_arms(
    text: &str,
    is_member: bool,
    places: &BTreeSet<Place>,
) -> Option<String> {
    let mut cutter = Cutter {
        places,
        cut: BTreeSet::new(),
    };
    let new = if is_member {
        // The frame has a line of its own, which the places do not count.
        let mut block: syn::ItemImpl =
            syn::parse_str(&format!("impl X {{ // \n{text}\n}}")).ok()?;
        cutter.visit_item_impl_mut(&mut block);
        let members = block.items;
        quote!(#(#members)*)
    } else {
        let mut file: syn::File = syn::parse_str(&format!("\n{text}")).ok()?;
        cutter.visit_file_mut(&mut file);
        file.into_token_stream()
    };
    (cutter.cut.len() == places.len()).then(|| new.to_string())
}

struct Cutter<'a> {
    places: &'a BTreeSet<Place>,
    cut: BTreeSet<Place>,
}

impl Cutter<'_> {
    /// The places inside a span.
    fn inside(&self, span: Span) -> Vec<Place> {
        let (start, end) = (span.start(), span.end());
        let within = |&&(line, column): &&Place| {
            let at = LineColumn {
                line: line + 1,
                column: column - 1,
            };
            start <= at && at < end
        };
        self.places.iter().filter(within).copied().collect()
    }

    /// Whether the whole pattern goes; alternatives of it are cut here.
    fn cut(&mut self, pattern: &mut Pat) -> bool {
        let found = self.inside(pattern.span());
        if found.is_empty() {
            return false;
        }
        if let Pat::Or(or) = pattern {
            let cases = std::mem::take(&mut or.cases);
            or.cases = cases
                .into_iter()
                .filter_map(|mut case| (!self.cut(&mut case)).then_some(case))
                .collect();
            return or.cases.is_empty();
        }
        // Alternatives may be inside: what is left of them keeps the pattern.
        let mut inner = parts_of(pattern);
        let in_parts: usize = inner
            .iter()
            .map(|part| self.inside(part.span()).len())
            .sum();
        if in_parts == found.len() {
            let gone: Vec<bool> = inner.iter_mut().map(|part| self.cut(part)).collect();
            return gone.contains(&true);
        }
        self.cut.extend(found);
        true
    }
}

/// The patterns that a pattern is made of.
fn parts_of(pattern: &mut Pat) -> Vec<&mut Pat> {
    match pattern {
        Pat::Ident(ident) => {
            let under = ident.subpat.iter_mut();
            under.map(|(_, part)| &mut **part).collect()
        }
        Pat::Paren(paren) => vec![&mut paren.pat],
        Pat::Reference(reference) => vec![&mut reference.pat],
        Pat::Slice(slice) => slice.elems.iter_mut().collect(),
        Pat::Struct(of) => of.fields.iter_mut().map(|field| &mut *field.pat).collect(),
        Pat::Tuple(tuple) => tuple.elems.iter_mut().collect(),
        Pat::TupleStruct(of) => of.elems.iter_mut().collect(),
        _ => Vec::new(),
    }
}

impl VisitMut for Cutter<'_> {
    fn visit_expr_match_mut(&mut self, expr: &mut syn::ExprMatch) {
        expr.arms.retain_mut(|arm| !self.cut(&mut arm.pat));
        visit_mut::visit_expr_match_mut(self, expr);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        visit_mut::visit_block_mut(self, block);
        let is_empty = |expr: &Expr| matches!(expr, Expr::Block(of) if of.block.stmts.is_empty());
        (block.stmts).retain(|stmt| !matches!(stmt, syn::Stmt::Expr(expr, _) if is_empty(expr)));
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Macro(call) if call.mac.path.is_ident("matches") => {
                let Ok(mut matches) = call.mac.parse_body::<Matches>() else {
                    return;
                };
                let known = self.cut.len();
                let never = self.cut(&mut matches.pattern);
                if never && !is_place(&matches.value) {
                    // The value may do something.
                    self.cut.clear();
                } else if never {
                    *expr = syn::parse_quote!(false);
                } else if self.cut.len() > known {
                    call.mac.tokens = matches.into_token_stream();
                }
            }
            Expr::If(of) => {
                if let Expr::Let(asked) = &mut *of.cond {
                    if self.cut(&mut asked.pat) {
                        if !is_place(&asked.expr) {
                            self.cut.clear();
                        }
                        *expr = match of.else_branch.take() {
                            Some((_, other)) => *other,
                            None => syn::parse_quote!({}),
                        };
                    }
                }
            }
            Expr::Match(of) => {
                if let [arm] = &of.arms[..] {
                    let any = arm.guard.is_none() && matches!(arm.pat, Pat::Wild(_));
                    if any && is_place(&of.expr) && is_one_word(&arm.body) {
                        *expr = (*arm.body).clone();
                    }
                }
            }
            Expr::Unary(unary)
                if matches!(unary.op, syn::UnOp::Not(_)) && is_bool(&unary.expr, false) =>
            {
                *expr = syn::parse_quote!(true);
            }
            Expr::Binary(binary) => {
                let says_nothing = match binary.op {
                    syn::BinOp::And(_) => is_bool(&binary.right, true),
                    syn::BinOp::Or(_) => is_bool(&binary.right, false),
                    _ => false,
                };
                if says_nothing {
                    *expr = (*binary.left).clone();
                }
            }
            _ => {}
        }
    }
}

/// The arguments of `matches!`.
pub(crate) struct Matches {
    pub(crate) value: Expr,
    pub(crate) pattern: Pat,
    pub(crate) rest: TokenStream,
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<syn::Token![,]>()?;
        Ok(Matches {
            value,
            pattern: Pat::parse_multi_with_leading_vert(input)?,
            rest: input.parse()?,
        })
    }
}

impl ToTokens for Matches {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Matches {
            value,
            pattern,
            rest,
        } = self;
        tokens.extend(quote!(#value, #pattern #rest));
    }
}

/// Whether to look at this does nothing.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        _ => false,
    }
}

/// Whether an expression can stand wherever another one does.
fn is_one_word(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Call(_) | Expr::Lit(_) | Expr::MethodCall(_) | Expr::Path(_)
    ) || matches!(expr, Expr::Block(of) if of.block.stmts.is_empty())
}

fn is_bool(expr: &Expr, value: bool) -> bool {
    matches!(expr, Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(lit), .. }) if lit.value == value)
}

#[cfg(test)]
mod tests {
    use super::without_arms;

    const MATCH: &str =
        "fn f (x : E) -> u8 { match x { E :: A | E :: B => 1 , E :: C (_) => 2 , _ => 3 } }";

    fn place(pattern: &str) -> (usize, usize) {
        (1, MATCH.find(pattern).unwrap() + 1)
    }

    #[test]
    fn cuts_a_whole_arm() {
        let new = without_arms(MATCH, false, &[place("C (_)")].into()).unwrap();
        assert_eq!(
            new,
            "fn f (x : E) -> u8 { match x { E :: A | E :: B => 1 , _ => 3 } }"
        );
    }

    #[test]
    fn cuts_one_alternative() {
        let new = without_arms(MATCH, true, &[place("A |")].into()).unwrap();
        assert_eq!(
            new,
            "fn f (x : E) -> u8 { match x { E :: B => 1 , E :: C (_) => 2 , _ => 3 } }"
        );
    }

    #[test]
    fn cuts_the_arm_whose_alternatives_are_all_gone() {
        let new = without_arms(
            MATCH,
            false,
            &[place("A |"), place("B =>"), place("_ =>")].into(),
        )
        .unwrap();
        assert_eq!(new, "fn f (x : E) -> u8 { match x { E :: C (_) => 2 , } }");
    }

    #[test]
    fn cuts_one_alternative_inside_of_a_pattern() {
        let cut = |pattern: &str, at: &str| {
            let text = format!("fn f (x : T) {{ match x {{ {pattern} => 1 , z => 2 }} }}");
            let place = (1, text.find(at).unwrap() + 1);
            let new = without_arms(&text, false, &[place].into()).unwrap();
            let (_, arms) = new.split_once("match x { ").unwrap();
            arms.strip_suffix("z => 2 } }")
                .unwrap()
                .trim_end()
                .to_owned()
        };
        assert_eq!(
            cut("(& E :: A { a } | & E :: B { a } , _)", "E :: B"),
            "(& E :: A { a } , _) => 1 ,"
        );
        assert_eq!(
            cut("Some (E :: A | E :: B)", "E :: A"),
            "Some (E :: B) => 1 ,"
        );
        assert_eq!(
            cut("S { e : E :: A | E :: B , .. }", "E :: A"),
            "S { e : E :: B , .. } => 1 ,"
        );
        assert_eq!(
            cut("e @ (E :: A | E :: B)", "E :: A"),
            "e @ (E :: B) => 1 ,"
        );
        assert_eq!(
            cut("[.. , E :: A | E :: B]", "E :: B"),
            "[.. , E :: A] => 1 ,"
        );
        // A part that goes takes the whole with it.
        assert_eq!(cut("(E :: A , _)", "E :: A"), "");
        assert_eq!(cut("Some (E :: A)", "E :: A"), "");
        assert_eq!(cut("E :: A (F :: C | F :: D)", "E :: A"), "");
    }

    #[test]
    fn cuts_what_matches_asks_for() {
        let cut = |text: &str, at: &[&str]| {
            let text = format!("fn f (x : E) -> bool {{ {text} }}");
            let places = at
                .iter()
                .map(|at| (1, text.find(at).unwrap() + 1))
                .collect();
            let new = without_arms(&text, false, &places)?;
            let (_, body) = new.split_once("bool { ").unwrap();
            Some(body.strip_suffix(" }").unwrap().to_owned())
        };
        assert_eq!(
            cut("matches ! (x . y , E :: A | E :: B if z)", &["E :: A"]).unwrap(),
            "matches ! (x . y , E :: B if z)"
        );
        let both = ["E :: A", "E :: B"];
        let text = "a && ! matches ! (x , E :: A | E :: B) || matches ! (x , E :: C)";
        assert_eq!(cut(text, &both).unwrap(), "a || matches ! (x , E :: C)");
        let text = "matches ! (x , E :: A | E :: B) && a || matches ! (x , E :: C)";
        assert_eq!(
            cut(text, &["E :: C"]).unwrap(),
            "matches ! (x , E :: A | E :: B) && a"
        );
        // The value may do something.
        assert_eq!(cut("matches ! (x () , E :: A | E :: B)", &both), None);
    }

    #[test]
    fn cuts_the_branch_of_what_is_never_matched() {
        let cut = |body: &str| {
            let text = format!("fn f (x : E) {{ {body} }}");
            let place = (1, text.find("E :: A").unwrap() + 1);
            let new = without_arms(&text, false, &[place].into())?;
            let body = new.strip_prefix("fn f (x : E) { ").unwrap();
            Some(body.strip_suffix(" }").unwrap().to_owned())
        };
        assert_eq!(cut("if let E :: A = x { 1 } b () ;").unwrap(), "b () ;");
        let text = "if let E :: A = x . y { 1 } else { 2 }";
        assert_eq!(cut(text).unwrap(), "{ 2 }");
        let text = "if let E :: A | E :: B = x { 1 }";
        assert_eq!(cut(text).unwrap(), "if let E :: B = x { 1 }");
        // The value may do something.
        assert_eq!(cut("if let E :: A = x () { 1 }"), None);
    }

    #[test]
    fn a_match_that_takes_anything_goes() {
        let text = "fn f (x : E) -> u8 { match x . e { E :: A => 1 , _ => 2 } }";
        let place = (1, text.find("E :: A").unwrap() + 1);
        let new = without_arms(text, false, &[place].into()).unwrap();
        assert_eq!(new, "fn f (x : E) -> u8 { 2 }");
    }

    #[test]
    fn gives_up_where_there_is_no_arm() {
        assert_eq!(without_arms(MATCH, false, &[place("x : E")].into()), None);
    }
}
