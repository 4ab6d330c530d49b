//! Correct sentences in several languages, all with letters that ASCII lacks.

/// Sentences by language.
pub(super) const SENTENCES: &[(&str, &[&str])] = &[
    (
        "French",
        &[
            "L’été dernier, nous avons déjeuné près de l’église ; c’était très agréable, même sous la pluie.",
            "« Où êtes-vous allés ? » demanda la mère, inquiète. « À l’école », répondit-elle, gênée.",
            "Le café coûte 2,50 € à Besançon — un prix honnête, paraît-il, pour un goûter de Noël.",
            "Sa sœur a reçu un bœuf en gelée et des œufs brouillés ; ça lui a plu énormément.",
        ],
    ),
    (
        "German",
        &[
            "Die Straße führt über die Brücke zum schönen Münster, das früher größer gewesen sein muß.",
            "„Können Sie mir helfen?“, fragte die Ärztin – und lächelte müde über ihre Übermüdung.",
            "Für 3 € gibt es Brötchen, Käse und süßen Tee; Öl und Äpfel kosten etwas mehr…",
            "Der Bär schläft in der Höhle, während draußen Stürme über die Wälder ziehen.",
        ],
    ),
    (
        "Spanish",
        &[
            "¿Qué quiere usted? —preguntó el señor Núñez—. ¡Mañana será otro día!",
            "El niño comió una piña pequeña en el jardín y después corrió hacia la montaña.",
            "La reunión empezó a las diez; según él, «todo está listo» y costará 20 €.",
            "Mi corazón está en Málaga, aunque viví muchos años más allá del océano.",
        ],
    ),
    (
        "Portuguese",
        &[
            "Não há razão para tanta preocupação: amanhã as crianças já estarão em São Paulo.",
            "A avó pôs a mesa, e o avô trouxe pães, maçãs e um chá de limão — que delícia!",
            "“Você está atrasado”, disse a irmã. Às três horas, a porta já não se abria.",
            "O coração da nação são as suas gerações; ninguém o dirá com mais emoção.",
        ],
    ),
    (
        "Italian",
        &[
            "La città è più bella di così? Perché no: lunedì andrò a vederla, se potrò.",
            "«Dov’è il caffè?» chiese Niccolò. «È già finito», rispose papà con un po’ di pietà.",
            "Il tè costa 3 €, però la qualità è buona — c'è chi lo beve lì ogni martedì.",
        ],
    ),
    (
        "Polish",
        &[
            "Zażółć gęślą jaźń, powiedziała babcia, i wszyscy się śmiali aż do późnej nocy.",
            "„Dzień dobry” – rzekł Łukasz. – „Gdzie są moje książki i zeszyty?”",
            "Żółw idzie ścieżką przez łąkę, ponieważ chce dojść do źródła przed świtem.",
        ],
    ),
    (
        "Czech",
        &[
            "Příliš žluťoučký kůň úpěl ďábelské ódy, zatímco děti šly k řece.",
            "„Kde je můj klíč?“ zeptal se Jiří. Šárka neodpověděla a četla dál…",
            "Český překlad vyšel v březnu; čtenáři ho přijali s nadšením a vděčností.",
        ],
    ),
    (
        "Romanian",
        &[
            "Țara noastră își păstrează obiceiurile și cântecele, iar bătrânii le învață pe de rost.",
            "„Unde ați fost?” întrebă mama, îngrijorată. Apoi zâmbi și așeză masa.",
            "În pădure, lângă pârâu, trăia odată un urs bătrân și înțelept.",
        ],
    ),
    (
        "Turkish",
        &[
            "Dün akşam çok güzel bir oyun gördük; ışıklar sönünce herkes ağladı.",
            "“Nereye gidiyorsunuz?” diye sordu öğretmen. Çocuklar gülüştü ve koştular.",
            "İstanbul’da yağmur yağıyor, şemsiyemi unuttuğum için ıslandım.",
        ],
    ),
    (
        "Vietnamese",
        &[
            "Hôm qua chúng tôi đã đến rạp hát và xem một vở kịch mới rất hay.",
            "“Bạn có khỏe không?” cô ấy hỏi. Anh ấy mỉm cười rồi bước đi trong mưa.",
            "Tiếng Việt có nhiều dấu; người nước ngoài thường thấy rất khó học.",
        ],
    ),
    (
        "Swedish",
        &[
            "Räven hoppade över ån och försvann in i den mörka skogen på andra sidan.",
            "”Går det bra?” frågade läkaren – men ingen svarade, så hon gick därifrån.",
            "Året därpå köpte vi ett hus på Öland för nästan två miljoner kronor.",
        ],
    ),
    (
        "Icelandic",
        &[
            "Það var einu sinni maður sem átti þrjá syni og lítið hús við sjóinn.",
            "„Hvað ætlar þú að gera?“ spurði hún. Hann þagði og horfði út á fjörðinn.",
            "Ísland er eyja í Atlantshafi þar sem jöklar og eldfjöll mætast.",
        ],
    ),
    (
        "Greek",
        &[
            "Χθες το βράδυ πήγαμε στο θέατρο και είδαμε ένα καινούργιο έργο.",
            "«Πού πήγες;» ρώτησε η μητέρα. Εκείνος χαμογέλασε και δεν απάντησε…",
            "Η θάλασσα ήταν ήρεμη – ο ουρανός γαλάζιος και ο ήλιος έκαιγε.",
        ],
    ),
    (
        "Russian",
        &[
            "Вчера вечером мы пошли в театр и смотрели новую пьесу до поздней ночи.",
            "«Куда вы идёте?» — спросила она. Никто не ответил, и дверь закрылась.",
            "Хлеб стоит 50 ₽, а молоко — ещё дороже; так говорят в нашем городе.",
        ],
    ),
    (
        "Ukrainian",
        &[
            "Учора ввечері ми ходили до театру й дивилися нову виставу про кохання.",
            "«Їжак їсть яблуко», – сказала дівчинка. Усі засміялися, і вона теж.",
            "Київ стоїть на Дніпрі; навесні там цвітуть каштани на кожній вулиці.",
        ],
    ),
    (
        "Arabic",
        &[
            "ذهبنا مساء أمس إلى المسرح وشاهدنا مسرحية جديدة أعجبتنا كثيرا.",
            "«إلى أين تذهب؟» سألت الأم، فابتسم الولد ولم يجب بشيء.",
            "الكتاب على الطاولة، والقهوة باردة منذ الصباح.",
        ],
    ),
    (
        "Hebrew",
        &[
            "אתמול בערב הלכנו לתיאטרון וראינו הצגה חדשה שמצאה חן בעינינו.",
            "”לאן אתה הולך?” שאלה האם – והילד חייך ולא ענה לה דבר.",
            "הספר מונח על השולחן, והקפה כבר התקרר מזמן.",
        ],
    ),
    (
        "Hindi",
        &[
            "कल शाम हम लोग नाटक देखने गए और हमें वह बहुत अच्छा लगा।",
            "“आप कहाँ जा रहे हैं?” माँ ने पूछा। लड़का मुस्कुराया और चला गया।",
            "किताब मेज़ पर रखी है और चाय ठंडी हो चुकी है।",
        ],
    ),
    (
        "Chinese",
        &[
            "昨天晚上我们去剧院看了一出新戏，大家都非常喜欢。",
            "“你要去哪里？”母亲问道。孩子笑了笑，没有回答……",
            "这本书放在桌子上，咖啡已经凉了。",
        ],
    ),
    (
        "Japanese",
        &[
            "昨日の夜、私たちは劇場に行って新しい芝居を見ました。",
            "「どこへ行くの？」と母が聞いた。少年は笑って答えなかった。",
            "本は机の上にあり、コーヒーはもう冷めている。",
        ],
    ),
    (
        "Korean",
        &[
            "어제 저녁에 우리는 극장에 가서 새로운 연극을 보았습니다.",
            "“어디로 가십니까?” 어머니가 물었다. 아이는 웃기만 하고 대답하지 않았다.",
            "책은 책상 위에 놓여 있고 커피는 이미 식었습니다.",
        ],
    ),
    (
        "English",
        &[
            "“Don’t,” she said — and didn’t. It wasn’t the kids’ fault… or was it?",
            "• First, pay £5 or €6 – then wait 10° west of the café, 😀 please 🎉!",
            "See 17 U.S.C. § 101 et seq., and § 5, or ask.",
            "The naïve façade of the Brontë museum™ → worth seeing © 2020 by its owners.",
        ],
    ),
];
