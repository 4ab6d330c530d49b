//! The Unicode properties of characters. The tables are those of other crates, whose versions of Unicode may differ.

use regex_syntax::Parser;
use regex_syntax::hir::{Class, HirKind};
use std::sync::LazyLock;

/// The Unicode properties of a code point.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Properties {
    /// The name, or a label in angle brackets where there is none: `EURO SIGN`, `<control-000A>`.
    pub name: String,
    /// The name of the block.
    pub block: Option<&'static str>,
    /// The general category. `None` for characters that are newer than the table.
    pub category: Option<Category>,
    /// The version of Unicode that assigned the code point: `2.1`. `None` if none did, or one that is newer than the table.
    pub age: Option<&'static str>,
}

/// A general category.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Category {
    /// Its two letters: `Sc`.
    pub short: &'static str,
    /// Its name: `currency symbol`.
    pub long: &'static str,
}

/// Returns the properties of a code point, or `None` over U+10FFFF.
///
/// ```
/// let euro = utf8kit_lint::inspect::properties(0x20AC).unwrap();
/// assert_eq!(euro.name, "EURO SIGN");
/// assert_eq!(euro.block, Some("Currency Symbols"));
/// assert_eq!(euro.category.unwrap().long, "currency symbol");
/// assert_eq!(euro.age, Some("2.1"));
/// ```
pub fn properties(code_point: u32) -> Option<Properties> {
    if code_point > 0x10_FFFF {
        return None;
    }
    let c = char::from_u32(code_point);
    let name = c.and_then(unicode_names2::name).map(|name| name.to_string());
    let category = match c {
        None => Some(SURROGATE),
        Some(c) => category(c).or_else(|| name.is_none().then_some(UNASSIGNED)),
    };
    Some(Properties {
        name: name.unwrap_or_else(|| label(code_point, category)),
        block: match c {
            Some(c) => unicode_blocks::find_unicode_block(c).map(|block| block.name()),
            None => Some(surrogates(code_point)),
        },
        category,
        age: match c {
            Some(c) => age(c),
            None => Some("2.0"),
        },
    })
}

/// The block of a surrogate, which no `char` is.
const fn surrogates(code_point: u32) -> &'static str {
    match code_point {
        ..0xDB80 => "High Surrogates",
        0xDB80..0xDC00 => "High Private Use Surrogates",
        _ => "Low Surrogates",
    }
}

/// Returns the label of a code point without a name, as the Unicode Standard forms it (section 4.8).
fn label(code_point: u32, category: Option<Category>) -> String {
    let is_noncharacter = matches!(code_point, 0xFDD0..=0xFDEF) || code_point & 0xFFFE == 0xFFFE;
    let kind = match category.map_or("", |category| category.short) {
        _ if is_noncharacter => "noncharacter",
        "Cc" => "control",
        "Co" => "private-use",
        "Cs" => "surrogate",
        "Cn" => "reserved",
        _ => return format!("<character-{code_point:04X}>"), // the table of names lacks some ideographs
    };
    format!("<{kind}-{code_point:04X}>")
}

const SURROGATE: Category = Category {
    short: "Cs",
    long: "surrogate",
};

const UNASSIGNED: Category = Category {
    short: "Cn",
    long: "unassigned",
};

/// The categories that characters can have.
const CATEGORIES: [(&str, &str); 28] = [
    ("Lu", "uppercase letter"),
    ("Ll", "lowercase letter"),
    ("Lt", "titlecase letter"),
    ("Lm", "modifier letter"),
    ("Lo", "other letter"),
    ("Mn", "nonspacing mark"),
    ("Mc", "spacing mark"),
    ("Me", "enclosing mark"),
    ("Nd", "decimal number"),
    ("Nl", "letter number"),
    ("No", "other number"),
    ("Pc", "connector punctuation"),
    ("Pd", "dash punctuation"),
    ("Ps", "open punctuation"),
    ("Pe", "close punctuation"),
    ("Pi", "initial punctuation"),
    ("Pf", "final punctuation"),
    ("Po", "other punctuation"),
    ("Sm", "math symbol"),
    ("Sc", "currency symbol"),
    ("Sk", "modifier symbol"),
    ("So", "other symbol"),
    ("Zs", "space separator"),
    ("Zl", "line separator"),
    ("Zp", "paragraph separator"),
    ("Cc", "control"),
    ("Cf", "format"),
    ("Co", "private use"),
];

/// The versions of Unicode that assigned characters.
const VERSIONS: [&str; 27] = [
    "1.1", "2.0", "2.1", "3.0", "3.1", "3.2", "4.0", "4.1", "5.0", "5.1", "5.2", "6.0", "6.1", "6.2", "6.3",
    "7.0", "8.0", "9.0", "10.0", "11.0", "12.0", "12.1", "13.0", "14.0", "15.0", "15.1", "16.0",
];

/// Characters as ranges, in order.
type Ranges = Vec<(char, char)>;

/// Returns the characters that a class of regular expressions has.
fn class(class: &str) -> Ranges {
    let parsed = Parser::new().parse(class).expect("the table has the class");
    match parsed.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            class.iter().map(|range| (range.start(), range.end())).collect()
        }
        _ => Ranges::new(),
    }
}

fn has(ranges: &Ranges, c: char) -> bool {
    ranges
        .get(ranges.partition_point(|&(_, end)| end < c))
        .is_some_and(|&(start, _)| start <= c)
}

fn category(c: char) -> Option<Category> {
    static CLASSES: LazyLock<Vec<Ranges>> = LazyLock::new(|| {
        let of = |(short, _): &(&str, &str)| class(&format!(r"\p{{{short}}}"));
        CATEGORIES.iter().map(of).collect()
    });
    let index = CLASSES.iter().position(|ranges| has(ranges, c))?;
    let (short, long) = CATEGORIES[index];
    Some(Category { short, long })
}

/// Returns the version that assigned `c`. A class of an age has the characters of all versions before it.
fn age(c: char) -> Option<&'static str> {
    static CLASSES: LazyLock<Vec<Ranges>> = LazyLock::new(|| {
        let of = |version: &&str| class(&format!(r"\p{{Age={version}}}"));
        VERSIONS.iter().map(of).collect()
    });
    let index = CLASSES.iter().position(|ranges| has(ranges, c))?;
    Some(VERSIONS[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(number: u32) -> String {
        properties(number).unwrap().name
    }

    #[test]
    fn every_code_point_has_a_name_or_a_label() {
        assert_eq!(name(0x41), "LATIN CAPITAL LETTER A");
        assert_eq!(name(0xA), "<control-000A>");
        assert_eq!(name(0xE000), "<private-use-E000>");
        assert_eq!(name(0xD800), "<surrogate-D800>");
        assert_eq!(name(0xFFFF), "<noncharacter-FFFF>");
        assert_eq!(name(0x378), "<reserved-0378>");
        assert_eq!(name(0x4E00), "CJK UNIFIED IDEOGRAPH-4E00");
        assert_eq!(name(0xAC00), "HANGUL SYLLABLE GA");
        assert_eq!(properties(0x11_0000), None);
        for number in 0..=0x10_FFFF {
            let properties = properties(number).unwrap();
            assert!(properties.name.is_ascii() && !properties.name.is_empty());
            let is_assigned = properties.age.is_some() && char::from_u32(number).is_some();
            let category = properties.category.map(|category| category.short);
            // Noncharacters have an age, and are unassigned.
            let is_noncharacter = properties.name.starts_with("<noncharacter");
            assert!(
                !is_assigned || is_noncharacter || category != Some("Cn"),
                "{number:X}"
            );
        }
    }

    #[test]
    fn ages_are_the_first_version() {
        for (number, age) in [
            (0x41, "1.1"),
            (0xAC00, "2.0"),
            (0x20AC, "2.1"),
            (0x1F600, "6.1"),
            (0x20BF, "10.0"),
        ] {
            assert_eq!(properties(number).unwrap().age, Some(age), "{number:X}");
        }
    }
}
