// The choice of encodings for imported files whose encoding is doubtful.
import type { DoubtfulFiles, EncodingChoice } from "../bindings";
import type { Backend } from "../backend/backend";
import type { Window } from "../app/window";

export class EncodingChoices {
  /** The waiting files by guess, their texts in the chosen encoding. */
  groups = $state.raw<readonly DoubtfulFiles[]>([]);
  /** The chosen encoding of each guess. */
  chosen = $state.raw<Readonly<Record<string, string>>>({});
  readonly #backend: Pick<Backend, "readDoubtful">;
  readonly #window: Pick<Window, "attempt">;

  constructor(backend: Pick<Backend, "readDoubtful">, window: Pick<Window, "attempt">) {
    this.#backend = backend;
    this.#window = window;
  }

  /** The number of waiting files. */
  get files(): number {
    return this.groups.reduce((sum, { files }) => sum + files, 0);
  }

  /** The choices for the backend. */
  get list(): EncodingChoice[] {
    return Object.entries(this.chosen).map(([guess, encoding]) => ({ guess, encoding }));
  }

  /** Shows the waiting files; earlier choices stay. */
  show(groups: readonly DoubtfulFiles[]): void {
    const before = this.chosen;
    this.groups = groups;
    this.chosen = Object.fromEntries(groups.map(({ guess }) => [guess, before[guess] ?? guess]));
    for (const { guess, encoding } of this.list) if (encoding !== guess) void this.choose(guess, encoding);
  }

  clear(): void {
    this.groups = [];
    this.chosen = {};
  }

  /** Reads the files of a guess in another encoding. */
  async choose(guess: string, encoding: string): Promise<void> {
    this.chosen = { ...this.chosen, [guess]: encoding };
    await this.#window.attempt(async () => {
      const samples = await this.#backend.readDoubtful(guess, encoding);
      // A later choice supersedes this one.
      if (this.chosen[guess] !== encoding) return;
      this.groups = this.groups.map((group) => (group.guess === guess ? { ...group, samples } : group));
    });
  }
}
