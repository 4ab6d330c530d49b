//! What comes after an error that a program steps over is converted as by the C library.

use crate::common::{Converter, ours, system};
use crate::session::session;
use crate::texts::{encode, text_for};
use utf8kit_test::{Random, sample};

/// What follows an error at the beginning of a text with a signature, or a call that wrote nothing.
#[test]
fn a_signature_after_an_error_is_read_as_in_the_c_library() {
    let functions = (ours(), system());
    let mut random = Random::new(6);
    let text16 = [b"\0\xDC", &b"\xAC\x20"[..], b"a\0", b"\xFE\xFF", b"\xFF\xFE"];
    let text32 = [
        b"\0\xDC\0\0",
        &b"\xAC\x20\0\0"[..],
        b"a\0\0\0",
        b"\0\0\xFE\xFF",
        b"\xFF\xFE\0\0",
    ];
    let rest = b"b\0\0\0c\0\0\0d\0\0\0".repeat(10);
    for (from, units, width) in [("UTF-16", text16, 2), ("UTF-32", text32, 4)] {
        for to in [
            "UTF-8",
            "UTF-16LE",
            "UTF-32BE",
            "ISO-8859-1",
            "CP1251",
            "UTF-8//IGNORE",
            "ISO-8859-1//IGNORE",
        ] {
            for order in 0..125 {
                let units = [units[order % 5], units[order / 5 % 5], units[order / 25]].concat();
                let input = [units, rest.clone()].concat();
                for room in [0, 1, 2, 3, 4, 200] {
                    let mut session = session(functions, to, from).unwrap();
                    let mut read = 0;
                    for call in 0..8 {
                        let room = if call % 3 == 0 { room } else { 200 };
                        let outcome = session.convert(&mut random, &input[read..], room);
                        read += outcome.read;
                        if outcome.errno == libc::EILSEQ {
                            read += width;
                        }
                        if read >= input.len() {
                            break;
                        }
                    }
                }
            }
        }
    }
}

/// Programs step over an error and call again. Where errors are near to each other, the C library converts what is between them, in
/// windows that may end anywhere in a character.
#[test]
fn errors_that_are_stepped_over_are_the_same_however_near() {
    let mut random = Random::new(3);
    let pairs = [
        ("UTF-16LE", "UTF-8"),
        ("UTF-8", "UTF-8"),
        ("CP1252", "UTF-8"),
        ("UTF-8", "UTF-16LE"),
        ("UTF-8", "CP1252"),
        ("UTF-8//IGNORE", "UTF-8"),
    ];
    for _ in 0..sample(300) {
        let (to, from) = random.choose(&pairs);
        let mut input = encode(&text_for(&mut random, 1500, to), from);
        let spread = random.choose(&[1, 3, 30, 200, 700]);
        let mut at = 0;
        while at < input.len() {
            // Ill-formed in UTF-8, a half of a surrogate pair in UTF-16, a byte without a character in windows-1252.
            let end = input.len().min(at + 2);
            input[at..end].copy_from_slice(&[0x81, 0xDC][..end - at]);
            at += 1 + random.below(2 * spread);
        }
        let run = |functions| {
            let mut converter = Converter::open(functions, to, from).unwrap();
            let (mut outcomes, mut bytes, mut at) = (vec![], vec![], 0);
            while at < input.len() {
                let mut output = [0; 8000];
                let outcome = converter.convert(&input[at..], &mut output);
                bytes.extend_from_slice(&output[..outcome.written]);
                // One byte is left out, which leaves a half of a unit in UTF-16, too.
                at += outcome.read + 1;
                outcomes.push(outcome);
            }
            (outcomes, bytes)
        };
        assert!(
            run(ours()) == run(system()),
            "{from} to {to}, errors within {spread}"
        );
    }
}
