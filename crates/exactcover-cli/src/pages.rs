//! What is made from the description of the command line beside the help: manual pages, and scripts
//! that complete command lines.

use crate::command::{command, NAME, SECTIONS};
use clap_complete::Shell;
use clap_mangen::roff::{roman, Roff};
use clap_mangen::Man;
use std::io;

/// The script for this shell.
pub(crate) fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), NAME, &mut script);
    text(script)
}

/// The manual page of this command, or of the program, in the format of `man`.
pub(crate) fn man(name: Option<&str>) -> String {
    let mut page = Vec::new();
    write_man(name, &mut page).expect("memory takes everything");
    text(page)
}

fn write_man(name: Option<&str>, page: &mut Vec<u8>) -> io::Result<()> {
    let mut whole = command()
        .disable_help_subcommand(true)
        .subcommand_help_heading("COMMANDS");
    whole.build();
    let (subject, title, called) = match name {
        Some(name) => (
            whole.find_subcommand(name).expect("clap knows the names"),
            format!("{NAME}-{name}"),
            format!("{NAME} {name}"),
        ),
        None => (&whole, NAME.to_owned(), NAME.to_owned()),
    };
    let titled = Man::new(subject.clone().name(title));
    let titled = titled.source(format!("{NAME} {}", env!("CARGO_PKG_VERSION")));
    titled.render_title(page)?;
    titled.render_name_section(page)?;
    let man = Man::new(subject.clone().name(called));
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    let mut rest = Roff::new();
    if name.is_none() {
        titled.render_subcommands_section(page)?;
        for section in SECTIONS {
            add(&mut rest, section.title, section.text);
        }
    } else {
        if let Some(notes) = subject.get_after_help() {
            add(&mut rest, "Notes", &notes.to_string());
        }
        add(&mut rest, "See also", "exactcover(1)");
    }
    rest.to_writer(page)
}

fn add(roff: &mut Roff, title: &str, text: &str) {
    roff.control("SH", [&*title.to_uppercase()]);
    let mut as_it_is = false;
    for line in text.lines() {
        if line.starts_with(' ') != as_it_is {
            as_it_is = !as_it_is;
            roff.control(if as_it_is { "nf" } else { "fi" }, []);
        }
        match line {
            "" => roff.control("PP", []),
            _ => roff.text([roman(line)]),
        };
    }
    if as_it_is {
        roff.control("fi", []);
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the description is UTF-8")
}
