//! The library that the tests load, and the C library's functions to compare with.

use libc::{c_char, c_int, c_void, size_t};
use std::ffi::CString;
use std::path::{Path, PathBuf};

pub type Descriptor = *mut c_void;

/// What `iconv_open` returns if it fails.
pub const FAILED: Descriptor = -1_isize as Descriptor;

type Open = unsafe extern "C" fn(*const c_char, *const c_char) -> Descriptor;
type Convert =
    unsafe extern "C" fn(Descriptor, *mut *mut c_char, *mut size_t, *mut *mut c_char, *mut size_t) -> size_t;
type Close = unsafe extern "C" fn(Descriptor) -> c_int;

/// Three functions that convert.
#[derive(Clone, Copy)]
pub struct Functions {
    open: Open,
    convert: Convert,
    close: Close,
}

/// Returns the path of the library. Cargo builds it beside the tests.
pub fn library() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test.parent().unwrap().join("libutf8kit_iconv.so");
    // Examples are built in a folder of their own.
    if path.exists() {
        return path;
    }
    test.ancestors().nth(2).unwrap().join("libutf8kit_iconv.so")
}

/// Returns the functions of the library.
pub fn ours() -> Functions {
    let path = CString::new(library().into_os_string().into_encoded_bytes()).unwrap();
    // SAFETY: the library has no initializers, and its functions have these types.
    unsafe {
        let library = libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
        assert!(!library.is_null(), "{path:?} cannot be loaded");
        let function = |name: &std::ffi::CStr| {
            let address = libc::dlsym(library, name.as_ptr());
            assert!(!address.is_null(), "{path:?} has no {name:?}");
            address
        };
        Functions {
            open: std::mem::transmute::<*mut c_void, Open>(function(c"iconv_open")),
            convert: std::mem::transmute::<*mut c_void, Convert>(function(c"iconv")),
            close: std::mem::transmute::<*mut c_void, Close>(function(c"iconv_close")),
        }
    }
}

/// Loads a library and closes it. Returns `true` if it is still there.
pub fn stays(path: &Path) -> bool {
    let path = CString::new(path.as_os_str().as_encoded_bytes()).unwrap();
    // SAFETY: the library has no initializers.
    unsafe {
        let library = libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
        assert!(!library.is_null(), "{path:?} cannot be loaded");
        assert_eq!(libc::dlclose(library), 0);
        !libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD).is_null()
    }
}

/// Returns functions of which each may be of another library.
pub fn mixed(open: Functions, convert: Functions, close: Functions) -> Functions {
    Functions {
        open: open.open,
        convert: convert.convert,
        close: close.close,
    }
}

/// Returns the functions of the C library.
pub fn system() -> Functions {
    // SAFETY: the types differ in the descriptor's type only, which is a pointer.
    unsafe {
        Functions {
            open: std::mem::transmute::<*const (), Open>(libc::iconv_open as *const ()),
            convert: std::mem::transmute::<*const (), Convert>(libc::iconv as *const ()),
            close: std::mem::transmute::<*const (), Close>(libc::iconv_close as *const ()),
        }
    }
}

/// What a call returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub result: size_t,
    /// `errno`, which is −7 before the call.
    pub errno: c_int,
    pub read: usize,
    pub written: usize,
}

/// An open descriptor.
pub struct Converter {
    functions: Functions,
    descriptor: Descriptor,
}

impl Converter {
    /// Opens a descriptor, or returns `errno`.
    pub fn open(functions: Functions, to: &str, from: &str) -> Result<Converter, c_int> {
        let (to, from) = (CString::new(to).unwrap(), CString::new(from).unwrap());
        // SAFETY: the names end with NUL.
        let descriptor = unsafe { (functions.open)(to.as_ptr(), from.as_ptr()) };
        if descriptor == FAILED {
            return Err(errno());
        }
        Ok(Converter {
            functions,
            descriptor,
        })
    }

    /// Converts once.
    pub fn convert(&mut self, input: &[u8], output: &mut [u8]) -> Outcome {
        let (start, first) = (
            input.as_ptr().cast_mut().cast::<c_char>(),
            output.as_mut_ptr().cast::<c_char>(),
        );
        let (mut from, mut to) = (start, first);
        let (mut input_left, mut output_left) = (input.len(), output.len());
        set_errno(-7);
        // SAFETY: the ranges are those of the slices.
        let result = unsafe {
            (self.functions.convert)(
                self.descriptor,
                &mut from,
                &mut input_left,
                &mut to,
                &mut output_left,
            )
        };
        let errno = errno();
        let (read, written) = (from as usize - start as usize, to as usize - first as usize);
        assert_eq!(
            (read + input_left, written + output_left),
            (input.len(), output.len())
        );
        Outcome {
            result,
            errno,
            read,
            written,
        }
    }

    /// Calls `iconv` without input, and with the output if there is one.
    pub fn reset(&mut self, output: Option<&mut [u8]>) -> Outcome {
        let null = std::ptr::null_mut::<c_char>();
        let (first, mut left) = output.map_or((null, 0), |output| (output.as_mut_ptr().cast(), output.len()));
        let mut to: *mut c_char = first;
        set_errno(-7);
        // SAFETY: `iconv` permits null pointers for the input, and for the output if there is no input. The range is that
        // of the slice.
        let result = unsafe {
            let output = if first.is_null() { null.cast() } else { &raw mut to };
            (self.functions.convert)(self.descriptor, null.cast(), null.cast(), output, &mut left)
        };
        Outcome {
            result,
            errno: errno(),
            read: 0,
            written: to as usize - first as usize,
        }
    }
}

impl Drop for Converter {
    fn drop(&mut self) {
        // SAFETY: the descriptor is open, and is not used again.
        let result = unsafe { (self.functions.close)(self.descriptor) };
        assert_eq!(result, 0);
    }
}

fn errno() -> c_int {
    // SAFETY: the address of the thread's `errno` is always valid.
    unsafe { *libc::__errno_location() }
}

fn set_errno(value: c_int) {
    // SAFETY: as above.
    unsafe { *libc::__errno_location() = value }
}
