// The names of points, in one system at a time: by file and rank beside moves that count files, else by coordinates.
import type { GameKind, Side } from "../bindings";
import { isChinese, say, spelled, type Lang } from "../i18n/text";
import { pieceName, type Notation } from "./notation";
import { letterAt } from "./placement";

/** The language and the notation decide how a point is named. */
export type PointVoice = { lang: Lang; notation: Notation };

/** Whether moves are written by coordinates, such as h2e2. */
export const isCoordinate = (notation: Notation): boolean => notation === "uci" || notation === "iccs";

/** The file of a Xiangqi point as `side` counts it, 1 to 9 from its own right. */
export function fileOf(square: string, side: Side): number {
  const column = square.charCodeAt(0) - 97;
  return side === "first" ? 9 - column : column + 1;
}

/** The rank of a Xiangqi point as `side` counts it, 1 to 10 from its own end. */
const rankOf = (square: string, side: Side): number =>
  side === "first" ? Number(square.slice(1)) + 1 : 10 - Number(square.slice(1));

/** The side of a piece by its FEN letter. */
export const ownerOf = (letter: string): Side => (letter === letter.toUpperCase() ? "first" : "second");

/**
 * "file two rank three", 二路第三行, as `owner` counts; "h2" beside coordinates, "H8" in Gomoku. Chinese writes Black's
 * numbers in figures.
 */
export function pointName(
  { lang, notation }: PointVoice,
  game: GameKind,
  square: string,
  owner: Side,
): string {
  if (game !== "xiangqi") return square.toUpperCase();
  if (isCoordinate(notation)) return square;
  const number = (n: number) => (isChinese(lang) && owner === "second" ? String(n) : spelled(lang, n));
  return say(lang, "board.place", {
    file: number(fileOf(square, owner)),
    rank: number(rankOf(square, owner)),
  });
}

/** A point with the piece on it; an empty one as `side` counts. */
export function sayPoint(
  voice: PointVoice,
  { setup, board, side }: { setup: { game: GameKind }; board: { placement: string }; side: Side },
  at: string,
): string {
  const letter = letterAt(setup.game, board.placement, at);
  const square = pointName(voice, setup.game, at, letter ? ownerOf(letter) : side);
  return letter ? say(voice.lang, "say.pieceAt", { piece: pieceName(voice.lang, letter), square }) : square;
}
