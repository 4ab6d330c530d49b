//! The state of ISO/IEC 2022 inside of a text: what is announced there follows from all that comes before.

use super::input::Input;
use utf8kit::Policy;
use utf8kit::stream::Stop;
use utf8kit_encodings::{Decoder, Encoding, iso2022};

/// Bytes read at once.
const CHUNK: usize = 64 << 10;

/// A place between two characters, and the [shift state](Decoder::shift_state) there.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) offset: u64,
    pub(super) shift: u16,
}

impl State {
    /// The beginning of a text.
    const START: State = State { offset: 0, shift: 0 };

    /// Returns the last place up to `offset` that is between two characters of a text in ISO/IEC 2022. `head` begins the text:
    /// of a stream, what comes after it may be gone, and then it decides.
    pub(super) fn before(input: &mut Input, head: &[u8], offset: u64) -> Result<State, String> {
        let first = input.part(0, head.len())?.start;
        let start = match first {
            0 => State::START,
            _ => State {
                offset: first,
                shift: after_announcement(head),
            },
        };
        start.advanced(input, offset)
    }

    /// Returns the last place up to `offset` that is between two characters, from this one on.
    pub(super) fn advanced(self, input: &mut Input, offset: u64) -> Result<State, String> {
        let mut decoder = Decoder::new(Encoding::Iso2022, Policy::Drop).with_shift_state(self.shift);
        let mut at = self.offset;
        while at < offset {
            let part = input.part(at, CHUNK.min((offset - at) as usize))?;
            if part.bytes.is_empty() {
                break;
            }
            pass(&mut decoder, part.bytes);
            at += part.bytes.len() as u64;
        }
        Ok(State {
            offset: self.offset + decoder.position(),
            shift: decoder.shift_state(),
        })
    }
}

/// Returns the shift state after the announcement that a text begins with.
fn after_announcement(head: &[u8]) -> u16 {
    let mut decoder = Decoder::new(Encoding::Iso2022, Policy::Drop);
    if let Some(announcement) = iso2022::announced(head) {
        pass(&mut decoder, announcement.sequence());
    }
    decoder.shift_state()
}

fn pass(decoder: &mut Decoder<'_>, mut bytes: &[u8]) {
    let mut numbers = [0; 1024];
    loop {
        let step = decoder.to_code_points(bytes, &mut numbers);
        bytes = &bytes[step.read..];
        if step.stop == Stop::InputUsed {
            return;
        }
    }
}
