//! East Asian encodings: characters of two bytes or more.
//!
//! None has a table of its own here. Each one is made, when it is first used, from an encoding that `encoding_rs` has
//! ([`characters`]): for each sequence the UTF-8 of its character ([`decode`]), and for each character its sequence
//! ([`encode`]).
//!
//! Big5, EUC-JP, UHC, GB18030, ISO-2022-JP and Shift_JIS are read as the Encoding Standard defines them, and everything that
//! is read is written too. The others are as their standards define them and as `iconv` reads them, where browsers read more:
//!
//! - GB2312 (EUC-CN) is the part of GBK that GB 2312-80 defines; HZ (RFC 1843) is the same characters in seven bits.
//! - GBK has no sequences of four bytes, which are GB18030's.
//! - EUC-KR is the part of UHC that KS X 1001 defines. Johab has the same characters, but its syllables are computed from
//!   their letters.
//! - BIG5-HKSCS is Big5 of the Encoding Standard without its duplicates.
//! - EUC-TW has planes 1 and 2 of CNS 11643. Their characters are those of Big5, in nearly its order. Planes 3 to 15, whose
//!   characters Big5 lacks, are refused.

mod characters;
mod decode;
mod encode;
mod set;

pub(crate) use decode::{Decoding, Start, State};
pub(crate) use encode::{Encoding, Writer};
pub(crate) use set::Set;

use utf8kit::codec::Description;

/// An East Asian encoding.
#[derive(Debug)]
pub(crate) struct EastAsian {
    /// Its [number](crate::Legacy::number).
    pub(crate) number: u16,
    pub(crate) name: &'static str,
    /// Its other names.
    pub(crate) names: &'static [&'static str],
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Big5,
    EucJp,
    Uhc,
    Gb18030,
    Iso2022Jp,
    ShiftJis,
    Gb2312,
    Hz,
    Gbk,
    /// What browsers read as GBK, GB18030, and what they write, GBK.
    GbkOfTheWeb,
    EucKr,
    Johab,
    Big5Hkscs,
    EucTw,
}

/// All of them. What browsers take GBK for is the last one, and [not listed](EastAsian::is_listed).
#[rustfmt::skip]
static ALL: &[EastAsian] = &[
    EastAsian { number: 1046, name: "Big5", names: &["CP950", "BIGFIVE", "BIG-FIVE"], kind: Kind::Big5 },
    EastAsian { number: 1047, name: "EUC-JP", names: &["EUCJP", "UJIS", "OSF00030010"], kind: Kind::EucJp },
    EastAsian { number: 1048, name: "UHC", names: &["CP949", "MSCP949", "WINDOWS-949", "OSF100203B5"], kind: Kind::Uhc },
    EastAsian { number: 1049, name: "gb18030", names: &[], kind: Kind::Gb18030 },
    EastAsian { number: 1050, name: "ISO-2022-JP", names: &[], kind: Kind::Iso2022Jp },
    EastAsian { number: 1051, name: "Shift_JIS", names: &["CP932", "SHIFTJIS", "SJIS-WIN", "CSWINDOWS31J", "SJIS-OPEN"], kind: Kind::ShiftJis },
    EastAsian { number: 1052, name: "GB2312", names: &["GB_2312", "GB_2312-80", "EUC-CN", "EUCCN", "CN-GB", "CSGB2312"], kind: Kind::Gb2312 },
    EastAsian { number: 1053, name: "HZ-GB-2312", names: &["HZ"], kind: Kind::Hz },
    EastAsian { number: 1054, name: "GBK", names: &["CP936", "MS936", "WINDOWS-936", "X-GBK", "CSGBK", "GB13000"], kind: Kind::Gbk },
    EastAsian { number: 1055, name: "EUC-KR", names: &["EUCKR", "CSEUCKR", "OSF0004000A"], kind: Kind::EucKr },
    EastAsian { number: 1056, name: "JOHAB", names: &["CP1361", "MSCP1361"], kind: Kind::Johab },
    EastAsian { number: 1057, name: "BIG5-HKSCS", names: &["BIG5HKSCS", "BIG5-HKSCS:2008", "CSBIG5HKSCS"], kind: Kind::Big5Hkscs },
    EastAsian { number: 1058, name: "EUC-TW", names: &["EUCTW", "CSEUCTW", "OSF0005000A"], kind: Kind::EucTw },
    EastAsian { number: 0, name: "GBK", names: &[], kind: Kind::GbkOfTheWeb },
];

/// The number of encodings.
pub(crate) const COUNT: usize = ALL.len();

static DESCRIPTIONS: [Description; COUNT] = {
    let mut all = [const { Description::new("") }; COUNT];
    let mut index = 0;
    while index < COUNT {
        all[index] = Description::new(ALL[index].name);
        index += 1;
    }
    all
};

/// Returns the encoding with this index.
pub(crate) const fn encoding(index: usize) -> &'static EastAsian {
    &ALL[index]
}

/// Returns what error messages say about the encoding with this index.
pub(crate) fn description(index: usize) -> &'static Description {
    &DESCRIPTIONS[index]
}

impl EastAsian {
    /// Returns `true` for an encoding of its own: what browsers take GBK for is read as one, and written as another.
    pub(crate) fn is_listed(&self) -> bool {
        self.kind != Kind::GbkOfTheWeb
    }

    /// Returns `true` if a text of ASCII has the same bytes in the encoding.
    pub(crate) const fn is_ascii_compatible(&self) -> bool {
        self.kind.is_ascii_compatible()
    }

    /// Returns the encoding of `encoding_rs` that reads the same.
    pub(crate) fn web(&self) -> Option<&'static encoding_rs::Encoding> {
        match self.kind {
            Kind::Big5 => Some(encoding_rs::BIG5),
            Kind::EucJp => Some(encoding_rs::EUC_JP),
            Kind::Uhc => Some(encoding_rs::EUC_KR),
            Kind::Gb18030 => Some(encoding_rs::GB18030),
            Kind::GbkOfTheWeb => Some(encoding_rs::GBK),
            Kind::Iso2022Jp => Some(encoding_rs::ISO_2022_JP),
            Kind::ShiftJis => Some(encoding_rs::SHIFT_JIS),
            _ => None,
        }
    }

    /// Returns the bytes of U+FEFF at the beginning of a text.
    pub(crate) const fn signature(&self) -> &'static [u8] {
        match self.kind {
            Kind::Gb18030 => b"\x84\x31\x95\x33",
            _ => b"",
        }
    }
}

impl Kind {
    /// Returns what the encoding is read as.
    const fn as_read(self) -> Kind {
        match self {
            Kind::GbkOfTheWeb => Kind::Gb18030,
            kind => kind,
        }
    }

    /// Returns what the encoding is written as.
    const fn as_written(self) -> Kind {
        match self {
            Kind::GbkOfTheWeb => Kind::Gbk,
            kind => kind,
        }
    }

    /// Returns `true` if what bytes mean depends on what comes before them.
    const fn has_states(self) -> bool {
        matches!(self, Kind::Hz | Kind::Iso2022Jp)
    }

    /// Returns `true` if all of ASCII has its own bytes, where the encoding is not in another state.
    const fn has_ascii(self) -> bool {
        // The byte of the backslash is the won sign.
        !matches!(self, Kind::Johab)
    }

    /// Returns `true` if a text of ASCII has the same bytes in the encoding.
    const fn is_ascii_compatible(self) -> bool {
        self.has_ascii() && !self.has_states()
    }

    /// Returns the bytes before the second plane of sequences of two bytes.
    const fn prefix(self) -> &'static [u8] {
        match self {
            // JIS X 0212
            Kind::EucJp => b"\x8F",
            // Plane 2 of CNS 11643
            Kind::EucTw => b"\x8E\xA2",
            _ => b"",
        }
    }

    /// Returns the character of a single byte that is not ASCII.
    fn single(self, byte: u8) -> Option<char> {
        match (self, byte) {
            (Kind::Johab, b'\\') => Some('₩'),
            (Kind::Gbk | Kind::Gb18030, 0x80) => Some('€'),
            (Kind::ShiftJis, 0x80) => Some('\u{80}'),
            (Kind::ShiftJis, 0xA1..=0xDF) => char::from_u32(0xFF61 - 0xA1 + u32::from(byte)),
            (_, ..0x80) => Some(char::from(byte)),
            _ => None,
        }
    }
}

/// The number of sequences of four bytes of GB18030 that stand for characters up to U+FFFF.
const GB18030_FOURS: u32 = 39_420;

/// The place of the sequence for U+10000.
const GB18030_SUPPLEMENT: u32 = 189_000;

/// Returns the sequence of four bytes of GB18030 with this place.
#[inline]
fn four_bytes(place: u32) -> [u8; 4] {
    // Divided three times at once, and not one quotient by the next.
    let (first, second, third) = (place / (10 * 126 * 10), place / (126 * 10), place / 10);
    [
        0x81 + first as u8,
        0x30 + (second - 10 * first) as u8,
        0x81 + (third - 126 * second) as u8,
        0x30 + (place - 10 * third) as u8,
    ]
}
