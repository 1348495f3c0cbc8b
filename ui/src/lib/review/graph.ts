// The data of the graph of winning chances.
import type { Phase, ReviewedMove } from "../bindings";
import { chanceOf } from "./texts";

/** The chances of the first side in percent, from the start to the last of `plies` moves; null if unknown. */
export function chances(moves: readonly ReviewedMove[], plies: number): (number | null)[] {
  const line: (number | null)[] = Array.from({ length: plies + 1 }, () => null);
  for (const move of moves) if (move.ply <= plies) line[move.ply] = 100 * move.chance;
  const first = moves.find((move) => move.ply === 1);
  if (first) {
    // The mover's chance before the move is the chance after it plus the loss.
    const before = chanceOf(first, first.side) + first.loss;
    line[0] = 100 * (first.side === "first" ? before : 1 - before);
  }
  return line;
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
