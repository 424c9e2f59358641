//! The code cut into units: what is kept or dropped as a whole. Each is printed on lines of its
//! own, so that the line of a compiler's message names the unit.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::punctuated::Punctuated;
use syn::{ForeignItem, ImplItem, Item, Token, TraitItem};

use crate::combine::{leaves, Leaf, Part};
use crate::places::{takes, words_of, Places};
use crate::tokens::{is_keyword, plain};
use crate::walk::visit::{self, Visit};
use crate::walk::visit_mut::VisitMut;

pub(crate) type UnitId = usize;

#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Module,
    /// A function, constant, static, type alias or `macro_rules!`.
    Value,
    Type,
    Trait,
    Import(Leaf),
    /// `of`: the trait, if it is not inherent; `about`: the types and traits that its head names,
    /// each with the first word of its path; `given`: those of them that are only parameters of
    /// others.
    Impl {
        of: Option<String>,
        about: BTreeMap<String, String>,
        given: BTreeSet<String>,
    },
    Member,
    Variant,
    Derive,
    /// A macro called where items stand; `defines`: the names that it seems to define.
    Call {
        defines: BTreeSet<String>,
    },
}

#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub(crate) kind: Kind,
    pub(crate) parent: Option<UnitId>,
    pub(crate) children: Vec<UnitId>,
    pub(crate) name: Option<String>,
    pub(crate) open: String,
    pub(crate) close: &'static str,
    /// Every word in it, children not counted.
    pub(crate) words: BTreeSet<String>,
    /// Where they stand.
    pub(crate) places: Places,
    /// How many arguments it takes behind `self`, if it is a method.
    pub(crate) takes: Option<usize>,
    /// The words in the heads of the impls in it, if it is a constant.
    pub(crate) heads: Vec<BTreeSet<String>>,
}

impl Unit {
    pub(crate) fn set_text(&mut self, text: String) {
        if let Ok(tokens) = text.parse() {
            self.words = words_of(&tokens);
            self.places = Places::of(&tokens);
            self.takes = takes(&tokens);
        }
        self.open = text;
    }

    /// What is parsed of a variant.
    pub(crate) fn variant(&self) -> Option<syn::Variant> {
        let text = self.open.trim_end_matches([',', ' ']);
        let is_one = matches!(self.kind, Kind::Variant);
        is_one.then(|| syn::parse_str(text).ok())?
    }
}

/// What is left of an import without procedural macros of which all uses are written out.
fn leaves_left(import: &syn::ItemUse, parts: &[Part]) -> Vec<Leaf> {
    let mut split = Vec::new();
    for leaf in leaves(&import.tree) {
        let refused = leaf
            .path
            .get(1)
            .and_then(|word| parts.iter().find(|part| part.is_refused_as(word)));
        match refused {
            Some(part) if part.source.is_written_out => {}
            // A glob of procedural macros: those alone matter that are used.
            Some(part) if leaf.glob && part.source.info.proc_macro => {
                for name in &part.source.proc_macros {
                    let mut path = leaf.path.clone();
                    path.push(name.clone());
                    split.push(Leaf {
                        path,
                        glob: false,
                        ..leaf.clone()
                    });
                }
            }
            _ => split.push(leaf),
        }
    }
    let is_taken = |leaf: &Leaf| {
        let path = leaf.path.strip_prefix(&["crate".to_owned()][..]);
        matches!(path.unwrap_or(&leaf.path), [of, name] if parts.iter().any(|part| {
            part.module.as_ref() == Some(of) && part.source.taken.contains(name)
        }))
    };
    split.retain(|leaf| !is_taken(leaf));
    split
}

/// The path of a part of an import.
fn path_of(import: &syn::ItemUse, leaf: &Leaf) -> String {
    let leading = if import.leading_colon.is_some() {
        "::"
    } else {
        ""
    };
    let path = format!("{leading}{}", leaf.path.join("::"));
    match &leaf.alias {
        _ if leaf.glob => path + "::*",
        None if leaf.of_module => path + "::{self}",
        Some(alias) => format!("{path} as {alias}"),
        None => path,
    }
}

/// Takes imports of such macros out of functions.
struct Inner<'a>(&'a [Part]);

impl VisitMut for Inner<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            if let syn::Stmt::Item(Item::Use(import)) = &stmt {
                let left = leaves_left(import, self.0);
                if left.len() < leaves(&import.tree).len() {
                    let attrs = &import.attrs;
                    let paths = left.iter().map(|leaf| path_of(import, leaf));
                    let trees = paths.filter_map(|path| syn::parse_str::<TokenStream>(&path).ok());
                    let imports = trees.map(|tree| syn::parse_quote!(#(#attrs)* use #tree;));
                    block.stmts.extend(imports);
                    continue;
                }
            }
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(stmt);
        }
    }
}

/// The head of an impl, without what is in it.
pub(crate) fn head_of(open: &str) -> Option<syn::ItemImpl> {
    syn::parse_str(&format!("{open} }}")).ok()
}

/// The traits and types of the impls in the block that is a constant's value, and in such constants
/// there.
fn heads(constant: &TokenStream) -> Vec<BTreeSet<String>> {
    // What is none is seen at its first words.
    syn::parse2(constant.clone()).map_or_else(|_| Vec::new(), |constant| heads_in(&constant))
}

fn heads_in(constant: &syn::ItemConst) -> Vec<BTreeSet<String>> {
    let syn::Expr::Block(block) = &*constant.expr else {
        return Vec::new();
    };
    let heads = block.block.stmts.iter().flat_map(|stmt| match stmt {
        syn::Stmt::Item(Item::Const(inner)) => heads_in(inner),
        syn::Stmt::Item(Item::Impl(head)) => {
            let of = head
                .trait_
                .as_ref()
                .and_then(|(_, path, _)| path.segments.last());
            let mut words = words_of(&head.self_ty.to_token_stream());
            words.extend(of.map(|of| plain(&of.ident)));
            vec![words]
        }
        _ => Vec::new(),
    });
    heads.collect()
}

/// All units; the children of nobody are the items of the file's root.
#[derive(Debug, Clone, Default)]
pub(crate) struct Units {
    pub(crate) all: Vec<Unit>,
    pub(crate) roots: Vec<UnitId>,
    /// Attributes of the whole file.
    pub(crate) limits: BTreeSet<String>,
    /// What `as` makes of the variants of enums without data, where the variant does not say it
    /// itself.
    numbers: BTreeMap<UnitId, String>,
}

impl Units {
    /// The units that are marked.
    pub(crate) fn live<'a>(&'a self, live: &'a [bool]) -> impl Iterator<Item = &'a Unit> {
        let both = self.all.iter().zip(live);
        both.filter(|(_, live)| **live).map(|(unit, _)| unit)
    }

    pub(crate) fn of(parts: &[Part]) -> Units {
        let mut units = Units::default();
        let any_gone = parts.iter().any(|part| part.source.is_written_out);
        for part in parts {
            let info = &part.source.info;
            if info.proc_macro || info.refusal.is_some() {
                continue;
            }
            let limits = part.source.attrs.iter();
            let limits = limits.filter(|attr| attr.path().is_ident("recursion_limit"));
            units
                .limits
                .extend(limits.map(|attr| attr.to_token_stream().to_string()));
            let parent = part.module.as_ref().map(|name| {
                let ident = quote::format_ident!("{name}");
                let text = quote!(mod #ident).to_string();
                units.add(
                    Kind::Module,
                    None,
                    Some(name.clone()),
                    text + " {",
                    "}",
                    &TokenStream::new(),
                )
            });
            for item in &part.source.items {
                let mut item = Cow::Borrowed(item);
                if any_gone {
                    Inner(parts).visit_item_mut(item.to_mut());
                }
                units.item(&item, parent, parts);
            }
        }
        units
    }

    fn add(
        &mut self,
        kind: Kind,
        parent: Option<UnitId>,
        name: Option<String>,
        open: String,
        close: &'static str,
        tokens: &TokenStream,
    ) -> UnitId {
        let id = self.all.len();
        let words = words_of(tokens);
        let heads = match &kind {
            Kind::Value if words.contains("impl") => heads(tokens),
            _ => Vec::new(),
        };
        self.all.push(Unit {
            kind,
            parent,
            children: Vec::new(),
            name,
            open,
            close,
            words,
            places: Places::of(tokens),
            takes: takes(tokens),
            heads,
        });
        match parent {
            Some(parent) => self.all[parent].children.push(id),
            None => self.roots.push(id),
        }
        id
    }

    /// One that has no others inside.
    fn leaf(
        &mut self,
        kind: Kind,
        parent: Option<UnitId>,
        name: Option<String>,
        tokens: &TokenStream,
    ) -> UnitId {
        self.add(kind, parent, name, tokens.to_string(), "", tokens)
    }

    /// One whose text ends in an empty `{}`, between which its children go.
    fn open(
        &mut self,
        kind: Kind,
        parent: Option<UnitId>,
        name: Option<String>,
        tokens: &TokenStream,
    ) -> UnitId {
        let text = tokens.to_string();
        let open = text
            .trim_end()
            .strip_suffix('}')
            .unwrap_or(&text)
            .to_owned();
        self.add(kind, parent, name, open, "}", tokens)
    }

    fn item(&mut self, item: &Item, parent: Option<UnitId>, parts: &[Part]) {
        match item {
            Item::Mod(module) => {
                let mut head = module.clone();
                let items = head
                    .content
                    .replace((syn::token::Brace::default(), Vec::new()));
                let name = Some(plain(&module.ident));
                let id = self.open(Kind::Module, parent, name, &head.into_token_stream());
                self.all[id].words.clear();
                for item in items.map_or_else(Vec::new, |(_, items)| items) {
                    self.item(&item, Some(id), parts);
                }
            }
            Item::Use(import) => self.import(import, parent, parts),
            Item::Impl(block) => self.block(block, parent),
            Item::Trait(definition) => {
                let mut head = definition.clone();
                let members = std::mem::take(&mut head.items);
                let id = self.open(
                    Kind::Trait,
                    parent,
                    Some(plain(&head.ident)),
                    &head.into_token_stream(),
                );
                for member in members {
                    let name = match &member {
                        TraitItem::Const(x) => Some(plain(&x.ident)),
                        TraitItem::Fn(x) => Some(plain(&x.sig.ident)),
                        TraitItem::Type(x) => Some(plain(&x.ident)),
                        _ => None,
                    };
                    self.leaf(Kind::Member, Some(id), name, &member.into_token_stream());
                }
            }
            Item::Enum(definition) => {
                let mut head = definition.clone();
                let variants = std::mem::take(&mut head.variants);
                let derives = take_derives(&mut head.attrs);
                let id = self.open(
                    Kind::Type,
                    parent,
                    Some(plain(&head.ident)),
                    &head.into_token_stream(),
                );
                self.derives(id, derives);
                let numbers = numbers(&variants);
                for (variant, number) in variants.iter().zip(numbers) {
                    let name = Some(plain(&variant.ident));
                    let id = self.leaf(Kind::Variant, Some(id), name, &quote!(#variant,));
                    self.numbers.extend(number.map(|number| (id, number)));
                }
            }
            Item::Struct(definition) => {
                let mut item = definition.clone();
                let derives = take_derives(&mut item.attrs);
                let id = self.leaf(
                    Kind::Type,
                    parent,
                    Some(plain(&item.ident)),
                    &item.into_token_stream(),
                );
                self.derives(id, derives);
            }
            Item::Union(definition) => {
                let mut item = definition.clone();
                let derives = take_derives(&mut item.attrs);
                let id = self.leaf(
                    Kind::Type,
                    parent,
                    Some(plain(&item.ident)),
                    &item.into_token_stream(),
                );
                self.derives(id, derives);
            }
            Item::ForeignMod(block) if !block.items.is_empty() => {
                // Each for itself, as few of many are used.
                for item in &block.items {
                    let name = match item {
                        ForeignItem::Fn(x) => Some(plain(&x.sig.ident)),
                        ForeignItem::Static(x) => Some(plain(&x.ident)),
                        ForeignItem::Type(x) => Some(plain(&x.ident)),
                        _ => None,
                    };
                    let items = vec![item.clone()];
                    let block = syn::ItemForeignMod {
                        items,
                        ..block.clone()
                    };
                    self.leaf(Kind::Value, parent, name, &block.into_token_stream());
                }
            }
            Item::Macro(call) if call.ident.is_none() => {
                let mut defines = BTreeSet::new();
                defined_words(&call.mac.tokens, &mut defines);
                defines.extend(name_before_all(&call.mac.tokens));
                self.leaf(
                    Kind::Call { defines },
                    parent,
                    None,
                    &call.into_token_stream(),
                );
            }
            _ => {
                let name = match item {
                    Item::Const(x) if x.ident == "_" => None,
                    Item::Const(x) => Some(plain(&x.ident)),
                    Item::Fn(x) => Some(plain(&x.sig.ident)),
                    Item::Macro(x) => x.ident.as_ref().map(plain),
                    Item::Static(x) => Some(plain(&x.ident)),
                    Item::TraitAlias(x) => Some(plain(&x.ident)),
                    Item::Type(x) => Some(plain(&x.ident)),
                    _ => None,
                };
                self.leaf(Kind::Value, parent, name, &item.into_token_stream());
            }
        }
    }

    fn derives(&mut self, of: UnitId, derives: Vec<syn::Path>) {
        for path in derives {
            let name = path.segments.last().map(|segment| plain(&segment.ident));
            self.leaf(Kind::Derive, Some(of), name, &path.into_token_stream());
        }
    }

    fn import(&mut self, import: &syn::ItemUse, parent: Option<UnitId>, parts: &[Part]) {
        for leaf in leaves_left(import, parts) {
            let attrs = &import.attrs;
            // Nothing is exported, and the compiler looks for unused imports among private ones
            // only.
            let vis = match &import.vis {
                syn::Visibility::Public(_) => quote!(pub(crate)),
                vis => vis.to_token_stream(),
            };
            let path = path_of(import, &leaf);
            let text = format!("{} {vis} use {path};", quote!(#(#attrs)*));
            let name = leaf.name().map(str::to_owned);
            let id = self.add(
                Kind::Import(leaf),
                parent,
                name,
                text,
                "",
                &TokenStream::new(),
            );
            let unit = &mut self.all[id];
            if let Kind::Import(leaf) = &unit.kind {
                let words = leaf.path.iter();
                let words = words.map(|word| word.trim_start_matches("r#").to_owned());
                let words: Vec<String> = words.collect();
                unit.places.first.extend(words.first().cloned());
                let paths = (2..=words.len()).map(|length| words[..length].to_vec());
                unit.places.paths = paths.collect();
                unit.words = words.into_iter().collect();
            }
        }
    }

    fn block(&mut self, block: &syn::ItemImpl, parent: Option<UnitId>) {
        let mut head = block.clone();
        let members = std::mem::take(&mut head.items);
        let mut about = About {
            own: BTreeSet::new(),
            found: BTreeMap::new(),
        };
        let types = head
            .generics
            .type_params()
            .map(|parameter| &parameter.ident);
        let numbers = head
            .generics
            .const_params()
            .map(|parameter| &parameter.ident);
        about.own.extend(types.chain(numbers).map(plain));
        let bare = |path: &syn::Path| {
            let mut path = path.clone();
            for segment in &mut path.segments {
                segment.arguments = syn::PathArguments::None;
            }
            path
        };
        let path = head.trait_.as_ref().map(|(_, path, _)| path);
        if let Some(path) = path {
            about.visit_path(&bare(path));
        }
        match &*head.self_ty {
            syn::Type::Path(of) if of.qself.is_none() => about.visit_path(&bare(&of.path)),
            of => about.visit_type(of),
        }
        let heads: BTreeSet<String> = about.found.keys().cloned().collect();
        // What the parameters of an inherent impl are is named by its methods' users, or nowhere
        // else: `impl Map<Standard> { fn new() }`.
        if let Some(path) = path {
            about.visit_path(path);
            about.visit_type(&head.self_ty);
        }
        let of = path.and_then(|path| path.segments.last());
        let of = of.map(|segment| plain(&segment.ident));
        let about = about.found;
        let given = about.keys().filter(|word| !heads.contains(*word)).cloned();
        let given = given.collect();
        let id = self.open(
            Kind::Impl { of, about, given },
            parent,
            None,
            &head.into_token_stream(),
        );
        for member in members {
            let name = match &member {
                ImplItem::Const(x) => Some(plain(&x.ident)),
                ImplItem::Fn(x) => Some(plain(&x.sig.ident)),
                ImplItem::Type(x) => Some(plain(&x.ident)),
                _ => None,
            };
            self.leaf(Kind::Member, Some(id), name, &member.into_token_stream());
        }
    }

    /// The module that a unit stands in; none at the root.
    pub(crate) fn module_of(&self, id: UnitId) -> Option<UnitId> {
        let parent = self.all[id].parent?;
        match self.all[parent].kind {
            Kind::Module => Some(parent),
            _ => self.module_of(parent),
        }
    }
}

/// The types and traits that a piece of code names.
struct About {
    /// Generic parameters, which are nobody else's types.
    own: BTreeSet<String>,
    found: BTreeMap<String, String>,
}

impl Visit<'_> for About {
    fn visit_path(&mut self, path: &syn::Path) {
        if let (Some(first), Some(last)) = (path.segments.first(), path.segments.last()) {
            let first = plain(&first.ident);
            if first != "Self" && !self.own.contains(&first) {
                self.found.insert(plain(&last.ident), first);
            }
        }
        visit::visit_path(self, path);
    }

    fn visit_type_path(&mut self, ty: &syn::TypePath) {
        match &ty.qself {
            Some(qself) => self.visit_type(&qself.ty),
            None => self.visit_path(&ty.path),
        }
    }
}

/// The number of each variant that has none of its own and is not the first, if no variant has
/// data.
fn numbers(variants: &Punctuated<syn::Variant, Token![,]>) -> Vec<Option<String>> {
    let has_data = |variant: &syn::Variant| !matches!(variant.fields, syn::Fields::Unit);
    let none = variants.iter().any(has_data);
    let (mut base, mut offset) = (None, 0);
    let number = |(place, variant): (usize, &syn::Variant)| {
        if let Some((_, explicit)) = &variant.discriminant {
            (base, offset) = (Some(explicit.to_token_stream().to_string()), 0);
            return None;
        }
        offset += usize::from(place > 0);
        let text = match &base {
            Some(base) => match base.parse::<usize>() {
                Ok(base) => (base + offset).to_string(),
                Err(_) => format!("{base} + {offset}"),
            },
            None => offset.to_string(),
        };
        (place > 0 && !none).then_some(text)
    };
    variants.iter().enumerate().map(number).collect()
}

fn take_derives(attrs: &mut Vec<syn::Attribute>) -> Vec<syn::Path> {
    let mut derives = Vec::new();
    attrs.retain(|attr| {
        if !attr.path().is_ident("derive") {
            return true;
        }
        let _ = attr.parse_nested_meta(|meta| {
            derives.push(meta.path);
            Ok(())
        });
        false
    });
    derives
}

/// The words that a macro call may define: those after a keyword that introduces an item.
pub(crate) fn defined_words(tokens: &TokenStream, words: &mut BTreeSet<String>) {
    let mut introduced = false;
    for tree in tokens.clone() {
        match tree {
            proc_macro2::TokenTree::Ident(word) => match plain(&word).as_str() {
                "struct" | "enum" | "union" | "fn" | "static" | "const" | "type" | "trait"
                | "mod" => introduced = true,
                "ref" | "mut" | "unsafe" => {}
                text => {
                    if introduced {
                        words.insert(text.to_owned());
                    }
                    introduced = false;
                }
            },
            proc_macro2::TokenTree::Group(group) => {
                introduced = false;
                defined_words(&group.stream(), words);
            }
            _ => introduced = false,
        }
    }
}

/// The first word that a macro call is given outside of groups, if all that it seems to define is
/// inside of them, as in `function! { name(k: u8) -> u8 { const A: u8 = 1; A + k } }`.
fn name_before_all(tokens: &TokenStream) -> Option<String> {
    let outside = tokens.clone().into_iter();
    let outside = outside.filter(|tree| !matches!(tree, proc_macro2::TokenTree::Group(_)));
    let outside: TokenStream = outside.collect();
    let (mut inside, mut defined) = (BTreeSet::new(), BTreeSet::new());
    defined_words(tokens, &mut inside);
    defined_words(&outside, &mut defined);
    match outside.into_iter().next() {
        Some(proc_macro2::TokenTree::Ident(word)) if !inside.is_empty() && defined.is_empty() => {
            Some(plain(&word)).filter(|word| !is_keyword(word))
        }
        _ => None,
    }
}

/// The text of what is kept, and the unit of each line.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) text: String,
    pub(crate) owners: Vec<UnitId>,
}

impl Printed {
    /// The first line of a unit, from 0.
    pub(crate) fn first_line(&self, id: UnitId) -> Option<usize> {
        self.owners.iter().position(|&owner| owner == id)
    }
}

impl Units {
    /// The names of a unit and of those around it, as in `a::b`.
    pub(crate) fn path(&self, id: UnitId) -> String {
        let around = std::iter::successors(Some(id), |&id| self.all[id].parent);
        let names = around.filter_map(|id| self.all[id].name.as_deref());
        let mut names: Vec<&str> = names.collect();
        names.reverse();
        names.join("::")
    }

    /// The types of the fields of a struct, or of all variants of an enum.
    pub(crate) fn types_of_fields(&self, id: UnitId) -> Vec<syn::Type> {
        let of = &self.all[id];
        let of_struct = syn::parse_str::<syn::ItemStruct>(&of.open).ok();
        let of_struct = of_struct.map(|of| of.fields);
        let variants = of.children.iter().map(|&child| &self.all[child]);
        let variants = variants.filter_map(|child| Some(child.variant()?.fields));
        let fields = of_struct.into_iter().chain(variants).flatten();
        fields.map(|field| field.ty).collect()
    }

    pub(crate) fn print(&self, live: &[bool]) -> Printed {
        let mut out = Printed {
            text: String::new(),
            owners: Vec::new(),
        };
        for limit in &self.limits {
            out.line(0, limit);
        }
        for &id in &self.roots {
            self.print_unit(id, live, &mut out);
        }
        out
    }

    fn derives_default(&self, id: Option<UnitId>, live: &[bool]) -> bool {
        let children = id.map_or(&[][..], |id| &self.all[id].children);
        children.iter().any(|&child| {
            let unit = &self.all[child];
            live[child]
                && matches!(unit.kind, Kind::Derive)
                && unit.name.as_deref() == Some("Default")
        })
    }

    /// The text before what is inside.
    fn head(&self, id: UnitId, live: &[bool]) -> Cow<'_, str> {
        let unit = &self.all[id];
        let mut text = Cow::Borrowed(unit.open.as_str());
        let (Kind::Variant, Some(parent)) = (&unit.kind, unit.parent) else {
            return text;
        };
        if !self.derives_default(unit.parent, live) {
            text = Cow::Borrowed(unit.open.trim_start_matches("# [default] "));
        }
        // One whose neighbor is gone would get the number of that.
        let siblings = &self.all[parent].children;
        let place = siblings.iter().position(|&sibling| sibling == id);
        let before = place.and_then(|place| siblings.get(place.checked_sub(1)?));
        match (before, self.numbers.get(&id)) {
            (Some(&before), Some(number)) if !live[before] => Cow::Owned(format!(
                "{} = {number} ,",
                text.trim_end_matches([',', ' '])
            )),
            _ => text,
        }
    }

    fn print_unit(&self, id: UnitId, live: &[bool], out: &mut Printed) {
        if !live[id] {
            return;
        }
        let unit = &self.all[id];
        let (derives, inside): (Vec<UnitId>, Vec<UnitId>) = unit
            .children
            .iter()
            .partition(|&&child| matches!(self.all[child].kind, Kind::Derive));
        let derives: Vec<&str> = derives
            .into_iter()
            .filter(|&child| live[child])
            .map(|child| self.all[child].open.as_str())
            .collect();
        if !derives.is_empty() {
            out.line(id, &format!("#[derive({})]", derives.join(", ")));
        }
        out.line(id, &self.head(id, live));
        for child in inside {
            self.print_unit(child, live, out);
        }
        if !unit.close.is_empty() {
            out.line(id, unit.close);
        }
    }
}

impl Printed {
    fn line(&mut self, owner: UnitId, text: &str) {
        self.text += text;
        self.text.push('\n');
        self.owners.extend(text.split('\n').map(|_| owner));
    }
}
