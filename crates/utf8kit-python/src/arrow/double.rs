//! Undoes double encoding in the values of a column.
//!
//! A value is judged by itself, which takes long. So blocks of many rows are first searched for what double-encoded text has.
//! Hardly any correct text has it.

use super::check::Blocks;
use super::edit::Edits;
use super::error::Error;
use super::values::{Layout, Offset, Offsets, Values};
use crate::memory::{self, NoMemory, OF_DOUBLE_ENCODED};
use crate::signals::Signals;
use std::ops::ControlFlow;
use utf8kit::utf8;
use utf8kit_lint::inspect::{double_encoded_parts, may_be_double_encoded, rows_that_may_be_double_encoded};
use utf8kit_lint::{BODY_LEN, BlockChecker, Finding, Fix, Options, Rule, blocks};

/// Up to this length, the parts of a value are looked for before it is checked: that takes less time where there are none.
const SHORT: usize = 4096;

/// Returns the value without double encoding, or `None` if it has none. `has_clue` states that it may have some.
fn fixed(value: &[u8], has_clue: bool) -> Result<Option<Vec<u8>>, Error> {
    // The search for the parts of a short one begins with the same.
    let is_next = has_clue && value.len() <= SHORT;
    if !is_next && !may_be_double_encoded(value) {
        return Ok(None);
    }
    memory::require(OF_DOUBLE_ENCODED)?;
    if value.len() <= SHORT && double_encoded_parts(value).next().is_none() {
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
    let mut row_of = |row: usize, has_clue: bool| -> Result<(), Error> {
        if !values.is_null(row)
            && let Some(new) = fixed(values.value(row)?, has_clue)?
        {
            edits.replace(row, &new)?;
        }
        Ok(())
    };
    match &values.layout {
        Layout::Small(offsets) => of_blocks(values, offsets, &mut row_of)?,
        Layout::Large(offsets) => of_blocks(values, offsets, &mut row_of)?,
        Layout::Views(_) => (0..values.len).try_for_each(|row| row_of(row, false))?,
    }
    Ok(edits)
}

/// Calls `row_of` with the rows that may be double-encoded, and whether they have a clue.
fn of_blocks<T: Offset>(
    values: &Values,
    offsets: &Offsets<T>,
    row_of: &mut impl FnMut(usize, bool) -> Result<(), Error>,
) -> Result<(), Error> {
    let all = &offsets.offsets[values.offset..][..=values.len];
    let mut found = Vec::new();
    for block in Blocks::new(values, offsets) {
        let (rows, bytes) = block?;
        let Ok(text) = utf8::validate(bytes) else {
            rows.into_iter().try_for_each(|row| row_of(row, false))?;
            continue;
        };
        rows_with_clues(text, &all[rows.start..=rows.end], &mut found)?;
        found.sort_unstable();
        found.dedup();
        found
            .drain(..)
            .try_for_each(|row| row_of(rows.start + row, true))?;
    }
    Ok(())
}

/// Appends the rows of a block that may be double-encoded, which may be the same several times. `offsets` are those of the rows, and
/// run forwards.
fn rows_with_clues<T: Offset>(text: &str, offsets: &[T], found: &mut Vec<usize>) -> Result<(), NoMemory> {
    let first = offsets[0].get();
    let mut outcome = Ok(());
    rows_that_may_be_double_encoded(
        text,
        |row| offsets[row + 1].get() - first,
        |row| {
            if outcome.is_ok() && found.last() != Some(&row) {
                outcome = memory::push(found, row);
            }
        },
    );
    outcome
}
