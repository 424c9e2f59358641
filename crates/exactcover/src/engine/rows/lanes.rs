//! 256 bits at once: 32 counters of a byte, or a part of a set of options.
//!
//! There are two kinds of [`Lanes`] with the same results, compared by the tests below: [`Plain`]
//! for every machine, and one that uses AVX2 (with BMI and POPCNT). [`pick`] finds out at run time
//! which to use, and is the only way to the second: its type has no name outside, so that nobody
//! can use it where the instructions do not exist.

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

/// Something to do with lanes. What it calls must be inlined to profit from [`Lanes::run`].
pub(super) trait Work {
    type Output;
    fn work(self) -> Self::Output;
}

/// Something to do with the best lanes that the machine has.
pub(super) trait Pick {
    type Output;
    fn with<L: Lanes>(self) -> Self::Output;
}

pub(super) fn pick<P: Pick>(task: P) -> P::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if avx2::available() {
        return task.with::<avx2::Avx2>();
    }
    task.with::<Plain>()
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

/// Unsafe because the instructions exist on some machines only. Counting all solutions takes 1.4 to
/// 4 times as long with [`Plain`](super::Plain).
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[allow(unsafe_code)]
mod avx2 {
    use super::{Lanes, Work};
    use core::arch::x86_64::*;
    use core::fmt;

    /// Whether [`Avx2`] may be used on this machine; nothing of it may be called otherwise.
    pub(super) fn available() -> bool {
        std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt")
    }

    #[derive(Clone, Copy)]
    pub(super) struct Avx2(__m256i);

    impl fmt::Debug for Avx2 {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_tuple("Avx2").field(&self.words()).finish()
        }
    }

    // SAFETY (of every block below): `pick` and the tests, the only users of `Avx2`, have seen
    // `available()` return true, so the instructions exist. None of them reads or writes memory but
    // for the two transmutations, which are between types of 256 bits without invalid values.
    impl Lanes for Avx2 {
        #[inline(always)]
        fn from_words(words: [u64; 4]) -> Self {
            // SAFETY: see above.
            Avx2(unsafe { core::mem::transmute::<[u64; 4], __m256i>(words) })
        }

        #[inline(always)]
        fn words(self) -> [u64; 4] {
            // SAFETY: see above.
            unsafe { core::mem::transmute::<__m256i, [u64; 4]>(self.0) }
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: see above.
            Avx2(unsafe { _mm256_and_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: see above.
            Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            // SAFETY: see above.
            Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: see above.
            Avx2(unsafe { _mm256_add_epi8(self.0, other.0) })
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            // SAFETY: see above.
            Avx2(unsafe { _mm256_sub_epi8(self.0, other.0) })
        }

        #[inline(always)]
        fn min(self, other: Self) -> Self {
            // SAFETY: see above.
            Avx2(unsafe { _mm256_min_epu8(self.0, other.0) })
        }

        #[inline(always)]
        fn least(self) -> u8 {
            // SAFETY: see above.
            unsafe {
                let halves = _mm_min_epu8(
                    _mm256_castsi256_si128(self.0),
                    _mm256_extracti128_si256::<1>(self.0),
                );
                // `minpos` knows words of 16 bits: leave the lesser byte of each in its low half.
                let pairs = _mm_min_epu8(halves, _mm_srli_epi16::<8>(halves));
                let words = _mm_and_si128(pairs, _mm_set1_epi16(255));
                _mm_cvtsi128_si32(_mm_minpos_epu16(words)) as u8
            }
        }

        #[inline(always)]
        fn equal(self, value: u8) -> u32 {
            // SAFETY: see above.
            unsafe { _mm256_movemask_epi8(self.equal_bytes(value).0) as u32 }
        }

        #[inline(always)]
        fn has(self, value: u8) -> bool {
            self.equal(value) != 0
        }

        #[inline(always)]
        fn equal_bytes(self, value: u8) -> Self {
            // SAFETY: see above.
            Avx2(unsafe { _mm256_cmpeq_epi8(self.0, _mm256_set1_epi8(value as i8)) })
        }

        #[inline(always)]
        fn busy(self) -> u32 {
            // SAFETY: see above.
            unsafe {
                let empty = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
                !_mm256_movemask_pd(_mm256_castsi256_pd(empty)) as u32 & 15
            }
        }

        fn run<W: Work>(work: W) -> W::Output {
            // SAFETY: see above.
            unsafe { compiled_for_avx2(work) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn compiled_for_avx2<W: Work>(work: W) -> W::Output {
        work.work()
    }

    #[cfg(test)]
    mod tests {
        use super::super::{Lanes, Plain, Work};
        use super::{available, Avx2};

        type Results = ([[u64; 4]; 8], [u32; 5]);

        struct Everything([u64; 4], [u64; 4], u8);

        impl Everything {
            #[inline(always)]
            fn on<L: Lanes>(&self) -> Results {
                let (a, b) = (L::from_words(self.0), L::from_words(self.1));
                let vectors = [
                    a,
                    a.and(b),
                    a.or(b),
                    a.without(b),
                    a.sub(b),
                    a.min(b),
                    a.equal_bytes(self.2),
                    a.and(L::from_words([0x7f7f_7f7f_7f7f_7f7f; 4]))
                        .add(b.and(L::from_words([0x7f7f_7f7f_7f7f_7f7f; 4]))),
                ];
                let numbers = [
                    u32::from(a.least()),
                    a.equal(self.2),
                    u32::from(a.has(self.2)),
                    a.busy(),
                    a.and(b).busy(),
                ];
                (vectors.map(Lanes::words), numbers)
            }
        }

        struct With(Everything);

        impl Work for With {
            type Output = Results;
            #[inline(always)]
            fn work(self) -> Results {
                self.0.on::<Avx2>()
            }
        }

        #[test]
        fn avx2_computes_what_plain_words_compute() {
            if !available() {
                return;
            }
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
                let plain = Everything(a, b, value).on::<Plain>();
                let fast = Avx2::run(With(Everything(a, b, value)));
                assert_eq!(fast, plain, "{a:x?}, {b:x?}, {value}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Plain};

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
