//! Small crates of ours that do the work of large published ones inside a bundle.

use crate::graph::CrateInfo;

const TABLE: &[(&str, &str, &str)] = &[
    ("bitflags", "2.", include_str!("../stand-ins/bitflags.rs")),
    ("smallvec", "1.", include_str!("../stand-ins/smallvec.rs")),
];

/// Our source for this crate, if it comes from the registry and there is one.
pub(crate) fn source(info: &CrateInfo) -> Option<&'static str> {
    TABLE
        .iter()
        .find(|(name, version, _)| {
            info.from_registry && info.name == *name && info.version.starts_with(version)
        })
        .map(|(_, _, text)| *text)
}

/// Whether there is one for some crate.
pub(crate) fn any(crates: &[CrateInfo]) -> bool {
    crates.iter().any(|info| source(info).is_some())
}
