//! Random numbers and random text, which are the same in every run.

/// A random number generator (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number less than `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Returns one of `from`.
    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Returns a character that has `bytes` bytes in UTF-8, often one of the first or the last ones.
    pub fn char(&mut self, bytes: usize) -> char {
        let (first, last) = [(0, 0x7F), (0x80, 0x7FF), (0x800, 0xFFFF), (0x1_0000, 0x10_FFFF)][bytes - 1];
        let number = match self.below(8) {
            0 => first + self.below(3) as u32,
            1 => last - self.below(3) as u32,
            _ => first + self.below((last - first + 1) as usize) as u32,
        };
        // A neighbour of the surrogates instead of a surrogate.
        char::from_u32(number).unwrap_or(self.choose(&['\u{D7FF}', '\u{E000}']))
    }

    /// Returns text of at most `bytes` bytes of UTF-8. It consists of short and long runs, each with characters of a few
    /// lengths.
    pub fn text(&mut self, bytes: usize) -> String {
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
        text.truncate(
            (0..=bytes)
                .rev()
                .find(|&end| text.is_char_boundary(end))
                .unwrap_or(0),
        );
        text
    }
}

/// Returns texts of characters of one length or of an even mixture of lengths. Kernels have modes for such texts.
pub fn kinds_of_text() -> Vec<String> {
    let mut random = Random(11);
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
