//! The screens in the documentation are what the command prints, and the tables of repairs what it repairs. With
//! `UTF8_UPDATE_SCREENS=1` the tests write them anew.

use crate::common::{Place, document, finish};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use utf8kit_test::is_installed;

/// The documents with screens, from the root of the repository.
const DOCUMENTS: [&str; 6] = [
    "README.md",
    "crates/utf8kit-cli/README.md",
    "docs/command.md",
    "docs/configuration.md",
    "docs/fix.md",
    "docs/inspect.md",
];

const FENCE: &str = "```";

/// Held while a document is read and written.
static WRITING: Mutex<()> = Mutex::new(());

/// Returns a directory with the files that the commands of a screen are about.
fn place(screen: &str) -> Place {
    let place = Place::new();
    if screen.contains("$ utf8 fix") {
        place.write("menu.txt", "caf\u{C3}\u{A9} cr\u{C3}\u{A8}me\ntea\n");
    } else if screen.contains("$ utf8 detect") {
        place.write("Makefile", "all: letter.txt\n");
        place.write("src/main.c", "int main(void) { return 0; }\n");
        place.write("src/util.c", "/* nothing */\n");
        place.write("notes.md", "naïve, déjà vu\n");
        let write = |name: &str, text: &str, encoding: &str| {
            let ran = place.run_with(["convert", "-t", encoding], text.repeat(10).as_bytes());
            place.write(name, ran.out);
        };
        let text = "Sehr geehrte Frau Müller, die Prüfung der Größe dauert länger als gewöhnlich.\n\
            Für Rückfragen stehen wir Ihnen natürlich jederzeit zur Verfügung.\n\
            Mit freundlichen Grüßen aus Österreich, auch an Ihre Gemahlin.\n";
        write("letter.txt", text, "windows-1252");
        let text = "Москва является столицей Российской Федерации.\n\
            Это крупнейший по численности населения город страны, транспортный узел и туристический центр.\n\
            История города насчитывает более восьми веков, и о ней написано много книг.\n";
        write("history.txt", text, "KOI8-R");
        write("table.csv", "name;price\ncafé;2\n", "UTF-16");
        place.write("logo.ico", b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0");
    } else if screen.contains("vendored") {
        place.write("vendored/a.txt", "ours\n");
        place.write("vendored/lib/utf8kit.toml", "wide = true\nexclude = []\n");
        place.write("vendored/lib/b.txt", "theirs\n");
    } else if screen.contains("$ utf8 check") && !screen.contains("notes.txt") {
        place.write("a.txt", b"ok\ncaf\xE9 au lait\n");
        place.write("sub/b.txt", b"x\xC0\xAFy\n");
        place.write("c.bin", b"\x7FELF\x02\x01\x01\0\0\0");
    } else {
        place.write("notes.txt", b"two cups\ncaf\xE9 au lait\n");
        place.write("letter.txt", b"caf\xE9 au lait\n");
        place.write("a.txt", "naïve\n");
    }
    place
}

/// Returns what a terminal shows of the commands in a screen. A shell runs them.
fn played(screen: &str) -> String {
    let place = place(screen);
    let utf8 = Path::new(env!("CARGO_BIN_EXE_utf8"))
        .parent()
        .expect("in a directory");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([utf8.to_owned()].into_iter().chain(std::env::split_paths(&path)));
    let path = path.expect("a path");
    let mut shown = String::new();
    for line in screen.lines() {
        let Some(command) = line.strip_prefix("$ ") else {
            continue;
        };
        let mut shell = Command::new("bash");
        shell
            .args(["-c", command])
            .current_dir(place.path())
            .env("PATH", &path);
        let ran = finish(shell, b"");
        shown.push_str(&format!("{line}\n{}{}", ran.text(), ran.err));
        if !shown.ends_with('\n') {
            shown.push('\n');
        }
    }
    shown
}

/// Compares a document with what it should be, or writes it anew.
fn compare(path: &Path, document: &str, written: &str) {
    if std::env::var_os("UTF8_UPDATE_SCREENS").is_some() {
        std::fs::write(path, written).expect("the document can be written");
    } else if written != document {
        let (old, new) = document
            .lines()
            .zip(written.lines())
            .find(|(old, new)| old != new)
            .unwrap_or_default();
        panic!(
            "{} is not what the command prints: `{old}` should be `{new}`; run this test with UTF8_UPDATE_SCREENS=1 \
             and look at the difference",
            path.display()
        );
    }
}

#[test]
fn the_screens_are_what_the_command_prints() {
    if !is_installed("bash") {
        return;
    }
    let _writing = WRITING.lock();
    for name in DOCUMENTS {
        let (path, document) = document(name);
        let mut written = String::new();
        let mut rest = &*document;
        let open = format!("{FENCE}console\n");
        while let Some(start) = rest.find(&open) {
            let (before, screen) = rest.split_at(start + open.len());
            let end = screen.find(&format!("{FENCE}\n")).expect("a screen ends");
            let (screen, after) = screen.split_at(end);
            written.push_str(before);
            // On a terminal, `count` prints a header.
            match screen.contains("$ utf8 count") {
                true => written.push_str(screen),
                false => written.push_str(&played(screen)),
            }
            rest = after;
        }
        written.push_str(rest);
        compare(&path, &document, &written);
    }
}

/// Returns the text in which `\u{…}` stands for characters that cannot be seen.
fn unescaped(cell: &str) -> String {
    let mut parts = cell.split("\\u{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once('}').expect("an escape ends");
        let number = u32::from_str_radix(number, 16).expect("hexadecimal");
        text.push(char::from_u32(number).expect("a character"));
        text.push_str(rest);
    }
    text
}

fn escaped(text: &str) -> String {
    let shown = |c: char| match c {
        '\u{7F}'..='\u{A0}' | '\u{AD}' => format!("\\u{{{:X}}}", u32::from(c)),
        c => c.to_string(),
    };
    text.chars().map(shown).collect()
}

/// Each row of the table is a text, what `utf8 fix` makes of it if that is something else, and why.
#[test]
fn the_table_of_repairs_is_what_fix_repairs() {
    let _writing = WRITING.lock();
    let (path, document) = document("docs/fix.md");
    let place = Place::new();
    let mut written = String::new();
    let mut rows = 0;
    for line in document.split_inclusive('\n') {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        match cells[..] {
            ["", text, repaired, why, ""]
                if text.starts_with('`') && (repaired.is_empty() || repaired.starts_with('`')) =>
            {
                let text = unescaped(text.trim_matches('`'));
                let file = place.write("text", &text);
                place.run(["fix", "text"]);
                let repaired = std::fs::read_to_string(file).expect("UTF-8");
                let repaired = match repaired == text {
                    true => String::new(),
                    false => format!("`{}`", escaped(&repaired)),
                };
                written.push_str(&format!("| `{}` | {repaired} | {why} |\n", escaped(&text)));
                rows += 1;
            }
            _ => written.push_str(line),
        }
    }
    assert!(rows > 30);
    compare(&path, &document, &written);
}
