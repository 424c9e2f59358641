//! The contest programs as processes: on every input of `testdata`, on malformed input, and on
//! input that was made to break them. One test program, which the tests of bundles run with the
//! bundles in their place.

mod common;
#[cfg(unix)]
mod hostile;
mod malformed;
mod samples;
