// Collects the facts about a point for its label. The texts are in text.ts.

import type { BoardProps } from "./props";
import type { CellInfo } from "./texts";
import type { Hand } from "./input";
import type { Placement } from "./placement";

/** The part of the props that labels depend on. */
export type Described = Pick<
  BoardProps,
  | "game"
  | "dests"
  | "interactive"
  | "flipped"
  | "lastMove"
  | "check"
  | "winningLine"
  | "forbidden"
  | "hint"
  | "refusal"
  | "moveNumbers"
  | "offers"
  | "marks"
  | "marking"
  | "text"
>;

/**
 * Describes one board; call the result for each square. It indexes once, because a large board has 484 points, and reads each
 * of the props once: on a screen they lie behind several others.
 */
export function describer(props: Described, placement: Placement, hand: Hand): (square: string) => string {
  const { game, flipped, lastMove, check, hint, marking, text } = props;
  const targets = new Set(hand.selected && props.interactive ? props.dests[hand.selected] : []);
  const winning = new Set(props.winningLine);
  const fouls = new Map(props.forbidden.map(({ point, foul }) => [point, foul]));
  const numbers = new Map(props.moveNumbers?.map((point, index) => [point, index + 1]));
  const offered = new Set(props.offers);
  const marked = new Set(props.marks?.flatMap(({ from, to }) => (from ? [] : [to])));
  const refused = new Set(props.refusal ? [props.refusal.at, ...props.refusal.points] : []);
  const end = (
    move: { from: string | null; to: string | null } | null,
    square: string,
  ): "from" | "to" | null => (move?.to === square ? "to" : move?.from === square ? "from" : null);

  return (square) => {
    const man = placement.get(square) ?? null;
    const info: CellInfo = {
      game,
      square,
      counting: man?.side ?? (flipped ? "second" : "first"),
      man,
      legal: targets.has(square),
      selected: hand.selected === square,
      preview: hand.preview === square,
      lastMove: end(lastMove, square),
      check: check === square,
      winning: winning.has(square),
      foul: fouls.get(square) ?? null,
      hint: end(hint, square),
      refusal: refused.has(square),
      offered: offered.has(square),
      marked: marked.has(square) || marking === square,
      moveNumber: man ? (numbers.get(square) ?? null) : null,
    };
    return text.cell(info);
  };
}
