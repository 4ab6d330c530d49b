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
    let folded = misspelt.to_ascii_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&folded, &name.to_ascii_lowercase());
    names
        .map(|name| (distance(name), name))
        .filter(|&(distance, name)| distance <= name.len().min(folded.chars().count()) / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}
