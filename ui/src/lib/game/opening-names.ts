// The names of openings in the languages of the window.
import { converter } from "../i18n/script";
import type { Lang } from "../i18n/lang";
import { readIn } from "./sino-vietnamese";

/** Core names openings in simplified characters; this maps the differing traditional ones. */
const traditional = converter(
  "残殘游遊长長峡峽恒恆云雲岚嵐银銀边邊马馬钩鉤飞飛顺順对對进進过過宫宮横橫车車单單龟龜鸳鴛鸯鴦风風盘盤头頭兑兌缓緩开開红紅两兩转轉后後补補",
);

/** Some names have full-width digits. Libraries store them so, and a changed name would be another opening there. */
const narrow = (name: string): string =>
  name.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));

/** The name of an opening in `lang`, from core's two names. */
export function openingIn(lang: Lang, chinese: string, english: string): string {
  if (lang === "zh-CN") return narrow(chinese);
  if (lang === "zh-TW") return traditional(narrow(chinese));
  return (lang === "vi" && readIn(chinese)) || english;
}

/** The name of an opening in one language; the library stores both names, the Chinese one first and without spaces. */
export function openingName(lang: Lang, opening: string): string {
  const space = opening.indexOf(" ");
  if (space < 0) return opening;
  return openingIn(lang, opening.slice(0, space), opening.slice(space + 1));
}
