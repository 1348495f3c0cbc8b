// The review of many games: begun with a selection, paused, gone on with, ended.
import type { BatchState } from "../bindings";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { t } from "../i18n/i18n.svelte";

/** The seconds for each game. */
export const BUDGETS = [5, 15, 30, 60, 180] as const;

export class ReviewsController {
  /** How far it is; null until the first answer. */
  state = $state.raw<BatchState | null>(null);
  readonly #backend: Backend;
  readonly #window: Pick<Window, "note" | "attempt">;
  readonly #changed: () => void;

  /** `changed` is called when the list has other accuracies. */
  constructor(backend: Backend, window: Pick<Window, "note" | "attempt">, changed: () => void) {
    this.#backend = backend;
    this.#window = window;
    this.#changed = changed;
  }

  /** Whether games wait, or are reviewed. */
  get isOpen(): boolean {
    return (this.state?.waiting ?? 0) > 0;
  }

  async look(): Promise<void> {
    await this.#window.attempt(async () => {
      this.state = await this.#backend.reviews();
    });
  }

  /** Reviews these games, each for so many seconds. */
  async begin(ids: readonly number[], seconds: number): Promise<void> {
    await this.#window.attempt(async () => {
      this.state = await this.#backend.reviewGames([...ids], seconds);
    });
  }

  async pause(on: boolean): Promise<void> {
    await this.#window.attempt(async () => {
      this.state = await this.#backend.pauseReviews(on);
    });
  }

  async cancel(): Promise<void> {
    await this.#window.attempt(async () => {
      this.state = await this.#backend.cancelReviews();
      this.#window.note(t("reviews.cancelled", { n: this.state.reviewed }));
    });
  }

  hear(state: BatchState): void {
    const before = this.state;
    this.state = state;
    if (before && before.reviewed !== state.reviewed) this.#changed();
    if (before?.running && !state.running && state.waiting === 0)
      this.#window.note(t("reviews.done", { n: state.reviewed, skipped: state.skipped }));
  }
}
