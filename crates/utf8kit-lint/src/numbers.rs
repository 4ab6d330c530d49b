//! Reads the numbers of a text in any encoding of UTF-8's family.

use utf8kit::stream::Stop;
use utf8kit::{Encoding as Base, IllFormed, Policy};
use utf8kit_encodings::iso2022::Announcement;
use utf8kit_encodings::{Decoder, Encoding};

/// Reads numbers from bytes that arrive in pieces.
#[derive(Clone, Debug)]
pub(crate) struct Numbers(Decoder<'static>);

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
    /// The numbers do not fit.
    Full,
    IllFormed(IllFormed),
}

impl Numbers {
    /// Returns a reader at the beginning of a text.
    pub(crate) fn new(encoding: Encoding) -> Numbers {
        let encoding = match encoding {
            // The numbers as they are: which of them the text has decides about the label.
            Encoding::Unicode11Utf8 => Encoding::Base(Base::Rfc2279),
            encoding => encoding,
        };
        Numbers(Decoder::new(encoding, Policy::Fail))
    }

    /// Returns the offset of the first byte of the text that is not yet read or reported.
    pub(crate) fn position(&self) -> u64 {
        self.0.position()
    }

    /// Returns what ISO/IEC 2022 has announced for what is read next.
    pub(crate) fn announced(&self) -> Option<Announcement> {
        self.0.announced()
    }

    /// Returns how many numbers were read so far that the encoding has an objection to.
    pub(crate) fn remarked(&self) -> u64 {
        self.0.remarked()
    }

    /// Reads `bytes` into `numbers`. `last` ends the text; then there are no bytes. If `numbers` is empty, only what comes
    /// before the next number is read.
    pub(crate) fn read(&mut self, bytes: &[u8], numbers: &mut [u32], last: bool) -> Read {
        let step = match last {
            true => self.0.finish_code_points(numbers),
            false => self.0.to_code_points(bytes, numbers),
        };
        Read {
            read: step.read,
            written: step.written,
            stop: match step.stop {
                Stop::InputUsed => Stopped::InputUsed,
                Stop::IllFormed(error) => Stopped::IllFormed(error),
                _ => Stopped::Full,
            },
        }
    }
}
