//! The words of intermediate code with one name for each item, wherever it stands.

use std::collections::BTreeMap;

use crate::mir::{Body, Word};

/// The items by their paths, for the names that both forms of a file have in common.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) children: BTreeMap<String, Tree>,
    pub(super) items: BTreeMap<String, Word>,
}

impl Tree {
    pub(super) fn add(&mut self, path: &[String], name: String, common: &str) {
        let mut at = self;
        for word in path {
            at = at.children.entry(word.clone()).or_default();
        }
        at.items.insert(name, Word::new(common));
    }

    pub(super) fn body(&self, body: Body) -> Body {
        Body {
            head: self.words(&body.head),
            lines: body
                .lines
                .into_iter()
                .map(|line| self.words(&line))
                .collect(),
        }
    }

    /// The words with one name for each path to an item of the file, and none for paths to modules.
    fn words(&self, words: &[Word]) -> Vec<Word> {
        let colons = |at: usize| {
            let colon = |at: usize| words.get(at).is_some_and(|word| word == ":");
            colon(at) && colon(at + 1)
        };
        let mut out = Vec::with_capacity(words.len());
        let mut at = 0;
        while at < words.len() {
            if at >= 2 && colons(at - 2) {
                out.push(words[at].clone());
                at += 1;
                continue;
            }
            let mut tree = self;
            while let Some(next) = words.get(at).and_then(|word| tree.children.get(&**word)) {
                if !colons(at + 1) {
                    break;
                }
                tree = next;
                at += 3;
            }
            match words.get(at).map(|word| (word, tree.items.get(&**word))) {
                Some((_, Some(common))) => out.push(common.clone()),
                Some((word, None)) => out.push(word.clone()),
                None => break,
            }
            at += 1;
        }
        in_one_way(&out)
    }
}

/// Methods of an `impl` in another module than its type are printed as `<impl Type<u8>>::f`, and
/// not as `Type::<u8>::f`.
fn in_one_way(words: &[Word]) -> Vec<Word> {
    let is = |at: usize, word: &str| words.get(at).is_some_and(|found| found == word);
    let mut out = Vec::with_capacity(words.len());
    // Whether `<` has been left out, for each that is open.
    let mut open = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if is(at, "<") {
            let is_block = is(at + 1, "impl") && !is(at + 2, "at");
            open.push(is_block);
            if is_block {
                at += 2;
                continue;
            }
        } else if is(at, ">") && !(at > 0 && is(at - 1, "-")) && open.pop() == Some(true) {
            at += 1;
            continue;
        } else if is(at, ":") && is(at + 1, ":") && is(at + 2, "<") {
            at += 2;
            continue;
        }
        out.push(words[at].clone());
        at += 1;
    }
    out
}
