//! The bytes of `--text`, `--hex` and `--scalar`.

use crate::{encodings, escape};
use utf8kit::{ConvertErrorKind, Encoding as Base, Number, Policy};
use utf8kit_encodings::{Encoder, Encoding};

/// Returns the bytes that `digits` are in hexadecimal. Blanks, punctuation that is usual, `0x` and `\x` may separate them.
pub(super) fn from_hex(digits: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let digits = digits.replace("\\x", " ").replace("0x", " ");
    for word in digits.split(|c: char| c.is_ascii_whitespace() || ",;:-%".contains(c)) {
        let shown = escape::text(word.as_bytes());
        if let Some(other) = word.chars().find(|c| !c.is_ascii_hexdigit()) {
            let other = escape::text(other.to_string().as_bytes());
            return Err(format!(
                "--hex: `{other}` in `{shown}` is not a hexadecimal digit"
            ));
        }
        if !word.len().is_multiple_of(2) {
            return Err(format!(
                "--hex: `{shown}` has an odd number of digits; write two for each byte, such as `0A`"
            ));
        }
        let pairs = word.as_bytes().chunks(2);
        let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
        bytes.extend(pairs.filter_map(byte));
    }
    Ok(bytes)
}

/// Returns the number that `text`, such as `U+20AC`, names. A character that is not ASCII is its own number.
pub(super) fn scalar(text: &str) -> Result<u32, String> {
    let mut chars = text.chars();
    if let (Some(c @ '\u{80}'..), None) = (chars.next(), chars.next()) {
        return Ok(c.into());
    }
    let upper = text.trim().to_ascii_uppercase();
    let digits = ["U+", "0X", "\\U", "&#X"]
        .iter()
        .find_map(|prefix| upper.strip_prefix(prefix))
        .unwrap_or(&upper);
    let digits: String = digits
        .chars()
        .filter(|c| !matches!(c, '{' | '}' | ' ' | ';'))
        .collect();
    let is_hex = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = is_hex.then(|| u32::from_str_radix(&digits, 16).ok()).flatten();
    number.filter(|&number| number <= 0x7FFF_FFFF).ok_or_else(|| {
        let shown = escape::text(text.as_bytes());
        format!(
            "--scalar: `{shown}` is not a code point; write one as `U+20AC`, up to `7FFF FFFF`, or show characters with --text"
        )
    })
}

/// Returns the bytes of a number in an encoding. In UTF-8, what it does not have is written by the pattern of RFC 2279.
pub(super) fn number(number: u32, encoding: Encoding) -> Result<Vec<u8>, String> {
    if let Some(c) = char::from_u32(number) {
        return text(c.encode_utf8(&mut [0; 4]), encoding);
    }
    let relative = match encoding {
        Encoding::UTF_8 if number <= 0xFFFF => Some(Base::Wtf8),
        Encoding::UTF_8 => Some(Base::Rfc2279),
        encoding => encoding.utf8_relative(),
    };
    let mut bytes = [0; 16];
    let written = match (relative, encoding) {
        (Some(relative), _) => relative
            .encode_number(number, &mut [0; 6])
            .ok()
            .map(<[u8]>::to_vec),
        (None, encoding) if encoding.can_be_written() => {
            let step = Encoder::new(encoding, Policy::Fail).encode_code_points(&[number], &mut bytes);
            let is_written = step.read == 1 && step.stop == utf8kit::stream::Stop::InputUsed;
            is_written.then(|| bytes[..step.written].to_vec())
        }
        _ => None,
    };
    written.ok_or_else(|| lacks(encoding, number))
}

/// Returns the bytes of a text in an encoding.
pub(super) fn text(text: &str, encoding: Encoding) -> Result<Vec<u8>, String> {
    let encoding = encodings::to_write(encoding)?;
    encoding
        .encode(text, Policy::Fail)
        .map_err(|error| match error.kind() {
            ConvertErrorKind::NotRepresentable(number) => lacks(encoding, number),
            _ => error.to_string(),
        })
}

fn lacks(encoding: Encoding, number: u32) -> String {
    format!("{} cannot be represented in {}", Number(number), encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_many_forms() {
        for text in [
            "U+20AC",
            "u+20ac",
            "20AC",
            "0x20AC",
            "\\u{20AC}",
            "&#x20AC;",
            "\\u20ac",
            "€",
        ] {
            assert_eq!(scalar(text), Ok(0x20AC), "{text}");
        }
        assert_eq!(scalar("7FFF FFFF"), Ok(0x7FFF_FFFF));
        for text in [
            "",
            "U+",
            "80000000",
            "x",
            "+20AC",
            "-1",
            "99999999999",
            "U+20AC U+41",
        ] {
            assert!(scalar(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bytes_are_read_in_many_forms() {
        for text in [
            "E2 82 AC",
            "e282ac",
            "0xE2,0x82,0xAC",
            " E2  82AC\n",
            "\\xE2 \\x82 \\xAC",
            "\\xE2\\x82\\xAC",
            "0xE282AC",
            "E2:82:ac",
            "E2-82-AC",
            "%E2%82%AC",
        ] {
            assert_eq!(from_hex(text).unwrap(), b"\xE2\x82\xAC", "{text}");
        }
        assert_eq!(from_hex("").unwrap(), b"");
        assert!(from_hex("E2 8").unwrap_err().contains("odd"));
        assert!(from_hex("E2 G0").unwrap_err().contains("`G`"));
    }
}
