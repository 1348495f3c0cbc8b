// The games of a list that a person has selected, by their numbers. A range reaches from the row where it began to the
// row in focus, and may pass rows that are not loaded.

/** Returns the numbers of all games of the list, in order. */
export type AskIds = () => Promise<readonly number[]>;

export class Selection {
  /** The numbers of the selected games. */
  ids = $state.raw<ReadonlySet<number>>(new Set());
  /** The row where a range begins. */
  #anchor = 0;
  /** The games that were selected before the range. */
  #before: ReadonlySet<number> = new Set();
  #turn = 0;

  get size(): number {
    return this.ids.size;
  }

  has(id: number): boolean {
    return this.ids.has(id);
  }

  /** Selects a game, or takes it out; a range begins at its row. */
  toggle(index: number, id: number): void {
    const ids = new Set(this.ids);
    if (!ids.delete(id)) ids.add(id);
    this.#put(ids, index);
  }

  /** Selects the rows from where the range began to `index`, beside what was selected before. */
  async extend(index: number, ask: AskIds): Promise<void> {
    const turn = ++this.#turn;
    const all = await ask();
    if (turn !== this.#turn) return;
    const [from, to] = [Math.min(this.#anchor, index), Math.max(this.#anchor, index)];
    this.ids = new Set([...this.#before, ...all.slice(from, to + 1)]);
  }

  async all(ask: AskIds): Promise<void> {
    const turn = ++this.#turn;
    const all = await ask();
    if (turn === this.#turn) this.#put(new Set(all), this.#anchor);
  }

  /** Selects these games and no others. */
  only(ids: readonly number[]): void {
    this.#put(new Set(ids), this.#anchor);
  }

  clear(): void {
    this.#put(new Set(), this.#anchor);
  }

  /** Begins the next range at `index`, if nothing is selected yet. */
  step(index: number): void {
    if (this.ids.size === 0) this.#anchor = index;
  }

  #put(ids: ReadonlySet<number>, anchor: number): void {
    this.#turn++;
    this.ids = ids;
    this.#before = ids;
    this.#anchor = anchor;
  }
}
