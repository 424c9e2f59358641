//! Lanes of one register, for machines with AVX2.
//!
//! Unsafe because the instructions exist on some machines only. Counting all solutions takes 1.4 to
//! 4 times as long with [`Plain`](super::vector::Plain).
#![allow(unsafe_code)]

use super::vector::Lanes;
use crate::engine::work::Work;
use core::arch::x86_64::*;
use core::fmt;

/// Whether [`Avx2`] may be used on this machine; nothing of it may be called otherwise.
pub(super) fn available() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
}

#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

impl fmt::Debug for Avx2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Avx2").field(&self.words()).finish()
    }
}

// SAFETY (of every block below): `pick` and `on_all`, the only users of `Avx2`, have seen
// `available()` return true, so the instructions exist. None of them reads or writes memory but
// for the two transmutations, which are between types of 256 bits without invalid values.
impl Lanes for Avx2 {
    #[inline(always)]
    fn from_words(words: [u64; 4]) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { core::mem::transmute::<[u64; 4], __m256i>(words) })
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        // SAFETY: see above.
        unsafe { core::mem::transmute::<__m256i, [u64; 4]>(self.0) }
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
    fn without(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_add_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_sub_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_min_epu8(self.0, other.0) })
    }

    #[inline(always)]
    fn least(self) -> u8 {
        // SAFETY: see above.
        unsafe {
            let halves = _mm_min_epu8(
                _mm256_castsi256_si128(self.0),
                _mm256_extracti128_si256::<1>(self.0),
            );
            // `minpos` knows words of 16 bits: leave the lesser byte of each in its low half.
            let pairs = _mm_min_epu8(halves, _mm_srli_epi16::<8>(halves));
            let words = _mm_and_si128(pairs, _mm_set1_epi16(255));
            _mm_cvtsi128_si32(_mm_minpos_epu16(words)) as u8
        }
    }

    #[inline(always)]
    fn equal(self, value: u8) -> u32 {
        // SAFETY: see above.
        unsafe { _mm256_movemask_epi8(self.equal_bytes(value).0) as u32 }
    }

    #[inline(always)]
    fn has(self, value: u8) -> bool {
        self.equal(value) != 0
    }

    #[inline(always)]
    fn equal_bytes(self, value: u8) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_cmpeq_epi8(self.0, _mm256_set1_epi8(value as i8)) })
    }

    #[inline(always)]
    fn busy(self) -> u32 {
        // SAFETY: see above.
        unsafe {
            let empty = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            !_mm256_movemask_pd(_mm256_castsi256_pd(empty)) as u32 & 15
        }
    }

    fn run<W: Work>(work: W) -> W::Output {
        // SAFETY: see above.
        unsafe { compiled_for_avx2(work) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn compiled_for_avx2<W: Work>(work: W) -> W::Output {
    work.work()
}
