//! The encoding of texts in many languages and encodings is recognized, and UTF-8 is never taken for anything else.

use encoding_rs::Encoding;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use utf8kit_lint::recognize;

/// Returns `true` if `bytes` mean the same in both encodings, as far as `encoding_rs` decodes both.
fn is_same(bytes: &[u8], expected: &str, found: &str) -> bool {
    let decoded = |name: &str| {
        let encoding = Encoding::for_label_no_replacement(name.as_bytes())?;
        Some(encoding.decode(bytes).0.into_owned())
    };
    expected.eq_ignore_ascii_case(found)
        || decoded(expected).is_some_and(|text| decoded(found).is_some_and(|other| text == other))
}

/// Returns the encoding that a folder is named after: `iso-8859-2-polish` after ISO-8859-2.
fn expected(folder: &str) -> String {
    let folder = match folder {
        "CP949" | "Johab" => "EUC-KR",
        "CP932" => "Shift_JIS",
        "MacCyrillic" => "x-mac-cyrillic",
        "MacRoman" => "macintosh",
        "ascii" | "utf-8-sig" => "UTF-8",
        folder => folder,
    };
    let is_language = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase());
    match folder.rsplit_once('-') {
        Some((encoding, language)) if language.len() > 3 && is_language(&language) => encoding.to_owned(),
        _ => folder.to_owned(),
    }
}

/// Prints what the files in a folder are recognized as. The folder has one folder for each encoding, named after it.
#[test]
#[ignore = "reads the folder that UTF8KIT_TEXTS names"]
fn print_the_confusion_matrix() {
    let folder = std::env::var_os("UTF8KIT_TEXTS").expect("UTF8KIT_TEXTS names a folder of texts");
    let mut rows: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for entry in fs::read_dir(Path::new(&folder)).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for file in fs::read_dir(&path).unwrap() {
            let file = file.unwrap().path();
            let bytes = fs::read(&file).unwrap();
            let recognized = recognize(&bytes, true);
            let found = recognized.map_or("binary", |recognized| recognized.encoding);
            let expected = expected(&name);
            let is_wide = |name: &str| expected.eq_ignore_ascii_case(name) && found.starts_with(&expected);
            let is_right = is_same(&bytes, &expected, found) || is_wide("UTF-16") || is_wide("UTF-32");
            let found = match is_right {
                true => "right".to_owned(),
                false => found.to_owned(),
            };
            if !is_right {
                wrong.push(format!("{}: {recognized:?}", file.display()));
            }
            *rows.entry(name.clone()).or_default().entry(found).or_default() += 1;
        }
    }
    let (mut right, mut all) = (0, 0);
    for (name, found) in &rows {
        let count: usize = found.values().sum();
        let correct = found.get("right").copied().unwrap_or(0);
        (right, all) = (right + correct, all + count);
        let others: Vec<_> = found
            .iter()
            .filter(|(found, _)| *found != "right")
            .map(|(found, count)| format!("{found} {count}"))
            .collect();
        println!("{name:28} {correct:3} of {count:3}  {}", others.join(", "));
    }
    for line in wrong {
        println!("{line}");
    }
    println!("{right} of {all}");
}
