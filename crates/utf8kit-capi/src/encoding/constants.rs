//! The numbers of the encodings that have constants.

/// An encoding of text in bytes. The numbers are fixed, and none is used again for something else.
///
/// The encodings that are not of Unicode (`windows-1252`, `IBM437`, `Shift_JIS`, `EUC-KR`, …) have numbers from 1000 on and no
/// constants: `utf8kit_encoding_for_label` finds them by their names.
pub type utf8kit_encoding = u32;

/// No encoding: the label is unknown, or the bytes are not text.
pub const UTF8KIT_ENCODING_NONE: utf8kit_encoding = 0;
/// UTF-8 (RFC 3629). A signature is text.
pub const UTF8KIT_ENCODING_UTF_8: utf8kit_encoding = 1;
/// UTF-16, the least significant byte first. A signature is text.
pub const UTF8KIT_ENCODING_UTF_16LE: utf8kit_encoding = 2;
/// UTF-16, the most significant byte first. A signature is text.
pub const UTF8KIT_ENCODING_UTF_16BE: utf8kit_encoding = 3;
/// UTF-32, the least significant byte first. A signature is text.
pub const UTF8KIT_ENCODING_UTF_32LE: utf8kit_encoding = 4;
/// UTF-32, the most significant byte first. A signature is text.
pub const UTF8KIT_ENCODING_UTF_32BE: utf8kit_encoding = 5;
/// Latin-1 (ISO/IEC 8859-1): U+0000 to U+00FF.
pub const UTF8KIT_ENCODING_LATIN_1: utf8kit_encoding = 6;
/// ASCII: U+0000 to U+007F.
pub const UTF8KIT_ENCODING_ASCII: utf8kit_encoding = 7;
/// UTF-8 of RFC 2279, of up to six bytes.
pub const UTF8KIT_ENCODING_RFC_2279: utf8kit_encoding = 8;
/// UTF-8 of ISO/IEC 10646-1 Annex R.
pub const UTF8KIT_ENCODING_ANNEX_R: utf8kit_encoding = 9;
/// UTF-8 of Annex R by the letter of R.5, which reads overlong sequences. Not for text that is not trusted.
pub const UTF8KIT_ENCODING_ANNEX_R5: utf8kit_encoding = 10;
/// CESU-8 (UTR #26).
pub const UTF8KIT_ENCODING_CESU_8: utf8kit_encoding = 11;
/// Modified UTF-8, as Java writes it.
pub const UTF8KIT_ENCODING_MODIFIED_UTF_8: utf8kit_encoding = 12;
/// WTF-8: UTF-8 with unpaired surrogates.
pub const UTF8KIT_ENCODING_WTF_8: utf8kit_encoding = 13;
/// UTF-8 with a signature: a decoder removes one, an encoder writes one.
pub const UTF8KIT_ENCODING_UTF_8_SIGNATURE: utf8kit_encoding = 14;
/// UTF-16 (RFC 2781): a decoder takes the byte order from the signature, and big-endian without one. An encoder writes
/// little-endian with a signature.
pub const UTF8KIT_ENCODING_UTF_16: utf8kit_encoding = 15;
/// UTF-32, as `UTF8KIT_ENCODING_UTF_16`.
pub const UTF8KIT_ENCODING_UTF_32: utf8kit_encoding = 16;
/// UCS-2: a decoder takes the byte order from the signature, and big-endian without one. An encoder writes big-endian.
pub const UTF8KIT_ENCODING_UCS_2: utf8kit_encoding = 17;
/// UCS-2, the least significant byte first.
pub const UTF8KIT_ENCODING_UCS_2LE: utf8kit_encoding = 18;
/// UCS-2, the most significant byte first.
pub const UTF8KIT_ENCODING_UCS_2BE: utf8kit_encoding = 19;
/// UCS-4, as `UTF8KIT_ENCODING_UCS_2`.
pub const UTF8KIT_ENCODING_UCS_4: utf8kit_encoding = 20;
/// UCS-4, the least significant byte first.
pub const UTF8KIT_ENCODING_UCS_4LE: utf8kit_encoding = 21;
/// UCS-4, the most significant byte first.
pub const UTF8KIT_ENCODING_UCS_4BE: utf8kit_encoding = 22;
/// UTF-7 (RFC 2152).
pub const UTF8KIT_ENCODING_UTF_7: utf8kit_encoding = 23;
/// UTF-7 for the names of mailboxes in IMAP (RFC 3501 section 5.1.3).
pub const UTF8KIT_ENCODING_UTF_7_IMAP: utf8kit_encoding = 24;
/// UTF-1 (ISO-IR 178).
pub const UTF8KIT_ENCODING_UTF_1: utf8kit_encoding = 25;
/// UTF-8 with the Hangul syllables of Unicode 1.1 (RFC 2279 section 5). It is only read.
pub const UTF8KIT_ENCODING_UNICODE_1_1_UTF_8: utf8kit_encoding = 26;
/// The same, and it is written too.
pub const UTF8KIT_ENCODING_OLD_HANGUL_UTF_8: utf8kit_encoding = 27;
/// ISO/IEC 2022 with UTF-8, UTF-16, UCS-2 and UCS-4 in the parts that are announced as such (ISO/IEC 10646-1 Annex R, R.6). What
/// is written is announced as UTF-8.
pub const UTF8KIT_ENCODING_ISO_2022: utf8kit_encoding = 28;
/// UTF-8 without characters over U+FFFF, which MySQL calls `utf8mb3`. All of UTF-8 is read.
pub const UTF8KIT_ENCODING_UTF_8_MB3: utf8kit_encoding = 29;
