//! A wall is painted range by range; after each, the sum of the colors: a lazy segment tree of
//! ac-library-rs.
use ac_library::{Additive, LazySegtree, MapMonoid, Monoid};

struct Add;

impl MapMonoid for Add {
    type M = Additive<u64>;
    type F = u64;
    fn identity_map() -> u64 {
        0
    }
    fn mapping(more: &u64, sum: &u64) -> u64 {
        sum + more
    }
    fn composition(f: &u64, g: &u64) -> u64 {
        f + g
    }
}

fn main() {
    let numbers = input::numbers();
    let mut wall = LazySegtree::<Add>::from(vec![Additive::identity(); numbers.len()]);
    for (i, &k) in numbers.iter().enumerate() {
        wall.apply_range(i.min(k)..i.max(k), i as u64);
        println!("{} {}", wall.get(k), wall.prod(..i));
    }
    println!("{}", wall.max_right(0, |sum| sum < 20));
}
