// Reading a snapshot's `placement`: which letter stands on which square or point. Geometry only.
import type { GameKind, Side } from "../bindings";

export type Standing = { at: string; letter: string };

/** Every piece or stone with its square (a0 … i9) or point (a1 …), row by row from the top. */
export function standing(game: GameKind, placement: string): Standing[] {
  const rows = placement.split("/");
  const found: Standing[] = [];
  rows.forEach((row, index) => {
    const rank = game === "xiangqi" ? rows.length - 1 - index : rows.length - index;
    let file = 0;
    // A run of empty points may have two digits in Gomoku; in Xiangqi it never passes nine.
    for (const token of row.match(/\d+|[a-zA-Z]/g) ?? []) {
      if (/\d/.test(token)) file += Number(token);
      else found.push({ at: `${String.fromCharCode(97 + file++)}${rank}`, letter: token });
    }
  });
  return found;
}

/** What stands on `at`, or null. */
export function letterAt(game: GameKind, placement: string, at: string): string | null {
  return standing(game, placement).find((piece) => piece.at === at)?.letter ?? null;
}

/** The side that owns a letter: Red is upper case; Black stones are x. */
export function ownerOf(game: GameKind, letter: string): Side {
  if (game === "gomoku") return letter === "x" ? "first" : "second";
  return letter === letter.toUpperCase() ? "first" : "second";
}

export const START: Record<GameKind, (size: number) => string> = {
  xiangqi: () => "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
  gomoku: (size) => Array.from({ length: size }, () => String(size)).join("/"),
};

/** The board part of a FEN when it has the shape of one: ten rows of nine. Whether it can be played is the core's to say. */
export function placementOfFen(fen: string): string | null {
  const board = fen.trim().split(/\s+/)[0] ?? "";
  const rows = board.split("/");
  const nine = (row: string) =>
    /^[1-9kabnrcphe]+$/i.test(row) && [...row].reduce((sum, c) => sum + (/\d/.test(c) ? Number(c) : 1), 0) === 9;
  if (rows.length !== 10 || !rows.every(nine)) return null;
  return board.replace(/[hHeE]/g, (c) => ({ h: "n", H: "N", e: "b", E: "B" })[c] ?? c);
}

export type Area = "upperLeft" | "upperRight" | "lowerLeft" | "lowerRight" | "centre";

/** The part of the board a point lies in, as the person sees it. */
export function areaOf(point: string, size: number, flipped: boolean): Area {
  const middle = (size + 1) / 2;
  let dx = point.charCodeAt(0) - 96 - middle;
  let dy = Number(point.slice(1)) - middle;
  if (flipped) [dx, dy] = [-dx, -dy];
  if (Math.max(Math.abs(dx), Math.abs(dy)) <= size / 8) return "centre";
  return dy >= 0 ? (dx < 0 ? "upperLeft" : "upperRight") : dx < 0 ? "lowerLeft" : "lowerRight";
}
