//! Who has to see an item.

use std::collections::{BTreeMap, BTreeSet};

use quote::{quote, ToTokens};
use syn::{Item, Visibility};

use crate::tokens::{each_word, plain};
use crate::walk::visit::{self, Visit};
use crate::walk::visit_mut::{self, VisitMut};

/// Looks for what those who see the items of some names see with them.
pub(super) struct Seen<'a> {
    pub(super) shown: &'a BTreeSet<String>,
    pub(super) more: BTreeSet<String>,
}

impl Seen<'_> {
    fn show(&mut self, vis: &Visibility, name: Option<&syn::Ident>, tokens: &impl ToTokens) {
        let named = name.is_none_or(|name| self.shown.contains(&plain(name)));
        if named && !matches!(vis, Visibility::Inherited) {
            each_word(&tokens.to_token_stream(), &mut |word| {
                self.more.insert(word.to_owned());
            });
        }
    }
}

impl<'ast> Visit<'ast> for Seen<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Const(x) => self.show(&x.vis, Some(&x.ident), &x.ty),
            Item::Enum(x) => self.show(&x.vis, Some(&x.ident), x),
            Item::Fn(x) => self.show(&x.vis, Some(&x.sig.ident), &x.sig),
            Item::Static(x) => self.show(&x.vis, Some(&x.ident), &x.ty),
            Item::Struct(x) => {
                self.show(&x.vis, Some(&x.ident), &x.generics);
                if matches!(x.fields, syn::Fields::Unnamed(_)) {
                    self.show(&x.vis, Some(&x.ident), &x.fields);
                }
            }
            Item::Trait(x) => self.show(&x.vis, Some(&x.ident), x),
            Item::Type(x) => self.show(&x.vis, Some(&x.ident), x),
            Item::Union(x) => self.show(&x.vis, Some(&x.ident), x),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        let mut of_shown = false;
        each_word(&block.self_ty.to_token_stream(), &mut |word| {
            of_shown |= self.shown.contains(word);
        });
        if of_shown && block.trait_.is_some() {
            for item in &block.items {
                if let syn::ImplItem::Type(x) = item {
                    self.show(&syn::parse_quote!(pub), None, &x.ty);
                }
            }
            let (generics, of) = (&block.generics, block.trait_.as_ref().map(|of| &of.1));
            self.show(&syn::parse_quote!(pub), None, &quote!(#generics #of));
        }
        visit::visit_item_impl(self, block);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        match item {
            syn::ImplItem::Const(x) => self.show(&x.vis, Some(&x.ident), &x.ty),
            syn::ImplItem::Fn(x) => self.show(&x.vis, Some(&x.sig.ident), &x.sig),
            _ => {}
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let Some(name) = &field.ident {
            self.show(&field.vis, Some(name), &field.ty);
        }
    }
}

/// The fields of structs, all of which must be in sight where `..` takes those that are not named.
pub(super) struct Fields(BTreeMap<String, BTreeSet<String>>);

impl Fields {
    pub(super) fn of<'a>(items: impl Iterator<Item = &'a Item>) -> Fields {
        let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for item in items {
            if let Item::Struct(item) = item {
                let names = item.fields.iter().filter_map(|field| field.ident.as_ref());
                let fields = all.entry(plain(&item.ident)).or_default();
                fields.extend(names.map(plain));
            }
        }
        Fields(all)
    }

    /// The fields that items see without naming them.
    pub(super) fn seen_by<'a>(&self, items: impl Iterator<Item = &'a Item>) -> BTreeSet<String> {
        let mut rests = Rests::default();
        items.for_each(|item| rests.visit_item(item));
        let fields = rests.types.iter().filter_map(|name| self.0.get(name));
        fields.flatten().cloned().collect()
    }
}

/// The types of which `..` takes the rest, and those of the `impl` around.
#[derive(Default)]
struct Rests {
    types: BTreeSet<String>,
    of_self: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Rests {
    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        let mut words = BTreeSet::new();
        each_word(&block.self_ty.to_token_stream(), &mut |word| {
            words.insert(word.to_owned());
        });
        let around = std::mem::replace(&mut self.of_self, words);
        visit::visit_item_impl(self, block);
        self.of_self = around;
    }

    fn visit_expr_struct(&mut self, expr: &'ast syn::ExprStruct) {
        if let (Some(_), Some(last)) = (&expr.rest, expr.path.segments.last()) {
            match plain(&last.ident) {
                name if name == "Self" => self.types.extend(self.of_self.iter().cloned()),
                name => {
                    self.types.insert(name);
                }
            }
        }
        visit::visit_expr_struct(self, expr);
    }
}

/// Takes `pub` from all that has none of these names.
pub(super) struct Strip<'a>(pub(super) &'a BTreeSet<String>);

impl Strip<'_> {
    fn strip(&self, vis: &mut Visibility, name: &syn::Ident) {
        if !self.0.contains(&plain(name)) {
            *vis = Visibility::Inherited;
        }
    }
}

impl VisitMut for Strip<'_> {
    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Const(x) => self.strip(&mut x.vis, &x.ident),
            Item::Enum(x) => self.strip(&mut x.vis, &x.ident),
            Item::Fn(x) => self.strip(&mut x.vis, &x.sig.ident),
            Item::Static(x) => self.strip(&mut x.vis, &x.ident),
            Item::Struct(x) => {
                self.strip(&mut x.vis, &x.ident);
                if let syn::Fields::Unnamed(fields) = &mut x.fields {
                    if !self.0.contains(&plain(&x.ident)) {
                        fields
                            .unnamed
                            .iter_mut()
                            .for_each(|field| field.vis = Visibility::Inherited);
                    }
                }
            }
            Item::Trait(x) => self.strip(&mut x.vis, &x.ident),
            Item::Type(x) => self.strip(&mut x.vis, &x.ident),
            Item::Union(x) => self.strip(&mut x.vis, &x.ident),
            _ => {}
        }
        visit_mut::visit_item_mut(self, item);
    }

    fn visit_impl_item_mut(&mut self, item: &mut syn::ImplItem) {
        match item {
            syn::ImplItem::Const(x) => self.strip(&mut x.vis, &x.ident),
            syn::ImplItem::Fn(x) => self.strip(&mut x.vis, &x.sig.ident),
            _ => {}
        }
        visit_mut::visit_impl_item_mut(self, item);
    }

    fn visit_field_mut(&mut self, field: &mut syn::Field) {
        if let Some(name) = &field.ident {
            let name = name.clone();
            self.strip(&mut field.vis, &name);
        }
    }
}
