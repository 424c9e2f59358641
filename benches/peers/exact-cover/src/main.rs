//! `exact-cover-peers SOLVER FILE` counts the covers of a problem in Knuth's format and prints
//! their number: one solver, one problem and one process, so that its CPU time is all theirs.
//!
//! Solvers: the crates `dlx`, `xcov` and `exact-covers`, and `exactcover` or `exactcover:ENGINE`.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use exactcover::Engine;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// Items count from 0, the primary ones first; colors from 1, and 0 is none.
struct Problem {
    primary: usize,
    items: usize,
    options: Vec<Vec<(usize, usize)>>,
}

impl Problem {
    fn read(text: &str) -> Option<Problem> {
        let mut lines = text.lines().filter(|line| !line.starts_with('|'));
        let header = lines.next()?;
        let mut names = HashMap::new();
        let mut primary = None;
        for name in header.split_whitespace() {
            if name == "|" {
                primary = Some(names.len());
            } else {
                names.insert(name, names.len());
            }
        }
        let mut colors = HashMap::new();
        let mut options = Vec::new();
        for line in lines.filter(|line| !line.trim().is_empty()) {
            let mut option = Vec::new();
            for word in line.split_whitespace() {
                let (name, color) = match word.split_once(':') {
                    Some((name, color)) => {
                        let next = colors.len() + 1;
                        (name, *colors.entry(color).or_insert(next))
                    }
                    None => (word, 0),
                };
                option.push((*names.get(name)?, color));
            }
            options.push(option);
        }
        Some(Problem {
            primary: primary.unwrap_or(names.len()),
            items: names.len(),
            options,
        })
    }

    fn has_colors(&self) -> bool {
        self.options.iter().flatten().any(|&(_, color)| color != 0)
    }
}

fn count_dlx(problem: &Problem) -> u128 {
    let (primary, secondary) = (
        problem.primary as u64,
        (problem.items - problem.primary) as u64,
    );
    let mut count = 0;
    if problem.has_colors() {
        let options: Vec<Vec<(u64, i64)>> = problem
            .options
            .iter()
            .map(|option| {
                option
                    .iter()
                    .map(|&(item, color)| (item as u64, color as i64))
                    .collect()
            })
            .collect();
        let order = dlx::OptOrder::Seq;
        let mut dance = dlx::c::make_problem(primary, secondary, &options, order);
        let mut solver = dlx::Solver::new(&mut dance);
        let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
        while solver.next_solution(&mut chooser) {
            count += 1;
        }
    } else {
        let options: Vec<Vec<u64>> = problem
            .options
            .iter()
            .map(|option| option.iter().map(|&(item, _)| item as u64).collect())
            .collect();
        let order = dlx::OptOrder::Seq;
        let mut dance = dlx::x::make_problem(primary, secondary, &options, order);
        let mut solver = dlx::Solver::new(&mut dance);
        let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
        while solver.next_solution(&mut chooser) {
            count += 1;
        }
    }
    count
}

fn count_xcov(problem: &Problem) -> u128 {
    use xcov::ExactCoverProblem;
    let mut builder = xcov::DlxBuilder::new(problem.primary, problem.items - problem.primary);
    for option in &problem.options {
        let mut items: Vec<usize> = option.iter().map(|&(item, _)| item + 1).collect();
        items.sort_unstable();
        builder.add_option(&items);
    }
    let mut search = xcov::MrvExactCoverSearch::new(builder.build());
    let mut count = 0;
    while search.search() {
        count += 1;
    }
    count
}

fn count_exact_covers(problem: &Problem) -> u128 {
    use exact_covers::Solver;
    let primary: Vec<usize> = (0..problem.primary).collect();
    let secondary: Vec<usize> = (problem.primary..problem.items).collect();
    let mut solver: exact_covers::DlSolver<'_, usize, usize> =
        exact_covers::DlSolver::new(&primary, &secondary);
    for option in &problem.options {
        let (first, second): (Vec<_>, Vec<_>) = option
            .iter()
            .partition(|&&(item, _)| item < problem.primary);
        let first: Vec<usize> = first.iter().map(|&(item, _)| item).collect();
        let color = |color: usize| (color != 0).then_some(color);
        let second: Vec<(usize, Option<usize>)> = second
            .iter()
            .map(|&(item, its)| (item, color(its)))
            .collect();
        solver.add_option(first, second);
    }
    let mut count = 0;
    solver.solve(|_| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

fn count(solver: &str, text: &str) -> Result<u128, String> {
    if let Some(rest) = solver.strip_prefix("exactcover") {
        let read = exactcover::format::read(text).map_err(|error| error.to_string())?;
        let problem = read.problem;
        let name = rest.strip_prefix(':').unwrap_or("auto");
        let mut engines = Engine::ALL.iter().chain([&Engine::AUTO]);
        let engine = engines.find(|engine| engine.name() == name);
        let engine = *engine.ok_or_else(|| format!("no engine {name:?}"))?;
        return Ok(problem.search_with(engine).count().answer);
    }
    let problem = Problem::read(text).ok_or("not a problem in Knuth's format")?;
    match solver {
        "dlx" => Ok(count_dlx(&problem)),
        "xcov" if problem.has_colors() => Err("xcov has no colors".into()),
        "xcov" => Ok(count_xcov(&problem)),
        "exact-covers" => Ok(count_exact_covers(&problem)),
        _ => Err(format!("no solver {solver:?}")),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let answer = match &arguments[..] {
        [solver, file] => std::fs::read_to_string(file)
            .map_err(|error| error.to_string())
            .and_then(|text| count(solver, &text))
            .map_err(|error| format!("{file}: {error}")),
        _ => Err("usage: exact-cover-peers SOLVER FILE".into()),
    };
    match answer {
        Ok(count) => println!("{count}"),
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
