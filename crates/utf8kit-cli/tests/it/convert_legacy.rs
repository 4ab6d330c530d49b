//! `utf8 convert` in sets of characters of two bytes or more, as their standards define them, and by all their names.

#[cfg(unix)]
use crate::common::{Pieces, utf8};
use crate::common::{Place, finish};
use std::process::Command;
#[cfg(unix)]
use std::process::Stdio;
use utf8kit_test::{hex, is_installed, is_thorough, skip};

fn convert(args: &[&str], input: &[u8]) -> crate::common::Ran {
    Place::new().run_with(["convert"].iter().chain(args), input)
}

/// The name of a set, a text, and its bytes.
const CASES: [(&str, &str, &str); 7] = [
    ("GB2312", "a中文・―！", "61 D6 D0 CE C4 A1 A4 A1 AA A3 A1"),
    (
        "HZ",
        "a中~文\nab 中\n文",
        "61 7E 7B 56 50 7E 7D 7E 7E 7E 7B 4E 44 7E 7D 0A 61 62 20 7E 7B 56 50 7E 7D 0A 7E 7B 4E 44 7E 7D",
    ),
    ("GBK", "a中€的丂", "61 D6 D0 80 B5 C4 81 40"),
    ("EUC-KR", "a가힝漢㉾\\", "61 B0 A1 C8 FE F9 D3 A2 E8 5C"),
    (
        "JOHAB",
        "a가각힝ㄱㅏㄳ漢₩",
        "61 88 61 88 62 D3 B7 88 41 84 61 84 44 F7 D3 5C",
    ),
    ("BIG5-HKSCS", "aÊ\u{304}Ê中•", "61 88 62 88 66 A4 A4 A1 45"),
    (
        "EUC-TW",
        "a中文龜・①彞龘",
        "61 C4 E3 C5 C6 F3 BF A1 A6 A6 A1 F6 C1 8E A2 F2 C4",
    ),
];

fn cases() -> impl Iterator<Item = (&'static str, &'static str, Vec<u8>)> {
    CASES
        .into_iter()
        .map(|(name, text, bytes)| (name, text, hex(bytes)))
}

/// Runs `convert` with an input that comes in pieces.
#[cfg(unix)]
fn in_pieces<'p>(args: &[&str], pieces: impl IntoIterator<Item = &'p [u8]>) -> Vec<u8> {
    let (input, stdin) = Pieces::new();
    let mut command = utf8();
    command.arg("convert").args(args).stdin(stdin);
    let child = command
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    for piece in pieces {
        input.write(piece);
    }
    input.end();
    child.wait_with_output().expect("the command ends").stdout
}

/// Returns copies of `bytes`, each cut in two at another place.
#[cfg(unix)]
fn all_cuts(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    (1..bytes.len()).flat_map(|cut| [&bytes[..cut], &bytes[cut..]])
}

#[test]
fn sets_are_read_and_written() {
    for (name, text, bytes) in cases() {
        let there = convert(&["-t", name], text.as_bytes());
        assert_eq!((there.code, &*there.err), (Some(0), ""), "{name}");
        assert_eq!(there.out, bytes, "{name}");
        let back = convert(&["-f", name], &bytes);
        assert_eq!((back.code, back.text()), (Some(0), text), "{name}");
        // Long enough to be cut by every buffer.
        let count = (400 << 10) / bytes.len();
        let (text, bytes) = (text.repeat(count), bytes.repeat(count));
        assert!(convert(&["-f", name], &bytes).text() == text, "{name}");
        assert!(
            convert(&["-t", name], text.as_bytes()).out == bytes || name == "HZ",
            "{name}"
        );
    }
}

#[test]
#[cfg(unix)]
fn a_cut_changes_nothing() {
    for (name, text, bytes) in cases() {
        let count = bytes.len() - 1;
        let read = in_pieces(&["-f", name], all_cuts(&bytes));
        assert_eq!(String::from_utf8(read).unwrap(), text.repeat(count), "{name}");
        let count = text.len() - 1;
        let written = in_pieces(&["-t", name], all_cuts(text.as_bytes()));
        // HZ stays in the shift where the next copy begins.
        let expected = match name {
            "HZ" => convert(&["-t", name], text.repeat(count).as_bytes()).out,
            _ => bytes.repeat(count),
        };
        assert_eq!(written, expected, "{name}");
        for cut in 1..text.len() {
            let (first, second) = text.as_bytes().split_at(cut);
            if name == "HZ" {
                assert_eq!(in_pieces(&["-t", name], [first, second]), bytes, "cut at {cut}");
            }
        }
    }
}

/// What stands in other encodings of the same family, or in none, is refused where it begins.
#[test]
fn other_characters_are_refused() {
    let reading: [(&str, &str, &str); 15] = [
        (
            "MARC-8",
            "61 1B 24 31 21 21 21",
            "1:2: offset 4: `21 21 21` stands for no character in MARC-8",
        ),
        (
            "ISO 2022 IR 6",
            "61 5E B0",
            "1:3: offset 2: `B0` stands for no character in DICOM",
        ),
        (
            "GB2312",
            "61 0A 81 40",
            "2:1: offset 2: `81` stands for no character in GB2312",
        ),
        (
            "GB2312",
            "61 A2 A1",
            "1:2: offset 1: `A2 A1` stands for no character in GB2312",
        ),
        (
            "GB2312",
            "61 D6",
            "1:2: offset 1: `D6` starts a sequence, but the text ends before it is complete",
        ),
        (
            "GBK",
            "61 81 30 81 30",
            "1:2: offset 1: `81` stands for no character in GBK",
        ),
        (
            "EUC-KR",
            "B0 A1 81 41",
            "1:2: offset 2: `81` stands for no character in EUC-KR",
        ),
        (
            "EUC-KR",
            "B0 A1 B0 41",
            "1:2: offset 2: `B0` stands for no character in EUC-KR",
        ),
        (
            "JOHAB",
            "88 61 DA A1",
            "1:2: offset 2: `DA A1` stands for no character in JOHAB",
        ),
        (
            "BIG5-HKSCS",
            "A4 A4 8E 69",
            "1:2: offset 2: `8E` stands for no character in BIG5-HKSCS",
        ),
        (
            "EUC-TW",
            "C4 E3 8E A3 A1 A1",
            "1:2: offset 2: `8E A3 A1 A1` stands for no character in EUC-TW",
        ),
        (
            "EUC-TW",
            "C4 E3 8E A2 A1",
            "1:2: offset 2: `8E A2 A1` starts a sequence, but the text ends before it is complete",
        ),
        (
            "HZ",
            "61 7E 78",
            "1:2: offset 1: `7E` stands for no character in HZ-GB-2312",
        ),
        (
            "HZ",
            "7E 7B 22 21 7E 7D",
            "1:1: offset 2: `22 21` stands for no character in HZ-GB-2312",
        ),
        (
            "HZ",
            "7E 7B 56",
            "1:1: offset 2: `56` starts a sequence, but the text ends before it is complete",
        ),
    ];
    for (name, bytes, message) in reading {
        let ran = convert(&["-f", name], &hex(bytes));
        let message = format!("utf8: standard input:{message}\n");
        assert_eq!((ran.code, ran.err), (Some(1), message), "{name} {bytes}");
    }
    let writing = [
        ("GB2312", "a丂", "U+4E02 `丂`"),
        ("HZ", "a丂", "U+4E02 `丂`"),
        ("GBK", "aä", "U+00E4 `ä`"),
        ("EUC-KR", "a갂", "U+AC02 `갂`"),
        ("JOHAB", "a\\", "U+005C `\\`"),
        ("BIG5-HKSCS", "aÑ", "U+00D1 `Ñ`"),
        ("EUC-TW", "a㐀", "U+3400 `㐀`"),
        ("ISO-2022-JP", "aｱ", "U+FF71 `ｱ`"),
        ("KOI8-U", "aў", "U+045E `ў`"),
        ("GSM-03.38-Spanish", "aв", "U+0432 `в`"),
    ];
    for (name, text, character) in writing {
        let ran = convert(&["-t", name], text.as_bytes());
        let message = format!("utf8: standard input:1:2: offset 1: {character} cannot be represented in");
        assert_eq!(ran.code, Some(1), "{name}");
        assert!(ran.err.starts_with(&message), "{name}: {}", ran.err);
    }
    // The names of what browsers read, and others.
    for (name, text) in [
        ("gb18030", "ä丂"),
        ("GBK", "丂€"),
        ("UHC", "갂"),
        ("windows-949", "갂"),
        ("KOI8-RU", "ў"),
        ("\\ISO 2022 IR 87", "山^ア"),
        ("GSM-03.38-Turkish", "ğ"),
        ("MARC-8", "中"),
    ] {
        let bytes = convert(&["-t", name], text.as_bytes());
        assert_eq!(bytes.code, Some(0), "{name}: {}", bytes.err);
        assert_eq!(convert(&["-f", name], &bytes.out).text(), text, "{name}");
    }
}

#[test]
fn every_policy_applies() {
    for (what, text) in [
        ("replace", "\\中\u{FFFD}b"),
        ("drop", "\\中b"),
        ("escape", r"\\中\x81b"),
        ("with:<>", r"\中<>b"),
    ] {
        let ran = convert(&["-f", "GB2312", "--on-error", what], b"\\\xD6\xD0\x81b");
        assert_eq!((ran.code, ran.text()), (Some(0), text), "{what}");
    }
    for (name, what, bytes) in [
        ("GB2312", "replace", &b"\xD6\xD0?b"[..]),
        ("GB2312", "unicode", b"\xD6\xD0\\u{E4}b"),
        ("HZ", "replace", b"~{VP~}?b"),
        ("HZ", "xml", b"~{VP~}&#xE4;b"),
        ("HZ", "with:~", b"~{VP~}~~b"),
    ] {
        let ran = convert(&["-t", name, "--on-error", what], "中äb".as_bytes());
        assert_eq!((ran.code, ran.out), (Some(0), bytes.to_vec()), "{name} {what}");
    }
    let ran = convert(&["-t", "JOHAB", "--on-error", "unicode"], "ä".as_bytes());
    assert_eq!(ran.out, b"\\u{E4}");
    // Bytes stand between characters, outside of a shift.
    let ran = convert(&["-t", "HZ", "--unescape"], r"中\xE9中".as_bytes());
    assert_eq!(ran.out, b"~{VP~}\xE9~{VP~}");
}

/// Hard line breaks, lines that end in a shift, and continued lines.
#[test]
fn hz_is_read_as_rfc_1843_defines_it() {
    for (bytes, text) in [
        (&b"a~\nb"[..], "ab"),
        (b"~~~{VP~}~~", "~中~"),
        (b"~{VP\na~{VP~}", "中\na中"),
        (b"~{VP\r\na", "中\r\na"),
        (b"~{~}~{VP~}", "中"),
        (b"", ""),
    ] {
        let ran = convert(&["-f", "HZ"], bytes);
        assert_eq!((ran.code, ran.text()), (Some(0), text), "{bytes:02X?}");
    }
}

/// Long texts are written by tables, short ones are not.
#[test]
fn long_texts_are_written_as_short_ones() {
    // Without all characters, every fourth.
    let step = if is_thorough() { 1 } else { 4 };
    let characters: Vec<char> = ('\u{1}'..='\u{20FFF}').step_by(step).collect();
    let text = |characters: &[char]| characters.iter().flat_map(|&c| [c, ' ']).collect::<String>();
    for name in ["Shift_JIS", "gb18030", "EUC-JP", "Big5", "UHC"] {
        let args = ["-t", name, "--on-error", "xml"];
        let long = convert(&args, text(&characters).as_bytes());
        assert_eq!((long.code, &*long.err), (Some(0), ""), "{name}");
        let short: Vec<u8> = characters
            .chunks(8000)
            .flat_map(|chunk| convert(&args, text(chunk).as_bytes()).out)
            .collect();
        assert!(long.out == short, "{name}");
    }
}

/// The whole mapping, both ways, or a part of it for each set of characters.
#[test]
fn iconv_agrees_on_every_character() {
    if !is_installed("iconv") {
        return;
    }
    let iconv = |from: &str, to: &str, input: &[u8]| {
        let mut command = Command::new("iconv");
        command.args(["-c", "-f", from, "-t", to]);
        finish(command, input)
    };
    // `iconv` has C1 where the standards have no character.
    let step = if is_thorough() { 1 } else { 5 };
    let all = |first: usize| -> String {
        ('\0'..='\u{2FFFF}')
            .skip(first % step)
            .step_by(step)
            .filter(|c| !matches!(c, '\u{80}'..='\u{9F}'))
            .flat_map(|c| [c, '\n'])
            .collect()
    };
    for (index, name) in [
        "GB2312",
        "EUC-KR",
        "JOHAB",
        "BIG5-HKSCS",
        "EUC-TW",
        "KOI8-U",
        "UHC",
        "ISO-2022-KR",
        "ISO-2022-CN",
        "ISO_6937",
        "ISO_6937-2",
        "T.61-8BIT",
        "ANSI_X3.110",
    ]
    .into_iter()
    .enumerate()
    {
        let all = all(index);
        // It writes the won sign as the full-width one, and reads another character then.
        let all = match name {
            "EUC-KR" => all.replace('₩', ""),
            // It writes what shifts as itself, and refuses U+007F where it reads.
            "ISO-2022-KR" | "ISO-2022-CN" => all.replace(['\x0E', '\x0F', '\x1B', '\x7F'], ""),
            _ => all,
        };
        let bytes = convert(&["-t", name, "-c"], all.as_bytes());
        assert_eq!((bytes.code, &*bytes.err), (Some(0), ""), "{name}");
        let text = convert(&["-f", name], &bytes.out).out;
        // It has planes of EUC-TW that are refused here.
        let input = if name == "EUC-TW" { &text } else { all.as_bytes() };
        let theirs = iconv("UTF-8", name, input);
        if theirs.err.contains("not supported") {
            skip(&format!("this iconv has no {name}"));
            continue;
        }
        // It ends a line with SI after a character of plane 2, too, where nothing is shifted.
        let is_left_out = |byte: u8| byte == b'\n' || name == "ISO-2022-CN" && byte == 0x0F;
        let without_lines = |bytes: &[u8]| {
            bytes
                .iter()
                .copied()
                .filter(|&byte| !is_left_out(byte))
                .collect::<Vec<_>>()
        };
        assert!(without_lines(&bytes.out) == without_lines(&theirs.out), "{name}");
        assert!(iconv(name, "UTF-8", &bytes.out).out == text, "{name}");
    }
}

/// Names that `iconv -l` lists, and how they are written.
#[test]
fn every_name_of_iconv_is_found() {
    let names: [(&str, &str); 28] = [
        ("GB2312", "EUC-CN EUCCN CN-GB CSGB2312 gb_2312 gb2312"),
        ("GBK", "CP936 MS936 WINDOWS-936 GB13000 gbk"),
        ("EUC-KR", "EUCKR CSEUCKR OSF0004000a euc_kr"),
        ("UHC", "CP949 MSCP949 OSF100203B5"),
        ("EUC-TW", "EUCTW OSF0005000a"),
        ("JOHAB", "CP1361 MSCP1361"),
        ("BIG5-HKSCS", "BIG5HKSCS"),
        ("Big5", "BIG-5 BIG-FIVE BIGFIVE CN-BIG5 CP950"),
        ("EUC-JP", "ujis EUCJP CSEUCPKDFMTJAPANESE OSF00030010"),
        ("Shift_JIS", "MS932 SJIS-WIN SJIS-OPEN CSWINDOWS31J WINDOWS-31J"),
        ("ISO-2022-JP", "ISO2022JP CSISO2022JP"),
        ("IBM037", "CP1070 CP282 OSF10020025"),
        ("IBM500", "500V1 CP1084 OSF100201F4"),
        ("IBM1047", "IBM-1047 OSF10020417"),
        ("IBM858", "858 CSPC858MULTILINGUAL"),
        ("IBM861", "CPIBM861 OSF1002035D"),
        ("ISO-8859-1", "8859_1 OSF00010001 CP819 iso88591"),
        ("ISO-8859-2", "8859_2 CP912 IBM912"),
        ("ISO-8859-5", "8859_5 CP915 OSF00010005"),
        ("ISO-8859-7", "CP813 ISO_8859-7:2003 ELOT_928"),
        ("ISO-8859-9", "8859_9 CP920 ECMA-128 TS-5881 latin5"),
        ("ISO-8859-13", "BALTIC ISO-IR-179"),
        ("ISO-8859-14", "ISO-CELTIC ISO_8859-14 ISO_8859-14:1998"),
        ("ISO-8859-16", "ISO8859-16 ISO885916 ISO_8859-16:2001"),
        (
            "x-mac-cyrillic",
            "MAC-UK MACUK MACUKRAINIAN CP10007 MSMACCYRILLIC",
        ),
        ("UTF-8", "ISO-10646/UTF8 ISO-10646/UTF-8 ISO-IR-193 utf8"),
        ("UCS-4", "ISO-10646/UCS4 10646-1:1993 OSF00010104"),
        ("UCS-2", "ISO-10646/UCS2 OSF00010100"),
    ];
    // Characters that tell the encodings of one language from each other.
    let text = "aä€Ґў中丂가갂漢①Āжη¤\\";
    for (name, others) in names {
        let args = |name| ["-t", name, "--on-error", "replace"].map(str::to_owned);
        let expected = Place::new().run_with(
            [&["convert".to_owned()][..], &args(name)].concat(),
            text.as_bytes(),
        );
        assert_eq!(expected.code, Some(0), "{name}: {}", expected.err);
        for other in others.split(' ') {
            let ran = Place::new().run_with(
                [&["convert".to_owned()][..], &args(other)].concat(),
                text.as_bytes(),
            );
            assert_eq!(
                (ran.code, &ran.out),
                (Some(0), &expected.out),
                "{other}: {}",
                ran.err
            );
        }
    }
}

/// The decoder of the Encoding Standard refuses two escape sequences in a row.
#[test]
fn dropped_characters_leave_no_escape_sequence_in_iso_2022_jp() {
    let place = Place::new();
    for (text, bytes) in [
        ("日é本\n", &b"\x1B$BF|K\\\x1B(B\n"[..]),
        ("日é本ée", b"\x1B$BF|K\\\x1B(Be"),
        ("日é", b"\x1B$BF|\x1B(B"),
        ("éé日éé", b"\x1B$BF|\x1B(B"),
        ("日éA", b"\x1B$BF|\x1B(BA"),
    ] {
        let ran = place.run_with(["convert", "-t", "ISO-2022-JP", "-c"], text.as_bytes());
        assert_eq!((ran.code, &*ran.out), (Some(0), bytes), "{text}");
        let back = place.run_with(["convert", "-f", "ISO-2022-JP"], &ran.out);
        assert_eq!(
            (back.code, back.text()),
            (Some(0), &*text.replace('é', "")),
            "{text}"
        );
    }
    let replaced = place.run_with(
        ["convert", "-t", "ISO-2022-JP", "--on-error", "replace"],
        "日é本".as_bytes(),
    );
    assert_eq!(replaced.out, b"\x1B$BF|\x1B(B?\x1B$BK\\\x1B(B");
}
