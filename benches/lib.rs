//! Instances and helpers that the benches share.
