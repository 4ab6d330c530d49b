//! [`Target`]: an encoding as a stream writes it.

use crate::buffer::through_buffer;
use crate::encoding::Encoding;
use crate::iso2022::Announcement;
use crate::item::NumberBytes;
#[cfg(feature = "legacy")]
use crate::legacy;
use crate::{hangul, iso2022, ucs, utf1, utf7};
use utf8kit::codec::{
    Any, Conversion, Convert, Encode, MAX_ENCODED, Numbers, Output, StoppedBy, Utf8, Utf16,
};
use utf8kit::{Encoding as Base, Endian, utf8};

/// An encoding, with its state between two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// An encoding of the library.
    Base(Any),
    Utf7(utf7::Writer),
    Utf1,
    Ucs2(Endian),
    Ucs4(Endian),
    Utf8Mb3,
    OldHangulUtf8,
    Iso2022(iso2022::Writer),
    #[cfg(feature = "legacy")]
    Legacy(legacy::Writer),
}

impl Target {
    /// Returns `encoding` at the beginning of a text. With `unpaired`, unpaired surrogates are written in UTF-16.
    ///
    /// # Panics
    ///
    /// Panics if the encoding is never written; see [`can_be_written`](Encoding::can_be_written).
    #[inline(always)]
    pub(crate) fn new(encoding: Encoding, unpaired: bool) -> Self {
        let base = |base| {
            let any = Any::new(base);
            Target::Base(if unpaired {
                any.with_unpaired_surrogates()
            } else {
                any
            })
        };
        match encoding {
            Encoding::Base(encoding) => base(encoding),
            Encoding::Utf8Signature => base(Base::Utf8),
            Encoding::Utf8Mb3 => Target::Utf8Mb3,
            Encoding::Utf16 => base(Base::Utf16(Endian::Little)),
            Encoding::Utf32 => base(Base::Utf32(Endian::Little)),
            Encoding::Ucs2(endian) => Target::Ucs2(endian.unwrap_or(Endian::Big)),
            Encoding::Ucs4(endian) => Target::Ucs4(endian.unwrap_or(Endian::Big)),
            Encoding::Utf7 => Target::Utf7(utf7::Writer::new(utf7::Variant::Mail)),
            Encoding::Utf7Imap => Target::Utf7(utf7::Writer::new(utf7::Variant::Imap)),
            Encoding::Utf1 => Target::Utf1,
            Encoding::OldHangulUtf8 => Target::OldHangulUtf8,
            #[cfg(feature = "legacy")]
            Encoding::Legacy(legacy) => Target::Legacy(legacy::Writer::new(legacy)),
            Encoding::Iso2022 => Target::Iso2022(iso2022::Writer::new(Announcement::Utf8(None))),
            Encoding::Unicode11Utf8 => panic!("UNICODE-1-1-UTF-8 can only be decoded: encode UTF-8 instead"),
        }
    }

    /// Returns the encoding that `writer` announces.
    fn announced(writer: &iso2022::Writer) -> Self {
        Target::new(writer.announcement().encoding(), false)
    }

    fn write(&mut self, number: u32, out: &mut NumberBytes<'_>) -> Option<()> {
        match self {
            Target::Base(_) => unreachable!("the library writes its own encodings"),
            Target::Utf7(writer) => writer.write(char::from_u32(number)?, out),
            Target::Utf1 => out.extend(utf1::encode(number, &mut [0; 5]).ok()?),
            Target::Ucs2(endian) => out.extend(&ucs::encode_ucs2(number, *endian)?),
            Target::Ucs4(endian) => out.extend(&ucs::encode_ucs4(number, *endian).ok()?),
            Target::Utf8Mb3 => {
                let c = char::from_u32(number).filter(|&c| c <= '\u{FFFF}')?;
                out.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Target::OldHangulUtf8 => {
                let number = match char::from_u32(number) {
                    Some(c) => hangul::encoded(c)?.into(),
                    None => number,
                };
                out.extend(Base::Rfc2279.encode_number(number, &mut [0; 6]).ok()?);
            }
            Target::Iso2022(writer) => {
                writer.begin(number, out)?;
                let mut bytes = [0; MAX_ENCODED];
                let len = Target::announced(writer).encode(number, &mut bytes)?;
                out.extend(&bytes[..len]);
            }
            #[cfg(feature = "legacy")]
            Target::Legacy(_) => unreachable!("its tables are read at once"),
        }
        Some(())
    }
}

#[cfg(feature = "legacy")]
impl From<legacy::PageWriter> for Target {
    fn from(page: legacy::PageWriter) -> Self {
        Target::Legacy(page.into())
    }
}

#[cfg(feature = "legacy")]
impl From<legacy::Writer> for Target {
    fn from(writer: legacy::Writer) -> Self {
        Target::Legacy(writer)
    }
}

impl Encode for Target {
    type Unit = u8;

    fn substitute(&self) -> char {
        match self {
            Target::Base(any) => any.substitute(),
            #[cfg(feature = "legacy")]
            Target::Legacy(writer) => writer.substitute(),
            _ => char::REPLACEMENT_CHARACTER,
        }
    }

    fn writes_ascii(&self) -> bool {
        match self {
            Target::Base(any) => any.writes_ascii(),
            #[cfg(feature = "legacy")]
            Target::Legacy(writer) => writer.is_ascii(),
            _ => false,
        }
    }

    fn encode(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        if let Target::Base(any) = self {
            return any.encode(number, out);
        }
        #[cfg(feature = "legacy")]
        if let Target::Legacy(writer) = self {
            return writer.encode(number, out);
        }
        let mut out = NumberBytes::new(out);
        self.write(number, &mut out)?;
        Some(out.len())
    }

    fn end(&mut self, out: &mut [u8; MAX_ENCODED]) -> usize {
        let mut out = NumberBytes::new(out);
        match self {
            Target::Utf7(writer) => writer.end_run(true, &mut out),
            Target::Iso2022(writer) => writer.end(&mut out),
            #[cfg(feature = "legacy")]
            Target::Legacy(writer) => writer.end(&mut out),
            _ => {}
        }
        out.len()
    }
}

impl Convert<Target> for Utf8 {
    fn convert_run(&mut self, target: &mut Target, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        match target {
            Target::Base(any) => self.convert_run(any, src, out),
            Target::Utf7(writer) => through_buffer(src, out, |src, dst| {
                writer.encode_plain(valid(&src[..src.len().min(2 * dst.len())]), dst)
            }),
            Target::Utf1 => {
                let len = utf1::plain_len(&src[..src.len().min(out.room())]);
                out.extend(&src[..len]);
                len
            }
            Target::Ucs2(endian) => {
                let src = before_u10000(&src[..src.len().min(2 * out.room())]);
                self.convert_run(&mut Any::new(Base::Utf16(*endian)), src, out)
            }
            Target::Utf8Mb3 => {
                let src = before_u10000(&src[..src.len().min(out.room())]);
                self.convert_run(&mut Any::new(Base::Utf8), src, out)
            }
            Target::Ucs4(endian) => self.convert_run(&mut Any::new(Base::Utf32(*endian)), src, out),
            Target::OldHangulUtf8 => 0,
            Target::Iso2022(writer) => convert_announced(self, writer, src, out),
            #[cfg(feature = "legacy")]
            Target::Legacy(writer) => writer.convert_from_utf8(src, out),
        }
    }

    fn advance(
        &mut self,
        target: &mut Target,
        conversion: &mut Conversion<'_, '_, u8, u8>,
        through: Option<u8>,
    ) -> Option<StoppedBy> {
        match target {
            Target::Base(any) => self.advance(any, conversion, through),
            _ => conversion.advance_by_number(self, target, through),
        }
    }
}

impl Convert<Target> for Numbers {
    fn convert_run(&mut self, target: &mut Target, src: &[u32], out: &mut Output<'_, u8>) -> usize {
        match target {
            Target::Base(any) => self.convert_run(any, src, out),
            Target::Ucs2(endian) => {
                let src = &src[..src.len().min(out.room() / 2)];
                let end = src
                    .iter()
                    .position(|&number| number > 0xFFFF)
                    .unwrap_or(src.len());
                self.convert_run(&mut Any::new(Base::Utf16(*endian)), &src[..end], out)
            }
            Target::Ucs4(endian) => self.convert_run(&mut Any::new(Base::Utf32(*endian)), src, out),
            #[cfg(feature = "legacy")]
            Target::Legacy(writer) => writer.convert_from_numbers(src.iter().copied(), out),
            _ => 0,
        }
    }

    fn advance(
        &mut self,
        target: &mut Target,
        conversion: &mut Conversion<'_, '_, u32, u8>,
        through: Option<u8>,
    ) -> Option<StoppedBy> {
        match target {
            Target::Base(any) => self.advance(any, conversion, through),
            _ => conversion.advance_by_number(self, target, through),
        }
    }
}

impl Convert<Target> for Utf16 {
    fn convert_run(&mut self, target: &mut Target, src: &[u16], out: &mut Output<'_, u8>) -> usize {
        match target {
            Target::Base(any) => self.convert_run(any, src, out),
            Target::Ucs4(endian) => self.convert_run(&mut Any::new(Base::Utf32(*endian)), src, out),
            #[cfg(feature = "legacy")]
            Target::Legacy(writer) => writer.convert_from_utf16(src, out),
            _ => 0,
        }
    }

    fn advance(
        &mut self,
        target: &mut Target,
        conversion: &mut Conversion<'_, '_, u16, u8>,
        through: Option<u8>,
    ) -> Option<StoppedBy> {
        match target {
            Target::Base(any) => self.advance(any, conversion, through),
            _ => conversion.advance_by_number(self, target, through),
        }
    }
}

/// Converts the beginning of `src` to ISO/IEC 2022, after the announcement. Returns the number of bytes read.
fn convert_announced(
    source: &mut Utf8,
    writer: &iso2022::Writer,
    src: &[u8],
    out: &mut Output<'_, u8>,
) -> usize {
    /// Bytes searched at once. Text that lacks something every few bytes must not be searched to its end at each of them.
    const BLOCK: usize = 4096;

    if !writer.is_within() {
        return 0;
    }
    let mut target = Target::announced(writer);
    let mut read = 0;
    loop {
        let block = &src[read..src.len().min(read + BLOCK)];
        let allowed = writer.allowed_len(block);
        let run = source.convert_run(&mut target, &block[..allowed], out);
        read += run;
        // The end of a block can cut a character.
        if block.len() < BLOCK || run + 3 < BLOCK {
            return read;
        }
    }
}

/// Returns the part of a text in UTF-8 before the first character over U+FFFF.
fn before_u10000(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|&byte| byte >= 0xF0).unwrap_or(text.len());
    &text[..end]
}

/// Returns the part of `bytes` before the first error.
fn valid(bytes: &[u8]) -> &str {
    utf8::chunks(bytes).next().map_or("", |chunk| chunk.text())
}
