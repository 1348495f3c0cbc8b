// The differences between two placements, so that a board can animate a move.

import { type Man, type Placement, EMPTY, sameMan, samePlacement } from "./placement";

/** A piece that moved from one square to another. */
type Slide = { from: string; to: string; man: Man };

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

/** A board as it is followed: the motion that led to it, a number that grows with every new placement, and the one with which each man came. */
type Followed = { motion: Motion; turn: number; since: ReadonlyMap<string, number> };

/** Follows one board. `turn` grows with every new placement, so that each motion is drawn by fresh elements. */
export class MotionTracker {
  #placement: Placement | null = null;
  #followed: Followed = { motion: STILL, turn: 0, since: new Map() };
  #changedMs = -Infinity;
  readonly #now: () => number;

  /** `now` returns milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * The motion that led to `placement`; equal placements give the same result. The piece of the move `dropped` (`h2e2`) was
   * dragged to its target, so it does not slide.
   */
  follow(placement: Placement, dropped: string | null = null): Followed {
    const before = this.#placement;
    if (before && samePlacement(before, placement)) return this.#followed;
    const now = this.#now();
    const quick = now - this.#changedMs < QUICK_MS;
    if (before) this.#changedMs = now;
    const all = before && before !== EMPTY && !quick ? motionBetween(before, placement) : STILL;
    const motion = { ...all, slides: all.slides.filter(({ from, to }) => from + to !== dropped) };
    const turn = this.#followed.turn + 1;
    const since = new Map(
      [...placement].map(([square, man]) => [
        square,
        sameMan(man, before?.get(square)) ? (this.#followed.since.get(square) ?? turn) : turn,
      ]),
    );
    this.#placement = placement;
    this.#followed = { motion, turn, since };
    return this.#followed;
  }
}
