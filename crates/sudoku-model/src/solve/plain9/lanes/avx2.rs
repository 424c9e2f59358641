//! Lanes of one register, for machines with AVX2.
//!
//! Unsafe because of the instructions: [`registers`] says why that is sound. Puzzles take 1.35
//! times as long with those of SSE2, and 2.7 times with words that the compiler makes vectors of.
#![allow(unsafe_code)]

use super::{Lanes, Work};
use crate::solve::vectors::avx2::{self, registers, Vector};
use core::arch::x86_64::*;
use core::mem::transmute;

impl Lanes for Vector {
    registers! {
        fn of(self, words: [u32; 8]) -> Self = Vector(transmute::<[u32; 8], __m256i>(words));
        fn words(self) -> [u32; 8] = transmute::<__m256i, [u32; 8]>(self.0);
        fn and(self, other: Self) -> Self = Vector(_mm256_and_si256(self.0, other.0));
        fn or(self, other: Self) -> Self = Vector(_mm256_or_si256(self.0, other.0));
        fn xor(self, other: Self) -> Self = Vector(_mm256_xor_si256(self.0, other.0));
        fn without(self, other: Self) -> Self = Vector(_mm256_andnot_si256(other.0, self.0));
        fn up<const BITS: i32>(self) -> Self = Vector(_mm256_slli_epi32::<BITS>(self.0));
        fn down<const BITS: i32>(self) -> Self = Vector(_mm256_srli_epi32::<BITS>(self.0));
        fn add(self, other: Self) -> Self = Vector(_mm256_add_epi32(self.0, other.0));
        fn sub(self, other: Self) -> Self = Vector(_mm256_sub_epi32(self.0, other.0));
        fn swap(self) -> Self = Vector(_mm256_permute2x128_si256::<0x01>(self.0, self.0));
        // Two bits a place, the highest for place 3: the word that comes there, in both halves.
        fn next(self) -> Self = Vector(_mm256_shuffle_epi32::<0b11_00_10_01>(self.0));
        fn last(self) -> Self = Vector(_mm256_shuffle_epi32::<0b11_01_00_10>(self.0));
        fn is_zero(self) -> bool = _mm256_testz_si256(self.0, self.0) != 0;
        fn signs(self) -> u32 = _mm256_movemask_ps(_mm256_castsi256_ps(self.0)) as u32;
        fn find(self, bytes: &[u8; 32], value: u8) -> u32 = {
            let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
            let equal = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(value as i8));
            _mm256_movemask_epi8(equal) as u32
        };
    }
}

/// The work of any lanes, done with these.
pub(super) struct OnAvx2<W>(pub(super) W);

impl<W: Work> avx2::Work for OnAvx2<W> {
    type Output = W::Output;

    #[inline(always)]
    fn work(self, zero: Vector) -> W::Output {
        self.0.work(zero)
    }
}
