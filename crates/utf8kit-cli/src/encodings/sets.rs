//! Sets of characters of two bytes or more, as their standards define them and as `iconv` reads them: where browsers read
//! more, the Encoding Standard and `encoding_rs` have that under the same name.
//!
//! None has a table of its own. Each one is made, when it is named, from an encoding that `encoding_rs` has:
//!
//! - GB2312 (EUC-CN) is the part of GBK that GB 2312-80 defines; HZ (RFC 1843) is the same characters in seven bits.
//! - GBK has no sequences of four bytes, which are gb18030's.
//! - EUC-KR is the part of UHC that KS X 1001 defines. Johab has the same characters, but its syllables are computed from
//!   their letters.
//! - BIG5-HKSCS is Big5 of the Encoding Standard without its duplicates.
//! - EUC-TW has planes 1 and 2 of CNS 11643. Their characters are those of Big5, in nearly its order. Planes 3 to 15, whose
//!   characters Big5 lacks, are refused.

mod characters;

use super::bytes::store;
use super::table::{TextEncoder, packed, sequence_len};
use characters::pairs_of;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;
use utf8kit_lint::inspect::{Sequence, Sequences};

/// A set of characters.
#[derive(PartialEq, Debug)]
pub(crate) struct Set {
    pub(crate) name: &'static str,
    /// Its other names.
    pub(crate) names: &'static [&'static str],
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Gb2312,
    Hz,
    Gbk,
    EucKr,
    Johab,
    Big5Hkscs,
    EucTw,
}

/// All sets.
pub(crate) const SETS: &[Set] = &[
    Set {
        name: "GB2312",
        names: &["GB_2312", "GB_2312-80", "EUC-CN", "EUCCN", "CN-GB", "CSGB2312"],
        kind: Kind::Gb2312,
    },
    Set {
        name: "HZ-GB-2312",
        names: &["HZ"],
        kind: Kind::Hz,
    },
    Set {
        name: "GBK",
        names: &["CP936", "MS936", "WINDOWS-936", "X-GBK", "CSGBK", "GB13000"],
        kind: Kind::Gbk,
    },
    Set {
        name: "EUC-KR",
        names: &["EUCKR", "CSEUCKR", "OSF0004000A"],
        kind: Kind::EucKr,
    },
    Set {
        name: "JOHAB",
        names: &["CP1361", "MSCP1361"],
        kind: Kind::Johab,
    },
    Set {
        name: "BIG5-HKSCS",
        names: &["BIG5HKSCS", "BIG5-HKSCS:2008", "CSBIG5HKSCS"],
        kind: Kind::Big5Hkscs,
    },
    Set {
        name: "EUC-TW",
        names: &["EUCTW", "CSEUCTW", "OSF0005000A"],
        kind: Kind::EucTw,
    },
];

/// Decodes a set.
#[derive(Clone)]
pub(crate) struct SetDecoder {
    kind: Kind,
    table: Rc<Table>,
    state: State,
}

/// What a decoder keeps of the bytes before.
#[derive(Clone, Copy, Default)]
pub(crate) struct State {
    /// In HZ, whether pairs of bytes are characters.
    is_shifted: bool,
    /// The bytes of a sequence that the last piece cut.
    carry: [u8; 4],
    carry_len: usize,
    /// Bytes decoded or reported.
    position: u64,
}

/// The characters of a set.
struct Table {
    /// The UTF-8 of each sequence of two bytes from `80 00` on, the first byte least significant; then that of `8E A2` and two
    /// bytes. Zero stands for none.
    utf8: Box<[u32]>,
    /// Whether each byte, with or without its highest bit, begins one of these sequences.
    is_lead: [bool; 0x80],
}

/// The number of sequences of two bytes.
const PLANE: usize = 0x8000;

/// What the bytes begin with.
enum Start {
    /// A character, this many bytes.
    Character(u32, usize),
    /// A shift of HZ, this many bytes.
    Shift(bool, usize),
    /// Nothing: so many bytes are to be skipped.
    Skip(usize),
    /// An ill-formed sequence of this many bytes.
    IllFormed(usize),
    /// More bytes decide.
    Incomplete,
}

/// What ended [`SetDecoder::decode`].
pub(crate) struct Ended {
    pub(crate) read: usize,
    pub(crate) written: usize,
    /// The ill-formed sequence, which is read.
    pub(crate) invalid: Option<Invalid>,
}

/// An ill-formed sequence.
pub(crate) struct Invalid {
    bytes: [u8; 4],
    len: usize,
}

impl Invalid {
    /// Returns the sequence of these bytes, at most four.
    fn new(sequence: &[u8]) -> Self {
        let mut bytes = [0; 4];
        bytes[..sequence.len()].copy_from_slice(sequence);
        Invalid {
            bytes,
            len: sequence.len(),
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl SetDecoder {
    pub(crate) fn new(set: &Set) -> Self {
        let planes = pairs_of(set.kind);
        let mut utf8 = vec![0; if planes[1].is_empty() { PLANE } else { 2 * PLANE }];
        for (plane, pairs) in planes.iter().enumerate() {
            for (pair, text) in pairs {
                utf8[plane * PLANE + usize::from(pair & 0x7FFF)] = packed(text.as_bytes());
            }
        }
        let mut is_lead = [false; 0x80];
        for (is_lead, pairs) in is_lead.iter_mut().zip(utf8.chunks(0x100)) {
            *is_lead = pairs.iter().any(|&utf8| utf8 != 0);
        }
        SetDecoder {
            kind: set.kind,
            table: Rc::new(Table {
                utf8: utf8.into(),
                is_lead,
            }),
            state: State::default(),
        }
    }

    pub(crate) fn state(&self) -> State {
        self.state
    }

    /// Returns a decoder of the same set in another state.
    pub(crate) fn at(&self, state: State) -> Self {
        SetDecoder {
            state,
            ..self.clone()
        }
    }

    /// Returns the number of bytes that are decoded or reported.
    pub(crate) fn position(&self) -> u64 {
        self.state.position
    }

    /// Decodes `bytes` to `text`, until their end, an ill-formed sequence, or until `limit` bytes or a few more are written.
    /// `text` has room for 16 bytes more. `last`: no bytes follow.
    pub(crate) fn decode(&mut self, bytes: &[u8], last: bool, limit: usize, text: &mut [u8]) -> Ended {
        let (mut read, mut written) = (0, 0);
        loop {
            if self.state.carry_len == 0 {
                let (more, wrote) = self.decode_characters(
                    &bytes[read..],
                    limit.saturating_sub(written),
                    &mut text[written..],
                );
                (read, written) = (read + more, written + wrote);
                self.state.position += more as u64;
            }
            let carried = self.state.carry;
            let start = match self.state.carry_len {
                0 => &bytes[read..],
                len => &carried[..len],
            };
            if written >= limit || start.is_empty() {
                return Ended {
                    read,
                    written,
                    invalid: None,
                };
            }
            let len = match self.start(start, self.state.is_shifted) {
                Start::Incomplete if last && (self.state.carry_len == 0 || read == bytes.len()) => {
                    let invalid = Invalid::new(start);
                    self.advance(invalid.len, &mut read);
                    return Ended {
                        read,
                        written,
                        invalid: Some(invalid),
                    };
                }
                Start::Incomplete => {
                    let Some(&byte) = bytes.get(read) else {
                        return Ended {
                            read,
                            written,
                            invalid: None,
                        };
                    };
                    self.state.carry[self.state.carry_len] = byte;
                    self.state.carry_len += 1;
                    read += 1;
                    continue;
                }
                Start::IllFormed(len) => {
                    let invalid = Invalid::new(&start[..len]);
                    self.advance(len, &mut read);
                    return Ended {
                        read,
                        written,
                        invalid: Some(invalid),
                    };
                }
                Start::Character(utf8, len) => {
                    store(&mut text[written..], utf8.to_le_bytes());
                    written += sequence_len(utf8);
                    len
                }
                Start::Shift(is_shifted, len) => {
                    self.state.is_shifted = is_shifted;
                    len
                }
                Start::Skip(len) => len,
            };
            self.advance(len, &mut read);
        }
    }

    /// Moves past `len` bytes, which come from the carry if it holds any.
    fn advance(&mut self, len: usize, read: &mut usize) {
        self.state.position += len as u64;
        if self.state.carry_len > 0 {
            self.state.carry.copy_within(len..self.state.carry_len, 0);
            self.state.carry_len -= len;
        } else {
            *read += len;
        }
    }

    /// Decodes characters of one and two bytes, as many as it can fast. Returns how many bytes were read and written.
    fn decode_characters(&self, bytes: &[u8], limit: usize, text: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        if self.kind == Kind::Hz {
            // Pairs of bytes are characters after a shift.
            let room = if self.state.is_shifted { 0 } else { limit };
            let is_plain = |&&byte: &&u8| byte.is_ascii() && byte != b'~';
            let len = bytes.iter().take(room).take_while(is_plain).count();
            text[..len].copy_from_slice(&bytes[..len]);
            return (len, len);
        }
        let utf8: &[u32; PLANE] = self.table.utf8.first_chunk().expect("a table of this size");
        while written < limit && read < bytes.len() {
            let lead = bytes[read];
            if lead < 0x80 {
                if written + 16 <= limit
                    && let Some(chunk) = bytes[read..].first_chunk::<16>()
                    && chunk.is_ascii()
                    && self.kind != Kind::Johab
                {
                    store(&mut text[written..], *chunk);
                    (read, written) = (read + 16, written + 16);
                    continue;
                }
                if lead == b'\\' && self.kind == Kind::Johab {
                    break;
                }
                text[written] = lead;
                (read, written) = (read + 1, written + 1);
                continue;
            }
            let Some(&trail) = bytes.get(read + 1) else { break };
            let character = utf8[usize::from(lead & 0x7F) << 8 | usize::from(trail)];
            if character == 0 {
                break;
            }
            store(&mut text[written..], character.to_le_bytes());
            (read, written) = (read + 2, written + sequence_len(character));
        }
        (read, written)
    }

    /// Returns what `bytes`, which are not empty, begin with. `is_shifted` is the state of HZ.
    fn start(&self, bytes: &[u8], is_shifted: bool) -> Start {
        let won = packed("₩".as_bytes());
        match (self.kind, bytes[0]) {
            (Kind::Hz, _) => self.start_of_hz(bytes, is_shifted),
            (Kind::Johab, b'\\') => Start::Character(won, 1),
            (Kind::Gbk, 0x80) => Start::Character(packed("€".as_bytes()), 1),
            (_, byte @ ..0x80) => Start::Character(byte.into(), 1),
            (Kind::EucTw, 0x8E) => self.start_of_plane(bytes),
            (_, lead) if !self.is_lead(lead) => Start::IllFormed(1),
            (_, lead) => match bytes.get(1) {
                None => Start::Incomplete,
                Some(&trail) => match self.table.utf8[usize::from(lead & 0x7F) << 8 | usize::from(trail)] {
                    // ASCII after it is read as such.
                    0 => Start::IllFormed(1 + usize::from(trail >= 0x80)),
                    utf8 => Start::Character(utf8, 2),
                },
            },
        }
    }

    fn is_lead(&self, byte: u8) -> bool {
        self.table.is_lead[usize::from(byte & 0x7F)]
    }

    /// Returns what `8E` and the bytes after it begin: a plane of CNS 11643, and one of its characters.
    fn start_of_plane(&self, bytes: &[u8]) -> Start {
        let is_possible = [0x8E..=0x8E, 0xA1..=0xB0, 0xA1..=0xFE, 0xA1..=0xFE];
        if let Some(end) = bytes
            .iter()
            .zip(is_possible)
            .position(|(byte, range)| !range.contains(byte))
        {
            return Start::IllFormed(end);
        }
        let Some(&[_, plane, lead, trail]) = bytes.first_chunk() else {
            return Start::Incomplete;
        };
        let plane = usize::from(plane - 0xA1);
        let place = plane * PLANE + (usize::from(lead & 0x7F) << 8 | usize::from(trail));
        match self.table.utf8.get(place) {
            None | Some(0) => Start::IllFormed(4),
            Some(&utf8) => Start::Character(utf8, 4),
        }
    }

    fn start_of_hz(&self, bytes: &[u8], is_shifted: bool) -> Start {
        match (bytes[0], bytes.get(1)) {
            // A line begins in ASCII.
            (b'\r' | b'\n', _) if is_shifted => Start::Shift(false, 0),
            (b'~' | 0x21..=0x7D, None) if is_shifted => Start::Incomplete,
            (b'~', Some(b'}')) if is_shifted => Start::Shift(false, 2),
            (lead @ 0x21..=0x7D, Some(&trail @ 0x21..=0x7E)) if is_shifted => {
                match self.table.utf8[usize::from(lead) << 8 | usize::from(trail | 0x80)] {
                    0 => Start::IllFormed(2),
                    utf8 => Start::Character(utf8, 2),
                }
            }
            (_, _) if is_shifted => Start::IllFormed(1),
            (b'~', None) => Start::Incomplete,
            (b'~', Some(b'~')) => Start::Character(b'~'.into(), 2),
            (b'~', Some(b'{')) => Start::Shift(true, 2),
            (b'~', Some(b'\n')) => Start::Skip(2),
            (b'~' | 0x80.., _) => Start::IllFormed(1),
            (byte, _) => Start::Character(byte.into(), 1),
        }
    }
}

/// Divides the bytes of the set, without the state that [`SetDecoder::decode`] keeps.
impl Sequences for SetDecoder {
    fn first(&self, bytes: &[u8], is_shifted: &mut bool) -> (usize, Sequence) {
        loop {
            return match self.start(bytes, *is_shifted) {
                Start::Character(utf8, len) => {
                    let text = utf8.to_le_bytes();
                    let text = str::from_utf8(&text[..sequence_len(utf8)]).expect("tables hold UTF-8");
                    (len, Sequence::Numbers(text.chars().map(u32::from).collect()))
                }
                Start::Shift(shifts, len) => {
                    *is_shifted = shifts;
                    if len == 0 {
                        continue;
                    }
                    (len, Sequence::Nothing)
                }
                Start::Skip(len) => (len, Sequence::Nothing),
                Start::IllFormed(len) => (len, Sequence::IllFormed),
                Start::Incomplete => (bytes.len(), Sequence::Incomplete),
            };
        }
    }
}

impl fmt::Debug for SetDecoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SetDecoder").field(&self.kind).finish()
    }
}

/// Encodes to a set.
pub(crate) struct SetEncoder {
    kind: Kind,
    encoder: TextEncoder,
    /// The characters over U+FFFF, those with two code points, and those that begin such ones.
    others: HashMap<String, u32>,
    is_shifted: bool,
    /// The character at the end of a text that may be the first of two with one sequence.
    held: Option<char>,
}

impl SetEncoder {
    pub(crate) fn new(set: &Set) -> Self {
        let mut others = HashMap::new();
        let mut characters = Vec::new();
        for (plane, pairs) in pairs_of(set.kind).into_iter().enumerate() {
            for (pair, text) in pairs {
                let [lead, trail] = pair.to_be_bytes();
                let sequence = match plane {
                    0 => packed(&[lead, trail]),
                    _ => packed(&[0x8E, 0xA2, lead, trail]),
                };
                let mut chars = text.chars();
                match (chars.next(), chars.next()) {
                    (Some(c @ ..='\u{FFFF}'), None) if !begins_pair(set.kind, c) => {
                        characters.push((c, sequence))
                    }
                    _ => _ = others.entry(text).or_insert(sequence),
                }
            }
        }
        // The byte of U+005C is the won sign in Johab.
        let has = |c: char| set.kind != Kind::Johab || c != '\\';
        let ascii = ('\0'..='\x7F').filter(|&c| has(c)).map(|c| (c, u32::from(c)));
        let special: &[(char, u32)] = match set.kind {
            Kind::Johab => &[('₩', b'\\' as u32)],
            Kind::Gbk => &[('€', 0x80)],
            _ => &[],
        };
        SetEncoder {
            kind: set.kind,
            encoder: TextEncoder::new(ascii.chain(special.iter().copied()).chain(characters)),
            others,
            is_shifted: false,
            held: None,
        }
    }

    /// Encodes `text` to `bytes`, which have room for 64 or more, until the end of one of them or a character that the set
    /// lacks. Returns how many bytes were read and written, and that character, which is read.
    pub(crate) fn encode(&mut self, text: &str, bytes: &mut [u8]) -> (usize, usize, Option<char>) {
        let (mut read, mut written) = (0, 0);
        while written + 32 <= bytes.len() {
            if let Some(held) = self.held {
                let Some(next) = text[read..].chars().next() else {
                    break;
                };
                self.held = None;
                let pair = self.others.get(&*String::from_iter([held, next])).copied();
                let sequence = pair.or_else(|| self.sequence(held));
                read += if pair.is_some() { next.len_utf8() } else { 0 };
                match sequence {
                    Some(sequence) => put(sequence, bytes, &mut written),
                    None => return (read, written, Some(held)),
                }
                continue;
            }
            if self.kind != Kind::Hz {
                let (more, wrote) = self.encoder.encode(&text[read..], &mut bytes[written..]);
                (read, written) = (read + more, written + wrote);
                if written + 32 > bytes.len() {
                    break;
                }
            }
            if self.kind == Kind::Hz && !self.is_shifted {
                let room = bytes.len() - written - 32;
                let is_plain = |&&byte: &&u8| byte.is_ascii() && byte != b'~';
                let plain = text.as_bytes()[read..].iter().take(room).take_while(is_plain);
                let len = plain.count();
                bytes[written..written + len].copy_from_slice(&text.as_bytes()[read..read + len]);
                (read, written) = (read + len, written + len);
            }
            let Some(c) = text[read..].chars().next() else {
                break;
            };
            read += c.len_utf8();
            if begins_pair(self.kind, c) {
                self.held = Some(c);
                continue;
            }
            match self.sequence(c) {
                None => return (read, written, Some(c)),
                Some(sequence) if self.kind == Kind::Hz => self.put_hz(c, sequence, bytes, &mut written),
                Some(sequence) => put(sequence, bytes, &mut written),
            }
        }
        (read, written, None)
    }

    /// Writes what is held back, and what ends the text or comes before bytes that are no text. Returns its length.
    pub(crate) fn finish(&mut self, bytes: &mut [u8]) -> usize {
        let mut written = 0;
        if let Some(sequence) = self.held.take().and_then(|held| self.sequence(held)) {
            put(sequence, bytes, &mut written);
        }
        if std::mem::take(&mut self.is_shifted) {
            put(packed(b"~}"), bytes, &mut written);
        }
        written
    }

    /// Returns the packed bytes of `c`.
    fn sequence(&self, c: char) -> Option<u32> {
        match self.encoder.sequence(c) {
            // The others have none of these, and a text may be full of what the set lacks.
            None if c <= '\u{FFFF}' && !begins_pair(self.kind, c) => None,
            None => self.others.get(&*c.encode_utf8(&mut [0; 4])).copied(),
            sequence => sequence,
        }
    }

    fn put_hz(&mut self, c: char, sequence: u32, bytes: &mut [u8], written: &mut usize) {
        if c.is_ascii() == self.is_shifted {
            self.is_shifted = !self.is_shifted;
            put(
                packed(if self.is_shifted { b"~{" } else { b"~}" }),
                bytes,
                written,
            );
        }
        match c {
            '~' => put(packed(b"~~"), bytes, written),
            _ => put(sequence & 0x7F7F, bytes, written),
        }
    }
}

/// Returns `true` if `c` can be the first code point of a character that has two.
fn begins_pair(kind: Kind, c: char) -> bool {
    kind == Kind::Big5Hkscs && matches!(c, 'Ê' | 'ê')
}

fn put(sequence: u32, bytes: &mut [u8], written: &mut usize) {
    store(&mut bytes[*written..], sequence.to_le_bytes());
    *written += sequence_len(sequence);
}
