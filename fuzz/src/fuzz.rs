//! The target that the variable `FUZZ_TARGET` names, under libFuzzer.

#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<String> =
    LazyLock::new(|| std::env::var("FUZZ_TARGET").expect("FUZZ_TARGET names a target"));

libfuzzer_sys::fuzz_target!(|data: &[u8]| exactcover_fuzz::run(&TARGET, data));
