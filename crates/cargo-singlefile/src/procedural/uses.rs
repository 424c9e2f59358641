//! The uses of procedural macros, each as a text for the compiler; in the code a mark stands for
//! it.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::{Attribute, Expr, ImplItem, Item, Stmt, TraitItem};

use super::names::{derives, imported, is_built_in, is_in, is_of_std, ATTRIBUTES, MACROS};
use super::rules::{Books, Scope, Target};
use super::{below, extern_name};
use crate::blanks::in_source;
use crate::cfg::{attrs_of, of_impl_item, of_trait_item};
use crate::load::Source;
use crate::tokens::{is_punct, plain, same_group};
use crate::walk::visit_mut::{self, VisitMut};

/// What stands for a use until its expansion is there.
pub(super) const PLACE: &str = "__singlefile_place";

/// What a macro that is written down is an argument of, or the name of the constant whose value it
/// is.
pub(super) const KEPT: &str = "__singlefile_kept";

/// What is around a use, which the file of uses has too.
#[derive(Clone, Copy)]
pub(super) enum Around {
    Nothing,
    Function,
    /// As `Function`, of what is a value.
    Value,
    Impl,
    Trait,
}

impl Around {
    /// The same for what may be several statements.
    fn of_statements(self) -> Around {
        match self {
            Around::Value => Around::Function,
            other => other,
        }
    }

    pub(super) fn put(self, text: &TokenStream) -> TokenStream {
        match self {
            Around::Nothing => text.clone(),
            Around::Function => quote!(fn f() { #text }),
            Around::Value => quote!(fn f() { return #text }),
            Around::Impl => quote!(impl X { #text }),
            Around::Trait => quote!(trait X { #text }),
        }
    }
}

#[derive(Clone)]
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
    /// The number of definitions before it, if it is a call of a `macro_rules!`.
    pub(super) definitions: usize,
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
    index: usize,
    pub(super) imported: BTreeMap<String, (String, String)>,
    /// Those of the module alone.
    here: BTreeMap<String, (String, String)>,
    /// The crates in which a macro is looked for: by the crate that a path begins with, and for all
    /// others.
    orders: BTreeMap<String, Vec<usize>>,
    pub(super) order: Vec<usize>,
    pub(super) known: BTreeSet<String>,
    pub(super) books: Books,
    /// The rules of the text so far.
    scope: Scope,
    pub(super) failed: BTreeSet<String>,
    pub(super) failed_names: BTreeSet<String>,
    pub(super) uses: Vec<Use>,
}

impl Taker {
    /// Of this crate, beginning with its root.
    pub(super) fn take(&mut self, items: &mut [Item]) {
        self.scope.clear();
        items.iter_mut().for_each(|item| self.visit_item_mut(item));
    }

    pub(super) fn new(sources: &[Source], index: usize, items: &[Item], books: Books) -> Taker {
        let externs = sources[index].info.externs.iter();
        Taker {
            index,
            imported: imported(items, true),
            here: imported(items, false),
            orders: externs
                .map(|(name, &id)| (name.clone(), below(sources, id)))
                .collect(),
            order: below(sources, index),
            known: BTreeSet::new(),
            books,
            scope: Scope::new(),
            failed: BTreeSet::new(),
            failed_names: BTreeSet::new(),
            uses: Vec::new(),
        }
    }

    /// The crate of the macro with this path, and what the file of uses calls it.
    fn get(&self, path: &syn::Path) -> Option<(usize, TokenStream)> {
        let last = plain(&path.segments.last()?.ident);
        let import = path.get_ident().and_then(|_| self.imported.get(&last));
        let first = plain(&path.segments.first()?.ident);
        if import.is_none() && path.get_ident().is_some() && is_of_std(&last) {
            return None;
        }
        let (first, last) = import.map_or((first, last.clone()), Clone::clone);
        let order = self.orders.get(&first).unwrap_or(&self.order);
        let find = |name: &String| {
            let exporters = self.books.exported.get(name)?;
            let mut order = order.iter().chain(&self.order);
            let id = *order.find(|id| exporters.contains(id))?;
            let (of, name) = (extern_name(id), format_ident!("{name}"));
            Some((id, quote!(::#of::#name)))
        };
        find(&last).or_else(|| self.books.renamed(&last, order).find_map(find))
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
            definitions: 0,
        })
    }

    /// The first attribute that is a procedural macro, with what it is at; its calls are to be
    /// written down by `keep`.
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
        // A library may have an attribute with the name of one of the compiler's.
        let is_own = |attr: &Attribute| {
            let name = attr.path().get_ident();
            name.is_some_and(|name| is_in(ATTRIBUTES, name))
        };
        let (at, (id, path)) = places.find_map(|(at, attr)| {
            let found = self.get(attr.path()).filter(|_| !is_own(attr));
            Some((at, found?))
        })?;
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
        let mut crates = vec![id];
        // Derives that the file of uses has to know are expanded with it.
        for attr in attrs.iter_mut() {
            let all = derives(attr).into_iter().map(|path| {
                let is_built_in = is_built_in(&path, &self.here);
                let known = self.get(&path).filter(|_| !is_built_in);
                known.map_or(path.to_token_stream(), |(id, path)| {
                    crates.push(id);
                    path
                })
            });
            let all: Vec<TokenStream> = all.collect();
            if !all.is_empty() {
                *attr = syn::parse_quote!(#[derive(#(#all),*)]);
            }
        }
        keep(&mut Keep, &mut bare);
        Some(Use {
            crates,
            text: around.put(&quote!(#[#path #arguments] #bare)),
            original: item.to_token_stream(),
            kept: None,
            around,
            definitions: 0,
        })
    }

    /// A call of a procedural macro or of a rule that calls one, and all that it is with its
    /// semicolon.
    fn called(&self, mac: &syn::Macro, all: &impl ToTokens, around: Around) -> Option<Use> {
        let words = mac
            .path
            .segments
            .iter()
            .map(|segment| plain(&segment.ident));
        let words: Vec<String> = words.collect();
        let is_rule = words.len() == 1 && self.scope.contains_key(&words[0]);
        let Some((id, path)) = self.get(&mac.path).filter(|_| !is_rule) else {
            return self.by_way_of(mac, &words, all, around);
        };
        let around = around.of_statements();
        let tokens = &mac.tokens;
        Some(Use {
            crates: vec![id],
            text: around.put(&quote!(#path! { #tokens })),
            original: all.to_token_stream(),
            kept: None,
            around,
            definitions: 0,
        })
    }

    /// A call of a `macro_rules!` that comes to procedural macros, of which some may be what it is
    /// given.
    fn by_way_of(
        &self,
        mac: &syn::Macro,
        path: &[String],
        all: &impl ToTokens,
        around: Around,
    ) -> Option<Use> {
        let Some(Target::Rule(rule)) = self.books.target(self.index, path, &self.scope) else {
            return None;
        };
        let front = self.books.front(&rule, &mac.tokens, &self.scope)?;
        let is_of_function = matches!(around, Around::Function | Around::Value);
        let mut crates = front.crates;
        // What stands there as a value is taken by itself.
        if !is_of_function {
            crates.extend(front.given);
        }
        if crates.is_empty() {
            return None;
        }
        let (name, tokens) = (
            crate::tokens::ident(&rule.name, Span::call_site()),
            front.arguments,
        );
        let definitions = &front.definitions;
        let call = around.put(&quote!(#name! { #tokens }));
        Some(Use {
            crates: crates.into_iter().collect(),
            text: quote!(#(#definitions)* #call),
            original: all.to_token_stream(),
            kept: None,
            around,
            definitions: definitions.len(),
        })
    }

    /// Puts a place for a call in a function, if that is one of a procedural macro.
    fn takes(&mut self, mac: &mut syn::Macro, all: &TokenStream, around: Around) -> bool {
        let one = self.called(mac, all, around);
        let place = one.and_then(|one| self.place(one));
        if let Some(place) = &place {
            *mac = syn::parse_quote!(#place);
        }
        place.is_some()
    }

    /// The places of uses among what a macro is given; those of rules only if it takes values.
    fn inside(&mut self, tokens: TokenStream, takes_values: bool) -> TokenStream {
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
                        .and_then(|mac| self.called(&mac, &mac, Around::Value))
                        .filter(|one| takes_values || one.definitions == 0);
                    if let Some(place) = one.and_then(|one| self.place(one)) {
                        out.truncate(from);
                        out.extend(place);
                    } else {
                        let inside = self.inside(group.stream(), takes_values);
                        out.push(same_group(&group, inside).into());
                    }
                }
                TokenTree::Group(group) => {
                    let inside = self.inside(group.stream(), takes_values);
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
            return;
        }
        match item {
            Item::Macro(syn::ItemMacro {
                ident: Some(name),
                mac,
                ..
            }) => {
                let rule = self.books.define(name, &mac.tokens);
                self.scope.insert(rule.name.clone(), rule);
            }
            _ => visit_mut::visit_item_mut(self, item),
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let around = self.scope.clone();
        visit_mut::visit_block_mut(self, block);
        self.scope = around;
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
        let scope = self.scope.clone();
        visit_mut::visit_item_mod_mut(self, module);
        self.here = around;
        let is_open = |attr: &Attribute| attr.path().is_ident("macro_use");
        if !module.attrs.iter().any(is_open) {
            self.scope = scope;
        }
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(call) = stmt {
            let all = call.to_token_stream();
            if self.takes(&mut call.mac, &all, Around::Function) {
                return;
            }
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(call) = expr {
            let all = call.to_token_stream();
            if self.takes(&mut call.mac, &all, Around::Value) {
                return;
            }
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let last = mac.path.segments.last();
        let takes_values = last.is_some_and(|last| is_in(MACROS, &last.ident));
        mac.tokens = self.inside(std::mem::take(&mut mac.tokens), takes_values);
    }
}

/// Takes the attributes away that derives have read.
pub(super) struct WithoutHelpers;

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
