//! Fields that are set and never read. The compiler names none of them, since to it who sets a
//! field looks at it.

use std::collections::{BTreeMap, BTreeSet};

use syn::{BinOp, Expr, Member};

use crate::fold::{arguments_of, text_of, Functions};
use crate::known::{is_number, Program};
use crate::tokens::{each_word, plain};
use crate::walk::visit::{self, Visit};

/// How a field is set.
enum Set {
    /// To this.
    To(Expr),
    /// To what it was, or to this if that is more, or less.
    Bound(Expr),
    /// To a literal more than it was.
    Count,
}

/// What the expressions of a program do with fields, by their names.
#[derive(Default)]
pub(crate) struct FieldUses {
    read: BTreeSet<String>,
    set: BTreeMap<String, Vec<Set>>,
}

impl FieldUses {
    pub(crate) fn of(program: &Program) -> FieldUses {
        let mut uses = FieldUses::default();
        for tree in program.nodes.values() {
            tree.node.look(&mut uses);
        }
        uses
    }

    /// Whether a field of this name is set in one of the ways that are looked for here.
    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.set.contains_key(name)
    }

    /// The names of those that are set and not read.
    pub(crate) fn unread(&self) -> impl Iterator<Item = &String> {
        self.set.keys().filter(|name| !self.read.contains(*name))
    }

    /// Whether nothing happens where the field of this name, which has a type of this text, is set.
    pub(crate) fn is_set_quietly(&self, name: &str, of: &str, functions: &Functions) -> bool {
        let mut all = self.set.get(name).into_iter().flatten();
        all.all(|set| match set {
            Set::To(value) => functions.is_pure(value),
            Set::Bound(value) => is_number(of) && functions.is_pure(value),
            // No program runs long enough to see the end of these.
            Set::Count => matches!(of, "u64" | "u128" | "usize" | "i64" | "i128"),
        })
    }
}

/// Whether this only says where something is.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        _ => false,
    }
}

/// The field that an expression sets, and how.
fn setting(expr: &Expr) -> Option<(&syn::ExprField, Set)> {
    let (left, set) = match expr {
        Expr::Assign(of) => (&*of.left, Set::To((*of.right).clone())),
        Expr::Binary(of) => match (&of.op, &*of.right) {
            (BinOp::AddAssign(_), Expr::Lit(_)) => (&*of.left, Set::Count),
            _ => return None,
        },
        _ => return None,
    };
    let Expr::Field(field) = left else {
        return None;
    };
    if !is_place(&field.base) {
        return None;
    }
    let set = match set {
        Set::To(Expr::MethodCall(call))
            if call.args.len() == 1
                && (call.method == "max" || call.method == "min")
                && text_of(&call.receiver) == text_of(left) =>
        {
            Set::Bound(call.args[0].clone())
        }
        set => set,
    };
    Some((field, set))
}

/// The name of the field that an expression sets, in one of the ways that are looked for here.
pub(crate) fn name_of_set(expr: &Expr) -> Option<String> {
    match setting(expr)?.0.member {
        Member::Named(ref name) => Some(plain(name)),
        Member::Unnamed(_) => None,
    }
}

impl Visit<'_> for FieldUses {
    fn visit_macro(&mut self, call: &syn::Macro) {
        match arguments_of(call) {
            Some(arguments) => arguments.iter().for_each(|of| self.visit_expr(of)),
            None => each_word(&call.tokens, &mut |word| {
                self.read.insert(word.to_owned());
            }),
        }
    }

    fn visit_field_pat(&mut self, pattern: &syn::FieldPat) {
        self.read.insert(text_of(&pattern.member));
        visit::visit_field_pat(self, pattern);
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match (setting(expr), expr) {
            (Some((field, set)), _) => {
                self.visit_expr(&field.base);
                if let Set::To(value) | Set::Bound(value) = &set {
                    self.visit_expr(value);
                }
                let all = self.set.entry(text_of(&field.member)).or_default();
                all.push(set);
                return;
            }
            (None, Expr::Field(field)) => {
                self.read.insert(text_of(&field.member));
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}
