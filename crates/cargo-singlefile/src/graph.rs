//! What cargo knows: the binary, the crates it can name, their features and editions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::process::Command;

use cargo_metadata::{
    CargoOpt, DependencyKind, Message, Metadata, MetadataCommand, Node, Package, PackageId, Target,
};

use crate::args::{Args, Wanted};
use crate::cargo;
use crate::error::{Error, Result};
use crate::list;
use crate::stand_in;

/// One crate of the bundle-to-be. The binary itself is number 0.
#[derive(Clone, Debug)]
pub struct CrateInfo {
    /// What its paths start with elsewhere.
    pub name: String,
    /// The package that it is of, and its version, for the header of the bundle.
    pub package: String,
    /// See `package`.
    pub version: String,
    /// The file of its root module.
    pub root: PathBuf,
    /// The year of its edition.
    pub edition: u16,
    /// The features that are on.
    pub features: BTreeSet<String>,
    /// The `cfg`s that its build script has turned on: `name`, or `key="value"`.
    pub cfgs: BTreeSet<String>,
    /// What cargo and its build script tell the compiler for `env!`; `OUT_DIR` is where the files
    /// of the script are.
    pub env: BTreeMap<String, String>,
    /// The names under which this crate sees others, and their numbers.
    pub externs: BTreeMap<String, usize>,
    /// As in its manifest, for the header of the bundle.
    pub license: Option<String>,
    /// Whether it is of a registry: its macros are expanded, and stand-ins replace some crates.
    pub from_registry: bool,
    /// Why this crate cannot be carried in source form, if so.
    pub refusal: Option<String>,
    /// Whether it is a procedural macro.
    pub proc_macro: bool,
    /// What its manifest says of calls that need less room than others; see `room::Advice`.
    pub(crate) advice: serde_json::Value,
    /// The macros that read documentation; none is known while all of it is kept, which procedural
    /// macros may read.
    pub(crate) docs_for: Option<BTreeSet<String>>,
}

impl CrateInfo {
    /// A crate without features that uses no other.
    #[must_use]
    pub fn new(name: &str, root: PathBuf, edition: u16) -> CrateInfo {
        CrateInfo {
            name: name.to_owned(),
            package: name.to_owned(),
            version: "0.0.0".to_owned(),
            root,
            edition,
            features: BTreeSet::new(),
            cfgs: BTreeSet::new(),
            env: BTreeMap::new(),
            externs: BTreeMap::new(),
            license: None,
            from_registry: false,
            refusal: None,
            proc_macro: false,
            advice: serde_json::Value::Null,
            docs_for: None,
        }
    }

    /// What cargo tells the compiler while it compiles the crate, and its build script does.
    pub(crate) fn environment(&self) -> BTreeMap<&str, &str> {
        let known = self.env.iter().map(|(name, value)| (&**name, &**value));
        let own = [
            ("CARGO_PKG_NAME", &*self.package),
            ("CARGO_CRATE_NAME", &self.name),
            ("CARGO_PKG_VERSION", &self.version),
        ];
        known.chain(own).collect()
    }
}

/// The binary and everything below it.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) crates: Vec<CrateInfo>,
    /// Of the binary's package.
    pub(crate) manifest: PathBuf,
}

/// Why a crate with a build script is refused.
const SCRIPT: &str = "it has a build script";

/// Asks cargo for the package graph and picks the wanted target.
///
/// # Errors
///
/// If cargo fails, or if no target or several targets match.
pub(crate) fn read(args: &Args) -> Result<Graph> {
    let mut command = MetadataCommand::new();
    if let Some(path) = &args.manifest_path {
        command.manifest_path(path);
    }
    if args.no_default_features {
        command.features(CargoOpt::NoDefaultFeatures);
    }
    if args.all_features {
        command.features(CargoOpt::AllFeatures);
    }
    if !args.features.is_empty() {
        command.features(CargoOpt::SomeFeatures(args.features.clone()));
    }
    let metadata = ask_cargo(&command)?;
    let (package, target) = pick(&metadata, args)?;
    let features = features(args, package, target)?;
    Builder::new(&metadata, features)?.run(args, package, target)
}

/// What cargo answers; what it says is wrong comes without its `error:`, as ours stands before it.
pub(crate) fn ask_cargo(command: &MetadataCommand) -> Result<Metadata> {
    command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => {
            let said = stderr.trim();
            Error::new(said.strip_prefix("error: ").unwrap_or(said))
        }
        other => Error::new(format!("cargo metadata: {other}")),
    })
}

/// The features of packages by name and version.
type Features = HashMap<(String, String), BTreeSet<String>>;

fn key(package: &Package) -> (String, String) {
    (package.name.clone(), package.version.to_string())
}

/// What `cargo build --package` would turn on. `cargo metadata` knows only what the whole workspace
/// turns on together.
fn features(args: &Args, package: &Package, target: &Target) -> Result<Features> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let edges = if target.is_example() {
        "normal,dev"
    } else {
        "normal"
    };
    let mut command = Command::new(cargo);
    command
        .args([
            "tree",
            "--prefix",
            "none",
            "--no-dedupe",
            "--format",
            "{p}|{f}",
            "--edges",
            edges,
        ])
        .arg("--manifest-path")
        .arg(&package.manifest_path);
    args.choose_features(&mut command);
    let output = command
        .output()
        .map_err(|e| Error::new(format!("cargo tree: {e}")))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(Error::new(format!("cargo tree: {}", reason.trim())));
    }
    let mut features = Features::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let (package, list) = line.split_once('|').unwrap_or((line, ""));
        let mut words = package.split(' ');
        if let (Some(name), Some(version)) = (words.next(), words.next()) {
            let key = (name.to_owned(), version.trim_start_matches('v').to_owned());
            let list = list
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty());
            features
                .entry(key)
                .or_default()
                .extend(list.map(str::to_owned));
        }
    }
    Ok(features)
}

fn pick<'m>(metadata: &'m Metadata, args: &Args) -> Result<(&'m Package, &'m Target)> {
    let fits = |(package, target): &(&Package, &Target)| {
        let is_bin = matches!(args.wanted, Wanted::Bin(_));
        args.may_be_in(package) && target.is_bin() == is_bin && target.name == args.wanted.name()
    };
    let found: Vec<_> = list::targets(metadata).filter(fits).collect();
    // Of several, cargo takes that of the package in whose folder it runs.
    let here = metadata.root_package().map(|package| &package.id);
    let of_here = found.iter().find(|(package, _)| Some(&package.id) == here);
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(list::unknown(metadata, args)),
        several => of_here.copied().ok_or_else(|| {
            Error::usage(format!(
                "`{}` is in several packages: {}; choose one with --package",
                args.wanted.name(),
                several
                    .iter()
                    .map(|(p, _)| p.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            ))
        }),
    }
}

/// What cargo tells of a package beside its name and version; what it does not say is empty.
fn environment(package: &Package) -> BTreeMap<String, String> {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let version = &package.version;
    let all = [
        ("AUTHORS", package.authors.join(":")),
        ("DESCRIPTION", text(&package.description)),
        ("HOMEPAGE", text(&package.homepage)),
        ("LICENSE", text(&package.license)),
        ("REPOSITORY", text(&package.repository)),
        ("VERSION_MAJOR", version.major.to_string()),
        ("VERSION_MINOR", version.minor.to_string()),
        ("VERSION_PATCH", version.patch.to_string()),
        ("VERSION_PRE", version.pre.to_string()),
    ];
    let named = all.map(|(name, value)| (format!("CARGO_PKG_{name}"), value));
    named.into()
}

/// What cargo sets to 1 for the package that it is asked to build.
const PRIMARY: &str = "CARGO_PRIMARY_PACKAGE";

struct Builder<'m> {
    packages: HashMap<&'m PackageId, &'m Package>,
    nodes: HashMap<&'m PackageId, &'m Node>,
    libs: HashMap<&'m PackageId, usize>,
    features: Features,
    crates: Vec<CrateInfo>,
}

impl<'m> Builder<'m> {
    fn new(metadata: &'m Metadata, features: Features) -> Result<Self> {
        let resolve = metadata
            .resolve
            .as_ref()
            .ok_or_else(|| Error::new("cargo metadata answered without a resolved graph"))?;
        Ok(Builder {
            packages: metadata.packages.iter().map(|p| (&p.id, p)).collect(),
            nodes: resolve.nodes.iter().map(|n| (&n.id, n)).collect(),
            libs: HashMap::new(),
            features,
            crates: Vec::new(),
        })
    }

    fn run(mut self, args: &Args, package: &'m Package, target: &'m Target) -> Result<Graph> {
        let mut binary = self.info(package, target);
        let name = target.name.clone();
        binary.env.insert("CARGO_BIN_NAME".to_owned(), name);
        self.crates.push(binary);
        let mut externs = self.externs(&package.id, target.is_example())?;
        if let Some(lib) = library(package) {
            let index = self.library(package, lib)?;
            externs.insert(extern_name(&lib.name), index);
            self.crates[index]
                .env
                .insert(PRIMARY.to_owned(), "1".to_owned());
        }
        self.crates[0]
            .env
            .insert(PRIMARY.to_owned(), "1".to_owned());
        self.crates[0].externs = externs;
        self.probe(args, package);
        let binary = &self.crates[0];
        if let Some(reason) = &binary.refusal {
            return Err(Error::new(format!(
                "crate `{}` {} cannot be carried: {reason}\n\
                 help: put what the script makes into the sources, and the script away",
                binary.package, binary.version
            )));
        }
        Ok(Graph {
            crates: self.crates,
            manifest: package.manifest_path.clone().into(),
        })
    }

    /// Takes over what build scripts have found out and made, which cargo has to run. Those that
    /// link stay refused.
    fn probe(&mut self, args: &Args, package: &Package) {
        let scripted = |info: &CrateInfo| info.refusal.as_deref() == Some(SCRIPT);
        if !self.crates.iter().any(scripted) {
            return;
        }
        let messages = match cargo::build(args, package.manifest_path.as_std_path(), &["check"]) {
            Ok(messages) => messages,
            Err(error) => {
                for info in self.crates.iter_mut().filter(|info| scripted(info)) {
                    info.refusal = Some(format!("{SCRIPT}, and {error}"));
                }
                return;
            }
        };
        for message in messages {
            let Message::BuildScriptExecuted(script) = message else {
                continue;
            };
            // That of the program is its library's, too.
            let of_program = (script.package_id == package.id).then_some(0);
            let of_library = self.libs.get(&script.package_id).copied();
            for index in of_program.into_iter().chain(of_library) {
                let info = &mut self.crates[index];
                let links = !script.linked_libs.is_empty() || !script.linked_paths.is_empty();
                if links && stand_in::lacks(info).is_some() {
                    info.refusal = None;
                } else if links {
                    info.refusal = Some(format!("{SCRIPT} that links native libraries"));
                } else if scripted(info) {
                    info.refusal = None;
                    info.cfgs.extend(script.cfgs.iter().cloned());
                    info.env.extend(script.env.iter().cloned());
                    let folder = script.out_dir.clone().into_string();
                    info.env.insert("OUT_DIR".to_owned(), folder);
                }
            }
        }
    }

    fn info(&self, package: &Package, target: &Target) -> CrateInfo {
        let features = self
            .features
            .get(&key(package))
            .cloned()
            .unwrap_or_default();
        let proc_macro = target.kind.iter().any(|kind| kind == "proc-macro");
        let builds = package.targets.iter().any(Target::is_custom_build);
        // `links` says nothing more: it wants a script, and there may be no library behind the
        // name.
        let refusal = builds.then(|| SCRIPT.to_owned());
        let edition = target.edition.as_str().parse().unwrap_or(2021);
        let root = target.src_path.clone().into();
        CrateInfo {
            package: package.name.clone(),
            version: package.version.to_string(),
            features,
            license: package.license.clone(),
            env: environment(package),
            from_registry: package.source.is_some(),
            refusal,
            proc_macro,
            advice: package.metadata["singlefile"]["advice"].clone(),
            ..CrateInfo::new(&extern_name(&target.name), root, edition)
        }
    }

    fn externs(&mut self, id: &PackageId, with_dev: bool) -> Result<BTreeMap<String, usize>> {
        let mut externs = BTreeMap::new();
        let node = self.nodes[id];
        for dep in &node.deps {
            let wanted = dep.dep_kinds.iter().any(|k| {
                k.kind == DependencyKind::Normal
                    || (with_dev && k.kind == DependencyKind::Development)
            });
            let package = self.packages[&dep.pkg];
            // The graph of the workspace has dependencies that this package alone would not turn
            // on.
            let wanted = wanted && self.features.contains_key(&key(package));
            if let (true, Some(lib)) = (wanted, library(package)) {
                let index = self.library(package, lib)?;
                externs.insert(dep.name.clone(), index);
            }
        }
        Ok(externs)
    }

    fn library(&mut self, package: &'m Package, lib: &'m Target) -> Result<usize> {
        if let Some(index) = self.libs.get(&package.id) {
            return Ok(*index);
        }
        let index = self.crates.len();
        self.libs.insert(&package.id, index);
        let info = self.info(package, lib);
        let below = !info.proc_macro;
        self.crates.push(info);
        if below {
            let externs = self.externs(&package.id, false)?;
            self.crates[index].externs = externs;
        }
        Ok(index)
    }
}

fn library(package: &Package) -> Option<&Target> {
    const KINDS: [&str; 6] = ["lib", "rlib", "dylib", "cdylib", "staticlib", "proc-macro"];
    package.targets.iter().find(|target| {
        target
            .kind
            .iter()
            .any(|kind| KINDS.contains(&kind.as_str()))
    })
}

fn extern_name(target: &str) -> String {
    target.replace('-', "_")
}
