//! Tests of charset labels and Content-Type values.

use utf8kit::Endian::{Big, Little};
use utf8kit::{Encoding as Base, Policy};
use utf8kit_encodings::{Encoding, Reading, labels};

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

/// A comma before a line end is for pages of EBCDIC alone.
#[cfg(feature = "legacy")]
#[test]
fn a_label_of_ebcdic_may_name_the_line_end() {
    let read = |label: &str| {
        let encoding = Encoding::for_label(label, Reading::Iconv).unwrap_or_else(|| panic!("{label}"));
        encoding.decode(b"\xC1\x15\xC2\x25", Policy::Fail).unwrap()
    };
    for (label, text) in [
        ("IBM1047", "A\u{85}B\n"),
        ("ibm1047,lf", "A\u{85}B\n"),
        ("cp1047,NL", "A\nB\u{85}"),
        ("ibm-1047, swaplfnl", "A\nB\u{85}"),
        ("IBM500,any", "A\nB\n"),
    ] {
        assert_eq!(read(label), text, "{label}");
    }
    let unix: Encoding = "IBM1047,nl".parse().unwrap();
    assert_eq!(unix.encode("A\n", Policy::Fail).unwrap(), b"\xC1\x15");
    assert_eq!(unix.name(), "IBM1047");
    for label in [
        "IBM1047,",
        "IBM1047,cr",
        "windows-1252,nl",
        "UTF-8,nl",
        ",nl",
        "IBM1047,nl,nl",
    ] {
        let found =
            [Reading::Iconv, Reading::Web, Reading::Iana].map(|reading| Encoding::for_label(label, reading));
        assert_eq!(found, [None; 3], "{label}");
    }
}
