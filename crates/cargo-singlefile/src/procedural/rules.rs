//! The `macro_rules!` by way of which procedural macros are called. What such a one writes is not
//! known before it is called, so that its call is the use: the file of uses has the definitions in
//! front of it, which name the procedural macros as that file does.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::Item;

use super::names::{imported, is_built_in_name, is_of_compiler, is_of_std};
use super::{below, extern_name};
use crate::cfg::Cfg;
use crate::combine::is_exported;
use crate::graph::CrateInfo;
use crate::load::Source;
use crate::tokens::{is_colons, is_keyword, is_punct, plain, same_group};
use crate::walk::visit::{self, Visit};

/// What `#[cfg(..)]` is called in the file of uses, behind the name of a tool whose attributes stay
/// as they are: it is for the one who compiles the bundle to decide.
pub(super) const CFG: &str = "__singlefile_cfg";

/// A `macro_rules!` of a crate.
pub(super) struct Rule {
    of: usize,
    pub(super) name: String,
    tokens: TokenStream,
}

/// Those that the text before a place defines, the last of a name.
pub(super) type Scope = BTreeMap<String, Rc<Rule>>;

/// What a path to a macro leads to.
pub(super) enum Target {
    Procedural(usize, String),
    Rule(Rc<Rule>),
}

/// What is known of the macros of one crate.
struct Book {
    rules: BTreeMap<String, Vec<Rc<Rule>>>,
    exported: BTreeSet<String>,
    imported: BTreeMap<String, (String, String)>,
    externs: BTreeMap<String, usize>,
    below: Vec<usize>,
}

/// The macros of all crates.
pub(super) struct Books {
    books: Vec<Book>,
    /// Which crates of procedural macros export a name.
    pub(super) exported: BTreeMap<String, BTreeSet<usize>>,
    /// The definitions as the file of uses has them, by the addresses of their rules.
    written: RefCell<BTreeMap<usize, Written>>,
    /// The crate whose uses are looked for, and the names under which it sees others.
    index: usize,
    seen_as: BTreeMap<usize, String>,
    new_names: BTreeMap<String, usize>,
    info: CrateInfo,
}

/// A rule, which keeps its address to itself as long as it is there, and its definition.
type Written = (Rc<Rule>, Rc<Definition>);

/// A definition in the file of uses.
#[derive(Default)]
struct Definition {
    text: TokenStream,
    notes: Notes,
}

/// What was found in tokens.
#[derive(Default, Clone)]
pub(super) struct Notes {
    /// The crates of procedural macros that are called.
    crates: BTreeSet<usize>,
    /// The rules that are called.
    calls: Vec<Rc<Rule>>,
    /// Those whose names are there, maybe for another to call them.
    mentions: Vec<Rc<Rule>>,
}

impl Notes {
    /// The path of a procedural macro in the file of uses, which is noted.
    fn procedural(&mut self, id: usize, name: &str) -> TokenStream {
        self.crates.insert(id);
        let (of, name) = (extern_name(id), format_ident!("{name}"));
        quote!(::#of::#name)
    }
}

/// The definitions that a call needs.
pub(super) struct Front {
    pub(super) definitions: Vec<TokenStream>,
    pub(super) arguments: TokenStream,
    /// The crates of procedural macros that rules may call, and those that are called in the
    /// arguments.
    pub(super) crates: BTreeSet<usize>,
    pub(super) given: BTreeSet<usize>,
}

impl Book {
    /// The rule with this definition, which is noted if it is new.
    fn rule(&mut self, of: usize, name: &Ident, tokens: &TokenStream) -> Rc<Rule> {
        let (name, text) = (plain(name), tokens.to_string());
        let all = self.rules.entry(name.clone()).or_default();
        let known = all.iter().find(|rule| rule.tokens.to_string() == text);
        let rule = known.cloned().unwrap_or_else(|| {
            let tokens = tokens.clone();
            Rc::new(Rule { of, name, tokens })
        });
        if known.is_none() {
            all.push(rule.clone());
        }
        rule
    }
}

struct Collector<'a> {
    of: usize,
    book: &'a mut Book,
}

impl Visit<'_> for Collector<'_> {
    fn visit_item(&mut self, item: &Item) {
        self.book.exported.extend(is_exported(item));
        visit::visit_item(self, item);
    }

    fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
        if let Some(name) = &item.ident {
            self.book.rule(self.of, name, &item.mac.tokens);
        }
    }
}

fn book(sources: &[Source], of: usize, items: &[Item]) -> Book {
    let mut book = Book {
        rules: BTreeMap::new(),
        exported: BTreeSet::new(),
        imported: imported(items, true),
        externs: sources[of].info.externs.clone(),
        below: below(sources, of),
    };
    let mut collector = Collector {
        of,
        book: &mut book,
    };
    items.iter().for_each(|item| collector.visit_item(item));
    book
}

impl Books {
    pub(super) fn of(sources: &[Source]) -> Books {
        let all = sources.iter().enumerate();
        Books {
            books: all
                .map(|(of, source)| book(sources, of, &source.items))
                .collect(),
            exported: BTreeMap::new(),
            written: RefCell::default(),
            index: 0,
            seen_as: BTreeMap::new(),
            new_names: BTreeMap::new(),
            info: sources[0].info.clone(),
        }
    }

    /// The uses of a crate are looked for next, which has these items now.
    pub(super) fn turn_to(&mut self, sources: &[Source], index: usize, items: &[Item]) {
        self.books[index] = book(sources, index, items);
        self.index = index;
        let externs = sources[index].info.externs.iter();
        self.seen_as = externs.map(|(name, &id)| (id, name.clone())).collect();
        self.new_names.clear();
        for &id in &self.books[index].below {
            if id != index && !self.seen_as.contains_key(&id) {
                let name = format!("__singlefile_crate_{id}");
                self.new_names.insert(name.clone(), id);
                self.seen_as.insert(id, name);
            }
        }
        self.info = sources[index].info.clone();
        let new = self.new_names.clone();
        self.books[index].externs.extend(new);
        self.written.take();
    }

    /// The names of those that this crate exports.
    pub(super) fn exported_macros(&self) -> &BTreeSet<String> {
        &self.books[self.index].exported
    }

    /// The rule of a definition in this crate, which is noted if it is new.
    pub(super) fn define(&mut self, name: &Ident, tokens: &TokenStream) -> Rc<Rule> {
        self.books[self.index].rule(self.index, name, tokens)
    }

    /// The names that the crate does not have, but what macros write may begin with.
    pub(super) fn new_names(&self) -> &BTreeMap<String, usize> {
        &self.new_names
    }

    /// What paths to another crate begin with.
    pub(super) fn name_of(&self, id: usize) -> Option<&String> {
        self.seen_as.get(&id)
    }

    /// All names that may be those of procedural macros in the rules to which these calls may come,
    /// and in those of the crate.
    pub(super) fn names_behind(
        &self,
        calls: impl Iterator<Item = Vec<String>>,
    ) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let own = self.books[self.index].rules.values().flatten().cloned();
        let mut next: Vec<Rc<Rule>> = own.collect();
        for path in calls {
            if let Some(Target::Rule(rule)) = self.target(self.index, &path, &Scope::new()) {
                next.push(rule);
            }
        }
        let mut known = BTreeSet::new();
        while let Some(rule) = next.pop() {
            if !known.insert(Rc::as_ptr(&rule) as usize) {
                continue;
            }
            let book = &self.books[rule.of];
            names_in(&rule.tokens, &mut |path| {
                let target = self.target(rule.of, &path, &Scope::new());
                if let Some(Target::Rule(rule)) = target {
                    next.push(rule);
                }
                let name = path.last().cloned().unwrap_or_default();
                let real = book.imported.get(&name).map(|(_, real)| real.clone());
                names.extend(real);
                names.extend((!is_keyword(&name)).then_some(name));
            });
        }
        names
    }

    /// What these crates have under this name that has another one where it is from, the nearest
    /// first.
    pub(super) fn renamed<'a>(
        &'a self,
        name: &'a str,
        order: &'a [usize],
    ) -> impl Iterator<Item = &'a String> {
        let imported = order
            .iter()
            .filter_map(move |&id| self.books[id].imported.get(name));
        let real = imported.map(|(_, real)| real);
        real.filter(move |real| *real != name)
    }

    fn procedural(&self, name: &str, order: &[usize]) -> Option<Target> {
        let exporters = self.exported.get(name)?;
        let id = order.iter().find(|id| exporters.contains(id))?;
        Some(Target::Procedural(*id, name.to_owned()))
    }

    /// The macro of this name that is exported first by one of these crates.
    fn nearest(&self, name: &str, order: &[usize]) -> Option<Target> {
        let exporters = self.exported.get(name);
        order.iter().find_map(|&id| {
            if exporters.is_some_and(|exporters| exporters.contains(&id)) {
                return Some(Target::Procedural(id, name.to_owned()));
            }
            let is_there = self.books[id].exported.contains(name);
            is_there.then(|| self.only(id, name)).flatten()
        })
    }

    /// The rule of this name in a crate, if it has but one.
    fn only(&self, of: usize, name: &str) -> Option<Target> {
        match &self.books[of].rules.get(name)?[..] {
            [rule] => Some(Target::Rule(rule.clone())),
            _ => None,
        }
    }

    /// What a path to a macro leads to in a crate.
    pub(super) fn target(&self, of: usize, path: &[String], scope: &Scope) -> Option<Target> {
        let book = &self.books[of];
        let last = path.last()?;
        if path.len() == 1 {
            if let Some(rule) = scope.get(last) {
                return Some(Target::Rule(rule.clone()));
            }
        }
        let imported = || {
            let (first, real) = book.imported.get(last)?;
            let is_known = book.externs.contains_key(first);
            let id = book.externs.get(first).copied();
            let order = id.map_or(&book.below, |id| &self.books[id].below);
            let found = self.nearest(real, order);
            found.filter(|_| is_known || real != last)
        };
        match book.externs.get(&path[0]).filter(|_| path.len() > 1) {
            Some(&id) => {
                let there = &self.books[id];
                let real = there.imported.get(last).map(|(_, real)| real);
                let found = self.nearest(last, &there.below);
                found.or_else(|| self.nearest(real?, &there.below))
            }
            None if path.len() == 1 => imported().or_else(|| self.only(of, last)).or_else(|| {
                let is_foreign = !is_of_std(last);
                is_foreign
                    .then(|| self.nearest(last, &book.below))
                    .flatten()
            }),
            None => self
                .only(of, last)
                .or_else(imported)
                .or_else(|| self.procedural(last, &book.below)),
        }
    }

    /// Whether calls of this rule may come to procedural macros, and of which crates.
    pub(super) fn comes_to(&self, rule: &Rc<Rule>) -> BTreeSet<usize> {
        let front = self.front(rule, &TokenStream::new(), &Scope::new());
        front.map_or_else(BTreeSet::new, |front| front.crates)
    }

    /// The rule that this crate knows by a name.
    pub(super) fn named(&self, name: &str) -> Option<Rc<Rule>> {
        match self.target(self.index, &[name.to_owned()], &Scope::new()) {
            Some(Target::Rule(rule)) => Some(rule),
            _ => None,
        }
    }

    /// What a call of this rule is in the file of uses.
    pub(super) fn front(
        &self,
        rule: &Rc<Rule>,
        arguments: &TokenStream,
        scope: &Scope,
    ) -> Option<Front> {
        let mut given = Notes::default();
        let arguments = self.rewrite(self.index, arguments, scope, false, &mut given);
        let mut crates = BTreeSet::new();
        // Those that are only mentioned count if the call hands them on.
        let mut next: Vec<(Rc<Rule>, bool)> = vec![(rule.clone(), true)];
        let of_arguments = given.calls.into_iter().chain(given.mentions);
        next.extend(of_arguments.map(|rule| (rule, true)));
        let mut found: BTreeMap<String, (Rc<Rule>, bool)> = BTreeMap::new();
        let mut definitions = Vec::new();
        while let Some((rule, counts)) = next.pop() {
            match found.get_mut(&rule.name) {
                Some((other, _)) if !Rc::ptr_eq(other, &rule) => return None,
                Some((_, before)) if *before || !counts => continue,
                Some((_, before)) => *before = true,
                None => {
                    found.insert(rule.name.clone(), (rule.clone(), counts));
                }
            }
            let definition = self.definition(&rule, scope);
            if counts {
                crates.extend(&definition.notes.crates);
            }
            let calls = definition.notes.calls.iter();
            next.extend(calls.map(|rule| (rule.clone(), counts)));
            let mentions = definition.notes.mentions.iter();
            next.extend(mentions.map(|rule| (rule.clone(), false)));
        }
        for (rule, _) in found.values() {
            definitions.push(self.definition(rule, scope).text.clone());
        }
        Some(Front {
            definitions,
            arguments,
            crates,
            given: given.crates,
        })
    }

    fn definition(&self, rule: &Rc<Rule>, scope: &Scope) -> Rc<Definition> {
        let key = Rc::as_ptr(rule) as usize;
        if let Some((_, known)) = self.written.borrow().get(&key) {
            return known.clone();
        }
        let mut notes = Notes::default();
        let none = Scope::new();
        let scope = if rule.of == self.index { scope } else { &none };
        let mut tokens: Vec<TokenTree> = Vec::new();
        for tree in rule.tokens.clone() {
            tokens.push(match tree {
                TokenTree::Group(group) => {
                    let is_body = is_punct(tokens.last(), '>');
                    let inside = group.stream();
                    let new = self.rewrite(rule.of, &inside, scope, is_body, &mut notes);
                    same_group(&group, new).into()
                }
                other => other,
            });
        }
        let name = crate::tokens::ident(&rule.name, Span::call_site());
        let definition = Rc::new(Definition {
            text: quote!(macro_rules! #name { #(#tokens)* }),
            notes,
        });
        let known = (rule.clone(), definition.clone());
        self.written.borrow_mut().insert(key, known);
        definition
    }

    /// The tokens of a macro of a crate, or of a call there, as the file of uses has them.
    /// `is_code`: not what macros take.
    fn rewrite(
        &self,
        of: usize,
        tokens: &TokenStream,
        scope: &Scope,
        is_code: bool,
        notes: &mut Notes,
    ) -> TokenStream {
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut out = TokenStream::new();
        let mut at = 0;
        while at < trees.len() {
            if let (true, Some(TokenTree::Group(group))) =
                (is_punct(trees.get(at), '#'), trees.get(at + 1))
            {
                if group.delimiter() == Delimiter::Bracket {
                    let inside = self.attribute(of, &group.stream(), scope, is_code, notes);
                    out.extend([trees[at].clone(), same_group(group, inside).into()]);
                    at += 2;
                    continue;
                }
            }
            let Some((path, behind)) = path_at(&trees, at) else {
                match &trees[at] {
                    TokenTree::Group(group) => {
                        let inside = self.rewrite(of, &group.stream(), scope, is_code, notes);
                        out.extend([TokenTree::from(same_group(group, inside))]);
                    }
                    other => out.extend([other.clone()]),
                }
                at += 1;
                continue;
            };
            let is_call = is_punct(trees.get(behind), '!')
                && matches!(trees.get(behind + 1), Some(TokenTree::Group(_)));
            let target = is_call.then(|| self.target(of, &path, scope)).flatten();
            let given = match trees.get(behind + 1) {
                Some(TokenTree::Group(group)) if is_call => Some(group),
                _ => None,
            };
            match target {
                Some(Target::Procedural(id, name)) => {
                    out.extend(notes.procedural(id, &name));
                }
                Some(Target::Rule(rule)) => {
                    out.extend([TokenTree::from(crate::tokens::ident(
                        &rule.name,
                        Span::call_site(),
                    ))]);
                    notes.calls.push(rule);
                }
                None => {
                    if let [word] = &path[..] {
                        let own = self.books[of].rules.contains_key(word);
                        let rule = scope.get(word).cloned();
                        let only = || match self.only(of, word)? {
                            Target::Rule(rule) => Some(rule),
                            Target::Procedural(..) => None,
                        };
                        notes
                            .mentions
                            .extend(own.then(|| rule.or_else(only)).flatten());
                    }
                    let is_other = of != self.index && is_punct(trees.get(at), '$');
                    match self.seen_as.get(&of).filter(|_| is_other) {
                        Some(name) => {
                            let name = crate::tokens::ident(name, Span::call_site());
                            out.extend(quote!(::#name));
                            out.extend(trees[at + 2..behind].iter().cloned());
                        }
                        None => out.extend(trees[at..behind].iter().cloned()),
                    }
                }
            }
            at = behind;
            if let Some(group) = given {
                let inside = self.rewrite(of, &group.stream(), scope, false, notes);
                out.extend([trees[at].clone(), same_group(group, inside).into()]);
                at += 2;
            }
        }
        out
    }

    fn attribute(
        &self,
        of: usize,
        tokens: &TokenStream,
        scope: &Scope,
        is_code: bool,
        notes: &mut Notes,
    ) -> TokenStream {
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let Some((path, behind)) = path_at(&trees, 0) else {
            return self.rewrite(of, tokens, scope, is_code, notes);
        };
        let mut rest = trees[behind..].iter().cloned();
        match (
            &path.iter().map(String::as_str).collect::<Vec<_>>()[..],
            trees.get(behind),
        ) {
            (["cfg"], Some(TokenTree::Group(condition))) => {
                let cfgs = Cfg::of(&self.info);
                let known = is_code.then(|| cfgs.is_true(&condition.stream()));
                match known.flatten() {
                    // The compiler takes such items away before it looks at them.
                    Some(false) => return quote!(cfg(any())),
                    Some(true) => return quote!(cfg(all())),
                    None => {}
                }
                let cfg = format_ident!("{CFG}");
                return quote!(rustfmt::#cfg).into_iter().chain(rest).collect();
            }
            (["cfg_attr"], Some(TokenTree::Group(group))) => {
                let list: Vec<TokenTree> = group.stream().into_iter().collect();
                let mut parts = list.split(|tree| is_punct(Some(tree), ','));
                let condition: TokenStream = parts.next().into_iter().flatten().cloned().collect();
                let known = Cfg::of(&self.info).is_true(&condition);
                let condition = match known.filter(|_| is_code) {
                    Some(false) => return quote!(cfg(all())),
                    Some(true) => quote!(all()),
                    None => condition,
                };
                let parts = parts.filter(|part| !part.is_empty()).map(|part| {
                    let part = part.iter().cloned().collect();
                    self.attribute(of, &part, scope, is_code, notes)
                });
                let parts: Vec<TokenStream> = parts.collect();
                return quote!(cfg_attr(#condition, #(#parts),*));
            }
            (["derive"], Some(TokenTree::Group(group))) => {
                let list: Vec<TokenTree> = group.stream().into_iter().collect();
                let mut out = TokenStream::new();
                let mut at = 0;
                while at < list.len() {
                    let path = path_at(&list, at)
                        .filter(|(path, _)| !(path.len() == 1 && is_built_in_name(&path[0])));
                    let behind = path.as_ref().map_or(at + 1, |(_, behind)| *behind);
                    let target = path.and_then(|(path, _)| self.target(of, &path, &Scope::new()));
                    match target {
                        Some(Target::Procedural(id, name)) => {
                            out.extend(notes.procedural(id, &name));
                        }
                        _ => out.extend(list[at..behind].iter().cloned()),
                    }
                    at = behind;
                }
                let derive = &trees[..behind];
                return quote!(#(#derive)* (#out));
            }
            _ => {}
        }
        let target = if is_of_compiler(&path) {
            None
        } else {
            self.target(of, &path, &Scope::new())
        };
        match target {
            Some(Target::Procedural(id, name)) => {
                let path = notes.procedural(id, &name);
                path.into_iter().chain(&mut rest).collect()
            }
            _ => self.rewrite(of, tokens, scope, is_code, notes),
        }
    }
}

/// The words of the path that begins here, `crate` for `$crate`, and where it ends; none in a path,
/// or of a parameter.
fn path_at(trees: &[TokenTree], at: usize) -> Option<(Vec<String>, usize)> {
    let is_dollar = |at: usize| is_punct(trees.get(at), '$');
    let mut next = at;
    if is_colons(trees, next) {
        next += 2;
    } else if is_dollar(next) {
        next += 1;
        matches!(trees.get(next), Some(TokenTree::Ident(word)) if word == "crate").then_some(())?;
    } else if at > 0 && is_dollar(at - 1) {
        return None;
    }
    let mut path = Vec::new();
    while let Some(TokenTree::Ident(word)) = trees.get(next) {
        path.push(plain(word));
        next += 1;
        let more = matches!(trees.get(next + 2), Some(TokenTree::Ident(_)));
        if !(is_colons(trees, next) && more) {
            break;
        }
        next += 2;
    }
    (!path.is_empty()).then_some((path, next))
}

/// Calls `f` with the path of every call of a macro, inside of calls too.
pub(super) fn each_path(tokens: &TokenStream, f: &mut impl FnMut(Vec<String>)) {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        let found = path_at(&trees, at);
        let behind = found.as_ref().map_or(at + 1, |(_, behind)| *behind);
        if let TokenTree::Group(group) = &trees[at] {
            each_path(&group.stream(), f);
        } else if let Some((path, _)) = found {
            let is_call = is_punct(trees.get(behind), '!')
                && matches!(trees.get(behind + 1), Some(TokenTree::Group(_)));
            if is_call {
                f(path);
            }
        }
        at = behind;
    }
}

/// The same with the paths of attributes and derives.
fn names_in(tokens: &TokenStream, f: &mut impl FnMut(Vec<String>)) {
    fn attribute(inside: &[TokenTree], f: &mut impl FnMut(Vec<String>)) {
        let Some((path, behind)) = path_at(inside, 0) else {
            return;
        };
        let list: Vec<TokenTree> = match inside.get(behind) {
            Some(TokenTree::Group(list)) => list.stream().into_iter().collect(),
            _ => Vec::new(),
        };
        if path == ["cfg_attr"] {
            let parts = list.split(|tree| is_punct(Some(tree), ','));
            parts.skip(1).for_each(|part| attribute(part, f));
        } else if path == ["derive"] {
            let mut at = 0;
            while at < list.len() {
                let found = path_at(&list, at);
                at = found.as_ref().map_or(at + 1, |(_, behind)| *behind);
                let path = found.map(|(path, _)| path);
                let path = path.filter(|path| !(path.len() == 1 && is_built_in_name(&path[0])));
                path.into_iter().for_each(&mut *f);
            }
        } else if !is_of_compiler(&path) {
            f(path);
        }
    }
    fn attributes(tokens: &TokenStream, f: &mut impl FnMut(Vec<String>)) {
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            let TokenTree::Group(group) = tree else {
                continue;
            };
            if at > 0 && is_punct(trees.get(at - 1), '#') {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                attribute(&inside, f);
            } else {
                attributes(&group.stream(), f);
            }
        }
    }
    each_path(tokens, &mut |path| {
        if !(path.len() == 1 && is_of_std(&path[0])) {
            f(path);
        }
    });
    attributes(tokens, f);
}
