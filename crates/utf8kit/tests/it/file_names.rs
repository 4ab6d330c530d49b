//! Tests that file names convert without loss by what the front page describes.

/// Every sequence of up to three of these, the limits of surrogates among them.
#[cfg(windows)]
#[test]
fn file_names_of_windows_round_trip_through_wtf8() {
    use std::ffi::OsString;
    use std::os::windows::ffi::{OsStrExt as _, OsStringExt as _};
    use utf8kit::stream::{Decoder, Encoder};
    use utf8kit::{Encoding, Policy};

    const UNITS: [u16; 6] = [0x61, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xFFFF];
    for number in 0..UNITS.len().pow(3) {
        let all = [number / 36, number / 6 % 6, number % 6].map(|i| UNITS[i]);
        for wide in [&all[..], &all[..2], &all[..1]] {
            let name = OsString::from_wide(wide);
            let wide: Vec<u16> = name.encode_wide().collect();
            let (mut bytes, mut units) = (Vec::new(), Vec::new());
            let mut encoder = Encoder::new(Encoding::Wtf8, Policy::Fail);
            let _ = encoder.encode_utf16(&wide, &mut bytes);
            let _ = encoder.finish(&mut bytes);
            let mut decoder = Decoder::new(Encoding::Wtf8, Policy::Fail);
            let _ = decoder.to_utf16(&bytes, &mut units);
            let _ = decoder.finish_utf16(&mut units);
            assert_eq!(OsString::from_wide(&units), name);
        }
    }
}

#[cfg(unix)]
#[test]
fn file_names_of_unix_are_repaired_and_divided_like_other_bytes() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    use utf8kit::utf8;

    for bytes in [&b"caf\xC3\xA9"[..], b"caf\xE9", b"\xED\xA0\x80", b""] {
        let name = OsStr::from_bytes(bytes);
        assert_eq!(utf8::validate(name.as_bytes()).ok(), name.to_str());
        assert_eq!(utf8::repair(name.as_bytes()), name.to_string_lossy());
        let parts = utf8::chunks(name.as_bytes());
        let parts = parts.flat_map(|chunk| [chunk.text().as_bytes(), chunk.ill_formed()]);
        assert_eq!(OsString::from_vec(parts.collect::<Vec<_>>().concat()), name);
    }
}
