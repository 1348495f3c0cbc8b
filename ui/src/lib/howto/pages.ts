// How to play: four pages for each great game and one for tic-tac-toe, each with a board from which a game can begin.
import type { GameKind, SetupCodes } from "../bindings";
import { startOf } from "../game/placement";
import { say, type Lang } from "../i18n/text";

/** A page: its topic, and the game that begins from its board. */
type Page = { title: string; text: string; placement: string; setup: SetupCodes; moves: string[] };

const XIANGQI = [
  null,
  "3k5/9/9/4p4/4P4/4C4/2P6/2N6/4R4/4K4",
  "3k5/4a4/4b4/9/2P6/6p2/9/4B4/4A4/4K4",
  "3k5/R8/1R7/9/9/9/9/9/9/4K4",
];
const GOMOKU = [
  { rule: "freestyle", moves: "h8 g1 i8 i1 j8 k1 k8 m1" },
  { rule: "freestyle", moves: "h8 g1 i8 i1 j8 k1" },
  { rule: "freestyle", moves: "h8 g8 i8 a1 j8 c1 k7 e1 k6 g1" },
  { rule: "renju", moves: "f8 a1 g8 c1 h9 e1 h10 g1" },
];
const SIZE = 15;

/** The pages of a game in `lang`. */
export function pagesOf(lang: Lang, game: GameKind): Page[] {
  if (game === "tictactoe")
    return [
      {
        title: say(lang, "howto.tictactoe.1.title"),
        text: say(lang, "howto.tictactoe.1.text"),
        placement: "x1o/1x1/2o",
        setup: { game, rule: "" },
        moves: ["b2", "c1", "a3", "c3"],
      },
    ];
  if (game === "xiangqi") {
    return XIANGQI.map((board, page) => ({
      ...textsOf(lang, game, page),
      placement: board ?? startOf("xiangqi", SIZE),
      setup: { game, rule: "asian", start: board && `${board} w - - 0 1` },
      moves: [],
    }));
  }
  return GOMOKU.map(({ rule, moves }, page) => ({
    ...textsOf(lang, game, page),
    placement: stonesOf(moves.split(" ")),
    setup: { game, rule, size: SIZE, opening: null },
    moves: moves.split(" "),
  }));
}

function textsOf(lang: Lang, game: "xiangqi" | "gomoku", page: number) {
  const key = `howto.${game}.${(page + 1) as 1 | 2 | 3 | 4}` as const;
  return { title: say(lang, `${key}.title`), text: say(lang, `${key}.text`) };
}

/** The board after `moves`, row by row from the top. */
function stonesOf(moves: readonly string[]): string {
  return Array.from({ length: SIZE }, (_, row) =>
    Array.from({ length: SIZE }, (_, column) => {
      const at = moves.indexOf(`${String.fromCharCode(97 + column)}${SIZE - row}`);
      return at < 0 ? "1" : at % 2 === 0 ? "x" : "o";
    })
      .join("")
      .replace(/1+/g, (empty) => String(empty.length)),
  ).join("/");
}
