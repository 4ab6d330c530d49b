//! Tests of the conversions between encodings on every scalar value, and on every number that is none.

use crate::destinations::to_vec;
use crate::limits::chars_to_try;
use utf8kit::{
    ConvertErrorKind, Encoding, Endian, ErrorKind, Policy, ascii, convert, latin1, utf8, utf16, utf32,
};

fn scalars() -> impl Iterator<Item = char> {
    '\0'..=char::MAX
}

/// Each character alone. The standard library encodes it.
#[test]
fn every_scalar_alone_converts_between_all_encodings() {
    let (mut buffer8, mut buffer16, mut buffer32) = ([0; 4], [0; 2], [0; 1]);
    for c in chars_to_try() {
        let (mut std8, mut std16) = ([0; 4], [0; 2]);
        let in8 = c.encode_utf8(&mut std8).as_bytes();
        let in16 = &*c.encode_utf16(&mut std16);
        let in32 = &[u32::from(c)][..];

        let n = utf8::to_utf16(in8, &mut buffer16).unwrap();
        assert_eq!(&buffer16[..n], in16);
        let n = utf8::to_utf32(in8, &mut buffer32).unwrap();
        assert_eq!(&buffer32[..n], in32);
        let n = utf16::to_utf8(in16, &mut buffer8).unwrap();
        assert_eq!(&buffer8[..n], in8);
        let n = utf16::to_utf32(in16, &mut buffer32).unwrap();
        assert_eq!(&buffer32[..n], in32);
        let n = utf32::to_utf8(in32, &mut buffer8).unwrap();
        assert_eq!(&buffer8[..n], in8);
        let n = utf32::to_utf16(in32, &mut buffer16).unwrap();
        assert_eq!(&buffer16[..n], in16);

        assert_eq!((utf8::count(in8), utf8::utf16_len(in8)), (1, in16.len()));
        assert_eq!((utf16::count(in16), utf16::utf8_len(in16)), (1, in8.len()));
        assert_eq!(
            (utf32::utf8_len(in32), utf32::utf16_len(in32)),
            (in8.len(), in16.len())
        );
        assert_eq!(utf32::validate(in32), Ok(&[c][..]));
    }
}

/// All characters as one text.
#[test]
fn all_scalars_as_one_text_convert_between_all_encodings() {
    let text: String = scalars().collect();
    let in8 = text.as_bytes();
    let in16: Vec<u16> = text.encode_utf16().collect();
    let in32: Vec<u32> = scalars().map(u32::from).collect();

    assert_eq!(utf8::validate(in8), Ok(&*text));
    assert_eq!(to_vec(|dst| utf8::to_utf16(in8, dst)).unwrap(), in16);
    assert_eq!(to_vec(|dst| utf8::to_utf32(in8, dst)).unwrap(), in32);
    assert_eq!(utf16::to_string(&in16).unwrap(), text);
    assert_eq!(utf16::to_string_lossy(&in16), text);
    assert_eq!(to_vec(|dst| utf16::to_utf32(&in16, dst)).unwrap(), in32);
    assert_eq!(utf32::to_string(&in32).unwrap(), text);
    assert_eq!(to_vec(|dst| utf32::to_utf16(&in32, dst)).unwrap(), in16);
    assert_eq!((utf8::count(in8), utf8::utf16_len(in8)), (in32.len(), in16.len()));
    assert_eq!(
        (utf16::count(&in16), utf16::utf8_len(&in16)),
        (in32.len(), in8.len())
    );
    assert_eq!(
        (utf32::utf8_len(&in32), utf32::utf16_len(&in32)),
        (in8.len(), in16.len())
    );

    for endian in [Endian::Little, Endian::Big] {
        for (to, len) in [
            (Encoding::Utf16(endian), 2 * in16.len()),
            (Encoding::Utf32(endian), 4 * in32.len()),
        ] {
            let bytes = to_vec(|dst| convert(in8, Encoding::Utf8, to, Policy::Fail, dst)).unwrap();
            assert_eq!(bytes.len(), len);
            assert_eq!(to.decode(&bytes, Policy::Fail).unwrap(), text);
            assert_eq!(to.decode(&bytes, Policy::Replace('\u{FFFD}')).unwrap(), text);
        }
    }
}

#[test]
fn latin1_and_ascii_convert_every_byte() {
    for byte in 0..=0xFF {
        let c = char::from(byte);
        assert_eq!(latin1::to_string(&[byte]), c.to_string());
        assert_eq!(latin1::utf8_len(&[byte]), c.len_utf8());
        assert_eq!(
            to_vec(|dst| latin1::to_utf16(&[byte], dst)).unwrap(),
            [u16::from(byte)]
        );
        assert_eq!(
            to_vec(|dst| latin1::to_utf32(&[byte], dst)).unwrap(),
            [u32::from(byte)]
        );
        assert_eq!(
            ascii::to_string(&[byte]).ok(),
            byte.is_ascii().then(|| c.to_string())
        );
        assert_eq!(
            to_vec(|dst| ascii::to_utf16(&[byte], dst)).ok(),
            byte.is_ascii().then(|| vec![u16::from(byte)])
        );
        assert_eq!(
            to_vec(|dst| ascii::to_utf32(&[byte], dst)).ok(),
            byte.is_ascii().then(|| vec![u32::from(byte)])
        );
    }
}

#[test]
fn characters_that_latin1_and_ascii_lack_are_errors() {
    for c in chars_to_try() {
        let (mut in8, mut in16) = ([0; 4], [0; 2]);
        let (in8, in16) = (c.encode_utf8(&mut in8).as_bytes(), &*c.encode_utf16(&mut in16));
        let in32 = [u32::from(c)];
        let expected = |last| match u32::from(c) <= last {
            true => Ok(vec![c as u8]),
            false => Err(ConvertErrorKind::NotRepresentable(c.into())),
        };
        assert_eq!(
            to_vec(|dst| utf8::to_latin1(in8, dst)).map_err(|e| e.kind()),
            expected(0xFF)
        );
        assert_eq!(
            to_vec(|dst| utf16::to_latin1(in16, dst)).map_err(|e| e.kind()),
            expected(0xFF)
        );
        assert_eq!(
            to_vec(|dst| utf32::to_latin1(&in32, dst)).map_err(|e| e.kind()),
            expected(0xFF)
        );
        assert_eq!(
            to_vec(|dst| utf8::to_ascii(in8, dst)).map_err(|e| e.kind()),
            expected(0x7F)
        );
        assert_eq!(
            to_vec(|dst| utf16::to_ascii(in16, dst)).map_err(|e| e.kind()),
            expected(0x7F)
        );
        assert_eq!(
            to_vec(|dst| utf32::to_ascii(&in32, dst)).map_err(|e| e.kind()),
            expected(0x7F)
        );
    }
}

/// Every surrogate, before and after another unit. The result must be that of the standard library.
#[test]
fn lone_surrogates_are_errors_and_replaced_beside_any_unit() {
    let others = [
        0x0041, 0x00E9, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF,
    ];
    for surrogate in 0xD800..=0xDFFF {
        for other in others {
            for units in [[surrogate, other], [other, surrogate]] {
                let expected = String::from_utf16(&units).ok();
                assert_eq!(utf16::is_valid(&units), expected.is_some(), "{units:04X?}");
                assert_eq!(utf16::to_string(&units).ok(), expected, "{units:04X?}");
                let lossy = String::from_utf16_lossy(&units);
                assert_eq!(utf16::to_string_lossy(&units), lossy, "{units:04X?}");

                let mut repaired = units;
                let replaced = utf16::make_well_formed(&mut repaired);
                assert_eq!(String::from_utf16(&repaired).unwrap(), lossy, "{units:04X?}");
                assert_eq!(replaced, lossy.matches('\u{FFFD}').count(), "{units:04X?}");

                let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
                assert_eq!(
                    Encoding::Utf16(Endian::Big)
                        .decode(&bytes, Policy::Replace('\u{FFFD}'))
                        .unwrap(),
                    lossy,
                    "{units:04X?}"
                );
            }
        }
    }
}

/// A lone surrogate at every place of a long text. The rest of the text must stay as it is.
#[test]
fn make_well_formed_replaces_only_lone_surrogates() {
    let text: Vec<u16> = "0123456789 é€𝄞 ".repeat(20).encode_utf16().collect();
    for lone in [0xD800, 0xDBFF, 0xDC00, 0xDFFF] {
        for place in 0..text.len() {
            let mut units = text.clone();
            units[place] = lone;
            let expected: Vec<u16> = String::from_utf16_lossy(&units).encode_utf16().collect();
            let error = utf16::validate(&units);
            let changed = utf16::make_well_formed(&mut units);
            assert_eq!(units, expected, "{lone:#06X} at {place}");
            assert_eq!(changed == 0, error.is_ok(), "{lone:#06X} at {place}");
        }
    }
    let mut all_lone = [0xDC00; 1000];
    assert_eq!(utf16::make_well_formed(&mut all_lone), 1000);
    assert_eq!(all_lone, [0xFFFD; 1000]);
}

/// Every surrogate, and numbers over `0x10FFFF`, in every conversion from UTF-32.
#[test]
fn numbers_that_are_no_scalar_are_errors_of_their_kind() {
    let too_large = (0x11_0000..0x13_0000).chain((21..32).flat_map(|bit| (1 << bit) - 1..=(1 << bit) + 1));
    let expected = (0xD800..=0xDFFF).map(|n| (n, ErrorKind::Surrogate));
    for (number, kind) in expected.chain(too_large.chain([u32::MAX]).map(|n| (n, ErrorKind::TooLarge))) {
        let error = utf32::validate(&[number]).unwrap_err();
        assert_eq!(
            (error.kind(), error.valid_up_to(), error.error_len()),
            (kind, 0, Some(1)),
            "{number:#X}"
        );
        assert_eq!(
            to_vec(|dst| utf32::to_utf8(&[number], dst)).map_err(|error| error.kind()),
            Err(ConvertErrorKind::IllFormed(error))
        );
        assert_eq!(
            to_vec(|dst| utf32::to_utf16(&[number], dst)).map_err(|error| error.kind()),
            Err(ConvertErrorKind::IllFormed(error))
        );
        for bytes in [number.to_be_bytes(), number.to_le_bytes()] {
            let endian = if bytes == number.to_be_bytes() {
                Endian::Big
            } else {
                Endian::Little
            };
            let error = Encoding::Utf32(endian).validate(&bytes).unwrap_err();
            assert_eq!((error.kind(), error.error_len()), (kind, Some(4)), "{number:#X}");
        }
    }
}
