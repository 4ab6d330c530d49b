//! Random numbers and random text: the same in every run.

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A character that UTF-8 writes in this many bytes; often one of the first or last of them.
    pub fn char(&mut self, bytes: usize) -> char {
        let (first, last) = [(0, 0x7F), (0x80, 0x7FF), (0x800, 0xFFFF), (0x1_0000, 0x10_FFFF)][bytes - 1];
        let number = match self.below(8) {
            0 => first + self.below(3) as u32,
            1 => last - self.below(3) as u32,
            _ => first + self.below((last - first + 1) as usize) as u32,
        };
        // Of the surrogates, their neighbours.
        char::from_u32(number).unwrap_or(self.choose(&['\u{D7FF}', '\u{E000}']))
    }

    /// Text of about `bytes` bytes of UTF-8: stretches, short and long, each drawn from a few kinds of characters.
    pub fn text(&mut self, bytes: usize) -> String {
        let mut text = String::new();
        while text.len() < bytes {
            let kinds = [self.below(4) + 1, self.below(4) + 1, 1];
            let kinds = &kinds[..self.below(3) + 1];
            let stretch = self.choose(&[3, 20, 100, 400, 1500]);
            for _ in 0..self.below(stretch) + 1 {
                let kind = self.choose(kinds);
                text.push(self.char(kind));
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

/// Text that is all of one kind or an even mixture: what kernels have modes for.
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
    let text = |kinds: &&[usize]| {
        (0..5000)
            .map(|_| {
                let kind = random.choose(kinds);
                random.char(kind)
            })
            .collect()
    };
    mixtures.iter().map(text).collect()
}
