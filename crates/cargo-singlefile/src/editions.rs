//! What an edition changes without a word. A file has one edition, its crates may have several, and
//! the same text may mean another thing in each. The compiler knows where: its lints for those who
//! move to a later edition.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, LineColumn, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Block, Expr, Pat, Stmt};

use crate::chains::{self, ALWAYS};
use crate::combine::Part;
use crate::error::{Error, Result};
use crate::minify::Spot;
use crate::prelude;
use crate::rustc::{Message, Rustc};
use crate::tokens::{contains_dollar, each_call, is_punct, same_group};
use crate::units::{Kind, Printed, Unit, UnitId, Units};
use crate::walk::visit::{self, Visit};

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

impl Doubt<'_> {
    /// The line and the column from 1 that a place of the unit has in the text.
    fn place(&self, at: LineColumn) -> (usize, usize) {
        (at.line - 1 + self.first, at.column + 1)
    }

    /// Whether the message shows this place of the unit.
    fn shows(&self, at: LineColumn) -> bool {
        let at = self.place(at);
        (self.message.spots.iter()).any(|&(line, start, _)| (line, start) == at)
    }
}

/// Writes code of other editions so that it means the same in the file's: of older ones where the
/// compiler knows how, and blocks of newer ones. Whether it could look at all of them.
///
/// # Errors
/// If the compiler cannot be run.
pub(crate) fn repair(
    units: &mut Units,
    parts: &[Part],
    live: &[bool],
    rustc: &Rustc,
) -> Result<bool> {
    let (doubts, unseen) = older(units, parts, live, rustc, &[&LINTS, &REFUSED])?;
    let mut fixes: BTreeSet<Fix> = BTreeSet::new();
    let mut chained = BTreeSet::new();
    let (newer, errors) = newer(units, parts, live, rustc)?;
    for doubt in newer {
        let unit = &units.all[doubt.unit];
        let more = ends_of_blocks(unit, &doubt).into_iter();
        let more = more.chain(formats(unit, &doubt));
        let lets = conditions(unit, &doubt);
        chained.extend(lets.iter().map(|_| doubt.unit));
        let more = more.chain(lets.into_iter().map(|at| (at, ALWAYS)));
        fixes.extend(more.map(|(at, text)| (doubt.unit, at, at, text.to_owned())));
    }
    for doubt in &doubts {
        let unit = &units.all[doubt.unit];
        let ends = ends_of_matches(unit, doubt).into_iter();
        fixes.extend(ends.map(|(from, to, text)| (doubt.unit, from, to, text)));
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
                fixes.insert((doubt.unit, from, to, fix.text.clone()));
            }
        }
    }
    apply(units, fixes);
    for id in chained {
        let unit = &mut units.all[id];
        if let Some(new) = chains::without(&unit.open) {
            unit.set_text(new);
        }
    }
    Ok(unseen.is_empty() && !errors)
}

/// Writes `dyn` where a trait is a type without it, as procedural macros of older editions may
/// write them in newer ones. Whether there are such.
pub(crate) fn name_objects(units: &mut Units, printed: &Printed, messages: &[Message]) -> bool {
    let mut fixes: BTreeSet<Fix> = BTreeSet::new();
    let wrong = messages
        .iter()
        .filter(|message| message.is_error && message.code == "E0782");
    for message in wrong {
        // Of a result the compiler proposes others first, or nothing else.
        let proposed = message.fix.iter().filter(|fix| fix.from == fix.to);
        let proposed = proposed.map(|fix| (fix.from, &fix.text[..]));
        let mut places: Vec<((usize, usize), &str)> = proposed.collect();
        if !places.iter().any(|(_, text)| text.contains("dyn ")) {
            let spot = message.primary.first();
            places = Vec::from_iter(spot.map(|&(line, column, _)| ((line, column), "dyn ")));
        }
        for ((line, column), text) in places {
            let Some(&id) = printed.owners.get(line - 1) else {
                continue;
            };
            let first = printed.first_line(id).unwrap_or_default();
            let line = (line - 1).checked_sub(first);
            let open = &units.all[id].open;
            let at = line.and_then(|line| offset(open, line, column));
            // It stands there already where that did not help.
            let at = at.filter(|&at| !open[at..].starts_with("dyn "));
            fixes.extend(at.map(|at| (id, at, at, text.to_owned())));
        }
    }
    let is_wrong = !fixes.is_empty();
    apply(units, fixes);
    is_wrong
}

/// A unit, and the text for what stands between two places of its own.
pub(crate) type Fix = (UnitId, usize, usize, String);

pub(crate) fn apply(units: &mut Units, fixes: BTreeSet<Fix>) {
    // From the end, so that places stay.
    for (id, from, to, text) in fixes.into_iter().rev() {
        let unit = &mut units.all[id];
        let new = format!("{}{text}{}", &unit.open[..from], &unit.open[to..]);
        unit.set_text(new);
    }
}

/// # Errors
/// If something that is live has a meaning that depends on the edition, which the file cannot have
/// for all crates.
pub(crate) fn refuse(units: &Units, parts: &[Part], live: &[bool], rustc: &Rustc) -> Result<()> {
    let (mut doubts, unseen) = older(units, parts, live, rustc, &[&LINTS])?;
    for part in unseen {
        crate::error::tell(format_args!(
            "warning: `{}` is of edition {}, the file of {}; nobody could look whether it means the same there",
            part.source.info.package, part.source.info.edition, rustc.edition()
        ));
    }
    doubts.extend(newer(units, parts, live, rustc)?.0);
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

/// What these lints say of crates of older editions in the file, and the crates at which the
/// compiler cannot look.
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
            let found = found.into_iter();
            doubts.extend(found.filter(|doubt| old(doubt.part) && !takes_all(units, live, doubt)));
        }
    }
    Ok((doubts, unseen))
}

/// What crates of newer editions do otherwise in the file, and whether there are errors.
fn newer<'a>(
    units: &Units,
    parts: &'a [Part],
    live: &[bool],
    rustc: &Rustc,
) -> Result<(Vec<Doubt<'a>>, bool)> {
    let of = |part: &Part| part.source.info.edition;
    let is_new = |part: &Part| {
        of(part) > rustc.edition() && !part.source.is_stand_in && part.is_carried(units, live)
    };
    let Some(newest) = parts.iter().filter(|part| is_new(part)).map(of).max() else {
        return Ok((Vec::new(), false));
    };
    let lints = lints(&[&LINTS], rustc.edition(), newest);
    let all = (0..parts.len()).collect();
    let (found, errors) = look(units, parts, live, rustc, rustc.edition(), &lints, &all)?;
    let wanted = found.into_iter();
    let wanted = wanted.filter(|doubt| {
        let since = since(&doubt.message.code);
        is_new(doubt.part)
            && since <= of(doubt.part)
            && doubt.message.text != OF_TRAITS
            && !takes_all(units, live, doubt)
    });
    Ok((wanted.collect(), errors))
}

/// The edition from which on code means what a lint says.
fn since(lint: &str) -> u16 {
    let all = LINTS.iter().filter(|(_, lints)| lints.contains(&lint));
    all.map(|(edition, _)| *edition).max().unwrap_or_default()
}

/// Said of a closure that takes more with it in the older edition, with nothing that ends later for
/// that. Should it lack a trait for it, the file does not compile.
const OF_TRAITS: &str =
    "changes to closure capture in Rust 2021 will affect which traits the closure implements";

/// Whether a message is about a value that `if let Some(x)`, `while let` or a `match` looks at, and
/// nothing but that ends at another time: then it does not matter when, as `None` does nothing at
/// its end, and of the others a variable takes all.
fn takes_all(units: &Units, live: &[bool], doubt: &Doubt<'_>) -> bool {
    let (message, unit) = (&doubt.message, &units.all[doubt.unit]);
    let is_own = |name: &str| {
        let named = |unit: &&Unit| unit.name.as_deref() == Some(name);
        // What else has such a name is a type, which no pattern means.
        let is_value = |unit: &Unit| match &unit.kind {
            Kind::Type => unit.words.contains("struct"),
            Kind::Import(leaf) => leaf.alias.is_some(),
            // Nor is a function.
            Kind::Value => syn::parse_str::<syn::ItemFn>(&unit.open).is_err(),
            kind => matches!(kind, Kind::Variant),
        };
        units.live(live).filter(named).any(is_value)
    };
    let at = |line: usize, column| offset(&unit.open, line.checked_sub(doubt.first)?, column);
    let text_at = |&(line, start, end): &Spot| {
        let (from, to) = (at(line, start)?, at(line, end)?);
        Some((unit.open.get(..from)?, unit.open.get(to..)?))
    };
    let is_taken = |spot: &Spot| {
        text_at(spot).is_some_and(|(before, after)| {
            after.trim_start().starts_with('{') && looks_at_all(unit, before, after, &is_own)
        })
    };
    match message.code.as_str() {
        "if_let_rescope" => {
            let is_behind = |spot: &&Spot| {
                // In a macro only spots tell what it is about.
                let place = message.places.first().copied();
                let place = place.or(message.primary.first().map(|spot| (spot.0, spot.1)));
                let condition = place.and_then(|(line, column)| unit.open.get(at(line, column)?..));
                let value = condition.and_then(|text| text.strip_prefix("let ")?.split_once('='));
                let from = value.map(|(_, value)| unit.open.len() - value.trim_start().len());
                at(spot.0, spot.1) == from && from.is_some()
            };
            message.all_text.matches("significant drop").count() == 1
                && message.spots.iter().filter(is_behind).any(is_taken)
        }
        "tail_expr_drop_order" => {
            // Others are named that end before it or behind it.
            message.all_text.matches("is dropped last but").count() == 1
                && message.primary.iter().any(is_taken)
                || ends_a_body(unit, doubt, |body| names_no_variable(doubt, body))
                || drops_run_nothing(units, live)
                    && (ends_a_body(unit, doubt, |_| true) || no_drop_is_seen(units, live))
        }
        _ => false,
    }
}

/// Whether no code of the bundle runs when values end: neither an `impl Drop`, wherever it stands,
/// nor what a `BufWriter` writes its rest to.
fn drops_run_nothing(units: &Units, live: &[bool]) -> bool {
    units.live(live).all(|unit| {
        let words: Vec<&str> = unit.open.split_whitespace().collect();
        let is_one = |of: &str| of.ends_with("Drop") || of.ends_with("Write");
        !words
            .windows(2)
            .any(|two| two[1] == "for" && is_one(two[0]))
    })
}

/// Types of the standard library whose end other code can see: what is shared, locked, borrowed,
/// written or sent.
const SEEN: [&str; 12] = [
    "Arc",
    "BufWriter",
    "File",
    "LineWriter",
    "Mutex",
    "Rc",
    "RefCell",
    "RwLock",
    "TcpStream",
    "UnixStream",
    "Weak",
    "mpsc",
];

/// Whether the bundle has none of them.
fn no_drop_is_seen(units: &Units, live: &[bool]) -> bool {
    let is_one = |unit: &Unit| SEEN.iter().any(|of| unit.words.contains(*of));
    !units.live(live).any(is_one)
}

/// Whether the block of the message is a body, and one of these: between the ends of what it is
/// about then stand only ends of other values.
fn ends_a_body(unit: &Unit, doubt: &Doubt<'_>, is_one: impl Fn(&Block) -> bool) -> bool {
    let mut ends = false;
    each_body(unit, |body| {
        ends |= doubt.shows(body.brace_token.span.close().start()) && is_one(body);
    });
    ends
}

/// Whether the message names no variable of this body: what its last expression makes then ends in
/// every edition when the body does, with nothing between.
fn names_no_variable(doubt: &Doubt<'_>, body: &Block) -> bool {
    body.stmts.last().is_some_and(|last| {
        let from = doubt.place(body.brace_token.span.open().start());
        let to = doubt.place(last.span().start());
        let mut spots = doubt.message.spots.iter();
        !spots.any(|&(line, start, _)| from <= (line, start) && (line, start) < to)
    })
}

/// Calls `f` with the blocks in a function that end all that is made in them, whatever the edition:
/// the bodies of functions, methods, closures and loops, branches, and arms.
fn each_body(unit: &Unit, f: impl FnMut(&Block)) {
    struct Bodies<F>(F);
    impl<F: FnMut(&Block)> Bodies<F> {
        fn take(&mut self, body: &Expr) {
            if let Expr::Block(body) = body {
                (self.0)(&body.block);
            }
        }
    }
    impl<'ast, F: FnMut(&Block)> Visit<'ast> for Bodies<F> {
        fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
            (self.0)(&function.block);
            visit::visit_item_fn(self, function);
        }

        fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
            (self.0)(&function.block);
            visit::visit_impl_item_fn(self, function);
        }

        fn visit_expr(&mut self, of: &'ast Expr) {
            match of {
                Expr::Closure(of) => self.take(&of.body),
                Expr::ForLoop(of) => (self.0)(&of.body),
                Expr::Loop(of) => (self.0)(&of.body),
                Expr::While(of) => (self.0)(&of.body),
                Expr::If(of) => {
                    (self.0)(&of.then_branch);
                    if let Some((_, other)) = &of.else_branch {
                        self.take(other);
                    }
                }
                Expr::Match(of) => of.arms.iter().for_each(|arm| self.take(&arm.body)),
                _ => (),
            }
            visit::visit_expr(self, of);
        }
    }
    // So are methods, those of traits too, if they have a body.
    if let Ok(function) = syn::parse_str::<syn::ItemFn>(&unit.open) {
        Bodies(f).visit_item_fn(&function);
    }
}

/// Before 2024 what a `match` at the end of a body looks at ends behind the variables of the body.
/// So does a variable that is declared before them in every edition: what is to be written for
/// that, and in the place of what.
fn ends_of_matches(unit: &Unit, doubt: &Doubt<'_>) -> Vec<(usize, usize, String)> {
    let message = &doubt.message;
    let mut fixes = Vec::new();
    if message.code != "tail_expr_drop_order" || message.in_macro {
        return fixes;
    }
    let offset = |at: LineColumn| offset(&unit.open, at.line - 1, at.column + 1);
    let names = (1..).map(|number| format!("last_{number}"));
    let mut names = names.filter(|name| !unit.words.contains(name));
    each_body(unit, |body| {
        let Some(Stmt::Expr(Expr::Match(last), None)) = body.stmts.last() else {
            return;
        };
        let value = last.expr.span();
        let (from, to) = (doubt.place(value.start()), doubt.place(value.end()));
        let is_it = |&(line, start, end): &Spot| from == (line, start) && to == (line, end);
        let places = [
            body.brace_token.span.open().end(),
            last.match_token.span.start(),
            value.start(),
            value.end(),
        ];
        let [Some(open), Some(start), Some(from), Some(to)] = places.map(offset) else {
            return;
        };
        if let (true, Some(name)) = (message.primary.iter().any(is_it), names.next()) {
            let value = &unit.open[from..to];
            let is_changed = unit.open.contains("ref mut");
            let declared = if is_changed { "let mut" } else { "let" };
            fixes.push((open, open, format!(" {declared} {name};")));
            fixes.push((start, to, format!("{name} = {value}; match {name}")));
        }
    });
    fixes
}

/// Whether the value between these texts is what an `if let`, `while let` or `match` looks at,
/// which takes all of it.
fn looks_at_all(unit: &Unit, before: &str, after: &str, is_own: &impl Fn(&str) -> bool) -> bool {
    let before = before.trim_end();
    if let Some(before) = before.strip_suffix('=') {
        let pattern = before.rsplit_once("let ").map(|(_, pattern)| pattern);
        let pattern = pattern.and_then(|pattern| pattern.parse::<TokenStream>().ok());
        let pattern = pattern.and_then(|pattern| as_called(pattern, unit));
        let pattern = pattern.and_then(|pattern| Pat::parse_single.parse2(pattern).ok());
        return pattern.is_some_and(|pattern| {
            let is_some = matches!(&pattern, Pat::TupleStruct(some) if some.path.is_ident("Some"));
            is_some && is_whole(&pattern, is_own)
        });
    }
    if !before.ends_with("match") {
        return false;
    }
    // What is behind the arms may end more than has begun.
    let mut ends = after.match_indices('}').map(|(at, _)| at + 1);
    let found = ends.find_map(|end| {
        syn::parse_str::<syn::ExprMatch>(&format!("match x {}", &after[..end])).ok()
    });
    // A guard only looks at it.
    found.is_some_and(|found| found.arms.iter().all(|arm| is_whole(&arm.pat, is_own)))
}

/// A pattern with a name where a macro has a parameter that is one, and with each repetition once;
/// none if it has others.
fn as_called(pattern: TokenStream, unit: &Unit) -> Option<TokenStream> {
    if !contains_dollar(&pattern) {
        return Some(pattern);
    }
    let kinds = unit.open.replace(' ', "");
    let is_name = |name: &str| {
        let declared = format!("${name}:");
        let mut kinds = kinds.split(&declared).skip(1).peekable();
        kinds.peek().is_some() && kinds.all(|kind| kind.starts_with("ident"))
    };
    let mut called = TokenStream::new();
    let mut trees = pattern.into_iter();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Punct(sign) if sign.as_char() == '$' => match trees.next()? {
                TokenTree::Ident(name) if is_name(&name.to_string()) => {
                    called.extend([TokenTree::Ident(name)]);
                }
                TokenTree::Group(group) => {
                    called.extend(as_called(group.stream(), unit)?);
                    trees.find(|tree| {
                        ['*', '+', '?']
                            .iter()
                            .any(|&sign| is_punct(Some(tree), sign))
                    })?;
                }
                _ => return None,
            },
            TokenTree::Group(group) => {
                let inner = as_called(group.stream(), unit)?;
                called.extend([TokenTree::Group(same_group(&group, inner))]);
            }
            tree => called.extend([tree]),
        }
    }
    Some(called)
}

/// Whether a pattern takes all of a value of the standard library's `Option` or `Result`:
/// `Some(x)`, `Some((x, y))`, and the same of `Ok` and `Err`; in `None` there is nothing.
fn is_whole(pattern: &Pat, is_own: &impl Fn(&str) -> bool) -> bool {
    let plain = |name: &Pat| match name {
        Pat::Ident(name) => name.by_ref.is_none() && name.subpat.is_none(),
        _ => false,
    };
    match pattern {
        Pat::Ident(name) => name.ident == "None" && plain(pattern) && !is_own("None"),
        Pat::TupleStruct(some) => {
            let of = ["Some", "Ok", "Err"]
                .into_iter()
                .find(|of| some.path.is_ident(of));
            let takes = |inner: &Pat| match inner {
                Pat::Tuple(parts) => parts.elems.iter().all(plain),
                Pat::Paren(inner) => plain(&inner.pat),
                inner => plain(inner),
            };
            of.is_some_and(|of| !is_own(of)) && some.elems.len() == 1 && takes(&some.elems[0])
        }
        _ => false,
    }
}

/// In 2024 what the last expression of a block makes and nobody takes ends before the variables of
/// the block. So it does in every edition if the expression is a statement: what is to be written
/// for that, and where.
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
        if !doubt.shows(close) {
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

/// In 2024 what the condition of an `if let` makes ends before `else`, in older editions behind it.
/// Where each `let` of such a condition stands.
fn conditions(unit: &Unit, doubt: &Doubt<'_>) -> Vec<usize> {
    struct Lets<'a, 'p> {
        doubt: &'a Doubt<'p>,
        found: Vec<LineColumn>,
    }
    impl<'ast> Visit<'ast> for Lets<'_, '_> {
        fn visit_local(&mut self, local: &'ast syn::Local) {
            match chains::lending(local.init.as_ref()) {
                Some(of) => visit::visit_expr_if(self, of),
                None => visit::visit_local(self, local),
            }
        }

        fn visit_expr_if(&mut self, of: &'ast syn::ExprIf) {
            visit::visit_expr_if(self, of);
            let Expr::Let(condition) = &*of.cond else {
                return;
            };
            let value = condition.expr.span();
            let (from, to) = (
                self.doubt.place(value.start()),
                self.doubt.place(value.end()),
            );
            let mut spots = self.doubt.message.spots.iter();
            if of.else_branch.is_some()
                && spots.any(|&(line, start, _)| from <= (line, start) && (line, start) < to)
            {
                self.found.push(condition.span().start());
            }
        }
    }
    let function = syn::parse_str::<syn::ItemFn>(&unit.open);
    let (Ok(function), "if_let_rescope") = (function, doubt.message.code.as_str()) else {
        return Vec::new();
    };
    let mut lets = Lets {
        doubt,
        found: Vec::new(),
    };
    lets.visit_item_fn(&function);
    let offset = |at: LineColumn| offset(&unit.open, at.line - 1, at.column + 1);
    lets.found.into_iter().filter_map(offset).collect()
}

/// From 2021 on `panic!("{name}")` formats its message, before only `panic!("{}", ..)` does: what
/// is to be written around the message for that, and where.
fn formats(unit: &Unit, doubt: &Doubt<'_>) -> Vec<(usize, &'static str)> {
    let message = &doubt.message;
    if message.code != "non_fmt_panics" || message.in_macro {
        return Vec::new();
    }
    // The compiler proposes to write something before the message, and perhaps something behind it.
    let proposed = message.spots.iter().filter(|spot| spot.1 == spot.2);
    let at = |spot: &Spot| offset(&unit.open, spot.0.checked_sub(doubt.first)?, spot.1);
    let Some(from) = proposed.min().and_then(at) else {
        return Vec::new();
    };
    let rest = &unit.open[from..];
    let mut ends = rest.match_indices(['"', '#']).map(|(end, _)| end + 1);
    let end = ends.find(|&end| syn::parse_str::<syn::LitStr>(&rest[..end]).is_ok());
    let Some(to) = end.map(|end| from + end) else {
        return Vec::new();
    };
    vec![(from, "\"{}\", format_args!("), (to, ")")]
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
    let mut readable = units.clone();
    for &at in of {
        // What the file's own edition lacks is there already.
        let own = parts[at].source.info.edition.min(rustc.edition());
        if own > edition {
            let is_of = |id: &UnitId| some[*id] && part_of(*id) == at;
            let of_crate: Vec<UnitId> = (0..some.len()).filter(is_of).collect();
            make_readable(&mut readable, &of_crate, own, edition);
        }
    }
    let printed = readable.print(&some);
    let messages = rustc.lint(&printed.text, edition, lints)?;
    let errors = messages.iter().any(|message| message.is_error);
    let given_new = LazyCell::new(|| given_new_expressions(&printed.text));
    let gets_new = |unit: &Unit| match (&*given_new, &unit.name) {
        (Some(names), Some(name)) => names.contains(name),
        _ => true,
    };
    let mut doubts = Vec::new();
    for message in messages {
        let line = message.lines.first().copied();
        let line = message.places.first().map(|place| place.0).or(line);
        let unit = line.and_then(|line| printed.owners.get(line - 1));
        // What the only rule of a macro does not take in one of the editions is an error there; of
        // several, it matters which takes it, if anything is given that only one of the editions
        // has for an expression.
        let is_void = |id: UnitId| {
            let unit = &units.all[id];
            message.code == "edition_2024_expr_fragment_specifier"
                && (rules(&unit.open) == 1 || !gets_new(unit))
        };
        if let (Some(&unit), true) = (
            unit.filter(|&&id| !is_void(id)),
            lints.contains(&message.code.as_str()),
        ) {
            let first = printed.first_line(unit);
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

/// Lets an older edition read these units of a crate of this one, on which older crates depend.
fn make_readable(units: &mut Units, of_crate: &[UnitId], own: u16, edition: u16) {
    prelude::import_in(units, of_crate, own, edition);
    if edition < 2024 && own >= 2024 {
        for &id in of_crate {
            let unit = &mut units.all[id];
            let may_chain = unit.words.contains("let")
                && (unit.words.contains("if") || unit.words.contains("while"));
            if let Some(text) = may_chain.then(|| chains::without(&unit.open)).flatten() {
                unit.open = text;
            }
        }
    }
}

/// The names of the macros that are given the value `_` or `const {` somewhere in a text, which one
/// look finds; none if it is no Rust.
fn given_new_expressions(text: &str) -> Option<BTreeSet<String>> {
    fn has_new(tokens: TokenStream) -> bool {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        trees.iter().enumerate().any(|(at, tree)| match tree {
            TokenTree::Ident(word) if word == "const" => {
                matches!(trees.get(at + 1), Some(TokenTree::Group(_)))
            }
            // Not the lifetime.
            TokenTree::Ident(word) => word == "_" && !(at > 0 && is_punct(trees.get(at - 1), '\'')),
            TokenTree::Group(group) => has_new(group.stream()),
            _ => false,
        })
    }
    let mut names = BTreeSet::new();
    each_call(text.parse().ok()?, &mut |called, given| {
        if has_new(given.stream()) {
            names.insert(called.to_string());
        }
    });
    Some(names)
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
pub(crate) fn offset(text: &str, line: usize, column: usize) -> Option<usize> {
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = &text[start..];
    let mut places = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    places.nth(column.checked_sub(1)?).map(|at| start + at)
}
