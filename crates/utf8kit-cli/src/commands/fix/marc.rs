//! Converts a file of records in MARC 21: each by itself, with the numbers of bytes that it counts.

use super::edit::cannot_write;
use crate::encodings::on_error::OnError;
use crate::io::read::Sequential;
use crate::io::transcode;
use crate::message::reason;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Cursor, Read, Write};
use utf8kit_encodings::Encoding;
use utf8kit_lint::{MarcRecord, marc_record};

/// What ends a record.
const END: u8 = 0x1D;

/// More bytes are no record.
const LONGEST: u64 = 200_000;

/// Takes a record, or what is between two, with its offset and what becomes of it.
type Take<'t> = &'t mut dyn FnMut(u64, &[u8], MarcRecord) -> Result<(), String>;

/// Writes `old` to `new` with its records converted `from` an encoding. Returns the number of those that changed.
pub(super) fn convert(old: &File, from: Encoding, new: impl Write) -> Result<u64, String> {
    let mut new = BufWriter::with_capacity(64 << 10, new);
    let mut changed = 0;
    each(old, Some(from), &mut |_, record, result| {
        changed += u64::from(result != MarcRecord::Unchanged);
        let parts: [&[u8]; 3] = match &result {
            MarcRecord::Unchanged => [record, b"", b""],
            MarcRecord::Converted(converted) => [converted, b"", b""],
            MarcRecord::Leader(place) => [&record[..*place], b"a", &record[place + 1..]],
        };
        for part in parts {
            new.write_all(part).map_err(|error| cannot_write(&error))?;
        }
        Ok(())
    })?;
    new.flush().map_err(|error| cannot_write(&error))?;
    Ok(changed)
}

/// Returns where leaders of records that are in UTF-8 say MARC-8.
pub(super) fn wrong_leaders(old: &File) -> Result<Vec<u64>, String> {
    let mut places = Vec::new();
    each(old, None, &mut |start, _, result| {
        if let MarcRecord::Leader(place) = result {
            places.push(start + place as u64);
        }
        Ok(())
    })?;
    Ok(places)
}

/// Passes each record, and what is between them, to `take`. Without `from`, records in other
/// encodings stay.
fn each(old: &File, from: Option<Encoding>, take: Take<'_>) -> Result<(), String> {
    let mut input = BufReader::with_capacity(64 << 10, Sequential::new(old));
    let mut record = Vec::new();
    let mut offset = 0;
    loop {
        record.clear();
        // Some programs write a line end after each record.
        let read = (&mut input).take(LONGEST).read_until(END, &mut record);
        if read.map_err(|error| reason(&error))? == 0 {
            return Ok(());
        }
        let between = record.len() - record.trim_ascii_start().len();
        let (before, own) = record.split_at(between);
        if !before.is_empty() {
            take(offset, before, MarcRecord::Unchanged)?;
        }
        let start = offset + between as u64;
        offset += record.len() as u64;
        if own.is_empty() {
            continue;
        }
        let result = marc_record(own, &mut |field| match from {
            Some(from) => decoded(field, from),
            None => Err(String::new()),
        });
        match result {
            Err(_) if from.is_none() => {}
            Err(why) => {
                return Err(format!(
                    "the record (MARC 21) at offset {start} cannot be converted, so the file is left as it is: {why}"
                ));
            }
            Ok(result) => take(start, own, result)?,
        }
    }
}

/// Returns a field in UTF-8.
fn decoded(field: &[u8], from: Encoding) -> Result<String, String> {
    let mut text = String::new();
    let input = Box::new(Cursor::new(field.to_vec()));
    transcode::decode(input, from, &OnError::Fail, false, &mut |part| {
        text.push_str(part);
        Ok(())
    })?;
    Ok(text)
}
