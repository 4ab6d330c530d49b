//! Tests of charset labels, Content-Type values, and ISO/IEC 2022 announcements.

use utf8kit::Encoding as Base;
use utf8kit::Endian::{Big, Little};
use utf8kit::dialect::Dialect;
use utf8kit_family::iso2022::{self, Level, Segment, Switch};
use utf8kit_family::{Encoding, labels};

/// No label belongs to two encodings.
#[test]
fn every_label_finds_its_encoding_in_any_case() {
    let mut seen = std::collections::HashSet::new();
    for (encoding, names) in labels::all() {
        assert_eq!(encoding.name(), names[0]);
        for name in names {
            assert!(
                seen.insert(name.to_ascii_lowercase()),
                "the label {name} is in the table twice"
            );
            let (lower, upper) = (name.to_ascii_lowercase(), name.to_ascii_uppercase());
            for name in [name.to_string(), lower, upper, format!("\t{name} ")] {
                assert_eq!(labels::encoding(&name), Some(encoding), "{name}");
            }
        }
    }
}

#[test]
fn labels_of_the_standards_are_known() {
    let dialect = |dialect| Encoding::Base(Base::Dialect(dialect));
    for (label, encoding) in [
        ("UTF-8", Encoding::UTF_8),
        ("csUTF8", Encoding::UTF_8),
        ("utf8", Encoding::UTF_8),
        ("ISO 10646 part-1 utf-8", Encoding::UTF_8),
        ("ISO 10646 part-1 utf-16", Encoding::Utf16),
        ("FSS-UTF", dialect(Dialect::Rfc2279)),
        ("FSS/UTF", dialect(Dialect::Rfc2279)),
        ("UTF-2", dialect(Dialect::Rfc2279)),
        ("RFC2279", dialect(Dialect::Rfc2279)),
        ("CESU-8", dialect(Dialect::Cesu8)),
        ("Modified-UTF-8", dialect(Dialect::ModifiedUtf8)),
        ("WTF-8", dialect(Dialect::Wtf8)),
        ("UNICODE-1-1-UTF-8", Encoding::Unicode11Utf8),
        ("ISO-10646-UCS-2", Encoding::Ucs2(None)),
        ("UCS-2", Encoding::Ucs2(None)),
        ("UCS-2LE", Encoding::Ucs2(Some(Little))),
        ("UCS-2BE", Encoding::Ucs2(Some(Big))),
        ("ISO-10646-UCS-4", Encoding::Ucs4(None)),
        ("UCS-4LE", Encoding::Ucs4(Some(Little))),
        ("UTF-16", Encoding::Utf16),
        ("UTF-16BE", Encoding::Base(Base::Utf16(Big))),
        ("UTF-16LE", Encoding::Base(Base::Utf16(Little))),
        ("UTF-32", Encoding::Utf32),
        ("UTF-32BE", Encoding::Base(Base::Utf32(Big))),
        ("UTF-7", Encoding::Utf7),
        ("UNICODE-1-1-UTF-7", Encoding::Utf7),
        ("csUnicode11UTF7", Encoding::Utf7),
        ("UTF-7-IMAP", Encoding::Utf7Imap),
        ("UNICODE-1-1", Encoding::Ucs2(None)),
        ("csUnicode11", Encoding::Ucs2(None)),
        ("UTF-8-SIG", Encoding::Utf8Signature),
        ("utf-8-sig", Encoding::Utf8Signature),
        ("utf8mb3", Encoding::UTF_8),
        ("utf8mb4", Encoding::UTF_8),
        ("AL32UTF8", Encoding::UTF_8),
        ("UTF-1", Encoding::Utf1),
        ("ISO-8859-1", Encoding::Base(Base::Latin1)),
        ("US-ASCII", Encoding::Base(Base::Ascii)),
    ] {
        assert_eq!(labels::encoding(label), Some(encoding), "{label}");
    }
    assert_eq!(labels::encoding("UTF-9"), None);
    assert_eq!(labels::encoding(""), None);
}

/// In place of a label, a Content-Type value is understood.
#[test]
fn a_content_type_value_names_an_encoding() {
    for (value, encoding) in [
        ("text/plain; charset=utf-8", Some(Encoding::UTF_8)),
        ("text/html;charset=\"UTF-7\"", Some(Encoding::Utf7)),
        (
            " text/plain; format=flowed; Charset=utf-16 (big)",
            Some(Encoding::Utf16),
        ),
        ("text/plain; charset=koi8-r", None),
        ("text/plain", None),
        ("utf-8; charset=utf-16", Some(Encoding::Utf16)),
    ] {
        assert_eq!(labels::encoding(value), encoding, "{value}");
    }
}

#[test]
fn web_labels_follow_the_encoding_standard() {
    for label in [
        "unicode-1-1-utf-8",
        "unicode11utf8",
        "unicode20utf8",
        "utf-8",
        "UTF8",
        "x-unicode20utf8",
    ] {
        assert_eq!(labels::web_encoding(label), Some(Encoding::UTF_8), "{label}");
    }
    for label in [
        "csunicode",
        "iso-10646-ucs-2",
        "ucs-2",
        "unicode",
        "unicodefeff",
        "utf-16",
        "utf-16le",
    ] {
        assert_eq!(
            labels::web_encoding(label),
            Some(Encoding::Base(Base::Utf16(Little))),
            "{label}"
        );
    }
    assert_eq!(
        labels::web_encoding("unicodefffe"),
        Some(Encoding::Base(Base::Utf16(Big)))
    );
    for label in ["utf-7", "utf-32", "cesu-8", "utf-1", "fss-utf"] {
        assert_eq!(labels::web_encoding(label), None, "{label}");
    }
}

/// Dialects have no label for the Internet, and neither has `UNICODE-1-1-UTF-8`, which RFC 3629 dropped.
#[test]
fn no_dialect_is_labelled_utf_8() {
    for dialect in Dialect::ALL
        .into_iter()
        .filter(|&dialect| dialect != Dialect::Utf8)
    {
        let encoding = Encoding::Base(Base::Dialect(dialect));
        assert_eq!(encoding.mime_name(), None, "{dialect:?}");
        assert_ne!(encoding.name(), "UTF-8");
    }
    assert_eq!(Encoding::Unicode11Utf8.mime_name(), None);
    assert_eq!(Encoding::UTF_8.mime_name(), Some("UTF-8"));
    assert_eq!(Encoding::Base(Base::Utf16(Big)).mime_name(), Some("UTF-16BE"));
    assert_eq!(Encoding::Base(Base::Latin1).mime_name(), Some("ISO-8859-1"));
}

#[test]
fn annex_m_names_utf_8_and_utf_16() {
    assert_eq!(
        Encoding::UTF_8.annex_m(),
        Some(("ISO 10646 part-1 utf-8", "UTF8-form", 8))
    );
    assert_eq!(
        Encoding::Utf16.annex_m(),
        Some(("ISO 10646 part-1 utf-16", "UTF16-form", 5))
    );
    assert_eq!(Encoding::Utf7.annex_m(), None);
}

#[test]
fn charset_is_read_from_content_type() {
    for (value, expected) in [
        ("text/plain; charset=utf-8", Some("utf-8")),
        ("text/plain;charset=utf-8", Some("utf-8")),
        ("text/html; CHARSET = \"utf-8\" ; x=y", Some("utf-8")),
        ("text/plain; format=flowed; charset=UTF-8", Some("UTF-8")),
        ("text/plain; charset=us-ascii (Plain text)", Some("us-ascii")),
        (
            "text/plain (a; charset=no (nested)); charset=utf-8",
            Some("utf-8"),
        ),
        (
            "text/plain; name=\"a; charset=no\\\"\"; charset=utf-8",
            Some("utf-8"),
        ),
        ("text/plain; charset=\"u\\tf-8\"", Some("utf-8")),
        ("text/plain; charset=utf-8; charset=utf-16", Some("utf-8")),
        ("text/plain; xcharset=utf-16; charset=utf-8", Some("utf-8")),
        ("text/plain; charset", None),
        ("text/plain; charset=", None),
        ("text/plain; charset=\"utf-8", Some("utf-8")),
        ("text/plain", None),
        (";;; =;\"", None),
        ("(((", None),
        ("", None),
    ] {
        assert_eq!(labels::charset(value).as_deref(), expected, "{value}");
    }
}

/// Annex R, R.6.
#[test]
fn iso_2022_announcements_divide_the_text() {
    let levels = [None, Some(Level::One), Some(Level::Two), Some(Level::Three)];
    let written: [&[u8]; 4] = [
        b"\x1B\x25\x47",
        b"\x1B\x25\x2F\x47",
        b"\x1B\x25\x2F\x48",
        b"\x1B\x25\x2F\x49",
    ];
    for (level, written) in levels.into_iter().zip(written) {
        assert_eq!(iso2022::announcement(level), written);
        let text = [b"a\x1B(B", written, b"\xC3\xA9\x1B(B", iso2022::RETURN, b"\xE9"].concat();
        let (inside, after) = (4 + written.len(), 4 + written.len() + 5 + 3);
        let expected = [
            Segment::Other {
                bytes: b"a\x1B(B",
                offset: 0,
            },
            Segment::Utf8 {
                bytes: b"\xC3\xA9\x1B(B",
                offset: inside,
                level,
            },
            Segment::Other {
                bytes: b"\xE9",
                offset: after,
            },
        ];
        assert!(iso2022::segments(&text).eq(expected), "{level:?}");
    }
    // An announcement cuts a sequence. One announcement may follow another. ESC at the end is text.
    let text = b"\x1B%G\xE2\x82\x1B%/I\xE2\x82\xAC\x1B";
    let expected = [
        Segment::Utf8 {
            bytes: b"\xE2\x82",
            offset: 3,
            level: None,
        },
        Segment::Utf8 {
            bytes: b"\xE2\x82\xAC\x1B",
            offset: 9,
            level: Some(Level::Three),
        },
    ];
    assert!(iso2022::segments(text).eq(expected));
    assert_eq!(iso2022::segments(b"").next(), None);
    assert_eq!(iso2022::segments(b"\x1B%G\x1B%@").next(), None);
    assert_eq!(iso2022::padded(b"\x1B%G", 2), b"\0\x1B\0%\0G");
    assert_eq!(iso2022::padded(b"\x1B%G", 4), b"\0\0\0\x1B\0\0\0%\0\0\0G");
    assert_eq!(iso2022::padded(b"\x1B%G", 1), b"\x1B%G");
    for unit in [1, 2, 4] {
        for (level, written) in levels.into_iter().zip(written) {
            let mut text = iso2022::padded(b"a\x1Bb", unit);
            let start = text.len();
            text.extend(iso2022::padded(written, unit));
            let found = iso2022::find(&text, unit);
            assert_eq!(
                found,
                Some((start..text.len(), Switch::ToUtf8(level))),
                "unit of {unit} bytes"
            );
        }
        let text = iso2022::padded(iso2022::RETURN, unit);
        assert_eq!(iso2022::find(&text, unit), Some((0..text.len(), Switch::Return)));
        assert_eq!(iso2022::find(&text[..text.len() - 1], unit), None);
    }
    assert_eq!(
        iso2022::find(b"\x1B%G", 2),
        None,
        "the sequence is not padded to code units"
    );
}
