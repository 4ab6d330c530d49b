//! simdutf: the version that its crate brings, or a shared library that `--simdutf` names.
//!
//! The functions are those of C++, which have these symbols on systems that use the Itanium C++ ABI: the functions of C, and the crate, lack
//! some. A call goes through a pointer, as a call of any shared library does.

use std::path::Path;
use std::sync::atomic::{AtomicPtr, Ordering};

/// What follows `SIMDUTF_VERSION` in the crate's `simdutf.h`.
pub const VERSION_OF_CRATE: &str = "7.7.1";

/// The functions that are called. What it points to is never freed.
static FUNCTIONS: AtomicPtr<Functions> = AtomicPtr::new((&raw const LINKED).cast_mut());

macro_rules! functions {
    (
        readers { $($reader:ident($source:ty) -> $number:ty = $reader_symbol:literal;)* }
        writers { $($writer:ident($from:ty => $to:ty) -> $result:ty = $writer_symbol:literal;)* }
        later { $($later:ident($later_from:ty => $later_to:ty) = $later_symbol:literal;)* }
    ) => {
        struct Functions {
            $($reader: unsafe extern "C" fn(*const $source, usize) -> $number,)*
            $($writer: unsafe extern "C" fn(*const $from, usize, *mut $to) -> $result,)*
            $($later: Option<unsafe extern "C" fn(*const $later_from, usize, *mut $later_to) -> usize>,)*
        }

        /// The functions of the crate.
        static LINKED: Functions = {
            unsafe extern "C" {
                $(
                    #[link_name = $reader_symbol]
                    fn $reader(src: *const $source, len: usize) -> $number;
                )*
                $(
                    #[link_name = $writer_symbol]
                    fn $writer(src: *const $from, len: usize, dst: *mut $to) -> $result;
                )*
            }
            Functions {
                $($reader,)*
                $($writer,)*
                $($later: None,)*
            }
        };

        impl Functions {
            /// # Safety
            ///
            /// `library` is simdutf, and is never unloaded.
            unsafe fn of(library: &libloading::Library) -> Result<Functions, libloading::Error> {
                // SAFETY: the symbols name the types of the arguments. What the functions return has not changed since version 5.
                unsafe {
                    Ok(Functions {
                        $($reader: *library.get($reader_symbol)?,)*
                        $($writer: *library.get($writer_symbol)?,)*
                        $($later: library.get($later_symbol).ok().map(|function| *function),)*
                    })
                }
            }
        }

        $(
            #[inline(always)]
            pub fn $reader(src: &[$source]) -> $number {
                // SAFETY: it reads the slice.
                unsafe { (functions().$reader)(src.as_ptr(), src.len()) }
            }
        )*
        $(
            /// # Safety
            ///
            /// `src` has `len` code units, and `dst` has room for what they become.
            #[inline(always)]
            pub unsafe fn $writer(src: *const $from, len: usize, dst: *mut $to) -> $result {
                // SAFETY: the caller promises it.
                unsafe { (functions().$writer)(src, len, dst) }
            }
        )*
        $(
            /// Returns a function that the crate's version lacks. Its contract is that of the others.
            pub fn $later() -> Option<unsafe extern "C" fn(*const $later_from, usize, *mut $later_to) -> usize> {
                functions().$later
            }
        )*
    };
}

functions! {
    readers {
        count_utf16(u16) -> usize = "_ZN7simdutf11count_utf16EPKDsm";
        count_utf8(u8) -> usize = "_ZN7simdutf10count_utf8EPKcm";
        utf16_length_from_utf32(u32) -> usize = "_ZN7simdutf23utf16_length_from_utf32EPKDim";
        utf16_length_from_utf8(u8) -> usize = "_ZN7simdutf22utf16_length_from_utf8EPKcm";
        utf8_length_from_latin1(u8) -> usize = "_ZN7simdutf23utf8_length_from_latin1EPKcm";
        utf8_length_from_utf16(u16) -> usize = "_ZN7simdutf22utf8_length_from_utf16EPKDsm";
        utf8_length_from_utf16_with_replacement(u16) -> Counted = "_ZN7simdutf39utf8_length_from_utf16_with_replacementEPKDsm";
        utf8_length_from_utf32(u32) -> usize = "_ZN7simdutf22utf8_length_from_utf32EPKDim";
        validate_ascii(u8) -> bool = "_ZN7simdutf14validate_asciiEPKcm";
        validate_utf16(u16) -> bool = "_ZN7simdutf14validate_utf16EPKDsm";
        validate_utf16_as_ascii(u16) -> bool = "_ZN7simdutf23validate_utf16_as_asciiEPKDsm";
        validate_utf16be(u16) -> bool = "_ZN7simdutf16validate_utf16beEPKDsm";
        validate_utf32(u32) -> bool = "_ZN7simdutf14validate_utf32EPKDim";
        validate_utf8(u8) -> bool = "_ZN7simdutf13validate_utf8EPKcm";
    }
    writers {
        change_endianness_utf16(u16 => u16) -> () = "_ZN7simdutf23change_endianness_utf16EPKDsmPDs";
        convert_latin1_to_utf16(u8 => u16) -> usize = "_ZN7simdutf23convert_latin1_to_utf16EPKcmPDs";
        convert_latin1_to_utf16be(u8 => u16) -> usize = "_ZN7simdutf25convert_latin1_to_utf16beEPKcmPDs";
        convert_latin1_to_utf8(u8 => u8) -> usize = "_ZN7simdutf22convert_latin1_to_utf8EPKcmPc";
        convert_utf16_to_latin1(u16 => u8) -> usize = "_ZN7simdutf23convert_utf16_to_latin1EPKDsmPc";
        convert_utf16_to_utf32(u16 => u32) -> usize = "_ZN7simdutf22convert_utf16_to_utf32EPKDsmPDi";
        convert_utf16_to_utf8(u16 => u8) -> usize = "_ZN7simdutf21convert_utf16_to_utf8EPKDsmPc";
        convert_utf16be_to_latin1(u16 => u8) -> usize = "_ZN7simdutf25convert_utf16be_to_latin1EPKDsmPc";
        convert_utf32_to_utf16(u32 => u16) -> usize = "_ZN7simdutf22convert_utf32_to_utf16EPKDimPDs";
        convert_utf32_to_utf8(u32 => u8) -> usize = "_ZN7simdutf21convert_utf32_to_utf8EPKDimPc";
        convert_utf8_to_latin1(u8 => u8) -> usize = "_ZN7simdutf22convert_utf8_to_latin1EPKcmPc";
        convert_utf8_to_utf16(u8 => u16) -> usize = "_ZN7simdutf21convert_utf8_to_utf16EPKcmPDs";
        convert_utf8_to_utf32(u8 => u32) -> usize = "_ZN7simdutf21convert_utf8_to_utf32EPKcmPDi";
        to_well_formed_utf16(u16 => u16) -> () = "_ZN7simdutf20to_well_formed_utf16EPKDsmPDs";
        to_well_formed_utf16be(u16 => u16) -> () = "_ZN7simdutf22to_well_formed_utf16beEPKDsmPDs";
    }
    later {
        convert_utf16_to_utf8_with_replacement(u16 => u8) = "_ZN7simdutf38convert_utf16_to_utf8_with_replacementEPKDsmPc";
    }
}

/// simdutf's `result`.
#[repr(C)]
pub struct Counted {
    error: i32,
    pub count: usize,
}

#[inline(always)]
fn functions() -> &'static Functions {
    // SAFETY: it points to `LINKED`, or to what `load` has leaked before any call.
    unsafe { &*FUNCTIONS.load(Ordering::Relaxed) }
}

/// Makes the functions those of `library`. Nothing of simdutf was called before.
pub fn load(library: &Path) -> Result<(), String> {
    let failed = |error: libloading::Error| {
        format!(
            "{}: expected a shared library of simdutf: {error}",
            library.display()
        )
    };
    // SAFETY: the user names simdutf, whose initialization has no requirements. It is never unloaded.
    let functions = unsafe {
        let library = Box::leak(Box::new(libloading::Library::new(library).map_err(failed)?));
        Functions::of(library).map_err(failed)?
    };
    FUNCTIONS.store(Box::leak(Box::new(functions)), Ordering::Relaxed);
    Ok(())
}
