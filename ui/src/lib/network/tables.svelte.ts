// The table of a game with another machine of the network: opened here or joined, and what is asked and answered there.
import type {
  Clocks,
  FoundTable,
  GameKind,
  Phrase,
  Player,
  ShownPosition,
  Side,
  TableNotice,
  TableQuestion,
  TableState,
  Unfinished,
  Word,
} from "../bindings";
import type { Games } from "../app/games.svelte";
import type { Preferences } from "../app/preferences.svelte";
import type { Navigation } from "../app/navigation.svelte";
import { shortcutsOf } from "../app/shortcuts";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { asRefusal } from "../backend/errors";
import { choiceOf, newGameOf, seatWithOdds } from "../app/new-game";
import { sayError } from "../game/announce";
import { joined, sideName } from "../i18n/text";
import { NO_COACH } from "../game/players";
import { i18n, t } from "../i18n/i18n.svelte";
import { sayShownNews } from "./class-texts";
import { RunningClocks } from "./running-clocks.svelte";
import { sayClosing, sayFound, sayNews } from "./texts";

/** The services of the window that tables need. */
type TableWindow = Pick<Window, "settings" | "voice" | "announce" | "note" | "warn" | "sound" | "attempt">;

/** What a person types to join a table. */
type JoinForm = {
  address: string;
  code: string;
  /** The unfinished game to go on with; its code is known. */
  uid: string | null;
  /** Whether the person only watches, which is possible in a class. */
  watches: boolean;
};

export const PHRASES: readonly Phrase[] = [
  "hello",
  "good-luck",
  "well-played",
  "moment",
  "thanks",
  "goodbye",
];

/** The most letters of a name, as the other machine accepts them. */
export const NAME_MAX = 40;

/** How many minutes a game may wait for a lost player, in all. */
export const WAITS_MINUTES = [5, 10, 30, 60] as const;

/** A typed address or code in the plain characters that the shell reads: input methods may type ： 。 and wide digits. */
const plain = (typed: string): string => typed.normalize("NFKC").replaceAll("。", ".").trim();

const EMPTY_FORM: JoinForm = { address: "", code: "", uid: null, watches: false };

export class TablesController {
  /** The table, open or just closed; null before one. */
  table = $state.raw<TableState | null>(null);
  form = $state.raw<JoinForm>(EMPTY_FORM);
  /** The reason why a table could not be opened or joined. */
  failure = $state("");
  /** The open tables of this network, while the form looks for them; null if this machine cannot look. */
  found = $state.raw<FoundTable[] | null>([]);
  /** The last phrase of the other player. */
  said = $state<Phrase | null>(null);
  /** Whether a call that opens or joins a table is on its way. */
  starting = $state(false);
  /** What the dialog shows before there is a table. */
  joins = $state(false);
  /** How long the next table that is opened waits for a lost player. */
  waitMinutes = $state<number>(10);
  /** Whether the other player is here, but not yet the game. */
  #arrives = false;
  /** Whether the terms of the next game were told. */
  #isNewGame = false;
  /** What the class looked at before the last news. */
  #shown = $state.raw<ShownPosition | null>(null);
  readonly #clocks = new RunningClocks();
  readonly #backend: Backend;
  readonly #window: TableWindow;
  readonly #games: Games;
  readonly #navigation: Navigation;
  readonly #preferences: Preferences;

  constructor(
    backend: Backend,
    window: TableWindow,
    { games, navigation, preferences }: { games: Games; navigation: Navigation; preferences: Preferences },
  ) {
    this.#backend = backend;
    this.#window = window;
    this.#games = games;
    this.#navigation = navigation;
    this.#preferences = preferences;
  }

  /** Whether the table is open. */
  get isOpen(): boolean {
    return this.table !== null && this.table.closed === null;
  }

  /** The clocks of the position that the class looks at, at this moment. */
  get shownClocks(): Clocks | null {
    return this.#clocks.at(this.#shown?.clocks);
  }

  /** The name that the other player sees. */
  get name(): string {
    return this.#window.settings.playerName;
  }

  rename(playerName: string): void {
    void this.#preferences.change({ playerName });
  }

  /** Stops the clocks, when the window closes. */
  close(): void {
    this.#clocks.close();
  }

  /** Takes the table that was open before the page began again. */
  take(table: TableState): void {
    this.table = table;
    this.#shown = table.class?.shown ?? null;
    this.#clocks.receive(Boolean(this.#shown?.clocks?.running));
    if (!table.closed && table.class) {
      if (!this.#hasUnfinished()) this.showClass();
      return;
    }
    if (!table.closed && !this.#games.session.snapshot) this.#navigation.dialog = "table";
  }

  hear({ notice }: Extract<Word, { kind: "table" }>): void {
    const { news, table, unfinished } = notice;
    if (unfinished) this.#games.unfinished = unfinished;
    // A table that was left says goodbye. A new one may speak before the call that opens it returns.
    if (table.id < (this.table?.id ?? 0)) return;
    this.table = table;
    const before = this.#shown;
    if (news.kind === "shown" || !table.class || table.closed) {
      this.#shown = (!table.closed && table.class?.shown) || null;
      this.#clocks.receive(Boolean(this.#shown?.clocks?.running));
    }
    if (news.kind === "away") this.#clocks.close();
    const leavesGame = this.#hasUnfinished();
    const isSaid = this.#follow(notice, leavesGame);
    if (news.kind === "shown") {
      const text = sayShownNews(this.#window.voice, before, this.#shown);
      this.#window.announce({ text, urgent: false });
      return;
    }
    // A round of a class tells with the terms who the opponent is.
    const isKnown = news.kind === "here" && table.class !== null && this.#isNewGame;
    if (news.kind === "offered" || news.kind === "here") this.#isNewGame = news.kind === "offered";
    const text = isKnown || isSaid ? "" : this.#sayNews(notice, leavesGame);
    if (text) this.#window.announce({ text, urgent: news.kind !== "said" && news.kind !== "opened" });
  }

  /** What happened, with the keys that answer a question: its buttons are many steps of Tab away from the board. */
  #sayNews(notice: TableNotice, leavesGame: boolean): string {
    const text = sayNews(i18n.lang, notice, leavesGame);
    if (notice.news.kind !== "asked" || !text) return text;
    const keys = shortcutsOf(() => this.#window.settings.keys);
    const [accept, decline] = [keys.text("accept"), keys.text("decline")];
    return joined(i18n.lang, [text, t("network.asked.keys", { accept, decline })]);
  }

  /** Returns whether a message says the news already. */
  #follow({ news, table }: TableNotice, leavesGame: boolean): boolean {
    switch (news.kind) {
      case "inClass":
        this.#navigation.dialog = null;
        // A game that goes on comes after this.
        if (!this.#hasUnfinished()) this.#navigation.show({ name: "class" });
        break;
      case "shown":
        if (this.#shown) this.#lookAtTeacher();
        break;
      case "here":
        this.#navigation.dialog = null;
        this.#arrives = true;
        this.said = null;
        break;
      case "changed":
        if (this.#arrives) {
          this.#games.showBoard();
          this.#tellSeat(table);
        }
        this.#arrives = false;
        break;
      case "said":
        this.said = news.phrase;
        break;
      case "asked":
        this.#window.sound("check");
        break;
      case "closed":
        return this.#close(table, leavesGame);
    }
    return false;
  }

  /** Tells the host the own colour, which may be drawn and changes with a rematch. A guest hears it with the terms. */
  #tellSeat({ isHost }: TableState): void {
    const { snapshot } = this.#games.session;
    if (!isHost || !snapshot?.mine || snapshot.ply > 0) return;
    const side = sideName(i18n.lang, snapshot.setup.game, snapshot.mine);
    this.#window.announce({ text: t("network.terms.seat", { side }), urgent: false });
  }

  /** Turns to what the teacher shows. Other work is not interrupted, and neither is a game. */
  #lookAtTeacher(): void {
    const { name } = this.#navigation.screen;
    if (name === "class" || this.#hasUnfinished()) return;
    if (name === "home" || name === "play") this.showClass();
    else this.#window.note(t("class.shows.now"), { label: t("class.look"), run: () => this.showClass() });
  }

  /** Shows the screen of the class. */
  showClass(): void {
    this.#navigation.show({ name: "class" });
  }

  #close(table: TableState, leavesGame: boolean): boolean {
    const { closed, isHost } = table;
    this.said = null;
    this.#clearUnfinished();
    if (this.#navigation.screen.name === "class") this.#games.showBoard();
    if (!closed || closed.why === "left") return false;
    const text = sayClosing(i18n.lang, table, closed, leavesGame);
    if (this.#navigation.dialog === "table" && !isHost) {
      this.joins = true;
      this.failure = text;
      return false;
    }
    if (this.#navigation.dialog === "table") this.#navigation.dialog = null;
    this.#window.warn(text);
    return true;
  }

  /** Whether the game on the board is one of a table and not over. */
  #hasUnfinished(): boolean {
    const { snapshot } = this.#games.session;
    return Boolean(snapshot?.mine && !snapshot.board.outcome);
  }

  /** Removes a game of a table from the board, unless it is over. */
  #clearUnfinished(): void {
    const { session } = this.#games;
    if (!this.#hasUnfinished()) return;
    session.clear();
    this.#games.showBoard();
  }

  /** Opens a table for the chosen game of this kind. */
  open(game: GameKind, fen: string): Promise<void> {
    const { settings } = this.#window;
    const choice = choiceOf(settings, game);
    const drawn: Side = Math.random() < 0.5 ? "first" : "second";
    const seat = seatWithOdds(game, choice) ?? (choice.seat === "random" ? drawn : choice.seat);
    const person: Player = { kind: "human", name: settings.playerName };
    const usual = newGameOf(game, choice, fen, [], () => seat);
    const config = { ...usual, first: person, second: person, coach: NO_COACH };
    this.joins = false;
    return this.#sitDown(() => this.#backend.openTable(config, seat, this.waitMinutes, i18n.lang));
  }

  /** Shows the form to join a table. */
  showForm(form: JoinForm = EMPTY_FORM): void {
    this.form = form;
    this.failure = "";
    this.joins = true;
    this.#navigation.dialog = "table";
  }

  /** Looks for open tables of this network until the returned function is called. */
  look(): () => void {
    this.found = [];
    const looking = this.#backend.lookForTables().catch(() => {
      // The address can be typed.
      this.found = null;
    });
    return () => void looking.then(() => this.#backend.stopLookingForTables()).catch(() => {});
  }

  hearFound({ tables }: Extract<Word, { kind: "foundTables" }>): void {
    const isNew = (table: FoundTable) => !this.found?.some(({ address }) => address === table.address);
    const news = tables.filter(isNew).map((table) => sayFound(i18n.lang, table));
    this.found = tables;
    for (const text of news)
      this.#window.announce({ text: t("network.found.news", { table: text }), urgent: false });
  }

  /** Joins the table of the form. */
  join(): Promise<void> {
    const { address, code, uid, watches } = this.form;
    return this.#sitDown(() =>
      uid === null
        ? this.#backend.joinTable(plain(address), plain(code), this.name, watches)
        : this.#backend.goOnAtTable(uid, plain(address), i18n.lang),
    );
  }

  /** Goes on with an unfinished game: its host opens the table again, its guest may correct the address. */
  async goOn(game: Unfinished): Promise<void> {
    this.#games.askResume = false;
    if (!game.table) return;
    if (!game.table.isHost) {
      this.showForm({ ...EMPTY_FORM, address: game.table.address, uid: game.uid });
      return;
    }
    this.joins = false;
    await this.#sitDown(() => this.#backend.goOnAtTable(game.uid, null, i18n.lang));
  }

  async #sitDown(call: () => Promise<TableState>): Promise<void> {
    if (this.starting) return;
    this.starting = true;
    this.failure = "";
    try {
      const left = this.#games.session.snapshot;
      const opened = await call();
      if (this.table?.id !== opened.id) this.table = opened;
      this.joins = false;
      this.#games.leftForTable(left);
      if (!this.table.isHere && !this.table.closed) this.#navigation.dialog = "table";
    } catch (thrown) {
      this.failure = sayError(i18n.lang, asRefusal(thrown));
      // A warning announces itself.
      if (this.#navigation.dialog === "table") this.#window.announce({ text: this.failure, urgent: true });
      else this.#window.warn(this.failure);
    } finally {
      this.starting = false;
    }
  }

  accept(): Promise<void> {
    return this.#window.attempt(() => this.#backend.acceptTerms());
  }

  /** Asks the other player; the answer comes as news. */
  ask(question: TableQuestion): Promise<void> {
    return this.#window.attempt(async () => {
      this.table = await this.#backend.askAtTable(question);
      this.#window.announce({ text: t(`network.asking.${question}`), urgent: false });
    });
  }

  answer(accept: boolean): Promise<void> {
    const asked = this.table?.asked;
    if (!asked) return Promise.resolve();
    return this.#window.attempt(async () => {
      this.table = await this.#backend.answerAtTable(asked, accept);
    });
  }

  say(phrase: Phrase): Promise<void> {
    return this.#window.attempt(async () => {
      await this.#backend.sayAtTable(phrase);
      this.#window.announce({
        text: t("network.youSaid", { phrase: t(`network.say.${phrase}`) }),
        urgent: false,
      });
    });
  }

  resign(): Promise<void> {
    return this.#games.session.resign();
  }

  /** Leaves the table, and closes the dialog. An unfinished game stays in the list. */
  async leave(): Promise<void> {
    this.#navigation.dialog = null;
    await this.#window.attempt(async () => {
      await this.#backend.leaveTable();
      const { table } = this;
      this.table = table && { ...table, closed: { why: "left" }, isHere: false };
      this.#clearUnfinished();
      if (this.#navigation.screen.name === "class") this.#games.showBoard();
    });
  }

  /** Closes the form, or leaves the table that the dialog shows. */
  dismiss(): void {
    if (this.isOpen && !this.joins) void this.leave();
    else this.#navigation.dialog = null;
  }
}
