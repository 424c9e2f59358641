//! `setter package`: what it writes, and that the programs in it do what judges ask of them.

use insta::assert_snapshot;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder that is gone in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("setter-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn setter(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_setter"))
        .args(arguments)
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"");
    let message = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), message)
}

/// The files of a folder and of those in it, by their names from there.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut open = vec![folder.to_path_buf()];
    let mut files = BTreeSet::new();
    while let Some(path) = open.pop() {
        match path.is_dir() {
            true => open.extend(fs::read_dir(path).unwrap().map(|it| it.unwrap().path())),
            false => {
                let name = path.strip_prefix(folder).unwrap();
                files.insert(name.to_str().unwrap().replace('\\', "/"));
            }
        }
    }
    files
}

/// Makes a package, and says what is in it.
fn packaged(problem: &str, options: &[&str]) -> (Folder, PathBuf, BTreeSet<String>) {
    let folder = Folder::new(problem);
    let package = folder.0.join("package");
    let arguments = [
        &["package", problem],
        options,
        &["-o", package.to_str().unwrap()],
    ];
    let (status, message) = setter(&arguments.concat());
    assert_eq!((status, &*message), (Some(0), ""));
    let files = files(&package);
    (folder, package, files)
}

fn lines(files: &BTreeSet<String>) -> String {
    files.iter().map(|name| name.clone() + "\n").collect()
}

/// Compiles a program of a package as judges do.
fn compiled(source: &Path, folder: &Folder) -> PathBuf {
    let program = folder.0.join(source.file_stem().unwrap());
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let status = Command::new(rustc)
        .args(["--edition", "2021", "-D", "warnings", "-o"])
        .args([&program, source])
        .status();
    assert!(status.unwrap().success());
    program
}

fn code(program: &Path, input: &Path) -> Option<i32> {
    let status = Command::new(program)
        .stdin(fs::File::open(input).unwrap())
        .stderr(Stdio::null())
        .status();
    status.unwrap().code()
}

#[test]
fn a_kattis_package_has_all_parts_and_its_validator_says_yes_and_no() {
    let (folder, package, files) = packaged("exact_cover", &["--count", "1"]);
    assert_snapshot!(lines(&files), @"
    LICENSE-APACHE
    LICENSE-MIT
    data/sample/1.ans
    data/sample/1.in
    data/sample/2.ans
    data/sample/2.in
    data/secret/edges-1.ans
    data/secret/edges-1.in
    data/secret/none-1.ans
    data/secret/none-1.in
    data/secret/own1.ans
    data/secret/own1.in
    data/secret/own2.ans
    data/secret/own2.in
    data/secret/own3.ans
    data/secret/own3.in
    data/secret/own_big.ans
    data/secret/own_big.in
    data/secret/own_zero.ans
    data/secret/own_zero.in
    data/secret/planted-1.ans
    data/secret/planted-1.in
    data/secret/tiny-1.ans
    data/secret/tiny-1.in
    input_validators/validator.rs
    output_validators/checker/checker.cpp
    output_validators/checker/testlib.h
    problem.yaml
    problem_statement/problem.en.tex
    submissions/accepted/exact_cover.rs
    submissions/time_limit_exceeded/in_order.py
    submissions/wrong_answer/greedy.py
    ");
    let yaml = fs::read_to_string(package.join("problem.yaml")).unwrap();
    assert_snapshot!(yaml, @"
    name: Exact cover
    uuid: d25a6db3-1df0-8e5c-b071-457a174924fa
    author: The exactcover developers
    source: Luogu P4929
    license: educational
    validation: custom
    limits:
      memory: 256
    ");
    let statement = package.join("problem_statement/problem.en.tex");
    assert_snapshot!(fs::read_to_string(statement).unwrap(), @r"
    \problemname{Exact cover}

    Choose some rows of a table of zeros and ones, so that each column has a one in exactly one of the
    rows that were chosen.

    \section*{Input}
    The first line has the numbers of rows and columns, both from 1 to 500. Each further line is a row:
    zeros and ones with single blanks between them. There are at most 5000 ones in all.

    \section*{Output}
    One line with the numbers of the rows in any order, with blanks between them; the first row has
    number 1. If there are several choices, any will do. If there is none, print \texttt{No Solution!}.
    ");

    let validator = compiled(&package.join("input_validators/validator.rs"), &folder);
    for input in files.iter().filter(|name| name.ends_with(".in")) {
        let input = package.join(input);
        let answer = input.with_extension("ans");
        assert_eq!(code(&validator, &input), Some(42), "{input:?}");
        assert_eq!(code(&validator, &answer), Some(43), "{answer:?}");
    }
}

#[test]
fn a_polygon_package_names_what_is_in_it() {
    let (folder, package, files) = packaged("easudoku", &["--form", "polygon", "--count", "0"]);
    assert_snapshot!(lines(&files), @"
    LICENSE-APACHE
    LICENSE-MIT
    check.cpp
    files/check.cpp
    files/validator.rs
    problem.xml
    solutions/easudoku.rs
    solutions/none.py
    statement-sections/english/example.01
    statement-sections/english/example.01.a
    statement-sections/english/input.tex
    statement-sections/english/legend.tex
    statement-sections/english/name.tex
    statement-sections/english/output.tex
    statements/english/example.01
    statements/english/example.01.a
    statements/english/problem-properties.json
    statements/english/problem.tex
    tests/01
    tests/01.a
    tests/02
    tests/02.a
    tests/03
    tests/03.a
    tests/04
    tests/04.a
    ");
    let xml = fs::read_to_string(package.join("problem.xml")).unwrap();
    assert_snapshot!(xml, @r#"
    <?xml version="1.0" encoding="utf-8" standalone="no"?>
    <problem revision="1" short-name="easudoku">
      <names>
        <name language="english" value="Easy sudoku"/>
      </names>
      <statements>
        <statement charset="UTF-8" language="english" mathjax="true" path="statements/english/problem.tex" type="application/x-tex"/>
      </statements>
      <judging input-file="" output-file="" run-count="1">
        <testset name="tests">
          <time-limit>1000</time-limit>
          <memory-limit>268435456</memory-limit>
          <test-count>4</test-count>
          <input-path-pattern>tests/%02d</input-path-pattern>
          <answer-path-pattern>tests/%02d.a</answer-path-pattern>
          <tests>
            <test method="manual" sample="true"/>
            <test method="manual"/>
            <test method="manual"/>
            <test method="manual"/>
          </tests>
        </testset>
      </judging>
      <files>
        <resources/>
        <executables/>
      </files>
      <assets>
        <checker type="testlib">
          <source path="files/check.cpp" type="cpp.g++17"/>
          <copy path="check.cpp"/>
        </checker>
        <validators>
          <validator>
            <source path="files/validator.rs" type="rust.2021"/>
          </validator>
        </validators>
        <solutions>
          <solution tag="main">
            <source path="solutions/easudoku.rs" type="rust.2021"/>
          </solution>
          <solution tag="wrong-answer">
            <source path="solutions/none.py" type="python.3"/>
          </solution>
        </solutions>
      </assets>
      <properties/>
      <stresses>
        <stress-count>0</stress-count>
        <stress-path-pattern>stresses/%03d</stress-path-pattern>
        <list/>
      </stresses>
      <tags/>
    </problem>
    "#);
    let named = xml.split("path=\"").skip(1);
    for name in named.map(|rest| rest.split('"').next().unwrap()) {
        assert!(files.contains(name), "{name}");
    }
    let properties = package.join("statements/english/problem-properties.json");
    let text = fs::read_to_string(properties).unwrap();
    let properties: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(properties["timeLimit"], 1000);
    assert_eq!(properties["sampleTests"].as_array().unwrap().len(), 1);
    let tex = fs::read_to_string(package.join("statements/english/problem.tex")).unwrap();
    assert_snapshot!(tex, @r"
    \begin{problem}{Easy sudoku}{standard input}{standard output}{1 second}{256 megabytes}

    Solve sudokus: each row, each column and each of the nine boxes of 3 by 3 cells holds the digits 1
    to 9, and the given digits stay where they are. No board has more than one grid.

    \InputFile
    The number of boards, from 2 to 14. For each board, nine lines of nine digits with single blanks
    between them; 0 is an empty cell.

    \OutputFile
    For each board, the grid as nine lines of nine digits with single blanks between them, or the line
    \texttt{No solution}.

    \Example

    \begin{example}
    \exmpfile{example.01}{example.01.a}%
    \end{example}

    \end{problem}
    ");

    let validator = compiled(&package.join("files/validator.rs"), &folder);
    let (test, answer) = (package.join("tests/01"), package.join("tests/01.a"));
    let codes = [&test, &answer].map(|input| code(&validator, input));
    assert_eq!(codes, [Some(0), Some(3)]);
}

#[test]
fn a_folder_that_is_there_stays_as_it_is() {
    let folder = Folder::new("full");
    fs::write(folder.0.join("mine"), "").unwrap();
    let (status, message) = setter(&["package", "tiling", "-o", folder.0.to_str().unwrap()]);
    assert_eq!(status, Some(2));
    assert!(message.contains("is there and not empty"), "{message}");
    assert_eq!(lines(&files(&folder.0)), "mine\n");
    let (status, message) = setter(&["package", "chess", "-o", "nowhere"]);
    assert_eq!(status, Some(2));
    assert!(message.contains("found \"chess\""), "{message}");
    let (status, message) = setter(&["package", "tiling", "--form", "ioi", "-o", "nowhere"]);
    assert_eq!(status, Some(2));
    assert!(message.contains("kattis, polygon"), "{message}");
    assert!(!Path::new("nowhere").exists());
}

#[test]
fn every_problem_has_what_its_package_needs() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = |folder: &str| -> BTreeSet<String> {
        let files = fs::read_dir(here.join(folder)).unwrap();
        let names = files.map(|file| file.unwrap().path().file_stem().unwrap().to_owned());
        names.map(|name| name.into_string().unwrap()).collect()
    };
    let problems = || setter::PROBLEMS.iter();
    let all: BTreeSet<String> = problems().map(|problem| problem.name.into()).collect();
    assert_eq!(names("statements"), all);
    assert_eq!(names("submissions"), all);
    for name in &all {
        let wrong = here.join("submissions").join(name).join("wrong_answer");
        assert!(wrong.is_dir(), "{name} has no wrong answer");
    }
    let several = problems().filter(|problem| problem.has_several_answers);
    let several: BTreeSet<String> = several.map(|problem| problem.name.into()).collect();
    let mut checkers = names("testlib");
    assert!(checkers.remove("one_answer") && checkers.remove("kattis"));
    assert_eq!(checkers, several);
}

/// An input, a right answer of it, and other answers: right ones and wrong ones.
type Judged = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const GRID: &str = "1 2 3 4 5 6 7 8 9\n4 5 6 7 8 9 1 2 3\n7 8 9 1 2 3 4 5 6\n\
                    2 3 4 5 6 7 8 9 1\n5 6 7 8 9 1 2 3 4\n8 9 1 2 3 4 5 6 7\n\
                    3 4 5 6 7 8 9 1 2\n6 7 8 9 1 2 3 4 5\n9 1 2 3 4 5 6 7 8\n";

/// Two digits of the first row have changed places.
const SWAPPED: &str = "2 1 3 4 5 6 7 8 9\n4 5 6 7 8 9 1 2 3\n7 8 9 1 2 3 4 5 6\n\
                       2 3 4 5 6 7 8 9 1\n5 6 7 8 9 1 2 3 4\n8 9 1 2 3 4 5 6 7\n\
                       3 4 5 6 7 8 9 1 2\n6 7 8 9 1 2 3 4 5\n9 1 2 3 4 5 6 7 8\n";

const BEADS: &str = "B\nBK\nBKK\nBJKK\nJJJDD\nGJGDDC\nGGGCCCI\nEEEHHIIA\nELHHHIAAF\nELLLLIFFFF\n";

const JUDGED: &[Judged] = &[
    (
        "exact_cover",
        "5 2\n1 0\n0 1\n1 1\n0 0\n0 1\n",
        "1 2\n",
        &["2 1\n", "3", "1 5", "4 3"],
        &[
            "",
            "1\n",
            "1 2 3",
            "4 4 3",
            "1 02",
            "+1 2",
            "1 2.0",
            "1 6",
            "0",
            "-1",
            "1 2 x",
            "1 4294967298",
            "No Solution!",
            "no solution!",
            "1\u{a0}2",
            "1 3",
        ],
    ),
    (
        "exact_cover_hust",
        "3 2\n1 1\n1 2\n2 1 2\n1 2\n1 1\n",
        "1 3\nNO\n",
        &["2 1 2\nNO\n", "2 2 1\nNO"],
        &[
            "",
            "1 3\n",
            "NO\nNO\n",
            "3 1 2 3\nNO\n",
            "1 1 2\nNO\n",
            "2 3\nNO\n",
            "01 3\nNO\n",
            "1 3\nno\n",
            "1 3\nNO\nNO\n",
            "1 4294967299\nNO\n",
            "4294967297 3\nNO\n",
            "1 3\n0\n",
            "1 3\n1 1\n",
        ],
    ),
    (
        "killer_sudoku",
        "3 2 1 1 1 2\n",
        GRID,
        &[],
        &["", "1 2 3", "No solution\n", SWAPPED],
    ),
    (
        "power_stations",
        "2 1 2\n1 2\n1 2\n2 2\n\n1 1 2\n1 1\n1 1\n\n",
        "1 2\n0 0\n\nNo solution\n\n",
        &["1 1\n2 2\n\nNo solution\n"],
        &[
            "",
            "1 2\n0 0\n",
            "No solution\n\nNo solution\n",
            "1 2\n2 2\n\nNo solution\n",
            "1 1\n0 0\n\nNo solution\n",
            "1 3\n0 0\n\nNo solution\n",
            "0 0\n1 2\n\nNo solution\n",
            "4294967297 2\n0 0\n\nNo solution\n",
            "1 2\n0 0\n\n1 1\n",
            "1 2\n0 0\n\nNo Solution\n",
            "2 1\n0 0\n\nNo solution\n",
            "1 2\n0 0\n\nNo solution\n\n1 2\n",
            "1 1\n0 0\n\nNo solution\n",
        ],
    ),
    (
        "wisdom_beads",
        ".\n.K\n.KK\n.JKK\nJJJDD\nGJGDDC\nGGGCCCI\nEEEHHIIA\nELHHHIAAF\nELLLLIFFFF\n",
        BEADS,
        &[],
        &[
            "",
            "B\nBK\n",
            "No solution\n",
            "A\nBK\nBKK\nBJKK\nJJJDD\nGJGDDC\nGGGCCCI\nEEEHHIIA\nELHHHIAAF\nELLLLIFFFF\n",
        ],
    ),
];

/// Answers that are wrong in one place, and longer ones.
fn spoiled(answer: &str) -> Vec<String> {
    let lines: Vec<&str> = answer.lines().collect();
    let mut swapped = lines.clone();
    swapped.reverse();
    let first = answer.split_whitespace().next().unwrap();
    vec![
        swapped.join("\n") + " 1",
        lines[1..].join("\n"),
        format!("{answer}{first}"),
        format!("{answer}{answer}"),
        answer.to_lowercase().replacen(first, "x", 1),
        answer.replacen(first, "", 1),
        answer.replacen(first, "2", 1),
    ]
}

/// For Kattis, with our header in the place of testlib; where there is no compiler, that is not
/// seen.
#[test]
fn the_checkers_of_packages_judge_as_setter_does() {
    let testlib = Path::new(env!("CARGO_MANIFEST_DIR")).join("testlib");
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    // The same answers in another form.
    let (colors, totals) = ("abcdefghi\n".repeat(9), "abcdefghi");
    let totals: String = totals.chars().map(|c| format!("{c} 45\n")).collect();
    let (colors, digits) = (colors + &totals, GRID.replace(' ', ""));
    let swapped = SWAPPED.replace(' ', "");
    let others = [(
        "killer_colors",
        &*colors,
        &*digits,
        &[][..],
        &["", "1", &*swapped][..],
    )];
    let mut said = String::new();
    for (name, input, right, alike, wrong) in JUDGED.iter().copied().chain(others) {
        let folder = Folder::new(&format!("checker-{name}"));
        let file = |name: &str| folder.0.join(name);
        fs::copy(testlib.join("kattis.h"), file("testlib.h")).unwrap();
        fs::copy(testlib.join(format!("{name}.cpp")), file("checker.cpp")).unwrap();
        let compiled = Command::new(&compiler)
            .args([
                "-std=c++17",
                "-Wall",
                "-Wextra",
                "checker.cpp",
                "-o",
                "checker",
            ])
            .current_dir(&folder.0)
            .output();
        let Ok(compiled) = compiled else {
            eprintln!("no compiler for C++: {compiler:?}");
            return;
        };
        let complaints = String::from_utf8_lossy(&compiled.stderr);
        assert!(compiled.status.success(), "{name}:\n{complaints}");
        assert_eq!(complaints, "", "{name}");
        let problem = setter::problem(name).unwrap();
        assert_eq!(problem.validate(input), Ok(()), "{name}");
        fs::write(file("input"), input).unwrap();
        fs::write(file("judge"), right).unwrap();
        let judged = |answer: &str| {
            fs::write(file("answer"), answer).unwrap();
            let status = Command::new(file("checker"))
                .args([file("input"), file("judge"), folder.0.clone()])
                .stdin(fs::File::open(file("answer")).unwrap())
                .status();
            status.unwrap().code()
        };
        for answer in [right].iter().chain(alike) {
            assert_eq!(problem.check(input, answer), Ok(()), "{name}: {answer:?}");
            assert_eq!(judged(answer), Some(42), "{name}: {answer:?}");
        }
        assert_eq!(judged(wrong.last().unwrap()), Some(43));
        let message = fs::read_to_string(file("judgemessage.txt")).unwrap();
        said += &format!("{name}: {message}");
        let wrong = wrong.iter().map(|answer| (*answer).to_string());
        for answer in wrong.chain(spoiled(right)) {
            let own = problem.check(input, &answer);
            assert!(own.is_err(), "{name}: {answer:?}");
            assert_eq!(judged(&answer), Some(43), "{name}: {answer:?}");
        }
    }
    assert_snapshot!(said, @r"
    exact_cover: column 1 is taken twice
    exact_cover_hust: case 2: no row covers column 2
    killer_sudoku: column 1 has 2 twice
    power_stations: case 1: town 1 is not fed on day 2
    wisdom_beads: board 1: pieces are missing or have other shapes
    killer_colors: column 1 has 2 twice
    ");
    let judged = JUDGED.iter().map(|row| row.0).chain(["killer_colors"]);
    let several = setter::PROBLEMS.iter().filter(|it| it.has_several_answers);
    let several: BTreeSet<&str> = several.map(|problem| problem.name).collect();
    assert_eq!(judged.collect::<BTreeSet<&str>>(), several);
}
