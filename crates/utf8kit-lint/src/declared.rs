//! Reads which encoding a text declares.
//!
//! Only what a program acts on is a declaration, and only where that program looks for it: the XML declaration at the start,
//! `charset` in a `meta` element of a file that begins as HTML does, `coding` in a comment in the first two lines, as Python, Ruby and Emacs
//! read it, the header of a PO file, the mode lines of Vim and `scriptencoding` in its scripts, `SET` in the affix files of
//! Hunspell, the first line of hyphenation patterns and of thesauri, `Encoding` in desktop entries, `inputenc` and `%!TEX encoding` in
//! TeX. A name that is not that of an encoding declares nothing.

use crate::legacy::Legacy;
use memchr::memmem::Finder;
use std::ops::Range;
use std::sync::LazyLock;
use utf8kit::signature::{self, Signature};

/// Declarations are looked for in this part of a text, from its start.
const DECLARED_LEN: usize = 1024;

/// Those of TeX and Hunspell, which stand after comments on the licence, are looked for in this part.
pub(crate) const AFTER_COMMENTS_LEN: usize = 8 << 10;

/// Lines at the start in which Vim reads mode lines.
const MODE_LINES: usize = 5;

/// Every declaration but those that the files of TeX and Hunspell have at known places has one of these words. The searchers are made
/// once: that costs more than a search.
static WORDS: LazyLock<[Finder<'static>; 4]> =
    LazyLock::new(|| ["coding", "charset", "fenc", "scripte"].map(Finder::new));

/// An encoding that a text can declare.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Declared {
    Utf8,
    Ascii,
    /// UTF-16 or UTF-32.
    Wide,
    /// Parts are in different encodings.
    Several,
    Legacy(Legacy),
}

/// A declaration in a text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Declaration {
    pub(crate) encoding: Declared,
    /// The name, as the text writes it.
    pub(crate) name: String,
    /// Where the name stands.
    pub(crate) place: Range<usize>,
}

/// A name in a text that declares an encoding.
#[derive(Clone, PartialEq, Debug)]
struct Name {
    place: Range<usize>,
    /// The name that UTF-8 has there, in small letters.
    utf8: &'static str,
    /// Whether it can be nothing else, also if no encoding is known under it.
    is_certain: bool,
    /// Whether it is that of the text from here on.
    is_switch: bool,
}

impl Name {
    fn new(place: Range<usize>) -> Name {
        Name {
            place,
            utf8: "utf-8",
            is_certain: false,
            is_switch: false,
        }
    }

    fn certain(place: Range<usize>) -> Name {
        Name {
            is_certain: true,
            ..Name::new(place)
        }
    }

    /// One that TeX reads.
    fn in_tex(place: Range<usize>) -> Name {
        Name {
            utf8: "utf8",
            is_switch: true,
            ..Name::new(place)
        }
    }
}

/// Returns the declaration of a text that begins with `bytes`: the first name that is known.
pub(crate) fn find(bytes: &[u8]) -> Option<Declaration> {
    let names = names(bytes);
    let known = |found: &Name| Some((named(&bytes[found.place.clone()])?, found.place.clone()));
    let (encoding, place) = names.iter().find_map(known)?;
    Some(Declaration {
        encoding: match is_of_several(bytes, &names) {
            true => Declared::Several,
            false => encoding,
        },
        name: String::from_utf8(bytes[place.clone()].to_vec()).ok()?,
        place,
    })
}

/// Returns `true` if the names that switch the encoding of a text differ: its parts are in several.
fn is_of_several(bytes: &[u8], names: &[Name]) -> bool {
    let mut switches = names
        .iter()
        .filter(|name| name.is_switch)
        .filter_map(|name| named(&bytes[name.place.clone()]));
    switches
        .next()
        .is_some_and(|first| switches.any(|encoding| encoding != first))
}

/// Returns the names in a text that begins with `bytes` that declare its encoding.
fn names(bytes: &[u8]) -> Vec<Name> {
    let signature = match signature::detect(bytes) {
        Some(signature @ Signature::Utf8) => signature.len(),
        _ => 0,
    };
    let text = &bytes[signature..];
    let mut names = names_in(start_of(text, DECLARED_LEN), start_of(text, AFTER_COMMENTS_LEN));
    for name in &mut names {
        name.place.start += signature;
        name.place.end += signature;
    }
    names
}

/// Returns the first `len` bytes of a text, without a name at their end that they may cut.
fn start_of(text: &[u8], len: usize) -> &[u8] {
    match text.get(..len) {
        Some(head) if text.len() > len => {
            let end = head.iter().rposition(|byte| !is_part_of_name(byte));
            &head[..end.map_or(0, |last| last + 1)]
        }
        _ => text,
    }
}

fn is_part_of_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

/// Returns the names in a text without a signature, of which `text` is the start and `long` a longer start.
fn names_in(text: &[u8], long: &[u8]) -> Vec<Name> {
    if let Some(place) = hyphenation(text) {
        return vec![Name::new(place)];
    }
    let in_tex = tex(long);
    if !in_tex.is_empty() {
        return in_tex;
    }
    if let Some(place) = hunspell(long) {
        return vec![Name::new(place)];
    }
    // Most texts declare nothing.
    let mut lower = [0; DECLARED_LEN];
    let lower = &mut lower[..text.len()];
    lower.copy_from_slice(text);
    lower.make_ascii_lowercase();
    if !WORDS.iter().any(|word| word.find(lower).is_some()) {
        return Vec::new();
    }
    if let Some(place) = xml(text) {
        return vec![Name::certain(place)];
    }
    let in_html = html(text);
    if !in_html.is_empty() {
        return in_html.into_iter().map(Name::certain).collect();
    }
    let place = comment(text)
        .or_else(|| po(text))
        .or_else(|| vim(text))
        .or_else(|| vim_script(text))
        .or_else(|| desktop(text));
    place.into_iter().map(Name::new).collect()
}

/// Returns where a text that begins with `bytes` names its encoding, and the name that UTF-8 has there, in order. There is none if
/// the text names none, or UTF-8.
///
/// A program that converts the text to UTF-8 must write these names: what reads the text believes them.
///
/// ```
/// use utf8kit_lint::names_of_utf8;
///
/// let text = b"# -*- coding: latin-1 -*-\nname = 'Ren\xE9'\n";
/// assert_eq!(names_of_utf8(text), [(14..21, "utf-8".to_owned())]);
/// assert_eq!(names_of_utf8(b"\\usepackage[latin1]{inputenc}\n"), [(12..18, "utf8".to_owned())]);
/// assert_eq!(names_of_utf8(b"<?xml version='1.0' encoding='UTF-8'?>"), []);
/// ```
pub fn names_of_utf8(bytes: &[u8]) -> Vec<(Range<usize>, String)> {
    let in_place = |found: Name| {
        let name = str::from_utf8(&bytes[found.place.clone()]).ok()?;
        match named(name.as_bytes()) {
            Some(Declared::Utf8) => return None,
            // A template has no name yet.
            None if !found.is_certain || name == "CHARSET" => return None,
            _ => {}
        }
        let is_small = !name.contains(|c: char| c.is_ascii_uppercase());
        let utf8 = match is_small || found.utf8 == "utf8" {
            true => found.utf8.to_owned(),
            false => found.utf8.to_ascii_uppercase(),
        };
        let suffix = LINE_ENDS.iter().find(|suffix| name.ends_with(**suffix));
        Some((found.place, utf8 + suffix.unwrap_or(&"")))
    };
    let names = names(bytes);
    match is_of_several(bytes, &names) {
        true => Vec::new(),
        false => names.into_iter().filter_map(in_place).collect(),
    }
}

/// What Emacs adds to a name for line ends.
const LINE_ENDS: [&str; 3] = ["-unix", "-dos", "-mac"];

/// Returns the encoding called `name`, with or without Emacs's suffix for line ends.
fn named(name: &[u8]) -> Option<Declared> {
    let name = name.to_ascii_lowercase();
    let name = LINE_ENDS
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix.as_bytes()))
        .unwrap_or(&name);
    if let Some(found) = web_or_wide(name) {
        return Some(found);
    }
    // As Python and C name them: `iso8859_2`, `mac-roman`, `csIBM861`.
    let name = String::from_utf8_lossy(name).replace('_', "-");
    let bare = name.strip_prefix("cs").unwrap_or(&name);
    let usual = OTHER_NAMES.iter().find(|(names, _)| names.contains(&bare));
    let usual = usual.map_or(bare, |(_, usual)| usual);
    web_or_wide(usual.as_bytes()).or_else(|| web_or_wide(usual.replacen("ibm-", "ibm", 1).as_bytes()))
}

/// Names of encodings that the Encoding Standard lacks, in small letters and with `-`, and one that it has.
const OTHER_NAMES: [(&[&str], &str); 16] = [
    (
        &[
            "utf16",
            "u16",
            "utf32",
            "u32",
            "ucs2",
            "ucs4",
            "unicode",
            "iso-10646-ucs-2",
            "iso-10646-ucs-4",
        ],
        "utf-16",
    ),
    (&["mac-cyrillic", "maccyrillic", "maccyr"], "x-mac-cyrillic"),
    (&["mac-roman", "macroman", "applemac"], "macintosh"),
    (&["ansinew"], "windows-1252"),
    (&["cp932", "ms932", "windows-932"], "shift_jis"),
    (&["cp936", "ms936", "windows-936"], "gbk"),
    (&["cp949", "ms949", "uhc"], "euc-kr"),
    (&["cp950", "ms950", "windows-950"], "big5"),
    (&["latin7", "latin-7"], "iso-8859-13"),
    (&["latin8", "latin-8"], "iso-8859-14"),
    (&["latin9", "latin-9"], "iso-8859-15"),
    (&["latin10", "latin-10"], "iso-8859-16"),
    (&["latin-2", "isolatin2"], "iso-8859-2"),
    (&["isolatin", "isolatin1"], "iso-8859-1"),
    (&["koi8r"], "koi8-r"),
    (&["koi8u"], "koi8-u"),
];

/// Returns the encoding of a name in small letters.
fn web_or_wide(name: &[u8]) -> Option<Declared> {
    Some(match name {
        b"utf-8"
        | b"utf8"
        | b"utf_8"
        | b"u8"
        | b"utf-8-sig"
        | b"utf8-sig"
        | b"utf8x"
        | b"utf-8-with-signature"
        | b"mule-utf-8" => Declared::Utf8,
        b"ascii" | b"us-ascii" | b"ansi_x3.4-1968" => Declared::Ascii,
        b"tis620-2533" => Declared::Legacy(Legacy::for_label(b"tis-620")?),
        _ if name.starts_with(b"microsoft-cp") => {
            Declared::Legacy(Legacy::for_label(&name[b"microsoft-".len()..])?)
        }
        _ if name.starts_with(b"utf-16") || name.starts_with(b"utf-32") || name.starts_with(b"ucs-") => {
            Declared::Wide
        }
        b"utf-8 unicode" => Declared::Utf8,
        b"latin-1" | b"iso-latin-1" | b"iso8859" => Declared::Legacy(Legacy::for_label(b"iso-8859-1")?),
        _ => Declared::Legacy(Legacy::for_label(name)?),
    })
}

/// Returns the place of a name of an encoding that begins at `at`.
fn name_at(text: &[u8], at: usize) -> Option<Range<usize>> {
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

fn xml(text: &[u8]) -> Option<Range<usize>> {
    let rest = text.strip_prefix(b"<?xml")?;
    rest.first().filter(|byte| byte.is_ascii_whitespace())?;
    let end = memchr::memmem::find(text, b"?>")?;
    let at = find_in(text, 5..end, b"encoding")?;
    name_at(text, value_at(text, at)?)
}

/// Finds the charset of each `meta` element.
fn html(text: &[u8]) -> Vec<Range<usize>> {
    let start = skip_spaces(text, 0);
    let begins = text[start..]
        .iter()
        .take(14)
        .map(u8::to_ascii_lowercase)
        .collect::<Vec<_>>();
    if !begins.starts_with(b"<!doctype html")
        && !begins.starts_with(b"<html")
        && !begins.starts_with(b"<head")
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
fn tex(text: &[u8]) -> Vec<Name> {
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
fn comment(text: &[u8]) -> Option<Range<usize>> {
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

/// Finds the header of a PO file: `"Content-Type: text/plain; charset=name\n"` after an empty `msgid`.
fn po(text: &[u8]) -> Option<Range<usize>> {
    let header = memchr::memmem::find(text, b"msgid \"\"")?;
    let is_line = header == 0 || text[header - 1] == b'\n';
    let at =
        find_in(text, header..text.len(), b"\"content-type: text/plain; charset=").filter(|_| is_line)?;
    name_at(text, at)
}

/// Finds `fileencoding` or `fenc` in a mode line of Vim.
fn vim(text: &[u8]) -> Option<Range<usize>> {
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
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut start = 0;
    text.split_inclusive(|&byte| byte == b'\n').map(move |line| {
        let at = start;
        start += line.len();
        (at, line)
    })
}

/// Finds `scriptencoding name` in a script of Vim. It can be cut to `scripte`.
fn vim_script(text: &[u8]) -> Option<Range<usize>> {
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
fn hunspell(text: &[u8]) -> Option<Range<usize>> {
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
fn hyphenation(text: &[u8]) -> Option<Range<usize>> {
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
    (is_pattern && !name.is_empty() && !is_word && named(name).is_some() && named(second).is_none())
        .then_some(0..name.len())
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
fn desktop(text: &[u8]) -> Option<Range<usize>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read_where_programs_read_them() {
        let found = |text: &str| find(text.as_bytes()).map(|found| found.name);
        let cases = [
            (
                "<?xml version='1.0' encoding = 'ISO-8859-2' ?>\n<a/>",
                "ISO-8859-2",
            ),
            (
                "<!DOCTYPE html>\n<html><head><META CHARSET=windows-1251>",
                "windows-1251",
            ),
            (
                "<html><meta http-equiv=Content-Type content=\"text/html; charset=koi8-r\">",
                "koi8-r",
            ),
            ("#!/usr/bin/python\n# -*- coding: latin-1 -*-\n", "latin-1"),
            ("# vim: set fileencoding=euc-jp :\n", "euc-jp"),
            (
                ";; x.el -*- mode: lisp; coding: iso-8859-1-unix -*-\n",
                "iso-8859-1-unix",
            ),
            (
                "# a\nmsgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=GBK\\n\"\n",
                "GBK",
            ),
            ("/* vim: set ts=4 fenc=cp1252: */\n", "cp1252"),
            ("\u{FEFF}<?xml version='1.0' encoding='utf-8'?>", "utf-8"),
            ("\" Menu\nscriptencoding latin1\nmenu x\n", "latin1"),
            ("  :scripte cp1251\n", "cp1251"),
            ("# affixes\nSET ISO8859-13\nTRY abc\n", "ISO8859-13"),
            ("LANG lt_LT\nSET   microsoft-cp1251\n", "microsoft-cp1251"),
            ("ISO8859-2\n.a2\n.1b\n", "ISO8859-2"),
            ("KOI8-R\r\nLEFTHYPHENMIN 2\r\n", "KOI8-R"),
            ("[Desktop Entry]\nName=x\nEncoding=ISO-8859-2\n", "ISO-8859-2"),
            ("% a\n\\usepackage[cp1251]{inputenc} % latin1\n", "cp1251"),
            ("\\RequirePackage[utf8, latin9]{inputenc}", "latin9"),
            ("\\inputencoding{koi8-r}", "koi8-r"),
            ("%!TEX encoding = ISO-8859-1\n", "ISO-8859-1"),
            ("<?xml version='1.0' encoding='MacCyrillic'?>", "MacCyrillic"),
            ("<?xml version='1.0' encoding='csIBM861'?>", "csIBM861"),
            (
                "<?xml version='1.0' encoding='iso-10646-ucs-2'?>",
                "iso-10646-ucs-2",
            ),
            ("\" Menu\nscriptencoding cp932\n", "cp932"),
            ("# coding: iso8859_2\n", "iso8859_2"),
            ("<html><script src=x></script><meta charset=koi8-r>", "koi8-r"),
            ("<html><meta charset=nosuch><meta charset=koi8-r>", "koi8-r"),
            (
                "<html><meta content='text/html; charset = koi8-r' http-equiv=content-type />",
                "koi8-r",
            ),
        ];
        for (text, name) in cases {
            assert_eq!(found(text).as_deref(), Some(name), "{text}");
            let declaration = find(text.as_bytes()).unwrap();
            assert_eq!(&text[declaration.place], name);
        }
        let none = [
            "",
            "text with charset=latin1 and coding: latin-1\n",
            "\n<?xml version='1.0' encoding='latin1'?>",
            "<?xml version='1.0'?>\n<a encoding='latin1'/>",
            "print(1)\n# coding: latin-1\n",
            "#\n#\n# coding: latin-1\n",
            "# encoding: the way of writing\n",
            "<!DOCTYPE html><!-- <meta charset=latin1> -->",
            "\"Content-Type: text/plain; charset=CHARSET\\n\"\n",
            "msgid \"\"\n\"Content-Type: text/plain; charset=CHARSET\\n\"\n",
            "the scriptencoding latin1\n",
            "scriptencodings latin1\n",
            "script latin1\n",
            "a line\nSET latin1\n",
            "SET NAMES latin1\n",
            "latin1\nis an encoding.\n",
            "latin1\ncp1252\n",
            "[Other]\nEncoding=latin1\n",
            "Encoding=latin1\n",
            "text\n\\usepackage[latin1]{inputenc}\n",
            "% \\usepackage[latin1]{inputenc}\n",
            "\\usepackage[latin1]{other}\n",
            "\\usepackage{inputenc}\n",
            "\\begin{verbatim}\n\\usepackage[latin1]{inputenc}\n\\end{verbatim}\n",
            "\\iffalse\\inputencoding{latin1}\\fi\n",
            "\\begin{document}\n\\usepackage[latin1]{inputenc}\n",
            "<html><!-- a --><!-- <meta charset=latin1> -->",
            "<html><script>'<meta charset=latin1>'</script>",
            "<html><meta name=description content=\"charset: latin1 explained\">",
            "<html><meta name=description content=\"charset=latin1\">",
            "<html><meta data-charset=latin1>",
            "latin1\nutf-7\n",
            "Greek\n.a1b\n",
            "latin1\nv1.0\n",
            "\\verb+\\usepackage[latin1]{inputenc}+\n",
            "<?xml version='1.0' encoding='nosuch'?>",
            "%!TEX encoding =\n\n\nlatin1\n",
            "%!TEX encoding\n\n=\nlatin1\n",
        ];
        for text in none {
            assert_eq!(found(text), None, "{text}");
        }
        // After comments on the licence.
        let comments = "# not a word about encodings\n".repeat(100);
        assert_eq!(
            found(&format!("{comments}SET ISO8859-13\n")).as_deref(),
            Some("ISO8859-13")
        );
        let comments = comments.replace('#', "%");
        let tex = format!("{comments}\\usepackage[latin1]{{inputenc}}\n");
        assert_eq!(found(&tex).as_deref(), Some("latin1"));
        assert_eq!(found(&format!("{comments}{comments}{comments}{tex}")), None);
    }

    #[test]
    fn every_name_becomes_that_of_utf8() {
        let renamed = |text: &str| {
            let mut text = text.to_owned();
            for (place, name) in names_of_utf8(text.clone().as_bytes()).into_iter().rev() {
                text.replace_range(place, &name);
            }
            text
        };
        for (text, expected) in [
            (
                "<html><meta charset=latin1><meta http-equiv=Content-Type content=\"text/html; charset=KOI8-R\">",
                "<html><meta charset=utf-8><meta http-equiv=Content-Type content=\"text/html; charset=UTF-8\">",
            ),
            (
                "%!TEX encoding = ISO-8859-1\n\\usepackage[latin1]{inputenc}\n",
                "%!TEX encoding = UTF-8\n\\usepackage[utf8]{inputenc}\n",
            ),
            ("\\usepackage[IsoLatin]{inputenc}", "\\usepackage[utf8]{inputenc}"),
            (
                "\\usepackage[latin1]{inputenc}\\inputencoding{latin1}",
                "\\usepackage[utf8]{inputenc}\\inputencoding{utf8}",
            ),
            (
                "%!TEX encoding = Western (ISO Latin 1)\n\\inputencoding{latin1}\n",
                "%!TEX encoding = UTF-8\n\\inputencoding{utf8}\n",
            ),
            // Its parts are in several.
            (
                "\\inputencoding{koi8-r}\na\n\\inputencoding{cp866}\n",
                "\\inputencoding{koi8-r}\na\n\\inputencoding{cp866}\n",
            ),
            (
                "<html><meta name=x content=\"charset: a guide\"><meta charset=latin1>",
                "<html><meta name=x content=\"charset: a guide\"><meta charset=utf-8>",
            ),
            // Nothing else can stand there.
            (
                "<?xml version='1.0' encoding='x-nosuch'?>",
                "<?xml version='1.0' encoding='utf-8'?>",
            ),
            ("# coding: the-way\n", "# coding: the-way\n"),
            (
                "\u{FEFF}<?xml version='1.0' encoding='UTF-16'?>",
                "\u{FEFF}<?xml version='1.0' encoding='UTF-8'?>",
            ),
        ] {
            assert_eq!(renamed(text), expected);
        }
    }
}
