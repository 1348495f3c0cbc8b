// The games: on the board, unfinished, and in the library.
import type {
  FairGame,
  Fit,
  GameKind,
  LibraryPage,
  Query,
  NewGame,
  NewGameChoice,
  SetupCodes,
  CurrentGame,
  Startup,
  Unfinished,
  Update,
} from "../bindings";
import type { Backend } from "../backend/backend";
import { isBetweenPeople } from "../game/players";
import { humanSide } from "../game/reduce";
import { asRefusal } from "../backend/errors";
import { GameSession } from "../game/session.svelte";
import { t } from "../i18n/i18n.svelte";
import type { StudyController } from "../study/study.svelte";
import { choiceOf } from "./new-game";
import type { Navigation } from "./navigation.svelte";
import type { Window } from "./window";

/** An unfinished game whose external engine is missing, while another opponent is offered. */
type Gone = { uid: string; name: string };

/** A game on the board of a page of the rules. */
type TriedPage = { uid: string; game: GameKind; page: number };

export class Games {
  readonly session: GameSession;
  unfinished = $state.raw<Unfinished[]>([]);
  /** True until the list of unfinished games is loaded. */
  askResume = $state(false);
  gone = $state.raw<Gone | null>(null);
  /** The game that tries out a page of the rules; null without one. */
  tried = $state.raw<TriedPage | null>(null);
  /** Grows when the library changes outside a screen. */
  libraryVersion = $state(0);
  readonly #backend: Backend;
  readonly #window: Window;
  readonly #navigation: Navigation;
  readonly #study: StudyController;
  readonly #goOnAtTable: (game: Unfinished) => void;
  /** The game that is about to begin. */
  #beginning: Promise<CurrentGame> | null = null;

  constructor(
    backend: Backend,
    window: Window,
    navigation: Navigation,
    study: StudyController,
    goOnAtTable: (game: Unfinished) => void,
  ) {
    this.#backend = backend;
    this.#window = window;
    this.#navigation = navigation;
    this.#study = study;
    this.#goOnAtTable = goOnAtTable;
    this.session = new GameSession(backend, window);
  }

  /** Adopts the state from the shell. */
  begin({ unfinished, game }: Startup): void {
    this.unfinished = unfinished;
    this.askResume = unfinished.length > 0 && game === null;
    if (!game) return;
    this.session.take(game);
    this.showBoard();
  }

  hear(update: Update): void {
    this.session.receive(update);
    if (update.events.some((event) => event.kind === "saved")) this.libraryVersion++;
  }

  /** Opens the game on the board if there is one, otherwise the form for a new one. */
  showBoard(): void {
    this.#navigation.show({ name: this.session.snapshot ? "play" : "home" });
  }

  /** Begins a game; the previous one stays in its journal as unfinished. Throws if the shell refuses. */
  async start(config: NewGame): Promise<void> {
    await this.#begin(() => this.#backend.newGame(config));
  }

  /** The level that fits the person, by their last games; null without ratings, or after an error. */
  fit({ game, rule }: Pick<SetupCodes, "game" | "rule">): Promise<Fit | null> {
    return this.#backend.fittingLevel(game, rule).catch(() => null);
  }

  /** The level or odds that make the next game fair; null before enough games, or after an error. */
  fair({ game, rule }: Pick<SetupCodes, "game" | "rule">): Promise<FairGame | null> {
    return this.#backend.fairGame(game, rule).catch(() => null);
  }

  /** A choice with its level resolved, if the opponent follows the person's strength. */
  async settled(setup: SetupCodes, choice: NewGameChoice): Promise<NewGameChoice> {
    const fit = choice.opponent === "auto" ? await this.fit(setup) : null;
    return fit ? { ...choice, level: fit.level } : choice;
  }

  /** Clears the board for a table; `left` was on it. */
  leftForTable(left: CurrentGame | null): void {
    if (left && this.session.snapshot?.uid === left.uid) this.session.clear();
    if (left) this.#keep(left);
  }

  /** Begins the game on the board again with swapped seats. */
  rematch(): Promise<void> {
    return this.#window.attempt(async () => {
      const game = this.session.snapshot;
      if (!game) return;
      await this.#begin(async () => {
        const choice = choiceOf(this.#window.settings, game.setup.game);
        const follows = choice.opponent === "auto" && humanSide(game) !== null;
        return this.#backend.rematch(follows ? (await this.settled(game.setup, choice)).level : null);
      });
    });
  }

  /** Tries out a page of the rules with a game that is not kept. Throws if the shell refuses. */
  async tryOut(config: NewGame, moves: string[], page: Omit<TriedPage, "uid">): Promise<void> {
    const { uid } = await this.#begin(() => this.#backend.tryOut(config, moves));
    this.tried = { uid, ...page };
  }

  /** Begins a game in which moves have been played, and returns its id. Throws if the shell refuses. */
  async startFrom(config: NewGame, moves: string[]): Promise<string> {
    return (await this.#begin(() => this.#backend.beginFrom(config, moves))).uid;
  }

  /** Begins a game and shows it. Until it is there, every call shares it: a second press begins no second game. */
  #begin(begin: () => Promise<CurrentGame>): Promise<CurrentGame> {
    return (this.#beginning ??= this.#begun(begin).finally(() => (this.#beginning = null)));
  }

  async #begun(begin: () => Promise<CurrentGame>): Promise<CurrentGame> {
    const left = this.session.snapshot;
    const snapshot = await begin();
    this.session.take(snapshot);
    if (left) this.#keep(left);
    this.#window.answered();
    this.showBoard();
    return snapshot;
  }

  /** Resumes an unfinished game. If its external engine is missing, asks for a replacement; `level` is the answer. */
  async resume(uid: string, level: number | null = null): Promise<void> {
    const waits = this.unfinished.find((game) => game.uid === uid);
    if (waits?.table) return this.#goOnAtTable(waits);
    this.askResume = false;
    this.gone = null;
    await this.#window.attempt(async () => {
      const left = this.session.snapshot;
      try {
        await this.session.resume(uid, level);
      } catch (thrown) {
        const error = asRefusal(thrown);
        if (error.code !== "engine-gone") throw error;
        this.gone = { uid, name: error.at ?? "" };
        return;
      }
      this.unfinished = this.unfinished.filter((game) => game.uid !== uid);
      if (left) this.#keep(left);
      this.showBoard();
    });
  }

  /** Files an unfinished game in the library without a result, and offers to undo that; `left` was on the board. */
  async discard(uid: string, left?: Unfinished): Promise<void> {
    this.askResume = false;
    const game = left ?? this.unfinished.find((one) => one.uid === uid);
    await this.#window.attempt(async () => {
      await this.#backend.discard(uid);
      this.unfinished = this.unfinished.filter((one) => one.uid !== uid);
      this.libraryVersion++;
      if (game) this.#tellDiscarded(game);
      else this.#window.note(t("resume.discarded"));
    });
  }

  /** Ends a game of two engines: removes it from the board and files it without a result. */
  async stop(): Promise<void> {
    const game = this.session.snapshot;
    if (!game) return;
    await this.#window.attempt(async () => {
      await this.#backend.discard(game.uid);
      this.session.clear();
      this.libraryVersion++;
      this.showBoard();
      if (game.ply > 0) this.#tellDiscarded(leftOf(game));
    });
  }

  #tellDiscarded(game: Unfinished): void {
    this.#window.note(t("resume.discarded"), {
      label: t("library.undo"),
      run: () => void this.#takeBack(game),
    });
  }

  async #takeBack(game: Unfinished): Promise<void> {
    let isDone = false;
    await this.#window.attempt(async () => {
      await this.#backend.takeBackDiscard(game.uid);
      isDone = true;
      this.unfinished = [game, ...this.unfinished];
      this.libraryVersion++;
      this.#window.announce({ text: t("resume.takenBack"), urgent: false });
    });
    // The message has gone, and the game can still be taken back.
    if (!isDone) this.#tellDiscarded(game);
  }

  /** One page of the library; null after an error. */
  async list(query: Query): Promise<LibraryPage | null> {
    return (await this.#window.attempt(() => this.#backend.listGames(query, null))) ?? null;
  }

  /** Opens a game of the library as a study. Returns whether it is in view. */
  open(id: number): Promise<boolean> {
    return this.#toStudy(() => this.#study.open(id));
  }

  /** Opens the finished game on the board as a study, with the board turned as it was. Returns whether it is in view. */
  async openFinished(): Promise<boolean> {
    const { snapshot, flipped } = this.session;
    const id = snapshot?.saved ?? null;
    if (id === null) {
      this.#window.warn(t("end.unsaved"));
      return false;
    }
    return this.#toStudy(async () => {
      await this.#study.open(id);
      this.#study.turnTo(flipped);
    });
  }

  async delete(id: number): Promise<void> {
    await this.#window.attempt(async () => {
      await this.#backend.deleteGame(id);
      this.libraryVersion++;
      this.#window.note(t("library.deleted"), {
        label: t("library.undo"),
        run: () => void this.#restore(id),
      });
    });
  }

  async #toStudy(open: () => Promise<void>): Promise<boolean> {
    const show = () => this.#navigation.showAfter(open, { name: "study" });
    return (await this.#window.attempt(show)) ?? false;
  }

  #restore(id: number): Promise<void> {
    return this.#window.attempt(async () => {
      await this.#backend.restoreGame(id);
      this.libraryVersion++;
      this.#window.announce({ text: t("library.restored"), urgent: false });
    });
  }

  /** Notes a game that was left: one against an engine waits, one of two people goes to the library. */
  #keep(left: CurrentGame): void {
    // The list comes again when a table closes.
    if (left.board.outcome || left.ply === 0 || left.mine || this.tried?.uid === left.uid) return;
    if (isBetweenPeople(left)) {
      void this.discard(left.uid, leftOf(left));
      return;
    }
    this.unfinished = [leftOf(left), ...this.unfinished.filter((other) => other.uid !== left.uid)];
  }
}

/** The game as the list of unfinished games shows it. */
function leftOf(game: CurrentGame): Unfinished {
  const { uid, setup, first, second, clock, coach, odds, ply, board, clocks } = game;
  const lastAtMs = Date.now();
  return {
    uid,
    setup,
    first,
    second,
    clock,
    coach,
    odds: odds ?? null,
    plies: ply,
    lastAtMs,
    placement: board.placement,
    clocks,
    damaged: false,
  };
}
