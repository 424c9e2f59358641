//! Lanes of two registers, for machines with SSE4.1 that do not have AVX2.
//!
//! Unsafe because of the [`instructions`]. Counting all domino tilings of a chessboard takes three
//! times as long with [`Plain`](super::vector::Plain), and a fifth less with AVX2.
#![allow(unsafe_code)]

use super::vector::Lanes;
use crate::engine::vectors::{inlined, instructions, Work};
use core::arch::x86_64::*;
use core::mem::transmute;

/// The proof that the machine has SSE4.1 and what goes with it.
#[derive(Clone, Copy, Debug)]
struct Sse41(());

/// Two registers, the low half first, and the proof that there are any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halves(Sse41, [__m128i; 2]);

impl Halves {
    inlined! {
        fn zip(self, other: Self, f: impl Fn(__m128i, __m128i) -> __m128i) -> Self = {
            let ([a, b], [c, d]) = (self.1, other.1);
            Halves(self.0, [f(a, c), f(b, d)])
        };
    }
}

impl Lanes for Halves {
    instructions! {
        fn detect() -> Option<Self> = {
            let found = std::is_x86_feature_detected!("sse4.1");
            let found = found && std::is_x86_feature_detected!("popcnt");
            found.then(|| Halves(Sse41(()), [_mm_setzero_si128(); 2]))
        };
        fn of(self, words: [u64; 4]) -> Self =
            Halves(self.0, transmute::<[u64; 4], [__m128i; 2]>(words));
        fn words(self) -> [u64; 4] = transmute::<[__m128i; 2], [u64; 4]>(self.1);
        fn and(self, other: Self) -> Self = self.zip(other, |a, b| _mm_and_si128(a, b));
        fn or(self, other: Self) -> Self = self.zip(other, |a, b| _mm_or_si128(a, b));
        fn without(self, other: Self) -> Self = self.zip(other, |a, b| _mm_andnot_si128(b, a));
        fn add(self, other: Self) -> Self = self.zip(other, |a, b| _mm_add_epi8(a, b));
        fn sub(self, other: Self) -> Self = self.zip(other, |a, b| _mm_sub_epi8(a, b));
        fn min(self, other: Self) -> Self = self.zip(other, |a, b| _mm_min_epu8(a, b));
        fn least(self) -> u8 = {
            let halves = _mm_min_epu8(self.1[0], self.1[1]);
            // `minpos` knows words of 16 bits: leave the lesser byte of each in its low half.
            let pairs = _mm_min_epu8(halves, _mm_srli_epi16::<8>(halves));
            let words = _mm_and_si128(pairs, _mm_set1_epi16(255));
            _mm_cvtsi128_si32(_mm_minpos_epu16(words)) as u8
        };
        fn equal(self, value: u8) -> u32 = {
            let [a, b] = self.equal_bytes(value).1;
            _mm_movemask_epi8(a) as u32 | (_mm_movemask_epi8(b) as u32) << 16
        };
        fn has(self, value: u8) -> bool = {
            let [a, b] = self.equal_bytes(value).1;
            _mm_movemask_epi8(_mm_or_si128(a, b)) != 0
        };
        fn equal_bytes(self, value: u8) -> Self = {
            let value = _mm_set1_epi8(value as i8);
            self.zip(self, |a, _| _mm_cmpeq_epi8(a, value))
        };
        fn busy(self) -> u32 = {
            let ([a, b], zero) = (self.1, _mm_setzero_si128());
            let low = _mm_movemask_pd(_mm_castsi128_pd(_mm_cmpeq_epi64(a, zero)));
            let high = _mm_movemask_pd(_mm_castsi128_pd(_mm_cmpeq_epi64(b, zero)));
            !(low | high << 2) as u32 & 15
        };
    }

    fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the machine has the instructions.
        unsafe { compiled_for_sse41(work) }
    }
}

/// # Safety
/// The machine has what is named here.
#[target_feature(enable = "sse4.1,popcnt")]
unsafe fn compiled_for_sse41<W: Work>(work: W) -> W::Output {
    work.work()
}
