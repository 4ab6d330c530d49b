//! [`Source`]: an encoding as a stream reads it.

use crate::buffer::through_buffer;
use crate::encoding::Encoding;
use crate::iso2022::Announcement;
use crate::item::Item;
#[cfg(feature = "legacy")]
use crate::legacy;
use crate::target::Target;
use crate::{hangul, iso2022, ucs, utf1, utf7};
use utf8kit::codec::{Any, Conversion, Convert, Decode, DecodeError, Description, NOTHING, Numbers, Output};
use utf8kit::codec::{StoppedBy, Utf8, Utf16};
use utf8kit::{Encoding as Base, Endian, ErrorKind};

/// An encoding, with its state between two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    reader: Reader,
    /// Whether U+FEFF at the beginning is a signature to remove, and nothing but its beginning was read so far.
    removes_signature: bool,
}

#[derive(Clone, Copy, Debug)]
enum Reader {
    /// An encoding of the library.
    Base(Any),
    /// UTF-8 of RFC 2279 whose Hangul syllables are moved from where Unicode 1.1 had them.
    OldHangulUtf8,
    Utf7(utf7::Reader),
    Utf1,
    Ucs2(Endian),
    Ucs4(Endian),
    Iso2022(iso2022::Reader),
    #[cfg(feature = "legacy")]
    Legacy(legacy::Reader),
}

static UTF1: Description = Description::new("UTF-1").with_clause(|_| "ISO-IR 178");

impl Source {
    /// Returns `encoding`, which has a byte order if it needs one, at the beginning of a text.
    ///
    /// With `unpaired`, unpaired surrogates of UTF-16 are numbers. With `removes_signature`, U+FEFF at the beginning is removed
    /// where the encoding writes it as no other.
    #[inline(always)]
    pub(crate) fn new(encoding: Encoding, unpaired: bool, removes_signature: bool) -> Self {
        let reader = match encoding {
            Encoding::Base(base) => {
                let any = Any::new(base);
                Reader::Base(if unpaired {
                    any.with_unpaired_surrogates()
                } else {
                    any
                })
            }
            Encoding::Utf8Signature | Encoding::Utf8Mb3 => Reader::Base(Any::new(Base::Utf8)),
            Encoding::Unicode11Utf8 | Encoding::OldHangulUtf8 => Reader::Base(Any::new(Base::Rfc2279)),
            Encoding::Utf7 => Reader::Utf7(utf7::Reader::new(utf7::Variant::Mail)),
            Encoding::Utf7Imap => Reader::Utf7(utf7::Reader::new(utf7::Variant::Imap)),
            Encoding::Utf1 => Reader::Utf1,
            Encoding::Iso2022 => Reader::Iso2022(iso2022::Reader::new()),
            #[cfg(feature = "legacy")]
            Encoding::Legacy(legacy) => Reader::Legacy(legacy::Reader::new(legacy)),
            Encoding::Ucs2(Some(endian)) => Reader::Ucs2(endian),
            Encoding::Ucs4(Some(endian)) => Reader::Ucs4(endian),
            Encoding::Utf16 | Encoding::Utf32 | Encoding::Ucs2(None) | Encoding::Ucs4(None) => {
                unreachable!("the byte order is found before anything is decoded")
            }
        };
        Source {
            reader,
            removes_signature: removes_signature && !matches!(reader, Reader::Base(_)),
        }
    }

    /// Returns UTF-8 of RFC 2279 whose Hangul syllables are moved from where Unicode 1.1 had them.
    pub(crate) fn moving_hangul() -> Self {
        Source {
            reader: Reader::OldHangulUtf8,
            removes_signature: false,
        }
    }

    /// Returns the state between two numbers, which is zero at the beginning of a text.
    pub(crate) fn shift_state(&self) -> u16 {
        match self.reader {
            Reader::Utf7(reader) => reader.shift_state().into(),
            Reader::Iso2022(reader) => reader.shift_state().into(),
            #[cfg(feature = "legacy")]
            Reader::Legacy(reader) => reader.shift_state(),
            _ => 0,
        }
    }

    /// Returns `true` if one character of a sequence is left.
    pub(crate) fn is_within_sequence(&self) -> bool {
        match self.reader {
            #[cfg(feature = "legacy")]
            Reader::Legacy(reader) => reader.is_within_sequence(),
            _ => false,
        }
    }

    /// Returns the number of sequences read so far that were longer than necessary.
    pub(crate) fn overlong(&self) -> u64 {
        match self.reader {
            Reader::Base(any) => any.overlong(),
            _ => 0,
        }
    }

    /// Moves to a state that [`shift_state`](Self::shift_state) returned.
    pub(crate) fn set_shift_state(&mut self, state: u16) {
        let [_, low] = state.to_be_bytes();
        match &mut self.reader {
            Reader::Utf7(reader) => reader.set_shift_state(low),
            Reader::Iso2022(reader) => reader.set_shift_state(low),
            #[cfg(feature = "legacy")]
            Reader::Legacy(reader) => reader.set_shift_state(state),
            _ => {}
        }
    }

    /// Returns what is announced for the next character in ISO/IEC 2022.
    pub(crate) fn announced(&self) -> Option<Announcement> {
        match self.reader {
            Reader::Iso2022(reader) => reader.announced(),
            _ => None,
        }
    }

    /// Decodes what `bytes`, which are not empty, begin with, and moves to the state after it.
    fn read(&mut self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        let item = match &mut self.reader {
            Reader::Base(any) => return any.decode(bytes, last),
            Reader::Iso2022(reader) => return reader.decode_one(bytes, last),
            #[cfg(feature = "legacy")]
            Reader::Legacy(reader) => reader.read(bytes, last),
            Reader::OldHangulUtf8 => {
                let (number, len) = Any::new(Base::Rfc2279).decode(bytes, last)?;
                let moved = char::from_u32(number).and_then(hangul::from_unicode_1_1);
                return Ok((moved.map_or(number, u32::from), len));
            }
            Reader::Utf7(reader) => reader.read(bytes, last),
            Reader::Utf1 => Item::of(utf1::decode_first(bytes), last),
            Reader::Ucs2(endian) => ucs::read_ucs2(bytes, *endian, last),
            Reader::Ucs4(endian) => ucs::read_ucs4(bytes, *endian, last),
        };
        item.decoded(bytes)
    }
}

#[cfg(feature = "legacy")]
impl From<legacy::PageReader> for Source {
    fn from(page: legacy::PageReader) -> Self {
        legacy::Reader::from(page).into()
    }
}

#[cfg(feature = "legacy")]
impl From<legacy::Reader> for Source {
    fn from(reader: legacy::Reader) -> Self {
        Source {
            reader: Reader::Legacy(reader),
            removes_signature: false,
        }
    }
}

impl Decode for Source {
    type Unit = u8;
    const HAS_SHIFTS: bool = true;

    fn description(&self) -> &'static Description {
        match self.reader {
            Reader::Base(any) => any.description(),
            Reader::OldHangulUtf8 => Base::Rfc2279.description(),
            Reader::Utf7(reader) => reader.description(),
            Reader::Utf1 => &UTF1,
            Reader::Ucs2(_) => &ucs::UCS2,
            Reader::Ucs4(_) => &ucs::UCS4,
            Reader::Iso2022(reader) => reader.description(),
            #[cfg(feature = "legacy")]
            Reader::Legacy(reader) => reader.description(),
        }
    }

    fn decode(&mut self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        let result = self.read(bytes, last);
        if !self.removes_signature {
            return result;
        }
        match &result {
            // Nothing but its beginning is read.
            Ok((NOTHING, _)) => return result,
            Err(error) if error.kind == ErrorKind::UnexpectedEnd && !last => return result,
            _ => {}
        }
        self.removes_signature = false;
        match result {
            Ok((0xFEFF, len)) => Ok((NOTHING, len)),
            result => result,
        }
    }

    #[cfg(feature = "legacy")]
    fn unit_of(&self, c: u8) -> Option<u8> {
        match self.reader {
            Reader::Legacy(reader) => reader.unit_of(c),
            _ => None,
        }
    }

    fn lacking(&self, number: u32) -> Option<ErrorKind> {
        match self.reader {
            Reader::Base(any) => any.lacking(number),
            _ => None,
        }
    }
}

impl Convert<Utf8> for Source {
    fn convert_run(&mut self, target: &mut Utf8, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        if self.removes_signature {
            return 0;
        }
        match &mut self.reader {
            Reader::Base(any) => any.convert_run(target, src, out),
            Reader::Ucs2(endian) => Any::new(Base::Utf16(*endian)).convert_run(target, src, out),
            Reader::Ucs4(endian) => Any::new(Base::Utf32(*endian)).convert_run(target, src, out),
            Reader::OldHangulUtf8 => convert_unmoved(src, out),
            Reader::Utf1 => copy(src, utf1::plain_len, out),
            Reader::Iso2022(reader) => copy(src, |bytes| reader.pass_plain(bytes), out),
            Reader::Utf7(reader) => through_buffer(src, out, |src, dst| reader.decode_plain(src, dst)),
            #[cfg(feature = "legacy")]
            Reader::Legacy(reader) => reader.convert_to_text(src, out, false),
        }
    }

    fn advance(
        &mut self,
        target: &mut Utf8,
        conversion: &mut Conversion<'_, '_, u8, u8>,
        through: Option<u8>,
    ) -> Option<StoppedBy> {
        match &mut self.reader {
            Reader::Base(any) => any.advance(target, conversion, through),
            _ => conversion.advance_by_number(self, target, through),
        }
    }
}

/// Implements the conversions to wide units: by the library's kernels where an encoding is like one of the library's.
macro_rules! to_wide {
    ($($target:ty: $unit:ty, $legacy:ident;)*) => {$(
        impl Convert<$target> for Source {
            fn convert_run(&mut self, target: &mut $target, src: &[u8], out: &mut Output<'_, $unit>) -> usize {
                if self.removes_signature {
                    return 0;
                }
                match &mut self.reader {
                    Reader::Base(any) => any.convert_run(target, src, out),
                    Reader::Ucs2(endian) => Any::new(Base::Utf16(*endian)).convert_run(target, src, out),
                    Reader::Ucs4(endian) => Any::new(Base::Utf32(*endian)).convert_run(target, src, out),
                    Reader::Iso2022(reader) => {
                        // What can fit, and is the same in UTF-8.
                        let len = reader.pass_plain(&src[..src.len().min(4 * out.room())]);
                        Any::new(Base::Utf8).convert_run(target, &src[..len], out)
                    }
                    Reader::OldHangulUtf8 | Reader::Utf1 | Reader::Utf7(_) => 0,
                    #[cfg(feature = "legacy")]
                    Reader::Legacy(reader) => reader.$legacy(src, out),
                }
            }

            fn advance(
                &mut self,
                target: &mut $target,
                conversion: &mut Conversion<'_, '_, u8, $unit>,
                through: Option<u8>,
            ) -> Option<StoppedBy> {
                match &mut self.reader {
                    Reader::Base(any) => any.advance(target, conversion, through),
                    _ => conversion.advance_by_number(self, target, through),
                }
            }
        }
    )*};
}
to_wide! { Utf16: u16, convert_to_utf16; Numbers: u32, convert_to_numbers; }

impl Convert<Target> for Source {
    fn convert_run(&mut self, target: &mut Target, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        match (&mut self.reader, target) {
            (Reader::Base(source), Target::Base(target)) => source.convert_run(target, src, out),
            (Reader::Base(source), target) if source.encoding() == Base::Utf8 => {
                Utf8.convert_run(target, src, out)
            }
            #[cfg(feature = "legacy")]
            (Reader::Legacy(reader), target) if !self.removes_signature => {
                reader.convert_to(target, src, out)
            }
            _ => 0,
        }
    }

    fn advance(
        &mut self,
        target: &mut Target,
        conversion: &mut Conversion<'_, '_, u8, u8>,
        through: Option<u8>,
    ) -> Option<StoppedBy> {
        match (&mut self.reader, &mut *target) {
            (Reader::Base(source), Target::Base(target)) => source.advance(target, conversion, through),
            _ => conversion.advance_by_number(self, target, through),
        }
    }
}

/// Converts the beginning of a text in UTF-8 of RFC 2279 in which no Hangul syllable is to be moved. Returns the number of bytes read.
fn convert_unmoved(src: &[u8], out: &mut Output<'_, u8>) -> usize {
    /// Bytes searched at once. Text with an error every few bytes must not be searched to its end at each of them.
    const BLOCK: usize = 4096;

    let mut read = 0;
    loop {
        let block = &src[read..src.len().min(read + BLOCK)];
        // Syllables that are moved begin with these.
        let moved = block.iter().position(|byte| matches!(byte, 0xE3 | 0xE4));
        let run = Any::new(Base::Rfc2279).convert_run(&mut Utf8, &block[..moved.unwrap_or(block.len())], out);
        read += run;
        // The end of a block can cut a character.
        if block.len() < BLOCK || run + 5 < BLOCK {
            return read;
        }
    }
}

/// Copies as many bytes as `plain_len` says are the same in the destination. Returns their number.
fn copy(src: &[u8], plain_len: impl FnOnce(&[u8]) -> usize, out: &mut Output<'_, u8>) -> usize {
    let len = plain_len(&src[..src.len().min(out.room())]);
    out.extend(&src[..len]);
    len
}
