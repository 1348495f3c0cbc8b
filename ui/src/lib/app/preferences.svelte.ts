// The current settings, and their effects on the whole window.
import type { Backend } from "../backend/backend";
import { Queue } from "../backend/queue";
import type { Settings } from "../bindings";
import { i18n } from "../i18n/i18n.svelte";
import { loadLang, resolveLang, say, type Lang } from "../i18n/text";
import type { Messages } from "./messages.svelte";

/** The pieces and the notation that players of a language know. */
const DEFAULTS = {
  "zh-CN": { xiangqiSet: "traditional", notation: "chinese" },
  "zh-TW": { xiangqiSet: "traditional", notation: "traditional" },
  en: { xiangqiSet: "international", notation: "wxf" },
  vi: { xiangqiSet: "traditional", notation: "vietnamese" },
} as const satisfies Record<Lang, Partial<Settings>>;

const defaultsOf = (lang: Lang): Pick<Settings, "xiangqiSet" | "notation"> => DEFAULTS[lang];

export class Preferences {
  /** Null until the shell has sent them. */
  settings = $state.raw<Settings | null>(null);
  systemDark = $state(false);
  readonly #backend: Backend;
  readonly #messages: Messages;
  readonly #load: typeof loadLang;
  /** The shell runs calls side by side, and the last settings must be the last written. */
  readonly #saves = new Queue();

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
   * Begins with what a person can read who has chosen nothing yet. Where players know the characters of the pieces but
   * may be new to the game, pictures are offered.
   */
  async welcome(): Promise<void> {
    await this.change(defaultsOf(i18n.lang));
    const pictures = { xiangqiSet: "international" } as const;
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
      change = { ...this.#following(resolveLang(change.language, navigator.languages)), ...change };
      // Removes messages in the previous language.
      this.#messages.clear();
    }
    this.#put({ ...this.ready, ...change });
    await this.#messages.attempt(() => this.#saves.run(() => this.#backend.saveSettings(this.ready)));
  }

  /** The pieces and the notation of `lang`, each as far as it is still that of the language before. */
  #following(lang: Lang): Partial<Settings> {
    const [before, after] = [defaultsOf(i18n.lang), defaultsOf(lang)];
    const { xiangqiSet, notation } = this.ready;
    return {
      xiangqiSet: xiangqiSet === before.xiangqiSet ? after.xiangqiSet : xiangqiSet,
      notation: notation === before.notation ? after.notation : notation,
    };
  }

  #put(settings: Settings): void {
    this.settings = settings;
    i18n.lang = resolveLang(settings.language, navigator.languages);
  }
}
