//! What whoever asks and every engine agree on: settings, limits and outcomes, the contract of an
//! engine, and the loop that drives all of them.
//!
//! An engine is a [`Kernel`](kernel::Kernel), which knows how to look at the current state, try the
//! next option and go back, or a [`Drive`](drive::Drive), which goes all the way to the next event
//! by itself. Limits, pauses and ends are written once for both, in [`machine`]. Nothing here knows
//! an engine by name, and nothing in an engine knows who asks.

pub(crate) mod alarm;
pub(crate) mod drive;
pub(crate) mod kernel;
pub(crate) mod limits;
#[cfg(test)]
pub(crate) mod looks;
pub(crate) mod machine;
pub(crate) mod observer;
pub(crate) mod outcome;
pub(crate) mod progress;
pub(crate) mod settings;
