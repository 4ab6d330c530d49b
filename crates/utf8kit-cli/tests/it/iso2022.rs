//! Text in ISO/IEC 2022 in every verb: announcements of ISO/IEC 10646 (Annex R, R.6) and their levels.

use crate::common::{Place, Ran};

/// What is announced as UTF-8 of level 1, and is not of that level.
const WRONG_LEVEL: &[u8] = b"\x1B%/Ge\xCC\x81\n";

fn convert(args: &[&str], input: &[u8]) -> Ran {
    Place::new().run_with(["convert"].iter().chain(args), input)
}

#[test]
fn six_bytes_reach_the_encodings_that_have_such_numbers() {
    let announced = b"\x1B%/I\xFC\x84\x80\x80\x80\x80\x1B%@";
    for (to, expected) in [
        ("UCS-4", &b"\x04\0\0\0"[..]),
        ("RFC2279", b"\xFC\x84\x80\x80\x80\x80"),
        ("Annex-R", b"\xFC\x84\x80\x80\x80\x80"),
        ("ISO-2022", b"\x1B%G\xFC\x84\x80\x80\x80\x80\x1B%@"),
    ] {
        let ran = convert(&["-f", "ISO-2022", "-t", to], announced);
        assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(0), expected, ""), "{to}");
    }
    let ran = convert(&["-f", "ISO-2022"], announced);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err
            .contains("offset 4: 0400 0000 cannot be represented in UTF-8"),
        "{}",
        ran.err
    );
}

#[test]
fn the_option_says_what_is_announced() {
    for (option, expected) in [
        (&[][..], &b"\x1B%Ga\xE2\x82\xAC\x1B%@"[..]),
        (&["--announce", "UTF-8"], b"\x1B%Ga\xE2\x82\xAC\x1B%@"),
        (&["--announce", "utf-8:1"], b"\x1B%/Ga\xE2\x82\xAC\x1B%@"),
        (&["--announce", "UTF-8:2"], b"\x1B%/Ha\xE2\x82\xAC\x1B%@"),
        (&["--announce", "UTF-8:3"], b"\x1B%/Ia\xE2\x82\xAC\x1B%@"),
        (&["--announce", "UCS-2:1"], b"\x1B%/@\0a\x20\xAC\0\x1B\0%\0@"),
        (
            &["--announce", "UCS-4:3"],
            b"\x1B%/F\0\0\0a\0\0\x20\xAC\0\0\0\x1B\0\0\0%\0\0\0@",
        ),
    ] {
        let args = [&["-t", "ISO-2022"], option].concat();
        let ran = convert(&args, "a€".as_bytes());
        assert_eq!(
            (ran.code, &*ran.out, &*ran.err),
            (Some(0), expected, ""),
            "{option:?}"
        );
        assert_eq!(convert(&["-f", "ISO-2022"], expected).text(), "a€");
        // From an encoding with more than text, too.
        let args = [&["-f", "UCS-4", "-t", "ISO-2022"], option].concat();
        assert_eq!(convert(&args, b"\0\0\0a\0\0\x20\xAC").out, expected);
    }
    // Nothing announces nothing, and two inputs are announced once.
    assert_eq!(convert(&["-t", "ISO-2022"], b"").out, b"");
    let place = Place::new();
    place.write("a", b"\xEF\xBB\xBFa");
    place.write("b", b"\xEF\xBB\xBFb");
    assert_eq!(
        place.run(["convert", "-t", "ISO-2022", "a", "b"]).out,
        b"\x1B%Gab\x1B%@"
    );
    for (args, said) in [
        (
            &["-t", "UTF-8", "--announce", "UTF-8:1"][..],
            "--announce is for `-t ISO-2022`",
        ),
        (
            &["-t", "ISO-2022", "--announce", "UTF-8:4"],
            "`4` is no implementation level",
        ),
        (&["-t", "ISO-2022", "--announce", "UCS-2"], "`UCS-2:3`"),
        (
            &["-t", "ISO-2022", "--announce", "UTF-1:1"],
            "expected UTF-8, UTF-16, UCS-2 or UCS-4",
        ),
        (
            &[
                "-t",
                "ISO-2022",
                "--announce",
                "UTF-8:1",
                "--on-error",
                "with:e\u{301}",
            ],
            "this text cannot be represented",
        ),
    ] {
        let ran = convert(args, b"a");
        assert_eq!((ran.code, ran.text()), (Some(2), ""), "{args:?}");
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
    }
}

#[test]
fn what_the_announced_level_leaves_out_is_not_written() {
    let text = "xe\u{301}\u{93E}".as_bytes();
    let announced = |level, more: &[&str]| {
        let args = [&["-t", "ISO-2022", "--announce", level], more].concat();
        convert(&args, text)
    };
    let ran = announced("UTF-8:1", &[]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("offset 2: U+0301"), "{}", ran.err);
    let ran = announced("UTF-8:2", &["-c"]);
    assert_eq!(
        (ran.code, &*ran.out),
        (Some(0), "\x1B%/Hxe\u{93E}\x1B%@".as_bytes())
    );
    let ran = announced("UTF-8:1", &["--on-error", "unicode"]);
    assert_eq!(ran.out, b"\x1B%/Gxe\\u{301}\\u{93E}\x1B%@");
    assert_eq!(announced("UTF-8:3", &[]).code, Some(0));
}

#[test]
fn a_text_that_begins_with_an_announcement_is_read_so() {
    let place = Place::new();
    for (name, bytes) in [
        ("g", &b"\x1B%G\xC3\xA9\n"[..]),
        ("i", b"\x1B%/I\xC3\xA9\n"),
        ("ucs", b"\x1B%/E\0\xE9\0\n"),
        ("wrong", WRONG_LEVEL),
    ] {
        place.write(name, bytes);
    }
    let ran = place.run(["detect", "g", "i", "ucs", "wrong"]);
    assert_eq!(ran.text().matches("ISO-2022").count(), 4, "{}", ran.text());
    assert_eq!(place.run(["convert", "-f", "auto", "g", "ucs"]).text(), "é\né\n");
    assert_eq!(place.run(["check", "g", "i", "ucs"]).code, Some(0));
    let findings = place.run(["check", "--format", "json", "wrong"]).findings();
    let brief: Vec<_> = findings
        .iter()
        .map(|finding| {
            (
                &finding["rule"],
                &finding["kind"],
                &finding["offset"],
                &finding["clause"],
            )
        })
        .map(|brief| {
            format!("{brief:?}")
                .replace(['"', '(', ')'], "")
                .replace("String", "")
        })
        .collect();
    assert_eq!(brief.len(), 1);
    assert!(
        brief[0].contains("wrong-declaration") && brief[0].contains("level-3"),
        "{brief:?}"
    );
    assert!(brief[0].contains("ISO/IEC 10646-1 clause 14"), "{brief:?}");
    for (name, announced) in [
        ("g", "announces UTF-8\n"),
        ("i", "announces UTF-8, level 3"),
        ("ucs", "announces UCS-2, level 3"),
        ("wrong", "announces UTF-8, level 1"),
    ] {
        let ran = place.run(["inspect", name]);
        assert_eq!(ran.code, Some(0), "{}", ran.text());
        assert!(ran.text().contains("bytes of ISO-2022"), "{}", ran.text());
        assert!(ran.text().contains(announced), "{}", ran.text());
    }
}

/// What is announced before the bytes that are shown says what they mean.
#[test]
fn inspect_knows_what_is_announced_before_the_place() {
    let place = Place::new();
    let text = [
        b"\x1B%/E\0a\0\x1B\0%\0G\n",
        "é".repeat(100_000).as_bytes(),
        b"\nab\xC3\xA9c\n",
    ]
    .concat();
    place.write("f", &text);
    for place_of in ["f:3:3", "f:3:1"] {
        let ran = place.run(["inspect", "--json", place_of]);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""));
        let wanted = if place_of == "f:3:3" { "U+00E9" } else { "U+0061" };
        let first = ran.text().lines().next().unwrap().to_owned();
        assert!(first.contains(wanted), "{first}");
    }
    for offset in [13, 14, 200_012, 200_016] {
        let ran = place.run([
            "inspect",
            "--json",
            "--length",
            "2",
            "--offset",
            &offset.to_string(),
            "f",
        ]);
        assert_eq!(ran.code, Some(0), "{offset} {}", ran.text());
        let piped = place.run_with(
            [
                "inspect",
                "--json",
                "--length",
                "2",
                "--offset",
                &offset.to_string(),
                "-",
            ],
            &text,
        );
        let items = |ran: &Ran| ran.text().lines().next().unwrap().to_owned();
        assert_eq!(items(&piped), items(&ran), "{offset}");
    }
}
