//! Paths as they must be once every crate is a module of one file: `crate::a` becomes
//! `crate::name::a`, `other::b` becomes `crate::other::b`.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Item, UseTree};

use crate::combine::{leaves, Leaf};
use crate::tokens::{self, after_colons, is_colons, is_keyword, is_punct, plain, same_group};
use crate::walk::visit_mut::{self, VisitMut};

/// What the paths of one crate mean.
#[derive(Debug)]
pub(crate) struct Rewriter<'a> {
    /// The module that this crate becomes; none for the binary, which stays the root.
    module: Option<&'a str>,
    edition: u16,
    /// The modules that the crates known here become.
    externs: &'a BTreeMap<String, String>,
    /// Those that the crates behind it know: its macros may name what is known where they are
    /// called.
    callers: &'a BTreeMap<String, String>,
    /// Procedural macros of which all uses are written out: an import of one is nothing else.
    written_out: &'a BTreeSet<String>,
    is_in_macro: bool,
    /// Names of the root, and of the modules around the place.
    scopes: Vec<BTreeSet<String>>,
    /// Names of the blocks around it, up to the module.
    blocks: Vec<BTreeSet<String>>,
}

impl<'a> Rewriter<'a> {
    pub(crate) fn new(
        module: Option<&'a str>,
        edition: u16,
        externs: &'a BTreeMap<String, String>,
        callers: &'a BTreeMap<String, String>,
        written_out: &'a BTreeSet<String>,
    ) -> Self {
        Rewriter {
            module,
            edition,
            externs,
            callers,
            written_out,
            is_in_macro: false,
            scopes: Vec::new(),
            blocks: Vec::new(),
        }
    }

    pub(crate) fn run(&mut self, items: &mut Vec<Item>) {
        self.scopes.push(names_beside(&*items, self.written_out));
        self.items(items);
        self.scopes.pop();
    }

    fn items(&mut self, items: &mut Vec<Item>) {
        let at_root = self.module.is_none() && self.scopes.len() == 1;
        items.retain_mut(|item| {
            self.visit_item_mut(item);
            match item {
                Item::Use(import) => !(at_root && imports_itself(&import.tree)),
                _ => true,
            }
        });
    }

    fn is_local(&self, name: &str) -> bool {
        let around = self.scopes.last().into_iter().chain(&self.blocks);
        around.into_iter().any(|names| names.contains(name))
    }

    /// The words that replace the first one of a path, if it must change.
    fn start(&self, first: &str, leading: bool, in_use: bool) -> Option<Vec<String>> {
        let words =
            |list: &[&str]| Some(list.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        if first == "crate" && !leading {
            return self
                .module
                .map(|module| vec!["crate".to_owned(), module.to_owned()]);
        }
        if matches!(first, "self" | "super" | "Self" | "std" | "core") {
            return None;
        }
        let old = self.edition == 2015 && (leading || in_use);
        let local = if old {
            self.scopes[0].contains(first)
        } else {
            !leading && self.is_local(first)
        };
        if local {
            return match self.module {
                Some(module) if old => words(&["crate", module, first]),
                None if old => words(&["crate", first]),
                _ => None,
            };
        }
        let callers = self.callers.get(first).filter(|_| self.is_in_macro);
        match self.externs.get(first).or(callers) {
            Some(module) if module == "std" => words(&["std"]),
            Some(module) if self.module.is_none() && self.scopes.len() == 1 && !leading => {
                words(&[module])
            }
            Some(module) => words(&["crate", module]),
            // What else a path of old begins with stands in the root, or a glob brings it there.
            None if old => match self.module {
                Some(module) => words(&["crate", module, first]),
                None => words(&["crate", first]),
            },
            None => None,
        }
    }

    /// The path of this crate, with the `::` behind it.
    fn root(&self) -> TokenStream {
        let module = self
            .module
            .map(|name| tokens::ident(name, Span::call_site()));
        let module = module.map(|name| quote!(#name::));
        quote!(crate::#module)
    }

    pub(crate) fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let trees: Vec<_> = tokens.into_iter().collect();
        let mut out: Vec<TokenTree> = Vec::new();
        for (i, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(group) => {
                    let is_braced = group.delimiter() == Delimiter::Brace;
                    if is_braced && self.edition == 2015 && is_used(&trees[..i]) {
                        out.extend(self.root());
                    }
                    let new = same_group(group, self.tokens(group.stream()));
                    out.push(new.into());
                }
                TokenTree::Ident(ident)
                    if is_colons(&trees, i + 1)
                        || (self.edition == 2015
                            && (after_colons(&trees, i) || is_used(&trees[..i]))) =>
                {
                    let dollar = i > 0 && is_punct(trees.get(i - 1), '$');
                    let mut leading = false;
                    if after_colons(&trees, i) {
                        if !starts_path(&trees[..i - 2]) {
                            out.push(tree.clone());
                            continue;
                        }
                        leading = true;
                    }
                    let name = plain(ident);
                    if dollar && name != "crate" {
                        // What else the word stands for, in 2015 an import finds it in the root.
                        if self.edition == 2015 && is_used(&trees[..i - 1]) {
                            out.splice(out.len() - 1..out.len() - 1, self.root());
                        }
                        out.push(tree.clone());
                        continue;
                    }
                    let is_used = is_used(&trees[..if leading { i - 2 } else { i }]);
                    let Some(words) = self.start(&name, leading, is_used) else {
                        out.push(tree.clone());
                        continue;
                    };
                    if leading {
                        out.truncate(out.len() - 2);
                    }
                    for (k, word) in words.iter().enumerate() {
                        if k > 0 {
                            out.extend(quote!(::));
                        }
                        out.push(TokenTree::Ident(tokens::ident(word, ident.span())));
                    }
                }
                // Before 2021 a `pat` is what is a `pat_param` now.
                TokenTree::Ident(ident)
                    if ident == "pat" && self.edition < 2021 && is_fragment(&trees[..i]) =>
                {
                    out.push(Ident::new("pat_param", ident.span()).into());
                }
                other => out.push(other.clone()),
            }
        }
        out.into_iter().collect()
    }

    fn use_tree(&self, tree: &mut UseTree, leading: bool) {
        let first = match tree {
            UseTree::Group(group) => {
                for tree in &mut group.items {
                    self.use_tree(tree, leading);
                }
                return;
            }
            UseTree::Path(path) => plain(&path.ident),
            UseTree::Name(name) => plain(&name.ident),
            UseTree::Rename(rename) => plain(&rename.ident),
            UseTree::Glob(_) => return,
        };
        let single = !matches!(tree, UseTree::Path(_));
        // A `use` of one word never finds itself.
        let is_extern = self.externs.contains_key(&first);
        let is_own = self.edition == 2015 && self.scopes[0].contains(&first);
        let words = if single && is_extern && !is_own {
            self.externs
                .get(&first)
                .map(|module| vec!["crate".to_owned(), module.clone()])
        } else {
            self.start(&first, leading, true)
        };
        let Some(mut words) = words else { return };
        if words == ["crate", "std"] {
            words.remove(0);
        }
        let last = words.pop().unwrap_or_default();
        let last = tokens::ident(&last, Span::call_site());
        match tree {
            UseTree::Path(path) => path.ident = last,
            UseTree::Name(name) if last == first => name.ident = last,
            UseTree::Name(name) => {
                let (alias, vis) = (name.ident.clone(), last);
                *tree = UseTree::Rename(syn::UseRename {
                    ident: vis,
                    as_token: syn::token::As::default(),
                    rename: alias,
                });
            }
            UseTree::Rename(rename) => rename.ident = last,
            UseTree::Glob(_) | UseTree::Group(_) => {}
        }
        for word in words.iter().rev() {
            let below = std::mem::replace(
                tree,
                UseTree::Glob(syn::UseGlob {
                    star_token: syn::token::Star::default(),
                }),
            );
            *tree = UseTree::Path(syn::UsePath {
                ident: tokens::ident(word, Span::call_site()),
                colon2_token: syn::token::PathSep::default(),
                tree: Box::new(below),
            });
        }
    }

    fn with_qself(&mut self, qself: &mut Option<syn::QSelf>, path: &mut syn::Path) {
        let before = path.segments.len();
        let whole = qself.as_ref().is_some_and(|qself| qself.position == 0);
        if let Some(qself) = qself {
            self.visit_qself_mut(qself);
        }
        if whole {
            for segment in &mut path.segments {
                self.visit_path_segment_mut(segment);
            }
        } else {
            self.visit_path_mut(path);
            if let Some(qself) = qself {
                qself.position += path.segments.len() - before;
            }
        }
    }
}

/// `use name;` or `use ::name as name;` at the root, where the module of that name already is.
fn imports_itself(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => {
            path.ident == "crate"
                && match &*path.tree {
                    UseTree::Name(name) => name.ident != "self",
                    UseTree::Rename(name) => name.ident == name.rename,
                    _ => false,
                }
        }
        _ => false,
    }
}

/// The names that items define in their module.
pub(crate) fn names_of<'i>(items: impl IntoIterator<Item = &'i Item>) -> BTreeSet<String> {
    names_beside(items, &BTreeSet::new())
}

/// The same, but for imports of these macros and of a known function.
pub(crate) fn names_beside<'i>(
    items: impl IntoIterator<Item = &'i Item>,
    macros: &BTreeSet<String>,
) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in items {
        let ident = match item {
            Item::Enum(x) => &x.ident,
            Item::Mod(x) => &x.ident,
            Item::Struct(x) => &x.ident,
            Item::Trait(x) => &x.ident,
            Item::Type(x) => &x.ident,
            Item::Union(x) => &x.ident,
            Item::Use(x) => {
                // `use name::name` brings something else of that name: a macro, mostly.
                let found = leaves(&x.tree);
                let is_other = |leaf: &&Leaf| {
                    let first = leaf.path.first().map(String::as_str);
                    let is_new =
                        leaf.name() != first || leaf.path.len() > 2 || leaf.alias.is_some();
                    is_new
                        && !is_alloc(leaf)
                        && !leaf.path.last().is_some_and(|m| macros.contains(m))
                };
                let found = found.iter().filter(is_other);
                names.extend(found.filter_map(Leaf::name).map(str::to_owned));
                continue;
            }
            _ => continue,
        };
        names.insert(plain(ident));
    }
    names
}

/// Whether it brings the function `alloc` of the module of that name in the standard library: paths
/// still begin with the crate `alloc`.
fn is_alloc(leaf: &Leaf) -> bool {
    let path: Vec<&str> = leaf.path.iter().map(String::as_str).collect();
    leaf.alias.is_none() && matches!(path[..], [.., "std" | "alloc", "alloc", "alloc"])
}

impl VisitMut for Rewriter<'_> {
    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        self.visit_visibility_mut(&mut module.vis);
        if let Some((_, items)) = &mut module.content {
            let blocks = std::mem::take(&mut self.blocks);
            self.scopes.push(names_beside(&*items, self.written_out));
            self.items(items);
            self.scopes.pop();
            self.blocks = blocks;
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        // Paths begin with the name of a crate anywhere. Those of the standard library may stay.
        block.stmts.retain_mut(|statement| match statement {
            syn::Stmt::Item(Item::ExternCrate(declared)) => {
                let module = self.externs.get(&plain(&declared.ident));
                let Some(module) = module.filter(|module| *module != "std") else {
                    return true;
                };
                let module = tokens::ident(module, Span::call_site());
                let Some((_, alias)) = &declared.rename else {
                    return false;
                };
                *statement = syn::parse_quote!(use crate::#module as #alias;);
                true
            }
            _ => true,
        });
        let items = block.stmts.iter().filter_map(|statement| match statement {
            syn::Stmt::Item(item) => Some(item),
            _ => None,
        });
        self.blocks.push(names_beside(items, self.written_out));
        visit_mut::visit_block_mut(self, block);
        self.blocks.pop();
    }

    fn visit_item_use_mut(&mut self, import: &mut syn::ItemUse) {
        self.visit_visibility_mut(&mut import.vis);
        let leading = import.leading_colon.is_some();
        let before = import.tree.clone();
        self.use_tree(&mut import.tree, leading);
        if before != import.tree {
            import.leading_colon = None;
        }
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        let leading = path.leading_colon.is_some();
        // `::name` of old is one of the root.
        if path.segments.len() < 2 && !(leading && self.edition == 2015) {
            return;
        }
        let first = plain(&path.segments[0].ident);
        let Some(words) = self.start(&first, leading, false) else {
            return;
        };
        path.leading_colon = None;
        let mut segments = Punctuated::new();
        for word in &words {
            let word = tokens::ident(word, Span::call_site());
            segments.push(syn::PathSegment::from(word));
        }
        let mut old = std::mem::take(&mut path.segments).into_iter();
        if let (Some(last), Some(first)) = (segments.last_mut(), old.next()) {
            last.arguments = first.arguments;
        }
        segments.extend(old);
        path.segments = segments;
    }

    fn visit_visibility_mut(&mut self, vis: &mut syn::Visibility) {
        if let syn::Visibility::Restricted(restricted) = vis {
            if restricted.in_token.is_some() {
                self.visit_path_mut(&mut restricted.path);
            }
        }
    }

    fn visit_expr_path_mut(&mut self, expr: &mut syn::ExprPath) {
        self.with_qself(&mut expr.qself, &mut expr.path);
    }

    fn visit_type_path_mut(&mut self, ty: &mut syn::TypePath) {
        self.with_qself(&mut ty.qself, &mut ty.path);
    }

    fn visit_item_macro_mut(&mut self, item: &mut syn::ItemMacro) {
        self.is_in_macro = item.ident.is_some();
        visit_mut::visit_item_macro_mut(self, item);
        self.is_in_macro = false;
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        self.visit_path_mut(&mut mac.path);
        mac.tokens = self.tokens(std::mem::take(&mut mac.tokens));
    }

    fn visit_attribute_mut(&mut self, attr: &mut syn::Attribute) {
        if let syn::Meta::List(list) = &mut attr.meta {
            if list.path.is_ident("derive") {
                list.tokens = self.tokens(std::mem::take(&mut list.tokens));
            }
        }
    }
}

/// Whether a `::` behind these trees starts a path, as in `impl<T> ::a::B` and `{ .. } ::a::b()`,
/// and does not go on with one, as in `a::b` and `<T as A>::b`.
fn starts_path(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Ident(word)] => {
            let word = word.to_string();
            is_keyword(&word) && !matches!(&*word, "crate" | "self" | "super" | "Self")
        }
        [.., TokenTree::Ident(word), TokenTree::Group(group)]
            if group.delimiter() == Delimiter::Parenthesis =>
        {
            word == "pub"
        }
        [.., TokenTree::Group(group)] => {
            matches!(group.delimiter(), Delimiter::Brace | Delimiter::Bracket)
        }
        [rest @ .., close] if is_punct(Some(close), '>') => {
            let is_arrow = is_punct(rest.last(), '-') || is_punct(rest.last(), '=');
            is_arrow
                || match before_angles(rest) {
                    Some([.., TokenTree::Ident(word)]) => word == "impl" || word == "for",
                    Some(_) => false,
                    None => true,
                }
        }
        _ => true,
    }
}

/// Whether what is behind these trees is imported.
fn is_used(before: &[TokenTree]) -> bool {
    matches!(before.last(), Some(TokenTree::Ident(word)) if word == "use")
}

/// What stands before the `<` to which a `>` behind these trees belongs.
fn before_angles(trees: &[TokenTree]) -> Option<&[TokenTree]> {
    let mut depth = 0;
    for (at, tree) in trees.iter().enumerate().rev() {
        let is_arrow =
            || at > 0 && (is_punct(trees.get(at - 1), '-') || is_punct(trees.get(at - 1), '='));
        if is_punct(Some(tree), '>') && !is_arrow() {
            depth += 1;
        } else if is_punct(Some(tree), '<') {
            if depth == 0 {
                return Some(&trees[..at]);
            }
            depth -= 1;
        }
    }
    None
}

/// Whether these trees end in `$name:`, so that the kind of a macro's fragment comes next.
fn is_fragment(before: &[TokenTree]) -> bool {
    matches!(
        before,
        [.., dollar, TokenTree::Ident(_), colon]
            if is_punct(Some(dollar), '$') && is_punct(Some(colon), ':')
    )
}
