//! What closures take with them. From 2021 on it is the fields that they name, before it is the
//! whole variable, of which another part may be in use. So a closure of a newer crate gets
//! references to these fields, made before its statement; the compiler says which, and of what
//! kind.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{ExprClosure, ItemFn, PatIdent, Stmt};

use crate::combine::Part;
use crate::editions::{apply, offset, part_of, Fix};
use crate::error::Result;
use crate::minify::Spot;
use crate::rustc::{Message, Rustc};
use crate::tokens::is_punct;
use crate::units::{Printed, UnitId, Units};
use crate::walk::visit::{self, Visit};

/// Asks the compiler what a closure takes.
const MARK: &str = "# [rustc_capture_analysis] ";

/// What allows to ask.
const FEATURES: &str = "# ! [feature (rustc_attrs , stmt_expr_attributes)]";

/// What is said of a variable that is in use.
const IN_USE: [&str; 10] = [
    "E0382", "E0499", "E0500", "E0501", "E0502", "E0503", "E0505", "E0506", "E0524", "E0716",
];

/// A field that a closure borrows: the variable and the names of the fields.
struct Field {
    path: Vec<String>,
    is_mut: bool,
    /// Whether it is a reference, and what that leads to is meant.
    is_behind: bool,
}

/// What is to be written between two places.
type Edit = (usize, usize, String);

/// The places of a closure in the text of its function, and of the statement around it.
struct Closure {
    at: Range<usize>,
    statement: usize,
    tokens: TokenStream,
    /// The variables that it has itself.
    own: BTreeSet<String>,
}

/// Lends their fields to closures of newer crates where a variable is in use. Whether there are
/// such.
///
/// # Errors
/// If the compiler cannot be run.
pub(crate) fn lend_fields(
    units: &mut Units,
    parts: &[Part],
    live: &[bool],
    rustc: &Rustc,
    printed: &Printed,
    messages: &[Message],
) -> Result<bool> {
    let is_new = |id: &UnitId| parts[part_of(units, parts, *id)].source.info.edition >= 2021;
    let wrong = messages.iter().filter(|message| {
        rustc.edition() < 2021 && message.is_error && IN_USE.contains(&message.code.as_str())
    });
    let lines = wrong.flat_map(|message| &message.primary);
    let ids = lines.filter_map(|spot| printed.owners.get(spot.0 - 1).copied());
    let ids: BTreeSet<UnitId> = ids.filter(is_new).collect();
    if ids.is_empty() {
        return Ok(false);
    }
    let mut marked = units.clone();
    let marks = ids.iter().flat_map(|&id| {
        let starts = closures(&units.all[id].open).into_iter();
        let starts = starts.map(|closure| closure.at.start);
        starts.map(move |at| (id, at, at, MARK.to_owned()))
    });
    apply(&mut marked, marks.collect());
    marked.limits.insert(FEATURES.to_owned());
    let asked = marked.print(live);
    let said = rustc.captures(&asked.text)?;
    let fixes = ids.iter().flat_map(|&id| {
        let edits = references(&marked.all[id].open, id, &asked, &said).into_iter();
        edits.map(move |(from, to, new)| (id, from, to, new))
    });
    let fixes: BTreeSet<Fix> = fixes.collect();
    let lent: BTreeSet<UnitId> = fixes.iter().map(|fix| fix.0).collect();
    apply(&mut marked, fixes);
    for &id in &lent {
        units.all[id].set_text(marked.all[id].open.replace(MARK, ""));
    }
    Ok(!lent.is_empty())
}

/// What makes references for the closures of a marked function that take fields, and names them.
fn references(text: &str, id: UnitId, asked: &Printed, said: &[Message]) -> BTreeSet<Edit> {
    let Some(first) = asked.first_line(id) else {
        return BTreeSet::new();
    };
    let at = |line: usize, column| {
        let is_own = asked.owners.get(line - 1) == Some(&id);
        offset(text, (line - 1).checked_sub(first)?, column).filter(|_| is_own)
    };
    let text_at = |spot: &Spot| text.get(at(spot.0, spot.1)?..at(spot.0, spot.2)?);
    let mut edits = BTreeSet::new();
    let mut end = 0;
    for closure in closures(text) {
        // What is inside of another one may have changed with it.
        if closure.at.start < end {
            continue;
        }
        let is_it = |message: &&Message| {
            let start = message.primary.first();
            start.and_then(|spot| at(spot.0, spot.1)) == Some(closure.at.start)
        };
        let fields = said.iter().filter(is_it);
        let fields: Vec<Field> = fields.flat_map(|said| borrowed(said, text_at)).collect();
        if lend(text, &closure, &fields, &mut edits) {
            end = closure.at.end;
        }
    }
    edits
}

/// The closures of a function, those around others first.
fn closures(function: &str) -> Vec<Closure> {
    #[derive(Default)]
    struct Found {
        statement: usize,
        all: Vec<Closure>,
    }
    impl<'ast> Visit<'ast> for Found {
        fn visit_stmt(&mut self, statement: &'ast Stmt) {
            let around = self.statement;
            self.statement = statement.span().byte_range().start;
            visit::visit_stmt(self, statement);
            self.statement = around;
        }

        fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
            let mut bare = closure.clone();
            bare.attrs.clear();
            let mut own = Own::default();
            own.visit_expr_closure(closure);
            self.all.push(Closure {
                at: bare.span().byte_range(),
                statement: self.statement,
                tokens: bare.body.into_token_stream(),
                own: own.0,
            });
            visit::visit_expr_closure(self, closure);
        }
    }
    let mut found = Found::default();
    if let Ok(function) = syn::parse_str::<ItemFn>(function) {
        found.visit_item_fn(&function);
    }
    found.all
}

/// The names of variables.
#[derive(Default)]
struct Own(BTreeSet<String>);

impl<'ast> Visit<'ast> for Own {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        self.0.insert(name.ident.to_string());
        visit::visit_pat_ident(self, name);
    }
}

/// The fields that a closure borrows, as the compiler says it: `Min Capture x[Deref,(0, 0)] ->
/// Mutable`, each with the place where they are named.
fn borrowed<'a>(said: &Message, text_at: impl Fn(&Spot) -> Option<&'a str>) -> Vec<Field> {
    let notes = said.all_text.lines();
    let notes = notes.filter_map(|line| line.strip_prefix("Min Capture ")?.split_once('['));
    let fields = notes.zip(&said.spots).filter_map(|((of, rest), spot)| {
        let (way, kind) = rest.split_once("] -> ")?;
        let count = way.matches('(').count();
        let behind = &way[way.rfind(')')?..];
        let is_mut = match kind {
            "Immutable" => false,
            "Mutable" | "UniqueImmutable" => true,
            _ => return None,
        };
        let words = text_at(spot)?.split('.');
        let mut path: Vec<String> = words.map(|word| word.trim().to_owned()).collect();
        let is_name = |word: &String| syn::parse_str::<syn::Member>(word).is_ok() || word == "self";
        path.truncate(count + 1);
        let derefs = behind.matches("Deref").count();
        let is_path = path.len() == count + 1 && path[0] == of && path.iter().all(is_name);
        (is_path && derefs < 2).then_some(Field {
            path,
            is_mut,
            is_behind: derefs == 1,
        })
    });
    fields.collect()
}

/// Notes what makes references to these fields and names them in a closure. Whether there are any.
fn lend(text: &str, closure: &Closure, fields: &[Field], edits: &mut BTreeSet<Edit>) -> bool {
    let is_other = |field: &&Field| !closure.own.contains(&field.path[0]);
    let mut is_lent = false;
    for field in fields.iter().filter(is_other) {
        let stem = field.path.join("_");
        let is_new = |name: &String| {
            !text.contains(name) && !edits.iter().any(|(_, _, new)| new.contains(name))
        };
        let Some(name) = (1..).map(|k| format!("{stem}_{k}")).find(is_new) else {
            continue;
        };
        let kind = if field.is_mut { "& mut " } else { "& " };
        let star = if field.is_behind { "* " } else { "" };
        let path = field.path.join(" . ");
        let made = format!("let {name} = {kind}{star}{path} ; ");
        let use_of = if field.is_behind {
            name
        } else {
            format!("(* {name})")
        };
        edits.insert((closure.statement, closure.statement, made));
        rename(closure.tokens.clone(), &field.path, &use_of, edits);
        is_lent = true;
    }
    is_lent
}

/// Notes another text for each such field in these tokens.
fn rename(tokens: TokenStream, path: &[String], new: &str, edits: &mut BTreeSet<Edit>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let length = 2 * path.len() - 1;
    let is_call = |tree: Option<&TokenTree>| matches!(tree, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
    for (at, tree) in trees.iter().enumerate() {
        if let TokenTree::Group(group) = tree {
            rename(group.stream(), path, new, edits);
        }
        let Some(words) = trees.get(at..at + length) else {
            continue;
        };
        let is_path = words.iter().enumerate().all(|(k, word)| match k % 2 {
            0 => word.to_string() == path[k / 2],
            _ => is_punct(Some(word), '.'),
        });
        let is_inside = at > 0 && is_punct(trees.get(at - 1), '.');
        if is_path && !is_inside && !is_call(trees.get(at + length)) {
            let [start, end] = [&words[0], &words[length - 1]].map(|word| word.span().byte_range());
            edits.insert((start.start, end.end, new.to_owned()));
        }
    }
}
