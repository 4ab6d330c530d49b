//! Measures encodings with shifts or with marks before letters: to UTF-8 and from it, and text with errors. `iconv` of glibc is the
//! peer where it has the encoding.

use crate::legacy::{decode_by, encode_by};
use crate::measure::Output::{Bytes, Unchecked};
use crate::measure::Role::Baseline;
use crate::measure::{Encodings, Implementation, Output, implementation};
use crate::options::Options;
use crate::report;
use crate::text::{Cell, Random, Texts, resize};
use serde_json::{Value, json};
use utf8kit::Policy;
use utf8kit_encodings::Encoding;

/// The length of a text, and of one with errors, whose time must not grow more than its length, in bytes.
const TEXT: usize = 32 << 10;
const ERRORS: [usize; 2] = [TEXT, 8 * TEXT];

/// Encodings and the languages of their texts.
const CASES: [(&str, &str); 10] = [
    ("ISO-2022-JP", "japanese"),
    ("ISO-2022-KR", "korean"),
    ("ISO-2022-CN", "chinese"),
    ("GSM-03.38", "latin"),
    ("GSM-03.38-packed", "latin"),
    ("ISO_6937", "latin"),
    ("T.61-8BIT", "latin"),
    ("ANSI_X3.110", "latin"),
    ("ANSEL", "latin"),
    ("MARC-8", "latin"),
];

pub fn run(options: &Options, texts: &Texts) -> Result<Value, String> {
    let mut tables = Vec::new();
    for (name, language) in CASES {
        let encoding: Encoding = name.parse().map_err(|_| format!("{name} is missing"))?;
        let (iconv_to, iconv_from) = (Iconv::open("UTF-8", name), Iconv::open(name, "UTF-8"));
        let has = |c: &char| {
            let (mut utf8, mut other) = ([0; 4], [0; 8]);
            let text = &*c.encode_utf8(&mut utf8);
            let bytes = encoding.encode(text, Policy::Fail);
            let mut is_same = |bytes: &[u8]| {
                let len = |iconv: Iconv| iconv.convert(bytes, &mut other);
                iconv_to
                    .map(len)
                    .is_none_or(|len| other.get(..len) == Some(text.as_bytes()))
            };
            bytes.is_ok_and(|bytes| is_same(&bytes))
        };
        let capital = language[..1].to_uppercase() + &language[1..];
        let french = if language == "latin" { "french" } else { language };
        let named = [
            ("text", texts.named(&[&capital, french])),
            ("text with markup", texts.named(&[language, french])),
            ("ASCII", "The quick brown fox jumps over the lazy dog.\n"),
        ];
        let size = Some(options.size.unwrap_or(TEXT));
        let texts =
            named.map(|(name, text)| (name, resize(&text.chars().filter(has).collect::<String>(), size)));
        let mut measure = |name: String, implementations: Vec<Implementation>, cells: &[Cell]| {
            let only = Encodings::OnlyUtf8;
            let table = report::table(&name, &implementations, cells.iter(), only, options);
            table.map(|table| tables.push(table))
        };
        let mut to = Vec::new();
        // glibc 2.36 does not read all of the ISO-2022-CN that it writes.
        let mut iconv_reads = true;
        for (name, text) in &texts {
            let bytes = encoding
                .encode(text, Policy::Fail)
                .map_err(|error| error.to_string())?;
            let mut read = vec![0; text.len()];
            let len = iconv_to.map_or(text.len(), |iconv| iconv.convert(&bytes, &mut read));
            iconv_reads &= len == text.len();
            to.push(Cell::whole(name, "texts", bytes));
        }
        let mut decode = vec![decode_by(encoding, || Policy::Fail, Bytes)];
        decode.extend(
            iconv_to
                .filter(|_| iconv_reads)
                .map(|iconv| iconv.implementation(Bytes)),
        );
        measure(format!("{name} to UTF-8"), decode, &to)?;
        let from = texts.map(|(name, text)| Cell::whole(name, "texts", text));
        let mut encode = vec![encode_by(encoding, || Policy::Fail, Unchecked)];
        encode.extend(iconv_from.map(|iconv| iconv.implementation(Unchecked)));
        measure(format!("UTF-8 to {name}"), encode, &from)?;
        let noise = ERRORS.map(|len| {
            let mut random = Random(7);
            let noise: Vec<u8> = (0..len).map(|_| random.below(0x100) as u8).collect();
            Cell::whole("random bytes", "errors", noise)
        });
        let lossy = vec![decode_by(encoding, || Policy::Replace('\u{FFFD}'), Unchecked)];
        measure(format!("{name} to UTF-8, replacing"), lossy, &noise)?;
        let emoji = ERRORS.map(|len| Cell::whole("emoji", "errors", "😀 ".repeat(len / 5)));
        let lossy = vec![encode_by(encoding, || Policy::Replace('?'), Unchecked)];
        measure(format!("UTF-8 to {name}, replacing"), lossy, &emoji)?;
    }
    Ok(json!({ "operation": "stateful", "tables": tables }))
}

impl Iconv {
    fn implementation(self, output: Output) -> Implementation {
        implementation("iconv", Baseline, output, move |case, buffers| {
            self.convert(case.utf8, buffers.bytes)
        })
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
    use std::ffi::{CString, c_char, c_void};
    use std::ptr::null_mut;

    unsafe extern "C" {
        fn iconv_open(to: *const c_char, from: *const c_char) -> *mut c_void;
        fn iconv(
            descriptor: *mut c_void,
            src: *mut *const u8,
            src_left: *mut usize,
            dst: *mut *mut u8,
            dst_left: *mut usize,
        ) -> usize;
    }

    /// A conversion by glibc.
    #[derive(Clone, Copy)]
    pub struct Iconv(*mut c_void);

    impl Iconv {
        /// Returns the conversion, if glibc has both encodings.
        pub fn open(to: &str, from: &str) -> Option<Iconv> {
            let [to, from] = [to, from].map(|name| CString::new(name).expect("names have no zeros"));
            // SAFETY: the names end with zeros.
            let descriptor = unsafe { iconv_open(to.as_ptr(), from.as_ptr()) };
            (descriptor.addr() != usize::MAX).then_some(Iconv(descriptor))
        }

        /// Converts a text, and returns the number of bytes written.
        pub fn convert(self, src: &[u8], dst: &mut [u8]) -> usize {
            let (mut from, mut from_left) = (src.as_ptr(), src.len());
            let (mut to, mut to_left) = (dst.as_mut_ptr(), dst.len());
            // SAFETY: the lengths are those of the source and the destination. Null pointers begin a text, or end it.
            unsafe {
                iconv(self.0, null_mut(), null_mut(), null_mut(), null_mut());
                iconv(self.0, &mut from, &mut from_left, &mut to, &mut to_left);
                iconv(self.0, null_mut(), null_mut(), &mut to, &mut to_left);
            }
            dst.len() - to_left
        }
    }
}
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub use glibc::Iconv;

/// A conversion by glibc, where there is no glibc.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
#[derive(Clone, Copy)]
pub enum Iconv {}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
impl Iconv {
    pub fn open(_to: &str, _from: &str) -> Option<Iconv> {
        None
    }

    pub fn convert(self, _src: &[u8], _dst: &mut [u8]) -> usize {
        match self {}
    }
}
