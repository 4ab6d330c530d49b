//! The encodings by name, and whole texts.

use crate::{Decoder, Encoder, utf1};
use core::fmt;
use utf8kit::Encoding as Base;
use utf8kit::dialect::Dialect;
use utf8kit::stream::{IllFormedAt, Step, Stop};
use utf8kit::{Endian, Policy};

/// An encoding of the family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Encoding {
    /// One of the library's own: UTF-8, UTF-16 and UTF-32 in a given order, Latin-1, ASCII, a dialect of
    /// UTF-8.
    Base(Base),
    /// UTF-16 (RFC 2781): a signature tells the order, else the most significant byte is first. Written with
    /// a signature, the least significant byte first.
    Utf16,
    /// UTF-32, likewise.
    Utf32,
    /// UCS-2. Without an order: a signature tells it when reading, else the most significant byte is first,
    /// and so it is written, without a signature.
    Ucs2(Option<Endian>),
    /// UCS-4, likewise.
    Ucs4(Option<Endian>),
    /// UTF-7 (RFC 2152).
    Utf7,
    /// UTF-1 (ISO-IR 178).
    Utf1,
    /// UTF-8 with the Hangul syllables where Unicode 1.1 had them (RFC 2279 section 5). Only read, never
    /// written: RFC 3629 dropped the label. Read, they come to today's positions.
    Unicode11Utf8,
}

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding::Base(Base::Utf8);

    /// The dialect that it is, if it is one.
    pub const fn dialect(self) -> Option<Dialect> {
        match self {
            Encoding::Base(Base::Dialect(dialect)) => Some(dialect),
            _ => None,
        }
    }

    /// Can text be written in this encoding? Not in [`Unicode11Utf8`](Self::Unicode11Utf8).
    pub const fn can_be_written(self) -> bool {
        !matches!(self, Encoding::Unicode11Utf8)
    }

    /// How many bytes `text` has in this encoding, without a signature: to tell, of a decoded text, where in
    /// the source a part of it ends. Exact but in UTF-7, in which a text has more than one spelling: there it
    /// is that of [`encode`](Self::encode). What the encoding lacks counts as a replacement of one code
    /// element would.
    ///
    /// ```
    /// use utf8kit_family::Encoding;
    ///
    /// assert_eq!(Encoding::Utf16.encoded_len("a\u{1F600}"), 6);
    /// assert_eq!(Encoding::Utf1.encoded_len("aé"), 3);
    /// ```
    pub fn encoded_len(self, text: &str) -> u64 {
        let len = match self {
            Encoding::Base(Base::Utf16(_)) | Encoding::Utf16 => 2 * text.encode_utf16().count(),
            Encoding::Base(Base::Utf32(_)) | Encoding::Utf32 | Encoding::Ucs4(_) => 4 * text.chars().count(),
            Encoding::Base(Base::Latin1 | Base::Ascii) => text.chars().count(),
            Encoding::Ucs2(_) => 2 * text.chars().count(),
            Encoding::Base(Base::Dialect(dialect)) => dialect.encode_str(text).len(),
            Encoding::Utf1 => {
                let len = |c| utf1::encode(u32::from(c), &mut [0; 5]).map_or(1, <[u8]>::len);
                text.chars().map(len).sum()
            }
            Encoding::Utf7 => self.encode(text, Policy::Fail).map_or(0, |bytes| bytes.len()),
            Encoding::Base(_) | Encoding::Unicode11Utf8 => text.len(),
        };
        len as u64
    }

    /// Decodes a whole text. A signature is text, but where the encoding says that one tells the order: there
    /// it is left out.
    ///
    /// # Errors
    ///
    /// What is ill-formed, by kind and offset in bytes, and not mended by `policy`.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::Encoding;
    ///
    /// assert_eq!(Encoding::Utf16.decode(b"\xFF\xFEa\0", Policy::Fail).unwrap(), "a");
    /// assert_eq!(Encoding::Utf16.decode(b"\0a", Policy::Fail).unwrap(), "a");
    /// assert_eq!(Encoding::Utf1.decode(b"\xFE!", Policy::Replace('?')).unwrap(), "?!");
    /// ```
    pub fn decode(self, bytes: &[u8], policy: Policy<'_>) -> Result<String, IllFormedAt> {
        let mut decoder = Decoder::new(self, policy);
        let text = whole(bytes.len(), |at, room| match at < bytes.len() {
            true => (decoder.to_utf8(&bytes[at..], room), false),
            false => (decoder.finish_utf8(room), true),
        });
        match text {
            Ok(text) => Ok(String::from_utf8(text).expect("a decoder writes UTF-8")),
            Err(Stop::IllFormed(error)) => Err(error),
            Err(stop) => unreachable!("UTF-8 has every character: {stop:?}"),
        }
    }

    /// Encodes a whole text.
    ///
    /// # Errors
    ///
    /// The first character that the encoding lacks and `policy` does not mend.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::Encoding;
    ///
    /// assert_eq!(Encoding::Ucs2(None).encode("é", Policy::Fail).unwrap(), b"\x00\xE9");
    /// let error = Encoding::Ucs2(None).encode("é\u{1F600}", Policy::Fail).unwrap_err();
    /// assert_eq!((error.character, error.offset), ('\u{1F600}', 2));
    /// assert_eq!(error.to_string(), "U+1F600 at offset 2 cannot be represented in ISO-10646-UCS-2");
    /// ```
    ///
    /// # Panics
    ///
    /// If the encoding is [`Unicode11Utf8`](Self::Unicode11Utf8); see
    /// [`can_be_written`](Self::can_be_written).
    pub fn encode(self, text: &str, policy: Policy<'_>) -> Result<Vec<u8>, NotRepresentable> {
        let mut encoder = Encoder::new(self, policy);
        let bytes = whole(text.len(), |at, room| match at < text.len() {
            true => (encoder.encode(&text[at..], room), false),
            false => (encoder.finish(room), true),
        });
        bytes.map_err(|stop| match stop {
            Stop::NotRepresentable { character, offset } => NotRepresentable {
                character,
                offset,
                encoding: self,
            },
            stop => unreachable!("a str is well-formed: {stop:?}"),
        })
    }
}

/// All that `step` writes, which is given how much was read and where to write, and says whether it was the
/// last.
fn whole(len: usize, mut step: impl FnMut(usize, &mut [u8]) -> (Step, bool)) -> Result<Vec<u8>, Stop> {
    let mut out = Vec::new();
    let mut at = 0;
    loop {
        let start = out.len();
        out.resize(start + (len - at) + (len - at) / 2 + 64, 0);
        let (step, last) = step(at, &mut out[start..]);
        out.truncate(start + step.written);
        at += step.read;
        match step.stop {
            Stop::InputUsed if last => return Ok(out),
            Stop::InputUsed | Stop::OutputFull => {}
            stop => return Err(stop),
        }
    }
}

/// A character that an encoding has no way to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotRepresentable {
    /// The character.
    pub character: char,
    /// Where it is in the text: bytes of UTF-8 from the beginning.
    pub offset: u64,
    /// The encoding.
    pub encoding: Encoding,
}

impl fmt::Display for NotRepresentable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotRepresentable {
            character,
            offset,
            encoding,
        } = self;
        write!(
            f,
            "U+{:04X} at offset {offset} cannot be represented in {}",
            u32::from(*character),
            encoding.name()
        )
    }
}

impl core::error::Error for NotRepresentable {}
