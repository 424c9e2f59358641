//! Lanes of one register, for machines with AVX2.
//!
//! Unsafe because of the [`instructions`]. Counting all solutions takes 1.4 to 4 times as long with
//! [`Plain`](super::vector::Plain).
#![allow(unsafe_code)]

use super::vector::Lanes;
use crate::engine::vectors::{inlined, instructions, Avx2, Work};
use core::arch::x86_64::*;
use core::mem::transmute;

/// A register, and the proof that there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector(Avx2, __m256i);

impl Vector {
    inlined! {
        fn like(self, register: __m256i) -> Self = Vector(self.0, register);
    }
}

impl Lanes for Vector {
    instructions! {
        fn detect() -> Option<Self> = {
            let avx2 = Avx2::detect();
            avx2.map(|avx2| Vector(avx2, _mm256_setzero_si256()))
        };
        fn of(self, words: [u64; 4]) -> Self = self.like(transmute::<[u64; 4], __m256i>(words));
        fn words(self) -> [u64; 4] = transmute::<__m256i, [u64; 4]>(self.1);
        fn and(self, other: Self) -> Self = self.like(_mm256_and_si256(self.1, other.1));
        fn or(self, other: Self) -> Self = self.like(_mm256_or_si256(self.1, other.1));
        fn without(self, other: Self) -> Self = self.like(_mm256_andnot_si256(other.1, self.1));
        fn add(self, other: Self) -> Self = self.like(_mm256_add_epi8(self.1, other.1));
        fn sub(self, other: Self) -> Self = self.like(_mm256_sub_epi8(self.1, other.1));
        fn min(self, other: Self) -> Self = self.like(_mm256_min_epu8(self.1, other.1));
        fn least(self) -> u8 = {
            let high = _mm256_extracti128_si256::<1>(self.1);
            let halves = _mm_min_epu8(_mm256_castsi256_si128(self.1), high);
            // `minpos` knows words of 16 bits: leave the lesser byte of each in its low half.
            let pairs = _mm_min_epu8(halves, _mm_srli_epi16::<8>(halves));
            let words = _mm_and_si128(pairs, _mm_set1_epi16(255));
            _mm_cvtsi128_si32(_mm_minpos_epu16(words)) as u8
        };
        fn equal(self, value: u8) -> u32 = _mm256_movemask_epi8(self.equal_bytes(value).1) as u32;
        fn equal_bytes(self, value: u8) -> Self =
            self.like(_mm256_cmpeq_epi8(self.1, _mm256_set1_epi8(value as i8)));
        fn busy(self) -> u32 = {
            let empty = _mm256_cmpeq_epi64(self.1, _mm256_setzero_si256());
            !_mm256_movemask_pd(_mm256_castsi256_pd(empty)) as u32 & 15
        };
    }

    fn run<W: Work>(self, work: W) -> W::Output {
        self.0.run(work)
    }
}
