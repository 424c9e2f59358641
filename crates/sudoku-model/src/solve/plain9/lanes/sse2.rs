//! Lanes of two registers, which are the halves, for x86-64 machines without AVX2.
//!
//! Unsafe because some compilers take all instructions for unsafe. These every machine has.
#![allow(unsafe_code, unused_unsafe)]

use super::Lanes;
use crate::solve::vectors::{avx2::registers, inlined, pairs::Vector};
use core::arch::x86_64::*;

impl Lanes for Vector {
    inlined! {
        fn of(self, words: [u32; 8]) -> Self = words.into();
        fn words(self) -> [u32; 8] = self.into();
        fn swap(self) -> Self = Vector(self.1, self.0);
    }
    registers! {
        fn and(self, other: Self) -> Self = self.zip(other, |a, b| _mm_and_si128(a, b));
        fn or(self, other: Self) -> Self = self.zip(other, |a, b| _mm_or_si128(a, b));
        fn xor(self, other: Self) -> Self = self.zip(other, |a, b| _mm_xor_si128(a, b));
        fn without(self, other: Self) -> Self = self.zip(other, |a, b| _mm_andnot_si128(b, a));
        fn up<const BITS: i32>(self) -> Self = self.each(|a| _mm_slli_epi32::<BITS>(a));
        fn down<const BITS: i32>(self) -> Self = self.each(|a| _mm_srli_epi32::<BITS>(a));
        fn add(self, other: Self) -> Self = self.zip(other, |a, b| _mm_add_epi32(a, b));
        fn sub(self, other: Self) -> Self = self.zip(other, |a, b| _mm_sub_epi32(a, b));
        fn first(self) -> Self = Vector(self.0, _mm_setzero_si128());
        // Two bits a place, the highest for place 3: the word that comes there.
        fn next(self) -> Self = self.each(|a| _mm_shuffle_epi32::<0b11_00_10_01>(a));
        fn last(self) -> Self = self.each(|a| _mm_shuffle_epi32::<0b11_01_00_10>(a));
        fn is_zero(self) -> bool = {
            let zeros = _mm_cmpeq_epi32(_mm_or_si128(self.0, self.1), _mm_setzero_si128());
            _mm_movemask_epi8(zeros) == 0xffff
        };
        fn signs(self) -> u32 = {
            let signs = |a| _mm_movemask_ps(_mm_castsi128_ps(a)) as u32;
            signs(self.0) | signs(self.1) << 4
        };
        fn find(self, bytes: &[u8; 32], value: u8) -> u32 = {
            let Vector(low, high) = Vector::from(*bytes);
            let equal = |a| _mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_set1_epi8(value as i8))) as u32;
            equal(low) | equal(high) << 16
        };
    }
}
