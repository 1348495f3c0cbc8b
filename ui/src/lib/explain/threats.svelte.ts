// The threats beside a board outside a game against an engine: requested while shown, and always of the current board.
import { untrack } from "svelte";
import type { Threat, ThreatsSeen } from "../bindings";

/** The subject of the threats. */
export type Board = { placement: string; sideToMove: "first" | "second" };

export class Threats {
  /** Whether they are shown. */
  shown = $state(false);
  #board: Board | null = $state.raw(null);
  #seen: ThreatsSeen | null = $state.raw(null);
  readonly #ask: () => Promise<ThreatsSeen>;
  #asking = false;

  /** The threats on the current board; null while they are computed, or hidden. */
  readonly list: readonly Threat[] | null = $derived(
    this.shown && this.#seen && isSame(this.#seen, this.#board) ? this.#seen.threats : null,
  );

  constructor(ask: () => Promise<ThreatsSeen>) {
    this.#ask = ask;
  }

  /** Follows the current board. */
  follow(board: Board | null): void {
    this.#board = board;
    untrack(() => void this.#look());
  }

  toggle(): boolean {
    this.shown = !this.shown;
    void this.#look();
    return this.shown;
  }

  /** One request at a time: after an answer about an older board comes the next request. */
  async #look(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.shown && this.#board && !isSame(this.#seen, this.#board)) {
        const asked = this.#board;
        this.#seen = await this.#ask();
        // The shell has another board than the page: the page will follow it and ask again.
        if (isSame(asked, this.#board) && !isSame(this.#seen, this.#board)) break;
      }
    } catch {
      // Without a game there is nothing to show; the next board asks again.
      this.#seen = null;
    } finally {
      this.#asking = false;
    }
  }
}

export const isSame = (one: Board | null, other: Board | null) =>
  one !== null && other !== null && one.placement === other.placement && one.sideToMove === other.sideToMove;
