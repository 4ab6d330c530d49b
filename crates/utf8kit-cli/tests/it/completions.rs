//! Completions know the values of flags: rules, encodings, policies.

use crate::common::Place;
use std::process::Command;
use utf8kit_test::is_installed;

/// Values that a script must have.
const VALUES: &[&str] = &[
    "double-encoded",
    "ill-formed",
    "bidi-control",
    "tag-character", // rules
    "UTF-16LE",
    "Shift_JIS",
    "CESU-8",
    "IBM037",
    "windows-1252", // encodings
    "replace",
    "escape",
    "unicode",
    "xml",
    "meant",
    "as:",
    "with:", // policies
    "keep",
    "strip",
    "add", // signatures
    "human",
    "json",
    "sarif",
    "github",
    "html",     // formats
    "unpaired", // scopes
    "inspect",
    "help", // verbs
];

#[test]
fn scripts_of_every_shell_have_the_values() {
    let place = Place::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = place.run(["--generate", shell]);
        assert_eq!(ran.code, Some(0), "{shell}");
        // Some shells have no values in the scripts: only their flags.
        let has_values = !matches!(shell, "elvish" | "powershell");
        for value in VALUES.iter().filter(|value| has_values || **value == "inspect") {
            let escaped = value.replace(':', "\\:");
            assert!(
                ran.text().contains(value) || ran.text().contains(&escaped),
                "{shell}: {value}"
            );
        }
    }
}

#[test]
fn the_scripts_parse() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = place.write(shell, place.run(["--generate", shell]).out);
        if is_installed(shell) {
            let status = Command::new(shell).arg("-n").arg(&script).status();
            assert!(status.expect("it runs").success(), "{shell}");
        }
    }
}

/// Returns what Bash completes the last of `words` to.
fn completed(place: &Place, words: &[&str]) -> Vec<String> {
    let script = place.write("completions", place.run(["--generate", "bash"]).out);
    let last = words.len() - 1;
    let program = format!(
        "source {}; COMP_WORDS=({}); COMP_CWORD={last}; _utf8 utf8 '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display(),
        words
            .iter()
            .map(|word| format!("'{word}'"))
            .collect::<Vec<_>>()
            .join(" "),
        words[last],
        words[last - 1],
    );
    let output = Command::new("bash")
        .args(["-c", &program])
        .output()
        .expect("it runs");
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines()
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn bash_completes_values() {
    if !is_installed("bash") {
        return;
    }
    let place = Place::new();
    let complete = |words: &[&str]| completed(&place, words);
    assert_eq!(
        complete(&["utf8", "check", "--select", "dou"]),
        ["double-encoded"]
    );
    assert_eq!(complete(&["utf8", "check", "--ignore", "nu"]), ["nul"]);
    // What stands before the last comma stays.
    assert_eq!(
        complete(&["utf8", "check", "--select", "nul,dou"]),
        ["nul,double-encoded"]
    );
    assert_eq!(
        complete(&["utf8", "fix", "--select", "nul,ill-formed,bi"]),
        ["nul,ill-formed,bidi-control"]
    );
    assert_eq!(complete(&["utf8", "check", "--format", "sa"]), ["sarif"]);
    assert_eq!(complete(&["utf8", "check", "--as", "CES"]), ["CESU-8"]);
    assert_eq!(complete(&["utf8", "convert", "-f", "Shift"]), ["Shift_JIS"]);
    assert_eq!(complete(&["utf8", "convert", "-f", "aut"]), ["auto"]);
    assert_eq!(complete(&["utf8", "convert", "--to", "UTF-16L"]), ["UTF-16LE"]);
    assert_eq!(complete(&["utf8", "convert", "--on-error", "esc"]), ["escape"]);
    assert_eq!(complete(&["utf8", "convert", "--signature", "st"]), ["strip"]);
    assert_eq!(complete(&["utf8", "fix", "--on-error", "me"]), ["meant"]);
    assert_eq!(complete(&["utf8", "explain", "bidi"]), ["bidi-control"]);
    assert_eq!(complete(&["utf8", "help", "insp"]), ["inspect"]);
}

#[test]
fn man_pages_and_help_do_not_list_every_encoding() {
    let place = Place::new();
    for page in [
        "man",
        "man-check",
        "man-fix",
        "man-detect",
        "man-convert",
        "man-inspect",
        "man-count",
        "man-explain",
    ] {
        let ran = place.run(["--generate", page]);
        assert_eq!(ran.code, Some(0), "{page}");
        assert!(!ran.text().contains("IBM037"), "{page}");
    }
    for verb in ["check", "convert"] {
        assert!(!place.run([verb, "--help"]).text().contains("IBM037"));
    }
}
