//! Names in the formats of findings, in a diff, in the configuration and in baselines.

use super::{FRENCH, contents, tree};
use crate::common::{finish, utf8};
use serde_json::Value;

#[test]
fn diff_shows_and_writes_nothing() {
    let place = tree(&FRENCH);
    let before = contents(&place.path().join("tree"));
    for flag in ["--diff", "--check", "-n"] {
        let ran = place.run(["fix", "--names", flag, "tree"]);
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        assert!(
            ran.text()
                .contains(": would be renamed to Noël à la plage (from windows-1252)\n"),
            "{}",
            ran.text()
        );
        assert!(ran.text().ends_with("\n# Would rename 13 of 14 names\n") && !ran.text().contains("mv "));
        assert_eq!(contents(&place.path().join("tree")), before);
    }
    // Without a path too, as nothing is changed.
    let mut command = utf8();
    command
        .args(["fix", "--names", "--diff"])
        .current_dir(place.path().join("tree"));
    assert!(
        finish(command, b"")
            .text()
            .contains("Would rename 13 of 13 names")
    );
}

#[test]
fn every_format_has_the_findings() {
    let place = tree(&[
        "photo\u{202E}gpj.exe".as_bytes(),
        "S\u{C3}\u{A3}o Paulo".as_bytes(),
        b"caf\xE9",
    ]);
    place.write("tree/text", "x\u{C3}\u{A3}o");
    let run = |format: &str| place.run(["check", "--names", "--format", format, "tree"]);
    let human = run("human");
    assert!(human.text().contains(
        "tree/S\u{C3}\u{A3}o Paulo: names: the name is encoded more than once, and is probably `São Paulo` (warning)\n  | S\u{C3}\u{A3}o Paulo\n  |  ^^\n"
    ), "{}", human.text());
    assert!(
        human
            .text()
            .contains("`utf8 fix --names` 1, `utf8 fix --names --from=windows-1252` 1, and 1 not at all"),
        "{}",
        human.text()
    );
    let json = run("json").findings();
    let of = |kind: &str| json.iter().find(|finding| finding["kind"] == kind).unwrap();
    let double = of("double-encoded");
    assert_eq!(
        (&double["rule"], &double["name"], &double["fix_flags"]),
        (&"names".into(), &"São Paulo".into(), &"--names".into())
    );
    assert_eq!(
        (&double["offset"], &double["line"], &double["column"]),
        (&1.into(), &1.into(), &2.into())
    );
    assert_eq!(of("ill-formed")["path_bytes"], "74 72 65 65 2F 63 61 66 E9");
    assert_eq!(of("ill-formed")["fix_flags"], "--names --from=windows-1252");
    assert_eq!(of("bidi")["fix_flags"], Value::Null);
    let sarif: Value = serde_json::from_str(run("sarif").text()).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let names: Vec<_> = results
        .iter()
        .filter(|result| result["ruleId"] == "names")
        .collect();
    assert_eq!(names.len(), 3);
    // A fix of SARIF would change what is in the file.
    assert!(
        names
            .iter()
            .all(|result| result["fixes"].as_array().unwrap().is_empty())
    );
    assert!(run("github").text().contains("title=names::"));
    let html = run("html");
    assert!(
        html.text().contains("<span class=\"at\">name</span>") && html.text().contains("its name"),
        "{}",
        html.text()
    );
    let list = place.run(["check", "--names", "-l", "tree"]);
    assert_eq!(list.out.split(|&byte| byte == b'\n').count(), 5, "{:?}", list.out);
    assert_eq!(place.run(["check", "--names", "-q", "tree"]).code, Some(1));
    assert_eq!(
        place
            .run(["check", "-q", "--ignore", "double-encoded", "tree"])
            .code,
        Some(0)
    );
}

#[test]
fn configuration_and_baseline_know_the_rule() {
    let place = tree(&[b"caf\xE9/x", b"other"]);
    place.write("utf8kit.toml", "select = [\"names\"]\n");
    assert_eq!(place.run(["check", "tree"]).code, Some(1));
    assert_eq!(place.run(["check", "--ignore", "names", "tree"]).code, Some(0));
    place.write(
        "utf8kit.toml",
        "[[files]]\nglob = [\"tree/o*\"]\nselect = [\"names\"]\n",
    );
    assert_eq!(place.run(["check", "tree"]).code, Some(0));
    place.write("utf8kit.toml", "ignore = [\"names\"]\n");
    assert_eq!(place.run(["check", "--names", "tree"]).code, Some(1));
    assert_eq!(
        place
            .run(["check", "--names", "--write-baseline", "b", "tree"])
            .code,
        Some(0)
    );
    let ran = place.run(["check", "--names", "--baseline", "b", "tree"]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    assert!(
        ran.text().contains("1 finding of the baseline not shown") && !ran.text().contains("gone"),
        "{}",
        ran.text()
    );
}
