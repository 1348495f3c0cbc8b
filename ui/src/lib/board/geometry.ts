// The positions of points: square names, cells of the grid as seen, and the plane of the drawing.
//
// The plane is measured in cells, x to the right and y down; its origin is the top left corner of the board.

import { SIZE_MAX, SIZE_USUAL, type GameKind } from "../bindings";

/** A place in the drawing, in cells. */
export type Spot = { x: number; y: number };

/** File and rank counted from zero: file a, Red's back rank or row 1. */
type Point = { file: number; rank: number };

/** Row and column of the grid as drawn, counted from the top left. */
type Cell = { row: number; column: number };

/** The shape of one board as drawn. */
export type Geometry = {
  game: GameKind;
  files: number;
  ranks: number;
  flipped: boolean;
  /** Size of the whole drawing, in cells. */
  width: number;
  height: number;
  /** From the edge of the drawing to the first line, in cells. */
  marginX: number;
  marginY: number;
};

/** Lays a board out; coordinates take room only if they are shown. Xiangqi is 9:10 either way. */
export function layOut(
  game: GameKind,
  size: number | null,
  flipped: boolean,
  coordinates: boolean,
): Geometry {
  if (game === "xiangqi") {
    const [width, height] = coordinates ? [9.9, 11] : [9.18, 10.2];
    return {
      game,
      files: 9,
      ranks: 10,
      flipped,
      width,
      height,
      marginX: (width - 8) / 2,
      marginY: (height - 9) / 2,
    };
  }
  const points = Math.min(SIZE_MAX, Math.max(2, Math.trunc(size ?? SIZE_USUAL)));
  // Marks are inside cells, not on lines: the paper extends by half a cell.
  const inset = game === "tictactoe" ? 0.2 : 0;
  const margin = (coordinates ? 1 : 0.64) - (coordinates ? inset : -inset / 2);
  const side = points - 1 + 2 * margin;
  return {
    game,
    files: points,
    ranks: points,
    flipped,
    width: side,
    height: side,
    marginX: margin,
    marginY: margin,
  };
}

/** Writes a square: Xiangqi counts ranks from 0, Gomoku from 1. */
export function squareName(game: GameKind, file: number, rank: number): string {
  return `${String.fromCharCode(97 + file)}${game === "xiangqi" ? rank : rank + 1}`;
}

/** Parses a square; null if it is not on this board. */
export function pointOf(geometry: Geometry, square: string): Point | null {
  const match = /^([a-z])(\d{1,2})$/.exec(square);
  if (!match) return null;
  const file = square.charCodeAt(0) - 97;
  const rank = Number(match[2]) - (geometry.game === "xiangqi" ? 0 : 1);
  if (file >= geometry.files || rank < 0 || rank >= geometry.ranks) return null;
  return { file, rank };
}

/** The cell of a square; null if it is not on this board. */
export function cellOf(geometry: Geometry, square: string): Cell | null {
  const point = pointOf(geometry, square);
  if (!point) return null;
  const { files, ranks, flipped } = geometry;
  return flipped
    ? { row: point.rank, column: files - 1 - point.file }
    : { row: ranks - 1 - point.rank, column: point.file };
}

/** The square of a cell; null outside the board. */
export function squareAt(geometry: Geometry, { row, column }: Cell): string | null {
  const { game, files, ranks, flipped } = geometry;
  if (row < 0 || row >= ranks || column < 0 || column >= files) return null;
  return flipped ? squareName(game, files - 1 - column, row) : squareName(game, column, ranks - 1 - row);
}

/** The centre of a square in the drawing; the top left point for a square off this board. */
export function spotOf(geometry: Geometry, square: string): Spot {
  const { row, column } = cellOf(geometry, square) ?? { row: 0, column: 0 };
  return { x: geometry.marginX + column, y: geometry.marginY + row };
}

/** The square at a place in the drawing; null in the margin. */
export function squareNear(geometry: Geometry, { x, y }: Spot): string | null {
  return squareAt(geometry, {
    row: Math.round(y - geometry.marginY),
    column: Math.round(x - geometry.marginX),
  });
}

/** All squares row by row as seen, so that the reading order follows the eye. */
export function rowsOf(geometry: Geometry): string[][] {
  return Array.from({ length: geometry.ranks }, (_, row) =>
    Array.from({ length: geometry.files }, (_, column) => squareAt(geometry, { row, column }) ?? ""),
  );
}

/** The initial point of the keyboard's cursor. */
export function centreOf(geometry: Geometry): string {
  const { game, files, ranks } = geometry;
  return squareName(game, Math.floor(files / 2), game === "xiangqi" ? 0 : Math.floor((ranks - 1) / 2));
}

/**
 * The star points of a Gomoku board. 15 has the five of the Renju board, 19 the nine of the Go board; other odd boards
 * have a centre and, if there is room, corners; even boards have no centre and so none.
 */
export function starPoints(size: number): string[] {
  if (size % 2 === 0 || size < 5) return [];
  const middle = (size - 1) / 2;
  const edge = size < 9 ? null : size < 13 ? 2 : 3;
  const name = (file: number, rank: number) => squareName("gomoku", file, rank);
  const stars = [name(middle, middle)];
  if (edge === null) return stars;
  const far = size - 1 - edge;
  stars.push(name(edge, edge), name(edge, far), name(far, edge), name(far, far));
  if (size >= 19) stars.push(name(middle, edge), name(middle, far), name(edge, middle), name(far, middle));
  return stars;
}
