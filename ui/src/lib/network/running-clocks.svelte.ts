// The clocks of games that are watched: between two messages the running one goes on here.
import type { Clocks } from "../bindings";
import { clocksAfter } from "../game/clock";

/** The time between two looks at running clocks. */
const TICK_MS = 500;

export class RunningClocks {
  #now = $state(0);
  #receivedAtMs = $state(0);
  #ticker: ReturnType<typeof setInterval> | null = null;

  /** Notes that clocks have come, of which one runs or none. */
  receive(isRunning: boolean): void {
    this.#receivedAtMs = this.#now = performance.now();
    if (isRunning) this.#ticker ??= setInterval(() => (this.#now = performance.now()), TICK_MS);
    else this.close();
  }

  /** The clocks of this moment. */
  at(clocks: Clocks | null | undefined): Clocks | null {
    return clocks ? clocksAfter(clocks, this.#now - this.#receivedAtMs) : null;
  }

  /** Stops them, when the window closes. */
  close(): void {
    if (this.#ticker !== null) clearInterval(this.#ticker);
    this.#ticker = null;
  }
}
