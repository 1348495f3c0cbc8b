// The engines that can play: the built-in one and those a person added, with the state of their match.
import type { BuiltIn, EngineConfig, MatchProgress } from "../bindings";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";

export class EnginesController {
  builtIn = $state.raw<BuiltIn | null>(null);
  externals = $state.raw<EngineConfig[]>([]);
  match = $state.raw<MatchProgress | null>(null);
  readonly #backend: Backend;
  readonly #window: Pick<Window, "attempt">;

  constructor(backend: Backend, window: Pick<Window, "attempt">) {
    this.#backend = backend;
    this.#window = window;
  }

  load(): Promise<void> {
    return this.#window.attempt(async () => {
      const { builtIn, externals, match } = await this.#backend.listEngines();
      this.builtIn = builtIn;
      this.externals = externals;
      this.match = match;
    });
  }

  find(id: string): EngineConfig | null {
    return this.externals.find((external) => external.id === id) ?? null;
  }
}
