// The shelf of classical manuals: the list with its filters, and the composition in view.
import type { ClassicRow, ClassicVerdict, ClassicView, ClassicsList } from "../bindings";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { Queue } from "../backend/queue";
import { SearchIndex } from "./search";
import { remarksOf, sayComposition } from "./texts";

/** The services of the window that the classics need. */
type ClassicsWindow = Pick<Window, "voice" | "announce" | "attempt">;

/** What the list is narrowed down to: a verdict, games, or what can be solved and is not. */
export type ClassicFilter = ClassicVerdict | "any" | "games" | "unsolved" | "unjudged";

export class ClassicsController {
  /** All manuals; null until loaded. */
  list = $state.raw<ClassicsList | null>(null);
  solved = $state.raw<ReadonlySet<number>>(new Set());
  text = $state("");
  /** The index of a manual; null for all. */
  manual = $state<number | null>(null);
  filter = $state<ClassicFilter>("any");
  /** The index of the composition in view. */
  index = $state<number | null>(null);
  view = $state.raw<ClassicView | null>(null);
  readonly #backend: Backend;
  readonly #window: ClassicsWindow;
  readonly #queue = new Queue();

  readonly #search: SearchIndex | null = $derived.by(() =>
    this.list ? new SearchIndex(this.#window.voice.lang, this.list) : null,
  );
  /** The indexes of the compositions that match. */
  readonly found: readonly number[] = $derived.by(() => {
    const { list, manual } = this;
    if (!list || !this.#search) return [];
    const matches = this.#search.find(this.text);
    return matches.filter((index) => {
      const row = list.rows[index];
      return row && (manual === null || row.manual === manual) && this.#passes(row, index);
    });
  });
  readonly row: ClassicRow | null = $derived(
    this.index === null ? null : (this.list?.rows[this.index] ?? null),
  );

  constructor(backend: Backend, window: ClassicsWindow) {
    this.#backend = backend;
    this.#window = window;
  }

  get isNarrowed(): boolean {
    return this.text.trim() !== "" || this.manual !== null || this.filter !== "any";
  }

  clear(): void {
    this.text = "";
    this.manual = null;
    this.filter = "any";
  }

  /** Loads the list once, and what is solved. */
  look(): Promise<void> {
    return this.#attempt(async () => {
      this.list ??= await this.#backend.classicsList();
      this.solved = new Set(await this.#backend.solvedClassics());
    });
  }

  /** Shows a composition and announces it. */
  open(index: number): Promise<void> {
    return this.#attempt(async () => {
      const view = await this.#backend.classic(index);
      this.index = index;
      this.view = view;
      const { list, row } = this;
      if (list && row)
        this.#window.announce({ text: sayComposition(this.#window.voice, list, row, view), urgent: false });
    });
  }

  /** Opens the composition in view as a study; `open` shows the study of a call. Rejects if the shell refuses. */
  async read(open: (call: () => ReturnType<Backend["readClassic"]>) => Promise<void>): Promise<void> {
    const { index, row, view } = this;
    if (index === null || !row || !view) return;
    await open(() => this.#backend.readClassic(index, remarksOf(this.#window.voice, row, view)));
  }

  #passes(row: ClassicRow, index: number): boolean {
    switch (this.filter) {
      case "any":
        return true;
      case "games":
        return row.isGame;
      case "unsolved":
        return row.isSolvable && !this.solved.has(index);
      case "unjudged":
        return !row.isGame && row.verdict === null;
      default:
        return row.verdict === this.filter;
    }
  }

  #attempt(wish: () => Promise<void>): Promise<void> {
    return this.#window.attempt(() => this.#queue.run(wish));
  }
}
