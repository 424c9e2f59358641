//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::error::{Error, Result};

pub(crate) const HELP: &str = "\
Puts a binary and the code it uses, from all its crates, into one source file.

Usage: cargo onefile [OPTIONS] NAME

  NAME, --bin NAME        the binary to bundle
  --example NAME          an example instead
  -o, --output FILE       write to FILE, not to standard output
  --minify                squeeze blanks and shorten names
  --limit BYTES           the size above which library code is minified anyway (default: 65536, which several judges have)
  --check                 fail if rustc is missing or does not take the file
  --edition YEAR          edition of the file (default: that of the binary)
  --manifest-path PATH    Cargo.toml of the workspace
  -p, --package NAME      package of the binary, if several have one of that name
  -F, --features LIST     as for cargo; also --all-features, --no-default-features
  --no-rustc              do not ask rustc what else is unused
  --no-stand-ins          carry the real smallvec and bitflags
  -h, --help  -V, --version

rustc is looked for in $RUSTC, then in $PATH.
";

/// The target to bundle.
#[derive(Debug, Clone)]
pub(crate) enum Wanted {
    Bin(String),
    Example(String),
}

impl Wanted {
    pub(crate) fn name(&self) -> &str {
        match self {
            Wanted::Bin(name) | Wanted::Example(name) => name,
        }
    }

    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Wanted::Bin(_) => "binary",
            Wanted::Example(_) => "example",
        }
    }
}

#[derive(Debug)]
pub(crate) struct Args {
    pub(crate) wanted: Wanted,
    pub(crate) output: Option<PathBuf>,
    pub(crate) minify: bool,
    pub(crate) limit: usize,
    pub(crate) check: bool,
    pub(crate) edition: Option<u16>,
    pub(crate) manifest_path: Option<PathBuf>,
    pub(crate) package: Option<String>,
    pub(crate) features: Vec<String>,
    pub(crate) all_features: bool,
    pub(crate) no_default_features: bool,
    pub(crate) rustc: bool,
    pub(crate) stand_ins: bool,
}

impl Args {
    /// What is meant if nothing but the target is named.
    pub(crate) fn of(wanted: Wanted) -> Args {
        Args {
            wanted,
            output: None,
            minify: false,
            limit: 64 * 1024,
            check: false,
            edition: None,
            manifest_path: None,
            package: None,
            features: Vec::new(),
            all_features: false,
            no_default_features: false,
            rustc: true,
            stand_ins: true,
        }
    }
}

#[derive(Debug)]
pub(crate) enum Command {
    Bundle(Args),
    Help,
    Version,
}

/// Reads the arguments after the program's name. Cargo passes the name of the subcommand first; it is skipped, unless
/// nothing follows (a binary may be called `onefile`).
///
/// # Errors
/// On an unknown option, a missing name, or two names.
pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command> {
    let mut raw: Vec<_> = args.into_iter().collect();
    if raw.len() > 1 && raw[0] == "onefile" {
        raw.remove(0);
    }
    parse_options(lexopt::Parser::from_args(raw))
        .map_err(|error| Error::new(format!("{error}; see --help")))
}

fn parse_options(mut parser: lexopt::Parser) -> std::result::Result<Command, lexopt::Error> {
    use lexopt::prelude::*;

    let mut wanted = None;
    let mut args = Args::of(Wanted::Bin(String::new()));
    while let Some(arg) = parser.next()? {
        let target = match arg {
            Short('h') | Long("help") => return Ok(Command::Help),
            Short('V') | Long("version") => return Ok(Command::Version),
            Value(name) => Wanted::Bin(name.string()?),
            Long("bin") => Wanted::Bin(parser.value()?.string()?),
            Long("example") => Wanted::Example(parser.value()?.string()?),
            _ => {
                match arg {
                    Short('o') | Long("output") => args.output = Some(parser.value()?.into()),
                    Long("minify") => args.minify = true,
                    Long("limit") => args.limit = parser.value()?.parse()?,
                    Long("check") => args.check = true,
                    Long("edition") => args.edition = Some(edition(&parser.value()?.string()?)?),
                    Long("manifest-path") => args.manifest_path = Some(parser.value()?.into()),
                    Short('p') | Long("package") => args.package = Some(parser.value()?.string()?),
                    Short('F') | Long("features") => {
                        let list = parser.value()?.string()?;
                        let names = list.split([',', ' ']).filter(|name| !name.is_empty());
                        args.features.extend(names.map(str::to_owned));
                    }
                    Long("all-features") => args.all_features = true,
                    Long("no-default-features") => args.no_default_features = true,
                    Long("no-rustc") => args.rustc = false,
                    Long("no-stand-ins") => args.stand_ins = false,
                    other => return Err(other.unexpected()),
                }
                continue;
            }
        };
        if wanted.replace(target).is_some() {
            return Err("one binary at a time".into());
        }
    }
    if args.check && !args.rustc {
        return Err("--check needs rustc, and --no-rustc forbids it".into());
    }
    args.wanted = wanted.ok_or("which binary?")?;
    Ok(Command::Bundle(args))
}

fn edition(year: &str) -> std::result::Result<u16, lexopt::Error> {
    match year {
        "2018" => Ok(2018),
        "2021" => Ok(2021),
        "2024" => Ok(2024),
        _ => Err(format!("edition `{year}`: expected 2018, 2021 or 2024").into()),
    }
}
