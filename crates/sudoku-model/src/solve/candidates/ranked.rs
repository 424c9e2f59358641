//! Where a row or column ranks among the others.

use super::board::{is_decided, Mask, State};
use super::region::{Cells, Found};
use crate::board::Cell;
use crate::parts::ranked::pairs;
use crate::parts::Ranked;
use smallvec::SmallVec;

/// A [`Part::Ranked`](crate::parts::Part::Ranked), on a board whose cells have certain places.
#[derive(Clone, Debug)]
pub(super) struct Rank {
    line: u16,
    first: Mask,
    sides: Vec<Vec<Rival>>,
    smaller: usize,
}

/// A line that may begin with the same digit.
#[derive(Clone, Debug)]
struct Rival {
    start: u16,
    /// The cells that are compared, the rival's first.
    pairs: Vec<[u16; 2]>,
    /// Whether it may be equal to the end.
    may_tie: bool,
}

/// How two lines may compare.
#[derive(Clone, Copy, Default)]
struct May {
    be_less: bool,
    /// Or equal, where that is as good.
    be_more: bool,
}

impl Rank {
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn new(ranked: &Ranked, place: &dyn Fn(Cell) -> u16) -> Rank {
        let rival = |other: &Vec<Cell>| {
            let (pairs, may_tie) = pairs(other, ranked.line());
            let pairs = pairs.iter().filter(|pair| pair[0] != other[0]);
            Rival {
                start: place(other[0]),
                pairs: pairs.map(|pair| pair.map(place)).collect(),
                may_tie: may_tie && ranked.may_tie(),
            }
        };
        let sides = ranked.sides().iter();
        Rank {
            line: place(ranked.line()[0]),
            first: 1 << ranked.first(),
            sides: sides
                .map(|lines| lines.iter().map(rival).collect())
                .collect(),
            smaller: ranked.smaller(),
        }
    }

    /// Where lines with the digit may begin, side by side: it is in one of these cells.
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn starts(&self) -> impl Iterator<Item = (Mask, Cells)> + '_ {
        let sides = self.sides.iter().filter(|rivals| rivals.len() > 1);
        sides.map(move |rivals| {
            let starts = rivals.iter().map(|rival| rival.start);
            (self.first, starts.collect())
        })
    }

    /// Finds out how each rival may compare, and so on each side. If that leaves a side one way to
    /// compare, rivals that cannot do not begin with the digit, and the last one begins with it.
    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn filter(&self, state: &mut State) -> Found {
        let before = state.masks[usize::from(self.line)];
        if !state.set(self.line.into(), before & self.first) {
            return None;
        }
        let mut hit = before != self.first;
        // Its own results do not call it again.
        while self.pass(state)? {
            hit = true;
        }
        Some(hit)
    }

    #[cfg_attr(page, optimize(speed))]
    fn pass(&self, state: &mut State) -> Found {
        let mut mays: SmallVec<[May; 32]> = SmallVec::new();
        let mut sides: SmallVec<[May; 3]> = SmallVec::new();
        for rivals in &self.sides {
            let mut side = May::default();
            for rival in rivals {
                let may = rival.compare(self.first, state);
                side.be_less |= may.be_less;
                side.be_more |= may.be_more;
                mays.push(may);
            }
            if !side.be_less && !side.be_more {
                return None;
            }
            sides.push(side);
        }
        let may_be_less = sides.iter().filter(|side| side.be_less).count();
        let must_be_less = sides.iter().filter(|side| !side.be_more).count();
        if self.smaller > may_be_less || self.smaller < must_be_less {
            return None;
        }
        let mut hit = false;
        let mut rest = &mays[..];
        for (rivals, side) in self.sides.iter().zip(sides) {
            let (mays, others) = rest.split_at(rivals.len());
            rest = others;
            let less = side.be_less && (self.smaller == may_be_less || !side.be_more);
            let more = !less && self.smaller == must_be_less;
            hit |= self.side(rivals, mays, less, more, state)?;
        }
        Some(hit)
    }

    /// What follows on a side where the number must be less, or more.
    #[cfg_attr(page, optimize(speed))]
    fn side(
        &self,
        rivals: &[Rival],
        mays: &[May],
        less: bool,
        more: bool,
        state: &mut State,
    ) -> Found {
        let (mut hit, mut left, mut last) = (false, 0, None);
        for (rival, may) in rivals.iter().zip(mays) {
            if may.be_less && !more || may.be_more && !less {
                left += 1;
                last = Some(rival);
                continue;
            }
            let start = usize::from(rival.start);
            let mask = state.masks[start];
            if mask & self.first != 0 {
                hit = true;
                if !state.set(start, mask & !self.first) {
                    return None;
                }
            }
        }
        let last = last?;
        if left == 1 {
            let start = usize::from(last.start);
            hit |= !is_decided(state.masks[start]);
            if !state.set(start, state.masks[start] & self.first) {
                return None;
            }
            if less || more {
                hit |= last.order(less, state)?;
            }
        }
        Some(hit)
    }
}

/// The digits from the least of some on.
#[cfg_attr(page, optimize(speed))]
fn from_least(mask: Mask) -> Mask {
    !((mask & mask.wrapping_neg()) - 1)
}

/// Those that are greater than the least.
#[cfg_attr(page, optimize(speed))]
fn above(mask: Mask) -> Mask {
    from_least(mask) << 1
}

impl Rival {
    /// How it may compare with the line, if it begins with the digit. Both have different digits,
    /// so where they have to be equal, neither has that digit again.
    #[cfg_attr(page, optimize(speed))]
    fn compare(&self, first: Mask, state: &State) -> May {
        let mut may = May::default();
        if state.masks[usize::from(self.start)] & first == 0 {
            return may;
        }
        let mut used = first;
        for pair in &self.pairs {
            let [one, other] = pair.map(|cell| state.masks[usize::from(cell)] & !used);
            if one == 0 || other == 0 {
                return may;
            }
            may.be_less |= other & above(one) != 0;
            may.be_more |= one & above(other) != 0;
            if may.be_less && may.be_more {
                return may;
            }
            match one & other {
                0 => return may,
                both if is_decided(both) => used |= both,
                _ => {}
            }
        }
        may.be_more |= self.may_tie;
        may
    }

    /// Keeps it less than the line, or more: at the first place where they may differ.
    #[cfg_attr(page, optimize(speed))]
    fn order(&self, less: bool, state: &mut State) -> Found {
        let open = self.pairs.iter().position(|pair| {
            let [one, other] = pair.map(|cell| state.masks[usize::from(cell)]);
            one != other || !is_decided(one)
        });
        let (k, [low, high]) = match open {
            None => {
                return if !less && self.may_tie {
                    Some(false)
                } else {
                    None
                }
            }
            Some(k) if less => (k, self.pairs[k]),
            Some(k) => (k, [self.pairs[k][1], self.pairs[k][0]]),
        };
        let [small, large] = [low, high].map(|cell| state.masks[usize::from(cell)]);
        // Equal here, they would have to differ later.
        let may_be_equal = k + 1 < self.pairs.len() || !less && self.may_tie;
        let (mut below, mut above) = (!0 >> large.leading_zeros(), from_least(small));
        if !may_be_equal {
            below >>= 1;
            above <<= 1;
        }
        let kept = [(low, small, below), (high, large, above)];
        let mut hit = false;
        for (cell, mask, kept) in kept {
            hit |= mask & !kept != 0;
            if !state.set(cell.into(), mask & kept) {
                return None;
            }
        }
        Some(hit)
    }
}
