//! Descriptors are used, reset, closed and opened again as those of the C library, also by several threads, and together with those.

use crate::common::{Converter, Functions, Outcome, mixed, ours, stays, system};
use crate::session::session;
use crate::texts::{NAMES, input};
use utf8kit_test::{Random, skip_without};

/// Null pointers where the C library permits them.
#[test]
fn descriptors_are_reset_before_and_after_text() {
    let functions = (ours(), system());
    let mut random = Random::new(3);
    for &from in NAMES {
        for &to in NAMES {
            for signature in [
                &b""[..],
                b"\xFE\xFF",
                b"\xFF\xFE",
                b"\0\0\xFE\xFF",
                b"\xFF\xFE\0\0",
            ] {
                let Some(mut session) = session(functions, to, from) else {
                    continue;
                };
                let input = [signature, b"\0\0\0a\0\0\0b\0\0\0c\0\0\0d"].concat();
                session.reset(&mut random);
                for _ in 0..3 {
                    session.convert(&mut random, &input, 200);
                    session.convert(&mut random, &input[..4], 200);
                    session.reset(&mut random);
                }
            }
        }
    }
}

/// Threads use descriptors of the same pairs at the same time.
#[test]
fn threads_have_descriptors_of_their_own() {
    let functions = (ours(), system());
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                let mut random = Random::new(1000 + thread);
                for _ in 0..500 {
                    let (from, to) = (random.choose(NAMES), random.choose(NAMES));
                    let Some(mut session) = session(functions, to, from) else {
                        continue;
                    };
                    let input = input(&mut random, from, to);
                    session.run(&mut random, &input);
                }
            });
        }
    });
}

/// A part of a program can reach the C library's functions where another one reaches this library's: plug-ins loaded with
/// `RTLD_DEEPBIND` do. A descriptor works with both.
#[test]
fn descriptors_work_with_the_functions_of_both_libraries() {
    let both = [ours(), system()];
    let text = "caf\u{E9}, na\u{EF}ve, \u{20AC}\n".repeat(40);
    for (to, from) in [
        ("UTF-16", "UTF-8"),
        ("UTF-8", "UTF-16"),
        ("ISO-8859-15", "UTF-8"),
        ("UTF-32LE", "UTF-16BE"),
    ] {
        let mut utf8 = Converter::open(system(), from, "UTF-8").unwrap();
        let mut input = vec![0; 9000];
        let len = utf8.convert(text.as_bytes(), &mut input).written;
        let input = &input[..len];
        let mut expected = vec![0; 9000];
        let outcome = Converter::open(system(), to, from)
            .unwrap()
            .convert(input, &mut expected);
        for number in 0..8 {
            let pick = |bit: usize| both[number >> bit & 1];
            // One that the C library closes alone may leave its address to the next.
            for _ in 0..20 {
                let functions = mixed(pick(0), pick(1), pick(2));
                let mut found = vec![0; 9000];
                let mut converter = Converter::open(functions, to, from).unwrap();
                assert_eq!(
                    converter.convert(input, &mut found),
                    outcome,
                    "{to} {from} {number}"
                );
                assert_eq!(found, expected, "{to} {from} {number}");
            }
        }
    }
}

/// The C library gives the address of a descriptor that it closed alone to the next one, which converts something else.
#[test]
fn a_descriptor_is_not_taken_for_an_older_one_at_its_address() {
    let functions = mixed(system(), ours(), system());
    let input = b"\xC1\xC2\xC3\xA4\xA2 plain and longer than a window of a few bytes";
    let names = [
        "KOI8-R",
        "CP1251",
        "CP1252",
        "EUC-JP",
        "ISO-8859-5",
        "UTF-16LE",
        "UTF-16",
        "CP850",
    ];
    for round in 0..200 {
        let from = names[round * 5 % names.len()];
        let to = ["UTF-8", "UTF-16", "UTF-32BE"][round % 3];
        let (mut found, mut expected) = ([0; 600], [0; 600]);
        let outcome = Converter::open(functions, to, from)
            .unwrap()
            .convert(input, &mut found);
        let other = Converter::open(system(), to, from)
            .unwrap()
            .convert(input, &mut expected);
        assert_eq!((outcome, found), (other, expected), "{from} to {to}");
    }
}

/// A descriptor that was closed is kept for the next one with the same names, which begins anew whatever the last one was left with.
#[test]
fn a_descriptor_after_a_closed_one_begins_anew() {
    fn session(functions: Functions, to: &str, from: &str, inputs: &[Vec<u8>]) -> Vec<(Outcome, Vec<u8>)> {
        let mut converter = Converter::open(functions, to, from).unwrap();
        let convert = |input: &Vec<u8>| {
            let mut output = vec![0; input.len() % 97 + input.len() * (input.len() % 5)];
            (converter.convert(input, &mut output), output)
        };
        inputs.iter().map(convert).collect()
    }
    let names = [
        "UTF-8",
        "utf-8",
        "UTF-16LE",
        "UTF-16",
        "UTF-32BE",
        "UCS-2LE",
        "ISO-8859-1",
        "US-ASCII",
        "CP1251",
        "KOI8-R",
        "EUC-JP",
        "UTF-8//IGNORE",
        "UTF-8//TRANSLIT",
        "ISO-2022-JP",
    ];
    let run = |seed: u64| {
        let mut random = Random::new(seed);
        for _ in 0..600 {
            let to = random.choose(&names);
            let from = random.choose(&names).split("//").next().unwrap();
            // What the last descriptor is left with: errors, a cut character, an output that is full.
            let inputs: Vec<_> = (0..random.below(4))
                .map(|_| input(&mut random, from, to))
                .collect();
            let found = session(ours(), to, from, &inputs);
            assert_eq!(found, session(system(), to, from, &inputs), "{from} to {to}");
        }
    };
    run(11);
    std::thread::scope(|scope| {
        for seed in 20..24 {
            scope.spawn(move || run(seed));
        }
    });
}

/// A descriptor that the C library closed alone, or opened at the address of such a one, is not kept under its names.
#[test]
fn a_descriptor_of_the_c_library_is_not_kept() {
    let names = ["KOI8-R", "CP1251", "CP1252", "ISO-8859-5", "CP850"];
    // So short that the C library converts it.
    let input = b"\xC1\xC2\xC3\xE4\xE2 and plain";
    let check = |functions: Functions, from: &str| {
        let (mut found, mut expected) = ([0; 900], [0; 900]);
        let outcome = Converter::open(functions, "UTF-8", from)
            .unwrap()
            .convert(input, &mut found);
        let other = Converter::open(system(), "UTF-8", from)
            .unwrap()
            .convert(input, &mut expected);
        assert_eq!((outcome, found), (other, expected), "{from}");
    };
    for round in 0..100 {
        let [one, other] = [names[round % 5], names[(round + 1 + round / 5 % 4) % 5]];
        check(mixed(ours(), ours(), system()), one);
        // At the same address. It is closed by this library, which has not seen it.
        drop(Converter::open(mixed(system(), system(), ours()), "UTF-8", other).unwrap());
        check(ours(), one);
        check(ours(), other);
    }
}

/// A plug-in that is linked with the library is loaded and unloaded. What is prepared for encodings stays, and is not lost each time.
#[test]
fn the_library_stays_when_it_is_closed() {
    let folder = std::env::temp_dir().join(format!("utf8kit-iconv-stays-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    // A file of its own, which nothing else has loaded.
    let copy = folder.join("libutf8kit_iconv.so");
    std::fs::copy(crate::common::library(), &copy).unwrap();
    let is_there = stays(&copy);
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(is_there);
}

/// More descriptors than there are places for are converted by the C library.
#[test]
fn thousands_of_descriptors_are_open_at_once() {
    let text = "caf\u{E9}\n".repeat(20);
    let mut open: Vec<_> = (0..6000)
        .map(|number| {
            let to = ["UTF-16LE", "ISO-8859-1", "UTF-32"][number % 3];
            (to, Converter::open(ours(), to, "UTF-8").unwrap())
        })
        .collect();
    for (to, converter) in &mut open {
        let (mut found, mut expected) = ([0; 1000], [0; 1000]);
        let outcome = converter.convert(text.as_bytes(), &mut found);
        let other = Converter::open(system(), to, "UTF-8")
            .unwrap()
            .convert(text.as_bytes(), &mut expected);
        assert_eq!((outcome, found), (other, expected), "{to}");
    }
}

/// A name without an encoding stands for that of the locale, which can be another one when it is opened again.
#[test]
fn a_descriptor_of_the_locale_is_not_kept() {
    let convert = |functions: Functions, to: &str| {
        let mut output = [0; 16];
        let outcome = Converter::open(functions, to, "UTF-16LE")
            .unwrap()
            .convert(b"a\0\xE9\0", &mut output);
        (outcome, output)
    };
    // SAFETY: the names end with NUL, the locales are those that were made, and this thread alone uses them.
    unsafe {
        let locales = [c"C", c"C.UTF-8"]
            .map(|name| libc::newlocale(libc::LC_ALL_MASK, name.as_ptr(), std::ptr::null_mut()));
        if locales[1].is_null() {
            skip_without("the locale C.UTF-8");
            return;
        }
        let before = libc::uselocale(std::ptr::null_mut());
        for to in ["//IGNORE", "//TRANSLIT", "//", " //TRANSLIT"] {
            let found = locales.map(|locale| {
                libc::uselocale(locale);
                let found = convert(ours(), to);
                assert_eq!(found, convert(system(), to), "{to:?}");
                found
            });
            assert_ne!(found[0], found[1], "{to:?} is the encoding of the locale");
        }
        libc::uselocale(before);
        for locale in locales {
            libc::freelocale(locale);
        }
    }
}
