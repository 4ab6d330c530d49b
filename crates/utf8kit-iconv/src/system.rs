//! The C library's `iconv_open`, `iconv` and `iconv_close`, which this library hides from the program.

use libc::{c_char, c_int, c_void, size_t};
use std::ffi::CStr;
use std::mem;
use std::sync::OnceLock;

/// A descriptor, as programs see it.
pub(crate) type Iconv = *mut c_void;

/// What `iconv_open` returns if it fails.
pub(crate) const FAILED: Iconv = -1_isize as Iconv;

/// What `iconv` returns if it fails.
pub(crate) const ERROR: size_t = size_t::MAX;

unsafe extern "C" {
    /// `getenv`, unless the program runs with more rights than its user.
    fn secure_getenv(name: *const c_char) -> *const c_char;
}

type Open = unsafe extern "C" fn(*const c_char, *const c_char) -> Iconv;
type Convert =
    unsafe extern "C" fn(Iconv, *mut *mut c_char, *mut size_t, *mut *mut c_char, *mut size_t) -> size_t;
type Close = unsafe extern "C" fn(Iconv) -> c_int;

/// The functions of the next library that has them, which is the C library.
pub(crate) struct System {
    pub(crate) open: Open,
    pub(crate) convert: Convert,
    pub(crate) close: Close,
}

/// Returns the functions of the C library, or `None` if there are none.
pub(crate) fn system() -> Option<&'static System> {
    static SYSTEM: OnceLock<Option<System>> = OnceLock::new();
    SYSTEM
        .get_or_init(|| {
            let (open, convert, close) = (next(c"iconv_open")?, next(c"iconv")?, next(c"iconv_close")?);
            // SAFETY: these are the functions of these names in POSIX, and the types are theirs.
            unsafe {
                Some(System {
                    open: mem::transmute::<*mut c_void, Open>(open),
                    convert: mem::transmute::<*mut c_void, Convert>(convert),
                    close: mem::transmute::<*mut c_void, Close>(close),
                })
            }
        })
        .as_ref()
}

/// Returns the address of a function in the libraries after this one.
fn next(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: the name ends with NUL.
    let address = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

/// Returns `errno`.
pub(crate) fn errno() -> c_int {
    // SAFETY: the address of the thread's `errno` is always valid.
    unsafe { *libc::__errno_location() }
}

/// Sets `errno`.
pub(crate) fn set_errno(value: c_int) {
    // SAFETY: as above.
    unsafe { *libc::__errno_location() = value }
}

/// Returns the value of an environment variable, unless the program runs with more rights than its user.
pub(crate) fn variable(name: &CStr) -> Option<&'static CStr> {
    // SAFETY: the name ends with NUL. What is returned is a string of the environment, which is read before the program
    // gets a chance to change it in this thread.
    unsafe {
        let value = secure_getenv(name.as_ptr());
        (!value.is_null()).then(|| CStr::from_ptr(value))
    }
}
