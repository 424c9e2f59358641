//! `cargo singlefile`: a binary and the code it uses, from all its crates, as one source file.
//!
//! [`run`] is the program. [`bundle`] is what it does once cargo has named the crates: for tests,
//! and for tools that know their crates without cargo.

mod apart;
mod args;
mod arms;
mod attrs;
mod blanks;
mod callers;
mod captures;
mod cargo;
mod cfg;
mod chains;
mod check;
mod combine;
mod comments;
mod editions;
mod error;
mod expand;
mod flat;
mod fold;
mod getters;
mod graph;
mod header;
mod known;
mod layout;
mod list;
mod load;
mod locals;
mod macros;
mod meaning;
mod minify;
mod mir;
mod old;
mod paths;
mod places;
mod prelude;
mod pretty;
mod procedural;
mod prune;
mod reach;
mod room;
mod rustc;
mod samples;
mod single;
mod squeeze;
mod stand_in;
mod target;
mod terse;
mod tokens;
mod units;
mod unread;
mod visible;
mod walk;
mod wanted;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use args::{Args, Command, Wanted};
use blanks::Seen;
use check::Check;
use combine::Part;
pub use error::Error;
use error::{tell, Result};
pub use graph::CrateInfo;
use minify::Small;
use prune::Pruner;
use room::Room;
pub use rustc::Rustc;
use units::Units;

/// Does what the arguments behind the program's name say, and tells stderr what is wrong. The exit
/// codes are those of `--help`.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let done = match args::parse(arguments) {
        Ok(Command::Help) => print(args::HELP),
        Ok(Command::Version) => print(concat!(
            "cargo-singlefile ",
            env!("CARGO_PKG_VERSION"),
            "\n"
        )),
        Ok(Command::List {
            manifest_path,
            package,
        }) => {
            list::list(manifest_path.as_deref(), package.as_deref()).and_then(|text| print(&text))
        }
        Ok(Command::Bundle(mut args)) => bundle_target(&mut args),
        Err(error) => Err(error),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(format_args!("error: {error}"));
            ExitCode::from(error.code)
        }
    }
}

/// What a bundle looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Formatted. If it would be above 64 KiB, the code of libraries is minified; it may be above
    /// that even so.
    Readable,
    /// Without needless blanks, and with short names.
    Minified,
    /// As minified, and without what no judge reads: the messages of panics, and what goes to
    /// standard error. Without a compiler these stay.
    Terse,
}

impl Form {
    /// Those with all that the program says.
    pub const FULL: [Form; 2] = [Form::Readable, Form::Minified];
}

/// The bundle of these crates, of which the first is the binary, in each form. Without a compiler
/// more stays in it than is used. Which code is used takes most of the time, and is found out once.
///
/// ```
/// use cargo_singlefile::{bundle, CrateInfo, Form};
/// let root = std::env::temp_dir().join(format!("singlefile-doc-{}.rs", std::process::id()));
/// std::fs::write(&root, "fn main() { println!(\"{}\", one()) } fn one() -> u8 { 1 } fn two() {}")?;
/// let texts = bundle(vec![CrateInfo::new("tiny", root.clone(), 2021)], &[Form::Readable], None)?;
/// assert!(texts[0].contains("fn one()") && !texts[0].contains("fn two()"));
/// # std::fs::remove_file(root)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a file cannot be read or parsed, something cannot be carried, or the compiler does not take a
/// bundle.
///
/// # Panics
/// If there is no crate.
pub fn bundle(
    crates: Vec<CrateInfo>,
    forms: &[Form],
    rustc: Option<&Rustc>,
) -> std::result::Result<Vec<String>, Error> {
    let args = Args::of(Wanted::Bin(crates[0].name.clone()));
    let mut texts = vec![String::new(); forms.len()];
    // What is used by terse ones is less.
    for (crates, terse) in [(crates.clone(), false), (crates, true)] {
        let places = 0..forms.len();
        let places: Vec<usize> = places
            .filter(|&at| (forms[at] == Form::Terse) == terse)
            .collect();
        if places.is_empty() {
            continue;
        }
        let forms: Vec<Form> = places.iter().map(|&at| forms[at]).collect();
        let made = with_deep_stack(|| make(&args, crates, &forms, None, rustc))?;
        for (at, made) in places.into_iter().zip(made) {
            if let Some(rustc) = rustc {
                verify(&made.text, rustc)?;
            }
            texts[at] = made.text;
        }
    }
    Ok(texts)
}

/// Parsers and visitors of code go as deep as the code is nested. Of this stack only what is
/// touched takes memory.
const STACK: usize = 1 << 28;

fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| joined(deep_thread(scope, work)))
}

fn deep_thread<'s, T: Send + 's>(
    scope: &'s thread::Scope<'s, '_>,
    work: impl FnOnce() -> T + Send + 's,
) -> thread::ScopedJoinHandle<'s, T> {
    let thread = thread::Builder::new().stack_size(STACK);
    let thread = thread.spawn_scoped(scope, work);
    thread.expect("a thread can be started")
}

fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    let done = thread.join();
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn bundle_target(args: &mut Args) -> Result<()> {
    if args.samples {
        samples::find(args)?;
    }
    let check = match &args.check {
        Some(inputs) => Some(Check::new(inputs, args.timeout)?),
        None => None,
    };
    let graph = graph::read(args)?;
    let rustc = if args.rustc {
        Rustc::find(edition(args, &graph.crates))
    } else {
        None
    };
    if rustc.is_none() && check.is_some() {
        return Err(Error::new(
            "--check needs rustc, and there is none in the path",
        ));
    }
    let forms = match &args.minified {
        Some(_) => &Form::FULL[..],
        None if args.terse => &[Form::Terse],
        None if args.minify => &[Form::Minified],
        None => &[Form::Readable],
    };
    let all = with_deep_stack(|| {
        make(
            args,
            graph.crates,
            forms,
            Some(&graph.manifest),
            rustc.as_ref(),
        )
    })?;
    if rustc.is_none() {
        tell(format_args!(
            "warning: without rustc the file is not checked, and more stays in it than is used"
        ));
    }
    if let Some(rustc) = &rustc {
        let done: Vec<Result<()>> = thread::scope(|scope| {
            let start = |made| scope.spawn(move || verify(made, rustc));
            let threads: Vec<_> = all.iter().map(|made| start(&made.text)).collect();
            threads.into_iter().map(joined).collect()
        });
        done.into_iter().collect::<Result<()>>()?;
    }
    for made in &all {
        if let Some(report) = &made.too_large {
            let size = made.text.len();
            let message = format!("{size} bytes are above the limit of {}", args.limit);
            if !args.allow_large {
                return Err(Error::too_large(format!(
                    "{message}; nothing is written (--allow-large writes it, --limit sets the limit)\n{report}"
                )));
            }
            tell(format_args!("warning: {message}\n{report}"));
        }
    }
    if let (Some(check), Some(rustc)) = (&check, &rustc) {
        let texts: Vec<&str> = all.iter().map(|made| &made.text[..]).collect();
        check.run(args, &graph.manifest, &texts, rustc)?;
    }
    let write = |path: &Path, text: &str| {
        std::fs::write(path, text).map_err(|e| Error::usage(format!("{}: {e}", path.display())))
    };
    if let (Some(path), Some(made)) = (&args.minified, all.last()) {
        write(path, &made.text)?;
    }
    match &args.output {
        Some(path) => write(path, &all[0].text),
        None if args.samples => Ok(()),
        None => print(&all[0].text),
    }
}

/// The edition that the file is to have: that of the binary, unless another is asked for. No judge
/// has 2015 any more.
fn edition(args: &Args, crates: &[CrateInfo]) -> u16 {
    args.edition.unwrap_or(crates[0].edition.max(2018))
}

/// A bundle in one form.
struct Made {
    text: String,
    /// What takes the room in it, if it is above the limit.
    too_large: Option<String>,
}

/// All code of these crates, what of it stays, and the blanks in it that it can see.
type Cut = (Vec<Part>, Units, Vec<bool>, Seen);

fn cut(
    args: &Args,
    crates: Vec<CrateInfo>,
    stand_ins: bool,
    terse: bool,
    manifest: Option<&Path>,
    rustc: Option<&Rustc>,
) -> Result<Cut> {
    let edition = rustc.map_or_else(|| edition(args, &crates), Rustc::edition);
    let mut sources = load::load(crates, edition, stand_ins)?;
    if let (Some(rustc), Some(manifest)) = (rustc, manifest) {
        procedural::write_out(&mut sources, rustc, || cargo::libraries(args, manifest))?;
    }
    load::drop_docs(&mut sources);
    let seen = Seen::of(&sources);
    let mut parts = combine::combine(sources);
    expand::expand(&mut parts);
    visible::narrow(&mut parts);
    let units = Units::of(&parts);
    let (units, live) = match rustc {
        Some(rustc) => Pruner::new(units, &parts, rustc, terse).run()?,
        None => {
            let none = vec![false; units.all.len()];
            let live = reach::reach(&units, &parts, &none, reach::Sight::Wide)?;
            (units, live)
        }
    };
    Ok((parts, units, live, seen))
}

fn make(
    args: &Args,
    crates: Vec<CrateInfo>,
    forms: &[Form],
    manifest: Option<&Path>,
    rustc: Option<&Rustc>,
) -> Result<Vec<Made>> {
    let terse = forms.contains(&Form::Terse);
    let cut = |crates, stand_ins| cut(args, crates, stand_ins, terse, manifest, rustc);
    let (parts, units, live, seen) = match cut(crates.clone(), args.stand_ins) {
        // A stand-in may lack what is used.
        Err(error) if error.of_code && args.stand_ins && stand_in::any(&crates) => {
            cut(crates, false)?
        }
        done => done?,
    };
    let carried: Vec<&Part> = parts
        .iter()
        .filter(|part| part.is_carried(&units, &live))
        .collect();
    let libraries: Vec<&str> = carried
        .iter()
        .filter_map(|part| part.module.as_deref())
        .collect();
    for part in &carried {
        let info = &part.source.info;
        // A crate that has a stand-in and is there itself has those below it that link.
        let is_without = part.source.is_stand_in || stand_in::source(info).is_none();
        if let Some(lack) = stand_in::lacks(info).filter(|_| is_without) {
            tell(format_args!(
                "warning: the assembly behind `{}` cannot be carried: {lack}",
                info.package
            ));
        }
    }
    let formatted = pretty::pretty(&units.print(&live).text, &libraries, rustc)?;
    // Not to be looked for if it cannot be below the limit: it never is half of the whole.
    let may_be_flat = forms.contains(&Form::Readable) && formatted.0.len() / 2 < args.limit;
    let flat = match rustc.filter(|_| may_be_flat) {
        Some(rustc) => pretty::flat(&formatted, &libraries, rustc)?,
        None => None,
    };
    // The small form is made of the one with all modules, which tell what takes the room.
    let (readable, start) = &formatted;
    let (flat, flat_start) = flat.as_ref().unwrap_or(&formatted);
    let (flat, flat_start) = seen.restore(flat, *flat_start);
    let headers: Vec<String> = forms
        .iter()
        .map(|&form| header::header(args, form, &carried))
        .collect();
    // From where on each form is small.
    let starts = forms.iter().zip(&headers).map(|(&form, header)| {
        let size = header.len() + flat.len();
        if form != Form::Readable {
            return Some(0);
        }
        if size > args.limit {
            tell(format_args!(
                "note: {size} bytes are above the limit of {}, so that library code gets the small form",
                args.limit
            ));
        }
        (size > args.limit).then_some(*start)
    });
    let small = |start: Option<usize>| {
        let Some(start) = start else { return Ok(None) };
        let mut small = minify::minify(readable, start, rustc)?;
        let (text, start) = seen.restore(&small.text, start);
        small.text = text;
        Ok(Some((small, start)))
    };
    // They wait for the compiler, each for itself.
    let smalls: Vec<Result<Option<(Small, usize)>>> = thread::scope(|scope| {
        let threads: Vec<_> = starts
            .map(|start| deep_thread(scope, move || small(start)))
            .collect();
        threads.into_iter().map(joined).collect()
    });
    let made = forms.iter().zip(headers.into_iter().zip(smalls));
    let made = made.map(|(&form, (header, small))| {
        let small = small?;
        let (body, kept, own) = match &small {
            Some((small, start)) => (&small.text, small.kept.as_ref(), *start),
            None => (&flat, None, flat_start),
        };
        let whole = |body: &str| header.clone() + body.trim_end() + "\n";
        let mut text = whole(body);
        if form == Form::Readable {
            let commented = whole(&comments::restore(body, own, &parts[0].source.files));
            if commented.len() <= args.limit || text.len() > args.limit {
                text = commented;
            }
        }
        let too_large = (text.len() > args.limit).then(|| {
            let report = Room::of(readable, body, kept, text.len()).report(&parts);
            report.trim_end().to_owned()
        });
        Ok(Made { text, too_large })
    });
    made.collect()
}

/// # Errors
/// If the compiler does not take the file.
fn verify(text: &str, rustc: &Rustc) -> Result<()> {
    let messages = rustc.check(text)?.messages;
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
        other => other.map_err(|e| Error::usage(format!("standard output: {e}"))),
    }
}
