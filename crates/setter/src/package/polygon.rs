//! The package of Polygon, as it exports one. Checkers are in C++ on testlib.h, which Polygon and
//! the programs that read its packages have; the validator is a bundle.

use super::programs::Workshop;
use super::statement::{tex, Statement};
use super::{read, repository, Content, Test};
use cli_manners::staging::Staging;
use cli_manners::Failure;
use serde_json::json;
use std::fmt::Write as _;

/// The names of Polygon for the languages of what it compiles.
const RUST: &str = "rust.2021";
const CPP: &str = "cpp.g++17";
const PYTHON: &str = "python.3";

pub(super) fn write(
    content: &Content,
    workshop: &Workshop,
    staging: &Staging<'_>,
) -> Result<(), Failure> {
    let (problem, statement) = (content.problem, &content.statement);
    let write = |name: &str, text: &str| staging.fill(name, |file| file.write_str(text));
    let checkers = repository().join("crates/setter/testlib");
    let checker = match problem.has_several_answers {
        true => read(&checkers.join(format!("{}.cpp", problem.name)))?,
        false => read(&checkers.join("one_answer.cpp"))?,
    };
    write("check.cpp", &checker)?;
    write("files/check.cpp", &checker)?;
    let validator = workshop.validator(problem, "polygon")?;
    write("files/validator.rs", &validator)?;
    for submission in &content.submissions {
        write(&format!("solutions/{}", submission.name), &submission.text)?;
    }
    for (number, test) in (1..).zip(&content.tests) {
        write(&format!("tests/{number:02}"), &test.input)?;
        write(&format!("tests/{number:02}.a"), &test.answer)?;
    }
    for folder in ["statements/english", "statement-sections/english"] {
        for (number, test) in (1..).zip(content.samples()) {
            write(&format!("{folder}/{}", example(number)), &test.input)?;
            write(&format!("{folder}/{}.a", example(number)), &test.answer)?;
        }
    }
    let sections = [
        ("name", statement.title),
        ("legend", statement.legend),
        ("input", statement.input),
        ("output", statement.output),
    ];
    for (name, text) in sections {
        write(
            &format!("statement-sections/english/{name}.tex"),
            &(tex(text) + "\n"),
        )?;
    }
    write(
        "statements/english/problem.tex",
        &problem_tex(&content.statement),
    )?;
    write(
        "statements/english/problem-properties.json",
        &properties(content),
    )?;
    write("problem.xml", &xml(content))
}

fn example(number: usize) -> String {
    format!("example.{number:02}")
}

/// The statement as Polygon's `olymp.sty` sets it.
fn problem_tex(statement: &Statement) -> String {
    let unit = if statement.seconds == 1 {
        "second"
    } else {
        "seconds"
    };
    let samples = statement.samples.len();
    let title = if samples == 1 { "Example" } else { "Examples" };
    let examples: String = (1..=samples)
        .map(|number| {
            let name = example(number);
            format!("\\exmpfile{{{name}}}{{{name}.a}}%\n")
        })
        .collect();
    format!(
        "\\begin{{problem}}{{{}}}{{standard input}}{{standard output}}{{{} {unit}}}{{{} megabytes}}\n\n\
         {}\n\n\\InputFile\n{}\n\n\\OutputFile\n{}\n\n\\{title}\n\n\
         \\begin{{example}}\n{examples}\\end{{example}}\n\n\\end{{problem}}\n",
        tex(statement.title),
        statement.seconds,
        statement.megabytes,
        tex(statement.legend),
        tex(statement.input),
        tex(statement.output),
    )
}

/// The statement once more, as programs that read packages want it.
fn properties(content: &Content) -> String {
    let statement = &content.statement;
    let sample = |(number, test): (usize, &Test)| {
        json!({
            "inputFile": example(number),
            "outputFile": example(number) + ".a",
            "input": test.input,
            "output": test.answer,
        })
    };
    let samples: Vec<_> = (1..).zip(content.samples()).map(sample).collect();
    let properties = json!({
        "name": tex(statement.title),
        "language": "english",
        "timeLimit": 1000 * statement.seconds,
        "memoryLimit": u64::from(statement.megabytes) << 20,
        "inputFile": "stdin",
        "outputFile": "stdout",
        "legend": tex(statement.legend),
        "input": tex(statement.input),
        "output": tex(statement.output),
        "interaction": null,
        "scoring": null,
        "notes": null,
        "tutorial": null,
        "authorLogin": "",
        "authorName": env!("CARGO_PKG_AUTHORS"),
        "extraResources": {},
        "sampleTests": samples,
    });
    format!("{properties:#}\n")
}

fn xml(content: &Content) -> String {
    let (problem, statement) = (content.problem, &content.statement);
    let name = problem.name.replace('_', "-");
    let title = statement.title.replace('&', "&amp;").replace('"', "&quot;");
    let test = |test: &Test| match test.is_sample {
        true => "        <test method=\"manual\" sample=\"true\"/>\n",
        false => "        <test method=\"manual\"/>\n",
    };
    let tests: String = content.tests.iter().map(test).collect();
    let solution = |submission: &super::Submission| {
        let tag = match &*submission.verdict {
            "accepted" => "main",
            "wrong_answer" => "wrong-answer",
            _ => "time-limit-exceeded",
        };
        let language = if submission.name.ends_with(".rs") {
            RUST
        } else {
            PYTHON
        };
        format!(
            "      <solution tag=\"{tag}\">\n        \
             <source path=\"solutions/{}\" type=\"{language}\"/>\n      </solution>\n",
            submission.name
        )
    };
    let solutions: String = content.submissions.iter().map(solution).collect();
    format!(
        r#"<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="1" short-name="{name}">
  <names>
    <name language="english" value="{title}"/>
  </names>
  <statements>
    <statement charset="UTF-8" language="english" mathjax="true" path="statements/english/problem.tex" type="application/x-tex"/>
  </statements>
  <judging input-file="" output-file="" run-count="1">
    <testset name="tests">
      <time-limit>{}</time-limit>
      <memory-limit>{}</memory-limit>
      <test-count>{}</test-count>
      <input-path-pattern>tests/%02d</input-path-pattern>
      <answer-path-pattern>tests/%02d.a</answer-path-pattern>
      <tests>
{tests}      </tests>
    </testset>
  </judging>
  <files>
    <resources/>
    <executables/>
  </files>
  <assets>
    <checker type="testlib">
      <source path="files/check.cpp" type="{CPP}"/>
      <copy path="check.cpp"/>
    </checker>
    <validators>
      <validator>
        <source path="files/validator.rs" type="{RUST}"/>
      </validator>
    </validators>
    <solutions>
{solutions}    </solutions>
  </assets>
  <properties/>
  <stresses>
    <stress-count>0</stress-count>
    <stress-path-pattern>stresses/%03d</stress-path-pattern>
    <list/>
  </stresses>
  <tags/>
</problem>
"#,
        1000 * statement.seconds,
        u64::from(statement.megabytes) << 20,
        content.tests.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_examples_have_a_title_of_their_own() {
        for problem in setter::PROBLEMS {
            let statement = Statement::of(problem);
            let tex = problem_tex(&statement);
            let several = statement.samples.len() > 1;
            assert_eq!(tex.contains("\n\\Examples\n"), several, "{}", problem.name);
            assert_eq!(tex.contains("\n\\Example\n"), !several, "{}", problem.name);
        }
    }
}
