//! Single-byte encodings that `encoding_rs` lacks, with their tables.

/// A single-byte encoding that `encoding_rs` lacks.
#[derive(PartialEq, Debug)]
pub(crate) struct Page {
    pub(crate) name: &'static str,
    /// Its number, which is a name of its own and after `CP`.
    number: &'static str,
    /// The characters of the bytes from 0x80 on. U+FFFD marks a byte without a character.
    tail: [&'static str; 4],
}

impl Page {
    /// Returns `true` if `label` names this page.
    pub(crate) fn is_called(&self, label: &[u8]) -> bool {
        let number = match label {
            [b'c' | b'C', b'p' | b'P', number @ ..] => number,
            _ => label,
        };
        self.name.as_bytes().eq_ignore_ascii_case(label) || self.number.as_bytes() == number
    }

    /// Returns `bytes` decoded, and whether all of them stand for characters.
    pub(crate) fn decode(&self, bytes: &[u8]) -> (String, bool) {
        let tail: Vec<char> = self.tail.iter().flat_map(|part| part.chars()).collect();
        let character = |&byte: &u8| match byte {
            0..=0x7F => char::from(byte),
            _ => tail[usize::from(byte - 0x80)],
        };
        let text: String = bytes.iter().map(character).collect();
        let is_whole = !text.contains('\u{FFFD}');
        (text, is_whole)
    }
}

/// The pages that have a name here, as a text may declare them or be in them.
pub(crate) const PAGES: [&Page; 10] = [
    &IBM850, &IBM852, &IBM855, &IBM437, &IBM857, &IBM860, &IBM861, &IBM862, &IBM863, &IBM865,
];

/// The pages that only compete: a text that reads better in one of these is hardly in an encoding that has a name here.
pub(crate) const STRANGERS: [&Page; 22] = [
    &IBM720,
    &IBM737,
    &IBM775,
    &IBM869,
    &CP1125,
    &MIK,
    &KOI8_T,
    &PT154,
    &MACCENTRALEUROPE,
    &MACGREEK,
    &MACTURKISH,
    &MACICELANDIC,
    &MACCROATIAN,
    &MACROMANIAN,
    &HP_ROMAN8,
    &IBM864,
    &MACARABIC,
    &GEORGIAN_PS,
    &GEORGIAN_ACADEMY,
    &ARMSCII_8,
    &VISCII,
    &TCVN,
];

#[rustfmt::skip]
const IBM720: Page = Page {
    name: "IBM720",
    number: "720",
    tail: [
            "\u{80}\u{81}éâ\u{84}à\u{86}çêëèïî\u{8D}\u{8E}\u{8F}\u{90}\u{651}\u{652}ô¤ـûùءآأؤ£إئا",
            "بةتثجحخدذرزسشص«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "ضطظعغفµقكلمنهوىي≡\u{64B}\u{64C}\u{64D}\u{64E}\u{64F}\u{650}≈°∙·√ⁿ²■\u{A0}",
    ],
};

#[rustfmt::skip]
pub(crate) const IBM850: Page = Page {
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
pub(crate) const IBM852: Page = Page {
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
pub(crate) const IBM855: Page = Page {
    name: "IBM855",
    number: "855",
    tail: [
            "ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪ",
            "аАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐",
            "└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀",
            "ЯрРсСтТуУжЖвВьЬ№\u{AD}ыЫзЗшШэЭщЩчЧ§■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM437: Page = Page {
    name: "IBM437",
    number: "437",
    tail: [
            "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ",
            "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM857: Page = Page {
    name: "IBM857",
    number: "857",
    tail: [
            "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞş",
            "áíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
            "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\u{FFFD}ÍÎÏ┘┌█▄¦Ì▀",
            "ÓßÔÒõÕµ\u{FFFD}×ÚÛÙìÿ¯´\u{AD}±\u{FFFD}¾¶§÷¸°¨·¹³²■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM860: Page = Page {
    name: "IBM860",
    number: "860",
    tail: [
            "ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧Ó",
            "áíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM861: Page = Page {
    name: "IBM861",
    number: "861",
    tail: [
            "ÇüéâäàåçêëèÐðÞÄÅÉæÆôöþûÝýÖÜø£Ø₧ƒ",
            "áíóúÁÍÓÚ¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM862: Page = Page {
    name: "IBM862",
    number: "862",
    tail: [
            "אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒ",
            "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM863: Page = Page {
    name: "IBM863",
    number: "863",
    tail: [
            "ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ",
            "¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM865: Page = Page {
    name: "IBM865",
    number: "865",
    tail: [
            "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒ",
            "áíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM737: Page = Page {
    name: "IBM737",
    number: "",
    tail: [
            "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθ",
            "ικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM775: Page = Page {
    name: "IBM775",
    number: "",
    tail: [
            "ĆüéāäģåćłēŖŗīŹÄÅÉæÆōöĢ¢ŚśÖÜø£Ø×¤",
            "ĀĪóŻżź”¦©®¬½¼Ł«»░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐",
            "└┴┬├─┼ŲŪ╚╔╩╦╠═╬Žąčęėįšųūž┘┌█▄▌▐▀",
            "ÓßŌŃõÕµńĶķĻļņĒŅ’\u{AD}±“¾¶§÷„°∙·¹³²■\u{A0}",
    ],
};

#[rustfmt::skip]
const IBM869: Page = Page {
    name: "IBM869",
    number: "",
    tail: [
            "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}Ά\u{FFFD}·¬¦‘’Έ―ΉΊΪΌ\u{FFFD}\u{FFFD}ΎΫ©Ώ²³ά£έήί",
            "ϊΐόύΑΒΓΔΕΖΗ½ΘΙ«»░▒▓│┤ΚΛΜΝ╣║╗╝ΞΟ┐",
            "└┴┬├─┼ΠΡ╚╔╩╦╠═╬ΣΤΥΦΧΨΩαβγ┘┌█▄δε▀",
            "ζηθικλμνξοπρσςτ΄\u{AD}±υφχ§ψ΅°¨ωϋΰώ■\u{A0}",
    ],
};

#[rustfmt::skip]
const CP1125: Page = Page {
    name: "CP1125",
    number: "",
    tail: [
            "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
            "абвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
            "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
            "рстуфхцчшщъыьэюяЁёҐґЄєІіЇї·√№¤■\u{A0}",
    ],
};

#[rustfmt::skip]
const MIK: Page = Page {
    name: "MIK",
    number: "",
    tail: [
            "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
            "абвгдежзийклмнопрстуфхцчшщъыьэюя",
            "└┴┬├─┼╣║╚╔╩╦╠═╬┐░▒▓│┤№§╗╝┘┌█▄▌▐▀",
            "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
    ],
};

#[rustfmt::skip]
const KOI8_T: Page = Page {
    name: "KOI8-T",
    number: "",
    tail: [
            "қғ‚Ғ„…†‡\u{FFFD}‰ҳ‹ҲҷҶ\u{FFFD}Қ‘’“”•–—\u{FFFD}™\u{FFFD}›\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
            "\u{FFFD}ӯӮё¤ӣ¦§\u{FFFD}\u{FFFD}\u{FFFD}«¬\u{AD}®\u{FFFD}°±²Ё\u{FFFD}Ӣ¶·\u{FFFD}№\u{FFFD}»\u{FFFD}\u{FFFD}\u{FFFD}©",
            "юабцдефгхийклмнопярстужвьызшэщчъ",
            "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ",
    ],
};

#[rustfmt::skip]
const PT154: Page = Page {
    name: "PT154",
    number: "",
    tail: [
            "ҖҒӮғ„…ҶҮҲүҠӢҢҚҺҸҗ‘’“”•–—ҳҷҡӣңқһҹ",
            "\u{A0}ЎўЈӨҘҰ§Ё©Ә«¬ӯ®Ҝ°ұІіҙө¶·ё№ә»јҪҫҝ",
            "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
            "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    ],
};

#[rustfmt::skip]
const MACCENTRALEUROPE: Page = Page {
    name: "MacCentralEurope",
    number: "",
    tail: [
            "ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü",
            "†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ",
            "ņŃ¬√ńŇ∆«»…\u{A0}ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖ",
            "ŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ",
    ],
};

#[rustfmt::skip]
const MACGREEK: Page = Page {
    name: "MacGreek",
    number: "",
    tail: [
            "Ä¹²É³ÖÜ΅àâä΄¨çéèêë£™îï•½‰ôö¦€ùûü",
            "†ΓΔΘΛΞΠß®©ΣΪ§≠°·Α±≤≥¥ΒΕΖΗΙΚΜΦΫΨΩ",
            "άΝ¬ΟΡ≈Τ«»…\u{A0}ΥΧΆΈœ–―“”‘’÷ΉΊΌΎέήίόΏ",
            "ύαβψδεφγηιξκλμνοπώρστθωςχυζϊϋΐΰ\u{AD}",
    ],
};

#[rustfmt::skip]
const MACTURKISH: Page = Page {
    name: "MacTurkish",
    number: "",
    tail: [
            "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü",
            "†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø",
            "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸĞğİıŞş",
            "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙ\u{F8A0}ˆ˜¯˘˙˚¸˝˛ˇ",
    ],
};

#[rustfmt::skip]
const MACICELANDIC: Page = Page {
    name: "MacIcelandic",
    number: "",
    tail: [
            "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü",
            "Ý°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø",
            "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€ÐðÞþ",
            "ý·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
    ],
};

#[rustfmt::skip]
const MACCROATIAN: Page = Page {
    name: "MacCroatian",
    number: "",
    tail: [
            "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü",
            "†°¢£§•¶ß®Š™´¨≠ŽØ∞±≤≥∆µ∂∑∏š∫ªºΩžø",
            "¿¡¬√ƒ≈Ć«Č…\u{A0}ÀÃÕŒœĐ—“”‘’÷◊\u{F8FF}©⁄€‹›Æ»",
            "–·‚„‰ÂćÁčÈÍÎÏÌÓÔđÒÚÛÙıˆ˜¯πË˚¸Êæˇ",
    ],
};

#[rustfmt::skip]
const MACROMANIAN: Page = Page {
    name: "MacRomanian",
    number: "",
    tail: [
            "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü",
            "†°¢£§•¶ß®©™´¨≠ĂȘ∞±≤≥¥µ∂∑∏π∫ªºΩăș",
            "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›Țț",
            "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
    ],
};

#[rustfmt::skip]
const HP_ROMAN8: Page = Page {
    name: "HP-ROMAN8",
    number: "",
    tail: [
            "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}",
            "\u{A0}ÀÂÈÊËÎÏ´ˋˆ¨˜ÙÛ₤¯Ýý°ÇçÑñ¡¿¤£¥§ƒ¢",
            "âêôûáéóúàèòùäëöüÅîØÆåíøæÄìÖÜÉïßÔ",
            "ÁÃãÐðÍÌÓÒÕõŠšÚŸÿÞþ·µ¶¾—¼½ªº«■»±\u{FFFD}",
    ],
};

#[rustfmt::skip]
const IBM864: Page = Page {
    name: "IBM864",
    number: "",
    tail: [
            "°·∙√▒─│┼┤┬├┴┐┌└┘β∞φ±½¼≈«»ﻷﻸ\u{FFFD}\u{FFFD}ﻻﻼ\u{FFFD}",
            "\u{A0}\u{AD}ﺂ£¤ﺄ\u{FFFD}\u{FFFD}ﺎﺏﺕﺙ،ﺝﺡﺥ٠١٢٣٤٥٦٧٨٩ﻑ؛ﺱﺵﺹ؟",
            "¢ﺀﺁﺃﺅﻊﺋﺍﺑﺓﺗﺛﺟﺣﺧﺩﺫﺭﺯﺳﺷﺻﺿﻁﻅﻋﻏ¦¬÷×ﻉ",
            "ـﻓﻗﻛﻟﻣﻧﻫﻭﻯﻳﺽﻌﻎﻍﻡﹽ\u{651}ﻥﻩﻬﻰﻲﻐﻕﻵﻶﻝﻙﻱ■\u{FFFD}",
    ],
};

#[rustfmt::skip]
const MACARABIC: Page = Page {
    name: "MacArabic",
    number: "",
    tail: [
            "Ä\u{A0}ÇÉÑÖÜáàâäں«çéèêëí…îïñó»ôö÷úùûü",
            "\u{20}!\"#$٪&'()*+،-./٠١٢٣٤٥٦٧٨٩:؛<=>؟",
            "❊ءآأؤإئابةتثجحخدذرزسشصضطظعغ[\u{5C}]^_",
            "ـفقكلمنهوىي\u{64B}\u{64C}\u{64D}\u{64E}\u{64F}\u{650}\u{651}\u{652}پٹچەڤگڈڑ{|}ژے",
    ],
};

#[rustfmt::skip]
const GEORGIAN_PS: Page = Page {
    name: "GEORGIAN-PS",
    number: "",
    tail: [
            "\u{80}\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}\u{9E}Ÿ",
            "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿",
            "აბგდევზჱთიკლმნჲოპჟრსტჳუფქღყშჩცძწ",
            "ჭხჴჯჰჵæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    ],
};

#[rustfmt::skip]
const GEORGIAN_ACADEMY: Page = Page {
    name: "GEORGIAN-ACADEMY",
    number: "",
    tail: [
            "\u{80}\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}\u{9E}Ÿ",
            "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿",
            "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯ",
            "ჰჱჲჳჴჵჶçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    ],
};

#[rustfmt::skip]
const ARMSCII_8: Page = Page {
    name: "ARMSCII-8",
    number: "",
    tail: [
            "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}",
            "\u{A0}\u{FFFD}և։)(»«—.՝,-֊…՜՛՞ԱաԲբԳգԴդԵեԶզԷէ",
            "ԸըԹթԺժԻիԼլԽխԾծԿկՀհՁձՂղՃճՄմՅյՆնՇշ",
            "ՈոՉչՊպՋջՌռՍսՎվՏտՐրՑցՒւՓփՔքՕօՖֆ՚\u{FFFD}",
    ],
};

#[rustfmt::skip]
const VISCII: Page = Page {
    name: "VISCII",
    number: "",
    tail: [
            "ẠẮẰẶẤẦẨẬẼẸẾỀỂỄỆỐỒỔỖỘỢỚỜỞỊỎỌỈỦŨỤỲ",
            "ÕắằặấầẩậẽẹếềểễệốồổỗỠƠộờởịỰỨỪỬơớƯ",
            "ÀÁÂÃẢĂẳẵÈÉÊẺÌÍĨỳĐứÒÓÔạỷừửÙÚỹỵÝỡư",
            "àáâãảăữẫèéêẻìíĩỉđựòóôõỏọụùúũủýợỮ",
    ],
};

#[rustfmt::skip]
const TCVN: Page = Page {
    name: "TCVN",
    number: "",
    tail: [
            "ÀẢÃÁẠẶẬÈẺẼÉẸỆÌỈĨÍỊÒỎÕÓỌỘỜỞỠỚỢÙỦŨ",
            "\u{A0}ĂÂÊÔƠƯĐăâêôơưđẰ\u{300}\u{309}\u{303}\u{301}\u{323}àảãáạẲằẳẵắẴ",
            "ẮẦẨẪẤỀặầẩẫấậèỂẻẽéẹềểễếệìỉỄẾỒĩíịò",
            "ỔỏõóọồổỗốộờởỡớợùỖủũúụừửữứựỳỷỹýỵỐ",
    ],
};
