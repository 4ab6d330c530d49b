//! The legacy encodings that a text can be in or declare: those of the Encoding Standard, stricter ones, and pages of its own.

#[cfg(feature = "legacy")]
pub(crate) mod pages;

#[cfg(feature = "legacy")]
use encoding_rs::Encoding;
#[cfg(feature = "legacy")]
use pages::Page;

/// A legacy encoding. Without the feature `legacy` there is none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Legacy {
    #[cfg(feature = "legacy")]
    Web(&'static Encoding),
    /// As a standard defines it that browsers take for an encoding with more characters.
    #[cfg(feature = "legacy")]
    Strict(&'static Strict),
    #[cfg(feature = "legacy")]
    Page(&'static Page),
}

/// An encoding that has no characters at `80..=9F`, and that the Encoding Standard takes for one that does.
#[cfg(feature = "legacy")]
#[derive(PartialEq, Debug)]
pub(crate) struct Strict {
    name: &'static str,
    web: &'static Encoding,
}

#[cfg(feature = "legacy")]
static STRICT: [Strict; 4] = [
    Strict {
        name: "ISO-8859-1",
        web: encoding_rs::WINDOWS_1252,
    },
    Strict {
        name: "ISO-8859-9",
        web: encoding_rs::WINDOWS_1254,
    },
    Strict {
        name: "TIS-620",
        web: encoding_rs::WINDOWS_874,
    },
    Strict {
        name: "ISO-8859-11",
        web: encoding_rs::WINDOWS_874,
    },
];

impl Legacy {
    pub(crate) fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "legacy")]
            Legacy::Web(encoding) => encoding.name(),
            #[cfg(feature = "legacy")]
            Legacy::Strict(strict) => strict.name,
            #[cfg(feature = "legacy")]
            Legacy::Page(page) => page.name,
        }
    }

    /// Returns the encoding called `label`.
    #[cfg(feature = "legacy")]
    pub(crate) fn for_label(label: &[u8]) -> Option<Legacy> {
        if let Some(page) = pages::PAGES.iter().find(|page| page.is_called(label)) {
            return Some(Legacy::Page(page));
        }
        let encoding = Encoding::for_label_no_replacement(label)?;
        (!matches!(
            encoding.name(),
            "UTF-8" | "UTF-16LE" | "UTF-16BE" | "x-user-defined"
        ))
        .then_some(match strict(encoding, label) {
            Some(strict) => Legacy::Strict(strict),
            None => Legacy::Web(encoding),
        })
    }

    /// Returns the encoding that browsers take this one for, if there is one.
    pub(crate) fn as_browsers_do(self) -> Option<Legacy> {
        match self {
            #[cfg(feature = "legacy")]
            Legacy::Strict(strict) => Some(Legacy::Web(strict.web)),
            #[cfg(feature = "legacy")]
            Legacy::Web(_) | Legacy::Page(_) => None,
        }
    }

    #[cfg(not(feature = "legacy"))]
    pub(crate) fn for_label(_: &[u8]) -> Option<Legacy> {
        None
    }

    pub(crate) fn is_single_byte(self) -> bool {
        match self {
            #[cfg(feature = "legacy")]
            Legacy::Web(encoding) => encoding.is_single_byte(),
            #[cfg(feature = "legacy")]
            Legacy::Strict(_) => true,
            #[cfg(feature = "legacy")]
            Legacy::Page(_) => true,
        }
    }

    /// Returns `bytes` decoded, and whether all of them stand for characters. The end may cut a character.
    #[cfg_attr(not(feature = "legacy"), allow(unused_variables))]
    pub(crate) fn decode(self, bytes: &[u8]) -> (String, bool) {
        match self {
            #[cfg(feature = "legacy")]
            Legacy::Web(encoding) => {
                let mut decoder = encoding.new_decoder_without_bom_handling();
                let len = decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(0);
                let mut text = String::with_capacity(len);
                let (_, _, errors) = decoder.decode_to_string(bytes, &mut text, false);
                (text, !errors)
            }
            #[cfg(feature = "legacy")]
            Legacy::Strict(strict) => {
                let (text, is_whole) = Legacy::Web(strict.web).decode(bytes);
                (
                    text,
                    is_whole && !bytes.iter().any(|byte| matches!(byte, 0x80..=0x9F)),
                )
            }
            #[cfg(feature = "legacy")]
            Legacy::Page(page) => page.decode(bytes),
        }
    }
}

/// Returns the standard that `label` means, not that of browsers, which it is in the Encoding Standard.
#[cfg(feature = "legacy")]
fn strict(encoding: &'static Encoding, label: &[u8]) -> Option<&'static Strict> {
    let label = String::from_utf8_lossy(label).to_ascii_lowercase();
    let candidates = STRICT.iter().filter(|strict| strict.web == encoding);
    let is_of_browsers = ["1252", "1254", "874"]
        .iter()
        .any(|number| label.contains(number));
    let is_thai = label.contains("tis");
    candidates
        .filter(|_| !is_of_browsers)
        .find(|strict| encoding != encoding_rs::WINDOWS_874 || is_thai == (strict.name == "TIS-620"))
}
