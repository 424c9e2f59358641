//! `cargo onefile`: a binary and the code it uses, from all its crates, as one source file.
//!
//! [`run`] is the program. [`bundle`] is what it does once cargo has named the crates: for tests, and for tools that
//! know their crates without cargo.

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

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::thread;

use args::{Args, Command, Wanted};
use combine::Part;
pub use error::Error;
use error::Result;
pub use graph::CrateInfo;
use prune::Pruner;
pub use rustc::Rustc;
use units::Units;

/// Does what the arguments behind the program's name say, and tells stderr what is wrong.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let done = match args::parse(arguments) {
        Ok(Command::Help) => print(args::HELP),
        Ok(Command::Version) => print(concat!("cargo-onefile ", env!("CARGO_PKG_VERSION"), "\n")),
        Ok(Command::Bundle(args)) => bundle_target(&args),
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

/// The bundle of these crates, of which the first is the binary. Without a compiler more stays in it than is used.
///
/// ```
/// use onefile::{bundle, CrateInfo};
/// let root = std::env::temp_dir().join(format!("onefile-doc-{}.rs", std::process::id()));
/// std::fs::write(&root, "fn main() { println!(\"{}\", one()) } fn one() -> u8 { 1 } fn two() {}")?;
/// let text = bundle(vec![CrateInfo::new("tiny", root.clone(), 2021)], false, None)?;
/// assert!(text.contains("fn one()") && !text.contains("fn two()"));
/// # std::fs::remove_file(root)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a file cannot be read or parsed, something cannot be carried, or the compiler does not take the bundle.
///
/// # Panics
/// If there is no crate.
pub fn bundle(
    crates: Vec<CrateInfo>,
    minify: bool,
    rustc: Option<&Rustc>,
) -> std::result::Result<String, Error> {
    let mut args = Args::of(Wanted::Bin(crates[0].name.clone()));
    args.minify = minify;
    let text = with_deep_stack(|| make(&args, crates, rustc))?;
    if let Some(rustc) = rustc {
        verify(&text, rustc)?;
    }
    Ok(text)
}

/// Parsers and visitors of code go as deep as the code is nested. Of this stack only what is touched takes memory.
const STACK: usize = 1 << 28;

fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, work);
        let done = thread.expect("a thread can be started").join();
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn bundle_target(args: &Args) -> Result<()> {
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
    let text = with_deep_stack(|| make(args, graph.crates, rustc.as_ref()))?;
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
