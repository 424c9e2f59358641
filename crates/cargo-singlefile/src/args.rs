//! The command line.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::process;
use std::time::Duration;

use cargo_metadata::Package;

use crate::error::{Error, Result};

pub(crate) const HELP: &str = "\
Puts a binary and the code it uses, from all its crates, into one source file.

Usage: cargo singlefile [OPTIONS] NAME [--check INPUT...]
       cargo singlefile test [OPTIONS] [NAME]
       cargo singlefile                 lists what there is to bundle

  test                    bundle the only binary of the package, or NAME, and check it on each samples/*.in beside its
                          Cargo.toml: what it prints must be samples/*.ans (or .out) too, if there is such a file. The
                          file is written only if -o says where to
  NAME, --bin NAME        the binary to bundle
  --example NAME          an example instead
  -o, --output FILE       write to FILE, not to standard output
  --minify                squeeze blanks and shorten names
  --terse                 as --minify, and without what no judge reads: the messages of panics, and what goes to
                          standard error
  --minified FILE         write that form to FILE too: both take hardly longer than one
  --limit BYTES           the size above which library code is minified anyway, and nothing is written if that is not
                          enough (default: 65536, which several judges have)
  --allow-large           write the file whatever its size
  --check [INPUT...]      build the binary (cargo, release) and its bundle (rustc -O), run both on each INPUT, and
                          compare what they print and their exit codes; `-` is standard input, no INPUT at all is
                          one empty input. Nothing is written if they differ
  --timeout SECONDS       the longest that a program may take on an INPUT of --check (default: 60)
  --edition YEAR          edition of the file (default: that of the binary)
  --manifest-path PATH    Cargo.toml of the workspace
  -p, --package NAME      package of the binary, if several have one of that name
  -F, --features LIST     as for cargo; also --all-features, --no-default-features
  --no-rustc              do not ask rustc what else is unused
  --no-stand-ins          carry the real smallvec, bitflags and stacker
  -h, --help  -V, --version

rustc is looked for in $RUSTC, then in $PATH. It has taken every file that is written; without it there is a warning, or
with --check an error.

Exit codes: 0 done; 1 no file, because something cannot be carried or compiled, or --check has found a difference;
2 the command line makes no sense, an INPUT cannot be read, or the file cannot be written; 3 the file is above the limit.
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
    pub(crate) terse: bool,
    /// Where the minified form goes beside the readable one.
    pub(crate) minified: Option<PathBuf>,
    pub(crate) limit: usize,
    pub(crate) allow_large: bool,
    /// What to compare the bundle with the original on, if it is asked for.
    pub(crate) check: Option<Vec<Input>>,
    /// Whether the inputs of the check are samples, whose answers are known.
    pub(crate) samples: bool,
    pub(crate) timeout: Duration,
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
            terse: false,
            minified: None,
            limit: 64 * 1024,
            allow_large: false,
            check: None,
            samples: false,
            timeout: Duration::from_secs(60),
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

impl Args {
    /// Whether the target may be one of this package.
    pub(crate) fn may_be_in(&self, package: &Package) -> bool {
        let wanted = self.package.as_ref();
        wanted.is_none_or(|name| *name == package.name)
    }

    /// Tells a cargo command which features are asked for.
    pub(crate) fn choose_features(&self, command: &mut process::Command) {
        if self.no_default_features {
            command.arg("--no-default-features");
        }
        if self.all_features {
            command.arg("--all-features");
        }
        if !self.features.is_empty() {
            command.arg("--features").arg(self.features.join(","));
        }
    }
}

/// What a program finds on its standard input.
#[derive(Debug, Clone)]
pub(crate) enum Input {
    Nothing,
    /// What there is on our own.
    Stdin,
    File(PathBuf),
}

impl Input {
    fn new(argument: OsString) -> Input {
        if argument == "-" {
            Input::Stdin
        } else {
            Input::File(argument.into())
        }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Nothing => f.write_str("no input"),
            Input::Stdin => f.write_str("standard input"),
            Input::File(path) => path.display().fmt(f),
        }
    }
}

#[derive(Debug)]
pub(crate) enum Command {
    Bundle(Args),
    /// Without a name: which names there are.
    List {
        manifest_path: Option<PathBuf>,
        package: Option<String>,
    },
    Help,
    Version,
}

/// Reads the arguments after the program's name. Cargo passes the name of the subcommand first; it
/// is skipped. (A binary of that name is `--bin singlefile` to a program that is called without
/// cargo.)
///
/// # Errors
/// On an unknown option, a missing name, or two names.
pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command> {
    let mut raw: Vec<_> = args.into_iter().collect();
    if raw.first().is_some_and(|first| first == "singlefile") {
        raw.remove(0);
    }
    let samples = raw.first().is_some_and(|first| first == "test");
    if samples {
        raw.remove(0);
    }
    parse_options(lexopt::Parser::from_args(raw), samples)
        .map_err(|error| Error::usage(format!("{error}; see --help")))
}

fn parse_options(
    mut parser: lexopt::Parser,
    samples: bool,
) -> std::result::Result<Command, lexopt::Error> {
    use lexopt::prelude::*;

    let mut wanted = None;
    // Whether there is an option that means nothing without a name.
    let mut is_about_one = false;
    let mut args = Args::of(Wanted::Bin(String::new()));
    while let Some(arg) = parser.next()? {
        let target = match arg {
            Short('h') | Long("help") => return Ok(Command::Help),
            Short('V') | Long("version") => return Ok(Command::Version),
            Value(name) => Wanted::Bin(name.string()?),
            Long("bin") => Wanted::Bin(parser.value()?.string()?),
            Long("example") => Wanted::Example(parser.value()?.string()?),
            _ => {
                is_about_one |= !matches!(arg, Short('p') | Long("package" | "manifest-path"));
                match arg {
                    Short('o') | Long("output") => args.output = Some(parser.value()?.into()),
                    Long("minify") => args.minify = true,
                    Long("terse") => args.terse = true,
                    Long("minified") => args.minified = Some(parser.value()?.into()),
                    Long("limit") => args.limit = parser.value()?.parse()?,
                    Long("allow-large") => args.allow_large = true,
                    Long("check") => {
                        let inputs = inputs(&mut parser);
                        args.check.get_or_insert_with(Vec::new).extend(inputs);
                    }
                    Long("timeout") => args.timeout = timeout(&parser.value()?.string()?)?,
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
    if (args.minify || args.terse) && args.minified.is_some() {
        let message = "one of --minify or --terse, the only form, and --minified, a second one";
        return Err(message.into());
    }
    if args.terse && !args.rustc {
        return Err("--terse needs rustc, and --no-rustc forbids it".into());
    }
    if samples {
        if args.check.is_some() || !args.rustc || matches!(wanted, Some(Wanted::Example(_))) {
            let message = "`test` goes with none of --check, --no-rustc and --example";
            return Err(message.into());
        }
        args.samples = true;
        args.wanted = wanted.unwrap_or(args.wanted);
        return Ok(Command::Bundle(args));
    }
    if args.check.is_some() && !args.rustc {
        return Err("--check needs rustc, and --no-rustc forbids it".into());
    }
    match wanted {
        Some(wanted) => args.wanted = wanted,
        None if !is_about_one => {
            return Ok(Command::List {
                manifest_path: args.manifest_path,
                package: args.package,
            })
        }
        None if args.check.is_some_and(|inputs| !inputs.is_empty()) => {
            let message = "which binary? What follows --check is its input: name the binary before";
            return Err(message.into());
        }
        None => return Err("which binary? `cargo singlefile` alone lists them".into()),
    }
    if let Some(inputs) = args.check.as_mut().filter(|inputs| inputs.is_empty()) {
        inputs.push(Input::Nothing);
    }
    Ok(Command::Bundle(args))
}

/// What stands behind `--check`, up to the next option.
fn inputs(parser: &mut lexopt::Parser) -> Vec<Input> {
    match parser.values() {
        Ok(values) => values.map(Input::new).collect(),
        Err(_) => Vec::new(),
    }
}

fn timeout(seconds: &str) -> std::result::Result<Duration, lexopt::Error> {
    match seconds.parse() {
        Ok(seconds) if seconds > 0 => Ok(Duration::from_secs(seconds)),
        _ => Err(format!("timeout `{seconds}`: expected a number of seconds from 1 on").into()),
    }
}

fn edition(year: &str) -> std::result::Result<u16, lexopt::Error> {
    match year {
        "2018" => Ok(2018),
        "2021" => Ok(2021),
        "2024" => Ok(2024),
        _ => Err(format!("edition `{year}`: expected 2018, 2021 or 2024").into()),
    }
}
