//! Just enough JSON to write flat objects, one a line.

use std::fmt::{self, Display};

/// An object to which fields are added one after the other.
#[derive(Clone, Default, Debug)]
pub struct Object(String);

impl Object {
    /// One without fields.
    #[must_use]
    pub fn new() -> Self {
        Object(String::new())
    }

    /// Adds a field whose value is JSON already: a number, `true`, an array, another object.
    #[must_use]
    pub fn raw(mut self, name: &str, value: impl Display) -> Self {
        let separator = if self.0.is_empty() { "" } else { "," };
        self.0 += &format!("{separator}{}:{value}", Quoted(name));
        self
    }

    /// Adds a field with a string.
    #[must_use]
    pub fn text(self, name: &str, value: &str) -> Self {
        self.raw(name, Quoted(value))
    }

    /// Adds a field with a string or `null`.
    #[must_use]
    pub fn text_or_null(self, name: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.text(name, value),
            None => self.raw(name, "null"),
        }
    }
}

impl Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

/// An array of these values, which are JSON already.
#[must_use]
pub fn array(values: impl IntoIterator<Item = impl Display>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("[{}]", values.join(","))
}

/// A string in quotes, with what JSON wants escaped.
#[derive(Debug)]
pub struct Quoted<'t>(pub &'t str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for letter in self.0.chars() {
            match letter {
                '"' | '\\' => write!(f, "\\{letter}")?,
                '\0'..='\x1f' => write!(f, "\\u{:04x}", u32::from(letter))?,
                _ => write!(f, "{letter}")?,
            }
        }
        f.write_str("\"")
    }
}

#[cfg(test)]
mod tests {
    use super::{array, Object, Quoted};

    #[test]
    fn any_text_can_be_read_back() {
        let text = "a\"b\\c\td\u{0}e\u{1f}f/é\u{2028}\u{1F600}\u{7f}";
        let object = Object::new()
            .text("text \"name\"", text)
            .raw("list", array(["x", text].map(Quoted)))
            .text_or_null("nothing", None);
        let read: serde_json::Value = serde_json::from_str(&object.to_string()).unwrap();
        assert_eq!(
            read,
            serde_json::json!({"text \"name\"": text, "list": ["x", text], "nothing": null})
        );
        assert_eq!(Object::new().to_string(), "{}");
    }
}
