// Start boards for tests and the developer page.
import { XIANGQI_START } from "../bindings";
import type { BoardLook, BoardProps } from "./props";
import { boardText } from "./texts";

export const LOOK: BoardLook = {
  set: "traditional",
  board: "kaya",
  stones: "slate",
  coordinates: true,
  legalDots: true,
  animation: true,
  riverFacing: false,
  rotateOpponent: false,
  forbiddenMarks: true,
  confirmPlace: false,
};

/** Xiangqi before the first move; the right cannon and the left horse may move. */
export const BOARD: BoardProps = {
  game: "xiangqi",
  size: null,
  placement: XIANGQI_START,
  sideToMove: "first",
  dests: { h2: ["e2", "h9"], b0: ["c2"] },
  interactive: true,
  flipped: false,
  lastMove: null,
  check: null,
  winningLine: [],
  forbidden: [],
  hint: null,
  refusal: null,
  moveNumbers: null,
  look: LOOK,
  label: "board",
  text: boardText("en"),
  onmove: () => undefined,
};

/** The pieces after the central cannon. */
export const AFTER_CANNON = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR";
