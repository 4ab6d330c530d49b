//! Tests of the names of encodings, error kinds and tiers.

use std::collections::HashSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;
use utf8kit::{Encoding, ErrorKind, Tier, UnknownName};

/// Asserts that the names are different, and that each is parsed as what it names.
fn check<T>(all: &[T], name: impl Fn(&T) -> &'static str)
where
    T: FromStr<Err = UnknownName> + Copy + PartialEq + Debug,
{
    let names: Vec<&str> = all.iter().map(&name).collect();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    for (value, name) in all.iter().zip(&names) {
        assert_eq!(name.parse::<T>().as_ref(), Ok(value));
        for wrong in [&format!("{name} "), &name[1..], "", "\0", "é"] {
            let error = wrong.parse::<T>().unwrap_err();
            assert_eq!(error.found(), wrong);
            assert!(error.names().eq(names.iter().copied()));
        }
    }
}

#[test]
fn each_name_is_parsed_as_what_it_names() {
    check(Encoding::ALL, |encoding| encoding.name());
    check(ErrorKind::ALL, |kind| kind.name());
    check(Tier::ALL, |tier| tier.name());
}

#[test]
fn names_of_encodings_have_no_case_and_those_of_kinds_and_tiers_have() {
    for &encoding in Encoding::ALL {
        assert_eq!(encoding.name().to_ascii_lowercase().parse(), Ok(encoding));
        assert_eq!(encoding.name().to_ascii_uppercase().parse(), Ok(encoding));
    }
    assert!("OVERLONG".parse::<ErrorKind>().is_err());
    assert!("AVX2".parse::<Tier>().is_err());
}

#[test]
fn encodings_and_tiers_are_displayed_by_their_names() {
    fn check(value: impl Display, name: &str) {
        assert_eq!(value.to_string(), name);
        assert_eq!(format!("{value:>30}"), format!("{name:>30}"));
    }
    Encoding::ALL
        .iter()
        .for_each(|encoding| check(encoding, encoding.name()));
    Tier::ALL.iter().for_each(|tier| check(tier, tier.name()));
}

#[test]
fn all_lists_every_value() {
    assert!(
        Encoding::RELATIVES
            .iter()
            .all(|relative| Encoding::ALL.contains(relative))
    );
    // UTF-8 and its relatives, two byte orders of UTF-16 and UTF-32, Latin-1 and ASCII.
    assert_eq!(Encoding::ALL.len(), Encoding::RELATIVES.len() + 6);
    assert_eq!(Encoding::default(), Encoding::ALL[0]);
    // The order of the declaration, without a gap.
    for (number, &kind) in ErrorKind::ALL.iter().enumerate() {
        assert_eq!(kind as usize, number);
    }
    assert!(ErrorKind::ALL.is_sorted());
    assert!(Tier::available().all(|tier| Tier::ALL.contains(&tier)));
}

#[test]
fn an_unknown_name_is_reported_with_its_beginning_and_all_names() {
    let message = |name: &str| name.parse::<ErrorKind>().unwrap_err().to_string();
    let names = ErrorKind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>();
    let names = names.join(", ");
    assert_eq!(
        message("over-long"),
        format!("`over-long` is not the name of an error kind; the names are {names}")
    );
    assert!(message("a\nb").starts_with(r"`a\nb` is not"));
    // A long name is cut before a character.
    let long = "ä".repeat(1000);
    assert!(message(&long).starts_with(&format!("`{}…` is not", "ä".repeat(14))));
    assert!(message(&long[..28]).starts_with(&format!("`{}` is not", "ä".repeat(14))));
    let error = std::io::Error::from(long.parse::<Tier>().unwrap_err());
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
}
