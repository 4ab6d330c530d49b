//! The encodings that compete with the proposal of `chardetng`, with the tables of those that `encoding_rs` lacks.

use super::Legacy;
use encoding_rs as web;

/// A single-byte encoding that `encoding_rs` lacks.
#[derive(PartialEq, Debug)]
pub(crate) struct Page {
    pub(crate) name: &'static str,
    /// Its number, which is a name of its own and after `CP`.
    number: &'static str,
    /// The characters of the bytes from 0x80 on.
    tail: [&'static str; 4],
}

impl Page {
    /// Returns `true` if `label` names this page.
    pub(super) fn is_called(&self, label: &[u8]) -> bool {
        let number = match label {
            [b'c' | b'C', b'p' | b'P', number @ ..] => number,
            _ => label,
        };
        self.name.as_bytes().eq_ignore_ascii_case(label) || self.number.as_bytes() == number
    }

    pub(super) fn decode(&self, bytes: &[u8]) -> String {
        let tail: Vec<char> = self.tail.iter().flat_map(|part| part.chars()).collect();
        let character = |&byte: &u8| match byte {
            0..=0x7F => char::from(byte),
            _ => tail[usize::from(byte - 0x80)],
        };
        bytes.iter().map(character).collect()
    }
}

/// All pages.
pub(super) const PAGES: [&Page; 3] = [&IBM850, &IBM852, &IBM855];

#[rustfmt::skip]
const IBM850: Page = Page {
    name: "IBM850",
    number: "850",
    tail: [
            "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ",
            "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
            "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀",
            "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM852: Page = Page {
    name: "IBM852",
    number: "852",
    tail: [
            "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č",
            "áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐",
            "└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀",
            "ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{AD}˝˛ˇ˘§÷¸°¨˙űŘř■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM855: Page = Page {
    name: "IBM855",
    number: "855",
    tail: [
            "ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪ",
            "аАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐",
            "└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀",
            "ЯрРсСтТуУжЖвВьЬ№\u{AD}ыЫзЗшШэЭщЩчЧ§■\u{A0}",
    ],
};

/// The encodings of Cyrillic letters.
pub(super) const CYRILLIC: [Legacy; 6] = [
    Legacy::Web(web::WINDOWS_1251),
    Legacy::Web(web::KOI8_U),
    Legacy::Web(web::IBM866),
    Legacy::Web(web::ISO_8859_5),
    Legacy::Web(web::X_MAC_CYRILLIC),
    Legacy::Page(&IBM855),
];

/// Encodings of Latin letters. Of two in which a text reads equally well, it is taken to be in the first.
pub(super) const LATIN: [Legacy; 6] = [
    Legacy::Web(web::WINDOWS_1252),
    Legacy::Web(web::WINDOWS_1250),
    Legacy::Web(web::ISO_8859_2),
    Legacy::Web(web::MACINTOSH),
    Legacy::Page(&IBM850),
    Legacy::Page(&IBM852),
];
