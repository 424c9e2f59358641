//! What every vector of AVX2 takes.
//!
//! Unsafe because the instructions exist on some machines only. Each user says what they gain.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

/// The proof that the machine has AVX2 and what goes with it.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

/// A register: 256 bits. One comes from the token or from others, and so is a proof itself.
#[derive(Clone, Copy)]
pub(crate) struct Vector(pub(crate) __m256i);

/// Something to do with vectors. What it calls must be inlined to profit from them.
pub(crate) trait Work {
    type Output;
    fn work(self, zero: Vector) -> Self::Output;
}

impl Avx2 {
    pub(crate) fn detect() -> Option<Self> {
        let found = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        found.then_some(Avx2(()))
    }

    /// Does the work in a function that is compiled for these instructions.
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the machine has the instructions.
        unsafe { compiled(work) }
    }
}

/// # Safety
/// The machine has what is named here.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn compiled<W: Work>(work: W) -> W::Output {
    work.work(Vector(_mm256_setzero_si256()))
}

/// Safe functions of [`Vector`]s, each of which is an instruction or a few. They read and write no
/// memory but what is behind a reference, and transmute nothing but arrays of 256 bits.
macro_rules! registers {
    ($(fn $name:ident $(<const $n:ident: $t:ty>)? ($($argument:tt)*) -> $result:ty = $body:expr;)+)
    => {$(
        #[inline(always)]
        fn $name $(<const $n: $t>)? ($($argument)*) -> $result {
            // SAFETY: a vector proves that the machine has the instructions.
            unsafe { $body }
        }
    )+};
}
pub(crate) use registers;
