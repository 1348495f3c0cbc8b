// The tools around engines: the list of external engines, their probes, the console and the match.
import type {
  BuiltIn,
  ConsoleLine,
  OptionValue,
  EngineConfig,
  ListedBook,
  MatchSetup,
  MatchProgress,
  Probe,
  EngineProtocol,
  Word,
} from "../bindings";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { Queue } from "../backend/queue";
import { loadArea, say } from "../i18n/text";
import type { EnginesController } from "./engines.svelte";
import { carryOver, collectionName, playedOf, presets, sayProbe, sayScore } from "./texts";

/** The services of the window that engines need. */
type EnginesWindow = Pick<Window, "voice" | "announce" | "note" | "attempt">;

type ConsoleView = { id: string; lines: ConsoleLine[]; cut: boolean };

/** The limit of console lines: more are not readable. */
export const CONSOLE_LINES_MAX = 400;

export class EngineTools {
  /** The opening books in files that a match can use. */
  books = $state.raw<ListedBook[]>([]);
  console = $state.raw<ConsoleView | null>(null);
  /** The result of each engine's last probe; "asking" until it arrives. */
  probes = $state.raw<Record<string, Probe | "asking">>({});
  readonly #backend: Backend;
  readonly #window: EnginesWindow;
  readonly #engines: EnginesController;
  readonly #changes = new Queue();

  constructor(backend: Backend, window: EnginesWindow, engines: EnginesController) {
    this.#backend = backend;
    this.#window = window;
    this.#engines = engines;
  }

  get builtIn(): BuiltIn | null {
    return this.#engines.builtIn;
  }

  get externals(): EngineConfig[] {
    return this.#engines.externals;
  }

  get match(): MatchProgress | null {
    return this.#engines.match;
  }

  load(): Promise<void> {
    return this.#engines.load();
  }

  /** Loads the opening books for a match. */
  lookForBooks(): Promise<void> {
    return this.#window.attempt(async () => {
      const { books } = await this.#backend.listBooks();
      this.books = books.filter(({ game, trouble }) => game !== null && !trouble);
    });
  }

  hear(word: Extract<Word, { kind: "console" | "match" }>): void {
    if (word.kind === "console") this.#hearConsole(word.id, word.lines);
    else if (word.kind === "match") this.#hearMatch(word.match);
  }

  find(id: string): EngineConfig | null {
    return this.#engines.find(id);
  }

  /** Probes a program; null if the call failed. */
  async probe(command: string, protocol: EngineProtocol | null): Promise<Probe | null> {
    const probe = await this.#window.attempt(() => this.#backend.probeEngine(command, protocol));
    if (!probe) return null;
    this.#announce(sayProbe(this.#window.voice.lang, probe));
    return probe;
  }

  /** Probes an engine of the list; its latest identity is saved. */
  async test(id: string, protocol: EngineProtocol | null): Promise<void> {
    const external = this.find(id);
    if (!external || this.probes[id] === "asking") return;
    this.probes = { ...this.probes, [id]: "asking" };
    const probe = await this.probe(external.command, protocol);
    const { [id]: _, ...others } = this.probes;
    this.probes = probe ? { ...others, [id]: probe } : others;
    if (probe?.kind !== "answers") return;
    await this.#change(id, (present) => ({
      ...present,
      protocol: probe.protocol,
      game: probe.game,
      options: carryOver(present.options, probe.options),
    }));
  }

  /** Saves an external engine, new or changed; null if the call failed. */
  async save(external: EngineConfig): Promise<EngineConfig | null> {
    const saved = await this.#window.attempt(() => this.#backend.saveEngine(external));
    if (!saved) return null;
    this.#engines.externals = this.find(saved.id)
      ? this.externals.map((one) => (one.id === saved.id ? saved : one))
      : [...this.externals, saved];
    return saved;
  }

  async add(external: EngineConfig): Promise<boolean> {
    const kept = await this.save({ ...external, id: "" });
    if (kept) this.#window.note(this.#say("engines.kept", { name: kept.name }));
    return kept !== null;
  }

  async rename(id: string, name: string): Promise<void> {
    const before = this.find(id)?.name;
    const wanted = name.trim();
    if (before === undefined || wanted === "" || wanted === before) return;
    if (!(await this.#change(id, (present) => ({ ...present, name: wanted })))) return;
    this.#window.note(this.#say("engines.renamed", { name: wanted }), {
      label: this.#say("engines.undo"),
      run: () => void this.#change(id, (present) => ({ ...present, name: before })),
    });
  }

  async remove(id: string): Promise<void> {
    const external = this.find(id);
    if (!external) return;
    await this.#window.attempt(async () => {
      if (this.console?.id === id) await this.closeConsole();
      await this.#backend.removeEngine(id);
      this.#engines.externals = this.externals.filter((one) => one.id !== id);
      const { [id]: _, ...others } = this.probes;
      this.probes = others;
      this.#window.note(this.#say("engines.removed", { name: external.name }), {
        label: this.#say("engines.undo"),
        run: () => void this.#restore(external),
      });
    });
  }

  async setOption(id: string, option: OptionValue): Promise<void> {
    await this.#change(id, (present) => ({
      ...present,
      options: present.options.map((one) => (one.name === option.name ? option : one)),
    }));
  }

  async resetOptions(id: string): Promise<void> {
    if (await this.#change(id, (present) => ({ ...present, options: presets(present.options) })))
      this.#announce(this.#say("engines.options.wasReset"));
  }

  openConsole(id: string): Promise<void> {
    this.console = { id, lines: [], cut: false };
    return this.#window.attempt(() => this.#backend.openConsole(id));
  }

  send(line: string): Promise<void> {
    return this.#window.attempt(() => this.#backend.sendConsole(line));
  }

  closeConsole(): Promise<void> {
    this.console = null;
    return this.#window.attempt(() => this.#backend.closeConsole());
  }

  /** Opens a dialog to choose an engine's program; null if the person cancels. */
  async chooseProgram(): Promise<string | null> {
    return (await this.#window.attempt(() => this.#backend.pickPath("open"))) ?? null;
  }

  /** Runs an action of an engine, such as Clear Hash: in the process that analyses, else in the console. */
  async press(external: EngineConfig, action: string): Promise<void> {
    await this.#window.attempt(async () => {
      const said = this.#say("engines.options.pressed", { action });
      if (await this.#backend.pressAction(external.id, action)) return this.#window.note(said);
      if (this.console?.id !== external.id) await this.openConsole(external.id);
      await this.send(external.protocol === "ucci" ? `setoption ${action}` : `setoption name ${action}`);
      this.#announce(said);
    });
  }

  /** Starts a match. Its games are one collection of the library, named after the players and the time. */
  startMatch({ setup, players, books, games, moveTime }: Omit<MatchSetup, "collection">): Promise<void> {
    const { lang } = this.#window.voice;
    return this.#window.attempt(async () => {
      const collection = collectionName(lang, setup.game, players, this.externals, new Date());
      await this.#backend.startMatch(setup, players, books, games, moveTime, collection);
    });
  }

  stopMatch(): Promise<void> {
    return this.#window.attempt(() => this.#backend.stopMatch());
  }

  /** Changes an engine after its earlier changes, since a save writes all of it; null if it is gone or the call failed. */
  #change(id: string, change: (present: EngineConfig) => EngineConfig): Promise<EngineConfig | null> {
    return this.#changes.run(async () => {
      const present = this.find(id);
      return present && this.save(change(present));
    });
  }

  async #restore(external: EngineConfig): Promise<void> {
    if (await this.save(external)) this.#announce(this.#say("engines.restored", { name: external.name }));
  }

  #hearConsole(id: string, lines: ConsoleLine[]): void {
    if (this.console?.id !== id) return;
    const all = [...this.console.lines, ...lines];
    const kept = all.slice(-CONSOLE_LINES_MAX);
    this.console = { id, lines: kept, cut: this.console.cut || kept.length < all.length };
  }

  #hearMatch(match: MatchProgress): void {
    const before = this.match;
    this.#engines.match = match;
    if (!before?.running) return;
    const { lang } = this.#window.voice;
    void this.#window.attempt(async () => {
      // A page that was loaded anew during a match has no texts of it yet.
      await loadArea("engines", lang);
      const score = sayScore(lang, match, this.externals);
      if (!match.running) this.#announce(this.#say("match.over", { score }));
      else if (playedOf(match.results) > playedOf(before.results)) this.#announce(score);
    });
  }

  #announce(text: string): void {
    this.#window.announce({ text, urgent: false });
  }

  #say(key: Parameters<typeof say>[1], values: Parameters<typeof say>[2] = {}): string {
    return say(this.#window.voice.lang, key, values);
  }
}
