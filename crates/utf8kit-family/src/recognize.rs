//! Is this UTF-8, and how sure is that? (RFC 3629 section 1: text in any other encoding hardly ever passes as
//! UTF-8, the less so the longer it is.)
//!
//! What passes is either UTF-8 or an accident, and the chance of the accident is a number. Take every run of
//! bytes over 7F, and suppose that they were drawn at random, as text of an unknown encoding might have
//! them: the chance that a run of so many bytes is well-formed is known exactly, and the chance that all of
//! them are is the product. ASCII alone says nothing: it is UTF-8 and a hundred other encodings as well.
//!
//! ```
//! use utf8kit_family::recognize::recognize;
//!
//! let word = recognize("déjà vu".as_bytes()).unwrap();
//! assert!(word.chance() < 0.02);
//! let sentence = recognize("Příliš žluťoučký kůň úpěl ďábelské ódy.".as_bytes()).unwrap();
//! assert!(sentence.chance() < 1e-11);
//! assert_eq!(recognize(b"ASCII").unwrap().chance(), 1.0);
//! assert!(recognize(b"d\xE9j\xE0 vu").is_err());
//! ```

use utf8kit::{IllFormed, utf8};

/// What was seen in well-formed bytes.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Recognition {
    /// How many bytes are ASCII.
    pub ascii: usize,
    /// How many sequences there are of 2, 3 and 4 bytes.
    pub sequences: [usize; 3],
    /// The logarithm to base 2 of the [chance](Self::chance), which does not run out of digits: minus the
    /// bits of evidence that this is UTF-8.
    pub log2_chance: f64,
}

impl Recognition {
    /// The chance that as many bytes over 7F, where these are and drawn at random, would have passed.
    pub fn chance(&self) -> f64 {
        self.log2_chance.exp2()
    }

    /// Is there nothing but ASCII, and so nothing to tell by?
    pub fn is_ascii(&self) -> bool {
        self.sequences == [0; 3]
    }
}

/// How many well-formed sequences of 2, 3 and 4 bytes there are: the scalar values that have that length.
const WAYS: [f64; 3] = [
    (0x800 - 0x80) as f64,
    (0x1_0000 - 0x800 - 0x800) as f64,
    0x10_0000 as f64,
];

/// What can be said of `bytes`, if they are UTF-8.
///
/// # Errors
///
/// Where they are not: then no more needs to be said.
pub fn recognize(bytes: &[u8]) -> Result<Recognition, IllFormed> {
    let text = utf8::validate(bytes)?;
    let mut found = Recognition {
        ascii: 0,
        sequences: [0; 3],
        log2_chance: 0.0,
    };
    let mut runs = Runs::new();
    for run in text.as_bytes().chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        if run[0].is_ascii() {
            found.ascii += run.len();
            continue;
        }
        for byte in run {
            match byte {
                0xC0..=0xDF => found.sequences[0] += 1,
                0xE0..=0xEF => found.sequences[1] += 1,
                0xF0.. => found.sequences[2] += 1,
                _ => {}
            }
        }
        found.log2_chance += runs.log2_chance(run.len());
    }
    Ok(found)
}

/// The chance of a run of `n` bytes, each drawn from the 128 over 7F, to be well-formed, for each `n`: the
/// last sequence has 2, 3 or 4 bytes, so p(n) = p(2) p(n-2) + p(3) p(n-3) + p(4) p(n-4). As logarithms, for
/// they get small.
struct Runs {
    log2: Vec<f64>,
}

impl Runs {
    fn new() -> Self {
        Runs {
            log2: vec![0.0, f64::NEG_INFINITY],
        }
    }

    fn log2_chance(&mut self, n: usize) -> f64 {
        // Beyond this each byte more makes the same factor, to all the digits that there are.
        const SETTLED: usize = 256;
        if n > SETTLED {
            let (last, before) = (self.log2_chance(SETTLED), self.log2_chance(SETTLED - 1));
            return last + (last - before) * (n - SETTLED) as f64;
        }
        while self.log2.len() <= n {
            let n = self.log2.len();
            let terms = [2, 3, 4].map(|len| match n.checked_sub(len) {
                Some(rest) => self.log2[rest] + (WAYS[len - 2] / 128f64.powi(len as i32)).log2(),
                None => f64::NEG_INFINITY,
            });
            let most = terms.into_iter().fold(f64::NEG_INFINITY, f64::max);
            self.log2.push(match most {
                f64::NEG_INFINITY => most,
                most => most + terms.iter().map(|term| (term - most).exp2()).sum::<f64>().log2(),
            });
        }
        self.log2[n]
    }
}
