//! The package format of Kattis in its version `legacy`, which all judges with that format take.

use super::programs::Workshop;
use super::statement::tex;
use super::{read, repository, Content};
use cli_manners::staging::Staging;
use cli_manners::Failure;
use std::fmt::Write as _;

pub(super) fn write(
    content: &Content,
    workshop: &Workshop,
    staging: &Staging<'_>,
) -> Result<(), Failure> {
    let (problem, statement) = (content.problem, &content.statement);
    let write = |name: &str, text: &str| staging.fill(name, |file| file.write_str(text));
    let validator = workshop.validator(problem, "kattis")?;
    write("input_validators/validator.rs", &validator)?;
    let several = problem.has_several_answers;
    if several {
        let sources = repository().join("crates/setter/testlib");
        let checker = read(&sources.join(format!("{}.cpp", problem.name)))?;
        write("output_validators/checker/checker.cpp", &checker)?;
        let header = read(&sources.join("kattis.h"))?;
        write("output_validators/checker/testlib.h", &header)?;
    }
    let validation = match several {
        true => "validation: custom\n",
        false => "validator_flags: case_sensitive\n",
    };
    let yaml = format!(
        "name: {}\nuuid: {}\nauthor: {}\nsource: {}\nlicense: educational\n{validation}limits:\n  memory: {}\n",
        statement.title,
        uuid(problem.name),
        env!("CARGO_PKG_AUTHORS"),
        statement.source,
        statement.megabytes,
    );
    write("problem.yaml", &yaml)?;
    let text = format!(
        "\\problemname{{{}}}\n\n{}\n\n\\section*{{Input}}\n{}\n\n\\section*{{Output}}\n{}\n",
        tex(statement.title),
        tex(statement.legend),
        tex(statement.input),
        tex(statement.output),
    );
    write("problem_statement/problem.en.tex", &text)?;
    for test in &content.tests {
        let folder = if test.is_sample { "sample" } else { "secret" };
        let name = format!("data/{folder}/{}", test.name);
        write(&format!("{name}.in"), &test.input)?;
        write(&format!("{name}.ans"), &test.answer)?;
    }
    for submission in &content.submissions {
        let name = format!("submissions/{}/{}", submission.verdict, submission.name);
        write(&name, &submission.text)?;
    }
    Ok(())
}

/// A number that names the problem everywhere and in all releases (FNV of its name, in the form of
/// a UUID of version 8, which leaves the bits to us).
fn uuid(name: &str) -> String {
    let hash = |start: u64| {
        name.bytes().fold(start, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let (high, low) = (hash(0xcbf2_9ce4_8422_2325), hash(0x9ae1_6a3b_2f90_404f));
    format!(
        "{:08x}-{:04x}-8{:03x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        0x8000 | low >> 48 & 0x3fff,
        low & 0xffff_ffff_ffff
    )
}

#[cfg(test)]
mod tests {
    use super::uuid;
    use std::collections::BTreeSet;

    #[test]
    fn each_problem_has_a_uuid_of_its_own() {
        let uuids = setter::PROBLEMS.iter().map(|problem| uuid(problem.name));
        let uuids: BTreeSet<String> = uuids.collect();
        assert_eq!(uuids.len(), setter::PROBLEMS.len());
        for uuid in uuids {
            let lengths: Vec<usize> = uuid.split('-').map(str::len).collect();
            assert_eq!(lengths, [8, 4, 4, 4, 12], "{uuid}");
            assert!(
                uuid[14..].starts_with('8') && "89ab".contains(&uuid[19..20]),
                "{uuid}"
            );
        }
    }
}
