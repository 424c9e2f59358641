//! Fields of one name in several types, called apart for as long as `known` goes by names. Where
//! `x.name` stands, the compiler says of which type `x` is: it misses the field that has another
//! name now. At the end they have their names again.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Expr, Fields, Member, Token};

use crate::fold::each_argument;
use crate::known::last_names;
use crate::prune::has_word;
use crate::rustc::Message;
use crate::tokens::{is_punct, plain, same_group};
use crate::walk::visit_mut::{self, VisitMut};

/// The fields that are called otherwise, by type and name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Apart {
    names: BTreeMap<(String, String), String>,
}

impl Apart {
    pub(crate) fn of(fields: impl IntoIterator<Item = (String, String)>) -> Apart {
        let name = |(of, name): (String, String)| {
            let new = format!("{name}_of_{of}");
            ((of, name), new)
        };
        Apart {
            names: fields.into_iter().map(name).collect(),
        }
    }

    pub(crate) fn new_names(&self) -> impl Iterator<Item = &String> {
        self.names.values()
    }

    fn new_name(&self, of: &str, name: &str) -> Option<&str> {
        let new = self.names.get(&(of.to_owned(), name.to_owned()));
        new.map(String::as_str)
    }

    /// The fields of a name, each with the name that it has now.
    fn called<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let all = self.names.iter().filter(move |((_, old), _)| old == name);
        all.map(|((of, _), new)| (of.as_str(), new.as_str()))
    }

    /// The text of a line without the mistake at a column, that an error is about.
    pub(crate) fn mended(&self, error: &Message, text: &str, column: usize) -> Option<String> {
        let mut quoted = error.text.split('`').skip(1).step_by(2);
        let (name, of) = match error.code.as_str() {
            "E0609" => (quoted.next()?, quoted.next()?),
            "E0560" | "E0026" => {
                let of = quoted.next()?;
                (quoted.next()?, of)
            }
            _ => return None,
        };
        let words = of.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let new = words
            .into_iter()
            .find_map(|word| self.called(name).find(|(of, _)| *of == word))
            .map(|(_, new)| new)?;
        let (at, _) = text.char_indices().nth(column - 1)?;
        let rest = text[at..].strip_prefix(name)?;
        let before = text[..at].trim_end();
        let after = rest.trim_start();
        let is_alone = !after.starts_with(':') || after.starts_with("::");
        let new = match error.code.as_str() {
            "E0609" => new.to_owned(),
            _ if before.ends_with("ref") || before.ends_with("mut") => return None,
            _ if is_alone => format!("{new} : {name}"),
            _ => new.to_owned(),
        };
        Some(format!("{}{new}{rest}", &text[..at]))
    }

    /// The fields that an error may be about.
    pub(crate) fn in_question(&self, error: &Message) -> Vec<(String, String)> {
        let says = |word: &str| has_word(&error.all_text, word);
        let all = self.names.iter();
        let all = all.filter(|((_, old), new)| says(old) || says(new));
        all.map(|(field, _)| field.clone()).collect()
    }

    /// Whether a piece of code is one that has the new names.
    pub(crate) fn is_in(&self, words: &BTreeSet<String>) -> bool {
        self.new_names().any(|name| words.contains(name))
    }

    /// Code with the names that the fields had. `is_type`: what is behind a colon is a type there.
    pub(crate) fn undone(&self, tokens: TokenStream, is_type: bool) -> TokenStream {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut new = Vec::new();
        let mut at = 0;
        while at < trees.len() {
            match &trees[at] {
                TokenTree::Group(group) => {
                    let inner = self.undone(group.stream(), is_type);
                    new.push(TokenTree::Group(same_group(group, inner)));
                }
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    let old = self.names.iter().find(|(_, new)| **new == name);
                    let Some(((_, old), _)) = old else {
                        new.push(trees[at].clone());
                        at += 1;
                        continue;
                    };
                    let is_end = |tree: Option<&TokenTree>| tree.is_none() || is_punct(tree, ',');
                    let is_said_twice = is_punct(trees.get(at + 1), ':')
                        && matches!(trees.get(at + 2), Some(TokenTree::Ident(of)) if of == old)
                        && is_end(trees.get(at + 3));
                    if is_said_twice && !is_type {
                        at += 2;
                    }
                    new.push(TokenTree::Ident(Ident::new(old, ident.span())));
                }
                other => new.push(other.clone()),
            }
            at += 1;
        }
        new.into_iter().collect()
    }
}

/// Gives fields their new names where it is plain of which type they are.
pub(crate) struct Renamer<'a> {
    pub(crate) apart: &'a Apart,
    /// What `Self` is.
    pub(crate) this: Option<&'a str>,
}

impl Renamer<'_> {
    fn renamed(&self, of: &str, name: &Ident) -> Option<Ident> {
        let new = self.apart.new_name(of, &plain(name))?;
        Some(Ident::new(new, name.span()))
    }

    fn member(&self, of: &str, member: &mut Member) -> bool {
        let Member::Named(name) = member else {
            return false;
        };
        let new = self.renamed(of, name);
        let is_new = new.is_some();
        if let Some(new) = new {
            *name = new;
        }
        is_new
    }

    /// The fields that stand behind the name of a type.
    fn fields<'f>(
        &self,
        of: &syn::Path,
        fields: impl Iterator<Item = (&'f mut Member, &'f mut Option<Token![:]>)>,
    ) {
        if let (None, name) = last_names(of, self.this) {
            for (member, colon) in fields {
                if self.member(&name, member) {
                    colon.get_or_insert_with(Default::default);
                }
            }
        }
    }
}

impl VisitMut for Renamer<'_> {
    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        each_argument(call, &mut |expr| self.visit_expr_mut(expr));
    }

    fn visit_item_struct_mut(&mut self, of: &mut syn::ItemStruct) {
        if let Fields::Named(fields) = &mut of.fields {
            for field in &mut fields.named {
                let name = field.ident.as_ref();
                if let Some(new) = name.and_then(|name| self.renamed(&plain(&of.ident), name)) {
                    field.ident = Some(new);
                }
            }
        }
        visit_mut::visit_item_struct_mut(self, of);
    }

    fn visit_expr_struct_mut(&mut self, expr: &mut syn::ExprStruct) {
        visit_mut::visit_expr_struct_mut(self, expr);
        let fields = expr.fields.iter_mut();
        let fields = fields.map(|field| (&mut field.member, &mut field.colon_token));
        self.fields(&expr.path, fields);
    }

    fn visit_pat_struct_mut(&mut self, pattern: &mut syn::PatStruct) {
        visit_mut::visit_pat_struct_mut(self, pattern);
        let fields = pattern.fields.iter_mut();
        let fields = fields.map(|field| (&mut field.member, &mut field.colon_token));
        self.fields(&pattern.path, fields);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let (Expr::Field(field), Some(this)) = (expr, self.this) {
            if matches!(&*field.base, Expr::Path(path) if path.path.is_ident("self")) {
                self.member(this, &mut field.member);
            }
        }
    }
}
