//! Short names for variables. What another function calls its variables is nobody's business, so
//! that each function may use all letters.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, Item, Pat};

use crate::combine::leaves;
use crate::flat::name_of;
use crate::macros::{arguments, Arguments};
use crate::tokens::{each_word, ident, plain};
use crate::walk::visit::{self, Visit};
use crate::walk::visit_mut::{self, VisitMut};

/// A file with short names for variables.
pub(crate) struct Short {
    pub(crate) tokens: TokenStream,
    /// The letters that variables have now.
    pub(crate) letters: BTreeSet<String>,
    /// Words that stand somewhere without a dot, a type or a module before them. Only variables do
    /// not count.
    pub(crate) bare: BTreeSet<String>,
    /// Words behind a dot or a type, and what fields, methods and variants are called.
    pub(crate) members: BTreeSet<String>,
}

/// Short names in all functions of a file.
pub(crate) fn shorten(mut file: syn::File) -> Short {
    let mut items = Items(BTreeSet::new());
    items.visit_file(&file);
    let mut functions = Functions {
        items: items.0,
        letters: BTreeSet::new(),
    };
    functions.visit_file_mut(&mut file);
    let mut words = Words::default();
    words.visit_file(&file);
    Short {
        tokens: file.into_token_stream(),
        letters: functions.letters,
        bare: words.bare,
        members: words.members,
    }
}

/// All words of a file but for those that are only variables.
pub(crate) fn names_used(file: &syn::File) -> BTreeSet<String> {
    let mut items = Items(BTreeSet::new());
    items.visit_file(file);
    let mut words = Words::default();
    words.visit_file(file);
    let mut bound = Bound(BTreeSet::new());
    bound.visit_file(file);
    let mut all = BTreeSet::new();
    each_word(&file.to_token_stream(), &mut |word| {
        let only_bound =
            bound.0.contains(word) && !items.0.contains(word) && !words.members.contains(word);
        if !only_bound {
            all.insert(word.to_owned());
        }
    });
    all
}

struct Bound(BTreeSet<String>);

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.0.insert(plain(&pat.ident));
        visit::visit_pat_ident(self, pat);
    }
}

/// The names of all items and imports.
struct Items(BTreeSet<String>);

impl<'ast> Visit<'ast> for Items {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Use(import) => {
                let found = leaves(&import.tree);
                self.0.extend(
                    found
                        .iter()
                        .filter_map(|leaf| leaf.name().map(str::to_owned)),
                );
            }
            Item::Mod(module) => {
                self.0.insert(plain(&module.ident));
            }
            item => self.0.extend(name_of(item)),
        }
        visit::visit_item(self, item);
    }
}

struct Functions {
    items: BTreeSet<String>,
    letters: BTreeSet<String>,
}

impl Functions {
    fn function(&mut self, signature: &mut syn::Signature, block: Option<&mut syn::Block>) {
        let mut uses = Uses::default();
        uses.visit_signature(signature);
        if let Some(block) = &block {
            uses.visit_block(block);
        }
        if uses.depends {
            return;
        }
        let may_change = |name: &str| {
            uses.bound.contains(name)
                && !self.items.contains(name)
                && !uses.fixed.contains(name)
                && !name.starts_with('_')
                && name.starts_with(char::is_lowercase)
                && name != "self"
        };
        let (mut order, taken): (Vec<_>, Vec<_>) =
            uses.bare.iter().partition(|(name, _)| may_change(name));
        let mut taken: BTreeSet<&String> = taken.into_iter().map(|(name, _)| name).collect();
        taken.extend(&uses.fixed);
        // `field` alone becomes `field: a`.
        let pays = |name: &String, count: &usize| {
            let short = uses.shorthand.get(name).copied().unwrap_or(0);
            name.len() == 1 || *count > 2 * short
        };
        order.retain(|&(name, count)| {
            let pays = pays(name, count);
            if !pays {
                taken.insert(name);
            }
            pays
        });
        order.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
        let known: Vec<&String> = order.iter().map(|(name, _)| *name).collect();
        let mut letters = ('a'..='z')
            .map(String::from)
            .filter(|letter| !taken.contains(letter));
        let mut new = BTreeMap::new();
        for name in &known {
            if let Some(letter) = letters.next() {
                new.insert((*name).clone(), letter);
            }
        }
        // A letter that is the old name of a variable without a new one would stand for both.
        let clash = known[new.len()..].iter().any(|name| name.len() == 1);
        if clash {
            return;
        }
        self.letters.extend(new.values().cloned());
        let mut rename = Rename(&new);
        rename.visit_signature_mut(signature);
        if let Some(block) = block {
            rename.visit_block_mut(block);
        }
    }
}

impl VisitMut for Functions {
    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        visit_mut::visit_item_fn_mut(self, function);
        self.function(&mut function.sig, Some(&mut function.block));
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        visit_mut::visit_impl_item_fn_mut(self, function);
        self.function(&mut function.sig, Some(&mut function.block));
    }

    fn visit_trait_item_fn_mut(&mut self, function: &mut syn::TraitItemFn) {
        visit_mut::visit_trait_item_fn_mut(self, function);
        self.function(&mut function.sig, function.default.as_mut());
    }
}

/// How a function uses its words.
#[derive(Default)]
struct Uses {
    bound: BTreeSet<String>,
    /// How often a word stands alone.
    bare: BTreeMap<String, usize>,
    /// How often it is a field and a variable at once.
    shorthand: BTreeMap<String, usize>,
    /// Words that show, or are given to macros that are not understood.
    fixed: BTreeSet<String>,
    /// Whether some of it is not compiled here.
    depends: bool,
}

impl Uses {
    fn count(&mut self, name: String) {
        *self.bare.entry(name).or_default() += 1;
    }

    fn fix(&mut self, tokens: &TokenStream) {
        each_word(tokens, &mut |word| {
            self.fixed.insert(word.to_owned());
        });
    }
}

impl Arguments for Uses {
    fn expr(&mut self, expr: &mut Expr) {
        self.visit_expr(&expr.clone());
    }

    fn pat(&mut self, pat: &mut Pat) {
        self.visit_pat(&pat.clone());
    }

    fn capture(&mut self, name: &str) -> Option<String> {
        self.count(name.to_owned());
        None
    }
}

/// Whether an assertion shows its own text.
fn shows_text(mac: &syn::Macro) -> bool {
    let is_assertion = mac
        .path
        .get_ident()
        .is_some_and(|name| name == "assert" || name == "debug_assert");
    is_assertion && {
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        mac.parse_body_with(parser)
            .map_or(true, |all| all.len() < 2)
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_item(&mut self, item: &'ast Item) {
        if let Item::Macro(_) = item {
            self.fix(&item.to_token_stream());
        }
    }

    fn visit_attribute(&mut self, attr: &'ast syn::Attribute) {
        self.depends |= attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr");
        self.fix(&attr.to_token_stream());
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if shows_text(mac) || !arguments(&mut mac.clone(), self) {
            self.fix(&mac.tokens);
        }
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.bound.insert(plain(&pat.ident));
        self.count(plain(&pat.ident));
        visit::visit_pat_ident(self, pat);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let (1, Some(first)) = (path.segments.len(), path.segments.first()) {
            self.count(plain(&first.ident));
        }
        visit::visit_path(self, path);
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        if let (None, syn::Member::Named(name)) = (field.colon_token, &field.member) {
            *self.shorthand.entry(plain(name)).or_default() += 1;
        }
        visit::visit_field_value(self, field);
    }

    fn visit_field_pat(&mut self, field: &'ast syn::FieldPat) {
        if let (None, syn::Member::Named(name)) = (field.colon_token, &field.member) {
            *self.shorthand.entry(plain(name)).or_default() += 1;
        }
        visit::visit_field_pat(self, field);
    }
}

struct Rename<'a>(&'a BTreeMap<String, String>);

impl Rename<'_> {
    fn rename(&self, name: &mut proc_macro2::Ident) -> bool {
        match self.0.get(&plain(name)) {
            Some(new) => {
                *name = ident(new, name.span());
                true
            }
            None => false,
        }
    }
}

impl Arguments for Rename<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        self.visit_expr_mut(expr);
    }

    fn pat(&mut self, pat: &mut Pat) {
        self.visit_pat_mut(pat);
    }

    fn capture(&mut self, name: &str) -> Option<String> {
        self.0.get(name).cloned()
    }
}

impl VisitMut for Rename<'_> {
    fn visit_item_mut(&mut self, _: &mut Item) {}

    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        arguments(mac, self);
    }

    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
        self.rename(&mut pat.ident);
        visit_mut::visit_pat_ident_mut(self, pat);
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.path.segments.len() == 1 && path.qself.is_none() {
            self.rename(&mut path.path.segments[0].ident);
        }
        visit_mut::visit_expr_path_mut(self, path);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        if let (None, syn::Member::Named(name)) = (field.colon_token, &field.member) {
            if self.0.get(&plain(name)).is_some_and(|new| name != new) {
                field.colon_token = Some(Default::default());
            }
        }
        self.visit_expr_mut(&mut field.expr);
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        if let (None, syn::Member::Named(name)) = (field.colon_token, &field.member) {
            if self.0.get(&plain(name)).is_some_and(|new| name != new) {
                field.colon_token = Some(Default::default());
            }
        }
        self.visit_pat_mut(&mut field.pat);
    }
}

/// Where words stand.
#[derive(Default)]
struct Words {
    bare: BTreeSet<String>,
    members: BTreeSet<String>,
}

impl Words {
    fn all(&mut self, tokens: &TokenStream) {
        each_word(tokens, &mut |word| {
            self.bare.insert(word.to_owned());
            self.members.insert(word.to_owned());
        });
    }
}

impl Arguments for Words {
    fn expr(&mut self, expr: &mut Expr) {
        self.visit_expr(&expr.clone());
    }

    fn pat(&mut self, pat: &mut Pat) {
        self.visit_pat(&pat.clone());
    }

    fn capture(&mut self, name: &str) -> Option<String> {
        self.bare.insert(name.to_owned());
        None
    }
}

impl<'ast> Visit<'ast> for Words {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Use(import) => self.all(&import.tree.to_token_stream()),
            Item::Mod(module) => {
                self.bare.insert(plain(&module.ident));
            }
            item => self.bare.extend(name_of(item)),
        }
        visit::visit_item(self, item);
    }

    fn visit_attribute(&mut self, attr: &'ast syn::Attribute) {
        self.all(&attr.to_token_stream());
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if !arguments(&mut mac.clone(), self) {
            self.all(&mac.tokens);
        }
        self.visit_path(&mac.path);
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.bare.insert(plain(&pat.ident));
        visit::visit_pat_ident(self, pat);
    }

    fn visit_generic_param(&mut self, param: &'ast syn::GenericParam) {
        match param {
            syn::GenericParam::Type(x) => self.bare.insert(plain(&x.ident)),
            syn::GenericParam::Const(x) => self.bare.insert(plain(&x.ident)),
            syn::GenericParam::Lifetime(_) => false,
        };
        visit::visit_generic_param(self, param);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let mut words = path.segments.iter().map(|segment| plain(&segment.ident));
        self.bare.extend(words.next());
        self.members.extend(words);
        visit::visit_path(self, path);
    }

    fn visit_member(&mut self, member: &'ast syn::Member) {
        if let syn::Member::Named(name) = member {
            self.members.insert(plain(name));
        }
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        if let (None, syn::Member::Named(name)) = (field.colon_token, &field.member) {
            self.bare.insert(plain(name));
        }
        visit::visit_field_value(self, field);
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        self.members.extend(field.ident.as_ref().map(plain));
        visit::visit_field(self, field);
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.members.insert(plain(&variant.ident));
        visit::visit_variant(self, variant);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.members.insert(plain(&call.method));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        match item {
            syn::ImplItem::Const(x) => self.members.insert(plain(&x.ident)),
            syn::ImplItem::Fn(x) => self.members.insert(plain(&x.sig.ident)),
            syn::ImplItem::Type(x) => self.members.insert(plain(&x.ident)),
            _ => false,
        };
        visit::visit_impl_item(self, item);
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        match item {
            syn::TraitItem::Const(x) => self.members.insert(plain(&x.ident)),
            syn::TraitItem::Fn(x) => self.members.insert(plain(&x.sig.ident)),
            syn::TraitItem::Type(x) => self.members.insert(plain(&x.ident)),
            _ => false,
        };
        visit::visit_trait_item(self, item);
    }

    fn visit_assoc_type(&mut self, assoc: &'ast syn::AssocType) {
        self.members.insert(plain(&assoc.ident));
        visit::visit_assoc_type(self, assoc);
    }
}
