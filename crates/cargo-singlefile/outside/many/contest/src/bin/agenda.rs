//! Places of each number, in order: `btreemultimap`.
use btreemultimap::BTreeMultiMap;

fn main() {
    let mut places = BTreeMultiMap::new();
    for (i, k) in input::numbers().into_iter().enumerate() {
        places.insert(k, i);
    }
    println!("{:?}", places.range(3..=6).collect::<Vec<_>>());
    println!("{:?} {}", places.get_vec(&3), places.contains_key(&4));
}
