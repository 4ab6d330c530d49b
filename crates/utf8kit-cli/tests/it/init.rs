//! `utf8 init`: a configuration for a tree, by what is found in it.

use crate::common::{Place, native};

/// Returns a tree with findings of every kind.
fn tree() -> Place {
    let place = Place::new();
    for path in [
        "src/main.c",
        "vendor/lib/a.c",
        "vendor/lib/b.c",
        "src/third_party/[x]/c.c",
        "tests/data/bad.txt",
        "tests/testdata/deep/bad.txt",
        "web/a.min.js",
    ] {
        place.write(path, b"x\xFFy\n");
    }
    for path in ["ui/a.strings", "ui/b.strings", "an.txt"] {
        place.write(path, b"\xFF\xFEa\0b\0\n\0");
    }
    place.write("fine.txt", "fine\n");
    place
}

#[test]
fn what_is_proposed_leaves_what_remains() {
    let place = tree();
    let printed = place.run(["init"]);
    assert_eq!((printed.code, &*printed.err), (Some(0), ""));
    for part in [
        "# Proposed by `utf8 init`, which checked 11 files.\n# 10 findings in 10 files: 7 ill-formed, 3 other-encoding.\n",
        "    \"*.min.js\",  # 1 finding in 1 file: 1 ill-formed\n",
        "    \"/vendor\",  # 2 findings in 2 files: 2 ill-formed\n",
        "    \"/src/third_party\",  # 1 finding",
        "# 1 finding in 1 file: 1 ill-formed remain for you",
        "[[files]]\nglob = [\"/tests/data/**\"]\nignore = [\"ill-formed\"]\n",
        "[[files]]\nglob = [\"/tests/testdata/**\"]\nignore = [\"ill-formed\"]\n",
        // Of the files *.txt, only one is in UTF-16.
        "[[files]]\nglob = [\"*.strings\", \"/an.txt\"]\nencoding = \"UTF-16LE\"\n",
    ] {
        assert!(printed.text().contains(part), "{part}: {}", printed.text());
    }
    assert!(!place.names().contains(&"utf8kit.toml".to_owned()));
    let wrote = place.run(["init", "--write"]);
    assert_eq!(
        (wrote.code, wrote.text()),
        (Some(0), "Wrote utf8kit.toml\n"),
        "{}",
        wrote.err
    );
    let written = std::fs::read_to_string(place.path().join("utf8kit.toml")).unwrap();
    assert_eq!(written, printed.text());
    let checked = place.run(["check", "--format=concise"]);
    assert!(
        checked.text().starts_with(&native("src/main.c:1:2: ill-formed")),
        "{}",
        checked.text()
    );
    assert!(
        checked.text().contains("1 finding in 1 of 8 files") || checked.text().lines().count() == 1,
        "{}",
        checked.text()
    );
    // What is there now, counts.
    let again = place.run(["init"]);
    assert!(
        again
            .text()
            .contains("# utf8kit.toml is there, and counts already"),
        "{}",
        again.text()
    );
    assert!(!again.text().contains("[[files]]"), "{}", again.text());
}

#[test]
fn a_clean_tree_needs_none() {
    let place = Place::new();
    place.write("sub/a.txt", "a\n");
    let ran = place.run(["init", "sub"]);
    assert!(
        ran.text().contains("No findings: nothing needs a configuration."),
        "{}",
        ran.text()
    );
    let ran = place.run(["init", "--write", "sub"]);
    assert_eq!(ran.text(), native("Wrote sub/utf8kit.toml\n"));
    assert_eq!(place.run(["check", "."]).code, Some(0));
}

#[test]
fn nothing_is_overwritten() {
    for (name, text) in [
        ("utf8kit.toml", "ignore = []\n"),
        (".utf8kit.toml", ""),
        ("pyproject.toml", "[tool.utf8kit]\n"),
    ] {
        let place = Place::new();
        let path = place.write(name, text);
        let ran = place.run(["init", "--write"]);
        assert_eq!((ran.code, ran.text()), (Some(2), ""), "{name}");
        assert!(ran.err.contains(&format!("{name} is there")), "{}", ran.err);
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
        assert_eq!(place.names(), [name]);
    }
    // One without our table is none, and neither is one above.
    let place = Place::new();
    place.write("pyproject.toml", "[project]\n");
    place.write("sub/a.txt", "");
    assert_eq!(place.run(["init", "--write"]).code, Some(0));
    assert_eq!(
        place.run(["init", "--write", "sub"]).text(),
        native("Wrote sub/utf8kit.toml\n")
    );
}

#[test]
#[cfg(unix)]
fn links_and_odd_names_are_left_and_escaped() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    std::os::unix::fs::symlink("nowhere", place.path().join("utf8kit.toml")).unwrap();
    std::os::unix::fs::symlink(".", place.path().join("cycle")).unwrap();
    let odd = std::ffi::OsStr::from_bytes(b"\"]\n\x1B[*]{a}\\");
    place.write(std::path::Path::new(odd).join("vendor/x"), b"\xFF");
    place.write(
        std::path::Path::new(std::ffi::OsStr::from_bytes(b"\xFF")).join("vendor/x"),
        b"\xFF",
    );
    assert_eq!(place.run(["init", "--write"]).code, Some(2));
    assert!(!place.path().join("nowhere").exists());
    std::fs::remove_file(place.path().join("utf8kit.toml")).unwrap();
    let ran = place.run(["init"]);
    assert!(!ran.text().contains('\x1B'), "{}", ran.text());
    assert_eq!(place.run(["init", "--write"]).code, Some(0));
    let ran = place.run(["check", "--format=json", "."]);
    // A path that is not UTF-8 has no glob.
    assert_eq!(ran.findings().len(), 1, "{} {}", ran.text(), ran.err);
    for (wrong, message) in [
        ("none", "none: "),
        ("utf8kit.toml", "utf8kit.toml: expected a directory"),
    ] {
        let ran = place.run(["init", wrong]);
        assert!(
            ran.code == Some(2) && ran.err.starts_with(&format!("utf8: {message}")),
            "{}",
            ran.err
        );
    }
}
