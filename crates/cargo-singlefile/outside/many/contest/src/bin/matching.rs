//! Of places and numbers, how many pairs at most: the flow of ac-library-rs.
use ac_library::MfGraph;

fn main() {
    let numbers = input::numbers();
    let n = numbers.len();
    let mut graph = MfGraph::<u32>::new(2 * n + 2);
    for (i, &k) in numbers.iter().enumerate() {
        graph.add_edge(2 * n, i, 1);
        graph.add_edge(n + i, 2 * n + 1, 1);
        graph.add_edge(i, n + k, 1);
        graph.add_edge(i, n + (i * k) % n, 1);
    }
    println!("{}", graph.flow(2 * n, 2 * n + 1));
    let used = graph
        .edges()
        .into_iter()
        .filter(|edge| edge.flow > 0 && edge.from < n);
    let pairs: Vec<_> = used.map(|edge| (edge.from, edge.to - n)).collect();
    println!("{pairs:?} {:?}", graph.min_cut(2 * n));
}
