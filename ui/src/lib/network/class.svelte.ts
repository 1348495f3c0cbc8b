// The class of this machine: its guests, their boards, and what the teacher does.
import type {
  ClassState,
  Clocks,
  GameKind,
  GuestGame,
  Player,
  Side,
  UnfinishedClass,
  Word,
} from "../bindings";
import type { Games } from "../app/games.svelte";
import type { Navigation } from "../app/navigation.svelte";
import { choiceOf, newGameOf } from "../app/new-game";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { NO_COACH } from "../game/players";
import { i18n, t } from "../i18n/i18n.svelte";
import { sayClassNews } from "./class-texts";
import { RunningClocks } from "./running-clocks.svelte";

type ClassWindow = Pick<
  Window,
  "settings" | "voice" | "announce" | "note" | "warn" | "attempt" | "libraryChanged"
>;

export class ClassController {
  /** The class; null without an open one. */
  state = $state.raw<ClassState | null>(null);
  /** The class that was cut off and can go on. */
  unfinished = $state.raw<UnfinishedClass | null>(null);
  /** Whether the dialog that asks before the end closes the window, too. */
  closes = $state(false);
  /** Whether the class is shown as a projector shows it. */
  projects = $state(false);
  readonly #clocks = new RunningClocks();
  readonly #backend: Backend;
  readonly #window: ClassWindow;
  readonly #games: Games;
  readonly #navigation: Navigation;

  constructor(
    backend: Backend,
    window: ClassWindow,
    { games, navigation }: { games: Games; navigation: Navigation },
  ) {
    this.#backend = backend;
    this.#window = window;
    this.#games = games;
    this.#navigation = navigation;
  }

  /** The board that is seen large: the watched one. */
  get watched(): GuestGame | null {
    const { state } = this;
    return state?.games.find(({ number }) => number === state.watched) ?? null;
  }

  /** The board for the projector: the watched one, or, where no position is shown, the first one that goes on. */
  get projected(): GuestGame | null {
    const { state, watched } = this;
    if (!state || watched || state.shown) return watched;
    return state.games.find(({ outcome }) => !outcome) ?? state.games[0] ?? null;
  }

  /** The guests who are connected. */
  get here(): number {
    return this.state?.guests.filter(({ isHere }) => isHere).length ?? 0;
  }

  get isPlaying(): boolean {
    return this.state?.games.some(({ outcome }) => !outcome) ?? false;
  }

  /** The clocks of a game at this moment. */
  clocksOf({ clocks }: GuestGame): Clocks | null {
    return this.#clocks.at(clocks);
  }

  /** Takes the class that was open before the page began again. */
  take(state: ClassState): void {
    this.#set(state);
  }

  /** Opens a class for the chosen game of this kind, and shows it. Throws if the shell refuses. */
  async open(game: GameKind, fen: string, waitMinutes: number): Promise<void> {
    const { settings } = this.#window;
    const choice = { ...choiceOf(settings, game), odds: "none" } as const;
    const usual = newGameOf(game, choice, fen, [], () => "first");
    const person: Player = { kind: "human", name: settings.playerName };
    const config = { ...usual, first: person, second: person, coach: NO_COACH };
    const opened = await this.#backend.openClass(config, settings.playerName, waitMinutes, i18n.lang);
    // The news that it is open may have come before.
    this.#set(this.state ?? opened);
    this.show();
  }

  /** Goes on with the class that was cut off, and shows it. */
  goOn(): Promise<void> {
    return this.#window.attempt(async () => {
      const opened = await this.#backend.goOnWithClass(i18n.lang);
      this.unfinished = null;
      this.#set(this.state ?? opened);
      this.show();
    });
  }

  /** Ends the class that was cut off; its games in progress are unfinished games of this machine. */
  giveUp(): Promise<void> {
    return this.#window.attempt(async () => {
      this.#games.unfinished = await this.#backend.giveUpClass();
      this.unfinished = null;
      this.#window.libraryChanged();
      this.#window.note(t("class.ended"));
    });
  }

  /** Shows the screen of the class. */
  show(): void {
    this.#navigation.show({ name: "class" });
  }

  hear({ notice }: Extract<Word, { kind: "class" }>): void {
    const { news, class: state, unfinished } = notice;
    if (unfinished) this.#games.unfinished = unfinished;
    const before = this.state;
    const text = sayClassNews(this.#window.voice, news, before, state);
    this.#set(state.isClosed ? null : state);
    if (news.kind === "closed") this.#closed(text, news.message !== null);
    else if (news.kind === "refused" || news.kind === "damaged") this.#window.warn(text);
    else this.#window.announce({ text, urgent: news.kind === "roundOver" });
  }

  #closed(text: string, hasFailed: boolean): void {
    this.projects = false;
    if (this.#navigation.dialog === "class") this.#navigation.dialog = null;
    if (this.closes) {
      void this.#backend.closeWindow();
      return;
    }
    this.#window.libraryChanged();
    if (this.#navigation.screen.name === "class") this.#navigation.show({ name: "home" });
    if (hasFailed) this.#window.warn(text);
    else this.#window.note(text);
  }

  #set(state: ClassState | null): void {
    this.state = state;
    this.#clocks.receive(state?.games.some(({ clocks }) => clocks?.running) ?? false);
  }

  /** Stops the clocks, when the window closes. */
  close(): void {
    this.#clocks.close();
  }

  /** Pairs the guests who are here: for a Swiss of so many rounds, or everybody with everybody. */
  pair(swissRounds: number | null): Promise<void> {
    return this.#window.attempt(() => this.#backend.pairClass(swissRounds));
  }

  begin(): Promise<void> {
    return this.#window.attempt(() => this.#backend.beginRound());
  }

  decide(number: number, winner: Side | null): Promise<void> {
    return this.#window.attempt(() => this.#backend.decideInClass(number, winner));
  }

  remove(name: string): Promise<void> {
    return this.#window.attempt(() => this.#backend.removeFromClass(name));
  }

  /** Watches a board, or none. Spectators see it, too. */
  watch(number: number | null): Promise<void> {
    return this.#window.attempt(async () => this.#set(await this.#backend.watchInClass(number)));
  }

  /** Shows the position of the study to everybody who does not play, and then each position of its cursor. */
  showStudy(): Promise<void> {
    return this.#window.attempt(async () => this.#set(await this.#backend.showInClass()));
  }

  hide(): Promise<void> {
    return this.#window.attempt(async () => this.#set(await this.#backend.hideInClass()));
  }

  /** Asks whether the class may end; with `closes` the window closes after it. */
  askToEnd(closes: boolean): void {
    this.closes = closes;
    this.#navigation.dialog = "class";
  }

  /** Ends the class; its socket is closed when the news of it come. */
  end(): Promise<void> {
    return this.#window.attempt(() => this.#backend.endClass());
  }

  stay(): void {
    this.closes = false;
    this.#navigation.dialog = null;
  }
}
