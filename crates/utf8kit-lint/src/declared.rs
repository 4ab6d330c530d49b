//! Reads which encoding a text declares.
//!
//! Only what a program acts on is a declaration, and only where that program looks for it: the XML declaration at the start,
//! `charset` in a `meta` element of a file that begins as HTML does, `@charset` at the start of CSS, `coding` in a comment in the first
//! two lines, as Python, Ruby and Emacs read it, the header of a PO file, the mode lines of Vim and `scriptencoding` in its scripts, `SET`
//! in the affix files of Hunspell, the first line of hyphenation patterns and of thesauri, `Encoding` in desktop entries, `inputenc` and
//! `%!TEX encoding` in TeX, `CHAR` in the header of GEDCOM, the leader of MARC 21, and `charset` in the header of mail and of its parts,
//! and of HTTP. A name that is not that of an encoding declares nothing, and is told where it can be nothing else.

mod mail;
mod names;
mod places;
mod records;

use crate::encoding::Legacy;
use crate::nearest::{differs_in_one, nearest};
pub(crate) use mail::{LINE_LEN, Mail};
use memchr::memmem::Finder;
pub(crate) use names::{Declared, System};
use names::{LINE_ENDS, Vocabulary};
use places::{Name, is_part_of_name};
pub(crate) use records::{CODING, FIELD_END, LEADER, RECORD_END, is_marc_8_at};
use std::ops::Range;
use std::sync::LazyLock;
use utf8kit::Encoding as Base;
use utf8kit::signature::{self, Signature};
use utf8kit_encodings::{Encoding, Reading, labels};

/// Declarations are looked for in this part of a text, from its start.
const DECLARED_LEN: usize = 1024;

/// Those of TeX, Hunspell and GEDCOM, which stand after comments on the licence or on the program, are looked for in this part, and the
/// directory of MARC 21 ends in it.
pub(crate) const AFTER_COMMENTS_LEN: usize = 8 << 10;

/// Every declaration but those that the files of TeX, Hunspell, GEDCOM and MARC 21 have at known places has one of these words. The
/// searchers are made once: that costs more than a search.
static WORDS: LazyLock<[Finder<'static>; 4]> =
    LazyLock::new(|| ["coding", "charset", "fenc", "scripte"].map(Finder::new));

/// A declaration in a text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Declaration {
    pub(crate) encoding: Declared,
    /// The name, as messages show it.
    pub(crate) name: String,
    /// Where the name stands.
    pub(crate) place: Range<usize>,
}

impl Declaration {
    /// Returns what something outside of a text says of it, if that is a single-byte or an East Asian encoding, or ASCII.
    pub(crate) fn elsewhere(encoding: Encoding) -> Option<Declaration> {
        let declared = match encoding {
            Encoding::Base(Base::Ascii) => Declared::Ascii,
            encoding => Declared::Legacy(Legacy::for_label(encoding.name().as_bytes())?),
        };
        Some(Declaration {
            encoding: declared,
            name: encoding.name().to_owned(),
            place: 0..0,
        })
    }
}

/// A name in the place of a declaration under which no encoding is known.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Unknown {
    pub(crate) name: String,
    /// The most similar name of an encoding.
    pub(crate) nearest: Option<&'static str>,
    pub(crate) place: Range<usize>,
}

/// What a text declares.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Found {
    Known(Declaration),
    Unknown(Unknown),
}

/// Returns the declaration of a text that begins with `bytes`: the first name that is known.
pub(crate) fn find(bytes: &[u8]) -> Option<Declaration> {
    known(bytes, &names(bytes))
}

/// Returns the declaration of a text that begins with `bytes`, or the first name there that is unknown.
pub(crate) fn find_or_unknown(bytes: &[u8]) -> Option<Found> {
    let names = names(bytes);
    let known = known(bytes, &names).map(Found::Known);
    known.or_else(|| {
        names
            .iter()
            .find_map(|name| unknown(bytes, name))
            .map(Found::Unknown)
    })
}

fn known(bytes: &[u8], names: &[Name]) -> Option<Declaration> {
    let (encoding, found) = names
        .iter()
        .find_map(|name| Some((name.encoding(bytes)?, name)))?;
    let name = str::from_utf8(&bytes[found.place.clone()]).ok()?;
    Some(Declaration {
        encoding: match is_of_several(bytes, names) {
            true => Declared::Several,
            false => encoding,
        },
        name: found.vocabulary.shown(name),
        place: found.place.clone(),
    })
}

/// Returns what there is to say of a name under which no encoding is known, if it is meant to be one.
fn unknown(bytes: &[u8], name: &Name) -> Option<Unknown> {
    // A template has a variable there, or after it.
    let is_whole = |next: &u8| next.is_ascii_whitespace() || b"\"';>\\/?]})*".contains(next);
    if !bytes.get(name.place.end).is_none_or(is_whole) {
        return None;
    }
    let word = str::from_utf8(&bytes[name.place.clone()]).ok()?;
    let nearest = misspelt(word);
    let is_told = match name.is_certain {
        true => nearest.is_some() || !is_private(word),
        // In a comment it may be a word like any other, or the name of an encoding that only the program there has: a slip of the
        // keyboard leaves the numbers.
        false => nearest.is_some_and(|nearest| {
            let numbers = |name: &str| name.replace(|c: char| !c.is_ascii_digit(), "");
            name.vocabulary == Vocabulary::Usual
                && word.contains(|c: char| c.is_ascii_digit())
                && numbers(word) == numbers(nearest)
                && differs_in_one(word, nearest)
        }),
    };
    (cfg!(feature = "legacy") && is_told).then(|| Unknown {
        name: word.to_owned(),
        nearest,
        place: name.place.clone(),
    })
}

/// Returns the name of an encoding that `name` was probably meant to be.
pub(crate) fn misspelt(name: &str) -> Option<&'static str> {
    match is_private(name) {
        true => None,
        false => nearest(name, Encoding::all().flat_map(Encoding::labels)),
    }
}

/// Returns `true` for names of encodings that are known to few programs, or that declare nothing here, and for those that stand for one.
fn is_private(name: &str) -> bool {
    let is = |word: &str| name.eq_ignore_ascii_case(word);
    let begins = |start: &str| {
        name.get(..start.len())
            .is_some_and(|name| name.eq_ignore_ascii_case(start))
    };
    begins("x-")
        || begins("iso-2022-")
        || ["encoding", "unknown", "unknown-8bit", "replacement", "binary"]
            .into_iter()
            .any(is)
        || labels::refusal(name).is_some()
        || Encoding::for_label(name, Reading::Iconv).is_some()
}

/// Returns `true` if the names that switch the encoding of a text differ: its parts are in several.
fn is_of_several(bytes: &[u8], names: &[Name]) -> bool {
    let mut switches = names
        .iter()
        .filter(|name| name.is_switch)
        .filter_map(|name| name.encoding(bytes));
    switches
        .next()
        .is_some_and(|first| switches.any(|encoding| encoding != first))
}

/// Returns the names in a text that begins with `bytes` that declare its encoding.
fn names(bytes: &[u8]) -> Vec<Name> {
    if let Some(mail) = Mail::begin(bytes) {
        return mail.names(bytes);
    }
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

/// Returns the names in a text without a signature, of which `text` is the start and `long` a longer start.
fn names_in(text: &[u8], long: &[u8]) -> Vec<Name> {
    if let Some(place) = places::hyphenation(text) {
        return vec![Name::new(place)];
    }
    let in_tex = places::tex(long);
    if !in_tex.is_empty() {
        return in_tex;
    }
    if let Some(place) = places::hunspell(long) {
        return vec![Name::new(place)];
    }
    if let Some(name) = records::gedcom(long).or_else(|| records::marc(long)) {
        return vec![name];
    }
    // Most texts declare nothing.
    let mut lower = [0; DECLARED_LEN];
    let lower = &mut lower[..text.len()];
    lower.copy_from_slice(text);
    lower.make_ascii_lowercase();
    if !WORDS.iter().any(|word| word.find(lower).is_some()) {
        return Vec::new();
    }
    if let Some(place) = places::xml(text) {
        return vec![Name {
            vocabulary: Vocabulary::Xml,
            ..Name::certain(place)
        }];
    }
    let in_html = places::html(text);
    if !in_html.is_empty() {
        return in_html.into_iter().map(Name::certain).collect();
    }
    if let Some(name) = places::po(text) {
        return vec![name];
    }
    if let Some(place) = places::css(text) {
        return vec![Name::certain(place)];
    }
    let place = places::comment(text)
        .or_else(|| places::vim(text))
        .or_else(|| places::vim_script(text))
        .or_else(|| places::desktop(text));
    place.into_iter().map(Name::new).collect()
}

/// Returns `true` for the records of libraries (MARC 21), which count the bytes of their fields: converted as a text, they would be
/// damaged.
///
/// ```
/// let record = b"00049nam a2200037 i 4500245001100000\x1E00\x1FaTitle\x1E\x1D";
/// assert!(utf8kit_lint::counts_bytes(record));
/// assert!(!utf8kit_lint::counts_bytes(b"00049 text"));
/// ```
pub fn counts_bytes(bytes: &[u8]) -> bool {
    records::marc(start_of(bytes, AFTER_COMMENTS_LEN)).is_some()
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
        match found.encoding(bytes) {
            Some(encoding) if encoding.is_utf8() && encoding != Declared::Utf8ByAlias => return None,
            None if !found.is_certain => return None,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts, and the name that each declares.
    const DECLARED: &[(&str, &str)] = &[
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
        ("0 HEAD\r1 SOUR x\r2 VERS 1\r1 CHAR IBMPC\r", "IBMPC"),
        ("1 CHAR ANSEL\n1 NAME x\n", "ANSEL"),
        ("@charset \"koi8-r\";\n", "koi8-r"),
        ("<meta charset=koi8-r>", "koi8-r"),
        (
            "Subject: x\nContent-Type: text/plain; charset=koi8-r\n\nbody\n",
            "koi8-r",
        ),
        ("%!TEX encoding = Windows Cyrillic\n", "Windows Cyrillic"),
        ("<html><script src=x></script><meta charset=koi8-r>", "koi8-r"),
        ("<html><meta charset=nosuch><meta charset=koi8-r>", "koi8-r"),
        (
            "<html><meta content='text/html; charset = koi8-r' http-equiv=content-type />",
            "koi8-r",
        ),
    ];

    /// Texts that declare nothing.
    const NOTHING: &[&str] = &[
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
        "l1\na1b\n",
        "ISO8859-2\u{202E}\n.a2\n",
        "latin1\nv1.0\n",
        "\\verb+\\usepackage[latin1]{inputenc}+\n",
        "<?xml version='1.0' encoding='nosuch'?>",
        "%!TEX encoding =\n\n\nlatin1\n",
        "0 HEAD\n0 @I1@ INDI\n1 CHAR ANSEL\n",
        "0 HEAD\ntext\n1 CHAR ANSEL\n",
        "0 HEAD\n1 CHAR nosuch\n",
        "0 HEAD\n2 CHAR ANSEL\n",
        " @charset \"latin1\";\n",
        "@charset 'latin1';\n",
        "@charset \"latin1\"\n",
        "00100nam  2200049 i 45002450019000\u{1E}\u{1D}",
        "%!TEX encoding\n\n=\nlatin1\n",
    ];

    /// Returns the name that a text declares.
    fn found(text: &str) -> Option<String> {
        find(text.as_bytes()).map(|found| found.name.trim_matches('`').to_owned())
    }

    #[test]
    fn declarations_are_read_where_programs_read_them() {
        for &(text, name) in DECLARED {
            assert_eq!(found(text).as_deref(), Some(name), "{text}");
            let declaration = find(text.as_bytes()).unwrap();
            assert_eq!(&text[declaration.place], name);
        }
        for text in NOTHING {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn a_cut_or_another_byte_is_no_reason_to_stop() {
        for text in DECLARED.iter().map(|(text, _)| text).chain(NOTHING) {
            for at in 0..text.len() {
                names_of_utf8(&text.as_bytes()[..at]);
                for byte in *b"\n =>'\"%\\" {
                    let mut text = text.as_bytes().to_vec();
                    text[at] = byte;
                    names_of_utf8(&text);
                    text.insert(at, b'\n');
                    names_of_utf8(&text);
                }
            }
        }
    }

    #[test]
    fn declarations_are_found_after_comments_on_the_licence() {
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
