//! The library and the C library give the same return values, error numbers, positions and bytes.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::common::{Converter, Functions, Outcome, mixed, ours, stays, system};
use utf8kit_test::{Random, is_installed, sample};

/// Encodings, by the names that programs use.
const NAMES: &[&str] = &[
    "UTF-8",
    "utf8",
    "UTF-16",
    "UTF-16LE",
    "UTF-16BE",
    "UTF-32",
    "UTF-32LE",
    "UTF-32BE",
    "UCS-4",
    "UCS-4LE",
    "WCHAR_T",
    "UCS-2",
    "UCS-2LE",
    "UCS-2BE",
    "ISO-8859-1",
    "latin1",
    "ASCII",
    "US-ASCII",
    "ISO-8859-2",
    "ISO-8859-15",
    "CP1251",
    "CP1252",
    "KOI8-R",
    "CP437",
    "ISO-8859-7",
];

/// Returns the characters of a single-byte encoding, and none of the others.
fn repertoire(name: &str) -> &'static [char] {
    static KNOWN: Mutex<BTreeMap<String, &'static [char]>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap();
    if let Some(characters) = known.get(name) {
        return characters;
    }
    let mut characters = Vec::new();
    if name.starts_with("CP") || name.starts_with("KOI") || name.starts_with("ISO-8859") {
        let mut decoder = Converter::open(system(), "UTF-32LE", name).unwrap();
        for byte in 0..=0xFF {
            let mut number = [0; 4];
            if decoder.convert(&[byte], &mut number).result == 0 {
                characters.extend(char::from_u32(u32::from_le_bytes(number)));
            }
        }
    }
    let characters = &*characters.leak();
    known.insert(name.to_owned(), characters);
    characters
}

/// Returns a random text of about `len` characters: mostly of one kind, so that kernels run on.
fn text(random: &mut Random, len: usize) -> Vec<char> {
    let kinds: [fn(&mut Random) -> u32; 7] = [
        |random| random.below(0x80) as u32,
        |random| random.below(0x100) as u32,
        |random| random.below(0x800) as u32,
        |random| random.below(0x1_0000) as u32,
        |random| 0x4E00 + random.below(0x5000) as u32,
        |random| 0x1_0000 + random.below(0x10_0000) as u32,
        |random| random.choose(&[0xFEFF, 0xFFFE, 0xE0041, 0xE007F, 0xFFFF, 0x10FFFF, 0x20AC]),
    ];
    let mut text = Vec::new();
    while text.len() < len {
        let weighted = [0, 0, 0, 1, 1, 2, 3, 4, 5, 6];
        let kind = kinds[random.choose(&weighted)];
        let run = if random.once_in(4) {
            1
        } else {
            1 + random.below(len)
        };
        text.extend((0..run).filter_map(|_| char::from_u32(kind(random))));
    }
    text.truncate(len);
    text
}

/// Returns a text with few characters that `to` lacks.
fn text_for(random: &mut Random, len: usize, to: &str) -> Vec<char> {
    let mut text = text(random, len);
    let repertoire = repertoire(to);
    if !repertoire.is_empty() {
        let is_clean = random.once_in(2);
        for c in &mut text {
            if is_clean || !random.once_in(1 + len) {
                *c = random.choose(repertoire);
            }
        }
        return text;
    }
    let limit = match to {
        "ISO-8859-1" | "latin1" => 0x100,
        "ASCII" | "US-ASCII" => 0x80,
        _ if to.starts_with("UCS-2") => 0x1_0000,
        _ => return text,
    };
    let keeps = if random.once_in(2) { usize::MAX } else { 1 + len };
    for c in &mut text {
        if *c as u32 >= limit && !random.once_in(keeps) {
            *c = char::from_u32(*c as u32 % limit).unwrap_or('?');
        }
    }
    text
}

/// Returns the text in the encoding `from`, as far as it has the characters.
fn encode(text: &[char], from: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &c in text {
        let number = c as u32;
        match from {
            "UTF-8" | "utf8" => bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
            "ISO-8859-1" | "latin1" | "ASCII" | "US-ASCII" => bytes.push(number as u8),
            _ if !repertoire(from).is_empty() => {
                let repertoire = repertoire(from);
                let index = repertoire.iter().position(|&known| known == c);
                bytes.push(index.unwrap_or(number as usize % 256) as u8);
            }
            "UCS-4" | "UTF-32BE" => bytes.extend(number.to_be_bytes()),
            "UCS-4LE" | "UTF-32LE" => bytes.extend(number.to_le_bytes()),
            "UTF-32" | "WCHAR_T" => bytes.extend(number.to_ne_bytes()),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    bytes.extend(if from.ends_with("BE") {
                        unit.to_be_bytes()
                    } else {
                        unit.to_le_bytes()
                    });
                }
            }
        }
    }
    bytes
}

/// Changes, removes or inserts a few bytes.
fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..1 + random.below(4) {
        if bytes.is_empty() {
            return;
        }
        let index = random.below(bytes.len());
        match random.below(5) {
            0 => bytes[index] = random.next() as u8,
            1 => bytes[index] ^= 1 << random.below(8),
            2 => {
                bytes.remove(index);
            }
            3 => bytes.insert(
                index,
                random.choose(&[0x80, 0xBF, 0xC0, 0xED, 0xF0, 0xF4, 0xFF, 0xD8, 0xDC, 0]),
            ),
            _ => bytes.truncate(index),
        }
    }
}

/// Returns an input for the pair.
fn input(random: &mut Random, from: &str, to: &str) -> Vec<u8> {
    let len = match random.below(100) {
        0 => 20_000 + random.below(30_000),
        1..=8 => random.below(9_000),
        9..=50 => random.below(300),
        _ => random.below(20),
    };
    let text = text_for(random, len, to);
    let mut bytes = encode(&text, from);
    if random.once_in(3) {
        damage(random, &mut bytes);
    }
    if random.once_in(4) {
        let signature: &[u8] = match random.below(5) {
            0 => b"\xFF\xFE",
            1 => b"\xFE\xFF",
            2 => b"\xFF\xFE\0\0",
            3 => b"\0\0\xFE\xFF",
            _ => b"\xEF\xBB\xBF",
        };
        bytes.splice(0..0, signature.iter().copied());
    }
    if random.once_in(10) && bytes.len() > 4 && !bytes.len().is_multiple_of(4) {
        // The other byte order.
        bytes.reverse();
    }
    bytes
}

/// A call that both libraries answered the same.
#[derive(Debug)]
#[allow(dead_code)] // Printed if a later call fails.
struct Call {
    input: Vec<u8>,
    input_len: usize,
    room: usize,
    outcome: Outcome,
}

/// What a program does with two descriptors at the same time.
struct Session {
    ours: Converter,
    system: Converter,
    /// For messages.
    name: String,
    history: Vec<Call>,
}

impl Session {
    /// Requires the same outcome and the same bytes, also behind those that were written.
    fn compare(&mut self, input: &[u8], room: usize, ours: (Outcome, &[u8]), system: (Outcome, &[u8])) {
        let shown = &input[..input.len().min(64)];
        if ours != system {
            let first = ours.1.iter().zip(system.1).position(|(a, b)| a != b);
            panic!(
                "{}: {:#?}\n{} bytes {shown:02X?} to {room}: utf8kit {:?}, C library {:?}, first different byte of the \
                 output: {first:?}",
                self.name,
                self.history,
                input.len(),
                ours.0,
                system.0
            );
        }
        self.history.push(Call {
            input: shown.to_vec(),
            input_len: input.len(),
            room,
            outcome: ours.0,
        });
    }

    fn convert(&mut self, random: &mut Random, input: &[u8], room: usize) -> Outcome {
        let fill = random.next() as u8;
        let (mut a, mut b) = (vec![fill; room + 8], vec![fill; room + 8]);
        let ours = self.ours.convert(input, &mut a[..room]);
        let system = self.system.convert(input, &mut b[..room]);
        self.compare(input, room, (ours, &a), (system, &b));
        ours
    }

    fn reset(&mut self, random: &mut Random) {
        let with_output = random.once_in(2);
        let (mut a, mut b) = ([1; 16], [1; 16]);
        let room = random.below(16);
        let ours = self.ours.reset(with_output.then_some(&mut a[..room]));
        let system = self.system.reset(with_output.then_some(&mut b[..room]));
        self.compare(b"", room, (ours, &a), (system, &b));
    }

    /// Converts `input` in pieces as a program would, or worse.
    fn run(&mut self, random: &mut Random, input: &[u8]) {
        let is_whole = random.once_in(3);
        let is_cramped = random.once_in(3);
        let mut read = 0;
        for _ in 0..60 {
            if random.once_in(30) {
                self.reset(random);
            }
            let rest = &input[read..];
            let piece = match random.below(4) {
                _ if is_whole => rest.len(),
                0 => random.below(12).min(rest.len()),
                _ => random.below(rest.len() + 1),
            };
            let room = match random.below(4) {
                _ if !is_cramped => 4 * piece + 8,
                0 => random.below(12),
                1 => piece,
                _ => random.below(4 * piece + 8),
            };
            let outcome = self.convert(random, &rest[..piece], room);
            read += outcome.read;
            if outcome.result == usize::MAX && outcome.errno == libc::EILSEQ {
                read += random.choose(&[0, 1, 1, 2, 4]);
            }
            if read >= input.len() {
                if random.once_in(3) {
                    self.reset(random);
                }
                return;
            }
        }
    }
}

fn session(functions: (Functions, Functions), to: &str, from: &str) -> Option<Session> {
    let opened = (
        Converter::open(functions.0, to, from),
        Converter::open(functions.1, to, from),
    );
    match opened {
        (Ok(ours), Ok(system)) => Some(Session {
            ours,
            system,
            name: format!("{from} to {to}"),
            history: Vec::new(),
        }),
        (Err(ours), Err(system)) => {
            assert_eq!(ours, system, "{from} to {to}");
            None
        }
        (ours, system) => panic!(
            "{from} to {to}: utf8kit {:?}, C library {:?}",
            ours.err(),
            system.err()
        ),
    }
}

#[test]
fn random_text_with_damage_in_pieces() {
    let functions = (ours(), system());
    let cases = std::env::var("UTF8KIT_CASES").map_or(sample(100_000), |cases| cases.parse().unwrap());
    for case in 0..cases as u64 {
        let mut random = Random::new(case);
        let (from, to) = (random.choose(NAMES), random.choose(NAMES));
        let suffix = random.choose(&["", "", "", "//IGNORE", "//"]);
        let Some(mut session) = session(functions, &format!("{to}{suffix}"), from) else {
            continue;
        };
        session.name.push_str(&format!(", case {case}"));
        let texts = if random.once_in(4) { 2 } else { 1 };
        for _ in 0..texts {
            let input = input(&mut random, from, to);
            session.run(&mut random, &input);
        }
    }
}

/// A short text, at every place where the input can be cut, with every size of the output.
#[test]
fn every_cut_and_every_output_size() {
    let functions = (ours(), system());
    let text: Vec<char> = "\u{FEFF}aé€\u{1F600}b\u{E0041}ÿ\u{FFFF}\u{10FFFF}z"
        .chars()
        .collect();
    let mut random = Random::new(1);
    for &from in NAMES {
        let well_formed = encode(&text, from);
        let mut damaged = well_formed.clone();
        damaged[well_formed.len() / 2] = 0xFF;
        for input in [well_formed, damaged] {
            for &to in NAMES {
                for suffix in ["", "//IGNORE"] {
                    let to = format!("{to}{suffix}");
                    if session(functions, &to, from).is_none() {
                        continue;
                    }
                    for cut in 0..=input.len() {
                        let room = 4 * text.len() + 8;
                        let mut cut_session = session(functions, &to, from).unwrap();
                        let outcome = cut_session.convert(&mut random, &input[..cut], room);
                        cut_session.convert(&mut random, &input[outcome.read..], room);
                    }
                    for room in 0..4 * text.len() + 8 {
                        let mut session = session(functions, &to, from).unwrap();
                        let outcome = session.convert(&mut random, &input, room);
                        session.convert(&mut random, &input[outcome.read..], room);
                    }
                }
            }
        }
    }
}

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

/// Every code point of the basic multilingual plane in the encodings that have tables.
#[test]
fn every_character_in_single_byte_encodings() {
    let functions = (ours(), system());
    let mut random = Random::new(5);
    for &to in NAMES.iter().filter(|name| !repertoire(name).is_empty()) {
        let mut session = session(functions, to, "UTF-8").unwrap();
        for c in (0..=0xFFFF).filter_map(char::from_u32) {
            let text = format!("a{c}b");
            session.convert(&mut random, text.as_bytes(), 8);
            session.history.clear();
        }
    }
}

/// What follows an error at the beginning of a text with a signature, or a call that wrote nothing.
#[test]
fn a_signature_after_an_error_is_read_as_in_the_c_library() {
    let functions = (ours(), system());
    let mut random = Random::new(6);
    let text16 = [b"\0\xDC", &b"\xAC\x20"[..], b"a\0", b"\xFE\xFF", b"\xFF\xFE"];
    let text32 = [
        b"\0\xDC\0\0",
        &b"\xAC\x20\0\0"[..],
        b"a\0\0\0",
        b"\0\0\xFE\xFF",
        b"\xFF\xFE\0\0",
    ];
    let rest = b"b\0\0\0c\0\0\0d\0\0\0".repeat(10);
    for (from, units, width) in [("UTF-16", text16, 2), ("UTF-32", text32, 4)] {
        for to in [
            "UTF-8",
            "UTF-16LE",
            "UTF-32BE",
            "ISO-8859-1",
            "CP1251",
            "UTF-8//IGNORE",
            "ISO-8859-1//IGNORE",
        ] {
            for order in 0..125 {
                let units = [units[order % 5], units[order / 5 % 5], units[order / 25]].concat();
                let input = [units, rest.clone()].concat();
                for room in [0, 1, 2, 3, 4, 200] {
                    let mut session = session(functions, to, from).unwrap();
                    let mut read = 0;
                    for call in 0..8 {
                        let room = if call % 3 == 0 { room } else { 200 };
                        let outcome = session.convert(&mut random, &input[read..], room);
                        read += outcome.read;
                        if outcome.errno == libc::EILSEQ {
                            read += width;
                        }
                        if read >= input.len() {
                            break;
                        }
                    }
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

/// Programs step over an error and call again. Where errors are near to each other, the C library converts what is between them, in
/// windows that may end anywhere in a character.
#[test]
fn errors_that_are_stepped_over_are_the_same_however_near() {
    let mut random = Random::new(3);
    let pairs = [
        ("UTF-16LE", "UTF-8"),
        ("UTF-8", "UTF-8"),
        ("CP1252", "UTF-8"),
        ("UTF-8", "UTF-16LE"),
        ("UTF-8", "CP1252"),
        ("UTF-8//IGNORE", "UTF-8"),
    ];
    for _ in 0..sample(300) {
        let (to, from) = random.choose(&pairs);
        let mut input = encode(&text_for(&mut random, 1500, to), from);
        let spread = random.choose(&[1, 3, 30, 200, 700]);
        let mut at = 0;
        while at < input.len() {
            // Ill-formed in UTF-8, a half of a surrogate pair in UTF-16, a byte without a character in windows-1252.
            let end = input.len().min(at + 2);
            input[at..end].copy_from_slice(&[0x81, 0xDC][..end - at]);
            at += 1 + random.below(2 * spread);
        }
        let run = |functions| {
            let mut converter = Converter::open(functions, to, from).unwrap();
            let (mut outcomes, mut bytes, mut at) = (vec![], vec![], 0);
            while at < input.len() {
                let mut output = [0; 8000];
                let outcome = converter.convert(&input[at..], &mut output);
                bytes.extend_from_slice(&output[..outcome.written]);
                // One byte is left out, which leaves a half of a unit in UTF-16, too.
                at += outcome.read + 1;
                outcomes.push(outcome);
            }
            (outcomes, bytes)
        };
        assert!(
            run(ours()) == run(system()),
            "{from} to {to}, errors within {spread}"
        );
    }
}

/// What is short is converted one character at a time, and errors are found without the C library: every short sequence of bytes that
/// decide something, with every size of the output.
#[test]
fn short_texts_with_and_without_errors_are_the_same() {
    const BYTES: [u8; 24] = [
        0, b'a', 0x7F, 0x80, 0x8F, 0x90, 0xA0, 0xBF, 0xC1, 0xC2, 0xD8, 0xDC, 0xDF, 0xE0, 0xE2, 0xED, 0xEF,
        0xF0, 0xF3, 0xF4, 0xF5, 0xFA, 0xFD, 0xFE,
    ];
    let functions = (ours(), system());
    let mut random = Random::new(7);
    let pairs = [
        ("UTF-8", "UTF-8"),
        ("UTF-16LE", "UTF-8"),
        ("UTF-16BE", "UTF-8"),
        ("UCS-4", "UTF-8"),
        ("WCHAR_T", "UTF-8"),
        ("ISO-8859-1", "UTF-8"),
        ("ASCII", "UTF-8"),
        ("CP1252", "UTF-8"),
        ("UTF-8", "ASCII"),
        ("UTF-16BE", "ISO-8859-1"),
        ("ASCII", "ISO-8859-1"),
        ("UTF-8", "UTF-16LE"),
        ("ISO-8859-1", "UTF-16BE"),
        ("UTF-32LE", "UTF-16LE"),
        ("UTF-8", "CP1252"),
        ("ISO-8859-1", "CP1251"),
        ("UTF-16LE", "IBM037"),
    ];
    for (to, from) in pairs {
        let mut session = session(functions, to, from).unwrap();
        let mut check = |text: &[u8], room: usize| {
            session.convert(&mut random, text, room);
            session.history.clear();
        };
        for number in 0..24_usize.pow(4) {
            let digits = [0, 1, 2, 3].map(|digit| BYTES[number / 24_usize.pow(digit) % 24]);
            // Each of two and of three, and a sample of four.
            let len = match number {
                0..576 => 2,
                576..13_824 => 3,
                _ if number.is_multiple_of(if cfg!(debug_assertions) { 7 } else { 1 }) => 4,
                _ => continue,
            };
            let text = [b"abcd", &digits[..len], b"efgh\xE2\x82"].concat();
            for range in [4..4 + len, 0..4 + len, 4..8 + len, 1..10 + len] {
                check(&text[range], 64);
            }
            if number % 31 == 0 {
                for room in 0..16 {
                    check(&text[2..8 + len], room);
                }
            }
        }
        // Tags, which the C library leaves out, and what comes before and behind them.
        for c in [0xDFFFF, 0xE0000, 0xE0041, 0xE007F, 0xE0080] {
            let text = encode(&['a', char::from_u32(c).unwrap(), 'b'], from);
            check(&text, 64);
        }
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
            println!("found no locale C.UTF-8");
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
