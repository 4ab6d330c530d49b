//! Tests of the conversions between UTF-8, UTF-16 and UTF-32, in code units and in bytes of both orders, on all texts of
//! `forms.tsv`.

use crate::destinations::to_vec;
use utf8kit::{Encoding, Endian, ErrorKind, Policy, convert, converted_len, utf8, utf16, utf32};
use utf8kit_test::{ENCODED_TEXTS, hex, rows, text};

/// Returns the code units, of `width` bytes each, in the other byte order.
fn swapped(bytes: &[u8], width: usize) -> Vec<u8> {
    bytes
        .chunks(width)
        .flat_map(|unit| unit.iter().rev().copied())
        .collect()
}

#[test]
fn every_encoding_converts_to_every_other() {
    for row in rows(ENCODED_TEXTS) {
        let text = text(row["scalars"]).unwrap();
        let (in8, be16, be32) = (hex(row["utf8"]), hex(row["utf16be"]), hex(row["utf32be"]));
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

        assert_eq!(to_vec(|dst| utf8::to_utf16(&in8, dst)).unwrap(), in16);
        assert_eq!(to_vec(|dst| utf8::to_utf32(&in8, dst)).unwrap(), in32);
        assert_eq!(to_vec(|dst| utf16::to_utf8(&in16, dst)).unwrap(), in8);
        assert_eq!(to_vec(|dst| utf16::to_utf32(&in16, dst)).unwrap(), in32);
        assert_eq!(to_vec(|dst| utf32::to_utf8(&in32, dst)).unwrap(), in8);
        assert_eq!(to_vec(|dst| utf32::to_utf16(&in32, dst)).unwrap(), in16);

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
            let all = [
                (Encoding::Utf8, &in8),
                (Encoding::Utf16(endian), &bytes16),
                (Encoding::Utf32(endian), &bytes32),
            ];
            for (from, source) in all {
                assert!(from.is_valid(source));
                assert_eq!(from.decode(source, Policy::Fail).unwrap(), text);
                for (to, expected) in all {
                    let mut bytes = vec![];
                    assert_eq!(
                        convert(source, from, to, Policy::Fail, &mut bytes)
                            .unwrap()
                            .written,
                        bytes.len()
                    );
                    assert_eq!(&bytes, expected, "{from} to {to}");
                    assert_eq!(converted_len(source, from, to), expected.len(), "{from} to {to}");
                }
            }
        }
    }
}

#[test]
fn swapped_code_units_are_those_of_the_other_byte_order() {
    for row in rows(ENCODED_TEXTS) {
        let (be16, be32) = (hex(row["utf16be"]), hex(row["utf32be"]));
        let units16 = be16.as_chunks().0;
        let mut swapped16: Vec<_> = units16.iter().map(|&unit| u16::from_be_bytes(unit)).collect();
        utf16::swap_bytes(&mut swapped16);
        let expected16: Vec<_> = units16.iter().map(|&unit| u16::from_le_bytes(unit)).collect();
        assert_eq!(swapped16, expected16);

        let units32 = be32.as_chunks().0;
        let mut swapped32: Vec<_> = units32.iter().map(|&unit| u32::from_be_bytes(unit)).collect();
        utf32::swap_bytes(&mut swapped32);
        let expected32: Vec<_> = units32.iter().map(|&unit| u32::from_le_bytes(unit)).collect();
        assert_eq!(swapped32, expected32);
    }
}

#[test]
fn bytes_are_validated_as_their_code_units_are() {
    let surrogates = [0x41, 0xD83D, 0xDE00, 0xDE00, 0x42_u16];
    let too_large = [0x41, 0x1_F600, 0x11_0000, 0xD800_u32];
    let error16 = utf16::validate(&surrogates).unwrap_err();
    let error32 = utf32::validate(&too_large).unwrap_err();
    assert!(!utf32::is_valid(&too_large) && utf32::is_valid(&too_large[..2]));
    for endian in [Endian::Big, Endian::Little] {
        let bytes16: Vec<_> = match endian {
            Endian::Big => surrogates.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
            Endian::Little => surrogates.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        };
        let bytes32: Vec<_> = match endian {
            Endian::Big => too_large.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
            Endian::Little => too_large.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        };
        let (utf16, utf32) = (Encoding::Utf16(endian), Encoding::Utf32(endian));
        let error = utf16.validate(&bytes16).unwrap_err();
        assert_eq!(
            (error.kind(), error.valid_up_to()),
            (error16.kind(), 2 * error16.valid_up_to())
        );
        assert!(!utf16.is_valid(&bytes16));
        assert_eq!(utf16.validate(&bytes16[..6]), Ok(()));
        let error = utf16.validate(&bytes16[..5]).unwrap_err();
        assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::UnexpectedEnd, 2));

        let error = utf32.validate(&bytes32).unwrap_err();
        assert_eq!(
            (error.kind(), error.valid_up_to()),
            (error32.kind(), 4 * error32.valid_up_to())
        );
        assert!(!utf32.is_valid(&bytes32));
        assert_eq!(utf32.validate(&bytes32[..8]), Ok(()));
        let error = utf32.validate(&bytes32[..7]).unwrap_err();
        assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::UnexpectedEnd, 4));
    }
}
