//! 256 bits at once: 32 counters of a byte, or a part of a set of options.
//!
//! There are three kinds of [`Lanes`] with the same results, compared by the tests below: [`Plain`]
//! for every machine, one that uses AVX2 (with BMI and POPCNT), and one that uses SSE4.1 (with
//! POPCNT). [`pick`] finds out at run time which to use.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod sse41;
pub(crate) mod vector;

use vector::{Lanes, Plain};

/// Something to do with the best lanes that the machine has.
pub(super) trait Pick {
    type Output;
    fn with<L: Lanes>(self) -> Self::Output;
}

pub(super) fn pick<P: Pick>(task: P) -> P::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        if avx2::Vector::detect().is_some() {
            return task.with::<avx2::Vector>();
        }
        if sse41::Halves::detect().is_some() {
            return task.with::<sse41::Halves>();
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
        if sse41::Halves::detect().is_some() {
            results.push(task.with::<sse41::Halves>());
        }
        if avx2::Vector::detect().is_some() {
            results.push(task.with::<avx2::Vector>());
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use super::vector::{Lanes, Plain};
    use super::{on_all, Pick};
    use crate::engine::vectors::Work;

    /// Every operation with these two vectors and this byte.
    #[derive(Clone, Copy, Debug)]
    struct Everything([u64; 4], [u64; 4], u8);

    type Results = ([[u64; 4]; 8], [u32; 5]);

    impl Pick for Everything {
        type Output = Results;
        fn with<L: Lanes>(self) -> Results {
            let zero = L::detect().expect("seen before");
            zero.run(On(self, zero))
        }
    }

    struct On<L>(Everything, L);

    impl<L: Lanes> Work for On<L> {
        type Output = Results;
        #[inline(always)]
        fn work(self) -> Results {
            let Everything(a, b, value) = self.0;
            let (a, b) = (self.1.of(a), self.1.of(b));
            let low = a.of([0x7f7f_7f7f_7f7f_7f7f; 4]);
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
        let zero = Plain::detect().expect("there on every machine");
        let a = zero.of([0x0001_02ff_80fe_7f01, 0, u64::MAX, 5]);
        let ones = zero.of([0x0101_0101_0101_0101; 4]);
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
