//! The counts of a wide stage, as narrow as the largest of them permits.

use super::lanes::vector::Lanes;

/// How many options an item has, with a mark when it is covered.
pub(super) trait Count:
    Copy + Ord + core::ops::BitOrAssign + core::fmt::Debug + Send + Sync + 'static
{
    /// The mark: counts beside it go on falling, but stay at or above it.
    const COVERED: Self;
    /// How many bytes it takes.
    const BYTES: usize = core::mem::size_of::<Self>();
    fn from_u32(count: u32) -> Self;
    /// One less.
    fn less(self) -> Self;
    /// The first of the least counts, and its place. The length is a multiple of 32.
    fn least<L: Lanes>(zero: L, counts: &[Self]) -> (usize, Self);
}

impl Count for u8 {
    const COVERED: Self = 0x80;

    #[inline(always)]
    fn from_u32(count: u32) -> Self {
        count as u8
    }

    #[inline(always)]
    fn less(self) -> Self {
        self - 1
    }

    #[inline(always)]
    fn least<L: Lanes>(zero: L, counts: &[Self]) -> (usize, Self) {
        let mut least = zero.of([u64::MAX; 4]);
        for chunk in counts.chunks_exact(32) {
            least = least.min(load(zero, chunk));
        }
        let least = least.least();
        for (k, chunk) in counts.chunks_exact(32).enumerate() {
            let at = load(zero, chunk).equal(least);
            if at != 0 {
                return (k * 32 + at.trailing_zeros() as usize, least);
            }
        }
        (0, least)
    }
}

#[inline(always)]
fn load<L: Lanes>(zero: L, bytes: &[u8]) -> L {
    let mut words = [0; 4];
    for (word, eight) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        let mut copy = [0; 8];
        copy.copy_from_slice(eight);
        *word = u64::from_le_bytes(copy);
    }
    zero.of(words)
}

impl Count for u16 {
    const COVERED: Self = 0x8000;

    #[inline(always)]
    fn from_u32(count: u32) -> Self {
        count as u16
    }

    #[inline(always)]
    fn less(self) -> Self {
        self - 1
    }

    #[inline(always)]
    fn least<L: Lanes>(_zero: L, counts: &[Self]) -> (usize, Self) {
        let least = counts.iter().fold(u16::MAX, |least, &c| least.min(c));
        let chunks = counts.chunks_exact(32).enumerate();
        for (k, chunk) in chunks {
            // Without an early end, so that it compiles to comparisons of many at once.
            if chunk.iter().fold(false, |any, &c| any | (c == least)) {
                let at = chunk.iter().position(|&c| c == least);
                return (k * 32 + at.unwrap_or(0), least);
            }
        }
        (0, least)
    }
}
