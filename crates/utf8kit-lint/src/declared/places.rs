//! Finds the name of an encoding where each kind of file has it. A function returns nothing for other kinds of files.

use super::names::{Declared, Vocabulary};
use std::ops::Range;

/// A name in a text that declares an encoding.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Name {
    pub(super) place: Range<usize>,
    /// The name that UTF-8 has there, in small letters.
    pub(super) utf8: &'static str,
    /// Whether it can be nothing else, also if no encoding is known under it.
    pub(super) is_certain: bool,
    /// Whether it is that of the text from here on.
    pub(super) is_switch: bool,
    pub(super) vocabulary: Vocabulary,
}

impl Name {
    pub(super) fn new(place: Range<usize>) -> Name {
        Name {
            place,
            utf8: "utf-8",
            is_certain: false,
            is_switch: false,
            vocabulary: Vocabulary::Usual,
        }
    }

    pub(super) fn certain(place: Range<usize>) -> Name {
        Name {
            is_certain: true,
            ..Name::new(place)
        }
    }

    /// Returns the encoding that the name stands for in `bytes`.
    pub(super) fn encoding(&self, bytes: &[u8]) -> Option<Declared> {
        self.vocabulary.find(&bytes[self.place.clone()])
    }

    /// One that TeX reads.
    pub(super) fn in_tex(place: Range<usize>) -> Name {
        Name {
            utf8: "utf8",
            is_switch: true,
            ..Name::new(place)
        }
    }
}

/// Lines at the start in which Vim reads mode lines.
const MODE_LINES: usize = 5;

pub(super) fn is_part_of_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

/// Returns the place of a name of an encoding that begins at `at`.
pub(super) fn name_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    let len = text
        .get(at..)?
        .iter()
        .take_while(|byte| is_part_of_name(byte))
        .count();
    (len > 0).then_some(at..at + len)
}

/// Returns where `text` continues after spaces from `at` on.
fn skip_spaces(text: &[u8], at: usize) -> usize {
    let spaces = text[at..].iter().take_while(|byte| byte.is_ascii_whitespace());
    at + spaces.count()
}

/// Returns the place after `=` or `:`, spaces and a quote, at `at`.
fn value_at(text: &[u8], at: usize) -> Option<usize> {
    let at = skip_spaces(text, at);
    if !matches!(text.get(at)?, b'=' | b':') {
        return None;
    }
    let at = skip_spaces(text, at + 1);
    Some(at + usize::from(matches!(text.get(at), Some(b'"' | b'\''))))
}

/// Returns where the last `needle`, in small letters, ends in a range.
fn rfind_in(text: &[u8], range: Range<usize>, needle: &[u8]) -> Option<usize> {
    let text = text[range.clone()].to_ascii_lowercase();
    Some(range.start + memchr::memmem::rfind(&text, needle)? + needle.len())
}

/// Returns where the first `needle`, in small letters, ends in a range.
fn find_in(text: &[u8], range: Range<usize>, needle: &[u8]) -> Option<usize> {
    let text = text[range.clone()].to_ascii_lowercase();
    Some(range.start + memchr::memmem::find(&text, needle)? + needle.len())
}

pub(super) fn xml(text: &[u8]) -> Option<Range<usize>> {
    let rest = text.strip_prefix(b"<?xml")?;
    rest.first().filter(|byte| byte.is_ascii_whitespace())?;
    let end = memchr::memmem::find(text, b"?>")?;
    let at = find_in(text, 5..end, b"encoding")?;
    name_at(text, value_at(text, at)?)
}

/// Finds `@charset "name";`, which only counts if it is written so, at the very start.
pub(super) fn css(text: &[u8]) -> Option<Range<usize>> {
    const RULE: &[u8] = b"@charset \"";
    let place = text.starts_with(RULE).then(|| name_at(text, RULE.len()))??;
    text[place.end..].starts_with(b"\";").then_some(place)
}

/// Finds the charset of each `meta` element.
pub(super) fn html(text: &[u8]) -> Vec<Range<usize>> {
    let start = skip_spaces(text, 0);
    let begins = text[start..]
        .iter()
        .take(14)
        .map(u8::to_ascii_lowercase)
        .collect::<Vec<_>>();
    if !begins.starts_with(b"<!doctype html")
        && !begins.starts_with(b"<html")
        && !begins.starts_with(b"<head")
        && !begins.starts_with(b"<meta")
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut at = start;
    while let Some(meta) = find_in(text, at..text.len(), b"<meta") {
        let Some(len) = memchr::memchr(b'>', &text[meta..]) else {
            break;
        };
        let end = meta + len;
        // A comment, or a script that writes the element, is not one.
        let is_open = |open: &[u8], close: &[u8]| {
            rfind_in(text, start..meta, open).is_some_and(|open| find_in(text, open..meta, close).is_none())
        };
        if !is_open(b"<!--", b"-->") && !is_open(b"<script", b"</script") {
            found.extend(charset_of(text, meta..end));
        }
        at = end;
    }
    found
}

/// Returns the place of the charset in the attributes of a `meta` element.
fn charset_of(text: &[u8], element: Range<usize>) -> Option<Range<usize>> {
    let (mut content, mut is_type) = (None, false);
    let mut at = element.start;
    loop {
        at += text[at..element.end]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/'))
            .count();
        let len = text[at..element.end]
            .iter()
            .take_while(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'=' | b'/'))
            .count();
        if len == 0 {
            break;
        }
        let name = text[at..at + len].to_ascii_lowercase();
        at = skip_spaces(text, at + len).min(element.end);
        if text.get(at) != Some(&b'=') || at == element.end {
            continue;
        }
        at = skip_spaces(text, at + 1).min(element.end);
        let rest = &text[at..element.end];
        let (value, next) = match rest.first() {
            Some(&quote @ (b'"' | b'\'')) => {
                let len = memchr::memchr(quote, &rest[1..])?;
                (at + 1..at + 1 + len, at + len + 2)
            }
            _ => {
                let len = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
                (at..at + len, at + len)
            }
        };
        at = next;
        match &name[..] {
            b"charset" => return name_at(text, skip_spaces(text, value.start)),
            b"http-equiv" => is_type = text[value].eq_ignore_ascii_case(b"content-type"),
            b"content" => content = Some(value),
            _ => {}
        }
    }
    let content = content.filter(|_| is_type)?;
    let charset = find_in(text, content, b"charset")?;
    let at = skip_spaces(text, charset);
    (text.get(at) == Some(&b'=')).then(|| name_at(text, skip_spaces(text, at + 1)))?
}

/// Finds the options of the package `inputenc`, the last of which counts, `\\inputencoding{name}`, and `%!TEX encoding = name`. What a
/// document quotes is none.
pub(super) fn tex(text: &[u8]) -> Vec<Name> {
    let start = skip_spaces(text, 0);
    if !matches!(text.get(start), Some(b'%' | b'\\')) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let (mut is_preamble, mut quoted_to) = (true, None);
    for (start, line) in lines(text) {
        if let Some(end) = quoted_to {
            quoted_to = quoted_to.filter(|_| memchr::memmem::find(line, end).is_none());
            continue;
        }
        let quoting = QUOTING
            .iter()
            .find_map(|(begin, end)| Some((memchr::memmem::find(line, begin)?, begin.len(), *end)));
        quoted_to = quoting
            .filter(|(at, len, end)| memchr::memmem::find(&line[at + len..], end).is_none())
            .map(|(_, _, end)| end);
        let is_code = |at: &usize| line[*at] != b'%' && !line[*at..].starts_with(b"\\verb");
        let code = (0..quoting.map_or(line.len(), |(at, ..)| at))
            .take_while(is_code)
            .count();
        let end = start + code;
        let mut at = start;
        while let Some(package) = find_in(text, at..end, b"]{inputenc}").filter(|_| is_preamble) {
            let options = package - b"]{inputenc}".len();
            let first = text[start..options]
                .iter()
                .rposition(|byte| matches!(byte, b'[' | b','));
            let name = skip_spaces(text, start + first.map_or(0, |at| at + 1));
            found.extend(
                name_at(text, name)
                    .filter(|place| place.end <= options)
                    .map(|place| Name {
                        is_certain: true,
                        ..Name::in_tex(place)
                    }),
            );
            at = package;
        }
        at = start;
        while let Some(name) = find_in(text, at..end, b"\\inputencoding{") {
            let is_whole = |place: &Range<usize>| text.get(place.end) == Some(&b'}');
            found.extend(name_at(text, name).filter(is_whole).map(Name::in_tex));
            at = name;
        }
        if line.starts_with(b"%")
            && let Some(at) = find_in(text, start..start + line.len(), b"!tex encoding")
            && let Some(at) = value_at(text, at)
        {
            // Names have spaces: `Western (ISO Latin 1)`.
            let name = line.get(at - start..).unwrap_or_default().trim_ascii_end();
            if !name.is_empty() {
                found.push(Name::certain(at..at + name.len()));
            }
        }
        is_preamble &= memchr::memmem::find(line, b"\\begin{document}").is_none();
    }
    found
}

/// What begins and ends text that TeX shows as it is, or passes over.
const QUOTING: [(&[u8], &[u8]); 4] = [
    (b"\\begin{verbatim", b"\\end{verbatim"),
    (b"\\begin{lstlisting}", b"\\end{lstlisting}"),
    (b"\\begin{comment}", b"\\end{comment}"),
    (b"\\iffalse", b"\\fi"),
];

/// Finds `coding: name` or `coding=name` in a comment in the first two lines.
pub(super) fn comment(text: &[u8]) -> Option<Range<usize>> {
    let mut start = 0;
    for number in 0..2 {
        let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |len| start + len);
        let line = &text[start..end];
        let first = skip_spaces(text, start).min(end);
        let is_comment = text[first..end].starts_with(b"#");
        // Emacs reads any line that has `-*-` twice.
        let marks: Vec<_> = memchr::memmem::find_iter(line, b"-*-").take(2).collect();
        let is_emacs = marks.len() == 2 && (number == 0 || text.starts_with(b"#!"));
        if is_comment || is_emacs {
            let range = match (is_emacs, &marks[..]) {
                (true, &[open, close]) => start + open + 3..start + close,
                _ => first..end,
            };
            if let Some(at) = find_in(text, range, b"coding")
                && matches!(text.get(at), Some(b':' | b'='))
            {
                return name_at(text, skip_spaces(text, at + 1));
            }
        }
        if !is_comment && !is_emacs && !line.is_empty() {
            return None;
        }
        start = (end + 1).min(text.len());
    }
    None
}

/// Finds the header of a PO file: `"Content-Type: text/plain; charset=name\n"` after an empty `msgid`. In a template that nobody has
/// begun to translate, the name can be none yet.
pub(super) fn po(text: &[u8]) -> Option<Name> {
    let header = memchr::memmem::find(text, b"msgid \"\"")?;
    let is_line = header == 0 || text[header - 1] == b'\n';
    let at =
        find_in(text, header..text.len(), b"\"content-type: text/plain; charset=").filter(|_| is_line)?;
    let is_template = memchr::memmem::find(&text[header..], b"\"PO-Revision-Date: YEAR-").is_some();
    name_at(text, at).map(|place| Name {
        is_certain: !is_template,
        ..Name::new(place)
    })
}

/// Finds `fileencoding` or `fenc` in a mode line of Vim.
pub(super) fn vim(text: &[u8]) -> Option<Range<usize>> {
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n').take(MODE_LINES) {
        let end = start + line.len();
        for mark in [&b" vim:"[..], b"\tvim:", b" vi:", b" ex:"] {
            let Some(at) = find_in(text, start..end, mark) else {
                continue;
            };
            for option in [&b"fileencoding="[..], b"fenc="] {
                if let Some(at) = find_in(text, at..end, option) {
                    return name_at(text, at);
                }
            }
        }
        start = end;
    }
    None
}

/// Returns the lines of `text` with their offsets. The last one may be cut.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut start = 0;
    text.split_inclusive(|&byte| byte == b'\n').map(move |line| {
        let at = start;
        start += line.len();
        (at, line)
    })
}

/// Finds `scriptencoding name` in a script of Vim. It can be cut to `scripte`.
pub(super) fn vim_script(text: &[u8]) -> Option<Range<usize>> {
    const COMMAND: &[u8] = b"scriptencoding";
    lines(text).find_map(|(start, line)| {
        let command = start
            + line
                .iter()
                .take_while(|byte| matches!(byte, b' ' | b'\t' | b':'))
                .count();
        let len = text[command..]
            .iter()
            .zip(COMMAND)
            .take_while(|(a, b)| a == b)
            .count();
        let at = command + len;
        let is_command = len >= b"scripte".len() && matches!(text.get(at), Some(b' ' | b'\t'));
        let at = at
            + text[at..]
                .iter()
                .take_while(|byte| matches!(byte, b' ' | b'\t'))
                .count();
        is_command.then(|| name_at(text, at)).flatten()
    })
}

/// Finds `SET name` in an affix file of Hunspell: before it are only comments and other commands in capitals.
pub(super) fn hunspell(text: &[u8]) -> Option<Range<usize>> {
    if !matches!(text.first(), Some(b'#' | b'A'..=b'Z')) {
        return None;
    }
    for (start, line) in lines(text) {
        if let Some(rest) = line.strip_prefix(b"SET ") {
            let spaces = rest.iter().take_while(|&&byte| byte == b' ').count();
            return name_at(text, start + b"SET ".len() + spaces);
        }
        let word = line.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let is_command = line[..word].iter().all(u8::is_ascii_uppercase);
        if !is_command && !line.starts_with(b"#") {
            return None;
        }
    }
    None
}

/// Finds the name that is the first line of hyphenation patterns. The second one is a pattern, which has no spaces and digits
/// or dots, or says how long a part of a word must be.
pub(super) fn hyphenation(text: &[u8]) -> Option<Range<usize>> {
    const LONGEST: usize = 24;
    let end = memchr::memchr(b'\n', &text[..text.len().min(LONGEST)])?;
    let name = text[..end].trim_ascii_end();
    // The pattern in ASCII, which nearly all begin with.
    let (_, second) = lines(&text[end + 1..]).next()?;
    let second = second.trim_ascii_end();
    let is_pattern = second.starts_with(b"LEFTHYPHENMIN")
        || second.starts_with(b"RIGHTHYPHENMIN")
        || second.starts_with(b"%")
        || is_hyphenation_pattern(second);
    // A list of encodings is none, and some names are words.
    let is_word = WORDS_THAT_NAME.iter().any(|word| name.eq_ignore_ascii_case(word));
    let names = |word: &[u8]| Vocabulary::Usual.find(word).is_some();
    // A heading `l1` is none: no patterns name their encoding in two letters, or with others than those of ASCII.
    let may_name = name.len() > 2 && name.is_ascii();
    (is_pattern && may_name && !is_word && names(name) && !names(second)).then_some(0..name.len())
}

/// Names of encodings that are words of English.
const WORDS_THAT_NAME: [&[u8]; 6] = [b"arabic", b"ascii", b"cyrillic", b"greek", b"hebrew", b"unicode"];

/// Returns `true` for letters with digits between them, each alone, and a full stop at either end.
fn is_hyphenation_pattern(line: &[u8]) -> bool {
    let word = line.strip_prefix(b".").unwrap_or(line);
    let word = word.strip_suffix(b".").unwrap_or(word);
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii() || *byte == b'\'';
    let has_sign = word.len() < line.len() || word.iter().any(u8::is_ascii_digit);
    has_sign
        && word.iter().any(is_letter)
        && word.iter().all(|byte| is_letter(byte) || byte.is_ascii_digit())
        && !word.windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit))
}

/// Finds `Encoding=name` in a desktop entry.
pub(super) fn desktop(text: &[u8]) -> Option<Range<usize>> {
    let is_entry =
        |line: &[u8]| line.starts_with(b"[Desktop Entry]") || line.starts_with(b"[KDE Desktop Entry]");
    let mut is_inside = false;
    for (start, line) in lines(text) {
        match line {
            [b'#', ..] => {}
            [b'[', ..] => is_inside = is_entry(line),
            _ if is_inside && line.starts_with(b"Encoding=") => {
                return name_at(text, start + b"Encoding=".len());
            }
            _ if !is_inside && !line.trim_ascii().is_empty() => return None,
            _ => {}
        }
    }
    None
}
