// The interface between a board and its screen.

import type { Label, Mark, ForbiddenPoint, GameKind, LastMove, Settings, Side, Threat } from "../bindings";
import type { Snippet } from "svelte";
import type { Geometry } from "./geometry";
import type { Placement } from "./placement";
import type { BoardText } from "./texts";

/** The settings that change how a board looks and feels. `set` is the drawing of the Xiangqi pieces. */
export type BoardLook = { set: Settings["xiangqiSet"] } & Pick<
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

/** A move to point at; with `to` absent only the piece is named. */
export type Hint = { from: string | null; to: string | null };

/** Commands of a focused board: last move, pieces, clocks, attackers, legal moves, type a move, mark this point. */
export const READINGS = ["last", "pieces", "clocks", "attackers", "legal", "type", "mark"] as const;
export type Reading = (typeof READINGS)[number];

/** The whole interface of `Board.svelte`. Squares are a0..i9 in Xiangqi and a1..v22 in Gomoku. */
export type BoardProps = {
  game: GameKind;
  /** Points per side in Gomoku, 5..22; null in Xiangqi. */
  size: number | null;
  placement: string;
  sideToMove: Side;
  /** Legal targets by origin; Gomoku has the one key "". Empty while no person may move. */
  dests: Record<string, string[]>;
  /** False where a board can be read but not played on. */
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
  /** Gomoku: the points played so far in order, when their numbers are shown. */
  moveNumbers: string[] | null;
  /** Gomoku: points offered for the next stone in an opening, of which one will stay. */
  offers?: string[];
  /** Rings and arrows that a person has drawn. */
  marks?: readonly Mark[];
  /** Texts and shapes that a person has put on points. */
  labels?: readonly Label[];
  /** What is drawn over the men, below the marks. */
  overlay?: Snippet<[Geometry, Placement]> | undefined;
  /** Where a mark drawn by keys begins. */
  marking?: string | null;
  /** What threatens, drawn under the marks. */
  threats?: readonly Threat[];
  look: BoardLook;
  /** Accessible name of the grid. */
  label: string;
  text: BoardText;
  /** Every attempt to move, legal or not (`h2e2`, `h8`), so that the core can say why it refuses. */
  onmove: (mv: string) => void;
  onselect?: (square: string | null) => void;
  onkey?: (command: Reading, square: string) => void;
  /** A mark drawn with the right button; without this the button puts a picked piece back. */
  onmark?: (mark: Mark) => void;
  /** A board to be set up: every press on a point comes here, and no man is picked. */
  onpoint?: (square: string) => void;
  /** A man of a board to be set up was dragged, to another point or off the board. */
  ondrag?: (from: string, to: string | null) => void;
};
