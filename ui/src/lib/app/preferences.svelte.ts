// What the person chose: the settings in force, and what follows from them for the whole window.
import type { Backend } from "../backend/backend";
import type { Settings } from "../bindings";
import { i18n } from "../i18n/i18n.svelte";
import { resolveLang } from "../i18n/text";
import type { Messages } from "./messages.svelte";

export class Preferences {
  /** Null until the shell has told them. */
  settings = $state.raw<Settings | null>(null);
  systemDark = $state(false);
  readonly #backend: Backend;
  readonly #messages: Messages;

  constructor(backend: Backend, messages: Messages) {
    this.#backend = backend;
    this.#messages = messages;
  }

  /** The settings, once they are known. */
  get ready(): Settings {
    if (!this.settings) throw new Error("the settings are asked for before they were read");
    return this.settings;
  }

  get dark(): boolean {
    const theme = this.settings?.theme ?? "system";
    return theme === "dark" || (theme === "system" && this.systemDark);
  }

  /** Puts settings in force without saving them. */
  use(settings: Settings): void {
    this.settings = settings;
    i18n.lang = resolveLang(settings.language, navigator.languages);
  }

  /** Puts settings in force and keeps them. */
  async change(change: Partial<Settings>): Promise<void> {
    this.use({ ...this.ready, ...change });
    await this.#messages.attempt(() => this.#backend.saveSettings(this.ready));
  }
}
