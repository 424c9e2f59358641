//! Methods that do nothing but return a field, or lend it. The field takes the place of their
//! calls.

use syn::{Expr, Member, Type};

use crate::fold::{arguments_of, text_of};
use crate::tokens::plain;
use crate::walk::visit::{self, Visit};

/// What a method returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A copy of the field.
    Copy,
    /// The field, lent.
    Lent,
}

/// The field that the value of a method is, how, and the type that it says the field has.
pub(crate) fn field_of<'a>(
    value: &Expr,
    output: &'a syn::ReturnType,
) -> Option<(String, Form, &'a Type)> {
    let syn::ReturnType::Type(_, output) = output else {
        return None;
    };
    let (field, form, ty) = match (value, &**output) {
        (Expr::Reference(lent), Type::Reference(of))
            if lent.mutability.is_none() && of.mutability.is_none() && of.lifetime.is_none() =>
        {
            (&*lent.expr, Form::Lent, &*of.elem)
        }
        (value, output) => (value, Form::Copy, output),
    };
    // What looks at a slice of a vector calls other functions than what looks at the vector.
    if form == Form::Lent && is_slice(ty) {
        return None;
    }
    match field {
        Expr::Field(syn::ExprField {
            base,
            member: Member::Named(name),
            ..
        }) if matches!(&**base, Expr::Path(base) if base.path.is_ident("self")) => {
            Some((plain(name), form, ty))
        }
        _ => None,
    }
}

fn is_slice(of: &Type) -> bool {
    matches!(of, Type::Slice(_)) || text_of(of) == "str"
}

/// Methods of lists and texts that only look at them.
const OF_LISTS: [&str; 20] = [
    "bytes",
    "char_indices",
    "chars",
    "chunks",
    "chunks_exact",
    "contains",
    "first",
    "get",
    "is_empty",
    "iter",
    "last",
    "len",
    "lines",
    "split_at",
    "split_whitespace",
    "starts_with",
    "ends_with",
    "to_vec",
    "trim",
    "windows",
];

/// Methods that look at a value, whichever it is.
const QUIET: [&str; 3] = ["clone", "eq", "to_string"];

/// What is known of the methods of a name, with so many arguments.
pub(crate) struct Known {
    /// Whether the program has such, all of types, and none of them changes its value.
    pub(crate) is_own: bool,
    /// Whether it has none.
    pub(crate) is_other: bool,
}

/// Whether all calls of a method may be the field.
pub(crate) struct Calls<'a> {
    pub(crate) name: &'a str,
    pub(crate) form: Form,
    /// Whether the field is a number or the like, whose methods change nothing.
    pub(crate) is_plain: bool,
    pub(crate) known: &'a dyn Fn(&str, usize) -> Known,
    pub(crate) fit: bool,
}

impl Calls<'_> {
    fn is_it(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::MethodCall(call)
            if call.method == self.name && call.args.is_empty() && call.turbofish.is_none())
    }
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let writes = call.path.is_ident("write") || call.path.is_ident("writeln");
        for (at, argument) in arguments_of(call).unwrap_or_default().iter().enumerate() {
            self.fit &= !(writes && at == 0 && self.is_it(argument));
            self.visit_expr(argument);
        }
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::MethodCall(call) if self.is_it(&call.receiver) => {
                let name = plain(&call.method);
                let known = (self.known)(&name, call.args.len());
                let is_quiet = known.is_other && QUIET.contains(&name.as_str());
                let is_looked_at = known.is_own || is_quiet || (self.is_plain && known.is_other);
                self.fit &= self.form == Form::Lent || is_looked_at;
            }
            Expr::Reference(lent) => {
                self.fit &= lent.mutability.is_none() || !self.is_it(&lent.expr);
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

/// Whether a method of a lent field may be called on the field itself.
pub(crate) fn is_looked_at(name: &str, known: &Known) -> bool {
    known.is_own || (known.is_other && OF_LISTS.contains(&name))
}
