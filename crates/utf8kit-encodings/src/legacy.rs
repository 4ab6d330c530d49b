//! Encodings that are not of Unicode: [single-byte](crate::single_byte) and [East Asian](crate::east_asian) ones, and those
//! [with shifts or marks](crate::stateful).
//!
//! The first two are tables: a run is converted in blocks, which are written in place, and long runs of ASCII by the library's
//! kernels.

mod blocks;
mod encoding;
mod reader;
mod writer;

pub(crate) use encoding::COUNT;
pub use encoding::Legacy;
pub(crate) use reader::{PageReader, Reader};
pub(crate) use writer::{PageWriter, Writer};
