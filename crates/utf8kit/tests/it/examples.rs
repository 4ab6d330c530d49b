//! The programs in `examples`: what they do is in functions, which are called here.

#[allow(dead_code, reason = "`main` is not called")]
#[path = "../../examples/cesu8_dump.rs"]
mod cesu8_dump;
#[allow(dead_code, reason = "`main` is not called")]
#[path = "../../examples/decode_socket.rs"]
mod decode_socket;
#[allow(dead_code, reason = "`main` is not called")]
#[path = "../../examples/read_log.rs"]
mod read_log;
#[allow(dead_code, reason = "`main` is not called")]
#[path = "../../examples/utf16_file_names.rs"]
mod utf16_file_names;
#[allow(dead_code, reason = "`main` is not called")]
#[path = "../../examples/utf16_to_utf8.rs"]
mod utf16_to_utf8;
#[allow(dead_code, reason = "`main` is not called")]
#[path = "../../examples/validate_file.rs"]
mod validate_file;

use std::io::{self, Read, Write as _};

#[test]
fn a_file_is_validated_with_the_place_of_the_error() {
    assert_eq!(validate_file::first_error("naïve\n\u{10FFFF}".as_bytes()), None);
    assert_eq!(validate_file::first_error(b""), None);
    assert_eq!(
        validate_file::first_error(b"one\nd\xC3\xA9j\xC3\xA0 \xE9t").as_deref(),
        Some("2:6: `E9` starts a sequence of 3 bytes, but `74` does not continue it (offset 11)")
    );
    let message = validate_file::first_error(b"\xFF").unwrap_or_default();
    assert!(
        message.starts_with("1:1: ") && message.ends_with("(offset 0)"),
        "{message}"
    );
    let message = validate_file::first_error(b"\n\n\xC3").unwrap_or_default();
    assert!(message.starts_with("3:1: "), "{message}");
}

/// Returns a few bytes at each call, and is interrupted in between.
struct Pieces<'a> {
    bytes: &'a [u8],
    len: usize,
    interrupts: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupts = !self.interrupts;
        if self.interrupts {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = self.len.min(buffer.len());
        self.bytes
            .take(len as u64)
            .read(buffer)
            .inspect(|&read| self.bytes = &self.bytes[read..])
    }
}

#[test]
fn text_in_pieces_is_decoded_wherever_they_end() {
    let bytes = b"caf\xC3\xA9 \xF0\x9F\x98\x80 \xE2\x82 \xFF!\xE2";
    for len in 1..=bytes.len() {
        let mut text = Vec::new();
        let source = Pieces {
            bytes,
            len,
            interrupts: false,
        };
        let replaced = decode_socket::decode(source, &mut text).unwrap();
        assert_eq!(
            (String::from_utf8_lossy(&text).as_ref(), replaced),
            ("café \u{1F600} \u{FFFD} \u{FFFD}!\u{FFFD}", 3),
            "pieces of {len} bytes"
        );
    }
}

#[test]
#[cfg_attr(any(miri, target_family = "wasm"), ignore = "opens sockets")]
fn a_socket_is_decoded() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let sender = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        for piece in [&b"gr\xC3"[..], b"\xBCn\xFF"] {
            stream.write_all(piece).unwrap();
            stream.flush().unwrap();
        }
    });
    let mut text = Vec::new();
    let socket = std::net::TcpStream::connect(address).unwrap();
    assert_eq!(decode_socket::decode(socket, &mut text).unwrap(), 1);
    sender.join().unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), "grün\u{FFFD}");
}

#[test]
fn utf16_of_a_vec_becomes_utf8() {
    let bytes = |units: &[u16]| {
        units
            .iter()
            .copied()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    let text = utf16_to_utf8::to_utf8(bytes(&[0xFEFF, 0x35, 0x20, 0x20AC, 0xD83D, 0xDE00])).unwrap();
    assert_eq!(text, "5 €\u{1F600}");
    assert_eq!(utf16_to_utf8::to_utf8(Vec::new()).unwrap(), "");
    let error = utf16_to_utf8::to_utf8(bytes(&[0x41, 0xD83D, 0x42])).unwrap_err();
    assert_eq!(error.read(), 2);
    let error = utf16_to_utf8::to_utf8(b"A\0B".to_vec()).unwrap_err();
    assert_eq!(error.read(), 2);
}

#[test]
fn names_in_utf16_become_text_and_an_unpaired_surrogate_is_reported() {
    let mut list = b"\xFF\xFE".to_vec();
    for units in ["naïve.txt\r\n", "\u{1F600}\n"] {
        list.extend(units.encode_utf16().flat_map(u16::to_le_bytes));
    }
    list.extend([0x61, 0xD800, 0x62, 0].into_iter().flat_map(u16::to_le_bytes));
    // An odd byte at the end is no code unit.
    list.push(b'x');
    let names: Vec<_> = utf16_file_names::split(&list)
        .iter()
        .map(|units| {
            let (name, error) = utf16_file_names::name(units);
            (name, error.map(|error| error.offset()))
        })
        .collect();
    let names: Vec<_> = names
        .iter()
        .map(|(name, error)| (name.as_str(), *error))
        .collect();
    assert_eq!(
        names,
        [("naïve.txt", None), ("\u{1F600}", None), ("a\u{FFFD}b", Some(1))]
    );
    assert!(utf16_file_names::split(b"").is_empty());
}

#[test]
fn lines_of_a_log_are_found_whatever_bytes_they_have() {
    let log = b"start\nerror: caf\xE9\r\nna\xC3\xAFve error\n\xFF\xFE\nerror \xE2\x82";
    let mut found = Vec::new();
    assert_eq!(read_log::grep("error", &log[..], &mut found).unwrap(), 3);
    assert_eq!(
        String::from_utf8(found).unwrap(),
        "2: error: caf\\xE9\n3: naïve error\n5: error \\xE2\\x82\n"
    );
}

#[test]
fn a_dump_in_cesu8_becomes_utf8_and_utf8_is_refused() {
    let mut text = Vec::new();
    let dump = &b"('na\xC3\xAFve \xED\xA0\xBD\xED\xB8\x80')"[..];
    for len in 1..=dump.len() {
        text.clear();
        let pieces = Pieces {
            bytes: dump,
            len,
            interrupts: false,
        };
        let written = cesu8_dump::convert(pieces, &mut text).unwrap();
        assert_eq!(written, text.len() as u64, "pieces of {len} bytes");
        assert_eq!(text, "('naïve \u{1F600}')".as_bytes(), "pieces of {len} bytes");
    }
    let error = cesu8_dump::convert("ab \u{1F600}".as_bytes(), &mut text).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
}
