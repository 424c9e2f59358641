//! Whether what stays of a program means what it meant: what its code calls, and of which types it
//! may make values.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::error::Result;
use crate::mir::{bodies, twins, used, Body, Word};
use crate::rustc::Rustc;
use crate::tokens::each_word;
use crate::units::{Kind, Printed, Unit, UnitId, Units};
use crate::walk::visit::{self, Visit};

/// What the compiler understood of the printed units, with and without debug assertions; places are
/// numbers of units.
pub(crate) struct Meaning(Vec<Vec<Body>>);

/// Where two texts call something else.
#[derive(Debug, Default)]
pub(crate) struct Changed {
    /// The words of what is called.
    pub(crate) words: BTreeSet<String>,
    /// The names of the functions that call it.
    pub(crate) functions: BTreeSet<String>,
}

/// By the path of a function: how often it calls what.
type Uses = BTreeMap<String, BTreeMap<String, usize>>;

impl Meaning {
    /// What a text means that compiles. `names` are those of its items and of the
    /// items of all texts that it will be compared with.
    ///
    /// # Errors
    /// If the compiler cannot be run.
    pub(crate) fn of(
        printed: &Printed,
        names: &BTreeSet<String>,
        rustc: &Rustc,
    ) -> Result<Meaning> {
        let understood = rustc.understand(&(printed.text.clone() + &twins(names)))?;
        let path = rustc.source().display().to_string();
        let owner = |line: usize, _: &str| match printed.owners.get(line - 1) {
            Some(id) => format!("@{id}"),
            None => "@".to_owned(),
        };
        let all = understood.mir.iter();
        let bodies = all.map(|text| bodies(text, &path, owner)).collect();
        Ok(Meaning(bodies))
    }

    /// The names of functions that are not the same, word for word; none if there are others.
    pub(crate) fn differences(&self, other: &Meaning) -> Option<BTreeSet<String>> {
        let mut names = BTreeSet::new();
        for (all, others) in self.0.iter().zip(&other.0) {
            if all.len() != others.len() {
                return None;
            }
            for (body, other) in all.iter().zip(others).filter(|(a, b)| a != b) {
                for body in [body, other] {
                    names.extend(body.name());
                }
            }
        }
        Some(names)
    }

    fn uses(bodies: &[Body]) -> Uses {
        let mut uses = Uses::new();
        for body in bodies {
            let of = uses.entry(body.function().join(" ")).or_default();
            for (path, count) in body.uses() {
                *of.entry(path).or_default() += count;
            }
        }
        uses
    }

    /// The words of all calls that were not there before, and of those that they may stand for.
    ///
    /// To look which variant a value is of is no call, and may be needed at its end once a part of
    /// it is not taken out. A variant is none, nor is `None`: where it is the only one left of an
    /// enum, every value is that constant. Nor is a struct without fields, and one of nothing but
    /// such; nor a closure, which is a constant once the arms that used what it had captured are
    /// gone. To clone a reference is none either: so it matters, too, if types that are
    /// `not_cloned` any more were cloned.
    pub(crate) fn changed(
        &self,
        before: &Meaning,
        units: &Units,
        not_cloned: &BTreeSet<&str>,
    ) -> Changed {
        let variants = variants(units);
        let is_constant = |path: &String| {
            // Perhaps within another one: `Err(Failure::Input)`.
            let mut names = path.trim_end_matches(" )").rsplit(" : : ");
            path == "discriminant"
                || path.starts_with("core : : num : :") && path.ends_with(" > : : MAX")
                || path.starts_with("Option : : <") && path.ends_with(" > : : None")
                || path.trim_end_matches([' ', ')', '}']).ends_with(" { {")
                || path.starts_with("ZeroSized : { closure")
                || path.contains(" : : promoted [ ")
                || matches!((names.next(), names.next()), (Some(name), Some(of)) if variants.contains(&(of, name)))
        };
        let mut changed = Changed::default();
        for (before, after) in before.0.iter().zip(&self.0) {
            let before = Self::uses(before);
            for (function, after) in Self::uses(after) {
                let none = BTreeMap::new();
                let before = before.get(&function).unwrap_or(&none);
                let count = |uses: &BTreeMap<String, usize>, path: &str| {
                    uses.get(path).copied().unwrap_or(0)
                };
                let clones = |path: &&String| {
                    let mut words = path.split(' ');
                    words.clone().any(|word| word == "Clone")
                        && words.any(|word| not_cloned.contains(word))
                };
                // A function that took any type takes none once that parameter has gone.
                let of_types = |path: &str| {
                    let of_some = |other: &&String| {
                        let rest = other.strip_prefix(path);
                        rest.is_some_and(|rest| rest.starts_with(" : : <") && rest.ends_with('>'))
                    };
                    let all = before.keys().filter(of_some);
                    all.map(|other| count(before, other).saturating_sub(count(&after, other)))
                        .sum::<usize>()
                };
                // A vector that has room for nothing is a new one.
                let without_room = |path: &str| {
                    let of = path
                        .strip_suffix(" : : new")
                        .filter(|of| of.contains("Vec : : <"));
                    let other = of.map(|of| format!("{of} : : with_capacity"));
                    other.map_or(0, |other| {
                        count(before, &other).saturating_sub(count(&after, &other))
                    })
                };
                // What is known of a text when it is compiled stands in its pieces.
                let is_text = |path: &&String| path.starts_with("Arguments : : <");
                let texts = |uses: &BTreeMap<String, usize>| {
                    let all = uses.iter().filter(|(path, _)| is_text(path));
                    all.map(|(_, count)| count).sum::<usize>()
                };
                let has_more_texts = texts(&after) > texts(before);
                if after.keys().all(|path| {
                    let more = count(&after, path).saturating_sub(count(before, path));
                    more == 0
                        || is_constant(path)
                        || more <= of_types(path)
                        || more <= without_room(path)
                        || (is_text(&path) && !has_more_texts)
                }) && before
                    .keys()
                    .filter(clones)
                    .all(|path| count(&after, path) == count(before, path))
                {
                    continue;
                }
                let all = after.keys().chain(before.keys());
                let differ = all.filter(|path| count(&after, path) != count(before, path));
                let words = differ.flat_map(|path| path.split(' '));
                changed.words.extend(words.map(str::to_owned));
                let name = function.rsplit(' ').next();
                changed.functions.extend(name.map(str::to_owned));
            }
        }
        changed
    }

    /// The names by which something is called that does not stand in the file: neither its path nor
    /// that of its trait starts with a word of the root.
    pub(crate) fn foreign(&self, units: &Units) -> BTreeSet<&str> {
        let roots = units.roots.iter();
        let roots = roots.filter_map(|&id| units.all[id].name.as_deref());
        let roots: BTreeSet<&str> = roots.collect();
        let all = self.0.iter().flatten().flat_map(|body| &body.lines);
        let foreign = all.flat_map(|line| used(line)).filter(|path| {
            let of_trait = path.iter().position(|word| word == "as");
            let first = match (path.first().map(Word::as_str), of_trait) {
                (Some("<"), Some(at)) => path.get(at + 1).map(Word::as_str),
                (first, _) => first,
            };
            first.is_none_or(|first| !roots.contains(first))
        });
        foreign.map(name_of).collect()
    }

    /// The functions that ask how a type is called. If nobody reads the messages of panics
    /// (`unseen`), what only they and standard error say does not count.
    pub(crate) fn asks_for_names(&self, unseen: bool) -> BTreeSet<String> {
        const NAMES: [&str; 3] = [
            "std : : any : : type_name",
            "core : : any : : type_name",
            "type_name",
        ];
        let is_name = |path: &str| NAMES.iter().any(|name| path.starts_with(name));
        let asks = self.0.iter().flatten().filter(|body| {
            body.uses().keys().any(|path| is_name(path)) && (!unseen || body.hands_on(is_name))
        });
        asks.map(|body| {
            let path = body.function().join("");
            let parts = path.split("::").filter(|part| !part.starts_with('<'));
            parts.collect::<Vec<_>>().join("::")
        })
        .collect()
    }

    /// The types of which code may make values, or at which it may look, without naming a variant:
    /// by `unsafe` code, or by the number of a variant.
    ///
    /// A function that does so has its types in its intermediate code. If it is generic, those with
    /// which it is called are meant, and if these are parameters again, so on. What is inside of
    /// such a type is such a type.
    pub(crate) fn seen_through(&self, units: &Units, live: &[bool]) -> BTreeSet<String> {
        let code = Code::new(units, live);
        let mut types: BTreeSet<String> = BTreeSet::new();
        let mut generic: BTreeSet<String> = BTreeSet::new();
        let mut add = |body: &Body, words: &[Word], generic: &mut BTreeSet<String>| {
            types.extend(words.iter().map(|word| word.as_str().to_owned()));
            if words
                .iter()
                .any(|word| code.parameters.contains(word.as_str()))
            {
                generic.extend(body.name());
            }
        };
        let all: Vec<&Body> = self.0.iter().flatten().collect();
        for body in all.iter().filter(|body| code.is_loud(body.function())) {
            let head = &body.head[body.path().len()..];
            for line in body.lines.iter().map(Vec::as_slice).chain([head]) {
                if reinterprets(line) {
                    add(body, line, &mut generic);
                }
                for path in used(line).into_iter().filter(|path| !code.is_own(path)) {
                    add(body, path, &mut generic);
                }
            }
        }
        loop {
            let known = generic.len();
            for body in &all {
                for path in body.lines.iter().flat_map(|line| used(line)) {
                    if path.iter().any(|word| generic.contains(word.as_str())) {
                        add(body, path, &mut generic);
                    }
                }
            }
            if generic.len() == known {
                break;
            }
        }
        for unit in units.live(live) {
            // One field of a union may be read as another, and functions of other languages return
            // what they will.
            let untyped = match unit.kind {
                Kind::Type => unit.words.contains("union"),
                Kind::Value => unit.name.is_none() && unit.words.contains("extern"),
                _ => false,
            };
            if untyped {
                types.extend(unit.words.iter().cloned());
            }
        }
        code.with_parts(types)
    }
}

/// The last word of a path outside of all brackets.
fn name_of(path: &[Word]) -> &str {
    let (mut depth, mut name) = (0_usize, "");
    for word in path {
        match word.as_str() {
            "<" | "(" | "{" | "[" => depth += 1,
            ">" | ")" | "}" | "]" => depth = depth.saturating_sub(1),
            ":" => {}
            word if depth == 0 => name = word,
            _ => {}
        }
    }
    name
}

/// Whether a line has a cast by which a value of its type may come from anything, or a pointer that
/// may point anywhere.
fn reinterprets(line: &[Word]) -> bool {
    const CASTS: [&str; 5] = [
        "Transmute",
        "PtrToPtr",
        "Misc",
        "PointerWithExposedProvenance",
        "PointerFromExposedAddress",
    ];
    let is_pointer = |pair: &[Word]| pair[0] == "*" && (pair[1] == "const" || pair[1] == "mut");
    line.iter().any(|word| CASTS.contains(&word.as_str())) || line.windows(2).any(is_pointer)
}

/// Words behind which a value or its number may come from elsewhere than from the name of a
/// variant.
const LOUD: [&str; 2] = ["unsafe", "discriminant"];

/// Whether a unit has a loud word, and does not only compare what two values are. No matter which
/// others there could be, two variants are the same or not.
fn is_loud(unit: &Unit) -> bool {
    LOUD.iter().any(|word| unit.words.contains(*word)) && !only_compares(unit)
}

fn only_compares(unit: &Unit) -> bool {
    if let Kind::Import(_) = unit.kind {
        return true;
    }
    let frame = format!("impl X {{ {} }}", unit.open);
    let function = match (&unit.kind, syn::parse_str::<syn::ItemImpl>(&frame)) {
        (Kind::Member, Ok(block)) => block.to_token_stream(),
        _ => return false,
    };
    let mut said = 0;
    each_word(&function, &mut |word| {
        said += usize::from(word == "discriminant");
        // The frame makes it longer than any.
        said += usize::from(word == "unsafe") * unit.open.len();
    });
    let mut compared = Compared(0);
    compared.visit_item_impl(&syn::parse_quote!(#function));
    said == compared.0
}

/// Counts what stands on both sides of `==` and is a discriminant.
struct Compared(usize);

impl Visit<'_> for Compared {
    fn visit_expr_binary(&mut self, binary: &syn::ExprBinary) {
        let asks = |expr: &syn::Expr| match expr {
            syn::Expr::Call(call) => match &*call.func {
                syn::Expr::Path(path) => {
                    let last = path.path.segments.last();
                    last.is_some_and(|last| last.ident == "discriminant")
                }
                _ => false,
            },
            _ => false,
        };
        let is_comparison = matches!(binary.op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_));
        if is_comparison && asks(&binary.left) && asks(&binary.right) {
            self.0 += 2;
        }
        visit::visit_expr_binary(self, binary);
    }
}

/// Whether there is code that may make values of types that its text does not name.
pub(crate) fn may_see_through(units: &Units, live: &[bool]) -> bool {
    let mut all = units.all.iter().zip(live);
    all.any(|(unit, live)| *live && is_loud(unit))
}

struct Code<'a> {
    units: &'a Units,
    live: &'a [bool],
    /// The units with a loud word, or with a macro that has one.
    loud: BTreeSet<UnitId>,
    /// The names of all generic parameters.
    parameters: BTreeSet<String>,
    /// Functions by their paths.
    paths: BTreeMap<String, Vec<UnitId>>,
    /// The paths of types and variants, which are functions that make values.
    makers: BTreeSet<String>,
    /// The names of all functions.
    functions: BTreeSet<&'a str>,
}

impl<'a> Code<'a> {
    fn new(units: &'a Units, live: &'a [bool]) -> Self {
        let ids = || (0..units.all.len()).filter(|&id| live[id]);
        let mut words: BTreeSet<&str> = BTreeSet::new();
        let mut loud = BTreeSet::new();
        loop {
            let known = loud.len();
            for id in ids() {
                let unit = &units.all[id];
                let calls_loud = unit.words.iter().any(|word| words.contains(word.as_str()));
                if (calls_loud || is_loud(unit)) && loud.insert(id) {
                    let name = unit.name.as_deref();
                    words.extend(name.filter(|_| unit.words.contains("macro_rules")));
                }
            }
            if loud.len() == known {
                break;
            }
        }
        let mut parameters: BTreeSet<String> = ["Self".to_owned()].into();
        let mut paths: BTreeMap<String, Vec<UnitId>> = BTreeMap::new();
        let mut makers = BTreeSet::new();
        for id in ids() {
            let unit = &units.all[id];
            parameters_of(&unit.open, &mut parameters);
            match (&unit.kind, path_of(units, id)) {
                (Kind::Value | Kind::Member, Some(path)) => {
                    paths.entry(path).or_default().push(id);
                }
                (Kind::Type | Kind::Variant, Some(path)) => {
                    makers.insert(path);
                }
                _ => {}
            }
        }
        let members = ids().map(|id| &units.all[id]);
        let members = members.filter(|unit| matches!(unit.kind, Kind::Value | Kind::Member));
        Code {
            functions: members.filter_map(|unit| unit.name.as_deref()).collect(),
            units,
            live,
            loud,
            parameters,
            paths,
            makers,
        }
    }

    /// Whether a path is that of a function of the program, which has its own intermediate code.
    fn is_own(&self, path: &[Word]) -> bool {
        let name = name_of(path);
        let first = path.first().map(Word::as_str);
        !matches!(first, Some("std" | "core" | "alloc")) && self.functions.contains(name)
    }

    /// Whether a function has a loud word; true if it is not known, as when a macro has made it.
    fn is_loud(&self, path: &[Word]) -> bool {
        let of_block = path.iter().find_map(|word| word.strip_prefix('@'));
        if let Some(Ok(id)) = of_block.map(str::parse::<UnitId>) {
            let children = self.units.all[id].children.iter();
            let named = children.filter(|&&child| {
                let name = self.units.all[child].name.as_ref();
                name.is_some_and(|name| path.iter().any(|word| word == name.as_str()))
            });
            let named: Vec<&UnitId> = named.collect();
            return if named.is_empty() {
                let children = &self.units.all[id].children;
                self.loud.contains(&id) || children.iter().any(|id| self.loud.contains(id))
            } else {
                named.into_iter().any(|id| self.loud.contains(id))
            };
        }
        // A function may be inside of another.
        let mut path: Vec<&str> = path
            .split(|word| word == ":")
            .flatten()
            .map(Word::as_str)
            .collect();
        let whole = path.join("::");
        if self.makers.contains(&whole) && !self.paths.contains_key(&whole) {
            return false;
        }
        while !path.is_empty() {
            if let Some(ids) = self.paths.get(&path.join("::")) {
                return ids.iter().any(|id| self.loud.contains(id));
            }
            path.pop();
        }
        true
    }

    /// These types and all that they are made of.
    fn with_parts(&self, mut types: BTreeSet<String>) -> BTreeSet<String> {
        loop {
            let known = types.len();
            for (id, unit) in self.units.all.iter().enumerate() {
                let named = unit.name.as_ref().is_some_and(|name| types.contains(name));
                let is_type = match unit.kind {
                    Kind::Type => true,
                    Kind::Value => unit.words.contains("type"),
                    _ => false,
                };
                if named && is_type && self.live[id] {
                    types.extend(unit.words.iter().cloned());
                    for &child in unit.children.iter().filter(|&&child| self.live[child]) {
                        let child = &self.units.all[child];
                        let words = child.words.iter();
                        types.extend(words.filter(|word| !is_only_name(child, word)).cloned());
                    }
                }
            }
            if types.len() == known {
                return types;
            }
        }
    }
}

/// Whether a word is the name of a variant and nothing else in it: `House` in `House(u8)`, not in
/// `House(House)`.
fn is_only_name(variant: &Unit, word: &str) -> bool {
    let mut times = 0;
    each_word(&variant.open.parse().unwrap_or_default(), &mut |it| {
        times += u32::from(it == word);
    });
    variant.name.as_deref() == Some(word) && times == 1
}

/// The names of all enums and their variants.
fn variants(units: &Units) -> BTreeSet<(&str, &str)> {
    let all = units
        .all
        .iter()
        .filter(|unit| matches!(unit.kind, Kind::Variant));
    let named = all.filter_map(|unit| {
        let of = units.all[unit.parent?].name.as_deref()?;
        Some((of, unit.name.as_deref()?))
    });
    named.collect()
}

/// The path from the root to what has a name and is not in an `impl`.
pub(crate) fn path_of(units: &Units, id: UnitId) -> Option<String> {
    let unit = &units.all[id];
    let name = unit.name.as_ref()?;
    match unit.parent {
        Some(parent) => Some(format!("{}::{name}", path_of(units, parent)?)),
        None => Some(name.clone()),
    }
}

/// The generic parameters of an item or a method.
fn parameters_of(text: &str, parameters: &mut BTreeSet<String>) {
    // A text that is open at its end has a brace too few for this parser.
    let tokens = text
        .parse::<TokenStream>()
        .or_else(|_| format!("{text} }}").parse());
    let tokens = tokens.unwrap_or_default().into_iter();
    let words: Vec<String> = tokens.map(|tree| tree.to_string()).collect();
    let opens = |at: &usize| {
        let before = |back: usize| at.checked_sub(back).map(|at| words[at].as_str());
        words[*at] == "<"
            && (before(1) == Some("impl")
                || matches!(
                    before(2),
                    Some("fn" | "trait" | "struct" | "enum" | "union" | "type")
                ))
    };
    let Some(from) = (0..words.len()).find(opens) else {
        return;
    };
    let (mut depth, mut starts) = (0, false);
    for word in &words[from..] {
        match word.as_str() {
            "<" => depth += 1,
            ">" => depth -= 1,
            // A lifetime comes as a sign and a word.
            "'" | "," | "const" => {}
            word if depth == 1 && starts => {
                parameters.insert(word.to_owned());
            }
            _ => {}
        }
        if depth == 0 {
            return;
        }
        starts = depth == 1 && matches!(word.as_str(), "<" | "," | "const");
    }
}
