//! What is found in names, and what they become.

use super::{FRENCH, contents, found, names, path, tree, undo};

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
