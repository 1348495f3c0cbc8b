// A position in the editor: the pieces, and its text form. Core decides whether it is valid.
import {
  PIECES_MAX,
  SIZE_USUAL,
  XIANGQI_START,
  type GameKind,
  type Diagram,
  type SetupCodes,
  type Side,
} from "../bindings";
import {
  parsePlacement,
  writePlacement,
  type Man,
  type PieceLetter,
  type Placement,
} from "../board/placement";
import { placementOfFen, startOf } from "../game/placement";
import { sizeOf } from "../game/setup";

export type Draft = {
  game: GameKind;
  /** The rule's code. */
  rule: string;
  /** Points on a side of a Gomoku board. */
  size: number;
  men: Placement;
  /** The side to move in Xiangqi; in Gomoku the stones determine it. */
  side: Side;
};

export const PALETTE: readonly PieceLetter[] = ["k", "a", "b", "n", "r", "c", "p"];

const linesOf = (draft: Pick<Draft, "game" | "size">) => (draft.game === "xiangqi" ? null : draft.size);

/** The board as text, rows from the top down. */
export const placementOf = (draft: Pick<Draft, "game" | "size" | "men">): string =>
  writePlacement(draft.game, linesOf(draft), draft.men);

/** The whole draft as a text: equal drafts have equal texts. */
export const textOf = (draft: Draft): string =>
  [draft.game, draft.rule, draft.size, placementOf(draft), turnOf(draft)].join(" ");

/** Parses a board; empty if the text is not one. */
export const menOf = (draft: Pick<Draft, "game" | "size">, placement: string): Placement =>
  parsePlacement(draft.game, linesOf(draft), placement);

/** The usual start, or the board without any removable piece: the generals always stay. */
export function boardOf(draft: Pick<Draft, "game" | "size">, which: "start" | "empty"): Placement {
  if (draft.game !== "xiangqi") return new Map();
  return menOf(draft, which === "start" ? XIANGQI_START : "4k4/9/9/9/9/9/9/9/9/4K4");
}

/** The side to move: in Gomoku the colours alternate from Black on. */
export function turnOf(draft: Draft): Side {
  if (draft.game === "xiangqi") return draft.side;
  const black = countOf(draft.men, { side: "first", letter: null });
  return black > countOf(draft.men, { side: "second", letter: null }) ? "second" : "first";
}

function countOf(men: Placement, man: Man): number {
  let count = 0;
  for (const { side, letter } of men.values()) if (side === man.side && letter === man.letter) count += 1;
  return count;
}

/** How many more of a piece may be placed; stones are unlimited. */
export const leftOf = (men: Placement, man: Man): number =>
  man.letter === null ? Infinity : PIECES_MAX[man.letter] - countOf(men, man);

/** The pieces after a press with `man` in the hand, or with none: an equal piece is removed. */
export function put(men: Placement, square: string, man: Man | null): Placement {
  const next = new Map(men);
  const there = men.get(square);
  next.delete(square);
  if (!man || (there?.side === man.side && there.letter === man.letter)) return next;
  if (man.letter === "k") {
    // A side has one general: it moves.
    for (const [at, other] of men) if (other.side === man.side && other.letter === "k") next.delete(at);
  } else if (leftOf(next, man) <= 0) return men;
  next.set(square, man);
  return next;
}

/** The pieces after a drag; without `to`, off the board. */
export function move(men: Placement, from: string, to: string | null): Placement {
  const man = men.get(from);
  if (!man) return men;
  const next = new Map(men);
  next.delete(from);
  if (to !== null) next.set(to, man);
  return next;
}

export const fenOf = (draft: Draft): string =>
  `${placementOf(draft)} ${draft.side === "first" ? "w" : "b"} - - 0 1`;

/** The draft with the board of a FEN; null if it has none. */
export function withFen(draft: Draft, fen: string): Draft | null {
  const placement = placementOfFen(fen);
  if (!placement) return null;
  const side = fen.trim().split(/\s+/)[1] === "b" ? "second" : "first";
  return { ...draft, men: menOf(draft, placement), side };
}

/** The position for core's check. */
export function asked(draft: Draft): Diagram {
  const { game, rule, size } = draft;
  const setup: SetupCodes =
    game === "xiangqi"
      ? { game, rule, start: fenOf(draft) }
      : game === "gomoku"
        ? { game, rule, size }
        : { game, rule };
  return { setup, placement: placementOf(draft), sideToMove: draft.side };
}

/** The board of a study or a new game, to be edited. */
export function draftOf(setup: SetupCodes, placement: string, side: Side): Draft {
  const size = sizeOf(setup) ?? SIZE_USUAL;
  const board = placement || startOf(setup.game, size);
  return {
    game: setup.game,
    rule: setup.rule,
    size,
    men: parsePlacement(setup.game, sizeOf(setup), board),
    side,
  };
}
