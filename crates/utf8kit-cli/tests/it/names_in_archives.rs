//! Names of files in archives: ill-formed, in another encoding, and what zip and tar say of them.

use crate::common::{Place, Ran};
use serde_json::Value;

/// A zip archive of files with these names, flags and extra fields.
fn zip(members: &[(Vec<u8>, u16, Vec<u8>)]) -> Vec<u8> {
    let (mut files, mut directory) = (Vec::new(), Vec::new());
    for (name, flags, extra) in members {
        let text = b"text\n";
        let mut checksum = flate2::Crc::new();
        checksum.update(text);
        let len = (text.len() as u32).to_le_bytes();
        let about = [
            &[20, 0][..],
            &flags.to_le_bytes(),
            &[0, 0, 0, 0, 0x21, 0],
            &checksum.sum().to_le_bytes(),
            &len,
            &len,
            &(name.len() as u16).to_le_bytes(),
            &(extra.len() as u16).to_le_bytes(),
        ]
        .concat();
        let at = (files.len() as u32).to_le_bytes();
        files.extend([b"PK\x03\x04", &about[..], name, extra, text].concat());
        directory.extend([b"PK\x01\x02\x14\0", &about[..], &[0; 10], &at, name, extra].concat());
    }
    let count = (members.len() as u16).to_le_bytes();
    let (at, len) = (
        (files.len() as u32).to_le_bytes(),
        (directory.len() as u32).to_le_bytes(),
    );
    [
        &files[..],
        &directory,
        b"PK\x05\x06\0\0\0\0",
        &count,
        &count,
        &len,
        &at,
        &[0, 0],
    ]
    .concat()
}

/// Info-ZIP's Unicode Path Extra Field for a member whose own path is `path`.
fn unicode_path(path: &[u8], text: &str) -> Vec<u8> {
    let mut checksum = flate2::Crc::new();
    checksum.update(path);
    let len = (5 + text.len() as u16).to_le_bytes();
    [
        &[0x75, 0x70],
        &len[..],
        &[1],
        &checksum.sum().to_le_bytes(),
        text.as_bytes(),
    ]
    .concat()
}

fn in_archive(bytes: &[u8]) -> Ran {
    let place = Place::new();
    place.write("a", bytes);
    place.run(["check", "-z", "--names", "--format", "json", "a"])
}

/// `kind path: message` of what is found in an archive.
fn archived(bytes: &[u8]) -> Vec<String> {
    let shown = |finding: &Value| {
        assert_eq!(finding["fix_flags"], Value::Null);
        let [kind, message] = ["kind", "message"].map(|key| finding[key].as_str().unwrap());
        format!("{kind} {message}")
    };
    in_archive(bytes).findings().iter().map(shown).collect()
}

const JAPANESE: [&str; 5] = [
    "写真/東京の夜景.txt",
    "写真/京都のお寺.txt",
    "資料/会議の議事録.txt",
    "資料/売上報告書.txt",
    "はじめにお読みください.txt",
];

const RUSSIAN: [&str; 5] = [
    "Документы/Отчёт за год.txt",
    "Документы/Договор аренды.txt",
    "Фотографии/Летний отпуск на море.txt",
    "Читать сначала.txt",
    "Список литературы.txt",
];

#[test]
fn names_in_zip_are_told_with_their_encoding() {
    let encoded = |names: &[&str], encoding: &'static encoding_rs::Encoding| -> Vec<Vec<u8>> {
        names
            .iter()
            .map(|name| encoding.encode(name).0.into_owned())
            .collect()
    };
    let cases = [
        (
            encoded(&JAPANESE, encoding_rs::SHIFT_JIS),
            "Shift_JIS",
            7,
            "`東京の夜景.txt`",
        ),
        (
            encoded(&RUSSIAN, encoding_rs::IBM866),
            "IBM866",
            7,
            "`Отчёт за год.txt`",
        ),
        (
            encoded(
                &[
                    "照片/北京的夜景.txt",
                    "文档/会议记录和报告.txt",
                    "请先阅读这个文件.txt",
                ],
                encoding_rs::GBK,
            ),
            "GBK",
            5,
            "`北京的夜景.txt`",
        ),
        (
            vec![
                b"Gr\x81\xE1e aus K\x94ln.txt".to_vec(),
                b"\x9Abersicht der Stra\xE1en.txt".to_vec(),
                b"B\x81cher f\x81r M\x84dchen.txt".to_vec(),
                b"Fr\x94hliche Weihnachten und ein sch\x94nes neues Jahr.txt".to_vec(),
            ],
            "IBM437",
            4,
            "`Grüße aus Köln.txt`",
        ),
    ];
    for (names, encoding, count, one) in cases {
        let members: Vec<_> = names.into_iter().map(|name| (name, 0, Vec::new())).collect();
        let found = archived(&zip(&members));
        assert_eq!(found.len(), count, "{found:?}");
        let start = format!("ill-formed the name is very likely in {encoding}, not UTF-8; ");
        assert!(found.iter().all(|found| found.starts_with(&start)), "{found:?}");
        assert!(found.iter().any(|found| found.contains(one)), "{found:?}");
    }
}

#[test]
fn the_flag_and_the_field_of_zip_say_that_a_name_is_utf_8() {
    const UTF_8: u16 = 1 << 11;
    let plain = |names: &[&str], flags: u16| -> Vec<_> {
        names
            .iter()
            .map(|name| (name.as_bytes().to_vec(), flags, Vec::new()))
            .collect()
    };
    assert_eq!(archived(&zip(&plain(&JAPANESE, UTF_8))), [] as [&str; 0]);
    let found = archived(&zip(&plain(&JAPANESE, 0)));
    assert_eq!(found.len(), 7);
    assert!(
        found
            .iter()
            .all(|found| found.starts_with("undeclared the name is UTF-8, but ")),
        "{found:?}"
    );
    let found = archived(&zip(&[(b"caf\xE9".to_vec(), UTF_8, Vec::new())]));
    assert!(
        found.len() == 1 && found[0].contains("not UTF-8, as the archive says it is"),
        "{found:?}"
    );
    let field = |about: &[u8]| {
        let members = RUSSIAN.map(|name| {
            let own = encoding_rs::IBM866.encode(name).0.into_owned();
            let about = if about.is_empty() { &own } else { about };
            let field = unicode_path(about, name);
            (own, 0, field)
        });
        archived(&zip(&members))
    };
    assert_eq!(field(b""), [] as [&str; 0]);
    // The field is about a path that the member had before.
    assert_eq!(field(b"other").len(), 7);
    // A name is what it is, whatever says so.
    let found = archived(&zip(&plain(
        &["photo\u{202E}gpj.exe", "S\u{C3}\u{A3}o Paulo/x", &"x".repeat(300)],
        UTF_8,
    )));
    let kinds: Vec<_> = found
        .iter()
        .map(|found| found.split(' ').next().unwrap())
        .collect();
    assert_eq!(kinds, ["bidi", "double-encoded", "too-long"]);
}

#[test]
fn names_in_tar_are_checked() {
    let archive = |names: &[&[u8]], is_pax: bool| {
        let mut tar = tar::Builder::new(Vec::new());
        for name in names {
            let mut header = tar::Header::new_ustar();
            header.set_size(4);
            if is_pax {
                tar.append_pax_extensions([("path", *name)]).unwrap();
                header.set_path("short").unwrap();
            } else {
                header.as_old_mut().name[..name.len()].copy_from_slice(name);
            }
            header.set_cksum();
            tar.append(&header, &b"text"[..]).unwrap();
        }
        tar.into_inner().unwrap()
    };
    for is_pax in [false, true] {
        let names: [&[u8]; 3] = [
            b"d/caf\xE9",
            "d/S\u{C3}\u{A3}o Paulo".as_bytes(),
            "d/café".as_bytes(),
        ];
        let found = archived(&archive(&names, is_pax));
        let kinds: Vec<_> = found
            .iter()
            .map(|found| found.split(' ').next().unwrap())
            .collect();
        assert_eq!(kinds, ["ill-formed", "double-encoded"], "{found:?}");
        assert!(found[0].contains("`café`"), "{found:?}");
    }
    let long = "é".repeat(150);
    assert!(archived(&archive(&[long.as_bytes()], true))[0].starts_with("too-long the name has 300 bytes"));
}

#[test]
fn archives_that_are_damaged_end_well() {
    let members = JAPANESE.map(|name| (name.as_bytes().to_vec(), 0, unicode_path(name.as_bytes(), name)));
    let whole = zip(&members);
    for at in (0..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        let ran = in_archive(&damaged);
        assert!(matches!(ran.code, Some(0..=2)), "{at}: {}", ran.err);
    }
}
