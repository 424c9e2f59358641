//! What the compiler finds unused goes, until it finds nothing more. Then traits are tried: derives and impls without
//! which the file still compiles go too.

use crate::combine::Part;
use crate::error::{Error, Result};
use crate::reach::reach;
use crate::rustc::{Message, Rustc};
use crate::units::{Kind, Printed, UnitId, Units};

/// The bans of a bundle and what led to them.
pub(crate) struct Pruner<'a> {
    units: &'a Units,
    parts: &'a [Part],
    rustc: &'a Rustc,
    banned: Vec<bool>,
    /// Tried without, in vain.
    needed: Vec<bool>,
}

impl<'a> Pruner<'a> {
    pub(crate) fn new(units: &'a Units, parts: &'a [Part], rustc: &'a Rustc) -> Self {
        let none = vec![false; units.all.len()];
        Pruner {
            units,
            parts,
            rustc,
            banned: none.clone(),
            needed: none,
        }
    }

    /// The marks of what stays.
    ///
    /// # Errors
    /// If the file does not compile even with everything that names reach.
    pub(crate) fn run(mut self) -> Result<Vec<bool>> {
        let (mut live, mut printed) = self.print()?;
        let mut messages = self.rustc.check(&printed.text)?;
        if let Some(error) = messages.iter().find(|message| message.is_error) {
            return Err(Error::new(format!(
                "the file does not compile:\n{}",
                error.rendered
            )));
        }
        let mut trials = 2;
        loop {
            let mut round = self.unused(&live, &printed, &messages);
            if round.is_empty() && trials > 0 {
                // What was needed at first may be free once its users are gone.
                trials -= 1;
                round = self.optional(&live);
            }
            if round.is_empty() {
                return Ok(live);
            }
            (live, printed, messages) = self.without(round)?;
        }
    }

    fn print(&self) -> Result<(Vec<bool>, Printed)> {
        let live = reach(self.units, self.parts, &self.banned)?;
        let printed = self.units.print(&live);
        Ok((live, printed))
    }

    /// Bans what can be spared of these units.
    fn without(&mut self, mut round: Vec<UnitId>) -> Result<(Vec<bool>, Printed, Vec<Message>)> {
        for &id in &round {
            self.banned[id] = true;
        }
        loop {
            let (live, printed) = self.print()?;
            let messages = self.rustc.check(&printed.text)?;
            let errors: Vec<&Message> =
                messages.iter().filter(|message| message.is_error).collect();
            if errors.is_empty() {
                return Ok((live, printed, messages));
            }
            self.repair(&mut round, &printed, &errors);
        }
    }

    /// Takes back the bans that errors speak of, or bans what only spoke of banned units.
    fn repair(&mut self, round: &mut Vec<UnitId>, printed: &Printed, errors: &[&Message]) {
        let mut more = Vec::new();
        let mut back = Vec::new();
        for error in errors {
            let owners: Vec<UnitId> = error
                .places
                .iter()
                .map(|&(line, _)| printed.owners[line - 1])
                .collect();
            let follows = |&id: &UnitId| {
                let unresolved = matches!(
                    error.code.as_str(),
                    "E0412" | "E0425" | "E0432" | "E0433" | "E0405"
                );
                unresolved && matches!(self.units.all[id].kind, Kind::Import(_) | Kind::Impl { .. })
            };
            if !owners.is_empty() && owners.iter().all(follows) {
                more.extend(owners);
                continue;
            }
            let lines = error
                .lines
                .iter()
                .filter_map(|&line| printed.owners.get(line - 1));
            let shown: Vec<UnitId> = lines.copied().collect();
            let nearness: Vec<u8> = round
                .iter()
                .map(|&id| self.nearness(id, error, &shown))
                .collect();
            let best = nearness.iter().copied().max().unwrap_or(0).max(1);
            back.extend(
                round
                    .iter()
                    .zip(nearness)
                    .filter(|(_, near)| *near == best)
                    .map(|(&id, _)| id),
            );
        }
        more.retain(|id| !self.banned[*id]);
        if more.is_empty() && back.is_empty() {
            back.clone_from(round);
        }
        for id in more {
            self.banned[id] = true;
            round.push(id);
        }
        for id in back {
            self.banned[id] = false;
            self.needed[id] = true;
        }
        round.retain(|&id| self.banned[id]);
    }

    /// How likely it is that an error comes from the ban of a unit; 0 if it seems to have nothing to do with it.
    fn nearness(&self, id: UnitId, error: &Message, shown: &[UnitId]) -> u8 {
        let unit = &self.units.all[id];
        let says = |word: &str| has_word(&error.all_text, word);
        let named = |name: &Option<String>| name.as_deref().is_some_and(says);
        match &unit.kind {
            Kind::Derive => {
                let of_type = unit
                    .parent
                    .is_some_and(|id| named(&self.units.all[id].name) || shown.contains(&id));
                2 * u8::from(of_type) + u8::from(of_type && named(&unit.name))
            }
            Kind::Impl { of, about } => {
                let of_type = about
                    .iter()
                    .any(|word| Some(word) != of.as_ref() && says(word));
                2 * u8::from(of_type) + u8::from(of_type && named(of))
            }
            _ if named(&unit.name) => 3,
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
    fn unused(&self, live: &[bool], printed: &Printed, messages: &[Message]) -> Vec<UnitId> {
        let mut round = Vec::new();
        for message in messages {
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
                let id = printed.owners[line - 1];
                let unit = &self.units.all[id];
                let can_go = match &unit.kind {
                    Kind::Import(_) => message.code == "unused_imports",
                    Kind::Value | Kind::Type | Kind::Trait | Kind::Member => true,
                    _ => false,
                };
                if can_go && live[id] && !self.needed[id] && !round.contains(&id) {
                    round.push(id);
                }
            }
        }
        round
    }

    /// Derives and impls of foreign traits, of which only a trial tells whether they are used.
    fn optional(&self, live: &[bool]) -> Vec<UnitId> {
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
            .filter(|(id, _)| live[*id]);
        let wanted = all.filter(|(_, unit)| match &unit.kind {
            Kind::Derive => unit
                .name
                .as_deref()
                .is_some_and(|name| !traits.contains(&name) && may_go(name)),
            Kind::Impl { of: Some(of), .. } => !traits.contains(&of.as_str()) && may_go(of),
            _ => false,
        });
        wanted.map(|(id, _)| id).collect()
    }
}

/// Whether a file that compiles without an impl of this trait does the same: the compiler never looks for another way.
fn may_go(name: &str) -> bool {
    !matches!(
        name,
        "Drop"
            | "Clone"
            | "Copy"
            | "Deref"
            | "DerefMut"
            | "Iterator"
            | "Send"
            | "Sync"
            | "Unpin"
            | "UnwindSafe"
            | "RefUnwindSafe"
    )
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .any(|found| found == word)
}
