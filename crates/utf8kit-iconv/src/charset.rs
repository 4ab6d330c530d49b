//! Recognizes the names of encodings.
//!
//! The C library opens every descriptor first, so it decides which names exist. A name that it knows and that is not
//! here is only slower.

use crate::table::{LONGEST_NAME, Table};
use utf8kit::{Encoding as Base, Endian};

/// An encoding whose byte order is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    Utf8,
    Utf16(Endian),
    Utf32(Endian),
    /// UTF-16 without surrogates.
    Ucs2(Endian),
    Latin1,
    Ascii,
    Single(Table),
}

impl Encoding {
    /// Returns the encoding of the library that this is.
    pub(crate) fn base(self) -> Option<Base> {
        Some(match self {
            Encoding::Utf8 => Base::Utf8,
            Encoding::Utf16(endian) => Base::Utf16(endian),
            Encoding::Utf32(endian) => Base::Utf32(endian),
            Encoding::Latin1 => Base::Latin1,
            Encoding::Ascii => Base::Ascii,
            Encoding::Ucs2(_) | Encoding::Single(_) => return None,
        })
    }

    /// Returns the length of a code unit in bytes.
    pub(crate) fn width(self) -> usize {
        match self {
            Encoding::Utf16(_) | Encoding::Ucs2(_) => 2,
            Encoding::Utf32(_) => 4,
            Encoding::Utf8 | Encoding::Latin1 | Encoding::Ascii | Encoding::Single(_) => 1,
        }
    }
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Charset {
    /// The encoding, in native byte order if a signature can say otherwise.
    pub(crate) encoding: Encoding,
    /// Whether a signature is written, and read to find the byte order.
    pub(crate) has_signature: bool,
}

impl Charset {
    pub(crate) const UTF_8: Charset = Charset {
        encoding: Encoding::Utf8,
        has_signature: false,
    };
}

/// The names of UTF-8, Latin-1 and ASCII, in capitals.
const NAMES: [(Encoding, &[&str]); 3] = [
    (Encoding::Utf8, &["UTF-8", "UTF8"]),
    (
        Encoding::Latin1,
        &[
            "ISO-8859-1",
            "ISO8859-1",
            "ISO_8859-1",
            "ISO88591",
            "LATIN1",
            "L1",
            "8859_1",
            "CP819",
            "IBM819",
            "ISO-IR-100",
            "CSISOLATIN1",
            "ISO_8859-1:1987",
        ],
    ),
    (
        Encoding::Ascii,
        &[
            "ANSI_X3.4-1968",
            "ANSI_X3.4-1986",
            "ASCII",
            "US-ASCII",
            "US",
            "ISO646-US",
            "ISO_646.IRV:1991",
            "ISO-IR-6",
            "CP367",
            "IBM367",
            "CSASCII",
        ],
    ),
];

/// Names of more than one byte order: without a suffix, and with it. The C library reads and writes a signature for
/// names without a suffix where `has_signature` is set.
struct Family {
    names: &'static [&'static str],
    encoding: fn(Endian) -> Encoding,
    plain: Endian,
    has_signature: bool,
}

const FAMILIES: [Family; 6] = [
    Family {
        names: &["UTF-16", "UTF16"],
        encoding: Encoding::Utf16,
        plain: Endian::NATIVE,
        has_signature: true,
    },
    Family {
        names: &["UTF-32", "UTF32"],
        encoding: Encoding::Utf32,
        plain: Endian::NATIVE,
        has_signature: true,
    },
    Family {
        names: &["UCS-2", "UCS2", "ISO-10646-UCS-2"],
        encoding: Encoding::Ucs2,
        plain: Endian::NATIVE,
        has_signature: false,
    },
    Family {
        names: &["UNICODELITTLE"],
        encoding: Encoding::Ucs2,
        plain: Endian::Little,
        has_signature: false,
    },
    Family {
        names: &["UNICODEBIG"],
        encoding: Encoding::Ucs2,
        plain: Endian::Big,
        has_signature: false,
    },
    Family {
        names: &["UCS-4", "UCS4", "CSUCS4", "ISO-10646"],
        encoding: Encoding::Utf32,
        plain: Endian::Big,
        has_signature: false,
    },
];

/// Returns what a name stands for, and whether `//IGNORE` follows it. Returns `None` if it is not known here.
pub(crate) fn parse(name: &[u8]) -> Option<(Charset, bool)> {
    let mut buffer = [0; LONGEST_NAME];
    let buffer = buffer.get_mut(..name.len())?;
    buffer.copy_from_slice(name);
    buffer.make_ascii_uppercase();
    let name = std::str::from_utf8(buffer).ok()?;
    let (name, ignores_errors) = match name.split_once("//") {
        None => (name, false),
        Some((name, "")) => (name, false),
        Some((name, "IGNORE")) => (name, true),
        Some(_) => return None,
    };
    Some((charset(name)?, ignores_errors))
}

fn charset(name: &str) -> Option<Charset> {
    let without_signature = |encoding| Charset {
        encoding,
        has_signature: false,
    };
    if name == "WCHAR_T" {
        return Some(without_signature(Encoding::Utf32(Endian::NATIVE)));
    }
    if let Some((encoding, _)) = NAMES.iter().find(|(_, names)| names.contains(&name)) {
        return Some(without_signature(*encoding));
    }
    let in_family = FAMILIES.iter().find_map(|family| {
        let suffix = family.names.iter().find_map(|&known| name.strip_prefix(known))?;
        let endian = match suffix {
            "" => {
                return Some(Charset {
                    encoding: (family.encoding)(family.plain),
                    has_signature: family.has_signature,
                });
            }
            "LE" => Endian::Little,
            "BE" => Endian::Big,
            _ => return None,
        };
        Some(without_signature((family.encoding)(endian)))
    });
    in_family.or_else(|| Some(without_signature(Encoding::Single(Table::find(name)?))))
}

#[cfg(test)]
mod tests {
    use super::{Charset, Encoding, parse};
    use utf8kit::Endian;

    #[test]
    fn names_are_recognized_without_case_and_with_suffixes() {
        let plain = |encoding| Charset {
            encoding,
            has_signature: false,
        };
        let signed = |encoding| Charset {
            encoding,
            has_signature: true,
        };
        let expected = [
            ("utf-8", plain(Encoding::Utf8), false),
            ("UTF8//", plain(Encoding::Utf8), false),
            ("Utf-8//ignore", plain(Encoding::Utf8), true),
            ("utf16", signed(Encoding::Utf16(Endian::NATIVE)), false),
            ("UTF-16be", plain(Encoding::Utf16(Endian::Big)), false),
            ("UTF-32", signed(Encoding::Utf32(Endian::NATIVE)), false),
            ("UCS-4", plain(Encoding::Utf32(Endian::Big)), false),
            ("UCS-4LE", plain(Encoding::Utf32(Endian::Little)), false),
            ("UCS-2", plain(Encoding::Ucs2(Endian::NATIVE)), false),
            ("WCHAR_T", plain(Encoding::Utf32(Endian::NATIVE)), false),
            ("latin1", plain(Encoding::Latin1), false),
            ("us-ascii", plain(Encoding::Ascii), false),
        ];
        for (name, charset, ignores_errors) in expected {
            assert_eq!(parse(name.as_bytes()), Some((charset, ignores_errors)), "{name}");
        }
    }

    #[test]
    fn other_names_are_not_recognized() {
        for name in [
            "",
            "//",
            "UTF-8//TRANSLIT",
            "UTF-8//IGNORE//TRANSLIT",
            "UTF-8/",
            "UTF-8 ",
            "UTF-16XE",
            "UTF-7",
            "UTF-8\u{E9}",
        ] {
            assert_eq!(parse(name.as_bytes()), None, "{name}");
        }
    }
}
