//! Games in every character set that archives use, with the right CA, a wrong one, or none.
//!
//! The texts are full of characters whose second byte is `[`, `\` or `]`.

use crate::describe::describe;
use encoding_rs::{self as sets, Encoding};
use sgf_audit::Limits;
use sgf_audit::finding::Code;
use sgf_audit::record::game::Text;
use sgf_audit::record::{GameRecord, Joint, Source};

/// Character set, label, and a text whose bytes hold brackets or backslashes where they can.
const TEXTS: &[(&Encoding, &str, &str)] = &[
    (
        sets::GBK,
        "GB2312",
        "第25届中国西南棋王赛半决赛 李轩豪执白中盘胜 閈 誠 俓",
    ),
    (
        sets::GB18030,
        "GB18030",
        "围棋是一种古老的游戏，从被遗忘的中国起源先传到东亚其他地区",
    ),
    (
        sets::BIG5,
        "Big5",
        "圍棋是一種古老的遊戲，許功蓋餐廳，從其被遺忘的中國起源開始",
    ),
    (
        sets::SHIFT_JIS,
        "Shift_JIS",
        "第1回棋聖戦 表十ソ申 能力と予選構成、ポケモン 囲碁は古代のゲーム",
    ),
    (
        sets::EUC_KR,
        "EUC-KR",
        "바둑은 고대 게임으로 중국에서 시작되어 동아시아로 퍼졌다",
    ),
    (
        sets::ISO_2022_JP,
        "ISO-2022-JP",
        "囲碁は古代のゲームであり、表十ソ申",
    ),
    (
        sets::WINDOWS_1251,
        "windows-1251",
        "Го древняя игра, которая со времен забытого происхождения",
    ),
    (
        sets::WINDOWS_1252,
        "ISO-8859-1",
        "Le jeu de go a été créé il y a très longtemps, ça plaît à Noël",
    ),
    (sets::UTF_8, "UTF-8", "囲碁 바둑 圍棋 Го"),
];

fn sgf(encoding: &'static Encoding, label: &str, text: &str) -> Vec<u8> {
    let ca = if label.is_empty() {
        String::new()
    } else {
        format!("CA[{label}]")
    };
    let sgf = format!("(;GM[1]SZ[9]PB[{text}]{ca}PW[x]RE[B+3.5];B[dd]C[{text}];W[ee]C[{text}])");
    encoding.encode(&sgf).0.into_owned()
}

fn read(bytes: Vec<u8>) -> GameRecord {
    let source = Source::open(bytes, &Limits::default());
    assert_eq!(source.rows(), 1);
    source.game(0)
}

#[track_caller]
fn assert_game(record: &GameRecord) {
    let line = describe(record).replace(&format!(" {}", record.charset), "");
    assert!(line.starts_with("9 ; b.dd ; w.ee /"), "{line}");
    assert_eq!(
        record.info.result.as_ref().map(|re| re.text.as_str()),
        Some("B+3.5")
    );
}

#[test]
fn the_fixture_has_brackets_and_backslashes_inside_characters() {
    for (encoding, ..) in TEXTS
        .iter()
        .filter(|t| [sets::GBK, sets::BIG5, sets::SHIFT_JIS].contains(&t.0))
    {
        let trails = TEXTS.iter().filter(|t| t.0 == *encoding).flat_map(|t| {
            t.2.chars()
                .map(|c| encoding.encode(c.encode_utf8(&mut [0; 4])).0.into_owned())
        });
        let n = trails
            .filter(|b| b.len() == 2 && matches!(b[1], b'[' | b'\\' | b']'))
            .count();
        assert!(n > 0, "{} has no trap", encoding.name());
    }
}

#[test]
fn the_right_ca_is_believed_and_says_nothing() {
    for (encoding, label, text) in TEXTS {
        let record = read(sgf(encoding, label, text));
        assert_game(&record);
        assert_eq!(record.info.black.as_deref(), Some(*text), "{label}");
        assert!(record.findings.is_empty(), "{label}: {:?}", record.findings);
    }
}

#[test]
fn without_ca_the_text_tells() {
    for (encoding, label, text) in TEXTS {
        let record = read(sgf(encoding, "", text));
        assert_game(&record);
        assert_eq!(record.info.black.as_deref(), Some(*text), "{label}");
        let codes: Vec<&str> = record.findings.iter().map(|f| f.code.id()).collect();
        assert_eq!(codes, ["charset-assumed"], "{label}");
    }
}

#[test]
fn a_wrong_ca_never_costs_a_turn_or_the_result() {
    for (encoding, _, text) in TEXTS {
        for (_, label, _) in TEXTS {
            println!("{} under CA[{label}]", encoding.name());
            assert_game(&read(sgf(encoding, label, text)));
        }
    }
}

#[test]
fn each_game_of_a_collection_may_have_its_own_set() {
    let collection: Vec<u8> = TEXTS.iter().flat_map(|(e, l, t)| sgf(e, l, t)).collect();
    let source = Source::open(collection, &Limits::default());
    assert_eq!(source.rows(), TEXTS.len());
    let mut column = 1;
    for (game, (_, label, text)) in TEXTS.iter().enumerate() {
        let record = source.game(game);
        assert_game(&record);
        assert_eq!(record.info.black.as_deref(), Some(*text));
        assert_eq!(
            (record.location.line, record.location.column),
            (1, column),
            "{label}"
        );
        let sgf = format!(
            "(;GM[1]SZ[9]PB[{text}]CA[{label}]PW[x]RE[B+3.5];B[dd]C[{text}];W[ee]C[{text}])"
        );
        column += sgf.chars().count() as u32;
    }
}

#[test]
fn a_name_cut_in_the_middle_of_a_character_costs_nothing_else() {
    for (encoding, label, text) in TEXTS
        .iter()
        .filter(|t| !t.0.is_single_byte() && t.0 != sets::ISO_2022_JP)
    {
        let name = encoding.encode(text).0;
        let last = text.char_indices().next_back().map_or(0, |(i, _)| i);
        let cut = encoding.encode(&text[..last]).0.len() + 1;
        let mut bytes = format!("(;GM[1]CA[{label}]SZ[9]PB[").into_bytes();
        bytes.extend(&name[..cut]);
        bytes.extend(b"]RE[B+3.5];B[dd];W[ee])");
        let record = read(bytes);
        assert_game(&record);
        let codes: Vec<&str> = record.findings.iter().map(|f| f.code.id()).collect();
        assert_eq!(codes, ["text-lost"], "{label}");
    }
}

#[test]
fn byte_order_marks_and_utf_16() {
    let text = "(;GM[1]SZ[9]PB[吳清源]PW[x]RE[B+3.5];B[dd];W[ee])";
    let wide = |big: bool| {
        let bytes = |unit: u16| {
            if big {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
        };
        text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>()
    };
    let widest = |bytes_of: fn(u32) -> [u8; 4], mark: &str| {
        let chars = mark.chars().chain(text.chars()).map(u32::from);
        chars.flat_map(bytes_of).collect::<Vec<u8>>()
    };
    let sources = [
        (widest(u32::to_le_bytes, ""), "UTF-32"),
        (widest(u32::to_be_bytes, ""), "UTF-32"),
        (widest(u32::to_le_bytes, "\u{feff}"), "UTF-32"),
        (widest(u32::to_be_bytes, "\u{feff}"), "UTF-32"),
        ([&[0xef, 0xbb, 0xbf][..], text.as_bytes()].concat(), "UTF-8"),
        (wide(false), "UTF-16"),
        (wide(true), "UTF-16"),
        ([&[0xff, 0xfe][..], &wide(false)].concat(), "UTF-16"),
        ([&[0xfe, 0xff][..], &wide(true)].concat(), "UTF-16"),
    ];
    for (bytes, charset) in sources {
        let record = read(bytes);
        assert_game(&record);
        assert_eq!(record.charset, charset);
        assert_eq!(record.info.black.as_deref(), Some("吳清源"));
        assert_eq!(record.location.column, 1);
    }
}

/// Text that is hardly ASCII is UTF-16 all the same where a game begins it.
#[test]
fn utf_16_that_is_hardly_ascii() {
    let comment = "説明".repeat(200);
    let text = format!("\n (;C[{comment}]GM[1]SZ[9]PB[吳清源]PW[x]RE[B+3.5];B[dd];W[ee])");
    for bytes_of in [u16::to_be_bytes, u16::to_le_bytes] {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(bytes_of).collect();
        let record = read(bytes);
        assert_game(&record);
        assert_eq!(record.charset, "UTF-16");
        assert_eq!(record.info.black.as_deref(), Some("吳清源"));
    }
}

/// Whatever the games before it are in, and though only short names are not ASCII: a name that is
/// read in another set than its own does not swallow the result.
#[test]
fn a_short_name_costs_no_result_beside_games_of_another_set() {
    let names: &[(&Encoding, &[&str])] = &[
        (sets::GB18030, &["古力", "木谷实", "閈"]),
        (sets::SHIFT_JIS, &["ソ", "表ソ能", "石田 圭"]),
        (sets::EUC_KR, &["이창호"]),
        (sets::BIG5, &["許功", "許功蓋", "吳清源"]),
        (sets::UTF_8, &["李世石"]),
        (sets::WINDOWS_1252, &["Noël"]),
    ];
    let game = |encoding: &'static Encoding, name: &str| {
        let sgf = format!("(;GM[1]SZ[9]PB[x]PW[{name}]RE[B+3.5];B[dd];W[ee])");
        encoding.encode(&sgf).0.into_owned()
    };
    let all: Vec<(&'static Encoding, &str)> = names
        .iter()
        .flat_map(|(encoding, names)| names.iter().map(|name| (*encoding, *name)))
        .collect();
    for (first, name) in &all {
        for (second, other) in &all {
            println!("{} {name}, {} {other}", first.name(), second.name());
            let both = [game(first, name), game(second, other)].concat();
            let source = Source::open(both, &Limits::default());
            assert_eq!(source.rows(), 2);
            assert_game(&source.game(0));
            assert_game(&source.game(1));
        }
    }
}

/// A game that says more than those before it, which look Latin for want of bytes.
#[test]
fn a_latin_look_does_not_hide_what_a_game_says() {
    let game = |name: &str| {
        let sgf = format!("(;GM[1]SZ[9]PB[x]PW[{name}]RE[B+3.5];B[dd];W[ee])");
        sets::BIG5.encode(&sgf).0.into_owned()
    };
    let both = [game("許功"), game("吳清源許功蓋林海峰周俊勳")].concat();
    let source = Source::open(both, &Limits::default());
    assert_eq!(source.rows(), 2);
    let record = source.game(1);
    assert_game(&record);
    assert_eq!(
        record.info.white.as_deref(),
        Some("吳清源許功蓋林海峰周俊勳")
    );
}

/// A comment may end with a bracket in brackets: that is no sign of another character set.
#[test]
fn an_escaped_bracket_after_a_letter_is_an_escaped_bracket() {
    let sgf = "(;GM[1]SZ[9]PB[Пётр]RE[B+3.5];B[dd]C[хороший ход [но не тут\\]];W[ee])";
    let record = read(sets::WINDOWS_1251.encode(sgf).0.into_owned());
    assert_game(&record);
    assert_eq!(record.charset, "windows-1251");
    assert_eq!(record.info.black.as_deref(), Some("Пётр"));
}

#[test]
fn other_names_of_character_sets() {
    let names = [
        (sets::EUC_JP, "呉清源", &["EUC_JP", "eucJP", "ujis"][..]),
        (
            sets::EUC_KR,
            "이창호",
            &["EUC_KR", "eucKR", "x-windows-949"],
        ),
        (sets::GBK, "吴清源", &["EUC_CN", "eucCN", "cp936"]),
    ];
    for (encoding, text, labels) in names {
        for label in labels {
            let record = read(sgf(encoding, label, text));
            assert_eq!(record.info.black.as_deref(), Some(text), "{label}");
            assert!(record.findings.is_empty(), "{label}: {:?}", record.findings);
        }
    }
}

/// Sets in which ASCII stands for other text are not read, and a game that is in one of them has a finding.
#[test]
fn ascii_may_stand_for_text_that_is_not_read() {
    let said = |label: &str, name: &str| {
        let sgf = format!("(;GM[1]SZ[9]PB[{name}]CA[{label}]PW[x]RE[B+3.5];B[dd];W[ee])");
        let record = read(sgf.into_bytes());
        assert_game(&record);
        let said = record.findings.into_iter().map(|finding| finding.message);
        said.collect::<Vec<_>>().join("; ")
    };
    let finding =
        |label| format!("CA[{label}] names no character set that is read; read as ASCII (assumed)");
    assert_eq!(said("HZ-GB-2312", "~{NbGeT4~}"), finding("HZ-GB-2312"));
    assert_eq!(
        said("ISO-2022-KR", "\u{e}@LC\"H#\u{f}"),
        finding("ISO-2022-KR")
    );
    // Nothing is lost where nothing is shifted, or where the set has no shifts.
    assert_eq!(said("HZ-GB-2312", "Go Seigen"), "");
    assert_eq!(said("UTF-8", "~{NbGeT4~}"), "");
}

/// The only byte beyond ASCII stands before a bracket: half of a longer character, but a whole one of Latin-1.
#[test]
fn one_byte_before_a_bracket_is_latin() {
    for (komi, result) in [("5½", "W+½"), ("5½", "B+R"), ("0", "W+4½")] {
        let sgf = format!("(;GM[1]SZ[9]KM[{komi}]RE[{result}];B[dd];W[ee])");
        let bytes = sets::WINDOWS_1252.encode(&sgf).0.into_owned();
        let record = read(bytes);
        let text = |text: &Option<Text>| text.as_ref().map(|text| text.text.clone());
        assert_eq!(text(&record.info.komi).as_deref(), Some(komi));
        assert_eq!(text(&record.info.result).as_deref(), Some(result));
        assert!(record.stopped_at.is_none());
    }
}

/// A result that lacks the half of a character is none, not one with a question mark.
#[test]
fn half_a_character_in_a_result_is_no_question_mark() {
    let mut bytes = b"(;GM[1]CA[GBK]SZ[9]PB[".to_vec();
    bytes.extend(sets::GBK.encode("吴清源").0.iter());
    bytes.extend(b"]RE[W+\xbd]KM[0];B[dd];W[ee])");
    let record = read(bytes);
    let result = record.info.result.expect("there is one");
    assert_eq!(result.text, "W+\u{fffd}");
    assert_eq!(record.info.black.as_deref(), Some("吴清源"));
}

/// Files of several encodings, one behind the other, with marks and without, and with a byte between them that leaves
/// what follows at an odd place.
#[test]
fn files_that_were_put_together_lose_no_game() {
    let wide = |text: &str, mark: &str, of: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let units = format!("{mark}{text}");
        units.encode_utf16().flat_map(of).collect()
    };
    let kinds: [fn(&str) -> Vec<u8>; 3] = [
        |text| text.replace("李昌镐嬀", "Lee").into_bytes(),
        |text| {
            sets::GBK
                .encode(&text.replace("PB[", "CA[GBK]PB["))
                .0
                .into_owned()
        },
        |text| ["\u{feff}", text].concat().into_bytes(),
    ];
    let orders: [fn(u16) -> [u8; 2]; 2] = [u16::to_le_bytes, u16::to_be_bytes];
    let wides = ["", "\u{feff}"].map(|mark| orders.map(|of| (mark, of)));
    let wides = wides.concat();
    let piece = |kind: usize, name: usize| {
        let blank = if name == 1 { "\n" } else { "" };
        let text = format!("({blank};GM[1]SZ[9]PB[李昌镐嬀{name}]KM[6.5]RE[B+R];B[aa];W[ii])\n");
        match kind.checked_sub(kinds.len()) {
            None => kinds[kind](&text),
            Some(kind) => wide(&text, wides[kind].0, wides[kind].1),
        }
    };
    let all = kinds.len() + wides.len();
    for n in 0..all.pow(3) {
        let pieces = [n % all, n / all % all, n / all / all];
        for between in [&b""[..], b"\n", b"\0"] {
            let each: Vec<Vec<u8>> = (0..3).map(|i| piece(pieces[i], i)).collect();
            let source = Source::open(each.join(between), &Limits::default());
            let name = |game| source.game(game).info.black.unwrap_or_default();
            let names: Vec<String> = (0..source.rows()).map(name).collect();
            let is_right = |(i, name): (usize, &String)| {
                let told = if pieces[i] == 0 {
                    "Lee"
                } else {
                    "李昌镐嬀"
                };
                // At an odd place nothing says which byte of UTF-16 without a mark is the upper one.
                !between.is_empty() || *name == format!("{told}{i}")
            };
            assert_eq!(names.len(), 3, "{pieces:?} {between:?}: {names:?}");
            assert!(
                names.iter().enumerate().all(is_right),
                "{pieces:?} {between:?}: {names:?}"
            );
        }
    }
}

/// A shift to Japanese outside of a value, as damaged files have it, takes neither its game nor those behind it.
#[test]
fn a_shift_outside_of_a_value_takes_no_game() {
    for shift in [&b"\x1b$B"[..], b"\x1b$@", b"\x1b$A"] {
        for (ca, name) in [
            ("", &b"a"[..]),
            ("CA[UTF-8]", b"a"),
            ("CA[ISO-2022-JP]", b"a"),
            ("", b"\x1b$B0O\x1b(B"),
        ] {
            let root = [b"(;SZ[9]", ca.as_bytes(), b"PB[", name, b"]"].concat();
            let broken = [&root[..], shift, b";B[aa];W[bb])"].concat();
            let whole = [&root[..], b";B[aa];W[bb])"].concat();
            let source = Source::open([&broken, &whole[..], &whole].concat(), &Limits::default());
            assert_eq!(source.rows(), 3, "{shift:?} {ca} {name:?}");
            assert!((1..3).all(|game| source.game(game).nodes.len() == 3));
        }
    }
}

/// A text was decoded before: CA names the character set that it had. Bytes with a byte-order mark contradict it.
#[test]
fn a_text_contradicts_no_character_set() {
    for &(_, label, name) in TEXTS {
        let text = format!("(;SZ[9]CA[{label}]PB[{name}];B[ee])(;SZ[9]CA[{label}]PB[Lee];B[ee])");
        for text in [text.clone(), format!("\u{feff}{text}")] {
            let joint = Joint::of_text(&text).to_string().parse().unwrap();
            let bytes = text.into_bytes();
            let source = Source::open_last(bytes, None, &joint, &Limits::default());
            for (game, name, charset) in [(0, name, "UTF-8"), (1, "Lee", "ASCII")] {
                let record = source.game(game);
                assert_eq!(record.info.black.as_deref(), Some(name));
                assert_eq!(
                    (record.charset, &record.findings[..]),
                    (charset, &[][..]),
                    "{label}"
                );
            }
        }
        let marked = format!("\u{feff}(;SZ[9]CA[{label}]PB[{name}];B[ee])");
        let codes = read(marked.into_bytes()).findings;
        let is_said = codes
            .iter()
            .any(|finding| finding.code == Code::CharsetWrong);
        assert_eq!(is_said, label != "UTF-8", "{label}");
    }
    // Plain ASCII was not decoded where it has escapes.
    let text = "(;SZ[9]CA[ISO-2022-JP]PB[\x1b$B0O\x1b(B];B[ee])";
    assert_eq!(Joint::of_text(text), Joint::default());
}
