//! Tests of charset labels, Content-Type values, and ISO/IEC 2022 announcements.

use utf8kit::Endian::{Big, Little};
use utf8kit::stream::Stop;
use utf8kit::{Encoding as Base, Policy};
use utf8kit_encodings::iso2022::{self, Level, Segment, Switch};
use utf8kit_encodings::{Decoder, Encoding, Reading, labels};
use utf8kit_test::Random;

/// No label belongs to two encodings.
#[test]
fn every_label_finds_its_encoding_in_any_case() {
    let mut seen = std::collections::HashSet::new();
    for encoding in Encoding::all() {
        assert_eq!(encoding.labels().next(), Some(encoding.name()));
        for name in encoding.labels() {
            assert!(
                seen.insert(name.to_ascii_lowercase()),
                "the label {name} is in the table twice"
            );
            let (lower, upper) = (name.to_ascii_lowercase(), name.to_ascii_uppercase());
            for name in [name.to_string(), lower, upper, format!("\t{name} ")] {
                assert_eq!(name.parse(), Ok(encoding), "{name}");
            }
        }
    }
}

#[test]
fn labels_of_the_standards_are_known() {
    let dialect = |dialect| Encoding::Base(dialect);
    for (label, encoding) in [
        ("UTF-8", Encoding::UTF_8),
        ("csUTF8", Encoding::UTF_8),
        ("utf8", Encoding::UTF_8),
        ("ISO 10646 part-1 utf-8", Encoding::UTF_8),
        ("ISO 10646 part-1 utf-16", Encoding::Utf16),
        ("FSS-UTF", dialect(Base::Rfc2279)),
        ("FSS/UTF", dialect(Base::Rfc2279)),
        ("UTF-2", dialect(Base::Rfc2279)),
        ("RFC2279", dialect(Base::Rfc2279)),
        ("CESU-8", dialect(Base::Cesu8)),
        ("Modified-UTF-8", dialect(Base::ModifiedUtf8)),
        ("WTF-8", dialect(Base::Wtf8)),
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
        ("utf8mb3", Encoding::Utf8Mb3),
        ("utf8mb4", Encoding::UTF_8),
        ("AL32UTF8", Encoding::UTF_8),
        ("UTF-1", Encoding::Utf1),
        ("ISO-8859-1", Encoding::Base(Base::Latin1)),
        ("US-ASCII", Encoding::Base(Base::Ascii)),
    ] {
        for reading in [Reading::Iconv, Reading::Iana] {
            assert_eq!(Encoding::for_label(label, reading), Some(encoding), "{label}");
        }
    }
    for reading in [Reading::Iconv, Reading::Iana, Reading::Web] {
        for label in ["UTF-9", "", "-", "text/plain; charset="] {
            assert_eq!(Encoding::for_label(label, reading), None, "{label}");
        }
    }
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
        ("text/plain; charset=klingon", None),
        ("text/plain", None),
        ("utf-8; charset=utf-16", Some(Encoding::Utf16)),
    ] {
        for reading in [Reading::Iconv, Reading::Iana] {
            assert_eq!(Encoding::for_label(value, reading), encoding, "{value}");
        }
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
        assert_eq!(
            Encoding::for_label(label, Reading::Web),
            Some(Encoding::UTF_8),
            "{label}"
        );
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
            Encoding::for_label(label, Reading::Web),
            Some(Encoding::Base(Base::Utf16(Little))),
            "{label}"
        );
    }
    assert_eq!(
        Encoding::for_label("unicodefffe", Reading::Web),
        Some(Encoding::Base(Base::Utf16(Big)))
    );
    for label in ["utf-7", "utf-32", "cesu-8", "utf-1", "fss-utf"] {
        assert_eq!(Encoding::for_label(label, Reading::Web), None, "{label}");
    }
}

/// Dialects have no label for the Internet, and neither has `UNICODE-1-1-UTF-8`, which RFC 3629 dropped.
#[test]
fn no_dialect_is_labelled_utf_8() {
    for dialect in Base::RELATIVES
        .into_iter()
        .filter(|&dialect| dialect != Base::Utf8)
    {
        let encoding = Encoding::Base(dialect);
        assert_eq!(encoding.mime_name(), None, "{dialect:?}");
        assert_ne!(encoding.name(), "UTF-8");
    }
    assert_eq!(Encoding::Unicode11Utf8.mime_name(), None);
    assert_eq!(Encoding::UTF_8.mime_name(), Some("UTF-8"));
    let utf8 = Encoding::Base(Base::Utf8);
    assert_eq!(utf8.mime_name(), Some("UTF-8"));
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
        ("text/plain; (a comment) charset=utf-8", Some("utf-8")),
        ("text/plain (a \\) b; charset=no) ; charset=utf-8", Some("utf-8")),
        ("text/plain (a \\( b) ; charset=utf-8", Some("utf-8")),
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
    assert_eq!(iso2022::padded(b"\x1B%G", 2, Big), b"\0\x1B\0%\0G");
    assert_eq!(iso2022::padded(b"\x1B%G", 4, Big), b"\0\0\0\x1B\0\0\0%\0\0\0G");
    assert_eq!(iso2022::padded(b"\x1B%G", 4, Little), b"\x1B\0\0\0%\0\0\0G\0\0\0");
    assert_eq!(iso2022::padded(b"\x1B%G", 1, Big), b"\x1B%G");
    for (unit, endian) in [
        (1, Big),
        (1, Little),
        (2, Big),
        (2, Little),
        (4, Big),
        (4, Little),
    ] {
        for (level, written) in levels.into_iter().zip(written) {
            let mut text = iso2022::padded(b"a\x1Bb", unit, endian);
            let start = text.len();
            text.extend(iso2022::padded(written, unit, endian));
            let found = iso2022::find(&text, unit, endian);
            assert_eq!(
                found,
                Some((start..text.len(), Switch::ToUtf8(level))),
                "unit of {unit} bytes"
            );
        }
        let text = iso2022::padded(iso2022::RETURN, unit, endian);
        assert_eq!(
            iso2022::find(&text, unit, endian),
            Some((0..text.len(), Switch::Return))
        );
        assert_eq!(iso2022::find(&text[..text.len() - 1], unit, endian), None);
    }
    assert_eq!(
        iso2022::find(b"\x1B%G", 2, Big),
        None,
        "the sequence is not padded to code units"
    );
    assert_eq!(
        iso2022::find(b"\x1B\0%\0G\0", 2, Big),
        None,
        "the other byte order"
    );
    assert_eq!(
        iso2022::find(b"\0\x1B\0%\0G\0", 2, Little),
        None,
        "the sequence begins inside a code unit"
    );
}

/// Under the label `ISO-2022`, the parts that are announced as UTF-8 are decoded, wherever the text is cut. Of the others,
/// ASCII is.
#[test]
fn iso_2022_is_decoded_in_pieces() {
    let encoding = "ISO-2022".parse::<Encoding>().unwrap();
    assert!(!encoding.can_be_written() && encoding.mime_name().is_none());
    for (bytes, expected) in [
        (&b"a\x1B%G\xE2\x82\xAC\x1B%@b"[..], "a\u{20AC}b"),
        (
            b"\x1B%/Ga\x1B%/H\xC3\xA9\x1B%/I\xF0\x9F\x98\x80",
            "a\u{E9}\u{1F600}",
        ),
        // Other escape sequences, and those that are cut, are ASCII.
        (b"\x1B(B\x1B%/J\x1B%Gx\x1B\x1B%", "\x1B(B\x1B%/Jx\x1B\x1B%"),
        (b"a\x1B", "a\x1B"),
        // Without an announcement, no UTF-8. After the return, neither.
        (b"\xC3\xA9", "??"),
        (b"\x1B%G\xC3\xA9\x1B%@\xC3\xA9", "\u{E9}??"),
        // A sequence that an escape sequence or the end cuts.
        (b"\x1B%G\xE2\x82\x1B%@a", "?a"),
        (b"\x1B%G\xE2\x82", "?"),
        (b"\x1B%G\xED\xA0\x80\xC0\xAF", "?????"),
    ] {
        let mut buffer = [0; 4];
        for cut in 0..=bytes.len() {
            let (a, b) = bytes.split_at(cut);
            let mut decoder = Decoder::new(encoding, Policy::Replace('?'));
            let mut text = vec![];
            for piece in [Some(a), Some(b), None] {
                let mut rest = piece.unwrap_or_default();
                loop {
                    let step = match piece {
                        Some(_) => decoder.to_utf8(rest, &mut buffer),
                        None => decoder.finish_utf8(&mut buffer),
                    };
                    rest = &rest[step.read..];
                    text.extend_from_slice(&buffer[..step.written]);
                    match step.stop {
                        Stop::InputUsed => break,
                        Stop::OutputFull => {}
                        stop => panic!("{stop:?}"),
                    }
                }
            }
            assert_eq!(decoder.position(), bytes.len() as u64);
            assert_eq!(String::from_utf8(text).unwrap(), expected, "{a:02X?} {b:02X?}");
        }
        assert_eq!(encoding.decode(bytes, Policy::Replace('?')).unwrap(), expected);
    }
    let message = |bytes: &[u8]| encoding.decode(bytes, Policy::Fail).unwrap_err().to_string();
    assert_eq!(
        message(b"a\xE9"),
        "ill-formed ISO/IEC 2022 at offset 1: `E9`: expected ASCII; other characters are read only where UTF-8 is \
         announced"
    );
    assert_eq!(
        message(b"\x1B%G\xED\xA0\x80"),
        "ill-formed UTF-8 at offset 3: `ED A0 80` is the surrogate U+D800, which is not a character"
    );
}

/// As `segments` divides a text, so it is decoded.
#[test]
fn iso_2022_is_decoded_as_its_segments() {
    let mut random = Random::new(21);
    let parts: [&[u8]; 9] = [
        b"\x1B%G",
        b"\x1B%/H",
        b"\x1B%@",
        b"\x1B%",
        b"abc",
        "é€".as_bytes(),
        b"\xE2\x82",
        b"\x1B",
        b"/",
    ];
    for _ in 0..5000 {
        let count = random.below(12);
        let bytes: Vec<u8> = (0..count).flat_map(|_| parts[random.below(9)]).copied().collect();
        let mut expected = String::new();
        for segment in iso2022::segments(&bytes) {
            let (encoding, bytes) = match segment {
                Segment::Utf8 { bytes, .. } => (Encoding::UTF_8, bytes),
                Segment::Other { bytes, .. } => (Encoding::Base(Base::Ascii), bytes),
                other => panic!("{other:?}"),
            };
            expected += &encoding.decode(bytes, Policy::Replace('?')).unwrap();
        }
        let text = Encoding::Iso2022.decode(&bytes, Policy::Replace('?')).unwrap();
        assert_eq!(text, expected, "{bytes:02X?}");
    }
}
