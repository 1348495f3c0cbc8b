//! Dates as records write them: `2020.05.12`, `2020-05-??`, `1989年`, `20200512`, `09-08-01`, `12.05.2020`,
//! `May 12, 2020`.

/// What English months begin with.
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Returns the date as far as a record gives it, `1989`, `1989.05` or `1989.05.12`; of a period its first day. `None` if
/// the text has no year. Of `05/11/2026`, which is a day of May to some and of November to others, the year is left.
///
/// Such dates sort as texts.
#[must_use]
pub fn normalised(text: &str) -> Option<String> {
    let text: String = text.chars().map(ascii_digit).collect();
    let read = [since_republic(&text), year_last(&text), year_first(&text), short_year_first(&text)];
    read.into_iter().flatten().max_by_key(String::len)
}

/// Returns the digit of a Chinese or Japanese keyboard as one of ASCII, and other characters as they are.
fn ascii_digit(c: char) -> char {
    match c {
        '０'..='９' => char::from(b'0' + (c as u32 - '０' as u32) as u8),
        _ => c,
    }
}

/// Reads a date of Taiwan, 民國113年5月1日.
fn since_republic(text: &str) -> Option<String> {
    let at = ["民國", "民国"].iter().find_map(|era| text.find(era).map(|at| at + era.len()))?;
    let text = text[at..].trim_start();
    let (year, rest) = text.split_at(digits(text));
    let year = 1911 + year.parse::<u16>().ok().filter(|year| (1..1000).contains(year))?;
    let (month, day) = month_and_day(rest);
    written(&year.to_string(), month, day)
}

/// Reads a date that begins with its year.
fn year_first(text: &str) -> Option<String> {
    let begin = text.find(|c: char| c.is_ascii_digit())?;
    let text = &text[begin..];
    let (year, rest) = text.split_at(digits(text));
    let (year, month, day) = match year.len() {
        4 => {
            let (month, day) = month_and_day(rest);
            (year, month, day)
        }
        6 => (&year[..4], year[4..].parse().ok(), None),
        8 => (&year[..4], year[4..6].parse().ok(), year[6..].parse().ok()),
        _ => return None,
    };
    written(year, month, day)
}

/// Reads a date that begins with a year of two digits, as Chinese programs write it: `79-9-14`, `09-08-01`. A year from
/// 32 on, which cannot be a day, is of the last century, an earlier one of this.
fn short_year_first(text: &str) -> Option<String> {
    let numbers: Vec<&str> = text.trim().split('-').collect();
    let [year, month, day] = numbers[..] else { return None };
    let is_number = |text: &str| matches!(text.len(), 1 | 2) && digits(text) == text.len();
    if year.len() != 2 || ![year, month, day].into_iter().all(is_number) {
        return None;
    }
    let (year, month, day): (u16, u8, u8) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    match year {
        32.. => written(&(1900 + year).to_string(), Some(month), Some(day)),
        _ if (1..=12).contains(&month) && (1..=31).contains(&day) => {
            written(&(2000 + year).to_string(), Some(month), Some(day))
        }
        _ => None,
    }
}

/// Reads a date that ends with its year of four digits.
fn year_last(text: &str) -> Option<String> {
    // The numbers before the year, each with the text before it.
    let mut numbers: Vec<(&str, &str)> = Vec::new();
    let mut rest = text;
    let (sign_of_year, year, behind) = loop {
        let (between, from) = rest.split_at(rest.find(|c: char| c.is_ascii_digit())?);
        let (number, behind) = from.split_at(digits(from));
        match number.len() {
            4 => break (between, number, behind),
            1 | 2 => numbers.push((between, number)),
            _ => numbers.clear(),
        }
        rest = behind;
    };
    let before = text[..text.len() - year.len() - behind.len()].to_lowercase();
    let mut words = before.split(|c: char| !c.is_alphabetic());
    let named = words.find_map(|word| MONTHS.iter().position(|month| word.starts_with(month)));
    let number = |text: &str| text.parse::<u8>().ok();
    let (month, day) = match (named, &numbers[..]) {
        (Some(month), [.., (_, day)]) => (Some(month as u8 + 1), number(day)),
        (Some(month), _) => (Some(month as u8 + 1), None),
        (None, [.., (_, first), (sign, second)]) => match (sign.trim(), sign_of_year.trim()) {
            (".", ".") | ("tháng", _) => (number(second), number(first)),
            (one, other) if one == other && ["/", "-", "，", "、", "。", "．"].contains(&one) => {
                match (number(first)?, number(second)?) {
                    (day, month) if day > 12 || day == month => (Some(month), Some(day)),
                    (month, day) if day > 12 => (Some(month), Some(day)),
                    _ => (None, None),
                }
            }
            _ => (None, None),
        },
        _ => (None, None),
    };
    written(year, month, day)
}

/// Returns a date as far as its parts make sense. `None` if the year does not.
fn written(year: &str, month: Option<u8>, day: Option<u8>) -> Option<String> {
    let mut date = Some(year).filter(|year| ("1000"..="2999").contains(year))?.to_owned();
    if let Some(month) = month.filter(|month| (1..=12).contains(month)) {
        date += &format!(".{month:02}");
        if let Some(day) = day.filter(|day| (1..=31).contains(day)) {
            date += &format!(".{day:02}");
        }
    }
    Some(date)
}

/// Returns how many digits a text begins with.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Reads the month and the day that follow a year.
fn month_and_day(text: &str) -> (Option<u8>, Option<u8>) {
    let (month, rest) = next_number(text);
    (month, month.and_then(|_| next_number(rest).0))
}

/// What stands between the numbers of a date, also as a Chinese keyboard writes it.
const SEPARATORS: [char; 9] = ['.', '-', '/', '年', '月', '。', '、', '．', '，'];

/// Reads a number of one or two digits behind one separator.
fn next_number(text: &str) -> (Option<u8>, &str) {
    let rest = text.trim_start_matches(' ').trim_start_matches(SEPARATORS).trim_start_matches(' ');
    let count = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = if rest.len() < text.len() && count <= 2 { rest[..count].parse().ok() } else { None };
    (number, &rest[count..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_far_as_they_go() {
        for (text, date) in [
            ("2020.05.12", "2020.05.12"),
            ("2020.05.??", "2020.05"),
            ("2020.??.??", "2020"),
            ("2020-5-2", "2020.05.02"),
            ("2020-05-12,13", "2020.05.12"),
            ("2020-02-25 12:00:00", "2020.02.25"),
            ("1989/12/1", "1989.12.01"),
            ("1989年5月3日", "1989.05.03"),
            ("1989年", "1989"),
            ("20200512", "2020.05.12"),
            ("09-08-01", "2009.08.01"),
            ("02-10-25", "2002.10.25"),
            ("31-12-31", "2031.12.31"),
            ("32-1-1", "1932.01.01"),
            ("79-9-14", "1979.09.14"),
            ("79-00-00", "1979"),
            ("1999。4。22", "1999.04.22"),
            ("1999、4、22", "1999.04.22"),
            ("1999．4，22", "1999.04.22"),
            ("2020.13.01", "2020"),
            ("弈于 2001年02月", "2001.02"),
            ("２０２６年５月１日", "2026.05.01"),
            ("民國113年5月1日", "2024.05.01"),
            ("民国 88 年", "1999"),
            ("21.11.2026", "2026.11.21"),
            ("5. 11. 2026", "2026.11.05"),
            ("21/11/2026", "2026.11.21"),
            ("11/21/2026", "2026.11.21"),
            ("05/11/2026", "2026"),
            ("28，05，2010", "2010.05.28"),
            ("05，06，2010", "2010"),
            ("07-07-2026", "2026.07.07"),
            ("Nov 21, 2026", "2026.11.21"),
            ("21 November 2026", "2026.11.21"),
            ("May 2026", "2026.05"),
            ("ngày 21 tháng 11 năm 2026", "2026.11.21"),
            ("第3届 2001", "2001"),
        ] {
            assert_eq!(normalised(text).as_deref(), Some(date), "{text}");
        }
        for none in ["", "????.??.??", "today", "12.05.20", "0000.00.00", "99999"] {
            assert_eq!(normalised(none), None, "{none}");
        }
        for none in ["20-13-01", "20-00-00", "5-12-20", "20-05", "01-02-03-04", "120-05-01"] {
            assert_eq!(normalised(none), None, "{none}");
        }
    }

    use proptest::prelude::*;

    proptest! {
        /// A date is read the same in every way of writing it, reading it again changes nothing, and texts sort as dates do.
        #[test]
        fn every_way_of_writing_a_date_is_read_alike(
            (year, month, day) in (1000_u16..3000, 0_u8..13, 0_u8..32),
            (other_year, other_month, other_day) in (1000_u16..3000, 0_u8..13, 0_u8..32),
        ) {
            let expected = |year: u16, month: u8, day: u8| match (month, day) {
                (0, _) => format!("{year}"),
                (_, 0) => format!("{year}.{month:02}"),
                _ => format!("{year}.{month:02}.{day:02}"),
            };
            let unknown = |number: u8| if number == 0 { "??".to_owned() } else { format!("{number:02}") };
            let one = expected(year, month, day);
            let mut ways = vec![format!("{year}.{}.{}", unknown(month), unknown(day))];
            for by in ['.', '-', '/'] {
                ways.push(one.replace('.', &by.to_string()));
                ways.push(one.replace(".0", ".").replace('.', &by.to_string()));
            }
            if month > 0 && day > 0 {
                ways.extend([format!("{year}年{month}月{day}日"), format!("{year}{month:02}{day:02}")]);
            }
            for way in ways {
                prop_assert_eq!(normalised(&way), Some(one.clone()), "{}", way);
            }
            prop_assert_eq!(normalised(&one), Some(one.clone()));
            let other = expected(other_year, other_month, other_day);
            let number = |month: u8, day: u8| (month, if month == 0 { 0 } else { day });
            prop_assert_eq!(
                one.cmp(&other),
                (year, number(month, day)).cmp(&(other_year, number(other_month, other_day)))
            );
        }
    }
}
