//! `utf8kit.toml` and baselines from the outside.

use crate::common::{Place, Ran, document};
#[cfg(unix)]
use utf8kit_test::skip;

fn paths(ran: &Ran) -> Vec<String> {
    let path = |finding: &serde_json::Value| finding["path"].as_str().expect("a path").to_owned();
    ran.findings().iter().map(path).collect()
}

const JSON: [&str; 3] = ["check", "--format", "json"];

#[test]
fn the_examples_of_the_documentation_are_valid_and_shown_the_same() {
    let (_, document) = document("docs/configuration.md");
    let place = Place::new();
    let blocks: Vec<_> = document.split("```toml\n").skip(1).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let (block, _) = block.split_once("```").expect("the block ends");
        place.write("utf8kit.toml", block);
        let first = place.run(["check", "--show-config"]);
        assert_eq!(first.code, Some(0), "{}", first.err);
        place.write("utf8kit.toml", first.text());
        assert_eq!(place.run(["check", "--show-config"]).text(), first.text());
    }
}

#[test]
fn the_closest_configuration_applies_alone() {
    let place = Place::new();
    place.write("utf8kit.toml", "ignore = [\"ill-formed\"]\n");
    place.write("sub/utf8kit.toml", "ignore = [\"nul\"]\n");
    for name in ["a", "sub/a", "sub/deep/a"] {
        place.write(name, b"x\xFFy");
    }
    let found = ["sub/a", "sub/deep/a"];
    assert_eq!(paths(&place.run(JSON)), found);
    assert_eq!(paths(&place.run(["check", "--format", "json", "sub"])), found);
    // A directory of that name is none, and an error further down skips only its files.
    std::fs::create_dir_all(place.path().join("sub/deep/utf8kit.toml")).unwrap();
    place.write("sub/utf8kit.toml", "ignor = []\n");
    let ran = place.run(["check"]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        ran.err.matches("did you mean `ignore`?").count(),
        1,
        "{}",
        ran.err
    );
    assert!(ran.text().starts_with("No findings in 2 files"), "{}", ran.text());
}

#[test]
fn excluded_paths_are_checked_if_named() {
    let place = Place::new();
    place.write("utf8kit.toml", "exclude = [\"vendor/\", \"/sub/x.txt\"]\n");
    for name in ["a", "sub/x.txt", "sub/vendor/b", "deep/sub/x.txt"] {
        place.write(name, b"x\xFFy");
    }
    assert_eq!(paths(&place.run(JSON)), ["a", "deep/sub/x.txt"]);
    let named = place.run(["check", "--format", "json", "sub/vendor", "sub/x.txt"]);
    assert_eq!(paths(&named), ["sub/vendor/b", "sub/x.txt"]);
}

#[test]
fn files_are_checked_in_their_encoding() {
    let place = Place::new();
    place.write(
        "utf8kit.toml",
        "[[files]]\nglob = [\"*.u16\"]\nencoding = \"UTF-16LE\"\n",
    );
    place.write("a.u16", b"a\0\0\xD8b\0");
    let findings = place.run(JSON).findings();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0]["offset"], 2);
}

#[test]
fn files_that_are_not_utf_8_or_unreadable_are_errors() {
    let cases: &[(&[u8], &str)] = &[
        (b"# x\n#\xE9 x", "utf8kit.toml:2:2: `E9` starts"),
        (b"\xFF\xFEa\0", "UTF-16LE"),
        (
            b"[[files]]\r\nglob = [\"a\"]\r\nencoding = \"UTF-61\"\r\n",
            "utf8kit.toml:3:12: ",
        ),
        (
            b"\xEF\xBB\xBFselec = []",
            "utf8kit.toml:1:1: no key is called `selec`",
        ),
    ];
    for (text, message) in cases {
        let place = Place::new();
        place.write("utf8kit.toml", text);
        let ran = place.run(["check"]);
        assert_eq!((ran.code, ran.text()), (Some(2), ""));
        assert!(ran.err.contains(message), "{}", ran.err);
    }
    #[cfg(unix)]
    {
        let place = Place::new();
        std::os::unix::fs::symlink("utf8kit.toml", place.path().join("utf8kit.toml")).unwrap();
        assert_eq!(place.run(["check"]).code, Some(2));
    }
}

#[test]
fn a_baseline_suppresses_what_it_has() {
    let place = Place::new();
    place.write("a", b"x\xFFy\nz\xFE\n");
    place.write("sub/b", b"x\xFFy\n");
    let wrote = place.run(["check", "--write-baseline", "base.jsonl"]);
    assert_eq!(wrote.code, Some(0), "{}", wrote.err);
    assert_eq!(wrote.text(), "Wrote 3 findings in 2 files to base.jsonl\n");
    let check = |more: &[&str]| place.run(["check", "--baseline", "base.jsonl"].iter().chain(more));
    for more in [&[][..], &["-q"], &["-l"], &["--piece-size", "1"], &["sub"]] {
        assert_eq!(check(more).code, Some(0), "{more:?}");
    }
    // Moved lines are known, one more of them is not, and one is gone.
    place.write("a", b"new\n\n  x\xFFy\n x\xFFy\n");
    let ran = check(&[]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.text().starts_with("a:4:3: "), "{}", ran.text());
    let end = "1 finding in 1 of 3 files, 2 findings of the baseline not shown; `utf8 fix --on-error=escape` repairs 1\n\
               1 finding of the baseline is gone: write it again with --write-baseline\n";
    assert!(ran.report().ends_with(end), "{}", ran.text());
    assert_eq!((check(&["-q"]).code, check(&["-l"]).text()), (Some(1), "a\n"));
    assert_eq!(check(&["--select", "nul"]).text(), "No findings in 3 files\n");
    place.write("utf8kit.toml", "baseline = \"base.jsonl\"\n");
    std::fs::remove_file(place.path().join("sub/b")).unwrap();
    let json = place.run(["check", "--format", "json", "--max-per-file", "0"]);
    let last: serde_json::Value = serde_json::from_str(json.text().lines().last().unwrap()).unwrap();
    assert_eq!(
        last["summary"]["baseline"],
        serde_json::json!({"suppressed": 1, "gone": 2})
    );
}

#[test]
fn invalid_baselines_are_errors() {
    let head = "{\"utf8_baseline\":1}\n";
    for (text, message) in [
        (String::new(), "base:1:1: expected the first line"),
        (
            "{\"utf8_baseline\":2}\n".to_owned(),
            "base:1:1: this is a baseline of version 2",
        ),
        (format!("{head}<<<<<<< a\n"), "base:2:1: expected an entry"),
        (format!("{head}{{\"path\":1}}\n"), "base:2:"),
    ] {
        let place = Place::new();
        place.write("base", text);
        let ran = place.run(["check", "--baseline", "base"]);
        assert_eq!((ran.code, ran.text()), (Some(2), ""));
        assert!(ran.err.contains(message), "{}", ran.err);
    }
    let place = Place::new();
    let entry = "\"rule\":\"nul\",\"kind\":\"nul\",\"context\":\"0\",\"count\":1}\n";
    place.write(
        "base",
        format!("{head}{{\"path\":\"../x\",{entry}{{\"path\":\"/x\",{entry}"),
    );
    let ran = place.run(["check", "--baseline", "base"]);
    assert_eq!((ran.code, ran.text()), (Some(0), "No findings in 1 file\n"));
}

#[cfg(unix)]
#[test]
fn a_configuration_that_cannot_be_read_is_an_error() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let path = place.write("sub/utf8kit.toml", "ignore = [\"ill-formed\"]\n");
    place.write("sub/a", b"x\xFFy");
    place.write("b", b"plain\n");
    set_permissions(&path, Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        skip("this user, probably root, can read every file");
        return;
    }
    let ran = place.run(["check"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("sub/utf8kit.toml: Permission denied"),
        "{}",
        ran.err
    );
    assert_eq!(ran.text(), "No findings in 1 file, 1 that could not be read\n");
    let named = place.run(["check", "--config", "sub/utf8kit.toml"]);
    assert_eq!((named.code, named.text()), (Some(2), ""));
}

#[cfg(unix)]
#[test]
fn a_baseline_distinguishes_paths_that_are_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let name = OsStr::from_bytes(b"caf\xE9 \x1B");
    place.write(name, b"x\xFFy\n");
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    let base = std::fs::read_to_string(place.path().join("base")).unwrap();
    assert!(base.contains("\"path_bytes\":\"63 61 66 E9 20 1B\""), "{base}");
    assert!(!base.contains('\x1B'), "{base}");
    assert_eq!(place.run(["check", "--baseline", "base"]).code, Some(0));
    std::fs::rename(
        place.path().join(name),
        place.path().join(OsStr::from_bytes(b"caf\xEA \x1B")),
    )
    .unwrap();
    let ran = place.run(["check", "--baseline", "base"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.text().contains("1 finding of the baseline is gone"),
        "{}",
        ran.text()
    );
}

#[test]
fn standard_input_has_the_configuration_that_is_closest_to_its_name() {
    let place = Place::new();
    place.write("utf8kit.toml", "ignore = [\"ill-formed\"]\n");
    place.write(
        "sub/utf8kit.toml",
        "[[files]]\nglob = [\"*.py\"]\nignore = [\"nul\"]\n",
    );
    let check = |name: &str| {
        let args = ["check", "--format", "json", "--stdin-filename", name, "-"];
        let findings = place.run_with(args, b"a\0b, a line \xFF of text\n").findings();
        let rules = findings
            .iter()
            .map(|finding| finding["rule"].as_str().unwrap().to_owned());
        rules.collect::<Vec<_>>()
    };
    assert_eq!(check("x.py"), ["nul"]);
    assert_eq!(check("sub/x.txt"), ["nul", "ill-formed"]);
    assert_eq!(check("sub/x.py"), ["ill-formed"]);
    assert_eq!(check("sub/missing/deep/x.py"), ["ill-formed"]);
    assert_eq!(check("missing/x.py"), ["nul"]);
    let without = place
        .run_with(["check", "--format", "json", "-"], b"a\0b, a line \xFF of text\n")
        .findings();
    assert_eq!(without.len(), 1);
}

#[test]
fn statistics_and_summaries_count_only_what_the_baseline_lacks() {
    let place = Place::new();
    let old = "old \u{202E}\n".repeat(30);
    place.write("a", &old);
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    let new: String = (0..5).map(|i| format!("new {i} \u{202E}\n")).collect();
    place.write("a", format!("{old}{new}"));
    let check = |more: &[&str]| place.run(["check", "--baseline", "base"].iter().chain(more));
    let ran = check(&["--statistics"]);
    assert_eq!(ran.code, Some(1));
    let row = ran.text().lines().nth(1).unwrap();
    assert_eq!(row.split_whitespace().next(), Some("5"), "{}", ran.text());
    assert!(
        ran.text().contains("30 findings of the baseline not shown"),
        "{}",
        ran.text()
    );
    let ran = check(&["--max-per-file", "2"]);
    assert_eq!(ran.text().matches("bidi-control: ").count(), 2, "{}", ran.text());
    assert!(ran.text().contains("3 more: 3 bidi-control"), "{}", ran.text());
    assert!(
        ran.text().contains("5 findings in 1 of 2 files"),
        "{}",
        ran.text()
    );
    // More than are shown are written.
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    assert_eq!(check(&[]).code, Some(0));
}

#[test]
fn a_baseline_is_written_to_standard_output() {
    let place = Place::new();
    place.write("sub/a", b"x\xFFy\n");
    let ran = place.run(["check", "--write-baseline", "-"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(
        ran.text()
            .starts_with("{\"utf8_baseline\":1}\n{\"path\":\"sub/a\","),
        "{}",
        ran.text()
    );
    assert_eq!(place.names(), ["sub"]);
    // Its paths are relative to the working directory.
    place.write("base", &ran.out);
    assert_eq!(place.run(["check", "--baseline", "base"]).code, Some(0));
}

#[test]
fn a_baseline_applies_to_the_files_of_its_configuration_alone() {
    let place = Place::new();
    place.write("utf8kit.toml", "baseline = \"base\"\n");
    place.write("a", b"x\xFFy\n");
    place.write("sub/a", b"x\xFFy\n");
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    assert_eq!(place.run(["check"]).code, Some(0));
    place.write("sub/utf8kit.toml", "");
    assert_eq!(paths(&place.run(JSON)), ["sub/a"]);
    place.write("sub/utf8kit.toml", "baseline = \"../base\"\n");
    assert_eq!(place.run(["check"]).code, Some(0));
}

/// The message about an unknown key lists all known ones.
#[test]
fn the_documentation_has_each_key_and_no_other() {
    let (_, document) = document("docs/configuration.md");
    let examples: String = document
        .split("```toml\n")
        .skip(1)
        .filter_map(|block| block.split("```").next())
        .collect();
    let mut documented = [const { Vec::new() }; 3];
    let mut table = 0;
    for line in examples.lines() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[') {
            let name = name.trim_start_matches('[').split(']').next().unwrap_or_default();
            documented[0].push(name.to_owned());
            table = 1 + ["signature", "files"]
                .iter()
                .position(|known| *known == name)
                .unwrap();
        } else if let Some((key, _)) = line.split_once(" = ") {
            // The second example begins without a table.
            table = if key == "exclude" { 0 } else { table };
            documented[table].push(key.to_owned());
        }
    }
    let place = Place::new();
    for (keys, head) in
        documented
            .iter_mut()
            .zip(["select = []\n", "[signature]\n", "[[files]]\nglob = []\n"])
    {
        place.write("utf8kit.toml", format!("{head}qqqqqqqqqq = 1\n"));
        let ran = place.run(["check"]);
        let (_, list) = ran
            .err
            .split_once("expected one of ")
            .expect("a list of the keys");
        let mut known: Vec<_> = list.split('`').skip(1).step_by(2).collect();
        known.sort_unstable();
        keys.sort();
        keys.dedup();
        assert_eq!(*keys, known, "{head}");
    }
}

/// A file of another program, which came with the code of others, is reported once and does not count.
#[test]
fn a_file_of_another_program_is_skipped() {
    let place = Place::new();
    place.write("utf8kit.toml", "ignore = [\"ill-formed\"]\n");
    place.write("vendor/lib/utf8kit.toml", "[package]\nname = \"utf8\"\n");
    for name in ["vendor/lib/a", "vendor/lib/b", "vendor/lib/deep/c"] {
        place.write(name, b"\xFF");
    }
    for arguments in [&["check", "-j", "4"][..], &["check", "vendor/lib/a"], &["detect"]] {
        let ran = place.run(arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{arguments:?}: {}", ran.err);
        assert!(
            ran.err.starts_with("utf8: vendor/lib/utf8kit.toml: skipped: "),
            "{}",
            ran.err
        );
    }
    // What is named has to be a configuration, and what is misspelt is one.
    let named = place.run(["check", "--config", "vendor/lib/utf8kit.toml"]);
    assert_eq!(named.code, Some(2));
    assert!(
        named.err.contains("utf8kit.toml:1:2: no key is called `package`"),
        "{}",
        named.err
    );
    for misspelt in [
        "exclud = []\n",
        "wide = true\nexclude = []\n",
        "[package]\n[[file]]\n",
        "wide\n",
    ] {
        place.write("vendor/lib/utf8kit.toml", misspelt);
        assert_eq!(place.run(["check"]).code, Some(2), "{misspelt}");
    }
}

#[test]
fn the_file_can_be_hidden() {
    let place = Place::new();
    place.write(".utf8kit.toml", "ignore = [\"ill-formed\"]\n");
    place.write("a", b"\xFF");
    assert_eq!(place.run(["check"]).code, Some(0));
    place.write("utf8kit.toml", "");
    let both = place.run(["check"]);
    assert_eq!(both.code, Some(2));
    assert!(
        both.err
            .starts_with("utf8: .utf8kit.toml: utf8kit.toml is beside it: "),
        "{}",
        both.err
    );
    // The name of earlier versions.
    std::fs::remove_file(place.path().join("utf8kit.toml")).unwrap();
    std::fs::rename(place.path().join(".utf8kit.toml"), place.path().join("utf8.toml")).unwrap();
    assert_eq!(place.run(["check"]).code, Some(1));
}

/// A file that came with the code of others is named, with what can be done about it.
#[test]
fn a_configuration_with_unknown_keys_is_an_error_that_says_what_to_do() {
    let place = Place::new();
    place.write("a", b"\xFF");
    place.write("vendor/lib/utf8kit.toml", "exclude = []\nwide = true\n");
    for name in ["vendor/lib/b", "vendor/lib/deep/c"] {
        place.write(name, b"\xFF");
    }
    for verb in ["check", "detect"] {
        let ran = place.run([verb]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.text().contains("a"), "{}", ran.text());
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        for part in [
            "vendor/lib/utf8kit.toml:2:1: ",
            "`wide`",
            "skipped",
            "`exclude`",
            "--no-config",
        ] {
            assert!(ran.err.contains(part), "{part}: {}", ran.err);
        }
        let named = place.run([verb, "vendor/lib/deep"]);
        assert_eq!((named.code, named.text()), (Some(2), ""));
        assert!(
            named.err.contains("utf8kit.toml:2:1: ") && named.err.contains("--no-config"),
            "{}",
            named.err
        );
        assert!(place.run([verb, "--no-config"]).err.is_empty());
    }
    place.write("utf8kit.toml", "exclude = [\"vendor/lib\"]\n");
    let ran = place.run(["check"]);
    assert_eq!((ran.code, &*ran.err), (Some(1), ""));
}
