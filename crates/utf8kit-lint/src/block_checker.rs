//! Takes the blocks of one text in order and makes findings of their events.

mod encoding;

use crate::bidi::{self, Control};
use crate::block::{BODY_LEN, Block};
use crate::declared::Declaration;
use crate::double_encoded::{Encodings, Run, Through};
use crate::encoding_checker::EncodingChecker;
use crate::events::{Event, Events, Progress, What};
use crate::finding::{After, Context, Emit, Finding, kept};
use crate::fix::Fix;
use crate::legacy::{self, MANY, Sample, count_high};
use crate::message;
use crate::message::Words;
use crate::options::{Bidi, InnerFeff, Options};
use crate::position::{Position, count_characters};
use crate::queue::{Outcome, Place, Queue, Until};
use crate::relatives::{Facts, Relatives};
use crate::rule::Rule;
use crate::source::{NoSource, Source};
use std::ops::{ControlFlow, Range};
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
    /// The same for each search.
    progress: Progress,
    queue: Queue,
    encoding: Encoding,
    /// The first ill-formed sequence was seen, and the encoding is not known yet.
    is_deciding: bool,
    /// Bytes over 0x7F in the blocks before, as far as they make a difference. It is not counted if there is a source.
    high: usize,
    relatives: Relatives,
    /// The encodings that the double-encoded text so far went through.
    through: Encodings,
    /// What the text declares.
    declaration: Option<Declaration>,
    /// A finding at the declaration's place, if it can turn out to be wrong.
    at_declaration: Option<Box<Finding>>,
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
            progress: Progress::default(),
            queue: Queue::new(),
            encoding,
            is_deciding: false,
            high: 0,
            relatives: if options.has(Rule::IllFormed) {
                Relatives::Unknown
            } else {
                Relatives::Over
            },
            through: Encodings::ALL,
            declared: None,
            declaration: None,
            at_declaration: None,
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
        self.queue.decide_through(self.through);
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
        self.queue.decide_through(self.through);
        self.queue.release(emit)
    }

    fn check_body(&mut self, block: &Block<'_>, emit: Emit<'_>) -> Result<ControlFlow<()>, S::Error> {
        let place = |offset: u64| block.body.start.max(offset.saturating_sub(block.start) as usize);
        let from = place(self.examined);
        // Where the search for line ends continues.
        let mut lines_from = from;
        let mut after = |offset: u64| After::new(block, (offset - block.start) as usize);
        let mut sample_from = block.body.start;
        let mut contradiction = self.contradiction(block, from);
        let mut events = Events::new(block, std::mem::take(&mut self.progress), self.options);
        for event in events.by_ref() {
            let start = event.place.start;
            if let Some(found) = contradiction.take_if(|(place, _)| place.start <= start) {
                self.contradict(&found.1);
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
                self.queue.decide_through(self.through);
                let seen = (self.examined - block.start) as usize;
                if self.relatives.push(block.start, &block.bytes[..seen]) {
                    self.queue.complete_held("");
                } else if let Some(found) = self.relatives.so_far() {
                    self.queue.complete_held(&message::well_formed_in(&found, false));
                }
                self.extend_sample(&block.bytes[sample_from.min(seen)..seen]);
                self.complete_sample(block, seen)?;
                if self.decide_encoding(emit).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                self.queue.make_room();
            }
            if self.queue.release(emit).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.progress = events.progress();
        if let Some(found) = contradiction {
            self.contradict(&found.1);
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
        let may_be_repaired = match rule {
            Rule::IllFormed => kind == ErrorKind::Overlong.name() || kind == ErrorKind::Surrogate.name(),
            rule => rule == Rule::InnerFeff && self.options.inner_feff != InnerFeff::Keep,
        };
        if self.options.has_separate_places || (self.options.has_separate_repairs && may_be_repaired) {
            return false;
        }
        self.queue.extend(place_of(block, place, rule, kind))
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
                fix = Fix::on_error(&error, block.bytes, place.start);
                ill_formed = Some(error);
                clause = Some(error.clause());
                let mut message = error.reason().to_string();
                if let Fix::OnError {
                    stray: Some(stray), ..
                } = &fix
                {
                    message.push_str(&message::stray(stray));
                }
                (Rule::IllFormed, (kind.into(), message))
            }
            What::Character(rule, c) => {
                let before = text_before(&block.bytes[..place.start]);
                let kind = message::code_point_kind(rule, c.into(), before);
                if self.extend(block, &place, rule, kind) {
                    return Ok(());
                }
                may_continue = true;
                fix = Fix::of_character(rule, &self.options);
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
            What::Double(double) => {
                let run = double.run;
                let rule = match run.through {
                    Through::Windows1252 => Rule::DoubleEncoded,
                    _ => Rule::DoubleEncodedOther,
                };
                if !self.options.has(rule) {
                    return Ok(());
                }
                let words = message::double_encoded(bytes, &run);
                if double.continues
                    && self
                        .queue
                        .lengthen(&place_of(block, &place, rule, &words.0), &run.meant)
                {
                    return Ok(());
                }
                self.through = self.through.and(run.evidence);
                if !run.readings.is_empty() {
                    let outcomes = outcomes_of(bytes, &run);
                    let finding = self.finding(block, place, rule, words)?;
                    self.queue
                        .push_undecided(finding, Until::ThroughIsKnown, outcomes);
                    return Ok(());
                }
                may_continue = double.is_continued;
                if run.can_be_undone() {
                    fix = Fix::Replace(run.meant);
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

/// Returns what the finding of a run becomes in each of its readings.
fn outcomes_of(bytes: &[u8], run: &Run) -> Vec<Outcome> {
    let outcomes = run.readings.iter().map(|reading| Outcome {
        encodings: reading.encodings,
        words: message::double_encoded_once(bytes, reading),
        fix: Fix::Replace(reading.meant.clone()),
    });
    outcomes.collect()
}

/// Returns the place, as what continues a run.
fn place_of<'b>(block: &Block<'b>, place: &Range<usize>, rule: Rule, kind: &'b str) -> Place<'b> {
    let bytes = &block.bytes[place.clone()];
    Place {
        rule,
        kind,
        offset: block.start + place.start as u64,
        length: place.len() as u64,
        columns: count_characters(bytes),
        bytes,
    }
}

/// Returns the last character before a place, if the bytes end with one.
fn text_before(bytes: &[u8]) -> &str {
    let start = utf8::floor_boundary(bytes, bytes.len().saturating_sub(1));
    utf8::validate(&bytes[start..]).unwrap_or_default()
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
