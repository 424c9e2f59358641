//! What no judge reads: the messages of panics, and what goes to standard error. They go, and later
//! what only they were made for.

use std::collections::BTreeSet;

use quote::{quote, ToTokens};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Macro, Pat, Stmt, Token};

use crate::fold::{arguments_of, each_argument, is_path, text_of, Functions};
use crate::known::Uses;
use crate::tokens::plain;
use crate::walk::visit_mut::{self, VisitMut};

/// A program with one of these words may show what a panic says.
pub(crate) const SHOW_PANICS: [&str; 6] = [
    "catch_unwind",
    "downcast",
    "downcast_ref",
    "panic_handler",
    "set_hook",
    "take_hook",
];

/// Takes the messages out of an item.
pub(crate) struct Silencer<'a> {
    pub(crate) functions: &'a Functions,
    /// Whether messages of panics are shown nowhere but on standard error.
    pub(crate) panics: bool,
    /// Whether `expect` is that of the standard library, as far as is known.
    pub(crate) expects: bool,
    /// Macros of the program's own.
    pub(crate) own: &'a BTreeSet<String>,
}

/// What becomes of a call of a macro.
enum New {
    /// It has another text, or the same.
    Call,
    /// Nothing.
    Nothing,
    Value(Box<Expr>),
}

impl Silencer<'_> {
    fn call(&self, call: &mut Macro) -> New {
        let Some(name) = call.path.get_ident().map(plain) else {
            return New::Call;
        };
        if self.own.contains(&name) {
            return New::Call;
        }
        // What is shown only if it goes wrong.
        let stays = match name.as_str() {
            "panic" | "todo" | "unimplemented" | "unreachable" => Some(0),
            "assert" | "debug_assert" => Some(1),
            "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => Some(2),
            _ => None,
        };
        if let Some(stays) = stays.filter(|_| self.panics) {
            if let Some(all) = arguments(call) {
                let all = all.iter().take(stays);
                call.tokens = quote!(#(#all),*);
            }
            return New::Call;
        }
        match (name.as_str(), arguments(call).as_deref()) {
            ("eprint" | "eprintln", Some(all)) if self.are_seen_only(all) => New::Nothing,
            ("write" | "writeln", Some([to, all @ ..]))
                if is_stderr(to) && self.are_seen_only(all) =>
            {
                New::Value(Box::new(syn::parse_quote!(::std::io::Result::Ok(()))))
            }
            ("dbg", Some([])) => New::Nothing,
            ("dbg", Some([value])) => New::Value(Box::new(syn::parse_quote!((#value)))),
            ("dbg", Some(all)) => New::Value(Box::new(syn::parse_quote!((#(#all),*)))),
            _ => New::Call,
        }
    }

    /// Whether nothing is lost if these are not shown.
    fn are_seen_only(&self, all: &[Expr]) -> bool {
        all.iter().all(|argument| match argument {
            // A name for the text to use.
            Expr::Assign(named) => self.is_seen_only(&named.right),
            other => self.is_seen_only(other),
        })
    }

    /// The same of one.
    fn is_seen_only(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Binary(of) if only_has_a_value(&of.op) => {
                self.is_seen_only(&of.left) && self.is_seen_only(&of.right)
            }
            Expr::Unary(of) => self.is_seen_only(&of.expr),
            Expr::Paren(of) => self.is_seen_only(&of.expr),
            Expr::Reference(of) => of.mutability.is_none() && self.is_seen_only(&of.expr),
            other => self.functions.is_pure(other),
        }
    }
}

impl VisitMut for Silencer<'_> {
    fn visit_macro_mut(&mut self, call: &mut Macro) {
        each_argument(call, &mut |expr| self.visit_expr_mut(expr));
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Macro(of) if of.attrs.is_empty() => match self.call(&mut of.mac) {
                New::Call => {}
                New::Nothing => *expr = syn::parse_quote!(()),
                New::Value(value) => *expr = *value,
            },
            Expr::MethodCall(of) if self.panics && self.expects && of.args.len() == 1 => {
                let text =
                    matches!(&of.args[0], Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Str(_)));
                let new = match plain(&of.method).as_str() {
                    "expect" => "unwrap",
                    "expect_err" => "unwrap_err",
                    _ => return,
                };
                if text {
                    of.method = syn::Ident::new(new, of.method.span());
                    of.args.clear();
                }
            }
            _ => {}
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        visit_mut::visit_block_mut(self, block);
        block.stmts.retain_mut(|stmt| match stmt {
            Stmt::Macro(of) if of.attrs.is_empty() => match self.call(&mut of.mac) {
                New::Call => true,
                New::Nothing => false,
                New::Value(value) => {
                    *stmt = Stmt::Expr(*value, of.semi_token);
                    !is_said(stmt)
                }
            },
            _ => !is_said(stmt),
        });
    }
}

/// Whether a statement only looks at how something went that has not been said: `let _ = Ok(());`.
fn is_said(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Local(local) if matches!(local.pat, Pat::Wild(_)) => {
            let init = local.init.as_ref();
            init.is_some_and(|init| init.diverge.is_none() && went_well(&init.expr))
        }
        Stmt::Expr(expr, Some(_)) => match expr {
            Expr::Tuple(of) => of.elems.is_empty(),
            Expr::MethodCall(of) => {
                let asks = matches!(&*plain(&of.method), "expect" | "ok" | "unwrap");
                asks && went_well(&of.receiver)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether this is what stands in place of what goes to standard error.
fn went_well(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(call) if is_path(&call.func, &["std", "io", "Result", "Ok"]))
}

/// Methods of the standard library that look at something, or make one value of another, with their
/// arguments, `self` not counted.
const LOOKS: [(&str, usize); 77] = [
    ("all", 1),
    ("any", 1),
    ("as_bytes", 0),
    ("as_deref", 0),
    ("as_ptr", 0),
    ("as_ref", 0),
    ("as_str", 0),
    ("bytes", 0),
    ("char_indices", 0),
    ("chars", 0),
    ("checked_add", 1),
    ("checked_sub", 1),
    ("cloned", 0),
    ("collect", 0),
    ("contains", 1),
    ("copied", 0),
    ("count", 0),
    ("count_ones", 0),
    ("ends_with", 1),
    ("enumerate", 0),
    ("filter", 1),
    ("filter_map", 1),
    ("find", 1),
    ("first", 0),
    ("flat_map", 1),
    ("fold", 2),
    ("get", 1),
    ("is_ascii_digit", 0),
    ("is_control", 0),
    ("is_empty", 0),
    ("is_none", 0),
    ("is_some", 0),
    ("iter", 0),
    ("last", 0),
    ("leading_zeros", 0),
    ("len", 0),
    ("len_utf8", 0),
    ("lines", 0),
    ("map", 1),
    ("map_or", 2),
    ("map_or_else", 2),
    ("matches", 1),
    ("max", 1),
    ("min", 1),
    ("nth", 1),
    ("position", 1),
    ("rev", 0),
    ("rposition", 1),
    ("rsplit_once", 1),
    ("saturating_add", 1),
    ("saturating_sub", 1),
    ("skip", 1),
    ("skip_while", 1),
    ("split", 1),
    ("split_once", 1),
    ("split_whitespace", 0),
    ("starts_with", 1),
    ("strip_prefix", 1),
    ("strip_suffix", 1),
    ("sum", 0),
    ("take", 1),
    ("take_while", 1),
    ("then", 1),
    ("then_some", 1),
    ("to_owned", 0),
    ("to_string", 0),
    ("trailing_zeros", 0),
    ("trim", 0),
    ("trim_end", 0),
    ("trim_start", 0),
    ("unsigned_abs", 0),
    ("unwrap_or", 1),
    ("unwrap_or_default", 0),
    ("unwrap_or_else", 1),
    ("wrapping_add", 1),
    ("wrapping_sub", 1),
    ("zip", 1),
];

/// Whether an operator neither changes anything nor panics; that numbers may be too large is not
/// looked at.
fn only_has_a_value(op: &syn::BinOp) -> bool {
    use syn::BinOp::{Div, Eq, Ge, Le, Ne, Rem};
    match op {
        Div(_) | Rem(_) => false,
        Eq(_) | Ge(_) | Le(_) | Ne(_) => true,
        other => !other.to_token_stream().to_string().ends_with('='),
    }
}

/// Which functions only make a value, so that nothing but time is lost with a call.
pub(crate) struct Quiet<'a> {
    pub(crate) functions: &'a Functions,
    /// Those of the program that may be such.
    pub(crate) own: &'a BTreeSet<(String, usize)>,
    /// Whether whatever is called by a name is of the program.
    pub(crate) is_own: &'a dyn Fn(&str) -> bool,
    /// The texts that are given: of their methods none is of the program.
    pub(crate) texts: BTreeSet<String>,
}

impl Quiet<'_> {
    /// Whether this is one. It is given nothing by which it could change anything: what is not lent
    /// `is_copied`.
    pub(crate) fn has(
        &self,
        signature: &syn::Signature,
        body: &syn::Block,
        is_copied: impl Fn(&syn::Type) -> bool,
    ) -> bool {
        let given = |input: &syn::FnArg| {
            let of = match input {
                syn::FnArg::Receiver(of) => &of.ty,
                syn::FnArg::Typed(of) => &of.ty,
            };
            match &**of {
                syn::Type::Reference(of) => of.mutability.is_none(),
                of => is_copied(of),
            }
        };
        let is_plain = signature.asyncness.is_none()
            && signature.unsafety.is_none()
            && signature.generics.type_params().next().is_none();
        let is_text = |of: &syn::Type| text_of(of) == "&str";
        let texts = signature.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(of) if is_text(&of.ty) => match &*of.pat {
                Pat::Ident(name) => Some(plain(&name.ident)),
                _ => None,
            },
            _ => None,
        });
        // Another variable of that name may be something else.
        let texts = texts.filter(|name| Uses::count(name, &body.stmts).is_some());
        let inside = Quiet {
            texts: texts.collect(),
            ..*self
        };
        is_plain && signature.inputs.iter().all(given) && inside.block(body)
    }

    fn block(&self, block: &syn::Block) -> bool {
        block.stmts.iter().all(|stmt| match stmt {
            Stmt::Local(local) => {
                let init = local.init.as_ref();
                init.is_some_and(|init| init.diverge.is_none() && self.expr(&init.expr))
            }
            Stmt::Expr(expr, _) => self.expr(expr),
            Stmt::Item(_) | Stmt::Macro(_) => false,
        })
    }

    /// Whether this is a text that is given, or what methods of the standard library make of one.
    fn is_of_std(&self, expr: &Expr) -> bool {
        // What these make may be of a type of the program.
        const ANY: [&str; 12] = [
            "collect",
            "fold",
            "map_or",
            "map_or_else",
            "max",
            "min",
            "sum",
            "then",
            "then_some",
            "unwrap_or",
            "unwrap_or_default",
            "unwrap_or_else",
        ];
        match expr {
            Expr::Path(of) => {
                let name = of.path.get_ident().map(plain);
                name.is_some_and(|name| self.texts.contains(&name))
            }
            Expr::MethodCall(of) => {
                let name = plain(&of.method);
                let looks = LOOKS.contains(&(name.as_str(), of.args.len()));
                looks && !ANY.contains(&name.as_str()) && self.is_of_std(&of.receiver)
            }
            _ => false,
        }
    }

    fn all<'e>(&self, mut all: impl Iterator<Item = &'e Expr>) -> bool {
        all.all(|expr| self.expr(expr))
    }

    fn expr(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(_) | Expr::Path(_) => true,
            Expr::Array(of) => self.all(of.elems.iter()),
            Expr::Binary(of) => {
                only_has_a_value(&of.op) && self.expr(&of.left) && self.expr(&of.right)
            }
            Expr::Block(of) => of.label.is_none() && self.block(&of.block),
            Expr::Call(of) => {
                let count = of.args.len();
                let is_quiet = match &*of.func {
                    Expr::Path(path) => {
                        let last = path.path.segments.last();
                        last.is_some_and(|last| self.own.contains(&(plain(&last.ident), count)))
                    }
                    _ => false,
                };
                (is_quiet || self.functions.is_harmless(&of.func, count))
                    && self.all(of.args.iter())
            }
            Expr::Cast(of) => self.expr(&of.expr),
            Expr::Closure(of) => self.expr(&of.body),
            Expr::Field(of) => self.expr(&of.base),
            Expr::If(of) => {
                let other = of.else_branch.as_ref();
                self.expr(&of.cond)
                    && self.block(&of.then_branch)
                    && other.is_none_or(|(_, other)| self.expr(other))
            }
            Expr::Let(of) => self.expr(&of.expr),
            Expr::Macro(of) if of.mac.path.is_ident("format") && self.functions.formats => {
                arguments_of(&of.mac).is_some_and(|all| self.all(all.iter()))
            }
            Expr::Match(of) => {
                let arm = |arm: &syn::Arm| {
                    let guard = arm.guard.as_ref();
                    guard.is_none_or(|(_, guard)| self.expr(guard)) && self.expr(&arm.body)
                };
                self.expr(&of.expr) && of.arms.iter().all(arm)
            }
            Expr::MethodCall(of) => {
                let (name, count) = (plain(&of.method), of.args.len());
                let looks = LOOKS.contains(&(name.as_str(), count));
                let may_be_own =
                    self.functions.all.contains(&name) && !self.is_of_std(&of.receiver);
                let known = match may_be_own {
                    true => {
                        let only_own = (self.is_own)(&name);
                        (looks || only_own) && self.own.contains(&(name, count))
                    }
                    false => looks,
                };
                known && self.expr(&of.receiver) && self.all(of.args.iter())
            }
            Expr::Paren(of) => self.expr(&of.expr),
            Expr::Range(of) => {
                self.all([&of.start, &of.end].into_iter().flatten().map(|end| &**end))
            }
            Expr::Reference(of) => of.mutability.is_none() && self.expr(&of.expr),
            Expr::Struct(of) => of.rest.is_none() && self.all(of.fields.iter().map(|f| &f.expr)),
            Expr::Tuple(of) => self.all(of.elems.iter()),
            Expr::Unary(of) => self.expr(&of.expr),
            _ => false,
        }
    }
}

/// Whether this is standard error, as it is mostly written.
fn is_stderr(expr: &Expr) -> bool {
    match expr {
        Expr::Reference(of) => is_stderr(&of.expr),
        Expr::MethodCall(of) => of.method == "lock" && is_stderr(&of.receiver),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => {
                let last = path.path.segments.last();
                call.args.is_empty() && last.is_some_and(|last| last.ident == "stderr")
            }
            _ => false,
        },
        _ => false,
    }
}

/// What a macro is given, if it is a list.
fn arguments(call: &Macro) -> Option<Vec<Expr>> {
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    let list = list.parse2(call.tokens.to_token_stream()).ok()?;
    Some(list.into_iter().collect())
}
