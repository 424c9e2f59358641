//! The toy problem of `DESIGN.md` does what the page says.

use exactcover::{format, Engine, Strategy, Ties};

#[test]
fn the_toy_of_the_design_page_takes_four_nodes() {
    let problem = format::read("a b c d\na b\na c\nb d\nc d\nd\n")
        .expect("the toy is well formed")
        .problem;
    for engine in Engine::ALL {
        for ties in [Ties::First, Ties::Last, Ties::Random(5)] {
            let search = problem
                .search_with(*engine)
                .strategy(Strategy::Mrv)
                .ties(ties);
            let mut found: Vec<Vec<usize>> = search
                .solutions()
                .map(|solution| {
                    let mut options: Vec<usize> = solution
                        .options()
                        .iter()
                        .map(|option| option.index())
                        .collect();
                    options.sort_unstable();
                    options
                })
                .collect();
            found.sort_unstable();
            assert_eq!(found, [[0, 3], [1, 2]], "{engine:?} {ties:?}");
        }
        assert_eq!(
            problem.search_with(*engine).count().stats.nodes,
            4,
            "{engine:?}"
        );
    }
}

#[cfg(feature = "proof")]
#[test]
fn the_toy_has_the_proof_of_the_design_page() {
    use exactcover::proof::{Block, Format, Model};
    let page = include_str!("../DESIGN.md");
    let block = page.split("model.opb    ").nth(1).expect("a drawing");
    let block = block.split("\n```").next().expect("it ends");
    let problem = format::read("a b c d\na b\na c\nb d\nc d\nd\n")
        .expect("the toy is well formed")
        .problem;
    for &engine in Engine::ALL.iter().filter(|engine| engine.name() != "learn") {
        let (mut proof, mut found) = (String::new(), Vec::new());
        let search = problem.search_with(engine);
        let proved = search.prove(Format::VeriPb, &mut proof, |solution| {
            found.push(Block::AllOf(solution.options().to_vec()));
            std::ops::ControlFlow::Continue(())
        });
        proved.expect("a string takes everything");
        let mut model = String::new();
        let written = Model::new(&problem).write(Format::VeriPb, &found, &mut model);
        written.expect("a string takes everything");
        let constraints = model.lines().filter(|line| line.ends_with(';'));
        let clauses = proof.lines().filter(|line| line.starts_with("rup"));
        let shown: Vec<&str> = constraints.chain(clauses).collect();
        assert_eq!(shown.len(), 8, "{engine:?}");
        for line in shown {
            assert!(block.contains(line), "{engine:?}: {line}");
        }
    }
}

#[test]
fn links_that_count_walk_through_the_trees_of_the_design_page() {
    let walk = |text: &str| {
        let problem = format::read(text).expect("well formed").problem;
        let search = problem.search_with(Engine::TALLIES);
        let found = search.solutions().map(|solution| {
            let options = solution.options().iter();
            options.map(|option| option.index()).collect::<Vec<_>>()
        });
        (found.collect::<Vec<_>>(), search.count().stats.nodes)
    };
    let (found, nodes) = walk("2|i\ni\ni\ni\n");
    assert_eq!(
        (found, nodes),
        (vec![vec![0, 1], vec![0, 2], vec![1, 2]], 5)
    );
    let (found, nodes) = walk("a b c 0:2|d\na b\na c\nb d\nc d\nd\n");
    let solutions = [vec![0, 3, 4], vec![0, 3], vec![1, 2, 4], vec![1, 2]];
    assert_eq!((found, nodes), (solutions.to_vec(), 6));
}
