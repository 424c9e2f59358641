//! Lanes of one register, for machines with AVX2.
//!
//! Unsafe because the instructions exist on some machines only.
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
        // SAFETY: see above.
        Avx2(unsafe {
            match by {
                1 => _mm256_shuffle_epi8(
                    self.0,
                    _mm256_setr_epi8(
                        2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9, 2, 3, 4, 5, 6, 7, 0,
                        1, 10, 11, 12, 13, 14, 15, 8, 9,
                    ),
                ),
                2 => _mm256_shuffle_epi32::<0xb1>(self.0),
                _ => _mm256_shuffle_epi8(
                    self.0,
                    _mm256_setr_epi8(
                        6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13, 6, 7, 0, 1, 2, 3, 4,
                        5, 14, 15, 8, 9, 10, 11, 12, 13,
                    ),
                ),
            }
        })
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
        // SAFETY: see above.
        Avx2(unsafe {
            match k {
                0 => _mm256_shuffle_epi8(
                    self.0,
                    _mm256_setr_epi8(
                        0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9, 0, 1, 0, 1, 0, 1, 0, 1, 8,
                        9, 8, 9, 8, 9, 8, 9,
                    ),
                ),
                1 => _mm256_shuffle_epi8(
                    self.0,
                    _mm256_setr_epi8(
                        2, 3, 2, 3, 2, 3, 2, 3, 10, 11, 10, 11, 10, 11, 10, 11, 2, 3, 2, 3, 2, 3,
                        2, 3, 10, 11, 10, 11, 10, 11, 10, 11,
                    ),
                ),
                2 => _mm256_shuffle_epi8(
                    self.0,
                    _mm256_setr_epi8(
                        4, 5, 4, 5, 4, 5, 4, 5, 12, 13, 12, 13, 12, 13, 12, 13, 4, 5, 4, 5, 4, 5,
                        4, 5, 12, 13, 12, 13, 12, 13, 12, 13,
                    ),
                ),
                _ => _mm256_shuffle_epi8(
                    self.0,
                    _mm256_setr_epi8(
                        6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15, 6, 7, 6, 7, 6, 7,
                        6, 7, 14, 15, 14, 15, 14, 15, 14, 15,
                    ),
                ),
            }
        })
    }

    #[inline(always)]
    fn mix(self, other: Self, by: usize) -> (Self, Self) {
        // SAFETY: see above.
        unsafe {
            if by == 1 {
                let a = _mm256_blend_epi16::<0xaa>(self.0, other.0);
                let b = _mm256_blend_epi16::<0x55>(self.0, other.0);
                let swap = _mm256_setr_epi8(
                    2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5,
                    10, 11, 8, 9, 14, 15, 12, 13,
                );
                (Avx2(a), Avx2(_mm256_shuffle_epi8(b, swap)))
            } else {
                let a = _mm256_blend_epi32::<0xaa>(self.0, other.0);
                let b = _mm256_blend_epi32::<0x55>(self.0, other.0);
                (Avx2(a), Avx2(_mm256_shuffle_epi32::<0xb1>(b)))
            }
        }
    }

    fn run<W: Work>(work: W) -> W::Output {
        // SAFETY: see above.
        unsafe { compiled_for_avx2(work) }
    }
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
unsafe fn compiled_for_avx2<W: Work>(work: W) -> W::Output {
    work.work::<Avx2>()
}
