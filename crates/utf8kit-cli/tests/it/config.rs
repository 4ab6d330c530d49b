//! `utf8 config`: the configuration of a path and where it is from; and configurations that cannot be read.

use crate::common::{Place, Ran, finish, native, utf8};

/// Runs the command with an environment variable.
fn run_with(place: &Place, variable: (&str, &str), args: &[&str]) -> Ran {
    let mut command = utf8();
    command
        .args(args)
        .current_dir(place.path())
        .env(variable.0, variable.1);
    finish(command, b"")
}

#[test]
fn each_value_says_where_it_is_from() {
    let place = Place::new();
    place.write(
        "utf8kit.toml",
        "exclude = [\"vendor\",\n  \"/build\"]\nignore = [\"nul\"]\n[levels]\nill-formed = \"note\"\n",
    );
    let own = "\nbidi = \"all\"\n[signature]\nforbidden = [\"*.x\"]\n[[files]]\nglob = [\"*.s\"]\nencoding = \"UTF-16LE\"\n";
    place.write("team/utf8kit.toml", own);
    let shown = |args: &[&str]| {
        let ran = place.run([&["config"], args].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        ran.text().to_owned()
    };
    let text = shown(&[
        "team/x.s",
        "--level=nul=note",
        "--select=default",
        "--ignore=names",
    ]);
    for line in [
        &native("# From team/utf8kit.toml"),
        "select = [\"default\"]  # --select",
        "ignore = [\"names\"]  # --ignore",
        &native("bidi = \"all\"  # team/utf8kit.toml:2"),
        "exclude = []  # default",
        "nul = \"note\"  # --level",
        "ill-formed = \"note\"  # utf8kit.toml:5",
        &native("forbidden = [\"*.x\"]  # team/utf8kit.toml:4"),
        &native("[[files]]  # team/utf8kit.toml:5"),
        "#     \"vendor\",  # utf8kit.toml:1",
        "#     \"/build\",  # utf8kit.toml:2",
        "# format = human  # default",
    ] {
        assert!(text.contains(&format!("{line}\n")), "{line}: {text}");
    }
    assert!(
        text.contains("# For team/x.s: ill-formed, ") && text.contains(" in UTF-16LE\n"),
        "{text}"
    );
    let text = shown(&[
        "--as=UTF-16BE",
        "--signature=require",
        "--bidi=unpaired",
        "--ignore=hidden-data,names",
    ]);
    for line in [
        "select = [\"default\"]  # default",
        "bidi = \"unpaired\"  # --bidi",
        "required = [\"**\"]  # --signature",
        "[[files]]  # --as",
    ] {
        assert!(text.contains(&format!("{line}\n")), "{line}: {text}");
    }
    assert!(text.contains("  # utf8kit.toml:3, --ignore\n"), "{text}");
    assert!(shown(&["--no-config"]).starts_with("# Built in: "));
}

#[test]
fn the_configuration_is_that_of_the_path() {
    let place = Place::new();
    place.write("sub/utf8kit.toml", "ignore = [\"nul\"]\n");
    place.write("sub/f.txt", "");
    let shown = |path: &str| {
        let ran = place.run(["config", path]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        ran.text().to_owned()
    };
    let directory = shown("sub");
    assert!(
        directory.starts_with(&native("# From sub/utf8kit.toml\n# Rules: ill-formed, ")),
        "{directory}"
    );
    assert!(
        directory.contains(&native("\nignore = [\"nul\"]  # sub/utf8kit.toml:1\n")),
        "{directory}"
    );
    // Also of a file that is not there.
    for file in ["sub/f.txt", "sub/none"] {
        let shown = shown(file);
        assert!(shown.contains(&format!("# For {file}: ill-formed, ")), "{shown}");
    }
    assert!(!shown(".").starts_with("# From "));
    place.write("sub/utf8kit.toml", "[signature]\nforbiden = []\n");
    let ran = place.run(["config", "sub"]);
    let message =
        native("utf8: sub/utf8kit.toml:2:1: no key is called `forbiden`; did you mean `forbidden`?\n");
    assert_eq!((ran.code, ran.err), (Some(2), message));
}

#[test]
fn the_environment_has_the_format_and_the_colors() {
    let place = Place::new();
    place.write("a.txt", b"x\xFFy\n");
    let format = ("UTF8KIT_FORMAT", "concise");
    let check = |args: &[&str]| {
        run_with(&place, format, &[&["check"], args].concat())
            .text()
            .to_owned()
    };
    assert!(check(&["."]).starts_with("a.txt:1:2: ill-formed: "));
    assert!(check(&["--format=json", "."]).starts_with('{'));
    // It is no flag that contradicts others.
    assert_eq!(check(&["-l", "."]), "a.txt\n");
    assert_eq!(check(&["-q", "."]), "");
    assert!(check(&["--statistics", "."]).contains("ill-formed"));
    let diff = run_with(&place, format, &["fix", "--diff", "--on-error=replace", "a.txt"]);
    assert!(diff.text().starts_with("--- "), "{} {}", diff.text(), diff.err);
    let shown = run_with(&place, format, &["config"]);
    assert!(
        shown
            .text()
            .ends_with("\n# format = concise  # UTF8KIT_FORMAT\n# color = auto  # default\n")
    );
    let color = ("UTF8KIT_COLOR", "always");
    for args in [&["check", "."][..], &["inspect", "--text=a"]] {
        assert!(run_with(&place, color, args).text().contains('\x1B'), "{args:?}");
        let never = [args, &["--color=never"]].concat();
        assert!(
            !run_with(&place, color, &never).text().contains('\x1B'),
            "{args:?}"
        );
    }
    for (name, args) in [
        ("FORMAT", &["check", "."][..]),
        ("FORMAT", &["fix", "."]),
        ("COLOR", &["inspect", "--text=a"]),
    ] {
        let ran = run_with(&place, (&format!("UTF8KIT_{name}"), "auot\u{1B}"), args);
        let begin = format!("utf8: the environment variable UTF8KIT_{name}: expected one of ");
        assert!(ran.code == Some(2) && ran.err.starts_with(&begin), "{}", ran.err);
        assert!(!ran.err.contains('\x1B'), "{}", ran.err);
    }
    // An empty one is none.
    assert_eq!(
        run_with(&place, ("UTF8KIT_FORMAT", ""), &["check", "-q", "."]).code,
        Some(1)
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
