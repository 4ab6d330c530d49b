//! Decodes bytes in some encoding to text.

use super::bytes::whole_sequences;
use super::joined::{Joined, Source};
use super::pages::{Page, PageDecoder};
use super::remarks;
use super::sets::{self, Ended, SetDecoder};
use super::stopped::Stopped;
use crate::encodings::on_error::OnError;
use crate::encodings::{Encoding, Legacy};
use encoding_rs::DecoderResult;
use utf8kit::stream::{SignaturePolicy, Step, Stop};
use utf8kit::utf8;
use utf8kit_encodings as family;

/// Bytes of text decoded at once.
pub(crate) const TEXT: usize = 256 << 10;

/// Takes text, and a function that returns the offset in the input at which the first bytes of that text, this many, end.
pub(crate) type Take<'t> = &'t mut dyn FnMut(&str, &dyn Fn(usize) -> u64) -> Result<(), Stopped>;

/// One input being decoded.
pub(crate) struct Decoding<'a> {
    decoder: Decoder<'a>,
    /// Room for the text, unless it is joined.
    text: Vec<u8>,
}

enum Decoder<'a> {
    Family(family::Decoder<'a>),
    Legacy {
        name: &'static str,
        encoding: &'static encoding_rs::Encoding,
        decoder: encoding_rs::Decoder,
        /// Bytes read so far.
        read: u64,
        /// The last of them: an ill-formed sequence may have begun there.
        recent: Vec<u8>,
        joined: Joined<'a, u64>,
    },
    Page {
        page: &'static Page,
        decoder: PageDecoder,
        /// Bytes read so far.
        read: u64,
        joined: Joined<'a, u64>,
    },
    Set {
        name: &'static str,
        decoder: SetDecoder,
        /// The state before each text, and the offset of it in the bytes.
        joined: Joined<'a, (sets::State, usize)>,
    },
}

/// Returns the offset in the input of what comes next when `decode` has filled its destination. It begins at `before` with `bytes`.
pub(crate) fn next_offset(
    before: &family::Decoder<'_>,
    bytes: &[u8],
    decode: impl Fn(&mut family::Decoder<'_>, &[u8]) -> Step,
) -> u64 {
    let mut decoder = before.clone();
    let read = decode(&mut decoder, bytes).read;
    if decoder.pending().is_empty() {
        return decoder.position();
    }
    // A replacement comes next: without its last byte, the sequence is not yet replaced.
    let Some(read) = read.checked_sub(1) else {
        return before.position();
    };
    let mut decoder = before.clone();
    let _ = decode(&mut decoder, &bytes[..read]);
    decoder.position()
}

impl<'a> Decoding<'a> {
    pub(crate) fn new(encoding: Encoding, on_error: &'a OnError) -> Self {
        let decoder = match encoding {
            Encoding::Family(encoding) => {
                let decoder = family::Decoder::new(encoding, on_error.policy());
                Decoder::Family(decoder.with_signature(SignaturePolicy::Keep))
            }
            Encoding::Legacy(Legacy::Page(page)) => Decoder::Page {
                page,
                decoder: PageDecoder::new(page),
                read: 0,
                joined: Joined::new(on_error),
            },
            Encoding::Legacy(Legacy::Set(set)) => Decoder::Set {
                name: set.name,
                decoder: SetDecoder::new(set),
                joined: Joined::new(on_error),
            },
            Encoding::Legacy(Legacy::Web(web)) => Decoder::Legacy {
                name: encoding.name(),
                encoding: web,
                decoder: web.new_decoder_without_bom_handling(),
                read: 0,
                recent: Vec::new(),
                joined: Joined::new(on_error),
            },
        };
        let text = match decoder {
            Decoder::Family(_) => vec![0; TEXT],
            _ => Vec::new(),
        };
        Decoding { decoder, text }
    }

    /// Returns how many of `bytes` to decode now, so that offsets are known: in legacy encodings, only the first byte of a
    /// character can be below 0x21.
    pub(crate) fn whole_characters(&self, bytes: &[u8]) -> usize {
        match self.decoder {
            Decoder::Family(..) => whole_sequences(bytes),
            Decoder::Page { .. } | Decoder::Set { .. } => bytes.len(),
            Decoder::Legacy { .. } => bytes
                .iter()
                .rposition(|&byte| byte <= b' ')
                .map_or(bytes.len(), |last| last + 1),
        }
    }

    /// Returns what is to be remarked on the input.
    pub(crate) fn remark(&self) -> Option<String> {
        match &self.decoder {
            Decoder::Family(decoder) => match decoder.hangul() {
                Some(report) => remarks::hangul(&report),
                None => remarks::read(decoder.encoding(), decoder.remarked()),
            },
            Decoder::Legacy { .. } | Decoder::Page { .. } | Decoder::Set { .. } => None,
        }
    }

    /// Decodes the next `bytes`. `last`: the input ends with them.
    pub(crate) fn decode(&mut self, bytes: &[u8], last: bool, take: Take<'_>) -> Result<(), Stopped> {
        match &mut self.decoder {
            Decoder::Family(decoder) => {
                let mut left = bytes;
                loop {
                    let finishing = last && left.is_empty();
                    let decode =
                        |decoder: &mut family::Decoder<'_>, bytes: &[u8], text: &mut [u8]| match finishing {
                            true => decoder.finish_utf8(text),
                            false => decoder.to_utf8(bytes, text),
                        };
                    let before = decoder.clone();
                    let Step { read, written, stop } = decode(decoder, left, &mut self.text);
                    take(checked(&self.text[..written]), &|end| {
                        // Decodes again up to there.
                        next_offset(&before, left, |decoder, bytes| {
                            decode(decoder, bytes, &mut vec![0; end])
                        })
                    })?;
                    left = &left[read..];
                    match stop {
                        Stop::InputUsed if finishing || !last => return Ok(()),
                        Stop::IllFormed(error) => return Err(Stopped::IllFormed(error)),
                        Stop::NotRepresentable { number, offset } => {
                            return Err(Stopped::Lacking(number, offset));
                        }
                        _ => {}
                    }
                }
            }
            Decoder::Legacy {
                name,
                encoding,
                decoder,
                read: total,
                recent,
                joined,
            } => {
                let (encoding, base) = (*encoding, *total);
                let offset = |from: &u64, text: &str| from + encoding.encode(text).0.len() as u64;
                let mut at = 0;
                loop {
                    let from = base + at as u64;
                    let (result, read, written) =
                        decoder.decode_to_utf8_without_replacement(&bytes[at..], joined.room(), last);
                    at += read;
                    joined.add(from, written);
                    match result {
                        DecoderResult::InputEmpty => {
                            joined.write(&offset, take)?;
                            *total += bytes.len() as u64;
                            recent.extend_from_slice(&bytes[bytes.len().saturating_sub(8)..]);
                            recent.drain(..recent.len().saturating_sub(8));
                            return Ok(());
                        }
                        DecoderResult::OutputFull => joined.write(&offset, take)?,
                        DecoderResult::Malformed(len, after) => {
                            let (len, after) = (usize::from(len), usize::from(after));
                            let source = Source {
                                name,
                                offset: base + at as u64 - (len + after) as u64,
                            };
                            let whole;
                            let invalid = match at.checked_sub(len + after) {
                                Some(start) => &bytes[start..start + len],
                                None => {
                                    whole = [&recent[..], &bytes[..at]].concat();
                                    let end = whole.len() - after;
                                    &whole[end - len..end]
                                }
                            };
                            joined.replace(invalid, &source, &offset, take)?;
                        }
                    }
                }
            }
            Decoder::Page {
                page,
                decoder,
                read: total,
                joined,
            } => {
                let offset = |from: &u64, text: &str| from + text.chars().count() as u64;
                let mut left = bytes;
                loop {
                    let from = *total;
                    let room = joined.room();
                    let room_len = room.len();
                    let (read, written) = decoder.decode(left, room);
                    joined.add(from, written);
                    *total += read as u64;
                    left = &left[read..];
                    match left.split_first() {
                        Some((invalid, rest)) if written + PageDecoder::ROOM <= room_len => {
                            let source = Source {
                                name: page.name,
                                offset: *total,
                            };
                            joined.replace(&[*invalid], &source, &offset, take)?;
                            *total += 1;
                            left = rest;
                        }
                        next => {
                            joined.write(&offset, take)?;
                            if next.is_none() {
                                return Ok(());
                            }
                        }
                    }
                }
            }
            Decoder::Set {
                name,
                decoder,
                joined,
            } => {
                let again = decoder.clone();
                // Decodes again up to there.
                let offset = |&(state, at): &(sets::State, usize), text: &str| {
                    let (mut again, end) = (again.at(state), text.len());
                    let _ = again.decode(&bytes[at..], last, end, &mut vec![0; end + ROOM]);
                    again.position()
                };
                let mut at = 0;
                loop {
                    let from = (decoder.state(), at);
                    let room = joined.room();
                    let limit = room.len() - ROOM;
                    let Ended {
                        read,
                        written,
                        invalid,
                    } = decoder.decode(&bytes[at..], last, limit, room);
                    joined.add(from, written);
                    at += read;
                    match invalid {
                        Some(invalid) => {
                            let source = Source {
                                name,
                                offset: decoder.position() - invalid.bytes().len() as u64,
                            };
                            joined.replace(invalid.bytes(), &source, &offset, take)?;
                        }
                        None => {
                            joined.write(&offset, take)?;
                            if written < limit {
                                return Ok(());
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Bytes that a [`SetDecoder`] needs behind the text that it writes.
const ROOM: usize = 16;

pub(crate) fn checked(text: &[u8]) -> &str {
    utf8::validate(text).expect("decoders write well-formed text")
}
