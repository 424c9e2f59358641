//! Small crates of ours that do the work of large published ones inside a bundle.

use crate::graph::CrateInfo;

const TABLE: &[(&str, &str, &str)] = &[
    ("bitflags", "2.", include_str!("../stand-ins/bitflags.rs")),
    ("smallvec", "1.", include_str!("../stand-ins/smallvec.rs")),
    ("stacker", "0.1.", include_str!("../stand-ins/stacker.rs")),
];

/// Crates that need assembly for a part of what they do, and have another way for processors of
/// which they know none: what a program does not get by that way.
const WITHOUT_ASSEMBLY: &[(&str, &str)] = &[("psm", NO_STACK), ("stacker", NO_STACK)];

const NO_STACK: &str = "what asks for more stack in deep recursion gets none";

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

/// What the bundle does not do, as the assembly of this crate stays behind.
pub(crate) fn lacks(info: &CrateInfo) -> Option<&'static str> {
    let mut crates = WITHOUT_ASSEMBLY.iter();
    let of = crates.find(|(name, _)| info.name == *name)?;
    Some(of.1)
}
