//! Undoes double encoding in the values of a column.
//!
//! A value is judged by itself, which takes long. So blocks of many rows are first searched for what double-encoded text has.
//! Hardly any correct text has it.

use super::check::Blocks;
use super::edit::Edits;
use super::error::Error;
use super::values::{Layout, Values};
use crate::memory::{self, OF_DOUBLE_ENCODED};
use crate::signals::Signals;
use std::ops::ControlFlow;
use utf8kit_lint::inspect::may_be_double_encoded;
use utf8kit_lint::{BODY_LEN, BlockChecker, Finding, Fix, Options, Rule, blocks};

/// Returns the value without double encoding, or `None` if it has none.
fn fixed(value: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    if !may_be_double_encoded(value) {
        return Ok(None);
    }
    let options = Options::default()
        .with_rules(Rule::DoubleEncoded.into())
        .with_separate_places(true);
    let mut new: Vec<u8> = Vec::new();
    let mut at = 0;
    let mut failed = None;
    let mut signals = Signals::new();
    let mut checker = BlockChecker::new(options);
    let mut emit = |finding: Finding| {
        if let Fix::Replace(text) = &finding.fix {
            let (offset, length) = (finding.offset as usize, finding.length as usize);
            let pushed = memory::extend(&mut new, &value[at..offset])
                .and_then(|()| memory::extend(&mut new, text.as_bytes()));
            if pushed.is_err() {
                failed = Some(Error::Memory);
                return ControlFlow::Break(());
            }
            at = offset + length;
        }
        ControlFlow::Continue(())
    };
    let mut is_done = false;
    for block in blocks(value, BODY_LEN) {
        signals.check()?;
        memory::require(OF_DOUBLE_ENCODED)?;
        let Ok(flow) = checker.check(&block, &mut emit);
        if flow.is_break() {
            is_done = true;
            break;
        }
    }
    if !is_done {
        let _ = checker.finish(&mut emit);
    }
    if let Some(error) = failed {
        return Err(error);
    }
    if at == 0 {
        return Ok(None);
    }
    memory::extend(&mut new, &value[at..])?;
    Ok(Some(new))
}

/// Returns the new values of the rows that are double-encoded.
pub(super) fn edits(values: &Values) -> Result<Edits, Error> {
    let mut edits = Edits::default();
    let mut row_of = |row: usize| -> Result<(), Error> {
        if !values.is_null(row)
            && let Some(new) = fixed(values.value(row)?)?
        {
            edits.replace(row, &new)?;
        }
        Ok(())
    };
    match &values.layout {
        Layout::Small(offsets) => {
            for block in Blocks::new(values, offsets) {
                let (rows, bytes) = block?;
                if may_be_double_encoded(bytes) {
                    rows.into_iter().try_for_each(&mut row_of)?;
                }
            }
        }
        Layout::Large(offsets) => {
            for block in Blocks::new(values, offsets) {
                let (rows, bytes) = block?;
                if may_be_double_encoded(bytes) {
                    rows.into_iter().try_for_each(&mut row_of)?;
                }
            }
        }
        Layout::Views(_) => (0..values.len).try_for_each(&mut row_of)?,
    }
    Ok(edits)
}
