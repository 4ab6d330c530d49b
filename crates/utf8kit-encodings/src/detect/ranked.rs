//! An encoding in the competition.

use super::language::Language;
use super::quality::Quality;
use crate::Encoding;

/// An encoding, and what the text costs in it.
pub(super) struct Ranked {
    pub(super) encoding: Encoding,
    pub(super) language: Language,
    pub(super) cost: i32,
    pub(super) quality: Quality,
}
