//! Findings do not depend on how a text is divided, nor on which blocks without anything to examine are left out.

use std::cell::Cell;
use std::ops::ControlFlow;
use utf8kit_lint::{
    Bidi, BlockChecker, Checker, Escapes, Finding, Options, Rule, RuleSet, SignatureRule, Source, Syntax,
    blocks, check,
};
use utf8kit_test::assert_linear;

/// Text that every rule finds something in, with ill-formed sequences of each kind.
fn texts() -> Vec<Vec<u8>> {
    let trouble = b"\xC3\xA9\n\xC0\xAFa\xED\xA1\x8C\xED\xBE\xB4\xE2\x82\xAC\n\xF8\x88\x80\x80\x80\x80\x80\
        \xF0\x9F\x98\x80\xE2\x82\n\x80\x80\x80\x80\x80\xF4\x90\x80\x80 e\xCC\x81 \xEF\xBF\xBD\xEF\xBB\xBF\0\x07\n\
        \xE2\x80\xAEx\n\xE2\x81\xA6y\xE2\x81\xA9 caf\xC3\x83\xC2\xA9 \xEF\xBF\xBF\xC3";
    let legacy: &[u8] =
        b"\xC0 l'\xE9t\xE9, l'\xE9l\xE8ve est f\xEAt\xE9 : \xE7a pla\xEEt, d\xE9j\xE0 pr\xEAts\n";
    vec![
        trouble.to_vec(),
        [b"\xEF\xBB\xBFplain\n", &trouble[..], b"\nplain\n", trouble].concat(),
        legacy.repeat(6),
        // Well-formed as a whole in CESU-8, in Modified UTF-8, in RFC 2279; and as far as the last byte.
        b"caf\xC3\xA9\0 \xED\xA1\x8C\xED\xBE\xB4\nlong enough to be cut anywhere \xED\xA1\x8C\xED\xBE\xB4\n".to_vec(),
        b"\xC0\x80 \xED\xA1\x8C\xED\xBE\xB4\nlong enough to be cut anywhere \xED\xA1\x8C\xED\xBE\xB4\n".to_vec(),
        b"\xF0\x9F\x98\x80 clean text before it\n \xFD\xBF\xBF\xBF\xBF\xBF and after it \xF8\x88\x80\x80\x80\n".to_vec(),
        b"\xED\xA1\x8C\xED\xBE\xB4\nlong enough to be cut anywhere \xED".to_vec(),
        // Korean, after and before the characters at old code points.
        "\u{3400}\u{3401} and later \u{AC00}\u{AC01}\n\u{4DFF}\n".as_bytes().to_vec(),
        "a\n\u{FEFF}\u{FEFF}b\u{FEFF}".as_bytes().to_vec(),
        // Double-encoded, and each character of it outside a repertoire.
        "\u{E9}\u{85}\u{C2}\u{85} and \u{E9}\u{85}".as_bytes().to_vec(),
        // Double-encoded through Windows-1251, MacRoman, CP437 and Shift_JIS, and with lost bytes.
        "РџСЂРёРІРµС‚, fГјr b\u{E9}\nf√ºr, tr├¿s n‚Äôa\n縺薙ｓ縺ｫ縺｡縺ｯ ab\u{C3}\u{FFFD} voil\u{C3}  x`aб`\n"
            .as_bytes()
            .to_vec(),
        // Characters that show nothing, alone, in runs and in flags, and words of several scripts.
        "a\u{200B}\u{200B}\u{AD} \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\u{E0041}\u{E0042}\u{E0043}\
         می\u{200C}خواهم 👩\u{200D}🚀\u{200D} p\u{430}ypal \u{440}\u{430}\u{301}ypal Ã\u{AD} e\u{301}\u{430}\u{FE0F}\n"
            .as_bytes()
            .to_vec(),
        b"\xFF\xFEa\0b\0".to_vec(),
        // UTF-16 with a lone surrogate, and with one in a later block, and a wrong declaration.
        b"\xFF\xFEa\0\x00\xD8b\0".to_vec(),
        format!("\u{FEFF}<?xml version='1.0' encoding='utf-8'?>{}\u{202E}\u{1}", "\u{1F600}\n".repeat(50))
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .chain([0xDC, 0, 0, b'a'])
            .collect(),
        // Wrong declarations: of UTF-8, of ASCII, of another encoding of several, of UTF-16.
        [&b"# coding: utf-8\n"[..], &legacy.repeat(6)].concat(),
        [&b"# coding: latin-1\n"[..], &legacy.repeat(2)].concat(),
        [&b"# coding: shift_jis\n"[..], &legacy.repeat(6)].concat(),
        format!("# coding: ascii\n\0{}é\u{202E}", "long enough \n".repeat(9)).into_bytes(),
        "# coding: euc-jp\n日本語 \u{FEFF}".as_bytes().to_vec(),
        b"<?xml version='1.0' encoding='UTF-16'?>\xFF".to_vec(),
        // Parts of mail that declare another encoding than they are in, and a part that is in what it declares.
        "From: a\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
         --b\nContent-Type: text/plain; charset=us-ascii\n\nplain \u{202E}\n--b\nContent-Type: text/plain; charset=latin1\n\n\
         plain\nGrüße\n--b\nContent-Type: text/plain; charset=uft-8\n\n\0\n--b\nContent-Type: text/plain; charset=koi8-r\n\n\
         день\n--b--\n"
            .as_bytes()
            .to_vec(),
        [
            &b"Subject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; \
               charset=utf-8\n\nGr\xC3\xBC\xC3\x9Fe\n--b\nContent-Type: text/plain; charset=latin1\n\n"[..],
            &legacy.repeat(3),
            b"--b--\n",
        ]
        .concat(),
        // Records.
        "0 HEAD\n1 CHAR ANSEL\n1 NOTE Grüße\n".as_bytes().to_vec(),
        b"0 HEAD\n1 CHAR ANSEL\n1 NOTE N\xE2e \xE1a Gen\xE1eve, o\xE1u\n".to_vec(),
        "00100nam  2200049 i 4500245001900000\u{1E}00\u{1F}aUniversität\u{1E}\u{1D}".as_bytes().to_vec(),
        // Encodings of seven bits.
        b"mail\n\x1B$B$3$l$OF|K\\8l$G$9\x1B(B\n".to_vec(),
        b"the ~{VPND~} text ~{VPND~}\n".to_vec(),
        b"+AOk-t+AOk- et l'+AOk-l+AOg-ve\n".to_vec(),
        // A control that is open, and U+0000, before the first byte that shows the encoding.
        [b"\xE2\x80\xAEa\0\0", &legacy.repeat(3)[..], b"\xE2\x80\xAC\n"].concat(),
        // Hidden data, and what hides in source: in code, in strings of several lines and in comments.
        "a\u{FE00}\u{FE01}\u{200B}\u{E0101}b\u{3164}\u{3164} x\u{200B}y = TTT\n\u{A0}it's\u{200B} \u{E000}\nTTT # \u{A0}\u{1B}\u{8}\n\
         if\u{A0}\u{A0}z\r: us\u{200B}er = \"\u{9B}2K\u{A0}\" \u{2069}\u{2028}\n\u{E000}\n"
            .replace("TTT", "\"\"\"")
            .into_bytes(),
        b"".to_vec(),
    ]
}

/// Returns the findings where blocks are examined ahead of their turn, some of them with other options.
fn check_ahead(text: &[u8], options: &Options, body_len: usize) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut emit = |finding| {
        findings.push(finding);
        ControlFlow::Continue(())
    };
    let examined: Vec<_> = blocks(text, body_len)
        .enumerate()
        .map(|(index, block)| match index % 5 {
            4 => (block.examine(&options.with_likely(true)), block),
            _ => (block.examine(options), block),
        })
        .collect();
    let mut checker = BlockChecker::with_source(*options, text);
    for (index, (examined, block)) in examined.into_iter().enumerate() {
        let Ok(flow) = match examined {
            Some(examined) => checker.check_examined(examined, &mut emit),
            None if checker.can_skip((index * body_len) as u64) => continue,
            None => checker.check(&block, &mut emit),
        };
        if flow.is_break() {
            break;
        }
    }
    let _ = checker.finish(&mut emit);
    findings
}

#[test]
fn what_was_found_ahead_counts_for_its_own_block_alone() {
    // From the first ill-formed byte on, blocks wait for each other.
    let misread = "un caf\u{C3}\u{A9} noir, chaud ou froid\n".repeat(150);
    let text = [misread.as_bytes(), b"\xFF\n", misread.as_bytes()].concat();
    let options = Options::default();
    let whole = check(&text, &options);
    assert!(whole.len() > 300, "{}", whole.len());
    for body_len in [700, 1300, 3000] {
        assert_eq!(
            check_ahead(&text, &options, body_len),
            whole,
            "blocks of {body_len}"
        );
    }
}

/// Returns the findings, and the number of blocks left out.
pub(crate) fn check_in_blocks(text: &[u8], options: &Options, body_len: usize) -> (Vec<Finding>, usize) {
    let (mut findings, mut skipped) = (Vec::new(), 0);
    let mut emit = |finding| {
        findings.push(finding);
        ControlFlow::Continue(())
    };
    let mut checker = BlockChecker::with_source(*options, text);
    for (index, block) in blocks(text, body_len).enumerate() {
        if !block.may_have_findings(options) && checker.can_skip((index * body_len) as u64) {
            skipped += 1;
            continue;
        }
        let Ok(flow) = checker.check(&block, &mut emit);
        if flow.is_break() {
            break;
        }
    }
    let _ = checker.finish(&mut emit);
    (findings, skipped)
}

#[test]
fn findings_do_not_depend_on_the_blocks() {
    let mut skipped = 0;
    for options in [
        Options::default().with_rules(RuleSet::all()),
        Options::default()
            .with_bidi(Bidi::All)
            .with_signature(SignatureRule::Forbidden),
        Options::default().with_rules(Rule::BidiControl.into()),
        Options::default()
            .with_rules(RuleSet::all())
            .with_syntax(Syntax::of_file("a.py", b"")),
    ] {
        for text in texts() {
            let whole = check(&text, &options);
            for body_len in 1..70 {
                let (found, left_out) = check_in_blocks(&text, &options, body_len);
                assert_eq!(found, whole, "blocks of {body_len}");
                skipped += left_out;
                if body_len % 8 == 3 {
                    assert_eq!(
                        check_ahead(&text, &options, body_len),
                        whole,
                        "blocks of {body_len}"
                    );
                }
            }
        }
    }
    assert!(skipped > 1000, "{skipped}");
}

#[test]
fn findings_without_descriptions_are_the_same_but_for_what_people_read() {
    let bare = |finding: Finding| {
        let Finding {
            rule,
            level,
            kind,
            offset,
            line,
            length,
            count,
            clause,
            fix,
            ..
        } = finding;
        (rule, level, kind, offset, line, length, count, clause, fix)
    };
    let options = Options::default().with_rules(RuleSet::all());
    for options in [options, options.with_separate_repairs(true)] {
        for text in texts() {
            let described: Vec<_> = check(&text, &options).into_iter().map(bare).collect();
            for body_len in [5, 64, 4096] {
                let (found, _) = check_in_blocks(&text, &options.with_descriptions(false), body_len);
                let found: Vec<_> = found.into_iter().map(bare).collect();
                assert_eq!(found, described, "blocks of {body_len}");
            }
        }
    }
}

/// A file that was not written to its end.
#[test]
fn a_long_run_of_zero_bytes_is_one_finding_or_one_for_each() {
    const ZEROS: usize = 5000;
    let options = Options::default().with_rules(Rule::Nul.into());
    for (before, after) in [("", ""), ("é\n", "x"), ("a\0b\n", "\n\0é\0")] {
        let text = [before.as_bytes(), &[0; ZEROS], after.as_bytes()].concat();
        for body_len in [100, 1000, 1 << 16] {
            let (found, _) = check_in_blocks(&text, &options, body_len);
            let run = found.iter().find(|finding| finding.count > 1).unwrap();
            let expected = (
                before.len() as u64,
                ZEROS as u64,
                ZEROS as u64,
                run.column + ZEROS as u64,
            );
            let own = (run.offset, run.length, run.count, run.end_column);
            assert_eq!(own, expected, "blocks of {body_len}");
            assert_eq!(found, check_ahead(&text, &options, body_len));
            for options in [
                options.with_separate_places(true),
                options.with_separate_repairs(true).with_repairs(Rule::Nul.into()),
            ] {
                let (each, _) = check_in_blocks(&text, &options, body_len);
                assert_eq!(each.len(), text.iter().filter(|&&byte| byte == 0).count());
                assert!(
                    each.iter()
                        .all(|finding| (finding.count, finding.length) == (1, 1))
                );
            }
        }
    }
}

/// Escapes are many bytes for few characters, and what is beside them decides, in this block or another.
#[test]
fn faults_in_escapes_do_not_depend_on_the_blocks() {
    let json = r#"{"a": "un caf\u00c3\u00a9 noir", "b": "\\u00c3\\u00a9 \ud83d \ud83d\ude00 m\udcc3\udca4rz\udce9"}"#;
    let dense = r"\u00d0\u009f\u00d1\u0080\u00d0\u00b8\u00d0\u00b2\u00d0\u00b5\u00d1\u0082 ".repeat(40);
    let html = "<p>caf&Atilde;&copy; &#55357;&#56832; x&#55357;y &eacute; %C3%83%C2%A9 &#xc3;&#xa9;\n";
    let mail = "Subject: =?UTF-8?Q?=C5=BEad=C4?=\n =?UTF-8?Q?=97j=C3?=\n =?UTF-8?Q?=A9?= =?utf-8?B?Q2Fmw4PCqQ==?= =?X?Q?a?=\n\
                un caf=C3=83=C2=A9 no=\nir d=C3=\n=83=C2=A9j=C3=83=C2=A0\n";
    let mut skipped = 0;
    let octal = r#"M "caf\303\203\302\251.txt" \"\\303\\251 %C3%83%C2%A9 "#;
    for (name, text) in [
        ("a.json", [json, &dense, json, json].concat()),
        ("a.html", html.repeat(30)),
        ("a.eml", mail.repeat(20)),
        ("a.txt", octal.repeat(40)),
    ] {
        let text = text.as_bytes();
        let options = Options::default().with_escapes(Escapes::of_file(name, text));
        let whole = check(text, &options);
        assert!(whole.len() > 10, "{name}: {}", whole.len());
        let mut last = 0;
        for finding in &whole {
            assert!(last <= finding.offset, "{name}: {finding}");
            last = finding.offset + finding.length;
        }
        for body_len in [23, 64, 100, 511, 1000, 1024, 1027, 3000] {
            let (found, left_out) = check_in_blocks(text, &options, body_len);
            assert_eq!(found, whole, "{name} in blocks of {body_len}");
            skipped += left_out;
        }
    }
    assert!(skipped > 10, "{skipped}");
}

/// A cell is read with what is beside it, and no more, however many faults it has.
#[test]
fn text_with_nothing_but_faults_in_escapes_is_checked_in_time() {
    let options = Options::default().with_escapes(Escapes::of_file("a.json", b""));
    for part in [r"\u00c3\u00a9", r"\ud83d", r"\udcc3\udca4", r"\"] {
        assert_linear(1 << 15, |len| {
            let text = part.repeat(len / part.len());
            assert!(part.len() == 1 || !check(text.as_bytes(), &options).is_empty());
        });
    }
}

/// Source that cannot be read again is lexed block by block, and what can be is lexed up to what a rule depends on.
#[test]
fn the_parts_of_source_are_known_in_any_block() {
    let part =
        "x = \"\"\"\nit's\u{A0}\n\"\"\" # don't\u{A0}\nif\u{A0}y: us\u{200B}er = '\u{200B}' # \u{E000}\n";
    let text = ["z = 1 # plain\n".repeat(30_000), part.repeat(9)]
        .concat()
        .repeat(2);
    let options = Options::default().with_syntax(Syntax::of_file("a.py", b""));
    let whole = check(text.as_bytes(), &options);
    assert_eq!(whole.len(), 2 * 2 * 9);
    let mut checker = Checker::new(options);
    let mut found = Vec::new();
    let mut emit = |finding| {
        found.push(finding);
        ControlFlow::Continue(())
    };
    for piece in text.as_bytes().chunks(70_000) {
        assert!(checker.push(piece, &mut emit).is_continue());
    }
    let _ = checker.finish(&mut emit);
    assert_eq!(found, whole);
    let (found, skipped) = check_in_blocks(text.as_bytes(), &options, 10_000);
    assert_eq!(found, whole);
    assert!(skipped > 50, "{skipped}");
}

#[test]
fn the_first_finding_says_in_which_dialect_the_whole_text_is_well_formed() {
    let ending = |text: &[u8]| {
        let findings = check(text, &Options::default());
        let endings: Vec<_> = findings
            .iter()
            .filter_map(|finding| finding.message.split_once("; "))
            .map(|(_, ending)| ending.to_owned())
            .collect();
        assert!(endings.len() <= 1);
        (findings.len(), endings.join(""))
    };
    let texts = texts();
    let whole = |names: &str, label: &str| {
        format!("the whole text is well-formed in {names}: check it with `--as {label}`")
    };
    assert_eq!(ending(&texts[3]), (3, whole("CESU-8", "CESU-8")));
    assert_eq!(ending(&texts[4]), (3, whole("Modified UTF-8", "Modified-UTF-8")));
    assert_eq!(ending(&texts[5]), (2, whole("RFC 2279 UTF-8", "RFC2279")));
    assert_eq!(ending(&texts[6]), (2, String::new()));
    let pair = b"\xED\xA1\x8C\xED\xBE\xB4\n";
    assert_eq!(ending(pair).1, whole("CESU-8 and in Modified UTF-8", "CESU-8"));
    // What waits has a limit.
    let (count, ending) = ending(&pair.repeat(10_000));
    assert_eq!(count, 10_000);
    assert!(ending.starts_with("the text up to offset "), "{ending}");
}

#[test]
fn the_part_that_is_well_formed_in_a_dialect_has_the_first_ill_formed_sequence() {
    // So many findings wait for the one that is held that it is completed before the end of the text.
    let text = [&b"ab \xFD\xBF\xBF\xBF\xBF\xBF"[..], &b"\0text".repeat(5000)].concat();
    let findings = check(&text, &Options::default());
    let message = &findings[0].message;
    let (_, part) = message.split_once("; the text up to offset ").expect(message);
    let offset: usize = part.split(' ').next().unwrap().parse().unwrap();
    assert!(offset > 9, "{message}");
    // A text in no dialect is in none up to an offset either.
    let text = [&b"ab \xFD\xBF\xBF\xBF\xBF\xBF \xFF"[..], &b"\0text".repeat(5000)].concat();
    assert!(
        !check(&text, &Options::default())[0]
            .message
            .contains("well-formed in")
    );
}

#[test]
fn old_hangul_is_reported_in_korean_text_only() {
    let found = |text: &str| {
        check(
            text.as_bytes(),
            &Options::default().with_rules(Rule::OldHangul.into()),
        )
        .len()
    };
    assert_eq!(found("\u{3400}\u{3401} and later \u{AC00}"), 1);
    assert_eq!(found("\u{AC00} and later \u{3400}\n\u{3401}"), 2);
    assert_eq!(found("\u{3400}\u{3401} \u{4E00}"), 0);
    assert_eq!(found(&"\u{3400}\u{4E00}".repeat(10_000)), 0);
}

#[test]
fn a_legacy_encoding_is_the_only_finding_of_its_text() {
    let findings = check(&texts()[2], &Options::default());
    assert_eq!(findings.len(), 1);
    assert_eq!(
        (findings[0].rule, &*findings[0].kind),
        (Rule::OtherEncoding, "windows-1252")
    );
}

/// What stands before the first byte of another encoding is in UTF-8 as well, and is searched.
#[test]
fn the_text_before_a_legacy_encoding_is_searched() {
    let legacy =
        b"l'\xE9t\xE9, l'\xE9l\xE8ve est f\xEAt\xE9 : \xE7a pla\xEEt, d\xE9j\xE0 pr\xEAts\n".repeat(6);
    for between in ["", " and more\n"] {
        let head = format!("caf\u{C3}\u{A9}\u{200B}{between}");
        let after = "\u{202E} caf\u{C3}\u{A9}\n";
        let text = [head.as_bytes(), &legacy, after.as_bytes()].concat();
        let found: Vec<Rule> = check(&text, &Options::default())
            .iter()
            .map(|finding| finding.rule)
            .collect();
        assert_eq!(found.last(), Some(&Rule::OtherEncoding), "{found:?}");
        assert!(found.contains(&Rule::DoubleEncoded), "{found:?}");
        assert!(!found.contains(&Rule::BidiControl), "{found:?}");
    }
}

/// A file of UTF-16 is checked as such.
/// The decision takes 64 KiB from the first ill-formed sequence on, which is anywhere in a block here.
#[test]
fn a_legacy_encoding_is_found_in_any_blocks() {
    let clean = b"nothing to find in this line\n";
    let legacy =
        b"l'\xE9t\xE9, l'\xE9l\xE8ve est f\xEAt\xE9 : \xE7a pla\xEEt, d\xE9j\xE0 pr\xEAts\n".repeat(2000);
    let utf8 = "l'été, l'élève est fêté : ça plaît, déjà prêts\n".repeat(2000);
    let options = Options::default();
    for before in [0, 1, 3000, 9000] {
        let clean = clean.repeat(before);
        let texts = [
            [&clean[..], &legacy].concat(),
            [&clean[..], b"\xE2\x80\xAE \0\0\xFF\xFF\xFF", &legacy].concat(),
            // A run that is longer than what decides.
            [&clean[..], &b"\xFF".repeat(70_000), &legacy].concat(),
            [&clean[..], b"\xFF\n", utf8.as_bytes(), b"\xE9 \xE2\x80\xAE\n"].concat(),
            [&clean[..], b"l'\xE9t\xE9, l'\xE9l\xE8ve, f\xEAt\xE9\n"].concat(),
        ];
        for text in texts {
            let whole = check(&text, &options);
            assert!(!whole.is_empty());
            for len in [5_000, 65_536, 100_000, 262_144] {
                assert_eq!(
                    check_in_blocks(&text, &options, len).0,
                    whole,
                    "{before}, blocks of {len}"
                );
                let mut found = Vec::new();
                let mut emit = |finding| {
                    found.push(finding);
                    ControlFlow::Continue(())
                };
                let mut checker = Checker::new(options);
                for piece in text.chunks(len) {
                    if checker.push(piece, &mut emit).is_break() {
                        break;
                    }
                }
                let _ = checker.finish(&mut emit);
                assert_eq!(found, whole, "{before}, pieces of {len}");
            }
        }
    }
}

#[test]
fn utf_16_is_checked_by_its_own_errors() {
    let found = |text: &[u8]| {
        check(text, &Options::default())
            .into_iter()
            .map(|finding| (finding.rule, finding.kind.into_owned(), finding.offset))
            .collect::<Vec<_>>()
    };
    let other = (Rule::OtherEncoding, "UTF-16LE".to_owned(), 0);
    let lone = (Rule::IllFormed, "surrogate".to_owned(), 4);
    assert_eq!(found(b"\xFF\xFEa\0\x00\xD8b\0"), [other.clone(), lone]);
    assert_eq!(found(b"\xFF\xFEa\0b\0"), std::slice::from_ref(&other));
    let nul = (Rule::Nul, "nul".to_owned(), 4 + 400);
    let text = [&b"\xFF\xFEa\0"[..], &b"a\0".repeat(8000), b"\0\0"].concat();
    assert_eq!(found(&text), [other, (nul.0, nul.1, 4 + 16_000)]);
}

/// Returns the rules and kinds of the findings.
fn kinds(text: &[u8]) -> Vec<String> {
    let findings = check(text, &Options::default());
    findings
        .iter()
        .map(|finding| format!("{} {}", finding.rule, finding.kind))
        .collect()
}

#[test]
fn a_wrong_declaration_is_a_finding() {
    assert_eq!(
        kinds("# coding: latin-1\nGröße\n".as_bytes()),
        ["wrong-declaration UTF-8"]
    );
    assert_eq!(
        kinds("# coding: ascii\nGröße\n".as_bytes()),
        ["wrong-declaration UTF-8"]
    );
    assert_eq!(
        kinds(b"<?xml version='1.0' encoding='utf-16'?>"),
        ["wrong-declaration UTF-8"]
    );
    let latin =
        b"# coding: utf-8\nL'\xE9t\xE9, l'\xE9l\xE8ve \xE0 la for\xEAt ; d\xE9j\xE0 \xE7a pla\xEEt.\n";
    assert_eq!(
        kinds(latin),
        ["wrong-declaration windows-1252", "other-encoding windows-1252"]
    );
    // Correct ones are none. A declaration outranks a guess, and needs less text.
    assert_eq!(
        kinds(b"# coding: latin-1\nGr\xF6\xDFe\n"),
        ["other-encoding ISO-8859-1"]
    );
    assert_eq!(
        kinds(b"# coding: latin-1\n\x84Gr\xF6\xDFe\x93\n"),
        ["other-encoding windows-1252"]
    );
    assert_eq!(kinds(b"# coding: koi8-r\n\xF6\xDFE\n"), ["other-encoding KOI8-R"]);
    assert!(kinds("# coding: utf-8\nGröße\n".as_bytes()).is_empty());
    assert!(kinds(b"# coding: latin-1\nplain\n").is_empty());
    assert!(kinds("text about coding: latin-1\nGröße\n".as_bytes()).is_empty());
}

#[test]
fn a_wrong_declaration_in_utf_16_is_a_finding() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>();
    let other = "other-encoding UTF-16BE".to_owned();
    for (name, is_wrong) in [
        ("utf-8", true),
        ("koi8-r", true),
        ("utf-16", false),
        ("UTF-16BE", false),
    ] {
        let text = format!("\u{FEFF}<?xml version='1.0' encoding='{name}'?><a>é</a>\n");
        let mut expected = vec![other.clone()];
        if is_wrong {
            expected.push("wrong-declaration UTF-16BE".to_owned());
        }
        assert_eq!(kinds(&wide(&text)), expected, "{name}");
    }
}

#[test]
fn marks_of_direction_are_reported_in_utf_16_if_all_are() {
    let text: Vec<u8> = "\u{FEFF}one \u{200E}two\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let found = |bidi| {
        let findings = check(&text, &Options::default().with_bidi(bidi));
        findings
            .iter()
            .filter(|finding| finding.rule == Rule::BidiControl)
            .count()
    };
    assert_eq!((found(Bidi::Unpaired), found(Bidi::All)), (0, 1));
}

#[test]
fn one_error_in_utf_8_is_no_legacy_encoding() {
    for text in [
        "Größe und Länge – überall. ",
        "Вчера вечером мы долго шли. ",
        "昨日の夕方、私たちは川のそばを歩いた。",
    ] {
        let text = text.repeat(3);
        for error in [
            &b"\xFF"[..],
            b"\xE9",
            b"\xC0\xAF",
            b"\xED\xA0\x80",
            b"\xF8\x88\x80\x80\x80",
            b"\xE2\x82",
        ] {
            for at in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
                let broken = [&text.as_bytes()[..at], error, &text.as_bytes()[at..]].concat();
                let rules = check(&broken, &Options::default());
                assert!(
                    rules.iter().all(|finding| finding.rule == Rule::IllFormed),
                    "{rules:?}"
                );
            }
        }
    }
    // Sequences of UTF-8's relatives are errors of UTF-8, however many there are.
    for sequence in [
        &b"\xED\xA1\x8C\xED\xBE\xB4"[..],
        b"\xC0\xAF",
        b"\xF8\x88\x80\x80\x80",
        b"\xFC\x84\x80\x80\x80\x80",
        b"\xED\xA0\x80",
    ] {
        let text = [sequence, b" and \xFF or \xFE\n"].concat().repeat(100);
        assert!(
            check(&text, &Options::default())
                .iter()
                .all(|finding| finding.rule == Rule::IllFormed)
        );
    }
}

/// Of text that cannot be read again, only what follows the first ill-formed sequence is known.
#[test]
fn a_dialect_is_named_for_the_part_that_is_known() {
    for head in ["plain", "\u{1F600}"] {
        let pairs = b"\xED\xA1\x8C\xED\xBE\xB4 a\n".repeat(3);
        let text = [head.as_bytes(), &[b'.'; 5000], &pairs].concat();
        for body_len in [500, 10_000] {
            let mut checker = BlockChecker::new(Options::default());
            let mut messages = Vec::new();
            let mut emit = |finding: Finding| {
                messages.push(finding.message);
                ControlFlow::Continue(())
            };
            for block in blocks(&text, body_len) {
                let Ok(_) = checker.check(&block, &mut emit);
            }
            let _ = checker.finish(&mut emit);
            let says = |words| messages[0].contains(words);
            let is_known = body_len > text.len();
            assert_eq!(
                says("the whole text is well-formed in CESU-8"),
                is_known && head.is_ascii()
            );
            assert_eq!(
                says("is well-formed in CESU-8"),
                head.is_ascii() || !is_known,
                "{messages:?}"
            );
        }
    }
}

/// A text whose second reading fails.
struct Unreadable<'a>(&'a Cell<u32>);

impl Source for Unreadable<'_> {
    type Error = &'static str;

    fn read_at(&self, _: u64, _: &mut [u8]) -> Result<usize, &'static str> {
        self.0.set(self.0.get() + 1);
        Err("unreadable")
    }
}

#[test]
fn the_source_is_read_only_for_findings() {
    let text = [&b"clean\n".repeat(1000)[..], b"\xFF\n"].concat();
    let reads = Cell::new(0);
    let mut checker = BlockChecker::with_source(Options::default(), Unreadable(&reads));
    let mut emit = |_| ControlFlow::Continue(());
    let blocks: Vec<_> = blocks(&text, 2000).collect();
    let (last, clean) = blocks.split_last().unwrap();
    for block in clean {
        assert_eq!(checker.check(block, &mut emit), Ok(ControlFlow::Continue(())));
    }
    assert_eq!(reads.get(), 0);
    assert_eq!(checker.check(last, &mut emit), Err("unreadable"));
    assert_eq!(reads.get(), 1);
}
