//! The files beside a text, which decide where its letters alone leave a doubt.

use std::fmt;

/// Fewer files decide nothing.
const FEWEST: usize = 3;

/// The encoding that most of the files beside a text are in that are in a legacy encoding. Only files count that are very likely in
/// an encoding by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbors {
    encoding: &'static str,
    files: usize,
    others: usize,
}

impl Neighbors {
    /// Returns what files in these encodings are as neighbours, one name for each file. `None` if they are few, or if no encoding has
    /// more than half of them.
    ///
    /// ```
    /// use utf8kit_lint::Neighbors;
    ///
    /// let names = ["KOI8-R", "windows-1251", "windows-1251", "windows-1251"];
    /// let neighbors = Neighbors::of(names).unwrap();
    /// assert_eq!((neighbors.encoding(), neighbors.files()), ("windows-1251", 3));
    /// assert_eq!(Neighbors::of(["KOI8-R", "windows-1251"]), None);
    /// ```
    pub fn of(names: impl IntoIterator<Item = &'static str>) -> Option<Neighbors> {
        let names: Vec<_> = names.into_iter().collect();
        let count = |name: &str| names.iter().filter(|&&other| other == name).count();
        let encoding = names.iter().copied().find(|name| count(name) * 2 > names.len())?;
        let files = count(encoding);
        (files >= FEWEST).then(|| Neighbors {
            encoding,
            files,
            others: names.len() - files,
        })
    }

    /// Returns the name of the encoding.
    pub const fn encoding(self) -> &'static str {
        self.encoding
    }

    /// Returns the number of files that are in it.
    pub const fn files(self) -> usize {
        self.files
    }

    /// Returns how much more likely the next file is in this encoding than in another, as a power of two. Of `files` and `others`,
    /// half a file more of each is expected (the estimator of Krichevsky and Trofimov).
    #[cfg(feature = "legacy")]
    const fn bits(self) -> u32 {
        (2 * self.files + 1).ilog2() - (2 * self.others + 1).ilog2()
    }
}

/// The files beside a text. They are read only if the text by itself leaves a doubt.
pub trait Neighborhood: fmt::Debug + Send + Sync {
    /// Returns what they are in.
    fn neighbors(&self) -> Option<Neighbors>;
}

#[cfg(feature = "legacy")]
pub(crate) use decision::decide;

#[cfg(feature = "legacy")]
mod decision {
    use super::Neighbors;
    use crate::certainty::{Certainty, Second};
    use crate::encoding::Legacy;
    use crate::guess::Guess;
    use utf8kit_encodings::detect::Candidate;
    use utf8kit_encodings::{Encoding, Reading};

    /// A text whose next encoding is so many bits behind reads well in the first, or in none.
    const CLEAR: u32 = 12;

    /// What letters and neighbours together make as many bits less likely is unlikely.
    const LIKELY: u32 = 4;

    /// So many bits of neighbours make very likely what is likely by its letters: one in 32 of these is wrong.
    const MANY: u32 = 5;

    /// Returns the encoding of a text that is likely in the first of `candidates` by its letters, or less, if its neighbours decide
    /// for theirs: it must be possible, and not behind by more bits than the neighbours are worth.
    pub(crate) fn decide(neighbors: Neighbors, bytes: &[u8], candidates: &[Candidate]) -> Option<Guess> {
        let encoding = Legacy::new(Encoding::for_label(neighbors.encoding, Reading::Iconv)?)?;
        let bits = neighbors.bits();
        let (text, is_whole) = encoding.decode(bytes);
        if !is_whole {
            return None;
        }
        let is_same = |candidate: &Candidate| Legacy::new(candidate.encoding) == Some(encoding);
        let at = candidates.iter().position(is_same).or_else(|| {
            // Of encodings in which the text is the same, there is only one candidate.
            let near = candidates.iter().take_while(|candidate| candidate.behind < bits);
            near.map_while(|candidate| Legacy::new(candidate.encoding))
                .position(|candidate| candidate.decode(bytes).0 == text)
        })?;
        let (first, own) = (candidates.first()?, candidates.get(at)?);
        if own.behind >= bits {
            return None;
        }
        let (rival, certainty, behind) = match at {
            0 => {
                let rival = candidates.get(1);
                let behind = rival.map(|rival| rival.behind);
                let certainty = match first.certainty {
                    Certainty::Likely if bits >= MANY => Certainty::VeryLikely,
                    Certainty::Possible
                        if behind.is_some_and(|behind| behind < CLEAR && behind + bits >= LIKELY) =>
                    {
                        Certainty::Likely
                    }
                    certainty => certainty,
                };
                (rival, certainty, behind)
            }
            _ => {
                let certainty = match bits - own.behind {
                    LIKELY.. => Certainty::Likely,
                    _ => Certainty::Possible,
                };
                (Some(first), certainty, None)
            }
        };
        Some(Guess {
            encoding,
            certainty,
            language: Some(own.language),
            is_declared: false,
            is_told: false,
            neighbors: neighbors.files,
            second: rival.map(|rival| Second {
                encoding: rival.encoding.name(),
                bits: behind,
            }),
        })
    }
}
