//! Types of which a program makes one value: a constant of the type. Then it is known which arm of
//! a `match` on such constants is taken, and what the fields and the constant functions of the
//! value are.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, ImplItem, Item, Pat};

use crate::fold::{each_argument, text_of, Functions};
use crate::known::{last_names, self_type, Facts, Node, Program, Tree};
use crate::rustc::Message;
use crate::tokens::plain;
use crate::units::{UnitId, Units};
use crate::walk::visit::{self, Visit};
use crate::walk::visit_mut::{self, VisitMut};

/// A type with named fields and constants of it, of which the functions of the program name one.
#[derive(Debug, Clone)]
pub(crate) struct Single {
    pub(crate) of: String,
    /// The constant that is named.
    pub(crate) constant: String,
    /// All, with where they stand.
    pub(crate) constants: BTreeMap<String, UnitId>,
    pub(crate) unit: UnitId,
}

impl Single {
    pub(crate) fn key(&self) -> String {
        format!("{}::{}", self.of, self.constant)
    }
}

/// The number that the compiler says an expression comes to, which it was asked by [`question`].
pub(crate) fn answer(error: &Message) -> Option<u128> {
    let (_, said) = error.all_text.split_once("found one with a size of ")?;
    let digits = said.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse::<u128>().ok()?.checked_sub(1)
}

/// An item that is an error, in which the compiler says what an expression comes to.
pub(crate) fn question(expr: &str) -> String {
    format!("const _ : [() ; 0] = [() ; ({expr}) as usize + 1] ;")
}

impl Program {
    /// The types that have constants, of which functions name one, and no other values.
    pub(crate) fn singles(&self, facts: &Facts<'_>, units: &Units) -> Vec<Single> {
        let mut constants: BTreeMap<&str, BTreeMap<String, UnitId>> = BTreeMap::new();
        let mut of_other_types: BTreeSet<(&str, String)> = BTreeSet::new();
        for (&id, tree) in &self.nodes {
            if let (Node::Member(ImplItem::Const(of)), Some(this), false) =
                (&tree.node, &tree.this, tree.of_trait)
            {
                let ty = text_of(&of.ty);
                if ty == "Self" || ty == *this {
                    let all = constants.entry(this).or_default();
                    all.insert(plain(&of.ident), id);
                } else {
                    of_other_types.insert((this, plain(&of.ident)));
                }
            }
        }
        let single = |(of, constants): (&str, BTreeMap<String, UnitId>)| {
            let is_it = |(_, tree): &(&UnitId, &Tree)| matches!(&tree.node, Node::Item(Item::Struct(item)) if item.ident == of);
            let (&unit, _) = self.nodes.iter().find(is_it)?;
            let mut named = Named {
                of,
                this: None,
                constants: BTreeSet::new(),
                makes: false,
            };
            let mut makers: BTreeSet<UnitId> = BTreeSet::new();
            for (&id, tree) in &self.nodes {
                named.this = tree.this.as_deref();
                let before = (named.constants.clone(), std::mem::take(&mut named.makes));
                tree.node.look(&mut named);
                let is_function = matches!(
                    &tree.node,
                    Node::Item(Item::Fn(_)) | Node::Member(ImplItem::Fn(_))
                );
                if !is_function {
                    named.constants = before.0;
                }
                if named.makes {
                    makers.insert(id);
                }
            }
            // What makes one is called by the constants alone.
            let mut names: BTreeSet<&str> = BTreeSet::new();
            for &id in &makers {
                let is_constant = constants.values().any(|&of| of == id);
                match &self.nodes[&id].node {
                    _ if is_constant => {}
                    Node::Member(ImplItem::Fn(_)) => {
                        names.insert(units.all[id].name.as_deref()?);
                    }
                    _ => return None,
                }
            }
            for (id, tree) in &self.nodes {
                let is_own = makers.contains(id) || constants.values().any(|of| of == id);
                let unit = &units.all[*id];
                let is_alias = matches!(&tree.node, Node::Item(Item::Type(_)));
                // A module may have the name, too.
                let mut called = unit.places.called.iter();
                let calls = called.any(|(name, _)| names.contains(name.as_str()));
                if (!is_own && calls) || (is_alias && unit.words.contains(of)) {
                    return None;
                }
            }
            named
                .constants
                .retain(|name| !of_other_types.contains(&(of, name.clone())));
            let mut all = named.constants.iter();
            let constant = all.next().filter(|name| constants.contains_key(*name))?;
            if all.next().is_some() {
                return None;
            }
            Some(Single {
                of: of.to_owned(),
                constant: constant.clone(),
                constants,
                unit,
            })
        };
        let plain = |of: &str| facts.is_plain_struct(of);
        let all = constants.into_iter().filter(|(of, _)| plain(of));
        all.filter_map(single).collect()
    }

    /// The new texts of the units in which the constants of a type are compared, once there is but
    /// one value.
    pub(crate) fn with_one(
        mut self,
        single: &Single,
        others: &BTreeSet<String>,
        functions: &Functions,
    ) -> BTreeMap<UnitId, String> {
        let mut new = BTreeMap::new();
        for (&id, tree) in &mut self.nodes {
            let mut chooser = Chooser {
                single,
                others,
                functions,
                this: tree.this.clone(),
                is_touched: false,
            };
            tree.node.change(&mut chooser);
            if chooser.is_touched {
                tree.node.change(&mut crate::fold::Folder(functions, false));
                new.insert(id, tree.node.to_token_stream().to_string());
            }
        }
        new
    }

    /// The constant functions of a type that take nothing but a value and return a number or a
    /// truth, with its type.
    pub(crate) fn questions(&self, of: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for tree in self.nodes.values() {
            let (Node::Member(ImplItem::Fn(function)), false) = (&tree.node, tree.of_trait) else {
                continue;
            };
            let signature = &function.sig;
            let takes_itself = signature.inputs.len() == 1 && signature.receiver().is_some();
            if let (true, true, true, syn::ReturnType::Type(_, output)) = (
                tree.this.as_deref() == Some(of),
                takes_itself && signature.constness.is_some(),
                signature.generics.params.is_empty(),
                &signature.output,
            ) {
                found.push((plain(&signature.ident), text_of(output)));
            }
        }
        found
    }
}

/// The words of what decides the value of constants, by names: the same on each machine, unless one
/// of these is in it.
pub(crate) fn depends_on_target(units: &Units, live: &[bool], of: &Single) -> bool {
    const RISKY: [&str; 6] = [
        "BITS",
        "cfg",
        "size_of",
        "size_of_val",
        "align_of",
        "unsafe",
    ];
    let mut words: BTreeSet<&str> = BTreeSet::new();
    let mut seen: BTreeSet<UnitId> = BTreeSet::new();
    loop {
        // What is not constant is not called by what is.
        let is_said = |id: &UnitId| {
            let unit = &units.all[*id];
            let head = unit.parent.map(|parent| units.all[parent].open.as_str());
            let of_type = head.and_then(self_type).is_some_and(|this| this == of.of);
            let by_name = unit
                .name
                .as_deref()
                .is_some_and(|name| words.contains(name));
            live[*id] && unit.words.contains("const") && !seen.contains(id) && (of_type || by_name)
        };
        let more: Vec<UnitId> = (0..units.all.len()).filter(is_said).collect();
        if more.is_empty() {
            break;
        }
        for id in more {
            seen.insert(id);
            words.extend(units.all[id].words.iter().map(String::as_str));
        }
    }
    let says_most = |id: &UnitId| {
        let text = units.all[*id].open.replace(' ', "");
        text.contains("usize::MAX") || text.contains("isize::M")
    };
    RISKY.iter().any(|word| words.contains(word)) || seen.iter().any(says_most)
}

/// What code says of a type.
struct Named<'a> {
    of: &'a str,
    this: Option<&'a str>,
    constants: BTreeSet<String>,
    makes: bool,
}

impl Visit<'_> for Named<'_> {
    fn visit_macro(&mut self, call: &syn::Macro) {
        for argument in crate::fold::arguments_of(call).iter().flatten() {
            self.visit_expr(argument);
        }
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Path(path) => {
                let (of, name) = last_names(&path.path, self.this);
                let is_constant = name.chars().all(|c| !c.is_lowercase());
                if of.as_deref() == Some(self.of) && is_constant {
                    self.constants.insert(name);
                }
                return;
            }
            Expr::Struct(made) => {
                self.makes |= last_names(&made.path, self.this).1 == self.of;
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_pat(&mut self, pattern: &Pat) {
        if !matches!(pattern, Pat::Path(_)) {
            visit::visit_pat(self, pattern);
        }
    }
}

/// Takes the arms of the only value.
struct Chooser<'a> {
    single: &'a Single,
    /// The constants that have another value.
    others: &'a BTreeSet<String>,
    functions: &'a Functions,
    this: Option<String>,
    is_touched: bool,
}

impl Chooser<'_> {
    /// Whether this is the constant; none if it is nothing of the kind.
    fn is_it(&self, path: &syn::Path) -> Option<bool> {
        let (of, name) = last_names(path, self.this.as_deref());
        if of.as_deref() != Some(&self.single.of) {
            None
        } else if name == self.single.constant {
            Some(true)
        } else {
            self.others.contains(&name).then_some(false)
        }
    }

    fn chosen(&self, expr: &Expr) -> Option<Expr> {
        let side = |expr: &Expr| match expr {
            Expr::Path(path) => self.is_it(&path.path),
            _ => None,
        };
        match expr {
            Expr::Match(of) if self.functions.is_pure(&of.expr) => {
                for arm in &of.arms {
                    let Pat::Path(path) = &arm.pat else {
                        return None;
                    };
                    if arm.guard.is_some() || !arm.attrs.is_empty() {
                        return None;
                    }
                    if self.is_it(&path.path)? {
                        return Some((*arm.body).clone());
                    }
                }
                None
            }
            Expr::Binary(of)
                if self.functions.is_pure(&of.left) && self.functions.is_pure(&of.right) =>
            {
                let is_it = side(&of.left).or_else(|| side(&of.right))?;
                let value = match of.op {
                    syn::BinOp::Eq(_) => is_it,
                    syn::BinOp::Ne(_) => !is_it,
                    _ => return None,
                };
                let has_own = self.functions.counts.contains(&("eq".to_owned(), 1));
                (!has_own).then(|| syn::parse_quote!(#value))
            }
            _ => None,
        }
    }
}

impl VisitMut for Chooser<'_> {
    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        each_argument(call, &mut |expr| self.visit_expr_mut(expr));
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Some(new) = self.chosen(expr) {
            self.is_touched = true;
            *expr = new;
        }
    }
}

/// The text of a number or a truth of a type.
pub(crate) fn literal(value: u128, of: &str) -> Option<Expr> {
    if of == "bool" {
        let truth = value != 0;
        return Some(syn::parse_quote!(#truth));
    }
    let text = format!("{value}{of}");
    let is_whole = of.starts_with('u') && value < 1 << 31;
    let tokens: Option<TokenStream> = text.parse().ok().filter(|_| is_whole);
    tokens.and_then(|tokens| syn::parse2(tokens).ok())
}
