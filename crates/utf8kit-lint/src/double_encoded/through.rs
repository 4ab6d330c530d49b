//! The encodings, other than Windows-1252 and Latin-1, through which UTF-8 is double-encoded.

#[cfg(feature = "legacy")]
use encoding_rs::{GBK, ISO_8859_2, KOI8_R, MACINTOSH, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251, WINDOWS_1257};
use std::collections::HashMap;
use std::sync::OnceLock;

/// An encoding that bytes of UTF-8 were decoded with by mistake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(not(feature = "legacy"), allow(dead_code))]
pub(crate) enum Through {
    /// Windows-1252, or Latin-1, which differs from it in 0x80..=0x9F.
    Windows1252,
    /// Windows-1250.
    Windows1250,
    /// Windows-1251.
    Windows1251,
    /// Windows-1257.
    Windows1257,
    /// ISO-8859-2.
    Iso8859_2,
    /// MacRoman.
    MacRoman,
    /// Code page 437.
    Cp437,
    /// Code page 850.
    Cp850,
    /// KOI8-R.
    Koi8R,
    /// GBK.
    Gbk,
    /// Shift_JIS.
    ShiftJis,
}

/// A set of encodings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Encodings(u16);

impl Encodings {
    /// Every encoding.
    pub(crate) const ALL: Encodings = Encodings(u16::MAX);

    /// Returns the set of one.
    pub(crate) const fn of(through: Through) -> Encodings {
        Encodings(1 << through as u16)
    }

    pub(crate) const fn and(self, other: Encodings) -> Encodings {
        Encodings(self.0 & other.0)
    }

    pub(crate) const fn or(self, other: Encodings) -> Encodings {
        Encodings(self.0 | other.0)
    }

    pub(crate) const fn without(self, through: Through) -> Encodings {
        Encodings(self.0 & !(1 << through as u16))
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn contains(self, through: Through) -> bool {
        self.0 & 1 << through as u16 != 0
    }

    /// Returns the names of the encodings: `Windows-1250 or ISO-8859-2`.
    pub(crate) fn names(self) -> String {
        let all = [Through::Windows1252].iter().chain(OTHERS);
        let names: Vec<&str> = all
            .filter(|&&through| self.contains(through))
            .map(|through| through.name())
            .collect();
        names.join(" or ")
    }
}

/// The order in which encodings are tried. The more frequent ones come first.
pub(super) const OTHERS: &[Through] = &[
    #[cfg(feature = "legacy")]
    Through::Windows1251,
    #[cfg(feature = "legacy")]
    Through::Windows1250,
    Through::Cp437,
    Through::Cp850,
    #[cfg(feature = "legacy")]
    Through::MacRoman,
    #[cfg(feature = "legacy")]
    Through::Koi8R,
    #[cfg(feature = "legacy")]
    Through::Windows1257,
    #[cfg(feature = "legacy")]
    Through::Iso8859_2,
    #[cfg(feature = "legacy")]
    Through::Gbk,
    #[cfg(feature = "legacy")]
    Through::ShiftJis,
];

/// The characters of code page 437 at 0x80..=0xFF.
const CP437: &str = "\
    ÇüéâäàåçêëèïîìÄÅ\
    ÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
    áíóúñÑªº¿⌐¬½¼¡«»\
    ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧\
    ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩\
    ≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";

/// The characters of code page 850 at 0x80..=0xFF.
const CP850: &str = "\
    ÇüéâäàåçêëèïîìÄÅ\
    ÉæÆôöòûùÿÖÜø£Ø×ƒ\
    áíóúñÑªº¿®¬½¼¡«»\
    ░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
    └┴┬├─┼ãÃ╚╔╩╦╠═╬¤\
    ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
    ÓßÔÒõÕµþÞÚÛÙýÝ¯´\
    \u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}";

impl Through {
    /// Returns the name of the encoding.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Through::Windows1252 => "Windows-1252 or Latin-1",
            Through::Windows1250 => "Windows-1250",
            Through::Windows1251 => "Windows-1251",
            Through::Windows1257 => "Windows-1257",
            Through::Iso8859_2 => "ISO-8859-2",
            Through::MacRoman => "MacRoman",
            Through::Cp437 => "CP437",
            Through::Cp850 => "CP850",
            Through::Koi8R => "KOI8-R",
            Through::Gbk => "GBK",
            Through::ShiftJis => "Shift_JIS",
        }
    }

    #[cfg(feature = "legacy")]
    fn encoding(self) -> Option<&'static encoding_rs::Encoding> {
        Some(match self {
            Through::Windows1250 => WINDOWS_1250,
            Through::Windows1251 => WINDOWS_1251,
            Through::Windows1257 => WINDOWS_1257,
            Through::Iso8859_2 => ISO_8859_2,
            Through::MacRoman => MACINTOSH,
            Through::Koi8R => KOI8_R,
            Through::Gbk => GBK,
            Through::ShiftJis => SHIFT_JIS,
            Through::Windows1252 | Through::Cp437 | Through::Cp850 => return None,
        })
    }

    /// Returns the bytes of each character that stands for bytes from 0x80 on. The length is 1 or 2.
    fn table(self) -> &'static HashMap<char, [u8; 2]> {
        static TABLES: [OnceLock<HashMap<char, [u8; 2]>>; 11] = [const { OnceLock::new() }; 11];
        TABLES[self as usize].get_or_init(|| match self {
            Through::Windows1252 => HashMap::new(),
            Through::Cp437 => CP437.chars().zip((0x80..=0xFF).map(|byte| [byte, 0])).collect(),
            Through::Cp850 => CP850.chars().zip((0x80..=0xFF).map(|byte| [byte, 0])).collect(),
            #[cfg(feature = "legacy")]
            _ => self.table_of_decoder(),
            #[cfg(not(feature = "legacy"))]
            _ => HashMap::new(),
        })
    }

    #[cfg(feature = "legacy")]
    fn table_of_decoder(self) -> HashMap<char, [u8; 2]> {
        let mut table = HashMap::new();
        let Some(encoding) = self.encoding() else {
            return table;
        };
        let mut add = |bytes: &[u8], value: [u8; 2]| {
            if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
                let mut chars = text.chars();
                if let (Some(c), None) = (chars.next(), chars.next())
                    && !c.is_ascii()
                {
                    table.entry(c).or_insert(value);
                }
            }
        };
        for first in 0x80..=0xFF {
            add(&[first], [first, 0]);
        }
        if matches!(self, Through::Gbk | Through::ShiftJis) {
            for first in 0x81..=0xFE {
                for second in 0x40..=0xFE {
                    add(&[first, second], [first, second]);
                }
            }
        }
        table
    }

    /// Returns the bytes that decode to `text`. `U+FFFD` becomes the byte 0.
    ///
    /// The decoders of the Encoding Standard make a C1 control of a byte without a character, and only of that: in
    /// Windows-1250, U+0088 stands for a byte, and U+0082 does not, as 0x82 is `‚`.
    pub(super) fn encode(self, text: &str) -> Option<Vec<u8>> {
        let table = self.table();
        let mut bytes = Vec::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '\u{FFFD}' => bytes.push(0),
                _ => match table.get(&c)? {
                    [byte, 0] => bytes.push(*byte),
                    pair => bytes.extend_from_slice(pair),
                },
            }
        }
        Some(bytes)
    }

    /// Returns what the bytes of `text`, all from 0x80 on, are in this encoding.
    #[cfg(test)]
    pub(super) fn decode(self, text: &str) -> Option<String> {
        let page = match self {
            Through::Cp437 => CP437,
            Through::Cp850 => CP850,
            _ => {
                return self
                    .encoding()?
                    .decode_without_bom_handling_and_without_replacement(text.as_bytes())
                    .map(|text| text.into_owned());
            }
        };
        let chars: Vec<char> = page.chars().collect();
        let one = |byte: u8| match byte {
            0..0x80 => char::from(byte),
            _ => chars[usize::from(byte) - 0x80],
        };
        Some(text.bytes().map(one).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_without_a_character_are_controls_in_windows_encodings_alone() {
        // `И`, `D0 98`. Windows-1251 has no character for 0x98.
        assert_eq!(Through::Windows1251.encode("Р\u{98}"), Some(vec![0xD0, 0x98]));
        assert_eq!(
            Through::Windows1251.encode("Р\u{98}\u{FFFD}"),
            Some(vec![0xD0, 0x98, 0])
        );
        assert_eq!(Through::Windows1250.encode("Ĺ\u{88}"), Some(vec![0xC5, 0x88]));
        // 0x82 is `‚`.
        assert_eq!(Through::Windows1250.encode("Ĺ\u{82}"), None);
        assert_eq!(Through::Iso8859_2.encode("Ĺ\u{82}"), Some(vec![0xC5, 0x82]));
        assert_eq!(Through::Cp437.encode("\u{98}"), None);
        assert_eq!(Through::MacRoman.encode("\u{98}"), None);
    }

    #[test]
    fn code_pages_are_as_iconv_has_them() {
        for (name, page) in [("CP437", CP437), ("CP850", CP850)] {
            assert_eq!(page.chars().count(), 128);
            let path = std::env::temp_dir().join(format!("utf8kit-{name}-{}", std::process::id()));
            std::fs::write(&path, (0x80..=0xFF).collect::<Vec<u8>>()).unwrap();
            let ran = std::process::Command::new("iconv")
                .args(["-f", name, "-t", "UTF-8"])
                .arg(&path)
                .output();
            let _ = std::fs::remove_file(&path);
            match ran {
                Ok(output) if output.status.success() => {
                    assert_eq!(String::from_utf8(output.stdout).unwrap(), page);
                }
                _ => println!("skipped: there is no iconv with {name}"),
            }
        }
    }
}
