//! Recognizes encodings of seven bits: ISO-2022-JP, ISO-2022-KR, HZ and the alphabet of GSM. Text that may be UTF-7 is ASCII all the
//! same: that is only said of it.
//!
//! A text in them is ASCII, byte for byte, so each must be well-formed in its encoding and have characters of the kind that
//! it is used for. Ordinary text that happens to have `~{` or `+` must not be taken for one.

#[cfg(feature = "legacy")]
use crate::certainty::Certainty;
#[cfg(feature = "legacy")]
use crate::encoding::Legacy;
use crate::switched::Switched;
#[cfg(feature = "legacy")]
use encoding_rs::{EUC_KR, GBK, ISO_2022_JP};

/// Returns the encoding of `bytes`, which are ASCII, if it is none that ASCII is a part of.
#[cfg(feature = "legacy")]
pub(crate) fn recognize(bytes: &[u8]) -> Option<Switched> {
    let found = match memchr::memchr(0x1B, bytes) {
        Some(at) => iso_2022_jp(bytes, at).or_else(|| iso_2022_kr(bytes, at)),
        None => memchr::memmem::find(bytes, b"~{").and_then(|at| hz(bytes, at)),
    };
    found.or_else(|| gsm(bytes))
}

/// Returns `None`: it is a legacy encoding.
#[cfg(not(feature = "legacy"))]
pub(crate) fn gsm(_: &[u8]) -> Option<Switched> {
    None
}

/// Returns `None`: all that are recognized are legacy encodings.
#[cfg(not(feature = "legacy"))]
pub(crate) fn recognize(_: &[u8]) -> Option<Switched> {
    None
}

/// Returns `true` if `bytes`, which are ASCII, have a sign of an encoding of seven bits, although too few or cut ones.
pub(crate) fn may_be(bytes: &[u8]) -> bool {
    if let Some(at) = memchr::memchr(0x1B, bytes)
        && let Some(b'$' | b'(' | b')' | b'&') = bytes.get(at + 1)
    {
        return true;
    }
    memchr::memmem::find(bytes, b"~{").is_some()
        || memchr::memchr_iter(b'+', bytes).any(|plus| is_utf_7_run(&bytes[plus + 1..]))
}

/// Returns `true` if what begins with `rest` may be a run of UTF-7, after its `+`. The end of the text may cut it.
fn is_utf_7_run(rest: &[u8]) -> bool {
    let len = rest.iter().take_while(|&&byte| sextet(byte).is_some()).count();
    len > 0 && (len == rest.len() || utf_7_run(&rest[..len]).is_some())
}

#[cfg(feature = "legacy")]
fn iso_2022_jp(bytes: &[u8], at: usize) -> Option<Switched> {
    memchr::memmem::find(bytes, b"\x1B$B").or_else(|| memchr::memmem::find(bytes, b"\x1B$@"))?;
    let mut decoder = ISO_2022_JP.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len())?);
    let (_, _, errors) = decoder.decode_to_string(bytes, &mut text, false);
    let found = Switched::new("ISO-2022-JP", at, text);
    (!errors && !found.text.is_ascii()).then_some(found)
}

#[cfg(feature = "legacy")]
fn iso_2022_kr(bytes: &[u8], at: usize) -> Option<Switched> {
    memchr::memmem::find(bytes, b"\x1B$)C")?;
    memchr::memchr(0x0E, bytes)?;
    let mut shifted = false;
    let mut raised = Vec::with_capacity(bytes.len());
    for part in bytes.split_inclusive(|&byte| matches!(byte, 0x0E | 0x0F)) {
        for &byte in part {
            match byte {
                0x0E => shifted = true,
                0x0F => shifted = false,
                b'\n' => {
                    shifted = false;
                    raised.push(byte);
                }
                0x21..=0x7E if shifted => raised.push(byte | 0x80),
                _ => raised.push(byte),
            }
        }
    }
    let text = decoded(EUC_KR, &raised)?.replace("\x1B$)C", "");
    Some(Switched::new("ISO-2022-KR", at, text))
}

#[cfg(feature = "legacy")]
/// Returns `bytes` decoded, if they are well-formed and have characters that are not ASCII. Their end may cut a character.
fn decoded(encoding: &'static encoding_rs::Encoding, bytes: &[u8]) -> Option<String> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len())?);
    let (_, _, errors) = decoder.decode_to_string(bytes, &mut text, false);
    (!errors && !text.is_ascii()).then_some(text)
}

/// Fewer characters between `~{` and `~}` do not suffice.
#[cfg(feature = "legacy")]
const FEWEST_HZ: usize = 4;

#[cfg(feature = "legacy")]
fn hz(bytes: &[u8], at: usize) -> Option<Switched> {
    let mut raised = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    let mut shifted = 0;
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'~' {
            raised.push(*first);
            continue;
        }
        match rest {
            [b'~', after @ ..] => {
                raised.push(b'~');
                rest = after;
            }
            [b'\n', after @ ..] => rest = after,
            [b'{', after @ ..] => {
                rest = after;
                // `~` is no first byte of a character, so this is the end of the run or an error.
                while let [first @ 0x21..=0x77, second @ 0x21..=0x7E, after @ ..] = rest {
                    raised.extend([first | 0x80, second | 0x80]);
                    shifted += 1;
                    rest = after;
                }
                rest = match rest {
                    [b'~', b'}', after @ ..] => after,
                    // The end of the sample cuts the run.
                    [_] | [] => &[],
                    // Some writers end a run at the end of the line.
                    [b'\n', ..] => rest,
                    _ => return None,
                };
            }
            [] => {}
            _ => return None,
        }
    }
    let text = decoded(GBK, &raised)?;
    (shifted >= FEWEST_HZ).then(|| Switched::new("HZ-GB-2312", at, text))
}

/// The escape before a character of the second table of GSM 03.38.
#[cfg(feature = "legacy")]
const GSM_ESCAPE: u8 = 0x1B;

/// A text has `@` or an escape within so many bytes, which tells it from what else has controls.
#[cfg(feature = "legacy")]
const GSM_WITHIN: usize = 1024;

/// Returns a text in the alphabet of GSM 03.38, a septet in each byte: ASCII in which `@`, letters and signs of currencies are
/// controls, at least two, and all stand where such characters do.
#[cfg(feature = "legacy")]
pub(crate) fn gsm(bytes: &[u8]) -> Option<Switched> {
    memchr::memchr2(0, GSM_ESCAPE, &bytes[..bytes.len().min(GSM_WITHIN)])?;
    let is_sign = |byte: &u8| *byte < b' ' && !matches!(byte, b'\n' | b'\r');
    let at = bytes.iter().position(is_sign)?;
    let mut signs = 0u32;
    let at_word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let at_number = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let mut count = 0;
    let mut i = at;
    while i < bytes.len() {
        let before = i.checked_sub(1).map(|before| &bytes[before]);
        let after = bytes.get(i + 1);
        let in_word = || {
            let ends =
                after.is_none_or(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b',' | b'.' | b'!' | b'?'));
            at_word(after) || (at_word(before) && ends)
        };
        let fits = match bytes[i] {
            // `@` of an address, and the signs of the pound, the dollar and the yen before or after an amount.
            0x00 => at_word(before) && at_word(after),
            0x01..=0x03 => at_number(before) || at_number(after),
            // `\u{20AC}`, brackets, and what else follows an escape.
            GSM_ESCAPE => matches!(
                after,
                Some(b'\n' | 0x14 | b'(' | b')' | b'/' | b'<'..=b'>' | b'@' | b'e')
            ),
            // A printer wrote the second character over the first.
            0x08 if before == after || before == Some(&b'_') => false,
            // Letters: `è` to `ò`, `Ø`, `ø`, `Å`, `å`, `Æ`, `æ`, `ß`, `É`.
            0x04..=0x08 | 0x0B | 0x0C | 0x0E | 0x0F | 0x1C..=0x1F => in_word() && !at_number(before),
            0x09 | 0x10..=0x1A => false,
            _ => {
                i += 1;
                continue;
            }
        };
        if !fits {
            return None;
        }
        count += 1;
        signs |= 1 << bytes[i];
        // The byte after an escape belongs to it.
        i += if bytes[i] == GSM_ESCAPE { 2 } else { 1 };
    }
    if signs.count_ones() < 2 || count * 5 > bytes.len() {
        return None;
    }
    let (text, is_whole) = Legacy::for_label(b"GSM-03.38")?.decode(bytes);
    is_whole.then(|| Switched {
        certainty: Certainty::Possible,
        ..Switched::new("GSM-03.38", at, text)
    })
}

/// So many runs of letters of an alphabet, or other characters, suffice whatever each looks like.
const MANY_UTF_7: (u64, u64) = (3, 12);

/// Returns the number of shifts of UTF-7 in `bytes`, which are ASCII, if all of them decode to characters that people write. Its
/// `+` would be something else in a formula, an address or Base64. The end of the text may cut the last one.
pub(crate) fn utf_7_shifts(bytes: &[u8]) -> Option<u64> {
    let (mut runs, mut alphabetic, mut others, mut words, mut typical) = (0, 0, 0, 0, 0);
    let mut rest = bytes;
    while let Some(plus) = memchr::memchr(b'+', rest) {
        rest = &rest[plus + 1..];
        if let [b'-', after @ ..] = rest {
            rest = after;
            continue;
        }
        let len = rest.iter().take_while(|&&byte| sextet(byte).is_some()).count();
        let (run, after) = rest.split_at(len);
        let Some(characters) = utf_7_run(run) else {
            // The end of the text may cut the run.
            if len > 0 && after.is_empty() {
                break;
            }
            return None;
        };
        // `=` pads Base64.
        if characters.is_ascii() || after.starts_with(b"=") {
            return None;
        }
        for c in characters.chars() {
            match u32::from(c) {
                0..=0x7F => {}
                0xC0..=0x52F => alphabetic += 1,
                0xA0..=0xBF
                | 0x5D0..=0x6FF
                | 0xE01..=0xE5B
                | 0x2010..=0x203A
                | 0x20AC
                | 0x2190..=0x22FF
                | 0x2600..=0x26FF
                | 0x3000..=0x30FF
                | 0x4E00..=0x9FFF
                | 0xAC00..=0xD7A3
                | 0xFF01..=0xFF9F
                | 0x1F300..=0x1F6FF => others += 1,
                _ => return None,
            }
        }
        runs += 1;
        words += u64::from(run.iter().all(u8::is_ascii_lowercase));
        typical += u64::from(is_typical(run, &characters));
        rest = after.strip_prefix(b"-").unwrap_or(after);
    }
    let are_many =
        runs >= MANY_UTF_7.0 && (alphabetic >= runs.max(others) || alphabetic + others >= MANY_UTF_7.1);
    // `query+extracts` is two words. Of runs of four letters, one in 44 is in small letters by chance.
    let is_text = (are_many && words * 4 < runs) || (runs > 0 && typical == runs);
    is_text.then_some(runs)
}

/// Returns `true` if a run of UTF-7 is hardly a word or a number that happens to decode: its characters are those that occur
/// alone in ASCII, or three and more of one script.
fn is_typical(run: &[u8], characters: &str) -> bool {
    let has_capital = |run: &[u8]| run.iter().any(u8::is_ascii_uppercase);
    let is_own = |c: char| {
        matches!(
            u32::from(c),
            0..=0x17F
                | 0x386..=0x3CE
                | 0x401..=0x45F
                | 0x5D0..=0x5EA
                | 0x621..=0x64A
                | 0x2010..=0x203A
                | 0x20AC
                | 0x2190..=0x22FF
                | 0x2600..=0x26FF
                | 0x3041..=0x30FF
                | 0x1F300..=0x1F6FF
        )
    };
    let is_han = |c: char| matches!(u32::from(c), 0x3000..=0x30FF | 0x4E00..=0x9FFF | 0xFF01..=0xFF9F);
    let is_hangul = |c: char| matches!(u32::from(c), 0x20..=0x7F | 0xAC00..=0xD7A3);
    let is_long = characters.chars().count() >= 3;
    (has_capital(run) && characters.chars().all(is_own))
        // `MaxValue` has a capital inside, but most words do not.
        || (is_long && has_capital(&run[1..]) && characters.chars().all(is_han))
        || (is_long && has_capital(&run[1..]) && characters.chars().all(is_hangul))
}

/// Returns the characters of a run, if it is well-formed.
fn utf_7_run(run: &[u8]) -> Option<String> {
    let (mut bits, mut count) = (0u32, 0);
    let mut units = Vec::new();
    for &byte in run {
        bits = bits << 6 | sextet(byte)?;
        count += 6;
        if count >= 16 {
            count -= 16;
            units.push((bits >> count) as u16);
            bits &= (1 << count) - 1;
        }
    }
    let is_padded = count < 6 && bits == 0;
    (is_padded && !units.is_empty()).then(|| String::from_utf16(&units).ok())?
}

const fn sextet(byte: u8) -> Option<u32> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    } as u32)
}
