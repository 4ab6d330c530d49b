//! The stream decoder and encoder for the encodings that this crate implements itself: UTF-7, UTF-1, UCS-2 and UCS-4,
//! and for numbers UTF-16, UTF-32, Latin-1 and ASCII too.
//!
//! Each of them reads and writes one number at a time. [`NumberReader`] and [`NumberWriter`] select the encoding;
//! [`StreamDecoder`] and [`StreamEncoder`] add what is the same for all: input that arrives in pieces, and the policy
//! for errors. A decoder writes UTF-8 or numbers, see `Sink`; an encoder reads UTF-8 or numbers, see `Source`.
//! [`runs`] converts runs of plain numbers at the speed of memory.

mod decode;
mod encode;
mod reader;
mod runs;
mod writer;

pub(crate) use decode::{Numbers, StreamDecoder, Text};
pub(crate) use encode::StreamEncoder;
pub(crate) use reader::NumberReader;
pub(crate) use writer::NumberWriter;
