//! The numbers of encodings.

use crate::memory::measure;
use std::ffi::{CStr, c_char};
use std::sync::LazyLock;
use utf8kit::Encoding as Base;
use utf8kit::Endian::{Big, Little};
use utf8kit_encodings::{Encoding, Reading};

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

/// All encodings: the number, the encoding of the library, and the name.
#[rustfmt::skip]
const ENCODINGS: [(utf8kit_encoding, Encoding, &CStr); 29] = {
    use utf8kit::Encoding::{Ascii, Latin1, Utf8, Utf16, Utf32};
    const fn dialect(dialect: Base) -> Encoding {
        Encoding::Base(dialect)
    }
    [
        (UTF8KIT_ENCODING_UTF_8, Encoding::Base(Utf8), c"UTF-8"),
        (UTF8KIT_ENCODING_UTF_16LE, Encoding::Base(Utf16(Little)), c"UTF-16LE"),
        (UTF8KIT_ENCODING_UTF_16BE, Encoding::Base(Utf16(Big)), c"UTF-16BE"),
        (UTF8KIT_ENCODING_UTF_32LE, Encoding::Base(Utf32(Little)), c"UTF-32LE"),
        (UTF8KIT_ENCODING_UTF_32BE, Encoding::Base(Utf32(Big)), c"UTF-32BE"),
        (UTF8KIT_ENCODING_LATIN_1, Encoding::Base(Latin1), c"ISO-8859-1"),
        (UTF8KIT_ENCODING_ASCII, Encoding::Base(Ascii), c"US-ASCII"),
        (UTF8KIT_ENCODING_RFC_2279, dialect(Base::Rfc2279), c"RFC2279"),
        (UTF8KIT_ENCODING_ANNEX_R, dialect(Base::AnnexR), c"Annex-R"),
        (UTF8KIT_ENCODING_ANNEX_R5, dialect(Base::AnnexR5), c"Annex-R.5"),
        (UTF8KIT_ENCODING_CESU_8, dialect(Base::Cesu8), c"CESU-8"),
        (UTF8KIT_ENCODING_MODIFIED_UTF_8, dialect(Base::ModifiedUtf8), c"Modified-UTF-8"),
        (UTF8KIT_ENCODING_WTF_8, dialect(Base::Wtf8), c"WTF-8"),
        (UTF8KIT_ENCODING_UTF_8_SIGNATURE, Encoding::Utf8Signature, c"UTF-8-SIG"),
        (UTF8KIT_ENCODING_UTF_16, Encoding::Utf16, c"UTF-16"),
        (UTF8KIT_ENCODING_UTF_32, Encoding::Utf32, c"UTF-32"),
        (UTF8KIT_ENCODING_UCS_2, Encoding::Ucs2(None), c"ISO-10646-UCS-2"),
        (UTF8KIT_ENCODING_UCS_2LE, Encoding::Ucs2(Some(Little)), c"UCS-2LE"),
        (UTF8KIT_ENCODING_UCS_2BE, Encoding::Ucs2(Some(Big)), c"UCS-2BE"),
        (UTF8KIT_ENCODING_UCS_4, Encoding::Ucs4(None), c"ISO-10646-UCS-4"),
        (UTF8KIT_ENCODING_UCS_4LE, Encoding::Ucs4(Some(Little)), c"UCS-4LE"),
        (UTF8KIT_ENCODING_UCS_4BE, Encoding::Ucs4(Some(Big)), c"UCS-4BE"),
        (UTF8KIT_ENCODING_UTF_7, Encoding::Utf7, c"UTF-7"),
        (UTF8KIT_ENCODING_UTF_7_IMAP, Encoding::Utf7Imap, c"UTF-7-IMAP"),
        (UTF8KIT_ENCODING_UTF_1, Encoding::Utf1, c"ISO-10646-UTF-1"),
        (UTF8KIT_ENCODING_UNICODE_1_1_UTF_8, Encoding::Unicode11Utf8, c"UNICODE-1-1-UTF-8"),
        (UTF8KIT_ENCODING_OLD_HANGUL_UTF_8, Encoding::OldHangulUtf8, c"UNICODE-1-1-UTF-8-OLD-HANGUL"),
        (UTF8KIT_ENCODING_ISO_2022, Encoding::Iso2022, c"ISO-2022"),
        (UTF8KIT_ENCODING_UTF_8_MB3, Encoding::Utf8Mb3, c"utf8mb3"),
    ]
};

/// The encodings that are not of Unicode: the number and the name. New ones are added at the end.
const LEGACY: &[(utf8kit_encoding, &CStr)] = &[
    (1000, c"IBM866"),
    (1001, c"ISO-8859-2"),
    (1002, c"ISO-8859-3"),
    (1003, c"ISO-8859-4"),
    (1004, c"ISO-8859-5"),
    (1005, c"ISO-8859-6"),
    (1006, c"ISO-8859-7"),
    (1007, c"ISO-8859-8"),
    (1008, c"ISO-8859-10"),
    (1009, c"ISO-8859-13"),
    (1010, c"ISO-8859-14"),
    (1011, c"ISO-8859-15"),
    (1012, c"ISO-8859-16"),
    (1013, c"KOI8-R"),
    (1014, c"KOI8-RU"),
    (1015, c"macintosh"),
    (1016, c"windows-874"),
    (1017, c"windows-1250"),
    (1018, c"windows-1251"),
    (1019, c"windows-1252"),
    (1020, c"windows-1253"),
    (1021, c"windows-1254"),
    (1022, c"windows-1255"),
    (1023, c"windows-1256"),
    (1024, c"windows-1257"),
    (1025, c"windows-1258"),
    (1026, c"x-mac-cyrillic"),
    (1027, c"KOI8-U"),
    (1028, c"IBM437"),
    (1029, c"IBM850"),
    (1030, c"IBM852"),
    (1031, c"IBM855"),
    (1032, c"IBM857"),
    (1033, c"IBM858"),
    (1034, c"IBM860"),
    (1035, c"IBM861"),
    (1036, c"IBM862"),
    (1037, c"IBM863"),
    (1038, c"IBM864"),
    (1039, c"IBM865"),
    (1040, c"ISO-8859-9"),
    (1041, c"ISO-8859-11"),
    (1042, c"TIS-620"),
    (1043, c"IBM037"),
    (1044, c"IBM500"),
    (1045, c"IBM1047"),
    (1046, c"Big5"),
    (1047, c"EUC-JP"),
    (1048, c"UHC"),
    (1049, c"gb18030"),
    (1050, c"ISO-2022-JP"),
    (1051, c"Shift_JIS"),
    (1052, c"GB2312"),
    (1053, c"HZ-GB-2312"),
    (1054, c"GBK"),
    (1055, c"EUC-KR"),
    (1056, c"JOHAB"),
    (1057, c"BIG5-HKSCS"),
    (1058, c"EUC-TW"),
    (1059, c"IBM720"),
    (1060, c"IBM737"),
    (1061, c"CP770"),
    (1062, c"CP771"),
    (1063, c"CP772"),
    (1064, c"CP773"),
    (1065, c"CP774"),
    (1066, c"IBM775"),
    (1067, c"IBM851"),
    (1068, c"IBM853"),
    (1069, c"IBM856"),
    (1070, c"IBM869"),
    (1071, c"IBM901"),
    (1072, c"IBM902"),
    (1073, c"IBM922"),
    (1074, c"IBM1004"),
    (1075, c"IBM1006"),
    (1076, c"IBM1124"),
    (1077, c"IBM1125"),
    (1078, c"IBM1129"),
    (1079, c"IBM1131"),
    (1080, c"IBM1133"),
    (1081, c"IBM1161"),
    (1082, c"IBM1163"),
    (1083, c"Kamenicky"),
    (1084, c"Mazovia"),
    (1085, c"MIK"),
    (1086, c"CWI-2"),
    (1087, c"x-mac-greek"),
    (1088, c"x-mac-turkish"),
    (1089, c"x-mac-ce"),
    (1090, c"x-mac-icelandic"),
    (1091, c"x-mac-croatian"),
    (1092, c"x-mac-romanian"),
    (1093, c"x-mac-arabic"),
    (1094, c"x-mac-farsi"),
    (1095, c"MAC-SAMI"),
    (1096, c"ARMSCII-8"),
    (1097, c"Georgian-PS"),
    (1098, c"Georgian-Academy"),
    (1099, c"GEOSTD8"),
    (1100, c"VISCII"),
    (1101, c"TCVN"),
    (1102, c"VPS"),
    (1103, c"PTCP154"),
    (1104, c"KZ-1048"),
    (1105, c"KOI8-T"),
    (1106, c"ECMA-CYRILLIC"),
    (1107, c"CSN_369103"),
    (1108, c"ISO-8859-9E"),
    (1109, c"ISO-IR-197"),
    (1110, c"ISO-IR-209"),
    (1111, c"WIN-SAMI-2"),
    (1112, c"ISIRI-3342"),
    (1113, c"JIS_X0201"),
    (1114, c"hp-roman8"),
    (1115, c"hp-roman9"),
    (1116, c"hp-greek8"),
    (1117, c"hp-turkish8"),
    (1118, c"hp-thai8"),
    (1119, c"DEC-MCS"),
    (1120, c"NEXTSTEP"),
    (1121, c"RISCOS-LATIN1"),
    (1122, c"AtariST"),
    (1123, c"palmos"),
    (1124, c"IBM256"),
    (1125, c"IBM273"),
    (1126, c"IBM277"),
    (1127, c"IBM278"),
    (1128, c"IBM280"),
    (1129, c"IBM284"),
    (1130, c"IBM285"),
    (1131, c"IBM290"),
    (1132, c"IBM297"),
    (1133, c"IBM420"),
    (1134, c"IBM423"),
    (1135, c"IBM424"),
    (1136, c"IBM803"),
    (1137, c"IBM838"),
    (1138, c"IBM870"),
    (1139, c"IBM871"),
    (1140, c"IBM875"),
    (1141, c"IBM880"),
    (1142, c"IBM905"),
    (1143, c"IBM924"),
    (1144, c"IBM1025"),
    (1145, c"IBM1026"),
    (1146, c"IBM1097"),
    (1147, c"IBM1112"),
    (1148, c"IBM1122"),
    (1149, c"IBM1123"),
    (1150, c"IBM1130"),
    (1151, c"IBM1132"),
    (1152, c"IBM1137"),
    (1153, c"IBM1140"),
    (1154, c"IBM1141"),
    (1155, c"IBM1142"),
    (1156, c"IBM1143"),
    (1157, c"IBM1144"),
    (1158, c"IBM1145"),
    (1159, c"IBM1146"),
    (1160, c"IBM1147"),
    (1161, c"IBM1148"),
    (1162, c"IBM1149"),
    (1163, c"IBM1153"),
    (1164, c"IBM1154"),
    (1165, c"IBM1155"),
    (1166, c"IBM1156"),
    (1167, c"IBM1157"),
    (1168, c"IBM1158"),
    (1169, c"IBM1160"),
    (1170, c"IBM1164"),
    (1171, c"IBM1165"),
    (1172, c"IBM1166"),
    (1173, c"IBM4971"),
    (1174, c"IBM12712"),
    (1175, c"IBM16804"),
    (1176, c"BS_4730"),
    (1177, c"DIN_66003"),
    (1178, c"DS_2089"),
    (1179, c"SEN_850200_B"),
    (1180, c"SEN_850200_C"),
    (1181, c"NF_Z_62-010"),
    (1182, c"NF_Z_62-010_(1973)"),
    (1183, c"ISO646-IT"),
    (1184, c"ISO646-ES"),
    (1185, c"ISO646-ES2"),
    (1186, c"ISO646-PT"),
    (1187, c"ISO646-PT2"),
    (1188, c"NS_4551-1"),
    (1189, c"NS_4551-2"),
    (1190, c"MSZ_7795.3"),
    (1191, c"JUS_I.B1.002"),
    (1192, c"CSA_Z243.4-1985-1"),
    (1193, c"CSA_Z243.4-1985-2"),
    (1194, c"NC_NC00-10:81"),
    (1195, c"JIS_C6220-1969-RO"),
    (1196, c"GB_1988-80"),
    (1197, c"KSC5636"),
    (1198, c"GREEK7"),
    (1199, c"ISO-2022-KR"),
    (1200, c"ISO-2022-CN"),
    (1201, c"ISO-2022-CN-EXT"),
    (1202, c"GSM-03.38"),
    (1203, c"ISO_6937"),
    (1204, c"ISO_6937-2"),
    (1205, c"T.61-8BIT"),
    (1206, c"ANSI_X3.110"),
    (1207, c"ANSEL"),
    (1208, c"GEDCOM-ANSEL"),
    (1209, c"GSM-03.38-packed"),
    (1210, c"MARC-8"),
    (1211, c"DICOM"),
    (1212, c"DICOM-IR-13"),
    (1213, c"DICOM-IR-100"),
    (1214, c"DICOM-IR-101"),
    (1215, c"DICOM-IR-109"),
    (1216, c"DICOM-IR-110"),
    (1217, c"DICOM-IR-126"),
    (1218, c"DICOM-IR-127"),
    (1219, c"DICOM-IR-138"),
    (1220, c"DICOM-IR-144"),
    (1221, c"DICOM-IR-148"),
    (1222, c"DICOM-IR-166"),
    (1223, c"DICOM-IR-203"),
    (1224, c"DICOM-IR-149"),
    (1225, c"DICOM-IR-58"),
    (1226, c"DICOM-IR-87"),
    (1227, c"DICOM-PN"),
    (1228, c"DICOM-PN-IR-13"),
    (1229, c"DICOM-PN-IR-100"),
    (1230, c"DICOM-PN-IR-101"),
    (1231, c"DICOM-PN-IR-109"),
    (1232, c"DICOM-PN-IR-110"),
    (1233, c"DICOM-PN-IR-126"),
    (1234, c"DICOM-PN-IR-127"),
    (1235, c"DICOM-PN-IR-138"),
    (1236, c"DICOM-PN-IR-144"),
    (1237, c"DICOM-PN-IR-148"),
    (1238, c"DICOM-PN-IR-166"),
    (1239, c"DICOM-PN-IR-203"),
    (1240, c"DICOM-PN-IR-149"),
    (1241, c"DICOM-PN-IR-58"),
    (1242, c"DICOM-PN-IR-87"),
    (1243, c"GSM-03.38-Turkish"),
    (1244, c"GSM-03.38-Turkish-single-shift"),
    (1245, c"GSM-03.38-Spanish"),
    (1246, c"GSM-03.38-Portuguese"),
    (1247, c"GSM-03.38-Portuguese-single-shift"),
    (1248, c"GSM-03.38-Bengali"),
    (1249, c"GSM-03.38-Gujarati"),
    (1250, c"GSM-03.38-Hindi"),
    (1251, c"GSM-03.38-Kannada"),
    (1252, c"GSM-03.38-Malayalam"),
    (1253, c"GSM-03.38-Oriya"),
    (1254, c"GSM-03.38-Punjabi"),
    (1255, c"GSM-03.38-Tamil"),
    (1256, c"GSM-03.38-Telugu"),
    (1257, c"GSM-03.38-Urdu"),
    (1258, c"GSM-03.38-Turkish-packed"),
    (1259, c"GSM-03.38-Turkish-single-shift-packed"),
    (1260, c"GSM-03.38-Spanish-packed"),
    (1261, c"GSM-03.38-Portuguese-packed"),
    (1262, c"GSM-03.38-Portuguese-single-shift-packed"),
    (1263, c"GSM-03.38-Bengali-packed"),
    (1264, c"GSM-03.38-Gujarati-packed"),
    (1265, c"GSM-03.38-Hindi-packed"),
    (1266, c"GSM-03.38-Kannada-packed"),
    (1267, c"GSM-03.38-Malayalam-packed"),
    (1268, c"GSM-03.38-Oriya-packed"),
    (1269, c"GSM-03.38-Punjabi-packed"),
    (1270, c"GSM-03.38-Tamil-packed"),
    (1271, c"GSM-03.38-Telugu-packed"),
    (1272, c"GSM-03.38-Urdu-packed"),
];

/// All encodings in ascending order of their numbers.
static ALL: LazyLock<Vec<(utf8kit_encoding, Encoding, &CStr)>> = LazyLock::new(|| {
    let legacy = LEGACY.iter().map(|&(number, name)| {
        let label = name.to_str().expect("a name is ASCII");
        let found = Encoding::all().find(|encoding| encoding.name() == label);
        (number, found.expect("the library has it"), name)
    });
    ENCODINGS.into_iter().chain(legacy).collect()
});

/// Returns the encoding with this number, and its name.
fn find(number: utf8kit_encoding) -> Option<(Encoding, &'static CStr)> {
    // Without the table, most programs do not name the others.
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    if let Some(&(_, encoding, name)) = ENCODINGS.get(index) {
        return Some((encoding, name));
    }
    let place = ALL.binary_search_by_key(&number, |&(number, _, _)| number);
    let (_, encoding, name) = ALL[place.ok()?];
    Some((encoding, name))
}

/// Returns the encoding with this number.
pub(crate) fn encoding(number: utf8kit_encoding) -> Option<Encoding> {
    find(number).map(|(encoding, _)| encoding)
}

/// Returns the number of an encoding, or `UTF8KIT_ENCODING_NONE` if it has none.
pub(crate) fn number(encoding: Encoding) -> utf8kit_encoding {
    let found = ALL.iter().find(|&&(_, other, _)| other == encoding);
    found.map_or(UTF8KIT_ENCODING_NONE, |&(number, _, _)| number)
}

/// Returns the encoding with this charset label, such as `utf8`, `UTF-16LE`, `l1`, `CESU-8` or `cp437`, in `len` bytes, as `iconv`
/// reads labels: `ISO-8859-1` is not windows-1252, and `GB2312` is not GBK. Case does not matter. Returns
/// `UTF8KIT_ENCODING_NONE` if the label is unknown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_encoding_for_label(label: *const c_char, len: usize) -> utf8kit_encoding {
    let by_label = |label| {
        let encoding = Encoding::for_label(str::from_utf8(label).ok()?, Reading::Iconv)?;
        Some(number(encoding))
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(label, len, None, by_label) }.unwrap_or(UTF8KIT_ENCODING_NONE)
}

/// Returns the name of an encoding, which is a string that ends in NUL and is never freed. Returns NULL if no encoding has
/// this number.
#[unsafe(no_mangle)]
pub extern "C" fn utf8kit_encoding_name(encoding: utf8kit_encoding) -> *const c_char {
    find(encoding).map_or(std::ptr::null(), |(_, name)| name.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_has_its_number_and_the_name_that_labels_have() {
        for (&(listed, ..), number) in ENCODINGS.iter().zip(1..) {
            assert_eq!(listed, number);
        }
        for (&(listed, _), number) in LEGACY.iter().zip(1000..) {
            assert_eq!(listed, number);
        }
        for &(listed, encoding, name) in ALL.iter() {
            assert_eq!(super::encoding(listed), Some(encoding));
            assert_eq!(number(encoding), listed);
            assert_eq!(name.to_str(), Ok(encoding.name()));
        }
        for encoding in Encoding::all() {
            assert_ne!(number(encoding), UTF8KIT_ENCODING_NONE, "{encoding}");
        }
        for unknown in [0, 30, 999, 1000 + LEGACY.len() as u32, u32::MAX] {
            assert_eq!(encoding(unknown), None);
        }
    }
}
