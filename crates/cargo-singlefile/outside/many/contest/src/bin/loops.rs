//! Places from which one can go on and come back: the components of ac-library-rs.
use ac_library::SccGraph;

fn main() {
    let numbers = input::numbers();
    let mut graph = SccGraph::new(numbers.len());
    for (i, &k) in numbers.iter().enumerate() {
        graph.add_edge(i, k);
    }
    println!("{:?}", graph.scc());
}
