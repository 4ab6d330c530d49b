//! The signature that an encoder writes.

use crate::Encoding;
use utf8kit::stream::{Step, Stop};

/// The signature to write before anything else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    bytes: &'static [u8],
    is_written: bool,
}

impl Signature {
    /// Returns the signature that the definition of `encoding` calls for, or none.
    pub(crate) fn default_of(encoding: Encoding) -> Self {
        let is_default = matches!(
            encoding,
            Encoding::Utf16 | Encoding::Utf32 | Encoding::Utf8Signature
        );
        Signature::of(encoding, is_default)
    }

    /// Returns the signature of `encoding` if `write` is `true` and it has one, or none.
    pub(crate) fn of(encoding: Encoding, write: bool) -> Self {
        Signature {
            bytes: if write { encoding.signature() } else { b"" },
            is_written: false,
        }
    }

    /// Returns to the beginning of a new text.
    pub(crate) fn reset(&mut self) {
        self.is_written = false;
    }

    /// Returns what is still to be written.
    pub(crate) fn unwritten(&self) -> &'static [u8] {
        if self.is_written { b"" } else { self.bytes }
    }

    /// States that the signature is written.
    pub(crate) fn set_written(&mut self) {
        self.is_written = true;
    }

    /// Writes the signature to the beginning of `dst`, and then calls `encode` with the rest of it. A signature is written
    /// whole, and only before text: `is_empty` states that there is none in this piece.
    pub(crate) fn before(
        &mut self,
        is_empty: bool,
        dst: &mut [u8],
        encode: impl FnOnce(&mut [u8]) -> Step,
    ) -> Step {
        if self.is_written || is_empty {
            return encode(dst);
        }
        let len = self.bytes.len();
        let Some((start, rest)) = dst.split_at_mut_checked(len) else {
            return Step {
                read: 0,
                written: 0,
                stop: Stop::OutputFull,
            };
        };
        start.copy_from_slice(self.bytes);
        self.is_written = true;
        let mut step = encode(rest);
        step.written += len;
        step
    }
}

impl Encoding {
    /// Returns the bytes of U+FEFF at the beginning of a text in this encoding, or none if the encoding has no signature.
    pub(crate) fn signature(self) -> &'static [u8] {
        use utf8kit::Encoding as Base;
        use utf8kit::Endian::{Big, Little};
        match self {
            Encoding::Base(Base::Utf16(Little)) | Encoding::Utf16 | Encoding::Ucs2(Some(Little)) => {
                b"\xFF\xFE"
            }
            Encoding::Base(Base::Utf16(Big)) | Encoding::Ucs2(None | Some(Big)) => b"\xFE\xFF",
            Encoding::Base(Base::Utf32(Little)) | Encoding::Utf32 | Encoding::Ucs4(Some(Little)) => {
                b"\xFF\xFE\0\0"
            }
            Encoding::Base(Base::Utf32(Big)) | Encoding::Ucs4(None | Some(Big)) => b"\0\0\xFE\xFF",
            Encoding::Utf8Signature
            | Encoding::Utf8Mb3
            | Encoding::Unicode11Utf8
            | Encoding::OldHangulUtf8 => b"\xEF\xBB\xBF",
            Encoding::Utf7 => b"+/v8-",
            Encoding::Utf1 => b"\xF7\x64\x4C",
            // A run may not follow that of a signature, and the name of a mailbox needs none.
            Encoding::Utf7Imap => b"",
            Encoding::Base(Base::Latin1 | Base::Ascii) | Encoding::Iso2022 => b"",
            #[cfg(feature = "legacy")]
            Encoding::Legacy(legacy) => legacy.signature(),
            // UTF-8 and its relatives.
            Encoding::Base(_) => b"\xEF\xBB\xBF",
        }
    }
}
