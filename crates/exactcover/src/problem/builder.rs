//! Building a problem, and the check of everything in it.

use super::error::BuildError;
use super::ids::{Entries, Entry, ItemId, OptionId};
use super::matrix::{Matrix, MAX_PARTS};
use super::Problem;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

impl<L> Problem<L> {
    /// A builder without items and options.
    #[must_use]
    pub fn builder() -> Builder<L> {
        Builder {
            matrix: Matrix {
                primary: Vec::new(),
                entries: Vec::new(),
                starts: vec![0],
                bounds: Vec::new(),
            },
            multiplicities: Vec::new(),
            names: Vec::new(),
            labels: Vec::new(),
            costs: Vec::new(),
        }
    }
}

impl Problem<usize> {
    /// The problem that a matrix of zeros and ones describes: columns are primary items, rows are
    /// options. The label of an option is the index of its row, 0-based.
    ///
    /// A row is an array, a slice or a vector; all have one length. A cell is of a type with two
    /// values for 0 and 1, `bool` or any integer type.
    ///
    /// # Errors
    /// For the first row with which something is wrong: [`BuildError::RaggedRow`],
    /// [`BuildError::NotABit`] or, if it has no ones, [`BuildError::EmptyOption`]; and
    /// [`BuildError::TooLarge`]. The option is the row.
    ///
    /// # Complexity
    /// Linear in the cells; the problem itself takes memory for the ones alone.
    ///
    /// ```
    /// use exactcover::Problem;
    /// let problem = Problem::from_rows([
    ///     [0, 0, 1, 0, 1, 0, 0],
    ///     [1, 0, 0, 1, 0, 0, 1],
    ///     [0, 1, 1, 0, 0, 1, 0],
    ///     [1, 0, 0, 1, 0, 1, 0],
    ///     [0, 1, 0, 0, 0, 0, 1],
    ///     [0, 0, 0, 1, 1, 0, 1],
    /// ])?;
    /// let solution = problem.search().solutions().next().expect("it has a solution");
    /// let mut rows: Vec<usize> = solution.labels().copied().collect();
    /// rows.sort_unstable();
    /// assert_eq!(rows, [0, 3, 4]);
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    pub fn from_rows<R, C>(rows: R) -> Result<Self, BuildError>
    where
        R: IntoIterator,
        R::Item: AsRef<[C]>,
        C: PartialEq + From<bool>,
    {
        let mut builder = Problem::builder();
        let mut columns = None;
        for (index, row) in rows.into_iter().enumerate() {
            let row = row.as_ref();
            let option = OptionId::new(index);
            let columns = columns.get_or_insert_with(|| builder.primaries(row.len()));
            if row.len() != columns.len() {
                return Err(BuildError::RaggedRow {
                    option,
                    expected: columns.len(),
                    found: row.len(),
                });
            }
            let cells = || columns.iter().zip(row);
            if let Some((&item, _)) =
                cells().find(|&(_, cell)| *cell != C::from(false) && *cell != C::from(true))
            {
                return Err(BuildError::NotABit { option, item });
            }
            let mut ones = cells()
                .filter(|&(_, cell)| *cell == C::from(true))
                .peekable();
            if ones.peek().is_none() {
                return Err(BuildError::EmptyOption { option });
            }
            builder.option(index, ones.map(|(&item, _)| item));
        }
        builder.build()
    }
}

/// Collects items and options; [`Builder::build`] checks them all and makes the [`Problem`].
///
/// Primary and secondary items may be made in any order and between options.
#[derive(Clone, Debug)]
pub struct Builder<L> {
    matrix: Matrix,
    multiplicities: Vec<(ItemId, u32, u32)>,
    names: Vec<Option<String>>,
    labels: Vec<L>,
    costs: Vec<u64>,
}

impl<L> Builder<L> {
    fn item(&mut self, name: Option<String>, primary: bool) -> ItemId {
        let item = ItemId::new(self.matrix.primary.len());
        self.matrix.primary.push(primary);
        self.names.push(name);
        item
    }

    /// A new primary item with this name: every solution covers it exactly once.
    pub fn primary(&mut self, name: impl Into<String>) -> ItemId {
        self.item(Some(name.into()), true)
    }

    /// A new secondary item with this name: a solution covers it at most once, or any number of
    /// times with one color.
    pub fn secondary(&mut self, name: impl Into<String>) -> ItemId {
        self.item(Some(name.into()), false)
    }

    /// This many new primary items without names, with consecutive ids.
    pub fn primaries(&mut self, count: usize) -> Vec<ItemId> {
        (0..count).map(|_| self.item(None, true)).collect()
    }

    /// This many new secondary items without names, with consecutive ids.
    pub fn secondaries(&mut self, count: usize) -> Vec<ItemId> {
        (0..count).map(|_| self.item(None, false)).collect()
    }

    /// Every solution covers this primary item so many times, instead of once: as many different
    /// options that it chooses have the item. What was said last of an item holds.
    ///
    /// These are the multiplicities of Knuth's Algorithm M (TAOCP 4B, 7.2.2.1). With `0..=n` the
    /// item may stay uncovered. A high end that the options of the item do not reach is no limit.
    /// [`Engine`](crate::Engine) says who takes such problems: searches by
    /// [`Engine::TALLIES`](crate::Engine::TALLIES), which [`Problem::search`] chooses for them.
    ///
    /// ```
    /// use exactcover::Problem;
    /// // Two of four people go, and at least one of the two drivers.
    /// let mut builder = Problem::builder();
    /// let (seats, wheel) = (builder.primary("seats"), builder.primary("wheel"));
    /// builder.multiplicity(seats, 2..=2);
    /// builder.multiplicity(wheel, 1..=2);
    /// for driver in ["Ada", "Bob"] {
    ///     builder.option(driver, [seats, wheel]);
    /// }
    /// for other in ["Cy", "Di"] {
    ///     builder.option(other, [seats]);
    /// }
    /// let problem = builder.build()?;
    /// assert_eq!(problem.search().count().answer, 5);
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    pub fn multiplicity(&mut self, item: ItemId, times: RangeInclusive<u32>) {
        self.multiplicities
            .push((item, *times.start(), *times.end()));
    }

    /// Adds an option: its label and its items. What is wrong with it, [`Builder::build`] will say.
    ///
    /// Items without colors come in an array, or in anything else to iterate over. A secondary item
    /// gets its color from [`ItemId::color`]; what has items with and without colors, or items and
    /// lists of items, is a tuple.
    ///
    /// ```
    /// use exactcover::Problem;
    /// let mut builder = Problem::builder();
    /// let (across, down) = (builder.primary("across"), builder.primary("down"));
    /// let [x, y, z] = ["x", "y", "z"].map(|cell| builder.secondary(cell));
    ///
    /// builder.option("nothing at all", [across, down]);
    /// builder.option("a", (across, x.color('a')));
    /// // A word, letter by letter.
    /// let letters = [x, y, z].into_iter().zip("art".chars());
    /// builder.option("art", (down, letters.map(|(cell, letter)| cell.color(letter))));
    ///
    /// let problem = builder.build()?;
    /// assert_eq!(problem.search().count().answer, 2);
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    pub fn option<Kind>(&mut self, label: L, items: impl Entries<Kind>) -> OptionId {
        let option = OptionId::new(self.labels.len());
        self.labels.push(label);
        items.append_to(&mut self.matrix.entries);
        // A problem that is too large for its ids is refused in `build`, which looks at lengths.
        self.matrix.starts.push(self.matrix.entries.len() as u32);
        option
    }

    /// Adds an option that costs something: choosing it adds `cost` to the cost of a solution.
    ///
    /// Costs are not negative, so that a partial solution is never more expensive than what it
    /// becomes, and a sum of them always fits in 128 bits. To find the solutions of the largest
    /// total where all have the same number of options, take what each lacks of the largest value.
    /// [`Search::cheapest`](crate::Search::cheapest) looks at costs, and no other question does.
    ///
    /// ```
    /// use exactcover::Problem;
    /// let mut builder = Problem::builder();
    /// let items = builder.primaries(2);
    /// let free = builder.option("free", [items[0]]);
    /// let dear = builder.option_with_cost("dear", 7, [items[1]]);
    /// let problem = builder.build()?;
    /// assert_eq!([problem.cost(free), problem.cost(dear)], [0, 7]);
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    pub fn option_with_cost<Kind>(
        &mut self,
        label: L,
        cost: u64,
        items: impl Entries<Kind>,
    ) -> OptionId {
        let option = self.option(label, items);
        if cost > 0 {
            self.costs.resize(option.index(), 0);
            self.costs.push(cost);
        }
        option
    }

    /// The problem, after a check of everything in it.
    ///
    /// # Errors
    /// The first [`BuildError`] found: names first, then multiplicities, then options, each in the
    /// order of adding.
    ///
    /// # Complexity
    /// Linear in items and entries, plus sorting the names.
    pub fn build(self) -> Result<Problem<L>, BuildError> {
        let Builder {
            mut matrix,
            multiplicities,
            names,
            labels,
            costs,
        } = self;
        check_size(&[matrix.primary.len(), labels.len(), matrix.entries.len()])?;
        check_names(&names)?;
        set_bounds(&mut matrix, &multiplicities)?;
        // Per item, one more than the last option that was seen to have it.
        let mut seen = vec![0; matrix.primary.len()];
        for (option, entries) in matrix.options() {
            if entries.is_empty() {
                return Err(BuildError::EmptyOption { option });
            }
            let mut any_primary = false;
            for &Entry { item, color } in entries {
                match seen.get_mut(item.index()) {
                    None => return Err(BuildError::UnknownItem { option, item }),
                    Some(last) if *last == option.0 + 1 => {
                        return Err(BuildError::DuplicateItem { option, item });
                    }
                    Some(last) => *last = option.0 + 1,
                }
                let primary = matrix.primary[item.index()];
                if primary && color.is_some() {
                    return Err(BuildError::ColoredPrimary { option, item });
                }
                any_primary |= primary;
            }
            if !any_primary {
                return Err(BuildError::NoPrimaryItem { option });
            }
        }
        Ok(Problem {
            matrix,
            names,
            labels,
            costs,
        })
    }
}

fn check_size(parts: &[usize]) -> Result<(), BuildError> {
    let sum = parts
        .iter()
        .fold(0, |sum: usize, &part| sum.saturating_add(part));
    if sum > MAX_PARTS {
        return Err(BuildError::TooLarge);
    }
    Ok(())
}

/// Keeps the multiplicities if any of them makes a difference.
fn set_bounds(
    matrix: &mut Matrix,
    multiplicities: &[(ItemId, u32, u32)],
) -> Result<(), BuildError> {
    for &(item, low, high) in multiplicities {
        match matrix.primary.get(item.index()) {
            None => return Err(BuildError::UnknownMultipleItem { item }),
            Some(false) => return Err(BuildError::MultipleSecondary { item }),
            Some(true) if high < low.max(1) => {
                return Err(BuildError::NoMultiplicity { item, low, high })
            }
            Some(true) => {}
        }
        if matrix.bounds.is_empty() && (low, high) != (1, 1) {
            let once = |&primary: &bool| (u32::from(primary), 1);
            matrix.bounds = matrix.primary.iter().map(once).collect();
        }
        if let Some(bounds) = matrix.bounds.get_mut(item.index()) {
            *bounds = (low, high);
        }
    }
    let primary = matrix.primary.iter();
    if primary
        .zip(&matrix.bounds)
        .all(|(&primary, &bounds)| bounds == (u32::from(primary), 1))
    {
        matrix.bounds = Vec::new();
    }
    Ok(())
}

fn check_names(names: &[Option<String>]) -> Result<(), BuildError> {
    let named = names.iter().enumerate();
    let mut sorted: Vec<(&str, usize)> = named
        .filter_map(|(item, name)| Some((name.as_deref()?, item)))
        .collect();
    sorted.sort();
    match sorted
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .min_by_key(|pair| pair[1].1)
    {
        Some(pair) => Err(BuildError::DuplicateName {
            name: pair[0].0.into(),
            first: ItemId::new(pair[0].1),
            second: ItemId::new(pair[1].1),
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_more_parts_than_ids_can_name() {
        assert_eq!(check_size(&[MAX_PARTS - 3, 1, 2]), Ok(()));
        assert_eq!(
            check_size(&[MAX_PARTS - 2, 1, 2]),
            Err(BuildError::TooLarge)
        );
        assert_eq!(check_size(&[usize::MAX, 1, 1]), Err(BuildError::TooLarge));
    }
}
