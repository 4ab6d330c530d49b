//! What each operation goes through.

use crate::form::Form;
use crate::operation::{Checker, Operation};
use crate::random::{Random, kinds_of_text};
use utf8kit::Tier;
use utf8kit::tiers::available;

/// Under an emulator so many times less is done.
const EASE: usize = if cfg!(target_arch = "x86_64") { 1 } else { 10 };

/// More than the largest offset and length.
const REPEATS: usize = 200;

/// Fill whose characters take 1, 2, 3 and 4 bytes.
const FILLS: [char; 4] = ['a', 'é', '一', '😀'];

/// Each special sequence after 0 to 130 units of each fill, with more of the fill behind it, and at the end.
pub fn special_sequences_everywhere<O: Operation>(operation: &O) {
    let form = operation.form();
    let special = (form.special)();
    let mut checker = operation.checker(512);
    for fill in FILLS {
        let fill = (form.encode)(&fill.to_string().repeat(REPEATS));
        for offset in (0..=130).step_by(EASE.min(3)) {
            let before = fill_of(form, &fill, offset);
            for sequence in &special {
                let mut source = [&before[..], sequence].concat();
                checker.check_once(&source);
                source.extend_from_slice(&fill[..100]);
                checker.check_once(&source);
            }
        }
    }
}

/// Each special sequence at every place near the end of text of every length modulo a vector's, in one of the fills:
/// there a kernel looks at a last vector that overlaps what it has done.
pub fn special_sequences_near_the_end<O: Operation>(operation: &O) {
    let form = operation.form();
    let special = (form.special)();
    let fills = FILLS.map(|fill| (form.encode)(&fill.to_string().repeat(REPEATS)));
    let mut checker = operation.checker(512);
    let mut random = Random(4);
    for len in (128..192).step_by(EASE.min(3)) {
        for behind in (14..22).chain(30..38).chain(62..70).step_by(EASE.min(3)) {
            for sequence in &special {
                let fill = &fills[random.below(FILLS.len())];
                let mut source = fill_of(form, fill, len - behind);
                source.extend_from_slice(sequence);
                source.extend_from_slice(&fill_of(form, fill, behind));
                checker.check_once(&source);
            }
        }
    }
}

/// Each special sequence between long runs of fill: kernels have ways for text of one kind, and leave them.
pub fn special_sequences_in_long_runs<O: Operation>(operation: &O) {
    const MOST: usize = 1500;
    let form = operation.form();
    let mut checker = operation.checker(40_000);
    let mut random = Random(6);
    let fills = FILLS.map(|fill| (form.encode)(&fill.to_string().repeat(MOST)));
    for sequence in (form.special)() {
        for _ in 0..20_usize.div_ceil(EASE) {
            let mut run = |most: usize| {
                let fill = &fills[random.below(FILLS.len())];
                fill[..fill.len() / MOST * random.below(most)].to_vec()
            };
            checker.check_once(&[run(MOST), run(MOST), run(100), sequence.clone(), run(MOST)].concat());
        }
    }
}

/// Exactly `len` units: whole characters of the fill after as much ASCII as it takes.
fn fill_of<U: Copy>(form: &Form<U>, fill: &[U], len: usize) -> Vec<U> {
    let ascii = (form.encode)("aaaaaaaa");
    let (character, letter) = (fill.len() / REPEATS, ascii.len() / 8);
    let letters = len % character / letter;
    // Bytes of UTF-16 begin at even offsets.
    let characters = (len - letters * letter) / character;
    [&ascii[..letters * letter], &fill[..characters * character]].concat()
}

/// Every kind of text, from several places on, at every length from 0 to 300 units: also cut inside characters. Short text
/// that is ASCII but for one unit, at every place: of the letter `a`, and of zeros, whose bits hide nothing. And letters
/// with one to four characters of each fill among them: a little more than a vector comes of a vector.
pub fn every_length<O: Operation>(operation: &O) {
    let form = operation.form();
    let mut checker = operation.checker(600);
    let mut random = Random(1);
    for text in kinds_of_text() {
        let units = (form.encode)(&text);
        for start in [
            0,
            1,
            2,
            3,
            random.below(1000),
            random.below(1000),
            random.below(1000),
        ] {
            for len in (0..=300).step_by(EASE.min(7)) {
                checker.check(&units[start..start + len], 0);
            }
        }
    }
    let letter = (form.encode)("a").len();
    let special = (form.special)();
    let alone = special.iter().rfind(|sequence| sequence.len() == letter);
    let alone = alone.expect("each form has a special unit");
    for fill in ["a", "\0"] {
        for letters in (1..=130).step_by(EASE.min(7)) {
            for before in 0..letters {
                let mut source = (form.encode)(&fill.repeat(letters));
                source[before * letter..][..letter].copy_from_slice(alone);
                checker.check_once(&source);
            }
        }
    }
    for letters in (0..=130).step_by(EASE.min(7)) {
        for fill in FILLS {
            let mut text = vec!['a'; letters];
            for _ in 0..4 {
                text.insert(random.below(text.len() + 1), fill);
                checker.check(&(form.encode)(&text.iter().collect::<String>()), 0);
            }
        }
    }
}

/// Every kind of text, whole and damaged, with every size of the destination around the need, and the smallest.
pub fn every_destination_size<O: Operation>(operation: &O) {
    let form = operation.form();
    let mut checker = operation.checker(700);
    let mut random = Random(2);
    for text in kinds_of_text() {
        let units = (form.encode)(&text);
        for len in [1, 5, 31, 64, 65, 100, 129, 192, 256, 300, 700]
            .into_iter()
            .step_by(EASE.min(2))
        {
            let start = random.below(1000);
            let mut source = units[start..start + len].to_vec();
            for is_damaged in [false, true] {
                if is_damaged {
                    let at = random.below(len);
                    (form.damage)(&mut source[at], &mut random);
                }
                let need = checker.need(&source) as isize;
                for more in (-need..20 - need).chain(-70..70) {
                    checker.check(&source, more);
                }
            }
        }
    }
}

/// So much of one fill that what is counted in small lanes has to be added up in between.
pub fn long_runs<O: Operation>(operation: &O) {
    const MOST: usize = 30_000;
    let form = operation.form();
    let mut checker = operation.checker(4 * MOST);
    for fill in FILLS.into_iter().chain(['\0', '\u{7FF}', '\u{10FFFF}']) {
        let units = (form.encode)(&fill.to_string().repeat(MOST));
        for len in [units.len(), units.len() - 1, units.len() / 3, units.len() / 5] {
            checker.check_once(&units[..len]);
        }
    }
}

/// Random text, as it is and with more and more of it damaged.
pub fn random_text_with_damage<O: Operation>(operation: &O) {
    let form = operation.form();
    let mut checker = operation.checker(20_000);
    let mut random = Random(3);
    for _ in 0..8000 / EASE {
        let bytes = random.choose(&[40, 150, 600, 600, 5000]);
        let bytes = random.below(bytes);
        let mut source = (form.encode)(&random.text(bytes));
        checker.check_once(&source);
        checker.check(&source, -(random.below(200) as isize));
        for _ in 0..3 {
            for _ in 0..random.below(4) {
                if !source.is_empty() {
                    let at = random.below(source.len());
                    (form.damage)(&mut source[at], &mut random);
                }
            }
            checker.check_once(&source);
            source.truncate(source.len() - random.below(source.len().min(5) + 1));
        }
    }
}

/// Random text in which damage is frequent, rare, and frequent again: kernels that go on over errors have ways for both.
pub fn damage_in_turns<O: Operation>(operation: &O) {
    let form = operation.form();
    let mut checker = operation.checker(40_000);
    let mut random = Random(5);
    for _ in 0..400 / EASE {
        let bytes = 500 + random.below(6000);
        let mut source = (form.encode)(&random.text(bytes));
        let (mut at, mut until, mut apart) = (0, 0, 1);
        while at < source.len() {
            if at >= until {
                apart = random.choose(&[1, 2, 5, 12, 40, 90, 200, 500]);
                until = at + random.below(12 * apart.max(20));
            }
            (form.damage)(&mut source[at], &mut random);
            at += 1 + random.below(2 * apart);
        }
        checker.check_once(&source);
        checker.check(&source, -(random.below(300) as isize));
    }
}

/// A kernel that stops early is right but useless: with room enough it takes all but the last block or so of
/// well-formed text, and of what comes before an error. (The portable ones are for ASCII.)
pub fn kernels_get_far<O: Operation>(operation: &O) {
    const LAST: usize = 512;
    let form = operation.form();
    let mut checker = operation.checker(20_000);
    for (kind, text) in kinds_of_text().iter().enumerate() {
        let mut source = (form.encode)(text);
        for tier in available().filter(|&tier| tier != Tier::Portable) {
            let ahead = checker.ahead(tier, &source);
            assert!(
                ahead + LAST >= source.len(),
                "{tier}, text {kind}: stops at {ahead} of {}",
                source.len()
            );
        }
        let error_at = (form.encode)(&text.chars().take(text.chars().count() / 2).collect::<String>()).len();
        let well_formed = source.clone();
        (form.spoil)(&mut source, error_at);
        if source == well_formed {
            continue;
        }
        for tier in available().filter(|&tier| tier != Tier::Portable) {
            let ahead = checker.ahead(tier, &source);
            assert!(
                (error_at - LAST..=error_at).contains(&ahead),
                "{tier}, text {kind}: {ahead}, error at {error_at}"
            );
        }
    }
}
