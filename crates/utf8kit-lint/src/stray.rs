//! What a stray byte in UTF-8 text is in a legacy encoding: a part of the text was pasted from a file in it.
//!
//! The encoding is the one of the language around: `E9` is `é` in French text and `й` in Russian text.

/// What a stray byte is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stray {
    /// The character.
    pub character: char,
    /// The name of the encoding in which it is that.
    pub encoding: &'static str,
}

#[cfg(not(feature = "legacy"))]
pub(crate) fn of(_: &[u8], _: usize) -> Option<Stray> {
    None
}

#[cfg(feature = "legacy")]
pub(crate) use by_language::of;

#[cfg(feature = "legacy")]
mod by_language {
    use super::Stray;
    use encoding_rs as web;
    use utf8kit::utf8;

    /// Bytes on either side of a place whose letters decide the encoding.
    const AROUND: usize = 64;

    /// The letters of Central Europe, Turkey and the Baltic that windows-1252 lacks, all in sequences of two bytes.
    const ALPHABETS: [(&str, &web::Encoding); 3] = [
        ("ąćčďęěłńňőřśťůűźżĄĆČĎĘĚŁŃŇŐŘŚŤŮŰŹŻ", web::WINDOWS_1250),
        ("ğışĞİŞ", web::WINDOWS_1254),
        ("āēģīķļņūėįųĀĒĢĪĶĻŅŪĖĮŲ", web::WINDOWS_1257),
    ];

    /// In which alphabets a character is, a bit for each.
    const IN_ALPHABETS: [u8; 0x180] = {
        let mut table = [0; 0x180];
        let mut alphabet = 0;
        while alphabet < ALPHABETS.len() {
            let letters = ALPHABETS[alphabet].0.as_bytes();
            let mut at = 0;
            while at < letters.len() {
                table[number(letters[at], letters[at + 1])] |= 1 << alphabet;
                at += 2;
            }
            alphabet += 1;
        }
        table
    };

    /// Returns the number of a sequence of two bytes.
    const fn number(lead: u8, continuation: u8) -> usize {
        ((lead & 0x1F) as usize) << 6 | (continuation & 0x3F) as usize
    }

    /// Returns what the byte at `at` in `bytes` is, which is not UTF-8 there, if that is plausible beside its neighbours.
    pub(crate) fn of(bytes: &[u8], at: usize) -> Option<Stray> {
        let before = &bytes[at.saturating_sub(AROUND)..at];
        let after = &bytes[at + 1..bytes.len().min(at + 1 + AROUND)];
        if bytes[at] == EURO && is_beside_amount(before, after) {
            return Some(Stray {
                character: '€',
                encoding: web::ISO_8859_15.name(),
            });
        }
        let encoding = around(before, after);
        let character = decoded(encoding, bytes[at])?;
        let is_plausible = match character.is_alphabetic() {
            true => {
                let before = before.last().map(|_| last_char(before, encoding));
                let after = first_char(after, encoding);
                is_in_word(before.flatten(), character, after)
            }
            // A typographic sign, a no-break space, a currency, beside a word or a number.
            false => {
                let is_text = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
                bytes[at] < 0xC0 && (is_text(before.last()) || is_text(after.first()))
            }
        };
        is_plausible.then(|| Stray {
            character,
            encoding: encoding.name(),
        })
    }

    /// The euro in ISO-8859-15, in whose place windows-1252 has a sign that hardly any text has.
    const EURO: u8 = 0xA4;

    /// Returns `true` if there is a number on one side, with or without a space between.
    fn is_beside_amount(before: &[u8], after: &[u8]) -> bool {
        let before = before.strip_suffix(b" ").unwrap_or(before);
        let after = after.strip_prefix(b" ").unwrap_or(after);
        let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        is_digit(before.last()) || is_digit(after.first())
    }

    /// Returns `true` if a letter can stand between two characters: beside another letter, and a capital not after a small one.
    fn is_in_word(before: Option<char>, letter: char, after: Option<char>) -> bool {
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        let is_small = |c: Option<char>| c.is_some_and(char::is_lowercase);
        (is_letter(before) || is_letter(after)) && !(letter.is_uppercase() && is_small(before))
    }

    /// Returns the encoding of the language around a place.
    fn around(before: &[u8], after: &[u8]) -> &'static web::Encoding {
        let mut counts = [0; ALPHABETS.len()];
        // What is well-formed is not searched for: the first two bytes of a sequence are nothing else.
        for pair in before.windows(2).chain(after.windows(2)) {
            let c = match *pair {
                [lead @ 0xC2..=0xDF, continuation @ 0x80..=0xBF] => number(lead, continuation),
                [0xE0, 0xB8..=0xB9] => return web::WINDOWS_874,
                _ => continue,
            };
            match c {
                0x370..=0x3FF => return web::WINDOWS_1253,
                0x400..=0x45F => return web::WINDOWS_1251,
                0x5D0..=0x5EA => return web::WINDOWS_1255,
                0x620..=0x6D5 => return web::WINDOWS_1256,
                _ => {
                    let alphabets = IN_ALPHABETS.get(c).copied().unwrap_or(0);
                    for (alphabet, count) in counts.iter_mut().enumerate() {
                        *count += u32::from(alphabets >> alphabet & 1);
                    }
                }
            }
        }
        let most = counts.iter().zip(ALPHABETS).max_by_key(|(count, _)| **count);
        match most {
            Some((1.., (_, encoding))) => encoding,
            _ => web::WINDOWS_1252,
        }
    }

    /// Returns the character of a byte, if it is no control.
    fn decoded(encoding: &'static web::Encoding, byte: u8) -> Option<char> {
        let bytes = [byte];
        let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes)?;
        // No language has many `ÿ`: `FF` is no letter.
        text.chars().next().filter(|&c| !c.is_control() && c != 'ÿ')
    }

    /// Returns the last character before a place, which can be another stray byte.
    fn last_char(before: &[u8], encoding: &'static web::Encoding) -> Option<char> {
        let start = utf8::floor_boundary(before, before.len() - 1);
        match str::from_utf8(&before[start..]) {
            Ok(text) => text.chars().next_back(),
            Err(_) => decoded(encoding, *before.last()?),
        }
    }

    /// Returns the first character after a place, which can be another stray byte.
    fn first_char(after: &[u8], encoding: &'static web::Encoding) -> Option<char> {
        match utf8::decode_first(after)? {
            (Ok(c), _) => Some(c),
            (Err(_), _) => decoded(encoding, after[0]),
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_byte_is_what_the_language_around_makes_of_it() {
            type Case = (&'static [u8], usize, Option<(char, &'static str)>);
            let cases: [Case; 12] = [
                (b"caf\xE9 noir", 3, Some(('é', "windows-1252"))),
                (b"it\x92s", 2, Some(('\u{2019}', "windows-1252"))),
                (b"100\xA0km", 3, Some(('\u{A0}', "windows-1252"))),
                (b"\xC9cole", 0, Some(('É', "windows-1252"))),
                (
                    b"\xD0\xBF\xD1\x80\xD0\xB8\xE2\xE5\xF2",
                    6,
                    Some(('в', "windows-1251")),
                ),
                (b"za\xC5\xBC\xF3\xB3\xE6", 5, Some(('ł', "windows-1250"))),
                (b"\xC4\x9F ya\xFE", 5, Some(('ş', "windows-1254"))),
                (b"\xC4\x93 m\xE2ja", 4, Some(('ā', "windows-1257"))),
                // A cut character: a capital after a small letter, and nothing beside it.
                (b"caf\xC3", 3, None),
                (b"1 \xE9 2", 2, None),
                // Nothing is assigned.
                (b"a\x81b", 1, None),
                (b"a\xFFb", 1, None),
            ];
            for (text, at, expected) in cases {
                let found = of(text, at);
                let found = found.as_ref().map(|stray| (stray.character, stray.encoding));
                assert_eq!(found, expected, "{text:X?}");
            }
        }
    }
}
