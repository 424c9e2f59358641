//! What the compiler writes for each use, and how it gets to its place.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::parse::{Parse, ParseStream, Parser};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, ImplItem, Item, Lit, Stmt, TraitItem};

use super::extern_name;
use super::names::MACROS;
use super::uses::{Around, Use, KEPT, PLACE};
use crate::blanks::in_source;
use crate::error::Result;
use crate::places::words_of;
use crate::rustc::{Externs, Message, Rustc};
use crate::tokens::same_group;

/// What stands where the compiler could not expand something.
const ERROR: &str = "__singlefile_error";

pub(super) struct Expander<'a> {
    pub(super) rustc: &'a Rustc,
    pub(super) externs: Externs<'a>,
    /// All that paths in the code may begin with.
    pub(super) others: Vec<String>,
}

impl Expander<'_> {
    /// Notes which of these crates export which of these names.
    pub(super) fn find(
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

    /// What each use becomes, or why that is not known.
    pub(super) fn expand(&self, uses: &[Use]) -> Result<Vec<Written>> {
        let modules = uses.iter().enumerate().map(|(number, one)| {
            let (name, text) = (format_ident!("m{number}"), &one.text);
            quote!(mod #name { #text })
        });
        let text = format!(
            "#![allow(warnings)]\n{}{}",
            shims(""),
            in_source(&quote!(#(#modules)*))
        );
        // Libraries hand the standard library on, under its name or theirs.
        let inside =
            self.others
                .iter()
                .map(String::as_str)
                .chain(["std", "core", "alloc", "__private"]);
        let inside = inside.map(|name| format!("pub mod {name} {{ pub use crate::*; }}\n"));
        let inside: String = inside.collect();
        let head = "#![no_std]\nextern crate std as real;\npub use real::*;\n";
        let std = [head, &shims("::std::"), &inside].concat();
        let (printed, messages) = self
            .rustc
            .expand(&text, &self.externs, &std, &self.others)?;
        let reason = match written(&printed, &messages, uses) {
            Ok(modules) => return Ok(modules.into_iter().map(Ok).collect()),
            Err(reason) => reason,
        };
        if uses.len() == 1 {
            return Ok(vec![Err(reason)]);
        }
        // One of them does not work: which?
        let (left, right) = uses.split_at(uses.len() / 2);
        let mut all = self.expand(left)?;
        all.append(&mut self.expand(right)?);
        Ok(all)
    }
}

/// What stands for a use, or why nothing does.
pub(super) type Written = std::result::Result<Vec<Item>, String>;

/// What the macros wrote, by the modules of the file that the compiler has printed.
fn written(
    printed: &str,
    messages: &[Message],
    uses: &[Use],
) -> std::result::Result<Vec<Vec<Item>>, String> {
    let printed = printed.replace("/*ERROR*/", ERROR);
    let said = |is_it: &dyn Fn(&&Message) -> bool| {
        let message = messages
            .iter()
            .filter(|message| message.is_error)
            .find(is_it);
        message.map(|message| message.text.clone())
    };
    let unknown = || "what it writes cannot be read".to_owned();
    if printed.contains(ERROR) {
        return Err(said(&|message| message.code != "E0433").unwrap_or_else(unknown));
    }
    if std::env::var_os("DUMP").is_some() {
        std::fs::write("/tmp/printed.rs", &printed).ok();
        std::fs::write("/tmp/printed.txt", format!("{messages:#?}")).ok();
        eprintln!(
            "{:?}",
            syn::parse_file(&printed)
                .err()
                .map(|e| (e.to_string(), e.span().start()))
        );
    }
    let file = syn::parse_file(&printed).map_err(|_| said(&|_| true).unwrap_or_else(unknown))?;
    // A call that stands for items goes without a trace, but for an error with a name that is nowhere in the file.
    let words = words_of(&file.to_token_stream());
    let is_lost = |message: &&Message| {
        let name = message.text.split('`').nth(1);
        let of_path = message.code == "E0433" && !name.is_some_and(|name| words.contains(name));
        of_path || message.text.starts_with("cannot find macro")
    };
    if let Some(lost) = messages.iter().find(is_lost) {
        return Err(lost.text.clone());
    }
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
    if modules.len() == uses.len() {
        Ok(modules)
    } else {
        Err(unknown())
    }
}

/// Macros that write themselves down, with this path before their names.
fn shims(path: &str) -> String {
    let shim = |name: &str, take: &str, give: [&str; 2]| {
        let [before, after] = give;
        format!(
            "#[macro_export] macro_rules! {name} {{ ($($t:tt)*) => {{
                {before}stringify!({path}{name}! {take}){after}
            }} }}\n"
        )
    };
    let value = [&format!("{KEPT}(")[..], ")"];
    let names = MACROS.split_whitespace();
    let values = names.map(|name| {
        let take = if name == "vec" {
            "[$($t)*]"
        } else {
            "($($t)*)"
        };
        shim(name, take, value)
    });
    let values: String = values.collect();
    values
        + &shim(
            "thread_local",
            "{ $($t)* }",
            [&format!("const {KEPT}: &str = "), ";"],
        )
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

/// One after the other to the end.
fn repeated<T: Parse>(input: ParseStream<'_>) -> syn::Result<Vec<T>> {
    std::iter::from_fn(|| (!input.is_empty()).then(|| input.parse())).collect()
}

/// Puts what was written in the places of the uses.
pub(super) struct Filler {
    pub(super) uses: Vec<Use>,
    pub(super) written: Vec<Written>,
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
        match (self.written[number].as_deref(), one.around) {
            (Err(_), _) => one.original.clone(),
            (Ok([Item::Fn(function)]), Around::Function) => {
                let stmts = &function.block.stmts;
                quote!(#(#stmts)*)
            }
            (Ok([Item::Impl(written)]), Around::Impl) => {
                let members = &written.items;
                quote!(#(#members)*)
            }
            (Ok([Item::Trait(written)]), Around::Trait) => {
                let members = &written.items;
                quote!(#(#members)*)
            }
            (Ok(items), _) => {
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

    pub(super) fn items(&mut self, items: &mut Vec<Item>) {
        let call = |item: &Item| match item {
            Item::Macro(call) => Filler::number(&call.mac),
            _ => None,
        };
        self.fill(items, call, Filler::visit_item_mut);
    }

    /// Goes through items or members. `number` tells which place one of them is, if it is one.
    fn fill<T: Parse>(
        &mut self,
        all: &mut Vec<T>,
        number: impl Fn(&T) -> Option<usize>,
        visit: impl Fn(&mut Filler, &mut T),
    ) {
        for mut one in std::mem::take(all) {
            if let Some(number) = number(&one) {
                let written = repeated.parse2(self.of(number));
                all.extend(written.unwrap_or_default());
            } else {
                visit(self, &mut one);
                all.push(one);
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
                        _ => out.push(same_group(&group, self.inside(group.stream())).into()),
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

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        let call = |member: &ImplItem| match member {
            ImplItem::Macro(call) => Filler::number(&call.mac),
            _ => None,
        };
        self.fill(&mut item.items, call, Filler::visit_impl_item_mut);
    }

    fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
        let call = |member: &TraitItem| match member {
            TraitItem::Macro(call) => Filler::number(&call.mac),
            _ => None,
        };
        self.fill(&mut item.items, call, Filler::visit_trait_item_mut);
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
