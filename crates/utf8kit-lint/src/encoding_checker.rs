//! Checks a text in another encoding than UTF-8: whether it is well-formed there, and its characters.
//!
//! A part of the text is read into a buffer of numbers. If no rule reports any of them, they only move the position.
//! Otherwise the part is read again from the same state, one number after the other, to know where each stands.

use crate::block::{Block, MARGIN};
use crate::catalog::reporting;
use crate::columns::Columns;
use crate::definition::Course;
use crate::finding::{After, Context, Emit, Finding, kept};
use crate::fix::Fix;
use crate::judgement::Until;
use crate::numbers::{Numbers, Stopped};
use crate::options::Options;
use crate::position::{Passed, Position};
use crate::queue::{Place, Queue};
use crate::rules::old_hangul::{LABEL_CLAUSE, is_hangul, is_old_hangul, unicode_1_1};
use crate::rules::wrong_declaration::{self, LEVEL_CLAUSE};
use crate::rules::{Rule, annex_r};
use crate::words::Words;
use std::ops::{ControlFlow, Range};
use utf8kit::{Encoding as Base, ErrorKind, IllFormed};
use utf8kit_encodings::Encoding;
use utf8kit_encodings::hangul::Finding as Hangul;
use utf8kit_encodings::iso2022::Level;

/// Numbers that are read at once.
const ROOM: usize = 2048;

/// Ill-formed sequences that the context after a finding has. Each of them is read alone, so that more of them would make
/// the check of text with nothing but errors slow.
const MAX_ERRORS_AFTER: usize = 32;

/// Checks a text in any encoding of UTF-8's family, by the rules of that encoding.
///
/// [`Rule::IllFormed`] reports what is ill-formed in the encoding. The rules about single characters
/// report the same as in UTF-8. [`Rule::AnnexR`] reports what Annex R has an objection to, [`Rule::WrongDeclaration`] what the level
/// that ISO/IEC 2022 announces leaves out, and [`Rule::OtherEncoding`] where the label `UNICODE-1-1-UTF-8` is wrong or needless, and
/// nothing in other encodings. The rules `double-encoded`, `signature`, `not-nfc`, `tag-character`, `hidden-data`, `invisible`,
/// `confusable` and `old-hangul` report nothing, nor do the rules about source. Offsets and lengths are in bytes of the text, lines and columns in its characters.
///
/// ```
/// use std::ops::ControlFlow;
/// use utf8kit_encodings::Encoding;
/// use utf8kit_lint::{BODY_LEN, EncodingChecker, Finding, Options, blocks};
///
/// let cesu_8: Encoding = "CESU-8".parse().unwrap();
/// let mut checker = EncodingChecker::new(cesu_8, Options::default());
/// let mut found = Vec::new();
/// let mut emit = |finding: Finding| {
///     found.push((finding.line, finding.column, finding.message));
///     ControlFlow::Continue(())
/// };
/// for block in blocks(b"\xED\xA1\x8C\xED\xBE\xB4\n\xED\xA1\x8C\n", BODY_LEN) {
///     let _ = checker.check(&block, &mut emit);
/// }
/// let _ = checker.finish(&mut emit);
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].0, found[0].1), (2, 1));
/// assert_eq!(found[0].2, "`ED A1 8C` is the surrogate U+D84C, half of a pair that lacks its low surrogate");
/// ```
#[derive(Debug)]
pub struct EncodingChecker {
    encoding: Encoding,
    options: Options,
    numbers: Numbers,
    buffer: Vec<u32>,
    queue: Queue,
    /// The line and the column of the next number.
    position: Position,
    /// The end of the current line so far, with what stands before it if it is empty.
    before: String,
    /// Whether `before` begins where the line does.
    is_whole_line: bool,
    /// The end of the last attempt to write a character: ill-formed bytes before it are reported.
    reported: u64,
    /// Whether the block before ended in a run of surplus continuation bytes of Annex R.
    is_in_surplus: bool,
    /// The state and the place in the block's bytes after the last place of a run.
    run_end: Option<(Numbers, usize)>,
    /// Whether what an announcement of ISO/IEC 2022 says of the level is checked.
    checks_levels: bool,
    /// Whether what Annex R has an objection to is looked for in what ISO/IEC 2022 announces.
    checks_announced: bool,
    /// What there is to say about the label `UNICODE-1-1-UTF-8`, if the text has it.
    label: Option<Label>,
    is_over: bool,
}

impl EncodingChecker {
    /// Returns a checker of a text in `encoding`.
    pub fn new(encoding: Encoding, options: Options) -> EncodingChecker {
        let options = options.with_syntax(None);
        EncodingChecker {
            encoding,
            options,
            numbers: Numbers::new(encoding),
            buffer: vec![0; ROOM],
            queue: Queue::new(),
            position: Position::START,
            before: String::new(),
            is_whole_line: true,
            reported: 0,
            is_in_surplus: false,
            run_end: None,
            checks_levels: encoding == Encoding::Iso2022 && options.has(Rule::WrongDeclaration),
            checks_announced: encoding == Encoding::Iso2022 && options.has(Rule::AnnexR),
            label: (encoding == Encoding::Unicode11Utf8 && options.has(Rule::OtherEncoding))
                .then(Label::default),
            is_over: false,
        }
    }

    /// Reports what is in the body of `block`. The blocks of a text come in order, none is left out.
    ///
    /// Returns `Break` if `emit` did.
    pub fn check(&mut self, block: &Block<'_>, emit: Emit<'_>) -> ControlFlow<()> {
        if self.is_over {
            return ControlFlow::Break(());
        }
        let body = block.body.clone();
        self.continue_surplus(block);
        let flow = self.read(block, body, false, emit);
        let flow = match flow {
            ControlFlow::Continue(()) if block.is_last && block.body.end == block.bytes.len() => {
                self.read(block, block.body.end..block.body.end, true, emit)
            }
            flow => flow,
        };
        self.is_over = flow.is_break();
        flow
    }

    /// Adds to the length of a run of surplus continuation bytes, which is one malformed sequence of Annex R, what the block has of it.
    fn continue_surplus(&mut self, block: &Block<'_>) {
        if !self.is_in_surplus {
            return;
        }
        let from = (self.reported - block.start) as usize;
        let rest = &block.bytes[from..];
        let len = rest.iter().take_while(|byte| matches!(byte, 0x80..=0xBF)).count();
        self.is_in_surplus = len == rest.len();
        let is_lengthened = self.queue.lengthen(
            &Place {
                rule: Rule::IllFormed,
                kind: ErrorKind::UnexpectedContinuation.name(),
                offset: self.reported,
                length: len as u64,
                count: 1,
                passed: Passed::Text(&[]),
                bytes: &rest[..len],
            },
            "",
        );
        if is_lengthened {
            // Within the run, the state is the same.
            self.run_end = Some((self.numbers.clone(), from + len));
        }
        self.reported += len as u64;
    }

    /// Ends the text and reports what waited for its end.
    pub fn finish(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        if std::mem::replace(&mut self.is_over, true) {
            return ControlFlow::Break(());
        }
        self.queue.end_all_runs();
        self.queue.end_lines(b"\n");
        self.queue.release(emit)?;
        match self.label.take().and_then(Label::finding) {
            Some(finding) => emit(finding),
            None => ControlFlow::Continue(()),
        }
    }

    /// Reads `range` of the block's bytes. `last` ends the text; then the range is empty.
    fn read(
        &mut self,
        block: &Block<'_>,
        range: Range<usize>,
        last: bool,
        emit: Emit<'_>,
    ) -> ControlFlow<()> {
        let Range { mut start, end } = range;
        loop {
            let saved = self.numbers.clone();
            let remarked = self.numbers.remarked();
            let mut buffer = std::mem::take(&mut self.buffer);
            let step = self.numbers.read(&block.bytes[start..end], &mut buffer, last);
            let read = &buffer[..step.written];
            let has_remarks = self.options.has(Rule::AnnexR) && self.numbers.remarked() > remarked;
            let is_plain = !has_remarks && !read.iter().any(|&number| self.is_reported(number));
            if is_plain {
                self.pass(read);
            }
            self.buffer = buffer;
            match (is_plain, &step.stop) {
                (true, Stopped::IllFormed(error)) => self.ill_formed(block, error, start + step.read),
                (true, _) => {}
                (false, _) => {
                    let after = std::mem::replace(&mut self.numbers, saved);
                    self.read_singly(block, start, step.written, last);
                    self.numbers = after;
                    if let Stopped::IllFormed(error) = &step.stop {
                        self.ill_formed(block, error, start + step.read);
                    }
                }
            }
            start += step.read;
            if self.queue.is_full() {
                self.end_runs(block, u64::MAX);
                self.queue.make_room();
            }
            self.queue.release(emit)?;
            if let Stopped::InputUsed = step.stop {
                // A run that reaches what is not read yet may continue there.
                self.end_runs(block, self.numbers.position());
                self.queue.update_runs(&mut after(block, self.run_end.as_ref()));
                self.run_end = None;
                self.queue.release(emit)?;
                return ControlFlow::Continue(());
            }
        }
    }

    /// Reads `count` numbers again, one after the other, from `start` in the block's bytes.
    fn read_singly(&mut self, block: &Block<'_>, mut start: usize, count: usize, last: bool) {
        // The end of a run of UTF-7 decides about the number before it, and may be after what was read.
        let end = block.bytes.len();
        let mut number = [0];
        let mut read = 0;
        while read < count {
            let step = self.numbers.read(&block.bytes[start..], &mut [], last);
            start += step.read;
            let from = self.numbers.position();
            // Bytes are added one at a time, so that what follows the number is not read with it.
            let mut more = 0;
            let step = loop {
                let step = self
                    .numbers
                    .read(&block.bytes[start..start + more], &mut number, last);
                start += step.read;
                if step.written > 0 || start == end {
                    break step;
                }
                more = 1;
            };
            if step.written > 0 {
                read += 1;
                // It may take a byte after the number to know its end, and that byte may be ill-formed.
                let end = match &step.stop {
                    Stopped::IllFormed(error) => error.offset(),
                    _ => self.numbers.position(),
                };
                let place = self.place(block, from..end, number[0]);
                self.number(block, number[0], place, start);
            }
        }
    }

    /// Returns the place of the number, of what was read with it. In a dialect, the rest of a run of continuation bytes, which
    /// is one malformed sequence of Annex R, may be read before it, and in UTF-7 the `-` that ends a run after it, which
    /// depends on where the text is cut.
    fn place(&self, block: &Block<'_>, mut place: Range<u64>, number: u32) -> Range<u64> {
        if self.dialect().is_some() {
            let known = place.start.max(block.start)..place.end;
            let read = block_bytes(block, &known).unwrap_or_default();
            let surplus = read.iter().take_while(|byte| matches!(byte, 0x80..=0xBF));
            place.start = known.start + surplus.count() as u64;
        }
        let is_utf_7 = self.encoding.name().starts_with("UTF-7");
        if is_utf_7
            && number != u32::from(b'-')
            && block_bytes(block, &place).is_some_and(|bytes| bytes.ends_with(b"-"))
        {
            place.end -= 1;
        }
        place
    }

    /// Returns `true` if a rule reports the number, or may.
    fn is_reported(&self, number: u32) -> bool {
        // No rule reports these, and most text is made of them.
        if matches!(number, 0x20..0x7F) {
            return false;
        }
        self.is_label_doubtful(number)
            || (self.checks_levels && !Level::One.allows(number))
            || (self.checks_announced && matches!(number, 0xFFFE | 0xFFFF))
            || !reporting(self.options.rules, &self.options, number, false).is_empty()
    }

    /// Returns `true` if the number decides about the label, and none before did.
    fn is_label_doubtful(&self, number: u32) -> bool {
        self.label
            .as_ref()
            .is_some_and(|label| label.is_decided_by(number))
    }

    /// Reports a number that the announced level leaves out (ISO/IEC 10646-1 clause 14).
    fn check_level(&mut self, block: &Block<'_>, number: u32, found: &Found, next: usize) {
        let Some(announced) = self.numbers.announced().filter(|_| self.checks_levels) else {
            return;
        };
        let Some(words) = wrong_declaration::of_level(announced, number) else {
            return;
        };
        let rule = Rule::WrongDeclaration;
        if !self.extend(block, found, next, rule, &words.0) {
            let mut finding = self.finding(block, found, next, rule, words);
            finding.clause = LEVEL_CLAUSE;
            self.queue.push_run(finding, Until::Nothing);
        }
    }

    /// Moves the position past numbers.
    fn pass(&mut self, numbers: &[u32]) {
        let is_start = self.position.line == 1 && self.before.is_empty();
        let in_line = match numbers.iter().rposition(|&number| number == u32::from(b'\n')) {
            None => numbers,
            Some(last) => {
                self.queue.end_lines(b"\n");
                let lines = numbers[..=last]
                    .iter()
                    .filter(|&&number| number == u32::from(b'\n'));
                self.position.line += lines.count() as u64;
                self.position.column = 1;
                self.position.columns = Columns::START;
                self.before.clear();
                self.before.push('\n');
                self.is_whole_line = true;
                &numbers[last + 1..]
            }
        };
        // A signature has no column, as in UTF-8.
        let is_signed = is_start && in_line.len() == numbers.len() && numbers.first() == Some(&0xFEFF);
        self.position.column += in_line.len() as u64 - u64::from(is_signed);
        let counted = &in_line[usize::from(is_signed)..];
        self.position
            .columns
            .pass_all(counted.iter().map(|&number| shown_as(number)));
        let shown = &in_line[in_line.len().saturating_sub(MARGIN / 2)..];
        self.before.extend(shown.iter().map(|&number| shown_as(number)));
        if self.before.len() > 4 * MARGIN || shown.len() < in_line.len() {
            let cut = self
                .before
                .floor_char_boundary(self.before.len().saturating_sub(MARGIN / 2));
            self.before.drain(..cut);
            self.is_whole_line = false;
        }
    }

    /// Reports a number, whose bytes are those at the offsets `place` of the text. `next` is the place in the block's
    /// bytes after it.
    fn number(&mut self, block: &Block<'_>, number: u32, place: Range<u64>, next: usize) {
        let is_start = place.start == 0;
        self.end_runs(block, place.start);
        let found = Found {
            place,
            text: shown_as(number),
            columns: u64::from(!(is_start && number == 0xFEFF)),
        };
        if self.is_label_doubtful(number) {
            let words = unicode_1_1(Hangul::Mixed);
            let finding = self.finding(block, &found, next, Rule::OtherEncoding, words);
            if let Some(label) = &mut self.label {
                label.note(number, finding);
            }
        }
        self.check_level(block, number, &found, next);
        self.remark(block, &found, next);
        for rule in reporting(self.options.rules, &self.options, number, is_start).iter() {
            let definition = rule.definition();
            let kind = definition.kind(number, || &self.before, &self.options);
            let course = (definition.characters.course)(number, &self.options);
            match course {
                Course::Run if self.extend(block, &found, next, rule, kind) => continue,
                Course::Closes(pair) => {
                    self.queue.close(pair);
                    continue;
                }
                _ => {}
            }
            let words = definition.words(number, kind);
            let finding = self.finding(block, &found, next, rule, words);
            self.queue.push_character(finding, course);
        }
        self.pass(&[number]);
    }

    /// Reports what Annex R has an objection to, if the text is in it and the number is that.
    fn remark(&mut self, block: &Block<'_>, found: &Found, next: usize) {
        if !self.options.has(Rule::AnnexR) {
            return;
        }
        let sequence = block_bytes(block, &found.place).unwrap_or_default();
        let Some((words, clause)) = self
            .dialect()
            .and_then(|dialect| annex_r::remark(dialect, sequence))
        else {
            return;
        };
        if !self.extend(block, found, next, Rule::AnnexR, &words.0) {
            let mut finding = self.finding(block, found, next, Rule::AnnexR, words);
            finding.clause = clause;
            self.queue.push_run(finding, Until::Nothing);
        }
    }

    /// Reports an ill-formed sequence, if it is not part of the attempt before. `next` is the place in the block's bytes
    /// after it.
    fn ill_formed(&mut self, block: &Block<'_>, error: &IllFormed, next: usize) {
        let offset = error.offset();
        if offset >= self.reported && self.options.has(Rule::IllFormed) {
            let words = |kind: ErrorKind, message: String| -> Words { (kind.name().into(), message) };
            // The error knows only what was in its piece. The block has the bytes after it.
            let at = offset.checked_sub(block.start).map(|at| at as usize);
            let dialect = self
                .dialect()
                // ISO/IEC 2022 has errors of its own, too.
                .filter(|dialect| dialect.description().name() == error.encoding());
            let whole = at.and_then(|at| dialect?.validate(block.bytes.get(at..)?).err());
            let whole = whole.filter(|whole| whole.valid_up_to() == 0 && whole.kind() == error.kind());
            let (len, words, clause) = match &whole {
                Some(whole) => {
                    let words = words(whole.kind(), whole.reason().to_string());
                    // A malformed sequence of Annex R can be longer than what an error keeps of it.
                    let len = whole.attempt().len().max(whole.error_len().unwrap_or(0));
                    (len, words, whole.clause())
                }
                None => {
                    let words = words(error.kind(), error.reason().to_string());
                    (error.attempt().len(), words, error.clause())
                }
            };
            let place = offset..offset + len as u64;
            self.reported = place.end;
            self.is_in_surplus = error.kind() == ErrorKind::UnexpectedContinuation
                && matches!(dialect, Some(Base::AnnexR | Base::AnnexR5))
                && place.end == block.start + block.bytes.len() as u64;
            let columns = match (dialect, block_bytes(block, &place)) {
                (Some(dialect), Some(bytes)) => dialect.count(bytes) as u64,
                _ => 1,
            };
            let found = Found {
                place,
                text: '\u{FFFD}',
                columns,
            };
            self.end_runs(block, offset);
            if !self.extend(block, &found, next, Rule::IllFormed, &words.0) {
                let mut finding = self.finding(block, &found, next, Rule::IllFormed, words);
                finding.clause = clause;
                self.queue.push_run(finding, Until::Nothing);
            }
        }
        self.pass(&[0xFFFD]);
    }

    /// Returns the dialect whose sequences the text has at the position of `numbers`, if it has those of one.
    fn dialect(&self) -> Option<Base> {
        match self.encoding {
            Encoding::Unicode11Utf8 => Some(Base::Rfc2279),
            Encoding::Iso2022 => self.numbers.announced()?.encoding().utf8_relative(),
            encoding => encoding.utf8_relative(),
        }
    }

    /// Adds a place to the run that it continues, if there is one.
    fn extend(&mut self, block: &Block<'_>, found: &Found, next: usize, rule: Rule, kind: &str) -> bool {
        let place = &found.place;
        let is_extended = self.queue.extend(Place {
            rule,
            kind,
            offset: place.start,
            length: place.end - place.start,
            count: 1,
            passed: found.passed(),
            bytes: block_bytes(block, place).unwrap_or_default(),
        });
        if is_extended {
            self.run_end = Some((self.numbers.clone(), next));
        }
        is_extended
    }

    /// Ends the runs that end before `offset`.
    fn end_runs(&mut self, block: &Block<'_>, offset: u64) {
        self.queue
            .end_runs(offset, &mut after(block, self.run_end.as_ref()));
    }

    fn finding(
        &self,
        block: &Block<'_>,
        found: &Found,
        next: usize,
        rule: Rule,
        (kind, message): Words,
    ) -> Finding {
        let place = &found.place;
        let Position {
            line,
            column,
            columns,
            ..
        } = self.position;
        let (end_column, end_columns) = found.passed().end(column, columns);
        Finding {
            rule,
            level: rule.level(),
            kind,
            offset: place.start,
            line,
            column,
            end_column,
            columns,
            end_columns,
            length: place.end - place.start,
            count: 1,
            bytes: kept(block_bytes(block, place).unwrap_or_default()),
            message,
            clause: rule.clause(),
            fix: Fix::None,
            context: self.context(block, found.text, next),
        }
    }

    /// Returns the text around a finding, decoded.
    fn context(&self, block: &Block<'_>, found: char, next: usize) -> Context {
        let before = self.before.strip_prefix('\n').unwrap_or(&self.before);
        let cut = before.ceil_char_boundary(before.len().saturating_sub(MARGIN / 2));
        let After { text, to_line_end } = text_after(block, self.numbers.clone(), next);
        Context {
            before: before.as_bytes()[cut..].to_vec(),
            found: Some(found.to_string().into_bytes()),
            after: text,
            from_line_start: self.is_whole_line && cut == 0,
            to_line_end,
        }
    }
}

/// Returns the text after the last place of a run, decoded.
fn after(block: &Block<'_>, run_end: Option<&(Numbers, usize)>) -> impl FnMut(u64) -> After {
    move |_| {
        let (numbers, next) = run_end.expect("a run that was continued in this block has its end there");
        text_after(block, numbers.clone(), *next)
    }
}

/// Returns the text from `at` on in the block's bytes, where `numbers` is the state, decoded.
fn text_after(block: &Block<'_>, mut numbers: Numbers, mut at: usize) -> After {
    let mut after = String::new();
    let mut buffer = [0; MARGIN / 2];
    let mut room = buffer.len();
    let mut errors = 0;
    let to_line_end = loop {
        let step = numbers.read(&block.bytes[at..], &mut buffer[..room], false);
        at += step.read;
        let read = &buffer[..step.written];
        let line_end = read.iter().position(|&number| number == u32::from(b'\n'));
        let shown = &read[..line_end.unwrap_or(read.len())];
        after.extend(shown.iter().map(|&number| shown_as(number)));
        room -= shown.len();
        if line_end.is_some() {
            break true;
        }
        match step.stop {
            Stopped::InputUsed => break block.is_last,
            Stopped::IllFormed(_) if room > 0 && errors < MAX_ERRORS_AFTER => {
                after.push('\u{FFFD}');
                room -= 1;
                errors += 1;
            }
            Stopped::Full | Stopped::IllFormed(_) => break false,
        }
    };
    After {
        text: after.into_bytes(),
        to_line_end,
    }
}

/// What a text that is labelled `UNICODE-1-1-UTF-8` has of Hangul: the first at a code point of Unicode 1.1, and the first
/// at a code point of today.
#[derive(Debug, Default)]
struct Label {
    old: Option<Box<Finding>>,
    new: Option<Box<Finding>>,
}

impl Label {
    fn is_decided_by(&self, number: u32) -> bool {
        let c = shown_as(number);
        (self.old.is_none() && is_old_hangul(c)) || (self.new.is_none() && is_hangul(c))
    }

    fn note(&mut self, number: u32, finding: Finding) {
        let place = match is_hangul(shown_as(number)) {
            true => &mut self.new,
            false => &mut self.old,
        };
        *place = Some(Box::new(finding));
    }

    /// Returns the finding that the label is wrong for all of the text or for a part of it.
    fn finding(self) -> Option<Finding> {
        let is_old = self.old.is_some();
        match self.new {
            Some(finding) if is_old => Some(*finding),
            Some(finding) => {
                let (kind, message) = unicode_1_1(Hangul::WrongLabel);
                Some(Finding {
                    kind,
                    message,
                    ..*finding
                })
            }
            None if is_old => None,
            None => {
                let (kind, message) = unicode_1_1(Hangul::NeedlessLabel);
                let rule = Rule::OtherEncoding;
                Some(Finding {
                    rule,
                    level: rule.level(),
                    kind,
                    offset: 0,
                    line: 1,
                    column: 1,
                    end_column: 1,
                    columns: Columns::START,
                    end_columns: Columns::START,
                    length: 0,
                    count: 1,
                    bytes: Vec::new(),
                    message,
                    clause: LABEL_CLAUSE,
                    fix: Fix::None,
                    context: Context::default(),
                })
            }
        }
        .map(|finding| Finding {
            clause: LABEL_CLAUSE,
            ..finding
        })
    }
}

/// Something that a rule reports.
struct Found {
    /// Its offsets in the text.
    place: Range<u64>,
    text: char,
    columns: u64,
}

impl Found {
    /// Returns what moves the column.
    fn passed(&self) -> Passed<'static> {
        Passed::Characters(self.text, self.columns)
    }
}

/// Returns the bytes at the offsets `place` of the text, if the block has them.
fn block_bytes<'b>(block: &Block<'b>, place: &Range<u64>) -> Option<&'b [u8]> {
    let start = place.start.checked_sub(block.start)?;
    let end = place.end.checked_sub(block.start)?;
    block.bytes.get(start as usize..end as usize)
}

/// Returns the number as a character, as far as it is one.
fn shown_as(number: u32) -> char {
    char::from_u32(number).unwrap_or('\u{FFFD}')
}
