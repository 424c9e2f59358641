//! Every input of `testdata`, through the programs as processes.

use crate::common::check::{check, forms, problem, PROBLEMS};
use crate::common::{programs, root, run, run_with, sample, samples, tested};
use std::fs;

/// A program is a source, test data, rules for its answers and a row for people; and nothing is
/// left of a program that is gone.
#[test]
fn every_program_has_test_data_a_checker_and_a_row() {
    let programs = programs();
    let page = fs::read_to_string(root().join("bins/README.md")).unwrap();
    for program in &programs {
        assert!(
            samples(program).len() >= problem(program).samples.max(1),
            "too few inputs in testdata/{program}"
        );
        let row = format!("| `{program}` |");
        assert!(
            page.contains(&row),
            "{program} has no row in bins/README.md"
        );
    }
    let tested = PROBLEMS.iter().map(|problem| problem.program);
    let ruled = setter::PROBLEMS.iter().map(|problem| problem.name);
    for name in tested.chain(ruled) {
        let known = programs.iter().any(|program| program == name);
        assert!(known, "no program {name} in bins/src/bin");
    }
}

#[test]
fn answers_every_sample() {
    for program in &tested() {
        for sample in samples(program) {
            let name = format!("{program}/{}", sample.name);
            let answer = run(program, &sample.input).answer();
            match sample.answer {
                Some(expected) => assert_eq!(answer, expected, "{name}"),
                None => println!("{name} has more than one answer"),
            }
            assert_eq!(check(program, &sample.input, &answer), Ok(()), "{name}");
            let ends = answer.ends_with("\n\n");
            assert_eq!(
                ends,
                program == "power_stations",
                "{name}: an empty line at the end"
            );
        }
    }
}

#[test]
fn the_checkers_refuse_changed_answers() {
    let swap = |text: &str, a: char, b: char| -> String {
        let (body, last) = text.split_at(text.trim_end().rfind('\n').unwrap());
        let swapped = last.chars().map(|c| match c {
            c if c == a => b,
            c if c == b => a,
            c => c,
        });
        body.chars().chain(swapped).collect()
    };
    for program in &tested() {
        for sample in samples(program) {
            let right = run(program, &sample.input).answer();
            let mut wrong = vec![right.clone() + "1\n", right[1..].to_string()];
            if let Some((a, b)) = problem(program).swapped {
                wrong.push(swap(&right, a, b));
            }
            for wrong in wrong {
                assert_ne!(check(program, &sample.input, &wrong), Ok(()), "{wrong}");
            }
        }
    }
}

/// The same input as other editors and systems write it.
fn disguises(program: &str, input: &str) -> Vec<(&'static str, String)> {
    let tabs = input.replace(' ', "\t \t").replace('\n', " \t\n");
    // Lines begin with symbols that count, so only numbers and words can be moved to the right.
    let indented = input.replace('\n', "\n \t");
    let mut disguises = vec![
        ("CRLF", input.replace('\n', "\r\n")),
        ("byte order mark", format!("\u{feff}{input}")),
        ("DOS", input.replace('\n', "\r\n") + "\u{1a}"),
        ("tabs and trailing blanks", tabs.clone()),
        ("indented lines", indented),
        ("no last newline", input.trim_end().to_string()),
        ("doubled empty lines", input.replace('\n', "\n\n\n")),
        ("empty lines around", format!("\n\n{input}\n\n")),
        (
            "all at once",
            format!("\u{feff}\r\n{}", tabs.replace('\n', "\r\n\r\n").trim_end()),
        ),
    ];
    disguises.extend(forms(program, input));
    disguises
}

#[test]
fn layout_does_not_change_an_answer() {
    for program in &tested() {
        for sample in samples(program) {
            let plain = run(program, &sample.input).answer();
            for (form, input) in disguises(program, &sample.input) {
                let name = format!("{program}/{} with {form}", sample.name);
                let disguised = run(program, input);
                assert_eq!(disguised.stderr, "", "{name}");
                assert_eq!(disguised.answer(), plain, "{name}");
            }
        }
    }
}

#[test]
fn killer_sudoku_reads_a_file_or_stdin() {
    let path = "testdata/killer_sudoku/daily-5561.txt";
    let cages = sample("killer_sudoku", "daily-5561");
    let from_stdin = run("killer_sudoku", &cages).answer();
    let from_dash = run_with("killer_sudoku", &["-"], &cages).answer();
    let from_file = run_with("killer_sudoku", &[path], "not read").answer();
    assert_eq!(from_dash, from_stdin);
    assert_eq!(from_file, from_stdin);
}

#[test]
fn easudoku_is_a_source_that_its_judge_takes() {
    let source = root().join("bins/src/bin/easudoku.rs");
    assert!(fs::metadata(source).unwrap().len() <= 5000);
}

#[test]
fn sudoku16_answers_nothing_to_nothing() {
    for nothing in ["", "\n\n", "\u{feff}", "\r\n", "0\n"] {
        let ran = run("sudoku16", nothing);
        assert_eq!((ran.code, &*ran.stdout, &*ran.stderr), (Some(0), "", ""));
    }
}

#[test]
fn sudoku16_puts_an_empty_line_between_many_sets_and_none_after_the_last() {
    let set = sample("sudoku16", "poj3076");
    let grid = run("sudoku16", &set).answer();
    let answer = vec![grid; 20].join("\n");
    let input = vec![set.clone(); 20].join("\n");
    assert_eq!(run("sudoku16", &input).answer(), answer);
    assert_eq!(run("sudoku16", format!("20\n{input}")).answer(), answer);
}

#[test]
fn sudoku16_needs_no_givens() {
    let empty = "----------------\n".repeat(16);
    let answer = run("sudoku16", &empty).answer();
    assert_eq!(check("sudoku16", &empty, &answer), Ok(()));
}

/// The puzzles of the sample of su-domino-ku: lines of dominoes, the line of isolated cells.
fn domino_puzzles() -> Vec<(Vec<String>, String)> {
    let sample = sample("su_domino_ku", "sample");
    let mut lines = sample.lines().map(str::to_string);
    let mut puzzles = Vec::new();
    loop {
        match lines.next().unwrap().parse().unwrap() {
            0 => return puzzles,
            count => puzzles.push((lines.by_ref().take(count).collect(), lines.next().unwrap())),
        }
    }
}

fn domino_input(dominoes: &[String], isolated: &str) -> String {
    let lines: String = dominoes.iter().map(|line| format!("{line}\n")).collect();
    format!("{}\n{lines}{isolated}\n", dominoes.len())
}

#[test]
fn su_domino_ku_solves_cuts_of_the_sample() {
    let mut random = fastrand::Rng::with_seed(4210);
    for (mut dominoes, isolated) in domino_puzzles() {
        while !dominoes.is_empty() {
            dominoes.swap_remove(random.usize(..dominoes.len()));
            let input = domino_input(&dominoes, &isolated) + "0\n";
            let answer = run("su_domino_ku", &input).answer();
            assert_eq!(check("su_domino_ku", &input, &answer), Ok(()), "{input}");
        }
    }
}

#[test]
fn su_domino_ku_takes_all_36_dominoes() {
    let answers = samples("su_domino_ku").remove(0).answer.unwrap();
    let lines: Vec<&str> = answers.lines().collect();
    let mut input = String::new();
    for ((_, isolated), rows) in domino_puzzles().into_iter().zip(lines.chunks(10)) {
        let place = |name: &[u8]| ((name[0] - b'A').into(), (name[1] - b'1').into());
        let cells: Vec<(usize, usize)> = isolated
            .split_whitespace()
            .map(|name| place(name.as_bytes()))
            .collect();
        let name =
            |(row, column): (usize, usize)| format!("{}{}", b"ABCDEFGHI"[row] as char, column + 1);
        let dominoes: Vec<String> = setter::all_tiles(&rows[1..], &cells)
            .unwrap()
            .into_iter()
            .map(|(_, [a, b])| {
                let digit = |(row, column): (usize, usize)| &rows[row + 1][column..=column];
                format!("{} {} {} {}", digit(a), name(a), digit(b), name(b))
            })
            .collect();
        assert_eq!(dominoes.len(), 36);
        input += &domino_input(&dominoes, &isolated);
    }
    assert_eq!(run("su_domino_ku", input + "0\n").answer(), answers);
}

#[test]
fn su_domino_ku_answers_nothing_to_no_puzzle() {
    let ran = run("su_domino_ku", "0\n");
    assert_eq!((ran.code, &*ran.stdout, &*ran.stderr), (Some(0), "", ""));
}

#[test]
fn cross_hatching_agrees_with_the_rule_as_it_is_told() {
    let mut random = fastrand::Rng::with_seed(2008);
    let solved = samples("cross_hatching").remove(1).answer.unwrap();
    let solved: Vec<char> = solved.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(solved.len(), 81);
    let mut errors = 0;
    let mut finished = 0;
    for round in 0..200 {
        // A part of a solved grid, sometimes with a wrong digit: few random digits fit each other.
        let kept = random.usize(1..60);
        let mut cells: Vec<char> = solved.clone();
        cells.iter_mut().for_each(|cell| {
            if random.usize(..60) >= kept {
                *cell = '.';
            }
        });
        for _ in 0..random.usize(..3) {
            cells[random.usize(..81)] = random.char('1'..='9');
        }
        let blank = if round % 2 == 0 { "" } else { " " };
        let rows = cells.chunks(9).map(|row| {
            let symbols: Vec<String> = row.iter().map(char::to_string).collect();
            symbols.join(blank) + "\n"
        });
        let input: String = rows.collect();
        let answer = run("cross_hatching", &input).answer();
        assert_eq!(check("cross_hatching", &input, &answer), Ok(()), "{input}");
        errors += usize::from(answer == "ERROR\n");
        finished += usize::from(answer != "ERROR\n" && !answer.contains('.'));
    }
    let others = 200 - errors - finished;
    assert!(
        errors > 20 && finished > 20 && others > 20,
        "{errors} {finished} {others}"
    );
}

/// Inputs of every kind that there is, made by seeds.
#[test]
fn answers_generated_inputs() {
    let tested = tested();
    let is_tested = |name: &str| tested.iter().any(|program| program == name);
    for problem in setter::PROBLEMS.iter().filter(|it| is_tested(it.name)) {
        for group in problem.groups {
            // The checker, which searches plainly, takes a minute for it.
            if (problem.name, group.name) == ("squiggly", "full") {
                continue;
            }
            let seeds = if group.name == "tiny" { 1..=20 } else { 1..=1 };
            for seed in seeds {
                let name = format!("{} {} {seed}", problem.name, group.name);
                let input = problem.generate(group, seed);
                let answer = run(problem.name, &input).answer();
                assert_eq!(check(problem.name, &input, &answer), Ok(()), "{name}");
            }
        }
    }
}
