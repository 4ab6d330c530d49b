//! The library for `LD_PRELOAD`, compared with the C library's `iconv`.
#![cfg(all(target_os = "linux", target_env = "gnu"))]

mod common;
mod conversion;
mod descriptors;
mod errors;
mod names;
mod preload;
mod session;
mod texts;
