//! Searches that are stopped, killed, dealt out and put together again.

use crate::{file, program, run, NAME};
use exactcover::{format, OptionId, SplitMix64};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROBLEM: &str = "langford8.dlx";

/// The solutions and nodes of a count that is left alone.
fn whole(problem: &str) -> (String, u64) {
    let run = run(&format!("count {problem} --json --stats"), "");
    let answer: Value = serde_json::from_str(&run.out).expect("an object");
    let nodes = answer["stats"]["nodes"].as_u64().expect("a number");
    (answer["solutions"].to_string(), nodes)
}

/// A path for a job of this name that is not there.
fn place(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn split(name: &str, arguments: &str) -> PathBuf {
    let dir = place(name);
    let run = run(&format!("split {arguments} -o {}", dir.display()), "");
    assert_eq!((run.code, &*run.err), (Some(0), ""), "{run:?}");
    dir
}

fn ask(command: &str, dir: &Path, more: &str) -> crate::Run {
    run(&format!("{command} {} {more}", dir.display()), "")
}

/// The round and the number of tasks.
fn plan(dir: &Path, tasks: usize) -> (u64, u64) {
    let run = ask("plan", dir, &format!("--tasks {tasks}"));
    assert_eq!((run.code, &*run.err), (Some(0), ""));
    let words: Vec<u64> = run
        .out
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    (words[0], words[1])
}

/// Rounds until nothing is open.
fn finish(dir: &Path) {
    for _ in 0..100 {
        let (round, tasks) = plan(dir, 2);
        for task in 0..tasks {
            let run = ask("run", dir, &format!("--plan {round} --task {task}"));
            assert_eq!((run.code, &*run.err), (Some(0), ""));
        }
        if tasks == 0 {
            return;
        }
    }
    panic!("every round brings something");
}

/// The solutions and nodes that the records have, and the exit code.
fn merged(dir: &Path) -> (Option<i32>, String, u64) {
    let run = ask("merge", dir, "--json");
    let answer: Value = serde_json::from_str(run.out.lines().last().unwrap_or("null")).unwrap();
    let nodes = answer["nodes"].as_u64().unwrap_or(0);
    (run.code, answer["solutions"].to_string(), nodes)
}

fn assert_whole(dir: &Path, problem: &str) {
    let (solutions, nodes) = whole(problem);
    assert_eq!(merged(dir), (Some(0), solutions, nodes));
}

/// All files with records of tasks.
fn logs(dir: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![dir.join("records")], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn a_count_goes_on_from_its_checkpoint() {
    for engine in ["auto", "links", "cells", "rows", "masks"] {
        let (solutions, nodes) = whole(&format!("{PROBLEM} --engine {engine}"));
        let path = file(&format!("checkpoint-{engine}"), "");
        fs::remove_file(&path).expect("it is there");
        let count = format!(
            "count {PROBLEM} --engine {engine} --checkpoint {} --json --stats",
            path.display()
        );
        let mut stops = 0;
        let last = loop {
            let run = run(&format!("{count} --limit-nodes {}", nodes / 5), "");
            if run.code != Some(3) {
                break run;
            }
            stops += 1;
        };
        assert!(stops > 3, "{engine}");
        // It has the answer now, and gives it again.
        for run in [last, run(&count, "")] {
            let answer: Value = serde_json::from_str(&run.out).expect("an object");
            assert_eq!(
                (run.code, answer["solutions"].to_string()),
                (Some(0), solutions.clone())
            );
            assert_eq!(answer["stats"]["nodes"], nodes, "{engine}");
        }
        let other = format!(
            "count queens8.dlx --engine {engine} --checkpoint {}",
            path.display()
        );
        let refused = run(&other, "");
        assert_eq!(refused.code, Some(2));
        assert!(
            refused.err.ends_with("of another problem\n"),
            "{}",
            refused.err
        );
        let refused = run(&format!("{count} --seed 3"), "");
        assert_eq!(refused.code, Some(2));
        assert!(
            refused.err.ends_with("with another seed\n"),
            "{}",
            refused.err
        );
        let text = fs::read_to_string(&path).expect("a text");
        fs::write(&path, &text[..text.len() - 1]).expect("it can be written");
        let refused = run(&count, "");
        assert_eq!(refused.code, Some(2));
        assert!(
            refused.err.ends_with(": expected a checkpoint\n"),
            "{}",
            refused.err
        );
    }
}

#[test]
fn solutions_go_on_from_a_checkpoint_each_once_and_in_order() {
    for engine in ["auto", "links", "cells", "rows", "masks"] {
        let whole = run(&format!("solve {PROBLEM} --engine {engine} --numbers"), "");
        let path = file(&format!("solutions-{engine}"), "");
        fs::remove_file(&path).expect("it is there");
        let list = path.with_file_name(format!("solutions-{engine}.solutions"));
        // What a process left that was killed before its first checkpoint.
        fs::write(&list, "1 2").expect("it can be written");
        let solve = format!(
            "solve {PROBLEM} --engine {engine} --numbers --checkpoint {}",
            path.display()
        );
        let mut lengths = Vec::new();
        let last = loop {
            let run = run(&format!("{solve} --limit-nodes 700"), "");
            assert!(whole.out.starts_with(&run.out), "{engine}");
            lengths.push(run.out.len());
            if run.code != Some(3) {
                break run;
            }
            // It was killed behind its last checkpoint.
            let torn = fs::read_to_string(&list).expect("a text") + "7 7 7\n1";
            fs::write(&list, torn).expect("it can be written");
        };
        assert_eq!((last.code, &last.out), (Some(0), &whole.out), "{engine}");
        lengths.dedup();
        assert!(lengths.len() > 3, "{engine}: {lengths:?}");
        // It has the answer now, and gives it again.
        let again = run(&solve, "");
        assert_eq!((again.code, &again.out), (Some(0), &whole.out), "{engine}");
        let count = run(
            &format!("count {PROBLEM} --checkpoint {}", path.display()),
            "",
        );
        assert!(
            count.err.contains("checkpoint of another command"),
            "{}",
            count.err
        );
        let changed = whole.out.replacen('1', "2", 1);
        fs::write(&list, changed).expect("it can be written");
        let refused = run(&solve, "");
        assert_eq!((refused.code, &*refused.out), (Some(2), ""));
        assert!(
            refused.err.contains("these are not the solutions"),
            "{}",
            refused.err
        );
    }
}

#[test]
#[cfg(unix)]
fn a_count_survives_being_killed() {
    let problem = "langford9.dlx";
    let path = file("checkpoint-killed", "");
    fs::remove_file(&path).expect("it is there");
    let count = format!(
        "count {problem} --engine links --checkpoint {}",
        path.display()
    );
    for pause in [0, 300, 900, 1300] {
        let mut child = crate::start(&count, "");
        std::thread::sleep(std::time::Duration::from_millis(pause));
        // Perhaps it is done: then it is so the next time, too.
        child.kill().expect("it has not been waited for");
        child.wait().expect("it ends");
    }
    let last = run(&format!("{count} --json --stats"), "");
    let answer: Value = serde_json::from_str(&last.out).expect("an object");
    let alone = run(
        &format!("count {problem} --engine links --json --stats"),
        "",
    );
    let alone: Value = serde_json::from_str(&alone.out).expect("an object");
    assert_eq!(answer["solutions"], alone["solutions"]);
    assert_eq!(answer["stats"]["nodes"], alone["stats"]["nodes"]);
}

#[test]
fn units_have_together_what_the_whole_has() {
    for (engine, budget) in [
        ("auto", 300),
        ("links", 1000),
        ("cells", 100),
        ("rows", 200),
    ] {
        let arguments = format!("{PROBLEM} --engine {engine} --units 20 --budget {budget}");
        let dir = split(&format!("job-{engine}"), &arguments);
        assert_eq!(ask("status", &dir, "").code, Some(3));
        assert_eq!(merged(&dir).0, Some(3));
        finish(&dir);
        let run = run(&format!("count {PROBLEM} --engine {engine}"), "");
        let merge = ask("merge", &dir, "");
        assert_eq!((merge.code, merge.out), (Some(0), run.out));
        assert_whole(&dir, &format!("{PROBLEM} --engine {engine}"));
        assert_eq!(ask("status", &dir, "").code, Some(0));
        let clean = ask("clean", &dir, "");
        assert_eq!(clean.code, Some(0), "{clean:?}");
        assert!(!dir.join("records").exists());
        let status = ask("status", &dir, "--json");
        let status: Value = serde_json::from_str(&status.out).expect("an object");
        for estimate in ["nodes_low", "nodes_estimated", "nodes_high"] {
            assert_eq!(status[estimate].as_f64(), status["nodes"].as_f64());
        }
        assert_whole(&dir, &format!("{PROBLEM} --engine {engine}"));
        assert_eq!(plan(&dir, 3), (0, 0));
    }
}

/// A random problem with colors and multiplicities, and its solutions by trying all sets of
/// options, as `--numbers` prints them, in the order of the numbers.
fn several(seed: u64) -> (String, BTreeSet<String>) {
    let mut random = SplitMix64::new(seed);
    let mut below = |count: u64| random.next_u64() % count;
    let times = ["", "2|", "0:1|", "0:2|", "1:3|", "2:3|", "0:9|"];
    let mut text = String::new();
    for item in ["a", "b", "c", "d"] {
        text += times[below(7) as usize];
        text += item;
        text += " ";
    }
    text += "| x y\n";
    for _ in 0..13 {
        let first = below(4);
        for (item, name) in (0..).zip(["a ", "b ", "c ", "d "]) {
            if item == first || below(4) == 0 {
                text += name;
            }
        }
        text += ["", "", "x:r ", "x:s ", "x "][below(5) as usize];
        text += ["", "", "y:r", "y:s", "y:t"][below(5) as usize];
        text += "\n";
    }
    let problem = format::read(&text).expect("a problem").problem;
    let options: Vec<OptionId> = problem.options().collect();
    let mut solutions = BTreeSet::new();
    for set in 0..1_u32 << options.len() {
        let members = (0..options.len()).filter(|k| set >> k & 1 == 1);
        let set: Vec<OptionId> = members.map(|k| options[k]).collect();
        if problem.verify(&set).is_ok() {
            let lines: Vec<String> = set
                .iter()
                .map(|&option| problem.label(option).to_string())
                .collect();
            solutions.insert(lines.join(" "));
        }
    }
    (text, solutions)
}

#[test]
fn multiplicities_lose_no_solution_and_find_none_twice() {
    let (mut cut, mut left_out) = (0, 0);
    for seed in 0..16 {
        let (text, solutions) = several(seed);
        let path = file(&format!("several-{seed}.dlx"), &text);
        let problem = path.display().to_string();
        let alone = run(&format!("solve {problem} --numbers"), "");
        let right: BTreeSet<String> = alone.out.lines().map(str::to_owned).collect();
        assert_eq!(right, solutions, "{text}");
        assert_eq!(alone.out.lines().count(), solutions.len());

        // A budget is left at once, and so is a step that is no node.
        let budget = 1 + seed % 4;
        let arguments = format!("{problem} --units 3 --budget {budget}");
        let dir = split("job-several", &arguments);
        finish(&dir);
        // The number of solutions, and of nodes.
        let nodes = whole(&format!("{problem} --engine tallies")).1;
        let all = (Some(0), solutions.len().to_string(), nodes);
        assert_eq!(merged(&dir), all, "{text}");
        assert_eq!(ask("status", &dir, "").code, Some(0));
        let mut files = vec![dir.join("split.jsonl")];
        if dir.join("records").exists() {
            files.extend(logs(&dir));
        }
        cut += files.len() - 1;
        let texts = files
            .iter()
            .map(|path| fs::read_to_string(path).expect("a text"));
        left_out += texts.filter(|text| text.contains(",-")).count();
        assert_eq!(ask("clean", &dir, "").code, Some(0));
        assert_eq!(merged(&dir), all, "{text}");

        let dir = split("job-several", &format!("{arguments} --question solve"));
        finish(&dir);
        // In the same order.
        let solve = run(&format!("solve {problem}"), "");
        let merge = ask("merge", &dir, "");
        assert_eq!((merge.code, merge.out), (solve.code, solve.out), "{text}");
        let unique = split("job-several", &format!("{arguments} --question unique"));
        finish(&unique);
        let answer = run(&format!("unique {problem}"), "").out;
        assert_eq!(ask("merge", &unique, "").out, answer, "{text}");
    }
    assert!(cut > 20 && left_out > 20, "{cut} {left_out}");
}

#[test]
fn units_with_multiplicities_that_are_no_partition_are_refused() {
    let problem = file(
        "seats.dlx",
        "2:3|seats 0:2|spare\nseats\nseats\nseats spare\nseats\nspare\nseats\n",
    );
    let dir = split(
        "job-seats",
        &format!("{} --units 9 --budget 2", problem.display()),
    );
    let way = |change: &dyn Fn(&mut Value)| {
        let case = place("job-seats-forged");
        copy(&dir, &case);
        let forged = case.join("split.jsonl");
        let text = fs::read_to_string(&forged).expect("a text");
        let root = text
            .lines()
            .take(1)
            .map(|line| line.rsplit_once('\t').expect("a seal").0);
        let mut root: Value = serde_json::from_str(&root.collect::<String>()).expect("JSON");
        change(&mut root["way"]);
        let json = root.to_string();
        let rest = text.lines().skip(1).map(|line| line.to_owned() + "\n");
        let rest: String = rest.collect();
        fs::write(&forged, format!("{}{rest}", seal(&json))).expect("it can be written");
        let merge = ask("merge", &case, "");
        (merge.code, merge.err)
    };
    let here = |what: &str| (Some(4), format!("the record of unit [] {what}\n"));
    assert_eq!(way(&|_| ()).0, Some(3));
    let listed = here("does not list all options of an item once");
    let pop = |way: &mut Value| drop(way[1][0][3].as_array_mut().expect("options").pop());
    assert_eq!(way(&pop), listed);
    let twice = |way: &mut Value| {
        let options = way[1][0][3].as_array_mut().expect("options");
        options.push(options[0].clone());
    };
    assert_eq!(way(&twice), listed);
    for close in ["once", "no", "done"] {
        assert_eq!(way(&|way| way[1][0][4] = close.into()), listed, "{close}");
    }
    assert_eq!(
        way(&|way| way[2] = vec![-2].into()),
        here("leads to another unit")
    );
    let unknown: [&dyn Fn(&mut Value); 4] = [
        &|way| way[1][0][4] = "perhaps".into(),
        &|way| way[1][0][3][0] = 99.into(),
        &|way| way[1][0][1] = 2.into(),
        &|way| drop(way.as_array_mut().expect("a way").pop()),
    ];
    for change in unknown {
        let (code, message) = way(change);
        assert_eq!(code, Some(2));
        assert!(
            message.ends_with("split.jsonl:1: expected a record\n"),
            "{message}"
        );
    }

    plan(&dir, 1);
    let path = dir.join("plans/0/0");
    let text = fs::read_to_string(&path).expect("a text");
    let (quota, _) = text.split_once('\n').expect("lines");
    fs::write(&path, format!("{quota}\n{}", seal("[0.5]"))).expect("it can be written");
    let run = ask("run", &dir, "--plan 0 --task 0");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.ends_with("plans/0/0:2: expected a unit\n"),
        "{}",
        run.err
    );
    for unit in ["[0]", "[-9]", "[9]", "[-1]"] {
        fs::write(&path, format!("{quota}\n{}", seal(unit))).expect("it can be written");
        let run = ask("run", &dir, "--plan 0 --task 0");
        let message = format!("job-seats: {unit} is a unit of another problem\n");
        assert_eq!(run.code, Some(2));
        assert!(run.err.ends_with(&message), "{}", run.err);
    }
}

#[test]
fn checkpoints_with_multiplicities_lose_no_solution() {
    let mut stops = 0;
    for seed in 0..16 {
        let (text, _) = several(seed);
        let path = file(&format!("stopped-{seed}.dlx"), &text);
        let problem = path.display().to_string();
        let (solutions, nodes) = whole(&format!("{problem} --engine tallies"));
        for command in ["count --json --stats", "solve --numbers"] {
            let checkpoint = file("checkpoint-several", "");
            let listed = file("checkpoint-several.solutions", "");
            fs::remove_file(&checkpoint).expect("it is there");
            fs::remove_file(&listed).expect("it is there");
            let search = format!("{command} {problem} --checkpoint {}", checkpoint.display());
            let limit = 1 + seed % 5;
            let last = loop {
                let run = run(&format!("{search} --limit-nodes {limit}"), "");
                if run.code != Some(3) {
                    break run;
                }
                stops += 1;
            };
            if command.starts_with("count") {
                let answer: Value = serde_json::from_str(&last.out).expect("an object");
                let found = answer["solutions"].to_string();
                assert_eq!(
                    (found, &answer["stats"]["nodes"]),
                    (solutions.clone(), &nodes.into())
                );
            } else {
                let alone = run(&format!("solve --numbers {problem}"), "");
                assert_eq!((last.code, last.out), (alone.code, alone.out), "{text}");
            }
        }
    }
    assert!(stops > 100, "{stops}");
}

#[test]
fn a_checkpoint_with_multiplicities_and_levels_out_of_order_is_refused() {
    let problem = file("chairs.dlx", "2:3|chairs\nchairs\nchairs\nchairs\nchairs\n");
    let checkpoint = place("chairs.checkpoint");
    let _ = fs::remove_file(&checkpoint);
    let (problem, path) = (problem.display(), checkpoint.display());
    let count = format!("count {problem} --checkpoint {path}");
    assert_eq!(run(&format!("{count} --limit-nodes 1"), "").code, Some(3));
    let text = fs::read_to_string(&checkpoint).expect("a text");
    let json = text.rsplit_once('\t').expect("a seal").0;
    let mut value: Value = serde_json::from_str(json).expect("JSON");
    let levels = r#"[[[2, 3], [[2, 0, [], [4], "open"], [0, 0, [], [], "no"]], []]]"#;
    value["open"] = serde_json::from_str(levels).expect("JSON");
    fs::write(&checkpoint, seal(&value.to_string())).expect("it can be written");
    let refused = run(&count, "");
    let message = format!("{path}: expected a checkpoint\n");
    assert_eq!((refused.code, refused.err), (Some(2), message));
}

#[test]
fn other_questions_have_the_answers_of_their_commands() {
    for (problem, units) in [("queens8.dlx", 10), ("sud9-escargot.dlx", 5)] {
        let arguments = format!("{problem} --question solve --units {units} --budget 30");
        let dir = split(&format!("solve-{problem}"), &arguments);
        finish(&dir);
        // In the same order.
        assert_eq!(
            ask("merge", &dir, "").out,
            run(&format!("solve {problem}"), "").out
        );
        let dir = split(
            &format!("unique-{problem}"),
            &arguments.replace("solve", "unique"),
        );
        finish(&dir);
        let (merge, alone) = (
            ask("merge", &dir, ""),
            run(&format!("unique {problem}"), ""),
        );
        assert_eq!((merge.code, merge.out), (alone.code, alone.out));
        let dir = split(
            &format!("first-{problem}"),
            &arguments.replace("solve", "first"),
        );
        finish(&dir);
        let first = ask("merge", &dir, "");
        assert_eq!(first.code, Some(0));
        let path = file(&format!("first-{problem}.txt"), &first.out);
        assert_eq!(
            run(&format!("check {problem} {}", path.display()), "").code,
            Some(0)
        );
    }
    let none = file("none.dlx", "a b c\na b\nb c\na c\n");
    let dir = split(
        "first-none",
        &format!("{} --question first", none.display()),
    );
    finish(&dir);
    let run = ask("merge", &dir, "");
    assert_eq!((run.code, &*run.err), (Some(1), "no solution\n"));
}

#[test]
fn proofs_of_units_are_one_proof() {
    for (problem, solutions) in [("langford8.dlx", 300), ("mutil6x6.dlx", 0)] {
        let arguments = format!("{problem} --question prove --units 9 --budget 100");
        let dir = split(&format!("prove-{problem}"), &arguments);
        let into = place(&format!("proof-of-{problem}"));
        let merge = format!("-o {}", into.display());
        let needs = ask("merge", &dir, "");
        let message = format!("{NAME}: a split for \"prove\" needs --output DIR\n");
        assert!(
            needs.code == Some(2) && needs.err.starts_with(&message),
            "{needs:?}"
        );
        let open = ask("merge", &dir, &merge);
        assert_eq!(open.code, Some(3));
        assert!(open.out.starts_with("unknown: "), "{}", open.out);
        assert!(!into.exists());
        finish(&dir);
        // A power cut took the steps of a unit: it is searched again.
        let proofs = fs::read_dir(dir.join("proofs")).expect("there are proofs");
        let mut paths: Vec<_> = proofs
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.sort();
        let steps = fs::read_to_string(&paths[0]).expect("a text");
        fs::write(&paths[0], steps.replacen("rup", "a", 1)).expect("it can be written");
        let changed = ask("merge", &dir, &merge);
        assert_eq!(changed.code, Some(2));
        assert!(
            changed.err.contains("these are other steps"),
            "{}",
            changed.err
        );
        fs::remove_file(&paths[0]).expect("it is there");
        assert_eq!(ask("merge", &dir, &merge).code, Some(3));
        finish(&dir);

        let merged = ask("merge", &dir, &merge);
        let said = format!("{solutions}: proved in {}\n", into.display());
        assert_eq!((merged.code, merged.out), (Some(0), said));
        let check = format!(
            "check --numbers --model {0}/model.opb {problem}",
            into.display()
        );
        let check = run(&format!("{check} {}/solutions.txt", into.display()), "");
        assert_eq!(check.code, Some(0), "{check:?}");
        let proof = fs::read_to_string(into.join("proof.pbp")).expect("a text");
        assert!(proof
            .ends_with("rup >= 1;\noutput NONE;\nconclusion UNSAT;\nend pseudo-Boolean proof;\n"));
        assert!(steps.lines().all(|line| proof.contains(line)));
        let clean = ask("clean", &dir, "");
        assert_eq!(clean.code, Some(2), "{clean:?}");
    }
    let dir = split("prove-other", "queens8.dlx --units 2");
    for (dir, more) in [(&dir, "-o x"), (&place("nothing"), "")] {
        assert_eq!(ask("merge", dir, more).code, Some(2));
    }
}

#[test]
fn proofs_of_units_with_multiplicities_are_one_proof() {
    let mut left_out = 0;
    for seed in 0..8 {
        let (text, solutions) = several(seed);
        let path = file(&format!("several-to-prove-{seed}.dlx"), &text);
        let problem = path.display();
        let budget = 1 + seed % 4;
        let arguments = format!("{problem} --question prove --units 3 --budget {budget}");
        let dir = split("prove-several", &arguments);
        finish(&dir);
        let into = place("proof-of-several");
        let merged = ask("merge", &dir, &format!("-o {}", into.display()));
        let said = format!("{}: proved in {}\n", solutions.len(), into.display());
        assert_eq!((merged.code, merged.out), (Some(0), said));
        let found = fs::read_to_string(into.join("solutions.txt")).expect("a text");
        assert_eq!(found.lines().count(), solutions.len());
        assert_eq!(
            found.lines().map(str::to_owned).collect::<BTreeSet<_>>(),
            solutions
        );
        let files = format!("{0}/model.opb {problem} {0}/solutions.txt", into.display());
        let check = run(&format!("check --numbers --model {files}"), "");
        assert_eq!(check.code, Some(0), "{check:?}");
        let proof = fs::read_to_string(into.join("proof.pbp")).expect("a text");
        left_out += proof.matches(" ~x").count();
    }
    assert!(left_out > 20, "{left_out}");
}

#[test]
fn a_task_takes_its_number_from_the_engine_and_stops_for_a_newer_plan() {
    let dir = split(
        "job-auto-task",
        &format!("{PROBLEM} --units 20 --budget 300"),
    );
    let (round, tasks) = plan(&dir, 3);
    for (task, variable) in
        (0..tasks).zip(["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"])
    {
        let mut command = program();
        command
            .args(["run".as_ref(), dir.as_os_str()])
            .args(["--plan", "0", "--task", "auto"]);
        let output = command
            .env(variable, task.to_string())
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(0));
        // Not a second time.
        let again = ask("run", &dir, &format!("--plan {round} --task {task}"));
        assert!(again.out.starts_with("0 of "), "{}", again.out);
    }
    let run = ask("run", &dir, "--plan 0 --task auto");
    assert_eq!(run.code, Some(2));
    assert!(run
        .err
        .starts_with(&format!("{NAME}: --task auto: none of HQ_TASK_ID")));
    let run = ask("run", &dir, &format!("--plan 0 --task {tasks}"));
    let expected = format!("{NAME}: --task: expected a number below {tasks}\n");
    assert!(
        run.code == Some(2) && run.err.starts_with(&expected),
        "{run:?}"
    );
    let run = ask("run", &dir, "--plan 7 --task 0");
    assert!(
        run.code == Some(2) && run.err.contains(" has no round 7\n"),
        "{run:?}"
    );
    // Who comes late with an old plan does nothing.
    let (old, _) = plan(&dir, 2);
    let (new, _) = plan(&dir, 2);
    assert_eq!(new, old + 1);
    let late = ask("run", &dir, &format!("--plan {old} --task 0"));
    assert!(late.out.starts_with("0 of "), "{}", late.out);
    finish(&dir);
    assert_whole(&dir, PROBLEM);
}

/// Whatever is killed, and when: the totals are right in the end.
#[test]
#[cfg(unix)]
fn tasks_can_be_killed_at_any_time() {
    let dir = split(
        "job-storm",
        &format!("{PROBLEM} --engine links --units 30 --budget 2000"),
    );
    for storm in 0..20_u64 {
        let (round, tasks) = plan(&dir, 2);
        let tasks = (0..tasks).map(|task| {
            crate::start(
                &format!("run {} --plan {round} --task {task}", dir.display()),
                "",
            )
        });
        let tasks: Vec<_> = tasks.collect();
        std::thread::sleep(std::time::Duration::from_millis(3 + storm * 2));
        for mut task in tasks {
            task.kill().expect("it has not been waited for");
            task.wait().expect("it ends");
        }
    }
    finish(&dir);
    assert_whole(&dir, &format!("{PROBLEM} --engine links"));
}

/// Of a unit that takes long, the last second is lost at most.
#[test]
#[cfg(unix)]
fn a_long_unit_leaves_what_it_has_searched() {
    let long = "langford9.dlx --engine links";
    let dir = split("job-long", &format!("{long} --units 2"));
    let (round, _) = plan(&dir, 1);
    let task = format!("run {} --plan {round} --task 0", dir.display());
    let mut child = crate::start(&task, "");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    child.kill().expect("it has not been waited for");
    child.wait().expect("it ends");
    finish(&dir);
    assert_whole(&dir, long);
}

/// What a task says that it has taken.
fn nodes_of(run: &crate::Run) -> u64 {
    assert_eq!((run.code, &*run.err), (Some(0), ""), "{run:?}");
    let words = run.out.trim_end().strip_suffix(" nodes");
    let nodes = words.and_then(|words| words.rsplit_once(' '));
    nodes
        .expect("a number of nodes")
        .1
        .parse()
        .expect("a number")
}

/// Whoever has a task of his own is busy nearly all the time, though no unit is known before it is
/// searched: the longest tasks of all rounds are little more than a fair share of the whole.
#[test]
fn all_tasks_of_a_round_end_together() {
    let problem = "langford9.dlx";
    let (_, nodes) = whole(problem);
    let dir = split("job-even", &format!("{problem} --units 200"));
    let (mut longest, mut rounds) = (0, 0);
    loop {
        let plan = ask("plan", &dir, "--tasks 8 --least 50");
        let words: Vec<u64> = plan
            .out
            .split_whitespace()
            .map_while(|word| word.parse().ok())
            .collect();
        let (round, tasks) = (words[0], words[1]);
        let each = (0..tasks)
            .map(|task| nodes_of(&ask("run", &dir, &format!("--plan {round} --task {task}"))));
        match each.max() {
            Some(most) => longest += most,
            None => break,
        }
        rounds += 1;
    }
    assert_whole(&dir, problem);
    assert!(rounds < 12, "{rounds}");
    assert!(longest * 8 * 95 < nodes * 100, "{longest} of {nodes}");
}

/// A killed task has no more in its second attempt.
#[test]
fn a_task_ends_where_the_plan_says() {
    let dir = split("job-most", &format!("{PROBLEM} --units 60"));
    let plan = ask("plan", &dir, "--tasks 3 --most 300");
    assert_eq!(plan.code, Some(0), "{plan:?}");
    for task in 0..3 {
        let run = ask("run", &dir, &format!("--plan 0 --task {task}"));
        // A chain of forced choices may go past it.
        assert!((300..330).contains(&nodes_of(&run)), "{run:?}");
    }
    let log = logs(&dir).pop().expect("a log");
    let text = fs::read_to_string(&log).expect("a text");
    let last = text.trim_end().rfind('\n').expect("lines");
    fs::write(&log, &text[..=last]).expect("it can be written");
    let again = nodes_of(&ask("run", &dir, "--plan 0 --task 2"));
    assert!(0 < again && again < 300, "{again}");
    // Without the number of nodes a plan is none.
    let task = dir.join("plans").join("0").join("2");
    let text = fs::read_to_string(&task).expect("a text");
    let first = text.find('\n').expect("lines");
    fs::write(&task, &text[first + 1..]).expect("it can be written");
    let run = ask("run", &dir, "--plan 0 --task 2");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains(":1: expected a number of nodes"),
        "{run:?}"
    );
    finish(&dir);
    assert_whole(&dir, PROBLEM);
}

#[test]
fn a_quarter_of_the_search_tells_how_long_it_is() {
    for problem in ["langford9.dlx", "planted60.dlx", "pent6x10s.dlx"] {
        let (_, nodes) = whole(problem);
        let dir = split(
            &format!("job-quarter-{problem}"),
            &format!("{problem} --units 1000"),
        );
        let quarter = nodes / 16;
        let nodes_of_tasks = format!("--least {quarter} --most {quarter}");
        ask("plan", &dir, &format!("--tasks 4 {nodes_of_tasks}"));
        for task in 0..4 {
            ask("run", &dir, &format!("--plan 0 --task {task}"));
        }
        let status = ask("status", &dir, "--json");
        let status: Value = serde_json::from_str(&status.out).expect("an object");
        let part = |name: &str| status[name].as_f64().expect("a number") / nodes as f64;
        // And the split itself.
        assert!((0.24..0.3).contains(&part("nodes")), "{problem}: {status}");
        assert!(
            (0.85..1.15).contains(&part("nodes_estimated")),
            "{problem}: {status}"
        );
        assert!(
            part("nodes_low") < 1.0 && part("nodes_high") > 1.0,
            "{problem}: {status}"
        );
    }
}

/// Waits for a file whose name ends so.
#[cfg(unix)]
fn wait_for(dir: &Path, end: &str) {
    let there = || {
        dir.exists()
            && logs(dir)
                .iter()
                .any(|path| path.to_string_lossy().ends_with(end))
    };
    while !dir.join("records").exists() || !there() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_task_writes_down_what_it_has_searched() {
    use nix::sys::signal::{kill, Signal};
    for (signal, code) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)] {
        let dir = place(&format!("job-{signal}"));
        let endless = format!("split - --engine links --units 2 -o {}", dir.display());
        assert_eq!(run(&endless, &crate::endless()).code, Some(0));
        ask("plan", &dir, "--tasks 1");
        let child = crate::start(&format!("run {} --plan 0 --task 0", dir.display()), "");
        wait_for(&dir, ".part");
        let id = i32::try_from(child.id()).expect("it fits");
        kill(nix::unistd::Pid::from_raw(id), signal).expect("it has not been waited for");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let nodes = said
            .trim_end()
            .strip_suffix(" nodes")
            .and_then(|said| said.rsplit_once(' '));
        let nodes: u64 = nodes.expect("a number").1.parse().expect("a number");
        let (open, _, recorded) = merged(&dir);
        assert_eq!(open, Some(3));
        assert!(nodes > 0 && recorded >= nodes, "{recorded} of {nodes}");
    }
}

/// The rounds of the recipes, with a scheduler that does this.
#[cfg(unix)]
fn rounds(dir: &Path, scheduler: &str) -> (Option<i32>, String, String) {
    let recipes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/recipes/rounds.sh");
    let script = format!(
        "sleep() {{ echo \"wait $1\" >&2; }}; X={}; . {}; scheduler() {{ {scheduler}; }}; rounds {} 3 scheduler",
        env!("CARGO_BIN_EXE_exactcover"),
        recipes.display(),
        dir.display()
    );
    let output = Command::new("bash")
        .args(["-c", &script])
        .output()
        .expect("there is a shell");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
#[cfg(unix)]
fn recipes_end_with_the_answer_or_after_five_rounds_that_bring_nothing() {
    let dir = split("job-rounds", &format!("{PROBLEM} --units 20 --budget 400"));
    let (code, out, err) = rounds(&dir, ":");
    assert_eq!((code, &*out), (Some(75), ""));
    let waits: Vec<&str> = err.lines().collect();
    let said = [
        "wait 2",
        "wait 4",
        "wait 8",
        "wait 16",
        "no progress: is the scheduler up?",
    ];
    assert_eq!(waits, said);
    let all = "for ((k = 0; k < $2; k++)); do $X run job --plan $1 --task $k >&2; done";
    let all = all.replace("job", &dir.display().to_string());
    let (code, out, _) = rounds(&dir, &all);
    assert_eq!(
        (code, out),
        (Some(0), run(&format!("count {PROBLEM}"), "").out)
    );
}

#[test]
#[cfg(unix)]
fn a_recipe_without_a_directory_says_what_it_takes() {
    let recipes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/recipes");
    for name in ["parallel.sh", "hyperqueue.sh", "slurm.sh"] {
        let output = Command::new("bash").arg(recipes.join(name)).output();
        let output = output.expect("there is a shell");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.starts_with(&format!("usage: {name} DIR TASKS")),
            "{said}"
        );
    }
}

#[test]
fn a_unit_that_is_begun_three_times_without_a_record_is_failing() {
    let dir = split("job-failing", &format!("{PROBLEM} --units 20"));
    let (round, _) = plan(&dir, 1);
    let task = format!("--plan {round} --task 0");
    for times in 1..=3 {
        let run = ask("run", &dir, &task);
        assert_eq!(run.code, Some(0));
        // What is left of a task whose first unit has killed it.
        let log = logs(&dir).into_iter().next_back().expect("a log");
        let text = fs::read_to_string(&log).expect("a text");
        let begun: Vec<&str> = text.lines().take(2).collect();
        assert!(begun[1].contains("\"begin\""), "{}", begun[1]);
        fs::write(
            log.with_file_name(format!("killed-{times}.jsonl")),
            begun.join("\n") + "\n",
        )
        .expect("it can be written");
        fs::remove_file(&log).expect("it is there");
        let status = ask("status", &dir, "");
        assert_eq!(
            status.out.contains("\nfailing    ["),
            times == 3,
            "{}",
            status.out
        );
    }
    finish(&dir);
    assert!(!ask("status", &dir, "").out.contains("failing"));
    assert_whole(&dir, PROBLEM);
}

/// A power cut leaves any beginning of a file.
#[test]
fn every_beginning_of_a_log_is_a_job_that_can_be_finished() {
    let dir = split("job-prefix", &format!("{PROBLEM} --units 8 --budget 900"));
    let (round, _) = plan(&dir, 1);
    ask("run", &dir, &format!("--plan {round} --task 0"));
    let log = logs(&dir).pop().expect("a log");
    let text = fs::read_to_string(&log).expect("a text");
    let (solutions, nodes) = whole(PROBLEM);
    let mut known = BTreeSet::new();
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    for end in ends
        .iter()
        .flat_map(|&end| [end.saturating_sub(7), end, end + 1])
    {
        fs::write(&log, &text[..end]).expect("it can be written");
        let (code, some, few) = merged(&dir);
        assert!(
            code == Some(3) || few == nodes && some == solutions,
            "{code:?} {some} {few}"
        );
        assert!(few <= nodes);
        known.insert(few);
    }
    assert!(known.len() > 5);
    fs::write(&log, &text[..text.len() / 2]).expect("it can be written");
    finish(&dir);
    assert_whole(&dir, PROBLEM);
}

/// The line with this JSON and its hash.
fn seal(json: &str) -> String {
    // FNV-1a.
    let hash = json.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{json}\t{hash:016x}\n")
}

/// The lines of a file with a change to the value of the first that has this field.
fn forge(path: &Path, field: &str, change: impl FnOnce(&mut Value)) {
    let text = fs::read_to_string(path).expect("a text");
    let mut change = Some(change);
    let lines = text.lines().map(|line| {
        let (json, _) = line.rsplit_once('\t').expect("a seal");
        let mut value: Value = serde_json::from_str(json).expect("JSON");
        if value.get(field).is_some() && value["unit"] != Value::Array(Vec::new()) {
            if let Some(change) = change.take() {
                change(&mut value);
            }
        }
        let json = value.to_string();
        seal(&json)
    });
    let forged: String = lines.collect();
    assert_ne!(forged, text);
    fs::write(path, forged).expect("it can be written");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it can be made");
    for entry in fs::read_dir(from).expect("a directory") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, target).expect("it can be copied");
        }
    }
}

#[test]
fn what_was_tampered_with_is_refused_or_repaired() {
    let dir = split("job-tamper", &format!("{PROBLEM} --units 20 --budget 400"));
    finish(&dir);
    let other = split("job-other", &format!("{PROBLEM} --units 10"));
    let (round, _) = plan(&other, 1);
    ask("run", &other, &format!("--plan {round} --task 0"));
    let foreign = logs(&other).pop().expect("a log");

    let case = place("job-tampered");
    let check = |name: &str, code: i32, tamper: &dyn Fn(&Path)| {
        let _ = fs::remove_dir_all(&case);
        copy(&dir, &case);
        let log = logs(&case).into_iter().next().expect("a log");
        tamper(&log);
        assert_eq!(ask("merge", &case, "").code, Some(code), "{name}");
        match code {
            0 => assert_whole(&case, PROBLEM),
            // What is open can be searched again.
            3 => {
                finish(&case);
                assert_whole(&case, PROBLEM);
            }
            _ => assert_eq!(ask("plan", &case, "").code, Some(code), "{name}"),
        }
    };
    let text = |log: &Path| fs::read_to_string(log).expect("a text");
    let write = |log: &Path, text: String| fs::write(log, text).expect("it can be written");
    check("a line lost", 3, &|log| {
        let lines = text(log);
        let lines: Vec<&str> = lines
            .lines()
            .enumerate()
            .filter(|(k, _)| *k != 2)
            .map(|l| l.1)
            .collect();
        write(log, lines.join("\n") + "\n");
    });
    check("the end torn off", 3, &|log| {
        let text = text(log);
        write(log, text[..text.len() - 20].to_owned());
    });
    check("a byte changed", 3, &|log| {
        write(log, text(log).replacen("\"nodes\":", "\"nodes\":9", 1));
    });
    check("a file twice", 0, &|log| {
        fs::copy(log, log.with_file_name("copy.jsonl")).expect("it can be copied");
    });
    check("garbage behind", 0, &|log| {
        write(log, text(log) + "garbage\u{0}\n\u{1}");
    });
    check("another count under a right seal", 4, &|log| {
        let twice = log.with_file_name("forged.jsonl");
        fs::copy(log, &twice).expect("it can be copied");
        forge(&twice, "solutions", |record| {
            record["solutions"] = "987654".into();
        });
    });
    check("a unit that leaves out an option", 4, &|log| {
        let split = log.ancestors().nth(4).expect("the job").join("split.jsonl");
        forge(&split, "way", |record| {
            let levels = record["way"][1].as_array_mut().expect("levels");
            levels[0][3].as_array_mut().expect("options").pop();
        });
    });
    check("a unit that has an option twice", 4, &|log| {
        let split = log.ancestors().nth(4).expect("the job").join("split.jsonl");
        forge(&split, "way", |record| {
            let options = record["way"][1][0][3].as_array_mut().expect("options");
            options.push(options[0].clone());
        });
    });
    check("another problem", 2, &|log| {
        let problem = log.ancestors().nth(4).expect("the job").join("problem.dlx");
        write(&problem, text(&problem) + "| a comment\n");
    });
    check("records of another job", 2, &|log| {
        fs::copy(&foreign, log.with_file_name("foreign.jsonl")).expect("it can be copied");
    });
}

/// A limit on the size of files stands for a disk that is full.
#[test]
#[cfg(unix)]
fn a_full_disk_ends_a_task_and_loses_no_unit() {
    let dir = split("job-full", &format!("{PROBLEM} --units 20 --budget 400"));
    let (round, _) = plan(&dir, 1);
    let script = format!(
        "trap '' XFSZ; ulimit -f 2; exec {} run {} --plan {round} --task 0",
        env!("CARGO_BIN_EXE_exactcover"),
        dir.display()
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .output()
        .expect("there is a shell");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("cannot write"), "{message}");
    assert_eq!(merged(&dir).0, Some(3));
    finish(&dir);
    assert_whole(&dir, PROBLEM);
}

#[test]
fn what_cannot_be_cut_is_refused() {
    let refusal = |arguments: &str| {
        let run = run(arguments, "");
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{arguments}");
        run.err.lines().next().unwrap_or_default().to_owned()
    };
    let tree = "exactcover: the engine \"learn\" walks through no tree that could be cut";
    assert_eq!(refusal("split queens8.dlx -o x --engine learn"), tree);
    assert_eq!(
        refusal("count queens8.dlx --checkpoint x --engine learn"),
        tree
    );
    let others = "exactcover: --checkpoint goes with neither --first nor --threads";
    assert_eq!(refusal("count queens8.dlx --checkpoint x --first"), others);
    assert_eq!(
        refusal("count queens8.dlx --checkpoint x --threads 2"),
        others
    );
    assert!(refusal("merge .").starts_with("./job.json: cannot read: "));
    let task = "exactcover: --task: expected a whole number or auto, found \"x\"";
    assert_eq!(refusal("run . --plan 0 --task x"), task);
}
