//! Judges text in Chinese, Japanese and Korean by the characters that are most common there.
//!
//! A few hundred characters make up half of any such text. In a wrong encoding, all characters are about equally common, so
//! that hardly any of them are among these.

use crate::encoding::Legacy;
use encoding_rs as web;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The encodings that may be meant.
const ENCODINGS: [&web::Encoding; 5] = [web::GBK, web::BIG5, web::SHIFT_JIS, web::EUC_JP, web::EUC_KR];

static SET: LazyLock<HashSet<char>> = LazyLock::new(|| {
    [CHINESE, TRADITIONAL, JAPANESE, KOREAN]
        .iter()
        .flat_map(|part| part.chars())
        .collect()
});

/// How a text reads in one of the encodings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) encoding: Legacy,
    /// The share of common characters among those that are not ASCII.
    pub(super) share: f64,
    /// The number of characters that are not ASCII.
    pub(super) characters: usize,
    /// The number of different common characters.
    pub(super) distinct: usize,
}

impl Reading {
    /// Returns the number of characters that are not common.
    pub(super) fn uncommon(&self) -> f64 {
        (1.0 - self.share) * self.characters as f64
    }
}

/// Returns how `bytes` read in the encodings in which they are well-formed. The best is the first.
pub(super) fn readings(bytes: &[u8]) -> Vec<Reading> {
    let mut readings: Vec<_> = ENCODINGS
        .into_iter()
        .filter_map(|encoding| reading(Legacy::Web(encoding), bytes))
        .collect();
    readings.sort_by(|a, b| b.share.total_cmp(&a.share));
    readings
}

fn reading(encoding: Legacy, bytes: &[u8]) -> Option<Reading> {
    let (text, is_whole) = encoding.decode(bytes);
    let characters = text.chars().filter(|c| !c.is_ascii()).count();
    let (mut common, mut distinct) = (0u32, HashSet::new());
    for c in text.chars().filter(|&c| is_common(c)) {
        common += 1;
        distinct.insert(c);
    }
    (is_whole && characters > 0).then(|| Reading {
        encoding,
        share: f64::from(common) / characters as f64,
        characters,
        distinct: distinct.len(),
    })
}

/// Returns `true` for the most common characters, kana and the punctuation of the languages.
fn is_common(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3093}' | '\u{30A1}'..='\u{30F4}' | 'ー' | '、' | '。' | '「' | '」' | '，' | '：' | '（' | '）')
        || SET.contains(&c)
}

#[rustfmt::skip]
const CHINESE: &str = concat!(
    "一上下不与个中串为主义之也了于些从代令以件任会但位何作你使例保信值像入全关其内册写出函分划列则别到制",
    "前加务动包化区单参发取变口只可号合同名后向否含启命和器回图在地型处复多大如始子字存它定实容对将小尔就",
    "已常并序应度建开式引当录必态性息意成或户所手打执择持指换据接描提操支改放效数文新方无时明是显更最有服",
    "未本机来果查标样格模正此段每比没法点版特现理生用由的目相省码示称移程空端符第类系索组结给统编缩缺置者",
    "而能自色节行表被要见解计认许设该语误请读调转输达过运返这进述选通那部配里重量错键间除需非面页项须频默",
);

#[rustfmt::skip]
const TRADITIONAL: &str = concat!(
    "一上下不並中串主之也了些令以件任但位何作你使來例供個值傳元入內全其冊出函分列別到制則前劃加動包化區參",
    "取只叫可合同名向否含告命和啟單器回圖在地型域執多大套如始子字存它定容寫將對小就層工已常序度建式引後徑",
    "得從必性意態應成或所手指按接描提換改放效整數文料新方於明是時更最會有服未本果查格案標模樣機檔次正此每",
    "比沒法準為無片版特現理生用由當發的目直相碼示移程稱空窗立端符第系組結給統線編縮置義者而能自與色處號行",
    "表被裝要見視解計訊記設許該語誤譯讀變資路輸轉返述這連進過選那部配重錄錯鍵開間關除需非面頁項預類顯體點",
);

#[rustfmt::skip]
const JAPANESE: &str = concat!(
    "一上下不中了他付以位作使例保信値像先入全内再出分切列初別利制削前力加効動化単参取可号合同名含告在報場",
    "境変外大子字存完定実対常度式引形後得必性情意成択持指接換数文新方明時更書最有期末検標機次正法準無照特",
    "現理生用画番的目示空端索終続置義者能自色行表複要見解言記設認語説読起込返追送通連適選部長開間関限除項",
);

#[rustfmt::skip]
const KOREAN: &str = concat!(
    "가각간값개거검것게결경계고공과구그기나내너널는능니다단대더데도동되된두드든들디때또라래량러레려력령로",
    "록류르른를름리림마막만메면명모목못무문미바반방배버번변보복본부분브블비사상새색생서선설성세션소속수스",
    "습시식실십아안않알압어없에여역연열영오옵와요용우운원위유으은을음의이인일읽임입있자작잘장재저적전정제",
    "조주줄중지집쪽창채처체초최추축출치카코크키타태택터텍트파패페포표프필하한할함합항해했행현형호화확환활",
);
