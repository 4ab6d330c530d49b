//! What each encoding reads and writes, as one line of `data/encodings.tsv`. The tests of every package compare what it does with the
//! lines, so that all do the same.

/// For each encoding, by its name: the [checksum] of what the [sequences] decode to with escapes for errors, of [these errors](push_error),
/// of what the [characters] encode to with `?` for each that is lacking, and of what that decodes to. `-` stands for what is never
/// written.
pub const ENCODINGS: &str = include_str!("../data/encodings.tsv");

/// Returns a text of all sequences of one and of two bytes, each before ASCII.
pub fn sequences() -> Vec<u8> {
    let one = (0..=0xFF).map(|a: u8| vec![a]);
    let two = (0..=0xFF).flat_map(|a: u8| (0..=0xFF).map(move |b: u8| vec![a, b]));
    one.chain(two)
        .flat_map(|sequence| [&sequence[..], b"A\n"].concat())
        .collect()
}

/// Returns a text of all characters of the planes in which encodings other than Unicode's have any, and of the last one.
pub fn characters() -> String {
    ('\0'..='\u{FFFF}')
        .chain('\u{20000}'..='\u{2FFFF}')
        .chain([char::MAX])
        .collect()
}

/// Appends the line of an error: the name of its kind, and its bytes.
pub fn push_error(lines: &mut Vec<u8>, kind: &str, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    lines.extend_from_slice(kind.as_bytes());
    lines.push(b' ');
    for byte in bytes {
        lines.extend([byte >> 4, byte & 0xF].map(|digit| DIGITS[usize::from(digit)]));
    }
    lines.push(b'\n');
}

/// Returns the CRC-32 of `bytes`, which Python and Node.js have too, in hexadecimal digits.
pub fn checksum(bytes: &[u8]) -> String {
    let byte_of_table = |byte: u32| {
        (0..8).fold(byte, |crc, _| match crc & 1 {
            1 => crc >> 1 ^ 0xEDB8_8320,
            _ => crc >> 1,
        })
    };
    let table: [u32; 256] = std::array::from_fn(|byte| byte_of_table(byte as u32));
    let crc = bytes.iter().fold(u32::MAX, |crc, &byte| {
        crc >> 8 ^ table[usize::from(crc as u8 ^ byte)]
    });
    format!("{:08x}", !crc)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_crc_32() {
        assert_eq!(checksum(b"123456789"), "cbf43926");
    }
}
