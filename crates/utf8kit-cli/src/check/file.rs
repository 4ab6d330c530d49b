//! One file from beginning to end.

use super::Options;
use super::block::{Block, ROUND, Stream, for_each_block, read_at};
use super::events::{Events, Wanted};
use super::examiner::{Emit, Examiner};
use super::head::{self, Seems};
use super::rules::Rule;
use crate::config::Config;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use utf8kit::{Encoding, Endian};

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Checked,
    /// Passed over.
    Binary,
}

/// A file to check.
pub(crate) struct Subject<'a> {
    pub(crate) path: &'a Path,
    /// Did somebody ask for this very file? Then it is checked, whatever it seems to be.
    pub(crate) named: bool,
    pub(crate) wanted: Wanted,
}

/// Checks what `source` gives, in order.
pub(crate) fn check_stream(
    subject: &Subject<'_>,
    source: impl Read,
    options: &Options,
    buffer: &mut Vec<u8>,
    emit: Emit<'_>,
) -> io::Result<Outcome> {
    let mut stream = Stream::new(source, options.piece, buffer);
    let mut examiner = Examiner::new(subject.wanted, None);
    let mut first = true;
    while let Some(block) = stream.next()? {
        if std::mem::take(&mut first)
            && let Some(outcome) = begin(subject, &block, &options.config, &mut examiner, emit)?
        {
            return Ok(outcome);
        }
        if examiner.examine(&block, emit)?.is_break() {
            return Ok(Outcome::Checked);
        }
    }
    let _ = examiner.finish(emit);
    Ok(Outcome::Checked)
}

/// Checks a regular file, a large one on several processors.
pub(crate) fn check_file(
    subject: &Subject<'_>,
    file: &File,
    size: u64,
    options: &Options,
    buffer: &mut Vec<u8>,
    emit: Emit<'_>,
) -> io::Result<Outcome> {
    let blocks = size.div_ceil(options.piece as u64);
    if blocks <= 1 {
        return check_stream(subject, file, options, buffer, emit);
    }
    let mut examiner = Examiner::new(subject.wanted, Some(file));
    let block = read_at(file, 0, options.piece, buffer)?;
    if let Some(outcome) = begin(subject, &block, &options.config, &mut examiner, emit)? {
        return Ok(outcome);
    }
    for round in (0..blocks).step_by(ROUND as usize) {
        let indexes = round..blocks.min(round + ROUND);
        // Is there anything in it to look at? In one that cannot be read there is: who looks will be told why.
        let eventful = |block: io::Result<Block<'_>>| match block {
            Ok(block) => Events::new(&block, block.body.start, subject.wanted)
                .next()
                .is_some(),
            Err(_) => true,
        };
        let eventful = for_each_block(
            file,
            indexes.clone(),
            options.piece,
            options.jobs,
            buffer,
            &eventful,
        );
        for (index, eventful) in indexes.zip(eventful) {
            let start = index * options.piece as u64;
            if !eventful && examiner.is_at_rest(start) {
                continue;
            }
            let block = read_at(file, index, options.piece, buffer)?;
            if examiner.examine(&block, emit)?.is_break() {
                return Ok(Outcome::Checked);
            }
        }
    }
    let _ = examiner.finish(emit);
    Ok(Outcome::Checked)
}

/// Looks at the beginning of a text; an outcome means that there is nothing more to do.
fn begin(
    subject: &Subject<'_>,
    block: &Block<'_>,
    config: &Config,
    examiner: &mut Examiner<'_>,
    emit: Emit<'_>,
) -> io::Result<Option<Outcome>> {
    match head::look(block.bytes, block.last) {
        Seems::Wide { encoding, signature } if subject.wanted.rules.has(Rule::OtherEncoding) => {
            let name = head::name(encoding);
            let len = signature.map_or(0, |signature| signature.len());
            let message = match (encoding, signature) {
                (Encoding::Utf32(Endian::Little), Some(_)) => {
                    format!("{name}, not UTF-8: its signature says so (or UTF-16LE that begins with U+0000)")
                }
                (_, Some(_)) => format!("{name}, not UTF-8: its signature says so"),
                (_, None) => format!("{name}, not UTF-8: its zeros stand as in {name} (almost certain)"),
            };
            let finding = examiner.place(block, 0..len, Rule::OtherEncoding, name.into(), message, false)?;
            let _ = emit(finding);
            return Ok(Some(Outcome::Checked));
        }
        Seems::Text => {}
        Seems::Wide { .. } | Seems::Binary => {
            if !subject.named {
                return Ok(Some(Outcome::Binary));
            }
        }
    }
    if subject.wanted.rules.has(Rule::Signature)
        && let Some(wrong) = config.kinds.judge(block.bytes, || config.relative(subject.path))
    {
        let len = if wrong == super::signature::Wrong::Missing {
            0
        } else {
            3
        };
        let (kind, message) = (wrong.kind().into(), wrong.message().to_owned());
        let finding = examiner.place(block, 0..len, Rule::Signature, kind, message, true)?;
        if emit(finding) == ControlFlow::Break(()) {
            return Ok(Some(Outcome::Checked));
        }
    }
    Ok(None)
}
