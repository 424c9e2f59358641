//! What a vector of 256 bits can do, and the form for every machine.

use crate::engine::vectors::{inlined, Work};
use core::fmt;

/// A vector of 256 bits.
pub(crate) trait Lanes: Copy + fmt::Debug + Send + Sync + 'static {
    /// A vector of zeros, if the machine has what these lanes take. All others come from it.
    fn detect() -> Option<Self>;
    /// Another vector: of these words.
    fn of(self, words: [u64; 4]) -> Self;
    fn words(self) -> [u64; 4];
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Adds byte by byte; no byte may pass 255.
    fn add(self, other: Self) -> Self;
    /// Subtracts byte by byte; a byte goes on from 0 to 255.
    fn sub(self, other: Self) -> Self;
    /// The lesser of each two bytes.
    fn min(self, other: Self) -> Self;
    /// The least of all bytes.
    fn least(self) -> u8;
    /// Bit `k` is set if byte `k` has this value.
    fn equal(self, value: u8) -> u32;
    /// Whether a byte has this value.
    #[inline(always)]
    fn has(self, value: u8) -> bool {
        self.equal(value) != 0
    }
    /// 255 in each byte that has this value, 0 in the others.
    fn equal_bytes(self, value: u8) -> Self;
    /// Bit `k` is set if word `k` is not 0.
    fn busy(self) -> u32;
    /// Does the work in a function that is compiled for the machine of these lanes.
    fn run<W: Work>(self, work: W) -> W::Output;
}

/// Lanes made of ordinary words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain([u64; 4]);

/// The highest and the lowest bit of every byte.
const HIGH: u64 = 0x8080_8080_8080_8080;
const LOW: u64 = 0x0101_0101_0101_0101;

/// The difference of each two bytes: the high bits are set before the subtraction, so that no
/// byte borrows from the next, and put right after it.
#[inline(always)]
fn sub_bytes(a: u64, b: u64) -> u64 {
    ((a | HIGH).wrapping_sub(b & !HIGH)) ^ ((a ^ !b) & HIGH)
}

/// 255 in each byte whose high bit is set; no other bits may be.
#[inline(always)]
fn spread(high: u64) -> u64 {
    (high >> 7) * 255
}

/// The lesser of each two bytes.
#[inline(always)]
fn min_bytes(a: u64, b: u64) -> u64 {
    // A byte of `a` is less where the difference has to borrow: from the high bits alone if they
    // differ, else if the difference of the seven bits below is negative.
    let less = ((!a & b) | ((!a | b) & sub_bytes(a, b))) & HIGH;
    b ^ ((a ^ b) & spread(less))
}

impl Plain {
    inlined! {
        fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self = {
            let mut words = self.0;
            for (word, other) in words.iter_mut().zip(other.0) {
                *word = f(*word, other);
            }
            Plain(words)
        };
        // The high bit of each byte that has this value.
        fn equal_high(self, value: u8) -> Self = {
            let value = Plain([LOW * u64::from(value); 4]);
            self.zip(value, |a, b| {
                let different = a ^ b;
                // The sum reaches the high bit unless the seven low bits are 0.
                !(((different & !HIGH) + !HIGH) | different) & HIGH
            })
        };
    }
}

impl Lanes for Plain {
    inlined! {
        fn detect() -> Option<Self> = Some(Plain([0; 4]));
        fn of(self, words: [u64; 4]) -> Self = Plain(words);
        fn words(self) -> [u64; 4] = self.0;
        fn and(self, other: Self) -> Self = self.zip(other, |a, b| a & b);
        fn or(self, other: Self) -> Self = self.zip(other, |a, b| a | b);
        fn without(self, other: Self) -> Self = self.zip(other, |a, b| a & !b);
        fn add(self, other: Self) -> Self = self.zip(other, u64::wrapping_add);
        fn sub(self, other: Self) -> Self = self.zip(other, sub_bytes);
        fn min(self, other: Self) -> Self = self.zip(other, min_bytes);
        fn least(self) -> u8 = {
            let [a, b, c, d] = self.0;
            let mut least = min_bytes(min_bytes(a, b), min_bytes(c, d));
            // What is shifted in is 255 and never the least.
            for shift in [32, 16, 8] {
                least = min_bytes(least, least >> shift | !(u64::MAX >> shift));
            }
            least as u8
        };
        fn equal(self, value: u8) -> u32 = {
            let words = self.equal_high(value).0;
            // The product brings the eight high bits together at the top.
            let bits = |word: u64| ((word >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32;
            bits(words[0]) | bits(words[1]) << 8 | bits(words[2]) << 16 | bits(words[3]) << 24
        };
        fn has(self, value: u8) -> bool = {
            let [a, b, c, d] = self.equal_high(value).0;
            (a | b) | (c | d) != 0
        };
        fn equal_bytes(self, value: u8) -> Self = {
            let high = self.equal_high(value);
            high.zip(high, |high, _| spread(high))
        };
        fn busy(self) -> u32 = (0..4).fold(0, |set, k| set | u32::from(self.0[k] != 0) << k);
    }

    fn run<W: Work>(self, work: W) -> W::Output {
        work.work()
    }
}
