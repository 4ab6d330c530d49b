//! The notations of escapes: how each is read, and how a character is written in it.

use super::files::Escapes;
use std::sync::LazyLock;
use utf8kit_encodings::order::sorted;

/// What an escape stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Character(char),
    /// A half of a surrogate pair.
    Surrogate(u16),
    /// A byte of text in UTF-8.
    Byte(u8),
    /// Nothing: it divides a line.
    Nothing,
}

/// A way to write characters in ASCII.
pub(super) struct Notation {
    /// The texts that have it.
    escapes: Escapes,
    /// The byte that each escape begins with.
    pub(super) lead: u8,
    /// Returns what the escape at the start of bytes stands for, and its length.
    read: fn(&[u8]) -> Option<(Meaning, usize)>,
    /// Returns the escape of a character. Its digits are like those of an escape that it replaces.
    pub(super) write: fn(char, like: Digits) -> String,
}

/// The digits of hexadecimal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Digits {
    Small,
    Capital,
}

/// All notations. The first that reads an escape counts.
static NOTATIONS: [Notation; 10] = [
    Notation {
        escapes: Escapes::UNITS,
        lead: b'\\',
        read: unit,
        write: |c, like| {
            let units = c.encode_utf16(&mut [0; 2]).to_vec();
            units
                .iter()
                .map(|&unit| like.hex(r"\u", unit.into(), 4))
                .collect()
        },
    },
    Notation {
        escapes: Escapes::CODE_POINTS,
        lead: b'\\',
        read: |bytes| unit(bytes).or_else(|| long(bytes)),
        write: |c, like| match u32::from(c) {
            number @ ..0x1_0000 => like.hex(r"\u", number, 4),
            number => like.hex(r"\U", number, 8),
        },
    },
    Notation {
        escapes: Escapes::OCTAL,
        lead: b'\\',
        read: octal,
        write: |c, _| bytes_of(c, |byte| format!("\\{byte:03o}")),
    },
    Notation {
        escapes: Escapes::UNITS.and(Escapes::CODE_POINTS).and(Escapes::OCTAL),
        lead: b'\\',
        read: simple,
        write: |c, _| c.to_string(),
    },
    Notation {
        escapes: Escapes::REFERENCES,
        lead: b'&',
        read: |bytes| reference(bytes, b"&#", 10),
        write: |c, _| decimal(c),
    },
    Notation {
        escapes: Escapes::REFERENCES,
        lead: b'&',
        read: |bytes| reference(bytes, b"&#x", 16).or_else(|| reference(bytes, b"&#X", 16)),
        write: |c, like| like.hex("&#x", c.into(), 0) + ";",
    },
    Notation {
        escapes: Escapes::REFERENCES,
        lead: b'&',
        read: named,
        write: |c, _| name_of(c).map_or_else(|| decimal(c), |name| format!("&{name};")),
    },
    Notation {
        escapes: Escapes::PERCENT,
        lead: b'%',
        read: |bytes| byte(bytes, b'%'),
        write: |c, like| bytes_of(c, |byte| like.hex("%", byte.into(), 2)),
    },
    Notation {
        escapes: Escapes::MAIL,
        lead: b'=',
        read: |bytes| byte(bytes, b'='),
        write: |c, like| bytes_of(c, |byte| like.hex("=", byte.into(), 2)),
    },
    Notation {
        escapes: Escapes::MAIL,
        lead: b'=',
        read: soft_line_break,
        write: |c, _| c.to_string(),
    },
];

impl Notation {
    /// Returns the notation of the escape at the start of `bytes`, what it stands for and its length.
    pub(super) fn read(escapes: Escapes, bytes: &[u8]) -> Option<(&'static Notation, Meaning, usize)> {
        let lead = *bytes.first()?;
        let mut rows = NOTATIONS
            .iter()
            .filter(|row| row.lead == lead && row.escapes.has(escapes));
        rows.find_map(|row| (row.read)(bytes).map(|(meaning, len)| (row, meaning, len)))
    }
}

impl Digits {
    /// Returns the digits of an escape: small ones, if it has any.
    pub(super) fn of(escape: &[u8]) -> Digits {
        match escape.iter().any(|byte| matches!(byte, b'a'..=b'f')) {
            true => Digits::Small,
            // `%C3` is usual, and `&#xE9;`.
            false => Digits::Capital,
        }
    }

    /// Returns a number with at least `width` digits, after `prefix`.
    fn hex(self, prefix: &str, number: u32, width: usize) -> String {
        match self {
            Digits::Small => format!("{prefix}{number:0width$x}"),
            Digits::Capital => format!("{prefix}{number:0width$X}"),
        }
    }
}

/// Returns an escape for each byte of a character in UTF-8.
fn bytes_of(c: char, escape: impl Fn(u8) -> String) -> String {
    c.encode_utf8(&mut [0; 4]).bytes().map(escape).collect()
}

fn decimal(c: char) -> String {
    format!("&#{};", u32::from(c))
}

/// The value of each hexadecimal digit, and 0xFF for all other bytes.
static DIGITS: [u8; 256] = {
    let mut values = [0xFF; 256];
    let mut value = 0;
    while value < 16 {
        values[b"0123456789abcdef"[value] as usize] = value as u8;
        values[b"0123456789ABCDEF"[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// Returns the number of `len` hexadecimal digits at the start of `digits`.
fn hex(digits: &[u8], len: usize) -> Option<u32> {
    let digits = digits.get(..len)?;
    let (number, all) = digits.iter().fold((0, 0), |(number, all), &digit| {
        let value = DIGITS[usize::from(digit)];
        (number << 4 | u32::from(value & 0xF), all | value)
    });
    (all <= 0xF).then_some(number)
}

/// Returns what a number stands for.
fn meaning(number: u32) -> Option<Meaning> {
    match u16::try_from(number) {
        Ok(unit @ 0xD800..=0xDFFF) => Some(Meaning::Surrogate(unit)),
        _ => char::from_u32(number).map(Meaning::Character),
    }
}

/// `\u00e9`
fn unit(bytes: &[u8]) -> Option<(Meaning, usize)> {
    let number = hex(bytes.strip_prefix(br"\u")?, 4)?;
    Some((meaning(number)?, 6))
}

/// `\U0001f600`
fn long(bytes: &[u8]) -> Option<(Meaning, usize)> {
    let number = hex(bytes.strip_prefix(br"\U")?, 8)?;
    Some((meaning(number)?, 10))
}

/// `\303`: a byte over 0x7F, with which no escape for something else begins.
fn octal(bytes: &[u8]) -> Option<(Meaning, usize)> {
    match *bytes {
        [
            b'\\',
            high @ b'2'..=b'3',
            middle @ b'0'..=b'7',
            low @ b'0'..=b'7',
            ..,
        ] => {
            let byte = (high - b'0') << 6 | (middle - b'0') << 3 | (low - b'0');
            Some((Meaning::Byte(byte), 4))
        }
        _ => None,
    }
}

/// `\n` and the like. They matter because they are no letters, and because `\\u00e9` is no escape for `é`.
fn simple(bytes: &[u8]) -> Option<(Meaning, usize)> {
    let c = match *bytes.get(1)? {
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'b' => '\x08',
        b'f' => '\x0C',
        same @ (b'"' | b'\'' | b'/' | b'\\') => char::from(same),
        _ => return None,
    };
    Some((Meaning::Character(c), 2))
}

/// `%C3` or `=C3`
fn byte(bytes: &[u8], lead: u8) -> Option<(Meaning, usize)> {
    let number = hex(bytes.strip_prefix(&[lead])?, 2)?;
    Some((Meaning::Byte(number as u8), 3))
}

/// `=` at the end of a line of mail
fn soft_line_break(bytes: &[u8]) -> Option<(Meaning, usize)> {
    match bytes {
        [b'=', b'\n', ..] => Some((Meaning::Nothing, 2)),
        [b'=', b'\r', b'\n', ..] => Some((Meaning::Nothing, 3)),
        _ => None,
    }
}

/// `&#233;` or `&#xE9;`
fn reference(bytes: &[u8], prefix: &[u8], radix: u32) -> Option<(Meaning, usize)> {
    const LONGEST: usize = 8;
    let digits = bytes.strip_prefix(prefix)?;
    let len = digits.iter().take(LONGEST).position(|&byte| byte == b';')?;
    let number = digits[..len].iter().try_fold(0_u32, |number, &digit| {
        number
            .checked_mul(radix)?
            .checked_add(char::from(digit).to_digit(radix)?)
    })?;
    let meaning = meaning(number).filter(|_| len > 0)?;
    Some((meaning, prefix.len() + len + 1))
}

/// `&eacute;`
fn named(bytes: &[u8]) -> Option<(Meaning, usize)> {
    const LONGEST: usize = 8;
    let name = bytes.strip_prefix(b"&")?;
    let len = name.iter().take(LONGEST + 1).position(|&byte| byte == b';')?;
    let name = std::str::from_utf8(&name[..len]).ok()?;
    let at = BY_NAME.binary_search_by_key(&name, |row| row.0).ok()?;
    Some((Meaning::Character(BY_NAME[at].1), len + 2))
}

/// Returns the name of a character.
fn name_of(c: char) -> Option<&'static str> {
    names().find_map(|(name, of_name)| (of_name == c).then_some(name))
}

/// The characters by their names, in order.
static BY_NAME: LazyLock<Vec<(&str, char)>> = LazyLock::new(|| sorted(names()));

/// Returns the names of the characters that have one.
fn names() -> impl Iterator<Item = (&'static str, char)> {
    let runs = NAMES.iter();
    runs.flat_map(|&(first, names)| names.split(' ').zip(first..))
}

/// The names of HTML 4 for the characters of Windows-1252, and of those that markup is made of: runs of code points.
const NAMES: &[(char, &str)] = &[
    (
        '\u{A0}',
        "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
         para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
         Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
         Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
         igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
         thorn yuml",
    ),
    ('"', "quot"),
    ('&', "amp apos"),
    ('<', "lt"),
    ('>', "gt"),
    ('Œ', "OElig oelig"),
    ('Š', "Scaron scaron"),
    ('Ÿ', "Yuml"),
    ('ƒ', "fnof"),
    ('ˆ', "circ"),
    ('˜', "tilde"),
    ('–', "ndash mdash"),
    ('‘', "lsquo rsquo sbquo"),
    ('“', "ldquo rdquo bdquo"),
    ('†', "dagger Dagger bull"),
    ('…', "hellip"),
    ('‰', "permil"),
    ('‹', "lsaquo rsaquo"),
    ('€', "euro"),
    ('™', "trade"),
];

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Escapes; 6] = [
        Escapes::UNITS,
        Escapes::CODE_POINTS,
        Escapes::REFERENCES,
        Escapes::PERCENT,
        Escapes::MAIL,
        Escapes::OCTAL,
    ];

    #[test]
    fn what_is_written_is_read() {
        for row in &NOTATIONS {
            for c in ['é', '€', '—', '😀', '\u{80}'] {
                for like in [Digits::Small, Digits::Capital] {
                    let written = (row.write)(c, like);
                    let mut units = Vec::new();
                    let mut bytes = Vec::new();
                    let mut text = String::new();
                    let mut rest = written.as_bytes();
                    let escapes = ALL.into_iter().find(|&escapes| row.escapes.has(escapes)).unwrap();
                    if !rest.starts_with(&[row.lead]) {
                        continue; // what writes no escapes
                    }
                    while !rest.is_empty() {
                        let (_, meaning, len) = Notation::read(escapes, rest).expect(&written);
                        match meaning {
                            Meaning::Character(c) => text.push(c),
                            Meaning::Surrogate(unit) => units.push(unit),
                            Meaning::Byte(byte) => bytes.push(byte),
                            Meaning::Nothing => {}
                        }
                        rest = &rest[len..];
                    }
                    text += &String::from_utf16(&units).unwrap();
                    text += std::str::from_utf8(&bytes).unwrap();
                    assert_eq!(text, c.to_string(), "{written}");
                }
            }
        }
    }

    #[test]
    fn names_are_those_of_html() {
        for (name, c) in [
            ("nbsp", '\u{A0}'),
            ("Atilde", 'Ã'),
            ("copy", '©'),
            ("yuml", 'ÿ'),
            ("apos", '\''),
            ("bdquo", '„'),
            ("bull", '•'),
            ("euro", '€'),
            ("sbquo", '‚'),
            ("rsaquo", '›'),
        ] {
            let reference = format!("&{name};");
            let expected = (Meaning::Character(c), reference.len());
            assert_eq!(named(reference.as_bytes()), Some(expected));
            assert_eq!(name_of(c), Some(name));
        }
        assert_eq!(named(b"&Eacute"), None);
        assert_eq!(named(b"&unknown;"), None);
    }

    #[test]
    fn what_is_no_escape_is_not_read() {
        for text in [
            r"\u00g9",
            r"\u00",
            r"\U00110000",
            r"\d",
            r"\181",
            r"\1234",
            "&;",
            "&#;",
            "&#x;",
            "&#1114112;",
            "&#12",
            "%G0",
            "=3",
            "=?",
            "%",
            r"\",
            "&#+5;",
        ] {
            for escapes in ALL {
                let read = Notation::read(escapes, text.as_bytes());
                assert!(read.is_none(), "{text}");
            }
        }
    }
}
