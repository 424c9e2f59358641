//! Lanes of one register, for machines with AVX2.
//!
//! Unsafe because the instructions exist on some machines only. Puzzles take two to three times as
//! long with [`Plain`](super::Plain).
#![allow(unsafe_code)]

use super::{Lanes, Work};
use core::arch::x86_64::*;

/// Whether [`Avx2`] may be used on this machine; nothing of it may be called otherwise.
#[inline]
pub(super) fn available() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
}

#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

// SAFETY (of every block below): `run` and `on_all`, the only users of `Avx2`, have seen
// `available()` return true, so the instructions exist. The transmutations are between types of
// 256 bits without invalid values, and the only load is of 32 bytes behind a reference to as many.
impl Lanes for Avx2 {
    #[inline(always)]
    fn new(words: [u32; 8]) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { core::mem::transmute::<[u32; 8], __m256i>(words) })
    }

    #[inline(always)]
    fn words(self) -> [u32; 8] {
        // SAFETY: see above.
        unsafe { core::mem::transmute::<__m256i, [u32; 8]>(self.0) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_slli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_srli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_sub_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_min_epu32(self.0, other.0) })
    }

    #[inline(always)]
    fn swap(self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_permute2x128_si256::<0x01>(self.0, self.0) })
    }

    #[inline(always)]
    fn next(self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_shuffle_epi32::<0b11_00_10_01>(self.0) })
    }

    #[inline(always)]
    fn last(self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_shuffle_epi32::<0b11_01_00_10>(self.0) })
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see above.
        unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: see above.
        unsafe {
            let zeros = _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256());
            _mm256_movemask_ps(_mm256_castsi256_ps(zeros)) as u32
        }
    }

    #[inline(always)]
    fn find(bytes: &[u8; 32], value: u8) -> u32 {
        // SAFETY: see above.
        unsafe {
            let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
            let equal = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(value as i8));
            _mm256_movemask_epi8(equal) as u32
        }
    }

    #[inline(always)]
    fn run<W: Work>(work: W) -> W::Output {
        // SAFETY: see above.
        unsafe { compiled::<W>(work) }
    }
}

/// # Safety
/// The machine has what is named here.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn compiled<W: Work>(work: W) -> W::Output {
    work.work::<Avx2>()
}
