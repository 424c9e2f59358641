//! What the compiler finds unused goes, until it finds nothing more. Then traits are tried: derives
//! and impls without which the file still compiles go too.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Literal, TokenStream, TokenTree};

use crate::apart::Apart;
use crate::arms::{without_arms, Place};
use crate::captures;
use crate::combine::{leaves, Leaf, Part};
use crate::editions;
use crate::error::{Error, Result, LEAVE_OUT, OWN_CODE};
use crate::fold::Functions;
use crate::graph::CrateInfo;
use crate::known::{Change, Facts, Function, Program};
use crate::meaning::{may_see_through, path_of, Meaning};
use crate::mir::item_names;
use crate::reach::{makes_items, reach, Sight};
use crate::rustc::{Message, Missing, Rustc};
use crate::single::{answer, depends_on_target, literal, question};
use crate::target::Host;
use crate::terse::{Silencer, SHOW_PANICS};
use crate::tokens::{imports_in, is_punct, plain, same_group};
use crate::units::{Kind, Printed, Unit, UnitId, Units};
use crate::unread::FieldUses;
use crate::wanted::{each_needed, is_other};

/// How often fields are looked for of which the compiler could not say before of which type they
/// are.
const MOST_ROUNDS: usize = 8;

/// After so many changes on one another the compiler is asked.
const MOST_STEPS: usize = 16;

/// The bans of a bundle and what led to them.
pub(crate) struct Pruner<'a> {
    units: Units,
    parts: &'a [Part],
    rustc: &'a Rustc,
    /// Whether what no judge reads goes.
    terse: bool,
    /// Whether it has.
    is_silent: bool,
    host: &'a Host,
    banned: Vec<bool>,
    /// What counts as named.
    sight: Sight,
    /// What has all that its edition wants.
    repaired: Vec<bool>,
    /// Tried without, in vain.
    needed: Vec<bool>,
    /// Impls that came back together, of which some may be needless.
    again: BTreeSet<UnitId>,
    /// Those of them that were tried in one go with others.
    tried_with_others: BTreeSet<UnitId>,
    /// The names of all items before anything is banned.
    names: BTreeSet<String>,
    /// What the file means before the first trial, once nothing in it is unused.
    before: Option<Meaning>,
    /// The types that code sees through, when it was last looked at and not smaller than now, and
    /// what the trials had cost by then.
    seen_through: Option<(BTreeSet<String>, u64)>,
    /// All units before anything is cut.
    whole: Option<Units>,
    /// What was banned before derives and impls were tried.
    banned_before: Vec<bool>,
    /// What there was before the first change of `known`.
    unchanged: Option<(Units, Vec<bool>, Vec<bool>)>,
    /// Whether nothing more is to be changed.
    is_final: bool,
    /// The changes since then, with the units that they are about.
    applied: Vec<(String, UnitId)>,
    /// How often they were taken back.
    taken_back: u8,
    /// The changes that were tried in vain.
    refused: BTreeSet<String>,
    /// Units in which nothing is folded.
    as_it_is: BTreeSet<UnitId>,
    /// Impls that are tried when nothing else is left to do.
    late: Vec<UnitId>,
    /// The fields that have other names for now.
    apart: Vec<Apart>,
    /// The fields of which it was tried.
    together: BTreeSet<(String, String)>,
    /// What was supposed of types.
    supposed: BTreeSet<String>,
    /// What is known of types with one value.
    of_single: Vec<Change>,
    /// What the trials have cost.
    work: u64,
}

/// A file and what the compiler says about it.
struct Checked {
    live: Vec<bool>,
    printed: Printed,
    messages: Vec<Message>,
}

impl Checked {
    /// What is said with debug assertions and without.
    fn always(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter().filter(|message| !message.sometimes)
    }
}

impl<'a> Pruner<'a> {
    pub(crate) fn new(units: Units, parts: &'a [Part], rustc: &'a Rustc, terse: bool) -> Self {
        let none = vec![false; units.all.len()];
        Pruner {
            units,
            parts,
            rustc,
            terse,
            is_silent: !terse,
            host: rustc.host(),
            again: BTreeSet::new(),
            tried_with_others: BTreeSet::new(),
            names: BTreeSet::new(),
            before: None,
            seen_through: None,
            whole: None,
            banned_before: none.clone(),
            banned: none.clone(),
            sight: Sight::Exact,
            repaired: none.clone(),
            needed: none,
            unchanged: None,
            is_final: false,
            applied: Vec::new(),
            taken_back: 0,
            refused: BTreeSet::new(),
            as_it_is: BTreeSet::new(),
            late: Vec::new(),
            apart: Vec::new(),
            together: BTreeSet::new(),
            supposed: BTreeSet::new(),
            of_single: Vec::new(),
            work: 0,
        }
    }

    /// The units, some without arms that cannot be taken, and the marks of what stays.
    ///
    /// # Errors
    /// If the file does not compile even with everything that names reach.
    pub(crate) fn run(mut self) -> Result<(Units, Vec<bool>)> {
        let fails = |state: &Checked| state.messages.iter().any(|message| message.is_error);
        let mut state = self.begin()?;
        while fails(&state) {
            let is_mended = self.allow_errors(&state)
                || self.forget_macros(&state)
                || self.show(&state)
                || editions::name_objects(&mut self.units, &state.printed, &state.messages)
                || captures::lend_fields(
                    &mut self.units,
                    self.parts,
                    &state.live,
                    self.rustc,
                    &state.printed,
                    &state.messages,
                )?;
            if !is_mended {
                let more = self.sight.more();
                self.sight = more.ok_or_else(|| self.does_not_compile(&state))?;
            }
            state = self.begin()?;
        }
        self.names = item_names(&state.printed.text.parse().unwrap_or_default());
        // What panics without a message call: its path is printed short in some texts, and in
        // others it is not.
        self.names.insert("panic".to_owned());
        self.whole = Some(self.units.clone());
        let mut tried = 0;
        let mut again = false;
        loop {
            let is_late = self.is_late();
            if is_late {
                (tried, again, self.is_final) = (2, true, true);
                self.again.clear();
            }
            let unused = if is_late {
                Vec::new()
            } else {
                self.unused(&state)
            };
            if !unused.is_empty() {
                state = self.without(unused, true)?;
                continue;
            }
            if !std::mem::replace(&mut self.is_silent, true) {
                state = self.without_messages(&state)?;
                // Nothing has been cut yet.
                self.whole = Some(self.units.clone());
                continue;
            }
            if self.before.is_none() {
                self.before = Some(self.meaning(&state)?);
            }
            let variants = if is_late {
                Vec::new()
            } else {
                self.never_made(&state)?
            };
            if !variants.is_empty() {
                state = self.without_variants(variants)?;
            } else if !is_late && self.cut_unreachable(&state) {
                state = self.check()?;
            } else if tried < 2 {
                // What nobody compares, shows or makes need not be cloned either.
                if tried == 0 {
                    self.banned_before.clone_from(&self.banned);
                }
                let round = self.optional(&state, tried == 1);
                tried += 1;
                state = self.without(round, false)?;
            } else if let Some(some) = self.some_again(&state.live) {
                let alone = Some(some[0]).filter(|_| some.len() == 1);
                state = self.without(some, false)?;
                alone.map(|id| self.again.remove(&id));
            } else if !again && self.try_again(&state) {
                again = true;
            } else {
                if self.unchanged.is_some() && !self.is_final {
                    if let Some(changed) = self.change(&state)? {
                        (state, again) = (changed, false);
                        continue;
                    }
                    if let Some(apart) = self.call_apart(&state)? {
                        state = apart;
                        continue;
                    }
                    if let Some(single) = self.suppose(&state)? {
                        (state, again) = (single, false);
                        continue;
                    }
                    // What was in use behind a `Deref` may be so no more.
                    let round = self.optional(&state, false);
                    if !round.is_empty() {
                        self.late.extend(&round);
                        state = self.without(round, false)?;
                        continue;
                    }
                    self.is_final = true;
                }
                if self.call_as_before() {
                    state = self.check()?;
                }
                let after = self.meaning(&state)?;
                let whole = self.whole.as_ref().unwrap_or(&self.units);
                let before = self.before.as_ref().unwrap_or(&after);
                let changed = after.changed(before, whole, &self.not_cloned());
                if changed.functions.is_empty() && self.unchanged.is_none() && !self.is_final {
                    let (banned, needed) = (self.banned.clone(), self.needed.clone());
                    self.unchanged = Some((self.units.clone(), banned, needed));
                } else if changed.functions.is_empty() {
                    if let Some(shorter) = self.without_suffixes(&state, &after)? {
                        state = shorter;
                    }
                    editions::refuse(&self.units, self.parts, &state.live, self.rustc)?;
                    self.warn(&after, &state.live);
                    self.allow_the_rest(&state);
                    return Ok((self.units, state.live));
                } else if self.unchanged.is_some() {
                    state = self.without_changes(&changed.functions)?;
                } else {
                    state = self.take_back(&changed.words)?;
                }
            }
        }
    }

    /// Whether trials end for the sake of the user's time: of so large a file some hundred bytes
    /// less are worth none. Who asks for the least wants them more.
    fn is_late(&self) -> bool {
        let most = self.rustc.most_work();
        self.work > most + if self.terse { most / 2 } else { 0 }
    }

    /// The file before anything is banned, with what its edition wants.
    fn begin(&mut self) -> Result<Checked> {
        let live = reach(&self.units, self.parts, &self.banned, self.sight)?;
        let mut new = live.iter().zip(&self.repaired);
        if new.any(|(&live, &is_repaired)| live && !is_repaired)
            && editions::repair(&mut self.units, self.parts, &live, self.rustc)?
        {
            self.repaired = live;
        }
        self.check()
    }

    /// Allows lints that are errors unless one says otherwise, as cargo does in libraries. Whether
    /// there are such.
    fn allow_errors(&mut self, state: &Checked) -> bool {
        let before = self.units.limits.len();
        for error in state.messages.iter().filter(|message| message.is_error) {
            let lint = match error.code.as_str() {
                "E0170" => "bindings_with_variant_name",
                "" => continue,
                code if code.starts_with('E') => continue,
                lint => lint,
            };
            let attribute = format!("# ! [allow ({lint})]");
            self.units.limits.insert(attribute);
        }
        before < self.units.limits.len()
    }

    /// The crates of procedural macros of which all uses are written out.
    fn written_out(&self) -> impl Iterator<Item = &'a Part> {
        let parts = self.parts.iter();
        parts.filter(|part| part.source.is_written_out)
    }

    /// Empties imports that lead to nothing, if they are of a procedural macro whose uses are all
    /// written out: libraries hand such macros on by way of their modules. Whether there are such.
    fn forget_macros(&mut self, state: &Checked) -> bool {
        let gone = self.written_out().flat_map(|part| &part.source.proc_macros);
        let gone: BTreeSet<&String> = gone.collect();
        let mut empty = BTreeSet::new();
        let wrong = state
            .messages
            .iter()
            .filter(|message| message.code == "E0432");
        for line in wrong.flat_map(|message| &message.lines) {
            let id = state.printed.owners[line - 1];
            let is_one = |leaf: &Leaf| leaf.path.last().is_some_and(|last| gone.contains(last));
            if matches!(&self.units.all[id].kind, Kind::Import(leaf) if is_one(leaf)) {
                empty.insert(id);
            }
        }
        // Behind those of the macros' own crates something else may have that name.
        let modules: BTreeSet<&String> = self
            .written_out()
            .filter_map(|part| part.module.as_ref())
            .collect();
        let is_first = |id: &UnitId| match &self.units.all[*id].kind {
            Kind::Import(leaf) => leaf
                .path
                .get(1)
                .is_some_and(|module| modules.contains(module)),
            _ => false,
        };
        if empty.iter().any(is_first) {
            empty.retain(is_first);
        }
        for &id in &empty {
            self.units.all[id].set_text(String::new());
        }
        !empty.is_empty()
    }

    /// Lets types of libraries be seen as far as they were, where the compiler wants that: what an
    /// `impl` of a type says that is still `pub`, of the program or by a macro, may be no less so.
    /// Whether there are such.
    fn show(&mut self, state: &Checked) -> bool {
        let all = state.messages.iter();
        let wrong = all.filter(|message| message.is_error && message.code == "E0446");
        let lines = wrong.flat_map(|message| &message.lines);
        let ids: BTreeSet<UnitId> = lines.map(|line| state.printed.owners[line - 1]).collect();
        let mut shown = false;
        for id in ids {
            let unit = &mut self.units.all[id];
            let wide = match unit.kind {
                Kind::Type | Kind::Trait => unit.open.replacen("pub (crate)", "pub", 1),
                // What it is given is of the library's text, too.
                Kind::Call { .. } => ["struct", "enum", "union", "trait"].iter().fold(
                    unit.open.clone(),
                    |text, kind| {
                        text.replace(&format!("pub (crate) {kind}"), &format!("pub {kind}"))
                    },
                ),
                _ => continue,
            };
            if wide != unit.open {
                shown = true;
                unit.set_text(wide);
            }
        }
        shown
    }

    /// The next impls that are to be tried again: one by one, or if there are many, one of each
    /// trait at first, as errors mostly tell traits apart.
    fn some_again(&mut self, live: &[bool]) -> Option<Vec<UnitId>> {
        let mut again = std::mem::take(&mut self.again);
        again.retain(|&id| live[id] && self.needed[id]);
        let mut some: Vec<UnitId> = Vec::new();
        if again.len() > FEW {
            let mut traits = BTreeSet::new();
            let fresh = again.difference(&self.tried_with_others).copied();
            let of = |id: &UnitId| match &self.units.all[*id].kind {
                Kind::Impl { of, .. } => of.clone(),
                _ => None,
            };
            some.extend(fresh.filter(|id| traits.insert(of(id))));
        }
        if some.len() < 2 {
            some = again.iter().next().copied().into_iter().collect();
        } else {
            self.tried_with_others.extend(&some);
        }
        for id in &some {
            again.remove(id);
            self.needed[*id] = false;
        }
        self.again = again;
        Some(some).filter(|some| !some.is_empty())
    }

    /// Marks what is still unused as not yet tried: much of what it was needed for has gone since.
    fn try_again(&mut self, state: &Checked) -> bool {
        let needed = std::mem::replace(&mut self.needed, vec![false; self.units.all.len()]);
        let unused = self.unused(state);
        self.needed = needed;
        for &id in &unused {
            self.needed[id] = false;
        }
        !unused.is_empty()
    }

    /// What is wrong with the whole file, where, and whether its edition is the reason.
    fn does_not_compile(&self, state: &Checked) -> Error {
        let error = state.messages.iter().find(|message| message.is_error);
        let Some(error) = error else {
            return Error::of_code("the file does not compile");
        };
        let reason = format!("the file does not compile: {}", error.text);
        let unit = line_of(error).and_then(|line| state.printed.owners.get(line - 1));
        let Some(&unit) = unit else {
            return Error::of_code(format!("{reason}\n{LEAVE_OUT}"));
        };
        let part = &self.parts[editions::part_of(&self.units, self.parts, unit)];
        let CrateInfo {
            package,
            version,
            edition,
            ..
        } = &part.source.info;
        let place = match &*self.units.path(unit) {
            "" => String::new(),
            path => format!("`{path}` of "),
        };
        let help = match &part.module {
            Some(_) => LEAVE_OUT,
            None => OWN_CODE,
        };
        let reason = format!("{reason}\n  in {place}crate `{package}` {version}\n{help}");
        let (own, of_file) = ((*edition).max(2018), self.rustc.edition());
        if own == of_file || !self.is_right_in(own, &state.printed.text, error) {
            return Error::of_code(reason);
        }
        Error::of_code(format!(
            "crate `{package}` {version} is of edition {edition}, the file of {of_file}: \
             `--edition {own}` may help; {reason}"
        ))
    }

    /// Whether this error is none in that edition.
    fn is_right_in(&self, edition: u16, text: &str, error: &Message) -> bool {
        let said = self.rustc.lint(text, edition, &[]).unwrap_or_default();
        let is_it = |other: &Message| other.text == error.text && line_of(other) == line_of(error);
        !said.iter().any(|other| other.is_error && is_it(other))
    }

    fn meaning(&self, state: &Checked) -> Result<Meaning> {
        Meaning::of(&state.printed, &self.names, self.rustc)
    }

    /// The words of the types whose `Clone` is gone.
    fn not_cloned(&self) -> BTreeSet<&str> {
        let gone = (0..self.banned.len()).filter(|&id| self.banned[id]);
        let words = gone.flat_map(|id| match &self.units.all[id].kind {
            Kind::Derive if self.units.all[id].name.as_deref() == Some("Clone") => {
                let parent = self.units.all[id].parent;
                let name = parent.and_then(|parent| self.units.all[parent].name.as_deref());
                name.into_iter().collect()
            }
            Kind::Impl {
                of: Some(of),
                about,
                ..
            } if of == "Clone" => about.keys().map(String::as_str).collect(),
            _ => Vec::new(),
        });
        words.filter(|word| *word != "Clone").collect()
    }

    /// Adds to these units the derives that go and stay together: what is copied is cloned by its
    /// bytes, what cannot be cloned cannot be copied, and older compilers want both kinds of
    /// equality of a constant that is a pattern.
    fn add_siblings(&self, units: &mut Vec<UnitId>) {
        let pair = |id: UnitId| match self.units.all[id].name.as_deref() {
            Some(name @ ("Clone" | "Copy" | "PartialEq" | "Eq")) => {
                let is_derive = matches!(self.units.all[id].kind, Kind::Derive);
                is_derive.then(|| name.ends_with("Eq"))
            }
            _ => None,
        };
        for id in units.clone().into_iter().filter(|&id| pair(id).is_some()) {
            let siblings = self.units.all[id].parent.iter();
            let siblings = siblings.flat_map(|&parent| &self.units.all[parent].children);
            let siblings = siblings
                .copied()
                .filter(|&sibling| pair(sibling) == pair(id) && self.banned[sibling]);
            units.extend(
                siblings
                    .filter(|id| !units.contains(id))
                    .collect::<Vec<_>>(),
            );
        }
    }

    /// The trait that a derive or an impl is of.
    fn trait_of(&self, id: UnitId) -> Option<&str> {
        match &self.units.all[id] {
            Unit {
                kind: Kind::Impl { of, .. },
                ..
            } => of.as_deref(),
            Unit {
                kind: Kind::Derive,
                name,
                ..
            } => name.as_deref(),
            _ => None,
        }
    }

    /// Whether a derive is for a type of such a name, or an impl names one in its head.
    fn is_about(&self, id: UnitId, is_such: impl Fn(&String) -> bool) -> bool {
        let unit = &self.units.all[id];
        match (&unit.kind, unit.parent) {
            (Kind::Derive, Some(parent)) => self.units.all[parent].name.iter().any(is_such),
            (Kind::Impl { about, .. }, _) => about.keys().any(is_such),
            _ => false,
        }
    }

    /// Adds to these units what the derives among them need of the types of fields, of those that
    /// went with this round: a type is compared or shown by its fields, and each of them would be
    /// an error of its own. What clones, does so too.
    fn add_those_of_fields(&self, units: &mut Vec<UnitId>, round: &[UnitId]) {
        let mut named = BTreeMap::<&String, Vec<UnitId>>::new();
        for (id, unit) in self.units.all.iter().enumerate() {
            if let (Kind::Type | Kind::Value, Some(name)) = (&unit.kind, &unit.name) {
                named.entry(name).or_default().push(id);
            }
        }
        let (mut next, mut seen) = (0, BTreeSet::new());
        while let Some(&id) = units.get(next) {
            next += 1;
            let unit = &self.units.all[id];
            let types: Vec<UnitId> = match &unit.kind {
                _ if !seen.insert(id) => continue,
                Kind::Derive => unit.parent.into_iter().collect(),
                Kind::Impl { of, about, .. } if of.as_deref() == Some("Clone") => {
                    let all = about.keys().filter_map(|name| named.get(name));
                    all.flatten().copied().collect()
                }
                _ => continue,
            };
            let Some(of) = self.trait_of(id) else {
                continue;
            };
            let mut names = BTreeSet::new();
            let fields = types.iter().flat_map(|&id| self.units.types_of_fields(id));
            fields.for_each(|field| each_needed(&field, of, &mut names));
            // Of two types of a name, the compiler knows which is meant.
            names.retain(|name| named.get(name).is_none_or(|all| all.len() == 1));
            let is_needed = |id: &&UnitId| {
                self.trait_of(**id) == Some(of) && self.is_about(**id, |name| names.contains(name))
            };
            units.extend(round.iter().filter(is_needed));
        }
    }

    /// Takes back the derives and impls without which code that speaks of these words calls
    /// something else: those of the traits and types that it speaks of, or if there are none, of
    /// the types. If there are none either, all of them; then, everything.
    fn take_back(&mut self, changed: &BTreeSet<String>) -> Result<Checked> {
        self.seen_through = None;
        let tried = |id: &UnitId| {
            let kind = &self.units.all[*id].kind;
            self.banned[*id] && matches!(kind, Kind::Derive | Kind::Impl { .. })
        };
        let tried: Vec<UnitId> = (0..self.banned.len()).filter(tried).collect();
        let says = |id: &UnitId| self.is_about(*id, |word| changed.contains(word));
        let says_trait = |id: &UnitId| self.trait_of(*id).is_some_and(|of| changed.contains(of));
        let of_types: Vec<UnitId> = tried.iter().copied().filter(says).collect();
        let mut back: Vec<UnitId> = of_types.iter().copied().filter(says_trait).collect();
        if back.is_empty() {
            back = if of_types.is_empty() { tried } else { of_types };
        }
        if back.is_empty() {
            return self.start_again();
        }
        self.add_siblings(&mut back);
        self.take(&back);
        // What comes back may need what has been banned since it went.
        let mut rest = self.may_come_back();
        rest.retain(|&id| !self.banned_before[id]);
        self.without(rest, true)
    }

    /// What is banned, but for variants: those stay away, as arms went with them.
    fn may_come_back(&self) -> Vec<UnitId> {
        let is_variant = |id: UnitId| matches!(self.units.all[id].kind, Kind::Variant);
        let all = 0..self.banned.len();
        all.filter(|&id| self.banned[id] && !is_variant(id))
            .collect()
    }

    /// Nothing is known of what makes a difference: the file stays as large as it was.
    fn start_again(&mut self) -> Result<Checked> {
        if let Some(whole) = &self.whole {
            self.units = whole.clone();
        }
        self.banned.fill(false);
        self.needed.fill(true);
        self.before = None;
        (self.unchanged, self.seen_through, self.is_final) = (None, None, true);
        self.apart.clear();
        self.check()
    }

    /// Takes all changes back, and leaves those out for good that are about the functions in which
    /// something else is called.
    fn without_changes(&mut self, changed: &BTreeSet<String>) -> Result<Checked> {
        if let Some((units, banned, needed)) = self.unchanged.take() {
            (self.units, self.banned, self.needed) = (units, banned, needed);
        }
        self.seen_through = None;
        for id in std::mem::take(&mut self.late) {
            self.needed[id] = true;
        }
        self.apart.clear();
        self.together.clear();
        self.of_single.clear();
        self.supposed.clone_from(&self.refused);
        self.taken_back += 1;
        self.is_final = self.taken_back > 3;
        for (key, id) in std::mem::take(&mut self.applied) {
            let name = self.units.all[id].name.as_ref();
            if name.is_some_and(|name| changed.contains(name)) {
                self.as_it_is.extend(key.is_empty().then_some(id));
                self.refused.insert(key);
            }
        }
        self.check()
    }

    /// Gives fields names for themselves, if all values are made with the same and another type has
    /// a field of that name. None if there is none such.
    fn call_apart(&mut self, state: &Checked) -> Result<Option<Checked>> {
        let program = Program::of(&self.units, &state.live);
        let mut facts = program.facts();
        facts.bar(self.host.words_elsewhere(&self.units, &state.live));
        let mut fields = facts.hidden_fields();
        let is_apart = |name: &String| {
            self.apart
                .iter()
                .any(|all| all.new_names().any(|of| of == name))
        };
        fields.retain(|(_, name)| !is_apart(name));
        fields.retain(|field| self.together.insert(field.clone()));
        if !fields.is_empty() {
            let seen_through = self.seen_through_now(state)?;
            fields.retain(|(of, _)| !seen_through.contains(of));
        }
        while !fields.is_empty() {
            let apart = Apart::of(fields.iter().cloned());
            let before = self.units.all.clone();
            for (id, text) in Program::of(&self.units, &state.live).apart(&apart) {
                self.units.all[id].set_text(text);
            }
            let mut wrong: BTreeSet<(String, String)> = BTreeSet::new();
            for _ in 0..MOST_ROUNDS {
                let after = self.check()?;
                let errors: Vec<&Message> = after.messages.iter().filter(|m| m.is_error).collect();
                if errors.is_empty() {
                    self.apart.push(apart);
                    return Ok(Some(after));
                }
                // What stands further on in a line goes first, or the places are others.
                let mut places: Vec<(usize, usize, &Message)> = Vec::new();
                for error in errors {
                    wrong.extend(apart.in_question(error));
                    places.extend(
                        error
                            .places
                            .iter()
                            .map(|&(line, column)| (line, column, error)),
                    );
                }
                places.sort_by_key(|&(line, column, _)| (line, Reverse(column)));
                let mut is_mended = false;
                for (line, column, error) in places {
                    let unit = &mut self.units.all[after.printed.owners[line - 1]];
                    if unit.open.contains('\n') {
                        continue;
                    }
                    if let Some(text) = apart.mended(error, &unit.open, column) {
                        unit.set_text(text);
                        is_mended = true;
                    }
                }
                if !is_mended {
                    break;
                }
                wrong.clear();
            }
            self.units.all = before;
            let all = fields.len();
            fields.retain(|field| !wrong.contains(field));
            if fields.len() == all {
                break;
            }
        }
        Ok(None)
    }

    /// Supposes of a type that it has one value, takes the arms that are taken then, and sees
    /// whether nothing makes another one any more. Then it has: the first other value would have
    /// been made when there was none yet, by code that stays. None if there is no such type.
    fn suppose(&mut self, state: &Checked) -> Result<Option<Checked>> {
        let Some(foreign) = self.foreign() else {
            return Ok(None);
        };
        let is_own = |name: &str| !foreign.contains(name);
        let program = Program::of(&self.units, &state.live);
        let mut facts = program.facts();
        facts.bar(self.host.words_elsewhere(&self.units, &state.live));
        let functions = facts.functions(is_own);
        for single in program.singles(&facts, &self.units) {
            let is_new = self.supposed.insert(single.key());
            if !is_new
                || depends_on_target(&self.units, &state.live, &single)
                || self.seen_through_now(state)?.contains(&single.of)
            {
                continue;
            }
            let mut fields = Vec::new();
            let mut asked = Vec::new();
            for name in single.constants.keys() {
                for (field, ty) in facts.numbers(&single.of, &functions) {
                    asked.push(format!("{} :: {name} . {field}", single.of));
                    fields.push((name.clone(), field, ty));
                }
            }
            let methods = program.questions(&single.of);
            let methods = methods.into_iter().filter(|(name, _)| is_own(name));
            let methods =
                methods.filter_map(|(name, ty)| Some((facts.only_method(&name)?, name, ty)));
            let methods: Vec<(Function, String, String)> = methods.collect();
            for (_, name, _) in &methods {
                asked.push(format!("{} :: {} . {name} ()", single.of, single.constant));
            }
            let answers = self.ask(single.unit, &asked)?;
            let mut changes = Vec::new();
            let mut values: BTreeMap<(&str, &str), u128> = BTreeMap::new();
            for ((constant, name, ty), value) in fields.iter().zip(&answers) {
                let Some(value) = *value else { continue };
                values.insert((constant, name), value);
                let value = literal(value, ty).filter(|_| *constant == single.constant);
                changes.extend(value.map(|value| Change::Field {
                    of: single.of.clone(),
                    name: name.clone(),
                    value: Some(value),
                }));
            }
            for ((function, _, ty), value) in methods.into_iter().zip(&answers[fields.len()..]) {
                let value = value.and_then(|value| literal(value, &ty));
                changes.extend(value.map(|value| Change::Result { function, value }));
            }
            let differs = |name: &&String| {
                let value = |of: &str, field: &str| values.get(&(of, field)).copied();
                fields.iter().any(|(_, field, _)| {
                    let (a, b) = (value(name, field), value(&single.constant, field));
                    a.is_some() && b.is_some() && a != b
                })
            };
            let others = single.constants.keys().filter(differs).cloned().collect();
            let before = (self.units.clone(), self.banned.clone(), self.needed.clone());
            let new = Program::of(&self.units, &state.live).with_one(&single, &others, &functions);
            let touched: Vec<UnitId> = new.keys().copied().collect();
            for (id, text) in new {
                self.units.all[id].set_text(text);
            }
            let mut after = self.check()?;
            let fails = after.messages.iter().any(|message| message.is_error);
            if !fails {
                loop {
                    let unused = self.unused(&after);
                    if unused.is_empty() {
                        break;
                    }
                    after = self.without(unused, true)?;
                    if self.is_final {
                        return Ok(Some(after));
                    }
                }
            }
            let mut constants = single.constants.iter();
            let is_alone =
                |(name, id): (&String, &UnitId)| *name == single.constant || !after.live[*id];
            if !fails && constants.all(is_alone) && !changes.is_empty() {
                let key = single.key();
                self.applied
                    .extend(touched.into_iter().map(|id| (key.clone(), id)));
                self.of_single.extend(changes);
                return Ok(Some(after));
            }
            (self.units, self.banned, self.needed) = before;
        }
        Ok(None)
    }

    /// The numbers that expressions come to which stand behind a unit; none where the compiler does
    /// not say it.
    fn ask(&mut self, unit: UnitId, asked: &[String]) -> Result<Vec<Option<u128>>> {
        let before = self.units.all[unit].open.clone();
        let mut text = before.clone();
        let mut ends = Vec::new();
        for expr in asked {
            text += " ";
            text += &question(expr);
            ends.push(text.chars().count());
        }
        self.units.all[unit].open = text;
        let state = self.check()?;
        self.units.all[unit].open = before;
        let mut answers = vec![None; asked.len()];
        for error in state.always().filter(|message| message.is_error) {
            for &(line, column) in &error.places {
                let index = ends.partition_point(|&end| end < column);
                if let (true, Some(of)) = (
                    state.printed.owners[line - 1] == unit,
                    answers.get_mut(index),
                ) {
                    *of = answer(error);
                }
            }
        }
        Ok(answers)
    }

    /// Lets numbers that were written for what is known go without their types, where they have the
    /// same without.
    fn without_suffixes(&mut self, state: &Checked, before: &Meaning) -> Result<Option<Checked>> {
        let mut old: BTreeMap<UnitId, Unit> = BTreeMap::new();
        for id in self.applied.iter().map(|(_, id)| *id) {
            let unit = &mut self.units.all[id];
            let text = unit.open.parse().map(without_suffixes);
            if let (true, Ok((text, true))) = (state.live[id], text) {
                old.entry(id).or_insert_with(|| unit.clone());
                unit.set_text(text.to_string());
            }
        }
        let mut wrong: Vec<UnitId>;
        for _ in 0..MOST_ROUNDS {
            if old.is_empty() {
                break;
            }
            let after = self.check()?;
            let errors = after.messages.iter().filter(|message| message.is_error);
            let places = errors.clone().flat_map(|error| &error.places);
            wrong = places
                .map(|&(line, _)| after.printed.owners[line - 1])
                .collect();
            if errors.count() == 0 {
                let Some(names) = self.meaning(&after)?.differences(before) else {
                    break;
                };
                if names.is_empty() {
                    return Ok(Some(after));
                }
                let is_it = |id: &&UnitId| {
                    let name = self.units.all[**id].name.as_deref();
                    name.is_some_and(|name| names.contains(name))
                };
                wrong = old.keys().filter(is_it).copied().collect();
            }
            let count = old.len();
            for id in wrong {
                if let Some(unit) = old.remove(&id) {
                    self.units.all[id] = unit;
                }
            }
            if old.len() == count {
                break;
            }
        }
        for (id, unit) in old {
            self.units.all[id] = unit;
        }
        Ok(None)
    }

    /// Gives the fields their names again. Whether there are such.
    fn call_as_before(&mut self) -> bool {
        let all = std::mem::take(&mut self.apart);
        for apart in all.iter().rev() {
            for unit in &mut self.units.all {
                if apart.is_in(&unit.words) {
                    if let Ok(tokens) = unit.open.parse() {
                        let is_type = matches!(unit.kind, Kind::Type);
                        let tokens: TokenStream = apart.undone(tokens, is_type);
                        unit.set_text(tokens.to_string());
                    }
                }
            }
        }
        !all.is_empty()
    }

    /// The types that code sees through.
    fn seen_through_now(&mut self, state: &Checked) -> Result<BTreeSet<String>> {
        if !may_see_through(&self.units, &state.live) {
            return Ok(BTreeSet::new());
        }
        match &self.seen_through {
            Some((types, work)) if *work == self.work => Ok(types.clone()),
            _ => {
                let meaning = self.meaning(state)?;
                let types = meaning.seen_through(&self.units, &state.live);
                self.seen_through = Some((types.clone(), self.work));
                Ok(types)
            }
        }
    }

    /// Writes what is known in the place of fields, parameters and calls, if there are such. None
    /// if nothing is left to do.
    fn change(&mut self, state: &Checked) -> Result<Option<Checked>> {
        if !self.ends_quietly(&state.live) {
            return Ok(None);
        }
        // Of less code not more is seen through: what was seen before will do while it leaves
        // something to do.
        if let Some((types, _)) = self.seen_through.clone() {
            let changed = self.change_unseen(state, &types)?;
            if changed.is_some() || self.seen_through_now(state)? == types {
                return Ok(changed);
            }
        }
        let types = self.seen_through_now(state)?;
        self.change_unseen(state, &types)
    }

    /// The same, where types may be seen through.
    fn change_unseen(
        &mut self,
        state: &Checked,
        seen_through: &BTreeSet<String>,
    ) -> Result<Option<Checked>> {
        let Some(foreign) = self.foreign() else {
            return Ok(None);
        };
        let said = |facts: &Facts<'_>, functions: &Functions, uses: &FieldUses| {
            self.said(state, seen_through, facts, functions, uses)
        };
        let known = self.known(&state.live, seen_through, &foreign, said);
        let Some((program, functions, mut first)) = known else {
            return Ok(None);
        };
        let mut texts = self.without_mut(state);
        let mut program = Some(program);
        loop {
            let mut changes = first.clone();
            let program = program.take();
            let program = program.unwrap_or_else(|| Program::of(&self.units, &state.live));
            let mut new = program.without(&changes, &functions, &self.as_it_is);
            for (id, text) in &texts {
                new.entry(*id).or_insert((text.clone(), BTreeSet::new()));
            }
            if new.is_empty() {
                return Ok(None);
            }
            let mut before: BTreeMap<UnitId, Unit> = BTreeMap::new();
            let mut touched: BTreeMap<UnitId, BTreeSet<usize>> = BTreeMap::new();
            // More is known of what has changed already, and most of it is right: the compiler is
            // asked when it ends.
            for _ in 0..MOST_STEPS {
                for (id, (text, by)) in std::mem::take(&mut new) {
                    let unit = &mut self.units.all[id];
                    before.entry(id).or_insert_with(|| unit.clone());
                    touched.entry(id).or_default().extend(by);
                    unit.set_text(text);
                }
                let said = |_: &Facts<'_>, _: &Functions, _: &FieldUses| Vec::new();
                let known = self.known(&state.live, seen_through, &foreign, said);
                let Some((program, functions, more)) = known else {
                    break;
                };
                new = program.without(&more, &functions, &self.as_it_is);
                for (_, by) in new.values_mut() {
                    *by = by.iter().map(|index| index + changes.len()).collect();
                }
                changes.extend(more);
                if new.is_empty() {
                    break;
                }
            }
            let after = self.check()?;
            let errors: Vec<&Message> = after.messages.iter().filter(|m| m.is_error).collect();
            if errors.is_empty() {
                for (id, touched) in touched {
                    let keys = touched.iter().map(|&index| (changes[index].key(), id));
                    self.applied.extend(keys);
                    if touched.is_empty() {
                        self.applied.push((String::new(), id));
                    }
                }
                return Ok(Some(after));
            }
            let as_it_is = self.as_it_is.len();
            let mut wrong: BTreeSet<usize> = BTreeSet::new();
            for error in errors {
                let owners = error
                    .places
                    .iter()
                    .map(|&(line, _)| after.printed.owners[line - 1]);
                let touched: Vec<(UnitId, &BTreeSet<usize>)> = owners
                    .filter_map(|id| Some((id, touched.get(&id)?)))
                    .collect();
                let all: BTreeSet<usize> =
                    touched.iter().flat_map(|(_, all)| *all).copied().collect();
                let says = |&index: &usize| changes[index].is_in(&error.all_text);
                let named: Vec<usize> = all.iter().copied().filter(says).collect();
                if named.is_empty() && all.is_empty() {
                    let named = (0..changes.len()).filter(says);
                    wrong.extend(named);
                    self.as_it_is.extend(touched.iter().map(|(id, _)| *id));
                } else if named.is_empty() {
                    wrong.extend(all);
                } else {
                    wrong.extend(named);
                }
            }
            for (id, unit) in before {
                self.units.all[id] = unit;
                if wrong.is_empty() && changes.is_empty() {
                    self.as_it_is.insert(id);
                    texts.remove(&id);
                }
            }
            if wrong.is_empty() && as_it_is == self.as_it_is.len() {
                wrong.extend(0..changes.len());
            }
            self.refused
                .extend(wrong.iter().map(|&index| changes[index].key()));
            first.retain(|change| !self.refused.contains(&change.key()));
        }
    }

    /// What the compiler says is never read, as changes.
    fn said(
        &self,
        state: &Checked,
        seen_through: &BTreeSet<String>,
        facts: &Facts<'_>,
        functions: &Functions,
        uses: &FieldUses,
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        for message in state.always() {
            let mut quoted = message.text.split('`').skip(1).step_by(2);
            let is_never_read = message.code == "dead_code" && message.text.contains("never read");
            for &(line, column) in &message.places {
                let id = state.printed.owners[line - 1];
                let unit = &self.units.all[id];
                match unit.name.as_deref() {
                    Some(variant) if is_never_read && matches!(unit.kind, Kind::Variant) => {
                        let name = quoted.next().unwrap_or_default();
                        let of = unit.parent.map(|parent| &self.units.all[parent]);
                        let Some(of) = of.and_then(|of| of.name.as_deref()) else {
                            continue;
                        };
                        if !self.is_opened(of, variant, &state.live) && !seen_through.contains(of) {
                            changes.extend(facts.unread_part(of, variant, name, functions));
                        }
                    }
                    Some(of) if is_never_read => {
                        let name = quoted.next().unwrap_or_default();
                        let change = facts.unread_field(of, name, uses, functions, seen_through);
                        changes.extend(change);
                    }
                    _ if message.code == "unused_variables" => {
                        let name = quoted.next().unwrap_or_default();
                        changes.extend(facts.unused(id, name, column - 1, functions));
                    }
                    _ => {}
                }
            }
        }
        changes
    }

    /// The units with a `mut` that the compiler calls needless, without it: one at a time, or the
    /// places are others.
    fn without_mut(&self, state: &Checked) -> BTreeMap<UnitId, String> {
        let mut texts = BTreeMap::new();
        let needless = state
            .always()
            .filter(|message| message.code == "unused_mut");
        for &(line, column) in needless.flat_map(|message| &message.places) {
            let id = state.printed.owners[line - 1];
            let text = &self.units.all[id].open;
            let at = text.char_indices().nth(column - 1).map_or(0, |(at, _)| at);
            if !text.contains('\n') && !texts.contains_key(&id) && text[at..].starts_with("mut ") {
                texts.insert(id, text[..at].to_owned() + &text[at + 4..]);
            }
        }
        texts
    }

    /// The names by which something was called that does not stand in the file, before the first
    /// trial.
    fn foreign(&self) -> Option<BTreeSet<String>> {
        let foreign = self.before.as_ref()?.foreign(&self.units);
        Some(foreign.into_iter().map(str::to_owned).collect())
    }

    /// What is known of the live part of the program and may be written in its place, beside what
    /// is `said` of it. None if nothing may.
    fn known(
        &self,
        live: &[bool],
        seen_through: &BTreeSet<String>,
        foreign: &BTreeSet<String>,
        said: impl FnOnce(&Facts<'_>, &Functions, &FieldUses) -> Vec<Change>,
    ) -> Option<(Program, Functions, Vec<Change>)> {
        let is_own = |name: &str| !foreign.contains(name);
        let program = Program::of(&self.units, live);
        let mut facts = program.facts();
        facts.bar(self.host.words_elsewhere(&self.units, live));
        let mut functions = facts.functions(is_own);
        if self.terse {
            functions.formats = !self.own_macros(live).contains("format");
            facts.add_quiet(&program, &mut functions, is_own);
        }
        if !facts.derefs_quietly(&functions) {
            return None;
        }
        let uses = FieldUses::of(&program);
        let mut changes = facts.set_alone(&uses, &functions, seen_through);
        changes.extend(said(&facts, &functions, &uses));
        changes.retain(|change| !self.refused.contains(&change.key()));
        changes.extend(facts.without_lifetimes(&changes));
        changes.extend(facts.same_fields(seen_through));
        changes.extend(facts.same_arguments());
        changes.extend(facts.same_results(is_own));
        changes.extend(self.of_single.iter().cloned());
        changes.extend(facts.getters(&program, is_own, |word| self.is_shown(word)));
        let mut known = BTreeSet::new();
        changes.retain(|change| {
            let key = change.key();
            !self.refused.contains(&key) && known.insert(key)
        });
        Some((program, functions, changes))
    }

    /// Whether all may see the types of a name.
    fn is_shown(&self, name: &str) -> bool {
        let mut all = self
            .units
            .all
            .iter()
            .filter(|unit| unit.name.as_deref() == Some(name));
        all.all(|unit| {
            let mut words = unit.open.split_whitespace();
            let is_kind =
                |word: &&str| matches!(*word, "struct" | "enum" | "type" | "union" | "trait");
            let first = words.find(|word| *word == "pub" || is_kind(word));
            first.is_none_or(|word| word == "pub")
        })
    }

    /// The names of the macros that the program defines.
    fn own_macros(&self, live: &[bool]) -> BTreeSet<String> {
        let all = self.units.all.iter().zip(live);
        let own = all.filter(|(unit, &live)| live && unit.words.contains("macro_rules"));
        own.filter_map(|(unit, _)| unit.name.clone()).collect()
    }

    /// Whether the program may show what a panic says elsewhere than on standard error.
    fn shows_panics(&self, live: &[bool]) -> bool {
        let is_one = |unit: &Unit| SHOW_PANICS.iter().any(|word| unit.words.contains(*word));
        self.units.live(live).any(is_one)
    }

    /// The file without the messages of panics and what goes to standard error, where it compiles
    /// without.
    fn without_messages(&mut self, state: &Checked) -> Result<Checked> {
        let live = |id: &UnitId| state.live[*id];
        let own = self.own_macros(&state.live);
        let mut ways = BTreeSet::from([(false, false)]);
        if !self.shows_panics(&state.live) {
            ways.insert((true, false));
            // Where there is no `unwrap` but that of the standard library, the compiler says where
            // an `expect` is another.
            let mut all = self.units.live(&state.live);
            if !all.any(|unit| unit.name.as_deref() == Some("unwrap")) {
                ways.insert((true, true));
            }
        }
        let meaning = self.meaning(state)?;
        let foreign = meaning.foreign(&self.units);
        let program = Program::of(&self.units, &state.live);
        let functions = program.facts().functions(|name| !foreign.contains(name));
        let mut left: BTreeSet<UnitId> = (0..self.units.all.len()).filter(live).collect();
        let before = self.units.clone();
        // What does not compile is tried with less taken out of it.
        for (panics, expects) in ways.into_iter().rev() {
            let mut silencer = Silencer {
                functions: &functions,
                panics,
                expects,
                own: &own,
            };
            let program = Program::of(&before, &state.live);
            let mut new = program.silent(&mut silencer);
            new.retain(|id, _| left.contains(id));
            for (id, text) in &new {
                self.units.all[*id].set_text(text.clone());
            }
            let after = self.check()?;
            let errors = after.messages.iter().filter(|message| message.is_error);
            let places = errors.flat_map(|error| &error.places);
            left = places
                .map(|&(line, _)| after.printed.owners[line - 1])
                .collect();
            if left.is_empty() && !after.messages.iter().any(|message| message.is_error) {
                return Ok(after);
            }
            for &id in &left {
                self.units.all[id] = before.all[id].clone();
            }
        }
        let after = self.check()?;
        if after.messages.iter().any(|message| message.is_error) {
            self.units = before;
            return self.check();
        }
        Ok(after)
    }

    /// Whether it shows nowhere when a value ends or how large it is, and what `None` and `Vec`
    /// are.
    fn ends_quietly(&self, live: &[bool]) -> bool {
        const LOUD: [&str; 15] = [
            "Mutex",
            "RefCell",
            "RwLock",
            "BufWriter",
            "LineWriter",
            "Sender",
            "SyncSender",
            "Receiver",
            "JoinHandle",
            "Weak",
            "strong_count",
            "LazyLock",
            "LazyCell",
            "size_of",
            "size_of_val",
        ];
        let name_of = |id: UnitId| self.units.all[id].name.as_deref().unwrap_or_default();
        let mut all = (0..live.len()).filter(|&id| live[id]);
        !all.any(|id| {
            let unit = &self.units.all[id];
            let is_other = match &unit.kind {
                Kind::Impl { of: Some(of), .. } => of == "Drop",
                // Words of the standard library that stand for something else.
                Kind::Type => matches!(name_of(id), "Option" | "String" | "Vec"),
                Kind::Variant if matches!(name_of(id), "None" | "Some") => unit
                    .parent
                    .is_some_and(|of| self.is_opened(name_of(of), name_of(id), live)),
                _ => false,
            };
            is_other || LOUD.iter().any(|word| unit.words.contains(*word))
        })
    }

    /// Says which functions show what is another in a bundle: the names of types and modules, and
    /// places in the source.
    fn warn(&self, meaning: &Meaning, live: &[bool]) {
        for function in meaning.asks_for_names(!self.shows_panics(live)) {
            crate::error::tell(format_args!(
                "warning: `{function}` shows the name of a type: in the bundle that is another"
            ));
        }
        for unit in self.units.live(live) {
            for shown in ["module_path", "file", "line", "column"] {
                if unit.words.contains(shown) && unit.open.contains(&format!("{shown} !")) {
                    let name = unit.name.as_deref().unwrap_or("a macro call");
                    crate::error::tell(format_args!(
                        "warning: `{name}` shows `{shown}!()`: in the bundle that is another"
                    ));
                }
            }
        }
    }

    /// What the compiler still warns of and nobody can cut safely, such as a field that is only
    /// written, is allowed where it stands.
    fn allow_the_rest(&mut self, state: &Checked) {
        let mut allowed: BTreeMap<UnitId, BTreeSet<&str>> = BTreeMap::new();
        for message in state
            .messages
            .iter()
            .filter(|message| !message.code.is_empty())
        {
            // Some lints say the number of the error that they are elsewhere.
            let lint = match message.code.as_str() {
                "E0133" => "unsafe_op_in_unsafe_fn",
                lint => lint,
            };
            // One message speaks of all unused methods of an `impl`.
            let mut lines: Vec<usize> = message.places.iter().map(|&(line, _)| line).collect();
            if lines.is_empty() {
                lines.extend(message.lines.first());
            }
            for line in lines {
                let mut id = state.printed.owners[line - 1];
                if let (Kind::Variant, Some(parent)) =
                    (&self.units.all[id].kind, self.units.all[id].parent)
                {
                    id = parent;
                }
                // An attribute on a macro call would be ignored.
                if matches!(self.units.all[id].kind, Kind::Call { .. }) {
                    match self.units.all[id].parent {
                        Some(module) => id = module,
                        None => {
                            let attribute = format!("# ! [allow ({lint})]");
                            self.units.limits.insert(attribute);
                            continue;
                        }
                    }
                }
                allowed.entry(id).or_default().insert(lint);
            }
        }
        // Twice is longer than once for all.
        if allowed
            .values()
            .filter(|lints| lints.contains("dead_code"))
            .count()
            > 1
        {
            self.units
                .limits
                .insert("# ! [allow (dead_code)]".to_owned());
            allowed.values_mut().for_each(|lints| {
                lints.remove("dead_code");
            });
            allowed.retain(|_, lints| !lints.is_empty());
        }
        for (id, lints) in allowed {
            let lints: Vec<&str> = lints.into_iter().collect();
            let unit = &mut self.units.all[id];
            unit.open = format!("#[allow({})] {}", lints.join(", "), unit.open);
        }
    }

    fn check(&mut self) -> Result<Checked> {
        let live = reach(&self.units, self.parts, &self.banned, self.sight)?;
        let printed = self.units.print(&live);
        let understood = self.rustc.check(&printed.text)?;
        self.work += understood.work;
        Ok(Checked {
            live,
            printed,
            messages: understood.messages,
        })
    }

    /// Bans what can be spared of these units. `is_unused`: whether the compiler has called them
    /// unused.
    fn without(&mut self, mut round: Vec<UnitId>, is_unused: bool) -> Result<Checked> {
        self.ban(&round);
        let asked: BTreeSet<UnitId> = round.iter().copied().collect();
        let mut repairs = 0;
        loop {
            let state = self.check()?;
            let errors: Vec<&Message> = state
                .messages
                .iter()
                .filter(|message| message.is_error)
                .collect();
            if errors.is_empty() {
                return Ok(state);
            }
            if round.is_empty() {
                // What came back may need what was banned before.
                let mut banned = self.may_come_back();
                if !self.repair(&mut banned, &state.printed, &errors, false) {
                    return self.start_again();
                }
                continue;
            }
            if self.is_late() {
                // One question more a crate, at most.
                self.take(&self.near(&round, &state.printed, &errors));
                round.retain(|&id| self.banned[id]);
                continue;
            }
            repairs += 1;
            // What went beside them is less sure than what was asked for.
            let beside = round.iter().copied().filter(|id| !asked.contains(id));
            let beside: Vec<UnitId> = beside.collect();
            if repairs == PATIENCE && !beside.is_empty() {
                self.take(&beside);
            } else {
                let is_unused = is_unused && repairs < PATIENCE;
                if !self.repair(&mut round, &state.printed, &errors, is_unused) {
                    let all = if beside.is_empty() { &round } else { &beside };
                    self.take(&self.near(all, &state.printed, &errors));
                }
            }
            round.retain(|&id| self.banned[id]);
        }
    }

    /// Those of these units that are in a crate with an error; all if there are none.
    fn near(&self, all: &[UnitId], printed: &Printed, errors: &[&Message]) -> Vec<UnitId> {
        let part = |id| editions::part_of(&self.units, self.parts, id);
        let lines = errors.iter().flat_map(|error| &error.lines);
        let owners = lines.filter_map(|&line| printed.owners.get(line - 1));
        let wrong: BTreeSet<usize> = owners.map(|&id| part(id)).collect();
        let is_near = |id: &UnitId| wrong.contains(&part(*id));
        let near: Vec<UnitId> = all.iter().copied().filter(is_near).collect();
        if near.is_empty() {
            all.to_vec()
        } else {
            near
        }
    }

    /// Lifts the bans of units that are needed.
    fn take(&mut self, back: &[UnitId]) {
        for &id in back {
            self.banned[id] = false;
            self.needed[id] = true;
        }
    }

    fn ban(&mut self, round: &[UnitId]) {
        for &id in round {
            self.banned[id] = true;
        }
    }

    /// Bans these variants and cuts the arms that match them, if that is all that speaks of them.
    fn without_variants(&mut self, mut round: Vec<UnitId>) -> Result<Checked> {
        loop {
            let before: Vec<(String, BTreeSet<String>)> = self
                .units
                .all
                .iter()
                .map(|unit| (unit.open.clone(), unit.words.clone()))
                .collect();
            self.ban(&round);
            let mut state = self.check()?;
            let mut stuck = Vec::new();
            // An error in one function can hide those of another, but not forever.
            for _ in 0..8 {
                stuck = self.cut_arms(&state, |message| message.is_error);
                if !stuck.is_empty() || !state.messages.iter().any(|message| message.is_error) {
                    break;
                }
                state = self.check()?;
            }
            if !state.messages.iter().any(|message| message.is_error) {
                return Ok(state);
            }
            let says = |id: UnitId| {
                let name = self.units.all[id].name.as_deref().unwrap_or_default();
                stuck.iter().any(|(_, text)| has_word(text, name))
            };
            let occurs = |id: UnitId| {
                let name = self.units.all[id].name.as_deref().unwrap_or_default();
                stuck
                    .iter()
                    .flat_map(|(owners, _)| owners)
                    .any(|&owner| before[owner].1.contains(name))
            };
            let mut back: Vec<UnitId> = round.iter().copied().filter(|&id| says(id)).collect();
            if back.is_empty() {
                back.extend(round.iter().copied().filter(|&id| occurs(id)));
            }
            if back.is_empty() {
                back.clone_from(&round);
            }
            for (unit, (open, _)) in self.units.all.iter_mut().zip(before) {
                if unit.open != open {
                    unit.set_text(open);
                }
            }
            self.take(&back);
            round.retain(|&id| self.banned[id]);
        }
    }

    /// Cuts the arms at the places of these messages. Those where that is impossible come back:
    /// units and text.
    fn cut_arms(
        &mut self,
        state: &Checked,
        wanted: impl Fn(&Message) -> bool,
    ) -> Vec<(Vec<UnitId>, String)> {
        let mut stuck = Vec::new();
        let mut cuts: BTreeMap<UnitId, (BTreeSet<Place>, Vec<&Message>)> = BTreeMap::new();
        for message in state.messages.iter().filter(|message| wanted(message)) {
            if message.places.is_empty() {
                stuck.push((Vec::new(), message.all_text.clone()));
            }
            for &(line, column) in &message.places {
                let id = state.printed.owners[line - 1];
                let first = state.printed.first_line(id).unwrap_or_default();
                let (places, messages) = cuts.entry(id).or_default();
                places.insert((line - first, column));
                messages.push(message);
            }
        }
        let is_own_matches = |unit: &Unit| {
            unit.name.as_deref() == Some("matches") && unit.words.contains("macro_rules")
        };
        let own_matches = self.units.all.iter().any(is_own_matches);
        for (id, (places, messages)) in cuts {
            let unit = &mut self.units.all[id];
            let text = if own_matches && unit.words.contains("matches") {
                None
            } else {
                without_arms(&unit.open, matches!(unit.kind, Kind::Member), &places)
            };
            match text {
                Some(text) => unit.set_text(text),
                None => stuck.extend(
                    messages
                        .iter()
                        .map(|message| (vec![id], message.all_text.clone())),
                ),
            }
        }
        stuck
    }

    fn cut_unreachable(&mut self, state: &Checked) -> bool {
        let unreachable = |message: &Message| message.code == "unreachable_patterns";
        let all = state
            .messages
            .iter()
            .filter(|message| unreachable(message))
            .count();
        all > 0 && self.cut_arms(state, unreachable).len() < all
    }

    /// The variants that nobody constructs, unless something brings them into scope without their
    /// enum: a pattern that is one word would then become a variable.
    ///
    /// The compiler believes that values are made by name. So those stay that unsafe code may make
    /// by other means, and those whose number shows: by a hash, or as the layout of a type.
    fn never_made(&mut self, state: &Checked) -> Result<Vec<UnitId>> {
        let elsewhere = self.host.words_elsewhere(&self.units, &state.live);
        let mut round = Vec::new();
        let never = state
            .always()
            .filter(|message| message.text.contains("never constructed"));
        for &(line, _) in never.flat_map(|message| &message.places) {
            let id = state.printed.owners[line - 1];
            let unit = &self.units.all[id];
            let of = unit
                .parent
                .and_then(|parent| self.units.all[parent].name.as_deref());
            if let (Kind::Variant, Some(of), false) = (&unit.kind, of, self.needed[id]) {
                let name = unit.name.as_deref().unwrap_or_default();
                if !self.is_opened(of, name, &state.live)
                    && !elsewhere.contains(of)
                    && !round.contains(&id)
                {
                    round.push(id);
                }
            }
        }
        round.retain(|&id| {
            let siblings = self.units.all[id].parent.iter();
            let mut siblings = siblings.flat_map(|&parent| &self.units.all[parent].children);
            !siblings.any(|&id| {
                let unit = &self.units.all[id];
                state.live[id]
                    && matches!(unit.kind, Kind::Derive)
                    && unit.name.as_deref() == Some("Hash")
            })
        });
        if round.is_empty() || !may_see_through(&self.units, &state.live) {
            return Ok(round);
        }
        let hidden = |pruner: &Self, types: &BTreeSet<String>| {
            let is_hidden = |id: &UnitId| {
                let parent = pruner.units.all[*id].parent;
                let of = parent.and_then(|parent| pruner.units.all[parent].name.as_ref());
                !of.is_some_and(|of| types.contains(of))
            };
            round.iter().copied().filter(is_hidden).collect()
        };
        // Of less code not more is seen through.
        let known = self.seen_through.as_ref();
        let known: Vec<UnitId> = known.map_or_else(Vec::new, |(types, _)| hidden(self, types));
        if !known.is_empty() {
            return Ok(known);
        }
        let types = self.seen_through_now(state)?;
        Ok(hidden(self, &types))
    }

    /// Whether an import brings a variant into scope without its enum.
    fn is_opened(&self, of: &str, variant: &str, live: &[bool]) -> bool {
        let brings = |leaf: &Leaf| {
            let (path, last) = match leaf.path.split_last() {
                Some((last, path)) if !leaf.glob => (path, last == variant),
                _ => (&leaf.path[..], true),
            };
            last && path.last().is_some_and(|word| word == of)
        };
        let all = self.units.all.iter().zip(live);
        let mut all = all.filter(|(_, live)| **live).map(|(unit, _)| unit);
        all.any(|unit| match &unit.kind {
            Kind::Import(leaf) => brings(leaf),
            _ if unit.words.contains("use") && unit.words.contains(of) => {
                let imports = imports_in(unit.open.parse().unwrap_or_default());
                imports.is_none_or(|all| all.iter().flat_map(leaves).any(|leaf| brings(&leaf)))
            }
            _ => false,
        })
    }

    /// Takes back the bans that errors speak of, or bans what only spoke of banned units.
    /// `is_unused`: whether the compiler has called the units of this round unused. Whether
    /// anything was taken back or banned.
    fn repair(
        &mut self,
        round: &mut Vec<UnitId>,
        printed: &Printed,
        errors: &[&Message],
        is_unused: bool,
    ) -> bool {
        let (mut more, mut back, mut again) = (Vec::new(), Vec::new(), Vec::new());
        let (mut named, mut vague) = (Vec::new(), Vec::new());
        let macros = self.macros();
        for error in errors {
            let owners: Vec<UnitId> = error
                .places
                .iter()
                .map(|&(line, _)| printed.owners[line - 1])
                .collect();
            let lines = error
                .lines
                .iter()
                .filter_map(|&line| printed.owners.get(line - 1));
            let shown: Vec<UnitId> = lines.copied().collect();
            // Of a trait that has lost a member nobody uses, that comes back.
            let lost_member = matches!(error.code.as_str(), "E0407" | "E0437" | "E0438");
            let follows = if lost_member {
                Vec::new()
            } else if owners.is_empty() {
                // A macro that writes impls: of a trait that is gone, or such as nobody uses.
                let of = error.missing().map(|missing| missing.name);
                let of = of.filter(|_| error.code == "E0405");
                let goes = |id: &UnitId| {
                    (is_unused || of.is_some())
                        && !self.needed[*id]
                        && writes_impls(&self.units.all[*id], of, &macros)
                };
                shown.iter().copied().filter(goes).collect()
            } else {
                let all = owners.iter().map(|&id| self.follows(id, error, is_unused));
                all.collect::<Option<Vec<UnitId>>>().unwrap_or_default()
            };
            if !follows.is_empty() {
                more.extend(follows);
                continue;
            }
            let missing = error.missing();
            // What is about a macro has no place outside of it.
            let at = if owners.is_empty() { &shown } else { &owners };
            let nearness: Vec<u8> = round
                .iter()
                .map(|&id| match &missing {
                    Some(missing) if self.units.all[id].name.as_deref() == Some(missing.name) => {
                        4 + u8::from(self.is_sought(id, missing, at))
                    }
                    Some(missing) if error.code == "E0599" && self.brings(id, missing.name) => 4,
                    Some(missing) if self.is_inside(id, missing.name, &shown) => 4,
                    _ => self.nearness(id, error, &shown),
                })
                .collect();
            let best = nearness.iter().copied().max().unwrap_or(0).max(1);
            let blamed = round.iter().zip(nearness);
            let blamed = blamed.filter(|(_, near)| *near == best);
            let mut blamed: Vec<UnitId> = blamed.map(|(&id, _)| id).collect();
            self.retain_wanted(&mut blamed, error);
            (if best < NAMED { &mut vague } else { &mut named }).push(blamed);
        }
        // What one error names may be what others miss.
        let blamed = if named.is_empty() { vague } else { named };
        let is_impl = |id: &UnitId| matches!(self.units.all[*id].kind, Kind::Impl { .. });
        // Which is blamed alone is needed, and may be all that others miss.
        let alone = blamed.iter().filter(|blamed| blamed.len() == 1);
        let alone: BTreeSet<UnitId> = alone.map(|blamed| blamed[0]).filter(is_impl).collect();
        for blamed in blamed {
            let impls: Vec<UnitId> = blamed.iter().copied().filter(is_impl).collect();
            if impls.len() > 1 {
                if impls.iter().any(|id| alone.contains(id)) {
                    continue;
                }
                // One of them may be all that is needed.
                again.extend(impls);
            }
            back.extend(blamed);
        }
        self.again.extend(again);
        self.add_those_of_fields(&mut back, round);
        self.add_siblings(&mut back);
        more.retain(|id| !self.banned[*id]);
        self.ban(&more);
        self.take(&back);
        let found = !more.is_empty() || !back.is_empty();
        round.append(&mut more);
        found
    }

    /// Of several impls, those that an error says are wanted, if it does.
    fn retain_wanted(&self, blamed: &mut Vec<UnitId>, error: &Message) {
        if blamed.len() < 2 {
            return;
        }
        let bounds = error.bounds();
        let is_other = |id: &UnitId| {
            let unit = &self.units.all[*id];
            matches!(unit.kind, Kind::Impl { .. }) && is_other(&unit.open, &bounds)
        };
        let wanted = blamed.iter().copied().filter(|id| !is_other(id));
        let wanted: Vec<UnitId> = wanted.collect();
        if !wanted.is_empty() {
            *blamed = wanted;
        }
    }

    /// What goes with the units of a round because of an error in this unit: an import or an impl
    /// that names what is gone.
    ///
    /// Of what the compiler calls unused, an impl of a trait may use more than the names in its
    /// head: then it is in use no more than they are, which no lint says of impls. If it is after
    /// all, it comes back by the next error.
    fn follows(&self, id: UnitId, error: &Message, is_unused: bool) -> Option<UnitId> {
        let unresolved = matches!(
            error.code.as_str(),
            "E0412" | "E0425" | "E0432" | "E0433" | "E0405"
        );
        let unit = &self.units.all[id];
        let of = match unit.kind {
            Kind::Member if is_unused => unit.parent?,
            _ => id,
        };
        let goes = match &self.units.all[of].kind {
            Kind::Import(_) => unresolved || is_unused,
            Kind::Impl { of: name, .. } => is_unused && name.is_some() || unresolved && of == id,
            _ => false,
        };
        Some(of).filter(|&of| goes && !self.needed[of])
    }

    /// Whether a unit is a trait with a method of this name, or imports one.
    fn brings(&self, id: UnitId, method: &str) -> bool {
        let all = &self.units.all;
        let has = |of: &Unit| {
            let is_it = |&id: &UnitId| all[id].name.as_deref() == Some(method);
            matches!(of.kind, Kind::Trait) && of.children.iter().any(is_it)
        };
        match &all[id].kind {
            Kind::Import(leaf) => {
                let name = leaf.path.last();
                all.iter()
                    .any(|unit| unit.name.as_ref() == name && has(unit))
            }
            _ => has(&all[id]),
        }
    }

    /// The macros by their names.
    fn macros(&self) -> BTreeMap<&str, Vec<&Unit>> {
        let mut macros = BTreeMap::<&str, Vec<&Unit>>::new();
        for unit in &self.units.all {
            if let (Some(name), true) = (&unit.name, unit.words.contains("macro_rules")) {
                macros.entry(name).or_default().push(unit);
            }
        }
        macros
    }

    /// Whether a unit is where the compiler looks for something of its name: in the module that it
    /// tells, in that of the code at which it is missing, or in an `impl` of the type.
    fn is_sought(&self, id: UnitId, missing: &Missing<'_>, owners: &[UnitId]) -> bool {
        let unit = &self.units.all[id];
        if let (Kind::Member | Kind::Variant, Some(parent)) = (&unit.kind, unit.parent) {
            let of = &self.units.all[parent];
            let of_type = |word: &String| missing.within.is_some_and(|text| has_word(text, word));
            return match &of.kind {
                Kind::Impl { about, .. } => about.keys().any(of_type),
                _ => of.name.as_ref().is_some_and(of_type),
            };
        }
        let module = self.units.module_of(id);
        match (missing.within, module) {
            (Some(path), Some(module)) if path.contains("::") => {
                path_of(&self.units, module).is_some_and(|of| of == path)
            }
            (Some(path), Some(module)) if !matches!(path, "self" | "super" | "crate") => {
                self.units.all[module].name.as_deref() == Some(path)
            }
            _ => owners.iter().any(|&at| self.units.module_of(at) == module),
        }
    }

    /// Whether a unit is what these look for in a module of this name, which may be gone as nothing
    /// is left in it.
    fn is_inside(&self, id: UnitId, module: &str, shown: &[UnitId]) -> bool {
        let all = &self.units.all;
        let is_sought = |name: &String| shown.iter().any(|&at| all[at].words.contains(name));
        let of = self.units.module_of(id);
        of.is_some_and(|of| all[of].name.as_deref() == Some(module))
            && all[id].name.as_ref().is_some_and(is_sought)
    }

    /// How likely it is that an error comes from the ban of a unit; 0 if it seems to have nothing
    /// to do with it.
    fn nearness(&self, id: UnitId, error: &Message, shown: &[UnitId]) -> u8 {
        let unit = &self.units.all[id];
        let says = |word: &str| has_word(&error.all_text, word);
        let named = |name: &Option<String>| name.as_deref().is_some_and(says);
        match &unit.kind {
            // Nothing is of another type because it cannot be compared, shown or made of nothing.
            Kind::Derive
                if error.code == "E0308"
                    && !matches!(unit.name.as_deref(), Some("Clone" | "Copy")) =>
            {
                0
            }
            Kind::Derive => {
                let of_type = unit
                    .parent
                    .is_some_and(|id| named(&self.units.all[id].name) || shown.contains(&id));
                2 * u8::from(of_type) + u8::from(of_type && named(&unit.name))
            }
            Kind::Impl { of, about, .. } => {
                let of_type = about
                    .keys()
                    .any(|word| Some(word) != of.as_ref() && says(word));
                2 * u8::from(of_type) + u8::from(of_type && named(of))
            }
            _ if named(&unit.name) => NAMED,
            _ => {
                let mentions = |name: &String| {
                    shown
                        .iter()
                        .any(|&at| self.units.all[at].words.contains(name))
                };
                u8::from(unit.name.as_ref().is_some_and(mentions))
            }
        }
    }

    /// What the compiler calls unused.
    fn unused(&self, state: &Checked) -> Vec<UnitId> {
        let elsewhere = self.host.words_elsewhere(&self.units, &state.live);
        let mut round = Vec::new();
        for message in state.always() {
            let fits = match message.code.as_str() {
                "dead_code" => {
                    let text = &message.text;
                    text.contains("never used") || text.contains("never constructed")
                }
                "unused_imports" | "unused_macros" => true,
                _ => false,
            };
            if !fits {
                continue;
            }
            for &(line, _) in &message.places {
                let id = state.printed.owners[line - 1];
                let unit = &self.units.all[id];
                let can_go = match &unit.kind {
                    Kind::Import(_) => message.code == "unused_imports",
                    Kind::Value | Kind::Type | Kind::Trait | Kind::Member => true,
                    _ => false,
                };
                let name = match &unit.kind {
                    Kind::Import(leaf) => leaf.name(),
                    _ => unit.name.as_deref(),
                };
                let can_go = can_go && !name.is_some_and(|name| elsewhere.contains(name));
                if can_go && state.live[id] && !self.needed[id] && !round.contains(&id) {
                    round.push(id);
                }
            }
        }
        round
    }

    /// Derives and impls of foreign traits, of which only a trial tells whether they are used:
    /// those by which values are copied, or the others.
    fn optional(&self, state: &Checked, copies: bool) -> Vec<UnitId> {
        let live = &state.live;
        let elsewhere = self.host.words_elsewhere(&self.units, live);
        let traits: Vec<&str> = self
            .units
            .all
            .iter()
            .filter(|unit| matches!(unit.kind, Kind::Trait))
            .filter_map(|unit| unit.name.as_deref())
            .collect();
        let all = self
            .units
            .all
            .iter()
            .enumerate()
            .filter(|(id, _)| live[*id] && !self.needed[*id]);
        let wanted = all.filter(|(_, unit)| match &unit.kind {
            Kind::Derive => {
                let of = unit
                    .parent
                    .and_then(|parent| self.units.all[parent].name.as_deref());
                let name = unit.name.as_deref();
                name.is_some_and(|name| !traits.contains(&name) && may_go(name, copies))
                    && !of.is_some_and(|of| elsewhere.contains(of))
            }
            Kind::Impl {
                of: Some(of),
                about,
                ..
            } => {
                let types = about.keys().filter(|word| *word != of);
                !traits.contains(&of.as_str())
                    && may_go(of, copies)
                    && !types.into_iter().any(|word| elsewhere.contains(word))
            }
            Kind::Import(leaf) => !copies && is_prelude(leaf),
            _ => false,
        });
        let wanted: Vec<UnitId> = wanted.map(|(id, _)| id).collect();
        let hidden = self.hidden_behind_deref(state);
        wanted
            .into_iter()
            .filter(|id| !hidden.contains(id))
            .collect()
    }

    /// Derives and impls for types with a `Deref` whose methods are called: without the impl, the
    /// call of a method such as `to_string` may find that of the target, and the file would compile
    /// and say something else.
    fn hidden_behind_deref(&self, state: &Checked) -> Vec<UnitId> {
        let live = || (0..self.units.all.len()).filter(|&id| state.live[id]);
        let derefs = live().filter_map(|id| match &self.units.all[id].kind {
            Kind::Impl {
                of: Some(of),
                about,
                ..
            } if of == "Deref" => Some(about.keys()),
            _ => None,
        });
        let derefs: BTreeSet<&String> = derefs.flatten().filter(|word| *word != "Deref").collect();
        if derefs.is_empty() {
            return Vec::new();
        }
        // By the trait whose impl the call is in: an impl is no reason for others of its trait.
        let mut called: BTreeMap<Option<&str>, BTreeSet<String>> = BTreeMap::new();
        for id in live() {
            let unit = &self.units.all[id];
            let of = match unit.parent.map(|parent| &self.units.all[parent].kind) {
                Some(Kind::Impl { of, .. }) => of.as_deref(),
                _ => None,
            };
            if let Ok(tokens) = unit.open.parse() {
                each_called(&tokens, called.entry(of).or_default());
            }
        }
        let is_hidden = |id: &UnitId| {
            let Some(of) = self.trait_of(*id) else {
                return false;
            };
            let of_such = self.is_about(*id, |word| derefs.contains(word));
            let elsewhere = || called.iter().filter(|(within, _)| **within != Some(of));
            let is_called = |name: &&str| elsewhere().any(|(_, names)| names.contains(*name));
            of_such && methods_of(of).iter().any(is_called)
        };
        live().filter(is_hidden).collect()
    }
}

/// The first line that a message is about.
fn line_of(message: &Message) -> Option<usize> {
    let place = message.places.first().map(|place| place.0);
    place.or_else(|| message.lines.first().copied())
}

/// After so many repairs nothing goes beside a round any more.
const PATIENCE: usize = 12;

/// So many impls are tried again one by one.
const FEW: usize = 24;

/// The nearness of a unit that an error names; what is less near, it only seems to speak of.
const NAMED: u8 = 3;

/// What follows each `impl` of a text.
fn heads(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let all = text.match_indices("impl ");
    all.filter(move |(at, _)| !text[..*at].ends_with(is_word))
        .map(|(at, word)| &text[at + word.len()..])
}

/// Whether a unit is the call of a macro that makes impls and nothing else: of this trait, or of
/// one that it is given.
fn writes_impls(call: &Unit, of: Option<&str>, all: &BTreeMap<&str, Vec<&Unit>>) -> bool {
    if !matches!(&call.kind, Kind::Call { defines } if defines.is_empty()) {
        return false;
    }
    // A macro may leave it to others.
    let (mut macros, mut next) = (Vec::<&Unit>::new(), vec![call]);
    while let Some(by) = next.pop() {
        let named = by.words.iter().filter_map(|word| all.get(word.as_str()));
        for &unit in named.flatten() {
            if !macros.iter().any(|known| std::ptr::eq(*known, unit)) {
                macros.push(unit);
                next.push(unit);
            }
        }
    }
    let is_such = |rest: &str| {
        let head = rest.split(" for ").next().unwrap_or_default();
        of.is_none_or(|of| has_word(head, of)) || head.starts_with('$') || head.contains("> $")
    };
    let mut impls = macros.iter().flat_map(|by| heads(&by.open)).peekable();
    impls.peek().is_some() && impls.all(is_such) && !macros.iter().any(|by| makes_items(&by.open))
}

/// The names behind a single dot.
fn each_called(tokens: &TokenStream, called: &mut BTreeSet<String>) {
    let mut after_dot = false;
    for tree in tokens.clone() {
        match &tree {
            TokenTree::Ident(name) if after_dot => {
                called.insert(plain(name));
            }
            TokenTree::Group(group) => each_called(&group.stream(), called),
            _ => {}
        }
        after_dot = is_punct(Some(&tree), '.');
    }
}

/// The methods that a type gets with a trait of the standard library, if they say nothing about the
/// type: only then can that of another type take their place.
fn methods_of(of: &str) -> &'static [&'static str] {
    match of {
        "Debug" => &["fmt"],
        "Display" => &["fmt", "to_string"],
        "PartialEq" => &["eq", "ne"],
        "PartialOrd" => &["partial_cmp", "lt", "le", "gt", "ge"],
        "Ord" => &["cmp"],
        "Hash" => &["hash"],
        _ => &[],
    }
}

/// Whether crates without the standard library import what all others have anyway.
fn is_prelude(leaf: &Leaf) -> bool {
    let path: Vec<&str> = leaf.path.iter().map(String::as_str).collect();
    leaf.alias.is_none()
        && matches!(
            path[..],
            ["std", "boxed", "Box"]
                | ["std", "string", "String" | "ToString"]
                | ["std", "borrow", "ToOwned"]
                | ["std", "vec", "Vec"]
                | ["std", "vec" | "format"]
        )
}

/// Whether a file that compiles without an impl of this trait does the same: the compiler looks for
/// no other way, or the proof at the end shows it. `copies`: whether values are copied by the
/// trait.
fn may_go(name: &str, copies: bool) -> bool {
    match name {
        "Clone" | "Copy" => copies,
        "Drop" | "Deref" | "Iterator" | "Send" | "Sync" | "Unpin" | "UnwindSafe"
        | "RefUnwindSafe" => false,
        _ => !copies,
    }
}

pub(crate) fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .any(|found| found == word)
}

/// Code with whole numbers that do not say their types, and whether one did.
fn without_suffixes(tokens: TokenStream) -> (TokenStream, bool) {
    let mut is_new = false;
    let tree = |tree: TokenTree| match tree {
        TokenTree::Group(group) => {
            let (inner, has_new) = without_suffixes(group.stream());
            is_new |= has_new;
            TokenTree::Group(same_group(&group, inner))
        }
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            let digits = text.split_once('u').map(|(digits, _)| digits.parse());
            match digits {
                Some(Ok(number)) => {
                    is_new = true;
                    TokenTree::Literal(Literal::u64_unsuffixed(number))
                }
                _ => TokenTree::Literal(literal),
            }
        }
        other => other,
    };
    let new = tokens.into_iter().map(tree).collect();
    (new, is_new)
}
