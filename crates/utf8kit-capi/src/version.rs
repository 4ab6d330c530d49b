//! The version of the library.

use core::ffi::c_char;

/// The version of this header: programs that were compiled with it run with all libraries of the same `UTF8KIT_VERSION_MAJOR`, and
/// while that is zero, of the same `UTF8KIT_VERSION_MINOR`.
pub const UTF8KIT_VERSION_MAJOR: u32 = 0;
/// The minor version of this header.
pub const UTF8KIT_VERSION_MINOR: u32 = 1;
/// The patch version of this header.
pub const UTF8KIT_VERSION_PATCH: u32 = 0;

/// Returns the version of the library that runs, such as `0.1.0`, which is a string that ends in NUL and is never freed.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utf8kit_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_the_version_of_the_package() {
        let header = format!("{UTF8KIT_VERSION_MAJOR}.{UTF8KIT_VERSION_MINOR}.{UTF8KIT_VERSION_PATCH}");
        assert_eq!(header, env!("CARGO_PKG_VERSION"));
    }
}
