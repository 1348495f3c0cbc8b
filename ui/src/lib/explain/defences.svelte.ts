// The defences against a win of the other side in Gomoku: searched while the threats are shown, and always of the current board.
import { untrack } from "svelte";
import type { Defences, DefencesSeen, Mark, Threat } from "../bindings";
import { isSame, type Board } from "./threats.svelte";

/** The services of the shell that the search needs. */
type DefenceSearch = { ask: () => Promise<DefencesSeen>; stop: () => Promise<void> };

export class DefenceFinder {
  #board: Board | null = $state.raw(null);
  #seen: DefencesSeen | null = $state.raw(null);
  readonly #search: DefenceSearch;
  #asking = false;

  /** Whether the search for the current board goes on. */
  readonly looking: boolean = $derived(this.#board !== null && !isSame(this.#seen, this.#board));
  /** The defences on the current board; null while they are searched, or without a win of the other side. */
  readonly found: Defences | null = $derived(
    isSame(this.#seen, this.#board) ? (this.#seen?.defences ?? null) : null,
  );
  /** Rings around the defences, of another colour where the search leaves it open. */
  readonly marks: readonly Mark[] = $derived(
    (["holding", "open"] as const).flatMap((kind) =>
      (this.found?.[kind] ?? []).map((to): Mark => ({
        colour: kind === "holding" ? "green" : "yellow",
        from: null,
        to,
      })),
    ),
  );

  constructor(search: DefenceSearch) {
    this.#search = search;
  }

  /** Searches for the defences on a board; null ends the search. */
  follow(board: Board | null): void {
    if (this.#board && !isSame(board, this.#board) && this.#asking) void this.#search.stop().catch(() => {});
    this.#board = board;
    untrack(() => void this.#look());
  }

  /** One request at a time: after an answer about an older board comes the next request. */
  async #look(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.#board && !isSame(this.#seen, this.#board)) {
        const asked = this.#board;
        this.#seen = await this.#search.ask();
        // The shell has another board than the page: the page will follow it and ask again.
        if (isSame(asked, this.#board) && !isSame(this.#seen, this.#board)) break;
      }
    } catch {
      // Without a study there is nothing to show; the next board asks again.
      this.#seen = null;
      this.#board = null;
    } finally {
      this.#asking = false;
    }
  }
}

/** Whether one of the threats wins for the side that is not to move, as far as fours and threes win. */
export const needsDefence = (threats: readonly Threat[], sideToMove: "first" | "second"): boolean =>
  threats.some(({ side, what }) => side !== sideToMove && ["five", "vcf", "vct"].includes(what.kind));
