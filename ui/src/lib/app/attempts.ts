// The attempts at what is on the board, such as a puzzle or a step of a lesson. The calls run one at a time.
import { asRefusal } from "../backend/errors";
import { Queue } from "../backend/queue";
import type { Refusals } from "../game/refusals";
import type { Window } from "./window";

export class Attempts {
  readonly #window: Pick<Window, "attempt">;
  readonly #queue = new Queue();
  #current = 0;

  constructor(window: Pick<Window, "attempt">) {
    this.#window = window;
  }

  /** The number of the attempt; an answer to an earlier one is to be dropped. */
  get current(): number {
    return this.#current;
  }

  /** Begins another attempt, or leaves what is on the board. */
  next(): void {
    this.#current += 1;
  }

  /** Runs an action after the earlier calls; a rejection becomes a message. */
  run(action: () => Promise<void>): Promise<void> {
    return this.#window.attempt(() => this.#queue.run(action));
  }

  /** Asks about what is on the board; the answer is dropped if the person has left it meanwhile. */
  ask<T>(call: () => Promise<T>, use: (answer: T) => void): Promise<void> {
    const attempt = this.#current;
    return this.run(async () => {
      const answer = await call();
      if (attempt === this.#current) use(answer);
    });
  }

  /** Asks about a move as `ask` does. Returns the reason as a sentence if it is refused, else null. */
  try<T>(
    call: () => Promise<T>,
    use: (answer: T) => void,
    refusals: Pick<Refusals, "refuse">,
  ): Promise<string | null> {
    const attempt = this.#current;
    return this.#queue.run(async () => {
      try {
        const answer = await call();
        if (attempt === this.#current) use(answer);
        return null;
      } catch (thrown) {
        return attempt === this.#current ? refusals.refuse(asRefusal(thrown)) : null;
      }
    });
  }
}
