//! Files and directories are renamed so that nothing is lost, and that can be undone.

use super::{contents, names, path, tree, undo};
use crate::common::{Place, finish, utf8, wait_until};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn nothing_is_overwritten() {
    // The name is taken; two names would become one; a directory is taken.
    let cases: [&[&[u8]]; 3] = [
        &[b"caf\xE9.txt", "café.txt".as_bytes()],
        &[b"caf\xE9.txt", "caf\u{C3}\u{A9}.txt".as_bytes()],
        &[b"caf\xE9/inner", "café/".as_bytes()],
    ];
    for names in cases {
        let place = tree(names);
        let before = contents(&place.path().join("tree"));
        for dry in [&["--diff"][..], &[]] {
            let ran = place.run([&["fix", "--names", "-f", "ISO-8859-1", "--likely", "tree"], dry].concat());
            assert_eq!(ran.code, Some(1), "{}", ran.err);
            assert!(ran.err.contains("left: "), "{}", ran.err);
            assert_eq!(contents(&place.path().join("tree")), before);
        }
    }
}

#[test]
fn a_name_that_would_be_too_long_is_left() {
    let long = [&b"\xE9".repeat(127)[..], b"a"].concat();
    let longer = [&b"\xE9".repeat(128)[..], b"a"].concat();
    let place = tree(&[&long, &longer, &b"x".repeat(255)]);
    let ran = place.run(["fix", "--names", "-f", "latin1", "tree"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("has 257 bytes"), "{}", ran.err);
    assert_eq!(
        names(&place),
        [
            "x".repeat(255),
            "é".repeat(127) + "a",
            "\u{FFFD}".repeat(128) + "a"
        ]
    );
}

#[test]
fn hostile_names_reach_no_terminal_and_are_restored() {
    let names: [&[u8]; 12] = [
        b"-rf \xE9",
        b"a\nb\xE9/c\nd\xE9",
        b"\x1B[31mred\xE9",
        b"it's \"q\" \\ $HOME `id` $(id)\xE9",
        b"'\xE9'",
        b"\xE9;rm -rf x",
        b"\xE9\t\r\x7F\x08",
        b"\xE9 \xF0\x9F\x98",
        b" \xE9 ",
        b"~\xE9",
        b"=\xE9!!",
        b"*\xE9?[x]",
    ];
    let place = tree(&names);
    let root = place.path().join("tree");
    let before = contents(&root);
    let ran = place.run(["fix", "--names", "--from=windows-1252", "tree"]);
    for output in [ran.text(), &ran.err] {
        assert!(output.chars().all(|c| c == '\n' || !c.is_control()), "{output:?}");
    }
    assert!(root.join("-rf é").exists() && root.join("it's \"q\" \\ $HOME `id` $(id)é").exists());
    // What has controls is left.
    assert!(root.join(path(b"a\nb\xE9/c\nd\xE9")).exists());
    undo(&place, &ran.out);
    assert_eq!(contents(&root), before);
    let ran = place.run(["check", "--names", "tree"]);
    assert!(
        ran.text().chars().all(|c| c == '\n' || !c.is_control()),
        "{:?}",
        ran.text()
    );
}

#[test]
fn links_are_renamed_and_not_followed() {
    let place = tree(&[b"t\xE9/inner\xE9", b"a/"]);
    let root = place.path().join("tree");
    fs::create_dir(place.path().join("outside")).unwrap();
    place.write(path(b"outside/caf\xE9"), "");
    symlink(place.path().join("outside"), root.join(path(b"lien\xE9"))).unwrap();
    symlink(path(b"../t\xE9/inner\xE9"), root.join("a/link")).unwrap();
    symlink("nowhere", root.join("dangling")).unwrap();
    let before = contents(&root);
    let ran = place.run(["fix", "--names", "-f", "latin1", "tree"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(
        fs::read_link(root.join("lienÉ".to_lowercase())).unwrap(),
        place.path().join("outside")
    );
    assert!(place.path().join(path(b"outside/caf\xE9")).exists());
    assert_eq!(
        fs::read_link(root.join("a/link")).unwrap(),
        path(b"../t\xE9/inner\xE9")
    );
    assert_eq!(
        ran.err,
        "utf8: tree/a/link: the link leads nowhere now: what it points to was renamed\n"
    );
    undo(&place, &ran.out);
    assert_eq!(contents(&root), before);
}

#[test]
fn what_cannot_be_renamed_is_told_and_the_rest_is_renamed() {
    let place = tree(&[b"a\xE9/x\xE9", b"b/y\xE9", b"c\xE9/z\xE9"]);
    let root = place.path().join("tree");
    let nobody = 65534;
    let is_root =
        fs::metadata(place.path()).is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0);
    if is_root {
        let all = contents(place.path())
            .into_keys()
            .map(|name| place.path().join(path(name)));
        for at in all.chain([place.path().to_owned()]) {
            std::os::unix::fs::chown(at, Some(nobody), Some(nobody)).unwrap();
        }
    }
    fs::set_permissions(root.join("b"), fs::Permissions::from_mode(0o555)).unwrap();
    let mut command = utf8();
    command
        .args(["fix", "--names", "-f", "latin1", "tree"])
        .current_dir(place.path());
    if is_root {
        command.uid(nobody).gid(nobody);
    }
    let ran = finish(command, b"");
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert_eq!(
        ran.err,
        "utf8: tree/b/y\\xE9: cannot be renamed to `yé`: Permission denied\n"
    );
    assert_eq!(names(&place), ["aé", "aé/xé", "b", "b/y\u{FFFD}", "cé", "cé/zé"]);
    assert!(
        ran.text()
            .contains("# Renamed 4 of 7 names, 1 that could not be read or renamed"),
        "{}",
        ran.text()
    );
}

#[test]
fn a_run_that_is_interrupted_says_what_was_done() {
    const COUNT: usize = 3000;
    let place = Place::in_memory();
    let root = place.path().join("tree");
    fs::create_dir(&root).unwrap();
    for i in 0..COUNT {
        fs::write(
            root.join(path([format!("{i:05}").as_bytes(), b"\xE9"].concat())),
            format!("{i}"),
        )
        .unwrap();
    }
    let before = contents(&root);
    for signal in ["INT", "TERM", "HUP"] {
        let mut command = utf8();
        command
            .args(["fix", "--names", "-f", "latin1", "tree"])
            .current_dir(place.path());
        // Standard output is a pipe that nobody reads for a while: it fills, and the command waits.
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let mut out = BufReader::with_capacity(1, child.stdout.take().unwrap());
        let mut script = Vec::new();
        for _ in 0..100 {
            out.read_until(b'\n', &mut script).unwrap();
        }
        let id = child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-s", signal, &id])
                .status()
                .unwrap()
                .success()
        );
        out.read_to_end(&mut script).unwrap();
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        wait_until("the command ends", || child.try_wait().unwrap().is_some());
        let status = child.wait().unwrap();
        assert_eq!(status.code(), None, "it ends by the signal");
        let now = contents(&root);
        assert_eq!(now.len(), COUNT);
        let renamed = now
            .keys()
            .filter(|name| std::str::from_utf8(name).is_ok())
            .count();
        assert!((100..COUNT).contains(&renamed), "{renamed}");
        assert_eq!(
            err,
            format!("utf8: interrupted: {renamed} of {COUNT} names were renamed\n")
        );
        undo(&place, &script);
        assert_eq!(contents(&root), before);
    }
}

#[test]
fn without_an_output_nothing_more_is_renamed() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let place = tree(&[b"a\xE9", b"b\xE9", b"c\xE9"]);
    let before = contents(&place.path().join("tree"));
    let mut command = utf8();
    command
        .args(["fix", "--names", "-f", "latin1", "tree"])
        .current_dir(place.path());
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ran = command.stdout(full).stdin(Stdio::null()).output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert_eq!(names(&place), ["aé", "b\u{FFFD}", "c\u{FFFD}"]);
    let err = String::from_utf8(ran.stderr).unwrap();
    let commands: String = err
        .lines()
        .filter(|line| !line.starts_with("utf8:"))
        .map(|line| format!("{line}\n"))
        .collect();
    undo(&place, commands.as_bytes());
    assert_eq!(contents(&place.path().join("tree")), before);
}

#[test]
fn a_root_is_renamed_and_nothing_above_it() {
    let place = tree(&[b"d\xE9/e\xE9/f\xE9"]);
    let root = place.path().join("tree");
    let before = contents(&root);
    let mut command = utf8();
    command
        .args(["fix", "--names", "-f", "latin1"])
        .arg(path(b"d\xE9/e\xE9"))
        .current_dir(&root);
    let ran = finish(command, b"");
    assert_eq!(
        (ran.code, names(&place)),
        (
            Some(0),
            vec![
                "d\u{FFFD}".into(),
                "d\u{FFFD}/eé".into(),
                "d\u{FFFD}/eé/fé".into()
            ]
        )
    );
    undo(&place, &ran.out);
    assert_eq!(contents(&root), before);
    // `.` is what has no name, and overlapping roots are one tree.
    let mut command = utf8();
    command
        .args(["fix", "--names", "-f", "latin1", "."])
        .arg(path(b"d\xE9/e\xE9"))
        .arg(root.join(path(b"d\xE9")));
    let ran = finish(
        {
            command.current_dir(&root);
            command
        },
        b"",
    );
    assert_eq!(
        (ran.code, names(&place)),
        (Some(0), vec!["dé".into(), "dé/eé".into(), "dé/eé/fé".into()]),
        "{}",
        ran.err
    );
    undo(&place, &ran.out);
    assert_eq!(contents(&root), before);
}

#[test]
fn what_the_walk_leaves_out_is_not_renamed() {
    let place = tree(&[
        b"a\xE9",
        b".git/b\xE9",
        b".h\xE9",
        b"ignored/c\xE9",
        b"excluded/d\xE9",
        b"e\xE9/f.rs",
    ]);
    place.write("tree/.ignore", "ignored/\n");
    place.write(
        "utf8kit.toml",
        "exclude = [\"tree/excluded\"]\n[[files]]\nglob = [\"tree/e*\"]\nignore = [\"names\"]\n",
    );
    let ran = place.run(["fix", "--names", "-f", "latin1", "--hidden=no", "tree"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let now = names(&place);
    for left in [
        ".git/b\u{FFFD}",
        ".h\u{FFFD}",
        "ignored/c\u{FFFD}",
        "excluded/d\u{FFFD}",
        "e\u{FFFD}",
        "aé",
    ] {
        assert!(now.iter().any(|name| name == left), "{left}: {now:?}");
    }
}

#[test]
fn contents_are_left_alone() {
    let place = tree(&[b"a\xE9"]);
    place.write("tree/text", "caf\u{C3}\u{A9}");
    assert_eq!(
        place.run(["fix", "--names", "-f", "latin1", "tree"]).code,
        Some(0)
    );
    assert_eq!(
        fs::read(place.path().join("tree/text")).unwrap(),
        "caf\u{C3}\u{A9}".as_bytes()
    );
    for flags in [
        "--transcode",
        "--backup",
        "--on-error=drop",
        "--stdout",
        "-z",
        "--format=json",
        "-l",
        "--as=CESU-8",
    ] {
        let ran = place.run(["fix", "--names", flags, "tree"]);
        assert_eq!((ran.code, ran.text()), (Some(2), ""), "{flags}");
        assert!(
            ran.err.contains("names") || ran.err.contains("-z"),
            "{flags}: {}",
            ran.err
        );
    }
    for paths in [&["-"][..], &[]] {
        let ran = place.run([&["fix", "--names"], paths].concat());
        assert!(
            ran.code == Some(2) && ran.err.contains("name the files"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn a_directory_with_many_names_is_renamed() {
    const COUNT: usize = 5000;
    let place = Place::in_memory();
    let root = place.path().join("tree");
    fs::create_dir(&root).unwrap();
    for i in 0..COUNT {
        fs::write(root.join(format!("Pra\u{C3}\u{A7}a {i}")), "").unwrap();
    }
    let ran = place.run(["fix", "--names", "tree"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!((0..COUNT).all(|i| root.join(format!("Praça {i}")).exists()));
    assert_eq!(
        ran.text().lines().filter(|line| line.starts_with("mv ")).count(),
        COUNT
    );
}
