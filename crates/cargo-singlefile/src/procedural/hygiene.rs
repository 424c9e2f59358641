//! Variables of a `macro_rules!` are others than those of the same name in what it is given. The
//! compiler prints with each word of an expanded file which macro has written it; variables that
//! would meet get other names.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, ToTokens};
use syn::{Expr, ImplItem, Item, Lit, LitStr, Member, Pat, Stmt, TraitItem};

use super::rules::CFG;
use super::uses::{Around, Use, KEPT};
use crate::blanks::in_source;
use crate::macros::renamed_captures;
use crate::places::words_of;
use crate::tokens::{each_word, is_punct, same_group};
use crate::walk::visit::{self, Visit};
use crate::walk::visit_mut::{self, VisitMut};

/// What is between a word and the number of its macro.
const MARK: &str = "__singlefile_mark";

/// The text of an expanded file with the comments of the compiler, `word /* 1#2 */`, as parts of
/// the words.
pub(super) fn marked(printed: &str) -> String {
    let (text, table) = printed
        .rsplit_once("/*\nExpansions:")
        .unwrap_or((printed, ""));
    let parents = parents(table);
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find("/*") {
        let Some(length) = rest[open..].find("*/") else {
            break;
        };
        let inside = rest[open + 2..open + length].trim();
        let number = inside.split_once('#').and_then(|(name, mark)| {
            name.parse::<u32>().ok()?;
            mark.parse::<u32>().ok()
        });
        let Some(mut mark) = number else {
            // Maybe it stands in a text.
            out += &rest[..open + 2];
            rest = &rest[open + 2..];
            continue;
        };
        // What a procedural macro writes in the name of its caller is the caller's.
        while let Some(&parent) = parents.get(&mark) {
            mark = parent;
        }
        let before = rest[..open].trim_end();
        out += before;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let word = &before[before.trim_end_matches(is_part).len()..];
        let has_mark = word.starts_with(|c: char| !c.is_numeric())
            && !matches!(word, "" | "_" | "self" | "Self" | "super" | "crate");
        if has_mark {
            out += &format!("{MARK}{mark}");
        }
        out.push(' ');
        rest = &rest[open + length + 2..];
    }
    out + rest
}

/// The marks that stand for others.
fn parents(table: &str) -> BTreeMap<u32, u32> {
    let lines = table.lines().filter_map(|line| {
        let (mark, rest) = line.strip_prefix('#')?.split_once(": parent: #")?;
        let (parent, rest) = rest.split_once(',')?;
        rest.ends_with(", Transparent)").then_some(())?;
        Some((mark.parse().ok()?, parent.parse().ok()?))
    });
    lines.filter(|(mark, parent)| parent < mark).collect()
}

/// The word and its mark.
fn parts(word: &str) -> Option<(&str, &str)> {
    word.rsplit_once(MARK)
}

/// The items without marks, and with other names for variables that would meet.
///
/// # Errors
/// If such a variable is named where there are no marks.
pub(super) fn settle(items: Vec<Item>, of: &Use) -> Result<Vec<Item>, String> {
    let mut settler = Settler {
        around: of.around,
        given: words_of(&of.original),
        error: None,
    };
    let mut out = Vec::new();
    for mut item in items {
        settler.visit_item_mut(&mut item);
        let tokens = without_marks(item.to_token_stream());
        out.push(syn::parse2(tokens).map_err(|error| error.to_string())?);
    }
    settler.error.map_or(Ok(out), Err)
}

pub(super) fn without_marks(tokens: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        match tree {
            TokenTree::Group(group) => {
                let inside = without_marks(group.stream());
                out.push(same_group(&group, inside).into());
            }
            TokenTree::Ident(word) => {
                let text = word.to_string();
                let name = parts(&text).map_or(&text[..], |(name, _)| name);
                if name == CFG {
                    // The tool goes, too.
                    out.truncate(out.len().saturating_sub(3));
                    out.push(Ident::new("cfg", word.span()).into());
                } else {
                    out.push(word_of(name, &word).into());
                }
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

/// A word that the compiler has printed, at the place of another.
fn word_of(name: &str, at: &Ident) -> Ident {
    match name.strip_prefix("r#") {
        Some(name) => Ident::new_raw(name, at.span()),
        None => Ident::new(name, at.span()),
    }
}

struct Settler {
    around: Around,
    /// The words of the call.
    given: BTreeSet<String>,
    error: Option<String>,
}

impl Settler {
    /// Gives the variables of a function other names, if that is needed.
    fn function<T>(
        &mut self,
        look: impl Fn(&mut Variables),
        node: &mut T,
        change: impl Fn(&mut Renamer<'_>, &mut T),
    ) {
        let mut variables = Variables::default();
        look(&mut variables);
        let marks: BTreeSet<(&str, &str)> = variables
            .all
            .iter()
            .filter_map(|word| parts(word))
            .collect();
        let mut new = BTreeMap::new();
        for word in &variables.bound {
            let Some((name, mark)) = parts(word) else {
                continue;
            };
            let is_kept = variables.kept.contains(name);
            let others = marks.iter().any(|&(other, of)| other == name && of != mark);
            // The word may be there without its mark.
            let meets = others || is_kept && mark != "0" && self.given.contains(name);
            if meets && is_kept {
                self.error = Some(format!(
                    "a variable `{name}` of it may be another than one of the call"
                ));
            }
            if meets || variables.open.contains(word) && mark != "0" {
                let base = name.trim_start_matches("r#");
                let is_free = |name: &String| {
                    let all = || {
                        variables
                            .all
                            .iter()
                            .chain(&variables.kept)
                            .chain(new.values())
                    };
                    !all().any(|other| parts(other).map_or(&other[..], |(other, _)| other) == name)
                };
                let mut names = (1..).map(|number| format!("{base}_{number}"));
                let Some(new_name) = names.find(is_free) else {
                    continue;
                };
                new.insert(name.to_owned(), new_name.clone());
                new.insert(word.clone(), new_name);
            }
        }
        if !new.is_empty() {
            change(&mut Renamer(&new), node);
        }
    }
}

impl VisitMut for Settler {
    fn visit_item_mut(&mut self, item: &mut Item) {
        let is_statements = matches!(self.around, Around::Function);
        match item {
            Item::Fn(_) | Item::Const(_) | Item::Static(_) => {
                let of = item.clone();
                let look = |variables: &mut Variables| {
                    variables.visit_item(&of);
                    if let (Item::Fn(function), true) = (&of, is_statements) {
                        variables.open_in(&function.block);
                    }
                };
                self.function(look, item, |renamer, item| renamer.visit_item_mut(item));
            }
            _ => visit_mut::visit_item_mut(self, item),
        }
    }

    fn visit_impl_item_mut(&mut self, item: &mut ImplItem) {
        let of = item.clone();
        let look = |variables: &mut Variables| variables.visit_impl_item(&of);
        self.function(look, item, |renamer, item| {
            renamer.visit_impl_item_mut(item);
        });
    }

    fn visit_trait_item_mut(&mut self, item: &mut TraitItem) {
        let of = item.clone();
        let look = |variables: &mut Variables| variables.visit_trait_item(&of);
        self.function(look, item, |renamer, item| {
            renamer.visit_trait_item_mut(item);
        });
    }
}

/// The call of a macro that has written itself down, which has no marks.
fn kept_text(call: &syn::ExprCall) -> Option<&LitStr> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let name = path.path.get_ident()?.to_string();
    match call.args.first()? {
        Expr::Lit(syn::ExprLit {
            lit: Lit::Str(text),
            ..
        }) => name.starts_with(KEPT).then_some(text),
        _ => None,
    }
}

/// The words of a function that are variables, or may be.
#[derive(Default)]
struct Variables {
    bound: BTreeSet<String>,
    /// Those that are there behind what was written, too.
    open: BTreeSet<String>,
    all: BTreeSet<String>,
    /// Words that have lost their marks.
    kept: BTreeSet<String>,
}

impl Variables {
    fn open_in(&mut self, block: &syn::Block) {
        for stmt in &block.stmts {
            if let Stmt::Local(local) = stmt {
                let mut of_pattern = Variables::default();
                of_pattern.visit_pat(&local.pat);
                self.open.extend(of_pattern.bound);
            }
        }
    }
}

impl Visit<'_> for Variables {
    fn visit_pat_ident(&mut self, pattern: &syn::PatIdent) {
        let word = pattern.ident.to_string();
        self.all.insert(word.clone());
        // Others are constants, and variants of enums.
        if word
            .trim_start_matches("r#")
            .starts_with(|c: char| c.is_lowercase() || c == '_')
        {
            self.bound.insert(word);
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_expr_path(&mut self, expr: &syn::ExprPath) {
        self.all.extend(expr.path.get_ident().map(Ident::to_string));
        visit::visit_expr_path(self, expr);
    }

    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        if let Some(text) = kept_text(call) {
            let tokens: TokenStream = text.value().parse().unwrap_or_default();
            each_word(&tokens, &mut |word| {
                self.kept.insert(word.to_owned());
            });
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        each_word(&mac.tokens, &mut |word| {
            self.all.insert(word.to_owned());
        });
    }
}

struct Renamer<'a>(&'a BTreeMap<String, String>);

impl Renamer<'_> {
    fn of(&self, word: &Ident) -> Option<Ident> {
        let new = self.0.get(&word.to_string())?;
        Some(format_ident!("{new}", span = word.span()))
    }

    fn rename(&self, word: &mut Ident) {
        *word = self.of(word).unwrap_or_else(|| word.clone());
    }

    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let mut out: Vec<TokenTree> = Vec::new();
        for tree in tokens {
            out.push(match tree {
                TokenTree::Group(group) => same_group(&group, self.tokens(group.stream())).into(),
                TokenTree::Ident(word) if !is_punct(out.last(), '.') => {
                    self.of(&word).unwrap_or(word).into()
                }
                TokenTree::Literal(literal) => {
                    let old = literal.to_string();
                    let new = renamed_captures(&old, |name| self.0.get(name).cloned());
                    new.parse().map_or(literal, |new: Literal| new).into()
                }
                other => other,
            });
        }
        out.into_iter().collect()
    }
}

impl VisitMut for Renamer<'_> {
    fn visit_pat_ident_mut(&mut self, pattern: &mut syn::PatIdent) {
        self.rename(&mut pattern.ident);
        visit_mut::visit_pat_ident_mut(self, pattern);
    }

    fn visit_expr_path_mut(&mut self, expr: &mut syn::ExprPath) {
        if expr.path.get_ident().is_some() {
            self.rename(&mut expr.path.segments[0].ident);
        }
        visit_mut::visit_expr_path_mut(self, expr);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        let is_short = field.colon_token.is_none();
        if let (true, Member::Named(name)) = (is_short, &field.member) {
            field.colon_token = self.of(name).map(|_| syn::token::Colon::default());
        }
        visit_mut::visit_field_value_mut(self, field);
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        if let (None, Member::Named(name), Pat::Ident(_)) =
            (&field.colon_token, &field.member, &*field.pat)
        {
            field.colon_token = self.of(name).map(|_| syn::token::Colon::default());
        }
        visit_mut::visit_field_pat_mut(self, field);
    }

    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        if let Some(text) = kept_text(call) {
            let tokens: TokenStream = text.value().parse().unwrap_or_default();
            let new = LitStr::new(&in_source(&self.tokens(tokens)), text.span());
            call.args[0] = syn::parse_quote!(#new);
        }
        visit_mut::visit_expr_call_mut(self, call);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.tokens(std::mem::take(&mut mac.tokens));
    }
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn words_get_the_marks_behind_them() {
        let printed = "fn f /* 1#0 */(x /* 2#3\n */: &'a /* 3#5 */ str) { \"/*\"; self /* 4#3 */.0 /* 5#3 */ }
/*
Expansions:
SyntaxContexts:
#3: parent: #0, outer_mark: (crate0::{{expn2}}, SemiOpaque)
#5: parent: #3, outer_mark: (crate0::{{expn4}}, Transparent)
*/";
        let marked = marked(printed);
        let mark = super::MARK;
        let expected = format!("fn f{mark}0 (x{mark}3 : &'a{mark}3  str) {{ \"/*\"; self .0  }}\n");
        assert_eq!(marked, expected);
    }
}
