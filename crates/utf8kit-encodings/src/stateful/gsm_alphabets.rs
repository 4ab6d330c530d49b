//! The characters of the alphabets of GSM (3GPP TS 23.038, 6.2.1 and annex A).

/// The default alphabet.
pub(super) const DEFAULT: &str = concat!(
    "@£$¥èéùìòÇ\nØø\rÅå",
    "Δ_ΦΓΛΩΠΨΣΘΞ\u{FFFD}ÆæßÉ",
    " !\"#¤%&'()*+,-./",
    "0123456789:;<=>?",
    "¡ABCDEFGHIJKLMNO",
    "PQRSTUVWXYZÄÖÑÜ§",
    "¿abcdefghijklmno",
    "pqrstuvwxyzäöñüà",
);

/// Its extension table. Those of all languages have these characters, too.
pub(super) const EXTENSION: &[(u8, &str)] = &[
    (0x0A, "\x0C"),
    (0x14, "^"),
    (0x28, "{}"),
    (0x2F, "\\"),
    (0x3C, "[~]"),
    (0x40, "|"),
    (0x65, "\u{20AC}"),
];

/// What the single shift tables of the languages of India have in common.
pub(super) const INDIA: &[(u8, &str)] = &[
    (0x00, "@£$¥¿\"¤%&'"),
    (0x0B, "*+"),
    (0x0E, "-/<=>¡"),
    (0x15, "¡_#*"),
    (0x41, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
];

pub(super) const TURKISH_LOCKING: &str = concat!(
    "@£$¥\u{20AC}éùıòÇ\nĞğ\rÅå",
    "Δ_ΦΓΛΩΠΨΣΘΞ\u{FFFD}ŞşßÉ",
    " !\"#¤%&'()*+,-./",
    "0123456789:;<=>?",
    "İABCDEFGHIJKLMNO",
    "PQRSTUVWXYZÄÖÑÜ§",
    "çabcdefghijklmno",
    "pqrstuvwxyzäöñüà",
);
pub(super) const TURKISH_SINGLE: &[(u8, &str)] = &[
    (0x47, "Ğ"),
    (0x49, "İ"),
    (0x53, "Ş"),
    (0x63, "ç"),
    (0x67, "ğ"),
    (0x69, "ı"),
    (0x73, "ş"),
];

pub(super) const SPANISH_SINGLE: &[(u8, &str)] = &[
    (0x09, "ç"),
    (0x41, "Á"),
    (0x49, "Í"),
    (0x4F, "Ó"),
    (0x55, "Ú"),
    (0x61, "á"),
    (0x69, "í"),
    (0x6F, "ó"),
    (0x75, "ú"),
];

pub(super) const PORTUGUESE_LOCKING: &str = concat!(
    "@£$¥êéúíóç\nÔô\rÁá",
    "Δ_ªÇÀ\u{221E}^\\\u{20AC}Ó|\u{FFFD}ÂâÊÉ",
    " !\"#º%&'()*+,-./",
    "0123456789:;<=>?",
    "ÍABCDEFGHIJKLMNO",
    "PQRSTUVWXYZÃÕÚÜ§",
    "~abcdefghijklmno",
    "pqrstuvwxyzãõ`üà",
);
pub(super) const PORTUGUESE_SINGLE: &[(u8, &str)] = &[
    (0x05, "ê"),
    (0x09, "ç"),
    (0x0B, "Ôô"),
    (0x0E, "Áá"),
    (0x12, "ΦΓ"),
    (0x15, "ΩΠΨΣΘ"),
    (0x1F, "Ê"),
    (0x41, "À"),
    (0x49, "Í"),
    (0x4F, "Ó"),
    (0x55, "Ú"),
    (0x5B, "ÃÕ"),
    (0x61, "Â"),
    (0x69, "í"),
    (0x6F, "ó"),
    (0x75, "ú"),
    (0x7B, "ãõ"),
    (0x7F, "â"),
];

pub(super) const BENGALI_LOCKING: &str = concat!(
    "\u{981}\u{982}\u{983}\u{985}\u{986}\u{987}\u{988}\u{989}\u{98A}\u{98B}\n\u{98C}\u{FFFD}\r\u{FFFD}\u{98F}",
    "\u{990}\u{FFFD}\u{FFFD}\u{993}\u{994}\u{995}\u{996}\u{997}\u{998}\u{999}\u{99A}\u{FFFD}\u{99B}\u{99C}\u{99D}\u{99E}",
    " !\u{99F}\u{9A0}\u{9A1}\u{9A2}\u{9A3}\u{9A4})(\u{9A5}\u{9A6},\u{9A7}.\u{9A8}",
    "0123456789:;\u{FFFD}\u{9AA}\u{9AB}?",
    "\u{9AC}\u{9AD}\u{9AE}\u{9AF}\u{9B0}\u{FFFD}\u{9B2}\u{FFFD}\u{FFFD}\u{FFFD}\u{9B6}\u{9B7}\u{9B8}\u{9B9}\u{9BC}\u{9BD}",
    "\u{9BE}\u{9BF}\u{9C0}\u{9C1}\u{9C2}\u{9C3}\u{9C4}\u{FFFD}\u{FFFD}\u{9C7}\u{9C8}\u{FFFD}\u{FFFD}\u{9CB}\u{9CC}\u{9CD}",
    "\u{9CE}abcdefghijklmno",
    "pqrstuvwxyz\u{9D7}\u{9DC}\u{9DD}\u{9F0}\u{9F1}",
);
pub(super) const BENGALI_SINGLE: &[(u8, &str)] = &[
    (0x19, "\u{9E6}\u{9E7}"),
    (
        0x1C,
        "\u{9E8}\u{9E9}\u{9EA}\u{9EB}\u{9EC}\u{9ED}\u{9EE}\u{9EF}\u{9DF}\u{9E0}\u{9E1}\u{9E2}",
    ),
    (0x2A, "\u{9E3}\u{9F2}\u{9F3}\u{9F4}\u{9F5}"),
    (0x30, "\u{9F6}\u{9F7}\u{9F8}\u{9F9}\u{9FA}"),
];

pub(super) const GUJARATI_LOCKING: &str = concat!(
    "\u{A81}\u{A82}\u{A83}\u{A85}\u{A86}\u{A87}\u{A88}\u{A89}\u{A8A}\u{A8B}\n\u{A8C}\u{A8D}\r\u{FFFD}\u{A8F}",
    "\u{A90}\u{A91}\u{FFFD}\u{A93}\u{A94}\u{A95}\u{A96}\u{A97}\u{A98}\u{A99}\u{A9A}\u{FFFD}\u{A9B}\u{A9C}\u{A9D}\u{A9E}",
    " !\u{A9F}\u{AA0}\u{AA1}\u{AA2}\u{AA3}\u{AA4})(\u{AA5}\u{AA6},\u{AA7}.\u{AA8}",
    "0123456789:;\u{FFFD}\u{AAA}\u{AAB}?",
    "\u{AAC}\u{AAD}\u{AAE}\u{AAF}\u{AB0}\u{FFFD}\u{AB2}\u{AB3}\u{FFFD}\u{AB5}\u{AB6}\u{AB7}\u{AB8}\u{AB9}\u{ABC}\u{ABD}",
    "\u{ABE}\u{ABF}\u{AC0}\u{AC1}\u{AC2}\u{AC3}\u{AC4}\u{AC5}\u{FFFD}\u{AC7}\u{AC8}\u{AC9}\u{FFFD}\u{ACB}\u{ACC}\u{ACD}",
    "\u{AD0}abcdefghijklmno",
    "pqrstuvwxyz\u{AE0}\u{AE1}\u{AE2}\u{AE3}\u{AF1}",
);
pub(super) const GUJARATI_SINGLE: &[(u8, &str)] = &[
    (0x19, "\u{964}\u{965}"),
    (
        0x1C,
        "\u{AE6}\u{AE7}\u{AE8}\u{AE9}\u{AEA}\u{AEB}\u{AEC}\u{AED}\u{AEE}\u{AEF}",
    ),
];

pub(super) const HINDI_LOCKING: &str = concat!(
    "\u{901}\u{902}\u{903}\u{905}\u{906}\u{907}\u{908}\u{909}\u{90A}\u{90B}\n\u{90C}\u{90D}\r\u{90E}\u{90F}",
    "\u{910}\u{911}\u{912}\u{913}\u{914}\u{915}\u{916}\u{917}\u{918}\u{919}\u{91A}\u{FFFD}\u{91B}\u{91C}\u{91D}\u{91E}",
    " !\u{91F}\u{920}\u{921}\u{922}\u{923}\u{924})(\u{925}\u{926},\u{927}.\u{928}",
    "0123456789:;\u{929}\u{92A}\u{92B}?",
    "\u{92C}\u{92D}\u{92E}\u{92F}\u{930}\u{931}\u{932}\u{933}\u{934}\u{935}\u{936}\u{937}\u{938}\u{939}\u{93C}\u{93D}",
    "\u{93E}\u{93F}\u{940}\u{941}\u{942}\u{943}\u{944}\u{945}\u{946}\u{947}\u{948}\u{949}\u{94A}\u{94B}\u{94C}\u{94D}",
    "\u{950}abcdefghijklmno",
    "pqrstuvwxyz\u{972}\u{97B}\u{97C}\u{97E}\u{97F}",
);
pub(super) const HINDI_SINGLE: &[(u8, &str)] = &[
    (0x19, "\u{964}\u{965}"),
    (
        0x1C,
        "\u{966}\u{967}\u{968}\u{969}\u{96A}\u{96B}\u{96C}\u{96D}\u{96E}\u{96F}\u{951}\u{952}",
    ),
    (0x2A, "\u{953}\u{954}\u{958}\u{959}\u{95A}"),
    (
        0x30,
        "\u{95B}\u{95C}\u{95D}\u{95E}\u{95F}\u{960}\u{961}\u{962}\u{963}\u{970}\u{971}",
    ),
];

pub(super) const KANNADA_LOCKING: &str = concat!(
    "\u{FFFD}\u{C82}\u{C83}\u{C85}\u{C86}\u{C87}\u{C88}\u{C89}\u{C8A}\u{C8B}\n\u{C8C}\u{FFFD}\r\u{C8E}\u{C8F}",
    "\u{C90}\u{FFFD}\u{C92}\u{C93}\u{C94}\u{C95}\u{C96}\u{C97}\u{C98}\u{C99}\u{C9A}\u{FFFD}\u{C9B}\u{C9C}\u{C9D}\u{C9E}",
    " !\u{C9F}\u{CA0}\u{CA1}\u{CA2}\u{CA3}\u{CA4})(\u{CA5}\u{CA6},\u{CA7}.\u{CA8}",
    "0123456789:;\u{FFFD}\u{CAA}\u{CAB}?",
    "\u{CAC}\u{CAD}\u{CAE}\u{CAF}\u{CB0}\u{CB1}\u{CB2}\u{CB3}\u{FFFD}\u{CB5}\u{CB6}\u{CB7}\u{CB8}\u{CB9}\u{CBC}\u{CBD}",
    "\u{CBE}\u{CBF}\u{CC0}\u{CC1}\u{CC2}\u{CC3}\u{CC4}\u{FFFD}\u{CC6}\u{CC7}\u{CC8}\u{FFFD}\u{CCA}\u{CCB}\u{CCC}\u{CCD}",
    "\u{CD5}abcdefghijklmno",
    "pqrstuvwxyz\u{CD6}\u{CE0}\u{CE1}\u{CE2}\u{CE3}",
);
pub(super) const KANNADA_SINGLE: &[(u8, &str)] = &[
    (0x19, "\u{964}\u{965}"),
    (
        0x1C,
        "\u{CE6}\u{CE7}\u{CE8}\u{CE9}\u{CEA}\u{CEB}\u{CEC}\u{CED}\u{CEE}\u{CEF}\u{CDE}\u{CF1}",
    ),
    (0x2A, "\u{CF2}"),
];

pub(super) const MALAYALAM_LOCKING: &str = concat!(
    "\u{FFFD}\u{D02}\u{D03}\u{D05}\u{D06}\u{D07}\u{D08}\u{D09}\u{D0A}\u{D0B}\n\u{D0C}\u{FFFD}\r\u{D0E}\u{D0F}",
    "\u{D10}\u{FFFD}\u{D12}\u{D13}\u{D14}\u{D15}\u{D16}\u{D17}\u{D18}\u{D19}\u{D1A}\u{FFFD}\u{D1B}\u{D1C}\u{D1D}\u{D1E}",
    " !\u{D1F}\u{D20}\u{D21}\u{D22}\u{D23}\u{D24})(\u{D25}\u{D26},\u{D27}.\u{D28}",
    "0123456789:;\u{FFFD}\u{D2A}\u{D2B}?",
    "\u{D2C}\u{D2D}\u{D2E}\u{D2F}\u{D30}\u{D31}\u{D32}\u{D33}\u{D34}\u{D35}\u{D36}\u{D37}\u{D38}\u{D39}\u{FFFD}\u{D3D}",
    "\u{D3E}\u{D3F}\u{D40}\u{D41}\u{D42}\u{D43}\u{D44}\u{FFFD}\u{D46}\u{D47}\u{D48}\u{FFFD}\u{D4A}\u{D4B}\u{D4C}\u{D4D}",
    "\u{D57}abcdefghijklmno",
    "pqrstuvwxyz\u{D60}\u{D61}\u{D62}\u{D63}\u{D79}",
);
pub(super) const MALAYALAM_SINGLE: &[(u8, &str)] = &[
    (0x19, "\u{964}\u{965}"),
    (
        0x1C,
        "\u{D66}\u{D67}\u{D68}\u{D69}\u{D6A}\u{D6B}\u{D6C}\u{D6D}\u{D6E}\u{D6F}\u{D70}\u{D71}",
    ),
    (0x2A, "\u{D72}\u{D73}\u{D74}\u{D75}\u{D7A}"),
    (0x30, "\u{D7B}\u{D7C}\u{D7D}\u{D7E}\u{D7F}"),
];

pub(super) const ORIYA_LOCKING: &str = concat!(
    "\u{B01}\u{B02}\u{B03}\u{B05}\u{B06}\u{B07}\u{B08}\u{B09}\u{B0A}\u{B0B}\n\u{B0C}\u{FFFD}\r\u{FFFD}\u{B0F}",
    "\u{B10}\u{FFFD}\u{FFFD}\u{B13}\u{B14}\u{B15}\u{B16}\u{B17}\u{B18}\u{B19}\u{B1A}\u{FFFD}\u{B1B}\u{B1C}\u{B1D}\u{B1E}",
    " !\u{B1F}\u{B20}\u{B21}\u{B22}\u{B23}\u{B24})(\u{B25}\u{B26},\u{B27}.\u{B28}",
    "0123456789:;\u{FFFD}\u{B2A}\u{B2B}?",
    "\u{B2C}\u{B2D}\u{B2E}\u{B2F}\u{B30}\u{FFFD}\u{B32}\u{B33}\u{FFFD}\u{B35}\u{B36}\u{B37}\u{B38}\u{B39}\u{B3C}\u{B3D}",
    "\u{B3E}\u{B3F}\u{B40}\u{B41}\u{B42}\u{B43}\u{B44}\u{FFFD}\u{FFFD}\u{B47}\u{B48}\u{FFFD}\u{FFFD}\u{B4B}\u{B4C}\u{B4D}",
    "\u{B56}abcdefghijklmno",
    "pqrstuvwxyz\u{B57}\u{B60}\u{B61}\u{B62}\u{B63}",
);
pub(super) const ORIYA_SINGLE: &[(u8, &str)] = &[
    (0x19, "\u{964}\u{965}"),
    (
        0x1C,
        "\u{B66}\u{B67}\u{B68}\u{B69}\u{B6A}\u{B6B}\u{B6C}\u{B6D}\u{B6E}\u{B6F}\u{B5C}\u{B5D}",
    ),
    (0x2A, "\u{B5F}\u{B70}\u{B71}"),
];

pub(super) const PUNJABI_LOCKING: &str = concat!(
    "\u{A01}\u{A02}\u{A03}\u{A05}\u{A06}\u{A07}\u{A08}\u{A09}\u{A0A}\u{FFFD}\n\u{FFFD}\u{FFFD}\r\u{FFFD}\u{A0F}",
    "\u{A10}\u{FFFD}\u{FFFD}\u{A13}\u{A14}\u{A15}\u{A16}\u{A17}\u{A18}\u{A19}\u{A1A}\u{FFFD}\u{A1B}\u{A1C}\u{A1D}\u{A1E}",
    " !\u{A1F}\u{A20}\u{A21}\u{A22}\u{A23}\u{A24})(\u{A25}\u{A26},\u{A27}.\u{A28}",
    "0123456789:;\u{FFFD}\u{A2A}\u{A2B}?",
    "\u{A2C}\u{A2D}\u{A2E}\u{A2F}\u{A30}\u{FFFD}\u{A32}\u{A33}\u{FFFD}\u{A35}\u{A36}\u{FFFD}\u{A38}\u{A39}\u{A3C}\u{FFFD}",
    "\u{A3E}\u{A3F}\u{A40}\u{A41}\u{A42}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{A47}\u{A48}\u{FFFD}\u{FFFD}\u{A4B}\u{A4C}\u{A4D}",
    "\u{A51}abcdefghijklmno",
    "pqrstuvwxyz\u{A70}\u{A71}\u{A72}\u{A73}\u{A74}",
);
pub(super) const PUNJABI_SINGLE: &[(u8, &str)] = &[
    (0x19, "\u{964}\u{965}"),
    (
        0x1C,
        "\u{A66}\u{A67}\u{A68}\u{A69}\u{A6A}\u{A6B}\u{A6C}\u{A6D}\u{A6E}\u{A6F}\u{A59}\u{A5A}",
    ),
    (0x2A, "\u{A5B}\u{A5C}\u{A5E}\u{A75}"),
];

pub(super) const TAMIL_LOCKING: &str = concat!(
    "\u{FFFD}\u{B82}\u{B83}\u{B85}\u{B86}\u{B87}\u{B88}\u{B89}\u{B8A}\u{FFFD}\n\u{FFFD}\u{FFFD}\r\u{B8E}\u{B8F}",
    "\u{B90}\u{FFFD}\u{B92}\u{B93}\u{B94}\u{B95}\u{FFFD}\u{FFFD}\u{FFFD}\u{B99}\u{B9A}\u{FFFD}\u{FFFD}\u{B9C}\u{FFFD}\u{B9E}",
    " !\u{B9F}\u{FFFD}\u{FFFD}\u{FFFD}\u{BA3}\u{BA4})(\u{FFFD}\u{FFFD},\u{FFFD}.\u{BA8}",
    "0123456789:;\u{BA9}\u{BAA}\u{FFFD}?",
    "\u{FFFD}\u{FFFD}\u{BAE}\u{BAF}\u{BB0}\u{BB1}\u{BB2}\u{BB3}\u{BB4}\u{BB5}\u{BB6}\u{BB7}\u{BB8}\u{BB9}\u{FFFD}\u{FFFD}",
    "\u{BBE}\u{BBF}\u{BC0}\u{BC1}\u{BC2}\u{FFFD}\u{FFFD}\u{FFFD}\u{BC6}\u{BC7}\u{BC8}\u{FFFD}\u{BCA}\u{BCB}\u{BCC}\u{BCD}",
    "\u{BD0}abcdefghijklmno",
    "pqrstuvwxyz\u{BD7}\u{BF0}\u{BF1}\u{BF2}\u{BF9}",
);
pub(super) const TAMIL_SINGLE: &[(u8, &str)] = &[
    (0x19, "\u{964}\u{965}"),
    (
        0x1C,
        "\u{BE6}\u{BE7}\u{BE8}\u{BE9}\u{BEA}\u{BEB}\u{BEC}\u{BED}\u{BEE}\u{BEF}\u{BF3}\u{BF4}",
    ),
    (0x2A, "\u{BF5}\u{BF6}\u{BF7}\u{BF8}\u{BFA}"),
];

pub(super) const TELUGU_LOCKING: &str = concat!(
    "\u{C01}\u{C02}\u{C03}\u{C05}\u{C06}\u{C07}\u{C08}\u{C09}\u{C0A}\u{C0B}\n\u{C0C}\u{FFFD}\r\u{C0E}\u{C0F}",
    "\u{C10}\u{FFFD}\u{C12}\u{C13}\u{C14}\u{C15}\u{C16}\u{C17}\u{C18}\u{C19}\u{C1A}\u{FFFD}\u{C1B}\u{C1C}\u{C1D}\u{C1E}",
    " !\u{C1F}\u{C20}\u{C21}\u{C22}\u{C23}\u{C24})(\u{C25}\u{C26},\u{C27}.\u{C28}",
    "0123456789:;\u{FFFD}\u{C2A}\u{C2B}?",
    "\u{C2C}\u{C2D}\u{C2E}\u{C2F}\u{C30}\u{C31}\u{C32}\u{C33}\u{FFFD}\u{C35}\u{C36}\u{C37}\u{C38}\u{C39}\u{FFFD}\u{C3D}",
    "\u{C3E}\u{C3F}\u{C40}\u{C41}\u{C42}\u{C43}\u{C44}\u{FFFD}\u{C46}\u{C47}\u{C48}\u{FFFD}\u{C4A}\u{C4B}\u{C4C}\u{C4D}",
    "\u{C55}abcdefghijklmno",
    "pqrstuvwxyz\u{C56}\u{C60}\u{C61}\u{C62}\u{C63}",
);
pub(super) const TELUGU_SINGLE: &[(u8, &str)] = &[
    (
        0x1C,
        "\u{C66}\u{C67}\u{C68}\u{C69}\u{C6A}\u{C6B}\u{C6C}\u{C6D}\u{C6E}\u{C6F}\u{C58}\u{C59}",
    ),
    (0x2A, "\u{C78}\u{C79}\u{C7A}\u{C7B}\u{C7C}"),
    (0x30, "\u{C7D}\u{C7E}\u{C7F}"),
];

pub(super) const URDU_LOCKING: &str = concat!(
    "\u{627}\u{622}\u{628}\u{67B}\u{680}\u{67E}\u{6A6}\u{62A}\u{6C2}\u{67F}\n\u{679}\u{67D}\r\u{67A}\u{67C}",
    "\u{62B}\u{62C}\u{681}\u{684}\u{683}\u{685}\u{686}\u{687}\u{62D}\u{62E}\u{62F}\u{FFFD}\u{68C}\u{688}\u{689}\u{68A}",
    " !\u{68F}\u{68D}\u{630}\u{631}\u{691}\u{693})(\u{699}\u{632},\u{696}.\u{698}",
    "0123456789:;\u{69A}\u{633}\u{634}?",
    "\u{635}\u{636}\u{637}\u{638}\u{639}\u{641}\u{642}\u{6A9}\u{6AA}\u{6AB}\u{6AF}\u{6B3}\u{6B1}\u{644}\u{645}\u{646}",
    "\u{6BA}\u{6BB}\u{6BC}\u{648}\u{6C4}\u{6D5}\u{6C1}\u{6BE}\u{621}\u{6CC}\u{6D0}\u{6D2}\u{64D}\u{650}\u{64F}\u{657}",
    "\u{654}abcdefghijklmno",
    "pqrstuvwxyz\u{655}\u{651}\u{653}\u{656}\u{670}",
);
pub(super) const URDU_SINGLE: &[(u8, &str)] = &[
    (0x19, "\u{600}\u{601}"),
    (
        0x1C,
        "\u{6F0}\u{6F1}\u{6F2}\u{6F3}\u{6F4}\u{6F5}\u{6F6}\u{6F7}\u{6F8}\u{6F9}\u{60C}\u{60D}",
    ),
    (0x2A, "\u{60E}\u{60F}\u{610}\u{611}\u{612}"),
    (
        0x30,
        "\u{613}\u{614}\u{61B}\u{61F}\u{640}\u{652}\u{658}\u{66B}\u{66C}\u{672}\u{673}\u{6CD}",
    ),
    (0x3F, "\u{6D4}"),
];
