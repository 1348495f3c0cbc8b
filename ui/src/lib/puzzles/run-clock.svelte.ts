// The clock of a timed run: counted down between the answers of the shell, which keeps the time.
import type { PuzzleRun } from "../bindings";

const TICK_MS = 100;
/** The shell gives whole milliseconds, and the page's clock may be coarse: the page ends after the shell, never before. */
const LATER_MS = 20;

/** The times left at which the person is told. */
const WARNINGS = { minute: 60_000, seconds: 10_000 } as const;
export type RunWarning = keyof typeof WARNINGS;

type Handlers = {
  onwarn: (warning: RunWarning) => void;
  /** The time is over. */
  onend: () => void;
};

export class RunClock {
  /** Milliseconds left; null without a run in progress. */
  left = $state<number | null>(null);
  #deadline = 0;
  #timer: ReturnType<typeof setInterval> | null = null;
  readonly #handlers: Handlers;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
  }

  /** Takes the time of `run` over; stops without one, or at its end. */
  follow(run: PuzzleRun | null): void {
    if (!run || run.end) return this.stop();
    this.#deadline = performance.now() + run.left + LATER_MS;
    this.left = run.left;
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.left = null;
  }

  #tick(): void {
    const before = this.left ?? 0;
    const now = Math.max(0, this.#deadline - performance.now());
    this.left = now;
    for (const warning of ["minute", "seconds"] as const)
      if (before > WARNINGS[warning] && now <= WARNINGS[warning]) this.#handlers.onwarn(warning);
    if (now > 0) return;
    this.stop();
    this.#handlers.onend();
  }
}
