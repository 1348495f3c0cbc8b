// The attempts at what is on the board, such as a puzzle or a step of a lesson. The calls run one at a time.
import { Queue } from "../backend/queue";
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

  /** Runs a call after the earlier ones. Its rejection goes to the caller. */
  inTurn<T>(call: () => Promise<T>): Promise<T> {
    return this.#queue.run(call);
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
}
