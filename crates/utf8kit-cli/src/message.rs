//! Suggestions for misspelt names.

/// Returns the one of `names` that `misspelt` was probably meant to be.
pub(crate) fn nearest(misspelt: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let folded = misspelt.to_ascii_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&folded, &name.to_ascii_lowercase());
    names
        .map(|name| (distance(name), name))
        .filter(|&(distance, name)| distance <= name.len().min(folded.chars().count()) / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}
