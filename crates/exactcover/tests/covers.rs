//! The numbers of covers of `testdata/covers`, which other programs have counted.

use exactcover::{format, Builder, Limits, Outcome, Problem};
use std::fs;
use std::path::Path;

/// What takes longer than all others together.
const LARGE: [&str; 3] = ["tet10x12", "torus12", "trom12"];

/// All partitions of a set of this size: too long for a file.
fn partitions(size: usize) -> Problem {
    let mut builder: Builder<()> = Problem::builder();
    let items = builder.primaries(size);
    for set in 1..1 << size {
        let some = items.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
        builder.option((), some.map(|(_, &item)| item));
    }
    builder.build().expect("a valid problem")
}

/// Holds the counts of the instances with these names to the table; how many there are.
fn hold(is_wanted: impl Fn(&str) -> bool) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/covers");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file of testdata");
    let table = read("counts.tsv");
    let rows = table.lines().skip(1);
    let rows = rows.map(|row| row.split_once('\t').expect("a name and a count"));
    let mut held = 0;
    for (name, count) in rows.filter(|(name, _)| is_wanted(name)) {
        let report = if name == "bell14" {
            partitions(14).count_all(Limits::none())
        } else {
            let parsed = format::read(&read(&format!("{name}.dlx"))).expect("a valid file");
            parsed.problem.count_all(Limits::none())
        };
        assert_eq!(report.outcome, Outcome::Exhausted, "{name}");
        assert_eq!(report.answer.to_string(), count, "{name}");
        held += 1;
    }
    held
}

#[test]
fn covers_are_as_many_as_others_have_counted() {
    assert_eq!(hold(|name| !LARGE.contains(&name)), 21);
}

#[test]
#[ignore = "half a minute in release: cargo test --release -p exactcover --test covers -- --ignored"]
fn many_covers_are_as_many_as_others_have_counted() {
    assert_eq!(hold(|name| LARGE.contains(&name)), 3);
}
