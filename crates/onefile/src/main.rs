//! `cargo onefile`: a binary and the code it uses, from all its crates, as one source file.

mod args;
mod arms;
mod cfg;
mod combine;
mod error;
mod expand;
mod graph;
mod load;
mod minify;
mod paths;
mod pretty;
mod prune;
mod reach;
mod rustc;
mod squeeze;
mod stand_in;
mod tokens;
mod units;

use std::io::Write;
use std::process::ExitCode;

use args::{Args, Command};
use error::{Error, Result};

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
    let mut parts = combine::combine(load::load(graph.crates, args.stand_ins)?);
    expand::expand(&mut parts);
    let units = units::Units::of(&parts);
    let edition = args.edition.unwrap_or(parts[0].source.info.edition);
    let rustc = if args.rustc {
        rustc::Rustc::find(edition)
    } else {
        None
    };
    let (units, live) = match &rustc {
        Some(rustc) => prune::Pruner::new(units, &parts, rustc).run()?,
        None => {
            let live = reach::reach(&units, &parts, &vec![false; units.all.len()])?;
            (units, live)
        }
    };
    let mut text = pretty::pretty(&units.print(&live).text)?;
    if args.minify {
        text = minify::minify(&text, rustc.as_ref())?;
    }
    match &args.output {
        Some(path) => {
            std::fs::write(path, text).map_err(|e| Error::new(format!("{}: {e}", path.display())))
        }
        None => print(&text),
    }
}

fn print(text: &str) -> Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        // Whoever reads has enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|e| Error::new(format!("standard output: {e}"))),
    }
}
