//! Numbers of solutions: as large as they come.

use crate::random::SplitMix64;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, AddAssign, Mul};

/// A number of solutions: an exact whole number, 0 or more, of any size.
///
/// ```
/// use exactcover::Count;
/// let million = Count::from(1_000_000_u64);
/// let large = &(&million * &million) * &(&million * &million);
/// assert_eq!(large.to_string(), "1000000000000000000000000");
/// assert_eq!(large.to_u128(), Some(10_u128.pow(24)));
/// assert_eq!((&large * &large).to_u128(), None);
/// assert!((large.log2() - 79.726_274_277_296).abs() < 1e-9);
/// ```
///
/// With the feature `num-bigint` it converts to and from `num_bigint::BigUint`.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Count {
    /// From the lowest on; the last one is not 0.
    limbs: Vec<u64>,
}

impl Count {
    /// 0.
    #[must_use]
    pub const fn zero() -> Self {
        Count { limbs: Vec::new() }
    }

    /// 1.
    #[must_use]
    pub fn one() -> Self {
        Count::from(1_u64)
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// The number if it is less than 2<sup>128</sup>.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        match *self.limbs.as_slice() {
            [] => Some(0),
            [low] => Some(low.into()),
            [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
            _ => None,
        }
    }

    /// The binary logarithm, to some 15 digits; of 0, negative infinity.
    #[must_use]
    pub fn log2(&self) -> f64 {
        let top = match self.limbs.last() {
            None => return f64::NEG_INFINITY,
            Some(top) => top.leading_zeros() as usize,
        };
        // The 64 highest bits.
        let last = self.limbs.len() - 1;
        let mut head = self.limbs[last] << top;
        if top > 0 && last > 0 {
            head |= self.limbs[last - 1] >> (64 - top);
        }
        log2(head as f64) + (64 * last) as f64 - top as f64
    }

    pub(super) fn from_limbs(limbs: &[u64]) -> Self {
        let used = limbs.iter().rposition(|&limb| limb > 0);
        Count {
            limbs: limbs[..used.map_or(0, |last| last + 1)].to_vec(),
        }
    }

    /// What its limbs take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        8 * self.limbs.len()
    }

    /// A number below this one, which is not 0; each is as likely as any other.
    pub(super) fn below(&self, random: &mut SplitMix64) -> Count {
        let unused = self.limbs.last().map_or(0, |top| top.leading_zeros());
        loop {
            // Of as many bits: at least every second one is below.
            let mut limbs: Vec<u64> = self.limbs.iter().map(|_| random.next_u64()).collect();
            if let Some(top) = limbs.last_mut() {
                *top >>= unused;
            }
            let number = Count::from_limbs(&limbs);
            if number < *self {
                return number;
            }
        }
    }

    /// Divides by a number and returns the remainder.
    fn divide(&mut self, by: u64) -> u64 {
        let mut rest = 0;
        for limb in self.limbs.iter_mut().rev() {
            let whole = u128::from(rest) << 64 | u128::from(*limb);
            *limb = (whole / u128::from(by)) as u64;
            rest = (whole % u128::from(by)) as u64;
        }
        if self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
        rest
    }
}

/// Adds to a number of at least as many limbs; whether it overflows.
#[inline]
pub(super) fn add_limbs(sum: &mut [u64], more: &[u64]) -> bool {
    let mut carry = false;
    let (low, high) = sum.split_at_mut(more.len());
    for (limb, &more) in low.iter_mut().zip(more) {
        let (with, first) = limb.overflowing_add(more);
        let (with, second) = with.overflowing_add(carry.into());
        *limb = with;
        carry = first | second;
    }
    for limb in high {
        if !carry {
            break;
        }
        let (with, over) = limb.overflowing_add(1);
        *limb = with;
        carry = over;
    }
    carry
}

/// The product, with as many limbs as both factors have together.
pub(super) fn multiply_limbs(a: &[u64], b: &[u64], product: &mut Vec<u64>) {
    product.clear();
    product.resize(a.len() + b.len(), 0);
    for (k, &x) in a.iter().enumerate() {
        let mut carry = 0;
        for (limb, &y) in product[k..].iter_mut().zip(b) {
            let sum = u128::from(x) * u128::from(y) + u128::from(*limb) + u128::from(carry);
            *limb = sum as u64;
            carry = (sum >> 64) as u64;
        }
        product[k + b.len()] = carry;
    }
}

/// The binary logarithm of a number from 1 on. `core` has none.
pub(super) fn log2(number: f64) -> f64 {
    let exponent = (number.to_bits() >> 52) as i32 - 1023;
    let mut rest = number;
    rest = f64::from_bits(rest.to_bits() & ((1 << 52) - 1) | 1023 << 52);
    let (mut log, mut bit) = (f64::from(exponent), 0.5);
    while bit > 1e-17 {
        rest *= rest;
        if rest >= 2.0 {
            rest /= 2.0;
            log += bit;
        }
        bit /= 2.0;
    }
    log
}

/// 2 to a power of at most 1000.
pub(super) fn exp2(power: f64) -> f64 {
    if power < -1000.0 {
        return 0.0;
    }
    let whole = power as i32;
    // The series of exp.
    let x = (power - f64::from(whole)) * core::f64::consts::LN_2;
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..20 {
        if term == 0.0 {
            break;
        }
        term *= x / f64::from(k);
        sum += term;
    }
    sum * f64::from_bits(((1023 + whole) as u64) << 52)
}

/// The logarithm of the sum of two numbers that are given by theirs.
pub(super) fn log2_of_sum(a: f64, b: f64) -> f64 {
    let (less, more) = if a < b { (a, b) } else { (b, a) };
    if less == f64::NEG_INFINITY {
        return more;
    }
    more + log2(1.0 + exp2(less - more))
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Count::from_limbs(&[number])
    }
}

impl From<u128> for Count {
    fn from(number: u128) -> Self {
        Count::from_limbs(&[number as u64, (number >> 64) as u64])
    }
}

impl AddAssign<&Count> for Count {
    fn add_assign(&mut self, more: &Count) {
        if self.limbs.len() < more.limbs.len() {
            self.limbs.resize(more.limbs.len(), 0);
        }
        if add_limbs(&mut self.limbs, &more.limbs) {
            self.limbs.push(1);
        }
    }
}

impl Add for &Count {
    type Output = Count;

    fn add(self, more: &Count) -> Count {
        let mut sum = self.clone();
        sum += more;
        sum
    }
}

impl Mul for &Count {
    type Output = Count;

    fn mul(self, other: &Count) -> Count {
        let mut product = vec![];
        multiply_limbs(&self.limbs, &other.limbs, &mut product);
        Count::from_limbs(&product)
    }
}

impl Ord for Count {
    fn cmp(&self, other: &Self) -> Ordering {
        let lengths = self.limbs.len().cmp(&other.limbs.len());
        lengths.then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

impl PartialOrd for Count {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq<u128> for Count {
    fn eq(&self, other: &u128) -> bool {
        self.to_u128() == Some(*other)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // 19 digits at a time, the lowest first.
        let mut rest = self.clone();
        let mut parts = vec![];
        while !rest.is_zero() {
            parts.push(rest.divide(10_u64.pow(19)));
        }
        let mut text = alloc::format!("{}", parts.pop().unwrap_or(0));
        for part in parts.iter().rev() {
            text += &alloc::format!("{part:019}");
        }
        f.pad_integral(true, "", &text)
    }
}

impl fmt::Debug for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "num-bigint")]
impl From<&Count> for num_bigint::BigUint {
    fn from(count: &Count) -> Self {
        let bytes = count.limbs.iter().flat_map(|limb| limb.to_le_bytes());
        num_bigint::BigUint::from_bytes_le(&bytes.collect::<Vec<u8>>())
    }
}

#[cfg(feature = "num-bigint")]
impl From<&num_bigint::BigUint> for Count {
    fn from(number: &num_bigint::BigUint) -> Self {
        Count::from_limbs(&number.to_u64_digits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn counts_compute_like_numbers_of_128_bits() {
        let mut random = crate::SplitMix64::new(3);
        for _ in 0..2_000 {
            let mut draw = || {
                let bits = random.below(128) as u32;
                let number = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
                number >> bits
            };
            let (a, b) = (draw(), draw());
            let (x, y) = (Count::from(a), Count::from(b));
            assert_eq!(x.to_string(), a.to_string());
            assert_eq!(x.to_u128(), Some(a));
            assert_eq!(x.cmp(&y), a.cmp(&b));
            let sum = &x + &y;
            match a.checked_add(b) {
                Some(c) => assert_eq!(sum.to_u128(), Some(c)),
                None => assert!(sum.to_u128().is_none()),
            }
            let half = u128::from(u64::MAX);
            let product = &Count::from(a & half) * &Count::from(b & half);
            assert_eq!(product.to_u128(), Some((a & half) * (b & half)));
            assert_eq!(&(&x * &y) + &x, &x * &(&y + &Count::one()));
        }
    }

    #[test]
    fn logarithms_are_those_of_the_standard_library() {
        for power in 0..200_u32 {
            let mut count = Count::one();
            for _ in 0..power {
                count = &count * &Count::from(3_u64);
            }
            let expected = f64::from(power) * 3_f64.log2();
            assert!((count.log2() - expected).abs() < 1e-9, "3^{power}");
            let sum = log2_of_sum(f64::from(power), 3.5);
            let expected = (f64::from(power).exp2() + 3.5_f64.exp2()).log2();
            assert!((sum - expected).abs() < 1e-9, "2^{power}");
        }
        assert_eq!(Count::zero().log2(), f64::NEG_INFINITY);
    }
}
