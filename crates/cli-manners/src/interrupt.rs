//! Ctrl-C and SIGTERM: the search stops and tells what it knows.
//!
//! SIGHUP is left alone: `nohup` ignores it, which catching it would undo.

use crate::Verdict;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Arc;

/// What a signal leaves behind.
#[derive(Debug, Default)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
    /// The number of the first signal.
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Catches the signals from now on, but for a second one, which ends the program at once.
    #[must_use]
    pub fn catch() -> Interrupt {
        let interrupt = Interrupt::default();
        for signal in [SIGINT, SIGTERM] {
            // Where a signal cannot be caught, the first ends the program.
            let _ = interrupt.register(signal);
        }
        interrupt
    }

    fn register(&self, signal: i32) -> io::Result<()> {
        // They are done in this order.
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&self.raised))?;
        flag::register_usize(signal, Arc::clone(&self.signal), signal as usize)?;
        flag::register(signal, Arc::clone(&self.raised))?;
        Ok(())
    }

    /// Whether a signal came.
    #[must_use]
    pub fn raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// What a signal raises.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }

    /// How the program ends when a signal has stopped the search.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        Verdict::Interrupted(self.signal.load(Ordering::Relaxed) as u8)
    }
}
