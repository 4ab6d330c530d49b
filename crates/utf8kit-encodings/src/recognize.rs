//! Recognition of UTF-8: tests whether bytes are UTF-8, and computes how strong the evidence is.
//!
//! Text in another encoding is rarely well-formed UTF-8, and the longer it is, the less likely this becomes
//! (RFC 3629 section 1). [`recognize`] computes the chance that bytes are well-formed by accident. It assumes
//! that the bytes of each run of `0x80..=0xFF` were drawn at random, independently and with equal probability.
//! The chance that a run of a given length is well-formed is then known exactly, and the chance of all runs
//! is the product. ASCII text is evidence of nothing, because many other encodings include ASCII: its chance
//! is 1.
//!
//! ```
//! use utf8kit_encodings::recognize::recognize;
//!
//! let word = recognize("déjà vu".as_bytes()).unwrap();
//! assert!(word.chance() < 0.02);
//! let sentence = recognize("Příliš žluťoučký kůň úpěl ďábelské ódy.".as_bytes()).unwrap();
//! assert!(sentence.chance() < 1e-11);
//! assert_eq!(recognize(b"ASCII").unwrap().chance(), 1.0);
//! assert!(recognize(b"d\xE9j\xE0 vu").is_err());
//! ```

use utf8kit::{IllFormed, utf8};

/// The result of [`recognize`] for well-formed bytes.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Recognition {
    /// The number of ASCII bytes.
    pub ascii: usize,
    /// The number of sequences of 2, 3 and 4 bytes, in this order.
    pub sequences: [usize; 3],
    /// The logarithm to base 2 of the [chance](Self::chance). It stays finite where the chance underflows to
    /// zero. Its negative is the evidence for UTF-8 in bits.
    pub log2_chance: f64,
}

impl Recognition {
    /// Returns the probability, from 0 to 1, that random bytes in the place of the non-ASCII ones would be
    /// well-formed.
    ///
    /// ```
    /// use utf8kit_encodings::recognize::recognize;
    ///
    /// // Of the 128 * 128 pairs of non-ASCII bytes, 1920 are well-formed.
    /// let chance = recognize("é".as_bytes()).unwrap().chance();
    /// assert!((chance - 1920.0 / 16384.0).abs() < 1e-9);
    /// ```
    pub fn chance(&self) -> f64 {
        self.log2_chance.exp2()
    }

    /// Returns `true` if all bytes are ASCII, so that there is no evidence.
    ///
    /// ```
    /// use utf8kit_encodings::recognize::recognize;
    ///
    /// assert!(recognize(b"abc").unwrap().is_ascii());
    /// assert!(!recognize("é".as_bytes()).unwrap().is_ascii());
    /// ```
    pub fn is_ascii(&self) -> bool {
        self.sequences == [0; 3]
    }
}

/// The numbers of well-formed sequences of 2, 3 and 4 bytes: of scalar values that are encoded in that length.
const SEQUENCES: [f64; 3] = [
    (0x800 - 0x80) as f64,
    (0x1_0000 - 0x800 - 0x800) as f64,
    0x10_0000 as f64,
];

/// Returns the evidence that `bytes` are UTF-8.
///
/// # Errors
///
/// Returns the first ill-formed sequence if `bytes` are not well-formed UTF-8.
///
/// ```
/// use utf8kit_encodings::recognize::recognize;
///
/// let found = recognize("a\u{E9}\u{20AC}".as_bytes()).unwrap();
/// assert_eq!((found.ascii, found.sequences), (1, [1, 1, 0]));
/// assert_eq!(recognize(b"a\xE9").unwrap_err().valid_up_to(), 1);
/// ```
pub fn recognize(bytes: &[u8]) -> Result<Recognition, IllFormed> {
    let text = utf8::validate(bytes)?;
    let mut found = Recognition {
        ascii: 0,
        sequences: [0; 3],
        log2_chance: 0.0,
    };
    let mut runs = RunChances::new();
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

/// The chance that a run of `n` random bytes in `0x80..=0xFF` is well-formed, for each `n`.
///
/// The last sequence has 2, 3 or 4 bytes, so p(n) = s(2) p(n-2) + s(3) p(n-3) + s(4) p(n-4), where s(k) is the
/// chance that k bytes are one sequence. The chances are kept as logarithms to base 2, because they get very
/// small.
struct RunChances {
    /// The logarithms computed so far, by the length of the run.
    log2: Vec<f64>,
}

impl RunChances {
    fn new() -> Self {
        RunChances {
            log2: vec![0.0, f64::NEG_INFINITY],
        }
    }

    /// Returns the logarithm to base 2 of the chance of a run of `n` bytes.
    fn log2_chance(&mut self, n: usize) -> f64 {
        // Beyond this length each further byte multiplies the chance by the same factor, to the precision of f64.
        const CONVERGED: usize = 256;
        if n > CONVERGED {
            let (last, before) = (self.log2_chance(CONVERGED), self.log2_chance(CONVERGED - 1));
            return last + (last - before) * (n - CONVERGED) as f64;
        }
        while self.log2.len() <= n {
            let n = self.log2.len();
            let terms = [2, 3, 4].map(|len| match n.checked_sub(len) {
                Some(rest) => self.log2[rest] + (SEQUENCES[len - 2] / 128f64.powi(len as i32)).log2(),
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
