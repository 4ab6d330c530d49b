//! Recognizes the encoding of a column.

use super::check::{Found, ill_formed_values};
use super::error::Error;
use super::import::Source;
use super::once::Once;
use super::values::{Chunk, Values};
use crate::memory::{self, OF_RECOGNITION};
use crate::signals::Signals;
use std::ops::ControlFlow;
use utf8kit_lint::{Certainty, DETECT_LEN, Detected, RECOGNIZE_LEN, Recognized, Recognizer, detect};

/// What [`recognize`] found.
pub(super) struct Outcome {
    /// `None` if the values are binary, or if there are none that are not empty.
    pub(super) recognized: Option<Recognized>,
    /// The rows, or entries of dictionaries, that are not null.
    pub(super) values: u64,
    /// Those that are not well-formed UTF-8.
    pub(super) ill_formed: u64,
}

/// Returns the encoding that the values of a column are in, all of them.
///
/// Values that are not UTF-8 decide: the encodings of bytes over 0x7F are guessed from them alone, one value in a line. If they show
/// nothing, the other values decide. Where
/// the values have zero bytes as UTF-16 has them, they are joined without lines.
pub(super) fn recognize(mut source: Source) -> Result<Outcome, Error> {
    let mut head = Head::default();
    let mut foreign = Recognizer::new();
    let mut is_enough = false;
    let (mut count, mut ill_formed) = (0, 0);
    let mut dictionaries = Once::default();
    let mut signals = Signals::new();
    while let Some(chunk) = source.next()? {
        signals.check()?;
        let values = match &chunk {
            Chunk::Plain(values) => values,
            Chunk::Encoded(encoded) => {
                let mut is_new = false;
                dictionaries.get(&encoded.dictionary, || {
                    is_new = true;
                    Ok(())
                })?;
                if !is_new {
                    continue;
                }
                &encoded.dictionary
            }
        };
        count += (values.len - values.nulls) as u64;
        head.extend(values)?;
        let mut found = |found: Found<'_>| {
            if !found.is_null {
                ill_formed += 1;
                if !is_enough {
                    is_enough = foreign.push(found.bytes).is_break() || foreign.push(b"\n").is_break();
                }
            }
            ControlFlow::<()>::Continue(())
        };
        let _ = ill_formed_values(values, &mut found)?;
    }
    memory::require(OF_RECOGNITION)?;
    let wide = detect(&head.joined, head.joined.len() < DETECT_LEN);
    let recognized_in = |text: &[u8]| {
        let mut recognizer = Recognizer::new();
        let _ = recognizer.push(text);
        recognizer.finish()
    };
    let recognized = if let Detected::Wide { .. } = wide {
        recognized_in(&head.joined)
    } else if !head.has_text && ill_formed == 0 {
        // There is no text.
        None
    } else if ill_formed == 0 {
        recognized_in(&head.lines)
    } else {
        let foreign = foreign.finish();
        // A few values that are cut do not make a column of UTF-8 another encoding.
        let is_guess = foreign.is_none_or(|foreign| foreign.certainty == Certainty::Possible);
        let whole = is_guess.then(|| recognized_in(&head.lines)).flatten();
        whole.filter(|whole| whole.encoding == "UTF-8").or(foreign)
    };
    Ok(Outcome {
        recognized,
        values: count,
        ill_formed,
    })
}

/// The first values of a column.
#[derive(Default)]
struct Head {
    /// With nothing between them.
    joined: Vec<u8>,
    /// With line feeds between them.
    lines: Vec<u8>,
    /// Whether a value is not empty.
    has_text: bool,
}

impl Head {
    fn extend(&mut self, values: &Values) -> Result<(), Error> {
        for row in 0..values.len {
            if self.lines.len() >= RECOGNIZE_LEN {
                break;
            }
            if values.is_null(row) {
                continue;
            }
            let value = values.value(row)?;
            let value = &value[..value.len().min(RECOGNIZE_LEN)];
            self.has_text |= !value.is_empty();
            // A value that is cut would be ill-formed.
            if self.joined.len() + value.len() <= 2 * DETECT_LEN {
                self.joined.extend_from_slice(value);
            }
            self.lines.extend_from_slice(value);
            self.lines.push(b'\n');
        }
        Ok(())
    }
}
