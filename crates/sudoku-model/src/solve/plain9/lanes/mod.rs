//! Eight words of 32 bits at once: the three bands of two digits, and a spare word behind each.
//!
//! There are two kinds of [`Lanes`] with the same results, compared by the tests below: [`Plain`]
//! for every machine, and one that uses AVX2. [`run`] finds out which to use, and is the only way
//! to the second: its type has no name outside, so that nobody can use it where the instructions do
//! not exist.

#[cfg(target_arch = "x86_64")]
mod avx2;

/// A vector of eight words. Words 0 to 3 and words 4 to 7 are its halves.
pub(super) trait Lanes: Copy {
    fn new(words: [u32; 8]) -> Self;
    fn words(self) -> [u32; 8];
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Shifts each word to higher bits.
    fn up<const BITS: i32>(self) -> Self;
    /// Shifts each word to lower bits.
    fn down<const BITS: i32>(self) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    /// The lesser of each two words.
    fn min(self, other: Self) -> Self;
    /// The halves change places.
    fn swap(self) -> Self;
    /// In each half, words 1, 2 and 0 in the places of words 0, 1 and 2.
    fn next(self) -> Self;
    /// In each half, words 2, 0 and 1 in the places of words 0, 1 and 2.
    fn last(self) -> Self;
    /// Whether all words are 0.
    fn is_zero(self) -> bool;
    /// Bit `k` is set if word `k` is 0.
    fn zeros(self) -> u32;
    /// Bit `k` is set if byte `k` has this value.
    fn find(bytes: &[u8; 32], value: u8) -> u32;
    /// Does the work in a function that is compiled for the machine of these lanes.
    fn run<W: Work>(work: W) -> W::Output;

    #[inline(always)]
    fn all(word: u32) -> Self {
        Self::new([word; 8])
    }
}

/// Something to do with any lanes. What it calls must be inlined to profit from them.
pub(super) trait Work {
    type Output;
    fn work<L: Lanes>(self) -> Self::Output;
}

/// Does the work with the best lanes that the machine has.
pub(super) fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if avx2::available() {
        return avx2::Avx2::run(work);
    }
    Plain::run(work)
}

/// What comes out with each kind of lanes that the machine has, [`Plain`] first.
#[cfg(test)]
pub(super) fn on_all<W: Work + Copy>(work: W) -> Vec<W::Output> {
    let mut results = vec![Plain::run(work)];
    #[cfg(target_arch = "x86_64")]
    if avx2::available() {
        results.push(avx2::Avx2::run(work));
    }
    results
}

/// Lanes made of ordinary words.
#[derive(Clone, Copy)]
pub(super) struct Plain([u32; 8]);

impl Plain {
    #[inline(always)]
    fn map(self, f: impl Fn(u32) -> u32) -> Self {
        Plain(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = f(*word, other);
        }
        Plain(words)
    }
}

impl Lanes for Plain {
    #[inline(always)]
    fn new(words: [u32; 8]) -> Self {
        Plain(words)
    }

    #[inline(always)]
    fn words(self) -> [u32; 8] {
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
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Self {
        self.map(|word| word << BITS)
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Self {
        self.map(|word| word >> BITS)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_sub)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, u32::min)
    }

    #[inline(always)]
    fn swap(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Plain([e, f, g, h, a, b, c, d])
    }

    #[inline(always)]
    fn next(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Plain([b, c, a, d, f, g, e, h])
    }

    #[inline(always)]
    fn last(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Plain([c, a, b, d, g, e, f, h])
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |set, word| set | word) == 0
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        let words = self.0.iter().enumerate();
        words.fold(0, |set, (k, &word)| set | u32::from(word == 0) << k)
    }

    #[inline(always)]
    fn find(bytes: &[u8; 32], value: u8) -> u32 {
        const LOW: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = LOW << 7;
        let mut set = 0;
        for (k, eight) in bytes.chunks_exact(8).enumerate() {
            let mut word = [0; 8];
            word.copy_from_slice(eight);
            let different = u64::from_le_bytes(word) ^ (LOW * u64::from(value));
            // The sum reaches the high bit of a byte unless the seven low bits are 0.
            let equal = !(((different & !HIGH) + !HIGH) | different) & HIGH;
            // The product brings the eight high bits together at the top.
            let bits = (equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            set |= (bits as u32) << (8 * k);
        }
        set
    }

    fn run<W: Work>(work: W) -> W::Output {
        work.work::<Plain>()
    }
}

#[cfg(test)]
mod tests {
    use super::{on_all, Lanes, Work};

    /// Every operation with these vectors, bytes and this value.
    #[derive(Clone, Copy, Debug)]
    struct Everything([u32; 8], [u32; 8], [u8; 32], u8);

    impl Work for Everything {
        type Output = (Vec<[u32; 8]>, [u32; 4]);

        #[inline(always)]
        fn work<L: Lanes>(self) -> Self::Output {
            let Everything(a, b, bytes, value) = self;
            let (a, b) = (L::new(a), L::new(b));
            let vectors = [
                a,
                L::all(u32::from(value)),
                a.and(b),
                a.or(b),
                a.xor(b),
                a.without(b),
                a.up::<3>(),
                a.up::<18>(),
                a.down::<1>(),
                a.down::<9>(),
                a.add(b),
                a.sub(b),
                a.min(b),
                a.swap(),
                a.next(),
                a.last(),
            ];
            let numbers = [
                u32::from(a.is_zero()),
                u32::from(a.and(b).is_zero()),
                a.zeros(),
                L::find(&bytes, value),
            ];
            (
                vectors.iter().map(|vector| vector.words()).collect(),
                numbers,
            )
        }
    }

    #[test]
    fn vectors_compute_what_plain_words_compute_where_there_are_any() {
        let mut random = fastrand::Rng::with_seed(9);
        for round in 0..20_000 {
            let mut vector = || {
                let mut words = [0; 8];
                for word in &mut words {
                    // Empty words and full ones, so that all answers happen.
                    *word = random.u32(..) & [u32::MAX, 0, 0x0700_0001][random.usize(..3)];
                }
                words
            };
            let (a, b) = (vector(), vector());
            let mut bytes = [0; 32];
            for byte in &mut bytes {
                *byte = [0, 1, 127, 128, 129, 255, random.u8(..)][random.usize(..7)];
            }
            let work = Everything(a, b, bytes, [0, 1, 128, 255, random.u8(..)][round % 5]);
            let results = on_all(work);
            for other in &results[1..] {
                assert_eq!(*other, results[0], "{work:x?}");
            }
        }
    }

    #[test]
    fn plain_words_compute_what_they_should() {
        struct Turns;
        impl Work for Turns {
            type Output = [[u32; 8]; 3];
            fn work<L: Lanes>(self) -> Self::Output {
                let a = L::new([0, 1, 2, 3, 4, 5, 6, 7]);
                [a.swap(), a.next(), a.last()].map(L::words)
            }
        }
        let expected = [
            [4, 5, 6, 7, 0, 1, 2, 3],
            [1, 2, 0, 3, 5, 6, 4, 7],
            [2, 0, 1, 3, 6, 4, 5, 7],
        ];
        assert_eq!(super::Plain::run(Turns), expected);

        let mut bytes = [0; 32];
        bytes[3] = 9;
        bytes[4] = 8;
        bytes[31] = 9;
        assert_eq!(super::Plain::find(&bytes, 9), 1 << 3 | 1 << 31);
        assert_eq!(
            super::Plain::new([0, 5, 0, 1, 1, 1, 1, 0]).zeros(),
            0b1000_0101
        );
    }
}
