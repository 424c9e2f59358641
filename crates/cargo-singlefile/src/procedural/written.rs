//! What the compiler writes for each use, and how it gets to its place.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Expr, ImplItem, Item, Lit, Stmt, TraitItem};

use super::names::{MACROS, OTHERS};
use super::uses::{Around, Use, WithoutHelpers, KEPT, PLACE};
use super::{extern_name, hygiene};
use crate::blanks::in_source;
use crate::error::Result;
use crate::places::words_of;
use crate::rustc::{Externs, Message, Rustc};
use crate::tokens::{same_group, with_raw};
use crate::walk::visit_mut::{self, VisitMut};

/// What stands where the compiler could not expand something.
const ERROR: &str = "__singlefile_error";

/// The constant that has the words of a macro which says that it cannot be expanded.
const FAILED: &str = "__singlefile_failed";

pub(super) struct Expander<'a> {
    pub(super) rustc: &'a Rustc,
    pub(super) externs: Externs<'a>,
    /// All that paths in the code may begin with.
    pub(super) others: Vec<String>,
    /// The paths of all exported `macro_rules!` of these crates, by name.
    pub(super) macros: BTreeMap<String, String>,
    pub(super) given: Given,
}

/// What uses are given, as the compiler has not found it.
#[derive(Default)]
pub(super) struct Given {
    /// Those that paths begin with. For each name that is not found the compiler looks through all
    /// of them, so that those which nothing names would take most of the time.
    crates: BTreeSet<String>,
    /// Exported macros, and modules of libraries.
    named: BTreeSet<String>,
    /// Macros that are called by names which only the place of the use knows.
    here: BTreeSet<String>,
    /// Macros that stand for values.
    values: BTreeSet<String>,
}

impl Given {
    /// Whether there is something new.
    fn add(&mut self, more: Given) -> bool {
        let pairs = [
            (&mut self.crates, more.crates),
            (&mut self.named, more.named),
            (&mut self.here, more.here),
            (&mut self.values, more.values),
        ];
        pairs.into_iter().fold(false, |is_new, (own, more)| {
            let before = own.len();
            own.extend(more);
            is_new | (own.len() > before)
        })
    }

    /// A macro that writes itself down where it is called.
    fn shim(&self, path: &str, name: &str) -> String {
        if self.values.contains(name) {
            shim(path, name, "($($t)*)", VALUE)
        } else {
            shim(path, name, "{ $($t)* }", ITEM)
        }
    }
}

/// What there is of the real standard library beside its macros.
#[derive(Clone, Copy)]
enum Std {
    /// Where macros and what is derived are.
    Part,
    /// All of it, which is much to look through.
    All,
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
    pub(super) fn expand_all(&mut self, uses: &[Use]) -> Result<Vec<Written>> {
        // Those with definitions are in a file of their own, as that is printed in another way.
        let mut all: Vec<Option<Written>> = uses.iter().map(|_| None).collect();
        for has_definitions in [false, true] {
            let places =
                (0..uses.len()).filter(|&at| (uses[at].definitions > 0) == has_definitions);
            let places: Vec<usize> = places.collect();
            let some: Vec<Use> = places.iter().map(|&at| uses[at].clone()).collect();
            let written = if some.is_empty() {
                Vec::new()
            } else {
                self.expand(&some)?
            };
            for (at, written) in places.into_iter().zip(written) {
                all[at] = Some(written);
            }
        }
        Ok(all.into_iter().flatten().collect())
    }

    fn expand(&mut self, uses: &[Use]) -> Result<Vec<Written>> {
        let (mut std, mut reason) = (Std::Part, None);
        loop {
            match self.attempt(uses, std)? {
                Ok(modules) => return Ok(modules),
                Err((other, more)) => {
                    if self.given.add(more) {
                        continue;
                    }
                    reason = reason.or(Some(other));
                    match std {
                        Std::Part if uses.len() == 1 => std = Std::All,
                        _ => break,
                    }
                }
            }
        }
        if uses.len() == 1 {
            return Ok(vec![Err(reason.unwrap_or_default())]);
        }
        // One of them does not work: which?
        let (left, right) = uses.split_at(uses.len() / 2);
        let mut all = self.expand(left)?;
        all.append(&mut self.expand(right)?);
        Ok(all)
    }

    /// What all of them become, or why that is not known, and what was not found.
    fn attempt(&self, uses: &[Use], std: Std) -> Result<Attempt> {
        let modules = uses.iter().enumerate().map(|(number, one)| {
            let (name, text) = (format_ident!("m{number}"), &one.text);
            quote!(mod #name { #text })
        });
        let modules = quote!(#(#modules)*);
        let mut crates = words_of(&modules);
        crates.extend(self.given.crates.iter().cloned());
        let crates = self.others.iter().filter(|name| crates.contains(*name));
        let crates: Vec<String> = crates.cloned().collect();
        let modules = in_source(&modules);
        let by_way = uses.iter().any(|one| one.definitions > 0);
        let mut head =
            "#![allow(warnings)]\n#![recursion_limit = \"4096\"]\n".to_owned() + &shims("");
        if by_way {
            head += &shim("", "cfg", "($($t)*)", VALUE);
        }
        let here = self.given.here.iter();
        head.extend(here.map(|name| self.given.shim("", name)));
        let text = head + &modules;
        // Libraries hand the standard library on, under its name or theirs.
        let known_modules: Vec<&str> = crates
            .iter()
            .map(String::as_str)
            .chain(["std", "core", "alloc", "__private"])
            .collect();
        let module = |name: &str| format!("pub mod {name} {{ pub use crate::*; }}\n");
        let inside: String = known_modules.iter().copied().map(module).collect();
        let named = self.given.named.iter().map(|name| {
            // A crate may have the name of its macro.
            let of_module = if known_modules.contains(&name.as_str()) {
                String::new()
            } else {
                module(name)
            };
            let of_macro = self.macros.get(name);
            let of_macro = of_macro.map(|path| self.given.shim(path, name));
            of_module + &of_macro.unwrap_or_default()
        });
        let named: String = named.collect();
        let head = match std {
            Std::Part => real(),
            Std::All => REAL.to_owned() + "pub use real::*;\n",
        };
        let std = [head, shims("::std::"), named, inside].concat();
        let (printed, messages) = self
            .rustc
            .expand(&text, &self.externs, &std, &crates, by_way)?;
        let printed = if by_way {
            hygiene::marked(&printed)
        } else {
            printed
        };
        let lacking = self.lacking(&messages, &crates);
        if !lacking.is_empty() {
            let more = Given {
                crates: lacking,
                ..Given::default()
            };
            return Ok(Err((String::new(), more)));
        }
        Ok(written(&printed, &messages, uses).map_err(|reason| {
            let mut more = Given::default();
            for message in messages.iter().filter(|message| message.is_error) {
                if message.text == VALUE_WANTED {
                    let behind = message.rendered.split(WRITTEN_BY).nth(1);
                    let path = behind.and_then(|behind| behind.split('`').next());
                    let name = path.and_then(|path| path.rsplit("::").next());
                    more.values.extend(name.map(str::to_owned));
                }
                let Some(path) = message.text.split('`').nth(1) else {
                    continue;
                };
                // A macro is not looked for by way of an import that leads nowhere.
                let has_gaps = printed.contains(ERROR) || printed.contains("/*ERROR*/");
                let is_import = message.code == "E0432" && has_gaps;
                let name = match path.rsplit("::").next() {
                    Some(last) if is_import => last,
                    _ => path,
                };
                let is_word = syn::parse_str::<syn::Ident>(name).is_ok();
                let is_module = (message.code == "E0433" || is_import)
                    && !known_modules.contains(&name)
                    && is_word;
                if message.text.starts_with(NO_MACRO) && is_word {
                    more.here.insert(name.to_owned());
                } else if is_module || self.macros.contains_key(name) {
                    more.named.insert(name.to_owned());
                }
            }
            (reason, more)
        }))
    }

    /// Those that paths begin with, of which nothing was known beside these.
    fn lacking(&self, messages: &[Message], given: &[String]) -> BTreeSet<String> {
        let is_of_path = |message: &&Message| matches!(&*message.code, "E0432" | "E0433" | "E0463");
        let texts = messages.iter().filter(is_of_path);
        let quoted = texts.flat_map(|message| message.all_text.split('`').skip(1).step_by(2));
        let first = quoted.filter_map(|path| path.trim_start_matches("::").split("::").next());
        let is_one = |name: &&str| {
            let is_it = |own: &String| own == name;
            self.others.iter().any(is_it) && !given.iter().any(is_it)
        };
        first.filter(is_one).map(str::to_owned).collect()
    }
}

/// What the compiler says of a constant that stands for a value, and which macro it names for that.
const VALUE_WANTED: &str = "expected expression, found keyword `const`";
const WRITTEN_BY: &str = "originates in the macro `";

/// What it says of a macro that it does not know by its name alone.
const NO_MACRO: &str = "cannot find macro `";

type Attempt = std::result::Result<Vec<Written>, (String, Given)>;

/// What stands for a use, or why nothing does.
pub(super) type Written = std::result::Result<Vec<Item>, String>;

/// What the macros wrote, by the modules of the file that the compiler has printed.
fn written(
    printed: &str,
    messages: &[Message],
    uses: &[Use],
) -> std::result::Result<Vec<Written>, String> {
    let printed = printed.replace("/*ERROR*/", ERROR);
    let said = |is_it: &dyn Fn(&&Message) -> bool| {
        let message = messages
            .iter()
            .filter(|message| message.is_error)
            .find(is_it);
        message.map(|message| message.text.clone())
    };
    let unknown = || "it writes what is not known here, such as a call of another macro".to_owned();
    if printed.contains(ERROR) {
        // Those with a number are of names, which are not looked up.
        return Err(said(&|message| message.code.is_empty()).unwrap_or_else(unknown));
    }
    // The macro is printed, too, but that gives the constant no text.
    if let Some(failure) = printed.split(FAILED).skip(1).find_map(words_of_failure) {
        return Err(failure);
    }
    // Macros of 2015 may call `try!`, which later editions know by another name only.
    let file = printed.parse::<TokenStream>().ok();
    let file = file.and_then(|text| syn::parse2::<syn::File>(with_raw(text, &["try"])).ok());
    let file = file.ok_or_else(|| said(&|_| true).unwrap_or_else(unknown))?;
    // A call that stands for items goes without a trace, but for an error with a name that is
    // nowhere in the file.
    let words = words_of(&hygiene::without_marks(file.to_token_stream()));
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
    let modules = modules.zip(uses).map(|(mut items, one)| {
        if one.kept.is_some() && !items.is_empty() {
            items.remove(0);
        }
        if one.definitions > 0 {
            items.drain(..one.definitions.min(items.len()));
            items = hygiene::settle(items, one)?;
            items
                .iter_mut()
                .for_each(|item| WithoutHelpers.visit_item_mut(item));
        }
        Restore.items(&mut items);
        Ok(items)
    });
    let modules: Vec<Written> = modules.collect();
    if modules.len() == uses.len() {
        Ok(modules)
    } else {
        Err(unknown())
    }
}

/// What a macro says of why it cannot be expanded, behind the name of the constant.
fn words_of_failure(behind: &str) -> Option<String> {
    let (_, value) = behind.lines().next()?.split_once('=')?;
    let given = syn::parse_str::<syn::LitStr>(value.trim().trim_end_matches(';')).ok()?;
    let text = syn::parse_str::<syn::LitStr>(&given.value());
    Some(text.map_or_else(|_| given.value(), |text| text.value()))
}

/// What is around a macro that writes itself down, as a value and as an item.
const VALUE: [&str; 2] = ["__singlefile_kept(", ")"];
const ITEM: [&str; 2] = ["const __singlefile_kept: &str = ", ";"];

/// A macro that writes itself down, with this path before its name.
fn shim(path: &str, name: &str, take: &str, [before, after]: [&str; 2]) -> String {
    format!(
        "#[macro_export] macro_rules! {name} {{ ($($t:tt)*) => {{
            {before}stringify!({path}{name}! {take}){after}
        }} }}\n"
    )
}

/// The standard library as a crate.
const REAL: &str = "#![no_std]\nextern crate std as real;\n";

/// What of it the file sees that is no macro which writes itself down. An explicit module of a
/// library may have the name of one of its modules.
fn real() -> String {
    const NOT_AT_THE_ROOT: [&str; 3] = ["addr_of", "addr_of_mut", "macro_rules"];
    let is_shim = |name: &str| matches!(name, "compile_error" | "thread_local");
    let others = OTHERS.split_whitespace();
    let others = others.filter(|name| !is_shim(name) && !NOT_AT_THE_ROOT.contains(name));
    let others: Vec<String> = others.map(|name| format!("r#{name}")).collect();
    format!(
        "{REAL}mod few {{ pub use real::{{{PARTS}, {}}}; }}\npub use few::*;\n",
        others.join(", ")
    )
}

/// The modules of the standard library that have macros and what is derived.
const PARTS: &str = "clone, cmp, default, fmt, future, hash, marker, mem, pin, prelude, ptr, task";

/// The same for those of the standard library.
fn shims(path: &str) -> String {
    let values = MACROS.split_whitespace().map(|name| {
        let take = if name == "vec" {
            "[$($t)*]"
        } else {
            "($($t)*)"
        };
        shim(path, name, take, VALUE)
    });
    let values: String = values.collect();
    // Where items stand the compiler would say what it is given, and leave nothing there.
    let failed = format!(
        "#[macro_export] macro_rules! compile_error {{ ($($t:tt)*) => {{
            const {FAILED}: &str = stringify!($($t)*);
        }} }}\n"
    );
    values + &shim(path, "thread_local", "{ $($t)* }", ITEM) + &failed
}

/// Turns what was written down into calls again.
struct Restore;

/// Words that only the compiler's own derives may write.
const DERIVED: &str = " AssertParamIsClone AssertParamIsEq StructuralPartialEq TrivialClone assert_fields_are_eq \
    assert_receiver_is_total_eq debug_struct_field1_finish debug_struct_field2_finish debug_struct_field3_finish \
    debug_struct_field4_finish debug_struct_field5_finish debug_struct_fields_finish debug_tuple_field1_finish \
    debug_tuple_field2_finish debug_tuple_field3_finish debug_tuple_field4_finish debug_tuple_field5_finish \
    debug_tuple_fields_finish discriminant_value ";

/// The type and the trait of an impl that something has written for a derive.
fn written_for(item: &Item) -> Option<(String, String)> {
    let Item::Impl(written) = item else {
        return None;
    };
    let syn::Type::Path(of) = &*written.self_ty else {
        return None;
    };
    let last = |path: &syn::Path| Some(path.segments.last()?.ident.to_string());
    let mut attrs = written.attrs.iter();
    attrs
        .any(|attr| attr.path().is_ident("automatically_derived"))
        .then_some(())?;
    Some((last(&of.path)?, last(&written.trait_.as_ref()?.1)?))
}

/// The type and the derive that wrote an impl for it, if the compiler alone may write such code.
fn derived(item: &Item) -> Option<(String, String)> {
    let (of, derive) = written_for(item)?;
    let words = words_of(&item.to_token_stream());
    let is_own = words
        .iter()
        .any(|word| DERIVED.contains(&format!(" {word} ")));
    let derive = match derive.as_str() {
        "StructuralPartialEq" => "PartialEq".to_owned(),
        "TrivialClone" => "Clone".to_owned(),
        _ => derive,
    };
    is_own.then_some((of, derive))
}

impl Restore {
    /// Derives instead of what the compiler has written for them among neighbors: as `item` tells,
    /// items or others.
    fn derives<T>(all: &mut Vec<T>, item: impl Fn(&mut T) -> Option<&mut Item>) {
        let mut found = BTreeSet::new();
        for one in all.iter_mut() {
            found.extend(item(one).and_then(|item| derived(item)));
        }
        for one in all.iter_mut() {
            let (name, attrs) = match item(one) {
                Some(Item::Struct(item)) => (&item.ident, &mut item.attrs),
                Some(Item::Enum(item)) => (&item.ident, &mut item.attrs),
                Some(Item::Union(item)) => (&item.ident, &mut item.attrs),
                _ => continue,
            };
            let derives = found.iter().filter(|(of, _)| name == of);
            let derives: Vec<_> = derives.map(|(_, name)| format_ident!("{name}")).collect();
            if !derives.is_empty() {
                attrs.push(syn::parse_quote!(#[derive(#(#derives),*)]));
            }
        }
        all.retain_mut(|one| {
            let item = item(one);
            !item.is_some_and(|item| {
                derived(item).is_some() || written_for(item).is_some_and(|of| found.contains(&of))
            })
        });
    }

    fn items(&mut self, items: &mut Vec<Item>) {
        Restore::derives(items, |item| Some(item));
        items.iter_mut().for_each(|item| self.visit_item_mut(item));
    }

    fn kept(expr: &Expr) -> Option<syn::Macro> {
        let Expr::Call(call) = expr else { return None };
        let is_kept = matches!(&*call.func, Expr::Path(path) if path.path.is_ident(KEPT));
        is_kept.then(|| text(call.args.first()?)?.parse().ok())?
    }
}

/// The call that a constant is which a macro has written for itself.
fn item_kept<T: Parse>(name: &syn::Ident, value: &Expr) -> Option<T> {
    let text = text(value).filter(|_| name == KEPT)?;
    text.parse().ok()
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
            Item::Const(constant) => item_kept(&constant.ident, &constant.expr),
            _ => None,
        };
        match kept {
            Some(call) => *item = call,
            None => visit_mut::visit_item_mut(self, item),
        }
        // As an item of a function it names a crate that the root knows.
        if let Item::ExternCrate(named) = item {
            // Of the standard library's only the root's own statement tells that this one is there.
            if named.ident == "alloc" {
                return;
            }
            let (name, alias) = (&named.ident, named.rename.as_ref().map(|(_, alias)| alias));
            let alias = alias.unwrap_or(name);
            *item = syn::parse_quote!(use ::#name as #alias;);
        }
    }

    fn visit_impl_item_mut(&mut self, item: &mut ImplItem) {
        let kept = match item {
            ImplItem::Const(constant) => item_kept(&constant.ident, &constant.expr),
            _ => None,
        };
        match kept {
            Some(call) => *item = call,
            None => visit_mut::visit_impl_item_mut(self, item),
        }
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            self.items(items);
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        Restore::derives(&mut block.stmts, |stmt| match stmt {
            Stmt::Item(item) => Some(item),
            _ => None,
        });
        visit_mut::visit_block_mut(self, block);
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
            (Ok([Item::Fn(function)]), Around::Value) => match &function.block.stmts[..] {
                [Stmt::Expr(Expr::Return(syn::ExprReturn { expr, .. }), _)] => quote!(#expr),
                _ => one.original.clone(),
            },
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
            // Where it is borrowed it lives as long as what it was written for.
            Ok(value) if matches!(self.uses[number].around, Around::Value) => quote!((#value)),
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
