// The focus among rows of which only those in view are in the page, and only some are loaded.
import { tick, untrack } from "svelte";

type Rows = {
  /** All rows; one that is not loaded is undefined. */
  all: () => readonly unknown[];
  /** The element of a row that takes the focus, if it is in the page. */
  element: (index: number) => HTMLElement | null | undefined;
  scrollTo: (index: number) => void;
  need: (index: number) => void;
};

export class RowFocus {
  /** The row with the last focus; virtual scrolling keeps it mounted. */
  at = $state(0);
  /** The row that takes the focus once it is loaded; until then the row before has it. */
  wanted = $state<number | null>(null);
  readonly #rows: Rows;

  /** For use while a component is set up. */
  constructor(rows: Rows) {
    this.#rows = rows;
    // The wanted row takes the focus, unless the person has moved on.
    $effect(() => {
      const { wanted } = this;
      if (wanted === null || (wanted < rows.all().length && !rows.all()[wanted])) return;
      untrack(() => {
        this.wanted = null;
        const { activeElement } = document;
        if (activeElement === rows.element(this.at) || activeElement === document.body) void this.to(wanted);
      });
    });
  }

  /** The row of the list that is nearest to `index`. */
  nearest(index: number): number {
    return Math.max(0, Math.min(index, this.#rows.all().length - 1));
  }

  /** Focuses the row that is nearest to `index`, now or once it is loaded. */
  async to(index: number): Promise<void> {
    const to = this.nearest(index);
    this.#rows.scrollTo(to);
    this.wanted = this.#rows.all()[to] ? null : to;
    if (this.wanted !== null) return this.#rows.need(this.wanted);
    this.at = to;
    await tick();
    this.#rows.element(to)?.focus({ preventScroll: true });
  }
}
