//! What the walk does with whole lists of masks, and the portable way of doing it.

use crate::engine::vectors::Work;
use crate::run::alarm::Alarm;
use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Range};

/// Room behind each list, which is read and written in whole vectors.
pub(super) const PAD: usize = 8;

/// Longer lists are gone through in parts of so many masks.
pub(super) const PART: usize = 1 << 11;

/// The most masks in a list; bounds the planes of a bit-sliced count.
pub(super) const MAX_LIST: usize = 1 << 16;
pub(super) const MAX_PLANES: usize = 18;

/// A set of items, one bit for each.
pub(super) trait Mask:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    const NONE: Self;
    /// The set of one item.
    fn single(item: u32) -> Self;
    fn len(self) -> u32;
    /// The lowest item of a set that is not empty.
    fn lowest(self) -> u32;
    /// The set itself or the empty one, without a branch.
    fn only_if(self, condition: bool) -> Self;
    fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

macro_rules! of_word {
    ($word:ty) => {
        const NONE: Self = 0;
        #[inline(always)]
        fn single(item: u32) -> Self {
            1 << item
        }
        #[inline(always)]
        fn len(self) -> u32 {
            self.count_ones()
        }
        #[inline(always)]
        fn lowest(self) -> u32 {
            self.trailing_zeros()
        }
        #[inline(always)]
        fn only_if(self, condition: bool) -> Self {
            self & <$word>::from(condition).wrapping_neg()
        }
    };
}
impl Mask for u32 {
    of_word!(u32);
}
impl Mask for u64 {
    of_word!(u64);
}
impl Mask for u128 {
    of_word!(u128);
}

/// Saturating counts of a list: the items in at least one, two and three of its masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seen<T> {
    pub(super) once: T,
    pub(super) twice: T,
    pub(super) thrice: T,
}

impl<T: Mask> Seen<T> {
    pub(super) const NONE: Self = Seen {
        once: T::NONE,
        twice: T::NONE,
        thrice: T::NONE,
    };

    #[inline(always)]
    pub(super) fn add(&mut self, mask: T) {
        self.thrice |= self.twice & mask;
        self.twice |= self.once & mask;
        self.once |= mask;
    }
}

/// The operations on lists. A list of `len` masks at `from` is `arena[from..from + len]`, with
/// room for [`PAD`] more and at least one vector of full masks behind it, which go together with
/// nothing. More than [`PART`] masks are for [`IN_PARTS`].
pub(super) trait Lanes<T: Mask>: Copy {
    /// Whether lists may be longer.
    const IN_PARTS: bool = false;
    /// Copies the masks that are disjoint from `taken` (not empty) to a list at `to`, which is
    /// either `from` or beyond the list, and counts their items.
    fn filter(
        self,
        arena: &mut [T],
        from: usize,
        len: usize,
        to: usize,
        taken: T,
        alarm: &mut Alarm,
    ) -> (usize, Seen<T>);
    /// Moves the masks with `item` (a single bit) to a list behind the padding, and closes up the
    /// others; the number of those. Both keep their order.
    fn split(self, arena: &mut [T], from: usize, len: usize, item: T, alarm: &mut Alarm) -> usize;
    /// Shows `visit` the masks that meet `items`, in their order.
    fn each_meeting(
        self,
        arena: &[T],
        from: usize,
        len: usize,
        items: T,
        alarm: &mut Alarm,
        visit: impl FnMut(T),
    );
    /// The lowest of the items in `open` that the fewest masks have.
    fn rarest(self, arena: &[T], from: usize, len: usize, open: T, alarm: &mut Alarm) -> u32;
    /// Does the work in a function of its own, compiled for the machine of these lanes.
    fn apart<W: Work>(self, work: W) -> W::Output;
}

/// The items of a narrow mask among those that `live` lists from the lowest.
pub(super) trait Compress: Copy {
    /// The bits of `mask` at the places of `live`, side by side.
    fn compress(self, mask: u64, live: u64) -> u32;
}

/// One mask at a time, on any machine; if it is `TOLD`, the alarm, part by part. If it rings,
/// filters keep nothing, and what else comes out is good for nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Single<const TOLD: bool>;

pub(super) const PORTABLE: Single<false> = Single;
pub(super) const IN_PARTS: Single<true> = Single;

impl<const TOLD: bool> Single<TOLD> {
    /// Goes through the places of a list; ends early if the alarm rings.
    #[inline(always)]
    fn go(from: usize, len: usize, alarm: &mut Alarm, mut f: impl FnMut(Range<usize>)) {
        let mut left = from..from + len;
        loop {
            let end = if TOLD {
                left.end.min(left.start + PART)
            } else {
                left.end
            };
            if TOLD && alarm.after(end - left.start) {
                break;
            }
            #[cfg(test)]
            crate::run::looks::touched(end - left.start);
            f(left.start..end);
            left.start = end;
            if !TOLD || left.is_empty() {
                break;
            }
        }
    }
}

impl<T: Mask, const TOLD: bool> Lanes<T> for Single<TOLD> {
    const IN_PARTS: bool = TOLD;

    #[inline(always)]
    fn filter(
        self,
        arena: &mut [T],
        from: usize,
        len: usize,
        to: usize,
        taken: T,
        alarm: &mut Alarm,
    ) -> (usize, Seen<T>) {
        let mut seen = Seen::NONE;
        let mut end = to;
        Self::go(from, len, alarm, |part| {
            for at in part {
                let mask = arena[at];
                // Without a branch: one that does not fit is overwritten by the next.
                arena[end] = mask;
                let fits = (mask & taken).is_empty();
                end += usize::from(fits);
                seen.add(mask.only_if(fits));
            }
        });
        if TOLD && alarm.rang().is_some() {
            // No item is in any mask: a dead end.
            (end, seen) = (to, Seen::NONE);
        }
        arena[end..end + PAD].fill(!T::NONE);
        (end - to, seen)
    }

    #[inline(always)]
    fn split(self, arena: &mut [T], from: usize, len: usize, item: T, alarm: &mut Alarm) -> usize {
        let (mut rest, mut with) = (from, from + len + PAD);
        Self::go(from, len, alarm, |part| {
            for at in part {
                let mask = arena[at];
                // To both, and one of them goes on: it overwrites the other.
                arena[rest] = mask;
                arena[with] = mask;
                let has = usize::from(!(mask & item).is_empty());
                with += has;
                rest += 1 - has;
            }
        });
        arena[rest..rest + PAD].fill(!T::NONE);
        rest - from
    }

    #[inline(always)]
    fn each_meeting(
        self,
        arena: &[T],
        from: usize,
        len: usize,
        items: T,
        alarm: &mut Alarm,
        mut visit: impl FnMut(T),
    ) {
        Self::go(from, len, alarm, |part| {
            for &mask in &arena[part] {
                if !(mask & items).is_empty() {
                    visit(mask);
                }
            }
        });
    }

    #[inline(always)]
    fn rarest(self, arena: &[T], from: usize, len: usize, open: T, alarm: &mut Alarm) -> u32 {
        // All items are counted at once: bit `k` of plane `p` is bit `p` of the count of item `k`.
        let mut planes = [T::NONE; MAX_PLANES];
        // As many planes as the length has bits hold any count.
        let height = ((usize::BITS - len.leading_zeros()) as usize).max(3);
        Self::go(from, len, alarm, |part| {
            for masks in arena[part].chunks(4) {
                let mut four = [T::NONE; 4];
                four[..masks.len()].copy_from_slice(masks);
                // Worth 1: the plane and four masks, which leave two carries.
                let (sum, first) = add_three(planes[0], four[0], four[1]);
                let (sum, second) = add_three(sum, four[2], four[3]);
                planes[0] = sum;
                // Worth 2: the plane and these, which leave one.
                let (sum, mut carry) = add_three(planes[1], first, second);
                planes[1] = sum;
                // Worth 4, 8 and so on.
                for plane in &mut planes[2..height] {
                    let sum = *plane ^ carry;
                    carry = *plane & carry;
                    *plane = sum;
                }
            }
        });
        let least = planes
            .iter()
            .rev()
            .fold(open, |least, &plane| fewest(least, plane));
        least.lowest()
    }

    #[inline(never)]
    fn apart<W: Work>(self, work: W) -> W::Output {
        work.work()
    }
}

impl<const TOLD: bool> Compress for Single<TOLD> {
    #[inline(always)]
    fn compress(self, mask: u64, live: u64) -> u32 {
        let mut left = mask & live;
        let mut narrow = 0;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            // Its place: how many items of `live` are below it.
            narrow |= 1 << (live & (bit - 1)).count_ones();
            left ^= bit;
        }
        narrow
    }
}

/// The full adder: sum and carry.
#[inline(always)]
fn add_three<T: Mask>(a: T, b: T, c: T) -> (T, T) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// The items of `least` that are not in `plane`, if there are any: going down the planes of a
/// bit-sliced count, this keeps the items with the smallest one.
#[inline(always)]
pub(super) fn fewest<T: Mask>(least: T, plane: T) -> T {
    let smaller = least & !plane;
    if smaller.is_empty() {
        least
    } else {
        smaller
    }
}
