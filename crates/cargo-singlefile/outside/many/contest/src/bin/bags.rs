//! What two halves of a list have in common, with how often: `hashbag`.
use hashbag::HashBag;

fn main() {
    let numbers = input::numbers();
    let (a, b) = numbers.split_at(numbers.len() / 2);
    let (a, b): (HashBag<_>, HashBag<_>) = (a.iter().collect(), b.iter().collect());
    let mut both: Vec<_> = a
        .set_iter()
        .map(|(k, n)| (**k, n.min(b.contains(*k))))
        .collect();
    both.sort_unstable();
    println!("{both:?} {} {}", a.len(), b.set_len());
}
