//! Finds the contest programs: a module for each file of `bins/src/bin` that stands on our crates,
//! and the list of them, each with the function of `src/judges.rs` that has its name.

use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bins/src/bin");
    println!("cargo:rerun-if-changed={}", folder.display());
    let sources = fs::read_dir(&folder).expect("the folder of the contest programs");
    let mut sources: Vec<_> = sources
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("judge_io")))
        .collect();
    sources.sort();
    let (mut modules, mut list) = (String::new(), String::new());
    for source in sources {
        let name = source
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("a name");
        modules += &format!("#[path = {source:?}]\nmod {name};\n");
        let judge = format!("crate::judges::{name}), // a function to be written in src/judges.rs");
        list += &format!("    ({name:?}, {name}::solve, {judge}\n");
    }
    let list = format!("pub(crate) const ALL: &[(&str, Solve, Judge)] = &[\n{list}];\n");
    let target = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("programs.rs");
    fs::write(target, modules + &list).expect("the list can be written");
}
