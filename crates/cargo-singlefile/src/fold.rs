//! Expressions whose value is known: `if false`, `None.map_or(..)`, a loop over an empty vector.
//! What cannot be reached goes; what only has a value, and does nothing, goes where nobody wants
//! the value.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::{quote, ToTokens};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, Lit, Macro, Pat, Stmt, Token, UnOp};

use crate::arms::Matches;
use crate::known::{is_number, Substitute, Uses};
use crate::tokens::{each_word, is_format_macro, plain};
use crate::walk::visit_mut::{self, VisitMut};

/// Methods of the standard library that only look something up, or copy it.
pub(crate) const OF_STD: [&str; 7] = [
    "as_deref",
    "as_ref",
    "clone",
    "count_ones",
    "is_empty",
    "iter",
    "len",
];

/// What is known of the functions of a program.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    /// The names of all, those of traits too.
    pub(crate) all: BTreeSet<String>,
    /// The same with how many arguments they take, `self` not counted.
    pub(crate) counts: BTreeSet<(String, usize)>,
    /// Those of them that may be called on what is not the program's own, as traits have them.
    pub(crate) foreign: BTreeSet<(String, usize)>,
    /// Those that only look something up, by name and number of arguments, if all of that name do.
    pub(crate) pure: BTreeSet<(String, usize)>,
    /// The same of names that the standard library has for [such](OF_STD), too.
    pub(crate) as_pure: BTreeSet<(String, usize)>,
    /// Functions without a type that do nothing but make a value, of names that no variable has.
    pub(crate) free: BTreeSet<(String, usize)>,
    /// Whether the program shows how many share a value, so that a copy may show.
    pub(crate) shows_shares: bool,
    /// Whether something of the program's own may be added to a number.
    pub(crate) adds_others: bool,
    /// Functions that return a slice, if all of that name do.
    pub(crate) slices: BTreeSet<(String, usize)>,
    /// Variants and structs, which are functions that make values.
    pub(crate) makers: BTreeSet<String>,
    /// The types whose `default` makes nothing but a value.
    pub(crate) defaults: BTreeSet<String>,
    /// Whether to make a text is to do nothing: how values are shown is the program's own.
    pub(crate) formats: bool,
}

impl Functions {
    /// Whether an expression does nothing but have a value, and cannot panic.
    pub(crate) fn is_pure(&self, expr: &Expr) -> bool {
        let pure = |expr: &Expr| self.is_pure(expr);
        match expr {
            Expr::Lit(_) | Expr::Path(_) | Expr::Closure(_) => true,
            Expr::Array(array) => array.elems.iter().all(pure),
            Expr::Cast(cast) => pure(&cast.expr),
            Expr::Field(field) => pure(&field.base),
            Expr::Paren(paren) => pure(&paren.expr),
            Expr::Range(range) => {
                let ends = [&range.start, &range.end].into_iter().flatten();
                ends.into_iter().all(|end| pure(end))
            }
            Expr::Reference(reference) => pure(&reference.expr),
            Expr::Struct(of) => of.rest.is_none() && of.fields.iter().all(|f| pure(&f.expr)),
            Expr::Tuple(tuple) => tuple.elems.iter().all(pure),
            Expr::Binary(of) => self.is_quiet(&of.op) && pure(&of.left) && pure(&of.right),
            Expr::If(of) => {
                let value = |block: &syn::Block| match &block.stmts[..] {
                    [Stmt::Expr(value, None)] => pure(value),
                    _ => false,
                };
                let other = of.else_branch.as_ref().map(|(_, other)| &**other);
                let other = other.is_some_and(|other| match other {
                    Expr::Block(of) => of.label.is_none() && value(&of.block),
                    other => pure(other),
                });
                other && pure(&of.cond) && value(&of.then_branch)
            }
            Expr::Call(call) => {
                self.is_harmless(&call.func, call.args.len()) && call.args.iter().all(pure)
            }
            Expr::Macro(of) if self.formats && of.mac.path.is_ident("format") => {
                arguments_of(&of.mac).is_some_and(|all| all.iter().all(pure))
            }
            Expr::MethodCall(call) if self.formats && is_text_of_its_own(call) => true,
            Expr::MethodCall(call) if self.formats && self.is_text(call) => pure(&call.receiver),
            Expr::MethodCall(call) => {
                let key = (plain(&call.method), call.args.len());
                let of_std = OF_STD.contains(&key.0.as_str())
                    && !(self.shows_shares && key.0 == "clone")
                    && (!self.all.contains(&key.0) || self.as_pure.contains(&key));
                let known = of_std || self.pure.contains(&key);
                known && pure(&call.receiver) && call.args.iter().all(pure)
            }
            _ => false,
        }
    }

    /// Whether an operator between two values only has a value, and the program does not say which.
    fn is_quiet(&self, op: &BinOp) -> bool {
        const COMPARES: [&str; 8] = ["eq", "ne", "lt", "le", "gt", "ge", "cmp", "partial_cmp"];
        let own = |names: &[&str]| names.iter().any(|&name| self.all.contains(name));
        match op {
            BinOp::And(_) | BinOp::Or(_) => true,
            BinOp::BitAnd(_) => !own(&["bitand"]),
            BinOp::BitOr(_) => !own(&["bitor"]),
            BinOp::Eq(_) | BinOp::Ne(_) => !own(&COMPARES),
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => !own(&COMPARES),
            _ => false,
        }
    }

    /// Whether this makes a text of something, as `format` does.
    fn is_text(&self, call: &syn::ExprMethodCall) -> bool {
        call.method == "to_string" && call.args.is_empty() && !self.all.contains("to_string")
    }

    /// Whether nothing happens when one goes through this: it is a slice, and does nothing but be
    /// there.
    fn is_slice_of_own(&self, expr: &Expr) -> bool {
        let is_one = |call: &syn::ExprMethodCall| {
            let key = (plain(&call.method), call.args.len());
            self.slices.contains(&key) && self.is_pure(expr)
        };
        self.is_slice(expr) || matches!(expr, Expr::MethodCall(call) if is_one(call))
    }

    /// Whether this is `iter()` of something, and not of what the program itself has written.
    pub(crate) fn is_slice(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::MethodCall(call) if call.method == "iter" && self.is_pure(expr))
            && !self.all.contains("iter")
    }

    /// Whether one that goes through this finds nothing, and nothing happens: an empty vector, an
    /// iterator over one or over `None`, and what others make of these.
    fn is_nothing(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(paren) => self.is_nothing(&paren.expr),
            Expr::MethodCall(call) => {
                let name = plain(&call.method);
                let arguments: Vec<&Expr> = call.args.iter().collect();
                let is_std = !self.foreign.contains(&(name.clone(), arguments.len()));
                if let ("filter_map", [Expr::Closure(of)]) = (name.as_str(), &arguments[..]) {
                    // It looks at all of them and takes none.
                    if is_none(&of.body) && self.is_slice(&call.receiver) {
                        return is_std;
                    }
                }
                let goes_on = match (name.as_str(), &arguments[..]) {
                    ("iter" | "into_iter", []) if is_none(&call.receiver) => return is_std,
                    ("clone" | "cloned" | "copied" | "enumerate" | "flatten", [])
                    | ("into_iter" | "iter" | "peekable" | "rev", []) => true,
                    ("filter" | "filter_map" | "flat_map" | "map", [f])
                    | ("skip" | "take" | "skip_while" | "take_while" | "zip", [f]) => {
                        self.is_pure(f)
                    }
                    ("chain", [more]) => self.is_nothing(more),
                    _ => false,
                };
                goes_on && is_std && self.is_nothing(&call.receiver)
            }
            _ => is_empty_vec(expr),
        }
    }

    pub(crate) fn is_harmless(&self, called: &Expr, count: usize) -> bool {
        let Expr::Path(path) = called else {
            return false;
        };
        let names: Vec<String> = path.path.segments.iter().map(|s| plain(&s.ident)).collect();
        match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["Vec" | "String", "new"] => true,
            ["Some" | "Ok" | "Err"] => true,
            [.., of, "default"] => count == 0 && self.defaults.contains(of),
            ["Self"] => true,
            // What stands alone may be a variable.
            [name] => self.makers.contains(name) || self.free.contains(&(name.to_owned(), count)),
            [.., name] => {
                self.makers.contains(name) || self.pure.contains(&(name.to_owned(), count))
            }
            [] => false,
        }
    }
}

/// Whether this is a literal that becomes a `String`.
fn is_text_of_its_own(call: &syn::ExprMethodCall) -> bool {
    let text = matches!(&*call.receiver, Expr::Lit(lit) if matches!(lit.lit, Lit::Str(_)));
    text && matches!(&*plain(&call.method), "into" | "to_owned" | "to_string")
}

/// A value that can stand wherever it is asked for.
pub(crate) fn is_bool(expr: &Expr) -> Option<bool> {
    match expr {
        Expr::Lit(syn::ExprLit {
            lit: Lit::Bool(lit),
            ..
        }) => Some(lit.value),
        Expr::Paren(paren) => is_bool(&paren.expr),
        _ => None,
    }
}

pub(crate) fn is_none(expr: &Expr) -> bool {
    match expr {
        Expr::Path(path) => path.path.is_ident("None"),
        Expr::Paren(paren) => is_none(&paren.expr),
        Expr::Reference(reference) => is_none(&reference.expr),
        _ => false,
    }
}

/// A whole number that says its type.
fn number(expr: &Expr) -> Option<(u64, &str)> {
    match expr {
        Expr::Lit(syn::ExprLit {
            lit: Lit::Int(lit), ..
        }) if lit.suffix().starts_with('u') => Some((lit.base10_parse().ok()?, lit.suffix())),
        Expr::Paren(paren) => number(&paren.expr),
        _ => None,
    }
}

/// The type of which this is the least or the greatest number, as `u32::MAX`.
pub(crate) fn end_of_numbers(expr: &Expr) -> Option<String> {
    let Expr::Path(path) = expr else { return None };
    let mut names = path
        .path
        .segments
        .iter()
        .map(|segment| plain(&segment.ident));
    let (of, name) = (names.next()?, names.next()?);
    let is_end = matches!(name.as_str(), "MIN" | "MAX") && names.next().is_none();
    (path.qself.is_none() && is_end && is_number(&of)).then_some(of)
}

/// What two numbers of a type come to. It is written so that it means the same whatever is large on
/// a machine.
fn sum(op: &BinOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let ((a, of), (b, other)) = (number(a)?, number(b)?);
    let value = match op {
        BinOp::Add(_) => a.checked_add(b),
        BinOp::Sub(_) => a.checked_sub(b),
        BinOp::Mul(_) => a.checked_mul(b),
        BinOp::Div(_) => a.checked_div(b),
        BinOp::Rem(_) => a.checked_rem(b),
        _ => {
            let value = match op {
                BinOp::Lt(_) => a < b,
                BinOp::Le(_) => a <= b,
                BinOp::Gt(_) => a > b,
                BinOp::Ge(_) => a >= b,
                BinOp::Eq(_) => a == b,
                BinOp::Ne(_) => a != b,
                _ => return None,
            };
            return (of == other).then(|| syn::parse_quote!(#value));
        }
    };
    let most = if of == "u8" { 255 } else { 65535 };
    let value = value.filter(|value| of == other && *value <= most)?;
    syn::parse_str(&format!("{value}{of}")).ok()
}

/// Whether some of these values name one of these variables.
fn says_names(values: &Punctuated<Expr, Token![,]>, names: &Punctuated<Pat, Token![,]>) -> bool {
    let mut bound = BTreeSet::new();
    each_word(&names.to_token_stream(), &mut |word| {
        bound.insert(word.to_owned());
    });
    let mut is_said = false;
    each_word(&values.to_token_stream(), &mut |word| {
        is_said |= bound.contains(word);
    });
    is_said
}

/// Whether this is the zero that counts what is not there.
fn is_zero(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(syn::ExprLit { lit: Lit::Int(lit), .. }) if lit.to_string() == "0usize")
}

/// Whether this is a new vector, or lends one.
pub(crate) fn is_empty_vec(expr: &Expr) -> bool {
    match expr {
        Expr::Call(call) => call.args.is_empty() && is_path(&call.func, &["Vec", "new"]),
        Expr::Paren(paren) => is_empty_vec(&paren.expr),
        Expr::Reference(reference) => is_empty_vec(&reference.expr),
        _ => false,
    }
}

pub(crate) fn is_path(expr: &Expr, names: &[&str]) -> bool {
    matches!(expr, Expr::Path(path) if path.qself.is_none()
        && path.path.segments.len() == names.len()
        && path.path.segments.iter().zip(names).all(|(s, name)| s.ident == name))
}

/// Calls `f` with each expression that a macro of the standard library is given, and writes back
/// what becomes of it. False if it is another macro, or what it is given is not understood.
pub(crate) fn each_argument(call: &mut Macro, f: &mut dyn FnMut(&mut Expr)) -> bool {
    let Some(name) = call.path.get_ident().map(plain) else {
        return false;
    };
    if name == "matches" {
        let Ok(mut matches) = call.parse_body::<Matches>() else {
            return false;
        };
        let guard = |input: syn::parse::ParseStream<'_>| {
            input.parse::<Token![if]>()?;
            let guard: Expr = input.parse()?;
            input.parse::<Option<Token![,]>>()?;
            Ok(guard)
        };
        if !matches.rest.is_empty() {
            let Ok(mut guard) = guard.parse2(matches.rest.clone()) else {
                return false;
            };
            f(&mut guard);
            matches.rest = quote!(if #guard);
        }
        f(&mut matches.value);
        call.tokens = matches.into_token_stream();
        return true;
    }
    if name != "vec" && !is_format_macro(&name) {
        return false;
    }
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    if let Ok(mut arguments) = list.parse2(call.tokens.clone()) {
        for argument in &mut arguments {
            match argument {
                // A name for the text to use.
                Expr::Assign(named) if name != "vec" => f(&mut named.right),
                other => f(other),
            }
        }
        call.tokens = arguments.into_token_stream();
        return true;
    }
    let repeated = |input: syn::parse::ParseStream<'_>| {
        let element: Expr = input.parse()?;
        input.parse::<Token![;]>()?;
        Ok((element, input.parse::<Expr>()?))
    };
    match repeated.parse2(call.tokens.clone()) {
        Ok((mut element, mut count)) if name == "vec" => {
            f(&mut element);
            f(&mut count);
            call.tokens = quote!(#element; #count);
            true
        }
        _ => false,
    }
}

/// Copies of what [`each_argument`] hands out; nothing if it does not understand the macro.
pub(crate) fn arguments_of(call: &Macro) -> Option<Vec<Expr>> {
    let mut all = Vec::new();
    each_argument(&mut call.clone(), &mut |expr| all.push(expr.clone())).then_some(all)
}

/// Writes the value where it is known. The flag: also that of sums of numbers, and of variables
/// that are numbers.
pub(crate) struct Folder<'a>(pub(crate) &'a Functions, pub(crate) bool);

impl VisitMut for Folder<'_> {
    fn visit_macro_mut(&mut self, call: &mut Macro) {
        each_argument(call, &mut |expr| self.visit_expr_mut(expr));
    }

    fn visit_expr_match_mut(&mut self, of: &mut syn::ExprMatch) {
        visit_mut::visit_expr_match_mut(self, of);
        if of.arms.iter().any(|arm| !arm.attrs.is_empty()) {
            return;
        }
        let guard = |arm: &syn::Arm| is_bool(&arm.guard.as_ref()?.1);
        of.arms.retain(|arm| guard(arm) != Some(false));
        for arm in &mut of.arms {
            if guard(arm) == Some(true) {
                arm.guard = None;
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::If(of) = expr {
            match of.else_branch.as_mut().map(|(_, other)| &mut **other) {
                Some(Expr::Block(block)) if block.block.stmts.is_empty() => of.else_branch = None,
                None | Some(Expr::Block(_) | Expr::If(_)) => {}
                Some(other) => *other = syn::parse_quote!({ #other }),
            }
        }
        if has_attributes(expr) {
            return;
        }
        if let Some(new) = self.folded(expr) {
            *expr = new;
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        visit_mut::visit_block_mut(self, block);
        self.split_numbers(block);
        while self.without_flag(block) {
            visit_mut::visit_block_mut(self, block);
        }
        self.without_lists(block);
        self.without_extensions(block);
        let last = block.stmts.len().wrapping_sub(1);
        let stmts = std::mem::take(&mut block.stmts);
        for (at, stmt) in stmts.into_iter().enumerate() {
            let is_value = at == last && matches!(stmt, Stmt::Expr(_, None));
            match stmt {
                Stmt::Expr(Expr::Block(inner), _) if is_plain(&inner) => {
                    block.stmts.extend(inner.block.stmts);
                }
                Stmt::Expr(expr, Some(_)) if self.0.is_pure(&expr) && !moves(&expr) => {}
                stmt => block.stmts.push(stmt),
            }
            // What was a value in its block is a statement here.
            if let (false, Some(Stmt::Expr(expr, semicolon @ None))) =
                (is_value, block.stmts.last_mut())
            {
                if !is_statement(expr) {
                    *semicolon = Some(Token![;](Span::call_site()));
                }
            }
        }
        without_name(block);
    }
}

/// A block that can be written out where it stands as a statement.
fn is_plain(block: &syn::ExprBlock) -> bool {
    let is_let = |stmt: &Stmt| matches!(stmt, Stmt::Local(_) | Stmt::Item(_) | Stmt::Macro(_));
    block.label.is_none() && block.attrs.is_empty() && !block.block.stmts.iter().any(is_let)
}

/// Whether an expression is a statement without a semicolon.
fn is_statement(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Block(_)
            | Expr::ForLoop(_)
            | Expr::If(_)
            | Expr::Loop(_)
            | Expr::Match(_)
            | Expr::Unsafe(_)
            | Expr::While(_)
            | Expr::Macro(_)
    )
}

/// Whether a variable may be gone behind this.
pub(crate) fn moves(expr: &Expr) -> bool {
    match expr {
        Expr::Macro(of) if of.mac.path.is_ident("format") => false,
        Expr::Lit(_) | Expr::Reference(_) | Expr::MethodCall(_) => false,
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Tuple(tuple) => tuple.elems.iter().any(moves),
        Expr::Call(call) => call.args.iter().any(moves),
        _ => true,
    }
}

/// Whether something may depend on an attribute, such as whether it is there at all.
fn has_attributes(expr: &Expr) -> bool {
    let attributes = match expr {
        Expr::Binary(of) => &of.attrs,
        Expr::ForLoop(of) => &of.attrs,
        Expr::If(of) => &of.attrs,
        Expr::Match(of) => {
            if of.arms.iter().any(|arm| !arm.attrs.is_empty()) {
                return true;
            }
            &of.attrs
        }
        Expr::MethodCall(of) => &of.attrs,
        Expr::Paren(of) => &of.attrs,
        Expr::Unary(of) => &of.attrs,
        _ => return false,
    };
    !attributes.is_empty()
}

fn empty() -> Expr {
    syn::parse_quote!({})
}

fn block(block: syn::Block) -> Expr {
    match &block.stmts[..] {
        [Stmt::Expr(
            expr @ (Expr::Path(_)
            | Expr::Lit(_)
            | Expr::Call(_)
            | Expr::MethodCall(_)
            | Expr::Field(_)),
            None,
        )] => expr.clone(),
        _ => Expr::Block(syn::ExprBlock {
            attrs: Vec::new(),
            label: None,
            block,
        }),
    }
}

impl Folder<'_> {
    /// Writes the value of a variable that is `true`, `false` or empty where the variable stands.
    fn without_flag(&self, block: &mut syn::Block) -> bool {
        for at in 0..block.stmts.len() {
            let (before, rest) = block.stmts.split_at_mut(at + 1);
            let Stmt::Local(local) = &before[at] else {
                continue;
            };
            let (Pat::Ident(ident), Some(init)) = (&local.pat, &local.init) else {
                continue;
            };
            let name = plain(&ident.ident);
            let is_fixed =
                local.attrs.is_empty() && ident.by_ref.is_none() && ident.mutability.is_none();
            if is_fixed
                && (is_bool(&init.expr).is_some()
                    || is_none(&init.expr)
                    || self.0.is_nothing(&init.expr)
                    || (self.1 && number(&init.expr).is_some()))
                && Uses::count(&name, rest.iter()).is_some()
            {
                let value = &*init.expr;
                let mut substitute = Substitute { name, value };
                rest.iter_mut()
                    .for_each(|stmt| substitute.visit_stmt_mut(stmt));
                block.stmts.remove(at);
                return true;
            }
        }
        false
    }

    /// Gives each variable of a `let` that makes several numbers a `let` of its own.
    fn split_numbers(&self, block: &mut syn::Block) {
        if !self.1 {
            return;
        }
        let stmts = std::mem::take(&mut block.stmts);
        for stmt in stmts {
            if let Stmt::Local(syn::Local {
                pat: Pat::Tuple(names),
                init: Some(init),
                attrs,
                ..
            }) = &stmt
            {
                if let (Expr::Tuple(values), true, None) =
                    (&*init.expr, attrs.is_empty(), &init.diverge)
                {
                    let is_name = |name: &Pat| matches!(name, Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none());
                    if values.elems.len() == names.elems.len()
                        && names.elems.iter().all(is_name)
                        && values.elems.iter().any(|value| number(value).is_some())
                        && !says_names(&values.elems, &names.elems)
                    {
                        for (name, value) in names.elems.iter().zip(&values.elems) {
                            block.stmts.push(syn::parse_quote!(let #name = #value;));
                        }
                        continue;
                    }
                }
            }
            block.stmts.push(stmt);
        }
    }

    /// Leaves out vectors that nobody names any more, of which the compiler could not say what they
    /// hold.
    fn without_lists(&self, block: &mut syn::Block) {
        for at in (0..block.stmts.len()).rev() {
            let (before, rest) = block.stmts.split_at_mut(at + 1);
            let Stmt::Local(local) = &before[at] else {
                continue;
            };
            let (Pat::Ident(ident), Some(init)) = (&local.pat, &local.init) else {
                continue;
            };
            let is_plain = local.attrs.is_empty() && ident.subpat.is_none();
            let count = if is_plain {
                self.room_of(&init.expr)
            } else {
                None
            };
            let is_named = || Uses::count(&plain(&ident.ident), rest.iter()) != Some(0);
            if let Some(count) = count.filter(|_| !is_named()) {
                block.stmts[at] = Stmt::Expr(count, Some(Token![;](Span::call_site())));
            }
        }
    }

    /// Leaves out that vectors get nothing more.
    fn without_extensions(&self, block: &mut syn::Block) {
        let mut lists: BTreeSet<String> = BTreeSet::new();
        block.stmts.retain(|stmt| {
            if let Stmt::Local(local) = stmt {
                let is_list = local.init.as_ref().is_some_and(|init| {
                    is_empty_vec(&init.expr) || self.room_of(&init.expr).is_some()
                });
                each_word(&local.pat.to_token_stream(), &mut |word| {
                    lists.remove(word);
                });
                if let (Pat::Ident(ident), true) = (&local.pat, is_list) {
                    lists.insert(plain(&ident.ident));
                }
            }
            let Stmt::Expr(Expr::MethodCall(call), Some(_)) = stmt else {
                return true;
            };
            let is_list = matches!(&*call.receiver, Expr::Path(path)
                if path.path.get_ident().is_some_and(|name| lists.contains(&plain(name))));
            let is_nothing = |more: &Expr| self.0.is_nothing(more);
            !(is_list
                && call.method == "extend"
                && call.args.len() == 1
                && call.args.first().is_some_and(is_nothing))
        });
    }

    /// What says how large a vector of nothing is made.
    fn room_of(&self, list: &Expr) -> Option<Expr> {
        match list {
            Expr::Call(call) if is_path(&call.func, &["Vec", "with_capacity"]) => {
                call.args.first().cloned()
            }
            Expr::Macro(of) if of.mac.path.is_ident("vec") => {
                let arguments = arguments_of(&of.mac)?;
                let is_list = of.mac.tokens.to_string().contains(';');
                match &arguments[..] {
                    [value, count] if is_list && is_none(value) => Some(count.clone()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn folded(&self, expr: &Expr) -> Option<Expr> {
        let pure = |expr: &Expr| self.0.is_pure(expr);
        let literal = |value: bool| -> Expr { syn::parse_quote!(#value) };
        match expr {
            Expr::Paren(paren) if matches!(*paren.expr, Expr::Lit(_) | Expr::Path(_)) => {
                Some((*paren.expr).clone())
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                is_bool(&unary.expr).map(|value| literal(!value))
            }
            Expr::Binary(binary) => {
                let (left, right) = (&*binary.left, &*binary.right);
                let (a, b) = (is_bool(left), is_bool(right));
                match (&binary.op, a, b) {
                    (BinOp::And(_), Some(true), _) | (BinOp::Or(_), Some(false), _) => {
                        Some(right.clone())
                    }
                    (BinOp::And(_), Some(false), _) => Some(literal(false)),
                    (BinOp::Or(_), Some(true), _) => Some(literal(true)),
                    (BinOp::And(_), _, Some(true)) | (BinOp::Or(_), _, Some(false)) => {
                        Some(left.clone())
                    }
                    (BinOp::And(_) | BinOp::Or(_), _, Some(_)) if pure(left) => Some(right.clone()),
                    (op, ..) if self.1 && sum(op, left, right).is_some() => sum(op, left, right),
                    (BinOp::Add(_), ..) if is_zero(right) && !self.0.adds_others => {
                        Some(left.clone())
                    }
                    (BinOp::Add(_), ..) if is_zero(left) && !self.0.adds_others => {
                        Some(right.clone())
                    }
                    (op, ..) if end_of_numbers(left).is_some() && left == right => match op {
                        BinOp::Eq(_) | BinOp::Le(_) | BinOp::Ge(_) => Some(literal(true)),
                        BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Gt(_) => Some(literal(false)),
                        _ => None,
                    },
                    (BinOp::Eq(_), Some(a), Some(b)) => Some(literal(a == b)),
                    (BinOp::Ne(_), Some(a), Some(b)) => Some(literal(a != b)),
                    (BinOp::Eq(_) | BinOp::Ne(_), ..) => {
                        let is_some = |expr: &Expr| matches!(expr, Expr::Call(call) if is_path(&call.func, &["Some"]) && pure(expr));
                        let differ =
                            (is_none(left) && is_some(right)) || (is_some(left) && is_none(right));
                        differ.then(|| literal(matches!(binary.op, BinOp::Ne(_))))
                    }
                    _ => None,
                }
            }
            Expr::If(of) if self.is_alike(of) => {
                let value = of.then_branch.stmts.first();
                value.map(|value| syn::parse_quote!(#value))
            }
            Expr::If(of) if self.asks_for_nothing(of) => Some(empty()),
            Expr::If(of) => {
                let never = match &*of.cond {
                    Expr::Let(asked) => self.never_fits(&asked.pat, &asked.expr)?,
                    cond => is_bool(cond).map(|value| !value)?,
                };
                let other = of.else_branch.as_ref();
                Some(match (never, other) {
                    (false, _) => block(of.then_branch.clone()),
                    (true, Some((_, other))) => match &**other {
                        Expr::Block(of) => block(of.block.clone()),
                        other => other.clone(),
                    },
                    (true, None) => empty(),
                })
            }
            Expr::ForLoop(of) => {
                let does_nothing = of.body.stmts.is_empty() && self.0.is_slice_of_own(&of.expr);
                (does_nothing || self.0.is_nothing(&of.expr)).then(empty)
            }
            Expr::Match(of) => self.taken_arm(of),
            Expr::Call(call) => {
                let is_empty = call.args.first().is_some_and(is_zero);
                (is_empty && is_path(&call.func, &["Vec", "with_capacity"]))
                    .then(|| syn::parse_quote!(Vec::new()))
            }
            Expr::MethodCall(call) => {
                let key = (plain(&call.method), call.args.len());
                let is_std = is_none(&call.receiver) || self.0.is_nothing(&call.receiver);
                let own = if is_std {
                    &self.0.foreign
                } else {
                    &self.0.counts
                };
                if own.contains(&key) {
                    return None;
                }
                self.called(call)
            }
            _ => None,
        }
    }

    /// Whether nothing happens where this is asked, and nothing follows of the answer.
    fn asks_for_nothing(&self, of: &syn::ExprIf) -> bool {
        of.then_branch.stmts.is_empty() && of.else_branch.is_none() && self.0.is_pure(&of.cond)
    }

    /// Whether nothing happens where this is asked, and both answers lead to the same literal.
    fn is_alike(&self, of: &syn::ExprIf) -> bool {
        let literal = |block: &syn::Block| match &block.stmts[..] {
            [Stmt::Expr(Expr::Lit(of), None)] => Some(of.to_token_stream().to_string()),
            _ => None,
        };
        let other = match of.else_branch.as_ref().map(|(_, other)| &**other) {
            Some(Expr::Block(other)) if other.label.is_none() => literal(&other.block),
            Some(Expr::Lit(of)) => Some(of.to_token_stream().to_string()),
            _ => None,
        };
        let is_same = other.is_some() && other == literal(&of.then_branch);
        is_same && self.0.is_pure(&of.cond)
    }

    /// Whether a pattern does not fit, if that is known.
    fn never_fits(&self, pattern: &Pat, expr: &Expr) -> Option<bool> {
        match (pattern, expr) {
            (Pat::Tuple(pattern), Expr::Tuple(tuple)) => {
                let same = pattern.elems.len() == tuple.elems.len();
                let mut pairs = pattern.elems.iter().zip(&tuple.elems);
                let fails = |(pattern, expr): (&Pat, &Expr)| {
                    is_none(expr) && asks_for_some(pattern) == Some(true)
                };
                (same && self.0.is_pure(expr) && pairs.any(fails)).then_some(true)
            }
            _ if is_none(expr) => asks_for_some(pattern),
            _ => None,
        }
    }

    /// What a method of the standard library returns.
    fn called(&self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let pure = |expr: &Expr| self.0.is_pure(expr);
        let name = plain(&call.method);
        if is_none(&call.receiver) {
            return match (name.as_str(), &arguments[..]) {
                ("is_some", []) | ("is_some_and", [_]) => Some(syn::parse_quote!(false)),
                ("is_none", []) => Some(syn::parse_quote!(true)),
                ("map_or", [value, f]) if pure(f) => Some((*value).clone()),
                ("unwrap_or", [value]) => Some((*value).clone()),
                ("and_then" | "filter" | "map", [f]) if pure(f) => Some((*call.receiver).clone()),
                ("as_deref" | "as_ref" | "copied" | "cloned", []) => Some((*call.receiver).clone()),
                _ => None,
            };
        }
        if self.0.is_nothing(&call.receiver) {
            let is_vec = is_empty_vec(&call.receiver);
            return match (name.as_str(), &arguments[..]) {
                ("any", [f]) if pure(f) => Some(syn::parse_quote!(false)),
                ("all", [f]) if pure(f) => Some(syn::parse_quote!(true)),
                ("is_empty", []) if is_vec => Some(syn::parse_quote!(true)),
                ("clear", []) if is_vec => Some(empty()),
                ("len", []) if is_vec => Some(syn::parse_quote!(0usize)),
                ("count", []) if !is_vec => Some(syn::parse_quote!(0usize)),
                ("find" | "find_map" | "position", [f]) if !is_vec && pure(f) => {
                    Some(syn::parse_quote!(None))
                }
                _ => None,
            };
        }
        let result = |f: &Expr| match f {
            Expr::Closure(closure) => is_bool(&closure.body),
            _ => None,
        };
        match (name.as_str(), &arguments[..]) {
            ("then", [f]) if is_bool(&call.receiver) == Some(false) && pure(f) => {
                Some(syn::parse_quote!(None))
            }
            ("any", [f]) if result(f) == Some(false) && self.0.is_slice(&call.receiver) => {
                Some(syn::parse_quote!(false))
            }
            ("all", [f]) if result(f) == Some(true) && self.0.is_slice(&call.receiver) => {
                Some(syn::parse_quote!(true))
            }
            _ => None,
        }
    }

    /// The body of the arm that is taken, if the value or the arms say which it is.
    fn taken_arm(&self, of: &syn::ExprMatch) -> Option<Expr> {
        let arms = &of.arms;
        if arms.iter().any(|arm| arm.guard.is_some()) {
            return None;
        }
        let taken = |arm: &syn::Arm| match &*arm.body {
            Expr::Block(of) if of.label.is_none() => block(of.block.clone()),
            body => body.clone(),
        };
        if let [arm] = &arms[..] {
            // The only arm fits.
            let binds = !matches!(&arm.pat, Pat::Path(path) if path.path.segments.len() > 1);
            let binds = binds && !matches!(&arm.pat, Pat::Wild(_));
            return (!binds && self.0.is_pure(&of.expr)).then(|| taken(arm));
        }
        let is_it = |pattern: &Pat| -> Option<bool> {
            match (is_bool(&of.expr), pattern) {
                (_, Pat::Wild(_)) => Some(true),
                (Some(value), Pat::Lit(lit)) => {
                    is_bool(&Expr::Lit(lit.clone())).map(|of| of == value)
                }
                (None, pattern) if is_none(&of.expr) => asks_for_some(pattern).map(|some| !some),
                _ => None,
            }
        };
        for arm in arms {
            if is_it(&arm.pat)? {
                return Some(taken(arm));
            }
        }
        None
    }
}

/// Leaves out the name of what a block comes to, if it is nothing: no vector, `None`.
fn without_name(block: &mut syn::Block) {
    if let [.., Stmt::Local(local), Stmt::Expr(Expr::Path(last), None)] = &block.stmts[..] {
        let name = match &local.pat {
            Pat::Type(typed) => &*typed.pat,
            pattern => pattern,
        };
        let init = local.init.as_ref().filter(|init| {
            let is_it = matches!(name, Pat::Ident(of) if of.by_ref.is_none() && last.path.is_ident(&of.ident));
            is_it && local.attrs.is_empty() && (is_empty_vec(&init.expr) || is_none(&init.expr))
        });
        if let Some(value) = init.map(|init| (*init.expr).clone()) {
            block.stmts.truncate(block.stmts.len() - 2);
            block.stmts.push(Stmt::Expr(value, None));
        }
    }
}

/// Whether a pattern takes `Some` or `None`, if it takes one of them alone.
pub(crate) fn asks_for_some(pattern: &Pat) -> Option<bool> {
    match pattern {
        Pat::TupleStruct(of) if of.path.is_ident("Some") => Some(true),
        Pat::Ident(of) if of.ident == "None" => Some(false),
        Pat::Path(of) if of.path.is_ident("None") => Some(false),
        _ => None,
    }
}

/// The text of a type without blanks.
pub(crate) fn text_of(tokens: &impl ToTokens) -> String {
    let tokens: TokenStream = tokens.to_token_stream();
    tokens.to_string().replace(' ', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn folds(text: &str, expected: &str) {
        let functions = Functions {
            all: ["own".to_owned(), "looks".to_owned()].into(),
            pure: [("looks".to_owned(), 0)].into(),
            ..Functions::default()
        };
        let mut function: syn::ItemFn = syn::parse_str(&format!("fn f() {{ {text} }}")).unwrap();
        Folder(&functions, true).visit_item_fn_mut(&mut function);
        let new = function.to_token_stream().to_string();
        let expected: TokenStream = format!("fn f() {{ {expected} }}").parse().unwrap();
        assert_eq!(new, expected.to_string());
    }

    #[test]
    fn takes_the_branch_that_is_known() {
        folds("if !true && a() { b() } else { c(); d() }", "c(); d()");
        folds("if a() && true { b() }", "if a() { b() }");
        folds("x = a.looks() && false;", "x = false;");
        folds("if false { b() } c();", "c();");
        folds("if let Some(x) = &None { b(x) } c();", "c();");
        folds(
            "let x = match None { Some(x) => x, None => 2 };",
            "let x = 2;",
        );
        folds("x.y = None != Some(A::B);", "x.y = true;");
        folds("match self { A::B => { c(); } }", "c();");
        folds("if true { a() } b();", "a(); b();");
        folds(
            "if a() { b() } else if true { c } else { d }",
            "if a() { b() } else { c }",
        );
        folds("if a() { b() } else if false { c() }", "if a() { b() }");
        folds(
            "match a { Some(b) if false => b, Some(b) if true => c(b), None => d };",
            "match a { Some(b) => c(b), None => d };",
        );
        folds(
            "if let (Some(a), Some(b)) = (x, &mut None) { c(a, b) } d();",
            "d();",
        );
    }

    #[test]
    fn writes_flags_where_they_stand() {
        folds(
            "let a = !true; b(); if a { c() } let d = S { a, e };",
            "b(); let d = S { a: false, e };",
        );
        for text in [
            "let a = true; let a = b(a);",
            "let mut a = true; a = b(a);",
            "let a = true; println!(\"{a}\");",
            "let a = true; own!(a);",
        ] {
            folds(text, text);
        }
    }

    #[test]
    fn knows_what_none_and_an_empty_vector_answer() {
        folds("x = None.map_or(a, |b| b.own());", "x = a;");
        folds("let a = None; a.map(B::C).or(d)", "None.or(d)");
        folds("x = Vec::new().iter().any(|b| b.own());", "x = false;");
        folds("for a in &Vec::new() { b(a) } c()", "c()");
        folds("x = a.looks().iter().any(|_| false);", "x = false;");
        folds("x = false.then(|| a.own());", "x = None;");
        folds(
            "let a = None.iter().flatten().chain(&Vec::new()); let mut c = Vec::with_capacity(b); \
             let x = b + a.clone().count(); c.extend(a.cloned().map(D::E)); d(c)",
            "let mut c = Vec::with_capacity(b); let x = b; d(c)",
        );
    }

    #[test]
    fn knows_how_the_end_of_a_type_compares_with_itself() {
        folds("x = u64::MAX < u64::MAX && own();", "x = false;");
        folds("x = i8::MIN >= i8::MIN;", "x = true;");
        for text in ["x = a::MAX < a::MAX;", "x = u8::MAX < u64::MAX;"] {
            folds(text, text);
        }
    }

    #[test]
    fn what_is_looked_for_in_an_empty_vector_is_not_there() {
        folds(
            "let a = Vec::new().iter().find(|b| b.c == d); x = a.map_or(e, |f| &f.g);",
            "x = e;",
        );
        let text = "let a = Vec::new().iter().find(own());";
        folds(text, text);
    }

    #[test]
    fn a_question_with_one_answer_is_not_asked() {
        folds("if a & b == 0 {} c();", "c();");
        for text in ["if own() == 0 {}", "if a / b == 0 {}", "if let A(b) = c {}"] {
            folds(text, text);
        }
        folds(
            "if a < 9 { 9 } else if a.looks() == b { 9 } else { 9 }",
            "9",
        );
        for text in [
            "if a < 9 { 9 } else { 8 }",
            "if a < 9 { 9 } else if own() { 9 } else { 8 }",
            "if own() < 9 { 9 } else { 9 }",
            "if a[b] < 9 { 9 } else { 9 }",
            "if let Some(_) = a { 9 } else { 9 }",
        ] {
            folds(text, text);
        }
    }

    #[test]
    fn what_takes_nothing_is_nothing() {
        folds(
            "let a = b.iter().filter_map(|_| None); let mut c: Vec<D> = Vec::new(); \
             for d in a.flat_map(D::e) { c.push(d) } c",
            "Vec::new()",
        );
        folds(
            "let mut a = Vec::new(); a.push(1); a",
            "let mut a = Vec::new(); a.push(1); a",
        );
        let text = "for a in b.own().filter_map(|_| None) { c(a) }";
        folds(text, text);
    }

    #[test]
    fn leaves_what_does_something() {
        for text in [
            "x = a() || true;",
            "x = a() && false;",
            "x = a.own().iter().any(|_| false);",
            "x = None.map_or(a, own());",
            "x = None.map(own());",
            "x = None == Some(own());",
            "match own() { A::B => c() }",
            "match a { b => c(b) }",
            "match None { Some(x) if own(x) => 1, None => 2 };",
            "if let Some(x) = a { b(x) }",
            "#[cfg(unix)] if true { a() }",
            "match None { #[cfg(unix)] None => 1, _ => 2 };",
        ] {
            folds(text, text);
        }
    }
}
