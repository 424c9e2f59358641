//! What the program answers, on which stream, and with which exit code.

use crate::{endless, file, program, run, start, Run, WORDS};
use serde_json::{json, Value};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;

fn assert_quiet(run: &Run) {
    assert_eq!(run.err, "", "{run:?}");
}

fn json_lines(text: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).expect("every line is JSON");
    text.lines().map(parse).collect()
}

#[test]
fn counts_with_every_engine_and_strategy() {
    let engines = exactcover::Engine::ALL.iter().map(exactcover::Engine::name);
    for engine in engines.chain(["auto"]) {
        for strategy in ["mrv", "weighted", "restarts"] {
            for (name, count) in [
                ("queens8", "92\n"),
                ("langford9", "0\n"),
                ("langford8", "300\n"),
            ] {
                let options = format!("--engine {engine} --strategy {strategy} --seed 5");
                let run = run(&format!("count {options} {name}.dlx"), "");
                assert_eq!((run.code, &*run.out), (Some(0), count), "{name}, {options}");
                assert_quiet(&run);
            }
        }
    }
}

#[test]
fn reads_standard_input_or_a_file() {
    for arguments in ["count", "count -"] {
        let run = run(arguments, WORDS);
        assert_eq!((run.code, &*run.out), (Some(0), "1\n"));
    }
    assert_eq!(run("count queens8.dlx", WORDS).out, "92\n");
}

#[test]
fn prints_a_solution_as_the_lines_of_its_options() {
    let run = run("solve", WORDS);
    assert_eq!((run.code, &*run.out), (Some(0), "across x:b\ndown x:b\n\n"));
    assert_quiet(&run);
}

#[test]
fn prints_a_solution_as_line_numbers() {
    assert_eq!(run("solve --numbers", WORDS).out, "4 5\n");
}

#[test]
fn stops_after_the_first_solutions() {
    let lines = |arguments: &str| {
        let run = run(arguments, "");
        assert_eq!(run.code, Some(0), "{arguments}");
        assert_quiet(&run);
        run.out.lines().count()
    };
    assert_eq!(lines("solve --numbers --first queens8.dlx"), 1);
    assert_eq!(lines("solve --numbers queens8.dlx --first"), 1);
    assert_eq!(lines("solve --numbers --first 5 queens8.dlx"), 5);
    assert_eq!(lines("solve --numbers --first=5 queens8.dlx"), 5);
    assert_eq!(lines("solve --numbers --first 500 queens8.dlx"), 92);
    assert_eq!(run("count --first 5 queens8.dlx", "").out, "5 or more\n");
    assert_eq!(run("count --first 92 queens8.dlx", "").out, "92 or more\n");
    assert_eq!(run("count --first 93 queens8.dlx", "").out, "92\n");
}

#[test]
fn threads_change_nothing_but_the_time() {
    let same = |arguments: &str| {
        let alone = run(arguments, "");
        for threads in ["1", "2", "7"] {
            let run = run(&format!("{arguments} --threads {threads}"), "");
            assert_eq!((run.code, &run.out), (alone.code, &alone.out), "{run:?}");
        }
    };
    same("count queens10.dlx");
    same("count --first 100 queens10.dlx");
    same("solve --first queens10.dlx");
    same("solve --first 20 --numbers langford8.dlx");
    same("solve --first 2 sud9-clue17.dlx");
    same("solve --first mutil6x6.dlx");
    same("unique sud9-clue17.dlx");
    same("unique queens10.dlx");
    same("solve --first 9 --numbers --engine learn langford8.dlx");
    same("solve --first 9 --numbers --strategy weighted qwh20-165.dlx");
    // Of 4,452 nodes or so.
    for engine in ["links", "cells"] {
        for limit in [1, 50, 2500, 3000, 4000, 5000] {
            let limit = format!("--engine {engine} --limit-nodes {limit} langford8.dlx");
            same(&format!("count {limit}"));
            same(&format!("count --json {limit}"));
            same(&format!("solve --json --first 150 {limit}"));
            same(&format!("unique {limit}"));
        }
    }
    let nodes = |arguments: &str| {
        let run = run(arguments, "");
        let line = run.err.lines().find(|line| line.starts_with("nodes "));
        line.expect("nodes").to_owned()
    };
    let alone = nodes("count --engine cells --stats langford8.dlx");
    assert_eq!(
        nodes("count --engine cells --stats --threads 3 langford8.dlx"),
        alone
    );
    let limited = "solve --first 150 --engine cells --stats --limit-nodes 3000 langford8.dlx";
    assert_eq!(nodes(&format!("{limited} --threads 3")), nodes(limited));
}

#[test]
fn every_engine_prints_the_same_solutions() {
    let solutions = |engine: &str| {
        let run = run(
            &format!("solve --numbers --engine {engine} langford8.dlx"),
            "",
        );
        let mut lines: Vec<String> = run.out.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let expected = solutions("links");
    assert_eq!(expected.len(), 300);
    for engine in exactcover::Engine::ALL {
        assert_eq!(solutions(engine.name()), expected, "{engine:?}");
    }
}

#[test]
fn all_commands_take_multiplicities_as_the_help_says() {
    let help = run("help", "").out;
    assert!(help.contains("All commands take 2|a"), "{help}");
    let out = |command: &str, name: &str| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("taken-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        format!("{command} -o {}", folder.display())
    };
    for command in [
        "solve".into(),
        "count".into(),
        "cheapest -k 1".into(),
        "sample -n 1".into(),
        "options".into(),
        "estimate".into(),
        out("prove", "proof"),
        out("split --units 2", "units"),
        out("split --question prove --units 2", "proofs"),
    ] {
        assert_eq!(
            run(&command, "2|a b\na b\na\nb\n").code,
            Some(0),
            "{command}"
        );
    }
}

#[test]
fn searches_problems_with_multiplicities_and_checks_their_solutions() {
    const TWICE: &str = "a 2|b 0:1|c\na b\nb\nb c\nc\n";
    for engine in ["auto", "tallies"] {
        let with = |command: &str| run(&format!("{command} --engine {engine}"), TWICE);
        for threads in ["", " --threads 2"] {
            assert_eq!(with(&format!("count{threads}")).out, "3\n");
            let unique = with(&format!("unique{threads}"));
            assert_eq!((unique.code, &*unique.out), (Some(1), "many\n"));
        }
        let solved = with("solve --numbers");
        let mut lines: Vec<&str> = solved.out.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines, ["2 3", "2 3 5", "2 4"]);
        assert_quiet(&solved);
        let stats = with("count --stats").err;
        assert!(stats.starts_with("engine     tallies\n"), "{stats}");
    }
    let problem = file("twice.dlx", TWICE);
    let checked = run(
        &format!("check --numbers {}", problem.display()),
        "2 3\n2\n2 3 4\n2 4 5\n",
    );
    assert_eq!(checked.code, Some(1));
    let wrong: Vec<&str> = checked.out.lines().collect();
    assert_eq!(
        wrong,
        [
            "stdin:2: solution 2 is wrong: \"b\" is covered 1 times, not at least 2",
            "stdin:3: solution 3 is wrong: \"b\" is covered by \"b c\" (line 4), and more than 2 times",
            "stdin:4: solution 4 is wrong: \"c\" is covered by \"b c\" (line 4) and by \"c\" (line 5)",
            "1 right, 1 of them different; 3 wrong",
        ]
    );
}

#[test]
fn the_seed_decides_the_order_of_solutions() {
    let solutions = |seed| run(&format!("solve --numbers --seed {seed} queens8.dlx"), "").out;
    assert_eq!(solutions(1), solutions(1));
    assert_ne!(solutions(1), solutions(2));
}

#[test]
fn says_whether_the_solution_is_the_only_one() {
    let unique = |name: &str| {
        let run = run(&format!("unique {name}.dlx"), "");
        assert_quiet(&run);
        (run.code.expect("an exit code"), run.out)
    };
    assert_eq!(unique("sud9-clue17"), (0, "one\n".into()));
    assert_eq!(unique("queens8"), (1, "many\n".into()));
    assert_eq!(unique("mutil6x6"), (1, "none\n".into()));
}

#[test]
fn says_that_there_is_no_solution() {
    let run = run("solve mutil6x6.dlx", "");
    assert_eq!(
        (run.code, &*run.out, &*run.err),
        (Some(1), "", "no solution\n")
    );
}

#[test]
fn tells_what_a_limit_has_kept_from_it() {
    let outcome = |arguments: &str| {
        let run = run(arguments, "");
        assert_eq!(run.code, Some(3), "{arguments}");
        run.out + &run.err
    };
    let count = outcome("count --engine links --limit-nodes 100 queens8.dlx");
    assert_eq!(count, "7 or more: node limit reached\n");
    let unique = outcome("unique --limit-nodes 1 queens8.dlx");
    assert_eq!(unique, "unknown: node limit reached\n");
    let solve = outcome("solve --limit-nodes 1 queens8.dlx");
    assert_eq!(solve, "node limit reached: there may be more solutions\n");
    let count = run("count --engine rows --limit-time 0.05", &endless());
    assert_eq!(count.code, Some(3));
    let (number, why) = count.out.split_once(' ').expect("a number and words");
    number.parse::<u128>().expect("the number is first");
    assert_eq!(why, "or more: time limit reached\n");
}

#[test]
fn statistics_go_to_standard_error() {
    let run = run("count --stats --engine links queens8.dlx", "");
    assert_eq!(run.out, "92\n");
    let names: Vec<_> = run
        .err
        .lines()
        .filter_map(|line| line.split("  ").next())
        .collect();
    assert_eq!(
        names,
        [
            "engine",
            "solutions",
            "nodes",
            "updates",
            "max depth",
            "reading",
            "searching"
        ]
    );
    let nodes = run
        .err
        .lines()
        .find(|line| line.starts_with("nodes "))
        .expect("nodes");
    assert_eq!(nodes, "nodes      1048");
    for name in ["reading", "searching"] {
        let line = run.err.lines().find(|line| line.starts_with(name));
        let value = line.expect("it is there")[name.len()..].trim();
        let digits = value.strip_suffix(" s").expect("seconds").split_once('.');
        assert_eq!(digits.expect("microseconds").1.len(), 6, "{value}");
    }
}

#[test]
fn statistics_name_the_engine_that_has_searched() {
    let named = |options: &str| {
        let words = run(&format!("count --stats {options} queens8.dlx"), "").err;
        let line = words.lines().next().expect("a line");
        let json = run(&format!("count --stats --json {options} queens8.dlx"), "").out;
        let json = json_lines(&json).remove(0)["stats"]["engine"].clone();
        (line.to_owned(), json)
    };
    let expected = |name: &str| (format!("engine     {name}"), json!(name));
    assert_eq!(named(""), expected("rows"));
    assert_eq!(named("--engine learn"), expected("learn"));
    assert_eq!(named("--strategy weighted"), expected("cells"));
    assert_eq!(named("--threads 2"), expected("rows"));
    let none = ("engine     none".to_owned(), Value::Null);
    assert_eq!(named("--limit-nodes 0"), none);
}

#[test]
fn json_has_everything_that_the_words_say() {
    let object = |arguments: &str, input: &str| {
        let run = run(arguments, input);
        assert_quiet(&run);
        let lines = json_lines(&run.out);
        (run.code.expect("an exit code"), lines)
    };
    assert_eq!(
        object("solve --json", WORDS),
        (
            0,
            vec![
                json!({"solution": 1, "lines": [4, 5], "options": ["across x:b", "down x:b"]}),
                json!({"command": "solve", "solutions": 1, "complete": true, "stopped_by": null}),
            ]
        )
    );
    assert_eq!(
        object("count --json --first 7 queens8.dlx", ""),
        (
            0,
            vec![json!(
                {"command": "count", "solutions": 7, "complete": false, "stopped_by": "first"}
            )]
        )
    );
    assert_eq!(
        object("unique --json queens8.dlx", ""),
        (
            1,
            vec![json!(
                {"command": "unique", "answer": "many", "solutions": 2, "complete": true, "stopped_by": null}
            )]
        )
    );
    assert_eq!(
        object("unique --json --limit-nodes 1 queens8.dlx", ""),
        (
            3,
            vec![json!(
                {"command": "unique", "answer": "unknown", "solutions": 0, "complete": false, "stopped_by": "limit-nodes"}
            )]
        )
    );
    let (code, lines) = object("count --json --engine rows --limit-time 0.05", &endless());
    assert_eq!((code, &lines[0]["stopped_by"]), (3, &json!("limit-time")));
    let (code, lines) = object("count --json --limit-nodes 9999 --stats queens10.dlx", "");
    assert_eq!((code, &lines[0]["stopped_by"]), (3, &json!("limit-nodes")));
    let stats = &lines[0]["stats"];
    for whole in ["nodes", "updates", "max_depth"] {
        assert!(
            stats[whole].as_u64().expect("a whole number") > 0,
            "{stats}"
        );
    }
    assert!(stats["seconds_reading"].as_f64().expect("a number") > 0.0);
    assert!(stats["seconds_searching"].as_f64().expect("a number") > 0.0);
}

/// Which way to cover two squares is the cheapest?
const SHOP: &str = "| prices\na b\na |3\nb |2\na b |4\na b |9\n";

#[test]
fn prints_the_cheapest_solutions_with_their_costs() {
    let cheapest = run("cheapest", SHOP);
    assert_eq!(
        (cheapest.code, &*cheapest.out),
        (Some(0), "| cost 4\na b |4\n\n")
    );
    assert_quiet(&cheapest);
    let two = run("cheapest --numbers -k 2", SHOP);
    assert_eq!(two.out, "| cost 4\n5\n| cost 5\n3 4\n");
    let all = run("cheapest -k 9 --json", SHOP);
    assert_eq!(
        json_lines(&all.out),
        [
            json!({"solution": 1, "cost": 4, "lines": [5], "options": ["a b |4"]}),
            json!({"solution": 2, "cost": 5, "lines": [3, 4], "options": ["a |3", "b |2"]}),
            json!({"solution": 3, "cost": 9, "lines": [6], "options": ["a b |9"]}),
            json!({"command": "cheapest", "solutions": 3, "complete": true, "stopped_by": null}),
        ]
    );
    let none = run("cheapest", "a b\na |3\n");
    assert_eq!((none.code, &*none.out), (Some(1), ""));
    let cut = run("cheapest --limit-nodes 3 qcost12.dlx", "");
    assert_eq!((cut.code, &*cut.out), (Some(3), ""));
    assert!(
        cut.err.ends_with(": there may be cheaper solutions\n"),
        "{}",
        cut.err
    );
}

#[test]
fn draws_solutions_that_pass_the_check() {
    let drawn = |options: &str| run(&format!("sample {options}"), &endless());
    let ten = drawn("-n 10 --numbers");
    assert_eq!((ten.code, ten.out.lines().count()), (Some(0), 10));
    assert_quiet(&ten);
    assert_eq!(ten.out, drawn("-n 10 --numbers --seed 1").out);
    assert_ne!(ten.out, drawn("-n 10 --numbers --seed 2").out);
    // The first are the same however many follow.
    assert!(ten.out.starts_with(&drawn("--numbers").out));
    let (problem, solutions) = (file("coins.dlx", &endless()), file("drawn.txt", &ten.out));
    let [problem, solutions] = [problem, solutions].map(|path| path.display().to_string());
    let checked = run(&format!("check --numbers {problem} {solutions}"), "");
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    let none = run("sample", "a b\na\n");
    assert_eq!(
        (none.code, &*none.out, &*none.err),
        (Some(1), "", "no solution\n")
    );
}

#[test]
fn counts_the_solutions_that_have_each_option() {
    let board = "a b c d\na b\nc d\na c\n| a comment\nb d\na d\n";
    let words = run("options", board);
    let expected = "1 a b\n1 c d\n1 a c\n1 b d\n0 a d\n";
    assert_eq!((words.code, &*words.out), (Some(0), expected));
    assert_quiet(&words);
    assert_eq!(
        run("options --numbers", board).out,
        "1 2\n1 3\n1 4\n1 6\n0 7\n"
    );
    let json = json_lines(&run("options --json", board).out);
    assert_eq!(
        [&json[4], &json[5]],
        [
            &json!({"line": 7, "option": "a d", "solutions": 0}),
            &json!({"command": "options", "solutions": 2, "complete": true, "stopped_by": null}),
        ]
    );
    // Half of 2^200.
    let many = run("options", &endless()).out;
    let half = "803469022129495137770981046170581301261101496891396417650688 coin0\n";
    assert!(many.starts_with(half), "{many}");
    assert_eq!(run("options", "a b\na\n").out, "0 a\n");
}

#[test]
fn a_diagram_that_does_not_fit_answers_nothing() {
    for command in ["sample", "options"] {
        let cut = run(&format!("{command} --limit-memory 1K langford8.dlx"), "");
        assert_eq!(
            (cut.code, &*cut.out, &*cut.err),
            (Some(3), "", "memory limit reached\n")
        );
    }
}

/// All ways down the endless problem are the same.
#[test]
fn estimates_nodes_and_solutions() {
    let coins = run("estimate --probes 5", &endless());
    let expected = "nodes      3.214e60 (standard error 0.0e0)\n\
                    solutions  1.607e60 (standard error 0.0e0)\n";
    assert_eq!((coins.code, &*coins.out), (Some(0), expected));
    assert_quiet(&coins);
    // 2 x 3 squares have 3 covers by dominoes; each probe finds one, at one of two first choices.
    let board = "a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n";
    let guess = |options: &str| json_lines(&run(&format!("estimate --json {options}"), board).out);
    let many = &guess("--probes 400")[0];
    assert_eq!(many, &guess("--probes 400 --seed 1")[0]);
    assert_ne!(many, &guess("--probes 400 --seed 2")[0]);
    assert_eq!(
        (&many["command"], &many["probes"]),
        (&json!("estimate"), &json!(400))
    );
    assert_eq!(
        (&many["complete"], &many["stopped_by"]),
        (&json!(true), &json!(null))
    );
    let (solutions, error) = (&many["solutions"], &many["solutions_error"]);
    let off = (solutions.as_f64().unwrap() - 3.0).abs();
    assert!(off <= 6.0 * error.as_f64().unwrap(), "{many}");
    // A spread takes two.
    assert_eq!(guess("--probes 1")[0]["nodes_error"], json!(null));
    let hopeless = run("estimate", "a b\na\n");
    let nothing = "nodes      0.000e0 (standard error 0.0e0)\n\
                   solutions  0.000e0 (standard error 0.0e0)\n";
    assert_eq!((hopeless.code, &*hopeless.out), (Some(0), nothing));
}

#[test]
fn an_estimate_that_is_cut_off_says_so() {
    let cut = run("estimate --limit-nodes 500", &endless());
    assert_eq!(cut.code, Some(3));
    assert!(cut.out.starts_with("nodes      3.214e60 "), "{}", cut.out);
    assert_eq!(cut.err, "node limit reached after 2 probes\n");
    let nothing = run("estimate --limit-nodes 5", &endless());
    assert_eq!((nothing.code, &*nothing.out), (Some(3), ""));
    let json = run("estimate --limit-nodes 5 --json", &endless());
    let expected = json!({"command": "estimate", "probes": 0, "nodes": null, "nodes_error": null,
        "solutions": null, "solutions_error": null, "complete": false, "stopped_by": "limit-nodes"});
    assert_eq!(
        (json.code, json_lines(&json.out)),
        (Some(3), vec![expected])
    );
}

#[test]
fn checks_what_cheapest_prints() {
    for options in ["", "--numbers"] {
        let out = run(&format!("cheapest -k 7 {options} qcost12.dlx"), "").out;
        let solutions = file("qcost12.txt", &out);
        let run = run(
            &format!("check {options} qcost12.dlx {}", solutions.display()),
            "",
        );
        assert_eq!(
            (run.code, &*run.out),
            (Some(0), "7 right, 7 of them different; 0 wrong\n")
        );
    }
}

#[test]
fn checks_what_solve_prints() {
    let solutions = file("queens10.txt", &run("solve queens10.dlx", "").out);
    let run = run(&format!("check queens10.dlx {}", solutions.display()), "");
    assert_eq!(run.code, Some(0));
    assert_eq!(run.out, "724 right, 724 of them different; 0 wrong\n");
    assert_quiet(&run);
}

#[test]
fn checks_line_numbers() {
    let problem = file("checks_line_numbers.dlx", WORDS);
    let check = |solutions| {
        let run = run(&format!("check --numbers {}", problem.display()), solutions);
        assert_quiet(&run);
        (run.code.expect("an exit code"), run.out)
    };
    assert_eq!(
        check("5 4\n4 5\n"),
        (0, "2 right, 1 of them different; 0 wrong\n".into())
    );
    let (code, out) = check("| twice\n\n5 4\n2\n5 x\n3 5\n");
    assert_eq!(code, 1);
    insta::assert_snapshot!(out, @r#"
    stdin:4: solution 2 is wrong: the problem has no option on line "2"
    stdin:5: solution 3 is wrong: the problem has no option on line "x"
    stdin:6: solution 4 is wrong: "x" is covered by "across x:a" (line 3) and by "down x:b" (line 5)
    1 right, 1 of them different; 3 wrong
    "#);
}

#[test]
fn finds_everything_that_is_wrong_with_a_solution() {
    let problem = file("finds_everything.dlx", WORDS);
    let solutions =
        "\u{feff}| the items of an option may come in any order\n x:b across\ndown x:b\n\n\
        down x:b\r\n\r\nacross x:a\ndown x:b\n\n\nacross x:b\nacross x:a\n\n\
        down x:b\nacross x:b\ndown x:b\n\nacross x:b\ndown x:c\n";
    let arguments = format!("check {} -", problem.display());
    let words = run(&arguments, solutions);
    assert_eq!(words.code, Some(1));
    assert_quiet(&words);
    insta::assert_snapshot!(words.out, @r#"
    stdin:5: solution 2 is wrong: "across" is not covered
    stdin:7: solution 3 is wrong: "x" is covered by "across x:a" (line 3) and by "down x:b" (line 5)
    stdin:11: solution 4 is wrong: "across" is covered by "across x:b" (line 4) and by "across x:a" (line 3)
    stdin:14: solution 5 is wrong: "down x:b" (line 5) is there twice and covers "down" twice
    stdin:19: solution 6 is wrong: the problem has no option "down x:c"
    1 right, 1 of them different; 5 wrong
    "#);
    let json = run(&format!("{arguments} --json"), solutions);
    assert_eq!(json.code, Some(1));
    let lines = json_lines(&json.out);
    assert_eq!(
        lines[0],
        json!({"solution": 2, "line": 5, "wrong": "\"across\" is not covered"})
    );
    assert_eq!(
        lines[5],
        json!({"command": "check", "solutions": 6, "right": 1, "wrong": 5, "different": 1})
    );
}

/// The example of Knuth's own DLX2, whose third option has no primary item.
const KNUTH: &str = "| A simple example of color controls
A B C | X Y
A B X:0 Y:0
A C X:1 Y:1
X:0 Y:1
B X:1
C Y:1
";

#[test]
fn warns_of_an_option_that_it_ignores_and_keeps_the_numbers_of_the_others() {
    let warning = "stdin:5:1: the option has no primary item and is ignored\n  | X:0 Y:1\n  | ^\n";
    for (command, out) in [
        ("count", "1\n"),
        ("unique", "one\n"),
        ("solve", "A C X:1 Y:1\nB X:1\n\n"),
        ("solve --numbers", "4 6\n"),
    ] {
        let run = run(command, KNUTH);
        assert_eq!((run.code, &*run.out), (Some(0), out));
        assert_eq!(run.err, warning, "{command}");
    }
    let json = json_lines(&run("solve --json", KNUTH).out);
    assert_eq!(
        json[0],
        json!({"solution": 1, "lines": [4, 6], "options": ["A C X:1 Y:1", "B X:1"]})
    );
}

#[test]
fn shows_ten_warnings_at_most() {
    let ignored = "x\n".repeat(1000);
    let run = run("count", &format!("a | x\n{ignored}a\n"));
    assert_eq!((run.code, &*run.out), (Some(0), "1\n"));
    assert_eq!(run.err.matches(" is ignored\n").count(), 10);
    assert!(run.err.ends_with("\nstdin: and so are 990 more options\n"));
}

#[test]
fn a_solution_cannot_have_an_option_that_is_ignored() {
    let problem = file("knuth.dlx", KNUTH);
    let check = |options: &str, solutions: &str| {
        let run = run(&format!("check {options} {}", problem.display()), solutions);
        assert!(run.err.contains(":5:1: the option has no primary item"));
        (run.code.expect("an exit code"), run.out)
    };
    let (code, out) = check("", "B X:1\nA C X:1 Y:1\n\nA C X:1 Y:1\nB X:1\nY:1 X:0\n");
    assert_eq!(code, 1);
    insta::assert_snapshot!(out, @r#"
    stdin:6: solution 2 is wrong: "Y:1 X:0" has no primary item and is ignored
    1 right, 1 of them different; 1 wrong
    "#);
    let (code, out) = check("--numbers", "6 4\n4 5 6\n");
    assert_eq!(code, 1);
    insta::assert_snapshot!(out, @r#"
    stdin:2: solution 2 is wrong: line "5" has no primary item and is ignored
    1 right, 1 of them different; 1 wrong
    "#);
}

/// A name of a megabyte in the problem, in a claimed solution, and in what it leaves uncovered.
#[test]
fn shows_the_beginning_of_long_names_alone() {
    let long = "n".repeat(1 << 20);
    let problem = format!("a {long}\na\na {long}\n{long} a\n");
    let problem = file("long-names.dlx", &problem);
    let wrong = format!("a\n\na\na {long}\n\n{long} b\n\n");
    for json in ["", "--json"] {
        let run = run(&format!("check {json} {}", problem.display()), &wrong);
        assert_eq!(run.code, Some(1));
        assert_quiet(&run);
        assert!(run.out.contains("... (1048576 characters)"));
        assert!(run.out.contains("... (1048578 characters)"));
        assert!(run.out.len() < 1500, "{}", run.out);
    }
}

/// A solution again and again, 12 MB of text: kept in memory are 4 bytes for each of its options.
#[cfg(target_os = "linux")]
#[test]
fn checks_a_long_file_of_solutions_in_little_memory() {
    let solution = run("solve --first domino14x14.dlx", "").out;
    let solutions = file("long-solutions.txt", &solution.repeat(20_000));
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", "ulimit -v 40000; exec \"$@\"", "sh"])
        .args([env!("CARGO_BIN_EXE_exactcover"), "check", "domino14x14.dlx"])
        .arg(solutions)
        .current_dir(crate::DATA);
    let output = shell.output().expect("there is a shell");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        out, "20000 right, 1 of them different; 0 wrong\n",
        "{output:?}"
    );
}

#[test]
fn is_quiet_when_the_reader_goes_away() {
    let mut child = program()
        .args(["solve", "domino14x14.dlx"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut line).expect("a line");
    assert_ne!(line, "");
    drop(reader);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn shows_progress_when_asked_and_not_by_itself_outside_a_terminal() {
    for options in ["", "--progress never"] {
        let arguments = format!("count --engine rows --limit-time 1.5 {options}");
        assert_eq!(run(&arguments, &endless()).err, "");
    }
    let mut child = start("count --engine rows --progress always", &endless());
    let mut progress = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    progress.read_line(&mut line).expect("a line");
    assert!(line.contains(" nodes, "), "{line}");
    assert!(line.contains(" solutions  0:"), "{line}");
    child.kill().expect("it is still searching");
    child.wait().expect("it has ended");
}

#[cfg(target_os = "linux")]
#[test]
fn says_that_it_cannot_write() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("Linux has it");
    let mut child = program()
        .args(["count", "queens8.dlx"])
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut err = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut err)
        .expect("UTF-8");
    assert_eq!(child.wait().expect("the program ends").code(), Some(2));
    assert!(err.starts_with("exactcover: cannot write: "), "{err}");
}

#[test]
fn counts_what_nobody_can_list() {
    let power = "1606938044258990275541962092341162602522202993782792835301376";
    for options in [
        "",
        "--engine diagram",
        "--engine diagram --threads 2",
        "--threads 2",
        "--limit-memory 5M",
        "--limit-time 100",
    ] {
        let run = run(&format!("count {options}"), &endless());
        assert_eq!(
            (run.code, run.out),
            (Some(0), format!("{power}\n")),
            "{options}"
        );
    }
    let run = run("count --json --stats", &endless());
    let start = format!(r#"{{"command":"count","solutions":{power},"complete":true"#);
    assert!(run.out.starts_with(&start), "{}", run.out);
    assert!(run.out.contains(r#""engine":"diagram""#), "{}", run.out);
}

#[test]
fn says_that_a_diagram_does_not_fit_in_memory() {
    let alone = run("count --engine diagram --limit-memory 3k", &endless());
    assert_eq!(
        (alone.code, &*alone.out),
        (Some(3), "0 or more: memory limit reached\n")
    );
    // The enumeration would never come to its end.
    let run = run("count --limit-memory 3k", &endless());
    assert_eq!(run.code, Some(3));
    let end = " or more: memory limit reached\n";
    assert!(run.out.ends_with(end), "{}", run.out);
}
