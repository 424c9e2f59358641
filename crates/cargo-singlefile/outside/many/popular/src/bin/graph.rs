//! Shortest ways and components of a graph: `petgraph`.
use petgraph::algo::{dijkstra, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};

fn main() {
    let numbers = input::numbers();
    let edges = numbers.iter().enumerate();
    let edges = edges.flat_map(|(i, &k)| [(i, k, 3), (i, (i + 7) % numbers.len(), 2)]);
    let graph = DiGraph::<(), u32>::from_edges(edges.map(|(a, b, w)| (a as u32, b as u32, w)));
    let mut ways: Vec<_> = dijkstra(&graph, NodeIndex::new(0), None, |e| *e.weight())
        .into_iter()
        .collect();
    ways.sort_unstable();
    println!("{ways:?} {}", kosaraju_scc(&graph).len());
}
