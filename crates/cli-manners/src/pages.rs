//! What is made from the description of the command line beside the help: manual pages, and scripts
//! that complete command lines.

use crate::{options, Program};
use clap::Command;
use clap_complete::Shell;
use clap_mangen::roff::{roman, Roff};
use clap_mangen::Man;
use std::io;

impl Program {
    /// The description of the command line, with the commands that every program has.
    pub(crate) fn whole(&self) -> Command {
        let sections = self.sections.iter();
        let sections = sections.map(|section| format!("\n\n{}:\n{}", section.title, section.text));
        let command = (self.command)()
            .name(self.name)
            .bin_name(self.name)
            .version(self.version)
            .propagate_version(true)
            .after_help(format!(
                "\"{} help COMMAND\" has the options of a command.{}",
                self.name,
                sections.collect::<String>()
            ))
            .no_binary_name(true)
            .args_override_self(true)
            .subcommand_required(true)
            .subcommand_value_name("COMMAND")
            .subcommand_help_heading("Commands")
            .subcommand(options::completions());
        let man = options::man(&command);
        command.subcommand(man)
    }

    /// The script for this shell.
    pub(crate) fn completions(&self, shell: Shell) -> String {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut self.whole(), self.name, &mut script);
        text(script)
    }

    /// The manual page of this command, or of the program, in the format of `man`.
    pub(crate) fn man(&self, command: Option<&str>) -> String {
        let mut page = Vec::new();
        let written = self.write_man(command, &mut page);
        written.expect("memory takes everything");
        text(page)
    }

    fn write_man(&self, name: Option<&str>, page: &mut Vec<u8>) -> io::Result<()> {
        let program = self.name;
        let mut whole = self
            .whole()
            .disable_help_subcommand(true)
            .subcommand_help_heading("COMMANDS");
        whole.build();
        let (subject, title, called) = match name {
            Some(name) => (
                whole.find_subcommand(name).expect("clap knows the names"),
                format!("{program}-{name}"),
                format!("{program} {name}"),
            ),
            None => (&whole, program.to_owned(), program.to_owned()),
        };
        let titled = Man::new(subject.clone().name(title));
        let titled = titled.source(format!("{program} {}", self.version));
        titled.render_title(page)?;
        titled.render_name_section(page)?;
        let man = Man::new(subject.clone().name(called));
        man.render_synopsis_section(page)?;
        man.render_description_section(page)?;
        man.render_options_section(page)?;
        let mut rest = Roff::new();
        if name.is_none() {
            titled.render_subcommands_section(page)?;
            for section in self.sections {
                add(&mut rest, section.title, section.text);
            }
        } else {
            if let Some(notes) = subject.get_after_help() {
                add(&mut rest, "Notes", &notes.to_string());
            }
            add(&mut rest, "See also", &format!("{program}(1)"));
        }
        rest.to_writer(page)
    }
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
