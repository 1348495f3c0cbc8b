// Parses and writes the placement of a snapshot. It never throws: an invalid text is an empty board.

import type { GameKind, Side } from "../bindings";
import { squareName } from "./geometry";

/** The letters of the Xiangqi pieces: general, advisor, elephant, horse, chariot, cannon, soldier. */
export const PIECE_LETTERS = ["k", "a", "b", "n", "r", "c", "p"] as const;
export type PieceLetter = (typeof PIECE_LETTERS)[number];

/** One piece or stone. `letter` is null for a stone. */
export type Man = { side: Side; letter: PieceLetter | null };

// An equal piece is the same object, so that it need not be drawn again.
const PIECES: ReadonlyMap<string, Man> = new Map(
  PIECE_LETTERS.flatMap((letter): [string, Man][] => [
    [letter, { side: "second", letter }],
    [letter.toUpperCase(), { side: "first", letter }],
  ]),
);
const STONES: ReadonlyMap<string, Man> = new Map([
  ["x", { side: "first", letter: null }],
  ["o", { side: "second", letter: null }],
]);

/** The pieces by square. */
export type Placement = ReadonlyMap<string, Man>;

export const EMPTY: Placement = new Map();

/** Parses `text`, rows from the top down; a wrong letter, row length or number of rows gives the empty board. */
export function parsePlacement(game: GameKind, size: number | null, text: string): Placement {
  const files = game === "xiangqi" ? 9 : (size ?? 0);
  const ranks = game === "xiangqi" ? 10 : (size ?? 0);
  const rows = (text.trim().split(/\s+/)[0] ?? "").split("/");
  if (rows.length !== ranks) return EMPTY;
  const men = new Map<string, Man>();
  for (const [row, line] of rows.entries()) {
    let file = 0;
    for (const token of line.match(game === "xiangqi" ? /./gu : /\d+|\D/gu) ?? []) {
      if (/^\d/.test(token)) {
        file += Number(token);
        continue;
      }
      const man = game === "xiangqi" ? readPiece(token) : readStone(token);
      if (!man || file >= files) return EMPTY;
      men.set(squareName(game, file, ranks - 1 - row), man);
      file += 1;
    }
    if (file !== files) return EMPTY;
  }
  return men;
}

/** Writes the pieces as `parsePlacement` reads them. */
export function writePlacement(game: GameKind, size: number | null, men: Placement): string {
  const [files, ranks] = game === "xiangqi" ? [9, 10] : [size ?? 0, size ?? 0];
  const rowAt = (rank: number) =>
    Array.from({ length: files }, (_, file) => {
      const man = men.get(squareName(game, file, rank));
      return man ? textOf(man) : "1";
    })
      .join("")
      .replace(/1+/g, (empty) => String(empty.length));
  return Array.from({ length: ranks }, (_, row) => rowAt(ranks - 1 - row)).join("/");
}

function textOf({ side, letter }: Man): string {
  if (letter === null) return side === "first" ? "x" : "o";
  return side === "first" ? letter.toUpperCase() : letter;
}

/** True if both boards have the same pieces. */
export function samePlacement(a: Placement, b: Placement): boolean {
  if (a.size !== b.size) return false;
  for (const [square, man] of a) if (!sameMan(man, b.get(square))) return false;
  return true;
}

/** True if both are of one side and kind; two empty points are equal. */
export function sameMan(a: Man | undefined, b: Man | undefined): boolean {
  return a?.side === b?.side && a?.letter === b?.letter;
}

function readPiece(token: string): Man | null {
  return PIECES.get(token) ?? null;
}

function readStone(token: string): Man | null {
  return STONES.get(token) ?? null;
}
