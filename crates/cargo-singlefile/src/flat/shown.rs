//! Who has to see an item.

use std::collections::BTreeSet;

use quote::{quote, ToTokens};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Item, Visibility};

use crate::tokens::{each_word, plain};

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
