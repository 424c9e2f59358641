//! Lanes of two registers, for WebAssembly with `simd128`.

use super::{Lanes, Words};
use crate::solve::vectors::{inlined, pairs::Vector};
use core::arch::wasm32::*;

impl Lanes for Vector {
    inlined! {
        fn of(self, words: Words) -> Self = words.into();
        // Without unrolling, an array of one word many times would be made in a loop.
        fn splat(self, word: u16) -> Self = Vector(u16x8_splat(word), u16x8_splat(word));
        fn words(self) -> Words = self.into();
        fn and(self, other: Self) -> Self = self.zip(other, |a, b| v128_and(a, b));
        fn or(self, other: Self) -> Self = self.zip(other, |a, b| v128_or(a, b));
        fn without(self, other: Self) -> Self = self.zip(other, |a, b| v128_andnot(a, b));
        fn drop_lowest(self) -> Self = self.each(|a| v128_and(a, i16x8_add(a, i16x8_splat(-1))));
        fn empty(self) -> Self = self.each(|a| i16x8_eq(a, i16x8_splat(0)));
        // As with AVX2, but words have a bit each, too: they would have to be spread.
        fn signs(self) -> u32 = {
            let [low, high] = [self.0, self.1].map(|a| u32::from(i8x16_bitmask(a)));
            (low | high << 16) >> 1
        };
        fn any(self) -> bool = v128_any_true(v128_or(self.0, self.1));
        fn turn(self, by: usize) -> Self = self.each(|a| match by {
            1 => i16x8_shuffle::<1, 2, 3, 0, 5, 6, 7, 4>(a, a),
            2 => i16x8_shuffle::<2, 3, 0, 1, 6, 7, 4, 5>(a, a),
            _ => i16x8_shuffle::<3, 0, 1, 2, 7, 4, 5, 6>(a, a),
        });
        fn swing(self, by: usize) -> Self = {
            let across = |a, b| i64x2_shuffle::<1, 2>(a, b);
            let Vector(a, b) = self;
            match by {
                1 => Vector(across(a, b), across(b, a)),
                2 => Vector(b, a),
                _ => Vector(across(b, a), across(a, b)),
            }
        };
        fn spread(self, k: usize) -> Self = self.each(|a| match k {
            0 => i16x8_shuffle::<0, 0, 0, 0, 4, 4, 4, 4>(a, a),
            1 => i16x8_shuffle::<1, 1, 1, 1, 5, 5, 5, 5>(a, a),
            2 => i16x8_shuffle::<2, 2, 2, 2, 6, 6, 6, 6>(a, a),
            _ => i16x8_shuffle::<3, 3, 3, 3, 7, 7, 7, 7>(a, a),
        });
        // From 8 on, the words of `b`.
        fn mix(self, other: Self, by: usize) -> (Self, Self) = if by == 1 {
            (
                self.zip(other, |a, b| i16x8_shuffle::<0, 9, 2, 11, 4, 13, 6, 15>(a, b)),
                self.zip(other, |a, b| i16x8_shuffle::<1, 8, 3, 10, 5, 12, 7, 14>(a, b)),
            )
        } else {
            (
                self.zip(other, |a, b| i16x8_shuffle::<0, 1, 10, 11, 4, 5, 14, 15>(a, b)),
                self.zip(other, |a, b| i16x8_shuffle::<2, 3, 8, 9, 6, 7, 12, 13>(a, b)),
            )
        };
    }
}
