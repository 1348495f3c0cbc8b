// The program as the window holds it: settings, the screen in view, messages, and the one game session.
import { untrack } from "svelte";
import type {
  ApiError,
  GameKind,
  NewGame,
  Player,
  Replay,
  Settings,
  Side,
  Snapshot,
  Unfinished,
  Word,
} from "../bindings";
import type { Backend } from "../backend/backend";
import { i18n, t } from "../i18n/i18n.svelte";
import { levelName, resolveLang, say, sideName, type Lang } from "../i18n/text";
import { sayError, type Announcement } from "../game/announce";
import { asApiError, GameSession } from "../game/session.svelte";
import { EngineRoom } from "../engines/room.svelte";

export type Screen =
  | { name: "home" }
  | { name: "play" }
  | { name: "library" }
  | { name: "replay"; replay: Replay }
  | { name: "engines" }
  | { name: "settings" };

export type Toast = {
  id: number;
  text: string;
  kind: "note" | "error";
  action: { label: string; run: () => void } | null;
};

/** A note goes by itself; what needs reading or undoing stays longer. */
const NOTE_MS = 6000;
const ERROR_MS = 15000;
/** The largest record that is read; a long game is a few kilobytes. */
const RECORD_BYTES_MAX = 4 * 1024 * 1024;

export class App {
  readonly backend: Backend;
  readonly session: GameSession;
  readonly engines: EngineRoom;
  settings = $state.raw<Settings | null>(null);
  /** Why the shell did not answer at the start. */
  failed = $state.raw<ApiError | null>(null);
  screen = $state.raw<Screen>({ name: "home" });
  unfinished = $state.raw<Unfinished[]>([]);
  toasts = $state.raw<Toast[]>([]);
  /** What the two live regions say. */
  polite = $state("");
  assertive = $state("");
  /** True until the first answer to the question about unfinished games. */
  askResume = $state(false);
  keysOpen = $state(false);
  /** The unfinished game whose guest is gone, while another opponent is offered. */
  gone = $state.raw<{ uid: string; name: string } | null>(null);
  /** Grows when the library changes behind a screen's back. */
  libraryVersion = $state(0);
  systemDark = $state(false);
  #toasts = 0;
  /** The message that refused the last record. */
  #refused: number | null = null;
  #end: (() => void) | null = null;

  constructor(backend: Backend) {
    this.backend = backend;
    this.session = new GameSession(backend, {
      settings: () => this.ready,
      lang: () => i18n.lang,
      announce: (announcement) => this.announce(announcement),
      trouble: (error) => this.trouble(error),
    });
    this.engines = new EngineRoom(backend, {
      lang: () => i18n.lang,
      announce: (announcement) => this.announce(announcement),
      toast: (text, action) => this.toast(text, "note", action),
      attempt: (action) => this.attempt(action),
    });
  }

  /** Asks the shell for what it remembers. */
  async begin(): Promise<void> {
    this.failed = null;
    try {
      const { settings, unfinished, notices, snapshot } = await this.backend.startup();
      this.use(settings);
      this.unfinished = unfinished;
      this.askResume = unfinished.length > 0 && snapshot === null;
      if (snapshot) {
        this.session.take(snapshot);
        this.screen = { name: "play" };
      }
      this.#end = await this.backend.subscribe((word) => this.#hear(word));
      await this.engines.load();
      for (const notice of notices) this.toast(sayError(i18n.lang, notice), "error");
    } catch (thrown) {
      const error = asApiError(thrown);
      if (this.settings) this.trouble(error);
      else {
        i18n.lang = resolveLang("system", navigator.languages);
        this.failed = error;
      }
    }
  }

  #hear(word: Word): void {
    if (word.kind !== "game") return this.engines.hear(word);
    this.session.receive(word.update);
    if (word.update.events.some((event) => event.kind === "saved")) this.libraryVersion++;
  }

  end(): void {
    this.#end?.();
    this.session.close();
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
    await this.attempt(() => this.backend.saveSettings(this.ready));
  }

  show(screen: Screen): void {
    this.screen = screen;
  }

  /** The Play entry: the game on the board if there is one, else the form for a new one. */
  showPlay(): void {
    this.screen = this.session.snapshot ? { name: "play" } : { name: "home" };
  }

  /** Starts a game; a game still on the board stays in the journal and is offered again. Throws when the shell refuses. */
  async start(config: NewGame): Promise<void> {
    const left = this.session.snapshot;
    await this.session.start(config);
    if (left) this.#keep(left);
    this.#refusal(null);
    this.screen = { name: "play" };
  }

  /** Takes up an unfinished game; where its guest is gone, asks who plays instead. `level` is the answer. */
  async resume(uid: string, level: number | null = null): Promise<void> {
    this.askResume = false;
    this.gone = null;
    await this.attempt(async () => {
      const left = this.session.snapshot;
      try {
        await this.session.resume(uid, level);
      } catch (thrown) {
        const error = asApiError(thrown);
        if (error.code !== "guest-gone") throw error;
        this.gone = { uid, name: error.at ?? "" };
        return;
      }
      this.unfinished = this.unfinished.filter((game) => game.uid !== uid);
      if (left) this.#keep(left);
      this.screen = { name: "play" };
    });
  }

  async discard(uid: string): Promise<void> {
    this.askResume = false;
    await this.attempt(async () => {
      await this.backend.discard(uid);
      this.unfinished = this.unfinished.filter((game) => game.uid !== uid);
      this.libraryVersion++;
    });
  }

  async openGame(id: number): Promise<void> {
    await this.attempt(async () => this.show({ name: "replay", replay: await this.backend.loadGame(id) }));
  }

  /** Opens the finished game on the board in the replay screen. */
  async openFinished(uid: string): Promise<void> {
    await this.attempt(async () => {
      const page = await this.backend.listGames({ game: null, text: "", limit: 20, offset: 0 });
      const row = page.rows.find((game) => game.uid === uid);
      if (!row) throw { code: "no-game", message: "The game is not in the library." };
      this.show({ name: "replay", replay: await this.backend.loadGame(row.id) });
    });
  }

  async deleteGame(id: number): Promise<void> {
    await this.attempt(async () => {
      await this.backend.deleteGame(id);
      this.libraryVersion++;
      this.toast(t("library.deleted"), "note", {
        label: t("library.undo"),
        run: () =>
          void this.attempt(async () => {
            await this.backend.restoreGame(id);
            this.libraryVersion++;
            this.announce({ text: t("library.restored"), urgent: false });
          }),
      });
    });
  }

  /** Reads a record someone pasted, dropped or chose, and shows it. */
  async importText(text: string): Promise<void> {
    if (text.trim() === "") return;
    this.#refusal(null);
    try {
      const replay = await this.backend.importRecord(text);
      this.libraryVersion++;
      this.show({ name: "replay", replay });
      this.toast(t("library.imported"), "note");
    } catch (thrown) {
      this.#refusal(this.trouble(asApiError(thrown)));
    }
  }

  async importFile(file: File): Promise<void> {
    if (file.size > RECORD_BYTES_MAX) this.#refusal(this.toast(t("library.tooBig"), "error"));
    else await this.attempt(async () => this.importText(await file.text()));
  }

  announce({ text, urgent }: Announcement): void {
    // The same words twice are read twice only if the text differs. An effect that announces must not follow what was said before.
    const said = untrack(() => (urgent ? this.assertive : this.polite));
    const again = said === text ? `${text}\u00a0` : text;
    if (urgent) this.assertive = again;
    else this.polite = again;
  }

  /** Shows what went wrong and returns the message's number. */
  trouble(error: ApiError): number {
    return this.toast(sayError(i18n.lang, error), "error");
  }

  /** Shows a message and returns its number. */
  toast(text: string, kind: Toast["kind"], action: Toast["action"] = null): number {
    const toast: Toast = { id: ++this.#toasts, text, kind, action };
    this.toasts = [...untrack(() => this.toasts).slice(-2), toast];
    this.announce({ text, urgent: kind === "error" });
    setTimeout(() => this.dismiss(toast.id), kind === "note" && !action ? NOTE_MS : ERROR_MS);
    return toast.id;
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** Runs `action`; a rejection becomes a message. */
  async attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (thrown) {
      this.trouble(asApiError(thrown));
    }
  }

  /** Notes the message that refuses a record; the one before is answered by the next record, and by a game that begins. */
  #refusal(id: number | null): void {
    if (this.#refused !== null) this.dismiss(this.#refused);
    this.#refused = id;
  }

  #keep(left: Snapshot): void {
    if (left.outcome || left.ply === 0) return;
    const { uid, game, rule, size, first, second, ply, placement, clocks } = left;
    const kept: Unfinished = {
      uid,
      game,
      rule,
      size,
      first,
      second,
      plies: ply,
      lastAtMs: Date.now(),
      placement,
      clocks,
    };
    this.unfinished = [kept, ...this.unfinished.filter((other) => other.uid !== uid)];
  }
}

/** What a player is called: a given name, "You", a friend by colour, or a level. */
export function playerName(
  lang: Lang,
  game: GameKind,
  side: Side,
  players: { first: Player; second: Player },
): string {
  const player = players[side];
  if (player.name) return player.name;
  if (player.kind === "engine") {
    const n = player.level ?? 5;
    return say(lang, "player.level", { name: levelName(lang, game, n), n });
  }
  const alone = players[side === "first" ? "second" : "first"].kind !== "human";
  return alone ? say(lang, "player.you") : sideName(lang, game, side);
}

/** How long ago, in words. */
export function ago(lang: Lang, thenMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - thenMs) / 60_000);
  if (minutes < 1) return say(lang, "ago.now");
  if (minutes < 60) return say(lang, "ago.minutes", { n: minutes });
  if (minutes < 1440) return say(lang, "ago.hours", { n: Math.floor(minutes / 60) });
  return say(lang, "ago.days", { n: Math.floor(minutes / 1440) });
}
