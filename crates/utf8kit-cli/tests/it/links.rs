//! Links from places to files on terminals (OSC 8).

use crate::common::{Place, in_url};

const BEGIN: &str = "\x1B]8;;";

#[test]
fn places_are_links_where_the_output_has_colors() {
    let place = Place::new();
    place.write("a b.txt", b"x\n\xE4\xB8\xADy\xFFz\n");
    let check = |args: &[&str]| {
        let ran = place.run([&["check"], args, &["."]].concat());
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        ran.text().to_owned()
    };
    let always = ["--color=always", "--hyperlinks=x://{path}?{line},{column}"];
    // On macOS, the directory for temporary files is a link. On Windows, this would be a path that is not shown.
    let root = match cfg!(windows) {
        true => in_url(place.path()),
        false => in_url(&place.path().canonicalize().unwrap()),
    };
    let linked = check(&always);
    let begin = format!("{BEGIN}x://{root}/a%20b.txt?2,3\x1B\\\x1B[1ma b.txt:2:3\x1B[0m{BEGIN}\x1B\\: ");
    assert!(linked.starts_with(&begin), "{linked:?}");
    // Without the links it is what it is otherwise.
    let mut plain = String::new();
    for (index, part) in linked.split(BEGIN).enumerate() {
        plain += if index == 0 {
            part
        } else {
            part.split_once("\x1B\\").unwrap().1
        };
    }
    assert_eq!(plain, check(&["--color=always"]));
    for args in [
        &["--color=always", "--hyperlinks=none"][..],
        &["--color=always", "-z", always[1]],
        &["--color=never", always[1]],
        &[always[1]],
        &["--format=concise", always[1], always[0]],
    ] {
        assert!(!check(args).contains(BEGIN), "{args:?}");
    }
    let file = check(&["--color=always", "--hyperlinks=file"]);
    assert!(
        file.starts_with(&format!("{BEGIN}file://")) && file.contains(&format!("{root}/a%20b.txt\x1B\\"))
    );
}

#[test]
fn the_environment_turns_links_off_and_a_wrong_format_is_named() {
    let place = Place::new();
    place.write("a.txt", b"\xFF");
    let mut command = crate::common::utf8();
    command
        .args(["check", "--hyperlinks=file", "."])
        .current_dir(place.path());
    command
        .env("NO_COLOR", "1")
        .env("FORCE_HYPERLINK", "1")
        .env("TERM", "xterm-kitty");
    assert!(!crate::common::finish(command, b"").text().contains(BEGIN));
    let ran = place.run(["check", "--hyperlinks=x://{path}{lin}", "."]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err
            .contains("expected {path}, {line}, {column} or {host}, found {lin}"),
        "{}",
        ran.err
    );
}

/// Whatever the name of a file is, its link ends where it should.
#[test]
#[cfg(unix)]
fn names_of_files_cannot_write_to_the_terminal() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let name = std::ffi::OsStr::from_bytes(b"a\x1B\\\x1B]0;x\x07\xC2\x9C\n;b");
    place.write(name, b"\xFF");
    let ran = place.run(["check", "--color=always", "--hyperlinks=file", "."]);
    let text = ran.text();
    let (_, link) = text.split_once(BEGIN).unwrap();
    let (url, _) = link.split_once("\x1B\\").unwrap();
    assert!(url.ends_with("/a%1B%5C%1B%5D0%3Bx%07%C2%9C%0A%3Bb"), "{url:?}");
    assert_eq!(text.matches("\x1B]").count(), 2, "{text:?}");
    assert!(!text.contains('\x07') && !text.contains('\u{9C}'), "{text:?}");
}
