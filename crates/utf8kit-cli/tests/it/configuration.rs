//! `utf8kit.toml` from the outside.

use crate::common::{Place, Ran, document, native};
#[cfg(unix)]
use utf8kit_test::skip;

fn paths(ran: &Ran) -> Vec<String> {
    let path = |finding: &serde_json::Value| finding["path"].as_str().expect("a path").to_owned();
    ran.findings().iter().map(path).collect()
}

const JSON: [&str; 3] = ["check", "--format", "json"];

/// Returns a line of `utf8 config` without the comment that says where its value is from.
fn without_origin(line: &str) -> &str {
    line.rsplit_once("  # ").map_or(line, |(value, _)| value)
}

#[test]
fn the_examples_of_the_documentation_are_valid_and_shown_the_same() {
    let (_, document) = document("docs/configuration.md");
    let place = Place::new();
    let blocks: Vec<_> = document.split("```toml\n").skip(1).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let (block, _) = block.split_once("```").expect("the block ends");
        place.write("utf8kit.toml", block);
        let shown = || {
            let ran = place.run(["config"]);
            assert_eq!(ran.code, Some(0), "{}", ran.err);
            ran.text().to_owned()
        };
        // Lines are others then, and what is the default is written.
        let values = |text: &str| text.lines().map(without_origin).collect::<Vec<_>>().join("\n");
        let first = shown();
        place.write("utf8kit.toml", &first);
        assert_eq!(values(&shown()), values(&first));
    }
}

/// Of a key with one value, that of the closest file counts.
#[test]
fn the_closest_configuration_has_the_last_word() {
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

/// Lists add, and each glob is matched from the directory of its file on.
#[test]
fn a_configuration_extends_the_one_above_it() {
    let place = Place::new();
    let above = "select = [\"nul\", \"replacement-char\"]\nbidi = \"all\"\nexclude = [\"vendor\", \"/team/skipped.txt\"]\n\
        levels = { nul = \"note\", replacement-char = \"note\" }\nsignature = { required = [\"*.csv\"], forbidden = [\"team/f.md\"] }\n\
        [[files]]\nglob = [\"team/*.golden\"]\nignore = [\"nul\"]\n[[files]]\nglob = [\"*.u16\"]\nencoding = \"UTF-16LE\"\n";
    place.write("utf8kit.toml", above);
    for name in [
        "a.txt",
        "skipped.txt",
        "vendor/a.txt",
        "a.golden",
        "deep/x.golden",
    ] {
        let replaced = if name == "a.golden" { "\u{FFFD}" } else { "" };
        place.write(format!("team/{name}"), format!("x\0y{replaced}"));
    }
    place.write("team/a.u16", b"a\0\0\xD8b\0");
    place.write("team/a.csv", "a,b\n");
    place.write("team/f.md", "\u{FEFF}x\n");
    let found = || -> Vec<String> {
        let ran = place.run(["check", "--format=json", "-j1", "team"]);
        let line = |finding: &serde_json::Value| {
            let text = |key: &str| finding[key].as_str().unwrap().to_owned();
            let path = text("path");
            format!(
                "{} {} {}",
                path.strip_prefix("team/").unwrap(),
                text("rule"),
                text("level")
            )
        };
        let mut found: Vec<_> = ran.findings().iter().map(line).collect();
        found.dedup();
        found
    };
    place.write("team/utf8kit.toml", "");
    let inherited = [
        "a.golden replacement-char note",
        "a.txt nul note",
        "deep/x.golden nul note",
    ];
    assert_eq!(found(), inherited);
    // Its own values, and its own lists beside those above.
    place.write(
        "team/utf8kit.toml",
        "select = [\"nul\", \"signature\", \"ill-formed\"]\nexclude = [\"/deep\"]\n[levels]\nnul = \"error\"\n\
         [signature]\noptional = [\"f.md\"]\n[[files]]\nglob = [\"*.golden\"]\nselect = [\"nul\"]\n",
    );
    let own = [
        "a.csv signature error",
        "a.golden nul error",
        "a.txt nul error",
        "a.u16 ill-formed error",
    ];
    assert_eq!(found(), own);
    place.write("team/utf8kit.toml", "extend = false\nselect = [\"nul\"]\n");
    let alone = [
        "a.golden",
        "a.txt",
        "deep/x.golden",
        "skipped.txt",
        "vendor/a.txt",
    ];
    let alone = alone.map(|name| format!("{name} nul error"));
    assert_eq!(found()[..], alone);
    // What is above a repository is not of it.
    place.write("team/utf8kit.toml", "select = [\"nul\"]\n");
    std::fs::create_dir(place.path().join("team/.git")).unwrap();
    assert_eq!(found()[..], alone);
}

/// Files of the same bytes are read as one, but each counts where it is. There are more than are kept in mind.
#[test]
fn equal_configurations_match_from_their_own_directories() {
    let place = Place::new();
    let directories: Vec<_> = (0..1100).map(|index| format!("{index:04}")).collect();
    for directory in &directories {
        place.write(format!("{directory}/utf8kit.toml"), "exclude = [\"/x.txt\"]\n");
        place.write(format!("{directory}/x.txt"), b"\xFF");
    }
    place.write("0000/sub/x.txt", b"\xFF");
    place.write("1099/sub/x.txt", b"\xFF");
    // The same bytes are nothing in a `pyproject.toml`, which needs a table.
    place.write("py/pyproject.toml", "exclude = [\"/x.txt\"]\n");
    place.write("py/x.txt", b"\xFF");
    let found = paths(&place.run(["check", "--format=json", "--jobs=2", "."]));
    assert_eq!(found, ["0000/sub/x.txt", "1099/sub/x.txt", "py/x.txt"]);
}

/// A baseline that several configurations name is one: what is gone is counted once.
#[test]
fn a_baseline_of_several_configurations_is_read_once() {
    let place = Place::new();
    let gone = place.write("gone.txt", b"\xFF");
    assert_eq!(place.run(["check", "--write-baseline=base", "."]).code, Some(0));
    std::fs::remove_file(gone).unwrap();
    for directory in ["a", "b", "b/c"] {
        let up = "../".repeat(directory.split('/').count());
        let text = format!("extend = false\nbaseline = \"{up}base\"\n");
        place.write(format!("{directory}/utf8kit.toml"), text);
        place.write(format!("{directory}/x.txt"), "fine\n");
    }
    let ran = place.run(["check", "."]);
    assert!(
        ran.text().contains("\n1 finding of the baseline is gone: "),
        "{}",
        ran.text()
    );
    let ran = place.run(["check", "--prune-baseline", "."]);
    assert_eq!(ran.err, "utf8: base: 1 finding removed\n");
}

#[test]
fn what_a_configuration_extends_is_shown_and_can_be_wrong() {
    let place = Place::new();
    place.write("utf8kit.toml", "exclude = [\"vendor\"]\nbaseline = \"base\"\n");
    place.write("base", "{\"utf8_baseline\":1}\n");
    place.write("a/utf8kit.toml", "ignore = [\"nul\"]\n");
    place.write("a/b/utf8kit.toml", "exclude = [\"x\"]\n");
    let shown = place.run(["config", "a/b"]);
    let text = shown.text();
    let own = text
        .find(&native(
            "# baseline: utf8kit.toml:2, see below\nexclude = [\"x\"]  # a/b/utf8kit.toml:1\n",
        ))
        .unwrap();
    let above: Vec<_> = text.match_indices("# And from ").map(|(at, _)| at).collect();
    assert_eq!(above.len(), 2, "{text}");
    assert!(
        own < above[0]
            && text[above[1]..].contains(
                "# exclude = [\"vendor\"]  # utf8kit.toml:1\n# baseline = \"base\"  # utf8kit.toml:2\n"
            )
    );
    assert!(
        text.contains(&native("\nignore = [\"nul\"]  # a/utf8kit.toml:1\n")),
        "{text}"
    );
    place.write("a/b/utf8kit.toml", "extend = 1\n");
    let ran = place.run(["check", "a/b"]);
    assert!(
        ran.err.contains(&native(
            "a/b/utf8kit.toml:1:10: extend: expected `true` or `false`, found a number"
        )),
        "{}",
        ran.err
    );
    // An error above is one of all that extend it, and is told once.
    place.write("a/b/utf8kit.toml", "");
    place.write("a/b/f.txt", b"\0");
    place.write("a/f.txt", b"\0");
    place.write("utf8kit.toml", "exclud = []\n");
    let ran = place.run(["check", "a"]);
    assert_eq!(
        (ran.code, ran.err.matches("did you mean `exclude`").count()),
        (Some(2), 1),
        "{}",
        ran.err
    );
    place.write("a/utf8kit.toml", "extend = false\n");
    assert_eq!(
        paths(&place.run(["check", "--format=json", "a"])),
        ["a/b/f.txt", "a/f.txt"]
    );
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

#[test]
fn standard_input_has_the_configuration_that_is_closest_to_its_name() {
    let place = Place::new();
    place.write("utf8kit.toml", "ignore = [\"ill-formed\"]\n");
    place.write(
        "sub/utf8kit.toml",
        "ignore = []\n[[files]]\nglob = [\"*.py\"]\nignore = [\"nul\"]\n",
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
            if name == "levels" {
                continue; // its keys are rules
            }
            table = 1 + ["signature", "files"]
                .iter()
                .position(|known| *known == name)
                .unwrap();
        } else if let Some((key, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
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
            ran.err
                .starts_with(&native("utf8: vendor/lib/utf8kit.toml: skipped: ")),
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
            &*native("vendor/lib/utf8kit.toml:2:1: "),
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

#[test]
fn a_pyproject_can_have_the_keys() {
    let place = Place::new();
    place.write("a.txt", b"\0\n");
    place.write("sub/b.txt", "\0\u{202E}\n");
    let rules = |flags: &[&str]| {
        let ran = place.run(["check", "--format=json"].iter().chain(flags));
        let rule = |finding: &serde_json::Value| finding["rule"].as_str().unwrap().to_owned();
        ran.findings().iter().map(rule).collect::<Vec<_>>()
    };
    // It says nothing of us, even if it is broken.
    for other in [
        "[tool.ruff]\nline-length = 9\n",
        "[tool.ruff\n",
        "tool = 3 # utf8kit\n",
    ] {
        place.write("pyproject.toml", other);
        assert_eq!(rules(&[]), ["nul", "nul", "bidi-control"], "{other}");
    }
    place.write(
        "pyproject.toml",
        "[project]\nname = \"x\"\n\n[tool.utf8kit]\nignore = [\"nul\"]\n",
    );
    assert_eq!(rules(&[]), ["bidi-control"]);
    assert_eq!(rules(&["--no-config"]), ["nul", "nul", "bidi-control"]);
    assert_eq!(rules(&["--config=pyproject.toml", "a.txt"]), [""; 0]);
    let shown = place.run(["config", "sub"]);
    assert!(shown.text().starts_with("# From "), "{}", shown.text());
    assert!(shown.text().contains("pyproject.toml\n"), "{}", shown.text());
    // One below extends it, and a file of our own beside it wins.
    place.write("sub/utf8kit.toml", "ignore = [\"bidi-control\"]\n");
    assert_eq!(rules(&["sub"]), ["nul"]);
    place.write(".utf8kit.toml", "ignore = [\"bidi-control\"]\n");
    assert_eq!(rules(&["a.txt"]), ["nul"]);
}

#[test]
fn errors_in_a_pyproject_name_the_place() {
    let place = Place::new();
    place.write("a.txt", "a\n");
    for (text, message) in [
        (
            "[tool.utf8kit]\nselct = []\n",
            "pyproject.toml:2:1: no key is called `selct`; did you mean `select`?",
        ),
        (
            "[tool]\nutf8kit = 3\n",
            "pyproject.toml:2:11: utf8kit: expected a table: `[tool.utf8kit]`, found a number",
        ),
        ("[tool.utf8kit\n", "pyproject.toml:1:"),
    ] {
        place.write("pyproject.toml", text);
        let ran = place.run(["check"]);
        assert_eq!(ran.code, Some(2), "{text}");
        assert!(ran.err.contains(message), "{text}: {}", ran.err);
    }
    place.write("pyproject.toml", "[project]\n");
    let ran = place.run(["check", "--config=pyproject.toml"]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        ran.err,
        "utf8: pyproject.toml: it has no table `[tool.utf8kit]`\n"
    );
}

#[test]
fn more_directories_than_are_kept_have_their_configurations() {
    let place = Place::new();
    place.write("utf8kit.toml", "ignore = [\"bidi-control\"]\n");
    place.write("other/utf8kit.toml", "[package]\nname = \"other\"\n");
    for index in 0..1100 {
        let nested = if index % 2 == 0 {
            "ignore = [\"nul\"]\n"
        } else {
            "bidi = \"all\"\n"
        };
        place.write(format!("d{index}/utf8kit.toml"), nested);
        place.write(format!("d{index}/a.txt"), "\0\u{202E}\n");
        place.write(format!("other/{index}/a.txt"), "\0\u{202E}\n");
    }
    let ran = place.run(["check", "-j1", "--format=json", "--statistics"]);
    assert_eq!(
        ran.err.matches("it is the file of another program").count(),
        1,
        "{}",
        ran.err
    );
    let last: serde_json::Value = serde_json::from_str(ran.text().lines().last().unwrap()).unwrap();
    assert_eq!(last["summary"]["findings"], 1100 + 1100);
    assert_eq!(last["summary"]["files"], 2200 + 1102);
}

#[test]
fn the_schema_knows_the_keys() {
    let place = Place::new();
    let schema = place.run(["--generate", "schema"]);
    let (path, in_tree) = document("docs/utf8kit.schema.json");
    if std::env::var_os("UTF8_UPDATE_SCREENS").is_some() {
        std::fs::write(path, schema.text()).unwrap();
    } else {
        assert_eq!(in_tree, schema.text(), "write it anew with UTF8_UPDATE_SCREENS=1");
    }
    let schema: serde_json::Value = serde_json::from_str(schema.text()).unwrap();
    let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    // What it has, the command takes, and what the command takes, it has.
    let of_file = keys(&schema["properties"]);
    place.write("utf8kit.toml", "extend = true\nzzz = 1\n");
    let ran = place.run(["check"]);
    let named: Vec<_> = of_file.iter().map(|key| format!("`{key}`")).collect();
    let taken = ran
        .err
        .split_once("expected one of ")
        .unwrap()
        .1
        .lines()
        .next()
        .unwrap();
    let mut taken: Vec<_> = taken
        .split(' ')
        .map(|key| key.trim_end_matches(',').to_owned())
        .filter(|key| key.starts_with('`'))
        .collect();
    taken.sort();
    assert_eq!(named, taken);
    assert_eq!(
        schema["properties"]["levels"]["properties"]
            .as_object()
            .unwrap()
            .len(),
        utf8kit_lint::Rule::ALL.len()
    );
    let selected = schema["properties"]["select"]["items"]["enum"]
        .as_array()
        .unwrap();
    assert!(selected.contains(&"default".into()) && selected.contains(&"unused-allow".into()));
    assert_eq!(
        keys(&schema["properties"]["signature"]["properties"]),
        ["forbidden", "optional", "required"]
    );
    let files = &schema["properties"]["files"]["items"];
    assert_eq!(
        keys(&files["properties"]),
        ["encoding", "glob", "ignore", "lines", "select"]
    );
}

/// On Windows, too: a configuration means the same everywhere.
#[test]
fn a_backslash_escapes_in_globs() {
    let place = Place::new();
    place.write("utf8kit.toml", "exclude = ['a\\[b].txt', 'sub\\c.txt']\n");
    for name in ["a[b].txt", "ab.txt", "sub/c.txt"] {
        place.write(name, b"\xFF");
    }
    assert_eq!(paths(&place.run(JSON)), ["ab.txt", "sub/c.txt"]);
}
