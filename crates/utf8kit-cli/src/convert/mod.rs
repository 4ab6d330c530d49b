//! `utf8 convert`: between encodings, as a stream.
//!
//! Bytes become text in UTF-8, text becomes bytes; neither is ever held whole.

mod decode;
mod encode;

use crate::args::ConvertArgs;
use crate::encodings::{self, Encoding};
use crate::output::Output;
use crate::walk::reason;
use crate::{Exit, complain, shown};
use decode::Decoding;
use encode::Encoding as Encoder;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::str::FromStr;
use utf8kit::Policy;

/// Bytes read at once.
const PIECE: usize = 128 << 10;

/// What to do with what cannot be converted.
#[derive(Clone, Debug)]
pub(crate) enum OnError {
    Fail,
    Replace,
    Drop,
    Escape,
    /// Ill-formed bytes mean what they mean in a single-byte encoding, of which this is the upper half.
    As(Box<[char; 128]>),
}

impl FromStr for OnError {
    type Err = String;

    fn from_str(text: &str) -> Result<OnError, String> {
        Ok(match text {
            "fail" => OnError::Fail,
            "replace" => OnError::Replace,
            "drop" => OnError::Drop,
            "escape" => OnError::Escape,
            _ => {
                let label = text
                    .strip_prefix("as:")
                    .ok_or("it is one of fail, replace, drop, escape, as:ENCODING")?;
                let table = encodings::upper_half(encodings::find(label)?)
                    .ok_or_else(|| format!("`{label}` is not a single-byte encoding"))?;
                OnError::As(Box::new(table))
            }
        })
    }
}

impl OnError {
    /// The library's word for it, for input.
    fn policy(&self) -> Policy<'_> {
        match self {
            OnError::Fail => Policy::Fail,
            OnError::Replace => Policy::Replace('\u{FFFD}'),
            OnError::Drop => Policy::Drop,
            OnError::Escape => Policy::Escape,
            OnError::As(table) => Policy::Legacy(table),
        }
    }
}

/// Why a conversion ended before its time.
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
            complain(&format!("{}: {}", shown::path(path), reason(error)));
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
                shown::path(file)
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
        return exit; // what could be read is not what was asked for
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
        Err(Stopped::Input(_)) => unreachable!("nothing is read any more"),
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

/// Reads until `buffer` holds `wanted` bytes or the input is at its end; returns how many it holds.
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
