//! Lanes made of ordinary words.

use super::Lanes;
use crate::solve::vectors::inlined;

#[derive(Clone, Copy)]
pub(super) struct Plain(pub(super) [u32; 8]);

impl Plain {
    inlined! {
        fn map(self, f: impl Fn(u32) -> u32) -> Self = Plain(self.0.map(f));
        fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self = {
            let mut words = self.0;
            for (word, other) in words.iter_mut().zip(other.0) {
                *word = f(*word, other);
            }
            Plain(words)
        };
        fn pick(self, from: [usize; 8]) -> Self = Plain(from.map(|k| self.0[k]));
    }
}

impl Lanes for Plain {
    inlined! {
        fn of(self, words: [u32; 8]) -> Self = Plain(words);
        fn words(self) -> [u32; 8] = self.0;
        fn and(self, other: Self) -> Self = self.zip(other, |a, b| a & b);
        fn or(self, other: Self) -> Self = self.zip(other, |a, b| a | b);
        fn xor(self, other: Self) -> Self = self.zip(other, |a, b| a ^ b);
        fn without(self, other: Self) -> Self = self.zip(other, |a, b| a & !b);
        fn up<const BITS: i32>(self) -> Self = self.map(|word| word << BITS);
        fn down<const BITS: i32>(self) -> Self = self.map(|word| word >> BITS);
        fn add(self, other: Self) -> Self = self.zip(other, u32::wrapping_add);
        fn sub(self, other: Self) -> Self = self.zip(other, u32::wrapping_sub);
        fn swap(self) -> Self = self.pick([4, 5, 6, 7, 0, 1, 2, 3]);
        fn next(self) -> Self = self.pick([1, 2, 0, 3, 5, 6, 4, 7]);
        fn last(self) -> Self = self.pick([2, 0, 1, 3, 6, 4, 5, 7]);
        fn is_zero(self) -> bool = self.0.iter().fold(0, |set, word| set | word) == 0;
        fn signs(self) -> u32 = {
            let words = self.0.iter().enumerate();
            words.fold(0, |set, (k, &word)| set | word >> 31 << k)
        };
        fn find(self, bytes: &[u8; 32], value: u8) -> u32 = {
            let bytes = bytes.iter().enumerate();
            bytes.fold(0, |set, (k, &byte)| set | u32::from(byte == value) << k)
        };
    }
}
