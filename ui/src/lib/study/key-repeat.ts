/**
 * Leafs through a game while a key is held. Presses come faster than boards are drawn, so what came since the last frame
 * is gone at once: no press is lost, and no board is made that nobody would see.
 */
export class KeyRepeat {
  #plies = 0;
  #frame = 0;
  readonly #step: (plies: number) => void;

  constructor(step: (plies: number) => void) {
    this.#step = step;
  }

  /** Goes this far in the next frame. */
  press(plies: number): void {
    this.#plies += plies;
    this.#frame ||= requestAnimationFrame(() => this.release());
  }

  /** Goes the pending distance now: another key, or none, is pressed. */
  release(): void {
    cancelAnimationFrame(this.#frame);
    const plies = this.#plies;
    this.#plies = this.#frame = 0;
    if (plies !== 0) this.#step(plies);
  }
}
