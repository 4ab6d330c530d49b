//! The scenarios: sources on which each operation is checked. They are compiled for each type of code units, not for each operation.

use super::encoding::SourceEncoding;
use super::operation::Operation;
use utf8kit::Tier;
use utf8kit::tiers::available;
use utf8kit_test::{CodeUnit, Random, Sample};

/// Returns texts of characters of one length or of an even mixture of lengths. Kernels have modes for such texts.
fn kinds_of_text() -> Vec<String> {
    let mut random = Random::new(11);
    let mixtures: [&[usize]; 12] = [
        &[1],
        &[2],
        &[3],
        &[4],
        &[1, 2],
        &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2],
        &[1, 3],
        &[2, 3],
        &[1, 4],
        &[1, 2, 3],
        &[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4],
        &[1, 2, 3, 4],
    ];
    let text = |lens: &&[usize]| {
        (0..5000)
            .map(|_| {
                let len = random.choose(lens);
                random.char(len)
            })
            .collect()
    };
    mixtures.iter().map(text).collect()
}

/// The number of characters in a fill: more than the largest offset and length.
const REPEATS: usize = 200;

/// Characters of 1, 2, 3 and 4 bytes in UTF-8, with which texts are filled.
const FILLS: [char; 4] = ['a', 'é', '一', '😀'];

/// Each special sequence after 0 to 130 units of each fill, at the end and with 100 units after it.
pub fn special_sequences_everywhere<S: CodeUnit>(operation: &dyn Operation<Source = S>) {
    let encoding = operation.encoding();
    let special = (encoding.special)();
    let mut checker = operation.checker(512);
    let mut sample = Sample::new();
    for fill in FILLS {
        let fill = (encoding.encode)(&fill.to_string().repeat(REPEATS));
        for sequence in &special {
            for offset in sample.numbers(0..=130) {
                let mut source = fill_of(encoding, &fill, offset);
                source.extend_from_slice(sequence);
                checker.check_once(&source);
                source.extend_from_slice(&fill[..100]);
                checker.check_once(&source);
            }
        }
    }
}

/// Each special sequence near the end of text in one of the fills, whose length has every remainder by that of a vector.
/// There a kernel loads a last vector that overlaps the one before.
pub fn special_sequences_near_the_end<S: CodeUnit>(operation: &dyn Operation<Source = S>) {
    let encoding = operation.encoding();
    let special = (encoding.special)();
    let fills = FILLS.map(|fill| (encoding.encode)(&fill.to_string().repeat(REPEATS)));
    let mut checker = operation.checker(512);
    let mut random = Random::new(4);
    let mut sample = Sample::new();
    for after in (14..22).chain(30..38).chain(62..70) {
        for len in sample.numbers(128..=191) {
            for sequence in &special {
                let fill = &fills[random.below(FILLS.len())];
                let mut source = fill_of(encoding, fill, len - after);
                source.extend_from_slice(sequence);
                source.extend_from_slice(&fill_of(encoding, fill, after));
                checker.check_once(&source);
            }
        }
    }
}

/// Each special sequence between long runs of fill: kernels switch to a mode for characters of one length, and must leave
/// it.
pub fn special_sequences_in_long_runs<S: CodeUnit>(operation: &dyn Operation<Source = S>) {
    const MAX_RUN: usize = 1500;
    let encoding = operation.encoding();
    let mut checker = operation.checker(40_000);
    let mut random = Random::new(6);
    let sample = Sample::new();
    let fills = FILLS.map(|fill| (encoding.encode)(&fill.to_string().repeat(MAX_RUN)));
    for sequence in (encoding.special)() {
        for _ in 0..sample.rounds(20) {
            let mut run = |max: usize| {
                let fill = &fills[random.below(FILLS.len())];
                fill[..fill.len() / MAX_RUN * random.below(max)].to_vec()
            };
            checker.check_once(
                &[
                    run(MAX_RUN),
                    run(MAX_RUN),
                    run(100),
                    sequence.clone(),
                    run(MAX_RUN),
                ]
                .concat(),
            );
        }
    }
}

/// Returns `len` units: ASCII, then whole characters of the fill. In bytes of UTF-16 and UTF-32, rounds `len` down to whole
/// code units.
fn fill_of<U: Copy>(encoding: &SourceEncoding<U>, fill: &[U], len: usize) -> Vec<U> {
    let ascii = (encoding.encode)("aaaaaaaa");
    let (character, letter) = (fill.len() / REPEATS, ascii.len() / 8);
    let letters = len % character / letter;
    let characters = (len - letters * letter) / character;
    [&ascii[..letters * letter], &fill[..characters * character]].concat()
}

/// Texts of every length:
///
/// - Every kind of text, from several offsets, with 0 to 300 units, so that characters are cut.
/// - Short ASCII text with one special unit at every place. The ASCII text is of the letter `a`, or of NUL, whose bits are
///   all zero and so cannot hide bits of the special unit.
/// - Letters with one to four characters of each fill among them, so that the result of a vector is a little longer than a
///   vector.
pub fn every_length<S: CodeUnit>(operation: &dyn Operation<Source = S>) {
    let encoding = operation.encoding();
    let mut checker = operation.checker(600);
    let mut random = Random::new(1);
    let mut sample = Sample::new();
    for text in kinds_of_text() {
        let units = (encoding.encode)(&text);
        for start in [
            0,
            1,
            2,
            3,
            random.below(1000),
            random.below(1000),
            random.below(1000),
        ] {
            for len in sample.numbers(0..=300) {
                checker.check(&units[start..start + len], 0);
            }
        }
    }
    let letter = (encoding.encode)("a").len();
    let special = (encoding.special)();
    let single = special.iter().rfind(|sequence| sequence.len() == letter);
    let single = single.expect("each encoding has a special sequence of one unit");
    for fill in ["a", "\0"] {
        for before in 0..130 {
            for letters in sample.numbers(before + 1..=130) {
                let mut source = (encoding.encode)(&fill.repeat(letters));
                source[before * letter..][..letter].copy_from_slice(single);
                checker.check_once(&source);
            }
        }
    }
    for fill in FILLS {
        for count in 1..=4 {
            for letters in sample.numbers(0..=130) {
                let mut text = vec!['a'; letters];
                for _ in 0..count {
                    text.insert(random.below(text.len() + 1), fill);
                }
                checker.check(&(encoding.encode)(&text.iter().collect::<String>()), 0);
            }
        }
    }
}

/// Every kind of text, well-formed and damaged, with destinations of 0 to 19 units, and of sizes from 70 units less to 70
/// more than needed.
pub fn every_destination_size<S: CodeUnit>(operation: &dyn Operation<Source = S>) {
    let encoding = operation.encoding();
    let mut checker = operation.checker(700);
    let mut random = Random::new(2);
    let mut sample = Sample::new();
    for text in kinds_of_text() {
        let units = (encoding.encode)(&text);
        for len in [1, 5, 31, 64, 65, 100, 129, 192, 256, 300, 700] {
            let start = random.below(1000);
            let mut source = units[start..start + len].to_vec();
            for is_damaged in [false, true] {
                if is_damaged {
                    let at = random.below(len);
                    (encoding.damage)(&mut source[at], &mut random);
                }
                let needed = checker.needed(&source) as isize;
                let small = sample.numbers(0..=19).map(|size| size as isize - needed);
                let below = sample.numbers(1..=70).map(|less| -(less as isize));
                let above = sample.numbers(0..=70).map(|more| more as isize);
                for surplus in small.chain(below).chain(above) {
                    checker.check(&source, surplus);
                }
            }
        }
    }
}

/// Every sequence of four letters, high and low surrogates, across the edges of the first vectors of every size, at the
/// beginning and at the end, alone and after long text. That is every choice that a repair of UTF-16 makes.
pub fn every_sequence_of_classes<S: CodeUnit>(operation: &dyn Operation<Source = S>) {
    const LEN: u32 = 4;
    let encoding = operation.encoding();
    let pair = (encoding.encode)("😀");
    let (high, low) = pair.split_at(pair.len() / 2);
    let letter = (encoding.encode)("a");
    let classes = [&letter[..], high, low];
    let mut checker = operation.checker(5000);
    for number in 0..3_usize.pow(LEN) {
        let sequence: Vec<S> = (0..LEN)
            .flat_map(|place| classes[number / 3_usize.pow(place) % 3].to_vec())
            .collect();
        for before in (0..=2)
            .chain(5..=9)
            .chain(13..=17)
            .chain(29..=33)
            .chain([61, 62, 63, 160, 190, 700])
        {
            for after in [0, 1, 9, 400] {
                let source = [letter.repeat(before), sequence.clone(), letter.repeat(after)].concat();
                checker.check_once(&source);
            }
        }
    }
}

/// Runs of one character that are so long that kernels must empty the counters in their lanes several times.
pub fn long_runs<S: CodeUnit>(operation: &dyn Operation<Source = S>) {
    const MAX_RUN: usize = 30_000;
    let encoding = operation.encoding();
    let mut checker = operation.checker(4 * MAX_RUN);
    for fill in FILLS.into_iter().chain(['\0', '\u{7FF}', '\u{10FFFF}']) {
        let units = (encoding.encode)(&fill.to_string().repeat(MAX_RUN));
        for len in [units.len(), units.len() - 1, units.len() / 3, units.len() / 5] {
            checker.check_once(&units[..len]);
        }
    }
}

/// Random text, well-formed and with increasing damage.
pub fn random_text_with_damage<S: CodeUnit>(operation: &dyn Operation<Source = S>) {
    let encoding = operation.encoding();
    let mut checker = operation.checker(20_000);
    let mut random = Random::new(3);
    let sample = Sample::new();
    for _ in 0..sample.rounds(8000) {
        let bytes = random.choose(&[40, 150, 600, 600, 5000]);
        let bytes = random.below(bytes);
        let mut source = (encoding.encode)(&random.runs(bytes));
        checker.check_once(&source);
        checker.check(&source, -(random.below(200) as isize));
        for _ in 0..3 {
            for _ in 0..random.below(4) {
                if !source.is_empty() {
                    let at = random.below(source.len());
                    (encoding.damage)(&mut source[at], &mut random);
                }
            }
            checker.check_once(&source);
            source.truncate(source.len() - random.below(source.len().min(5) + 1));
        }
    }
}

/// Random text in which errors are alternately frequent and rare: kernels that continue after errors have modes for both.
pub fn damage_in_turns<S: CodeUnit>(operation: &dyn Operation<Source = S>) {
    let encoding = operation.encoding();
    let mut checker = operation.checker(40_000);
    let mut random = Random::new(5);
    let sample = Sample::new();
    for _ in 0..sample.rounds(400) {
        let bytes = 500 + random.below(6000);
        let mut source = (encoding.encode)(&random.runs(bytes));
        let (mut at, mut until, mut interval) = (0, 0, 1);
        while at < source.len() {
            if at >= until {
                interval = random.choose(&[1, 2, 5, 12, 40, 90, 200, 500]);
                until = at + random.below(12 * interval.max(20));
            }
            (encoding.damage)(&mut source[at], &mut random);
            at += 1 + random.below(2 * interval);
        }
        checker.check_once(&source);
        checker.check(&source, -(random.below(300) as isize));
    }
}

/// A kernel may stop early, but must not be useless: with a large destination it reads all but the last 512 units of
/// well-formed text, and of the text before an error. The portable tier is exempt, because it has no kernel for some
/// operations.
pub fn kernels_get_far<S: CodeUnit>(operation: &dyn Operation<Source = S>) {
    const MAX_REST: usize = 512;
    let encoding = operation.encoding();
    let mut checker = operation.checker(20_000);
    for (kind, text) in kinds_of_text().iter().enumerate() {
        let mut source = (encoding.encode)(text);
        for tier in available().filter(|&tier| tier != Tier::Portable) {
            let ahead = checker.ahead(tier, &source);
            assert!(
                ahead + MAX_REST >= source.len(),
                "{tier}, text {kind}: the kernel stops at {ahead} of {}",
                source.len()
            );
        }
        let error_at =
            (encoding.encode)(&text.chars().take(text.chars().count() / 2).collect::<String>()).len();
        let well_formed = source.clone();
        (encoding.make_ill_formed)(&mut source, error_at);
        if source == well_formed {
            continue;
        }
        for tier in available().filter(|&tier| tier != Tier::Portable) {
            let ahead = checker.ahead(tier, &source);
            assert!(
                (error_at - MAX_REST..=error_at).contains(&ahead),
                "{tier}, text {kind}: the kernel stops at {ahead}, but the error is at {error_at}"
            );
        }
    }
}
