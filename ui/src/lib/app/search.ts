// The library knows games, levels and results by their codes; people write the words that the window shows them.
import { GLOSSARY, type Term } from "../i18n/glossary";
import { LANGS } from "../i18n/lang";
import { levelNumber, levelsOf } from "../i18n/text";

const GAMES = ["xiangqi", "gomoku", "tictactoe"] as const;
const RESULTS: Record<string, string> = {
  胜: "win",
  勝: "win",
  thắng: "win",
  负: "loss",
  負: "loss",
  thua: "loss",
  和: "draw",
  hòa: "draw",
  和棋: "draw",
  win: "win",
  won: "win",
  loss: "loss",
  lost: "loss",
  draw: "draw",
};

/** Every word of any language that stands for a code, with the library's own way of asking for it. */
const CODES = new Map<string, string>([
  ...Object.entries(RESULTS).map(([word, result]) => [word, `result:${result}`] as const),
  ...LANGS.flatMap((lang) =>
    GAMES.flatMap((game) => [
      [GLOSSARY[`game.${game}`][lang].toLowerCase(), `game:${game}`] as const,
      ...levelsOf(game).map((level) => {
        const name = GLOSSARY[`level.${game}.${levelNumber(game, level)}` as Term][lang];
        return [name.toLowerCase(), `level:${level}`] as const;
      }),
    ]),
  ),
]);

/** What was typed, in the words of the library. */
export function searchText(typed: string): string {
  return typed
    .trim()
    .split(/\s+/)
    .map((word) => CODES.get(word.toLowerCase()) ?? word)
    .join(" ");
}
