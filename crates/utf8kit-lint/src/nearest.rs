//! What a misspelt name was meant to be.

/// Returns the one of `names` that `misspelt` was probably meant to be: no more than one letter in three differs.
///
/// ```
/// use utf8kit_lint::nearest;
///
/// let names = || ["ISO-8859-1", "UTF-8"].into_iter();
/// assert_eq!(nearest("iso-88509-1", names()), Some("ISO-8859-1"));
/// assert_eq!(nearest("klingon", names()), None);
/// ```
pub fn nearest(misspelt: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let len = misspelt.chars().count();
    names
        .map(|name| (distance(misspelt, name), name))
        .filter(|&(distance, name)| distance <= name.len().min(len) / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Returns `true` if one letter is another, is missing, is one too many, or stands before the one before it.
pub(crate) fn differs_in_one(one: &str, other: &str) -> bool {
    distance(one, other) == 1
}

fn distance(one: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(&one.to_ascii_lowercase(), &other.to_ascii_lowercase())
}
