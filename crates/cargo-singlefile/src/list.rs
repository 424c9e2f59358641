//! What there is to bundle, for people who do not know the name, or not quite.

use std::fmt::Write;
use std::path::Path;

use cargo_metadata::{Metadata, MetadataCommand, Package, Target};

use crate::args::{Args, Wanted};
use crate::error::{Error, Result};
use crate::graph::ask_cargo;

/// The binaries and examples of a workspace, by package, each as the command that bundles it.
///
/// # Errors
/// If cargo finds no workspace, or the workspace has no such package.
pub(crate) fn list(manifest_path: Option<&Path>, package: Option<&str>) -> Result<String> {
    let mut command = MetadataCommand::new();
    if let Some(path) = manifest_path {
        command.manifest_path(path);
    }
    let metadata = ask_cargo(command.no_deps())?;
    let all: Vec<(&Package, &Target)> = targets(&metadata).collect();
    let mut text = String::new();
    for (at, (of, target)) in all.iter().enumerate() {
        if package.is_some_and(|package| package != of.name) {
            continue;
        }
        if at == 0 || all[at - 1].0.name != of.name || text.is_empty() {
            let _ = writeln!(text, "{}", of.name);
        }
        let _ = write!(text, "    cargo singlefile");
        if let Some(path) = manifest_path {
            let _ = write!(text, " --manifest-path {}", path.display());
        }
        let same = |(_, other): &&(&Package, &Target)| {
            other.name == target.name && other.is_bin() == target.is_bin()
        };
        if all.iter().filter(same).count() > 1 {
            let _ = write!(text, " --package {}", of.name);
        }
        if !target.required_features.is_empty() {
            let _ = write!(text, " --features {}", target.required_features.join(","));
        }
        let example = if target.is_bin() { "" } else { " --example" };
        let _ = writeln!(text, "{example} {}", target.name);
    }
    match package {
        Some(package) if text.is_empty() => Err(unknown_package(&metadata, package)),
        _ if text.is_empty() => Ok("no binary and no example in this workspace\n".to_owned()),
        _ => Ok(text),
    }
}

/// All binaries and examples, by package.
pub(crate) fn targets(metadata: &Metadata) -> impl Iterator<Item = (&Package, &Target)> {
    let mut packages = metadata.workspace_packages();
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    packages.into_iter().flat_map(|package| {
        let kinds = [Target::is_bin, Target::is_example];
        kinds.into_iter().flat_map(move |is_of_kind| {
            let targets = package.targets.iter();
            targets
                .filter(move |target| is_of_kind(target))
                .map(move |target| (package, target))
        })
    })
}

/// Why a target is not found, and which one may have been meant.
pub(crate) fn unknown(metadata: &Metadata, args: &Args) -> Error {
    if let Some(name) = &args.package {
        if !metadata
            .workspace_packages()
            .iter()
            .any(|p| p.name == *name)
        {
            return unknown_package(metadata, name);
        }
    }
    let (kind, name) = (args.wanted.kind(), args.wanted.name());
    let is_bin = matches!(args.wanted, Wanted::Bin(_));
    let (mut names, mut others) = (Vec::new(), Vec::new());
    for (_, target) in targets(metadata).filter(|(package, _)| args.may_be_in(package)) {
        let of_kind = target.is_bin() == is_bin;
        if of_kind { &mut names } else { &mut others }.push(target.name.as_str());
    }
    let mut message = format!("no {kind} named `{name}` in this workspace");
    if others.contains(&name) {
        message += if is_bin {
            "; it is an example: --example"
        } else {
            "; it is a binary: --bin"
        };
        return Error::usage(format!("{message} {name}"));
    }
    Error::usage(message + &meant(name, names))
}

fn unknown_package(metadata: &Metadata, name: &str) -> Error {
    let packages = metadata.workspace_packages();
    let names = packages.iter().map(|package| package.name.as_str());
    let message = format!("no package named `{name}` in this workspace");
    Error::usage(message + &meant(name, names.collect()))
}

/// The names that there are, those in front that look like this one.
fn meant(name: &str, mut names: Vec<&str>) -> String {
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return "; there is none".to_owned();
    }
    let plain = |name: &str| name.to_lowercase().replace('-', "_");
    let wanted = plain(name);
    let likeness = |other: &str| {
        let other = plain(other);
        let part = wanted.len() > 2 && other.contains(&wanted);
        strsim::jaro_winkler(&wanted, &other) + f64::from(u8::from(part))
    };
    let mut near: Vec<(f64, &str)> = names.iter().map(|name| (likeness(name), *name)).collect();
    near.retain(|(likeness, _)| *likeness > 0.8);
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let near: Vec<&str> = near.iter().take(3).map(|(_, name)| *name).collect();
    let all = names.join(", ");
    if near.is_empty() {
        format!("; there is {all}")
    } else {
        format!("; did you mean {}? There is {all}", near.join(" or "))
    }
}
