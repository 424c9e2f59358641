//! Source files into one list of items a crate: `mod` files put in, `cfg` decided, included files
//! read.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Item, Token};

use crate::attrs;
use crate::blanks::as_written;
use crate::callers::{self, of_environment, with_calls, ASKS};
use crate::cfg::{self, Cfg};
use crate::chains;
use crate::combine::{each_macro, is_exported, name_local_macros};
use crate::error::{Error, Result};
use crate::expand::{self, EarlyMacros};
use crate::graph::CrateInfo;
use crate::old;
use crate::places::words_of;
use crate::prelude;
use crate::stand_in;
use crate::tokens::{is_punct, plain, same_group};
use crate::walk::visit::Visit;
use crate::walk::visit_mut::{self, VisitMut};

/// A crate with all its modules in place.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) info: CrateInfo,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) items: Vec<Item>,
    /// The files that were read, the root first.
    pub(crate) files: Vec<PathBuf>,
    /// The `//!` lines of the root file.
    pub(crate) docs: Vec<String>,
    /// Our own code in place of the crate's.
    pub(crate) is_stand_in: bool,
    /// What a procedural macro crate exports.
    pub(crate) proc_macros: Vec<String>,
    /// Whether it is a crate of procedural macros, of which all uses are written out.
    pub(crate) is_written_out: bool,
    /// Uses of its procedural macros that stay, and why.
    pub(crate) left: Vec<String>,
    /// Names under which its root has nothing but macros of such crates.
    pub(crate) taken: BTreeSet<String>,
}

/// Reads the crates of the graph that are named in the code of one that is read; the others have no
/// items. The file is to be of this edition.
///
/// # Errors
/// If a file of the binary's own crate cannot be read or parsed. Trouble in another crate matters
/// once something of it is used, so it becomes that crate's refusal.
pub(crate) fn load(crates: Vec<CrateInfo>, edition: u16, stand_ins: bool) -> Result<Vec<Source>> {
    let sources = crates.into_iter().map(|info| Source {
        info,
        attrs: Vec::new(),
        items: Vec::new(),
        files: Vec::new(),
        docs: Vec::new(),
        is_stand_in: false,
        proc_macros: Vec::new(),
        is_written_out: false,
        left: Vec::new(),
        taken: BTreeSet::new(),
    });
    let mut sources: Vec<Source> = sources.collect();
    let infos: Vec<CrateInfo> = sources.iter().map(|source| source.info.clone()).collect();
    let (mut named, mut known) = (vec![0], BTreeSet::from([0]));
    // What the macros that it exports name and what procedural ones may write, of each crate.
    let mut handed: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    while let Some(index) = named.pop() {
        let source = &mut sources[index];
        if source.info.refusal.is_none() {
            let loaded = if source.info.proc_macro {
                exports(source)
            } else {
                fill(source, &infos, stand_ins)
            };
            match loaded {
                Err(error) if index == 0 => return Err(error),
                Err(error) => source.info.refusal = Some(error.to_string()),
                Ok(()) => {
                    old::keep_names(&mut source.items, source.info.edition, edition);
                    chains::write_out(&mut source.items, source.info.edition, edition);
                    prelude::import(&mut source.items, source.info.edition, edition);
                }
            }
        }
        let mut words = BTreeSet::new();
        let mut texts = TextsOfAttributes::default();
        for item in &source.items {
            words.extend(words_of(&item.to_token_stream()));
            texts.visit_item(item);
        }
        words.extend(texts.words);
        let externs = source.info.externs.iter();
        let externs = externs.filter(|(name, _)| words.contains(*name));
        named.extend(externs.map(|(_, &id)| id).filter(|&id| known.insert(id)));
        let mut exported = if source.info.proc_macro {
            words_within(&source.info.root)
        } else {
            BTreeSet::new()
        };
        each_macro(&source.items, &mut |item, rules| {
            if is_exported(item).is_some() {
                exported.extend(words_of(&rules.mac.tokens));
            }
        });
        handed.insert(index, exported);
        if named.is_empty() {
            // A macro may name crates that only those have which call it.
            for info in known.iter().map(|&id| &infos[id]) {
                let is_handed = |name: &String| {
                    let mut of = info.externs.values().filter_map(|id| handed.get(id));
                    of.any(|words| words.contains(name))
                };
                let more = info.externs.iter().filter(|(name, _)| is_handed(name));
                named.extend(more.map(|(_, &id)| id));
            }
            named.retain(|&id| known.insert(id));
        }
    }
    callers::answer(&mut sources)?;
    attrs::write_out(&mut sources);
    Ok(sources)
}

/// The words of a crate of procedural macros, in all its files, and of its texts: some of what it
/// writes is one.
fn words_within(root: &Path) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut next = vec![parent(root)];
    while let Some(folder) = next.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                next.push(path);
            } else if path.extension().is_some_and(|of| of == "rs") {
                let text = fs::read_to_string(path).unwrap_or_default();
                if let Ok(tokens) = text.parse::<TokenStream>() {
                    words.extend(words_of(&tokens));
                    words.extend(words_of_texts(tokens));
                }
            }
        }
    }
    words
}

/// The words in the texts of attributes: some derives are given paths in them, as by
/// `#[serde(with = "serde_bytes")]`. The attributes of what a macro writes are in its rules.
#[derive(Default)]
struct TextsOfAttributes {
    words: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for TextsOfAttributes {
    fn visit_attribute(&mut self, attr: &'ast syn::Attribute) {
        if let syn::Meta::List(list) = &attr.meta {
            self.words.extend(words_of_texts(list.tokens.clone()));
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.read(mac.tokens.clone());
    }
}

impl TextsOfAttributes {
    fn read(&mut self, tokens: TokenStream) {
        let mut before = None;
        for tree in tokens {
            if let TokenTree::Group(group) = &tree {
                if is_punct(before.as_ref(), '#') {
                    self.words.extend(words_of_texts(group.stream()));
                } else {
                    self.read(group.stream());
                }
            }
            before = Some(tree);
        }
    }
}

/// The words of texts that are code.
fn words_of_texts(tokens: TokenStream) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for tree in tokens {
        match tree {
            TokenTree::Group(group) => words.extend(words_of_texts(group.stream())),
            TokenTree::Literal(literal) => {
                let text = syn::parse2::<syn::LitStr>(literal.to_token_stream());
                let path = text.map(|text| text.value().parse::<TokenStream>());
                if let Ok(Ok(path)) = path {
                    words.extend(words_of(&path));
                }
            }
            _ => {}
        }
    }
    words
}

/// Takes the documentation away that only procedural macros have read.
pub(crate) fn drop_docs(sources: &mut [Source]) {
    let docs_for = cfg::readers_of_docs(sources.iter().flat_map(|source| &source.items));
    for source in sources {
        source.info.docs_for = Some(docs_for.clone());
        Cfg::of(&source.info).items(&mut source.items);
    }
}

fn exports(source: &mut Source) -> Result<()> {
    for item in parse(&source.info.root)?.items {
        let Item::Fn(function) = item else { continue };
        for attr in &function.attrs {
            if attr.path().is_ident("proc_macro") || attr.path().is_ident("proc_macro_attribute") {
                source.proc_macros.push(function.sig.ident.to_string());
            } else if attr.path().is_ident("proc_macro_derive") {
                if let syn::Meta::List(list) = &attr.meta {
                    source.proc_macros.extend(
                        list.tokens
                            .clone()
                            .into_iter()
                            .next()
                            .map(|name| name.to_string()),
                    );
                }
            }
        }
    }
    Ok(())
}

fn fill(source: &mut Source, infos: &[CrateInfo], stand_ins: bool) -> Result<()> {
    let info = &source.info;
    let mut file = match stand_in::source(info).filter(|_| stand_ins) {
        Some(text) => syn::parse_file(text).map_err(|e| Error::new(format!("stand-in: {e}")))?,
        None => parse(&info.root)?,
    };
    source.is_stand_in = stand_ins && stand_in::source(info).is_some();
    source.docs = docs(&file.attrs);
    let mut cfg = Cfg::of(info);
    if !cfg.keep(&mut file.attrs) {
        return Ok(());
    }
    if let Some(attr) = file
        .attrs
        .iter()
        .find(|attr| attr.path().is_ident("feature"))
    {
        return Err(Error::new(format!(
            "it needs a nightly compiler: {}",
            attr.to_token_stream()
        )));
    }
    cfg.items(&mut file.items);
    let dir = parent(&info.root);
    source.attrs = file.attrs;
    let loader = Loader {
        info,
        infos,
        macros: RefCell::default(),
        others: RefCell::default(),
        files: RefCell::new(vec![info.root.clone()]),
    };
    source.items = loader.items(
        file.items,
        &Place {
            attr_dir: dir.clone(),
            mod_dir: dir,
        },
    )?;
    // A crate has no item that could be under what it is under.
    let mut outer = source.attrs.clone();
    let styles = outer.iter_mut().map(|attr| &mut attr.style);
    styles.for_each(|style| *style = syn::AttrStyle::Outer);
    expand::under(&outer, &mut source.items);
    // What is in a file is asked for again, where it is known under which conditions the file is.
    Cfg::of(info).items(&mut source.items);
    source.files = loader.files.into_inner();
    Ok(())
}

/// The macros of a crate; if it has trouble, that shows later.
fn macros_of(info: &CrateInfo) -> EarlyMacros {
    let Ok(mut file) = parse(&info.root) else {
        return EarlyMacros::default();
    };
    Cfg::of(info).items(&mut file.items);
    let dir = parent(&info.root);
    let place = Place {
        attr_dir: dir.clone(),
        mod_dir: dir,
    };
    let loader = Loader {
        info,
        infos: &[],
        macros: RefCell::default(),
        others: RefCell::default(),
        files: RefCell::default(),
    };
    // What was seen before there was trouble is seen.
    drop(loader.items(file.items, &place));
    loader.macros.into_inner()
}

struct Place {
    /// Where `#[path]` and `include!` start.
    attr_dir: PathBuf,
    /// Where files of child modules are.
    mod_dir: PathBuf,
}

impl Place {
    /// The file of a child module.
    fn file_of(&self, name: &str) -> PathBuf {
        let flat = self.mod_dir.join(format!("{name}.rs"));
        let nested = self.mod_dir.join(name).join("mod.rs");
        if flat.exists() || !nested.exists() {
            flat
        } else {
            nested
        }
    }
}

struct Loader<'a> {
    info: &'a CrateInfo,
    /// All crates.
    infos: &'a [CrateInfo],
    /// Those of which the definitions were seen.
    macros: RefCell<EarlyMacros>,
    /// Those of other crates, by the names that these have here.
    others: RefCell<BTreeMap<String, EarlyMacros>>,
    /// The files that were read.
    files: RefCell<Vec<PathBuf>>,
}

impl Loader<'_> {
    fn parse(&self, file: &Path) -> Result<syn::File> {
        let parsed = parse(file)?;
        self.files.borrow_mut().push(file.to_owned());
        Ok(parsed)
    }

    fn items(&self, items: Vec<Item>, place: &Place) -> Result<Vec<Item>> {
        let mut out = Vec::new();
        for mut item in items {
            if let Some(items) = self.early_items_of(&item) {
                out.extend(self.items(items, place)?);
                continue;
            }
            match item {
                Item::Mod(module) => {
                    for module in by_target(module, place) {
                        out.extend(self.module(module, place)?.map(Item::Mod));
                    }
                }
                Item::Macro(call) if call.ident.is_none() && call.mac.path.is_ident("include") => {
                    out.extend(self.include(&call, place)?);
                }
                _ => {
                    Includes {
                        dir: &place.attr_dir,
                        info: self.info,
                        called_from: is_exported(&item).is_none().then_some(self.info),
                    }
                    .visit_item_mut(&mut item);
                    let mut files = InBodies {
                        loader: self,
                        place,
                        done: Ok(()),
                    };
                    files.visit_item_mut(&mut item);
                    files.done?;
                    if let Item::Macro(call) = &mut item {
                        name_local_macros(call);
                        if let Some(name) = &call.ident {
                            self.macros.borrow_mut().add(name, &call.mac.tokens);
                        }
                        let tokens = std::mem::take(&mut call.mac.tokens);
                        // What a macro's body names comes with its calls.
                        call.mac.tokens = match &call.ident {
                            Some(name) if self.macros.borrow().brings_files(name) => tokens,
                            _ => self.modules_in(tokens, place)?,
                        };
                    }
                    out.push(item);
                }
            }
        }
        Ok(out)
    }

    /// The crate that has this name here.
    fn other(&self, name: &str) -> Option<&CrateInfo> {
        self.infos.get(*self.info.externs.get(name)?)
    }

    /// The items of a call of such a macro of another crate.
    fn items_of(&self, of: &str, name: &Ident, call: &syn::Macro) -> Option<Vec<Item>> {
        let other = self.other(of)?;
        let mut others = self.others.borrow_mut();
        let macros = others.entry(of.to_owned()).or_insert_with(|| {
            let of = crate::tokens::ident(of, Span::call_site());
            macros_of(other).seen_as(&of)
        });
        macros.items(name, call)
    }

    /// The items of a call of a macro that writes modules by their names, or exported macros.
    fn early_items_of(&self, item: &Item) -> Option<Vec<Item>> {
        let Item::Macro(call) = item else { return None };
        let path: Vec<_> = call.mac.path.segments.iter().collect();
        let mut items = match path.as_slice() {
            [name] => {
                let own = self.macros.borrow().items(&name.ident, &call.mac);
                // Or it is imported, of a crate that belongs to the same work.
                let others = self.info.externs.keys().filter(|of| {
                    let other = self.other(of);
                    other.is_some_and(|other| !other.from_registry)
                });
                let mut found = others.filter_map(|of| self.items_of(of, &name.ident, &call.mac));
                own.or_else(|| found.next())?
            }
            [of, name] => self.items_of(&plain(&of.ident), &name.ident, &call.mac)?,
            _ => return None,
        };
        expand::under(&call.attrs, &mut items);
        Cfg::of(self.info).items(&mut items);
        Some(items)
    }

    /// Puts in the files of modules that a macro is given, as in `cfg_if! { .. mod name; .. }`.
    fn modules_in(&self, tokens: TokenStream, place: &Place) -> Result<TokenStream> {
        let mut out: Vec<TokenTree> = Vec::new();
        let mut rest = tokens.into_iter().peekable();
        while let Some(tree) = rest.next() {
            match (out.as_slice(), &tree) {
                (_, TokenTree::Group(group)) => {
                    let inside = self.modules_in(group.stream(), place)?;
                    out.push(same_group(group, inside).into());
                }
                ([before @ .., TokenTree::Ident(word)], TokenTree::Ident(name))
                    if word == "mod" && is_punct(rest.peek(), ';') =>
                {
                    let path = path_before(before);
                    if path.is_none() && !place.file_of(&plain(name)).exists() {
                        out.push(tree);
                        continue;
                    }
                    let (attr, at) = path.unzip();
                    let module = self.module(syn::parse_quote!(#attr mod #name;), place)?;
                    out.pop();
                    if let Some(at) = at {
                        out.drain(at..at + 2);
                    }
                    rest.next();
                    out.extend(module.into_token_stream());
                }
                _ => out.push(tree),
            }
        }
        Ok(out.into_iter().collect())
    }

    fn include(&self, call: &syn::ItemMacro, place: &Place) -> Result<Vec<Item>> {
        let name = text(&call.mac.tokens, self.info)
            .ok_or_else(|| Error::new("`include!` of a computed path cannot be carried"))?;
        let file = place.attr_dir.join(name);
        let mut parsed = self.parse(&file)?;
        Cfg::of(self.info).items(&mut parsed.items);
        let dir = parent(&file);
        let place = Place {
            attr_dir: dir.clone(),
            mod_dir: dir,
        };
        self.items(parsed.items, &place)
    }

    fn module(&self, mut module: syn::ItemMod, place: &Place) -> Result<Option<syn::ItemMod>> {
        let name = module.ident.to_string();
        let name = name.trim_start_matches("r#");
        let path = path_attr(&module.attrs);
        module.attrs.retain(|attr| !attr.path().is_ident("path"));
        let (items, below) = match module.content.take() {
            Some((_, items)) => {
                let dir = place.mod_dir.join(path.as_deref().unwrap_or(name));
                (
                    items,
                    Place {
                        attr_dir: dir.clone(),
                        mod_dir: dir,
                    },
                )
            }
            None => {
                let (file, mod_dir) = match path {
                    Some(path) => {
                        let file = place.attr_dir.join(path);
                        let dir = parent(&file);
                        (file, dir)
                    }
                    None => (place.file_of(name), place.mod_dir.join(name)),
                };
                let mut parsed = self.parse(&file)?;
                let mut cfg = Cfg::of(self.info);
                if !cfg.keep(&mut parsed.attrs) {
                    return Ok(None);
                }
                cfg.items(&mut parsed.items);
                for mut attr in parsed.attrs {
                    attr.style = syn::AttrStyle::Outer;
                    module.attrs.push(attr);
                }
                (
                    parsed.items,
                    Place {
                        attr_dir: parent(&file),
                        mod_dir,
                    },
                )
            }
        };
        module.semi = None;
        module.content = Some((syn::token::Brace::default(), self.items(items, &below)?));
        Ok(Some(module))
    }
}

/// Puts in the files of modules that stand in the bodies of functions, which say their paths.
struct InBodies<'a> {
    loader: &'a Loader<'a>,
    place: &'a Place,
    done: Result<()>,
}

impl VisitMut for InBodies<'_> {
    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if module.content.is_some() || self.done.is_err() {
            return;
        }
        match self.loader.module(module.clone(), self.place) {
            Ok(Some(whole)) => *module = whole,
            // Its own attributes leave it out.
            Ok(None) => module.content = Some(Default::default()),
            Err(error) => self.done = Err(error),
        }
    }
}

/// Puts in what the compiler would read from files or from cargo's environment.
struct Includes<'a> {
    dir: &'a Path,
    info: &'a CrateInfo,
    /// The crate for which this is compiled: of an exported macro the one that calls it, which is
    /// not known yet.
    called_from: Option<&'a CrateInfo>,
}

impl Includes<'_> {
    fn literal(&self, name: &str, args: &TokenStream) -> Option<TokenStream> {
        if name == "stringify" {
            // Formatting would change the blanks between the tokens.
            let text = Some(as_written(args)).filter(|text| !text.contains('$'))?;
            return Some(TokenTree::Literal(Literal::string(&text)).into());
        }
        if ASKS.contains(&name) {
            return of_environment(name, args, self.called_from?);
        }
        let text = text(args, self.info)?;
        let literal = match name {
            "include" => {
                let code = fs::read_to_string(self.dir.join(text)).ok()?;
                let expr: syn::Expr = syn::parse_str(&code).ok()?;
                return Some(expr.into_token_stream());
            }
            "include_str" => Literal::string(&fs::read_to_string(self.dir.join(text)).ok()?),
            "include_bytes" => Literal::byte_string(&fs::read(self.dir.join(text)).ok()?),
            _ => return None,
        };
        Some(TokenTree::Literal(literal).into())
    }
}

impl VisitMut for Includes<'_> {
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        if let syn::Expr::Macro(call) = expr {
            if let Some(name) = call.mac.path.get_ident() {
                if let Some(literal) = self.literal(&name.to_string(), &call.mac.tokens) {
                    if let Ok(new) = syn::parse2(literal) {
                        *expr = new;
                        return;
                    }
                }
            }
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let tokens = std::mem::take(&mut mac.tokens);
        mac.tokens = with_calls(tokens, &|name, args| self.literal(name, args));
    }
}

/// Puts in what procedural macros want to know of cargo's environment.
pub(crate) struct Environment<'a>(pub(crate) &'a CrateInfo);

impl VisitMut for Environment<'_> {
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let syn::Expr::Macro(call) = &*expr else {
            return;
        };
        let call = call.mac.to_token_stream();
        if let Some(text) = text(&call, self.0).filter(|_| words_of(&call).contains("env")) {
            *expr = syn::parse_quote!(#text);
        }
    }
}

/// The text that a literal is, or that `concat!` and `env!` make.
pub(crate) fn text(tokens: &TokenStream, info: &CrateInfo) -> Option<String> {
    if let Ok(literal) = syn::parse2::<syn::LitStr>(tokens.clone()) {
        return Some(literal.value());
    }
    let call: syn::Macro = syn::parse2(tokens.clone()).ok()?;
    if call.path.is_ident("env") {
        let name: syn::LitStr = call.parse_body().ok()?;
        let value = info.environment().get(&*name.value()).copied();
        return value.map(str::to_owned);
    }
    let parts = Punctuated::<syn::Expr, Token![,]>::parse_terminated;
    let parts = call.parse_body_with(parts).ok()?;
    let parts = parts.iter().map(|part| text(&part.to_token_stream(), info));
    call.path.is_ident("concat").then(|| parts.collect())?
}

/// The `#[path = ".."]` among the attributes at the end of these tokens, and where it begins.
fn path_before(tokens: &[TokenTree]) -> Option<(TokenStream, usize)> {
    let mut rest = tokens;
    loop {
        match rest {
            [before @ .., TokenTree::Punct(hash), TokenTree::Group(group)]
                if hash.as_char() == '#' =>
            {
                let mut inside = group.stream().into_iter();
                if matches!(inside.next(), Some(TokenTree::Ident(word)) if word == "path") {
                    return Some((quote::quote!(#hash #group), before.len()));
                }
                rest = before;
            }
            [before @ .., TokenTree::Ident(word)] if word == "pub" => rest = before,
            [before @ .., TokenTree::Ident(word), TokenTree::Group(_)] if word == "pub" => {
                rest = before;
            }
            _ => return None,
        }
    }
}

/// A module whose file depends on the target, as one for each of its files.
fn by_target(module: syn::ItemMod, place: &Place) -> Vec<syn::ItemMod> {
    let chosen = module.attrs.iter().enumerate().find_map(|(index, attr)| {
        let parts = attr.path().is_ident("cfg_attr").then(|| {
            attr.parse_args_with(Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated)
        });
        let parts = parts?.ok()?;
        let path = parts
            .iter()
            .skip(1)
            .find(|meta| meta.path().is_ident("path"))?;
        Some((index, parts[0].clone(), path.clone()))
    });
    let Some((index, target, path)) = chosen else {
        return vec![module];
    };
    let mut here = module.clone();
    here.attrs[index] = syn::parse_quote!(#[cfg(#target)]);
    here.attrs.push(syn::parse_quote!(#[#path]));
    let mut all = vec![here];
    let mut elsewhere = module;
    elsewhere.attrs[index] = syn::parse_quote!(#[cfg(not(#target))]);
    all.extend(by_target(elsewhere, place));
    let is_there = |module: &syn::ItemMod| {
        path_attr(&module.attrs).is_some()
            || module.content.is_some()
            || place.file_of(&plain(&module.ident)).exists()
    };
    all.retain(is_there);
    all
}

fn path_attr(attrs: &[Attribute]) -> Option<String> {
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident("path"))
        .find_map(|attr| string_of(&attr.meta))
}

fn docs(attrs: &[Attribute]) -> Vec<String> {
    let texts = attrs
        .iter()
        .filter(|attr| attr.path().is_ident("doc"))
        .filter_map(|attr| string_of(&attr.meta));
    texts
        .flat_map(|text| {
            text.split('\n')
                .map(|line| line.trim_end().to_owned())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The text of `name = "text"`.
fn string_of(meta: &syn::Meta) -> Option<String> {
    let syn::Meta::NameValue(pair) = meta else {
        return None;
    };
    match &pair.value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

fn parse(path: &Path) -> Result<syn::File> {
    let text =
        fs::read_to_string(path).map_err(|e| Error::new(format!("{}: {e}", path.display())))?;
    let parsed = syn::parse_file(&text);
    let mut parsed = parsed.or_else(|error| old::parse(&text).ok_or(error));
    if let Ok(file) = &mut parsed {
        RawDocs.visit_file_mut(file);
    }
    parsed.map_err(|e| {
        let at = e.span().start();
        Error::new(format!(
            "{}:{}:{}: {e}",
            path.display(),
            at.line,
            at.column + 1
        ))
    })
}

/// Gives macros the documentation that they are given by the compiler: in a raw text.
struct RawDocs;

impl VisitMut for RawDocs {
    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        call.tokens = raw_docs(std::mem::take(&mut call.tokens));
    }
}

fn raw_docs(tokens: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        let TokenTree::Group(group) = &tree else {
            out.push(tree);
            continue;
        };
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        // All tokens of a comment are where it is, and those of an attribute one behind the other.
        let raw = match (inside.as_slice(), out.last()) {
            ([TokenTree::Ident(doc), equals, TokenTree::Literal(text)], Some(sign))
                if doc == "doc" && text.span().start() == sign.span().start() =>
            {
                let text = raw(text).map(TokenTree::from);
                text.map(|text| {
                    [doc.clone().into(), equals.clone(), text]
                        .into_iter()
                        .collect()
                })
            }
            _ => None,
        };
        let inside = raw.unwrap_or_else(|| raw_docs(inside.into_iter().collect()));
        out.push(same_group(group, inside).into());
    }
    out.into_iter().collect()
}

/// A text without escapes, between as many signs as it needs.
fn raw(text: &Literal) -> Option<Literal> {
    let value = syn::parse2::<syn::LitStr>(text.to_token_stream()).ok()?;
    let value = value.value();
    let ends = value.split('"').skip(1);
    let most = ends.map(|end| 1 + end.len() - end.trim_start_matches('#').len());
    let signs = "#".repeat(most.max().unwrap_or(0));
    let mut raw: Literal = format!("r{signs}\"{value}\"{signs}").parse().ok()?;
    raw.set_span(text.span());
    Some(raw)
}

fn parent(path: &Path) -> PathBuf {
    path.parent().map_or_else(PathBuf::new, Path::to_owned)
}
