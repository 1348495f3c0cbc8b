// The lines of an analysis: as text, as arrows by rank, and played out on a board.
import type { FoundLine, MoveRow, SetupCodes } from "../bindings";
import type { Placement } from "../board/placement";
import { sizeOf } from "../game/setup";
import { menOf, placementOf, put, move } from "../study/position-draft";
import { lossOf, tinyWorth } from "./score";

/** A first move to point at, with its strength relative to the best one. */
export type Ranked = {
  rank: number;
  from: string | null;
  to: string;
  /** 1 for the best move; less for a greater loss. */
  strength: number;
  score: string;
};

/** The loss that halves a move's strength, in centipawns. */
const HALVED = 80;

/** The first moves of the lines, best first. */
export function ranked(lines: readonly FoundLine[]): Ranked[] {
  const best = lines[0];
  if (!best) return [];
  return lines.flatMap(({ worth, rows }, index) => {
    const row = rows[0];
    if (!row) return [];
    const strength = 0.5 ** (lossOf(best.worth, worth, row.side) / HALVED);
    return [{ rank: index + 1, from: row.from, to: row.to, strength, score: tinyWorth(worth) }];
  });
}

/** The board after the first `plies` moves of a line. Geometry only: core guarantees that the moves are legal. */
export function playedOut(
  setup: SetupCodes,
  placement: string,
  rows: readonly MoveRow[],
  plies: number,
): string {
  const board = { game: setup.game, size: sizeOf(setup) ?? 0 };
  let men: Placement = menOf(board, placement);
  for (const { from, to, side } of rows.slice(0, plies)) {
    men = from ? move(men, from, to) : put(men, to, { side, letter: null });
  }
  return placementOf({ ...board, men });
}

/** The only piece between two points of a line, if there is exactly one: the screen of a cannon. */
export function screenOf(placement: Placement, from: string, to: string): string | null {
  const [x, y, toX, toY] = [from.charCodeAt(0), Number(from.slice(1)), to.charCodeAt(0), Number(to.slice(1))];
  const [dx, dy] = [Math.sign(toX - x), Math.sign(toY - y)];
  if (dx !== 0 && dy !== 0) return null;
  const between: string[] = [];
  for (let step = 1; x + step * dx !== toX || y + step * dy !== toY; step += 1) {
    const square = `${String.fromCharCode(x + step * dx)}${y + step * dy}`;
    if (placement.has(square)) between.push(square);
  }
  return between.length === 1 ? (between[0] ?? null) : null;
}
