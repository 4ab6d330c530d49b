//! The functions that programs call.

use crate::charset::{self, Charset};
use crate::descriptor::{Counts, Descriptor};
use crate::names::Names;
use crate::system::{self, ERROR, FAILED, Iconv, System, system, variable};
use crate::{kept, open, private};
use libc::{c_char, c_int, size_t};
use std::ffi::{CStr, OsString};
use std::io::Write as _;
use std::os::unix::ffi::OsStringExt as _;
use std::sync::OnceLock;

/// Opens a descriptor.
///
/// # Safety
///
/// Both names end with NUL, as POSIX requires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv_open(to: *const c_char, from: *const c_char) -> Iconv {
    let Some(system) = system() else {
        system::set_errno(libc::EINVAL);
        return FAILED;
    };
    // SAFETY: the names end with NUL, as the caller promises.
    let names = unsafe { names(to, from) };
    if let Some(inner) = names.as_ref().and_then(reopened) {
        return inner;
    }
    // SAFETY: the arguments are the caller's.
    let inner = unsafe { (system.open)(to, from) };
    if inner == FAILED {
        return inner;
    }
    let errno = system::errno();
    // SAFETY: the C library has accepted both names, so they end with NUL.
    let (to, from) = unsafe { (CStr::from_ptr(to), CStr::from_ptr(from)) };
    let (charsets, ignores_errors) = match &names {
        Some(names) if kept::is_passed_on(names) => (None, false),
        _ => {
            let found = charsets(to, from);
            if let (Some(names), None) = (&names, &found.0) {
                kept::pass_on(names);
            }
            found
        }
    };
    // Without memory or a place, the C library converts the text. What it converts anyway has an own descriptor to be kept.
    let own = match (charsets, names) {
        (None, None) => None,
        _ => Descriptor::new(inner, charsets, ignores_errors),
    };
    let own = own.unwrap_or(std::ptr::null_mut());
    // SAFETY: the descriptor was just opened, and nothing else has its own one.
    unsafe {
        if let Some(own) = own.as_mut() {
            own.set_names(names);
        }
        if !open::remember(inner, own) && !own.is_null() {
            Descriptor::release(own);
        }
    }
    system::set_errno(errno);
    inner
}

/// Returns the encodings that two names stand for, from the one to the other, unless that is left to the C library, and whether errors
/// are ignored.
fn charsets(to: &CStr, from: &CStr) -> (Option<(Charset, Charset)>, bool) {
    let parse = |name: &CStr| charset::parse(name.to_bytes());
    match (parse(from), parse(to)) {
        (Some((from, false)), Some((to, ignores_errors))) if !variables().gconv_path => {
            // The first call determines the instruction set.
            utf8kit::tier();
            (Some((from, to)), ignores_errors)
        }
        _ => (None, false),
    }
}

/// Returns two names as the program passes them, if a descriptor of theirs can be kept.
///
/// # Safety
///
/// The names are null or end with NUL.
unsafe fn names(to: *const c_char, from: *const c_char) -> Option<Names> {
    if to.is_null() || from.is_null() {
        return None;
    }
    // SAFETY: as the caller promises.
    Names::new(unsafe { [CStr::from_ptr(to), CStr::from_ptr(from)] })
}

/// Opens a descriptor that was kept.
fn reopened(names: &Names) -> Option<Iconv> {
    let own = kept::take(names)?;
    // SAFETY: it was kept, so it is from `Descriptor::new` and open, and nothing else has it.
    unsafe {
        let inner = (*own).inner();
        if !open::remember(inner, own) {
            Descriptor::release(own);
        }
        Some(inner)
    }
}

/// Converts text.
///
/// # Safety
///
/// The arguments are those that POSIX requires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv(
    descriptor: Iconv,
    input: *mut *mut c_char,
    input_left: *mut size_t,
    output: *mut *mut c_char,
    output_left: *mut size_t,
) -> size_t {
    let Some(system) = system() else {
        system::set_errno(libc::EBADF);
        return ERROR;
    };
    // SAFETY: the arguments are the caller's, and no other thread uses the descriptor.
    unsafe {
        let own = match open::find(descriptor) {
            Some(own) => own,
            None => find_private(descriptor),
        };
        match own.as_mut() {
            Some(own) => own.convert(system, input, input_left, output, output_left),
            None => (system.convert)(descriptor, input, input_left, output, output_left),
        }
    }
}

/// Returns what converts the text of a descriptor that this library has not opened, or null if that is the C library.
///
/// # Safety
///
/// The descriptor is as `iconv` requires.
#[cold]
unsafe fn find_private(descriptor: Iconv) -> *mut Descriptor {
    if descriptor.is_null() || descriptor == FAILED || variables().gconv_path {
        return std::ptr::null_mut();
    }
    let errno = system::errno();
    // SAFETY: it is an open descriptor of the C library, and nothing else has its own one.
    unsafe {
        let own = private::charsets(descriptor)
            .and_then(|charsets| Descriptor::new(descriptor, Some(charsets), false))
            .unwrap_or(std::ptr::null_mut());
        system::set_errno(errno);
        if open::remember(descriptor, own) {
            return own;
        }
        if !own.is_null() {
            Descriptor::release(own);
        }
        std::ptr::null_mut()
    }
}

/// Closes a descriptor.
///
/// # Safety
///
/// The descriptor is open, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv_close(descriptor: Iconv) -> c_int {
    let Some(system) = system() else {
        system::set_errno(libc::EBADF);
        return -1;
    };
    // SAFETY: the argument is the caller's.
    unsafe { close(system, descriptor) }
}

unsafe fn close(system: &System, descriptor: Iconv) -> c_int {
    // SAFETY: the argument is that of `iconv_close`, and its own descriptor is not used again.
    unsafe {
        if let Some(own) = open::forget(descriptor) {
            log((*own).counts);
            // One that the C library opened at the address of another is not the own one's.
            if (*own).inner() == descriptor && kept::keep(own) {
                return 0;
            }
            Descriptor::release(own);
        }
        (system.close)(descriptor)
    }
}

/// The environment when the first descriptor was opened. The C library reads `GCONV_PATH` only then, too.
struct Variables {
    gconv_path: bool,
    log: Option<OsString>,
}

fn variables() -> &'static Variables {
    static VARIABLES: OnceLock<Variables> = OnceLock::new();
    VARIABLES.get_or_init(|| {
        let log = variable(c"UTF8KIT_ICONV_LOG").map(|path| OsString::from_vec(path.to_bytes().to_vec()));
        if log.is_some() {
            // The program `iconv` closes no descriptor.
            // SAFETY: the function is called once, and the library is not unloaded.
            unsafe { libc::atexit(log_private) };
        }
        Variables {
            gconv_path: variable(c"GCONV_PATH").is_some(),
            log,
        }
    })
}

extern "C" fn log_private() {
    open::for_each(|own| log(own.counts));
}

/// Appends what a descriptor did to the file that the variable `UTF8KIT_ICONV_LOG` names. It is for diagnosis: it takes memory that
/// cannot fail, and at the end of the program no other thread may use a descriptor.
fn log(counts: Counts) {
    let Some(path) = &variables().log else {
        return;
    };
    let errno = system::errno();
    if let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(path) {
        let line = format!(
            "bytes read by utf8kit: {}, by the C library: {}\n",
            counts.kernels, counts.system
        );
        // A log that cannot be written must not disturb the program.
        let _ = file.write_all(line.as_bytes());
    }
    system::set_errno(errno);
}
