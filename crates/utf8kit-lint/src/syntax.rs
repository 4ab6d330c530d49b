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
use std::fmt;

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
        let has = |names: &str, name: &str| {
            !name.is_empty() && names.split(' ').any(|known| known.eq_ignore_ascii_case(name))
        };
        let find = |has_it: &dyn Fn(&Language) -> bool| {
            LANGUAGES.iter().find(|language| has_it(language)).map(Syntax)
        };
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        if let Some(syntax) = find(&|language| {
            has(language.files, name)
                || extension.is_some_and(|extension| has(language.extensions, extension))
        }) {
            return Some(syntax);
        }
        let interpreter = interpreter(text)?;
        find(&|language| has(language.interpreters, interpreter)).or(Some(Syntax(&languages::UNKNOWN)))
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
