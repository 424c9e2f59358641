//! Roads join towns; after each road, how many groups of towns are there, and how large is the
//! largest? Then range sums modulo a prime over the sizes, and the number of spanning choices:
//! ac-library-rs.

use ac_library::{Additive, Dsu, ModInt998244353, Segtree};
use std::io::{self, Read, Write};

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<usize>().unwrap());
    let towns = numbers.next().unwrap();
    let roads = numbers.next().unwrap();
    let mut groups = Dsu::new(towns);
    let mut sizes = Segtree::<Additive<u64>>::new(towns);
    for town in 0..towns {
        sizes.set(town, 1);
    }
    let mut choices = ModInt998244353::new(1);
    let mut out = String::new();
    for _ in 0..roads {
        let (a, b) = (numbers.next().unwrap(), numbers.next().unwrap());
        if !groups.same(a, b) {
            choices *= groups.size(a) * groups.size(b);
            for town in [groups.leader(a), groups.leader(b)] {
                sizes.set(town, 0);
            }
            let leader = groups.merge(a, b);
            sizes.set(leader, groups.size(leader) as u64);
        }
        let half = sizes.prod(..towns / 2);
        out += &format!("{} {half}\n", groups.groups().len());
    }
    out += &format!("{choices} {}\n", choices.inv());
    io::stdout().write_all(out.as_bytes()).unwrap();
}
