//! Random numbers that are the same on every machine and with every release.

/// `SplitMix64` (Steele, Lea, Flood 2014): the numbers behind
/// [`Ties::Random`](crate::Ties::Random), for all who want their random choices to be repeatable
/// too.
///
/// The numbers that a seed gives are part of the interface: ten lines are less than a dependency,
/// and no order may change with somebody else's release. Not for secrets.
///
/// ```
/// use exactcover::SplitMix64;
///
/// let mut random = SplitMix64::new(7);
/// let mut cards: Vec<u32> = (1..=10).collect();
/// random.shuffle(&mut cards);
/// assert_eq!(cards, [9, 2, 6, 10, 1, 5, 4, 3, 7, 8]);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The sequence that belongs to a seed; any will do.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        SplitMix64 { state: seed }
    }

    /// The next number, every one equally likely.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`; the smaller ones are more likely by at most `bound` in 2^64.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[track_caller]
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number is below 0");
        (self.next_u64() % bound as u64) as usize
    }

    /// Puts the elements into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for i in (1..elements.len()).rev() {
            let other = self.below(i + 1);
            elements.swap(i, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    #[test]
    fn gives_the_published_sequence() {
        let mut random = SplitMix64::new(1_234_567);
        let numbers = [random.next_u64(), random.next_u64(), random.next_u64()];
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }
}
