//! Finds which part of a source file a place is in.
//!
//! A lexer goes through a text once, from its start, and knows at each place whether it is in code, in a comment or in a string.
//! It is no parser: it knows what comments and strings begin and end with, and as much of each language as decides that. Where a
//! language leaves a doubt, it decides for what is found less often to be wrong: text in strings is not judged.
//!
//! It needs at most [`LOOKAHEAD`] bytes after a place, and none before it, so that the pieces of a text can have any size. Its
//! memory is bounded: what is nested deeper than [`MAX_DEPTH`] is not known.

use super::Syntax;
use super::languages::{Family, Language, Quote};
use crate::block::BODY_LEN;
use crate::source::Source;

/// Bytes after a place that decide about it.
const LOOKAHEAD: usize = 512;

/// Strings in code in strings.
const MAX_DEPTH: usize = 64;

/// The longest delimiter that a text can choose.
const MAX_DELIMITER: usize = 64;

/// Documents that begin in one line.
const MAX_DOCUMENTS: usize = 8;

/// The part of a source file that a place is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Names, operators, and what is between them.
    Code,
    /// A name that may have spaces, such as a key of YAML.
    Name,
    Comment,
    String,
    /// It is not known.
    Unknown,
}

/// Where the lexer is.
#[derive(Clone, Debug)]
enum Mode {
    Code,
    LineComment,
    BlockComment {
        which: usize,
        depth: usize,
    },
    /// A string of the table.
    String {
        which: usize,
    },
    /// What this text ends.
    Until {
        close: Box<[u8]>,
        part: Part,
        has_escapes: bool,
    },
    /// What these characters quote: `count` times up to the last.
    Quoted {
        open: u8,
        close: u8,
        depth: usize,
        count: u8,
    },
    Regex {
        in_class: bool,
    },
    /// The rest of the line.
    Line(Part),
    /// The documents that the line before began.
    Document,
    /// A string of JavaScript with code in it.
    Template,
    JsxTag {
        is_end: bool,
    },
    JsxString {
        close: u8,
    },
    JsxText,
    /// Text outside of `<?php …?>`.
    PhpText,
    /// A document of Perl or Ruby that a word at the start of a line ends.
    Documentation,
    /// The rest of the text.
    Rest(Part),
}

/// Code inside of something, up to a bracket.
#[derive(Debug)]
struct Frame {
    outer: Mode,
    open: u8,
    close: u8,
    depth: usize,
}

/// A document after the line that begins it: `<<EOF`.
#[derive(Debug)]
struct Document {
    end: Box<[u8]>,
    is_indented: bool,
}

/// The part of a line of YAML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Yaml {
    /// Spaces here have a meaning.
    Structure,
    Key,
    Scalar,
}

#[derive(Debug)]
pub(crate) struct Lexer {
    language: &'static Language,
    offset: u64,
    mode: Mode,
    frames: Vec<Frame>,
    documents: Vec<Document>,
    /// The byte before the place.
    before: u8,
    /// The last byte of code that is no space.
    last: u8,
    /// The last word of code, as far as it is not longer than a keyword, and the byte before it.
    word: Vec<u8>,
    before_word: u8,
    /// The word is the first of its line.
    is_first_word: bool,
    /// Only spaces are before the place in its line.
    is_line_start: bool,
    yaml: Yaml,
    /// The columns of the line's first character, and of the line that a block of text belongs to.
    indent: usize,
    block_of: Option<usize>,
    has_key: bool,
}

impl Lexer {
    pub(crate) fn new(syntax: Syntax) -> Lexer {
        Lexer {
            language: syntax.0,
            offset: 0,
            mode: match syntax.0.family {
                Family::Unknown => Mode::Rest(Part::Unknown),
                Family::Php => Mode::PhpText,
                _ => Mode::Code,
            },
            frames: Vec::new(),
            documents: Vec::new(),
            before: b'\n',
            last: b'\n',
            word: Vec::new(),
            before_word: b'\n',
            is_first_word: true,
            is_line_start: true,
            yaml: Yaml::Structure,
            indent: 0,
            block_of: None,
            has_key: false,
        }
    }

    /// Returns a lexer of a line that begins in code.
    pub(crate) fn of_line(syntax: Syntax) -> Lexer {
        Lexer {
            mode: Mode::Code,
            ..Lexer::new(syntax)
        }
    }

    /// Returns the offset of the place that it has reached.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the part that the place is in which it has reached.
    pub(crate) fn part(&self) -> Part {
        match &self.mode {
            Mode::Code if self.language.family == Family::Yaml => match self.yaml {
                Yaml::Structure if self.is_in_block() => Part::String,
                Yaml::Structure => Part::Code,
                Yaml::Key => Part::Name,
                Yaml::Scalar => Part::String,
            },
            Mode::Code | Mode::JsxTag { .. } => Part::Code,
            Mode::LineComment | Mode::BlockComment { .. } | Mode::Documentation => Part::Comment,
            Mode::String { .. }
            | Mode::Quoted { .. }
            | Mode::Regex { .. }
            | Mode::Document
            | Mode::Template
            | Mode::JsxString { .. }
            | Mode::JsxText
            | Mode::PhpText => Part::String,
            Mode::Until { part, .. } | Mode::Line(part) | Mode::Rest(part) => *part,
        }
    }

    /// Goes on to the offset `to` by reading the text again.
    pub(crate) fn advance_in<S: Source>(&mut self, source: &S, to: u64) -> Result<(), S::Error> {
        let mut buffer = Vec::new();
        while self.offset < to {
            let start = self.offset;
            let wanted = (to - start).min(BODY_LEN as u64) as usize + LOOKAHEAD;
            buffer.resize(wanted, 0);
            let mut len = 0;
            while len < wanted {
                match source.read_at(start + len as u64, &mut buffer[len..])? {
                    0 => break,
                    read => len += read,
                }
            }
            let end = match len < wanted {
                true => len,
                false => len - LOOKAHEAD,
            };
            if end == 0 {
                return Ok(());
            }
            self.advance(&buffer[..len], start, to.min(start + end as u64));
        }
        Ok(())
    }

    /// Goes on to the offset `to`, in bytes that begin at the offset `start`, which is not after the place reached, and go on
    /// after `to`.
    pub(crate) fn advance(&mut self, bytes: &[u8], start: u64, to: u64) {
        while self.offset < to {
            // A text that has become shorter ends before the bytes.
            let from = self.offset.checked_sub(start).map(|from| from as usize);
            let Some(rest) = from
                .and_then(|from| bytes.get(from..))
                .filter(|rest| !rest.is_empty())
            else {
                return;
            };
            let limit = ((to - self.offset) as usize).min(rest.len());
            let step = match self.step(rest, limit) {
                0 => self.pass(rest, 1),
                step => step,
            };
            self.before = rest[step.min(rest.len()) - 1];
            self.offset += step as u64;
        }
    }

    /// Returns the length of what is next, which is in the mode that it leaves, or 0 for one byte that changes nothing.
    fn step(&mut self, rest: &[u8], limit: usize) -> usize {
        match &mut self.mode {
            Mode::Code if self.language.family == Family::Yaml => self.yaml(rest),
            Mode::Code => self.code(rest, limit),
            Mode::LineComment => self.line_comment(rest, limit),
            Mode::Line(_) => match memchr::memchr(b'\n', &rest[..limit]) {
                Some(0) => self.enter_code(),
                Some(at) => at,
                None => limit,
            },
            Mode::BlockComment { which, depth } => {
                let (which, depth) = (*which, *depth);
                self.block_comment(which, depth, rest, limit)
            }
            Mode::String { which } => {
                let quote = &self.language.strings[*which];
                self.string(quote, rest, limit)
            }
            Mode::Until {
                close, has_escapes, ..
            } => {
                if rest.starts_with(close) {
                    let len = close.len();
                    self.end_string();
                    len
                } else if *has_escapes && rest[0] == b'\\' {
                    2.min(rest.len())
                } else {
                    1
                }
            }
            Mode::Quoted { .. } => self.quoted(rest),
            Mode::Regex { in_class } => {
                let in_class = *in_class;
                self.regex(in_class, rest)
            }
            Mode::Document => self.document(rest),
            Mode::Template => match rest[0] {
                b'\\' => 2.min(rest.len()),
                b'`' => {
                    self.end_string();
                    1
                }
                b'$' if rest.get(1) == Some(&b'{') => self.nest(Mode::Template, b'{', b'}', 2),
                _ => 1,
            },
            Mode::JsxTag { is_end } => {
                let is_end = *is_end;
                self.jsx_tag(rest, is_end)
            }
            // An end has no attributes.
            Mode::JsxString { close } => match memchr::memchr(*close, &rest[..limit]) {
                Some(0) => {
                    self.mode = Mode::JsxTag { is_end: false };
                    1
                }
                Some(at) => at,
                None => limit,
            },
            Mode::JsxText => self.jsx_text(rest),
            Mode::PhpText => match memchr::memchr(b'<', &rest[..limit]) {
                Some(0) if rest.starts_with(b"<?php") || rest.starts_with(b"<?=") => {
                    self.mode = Mode::Code;
                    2
                }
                Some(0) => 1,
                Some(at) => at,
                None => limit,
            },
            Mode::Documentation => self.documentation(rest, limit),
            Mode::Rest(_) => limit,
        }
    }

    /// Does what [`step`](Self::step) does in a comment up to the end of the line.
    fn line_comment(&mut self, rest: &[u8], limit: usize) -> usize {
        let is_php = self.language.family == Family::Php;
        let is_end = |at: &usize| rest[*at] == b'\n' || (is_php && rest[*at..].starts_with(b"?>"));
        match (0..limit).find(is_end) {
            Some(0) if rest[0] == b'\n' => self.enter_code(),
            Some(0) => {
                self.mode = Mode::PhpText;
                2
            }
            Some(at) => at,
            None => limit,
        }
    }

    /// Does what [`step`](Self::step) does in a comment between two marks.
    fn block_comment(&mut self, which: usize, depth: usize, rest: &[u8], limit: usize) -> usize {
        let comment = &self.language.block_comments[which];
        if rest.starts_with(comment.close.as_bytes()) {
            self.mode = match depth - 1 {
                0 => Mode::Code,
                depth => Mode::BlockComment { which, depth },
            };
            comment.close.len()
        } else if comment.nests && rest.starts_with(comment.open.as_bytes()) {
            self.mode = Mode::BlockComment {
                which,
                depth: depth + 1,
            };
            comment.open.len()
        } else {
            let (open, close) = (comment.open.as_bytes()[0], comment.close.as_bytes()[0]);
            1 + memchr::memchr2(open, close, &rest[1..limit]).unwrap_or(limit - 1)
        }
    }

    /// Does what [`step`](Self::step) does in what a language quotes by a delimiter of the program's choice.
    fn quoted(&mut self, rest: &[u8]) -> usize {
        let Mode::Quoted {
            open,
            close,
            depth,
            count,
        } = &mut self.mode
        else {
            return 0;
        };
        match rest[0] {
            b'\\' => return 2.min(rest.len()),
            byte if byte == *close && *depth == 0 => {
                *count -= 1;
                if *count == 0 {
                    self.end_string();
                } else if open != close {
                    // The second part has brackets of its own.
                    let count = *count;
                    let spaces = rest[1..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_whitespace())
                        .count();
                    let next = rest.get(1 + spaces).copied().unwrap_or(b'{');
                    self.mode = quoted(next, count);
                    return spaces + 2;
                }
            }
            byte if byte == *close => *depth -= 1,
            byte if byte == *open => *depth += 1,
            _ => {}
        }
        1
    }

    /// Does what [`step`](Self::step) does in a regular expression.
    fn regex(&mut self, in_class: bool, rest: &[u8]) -> usize {
        match rest[0] {
            b'\\' if rest.get(1) != Some(&b'\n') => return 2.min(rest.len()),
            b'\n' => return self.enter_code(),
            b'[' => self.mode = Mode::Regex { in_class: true },
            b']' => self.mode = Mode::Regex { in_class: false },
            b'/' if !in_class => self.end_string(),
            _ => {}
        }
        1
    }

    /// Does what [`step`](Self::step) does in the text of an element of JSX.
    fn jsx_text(&mut self, rest: &[u8]) -> usize {
        match rest[0] {
            b'{' => self.nest(Mode::JsxText, b'{', b'}', 1),
            b'<' => {
                let is_end = rest.get(1) == Some(&b'/');
                if !is_end {
                    self.push(Mode::JsxText, 0, 0);
                }
                self.mode = Mode::JsxTag { is_end };
                1
            }
            _ => 1,
        }
    }

    /// Does what [`step`](Self::step) does in documentation that ends with a line of its own.
    fn documentation(&mut self, rest: &[u8], limit: usize) -> usize {
        let is_start = self.before == b'\n';
        if is_start && (rest.starts_with(b"=cut") || rest.starts_with(b"=end")) {
            self.mode = Mode::Line(Part::Comment);
            return 4;
        }
        memchr::memchr(b'\n', &rest[..limit]).map_or(limit, |at| at + 1)
    }

    /// Passes the end of a line, which returns to code.
    fn enter_code(&mut self) -> usize {
        self.mode = Mode::Code;
        self.newline();
        1
    }

    /// Passes bytes of code that mean nothing by themselves.
    fn pass(&mut self, rest: &[u8], len: usize) -> usize {
        if let Mode::Code = self.mode {
            self.last = rest[len - 1];
            self.is_line_start = false;
        }
        len
    }

    /// Ends a string, after which an operator is expected.
    fn end_string(&mut self) {
        self.mode = Mode::Code;
        self.last = b'"';
        self.word.clear();
        self.is_line_start = false;
    }

    /// Begins a line.
    fn newline(&mut self) {
        self.is_line_start = true;
        self.word.clear();
        (self.yaml, self.has_key, self.indent) = (Yaml::Structure, false, 0);
        if !self.documents.is_empty() {
            self.mode = Mode::Document;
        }
    }

    /// Begins code inside of `outer`, after `len` bytes that open it.
    fn nest(&mut self, outer: Mode, open: u8, close: u8, len: usize) -> usize {
        self.push(outer, open, close);
        if !matches!(self.mode, Mode::Rest(_)) {
            self.mode = Mode::Code;
            (self.last, self.is_line_start) = (open, false);
            self.word.clear();
        }
        len
    }

    fn push(&mut self, outer: Mode, open: u8, close: u8) {
        if self.frames.len() == MAX_DEPTH {
            self.mode = Mode::Rest(Part::Unknown);
            return;
        }
        self.frames.push(Frame {
            outer,
            open,
            close,
            depth: 0,
        });
    }

    /// Returns to what is around.
    fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.mode = frame.outer;
        }
    }

    fn string(&mut self, quote: &Quote, rest: &[u8], limit: usize) -> usize {
        let (close, family) = (quote.close.as_bytes(), self.language.family);
        match rest[0] {
            _ if rest.starts_with(close) => {
                self.end_string();
                close.len()
            }
            byte if byte == quote.escape && byte != 0 => 2.min(rest.len()),
            // MySQL has escapes, and others do not.
            b'\\' if family == Family::Sql => match rest {
                [_, b'\'', b'a'..=b'z' | b'A'..=b'Z', ..] | [_, b'\\', ..] => 2,
                _ => 1,
            },
            b'\n' if !quote.spans_lines => self.enter_code(),
            b'$' if family == Family::Shell && quote.open == "\"" && rest.get(1) == Some(&b'(') => {
                self.nest(self.mode.clone(), b'(', b')', 2)
            }
            b'#' if family == Family::Ruby && quote.open != "'" && rest.get(1) == Some(&b'{') => {
                self.nest(self.mode.clone(), b'{', b'}', 2)
            }
            _ => {
                let is_plain =
                    |byte: &&u8| matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b' ' | 0x80..);
                1 + rest[1..limit].iter().take_while(is_plain).count()
            }
        }
    }

    fn code(&mut self, rest: &[u8], limit: usize) -> usize {
        let byte = rest[0];
        match byte {
            b'\n' => {
                self.newline();
                1
            }
            b' ' | b'\t' | b'\r' => rest[..limit]
                .iter()
                .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
                .count(),
            _ if is_word(byte) => self.words(rest, limit),
            _ => {
                let step = self.opening(rest);
                if step > 0 {
                    return step;
                }
                self.bracket(byte);
                0
            }
        }
    }

    /// Passes a part of a word.
    fn words(&mut self, rest: &[u8], limit: usize) -> usize {
        const LONGEST: usize = 16;
        if !is_word(self.before) {
            self.word.clear();
            self.before_word = self.before;
            self.is_first_word = self.is_line_start;
        }
        let len = rest[..limit].iter().take_while(|&&byte| is_word(byte)).count();
        let room = LONGEST - self.word.len();
        self.word.extend_from_slice(&rest[..len.min(room)]);
        if self.language.family == Family::Perl || self.language.family == Family::Ruby {
            let is_end =
                self.word == b"__END__" || (self.word == b"__DATA__" && self.language.family == Family::Perl);
            if is_end && self.is_first_word && !rest.get(len).is_some_and(|&byte| is_word(byte)) {
                self.mode = Mode::Rest(Part::Comment);
            }
        }
        self.pass(rest, len)
    }

    /// Counts brackets of code inside of something.
    fn bracket(&mut self, byte: u8) {
        if let Some(frame) = self.frames.last_mut() {
            if byte == frame.close && frame.depth == 0 {
                self.pop();
            } else if byte == frame.close {
                frame.depth -= 1;
            } else if byte == frame.open {
                frame.depth += 1;
            }
        }
    }

    /// Returns the length of what begins a comment or a string here, after the change of the mode, or 0.
    fn opening(&mut self, rest: &[u8]) -> usize {
        let language = self.language;
        let step = self.particular(rest);
        if step > 0 {
            return step;
        }
        if language.escapes_in_code && rest[0] == b'\\' {
            self.last = b'a';
            return if rest.get(1) == Some(&b'\n') {
                0
            } else {
                2.min(rest.len())
            };
        }
        for (which, comment) in language.block_comments.iter().enumerate() {
            if rest.starts_with(comment.open.as_bytes()) {
                self.mode = Mode::BlockComment { which, depth: 1 };
                return comment.open.len();
            }
        }
        let follows = !language.comments_follow_spaces
            || matches!(
                self.before,
                b' ' | b'\t' | b'\n' | b'\r' | b';' | b'(' | b'&' | b'|' | b'{'
            );
        if follows
            && language
                .line_comments
                .iter()
                .any(|open| rest.starts_with(open.as_bytes()))
        {
            self.mode = Mode::LineComment;
            return 1;
        }
        for (which, quote) in language.strings.iter().enumerate() {
            if rest.starts_with(quote.open.as_bytes()) {
                self.mode = Mode::String { which };
                return quote.open.len();
            }
        }
        if rest[0] == b'\'' && language.has_characters {
            return self.character(rest);
        }
        0
    }

    /// Returns the length of a character between quotes, or 0.
    fn character(&mut self, rest: &[u8]) -> usize {
        const LONGEST: usize = 12;
        let has_prefix = matches!(&self.word[..], b"L" | b"u" | b"U" | b"u8" | b"b");
        if is_word(self.before) && !has_prefix {
            return 0;
        }
        let len = match rest.get(1) {
            Some(b'\\') => {
                let end = rest.iter().take(LONGEST).skip(3).position(|&byte| byte == b'\'');
                end.map_or(0, |end| end + 4)
            }
            Some(b'\'' | b'\n') | None => 0,
            Some(&lead) => {
                let end = 1 + match lead {
                    0xF0.. => 4,
                    0xE0.. => 3,
                    0xC0.. => 2,
                    _ => 1,
                };
                if rest.get(end) == Some(&b'\'') { end + 1 } else { 0 }
            }
        };
        if len > 0 {
            // The end is not passed yet, for what stands between.
            self.mode = Mode::Until {
                close: rest[len - 1..len].into(),
                part: Part::String,
                has_escapes: true,
            };
            return 1;
        }
        0
    }

    /// Returns the length of what begins a comment or a string in this language alone, or 0.
    fn particular(&mut self, rest: &[u8]) -> usize {
        match self.language.family {
            Family::Plain | Family::Unknown | Family::Yaml => 0,
            Family::Cpp => self.cpp(rest),
            Family::Rust => match &self.word[..] {
                b"r" | b"br" | b"cr" if is_word(self.before) => self.hashes(rest, 0),
                _ => 0,
            },
            Family::Swift => match rest[0] {
                b'#' => self.hashes(rest, 1),
                _ => 0,
            },
            Family::CSharp => self.c_sharp(rest),
            Family::Hcl => self.shell_document(rest),
            Family::Lua => {
                let is_comment = rest.starts_with(b"--[");
                self.lua(&rest[if is_comment { 2 } else { 0 }..], is_comment)
            }
            Family::Lisp => match rest {
                [b'#', b'\\', ..] => 2,
                [b'?', b'\\', ..] => 3.min(rest.len()),
                [b'?', b'"' | b'\'' | b';' | b'#' | b'|', ..] if !is_word(self.before) => 2,
                _ => 0,
            },
            Family::OCaml => match rest {
                [b'{', more @ ..] => {
                    match delimiter(more, b'|', |byte| byte.is_ascii_lowercase() || byte == b'_') {
                        Some(id) => self.until([b"|", id, b"}"].concat(), Part::String, false, id.len() + 2),
                        None => 0,
                    }
                }
                _ => 0,
            },
            Family::Sql => match rest {
                [b'$', more @ ..] if !is_word(self.before) => match delimiter(more, b'$', is_word) {
                    Some(tag) => self.until([b"$", tag, b"$"].concat(), Part::String, false, tag.len() + 2),
                    None => 0,
                },
                _ => 0,
            },
            Family::Zig if rest.starts_with(b"\\\\") => {
                self.mode = Mode::Line(Part::String);
                2
            }
            Family::Zig => 0,
            Family::Shell => match rest {
                [b'$', b'\'', ..] => self.until(b"'".to_vec(), Part::String, true, 2),
                [b'#', b'!', ..] if self.offset == 0 => 0,
                _ => self.shell_document(rest),
            },
            Family::Php => self.php(rest),
            Family::JavaScript | Family::TypeScript => self.java_script(rest),
            Family::Ruby => self.ruby(rest),
            Family::Perl => self.perl(rest),
        }
    }

    /// Begins what `close` ends, after `len` bytes.
    fn until(&mut self, close: Vec<u8>, part: Part, has_escapes: bool, len: usize) -> usize {
        self.mode = Mode::Until {
            close: close.into(),
            part,
            has_escapes,
        };
        len
    }

    fn cpp(&mut self, rest: &[u8]) -> usize {
        let is_raw = matches!(&self.word[..], b"R" | b"LR" | b"uR" | b"UR" | b"u8R") && is_word(self.before);
        if !is_raw || rest[0] != b'"' {
            return 0;
        }
        match delimiter(&rest[1..], b'(', |byte| {
            !matches!(byte, b' ' | b')' | b'\\' | b'\n' | b'"')
        }) {
            Some(id) => self.until([b")", id, b"\""].concat(), Part::String, false, id.len() + 2),
            None => 0,
        }
    }

    /// Begins a string that `#` and `"` open, and `"` and as many `#` close.
    fn hashes(&mut self, rest: &[u8], least: usize) -> usize {
        let hashes = rest
            .iter()
            .take(MAX_DELIMITER)
            .take_while(|&&byte| byte == b'#')
            .count();
        let quotes = rest[hashes..]
            .iter()
            .take(3)
            .take_while(|&&byte| byte == b'"')
            .count();
        if quotes == 0 || hashes < least {
            return 0;
        }
        let quotes = if quotes == 3 && self.language.family == Family::Swift {
            3
        } else {
            1
        };
        let close = ["\"".repeat(quotes), "#".repeat(hashes)].concat();
        self.until(close.into(), Part::String, false, hashes + quotes)
    }

    fn c_sharp(&mut self, rest: &[u8]) -> usize {
        let signs = rest
            .iter()
            .take(4)
            .take_while(|byte| matches!(byte, b'@' | b'$'))
            .count();
        let quotes = rest[signs..]
            .iter()
            .take(MAX_DELIMITER)
            .take_while(|&&byte| byte == b'"')
            .count();
        match quotes {
            0 => 0,
            3.. => self.until(vec![b'"'; quotes], Part::String, false, signs + quotes),
            _ if rest[..signs].contains(&b'@') => self.until(b"\"".to_vec(), Part::String, false, signs + 1),
            _ => 0,
        }
    }

    fn lua(&mut self, rest: &[u8], is_comment: bool) -> usize {
        let signs = match rest {
            [b'[', more @ ..] => more
                .iter()
                .take(MAX_DELIMITER)
                .take_while(|&&byte| byte == b'=')
                .count(),
            _ => return 0,
        };
        if rest.get(signs + 1) != Some(&b'[') {
            return 0;
        }
        let close = ["]", &"=".repeat(signs), "]"].concat();
        let part = if is_comment { Part::Comment } else { Part::String };
        self.until(
            close.into(),
            part,
            false,
            signs + 2 + if is_comment { 2 } else { 0 },
        )
    }

    /// Notes the document that `<<EOF` begins.
    fn shell_document(&mut self, rest: &[u8]) -> usize {
        if !rest.starts_with(b"<<") || rest.starts_with(b"<<<") {
            return if rest.starts_with(b"<<<") { 3 } else { 0 };
        }
        let mut at = 2;
        let is_indented = matches!(rest.get(at), Some(b'-' | b'~'));
        at += usize::from(is_indented);
        at += rest[at..]
            .iter()
            .take(8)
            .take_while(|&&byte| byte == b' ')
            .count();
        self.begin_document(rest, at, is_indented, |byte| {
            is_word(byte) && !byte.is_ascii_digit()
        })
    }

    /// Notes the document whose end is named at `at`, maybe in quotes.
    fn begin_document(
        &mut self,
        rest: &[u8],
        mut at: usize,
        is_indented: bool,
        begins: impl Fn(u8) -> bool,
    ) -> usize {
        let quote = rest
            .get(at)
            .copied()
            .filter(|byte| matches!(byte, b'"' | b'\'' | b'\\' | b'`'));
        at += usize::from(quote.is_some());
        let is_named = rest
            .get(at)
            .is_some_and(|&byte| begins(byte) || (quote.is_some() && is_word(byte)));
        let is_part = |byte: &&u8| {
            is_word(**byte)
                || matches!(quote, Some(quote) if quote != b'\\' && **byte != quote && **byte != b'\n')
        };
        let len = rest[at.min(rest.len())..]
            .iter()
            .take(MAX_DELIMITER)
            .take_while(is_part)
            .count();
        if !is_named || self.documents.len() == MAX_DOCUMENTS {
            return 0;
        }
        self.documents.push(Document {
            end: rest[at..at + len].into(),
            is_indented,
        });
        self.last = b'"';
        at + len + usize::from(quote.is_some_and(|quote| quote != b'\\'))
    }

    /// Passes a line of a document.
    fn document(&mut self, rest: &[u8]) -> usize {
        if self.before == b'\n' {
            let document = &self.documents[0];
            let spaces = match document.is_indented {
                true => rest
                    .iter()
                    .take(LOOKAHEAD / 2)
                    .take_while(|byte| matches!(byte, b' ' | b'\t'))
                    .count(),
                false => 0,
            };
            let line = &rest[spaces..];
            let is_end = line.starts_with(&document.end)
                && !line.get(document.end.len()).is_some_and(|&byte| is_word(byte));
            if is_end {
                let len = spaces + document.end.len();
                self.documents.remove(0);
                if self.documents.is_empty() {
                    self.mode = Mode::Code;
                    self.last = b'"';
                }
                return len;
            }
        }
        1
    }

    /// Returns `true` if an expression can begin here, by the code before: a value ends otherwise.
    fn is_operand(&self, keywords: &[&str]) -> bool {
        match self.last {
            b')' | b']' | b'}' | b'"' => false,
            last if is_word(last) => keywords.iter().any(|keyword| self.word == keyword.as_bytes()),
            _ => true,
        }
    }

    fn java_script(&mut self, rest: &[u8]) -> usize {
        const KEYWORDS: &[&str] = &[
            "return",
            "typeof",
            "case",
            "in",
            "of",
            "delete",
            "void",
            "throw",
            "new",
            "instanceof",
            "do",
            "else",
            "yield",
            "await",
            "default",
        ];
        match rest {
            [b'`', ..] => {
                self.mode = Mode::Template;
                1
            }
            [b'/', b'/' | b'*', ..] => 0,
            [b'/', ..] if self.is_operand(KEYWORDS) => {
                self.mode = Mode::Regex { in_class: false };
                1
            }
            [b'<', b'>' | b'a'..=b'z' | b'A'..=b'Z', ..]
                if self.language.family == Family::JavaScript && self.is_operand(KEYWORDS) =>
            {
                self.push(Mode::Code, 0, 0);
                if !matches!(self.mode, Mode::Rest(_)) {
                    self.mode = Mode::JsxTag { is_end: false };
                }
                1
            }
            [b'#', b'!', ..] if self.offset == 0 => {
                self.mode = Mode::LineComment;
                2
            }
            _ => 0,
        }
    }

    /// Passes a part of a tag of JSX. The frame below it has what its element is in.
    fn jsx_tag(&mut self, rest: &[u8], is_end: bool) -> usize {
        match rest[0] {
            close @ (b'"' | b'\'') => {
                self.mode = Mode::JsxString { close };
                1
            }
            b'{' => self.nest(Mode::JsxTag { is_end }, b'{', b'}', 1),
            b'/' if rest.get(1) == Some(&b'>') => {
                self.end_element();
                2
            }
            b'>' if is_end => {
                self.end_element();
                1
            }
            b'>' => {
                self.mode = Mode::JsxText;
                1
            }
            _ => 1,
        }
    }

    /// Ends an element of JSX.
    fn end_element(&mut self) {
        self.pop();
        (self.last, self.is_line_start) = (b')', false);
    }

    fn php(&mut self, rest: &[u8]) -> usize {
        match rest {
            [b'?', b'>', ..] => {
                self.mode = Mode::PhpText;
                2
            }
            // An attribute.
            [b'#', b'[', ..] => 2,
            [b'<', b'<', b'<', more @ ..] => {
                let spaces = more.iter().take(8).take_while(|&&byte| byte == b' ').count();
                self.begin_document(rest, 3 + spaces, true, |byte| {
                    is_word(byte) && !byte.is_ascii_digit()
                })
            }
            _ => 0,
        }
    }

    fn ruby(&mut self, rest: &[u8]) -> usize {
        const KEYWORDS: &[&str] = &[
            "if",
            "elsif",
            "unless",
            "while",
            "until",
            "when",
            "and",
            "or",
            "not",
            "return",
            "then",
            "do",
            "else",
            "in",
            "puts",
            "p",
            "print",
            "raise",
            "yield",
            "split",
            "match",
            "scan",
            "gsub",
            "sub",
            "require",
            "assert_match",
        ];
        match rest {
            [b'=', b'b', b'e', b'g', b'i', b'n', ..] if self.before == b'\n' => {
                self.mode = Mode::Documentation;
                6
            }
            [b'%', kind, more @ ..] if self.is_operand(KEYWORDS) || self.before == b' ' => {
                let (open, len) = match (kind, more.first()) {
                    (b'q' | b'Q' | b'w' | b'W' | b'i' | b'I' | b'r' | b's' | b'x', Some(&open)) => (open, 3),
                    _ => (*kind, 2),
                };
                // `%` with a space after it divides.
                let is_quote = !is_word(open) && !open.is_ascii_whitespace() && open != b'=';
                if is_quote {
                    self.mode = quoted(open, 1);
                    return len;
                }
                0
            }
            [b'<', b'<', more @ ..] => {
                let has_sign = matches!(more.first(), Some(b'-' | b'~'));
                let begins = |byte: u8| {
                    byte.is_ascii_uppercase() || (has_sign && is_word(byte) && !byte.is_ascii_digit())
                };
                self.begin_document(rest, 2 + usize::from(has_sign), has_sign, begins)
            }
            [b'?', b'"' | b'\'' | b'`' | b'#' | b'/', ..] if !is_word(self.before) && self.before != b')' => {
                2
            }
            [b'/', ..] if self.is_operand(KEYWORDS) => {
                self.mode = Mode::Regex { in_class: false };
                1
            }
            _ => 0,
        }
    }

    fn perl(&mut self, rest: &[u8]) -> usize {
        const KEYWORDS: &[&str] = &[
            "if", "unless", "while", "until", "and", "or", "not", "return", "split", "grep", "map", "join",
            "push", "x", "when", "ne", "eq", "lt", "gt",
        ];
        if let Some(count) = self.perl_quote(rest[0]) {
            self.mode = quoted(rest[0], count);
            return 1;
        }
        match rest {
            [b'=', b'a'..=b'z' | b'A'..=b'Z', ..] if self.before == b'\n' => {
                self.mode = Mode::Documentation;
                1
            }
            // Variables with the names of signs.
            [b'$', sign, ..]
                if !is_word(*sign) && !matches!(sign, b'{' | b'$' | b' ' | b'\n' | b'(' | b')') =>
            {
                self.last = b'a';
                self.word.clear();
                2
            }
            [b'$', b'#', ..] => 2,
            [b'<', b'<', more @ ..] => {
                let has_sign = more.first() == Some(&b'~');
                let begins = |byte: u8| is_word(byte) && !byte.is_ascii_digit() && byte < 0x80;
                self.begin_document(rest, 2 + usize::from(has_sign), has_sign, begins)
            }
            [b'/', ..] if self.is_operand(KEYWORDS) && !is_sigil(self.before_word, &self.word, self.last) => {
                self.mode = quoted(b'/', 1);
                1
            }
            _ => 0,
        }
    }

    /// Returns how many parts a quote of Perl has that the byte opens after a word: `q{…}` one, `s/…/…/` two.
    fn perl_quote(&self, byte: u8) -> Option<u8> {
        let count = match &self.word[..] {
            b"q" | b"qq" | b"qw" | b"qx" | b"m" | b"qr" => 1,
            b"s" | b"tr" | b"y" => 2,
            _ => return None,
        };
        let is_adjacent = is_word(self.before);
        let is_after_spaces = matches!(self.before, b' ' | b'\t') && is_word(self.last);
        let is_delimiter = match byte {
            b',' | b';' | b')' | b'=' | b'}' | b']' | b'>' | b'.' => false,
            b'#' | b'?' | b'-' | b'*' | b'<' | b'&' | b':' => is_adjacent,
            _ => is_adjacent || is_after_spaces,
        };
        let is_name = matches!(
            self.before_word,
            b'$' | b'@' | b'%' | b'&' | b'>' | b'{' | b':' | b'-' | b'\''
        );
        ((is_adjacent || is_after_spaces) && is_delimiter && !is_name).then_some(count)
    }

    /// Returns `true` if the line is of a block of text, by its indent.
    fn is_in_block(&self) -> bool {
        self.is_line_start && self.block_of.is_some_and(|block| self.indent > block)
    }

    /// Passes a part of a line of YAML.
    fn yaml(&mut self, rest: &[u8]) -> usize {
        let byte = rest[0];
        if byte == b'\n' {
            self.newline();
            return 1;
        }
        if self.is_line_start && self.yaml == Yaml::Structure {
            if byte == b' ' {
                self.indent += 1;
                return 1;
            }
            if byte == b'\r' {
                return 1;
            }
            if self.is_in_block() {
                self.mode = Mode::Line(Part::String);
                return 1;
            }
            self.block_of = None;
        }
        self.is_line_start = false;
        match (self.yaml, byte) {
            (Yaml::Structure, b' ' | b'\t' | b'\r') => 1,
            (Yaml::Structure, b'-' | b'?') if is_space_at(rest, 1) => 1,
            (_, b'#') if matches!(self.before, b' ' | b'\t' | b'\n') => {
                self.mode = Mode::LineComment;
                1
            }
            (Yaml::Structure, b'"' | b'\'') => {
                self.yaml = Yaml::Scalar;
                let which = usize::from(byte == b'\'');
                self.mode = Mode::String { which };
                1
            }
            (Yaml::Structure, b'|' | b'>') => {
                (self.yaml, self.block_of) = (Yaml::Scalar, Some(self.indent));
                1
            }
            (Yaml::Structure, 0x80..) if is_space_at(rest, 0) => space_len(rest),
            (Yaml::Structure, _) => {
                self.yaml = match self.has_key
                    || matches!(byte, b'{' | b'[' | b'&' | b'*' | b'!' | b'%')
                    || key_len(rest).is_none()
                {
                    true => Yaml::Scalar,
                    false => Yaml::Key,
                };
                1
            }
            (Yaml::Key, b':') if is_space_at(rest, 1) => {
                (self.yaml, self.has_key) = (Yaml::Structure, true);
                1
            }
            (Yaml::Scalar, b':') if self.before == b'"' || self.before == b'\'' => {
                (self.yaml, self.has_key) = (Yaml::Structure, true);
                1
            }
            _ => 1,
        }
    }
}

/// Returns `true` if the byte is a part of a word: letters, digits, `_`, and what is not ASCII.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Returns `true` if a word is a variable of Perl, which a division can follow.
fn is_sigil(before_word: u8, word: &[u8], last: u8) -> bool {
    !word.is_empty() && is_word(last) && matches!(before_word, b'$' | b'@' | b'%' | b'&' | b'>')
}

/// Returns the mode of a quote that any byte opens.
fn quoted(open: u8, count: u8) -> Mode {
    let close = match open {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b'<' => b'>',
        open => open,
    };
    // Without brackets, nothing nests.
    let open = if open == close { close } else { open };
    Mode::Quoted {
        open,
        close,
        depth: 0,
        count,
    }
}

/// Returns the text before the first `end`, if it is short and made of the bytes of a delimiter.
fn delimiter(rest: &[u8], end: u8, is_part: impl Fn(u8) -> bool) -> Option<&[u8]> {
    let len = rest.iter().take(MAX_DELIMITER).position(|&byte| byte == end)?;
    rest[..len]
        .iter()
        .all(|&byte| is_part(byte))
        .then(|| &rest[..len])
}

/// Returns the length of the space of Unicode that the text begins with, or 0.
fn space_len(text: &[u8]) -> usize {
    match text {
        [0xC2, 0xA0, ..] => 2,
        [0xE2, 0x80, 0x80..=0x8A | 0xAF, ..] | [0xE2, 0x81, 0x9F, ..] | [0xE3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// Returns `true` if a space of any kind, or the end of the line, is at a place.
fn is_space_at(rest: &[u8], at: usize) -> bool {
    match rest.get(at) {
        None | Some(b' ' | b'\t' | b'\r' | b'\n') => true,
        Some(0x80..) => space_len(&rest[at..]) > 0,
        Some(_) => false,
    }
}

/// Returns the length of the key that a line of YAML begins with, if it has one.
fn key_len(rest: &[u8]) -> Option<usize> {
    let line = rest
        .iter()
        .take(LOOKAHEAD / 2)
        .take_while(|&&byte| byte != b'\n')
        .count();
    (0..line).find(|&at| rest[at] == b':' && is_space_at(rest, at + 1))
}
