//! `utf8 convert`: converts between encodings, as a stream.
//!
//! Input is decoded to UTF-8 and encoded from it, piece by piece.

mod decode;
mod encode;

use crate::args::ConvertArgs;
use crate::encodings::{self, Encoding};
use crate::on_error::OnError;
use crate::output::Output;
use crate::walk::reason;
use crate::{Exit, complain, escape};
use decode::Decoding;
use encode::Encoding as Encoder;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Bytes read at once.
const PIECE: usize = 128 << 10;

/// Why a conversion ended early.
enum Stopped {
    /// The text cannot be converted.
    Text(String),
    /// The input cannot be read.
    Input(io::Error),
    Output(io::Error),
}

/// Runs the verb.
pub(crate) fn run(mut args: ConvertArgs) -> Exit {
    if args.list {
        return crate::print(&encodings::list(), Exit::Clean);
    }
    if args.drop {
        args.on_error = OnError::Drop;
    }
    let found =
        encodings::find(&args.from).and_then(|from| Ok((from, encodings::find(&args.to)?.to_write()?)));
    match found {
        Ok((from, to)) => convert(&args, from, to),
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

fn output_failed(path: Option<&Path>, error: &io::Error) -> Exit {
    match path {
        None => crate::cannot_write(error, Exit::Clean),
        Some(path) => {
            complain(&format!("{}: {}", escape::path(path), reason(error)));
            Exit::Failed
        }
    }
}

fn convert(args: &ConvertArgs, from: Encoding, to: Encoding) -> Exit {
    let path = args.output.as_deref();
    let mut output = match Output::open(path) {
        Ok(output) => output,
        Err(error) => return output_failed(path, &error),
    };
    let stdin = [Path::new("-").to_owned()];
    let files = if args.files.is_empty() {
        &stdin[..]
    } else {
        &args.files
    };
    let mut encoder = Encoder::new(to, &args.on_error);
    let mut exit = Exit::Clean;
    for file in files {
        let is_stdin = file.as_os_str() == "-";
        let opened: io::Result<Box<dyn Read>> = if is_stdin {
            Ok(Box::new(io::stdin().lock()))
        } else {
            File::open(file).map(|file| Box::new(file) as Box<dyn Read>)
        };
        let name = || {
            if is_stdin {
                "standard input".to_owned()
            } else {
                escape::path(file)
            }
        };
        let result = opened
            .map_err(Stopped::Input)
            .and_then(|input| one(input, from, &args.on_error, &mut encoder, &mut output));
        match result {
            Ok(()) => {}
            Err(Stopped::Text(message)) => {
                complain(&format!("{}: {message}", name()));
                return exit.max(Exit::Findings);
            }
            Err(Stopped::Input(error)) => {
                complain(&format!("{}: {}", name(), reason(&error)));
                exit = Exit::Failed;
            }
            Err(Stopped::Output(error)) => return output_failed(path, &error),
        }
    }
    if exit != Exit::Clean && path.is_some() {
        return exit; // the output would lack the files that could not be read
    }
    let ended = encoder
        .finish(&mut output)
        .and_then(|()| output.finish().map_err(Stopped::Output));
    match ended {
        Ok(()) => exit,
        Err(Stopped::Output(error)) => output_failed(path, &error),
        Err(Stopped::Text(message)) => {
            complain(&message);
            Exit::Findings
        }
        Err(Stopped::Input(_)) => unreachable!("all input has been read"),
    }
}

/// Converts one input.
fn one(
    mut input: Box<dyn Read>,
    from: Encoding,
    on_error: &OnError,
    encoder: &mut Encoder<'_>,
    output: &mut Output,
) -> Result<(), Stopped> {
    let mut buffer = vec![0; PIECE];
    let mut held = 0;
    let mut decoder = Decoding::new(from, on_error);
    loop {
        let read = decoder.whole_characters(&buffer[..held]);
        decoder.decode(&buffer[..read], false, &mut |text, offset| {
            encoder.encode(text, offset, output)
        })?;
        buffer.copy_within(read..held, 0);
        held -= read;
        let before = held;
        held = fill(&mut input, &mut buffer, held, before + 1)?;
        if held == before {
            return decoder.decode(&buffer[..held], true, &mut |text, offset| {
                encoder.encode(text, offset, output)
            });
        }
    }
}

/// Reads until `buffer` holds `wanted` bytes or the input ends. Returns the number of bytes that it holds.
fn fill(input: &mut impl Read, buffer: &mut [u8], mut held: usize, wanted: usize) -> Result<usize, Stopped> {
    while held < wanted {
        match input.read(&mut buffer[held..]) {
            Ok(0) => break,
            Ok(read) => held += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(Stopped::Input(error)),
        }
    }
    Ok(held)
}
