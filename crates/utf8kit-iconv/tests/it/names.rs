//! Every name has the meaning that it has in the C library.

use crate::common::{ours, system};
use crate::session::session;
use crate::texts::NAMES;
use utf8kit_test::{Random, is_installed};

/// Names exist or not as in the C library, and a name with another meaning than here is not converted here.
#[test]
fn names_are_those_of_the_c_library() {
    let functions = (ours(), system());
    let mut random = Random::new(2);
    let input = b"Gr\xC3\xBC\xC3\x9Fe \0\x20\xAC\xE2\x82\xAC\xF0\x9F\x98\x80 \xFF\xFE!";
    let mut names: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    for name in [
        "",
        "//",
        "/",
        "UTF-8/",
        "UTF-8///",
        "UTF_8",
        "UTF 8",
        " UTF-8",
        "UTF16LE",
        "UTF-16-LE",
        "UTF-7",
        "UNICODE",
        "CP1252",
        "KOI8-R",
        "UTF-8//TRANSLIT",
        "UTF-8//IGNORE//TRANSLIT",
        "UTF-8//TRANSLIT//IGNORE",
        "UTF-8,IGNORE",
        "ISO-10646",
        "ISO-10646/UTF8/",
        "ISO-10646/UCS4/",
        "ISO-10646-UCS-2",
        "ISO-10646BE",
        "ISO-10646LE",
        "UNICODELITTLE",
        "UNICODEBIG",
        "UNICODELITTLELE",
        "UCS2",
        "UCS4",
        "UCS4BE",
        "CSUCS4",
        "CSUCS4LE",
        "L1",
        "8859_1",
        "CP819",
        "IBM819",
        "ISO-IR-100",
        "CSISOLATIN1",
        "ISO_8859-1:1987",
        "ISO88591",
        "ISO8859-1",
        "ISO_8859-1",
        "ANSI_X3.4-1968",
        "ANSI_X3.4-1986",
        "US",
        "ISO646-US",
        "ISO_646.IRV:1991",
        "ISO-IR-6",
        "CP367",
        "IBM367",
        "CSASCII",
        "INTERNAL",
        "no such encoding",
        "ISO-10646-UCS-2LE",
        "UTF16",
        "UTF32",
        "UTF32BE",
    ] {
        names.push(name.to_owned());
    }
    for case in [str::to_lowercase, str::to_uppercase] {
        for name in &names {
            let name = case(name);
            for suffix in [
                "",
                "//",
                "//IGNORE",
                "//ignore",
                "//TRANSLIT",
                "//IGNORE//",
                "//X",
            ] {
                let name = format!("{name}{suffix}");
                for (to, from) in [
                    ("UTF-8", name.as_str()),
                    (name.as_str(), "UTF-8"),
                    (&name, "UTF-16BE"),
                ] {
                    if let Some(mut session) = session(functions, to, from) {
                        session.convert(&mut random, input, 200);
                        session.convert(&mut random, &input[1..], 200);
                    }
                }
            }
        }
    }
}

/// Every name that the C library lists: all bytes, one by one and together, and back.
#[test]
fn every_name_of_the_c_library() {
    if !is_installed("iconv") {
        return;
    }
    let functions = (ours(), system());
    let listed = std::process::Command::new("iconv").arg("-l").output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let mut random = Random::new(4);
    let bytes: Vec<u8> = (0..=0xFF).collect();
    let mut names = 0;
    for name in listed
        .split([' ', '\n', ','])
        .map(|name| name.trim_end_matches("//"))
        .filter(|name| !name.is_empty())
    {
        names += 1;
        for suffix in ["", "//IGNORE"] {
            let Some(mut decoder) = session(functions, &format!("UTF-8{suffix}"), name) else {
                continue;
            };
            decoder.convert(&mut random, &bytes, 2000);
            decoder.reset(&mut random);
            let mut text = Vec::new();
            for byte in 0..=0xFF {
                let mut output = [0; 64];
                let outcome = decoder.system.convert(&[byte; 4], &mut output);
                assert_eq!(
                    outcome,
                    decoder.ours.convert(&[byte; 4], &mut [0; 64]),
                    "{name}: {byte}"
                );
                text.extend(&output[..outcome.written]);
                decoder.reset(&mut random);
            }
            let repeated = text.repeat(3);
            for to in [name, "UTF-16LE"] {
                let Some(mut encoder) = session(functions, &format!("{to}{suffix}"), "UTF-8") else {
                    continue;
                };
                let mut read = 0;
                for _ in 0..2000 {
                    let outcome = encoder.convert(&mut random, &repeated[read..], 1000);
                    encoder.history.clear();
                    read += outcome.read + usize::from(outcome.errno == libc::EILSEQ);
                    if read >= repeated.len()
                        || (outcome.result == usize::MAX && outcome.errno == libc::EINVAL)
                    {
                        break;
                    }
                }
            }
        }
    }
    assert!(names > 500, "`iconv -l` lists {names} names");
}
