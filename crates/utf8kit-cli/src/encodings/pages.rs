//! Single-byte encodings that `encoding_rs` lacks, or that it reads as browsers do: the code pages of DOS, EBCDIC, and
//! ISO-8859-9, ISO-8859-11, TIS-620 and KOI8-U as they are defined.
//!
//! The characters are those of glibc's `iconv`, which are those of Unicode's mapping tables.

use super::bytes::store;

/// A single-byte encoding.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) name: &'static str,
    /// Its other names.
    pub(crate) names: &'static [&'static str],
    table: Table,
}

impl PartialEq for &'static Page {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

#[derive(Debug)]
enum Table {
    /// The characters of the last bytes, this many. U+FFFD marks a byte without a character. The bytes before are the
    /// code points.
    Tail(&'static str),
    /// The character of each byte, all of them in Latin-1.
    Latin1(&'static [u8; 256]),
}

/// Stands for no character.
const NONE: char = '\u{FFFD}';

impl Page {
    /// Returns the character of each byte.
    pub(crate) fn characters(&self) -> [Option<char>; 256] {
        let mut characters: [char; 256] = std::array::from_fn(|byte| char::from(byte as u8));
        match self.table {
            Table::Tail(tail) => {
                let first = 256 - tail.chars().count();
                for (place, c) in characters[first..].iter_mut().zip(tail.chars()) {
                    *place = c;
                }
            }
            Table::Latin1(table) => characters = table.map(char::from),
        }
        characters.map(|c| (c != NONE).then_some(c))
    }
}

/// Decodes a page.
pub(crate) struct PageDecoder {
    /// The UTF-8 of each byte's character, least significant byte first, and its length in the most significant byte.
    utf8: Box<[u32; 256]>,
    has_ascii: bool,
}

impl PageDecoder {
    pub(crate) fn new(page: &Page) -> Self {
        let characters = page.characters();
        PageDecoder {
            utf8: Box::new(characters.map(|c| {
                let Some(c) = c else { return 0 };
                let mut bytes = [0; 4];
                let len = c.encode_utf8(&mut bytes).len() as u8;
                bytes[3] = len; // no page has a character of four bytes
                u32::from_le_bytes(bytes)
            })),
            has_ascii: has_ascii(&characters),
        }
    }

    /// Bytes of room that the last character may leave unused.
    pub(crate) const ROOM: usize = 8;

    /// Decodes `bytes` to `text`, until the end of one of them or a byte without a character. Returns how many bytes were
    /// read and written.
    pub(crate) fn decode(&self, bytes: &[u8], text: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        while read < bytes.len() && written + Self::ROOM <= text.len() {
            if self.has_ascii
                && let Some(eight) = bytes[read..].first_chunk::<8>()
                && eight.is_ascii()
            {
                store(&mut text[written..], *eight);
                (read, written) = (read + 8, written + 8);
                continue;
            }
            let character = self.utf8[usize::from(bytes[read])].to_le_bytes();
            if character[3] == 0 {
                break;
            }
            store(&mut text[written..], character);
            (read, written) = (read + 1, written + usize::from(character[3]));
        }
        (read, written)
    }
}

/// Encodes to a page.
pub(crate) struct PageEncoder {
    /// The byte of each character up to U+FFFF. Zero is that of U+0000 alone, in every page.
    bytes: Box<[u8]>,
    has_ascii: bool,
}

impl PageEncoder {
    pub(crate) fn new(page: &Page) -> Self {
        let characters = page.characters();
        let mut bytes = vec![0; 1 << 16].into_boxed_slice();
        for (byte, c) in characters.into_iter().enumerate() {
            if let Some(c) = c {
                bytes[c as usize] = byte as u8;
            }
        }
        PageEncoder {
            bytes,
            has_ascii: has_ascii(&characters),
        }
    }

    /// Encodes `text` to `bytes`, until the end of one of them or a character that the page lacks. Returns how many bytes
    /// were read and written, and that character, which is read.
    pub(crate) fn encode(&self, text: &str, bytes: &mut [u8]) -> (usize, usize, Option<char>) {
        let (mut read, mut written) = (0, 0);
        while read < text.len() && written + 8 <= bytes.len() {
            if self.has_ascii
                && let Some(eight) = text.as_bytes()[read..].first_chunk::<8>()
                && eight.is_ascii()
            {
                store(&mut bytes[written..], *eight);
                (read, written) = (read + 8, written + 8);
                continue;
            }
            let Some(c) = text[read..].chars().next() else {
                break;
            };
            read += c.len_utf8();
            match self.bytes.get(c as usize) {
                Some(&byte) if byte != 0 || c == '\0' => {
                    bytes[written] = byte;
                    written += 1;
                }
                _ => return (read, written, Some(c)),
            }
        }
        (read, written, None)
    }
}

fn has_ascii(characters: &[Option<char>; 256]) -> bool {
    (0..0x80).all(|byte| characters[usize::from(byte)] == Some(char::from(byte)))
}

/// All pages.
#[rustfmt::skip]
pub(crate) const PAGES: &[Page] = &[
    Page {
        name: "KOI8-U",
        names: &["KOI8U", "CSKOI8U"],
        table: Table::Tail(concat!(
            "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷",
            "═║╒ёє╔ії╗╘╙╚╛ґ╝╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪Ґ╬©",
            "юабцдефгхийклмнопярстужвьызшэщчъ",
            "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ",
        )),
    },
    Page {
        name: "IBM437",
        names: &["CP437", "437", "CSPC8CODEPAGE437", "OSF100201B5"],
        table: Table::Tail(concat!(
            "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ",
            "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
        )),
    },
    Page {
        name: "IBM850",
        names: &["CP850", "850", "CSPC850MULTILINGUAL", "OSF10020352"],
        table: Table::Tail(concat!(
            "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ",
            "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
            "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀",
            "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}",
        )),
    },
    Page {
        name: "IBM852",
        names: &["CP852", "852", "CSPCP852", "OSF10020354"],
        table: Table::Tail(concat!(
            "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č",
            "áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐",
            "└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀",
            "ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{AD}˝˛ˇ˘§÷¸°¨˙űŘř■\u{A0}",
        )),
    },
    Page {
        name: "IBM855",
        names: &["CP855", "855", "CSIBM855", "OSF10020357"],
        table: Table::Tail(concat!(
            "ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪ",
            "аАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐",
            "└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀",
            "ЯрРсСтТуУжЖвВьЬ№\u{AD}ыЫзЗшШэЭщЩчЧ§■\u{A0}",
        )),
    },
    Page {
        name: "IBM857",
        names: &["CP857", "857", "CSIBM857", "OSF10020359"],
        table: Table::Tail(concat!(
            "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞş",
            "áíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
            "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\u{FFFD}ÍÎÏ┘┌█▄¦Ì▀",
            "ÓßÔÒõÕµ\u{FFFD}×ÚÛÙìÿ¯´\u{AD}±\u{FFFD}¾¶§÷¸°¨·¹³²■\u{A0}",
        )),
    },
    Page {
        name: "IBM858",
        names: &["CP858", "CP00858", "CCSID00858", "858", "CSPC858MULTILINGUAL"],
        table: Table::Tail(concat!(
            "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ",
            "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
            "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀",
            "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}",
        )),
    },
    Page {
        name: "IBM860",
        names: &["CP860", "860", "CSIBM860"],
        table: Table::Tail(concat!(
            "ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧Ó",
            "áíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
        )),
    },
    Page {
        name: "IBM861",
        names: &["CP861", "861", "CP-IS", "CSIBM861", "CPIBM861", "OSF1002035D"],
        table: Table::Tail(concat!(
            "ÇüéâäàåçêëèÐðÞÄÅÉæÆôöþûÝýÖÜø£Ø₧ƒ",
            "áíóúÁÍÓÚ¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
        )),
    },
    Page {
        name: "IBM862",
        names: &["CP862", "862", "CSPC862LATINHEBREW", "OSF1002035E"],
        table: Table::Tail(concat!(
            "אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒ",
            "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
        )),
    },
    Page {
        name: "IBM863",
        names: &["CP863", "863", "CSIBM863", "OSF1002035F"],
        table: Table::Tail(concat!(
            "ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ",
            "¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
        )),
    },
    Page {
        name: "IBM864",
        names: &["CP864", "864", "CSIBM864", "OSF10020360"],
        table: Table::Tail(concat!(
            "٪&'()*+,-./0123456789:;<=>?",
            "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_",
            "`abcdefghijklmnopqrstuvwxyz{|}~\u{7F}",
            "°·∙√▒─│┼┤┬├┴┐┌└┘β∞φ±½¼≈«»ﻷﻸ\u{FFFD}\u{FFFD}ﻻﻼ\u{FFFD}",
            "\u{A0}\u{AD}ﺂ£¤ﺄ\u{FFFD}\u{FFFD}ﺎﺏﺕﺙ،ﺝﺡﺥ٠١٢٣٤٥٦٧٨٩ﻑ؛ﺱﺵﺹ؟",
            "¢ﺀﺁﺃﺅﻊﺋﺍﺑﺓﺗﺛﺟﺣﺧﺩﺫﺭﺯﺳﺷﺻﺿﻁﻅﻋﻏ¦¬÷×ﻉ",
            "ـﻓﻗﻛﻟﻣﻧﻫﻭﻯﻳﺽﻌﻎﻍﻡﹽ\u{651}ﻥﻩﻬﻰﻲﻐﻕﻵﻶﻝﻙﻱ■\u{FFFD}",
        )),
    },
    Page {
        name: "IBM865",
        names: &["CP865", "865", "CSIBM865"],
        table: Table::Tail(concat!(
            "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒ",
            "áíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
        )),
    },
    Page {
        name: "ISO-8859-9",
        names: &["ISO8859-9", "ISO88599", "ISO8859_9", "ISO_8859-9", "ISO_8859-9:1989", "ISO-IR-148", "LATIN5", "L5", "CSISOLATIN5", "8859_9", "CP920", "ECMA-128", "IBM920", "OSF00010009", "TS-5881"],
        table: Table::Tail(concat!(
            "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿",
            "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß",
            "àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ",
        )),
    },
    Page {
        name: "ISO-8859-11",
        names: &["ISO8859-11", "ISO885911", "ISO_8859-11"],
        table: Table::Tail(concat!(
            "\u{A0}กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟ",
            "ภมยรฤลฦวศษสหฬอฮฯะ\u{E31}าำ\u{E34}\u{E35}\u{E36}\u{E37}\u{E38}\u{E39}\u{E3A}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}฿",
            "เแโใไๅๆ\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}\u{E4D}\u{E4E}๏๐๑๒๓๔๕๖๗๘๙๚๛\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
        )),
    },
    Page {
        name: "TIS-620",
        names: &["TIS620", "TIS620-0", "TIS620.2529-1", "TIS620.2533-0", "ISO-IR-166"],
        table: Table::Tail(concat!(
            "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
            "\u{FFFD}กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟ",
            "ภมยรฤลฦวศษสหฬอฮฯะ\u{E31}าำ\u{E34}\u{E35}\u{E36}\u{E37}\u{E38}\u{E39}\u{E3A}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}฿",
            "เแโใไๅๆ\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}\u{E4D}\u{E4E}๏๐๑๒๓๔๕๖๗๘๙๚๛\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
        )),
    },
    Page {
        name: "IBM037",
        names: &["CP037", "037", "EBCDIC-CP-US", "EBCDIC-CP-CA", "EBCDIC-CP-WT", "EBCDIC-CP-NL", "CSIBM037", "CP1070", "CP282", "OSF10020025"],
        table: Table::Latin1(&[
            0x00, 0x01, 0x02, 0x03, 0x9C, 0x09, 0x86, 0x7F, 0x97, 0x8D, 0x8E, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F,
            0x10, 0x11, 0x12, 0x13, 0x9D, 0x85, 0x08, 0x87, 0x18, 0x19, 0x92, 0x8F, 0x1C, 0x1D, 0x1E, 0x1F,
            0x80, 0x81, 0x82, 0x83, 0x84, 0x0A, 0x17, 0x1B, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x05, 0x06, 0x07,
            0x90, 0x91, 0x16, 0x93, 0x94, 0x95, 0x96, 0x04, 0x98, 0x99, 0x9A, 0x9B, 0x14, 0x15, 0x9E, 0x1A,
            0x20, 0xA0, 0xE2, 0xE4, 0xE0, 0xE1, 0xE3, 0xE5, 0xE7, 0xF1, 0xA2, 0x2E, 0x3C, 0x28, 0x2B, 0x7C,
            0x26, 0xE9, 0xEA, 0xEB, 0xE8, 0xED, 0xEE, 0xEF, 0xEC, 0xDF, 0x21, 0x24, 0x2A, 0x29, 0x3B, 0xAC,
            0x2D, 0x2F, 0xC2, 0xC4, 0xC0, 0xC1, 0xC3, 0xC5, 0xC7, 0xD1, 0xA6, 0x2C, 0x25, 0x5F, 0x3E, 0x3F,
            0xF8, 0xC9, 0xCA, 0xCB, 0xC8, 0xCD, 0xCE, 0xCF, 0xCC, 0x60, 0x3A, 0x23, 0x40, 0x27, 0x3D, 0x22,
            0xD8, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xAB, 0xBB, 0xF0, 0xFD, 0xFE, 0xB1,
            0xB0, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0xAA, 0xBA, 0xE6, 0xB8, 0xC6, 0xA4,
            0xB5, 0x7E, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0xA1, 0xBF, 0xD0, 0xDD, 0xDE, 0xAE,
            0x5E, 0xA3, 0xA5, 0xB7, 0xA9, 0xA7, 0xB6, 0xBC, 0xBD, 0xBE, 0x5B, 0x5D, 0xAF, 0xA8, 0xB4, 0xD7,
            0x7B, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0xAD, 0xF4, 0xF6, 0xF2, 0xF3, 0xF5,
            0x7D, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0xB9, 0xFB, 0xFC, 0xF9, 0xFA, 0xFF,
            0x5C, 0xF7, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0xB2, 0xD4, 0xD6, 0xD2, 0xD3, 0xD5,
            0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0xB3, 0xDB, 0xDC, 0xD9, 0xDA, 0x9F,
        ]),
    },
    Page {
        name: "IBM500",
        names: &["CP500", "500", "EBCDIC-CP-BE", "EBCDIC-CP-CH", "CSIBM500", "500V1", "CP1084", "OSF100201F4"],
        table: Table::Latin1(&[
            0x00, 0x01, 0x02, 0x03, 0x9C, 0x09, 0x86, 0x7F, 0x97, 0x8D, 0x8E, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F,
            0x10, 0x11, 0x12, 0x13, 0x9D, 0x85, 0x08, 0x87, 0x18, 0x19, 0x92, 0x8F, 0x1C, 0x1D, 0x1E, 0x1F,
            0x80, 0x81, 0x82, 0x83, 0x84, 0x0A, 0x17, 0x1B, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x05, 0x06, 0x07,
            0x90, 0x91, 0x16, 0x93, 0x94, 0x95, 0x96, 0x04, 0x98, 0x99, 0x9A, 0x9B, 0x14, 0x15, 0x9E, 0x1A,
            0x20, 0xA0, 0xE2, 0xE4, 0xE0, 0xE1, 0xE3, 0xE5, 0xE7, 0xF1, 0x5B, 0x2E, 0x3C, 0x28, 0x2B, 0x21,
            0x26, 0xE9, 0xEA, 0xEB, 0xE8, 0xED, 0xEE, 0xEF, 0xEC, 0xDF, 0x5D, 0x24, 0x2A, 0x29, 0x3B, 0x5E,
            0x2D, 0x2F, 0xC2, 0xC4, 0xC0, 0xC1, 0xC3, 0xC5, 0xC7, 0xD1, 0xA6, 0x2C, 0x25, 0x5F, 0x3E, 0x3F,
            0xF8, 0xC9, 0xCA, 0xCB, 0xC8, 0xCD, 0xCE, 0xCF, 0xCC, 0x60, 0x3A, 0x23, 0x40, 0x27, 0x3D, 0x22,
            0xD8, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xAB, 0xBB, 0xF0, 0xFD, 0xFE, 0xB1,
            0xB0, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0xAA, 0xBA, 0xE6, 0xB8, 0xC6, 0xA4,
            0xB5, 0x7E, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0xA1, 0xBF, 0xD0, 0xDD, 0xDE, 0xAE,
            0xA2, 0xA3, 0xA5, 0xB7, 0xA9, 0xA7, 0xB6, 0xBC, 0xBD, 0xBE, 0xAC, 0x7C, 0xAF, 0xA8, 0xB4, 0xD7,
            0x7B, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0xAD, 0xF4, 0xF6, 0xF2, 0xF3, 0xF5,
            0x7D, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0xB9, 0xFB, 0xFC, 0xF9, 0xFA, 0xFF,
            0x5C, 0xF7, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0xB2, 0xD4, 0xD6, 0xD2, 0xD3, 0xD5,
            0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0xB3, 0xDB, 0xDC, 0xD9, 0xDA, 0x9F,
        ]),
    },
    Page {
        name: "IBM1047",
        names: &["CP1047", "1047", "OSF10020417"],
        table: Table::Latin1(&[
            0x00, 0x01, 0x02, 0x03, 0x9C, 0x09, 0x86, 0x7F, 0x97, 0x8D, 0x8E, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F,
            0x10, 0x11, 0x12, 0x13, 0x9D, 0x85, 0x08, 0x87, 0x18, 0x19, 0x92, 0x8F, 0x1C, 0x1D, 0x1E, 0x1F,
            0x80, 0x81, 0x82, 0x83, 0x84, 0x0A, 0x17, 0x1B, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x05, 0x06, 0x07,
            0x90, 0x91, 0x16, 0x93, 0x94, 0x95, 0x96, 0x04, 0x98, 0x99, 0x9A, 0x9B, 0x14, 0x15, 0x9E, 0x1A,
            0x20, 0xA0, 0xE2, 0xE4, 0xE0, 0xE1, 0xE3, 0xE5, 0xE7, 0xF1, 0xA2, 0x2E, 0x3C, 0x28, 0x2B, 0x7C,
            0x26, 0xE9, 0xEA, 0xEB, 0xE8, 0xED, 0xEE, 0xEF, 0xEC, 0xDF, 0x21, 0x24, 0x2A, 0x29, 0x3B, 0x5E,
            0x2D, 0x2F, 0xC2, 0xC4, 0xC0, 0xC1, 0xC3, 0xC5, 0xC7, 0xD1, 0xA6, 0x2C, 0x25, 0x5F, 0x3E, 0x3F,
            0xF8, 0xC9, 0xCA, 0xCB, 0xC8, 0xCD, 0xCE, 0xCF, 0xCC, 0x60, 0x3A, 0x23, 0x40, 0x27, 0x3D, 0x22,
            0xD8, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xAB, 0xBB, 0xF0, 0xFD, 0xFE, 0xB1,
            0xB0, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0xAA, 0xBA, 0xE6, 0xB8, 0xC6, 0xA4,
            0xB5, 0x7E, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0xA1, 0xBF, 0xD0, 0x5B, 0xDE, 0xAE,
            0xAC, 0xA3, 0xA5, 0xB7, 0xA9, 0xA7, 0xB6, 0xBC, 0xBD, 0xBE, 0xDD, 0xA8, 0xAF, 0x5D, 0xB4, 0xD7,
            0x7B, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0xAD, 0xF4, 0xF6, 0xF2, 0xF3, 0xF5,
            0x7D, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0xB9, 0xFB, 0xFC, 0xF9, 0xFA, 0xFF,
            0x5C, 0xF7, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0xB2, 0xD4, 0xD6, 0xD2, 0xD3, 0xD5,
            0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0xB3, 0xDB, 0xDC, 0xD9, 0xDA, 0x9F,
        ]),
    },
];
