//! Help: for each verb, as wide as the terminal, and what was meant by a misspelt verb.

use crate::common::{Place, finish, utf8};

const VERBS: [&str; 10] = [
    "check", "fix", "detect", "convert", "inspect", "count", "config", "init", "explain", "server",
];

#[test]
fn help_verb_prints_what_verb_help_prints() {
    let place = Place::new();
    for verb in VERBS {
        let by_verb = place.run(["help", verb]);
        assert_eq!(by_verb.code, Some(0), "{verb}: {}", by_verb.err);
        assert_eq!(by_verb.text(), place.run([verb, "--help"]).text());
        assert!(by_verb.text().contains(&format!("Usage: utf8 {verb}")));
    }
    let all = place.run(["help"]);
    assert_eq!((all.code, all.text()), (Some(0), place.run(["--help"]).text()));
    for verb in VERBS.into_iter().chain(["help"]) {
        assert!(all.text().contains(&format!("\n  {verb} ")), "{}", all.text());
    }
}

#[test]
fn the_version_names_that_of_unicode() {
    let place = Place::new();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(place.run(["-V"]).text(), format!("utf8 {version}\n"));
    let long = format!("utf8 {version}\nUnicode 17.0.0");
    assert!(place.run(["--version"]).text().starts_with(&long));
}

#[test]
fn a_misspelt_verb_is_corrected() {
    let place = Place::new();
    for args in [&["chekc"][..], &["help", "chekc"]] {
        let ran = place.run(args);
        assert_eq!((ran.code, ran.text()), (Some(2), ""));
        assert!(
            ran.err.contains("'check'") && ran.err.contains("similar"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn no_line_of_help_is_wider_than_the_terminal() {
    for width in [60, 80, 100, 200] {
        for verb in VERBS.iter().map(Some).chain([None]) {
            let mut command = utf8();
            command.args(verb).arg("--help").env("COLUMNS", width.to_string());
            let ran = finish(command, b"");
            for line in ran.text().lines() {
                // A word cannot be broken.
                let is_short = line.chars().count() <= width.min(100);
                assert!(is_short, "{verb:?} in {width} columns: {line}");
            }
        }
    }
}

#[test]
fn help_that_no_terminal_shows_has_100_columns() {
    for verb in VERBS {
        let mut command = utf8();
        command.args([verb, "--help"]).env_remove("COLUMNS");
        let ran = finish(command, b"");
        let widest = ran.text().lines().map(|line| line.chars().count()).max();
        assert!((80..=100).contains(&widest.unwrap_or(0)), "{verb}: {widest:?}");
    }
}

#[test]
fn the_help_of_fix_has_no_flag_that_it_refuses() {
    let place = Place::new();
    let help = place.run(["fix", "--help"]);
    place.write("a.txt", "a\n");
    let flags = [
        "--as=UTF-8",
        "-z",
        "--write-baseline=b",
        "--prune-baseline",
        "--since=HEAD",
        "--staged",
        "--watch",
    ];
    for flag in flags {
        let ran = place.run(["fix", flag, "a.txt"]);
        assert_eq!(ran.code, Some(2), "{flag}");
        let name = flag.split('=').next().unwrap_or(flag);
        assert!(
            ran.err.contains(name) && ran.err.contains("`utf8 check`"),
            "{}",
            ran.err
        );
        let lines = help.text().lines().filter(|line| line.starts_with("  "));
        let mut options = lines.filter_map(|line| line.split("  ").find(|part| part.starts_with('-')));
        let is_it = |option: &str| option.split([' ', ',']).any(|word| word == name);
        assert!(!options.any(is_it), "{name}: {}", help.text());
    }
}
