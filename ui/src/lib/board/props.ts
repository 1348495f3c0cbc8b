// The interface between a board and its screen.

import type { Label, Mark, ForbiddenPoint, GameKind, LastMove, Settings, Side, Threat } from "../bindings";
import type { Snippet } from "svelte";
import type { Geometry } from "./geometry";
import type { Placement } from "./placement";
import type { BoardText } from "./texts";

/** The names of files on a Xiangqi board: 九八七 and 123 as Chinese books print them, figures for both sides, or letters. */
export type Edge = "han" | "figures" | "letters";

/** The settings of a board. `set` is the drawing of the Xiangqi pieces. */
export type BoardLook = { set: Settings["xiangqiSet"]; edge?: Edge } & Pick<
  Settings,
  | "board"
  | "stones"
  | "coordinates"
  | "legalDots"
  | "animation"
  | "riverFacing"
  | "rotateOpponent"
  | "forbiddenMarks"
  | "confirmPlace"
>;

/** Squares that explain why an attempt was refused: the piece in the way, the lines of a foul. */
export type Refusal = { at: string | null; points: string[] };

/** A move to point at; without `to` only the piece is marked. */
type Hint = { from: string | null; to: string | null };

/** Commands of a focused board: last move, pieces, clocks, attackers, legal moves, type a move, mark this point. */
const READINGS = ["last", "pieces", "clocks", "attackers", "legal", "type", "mark"] as const;
export type Reading = (typeof READINGS)[number];

/** The interface of `Board.svelte`. Squares are a0..i9 in Xiangqi and a1..v22 in Gomoku. */
export type BoardProps = {
  game: GameKind;
  /** Points per side in Gomoku, 5..22; null in Xiangqi. */
  size: number | null;
  placement: string;
  sideToMove: Side;
  /** Legal targets by origin; Gomoku has the one key "". Empty while no person may move. */
  dests: Record<string, string[]>;
  /** False for a read-only board. */
  interactive: boolean;
  /** The second side sits at the bottom. */
  flipped: boolean;
  lastMove: LastMove | null;
  /** Square of the general in check. */
  check: string | null;
  winningLine: string[];
  forbidden: ForbiddenPoint[];
  hint: Hint | null;
  refusal: Refusal | null;
  /** Gomoku: the points played so far in order, if their numbers are shown. */
  moveNumbers: string[] | null;
  /** Gomoku: points offered for the next stone in an opening; one of them will stay. Absent outside an opening. */
  offers?: string[] | undefined;
  /** Gomoku: the points within this distance of the centre are allowed in an opening; null without a limit. */
  zone?: number | null;
  /** Rings and arrows drawn by a person. */
  marks?: readonly Mark[];
  /** Texts and shapes put on points by a person. */
  labels?: readonly Label[];
  /** Drawings over the pieces, below the marks. */
  overlay?: Snippet<[Geometry, Placement]> | undefined;
  /** The start of a mark drawn by keys. */
  marking?: string | null;
  /** The threats, drawn under the marks. */
  threats?: readonly Threat[];
  look: BoardLook;
  /** Accessible name of the grid. */
  label: string;
  text: BoardText;
  /**
   * Receives every attempted move, legal or not (`h2e2`, `h8`); core gives the reason of a refusal. The board shows a
   * legal move at once, and takes it back if the promise ends without a new position: with false at once, otherwise after
   * a moment in which it may come another way.
   */
  onmove: (mv: string) => Promise<boolean> | undefined;
  onselect?: (square: string | null) => void;
  onkey?: (command: Reading, square: string) => void;
  /** Receives a mark drawn with the right button; without this the button returns a picked piece. */
  onmark?: ((mark: Mark) => void) | undefined;
  /** Receives every press on a point of the editor's board, where no piece is picked. */
  onpoint?: ((square: string) => void) | undefined;
  /** Receives a dragged piece of the editor's board: to another point or off the board. */
  ondrag?: (from: string, to: string | null) => void;
};
