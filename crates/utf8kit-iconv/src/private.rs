//! Descriptors that the program `iconv` opens with a private function of the C library.
//!
//! They are the C library's own. Which pair they convert is read from them, as `<gconv.h>` declares them: that has been the same
//! from version 2.26 on at least. With another version, they are left to the C library. So are those that ignore errors,
//! transliterate, have more than two steps, or were used before.

use crate::charset::{self, Charset};
use crate::system::Iconv;
use libc::{c_char, c_int, c_void};
use std::ffi::CStr;
use std::sync::OnceLock;

/// The versions 2.x of the C library whose descriptors are known.
const VERSIONS: std::ops::RangeInclusive<u32> = 26..=42;

/// `struct __gconv_info`, which the data of each step follow.
#[repr(C)]
struct Info {
    count: usize,
    steps: *const Step,
}

/// `struct __gconv_step`: a conversion between two encodings, which descriptors share.
#[repr(C)]
struct Step {
    object: *const c_void,
    module: *const c_char,
    counter: c_int,
    from: *const c_char,
    to: *const c_char,
    functions: [*const c_void; 4],
    needed: [c_int; 4],
    is_stateful: c_int,
    data: *const c_void,
}

/// `struct __gconv_step_data`: what a descriptor has for each step.
#[repr(C)]
struct StepData {
    output: *const u8,
    output_end: *const u8,
    flags: c_int,
    invocations: c_int,
    is_internal: c_int,
    state: *const c_void,
    first_state: [u32; 2],
}

/// The flag of the last step. Others ignore errors, transliterate, or have read a signature.
const IS_LAST: c_int = 1;

/// Returns the place in a descriptor where [`is_marked`] finds its mark, or null if the version is not known. The C library
/// writes the output's address there at the beginning of each call, and reads it in that call alone.
///
/// # Safety
///
/// `value` is an open descriptor of the C library.
unsafe fn place_of_mark(value: Iconv) -> *mut *const u8 {
    if !is_known_version() {
        return std::ptr::null_mut();
    }
    // SAFETY: the version's descriptors are like this: as many steps as it says, and their data behind it.
    unsafe {
        let count = (*value.cast::<Info>()).count;
        let data = value.cast::<Info>().add(1).cast::<StepData>();
        match count {
            0 => std::ptr::null_mut(),
            _ => &raw mut (*data.add(count - 1)).output,
        }
    }
}

/// Marks a descriptor as the one whose text what is at `own` converts: another one at its address later, or one that the C library has used
/// meanwhile, is not marked.
///
/// # Safety
///
/// As for [`place_of_mark`], and no other thread uses the descriptor.
pub(crate) unsafe fn mark(value: Iconv, own: *const c_void) {
    // SAFETY: as the caller promises.
    unsafe {
        if let Some(place) = place_of_mark(value).as_mut() {
            *place = own.cast();
        }
    }
}

/// Returns `true` if a descriptor is marked, or that is not known.
///
/// # Safety
///
/// As for [`mark`].
pub(crate) unsafe fn is_marked(value: Iconv, own: *const c_void) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        place_of_mark(value)
            .as_ref()
            .is_none_or(|&place| place == own.cast())
    }
}

/// Returns `true` if a descriptor is marked, and `false` if that is not known.
///
/// # Safety
///
/// As for [`mark`].
pub(crate) unsafe fn is_surely_marked(value: Iconv, own: *const c_void) -> bool {
    // SAFETY: as the caller promises.
    is_known_version() && unsafe { is_marked(value, own) }
}

/// Returns a number for what a descriptor keeps between calls: whether a text has begun, the byte order that was read, and the state of
/// encodings that have one. Returns `None` if that is not known.
///
/// # Safety
///
/// As for [`mark`].
pub(crate) unsafe fn state(value: Iconv) -> Option<u64> {
    if !is_known_version() {
        return None;
    }
    // SAFETY: the version's descriptors are like this: as many steps as it says, and their data behind it.
    let data = unsafe {
        let count = (*value.cast::<Info>()).count;
        std::slice::from_raw_parts(value.cast::<Info>().add(1).cast::<StepData>(), count)
    };
    let numbers = data.iter().flat_map(|data| {
        let [count, value] = data.first_state;
        [data.flags as u32, data.invocations as u32, count, value]
    });
    Some(numbers.fold(0, |hash: u64, number| {
        (hash ^ u64::from(number))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
    }))
}

/// Returns what a descriptor that this library has not opened converts from and to, or `None` if that is left to the C library.
///
/// # Safety
///
/// `value` is an open descriptor of the C library, and no other thread uses it.
pub(crate) unsafe fn charsets(value: Iconv) -> Option<(Charset, Charset)> {
    if !is_known_version() {
        return None;
    }
    // SAFETY: as the caller promises.
    let (from, to) = unsafe { steps(value)? };
    Some((charset(from)?, charset(to)?))
}

/// Returns the first and the last encoding of a descriptor's steps, or `None` if they cannot be left to the kernels.
///
/// # Safety
///
/// As for [`charsets`], and the version is known.
unsafe fn steps<'n>(value: Iconv) -> Option<(&'n CStr, &'n CStr)> {
    // SAFETY: the version's descriptors are like this: as many steps as it says, and their data behind it.
    unsafe {
        let Info { count, steps } = value.cast::<Info>().read();
        if !(1..=2).contains(&count) || steps.is_null() {
            return None;
        }
        let data = std::slice::from_raw_parts(value.cast::<Info>().add(1).cast::<StepData>(), count);
        let steps = std::slice::from_raw_parts(steps, count);
        let is_plain = data.iter().enumerate().all(|(index, data)| {
            let flags = if index + 1 == count { IS_LAST } else { 0 };
            data.flags == flags && data.invocations == 0 && data.is_internal == 0
        });
        let (from, to) = (steps[0].from, steps[count - 1].to);
        (is_plain && !from.is_null() && !to.is_null()).then(|| (CStr::from_ptr(from), CStr::from_ptr(to)))
    }
}

/// Returns the encoding that a step's name stands for.
fn charset(name: &CStr) -> Option<Charset> {
    let name: &[u8] = match name.to_bytes() {
        b"ISO-10646/UTF8/" => b"UTF-8",
        b"ISO-10646/UCS4/" => b"UCS-4",
        b"ISO-10646/UCS2/" => b"UCS-2",
        b"INTERNAL" => b"WCHAR_T",
        name => name,
    };
    charset::parse(name).map(|(charset, _)| charset)
}

fn is_known_version() -> bool {
    static IS_KNOWN: OnceLock<bool> = OnceLock::new();
    *IS_KNOWN.get_or_init(|| {
        // SAFETY: it returns a string that is always there.
        let version = unsafe { CStr::from_ptr(libc::gnu_get_libc_version()) };
        let minor = version
            .to_str()
            .ok()
            .and_then(|version| version.strip_prefix("2."));
        let minor = minor.and_then(|minor| minor.split('.').next()?.parse().ok());
        cfg!(target_pointer_width = "64") && minor.is_some_and(|minor| VERSIONS.contains(&minor))
    })
}
