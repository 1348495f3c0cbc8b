// Gathers what is to be said about a point, a piece list, the legal moves. The words are in text.ts.

import type { Side } from "../bindings";
import type { BoardProps } from "./props";
import type { CellInfo } from "./text";
import { cellOf, layOut } from "./geometry";
import { type Hand, EMPTY_HAND } from "./input";
import { PIECE_LETTERS, type Placement, parsePlacement } from "./placement";

/** The part of the props that labels depend on. */
export type Described = Omit<BoardProps, "onmove" | "onselect" | "onkey" | "label" | "look" | "sideToMove">;

/** Describes one board; call the result for each square. Indexes once, because a large board has 484 points. */
export function describer(props: Described, placement: Placement, hand: Hand): (square: string) => string {
  const geometry = layOut(props.game, props.size, props.flipped, false);
  const targets = new Set(hand.selected && props.interactive ? props.dests[hand.selected] : []);
  const winning = new Set(props.winningLine);
  const fouls = new Map(props.forbidden.map(({ point, foul }) => [point, foul]));
  const numbers = new Map(props.moveNumbers?.map((point, index) => [point, index + 1]));
  const offered = new Set(props.offers);
  const refused = new Set(props.refusal ? [props.refusal.at, ...props.refusal.points] : []);
  const end = (
    move: { from: string | null; to: string | null } | null,
    square: string,
  ): "from" | "to" | null => (move?.to === square ? "to" : move?.from === square ? "from" : null);

  return (square) => {
    const cell = cellOf(geometry, square) ?? { row: 0, column: 0 };
    const info: CellInfo = {
      game: props.game,
      square,
      file: geometry.files - cell.column,
      rank: geometry.ranks - cell.row,
      man: placement.get(square) ?? null,
      legal: targets.has(square),
      selected: hand.selected === square,
      preview: hand.preview === square,
      lastMove: end(props.lastMove, square),
      check: props.check === square,
      winning: winning.has(square),
      foul: fouls.get(square) ?? null,
      hint: end(props.hint, square),
      refusal: refused.has(square),
      offered: offered.has(square),
      moveNumber: placement.has(square) ? (numbers.get(square) ?? null) : null,
    };
    return props.text.cell(info);
  };
}

/** The label of one point, for live announcements. */
export function cellLabel(props: Described, square: string): string {
  return describer(props, parsePlacement(props.game, props.size, props.placement), EMPTY_HAND)(square);
}

/** What one side has on the board, most valuable first, each as "red cannon, file two, …", for the reading command `pieces`. */
export function pieceLabels(props: Described, side: Side): string[] {
  const placement = parsePlacement(props.game, props.size, props.placement);
  const label = describer(
    { ...props, lastMove: null, hint: null, refusal: null, winningLine: [], forbidden: [], check: null },
    placement,
    EMPTY_HAND,
  );
  return [...placement]
    .filter(([, man]) => man.side === side)
    .sort(([, a], [, b]) => worth(a.letter) - worth(b.letter))
    .map(([square]) => label(square));
}

/** The labels of the squares to which the man on `square` may go, for the reading command `legal`. */
export function targetLabels(props: Described, square: string): string[] {
  const placement = parsePlacement(props.game, props.size, props.placement);
  const label = describer(
    { ...props, lastMove: null, hint: null, refusal: null, check: null },
    placement,
    EMPTY_HAND,
  );
  return (props.dests[props.game === "gomoku" ? "" : square] ?? []).map(label);
}

function worth(letter: string | null): number {
  return PIECE_LETTERS.findIndex((l) => l === letter);
}
