// The ground of the backend in memory: its options, the recorded calls, the settings, and the words to the page.
import type {
  AnnouncementRoute,
  Refusal,
  SalvageState,
  Settings,
  SoundName,
  Unfinished,
  UnfinishedClass,
  Word,
} from "../bindings";
import type { Backend } from "./backend";
import { DEFAULT_SETTINGS } from "./fixtures";
import { MemoryEngines, type MemoryEnginesOptions } from "./memory-engines";
import { MemoryTournaments } from "./memory-tournaments";

export type MemoryOptions = {
  /** Whether no setting has been chosen yet. */
  first?: boolean;
  /** The salvage of a damaged library. */
  salvage?: SalvageState;
  announcements?: AnnouncementRoute;
  /** Whether a backup, a restore or a move goes on until it is cancelled. */
  longWork?: boolean;
  settings?: Partial<Settings>;
  unfinished?: Unfinished[];
  unfinishedClass?: UnfinishedClass;
  /** The thinking time of the scripted engine. */
  thinkMs?: number;
  /** The duration of a review. */
  reviewMs?: number;
  games?: number;
  nowMs?: number;
  /** Makes a method fail, by name, to test errors. */
  fail?: Partial<Record<keyof Backend, Refusal>>;
  /** The reason why a finished game cannot be saved in the library. */
  unsaved?: Refusal;
  /** The start time of new games; earlier than that of the library's games for resumed ones. */
  begunAtMs?: number;
} & MemoryEnginesOptions;

export const fault = (
  code: string,
  message: string,
  at: string | null = null,
  points: string[] = [],
): Refusal => ({
  code,
  message,
  at,
  points,
  obstacles: [],
});

/** A refusal with its code as the message. */
export const refused = (code: string): Refusal => fault(code, code);

export class MemoryShell {
  /** The recorded calls, for assertions. */
  readonly calls: string[] = [];
  /** The texts that the window announced. */
  readonly announced: string[] = [];
  readonly sounds: SoundName[] = [];
  settings: Settings;
  readonly engines: MemoryEngines;
  readonly tournaments: MemoryTournaments;
  protected readonly options: MemoryOptions;
  #listeners = new Set<(word: Word) => void>();

  constructor(options: MemoryOptions = {}) {
    this.options = options;
    this.settings = { ...DEFAULT_SETTINGS, ...options.settings };
    this.engines = new MemoryEngines(options, (word) => this.say(word));
    this.tournaments = new MemoryTournaments((news) => this.say({ kind: "tournament", news }));
  }

  /** Sends a word to the page, as the shell does. */
  say(word: Word): void {
    for (const listener of this.#listeners) listener(word);
  }

  protected check(call: string, method: string = call): void {
    this.calls.push(call);
    const failure = this.options.fail?.[method as keyof Backend];
    if (failure) throw failure;
  }

  protected now(): number {
    return this.options.nowMs ?? Date.now();
  }

  async subscribe(listener: (word: Word) => void): Promise<() => void> {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async announce(text: string): Promise<void> {
    this.announced.push(text);
  }

  async noticesSeen(): Promise<void> {
    this.calls.push("noticesSeen");
  }

  async saveSettings(settings: Settings): Promise<void> {
    this.check("saveSettings");
    this.settings = settings;
  }

  async playSound(name: SoundName): Promise<void> {
    this.sounds.push(name);
  }

  async about() {
    this.check("about");
    return { version: "0.1.0", notices: "LXGW WenKai — SIL Open Font License 1.1\nSvelte — MIT\n" };
  }

  async showInFolder(path: string): Promise<void> {
    this.check(`showInFolder ${path}`, "showInFolder");
  }

  async openLicences(): Promise<void> {
    this.check("openLicences");
  }

  async diagnostics(): Promise<string> {
    this.check("diagnostics");
    return "Duiyi 0.1.0\nLog: in memory\n";
  }

  async closeWindow(): Promise<void> {
    this.check("closeWindow");
  }

  /** Sends the word of a window that is about to close, for tests. */
  beginToClose(): void {
    for (const listener of this.#listeners) listener({ kind: "closing" });
  }

  /** Sends the word of a window that cannot be closed, for tests. */
  refuseToClose(refusal: Refusal): void {
    for (const listener of this.#listeners) listener({ kind: "unsaved", refusal });
  }

  async giveUpUnsaved(): Promise<void> {
    this.check("giveUpUnsaved");
    const { fail = {} } = this.options;
    for (const method of Object.keys(fail) as (keyof Backend)[])
      if (fail[method]?.code.startsWith("unsaved")) delete fail[method];
  }
}
