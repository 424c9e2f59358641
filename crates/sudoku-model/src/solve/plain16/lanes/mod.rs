//! A row of the board in one vector of 256 bits: 16 words, one for each cell.
//!
//! ```text
//! word      0  1  2  3 | 4  5  6  7 | 8  9 10 11 | 12 13 14 15
//! group          0     |      1     |      2     |      3
//! ```

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

#[cfg(target_arch = "x86_64")]
use crate::solve::vectors::avx2::Avx2;
use crate::solve::vectors::inlined;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::solve::vectors::pairs::Vector;

/// 16 words of 16 bits, in groups of four.
pub(super) type Words = [u16; 16];

/// A vector of 16 words.
pub(super) trait Lanes: Copy {
    /// Another vector: of these words.
    fn of(self, words: Words) -> Self;
    fn words(self) -> Words;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Each word without its lowest bit.
    fn drop_lowest(self) -> Self;
    /// All bits in each word that is 0, and none in the others.
    fn empty(self) -> Self;
    /// Bit `2 * k` is set if the highest bit of word `k` is; the others mean nothing.
    fn signs(self) -> u32;
    /// Whether any bit is set.
    fn any(self) -> bool;
    /// Turns each group: word `k` of a group comes from word `k + by` of it, which starts over.
    fn turn(self, by: usize) -> Self;
    /// Moves the groups: group `k` is what group `k + by` was, which starts over.
    fn swing(self, by: usize) -> Self;
    /// Word `k` of each group in all four places of the group.
    fn spread(self, k: usize) -> Self;
    /// For packing the groups of two vectors into one, of each run of `by` words (1 or 2)
    /// alternately mine and the other's; and in the second vector in the same places the words that
    /// are missing in the first, each from the run beside it.
    ///
    /// ```text
    ///           by 1                     by 2
    /// a0 a1 a2 a3 | b0 b1 b2 b3    a0 a1 a2 a3 | b0 b1 b2 b3
    /// a0 b1 a2 b3 | a1 b0 a3 b2    a0 a1 b2 b3 | a2 a3 b0 b1
    /// ```
    fn mix(self, other: Self, by: usize) -> (Self, Self);

    /// The words with one bit; 0 in place of the others.
    #[inline(always)]
    fn only_single(self) -> Self {
        self.and(self.drop_lowest().empty())
    }

    /// Another vector: of this word everywhere.
    #[inline(always)]
    fn splat(self, word: u16) -> Self {
        self.of([word; 16])
    }
}

/// Something to do with lanes. What it calls must be inlined to profit from them.
pub(super) trait Work {
    type Output;
    fn work<L: Lanes>(self, zero: L) -> Self::Output;
}

/// Does the work with the best lanes that the machine has.
pub(super) fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        return avx2.run(avx2::OnAvx2(work));
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return work.work(Vector::from([0; 16]));
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    work.work(Plain([0; 16]))
}

/// Lanes made of ordinary words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain(pub(super) Words);

impl Plain {
    inlined! {
        fn zip(self, other: Self, f: impl Fn(u16, u16) -> u16) -> Self = {
            let mut words = self.0;
            for (word, other) in words.iter_mut().zip(other.0) {
                *word = f(*word, other);
            }
            Plain(words)
        };
        fn pull(self, from: impl Fn(usize) -> usize) -> Self = {
            let mut words = self.0;
            for (k, word) in words.iter_mut().enumerate() {
                *word = self.0[from(k) % 16];
            }
            Plain(words)
        };
    }
}

impl Lanes for Plain {
    inlined! {
        fn of(self, words: Words) -> Self = Plain(words);
        fn words(self) -> Words = self.0;
        fn and(self, other: Self) -> Self = self.zip(other, |a, b| a & b);
        fn or(self, other: Self) -> Self = self.zip(other, |a, b| a | b);
        fn without(self, other: Self) -> Self = self.zip(other, |a, b| a & !b);
        fn drop_lowest(self) -> Self = self.zip(self, |a, _| a & a.wrapping_sub(1));
        fn empty(self) -> Self = self.zip(self, |a, _| if a == 0 { u16::MAX } else { 0 });
        fn signs(self) -> u32 = {
            let signs = self.0.iter().enumerate();
            signs.fold(0, |set, (k, &a)| set | u32::from(a >> 15) << (2 * k))
        };
        fn any(self) -> bool = self.0.iter().fold(0, |all, &a| all | a) != 0;
        fn turn(self, by: usize) -> Self = self.pull(|k| k / 4 * 4 + (k + by) % 4);
        fn swing(self, by: usize) -> Self = self.pull(|k| k + 4 * by);
        fn spread(self, k: usize) -> Self = self.pull(|i| i / 4 * 4 + k);
        fn mix(self, other: Self, by: usize) -> (Self, Self) = {
            let (mut a, mut b) = (self.0, other.0);
            for k in 0..16 {
                let from = if k / by % 2 == 0 { self } else { other };
                a[k] = from.0[k];
                b[k] = from.0[k ^ by];
            }
            (Plain(a), Plain(b))
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Plain, Words, Work};

    /// Every operation with these two vectors.
    #[derive(Clone, Copy, Debug)]
    struct Everything(Words, Words);

    impl Work for Everything {
        type Output = (Vec<Words>, [bool; 2], u32);
        fn work<L: Lanes>(self, zero: L) -> Self::Output {
            let (a, b) = (zero.of(self.0), zero.of(self.1));
            let mut all = vec![a, a.and(b), a.or(b), a.without(b)];
            all.extend([a.drop_lowest(), a.empty(), a.only_single(), zero.splat(7)]);
            for by in 1..4 {
                all.extend([a.turn(by), a.swing(by)]);
            }
            all.extend([a.spread(0), a.spread(1), a.spread(2), a.spread(3)]);
            for by in 1..3 {
                let (c, d) = a.mix(b, by);
                all.extend([c, d]);
            }
            let words = all.into_iter().map(L::words).collect();
            let any = [a.any(), a.and(b).any()];
            (words, any, a.signs() & 0x5555_5555)
        }
    }

    #[test]
    fn vectors_compute_what_plain_words_compute_where_there_are_any() {
        let mut random = fastrand::Rng::with_seed(16);
        for _ in 0..5_000 {
            let mut vector = || {
                let mut words = [0; 16];
                for word in &mut words {
                    let masks = [u16::MAX, 0, 0x8001, 1 << random.u16(..16)];
                    *word = random.u16(..) & masks[random.usize(..4)];
                }
                words
            };
            let task = Everything(vector(), vector());
            let plain = task.work(Plain([0; 16]));
            assert_eq!(super::run(task), plain, "{task:x?}");
        }
    }

    #[test]
    fn plain_words_move_as_described() {
        let mut words = [0; 16];
        (0..16).for_each(|k| words[k] = k as u16);
        let other = words.map(|word| word + 100);
        let (a, b) = (Plain(words), Plain(other));
        assert_eq!(a.turn(1).0[..5], [1, 2, 3, 0, 5]);
        assert_eq!(a.swing(3).0[..5], [12, 13, 14, 15, 0]);
        assert_eq!(a.spread(2).0[..5], [2, 2, 2, 2, 6]);
        let (c, d) = a.mix(b, 1);
        assert_eq!(
            (&c.0[..4], &d.0[..4]),
            (&[0, 101, 2, 103][..], &[1, 100, 3, 102][..])
        );
        let (c, d) = a.mix(b, 2);
        assert_eq!(
            (&c.0[..4], &d.0[..4]),
            (&[0, 1, 102, 103][..], &[2, 3, 100, 101][..])
        );
        assert_eq!(Plain([0x8000; 16]).signs() & 0x5555_5555, 0x5555_5555);
        assert_eq!(Plain([6; 16]).drop_lowest().0, [4; 16]);
    }
}
