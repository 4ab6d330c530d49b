//! The values of `--announce`.

use utf8kit_encodings::iso2022::{Announcement, Level};

/// Returns the announcement that `text` names: `UTF-8`, `UTF-8:3`, `UCS-2:1`.
pub(crate) fn parse(text: &str) -> Result<Announcement, String> {
    let (name, level) = match text.split_once(':') {
        None => (text, None),
        Some((name, "1")) => (name, Some(Level::One)),
        Some((name, "2")) => (name, Some(Level::Two)),
        Some((name, "3")) => (name, Some(Level::Three)),
        Some((_, level)) => {
            return Err(format!(
                "`{level}` is no implementation level: expected 1, 2 or 3"
            ));
        }
    };
    let of_level: fn(Level) -> Announcement = match name.to_ascii_uppercase().as_str() {
        "UTF-8" => return Ok(Announcement::Utf8(level)),
        "UTF-16" => Announcement::Utf16,
        "UCS-2" => Announcement::Ucs2,
        "UCS-4" => Announcement::Ucs4,
        _ => return Err("expected UTF-8, UTF-16, UCS-2 or UCS-4, and a level: `UTF-8:3`".to_owned()),
    };
    match level {
        Some(level) => Ok(of_level(level)),
        None => Err(format!("{name} is announced with a level: `{name}:3`")),
    }
}

/// Returns each value, for completions.
pub(crate) fn values() -> impl Iterator<Item = String> {
    Announcement::ALL
        .into_iter()
        .map(|announcement| announcement.to_string().replace(", level ", ":"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_parsed() {
        let parsed: Vec<_> = values().map(|value| parse(&value)).collect();
        let all: Vec<_> = Announcement::ALL.into_iter().map(Ok).collect();
        assert_eq!(parsed, all);
        assert!(parse("UTF-8:4").is_err() && parse("UCS-2").is_err() && parse("UTF-1:1").is_err());
    }
}
