//! All of `forms.tsv`: UTF-8, UTF-16 and UTF-32 each made from each other, units and bytes of both orders.

#![cfg(feature = "alloc")]

mod support;

use support::{FORMS, bytes, rows, text};
use utf8kit::{Endian, utf8, utf16, utf32};

/// Bytes of either order as what `convert` makes of them in a buffer of `len` bytes.
fn filled(len: usize, convert: impl FnOnce(&mut [u8]) -> Result<usize, utf8kit::ConvertError>) -> Vec<u8> {
    let mut dst = vec![0; len];
    let written = convert(&mut dst).unwrap();
    dst.truncate(written);
    dst
}

/// The units of `width` bytes in the other order.
fn swapped(bytes: &[u8], width: usize) -> Vec<u8> {
    bytes
        .chunks(width)
        .flat_map(|unit| unit.iter().rev().copied())
        .collect()
}

#[test]
fn each_from_each() {
    for row in rows(FORMS) {
        let text = text(row["scalars"]).unwrap();
        let (in8, be16, be32) = (bytes(row["utf8"]), bytes(row["utf16be"]), bytes(row["utf32be"]));
        let in16: Vec<_> = be16
            .as_chunks()
            .0
            .iter()
            .map(|&unit| u16::from_be_bytes(unit))
            .collect();
        let in32: Vec<_> = be32
            .as_chunks()
            .0
            .iter()
            .map(|&unit| u32::from_be_bytes(unit))
            .collect();

        assert_eq!(utf8::validate(&in8), Ok(&*text));
        assert_eq!(utf16::validate(&in16), Ok(()));
        assert_eq!(utf32::validate(&in32).unwrap().iter().collect::<String>(), text);

        assert_eq!(utf8::to_utf16_vec(&in8).unwrap(), in16);
        assert_eq!(utf8::to_utf32_vec(&in8).unwrap(), in32);
        assert_eq!(utf16::to_utf8_vec(&in16).unwrap(), in8);
        assert_eq!(utf16::to_utf32_vec(&in16).unwrap(), in32);
        assert_eq!(utf32::to_utf8_vec(&in32).unwrap(), in8);
        assert_eq!(utf32::to_utf16_vec(&in32).unwrap(), in16);

        assert_eq!(
            (utf16::to_string(&in16).unwrap(), utf16::to_string_lossy(&in16)),
            (text.clone(), text.clone())
        );
        assert_eq!(
            (utf32::to_string(&in32).unwrap(), utf32::to_string_lossy(&in32)),
            (text.clone(), text.clone())
        );

        assert_eq!(
            (utf8::count(&in8), utf8::utf16_len(&in8)),
            (in32.len(), in16.len())
        );
        assert_eq!(
            (utf16::count(&in16), utf16::utf8_len(&in16)),
            (in32.len(), in8.len())
        );
        assert_eq!(
            (utf32::utf8_len(&in32), utf32::utf16_len(&in32)),
            (in8.len(), in16.len())
        );

        for (endian, bytes16, bytes32) in [
            (Endian::Big, be16.clone(), be32.clone()),
            (Endian::Little, swapped(&be16, 2), swapped(&be32, 4)),
        ] {
            assert_eq!(
                filled(be16.len(), |dst| utf8::to_utf16_bytes(&in8, endian, dst)),
                bytes16
            );
            assert_eq!(
                filled(be32.len(), |dst| utf8::to_utf32_bytes(&in8, endian, dst)),
                bytes32
            );
            assert_eq!(
                filled(in8.len(), |dst| utf16::bytes_to_utf8(&bytes16, endian, dst)),
                in8
            );
            assert_eq!(
                filled(in8.len(), |dst| utf32::bytes_to_utf8(&bytes32, endian, dst)),
                in8
            );
            assert_eq!(utf16::bytes_to_string(&bytes16, endian).unwrap(), text);
            assert_eq!(utf32::bytes_to_string(&bytes32, endian).unwrap(), text);
            assert!(utf16::bytes_is_valid(&bytes16, endian) && utf32::bytes_is_valid(&bytes32, endian));
            assert_eq!(utf16::bytes_count(&bytes16, endian), in32.len());
            assert_eq!(utf16::bytes_utf8_len(&bytes16, endian), in8.len());
            assert_eq!(utf32::bytes_utf8_len(&bytes32, endian), in8.len());
        }
    }
}
