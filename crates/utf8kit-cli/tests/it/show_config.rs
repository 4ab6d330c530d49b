//! `--show-config` of a path, and configurations that cannot be read.

use crate::common::Place;

#[test]
fn the_configuration_is_that_of_the_path() {
    let place = Place::new();
    place.write("sub/utf8kit.toml", "ignore = [\"nul\"]\n");
    place.write("sub/f.txt", "");
    let shown = |path: &str| {
        let ran = place.run(["check", "--show-config", path]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        ran.text().to_owned()
    };
    let directory = shown("sub");
    assert!(
        directory.starts_with("# From ") && !directory.contains("\"nul\""),
        "{directory}"
    );
    let file = shown("sub/f.txt");
    assert!(file.contains("# For sub/f.txt: ill-formed, "), "{file}");
    assert!(!shown(".").starts_with("# From "));
    let ran = place.run(["check", "--show-config", ".", "sub"]);
    assert_eq!(
        (ran.code, &*ran.err),
        (Some(2), "utf8: --show-config is for one path\n")
    );
}

#[test]
fn a_configuration_in_utf_16_is_named() {
    let place = Place::new();
    for (bytes, name) in [(b"\xFE\xFF\0i", "UTF-16BE"), (b"\xFF\xFEi\0", "UTF-16LE")] {
        place.write("utf8kit.toml", bytes);
        let ran = place.run(["check"]);
        let ending = format!(
            "expected UTF-8, found the signature of {name}: convert the file with `utf8 convert -f {name}` (to run without it, use --no-config)\n"
        );
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.starts_with("utf8: utf8kit.toml:1:1: "), "{}", ran.err);
        assert!(ran.err.ends_with(&ending), "{}", ran.err);
    }
}
