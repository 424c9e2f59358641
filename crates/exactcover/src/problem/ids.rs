//! Small copyable names for items, options and colors.

use alloc::vec::Vec;
use core::num::NonZeroU32;
use core::{convert, fmt};

/// An item of a [`Problem`](crate::Problem): its 0-based position in the order in which the
/// builder created the items, primary and secondary ones together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ItemId(pub(crate) u32);

/// An option of a [`Problem`](crate::Problem): its 0-based position in the order of adding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OptionId(pub(crate) u32);

impl ItemId {
    /// The item at this 0-based position; [`Builder::build`](crate::Builder::build) reports ids
    /// that belong to no item.
    ///
    /// # Panics
    /// If `index` does not fit in 32 bits.
    #[must_use]
    #[track_caller]
    pub fn new(index: usize) -> Self {
        ItemId(convert::TryFrom::try_from(index).expect("an item index fits in 32 bits"))
    }

    /// The 0-based position of the item.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This item with a color, for an option that touches a secondary item without claiming it
    /// for itself: options may share the item if they all give it the same color, a character or
    /// any other [`Color`].
    #[must_use]
    pub fn color(self, color: impl Into<Color>) -> Entry {
        Entry {
            item: self,
            color: Some(color.into()),
        }
    }
}

impl OptionId {
    /// The option at this 0-based position, whether or not a problem has it.
    ///
    /// # Panics
    /// If `index` does not fit in 32 bits.
    #[must_use]
    #[track_caller]
    pub fn new(index: usize) -> Self {
        OptionId(convert::TryFrom::try_from(index).expect("an option index fits in 32 bits"))
    }

    /// The 0-based position of the option.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "item {}", self.0)
    }
}

impl fmt::Display for OptionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {}", self.0)
    }
}

/// A color that an option gives to a secondary item: a plain number of the caller's choice.
///
/// ```
/// use exactcover::Color;
/// assert_eq!(Color::new(7).value(), 7);
/// assert_eq!(Color::from('a').value(), 97);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(NonZeroU32);

impl Color {
    /// The largest number that can be a color.
    pub const MAX: u32 = u32::MAX - 2;

    /// The color with this number, `0..=`[`Color::MAX`].
    ///
    /// # Panics
    /// If `value` is larger than [`Color::MAX`].
    #[must_use]
    #[track_caller]
    pub const fn new(value: u32) -> Self {
        assert!(value <= Self::MAX, "a color is at most Color::MAX");
        // One more than the number, so that `Option<Color>` needs no space of its own and an
        // engine has 0 and `u32::MAX` left for marks.
        match NonZeroU32::new(value + 1) {
            Some(code) => Color(code),
            None => panic!("unreachable: value + 1 is positive"),
        }
    }

    /// The number that the color was made from.
    #[must_use]
    pub const fn value(self) -> u32 {
        self.0.get() - 1
    }

    /// What the engines store: never 0 (no color) and never `u32::MAX` (an engine's mark).
    pub(crate) const fn code(color: Option<Color>) -> u32 {
        match color {
            Some(color) => color.0.get(),
            None => 0,
        }
    }
}

impl fmt::Debug for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Color({})", self.value())
    }
}

impl From<char> for Color {
    fn from(letter: char) -> Self {
        Color::new(u32::from(letter))
    }
}

/// One item of an option, with its color if it has one.
///
/// An [`ItemId`] converts into the entry without a color; [`ItemId::color`] makes one with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The item.
    pub item: ItemId,
    /// The color; `None` claims a secondary item for this option alone.
    pub color: Option<Color>,
}

impl From<ItemId> for Entry {
    fn from(item: ItemId) -> Self {
        Entry { item, color: None }
    }
}

/// What [`Builder::option`](crate::Builder::option) takes: an item (an [`ItemId`], or an [`Entry`]
/// with a color), anything to iterate over that has items, or a tuple of up to four of all these.
///
/// `Kind` tells these apart, and the compiler finds it.
pub trait Entries<Kind> {
    /// Appends the items, in order.
    fn append_to(self, entries: &mut Vec<Entry>);
}

impl<T: Into<Entry>> Entries<Entry> for T {
    fn append_to(self, entries: &mut Vec<Entry>) {
        entries.push(self.into());
    }
}

impl<I> Entries<Vec<Entry>> for I
where
    I: IntoIterator,
    I::Item: Into<Entry>,
{
    fn append_to(self, entries: &mut Vec<Entry>) {
        entries.extend(self.into_iter().map(Into::into));
    }
}

macro_rules! tuples_are_entries {
    ($($part:ident $kind:ident)*) => {
        impl<$($part: Entries<$kind>, $kind),*> Entries<($($kind,)*)> for ($($part,)*) {
            #[allow(non_snake_case)] // A type and its value share a name.
            fn append_to(self, entries: &mut Vec<Entry>) {
                let ($($part,)*) = self;
                $($part.append_to(entries);)*
            }
        }
    };
}

tuples_are_entries!(A Ka B Kb);
tuples_are_entries!(A Ka B Kb C Kc);
tuples_are_entries!(A Ka B Kb C Kc D Kd);
