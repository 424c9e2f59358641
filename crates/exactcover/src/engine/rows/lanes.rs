//! 256 bits at once: 32 counters of a byte, or a part of a set of options.
//!
//! There are three kinds of [`Lanes`] with the same results, compared by the tests below: [`Plain`]
//! for every machine, one that uses AVX2 (with BMI and POPCNT), and one that uses SSE4.1 (with
//! POPCNT). [`pick`] finds out at run time which to use, and is the only way to the others: their
//! types have no names outside, so that nobody can use them where the instructions do not exist.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod sse41;

use crate::engine::work::Work;
use core::fmt;

/// A vector of 256 bits.
pub(super) trait Lanes: Copy + fmt::Debug + Send + Sync + 'static {
    fn from_words(words: [u64; 4]) -> Self;
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
    fn has(self, value: u8) -> bool;
    /// 255 in each byte that has this value, 0 in the others.
    fn equal_bytes(self, value: u8) -> Self;
    /// Bit `k` is set if word `k` is not 0.
    fn busy(self) -> u32;
    /// Does the work in a function that is compiled for the machine of these lanes.
    fn run<W: Work>(work: W) -> W::Output;
}

/// Something to do with the best lanes that the machine has.
pub(super) trait Pick {
    type Output;
    fn with<L: Lanes>(self) -> Self::Output;
}

pub(super) fn pick<P: Pick>(task: P) -> P::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        if avx2::available() {
            return task.with::<avx2::Avx2>();
        }
        if sse41::available() {
            return task.with::<sse41::Sse41>();
        }
    }
    task.with::<Plain>()
}

/// What comes out with each kind of lanes that the machine has, [`Plain`] first.
#[cfg(test)]
pub(super) fn on_all<P: Pick + Copy>(task: P) -> alloc::vec::Vec<P::Output> {
    let mut results = alloc::vec![task.with::<Plain>()];
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        if sse41::available() {
            results.push(task.with::<sse41::Sse41>());
        }
        if avx2::available() {
            results.push(task.with::<avx2::Avx2>());
        }
    }
    results
}

/// Lanes made of ordinary words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain([u64; 4]);

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
    // A byte of `a` is less where the difference has to borrow.
    let less = ((!a & b) | ((!a | b) & sub_bytes(a, b))) & HIGH;
    b ^ ((a ^ b) & spread(less))
}

impl Plain {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = f(*word, other);
        }
        Plain(words)
    }

    /// The high bit of each byte that has this value.
    #[inline(always)]
    fn equal_high(self, value: u8) -> Self {
        let value = Plain([LOW * u64::from(value); 4]);
        self.zip(value, |a, b| {
            let different = a ^ b;
            // The sum reaches the high bit unless the seven low bits are 0.
            !(((different & !HIGH) + !HIGH) | different) & HIGH
        })
    }
}

impl Lanes for Plain {
    #[inline(always)]
    fn from_words(words: [u64; 4]) -> Self {
        Plain(words)
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        self.0
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, sub_bytes)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, min_bytes)
    }

    #[inline(always)]
    fn least(self) -> u8 {
        let [a, b, c, d] = self.0;
        let mut least = min_bytes(min_bytes(a, b), min_bytes(c, d));
        for shift in [32, 16, 8] {
            least = min_bytes(least, least >> shift | !(u64::MAX >> shift));
        }
        least as u8
    }

    #[inline(always)]
    fn equal(self, value: u8) -> u32 {
        let words = self.equal_high(value).0;
        // The product brings the eight high bits together at the top.
        let bits = |word: u64| ((word >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32;
        bits(words[0]) | bits(words[1]) << 8 | bits(words[2]) << 16 | bits(words[3]) << 24
    }

    #[inline(always)]
    fn has(self, value: u8) -> bool {
        let [a, b, c, d] = self.equal_high(value).0;
        (a | b) | (c | d) != 0
    }

    #[inline(always)]
    fn equal_bytes(self, value: u8) -> Self {
        let high = self.equal_high(value);
        high.zip(high, |high, _| spread(high))
    }

    #[inline(always)]
    fn busy(self) -> u32 {
        (0..4).fold(0, |set, k| set | u32::from(self.0[k] != 0) << k)
    }

    fn run<W: Work>(work: W) -> W::Output {
        work.work()
    }
}

#[cfg(test)]
mod tests {
    use super::{on_all, Lanes, Pick, Plain, Work};
    use core::marker::PhantomData;

    /// Every operation with these two vectors and this byte.
    #[derive(Clone, Copy, Debug)]
    struct Everything([u64; 4], [u64; 4], u8);

    type Results = ([[u64; 4]; 8], [u32; 5]);

    impl Pick for Everything {
        type Output = Results;
        fn with<L: Lanes>(self) -> Results {
            L::run(On::<L>(self, PhantomData))
        }
    }

    struct On<L>(Everything, PhantomData<L>);

    impl<L: Lanes> Work for On<L> {
        type Output = Results;
        #[inline(always)]
        fn work(self) -> Results {
            let Everything(a, b, value) = self.0;
            let (a, b) = (L::from_words(a), L::from_words(b));
            let low = L::from_words([0x7f7f_7f7f_7f7f_7f7f; 4]);
            let vectors = [
                a,
                a.and(b),
                a.or(b),
                a.without(b),
                a.sub(b),
                a.min(b),
                a.equal_bytes(value),
                a.and(low).add(b.and(low)),
            ];
            let numbers = [
                u32::from(a.least()),
                a.equal(value),
                u32::from(a.has(value)),
                a.busy(),
                a.and(b).busy(),
            ];
            (vectors.map(Lanes::words), numbers)
        }
    }

    #[test]
    fn vectors_compute_what_plain_words_compute_where_there_are_any() {
        let mut random = fastrand::Rng::with_seed(4);
        for round in 0..20_000 {
            let mut vector = || {
                let mut words = [0; 4];
                for word in &mut words {
                    // Few different bytes and empty words, so that equality happens.
                    let mask = [u64::MAX, 0x0101_0101_0101_0101, 0, 0x8081_0203_0405_ff01];
                    *word = random.u64(..) & mask[random.usize(..4)];
                }
                words
            };
            let (a, b) = (vector(), vector());
            let value = [0, 1, 2, 255, random.u8(..)][round % 5];
            let task = Everything(a, b, value);
            let results = on_all(task);
            for vectors in &results[1..] {
                assert_eq!(*vectors, results[0], "{task:x?}");
            }
        }
    }

    #[test]
    fn plain_words_count_byte_by_byte() {
        let a = Plain::from_words([0x0001_02ff_80fe_7f01, 0, u64::MAX, 5]);
        let ones = Plain::from_words([0x0101_0101_0101_0101; 4]);
        assert_eq!(
            a.sub(ones).words(),
            [
                0xff00_01fe_7ffd_7e00,
                u64::MAX,
                0xfefe_fefe_fefe_fefe,
                0xffff_ffff_ffff_ff04
            ]
        );
        assert_eq!(a.sub(ones).least(), 0);
        assert_eq!(a.equal(1), 1 | 1 << 6);
        assert_eq!(a.equal(255), 1 << 4 | 0xff << 16);
        assert_eq!(a.busy(), 0b1101);
        assert_eq!(a.min(ones).words()[0], 0x0001_0101_0101_0101);
    }
}
