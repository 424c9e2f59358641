//! The small form: no needless blank, and names of one or two letters wherever the compiler agrees.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::{Expr, Stmt};

use crate::error::Result;
use crate::flat::{flatten, name_of, CORE};
use crate::known::is_assignment;
use crate::locals::{names_used, shorten, Short};
use crate::mir::{are_equal, bodies, in_order, item_names, renamed_wrongly, twins, Body};
use crate::places::words_of;
use crate::rustc::{Message, Rustc, Understood};
use crate::squeeze::{formats, is_attribute, Squeezer};
use crate::target::Host;
use crate::tokens::{
    after_colons, captures, each_word, is_colons, is_format_macro, is_keyword, is_punct, plain,
};
use crate::walk::visit::{self, Visit};
use crate::walk::visit_mut::{self, VisitMut};

/// Squeezes a file that compiles, from byte `start` on; what is before keeps its form and its
/// words. Without a compiler all names stay.
///
/// # Errors
/// If the compiler cannot be run.
pub(crate) fn minify(text: &str, start: usize, rustc: Option<&Rustc>) -> Result<Small> {
    let flat = match rustc {
        Some(rustc) => flatten(text, start, rustc, false)?,
        None => None,
    };
    let Some(flat) = flat else {
        let names = item_names(&text.parse().unwrap_or_default());
        let text = squeeze(text, start, rustc, names)?;
        return Ok(Small { text, kept: None });
    };
    let text = squeeze(
        &(text[..start].to_owned() + &flat.text),
        start,
        rustc,
        flat.names,
    )?;
    Ok(Small {
        text,
        kept: Some(flat.kept),
    })
}

/// The small form.
pub(crate) struct Small {
    pub(crate) text: String,
    /// The modules that are left, if not all are.
    pub(crate) kept: Option<BTreeSet<String>>,
}

/// `items`: the names of its items, and perhaps more.
fn squeeze(
    text: &str,
    start: usize,
    rustc: Option<&Rustc>,
    items: BTreeSet<String>,
) -> Result<String> {
    let (head, tail) = text.split_at(start);
    let (Ok(kept), Ok(tokens)) = (head.parse::<TokenStream>(), tail.parse::<TokenStream>()) else {
        return Ok(text.to_owned());
    };
    let Some(rustc) = rustc else {
        let mut squeezer = Squeezer::default();
        squeezer.write(tokens, &BTreeMap::new());
        return Ok(head.to_owned() + &squeezer.text);
    };
    let mut renaming = Renaming {
        text,
        head,
        kept: &kept,
        proof: Proof::new(rustc, text, items)?,
        wrong: BTreeSet::new(),
        is_trimmed: true,
        as_it_is: BTreeSet::new(),
    };
    if let Ok(file) = syn::parse_file(tail) {
        let mut sets = true;
        each_word(&tokens, &mut |word| sets &= !word.ends_with("_assign"));
        loop {
            let known = renaming.as_it_is.len();
            let mut trimmed = file.clone();
            if renaming.is_trimmed {
                let as_it_is = &renaming.as_it_is;
                Trim { sets, as_it_is }.visit_file_mut(&mut trimmed);
            }
            let short = shorten(trimmed);
            if let Some(text) = renaming.run(&short.tokens, Some(&short))? {
                return Ok(text);
            }
            if !renaming.is_trimmed {
                break;
            }
            renaming.is_trimmed = known < renaming.as_it_is.len();
        }
    }
    let text = renaming.run(&tokens, None)?;
    Ok(text.unwrap_or_default())
}

/// Takes away signs that a reader wants and the compiler does not: a semicolon at the end of a
/// block whose last statement has no value, and braces around a single expression.
struct Trim<'a> {
    /// Whether only the language itself says what `|=` does: what calls a function makes its value.
    sets: bool,
    /// The functions that keep all signs.
    as_it_is: &'a BTreeSet<String>,
}

impl Trim<'_> {
    fn may_change(&self, of: &syn::Signature) -> bool {
        of.constness.is_none() && !self.as_it_is.contains(&plain(&of.ident))
    }

    /// The only expression in a body without labels, if no other sign has to end it.
    fn inner(body: &Expr) -> Option<Expr> {
        let Expr::Block(of) = body else { return None };
        let inner = match &of.block.stmts[..] {
            [Stmt::Expr(inner, None)] if of.label.is_none() && of.attrs.is_empty() => inner,
            _ => return None,
        };
        let is_plain = matches!(
            inner,
            Expr::Call(_)
                | Expr::Field(_)
                | Expr::Lit(_)
                | Expr::MethodCall(_)
                | Expr::Path(_)
                | Expr::Struct(_)
                | Expr::Tuple(_)
        );
        let is_macro = matches!(inner, Expr::Macro(of) if !matches!(of.mac.delimiter, syn::MacroDelimiter::Brace(_)));
        let starts_like_block = match inner.to_token_stream().into_iter().next() {
            Some(TokenTree::Ident(word)) => {
                is_keyword(&word.to_string()) && word != "self" && word != "Self"
            }
            Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
            Some(TokenTree::Literal(_)) => false,
            _ => true,
        };
        ((is_plain || is_macro) && !starts_like_block).then(|| inner.clone())
    }
}

impl VisitMut for Trim<'_> {
    // Of a function that the compiler calls itself it prints every step, also those that do
    // nothing.
    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        if self.may_change(&function.sig) {
            visit_mut::visit_item_fn_mut(self, function);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        if self.may_change(&function.sig) {
            visit_mut::visit_impl_item_fn_mut(self, function);
        }
    }

    fn visit_trait_item_fn_mut(&mut self, function: &mut syn::TraitItemFn) {
        if self.may_change(&function.sig) {
            visit_mut::visit_trait_item_fn_mut(self, function);
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        visit_mut::visit_block_mut(self, block);
        if let Some(Stmt::Expr(last, end)) = block.stmts.last_mut() {
            let is_set = |op: &syn::BinOp| {
                self.sets && is_assignment(op) && !matches!(op, syn::BinOp::AddAssign(_))
            };
            let has_no_value = match last {
                Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Assign(_) => true,
                Expr::Binary(of) => is_set(&of.op),
                _ => false,
            };
            if has_no_value {
                *end = None;
            }
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        visit_mut::visit_arm_mut(self, arm);
        if let Some(inner) = Self::inner(&arm.body) {
            *arm.body = inner;
            arm.comma.get_or_insert_with(Default::default);
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        visit_mut::visit_expr_closure_mut(self, closure);
        if let (Some(inner), syn::ReturnType::Default) =
            (Self::inner(&closure.body), &closure.output)
        {
            *closure.body = inner;
        }
    }
}

/// The search for names that the compiler agrees to.
struct Renaming<'a> {
    text: &'a str,
    /// What keeps its form, also as tokens.
    head: &'a str,
    kept: &'a TokenStream,
    proof: Proof<'a>,
    /// The words that get no other name, as was found so far.
    wrong: BTreeSet<String>,
    /// Whether signs are taken away, and the functions where the compiler does something else then,
    /// as the braces around a value may be where it becomes one of another type.
    is_trimmed: bool,
    as_it_is: BTreeSet<String>,
}

impl Renaming<'_> {
    /// The text with short names. `short`: what is known of the names of variables, which are short
    /// already. None if these are wrong.
    fn run(&mut self, tokens: &TokenStream, short: Option<&Short>) -> Result<Option<String>> {
        let proof = &self.proof;
        let mut names = Names::of(self.text, self.kept, tokens, short, proof.rustc.host());
        loop {
            names.keep(&self.wrong);
            let new = names.assign();
            let mut squeezer = Squeezer::default();
            squeezer.write(tokens.clone(), &new);
            let new_text = self.head.to_owned() + &squeezer.text;
            if new.is_empty() && short.is_none() {
                return Ok(Some(new_text));
            }
            let fails = |of: &Understood| of.errors().next().is_some();
            let mut understood = proof.understand_first(&new_text, &new)?;
            let mut after = proof.bodies(&understood);
            let mut reshaped = BTreeSet::new();
            if self.is_trimmed {
                reshaped = &proof.reshaped(&after) - &self.as_it_is;
            }
            let mut wrong = proof.wrong(&after, &new, &reshaped);
            if !reshaped.is_empty() {
                self.as_it_is.append(&mut reshaped);
                self.wrong.append(&mut wrong);
                return Ok(None);
            }
            if !fails(&understood) && wrong.is_empty() {
                understood = proof.understand(&new_text, &new)?;
                after = proof.bodies(&understood);
                wrong = proof.wrong(&after, &new, &reshaped);
            }
            if fails(&understood) {
                let lines_before = self.head.matches('\n').count();
                let errors = understood.errors();
                let blamed = errors.flat_map(|error| blamed(error, &new, &squeezer, lines_before));
                wrong = blamed.collect();
            } else if wrong.is_empty() {
                let same = short.is_none() || proof.is_same(&after, &new);
                return Ok(Some(new_text).filter(|_| same));
            }
            if wrong.is_empty() && short.is_some() {
                return Ok(None);
            }
            if wrong.is_empty() {
                wrong.extend(new.into_keys());
            }
            self.wrong.extend(wrong);
        }
    }
}

/// The words with new names of which an error speaks, in a file with so many lines before what the
/// squeezer has written.
fn blamed(
    error: &Message,
    new: &BTreeMap<String, String>,
    squeezer: &Squeezer,
    lines_before: usize,
) -> BTreeSet<String> {
    let renamed = |spots: &[Spot]| -> BTreeSet<String> {
        let spots = spots
            .iter()
            .filter(|spot| spot.0 > lines_before && spot.1 <= spot.2);
        let inside = spots.flat_map(|&(line, from, to)| {
            let line = line - lines_before;
            squeezer.names.range((line, from)..(line, to))
        });
        let names = inside.map(|(_, name)| name);
        let renamed = names.filter(|name| new.contains_key(*name));
        renamed.cloned().collect()
    };
    // Of an item in several lines the first one says little.
    if error.primary.iter().any(|spot| spot.2 == usize::MAX) {
        let quoted: BTreeSet<&str> = error.text.split('`').skip(1).step_by(2).collect();
        let named = new
            .iter()
            .filter(|(_, name)| quoted.contains(name.as_str()));
        let named: BTreeSet<String> = named.map(|(old, _)| old.clone()).collect();
        if !named.is_empty() {
            return named;
        }
    }
    let found = renamed(&error.primary);
    if found.is_empty() {
        renamed(&error.spots)
    } else {
        found
    }
}

/// Whether short names leave everything its meaning. A file with them may compile and call other
/// methods: `len` of a trait of ours becomes `a`, and with it all `len` that nobody defines here;
/// where the compiler prefers a method of the standard library to that of the trait, it then finds
/// the trait's.
struct Proof<'a> {
    rustc: &'a Rustc,
    /// The names of the items of a text.
    items: BTreeSet<String>,
    /// What the compiler understood of it.
    before: Vec<Vec<Body>>,
}

/// Whether the compiler understands the same of both texts. It may refuse the second.
///
/// # Errors
/// If the compiler cannot be run.
pub(crate) fn means_the_same(rustc: &Rustc, text: &str, other: &str) -> Result<bool> {
    let proof = Proof::new(rustc, text, item_names(&text.parse().unwrap_or_default()))?;
    let after = proof.understand(other, &BTreeMap::new())?;
    Ok(after.errors().next().is_none() && proof.before == proof.bodies(&after))
}

impl<'a> Proof<'a> {
    fn new(rustc: &'a Rustc, text: &str, items: BTreeSet<String>) -> Result<Self> {
        let mut proof = Proof {
            rustc,
            items,
            before: Vec::new(),
        };
        proof.before = proof.bodies(&proof.understand(text, &BTreeMap::new())?);
        Ok(proof)
    }

    /// `new`: the names that words have in this text.
    fn understand(&self, text: &str, new: &BTreeMap<String, String>) -> Result<Understood> {
        self.rustc.understand(&self.with_twins(text, new))
    }

    /// The same, but with debug assertions only.
    fn understand_first(&self, text: &str, new: &BTreeMap<String, String>) -> Result<Understood> {
        self.rustc.understand_first(&self.with_twins(text, new))
    }

    fn with_twins(&self, text: &str, new: &BTreeMap<String, String>) -> String {
        let renamed = self.items.iter().filter_map(|name| new.get(name));
        let names: BTreeSet<&String> = self.items.iter().chain(renamed).collect();
        text.to_owned() + &twins(names) + CORE
    }

    fn bodies(&self, understood: &Understood) -> Vec<Vec<Body>> {
        let path = self.rustc.source().display().to_string();
        let printed = understood.mir.iter();
        printed
            .map(|text| bodies(text, &path, in_order()))
            .collect()
    }

    /// The functions of which the compiler prints more or less than before, whatever the names.
    fn reshaped(&self, after: &[Vec<Body>]) -> BTreeSet<String> {
        let both = self.before.iter().zip(after);
        let both = both.filter(|(before, after)| before.len() == after.len());
        let both = both.flat_map(|(before, after)| before.iter().zip(after));
        let changed = both.filter(|(before, after)| before.shape().ne(after.shape()));
        changed.filter_map(|(of, _)| of.name()).collect()
    }

    /// The words whose new names change what the file means, but for what these functions do.
    fn wrong(
        &self,
        after: &[Vec<Body>],
        new: &BTreeMap<String, String>,
        but: &BTreeSet<String>,
    ) -> BTreeSet<String> {
        let both = self.before.iter().zip(after);
        let wrong = both.flat_map(|(before, after)| renamed_wrongly(before, after, new, but));
        wrong.collect()
    }

    /// Whether the two mean the same but for these names.
    fn is_same(&self, after: &[Vec<Body>], new: &BTreeMap<String, String>) -> bool {
        let mut both = self.before.iter().zip(after);
        self.before.len() == after.len()
            && both.all(|(before, after)| are_equal(before, after, new))
    }
}

/// A line, and columns from and up to, from 1.
pub(crate) type Spot = (usize, usize, usize);

/// The words of a file, apart by whether they may have another name.
#[derive(Debug, Default)]
struct Names {
    candidates: BTreeMap<String, usize>,
    fixed: BTreeSet<String>,
    /// Letters that variables have, which fields and methods may have too.
    letters: BTreeSet<String>,
    /// Letters that are behind a dot or a type.
    member_letters: BTreeSet<String>,
    /// What is only behind a dot or a type, and what is never there.
    members: BTreeSet<String>,
    never_members: BTreeSet<String>,
}

impl Names {
    fn of(
        text: &str,
        kept: &TokenStream,
        tokens: &TokenStream,
        short: Option<&Short>,
        host: &Host,
    ) -> Names {
        let mut defined = Defined::new(host);
        let mut names = Names::default();
        if let Some(short) = short {
            names.letters.clone_from(&short.letters);
            let letters = short.members.iter().filter(|name| name.len() == 1);
            names.member_letters.extend(letters.cloned());
            names
                .members
                .extend(short.members.difference(&short.bare).cloned());
            names
                .never_members
                .extend(short.bare.difference(&short.members).cloned());
        }
        if let Ok(file) = syn::parse_file(text) {
            defined.visit_file(&file);
            if !kept.is_empty() {
                // Beside code that can be read, the names of the libraries say where the rest is
                // from.
                let modules = file.items.iter().filter_map(|item| match item {
                    syn::Item::Mod(module) => Some(plain(&module.ident)),
                    _ => None,
                });
                names.fixed.extend(modules);
            }
        }
        fixed_words(tokens, false, &mut names.fixed);
        names.fixed.extend(defined.fixed);
        match syn::parse2(kept.clone()) {
            Ok(head) => names.fixed.extend(names_used(&head)),
            Err(_) => each_word(kept, &mut |word| {
                names.fixed.insert(word.to_owned());
            }),
        }
        names
            .fixed
            .extend(["main", "self", "Self", "crate", "super", "_"].map(str::to_owned));
        each_word(tokens, &mut |word| {
            if names.letters.contains(word) {
                return;
            }
            let may_change = defined.names.contains(word)
                && !names.fixed.contains(word)
                && !word.starts_with('_')
                && !is_keyword(word);
            if may_change {
                *names.candidates.entry(word.to_owned()).or_default() += 1;
            } else {
                names.fixed.insert(word.to_owned());
            }
        });
        names
    }

    /// These words get no other name.
    fn keep(&mut self, words: &BTreeSet<String>) {
        self.candidates.retain(|name, _| !words.contains(name));
        self.fixed.extend(words.iter().cloned());
    }

    /// Short names, the shortest for the words that occur most.
    fn assign(&self) -> BTreeMap<String, String> {
        let mut order: Vec<(&String, &usize)> = self.candidates.iter().collect();
        order.sort_by_key(|&(name, count)| (std::cmp::Reverse(count * name.len()), name));
        let mut new = BTreeMap::new();
        // Fields, methods and variants have letters of their own.
        let (mut letters, mut member_letters) = (self.letters.clone(), self.member_letters.clone());
        let mut more = [short('a'..='z'), short('A'..='Z')];
        for (name, _) in order {
            let is_upper = name.starts_with(char::is_uppercase);
            let fits = |short: &String| {
                !self.fixed.contains(short)
                    && (!self.candidates.contains_key(short) || short == name)
            };
            let (is_bare, is_member) = (
                !self.members.contains(name),
                !self.never_members.contains(name),
            );
            let is_taken = |short: &String| {
                (is_bare && letters.contains(short))
                    || (is_member && member_letters.contains(short))
            };
            let mut one = if is_upper { 'A'..='Z' } else { 'a'..='z' }.map(String::from);
            let letter = one.find(|short| fits(short) && !is_taken(short));
            if let Some(letter) = &letter {
                letters.extend(is_bare.then(|| letter.clone()));
                member_letters.extend(is_member.then(|| letter.clone()));
            }
            match letter.or_else(|| more[usize::from(is_upper)].find(fits)) {
                Some(short) if short.len() < name.len() => {
                    new.insert(name.clone(), short);
                }
                _ => {}
            }
        }
        new
    }
}

/// `a0` to `z9`, then `a10` to `z99`: no keyword, and no method of the standard library, is among
/// them.
fn short(letters: std::ops::RangeInclusive<char>) -> impl Iterator<Item = String> {
    let two = letters
        .clone()
        .flat_map(|a| ('0'..='9').map(move |b| format!("{a}{b}")));
    let three = letters
        .clone()
        .flat_map(|a| (10..100).map(move |b| format!("{a}{b}")));
    let types = [
        "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f16", "f32", "f64",
    ];
    two.chain(three)
        .filter(move |name| !types.contains(&name.as_str()))
}

/// Words that mean something outside of the file: those of attributes and of paths into the
/// standard library, those captured in strings, those that `stringify!` shows. The compiler would
/// find them too, a few each time that it is asked.
fn fixed_words(tokens: &TokenStream, in_format: bool, fixed: &mut BTreeSet<String>) {
    let trees: Vec<_> = tokens.clone().into_iter().collect();
    for (i, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(word) => {
                let word = plain(word);
                let is_called = is_punct(trees.get(i + 1), '!') && is_format_macro(&word);
                if is_called || matches!(&*word, "Some" | "None" | "Ok" | "Err") {
                    fixed.insert(word);
                } else if matches!(&*word, "std" | "core" | "alloc") && !after_colons(&trees, i) {
                    let mut at = i + 1;
                    while is_colons(&trees, at) {
                        let next = trees.get(at + 2).cloned().into_iter().collect();
                        each_word(&next, &mut |word| {
                            fixed.insert(word.to_owned());
                        });
                        at += 3;
                    }
                }
            }
            TokenTree::Group(group) => {
                let attribute = is_attribute(&trees[..i]);
                let before = i.checked_sub(2).and_then(|k| trees.get(k));
                let shown = matches!(before, Some(TokenTree::Ident(name)) if name == "stringify");
                if attribute || shown {
                    each_word(&group.stream(), &mut |word| {
                        fixed.insert(word.to_owned());
                    });
                }
                fixed_words(&group.stream(), formats(&trees[..i]), fixed);
            }
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.contains('"') && !in_format {
                    fixed.extend(captures(&text).into_iter().map(|(_, name)| name.to_owned()));
                }
            }
            _ => {}
        }
    }
}

/// The names that a file defines, and those among them that show.
#[derive(Debug)]
struct Defined<'h> {
    host: &'h Host,
    names: BTreeSet<String>,
    fixed: BTreeSet<String>,
    traits: BTreeSet<String>,
}

impl Defined<'_> {
    fn new(host: &Host) -> Defined<'_> {
        Defined {
            host,
            names: BTreeSet::new(),
            fixed: BTreeSet::new(),
            traits: BTreeSet::new(),
        }
    }

    fn fix(&mut self, tokens: &TokenStream) {
        self.fixed.extend(words_of(tokens));
    }

    /// In what is not compiled here nobody would see a wrong name.
    fn depends(&mut self, tokens: &impl ToTokens) {
        let tokens = tokens.to_token_stream();
        if self.host.leaves_out(tokens.clone()) {
            self.fix(&tokens);
        }
    }

    /// A derived `Debug` prints the names of a type, of its fields and of its variants.
    fn shows(&mut self, attrs: &[syn::Attribute], item: &syn::Item) {
        struct Shown<'a>(&'a mut BTreeSet<String>);
        impl Visit<'_> for Shown<'_> {
            fn visit_field(&mut self, field: &syn::Field) {
                self.0.extend(field.ident.as_ref().map(plain));
            }
            fn visit_variant(&mut self, variant: &syn::Variant) {
                self.0.insert(plain(&variant.ident));
                visit::visit_variant(self, variant);
            }
        }
        let [mut prints, mut lays_out] = [false; 2];
        for attr in attrs {
            match &attr.meta {
                syn::Meta::List(list) if list.path.is_ident("derive") => {
                    each_word(&list.tokens, &mut |word| prints |= word == "Debug");
                }
                meta => lays_out |= meta.path().is_ident("repr"),
            }
        }
        if lays_out {
            self.fix(&item.to_token_stream());
        } else if prints {
            self.fixed.extend(name_of(item));
            Shown(&mut self.fixed).visit_item(item);
        }
    }
}

impl<'ast> Visit<'ast> for Defined<'_> {
    fn visit_file(&mut self, file: &'ast syn::File) {
        struct Traits<'a>(&'a mut BTreeSet<String>);
        impl Visit<'_> for Traits<'_> {
            fn visit_item_trait(&mut self, item: &syn::ItemTrait) {
                self.0.insert(plain(&item.ident));
            }
        }
        Traits(&mut self.traits).visit_file(file);
        visit::visit_file(self, file);
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        // Of these, each member is looked at alone.
        let whole = match item {
            syn::Item::Impl(x) => Some(&x.attrs),
            syn::Item::Trait(x) => Some(&x.attrs),
            syn::Item::Mod(x) => Some(&x.attrs),
            _ => None,
        };
        match whole {
            Some(attrs) if self.host.leaves_out(quote!(#(#attrs)* _)) => {
                self.fix(&item.to_token_stream());
            }
            Some(_) => {}
            None => self.depends(item),
        }
        let ident = match item {
            syn::Item::Const(x) => &x.ident,
            syn::Item::Enum(x) => {
                self.shows(&x.attrs, item);
                &x.ident
            }
            syn::Item::Fn(x) => {
                self.shows(&x.attrs, item);
                &x.sig.ident
            }
            syn::Item::Mod(x) => &x.ident,
            syn::Item::Static(x) => &x.ident,
            syn::Item::Struct(x) => {
                self.shows(&x.attrs, item);
                &x.ident
            }
            syn::Item::Trait(x) => &x.ident,
            syn::Item::Type(x) => &x.ident,
            syn::Item::Macro(syn::ItemMacro {
                ident: Some(ident), ..
            }) => ident,
            // The items that a call makes may show the words that it is given.
            syn::Item::Macro(call) => {
                self.fix(&call.mac.tokens);
                return;
            }
            _ => return visit::visit_item(self, item),
        };
        self.names.insert(plain(ident));
        visit::visit_item(self, item);
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        let foreign = block.trait_.as_ref().is_some_and(|(_, path, _)| {
            path.segments
                .last()
                .is_none_or(|last| !self.traits.contains(&plain(&last.ident)))
        });
        for member in &block.items {
            let ident = match member {
                syn::ImplItem::Const(x) => &x.ident,
                syn::ImplItem::Fn(x) => &x.sig.ident,
                syn::ImplItem::Type(x) => &x.ident,
                _ => continue,
            };
            if foreign {
                &mut self.fixed
            } else {
                &mut self.names
            }
            .insert(plain(ident));
        }
        visit::visit_item_impl(self, block);
    }

    fn visit_impl_item(&mut self, member: &'ast syn::ImplItem) {
        self.depends(member);
        visit::visit_impl_item(self, member);
    }

    fn visit_trait_item(&mut self, member: &'ast syn::TraitItem) {
        self.depends(member);
        visit::visit_trait_item(self, member);
    }

    fn visit_trait_item_fn(&mut self, member: &'ast syn::TraitItemFn) {
        self.names.insert(plain(&member.sig.ident));
        visit::visit_trait_item_fn(self, member);
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        self.names.extend(field.ident.as_ref().map(plain));
        visit::visit_field(self, field);
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.names.insert(plain(&variant.ident));
        visit::visit_variant(self, variant);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        let name = plain(&pattern.ident);
        // Such as `None`, which as a pattern with another name would be a variable.
        if !name.starts_with(char::is_uppercase) {
            self.names.insert(name);
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_use_rename(&mut self, rename: &'ast syn::UseRename) {
        self.names.insert(plain(&rename.rename));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words that are blamed for an error about what is written from a line and column to
    /// others.
    fn blamed_from(text: &str, from: (usize, usize), to: (usize, usize)) -> BTreeSet<String> {
        let tokens: TokenStream = "fn fold(list: u8) { twice(list) }".parse().unwrap();
        let names = [("fold", "a0"), ("list", "b"), ("twice", "a1")];
        let new = names.map(|(old, new)| (old.to_owned(), new.to_owned()));
        let new = BTreeMap::from(new);
        let mut squeezer = Squeezer::default();
        squeezer.write(tokens, &new);
        assert_eq!(squeezer.text, "fn a0(b:u8){a1(b)}\n");
        let error = serde_json::json!({
            "level": "error", "message": text, "code": {"code": "E0407"}, "children": [], "rendered": "",
            "spans": [{
                "line_start": from.0, "line_end": to.0, "column_start": from.1, "column_end": to.1,
                "is_primary": true, "label": "",
            }],
        });
        let errors = crate::rustc::messages(&error.to_string());
        blamed(&errors[0], &new, &squeezer, 2)
    }

    #[test]
    fn an_error_blames_what_stands_where_it_is() {
        let text = "cannot find function `a1` in this scope";
        assert_eq!(blamed_from(text, (3, 13), (3, 15)), ["twice".into()].into());
        // Before the lines that have new names nobody has any.
        assert!(blamed_from(text, (1, 1), (1, 50)).is_empty());
    }

    #[test]
    fn an_error_about_several_lines_blames_what_it_names() {
        let named = "method `a0` is not a member of trait `Iterator`";
        assert_eq!(blamed_from(named, (3, 1), (4, 2)), ["fold".into()].into());
        // It may begin behind the last name of its first line.
        assert_eq!(blamed_from(named, (3, 18), (4, 2)), ["fold".into()].into());
        let all = ["fold", "list", "twice"].map(str::to_owned);
        assert_eq!(blamed_from("something else", (3, 1), (4, 2)), all.into());
    }
}
