//! Takes the blocks of one text in order and makes findings of their events.

use crate::bidi::{self, Control};
use crate::block::{Block, MARGIN};
use crate::declared::{self, DECLARED_LEN, Declaration, Declared};
use crate::detect::{DETECT_LEN, Detected, detect, is_pdf};
use crate::double_encoded::Through;
use crate::encoding_checker::EncodingChecker;
use crate::events::{Event, Events, What};
use crate::finding::{After, Context, Emit, Finding, kept};
use crate::fix::Fix;
use crate::legacy::{self, Arrangement, ENOUGH, Guess, MANY, Sample, count_high};
use crate::message::Words;
use crate::options::{Bidi, Options};
use crate::position::{Position, count_characters};
use crate::queue::{Place, Queue, Until};
use crate::recognize::Certainty;
use crate::recognize::wide_name;
use crate::relatives::{Facts, Relatives};
use crate::rule::Rule;
use crate::source::{NoSource, Source};
use crate::{BODY_LEN, message, seven_bit};
use std::ops::{ControlFlow, Range};
use utf8kit::signature::{self, Signature};
use utf8kit::{ErrorKind, utf8};

/// Whether the text is in another encoding.
#[derive(Debug)]
enum Encoding {
    Unknown(Sample),
    Utf8,
}

/// Checks a text that the caller has in [`Block`]s.
///
/// The blocks come in order. A caller may leave out a block, other than the first, if
/// [`Block::may_have_findings`] returned `false` for it and [`can_skip`](Self::can_skip) returns `true`. So blocks can be
/// tested on several threads and only those that have something to examine are passed on:
///
/// ```
/// use std::ops::ControlFlow;
/// use utf8kit_lint::{BODY_LEN, BlockChecker, Finding, Options, blocks};
///
/// let text = [b"clean\n".repeat(100_000), b"\xFF\n".to_vec()].concat();
/// let options = Options::default();
/// let mut checker = BlockChecker::with_source(options, &text[..]);
/// let mut findings = Vec::new();
/// let mut emit = |finding: Finding| {
///     findings.push(finding);
///     ControlFlow::Continue(())
/// };
/// let mut examined = 0;
/// for (index, block) in blocks(&text, BODY_LEN).enumerate() {
///     let start = (index * BODY_LEN) as u64;
///     // This test depends on the block alone: a program would run it on all cores.
///     if block.may_have_findings(&options) || !checker.can_skip(start) {
///         examined += 1;
///         let Ok(flow) = checker.check(&block, &mut emit);
///         if flow.is_break() {
///             break;
///         }
///     }
/// }
/// let _ = checker.finish(&mut emit);
/// assert_eq!(examined, 2); // the first and the last of three
/// assert_eq!(findings[0].line, 100_001);
/// ```
#[derive(Debug)]
pub struct BlockChecker<S = NoSource> {
    options: Options,
    source: Option<S>,
    position: Position,
    /// The bytes before it were examined, as far as events reached.
    examined: u64,
    /// The same for the events of the rules about all characters, which overlap with others.
    characters_examined: u64,
    queue: Queue,
    encoding: Encoding,
    /// The first ill-formed sequence was seen, and the encoding is not known yet.
    is_deciding: bool,
    /// Bytes over 0x7F in the blocks before, as far as they make a difference. It is not counted if there is a source.
    high: usize,
    relatives: Relatives,
    /// What the text declares.
    declaration: Option<Declaration>,
    /// The same if it is something other than UTF-8, until the first character over U+007F shows whether that is correct.
    declared: Option<Declaration>,
    /// The checker of the text, if it is in UTF-16 or UTF-32.
    wide: Option<Box<EncodingChecker>>,
    /// The text has Hangul.
    is_korean: bool,
    /// The first block was seen.
    is_begun: bool,
    /// There is nothing more to report.
    is_over: bool,
}

impl BlockChecker {
    /// Returns a checker of a text that is read once.
    pub fn new(options: Options) -> BlockChecker {
        BlockChecker::with(options, None)
    }
}

impl<S: Source> BlockChecker<S> {
    /// Returns a checker of a text that `source` can read again.
    pub fn with_source(options: Options, source: S) -> BlockChecker<S> {
        BlockChecker::with(options, Some(source))
    }

    fn with(options: Options, source: Option<S>) -> BlockChecker<S> {
        let encoding = if options.has(Rule::OtherEncoding) {
            Encoding::Unknown(Sample::default())
        } else {
            Encoding::Utf8
        };
        BlockChecker {
            options,
            source,
            position: Position::START,
            examined: 0,
            characters_examined: 0,
            queue: Queue::new(),
            encoding,
            is_deciding: false,
            high: 0,
            relatives: if options.has(Rule::IllFormed) {
                Relatives::Unknown
            } else {
                Relatives::Over
            },
            declared: None,
            declaration: None,
            wide: None,
            is_korean: false,
            is_begun: false,
            is_over: false,
        }
    }

    /// Returns `true` if the block whose body begins at `offset`, or nominally does, can be left out if it has nothing
    /// to examine: nothing before it reaches into it.
    ///
    /// Only a checker with a source can skip, for it has to count the lines.
    pub fn can_skip(&self, offset: u64) -> bool {
        let is_at_rest = self.examined <= offset
            && self.queue.is_line_closed()
            && !self.is_deciding
            && self.declared.is_none()
            && self.wide.is_none()
            && !self.relatives.is_open();
        self.is_begun && self.source.is_some() && is_at_rest
    }

    /// Reports what begins in the body of `block`. The blocks of a text come in order.
    ///
    /// Returns `Break` if `emit` did, or if there is nothing more to report of this text.
    ///
    /// # Errors
    ///
    /// Errors if the source cannot be read. Findings that have not been emitted are lost.
    pub fn check(&mut self, block: &Block<'_>, emit: Emit<'_>) -> Result<ControlFlow<()>, S::Error> {
        if self.is_over {
            return Ok(ControlFlow::Break(()));
        }
        let flow = self.begin(block, emit)?;
        let flow = match (flow, &mut self.wide) {
            (ControlFlow::Continue(()), Some(wide)) => wide.check(block, emit),
            (ControlFlow::Continue(()), None) => self.check_body(block, emit)?,
            (flow, _) => flow,
        };
        self.is_over = flow.is_break();
        Ok(flow)
    }

    /// Reports what waits for more of the text, for a text whose rest comes late. Only characters that reorder the rest of
    /// their line go on waiting.
    ///
    /// Whether the text is in another encoding is decided by what was there, and a run of places goes on as another
    /// finding. So the findings depend on when this is called.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use utf8kit_lint::{Block, BlockChecker, Options};
    ///
    /// let mut checker = BlockChecker::new(Options::default());
    /// let mut count = 0;
    /// let mut emit = |_| {
    ///     count += 1;
    ///     ControlFlow::Continue(())
    /// };
    /// let Ok(_) = checker.check(&Block::new(b"one \xFF\n", 0, 0..6, false), &mut emit);
    /// let _ = checker.flush(&mut emit);
    /// assert_eq!(count, 1);
    /// ```
    pub fn flush(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        if self.is_over {
            return ControlFlow::Break(());
        }
        if self.wide.is_some() {
            return ControlFlow::Continue(());
        }
        self.queue.end_all_runs();
        let flow = self.decide_encoding(emit);
        self.is_over = flow.is_break();
        flow?;
        if self.relatives.is_open() {
            let ending = self
                .relatives
                .so_far()
                .map(|found| message::well_formed_in(&found, false));
            self.queue.complete_held(&ending.unwrap_or_default());
        }
        self.queue.settle(Until::TextIsKorean, false);
        self.queue.release(emit)
    }

    /// Ends the text and reports what waited for its end.
    pub fn finish(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        if self.is_over {
            return ControlFlow::Break(());
        }
        self.is_over = true;
        if let Some(mut wide) = self.wide.take() {
            return wide.finish(emit);
        }
        self.queue.end_all_runs();
        self.queue.end_lines(b"\n");
        self.decide_encoding(emit)?;
        if self.relatives.is_open() {
            let ending = self
                .relatives
                .finish()
                .map(|found| message::well_formed_in(&found, true));
            self.queue.complete_held(&ending.unwrap_or_default());
        }
        self.queue.settle(Until::TextIsKorean, false);
        self.queue.release(emit)
    }

    /// Checks the start of the text, if `block` is the first.
    fn begin(&mut self, block: &Block<'_>, emit: Emit<'_>) -> Result<ControlFlow<()>, S::Error> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(ControlFlow::Continue(()));
        }
        if self.options.has(Rule::OtherEncoding)
            && let Detected::Wide { encoding, signature } = detect(block.bytes, block.is_last)
        {
            let len = signature.map_or(0, |signature| signature.len());
            let words = message::wide(encoding, signature);
            let mut finding = self.finding(block, 0..len, Rule::OtherEncoding, words)?;
            finding.fix = Fix::Transcode(match signature {
                Some(_) => Certainty::Certain,
                None => Certainty::VeryLikely,
            });
            if emit(finding).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.wide = Some(Box::new(EncodingChecker::new(
                utf8kit_family::Encoding::Base(encoding),
                self.options,
            )));
            return self.begin_wide(block, encoding, len, emit);
        }
        if self.options.has(Rule::OtherEncoding) {
            let head = &block.bytes[..block.bytes.len().min(ENOUGH)];
            if head.is_ascii()
                && let Some(found) = seven_bit::recognize(head)
            {
                let number = memchr::memchr_iter(b'\n', &head[..found.at]).count();
                let line = found.text.split('\n').nth(number).unwrap_or_default();
                let words = message::seven_bit(found.encoding, line);
                let mut finding = self.finding(block, found.at..found.at + 1, Rule::OtherEncoding, words)?;
                finding.fix = Fix::Transcode(Certainty::VeryLikely);
                let _ = emit(finding);
                return Ok(ControlFlow::Break(()));
            }
        }
        if let Some(Signature::Utf8) = signature::detect(block.bytes) {
            self.encoding = Encoding::Utf8;
        }
        let head = &block.bytes[..block.bytes.len().min(DETECT_LEN)];
        let is_pdf = is_pdf(head);
        if self.options.is_binary
            && self.options.has(Rule::Nul)
            && let Some(at) = memchr::memchr(0, head).or(is_pdf.then_some(0))
        {
            let finding = self.finding(block, at..at + 1, Rule::Nul, message::binary(is_pdf))?;
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

    /// Reads what the text declares, and reports a declaration of UTF-16 or UTF-32 in a text of single bytes.
    fn begin_declared(&mut self, block: &Block<'_>, emit: Emit<'_>) -> Result<ControlFlow<()>, S::Error> {
        if !self.options.has(Rule::WrongDeclaration) && !self.options.has(Rule::OtherEncoding) {
            return Ok(ControlFlow::Continue(()));
        }
        let Some(declaration) = declared::find(block.bytes) else {
            return Ok(ControlFlow::Continue(()));
        };
        if declaration.encoding == Declared::Wide {
            if !self.options.has(Rule::WrongDeclaration) {
                return Ok(ControlFlow::Continue(()));
            }
            let words = message::wrong_declaration(&declaration, "UTF-8", "ASCII or ");
            let finding = self.finding(block, declaration.place.clone(), Rule::WrongDeclaration, words)?;
            return Ok(emit(finding));
        }
        if declaration.encoding != Declared::Utf8 && self.options.has(Rule::WrongDeclaration) {
            self.declared = Some(declaration.clone());
        }
        self.declaration = Some(declaration);
        Ok(ControlFlow::Continue(()))
    }

    /// Reports what a text in UTF-16 or UTF-32 declares, if it is something else. `from` is the length of its signature.
    fn begin_wide(
        &mut self,
        block: &Block<'_>,
        encoding: utf8kit::Encoding,
        from: usize,
        emit: Emit<'_>,
    ) -> Result<ControlFlow<()>, S::Error> {
        if !self.options.has(Rule::WrongDeclaration) {
            return Ok(ControlFlow::Continue(()));
        }
        // A declaration is in ASCII, which has one byte that is not zero.
        let unit = if matches!(encoding, utf8kit::Encoding::Utf32(_)) {
            4
        } else {
            2
        };
        let head = block.bytes[from..].chunks_exact(unit).take(DECLARED_LEN);
        let text: Vec<u8> = head
            .map(|unit| unit.iter().fold(0, |all, byte| all | byte))
            .collect();
        match declared::find(&text) {
            Some(declaration) if declaration.encoding != Declared::Wide => {
                let words = message::wrong_declaration(&declaration, wide_name(encoding), "");
                let finding = self.finding(block, 0..from, Rule::WrongDeclaration, words)?;
                Ok(emit(finding))
            }
            _ => Ok(ControlFlow::Continue(())),
        }
    }

    /// Returns the place of the first character over U+007F in the body, if the text declares something other than UTF-8 and the
    /// text from there on is UTF-8.
    fn contradiction(&mut self, block: &Block<'_>, from: usize) -> Option<(Range<usize>, Declaration)> {
        self.declared.as_ref()?;
        let body = &block.bytes[from..block.body.end];
        let at = from + body.iter().position(|byte| !byte.is_ascii())?;
        let declaration = self.declared.take()?;
        // This much of the text is in every block.
        let sample = &block.bytes[at..block.bytes.len().min(at + MARGIN)];
        let arrangement = Arrangement::of(sample);
        let is_well_formed = match utf8::validate(sample) {
            Ok(_) => true,
            Err(error) => error.kind() == ErrorKind::UnexpectedEnd && sample.len() == MARGIN,
        };
        // Few characters in an encoding of two bytes can look like UTF-8 by chance.
        let is_chance = matches!(declaration.encoding, Declared::Legacy(legacy) if !legacy.is_single_byte())
            && arrangement.built < 6;
        if !is_well_formed || is_chance {
            return None;
        }
        let len = utf8::decode_first(sample).map_or(1, |(_, len)| len);
        Some((at..at + len, declaration))
    }

    /// Queues the finding that a declaration is wrong.
    fn contradict(
        &mut self,
        block: &Block<'_>,
        (place, declaration): (Range<usize>, Declaration),
    ) -> Result<(), S::Error> {
        let words = message::wrong_declaration(&declaration, "UTF-8", "");
        let finding = self.finding(block, place, Rule::WrongDeclaration, words)?;
        self.queue.push(finding, Until::Nothing);
        Ok(())
    }

    fn check_body(&mut self, block: &Block<'_>, emit: Emit<'_>) -> Result<ControlFlow<()>, S::Error> {
        let place = |offset: u64| block.body.start.max(offset.saturating_sub(block.start) as usize);
        let from = place(self.examined);
        let characters_from = place(self.characters_examined);
        // Where the search for line ends continues.
        let mut lines_from = from;
        let mut after = |offset: u64| After::new(block, (offset - block.start) as usize);
        let mut sample_from = from;
        let mut contradiction = self.contradiction(block, from);
        for event in Events::new(block, from, characters_from, self.options) {
            let start = event.place.start;
            if let Some(found) = contradiction.take_if(|(place, _)| place.start <= start) {
                self.contradict(block, found)?;
            }
            if start > lines_from {
                self.queue.end_lines(&block.bytes[lines_from..start]);
                lines_from = start;
            }
            if self.queue.end_runs(block.start + start as u64, &mut after)
                && self.queue.release(emit).is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
            let end = block.start + event.place.end as u64;
            self.examined = self.examined.max(end);
            if event.what.is_about_characters() {
                self.characters_examined = self.characters_examined.max(end);
            }
            if matches!(event.what, What::IllFormed(_))
                && let Encoding::Unknown(_) = &self.encoding
                && !std::mem::replace(&mut self.is_deciding, true)
            {
                sample_from = legacy::sample_start(block.bytes, start);
                self.begin_sample(block, sample_from)?;
            }
            self.event(block, event)?;
            if self.queue.is_full() {
                self.queue.update_runs(&mut after);
                self.queue.end_all_runs();
                self.queue.settle(Until::TextIsKorean, false);
                let seen = (self.examined - block.start) as usize;
                if self.relatives.push(block.start, &block.bytes[..seen]) {
                    self.queue.complete_held("");
                } else if let Some(found) = self.relatives.so_far() {
                    self.queue.complete_held(&message::well_formed_in(&found, false));
                }
                self.extend_sample(&block.bytes[sample_from.min(seen)..seen]);
                if self.decide_encoding(emit).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                self.queue.make_room();
            }
            if self.queue.release(emit).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if let Some(found) = contradiction {
            self.contradict(block, found)?;
        }
        let end = block.body.end;
        // A run that reaches the next body may continue there.
        self.queue.end_runs(block.start + end as u64, &mut after);
        self.queue.update_runs(&mut after);
        if lines_from < end {
            self.queue.end_lines(&block.bytes[lines_from..end]);
        }
        self.extend_sample(&block.bytes[sample_from.min(end)..end]);
        if self.relatives.push(block.start, &block.bytes[..end]) {
            self.queue.complete_held("");
        }
        if let Encoding::Unknown(sample) = &self.encoding
            && sample.is_enough()
            && self.decide_encoding(emit).is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        if self.source.is_none() && !block.is_last {
            self.advance(block, end)?;
            if matches!(self.encoding, Encoding::Unknown(_)) && !self.is_deciding && self.high < MANY {
                self.high += count_high(&block.bytes[block.body.clone()]);
            }
        }
        Ok(self.queue.release(emit))
    }

    /// Adds a place to the run that it continues, if there is one.
    fn extend(&mut self, block: &Block<'_>, place: &Range<usize>, rule: Rule, kind: &str) -> bool {
        if self.options.has_separate_places {
            return false;
        }
        let bytes = &block.bytes[place.clone()];
        self.queue.extend(Place {
            rule,
            kind,
            offset: block.start + place.start as u64,
            length: place.len() as u64,
            columns: count_characters(bytes),
            bytes,
        })
    }

    /// Queues the finding that an event makes, if it makes one.
    fn event(&mut self, block: &Block<'_>, event: Event) -> Result<(), S::Error> {
        let Event { place, what } = event;
        let bytes = &block.bytes[place.clone()];
        let mut may_continue = false;
        let mut until = Until::Nothing;
        let mut clause = None;
        let mut ill_formed = None;
        let mut fix = Fix::None;
        let (rule, words) = match what {
            What::IllFormed(error) => {
                if self.is_deciding {
                    until = Until::EncodingIsKnown;
                } else if !self.options.has(Rule::IllFormed) {
                    return Ok(());
                }
                let kind = error.kind().name();
                if self.extend(block, &place, Rule::IllFormed, kind) {
                    return Ok(());
                }
                may_continue = true;
                fix = Fix::on_error(&error);
                ill_formed = Some(error);
                clause = Some(error.clause());
                (Rule::IllFormed, (kind.into(), error.reason().to_string()))
            }
            What::Character(rule, c) => {
                let before = text_before(&block.bytes[..place.start]);
                let kind = message::code_point_kind(rule, c.into(), before);
                if self.extend(block, &place, rule, kind) {
                    return Ok(());
                }
                may_continue = true;
                fix = Fix::of_character(rule, kind);
                (rule, message::code_point(rule, c.into(), before))
            }
            What::Outside(rules, c) => {
                for rule in rules.iter() {
                    let kind = message::code_point_kind(rule, c.into(), "");
                    if self.extend(block, &place, rule, kind) {
                        continue;
                    }
                    let words = message::code_point(rule, c.into(), "");
                    let finding = self.finding(block, place.clone(), rule, words)?;
                    self.queue.push_run(finding, Until::Nothing);
                }
                return Ok(());
            }
            What::Hangul => {
                self.is_korean = true;
                self.queue.settle(Until::TextIsKorean, true);
                return Ok(());
            }
            What::OldHangul => {
                if !self.is_korean {
                    until = Until::TextIsKorean;
                }
                let text = String::from_utf8_lossy(bytes);
                (Rule::OldHangul, message::old_hangul(&text))
            }
            What::Bidi(control, c) => {
                let is_unpaired = self.options.bidi == Bidi::Unpaired;
                let words = message::bidi(c, is_unpaired);
                match control {
                    Control::Open(opened) if is_unpaired => {
                        let finding = self.finding(block, place, Rule::BidiControl, words)?;
                        self.queue.open(opened, finding);
                        return Ok(());
                    }
                    Control::Close(closed) if is_unpaired => {
                        self.queue.close(closed);
                        return Ok(());
                    }
                    Control::Mark if is_unpaired => return Ok(()),
                    _ => {
                        clause = Some(bidi::CLAUSE);
                        (Rule::BidiControl, words)
                    }
                }
            }
            What::Double(run) => {
                let words = message::double_encoded(bytes, &run);
                if !run.is_cut {
                    fix = Fix::Replace(run.meant.clone());
                }
                let rule = match run.through {
                    Through::Windows1252 => Rule::DoubleEncoded,
                    _ => Rule::DoubleEncodedOther,
                };
                if !self.options.has(rule) {
                    return Ok(());
                }
                (rule, words)
            }
            What::NotNfc(nfc) => {
                let words = message::not_nfc(bytes, &nfc);
                fix = Fix::Replace(nfc);
                (Rule::NotNfc, words)
            }
            What::Invisible(rule, kind, c) => {
                if self.extend(block, &place, rule, kind.name()) {
                    return Ok(());
                }
                may_continue = true;
                (rule, message::invisible(c, kind))
            }
            What::Confusable(mixed) => (Rule::Confusable, message::confusable(&mixed)),
        };
        let at = place.start;
        let mut finding = self.finding(block, place, rule, words)?;
        finding.clause = clause.unwrap_or(finding.clause);
        finding.fix = fix;
        if may_continue {
            self.queue.push_run(finding, until);
        } else {
            self.queue.push(finding, until);
        }
        match ill_formed {
            Some(error) if self.relatives.is_unknown() => self.find_relatives(block, at, error.attempt()),
            _ => Ok(()),
        }
    }

    /// Holds the last finding, which is of the first ill-formed sequence, `attempt` at `at` in the block's bytes, until it is
    /// known whether the whole text is well-formed in a dialect that has this sequence.
    fn find_relatives(&mut self, block: &Block<'_>, at: usize, attempt: &[u8]) -> Result<(), S::Error> {
        let offset = block.start + at as u64;
        let source = &self.source;
        let is_open = self.relatives.start(offset, attempt, || match source {
            Some(source) => facts_in(source, offset).map(Some),
            None if block.start == 0 => Ok(Some(Facts::default().and(&block.bytes[..at]))),
            None => Ok(None),
        })?;
        if is_open {
            self.queue.hold_last();
        }
        Ok(())
    }

    /// Begins the sample that decides the encoding at `from` in the block's bytes.
    fn begin_sample(&mut self, block: &Block<'_>, from: usize) -> Result<(), S::Error> {
        let body = block.body.start;
        let before = match &self.source {
            Some(source) => high_in(source, block.start + from as u64)?,
            None if from < body => self.high.saturating_sub(count_high(&block.bytes[from..body])),
            None => self.high + count_high(&block.bytes[body..from]),
        };
        if let Encoding::Unknown(sample) = &mut self.encoding {
            sample.before = before;
        }
        Ok(())
    }

    /// Adds text from the first ill-formed sequence on to the sample that decides the encoding.
    fn extend_sample(&mut self, bytes: &[u8]) {
        if self.is_deciding
            && let Encoding::Unknown(sample) = &mut self.encoding
        {
            sample.extend(bytes);
        }
    }

    /// Decides whether the text is UTF-8 with errors or in another encoding. Breaks if it is in another one: nothing
    /// after the first ill-formed sequence means what it would mean in UTF-8.
    fn decide_encoding(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        if !std::mem::replace(&mut self.is_deciding, false) {
            return ControlFlow::Continue(());
        }
        let Encoding::Unknown(sample) = std::mem::replace(&mut self.encoding, Encoding::Utf8) else {
            return ControlFlow::Continue(());
        };
        let declared = match self.declaration.as_ref().map(|declaration| declaration.encoding) {
            Some(Declared::Legacy(declared)) => Some(declared),
            _ => None,
        };
        if let Some(guess) = sample.guess(declared)
            && let Some(first) = self.queue.take_first_ill_formed()
        {
            let finding = other_encoding(&guess, first.clone());
            let flow = emit(finding);
            if let Some(declaration) = &self.declaration
                && !guess.is_declared
                && self.options.has(Rule::WrongDeclaration)
                && flow.is_continue()
            {
                let how_sure = format!("{} in ", guess.certainty);
                let (kind, message) =
                    message::wrong_declaration(declaration, guess.encoding.name(), &how_sure);
                let _ = emit(Finding {
                    rule: Rule::WrongDeclaration,
                    kind,
                    message,
                    clause: Rule::WrongDeclaration.clause(),
                    fix: Fix::None,
                    ..first
                });
            }
            return ControlFlow::Break(());
        }
        self.queue
            .settle(Until::EncodingIsKnown, self.options.has(Rule::IllFormed));
        ControlFlow::Continue(())
    }

    /// Moves the position to `to` in the block's bytes.
    fn advance(&mut self, block: &Block<'_>, to: usize) -> Result<(), S::Error> {
        let body_start = block.start + block.body.start as u64;
        if self.position.offset < body_start
            && let Some(source) = &self.source
        {
            self.position.advance_in(source, body_start)?;
        }
        let from = self.position.offset.saturating_sub(block.start) as usize;
        if from < to {
            self.position.advance(&block.bytes[from..to]);
        }
        Ok(())
    }

    /// Returns a finding at `place` in the block's bytes.
    fn finding(
        &mut self,
        block: &Block<'_>,
        place: Range<usize>,
        rule: Rule,
        (kind, message): Words,
    ) -> Result<Finding, S::Error> {
        self.advance(block, place.start)?;
        let Position { line, column, .. } = self.position;
        Ok(Finding {
            rule,
            kind,
            offset: block.start + place.start as u64,
            line,
            column,
            end_column: column + count_characters(&block.bytes[place.clone()]),
            length: place.len() as u64,
            count: 1,
            bytes: kept(block.bytes, &place),
            message,
            clause: rule.clause(),
            fix: Fix::None,
            context: Context::new(block, &place),
        })
    }
}

/// Returns the finding that a text is in a legacy encoding, at the place of `first`, its first ill-formed sequence. The
/// context is decoded.
fn other_encoding(guess: &Guess, first: Finding) -> Finding {
    let decoded = |bytes: &[u8]| guess.encoding.decode(bytes).0;
    let Context { before, after, .. } = &first.context;
    let (before, after) = (&before[..], &after[..]);
    // The line is decoded as a whole, as the sequence may be a part of a character. Of a long one, not all is kept.
    let is_kept = first.bytes.len() as u64 == first.length;
    let line = [before, &first.bytes, if is_kept { after } else { &[][..] }].concat();
    let (kind, message) = message::legacy(guess, &decoded(&line));
    Finding {
        rule: Rule::OtherEncoding,
        kind,
        message,
        clause: Rule::OtherEncoding.clause(),
        fix: Fix::Transcode(guess.certainty),
        ..first
    }
}

/// Returns the last character before a place, if the bytes end with one.
fn text_before(bytes: &[u8]) -> &str {
    let start = utf8::floor_boundary(bytes, bytes.len().saturating_sub(1));
    utf8::validate(&bytes[start..]).unwrap_or_default()
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

/// Returns what the first `len` bytes of a text have.
fn facts_in<S: Source>(source: &S, len: u64) -> Result<Facts, S::Error> {
    let mut facts = Facts::default();
    let mut buffer = vec![0; BODY_LEN];
    let mut at = 0;
    while at < len {
        let wanted = (len - at).min(BODY_LEN as u64) as usize;
        match source.read_at(at, &mut buffer[..wanted])? {
            0 => break,
            read => {
                facts = facts.and(&buffer[..read]);
                at += read as u64;
            }
        }
    }
    Ok(facts)
}
