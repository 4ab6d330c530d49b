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
    /// A code page of a system, which the name leaves open: `ANSI` is that of Windows.
    OfSystem(System),
    /// UTF-8, in a record that is otherwise in MARC-8.
    Utf8OrMarc8,
    /// UTF-8 in XML, by a name that is not registered, which some parsers do not know.
    Utf8ByAlias,
}

/// A system whose code page depends on the country.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum System {
    Windows,
    Dos,
}

impl System {
    /// Returns the code page of Western Europe.
    pub(crate) fn usual(self) -> Option<Legacy> {
        Legacy::for_label(match self {
            System::Windows => b"windows-1252",
            System::Dos => b"IBM437",
        })
    }

    /// Returns `true` if `encoding` is a code page of the system.
    pub(crate) fn has(self, encoding: Legacy) -> bool {
        match self {
            System::Windows => encoding.name().starts_with("windows-"),
            System::Dos => encoding.name().starts_with("IBM"),
        }
    }
}

impl Declared {
    /// Returns `true` if MARC-8 is declared.
    pub(crate) fn is_marc_8(self) -> bool {
        matches!(self, Declared::Legacy(legacy) if legacy.name() == "MARC-8")
    }

    /// Returns `true` if UTF-8 is declared.
    pub(crate) fn is_utf8(self) -> bool {
        matches!(
            self,
            Declared::Utf8 | Declared::Utf8OrMarc8 | Declared::Utf8ByAlias
        )
    }
}

/// What names mean where they stand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Vocabulary {
    /// The same as nearly everywhere.
    Usual,
    /// Those of XML, which are registered ones.
    Xml,
    /// Those of the line `CHAR` in GEDCOM, and those that programs write there.
    Gedcom,
    /// One letter of the leader in MARC 21.
    Marc,
}

impl Vocabulary {
    /// Returns the encoding called `name`.
    pub(super) fn find(self, name: &[u8]) -> Option<Declared> {
        match self {
            Vocabulary::Usual => named(name),
            Vocabulary::Xml if name.eq_ignore_ascii_case(b"utf8") => Some(Declared::Utf8ByAlias),
            Vocabulary::Xml => named(name),
            Vocabulary::Gedcom => in_gedcom(name),
            Vocabulary::Marc => match name {
                b"a" => Some(Declared::Utf8OrMarc8),
                b" " => Some(Declared::Legacy(Legacy::for_label(b"MARC-8")?)),
                _ => None,
            },
        }
    }

    /// Returns the name as messages show it.
    pub(super) fn shown(self, name: &str) -> String {
        match (self, name) {
            (Vocabulary::Marc, "a") => "UTF-8 (`a` in the leader)".to_owned(),
            (Vocabulary::Marc, _) => "MARC-8 (a blank in the leader)".to_owned(),
            _ => format!("`{name}`"),
        }
    }
}

/// Returns the encoding that GEDCOM calls `name`.
fn in_gedcom(name: &[u8]) -> Option<Declared> {
    let name = name.to_ascii_uppercase();
    Some(match &name[..] {
        b"ANSEL" => Declared::Legacy(Legacy::for_label(b"GEDCOM-ANSEL")?),
        b"ANSI" | b"WINDOWS" | b"IBM WINDOWS" | b"IBM_WINDOWS" => Declared::OfSystem(System::Windows),
        b"IBMPC" | b"IBM PC" | b"IBM-PC" | b"IBM" | b"IBM DOS" | b"MSDOS" | b"MS-DOS" | b"DOS" | b"OEM" => {
            Declared::OfSystem(System::Dos)
        }
        _ => named(&name)?,
    })
}

/// What Emacs adds to a name for line ends.
pub(super) const LINE_ENDS: [&str; 3] = ["-unix", "-dos", "-mac"];

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
const OTHER_NAMES: &[(&[&str], &str)] = &[
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
    (
        &["mac-cyrillic", "maccyrillic", "maccyr", "mac cyrillic"],
        "x-mac-cyrillic",
    ),
    (
        &[
            "mac-roman",
            "macroman",
            "applemac",
            "mac os roman",
            "macosroman",
            "apple roman",
        ],
        "macintosh",
    ),
    // As TeXShop names them.
    (&["mac central european roman"], "x-mac-ce"),
    (&["windows cyrillic"], "windows-1251"),
    (&["dos cyrillic"], "ibm855"),
    (&["dos russian"], "ibm866"),
    (&["isolatin5"], "iso-8859-9"),
    (&["isolatin9"], "iso-8859-15"),
    (&["isolatingreek"], "iso-8859-7"),
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
        b"utf-16 unicode" | b"standard unicode" => Declared::Wide,
        b"latin-1" | b"iso-latin-1" | b"iso8859" => Declared::Legacy(Legacy::for_label(b"iso-8859-1")?),
        _ => Declared::Legacy(Legacy::for_label(name)?),
    })
}
