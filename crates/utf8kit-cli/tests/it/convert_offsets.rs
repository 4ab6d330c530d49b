//! The offset of what the output lacks, and of what is ill-formed in the input, is that of its bytes.

use crate::common::{Place, without_position};

#[test]
fn what_the_output_lacks_is_found_in_the_input() {
    let place = Place::new();
    for times in [1, 2000] {
        for (name, start, end) in [
            ("UTF-16LE", "a ", "€"),
            ("UTF-7", "a ", "€"),
            ("UTF-7", "a é è ", "€"),
            ("UTF-1", "a é è ", "€"),
            ("CESU-8", "a é è ", "€"),
            ("windows-1252", "a é è ", "€"),
            ("Shift_JIS", "a ", "中"),
            ("GB18030", "a ", "😀"),
            ("ISO-2022-JP", "a ", "中"),
            ("IBM437", "a é ", "α"),
            ("IBM037", "a é ", "\u{AC}"),
        ] {
            let to = if name == "IBM037" {
                "US-ASCII"
            } else {
                "ISO-8859-1"
            };
            let start = if name == "IBM037" {
                "a ".repeat(times)
            } else {
                start.repeat(times)
            };
            let whole = format!("{start}{end} b");
            let converted = |text: &str| {
                let ran = place.run_with(["convert", "-t", name], text.as_bytes());
                assert_eq!(ran.code, Some(0), "{name}: {}", ran.err);
                ran.out
            };
            place.write("f", converted(&whole));
            let offset = converted(&start).len();
            let ran = place.run(["convert", "-f", name, "-t", to, "f"]);
            assert_eq!(ran.code, Some(1), "{name}");
            let c = end.chars().next().unwrap();
            let found = without_position(&ran.err);
            let expected = format!("U+{:04X} `{c}` cannot be represented in {to}\n", u32::from(c));
            assert!(found.ends_with(&expected), "{name}: {found}");
            let at = found.split_once("offset ").unwrap().1.split_once(':').unwrap().0;
            let at: usize = at.parse().unwrap();
            // An encoding with shifts begins the character with one.
            assert!(
                (offset.saturating_sub(3)..=offset + 3).contains(&at),
                "{name}: {offset} {found}"
            );
        }
    }
}

#[test]
fn what_is_ill_formed_is_found_in_the_input() {
    let place = Place::new();
    for (name, bytes, message) in [
        ("GB18030", &b"ab\x81\x30\xFF\x30z"[..], "offset 2: `81`"),
        ("GBK", b"ab\x81\x30z", "offset 2: `81`"),
        ("Shift_JIS", b"ab\x81\x20z", "offset 2: `81`"),
        ("EUC-JP", b"ab\x8F\xA1\x20z", "offset 2: `8F A1`"),
        ("Big5", b"ab\x81\x41z", "offset 2: `81`"),
        ("EUC-KR", b"ab\xFF z", "offset 2: `FF`"),
        ("windows-1252", b"ab", ""),
        ("windows-1253", b"ab\xAAz", "offset 2: `AA`"),
        ("ISO-2022-JP", b"ab\x1B$z", "offset 2: `1B`"),
    ] {
        for before in ["", &"plain, ".repeat(9000)] {
            let ran = place.run_with(["convert", "-f", name], &[before.as_bytes(), bytes].concat());
            let found = without_position(&ran.err);
            let message = message.replace("offset 2", &format!("offset {}", before.len() + 2));
            assert!(found.contains(&message), "{name}: {found}");
            assert_eq!(ran.code == Some(0), message.is_empty(), "{name}: {found}");
        }
    }
}

#[test]
fn what_replaces_an_ill_formed_sequence_is_found_where_the_sequence_is() {
    let place = Place::new();
    for (name, bytes, offset) in [
        ("UTF-8", &b"\n\xE2\n\n"[..], 1),
        ("UTF-8", b"a\xF0\x9F\x98b", 1),
        ("UTF-8", b"a\xE2\x82", 1),
        ("CESU-8", b"\n\xE2\n\n", 1),
        ("Annex-R", b"\n\xE2\n\n", 1),
        ("Annex-R.5", b"\xBF\xBFa", 0),
        ("UTF-16LE", b"a\0\0\xDCb\0", 2),
        ("UTF-1", b"a\xFEb", 1),
    ] {
        for before in [0, 40_000] {
            let start = match name {
                "UTF-16LE" => b"a\0".repeat(before),
                _ => b"a".repeat(before),
            };
            let bytes = [&start, bytes].concat();
            let args = [
                "convert",
                "-f",
                name,
                "-t",
                "US-ASCII",
                "--on-error",
                "as:ISO-8859-1",
            ];
            let ran = place.run_with(args, &bytes);
            assert_eq!(ran.code, Some(1), "{name}");
            let expected = format!("offset {}: ", start.len() + offset);
            assert!(
                without_position(&ran.err).contains(&expected),
                "{name}: {}",
                ran.err
            );
        }
    }
}
