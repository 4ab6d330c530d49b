//! The Unicode properties of characters, from the tables of other crates. A test requires all of them to be of one version.

use regex_syntax::Parser;
use regex_syntax::hir::{Class, HirKind};
use std::sync::LazyLock;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The Unicode properties of a code point.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Properties {
    /// The name, or a label in angle brackets where there is none: `EURO SIGN`, `<control-000A>`.
    pub name: String,
    /// The name of the block.
    pub block: Option<&'static str>,
    /// The general category.
    pub category: Category,
    /// The version of Unicode that assigned the code point: `2.1`. `None` if none did.
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
/// assert_eq!(euro.category.long, "currency symbol");
/// assert_eq!(euro.age, Some("2.1"));
/// ```
pub fn properties(code_point: u32) -> Option<Properties> {
    if code_point > 0x10_FFFF {
        return None;
    }
    let c = char::from_u32(code_point);
    let name = c.and_then(name);
    let category = category(c.map_or(GeneralCategory::Surrogate, char::general_category));
    Some(Properties {
        name: name.unwrap_or_else(|| label(code_point, category)),
        block: match c {
            Some(c) => unicode_blocks::find_unicode_block(c).map(|block| block.name()),
            None => Some(surrogates(code_point)),
        },
        category,
        age: match c {
            Some(c) => age(c, category),
            None => Some("2.0"),
        },
    })
}

/// Returns the name of a character, if it has one.
fn name(c: char) -> Option<String> {
    let in_table = unicode_names2::name(c).map(|name| name.to_string());
    // The table lacks these names, which the Unicode Standard forms from the number (section 4.8, rule NR2).
    in_table.or_else(|| {
        let is_tangut = matches!(c, '\u{17000}'..='\u{187FF}' | '\u{18D00}'..='\u{18D1E}');
        is_tangut.then(|| format!("TANGUT IDEOGRAPH-{:X}", u32::from(c)))
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
fn label(code_point: u32, category: Category) -> String {
    let is_noncharacter = matches!(code_point, 0xFDD0..=0xFDEF) || code_point & 0xFFFE == 0xFFFE;
    let kind = match category.short {
        _ if is_noncharacter => "noncharacter",
        "Cc" => "control",
        "Co" => "private-use",
        "Cs" => "surrogate",
        _ => "reserved",
    };
    format!("<{kind}-{code_point:04X}>")
}

/// Returns the two letters and the name of a general category.
const fn category(category: GeneralCategory) -> Category {
    let (short, long) = match category {
        GeneralCategory::UppercaseLetter => ("Lu", "uppercase letter"),
        GeneralCategory::LowercaseLetter => ("Ll", "lowercase letter"),
        GeneralCategory::TitlecaseLetter => ("Lt", "titlecase letter"),
        GeneralCategory::ModifierLetter => ("Lm", "modifier letter"),
        GeneralCategory::OtherLetter => ("Lo", "other letter"),
        GeneralCategory::NonspacingMark => ("Mn", "nonspacing mark"),
        GeneralCategory::SpacingMark => ("Mc", "spacing mark"),
        GeneralCategory::EnclosingMark => ("Me", "enclosing mark"),
        GeneralCategory::DecimalNumber => ("Nd", "decimal number"),
        GeneralCategory::LetterNumber => ("Nl", "letter number"),
        GeneralCategory::OtherNumber => ("No", "other number"),
        GeneralCategory::ConnectorPunctuation => ("Pc", "connector punctuation"),
        GeneralCategory::DashPunctuation => ("Pd", "dash punctuation"),
        GeneralCategory::OpenPunctuation => ("Ps", "open punctuation"),
        GeneralCategory::ClosePunctuation => ("Pe", "close punctuation"),
        GeneralCategory::InitialPunctuation => ("Pi", "initial punctuation"),
        GeneralCategory::FinalPunctuation => ("Pf", "final punctuation"),
        GeneralCategory::OtherPunctuation => ("Po", "other punctuation"),
        GeneralCategory::MathSymbol => ("Sm", "math symbol"),
        GeneralCategory::CurrencySymbol => ("Sc", "currency symbol"),
        GeneralCategory::ModifierSymbol => ("Sk", "modifier symbol"),
        GeneralCategory::OtherSymbol => ("So", "other symbol"),
        GeneralCategory::SpaceSeparator => ("Zs", "space separator"),
        GeneralCategory::LineSeparator => ("Zl", "line separator"),
        GeneralCategory::ParagraphSeparator => ("Zp", "paragraph separator"),
        GeneralCategory::Control => ("Cc", "control"),
        GeneralCategory::Format => ("Cf", "format"),
        GeneralCategory::Surrogate => ("Cs", "surrogate"),
        GeneralCategory::PrivateUse => ("Co", "private use"),
        GeneralCategory::Unassigned => ("Cn", "unassigned"),
    };
    Category { short, long }
}

/// The versions of Unicode that assigned characters, as far as the table of ages goes.
const VERSIONS: [&str; 27] = [
    "1.1", "2.0", "2.1", "3.0", "3.1", "3.2", "4.0", "4.1", "5.0", "5.1", "5.2", "6.0", "6.1", "6.2", "6.3",
    "7.0", "8.0", "9.0", "10.0", "11.0", "12.0", "12.1", "13.0", "14.0", "15.0", "15.1", "16.0",
];

/// The version after those: it has assigned the characters that have a category and no age.
const NEWEST: Option<&str> = match unicode_properties::UNICODE_VERSION {
    (17, 0, 0) => Some("17.0"),
    _ => None,
};

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

/// Returns the version that assigned `c`. A class of an age has the characters of all versions before it.
fn age(c: char, category: Category) -> Option<&'static str> {
    static CLASSES: LazyLock<Vec<Ranges>> = LazyLock::new(|| {
        let of = |version: &&str| class(&format!(r"\p{{Age={version}}}"));
        VERSIONS.iter().map(of).collect()
    });
    match CLASSES.iter().position(|ranges| has(ranges, c)) {
        Some(index) => Some(VERSIONS[index]),
        None if category.short != "Cn" => NEWEST,
        None => None,
    }
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
        assert_eq!(name(0x18D00), "TANGUT IDEOGRAPH-18D00");
        assert_eq!(name(0xAC00), "HANGUL SYLLABLE GA");
        assert_eq!(properties(0x11_0000), None);
        for number in 0..=0x10_FFFF {
            let properties = properties(number).unwrap();
            assert!(properties.name.is_ascii() && !properties.name.is_empty());
            let is_assigned = properties.age.is_some() && char::from_u32(number).is_some();
            // Noncharacters have an age, and are unassigned.
            let is_noncharacter = properties.name.starts_with("<noncharacter");
            let has_category = properties.category.short != "Cn";
            assert!(!is_assigned || is_noncharacter || has_category, "{number:X}");
        }
    }

    #[test]
    fn all_tables_are_of_one_version_of_unicode() {
        let version = crate::UNICODE_VERSION;
        let (major, minor, update) = version;
        assert_eq!(
            unicode_properties::UNICODE_VERSION,
            (major.into(), minor.into(), update.into())
        );
        assert_eq!(
            unicode_script::UNICODE_VERSION,
            (major.into(), minor.into(), update.into())
        );
        #[cfg(feature = "display")]
        assert_eq!(unicode_width::UNICODE_VERSION, version);
        // Rust's own tables come with the compiler, which may be newer than the oldest that is supported.
        assert!(char::UNICODE_VERSION >= version);
        // Ages: up to the one before, and the rest is of this version.
        assert_eq!(NEWEST, Some(&*format!("{major}.{minor}")));
        assert!(
            Parser::new()
                .parse(&format!(r"\p{{Age={major}.{minor}}}"))
                .is_err()
        );
        // Names and blocks have no number. Every character that the version assigned has both, and nothing else has.
        let mut blocks = std::collections::HashMap::new();
        for c in '\0'..=char::MAX {
            let category = category(c.general_category()).short;
            let has_name = !matches!(category, "Cc" | "Co" | "Cn");
            assert_eq!(super::name(c).is_some(), has_name, "{:X}", u32::from(c));
            let Some(block) = unicode_blocks::find_unicode_block(c) else {
                assert_eq!(category, "Cn", "{:X}", u32::from(c));
                continue;
            };
            *blocks.entry(block.name()).or_insert(false) |= category != "Cn";
        }
        for (block, is_used) in blocks {
            assert!(is_used, "{block} is newer");
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
            (0x20C1, "17.0"),
        ] {
            assert_eq!(properties(number).unwrap().age, Some(age), "{number:X}");
        }
    }
}
