//! What `.gitattributes` and `.editorconfig` say about a file: whether it is text, and its encoding.
//!
//! Both are read in the directory of a file and in those above it, up to the one with `.git`, or up to an `.editorconfig` that is the
//! `root`. In each, what comes later wins, and a file wins over those above it. Git's own encodings win over `charset`.

use super::signatures::glob;
use crate::encodings;
use globset::{Glob, GlobSet, GlobSetBuilder};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use utf8kit_encodings::Encoding;

/// The names of the two files.
pub(super) const GIT: &str = ".gitattributes";
pub(super) const EDITOR: &str = ".editorconfig";

/// Longer files are not read.
const MAX_LEN: u64 = 1 << 20;

/// What is said about a file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Declared {
    /// It is no text: `binary`.
    pub(crate) is_binary: bool,
    /// Git keeps it byte for byte: `-text`, also as a part of `binary`.
    pub(crate) is_kept: bool,
    /// A program writes it: `linguist-generated`.
    pub(crate) is_generated: bool,
    /// Its encoding: `working-tree-encoding` or `charset`.
    pub(crate) encoding: Option<Encoding>,
    /// Whether that is `charset`.
    pub(crate) is_charset: bool,
    /// It begins with a signature: `charset = utf-8-bom`.
    pub(crate) is_signed: bool,
}

/// What the files of a directory and of those above it say.
#[derive(Debug)]
pub(crate) struct Attributes {
    /// What the directories above say.
    above: Option<Arc<Attributes>>,
    /// The directory.
    root: PathBuf,
    /// The globs of the lines, in order.
    globs: GlobSet,
    lines: Vec<Line>,
    /// Whether those above say nothing of encodings.
    is_root: bool,
}

/// What a line of `.gitattributes` or a section of `.editorconfig` says.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Line {
    is_binary: Option<bool>,
    is_text: Option<bool>,
    is_generated: Option<bool>,
    /// The encoding, or `None` for none, or for one that is unknown.
    encoding: Option<Option<Encoding>>,
    charset: Option<Charset>,
}

/// What `charset` says.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Charset {
    encoding: Option<Encoding>,
    is_signed: bool,
}

impl Charset {
    fn named(name: &str) -> Charset {
        let name = name.to_ascii_lowercase();
        Charset {
            encoding: match &*name {
                "utf-8" | "utf-8-bom" | "unset" => None,
                name => encodings::find(name).ok(),
            },
            is_signed: name == "utf-8-bom",
        }
    }
}

impl Declared {
    /// Returns what is said about the content that Git keeps of a file, in UTF-8 instead of the `working-tree-encoding`.
    pub(crate) fn in_repository(self) -> Declared {
        Declared {
            encoding: self.encoding.filter(|_| self.is_charset),
            ..self
        }
    }

    /// Returns why `fix` leaves the file as it is, unless it is named.
    pub(crate) fn why_unchanged(self) -> Option<&'static str> {
        match self {
            Declared { is_kept: true, .. } => Some("`.gitattributes` says `-text`; to repair it, name it"),
            Declared {
                is_generated: true, ..
            } => Some("`.gitattributes` says `linguist-generated`: repair what it is made from, or name it"),
            _ => None,
        }
    }

    /// Returns the file and the key that say the encoding.
    fn source(self) -> &'static str {
        match self.is_charset {
            true => "`charset` in `.editorconfig`",
            false => "`working-tree-encoding` in `.gitattributes`",
        }
    }

    /// Returns the encoding and what says so, if a text in UTF-8 is not what it says.
    pub(crate) fn elsewhere(self) -> Option<(Encoding, &'static str)> {
        let encoding = self.encoding.filter(|&encoding| encoding != Encoding::UTF_8)?;
        Some((encoding, self.source()))
    }
}

impl Attributes {
    /// Returns what the files in `directory` say, and those above it.
    pub(super) fn read(directory: &Path, above: Option<Arc<Attributes>>) -> Option<Arc<Attributes>> {
        let text = |name: &str| {
            let path = directory.join(name);
            let is_file = fs::metadata(&path).is_ok_and(|data| data.is_file() && data.len() <= MAX_LEN);
            is_file.then(|| fs::read(path).ok()).flatten()
        };
        let above = above.filter(|_| !directory.join(".git").exists());
        let (git, editor) = (text(GIT), text(EDITOR));
        if git.is_none() && editor.is_none() {
            return above;
        }
        let (git, editor) = (git.unwrap_or_default(), editor.unwrap_or_default());
        Some(Arc::new(Attributes::new(directory, above, &git, &editor)))
    }

    /// Returns what the texts of a `.gitattributes` and of an `.editorconfig` in the directory `root` say.
    fn new(root: &Path, above: Option<Arc<Attributes>>, git: &[u8], editor: &[u8]) -> Attributes {
        let (mut all, is_root) = sections(editor);
        all.extend(attributes(git));
        let mut globs = GlobSetBuilder::new();
        let mut lines = Vec::with_capacity(all.len());
        for (glob, line) in all {
            globs.add(glob);
            lines.push(line);
        }
        // All of them together can be too much for the compiler of globs.
        let globs = globs.build().unwrap_or_default();
        Attributes {
            above,
            root: root.to_owned(),
            globs,
            lines,
            is_root,
        }
    }

    /// Returns what is said about the file with this absolute path.
    pub(crate) fn of(&self, path: &Path) -> Declared {
        let mut line = Line::default();
        self.add(path, &mut line);
        let encoding = line.encoding.flatten();
        let charset = line.charset.unwrap_or_default();
        Declared {
            is_binary: line.is_binary == Some(true),
            is_kept: line.is_text == Some(false),
            is_generated: line.is_generated == Some(true),
            encoding: encoding.or(charset.encoding),
            is_charset: encoding.is_none() && charset.encoding.is_some(),
            is_signed: encoding.is_none() && charset.is_signed,
        }
    }

    fn add(&self, path: &Path, line: &mut Line) {
        if let Some(above) = &self.above {
            above.add(path, line);
        }
        if self.is_root {
            line.charset = None;
        }
        let relative = path.strip_prefix(&self.root).unwrap_or(path);
        for index in self.globs.matches(relative) {
            let says = self.lines[index];
            *line = Line {
                is_binary: says.is_binary.or(line.is_binary),
                is_text: says.is_text.or(line.is_text),
                is_generated: says.is_generated.or(line.is_generated),
                encoding: says.encoding.or(line.encoding),
                charset: says.charset.or(line.charset),
            };
        }
    }
}

/// Returns the lines of a `.gitattributes`. A line that Git would not understand says nothing.
fn attributes(text: &[u8]) -> Vec<(Glob, Line)> {
    let text = String::from_utf8_lossy(text);
    let line = |line: &str| {
        let (pattern, names) = pattern_of(line.trim())?;
        let mut says = Line::default();
        for name in names.split_ascii_whitespace() {
            match name.split_once('=').unwrap_or((name, "")) {
                ("binary", "") => (says.is_binary, says.is_text) = (Some(true), Some(false)),
                ("-binary" | "!binary", "") => says.is_binary = Some(false),
                ("-text", "") => says.is_text = Some(false),
                ("text", _) | ("!text", "") => says.is_text = Some(true),
                ("linguist-generated", "" | "true") => says.is_generated = Some(true),
                ("linguist-generated", _) | ("-linguist-generated" | "!linguist-generated", "") => {
                    says.is_generated = Some(false);
                }
                ("working-tree-encoding", encoding) if !encoding.is_empty() => {
                    says.encoding = Some(encodings::find(encoding).ok());
                }
                ("-working-tree-encoding" | "!working-tree-encoding", "") => says.encoding = Some(None),
                _ => {}
            }
        }
        // Git has no alternatives in braces.
        let glob = glob(&pattern.replace('{', "[{]").replace('}', "[}]"), true).ok()?;
        (says != Line::default()).then_some((glob, says))
    };
    text.lines().filter_map(line).collect()
}

/// Splits a line of `.gitattributes` into its pattern, which can be quoted as in C, and its attributes.
fn pattern_of(line: &str) -> Option<(String, &str)> {
    let is_comment = line.starts_with('#') || line.starts_with('!') || line.starts_with("[attr]");
    if is_comment {
        return None;
    }
    let Some(quoted) = line.strip_prefix('"') else {
        let (pattern, names) = line.split_once([' ', '\t'])?;
        return Some((pattern.to_owned(), names));
    };
    let mut pattern = String::new();
    let mut chars = quoted.char_indices();
    while let Some((index, c)) = chars.next() {
        match c {
            '"' => return Some((pattern, &quoted[index + 1..])),
            '\\' => pattern.push(chars.next()?.1),
            c => pattern.push(c),
        }
    }
    None
}

/// Returns the sections of an `.editorconfig` that say something of encodings, and whether it is the root.
fn sections(text: &[u8]) -> (Vec<(Glob, Line)>, bool) {
    let text = String::from_utf8_lossy(text);
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let mut sections = Vec::new();
    let mut pattern = None;
    let mut is_root = false;
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            pattern = Some(name);
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            continue;
        };
        let value = value.trim();
        match (pattern, key.trim().to_ascii_lowercase().as_str()) {
            (None, "root") => is_root = value.eq_ignore_ascii_case("true"),
            (Some(pattern), "charset") => {
                let says = Line {
                    charset: Some(Charset::named(value)),
                    ..Line::default()
                };
                // `**` is any text in it, wherever it stands: `lib/**.js`.
                let glob = glob(pattern, !pattern.contains("**"));
                sections.extend(glob.ok().map(|glob| (glob, says)));
            }
            _ => {}
        }
    }
    (sections, is_root)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn git(text: &str, path: &str) -> Declared {
        Attributes::new(Path::new("/r"), None, text.as_bytes(), b"").of(Path::new(path))
    }

    #[test]
    fn attributes_of_git() {
        let text = "# a comment\n*.dat binary\n* text=auto\n*.DAT -text\n/top.txt working-tree-encoding=UTF-16LE -text\n\
                    sub/*.txt\tworking-tree-encoding=latin1\n\"a b*\" binary\n*.txt !text\n{x} binary\n[attr]foo binary\n\
                    sub/keep.txt -working-tree-encoding\n";
        let kept = |path: &str| git(text, path).is_kept;
        // The later line about `text` wins, but `binary` stays.
        assert_eq!((git(text, "/r/x.dat").is_binary, kept("/r/x.dat")), (true, false));
        assert!(kept("/r/sub/x.DAT") && !kept("/r/x.c") && !kept("/r/top.txt"));
        assert_eq!(
            git(text, "/r/top.txt").encoding.map(Encoding::name),
            Some("UTF-16LE")
        );
        assert_eq!(
            git(text, "/r/sub/top.txt").encoding.map(Encoding::name),
            Some("ISO-8859-1")
        );
        assert_eq!(git(text, "/r/sub/keep.txt").encoding, None);
        assert!(git(text, "/r/sub/a b.c").is_binary && git(text, "/r/{x}").is_binary);
        assert_eq!(git(text, "/r/x"), Declared::default());
        assert_eq!(
            git("\"unfinished binary\n*.c", "/r/unfinished"),
            Declared::default()
        );
    }

    #[test]
    fn sections_of_editorconfig() {
        let text = "\u{FEFF}root = TRUE\ncharset = latin1\n[*]\nCharset=utf-8\n[*.{ps1,csv}]\ncharset = UTF-8-BOM ; no comment\n\
                    [*.csv]\ncharset = utf-8-bom\n[docs/**.txt]\ncharset = utf-16be\n[*.bad\n[{]\ncharset = latin1\n";
        let attributes = Attributes::new(Path::new("/r"), None, b"", text.as_bytes());
        assert!(attributes.is_root);
        let of = |path: &str| attributes.of(Path::new(path));
        assert!(of("/r/a/x.csv").is_signed && !of("/r/x.ps1").is_signed && !of("/r/x.c").is_signed);
        assert_eq!(
            of("/r/docs/a/b.txt").encoding.map(Encoding::name),
            Some("UTF-16BE")
        );
        assert_eq!(of("/r/a/docs/b.txt").encoding, None);
    }

    #[test]
    fn the_nearest_wins_and_git_wins_over_editors() {
        let at = |root: &str, above: Option<Attributes>, git: &str, editor: &str| {
            let above = above.map(Arc::new);
            Attributes::new(Path::new(root), above, git.as_bytes(), editor.as_bytes())
        };
        let outer = at(
            "/r",
            None,
            "*.a binary\n*.b working-tree-encoding=UTF-16LE\n",
            "[*]\ncharset=utf-16be\n",
        );
        let inner = at(
            "/r/sub",
            Some(outer),
            "*.a -binary text\n",
            "[*.c]\ncharset=utf-8-bom\n",
        );
        let of = |path: &str| inner.of(Path::new(path));
        assert_eq!(
            (of("/r/sub/x.a").is_binary, of("/r/sub/x.a").is_kept),
            (false, false)
        );
        assert_eq!(of("/r/sub/x.b").encoding.map(Encoding::name), Some("UTF-16LE"));
        assert_eq!(
            (of("/r/sub/x.c").encoding, of("/r/sub/x.c").is_signed),
            (None, true)
        );
        assert_eq!(of("/r/sub/x.d").encoding.map(Encoding::name), Some("UTF-16BE"));
        let root = at("/r/sub/root", Some(inner), "", "root=true\n");
        assert_eq!(root.of(Path::new("/r/sub/root/x.d")).encoding, None);
        assert_eq!(
            root.of(Path::new("/r/sub/root/x.b")).encoding.map(Encoding::name),
            Some("UTF-16LE")
        );
    }
}
