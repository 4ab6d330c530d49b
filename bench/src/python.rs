//! The codecs of Python, in its library, as a peer.

use libloading::{Library, Symbol};
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::null;
use std::slice;
use std::sync::OnceLock;

type Object = *mut c_void;

/// The functions of Python's library.
struct Functions {
    decode: unsafe extern "C" fn(*const c_char, isize, *const c_char, *const c_char) -> Object,
    encode: unsafe extern "C" fn(Object, *const c_char, *const c_char) -> Object,
    bytes: unsafe extern "C" fn(Object, *mut *mut c_char, *mut isize) -> c_int,
    release: unsafe extern "C" fn(Object),
    clear_error: unsafe extern "C" fn(),
}

/// Returns the functions, if there is a library.
fn functions() -> Option<&'static Functions> {
    static FUNCTIONS: OnceLock<Option<Functions>> = OnceLock::new();
    FUNCTIONS.get_or_init(load).as_ref()
}

fn load() -> Option<Functions> {
    // SAFETY: these are the declarations of Python's `Python.h`. The library stays loaded. Only one thread calls it, which has
    // started the interpreter.
    unsafe {
        let library = (10..20)
            .rev()
            .find_map(|minor| Library::new(format!("libpython3.{minor}.so.1.0")).ok())?;
        let library: &'static Library = Box::leak(Box::new(library));
        let start: Symbol<unsafe extern "C" fn(c_int)> = library.get(b"Py_InitializeEx").ok()?;
        start(0);
        Some(Functions {
            decode: *library.get(b"PyUnicode_Decode").ok()?,
            encode: *library.get(b"PyUnicode_AsEncodedString").ok()?,
            bytes: *library.get(b"PyBytes_AsStringAndSize").ok()?,
            release: *library.get(b"Py_DecRef").ok()?,
            clear_error: *library.get(b"PyErr_Clear").ok()?,
        })
    }
}

/// A conversion by Python: `src.decode(from).encode(to)`.
#[derive(Clone)]
pub struct Python {
    functions: &'static Functions,
    from: CString,
    to: CString,
}

impl Python {
    /// Returns the conversion, if Python is there and has both encodings.
    pub fn open(to: &str, from: &str) -> Option<Python> {
        let [to, from] = [to, from].map(|name| CString::new(name).expect("names have no zeros"));
        let functions = functions()?;
        let python = Python { functions, from, to };
        python.convert(b"a", &mut [0; 8]).map(|_| python)
    }

    /// Converts a text, and returns the number of bytes written, or `None` if it is ill-formed.
    pub fn convert(&self, src: &[u8], dst: &mut [u8]) -> Option<usize> {
        let Functions {
            decode,
            encode,
            bytes,
            release,
            clear_error,
        } = self.functions;
        // SAFETY: the names end with zeros, the length is that of the source, and an object that is not null is released once, after
        // its bytes are copied.
        unsafe {
            let text = decode(
                src.as_ptr().cast(),
                src.len() as isize,
                self.from.as_ptr(),
                null(),
            );
            if text.is_null() {
                clear_error();
                return None;
            }
            let encoded = encode(text, self.to.as_ptr(), null());
            release(text);
            if encoded.is_null() {
                clear_error();
                return None;
            }
            let (mut start, mut len) = (std::ptr::null_mut(), 0);
            bytes(encoded, &mut start, &mut len);
            let len = len as usize;
            dst[..len].copy_from_slice(slice::from_raw_parts(start.cast::<u8>(), len));
            release(encoded);
            Some(len)
        }
    }
}
