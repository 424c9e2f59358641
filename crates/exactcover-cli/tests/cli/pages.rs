//! Help, manual pages and completions, which are made from one description.

use crate::{run, COMMANDS, NAME, VALUE};

fn commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().copied().chain(["completions", "man"])
}

fn printed(arguments: &str) -> String {
    let run = run(arguments, "");
    assert_eq!((run.code, &*run.err), (Some(0), ""), "{arguments}");
    assert_ne!(run.out, "", "{arguments}");
    run.out
}

/// The long options of a command, as its help shows them.
fn options(help: &str) -> Vec<&str> {
    let lines = help.lines().map(str::trim_start);
    let headers = lines.filter_map(|line| line.split("  ").next());
    let headers = headers.filter(|header| header.starts_with('-'));
    let words = headers.flat_map(|header| header.split([' ', '=', '[']));
    words.filter(|word| word.starts_with("--")).collect()
}

#[test]
fn prints_help_in_every_way_that_one_may_ask() {
    let help = printed("help");
    assert!(help.contains(&format!("Usage: {NAME} <COMMAND>")));
    for arguments in ["--help", "-h"] {
        assert_eq!(printed(arguments), help);
    }
    for command in commands() {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        let help = printed(&format!("help {command}"));
        assert!(
            help.contains(&format!("Usage: {NAME} {command} ")),
            "{help}"
        );
        for asked in ["--help", "-h"] {
            assert_eq!(printed(&format!("{command} {asked}")), help);
        }
        for line in help.lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
    for line in help.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    assert!(printed("help solve").contains(VALUE));
}

#[test]
fn prints_the_version() {
    let version = format!("{NAME} {}\n", env!("CARGO_PKG_VERSION"));
    for arguments in ["--version", "-V", "solve --version"] {
        assert_eq!(printed(arguments), version);
    }
}

#[test]
fn the_manual_has_every_command_and_option() {
    let main = printed("man");
    for command in commands() {
        let name = format!("{NAME}\\-{command}");
        assert!(main.contains(&format!("\n{name}(1)\n")), "{command}");
        let page = printed(&format!("man {command}"));
        assert!(
            page.contains(&format!("\n.TH {NAME}-{command} 1 ")),
            "{page}"
        );
        assert!(page.contains(&format!("\n.SH NAME\n{name} \\- ")), "{page}");
        let help = printed(&format!("help {command}"));
        let options = options(&help);
        assert!(options.contains(&"--help"), "{options:?}");
        for option in options {
            let header = format!("\\fB{}\\fR", option.replace('-', "\\-"));
            assert!(page.contains(&header), "{command}: {option}");
        }
    }
    assert!(main.contains(".SH \"EXIT CODES\""));
}

#[test]
fn completions_have_every_command_and_option() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&format!("completions {shell}"));
        for command in commands() {
            assert!(script.contains(command), "{shell}: {command}");
            let help = printed(&format!("help {command}"));
            for option in options(&help) {
                // Fish writes them without the dashes.
                let option = option.trim_start_matches('-');
                assert!(script.contains(option), "{shell}: {command} --{option}");
            }
        }
        assert!(script.contains(VALUE), "{shell}");
    }
}
