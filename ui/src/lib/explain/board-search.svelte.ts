// A search of the shell that takes seconds and is about one board: its result is always of the board in view.
import { untrack } from "svelte";
import { isSame, type Board } from "./threats.svelte";

/** What the shell found on a board. */
type Seen<Found> = Board & { found: Found | null };

/** The services of the shell that a search needs. */
type SearchCalls<Found> = { ask: () => Promise<Seen<Found>>; stop: () => Promise<void> };

export class BoardSearch<Found> {
  #board: Board | null = $state.raw(null);
  #seen: Seen<Found> | null = $state.raw(null);
  readonly #calls: SearchCalls<Found>;
  #asking = false;
  /** How often the search began anew. */
  #begun = 0;

  /** Whether the search of the board in view goes on. */
  readonly looking: boolean = $derived(this.#board !== null && !isSame(this.#seen, this.#board));
  /** What was found on the board in view; null while it is searched. */
  readonly found: Found | null = $derived(
    isSame(this.#seen, this.#board) ? (this.#seen?.found ?? null) : null,
  );

  constructor(calls: SearchCalls<Found>) {
    this.#calls = calls;
  }

  /** Searches a board; null ends the search. */
  follow(board: Board | null): void {
    if (this.#board && !isSame(board, this.#board)) this.stop();
    this.#board = board;
    untrack(() => void this.#look());
  }

  /** Searches a board anew, also one that was searched. */
  begin(board: Board): void {
    this.stop();
    this.#begun += 1;
    this.#seen = null;
    this.follow(board);
  }

  /** Ends the search in progress, which answers with what it has found so far. */
  stop(): void {
    if (this.#asking) void this.#calls.stop().catch(() => {});
  }

  /** One request at a time: after an answer about an older board comes the next request. */
  async #look(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.#board && !isSame(this.#seen, this.#board)) {
        const [asked, begun] = [this.#board, this.#begun];
        const seen = await this.#calls.ask();
        if (begun !== this.#begun) continue;
        this.#seen = seen;
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
