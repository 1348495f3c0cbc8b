// Dates in typed text, as people write them in the languages of the window: 2026年11月21日, "Nov 21, 2026", "tháng 11 năm
// 2026", 21/11/2026. Each becomes the restriction `date:2026.11.21` of the library, whole or without its day.
import { LANGS, type Lang } from "../i18n/lang";

/** A time of day beside a date, which the rows show and the library does not search. */
const TIME = String.raw`(?:(?:上午|下午|凌晨|早上|中午|晚上)?\s*\d{1,2}:\d{2}(?:\s*[ap]m)?)`;

/** Figures as a Chinese input method may type them, with the signs between them. */
const WIDE_FIGURES = /[０-９]+(?:[－．／][０-９]+)*/g;

/** Replaces the dates of a text by restrictions. Figures alone are read in the order of `lang`. */
export function datesAsRestrictions(lang: Lang, typed: string): string {
  // NFKC of the whole text would change the score ½-½.
  let text = typed.normalize("NFC").replace(WIDE_FIGURES, (figures) => figures.normalize("NFKC"));
  for (const { pattern, read } of formsOf(lang))
    text = text.replace(pattern, (whole, ...found) => {
      const groups = found.at(-1) as Record<string, string | undefined>;
      const date = read(groups);
      return date === null ? whole : `${groups.before ?? ""} date:${date} `;
    });
  return text;
}

type Form = { pattern: RegExp; read: (groups: Record<string, string | undefined>) => string | null };

function formsOf(lang: Lang): Form[] {
  const months = monthNames();
  const name = `(?<name>${[...months.keys()].sort((a, b) => b.length - a.length).join("|")})`;
  const form = (pattern: string): Form => ({
    // Surrounded by no letter and no figure, so that a name keeps its parts.
    pattern: new RegExp(
      String.raw`(?<before>^|[^\p{L}\d:.])(?:${TIME},?\s+)?${pattern}(?:,?\s+${TIME})?(?![\p{L}\d])`,
      "giu",
    ),
    read: ({ name, year, month, day }) =>
      written(year, name === undefined ? month : String(months.get(name.toLowerCase())), day),
  });
  const [day, month, year] = [
    String.raw`(?<day>\d{1,2})`,
    String.raw`(?<month>\d{1,2})`,
    String.raw`(?<year>[12]\d{3})`,
  ];
  const figures = [String.raw`${day}[-/]${month}[-/]${year}`, String.raw`${month}[-/]${day}[-/]${year}`];
  return [
    form(String.raw`${year}\s*年(?:\s*${month}\s*月(?:\s*${day}\s*[日号號])?)?`),
    form(String.raw`${year}[-./]${month}(?:[-./]${day})?`),
    form(String.raw`${name}\.?\s+${day}(?:st|nd|rd|th)?,?\s+${year}`),
    form(String.raw`(?:ngày\s+)?(?:${day}(?:st|nd|rd|th)?\s+)?${name}\.?(?:,|\s+năm)?\s+${year}`),
    // No language writes the month first with dots.
    form(String.raw`${day}\.${month}\.${year}`),
    // The second order reads what is no date in the first: its month is above 12.
    ...(dayPrecedes(lang) ? figures : figures.toReversed()).map(form),
  ];
}

/** `2026.11.21`, as far as it goes; null for what no calendar has. */
function written(year?: string, month?: string, day?: string): string | null {
  if (year === undefined || (month !== undefined && !(Number(month) >= 1 && Number(month) <= 12)))
    return null;
  if (day !== undefined && !(Number(day) >= 1 && Number(day) <= 31)) return null;
  return [year, month, day].flatMap((part) => part?.padStart(2, "0") ?? []).join(".");
}

/** The names of months, long and short, in the languages that have names rather than figures with 月. */
function monthNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const lang of LANGS)
    for (const style of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(lang, { month: style, day: "numeric", timeZone: "UTC" });
      for (let month = 0; month < 12; month++) {
        const parts = format.formatToParts(new Date(Date.UTC(2026, month, 1)));
        const name = parts.find(({ type }) => type === "month")?.value.toLowerCase() ?? "";
        if (/\p{L}/u.test(name) && !name.includes("月")) names.set(name.replace(/\.$/, ""), month + 1);
      }
    }
  // Intl gives figures alone where Vietnamese has words before them.
  for (let month = 1; month <= 12; month++)
    for (const word of ["tháng", "thg"]) names.set(`${word} ${month}`, month);
  return names;
}

function dayPrecedes(lang: Lang): boolean {
  // The system knows the region: English of Britain and Chinese of Hong Kong have the day first.
  const { language } = navigator;
  const locale = language.startsWith(lang.slice(0, 2)) ? language : lang;
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: "short" }).formatToParts(new Date());
  const at = (kind: string) => parts.findIndex(({ type }) => type === kind);
  return at("day") < at("month");
}
