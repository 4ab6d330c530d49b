//! Converts a file that is in UTF-16 in part: each part by itself. What is in single bytes stays.

use super::edit::cannot_write;
use crate::encodings::on_error::OnError;
use crate::io::read::Sequential;
use crate::io::transcode;
use crate::message::reason;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use utf8kit::{Encoding as Base, Endian};
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Part, PartKind, Parts};

/// Bytes that are read at once.
const PIECE: usize = 64 << 10;

/// Parts that are named.
const MOST_NAMED: usize = 6;

/// Writes `old` to `new` with its parts in UTF-16 converted. Returns the number of these, and what was taken for what.
pub(super) fn convert(old: &File, new: impl Write) -> Result<(u64, String), String> {
    let mut converter = Converter {
        old,
        new: BufWriter::with_capacity(PIECE, new),
        part: None,
        names: Names::default(),
    };
    let mut parts = Parts::new();
    let mut source = Sequential::new(old);
    let mut piece = vec![0; PIECE];
    let mut len = 0;
    let mut found = Vec::new();
    loop {
        let read = match source.read(&mut piece) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map_err(|error| reason(&error))?,
        };
        if read == 0 {
            break;
        }
        len += read as u64;
        parts.push(&piece[..read], &mut |part| found.push(part));
        for part in found.drain(..) {
            converter.begin(part)?;
        }
    }
    parts.finish(&mut |part| found.push(part));
    for part in found {
        converter.begin(part)?;
    }
    converter.end(len)?;
    converter.new.flush().map_err(|error| cannot_write(&error))?;
    Ok((converter.names.wide, converter.names.finish(len)))
}

struct Converter<'f, W: Write> {
    old: &'f File,
    new: BufWriter<W>,
    /// The part that is not written yet.
    part: Option<Part>,
    names: Names,
}

impl<W: Write> Converter<'_, W> {
    fn begin(&mut self, part: Part) -> Result<(), String> {
        self.end(part.start)?;
        self.names.add(part);
        self.part = Some(part);
        Ok(())
    }

    /// Writes the part that ends at an offset.
    fn end(&mut self, end: u64) -> Result<(), String> {
        let Some(Part { kind, start, .. }) = self.part.take() else {
            return Ok(());
        };
        let written = match kind {
            PartKind::LineEnd(text) => self.new.write_all(text.as_bytes()),
            PartKind::Bytes => self
                .section(start..end)
                .and_then(|mut section| io::copy(&mut section, &mut self.new).map(|_| ())),
            PartKind::Utf16(endian) => return self.decode(endian, start..end),
        };
        written.map_err(|error| cannot_write(&error))
    }

    fn decode(&mut self, endian: Endian, place: Range<u64>) -> Result<(), String> {
        let start = place.start;
        let section = self.section(place).map_err(|error| reason(&error))?;
        let from = Encoding::Base(Base::Utf16(endian));
        let new = &mut self.new;
        transcode::decode(Box::new(section), from, &OnError::Fail, true, &mut |text| {
            new.write_all(text.as_bytes())
        })
        .map_err(|error| format!("the part from offset {start} on {error}"))
    }

    fn section(&self, place: Range<u64>) -> io::Result<io::Take<File>> {
        let mut section = self.old.try_clone()?;
        section.seek(SeekFrom::Start(place.start))?;
        Ok(section.take(place.end - place.start))
    }
}

/// What the parts are in, for people.
#[derive(Default)]
struct Names {
    text: String,
    count: usize,
    last: Option<PartKind>,
    start: u64,
    wide: u64,
}

impl Names {
    fn add(&mut self, part: Part) {
        if matches!(part.kind, PartKind::LineEnd(_)) || self.last == Some(part.kind) {
            return;
        }
        self.wide += u64::from(part.kind != PartKind::Bytes);
        self.end(part.start);
        self.last = Some(part.kind);
        self.start = part.start;
    }

    fn end(&mut self, end: u64) {
        let name = match self.last {
            None => return,
            Some(PartKind::Utf16(Endian::Little)) => "UTF-16LE",
            Some(PartKind::Utf16(Endian::Big)) => "UTF-16BE",
            Some(_) => "UTF-8",
        };
        self.count += 1;
        match self.count {
            ..=MOST_NAMED => {
                let separator = if self.count > 1 { ", " } else { "" };
                let start = self.start;
                self.text
                    .push_str(&format!("{separator}{name} (offset {start} to {end})"));
            }
            _ if self.count == MOST_NAMED + 1 => self.text.push_str(", …"),
            _ => {}
        }
    }

    fn finish(mut self, len: u64) -> String {
        self.end(len);
        self.text
    }
}
