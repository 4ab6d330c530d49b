//! The labels of the encodings that are not legacy ones.

use crate::Encoding;
use utf8kit::Encoding as Base;
use utf8kit::Endian::{Big, Little};

/// The labels of the encodings of Unicode text, Latin-1 and ASCII. The first label of an encoding is its name.
pub(super) const LABELS: &[(Encoding, &[&str])] = &[
    (
        Encoding::UTF_8,
        &[
            "UTF-8",
            "csUTF8",
            "utf8",
            "utf8mb4",
            "AL32UTF8",
            "ISO 10646 part-1 utf-8",
        ],
    ),
    (Encoding::Utf8Signature, &["UTF-8-SIG"]),
    (Encoding::Utf8Mb3, &["utf8mb3"]),
    (
        Encoding::Utf16,
        &["UTF-16", "csUTF16", "utf16", "ISO 10646 part-1 utf-16"],
    ),
    (
        Encoding::Base(Base::Utf16(Big)),
        &["UTF-16BE", "csUTF16BE", "utf16be"],
    ),
    (
        Encoding::Base(Base::Utf16(Little)),
        &["UTF-16LE", "csUTF16LE", "utf16le"],
    ),
    (Encoding::Utf32, &["UTF-32", "csUTF32", "utf32"]),
    (
        Encoding::Base(Base::Utf32(Big)),
        &["UTF-32BE", "csUTF32BE", "utf32be"],
    ),
    (
        Encoding::Base(Base::Utf32(Little)),
        &["UTF-32LE", "csUTF32LE", "utf32le"],
    ),
    // UNICODE-1-1 is Unicode 1.1 in 16 bits, big-endian (RFC 1641). Its Hangul is not moved.
    (
        Encoding::Ucs2(None),
        &[
            "ISO-10646-UCS-2",
            "csUnicode",
            "ucs-2",
            "ucs2",
            "UNICODE-1-1",
            "csUnicode11",
        ],
    ),
    (Encoding::Ucs2(Some(Big)), &["UCS-2BE", "ucs2be"]),
    (Encoding::Ucs2(Some(Little)), &["UCS-2LE", "ucs2le"]),
    (
        Encoding::Ucs4(None),
        &["ISO-10646-UCS-4", "csUCS4", "ucs-4", "ucs4"],
    ),
    (Encoding::Ucs4(Some(Big)), &["UCS-4BE", "ucs4be"]),
    (Encoding::Ucs4(Some(Little)), &["UCS-4LE", "ucs4le"]),
    // RFC 1642 defined UTF-7 for Unicode 1.1 under another label. Its Hangul is not moved.
    (
        Encoding::Utf7,
        &["UTF-7", "csUTF7", "utf7", "UNICODE-1-1-UTF-7", "csUnicode11UTF7"],
    ),
    (Encoding::Utf7Imap, &["UTF-7-IMAP", "csUTF7IMAP"]),
    (
        Encoding::Utf1,
        &["ISO-10646-UTF-1", "csISO10646UTF1", "utf-1", "utf1"],
    ),
    (
        Encoding::Base(Base::Cesu8),
        &["CESU-8", "csCESU8", "csCESU-8", "cesu8"],
    ),
    (
        Encoding::Base(Base::ModifiedUtf8),
        &["Modified-UTF-8", "mutf-8", "mutf8"],
    ),
    (Encoding::Base(Base::Wtf8), &["WTF-8", "wtf8"]),
    // UTF-8 of one to six bytes, and its names before it was called UTF-8 (RFC 3629 section 1).
    (
        Encoding::Base(Base::Rfc2279),
        &["RFC2279", "fss-utf", "fss/utf", "fss_utf", "utf-2", "utf2"],
    ),
    (Encoding::Base(Base::AnnexR), &["Annex-R"]),
    (Encoding::Base(Base::AnnexR5), &["Annex-R.5"]),
    (Encoding::Unicode11Utf8, &["UNICODE-1-1-UTF-8"]),
    (Encoding::OldHangulUtf8, &["UNICODE-1-1-UTF-8-OLD-HANGUL"]),
    (Encoding::Iso2022, &["ISO-2022"]),
    (
        Encoding::Base(Base::Latin1),
        &[
            "ISO-8859-1",
            "ISO_8859-1:1987",
            "iso_8859-1",
            "iso8859-1",
            "iso88591",
            "iso-ir-100",
            "latin1",
            "latin-1",
            "l1",
            "IBM819",
            "CP819",
            "csISOLatin1",
        ],
    ),
    (
        Encoding::Base(Base::Ascii),
        &[
            "US-ASCII",
            "ascii",
            "ANSI_X3.4-1968",
            "ANSI_X3.4-1986",
            "ISO_646.irv:1991",
            "ISO646-US",
            "iso-ir-6",
            "us",
            "IBM367",
            "cp367",
            "csASCII",
            "646",
        ],
    ),
];

/// The labels of the WHATWG Encoding Standard that name an encoding of the family there.
pub(super) const WEB_LABELS: &[(Encoding, &[&str])] = &[
    (
        Encoding::UTF_8,
        &[
            "unicode-1-1-utf-8",
            "unicode11utf8",
            "unicode20utf8",
            "utf-8",
            "utf8",
            "x-unicode20utf8",
        ],
    ),
    (Encoding::Base(Base::Utf16(Big)), &["unicodefffe", "utf-16be"]),
    (
        Encoding::Base(Base::Utf16(Little)),
        &[
            "csunicode",
            "iso-10646-ucs-2",
            "ucs-2",
            "unicode",
            "unicodefeff",
            "utf-16",
            "utf-16le",
        ],
    ),
];

/// Names that `iconv` has for these encodings beside.
pub(super) const ICONV_LABELS: &[(Encoding, &[&str])] = &[
    (Encoding::UTF_8, &["ISO-10646/UTF-8", "ISO-IR-193", "OSF05010001"]),
    (
        Encoding::Utf8Signature,
        &["UTF-8-BOM", "UTF8-BOM", "UTF-8BOM", "UTF8BOM"],
    ),
    (
        Encoding::Ucs2(None),
        &["ISO-10646/UCS2", "OSF00010100", "OSF00010101", "OSF00010102"],
    ),
    (
        Encoding::Ucs4(None),
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
    (Encoding::Ucs2(Some(Big)), &["UNICODEBIG"]),
    (Encoding::Ucs2(Some(Little)), &["UNICODELITTLE"]),
    (Encoding::Base(Base::Latin1), &["8859_1", "OSF00010001"]),
    (Encoding::Base(Base::Ascii), &["ANSI_X3.4", "OSF00010020"]),
];
