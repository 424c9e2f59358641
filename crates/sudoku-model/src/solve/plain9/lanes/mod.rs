//! Eight words of 32 bits at once: the three bands of two digits, and a spare word behind each.
//!
//! ```text
//! word     0        1        2      3   |    4        5        6      7
//!       band 0   band 1   band 2   (0)  | band 0   band 1   band 2   (0)
//!                digit 2 k              |          digit 2 k + 1
//! ```

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
mod plain;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(target_arch = "x86_64")]
use crate::solve::vectors::avx2::Avx2;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use crate::solve::vectors::pairs::Vector;
#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
use plain::Plain;

/// A vector of eight words. Words 0 to 3 and words 4 to 7 are its halves.
pub(super) trait Lanes: Copy {
    /// Another vector: of these words.
    fn of(self, words: [u32; 8]) -> Self;
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
    /// The halves change places.
    fn swap(self) -> Self;
    /// In each half, words 1, 2 and 0 in the places of words 0, 1 and 2.
    fn next(self) -> Self;
    /// In each half, words 2, 0 and 1 in the places of words 0, 1 and 2.
    fn last(self) -> Self;
    /// Whether all words are 0.
    fn is_zero(self) -> bool;
    /// Bit `k` is the highest bit of word `k`.
    fn signs(self) -> u32;
    /// Bit `k` is set if byte `k` has this value.
    fn find(self, bytes: &[u8; 32], value: u8) -> u32;

    /// The same vector, which has nothing in its second half: where that is a register of its own,
    /// the compiler leaves out what would be done with it.
    #[inline(always)]
    fn first(self) -> Self {
        self
    }

    /// Another vector: of this word everywhere.
    #[inline(always)]
    fn splat(self, word: u32) -> Self {
        self.of([word; 8])
    }
}

/// Something to do with any lanes. What it calls must be inlined to profit from them.
pub(super) trait Work {
    type Output;
    fn work<L: Lanes>(self, zero: L) -> Self::Output;
}

/// Does the work with the best lanes that the machine has.
pub(super) fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(avx2) = Avx2::detect() {
            return avx2.run(avx2::OnAvx2(work));
        }
        // Always so, and known at compile time. It is asked so that plain words are not unused
        // here.
        if std::is_x86_feature_detected!("sse2") {
            return work.work(Vector::from([0; 8]));
        }
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return work.work(Vector::from([0; 8]));
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    work.work(Plain([0; 8]))
}

/// What comes out with each kind of lanes that the machine has, [`Plain`] first.
#[cfg(test)]
pub(super) fn on_all<W: Work + Copy>(work: W) -> Vec<W::Output> {
    let mut results = vec![work.work(Plain([0; 8]))];
    #[cfg(target_arch = "x86_64")]
    results.push(work.work(Vector::from([0; 8])));
    #[cfg(target_arch = "x86_64")]
    results.extend(Avx2::detect().map(|avx2| avx2.run(avx2::OnAvx2(work))));
    results
}

#[cfg(test)]
mod tests {
    use super::{on_all, Lanes, Plain, Work};

    /// Every operation with these vectors, bytes and this value.
    #[derive(Clone, Copy, Debug)]
    struct Everything([u32; 8], [u32; 8], [u8; 32], u8);

    impl Work for Everything {
        type Output = (Vec<[u32; 8]>, [u32; 4]);

        #[inline(always)]
        fn work<L: Lanes>(self, zero: L) -> Self::Output {
            let Everything(a, b, bytes, value) = self;
            let half = zero.of([a[0], a[1], a[2], a[3], 0, 0, 0, 0]);
            let (a, b) = (zero.of(a), zero.of(b));
            let vectors = [
                a,
                half.first(),
                zero.splat(u32::from(value)),
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
                a.swap(),
                a.next(),
                a.last(),
            ];
            let numbers = [
                u32::from(a.is_zero()),
                u32::from(a.and(b).is_zero()),
                a.signs(),
                zero.find(&bytes, value),
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
        let zero = Plain([0; 8]);
        let a = zero.of([0, 1, 2, 3, 4, 5, 6, 7]);
        let expected = [
            [4, 5, 6, 7, 0, 1, 2, 3],
            [1, 2, 0, 3, 5, 6, 4, 7],
            [2, 0, 1, 3, 6, 4, 5, 7],
        ];
        assert_eq!([a.swap().0, a.next().0, a.last().0], expected);

        let mut bytes = [0; 32];
        bytes[3] = 9;
        bytes[4] = 8;
        bytes[31] = 9;
        assert_eq!(zero.find(&bytes, 9), 1 << 3 | 1 << 31);
        let signs = Plain([1 << 31, 5, u32::MAX, 0, 1, 1, 1, 3 << 30]).signs();
        assert_eq!(signs, 0b1000_0101);
    }
}
