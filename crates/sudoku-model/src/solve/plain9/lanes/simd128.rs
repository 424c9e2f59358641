//! Lanes of two registers, which are the halves, for WebAssembly with `simd128`.

use super::Lanes;
use crate::solve::vectors::{inlined, pairs::Vector};
use core::arch::wasm32::*;

impl Lanes for Vector {
    inlined! {
        fn of(self, words: [u32; 8]) -> Self = words.into();
        // Without unrolling, an array of one word many times would be made in a loop.
        fn splat(self, word: u32) -> Self = Vector(u32x4_splat(word), u32x4_splat(word));
        fn words(self) -> [u32; 8] = self.into();
        fn and(self, other: Self) -> Self = self.zip(other, |a, b| v128_and(a, b));
        fn or(self, other: Self) -> Self = self.zip(other, |a, b| v128_or(a, b));
        fn xor(self, other: Self) -> Self = self.zip(other, |a, b| v128_xor(a, b));
        fn without(self, other: Self) -> Self = self.zip(other, |a, b| v128_andnot(a, b));
        fn up<const BITS: i32>(self) -> Self = self.each(|a| u32x4_shl(a, BITS as u32));
        fn down<const BITS: i32>(self) -> Self = self.each(|a| u32x4_shr(a, BITS as u32));
        fn add(self, other: Self) -> Self = self.zip(other, |a, b| u32x4_add(a, b));
        fn sub(self, other: Self) -> Self = self.zip(other, |a, b| u32x4_sub(a, b));
        fn swap(self) -> Self = Vector(self.1, self.0);
        fn first(self) -> Self = Vector(self.0, u32x4_splat(0));
        fn next(self) -> Self = self.each(|a| u32x4_shuffle::<1, 2, 0, 3>(a, a));
        fn last(self) -> Self = self.each(|a| u32x4_shuffle::<2, 0, 1, 3>(a, a));
        fn is_zero(self) -> bool = !v128_any_true(v128_or(self.0, self.1));
        fn signs(self) -> u32 = u32::from(u32x4_bitmask(self.0) | u32x4_bitmask(self.1) << 4);
        fn find(self, bytes: &[u8; 32], value: u8) -> u32 = {
            let Vector(low, high) = Vector::from(*bytes);
            let equal = |a| u32::from(u8x16_bitmask(u8x16_eq(a, u8x16_splat(value))));
            equal(low) | equal(high) << 16
        };
    }
}
