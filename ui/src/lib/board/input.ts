// The input on a board as a state machine: taps, drags and key presses in, selection and attempted moves out.
//
// It knows the placement and the targets from core, but no rules. It attempts an illegal target like a legal one, and
// core answers with the reason of the refusal.

import type { GameKind, Side } from "../bindings";
import type { Placement } from "./placement";

/** The board as the input needs it. */
export type BoardState = {
  game: GameKind;
  placement: Placement;
  sideToMove: Side;
  dests: Record<string, string[]>;
  interactive: boolean;
  /** Gomoku: the first tap shows the stone, the second plays it. */
  confirm: boolean;
};

/** `selected` is the picked piece (Xiangqi); `preview` the stone before its second tap (Gomoku). */
export type Hand = { selected: string | null; preview: string | null };

/** The next state, and the attempted move, if any. */
type Act = { hand: Hand; move: string | null };

export const EMPTY_HAND: Hand = { selected: null, preview: null };

/** The distance at which a press becomes a drag, in CSS pixels. */
export const DRAG_THRESHOLD_PX = 3;

/** True while a person may move: core has listed moves. */
export function mayMove(board: BoardState): boolean {
  return board.interactive && Object.keys(board.dests).length > 0;
}

/** True if the square has a piece of the side to move. */
export function isOwn(board: BoardState, square: string): boolean {
  return board.placement.get(square)?.side === board.sideToMove;
}

/** The targets of the picked piece; empty if none is picked. */
export function targetsOf(board: BoardState, hand: Hand): string[] {
  return hand.selected && mayMove(board) ? (board.dests[hand.selected] ?? []) : [];
}

/** A click, a touch or Enter on `square`. */
export function tap(hand: Hand, square: string, board: BoardState): Act {
  if (!mayMove(board)) return still(EMPTY_HAND);
  return board.game === "xiangqi" ? tapPiece(hand, square, board) : tapPoint(hand, square, board);
}

/** A press that becomes a drag picks the piece up; on any other point it does nothing. */
export function lift(hand: Hand, square: string, board: BoardState): Hand {
  if (board.game !== "xiangqi" || !mayMove(board) || !isOwn(board, square)) return hand;
  return { selected: square, preview: null };
}

/** The end of a drag over `square`, or outside the board (null), which only returns the piece. */
export function drop(hand: Hand, square: string | null, board: BoardState): Act {
  if (!mayMove(board) || !hand.selected) return still(EMPTY_HAND);
  if (square === null || square === hand.selected) return still(hand);
  return attempt(hand, square, board);
}

/** The pieces after the move `mv`; null if it is not legal. */
export function expected(mv: string, board: BoardState): Placement | null {
  const [from, to] = board.game === "xiangqi" ? [mv.slice(0, 2), mv.slice(2)] : ["", mv];
  const man = from ? board.placement.get(from) : { side: board.sideToMove, letter: null };
  if (!man || !board.dests[from]?.includes(to)) return null;
  const men = new Map(board.placement);
  men.delete(from);
  return men.set(to, man);
}

/** Drops the state that a new position invalidates: a selection without its piece, a preview on an occupied point. */
export function settle(hand: Hand, board: BoardState): Hand {
  if (!mayMove(board)) return EMPTY_HAND;
  const selected = hand.selected && isOwn(board, hand.selected) ? hand.selected : null;
  const preview = hand.preview && !board.placement.has(hand.preview) ? hand.preview : null;
  return selected === hand.selected && preview === hand.preview ? hand : { selected, preview };
}

function tapPiece(hand: Hand, square: string, board: BoardState): Act {
  if (hand.selected === square) return still(EMPTY_HAND);
  if (isOwn(board, square)) return still({ selected: square, preview: null });
  return hand.selected ? attempt(hand, square, board) : still(EMPTY_HAND);
}

/** A legal move clears the selection; after an illegal one the piece stays picked for another try. */
function attempt(hand: Hand, to: string, board: BoardState): Act {
  const legal = targetsOf(board, hand).includes(to);
  return { hand: legal ? EMPTY_HAND : hand, move: `${hand.selected}${to}` };
}

function tapPoint(hand: Hand, square: string, board: BoardState): Act {
  const legal = board.dests[""]?.includes(square) ?? false;
  if (board.confirm && legal && hand.preview !== square) {
    return still({ selected: null, preview: square });
  }
  return { hand: EMPTY_HAND, move: square };
}

function still(hand: Hand): Act {
  return { hand, move: null };
}
