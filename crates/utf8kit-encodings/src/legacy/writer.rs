//! Encodes text in these encodings.

use super::blocks::{BLOCK, SHORT, SHORTEST, WORTHWHILE, extend_ascii, in_blocks, narrow_ascii, one_block};
use super::encoding::{Kind, Legacy};
use crate::east_asian;
use crate::item::NumberBytes;
use crate::packed::TextUnit;
use crate::single_byte;
use crate::stateful;
use utf8kit::codec::{Decode as _, MAX_ENCODED, Output, Utf8};
use utf8kit::{utf8, utf16};

/// An encoding as text is written, with its state between two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Writer {
    SingleByte(&'static single_byte::Encoding),
    EastAsian(east_asian::Writer),
    Stateful(stateful::Writer),
}

impl Writer {
    #[inline(always)]
    pub(crate) fn new(legacy: Legacy) -> Self {
        match legacy.kind() {
            Kind::SingleByte(index, line_end) => {
                Writer::SingleByte(single_byte::Encoding::of(index, line_end))
            }
            Kind::EastAsian(index) => {
                Writer::EastAsian(east_asian::Writer::new(east_asian::Encoding::of(index)))
            }
            Kind::Stateful(index) => Writer::Stateful(stateful::Writer::new(index)),
        }
    }

    /// Returns the replacement that a lossy conversion writes.
    pub(crate) fn substitute(&self) -> char {
        match self {
            Writer::EastAsian(writer) if writer.has_all() => char::REPLACEMENT_CHARACTER,
            _ => '?',
        }
    }

    /// Writes one number to the beginning of `out`. Returns the number of bytes, or `None` if the encoding lacks it.
    #[inline]
    pub(crate) fn encode(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        match self {
            Writer::SingleByte(encoding) => {
                let mut out = NumberBytes::new(out);
                encoding.encode(number, &mut out)?;
                Some(out.len())
            }
            Writer::EastAsian(writer) => writer.encode_one(char::from_u32(number)?, out),
            Writer::Stateful(writer) => writer.encode(char::from_u32(number)?, out),
        }
    }

    /// Returns `true` if ASCII is the same in the encoding, in the state that it is in.
    pub(crate) fn is_ascii(&self) -> bool {
        match self {
            Writer::SingleByte(encoding) => encoding.has_ascii,
            Writer::EastAsian(writer) => writer.is_ascii(),
            Writer::Stateful(_) => false,
        }
    }

    /// Writes what ends a text.
    pub(crate) fn end(&mut self, out: &mut NumberBytes<'_>) {
        match self {
            Writer::SingleByte(_) => {}
            Writer::EastAsian(writer) => writer.end(out),
            Writer::Stateful(writer) => writer.end(out),
        }
    }

    /// Writes what ends a text, all or nothing. Returns whether it fits.
    #[inline]
    pub(crate) fn end_to(&mut self, out: &mut Output<'_, u8>) -> bool {
        let mut after = *self;
        if let Writer::EastAsian(writer) = &mut after
            && let Some((bytes, len)) = writer.end_plain()
            && out.room() >= bytes.len()
        {
            out.extend_with(bytes.len(), |places| {
                places.copy_from_slice(&bytes);
                (len, 0)
            });
            *self = after;
            return true;
        }
        let mut after = *self;
        let mut bytes = [0; MAX_ENCODED];
        let mut end = NumberBytes::new(&mut bytes);
        after.end(&mut end);
        let len = end.len();
        let fits = out.extend(&bytes[..len]);
        if fits {
            *self = after;
        }
        fits
    }

    /// Encodes a whole text, with what ends it, as far as the encoding has it, by `convert` if it is long. UTF-8 is well-formed. Returns the
    /// number of code units read, and whether nothing is to be written at the end.
    #[inline]
    pub(crate) fn encode_whole<U: TextUnit>(
        &mut self,
        text: &[U],
        out: &mut Output<'_, u8>,
        convert: impl FnOnce(&mut Self, &[U], &mut Output<'_, u8>) -> usize,
    ) -> (usize, bool) {
        if let Writer::EastAsian(writer) = self
            && text.len() <= SHORT
            && writer.encode_short(text, out)
        {
            return (text.len(), true);
        }
        let read = convert(self, text, out);
        (read, read == text.len() && self.end_to(out))
    }

    /// Converts a run of UTF-16, which may be ill-formed. Returns the number of code units read.
    pub(crate) fn convert_from_utf16(&mut self, src: &[u16], out: &mut Output<'_, u8>) -> usize {
        if let Writer::SingleByte(encoding) = self {
            return encoding.convert_from_utf16(src, out);
        }
        match self {
            Writer::EastAsian(writer) => {
                let (is_ascii, replaces) = (writer.is_ascii(), out.replaces_lacking());
                let ascii = |src: &[u16], out: &mut Output<'_, u8>| narrow_ascii(is_ascii, src, out);
                in_blocks(src, out, ascii, |src, dst| match writer.has_states() {
                    true => writer.encode_in_states(src, dst, replaces),
                    false => writer.encode(src, dst, replaces),
                })
            }
            _ => {
                let replaces = out.replaces_lacking();
                in_blocks(
                    src,
                    out,
                    |_, _| 0,
                    |src, dst| self.encode_by_utf8(src, dst, replaces),
                )
            }
        }
    }

    /// Encodes UTF-16 by way of UTF-8. Returns the number of code units read, of bytes written, and of substitutes.
    fn encode_by_utf8(&mut self, src: &[u16], dst: &mut [u8], replaces: bool) -> (usize, usize, usize) {
        let src = &src[..src.len().min(dst.len())];
        match src.len() <= SHORTEST {
            true => self.encode_by_utf8_in(&mut [0; 3 * SHORTEST], src, dst, replaces),
            false => self.encode_by_utf8_in(&mut [0; BLOCK], src, dst, replaces),
        }
    }

    /// Does what [`encode_by_utf8`](Self::encode_by_utf8) does, as far as `text` has room.
    fn encode_by_utf8_in(
        &mut self,
        text: &mut [u8],
        src: &[u16],
        dst: &mut [u8],
        replaces: bool,
    ) -> (usize, usize, usize) {
        let len = utf16::to_utf8(src, &mut *text).unwrap_or_else(|error| error.written());
        let (read, written, replaced) = self.encode_text(&text[..len], dst, replaces);
        (utf8::utf16_len(&text[..read]), written, replaced)
    }

    /// Converts numbers, as many as the encoding has and fit. Returns how many.
    pub(crate) fn convert_from_numbers(
        &mut self,
        numbers: impl Iterator<Item = u32>,
        out: &mut Output<'_, u8>,
    ) -> usize {
        let mut read = 0;
        for number in numbers {
            let mut bytes = [0; MAX_ENCODED];
            let mut after = *self;
            match after.encode(number, &mut bytes) {
                Some(len) if out.extend(&bytes[..len]) => {}
                _ => break,
            }
            *self = after;
            read += 1;
        }
        read
    }

    /// Converts a run of UTF-8, which may be ill-formed. Returns the number of bytes read.
    #[inline]
    pub(crate) fn convert_from_utf8(&mut self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        let read = self.convert_represented(src, out);
        match out.replaces_lacking() && read < src.len() {
            true => self.convert_over_lacking(src, out, read),
            false => read,
        }
    }

    /// Converts the rest of a run of UTF-8, with the substitute for each character that is lacking. Returns the number of bytes read.
    #[inline(never)]
    fn convert_over_lacking(&mut self, src: &[u8], out: &mut Output<'_, u8>, mut read: usize) -> usize {
        let mut run = read;
        loop {
            let walked = match self.walk_page(&src[read..], out) {
                0 => self.walk_utf8(&src[read..], out, run < WORTHWHILE),
                walked => walked,
            };
            if walked == 0 {
                break;
            }
            run = self.convert_represented(&src[read + walked..], out);
            read += walked + run;
        }
        read
    }

    /// Encodes to a page, with the substitute for each character that is lacking, until these are rare. Returns the number of bytes read.
    fn walk_page(&self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        let Writer::SingleByte(encoding) = self else {
            return 0;
        };
        let mut encode = |src: &[u8], dst: &mut [u8]| {
            let text = valid(&src[..utf8::floor_boundary(src, src.len().min(4 * dst.len()))]);
            encoding.encode_over_lacking(text.as_bytes(), dst)
        };
        one_block(src, out, &|_, _| 0, &mut encode, SHORTEST)
    }

    /// Encodes character by character, with the substitute for each that is lacking: the first one, or with `is_dense` until they are
    /// rare. Returns the number of bytes read.
    fn walk_utf8(&mut self, src: &[u8], out: &mut Output<'_, u8>, is_dense: bool) -> usize {
        let substitute = self.substitute();
        let (mut read, mut clean_from) = (0, 0);
        let most = if is_dense { WORTHWHILE } else { 1 };
        while read < src.len() && out.room() >= MAX_ENCODED && read - clean_from < most {
            let Ok((number, len)) = Utf8.decode(&src[read..], false) else {
                break;
            };
            let mut bytes = [0; MAX_ENCODED];
            if let Some(count) = self.encode_if_represented(number, &mut bytes) {
                out.extend(&bytes[..count]);
                read += len;
                continue;
            }
            let Some(count) = self.encode_if_represented(substitute.into(), &mut bytes) else {
                break;
            };
            out.extend_replaced(&bytes[..count], 1);
            read += len;
            clean_from = read;
        }
        read
    }

    /// Does what [`Writer::encode`] does, and leaves the state as it is if the encoding lacks the number.
    #[inline]
    fn encode_if_represented(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        if let Writer::SingleByte(_) = self {
            return self.encode(number, out);
        }
        let mut after = *self;
        let len = after.encode(number, out)?;
        *self = after;
        Some(len)
    }

    /// Converts a run of UTF-8 up to a character that is lacking. Returns the number of bytes read.
    #[inline]
    fn convert_represented(&mut self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        match self {
            Writer::SingleByte(encoding) => encoding.convert_from_utf8(src, out),
            _ => self.convert_blocks_from_utf8(src, out),
        }
    }

    /// Does what [`convert_represented`](Self::convert_represented) does for encodings that are no page.
    #[inline(never)]
    fn convert_blocks_from_utf8(&mut self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        match self {
            Writer::SingleByte(_) => 0,
            _ => {
                let (is_ascii, replaces) = (self.is_ascii(), out.replaces_lacking());
                in_blocks(
                    src,
                    out,
                    |src, out| extend_ascii(is_ascii, src, out),
                    |src, dst| self.encode_text(src, dst, replaces),
                )
            }
        }
    }

    /// Encodes a run of UTF-8, which may be ill-formed, up to a character that is lacking, unless it `replaces` these. Returns the number
    /// of bytes read and written, and of substitutes.
    fn encode_text(&mut self, src: &[u8], dst: &mut [u8], replaces: bool) -> (usize, usize, usize) {
        match self {
            Writer::SingleByte(_) => (0, 0, 0),
            Writer::EastAsian(writer) => {
                let text = valid(&src[..utf8::floor_boundary(src, src.len().min(4 * dst.len()))]);
                match writer.has_states() {
                    true => writer.encode_in_states(text.as_bytes(), dst, replaces),
                    false => writer.encode(text.as_bytes(), dst, replaces),
                }
            }
            Writer::Stateful(writer) => {
                let (read, written) = writer.encode_text(
                    valid(&src[..utf8::floor_boundary(src, src.len().min(dst.len()))]),
                    dst,
                );
                (read, written, 0)
            }
        }
    }
}

/// What encodes to a single-byte encoding, which has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageWriter(&'static single_byte::Encoding);

impl PageWriter {
    /// Returns what encodes to an encoding, or `None` if it has characters of several bytes.
    #[inline]
    pub(crate) fn of(legacy: Legacy) -> Option<Self> {
        match legacy.kind() {
            Kind::SingleByte(index, line_end) => Some(PageWriter(single_byte::Encoding::of(index, line_end))),
            Kind::EastAsian(_) | Kind::Stateful(_) => None,
        }
    }

    /// Converts a run of UTF-8 up to a character that is lacking. Returns the number of bytes read.
    #[inline]
    pub(crate) fn convert_from_utf8(self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        self.0.convert_from_utf8(src, out)
    }

    /// Converts a run of UTF-16 up to a character that is lacking. Returns the number of code units read.
    #[inline]
    pub(crate) fn convert_from_utf16(self, src: &[u16], out: &mut Output<'_, u8>) -> usize {
        self.0.convert_from_utf16(src, out)
    }
}

impl From<PageWriter> for Writer {
    fn from(page: PageWriter) -> Self {
        Writer::SingleByte(page.0)
    }
}

/// Returns the part of `bytes` before the first error.
fn valid(bytes: &[u8]) -> &str {
    let up_to = match utf8::validate(bytes) {
        Ok(text) => return text,
        Err(error) => error.valid_up_to(),
    };
    utf8::validate(&bytes[..up_to]).unwrap_or_default()
}
