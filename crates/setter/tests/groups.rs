//! Generated inputs of all problems.

use setter::{problem, Group, Problem, PROBLEMS};
use std::collections::BTreeSet;

/// Every group of every problem.
fn groups() -> impl Iterator<Item = (&'static Problem, &'static Group)> {
    let of = |problem: &'static Problem| problem.groups.iter().map(move |group| (problem, group));
    PROBLEMS.iter().flat_map(of)
}

#[test]
fn every_problem_has_groups_that_can_be_named() {
    for problem in PROBLEMS {
        assert_eq!(problem.groups[0].name, "tiny", "{}", problem.name);
        let names: BTreeSet<&str> = problem.groups.iter().map(|group| group.name).collect();
        assert_eq!(names.len(), problem.groups.len(), "{}", problem.name);
        for group in problem.groups {
            assert!(!group.about.is_empty(), "{} {}", problem.name, group.name);
        }
    }
}

#[test]
fn every_group_makes_valid_inputs_and_the_same_ones_again() {
    for (problem, group) in groups() {
        let input = problem.generate(group, 1);
        let name = format!("{} {}", problem.name, group.name);
        assert_eq!(problem.validate(&input), Ok(()), "{name}");
        assert_eq!(problem.promise(&input), Ok(()), "{name}");
        assert!(input == problem.generate(group, 1), "{name}: other inputs");
    }
}

#[test]
fn tiny_inputs_are_small_valid_and_different() {
    for problem in PROBLEMS {
        let tiny = &problem.groups[0];
        let mut inputs = BTreeSet::new();
        for seed in 0..40 {
            let input = problem.generate(tiny, seed);
            assert_eq!(problem.validate(&input), Ok(()), "{} {seed}", problem.name);
            assert!(input.len() < 2500, "{} {seed}", problem.name);
            inputs.insert(input);
        }
        assert!(inputs.len() >= 38, "{}: {}", problem.name, inputs.len());
    }
}

/// A program that knows one verdict only is found out soon.
#[test]
fn tiny_inputs_have_both_verdicts() {
    for (name, none) in [("exact_cover", "No Solution!\n"), ("tiling", "No\n")] {
        let problem = problem(name).unwrap();
        let has_none = |&seed: &u64| {
            let input = problem.generate(&problem.groups[0], seed);
            problem.check(&input, none).is_ok()
        };
        let count = (1..=40).filter(has_none).count();
        assert!((5..=35).contains(&count), "{name}: {count} of 40");
    }
}

/// What is left of an input of `exact_cover` while this holds, too.
fn small_matrix(input: &str, most: usize, holds: impl Fn(&str) -> bool) -> String {
    let exact_cover = problem("exact_cover").unwrap();
    let valid = |input: &str| exact_cover.validate(input).is_ok();
    assert!(valid(input));
    setter::shrink(input, most, |input| valid(input) && holds(input))
}

#[test]
fn rows_columns_and_ones_go_while_it_stays_wrong() {
    let input = "4 3\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n";
    let none = "No Solution!\n";
    let has_none = |input: &str| problem("exact_cover").unwrap().check(input, none).is_ok();
    assert!(!has_none(input));
    let some = small_matrix(input, usize::MAX, |input| !has_none(input));
    assert_eq!(some, "1 1\n1\n");
    let two = small_matrix(input, usize::MAX, |input| {
        input.lines().skip(1).any(|row| row.ends_with("1 1"))
    });
    assert_eq!(two, "1 2\n1 1\n");
    let rows = small_matrix(input, usize::MAX, |input| input.lines().count() == 5);
    assert_eq!(rows, "4 1\n0\n0\n0\n0\n");
}

/// A case that is not wrong is not tried once for each number of the others.
#[test]
fn the_other_cases_go_before_numbers_change() {
    let hust = problem("exact_cover_hust").unwrap();
    let wrong = "2 2\n1 1\n1 2\n";
    let other = "3 3\n2 1 2\n2 2 3\n2 1 3\n";
    let mut tried = 0;
    let input = other.repeat(6) + wrong + &other.repeat(6);
    let small = setter::shrink(&input, usize::MAX, |it| {
        let valid = hust.validate(it).is_ok();
        tried += usize::from(valid);
        valid && it.contains(wrong)
    });
    assert_eq!(small, wrong);
    assert!(tried < 150, "{tried}");
}

#[test]
fn what_cannot_be_made_smaller_stays_as_it_is() {
    let input = "2 2\n0 1\n1 0\n";
    assert_eq!(small_matrix(input, usize::MAX, |it| it == input), input);
    assert_eq!(small_matrix(input, 0, |_| true), input);
    // Whoever lays it out otherwise wants to see just that.
    for odd in ["2 2\r\n0 1\r\n1 0\r\n", "2 2\n0 1\n1 0"] {
        assert_eq!(setter::shrink(odd, usize::MAX, |_| true), odd);
    }
}
