//! Sets of cells as words, a bit for each cell in row order.

/// As many words as so many cells take.
pub(crate) const fn words(cell_count: usize) -> usize {
    (cell_count + 63) / 64
}

/// The elements of a bit set, rising.
#[cfg_attr(page, optimize(speed))]
pub(crate) fn elements(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(k, &word)| {
        let mut left = word;
        core::iter::from_fn(move || {
            let bit = left.trailing_zeros() as usize;
            let some = left != 0;
            left &= left.wrapping_sub(1);
            some.then(|| k * 64 + bit)
        })
    })
}

#[cfg_attr(page, optimize(speed))]
pub(crate) fn insert(words: &mut [u64], element: usize) {
    words[element / 64] |= 1 << (element % 64);
}

#[cfg_attr(page, optimize(speed))]
pub(crate) fn has(words: &[u64], element: usize) -> bool {
    words[element / 64] >> (element % 64) & 1 == 1
}

/// Adds a set to another one of as many words.
#[inline]
#[cfg_attr(page, optimize(speed))]
pub(crate) fn unite(set: &mut [u64], more: &[u64]) {
    set.iter_mut().zip(more).for_each(|(a, b)| *a |= b);
}

/// Adds one of some sets of as many words, which follow each other.
#[inline]
pub(crate) fn unite_one_of(set: &mut [u64], sets: &[u64], number: usize) {
    match set {
        // Without a look at the length of a slice each time.
        [a, b] => {
            *a |= sets[2 * number];
            *b |= sets[2 * number + 1];
        }
        _ => unite(set, &sets[number * set.len()..][..set.len()]),
    }
}

/// Adds a set to one of some sets of as many words, which follow each other.
#[inline]
pub(crate) fn unite_to_one_of(sets: &mut [u64], number: usize, more: &[u64]) {
    match more {
        // Some hundred times on each board.
        [a, b] => {
            sets[2 * number] |= a;
            sets[2 * number + 1] |= b;
        }
        _ => unite(&mut sets[number * more.len()..][..more.len()], more),
    }
}

/// Takes a set from another one of as many words.
#[inline]
#[cfg_attr(page, optimize(speed))]
pub(crate) fn subtract(set: &mut [u64], less: &[u64]) {
    set.iter_mut().zip(less).for_each(|(a, b)| *a &= !b);
}

/// Whether two sets are the same.
// In the module of the page a comparison of arrays would be a call, and one of bytes.
#[inline(always)]
pub(crate) fn are_same<const W: usize>(one: &[u64; W], other: &[u64; W]) -> bool {
    let mut differ = 0;
    for k in 0..W {
        differ |= one[k] ^ other[k];
    }
    differ == 0
}
