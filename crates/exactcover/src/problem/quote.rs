//! Names and lines of others in messages.

use core::fmt;

/// A name or a line in quotes, for a message: control characters are escaped, and of more than 64
/// characters it shows the first ones and how many there are.
///
/// ```
/// use exactcover::format::quote;
/// assert_eq!(quote("a\tb").to_string(), r#""a\tb""#);
/// let long = "ab".repeat(500_000);
/// assert_eq!(quote(&long).to_string(), format!("{:?}... (1000000 characters)", "ab".repeat(32)));
/// ```
#[must_use]
pub fn quote(text: &str) -> impl fmt::Display + '_ {
    Quoted(text)
}

struct Quoted<'t>(&'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(64) {
            None => write!(f, "{:?}", self.0),
            Some((end, _)) => {
                let count = self.0.chars().count();
                write!(f, "{:?}... ({count} characters)", &self.0[..end])
            }
        }
    }
}
