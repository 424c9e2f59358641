//! Stands in for `smallvec` 1 in a bundle: the interface that programs use, on top of `Vec`. The
//! elements lie on the heap whatever their number, for the real crate keeps them elsewhere only
//! with much unsafe code. What tells where they lie (`spilled`, `capacity`, `inline_size`) is left
//! out, so that no program is told something else here.
//!
//! Methods are separate and need each other little: a bundle carries those alone that its program
//! calls. What a slice has as it is, it has.

use std::borrow::{Borrow, BorrowMut};
use std::fmt;
use std::ops::{Deref, DerefMut, RangeBounds};

/// What a `SmallVec` is declared with: an array type, which says what the elements are.
pub trait Array {
    type Item;
}

impl<T, const N: usize> Array for [T; N] {
    type Item = T;
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SmallVec<A: Array>(Vec<A::Item>);

pub type Drain<'a, A> = std::vec::Drain<'a, <A as Array>::Item>;
pub type IntoIter<A> = std::vec::IntoIter<<A as Array>::Item>;

impl<A: Array> SmallVec<A> {
    pub fn new() -> Self {
        SmallVec(Vec::new())
    }

    pub fn with_capacity(capacity: usize) -> Self {
        SmallVec(Vec::with_capacity(capacity))
    }

    pub fn from_vec(vec: Vec<A::Item>) -> Self {
        SmallVec(vec)
    }

    pub fn from_buf<const N: usize>(buf: A) -> Self
    where
        A: Into<[<A as Array>::Item; N]>,
    {
        SmallVec(buf.into().into())
    }

    pub fn from_slice(slice: &[A::Item]) -> Self
    where
        A::Item: Clone,
    {
        SmallVec(slice.to_vec())
    }

    pub fn from_elem(element: A::Item, count: usize) -> Self
    where
        A::Item: Clone,
    {
        SmallVec(vec![element; count])
    }

    pub fn as_slice(&self) -> &[A::Item] {
        &self.0
    }

    pub fn as_mut_slice(&mut self) -> &mut [A::Item] {
        &mut self.0
    }

    pub fn into_vec(self) -> Vec<A::Item> {
        self.0
    }

    pub fn into_boxed_slice(self) -> Box<[A::Item]> {
        self.0.into()
    }

    pub fn push(&mut self, value: A::Item) {
        self.0.push(value);
    }

    pub fn pop(&mut self) -> Option<A::Item> {
        self.0.pop()
    }

    pub fn insert(&mut self, index: usize, element: A::Item) {
        self.0.insert(index, element);
    }

    pub fn insert_many<I: IntoIterator<Item = A::Item>>(&mut self, index: usize, elements: I) {
        self.0.splice(index..index, elements);
    }

    pub fn insert_from_slice(&mut self, index: usize, slice: &[A::Item])
    where
        A::Item: Copy,
    {
        self.0.splice(index..index, slice.iter().copied());
    }

    pub fn remove(&mut self, index: usize) -> A::Item {
        self.0.remove(index)
    }

    pub fn swap_remove(&mut self, index: usize) -> A::Item {
        self.0.swap_remove(index)
    }

    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn resize(&mut self, len: usize, value: A::Item)
    where
        A::Item: Clone,
    {
        self.0.resize(len, value);
    }

    pub fn resize_with<F: FnMut() -> A::Item>(&mut self, len: usize, value: F) {
        self.0.resize_with(len, value);
    }

    pub fn extend_from_slice(&mut self, slice: &[A::Item])
    where
        A::Item: Clone,
    {
        self.0.extend_from_slice(slice);
    }

    pub fn append<B: Array<Item = A::Item>>(&mut self, other: &mut SmallVec<B>) {
        self.0.append(&mut other.0);
    }

    pub fn drain<R: RangeBounds<usize>>(&mut self, range: R) -> Drain<'_, A> {
        self.0.drain(range)
    }

    pub fn retain<F: FnMut(&mut A::Item) -> bool>(&mut self, keep: F) {
        self.0.retain_mut(keep);
    }

    pub fn retain_mut<F: FnMut(&mut A::Item) -> bool>(&mut self, keep: F) {
        self.0.retain_mut(keep);
    }

    pub fn dedup(&mut self)
    where
        A::Item: PartialEq,
    {
        self.0.dedup();
    }

    pub fn dedup_by<F: FnMut(&mut A::Item, &mut A::Item) -> bool>(&mut self, same: F) {
        self.0.dedup_by(same);
    }

    pub fn dedup_by_key<K: PartialEq, F: FnMut(&mut A::Item) -> K>(&mut self, key: F) {
        self.0.dedup_by_key(key);
    }

    pub fn reserve(&mut self, additional: usize) {
        self.0.reserve(additional);
    }

    pub fn reserve_exact(&mut self, additional: usize) {
        self.0.reserve_exact(additional);
    }

    pub fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }
}

impl<T, const N: usize> SmallVec<[T; N]> {
    pub const fn new_const() -> Self {
        SmallVec(Vec::new())
    }

    pub fn into_inner(self) -> Result<[T; N], Self> {
        std::convert::TryFrom::try_from(self.0).map_err(SmallVec)
    }
}

impl<A: Array> Deref for SmallVec<A> {
    type Target = [A::Item];

    fn deref(&self) -> &[A::Item] {
        &self.0
    }
}

impl<A: Array> DerefMut for SmallVec<A> {
    fn deref_mut(&mut self) -> &mut [A::Item] {
        &mut self.0
    }
}

impl<A: Array> Default for SmallVec<A> {
    fn default() -> Self {
        SmallVec(Vec::new())
    }
}

impl<A: Array> fmt::Debug for SmallVec<A>
where
    A::Item: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<A: Array> std::iter::FromIterator<A::Item> for SmallVec<A> {
    fn from_iter<I: IntoIterator<Item = A::Item>>(elements: I) -> Self {
        SmallVec(elements.into_iter().collect())
    }
}

impl<A: Array> Extend<A::Item> for SmallVec<A> {
    fn extend<I: IntoIterator<Item = A::Item>>(&mut self, elements: I) {
        self.0.extend(elements);
    }
}

impl<A: Array> IntoIterator for SmallVec<A> {
    type Item = A::Item;
    type IntoIter = IntoIter<A>;

    fn into_iter(self) -> IntoIter<A> {
        self.0.into_iter()
    }
}

impl<'a, A: Array> IntoIterator for &'a SmallVec<A> {
    type Item = &'a A::Item;
    type IntoIter = std::slice::Iter<'a, A::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, A: Array> IntoIterator for &'a mut SmallVec<A> {
    type Item = &'a mut A::Item;
    type IntoIter = std::slice::IterMut<'a, A::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl<A: Array> AsRef<[A::Item]> for SmallVec<A> {
    fn as_ref(&self) -> &[A::Item] {
        &self.0
    }
}

impl<A: Array> AsMut<[A::Item]> for SmallVec<A> {
    fn as_mut(&mut self) -> &mut [A::Item] {
        &mut self.0
    }
}

impl<A: Array> Borrow<[A::Item]> for SmallVec<A> {
    fn borrow(&self) -> &[A::Item] {
        &self.0
    }
}

impl<A: Array> BorrowMut<[A::Item]> for SmallVec<A> {
    fn borrow_mut(&mut self) -> &mut [A::Item] {
        &mut self.0
    }
}

impl<A: Array> From<Vec<A::Item>> for SmallVec<A> {
    fn from(vec: Vec<A::Item>) -> Self {
        SmallVec(vec)
    }
}

impl<A: Array> From<&[A::Item]> for SmallVec<A>
where
    A::Item: Clone,
{
    fn from(slice: &[A::Item]) -> Self {
        SmallVec(slice.to_vec())
    }
}

impl<T, const N: usize> From<[T; N]> for SmallVec<[T; N]> {
    fn from(array: [T; N]) -> Self {
        SmallVec(array.into())
    }
}

/// Makes a `SmallVec` of a slice.
pub trait ToSmallVec<A: Array> {
    fn to_smallvec(&self) -> SmallVec<A>;
}

impl<A: Array> ToSmallVec<A> for [A::Item]
where
    A::Item: Copy,
{
    fn to_smallvec(&self) -> SmallVec<A> {
        SmallVec(self.to_vec())
    }
}

#[macro_export]
macro_rules! smallvec {
    ($element:expr; $count:expr) => {
        $crate::SmallVec::from_elem($element, $count)
    };
    ($($element:expr),* $(,)?) => {
        $crate::SmallVec::from_vec(vec![$($element),*])
    };
}
