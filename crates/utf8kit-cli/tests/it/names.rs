//! Names of files and directories: `check --names` and `fix --names`.

use crate::common::{Place, finish, utf8, wait_until};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn path(bytes: impl AsRef<[u8]>) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(bytes.as_ref()))
}

/// Makes files of these names, below `tree`. A name that ends with `/` is that of a directory.
fn tree(names: &[&[u8]]) -> Place {
    let place = Place::new();
    fs::create_dir(place.path().join("tree")).unwrap();
    for (i, name) in names.iter().enumerate() {
        let at = place.path().join("tree").join(path(name));
        match name.ends_with(b"/") {
            true => fs::create_dir_all(at).unwrap(),
            false => {
                fs::create_dir_all(at.parent().unwrap()).unwrap();
                fs::write(at, format!("file {i}")).unwrap();
            }
        }
    }
    place
}

/// What is below a directory: contents of files, targets of links.
fn contents(root: &Path) -> BTreeMap<Vec<u8>, String> {
    let mut found = BTreeMap::new();
    let mut left = vec![root.to_owned()];
    while let Some(directory) = left.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let at = entry.unwrap().path();
            let kind = at.symlink_metadata().unwrap().file_type();
            let what = if kind.is_symlink() {
                format!("-> {:?}", fs::read_link(&at).unwrap())
            } else if kind.is_dir() {
                left.push(at.clone());
                "directory".to_owned()
            } else {
                String::from_utf8(fs::read(&at).unwrap()).unwrap()
            };
            let name = at.strip_prefix(root).unwrap().as_os_str().as_bytes();
            found.insert(name.to_vec(), what);
        }
    }
    found
}

fn names(place: &Place) -> Vec<String> {
    let names = contents(&place.path().join("tree")).into_keys();
    names
        .map(|name| String::from_utf8_lossy(&name).into_owned())
        .collect()
}

/// Runs what `fix` printed.
fn undo(place: &Place, script: &[u8]) {
    let script = place.write("undo.sh", script);
    let ran = Command::new("bash")
        .arg(script)
        .current_dir("/")
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && err.is_empty(), "{err}");
}

/// `kind name` of what is found below `tree`.
fn found(place: &Place) -> Vec<String> {
    let ran = place.run(["check", "--select", "names", "--format", "json", "tree"]);
    let findings = ran.findings();
    assert_eq!(ran.code, Some(i32::from(!findings.is_empty())), "{}", ran.err);
    let shown = |finding: &Value| {
        let path = finding["path"].as_str().unwrap();
        let name = path.strip_prefix("tree/").unwrap();
        format!("{} {name}", finding["kind"].as_str().unwrap())
    };
    findings.iter().map(shown).collect()
}

const FRENCH: [&[u8]; 12] = [
    b"Les \xE9l\xE8ves fran\xE7ais \xE0 l'\xE9cole.txt",
    b"No\xEBl \xE0 la plage/d\xE9j\xE0 pr\xEAts.txt",
    b"\xC9t\xE9 indien.txt",
    b"Ch\xE2teau de la for\xEAt.txt",
    b"Gar\xE7ons et fr\xE8res.txt",
    b"R\xE9ponse du m\xE9decin \xE0 la lettre re\xE7ue.txt",
    b"Le probl\xE8me des ann\xE9es pass\xE9es.txt",
    b"Caf\xE9 cr\xE8me et g\xE2teau.txt",
    b"H\xF4tel pr\xE8s de la gare, d\xE9tails.txt",
    b"Mod\xE8le de contrat sign\xE9.txt",
    b"Th\xE9\xE2tre et op\xE9ra, programme g\xE9n\xE9ral.txt",
    b"D\xE9claration d'imp\xF4ts compl\xE8te.txt",
];

/// Names of a tree, what is found, and what the names become.
type Tree<'t> = (&'t [&'t [u8]], &'t [&'t str], &'t [&'t str]);

const TREES: &[Tree<'_>] = &[
    (
        &[
            "Fotos de S\u{C3}\u{A3}o Paulo/Pra\u{C3}\u{A7}a da S\u{C3}\u{A9}.txt".as_bytes(),
            b"plain.txt",
        ],
        &[
            "double-encoded Fotos de SÃ£o Paulo",
            "double-encoded Fotos de SÃ£o Paulo/PraÃ§a da SÃ©.txt",
        ],
        &[
            "Fotos de São Paulo",
            "Fotos de São Paulo/Praça da Sé.txt",
            "plain.txt",
        ],
    ),
    (
        &["\u{D0}\u{9F}\u{D1}\u{80}\u{D0}\u{B8}\u{D0}\u{B2}\u{D0}\u{B5}\u{D1}\u{82}".as_bytes()],
        &["double-encoded \u{D0}\u{9F}\u{D1}\u{80}\u{D0}\u{B8}\u{D0}\u{B2}\u{D0}\u{B5}\u{D1}\u{82}"],
        &["Привет"],
    ),
    // UTF-8 that was unpacked as IBM437.
    (
        &["S├╢ren und Bj├╢rn.txt".as_bytes()],
        &["double-encoded S├╢ren und Bj├╢rn.txt"],
        &["Sören und Björn.txt"],
    ),
    // Encoded twice, and decomposed: the directory too.
    (
        &["Jose\u{CC}\u{81} y Mari\u{CC}\u{81}a".as_bytes()],
        &["double-encoded Jose\u{CC}\u{81} y Mari\u{CC}\u{81}a"],
        &["Jose\u{301} y Mari\u{301}a"],
    ),
    (
        &["photo\u{202E}gpj.exe".as_bytes()],
        &["bidi photo\u{202E}gpj.exe"],
        &["photo\u{202E}gpj.exe"],
    ),
    (
        &[
            "report\u{202A}.pdf\u{202C}".as_bytes(),
            "\u{200E}copied.cer".as_bytes(),
        ],
        &["bidi report\u{202A}.pdf\u{202C}", "invisible \u{200E}copied.cer"],
        &["report\u{202A}.pdf\u{202C}", "\u{200E}copied.cer"],
    ),
    (
        &[
            "pass\u{200B}word".as_bytes(),
            "node\u{FEFF}.js".as_bytes(),
            "a\u{E0061}b".as_bytes(),
        ],
        &[
            "invisible a\u{E0061}b",
            "invisible node\u{FEFF}.js",
            "invisible pass\u{200B}word",
        ],
        &["a\u{E0061}b", "node\u{FEFF}.js", "pass\u{200B}word"],
    ),
    (
        &[b"a\nb", b"esc\x1B[2Jape", "x\u{85}y".as_bytes()],
        &["control a\nb", "control esc\x1B[2Jape", "control x\u{85}y"],
        &["a\nb", "esc\x1B[2Jape", "x\u{85}y"],
    ),
    (
        &["cafe\u{301}/e\u{301}te\u{301}.txt".as_bytes()],
        &[
            "decomposed cafe\u{301}",
            "decomposed cafe\u{301}/e\u{301}te\u{301}.txt",
        ],
        &["cafe\u{301}", "cafe\u{301}/e\u{301}te\u{301}.txt"],
    ),
    // A name that was cut at some number of bytes.
    (
        &[b"na\xC3\xAFve et d\xC3\xA9j\xC3"],
        &["ill-formed naïve et déj\u{FFFD}"],
        &["naïve et déj\u{FFFD}"],
    ),
];

#[test]
fn names_are_found_and_repaired_and_the_undo_restores_them() {
    for (names_before, expected, after) in TREES {
        let place = tree(names_before);
        let root = place.path().join("tree");
        let before = contents(&root);
        assert_eq!(found(&place), *expected);
        let ran = place.run(["fix", "--names", "tree"]);
        assert_eq!(names(&place), *after, "{}", ran.err);
        let again = place.run(["fix", "--names", "tree"]);
        assert!(again.text().starts_with("# Nothing renamed"), "{}", again.text());
        assert_eq!(again.code, ran.code, "what is left is the same");
        undo(&place, &ran.out);
        assert_eq!(contents(&root), before);
    }
}

#[test]
fn right_names_are_silent() {
    let right: &[&[&str]] = &[
        &["SÃO PAULO", "AÇÃO", "Ã", "IRMÃ DE JOÃO.txt", "MAÇÃ"],
        &[
            "👩\u{200D}🚀.txt",
            "❤\u{FE0F}.png",
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        ],
        &["می\u{200C}خواهم.txt", "کتاب\u{200C}ها"],
        &[
            "שלום.txt",
            "שלום\u{200F} 2026.txt",
            "مرحبا.txt",
            "\u{200E}العربية",
        ],
        &["한국어.txt", "Tiếng Việt/Nguyễn Thị Ánh.txt", "đường"],
        &["東京都/渋谷区.txt", "北京.md", "ひらがな", "カタカナ"],
        &[
            "a b  c.txt",
            " leading",
            "trailing ",
            "it's \"quoted\" $HOME `x`",
            "-rf",
            "~",
            "#x#",
        ],
        &[".git/caf\u{C3}\u{A9}", ".hidden", "..."],
        &["caf%C3%A9.txt", "a%20b", "%C3%83%C2%A9", "=?UTF-8?Q?caf=C3=A9?="],
        &[
            "Ελληνικά",
            "Русский текст.txt",
            "Łódź – Kraków.txt",
            "Þór á Íslandi",
            "naïve café",
            "Ünïcödé",
            "½ €",
        ],
    ];
    for names in right {
        let names: Vec<_> = names.iter().map(|name| name.as_bytes()).collect();
        let place = tree(&names);
        assert_eq!(found(&place), [] as [&str; 0]);
        let before = contents(&place.path().join("tree"));
        let ran = place.run(["fix", "--names", "tree"]);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""));
        assert_eq!(contents(&place.path().join("tree")), before);
    }
}

#[test]
fn the_names_of_a_tree_decide_about_their_encoding() {
    let place = tree(&FRENCH);
    let root = place.path().join("tree");
    // One short name leaves a doubt, and is told.
    let one = tree(&[b"caf\xE9"]);
    assert_eq!(found(&one), ["ill-formed caf\u{FFFD}"]);
    let ran = one.run(["fix", "--names", "tree"]);
    assert_eq!(
        (ran.code, ran.text()),
        (Some(1), "# Nothing renamed: 2 names, 1 finding left\n")
    );
    assert!(
        ran.err.contains(r"tree/caf\xE9: ill-formed: ") && ran.err.contains("`café`"),
        "{}",
        ran.err
    );
    // Beside others, it is as they are; one that would be nonsense as they are is left.
    place.write(path(b"tree/d/caf\xE9"), "");
    place.write(path(b"tree/\xCF\xF0\xE8\xE2\xE5\xF2 \xE2\xF1\xE5\xEC.txt"), "");
    let before = contents(&root);
    let ran = place.run(["fix", "--names", "tree"]);
    assert_eq!(ran.code, Some(1));
    assert!(root.join("d/café").exists() && root.join("Noël à la plage/déjà prêts.txt").exists());
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(
        ran.err.starts_with(r"utf8: tree/\xCF\xF0\xE8\xE2\xE5\xF2 "),
        "{}",
        ran.err
    );
    undo(&place, &ran.out);
    assert_eq!(contents(&root), before);
}

#[test]
fn from_names_the_encoding() {
    let place = tree(&[
        b"caf\xE9",
        b"\x8Eq\xE9",
        "été".as_bytes(),
        b"d\xE9j\xE0/vu\xE9.txt",
    ]);
    let ran = place.run(["fix", "--names", "--from=ISO-8859-1", "tree"]);
    // `8E` is a control in ISO-8859-1.
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert_eq!(
        names(&place),
        ["café", "déjà", "déjà/vué.txt", "\u{FFFD}q\u{FFFD}", "été"]
    );
    assert!(
        ran.text()
            .contains(r"# tree/caf\xE9: renamed to café (from ISO-8859-1)"),
        "{}",
        ran.text()
    );
    let place = tree(&[b"\x8F\xE0\xA8\xA2\xA5\xE2.txt"]);
    assert_eq!(place.run(["fix", "--names", "-f", "cp866", "tree"]).code, Some(0));
    assert_eq!(names(&place), ["Привет.txt"]);
    // Nothing becomes the separator of a path.
    let place = tree(&[b"a\xC1b"]);
    let ran = place.run(["fix", "--names", "-f", "IBM037", "tree"]);
    assert_eq!(
        (ran.code, names(&place)),
        (Some(1), vec!["a\u{FFFD}b".to_owned()]),
        "{}",
        ran.err
    );
}

#[test]
fn decomposed_names_are_composed_when_that_is_selected() {
    let place = tree(&[
        "cafe\u{301}/e\u{301}te\u{301}.txt".as_bytes(),
        "S\u{C3}\u{A3}o Paulo".as_bytes(),
    ]);
    let before = contents(&place.path().join("tree"));
    assert_eq!(
        place.run(["fix", "--names", "tree", "--select", "not-nfc"]).code,
        Some(0)
    );
    assert_eq!(names(&place), ["S\u{C3}\u{A3}o Paulo", "café", "café/été.txt"]);
    let place = tree(&[
        "cafe\u{301}/e\u{301}te\u{301}.txt".as_bytes(),
        "S\u{C3}\u{A3}o Paulo".as_bytes(),
    ]);
    let ran = place.run(["fix", "--names", "--select=default,not-nfc", "tree"]);
    assert_eq!(names(&place), ["São Paulo", "café", "café/été.txt"]);
    undo(&place, &ran.out);
    assert_eq!(contents(&place.path().join("tree")), before);
}

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
