//! `cargo singlefile` on small programs that are made up: a program and two libraries, whose
//! modules, names and paths come from the bytes. What the compiler says about the bundles is the
//! business of `tests/bundler.rs`, which takes longer; here is what can be seen without it.

mod items;
mod world;

use cargo_singlefile::{bundle, CrateInfo, Form};
use items::Items;
use proc_macro2::{Spacing, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use world::CRATES;

/// A program that was made up.
#[derive(Debug)]
pub struct Program {
    /// The program and its libraries, each of which may use those behind it: the name, and the
    /// paths and contents of its files, of which `root.rs` is the first that is read.
    pub crates: Vec<(&'static str, Vec<(String, String)>)>,
    /// Numbers that occur in what the program needs, and nowhere else.
    pub needed: BTreeSet<u32>,
    /// The editions of the crates: libraries may be older than the program.
    pub editions: [u16; 3],
}

impl Program {
    /// The program that these bytes mean. Whatever they are, it compiles.
    #[must_use]
    pub fn of(data: &[u8]) -> Program {
        let mut world = Items::new(data);
        let needed = world.fill().marks;
        let krate = |id| (CRATES[id], world.files(id));
        Program {
            crates: (0..CRATES.len()).map(krate).collect(),
            needed,
            editions: Program::editions(data),
        }
    }

    /// Takes no bytes from what makes the crates.
    fn editions(data: &[u8]) -> [u16; 3] {
        match data.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte)) % 3 {
            0 => [2021; 3],
            1 => [2021, 2021, 2018],
            _ => [2021, 2018, 2018],
        }
    }

    /// Writes all files, for each crate into a folder of its name.
    ///
    /// # Panics
    /// If that is impossible.
    pub fn write(&self, folder: &Path) {
        for (name, files) in &self.crates {
            for (path, text) in files {
                let path = folder.join(name).join(path);
                let parent = path.parent().expect("a folder");
                fs::create_dir_all(parent).expect("a folder can be made");
                fs::write(path, text).expect("a file can be written");
            }
        }
    }

    /// What the bundler has to know about the crates in this folder.
    #[must_use]
    pub fn described(&self, folder: &Path) -> Vec<CrateInfo> {
        let info = |id: usize| {
            let root = folder.join(CRATES[id]).join("root.rs");
            let mut info = CrateInfo::new(CRATES[id], root, self.editions[id]);
            let below = (id + 1..CRATES.len()).map(|other| (CRATES[other].to_owned(), other));
            info.externs = below.collect();
            info
        };
        (0..CRATES.len()).map(info).collect()
    }
}

/// A folder that is gone when this is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("singlefile-fuzz-{}-{number}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A program that is made up, and the same with some of its tokens changed.
pub(crate) fn bundler(data: &[u8]) {
    let (first, data) = match data.split_first() {
        Some((&first, data)) => (first, data),
        None => return,
    };
    let scratch = Scratch::new();
    let mut program = Program::of(data);
    if first >= 128 {
        program.damage(data);
        program.write(&scratch.0);
        // Whatever it says about that: it comes to an end.
        let form = match first % 2 {
            0 => Form::Minified,
            _ => Form::Readable,
        };
        let _ = bundle(program.described(&scratch.0), &[form], None);
        return;
    }
    program.write(&scratch.0);
    let texts = bundle(program.described(&scratch.0), &Form::FULL, None);
    let texts = texts.unwrap_or_else(|error| panic!("{error}"));
    for text in &texts {
        for mark in &program.needed {
            assert!(text.contains(&mark.to_string()), "{mark} is lost:\n{text}");
        }
    }
    let text = &texts[0];
    assert_same(&texts[1], text);
    // A bundle is a program: what is bundled again has nothing left to lose.
    let again = scratch.0.join("again.rs");
    fs::write(&again, text).expect("a file can be written");
    let info = CrateInfo::new(CRATES[0], again, 2021);
    let twice = bundle(vec![info], &[Form::Readable], None);
    let twice = twice.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_same(&twice[0], text);
}

/// Two texts have the same tokens.
fn assert_same(text: &str, expected: &str) {
    let [found, wanted] = [text, expected].map(tokens);
    let differ = (0..found.len().max(wanted.len())).find(|&k| found.get(k) != wanted.get(k));
    if let Some(k) = differ {
        let around = |tokens: &[String]| {
            let from = k.saturating_sub(12).min(tokens.len());
            tokens[from..tokens.len().min(k + 5)].join(" ")
        };
        let [found, wanted] = [around(&found), around(&wanted)];
        panic!("{found}\nnot\n{wanted}\nin\n{text}\nnot\n{expected}");
    }
}

/// Signs that mean something else if there is no blank between them.
const STICK: [&str; 21] = [
    "==", "!=", "<=", ">=", "=>", "->", "<-", "::", "&&", "||", "<<", ">>", "+=", "-=", "*=", "/=",
    "%=", "^=", "&=", "|=", "..",
];

/// The tokens of a text, and which signs stick to each other. A comma at the end of a list is a
/// matter of taste.
fn tokens(text: &str) -> Vec<String> {
    fn walk(tokens: TokenStream, out: &mut Vec<String>) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (k, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(group) => {
                    out.push(format!("{:?}", group.delimiter()));
                    walk(group.stream(), out);
                    if out.last().map(String::as_str) == Some(",") {
                        out.pop();
                    }
                    out.push("end".into());
                }
                TokenTree::Punct(sign) => {
                    let mut word = sign.to_string();
                    if let (Some(TokenTree::Punct(next)), Spacing::Joint) =
                        (trees.get(k + 1), sign.spacing())
                    {
                        let both = format!("{word}{next}");
                        word += if STICK.contains(&both.as_str()) {
                            "~"
                        } else {
                            ""
                        };
                    }
                    out.push(word);
                }
                other => out.push(other.to_string()),
            }
        }
    }
    let mut out = Vec::new();
    walk(text.parse().expect("tokens"), &mut out);
    out
}

impl Program {
    /// Drops, repeats and swaps some words of the files.
    fn damage(&mut self, data: &[u8]) {
        let mut turns = data.iter().rev().take(12).map(|&byte| usize::from(byte));
        while let (Some(krate), Some(at), Some(what)) = (turns.next(), turns.next(), turns.next()) {
            let (_, files) = &mut self.crates[krate % CRATES.len()];
            let count = files.len();
            let text = &mut files[krate / CRATES.len() % count].1;
            let cuts: Vec<usize> = text
                .char_indices()
                .filter(|(_, c)| !c.is_alphanumeric())
                .map(|(at, _)| at)
                .collect();
            if cuts.len() < 2 {
                continue;
            }
            let first = at * cuts.len() / 256;
            let (from, to) = (
                cuts[first],
                cuts[(first + 1 + what / 8).min(cuts.len() - 1)],
            );
            let piece = text[from..to].to_owned();
            match what % 8 {
                0 | 1 => text.replace_range(from..to, ""),
                2 => text.insert_str(from, &piece),
                3 => text.insert_str(from, &piece.repeat(40)),
                4 => text.insert_str(from, &"(".repeat(what * 3)),
                5 => text.insert_str(from, &"-!&".repeat(what * 3)),
                6 => text.insert_str(from, " crate :: "),
                _ => text.insert_str(from, &"{[(".repeat(what)),
            }
        }
    }
}
