//! `utf8 convert`: converts between encodings, as a stream.
//!
//! Input is decoded to UTF-8 and encoded from it, piece by piece. Where both encodings can hold more than text, it is
//! decoded to [numbers] instead.

mod decode;
mod encode;
mod numbers;
mod pieces;
mod position;
mod recognize;
mod remarks;
mod signature;
mod unescape;

use crate::args::ConvertArgs;
use crate::encodings;
use crate::on_error::OnError;
use crate::output::Output;
use crate::walk::reason;
use crate::{Exit, complain, escape, habits, stdin};
use decode::Decoding;
use encode::Writer;
use numbers::Numbers;
use pieces::Pieces;
use position::{Again, Position};
use signature::{SIGNATURE, Signatures};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use unescape::Unescape;
use utf8kit::{IllFormed, Number};
use utf8kit_encodings::Encoding;

/// The name of the encoding that is recognized.
const AUTO: &str = "auto";

/// Why a conversion ended early.
enum Stopped {
    /// The input is ill-formed.
    IllFormed(IllFormed),
    /// The text cannot be converted. The error is at this offset in the input.
    Text(String, u64),
    /// The output's encoding lacks this number, which is at this offset in the input.
    Lacking(u32, u64),
    /// The input cannot be read.
    Input(io::Error),
    Output(io::Error),
}

/// Returns the message for ill-formed input.
fn ill_formed(error: &IllFormed) -> String {
    match error.clause() {
        "" => format!(
            "`{}` is invalid in {}",
            escape::hex(error.bytes()),
            error.encoding()
        ),
        clause => format!("{} ({clause})", error.reason()),
    }
}

/// Runs the verb.
pub(crate) fn run(mut args: ConvertArgs) -> Exit {
    if args.list {
        return crate::print(&encodings::list(), Exit::Clean);
    }
    if args.drop {
        args.on_error = OnError::Drop;
    }
    let from = match args.from.as_deref() {
        None => Ok(Some(Encoding::UTF_8)),
        Some(name) if name.eq_ignore_ascii_case(AUTO) => Ok(None),
        Some(name) => encodings::find(name).map(Some),
    };
    let found = from.and_then(|from| {
        let is_standard_input = |path: &PathBuf| path.as_os_str() == "-";
        if args.stdin_filename.is_some()
            && !(args.files.is_empty() || args.files.iter().any(is_standard_input))
        {
            return Err(stdin::NOT_GIVEN.to_owned());
        }
        let to = encodings::to_write(encodings::find(&args.to)?)?;
        Writer::check_replacement(to, &args.on_error)?;
        if args.unescape && matches!(args.on_error, OnError::Escape | OnError::Unicode) {
            return Err(
                "--unescape undoes what --on-error escape and --on-error unicode write: use one of them"
                    .to_owned(),
            );
        }
        Ok((from, to, Signatures::new(args.signature, to)?))
    });
    match found {
        Ok((from, to, signatures)) => match habits::names_encodings(&args.files) {
            Some(message) => {
                complain(&message);
                Exit::Failed
            }
            None => convert(&args, from, to, signatures),
        },
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

/// The output being encoded.
enum Sink<'a> {
    Text(Writer<'a>),
    Numbers(Numbers<'a>),
}

impl Sink<'_> {
    /// Writes `text`. `offset` returns the offset in the input at which the first bytes of it, this many, end.
    fn write(
        &mut self,
        text: &str,
        offset: &dyn Fn(usize) -> u64,
        output: &mut impl Write,
    ) -> Result<(), Stopped> {
        match self {
            Sink::Text(encoder) => encoder.encode(text, offset, output),
            Sink::Numbers(numbers) => numbers.write_text(text, offset, output),
        }
    }

    /// Writes bytes that an escape stands for, and that are not text. `offset` returns the offset of the escape.
    fn write_bytes(
        &mut self,
        bytes: &[u8],
        offset: &dyn Fn() -> u64,
        output: &mut impl Write,
    ) -> Result<(), Stopped> {
        match self {
            Sink::Text(encoder) => encoder.put_bytes(bytes, offset, output),
            Sink::Numbers(_) => unreachable!("what is unescaped is written as text"),
        }
    }
}

/// Converts the files `from` an encoding, or from the one that is recognized if there is `None`.
fn convert(args: &ConvertArgs, from: Option<Encoding>, to: Encoding, mut signatures: Signatures) -> Exit {
    let path = args.output.as_deref().filter(|path| path.as_os_str() != "-");
    let mut output = match Output::open(path) {
        Ok(output) => output,
        Err(message) => {
            complain(&format!(
                "{}: {message}",
                path.map(escape::path).unwrap_or_default()
            ));
            return Exit::Failed;
        }
    };
    let stdin = [Path::new("-").to_owned()];
    let files = if args.files.is_empty() {
        &stdin[..]
    } else {
        &args.files
    };
    // What is recognized is text, except that remarks can be needed on what is written.
    let named = from.unwrap_or(Encoding::UTF_8);
    // Escapes stand for characters and bytes, not for other numbers.
    let mut sink = match numbers::needed(named, to).filter(|_| !args.unescape) {
        Some((from, to)) => Sink::Numbers(Numbers::new(from, to, &args.on_error)),
        None => Sink::Text(Writer::new(to, &args.on_error)),
    };
    let mut exit = Exit::Clean;
    for file in files {
        let is_stdin = file.as_os_str() == "-";
        let (opened, again) = if is_stdin {
            let why = match args.files.is_empty() {
                true => stdin::Why::Default,
                false => stdin::Why::Named,
            };
            let opened = stdin::open(why);
            (
                opened.map(|stdin| Pieces::new(Box::new(stdin))),
                Again::new(stdin::as_file()),
            )
        } else {
            let opened = File::open(file);
            let again = opened.as_ref().ok().and_then(|file| Again::new(file.try_clone()));
            (opened.map(Pieces::of_file), again)
        };
        let name = match &args.stdin_filename {
            _ if !is_stdin => escape::path(file),
            Some(name) => escape::path(name),
            None => "standard input".to_owned(),
        };
        let say = |message: &str| complain(&format!("{name}: {message}"));
        if path.is_none() && is_standard_output(file) {
            say("the input is the output");
            exit = Exit::Failed;
            continue;
        }
        let mut position = match again {
            Some(_) => None,
            None => Some(Position::default()),
        };
        let mut recognized = from;
        let result = opened.map_err(Stopped::Input).and_then(|mut pieces| {
            let from = match from {
                Some(from) => from,
                None => {
                    let (head, whole) = pieces.head()?;
                    let found = recognize::encoding(head, whole, again.as_ref());
                    let (from, sentence) = found.map_err(Stopped::Input)?;
                    say(&sentence);
                    *recognized.insert(from)
                }
            };
            let converted = match (&mut sink, from) {
                (Sink::Numbers(numbers), from) if !from.is_legacy() => numbers.convert(
                    &mut pieces,
                    from,
                    &args.on_error,
                    &mut signatures,
                    position.as_mut(),
                    &mut output,
                ),
                (sink, from) => text(
                    &mut pieces,
                    from,
                    args,
                    &mut signatures,
                    position.as_mut(),
                    sink,
                    &mut output,
                ),
            };
            converted.map_err(|stopped| match stopped {
                Stopped::IllFormed(error) if args.from.is_none() => {
                    let (head, whole) = pieces.seen();
                    let message = recognize::not_utf8(&error, head, whole, again.as_ref());
                    Stopped::Text(message, error.offset())
                }
                stopped => stopped,
            })
        });
        let fail = |message: &str, offset: u64| {
            let position = position.or_else(|| again?.position(recognized?, offset));
            let position = position.map_or_else(String::new, |position| format!("{position}:"));
            complain(&format!("{name}:{position} offset {offset}: {message}"));
        };
        match result {
            Ok(remark) => {
                if let Some(remark) = remark {
                    say(&remark);
                }
            }
            Err(Stopped::IllFormed(error)) => {
                fail(&ill_formed(&error), error.offset());
                return exit.max(Exit::Findings);
            }
            Err(Stopped::Text(message, offset)) => {
                fail(&message, offset);
                return exit.max(Exit::Findings);
            }
            Err(Stopped::Lacking(number, offset)) => {
                fail(&lacking(number, to), offset);
                return exit.max(Exit::Findings);
            }
            Err(Stopped::Input(error)) => {
                say(&reason(&error));
                exit = Exit::Failed;
            }
            Err(Stopped::Output(error)) => return output_failed(path, &error),
        }
    }
    if exit != Exit::Clean && path.is_some() {
        return exit; // the output would lack the files that could not be read
    }
    match end(&mut sink, &mut signatures, &mut output).and_then(|()| output.finish()) {
        Ok(warnings) => {
            for warning in warnings {
                let name = path.map(escape::path).unwrap_or_default();
                complain(&format!("{name}: {warning}"));
            }
            exit
        }
        Err(error) => output_failed(path, &error),
    }
}

/// Returns `true` if `file` is the regular file that standard output is: what is written would be read again.
fn is_standard_output(file: &Path) -> bool {
    use same_file::Handle;
    let input = match file.as_os_str() == "-" {
        true => Handle::stdin(),
        false => Handle::from_path(file),
    };
    let Ok(output) = Handle::stdout() else {
        return false;
    };
    let is_regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|data| data.is_file());
    input.is_ok_and(|input| input == output && is_regular(&input))
}

/// Converts one input by way of text into `sink`. Returns what is to be remarked on it. Moves `position`, if there is
/// one, to the end or the error.
fn text(
    pieces: &mut Pieces,
    from: Encoding,
    args: &ConvertArgs,
    signatures: &mut Signatures,
    mut position: Option<&mut Position>,
    sink: &mut Sink<'_>,
    output: &mut Output,
) -> Result<Option<String>, Stopped> {
    let mut decoder = Decoding::new(from, &args.on_error);
    let behind = Cell::new(0);
    let mut unescape = args.unescape.then(|| Unescape::new(&behind));
    let mut is_start = true;
    let mut put = |text: &str, offset: &dyn Fn(usize) -> u64| {
        let mut encode = |text: &str, offset: &dyn Fn(usize) -> u64| match &mut unescape {
            None => sink.write(text, offset, output),
            Some(unescape) => unescape.write(text, false, offset, sink, output),
        };
        if !is_start || text.is_empty() {
            return encode(text, offset);
        }
        is_start = false;
        let rest = text.strip_prefix(SIGNATURE);
        if signatures.start(from, rest.is_some()) {
            encode(SIGNATURE.encode_utf8(&mut [0; 4]), &|_| 0)?;
        }
        let rest = rest.unwrap_or(text);
        let skipped = text.len() - rest.len();
        encode(rest, &|end| offset(skipped + end))
    };
    let mut take = |text: &str, offset: &dyn Fn(usize) -> u64| {
        let failed = Cell::new(0); // where the output ends if it lacks a character, the only reason to ask for an offset
        let result = put(text, &|end| {
            failed.set(end);
            offset(end)
        });
        if let Some(position) = &mut position {
            position.advance(match result {
                Ok(()) => text,
                Err(_) => &text[..failed.get()],
            });
            if result.is_err() {
                position.retreat(behind.get());
            }
        }
        result
    };
    loop {
        let (piece, last) = pieces.next(|bytes| decoder.whole_characters(bytes))?;
        decoder.decode(piece, last, &mut take)?;
        if last {
            if let Some(unescape) = &mut unescape {
                let result = unescape.write("", true, &|_| 0, sink, output);
                if let (Some(position), Err(_)) = (position, &result) {
                    position.retreat(behind.get());
                }
                result?;
            }
            return Ok(decoder.remark());
        }
    }
}

/// Decodes an input `from` an encoding, and calls `write` with its text. `strips_signature`: without U+FEFF at the start.
///
/// # Errors
///
/// Returns where the text cannot be decoded, or why the input cannot be read or the text not be written.
pub(crate) fn decode(
    input: Box<dyn Read>,
    from: Encoding,
    on_error: &OnError,
    strips_signature: bool,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), String> {
    let decode = || {
        let mut pieces = Pieces::new(input);
        let mut decoder = Decoding::new(from, on_error);
        let mut is_start = strips_signature;
        let mut take = |text: &str, _: &dyn Fn(usize) -> u64| {
            let is_first = !text.is_empty() && std::mem::replace(&mut is_start, false);
            let text = text.strip_prefix(SIGNATURE).filter(|_| is_first).unwrap_or(text);
            write(text).map_err(Stopped::Output)
        };
        loop {
            let (piece, last) = pieces.next(|bytes| decoder.whole_characters(bytes))?;
            decoder.decode(piece, last, &mut take)?;
            if last {
                return Ok(());
            }
        }
    };
    let failed = |offset: u64, message: &str| {
        format!(
            "cannot be converted from {}: offset {offset}: {message}",
            from.name()
        )
    };
    decode().map_err(|stopped| match stopped {
        Stopped::IllFormed(error) => failed(error.offset(), &ill_formed(&error)),
        Stopped::Text(message, offset) => failed(offset, &message),
        Stopped::Lacking(number, offset) => failed(
            offset,
            &format!(
                "{} is not a Unicode scalar value, so UTF-8 does not have it",
                Number(number)
            ),
        ),
        Stopped::Input(error) => reason(&error),
        Stopped::Output(error) => format!("cannot write the converted text: {}", reason(&error)),
    })
}

/// Ends the output.
fn end(sink: &mut Sink<'_>, signatures: &mut Signatures, output: &mut Output) -> io::Result<()> {
    let is_signed = signatures.end();
    let ended = match sink {
        Sink::Text(encoder) => {
            let signature = match is_signed {
                true => encoder.encode(SIGNATURE.encode_utf8(&mut [0; 4]), &|_| 0, output),
                false => Ok(()),
            };
            signature.and_then(|()| encoder.finish(output))
        }
        Sink::Numbers(numbers) => {
            let signature = match is_signed {
                true => numbers.write_signature(output),
                false => Ok(()),
            };
            let ended = signature.and_then(|()| numbers.finish(output));
            if let Some(remark) = numbers.remark() {
                complain(&remark);
            }
            ended
        }
    };
    match ended {
        Err(Stopped::Output(error)) => Err(error),
        _ => Ok(()), // there is nothing more to convert
    }
}

/// Returns the message for a number that the output's encoding lacks.
fn lacking(number: u32, to: Encoding) -> String {
    let shown = Number(number);
    let name = to.name();
    match char::from_u32(number) {
        Some(c) => {
            let mut character = String::new();
            escape::push_char(&mut character, c);
            format!("{shown} `{character}` cannot be represented in {name}")
        }
        None if number > 0x10_FFFF => {
            format!("{shown} cannot be represented in {name}: it is over U+10FFFF, where Unicode ends")
        }
        None => format!("the surrogate {shown} cannot be represented in {name}"),
    }
}
