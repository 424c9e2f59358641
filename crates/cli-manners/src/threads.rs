//! Pools of threads.

use crate::Failure;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::thread;

/// As many threads more than processor cores are taken as given; still more are a mistake, for
/// which the system may run out of something else.
const SPARE_THREADS: usize = 64;

/// Starts so many threads, none if there is no number.
///
/// # Errors
/// If these are many more than processor cores, or the system refuses.
pub fn pool(threads: Option<usize>) -> Result<Option<ThreadPool>, Failure> {
    threads.map(start).transpose()
}

fn start(threads: usize) -> Result<ThreadPool, Failure> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let most = cores + SPARE_THREADS;
    if threads > most {
        return Err(Failure::Usage(format!(
            "--threads: expected at most {most}, {SPARE_THREADS} more than processor cores, found \"{threads}\""
        )));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::Usage(format!("cannot start {threads} threads: {error}")))
}
