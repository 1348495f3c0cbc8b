// Translates search words of the window's texts into the library's codes: what a row or a filter shows, in any language
// of the window, finds the row. A phrase may have several words.
import type { GameKind, Side } from "../bindings";
import {
  LANGS,
  levelNumber,
  levelsOf,
  loadArea,
  loadLang,
  say,
  sideName,
  type Key,
  type Lang,
} from "../i18n/text";
import { datesAsRestrictions } from "./written-dates";

const GAMES = ["xiangqi", "gomoku", "tictactoe"] as const;
const SIDES = ["first", "second"] as const;
const RESULTS = ["win", "loss", "draw"] as const;
/** The reasons that the library has; some have words beside their sentence. */
const REASONS = [
  "checkmate",
  "stalemate",
  "five",
  "three",
  "board-full",
  "forbidden",
  "forfeit",
  "perpetual-check",
  "perpetual-chase",
  "perpetual-attack",
  "repetition",
  "move-limit",
  "no-attackers",
  "resignation",
  "agreement",
  "time",
] as const;

/** The sides as the library's `winner:` and `loser:` name them. */
const NAMES: Record<GameKind, Record<Side, string>> = {
  xiangqi: { first: "red", second: "black" },
  gomoku: { first: "black", second: "white" },
  tictactoe: { first: "x", second: "o" },
};

/** The fields of the library, each with the words that name it in the languages of the window. */
const FIELDS = [
  "player",
  "event",
  "year",
  "opening",
  "moves",
  "accuracy",
  "material",
  "result",
  "level",
  "rule",
  "reason",
  "tag",
  "date",
  "game",
] as const;

type Phrase = readonly [text: string, code: string];

/** Loads the words of all languages. */
export async function loadSearch(lang: Lang): Promise<void> {
  await loadArea("search", lang);
  await Promise.all(LANGS.map(loadLang));
}

/** What the window shows and calls things by in one language. */
const phrasesOf = (lang: Lang): Phrase[] => [
  ...RESULTS.flatMap((result) => words(lang, `search.${result}`, `result:${result}`)),
  ...words(lang, "search.unfinished", "result:*"),
  ...REASONS.flatMap((reason) => reasonPhrases(lang, reason)),
  ...GAMES.flatMap((game): Phrase[] => [
    [say(lang, `game.${game}`), `game:${game}`],
    ...levelsOf(game).flatMap((level): Phrase[] => {
      const n = levelNumber(game, level);
      const name = say(lang, `level.${game}.${n}` as Key);
      // Tic-tac-toe shows its levels as others than the library has.
      const code = n === level ? `level:${level}` : `game:${game} level:${level}`;
      return [
        [name, `level:${level}`],
        [say(lang, "player.level", { name, n }), code],
      ];
    }),
    ...SIDES.map((side): Phrase => {
      return [say(lang, "result.won", { side: sideName(lang, game, side) }), `winner:${NAMES[game][side]}`];
    }),
  ]),
  ...levelsOf("xiangqi").map((n): Phrase => [say(lang, "level.n", { n }), `rank:${n}`]),
  [say(lang, "result.drawn"), "result:draw"],
  [say(lang, "result.abandoned"), "result:*"],
  [say(lang, "result.none"), "result:*"],
  [say(lang, "library.result.first"), "result:1-0"],
  [say(lang, "library.result.second"), "result:0-1"],
];

/** The words that a text lists. */
const words = (lang: Lang, key: Key, code: string): Phrase[] =>
  say(lang, key)
    .split(/, |、/)
    .map((word): Phrase => [word, code]);

/** "Red resigned", 认输, and what else players call the reason. */
function reasonPhrases(lang: Lang, reason: (typeof REASONS)[number]): Phrase[] {
  const code = `reason:${reason}`;
  const text = say(lang, `reason.${reason}`);
  const phrases: Phrase[] = words(lang, `search.reason.${reason}` as Key, code);
  const role = /\{(winner|loser)\}/.exec(text)?.[1];
  if (role === undefined) return [...phrases, [text, code]];
  const bare = text.replace(/^\{\w+\}(?!’)/, "");
  if (bare !== text) phrases.push([bare, code]);
  for (const game of GAMES)
    for (const side of SIDES) {
      const named = text.replace(/\{\w+\}/, sideName(lang, game, side));
      phrases.push([named, `${role}:${NAMES[game][side]} ${code}`]);
    }
  return phrases;
}

/** Lower case, without the stop at the end, and without spaces beside Han characters: 第3级 is 第 3 级. */
const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[.。]$/, "")
    .replace(/\s+/g, " ")
    .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, "");

/** A field with its value, which may be in quotation marks: `event:"Five Rams Cup"`, 棋手：徐天红. */
const FIELD =
  /(?<=^|[\s，、；])(?<name>\p{L}[\p{L} ]*)[:：](?:["“「](?<quoted>[^"”」]*)["”」]?|(?<bare>[^\s"“「]\S*))/gu;

/** The names of the fields in every language, and the library's own. */
function fieldNames(langs: readonly Lang[]): Map<string, string> {
  const own = FIELDS.map((field): [string, string] => [field, field]);
  const named = langs.flatMap((lang) =>
    FIELDS.flatMap((field) =>
      words(lang, `search.field.${field}`, field).map(([name]): [string, string] => [plain(name), field]),
    ),
  );
  return new Map([...named, ...own]);
}

/** The result of a side as the words of a result name it: `winner:red`. */
const isResult = (code: string | undefined): code is string => /^(?:result|winner):\S+$/.test(code ?? "");

/** A field as the library takes it. Its value may be a phrase: 结果：红方胜, game:五子棋. */
function fieldAsCode(field: string, value: string, codes: ReadonlyMap<string, string>): string {
  const code = codes.get(plain(value));
  if (field === "result" && isResult(code)) return code;
  const side = LANGS.flatMap((lang) =>
    GAMES.flatMap((game) =>
      SIDES.filter((side) => plain(sideName(lang, game, side)) === plain(value)).map(
        (side) => NAMES[game][side],
      ),
    ),
  )[0];
  if (side !== undefined && field === "result") return `winner:${side}`;
  if (code?.startsWith(`${field}:`) && !code.includes(" ")) return code;
  if (field === "level" && code?.startsWith("rank:")) return code;
  return /\s/.test(value) ? `${field}:"${value}"` : `${field}:${value}`;
}

/**
 * Translates typed words into the library's search words; of several phrases at a place the longest counts. The texts
 * must be loaded.
 */
export function searchText(lang: Lang, typed: string): string {
  // The window's own language comes last and so precedes.
  const langs = [...LANGS.filter((other) => other !== lang), lang];
  const phrases = langs.flatMap(phrasesOf).filter(([text]) => text !== "");
  const codes = new Map(phrases.map(([text, code]) => [plain(text), code]));
  const names = fieldNames(langs);
  const out: string[] = [];
  let from = 0;
  for (const { index, 0: whole, groups = {} } of typed.normalize("NFC").matchAll(FIELD)) {
    // A name of several words may follow other words: `li kết quả:…`.
    const parts = (groups.name ?? "").split(" ");
    const at = parts.findIndex((_, start) => names.has(plain(parts.slice(start).join(" "))));
    if (at < 0) continue;
    const before = parts.slice(0, at).join(" ");
    const value = (groups.quoted ?? groups.bare ?? "").trim();
    const field = names.get(plain(parts.slice(at).join(" "))) ?? "";
    out.push(phrasesAsCodes(lang, `${typed.normalize("NFC").slice(from, index)} ${before}`, phrases, codes));
    out.push(fieldAsCode(field, value, codes));
    from = index + whole.length;
  }
  out.push(phrasesAsCodes(lang, typed.normalize("NFC").slice(from), phrases, codes));
  return out.filter((part) => part !== "").join(" ");
}

/** Translates words without fields. */
function phrasesAsCodes(
  lang: Lang,
  typed: string,
  phrases: readonly Phrase[],
  codes: ReadonlyMap<string, string>,
): string {
  const longest = Math.max(...phrases.map(([text]) => text.split(" ").length));
  const parts = datesAsRestrictions(lang, typed)
    .trim()
    .split(/[\s，、；]+/);
  const out: string[] = [];
  for (let at = 0; at < parts.length;) {
    let taken = Math.min(longest, parts.length - at);
    for (; taken > 0; taken--) {
      const code = codes.get(plain(parts.slice(at, at + taken).join(" ")));
      if (code === undefined) continue;
      out.push(code);
      break;
    }
    if (taken === 0) out.push(parts[at] as string);
    at += Math.max(1, taken);
  }
  return out.join(" ");
}
