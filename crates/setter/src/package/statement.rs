//! The statements of the problems, and what they are in TeX.

use setter::Problem;

/// A statement in its parts. The texts have paragraphs with an empty line between two, and words
/// between backquotes that are to be read letter by letter.
pub(super) struct Statement {
    pub(super) title: &'static str,
    /// Where the problem was set first.
    pub(super) source: &'static str,
    pub(super) seconds: u32,
    pub(super) megabytes: u32,
    /// The names of the inputs that are shown.
    pub(super) samples: Vec<String>,
    pub(super) legend: &'static str,
    pub(super) input: &'static str,
    pub(super) output: &'static str,
}

impl Statement {
    /// # Panics
    /// If the file of the statement has another form.
    pub(super) fn of(problem: &Problem) -> Statement {
        let text = problem.statement;
        Statement::parse(text).unwrap_or_else(|| panic!("the statement of {}", problem.name))
    }

    fn parse(text: &'static str) -> Option<Statement> {
        let (title, rest) = text.strip_prefix("# ")?.split_once("\nSource: ")?;
        let (source, rest) = rest.split_once("\nLimits: ")?;
        let (seconds, rest) = rest.split_once(" s, ")?;
        let (megabytes, rest) = rest.split_once(" MB\nSamples: ")?;
        let (samples, rest) = rest.split_once("\n\n")?;
        let (legend, rest) = rest.split_once("\n\n## Input\n")?;
        let (input, output) = rest.split_once("\n\n## Output\n")?;
        Some(Statement {
            title,
            source,
            seconds: seconds.parse().ok()?,
            megabytes: megabytes.parse().ok()?,
            samples: samples.split(' ').map(str::to_string).collect(),
            legend,
            input,
            output: output.strip_suffix('\n')?,
        })
    }
}

/// A text of a statement in TeX.
pub(super) fn tex(text: &str) -> String {
    let mut tex = String::new();
    for (k, part) in text.split('`').enumerate() {
        let part = escaped(part);
        match k % 2 {
            0 => tex += &part,
            _ => tex += &format!("\\texttt{{{part}}}"),
        }
    }
    tex
}

fn escaped(text: &str) -> String {
    let letter = |letter: char| match letter {
        '#' | '$' | '%' | '&' | '_' | '{' | '}' => format!("\\{letter}"),
        '\\' => "\\textbackslash{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '~' => "\\textasciitilde{}".into(),
        _ => letter.to_string(),
    };
    text.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statement_has_all_parts_and_samples_that_are_there() {
        for problem in setter::PROBLEMS {
            let statement = Statement::of(problem);
            assert!((1..=15).contains(&statement.seconds), "{}", problem.name);
            assert!(
                (16..=512).contains(&statement.megabytes),
                "{}",
                problem.name
            );
            for name in &statement.samples {
                let file = format!("testdata/{}/{name}.in", problem.name);
                assert!(super::super::repository().join(&file).exists(), "{file}");
            }
            for text in [statement.legend, statement.input, statement.output] {
                assert_eq!(text.matches('`').count() % 2, 0, "{}", problem.name);
                assert_eq!(text.trim(), text, "{}", problem.name);
                assert!(!text.contains("##"), "{}", problem.name);
            }
        }
    }

    #[test]
    fn what_tex_would_read_otherwise_is_escaped() {
        assert_eq!(
            tex("100% `a_b #` {x}"),
            "100\\% \\texttt{a\\_b \\#} \\{x\\}"
        );
    }
}
