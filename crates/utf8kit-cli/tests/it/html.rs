//! The format `html`: one page that shows hostile names and contents as text, and the same counts as `json`.

use crate::common::{Place, native};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::io::Write;

fn page(place: &Place, args: &[&str]) -> String {
    let ran = place.run(["check", "--no-config", "--format", "html"].iter().chain(args));
    assert_eq!(ran.err, "");
    let page = ran.text().to_owned();
    assert_well_formed(&page);
    page
}

/// The names of elements that have no end tag.
const VOID: [&str; 1] = ["meta"];

/// Checks that the tags of a page nest, that every attribute is quoted, and that nothing runs or is loaded.
fn assert_well_formed(page: &str) {
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"));
    let policy = "content=\"default-src 'none'; style-src 'unsafe-inline'\"";
    assert_eq!(page.matches(policy).count(), 1);
    let (_, rest) = page.split_once("<style>").expect("a style sheet");
    let (style, body) = rest.split_once("</style>").expect("its end");
    assert!(!style.contains("url(") && !style.contains("@import") && !style.contains('<'));
    let mut open = Vec::new();
    for part in body.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') && !text.contains('"'), "{text}");
        assert_references(text);
        if let Some(name) = tag.strip_prefix('/') {
            // `head` and `html` were opened before the style sheet.
            let expected = open.pop().unwrap_or(if name == "head" { "head" } else { "html" });
            assert_eq!(expected, name);
            continue;
        }
        let (tag, is_closed) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let name = tag.split(' ').next().expect("a name");
        let known = "a body b code dd details div dl dt footer h1 h2 h3 header html li main mark ol p path pre section small span \
            summary svg table tbody td th thead tr ul";
        assert!(known.split_whitespace().any(|known| known == name), "{name}");
        assert_attributes(name, &tag[name.len()..]);
        if !is_closed && !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    for c in page.chars() {
        let is_hidden = matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}');
        assert!(!is_hidden && (c == '\n' || !c.is_control()), "{c:?}");
    }
}

/// Checks that `&` begins a reference.
fn assert_references(text: &str) {
    for part in text.split('&').skip(1) {
        let reference = part.split_once(';').map(|(reference, _)| reference);
        let reference = reference.expect("a reference ends");
        assert!(
            ["amp", "lt", "gt", "quot", "#39"].contains(&reference),
            "{reference}"
        );
    }
}

fn assert_attributes(element: &str, mut attributes: &str) {
    while let Some(rest) = attributes.strip_prefix(' ') {
        if let Some(rest) = rest.strip_prefix("open") {
            attributes = rest;
            continue;
        }
        let (name, rest) = rest.split_once("=\"").expect("a quoted value");
        let (value, rest) = rest.split_once('"').expect("its end");
        assert_references(value);
        match name {
            "href" => assert!(element == "a" && value.starts_with("https://"), "{value}"),
            "style" => assert!(value.starts_with("width:") && value.ends_with('%'), "{value}"),
            "class"
            | "id"
            | "aria-labelledby"
            | "aria-label"
            | "aria-hidden"
            | "role"
            | "viewBox"
            | "d"
            | "preserveAspectRatio"
            | "scope"
            | "rel" => {}
            _ => panic!("{element} has {name}"),
        }
        attributes = rest;
    }
    assert_eq!(attributes, "");
}

/// Returns the number that the summary shows under a name.
fn number(page: &str, name: &str) -> Option<u64> {
    let (_, rest) = page.split_once(&format!("<dt>{name}</dt><dd>"))?;
    let (number, _) = rest.split_once('<')?;
    Some(number.replace(',', "").parse().expect("a number"))
}

/// Returns the cells of the row that begins with `name`.
fn row(page: &str, name: &str) -> Vec<u64> {
    let (_, rest) = page
        .split_once(&format!("<th scope=\"row\">{name}"))
        .expect("a row");
    let (row, _) = rest.split_once("</tr>").expect("its end");
    let numbers = row.split("<td class=\"number\">").skip(1);
    let numbers = numbers.map(|cell| {
        cell.split_once('<')
            .expect("the end of a cell")
            .0
            .replace(',', "")
    });
    numbers.filter_map(|number| number.parse().ok()).collect()
}

/// Returns the names of the files with findings, in the order of the page.
fn files(page: &str) -> Vec<&str> {
    let names = page.split("<h3>").skip(1);
    names
        .map(|name| name.split_once("</h3>").expect("the end of a heading").0)
        .collect()
}

/// A tree with files in several encodings, some with findings.
fn tree() -> Place {
    let place = Place::new();
    place.write("a.txt", b"caf\xE9 au lait\n");
    place.write("b/many.txt", b"x\xC0\xAFy\n".repeat(70));
    place.write("b/ascii.txt", b"plain\n");
    place.write("b/utf8.txt", "Žluťoučký kůň\n");
    place.write("c/null.c", b"int a;\0\0\0\n");
    place.write("c/signature.json", b"\xEF\xBB\xBF{}\n");
    place.write("c/wide.txt", b"\xFF\xFEa\0b\0\n\0");
    place.write("d/empty", b"");
    place.write("d/data", b"\0\x01\x02\xFF\xFE\xFD\0\0".repeat(64));
    place
}

#[test]
fn counts_are_those_of_json() {
    let place = tree();
    let page = page(&place, &[]);
    let ran = place.run(["check", "--no-config", "--format", "json", "--max-per-file", "0"]);
    let last: Value = serde_json::from_str(ran.text().lines().last().unwrap()).unwrap();
    let summary = &last["summary"];
    for (name, key) in [
        ("Findings", "findings"),
        ("Files with findings", "with_findings"),
        ("Files checked", "files"),
        ("Repaired by <code>utf8 fix</code>", "fixable"),
        ("Binary files skipped", "binary"),
        ("Places", "places"),
    ] {
        assert_eq!(number(&page, name), summary[key].as_u64(), "{name}");
    }
    let findings = ran.findings();
    for rule in ["ill-formed", "other-encoding", "signature", "nul"] {
        let of_rule: Vec<_> = findings.iter().filter(|line| line["rule"] == rule).collect();
        let places = of_rule.iter().map(|line| line["count"].as_u64().unwrap()).sum();
        let mut paths: Vec<_> = of_rule.iter().map(|line| line["path"].as_str()).collect();
        paths.dedup();
        let expected = [of_rule.len() as u64, places, paths.len() as u64];
        let code = format!("<code class=\"rule\">{rule}</code>");
        assert_eq!(row(&page, &code), expected, "{rule}");
    }
    for (encoding, count) in [
        ("US-ASCII", 1),
        ("UTF-8", 1),
        ("UTF-8 with a signature", 1),
        ("UTF-16LE", 1),
        ("binary", 2), // d/data, and c/null.c, which is checked because of its name
        ("empty", 1),
    ] {
        assert_eq!(row(&page, &format!("{encoding}</th>"))[0], count, "{encoding}");
    }
}

#[test]
fn files_with_most_findings_come_first_and_say_what_is_left_out() {
    let place = tree();
    let whole = page(&place, &[]);
    assert_eq!(
        files(&whole),
        [
            "b/many.txt",
            "a.txt",
            "c/null.c",
            "c/signature.json",
            "c/wide.txt"
        ]
        .map(native)
    );
    assert!(
        whole.contains("<title>UTF-8 report: 74 findings in 5 of 8 files</title>"),
        "{whole}"
    );
    assert_eq!(whole.matches("<p><span class=\"at\">").count(), 54);
    assert!(whole.contains("<p>20 more findings are not shown.</p>"));
    let all = page(&place, &["--max-per-file", "0"]);
    assert_eq!(all.matches("<p><span class=\"at\">").count(), 74);
    assert!(!all.contains("not shown"));
    let three = page(&place, &["--max", "3"]);
    assert_eq!(three.matches("<p><span class=\"at\">").count(), 3);
    assert!(three.contains("<p>67 more findings are not shown.</p>"));
    assert_eq!(three.matches("<p>1 finding is not shown.</p>").count(), 4);
    assert_eq!(files(&three), files(&whole));
}

#[test]
fn the_page_is_bounded() {
    let place = Place::new();
    for i in 0..1003 {
        place.write(format!("{}/{i:04}.txt", i % 7), b"\xC0\x80\n".repeat(1 + i % 30));
    }
    let page = page(&place, &["--jobs", "4"]);
    let listed = files(&page);
    assert_eq!(listed.len(), 1000);
    // The files have 1 to 30 findings. Three of those with one are left out.
    assert!(page.contains("<p>3 more files with 3 findings are not listed."));
    let shown = page.matches("<p><span class=\"at\">").count();
    assert_eq!(shown, 10_000);
    place.write("long.txt", b"\xC0\x80\n".repeat(12_000));
    let long = self::page(&place, &["--max-per-file", "0"]);
    assert_eq!(long.matches("<p><span class=\"at\">").count(), 10_000);
    assert!(long.contains("<p>2,000 more findings are not shown.</p>"));
    assert_eq!(
        number(&page, "Findings"),
        Some((0..1003).map(|i| 1 + i % 30).sum())
    );
}

#[test]
fn the_page_does_not_depend_on_threads() {
    let place = tree();
    for i in 0..300 {
        place.write(format!("e/{i}.txt"), b"a\xFF\n".repeat(i % 5));
    }
    let one = page(&place, &["--jobs", "1"]);
    for _ in 0..3 {
        assert!(page(&place, &["--jobs", "4"]) == one);
    }
}

#[cfg(unix)]
#[test]
fn hostile_names_and_contents_are_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let place = Place::new();
    for name in [
        &b"<script>alert(1)<"[..],
        b"\"' onload=alert(1) &amp;",
        b"\x1B[31m\xE2\x80\xAEtxt.exe",
        b"ill\xFFformed",
        b"-->]]><!--",
    ] {
        place.write(
            OsStr::from_bytes(name),
            b"</style></pre><script>alert(2)</script> & \xE2\x80\xAE \x1B[2J `<b>` \xFF <img src=x onerror=alert(3)>\n",
        );
    }
    place.write(
        "`<i>`",
        "\u{202E}<svg onload=alert(4)>\u{E9}\n".replace('\u{E9}', "Ã©"),
    );
    let page = page(&place, &[]);
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("<b>`"));
    let names = files(&page);
    for expected in [
        "&lt;script&gt;alert(1)&lt;",
        "&quot;&#39; onload=alert(1) &amp;amp;",
        "\\x1B[31m\\u{202E}txt.exe",
        "ill\\xFFformed",
        "--&gt;]]&gt;&lt;!--",
        "`&lt;i&gt;`",
    ] {
        assert!(names.contains(&expected), "{expected}: {names:?}");
    }
    assert!(page.contains("<mark>\\xFF</mark>"));
}

#[test]
fn a_strip_shows_where_a_file_has_what() {
    let place = Place::new();
    let text = [
        &b"a".repeat(100)[..],
        "é".repeat(50).as_bytes(),
        b"\xFF",
        &b"b".repeat(55),
    ]
    .concat();
    place.write("a.txt", text);
    let page = page(&place, &[]);
    let strip = "<svg class=\"strip\" viewBox=\"0 0 256 10\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Map of the file: \
                 60.5 % ASCII, 39.1 % in sequences of 2 bytes, 0.4 % ill-formed\"><path class=\"e\" d=\"M200 0h1v10h-1z\"/>\
                 <path class=\"t\" d=\"M100 5h100v5h-100z\"/><path class=\"a\" d=\"M0 7h100v3h-100zM201 7h55v3h-55z\"/></svg>";
    assert!(page.contains(strip), "{page}");
    assert!(page.contains("1 ill-formed; UTF-8 with errors; 256 bytes"));
}

#[test]
fn standard_input_and_compressed_files_have_pages_too() {
    let place = Place::new();
    let empty = page(&place, &[]);
    assert!(
        empty.contains("<p class=\"result clean\">No findings in 0 files.</p>")
            && empty.contains("There are none.")
    );
    let ran = place.run_with(
        ["check", "--no-config", "--format", "html", "-"],
        b"caf\xC3\xA9 \xFF\n",
    );
    assert_eq!(ran.code, Some(1));
    assert_well_formed(ran.text());
    assert!(
        ran.text().contains("UTF-8 with errors; 8 bytes"),
        "{}",
        ran.text()
    );
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(b"caf\xC3\xA9 \xFF\n").unwrap();
    place.write("a.txt.gz", packed.finish().unwrap());
    let compressed = page(&place, &["-z"]);
    assert!(compressed.contains("UTF-8 with errors; 8 bytes"), "{compressed}");
}

#[test]
fn binary_files_are_named_on_demand() {
    let place = tree();
    assert!(!page(&place, &[]).contains("Binary files</h2>"));
    let named = page(&place, &["--list-binary"]);
    let data = native("d/data");
    let list = format!("<summary>1 file skipped</summary>\n<ul>\n<li><code>{data}</code></li>");
    assert!(named.contains(&list), "{named}");
}

#[test]
fn other_uses_are_refused() {
    let place = tree();
    let fix = place.run(["fix", "--check", "--format", "html"]);
    assert_eq!(fix.code, Some(2));
    assert!(
        fix.err.contains("--format html is for `utf8 check`"),
        "{}",
        fix.err
    );
    let statistics = place.run(["check", "--statistics", "--format", "html"]);
    assert_eq!(statistics.code, Some(2));
    assert!(statistics.err.contains("human and json"), "{}", statistics.err);
}

#[test]
fn the_paths_that_were_given_are_shown() {
    let place = Place::new();
    place.write("a&b", b"\xFF");
    place.write("c", b"");
    assert!(page(&place, &["a&b", "c"]).contains("<p>Paths: <code>a&amp;b</code>, <code>c</code></p>"));
    assert!(!page(&place, &[]).contains("<p>Paths:"));
}

#[test]
fn a_path_that_cannot_be_read_is_no_success() {
    let place = Place::new();
    place.write("ok.txt", "plain\n");
    let ran = place.run([
        "check",
        "--no-config",
        "--format",
        "html",
        "ok.txt",
        "missing.txt",
    ]);
    assert_eq!(ran.code, Some(2));
    let page = ran.text();
    assert_well_formed(page);
    assert!(page.contains("<p class=\"result found\">No findings in 1 file; 1 path could not be read.</p>"));
}
