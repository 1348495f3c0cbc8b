// A part of the window that is loaded on demand and kept.
export class Lazy<T> {
  loaded = $state.raw<T | null>(null);
  failed = $state(false);
  readonly #load: () => Promise<T>;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Loads the part once; `failed` handles an error. */
  async load(): Promise<void> {
    if (this.loaded) return;
    this.failed = false;
    try {
      this.loaded = await this.#load();
    } catch {
      this.failed = true;
    }
  }
}
