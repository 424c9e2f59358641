//! Validators and checkers on the samples of all problems, and on what is wrong.

use insta::assert_snapshot;
use setter::{problem, PROBLEMS};
use std::fs;
use std::path::Path;

/// The inputs of a problem, the shortest first, each with its answer if there is only one.
fn samples(name: &str) -> Vec<(String, Option<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("testdata").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{name}: {error}"));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut samples: Vec<(String, Option<String>)> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "in"))
        .map(|path| {
            let answer = fs::read_to_string(path.with_extension("ans")).ok();
            (fs::read_to_string(path).unwrap(), answer)
        })
        .collect();
    samples.sort_by_key(|(input, _)| input.len());
    assert!(!samples.is_empty(), "{name} has no samples");
    samples
}

/// What is wrong with an input, as a message shows it.
#[track_caller]
fn refusal(name: &str, input: &str) -> String {
    problem(name)
        .unwrap()
        .validate(input)
        .unwrap_err()
        .to_string()
}

/// What is wrong with an answer.
#[track_caller]
fn wrong(name: &str, input: &str, answer: &str) -> String {
    let problem = problem(name).unwrap();
    assert_eq!(problem.validate(input), Ok(()));
    problem.check(input, answer).unwrap_err()
}

#[test]
fn every_sample_is_a_valid_input() {
    for problem in PROBLEMS {
        for (input, _) in samples(problem.name) {
            assert_eq!(problem.validate(&input), Ok(()), "{}", problem.name);
        }
    }
}

#[test]
fn no_other_layout_is_a_valid_input() {
    for problem in PROBLEMS {
        let name = problem.name;
        for (input, _) in samples(name) {
            let mut others = vec![
                input.replace('\n', "\r\n"),
                format!("\u{feff}{input}"),
                format!("\n{input}"),
                format!(" {input}"),
                format!("{input}\n\n"),
                input.replacen('\n', " \n", 1) + "  ",
                input.replacen('\n', "\n\n", 2),
                input.replacen('\n', "  \n", 1),
                String::new(),
            ];
            if input.contains(' ') {
                others.push(input.replacen(' ', "  ", 1));
                others.push(input.replacen(' ', "\t", 1));
                others.push(input.replacen(' ', "", 1));
            }
            if name != "sudoku81" {
                others.push(input.trim_end().to_string());
            }
            for other in others {
                if name == "killer_sudoku" && other.is_empty() {
                    continue; // A board without cages.
                }
                let shown: String = other.chars().take(60).collect();
                assert!(problem.validate(&other).is_err(), "{name}: {shown:?}");
            }
        }
    }
}

#[test]
fn the_single_answer_of_a_sample_is_right_and_no_other() {
    for problem in PROBLEMS {
        let name = problem.name;
        let mut answers = 0;
        // The larger ones take the checkers, which search plainly, some seconds.
        for (input, answer) in samples(name).into_iter().take(3) {
            let answer = match answer {
                Some(answer) => answer,
                None => continue,
            };
            answers += 1;
            assert_eq!(problem.check(&input, &answer), Ok(()), "{name}");
            let half = &answer[..answer.len() / 2];
            let doubled = answer.repeat(2);
            for wrong in [
                "",
                "\n",
                "é\n",
                "0",
                "No\nYes\n",
                half,
                &doubled,
                &answer[1..],
            ] {
                assert!(problem.check(&input, wrong).is_err(), "{name}: {wrong:?}");
            }
        }
        let many = [
            "exact_cover",
            "exact_cover_hust",
            "killer_colors",
            "killer_sudoku",
            "power_stations",
        ];
        assert!(answers > 0 || many.contains(&name), "{name} has no answer");
    }
}

#[test]
fn blanks_and_line_ends_make_no_difference_to_an_answer() {
    for problem in PROBLEMS {
        let name = problem.name;
        let answered = samples(name)
            .into_iter()
            .find_map(|(input, answer)| Some((input, answer?)));
        let Some((input, answer)) = answered else {
            continue;
        };
        for other in [
            answer.replace('\n', "\r\n"),
            answer.trim_end().to_owned(),
            answer.replace('\n', " \n"),
            answer.replace(' ', "  "),
            format!("\n{answer}\n\n"),
        ] {
            assert_eq!(problem.check(&input, &other), Ok(()), "{name}: {other:?}");
        }
    }
    // Of these no sample has an answer.
    let stations = problem("power_stations").unwrap();
    let days = "2 1 1\n1 2\n1 1\n1 1\n\n1 1 1\n1 1\n1 1\n\n";
    for answer in ["1 1\n0 0\n\n1 1\n\n", "1 1\r\n0 0\r\n\r\n1 1"] {
        assert_eq!(stations.validate(days), Ok(()));
        assert_eq!(stations.check(days, answer), Ok(()), "{answer:?}");
    }
    let rows = problem("exact_cover_hust").unwrap();
    assert_eq!(rows.check("2 2\n1 1\n1 2\n", "2  1 2\r"), Ok(()));
}

#[test]
fn answers_of_any_kind_are_judged() {
    let odd = [
        "",
        "\n",
        "é",
        "0\n",
        "-1 99999999999999999999\n",
        "No Solution!\n",
        "No solution\n",
    ];
    for problem in PROBLEMS {
        let (input, _) = &samples(problem.name)[0];
        let right = odd
            .iter()
            .filter(|answer| problem.check(input, answer).is_ok());
        assert!(right.count() <= 1, "{}", problem.name);
    }
}

#[test]
fn numbers_are_within_their_ranges_and_have_no_leading_zeros() {
    assert_snapshot!(refusal("tiling", "2 3 3\n1 2\n2 11\n"), @r#"
    3:3: expected a side from 1 to 10, found "11"
      | 2 11
      |   ^
    "#);
    assert_snapshot!(refusal("tiling", "1 3 3\n1 02\n"), @r"
    2:3: a number begins with 0
      | 1 02
      |   ^
    ");
    assert_snapshot!(refusal("tiling", "1 3 3\n1 -2\n"), @r#"
    2:3: expected a side from 1 to 10, found "-2"
      | 1 -2
      |   ^
    "#);
    assert_snapshot!(refusal("tiling", "2 3 3\n1 2\n"), @"3:1: expected a side from 1 to 10, found the end of the text");
    assert_snapshot!(refusal("tiling", "1 3 3\n1 2\n1 2\n"), @r#"
    3:1: expected the end of the text, found "1"
      | 1 2
      | ^
    "#);
    assert_snapshot!(refusal("exact_cover_hust", "1 2\n2 2 2\n"), @r"
    2:5: column 2 again
      | 2 2 2
      |     ^
    ");
    assert_snapshot!(refusal("easy_finding", "1 2\n0 1\n17 1\n"), @r#"
    3:1: expected a number of rows from 1 to 16, found "17"
      | 17 1
      | ^
    "#);
    assert_snapshot!(refusal("exact_cover", "1 2\n1 2\n"), @r#"
    2:3: expected a number from 0 to 1, found "2"
      | 1 2
      |   ^
    "#);
    assert_snapshot!(refusal("easudoku", "1\n"), @r#"
    1:1: expected a number of boards from 2 to 14, found "1"
      | 1
      | ^
    "#);
    assert_snapshot!(refusal("sudogob", "0\n"), @r#"
    1:1: expected a number of cases from 1 to 10000, found "0"
      | 0
      | ^
    "#);
}

#[test]
fn what_a_statement_promises_is_looked_at() {
    assert_snapshot!(refusal("treasure_map", "1\n5 5 1\n2 0 2 5\n"), @r"
    3:5: not to the right of 2
      | 2 0 2 5
      |     ^
    ");
    assert_snapshot!(refusal("power_stations", "1 1 5\n1 1\n3 2\n"), @r"
    3:3: day 2 is before day 3
      | 3 2
      |   ^
    ");
    assert_snapshot!(refusal("crossword", "1 3\n...\n1\nABCD\n"), @r"
    4:1: no place for 4 letters is left in the grid
      | ABCD
      | ^
    ");
    assert_snapshot!(refusal("crossword", "1 3\n...\n2\nABC\nDEF\n"), @r"
    3:1: expected 1, as many words as places, found 2
      | 2
      | ^
    ");
    assert_snapshot!(refusal("killer_sudoku", "10 2 1 1 1 2\n9 2 2 2 1 1\n"), @r"
    2:9: cell 1 1 again
      | 9 2 2 2 1 1
      |         ^
    ");
    assert_snapshot!(refusal("killer_sudoku", "18 2 1 1 1 2\n"), @r"
    1:1: expected a total from 3 to 17, found 18
      | 18 2 1 1 1 2
      | ^
    ");
    assert_snapshot!(refusal("target_sudoku", &"0 0 0 0 0 0 0 0 0\n".repeat(9)), @r"
    1:1: expected at least 24 givens, found 0
      | 0 0 0 0 0 0 0 0 0
      | ^
    ");
    let beads = ".\n.A\n...\n....\n.....\n......\n.......\n........\n.........\n..........\n";
    assert_snapshot!(refusal("wisdom_beads", beads), @r"
    2:2: piece A is not whole, or has another shape
      | .A
      |  ^
    ");
}

#[test]
fn colors_have_connected_cells_and_totals_that_add_up() {
    let (sample, _) = &samples("killer_colors")[0];
    let lines: Vec<&str> = sample.lines().collect();
    let changed = |number: usize, line: &str| {
        let mut lines = lines.clone();
        lines[number] = line;
        lines.join("\n") + "\n"
    };
    let first = lines[0].chars().next().unwrap();
    let row = format!("{}{first}", &lines[8][..8]);
    let message = refusal("killer_colors", &changed(8, &row));
    assert!(
        message.contains("not connected") || message.contains("at most 9"),
        "{message}"
    );
    let (color, total) = lines[9].split_once(' ').unwrap();
    let total: u32 = total.parse().unwrap();
    let least = format!("{color} {}", total + 1);
    let most = format!("{color} {}", total - 1);
    let messages = [changed(9, &least), changed(9, &most)].map(|it| refusal("killer_colors", &it));
    for message in messages {
        let told = message.contains("not to 405") || message.contains("a total from");
        assert!(told, "{message}");
    }
    let twice = changed(10, lines[9]);
    assert!(refusal("killer_colors", &twice).contains("no color of the board without a total"));
}

#[test]
fn dominoes_lie_on_neighbors_and_each_once() {
    let (sample, _) = &samples("su_domino_ku")[0];
    let lines: Vec<&str> = sample.lines().collect();
    let changed = |number: usize, line: &str| {
        let mut lines = lines.clone();
        lines[number] = line;
        refusal("su_domino_ku", &(lines.join("\n") + "\n"))
    };
    assert!(changed(1, "6 B2 1 C3").contains("no neighbors"));
    assert!(changed(2, lines[1]).contains("again"));
    assert!(changed(1, "6 B2 6 B3").contains("a double"));
    assert!(changed(0, "9").contains("from 10 to 35"));
}

#[test]
fn walls_have_two_sides_and_nine_cells_around() {
    let (sample, _) = &samples("squiggly")[0];
    let mut numbers: Vec<u32> = sample
        .split_whitespace()
        .map(|number| number.parse().unwrap())
        .collect();
    let print = |numbers: &[u32]| {
        let row = |row: &[u32]| {
            let words: Vec<String> = row.iter().map(u32::to_string).collect();
            words.join(" ") + "\n"
        };
        let cases = numbers[1..].chunks(81);
        let cases = cases.map(|case| case.chunks(9).map(row).collect::<String>());
        format!("{}\n{}", numbers[0], cases.collect::<Vec<_>>().join("\n"))
    };
    assert_eq!(
        problem("squiggly").unwrap().validate(&print(&numbers)),
        Ok(())
    );
    // Between two cells of a row, a wall that is taken away on one side, and on both.
    let at = (1..81)
        .find(|at| at % 9 != 0 && numbers[*at] & 32 != 0)
        .unwrap();
    numbers[at] ^= 32;
    assert!(refusal("squiggly", &print(&numbers)).contains("one side only"));
    numbers[at + 1] ^= 128;
    let message = refusal("squiggly", &print(&numbers));
    assert!(
        message.contains("expected a region of 9 cells, found 18"),
        "{message}"
    );
    // Within a region, a wall with both sides bounds nothing.
    numbers[at] ^= 32;
    numbers[at + 1] ^= 128;
    let within = (1..81).find(|at| at % 9 != 0 && numbers[*at] & 32 == 0);
    let within = within.unwrap();
    numbers[within] ^= 32;
    numbers[within + 1] ^= 128;
    assert!(refusal("squiggly", &print(&numbers)).contains("a wall stands within a region"));
    numbers[within] ^= 32;
    numbers[within + 1] ^= 128;
    // What bounds the board is a wall.
    numbers[1] ^= 16;
    assert!(refusal("squiggly", &print(&numbers)).contains("the wall above has one side only"));
}

#[test]
fn checkers_say_what_is_wrong() {
    for (answer, fault) in [
        ("1\n", "no row covers column 2"),
        ("No Solution!\n", "there is a solution"),
        ("1 3\n", "row 3 covers column 1 again"),
        ("1 2 4 4\n", "row 4 again"),
        ("1 5\n", "there is no row 5"),
        ("1\n2\n", "expected one line, found 2"),
        ("+1 2\n", "expected a number, found \"+1\""),
        ("1 02\n", "expected a number, found \"02\""),
        ("1\u{a0}2\n", "expected a number, found \"1\\u{a0}2\""),
        (
            "99999999999999999999999\n",
            "expected a number, found \"99999999999999999999...\"",
        ),
    ] {
        let input = "4 2\n1 0\n0 1\n1 1\n0 0\n";
        assert_eq!(wrong("exact_cover", input, answer), fault);
    }
    let cases = "2 2\n1 1\n1 2\n1 2\n1 1\n";
    for (answer, fault) in [
        ("2 1 2\n", "case 2 has no answer"),
        ("NO\nNO\n", "case 1: there is a solution"),
        ("1 1 2\nNO\n", "case 1: expected 1 rows, found 2"),
        ("1 1\nNO\n", "case 1: no row covers column 2"),
        ("2 1 3\nNO\n", "case 1: there is no row 3"),
        (
            "2 1 2\nNO\nNO\n",
            "expected the end of the answer, found \"NO\"",
        ),
        ("2 1 2\n0\n", "case 2: no row covers column 1"),
    ] {
        assert_eq!(wrong("exact_cover_hust", cases, answer), fault);
    }
    let days = "2 1 2\n1 2\n1 2\n2 2\n\n1 1 1\n1 1\n1 1\n\n";
    for (answer, fault) in [
        ("1 2\n0 0\n\nNo solution\n", "case 2: there is a solution"),
        ("1 2\n0 0\n", "case 2 has no answer"),
        ("1 2\n\n1 1\n", "case 1: expected 2 lines, found 1"),
        ("1 1\n0 0\n\n1 1\n", "case 1: nothing feeds town 1 on day 2"),
        (
            "1 2\n2 2\n\n1 1\n",
            "case 1: station 2 feeds town 1 again on day 2",
        ),
        (
            "1 2\n1 2\n\n1 1\n",
            "case 1: station 2 cannot work from day 1 to day 2",
        ),
        (
            "1 2\n0\n\n1 1\n",
            "case 1: station 2: expected two days, found 1",
        ),
        (
            "1 2\n0 0\n\n1 1\n\nmore\n",
            "expected the end of the answer, found \"more\"",
        ),
    ] {
        assert_eq!(wrong("power_stations", days, answer), fault);
    }
    for (answer, fault) in [
        ("ABX\n", "ABX is there more often than in the list"),
        (
            "ABx\n",
            "row 1, column 3: expected a capital letter, found 'x'",
        ),
        ("AB\n", "expected 1 lines of 3 symbols"),
    ] {
        assert_eq!(wrong("crossword", "1 3\n...\n1\nABC\n", answer), fault);
    }
    for (answer, fault) in [
        ("Yes\n", "line 1, word 1: expected \"No\", found \"Yes\""),
        ("", "the answer ends after line 0: expected \"No\""),
        (
            "\nNo\nNo\n",
            "line 3, word 1: expected the end of the answer, found \"No\"",
        ),
    ] {
        assert_eq!(wrong("tiling", "1 2 2\n1 2\n", answer), fault);
    }
    let grid: Vec<String> = (0..9)
        .map(|row| {
            (0..9)
                .map(|k| (b'1' + ((row * 3 + row / 3 + k) % 9) as u8) as char)
                .collect()
        })
        .collect();
    let spaced: Vec<String> = grid
        .iter()
        .map(|row| row.split("").collect::<Vec<_>>().join(" ").trim().into())
        .collect();
    let crowded = spaced.join("\n").replace("1 2 3", "123  ");
    assert_snapshot!(wrong("killer_sudoku", "5 2 1 1 1 2\n", &crowded), @"row 1: expected nine digits apart");
    assert_snapshot!(wrong("killer_sudoku", "5 2 1 1 1 2\n", &(spaced.join("\n") + "\n")), @"r1c1 r1c2: expected the sum 5, found 3");
}

#[test]
fn any_grid_with_the_givens_is_an_answer_where_none_is_promised_to_be_the_only_one() {
    let input = format!("2\n{}", "0 0 0 0 0 0 0 0 0\n".repeat(18));
    let row = |row: usize| {
        let digits = (0..9).map(|k| ((row * 3 + row / 3 + k) % 9 + 1).to_string());
        digits.collect::<Vec<_>>().join(" ") + "\n"
    };
    let grid: String = (0..9).map(row).collect();
    let mirrored: String = (0..9).rev().map(row).collect();
    let easudoku = problem("easudoku").unwrap();
    assert_eq!(easudoku.check(&input, &format!("{grid}{mirrored}")), Ok(()));
    assert_snapshot!(wrong("easudoku", &input, &format!("{grid}No solution\n")), @"there is a solution of board 2");
    assert_snapshot!(wrong("easudoku", &input, &grid.replace("1 2", "2 1")), @"no grid with the givens of board 1");
}

#[test]
fn a_board_of_beads_without_solution_is_one() {
    let name = "wisdom_beads";
    let solvable = samples(name).into_iter().find(|(_, answer)| {
        answer
            .as_ref()
            .is_some_and(|answer| !answer.contains("No solution"))
    });
    let (input, _) = solvable.unwrap();
    let verdict = problem(name).unwrap().check(&input, "No solution\n");
    assert_eq!(verdict, Err("board 1: there is a solution".into()));
    let hopeless = samples(name).into_iter().find(|(_, answer)| {
        answer
            .as_ref()
            .is_some_and(|answer| answer == "No solution\n")
    });
    let (input, answer) = hopeless.unwrap();
    assert_eq!(
        problem(name).unwrap().check(&input, &answer.unwrap()),
        Ok(())
    );
}

/// Our programs refuse longer inputs.
#[test]
fn the_longest_inputs_are_read() {
    for (name, most, case) in [("sudogob", 10_000, 163), ("sudoku16", 10_000, 273)] {
        assert!(most * case < 8 << 20, "{name}");
        let more = format!("{}\n", most + 1);
        let message = refusal(name, &more);
        assert!(
            message.contains(&format!("from 1 to {most}, ")),
            "{message}"
        );
    }
}

#[test]
fn no_validator_takes_an_empty_input() {
    for problem in PROBLEMS {
        assert!(problem.validate("").is_err(), "{}", problem.name);
    }
}
