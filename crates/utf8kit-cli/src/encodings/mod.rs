//! Names of encodings.
//!
//! The labels of UTF-8's family come first, then those of the Encoding Standard. So `ISO-8859-1` is what RFC 1345 and
//! iconv mean by it, all 256 bytes, and not windows-1252 as on the web. Likewise `ISO-8859-9`, `ISO-8859-11` and `TIS-620`
//! are not windows-1254 and windows-874, `GB2312` is not GBK, `GBK` is not gb18030, `EUC-KR` is not UHC, and `KOI8-U` is not
//! KOI8-RU.

pub(crate) mod bytes;
pub(crate) mod decode;
pub(crate) mod encode;
mod extra;
mod joined;
pub(crate) mod on_error;
pub(crate) mod pages;
pub(crate) mod remarks;
pub(crate) mod sets;
pub(crate) mod stopped;
mod table;

use crate::message::nearest;
use encoding_rs as legacy;
use pages::{PAGES, Page};
use sets::{SETS, Set};
use utf8kit::{Encoding as Base, Endian};
use utf8kit_encodings::{self as family, labels};

/// The signature, as text.
pub(crate) const SIGNATURE: char = '\u{FEFF}';

/// An encoding of input or output.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Encoding {
    Family(family::Encoding),
    Legacy(Legacy),
}

/// An encoding that is not of Unicode.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Legacy {
    /// As the Encoding Standard defines it.
    Web(&'static legacy::Encoding),
    Page(&'static Page),
    Set(&'static Set),
}

impl Encoding {
    /// Returns the name of the encoding.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Encoding::Family(encoding) => encoding.name(),
            Encoding::Legacy(Legacy::Web(encoding)) => web_name(encoding),
            Encoding::Legacy(Legacy::Page(page)) => page.name,
            Encoding::Legacy(Legacy::Set(set)) => set.name,
        }
    }

    /// Returns the encoding if it can be written, or the reason why not.
    pub(crate) fn to_write(self) -> Result<Encoding, String> {
        match self {
            Encoding::Family(family::Encoding::Unicode11Utf8) => Err(format!(
                "`{}` can only be read (RFC 3629 dropped the label); to write, use `UTF-8`, or, for Hangul at the code \
                 points of Unicode 1.1, `{}`",
                self.name(),
                family::Encoding::OldHangulUtf8.name()
            )),
            Encoding::Family(encoding) if !encoding.can_be_written() => Err(format!(
                "`{}` can only be read; to write, use `UTF-8`",
                encoding.name()
            )),
            _ => Ok(self),
        }
    }
}

/// Returns the name of an encoding of the Encoding Standard. That of the standard means fewer characters, or others, where
/// there is a page or a set of the same name.
fn web_name(encoding: &'static legacy::Encoding) -> &'static str {
    if encoding == legacy::EUC_KR {
        "UHC"
    } else if encoding == legacy::KOI8_U {
        "KOI8-RU"
    } else {
        encoding.name()
    }
}

/// Names that `iconv` has for encodings of the family.
const FAMILY: &[(family::Encoding, &[&str])] = &[
    (
        family::Encoding::UTF_8,
        &["ISO-10646/UTF-8", "ISO-IR-193", "OSF05010001"],
    ),
    (
        family::Encoding::Ucs2(None),
        &["ISO-10646/UCS2", "OSF00010100", "OSF00010101", "OSF00010102"],
    ),
    (
        family::Encoding::Ucs4(None),
        &[
            "ISO-10646",
            "ISO-10646/UCS4",
            "10646-1:1993",
            "10646-1:1993/UCS4",
            "OSF00010104",
            "OSF00010105",
            "OSF00010106",
        ],
    ),
    (family::Encoding::Ucs2(Some(Endian::Big)), &["UNICODEBIG"]),
    (family::Encoding::Ucs2(Some(Endian::Little)), &["UNICODELITTLE"]),
    (family::Encoding::Base(Base::Latin1), &["8859_1", "OSF00010001"]),
    (family::Encoding::Base(Base::Ascii), &["ANSI_X3.4", "OSF00010020"]),
];

/// Legacy encodings, with names that the Encoding Standard does not have.
const LEGACY: &[(&legacy::Encoding, &[&str])] = &[
    (legacy::BIG5, &["CP950", "BIGFIVE", "BIG-FIVE"]),
    (legacy::EUC_JP, &["EUCJP", "UJIS", "OSF00030010"]),
    (
        legacy::EUC_KR,
        &["CP949", "MSCP949", "WINDOWS-949", "OSF100203B5"],
    ),
    (legacy::GB18030, &[]),
    (legacy::IBM866, &[]),
    (legacy::ISO_2022_JP, &[]),
    (legacy::ISO_8859_2, &["8859_2", "CP912", "IBM912", "OSF00010002"]),
    (legacy::ISO_8859_3, &["8859_3", "OSF00010003"]),
    (legacy::ISO_8859_4, &["8859_4", "OSF00010004"]),
    (legacy::ISO_8859_5, &["8859_5", "CP915", "IBM915", "OSF00010005"]),
    (
        legacy::ISO_8859_6,
        &["8859_6", "CP1089", "IBM1089", "OSF00010006"],
    ),
    (
        legacy::ISO_8859_7,
        &["8859_7", "CP813", "IBM813", "ISO_8859-7:2003", "OSF00010007"],
    ),
    (legacy::ISO_8859_8, &["8859_8", "CP916", "IBM916", "OSF00010008"]),
    (legacy::ISO_8859_10, &["ISO_8859-10:1992", "OSF0001000A"]),
    (legacy::ISO_8859_13, &["LATIN7", "L7", "BALTIC", "ISO-IR-179"]),
    (
        legacy::ISO_8859_14,
        &["LATIN8", "L8", "ISO-CELTIC", "ISO-IR-199", "ISO_8859-14:1998"],
    ),
    (
        legacy::ISO_8859_15,
        &["LATIN-9", "LATIN9", "ISO-IR-203", "ISO_8859-15:1998"],
    ),
    (
        legacy::ISO_8859_16,
        &["LATIN10", "L10", "ISO-IR-226", "ISO_8859-16:2001"],
    ),
    (legacy::KOI8_R, &["KOI8R"]),
    (legacy::KOI8_U, &[]),
    (legacy::MACINTOSH, &["MACROMAN"]),
    (
        legacy::SHIFT_JIS,
        &["CP932", "SHIFTJIS", "SJIS-WIN", "CSWINDOWS31J", "SJIS-OPEN"],
    ),
    (legacy::WINDOWS_874, &["CP874"]),
    (legacy::WINDOWS_1250, &["MS-EE"]),
    (legacy::WINDOWS_1251, &["MS-CYRL"]),
    (legacy::WINDOWS_1252, &["MS-ANSI"]),
    (legacy::WINDOWS_1253, &["MS-GREEK"]),
    (legacy::WINDOWS_1254, &["MS-TURK"]),
    (legacy::WINDOWS_1255, &["MS-HEBR"]),
    (legacy::WINDOWS_1256, &["MS-ARAB"]),
    (legacy::WINDOWS_1257, &["WINBALTRIM"]),
    (legacy::WINDOWS_1258, &[]),
    (
        legacy::X_MAC_CYRILLIC,
        &[
            "MAC-CYRILLIC",
            "MS-MAC-CYRILLIC",
            "CP10007",
            "MAC-UK",
            "MACUKRAINIAN",
        ],
    ),
];

/// Returns the encoding called `name`, or the reason why there is none.
pub(crate) fn find(name: &str) -> Result<Encoding, String> {
    let shown = crate::escape::text(name.as_bytes());
    if let Some((plain, suffix)) = name.split_once("//") {
        let instead = match suffix.to_ascii_uppercase().trim_end_matches('/') {
            "IGNORE" => format!("`{plain}//IGNORE`: use `{plain}` and `-c`"),
            "TRANSLIT" => {
                format!(
                    "`{plain}//TRANSLIT`: transliteration is not supported; use `{plain}` and `--on-error replace` or `escape`"
                )
            }
            _ => format!("`{shown}`: expected the name of an encoding without `//`"),
        };
        return Err(instead);
    }
    match name.to_ascii_lowercase().as_str() {
        "1250" | "1251" | "1252" | "1253" | "1254" | "1255" | "1256" | "1257" | "1258" => {
            return find(&format!("windows-{name}"));
        }
        "ansi" => {
            return Err(
                "`ansi` is the encoding of a Windows system: `windows-1252` in Western Europe and America, `windows-1250` in \
                 Central Europe, `windows-1251` for Cyrillic; `utf8 detect` names that of a file"
                    .to_owned(),
            );
        }
        "utf8bom" | "utf8-bom" | "utf-8bom" | "utf-8-bom" => return find("UTF-8-SIG"),
        _ => {}
    }
    // The value of a Content-Type header.
    if name.contains(';')
        && let Some(charset) = labels::charset(name)
    {
        return find(&charset);
    }
    let is_name = |known: &&str| known.eq_ignore_ascii_case(name);
    if let Some(encoding) = labels::encoding(name) {
        return Ok(Encoding::Family(encoding));
    }
    if let Some((encoding, _)) = FAMILY.iter().find(|(_, others)| others.iter().any(is_name)) {
        return Ok(Encoding::Family(*encoding));
    }
    if let Some((encoding, _)) = LEGACY.iter().find(|(_, others)| others.iter().any(is_name)) {
        return Ok(Encoding::Legacy(Legacy::Web(encoding)));
    }
    let is_page = |page: &&Page| is_name(&page.name) || page.names.iter().any(is_name);
    if let Some(page) = PAGES.iter().find(is_page) {
        return Ok(Encoding::Legacy(Legacy::Page(page)));
    }
    let is_set = |set: &&Set| is_name(&set.name) || set.names.iter().any(is_name);
    if let Some(set) = SETS.iter().find(is_set) {
        return Ok(Encoding::Legacy(Legacy::Set(set)));
    }
    if let Some((encoding, _)) = LEGACY.iter().find(|(encoding, _)| is_name(&web_name(encoding))) {
        return Ok(Encoding::Legacy(Legacy::Web(encoding)));
    }
    match legacy::Encoding::for_label(name.as_bytes()) {
        Some(encoding) if encoding == legacy::GBK && !is_name(&"GBK") => find("GBK"),
        Some(encoding) if LEGACY.iter().any(|&(known, _)| known == encoding) => {
            Ok(Encoding::Legacy(Legacy::Web(encoding)))
        }
        Some(_) => Err(format!(
            "`{shown}` is a label of the Encoding Standard, but not of an encoding that can be converted"
        )),
        None if let Some(alike) = alike(name) => find(alike),
        None => Err(match nearest(name, all().flatten()) {
            Some(nearest) => format!("no encoding is called `{shown}`; did you mean `{nearest}`?"),
            None => format!("no encoding is called `{shown}`; `utf8 convert -l` lists them"),
        }),
    }
}

/// Returns the listed name that is `name` by the charset alias matching of UTS 22: letters and numbers count, their case,
/// punctuation and leading zeros do not.
fn alike(name: &str) -> Option<&'static str> {
    let name = compared(name);
    all().flatten().find(|known| compared(known) == name)
}

/// Returns what of `name` counts when it is compared.
fn compared(name: &str) -> String {
    let mut kept = String::new();
    for c in name.chars().filter(char::is_ascii_alphanumeric) {
        let after_digit = kept.ends_with(|last: char| last.is_ascii_digit());
        if c != '0' || after_digit {
            kept.push(c.to_ascii_lowercase());
        }
    }
    kept
}

/// Returns the encoding that was recognized by the Encoding Standard's `name`, with all characters that this standard has.
pub(crate) fn recognized(name: &str) -> Result<Encoding, String> {
    match name {
        "EUC-KR" => find("UHC"),
        _ => find(name),
    }
}

/// Returns the names of each encoding, its main name first.
fn all() -> impl Iterator<Item = impl Iterator<Item = &'static str>> {
    let family = labels::all().map(|(encoding, names)| {
        let others = FAMILY.iter().find(|(known, _)| *known == encoding);
        (None, names, others.map_or(&[][..], |(_, others)| others))
    });
    let legacy = LEGACY
        .iter()
        .map(|&(encoding, others)| (Some(web_name(encoding)), others, &[][..]));
    let pages = PAGES.iter().map(|page| (Some(page.name), page.names, &[][..]));
    let sets = SETS.iter().map(|set| (Some(set.name), set.names, &[][..]));
    family
        .chain(legacy)
        .chain(pages)
        .chain(sets)
        .map(|(first, names, others)| first.into_iter().chain(names.iter().chain(others).copied()))
}

/// Returns the main name of each encoding.
pub(crate) fn main_names() -> impl Iterator<Item = &'static str> {
    all().filter_map(|mut names| names.next())
}

/// Returns the main name of each encoding of Unicode text.
pub(crate) fn family_names() -> impl Iterator<Item = &'static str> {
    main_names().filter(|name| matches!(find(name), Ok(Encoding::Family(_))))
}

/// Returns what `-l` prints: the names of an encoding in each line, its main name first. A name with spaces is quoted, as a
/// shell requires.
pub(crate) fn list() -> String {
    let mut list = String::new();
    for names in all() {
        let names: Vec<_> = names
            .map(|name| match name.contains(' ') {
                true => format!("'{name}'"),
                false => name.to_owned(),
            })
            .collect();
        list.push_str(&names.join(" "));
        list.push('\n');
    }
    list
}

/// The upper half, bytes `0x80..=0xFF`, of a single-byte encoding.
pub(crate) fn upper_half(encoding: Encoding) -> Option<[char; 128]> {
    let mut table = ['\0'; 128];
    for (place, byte) in table.iter_mut().zip(0x80u8..=0xFF) {
        *place = match encoding {
            Encoding::Family(family::Encoding::Base(Base::Latin1)) => char::from(byte),
            Encoding::Legacy(Legacy::Web(legacy)) if legacy.is_single_byte() => {
                legacy.decode_without_bom_handling(&[byte]).0.chars().next()?
            }
            // Like those of the Encoding Standard, a byte without a character is U+FFFD.
            Encoding::Legacy(Legacy::Page(page)) => {
                page.characters()[usize::from(byte)].unwrap_or('\u{FFFD}')
            }
            _ => return None,
        };
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_1_is_not_windows_1252() {
        let latin_1 = Encoding::Family(family::Encoding::Base(Base::Latin1));
        assert_eq!(find("iso-8859-1"), Ok(latin_1));
        assert_eq!(find("latin1"), Ok(latin_1));
        assert_eq!(
            find("cp1252"),
            Ok(Encoding::Legacy(Legacy::Web(legacy::WINDOWS_1252)))
        );
    }

    #[test]
    fn every_listed_name_is_found_and_no_two_encodings_share_one() {
        for name in all().flatten() {
            assert!(find(name).is_ok(), "{name}");
        }
        let mut names: Vec<_> = all().flatten().map(str::to_ascii_lowercase).collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn a_content_type_names_its_charset() {
        assert_eq!(find("text/plain; charset=utf-8"), find("UTF-8"));
        assert_eq!(find("text/html; charset=\"windows-1252\""), find("windows-1252"));
        assert!(
            find("text/plain; charset=klingon")
                .unwrap_err()
                .contains("`klingon`")
        );
        assert!(find("text/plain; format=flowed").is_err());
    }

    #[test]
    fn errors_suggest_the_nearest_name() {
        assert!(find("UTF-61").unwrap_err().contains("`UTF-16`"));
        assert!(find("windows-1262").unwrap_err().contains("`windows-1252`"));
        assert!(find("shift-jiss").is_err());
        assert!(find("klingon").unwrap_err().contains("-l"));
        assert!(find("UTF-8//IGNORE").unwrap_err().contains("-c"));
        assert!(find("ASCII//TRANSLIT").unwrap_err().contains("--on-error"));
        assert!(find("replacement").is_err());
    }
}
