// The tournaments: the one that is shown, the boards in play, and the list of all.
import type {
  EngineConfig,
  OwnOpenings,
  SetupCodes,
  TournamentBoard,
  TournamentChange,
  TournamentEntry,
  TournamentExport,
  TournamentNews,
  TournamentPlan,
  TournamentProgress,
} from "../bindings";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { say } from "../i18n/text";
import { entrantNames, sayLead, tournamentName } from "./tournament";

/** The services of the window that tournaments need. */
type TournamentsWindow = Pick<Window, "voice" | "announce" | "note" | "folderOf" | "attempt">;

export class TournamentsController {
  shown = $state.raw<TournamentProgress | null>(null);
  all = $state.raw<TournamentEntry[]>([]);
  boards = $state.raw<TournamentBoard[]>([]);
  /** The last openings of the person for each game. */
  openings = $state.raw<OwnOpenings[]>([]);
  readonly #backend: Backend;
  readonly #window: TournamentsWindow;
  readonly #externals: () => readonly EngineConfig[];

  constructor(backend: Backend, window: TournamentsWindow, externals: () => readonly EngineConfig[]) {
    this.#backend = backend;
    this.#window = window;
    this.#externals = externals;
  }

  load(): Promise<void> {
    return this.#window.attempt(async () => {
      const { shown, all, openings } = await this.#backend.listTournaments();
      this.shown = shown;
      this.all = all;
      this.openings = openings;
    });
  }

  /** Lets the person choose a file of openings; false if none is. */
  async openOpenings(setup: SetupCodes): Promise<boolean> {
    let taken = false;
    await this.#window.attempt(async () => {
      const opened = await this.#backend.openOpenings(setup);
      if (!opened) return;
      this.openings = [...this.openings.filter(({ game }) => game !== opened.game), opened];
      taken = true;
      const { name: file, count: n } = opened;
      this.#window.announce({
        text: say(this.#window.voice.lang, "tournament.openings.own", { file, n }),
        urgent: false,
      });
    });
    return taken;
  }

  /** Lets the person choose a file and writes the shown tournament to it. */
  save(what: TournamentExport): Promise<void> {
    return this.#window.attempt(async () => {
      const path = await this.#backend.exportTournament(what);
      if (path === null) return;
      const text = say(this.#window.voice.lang, "tournament.saved", { path });
      this.#window.note(text, this.#window.folderOf(path));
    });
  }

  /**
   * Begins a tournament, with `own` from the openings of the person. Its games are one collection of the library, named after
   * the time.
   */
  begin(plan: Omit<TournamentPlan, "collection" | "openings">, own: boolean): Promise<void> {
    const { setup, conditions, entrants } = plan;
    const name = tournamentName(this.#window.voice.lang, new Date());
    return this.#window.attempt(async () => {
      await this.#backend.beginTournament(setup, conditions, entrants, own, name);
      await this.load();
    });
  }

  goOn(): Promise<void> {
    return this.#window.attempt(() => this.#backend.goOnWithTournament());
  }

  stop(): Promise<void> {
    return this.#window.attempt(() => this.#backend.stopTournament());
  }

  show(id: string): Promise<void> {
    return this.#window.attempt(async () => {
      this.shown = await this.#backend.showTournament(id);
      this.boards = [];
    });
  }

  /** Removes a tournament; the latest of the others is shown. */
  remove({ id, collection }: TournamentEntry): Promise<void> {
    return this.#window.attempt(async () => {
      await this.#backend.removeTournament(id);
      await this.load();
      this.#window.note(say(this.#window.voice.lang, "tournament.removed", { name: collection }));
    });
  }

  hear(news: TournamentNews): void {
    if (news.kind === "boards") this.boards = news.boards;
    else if (news.kind === "progress") this.shown = news.progress;
    else this.#change(news.change);
  }

  /** Takes a change of the shown tournament. Where a game was missed, all are asked for again. */
  #change({ id, state, latest, played }: TournamentChange): void {
    const before = this.shown;
    const known = before?.id === id ? before.games : [];
    const games = latest && known.length < played ? known.toSpliced(latest.place, 0, latest.result) : known;
    if (before?.id !== id || games.length !== played) {
      void this.load();
      return;
    }
    const shown = { ...before, ...state, games };
    this.shown = shown;
    const isOver = before.running && !state.running && state.open === 0;
    if (!isOver && games === known) return;
    const { lang } = this.#window.voice;
    const names = entrantNames(lang, shown.plan, this.#externals());
    this.#window.announce({ text: sayLead(lang, shown, names, isOver), urgent: false });
  }
}
