//! Takes the blocks of one text in order and makes findings of their events.

mod encoding;
mod mail;

use crate::block::{BODY_LEN, Block, MARGIN, Pending};
use crate::columns::Columns;
use crate::declared::Declaration;
use crate::definition::{Course, Search};
use crate::double_encoded::Encodings;
use crate::encoding::Legacy;
use crate::encoding_checker::EncodingChecker;
use crate::finding::{After, Context, Emit, Finding, kept};
use crate::fix::Fix;
use crate::guess::Guess;
use crate::in_mail::InMail;
use crate::judgement::{Judgement, Until};
use crate::legacy::{ENOUGH, MANY, count_high, sample_start};
use crate::lines::Lines;
use crate::mixed::Mixed;
use crate::neighbors::Neighborhood;
use crate::options::Options;
use crate::place_in_source::PlaceInSource;
use crate::position::{Passed, Position, after_signature};
use crate::queue::{Place, Queue};
use crate::relatives::{Facts, Relatives};
use crate::rules::Rule;
use crate::rules::bidi_control::{UNOPENED, is_reported_unopened};
use crate::rules::ill_formed::{self, well_formed_in};
use crate::scan::{Ahead, Event, Events, Examined, Progress, What};
use crate::source::{NoSource, Source};
use crate::syntax::{Lexer, Part, Syntax};
use crate::words::Words;
use std::ops::{ControlFlow, Range};
use utf8kit::{IllFormed, utf8};

/// The number of bytes after the first ill-formed sequence that decide the encoding, with the context of the finding.
const WANTED: usize = ENOUGH + MARGIN;

/// Whether the text is in another encoding.
#[derive(Clone, Copy, Debug)]
enum Encoding {
    /// No ill-formed sequence was seen.
    Unknown,
    Utf8,
    Legacy(Guess),
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
    /// The text from the first ill-formed sequence on, while it is not enough to decide the encoding.
    pending: Option<Pending>,
    /// Bytes over 0x7F in the blocks before, as far as they make a difference. It is not counted if there is a source.
    high: usize,
    /// The files beside the text.
    neighborhood: Option<Box<dyn Neighborhood>>,
    relatives: Relatives,
    /// The encodings that the double-encoded text so far went through.
    through: Encodings,
    /// What the text declares.
    declaration: Option<Declaration>,
    /// A finding at the declaration's place, if it can turn out to be wrong.
    at_declaration: Option<Box<Finding>>,
    /// The same if it is something other than UTF-8, until the first character over U+007F shows whether that is correct.
    declared: Option<Declaration>,
    /// What its parts declare, if the text is mail.
    mail: Option<InMail>,
    /// The checker of the text, if it is in UTF-16 or UTF-32.
    wide: Option<Box<EncodingChecker>>,
    /// The check of the text from a place on, if it is in UTF-16 in part.
    mixed: Option<Box<Mixed>>,
    /// The encoding that stray bytes are in, if the text is too short to say that it is in it.
    of_strays: Option<Legacy>,
    /// The lines that are not UTF-8, once one was found.
    lines: Option<Lines>,
    /// The end of the last one.
    line_end: u64,
    /// Zero bytes of which it was looked whether UTF-16 begins there.
    zeros: u32,
    /// What the text has shown, which findings wait for.
    shown: Vec<Until>,
    /// The parts of the text, if it is source, as far as they are known: they are looked for when a rule depends on one.
    lexer: Option<Lexer>,
    /// The first block was seen.
    is_begun: bool,
    /// There is nothing more to report.
    is_over: bool,
    /// What was found in the next block.
    ahead: Option<Ahead>,
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
            Encoding::Unknown
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
            pending: None,
            high: 0,
            neighborhood: None,
            relatives: if options.has(Rule::IllFormed) {
                Relatives::Unknown
            } else {
                Relatives::Over
            },
            through: Encodings::ALL,
            declared: None,
            declaration: None,
            at_declaration: None,
            mail: None,
            wide: None,
            mixed: None,
            of_strays: None,
            lines: None,
            line_end: 0,
            zeros: 0,
            shown: Vec::new(),
            lexer: None,
            is_begun: false,
            is_over: false,
            ahead: None,
        }
    }

    /// Lets the files beside the text decide its encoding where its letters leave a doubt, as
    /// [`Recognizer::finish_beside`](crate::Recognizer::finish_beside) does.
    #[must_use]
    pub fn with_neighborhood(self, neighborhood: Option<Box<dyn Neighborhood>>) -> BlockChecker<S> {
        BlockChecker { neighborhood, ..self }
    }

    /// Returns `true` if the block whose body begins at `offset`, or nominally does, can be left out if it has nothing
    /// to examine: nothing before it reaches into it.
    ///
    /// Only a checker with a source can skip, for it has to count the lines.
    pub fn can_skip(&self, offset: u64) -> bool {
        let is_at_rest = self.examined <= offset
            && self.queue.is_line_closed()
            && self.pending.is_none()
            && self.declared.is_none()
            && self.mail.is_none()
            && self.wide.is_none()
            && self.mixed.is_none()
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
        let flow = match (flow, &mut self.wide, &mut self.mixed) {
            (ControlFlow::Continue(()), Some(wide), _) => wide.check(block, emit),
            (ControlFlow::Continue(()), _, Some(mixed)) => mixed.push(block.start, block.bytes, emit),
            (ControlFlow::Continue(()), ..) => self.check_text(block, emit)?,
            (flow, ..) => flow,
        };
        self.is_over = flow.is_break();
        Ok(flow)
    }

    /// Reports what begins in the body of a block, as [`check`](Self::check) does, but faster: most of it was found before.
    ///
    /// # Errors
    ///
    /// Those of [`check`](Self::check).
    pub fn check_examined(
        &mut self,
        examined: Examined,
        emit: Emit<'_>,
    ) -> Result<ControlFlow<()>, S::Error> {
        let (block, ahead) = examined.into_parts();
        self.ahead = Some(ahead);
        let flow = self.check(&block.block(), emit);
        self.ahead = None;
        flow
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
        if self.wide.is_some() || self.mixed.is_some() {
            return ControlFlow::Continue(());
        }
        let flow = self.check_pending(emit);
        self.is_over = flow.is_break();
        flow?;
        self.queue.end_all_runs();
        if self.relatives.is_open() {
            let ending = self.relatives.so_far().map(|found| well_formed_in(&found, false));
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
        if self.mixed.is_some() {
            return self.finish_mixed(emit);
        }
        self.check_pending(emit)?;
        self.queue.end_all_runs();
        self.queue.end_lines(b"\n");
        if self.relatives.is_open() {
            let ending = self.relatives.finish().map(|found| well_formed_in(&found, true));
            self.queue.complete_held(&ending.unwrap_or_default());
        }
        self.queue.settle(Until::TextIsKorean, false);
        self.queue.decide_through(self.through);
        self.queue.release(emit)
    }

    /// Checks a block of a text that is not in UTF-16 or UTF-32, with the text before it that waits.
    fn check_text(&mut self, block: &Block<'_>, emit: Emit<'_>) -> Result<ControlFlow<()>, S::Error> {
        let Some(mut pending) = self.pending.take() else {
            return self.check_body(block, true, emit);
        };
        pending.extend(block);
        if pending.is_complete() {
            return self.check_body(&pending.block(), true, emit);
        }
        self.pending = Some(pending);
        Ok(ControlFlow::Continue(()))
    }

    /// Checks the text that waits, by what there is of it.
    fn check_pending(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        let Some(pending) = self.pending.take() else {
            return ControlFlow::Continue(());
        };
        // A text with a source has a last block, after which nothing waits.
        self.check_body(&pending.block(), false, emit)
            .unwrap_or(ControlFlow::Continue(()))
    }

    /// Checks the body of a block. From its first ill-formed sequence on it may wait for the text that decides the encoding.
    fn check_body(
        &mut self,
        block: &Block<'_>,
        may_wait: bool,
        emit: Emit<'_>,
    ) -> Result<ControlFlow<()>, S::Error> {
        let place = |offset: u64| block.body.start.max(offset.saturating_sub(block.start) as usize);
        let from = place(self.examined);
        // Where the search for line ends continues.
        let mut lines_from = from;
        let mut after = |offset: u64| After::new(block, (offset - block.start) as usize);
        let mut events = Events::new(block, std::mem::take(&mut self.progress), self.options);
        if let Some(ahead) = self.ahead.take() {
            events.know(ahead, block);
        }
        // Where the text ends that is UTF-8.
        let mut checked_to = block.body.end;
        if let Encoding::Unknown = self.encoding
            && let Some(at) = events.peek_ill_formed()
        {
            let sample = sample_start(block.bytes, at);
            if may_wait && !block.is_last && block.bytes.len() < sample + WANTED {
                self.progress = events.progress();
                return self.wait(block, at, emit);
            }
            self.encoding = self.decide(block, sample, at)?;
            if let Encoding::Legacy(_) = self.encoding {
                events.end_at(at);
                checked_to = at;
            }
        }
        let mut contradiction = self.contradiction(block, from);
        let mut of_parts = self.check_mail(block, checked_to)?.into_iter().peekable();
        for event in events.by_ref() {
            let start = event.place.start;
            if let Some(found) = contradiction.take_if(|(place, _)| place.start <= start) {
                self.contradict(block, found.0, &found.1)?;
            }
            while let Some((_, found)) = of_parts.next_if(|(place, _)| *place <= start) {
                self.queue.push(found, Until::Nothing);
            }
            if start > lines_from {
                self.queue.end_lines(&block.bytes[lines_from..start]);
                lines_from = start;
            }
            if block.start + (start as u64) < self.line_end || self.is_legacy_line(block, &event)? {
                continue;
            }
            if self.queue.end_runs(block.start + start as u64, &mut after)
                && self.queue.release(emit).is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
            let end = block.start + event.place.end as u64;
            self.examined = self.examined.max(end);
            if let What::IllFormed(error) = &event.what
                && let Encoding::Legacy(guess) = self.encoding
            {
                self.end_in_legacy(block, event.place, error, &guess, emit)?;
                return Ok(ControlFlow::Break(()));
            }
            if self.begins_utf_16(block, &event) {
                self.begin_mixed(block, event.place.start, emit)?;
                return Ok(ControlFlow::Continue(()));
            }
            self.event(block, event)?;
            if self.queue.is_full() {
                self.empty_queue(block);
            }
            if self.queue.release(emit).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.progress = events.progress();
        if let Some(found) = contradiction {
            self.contradict(block, found.0, &found.1)?;
        }
        for (_, found) in of_parts {
            self.queue.push(found, Until::Nothing);
        }
        self.end_body(block, lines_from)?;
        Ok(self.queue.release(emit))
    }

    /// Checks the body before `at`, where its first ill-formed sequence is. From there it waits for [`WANTED`] bytes, which decide the
    /// encoding.
    fn wait(&mut self, block: &Block<'_>, at: usize, emit: Emit<'_>) -> Result<ControlFlow<()>, S::Error> {
        let before = Block {
            body: block.body.start..at,
            ..block.clone()
        };
        let flow = self.check_body(&before, true, emit)?;
        self.pending = Some(Pending::new(block, at, WANTED));
        Ok(flow)
    }

    /// Goes to the end of the body of a block, after its last event. Line ends are looked for from `lines_from` on.
    fn end_body(&mut self, block: &Block<'_>, lines_from: usize) -> Result<(), S::Error> {
        let mut after = |offset: u64| After::new(block, (offset - block.start) as usize);
        let end = block.body.end;
        // A run that reaches the next body may continue there.
        self.queue.end_runs(block.start + end as u64, &mut after);
        self.queue.update_runs(&mut after);
        if lines_from < end {
            self.queue.end_lines(&block.bytes[lines_from..end]);
        }
        if self.relatives.push(block.start, &block.bytes[..end]) {
            self.queue.complete_held("");
        }
        if self.source.is_none() && !block.is_last {
            self.advance(block, end)?;
            if let Some(syntax) = self.options.syntax {
                self.advance_lexer(block, syntax, end)?;
            }
            if matches!(self.encoding, Encoding::Unknown) && self.high < MANY {
                self.high += count_high(&block.bytes[block.body.clone()]);
            }
        }
        Ok(())
    }

    /// Decides about all that waits, by the text so far: more may not wait.
    fn empty_queue(&mut self, block: &Block<'_>) {
        self.queue
            .update_runs(&mut |offset| After::new(block, (offset - block.start) as usize));
        self.queue.end_all_runs();
        self.queue.settle(Until::TextIsKorean, false);
        self.queue.decide_through(self.through);
        let seen = (self.examined - block.start) as usize;
        if self.relatives.push(block.start, &block.bytes[..seen]) {
            self.queue.complete_held("");
        } else if let Some(found) = self.relatives.so_far() {
            self.queue.complete_held(&well_formed_in(&found, false));
        }
        self.queue.make_room();
    }

    /// Adds a place to the run that it continues, if there is one.
    fn extend(&mut self, block: &Block<'_>, place: &Range<usize>, rule: Rule, kind: &str) -> bool {
        !self.is_separate(rule, kind) && self.queue.extend(self.place_of(block, place, rule, kind))
    }

    /// Returns the place, as what continues a run.
    fn place_of<'b>(&self, block: &Block<'b>, place: &Range<usize>, rule: Rule, kind: &'b str) -> Place<'b> {
        let bytes = match self.options.has_descriptions {
            true => &block.bytes[place.clone()],
            false => &[],
        };
        Place {
            rule,
            kind,
            offset: block.start + place.start as u64,
            length: place.len() as u64,
            count: 1,
            passed: Passed::Text(bytes),
            bytes,
        }
    }

    /// Returns `true` if places that follow each other directly are findings of their own.
    fn is_separate(&self, rule: Rule, kind: &str) -> bool {
        self.options.has_separate_places
            || (self.options.has_separate_repairs && (rule.definition().has_repair)(kind, &self.options))
    }

    /// Queues the findings that an event makes, if it makes any.
    fn event(&mut self, block: &Block<'_>, event: Event) -> Result<(), S::Error> {
        let Event { place, what } = event;
        match what {
            What::IllFormed(error) => self.ill_formed(block, place, &error),
            What::Character(rules, c) => {
                for rule in rules.iter() {
                    self.characters(block, &place, rule, c)?;
                }
                Ok(())
            }
            What::Judged(rule, judgement) => self.judged(block, place, rule, *judgement),
            What::Shows(until) => {
                if !self.shown.contains(&until) {
                    self.shown.push(until);
                }
                self.queue.settle(until, true);
                Ok(())
            }
        }
    }

    /// Queues the finding of an ill-formed sequence.
    fn ill_formed(
        &mut self,
        block: &Block<'_>,
        place: Range<usize>,
        error: &IllFormed,
    ) -> Result<(), S::Error> {
        if !self.options.has(Rule::IllFormed)
            || self.extend(block, &place, Rule::IllFormed, error.kind().name())
        {
            return Ok(());
        }
        let at = place.start;
        let judgement = ill_formed::judge(error, block.bytes, at, self.of_strays);
        self.judged(block, place, Rule::IllFormed, judgement)?;
        if ill_formed::kept_at(block.bytes, at).is_some_and(|kept| kept.meant.is_some()) {
            // The text is in no dialect: it is in UTF-8, and so are its bytes that Python kept.
            self.relatives = Relatives::Over;
        }
        match self.relatives.is_unknown() {
            true => self.find_relatives(block, at, error.attempt()),
            false => Ok(()),
        }
    }

    /// Queues the findings of a character that a rule reports, and that may stand at a place more than once.
    fn characters(
        &mut self,
        block: &Block<'_>,
        place: &Range<usize>,
        rule: Rule,
        c: char,
    ) -> Result<(), S::Error> {
        let len = c.len_utf8();
        for at in place.clone().step_by(len) {
            self.character(block, &(at..at + len), rule, c)?;
            let rest = at + len..place.end;
            // Those after one that begins or continues a run belong to it.
            if !rest.is_empty()
                && let Some(kind) = self.queue.run_to(rule, block.start + rest.start as u64)
                && !self.is_separate(rule, &kind)
            {
                self.queue.extend(Place {
                    count: (rest.len() / len) as u64,
                    ..self.place_of(block, &rest, rule, &kind)
                });
                break;
            }
        }
        Ok(())
    }

    /// Queues the finding of a character that a rule reports.
    fn character(
        &mut self,
        block: &Block<'_>,
        place: &Range<usize>,
        rule: Rule,
        c: char,
    ) -> Result<(), S::Error> {
        let definition = rule.definition();
        let kind = match definition.search {
            Search::Source => match self.kind_in_source(block, place, rule, c)? {
                Some(kind) => kind,
                None => return Ok(()),
            },
            _ => {
                let before = || text_before(&block.bytes[..place.start]);
                definition.kind(c.into(), before, &self.options)
            }
        };
        let course = (definition.characters.course)(c.into(), &self.options);
        match course {
            Course::Run if self.extend(block, place, rule, kind) => return Ok(()),
            Course::Closes(pair) if self.queue.close(pair) || !is_reported_unopened(pair, &self.options) => {
                return Ok(());
            }
            _ => {}
        }
        let (kind, course) = match course {
            Course::Closes(_) => (UNOPENED, Course::Single("UAX #9")),
            course => (kind, course),
        };
        let words = definition.words(c.into(), kind);
        let mut finding = self.finding(block, place.clone(), rule, words)?;
        finding.fix = (definition.characters.fix)(&self.options);
        self.queue.push_character(finding, course);
        Ok(())
    }

    /// Returns the kind of a character in source, if the rule reports it where it is.
    fn kind_in_source(
        &mut self,
        block: &Block<'_>,
        place: &Range<usize>,
        rule: Rule,
        c: char,
    ) -> Result<Option<&'static str>, S::Error> {
        let Some(syntax) = self.options.syntax else {
            return Ok(None);
        };
        self.advance_lexer(block, syntax, place.start)?;
        let part = self.lexer.as_ref().map_or(Part::Unknown, Lexer::part);
        Ok((rule.definition().judge)(&PlaceInSource {
            bytes: block.bytes,
            start: block.start,
            at: place.start,
            c,
            part,
            syntax,
            options: &self.options,
        }))
    }

    /// Moves the lexer to `to` in the block's bytes.
    fn advance_lexer(&mut self, block: &Block<'_>, syntax: Syntax, to: usize) -> Result<(), S::Error> {
        let lexer = self.lexer.get_or_insert_with(|| Lexer::new(syntax));
        if lexer.offset() < block.start
            && let Some(source) = &self.source
        {
            lexer.advance_in(source, block.start)?;
        }
        lexer.advance(block.bytes, block.start, block.start + to as u64);
        Ok(())
    }

    /// Queues the finding that a rule judged about.
    fn judged(
        &mut self,
        block: &Block<'_>,
        place: Range<usize>,
        rule: Rule,
        judgement: Judgement,
    ) -> Result<(), S::Error> {
        if let Some(text) = &judgement.continues {
            let place = self.place_of(block, &place, rule, &judgement.words.0);
            if self.queue.lengthen(&place, text) {
                return Ok(());
            }
        }
        self.through = self.through.and(judgement.evidence);
        let until = match self.shown.contains(&judgement.until) {
            true => Until::Nothing,
            false => judgement.until,
        };
        let mut finding = self.finding(block, place, rule, judgement.words)?;
        finding.clause = judgement.clause.unwrap_or(finding.clause);
        finding.fix = judgement.fix;
        if judgement.is_run {
            self.queue.push_run(finding, until);
        } else {
            self.queue.push_undecided(finding, until, judgement.outcomes);
        }
        Ok(())
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
            let passed = &block.bytes[from..to];
            match self.options.has_descriptions {
                true => self.position.advance(passed),
                false => self.position.advance_lines(passed),
            }
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
        let offset = block.start + place.start as u64;
        let mut finding = Finding {
            rule,
            level: rule.level(),
            kind,
            offset,
            line: self.position.line,
            column: 1,
            end_column: 1,
            columns: Columns::START,
            end_columns: Columns::START,
            length: place.len() as u64,
            count: 1,
            bytes: Vec::new(),
            message,
            clause: rule.clause(),
            fix: Fix::None,
            context: Context::default(),
        };
        if self.options.has_descriptions {
            let Position { column, columns, .. } = self.position;
            let bytes = &block.bytes[place.clone()];
            let passed = Passed::Text(after_signature(offset, bytes));
            (finding.column, finding.columns) = (column, columns);
            (finding.end_column, finding.end_columns) = passed.end(column, columns);
            finding.bytes = kept(bytes);
            finding.context = Context::new(block, &place);
        }
        Ok(finding)
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
