//! The corpus, damaged and not, and every input that once broke something, without libFuzzer.

use exactcover::SplitMix64;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// The corpus of a target. That of a contest program begins with the samples of `testdata`.
fn corpus(name: &str) -> Vec<PathBuf> {
    let samples = files(&format!("../testdata/{name}")).into_iter();
    let samples = samples.filter(|file| file.extension().is_some_and(|end| end == "in"));
    let corpus: Vec<PathBuf> = samples.chain(files(&format!("corpus/{name}"))).collect();
    assert!(!corpus.is_empty(), "{name} has no corpus");
    corpus
}

/// What the targets take of memory is counted for the whole process, so that tests must take turns.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn the_corpus_breaks_nothing() {
    let _alone = alone();
    for name in exactcover_fuzz::targets() {
        let regressions = files(&format!("regressions/{name}"));
        for file in corpus(name).into_iter().chain(regressions) {
            println!("{}", file.display());
            exactcover_fuzz::run(name, &fs::read(&file).expect("the file can be read"));
        }
    }
}

/// Bytes that nobody chose, a few for each target: every target must take them, too.
#[test]
fn arbitrary_bytes_break_nothing() {
    let _alone = alone();
    let mut random = SplitMix64::new(1);
    for length in (0..300).step_by(3) {
        let data: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        for name in exactcover_fuzz::targets() {
            exactcover_fuzz::run(name, &data);
        }
    }
}

/// Inputs of the corpus with small and large damage, `DAMAGED` of them for each target: what
/// libFuzzer does, without looking where it leads.
#[test]
fn damaged_inputs_break_nothing() {
    let _alone = alone();
    let wanted = std::env::var("DAMAGED").ok();
    let rounds: u32 = wanted.map_or(300, |wanted| wanted.parse().expect("a number of inputs"));
    let mut random = SplitMix64::new(2);
    for name in exactcover_fuzz::targets() {
        let corpus: Vec<Vec<u8>> = corpus(name)
            .into_iter()
            .map(|file| fs::read(file).expect("the file can be read"))
            .collect();
        // A bundle takes a hundred times as long as anything else.
        let rounds = if name == "bundler" {
            rounds / 100
        } else {
            rounds
        };
        for _ in 0..rounds {
            let mut data = pick(&corpus, &mut random).clone();
            for _ in 0..=random.below(4) {
                damage(&mut data, pick(&corpus, &mut random), &mut random);
            }
            data.truncate(2000);
            exactcover_fuzz::run(name, &data);
        }
    }
}

fn pick<'a>(all: &'a [Vec<u8>], random: &mut SplitMix64) -> &'a Vec<u8> {
    &all[random.below(all.len())]
}

/// Changes, takes out, doubles or brings in a few bytes, those of another input in the last case.
fn damage(data: &mut Vec<u8>, other: &[u8], random: &mut SplitMix64) {
    let mut range = |length: usize| {
        let start = random.below(length + 1);
        let most = (length - start).min(1 << random.below(7));
        start..start + random.below(most + 1)
    };
    let (here, there) = (range(data.len()), range(other.len()));
    match random.below(4) {
        0 => data[here]
            .iter_mut()
            .for_each(|byte| *byte ^= 1 << random.below(8)),
        1 => drop(data.drain(here)),
        2 => {
            let twice = data[here.clone()].to_vec();
            data.splice(here.end..here.end, twice);
        }
        _ => drop(data.splice(here, other[there].iter().copied())),
    }
}
