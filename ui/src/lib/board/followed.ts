// The moves of a line, each with what it moves.
import type { MoveRow, Side } from "../bindings";
import type { Placement } from "./placement";

type FollowedMove = { from: string | null; to: string; side: Side; letter: string | null };

/** The moves that can be followed on a board without playing them. */
const FOLLOWED_MAX = 4;

/** Follows the first moves of a line from a placement; a point that a later move uses again ends them. */
export function followed(line: readonly MoveRow[], placement: Placement): FollowedMove[] {
  const men = new Map([...placement].map(([square, man]): [string, string | null] => [square, man.letter]));
  const seen = new Set<string>();
  const moves: FollowedMove[] = [];
  for (const { uci, side } of line.slice(0, FOLLOWED_MAX)) {
    const squares = uci.match(/[a-v]\d{1,2}/g) ?? [];
    const to = squares.at(-1);
    // Two numbers at a point could not be told apart.
    if (to === undefined || seen.has(to)) break;
    const from = squares.length > 1 ? (squares[0] ?? null) : null;
    const letter = (from && men.get(from)) ?? null;
    if (from) men.delete(from);
    men.set(to, letter);
    seen.add(to);
    moves.push({ from, to, side, letter });
  }
  return moves;
}
