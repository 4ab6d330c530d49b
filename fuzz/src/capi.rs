//! Checks the C functions with hostile arguments, within what their contract allows: any number for an encoding, an action or a
//! character, NULL, pointers that are not aligned, destinations of any size, structures that are zero, copied or of another type. What
//! is allowed gives what the libraries for Rust give.

use std::ffi::{CStr, c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use utf8kit::Policy;
use utf8kit_capi::*;
use utf8kit_encodings::{Encoding, Reading};

/// Returns the number of an encoding, or any number, of which most name none.
fn number(selector: u16) -> utf8kit_encoding {
    static ALL: OnceLock<Vec<utf8kit_encoding>> = OnceLock::new();
    let is_encoding = |&number: &u32| !utf8kit_encoding_name(number).is_null();
    let all = ALL.get_or_init(|| (0..=u32::from(u16::MAX)).filter(is_encoding).collect());
    match selector & 0x8000 {
        0 => all[usize::from(selector) % all.len()],
        _ => u32::from(selector & 0x7FFF),
    }
}

/// The arguments of a call.
struct Arguments<'b> {
    encodings: [utf8kit_encoding; 2],
    policy: utf8kit_policy,
    has_policy: bool,
    /// Allocated for itself, so that each access beyond is found.
    src: &'b [u8],
    capacity: usize,
}

pub(crate) fn run(input: (u16, u16, u8, u8, u32, u8, &[u8])) {
    let (from, to, action, shortage, character, place, bytes) = input;
    let src: Box<[u8]> = bytes.into();
    let table: [u32; 128] = std::array::from_fn(|i| character.wrapping_add(i as u32 * u32::from(place)));
    let policy = utf8kit_policy {
        action: u32::from(action % 9),
        character,
        table: if place & 1 == 0 { table.as_ptr() } else { null() },
        replace: (place & 2 == 0).then_some(replace),
        user: (&raw const character).cast_mut().cast(),
    };
    let arguments = Arguments {
        encodings: [number(from), number(to)],
        policy,
        has_policy: action & 0x80 == 0,
        src: &src,
        capacity: usize::from(shortage) * 4,
    };
    check_convert(&arguments);
    check_structures(&arguments, usize::from(place));
    check_utf16(&arguments, place & 4 != 0);
    check_alloc(&arguments);
    check_null(&arguments);
}

/// A replacement that the character chooses: of text that is well-formed or not, that takes more than there is.
unsafe extern "C" fn replace(
    user: *mut c_void,
    bytes: *const c_char,
    len: usize,
    kind: utf8kit_kind,
    replacement: *mut utf8kit_replacement,
) -> bool {
    // SAFETY: `run` passes a number, and the library what its contract says.
    let (choice, bytes, replacement) = unsafe {
        (
            *user.cast::<u32>(),
            std::slice::from_raw_parts(bytes.cast::<u8>(), len),
            &mut *replacement,
        )
    };
    assert!(!bytes.is_empty() && kind != UTF8KIT_KIND_NONE);
    let text: &[u8] = match choice % 4 {
        0 => b"",
        1 => "é€".as_bytes(),
        2 => b"\xFF",
        _ => return false,
    };
    replacement.text = text.as_ptr().cast();
    replacement.len = text.len();
    replacement.takes = choice as usize >> 2 & 0x1F;
    true
}

impl Arguments<'_> {
    fn policy(&self) -> *const utf8kit_policy {
        match self.has_policy {
            true => &raw const self.policy,
            false => null(),
        }
    }

    fn src(&self) -> (*const c_char, usize) {
        (self.src.as_ptr().cast(), self.src.len())
    }
}

/// Checks what every result promises.
fn check_result(result: &utf8kit_result, len: usize, capacity: usize) {
    assert!(result.stop <= UTF8KIT_STOP_OUT_OF_MEMORY, "{result:?}");
    assert!(result.read <= len, "{result:?} of {len}");
    assert!(result.written <= capacity, "{result:?} of {capacity}");
    assert!(result.context_length <= 7, "{result:?}");
    if result.stop == UTF8KIT_STOP_INVALID_ARGUMENT {
        assert_eq!((result.read, result.written), (0, 0), "{result:?}");
    }
    let is_ill_formed = result.stop == UTF8KIT_STOP_ILL_FORMED;
    assert_eq!(result.kind != UTF8KIT_KIND_NONE, is_ill_formed, "{result:?}");
    assert!(result.length > 0 || !is_ill_formed, "{result:?}");
    // A message of any result is text that ends with NUL.
    let mut message = [1; 64];
    // SAFETY: the message is valid for writes.
    let len = unsafe {
        utf8kit_message(
            result,
            UTF8KIT_ENCODING_UTF_8,
            message.as_mut_ptr(),
            message.len(),
        )
    };
    let end = message.iter().position(|&c| c == 0).expect("a NUL follows");
    assert!(end == len.min(end), "{len}");
}

fn check_convert(arguments: &Arguments<'_>) {
    let ([from, to], (src, len)) = (arguments.encodings, arguments.src());
    let mut dst: Box<[u8]> = vec![0; arguments.capacity].into();
    // SAFETY: all is as the contract says.
    let result = unsafe {
        utf8kit_convert(
            from,
            to,
            arguments.policy(),
            src,
            len,
            dst.as_mut_ptr().cast(),
            dst.len(),
        )
    };
    check_result(&result, len, dst.len());
    // What did not fit can be converted then.
    // SAFETY: as above.
    let valid = unsafe { utf8kit_validate(from, src, len) };
    check_result(&valid, len, 0);
    let name = utf8kit_encoding_name(from);
    assert_eq!(name.is_null(), valid.stop == UTF8KIT_STOP_INVALID_ARGUMENT);
    let Some(encoding) = named(from, name) else { return };
    let replace = utf8kit_policy {
        action: UTF8KIT_ACTION_REPLACE,
        character: 0,
        ..arguments.policy
    };
    for (policy, expected) in [
        (null(), encoding.decode(arguments.src, Policy::Fail)),
        (
            &raw const replace,
            encoding.decode(arguments.src, Policy::Replace('\u{FFFD}')),
        ),
    ] {
        let (to, capacity) = (dst.as_mut_ptr().cast(), dst.len());
        // SAFETY: as above.
        let decoded = unsafe { utf8kit_decode(from, policy, src, len, to, capacity) };
        check_result(&decoded, len, capacity);
        match decoded.stop {
            UTF8KIT_STOP_INPUT_USED => {
                let text = expected.as_deref().map(str::as_bytes);
                assert_eq!(text, Ok(&dst[..decoded.written]), "{encoding:?}");
            }
            UTF8KIT_STOP_ILL_FORMED => assert!(expected.is_err(), "{encoding:?}"),
            _ => {}
        }
    }
}

/// Returns the encoding with a number and a name. Those that differ from another one in their line ends have its name.
fn named(number: utf8kit_encoding, name: *const c_char) -> Option<Encoding> {
    // SAFETY: a name ends with NUL.
    let name = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) })?;
    // SAFETY: the name is readable.
    let same = unsafe { utf8kit_encoding_for_label(name.as_ptr(), name.count_bytes()) };
    (same == number).then(|| {
        let name = name.to_str().expect("names are ASCII");
        Encoding::for_label(name, Reading::Iconv).expect("it has a number")
    })
}

/// A decoder gives in pieces what it gives of the whole; one that is zero, copied or of another type is refused.
fn check_structures(arguments: &Arguments<'_>, place: usize) {
    let from = arguments.encodings[0];
    let (src, len) = arguments.src();
    let [mut decoder, mut copy] = [(); 2].map(|()| MaybeUninit::<utf8kit_decoder>::zeroed());
    let (decoder, copy) = (decoder.as_mut_ptr(), copy.as_mut_ptr());
    // SAFETY: the structures are valid, and each is zero or initialized.
    unsafe {
        let refused = utf8kit_decoder_to_utf8(decoder, src, len, null_mut(), 0);
        assert_eq!(refused.stop, UTF8KIT_STOP_INVALID_ARGUMENT);
        let signature = (place % 7) as u32;
        let stop = utf8kit_decoder_init(decoder, from, signature, arguments.policy());
        assert!(matches!(
            stop,
            UTF8KIT_STOP_INPUT_USED | UTF8KIT_STOP_INVALID_ARGUMENT
        ));
        std::ptr::copy_nonoverlapping(decoder, copy, 1);
        let refused = utf8kit_decoder_to_utf8(copy, src, len, null_mut(), 0);
        assert_eq!(refused.stop, UTF8KIT_STOP_INVALID_ARGUMENT);
        let refused = utf8kit_validator_push(decoder.cast(), src, len);
        assert_eq!(refused.stop, UTF8KIT_STOP_INVALID_ARGUMENT);
        if stop != UTF8KIT_STOP_INPUT_USED {
            return;
        }
        let whole = decode(decoder, &[arguments.src], 1 << 16);
        utf8kit_decoder_reset(decoder);
        let (before, after) = arguments.src.split_at(place.min(len));
        let pieces = decode(decoder, &[before, after], 16 + place % 64);
        assert_eq!(pieces, whole, "{from}");
    }
}

/// Decodes pieces into destinations of some size, to the end or the first error. Returns the text and the last stop.
///
/// # Safety
///
/// The decoder is initialized.
unsafe fn decode(decoder: *mut utf8kit_decoder, pieces: &[&[u8]], size: usize) -> (Vec<u8>, utf8kit_stop) {
    let mut text = Vec::new();
    let finish: [Option<&[u8]>; 1] = [None];
    for piece in pieces.iter().map(|piece| Some(*piece)).chain(finish) {
        let mut rest = piece.unwrap_or_default();
        loop {
            let mut dst: Box<[u8]> = vec![0; size].into();
            let (to, capacity) = (dst.as_mut_ptr().cast(), dst.len());
            // SAFETY: as the caller promises; the piece and the destination are valid.
            let result = unsafe {
                match piece {
                    Some(_) => {
                        utf8kit_decoder_to_utf8(decoder, rest.as_ptr().cast(), rest.len(), to, capacity)
                    }
                    None => utf8kit_decoder_finish_utf8(decoder, to, capacity),
                }
            };
            check_result(&result, rest.len(), capacity);
            text.extend_from_slice(&dst[..result.written]);
            rest = &rest[result.read..];
            match result.stop {
                UTF8KIT_STOP_OUTPUT_FULL => assert!(result.written > 0 || result.read > 0, "{size}"),
                UTF8KIT_STOP_INPUT_USED => break,
                stop => return (text, stop),
            }
        }
    }
    (text, UTF8KIT_STOP_INPUT_USED)
}

/// Pointers to code units that are not aligned are refused, and those that are give what `std` gives.
fn check_utf16(arguments: &Arguments<'_>, is_odd: bool) {
    let units: Box<[u16]> = arguments
        .src
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    let mut dst: Box<[u8]> = vec![0; arguments.capacity].into();
    let src = units.as_ptr().wrapping_byte_add(usize::from(is_odd));
    let len = units.len().saturating_sub(usize::from(is_odd));
    // SAFETY: the units are readable, and the destination is valid.
    let result = unsafe { utf8kit_utf16_to_utf8_lossy(src, len, dst.as_mut_ptr().cast(), dst.len()) };
    check_result(&result, len, dst.len());
    if is_odd {
        assert!(
            result.stop == UTF8KIT_STOP_INVALID_ARGUMENT || len == 0,
            "{result:?}"
        );
    } else if result.stop == UTF8KIT_STOP_INPUT_USED {
        assert_eq!(
            &dst[..result.written],
            String::from_utf16_lossy(&units).as_bytes()
        );
    }
}

unsafe extern "C" {
    fn free(block: *mut c_void);
}

/// An allocator that has no memory.
unsafe extern "C" fn no_memory(_: *mut c_void, size: usize) -> *mut c_void {
    assert!(size > 0);
    null_mut()
}

/// New text is well-formed and ends with NUL. An allocator that returns NULL is an error, and nothing is allocated.
fn check_alloc(arguments: &Arguments<'_>) {
    let ([from, _], (src, len)) = (arguments.encodings, arguments.src());
    let (mut text, mut text_len) = (null_mut(), 0);
    let allocator = utf8kit_allocator {
        allocate: Some(no_memory),
        user: null_mut(),
    };
    // SAFETY: all is as the contract says, and the text is freed as it says.
    unsafe {
        let policy = arguments.policy();
        let failed = utf8kit_decode_alloc(from, policy, src, len, &allocator, &mut text, &mut text_len);
        assert!(
            text.is_null() && failed.stop != UTF8KIT_STOP_INPUT_USED,
            "{failed:?}"
        );
        let result = utf8kit_decode_alloc(from, policy, src, len, null(), &mut text, &mut text_len);
        assert_eq!(
            text.is_null(),
            result.stop != UTF8KIT_STOP_INPUT_USED,
            "{result:?}"
        );
        if text.is_null() {
            return;
        }
        let made = std::slice::from_raw_parts(text.cast::<u8>(), text_len + 1);
        assert!(std::str::from_utf8(&made[..text_len]).is_ok() && made[text_len] == 0);
        free(text.cast());
    }
}

/// NULL is refused with a length, and is an empty text without.
fn check_null(arguments: &Arguments<'_>) {
    let ([from, to], (src, len)) = (arguments.encodings, arguments.src());
    let policy = arguments.policy();
    // SAFETY: NULL is allowed.
    let results = unsafe {
        [
            utf8kit_convert(from, to, policy, null(), 1 + len, null_mut(), 0),
            utf8kit_convert(from, to, policy, src, len, null_mut(), 1 + len),
            utf8kit_validate(from, null(), 1 + len),
            utf8kit_utf8_validate(null(), 1 + len),
            utf8kit_utf8_to_utf16(src, len, null_mut(), 1 + len),
            utf8kit_decoder_finish_utf8(null_mut(), null_mut(), 0),
        ]
    };
    for result in results {
        assert_eq!(result.stop, UTF8KIT_STOP_INVALID_ARGUMENT, "{result:?}");
    }
    // SAFETY: as above.
    let empty = unsafe { utf8kit_utf8_validate(null(), 0) };
    assert_eq!((empty.stop, empty.read), (UTF8KIT_STOP_INPUT_USED, 0));
}
