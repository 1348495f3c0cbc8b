//! The words of exported pages and pictures, in each language.

use super::style::PageLanguage;
use crate::base::Side;
use crate::game::GameKind;
use crate::record::{Header, date};

/// The words of one language.
pub(super) struct PageWords {
    /// The language's tag.
    pub tag: &'static str,
    pub event: &'static str,
    pub site: &'static str,
    pub round: &'static str,
    pub date: &'static str,
    pub annotator: &'static str,
    pub opening: &'static str,
    pub start: &'static str,
    pub back: &'static str,
    pub forward: &'static str,
    pub end: &'static str,
    pub play: &'static str,
    pub pause: &'static str,
    pub speed: &'static str,
    /// Seconds per move, behind the number.
    pub seconds: &'static str,
    pub moves: &'static str,
    pub board: &'static str,
    /// The first position.
    pub beginning: &'static str,
    pub keys: &'static str,
    /// Between the name and the value of a fact.
    pub colon: &'static str,
    red_won: &'static str,
    black_won: &'static str,
    white_won: &'static str,
    crosses_won: &'static str,
    noughts_won: &'static str,
    draw: &'static str,
    /// A date as far as a record gives it: the year, with the month, with the day. `y`, `m` and `d` stand for the numbers,
    /// `M` for the month's name.
    dates: [&'static str; 3],
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const ENGLISH: PageWords = PageWords {
    tag: "en",
    event: "Event",
    site: "Site",
    round: "Round",
    date: "Date",
    annotator: "Annotator",
    opening: "Opening",
    start: "To the start",
    back: "Back",
    forward: "Forward",
    end: "To the end",
    play: "Play",
    pause: "Pause",
    speed: "Speed",
    seconds: "s per move",
    moves: "Moves",
    board: "Board",
    beginning: "Start",
    keys: "Arrow keys: one move. Home, End: first and last. Space: play.",
    colon: ": ",
    red_won: "Red won",
    black_won: "Black won",
    white_won: "White won",
    crosses_won: "X won",
    noughts_won: "O won",
    draw: "Draw",
    dates: ["y", "M y", "M d, y"],
};

const CHINESE: PageWords = PageWords {
    tag: "zh-CN",
    event: "赛事",
    site: "地点",
    round: "轮次",
    date: "日期",
    annotator: "评注者",
    opening: "开局",
    start: "回到开局",
    back: "后退",
    forward: "前进",
    end: "跳到终局",
    play: "自动播放",
    pause: "暂停",
    speed: "速度",
    seconds: "秒一着",
    moves: "着法",
    board: "棋盘",
    beginning: "开局",
    keys: "方向键逐着，Home、End 到首尾，空格键播放。",
    colon: "：",
    red_won: "红方胜",
    black_won: "黑方胜",
    white_won: "白方胜",
    crosses_won: "叉方胜",
    noughts_won: "圈方胜",
    draw: "和棋",
    dates: ["y年", "y年m月", "y年m月d日"],
};

const TRADITIONAL: PageWords = PageWords {
    tag: "zh-TW",
    event: "賽事",
    site: "地點",
    round: "輪次",
    date: "日期",
    annotator: "評註者",
    opening: "開局",
    start: "回到開局",
    back: "後退",
    forward: "前進",
    end: "跳到終局",
    play: "自動播放",
    pause: "暫停",
    speed: "速度",
    seconds: "秒一著",
    moves: "著法",
    board: "棋盤",
    beginning: "開局",
    keys: "方向鍵逐著，Home、End 到首尾，空白鍵播放。",
    colon: "：",
    red_won: "紅方勝",
    black_won: "黑方勝",
    white_won: "白方勝",
    crosses_won: "叉方勝",
    noughts_won: "圈方勝",
    draw: "和棋",
    dates: ["y年", "y年m月", "y年m月d日"],
};

const VIETNAMESE: PageWords = PageWords {
    tag: "vi",
    event: "Giải đấu",
    site: "Địa điểm",
    round: "Vòng",
    date: "Ngày",
    annotator: "Người bình",
    opening: "Khai cuộc",
    start: "Về đầu ván",
    back: "Lùi",
    forward: "Tiến",
    end: "Đến cuối ván",
    play: "Tự chạy",
    pause: "Tạm dừng",
    speed: "Tốc độ",
    seconds: "giây mỗi nước",
    moves: "Các nước đi",
    board: "Bàn cờ",
    beginning: "Đầu ván",
    keys: "Phím mũi tên: từng nước. Home, End: đầu và cuối. Phím cách: tự chạy.",
    colon: ": ",
    red_won: "Đỏ thắng",
    black_won: "Đen thắng",
    white_won: "Trắng thắng",
    crosses_won: "X thắng",
    noughts_won: "O thắng",
    draw: "Hòa",
    dates: ["y", "m/y", "d/m/y"],
};

impl PageWords {
    pub const fn of(language: PageLanguage) -> &'static PageWords {
        match language {
            PageLanguage::English => &ENGLISH,
            PageLanguage::Chinese => &CHINESE,
            PageLanguage::Traditional => &TRADITIONAL,
            PageLanguage::Vietnamese => &VIETNAMESE,
        }
    }

    /// Names a result, by the colours of the game.
    pub const fn result(&self, kind: GameKind, winner: Option<Side>) -> &'static str {
        match (winner, kind) {
            (None, _) => self.draw,
            (Some(Side::First), GameKind::Xiangqi) => self.red_won,
            (Some(Side::Second), GameKind::Xiangqi) | (Some(Side::First), GameKind::Gomoku) => self.black_won,
            (Some(Side::Second), GameKind::Gomoku) => self.white_won,
            (Some(Side::First), GameKind::TicTacToe) => self.crosses_won,
            (Some(Side::Second), GameKind::TicTacToe) => self.noughts_won,
        }
    }

    /// Writes a record's date in the page's language; a text without a year, or with a period, stays as it is.
    pub fn date(&self, written: &str) -> String {
        let is_period = written.contains([',', '~']);
        let Some(read) = date::normalised(written).filter(|_| !is_period) else { return written.to_owned() };
        let parts: Vec<u16> = read.split('.').map(|part| part.parse().expect("a date has numbers")).collect();
        let mut text = String::new();
        for sign in self.dates[parts.len() - 1].chars() {
            match sign {
                'y' => text += &parts[0].to_string(),
                'm' => text += &parts[1].to_string(),
                'M' => text += MONTHS[usize::from(parts[1]) - 1],
                'd' => text += &parts[2].to_string(),
                between => text.push(between),
            }
        }
        text
    }

    /// Names a tag of PGN or SGF in the page's language; other tags keep their names.
    pub fn tag_name<'a>(&self, tag: &'a str) -> &'a str
    where
        'static: 'a,
    {
        match tag {
            "Event" | "EV" => self.event,
            "Site" | "PC" => self.site,
            "Round" | "RO" => self.round,
            "Annotator" | "AN" => self.annotator,
            "Opening" | "ON" => self.opening,
            other => other,
        }
    }
}

/// Returns the name of the event, if the record has one.
pub(super) fn event_of(header: &Header) -> Option<&str> {
    let event = header.tags.iter().find(|(name, _)| matches!(name.as_str(), "Event" | "EV" | "GN"));
    event.map(|(_, event)| event.trim()).filter(|event| !event.is_empty() && *event != "?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_names_the_annotator_as_the_window_does() {
        use PageLanguage::{Chinese, English, Traditional, Vietnamese};
        let named = [English, Chinese, Traditional, Vietnamese].map(|language| PageWords::of(language).annotator);
        assert_eq!(named, ["Annotator", "评注者", "評註者", "Người bình"]);
    }

    #[test]
    fn what_the_keys_do_is_a_whole_sentence() {
        use PageLanguage::{Chinese, English, Traditional, Vietnamese};
        for language in [English, Chinese, Traditional, Vietnamese] {
            let keys = PageWords::of(language).keys;
            assert!(keys.ends_with(['.', '。']), "{keys}");
        }
    }

    #[test]
    fn a_date_is_written_in_the_language_of_the_page() {
        use PageLanguage::{Chinese, English, Traditional, Vietnamese};
        for (written, language, text) in [
            ("1999.12.09", English, "December 9, 1999"),
            ("1999.12.09", Chinese, "1999年12月9日"),
            ("1999-12-09", Traditional, "1999年12月9日"),
            ("1999.12.09", Vietnamese, "9/12/1999"),
            ("1999.12.??", English, "December 1999"),
            ("1999.12.??", Chinese, "1999年12月"),
            ("1999.12", Vietnamese, "12/1999"),
            ("1999.??.??", English, "1999"),
            ("1999", Chinese, "1999年"),
            ("1999-12-09,10", Chinese, "1999-12-09,10"),
            ("乾隆年间", English, "乾隆年间"),
            ("", Chinese, ""),
        ] {
            assert_eq!(PageWords::of(language).date(written), text, "{written} {language:?}");
        }
    }
}
