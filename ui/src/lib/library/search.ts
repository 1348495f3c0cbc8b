// Translates search words of the window's texts into the library's codes: what a row or a filter shows, in any language
// of the window, finds the row. A phrase may have several words.
import { FAVOURITE, ODDS_TAG, type GameKind, type Side } from "../bindings";
import { presetsOf } from "../game/odds";
import { openingName } from "../game/opening-names";
import {
  LANGS,
  isChinese,
  levelNumber,
  levelsOf,
  loadArea,
  loadLang,
  say,
  sideName,
  type Key,
  type Lang,
  type Values,
} from "../i18n/text";
import { datesAsRestrictions } from "./written-dates";

type Phrase = readonly [text: string, code: string];
type Numbered = { before: string; after: string; code: (n: string) => string };

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

const RULES = {
  xiangqi: ["asian", "chinese", "simple"],
  gomoku: ["freestyle", "standard", "renju", "caro"],
} as const;

/** Scores as records write them. */
const SCORES: readonly Phrase[] = [
  ["1-0", "result:1-0"],
  ["0-1", "result:0-1"],
  ["1/2-1/2", "result:draw"],
  ["½-½", "result:draw"],
  ["*", "result:*"],
];

/** The person here, whose name a row does not have. */
const PERSON = "player:*";

/** A code of the classification of openings. */
const OPENING_CODE = /^[a-e]\d\d$/;

/** The accuracy of both sides: "92 / 85". */
const ACCURACY = /^(\d+|–) \/ (\d+|–)$/;

/** The fields of the library, each with the words that name it in the languages of the window. */
const FIELDS = [
  "player",
  "event",
  "year",
  "opening",
  "moves",
  "accuracy",
  "material",
  "length",
  "result",
  "level",
  "rule",
  "reason",
  "tag",
  "date",
  "game",
] as const;

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
    ...SIDES.flatMap((side) => sidePhrases(lang, game, side)),
    [
      say(lang, "library.versus", {
        first: sideName(lang, game, "first"),
        second: sideName(lang, game, "second"),
      }),
      `game:${game} player:*`,
    ],
    // A single word, as "Cannon", is a word of openings, too; among the tags it is found by the library.
    ...presetsOf(game)
      .map(({ odds }): Phrase => [say(lang, `odds.${odds}`), `tag:${odds}`])
      .filter(([name]) => /[\s\p{Script=Han}]/u.test(name)),
  ]),
  ...RULES.xiangqi.map((rule): Phrase => [say(lang, `rule.xiangqi.${rule}`), `rule:${rule}`]),
  ...RULES.gomoku.map((rule): Phrase => [say(lang, `rule.${rule}`), `rule:${rule}`]),
  [say(lang, "odds.tag"), `tag:${ODDS_TAG}`],
  [say(lang, "library.favourites"), `tag:${FAVOURITE}`],
  [say(lang, "player.you"), PERSON],
  ...levelsOf("xiangqi").map((n): Phrase => [say(lang, "level.n", { n }), `rank:${n}`]),
  [say(lang, "result.drawn"), "result:draw"],
  [say(lang, "result.abandoned"), "result:*"],
  [say(lang, "result.none"), "result:*"],
  [say(lang, "library.result.first"), "result:1-0"],
  [say(lang, "library.result.second"), "result:0-1"],
];

/** 红方胜, and 红胜 as players write it; "Red won", and "Red wins". */
function sidePhrases(lang: Lang, game: GameKind, colour: Side): Phrase[] {
  const name = sideName(lang, game, colour);
  const names = isChinese(lang) ? [name, name.slice(0, 1)] : [name];
  return names.flatMap((side) =>
    (["winner", "loser"] as const).flatMap((role) =>
      words(lang, `search.side.${role}`, `${role}:${NAMES[game][colour]}`, { side }),
    ),
  );
}

/** The texts with a number that a row shows, each with its code for the number. */
const numberedOf = (lang: Lang): Numbered[] =>
  GAMES.flatMap((game) =>
    [1, 2].map((n): Numbered => {
      const text = plain(say(lang, `library.length.${game}`, { n }));
      const [before = "", after = ""] = text.split(String(n));
      return { before, after, code: (length) => `game:${game} length:${length}` };
    }),
  );

/** The words that a text lists. */
const words = (lang: Lang, key: Key, code: string, values: Values = {}): Phrase[] =>
  say(lang, key, values)
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

/** Lower case, without the stop at the end, with the dash of scores, and without spaces beside Han characters: 第3级 is 第 3 级. */
const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[.。]$/, "")
    .replace(/(\d)–(?=\d)/g, "$1-")
    .replace(/[\s，、；]+/g, " ")
    .replace(/(\p{Script=Han}) | (?=\p{Script=Han})/gu, "$1");

/** A field with its value, which may be in quotation marks: `event:"Five Rams Cup"`, 棋手：徐天红. */
const FIELD =
  /(?<space>^|[\s，、；])(?<name>\p{L}[\p{L} ]*)[:：](?:["“「](?<quoted>[^"”」]*)["”」]?|(?<bare>[^\s"“「]\S*))/gu;

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

/** The library's code for a text that a row shows, if it is one. */
type CodeOf = (text: string) => string | undefined;

/** Reads phrases, and the texts with numbers: "12 rounds", "92 / 85", C00. */
function codesOf(langs: readonly Lang[], phrases: readonly Phrase[]): CodeOf {
  const codes = new Map(phrases.map(([text, code]) => [plain(text), code]));
  const numbered = langs.flatMap(numberedOf).toReversed();
  return (text) => {
    const key = plain(text);
    const known = codes.get(key);
    if (known !== undefined) return known;
    if (OPENING_CODE.test(key)) return `opening:${key.toUpperCase()}`;
    const accuracy = ACCURACY.exec(key);
    if (accuracy) return accuracyAsCode(accuracy.slice(1));
    for (const { before, after, code } of numbered) {
      if (!key.startsWith(before) || !key.endsWith(after)) continue;
      const n = key.slice(before.length, key.length - after.length).replace(/[,.]/g, "");
      if (/^\d+$/.test(n)) return code(n);
    }
    return undefined;
  };
}

/** The accuracies of a row, of which a side may lack one. */
function accuracyAsCode(shown: readonly string[]): string | undefined {
  const known = shown.filter((percent) => percent !== "–");
  return known.length > 0 ? known.map((percent) => `accuracy:${percent}`).join(" ") : undefined;
}

/** A field as the library takes it. Its value may be a phrase: 结果：红方胜, game:五子棋. */
function fieldAsCode(field: string, value: string, codeOf: CodeOf): string {
  const code = codeOf(value);
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
 * must be loaded. `openings` are names of openings as the library has them.
 */
export function searchText(lang: Lang, typed: string, openings: Iterable<string>): string {
  // The window's own language comes last and so precedes.
  const langs = [...LANGS.filter((other) => other !== lang), lang];
  const named = [...openings].map((name): Phrase => [openingName(lang, name), `opening:"${name}"`]);
  const phrases = [...langs.flatMap(phrasesOf), ...named].filter(([text]) => text !== "");
  const codeOf = codesOf(langs, [...SCORES, ...phrases]);
  const longest = Math.max(...phrases.map(([text]) => text.split(" ").length));
  const translated = (words: string) => phrasesAsCodes(lang, words, longest, codeOf);
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
    const start = index + (groups.space ?? "").length;
    out.push(translated(`${typed.normalize("NFC").slice(from, start)} ${before}`));
    out.push(fieldAsCode(field, value, codeOf));
    from = index + whole.length;
  }
  out.push(translated(typed.normalize("NFC").slice(from)));
  return out.filter((part) => part !== "").join(" ");
}

/** What stands between the names of two players, in any language. */
const betweenPlayers = (): Set<string> =>
  new Set(["—", ...LANGS.map((lang) => say(lang, "library.versus", { first: "", second: "" }).trim())]);

/** Translates words without fields. */
function phrasesAsCodes(lang: Lang, typed: string, longest: number, codeOf: CodeOf): string {
  const between = betweenPlayers();
  const parts = datesAsRestrictions(lang, typed)
    .trim()
    .split(/[\s，、；]+/);
  const out: string[] = [];
  for (let at = 0; at < parts.length;) {
    let taken = Math.min(longest, parts.length - at);
    for (; taken > 0; taken--) {
      const code = codeOf(parts.slice(at, at + taken).join(" "));
      if (code === undefined) continue;
      // "You" is a name, too: it is the person here alone, or beside an opponent.
      const isAlone =
        taken === parts.length || between.has(parts[at - 1] ?? "") || between.has(parts[at + taken] ?? "");
      if (code === PERSON && !isAlone) continue;
      out.push(code);
      break;
    }
    const isBetween = between.has(parts[at] ?? "") && at > 0 && at < parts.length - 1;
    if (taken === 0 && !isBetween) out.push(parts[at] as string);
    at += Math.max(1, taken);
  }
  return out.join(" ");
}
