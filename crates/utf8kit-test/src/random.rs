//! Random numbers and random text.

/// A random number generator (SplitMix64). Its numbers are the same in every run with the same `UTF8KIT_SEED`. If a test
/// panics, the generator prints what repeats them.
pub struct Random {
    state: u64,
    seed: u64,
}

impl Random {
    /// Returns a generator. `seed` tells it from others of the same run.
    pub fn new(seed: u64) -> Self {
        Random {
            state: seed ^ run().wrapping_mul(0xD134_2543_DE82_EF95),
            seed,
        }
    }

    /// Returns the next number.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number less than `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// Returns `true` once in `times` on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of `from`.
    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Returns a character that has `len` bytes in UTF-8, often one of the first or the last ones.
    pub fn char(&mut self, len: usize) -> char {
        let (first, last) = [(0, 0x7F), (0x80, 0x7FF), (0x800, 0xFFFF), (0x1_0000, 0x10_FFFF)][len - 1];
        let number = match self.below(8) {
            0 => first + self.below(3) as u32,
            1 => last - self.below(3) as u32,
            _ => first + self.below((last - first + 1) as usize) as u32,
        };
        // A neighbour of the surrogates instead of a surrogate.
        char::from_u32(number).unwrap_or_else(|| self.choose(&['\u{D7FF}', '\u{E000}']))
    }

    /// Returns text of `characters` characters of up to `max_len` bytes each. As in real text, characters of the same
    /// length often follow each other.
    pub fn text(&mut self, characters: usize, max_len: usize) -> String {
        let mut len = 1;
        (0..characters)
            .map(|_| {
                if self.once_in(4) {
                    len = 1 + self.below(max_len);
                }
                self.char(len)
            })
            .collect()
    }

    /// Returns text of at most `bytes` bytes of UTF-8. It consists of short and long runs, each with characters of a few
    /// lengths.
    pub fn runs(&mut self, bytes: usize) -> String {
        let mut text = String::new();
        while text.len() < bytes {
            let lens = [self.below(4) + 1, self.below(4) + 1, 1];
            let lens = &lens[..self.below(3) + 1];
            let max_run = self.choose(&[3, 20, 100, 400, 1500]);
            for _ in 0..self.below(max_run) + 1 {
                let len = self.choose(lens);
                text.push(self.char(len));
            }
        }
        text.truncate(text.floor_char_boundary(bytes));
        text
    }

    /// Changes, removes or inserts a byte, `times` times.
    pub fn damage(&mut self, bytes: &mut Vec<u8>, times: usize) {
        for _ in 0..times {
            if bytes.is_empty() {
                return;
            }
            let at = self.below(bytes.len());
            let byte = self.next() as u8;
            match self.below(4) {
                0 => bytes[at] = byte,
                1 => bytes[at] ^= 1 << (byte & 7),
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, byte),
            }
        }
    }
}

impl Drop for Random {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!(
                "the random numbers of this test: seed {:#X}, repeated by UTF8KIT_SEED={}",
                self.seed,
                run()
            );
        }
    }
}

/// Returns the seed of this run.
fn run() -> u64 {
    let Ok(seed) = std::env::var("UTF8KIT_SEED") else {
        return 0;
    };
    seed.parse()
        .unwrap_or_else(|error| panic!("UTF8KIT_SEED must be a number, found {seed:?}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_have_the_length_asked_for() {
        let mut random = Random::new(1);
        for len in 1..=4 {
            for _ in 0..10_000 {
                assert_eq!(random.char(len).len_utf8(), len);
            }
        }
    }

    #[test]
    fn text_is_as_long_as_asked_for() {
        let mut random = Random::new(2);
        for len in 0..200 {
            assert_eq!(random.text(len, 4).chars().count(), len);
            let runs = random.runs(len).len();
            assert!(len.saturating_sub(3) <= runs && runs <= len, "{runs} of {len}");
        }
    }

    #[test]
    fn numbers_repeat_and_depend_on_the_seed() {
        let numbers = |seed| {
            let mut random = Random::new(seed);
            [random.next(), random.next(), random.below(10) as u64]
        };
        assert_eq!(numbers(1), numbers(1));
        assert_ne!(numbers(1), numbers(2));
    }
}
