//! Power stations: HDU 3663.
//!
//! Input: cases to the end of the input: N towns, M cables, D days; the cables, two towns each; for
//! each town the first and last day on which its station can work. A station works on days without
//! a gap, or never, and feeds its town and those with a cable to it. Output: for each station its
//! first and last day, `0 0` if it never works, so that each town is fed by one station each day;
//! or `No solution`. An empty line ends each case.
//!
//! N is at most 60, D at most 5: 300 primary items, a secondary item for each station, 900 options.

use exactcover::{Engine, First, Problem};
use judge_io::{Failure, Input};
use std::collections::BTreeSet;
use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let (mut words, mut answer) = (input.words(), String::new());
    while !words.at_end() {
        let towns = words.number("a number of towns", 1..=60)?;
        let cables = words.number("a number of cables", 0..=150)?;
        let days = words.number("a number of days", 1..=5)?;
        let mut fed: Vec<BTreeSet<u32>> = (0..towns).map(|town| [town].into()).collect();
        for cable in 1..=cables {
            let mut end = || words.number(format_args!("a town of cable {cable}"), 1..=towns);
            let (a, b) = (end()? - 1, end()? - 1);
            fed[a as usize].insert(b);
            fed[b as usize].insert(a);
        }
        let mut builder = Problem::builder();
        let items = builder.primaries((towns * days) as usize);
        let stations = builder.secondaries(towns as usize);
        for (number, fed) in (1..).zip(&fed) {
            let first =
                words.number(format_args!("the first day of station {number}"), 1..=days)?;
            let last = words.number(
                format_args!("the last day of station {number}"),
                first..=days,
            )?;
            for from in first..=last {
                for to in from..=last {
                    let fed = fed.iter().flat_map(|town| {
                        let items = items.iter().skip((town * days + from - 1) as usize);
                        items.take((to - from + 1) as usize).copied()
                    });
                    let station = stations[number - 1];
                    builder.option((number, from, to), (station, fed));
                }
            }
        }
        let problem = builder.build().expect("no item is twice in an option");
        let first = problem.search_with(Engine::CELLS).first().answer;
        match first {
            First::Found(solution) => {
                let mut works = vec![(0, 0); towns as usize];
                for &(number, from, to) in solution.labels() {
                    works[number - 1] = (from, to);
                }
                for (from, to) in works {
                    answer += &format!("{from} {to}\n");
                }
            }
            _ => answer += "No solution\n",
        }
        answer += "\n";
    }
    Ok(answer)
}
