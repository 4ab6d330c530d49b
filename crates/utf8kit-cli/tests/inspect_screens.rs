//! The screens of `utf8 inspect` in the documentation are what the command prints. With `UTF8_UPDATE_SCREENS=1` the test
//! writes them anew.

mod common;

use common::Place;
use std::path::Path;

/// The documents, from the root of the repository.
const DOCUMENTS: [&str; 2] = ["docs/inspect.md", "README.md"];

const FENCE: &str = "```";

/// Divides a command line as a shell does: at blanks, but not between quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None;
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_with(String::new);
            }
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => words.extend(word.take()),
            (c, _) => word.get_or_insert_with(String::new).push(c),
        }
    }
    words.extend(word);
    words
}

/// Returns what a terminal shows of the commands in a screen.
fn played(place: &Place, screen: &str) -> String {
    let mut shown = String::new();
    for line in screen.lines() {
        let Some(command) = line.strip_prefix("$ utf8 ") else {
            continue;
        };
        let ran = place.run(words(command));
        assert_eq!(ran.err, "", "{command}");
        shown.push_str(&format!("{line}\n{}", ran.text()));
    }
    shown
}

#[test]
fn the_screens_are_what_the_command_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let place = Place::new();
    place.write("notes.txt", b"two cups\ncaf\xE9 au lait\n");
    for name in DOCUMENTS {
        // A package of the command alone has no documents.
        let Ok(document) = std::fs::read_to_string(root.join(name)) else {
            continue;
        };
        let mut written = String::new();
        let mut rest = &*document;
        let open = format!("{FENCE}console\n");
        while let Some(start) = rest.find(&open) {
            let (before, screen) = rest.split_at(start + open.len());
            let end = screen.find(&format!("{FENCE}\n")).expect("a screen ends");
            let (screen, after) = screen.split_at(end);
            written.push_str(before);
            match screen.contains("$ utf8 inspect") {
                true => written.push_str(&played(&place, screen)),
                false => written.push_str(screen),
            }
            rest = after;
        }
        written.push_str(rest);
        if std::env::var_os("UTF8_UPDATE_SCREENS").is_some() {
            std::fs::write(root.join(name), &written).expect("the document can be written");
        } else {
            assert!(
                written == document,
                "{name} is not what the command prints; run this test with UTF8_UPDATE_SCREENS=1 and look at the difference"
            );
        }
    }
}
