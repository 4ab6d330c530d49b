//! Encodings that show in how bytes are arranged: frames of DOS, katakana of half width, lines of EBCDIC, the alphabet of GSM, and sets
//! that escape sequences designate. Each is named by `detect` and `check`, and the printed command converts it.

use crate::common::{Place, Ran, run_in_shell};

/// Returns the last line of a report.
fn last(ran: &Ran) -> &str {
    ran.text().lines().last().unwrap_or_default()
}

/// Texts, the encoding that they are in, and what they become.
const FOUND: &[(&str, &[u8], &str, &str)] = &[
    (
        "double frame",
        b"ECHO \xC9\xCD\xCD\xCD\xBB\r\nECHO \xBA a \xBA\r\nECHO \xC8\xCD\xCD\xCD\xBC\r\n",
        "IBM437",
        "ECHO ╔═══╗\r\nECHO ║ a ║\r\nECHO ╚═══╝\r\n",
    ),
    (
        "single frame",
        b"\xDA\xC4\xC4\xBF\n\xB3ok\xB3\n\xC0\xC4\xC4\xD9\n",
        "IBM437",
        "┌──┐\n│ok│\n└──┘\n",
    ),
    (
        "table",
        b"\xDA\xC4\xC4\xBF\n\xB3 1\xB3\n\xC3\xC4\xC4\xB4\n\xB3 2\xB3\n\xC0\xC4\xC4\xD9\n",
        "IBM437",
        "┌──┐\n│ 1│\n├──┤\n│ 2│\n└──┘\n",
    ),
    (
        "katakana",
        b"\xC3\xBD\xC4 \xB6\xDE\xB0\xC0 \xB6\xC5 \xD2\xB2 \xD4\xCF\xC0\xDE \xC0\xDB\xB3\n",
        "Shift_JIS",
        "ﾃｽﾄ ｶﾞｰﾀ ｶﾅ ﾒｲ ﾔﾏﾀﾞ ﾀﾛｳ\n",
    ),
    (
        "rows of katakana",
        b"1,\xBD\xBD\xDE\xB7,\xCA\xC5\xBA\n2,\xBB\xC4\xB3,\xBC\xDE\xDB\xB3\n",
        "Shift_JIS",
        "1,ｽｽﾞｷ,ﾊﾅｺ\n2,ｻﾄｳ,ｼﾞﾛｳ\n",
    ),
    (
        "lines of NEL",
        b"Line 1\x85Line 2\x85",
        "ISO-8859-1",
        "Line 1\u{85}Line 2\u{85}",
    ),
    ("lines of EBCDIC", b"\x81\x15\x82\x15", "IBM037", "a\nb\n"),
    (
        "words of EBCDIC",
        b"\xC8\x85\x93\x93\x96\x15\xA6\x96\x99\x93\x84\x15",
        "IBM037",
        "Hello\nworld\n",
    ),
    (
        "GSM",
        b"Hello a\x00b price \x0120 \x1Be\n",
        "GSM-03.38",
        "Hello a@b price £20 €\n",
    ),
    (
        "GSM with brackets",
        b"Caff\x05 \x1B<1\x1B> anna\x00example.com\n",
        "GSM-03.38",
        "Caffé [1] anna@example.com\n",
    ),
    (
        "Korean of DICOM",
        b"H=\x1B$)C\xB1\xE8^\x1B$)C\xB9\xCE\n",
        "DICOM-IR-149",
        "H=김^민\n",
    ),
    (
        "Chinese of DICOM",
        b"A=\x1B$)A\xCD\xF5^\xD0\xA1\n",
        "DICOM-IR-58",
        "A=王^小\n",
    ),
];

#[test]
fn what_is_arranged_is_named_and_converted() {
    for (what, bytes, encoding, text) in FOUND {
        let place = Place::new();
        place.write("f", bytes);
        let detected = place.run(["detect", "f"]);
        assert!(
            detected.text().starts_with(encoding),
            "{what}: {}",
            detected.text()
        );
        let checked = place.run(["check", "f"]);
        assert_eq!(checked.code, Some(1), "{what}");
        assert!(
            checked.text().contains("other-encoding") && checked.text().contains(encoding),
            "{what}: {}",
            checked.text()
        );
        assert_eq!(last(&checked), last(&detected), "{what}");
        let ran = run_in_shell(&place, last(&checked));
        assert_eq!(ran.err, "", "{what}");
        let repaired = std::fs::read(place.path().join("f")).unwrap();
        assert_eq!(std::str::from_utf8(&repaired), Ok(*text), "{what}");
        assert_eq!(place.run(["check", "f"]).code, Some(0), "{what}");
    }
}

/// Texts that look like them, and the encoding that they are not in.
const OTHER: &[(&str, &[u8], &str)] = &[
    (
        "Spanish capitals",
        "Él dijo «ÍÍÍ» y se fue.\nÁlvaro calló.\n".as_bytes(),
        "IBM437",
    ),
    ("a frame in UTF-8", "╔═══╗\n║ a ║\n╚═══╝\n".as_bytes(), "IBM437"),
    ("one line of a frame", b"a \xC9\xCD\xCD\xBB b\n", "IBM437"),
    (
        "Russian capitals",
        b"\xCF\xD0\xC8\xC2\xC5\xD2 \xCC\xCE\xD1\xCA\xC2\xC0, \xDD\xD2\xCE \xDE\xC3\n",
        "Shift_JIS",
    ),
    ("katakana in UTF-8", "ﾃｽﾄ ｶﾞｰﾀ\n".as_bytes(), "Shift_JIS"),
    ("ellipses", b"Wait\x85 what\x85 no\n", "ISO-8859-1"),
    ("an ellipsis at the end", b"To be continued\x85", "ISO-8859-1"),
    ("addresses", b"anna@example.com\r\nb@example.org\r\n", "IBM037"),
    (
        "names with zero bytes",
        b"one.txt\0two.txt\0three.txt\0",
        "GSM-03.38",
    ),
    (
        "colors of a terminal",
        b"\x1B[31mred\x1B[0m and \x1B[1mbold\x1B[0m\n",
        "GSM-03.38",
    ),
    (
        "colors of a chat",
        b"\x0304red\x0F and \x02bold\x0F\n",
        "GSM-03.38",
    ),
    ("printed twice", b"N\x08NA\x08A _\x08x \x1B=\n", "GSM-03.38"),
    (
        "a record of a library",
        b"00049nam a2200037 i 4500245001100000\x1E00\x1FaTitle\x1E\x1D",
        "GSM-03.38",
    ),
    (
        "Korean in EUC-KR",
        b"\xB1\xE8\xB9\xCE\xBC\xF6 \xC0\xCC\xBC\xF8\xBD\xC5\n",
        "DICOM-IR-149",
    ),
    (
        "a designation without characters",
        b"set \x1B$)C and reset\n",
        "DICOM-IR-149",
    ),
];

#[test]
fn what_looks_arranged_is_not_taken_for_it() {
    for (what, bytes, encoding) in OTHER {
        let place = Place::new();
        place.write("f", bytes);
        let detected = place.run(["detect", "f"]);
        assert!(
            !detected.text().starts_with(encoding),
            "{what}: {}",
            detected.text()
        );
        let checked = place.run(["check", "f"]);
        assert!(!checked.text().contains(encoding), "{what}: {}", checked.text());
    }
}

/// `check` offers for stray bytes the encoding that `detect` finds, however few they are.
#[test]
fn check_offers_what_detect_finds() {
    let place = Place::new();
    place.write(
        "f",
        b"podniku je p\xA9ipraven, objedn\xA0vka bude doru\x87ena ve \x87tvrtek\n",
    );
    let detected = place.run(["detect", "f"]);
    assert!(detected.text().starts_with("Kamenicky"), "{}", detected.text());
    let checked = place.run(["check", "f"]);
    assert!(last(&checked).contains("as:Kamenicky"), "{}", checked.text());
    assert_eq!(run_in_shell(&place, last(&checked)).code, Some(0));
    assert_eq!(
        std::fs::read_to_string(place.path().join("f")).unwrap(),
        "podniku je připraven, objednávka bude doručena ve čtvrtek\n"
    );
}
