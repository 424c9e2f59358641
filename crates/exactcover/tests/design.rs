//! The toy problem of `DESIGN.md` does what the page says.

use exactcover::{format, Engine, Strategy, Ties};

#[test]
fn the_toy_of_the_design_page_takes_four_nodes() {
    let problem = format::read("a b c d\na b\na c\nb d\nc d\nd\n").expect("the toy is well formed");
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
