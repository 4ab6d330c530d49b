//! Checks the adapters to `std::io` over readers and writers that yield little, are interrupted and fail: what is read and written is
//! the text, and no error loses or repeats a part of it.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use utf8kit::stream::{DecodeReader, EncodeWriter};
use utf8kit::{Encoding, Endian, Policy};

const ENCODINGS: [Encoding; 8] = [
    Encoding::Utf8,
    Encoding::Utf16(Endian::Little),
    Encoding::Utf16(Endian::Big),
    Encoding::Utf32(Endian::Little),
    Encoding::Utf32(Endian::Big),
    Encoding::Latin1,
    Encoding::Cesu8,
    Encoding::Wtf8,
];

/// A source or destination that does what a script says at each call, and then works.
struct Unreliable<'s, T> {
    inner: T,
    script: &'s [u8],
    at: usize,
}

/// What happens at a call.
enum Event {
    Works(usize),
    Fails(ErrorKind),
}

impl<T> Unreliable<'_, T> {
    fn next(&mut self) -> Event {
        let Some(&event) = self.script.get(self.at) else {
            return Event::Works(usize::MAX);
        };
        self.at += 1;
        match event {
            0..=0x1F => Event::Fails(ErrorKind::Interrupted),
            0x20..=0x2F => Event::Fails(ErrorKind::WouldBlock),
            0x30..=0x3F => Event::Fails(ErrorKind::BrokenPipe),
            len => Event::Works(usize::from(len) - 0x3F),
        }
    }
}

impl Read for Unreliable<'_, &[u8]> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.fill_buf()?.read(buffer)?;
        self.consume(len);
        Ok(len)
    }
}

impl BufRead for Unreliable<'_, &[u8]> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.next() {
            Event::Fails(kind) => Err(kind.into()),
            Event::Works(len) => Ok(&self.inner[..len.min(self.inner.len())]),
        }
    }

    fn consume(&mut self, len: usize) {
        self.inner.consume(len);
    }
}

impl Write for Unreliable<'_, Vec<u8>> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.next() {
            Event::Fails(kind) => Err(kind.into()),
            Event::Works(len) => self.inner.write(&bytes[..len.min(bytes.len())]),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn run(input: (u8, u8, u8, &[u8])) {
    let (encoding, size, cut, bytes) = input;
    let encoding = ENCODINGS[usize::from(encoding) % ENCODINGS.len()];
    let (script, bytes) = bytes.split_at(usize::from(cut % 64).min(bytes.len()));
    let policy = || Policy::Replace('\u{FFFD}');
    let expected = encoding.decode(bytes, policy()).expect("all is replaced");
    let expected = expected.as_bytes();
    let source = || Unreliable {
        inner: bytes,
        script,
        at: 0,
    };
    // By `read`.
    let mut reader = DecodeReader::new(source(), encoding, policy());
    let mut buffer = vec![0; 1 + usize::from(size)];
    let mut text = Vec::new();
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(len) => text.extend_from_slice(&buffer[..len]),
            Err(error) => assert_ne!(error.kind(), ErrorKind::InvalidData),
        }
    }
    assert_eq!(text, expected, "{encoding:?} by `read`");
    // By `fill_buf`, of which a part is consumed.
    let mut reader = DecodeReader::new(source(), encoding, policy());
    text.clear();
    loop {
        match reader.fill_buf() {
            Ok([]) => break,
            Ok(part) => {
                let len = part.len().min(1 + usize::from(size));
                text.extend_from_slice(&part[..len]);
                reader.consume(len);
            }
            Err(error) => assert_ne!(error.kind(), ErrorKind::InvalidData),
        }
    }
    assert_eq!(text, expected, "{encoding:?} by `fill_buf`");
    // By `read_to_end`, which goes on after an interruption and ends at another error.
    let mut reader = DecodeReader::new(source(), encoding, policy());
    text.clear();
    while let Err(error) = reader.read_to_end(&mut text) {
        assert_ne!(error.kind(), ErrorKind::InvalidData);
    }
    assert_eq!(text, expected, "{encoding:?} by `read_to_end`");
    check_strict(encoding, bytes, script);
    check_writer(encoding, expected, script, 1 + usize::from(size));
}

/// Without replacements, all before the first error is read, and then the error.
fn check_strict(encoding: Encoding, bytes: &[u8], script: &[u8]) {
    let mut reader = DecodeReader::new(
        Unreliable {
            inner: bytes,
            script,
            at: 0,
        },
        encoding,
        Policy::Fail,
    );
    let mut text = Vec::new();
    let found = loop {
        match reader.read_to_end(&mut text) {
            Ok(_) => break None,
            Err(error) if error.kind() == ErrorKind::InvalidData => break Some(error),
            Err(_) => {}
        }
    };
    let first = encoding.validate(bytes).err();
    let before = first.as_ref().map_or(bytes.len(), |error| error.valid_up_to());
    // WTF-8 has numbers that are no characters.
    if let Ok(expected) = encoding.decode(&bytes[..before], Policy::Fail) {
        assert_eq!(found.is_some(), first.is_some(), "{encoding:?}: {found:?}");
        assert_eq!(text, expected.as_bytes(), "{encoding:?}");
    }
}

/// What is written is the text, whatever fails between: a writer that failed is given what it did not take.
fn check_writer(encoding: Encoding, text: &[u8], script: &[u8], at_once: usize) {
    let destination = Unreliable {
        inner: Vec::new(),
        // Destinations that fail for good lose what they were given.
        script: &script
            .iter()
            .map(|&event| {
                if (0x20..0x40).contains(&event) {
                    0x40
                } else {
                    event
                }
            })
            .collect::<Vec<_>>(),
        at: 0,
    };
    let mut writer = EncodeWriter::new(destination, encoding, Policy::Replace('?'));
    for part in text.chunks(at_once) {
        writer.write_all(part).expect("interruptions are no errors");
    }
    let written = writer.finish().expect("the text is whole").inner;
    let text = std::str::from_utf8(text).expect("it was decoded");
    let expected = encoding
        .encode(text, Policy::Replace('?'))
        .expect("all is replaced");
    assert_eq!(written, *expected, "{encoding:?}");
}
