//! What an edition changes without a word. A file has one edition, its crates may have several, and the same text may mean
//! another thing in each. The compiler knows where: its lints for those who move to a later edition.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, LineColumn, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::{Block, Expr, Stmt};

use crate::combine::Part;
use crate::error::{Error, Result};
use crate::minify::Spot;
use crate::rustc::{Message, Rustc};
use crate::tokens::each_call;
use crate::units::{Kind, Unit, UnitId, Units};

/// Lints by the edition that needs them.
type Lints = [(u16, &'static [&'static str]); 2];

/// For code that a later edition takes for something else.
const LINTS: Lints = [
    (
        2021,
        &[
            "array_into_iter",
            "bare_trait_objects",
            "ellipsis_inclusive_range_patterns",
            "non_fmt_panics",
            "rust_2021_incompatible_closure_captures",
            "rust_2021_incompatible_or_patterns",
            "rust_2021_prelude_collisions",
        ],
    ),
    (
        2024,
        &[
            "boxed_slice_into_iter",
            "tail_expr_drop_order",
            "if_let_rescope",
            "rust_2024_prelude_collisions",
            "edition_2024_expr_fragment_specifier",
            "never_type_fallback_flowing_into_unsafe",
            "dependency_on_unit_never_type_fallback",
        ],
    ),
];

/// For code that a later edition refuses, which they can rewrite. What they cannot shows by itself.
const REFUSED: Lints = [
    (2021, &["rust_2021_prefixes_incompatible_syntax"]),
    (
        2024,
        &[
            "deprecated_safe_2024",
            "impl_trait_overcaptures",
            "missing_unsafe_on_extern",
            "rust_2024_guarded_string_incompatible_syntax",
            "rust_2024_incompatible_pat",
            "unsafe_attr_outside_unsafe",
        ],
    ),
];

/// A place that another edition understands otherwise.
struct Doubt<'a> {
    part: &'a Part,
    unit: UnitId,
    /// The first line of the unit in the text that the message is about.
    first: usize,
    message: Message,
}

/// Writes code of other editions so that it means the same in the file's: of older ones where the compiler knows how, and
/// blocks of newer ones.
///
/// # Errors
/// If the compiler cannot be run.
pub(crate) fn repair(
    units: &mut Units,
    parts: &[Part],
    live: &[bool],
    rustc: &Rustc,
) -> Result<()> {
    let (doubts, _) = older(units, parts, live, rustc, &[&LINTS, &REFUSED])?;
    let mut fixes: Vec<(UnitId, usize, usize, String)> = Vec::new();
    for doubt in newer(units, parts, live, rustc)? {
        let ends = ends_of_blocks(&units.all[doubt.unit], &doubt).into_iter();
        fixes.extend(ends.map(|(at, text)| (doubt.unit, at, at, text.to_owned())));
    }
    for doubt in &doubts {
        let unit = &units.all[doubt.unit];
        let has_code = matches!(
            unit.kind,
            Kind::Value | Kind::Member | Kind::Type | Kind::Trait | Kind::Impl { .. }
        );
        if doubt.message.in_macro || !has_code {
            continue;
        }
        for fix in &doubt.message.fix {
            let at =
                |line: usize, column| offset(&unit.open, line.checked_sub(doubt.first)?, column);
            if let (Some(from), Some(to)) = (at(fix.from.0, fix.from.1), at(fix.to.0, fix.to.1)) {
                fixes.push((doubt.unit, from, to, fix.text.clone()));
            }
        }
    }
    // From the end, so that places stay.
    fixes.sort();
    fixes.dedup();
    for (id, from, to, text) in fixes.into_iter().rev() {
        let unit = &mut units.all[id];
        let new = format!("{}{text}{}", &unit.open[..from], &unit.open[to..]);
        unit.set_text(new);
    }
    Ok(())
}

/// # Errors
/// If something that is live has a meaning that depends on the edition, which the file cannot have for all crates.
pub(crate) fn refuse(units: &Units, parts: &[Part], live: &[bool], rustc: &Rustc) -> Result<()> {
    let (mut doubts, unseen) = older(units, parts, live, rustc, &[&LINTS])?;
    for part in unseen {
        crate::error::tell(format_args!(
            "warning: `{}` is of edition {}, the file of {}; nobody could look whether it means the same there",
            part.source.info.package, part.source.info.edition, rustc.edition()
        ));
    }
    doubts.extend(newer(units, parts, live, rustc)?);
    let Some(doubt) = doubts.first() else {
        return Ok(());
    };
    let Doubt { part, message, .. } = doubt;
    let info = &part.source.info;
    Err(Error::new(format!(
        "crate `{}` {} is of edition {}, where this means something else than in {}, the edition of the file; \
         `--edition {}` may help: {}\n  in `{}`",
        info.package,
        info.version,
        info.edition,
        rustc.edition(),
        info.edition.max(2018),
        message.text,
        units.path(doubt.unit)
    )))
}

/// What these lints say of crates of older editions in the file, and the crates at which the compiler cannot look.
fn older<'a>(
    units: &Units,
    parts: &'a [Part],
    live: &[bool],
    rustc: &Rustc,
    known: &[&Lints],
) -> Result<(Vec<Doubt<'a>>, Vec<&'a Part>)> {
    let (mut doubts, mut unseen) = (Vec::new(), Vec::new());
    // 2015 differs from 2018 in paths, which are those of 2018 by now, and in what 2018 refuses.
    let of = |part: &Part| part.source.info.edition.max(2018);
    let is_old = |part: &&Part| {
        of(part) < rustc.edition() && !part.source.is_stand_in && part.is_carried(units, live)
    };
    let editions: BTreeSet<u16> = parts.iter().filter(is_old).map(of).collect();
    for edition in editions {
        let old = |part: &Part| is_old(&part) && of(part) == edition;
        let mut below: BTreeSet<usize> = (0..parts.len()).filter(|&at| old(&parts[at])).collect();
        loop {
            let all = below.iter();
            let externs = all.flat_map(|&at| parts[at].source.info.externs.values().copied());
            let externs: BTreeSet<usize> = externs.collect();
            if externs.is_subset(&below) {
                break;
            }
            below.extend(externs);
        }
        let lints = lints(known, edition, rustc.edition());
        let (found, errors) = look(units, parts, live, rustc, edition, &lints, &below)?;
        if errors {
            unseen.extend(parts.iter().filter(|part| old(part)));
        } else {
            doubts.extend(found.into_iter().filter(|doubt| old(doubt.part)));
        }
    }
    Ok((doubts, unseen))
}

/// What crates of newer editions do otherwise in the file.
fn newer<'a>(
    units: &Units,
    parts: &'a [Part],
    live: &[bool],
    rustc: &Rustc,
) -> Result<Vec<Doubt<'a>>> {
    let of = |part: &Part| part.source.info.edition;
    let is_new = |part: &Part| {
        of(part) > rustc.edition() && !part.source.is_stand_in && part.is_carried(units, live)
    };
    let Some(newest) = parts.iter().filter(|part| is_new(part)).map(of).max() else {
        return Ok(Vec::new());
    };
    let lints = lints(&[&LINTS], rustc.edition(), newest);
    let all = (0..parts.len()).collect();
    let (found, _) = look(units, parts, live, rustc, rustc.edition(), &lints, &all)?;
    let own_some = units
        .all
        .iter()
        .any(|unit| unit.name.as_deref() == Some("Some"));
    let is_same = |doubt: &Doubt<'_>| !own_some && takes_all(&units.all[doubt.unit], doubt);
    let wanted = found.into_iter();
    let wanted = wanted.filter(|doubt| is_new(doubt.part) && !is_same(doubt));
    Ok(wanted.collect())
}

/// Whether a message is about `if let Some(x) = value`, and nothing but the value ends at another time: then it does not
/// matter when, as `None` does nothing at its end, and of `Some` the variable takes all.
fn takes_all(unit: &Unit, doubt: &Doubt<'_>) -> bool {
    let message = &doubt.message;
    let at = |line: usize, column| offset(&unit.open, line.checked_sub(doubt.first)?, column);
    let binds = |pattern: &str| {
        let inner = pattern.trim().strip_prefix("Some");
        let inner = inner.and_then(|rest| rest.trim().strip_prefix('(')?.strip_suffix(')'));
        let inner = inner.unwrap_or_default().trim();
        let name = inner.strip_prefix("mut ").unwrap_or(inner);
        name != "_"
            && name.starts_with(|c: char| c.is_lowercase() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let condition = message.places.first();
    let condition = condition.and_then(|&(line, column)| unit.open.get(at(line, column)?..));
    let condition = condition.and_then(|text| text.strip_prefix("let ")?.split_once('='));
    let Some((_, value)) = condition.filter(|(pattern, _)| binds(pattern)) else {
        return false;
    };
    let from = unit.open.len() - value.trim_start().len();
    let is_value = |&(line, start, end): &Spot| {
        let end = at(line, end).filter(|_| at(line, start) == Some(from));
        end.is_some_and(|end| unit.open[end..].trim_start().starts_with('{'))
    };
    message.code == "if_let_rescope"
        && message.all_text.matches("significant drop").count() == 1
        && message.spots.iter().any(is_value)
}

/// In 2024 what the last expression of a block makes and nobody takes ends before the variables of the block. So it does in
/// every edition if the expression is a statement: what is to be written for that, and where.
fn ends_of_blocks(unit: &Unit, doubt: &Doubt<'_>) -> Vec<(usize, &'static str)> {
    let message = &doubt.message;
    let tokens = unit.open.parse::<TokenStream>();
    let (Ok(tokens), "tail_expr_drop_order") = (tokens, message.code.as_str()) else {
        return Vec::new();
    };
    let offset = |at: LineColumn| offset(&unit.open, at.line - 1, at.column + 1);
    let mut ends = Vec::new();
    // The message shows where such a block ends.
    each_block(tokens, &mut |block| {
        let close = block.span_close().start();
        let (line, column) = (close.line - 1 + doubt.first, close.column + 1);
        if !(message.spots.iter()).any(|&(at, start, _)| (at, start) == (line, column)) {
            return;
        }
        let block = syn::parse2::<Block>(TokenTree::Group(block.clone()).into());
        let last = block.ok().and_then(|block| block.stmts.last().cloned());
        if let Some(Stmt::Expr(last, None)) = last {
            let (from, to) = (offset(last.span().start()), offset(close));
            if matches!(&last, Expr::If(last) if last.else_branch.is_none()) {
                ends.extend(to.map(|at| (at, "; ")));
            } else {
                ends.extend(from.map(|at| (at, "let last = ")));
                ends.extend(to.map(|at| (at, "; last ")));
            }
        }
    });
    ends
}

fn each_block(tokens: TokenStream, f: &mut impl FnMut(&Group)) {
    for tree in tokens {
        if let TokenTree::Group(group) = tree {
            if group.delimiter() == Delimiter::Brace {
                f(&group);
            }
            each_block(group.stream(), f);
        }
    }
}

fn lints(known: &[&Lints], from: u16, to: u16) -> Vec<&'static str> {
    let between = known
        .iter()
        .flat_map(|lints| lints.iter())
        .filter(|(edition, _)| from < *edition && *edition <= to);
    between
        .flat_map(|(_, lints)| lints.iter().copied())
        .collect()
}

/// The number of the part that a unit is in.
pub(crate) fn part_of(units: &Units, parts: &[Part], id: UnitId) -> usize {
    let mut root = id;
    while let Some(parent) = units.all[root].parent {
        root = parent;
    }
    let module = matches!(units.all[root].kind, Kind::Module);
    let name = units.all[root].name.as_ref().filter(|_| module);
    let library = parts
        .iter()
        .position(|part| part.module.is_some() && part.module.as_ref() == name);
    library.unwrap_or(0)
}

/// What the lints say of some of the parts in an edition, and whether there are errors.
fn look<'a>(
    units: &Units,
    parts: &'a [Part],
    live: &[bool],
    rustc: &Rustc,
    edition: u16,
    lints: &[&str],
    of: &BTreeSet<usize>,
) -> Result<(Vec<Doubt<'a>>, bool)> {
    let part_of = |id: UnitId| part_of(units, parts, id);
    let some: Vec<bool> = (0..live.len())
        .map(|id| live[id] && of.contains(&part_of(id)))
        .collect();
    let printed = units.print(&some);
    let messages = rustc.lint(&printed.text, edition, lints)?;
    let errors = messages.iter().any(|message| message.is_error);
    let mut doubts = Vec::new();
    for message in messages {
        let line = message.lines.first().copied();
        let line = message.places.first().map(|place| place.0).or(line);
        let unit = line.and_then(|line| printed.owners.get(line - 1));
        // What the only rule of a macro does not take in one of the editions is an error there; of several, it matters
        // which takes it, if anything is given that only one of the editions has for an expression.
        let is_void = |id: UnitId| {
            let unit = &units.all[id];
            message.code == "edition_2024_expr_fragment_specifier"
                && (rules(&unit.open) == 1 || !gets_new_expressions(&printed.text, unit))
        };
        if let (Some(&unit), true) = (
            unit.filter(|&&id| !is_void(id)),
            lints.contains(&message.code.as_str()),
        ) {
            let first = printed.owners.iter().position(|&owner| owner == unit);
            doubts.push(Doubt {
                part: &parts[part_of(unit)],
                unit,
                first: first.map_or(1, |at| at + 1),
                message,
            });
        }
    }
    Ok((doubts, errors))
}

/// Whether a call of a macro has `_` or `const {` in it.
fn gets_new_expressions(text: &str, definition: &Unit) -> bool {
    fn has_new(tokens: TokenStream) -> bool {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        trees.iter().enumerate().any(|(at, tree)| match tree {
            TokenTree::Ident(word) if word == "const" => {
                matches!(trees.get(at + 1), Some(TokenTree::Group(_)))
            }
            TokenTree::Ident(word) => word == "_",
            TokenTree::Group(group) => has_new(group.stream()),
            _ => false,
        })
    }
    let (Some(name), Ok(tokens)) = (&definition.name, text.parse()) else {
        return true;
    };
    let mut gets = false;
    each_call(tokens, &mut |called, given| {
        gets |= called == name && has_new(given.stream());
    });
    gets
}

/// How many rules a macro has: pairs of groups, with arrows between them.
fn rules(definition: &str) -> usize {
    let trees = definition.parse::<TokenStream>().into_iter().flatten();
    let body = trees.filter_map(|tree| match tree {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    });
    let body = body.last().into_iter().flatten();
    body.filter(|tree| matches!(tree, TokenTree::Group(_)))
        .count()
        / 2
}

/// The byte at a line from 0 and a column from 1.
fn offset(text: &str, line: usize, column: usize) -> Option<usize> {
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = &text[start..];
    let mut places = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    places.nth(column.checked_sub(1)?).map(|at| start + at)
}
