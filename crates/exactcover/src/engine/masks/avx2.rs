//! Lists of masks with AVX2: four masks of 64 bits or eight of 32 bits at a time.
//!
//! Unsafe because of the [`instructions`] and of accesses to an arena, each of which lies in a
//! range that an assertion has checked. Whole searches take a third of the time of the portable
//! form on pentominoes, about half on Langford pairs.
#![allow(unsafe_code)]

use super::lanes::{fewest, Compress, Lanes, Mask, Seen, MAX_LIST, MAX_PLANES, PAD};
use crate::engine::vectors::{instructions, Avx2, Work};
use crate::run::alarm::Alarm;
use core::arch::x86_64::*;

impl Avx2 {
    instructions! {
        fn and(self, a: __m256i, b: __m256i) -> __m256i = _mm256_and_si256(a, b);
        fn or(self, a: __m256i, b: __m256i) -> __m256i = _mm256_or_si256(a, b);
        fn xor(self, a: __m256i, b: __m256i) -> __m256i = _mm256_xor_si256(a, b);
        fn and_half(self, a: __m128i, b: __m128i) -> __m128i = _mm_and_si128(a, b);
        fn or_half(self, a: __m128i, b: __m128i) -> __m128i = _mm_or_si128(a, b);
        fn low_half(self, a: __m256i) -> __m128i = _mm256_castsi256_si128(a);
        fn high_half(self, a: __m256i) -> __m128i = _mm256_extracti128_si256::<1>(a);
        fn high_quarter(self, a: __m128i) -> __m128i = _mm_unpackhi_epi64(a, a);
        fn high_eighth(self, a: __m128i) -> __m128i = _mm_srli_epi64::<32>(a);
        fn swap_halves(self, a: __m256i) -> __m256i = _mm256_permute4x64_epi64::<0x4E>(a);
        fn swap_quarters(self, a: __m256i) -> __m256i = _mm256_shuffle_epi32::<0x4E>(a);
        fn swap_eighths(self, a: __m256i) -> __m256i = _mm256_shuffle_epi32::<0xB1>(a);
        fn splat_32(self, mask: u32) -> __m256i = _mm256_set1_epi32(mask as i32);
        fn splat_64(self, mask: u64) -> __m256i = _mm256_set1_epi64x(mask as i64);
        fn empty_32(self, a: __m256i) -> __m256i = _mm256_cmpeq_epi32(a, _mm256_setzero_si256());
        fn empty_64(self, a: __m256i) -> __m256i = _mm256_cmpeq_epi64(a, _mm256_setzero_si256());
        fn lanes_32(self, a: __m256i) -> u32 = _mm256_movemask_ps(_mm256_castsi256_ps(a)) as u32;
        fn lanes_64(self, a: __m256i) -> u32 = _mm256_movemask_pd(_mm256_castsi256_pd(a)) as u32;
        fn lowest_32(self, a: __m128i) -> u32 = _mm_cvtsi128_si32(a) as u32;
        fn lowest_64(self, a: __m128i) -> u64 = _mm_cvtsi128_si64(a) as u64;
        fn permute(self, a: __m256i, order: &Order) -> __m256i =
            _mm256_permutevar8x32_epi32(a, _mm256_load_si256(order.0.as_ptr().cast()));
    }
}

/// Which of eight lanes of 32 bits comes to each place.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Order([u32; 8]);

/// For each set of lanes, the order that has them in front.
///
/// ```text
/// lanes  a b c d e f g h    order of {1, 4, 5}  1 4 5 0 0 0 0 0    packed  b e f a a a a a
/// ```
static PACK_32: [Order; 256] = packing(1);
static PACK_64: [Order; 16] = packing(2);

/// Packs lanes of `width` times 32 bits; what follows the lanes of the set does not matter.
const fn packing<const N: usize>(width: usize) -> [Order; N] {
    let mut table = [Order([0; 8]); N];
    let mut set = 0;
    while set < N {
        let (mut lane, mut to) = (0, 0);
        while lane < 8 {
            if set >> (lane / width) & 1 == 1 {
                table[set].0[to] = lane as u32;
                to += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    table
}

/// What differs between masks of 32 and of 64 bits.
trait Lane: Mask {
    const LANES: usize;
    /// The mask in every lane.
    fn splat(self, avx2: Avx2) -> __m256i;
    /// All bits of the lanes that are empty.
    fn empty(avx2: Avx2, lanes: __m256i) -> __m256i;
    /// One bit for each lane, of lanes that have all bits or none.
    fn set_of(avx2: Avx2, lanes: __m256i) -> u32;
    /// The order that has the lanes of a set in front.
    fn packing(set: u32) -> &'static Order;
    fn lowest_lane(avx2: Avx2, lanes: __m128i) -> Self;
}

impl Lane for u32 {
    const LANES: usize = 8;
    #[inline(always)]
    fn splat(self, avx2: Avx2) -> __m256i {
        avx2.splat_32(self)
    }
    #[inline(always)]
    fn empty(avx2: Avx2, lanes: __m256i) -> __m256i {
        avx2.empty_32(lanes)
    }
    #[inline(always)]
    fn set_of(avx2: Avx2, lanes: __m256i) -> u32 {
        avx2.lanes_32(lanes)
    }
    #[inline(always)]
    fn packing(set: u32) -> &'static Order {
        &PACK_32[set as usize & 255]
    }
    #[inline(always)]
    fn lowest_lane(avx2: Avx2, lanes: __m128i) -> u32 {
        avx2.lowest_32(lanes)
    }
}

impl Lane for u64 {
    const LANES: usize = 4;
    #[inline(always)]
    fn splat(self, avx2: Avx2) -> __m256i {
        avx2.splat_64(self)
    }
    #[inline(always)]
    fn empty(avx2: Avx2, lanes: __m256i) -> __m256i {
        avx2.empty_64(lanes)
    }
    #[inline(always)]
    fn set_of(avx2: Avx2, lanes: __m256i) -> u32 {
        avx2.lanes_64(lanes)
    }
    #[inline(always)]
    fn packing(set: u32) -> &'static Order {
        &PACK_64[set as usize & 15]
    }
    #[inline(always)]
    fn lowest_lane(avx2: Avx2, lanes: __m128i) -> u64 {
        avx2.lowest_64(lanes)
    }
}

/// An arena as a place for unaligned vectors.
#[derive(Clone, Copy)]
struct Vectors<T>(*mut T);

impl<T: Lane> Vectors<T> {
    /// # Safety
    /// The machine has AVX2, and `at..at + T::LANES` lies in the arena.
    #[inline(always)]
    unsafe fn load(self, at: usize) -> __m256i {
        _mm256_loadu_si256(self.0.add(at).cast())
    }

    /// # Safety
    /// As for [`Vectors::load`], and nothing else refers to the arena.
    #[inline(always)]
    unsafe fn store(self, at: usize, lanes: __m256i) {
        _mm256_storeu_si256(self.0.add(at).cast(), lanes);
    }
}

impl Avx2 {
    /// The full adder of three times 256 bits: sum and carry.
    #[inline(always)]
    fn add_three(self, a: __m256i, b: __m256i, c: __m256i) -> (__m256i, __m256i) {
        let half = self.xor(a, b);
        let carry = self.or(self.and(a, b), self.and(half, c));
        (self.xor(half, c), carry)
    }

    /// Adds two halves of a saturating count: what is in at least one, two and three masks. Three
    /// are three in one half, or two in one and one in the other.
    #[inline(always)]
    fn join(self, a: [__m128i; 3], b: [__m128i; 3]) -> [__m128i; 3] {
        let crossed = self.or_half(self.and_half(a[1], b[0]), self.and_half(a[0], b[1]));
        [
            self.or_half(a[0], b[0]),
            self.or_half(self.or_half(a[1], b[1]), self.and_half(a[0], b[0])),
            self.or_half(self.or_half(a[2], b[2]), crossed),
        ]
    }

    /// Adds the lanes of a saturating count.
    #[inline(always)]
    fn total<T: Lane>(self, count: [__m256i; 3]) -> Seen<T> {
        // 256 bits to 128, 64 and 32: only the lowest lane of the sum means anything.
        let low = count.map(|plane| self.low_half(plane));
        let mut sum = self.join(low, count.map(|plane| self.high_half(plane)));
        sum = self.join(sum, sum.map(|plane| self.high_quarter(plane)));
        if T::LANES == 8 {
            sum = self.join(sum, sum.map(|plane| self.high_eighth(plane)));
        }
        let [once, twice, thrice] = sum.map(|plane| T::lowest_lane(self, plane));
        Seen {
            once,
            twice,
            thrice,
        }
    }

    /// Adds four vectors to a bit-sliced count of three planes or more.
    ///
    /// ```text
    /// plane 0, a, b ──► sum, first     sum, c, d ──► plane 0, second      (worth 1)
    /// plane 1, first, second ──► plane 1, carry                           (worth 2)
    /// plane 2, carry ──► plane 2, carry ──► plane 3, ..                   (4, 8, ..)
    /// ```
    #[inline(always)]
    fn count_four(self, planes: &mut [__m256i], four: [__m256i; 4]) {
        let (sum, first) = self.add_three(planes[0], four[0], four[1]);
        let (sum, second) = self.add_three(sum, four[2], four[3]);
        planes[0] = sum;
        let (sum, mut carry) = self.add_three(planes[1], first, second);
        planes[1] = sum;
        for plane in &mut planes[2..] {
            let sum = self.xor(*plane, carry);
            carry = self.and(*plane, carry);
            *plane = sum;
        }
    }

    /// Adds to a bit-sliced count the same with its lanes moved.
    #[inline(always)]
    fn fold(self, planes: &mut [__m256i], moved: impl Fn(__m256i) -> __m256i) {
        let mut carry = self.splat_32(0);
        for plane in planes {
            let (sum, next) = self.add_three(*plane, moved(*plane), carry);
            *plane = sum;
            carry = next;
        }
    }
}

impl<T: Lane> Lanes<T> for Avx2 {
    #[inline(always)]
    fn filter(
        self,
        arena: &mut [T],
        from: usize,
        len: usize,
        to: usize,
        taken: T,
        _alarm: &mut Alarm,
    ) -> (usize, Seen<T>) {
        #[cfg(test)]
        crate::run::looks::touched(len);
        assert!(from.max(to) + len + PAD <= arena.len());
        let vectors = Vectors(arena.as_mut_ptr());
        let taken = taken.splat(self);
        let none = self.splat_32(0);
        let (mut once, mut twice, mut thrice) = (none, none, none);
        let (mut at, mut end) = (from, to);
        while at < from + len {
            // SAFETY: `at < from + len`, and at most `T::LANES <= PAD` lanes are read from there.
            let masks = unsafe { vectors.load(at) };
            let fits = T::empty(self, self.and(masks, taken));
            let set = T::set_of(self, fits);
            // A whole vector is written; what does not count is overwritten by the next.
            let packed = self.permute(masks, T::packing(set));
            // SAFETY: `end - to <= at - from < len`, as each round adds at most as many to one
            // as to the other. What is read later is not overwritten: `to` is `from` or beyond.
            unsafe { vectors.store(end, packed) };
            end += set.count_ones() as usize;
            // A saturating count per lane and item; the lanes are added up once at the end. From
            // the third to the first, as each needs what the one below was.
            let masks = self.and(masks, fits);
            thrice = self.or(thrice, self.and(twice, masks));
            twice = self.or(twice, self.and(once, masks));
            once = self.or(once, masks);
            at += T::LANES;
        }
        // SAFETY: `end - to <= len`: the padding behind the list meets `taken`.
        unsafe { vectors.store(end, self.splat_32(u32::MAX)) };
        (end - to, self.total([once, twice, thrice]))
    }

    #[inline(always)]
    fn split(self, arena: &mut [T], from: usize, len: usize, item: T, _alarm: &mut Alarm) -> usize {
        #[cfg(test)]
        crate::run::looks::touched(len);
        assert!(from + 2 * (len + PAD) <= arena.len());
        let vectors = Vectors(arena.as_mut_ptr());
        let item = item.splat(self);
        let (mut at, mut rest, mut with) = (from, from, from + len + PAD);
        while at < from + len {
            // SAFETY: `at < from + len`, and the padding follows.
            let masks = unsafe { vectors.load(at) };
            let without = T::empty(self, self.and(masks, item));
            let set = T::set_of(self, without);
            // Both halves are written whole as above. The padding has the item, and so ends up
            // behind the list of those that have it.
            // SAFETY: `rest <= at`, and `with` is at most as far from the end of the padding as
            // `at` from the beginning of the list.
            unsafe {
                vectors.store(rest, self.permute(masks, T::packing(set)));
                vectors.store(with, self.permute(masks, T::packing(!set)));
            }
            let count = set.count_ones() as usize;
            rest += count;
            with += T::LANES - count;
            at += T::LANES;
        }
        // SAFETY: `rest <= from + len`.
        unsafe { vectors.store(rest, self.splat_32(u32::MAX)) };
        rest - from
    }

    #[inline(always)]
    fn each_meeting(
        self,
        arena: &[T],
        from: usize,
        len: usize,
        items: T,
        _alarm: &mut Alarm,
        mut visit: impl FnMut(T),
    ) {
        #[cfg(test)]
        crate::run::looks::touched(len);
        assert!(from + len + PAD <= arena.len());
        let vectors = Vectors(arena.as_ptr() as *mut T);
        let items = items.splat(self);
        let mut at = from;
        while at < from + len {
            // SAFETY: `at < from + len`, and the padding follows.
            let masks = unsafe { vectors.load(at) };
            let apart = T::set_of(self, T::empty(self, self.and(masks, items)));
            let mut set = apart ^ ((1 << T::LANES) - 1);
            while set != 0 {
                let found = at + set.trailing_zeros() as usize;
                // The padding meets everything.
                if found >= from + len {
                    break;
                }
                visit(arena[found]);
                set &= set - 1;
            }
            at += T::LANES;
        }
    }

    #[inline(always)]
    fn rarest(self, arena: &[T], from: usize, len: usize, open: T, _alarm: &mut Alarm) -> u32 {
        #[cfg(test)]
        crate::run::looks::touched(len);
        assert!(from + len + PAD <= arena.len() && len <= MAX_LIST);
        let vectors = Vectors(arena.as_ptr() as *mut T);
        let none = self.splat_32(0);
        let mut planes = [none; MAX_PLANES];
        let rounds = (len + T::LANES - 1) / T::LANES;
        // As many bits as the number of rounds has hold the count of each lane.
        let height = ((usize::BITS - rounds.leading_zeros()) as usize).max(3);
        let mut at = from;
        for _ in 0..rounds / 4 {
            // SAFETY: four vectors from `at` end before that of the last round, of which at most
            // the padding is beyond the list. The padding adds the same to every count.
            let four = unsafe {
                [
                    vectors.load(at),
                    vectors.load(at + T::LANES),
                    vectors.load(at + 2 * T::LANES),
                    vectors.load(at + 3 * T::LANES),
                ]
            };
            self.count_four(&mut planes[..height], four);
            at += 4 * T::LANES;
        }
        if rounds % 4 > 0 {
            let mut four = [none; 4];
            for masks in &mut four[..rounds % 4] {
                // SAFETY: as above.
                *masks = unsafe { vectors.load(at) };
                at += T::LANES;
            }
            self.count_four(&mut planes[..height], four);
        }
        // Adds up the lanes, two by two; each time a count needs one plane more. In the end each
        // lane has the sum of all.
        self.fold(&mut planes[..height + 1], |plane| self.swap_halves(plane));
        self.fold(&mut planes[..height + 2], |plane| self.swap_quarters(plane));
        if T::LANES == 8 {
            self.fold(&mut planes[..height + 3], |plane| self.swap_eighths(plane));
        }
        let mut least = open;
        for &plane in planes[..height + 3].iter().rev() {
            least = fewest(least, T::lowest_lane(self, self.low_half(plane)));
        }
        least.lowest()
    }

    fn apart<W: Work>(self, work: W) -> W::Output {
        self.run(work)
    }
}

impl Compress for Avx2 {
    instructions! {
        fn compress(self, mask: u64, live: u64) -> u32 = _pext_u64(mask, live) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::masks::lanes::PORTABLE;
    use crate::run::limits::Limits;
    use alloc::vec;
    use alloc::vec::Vec;
    use core::fmt::Debug;

    /// Lists of all lengths around those where whole vectors and rounds of four end, with few and
    /// with many items to a mask.
    fn lists(mut check: impl FnMut(&[u64], u64)) {
        let mut random = fastrand::Rng::with_seed(1);
        for len in (0..140).chain([255, 256, 257, 1023, 4096]) {
            for sparse in [0, 1, 3] {
                let mut mask = || {
                    (0..sparse).fold(random.u64(..), |mask, _| mask & random.u64(..))
                        | 1 << random.u32(..64)
                };
                let list: Vec<u64> = (0..len).map(|_| mask()).collect();
                check(&list, mask());
            }
        }
    }

    fn same<T: Lane + Debug>(avx2: Avx2, masks: &[T], taken: T, item: T) {
        let len = masks.len();
        let mut arena = vec![T::NONE; 3 * (len + PAD)];
        arena[..len].copy_from_slice(masks);
        arena[len..len + PAD].fill(!T::NONE);
        let alarm = &mut Alarm::new(&Limits::none());
        let (mut fast, mut slow) = (Vec::new(), Vec::new());
        avx2.each_meeting(&arena, 0, len, taken, alarm, |mask| fast.push(mask));
        PORTABLE.each_meeting(&arena, 0, len, taken, alarm, |mask| slow.push(mask));
        assert_eq!(fast, slow);
        if len > 0 {
            assert_eq!(
                avx2.rarest(&arena, 0, len, taken, alarm),
                PORTABLE.rarest(&arena, 0, len, taken, alarm)
            );
        }
        for to in [0, len + PAD] {
            let (mut fast, mut slow) = (arena.clone(), arena.clone());
            let (kept, seen) = avx2.filter(&mut fast, 0, len, to, taken, alarm);
            let (expected, counted) = PORTABLE.filter(&mut slow, 0, len, to, taken, alarm);
            assert_eq!((kept, seen), (expected, counted));
            let (padded, end) = (to + kept + T::LANES, to + kept + PAD);
            assert_eq!(fast[to..padded], slow[to..padded]);
            assert!(slow[padded..end].iter().all(|&mask| mask == !T::NONE));
        }
        let (mut fast, mut slow) = (arena.clone(), arena.clone());
        let rest = avx2.split(&mut fast, 0, len, item, alarm);
        assert_eq!(rest, PORTABLE.split(&mut slow, 0, len, item, alarm));
        assert_eq!(fast[..rest + T::LANES], slow[..rest + T::LANES]);
        let with = len + PAD..len + PAD + len - rest;
        assert_eq!(fast[with.clone()], slow[with]);
    }

    #[test]
    fn vectors_do_what_single_masks_do_where_there_are_any() {
        let avx2 = match Avx2::detect() {
            Some(avx2) => avx2,
            None => return,
        };
        lists(|masks, taken| {
            let item = taken & taken.wrapping_neg();
            same(avx2, masks, taken, item);
            let narrow: Vec<u32> = masks
                .iter()
                .map(|&mask| (mask | mask >> 32) as u32)
                .collect();
            let taken = (taken | taken >> 32) as u32;
            same(avx2, &narrow, taken, taken & taken.wrapping_neg());
            for &mask in masks {
                let live = u64::from(taken) << 7;
                assert_eq!(avx2.compress(mask, live), PORTABLE.compress(mask, live));
            }
        });
    }

    #[test]
    #[should_panic(expected = "from.max(to) + len + PAD <= arena.len()")]
    fn refuses_a_list_without_room_behind_it() {
        let alarm = &mut Alarm::new(&Limits::none());
        match Avx2::detect() {
            Some(avx2) => drop(avx2.filter(&mut [1_u64; 10], 0, 3, 0, 1, alarm)),
            None => panic!("from.max(to) + len + PAD <= arena.len()"),
        }
    }
}
