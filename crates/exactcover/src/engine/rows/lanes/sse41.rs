//! Lanes of two registers, for machines with SSE4.1 that do not have AVX2.
//!
//! Unsafe because the instructions exist on some machines only. Counting all domino tilings of a
//! chessboard takes three times as long with [`Plain`](super::vector::Plain), and a fifth less with AVX2.
#![allow(unsafe_code)]

use super::vector::Lanes;
use crate::engine::work::Work;
use core::arch::x86_64::*;
use core::fmt;

/// Whether [`Sse41`] may be used on this machine; nothing of it may be called otherwise.
pub(super) fn available() -> bool {
    std::is_x86_feature_detected!("sse4.1") && std::is_x86_feature_detected!("popcnt")
}

#[derive(Clone, Copy)]
pub(super) struct Sse41([__m128i; 2]);

impl fmt::Debug for Sse41 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Sse41").field(&self.words()).finish()
    }
}

// SAFETY (of every block below): `pick` and `on_all`, the only users of `Sse41`, have seen
// `available()` return true, so the instructions exist. None of them reads or writes memory but
// for the two transmutations, which are between types of 256 bits without invalid values.
impl Lanes for Sse41 {
    #[inline(always)]
    fn from_words(words: [u64; 4]) -> Self {
        // SAFETY: see above.
        Sse41(unsafe { core::mem::transmute::<[u64; 4], [__m128i; 2]>(words) })
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        // SAFETY: see above.
        unsafe { core::mem::transmute::<[__m128i; 2], [u64; 4]>(self.0) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: see above.
        Sse41(unsafe { [_mm_and_si128(a, c), _mm_and_si128(b, d)] })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: see above.
        Sse41(unsafe { [_mm_or_si128(a, c), _mm_or_si128(b, d)] })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: see above.
        Sse41(unsafe { [_mm_andnot_si128(c, a), _mm_andnot_si128(d, b)] })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: see above.
        Sse41(unsafe { [_mm_add_epi8(a, c), _mm_add_epi8(b, d)] })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: see above.
        Sse41(unsafe { [_mm_sub_epi8(a, c), _mm_sub_epi8(b, d)] })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: see above.
        Sse41(unsafe { [_mm_min_epu8(a, c), _mm_min_epu8(b, d)] })
    }

    #[inline(always)]
    fn least(self) -> u8 {
        let [a, b] = self.0;
        // SAFETY: see above.
        unsafe {
            let halves = _mm_min_epu8(a, b);
            // `minpos` knows words of 16 bits: leave the lesser byte of each in its low half.
            let pairs = _mm_min_epu8(halves, _mm_srli_epi16::<8>(halves));
            let words = _mm_and_si128(pairs, _mm_set1_epi16(255));
            _mm_cvtsi128_si32(_mm_minpos_epu16(words)) as u8
        }
    }

    #[inline(always)]
    fn equal(self, value: u8) -> u32 {
        let [a, b] = self.equal_bytes(value).0;
        // SAFETY: see above.
        unsafe { _mm_movemask_epi8(a) as u32 | (_mm_movemask_epi8(b) as u32) << 16 }
    }

    #[inline(always)]
    fn has(self, value: u8) -> bool {
        let [a, b] = self.equal_bytes(value).0;
        // SAFETY: see above.
        unsafe { _mm_movemask_epi8(_mm_or_si128(a, b)) != 0 }
    }

    #[inline(always)]
    fn equal_bytes(self, value: u8) -> Self {
        let [a, b] = self.0;
        // SAFETY: see above.
        Sse41(unsafe {
            let value = _mm_set1_epi8(value as i8);
            [_mm_cmpeq_epi8(a, value), _mm_cmpeq_epi8(b, value)]
        })
    }

    #[inline(always)]
    fn busy(self) -> u32 {
        let [a, b] = self.0;
        // SAFETY: see above.
        unsafe {
            let zero = _mm_setzero_si128();
            let low = _mm_movemask_pd(_mm_castsi128_pd(_mm_cmpeq_epi64(a, zero)));
            let high = _mm_movemask_pd(_mm_castsi128_pd(_mm_cmpeq_epi64(b, zero)));
            !(low | high << 2) as u32 & 15
        }
    }

    fn run<W: Work>(work: W) -> W::Output {
        // SAFETY: see above.
        unsafe { compiled_for_sse41(work) }
    }
}

#[target_feature(enable = "sse4.1,popcnt")]
unsafe fn compiled_for_sse41<W: Work>(work: W) -> W::Output {
    work.work()
}
