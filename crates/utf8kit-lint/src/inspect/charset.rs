//! The encodings whose text can be described.

use utf8kit_encodings::Encoding;

/// An encoding whose text can be described.
#[derive(Clone, Copy, Debug)]
pub enum Charset<'a> {
    /// Any encoding.
    Family(Encoding),
    /// A legacy encoding as the Encoding Standard defines it.
    #[cfg(feature = "legacy")]
    Web {
        /// Its name, for messages. That of the Encoding Standard can mean fewer characters elsewhere.
        name: &'a str,
        /// The encoding.
        encoding: &'static encoding_rs::Encoding,
    },
    /// A single-byte encoding.
    Table {
        /// Its name, for messages.
        name: &'a str,
        /// The character of each byte.
        characters: &'a [Option<char>; 256],
    },
}

impl Charset<'_> {
    /// Returns the name of the encoding.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    /// use utf8kit_lint::inspect::Charset;
    ///
    /// assert_eq!(Charset::Family(Encoding::UTF_8).name(), "UTF-8");
    /// ```
    pub fn name(&self) -> &str {
        match self {
            Charset::Family(encoding) => encoding.name(),
            #[cfg(feature = "legacy")]
            Charset::Web { name, .. } => name,
            Charset::Table { name, .. } => name,
        }
    }
}
