//! The way from the first place to the last along numbers: `pathfinding`.
use pathfinding::prelude::{bfs, dijkstra};

fn main() {
    let numbers = input::numbers();
    let last = numbers.len() - 1;
    let next = |&i: &usize| [(i + 1).min(last), numbers[i]].map(|to| (to, i.abs_diff(to)));
    println!("{:?}", dijkstra(&0, next, |&i| i == last));
    println!(
        "{:?}",
        bfs(&0, |i| next(i).map(|(to, _)| to), |&i| i == last)
    );
}
