// The current settings, and their effects on the whole window.
import type { Backend } from "../backend/backend";
import type { Settings } from "../bindings";
import { i18n } from "../i18n/i18n.svelte";
import { isChinese, loadLang, resolveLang, say } from "../i18n/text";
import type { Messages } from "./messages.svelte";

export class Preferences {
  /** Null until the shell has sent them. */
  settings = $state.raw<Settings | null>(null);
  systemDark = $state(false);
  readonly #backend: Backend;
  readonly #messages: Messages;
  readonly #load: typeof loadLang;

  constructor(backend: Backend, messages: Messages, load = loadLang) {
    this.#backend = backend;
    this.#messages = messages;
    this.#load = load;
  }

  /** The settings, once they are loaded. */
  get ready(): Settings {
    if (!this.settings) throw new Error("the settings are asked for before they were read");
    return this.settings;
  }

  get dark(): boolean {
    const theme = this.settings?.theme ?? "system";
    return theme === "dark" || (theme === "system" && this.systemDark);
  }

  /** Applies settings without saving them, once their language is loaded. */
  async use(settings: Settings): Promise<void> {
    await this.#load(resolveLang(settings.language, navigator.languages));
    this.#put(settings);
  }

  /**
   * Begins with what a person can read who has chosen nothing yet. Without Chinese characters in the language, moves are
   * told in WXF; pieces become pictures, or where players know their characters, that is offered.
   */
  async welcome(): Promise<void> {
    if (isChinese(i18n.lang)) return;
    const pictures = { xiangqiSet: "international" } as const;
    await this.change({ notation: "wxf", ...(i18n.lang === "vi" ? {} : pictures) });
    if (i18n.lang === "vi")
      this.#messages.note(say("vi", "welcome.offer"), {
        label: say("vi", "welcome.pictures"),
        run: () => void this.change(pictures),
      });
  }

  /** Applies settings and saves them. If a language cannot be loaded, shows an error and changes nothing. */
  async change(change: Partial<Settings>): Promise<void> {
    if (change.language !== undefined) {
      try {
        await this.#load(resolveLang(change.language, navigator.languages));
      } catch {
        this.#messages.warn(say(i18n.lang, "trouble.load"));
        return;
      }
      // Removes messages in the previous language.
      this.#messages.clear();
    }
    this.#put({ ...this.ready, ...change });
    await this.#messages.attempt(() => this.#backend.saveSettings(this.ready));
  }

  #put(settings: Settings): void {
    this.settings = settings;
    i18n.lang = resolveLang(settings.language, navigator.languages);
  }
}
