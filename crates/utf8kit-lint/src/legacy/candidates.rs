//! The encodings that compete with the proposal of `chardetng`.

use crate::encoding::Legacy;
use crate::encoding::pages::{IBM850, IBM852, IBM855, PAGES, STRANGERS};
use encoding_rs as web;

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

/// The encodings of single bytes that `encoding_rs` has.
const WEB: [&web::Encoding; 26] = [
    web::WINDOWS_1252,
    web::WINDOWS_1250,
    web::WINDOWS_1251,
    web::WINDOWS_1253,
    web::WINDOWS_1254,
    web::WINDOWS_1255,
    web::WINDOWS_1256,
    web::WINDOWS_1257,
    web::WINDOWS_1258,
    web::WINDOWS_874,
    web::ISO_8859_2,
    web::ISO_8859_3,
    web::ISO_8859_4,
    web::ISO_8859_5,
    web::ISO_8859_6,
    web::ISO_8859_7,
    web::ISO_8859_8,
    web::ISO_8859_10,
    web::ISO_8859_13,
    web::ISO_8859_14,
    web::ISO_8859_15,
    web::ISO_8859_16,
    web::KOI8_U,
    web::IBM866,
    web::MACINTOSH,
    web::X_MAC_CYRILLIC,
];

/// Returns all encodings of single bytes. Those that are common come first.
pub(super) fn single_bytes() -> impl Iterator<Item = Legacy> {
    let web = WEB.into_iter().map(Legacy::Web);
    let pages = PAGES.into_iter().chain(STRANGERS);
    web.chain(pages.map(Legacy::Page))
}

/// Returns `true` if a text can be said to be in `encoding`.
pub(super) fn has_name(encoding: Legacy) -> bool {
    match encoding {
        Legacy::Web(_) | Legacy::Strict(_) => true,
        Legacy::Page(page) => PAGES.contains(&page),
    }
}
