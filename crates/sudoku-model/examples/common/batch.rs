//! What the examples share that solve many puzzles: options, times, and statistics.

use sudoku_model::{Backend, Model};

/// The backend with a name.
pub(crate) fn backend(name: &str) -> Result<Backend, String> {
    let mut backends = Backend::ALL.iter().chain([&Backend::AUTO]);
    let backend = backends.find(|backend| backend.name() == name);
    backend
        .copied()
        .ok_or_else(|| format!("no backend {name:?}: there are {}", backends_by_name()))
}

/// Whether the backend takes the board.
pub(crate) fn check_fits(backend: Backend, model: &Model) -> Result<(), String> {
    if backend.fits(model) {
        return Ok(());
    }
    Err(format!("backend {} is not for this board", backend.name()))
}

fn backends_by_name() -> String {
    let backends = [Backend::AUTO].into_iter().chain(Backend::ALL.to_vec());
    let names: Vec<&str> = backends.map(|backend| backend.name()).collect();
    names.join(", ")
}

/// Numbers, one a puzzle, in rising order.
pub(crate) struct Distribution(Vec<f64>);

impl Distribution {
    /// Of at least one number.
    pub(crate) fn new(mut numbers: Vec<f64>) -> Distribution {
        numbers.sort_by(f64::total_cmp);
        Distribution(numbers)
    }

    /// The smallest number that so many percent of the others do not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        self.0[(self.0.len() * percent + 99) / 100 - 1]
    }

    pub(crate) fn sum(&self) -> f64 {
        self.0.iter().sum()
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum() / self.0.len() as f64
    }
}
