//! Versions in their order, and which of them fit: `semver`.
use semver::{Version, VersionReq};

fn main() {
    let numbers = input::numbers();
    let versions = numbers.chunks_exact(3).map(|three| {
        Version::parse(&format!("{}.{}.{}-rc.1", three[0], three[1], three[2])).unwrap()
    });
    let wanted = VersionReq::parse(">=3.1, <9").unwrap();
    let mut all: Vec<Version> = versions.collect();
    all.sort();
    for mut version in all {
        print!("{version} ");
        version.pre = semver::Prerelease::EMPTY;
        println!("{}", wanted.matches(&version));
    }
}
