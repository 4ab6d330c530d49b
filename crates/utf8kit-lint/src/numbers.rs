//! Reads the numbers of a text in any encoding of UTF-8's family, one way for all of them.

use utf8kit::dialect::{Dialect, Reader};
use utf8kit::stream::{IllFormedAt, Step, Stop};
use utf8kit::{Policy, utf8};
use utf8kit_family::{Decoder, Encoding};

/// Bytes of text that are decoded at once.
const TEXT: usize = 4096;

/// Reads numbers from bytes that arrive in pieces.
#[derive(Clone, Debug)]
pub(crate) enum Numbers {
    /// A dialect of UTF-8, whose numbers need not be characters.
    Dialect(Reader<'static>),
    Text(Box<Decoder<'static>>),
}

/// What one step did.
pub(crate) struct Read {
    /// Bytes read.
    pub(crate) read: usize,
    /// Numbers written.
    pub(crate) written: usize,
    pub(crate) stop: Stopped,
}

/// Why a step ended.
pub(crate) enum Stopped {
    /// All bytes are read.
    InputUsed,
    /// The numbers do not fit, or not yet.
    Full,
    IllFormed(IllFormedAt),
}

impl Numbers {
    /// Returns a reader at the beginning of a text.
    pub(crate) fn new(encoding: Encoding) -> Numbers {
        let dialect = match encoding {
            // The numbers as they are: which of them the text has decides about the label.
            Encoding::Unicode11Utf8 => Some(Dialect::Utf8),
            encoding => encoding.dialect(),
        };
        match dialect {
            Some(dialect) => Numbers::Dialect(Reader::new(dialect, Policy::Fail)),
            None => Numbers::Text(Box::new(Decoder::new(encoding, Policy::Fail))),
        }
    }

    /// Returns the offset of the first byte of the text that is not yet read or reported.
    pub(crate) fn position(&self) -> u64 {
        match self {
            Numbers::Dialect(reader) => reader.position(),
            Numbers::Text(decoder) => decoder.position(),
        }
    }

    /// Reads `bytes` into `numbers`. `last` ends the text; then there are no bytes. If `numbers` is empty, only what comes
    /// before the next number is read.
    pub(crate) fn read(&mut self, bytes: &[u8], numbers: &mut [u32], last: bool) -> Read {
        let step = match self {
            Numbers::Dialect(reader) if last => reader.finish(numbers),
            Numbers::Dialect(reader) => reader.to_code_points(bytes, numbers),
            Numbers::Text(decoder) => match numbers {
                // A decoder writes text. For one number it is given room for one character, found by trying.
                [number] => return one(decoder, bytes, number, last),
                _ => return text(decoder, bytes, numbers, last),
            },
        };
        Read {
            read: step.read,
            written: step.written,
            stop: stopped(step.stop),
        }
    }
}

fn stopped(stop: Stop) -> Stopped {
    match stop {
        Stop::InputUsed => Stopped::InputUsed,
        Stop::IllFormed(error) => Stopped::IllFormed(error),
        _ => Stopped::Full,
    }
}

fn decode(decoder: &mut Decoder<'_>, bytes: &[u8], text: &mut [u8], last: bool) -> Step {
    match last {
        true => decoder.finish_utf8(text),
        false => decoder.to_utf8(bytes, text),
    }
}

/// Reads as many numbers as fit.
fn text(decoder: &mut Decoder<'_>, bytes: &[u8], numbers: &mut [u32], last: bool) -> Read {
    let mut text = [0; TEXT];
    // No character is shorter than a byte. One number more may follow that is no character.
    let room = numbers.len().saturating_sub(1).min(TEXT);
    let step = decode(decoder, bytes, &mut text[..room], last);
    let text = utf8::validate(&text[..step.written]).expect("decoders write well-formed text");
    let mut written = 0;
    for (number, c) in numbers.iter_mut().zip(text.chars()) {
        *number = c.into();
        written += 1;
    }
    if let Stop::NotScalarValue { number, .. } = step.stop
        && let Some(place) = numbers.get_mut(written)
    {
        *place = number;
        written += 1;
    }
    Read {
        read: step.read,
        written,
        stop: stopped(step.stop),
    }
}

/// Reads one number.
fn one(decoder: &mut Decoder<'_>, bytes: &[u8], number: &mut u32, last: bool) -> Read {
    let mut text = [0; 4];
    let mut read = 0;
    for room in 1..=4 {
        let step = decode(decoder, &bytes[read..], &mut text[..room], last);
        read += step.read;
        if let (Ok(c), _) = utf8::decode_first(&text[..step.written]).unwrap_or((Ok('\0'), 0))
            && step.written > 0
        {
            *number = c.into();
            return Read {
                read,
                written: 1,
                stop: stopped(step.stop),
            };
        }
        if let Stop::NotScalarValue { number: value, .. } = step.stop {
            *number = value;
            return Read {
                read,
                written: 1,
                stop: Stopped::Full,
            };
        }
        let stop = stopped(step.stop);
        if !matches!(stop, Stopped::Full) {
            return Read {
                read,
                written: 0,
                stop,
            };
        }
    }
    unreachable!("every character has room in four bytes")
}
