//! Procedural macros. Such a macro runs inside the compiler and cannot be carried, but what it writes can: the compiler
//! expands each use once, in a file that has nothing but uses, and prints that file. Names are not looked up for it, so
//! the rest of the crate need not be there. As macros of the standard library would come out as calls that only the
//! compiler may write, the file is given a standard library whose macros write themselves down.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Item, Lit, Stmt, Token};

use crate::combine::leaves;
use crate::error::Result;
use crate::load::Source;
use crate::paths::names_of;
use crate::rustc::{Externs, Rustc};
use crate::tokens::{each_word, is_punct, plain};

/// Derives that the compiler knows by these names, unless one of them is imported.
const DERIVES: [&str; 9] = [
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
];

/// Attributes of the compiler.
const ATTRIBUTES: &str = " allow automatically_derived cfg cfg_attr cold default deny deprecated derive doc expect \
    export_name forbid global_allocator ignore inline link link_name macro_export macro_use must_use no_mangle \
    non_exhaustive panic_handler path proc_macro repr should_panic target_feature test track_caller used warn ";

/// Macros of the standard library that stand for a value or do something. They write themselves down.
const MACROS: &str =
    " assert assert_eq assert_ne dbg debug_assert debug_assert_eq debug_assert_ne eprint eprintln \
    format matches panic print println todo unimplemented unreachable vec write writeln ";

/// Its other macros.
const OTHERS: &str = " addr_of addr_of_mut cfg column compile_error concat env file format_args include include_bytes \
    include_str is_x86_feature_detected line macro_rules module_path option_env stringify thread_local try ";

/// What a macro that is written down is an argument of, or the name of the constant whose value it is.
const KEPT: &str = "__singlefile_kept";

/// What stands for a use until its expansion is there.
const PLACE: &str = "__singlefile_place";

/// What stands where the compiler could not expand something.
const ERROR: &str = "__singlefile_error";

/// So many times what was written may have uses in it.
const ROUNDS: usize = 8;

/// Puts what procedural macros write in the place of their uses. `libraries` tells where the compiled macros are, by the
/// files of their root modules. A use that does not work stays as it is.
///
/// # Errors
/// If the compiler cannot be run, or the macros cannot be built.
pub(crate) fn take_over(
    sources: &mut [Source],
    rustc: &Rustc,
    libraries: impl FnOnce() -> Result<BTreeMap<PathBuf, PathBuf>>,
) -> Result<()> {
    let mut rules = BTreeSet::new();
    for item in sources.iter().flat_map(|source| &source.items) {
        Rules(&mut rules).visit_item(item);
    }
    let mut libraries = Some(libraries);
    let mut compiled = BTreeMap::new();
    // The crates some use of which stays.
    let mut left: BTreeSet<usize> = BTreeSet::new();
    for index in 0..sources.len() {
        let order = below(sources, index);
        let is_macro = |id: &usize| sources[*id].info.proc_macro;
        let crates: Vec<usize> = order.iter().copied().filter(is_macro).collect();
        if crates.is_empty() {
            continue;
        }
        let mut items = std::mem::take(&mut sources[index].items);
        let mut taker = Taker::new(sources, index, &items);
        for _ in 0..ROUNDS {
            let mut names = Names::new(&rules, &taker.imported);
            items.iter().for_each(|item| names.visit_item(item));
            names.found.retain(|name| taker.known.insert(name.clone()));
            if !names.found.is_empty() {
                if let Some(libraries) = libraries.take() {
                    compiled = libraries()?;
                }
            }
            let info = &sources[index].info;
            let library = |&id: &usize| {
                Some((
                    extern_name(id).to_string(),
                    compiled.get(&sources[id].info.root)?.clone(),
                ))
            };
            let compiler = Expander {
                rustc,
                externs: Externs {
                    edition: info.edition,
                    root: &info.root,
                    crates: crates.iter().filter_map(library).collect(),
                },
                others: info.externs.keys().cloned().collect(),
            };
            compiler.find(&names.found, &crates, &mut taker.exported)?;
            items.iter_mut().for_each(|item| taker.visit_item_mut(item));
            let uses = std::mem::take(&mut taker.uses);
            if uses.is_empty() {
                break;
            }
            let written = compiler.expand(&uses)?;
            for (one, _) in uses
                .iter()
                .zip(&written)
                .filter(|(_, written)| written.is_none())
            {
                taker.failed.insert(one.original.to_string());
                left.extend(&one.crates);
            }
            Filler { uses, written }.items(&mut items);
        }
        in_macros(&items, &mut |name| {
            left.extend(taker.exported.get(name).into_iter().flatten())
        });
        sources[index].exported = taker.exported;
        sources[index].items = items;
    }
    if compiled.is_empty() {
        return Ok(());
    }
    for index in 0..sources.len() {
        let is_gone = |id: usize| sources[id].info.proc_macro && !left.contains(&id);
        let defined = defined(&sources[index], is_gone);
        let gone = below(sources, index)
            .into_iter()
            .filter(|&id| is_gone(id))
            .collect::<BTreeSet<_>>();
        let exported = sources.iter().flat_map(|source| &source.exported);
        let taken =
            exported.filter(|(name, ids)| !ids.is_disjoint(&gone) && !defined.contains(*name));
        let taken = taken.map(|(name, _)| name.clone()).collect();
        sources[index].is_written_out = is_gone(index);
        sources[index].taken = taken;
    }
    Ok(())
}

/// The crates that one can name, by way of others too, the nearest first.
fn below(sources: &[Source], index: usize) -> Vec<usize> {
    let (mut order, mut next, mut known) =
        (Vec::new(), VecDeque::from([index]), BTreeSet::from([index]));
    while let Some(id) = next.pop_front() {
        order.push(id);
        let externs = sources[id].info.externs.values();
        next.extend(externs.filter(|&&id| known.insert(id)));
    }
    order
}

/// The names of `macro_rules!`.
struct Rules<'a>(&'a mut BTreeSet<String>);

impl Visit<'_> for Rules<'_> {
    fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
        self.0.extend(item.ident.as_ref().map(plain));
    }
}

fn is_in(list: &str, name: &Ident) -> bool {
    list.contains(&format!(" {name} "))
}

/// Whether a derive is the compiler's in a module that imports these names.
fn is_built_in(path: &syn::Path, here: &BTreeMap<String, (String, String)>) -> bool {
    path.get_ident().is_some_and(|name| {
        DERIVES.iter().any(|own| name == own) && !here.contains_key(&plain(name))
    })
}

/// Names of derives, attributes and macros that nothing else explains.
struct Names<'a> {
    rules: &'a BTreeSet<String>,
    imported: &'a BTreeMap<String, (String, String)>,
    found: BTreeSet<String>,
}

impl Names<'_> {
    fn new<'a>(
        rules: &'a BTreeSet<String>,
        imported: &'a BTreeMap<String, (String, String)>,
    ) -> Names<'a> {
        let found = BTreeSet::new();
        Names {
            rules,
            imported,
            found,
        }
    }

    fn add(&mut self, path: &syn::Path) {
        if let Some(last) = path.segments.last() {
            self.add_word(&last.ident);
        }
    }

    fn add_word(&mut self, word: &Ident) {
        let name = plain(word);
        let real = self.imported.get(&name).map(|(_, real)| real.clone());
        self.found.insert(real.unwrap_or(name));
    }
}

impl Visit<'_> for Names<'_> {
    fn visit_attribute(&mut self, attr: &Attribute) {
        for path in derives(attr) {
            if !is_built_in(&path, self.imported) {
                self.add(&path);
            }
        }
        let last = attr.path().segments.last();
        if last.is_some_and(|last| !is_in(ATTRIBUTES, &last.ident)) {
            self.add(attr.path());
        }
    }

    fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
        if item.ident.is_none() {
            visit::visit_item_macro(self, item);
        }
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        each_call(mac.to_token_stream(), &mut |word| {
            if !is_in(MACROS, word) && !is_in(OTHERS, word) && !self.rules.contains(&plain(word)) {
                self.add_word(word);
            }
        });
    }
}

/// Calls `f` with every word before `!` and a group.
fn each_call(tokens: TokenStream, f: &mut impl FnMut(&Ident)) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(word)
                if is_punct(trees.get(at + 1), '!')
                    && matches!(trees.get(at + 2), Some(TokenTree::Group(_))) =>
            {
                f(word)
            }
            TokenTree::Group(group) => each_call(group.stream(), f),
            _ => {}
        }
    }
}

fn derives(attr: &Attribute) -> Vec<syn::Path> {
    let list = Punctuated::<syn::Path, Token![,]>::parse_terminated;
    let list = attr
        .path()
        .is_ident("derive")
        .then(|| attr.parse_args_with(list));
    list.and_then(syn::Result::ok)
        .into_iter()
        .flatten()
        .collect()
}

/// Calls `f` with every name in macros that may be that of an attribute, a derive or a macro.
fn in_macros(items: &[Item], f: &mut impl FnMut(&str)) {
    struct Tokens<'a, F>(&'a mut F);
    impl<F: FnMut(&str)> Tokens<'_, F> {
        fn attributes(&mut self, tokens: TokenStream) {
            let trees: Vec<TokenTree> = tokens.into_iter().collect();
            for (at, tree) in trees.iter().enumerate() {
                match tree {
                    TokenTree::Group(group) if at > 0 && is_punct(trees.get(at - 1), '#') => {
                        each_word(&group.stream(), self.0);
                    }
                    TokenTree::Group(group) => self.attributes(group.stream()),
                    _ => {}
                }
            }
        }
    }
    impl<F: FnMut(&str)> Visit<'_> for Tokens<'_, F> {
        fn visit_macro(&mut self, mac: &syn::Macro) {
            each_call(mac.to_token_stream(), &mut |word| (self.0)(&plain(word)));
            self.attributes(mac.tokens.clone());
        }
    }
    items.iter().for_each(|item| Tokens(f).visit_item(item));
}

/// What the root of a crate has of its own, or from crates that are not gone.
fn defined(source: &Source, is_gone: impl Fn(usize) -> bool) -> BTreeSet<String> {
    let is_own = |item: &&Item| match item {
        Item::Use(import) => leaves(&import.tree).iter().any(|leaf| {
            let first = leaf
                .path
                .first()
                .and_then(|name| source.info.externs.get(name));
            !first.is_some_and(|&id| is_gone(id))
        }),
        _ => true,
    };
    names_of(source.items.iter().filter(is_own))
}

/// The names that imports bring from crates other than the standard library, in modules inside if `deep`: the crate, and
/// the name there.
fn imported(items: &[Item], deep: bool) -> BTreeMap<String, (String, String)> {
    let mut names = BTreeMap::new();
    for item in items {
        match item {
            Item::Use(import) => {
                for leaf in leaves(&import.tree) {
                    let (Some(name), [first, .., last]) = (leaf.name(), &leaf.path[..]) else {
                        continue;
                    };
                    if !matches!(&first[..], "std" | "core" | "alloc") {
                        names.insert(name.to_owned(), (first.clone(), last.clone()));
                    }
                }
            }
            Item::Mod(module) if deep => {
                let inside = module.content.as_ref().map_or(&[][..], |(_, items)| items);
                names.extend(imported(inside, deep));
            }
            _ => {}
        }
    }
    names
}

struct Use {
    /// Those of its macros.
    crates: Vec<usize>,
    /// What the compiler gets.
    text: TokenStream,
    /// As it was.
    original: TokenStream,
    /// What stays before what is written, of an item with derives.
    kept: Option<TokenStream>,
    /// Whether it stands in a function.
    in_function: bool,
}

/// Collects uses, and leaves a call of `PLACE` with its number for each.
struct Taker {
    imported: BTreeMap<String, (String, String)>,
    /// Those of the module alone.
    here: BTreeMap<String, (String, String)>,
    /// The crates in which a macro is looked for: by the crate that a path begins with, and for all others.
    orders: BTreeMap<String, Vec<usize>>,
    order: Vec<usize>,
    known: BTreeSet<String>,
    /// Which crates of macros export a name.
    exported: BTreeMap<String, BTreeSet<usize>>,
    failed: BTreeSet<String>,
    uses: Vec<Use>,
}

impl Taker {
    fn new(sources: &[Source], index: usize, items: &[Item]) -> Taker {
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
            in_function: false,
        })
    }

    /// The first attribute that is a procedural macro, with what it is at.
    fn attributed(&self, item: &Item) -> Option<Use> {
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
        Keep.visit_item_mut(&mut bare);
        Some(Use {
            crates: vec![id],
            text: quote!(#[#path #arguments] #bare),
            original: item.to_token_stream(),
            kept: None,
            in_function: false,
        })
    }

    /// A call of a procedural macro, and all that it is with its semicolon.
    fn called(&self, mac: &syn::Macro, all: &impl ToTokens, in_function: bool) -> Option<Use> {
        let (id, path) = self.get(&mac.path)?;
        let tokens = &mac.tokens;
        let call = quote!(#path! { #tokens });
        Some(Use {
            crates: vec![id],
            text: if in_function {
                quote!(fn f() { #call })
            } else {
                call
            },
            original: all.to_token_stream(),
            kept: None,
            in_function,
        })
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
                    let one = mac.ok().and_then(|mac| self.called(&mac, &mac, true));
                    if let Some(place) = one.and_then(|one| self.place(one)) {
                        out.truncate(from);
                        out.extend(place);
                    } else {
                        let inside = self.inside(group.stream());
                        out.push(Group::new(group.delimiter(), inside).into());
                    }
                }
                TokenTree::Group(group) => {
                    let inside = self.inside(group.stream());
                    out.push(Group::new(group.delimiter(), inside).into());
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
            Item::Macro(call) if call.ident.is_some() => return,
            Item::Macro(call) => self.called(&call.mac, call, false),
            _ => self.attributed(item).or_else(|| self.derived(item)),
        };
        if let Some(place) = one.and_then(|one| self.place(one)) {
            *item = syn::parse_quote!(#place);
        } else {
            visit_mut::visit_item_mut(self, item);
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
            let one = self.called(&call.mac, call, true);
            if let Some(place) = one.and_then(|one| self.place(one)) {
                call.mac = syn::parse_quote!(#place);
                return;
            }
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(call) = expr {
            let one = self.called(&call.mac, call, true);
            if let Some(place) = one.and_then(|one| self.place(one)) {
                call.mac = syn::parse_quote!(#place);
                return;
            }
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.inside(std::mem::take(&mut mac.tokens));
    }
}

fn attrs_of(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Const(x) => &mut x.attrs,
        Item::Enum(x) => &mut x.attrs,
        Item::Fn(x) => &mut x.attrs,
        Item::Impl(x) => &mut x.attrs,
        Item::Mod(x) => &mut x.attrs,
        Item::Static(x) => &mut x.attrs,
        Item::Struct(x) => &mut x.attrs,
        Item::Trait(x) => &mut x.attrs,
        Item::Type(x) => &mut x.attrs,
        Item::Union(x) => &mut x.attrs,
        _ => return None,
    })
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
        let (kept, text) = (format_ident!("{KEPT}"), mac.to_token_stream().to_string());
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

/// Turns what was written down into calls again.
struct Restore;

impl Restore {
    fn kept(expr: &Expr) -> Option<syn::Macro> {
        let Expr::Call(call) = expr else { return None };
        let is_kept = matches!(&*call.func, Expr::Path(path) if path.path.is_ident(KEPT));
        is_kept.then(|| text(call.args.first()?)?.parse().ok())?
    }
}

fn text(expr: &Expr) -> Option<&syn::LitStr> {
    match expr {
        Expr::Lit(syn::ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        _ => None,
    }
}

impl VisitMut for Restore {
    fn visit_item_mut(&mut self, item: &mut Item) {
        let kept = match item {
            Item::Const(constant) if constant.ident == KEPT => text(&constant.expr),
            _ => None,
        };
        match kept.and_then(|text| text.parse().ok()) {
            Some(call) => *item = call,
            None => visit_mut::visit_item_mut(self, item),
        }
        // As an item of a function it names a crate that the root knows.
        if let Item::ExternCrate(named) = item {
            let (name, alias) = (&named.ident, named.rename.as_ref().map(|(_, alias)| alias));
            let alias = alias.unwrap_or(name);
            *item = syn::parse_quote!(use ::#name as #alias;);
        }
    }

    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        attrs.retain(|attr| !attr.path().is_ident("automatically_derived"));
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Expr(expr, semi_token @ Some(_)) = stmt {
            if let Some(mac) = Restore::kept(expr) {
                let (attrs, semi_token) = (Vec::new(), *semi_token);
                *stmt = Stmt::Macro(syn::StmtMacro {
                    attrs,
                    mac,
                    semi_token,
                });
                return;
            }
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match Restore::kept(expr) {
            Some(mac) => *expr = syn::parse_quote!(#mac),
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

fn extern_name(id: usize) -> Ident {
    format_ident!("singlefile_{id}")
}

struct Expander<'a> {
    rustc: &'a Rustc,
    externs: Externs<'a>,
    /// All that paths in the code may begin with.
    others: Vec<String>,
}

impl Expander<'_> {
    /// Notes which of these crates export which of these names.
    fn find(
        &self,
        names: &BTreeSet<String>,
        crates: &[usize],
        exported: &mut BTreeMap<String, BTreeSet<usize>>,
    ) -> Result<()> {
        let pairs: Vec<_> = crates
            .iter()
            .flat_map(|&id| names.iter().map(move |name| (id, name)))
            .collect();
        if pairs.is_empty() {
            return Ok(());
        }
        let lines = pairs.iter().enumerate().map(|(line, (id, name))| {
            format!("use ::{}::r#{name} as n{line};\n", extern_name(*id))
        });
        let text: String = lines.collect();
        let wrong = self.rustc.wrong_lines(&text, &self.externs)?;
        for (line, (id, name)) in pairs.into_iter().enumerate() {
            if !wrong.contains(&(line + 1)) {
                exported.entry(name.clone()).or_default().insert(id);
            }
        }
        Ok(())
    }

    /// What each use becomes, if that is known.
    fn expand(&self, uses: &[Use]) -> Result<Vec<Option<Vec<Item>>>> {
        let modules = uses.iter().enumerate().map(|(number, one)| {
            let (name, text) = (format_ident!("m{number}"), &one.text);
            quote!(mod #name { #text })
        });
        let shims = shims();
        let text = format!("#![allow(warnings)]\n{shims}{}", quote!(#(#modules)*));
        // Libraries hand the standard library on, under its name or theirs.
        let inside =
            self.others
                .iter()
                .map(String::as_str)
                .chain(["std", "core", "alloc", "__private"]);
        let inside = inside.map(|name| format!("pub mod {name} {{ pub use crate::*; }}\n"));
        let inside: String = inside.collect();
        let std =
            format!("#![no_std]\nextern crate std as real;\npub use real::*;\n{shims}{inside}");
        let printed = self
            .rustc
            .expand(&text, &self.externs, &std, &self.others)?;
        if let Some(modules) = written(&printed, uses) {
            return Ok(modules.into_iter().map(Some).collect());
        }
        if uses.len() == 1 {
            return Ok(vec![None]);
        }
        // One of them does not work: which?
        let (left, right) = uses.split_at(uses.len() / 2);
        let mut all = self.expand(left)?;
        all.append(&mut self.expand(right)?);
        Ok(all)
    }
}

/// What the macros wrote, by the modules of the file that the compiler has printed.
fn written(printed: &str, uses: &[Use]) -> Option<Vec<Vec<Item>>> {
    let printed = printed.replace("/*ERROR*/", ERROR);
    let file = syn::parse_file(&printed)
        .ok()
        .filter(|_| !printed.contains(ERROR))?;
    let modules = file.items.into_iter().filter_map(|item| match item {
        Item::Mod(module) => Some(module.content?.1),
        _ => None,
    });
    let mut modules: Vec<Vec<Item>> = modules.collect();
    for (items, one) in modules.iter_mut().zip(uses) {
        if one.kept.is_some() && !items.is_empty() {
            items.remove(0);
        }
        items
            .iter_mut()
            .for_each(|item| Restore.visit_item_mut(item));
    }
    (modules.len() == uses.len()).then_some(modules)
}

/// Macros that write themselves down, for the beginning of the file and for its standard library.
fn shims() -> String {
    let shim = |name: &str| {
        let (open, close) = if name == "vec" {
            ("[", "]")
        } else {
            ("(", ")")
        };
        format!(
            "#[macro_export] macro_rules! {name} {{ ($($t:tt)*) => {{ {KEPT}(stringify!({name}!{open}$($t)*{close})) }} }}\n"
        )
    };
    let shims: String = MACROS.split_whitespace().map(shim).collect();
    shims + &format!(
        "#[macro_export] macro_rules! thread_local {{ ($($t:tt)*) => {{ const {KEPT}: &str = stringify!(thread_local! {{ $($t)* }}); }} }}\n"
    )
}

/// Puts what was written in the places of the uses.
struct Filler {
    uses: Vec<Use>,
    written: Vec<Option<Vec<Item>>>,
}

impl Filler {
    fn number(mac: &syn::Macro) -> Option<usize> {
        let number = mac
            .path
            .is_ident(PLACE)
            .then(|| mac.parse_body::<syn::LitInt>());
        number?.ok()?.base10_parse().ok()
    }

    /// What stands there now; of a call in a function, statements.
    fn of(&self, number: usize) -> TokenStream {
        let one = &self.uses[number];
        match self.written[number].as_deref() {
            None => one.original.clone(),
            Some([Item::Fn(function)]) if one.in_function => {
                let stmts = &function.block.stmts;
                quote!(#(#stmts)*)
            }
            Some(items) => {
                let kept = &one.kept;
                quote!(#kept #(#items)*)
            }
        }
    }

    /// The same as a value.
    fn value(&self, number: usize) -> TokenStream {
        let text = self.of(number);
        match syn::parse2::<Expr>(text.clone()) {
            Ok(Expr::Lit(_) | Expr::Path(_) | Expr::Call(_) | Expr::Macro(_)) => text,
            _ => quote!({ #text }),
        }
    }

    fn items(&mut self, items: &mut Vec<Item>) {
        for mut item in std::mem::take(items) {
            let number = match &item {
                Item::Macro(call) => Filler::number(&call.mac),
                _ => None,
            };
            if let Some(number) = number {
                let file: syn::Result<syn::File> = syn::parse2(self.of(number));
                items.extend(file.map(|file| file.items).unwrap_or_default());
            } else {
                self.visit_item_mut(&mut item);
                items.push(item);
            }
        }
    }

    fn inside(&self, tokens: TokenStream) -> TokenStream {
        let mut out: Vec<TokenTree> = Vec::new();
        for tree in tokens {
            let place = out
                .len()
                .checked_sub(2)
                .filter(|&at| matches!(&out[at], TokenTree::Ident(word) if word == PLACE));
            match tree {
                TokenTree::Group(group) => {
                    match (place, syn::parse2::<syn::LitInt>(group.stream())) {
                        (Some(at), Ok(number)) => {
                            out.truncate(at);
                            out.extend(self.value(number.base10_parse().unwrap_or_default()));
                        }
                        _ => out.push(
                            Group::new(group.delimiter(), self.inside(group.stream())).into(),
                        ),
                    }
                }
                other => out.push(other),
            }
        }
        out.into_iter().collect()
    }
}

impl VisitMut for Filler {
    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            self.items(items);
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            let (number, end) = match &stmt {
                Stmt::Macro(call) => (Filler::number(&call.mac), call.semi_token),
                Stmt::Item(Item::Macro(call)) => (Filler::number(&call.mac), None),
                _ => (None, None),
            };
            if let Some(number) = number {
                let text = self.of(number);
                let inside: syn::Result<syn::Block> = syn::parse2(quote!({ #text }));
                let mut stmts = inside.map(|inside| inside.stmts).unwrap_or_default();
                if let Some(Stmt::Expr(_, last @ None)) = stmts.last_mut() {
                    *last = end;
                }
                block.stmts.extend(stmts);
            } else {
                self.visit_stmt_mut(&mut stmt);
                block.stmts.push(stmt);
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let number = match expr {
            Expr::Macro(call) => Filler::number(&call.mac),
            _ => None,
        };
        match number.map(|number| syn::parse2(self.value(number))) {
            Some(Ok(value)) => *expr = value,
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.inside(std::mem::take(&mut mac.tokens));
    }
}
