//! Names of encodings.
//!
//! First the names of what the library does itself, then the labels of the Encoding Standard. So `ISO-8859-1` is what
//! RFC 1345 and iconv mean by it, all 256 octets, and not windows-1252, for which the web takes it.

use encoding_rs as legacy;
use utf8kit::Endian;
use utf8kit::stream::Form;

/// How text is, or is to be, written in octets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Encoding {
    Form(Form),
    /// UTF-16 whose order a signature tells; big-endian without one.
    Utf16,
    /// UTF-32 likewise.
    Utf32,
    Legacy(&'static legacy::Encoding),
}

/// An encoding's name, other names for it, and what it is.
type Named = (&'static str, &'static [&'static str], Encoding);

const OWN: &[Named] = &[
    ("UTF-8", &["UTF8", "csUTF8"], Encoding::Form(Form::Utf8)),
    ("UTF-16", &["UTF16"], Encoding::Utf16),
    (
        "UTF-16LE",
        &["UTF16LE"],
        Encoding::Form(Form::Utf16(Endian::Little)),
    ),
    ("UTF-16BE", &["UTF16BE"], Encoding::Form(Form::Utf16(Endian::Big))),
    ("UTF-32", &["UTF32"], Encoding::Utf32),
    (
        "UTF-32LE",
        &["UTF32LE"],
        Encoding::Form(Form::Utf32(Endian::Little)),
    ),
    ("UTF-32BE", &["UTF32BE"], Encoding::Form(Form::Utf32(Endian::Big))),
    (
        "ISO-8859-1",
        &[
            "ISO8859-1",
            "ISO_8859-1",
            "ISO_8859-1:1987",
            "ISO88591",
            "ISO-IR-100",
            "Latin1",
            "Latin-1",
            "L1",
            "CP819",
            "IBM819",
            "csISOLatin1",
        ],
        Encoding::Form(Form::Latin1),
    ),
    (
        "US-ASCII",
        &[
            "ASCII",
            "ANSI_X3.4-1968",
            "ANSI_X3.4-1986",
            "ISO646-US",
            "ISO_646.IRV:1991",
            "ISO-IR-6",
            "US",
            "IBM367",
            "CP367",
            "csASCII",
            "646",
        ],
        Encoding::Form(Form::Ascii),
    ),
];

/// Legacy encodings, by the names of the Encoding Standard, with names it lacks.
const LEGACY: &[(&legacy::Encoding, &[&str])] = &[
    (legacy::BIG5, &["CP950"]),
    (legacy::EUC_JP, &["EUCJP"]),
    (legacy::EUC_KR, &["EUCKR", "UHC", "CP949"]),
    (legacy::GB18030, &[]),
    (legacy::GBK, &["CP936"]),
    (legacy::IBM866, &[]),
    (legacy::ISO_2022_JP, &[]),
    (legacy::ISO_8859_2, &[]),
    (legacy::ISO_8859_3, &[]),
    (legacy::ISO_8859_4, &[]),
    (legacy::ISO_8859_5, &[]),
    (legacy::ISO_8859_6, &[]),
    (legacy::ISO_8859_7, &[]),
    (legacy::ISO_8859_8, &[]),
    (legacy::ISO_8859_10, &[]),
    (legacy::ISO_8859_13, &[]),
    (legacy::ISO_8859_14, &[]),
    (legacy::ISO_8859_15, &["LATIN-9", "LATIN9"]),
    (legacy::ISO_8859_16, &[]),
    (legacy::KOI8_R, &["KOI8R"]),
    (legacy::KOI8_U, &["KOI8U"]),
    (legacy::MACINTOSH, &["MACROMAN"]),
    (legacy::SHIFT_JIS, &["CP932", "SHIFTJIS"]),
    (legacy::WINDOWS_874, &["CP874"]),
    (legacy::WINDOWS_1250, &[]),
    (legacy::WINDOWS_1251, &[]),
    (legacy::WINDOWS_1252, &[]),
    (legacy::WINDOWS_1253, &[]),
    (legacy::WINDOWS_1254, &[]),
    (legacy::WINDOWS_1255, &[]),
    (legacy::WINDOWS_1256, &[]),
    (legacy::WINDOWS_1257, &[]),
    (legacy::WINDOWS_1258, &[]),
    (legacy::X_MAC_CYRILLIC, &["MACCYRILLIC"]),
];

/// The encoding called `name`, or why there is none.
pub(crate) fn find(name: &str) -> Result<Encoding, String> {
    let shown = crate::shown::text(name.as_bytes());
    if let Some((plain, suffix)) = name.split_once("//") {
        let instead = match suffix.to_ascii_uppercase().trim_end_matches('/') {
            "IGNORE" => format!("`{plain}//IGNORE`: say `{plain}` and `-c`"),
            "TRANSLIT" => {
                format!(
                    "`{plain}//TRANSLIT`: nothing is transliterated; say `{plain}` and `--on-error replace` or `escape`"
                )
            }
            _ => format!("`{shown}`: an encoding's name without `//` is wanted"),
        };
        return Err(instead);
    }
    let is_name = |known: &&str| known.eq_ignore_ascii_case(name);
    if let Some((.., encoding)) = OWN
        .iter()
        .find(|(first, others, _)| is_name(first) || others.iter().any(is_name))
    {
        return Ok(*encoding);
    }
    if let Some((encoding, _)) = LEGACY.iter().find(|(_, others)| others.iter().any(is_name)) {
        return Ok(Encoding::Legacy(encoding));
    }
    match legacy::Encoding::for_label(name.as_bytes()) {
        Some(encoding) if LEGACY.iter().any(|&(known, _)| known == encoding) => {
            Ok(Encoding::Legacy(encoding))
        }
        Some(_) => Err(format!(
            "`{shown}` is a name of the Encoding Standard for what cannot be converted"
        )),
        None => Err(match nearest(name, all_names()) {
            Some(nearest) => format!("no encoding is called `{shown}`; did you mean `{nearest}`?"),
            None => format!("no encoding is called `{shown}`; `utf8 convert -l` lists them"),
        }),
    }
}

fn all_names() -> impl Iterator<Item = &'static str> {
    let own = OWN
        .iter()
        .flat_map(|(name, others, _)| std::iter::once(*name).chain(others.iter().copied()));
    let legacy = LEGACY
        .iter()
        .flat_map(|(encoding, others)| std::iter::once(encoding.name()).chain(others.iter().copied()));
    own.chain(legacy)
}

/// Of some names the one that `wrong` was probably meant to be.
pub(crate) fn nearest(wrong: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let folded = wrong.to_ascii_lowercase();
    names
        .map(|name| {
            (
                strsim::damerau_levenshtein(&folded, &name.to_ascii_lowercase()),
                name,
            )
        })
        .filter(|&(distance, name)| distance <= name.len().min(folded.chars().count()) / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// What `-l` prints: each encoding in a line, with its other names.
pub(crate) fn list() -> String {
    let mut list = String::new();
    let lines = OWN
        .iter()
        .map(|&(name, others, _)| (name, others))
        .chain(LEGACY.iter().map(|&(encoding, others)| (encoding.name(), others)));
    for (name, others) in lines {
        list.push_str(name);
        for other in others {
            list.push(' ');
            list.push_str(other);
        }
        list.push('\n');
    }
    list
}

/// The upper half, octets 80..FF, of a single-octet encoding.
pub(crate) fn upper_half(encoding: Encoding) -> Option<[char; 128]> {
    let mut table = ['\0'; 128];
    for (place, octet) in table.iter_mut().zip(0x80u8..=0xFF) {
        *place = match encoding {
            Encoding::Form(Form::Latin1) => char::from(octet),
            Encoding::Legacy(legacy) if legacy.is_single_byte() => {
                legacy.decode_without_bom_handling(&[octet]).0.chars().next()?
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
        assert_eq!(find("iso-8859-1"), Ok(Encoding::Form(Form::Latin1)));
        assert_eq!(find("latin1"), Ok(Encoding::Form(Form::Latin1)));
        assert_eq!(find("cp1252"), Ok(Encoding::Legacy(legacy::WINDOWS_1252)));
    }

    #[test]
    fn every_listed_name_is_found_and_no_two_encodings_share_one() {
        for name in all_names() {
            assert!(find(name).is_ok(), "{name}");
        }
        let mut names: Vec<_> = all_names().map(str::to_ascii_lowercase).collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn unknown_names_get_the_nearest() {
        assert!(find("UTF-61").unwrap_err().contains("`UTF-16`"));
        assert!(find("windows-1262").unwrap_err().contains("`windows-1252`"));
        assert!(find("shift-jiss").is_err());
        assert!(find("klingon").unwrap_err().contains("-l"));
        assert!(find("UTF-8//IGNORE").unwrap_err().contains("-c"));
        assert!(find("ASCII//TRANSLIT").unwrap_err().contains("--on-error"));
        assert!(find("replacement").is_err());
    }
}
