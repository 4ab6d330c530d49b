//! Writes JSON. It has no more than the modules need, because their size counts.

#[cfg(any(feature = "inspect", feature = "names"))]
use crate::memory::emit;
use std::fmt::Write;

/// The length of a page, in bytes. The longest string of JavaScript has 512 MiB.
#[cfg(any(feature = "inspect", feature = "names"))]
const PAGE: usize = 1 << 20;

/// A JSON text that is being written.
#[derive(Debug, Default)]
pub(crate) struct Json {
    text: String,
}

impl Json {
    /// Returns the text.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.text.into_bytes()
    }

    /// Writes the comma before a value that is not the first.
    fn separate(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(['[', '{', ':']) {
            self.text.push(',');
        }
    }

    /// Writes an array whose elements `write` writes.
    pub(crate) fn array(&mut self, write: impl FnOnce(&mut Json)) {
        self.separate();
        self.text.push('[');
        write(self);
        self.text.push(']');
    }

    /// Emits the elements of the array that is the whole text, if there are enough for a page.
    #[cfg(any(feature = "inspect", feature = "names"))]
    pub(crate) fn turn_page(&mut self) {
        if self.text.len() >= PAGE {
            self.text.push(']');
            emit(self.text.as_bytes());
            self.text.truncate(1);
        }
    }

    /// Writes an object whose members `write` writes, each a [key](Self::key) and a value.
    pub(crate) fn object(&mut self, write: impl FnOnce(&mut Json)) {
        self.separate();
        self.text.push('{');
        write(self);
        self.text.push('}');
    }

    /// Writes the name of a member. Its value comes next.
    pub(crate) fn key(&mut self, name: &str) -> &mut Json {
        self.string(name);
        self.text.push(':');
        self
    }

    pub(crate) fn string(&mut self, value: &str) {
        self.separate();
        self.text.push('"');
        for c in value.chars() {
            match c {
                '"' | '\\' => {
                    self.text.push('\\');
                    self.text.push(c);
                }
                '\0'..='\x1F' => {
                    let _ = write!(self.text, "\\u{:04x}", c as u32);
                }
                _ => self.text.push(c),
            }
        }
        self.text.push('"');
    }

    /// Writes a string, or `null`.
    #[cfg(any(feature = "inspect", feature = "names"))]
    pub(crate) fn optional(&mut self, value: Option<&str>) {
        match value {
            Some(value) => self.string(value),
            None => self.literal("null"),
        }
    }

    #[cfg(any(feature = "decoders", feature = "inspect"))]
    pub(crate) fn number(&mut self, value: u64) {
        self.separate();
        let _ = write!(self.text, "{value}");
    }

    #[cfg(feature = "text")]
    pub(crate) fn bool(&mut self, value: bool) {
        self.literal(if value { "true" } else { "false" });
    }

    #[cfg(any(feature = "inspect", feature = "names"))]
    fn literal(&mut self, value: &str) {
        self.separate();
        self.text.push_str(value);
    }
}

#[cfg(all(test, feature = "inspect"))]
mod tests {
    use super::*;

    #[test]
    fn values_are_separated_and_strings_escaped() {
        let mut json = Json::default();
        json.object(|json| {
            json.key("a").array(|json| {
                json.number(1);
                json.array(|_| {});
                json.array(|json| json.optional(None));
                json.string("[");
                json.string("x");
            });
            json.key("\"\\\n\u{1F}é").object(|_| {});
            json.key("c").string(":");
            json.key("d").number(u64::MAX);
        });
        let text = String::from_utf8(json.into_bytes()).unwrap();
        let expected =
            r#"{"a":[1,[],[null],"[","x"],"\"\\\u000a\u001fé":{},"c":":","d":18446744073709551615}"#;
        assert_eq!(text, expected);
    }
}
