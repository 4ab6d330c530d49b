//! `utf8 inspect`: shows text byte by byte.
//!
//! What there is to show is `utf8kit_lint::inspect`'s. This module finds the bytes ([input], [place], [encode], [typed]) and prints
//! them ([human], [json]). Of a file, only what is shown is read, and with a line what comes before it.

mod encode;
mod human;
mod input;
mod json;
mod place;
mod state;
mod typed;
mod view;

use crate::encodings;
use crate::escape;
use crate::flags::Flags;
use crate::flags::common::Color;
use crate::flags::environment;
use crate::flags::values::{self, known};
use crate::io::path::with_slashes;
use crate::io::stdin;
use crate::io::stdout::{Exit, cannot_write, is_colored, print};
use crate::message::{complain, counted, reason};
use clap::builder::StringValueParser;
use clap::{Args as Group, ValueEnum};
use input::Input;
use place::{LONGEST, LineEnd, Place};
use state::State;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal};
use std::path::{Path, PathBuf};
use typed::Typed;
use utf8kit::{Encoding as Base, Endian, signature, utf8};
use utf8kit_encodings::{Encoding, iso2022};
use utf8kit_lint::inspect::{DoubleEncoded, Item, Items, double_encoded};
use utf8kit_lint::{DETECT_LEN, Detected, detect};
use view::View;

/// The number of bytes that are shown if nothing else is said, and at most.
const LENGTH: u64 = 64;
const MAX_LENGTH: u64 = 1 << 20;

/// Bytes on either side of what is shown that can decide whether it is double-encoded.
const AROUND: usize = 512;

/// Bytes before what is shown in which a line is looked for that begins there: where a character of an encoding other than
/// UTF-8 begins, and in which state the encoding is, follows from the start of the line.
const LINE: usize = 64 << 10;

/// The length of the longest announcement of ISO/IEC 2022.
const HEAD: usize = 4;

/// Show text byte by byte: bits, code points, names, and what is ill-formed and why.
///
/// Exit codes: 0 done, 1 some bytes are ill-formed, 2 usage errors and files that cannot be read.
#[derive(Group, Debug)]
#[command(
    after_help = "FILE:LINE:COLUMN is a place as check prints it; a file of that whole name comes first. Up to three \
    characters are shown with all that is known of them. More are a table, with what is ill-formed, and what stands at the \
    given place, below it. Bits are shown as prefix and payload. --format json prints an object for each character or \
    ill-formed sequence, and a summary."
)]
pub(crate) struct InspectArgs {
    // In a comment of documentation, this would be a link.
    #[arg(
        value_name = "FILE",
        help = "File to read, or FILE:LINE[:COLUMN]; if there is none of this name, text that is not ASCII, U+20AC, or \
                \\xE2\\x82\\xAC [default: `-`, standard input]"
    )]
    file: Option<PathBuf>,

    /// Show TEXT
    #[arg(long, value_name = "TEXT", conflicts_with = "file")]
    text: Option<OsString>,

    /// Show bytes in hexadecimal, such as `E2 82 AC`
    #[arg(long, value_name = "BYTES", conflicts_with_all = ["file", "text"])]
    hex: Option<String>,

    /// Show a code point, such as U+20AC
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["file", "text", "hex"])]
    scalar: Option<String>,

    /// Begin at the byte with this offset, or at the start of its character
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bytes)]
    offset: Option<u64>,

    /// Begin at line L, at character C of it
    #[arg(long, value_name = "L[:C]", conflicts_with = "offset")]
    line: Option<String>,

    /// Show N bytes, at most 1048576 [default: 64; with a line, up to its end]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bytes)]
    length: Option<u64>,

    /// Read the bytes as ENCODING; with --text and --scalar, encode in it [default: UTF-8, or for a file what its first
    /// bytes show]
    #[arg(
        long = "as",
        value_name = "ENCODING",
        value_parser = known(StringValueParser::new(), values::encodings),
        hide_possible_values = true
    )]
    encoding: Option<String>,

    /// Output format: human, json
    #[arg(long, value_enum, default_value = "human", hide_possible_values = true)]
    format: Format,

    /// Same as --format json
    #[arg(long, conflicts_with = "format", hide = true)]
    json: bool,

    /// Name of standard input in the output and in messages
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<PathBuf>,

    /// Use colors: auto, always, never [default: auto]
    #[arg(long, value_enum, value_name = "WHEN", hide_possible_values = true)]
    color: Option<Color>,
}

impl Flags for InspectArgs {}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Format {
    Human,
    Json,
}

/// Reads a number of bytes, as decimal or hexadecimal.
fn bytes(text: &str) -> Result<u64, &'static str> {
    let number = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    number
        .ok()
        .filter(|_| is_plain)
        .ok_or("expected a number of bytes from 0 on, such as 4096 or 0x1000")
}

/// Runs the verb.
pub(crate) fn run(args: InspectArgs) -> Exit {
    let shown = environment::color(args.color).and_then(|color| Ok((color.value, view(&args)?)));
    let (color, view) = match shown {
        Ok(shown) => shown,
        Err(message) => {
            complain(&message);
            return Exit::Failed;
        }
    };
    let is_ill_formed = view.items.iter().any(|item| item.problem().is_some());
    let exit = if is_ill_formed {
        Exit::Findings
    } else {
        Exit::Clean
    };
    match args.format() {
        Format::Json => {
            let mut out = BufWriter::new(io::stdout().lock());
            match json::write(&view, &mut out) {
                Ok(()) => exit,
                Err(error) => cannot_write(&error, exit),
            }
        }
        Format::Human => {
            let color = is_colored(color, io::stdout().is_terminal());
            print(&human::Human { color }.text(&view), exit)
        }
    }
}

impl InspectArgs {
    fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// Returns a path as the output has it.
    fn shown(&self, path: &Path) -> String {
        match self.format() {
            Format::Json => escape::path(&with_slashes(path)),
            Format::Human => escape::path(path),
        }
    }
}

/// An input with what is known of it before it is read.
struct Source {
    input: Input,
    name: Option<String>,
    place: Option<Place>,
}

impl Source {
    fn new(args: &InspectArgs, encoding: Encoding) -> Result<Source, String> {
        let given = |bytes| Source {
            input: Input::bytes(bytes),
            name: None,
            place: None,
        };
        if let Some(hex) = &args.hex {
            return encode::from_hex(hex).map(given);
        }
        if let Some(scalar) = &args.scalar {
            return encode::scalar(scalar)
                .and_then(|number| encode::number(number, encoding))
                .map(given);
        }
        if let Some(text) = &args.text {
            let is_utf8 = encoding == Encoding::UTF_8;
            return match text.to_str() {
                Some(text) => encode::text(text, encoding).map(given),
                None if is_utf8 => Ok(given(text.as_encoded_bytes().to_vec())),
                None => Err("--text: it is not UTF-8; give its bytes with --hex".to_owned()),
            };
        }
        let (path, place) = match &args.file {
            Some(file) => Place::split(file)?,
            None => ("-".into(), None),
        };
        if args.stdin_filename.is_some() && path != Path::new("-") {
            return Err(stdin::NOT_GIVEN.to_owned());
        }
        let name = args.shown(&path);
        if path == Path::new("-") {
            let why = match args.file {
                Some(_) => stdin::Why::Named,
                None => stdin::Why::Default,
            };
            let name = args
                .stdin_filename
                .as_deref()
                .map_or(name, |name| args.shown(name));
            let input = Input::stdin(why).map_err(|error| format!("{name}: {}", reason(&error)))?;
            return Ok(Source {
                input,
                name: Some(name),
                place,
            });
        }
        let missing = std::fs::symlink_metadata(&path).err();
        if missing.is_some() && place.is_none() {
            match typed::read(path.as_os_str(), encoding)? {
                Some(Typed::Notation(bytes)) => return Ok(given(bytes)),
                Some(Typed::Text(bytes)) => {
                    if name.chars().nth(1).is_some() {
                        complain(&format!("no file is called `{name}`: it is shown as text"));
                    }
                    return Ok(given(bytes));
                }
                None => {}
            }
        }
        let input = Input::open(&path).map_err(|error| match missing {
            Some(missing) if missing.kind() == io::ErrorKind::NotFound => {
                format!("{name}: {error}; to show text, use --text")
            }
            _ => format!("{name}: {error}"),
        })?;
        Ok(Source {
            input,
            name: Some(name),
            place,
        })
    }
}

/// Reads what is to be shown.
fn view(args: &InspectArgs) -> Result<View, String> {
    let named = args.encoding.as_deref().map(encodings::find).transpose()?;
    let encoding = named.unwrap_or(Encoding::UTF_8);
    let mut source = Source::new(args, encoding)?;
    let at_line = match &args.line {
        Some(text) => Some(Place::parse(text).ok_or_else(|| {
            let shown = escape::text(text.as_bytes());
            format!("--line: `{shown}` is not a line or LINE:COLUMN, both from 1")
        })?),
        None => None,
    };
    if source.place.is_some() && (at_line.is_some() || args.offset.is_some()) {
        let name = source.name.unwrap_or_default();
        return Err(format!(
            "{name}: its name has a place already; leave out --line and --offset"
        ));
    }
    let place = source.place.or(at_line);
    let name = source.name.clone();
    read(args, &mut source, named, place).map_err(|message| match name {
        Some(name) => format!("{name}: {message}"),
        None => message,
    })
}

fn read(
    args: &InspectArgs,
    source: &mut Source,
    named: Option<Encoding>,
    place: Option<Place>,
) -> Result<View, String> {
    let input = &mut source.input;
    let is_given = source.name.is_none();
    let encoding = in_byte_order(input, named, is_given)?;
    let head = input.part(0, HEAD)?.bytes.to_vec();
    let offset = match place {
        Some(place) => place.find(input, encoding, &head)?,
        None => args.offset.unwrap_or(0),
    };
    let length = args.length.unwrap_or(if is_given { MAX_LENGTH } else { LENGTH });
    let length = length.min(MAX_LENGTH) as usize;
    let (before, state) = match encoding {
        Encoding::UTF_8 => (AROUND, None),
        Encoding::Iso2022 => (LONGEST, Some(State::before(input, &head, offset)?)),
        _ => (LINE, None),
    };
    let part = input.part(
        state
            .as_ref()
            .map_or(offset.saturating_sub(before as u64), |state| state.offset),
        before + AROUND + length + LONGEST,
    )?;
    let from = offset.saturating_sub(part.start) as usize;
    if from > part.bytes.len() || (from == part.bytes.len() && offset > 0) {
        return Err(past_end(offset, input.len()?));
    }
    let (start_of_part, bytes, is_end) = (part.start, part.bytes, part.is_end);
    let known = match state {
        Some(_) => 0,
        None => boundary(encoding, bytes, start_of_part, from),
    };
    let mut items = Items::in_state(&bytes[known..], encoding, state.map_or(0, |state| state.shift))
        .in_text(start_of_part + known as u64, is_end)
        .skip_while(|item| item.offset + item.bytes.len() as u64 <= offset)
        .peekable();
    let start = items.peek().map_or(offset, |first| first.offset);
    let mut end = offset.saturating_add(length as u64);
    if place.is_some()
        && args.length.is_none()
        && let rest = &bytes[(start - start_of_part) as usize..]
        && let Some(line_end) = LineEnd::of(encoding).all(rest).next()
    {
        end = end.min(start + line_end as u64);
    }
    let items: Vec<Item> = items.take_while(|item| item.offset < end).collect();
    let end = items
        .last()
        .map_or(start, |last| last.offset + last.bytes.len() as u64);
    Ok(View {
        name: source.name.take(),
        encoding: encoding.name(),
        start,
        end,
        double_encoded: match encoding {
            Encoding::UTF_8 => within(bytes, start_of_part, start, end),
            _ => Vec::new(),
        },
        items,
        more: !is_end || end < start_of_part + bytes.len() as u64,
        has_place: place.is_some_and(|place| place.column.is_some()) || args.offset.is_some(),
    })
}

/// Returns the message for an offset that a text of `len` bytes does not have.
fn past_end(offset: u64, len: u64) -> String {
    let are = if len == 1 { "is" } else { "are" };
    let bytes = counted(len, "byte");
    format!("offset {offset} is past the end: there {are} {bytes}")
}

/// Returns the last place up to `at` in `bytes` at which a character surely begins, and the encoding is in its first state.
/// `bytes` are a part of a text at `offset`.
fn boundary(encoding: Encoding, bytes: &[u8], offset: u64, at: usize) -> usize {
    if let Encoding::UTF_8 = encoding {
        return utf8::floor_boundary(bytes, at);
    }
    let line_end = LineEnd::of(encoding);
    let unit = line_end.unit as u64;
    let first_unit = (offset.next_multiple_of(unit) - offset) as usize;
    let Some(before) = bytes.get(first_unit..at) else {
        return at;
    };
    let start_of_line = line_end.all(before).last();
    match start_of_line {
        Some(start) => first_unit + start,
        None if offset == 0 => 0,
        None => at - (before.len() % line_end.unit),
    }
}

/// Returns what is double-encoded in the bytes from `start` to `end` of a text. `bytes` are a part of it at `offset`.
fn within(bytes: &[u8], offset: u64, start: u64, end: u64) -> Vec<DoubleEncoded> {
    let mut found = double_encoded(bytes);
    for run in &mut found {
        run.offset += offset as usize;
    }
    found.retain(|run| (run.offset as u64) < end && (run.offset + run.length) as u64 > start);
    found
}

/// Returns the encoding with its byte order: of the name, or else of the first bytes. Without a name, a file may be in UTF-16
/// or UTF-32, and a text may begin with an announcement of ISO/IEC 2022.
fn in_byte_order(input: &mut Input, named: Option<Encoding>, is_given: bool) -> Result<Encoding, String> {
    let needs_head = match named {
        None => !is_given,
        Some(encoding) => matches!(
            encoding,
            Encoding::Utf16 | Encoding::Utf32 | Encoding::Ucs2(None) | Encoding::Ucs4(None)
        ),
    };
    let utf_8 = Encoding::UTF_8;
    if named.is_none() && iso2022::announced(input.part(0, HEAD)?.bytes).is_some() {
        return Ok(Encoding::Iso2022);
    }
    if !needs_head {
        return Ok(named.unwrap_or(utf_8));
    }
    let head = input.part(0, DETECT_LEN)?;
    let Some(named) = named else {
        return Ok(match detect(head.bytes, head.is_end) {
            Detected::Wide { encoding, .. } => encoding,
            _ => utf_8,
        });
    };
    let endian = match signature::detect(head.bytes) {
        Some(signature::Signature::Utf16(endian) | signature::Signature::Utf32(endian)) => endian,
        _ => Endian::Big,
    };
    Ok(match named {
        Encoding::Utf16 => Encoding::Base(Base::Utf16(endian)),
        Encoding::Utf32 => Encoding::Base(Base::Utf32(endian)),
        Encoding::Ucs2(_) => Encoding::Ucs2(Some(endian)),
        _ => Encoding::Ucs4(Some(endian)),
    })
}
