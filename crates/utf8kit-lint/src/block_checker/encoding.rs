//! Which encoding a text is in: decided at its start, by a declaration, or by what follows the first ill-formed sequence.

use super::{BlockChecker, Encoding};
use crate::block::{BODY_LEN, Block, MARGIN};
use crate::by_escapes;
use crate::certainty::Certainty;
use crate::columns::Columns;
use crate::declared::{self, AFTER_COMMENTS_LEN, Declaration, Declared, Found, Mail};
use crate::detect::{DETECT_LEN, Detected, detect};
use crate::encoding_checker::EncodingChecker;
use crate::finding::{After, Context, Emit, Finding};
use crate::fix::Fix;
use crate::guess::Guess;
use crate::in_mail::InMail;
use crate::judgement::Until;
use crate::legacy::{ENOUGH, MANY, Sample, count_high, is_utf8_against, sample_start};
use crate::lines::{Lines, line_at};
use crate::mixed::{Mixed, is_mixed};
use crate::parts::Parts;
use crate::position::{Passed, Position, after_signature};
use crate::relatives::Relatives;
use crate::rules::Rule;
use crate::rules::{nul_character, other_encoding, wrong_declaration};
use crate::scan::{Event, What};
use crate::source::Source;
use crate::wide::{WideCheck, wide_certainty};
use std::ops::{ControlFlow, Range};
use utf8kit::signature::{self, Signature};
use utf8kit::{Encoding as Base, IllFormed, utf8};

impl<S: Source> BlockChecker<S> {
    /// Checks the start of the text, if `block` is the first.
    pub(super) fn begin(&mut self, block: &Block<'_>, emit: Emit<'_>) -> Result<ControlFlow<()>, S::Error> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(ControlFlow::Continue(()));
        }
        if self.options.has(Rule::OtherEncoding)
            && let Detected::Wide { encoding, signature } = detect(block.bytes, block.is_last)
        {
            let len = signature.map_or(0, |signature| signature.len());
            let (encoding, other_from) = self.wide_encoding(block, encoding)?;
            let is_utf_16 = matches!(encoding, utf8kit_encodings::Encoding::Base(Base::Utf16(_)));
            // A few characters before a part in UTF-16 leave no doubt.
            let head = &block.bytes[..block.bytes.len().min(MARGIN / 2)];
            let may_begin_otherwise = || signature.is_none() && count_parts(head) > 1;
            if is_utf_16 && (may_begin_otherwise() || (other_from.is_some() && self.has_parts(block)?)) {
                self.mixed = Some(Box::new(Mixed::new(self.position)));
                return Ok(ControlFlow::Continue(()));
            }
            let certainty = wide_certainty(signature.is_some(), other_from.is_some());
            let words = other_encoding::wide(encoding, signature, certainty, other_from);
            let mut finding = self.finding(block, 0..len, Rule::OtherEncoding, words)?;
            if let utf8kit_encodings::Encoding::Base(_) = encoding {
                finding.fix = Fix::Transcode {
                    certainty,
                    second: None,
                    neighbors: 0,
                };
            }
            if emit(finding).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.wide = Some(Box::new(EncodingChecker::new(encoding, self.options)));
            return self.begin_wide(block, encoding, len, emit);
        }
        let head = &block.bytes[..block.bytes.len().min(DETECT_LEN)];
        if self.options.has(Rule::OtherEncoding) && memchr::memchr(0, head).is_some() && is_mixed(head) {
            self.mixed = Some(Box::new(Mixed::new(self.position)));
            return Ok(ControlFlow::Continue(()));
        }
        if self.options.has(Rule::OtherEncoding) {
            let head = &block.bytes[..block.bytes.len().min(ENOUGH)];
            if let Some(found) = by_escapes::recognize(head) {
                let number = memchr::memchr_iter(b'\n', &head[..found.at]).count();
                let line = found.text.split('\n').nth(number).unwrap_or_default();
                let words = other_encoding::switched(found.encoding, found.certainty, line);
                let mut finding = self.finding(block, found.at..found.at + 1, Rule::OtherEncoding, words)?;
                finding.fix = Fix::Transcode {
                    certainty: found.certainty,
                    second: None,
                    neighbors: 0,
                };
                let _ = emit(finding);
                return Ok(ControlFlow::Break(()));
            }
        }
        if let Some(Signature::Utf8) = signature::detect(block.bytes) {
            self.encoding = Encoding::Utf8;
        }
        let head = &block.bytes[..block.bytes.len().min(DETECT_LEN)];
        if self.options.is_binary
            && self.options.has(Rule::Nul)
            && let Some((at, sign)) = nul_character::find_binary(head)
        {
            let finding = self.finding(block, at..at + 1, Rule::Nul, nul_character::binary(sign))?;
            let _ = emit(finding);
            return Ok(ControlFlow::Break(()));
        }
        if self.options.has(Rule::Signature)
            && let Some(violation) = self.options.signature.violation(block.bytes)
        {
            let words = (violation.kind().into(), violation.message().to_owned());
            let mut finding = self.finding(block, 0..violation.len(), Rule::Signature, words)?;
            finding.fix = Fix::Replace(violation.repaired().into());
            if emit(finding).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.begin_declared(block, emit)
    }

    /// Queues the finding that a line is in a legacy encoding, if an event is the first ill-formed sequence of such a line.
    pub(super) fn is_legacy_line(&mut self, block: &Block<'_>, event: &Event) -> Result<bool, S::Error> {
        let at = event.place.start;
        let may_be = matches!((&event.what, self.encoding), (What::IllFormed(_), Encoding::Utf8));
        if !may_be || !self.options.has(Rule::OtherEncoding) {
            return Ok(false);
        }
        let Some(place) = line_at(block.bytes, at, block.is_last) else {
            return Ok(false);
        };
        let lines = self
            .lines
            .get_or_insert_with(|| Lines::of(&block.bytes[place.start..block.bytes.len().min(at + MARGIN)]));
        let Some(line) = lines.judge(&block.bytes[place.clone()]) else {
            return Ok(false);
        };
        // In a dialect of UTF-8, the text has no such lines.
        if self.relatives.is_open() {
            self.queue.complete_held("");
        }
        self.relatives = Relatives::Over;
        self.line_end = block.start + place.end as u64;
        let words = other_encoding::line(&line);
        let finding = self.finding(block, place.clone(), Rule::OtherEncoding, words)?;
        let passed = Passed::Text(after_signature(finding.offset, &block.bytes[place]));
        let (end_column, end_columns) = passed.end(1, Columns::START);
        let text = line.text.trim_end_matches(['\r', '\n']);
        self.queue.push(
            Finding {
                column: 1,
                end_column,
                columns: Columns::START,
                end_columns,
                fix: Fix::Line {
                    text: line.text.clone(),
                    certainty: line.certainty,
                },
                context: Context {
                    found: Some(text.as_bytes().to_vec()),
                    from_line_start: true,
                    to_line_end: true,
                    ..Context::default()
                },
                ..finding
            },
            Until::Nothing,
        );
        Ok(true)
    }

    /// Returns `true` if an event is a zero byte of UTF-16 in a text of single bytes. It is looked for at the first zero bytes.
    pub(super) fn begins_utf_16(&mut self, block: &Block<'_>, event: &Event) -> bool {
        const MOST_ZEROS: u32 = 16;
        let at = event.place.start;
        if self.zeros >= MOST_ZEROS
            || block.bytes[at] != 0
            || !matches!(event.what, What::Character(..))
            || !self.options.has(Rule::OtherEncoding)
        {
            return false;
        }
        self.zeros += 1;
        // This much of the text is in every block.
        is_mixed(&block.bytes[sample_start(block.bytes, at)..block.bytes.len().min(at + MARGIN)])
    }

    /// Ends the findings that more text could continue.
    fn end_findings(&mut self, block: &Block<'_>) {
        self.queue
            .update_runs(&mut |offset| After::new(block, (offset - block.start) as usize));
        self.queue.end_all_runs();
        self.queue.end_lines(b"\n");
    }

    /// Begins the check of a text that is in UTF-16 in part, at the line of a zero byte at `at` in the block's bytes.
    pub(super) fn begin_mixed(
        &mut self,
        block: &Block<'_>,
        at: usize,
        emit: Emit<'_>,
    ) -> Result<(), S::Error> {
        self.end_findings(block);
        // The line may have findings before the place.
        let window = at.saturating_sub(MARGIN / 2);
        let start = match memchr::memrchr(b'\n', &block.bytes[window..at]) {
            Some(lf) => window + lf + 1,
            None if block.start + window as u64 == 0 => 0,
            None => at.saturating_sub(1),
        };
        self.advance(block, start)?;
        let mut position = self.position;
        if position.offset > block.start + start as u64 {
            position = Position {
                offset: block.start + start as u64,
                column: 1,
                columns: Columns::START,
                ..position
            };
        }
        let mut mixed = Mixed::new(position);
        let _ = self.queue.release(emit);
        let _ = mixed.push(block.start, block.bytes, emit);
        self.mixed = Some(Box::new(mixed));
        Ok(())
    }

    /// Ends a text that is in UTF-16 in part.
    pub(super) fn finish_mixed(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        let Some(mixed) = self.mixed.take() else {
            return ControlFlow::Continue(());
        };
        self.queue.settle(Until::TextIsKorean, false);
        self.queue.decide_through(self.through);
        self.queue.complete_held("");
        self.queue.release(emit)?;
        mixed.finish(emit)
    }

    /// Returns the encoding of a text in UTF-16, UTF-32 or UCS-4 of which the first bytes are in `encoding`, and the offset from
    /// which on it holds something else. Without a source, only its first block is known.
    fn wide_encoding(
        &self,
        block: &Block<'_>,
        encoding: utf8kit_encodings::Encoding,
    ) -> Result<(utf8kit_encodings::Encoding, Option<u64>), S::Error> {
        let mut wide = WideCheck::new(encoding);
        let Some(source) = &self.source else {
            wide.push(block.bytes);
            let other_from = wide.finish(block.is_last);
            return Ok((wide.encoding(), other_from));
        };
        read_all(source, &mut |piece| wide.push(piece))?;
        let other_from = wide.finish(true);
        Ok((wide.encoding(), other_from))
    }

    /// Returns `true` if the text has several parts. Without a source, only its first block is known.
    fn has_parts(&self, block: &Block<'_>) -> Result<bool, S::Error> {
        let mut parts = Parts::new();
        let mut count = 0;
        let mut emit = |_| count += 1;
        match &self.source {
            Some(source) => read_all(source, &mut |piece| parts.push(piece, &mut emit))?,
            None => parts.push(block.bytes, &mut emit),
        }
        parts.finish(&mut emit);
        Ok(count > 1)
    }

    /// Reads what the text declares, and reports a declaration of UTF-16 or UTF-32 in a text of single bytes.
    pub(super) fn begin_declared(
        &mut self,
        block: &Block<'_>,
        emit: Emit<'_>,
    ) -> Result<ControlFlow<()>, S::Error> {
        if !self.options.has(Rule::WrongDeclaration) && !self.options.has(Rule::OtherEncoding) {
            return Ok(ControlFlow::Continue(()));
        }
        if let Some((encoding, by)) = self.options.declared {
            return self.begin_declared_elsewhere(block, encoding, by, emit);
        }
        if let Some(mail) = Mail::begin(block.bytes) {
            self.mail = Some(InMail::new(mail));
            return Ok(ControlFlow::Continue(()));
        }
        let declaration = match declared::find_or_unknown(block.bytes) {
            None => return Ok(ControlFlow::Continue(())),
            Some(Found::Unknown(found)) => {
                if !self.options.has(Rule::WrongDeclaration) || self.options.is_template {
                    return Ok(ControlFlow::Continue(()));
                }
                let words = wrong_declaration::unknown(&found);
                let position = self.position;
                let finding = self.finding(block, found.place, Rule::WrongDeclaration, words)?;
                self.position = position;
                return Ok(emit(finding));
            }
            Some(Found::Known(declaration)) => declaration,
        };
        if declaration.encoding == Declared::Wide {
            if !self.options.has(Rule::WrongDeclaration) {
                return Ok(ControlFlow::Continue(()));
            }
            let words = wrong_declaration::words(&declaration, "UTF-8", "ASCII or ");
            let mut finding =
                self.finding(block, declaration.place.clone(), Rule::WrongDeclaration, words)?;
            finding.fix = self.correction(block, &declaration);
            return Ok(emit(finding));
        }
        if self.options.has(Rule::WrongDeclaration) && declaration.encoding != Declared::Several {
            // What stands before it is still to be checked.
            let position = self.position;
            let words = ("".into(), String::new());
            let mut finding =
                self.finding(block, declaration.place.clone(), Rule::WrongDeclaration, words)?;
            finding.fix = self.correction(block, &declaration);
            self.position = position;
            self.at_declaration = Some(Box::new(finding));
            if !declaration.encoding.is_utf8() || declaration.encoding == Declared::Utf8ByAlias {
                self.declared = Some(declaration.clone());
            }
        }
        self.declaration = Some(declaration);
        Ok(ControlFlow::Continue(()))
    }

    /// Keeps what something outside of the text says of its encoding. Text of single bytes is no UTF-16 and no UTF-32.
    fn begin_declared_elsewhere(
        &mut self,
        block: &Block<'_>,
        encoding: utf8kit_encodings::Encoding,
        by: &'static str,
        emit: Emit<'_>,
    ) -> Result<ControlFlow<()>, S::Error> {
        if !self.options.has(Rule::WrongDeclaration) || block.bytes.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        if let Some(declaration) = Declaration::elsewhere(encoding) {
            self.declared = Some(declaration);
            return Ok(ControlFlow::Continue(()));
        }
        let words = wrong_declaration::elsewhere(encoding, by, "ASCII or ");
        let position = self.position;
        let finding = self.finding(block, 0..1, Rule::WrongDeclaration, words)?;
        self.position = position;
        Ok(emit(finding))
    }

    /// Returns what corrects the declaration of a text in UTF-8, if that is wanted: the text may be one that was encoded twice.
    fn correction(&self, block: &Block<'_>, declaration: &Declaration) -> Fix {
        if !self.options.repairs.contains(Rule::WrongDeclaration) {
            return Fix::None;
        }
        let names = declared::names_of_utf8(block.bytes).into_iter();
        let at_place = names.into_iter().find(|(place, _)| *place == declaration.place);
        at_place.map_or(Fix::None, |(_, name)| Fix::Replace(name))
    }

    /// Reports what a text in UTF-16 or UTF-32 declares, if it is something else. `from` is the length of its signature.
    pub(super) fn begin_wide(
        &mut self,
        block: &Block<'_>,
        encoding: utf8kit_encodings::Encoding,
        from: usize,
        emit: Emit<'_>,
    ) -> Result<ControlFlow<()>, S::Error> {
        if !self.options.has(Rule::WrongDeclaration) {
            return Ok(ControlFlow::Continue(()));
        }
        // A declaration is in ASCII, which has one byte that is not zero.
        let unit = match encoding {
            utf8kit_encodings::Encoding::Base(utf8kit::Encoding::Utf16(_)) => 2,
            _ => 4,
        };
        let head = block.bytes[from..]
            .chunks_exact(unit)
            .take(AFTER_COMMENTS_LEN + 1);
        let text: Vec<u8> = head
            .map(|unit| unit.iter().fold(0, |all, byte| all | byte))
            .collect();
        match declared::find(&text) {
            Some(declaration) if !matches!(declaration.encoding, Declared::Wide | Declared::Several) => {
                let words = wrong_declaration::words(&declaration, encoding.name(), "");
                let finding = self.finding(block, 0..from, Rule::WrongDeclaration, words)?;
                Ok(emit(finding))
            }
            _ => Ok(ControlFlow::Continue(())),
        }
    }

    /// Returns the place of the first character over U+007F in the body, if the text declares something other than UTF-8 and the
    /// text from there on is UTF-8.
    pub(super) fn contradiction(
        &mut self,
        block: &Block<'_>,
        from: usize,
    ) -> Option<(Range<usize>, Declaration)> {
        self.declared.as_ref()?;
        let body = &block.bytes[from..block.body.end];
        let at = from + body.iter().position(|byte| !byte.is_ascii())?;
        let declaration = self.declared.take()?;
        let is_in_record =
            !declaration.encoding.is_marc_8() || declared::is_marc_8_at(block.bytes, at, block.start == 0);
        if !is_in_record || !is_utf8_against(declaration.encoding, block.bytes, at) {
            return None;
        }
        let sample = &block.bytes[at..];
        let len = utf8::decode_first(sample).map_or(1, |(_, len)| len);
        Some((at..at + len, declaration))
    }

    /// Queues the finding that a declaration is wrong, which the character in `place` shows.
    pub(super) fn contradict(
        &mut self,
        block: &Block<'_>,
        place: Range<usize>,
        declaration: &Declaration,
    ) -> Result<(), S::Error> {
        if let Some((encoding, by)) = self.options.declared {
            let words = wrong_declaration::elsewhere(encoding, by, "");
            let finding = self.finding(block, place, Rule::WrongDeclaration, words)?;
            self.queue.push(finding, Until::Nothing);
        } else if let Some(finding) = self.wrong_declaration(declaration, "UTF-8", "") {
            self.queue.push(finding, Until::Nothing);
        }
        Ok(())
    }

    /// Returns the finding that a declaration is wrong, at its place.
    fn wrong_declaration(
        &mut self,
        declaration: &Declaration,
        actual: &'static str,
        how_sure: &str,
    ) -> Option<Finding> {
        let finding = self.at_declaration.take()?;
        let fix = match actual {
            "UTF-8" => finding.fix.clone(),
            _ => Fix::None,
        };
        let (kind, message) = match declaration.encoding {
            Declared::Utf8ByAlias if actual == "UTF-8" => wrong_declaration::alias(declaration),
            _ => wrong_declaration::words(declaration, actual, how_sure),
        };
        Some(Finding {
            kind,
            message,
            fix,
            ..*finding
        })
    }

    /// Decides whether the text, in which a sequence is ill-formed, is UTF-8 with errors or in a legacy encoding. `from` is where
    /// the part of it begins that decides, and `at` where the sequence is.
    pub(super) fn decide(&mut self, block: &Block<'_>, from: usize, at: usize) -> Result<Encoding, S::Error> {
        let body = block.body.start;
        let before = match &self.source {
            Some(source) => high_in(source, block.start + from as u64)?,
            None if from < body => self.high.saturating_sub(count_high(&block.bytes[from..body])),
            None => self.high + count_high(&block.bytes[body..from]),
        };
        let (declared, end) = self.part_at(block, at).unwrap_or_else(|| {
            let declared = self.declaration.as_ref().map(|declaration| declaration.encoding);
            (declared, block.bytes.len())
        });
        let sample = Sample {
            bytes: &block.bytes[from..end.min(from + ENOUGH)],
            before,
        };
        let guess = sample.guess(declared, self.neighborhood.as_deref());
        if let Some((guess, true)) = guess {
            return Ok(Encoding::Legacy(guess));
        }
        self.of_strays = guess
            .map(|(guess, _)| guess)
            .filter(|guess| guess.certainty >= Certainty::Likely && guess.encoding.is_single_byte())
            .map(|guess| guess.encoding);
        self.lines = Some(Lines::of(sample.bytes));
        Ok(Encoding::Utf8)
    }

    /// Reports that the text is in a legacy encoding, at its first ill-formed sequence. Nothing after that means what it would mean
    /// in UTF-8.
    pub(super) fn end_in_legacy(
        &mut self,
        block: &Block<'_>,
        place: Range<usize>,
        error: &IllFormed,
        guess: &Guess,
        emit: Emit<'_>,
    ) -> Result<(), S::Error> {
        self.end_findings(block);
        if self.queue.release(emit).is_break() {
            return Ok(());
        }
        if let Some(declaration) = self.declaration.take()
            && !guess.is_declared
        {
            let how_sure = format!("{} in ", other_encoding::adverb(guess.certainty));
            let wrong = self.wrong_declaration(&declaration, guess.encoding.name(), &how_sure);
            if let Some(wrong) = wrong
                && emit(wrong).is_break()
            {
                return Ok(());
            }
        }
        let (place, count) = self.run(block, place, error);
        let first = self.finding(block, place, Rule::OtherEncoding, ("".into(), String::new()))?;
        let _ = emit(in_legacy(guess, Finding { count, ..first }));
        Ok(())
    }

    /// Returns the place of a run of ill-formed sequences that begins with `error` at `place`, and their number.
    fn run(&self, block: &Block<'_>, place: Range<usize>, error: &IllFormed) -> (Range<usize>, u64) {
        let (mut end, mut count) = (place.end, 1);
        let limit = block.bytes.len().min(place.start + ENOUGH);
        if !self.is_separate(Rule::IllFormed, error.kind().name()) {
            while end < limit
                && let Err(next) = utf8::validate(&block.bytes[end..])
                && next.valid_up_to() == 0
                && next.kind() == error.kind()
            {
                end += next.attempt().len();
                count += 1;
            }
        }
        (place.start..end, count)
    }
}

/// Returns the finding that a text is in a legacy encoding, at the place of `first`, its first ill-formed sequence. The
/// context is decoded.
fn in_legacy(guess: &Guess, first: Finding) -> Finding {
    let decoded = |bytes: &[u8]| guess.encoding.decode(bytes).0;
    let Context { before, after, .. } = &first.context;
    let (before, after) = (&before[..], &after[..]);
    // The line is decoded as a whole, as the sequence may be a part of a character. Of a long one, not all is kept.
    let is_kept = first.bytes.len() as u64 == first.length;
    let line = [before, &first.bytes, if is_kept { after } else { &[][..] }].concat();
    let (kind, message) = other_encoding::legacy(guess, &decoded(&line));
    Finding {
        kind,
        message,
        fix: Fix::Transcode {
            certainty: guess.certainty,
            second: guess.second,
            neighbors: guess.neighbors,
        },
        ..first
    }
}

/// Returns the number of parts that `bytes` have.
fn count_parts(bytes: &[u8]) -> usize {
    let mut parts = Parts::new();
    let mut count = 0;
    parts.push(bytes, &mut |_| count += 1);
    parts.finish(&mut |_| count += 1);
    count
}

/// Calls `take` with all of a text, in pieces.
fn read_all<S: Source>(source: &S, take: &mut dyn FnMut(&[u8])) -> Result<(), S::Error> {
    let mut buffer = vec![0; BODY_LEN];
    let mut at = 0;
    loop {
        match source.read_at(at, &mut buffer)? {
            0 => return Ok(()),
            read => {
                take(&buffer[..read]);
                at += read as u64;
            }
        }
    }
}

/// Returns the number of bytes over 0x7F in the first `len` bytes of a text, as far as they make a difference.
fn high_in<S: Source>(source: &S, len: u64) -> Result<usize, S::Error> {
    let mut high = 0;
    let mut buffer = vec![0; BODY_LEN];
    let mut at = 0;
    while at < len && high < MANY {
        let wanted = (len - at).min(BODY_LEN as u64) as usize;
        match source.read_at(at, &mut buffer[..wanted])? {
            0 => break,
            read => {
                high += count_high(&buffer[..read]);
                at += read as u64;
            }
        }
    }
    Ok(high)
}
