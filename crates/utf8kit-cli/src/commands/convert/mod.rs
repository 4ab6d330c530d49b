//! `utf8 convert`: converts between encodings, as a stream.
//!
//! Input is decoded to UTF-8 and encoded from it, piece by piece. Where both encodings can hold more than text, it is
//! decoded to [numbers] instead.

mod join;
mod line_ends;
mod numbers;
mod position;
mod recognize;
mod signature;
mod sink;
mod unescape;

use crate::encodings::decode::Decoding;
use crate::encodings::encode::Writer;
use crate::encodings::on_error::OnError;
use crate::encodings::stopped::{Stopped, ill_formed};
use crate::encodings::{self, SIGNATURE, announcement};
use crate::escape;
use crate::flags::Flags;
use crate::flags::habits;
use crate::flags::values::{self, known};
use crate::io::output::Output;
use crate::io::pieces::Pieces;
use crate::io::read;
use crate::io::stdin;
use crate::io::stdout::{Exit, cannot_write, print};
use crate::message::{complain, reason};
use clap::Args as Group;
use clap::builder::StringValueParser;
use join::Low;
use line_ends::LineEnd;
use numbers::Numbers;
use position::{Again, Position};
use signature::{Signature, Signatures};
use sink::Sink;
use std::cell::Cell;
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use unescape::Unescape;
use utf8kit::Number;
use utf8kit_encodings::Encoding;
use utf8kit_encodings::iso2022::Announcement;

/// The name of the encoding that is recognized.
const AUTO: &str = "auto";

/// Convert text between encodings.
///
/// Exit codes: 0 done, 1 ill-formed or not representable text, 2 usage errors and files that cannot be read or written.
#[derive(Group, Debug)]
pub(crate) struct ConvertArgs {
    /// Files to convert and concatenate [default: `-`, standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Encoding of the input; `auto` recognizes it, and prints on standard error what it took [default: UTF-8]
    #[arg(
        short,
        long = "from-code",
        visible_alias = "from",
        value_name = "ENCODING",
        value_parser = known(StringValueParser::new(), values::encodings_or_auto),
        hide_possible_values = true
    )]
    from: Option<String>,

    /// Encoding of the output
    #[arg(
        short,
        long = "to-code",
        visible_alias = "to",
        value_name = "ENCODING",
        default_value = "UTF-8",
        value_parser = known(StringValueParser::new(), values::encodings),
        hide_possible_values = true
    )]
    to: String,

    /// What `-t ISO-2022` announces: UTF-8, UTF-16, UCS-2 or UCS-4, and the implementation level of ISO/IEC 10646-1, as in
    /// UTF-8:3. Level 1 has no combining characters, level 2 those that scripts need [default: UTF-8 without a level]
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = known(announcement::parse, values::announcements),
        hide_possible_values = true
    )]
    announce: Option<Announcement>,

    /// Line end of EBCDIC, in the input and the output: lf (byte 25; byte 15 is U+0085), nl (byte 15; byte 25 is U+0085), any
    /// (both are read, byte 15 is written) [default: lf]
    #[arg(long, value_enum, value_name = "WHICH", hide_possible_values = true)]
    ebcdic_line_end: Option<LineEnd>,

    /// Write to FILE, which is replaced only when everything is converted
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// U+FEFF at the start of the output: keep (that of the first input), strip, add [default: what the definitions of
    /// the encodings say]
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    signature: Option<Signature>,

    /// For what cannot be converted: fail, replace (by U+FFFD or `?`), with:TEXT, drop (joins what stood on both sides, which
    /// can make something new), escape (as `\xHH`; a backslash is doubled), unicode (as `\u{...}`, ill-formed bytes as
    /// escape), xml (as `&#x...;`, ill-formed bytes fail), as:ENCODING (decode ill-formed bytes in a single-byte encoding)
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "fail",
        value_parser = known(str::parse::<OnError>, values::policies),
        hide_possible_values = true
    )]
    on_error: OnError,

    /// Same as --on-error drop: what stood on both sides is joined, which can make something new
    #[arg(short = 'c', conflicts_with = "on_error")]
    drop: bool,

    /// Undo --on-error escape and --on-error unicode, and names that Git prints: `\xHH` and `\303` are UTF-8, or else bytes of
    /// the output; `\u{...}` is a character, `\\` a backslash, `\"` and `\n` what they are in C
    #[arg(long)]
    unescape: bool,

    /// Name of standard input in messages
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<PathBuf>,

    /// List the encodings
    #[arg(short, long, exclusive = true)]
    list: bool,
}

impl Flags for ConvertArgs {
    fn writes_to_stdout(&self) -> bool {
        self.output.as_ref().is_none_or(|path| path.as_os_str() == "-")
    }
}

/// Runs the verb.
pub(crate) fn run(mut args: ConvertArgs) -> Exit {
    if args.list {
        return print(&encodings::list(), Exit::Clean);
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
        if args.stdin_filename.is_some()
            && !(args.files.is_empty() || args.files.iter().any(|file| is_stdin(file)))
        {
            return Err(stdin::NOT_GIVEN.to_owned());
        }
        let to = encodings::to_write(encodings::find(&args.to)?)?;
        let (from, to) = line_ends::apply(args.ebcdic_line_end, from, to)?;
        if args.announce.is_some() && to != Encoding::Iso2022 {
            return Err(format!("--announce is for `-t ISO-2022`, not for `-t {to}`"));
        }
        Writer::check_replacement(to, announcement(&args), &args.on_error)?;
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

/// Returns what announces the text in ISO/IEC 2022.
fn announcement(args: &ConvertArgs) -> Announcement {
    args.announce.unwrap_or(Announcement::Utf8(None))
}

fn output_failed(path: Option<&Path>, error: &io::Error) -> Exit {
    match path {
        None => cannot_write(error, Exit::Clean),
        Some(path) => {
            complain(&format!("{}: {}", escape::path(path), reason(error)));
            Exit::Failed
        }
    }
}

/// Converts the files `from` an encoding, or from the one that is recognized if there is `None`.
fn convert(args: &ConvertArgs, from: Option<Encoding>, to: Encoding, signatures: Signatures) -> Exit {
    let path = args.output.as_deref().filter(|path| path.as_os_str() != "-");
    let output = match Output::open(path) {
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
    // What is recognized can be UCS-4, which has more numbers than text.
    let named = from.unwrap_or(Encoding::Ucs4(None));
    // Escapes stand for characters and bytes, not for other numbers.
    let sink = match numbers::needed(named, to).filter(|_| !args.unescape) {
        Some((from, to)) => Sink::Numbers(Numbers::new(from, to, announcement(args), &args.on_error)),
        None => Sink::Text(Writer::new(to, announcement(args), &args.on_error)),
    };
    let mut conversion = Conversion {
        args,
        from,
        to,
        path,
        signatures,
        sink,
        output,
        opened: VecDeque::new(),
        joined: None,
    };
    let mut exit = Exit::Clean;
    for (i, file) in files.iter().enumerate() {
        match conversion.file(file, &files[i + 1..]) {
            Ok(()) => {}
            Err(Failed::Input) => exit = Exit::Failed,
            Err(Failed::Text) => return exit.max(Exit::Findings),
            Err(Failed::Output(error)) => return output_failed(path, &error),
        }
    }
    if exit != Exit::Clean && path.is_some() {
        return exit; // the output would lack the files that could not be read
    }
    conversion.finish(exit)
}

/// Why a file is not converted. Of an input and of a text, that is reported already.
enum Failed {
    /// The file cannot be read. Others can.
    Input,
    Text,
    Output(io::Error),
}

/// A conversion of files to one output.
struct Conversion<'a> {
    args: &'a ConvertArgs,
    /// The encoding of the inputs, unless it is recognized.
    from: Option<Encoding>,
    to: Encoding,
    /// The file that is written, if it is not standard output.
    path: Option<&'a Path>,
    signatures: Signatures,
    sink: Sink<'a>,
    output: Output,
    /// The next inputs, as far as they are opened before it is their turn.
    opened: VecDeque<(Input, io::Result<Pieces>)>,
    /// The surrogate at the beginning of the next input, if it is converted with the end of the one before.
    joined: Option<Low>,
}

/// Returns `true` if `file` stands for standard input.
fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// A file being converted.
struct Input {
    /// Its name in messages.
    name: String,
    from: Option<Encoding>,
    /// The file, if it can be read again.
    again: Option<Again>,
    /// The position in it, if it cannot.
    position: Option<Position>,
    is_stdin: bool,
    /// The length of what is left out at its beginning.
    skipped: u64,
}

impl Input {
    /// Opens a file, or standard input.
    fn open(file: &Path, args: &ConvertArgs, from: Option<Encoding>) -> (Input, io::Result<Pieces>) {
        let is_stdin = is_stdin(file);
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
            let opened = read::open(file);
            let again = opened.as_ref().ok().and_then(|file| Again::new(file.try_clone()));
            (opened.map(Pieces::of_file), again)
        };
        let name = match &args.stdin_filename {
            _ if !is_stdin => escape::path(file),
            Some(name) => escape::path(name),
            None => "standard input".to_owned(),
        };
        let position = match again {
            Some(_) => None,
            None => Some(Position::default()),
        };
        let input = Input {
            name,
            from,
            again,
            position,
            is_stdin,
            skipped: 0,
        };
        (input, opened)
    }

    /// Prints a message about the file.
    fn say(&self, message: &str) {
        complain(&format!("{}: {message}", self.name));
    }

    /// Prints an error in the text, at an offset.
    fn fail(self, message: &str, offset: u64) {
        let (name, again, from) = (self.name, self.again, self.from);
        let offset = self.skipped + offset;
        let position = self.position.or_else(|| again?.position(from?, offset));
        let position = position.map_or_else(String::new, |position| format!("{position}:"));
        complain(&format!("{name}:{position} offset {offset}: {message}"));
    }
}

impl Conversion<'_> {
    /// Converts a file, before the `next` ones.
    fn file(&mut self, file: &Path, next: &[PathBuf]) -> Result<(), Failed> {
        let (mut input, opened) = match self.opened.pop_front() {
            Some(opened) => opened,
            None => Input::open(file, self.args, self.from),
        };
        if self.path.is_none() && is_standard_output(file) {
            input.say("the input is the output");
            return Err(Failed::Input);
        }
        let converted = opened
            .map_err(Stopped::Input)
            .and_then(|mut pieces| self.joined(&mut pieces, &mut input, next));
        match converted {
            Ok(remark) => {
                for message in self.signatures.warning().into_iter().chain(remark) {
                    input.say(&message);
                }
                return Ok(());
            }
            Err(Stopped::IllFormed(error)) => input.fail(&ill_formed(&error), error.offset()),
            Err(Stopped::Text(message, offset)) => input.fail(&message, offset),
            Err(Stopped::Lacking(number, offset)) => input.fail(&lacking(number, self.to), offset),
            Err(Stopped::Input(error)) => {
                input.say(&reason(&error));
                return Err(Failed::Input);
            }
            Err(Stopped::Output(error)) => return Err(Failed::Output(error)),
        }
        Err(Failed::Text)
    }

    /// Converts what is read of a file. In WTF-8, half of a pair at its end is converted with the other half at the beginning of
    /// one of the `next` ones. Returns what is to be remarked on it.
    fn joined(
        &mut self,
        pieces: &mut Pieces,
        input: &mut Input,
        next: &[PathBuf],
    ) -> Result<Option<String>, Stopped> {
        if !self.from.is_some_and(Encoding::has_surrogates) {
            return self.pieces(pieces, input);
        }
        if !pieces.peek(1)?.is_empty()
            && let Some(low) = self.joined.take()
        {
            pieces.skip(low.len);
            input.skipped = low.len as u64;
            if let Some(position) = &mut input.position {
                position.advance(&" ".repeat(low.characters()));
            }
        }
        let low = self.low_of(input, next);
        if let Some(low) = &low {
            pieces.change_end(low.after());
        }
        let remark = self.pieces(pieces, input)?;
        if pieces.is_end_changed() {
            self.joined = low;
        }
        Ok(remark)
    }

    /// Returns the low surrogate at the beginning of the first of the `next` files that is not empty, after `input`.
    fn low_of(&mut self, input: &Input, next: &[PathBuf]) -> Option<Low> {
        for (i, file) in next.iter().enumerate() {
            // What is being read to its end has nothing more to begin with.
            if input.is_stdin && is_stdin(file) {
                return None;
            }
            if self.opened.len() == i {
                self.opened.push_back(Input::open(file, self.args, self.from));
            }
            let (input, opened) = &mut self.opened[i];
            let pieces = opened.as_mut().ok()?;
            if !pieces.peek(1).ok()?.is_empty() {
                return Low::of(pieces).ok()?;
            }
            // Any number of empty inputs may follow: they are closed.
            *pieces = Pieces::new(Box::new(io::empty()));
            input.again = None;
        }
        None
    }

    /// Converts what is read of a file. Returns what is to be remarked on it.
    fn pieces(&mut self, pieces: &mut Pieces, input: &mut Input) -> Result<Option<String>, Stopped> {
        let from = match input.from {
            Some(from) => from,
            None => {
                let (head, whole) = pieces.head()?;
                let found = recognize::encoding(head, whole, input.again.as_ref());
                let (from, sentence) = found.map_err(Stopped::Input)?;
                input.say(&sentence);
                *input.from.insert(from)
            }
        };
        let converted = match (&mut self.sink, from) {
            (Sink::Numbers(numbers), from) if !from.is_legacy() => numbers.convert(
                pieces,
                from,
                &self.args.on_error,
                &mut self.signatures,
                input.position.as_mut(),
                &mut self.output,
            ),
            (sink, from) => text(
                pieces,
                from,
                self.args,
                &mut self.signatures,
                input.position.as_mut(),
                sink,
                &mut self.output,
            ),
        };
        converted.map_err(|stopped| match stopped {
            Stopped::IllFormed(error) if self.args.from.is_none() => {
                let (head, whole) = pieces.seen();
                let message = recognize::not_utf8(&error, head, whole, input.again.as_ref());
                Stopped::Text(message, error.offset())
            }
            stopped => stopped,
        })
    }

    /// Ends the output, after inputs with this result.
    fn finish(mut self, exit: Exit) -> Exit {
        let is_signed = self.signatures.end();
        let ended = self.sink.finish(is_signed, &mut self.output);
        match ended.and_then(|()| self.output.finish()) {
            Ok(warnings) => {
                for warning in warnings {
                    let name = self.path.map(escape::path).unwrap_or_default();
                    complain(&format!("{name}: {warning}"));
                }
                exit
            }
            Err(error) => output_failed(self.path, &error),
        }
    }
}

/// Returns `true` if `file` is the regular file that standard output is: what is written would be read again.
fn is_standard_output(file: &Path) -> bool {
    use same_file::Handle;
    let input = match is_stdin(file) {
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
    let mut is_start = !pieces.is_cut();
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
