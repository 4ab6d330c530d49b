//! Findings as Python objects.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::borrow::Cow;
use utf8kit_lint::{Certainty, Fix, Rule, escape};

/// Something that a rule found. ``str()`` of it is ``line:column: rule: message``.
#[pyclass(frozen, eq, hash, module = "utf8kit")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Finding {
    rule: Rule,
    kind: Cow<'static, str>,
    offset: u64,
    line: u64,
    column: u64,
    end_column: u64,
    length: u64,
    count: u64,
    bytes: Vec<u8>,
    message: String,
    clause: Cow<'static, str>,
    fix: Option<String>,
    meant: Option<String>,
    transcode: Option<Cow<'static, str>>,
    context: Context,
}

/// The text around a finding, in its line and at most a few hundred bytes to either side.
#[pyclass(frozen, eq, hash, module = "utf8kit", from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Context {
    before: Vec<u8>,
    found: Option<Vec<u8>>,
    after: Vec<u8>,
    from_line_start: bool,
    to_line_end: bool,
}

impl From<utf8kit_lint::Finding> for Finding {
    fn from(finding: utf8kit_lint::Finding) -> Finding {
        let (mut fix, mut meant, mut transcode) = (None, None, None);
        match finding.fix {
            Fix::Replace(text) => fix = Some(text),
            Fix::OnError { meant: text, .. } => meant = text,
            Fix::Transcode { certainty, .. } => transcode = Some(certainty_name(certainty)),
            _ => {}
        }
        let context = finding.context;
        Finding {
            rule: finding.rule,
            kind: finding.kind,
            offset: finding.offset,
            line: finding.line,
            column: finding.column,
            end_column: finding.end_column,
            length: finding.length,
            count: finding.count,
            bytes: finding.bytes,
            message: finding.message,
            clause: finding.clause.into(),
            fix,
            meant,
            transcode,
            context: Context {
                before: context.before,
                found: context.found,
                after: context.after,
                from_line_start: context.from_line_start,
                to_line_end: context.to_line_end,
            },
        }
    }
}

fn certainty_name(certainty: Certainty) -> Cow<'static, str> {
    certainty.to_string().into()
}

#[pymethods]
impl Finding {
    #[new]
    #[pyo3(signature = (rule, kind, offset, line, column, end_column, length, count, bytes, message, clause, fix, meant, transcode, context))]
    #[allow(clippy::too_many_arguments)] // pickle calls it
    fn new(
        rule: &str,
        kind: String,
        offset: u64,
        line: u64,
        column: u64,
        end_column: u64,
        length: u64,
        count: u64,
        bytes: Vec<u8>,
        message: String,
        clause: String,
        fix: Option<String>,
        meant: Option<String>,
        transcode: Option<String>,
        context: Context,
    ) -> PyResult<Finding> {
        let rule: Rule = rule
            .parse()
            .map_err(|error| PyValueError::new_err(format!("{error}: {rule:?}")))?;
        Ok(Finding {
            rule,
            kind: kind.into(),
            offset,
            line,
            column,
            end_column,
            length,
            count,
            bytes,
            message,
            clause: clause.into(),
            fix,
            meant,
            transcode: transcode.map(Cow::Owned),
            context,
        })
    }

    /// The name of the rule that found it: ``ill-formed``.
    #[getter]
    fn rule(&self) -> &'static str {
        self.rule.name()
    }

    /// How the text breaks the rule: ``overlong``. Programs can rely on it.
    #[getter]
    fn kind(&self) -> &str {
        &self.kind
    }

    /// The number of bytes before it.
    #[getter]
    fn offset(&self) -> u64 {
        self.offset
    }

    /// Its line, from 1. Only LF ends a line.
    #[getter]
    fn line(&self) -> u64 {
        self.line
    }

    /// Its column in characters, from 1.
    #[getter]
    fn column(&self) -> u64 {
        self.column
    }

    /// The column after it.
    #[getter]
    fn end_column(&self) -> u64 {
        self.end_column
    }

    /// Its length in bytes.
    #[getter]
    fn length(&self) -> u64 {
        self.length
    }

    /// The number of places that it covers. A run of places of one rule and kind is one finding.
    #[getter]
    fn count(&self) -> u64 {
        self.count
    }

    /// Its bytes: the first 64, if there are more.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// What was found and what was expected.
    #[getter]
    fn message(&self) -> &str {
        &self.message
    }

    /// The clause of the standard that the text breaks, or that the rule rests on.
    #[getter]
    fn clause(&self) -> &str {
        &self.clause
    }

    /// The text that repairs it, in place of its bytes, if nothing is lost by it. ``None`` if there is no such repair.
    #[getter]
    fn fix(&self) -> Option<&str> {
        self.fix.as_deref()
    }

    /// The character that an overlong form or a pair of surrogates stood for.
    #[getter]
    fn meant(&self) -> Option<&str> {
        self.meant.as_deref()
    }

    /// How certain it is that the whole text is in the encoding that ``kind`` names, if that is the finding.
    #[getter]
    fn transcode(&self) -> Option<&str> {
        self.transcode.as_deref()
    }

    /// The text around it.
    #[getter]
    fn context(&self) -> Context {
        self.context.clone()
    }

    fn __str__(&self) -> String {
        let message = escape::text(self.message.as_bytes());
        format!("{}:{}: {}: {message}", self.line, self.column, self.rule)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "<Finding rule='{}' kind='{}' offset={} line={} column={} length={} count={} bytes={} message={}>",
            self.rule,
            self.kind,
            self.offset,
            self.line,
            self.column,
            self.length,
            self.count,
            self.bytes(py).repr()?,
            self.message.as_str().into_pyobject(py)?.repr()?,
        ))
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let numbers = [
            self.offset,
            self.line,
            self.column,
            self.end_column,
            self.length,
            self.count,
        ];
        let mut arguments: Vec<Bound<'py, PyAny>> = vec![
            self.rule().into_pyobject(py)?.into_any(),
            self.kind().into_pyobject(py)?.into_any(),
        ];
        for number in numbers {
            arguments.push(number.into_pyobject(py)?.into_any());
        }
        arguments.push(self.bytes(py).into_any());
        arguments.push(self.message().into_pyobject(py)?.into_any());
        arguments.push(self.clause().into_pyobject(py)?.into_any());
        for text in [self.fix(), self.meant(), self.transcode()] {
            arguments.push(text.into_pyobject(py)?.into_any());
        }
        arguments.push(self.context().into_pyobject(py)?.into_any());
        PyTuple::new(py, arguments)
    }
}

#[pymethods]
impl Context {
    #[new]
    fn new(
        before: Vec<u8>,
        found: Option<Vec<u8>>,
        after: Vec<u8>,
        from_line_start: bool,
        to_line_end: bool,
    ) -> Context {
        Context {
            before,
            found,
            after,
            from_line_start,
            to_line_end,
        }
    }

    /// The text before the finding.
    #[getter]
    fn before<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.before)
    }

    /// The text of the finding in UTF-8, if the text itself is in another encoding.
    #[getter]
    fn found<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.found.as_ref().map(|found| PyBytes::new(py, found))
    }

    /// The text after the finding.
    #[getter]
    fn after<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.after)
    }

    /// Whether ``before`` begins where the line does.
    #[getter(from_line_start)]
    fn is_from_line_start(&self) -> bool {
        self.from_line_start
    }

    /// Whether ``after`` ends where the line does.
    #[getter]
    fn to_line_end(&self) -> bool {
        self.to_line_end
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "<Context before={} after={}>",
            self.before(py).repr()?,
            self.after(py).repr()?,
        ))
    }

    #[allow(clippy::type_complexity)]
    fn __getnewargs__<'py>(
        &self,
        py: Python<'py>,
    ) -> (
        Bound<'py, PyBytes>,
        Option<Bound<'py, PyBytes>>,
        Bound<'py, PyBytes>,
        bool,
        bool,
    ) {
        (
            self.before(py),
            self.found(py),
            self.after(py),
            self.from_line_start,
            self.to_line_end,
        )
    }
}
