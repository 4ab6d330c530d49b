//! The rule `double-encoded` from the outside: text spoilt by the real mistake is found, right text is not.

use crate::common::Place;

/// Sentences in thirteen languages, all with letters that ASCII lacks.
const SENTENCES: [(&str, [&str; 4]); 13] = [
    (
        "French",
        [
            "Le garçon a mangé une pêche près de la fenêtre.",
            "Où êtes-vous allés l’été dernier avec vos élèves ?",
            "« Ça suffit ! » s’écria la mère, déjà fâchée.",
            "Noël approche et le château brille d’un éclat doré.",
        ],
    ),
    (
        "German",
        [
            "Die Straße führt über eine schöne alte Brücke.",
            "„Größe ist nicht alles“, sagte der müde Bäcker.",
            "Übermorgen fährt der Zug nach Köln schon früher ab.",
            "Er hört gern Vögel, wenn die Bäume grün werden.",
        ],
    ),
    (
        "Spanish",
        [
            "El niño pequeño soñaba con montañas y ríos.",
            "¿Cuándo volverá la canción que tanto nos gustó?",
            "La cigüeña anidó en el árbol más alto del jardín.",
            "Mañana será otro día, dijo el capitán con ilusión.",
        ],
    ),
    (
        "Portuguese",
        [
            "A irmã da minha mãe não gosta de limões.",
            "Amanhã vamos à praia com os nossos avós.",
            "O coração do avião é o motor, explicou João.",
            "É fácil dizer que a lição está bem aprendida.",
        ],
    ),
    (
        "Polish",
        [
            "Źródło leży wśród gęstych dębów za łąką.",
            "Żółw szedł powoli ścieżką pod górę.",
            "Czy mógłbyś zamknąć okno, bo jest zimno i wieje?",
            "Dziękuję za pyszną kolację, było świetnie.",
        ],
    ),
    (
        "Czech",
        [
            "Příliš mnoho koní běželo přes úzký most.",
            "Děti si hrály u řeky až do večera.",
            "Kůň zařehtal a žába skočila do vody.",
            "Včera pršelo, dnes už zase svítí slunce.",
        ],
    ),
    (
        "Swedish",
        [
            "Två små båtar låg stilla på sjön.",
            "Flickan åt ett grönt äpple före skolan.",
            "Över åsen flög en örn mot väster.",
            "Vi sågs på måndag när snön hade smält.",
        ],
    ),
    (
        "Turkish",
        [
            "Güneş doğarken kuşlar şarkı söylüyordu.",
            "Çocuk bahçede küçük bir kaplumbağa buldu.",
            "Yağmur yağınca ağaçların altına sığındık.",
            "İki gün önce İzmir’e gittik ve denizi gördük.",
        ],
    ),
    (
        "Russian",
        [
            "Старый мельник жил у самой реки.",
            "Вчера мы долго гуляли по тихому лесу.",
            "Кошка спит на окне, а за окном идёт снег.",
            "Сколько стоит этот хлеб? Почти ничего.",
        ],
    ),
    (
        "Greek",
        [
            "Το πλοίο έφυγε νωρίς το πρωί από το λιμάνι.",
            "Η γιαγιά μας έφτιαχνε γλυκό από κεράσια.",
            "Πού είναι το βιβλίο που διάβαζες χθες;",
            "Ο ήλιος έδυσε πίσω από τα βουνά.",
        ],
    ),
    (
        "Vietnamese",
        [
            "Trời hôm nay đẹp quá, chúng ta đi dạo nhé.",
            "Bà tôi kể chuyện về dòng sông quê hương.",
            "Những đứa trẻ chạy nhảy trên cánh đồng lúa.",
            "Anh ấy mua một quyển sách cũ ở chợ.",
        ],
    ),
    (
        "Japanese",
        [
            "山の上から海が見えました。",
            "昨日、友達と一緒に本を読みました。",
            "カメラを忘れたので、写真は撮れません。",
            "雨が降る前に家へ帰りましょう。",
        ],
    ),
    (
        "Chinese",
        [
            "春天来了，河边的柳树都绿了。",
            "他每天早上骑自行车去学校。",
            "这本书我已经读过两遍。",
            "山下有一座古老的石桥。",
        ],
    ),
];

/// UTF-8 read as Windows-1252.
fn as_windows_1252(text: &str) -> String {
    encoding_rs::WINDOWS_1252
        .decode_without_bom_handling(text.as_bytes())
        .0
        .into_owned()
}

/// UTF-8 read as Latin-1.
fn as_latin_1(text: &str) -> String {
    text.bytes().map(char::from).collect()
}

/// One word in the middle spoilt, the rest right.
fn partly(text: &str) -> String {
    let spoil = |part: &str| as_windows_1252(part);
    if !text.contains(' ') {
        let chars: Vec<char> = text.chars().collect();
        let (head, tail) = chars.split_at(chars.len() / 2);
        return spoil(&String::from_iter(head)) + &String::from_iter(tail);
    }
    let words: Vec<&str> = text.split(' ').collect();
    let count = words.iter().filter(|word| !word.is_ascii()).count();
    let mut seen = 0;
    let words = words.iter().map(|word| {
        seen += usize::from(!word.is_ascii());
        if !word.is_ascii() && seen == count.div_ceil(2) {
            spoil(word)
        } else {
            (*word).to_owned()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether the rule finds something in a text that holds nothing else.
fn is_found(place: &Place, texts: &[String]) -> Vec<bool> {
    for (i, text) in texts.iter().enumerate() {
        place.write(format!("{i:04}.txt"), text);
    }
    let ran = place.run(["check", "--select", "double-encoded", "-l"]);
    let found: Vec<&str> = ran.text().lines().collect();
    assert_eq!(ran.code, Some(i32::from(!found.is_empty())));
    (0..texts.len())
        .map(|i| found.contains(&&*format!("{i:04}.txt")))
        .collect()
}

#[test]
fn the_real_mistake_is_found() {
    type Mistake = (&'static str, fn(&str) -> String);
    let mistakes: [Mistake; 4] = [
        ("windows-1252", as_windows_1252),
        ("latin-1", as_latin_1),
        ("twice", |text| as_windows_1252(&as_windows_1252(text))),
        ("partly", partly),
    ];
    let mut samples = Vec::new();
    for (language, sentences) in SENTENCES {
        for text in sentences {
            for (name, mistake) in mistakes {
                samples.push((format!("{language}, {name}: {text}"), mistake(text)));
            }
        }
    }
    assert!(samples.len() >= 200);
    let texts: Vec<String> = samples.iter().map(|(_, text)| text.clone()).collect();
    let found = is_found(&Place::new(), &texts);
    let missed: Vec<&String> = samples
        .iter()
        .zip(&found)
        .filter(|(_, found)| !**found)
        .map(|((name, _), _)| name)
        .collect();
    assert!(
        missed.len() * 20 <= samples.len(),
        "more than one in twenty: {missed:#?}"
    );
}

#[test]
fn correct_text_has_no_finding() {
    let mut texts: Vec<String> = SENTENCES
        .iter()
        .flat_map(|(_, sentences)| sentences.iter().map(|text| (*text).to_owned()))
        .collect();
    texts.push(texts.join(" "));
    texts.extend(
        [
            "« été », dit-il : « café » ; la lettre « Â » et « Ã »",
            "«\u{A0}été\u{A0}», «\u{A0}café\u{A0}»\u{A0}; «\u{A0}Â\u{A0}» et «\u{A0}É\u{A0}»…",
            "ROMÂNIA ÎN LUME, „COBORÎ” și „ROMÂ”, hotărâ… urâ”…",
            "CÂN ÂN ÂM „CÂ” Ấ Ậ",
            "NÃO, AMANHû e «AMANHû, IRMÃ…, MAÇÃ™ e LIÇÃO",
            "“SÃO” – “MANHÔ “IRMÔ‘",
            "máš…“ dáš“ „znáš”… VÝŠ VÍŠ Ýš",
            "Spaß“ Fuß” „Maß“… 5 Å–10 Å, 3 Å\u{A0}breit, „Ä“ „Å“",
            "ÞAÐ“ MEÐ” VIÐ… »HAÐ« Ø” Ø 12 mm, 3 ×– 4, Ñ… Ñ»",
            "déjà», là…», é»…", // closing marks behind letters
            "Ärger– Übung— Öl™ É® Ç© Ü°",
            "Привет» „мир“… Ελλάδα»… שלום”… 日本»…",
        ]
        .map(str::to_owned),
    );
    let found = is_found(&Place::new(), &texts);
    let wrong: Vec<&String> = texts
        .iter()
        .zip(&found)
        .filter(|(_, found)| **found)
        .map(|(text, _)| text)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn text_about_the_mistake_has_no_finding() {
    let spoilt = |text| as_windows_1252(text);
    let (e, word, dash) = (spoilt("é"), spoilt("café"), spoilt("—"));
    let texts = [
        format!("A reader may see `{e}` and `{dash}`."),
        format!("“{e}” should have been something else; '{e}' too."),
        format!("It says {word} instead of café."),
        format!("text.replace(\"{word}\", \"café\")"),
        format!("| {e} | é |"),
        format!(
            "log(buf.toString());\n// Prints: a tést\nlog(buf.toString('latin1'));\n// Prints: a {}\n",
            spoilt("tést")
        ),
    ];
    assert_eq!(is_found(&Place::new(), &texts), [false; 6]);
    assert_eq!(
        is_found(&Place::new(), &[format!("It says {word} everywhere.")]),
        [true]
    );
}

#[test]
fn the_message_shows_the_correct_text() {
    let place = Place::new();
    place.write(
        "f",
        format!(
            "right\nein {} Satz: {}\n",
            as_windows_1252("schöner"),
            as_windows_1252(&as_windows_1252("für"))
        ),
    );
    let findings = place.run(["check", "--format", "json"]).findings();
    assert_eq!(findings.len(), 2);
    let first = &findings[0];
    assert_eq!(
        (&first["rule"], &first["fixable"]),
        (&"double-encoded".into(), &true.into())
    );
    assert_eq!(
        (&first["line"], &first["column"], &first["length"]),
        (&2.into(), &8.into(), &4.into())
    );
    assert_eq!(first["bytes"], "C3 83 C2 B6");
    let message = |i: usize| findings[i]["message"].as_str().unwrap();
    assert!(message(0).contains("probably `ö`"), "{}", message(0));
    assert!(
        message(1).contains("probably `ü`") && message(1).ends_with(", twice"),
        "{}",
        message(1)
    );
}

#[test]
fn findings_do_not_depend_on_where_blocks_end() {
    let place = Place::new();
    let text = format!(
        "x {} and so on\n{} and so on\n",
        as_windows_1252("schön"),
        as_windows_1252("Привет")
    )
    .repeat(3);
    place.write("f", &text);
    let whole = place.run(["check", "--format", "json"]);
    assert_eq!(whole.findings().len(), 6);
    for piece in 1..40 {
        let ran = place.run([
            "check",
            "--format",
            "json",
            "--piece-size",
            &piece.to_string(),
            "f",
        ]);
        assert_eq!(ran.findings(), whole.findings(), "{piece}");
    }
}

#[test]
fn text_through_other_encodings_is_found_and_undone() {
    let place = Place::new();
    let path = place.write("a.txt", "РџСЂРёРІРµС‚, РјРёСЂ!\ntr├¿s bien\n");
    let checked = place.run(["check", "--format", "json"]);
    let findings = checked.findings();
    let replacements: Vec<_> = findings.iter().map(|finding| &finding["replacement"]).collect();
    assert_eq!(replacements, ["Привет, мир", "è"]);
    for (finding, name) in findings.iter().zip(["1251", "437"]) {
        assert_eq!(finding["rule"], "double-encoded");
        assert!(finding["message"].as_str().unwrap().contains(name), "{finding}");
    }
    assert_eq!(place.run(["fix", "."]).code, Some(0));
    assert_eq!(
        std::fs::read_to_string(path).unwrap(),
        "Привет, мир!\ntrès bien\n"
    );
}

/// Text that was read as one encoding of Central Europe is not repaired through the other.
#[test]
fn all_places_of_a_file_decide_which_encoding_it_went_through() {
    let place = Place::new();
    let misread = |text: &str, encoding: &'static encoding_rs::Encoding| {
        encoding
            .decode_without_bom_handling(text.as_bytes())
            .0
            .into_owned()
    };
    for encoding in [encoding_rs::WINDOWS_1250, encoding_rs::ISO_8859_2] {
        for text in ["kůň\nžlutý kůň u moře\n", "zażółć\nzażyć\n"] {
            let path = place.write("a.txt", misread(text, encoding));
            assert_eq!(place.run(["fix", "a.txt"]).code, Some(0));
            assert_eq!(
                std::fs::read_to_string(&path).unwrap(),
                text,
                "{}",
                encoding.name()
            );
        }
    }
    // Nothing decides: the file stays, and the message names both.
    let text = "draĹźe\n";
    let path = place.write("a.txt", text);
    let checked = place.run(["check", "a.txt"]);
    assert_eq!(checked.code, Some(1));
    for part in [
        "`Ĺź` is uncertain",
        "`ş` if it was decoded as windows-1250",
        "`ż` if it was decoded as ISO-8859-2",
        "`utf8 fix` leaves it",
    ] {
        assert!(checked.text().contains(part), "{part}: {}", checked.text());
    }
    place.run(["fix", "a.txt"]);
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}

#[test]
fn a_repair_in_doubt_is_reported_with_the_reason_and_not_made() {
    let place = Place::new();
    for (text, reason) in [
        ("Officiâš´le", "`⚴` if it was decoded as windows-1252"),
        ("reactor Ã¢â‚¬â€ auto", "what would remain looks misread, too"),
    ] {
        let path = place.write("a.txt", text);
        let checked = place.run(["check", "a.txt"]);
        assert_eq!(checked.code, Some(1), "{text}");
        assert!(checked.text().contains("is uncertain"), "{}", checked.text());
        assert!(checked.text().contains(reason), "{}", checked.text());
        place.run(["fix", "a.txt"]);
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
    }
}

#[test]
fn uncertain_findings_do_not_depend_on_where_blocks_end() {
    let place = Place::new();
    let text = "x draĹźe and so on\naÄ¨iÅ« and so on\ncaĹ\u{82}y and so on\n".repeat(3);
    place.write("f", &text);
    let whole = place.run(["check", "f", "--format", "json"]);
    // `Ĺ\u{82}` decides for ISO-8859-2.
    let replacements = whole
        .findings()
        .iter()
        .filter(|finding| finding["replacement"] == "ż")
        .count();
    assert_eq!(replacements, 3);
    for piece in 1..40 {
        let piece = piece.to_string();
        let ran = place.run(["check", "f", "--format", "json", "--piece-size", &piece]);
        assert_eq!(ran.findings(), whole.findings(), "{piece}");
    }
}

#[test]
fn what_is_likely_is_repaired_on_request() {
    let place = Place::new();
    let path = place.write("a.txt", "cafĂ©\n");
    assert_eq!(place.run(["check"]).code, Some(0));
    assert_eq!(place.run(["fix", "."]).code, Some(0));
    let checked = place.run(["check", "--likely", "--format", "json"]);
    assert_eq!(checked.findings().len(), 1);
    assert_eq!(place.run(["fix", "--likely", "."]).code, Some(0));
    assert_eq!(std::fs::read_to_string(path).unwrap(), "café\n");
}

#[test]
fn fix_explains_its_repairs() {
    let place = Place::new();
    let right = "Příliš žluťoučký kůň úpěl ďábelské ódy, voilà.\n";
    let text: String = right.chars().map(misread_as_latin_1).collect();
    let path = place.write("a.txt", &text);
    for flags in [
        &["--explain", "--check"][..],
        &["--explain", "--diff"],
        &["--explain"],
    ] {
        let ran = place.run(["fix"].iter().chain(flags).chain(&["a.txt"]));
        let explained: Vec<&str> = ran
            .text()
            .lines()
            .filter(|line| line.starts_with("a.txt:1:"))
            .collect();
        assert!(!explained.is_empty(), "{}", ran.text());
        for line in &explained {
            assert!(line.contains("decoded as "), "{line}");
            assert!(line.contains("; the text here is "), "{line}");
            assert!(line.contains(" bits more likely that way; "), "{line}");
        }
        assert!(explained[0].starts_with("a.txt:1:2: `"), "{}", explained[0]);
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), right);
    let ran = place.run(["fix", "--explain", "a.txt"]);
    assert!(!ran.text().contains("bits"), "{}", ran.text());
    // Without the flag, nothing is explained.
    place.write("a.txt", &text);
    assert!(
        !place
            .run(["fix", "--diff", "a.txt"])
            .text()
            .contains("bits more likely")
    );
    assert_eq!(
        place.run(["fix", "--explain", "--format", "json", "a.txt"]).code,
        Some(2)
    );
}

#[test]
fn what_lost_bytes_names_the_flag_that_restores_it() {
    let place = Place::new();
    let path = place.write(
        "a.txt",
        "Le caf\u{C3}\u{A9} est pr\u{C3}\u{AA}t \u{C3} partir de midi\n",
    );
    let checked = place.run(["check"]);
    assert!(
        checked.text().contains("`--restore` undoes its line"),
        "{}",
        checked.text()
    );
    assert_eq!(place.run(["fix", "."]).code, Some(1));
    assert_eq!(place.run(["fix", "--restore", "."]).code, Some(0));
    assert_eq!(
        std::fs::read_to_string(path).unwrap(),
        "Le café est prêt à partir de midi\n"
    );
}

/// Returns the bytes of a character of UTF-8, each as a character of Latin-1.
fn misread_as_latin_1(c: char) -> String {
    c.encode_utf8(&mut [0; 4]).bytes().map(char::from).collect()
}
