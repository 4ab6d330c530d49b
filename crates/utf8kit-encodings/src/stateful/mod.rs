//! Encodings whose bytes have a meaning that depends on others: sets that escape sequences announce, and marks before letters.
//!
//! They are read and written one character at a time. Each file has a function that reads, and one that writes; what they
//! remember between two characters is a number, so that a text can be read from any place.
//!
//! Most characters of a text are ASCII, and in the encoding the same byte, whatever is beside them. The functions themselves say which
//! these are ([`Plain`]), and runs of them are copied.

mod ansel;
mod dicom;
mod eacc;
mod eacc_bits;
mod gsm;
mod gsm_alphabets;
mod gsm_packed;
mod iso2022_cn;
mod iso2022_kr;
mod iso6937;
mod items;
mod marc8;
mod table;

use crate::east_asian::Set;
use crate::item::{Item, NumberBytes};
use crate::packed::{TextUnit, packed_char};
use dicom::First;
use gsm::Language;
use std::sync::OnceLock;
use utf8kit::codec::{Description, MAX_ENCODED};

/// An encoding.
#[derive(Debug)]
pub(crate) struct Stateful {
    /// Its [number](crate::Legacy::number).
    pub(crate) number: u16,
    pub(crate) name: &'static str,
    /// Its other names.
    pub(crate) names: &'static [&'static str],
    /// Its last character.
    pub(crate) max: char,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Iso2022Kr,
    Iso2022Cn,
    Gsm(gsm::Part),
    GsmPacked(gsm::Part),
    Iso6937(iso6937::Part),
    Ansel(ansel::Part),
    Marc8,
    Dicom(dicom::Part),
}

impl Stateful {
    /// Returns an alphabet of GSM, a septet in each byte.
    const fn gsm(number: u16, name: &'static str, names: &'static [&'static str], part: gsm::Part) -> Self {
        Stateful {
            number,
            name,
            names,
            max: part.max(),
            kind: Kind::Gsm(part),
        }
    }

    /// Returns the same, eight septets in seven bytes.
    const fn gsm_packed(
        number: u16,
        name: &'static str,
        names: &'static [&'static str],
        part: gsm::Part,
    ) -> Self {
        Stateful {
            number,
            name,
            names,
            max: part.max(),
            kind: Kind::GsmPacked(part),
        }
    }

    /// Returns text of DICOM.
    const fn dicom(number: u16, name: &'static str, names: &'static [&'static str], first: First) -> Self {
        let part = dicom::Part {
            first,
            is_name: false,
        };
        Stateful {
            number,
            name,
            names,
            max: dicom::MAX,
            kind: Kind::Dicom(part),
        }
    }

    /// Returns the name of a person in DICOM.
    const fn dicom_name(
        number: u16,
        name: &'static str,
        names: &'static [&'static str],
        first: First,
    ) -> Self {
        let part = dicom::Part { first, is_name: true };
        Stateful {
            number,
            name,
            names,
            max: dicom::MAX,
            kind: Kind::Dicom(part),
        }
    }
}

/// All of them.
#[rustfmt::skip]
static ALL: &[Stateful] = &[
    Stateful { number: 1199, name: "ISO-2022-KR", names: &["CSISO2022KR", "ISO2022KR"], max: '￦', kind: Kind::Iso2022Kr },
    Stateful { number: 1200, name: "ISO-2022-CN", names: &["CSISO2022CN", "ISO2022CN"], max: '￥', kind: Kind::Iso2022Cn },
    Stateful { number: 1201, name: "ISO-2022-CN-EXT", names: &["CSISO2022CNEXT", "ISO2022CNEXT"], max: '￥', kind: Kind::Iso2022Cn },
    Stateful::gsm(1202, "GSM-03.38", &["GSM0338", "GSM_03.38", "GSM7"], gsm::Part::all(Language::Default)),
    Stateful { number: 1203, name: "ISO_6937", names: &["ISO6937", "ISO_6937:1992"], max: '♪', kind: Kind::Iso6937(iso6937::Part::Iso6937) },
    Stateful { number: 1204, name: "ISO_6937-2", names: &["ISO6937-2", "ISO_6937-2:1983", "ISO-IR-156"], max: '♪', kind: Kind::Iso6937(iso6937::Part::Iso6937Of1983) },
    Stateful { number: 1205, name: "T.61-8BIT", names: &["T.61", "T.618BIT", "ISO-IR-103", "CSISO103T618BIT"], max: '\u{2126}', kind: Kind::Iso6937(iso6937::Part::T61) },
    Stateful { number: 1206, name: "ANSI_X3.110", names: &["ANSI_X3.110-1983", "ISO-IR-99", "CSA_T500-1983", "CSA_T500", "NAPLPS", "CSISO99NAPLPS"], max: '♪', kind: Kind::Iso6937(iso6937::Part::X3110) },
    Stateful { number: 1207, name: "ANSEL", names: &["ISO-IR-231", "Z39.47"], max: '\u{FE23}', kind: Kind::Ansel(ansel::Part::Ansel) },
    Stateful { number: 1208, name: "GEDCOM-ANSEL", names: &[], max: '\u{FE23}', kind: Kind::Ansel(ansel::Part::Gedcom) },
    Stateful::gsm_packed(1209, "GSM-03.38-packed", &["GSM0338-PACKED", "GSM7-PACKED"], gsm::Part::all(Language::Default)),
    Stateful { number: 1210, name: "MARC-8", names: &["MARC8"], max: '\u{FF3D}', kind: Kind::Marc8 },
    Stateful::dicom(1211, "DICOM", &["DICOM-IR-6", "ISO 2022 IR 6"], First::Ir6),
    Stateful::dicom(1212, "DICOM-IR-13", &["ISO 2022 IR 13"], First::Ir13),
    Stateful::dicom(1213, "DICOM-IR-100", &["ISO 2022 IR 100"], First::Ir100),
    Stateful::dicom(1214, "DICOM-IR-101", &["ISO 2022 IR 101"], First::Ir101),
    Stateful::dicom(1215, "DICOM-IR-109", &["ISO 2022 IR 109"], First::Ir109),
    Stateful::dicom(1216, "DICOM-IR-110", &["ISO 2022 IR 110"], First::Ir110),
    Stateful::dicom(1217, "DICOM-IR-126", &["ISO 2022 IR 126"], First::Ir126),
    Stateful::dicom(1218, "DICOM-IR-127", &["ISO 2022 IR 127"], First::Ir127),
    Stateful::dicom(1219, "DICOM-IR-138", &["ISO 2022 IR 138"], First::Ir138),
    Stateful::dicom(1220, "DICOM-IR-144", &["ISO 2022 IR 144"], First::Ir144),
    Stateful::dicom(1221, "DICOM-IR-148", &["ISO 2022 IR 148"], First::Ir148),
    Stateful::dicom(1222, "DICOM-IR-166", &["ISO 2022 IR 166"], First::Ir166),
    Stateful::dicom(1223, "DICOM-IR-203", &["ISO 2022 IR 203"], First::Ir203),
    Stateful::dicom(1224, "DICOM-IR-149", &["ISO 2022 IR 149"], First::Ir149),
    Stateful::dicom(1225, "DICOM-IR-58", &["ISO 2022 IR 58"], First::Ir58),
    Stateful::dicom(1226, "DICOM-IR-87", &["DICOM-IR-159", "ISO 2022 IR 87", "ISO 2022 IR 159"], First::Ir87),
    Stateful::dicom_name(1227, "DICOM-PN", &["DICOM-PN-IR-6"], First::Ir6),
    Stateful::dicom_name(1228, "DICOM-PN-IR-13", &[], First::Ir13),
    Stateful::dicom_name(1229, "DICOM-PN-IR-100", &[], First::Ir100),
    Stateful::dicom_name(1230, "DICOM-PN-IR-101", &[], First::Ir101),
    Stateful::dicom_name(1231, "DICOM-PN-IR-109", &[], First::Ir109),
    Stateful::dicom_name(1232, "DICOM-PN-IR-110", &[], First::Ir110),
    Stateful::dicom_name(1233, "DICOM-PN-IR-126", &[], First::Ir126),
    Stateful::dicom_name(1234, "DICOM-PN-IR-127", &[], First::Ir127),
    Stateful::dicom_name(1235, "DICOM-PN-IR-138", &[], First::Ir138),
    Stateful::dicom_name(1236, "DICOM-PN-IR-144", &[], First::Ir144),
    Stateful::dicom_name(1237, "DICOM-PN-IR-148", &[], First::Ir148),
    Stateful::dicom_name(1238, "DICOM-PN-IR-166", &[], First::Ir166),
    Stateful::dicom_name(1239, "DICOM-PN-IR-203", &[], First::Ir203),
    Stateful::dicom_name(1240, "DICOM-PN-IR-149", &[], First::Ir149),
    Stateful::dicom_name(1241, "DICOM-PN-IR-58", &[], First::Ir58),
    Stateful::dicom_name(1242, "DICOM-PN-IR-87", &["DICOM-PN-IR-159"], First::Ir87),
    Stateful::gsm(1243, "GSM-03.38-Turkish", &[], gsm::Part::all(Language::Turkish)),
    Stateful::gsm(1244, "GSM-03.38-Turkish-single-shift", &[], gsm::Part::single(Language::Turkish)),
    Stateful::gsm(1245, "GSM-03.38-Spanish", &[], gsm::Part::single(Language::Spanish)),
    Stateful::gsm(1246, "GSM-03.38-Portuguese", &[], gsm::Part::all(Language::Portuguese)),
    Stateful::gsm(1247, "GSM-03.38-Portuguese-single-shift", &[], gsm::Part::single(Language::Portuguese)),
    Stateful::gsm(1248, "GSM-03.38-Bengali", &[], gsm::Part::all(Language::Bengali)),
    Stateful::gsm(1249, "GSM-03.38-Gujarati", &[], gsm::Part::all(Language::Gujarati)),
    Stateful::gsm(1250, "GSM-03.38-Hindi", &[], gsm::Part::all(Language::Hindi)),
    Stateful::gsm(1251, "GSM-03.38-Kannada", &[], gsm::Part::all(Language::Kannada)),
    Stateful::gsm(1252, "GSM-03.38-Malayalam", &[], gsm::Part::all(Language::Malayalam)),
    Stateful::gsm(1253, "GSM-03.38-Oriya", &[], gsm::Part::all(Language::Oriya)),
    Stateful::gsm(1254, "GSM-03.38-Punjabi", &[], gsm::Part::all(Language::Punjabi)),
    Stateful::gsm(1255, "GSM-03.38-Tamil", &[], gsm::Part::all(Language::Tamil)),
    Stateful::gsm(1256, "GSM-03.38-Telugu", &[], gsm::Part::all(Language::Telugu)),
    Stateful::gsm(1257, "GSM-03.38-Urdu", &[], gsm::Part::all(Language::Urdu)),
    Stateful::gsm_packed(1258, "GSM-03.38-Turkish-packed", &[], gsm::Part::all(Language::Turkish)),
    Stateful::gsm_packed(1259, "GSM-03.38-Turkish-single-shift-packed", &[], gsm::Part::single(Language::Turkish)),
    Stateful::gsm_packed(1260, "GSM-03.38-Spanish-packed", &[], gsm::Part::single(Language::Spanish)),
    Stateful::gsm_packed(1261, "GSM-03.38-Portuguese-packed", &[], gsm::Part::all(Language::Portuguese)),
    Stateful::gsm_packed(1262, "GSM-03.38-Portuguese-single-shift-packed", &[], gsm::Part::single(Language::Portuguese)),
    Stateful::gsm_packed(1263, "GSM-03.38-Bengali-packed", &[], gsm::Part::all(Language::Bengali)),
    Stateful::gsm_packed(1264, "GSM-03.38-Gujarati-packed", &[], gsm::Part::all(Language::Gujarati)),
    Stateful::gsm_packed(1265, "GSM-03.38-Hindi-packed", &[], gsm::Part::all(Language::Hindi)),
    Stateful::gsm_packed(1266, "GSM-03.38-Kannada-packed", &[], gsm::Part::all(Language::Kannada)),
    Stateful::gsm_packed(1267, "GSM-03.38-Malayalam-packed", &[], gsm::Part::all(Language::Malayalam)),
    Stateful::gsm_packed(1268, "GSM-03.38-Oriya-packed", &[], gsm::Part::all(Language::Oriya)),
    Stateful::gsm_packed(1269, "GSM-03.38-Punjabi-packed", &[], gsm::Part::all(Language::Punjabi)),
    Stateful::gsm_packed(1270, "GSM-03.38-Tamil-packed", &[], gsm::Part::all(Language::Tamil)),
    Stateful::gsm_packed(1271, "GSM-03.38-Telugu-packed", &[], gsm::Part::all(Language::Telugu)),
    Stateful::gsm_packed(1272, "GSM-03.38-Urdu-packed", &[], gsm::Part::all(Language::Urdu)),
];

/// The number of encodings.
pub(crate) const COUNT: usize = ALL.len();

static DESCRIPTIONS: [Description; COUNT] = {
    let mut all = [const { Description::new("") }; COUNT];
    let mut index = 0;
    while index < COUNT {
        all[index] = Description::new(ALL[index].name);
        index += 1;
    }
    all
};

/// Which ASCII characters are the same byte in an encoding.
type Plain = [bool; 0x80];

/// Returns the length of the ASCII characters that `bytes` begins with and that are the same in the encoding.
#[inline]
fn plain_len(plain: &Plain, bytes: &[u8]) -> usize {
    let is_plain = |&&byte: &&u8| plain.get(usize::from(byte)).is_some_and(|&is_plain| is_plain);
    bytes.iter().take_while(is_plain).count()
}

/// Returns the encoding with this index.
pub(crate) const fn encoding(index: usize) -> &'static Stateful {
    &ALL[index]
}

/// Returns what error messages say about the encoding with this index.
pub(crate) fn description(index: usize) -> &'static Description {
    &DESCRIPTIONS[index]
}

/// Returns the set of which characters are read and written in a state of ISO-2022-KR and -CN, if there is one.
fn set_in_use(kind: Kind, state: u8) -> Option<Set> {
    match kind {
        Kind::Iso2022Kr => iso2022_kr::set_in_use(state),
        Kind::Iso2022Cn => iso2022_cn::set_in_use(state),
        _ => None,
    }
}

/// An encoding as text is read, with its state between two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reader {
    index: usize,
    state: u8,
    sets: marc8::Sets,
}

impl Reader {
    /// Returns a reader at the beginning of a text.
    pub(crate) fn new(index: usize) -> Self {
        Reader {
            index,
            state: 0,
            sets: marc8::Sets::default(),
        }
    }

    pub(crate) fn description(&self) -> &'static Description {
        description(self.index)
    }

    /// Returns the state, which is zero at the beginning of a text.
    pub(crate) fn shift_state(&self) -> u16 {
        u16::from_be_bytes([self.sets.number(), self.state])
    }

    /// Moves to a state that [`shift_state`](Self::shift_state) returned.
    pub(crate) fn set_shift_state(&mut self, state: u16) {
        let [sets, state] = state.to_be_bytes();
        self.sets = marc8::Sets::of(sets);
        self.state = state;
    }

    /// Returns `true` if one character of a sequence is left.
    pub(crate) fn is_within_sequence(&self) -> bool {
        match ALL[self.index].kind {
            Kind::Ansel(_) | Kind::Marc8 => self.state != 0,
            // In the byte there is the end of the last character and the beginning of the next.
            Kind::GsmPacked(_) => self.state == 7,
            _ => false,
        }
    }

    /// Returns `true` if a text of ASCII has the same bytes in the encoding.
    pub(crate) fn is_ascii_compatible(&self) -> bool {
        self.plain().iter().all(|&is_plain| is_plain)
    }

    /// Returns the characters whose bytes are read as themselves at the beginning of a text, and change nothing there.
    fn plain(&self) -> &'static Plain {
        static ALL_PLAIN: [OnceLock<Plain>; COUNT] = [const { OnceLock::new() }; COUNT];
        ALL_PLAIN[self.index].get_or_init(|| {
            let start = Reader::new(self.index);
            std::array::from_fn(|byte| {
                let mut after = start;
                after.read(&[byte as u8], false) == Item::Number(byte as u32, 1) && after == start
            })
        })
    }

    /// Returns `true` where what is [`plain`](Self::plain) is so, too.
    fn is_plain(&self) -> bool {
        let state = match ALL[self.index].kind {
            Kind::Iso2022Kr => iso2022_kr::plain_state(self.state),
            _ => self.state,
        };
        state == 0 && self.sets == marc8::Sets::default()
    }

    /// Decodes `bytes` to `text`, until one of them ends or nearly ends, or something that is no character. Returns the number of
    /// bytes read and of code units written.
    pub(crate) fn decode<U: TextUnit>(&mut self, bytes: &[u8], text: &mut [U]) -> (usize, usize) {
        let plain = self.plain();
        let (mut read, mut written) = (0, 0);
        while read < bytes.len() && written + 4 <= text.len() {
            if self.is_plain() {
                let (rest, room) = (&bytes[read..], &mut text[written..]);
                let len = plain_len(plain, &rest[..rest.len().min(room.len())]);
                for (place, &byte) in room.iter_mut().zip(&rest[..len]) {
                    *place = byte.into();
                }
                (read, written) = (read + len, written + len);
                if len > 0 {
                    continue;
                }
            }
            let (more, wrote) = self.decode_run(&bytes[read..], &mut text[written..]);
            if more > 0 {
                (read, written) = (read + more, written + wrote);
                continue;
            }
            let mut after = *self;
            match after.read(&bytes[read..], false) {
                Item::Number(number, len) => {
                    let c = char::from_u32(number).expect("tables hold characters");
                    (read, written) = (read + len, written + U::put(&mut text[written..], packed_char(c)));
                }
                Item::Skip(len) => read += len,
                Item::IllFormed(..) | Item::Incomplete => break,
            }
            *self = after;
        }
        (read, written)
    }

    /// Decodes SO or SI, or what else is frequent. Returns the number of bytes read and of code units written.
    #[inline]
    fn decode_run<U: TextUnit>(&mut self, bytes: &[u8], text: &mut [U]) -> (usize, usize) {
        let kind = ALL[self.index].kind;
        let is_shifted = match kind {
            Kind::Iso2022Kr => iso2022_kr::shift(&mut self.state, bytes[0]),
            Kind::Iso2022Cn => iso2022_cn::shift(&mut self.state, bytes[0]),
            Kind::GsmPacked(part) if self.state == 0 => return gsm_packed::decode_run(part, bytes, text),
            _ => false,
        };
        let (read, written) = match set_in_use(kind, self.state) {
            Some(set) => set.decode(&bytes[usize::from(is_shifted)..], text),
            None => (0, 0),
        };
        (read + usize::from(is_shifted), written)
    }

    /// Returns what `bytes`, which are not empty, begin with, and moves to the state after it.
    #[inline(never)] // All conversions call it.
    pub(crate) fn read(&mut self, bytes: &[u8], last: bool) -> Item {
        match ALL[self.index].kind {
            Kind::Iso2022Kr => iso2022_kr::read(&mut self.state, bytes, last),
            Kind::Iso2022Cn => iso2022_cn::read(&mut self.state, bytes, last),
            Kind::Gsm(part) => gsm::read(part, bytes, last),
            Kind::GsmPacked(part) => gsm_packed::read(part, &mut self.state, bytes, last),
            Kind::Iso6937(part) => iso6937::read(part, bytes, last),
            Kind::Ansel(part) => ansel::read(part, &mut self.state, bytes, last),
            Kind::Dicom(part) => dicom::read(part, &mut self.state, bytes, last),
            Kind::Marc8 => marc8::read(&mut self.sets, &mut self.state, bytes, last),
        }
    }
}

/// An encoding as text is written, with its state between two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Writer {
    index: usize,
    state: u8,
    held: ansel::Held,
    set: marc8::Set,
    bits: gsm_packed::Bits,
}

impl Writer {
    /// Returns a writer at the beginning of a text.
    pub(crate) fn new(index: usize) -> Self {
        Writer {
            index,
            state: 0,
            held: ansel::Held::default(),
            set: marc8::Set::Ascii,
            bits: gsm_packed::Bits::default(),
        }
    }

    /// Writes one character to the beginning of `out`. Returns the number of bytes, or `None` if the encoding lacks it.
    #[inline(never)] // All conversions call it.
    pub(crate) fn encode(&mut self, c: char, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        if c > '\u{FFFF}' {
            // None of them has it, and some would search all their tables.
            return None;
        }
        let mut out = NumberBytes::new(out);
        let mut after = *self;
        match ALL[self.index].kind {
            Kind::Iso2022Kr => iso2022_kr::write(&mut after.state, c, &mut out),
            Kind::Iso2022Cn => iso2022_cn::write(&mut after.state, c, &mut out),
            Kind::Gsm(part) => gsm::write(part, c, &mut out),
            Kind::GsmPacked(part) => gsm_packed::write(part, &mut after.bits, c, &mut out),
            Kind::Iso6937(part) => iso6937::write(part, c, &mut out),
            Kind::Ansel(part) => ansel::write(part, &mut after.held, c, &mut out),
            Kind::Dicom(part) => dicom::write(part, &mut after.state, c, &mut out),
            Kind::Marc8 => marc8::write(&mut after.set, &mut after.held, c, &mut out),
        }?;
        *self = after;
        Some(out.len())
    }

    /// Returns a writer within a text, after a letter, and the characters that are written as themselves there and lead there again. A
    /// writer that holds a letter writes that one, and holds the next.
    fn plain(&self) -> &'static (Writer, Plain) {
        static ALL_PLAIN: [OnceLock<(Writer, Plain)>; COUNT] = [const { OnceLock::new() }; COUNT];
        ALL_PLAIN[self.index].get_or_init(|| {
            const LETTER: u8 = b'x';
            let mut within = Writer::new(self.index);
            let _ = within.encode(LETTER.into(), &mut [0; MAX_ENCODED]);
            let plain = std::array::from_fn(|byte| {
                let (c, mut after, mut out) = (byte as u8, within, [0; MAX_ENCODED]);
                let len = after.encode(c.into(), &mut out);
                let written = after.held.replace_letter(LETTER).map_or(c, |_| LETTER);
                len == Some(1) && out[0] == written && after == within
            });
            (within, plain)
        })
    }

    /// Encodes `text` to `bytes`, until one of them ends or nearly ends, or a character that the encoding lacks. Returns the number
    /// of bytes read and written.
    pub(crate) fn encode_text(&mut self, text: &str, bytes: &mut [u8]) -> (usize, usize) {
        let (within, plain) = self.plain();
        let mut chars = text.chars();
        let mut written = 0;
        while let Some(c) = chars.clone().next()
            && written + MAX_ENCODED <= bytes.len()
        {
            if c.is_ascii() && plain[c as usize] && self.is_like(within) {
                let (rest, room) = (chars.as_str().as_bytes(), &mut bytes[written..]);
                let len = plain_len(plain, &rest[..rest.len().min(room.len())]);
                match self.held.replace_letter(rest[len - 1]) {
                    None => room[..len].copy_from_slice(&rest[..len]),
                    Some(held) => {
                        room[0] = held;
                        room[1..len].copy_from_slice(&rest[..len - 1]);
                    }
                }
                chars = chars.as_str()[len..].chars();
                written += len;
                continue;
            }
            if !c.is_ascii()
                && let Some(set) = set_in_use(ALL[self.index].kind, self.state)
            {
                let (read, wrote) = set.encode(chars.as_str(), &mut bytes[written..]);
                if read > 0 {
                    chars = chars.as_str()[read..].chars();
                    written += wrote;
                    continue;
                }
            }
            let Some(place) = bytes[written..].first_chunk_mut() else {
                break;
            };
            let Some(len) = self.encode(c, place) else {
                break;
            };
            chars.next();
            written += len;
        }
        (text.len() - chars.as_str().len(), written)
    }

    /// Returns `true` if this is `other`, but for the letter that it holds, if both hold one.
    fn is_like(&self, other: &Writer) -> bool {
        let mut same = *self;
        if let Some(letter) = other.held.letter() {
            same.held.replace_letter(letter);
        }
        same == *other
    }

    /// Writes what ends a text.
    pub(crate) fn end(&mut self, out: &mut NumberBytes<'_>) {
        match ALL[self.index].kind {
            Kind::Iso2022Kr => iso2022_kr::end(&mut self.state, out),
            Kind::Iso2022Cn => iso2022_cn::end(&mut self.state, out),
            Kind::Gsm(_) | Kind::Iso6937(_) => {}
            Kind::GsmPacked(_) => self.bits.end(out),
            Kind::Ansel(_) => self.held.flush(out),
            Kind::Dicom(part) => dicom::end(part, &mut self.state, out),
            Kind::Marc8 => marc8::end(&mut self.set, &mut self.held, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ASCII in several orders, with characters that some of the encodings have in between.
    fn text() -> String {
        let ascii = || (0..0x80).map(char::from);
        let others = "éñΔ€나们ẹ́א{}";
        let mut text: String = ascii().chain("\n abc".chars()).chain(ascii().rev()).collect();
        for c in others.chars() {
            text.extend([c, 'x', c, c]);
            text.extend(ascii());
        }
        text
    }

    #[test]
    fn runs_are_written_and_read_as_character_by_character() {
        for (index, encoding) in ALL.iter().enumerate() {
            let name = encoding.name;
            let (mut alone, mut in_runs) = (Writer::new(index), Writer::new(index));
            let (mut bytes, mut expected) = (vec![0; 0x4000], Vec::new());
            let mut written = 0;
            let text: String = text()
                .chars()
                .filter(|&c| {
                    let mut out = [0; MAX_ENCODED];
                    let mut after = alone;
                    let len = after.encode(c, &mut out);
                    if let Some(len) = len {
                        alone = after;
                        expected.extend_from_slice(&out[..len]);
                    }
                    len.is_some()
                })
                .collect();
            let mut read = 0;
            while read < text.len() {
                // Not all of it at once.
                let end = text.len().min(written + 700);
                let (more, len) =
                    in_runs.encode_text(&text[read..], &mut bytes[written..end.max(written + 100)]);
                assert!(more > 0, "{name}");
                (read, written) = (read + more, written + len);
            }
            assert_eq!(bytes[..written], expected, "{name}");
            assert_eq!(in_runs, alone, "{name}");

            let (mut alone, mut in_runs) = (Reader::new(index), Reader::new(index));
            let mut expected = String::new();
            let mut at = 0;
            while at < written {
                let mut after = alone;
                match after.read(&bytes[at..written], false) {
                    Item::Number(number, len) => {
                        expected.extend(char::from_u32(number));
                        at += len;
                    }
                    Item::Skip(len) => at += len,
                    Item::IllFormed(..) | Item::Incomplete => break,
                }
                alone = after;
            }
            assert!(written - at <= MAX_ENCODED, "{name}");
            let mut text = vec![0; 0x8000];
            let (read, len) = in_runs.decode(&bytes[..written], &mut text);
            assert_eq!((read, &text[..len]), (at, expected.as_bytes()), "{name}");
            assert_eq!(in_runs, alone, "{name}");
        }
    }
}
