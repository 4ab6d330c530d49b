//! Other ways to write a character: its bytes in other encodings, and its escapes in programming languages.

use crate::escape::hex;
use utf8kit::{Encoding as Base, Number, Policy};
use utf8kit_encodings::Encoding;

/// A way to write a character.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Form {
    /// The encoding or the language: `UTF-16`, `Rust`.
    pub name: &'static str,
    /// Whether it is an encoding or an escape.
    pub kind: FormKind,
    /// The code units in hexadecimal (`D83D DE00`), or the escape (`\u{1F600}`). It is ASCII and safe to print.
    pub text: String,
}

/// The kind of a [`Form`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FormKind {
    /// Code units of an encoding.
    Encoding,
    /// An escape in a programming language, a markup language or an address.
    Escape,
}

/// Returns the ways to write a code point, or a number over U+10FFFF. An encoding or a language that cannot write it is left
/// out: a surrogate has no bytes in UTF-8.
///
/// ```
/// use utf8kit_lint::inspect::forms;
///
/// let forms = forms(0x1F600);
/// let form = |name| &*forms.iter().find(|form| form.name == name).unwrap().text;
/// assert_eq!(form("UTF-16"), "D83D DE00");
/// assert_eq!(form("CESU-8"), "ED A0 BD ED B8 80");
/// assert_eq!(form("Rust"), r"\u{1F600}");
/// assert_eq!(form("Java"), r"\uD83D\uDE00");
/// assert_eq!(form("URL"), "%F0%9F%98%80");
/// ```
pub fn forms(number: u32) -> Vec<Form> {
    let mut forms = Vec::new();
    let mut push = |kind, name, text: Option<String>| {
        if let Some(text) = text {
            forms.push(Form { name, kind, text });
        }
    };
    let c = char::from_u32(number);
    for (name, text) in [
        ("UTF-8", encoded(Base::Utf8, number)),
        ("UTF-16", utf16(number)),
        ("UTF-32", (c.is_some()).then(|| format!("{number:08X}"))),
        ("CESU-8", encoded(Base::Cesu8, number)),
        ("Modified UTF-8", encoded(Base::ModifiedUtf8, number)),
        ("WTF-8", encoded(Base::Wtf8, number)),
        ("RFC 2279", encoded(Base::Rfc2279, number)),
        ("UTF-7", c.and_then(utf7)),
        ("UCS-4", ucs4(number)),
    ] {
        push(FormKind::Encoding, name, text);
    }
    let is_code_point = number <= 0x10_FFFF;
    let when = |is: bool, text: &dyn Fn() -> String| is.then(text);
    for (name, text) in [
        ("Rust", when(c.is_some(), &|| format!("\\u{{{number:X}}}"))),
        (
            "JavaScript",
            when(is_code_point, &|| format!("\\u{{{number:X}}}")),
        ),
        ("Python", when(is_code_point, &|| python(number))),
        ("C", c.map(in_c)),
        ("Java", when(is_code_point, &|| java(number))),
        (
            "HTML",
            c.filter(|&c| is_in_html(c)).map(|_| format!("&#x{number:X};")),
        ),
        (
            "XML",
            c.filter(|&c| is_in_xml(c)).map(|_| format!("&#x{number:X};")),
        ),
        ("URL", c.map(percent)),
    ] {
        push(FormKind::Escape, name, text);
    }
    forms
}

/// Returns the bytes in a dialect of UTF-8.
fn encoded(dialect: Base, number: u32) -> Option<String> {
    dialect.encode_number(number, &mut [0; 6]).ok().map(hex)
}

/// Returns the code units of UTF-16. A surrogate is one.
fn utf16(number: u32) -> Option<String> {
    let units: Vec<String> = units(number)?.iter().map(|unit| format!("{unit:04X}")).collect();
    Some(units.join(" "))
}

/// Returns the number as the standards write it in UCS-4: over U+10FFFF in two groups (ISO/IEC 10646-1 R.3), as everywhere else.
fn ucs4(number: u32) -> Option<String> {
    match number {
        0..=0x10_FFFF => Some(format!("{number:08X}")),
        0x11_0000..=0x7FFF_FFFF => Some(Number(number).to_string()),
        _ => None,
    }
}

fn units(number: u32) -> Option<Vec<u16>> {
    match char::from_u32(number) {
        Some(c) => Some(c.encode_utf16(&mut [0; 2]).to_vec()),
        None => Some(vec![u16::try_from(number).ok()?]),
    }
}

/// Returns the text in UTF-7, which is ASCII. Controls are left out: some are themselves there.
fn utf7(c: char) -> Option<String> {
    if c.is_ascii_control() {
        return None;
    }
    let bytes = Encoding::Utf7
        .encode(c.encode_utf8(&mut [0; 4]), Policy::Fail)
        .ok()?;
    String::from_utf8(bytes).ok()
}

fn python(number: u32) -> String {
    match number {
        0..0x100 => format!("\\x{number:02x}"),
        0x100..0x1_0000 => format!("\\u{number:04x}"),
        _ => format!("\\U{number:08x}"),
    }
}

/// C has names of characters from U+00A0 on. An octal escape is a byte and has an end, unlike a hexadecimal one.
fn in_c(c: char) -> String {
    match u32::from(c) {
        0..0xA0 => {
            let mut bytes = [0; 4];
            let bytes = c.encode_utf8(&mut bytes).bytes();
            bytes.map(|byte| format!("\\{byte:03o}")).collect()
        }
        number @ 0xA0..0x1_0000 => format!("\\u{number:04X}"),
        number => format!("\\U{number:08X}"),
    }
}

/// Java reads `\u` before all else: `\u000A` ends a line of source code, where `\012` does not.
fn java(number: u32) -> String {
    if number < 0x80 {
        return format!("\\{number:03o}");
    }
    let units = units(number).unwrap_or_default();
    units.iter().map(|unit| format!("\\u{unit:04X}")).collect()
}

/// Returns `true` if a numeric reference in HTML means this character. Those of C1 controls are read as Windows-1252.
fn is_in_html(c: char) -> bool {
    is_in_xml(c) && c != '\r' && !matches!(c, '\x7F'..='\u{9F}') && !is_noncharacter(c)
}

/// Returns `true` if XML 1.0 has the character.
fn is_in_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{1_0000}'..)
}

fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || u32::from(c) & 0xFFFE == 0xFFFE
}

fn percent(c: char) -> String {
    let mut bytes = [0; 4];
    let bytes = c.encode_utf8(&mut bytes).bytes();
    bytes.map(|byte| format!("%{byte:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(number: u32, name: &str) -> Option<String> {
        let mut forms = forms(number).into_iter();
        forms.find(|form| form.name == name).map(|form| form.text)
    }

    #[test]
    fn what_cannot_be_written_is_left_out() {
        let names = |number| forms(number).iter().map(|form| form.name).collect::<Vec<_>>();
        assert_eq!(
            names(0xD800),
            ["UTF-16", "WTF-8", "UCS-4", "JavaScript", "Python", "Java"]
        );
        assert_eq!(names(0x7FFF_FFFF), ["RFC 2279", "UCS-4"]);
        assert_eq!(form(0x7FFF_FFFF, "UCS-4").unwrap(), "7FFF FFFF");
        assert_eq!(form(0x20AC, "UCS-4").unwrap(), "000020AC");
        assert_eq!(names(0x8000_0000), Vec::<&str>::new());
        assert_eq!(form(0, "XML"), None);
        assert_eq!(form(0x85, "HTML"), None);
        assert_eq!(form(0x85, "XML").unwrap(), "&#x85;");
        assert_eq!(form(0xFFFF, "XML"), None);
        for noncharacter in [0xFDD0, 0xFDEF, 0xFFFE, 0x1_FFFE, 0x10_FFFF] {
            assert_eq!(form(noncharacter, "HTML"), None);
        }
        assert_eq!(form(0xFDF0, "HTML").unwrap(), "&#xFDF0;");
        assert_eq!(form(0x1_FFFE, "XML").unwrap(), "&#x1FFFE;");
    }

    #[test]
    fn escapes_are_those_of_the_languages() {
        assert_eq!(form(0x20AC, "Python").unwrap(), "\\u20ac");
        assert_eq!(form(0xE9, "Python").unwrap(), "\\xe9");
        assert_eq!(form(0x1F600, "Python").unwrap(), "\\U0001f600");
        assert_eq!(form(0x85, "C").unwrap(), "\\302\\205");
        assert_eq!(form(0x20AC, "C").unwrap(), "\\u20AC");
        assert_eq!(form(0x1F600, "C").unwrap(), "\\U0001F600");
        assert_eq!(form(0xA, "Java").unwrap(), "\\012");
        assert_eq!(form(0x20AC, "UTF-7").unwrap(), "+IKw-");
        assert_eq!(form(0, "Modified UTF-8").unwrap(), "C0 80");
    }
}
