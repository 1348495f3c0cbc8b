// Sentences as plain functions: `say(lang, key, values)` fills `{name}` from `values`. A plural is written as in ICU's
// MessageFormat, `{n, plural, one {move} other {moves}}`, in the categories that `Intl.PluralRules` has for the language.
// A number is written as the language writes it, `12,345`; pass it as a number, since a text has no plural.
// A language is one chunk of the page, loaded before a sentence of it is needed; a screen may bring an area of its own.
import { LEVELS, type GameKind, type Side } from "../bindings";
import { LANGS, LANGUAGES, type Key, type Lang, type LaterArea } from "./lang";

export { LANGS };
export type { Key, Lang };
export type Values = Record<string, string | number>;

const loaded: Partial<Record<Lang, Partial<Record<Key, string>>>> = {};
/** The areas opened so far, and how many of them each language has. */
const areas = new Set<LaterArea>();
const areasOf: Partial<Record<Lang, number>> = {};

/** Loads the texts of the window in `lang`, with the areas opened so far; resolves at once if they are loaded. */
export async function loadLang(lang: Lang): Promise<void> {
  const wanted = [...areas];
  if (areasOf[lang] === wanted.length) return;
  const { default: texts, later } = await LANGUAGES[lang].load();
  const parts = await Promise.all(wanted.map(async (area) => (await later[area]()).default));
  loaded[lang] = Object.assign({ ...loaded[lang] }, texts, ...parts);
  areasOf[lang] = Math.max(wanted.length, areasOf[lang] ?? 0);
}

/** Loads the texts of `wanted` in `lang`, and later with every language. */
export async function loadAreas(wanted: readonly LaterArea[], lang: Lang): Promise<void> {
  for (const area of wanted) areas.add(area);
  await loadLang(lang);
}

export const loadArea = (area: LaterArea, lang: Lang): Promise<void> => loadAreas([area], lang);

/** The sentence `key` in `lang`, with its values; empty before `lang` is loaded. */
export function say(lang: Lang, key: Key, values: Values = {}): string {
  return fill(lang, loaded[lang]?.[key] ?? "", values);
}

const HOLE = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;
const rules: Partial<Record<Lang, Intl.PluralRules>> = {};
const numbers: Partial<Record<Lang, Intl.NumberFormat>> = {};
const lists: Partial<Record<Lang, Intl.ListFormat>> = {};

/** A space between Han and a move or a point, which may be written in Han, too. */
const SPACE_BEFORE = /(\p{Script=Han}) (?=\{(at|best|line|moves?|point|reply|square)\})/gu;
const SPACE_AFTER = /(\{(at|best|line|moves?|point|reply|square)\}) (?=\p{Script=Han})/gu;
const [HAN_FIRST, HAN_LAST] = [/^\p{Script=Han}/u, /[\p{Script=Han}０-９]$/u];

/** The edges of a value with Latin letters, until its neighbours are known. A bare number is spaced by its sentence. */
const EDGE = "\uE000";
const LATIN = /\p{Script=Latin}/u;
const EDGE_AT_HAN =
  /(\p{Script=Han})\uE000(?=[\p{Script=Latin}\d])|([\p{Script=Latin}\d])\uE000(?=\p{Script=Han})/gu;

/** Fills a sentence in Chinese, with a space between Han and Latin only. */
function fillChinese(lang: Lang, sentence: string, values: Values): string {
  const unless = (han: RegExp) => (whole: string, before: string, name: string) =>
    han.test(String(values[name])) ? before : whole;
  return sentence
    .replace(SPACE_BEFORE, unless(HAN_FIRST))
    .replace(SPACE_AFTER, unless(HAN_LAST))
    .replace(HOLE, (whole: string, name: string, plural?: string) => {
      const text = valueOf(lang, values[name], plural) ?? whole;
      return LATIN.test(text) ? EDGE + text + EDGE : text;
    })
    .replace(EDGE_AT_HAN, "$1$2 ")
    .replaceAll(EDGE, "");
}

/** Inserts `values` into a sentence; a missing value stays visible. */
function fill(lang: Lang, sentence: string, values: Values): string {
  if (!sentence.includes("{")) return sentence;
  if (isChinese(lang)) return fillChinese(lang, sentence, values);
  return sentence.replace(
    HOLE,
    (whole, name: string, plural?: string) => valueOf(lang, values[name], plural) ?? whole,
  );
}

/** The text of a value, with the forms of a plural. */
function valueOf(lang: Lang, value: string | number | undefined, plural?: string): string | undefined {
  if (value === undefined) return undefined;
  if (plural === undefined)
    return typeof value === "number" ? (numbers[lang] ??= new Intl.NumberFormat(lang)).format(value) : value;
  const forms = new Map([...plural.matchAll(FORM)].map(([, category, form]) => [category, form]));
  const category = (rules[lang] ??= new Intl.PluralRules(lang)).select(Number(value));
  return forms.get(category) ?? forms.get("other") ?? "";
}

/** The sentence under `prefix + code`, if any; unknown codes (a newer core) fall back to `fallback`. */
export function sayCode(
  lang: Lang,
  prefix:
    | "code."
    | "part."
    | "obstacle."
    | "reason."
    | "probe."
    | "analysis.fault."
    | "rule."
    | "rule.xiangqi."
    | "foul."
    | "encoding.",
  code: string,
  fallback: string,
  values: Values = {},
): string {
  const key = `${prefix}${code}`;
  return loaded[lang]?.[key as Key] ? say(lang, key as Key, values) : fallback;
}

/** "Red", "黑方", …: the name of a side in `game`. */
export function sideName(lang: Lang, game: GameKind, side: Side): string {
  return say(lang, `side.${game}.${side}`);
}

/** The levels of a game; tic-tac-toe has three. */
export const levelsOf = (game: GameKind): readonly number[] => (game === "tictactoe" ? [1, 3, 5] : LEVELS);

/** The rank of a level among those of its game, from 1. */
export const levelNumber = (game: GameKind, level: number): number =>
  game === "tictactoe" ? Math.ceil(asLevel(level) / 2) : asLevel(level);

/** The name of a level; levels outside 1–5 are shown as the nearest one. */
export function levelName(lang: Lang, game: GameKind, level: number): string {
  return say(lang, `level.${game}.${levelNumber(game, level)}` as Key);
}

/** One sentence about how a level plays. */
export function levelCharacter(lang: Lang, game: GameKind, level: number): string {
  return say(lang, `character.${game}.${levelNumber(game, level)}` as Key);
}

/** Whether sentences of `lang` follow each other without a space, and names of sides shorten to one character. */
export const isChinese = (lang: Lang): boolean => lang.startsWith("zh");

/** Joins sentences. */
export const joined = (lang: Lang, sentences: readonly string[]): string =>
  sentences.join(isChinese(lang) ? "" : " ");

/** A label and what it is about. */
export const labelled = (lang: Lang, label: string, text: string): string =>
  `${label}${isChinese(lang) ? "：" : ": "}${text}`;

/** Joins the items of a list without "and". */
export const listed = (lang: Lang, things: readonly string[]): string =>
  things.join(isChinese(lang) ? "、" : ", ");

/** Joins the clauses of a sentence, in Chinese with a comma instead of the mark of lists. */
export const clauses = (lang: Lang, parts: readonly string[]): string =>
  parts.join(isChinese(lang) ? "，" : ", ");

/** "a, b and c": joins the items of a list that a sentence takes whole. */
export const enumerated = (lang: Lang, things: readonly string[]): string =>
  // American English would write a comma before "and".
  (lists[lang] ??= new Intl.ListFormat(lang === "en" ? "en-GB" : lang)).format(things);

/** A count of moves: 三 and 两 up to ten in Chinese, as in 三步杀; a figure elsewhere. */
export function moveCount(lang: Lang, n: number): string | number {
  if (!isChinese(lang) || n > 10) return n;
  return n === 2 ? (lang === "zh-TW" ? "兩" : "两") : spelled(lang, n);
}

/** A number with so many decimals: `92.3`, in Vietnamese `92,3`. */
export const decimal = (lang: Lang, n: number, digits: number): string =>
  n.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A small number as a word. */
export const spelled = (lang: Lang, n: number): string => say(lang, "digits").split(" ")[n] ?? String(n);

/** The language of a setting, given the system's languages: Chinese by its script or its region. */
export function resolveLang(setting: "system" | Lang, preferred: readonly string[]): Lang {
  if (setting !== "system") return setting;
  const [language, ...parts] = (preferred[0] ?? "en").toLowerCase().split(/[-_]/);
  if (language === "vi") return "vi";
  if (language !== "zh") return "en";
  if (parts.includes("hans")) return "zh-CN";
  return ["hant", "tw", "hk", "mo"].some((part) => parts.includes(part)) ? "zh-TW" : "zh-CN";
}

/** How long ago, in words. */
export function ago(lang: Lang, thenMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - thenMs) / 60_000);
  if (minutes < 1) return say(lang, "ago.now");
  const [n, unit] =
    minutes < 60
      ? ([minutes, "minute"] as const)
      : minutes < 1440
        ? ([Math.floor(minutes / 60), "hour"] as const)
        : ([Math.floor(minutes / 1440), "day"] as const);
  const text = new Intl.RelativeTimeFormat(lang).format(-n, unit);
  // Intl writes 5分钟前 in Simplified Chinese, where our texts have a space.
  return text.replace(/^(\d+)(?=\p{Script=Han})/u, "$1 ");
}

function asLevel(level: number): 1 | 2 | 3 | 4 | 5 {
  return Math.min(5, Math.max(1, Math.round(level))) as 1 | 2 | 3 | 4 | 5;
}
