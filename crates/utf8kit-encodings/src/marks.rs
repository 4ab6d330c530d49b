//! Letters with a mark: what Unicode decomposes canonically into a letter and a mark of Latin, Greek, Cyrillic or Hebrew.
//!
//! An encoding that lacks a letter with a mark can have both apart, and in some every mark is apart.

use crate::order::sort_by_key;
use std::sync::OnceLock;

/// For each mark, letters, each before what it is with the mark.
#[rustfmt::skip]
const MARKS: &[(char, &str)] = &[
    ('\u{300}', "AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹЕЀИЍеѐиѝĒḔēḕŌṐōṑWẀwẁÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳἀἂἁἃἈἊἉἋἐἒἑἓἘἚἙἛἠἢἡἣἨἪἩἫἰἲἱἳἸἺἹἻὀὂὁὃὈὊὉὋὐὒὑὓὙὛὠὢὡὣὨὪὩὫαὰεὲηὴιὶοὸυὺωὼΑᾺΕῈΗῊ᾿῍ϊῒΙῚ῾῝ϋῢΥῪ¨῭ΟῸΩῺ"),
    ('\u{301}', "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿ¨΅ΑΆΕΈΗΉΙΊΟΌΥΎΩΏϊΐαάεέηήιίϋΰοόυύωώϒϓГЃКЌгѓкќÇḈçḉĒḖēḗÏḮïḯKḰkḱMḾmḿÕṌõṍŌṒōṓPṔpṕŨṸũṹWẂwẃÂẤâấĂẮăắÊẾêếÔỐôốƠỚơớƯỨưứἀἄἁἅἈἌἉἍἐἔἑἕἘἜἙἝἠἤἡἥἨἬἩἭἰἴἱἵἸἼἹἽὀὄὁὅὈὌὉὍὐὔὑὕὙὝὠὤὡὥὨὬὩὭ᾿῎῾῞"),
    ('\u{302}', "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷZẐzẑẠẬạậẸỆẹệỌỘọộ"),
    ('\u{303}', "AÃNÑOÕaãnñoõIĨiĩUŨuũVṼvṽÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ"),
    ('\u{304}', "AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖÄǞäǟȦǠȧǡÆǢæǣǪǬǫǭÖȪöȫÕȬõȭȮȰȯȱYȲyȳИӢиӣУӮуӯGḠgḡḶḸḷḹṚṜṛṝαᾱΑᾹιῑΙῙυῡΥῩ"),
    ('\u{306}', "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўЖӁжӂАӐаӑЕӖеӗȨḜȩḝẠẶạặαᾰΑᾸιῐΙῘυῠΥῨ"),
    ('\u{307}', "CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯBḂbḃDḊdḋFḞfḟHḢhḣMṀmṁNṄnṅPṖpṗRṘrṙSṠsṡŚṤśṥŠṦšṧṢṨṣṩTṪtṫWẆwẇXẊxẋYẎyẏſẛ"),
    ('\u{308}', "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋϒϔЕЁІЇеёіїАӒаӓӘӚәӛЖӜжӝЗӞзӟИӤиӥОӦоӧӨӪөӫЭӬэӭУӰуӱЧӴчӵЫӸыӹHḦhḧÕṎõṏŪṺūṻWẄwẅXẌxẍtẗ"),
    ('\u{309}', "AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ"),
    ('\u{30A}', "AÅaåUŮuůwẘyẙ"),
    ('\u{30B}', "OŐoőUŰuűУӲуӳ"),
    ('\u{30C}', "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒUǓuǔÜǙüǚGǦgǧKǨkǩƷǮʒǯjǰHȞhȟ"),
    ('\u{30F}', "AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕѴѶѵѷ"),
    ('\u{311}', "AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ"),
    ('\u{313}', "αἀΑἈεἐΕἘηἠΗἨιἰΙἸοὀΟὈυὐωὠΩὨρῤ"),
    ('\u{314}', "αἁΑἉεἑΕἙηἡΗἩιἱΙἹοὁΟὉυὑΥὙωὡΩὩρῥΡῬ"),
    ('\u{31B}', "OƠoơUƯuư"),
    ('\u{323}', "BḄbḅDḌdḍHḤhḥKḲkḳLḶlḷMṂmṃNṆnṇRṚrṛSṢsṣTṬtṭVṾvṿWẈwẉZẒzẓAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ"),
    ('\u{324}', "UṲuṳ"),
    ('\u{325}', "AḀaḁ"),
    ('\u{326}', "SȘsșTȚtț"),
    ('\u{327}', "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩDḐdḑHḨhḩ"),
    ('\u{328}', "AĄaąEĘeęIĮiįUŲuųOǪoǫ"),
    ('\u{32D}', "DḒdḓEḘeḙLḼlḽNṊnṋTṰtṱUṶuṷ"),
    ('\u{32E}', "HḪhḫ"),
    ('\u{330}', "EḚeḛIḬiḭUṴuṵ"),
    ('\u{331}', "BḆbḇDḎdḏKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕhẖ"),
    ('\u{338}', "←↚→↛↔↮⇐⇍⇔⇎⇒⇏∃∄∈∉∋∌∣∤∥∦∼≁≃≄≅≇≈≉=≠≡≢≍≭<≮>≯≤≰≥≱≲≴≳≵≶≸≷≹≺⊀≻⊁⊂⊄⊃⊅⊆⊈⊇⊉⊢⊬⊨⊭⊩⊮⊫⊯≼⋠≽⋡⊑⋢⊒⋣⊲⋪⊳⋫⊴⋬⊵⋭⫝⫝̸"),
    ('\u{342}', "ἀἆἁἇἈἎἉἏἠἦἡἧἨἮἩἯἰἶἱἷἸἾἹἿὐὖὑὗὙὟὠὦὡὧὨὮὩὯαᾶ¨῁ηῆ᾿῏ιῖϊῗ῾῟υῦϋῧωῶ"),
    ('\u{345}', "ἀᾀἁᾁἂᾂἃᾃἄᾄἅᾅἆᾆἇᾇἈᾈἉᾉἊᾊἋᾋἌᾌἍᾍἎᾎἏᾏἠᾐἡᾑἢᾒἣᾓἤᾔἥᾕἦᾖἧᾗἨᾘἩᾙἪᾚἫᾛἬᾜἭᾝἮᾞἯᾟὠᾠὡᾡὢᾢὣᾣὤᾤὥᾥὦᾦὧᾧὨᾨὩᾩὪᾪὫᾫὬᾬὭᾭὮᾮὯᾯὰᾲαᾳάᾴᾶᾷΑᾼὴῂηῃήῄῆῇΗῌὼῲωῳώῴῶῷΩῼ"),
    ('\u{5B4}', "\u{5D9}\u{FB1D}"),
    ('\u{5B7}', "\u{5F2}\u{FB1F}\u{5D0}\u{FB2E}"),
    ('\u{5B8}', "\u{5D0}\u{FB2F}"),
    ('\u{5B9}', "\u{5D5}\u{FB4B}"),
    ('\u{5BC}', "\u{5D0}\u{FB30}\u{5D1}\u{FB31}\u{5D2}\u{FB32}\u{5D3}\u{FB33}\u{5D4}\u{FB34}\u{5D5}\u{FB35}\u{5D6}\u{FB36}\u{5D8}\u{FB38}\u{5D9}\u{FB39}\u{5DA}\u{FB3A}\u{5DB}\u{FB3B}\u{5DC}\u{FB3C}\u{5DE}\u{FB3E}\u{5E0}\u{FB40}\u{5E1}\u{FB41}\u{5E3}\u{FB43}\u{5E4}\u{FB44}\u{5E6}\u{FB46}\u{5E7}\u{FB47}\u{5E8}\u{FB48}\u{5E9}\u{FB49}\u{5EA}\u{FB4A}"),
    ('\u{5BF}', "\u{5D1}\u{FB4C}\u{5DB}\u{FB4D}\u{5E4}\u{FB4E}"),
    ('\u{5C1}', "\u{5E9}\u{FB2A}\u{FB49}\u{FB2C}"),
    ('\u{5C2}', "\u{5E9}\u{FB2B}\u{FB49}\u{FB2D}"),
];

/// Returns the letter and the mark of each letter with a mark, in ascending order of these.
fn all() -> &'static [(char, (char, char))] {
    static ALL: OnceLock<Vec<(char, (char, char))>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        for &(mark, letters) in MARKS {
            let mut letters = letters.chars();
            while let (Some(letter), Some(composed)) = (letters.next(), letters.next()) {
                all.push((composed, (letter, mark)));
            }
        }
        let number = |c| i64::from(u32::from(c));
        sort_by_key(&mut all, |&(composed, (letter, mark))| {
            number(composed) << 42 | number(letter) << 21 | number(mark)
        });
        all
    })
}

/// Returns the letter, which can have marks itself, and the last mark of `c`.
pub(crate) fn decompose(c: char) -> Option<(char, char)> {
    if !matches!(c, '\u{C0}'..='\u{FB4E}') {
        return None;
    }
    let place = all().binary_search_by_key(&c, |&(composed, _)| composed).ok()?;
    Some(all()[place].1)
}

/// Returns `letter` with `mark`.
pub(crate) fn compose(letter: char, mark: char) -> Option<char> {
    let (_, letters) = MARKS.iter().find(|(known, _)| *known == mark)?;
    let mut letters = letters.chars();
    std::iter::from_fn(|| letters.next().zip(letters.next()))
        .find_map(|(known, composed)| (known == letter).then_some(composed))
}

/// Returns `true` for what [`decompose`] returns as a mark.
pub(crate) fn is_mark(c: char) -> bool {
    MARKS.iter().any(|&(mark, _)| mark == c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_composed_and_decomposed() {
        assert_eq!(decompose('é'), Some(('e', '\u{301}')));
        assert_eq!(decompose('ấ'), Some(('â', '\u{301}')));
        assert_eq!(compose('â', '\u{301}'), Some('ấ'));
        assert_eq!((decompose('e'), compose('q', '\u{301}')), (None, None));
        assert!(all().is_sorted_by(|a, b| a.0 < b.0));
        for &(composed, (letter, mark)) in all() {
            assert_eq!(compose(letter, mark), Some(composed));
        }
    }

    #[test]
    #[cfg(feature = "normalize")]
    fn letters_are_decomposed_as_unicode_decomposes_them() {
        use unicode_normalization::UnicodeNormalization;

        for &(composed, (letter, mark)) in all() {
            assert!(
                [composed].into_iter().nfd().eq([letter, mark].into_iter().nfd()),
                "{composed}"
            );
        }
        for c in '\u{C0}'..='\u{22FF}' {
            let is_marked =
                [c].into_iter().nfc().eq([c]) && [c].into_iter().nfd().skip(1).last().is_some_and(is_mark);
            assert_eq!(decompose(c).is_some(), is_marked, "{c}");
        }
    }
}
