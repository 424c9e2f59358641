//! The cheapest flow through a chain with shortcuts, step by step: ac-library-rs.
use ac_library::MinCostFlowGraph;

fn main() {
    let numbers = input::numbers();
    let n = numbers.len();
    let mut graph = MinCostFlowGraph::<i64>::new(n);
    for (i, &k) in numbers.iter().enumerate() {
        if i + 1 < n {
            graph.add_edge(i, i + 1, 3, k as i64);
        }
        if i < k {
            graph.add_edge(i, k, 1, 2);
        }
    }
    println!("{:?}", graph.slope(0, n - 1, 10));
}
