// Translates search words of the window's texts into the library's codes.
import type english from "../i18n/en/glossary.json";
import { levelNumber, levelsOf } from "../i18n/text";

type Glossary = typeof english;
const GLOSSARIES = import.meta.glob<Glossary>("../i18n/*/glossary.json", { eager: true, import: "default" });
const GAMES = ["xiangqi", "gomoku", "tictactoe"] as const;
const RESULTS = ["win", "loss", "draw"] as const;

/** The words of all languages for each code, with the library's search word. */
const CODES = new Map<string, string>(
  Object.values(GLOSSARIES).flatMap((glossary) => [
    ...RESULTS.flatMap((result) =>
      glossary[`search.${result}`].split(" ").map((word) => [word, `result:${result}`] as const),
    ),
    ...GAMES.flatMap((game) => [
      [glossary[`game.${game}`].toLowerCase(), `game:${game}`] as const,
      ...levelsOf(game).map((level) => {
        const name = glossary[`level.${game}.${levelNumber(game, level)}` as keyof Glossary];
        return [name.toLowerCase(), `level:${level}`] as const;
      }),
    ]),
  ]),
);

/** Translates typed words into the library's search words. */
export function searchText(typed: string): string {
  return typed
    .trim()
    .split(/\s+/)
    .map((word) => CODES.get(word.toLowerCase()) ?? word)
    .join(" ");
}
