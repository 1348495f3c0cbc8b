// The differences between two placements, so that a board can animate a move.

import { type Man, type Placement, EMPTY, sameMan, samePlacement } from "./placement";

/** A piece that moved from one square to another. */
export type Slide = { from: string; to: string; man: Man };

/** The pieces that slide, fade out, and appear. */
export type Motion = { slides: Slide[]; gone: [string, Man][]; came: [string, Man][] };

/** More changes are a jump in the game, shown at once: two changes cover the undo of two moves. */
const CHANGES_MAX = 2;

/** Moves that follow faster than this are not animated: the person is leafing through a game. */
const QUICK_MS = 150;

const STILL: Motion = { slides: [], gone: [], came: [] };

/** Compares two boards. A vanished piece matches an equal one that appeared; a jump has no motion. */
export function motionBetween(before: Placement, after: Placement): Motion {
  const gone = [...before].filter(([square, man]) => !sameMan(man, after.get(square)));
  const came = [...after].filter(([square, man]) => !sameMan(man, before.get(square)));
  const slides: Slide[] = [];
  for (const arrival of [...came]) {
    const [to, man] = arrival;
    // A stone never moves: removing one and adding one are two events.
    const from = man.letter === null ? -1 : gone.findIndex(([, other]) => sameMan(man, other));
    if (from < 0) continue;
    const [departure] = gone.splice(from, 1);
    came.splice(came.indexOf(arrival), 1);
    if (departure) slides.push({ from: departure[0], to, man });
  }
  const changes = slides.length + came.length;
  if (changes > CHANGES_MAX || gone.length > CHANGES_MAX) return STILL;
  return { slides, gone, came };
}

/** Follows one board. `turn` grows with every new placement, so that each motion is drawn by fresh elements. */
export class MotionTracker {
  #placement: Placement | null = null;
  #motion: Motion = STILL;
  #turn = 0;
  #changedMs = -Infinity;
  readonly #now: () => number;

  /** `now` returns milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The motion that led to `placement`; equal placements give the same result. */
  follow(placement: Placement): { motion: Motion; turn: number } {
    const before = this.#placement;
    if (!before || !samePlacement(before, placement)) {
      const now = this.#now();
      const quick = now - this.#changedMs < QUICK_MS;
      if (before) this.#changedMs = now;
      this.#motion = before && before !== EMPTY && !quick ? motionBetween(before, placement) : STILL;
      this.#placement = placement;
      this.#turn += 1;
    }
    return { motion: this.#motion, turn: this.#turn };
  }
}
