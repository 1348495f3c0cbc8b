use encoding_rs::Encoding;

use super::*;

/// Guesses a text in the encoding of `label`, alone and inside of a record.
#[track_caller]
fn check(label: &str, texts: &[&str]) {
    let encoding = Encoding::for_label(label.as_bytes()).expect("a label");
    for text in texts {
        let (bytes, _, has_errors) = encoding.encode(text);
        assert!(!has_errors, "{text} cannot be written in {label}");
        for (before, behind) in [("", ""), ("(;GM[4]SZ[15]PB[", "];B[hh];W[ii])"), ("[Red \"", "\"]\n\n1. H2-E2\n")] {
            let record = [before.as_bytes(), &bytes, behind.as_bytes()].concat();
            let guess = TextEncoding::guess(&record);
            assert_eq!(guess.decode(&record), format!("{before}{text}{behind}"), "{label} {}", guess.name());
        }
    }
}

#[test]
fn a_byte_order_mark_decides_and_then_utf_8() {
    assert_eq!(decode("炮二平五".as_bytes()), "炮二平五");
    assert_eq!(decode(b"\xef\xbb\xbf\xe7\x82\xae"), "炮");
    assert_eq!(decode(b"\xff\xfeh\x008\x00"), "h8");
    assert_eq!(decode(b""), "");
    assert_eq!(decode(b"a\r\nb\rc\n"), "a\nb\nc\n");
    let cut = &"黑先，白後".as_bytes()[..13];
    assert_eq!((TextEncoding::guess(cut).name(), TextEncoding::guess(cut).is_doubtful()), ("UTF-8", false));
    let broken = [&"好棋，黑先".as_bytes()[..14], b"] and more"].concat();
    assert_eq!((TextEncoding::guess(&broken).name(), TextEncoding::guess(&broken).is_doubtful()), ("UTF-8", true));
}

#[test]
fn utf_16_is_known_without_a_mark() {
    for text in ["[Red \"王明\"]\n1. 炮一平二 é", "h8", "(;GM[4]PB[一])", "1. 炮二平五 马8进7 2. 马二进三"]
    {
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (bytes, name) in [(little, "UTF-16LE"), (big, "UTF-16BE")] {
            let guess = TextEncoding::guess(&bytes);
            assert_eq!((guess.name(), guess.is_doubtful(), &*guess.decode(&bytes)), (name, false, text));
            assert_eq!(TextEncoding::of_mark(&bytes), Some(guess));
        }
    }
    let damaged = b"[Red \"a\"]\n{\0[\0B\0l\0a\0c\0k\0 \0\"\0}";
    for bytes in [&b"h\0"[..], b"\0\0\0\0", b"h\08\x01", b"h8 i9 \0\0 j10", b"", damaged] {
        assert_eq!(TextEncoding::guess(bytes).name(), "UTF-8", "{bytes:?}");
    }
}

// LeelaChessZero/lc0#1647, fpdm/kokopu#7: ChessBase begins each file with a mark, and DOS ends each with ^Z.
#[test]
fn marks_of_joined_files_are_left_out() {
    for (bytes, text) in [
        ("a 1-0\r\n\r\n\u{feff}[b]", "a 1-0\n\n[b]"),
        ("\u{feff}a\n\u{1a}[b]\n\u{1a}", "a\n[b]\n"),
        ("a 1-0\u{1a}\u{feff}[b]\u{1a}\u{1a}", "a 1-0[b]"),
        ("(;B[hh])\u{1a}(;B[ii])\u{1a}\r\n", "(;B[hh])(;B[ii])\n"),
        ("a\u{feff}b\u{1a}c", "a\u{feff}b\u{1a}c"),
    ] {
        assert_eq!(TextEncoding::UTF_8.decode(bytes.as_bytes()), text);
    }
}

#[test]
fn simplified_chinese_is_known_by_one_name() {
    check(
        "gb18030",
        &["王明", "张三 李四", "陈", "甲", "乙", "红方", "吕钦", "胡荣华", "许银川", "友谊赛", "黑先", "好棋"],
    );
    check(
        "gb18030",
        &["炮二平五 马8进7", "第一局：甲 对 乙", "全国五子棋锦标赛", "车九进一", "五手两打", "李一 对 王二"],
    );
    check("gb18030", &["蒋川", "郑惟桐", "赵鑫鑫", "柳大华", "孟辰", "此处黑棋应该走G8，白棋无法防守。"]);
}

#[test]
fn traditional_chinese_is_known_by_one_name() {
    check("big5", &["許功蓋", "友誼賽", "紅方", "黑先", "王大明", "許", "林文", "黑棋必勝", "張三 李四", "台北"]);
    check("big5", &["功\u{84cb},黑先", "吳貴臨", "馬仲威", "第一屆臺灣盃五子棋公開賽"]);
}

#[test]
fn japanese_and_korean_are_known_by_one_name() {
    check(
        "shift_jis",
        &["中村茂", "山田", "表", "第1回", "よい手です", "河村典彦", "ソ連", "黒の勝ち", "テスト", "珠王戦 決勝"],
    );
    check("shift_jis", &["鈴木", "名人戦", "能力", "長谷川一人"]);
    check(
        "euc-kr",
        &["김철수", "오목", "흑선", "좋은 수입니다", "박정환", "이세돌", "대회", "한국 오목 대회", "조훈현", "강지현"],
    );
}

#[test]
fn letters_of_one_byte_are_known() {
    check("windows-1252", &["André", "Björn", "café", "Müller", "Göran", "François", "Håkan Öberg", "naïve déjà vu"]);
    check(
        "windows-1251",
        &["Игрок", "Соперник", "Михаил", "Чёрные", "хороший ход", "Чемпионат Москвы", "Крестики-нолики"],
    );
    check("windows-1250", &["Černý", "Dvořák", "Piskvorky žluťoučký", "Łukasz", "Štěpán"]);
    check("koi8-r", &["Игрок", "Чемпионат Москвы"]);
}

#[test]
fn one_broken_character_does_not_change_the_encoding() {
    for (label, text) in [
        ("gb18030", "此处黑棋应该先走，白棋无法防守"),
        ("big5", "第一屆臺灣盃五子棋公開賽"),
        ("euc-kr", "한국 오목 대회 좋은 수입니다"),
    ] {
        let encoding = Encoding::for_label(label.as_bytes()).expect("a label");
        let bytes = [&encoding.encode(text).0[..], b"\xff\n", &encoding.encode(text).0].concat();
        assert_eq!(TextEncoding::guess(&bytes).name().to_ascii_lowercase(), label);
    }
}

#[test]
fn code_pages_are_known_by_the_names_that_records_give_them() {
    for (label, name) in [
        ("UTF-8", "UTF-8"),
        ("utf8", "UTF-8"),
        ("GB2312", "gb18030"),
        ("GBK", "gb18030"),
        ("cp936", "gb18030"),
        ("CP-950", "Big5"),
        ("Big5", "Big5"),
        ("Shift-JIS", "Shift_JIS"),
        ("SJIS", "Shift_JIS"),
        ("ks_c_5601-1987", "EUC-KR"),
        ("CP949", "EUC-KR"),
        ("ISO-8859-1", "windows-1252"),
        ("latin-1", "windows-1252"),
        ("Windows-1251", "windows-1251"),
        ("cp1251", "windows-1251"),
    ] {
        assert_eq!(TextEncoding::named(label).map(TextEncoding::name), Some(name), "{label}");
    }
    assert_eq!(TextEncoding::named("no such"), None);
    for name in TextEncoding::CHOICES {
        assert_eq!(TextEncoding::named(name).map(TextEncoding::name), Some(name));
    }
}

#[test]
fn a_character_is_as_long_as_its_encoding_says() {
    let bytes = |label: &str, bytes: &[u8]| TextEncoding::named(label).expect("a label").char_bytes(bytes);
    assert_eq!([bytes("gbk", b"\xb0\x5d"), bytes("gbk", b"\x81\x30\x81\x30"), bytes("gbk", b"a]")], [2, 4, 1]);
    assert_eq!([bytes("big5", b"\xbb\\"), bytes("big5", b"\xbb\x80"), bytes("big5", b"\xbb")], [2, 1, 1]);
    assert_eq!([bytes("sjis", b"\x95\\"), bytes("sjis", b"\xb1]"), bytes("sjis", b"\xe0\x80")], [2, 1, 2]);
    assert_eq!([bytes("euc-kr", b"\xb0\xa1"), bytes("euc-kr", b"\xb0]"), bytes("utf-8", b"\xe7]")], [2, 1, 1]);
}

#[test]
fn half_a_character_at_the_end_of_a_field_does_not_change_the_encoding() {
    let bytes = |text: &str| encode_gb18030(text);
    let (site, title) = (bytes("江苏省淮安市淮阴"), bytes("第一届友谊赛"));
    let guess = TextEncoding::guess_of([&site[..15], &title[..]]);
    assert_eq!((guess.name(), &*guess.decode(guess.without_cut(&site[..15]))), ("gb18030", "江苏省淮安市淮"));
    // One letter of another encoding is no half.
    assert_ne!(TextEncoding::guess_of([&b"Andr\xe9"[..]]).name(), "UTF-8");
    assert_eq!(TextEncoding::guess_of(["江苏省".as_bytes()]).name(), "UTF-8");
    let cut = |label: &str, bytes: &'static [u8]| TextEncoding::named(label).expect("a label").without_cut(bytes);
    assert_eq!(cut("utf-8", &"江苏".as_bytes()[..5]), "江".as_bytes());
    assert_eq!([cut("gbk", b"\xb0\xa1\xb0"), cut("gbk", b"\xb0\xa1a")], [&b"\xb0\xa1"[..], b"\xb0\xa1a"]);
    // A letter, nothing, and a kana of one byte are whole.
    for (label, whole) in [("windows-1252", &b"Andr\xe9"[..]), ("gbk", b""), ("sjis", b"\xb1")] {
        assert_eq!(cut(label, whole), whole, "{label}");
    }
}

// 双辖投泉 is also four letters of two bytes in UTF-8; Cyrillic letters are no chance.
#[test]
fn a_binary_form_has_characters_of_gb18030_before_letters_of_utf_8() {
    let title = encode_gb18030("双辖投泉");
    assert_eq!(TextEncoding::guess_of([&title[..]]).decode(&title), "双辖投泉");
    for text in ["Игрок", "André", "炮二平五"] {
        assert_eq!(TextEncoding::guess_of([text.as_bytes()]).name(), "UTF-8", "{text}");
    }
}

#[test]
fn a_short_name_is_no_doubt_where_one_encoding_alone_makes_familiar_characters() {
    let is_doubtful = |label: &str, text: &str| {
        let encoding = Encoding::for_label(label.as_bytes()).expect("a label");
        TextEncoding::guess(&encoding.encode(text).0).is_doubtful()
    };
    for (label, text) in
        [("gb18030", "许银川"), ("gb18030", "王天一 胡荣华"), ("big5", "張三 李四"), ("shift_jis", "中村茂")]
    {
        assert!(!is_doubtful(label, text), "{label} {text}");
    }
    for (label, text) in
        [("gb18030", "甲"), ("big5", "\u{84cb}\u{9dad}"), ("windows-1252", "André"), ("windows-1251", "Игрок")]
    {
        assert!(is_doubtful(label, text), "{label} {text}");
    }
}
