//! `utf8 convert` in single-byte encodings: of DOS, of EBCDIC, of trades and countries, and of ISO that browsers read otherwise.

use crate::common::{Place, finish};
use std::process::Command;
use utf8kit_test::{is_installed, skip};

/// The pages, and what `iconv` and Python call them if they have them.
#[rustfmt::skip]
const PAGES: &[(&str, &str, &str)] = &[
    ("IBM437", "IBM437", "cp437"),
    ("IBM850", "IBM850", "cp850"),
    ("IBM852", "IBM852", "cp852"),
    ("IBM855", "IBM855", "cp855"),
    ("IBM857", "IBM857", "cp857"),
    ("IBM858", "IBM858", "cp858"),
    ("IBM860", "IBM860", "cp860"),
    ("IBM861", "IBM861", "cp861"),
    ("IBM862", "IBM862", "cp862"),
    ("IBM863", "IBM863", "cp863"),
    ("IBM864", "IBM864", "cp864"),
    ("IBM865", "IBM865", "cp865"),
    ("IBM037", "IBM037", "cp037"),
    ("IBM500", "IBM500", "cp500"),
    ("IBM1047", "IBM1047", ""),
    ("KOI8-U", "KOI8-U", "koi8_u"),
    ("ISO-8859-9", "ISO-8859-9", "iso8859_9"),
    ("ISO-8859-11", "ISO-8859-11", "iso8859_11"),
    ("TIS-620", "TIS-620", "tis_620"),
    ("IBM720", "", "cp720"),
    ("IBM737", "CP737", "cp737"),
    ("CP770", "CP770", ""),
    ("CP771", "CP771", ""),
    ("CP772", "CP772", ""),
    ("CP773", "CP773", ""),
    ("CP774", "CP774", ""),
    ("IBM775", "CP775", "cp775"),
    ("IBM851", "IBM851", ""),
    ("IBM853", "", ""),
    ("IBM856", "IBM856", "cp856"),
    ("IBM869", "IBM869", "cp869"),
    ("IBM901", "IBM901", ""),
    ("IBM902", "IBM902", ""),
    ("IBM922", "IBM922", ""),
    ("IBM1004", "IBM1004", ""),
    ("IBM1006", "", "cp1006"),
    ("IBM1124", "IBM1124", ""),
    ("IBM1125", "CP1125", "cp1125"),
    ("IBM1129", "IBM1129", ""),
    ("IBM1131", "", ""),
    ("IBM1133", "IBM1133", ""),
    ("IBM1161", "IBM1161", ""),
    ("IBM1163", "IBM1163", ""),
    ("Kamenicky", "", ""),
    ("Mazovia", "", ""),
    ("MIK", "MIK", ""),
    ("CWI-2", "CWI", ""),
    ("x-mac-greek", "", "mac_greek"),
    ("x-mac-turkish", "", "mac_turkish"),
    ("x-mac-ce", "MAC-CENTRALEUROPE", "mac_latin2"),
    ("x-mac-icelandic", "MAC-IS", "mac_iceland"),
    ("x-mac-croatian", "", "mac_croatian"),
    ("x-mac-romanian", "", "mac_romanian"),
    ("x-mac-arabic", "", "mac_arabic"),
    ("x-mac-farsi", "", "mac_farsi"),
    ("MAC-SAMI", "MAC-SAMI", ""),
    ("ARMSCII-8", "ARMSCII-8", ""),
    ("Georgian-PS", "GEORGIAN-PS", ""),
    ("Georgian-Academy", "GEORGIAN-ACADEMY", ""),
    ("GEOSTD8", "", ""),
    ("VISCII", "VISCII", ""),
    ("TCVN", "TCVN5712-1", ""),
    ("VPS", "", ""),
    ("PTCP154", "PT154", "ptcp154"),
    ("KZ-1048", "RK1048", "kz1048"),
    ("KOI8-T", "KOI8-T", "koi8_t"),
    ("ECMA-CYRILLIC", "ECMA-CYRILLIC", ""),
    ("CSN_369103", "CSN_369103", ""),
    ("ISO-8859-9E", "ISO-8859-9E", ""),
    ("ISO-IR-197", "ISO-IR-197", ""),
    ("ISO-IR-209", "ISO-IR-209", ""),
    ("WIN-SAMI-2", "WIN-SAMI-2", ""),
    ("ISIRI-3342", "ISIRI-3342", ""),
    ("JIS_X0201", "", ""),
    ("hp-roman8", "HP-ROMAN8", "hp_roman8"),
    ("hp-roman9", "HP-ROMAN9", ""),
    ("hp-greek8", "HP-GREEK8", ""),
    ("hp-turkish8", "HP-TURKISH8", ""),
    ("hp-thai8", "HP-THAI8", ""),
    ("DEC-MCS", "DEC-MCS", ""),
    ("NEXTSTEP", "", ""),
    ("RISCOS-LATIN1", "", ""),
    ("AtariST", "", ""),
    ("palmos", "", "palmos"),
    ("IBM256", "IBM256", ""),
    ("IBM273", "IBM273", "cp273"),
    ("IBM277", "IBM277", ""),
    ("IBM278", "IBM278", ""),
    ("IBM280", "IBM280", ""),
    ("IBM284", "IBM284", ""),
    ("IBM285", "IBM285", ""),
    ("IBM290", "", ""),
    ("IBM297", "IBM297", ""),
    ("IBM420", "IBM420", ""),
    ("IBM423", "IBM423", ""),
    ("IBM424", "IBM424", "cp424"),
    ("IBM803", "IBM803", ""),
    ("IBM838", "IBM9030", ""),
    ("IBM870", "IBM870", ""),
    ("IBM871", "IBM871", ""),
    ("IBM875", "IBM875", "cp875"),
    ("IBM880", "IBM880", ""),
    ("IBM905", "IBM905", ""),
    ("IBM924", "", ""),
    ("IBM1025", "IBM1025", ""),
    ("IBM1026", "IBM1026", "cp1026"),
    ("IBM1097", "IBM1097", ""),
    ("IBM1112", "IBM1112", ""),
    ("IBM1122", "IBM1122", ""),
    ("IBM1123", "IBM1123", ""),
    ("IBM1130", "IBM1130", ""),
    ("IBM1132", "IBM1132", ""),
    ("IBM1137", "IBM1137", ""),
    ("IBM1140", "IBM1140", "cp1140"),
    ("IBM1141", "IBM1141", ""),
    ("IBM1142", "IBM1142", ""),
    ("IBM1143", "IBM1143", ""),
    ("IBM1144", "IBM1144", ""),
    ("IBM1145", "IBM1145", ""),
    ("IBM1146", "IBM1146", ""),
    ("IBM1147", "IBM1147", ""),
    ("IBM1148", "IBM1148", ""),
    ("IBM1149", "IBM1149", ""),
    ("IBM1153", "IBM1153", ""),
    ("IBM1154", "IBM1154", ""),
    ("IBM1155", "IBM1155", ""),
    ("IBM1156", "IBM1156", ""),
    ("IBM1157", "IBM1157", ""),
    ("IBM1158", "IBM1158", ""),
    ("IBM1160", "IBM1160", ""),
    ("IBM1164", "IBM1164", ""),
    ("IBM1165", "", ""),
    ("IBM1166", "IBM1166", ""),
    ("IBM4971", "IBM4971", ""),
    ("IBM12712", "IBM12712", ""),
    ("IBM16804", "IBM16804", ""),
    ("BS_4730", "BS_4730", ""),
    ("DIN_66003", "DIN_66003", ""),
    ("DS_2089", "DS_2089", ""),
    ("SEN_850200_B", "SEN_850200_B", ""),
    ("SEN_850200_C", "SEN_850200_C", ""),
    ("NF_Z_62-010", "NF_Z_62-010", ""),
    ("NF_Z_62-010_(1973)", "NF_Z_62-010_1973", ""),
    ("ISO646-IT", "IT", ""),
    ("ISO646-ES", "ES", ""),
    ("ISO646-ES2", "ES2", ""),
    ("ISO646-PT", "PT", ""),
    ("ISO646-PT2", "PT2", ""),
    ("NS_4551-1", "NS_4551-1", ""),
    ("NS_4551-2", "NS_4551-2", ""),
    ("MSZ_7795.3", "MSZ_7795.3", ""),
    ("JUS_I.B1.002", "JUS_I.B1.002", ""),
    ("CSA_Z243.4-1985-1", "CSA_Z243.4-1985-1", ""),
    ("CSA_Z243.4-1985-2", "CSA_Z243.4-1985-2", ""),
    ("NC_NC00-10:81", "NC_NC00-10", ""),
    ("JIS_C6220-1969-RO", "JIS_C6220-1969-RO", ""),
    ("GB_1988-80", "GB_1988-80", ""),
    ("KSC5636", "KSC5636", ""),
    ("GREEK7", "GREEK7", ""),
];

/// Bytes that `iconv` reads otherwise than the tables of IBM, Apple and Unicode, or not at all: its own are of RFC 1345 there.
/// IBM290 has full-width katakana in it, so nothing of that page is compared.
#[rustfmt::skip]
const NOT_AS_ICONV: &[(&str, &[u8])] = &[
    ("IBM851", &[0xB7, 0xB8, 0xF7]),
    ("IBM856", &[0x1A, 0x1C, 0x7F, 0xEE, 0xFA]),
    ("IBM1133", &[0xDF]),
    ("IBM1161", &[0x1A, 0x1C, 0x7F]),
    ("CWI-2", &[0x9F, 0xE1, 0xE6, 0xED, 0xF8, 0xF9, 0xFA]),
    ("x-mac-icelandic", &[0xA0, 0xC6, 0xD0, 0xD1, 0xD7, 0xDB, 0xDC, 0xDD, 0xE0, 0xF0, 0xF6, 0xF7]),
    ("hp-roman9", &[0xBA]),
    ("IBM278", &[0x71, 0xE0]),
    ("IBM285", &[0xA1]),
    ("IBM420", &[0x45]),
    ("IBM423", &[0x6A, 0x74, 0xAF, 0xBA, 0xCA, 0xCC]),
    ("IBM424", &[0x78, 0x8F]),
    ("IBM870", &[0xB0]),
    ("IBM871", &[0x4A, 0xC0]),
    ("IBM875", &[0x6A, 0x74, 0xDD]),
    ("IBM880", &[0x41, 0x45, 0x55, 0x64, 0x6A, 0x73, 0x74, 0x79, 0xA1, 0xC0, 0xD0]),
    ("IBM905", &[0x41, 0x9D, 0xB0, 0xB7]),
    ("IBM1026", &[0x9D, 0xBC]),
    ("IBM1132", &[0x70]),
];

/// Bytes that Python reads otherwise than `iconv`, or not at all. In the pages of the Macintosh for Arabic and Persian, it writes
/// the ASCII characters as those that go from right to left.
#[rustfmt::skip]
const NOT_AS_PYTHON: &[(&str, &[u8])] = &[
    ("x-mac-arabic", &[0x20, 0x21, 0x22, 0x23, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2D, 0x2E, 0x2F, 0x3A, 0x3C, 0x3D, 0x3E, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x7B, 0x7C, 0x7D, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAD, 0xAE, 0xAF, 0xBA, 0xBC, 0xBD, 0xBE, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xFB, 0xFC, 0xFD]),
    ("x-mac-farsi", &[0x20, 0x21, 0x22, 0x23, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2D, 0x2E, 0x2F, 0x3A, 0x3C, 0x3D, 0x3E, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x7B, 0x7C, 0x7D, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAD, 0xAE, 0xAF, 0xBA, 0xBC, 0xBD, 0xBE, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xFB, 0xFC, 0xFD]),
    ("IBM273", &[0xBC]),
    ("IBM875", &[0x3F, 0xDC, 0xE1, 0xEC, 0xED, 0xFC, 0xFD]),
    ("TIS-620", &[0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F]),
];

fn convert(args: &[&str], input: &[u8]) -> crate::common::Ran {
    Place::new().run_with(["convert"].iter().chain(args), input)
}

#[test]
fn every_byte_is_read_and_written_as_it_was() {
    let all: Vec<u8> = (0..=0xFF).collect();
    for (name, _, _) in PAGES {
        // Bytes without a character are left out.
        let text = convert(&["-f", name, "-c"], &all);
        assert_eq!((text.code, &*text.err), (Some(0), ""), "{name}");
        let bytes = convert(&["-t", name], &text.out);
        assert_eq!((bytes.code, &*bytes.err), (Some(0), ""), "{name}");
        assert_eq!(bytes.out.len(), text.text().chars().count(), "{name}");
        assert_eq!(convert(&["-f", name], &bytes.out).out, text.out, "{name}");
        // Long enough for several pieces, and ending anywhere.
        let long = [&bytes.out.repeat(3000)[..], &bytes.out[..5]].concat();
        let text = convert(&["-f", name], &long);
        assert!(convert(&["-t", name], &text.out).out == long, "{name}");
    }
}

#[test]
fn names_mean_what_they_say() {
    let cases: [(&str, &[u8], &str); 12] = [
        ("cp437", b"\x80\xE1\xFE", "Çß■"),
        ("437", b"\xD5", "╒"),
        ("CP850", b"\xD5", "ı"),
        ("cp858", b"\xD5", "€"),
        ("cp864", b"%", "٪"),
        ("037", b"\xC8\x85\x93\x93\x96\x5A\x25", "Hello!\n"),
        ("CP500", b"\xC8\x85\x93\x93\x96\x4F\x25", "Hello!\n"),
        ("cp1047", b"\xAD\xBD\x15", "[]\u{85}"),
        ("latin5", b"\x80\xD0\xFE", "\u{80}Ğş"),
        ("windows-1254", b"\x80\xD0\xFE", "€Ğş"),
        ("windows-874", b"\x80\xA1", "€ก"),
        ("ISO8859-11", b"\x80\xA1", "\u{80}ก"),
    ];
    for (name, bytes, text) in cases {
        let ran = convert(&["-f", name], bytes);
        assert_eq!((ran.code, ran.text()), (Some(0), text), "{name}");
        assert_eq!(convert(&["-t", name], text.as_bytes()).out, bytes, "{name}");
    }
    let ran = convert(&["-f", "TIS-620"], b"\xA1\n \x80");
    let message = "utf8: standard input:2:2: offset 3: `80` stands for no character in TIS-620\n";
    assert_eq!((ran.code, &*ran.err), (Some(1), message));
    let aliases: [(&str, &[u8], &str); 4] = [
        ("ujis", b"\xC6\xFC", "日"),
        ("MS-CYRL", b"\xC0", "А"),
        ("L10", b"\xA4", "€"),
        ("mscp949", b"\xB0\xA1", "가"),
    ];
    for (name, bytes, text) in aliases {
        assert_eq!(convert(&["-f", name], bytes).text(), text, "{name}");
    }
}

#[test]
fn every_policy_applies_at_the_right_offset() {
    let bytes = b"a\\\xD5b\xE7";
    let cases = [
        ("replace", "a\\\u{FFFD}b\u{FFFD}"),
        ("drop", "a\\b"),
        ("escape", r"a\\\xD5b\xE7"),
        ("with:<>", r"a\<>b<>"),
        ("as:IBM437", r"a\╒bτ"),
    ];
    for (what, text) in cases {
        let ran = convert(&["-f", "cp857", "--on-error", what], bytes);
        assert_eq!((ran.code, ran.text()), (Some(0), text), "{what}");
    }
    let ran = convert(&["-f", "cp857"], &[&b"\x80".repeat(300_000)[..], bytes].concat());
    let message = "utf8: standard input:1:300003: offset 300002: `D5` stands for no character in IBM857\n";
    assert_eq!((ran.code, &*ran.err), (Some(1), message));

    let text = "ä€b".as_bytes();
    for (what, bytes) in [
        ("replace", &b"\x84?b"[..]),
        ("drop", b"\x84b"),
        ("escape", br"\xE2\x82\xAC"),
        ("unicode", b"\x84\\u{20AC}b"),
        ("xml", b"\x84&#x20AC;b"),
        ("with:EUR", b"\x84EURb"),
    ] {
        let ran = convert(&["-t", "cp437", "--on-error", what], text);
        let expected = match what {
            "escape" => [b"\x84", bytes, b"b"].concat(),
            _ => bytes.to_vec(),
        };
        assert_eq!((ran.code, ran.out), (Some(0), expected), "{what}");
    }
    let ran = convert(&["-t", "cp437"], text);
    let message = "utf8: standard input:1:2: offset 2: U+20AC `€` cannot be represented in IBM437\n";
    assert_eq!((ran.code, &*ran.err), (Some(1), message));
    let ran = convert(&["-f", "cp858", "-t", "cp437"], b"\x84\n\x84\xD5");
    let message = "utf8: standard input:2:2: offset 3: U+20AC `€` cannot be represented in IBM437\n";
    assert_eq!((ran.code, &*ran.err), (Some(1), message));
    assert_eq!(
        convert(&["-t", "037", "--on-error", "replace"], "€".as_bytes()).out,
        b"\x6F"
    );
}

/// Returns the bytes of the page, without those that `exceptions` has for it.
fn bytes_without(exceptions: &[(&str, &[u8])], name: &str) -> Vec<u8> {
    let except = exceptions
        .iter()
        .find(|(page, _)| *page == name)
        .map_or(&[][..], |(_, bytes)| bytes);
    (0..=0xFF).filter(|byte| !except.contains(byte)).collect()
}

/// The characters of all bytes, and the bytes of all these characters.
#[test]
fn iconv_agrees_on_every_byte() {
    if !is_installed("iconv") {
        return;
    }
    let iconv = |from: &str, to: &str, input: &[u8]| {
        let mut command = Command::new("iconv");
        command.args(["-c", "-f", from, "-t", to]);
        finish(command, input)
    };
    for &(name, theirs, _) in PAGES.iter().filter(|(_, theirs, _)| !theirs.is_empty()) {
        let bytes = bytes_without(NOT_AS_ICONV, name);
        let text = convert(&["-f", name, "-c"], &bytes).out;
        let read = iconv(theirs, "UTF-8", &bytes);
        if read.err.contains("not supported") {
            skip(&format!("this iconv has no {theirs}"));
            continue;
        }
        assert_eq!(str::from_utf8(&text), str::from_utf8(&read.out), "{name}");
        let written = iconv("UTF-8", theirs, &text).out;
        assert_eq!(convert(&["-t", name], &text).out, written, "{name}");
    }
}

/// Reads lines of a codec and of bytes in hexadecimal. Prints the characters of these bytes and the bytes of these characters.
const PYTHON: &str = "
import sys
for line in sys.stdin:
    codec, data = line.split()
    text = ''.join(bytes([byte]).decode(codec, 'ignore') for byte in bytes.fromhex(data))
    print(text.encode().hex(), text.encode(codec).hex())
";

#[test]
fn python_agrees_on_every_byte() {
    if !is_installed("python3") {
        return;
    }
    let pages = || PAGES.iter().filter(|(_, _, codec)| !codec.is_empty());
    let hex = |bytes: &[u8]| -> String { bytes.iter().map(|byte| format!("{byte:02x}")).collect() };
    let lines: String = pages()
        .map(|(name, _, codec)| format!("{codec} {}\n", hex(&bytes_without(NOT_AS_PYTHON, name))))
        .collect();
    let mut command = Command::new("python3");
    command.args(["-c", PYTHON]);
    let answers = finish(command, lines.as_bytes());
    assert_eq!((answers.code, &*answers.err), (Some(0), ""));
    assert_eq!(answers.text().lines().count(), pages().count());
    for (&(name, _, _), answer) in pages().zip(answers.text().lines()) {
        let text = convert(&["-f", name, "-c"], &bytes_without(NOT_AS_PYTHON, name)).out;
        let bytes = convert(&["-t", name], &text).out;
        assert_eq!(format!("{} {}", hex(&text), hex(&bytes)), answer, "{name}");
    }
}

/// IBM made pages with the euro sign by putting it where others have another character, and changed nothing else.
#[test]
fn pages_with_the_euro_sign_are_those_without_it_but_for_one_byte() {
    let pages = [
        ("IBM037", "IBM1140", 0x9F),
        ("IBM273", "IBM1141", 0x9F),
        ("IBM277", "IBM1142", 0x5A),
        ("IBM278", "IBM1143", 0x5A),
        ("IBM280", "IBM1144", 0x9F),
        ("IBM284", "IBM1145", 0x9F),
        ("IBM285", "IBM1146", 0x9F),
        ("IBM297", "IBM1147", 0x9F),
        ("IBM500", "IBM1148", 0x9F),
        ("IBM871", "IBM1149", 0x9F),
        ("IBM870", "IBM1153", 0x9F),
        ("IBM1025", "IBM1154", 0xE1),
        ("IBM1026", "IBM1155", 0x9F),
        ("IBM1112", "IBM1156", 0x9F),
        ("IBM1122", "IBM1157", 0x5A),
        ("IBM1123", "IBM1158", 0xE1),
        ("IBM1130", "IBM1164", 0x9F),
        ("IBM838", "IBM1160", 0xFE),
        ("IBM875", "IBM4971", 0xFC),
        ("IBM922", "IBM902", 0xA4),
        ("hp-roman8", "hp-roman9", 0xBA),
    ];
    for (without, with, euro) in pages {
        assert_eq!(convert(&["-f", with], &[euro]).text(), "€", "{with}");
        let others: Vec<u8> = (0..=0xFF).filter(|&byte| byte != euro).collect();
        assert_eq!(
            convert(&["-f", with, "-c"], &others).text(),
            convert(&["-f", without, "-c"], &others).text(),
            "{with}"
        );
    }
}

/// What no other program here has, or has otherwise: a word in each.
#[test]
fn the_encodings_of_the_trades_read_words() {
    let cases: [(&str, &[u8], &str); 18] = [
        (
            "Kamenicky",
            b"P\xA9\xA1li\xA8 \x91lu\x9Fou\x87k\x98 k\x96\xA4, \xAD5",
            "Příliš žluťoučký kůň, §5",
        ),
        (
            "Mazovia",
            b"Za\xA7\xA2\x92\x8D g\x91\x9El\x86 ja\xA6\xA4 \x9B",
            "Zażółć gęślą jaźń ¢",
        ),
        (
            "CWI-2",
            b"\xA0rv\xA1zt\x96r\x93 t\x81k\x94rf\xA3r\xA2g\x82p \xE1\xF8",
            "árvíztűrő tükörfúrógép ß°",
        ),
        ("GEOSTD8", b"\xD8\xC0\xD2\xC8\xD6\xCB\xC9 \xFD", "ქართული №"),
        (
            "VPS",
            b"Vi\x8Ct Nam, ti\x89ng Vi\x8Ct \x99",
            "Việt Nam, tiếng Việt Ỗ",
        ),
        ("VISCII", b"Vi\xAEt Nam, ti\xAAng \x02", "Việt Nam, tiếng Ẳ"),
        ("TCVN", b"Vi\xD6t Nam, ti\xD5ng \xB2", "Việt Nam, tiếng \u{303}"),
        ("AtariST", b"Gr\x81\x9E Gott \xC2", "Grüß Gott א"),
        ("IBM273", b"\xC7\x99\xD0\xA1\x85", "Grüße"),
        ("IBM278", b"\x71\xE0\xD0", "\\Éå"),
        ("IBM290", b"\x81\x82\x83", "ｱｲｳ"),
        ("IBM871", b"\x4A\xC0", "Þþ"),
        ("x-mac-icelandic", b"\xDE\xE0\xA0", "ÞýÝ"),
        ("x-mac-arabic", b"a b\xA0\xC7", "a b ا"),
        ("DIN_66003", b"Gr}~e [ \\ ]", "Grüße Ä Ö Ü"),
        ("SWE7", b"R{ksm|rg}s", "Räksmörgås"),
        ("ISO646-FR", b"d{j@ \\a", "déjà ça"),
        ("RISCOS-LATIN1", b"\x80\x9E", "√ﬁ"),
    ];
    for (name, bytes, text) in cases {
        let ran = convert(&["-f", name], bytes);
        assert_eq!((ran.code, ran.text()), (Some(0), text), "{name}");
        // The Macintosh's second space is read only.
        let written = if name == "x-mac-arabic" {
            &b"a b \xC7"[..]
        } else {
            bytes
        };
        assert_eq!(convert(&["-t", name], text.as_bytes()).out, written, "{name}");
    }
}

#[test]
fn a_line_of_ebcdic_ends_as_the_flag_says() {
    for (line_end, read, written) in [
        (&[][..], "A\u{85}B\n", &b"\xC1\x25\xC2\x15"[..]),
        (&["lf"], "A\u{85}B\n", b"\xC1\x25\xC2\x15"),
        (&["nl"], "A\nB\u{85}", b"\xC1\x15\xC2\x25"),
    ] {
        let flags = |args: [&'static str; 2]| -> Vec<&str> {
            let flag = line_end
                .iter()
                .flat_map(|&line_end| ["--ebcdic-line-end", line_end]);
            args.into_iter().chain(flag).collect()
        };
        assert_eq!(
            convert(&flags(["-f", "IBM1047"]), b"\xC1\x15\xC2\x25").text(),
            read
        );
        assert_eq!(
            convert(&flags(["-t", "IBM1047"]), "A\nB\u{85}".as_bytes()).out,
            written
        );
    }
    let any = ["-f", "IBM037", "-t", "IBM1047", "--ebcdic-line-end", "any"];
    assert_eq!(convert(&any, b"\xC1\x15\xC2\x25").out, b"\xC1\x15\xC2\x15");
    let ran = convert(
        &["-t", "IBM037", "--ebcdic-line-end", "any"],
        "a\nb\u{85}".as_bytes(),
    );
    let message = "utf8: standard input:2:2: offset 3: U+0085 `\\u{85}` cannot be represented in IBM037\n";
    assert_eq!((ran.code, &*ran.err), (Some(1), message));
    let ran = convert(&["-t", "KOI8-R", "--ebcdic-line-end", "nl"], b"a");
    let message = "utf8: --ebcdic-line-end: neither encoding is EBCDIC, such as IBM037 or IBM1047\n";
    assert_eq!((ran.code, &*ran.err), (Some(2), message));
}

/// A letter is written as a letter and its marks where the page has these alone, and read back as such.
#[test]
fn letters_are_decomposed_where_the_page_lacks_them() {
    for (page, text, bytes) in [
        ("windows-1258", "ấ ñ Ǭ", &b"\xE2\xEC \xF1 "[..]),
        ("TCVN", "Ñ ấ", b"N\xB2 \xCA"),
        ("windows-1255", "\u{FB4A}", b"\xFA\xCC"),
    ] {
        let ran = convert(&["-t", page, "-c"], text.as_bytes());
        assert_eq!((ran.code, &*ran.out), (Some(0), bytes), "{page}");
    }
    let back = convert(&["-f", "windows-1258"], b"\xE2\xEC");
    assert_eq!(back.text(), "â\u{301}");
}
