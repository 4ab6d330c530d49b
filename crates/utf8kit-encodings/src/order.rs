//! Sorting by numbers, in code that all callers share.
//!
//! The standard library's sort is compiled again for each type of element and each key: 5 to 15 KB of code each time. WebAssembly
//! modules are downloaded, and hardly anything that is sorted here is long.

/// Sorts `items` by `key`. Those with the same key keep their order.
pub fn sort_by_key<T>(items: &mut [T], mut key: impl FnMut(&T) -> i64) {
    // Most of what is sorted here is in order, or nearly so.
    if items.is_sorted_by_key(&mut key) {
        return;
    }
    let mut places: Vec<(i64, usize)> = items.iter().map(&mut key).zip(0..).collect();
    sort(&mut places);
    for at in 0..items.len() {
        // What stood before where it has its order was swapped to where that came from.
        let mut from = places[at].1;
        while from < at {
            from = places[from].1;
        }
        places[at].1 = from;
        items.swap(at, from);
    }
}

/// Returns the items of two vectors, each of which is in the order of `key`, in that order. Those of the first come before those of the
/// other with the same key.
pub fn merged<T>(one: Vec<T>, other: Vec<T>, key: impl Fn(&T) -> i64) -> Vec<T> {
    if one.is_empty() || other.is_empty() {
        return if one.is_empty() { other } else { one };
    }
    let mut all = Vec::with_capacity(one.len() + other.len());
    let mut rest = one.into_iter();
    for item in other {
        let before = rest.as_slice().partition_point(|next| key(next) <= key(&item));
        all.extend(rest.by_ref().take(before));
        all.push(item);
    }
    all.extend(rest);
    all
}

/// Returns `items` in order, at most some hundred: each is inserted where it belongs.
pub fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut sorted = Vec::new();
    for item in items {
        let at = sorted.partition_point(|other| *other <= item);
        sorted.insert(at, item);
    }
    sorted
}

#[inline(never)]
fn sort(places: &mut [(i64, usize)]) {
    places.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_in_the_order_of_their_keys_and_else_of_before() {
        let mut state = 1_u64;
        for len in (0..40).chain([1000]) {
            let mut items: Vec<(i64, usize)> = Vec::new();
            for at in 0..len {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                items.push(((state >> 33) as i64 % 7 - 3, at));
            }
            let mut expected = items.clone();
            expected.sort();
            sort_by_key(&mut items, |item| item.0);
            assert_eq!(items, expected);
            let (mut one, mut other): (Vec<_>, Vec<_>) =
                expected.iter().copied().partition(|item| item.1 % 3 == 0);
            one.sort_by_key(|item| item.0);
            other.sort_by_key(|item| item.0);
            let mut both = [one.clone(), other.clone()].concat();
            both.sort_by_key(|item| item.0);
            assert_eq!(merged(one, other, |item| item.0), both);
            let keys: Vec<i64> = items.iter().map(|item| item.0).collect();
            assert_eq!(sorted(keys.iter().rev().copied()), keys);
        }
    }
}
