//! Files as a place for text.

use core::fmt;
use std::io::{self, Write};

/// Text for a writer of bytes, such as a file, with its errors kept for later. Give it a writer
/// that has a buffer.
///
/// ```
/// use exactcover::proof::Sink;
/// use std::fmt::Write;
/// let mut sink = Sink::new(Vec::new());
/// write!(sink, "{} bytes", 7)?;
/// assert_eq!(sink.finish()?, b"7 bytes");
///
/// // What can be written into is full after five bytes.
/// let mut buffer = [0; 5];
/// let mut sink = Sink::new(&mut buffer[..]);
/// assert!(sink.write_str("seven bytes").is_err());
/// assert!(sink.finish().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sink<W> {
    writer: W,
    result: io::Result<()>,
}

impl<W: Write> Sink<W> {
    /// Text for this writer.
    pub fn new(writer: W) -> Self {
        Sink {
            writer,
            result: Ok(()),
        }
    }

    /// The writer, with everything in it.
    ///
    /// # Errors
    /// The first error that the writer had.
    pub fn finish(mut self) -> io::Result<W> {
        self.result?;
        self.writer.flush()?;
        Ok(self.writer)
    }
}

impl<W: Write> fmt::Write for Sink<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.result.is_ok() {
            self.result = self.writer.write_all(text.as_bytes());
        }
        self.result.as_ref().map_or(Err(fmt::Error), |()| Ok(()))
    }
}
