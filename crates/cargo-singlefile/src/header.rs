//! The first lines of a bundle: the problem in the words of the program, how the file was made, its
//! license.

use std::collections::BTreeMap;

use crate::args::Args;
use crate::combine::Part;
use crate::Form;

/// Lines are no longer than this, if words allow it.
const WIDTH: usize = 100;

/// The header of a bundle in a form, that carries something of these parts, the binary first.
pub(crate) fn header(args: &Args, form: Form, parts: &[&Part]) -> String {
    let minified = form != Form::Readable;
    let mut lines = Vec::new();
    let docs = &parts[0].source.docs;
    if minified {
        lines.extend(docs.iter().take_while(|line| !line.is_empty()).cloned());
    } else {
        lines.extend(docs.iter().cloned());
        if !docs.is_empty() {
            lines.push(String::new());
        }
    }
    let example = if args.wanted.kind() == "example" {
        "--example "
    } else {
        ""
    };
    let minify = match form {
        Form::Readable => "",
        Form::Minified => "--minify ",
        Form::Terse => "--terse ",
    };
    let mut carried = Vec::new();
    let mut licenses: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for part in parts {
        let info = &part.source.info;
        let crate_and_version = format!("{} {}", info.package, info.version);
        if part.source.is_stand_in {
            carried.push(format!("a stand-in for {crate_and_version}"));
        } else if !carried.contains(&crate_and_version) {
            carried.push(crate_and_version);
            licenses
                .entry(info.license.as_deref().unwrap_or("not stated"))
                .or_default()
                .push(&info.package);
        }
    }
    let made = format!(
        "Made by `cargo singlefile {minify}{example}{}` from {}.",
        args.wanted.name(),
        carried.join(", ")
    );
    lines.extend(wrap(&made));
    let single = licenses.len() == 1;
    let terms = licenses.into_iter().map(|(license, crates)| match single {
        true => license.to_owned(),
        false => format!("{license} ({})", crates.join(", ")),
    });
    lines.extend(wrap(&format!(
        "License: {}",
        terms.collect::<Vec<_>>().join("; ")
    )));
    let mut text = String::new();
    for line in lines {
        text += format!("// {}", line.trim()).trim_end();
        text.push('\n');
    }
    if !minified {
        text.push('\n');
    }
    text
}

fn wrap(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines
            .last_mut()
            .filter(|line| line.is_empty() || line.len() + 1 + word.len() <= WIDTH - 3);
        match line {
            Some(line) => {
                if !line.is_empty() {
                    line.push(' ');
                }
                *line += word;
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}
