//! Proofs are accepted by a checker that shares no code with the search, and what is not true has
//! none.
#![cfg(feature = "proof")]

mod checker;
mod common;

use checker::{Assignment, Database};
use common::{build, descriptions};
use exactcover::proof::{join, Block, Format, Model};
use exactcover::{
    format, Builder, Engine, Limit, Limits, OptionId, Outcome, Problem, Search, Strategy, Ties,
};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest, ProptestConfig};
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::ops::ControlFlow;

const FORMATS: [Format; 2] = [Format::VeriPb, Format::Drat];
const STRATEGIES: [Strategy; 3] = [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts];

fn engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.iter().copied().chain([Engine::AUTO])
}

/// The proof, and the solutions that it leaves out.
fn prove<L>(search: &Search<'_, L>, format: Format) -> (String, Vec<Vec<OptionId>>) {
    let (mut proof, mut found) = (String::new(), Vec::new());
    let report = search.prove(format, &mut proof, |solution| {
        found.push(solution.options().to_vec());
        ControlFlow::Continue(())
    });
    let report = report.expect("a string takes everything");
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert_eq!(report.stats.solutions, found.len() as u128);
    (proof, found)
}

fn model<L>(problem: &Problem<L>, format: Format, found: &[Vec<OptionId>]) -> String {
    let blocked: Vec<Block> = found.iter().cloned().map(Block::AllOf).collect();
    let mut model = String::new();
    let written = Model::new(problem).write(format, &blocked, &mut model);
    written.expect("a string takes everything");
    model
}

fn check(format: Format, model: &str, proof: &str) -> Result<(), String> {
    Database::model(format, model)?.check(format, proof)
}

fn problem(name: &str) -> Problem<usize> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dlx");
    let text = std::fs::read_to_string(format!("{directory}/{name}.dlx"));
    format::read(&text.expect("the file is there"))
        .expect("a valid problem")
        .problem
}

/// Every assignment that satisfies the model, as the set of its true variables.
fn models(database: &Database, mut known: Assignment, found: &mut Vec<BTreeSet<usize>>) {
    if !database.propagate(&mut known) {
        return;
    }
    match (1..known.len()).find(|&variable| known[variable].is_none()) {
        None => {
            let all = 1..known.len();
            found.push(all.filter(|&v| known[v] == Some(true)).collect());
        }
        Some(variable) => {
            for value in [false, true] {
                let mut known = known.clone();
                known[variable] = Some(value);
                models(database, known, found);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Each part stops after some nodes, and so do the pieces that it leaves.
    #[test]
    fn proofs_of_parts_are_joined_to_one(
        description in descriptions(),
        budget in 1..20_u64,
        seed: u64,
    ) {
        let (problem, oracle) = build(&description);
        let ties = Ties::Random(seed);
        for engine in [Engine::LINKS, Engine::CELLS, Engine::ROWS, Engine::MASKS] {
            for strategy in STRATEGIES {
                let search = problem.search_with(engine).strategy(strategy).ties(ties);
                let (mut proof, mut found) = (String::new(), Vec::new());
                let joined = join(&mut proof, |prefix| {
                    let (mut steps, part) = (String::new(), search.clone().part(prefix));
                    let mut walk = part.expect("a valid prefix").walk();
                    let nodes = budget.max(3) + prefix.len() as u64;
                    walk.prove(nodes, &mut steps, |solution| {
                        found.push(solution.options().to_vec());
                        ControlFlow::Continue(())
                    })?;
                    Ok((steps, walk.open().expect("it has begun, without limits")))
                });
                prop_assert_eq!(joined, Ok(()));
                let model = model(&problem, Format::VeriPb, &found);
                let case = format!("{engine:?}, {strategy:?}");
                prop_assert_eq!(check(Format::VeriPb, &model, &proof), Ok(()), "{}\n{}", case, proof);
                found.iter_mut().for_each(|solution| solution.sort_unstable());
                found.sort();
                prop_assert_eq!(found, oracle.solutions());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(384))]

    #[test]
    fn every_engine_proves_that_there_are_no_other_solutions(
        description in descriptions(),
        seed: u64,
    ) {
        let (problem, oracle) = build(&description);
        for engine in engines() {
            for strategy in STRATEGIES {
                for ties in [Ties::First, Ties::Random(seed)] {
                    for format in FORMATS {
                        let search = problem.search_with(engine).strategy(strategy).ties(ties);
                        let (proof, found) = prove(&search, format);
                        let checked = check(format, &model(&problem, format, &found), &proof);
                        let case = format!("{engine:?}, {strategy:?}, {ties:?}, {format:?}");
                        prop_assert_eq!(checked, Ok(()), "{}\n{}", case, proof);
                        let mut sorted = found.clone();
                        sorted.iter_mut().for_each(|solution| solution.sort_unstable());
                        sorted.sort();
                        prop_assert_eq!(sorted, oracle.solutions(), "{}", case);
                    }
                }
            }
        }
    }

    /// Proofs of the parts below the options of an item are a proof of the whole, one after the
    /// other.
    #[test]
    fn proofs_of_all_parts_prove_the_whole(description in descriptions()) {
        let (problem, _) = build(&description);
        let item = problem.items().find(|&item| problem.is_primary(item));
        let item = item.expect("there is a primary item");
        let options: Vec<OptionId> = problem.partial().options_of(item).collect();
        for engine in engines() {
            let (mut lines, mut all) = (Vec::new(), Vec::new());
            for &option in &options {
                let search = problem.search_with(engine).below(&[option]);
                let (proof, found) = prove(&search.expect("a valid prefix"), Format::VeriPb);
                prop_assert!(proof.contains("\nconclusion NONE;\n"));
                all.extend(found);
                let clauses = proof.lines().filter(|line| line.starts_with(['r', 'd']));
                lines.extend(clauses.map(str::to_owned));
            }
            let (whole, _) = prove(&problem.search_with(Engine::LINKS), Format::VeriPb);
            let first = whole.lines().next().map(str::to_owned);
            let end = ["rup >= 1;", "output NONE;", "conclusion UNSAT;", "end pseudo-Boolean proof;"];
            let text: Vec<String> = first.into_iter().chain(lines).chain(end.map(str::to_owned)).collect();
            let model = model(&problem, Format::VeriPb, &all);
            let checked = check(Format::VeriPb, &model, &(text.join("\n") + "\n"));
            prop_assert_eq!(checked, Ok(()), "{:?}\n{}", engine, text.join("\n"));
        }
    }

    /// The model without a solution being left out has one: a proof that it has none is wrong.
    #[test]
    fn no_proof_hides_a_solution(description in descriptions(), hidden: usize) {
        let (problem, _) = build(&description);
        for engine in engines() {
            for format in FORMATS {
                let (proof, mut found) = prove(&problem.search_with(engine), format);
                if !found.is_empty() {
                    found.remove(hidden % found.len());
                    let checked = check(format, &model(&problem, format, &found), &proof);
                    prop_assert!(checked.is_err(), "{:?}, {:?}\n{}", engine, format, proof);
                }
            }
        }
    }

    #[test]
    fn the_model_has_the_solutions_of_the_problem(description in descriptions()) {
        let (problem, oracle) = build(&description);
        let expected: Vec<BTreeSet<usize>> = oracle
            .solutions()
            .iter()
            .map(|solution| solution.iter().map(|option| option.index() + 1).collect())
            .collect();
        let expected: BTreeSet<_> = expected.into_iter().collect();
        for format in FORMATS {
            let text = model(&problem, format, &[]);
            let database = Database::model(format, &text).expect("a model");
            let mut found = Vec::new();
            models(&database, database.assume([]), &mut found);
            let project = |all: &BTreeSet<usize>| {
                all.iter().copied().filter(|&v| v <= oracle.options.len()).collect()
            };
            let options: BTreeSet<BTreeSet<usize>> = found.iter().map(project).collect();
            prop_assert_eq!(&options, &expected, "{}", text);
            if format == Format::VeriPb {
                // A solution is one assignment, so that others can count with the model.
                prop_assert_eq!(found.len(), expected.len(), "{}", text);
            }
        }
    }
}

/// Many solutions, none, one; few forced moves and long chains of them; in the end, more items than
/// a narrow stage of rows can take.
const FILES: [(&str, usize); 5] = [
    ("langford7", 52),
    ("mutil6x6", 0),
    ("queens8", 92),
    ("sud9-clue17", 1),
    ("sud9-escargot", 1),
];

#[test]
fn proofs_of_known_counts_are_accepted() {
    for (name, count) in FILES {
        let problem = problem(name);
        for engine in engines() {
            for format in FORMATS {
                let (proof, found) = prove(&problem.search_with(engine), format);
                assert_eq!(found.len(), count, "{name}");
                let checked = check(format, &model(&problem, format, &found), &proof);
                assert_eq!(checked, Ok(()), "{name}, {engine:?}, {format:?}");
            }
        }
    }
}

/// Latin squares of side `2 * half`, half of the rows with digits in all columns but `half - 1`:
/// each other digit has fewer columns than rows left there.
fn pigeonholes(half: usize) -> Problem<()> {
    let side = 2 * half;
    let mut builder = Problem::builder();
    let items = builder.primaries(3 * side * side);
    for row in 0..side {
        for column in 0..side {
            let given = (row < half && column <= half).then(|| (row + column) % (half + 1));
            for digit in (0..side).filter(|&digit| given.map_or(true, |given| given == digit)) {
                let pairs = [(row, column), (row, digit), (column, digit)];
                let item = |(family, (a, b))| items[(family * side + a) * side + b];
                builder.option((), (0..).zip(pairs).map(item));
            }
        }
    }
    builder.build().expect("a valid problem")
}

#[test]
fn a_sum_proves_that_pigeons_have_too_few_holes() {
    let problem = pigeonholes(8);
    let search = problem.search_with(Engine::LEARN);
    let (proof, found) = prove(&search, Format::VeriPb);
    assert!(found.is_empty());
    assert!(proof.contains("pol "), "{proof}");
    let model = model(&problem, Format::VeriPb, &[]);
    assert_eq!(check(Format::VeriPb, &model, &proof), Ok(()));
    let wrong: String = proof
        .lines()
        .filter(|line| !line.starts_with("pol ") && !line.starts_with("del range"))
        .flat_map(|line| [line, "\n"])
        .collect();
    assert!(check(Format::VeriPb, &model, &wrong).is_err());
    // There are no sums in this language.
    let mut proof = String::new();
    let search = search.limits(Limits::none().nodes(20_000));
    let report = search.prove(Format::Drat, &mut proof, |_| ControlFlow::Continue(()));
    let outcome = report.expect("a string takes everything").outcome;
    assert_eq!(outcome, Outcome::LimitReached(Limit::Nodes));
    assert!(!proof.contains("pol"));
}

/// More options than fit into a narrow stage of rows, so that the trials are those of a wide one.
#[test]
fn proofs_of_wide_stages_are_accepted() {
    let problem = problem("qwh20-165");
    for format in FORMATS {
        let (proof, found) = prove(&problem.search_with(Engine::ROWS), format);
        assert_eq!(found.len(), 66);
        let checked = check(format, &model(&problem, format, &found), &proof);
        assert_eq!(checked, Ok(()), "{format:?}");
    }
}

/// Quasigroups take more than a hundred dead ends, after which this strategy starts again.
#[test]
fn what_was_left_behind_by_a_restart_is_not_taken_for_refuted() {
    let problem = problem("qwh20-165");
    for engine in [Engine::LINKS, Engine::CELLS] {
        for ties in [Ties::First, Ties::Last] {
            let search = problem.search_with(engine).ties(ties);
            let search = search.strategy(Strategy::Restarts);
            let first = search.first().stats.nodes;
            let (proof, found) = prove(&search, Format::VeriPb);
            assert_eq!(found.len(), 66);
            let model = model(&problem, Format::VeriPb, &found);
            assert_eq!(check(Format::VeriPb, &model, &proof), Ok(()), "{first}");
        }
    }
}

#[test]
fn the_first_line_of_a_cnf_counts_its_variables_and_clauses() {
    // Items of few options, and items of enough for counters.
    for (name, least) in [("mutil6x6", 0), ("queens8", 1), ("langford7", 1)] {
        let problem = problem(name);
        let text = model(&problem, Format::Drat, &[]);
        let mut lines = text.lines();
        let counts: Vec<usize> = lines
            .next()
            .and_then(|line| line.strip_prefix("p cnf "))
            .expect("a first line")
            .split(' ')
            .map(|count| count.parse().expect("a number"))
            .collect();
        let clauses: Vec<&str> = lines.filter(|line| !line.starts_with('c')).collect();
        let variables = clauses.iter().flat_map(|clause| clause.split(' '));
        let variables = variables.map(|word| word.trim_start_matches('-').parse::<usize>());
        let largest = variables.map(|number| number.expect("a number")).max();
        assert_eq!(
            counts,
            [largest.expect("variables"), clauses.len()],
            "{name}"
        );
        assert!(counts[0] >= problem.option_count() + least, "{name}");
    }
}

/// The most clauses that a checker has at the same time, besides those of the model.
fn most_kept(format: Format, proof: &str) -> usize {
    let (mut derived, mut deleted, mut most) = (Vec::new(), 0, 0);
    for line in proof.lines() {
        match (format, line.split_once(' ')) {
            (Format::VeriPb, Some(("rup", _))) => derived.push(derived.len()),
            // From so many clauses back up to the last one, which stays.
            (Format::VeriPb, Some(("del", range))) => {
                let back = range.strip_prefix("range -").expect("a range");
                let (back, end) = back.split_once(' ').expect("two ends");
                assert_eq!(end, "-1;");
                let last = derived.len() - 1;
                let first = derived.len() - back.parse::<usize>().expect("a number");
                for gone in &mut derived[first..last] {
                    deleted += usize::from(std::mem::replace(gone, usize::MAX) < usize::MAX);
                }
            }
            (Format::Drat, Some(("d", _))) => deleted += 1,
            (Format::Drat, _) => derived.push(derived.len()),
            _ => {}
        }
        most = most.max(derived.len() - deleted);
    }
    most
}

#[test]
fn a_clause_goes_when_one_from_higher_up_makes_it_superfluous() {
    for name in ["langford8", "mutil6x6"] {
        let problem = problem(name);
        let options = |item| {
            let has = |&option: &OptionId| problem.entries(option).iter().any(|e| e.item == item);
            problem.options().filter(has).count()
        };
        let widest = problem.items().map(options).max().expect("items");
        for engine in engines().filter(|engine| engine.name() != "learn") {
            let depth = problem.search_with(engine).count().stats.max_depth;
            for format in FORMATS {
                let (proof, _) = prove(&problem.search_with(engine), format);
                let (kept, all) = (most_kept(format, &proof), proof.lines().count());
                // One for each trial that has failed on the way to the current state.
                let case = format!("{name}, {engine:?}, {format:?}: {kept} of {all}");
                assert!(kept <= depth * widest, "{case}, {depth} x {widest}");
                assert!(all > 3 * kept, "{case}");
            }
        }
    }
}

/// Some ways to change the proof of `langford7`, a proof with many clauses and deletions.
#[test]
fn what_is_changed_is_not_accepted() {
    let problem = problem("langford7");
    let (proof, found) = prove(&problem.search(), Format::VeriPb);
    let right = model(&problem, Format::VeriPb, &found);
    let lines: Vec<&str> = proof.lines().collect();
    let clauses = (0..lines.len()).filter(|&k| lines[k].starts_with("rup x"));
    let clauses: Vec<usize> = clauses.step_by(3).collect();
    let rejected = |model: &str, lines: &[&str]| {
        check(Format::VeriPb, model, &(lines.join("\n") + "\n")).is_err()
    };
    assert!(!rejected(&right, &lines));

    // A clause says less: one literal of it is gone.
    let stronger = clauses.iter().filter(|&&k| {
        let words: Vec<&str> = lines[k].split(' ').collect();
        let end = words
            .iter()
            .position(|&word| word == "==>")
            .expect("a clause");
        let clause = [&words[..end - 1], &words[end..]].concat().join(" ");
        let clause = clause.replace("rup ==>", "rup");
        let mut lines = lines.clone();
        lines[k] = &clause;
        rejected(&right, &lines)
    });
    let stronger = stronger.count();
    // Another option than the one that was tried.
    let swapped = clauses.iter().filter(|&&k| {
        let (head, tail) = lines[k].rsplit_once('x').expect("a literal");
        let (option, tail) = tail.split_once(' ').expect("a blank");
        let other = option.parse::<usize>().expect("a number") % problem.option_count() + 1;
        let clause = format!("{head}x{other} {tail}");
        let mut lines = lines.clone();
        lines[k] = &clause;
        rejected(&right, &lines)
    });
    let swapped = swapped.count();
    // A clause is missing.
    let missing = clauses.iter().filter(|&&k| {
        let mut lines = lines.clone();
        lines.remove(k);
        rejected(&right, &lines)
    });
    let missing = missing.count();
    // Nothing but the end.
    let contradiction = lines.len() - 4;
    assert!(rejected(
        &right,
        &[&lines[..1], &lines[contradiction..]].concat()
    ));
    assert!(rejected(
        &right,
        &[&lines[..contradiction], &lines[contradiction + 1..]].concat()
    ));
    // Each of the solutions is found out if it is hidden.
    for hidden in 0..found.len() {
        let mut some = found.clone();
        some.remove(hidden);
        assert!(rejected(&model(&problem, Format::VeriPb, &some), &lines));
    }
    let all = clauses.len();
    assert_eq!((stronger, missing), (all, all));
    // Sometimes the other option fails as well.
    assert!(swapped * 10 > all * 9, "{swapped} of {all}");
}

#[test]
fn a_limit_or_a_break_leaves_it_without_a_conclusion() {
    let problem = problem("queens8");
    let search = problem.search().limits(Limits::none().solutions(5));
    let mut proof = String::new();
    let report = search.prove(Format::VeriPb, &mut proof, |_| ControlFlow::Continue(()));
    let report = report.expect("a string takes everything");
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
    assert_eq!(report.stats.solutions, 5);
    assert!(proof.lines().all(|line| !line.contains("conclusion")));
    let search = search.limits(Limits::none().nodes(50));
    let report = search.prove(Format::Drat, &mut proof, |_| ControlFlow::Continue(()));
    let report = report.expect("a string takes everything");
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
    let search = search.limits(Limits::none());
    let report = search.prove(Format::Drat, &mut proof, |_| ControlFlow::Break(()));
    let report = report.expect("a string takes everything");
    assert_eq!(report.outcome, Outcome::Stopped);
    assert!(proof.lines().all(|line| line != "0"));
}

#[test]
fn stops_when_nothing_can_be_written() {
    struct Full(usize);
    impl Write for Full {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    let problem = problem("mutil8x8");
    let search = problem.search();
    let written = search.prove(Format::VeriPb, &mut Full(50_000), |_| {
        ControlFlow::Continue(())
    });
    assert_eq!(written, Err(fmt::Error));
    // Without that it would go on for ages.
    let endless = self::problem("domino14x14");
    let search = endless.search();
    let written = search.prove(Format::VeriPb, &mut Full(50_000), |_| {
        ControlFlow::Continue(())
    });
    assert_eq!(written, Err(fmt::Error));
    let model = Model::new(&problem);
    assert_eq!(
        model.write(Format::Drat, &[], &mut Full(100)),
        Err(fmt::Error)
    );
}

#[test]
fn problems_without_items_or_options_have_proofs() {
    let no_items = Problem::<()>::builder();
    let mut no_options: Builder<()> = Problem::builder();
    no_options.primaries(1);
    for (builder, count) in [(no_items, 1), (no_options, 0)] {
        let problem = builder.build().expect("a valid problem");
        for engine in engines() {
            for format in FORMATS {
                let (proof, found) = prove(&problem.search_with(engine), format);
                assert_eq!(found.len(), count);
                let checked = check(format, &model(&problem, format, &found), &proof);
                assert_eq!(checked, Ok(()), "{engine:?}, {format:?}");
            }
        }
    }
}

/// Several solutions that mean the same, left out by a single constraint.
#[test]
fn solutions_can_be_left_out_by_what_they_mean() {
    // Two cells in one of two colors each, and a free choice beside them.
    let mut builder = Problem::builder();
    let items = builder.primaries(3);
    let red = builder.option("red", [items[0]]);
    let blue = builder.option("blue", [items[0]]);
    let warm = builder.option("red", [items[1]]);
    let cold = builder.option("blue", [items[1]]);
    builder.option("heads", [items[2]]);
    builder.option("tails", [items[2]]);
    let problem = builder.build().expect("a valid problem");
    let (proof, found) = prove(&problem.search(), Format::VeriPb);
    assert_eq!(found.len(), 8);
    let means = [[red, warm], [red, cold], [blue, warm], [blue, cold]];
    let all: Vec<Block> = means
        .iter()
        .map(|colors| {
            let others = [red, blue, warm, cold].into_iter();
            Block::NoneOf(others.filter(|other| !colors.contains(other)).collect())
        })
        .collect();
    for format in FORMATS {
        let (proof, _) = prove(&problem.search(), format);
        let mut text = String::new();
        let written = Model::new(&problem).write(format, &all, &mut text);
        written.expect("a string takes everything");
        assert_eq!(check(format, &text, &proof), Ok(()), "{text}{proof}");
        let mut some = String::new();
        let written = Model::new(&problem).write(format, &all[1..], &mut some);
        written.expect("a string takes everything");
        assert!(check(format, &some, &proof).is_err());
    }
    assert!(!proof.is_empty());
}
