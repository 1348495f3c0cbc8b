// Reads a snapshot's `placement` for texts: the pieces, and the part of the board around a point. Geometry only.
import type { GameKind, Side } from "../bindings";
import { XIANGQI_START } from "../bindings";
import { parsePlacement } from "../board/placement";

type Standing = {
  at: string;
  side: Side;
  /** FEN letter, upper case for Red; null for a stone. */ letter: string | null;
};

/** Every piece or stone with its square (a0 … i9) or point (a1 …), row by row from the top. */
export function standing(game: GameKind, placement: string): Standing[] {
  const size = game === "xiangqi" ? null : placement.split("/").length;
  return [...parsePlacement(game, size, placement)].map(([at, { side, letter }]) => ({
    at,
    side,
    letter: letter && side === "first" ? letter.toUpperCase() : letter,
  }));
}

/** The piece or stone on `at`, or null. */
export function letterAt(game: GameKind, placement: string, at: string): string | null {
  return standing(game, placement).find((man) => man.at === at)?.letter ?? null;
}

/** The empty board or the usual start, for the preview of a game not yet begun. */
export function startOf(game: GameKind, size: number): string {
  if (game === "tictactoe") return "3/3/3";
  return game === "xiangqi" ? XIANGQI_START : Array.from({ length: size }, () => String(size)).join("/");
}

/** The board part of a FEN, if it has the right shape. Core decides whether it is valid. */
export function placementOfFen(fen: string): string | null {
  const board = (fen.trim().split(/\s+/)[0] ?? "").replace(
    /[hHeE]/g,
    (c) => ({ h: "n", H: "N", e: "b", E: "B" })[c] ?? c,
  );
  return parsePlacement("xiangqi", null, board).size > 0 ? board : null;
}

type Area = "upperLeft" | "upperRight" | "lowerLeft" | "lowerRight" | "centre";

/** The part of the board around a point, as the person sees it. */
export function areaOf(point: string, size: number, flipped: boolean): Area {
  const middle = (size + 1) / 2;
  let dx = point.charCodeAt(0) - 96 - middle;
  let dy = Number(point.slice(1)) - middle;
  if (flipped) [dx, dy] = [-dx, -dy];
  if (Math.max(Math.abs(dx), Math.abs(dy)) <= size / 8) return "centre";
  return dy >= 0 ? (dx < 0 ? "upperLeft" : "upperRight") : dx < 0 ? "lowerLeft" : "lowerRight";
}
