//! Directories that appear with everything in them or not at all.

use crate::Failure;
use exactcover::proof::Sink;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// A directory beside the one to be made, which takes its place when everything is in it, and is
/// gone otherwise.
#[derive(Debug)]
pub struct Staging<'a> {
    target: &'a Path,
    path: PathBuf,
}

impl<'a> Staging<'a> {
    /// Makes the directory beside `target`, which `option` has named.
    ///
    /// # Errors
    /// If `target` is there and not empty, or cannot be made.
    pub fn new(option: &str, target: &'a Path) -> Result<Self, Failure> {
        let shown = target.display();
        let name = target.file_name().ok_or_else(|| {
            Failure::Usage(format!(
                "{option}: expected a directory to be made, found \"{shown}\""
            ))
        })?;
        match fs::read_dir(target).map(|mut entries| entries.next().is_none()) {
            Ok(true) => {}
            Ok(false) => {
                let message = format!("{option}: \"{shown}\" is there and not empty");
                return Err(Failure::Usage(message));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::File(target.into(), error)),
        }
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}", std::process::id()));
        let path = target.with_file_name(hidden);
        match fs::create_dir(&path) {
            Ok(()) => Ok(Staging { target, path }),
            Err(error) => Err(Failure::File(target.into(), error)),
        }
    }

    /// What went wrong with a file, by the name that it would have got.
    #[must_use]
    pub fn failure(&self, name: &str, error: io::Error) -> Failure {
        Failure::File(self.target.join(name), error)
    }

    /// Begins a file; `name` may have directories, which are made.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create(&self, name: &str) -> Result<BufWriter<File>, Failure> {
        let path = self.path.join(name);
        let directory = path.parent().expect("the staging directory is above it");
        match fs::create_dir_all(directory).and_then(|()| File::create(&path)) {
            Ok(file) => Ok(BufWriter::new(file)),
            Err(error) => Err(self.failure(name, error)),
        }
    }

    /// Makes a file with the text that `write` writes.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn fill<T>(
        &self,
        name: &str,
        write: impl FnOnce(&mut Sink<BufWriter<File>>) -> Result<T, std::fmt::Error>,
    ) -> Result<T, Failure> {
        let mut sink = Sink::new(self.create(name)?);
        let result = write(&mut sink);
        let finished = sink.finish().map_err(|error| self.failure(name, error));
        finished.map(|_| result.unwrap_or_else(|_| unreachable!("the file took everything")))
    }

    /// Moves it to the target.
    ///
    /// # Errors
    /// If it cannot be moved.
    pub fn publish(self) -> Result<(), Failure> {
        // It is empty, if it is there.
        let _ = fs::remove_dir(self.target);
        fs::rename(&self.path, self.target)
            .map_err(|error| Failure::File(self.target.into(), error))
    }
}

impl Drop for Staging<'_> {
    fn drop(&mut self) {
        // After `publish`, nothing is there any more.
        let _ = fs::remove_dir_all(&self.path);
    }
}
