// Translates search words of the window's texts into the library's codes. A phrase may have several words.
import type { GameKind, Side } from "../bindings";
import type english from "../i18n/en/glossary.json";
import { levelNumber, levelsOf, say, sideName, type Lang } from "../i18n/text";

type Glossary = typeof english;
const GLOSSARIES = import.meta.glob<Glossary>("../i18n/*/glossary.json", { eager: true, import: "default" });
const GAMES = ["xiangqi", "gomoku", "tictactoe"] as const;
const RESULTS = ["win", "loss", "draw"] as const;

/** The sides as the library's `winner:` names them. */
const WINNERS: Record<GameKind, Record<Side, string>> = {
  xiangqi: { first: "red", second: "black" },
  gomoku: { first: "black", second: "white" },
  tictactoe: { first: "x", second: "o" },
};

type Phrase = readonly [text: string, code: string];

/** The words of all languages for each code. */
const GLOSSARY: readonly Phrase[] = Object.values(GLOSSARIES).flatMap((glossary): Phrase[] => [
  ...RESULTS.flatMap((result) =>
    glossary[`search.${result}`].split(" ").map((word): Phrase => [word, `result:${result}`]),
  ),
  ...glossary["search.unfinished"].split(" ").map((word): Phrase => [word, "result:*"]),
  ...GAMES.flatMap((game): Phrase[] => [
    [glossary[`game.${game}`], `game:${game}`],
    ...levelsOf(game).map((level): Phrase => {
      const name = glossary[`level.${game}.${levelNumber(game, level)}` as keyof Glossary];
      return [name, `level:${level}`];
    }),
  ]),
]);

/** What the rows and the filters of the library show for a result, in the language of the window. */
const shown = (lang: Lang): Phrase[] => [
  ...GAMES.flatMap((game) =>
    (["first", "second"] as const).flatMap((side) =>
      (["result.won", "library.result.won"] as const).map((key): Phrase => {
        return [say(lang, key, { side: sideName(lang, game, side) }), `winner:${WINNERS[game][side]}`];
      }),
    ),
  ),
  [say(lang, "result.drawn"), "result:draw"],
  [say(lang, "result.abandoned"), "result:*"],
  [say(lang, "library.result.first"), "result:1-0"],
  [say(lang, "library.result.second"), "result:0-1"],
  [say(lang, "library.result.draw"), "result:draw"],
  [say(lang, "library.result.unfinished"), "result:*"],
];

const plain = (text: string) => text.trim().toLowerCase().replace(/\s+/g, " ");

/** Translates typed words into the library's search words; of several phrases at a place the longest counts. */
export function searchText(lang: Lang, typed: string): string {
  // The window's own texts precede: the same words may stand for less in the glossary.
  const codes = new Map([...GLOSSARY, ...shown(lang)].map(([text, code]) => [plain(text), code]));
  const longest = Math.max(...[...codes.keys()].map((text) => text.split(" ").length));
  const words = typed.trim().split(/\s+/);
  const out: string[] = [];
  for (let at = 0; at < words.length;) {
    let taken = Math.min(longest, words.length - at);
    for (; taken > 0; taken--) {
      const code = codes.get(plain(words.slice(at, at + taken).join(" ")));
      if (code === undefined) continue;
      out.push(code);
      break;
    }
    if (taken === 0) out.push(words[at] as string);
    at += Math.max(1, taken);
  }
  return out.join(" ");
}
