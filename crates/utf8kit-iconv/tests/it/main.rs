//! The library for `LD_PRELOAD`, compared with the C library's `iconv`.

mod common;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod differential;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod preload;
