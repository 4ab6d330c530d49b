//! The encodings that names stand for: those of the Encoding Standard, and those that programs have besides.

use crate::encoding::Legacy;

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

/// What Emacs adds to a name for line ends.
pub(super) const LINE_ENDS: [&str; 3] = ["-unix", "-dos", "-mac"];

/// Returns the encoding called `name`, with or without Emacs's suffix for line ends.
pub(super) fn named(name: &[u8]) -> Option<Declared> {
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
