//! What all vector code here has in common: one pattern, for each engine with lanes of its own.
//!
//! * A token, as [`Avx2`], can be made only where the machine has the instructions. A vector comes
//!   from a token or from other vectors: whoever has one of either may use them.
//! * What an engine does with vectors is a trait `Lanes` of its own, with a portable twin that the
//!   tests compare. The [`instructions`] stand in one table for each kind of vectors.
//! * A search is generic, and `#[inline(always)]` all through. The token runs it, as a [`Work`], in
//!   a function that is compiled for its instructions; what is not inlined there makes a call of
//!   each of them.
//!
//! Unsafe because the instructions exist on some machines only. Each user says what they gain.
#![allow(unsafe_code)]

/// Something to do in a function of its own, which can be compiled for other instructions than its
/// caller. What it calls must be inlined to profit from that.
pub(crate) trait Work {
    type Output;
    fn work(self) -> Self::Output;
}

/// The proof that the machine has AVX2 and what goes with it.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

#[cfg(all(feature = "std", target_arch = "x86_64"))]
impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        let found = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        found.then_some(Avx2(()))
    }

    /// Does the work in a function that is compiled for these instructions.
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the machine has the instructions.
        unsafe { compiled_for_avx2(work) }
    }
}

/// # Safety
/// The machine has what is named here.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
unsafe fn compiled_for_avx2<W: Work>(work: W) -> W::Output {
    work.work()
}

/// Functions that are inlined into what calls them, whatever instructions that is compiled for.
macro_rules! inlined {
    ($(fn $name:ident($($argument:tt)*) -> $result:ty = $body:expr;)+) => {$(
        #[inline(always)]
        fn $name($($argument)*) -> $result {
            $body
        }
    )+};
}
pub(super) use inlined;

/// Safe functions of a token or of vectors, each of which is an instruction or a few. They read and
/// write no memory but what is behind a reference, and transmute nothing but arrays of 256 bits.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
macro_rules! instructions {
    ($(fn $name:ident($($argument:tt)*) -> $result:ty = $body:expr;)+) => {$(
        #[inline(always)]
        fn $name($($argument)*) -> $result {
            // SAFETY: a token, or a vector, proves that the machine has the instructions.
            unsafe { $body }
        }
    )+};
}
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(super) use instructions;
