//! `cargo onefile`: a binary and the code it uses, from all its crates, as one source file.

mod args;
mod arms;
mod cfg;
mod combine;
mod error;
mod expand;
mod graph;
mod header;
mod load;
mod minify;
mod paths;
mod pretty;
mod prune;
mod reach;
mod rustc;
mod squeeze;
mod stand_in;
mod target;
mod tokens;
mod units;

use std::io::Write;
use std::process::ExitCode;

use args::{Args, Command};
use combine::Part;
use error::{Error, Result};
use prune::Pruner;
use rustc::Rustc;
use units::Units;

fn main() -> ExitCode {
    let done = match args::parse(std::env::args_os().skip(1)) {
        Ok(Command::Help) => print(args::HELP),
        Ok(Command::Version) => print(concat!("cargo-onefile ", env!("CARGO_PKG_VERSION"), "\n")),
        Ok(Command::Bundle(args)) => bundle(&args),
        Err(error) => Err(error),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bundle(args: &Args) -> Result<()> {
    let graph = graph::read(args)?;
    let edition = args.edition.unwrap_or(graph.crates[0].edition);
    let rustc = if args.rustc {
        Rustc::find(edition)
    } else {
        None
    };
    if rustc.is_none() && args.check {
        return Err(Error::new(
            "--check needs rustc, and there is none in the path",
        ));
    }
    let text = make(args, graph.crates, rustc.as_ref())?;
    match &rustc {
        Some(rustc) => verify(&text, rustc)?,
        None => eprintln!(
            "warning: without rustc the file is not checked, and more stays in it than is used"
        ),
    }
    match &args.output {
        Some(path) => {
            std::fs::write(path, text).map_err(|e| Error::new(format!("{}: {e}", path.display())))
        }
        None => print(&text),
    }
}

fn make(args: &Args, crates: Vec<graph::CrateInfo>, rustc: Option<&Rustc>) -> Result<String> {
    let mut parts = combine::combine(load::load(crates, args.stand_ins)?);
    expand::expand(&mut parts);
    let units = Units::of(&parts);
    let (units, live) = match rustc {
        Some(rustc) => Pruner::new(units, &parts, rustc).run()?,
        None => {
            let live = reach::reach(&units, &parts, &vec![false; units.all.len()])?;
            (units, live)
        }
    };
    let carried: Vec<&Part> = parts
        .iter()
        .filter(|part| part.is_carried(&units, &live))
        .collect();
    let libraries: Vec<&str> = carried
        .iter()
        .filter_map(|part| part.module.as_deref())
        .collect();
    let (mut text, start) = pretty::pretty(&units.print(&live).text, &libraries)?;
    let header = header::header(args, &carried);
    if args.minify {
        text = minify::minify(&text, 0, rustc)?;
    } else if header.len() + text.len() > args.limit {
        let size = header.len() + text.len();
        eprintln!("note: {size} bytes are above the limit of {}, so that library code gets the small form", args.limit);
        text = minify::minify(&text, start, rustc)?;
    }
    Ok(header + text.trim_end() + "\n")
}

/// # Errors
/// If the compiler does not take the file.
fn verify(text: &str, rustc: &Rustc) -> Result<()> {
    let messages = rustc.check(text)?;
    match messages.iter().find(|message| message.is_error) {
        Some(message) => Err(Error::new(format!(
            "the bundle does not compile:\n{}",
            message.rendered
        ))),
        None => Ok(()),
    }
}

fn print(text: &str) -> Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        // Whoever reads has enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|e| Error::new(format!("standard output: {e}"))),
    }
}
