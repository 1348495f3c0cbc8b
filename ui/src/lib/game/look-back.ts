// A game in progress as it stood some moves ago: the moves are undone on the present board. Geometry only.
import type { BoardView, CurrentGame, MoveRow } from "../bindings";
import { parsePlacement, writePlacement, type Man, type PieceLetter } from "../board/placement";
import { say, type Lang } from "../i18n/text";
import { written, type Notation } from "./notation";
import { other } from "./reduce";
import { roundOf } from "./rounds";
import { sizeOf } from "./setup";

/** The board after the first `ply` moves. No move can be played on it. */
export function boardAt(game: Pick<CurrentGame, "setup" | "board" | "moves">, ply: number): BoardView {
  const { setup, board, moves } = game;
  const kind = setup.game;
  const size = sizeOf(setup);
  const men = new Map(parsePlacement(kind, size, board.placement));
  for (const row of moves.slice(ply).reverse()) undo(men, row);
  const last = moves[ply - 1] ?? null;
  const sideToMove = last ? other(last.side) : (moves[0]?.side ?? board.sideToMove);
  const general = [...men].find(([, { side, letter }]) => letter === "k" && side === sideToMove);
  return {
    placement: writePlacement(kind, size, men),
    sideToMove,
    destinations: {},
    lastMove: last && { from: last.from, to: last.to },
    check: last?.check ? (general?.[0] ?? null) : null,
    winningLine: [],
    forbidden: [],
    outcome: null,
  };
}

function undo(men: Map<string, Man>, { from, to, side, capture }: MoveRow): void {
  const man = men.get(to);
  men.delete(to);
  if (from === null) return;
  if (man) men.set(from, man);
  if (capture) men.set(to, { side: other(side), letter: capture.toLowerCase() as PieceLetter });
}

/** "Looking at round 12 of 30: C2=5". Xiangqi counts rounds, the other games stones. */
export function sayLook(
  lang: Lang,
  { setup, moves }: Pick<CurrentGame, "setup" | "moves">,
  ply: number,
  notation: Notation,
): string {
  const row = moves[ply - 1];
  if (!row) return say(lang, "play.look.start");
  const secondBegins = moves[0]?.side === "second";
  const number = (at: number) => (setup.game === "xiangqi" ? roundOf(at, secondBegins) : at);
  const key = setup.game === "xiangqi" ? "play.look.round" : "play.look.stone";
  return say(lang, key, {
    n: number(ply),
    of: number(moves.length),
    move: written(row, setup.game, notation),
  });
}
