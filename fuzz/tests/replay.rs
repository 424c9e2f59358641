//! The corpus and every input that once broke something, without libFuzzer.

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = match fs::read_dir(&folder) {
        Ok(entries) => entries
            .map(|entry| entry.expect("an entry").path())
            .collect(),
        Err(_) => Vec::new(),
    };
    files.sort();
    files
}

/// One test for all targets: what they take of memory is counted for the whole process.
#[test]
fn the_corpus_breaks_nothing() {
    for (name, _) in exactcover_fuzz::TARGETS {
        let corpus = files(&format!("corpus/{name}"));
        assert!(!corpus.is_empty(), "{name} has no corpus");
        for file in corpus
            .into_iter()
            .chain(files(&format!("regressions/{name}")))
        {
            println!("{}", file.display());
            exactcover_fuzz::run(name, &fs::read(&file).expect("the file can be read"));
        }
    }
}

/// Bytes that nobody chose, a few for each target: every target must take them, too.
#[test]
fn arbitrary_bytes_break_nothing() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut byte = || {
        // Xorshift, so that the bytes are the same everywhere.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    for length in (0..300).step_by(3) {
        let data: Vec<u8> = (0..length).map(|_| byte()).collect();
        for (name, _) in exactcover_fuzz::TARGETS {
            exactcover_fuzz::run(name, &data);
        }
    }
}
