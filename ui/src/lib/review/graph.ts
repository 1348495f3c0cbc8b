// The data of the graph of winning chances.
import type { Phase, ReviewedMove, Side } from "../bindings";
import { chanceOf } from "./texts";

/** The chances of a side in percent, from the start to the last of `plies` moves; null if unknown. */
export function chances(moves: readonly ReviewedMove[], plies: number, side: Side): (number | null)[] {
  const line: (number | null)[] = Array.from({ length: plies + 1 }, () => null);
  for (const move of moves) if (move.ply <= plies) line[move.ply] = 100 * chanceOf(move, side);
  const first = moves.find((move) => move.ply === 1);
  if (first) {
    // The mover's chance before the move is the chance after it plus the loss.
    const before = chanceOf(first, first.side) + first.loss;
    line[0] = 100 * (first.side === side ? before : 1 - before);
  }
  return line;
}

/** A sign to draw: the point on the line that it belongs to, its text, and its weight; heavier ones find a place first. */
type Sign = { x: number; y: number; text: string; weight: number };
/** The area of the signs, and the size of one. */
type SignSpace = { left: number; right: number; top: number; bottom: number; height: number };

/**
 * The centres of signs that cover neither each other nor leave the area: above their point, else below it, else farther
 * away. A sign without a place is left out; its point stays.
 */
export function placeSigns<T extends Sign>(
  signs: readonly T[],
  space: SignSpace,
  widthOf: (text: string) => number,
): (T & { at: { x: number; y: number } })[] {
  const { left, right, top, bottom, height } = space;
  const placed: { x: number; y: number; half: number }[] = [];
  const order = signs.toSorted((a, b) => b.weight - a.weight || a.x - b.x);
  return order.flatMap((sign) => {
    const half = widthOf(sign.text) / 2;
    const x = Math.min(Math.max(sign.x, left + half), right - half);
    const y = [-1, 1, -2, 2, -3, 3]
      .map((steps) => sign.y + steps * height)
      .find(
        (y) =>
          y - height / 2 >= top &&
          y + height / 2 <= bottom &&
          placed.every((one) => Math.abs(one.x - x) >= one.half + half || Math.abs(one.y - y) >= height),
      );
    if (y === undefined) return [];
    placed.push({ x, y, half });
    return [{ ...sign, at: { x, y } }];
  });
}

/** The ply range of each phase. */
export function bands(phases: readonly Phase[]): { phase: Phase; from: number; to: number }[] {
  const all: { phase: Phase; from: number; to: number }[] = [];
  phases.forEach((phase, index) => {
    const last = all.at(-1);
    if (last && last.phase === phase) last.to = index + 1;
    else all.push({ phase, from: index, to: index + 1 });
  });
  return all;
}
