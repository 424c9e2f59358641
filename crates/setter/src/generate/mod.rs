//! Test groups: what the inputs of a problem can be like, and how to make them by seed.

mod boards;
mod covers;
mod killers;

use crate::Problem;
use exactcover::SplitMix64;

pub(crate) use boards::*;
pub(crate) use covers::*;
pub(crate) use killers::*;

/// A test group of a problem: inputs of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Its name, which is unique within the problem.
    pub name: &'static str,
    /// What its inputs are like.
    pub about: &'static str,
    /// Makes an input, or gives up on what it has begun.
    make: fn(&mut SplitMix64) -> Option<String>,
}

pub(crate) const fn group(
    name: &'static str,
    about: &'static str,
    make: fn(&mut SplitMix64) -> Option<String>,
) -> Group {
    Group { name, about, make }
}

impl Problem {
    /// Makes an input of one of the [groups](Self::groups): it is [valid](Self::validate), and
    /// keeps what is [promised](Self::promise). The same seed gives the same input on every
    /// machine, but not with every release.
    ///
    /// ```
    /// let tiling = setter::problem("tiling").unwrap();
    /// let input = tiling.generate(&tiling.groups[0], 7);
    /// assert_eq!(input, tiling.generate(&tiling.groups[0], 7));
    /// assert_eq!(tiling.validate(&input), Ok(()));
    /// ```
    ///
    /// # Complexity
    /// Seconds for the largest groups, and mostly some milliseconds.
    #[must_use]
    pub fn generate(&self, group: &Group, seed: u64) -> String {
        let mut random = SplitMix64::new(seed);
        loop {
            // What was begun may turn out to have no end that keeps the promises.
            match (group.make)(&mut random) {
                Some(input) if self.promise(&input).is_ok() => return input,
                _ => {}
            }
        }
    }
}

/// One of these.
fn one_of<T: Copy>(random: &mut SplitMix64, choices: &[T]) -> T {
    choices[random.below(choices.len())]
}

/// A number of a range.
fn within(random: &mut SplitMix64, range: std::ops::RangeInclusive<usize>) -> usize {
    range.start() + random.below(range.end() + 1 - range.start())
}

/// Whether it comes true, so many times in a hundred.
fn percent(random: &mut SplitMix64, chance: usize) -> bool {
    random.below(100) < chance
}

/// So many different numbers below `bound`, in random order.
fn sample(random: &mut SplitMix64, bound: usize, count: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..bound).collect();
    random.shuffle(&mut numbers);
    numbers.truncate(count);
    numbers
}

/// Words with this between them, and the end of the line.
fn line<T: ToString>(words: impl IntoIterator<Item = T>, between: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(between) + "\n"
}
