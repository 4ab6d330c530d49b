//! Text in pieces: what `utf8kit.open` reads files with.

use super::related;
use crate::input::Input;
use crate::policy::OnError;
use pyo3::exceptions::{PyLookupError, PyUnicodeDecodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use utf8kit::Policy;
use utf8kit::stream::Stop;
use utf8kit_family::Decoder;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Repairer>()
}

/// Places that a report keeps.
const KEPT: usize = 1000;

/// Decodes pieces of a text to UTF-8, replaces what is ill-formed, and keeps where that was.
#[pyclass(module = "utf8kit._utf8kit")]
struct Repairer {
    decoder: Decoder<'static>,
    on_error: OnError,
    encoding: String,
    count: u64,
    /// The offset, the bytes and the kind of the first ones.
    places: Vec<(u64, Vec<u8>, String)>,
}

#[pymethods]
impl Repairer {
    #[new]
    fn new(encoding: &str, errors: &str) -> PyResult<Self> {
        let known = related::find_any(&related::normalized(encoding)).ok_or_else(|| {
            PyLookupError::new_err(format!(
                "utf8kit.open() reads UTF-8, UTF-16, UTF-32 and their relatives, not {encoding}: use open()"
            ))
        })?;
        Ok(Repairer {
            decoder: Decoder::new(known, Policy::Fail),
            on_error: OnError::new(errors).map_err(PyValueError::new_err)?,
            encoding: encoding.to_owned(),
            count: 0,
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

    /// Decodes the next piece, which is the last one if `final`. Returns UTF-8.
    #[pyo3(signature = (data, r#final=false))]
    fn feed<'py>(
        &mut self,
        py: Python<'py>,
        data: Input<'py>,
        r#final: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut text = Vec::with_capacity(data.len() + 64);
        let mut read = 0;
        loop {
            let rest = &data[read..];
            if rest.is_empty() && !r#final {
                return Ok(PyBytes::new(py, &text));
            }
            let len = text.len();
            text.resize(len + 64 + 2 * rest.len(), 0);
            let step = if rest.is_empty() {
                self.decoder.finish_utf8(&mut text[len..])
            } else {
                self.decoder.to_utf8(rest, &mut text[len..])
            };
            text.truncate(len + step.written);
            if let OnError::Escape = self.on_error {
                let tail = text.split_off(len);
                text.extend(
                    tail.iter()
                        .flat_map(|&byte| std::iter::repeat_n(byte, if byte == b'\\' { 2 } else { 1 })),
                );
            }
            read += step.read;
            let (offset, bytes, kind, reason) = match step.stop {
                Stop::InputUsed if rest.is_empty() => return Ok(PyBytes::new(py, &text)),
                Stop::InputUsed | Stop::OutputFull => continue,
                Stop::IllFormed(error) => {
                    let (kind, reason) = (error.kind().name().to_owned(), error.reason().to_string());
                    (error.offset(), error.bytes().to_vec(), kind, reason)
                }
                Stop::NotScalarValue { number, offset } => {
                    let reason = format!("{number:#X} is no Unicode scalar value");
                    (offset, Vec::new(), "not-scalar-value".to_owned(), reason)
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
            text.extend_from_slice(replacement.as_bytes());
            self.count += 1;
            if self.places.len() < KEPT {
                self.places.push((offset, bytes, kind));
            }
        }
    }
}
