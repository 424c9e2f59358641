//! Who may see the items of libraries. In a program, whose file exports nothing, `pub` and
//! `pub(crate)` are the same; but the compiler looks for unused methods among those that are
//! `pub(crate)` more closely, and `pub` is shorter.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::{Item, Visibility};

use crate::combine::Part;
use crate::places::words_of;
use crate::tokens::{each_word, is_punct, matchers, plain, same_group};
use crate::walk::visit::{self, Visit};
use crate::walk::visit_mut::{self, VisitMut};

/// Makes all that libraries export visible in the crate.
pub(crate) fn narrow(parts: &mut [Part]) {
    let mut takers = Takers::default();
    for item in parts.iter().flat_map(|part| &part.source.items) {
        takers.visit_item(item);
    }
    let mut called: Vec<Called> = Vec::new();
    for part in &*parts {
        let mut names = Called::default();
        part.source
            .items
            .iter()
            .for_each(|item| names.visit_item(item));
        called.push(names);
    }
    for (at, part) in parts.iter_mut().enumerate() {
        let Some(module) = &part.module else {
            continue;
        };
        let others = called.iter().enumerate().filter(|(other, _)| *other != at);
        let others = others.flat_map(|(_, names)| names.0.iter()).collect();
        let module = quote::format_ident!("{module}");
        let mut hidden = Hidden {
            vis: syn::parse_quote!(pub(in crate::#module)),
            others,
        };
        for item in &mut part.source.items {
            hidden.visit_item_mut(item);
            Narrow(&takers.strict).visit_item_mut(item);
        }
    }
}

/// The functions of traits, by their names. A macro may write traits.
#[derive(Default)]
struct Called(BTreeSet<String>);

impl Called {
    fn written(&mut self, tokens: TokenStream) {
        let mut after_fn = false;
        for tree in tokens {
            match &tree {
                TokenTree::Group(group) => self.written(group.stream()),
                TokenTree::Ident(name) if after_fn => {
                    self.0.insert(plain(name));
                }
                _ => {}
            }
            after_fn = matches!(&tree, TokenTree::Ident(word) if word == "fn");
        }
    }
}

impl Visit<'_> for Called {
    fn visit_trait_item_fn(&mut self, function: &syn::TraitItemFn) {
        self.0.insert(plain(&function.sig.ident));
    }

    fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
        if item.ident.is_some() && words_of(&item.mac.tokens).contains("trait") {
            self.written(item.mac.tokens.clone());
        }
    }
}

/// Keeps what only its own crate sees from the others, where a trait of one of these has the same
/// name: they mean that.
struct Hidden<'a> {
    vis: Visibility,
    others: BTreeSet<&'a String>,
}

impl VisitMut for Hidden<'_> {
    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        let is_meant = self.others.contains(&plain(&function.sig.ident));
        if is_meant && is_restricted_to(&function.vis, "crate") {
            function.vis = self.vis.clone();
        }
    }
}

/// The macros that take the word `pub`, by their names: never with what may stand behind it, or
/// with that.
#[derive(Default)]
struct Takers {
    strict: BTreeSet<String>,
    places: BTreeSet<String>,
}

impl Visit<'_> for Takers {
    fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
        let Some(name) = &item.ident else { return };
        let [mut bare, mut restricted] = [false; 2];
        each_pub(
            matchers(&item.mac.tokens),
            &BTreeSet::new(),
            &mut |has_place| {
                bare |= !has_place;
                restricted |= has_place;
                false
            },
        );
        if restricted {
            self.places.insert(plain(name));
        } else if bare {
            self.strict.insert(plain(name));
        }
    }
}

/// Calls `f` with every `pub`, with whether `(..)` follows, and puts `(crate)` where it says so.
/// What is handed to a macro of one of the names in `strict` stays as it is.
fn each_pub(
    tokens: TokenStream,
    strict: &BTreeSet<String>,
    f: &mut impl FnMut(bool) -> bool,
) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut rest = tokens.into_iter().peekable();
    while let Some(tree) = rest.next() {
        match tree {
            TokenTree::Group(group) if !is_call(&out, strict) => {
                let new = same_group(&group, each_pub(group.stream(), strict, f));
                out.push(new.into());
            }
            TokenTree::Ident(word) if word == "pub" && is_visibility(&out) => {
                let has_place = matches!(rest.peek(), Some(TokenTree::Group(group))
                    if group.delimiter() == Delimiter::Parenthesis);
                let adds = f(has_place);
                out.push(word.into());
                if adds {
                    out.extend(quote!((crate)));
                }
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

/// What a macro's text says of who may see the types, traits and imports that it writes, if it says
/// `pub`: `vis` as for those that stand in the library itself, as one may show the other. What it
/// takes stays as it is.
fn with_types_seen(vis: &Visibility, rules: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for tree in rules {
        out.push(match tree {
            TokenTree::Group(body) if is_punct(out.last(), '>') => {
                same_group(&body, types_seen(vis, body.stream())).into()
            }
            other => other,
        });
    }
    out.into_iter().collect()
}

/// The same in a body, but for what it gives to other macros.
fn types_seen(vis: &Visibility, tokens: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut rest = tokens.into_iter().peekable();
    while let Some(tree) = rest.next() {
        match tree {
            TokenTree::Group(group) if !is_punct(out.last(), '!') => {
                out.push(same_group(&group, types_seen(vis, group.stream())).into());
            }
            TokenTree::Ident(word) if word == "pub" && is_visibility(&out) => {
                let place = rest.next_if(|tree| tree.to_string() == "(crate)");
                // An import is seen no further than what it imports, which may be a macro.
                let is_narrow = !matches!(vis, Visibility::Public(_));
                let of_type = matches!(rest.peek(), Some(TokenTree::Ident(word))
                    if ["struct", "enum", "union", "trait"].iter().any(|kind| word == kind)
                        || is_narrow && word == "use");
                if of_type {
                    out.extend(vis.to_token_stream());
                } else {
                    out.extend([TokenTree::from(word)].into_iter().chain(place));
                }
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

/// Whether a `pub` behind these trees is one of the language: a variable may have that name, and
/// macros have words of their own behind `@`.
fn is_visibility(before: &[TokenTree]) -> bool {
    !['$', '@'].iter().any(|&sign| is_punct(before.last(), sign))
}

/// Whether the last trees are the name of one of these macros and its `!`.
fn is_call(trees: &[TokenTree], names: &BTreeSet<String>) -> bool {
    matches!(trees, [.., TokenTree::Ident(name), bang]
        if is_punct(Some(bang), '!') && names.contains(&plain(name)))
}

struct Narrow<'a>(&'a BTreeSet<String>);

impl VisitMut for Narrow<'_> {
    fn visit_item_macro_mut(&mut self, item: &mut syn::ItemMacro) {
        let last = item.mac.path.segments.last();
        let is_strict = last.is_some_and(|last| self.0.contains(&plain(&last.ident)));
        if item.ident.is_none() && !is_strict {
            let tokens = std::mem::take(&mut item.mac.tokens);
            item.mac.tokens = each_pub(tokens, self.0, &mut |has_place| !has_place);
        } else if item.ident.is_some() {
            let tokens = std::mem::take(&mut item.mac.tokens);
            item.mac.tokens = with_types_seen(&syn::parse_quote!(pub(crate)), tokens);
        }
    }

    fn visit_visibility_mut(&mut self, vis: &mut Visibility) {
        if matches!(vis, Visibility::Public(_)) {
            *vis = syn::parse_quote!(pub(crate));
        }
    }
}

/// Writes `pub` in a library where `pub(crate)` stands, and if `wider`, where `pub(super)` stands
/// too. That may change the meaning of other code: where a method could not be seen, the call of
/// another one was meant.
pub(crate) fn widen(library: &mut Item, wider: bool) {
    let mut private = Private(BTreeSet::new());
    private.visit_item(library);
    let private = private.0;
    let mut takers = Takers::default();
    takers.visit_item(library);
    let places = takers.places;
    let mut widen = Widen {
        wider,
        private,
        places,
    };
    widen.visit_item_mut(library);
}

/// The names of types that not even `super` sees.
struct Private(BTreeSet<String>);

impl Private {
    fn add(&mut self, vis: &Visibility, name: &syn::Ident) {
        if !is_public(vis) && !is_restricted_to(vis, "super") {
            self.0.insert(plain(name));
        }
    }
}

impl Visit<'_> for Private {
    fn visit_item(&mut self, item: &Item) {
        match item {
            Item::Enum(x) => self.add(&x.vis, &x.ident),
            Item::Struct(x) => self.add(&x.vis, &x.ident),
            Item::Trait(x) => self.add(&x.vis, &x.ident),
            Item::Type(x) => self.add(&x.vis, &x.ident),
            Item::Union(x) => self.add(&x.vis, &x.ident),
            _ => {}
        }
        visit::visit_item(self, item);
    }
}

fn is_public(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_)) || is_restricted_to(vis, "crate")
}

fn is_restricted_to(vis: &Visibility, place: &str) -> bool {
    matches!(vis, Visibility::Restricted(to) if to.in_token.is_none() && to.path.is_ident(place))
}

struct Widen {
    wider: bool,
    private: BTreeSet<String>,
    places: BTreeSet<String>,
}

impl Widen {
    /// `shown`: what whoever sees the item sees with it. Old compilers refuse private types there.
    fn widen(&self, vis: &mut Visibility, shown: &impl ToTokens) {
        let opens = || {
            let mut shows_private = false;
            each_word(&shown.to_token_stream(), &mut |word| {
                shows_private |= self.private.contains(word);
            });
            self.wider && is_restricted_to(vis, "super") && !shows_private
        };
        if is_restricted_to(vis, "crate") || opens() {
            *vis = syn::parse_quote!(pub);
        }
    }
}

impl VisitMut for Widen {
    fn visit_item_macro_mut(&mut self, item: &mut syn::ItemMacro) {
        let last = item.mac.path.segments.last();
        let wants_place = last.is_some_and(|last| self.places.contains(&plain(&last.ident)));
        let tokens = std::mem::take(&mut item.mac.tokens);
        item.mac.tokens = match item.ident {
            Some(_) => with_types_seen(&syn::parse_quote!(pub), tokens),
            None if wants_place => tokens,
            // A type that a macro takes is seen as those beside the call.
            None => types_seen(&syn::parse_quote!(pub), tokens),
        };
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        let nothing = TokenStream::new();
        let all = item.to_token_stream();
        match item {
            // What is imported may be a macro, which cannot be `pub`.
            Item::Use(_) => return,
            Item::Const(x) => self.widen(&mut x.vis, &x.ty),
            Item::Enum(x) => self.widen(&mut x.vis, &all),
            Item::Fn(x) => self.widen(&mut x.vis, &x.sig),
            Item::Mod(x) => self.widen(&mut x.vis, &nothing),
            Item::Static(x) => self.widen(&mut x.vis, &x.ty),
            Item::Struct(x) => self.widen(&mut x.vis, &x.generics),
            Item::Trait(x) => self.widen(&mut x.vis, &all),
            Item::Type(x) => self.widen(&mut x.vis, &all),
            Item::Union(x) => self.widen(&mut x.vis, &x.generics),
            _ => {}
        }
        visit_mut::visit_item_mut(self, item);
    }

    fn visit_impl_item_mut(&mut self, item: &mut syn::ImplItem) {
        match item {
            syn::ImplItem::Const(x) => self.widen(&mut x.vis, &x.ty),
            syn::ImplItem::Fn(x) => self.widen(&mut x.vis, &x.sig),
            _ => {}
        }
        visit_mut::visit_impl_item_mut(self, item);
    }

    fn visit_field_mut(&mut self, field: &mut syn::Field) {
        self.widen(&mut field.vis, &field.ty);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn widened(text: &str, wider: bool) -> String {
        let mut item = syn::parse_str(text).unwrap();
        widen(&mut item, wider);
        item.to_token_stream().to_string()
    }

    #[test]
    fn what_the_crate_sees_is_public_but_for_imports() {
        let text = "mod a { pub (crate) use b ; pub (crate) struct C (pub (crate) u8) ; pub (super) fn d () { } }";
        let public =
            "mod a { pub (crate) use b ; pub struct C (pub u8) ; pub (super) fn d () { } }";
        assert_eq!(widened(text, false), public);
    }

    #[test]
    fn what_a_macro_writes_is_seen_as_what_stands_beside_it() {
        let text = "mod a { pub (crate) trait T { } macro_rules ! m { ($ c : ident) => { pub (crate) struct $ c ; pub (crate) fn f () { } } } }";
        let public = "mod a { pub trait T { } macro_rules ! m { ($ c : ident) => { pub struct $ c ; pub (crate) fn f () { } } } }";
        assert_eq!(widened(text, false), public);
    }

    #[test]
    fn a_type_that_a_macro_takes_is_seen_as_what_stands_beside_it() {
        let text = "mod a { pub (crate) trait T { } m ! { # [x] pub (crate) struct C (pub (crate) u8) ; } macro_rules ! n { (pub (crate) struct D) => { } } n ! { pub (crate) struct D } }";
        let public = "mod a { pub trait T { } m ! { # [x] pub struct C (pub (crate) u8) ; } macro_rules ! n { (pub (crate) struct D) => { } } n ! { pub (crate) struct D } }";
        assert_eq!(widened(text, false), public);
    }

    #[test]
    fn what_a_macro_takes_stays_as_it_is() {
        let text = "mod a { macro_rules ! m { ($ ($ t : tt) *) => { m ! { it : $ ($ t) * } } ; (it : pub struct $ c : ident) => { n ! { pub struct $ c } pub struct $ c ; } ; ($ pub : vis of $ c : ident) => { $ pub enum $ c { } } } macro_rules ! n { (pub struct $ c : ident) => { } } }";
        let mut item: Item = syn::parse_str(text).unwrap();
        let mut takers = Takers::default();
        takers.visit_item(&item);
        Narrow(&takers.strict).visit_item_mut(&mut item);
        let narrow = text.replace("pub struct $ c ;", "pub (crate) struct $ c ;");
        assert_eq!(item.to_token_stream().to_string(), narrow);
        assert_eq!(widened(&narrow, false), text);
    }

    #[test]
    fn what_shows_a_private_type_stays_as_it_is() {
        let text = "mod a { struct P ; pub (super) struct Q ; pub (super) fn r (p : P) { } impl Q { pub (super) fn s () { let p = P ; } } }";
        let public = "mod a { struct P ; pub struct Q ; pub (super) fn r (p : P) { } impl Q { pub fn s () { let p = P ; } } }";
        assert_eq!(widened(text, true), public);
    }
}
