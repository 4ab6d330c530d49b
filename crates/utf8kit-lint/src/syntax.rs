//! The syntax of source files: which parts of them are code, which are comments, and which are strings.
//!
//! [`Syntax::of_file`] knows a language by the name of the file, or by the interpreter that the first line names. `languages`
//! is the table of all of them, and `lexer` finds the parts.

mod languages;
mod lexer;
#[cfg(test)]
mod tests;

pub(crate) use lexer::{Lexer, Part};

use languages::{LANGUAGES, Language};
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

/// The syntax of a source file.
///
/// ```
/// use utf8kit_lint::{Options, Syntax, check};
///
/// let syntax = Syntax::of_file("main.rs", b"");
/// assert_eq!(syntax.map(Syntax::name), Some("Rust"));
/// let syntax = Syntax::of_file("run", b"#!/usr/bin/env python3\n");
/// assert_eq!(syntax.map(Syntax::name), Some("Python"));
/// assert_eq!(Syntax::of_file("notes.txt", b"print()"), None);
///
/// // What shows nothing makes another name of a name, and is found in code only.
/// let text = "pass\u{200B}word = 'pass\u{200B}word'\n";
/// assert_eq!(check(text.as_bytes(), &Options::default()), []);
/// assert_eq!(check(text.as_bytes(), &Options::default().with_syntax(syntax)).len(), 1);
/// ```
#[derive(Clone, Copy)]
pub struct Syntax(&'static Language);

impl Syntax {
    /// Returns the syntax of a file, by its name, without directories, or else by the interpreter that the first line of its
    /// text names after `#!`. It is `None` for files that are not known to be source.
    pub fn of_file(name: &str, text: &[u8]) -> Option<Syntax> {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        let by_name = find(&NAMES.files, name).or_else(|| find(&NAMES.extensions, extension?));
        by_name.or_else(|| {
            let interpreter = interpreter(text)?;
            find(&NAMES.interpreters, interpreter).or(Some(Syntax(&languages::UNKNOWN)))
        })
    }

    /// Returns the name of the language.
    ///
    /// ```
    /// let syntax = utf8kit_lint::Syntax::of_file("query.sql", b"").unwrap();
    /// assert_eq!(syntax.name(), "SQL");
    /// ```
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns what a comment begins and ends with that can be added at `offset` of a text, the end of a line. What ends a comment
    /// that ends with its line is empty, and both are empty in a comment. It is `None` in a string, where a comment would be text, and
    /// where the language has no comments, or none that are known.
    ///
    /// ```
    /// use utf8kit_lint::Syntax;
    ///
    /// let comment_at = |name, text: &str| Syntax::of_file(name, b"").unwrap().comment_at(text.as_bytes(), text.len());
    /// assert_eq!(comment_at("a.rs", "let a = 'b;"), Some(("//", "")));
    /// assert_eq!(comment_at("a.rs", "let a; // note"), Some(("", "")));
    /// assert_eq!(comment_at("a.css", "a {}"), Some(("/*", "*/")));
    /// assert_eq!(comment_at("a.py", "a = '''"), None);
    /// ```
    pub fn comment_at(self, text: &[u8], offset: usize) -> Option<(&'static str, &'static str)> {
        let mut lexer = Lexer::new(self);
        lexer.advance(text, 0, offset as u64);
        // `\` makes one line of two, and a Dockerfile has comments at the start of a line only.
        let is_continued = text[..offset.min(text.len())].ends_with(b"\\");
        match lexer.part() {
            Part::Comment => Some(("", "")),
            Part::Code if !is_continued && self.0.name != "Dockerfile" => {
                let line = self.0.line_comments.first().map(|open| (*open, ""));
                let block = self.0.block_comments.first();
                line.or_else(|| block.map(|comment| (comment.open, comment.close)))
            }
            _ => None,
        }
    }

    /// Returns `true` if controls in such a file stand for keys that somebody presses.
    pub(crate) fn has_keys(self) -> bool {
        self.0.name == "Vim script"
    }

    /// Returns `true` if a string can have several lines, so that one that was missed could change what all lines after it are.
    pub(crate) fn has_long_strings(self) -> bool {
        self.0.has_long_strings()
    }
}

impl PartialEq for Syntax {
    fn eq(&self, other: &Syntax) -> bool {
        std::ptr::eq(self.0, other.0) || self.0.name == other.0.name
    }
}

impl Eq for Syntax {}

impl fmt::Debug for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Syntax").field(&self.0.name).finish()
    }
}

/// The languages by what shows them, in lower case.
struct Names {
    files: HashMap<&'static str, Syntax>,
    extensions: HashMap<&'static str, Syntax>,
    interpreters: HashMap<&'static str, Syntax>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let by = |names: fn(&Language) -> &'static str| {
        let each = |language: &'static Language| {
            let names = names(language).split(' ').filter(|name| !name.is_empty());
            names.map(move |name| (name, Syntax(language)))
        };
        LANGUAGES.iter().flat_map(each).collect()
    };
    Names {
        files: by(|language| language.files),
        extensions: by(|language| language.extensions),
        interpreters: by(|language| language.interpreters),
    }
});

/// Looks up a name, in any case. Those of `names` are in lower case and at most 16 bytes long.
pub(crate) fn find<V: Copy>(names: &HashMap<&'static str, V>, name: &str) -> Option<V> {
    const LONGEST: usize = 16;
    let mut lower = [0; LONGEST];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    names.get(std::str::from_utf8(lower).ok()?).copied()
}

/// Returns the name of the interpreter that the first line names after `#!`, without its directory and version.
fn interpreter(text: &[u8]) -> Option<&str> {
    const LONGEST: usize = 256;
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let line = text.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let line = std::str::from_utf8(&line[..line.len().min(LONGEST)]).ok()?;
    let mut words = line.split_ascii_whitespace();
    let first = words.next()?.rsplit('/').next()?;
    let name = match first {
        "env" => words.find(|word| !word.starts_with('-') && !word.contains('='))?,
        first => first,
    };
    let name = name.rsplit('/').next()?;
    Some(name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-'))
}
