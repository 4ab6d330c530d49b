//! Descriptors that the program `iconv` opens with a private function of the C library.
//!
//! They are the C library's own. Which pair they convert is read from them, as `<gconv.h>` declares them: that has been the same
//! from version 2.26 on at least. With another version, they are left to the C library. So are those that ignore errors,
//! transliterate, have more than two steps, or were used before.

use crate::charset::{self, Charset};
use crate::descriptor::Descriptor;
use crate::system::{Iconv, System};
use libc::{c_char, c_int, c_void};
use std::ffi::CStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// A descriptor of the C library that was seen.
struct Seen {
    value: Iconv,
    /// Another descriptor at the same address can have other steps.
    steps: *const Step,
    /// What converts its text, or null if that is the C library.
    own: *mut Descriptor,
}

// SAFETY: the pointers are used by the thread that uses the program's descriptor.
unsafe impl Send for Seen {}

static SEEN: Mutex<Vec<Seen>> = Mutex::new(Vec::new());

fn seen() -> MutexGuard<'static, Vec<Seen>> {
    SEEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns what converts the text of a descriptor that this library has not opened, or `None` if that is the C library.
///
/// # Safety
///
/// `value` is an open descriptor of the C library, and no other thread uses it.
pub(crate) unsafe fn find<'d>(value: Iconv, system: &System) -> Option<&'d mut Descriptor> {
    if !is_known_version() {
        return None;
    }
    // SAFETY: the version's descriptors begin like this.
    let steps = unsafe { (*value.cast::<Info>()).steps };
    let mut seen = seen();
    if let Some(index) = seen.iter().position(|seen| seen.value == value) {
        if seen[index].steps == steps {
            // SAFETY: it is null or a descriptor of this library, which is kept as long as the entry.
            return unsafe { seen[index].own.as_mut() };
        }
        let old = seen.swap_remove(index).own;
        if !old.is_null() {
            // SAFETY: it is not used again. The C library's descriptor was closed without this library.
            unsafe { Descriptor::release(old) };
        }
    }
    // SAFETY: as the caller promises.
    let own = unsafe { charsets(value) }.and_then(|(from, to)| {
        let pair = Some((charset(from, system)?, charset(to, system)?));
        Descriptor::new(value, pair, false)
    });
    let own = own.unwrap_or(std::ptr::null_mut());
    seen.push(Seen { value, steps, own });
    // SAFETY: as above.
    unsafe { own.as_mut() }
}

/// Forgets a descriptor, and returns what converted its text.
pub(crate) fn forget(value: Iconv) -> Option<*mut Descriptor> {
    let mut seen = seen();
    let index = seen.iter().position(|seen| seen.value == value)?;
    let own = seen.swap_remove(index).own;
    (!own.is_null()).then_some(own)
}

/// Calls `work` with each descriptor that converts text and is not closed.
pub(crate) fn for_each(mut work: impl FnMut(&Descriptor)) {
    for seen in seen().iter() {
        // SAFETY: as in `find`.
        if let Some(own) = unsafe { seen.own.as_ref() } {
            work(own);
        }
    }
}

/// Returns the first and the last encoding of a descriptor's steps, or `None` if they cannot be left to the kernels.
///
/// # Safety
///
/// As for [`find`].
unsafe fn charsets<'n>(value: Iconv) -> Option<(&'n CStr, &'n CStr)> {
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
fn charset(name: &CStr, system: &System) -> Option<Charset> {
    let name: &[u8] = match name.to_bytes() {
        b"ISO-10646/UTF8/" => b"UTF-8",
        b"ISO-10646/UCS4/" => b"UCS-4",
        b"ISO-10646/UCS2/" => b"UCS-2",
        b"INTERNAL" => b"WCHAR_T",
        name => name,
    };
    charset::parse(name, system).map(|(charset, _)| charset)
}

fn is_known_version() -> bool {
    // SAFETY: it returns a string that is always there.
    let version = unsafe { CStr::from_ptr(libc::gnu_get_libc_version()) };
    let minor = version
        .to_str()
        .ok()
        .and_then(|version| version.strip_prefix("2."));
    let minor = minor.and_then(|minor| minor.split('.').next()?.parse().ok());
    cfg!(target_pointer_width = "64") && minor.is_some_and(|minor| VERSIONS.contains(&minor))
}
