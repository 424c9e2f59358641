//! Lanes of one register, for machines with AVX2.
//!
//! Unsafe because the instructions exist on some machines only. Searches take three times as long
//! with [`Plain`](super::lanes::Plain).
#![allow(unsafe_code)]

use super::lanes::{Lanes, Words, Work};
use core::arch::x86_64::*;

/// Whether [`Avx2`] may be used on this machine; nothing of it may be called otherwise.
pub(super) fn available() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("popcnt")
}

#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

// SAFETY (of every block below): `pick` and the tests, the only users of `Avx2`, have seen
// `available()` return true, so the instructions exist. None of them reads or writes memory but
// for the two transmutations, which are between types of 256 bits without invalid values.
impl Lanes for Avx2 {
    #[inline(always)]
    fn load(words: &Words) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { core::mem::transmute::<Words, __m256i>(*words) })
    }

    #[inline(always)]
    fn store(self, words: &mut Words) {
        // SAFETY: see above.
        *words = unsafe { core::mem::transmute::<__m256i, Words>(self.0) };
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
    fn drop_lowest(self) -> Self {
        // SAFETY: see above.
        unsafe { Avx2(_mm256_add_epi16(self.0, _mm256_set1_epi16(-1))).and(self) }
    }

    #[inline(always)]
    fn empty(self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256()) })
    }

    #[inline(always)]
    fn signs(self) -> u32 {
        // SAFETY: see above.
        unsafe { _mm256_movemask_epi8(self.0) as u32 >> 1 }
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: see above.
        unsafe { _mm256_testz_si256(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn turn(self, by: usize) -> Self {
        self.shuffle(&TURNS[by])
    }

    #[inline(always)]
    fn swing(self, by: usize) -> Self {
        // SAFETY: see above.
        Avx2(unsafe {
            match by {
                1 => _mm256_permute4x64_epi64::<0x39>(self.0),
                2 => _mm256_permute4x64_epi64::<0x4e>(self.0),
                _ => _mm256_permute4x64_epi64::<0x93>(self.0),
            }
        })
    }

    #[inline(always)]
    fn spread(self, k: usize) -> Self {
        self.shuffle(&SPREADS[k])
    }

    #[inline(always)]
    fn mix(self, other: Self, by: usize) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        // SAFETY: see above.
        let (first, second) = unsafe {
            if by == 1 {
                (
                    _mm256_blend_epi16::<0xaa>(a, b),
                    _mm256_blend_epi16::<0x55>(a, b),
                )
            } else {
                (
                    _mm256_blend_epi16::<0xcc>(a, b),
                    _mm256_blend_epi16::<0x33>(a, b),
                )
            }
        };
        (Avx2(first), Avx2(second).shuffle(&SWAPS[by]))
    }

    fn run<W: Work>(work: W) -> W::Output {
        // SAFETY: see above.
        unsafe { compiled_for_avx2(work) }
    }
}

impl Avx2 {
    /// Moves bytes as a pattern says that [`groups`] has made.
    #[inline(always)]
    fn shuffle(self, pattern: &[u8; 32]) -> Self {
        // SAFETY: see above.
        Avx2(unsafe {
            _mm256_shuffle_epi8(self.0, core::mem::transmute::<[u8; 32], __m256i>(*pattern))
        })
    }
}

const TURNS: [[u8; 32]; 4] = [
    groups([0, 1, 2, 3]),
    groups([1, 2, 3, 0]),
    groups([2, 3, 0, 1]),
    groups([3, 0, 1, 2]),
];
const SPREADS: [[u8; 32]; 4] = [
    groups([0; 4]),
    groups([1; 4]),
    groups([2; 4]),
    groups([3; 4]),
];
const SWAPS: [[u8; 32]; 3] = [
    groups([0, 1, 2, 3]),
    groups([1, 0, 3, 2]),
    groups([2, 3, 0, 1]),
];

/// The pattern that puts these words of each group into the places 0 to 3.
const fn groups(words: [u8; 4]) -> [u8; 32] {
    let mut pattern = [0; 32];
    let mut i = 0;
    while i < 32 {
        // Bytes are numbered within the half of the vector.
        pattern[i] = (i as u8 & 8) + 2 * words[i / 2 % 4] + (i as u8 & 1);
        i += 1;
    }
    pattern
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
unsafe fn compiled_for_avx2<W: Work>(work: W) -> W::Output {
    work.work::<Avx2>()
}
