//! The uses of procedural macros, each as a text for the compiler; in the code a mark stands for it.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, ImplItem, Item, Stmt, TraitItem};

use super::names::{derives, imported, is_built_in, is_in, ATTRIBUTES, MACROS};
use super::{below, extern_name};
use crate::blanks::in_source;
use crate::cfg::{attrs_of, of_impl_item, of_trait_item};
use crate::load::Source;
use crate::tokens::{is_punct, plain, same_group};

/// What stands for a use until its expansion is there.
pub(super) const PLACE: &str = "__singlefile_place";

/// What a macro that is written down is an argument of, or the name of the constant whose value it is.
pub(super) const KEPT: &str = "__singlefile_kept";

/// What is around a use, which the file of uses has too.
#[derive(Clone, Copy)]
pub(super) enum Around {
    Nothing,
    Function,
    Impl,
    Trait,
}

impl Around {
    pub(super) fn put(self, text: &TokenStream) -> TokenStream {
        match self {
            Around::Nothing => text.clone(),
            Around::Function => quote!(fn f() { #text }),
            Around::Impl => quote!(impl X { #text }),
            Around::Trait => quote!(trait X { #text }),
        }
    }
}

pub(super) struct Use {
    /// Those of its macros.
    pub(super) crates: Vec<usize>,
    /// What the compiler gets.
    pub(super) text: TokenStream,
    /// As it was.
    pub(super) original: TokenStream,
    /// What stays before what is written, of an item with derives.
    pub(super) kept: Option<TokenStream>,
    pub(super) around: Around,
}

impl Use {
    /// The name of what it is at, or of the macro that is called.
    pub(super) fn name(&self) -> String {
        let mut words = self
            .original
            .clone()
            .into_iter()
            .filter_map(|tree| match tree {
                TokenTree::Ident(word) => Some(word.to_string()),
                _ => None,
            });
        let kinds = [
            "struct", "enum", "union", "fn", "trait", "mod", "impl", "type", "const", "static",
        ];
        let first = words.next().unwrap_or_default();
        if kinds.contains(&&first[..]) {
            return words.next().unwrap_or_default();
        }
        let mut rest = words.skip_while(|word| !kinds.contains(&&word[..]));
        rest.nth(1).unwrap_or(first)
    }
}

/// Collects uses, and leaves a call of `PLACE` with its number for each.
pub(super) struct Taker {
    pub(super) imported: BTreeMap<String, (String, String)>,
    /// Those of the module alone.
    here: BTreeMap<String, (String, String)>,
    /// The crates in which a macro is looked for: by the crate that a path begins with, and for all others.
    orders: BTreeMap<String, Vec<usize>>,
    order: Vec<usize>,
    pub(super) known: BTreeSet<String>,
    /// Which crates of macros export a name.
    pub(super) exported: BTreeMap<String, BTreeSet<usize>>,
    pub(super) failed: BTreeSet<String>,
    pub(super) uses: Vec<Use>,
}

impl Taker {
    pub(super) fn new(sources: &[Source], index: usize, items: &[Item]) -> Taker {
        let externs = sources[index].info.externs.iter();
        Taker {
            imported: imported(items, true),
            here: imported(items, false),
            orders: externs
                .map(|(name, &id)| (name.clone(), below(sources, id)))
                .collect(),
            order: below(sources, index),
            known: BTreeSet::new(),
            exported: BTreeMap::new(),
            failed: BTreeSet::new(),
            uses: Vec::new(),
        }
    }

    /// The crate of the macro with this path, and what the file of uses calls it.
    fn get(&self, path: &syn::Path) -> Option<(usize, TokenStream)> {
        let last = plain(&path.segments.last()?.ident);
        let import = path.get_ident().and_then(|_| self.imported.get(&last));
        let first = plain(&path.segments.first()?.ident);
        let (first, last) = import.map_or((first, last.clone()), Clone::clone);
        let order = self.orders.get(&first).unwrap_or(&self.order);
        let exporters = self.exported.get(&last)?;
        let mut order = order.iter().chain(&self.order);
        let id = *order.find(|id| exporters.contains(id))?;
        let (of, name) = (extern_name(id), format_ident!("{last}"));
        Some((id, quote!(::#of::#name)))
    }

    /// The place of a use, unless it has failed before.
    fn place(&mut self, one: Use) -> Option<TokenStream> {
        if self.failed.contains(&one.original.to_string()) {
            return None;
        }
        let (place, number) = (format_ident!("{PLACE}"), self.uses.len());
        self.uses.push(one);
        Some(quote!(#place! { #number }))
    }

    /// Derives that are procedural macros.
    fn derived(&self, item: &Item) -> Option<Use> {
        let mut kept = item.clone();
        let attrs = attrs_of(&mut kept)?;
        let (mut crates, mut paths, mut all_plain) = (Vec::new(), Vec::new(), true);
        attrs.retain_mut(|attr| {
            let all = derives(attr);
            if all.is_empty() {
                return true;
            }
            let mut rest = Vec::new();
            for path in all {
                let is_built_in = is_built_in(&path, &self.here);
                if let Some((id, path)) = self.get(&path).filter(|_| !is_built_in) {
                    crates.push(id);
                    paths.push(path);
                } else {
                    all_plain &= is_built_in;
                    rest.push(path);
                }
            }
            *attr = syn::parse_quote!(#[derive(#(#rest),*)]);
            !rest.is_empty()
        });
        if crates.is_empty() {
            return None;
        }
        let mut bare = item.clone();
        attrs_of(&mut bare)?.retain(|attr| !attr.path().is_ident("derive"));
        if all_plain {
            WithoutHelpers.visit_item_mut(&mut kept);
        }
        Some(Use {
            crates,
            text: quote!(#[derive(#(#paths),*)] #bare),
            original: item.to_token_stream(),
            kept: Some(kept.to_token_stream()),
            around: Around::Nothing,
        })
    }

    /// The first attribute that is a procedural macro, with what it is at; its calls are to be written down by `keep`.
    fn attributed<T: Clone + ToTokens>(
        &self,
        item: &T,
        attrs_of: impl Fn(&mut T) -> Option<&mut Vec<Attribute>>,
        keep: impl Fn(&mut Keep, &mut T),
        around: Around,
    ) -> Option<Use> {
        let mut bare = item.clone();
        let attrs = attrs_of(&mut bare)?;
        let mut places = attrs.iter().enumerate();
        let (at, (id, path)) = places.find_map(|(at, attr)| Some((at, self.get(attr.path())?)))?;
        let arguments = match attrs.remove(at).meta {
            syn::Meta::Path(_) => quote!(),
            syn::Meta::List(list) => {
                let tokens = &list.tokens;
                quote!((#tokens))
            }
            syn::Meta::NameValue(pair) => {
                let value = &pair.value;
                quote!(= #value)
            }
        };
        keep(&mut Keep, &mut bare);
        Some(Use {
            crates: vec![id],
            text: around.put(&quote!(#[#path #arguments] #bare)),
            original: item.to_token_stream(),
            kept: None,
            around,
        })
    }

    /// A call of a procedural macro, and all that it is with its semicolon.
    fn called(&self, mac: &syn::Macro, all: &impl ToTokens, around: Around) -> Option<Use> {
        let (id, path) = self.get(&mac.path)?;
        let tokens = &mac.tokens;
        Some(Use {
            crates: vec![id],
            text: around.put(&quote!(#path! { #tokens })),
            original: all.to_token_stream(),
            kept: None,
            around,
        })
    }

    /// Puts a place for a call in a function, if that is one of a procedural macro.
    fn takes(&mut self, mac: &mut syn::Macro, all: &TokenStream) -> bool {
        let one = self.called(mac, all, Around::Function);
        let place = one.and_then(|one| self.place(one));
        if let Some(place) = &place {
            *mac = syn::parse_quote!(#place);
        }
        place.is_some()
    }

    /// The places of uses among what a macro is given.
    fn inside(&mut self, tokens: TokenStream) -> TokenStream {
        let mut out: Vec<TokenTree> = Vec::new();
        for tree in tokens {
            let mut from = out.len();
            match tree {
                TokenTree::Group(group) if is_punct(out.last(), '!') => {
                    // The path before it.
                    from -= 1;
                    while from > 0
                        && matches!(&out[from - 1], TokenTree::Ident(_) | TokenTree::Punct(_))
                    {
                        let is_part = match &out[from - 1] {
                            TokenTree::Punct(sign) => sign.as_char() == ':' && from < out.len() - 1,
                            _ => from == out.len() - 1 || is_punct(out.get(from), ':'),
                        };
                        if !is_part {
                            break;
                        }
                        from -= 1;
                    }
                    let call: TokenStream = out[from..]
                        .iter()
                        .cloned()
                        .chain([TokenTree::from(group.clone())])
                        .collect();
                    let mac = syn::parse2::<syn::Macro>(call);
                    let one = mac
                        .ok()
                        .and_then(|mac| self.called(&mac, &mac, Around::Function));
                    if let Some(place) = one.and_then(|one| self.place(one)) {
                        out.truncate(from);
                        out.extend(place);
                    } else {
                        let inside = self.inside(group.stream());
                        out.push(same_group(&group, inside).into());
                    }
                }
                TokenTree::Group(group) => {
                    let inside = self.inside(group.stream());
                    out.push(same_group(&group, inside).into());
                }
                other => out.push(other),
            }
        }
        out.into_iter().collect()
    }
}

impl VisitMut for Taker {
    fn visit_item_mut(&mut self, item: &mut Item) {
        let one = match item {
            Item::Macro(call) if call.ident.is_none() => {
                self.called(&call.mac, call, Around::Nothing)
            }
            _ => {
                let one = self.attributed(item, attrs_of, Keep::visit_item_mut, Around::Nothing);
                one.or_else(|| self.derived(item))
            }
        };
        if let Some(place) = one.and_then(|one| self.place(one)) {
            *item = syn::parse_quote!(#place);
        } else if !matches!(item, Item::Macro(rules) if rules.ident.is_some()) {
            visit_mut::visit_item_mut(self, item);
        }
    }

    fn visit_impl_item_mut(&mut self, item: &mut ImplItem) {
        let one = match item {
            ImplItem::Macro(call) => self.called(&call.mac, call, Around::Impl),
            _ => self.attributed(item, of_impl_item, Keep::visit_impl_item_mut, Around::Impl),
        };
        if let Some(place) = one.and_then(|one| self.place(one)) {
            *item = syn::parse_quote!(#place);
        } else {
            visit_mut::visit_impl_item_mut(self, item);
        }
    }

    fn visit_trait_item_mut(&mut self, item: &mut TraitItem) {
        let one = match item {
            TraitItem::Macro(call) => self.called(&call.mac, call, Around::Trait),
            _ => self.attributed(
                item,
                of_trait_item,
                Keep::visit_trait_item_mut,
                Around::Trait,
            ),
        };
        if let Some(place) = one.and_then(|one| self.place(one)) {
            *item = syn::parse_quote!(#place);
        } else {
            visit_mut::visit_trait_item_mut(self, item);
        }
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        let inside = module.content.as_ref().map_or(&[][..], |(_, items)| items);
        let around = std::mem::replace(&mut self.here, imported(inside, false));
        visit_mut::visit_item_mod_mut(self, module);
        self.here = around;
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(call) = stmt {
            let all = call.to_token_stream();
            if self.takes(&mut call.mac, &all) {
                return;
            }
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(call) = expr {
            let all = call.to_token_stream();
            if self.takes(&mut call.mac, &all) {
                return;
            }
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.inside(std::mem::take(&mut mac.tokens));
    }
}

/// Takes the attributes away that derives have read.
struct WithoutHelpers;

impl VisitMut for WithoutHelpers {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        attrs.retain(|attr| {
            attr.path()
                .get_ident()
                .is_none_or(|name| is_in(ATTRIBUTES, name))
        });
    }
}

/// Writes calls of macros down that the file of uses does not know.
struct Keep;

impl Keep {
    fn text(mac: &syn::Macro) -> Option<TokenStream> {
        let last = mac.path.segments.last()?;
        let (kept, text) = (format_ident!("{KEPT}"), in_source(&mac.to_token_stream()));
        (!is_in(MACROS, &last.ident)).then(|| quote!(#kept(#text)))
    }
}

impl VisitMut for Keep {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(call) = stmt {
            if let Some(text) = Keep::text(&call.mac) {
                *stmt = syn::parse_quote!(#text;);
                return;
            }
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(call) = expr {
            if let Some(text) = Keep::text(&call.mac) {
                *expr = syn::parse_quote!(#text);
                return;
            }
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
