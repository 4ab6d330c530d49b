//! [`Page`]: a single-byte encoding as data.

/// What ends a line in a page of EBCDIC, which has two control characters for that: NL, byte `15`, and LF, byte `25`.
///
/// [`Legacy::with_line_end`](crate::Legacy::with_line_end) has an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum EbcdicLineEnd {
    /// LF: it is U+000A, and NL is U+0085. So IBM's tables have it, and `iconv`.
    #[default]
    Lf,
    /// NL: it is U+000A, and LF is U+0085, as in z/OS UNIX, and in ICU with `swaplfnl`.
    Nl,
    /// Both are read as U+000A, which is written as NL. There is no U+0085.
    Any,
}

/// A single-byte encoding.
#[derive(Debug)]
pub(crate) struct Page {
    /// Its [number](crate::Legacy::number).
    pub(crate) number: u16,
    pub(crate) name: &'static str,
    /// Its other names.
    pub(crate) names: &'static [&'static str],
    pub(super) table: Table,
}

#[derive(Debug)]
pub(super) enum Table {
    /// The characters of the last bytes, this many. U+FFFD marks a byte without a character. The bytes before are the
    /// code points.
    Tail(&'static str),
    /// The characters of the bytes from `0x40` on. Those before are the control characters that all EBCDIC pages share.
    Ebcdic(&'static str),
    /// ASCII, where the second character of each pair stands in place of the first. There are no bytes beyond `0x7F`.
    Iso646(&'static str),
    /// Another table. These bytes are read and not written: another byte has the same character.
    ReadOnly(&'static [u8], &'static Table),
    /// As the Encoding Standard defines it.
    Web(&'static encoding_rs::Encoding),
}

/// The control characters of EBCDIC, bytes `0x00..0x40`, as code points of Latin-1.
const EBCDIC_CONTROLS: [u8; 0x40] = [
    0x00, 0x01, 0x02, 0x03, 0x9C, 0x09, 0x86, 0x7F, 0x97, 0x8D, 0x8E, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, //
    0x10, 0x11, 0x12, 0x13, 0x9D, 0x85, 0x08, 0x87, 0x18, 0x19, 0x92, 0x8F, 0x1C, 0x1D, 0x1E, 0x1F, //
    0x80, 0x81, 0x82, 0x83, 0x84, 0x0A, 0x17, 0x1B, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x05, 0x06, 0x07, //
    0x90, 0x91, 0x16, 0x93, 0x94, 0x95, 0x96, 0x04, 0x98, 0x99, 0x9A, 0x9B, 0x14, 0x15, 0x9E, 0x1A, //
];

/// Stands for no character.
const NONE: char = '\u{FFFD}';

impl Page {
    /// Returns the encoding of `encoding_rs` that has the same characters.
    pub(crate) fn web(&self) -> Option<&'static encoding_rs::Encoding> {
        match self.table {
            Table::Web(encoding) => Some(encoding),
            _ => None,
        }
    }

    /// Returns `true` for a page of EBCDIC.
    pub(crate) fn is_ebcdic(&self) -> bool {
        matches!(
            self.table,
            Table::Ebcdic(_) | Table::ReadOnly(_, &Table::Ebcdic(_))
        )
    }

    /// Returns the character of each byte.
    pub(crate) fn characters(&self, line_end: EbcdicLineEnd) -> [Option<char>; 256] {
        let mut characters = self.table.characters();
        match line_end {
            EbcdicLineEnd::Lf => {}
            EbcdicLineEnd::Nl => characters.swap(0x15, 0x25),
            EbcdicLineEnd::Any => characters[0x15] = characters[0x25],
        }
        characters
    }

    /// Returns the character that each byte is written for. No two bytes have the same.
    pub(super) fn written(&self, line_end: EbcdicLineEnd) -> [Option<char>; 256] {
        let mut characters = self.characters(line_end);
        if let Table::ReadOnly(bytes, _) = self.table {
            for &byte in bytes {
                characters[usize::from(byte)] = None;
            }
        }
        if line_end == EbcdicLineEnd::Any {
            characters[0x25] = None;
        }
        characters
    }
}

impl Table {
    /// Returns the character of each byte.
    fn characters(&self) -> [Option<char>; 256] {
        let mut characters: [char; 256] = std::array::from_fn(|byte| char::from(byte as u8));
        let mut put_tail = |tail: &str| {
            let first = 256 - tail.chars().count();
            for (place, c) in characters[first..].iter_mut().zip(tail.chars()) {
                *place = c;
            }
        };
        match self {
            Table::Tail(tail) => put_tail(tail),
            Table::Ebcdic(tail) => {
                put_tail(tail);
                for (place, &control) in characters.iter_mut().zip(&EBCDIC_CONTROLS) {
                    *place = char::from(control);
                }
            }
            Table::Iso646(pairs) => {
                characters[0x80..].fill(NONE);
                let mut pairs = pairs.chars();
                while let (Some(ascii), Some(c)) = (pairs.next(), pairs.next()) {
                    characters[ascii as usize] = c;
                }
            }
            Table::ReadOnly(_, table) => return table.characters(),
            Table::Web(encoding) => {
                let upper_half: [u8; 128] = std::array::from_fn(|byte| 0x80 | byte as u8);
                // Nothing is allocated, so that a lack of memory can be reported.
                let mut tail = [0; 3 * 128];
                let mut decoder = encoding.new_decoder_without_bom_handling();
                let (_, _, written, _) = decoder.decode_to_utf8(&upper_half, &mut tail, true);
                put_tail(str::from_utf8(&tail[..written]).expect("a decoder writes UTF-8"));
            }
        }
        characters.map(|c| (c != NONE).then_some(c))
    }
}
