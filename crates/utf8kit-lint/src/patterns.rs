//! Finds the places where a rule may have something to report, for the patterns of all rules in one pass.
//!
//! Three bytes are enough to recognize the start of everything that these rules report. Stretches of 256 bytes are
//! tested together, in plain code without branches that compilers vectorize. Only where some place in a stretch
//! matches is each place tested.
//!
//! The patterns are constants of the rules, so the compiler has all of them in one loop.

use crate::definition::{Definition, Head, Pattern, Search};
use crate::options::Options;
use crate::rules::{self, Rule, RuleSet, for_each_rule};
use crate::stretches::{BLOCK, Stretches};
use std::ops::Range;

/// The patterns to search for: two bits for each rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Patterns {
    wanted: u64,
}

/// The byte that places after the end of the text are taken for. No pattern begins with it.
const AFTER_END: u8 = b' ';

/// Patterns that are excluded together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Rare,
    Any,
}

impl Group {
    /// Returns the group of patterns with this head.
    const fn of(head: Head) -> Option<Group> {
        match head {
            Head::None => None,
            Head::First(_) | Head::Pair { .. } | Head::Highest(_) | Head::By { .. } => Some(Group::Rare),
            Head::Any => Some(Group::Any),
        }
    }

    /// Returns the bits of all patterns of the group.
    const fn bits(self) -> u64 {
        let mut bits = 0;
        let mut i = 0;
        while i < PATTERNS.len() {
            let mut j = 0;
            while j < 2 {
                if let Some(group) = Group::of(PATTERNS[i][j].head)
                    && group as u8 == self as u8
                {
                    bits |= 1 << (2 * i + j);
                }
                j += 1;
            }
            i += 1;
        }
        bits
    }
}

/// The patterns that may begin with each byte: two bits for each rule.
static LEADS: [u64; 256] = {
    let mut leads = [0; 256];
    let mut i = 0;
    while i < 2 * PATTERNS.len() {
        let bit = 1 << i;
        match PATTERNS[i / 2][i % 2].head {
            Head::None => {}
            Head::First(first) | Head::Pair { first, .. } => leads[first as usize] |= bit,
            Head::Highest(lowest) => {
                let mut lead = lowest as usize;
                while lead < leads.len() {
                    leads[lead] |= bit;
                    lead += 1;
                }
            }
            Head::By { leads: of_rule, .. } => {
                let mut j = 0;
                while j < of_rule.len() {
                    leads[of_rule[j] as usize] |= bit;
                    j += 1;
                }
            }
            Head::Any => {
                let mut lead = 0;
                while lead < leads.len() {
                    leads[lead] |= bit;
                    lead += 1;
                }
            }
        }
        i += 1;
    }
    leads
};

/// Whether each pattern begins with some bytes.
static BEGINS: [fn(u8, u8, u8) -> bool; 2 * PATTERNS.len()] = {
    let mut begins = [PATTERNS[0][0].begins; 2 * PATTERNS.len()];
    let mut i = 0;
    while i < begins.len() {
        begins[i] = PATTERNS[i / 2][i % 2].begins;
        i += 1;
    }
    begins
};

/// What the bytes of places say, of some places together.
struct Seen {
    /// 0 if a pattern of [`Group::Rare`] may begin at one.
    rare: u8,
}

impl Seen {
    /// Adds what the first byte of a place says of patterns with this head, in text of ASCII: all but one kind begin with other bytes.
    #[inline(always)]
    fn add_ascii(&mut self, head: Head, x: u8) {
        if let Head::First(first @ ..0x80) = head {
            self.rare = self.rare.min(x ^ first);
        }
    }

    /// Adds what the bytes of a place say of patterns with this head. A minimum is zero if some place has a zero, and so
    /// combines the tests without comparing for each.
    #[inline(always)]
    fn add(&mut self, head: Head, x: u8, y: u8, z: u8) {
        match head {
            Head::None | Head::Any => {}
            Head::First(first) => self.rare = self.rare.min(x ^ first),
            Head::Pair {
                first,
                second,
                ignored,
            } => self.rare = self.rare.min((x ^ first) | ((y | ignored) ^ second)),
            Head::Highest(lowest) => self.rare = self.rare.min(lowest.saturating_sub(x)),
            Head::By { distance, .. } => self.rare = self.rare.min(distance(x, y, z)),
        }
    }
}

/// Returns the patterns of a rule.
const fn patterns_of(rule: &Definition) -> [Pattern; 2] {
    match rule.search {
        Search::Patterns { patterns, .. } => patterns,
        _ => [Pattern::NONE; 2],
    }
}

macro_rules! patterns {
    ($(mod $module:ident: $rule:ident;)*) => {
        /// The patterns of each rule.
        const PATTERNS: [[Pattern; 2]; Rule::ALL.len()] = [$(patterns_of(&rules::$module::RULE),)*];

        impl Seen {
            /// Adds what the first byte of a place says of all patterns, in text of ASCII.
            #[inline(always)]
            fn add_all_of_ascii(&mut self, x: u8) {
                $(
                    self.add_ascii(const { PATTERNS[Rule::$rule as usize][0].head }, x);
                    self.add_ascii(const { PATTERNS[Rule::$rule as usize][1].head }, x);
                )*
            }

            /// Adds what the bytes of a place say of all patterns.
            #[inline(always)]
            fn add_all(&mut self, x: u8, y: u8, z: u8) {
                $(
                    self.add(const { PATTERNS[Rule::$rule as usize][0].head }, x, y, z);
                    self.add(const { PATTERNS[Rule::$rule as usize][1].head }, x, y, z);
                )*
            }
        }

        impl Patterns {
            /// Returns the patterns of the rules of `options`.
            pub(crate) fn new(options: &Options) -> Patterns {
                let mut wanted = 0;
                $(
                    if options.has(Rule::$rule) {
                        let are_wanted = const {
                            let [first, second] = PATTERNS[Rule::$rule as usize];
                            [first.is_wanted, second.is_wanted]
                        };
                        wanted |= u64::from(are_wanted[0](options)) << (2 * Rule::$rule as u32);
                        wanted |= u64::from(are_wanted[1](options)) << (2 * Rule::$rule as u32 + 1);
                    }
                )*
                Patterns { wanted }
            }

            /// Returns `true` if a pattern of the group that is searched for begins with these bytes. `all` are: that costs less.
            #[inline(always)]
            fn begins(self, group: Group, all: bool, x: u8, y: u8, z: u8) -> bool {
                let mut any = false;
                $(
                    if const { Group::of(PATTERNS[Rule::$rule as usize][0].head) } == Some(group) {
                        any |= (all | self.wants(2 * Rule::$rule as u32))
                            & (const { PATTERNS[Rule::$rule as usize][0].begins })(x, y, z);
                    }
                    if const { Group::of(PATTERNS[Rule::$rule as usize][1].head) } == Some(group) {
                        any |= (all | self.wants(2 * Rule::$rule as u32 + 1))
                            & (const { PATTERNS[Rule::$rule as usize][1].begins })(x, y, z);
                    }
                )*
                any
            }

            /// Returns `true` if a pattern of [`Group::Any`] that is searched for begins at any of the first 256 places. Each has a
            /// loop of its own: they have little in common, and most are not searched for.
            #[inline(always)]
            fn any_by_themselves(self, block: &[u8]) -> bool {
                $(
                    if matches!(const { Group::of(PATTERNS[Rule::$rule as usize][0].head) }, Some(Group::Any))
                        && self.wants(2 * Rule::$rule as u32)
                        && any_place(block, const { PATTERNS[Rule::$rule as usize][0].begins })
                    {
                        return true;
                    }
                    if matches!(const { Group::of(PATTERNS[Rule::$rule as usize][1].head) }, Some(Group::Any))
                        && self.wants(2 * Rule::$rule as u32 + 1)
                        && any_place(block, const { PATTERNS[Rule::$rule as usize][1].begins })
                    {
                        return true;
                    }
                )*
                false
            }

            /// Returns the rules with patterns that begin at a place.
            pub(crate) fn rules_at(self, bytes: &[u8], at: usize) -> RuleSet {
                let (x, y, z) = three(bytes, at);
                let mut rules = RuleSet::EMPTY;
                $(
                    if (self.wants(2 * Rule::$rule as u32)
                        && (const { PATTERNS[Rule::$rule as usize][0].begins })(x, y, z))
                        || (self.wants(2 * Rule::$rule as u32 + 1)
                            && (const { PATTERNS[Rule::$rule as usize][1].begins })(x, y, z))
                    {
                        rules = rules.with(Rule::$rule);
                    }
                )*
                rules
            }
        }
    };
}
for_each_rule!(patterns);

impl Patterns {
    /// Returns `true` if the pattern with this bit is searched for.
    #[inline(always)]
    const fn wants(self, bit: u32) -> bool {
        self.wanted & 1 << bit != 0
    }

    /// Returns `true` if a pattern of the group begins at any of the first 256 places. `bits` are those of the group.
    #[inline(always)]
    fn any_of(self, group: Group, bits: u64, block: &[u8]) -> bool {
        match self.wanted & bits == bits {
            true => self.any_place(group, true, block),
            false => self.any_place(group, false, block),
        }
    }

    /// The loop calls [`Patterns::begins`] itself: in a closure, which is not compiled for the instruction set of the caller, it
    /// would not become vector code.
    #[inline(always)]
    fn any_place(self, group: Group, all: bool, block: &[u8]) -> bool {
        let (first, second, third) = (&block[..BLOCK], &block[1..=BLOCK], &block[2..BLOCK + 2]);
        let mut any = false;
        for i in 0..BLOCK {
            any |= self.begins(group, all, first[i], second[i], third[i]);
        }
        any
    }

    /// Returns the first thing that `visit` returns for a place in `bytes[from..to]` where a pattern begins. `known`: in which stretches
    /// one may.
    pub(crate) fn find_map<T>(
        self,
        bytes: &[u8],
        from: usize,
        to: usize,
        known: Option<&Stretches>,
        mut visit: impl FnMut(usize) -> Option<T>,
    ) -> Option<T> {
        /// The places that are tested by their first bytes together.
        const STEP: usize = 16;
        debug_assert!(to <= bytes.len());
        let mut at = from;
        while at < to {
            let (has_any, end) = match known {
                Some(known) => known.around(at),
                None => (self.any_from(bytes, at), at + BLOCK),
            };
            if has_any {
                let end = to.min(end);
                while at < end {
                    let next = end.min(at + STEP);
                    if self.may_begin(&bytes[at..next]) {
                        for place in at..next {
                            if self.matches_at(bytes, place)
                                && let Some(found) = visit(place)
                            {
                                return Some(found);
                            }
                        }
                    }
                    at = next;
                }
            }
            at = end;
        }
        None
    }

    /// Returns in which stretches of `bytes[part]` a pattern may begin.
    pub(crate) fn stretches(self, bytes: &[u8], part: Range<usize>) -> Stretches {
        let starts = part.clone().step_by(BLOCK);
        Stretches {
            start: part.start,
            has_any: starts.map(|at| self.any_from(bytes, at)).collect(),
        }
    }

    /// Returns `true` if a pattern begins in one of the 256 places from `at` on.
    fn any_from(self, bytes: &[u8], at: usize) -> bool {
        match bytes[at..].first_chunk() {
            Some(block) => self.any(block),
            // The last places, and spaces after them as in `matches_at`.
            None => {
                let mut block = [AFTER_END; BLOCK + 2];
                block[..bytes.len() - at].copy_from_slice(&bytes[at..]);
                self.any(&block)
            }
        }
    }

    /// Returns `true` if any of the first 256 places in `block` matches.
    fn any(self, block: &[u8; BLOCK + 2]) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected;
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
                // SAFETY: the processor has AVX-512BW and AVX-512VL, as the condition has just found.
                return unsafe { self.any_avx512(block) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2, as the condition has just found.
                return unsafe { self.any_avx2(block) };
            }
        }
        self.any_plain(block)
    }

    /// The same code, compiled for AVX-512.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn any_avx512(self, block: &[u8]) -> bool {
        self.any_plain(block)
    }

    /// The same code, compiled for AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn any_avx2(self, block: &[u8]) -> bool {
        self.any_plain(block)
    }

    #[inline(always)]
    fn any_plain(self, block: &[u8]) -> bool {
        // Most stretches have nothing that a pattern begins with, and one pass finds that out.
        let (first, second, third) = (&block[..BLOCK], &block[1..=BLOCK], &block[2..BLOCK + 2]);
        let mut seen = Seen { rare: u8::MAX };
        let mut all = 0;
        for byte in first {
            all |= byte;
        }
        // Most stretches of most source are ASCII.
        if all < 0x80 {
            for &byte in first {
                seen.add_all_of_ascii(byte);
            }
        } else {
            for i in 0..BLOCK {
                seen.add_all(first[i], second[i], third[i]);
            }
        }
        let [rare, any] = const { [Group::Rare.bits(), Group::Any.bits()] };
        (seen.rare == 0 && self.any_of(Group::Rare, rare, block))
            || (self.wanted & any != 0 && self.any_by_themselves(block))
    }

    /// Returns `true` if a pattern may begin with one of `bytes`.
    fn may_begin(self, bytes: &[u8]) -> bool {
        let leads = bytes.iter().fold(0, |all, &byte| all | LEADS[usize::from(byte)]);
        self.wanted & leads != 0
    }

    /// Returns `true` if a pattern begins at a place.
    fn matches_at(self, bytes: &[u8], at: usize) -> bool {
        let mut rest = self.wanted & LEADS[usize::from(bytes[at])];
        if rest == 0 {
            return false;
        }
        let (x, y, z) = three(bytes, at);
        // Few begin with the same byte.
        while rest != 0 {
            if BEGINS[rest.trailing_zeros() as usize](x, y, z) {
                return true;
            }
            rest &= rest - 1;
        }
        false
    }
}

/// Returns the bytes at a place and after it.
fn three(bytes: &[u8], at: usize) -> (u8, u8, u8) {
    let byte = |i: usize| bytes.get(at + i).copied().unwrap_or(AFTER_END);
    (byte(0), byte(1), byte(2))
}

/// Returns `true` if something begins at any of the first 256 places.
#[inline(always)]
fn any_place(block: &[u8], begins: impl Fn(u8, u8, u8) -> bool) -> bool {
    let (first, second, third) = (&block[..BLOCK], &block[1..=BLOCK], &block[2..BLOCK + 2]);
    let mut any = false;
    for i in 0..BLOCK {
        any |= begins(first[i], second[i], third[i]);
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Patterns {
        /// Returns the first place in `bytes[from..to]` where a pattern begins.
        fn find(self, bytes: &[u8], from: usize, to: usize) -> Option<usize> {
            let found = self.find_map(bytes, from, to, None, Some);
            let known = self.stretches(bytes, from..to);
            // From any place on, the same is found with what is known.
            for first in (from..to).step_by(7).chain(found) {
                let same = self.find_map(bytes, first, to, Some(&known), Some);
                assert_eq!(same, self.find_map(bytes, first, to, None, Some), "from {first}");
            }
            found
        }
    }

    /// All patterns.
    const ALL: Patterns = Patterns { wanted: u64::MAX };

    #[test]
    fn stretches_and_single_places_agree() {
        let interesting = [
            "\0",
            "\u{202E}",
            "\u{2066}",
            "Ã©",
            "â€™",
            "\u{FFFD}",
            "\u{FEFF}",
            "\u{1FFFE}",
            "\u{E0041}",
            "\u{85}",
            "\u{200F}",
        ];
        for patterns in [
            ALL,
            Patterns::new(&Options::default()),
            Patterns {
                wanted: !Group::Rare.bits(),
            },
        ] {
            for mark in interesting {
                for at in (0..20).chain(240..270).chain([500]) {
                    let mut text = "é…".repeat(200).into_bytes();
                    let at = at / 5 * 5;
                    text.splice(at..at, mark.bytes());
                    let slow = (0..text.len()).find(|&at| patterns.matches_at(&text, at));
                    assert_eq!(patterns.find(&text, 0, text.len()), slow, "{mark:?} at {at}");
                }
            }
        }
    }

    #[test]
    fn places_near_the_end_agree() {
        let marks: [&[u8]; 7] = [
            b"\0",
            "\u{202E}".as_bytes(),
            "Ã©".as_bytes(),
            b"\xC3\x83", // before the end, which counts as a space
            "\u{FEFF}".as_bytes(),
            b"\xE2\x80",
            b"\xF3\xA0",
        ];
        for mark in marks {
            for len in (0..12).chain(BLOCK - 12..BLOCK + 12).chain([600]) {
                for after in 0..4 {
                    let text = [&vec![b'a'; len][..], mark, &b"aaa"[..after]].concat();
                    for (from, to) in [(0, text.len()), (len / 2, text.len()), (0, text.len() - 1)] {
                        let slow = (from..to).find(|&at| ALL.matches_at(&text, at));
                        assert_eq!(
                            ALL.find(&text, from, to),
                            slow,
                            "{mark:X?} at {len}, {from}..{to}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn common_text_has_no_match() {
        let text = "Größe – “naïve” l’été, 漢字 \t\r\n Привет ‘…’ ".repeat(50);
        assert_eq!(ALL.find(text.as_bytes(), 0, text.len()), None);
    }
}
