// The props from the shared surface to the drawing of a board.

import type { Hand } from "../../lib/board/input";
import type { Spot } from "../../lib/board/geometry";
import type { Motion } from "../../lib/board/motion";
import type { Placement } from "../../lib/board/placement";

export type View = {
  /** Unique on the page, for the ids of gradients. */
  uid: string;
  placement: Placement;
  motion: Motion;
  /** Grows with every new placement. */
  turn: number;
  /** The turn in which each man came to its square. */
  since: ReadonlyMap<string, number>;
  hand: Hand;
  /** Where the picked piece may go, as it is drawn: a frame behind the hand. */
  targets: readonly string[];
  /** The dragged piece: its origin, and its position in cells. */
  ghost: { square: string; spot: Spot } | null;
  hovered: string | null;
};
