//! Lanes of one register, for machines with AVX2.
//!
//! Unsafe because of the instructions: [`registers`] says why that is sound. Searches take three
//! times as long with [`Plain`](super::Plain).
#![allow(unsafe_code)]

use super::{Lanes, Words, Work};
use crate::solve::vectors::avx2::{self, registers, Vector};
use core::arch::x86_64::*;
use core::mem::transmute;

impl Lanes for Vector {
    registers! {
        fn of(self, words: Words) -> Self = Vector(transmute::<Words, __m256i>(words));
        fn words(self) -> Words = transmute::<__m256i, Words>(self.0);
        fn and(self, other: Self) -> Self = Vector(_mm256_and_si256(self.0, other.0));
        fn or(self, other: Self) -> Self = Vector(_mm256_or_si256(self.0, other.0));
        fn without(self, other: Self) -> Self = Vector(_mm256_andnot_si256(other.0, self.0));
        fn drop_lowest(self) -> Self =
            Vector(_mm256_add_epi16(self.0, _mm256_set1_epi16(-1))).and(self);
        fn empty(self) -> Self = Vector(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256()));
        // There is none for words: bit 2 k + 1 is the highest of the higher byte of word k.
        fn signs(self) -> u32 = _mm256_movemask_epi8(self.0) as u32 >> 1;
        fn turn(self, by: usize) -> Self = Vector(_mm256_shuffle_epi8(self.0, TURNS[by]));
        fn spread(self, k: usize) -> Self = Vector(_mm256_shuffle_epi8(self.0, SPREADS[k]));
        fn any(self) -> bool = _mm256_testz_si256(self.0, self.0) == 0;
        // Two bits a place, the highest for place 3: the group that comes there.
        fn swing(self, by: usize) -> Self = Vector(match by {
            1 => _mm256_permute4x64_epi64::<0b00_11_10_01>(self.0),
            2 => _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0),
            _ => _mm256_permute4x64_epi64::<0b10_01_00_11>(self.0),
        });
        // A bit a word, the same in both halves: whether it comes from `b`.
        fn mix(self, other: Self, by: usize) -> (Self, Self) = {
            let (a, b) = (self.0, other.0);
            let (first, second) = if by == 1 {
                (_mm256_blend_epi16::<0b1010_1010>(a, b), _mm256_blend_epi16::<0b0101_0101>(a, b))
            } else {
                (_mm256_blend_epi16::<0b1100_1100>(a, b), _mm256_blend_epi16::<0b0011_0011>(a, b))
            };
            (Vector(first), Vector(_mm256_shuffle_epi8(second, SWAPS[by])))
        };
    }
}

const TURNS: [__m256i; 4] = [
    groups([0, 1, 2, 3]),
    groups([1, 2, 3, 0]),
    groups([2, 3, 0, 1]),
    groups([3, 0, 1, 2]),
];
const SPREADS: [__m256i; 4] = [
    groups([0; 4]),
    groups([1; 4]),
    groups([2; 4]),
    groups([3; 4]),
];
const SWAPS: [__m256i; 3] = [
    groups([0, 1, 2, 3]),
    groups([1, 0, 3, 2]),
    groups([2, 3, 0, 1]),
];

/// Which byte comes to each place, to have these words of each group in its places 0 to 3.
const fn groups(words: [u8; 4]) -> __m256i {
    let mut pattern = [0; 32];
    let mut i = 0;
    while i < 32 {
        // Bytes are numbered within their half of the vector, which has two groups: byte i is in
        // the first or the second of them, belongs to its word i / 2 % 4, and is the lower or the
        // higher byte of it.
        pattern[i] = (i as u8 & 8) + 2 * words[i / 2 % 4] + (i as u8 & 1);
        i += 1;
    }
    // SAFETY: a vector of bytes is an array of them.
    unsafe { transmute::<[u8; 32], __m256i>(pattern) }
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
