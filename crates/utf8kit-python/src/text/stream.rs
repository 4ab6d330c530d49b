//! Text in pieces: what `utf8kit.open` reads files with.

use super::related;
use crate::input::Input;
use crate::memory;
use crate::policy::OnError;
use crate::signals::Signals;
use pyo3::exceptions::{PyLookupError, PyUnicodeDecodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use utf8kit::stream::Stop;
use utf8kit::{Number, Policy};
use utf8kit_encodings::{Decoder, Encoding};

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Mark>()?;
    module.add_class::<Repairer>()
}

/// Places that a report keeps.
const KEPT: usize = 1000;

/// Bytes that are decoded at a time, and the room for their text.
const BLOCK: usize = 16 << 10;
const ROOM: usize = 4 * BLOCK;

/// A place in a text from which it can be decoded again.
#[pyclass(frozen, module = "utf8kit._utf8kit")]
struct Mark {
    decoder: Option<Decoder<'static>>,
    head: Vec<u8>,
}

/// Decodes pieces of a text to UTF-8, replaces what is ill-formed, and keeps where that was.
#[pyclass(module = "utf8kit._utf8kit")]
struct Repairer {
    known: Encoding,
    /// `None` as long as the bytes of `head` can become a signature, which decides the order of bytes.
    decoder: Option<Decoder<'static>>,
    head: Vec<u8>,
    buffer: Vec<u8>,
    on_error: OnError,
    encoding: String,
    count: u64,
    /// The bytes before which all ill-formed sequences are counted: more than are decoded after a return to a mark.
    counted: u64,
    /// The offset, the bytes and the kind of the first ones.
    places: Vec<(u64, Vec<u8>, String)>,
}

#[pymethods]
impl Repairer {
    #[new]
    fn new(encoding: &str, errors: &str) -> PyResult<Self> {
        let known = related::find_any(&related::normalized(encoding)).or_else(|| related::to_read(encoding));
        let known = known.ok_or_else(|| {
            PyLookupError::new_err(format!("utf8kit.open() cannot read {encoding}: use open()"))
        })?;
        Ok(Repairer {
            known,
            decoder: None,
            head: Vec::new(),
            buffer: memory::zeros(ROOM)?,
            on_error: OnError::new(errors).map_err(PyValueError::new_err)?,
            encoding: encoding.to_owned(),
            count: 0,
            counted: 0,
            places: Vec::new(),
        })
    }

    /// The number of ill-formed sequences that were replaced.
    #[getter]
    fn count(&self) -> u64 {
        self.count
    }

    /// The first thousand of them: offset in bytes, bytes, kind.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> Vec<(u64, Bound<'py, PyBytes>, String)> {
        let places = self.places.iter();
        places
            .map(|(offset, bytes, kind)| (*offset, PyBytes::new(py, bytes), kind.clone()))
            .collect()
    }

    /// Returns the place after what was decoded.
    fn mark(&self) -> Mark {
        Mark {
            decoder: self.decoder.clone(),
            head: self.head.clone(),
        }
    }

    /// Returns to a place, or to the beginning. What is decoded again is not counted again.
    #[pyo3(signature = (mark=None))]
    fn restore(&mut self, mark: Option<&Bound<'_, Mark>>) {
        let mark = mark.map(Bound::get);
        self.decoder = mark.and_then(|mark| mark.decoder.clone());
        self.head = mark.map_or_else(Vec::new, |mark| mark.head.clone());
    }

    /// Decodes the next piece, which is the last one if `final`. Returns UTF-8.
    #[pyo3(signature = (data, r#final=false))]
    fn feed<'py>(
        &mut self,
        py: Python<'py>,
        data: Input<'py>,
        r#final: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut text = memory::with_capacity(data.len() + 64)?;
        let mut bytes: &[u8] = &data;
        if self.decoder.is_none() {
            let head = bytes.len().min(4 - self.head.len());
            self.head.extend_from_slice(&bytes[..head]);
            bytes = &bytes[head..];
            if self.head.len() < 4 && !r#final {
                return Ok(PyBytes::new(py, b""));
            }
            let known = related::in_native_order(self.known, &self.head);
            self.decoder = Some(Decoder::new(known, Policy::Fail));
            let head = std::mem::take(&mut self.head);
            self.decode(py, &head, false, &mut text)?;
        }
        self.decode(py, bytes, r#final, &mut text)?;
        Ok(PyBytes::new(py, &text))
    }
}

impl Repairer {
    /// Appends what `bytes` decode to.
    fn decode(&mut self, py: Python<'_>, bytes: &[u8], last: bool, text: &mut Vec<u8>) -> PyResult<()> {
        let mut signals = Signals::new();
        let mut read = 0;
        loop {
            signals.check()?;
            let block = &bytes[read..bytes.len().min(read + BLOCK)];
            if block.is_empty() && !last {
                return Ok(());
            }
            let decoder = self.decoder.as_mut().expect("there is one after the head");
            let step = if block.is_empty() {
                decoder.finish_utf8(&mut self.buffer)
            } else {
                decoder.to_utf8(block, &mut self.buffer)
            };
            let new = &self.buffer[..step.written];
            if let OnError::Escape = self.on_error {
                for &byte in new {
                    let twice = [byte; 2];
                    memory::extend(text, &twice[usize::from(byte != b'\\')..])?;
                }
            } else {
                memory::extend(text, new)?;
            }
            read += step.read;
            let (offset, bytes, kind, reason) = match step.stop {
                Stop::InputUsed if block.is_empty() => return Ok(()),
                Stop::InputUsed | Stop::OutputFull => continue,
                Stop::IllFormed(error) => {
                    let (kind, reason) = (error.kind().name().to_owned(), error.reason());
                    (error.offset(), error.bytes().to_vec(), kind, reason.to_string())
                }
                Stop::NotRepresentable { number, offset } => {
                    let reason = format!("{} is no Unicode scalar value", Number(number));
                    (offset, Vec::new(), "not-representable".to_owned(), reason)
                }
                stop => unreachable!("a decoder to Unicode does not stop for {stop:?}"),
            };
            let replacement = match self.on_error {
                OnError::As(_) if bytes.is_empty() => Some("\u{FFFD}".to_owned()),
                _ => self.on_error.replacement(&bytes),
            };
            let Some(replacement) = replacement else {
                let reason = format!("{reason}, at offset {offset} of the file");
                let len = bytes.len();
                let object = PyBytes::new(py, &bytes).unbind();
                return Err(PyUnicodeDecodeError::new_err((
                    self.encoding.clone(),
                    object,
                    0,
                    len,
                    reason,
                )));
            };
            memory::extend(text, replacement.as_bytes())?;
            if offset < self.counted {
                continue;
            }
            self.counted = offset + 1;
            self.count += 1;
            if self.places.len() < KEPT {
                self.places.push((offset, bytes, kind));
            }
        }
    }
}
