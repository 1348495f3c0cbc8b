//! Dates as records write them: `2020.05.12`, `2020-05-??`, `1989年`, `20200512`.

/// Returns the date as far as a record gives it, `1989`, `1989.05` or `1989.05.12`; of a period its first day. `None` if
/// the text has no year.
///
/// Such dates sort as texts.
#[must_use]
pub fn normalised(text: &str) -> Option<String> {
    let begin = text.find(|c: char| c.is_ascii_digit())?;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let text = &text[begin..];
    let (year, rest) = text.split_at(digits(text));
    let (year, month, day) = match year.len() {
        4 => {
            let (month, rest) = next_number(rest);
            let (day, _) = month.map_or((None, rest), |_| next_number(rest));
            (year, month, day)
        }
        6 => (&year[..4], year[4..].parse().ok(), None),
        8 => (&year[..4], year[4..6].parse().ok(), year[6..].parse().ok()),
        _ => return None,
    };
    let mut date = Some(year).filter(|year| ("1000"..="2999").contains(year))?.to_owned();
    if let Some(month) = month.filter(|month| (1..=12).contains(month)) {
        date += &format!(".{month:02}");
        if let Some(day) = day.filter(|day| (1..=31).contains(day)) {
            date += &format!(".{day:02}");
        }
    }
    Some(date)
}

/// Reads a number of one or two digits behind one separator.
fn next_number(text: &str) -> (Option<u8>, &str) {
    let rest = text.trim_start_matches(' ').trim_start_matches(['.', '-', '/', '年', '月']).trim_start_matches(' ');
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
            ("2020.13.01", "2020"),
            ("弈于 2001年02月", "2001.02"),
        ] {
            assert_eq!(normalised(text).as_deref(), Some(date), "{text}");
        }
        for none in ["", "????.??.??", "today", "12.05.20", "0000.00.00", "99999"] {
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
