//! Announcements of ISO/IEC 10646 in ISO/IEC 2022.

use utf8kit::Endian::{Big, Little};
use utf8kit::stream::Stop;
use utf8kit::{Encoding as Base, Policy};
use utf8kit_encodings::iso2022::{self, Announcement, Level, Segment, Switch};
use utf8kit_encodings::{Decoder, Encoder, Encoding};
use utf8kit_test::{Random, assert_linear};

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
        let announcement = Announcement::Utf8(level);
        assert_eq!(announcement.sequence(), written);
        let text = [b"a\x1B(B", written, b"\xC3\xA9\x1B(B", iso2022::RETURN, b"\xE9"].concat();
        let (inside, after) = (4 + written.len(), 4 + written.len() + 5 + 3);
        let expected = [
            Segment::Other {
                bytes: b"a\x1B(B",
                offset: 0,
            },
            Segment::Announced {
                bytes: b"\xC3\xA9\x1B(B",
                offset: inside,
                announcement,
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
        Segment::Announced {
            bytes: b"\xE2\x82",
            offset: 3,
            announcement: Announcement::Utf8(None),
        },
        Segment::Announced {
            bytes: b"\xE2\x82\xAC\x1B",
            offset: 9,
            announcement: Announcement::Utf8(Some(Level::Three)),
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
                Some((start..text.len(), Switch::To(Announcement::Utf8(level)))),
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
    assert!(encoding.can_be_written() && encoding.mime_name().is_none());
    for (bytes, expected) in [
        (&b"a\x1B%G\xE2\x82\xAC\x1B%@b"[..], "a\u{20AC}b"),
        (
            b"\x1B%/Ga\x1B%/H\xC3\xA9\x1B%/I\xF0\x9F\x98\x80",
            "a\u{E9}\u{1F600}",
        ),
        // Escape sequences of control functions, and those that are cut, are ASCII. A designation of ASCII is left out.
        (b"\x1B(B\x1B[1m\x1B#8\x1B%Gx\x1B\x1B%", "\x1B[1m\x1B#8x\x1B\x1B%"),
        // Sequences of five and six bytes are good, but no characters.
        (b"\x1B%/I\xFC\x84\x80\x80\x80\x80!", "?!"),
        (b"a\x1B", "a\x1B"),
        // Without an announcement, no UTF-8. After the return, neither.
        (b"\xC3\xA9", "??"),
        (b"\x1B%G\xC3\xA9\x1B%@\xC3\xA9", "\u{E9}??"),
        // A sequence that an escape sequence or the end cuts.
        (b"\x1B%G\xE2\x82\x1B%@a", "?a"),
        (b"\x1B%G\xE2\x82", "?"),
        // R.7: each malformed sequence is one.
        (b"\x1B%G\xED\xA0\x80\xC0\xAF", "??"),
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
        "ill-formed Annex R UTF-8 at offset 3: `ED A0 80` stands for no character in Annex R UTF-8"
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
        b"\nabc",
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
                Segment::Announced {
                    bytes, announcement, ..
                } => (announcement.encoding(), bytes),
                Segment::Other { bytes, .. } => (Encoding::Base(Base::Ascii), bytes),
                other => panic!("{other:?}"),
            };
            expected += &encoding.decode(bytes, Policy::Replace('?')).unwrap();
        }
        let text = Encoding::Iso2022.decode(&bytes, Policy::Replace('?')).unwrap();
        assert_eq!(text, expected, "{bytes:02X?}");
    }
}

/// Returns the bytes of `text`, announced as a whole, written in pieces of a character to room for one.
fn written(announcement: Announcement, text: &[u32]) -> Vec<u8> {
    let mut encoder = Encoder::iso2022(announcement, Policy::Fail);
    let mut bytes = vec![];
    let mut out = [0; 12];
    for number in text {
        let step = encoder.encode_code_points(&[*number], &mut out);
        assert_eq!(
            (step.read, step.stop),
            (1, Stop::InputUsed),
            "{announcement} {number:X}"
        );
        bytes.extend_from_slice(&out[..step.written]);
    }
    let step = encoder.finish(&mut out);
    assert_eq!(step.stop, Stop::InputUsed);
    bytes.extend_from_slice(&out[..step.written]);
    bytes
}

/// Returns the numbers of `pieces`, read to room for one, and the clauses of errors.
fn numbers(pieces: &[&[u8]]) -> (Vec<u32>, Vec<&'static str>) {
    let mut decoder = Decoder::new(Encoding::Iso2022, Policy::Fail);
    let (mut numbers, mut clauses) = (vec![], vec![]);
    for piece in pieces.iter().map(Some).chain([None]) {
        let mut rest: &[u8] = piece.copied().unwrap_or_default();
        loop {
            let mut number = [0];
            let step = match piece {
                Some(_) => decoder.to_code_points(rest, &mut number),
                None => decoder.finish_code_points(&mut number),
            };
            rest = &rest[step.read..];
            numbers.extend(&number[..step.written]);
            match step.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => {}
                Stop::IllFormed(error) => clauses.push(error.clause()),
                stop => panic!("{stop:?}"),
            }
        }
    }
    (numbers, clauses)
}

/// ISO/IEC 10646-1 clauses 15 and 16: where UCS-2, UCS-4 or UTF-16 is in use, each byte of an escape sequence is padded to a
/// code unit.
#[test]
fn every_announcement_is_written_and_read_wherever_the_text_is_cut() {
    for (announcement, bytes) in [
        (
            Announcement::Ucs2(Level::One),
            &b"\x1B%/@\0a\x20\xAC\0\x1B\0%\0@"[..],
        ),
        (Announcement::Ucs2(Level::Two), b"\x1B%/C\0a\x20\xAC\0\x1B\0%\0@"),
        (
            Announcement::Ucs2(Level::Three),
            b"\x1B%/E\0a\x20\xAC\0\x1B\0%\0@",
        ),
        (
            Announcement::Ucs4(Level::One),
            b"\x1B%/A\0\0\0a\0\0\x20\xAC\0\0\0\x1B\0\0\0%\0\0\0@",
        ),
        (
            Announcement::Ucs4(Level::Two),
            b"\x1B%/D\0\0\0a\0\0\x20\xAC\0\0\0\x1B\0\0\0%\0\0\0@",
        ),
        (
            Announcement::Ucs4(Level::Three),
            b"\x1B%/F\0\0\0a\0\0\x20\xAC\0\0\0\x1B\0\0\0%\0\0\0@",
        ),
        (Announcement::Utf16(Level::One), b"\x1B%/J\0a\x20\xAC\0\x1B\0%\0@"),
        (Announcement::Utf16(Level::Two), b"\x1B%/K\0a\x20\xAC\0\x1B\0%\0@"),
        (
            Announcement::Utf16(Level::Three),
            b"\x1B%/L\0a\x20\xAC\0\x1B\0%\0@",
        ),
        (Announcement::Utf8(None), b"\x1B%Ga\xE2\x82\xAC\x1B%@"),
    ] {
        assert_eq!(written(announcement, &[0x61, 0x20AC]), bytes, "{announcement}");
    }
    for announcement in Announcement::ALL {
        let mut text = vec![0x61, 0x20AC, 0x1B, 0x5B, 0xFFFD];
        if !matches!(announcement, Announcement::Ucs2(_)) {
            text.push(0x1_F600);
        }
        if let Announcement::Utf8(_) | Announcement::Ucs4(_) = announcement {
            text.push(0x7FFF_FFFF);
        }
        // One announcement follows another, in the code units of the first, and then ASCII.
        let other = Announcement::Utf8(Some(Level::Three));
        let mut bytes = written(announcement, &text);
        let unit = announcement.unit_len();
        bytes.truncate(bytes.len() - 3 * unit);
        bytes.extend(iso2022::padded(other.sequence(), unit, Big));
        bytes.extend_from_slice(b"\xC3\xA9\x1B%@z");
        text.extend([0xE9, 0x7A]);
        assert_eq!(numbers(&[&bytes]), (text.clone(), vec![]), "{announcement}");
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(numbers(&single), (text.clone(), vec![]), "{announcement}");
        for cut in 0..=bytes.len() {
            let (a, b) = bytes.split_at(cut);
            assert_eq!(
                numbers(&[a, b]),
                (text.clone(), vec![]),
                "{announcement} {a:02X?} {b:02X?}"
            );
            // From the state at the cut, the rest means the same.
            let mut before = Decoder::new(Encoding::Iso2022, Policy::Fail);
            let mut out = [0; 64];
            let written = before.to_code_points(a, &mut out).written;
            let mut after =
                Decoder::new(Encoding::Iso2022, Policy::Fail).with_shift_state(before.shift_state());
            let rest = after.to_code_points(&bytes[before.position() as usize..], &mut out[written..]);
            assert_eq!(out[..written + rest.written], text, "{announcement} {cut}");
        }
    }
}

/// The end of the text cuts no padded escape sequence without an error, and what cannot continue one is read.
#[test]
fn padded_escape_sequences_that_are_cut_are_ill_formed() {
    let clause = "ISO/IEC 10646-1 R.6";
    for announcement in Announcement::ALL {
        let unit = announcement.unit_len();
        let text = |text: &[u8]| [announcement.sequence(), &iso2022::padded(text, unit, Big)].concat();
        for (bytes, expected) in [
            (text(b"a\x1B"), (vec![0x61, 0x1B], vec![])),
            (text(b"a\x1B%"), (vec![0x61], vec![clause])),
            (text(b"a\x1B%/"), (vec![0x61], vec![clause])),
            (
                text(b"a\x1B%b\x1B[m"),
                (vec![0x61, 0x62, 0x1B, 0x5B, 0x6D], vec![clause]),
            ),
            (
                text(b"a\x1B%/b\x1B\x1B"),
                (vec![0x61, 0x62, 0x1B, 0x1B], vec![clause]),
            ),
        ] {
            if unit == 1 {
                // In UTF-8, an escape sequence that is cut is text.
                continue;
            }
            assert_eq!(numbers(&[&bytes]), expected, "{announcement} {bytes:02X?}");
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(numbers(&single), expected, "{announcement} {bytes:02X?}");
        }
    }
}

/// Any sequence of announcements, text and what is cut means the same, to room for one unit and to room for all.
#[test]
fn damaged_text_is_read_alike_wherever_it_is_cut() {
    let mut random = Random::new(43);
    let units = |pieces: &[&[u8]], room: usize| {
        let mut decoder = Decoder::new(Encoding::Iso2022, Policy::Replace('?'));
        let (mut units, mut out) = (vec![], vec![0; room]);
        for piece in pieces.iter().map(Some).chain([None]) {
            let mut rest: &[u8] = piece.copied().unwrap_or_default();
            loop {
                let step = match piece {
                    Some(_) => decoder.to_utf16(rest, &mut out),
                    None => decoder.finish_utf16(&mut out),
                };
                rest = &rest[step.read..];
                units.extend_from_slice(&out[..step.written]);
                match step.stop {
                    Stop::InputUsed => break,
                    Stop::OutputFull => {}
                    stop => panic!("{stop:?}"),
                }
            }
        }
        units
    };
    for _ in 0..2000 {
        let mut bytes = vec![];
        for _ in 0..random.below(10) {
            let unit = [1, 2, 4][random.below(3)];
            let announcement = Announcement::ALL[random.below(Announcement::ALL.len())].sequence();
            let parts: [&[u8]; 8] = [
                announcement,
                announcement,
                iso2022::RETURN,
                b"\x1B",
                b"\x1B%",
                b"\x1B%/",
                b"\x1B$B",
                b"abcdefghij",
            ];
            match random.below(4) {
                0 => bytes.extend("é€\u{1F600}".as_bytes()),
                1 => bytes.extend((0..random.below(5)).map(|_| random.below(256) as u8)),
                _ => bytes.extend(iso2022::padded(parts[random.below(8)], unit, Big)),
            }
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(numbers(&single), numbers(&[&bytes]), "{bytes:02X?}");
        let whole = units(&[&bytes], 400);
        let text = Encoding::Iso2022.decode(&bytes, Policy::Replace('?')).unwrap();
        assert_eq!(String::from_utf16(&whole).unwrap(), text, "{bytes:02X?}");
        assert_eq!(units(&single, 2), whole, "{bytes:02X?}");
        assert_eq!(units(&[&bytes], 2), whole, "{bytes:02X?}");
    }
}

/// Annex R has sequences of five and six bytes, and its malformed sequences are those of R.7.
#[test]
fn announced_utf_8_is_that_of_annex_r() {
    for announcement in b"\x1B%G|\x1B%/G|\x1B%/H|\x1B%/I".split(|&byte| byte == b'|') {
        let text = |bytes: &[u8]| [announcement, bytes, b"\x1B%@"].concat();
        assert_eq!(
            numbers(&[&text(b"\xF8\x88\x80\x80\x80\xFD\xBF\xBF\xBF\xBF\xBF")]),
            (vec![0x20_0000, 0x7FFF_FFFF], vec![])
        );
        // A run of surplus continuation bytes is one.
        let surplus = text(b"\x80\x80\x80a\xFE\xFE");
        assert_eq!(numbers(&[&surplus]), (vec![0x61], vec!["ISO/IEC 10646-1 R.7"; 3]));
        let single: Vec<&[u8]> = surplus.chunks(1).collect();
        assert_eq!(numbers(&single), numbers(&[&surplus]));
        // A designation between them makes two of them, also where it is refused.
        let replaced = |bytes: &[u8]| {
            Encoding::Iso2022
                .decode(&text(bytes), Policy::Replace('?'))
                .unwrap()
        };
        assert_eq!(replaced(b"\x80\x80\x1B(B\x80\x80"), "??");
        assert_eq!(replaced(b"\x80\x80\x1B$B\x80\x80"), "???");
        assert_eq!(replaced(b"\x80\x80\x1B%G\x80\x80"), "??");
    }
}

/// The designations of other sets are ill-formed, and so is what is in these sets.
#[test]
fn designations_are_refused_by_name() {
    let refused = |bytes: &[u8]| {
        let error = Encoding::Iso2022.decode(bytes, Policy::Fail).unwrap_err();
        error.to_string().split_once(": ").unwrap().1.to_owned()
    };
    for (bytes, message) in [
        (
            &b"\x1B$B"[..],
            "`1B 24 42`: designates JIS X 0208; ISO-2022-JP reads it",
        ),
        (
            b"\x1B$(B",
            "`1B 24 28 42`: designates JIS X 0208; ISO-2022-JP reads it",
        ),
        (
            b"\x1B$)C",
            "`1B 24 29 43`: designates KS X 1001, which is not read",
        ),
        (
            b"\x1B.A",
            "`1B 2E 41`: designates the right half of ISO-8859-1, which is not read",
        ),
        (
            b"\x1B-F",
            "`1B 2D 46`: designates the right half of ISO-8859-7, which is not read",
        ),
        (
            b"\x1B(J",
            "`1B 28 4A`: designates the Latin letters of JIS X 0201; ISO-2022-JP reads them",
        ),
        (
            b"\x1B*~",
            "`1B 2A 7E`: designates a set of 94 characters that is not read",
        ),
        (
            b"\x1B/~",
            "`1B 2F 7E`: designates a set of 96 characters that is not read",
        ),
        (
            b"\x1B$+~",
            "`1B 24 2B 7E`: designates a set of characters of several bytes that is not read",
        ),
        (
            b"\x1B!A",
            "`1B 21 41`: designates a set of control functions that is not read",
        ),
        (
            b"\x1B%B",
            "`1B 25 42`: announces UTF-1, which is read only under its own name",
        ),
        (
            b"\x1B%/B",
            "`1B 25 2F 42`: announces a coding system that is not read",
        ),
        (
            b"\x1B%/G\x1B$B",
            "`1B 24 42`: designates JIS X 0208; ISO-2022-JP reads it",
        ),
        (
            b"\x1B%/@\0\x1B\0$\0B",
            "`00 1B`: expected no designation of a character set; text of ISO/IEC 10646 has none (clause 15)",
        ),
        (
            b"\x1B%/F\0\0\0\x1B\0\0\0%\0\0\0B",
            "`00 00 00 25`: expected the end of an announcement, or of the return to ISO/IEC 2022",
        ),
    ] {
        assert_eq!(refused(bytes), message, "{bytes:02X?}");
    }
    // What is in a refused set is no text, until ASCII is designated or invoked again.
    for (bytes, expected) in [
        (&b"a\x1B$B$\"\n\x1B(Bb"[..], "a???\nb"),
        (b"\x1B$)Ca\x0E!!\x0Fb", "?a??b"),
        (b"\x1B$)C\x1B)B\x0Eb\x0F", "?\x0Eb\x0F"),
        (b"\x1B$B\x1B%G$\x1B%@$\x1B(B$", "?$?$"),
        (b"\x1B%/G\x1B$B$\x1B%@$", "?$$"),
        (b"\x0Ea\x0F", "\x0Ea\x0F"),
        (b"\x1B!@\x1B\"C\x1B*Ba", "a"),
    ] {
        for cut in 0..=bytes.len() {
            let mut decoder = Decoder::new(Encoding::Iso2022, Policy::Replace('?'));
            let mut text = [0; 64];
            let mut len = decoder.to_utf8(&bytes[..cut], &mut text).written;
            let mut rest =
                Decoder::new(Encoding::Iso2022, Policy::Replace('?')).with_shift_state(decoder.shift_state());
            len += rest
                .to_utf8(&bytes[decoder.position() as usize..], &mut text[len..])
                .written;
            assert_eq!(str::from_utf8(&text[..len]), Ok(expected), "{bytes:02X?} {cut}");
        }
        assert_eq!(
            Encoding::Iso2022.decode(bytes, Policy::Replace('?')).unwrap(),
            expected
        );
    }
}

/// ISO/IEC 10646-1 clause 14.
#[test]
fn a_level_leaves_out_combining_characters() {
    for (number, lowest) in [
        (0x41, Level::One),
        (0xE9, Level::One),
        (0x2FF, Level::One),
        (0x3042, Level::One),
        (0x7FFF_FFFF, Level::One),
        // Signs that scripts need.
        (0x5B0, Level::Two),
        (0x64B, Level::Two),
        (0x93E, Level::Two),
        (0xE31, Level::Two),
        // Diacritical marks, and signs for a second spelling.
        (0x300, Level::Three),
        (0x483, Level::Three),
        (0x93C, Level::Three),
        (0xB57, Level::Three),
        (0x1100, Level::Three),
        (0x11FF, Level::Three),
        (0x20D0, Level::Three),
        (0x3099, Level::Three),
        (0xFE20, Level::Three),
    ] {
        for level in [Level::One, Level::Two, Level::Three] {
            assert_eq!(level.allows(number), level >= lowest, "{number:X} {level:?}");
        }
    }
    // What level 2 has is in level 3, and what level 1 has is in both.
    for number in 0..=0x11_0000 {
        assert!(
            !Level::One.allows(number) || Level::Two.allows(number),
            "{number:X}"
        );
    }
    // The writer lacks what the level leaves out, and nothing before or after is lost.
    let text = format!("{}e\u{301}{}\u{93E}!", "a".repeat(5000), "\u{3042}".repeat(3000));
    for (level, expected) in [
        (Level::One, text.replace(['\u{301}', '\u{93E}'], "?")),
        (Level::Two, text.replace('\u{301}', "?")),
        (Level::Three, text.clone()),
    ] {
        let mut encoder = Encoder::iso2022(Announcement::Utf8(Some(level)), Policy::Replace('?'));
        let mut bytes = vec![0; 4 * text.len()];
        let mut len = encoder.encode(&text, &mut bytes).written;
        len += encoder.finish(&mut bytes[len..]).written;
        let announced = Announcement::Utf8(Some(level)).sequence();
        let whole = [announced, expected.as_bytes(), b"\x1B%@"].concat();
        assert!(bytes[..len] == whole, "{level:?}");
    }
}

/// A character that would make an escape sequence with the ESC before it is lacking: what is written is read as it was.
#[test]
fn no_text_is_written_that_would_be_an_escape_sequence() {
    for announcement in Announcement::ALL {
        for byte in 0..0x80 {
            let text = [0x1B, byte, 0x41];
            let mut encoder = Encoder::iso2022(announcement, Policy::Replace('?'));
            let mut bytes = [0; 64];
            let mut len = encoder.encode_code_points(&text, &mut bytes).written;
            len += encoder.finish(&mut bytes[len..]).written;
            let extends = b"!\"$%()*+,-./".contains(&(byte as u8));
            let expected = [0x1B, if extends { 0x3F } else { byte }, 0x41];
            assert_eq!(
                numbers(&[&bytes[..len]]),
                (expected.to_vec(), vec![]),
                "{announcement} {byte:X}"
            );
            let written = Encoding::Iso2022.encode("\x1B[m\x1B%G", Policy::Drop).unwrap();
            assert_eq!(written, b"\x1B%G\x1B[m\x1BG\x1B%@");
        }
    }
}

/// Neither nothing but ESC, nor an announcement after the other, nor a text that lacks every other character takes time in
/// proportion to the square of its length.
#[test]
fn hostile_text_is_read_and_written_in_time() {
    for part in [
        &b"\x1B"[..],
        b"\x1B%",
        b"\x1B%G",
        b"\x1B%/@\0\x1B\0%\0@",
        b"\x1B$Ba",
        b"\x80",
        b"\x1B%G\x80",
    ] {
        assert_linear(1 << 12, |len| {
            let bytes = part.repeat(len);
            let _ = Encoding::Iso2022.decode(&bytes, Policy::Replace('?'));
            assert!(iso2022::segments(&bytes).count() <= bytes.len());
        });
    }
    for part in ["\x1B", "e\u{301}", "a\u{1F600}", "\x1B%"] {
        assert_linear(1 << 12, |len| {
            let text = part.repeat(len);
            for announcement in [
                Announcement::Utf8(Some(Level::One)),
                Announcement::Ucs2(Level::One),
            ] {
                let mut encoder = Encoder::iso2022(announcement, Policy::Drop);
                let mut bytes = vec![0; 8 * text.len() + 16];
                assert_eq!(encoder.encode(&text, &mut bytes).read, text.len());
            }
        });
    }
}
