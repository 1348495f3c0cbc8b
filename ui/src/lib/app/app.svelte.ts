// The app: its controllers, connected to one backend.
import type {
  About,
  Beginning,
  Diagram,
  GameKind,
  Notice,
  Refusal,
  SalvageEvent,
  SalvageState,
  Settings,
  SoundName,
  Word,
} from "../bindings";
import type { Backend } from "../backend/backend";
import { asRefusal } from "../backend/errors";
import { EnginesController } from "../engines/engines.svelte";
import type { AnalysisController } from "../analysis";
import type { BooksController } from "../books/books.svelte";
import type { ClassController } from "../network/class.svelte";
import type { ClassicsController } from "../classics/classics.svelte";
import { lookOf } from "../board/board-look";
import type { LabController } from "../lab";
import type { EndingsController } from "../endings/endings.svelte";
import type { LessonsController } from "../lessons/lessons.svelte";
import { StudyController } from "../study/study.svelte";
import { i18n, t } from "../i18n/i18n.svelte";
import { loadArea, loadAreas, resolveLang } from "../i18n/text";
import type { Readable } from "../game/board-query";
import type { Reading } from "../board/props";
import { sayError, voiceOf, type Announcement, type Voice } from "../game/announce";
import type { LibraryController } from "../library/library.svelte";
import { PuzzlesController } from "../puzzles/puzzles.svelte";
import { pictureStyle } from "../records/picture-style";
import type { TablesController } from "../network/tables.svelte";
import type { EngineTools } from "../engines/engine-tools.svelte";
import type { TournamentsController } from "../engines/tournaments.svelte";
import type { RepertoiresController } from "../repertoires/repertoires.svelte";
import { RecordsController } from "../records/records.svelte";
import type { ReviewController } from "../review/review.svelte";
import { Announcer } from "../aloud/announcer.svelte";
import { Flows } from "./flows";
import { layoutFor } from "./layout";
import { choiceOf, newGameOf } from "./new-game";
import { Games } from "./games.svelte";
import { Messages, type ToastAction, type UnsavedAnswer } from "./messages.svelte";
import { Navigation } from "./navigation.svelte";
import { Preferences } from "./preferences.svelte";
import { ActionRegistry } from "./registry";
import type { Window } from "./window";

export class App implements Window {
  readonly navigation = new Navigation();
  readonly announcer: Announcer;
  readonly messages: Messages;
  readonly preferences: Preferences;
  readonly actions: ActionRegistry;
  readonly games: Games;
  readonly engines: EnginesController;
  readonly study: StudyController;
  readonly records: RecordsController;
  readonly puzzles: PuzzlesController;
  readonly flows: Flows;
  /** The inner size of the window in CSS pixels. */
  width = $state(window.innerWidth);
  height = $state(window.innerHeight);
  /** Whether the pointer was used since the last Tab. The focus then stays away from the board: letters are shortcuts. */
  pointing = false;
  /** The error of the start. */
  failed = $state.raw<Refusal | null>(null);
  /** The salvage of a damaged library, while it goes on. */
  salvage = $state.raw<SalvageState | null>(null);
  /** Whether no lesson was ever begun. */
  newToLessons = $state(true);
  readonly #backend: Backend;
  #analysis: AnalysisController | null = null;
  #books: BooksController | null = null;
  #classes = $state.raw<ClassController | null>(null);
  #classics: ClassicsController | null = null;
  #endings: EndingsController | null = null;
  #engineTools: EngineTools | null = null;
  #lab: LabController | null = null;
  #lessons: LessonsController | null = null;
  #library: LibraryController | null = null;
  #repertoires: RepertoiresController | null = null;
  #review: ReviewController | null = null;
  #tables = $state.raw<TablesController | null>(null);
  #tournaments: TournamentsController | null = null;
  #end: (() => void) | null = null;

  readonly layout = $derived.by(() => layoutFor(this.width, this.height, this.scale));
  readonly look = $derived.by(() => lookOf(this.settings));

  constructor(backend: Backend) {
    this.#backend = backend;
    // A window that is gone announces nothing.
    this.announcer = new Announcer((text) => void backend.announce(text).catch(() => {}));
    this.messages = new Messages(this.announcer);
    const { messages, navigation } = this;
    this.preferences = new Preferences(backend, messages);
    this.actions = new ActionRegistry(
      () => this.preferences.settings?.keys ?? {},
      (why) => messages.noteAtBoard(why),
    );
    this.study = new StudyController(backend, this);
    this.games = new Games(
      backend,
      this,
      navigation,
      this.study,
      (game) => void this.openTables().then((tables) => tables.goOn(game)),
    );
    this.engines = new EnginesController(backend, this);
    this.records = new RecordsController(backend, this, this.study, {
      show: (name) => {
        // The home screen lists abandoned games; a person who opens a record wants to see the record.
        this.games.askResume = false;
        navigation.show({ name });
      },
      play: (setup) =>
        void messages.attempt(async () => {
          const choice = await this.games.settled(setup, choiceOf(this.settings, setup.game));
          const externals = this.engines.externals.filter(({ game }) => game === setup.game);
          const usual = newGameOf(setup.game, choice, "", externals, () => "first");
          await this.games.startFrom({ ...usual, setup }, []);
        }),
      style: (of, heading) => {
        const { flipped } = of === "game" ? this.games.session : this.study;
        return pictureStyle(this.settings, i18n.lang, { flipped, heading });
      },
    });
    this.puzzles = new PuzzlesController(backend, this);
    this.flows = new Flows(this);
  }

  get settings(): Settings {
    return this.preferences.ready;
  }

  get voice(): Voice {
    return voiceOf(i18n.lang, this.settings);
  }

  sound(name: SoundName): void {
    // A machine without a sound device stays silent.
    if (this.settings.sound) this.#backend.playSound(name).catch(() => {});
  }

  announce(announcement: Announcement): void {
    this.announcer.announce(announcement);
  }

  note(text: string, action: ToastAction | null = null): void {
    this.messages.note(text, action);
  }

  folderOf(path: string): ToastAction {
    const run = () => void this.attempt(() => this.#backend.showInFolder(path));
    return { label: t("file.folder"), run };
  }

  warn(text: string): void {
    this.messages.warn(text);
  }

  trouble(error: Refusal): void {
    this.messages.trouble(error);
  }

  refuse(text: string): void {
    this.messages.refuse(text);
  }

  answered(): void {
    this.messages.answered();
  }

  attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
    return this.messages.attempt(action);
  }

  libraryChanged(): void {
    this.games.libraryVersion++;
  }

  async libraryReplaced(): Promise<void> {
    this.#library?.forget();
    // Undo would change other games.
    for (const { id, action } of this.messages.shown) if (action) this.messages.dismiss(id);
    this.libraryChanged();
    await this.study.findAgain();
  }

  /** Announces the answer to a reading key pressed on `square`. */
  async read(reading: Exclude<Reading, "type" | "mark">, square: string, board: Readable): Promise<void> {
    const { sayReading } = await import("../game/board-query");
    const attacking =
      reading === "attackers" && board.game === "xiangqi"
        ? await this.#backend.attackers(board.placement, square).catch(() => [])
        : [];
    this.announce({ text: sayReading(reading, square, board, this.voice, attacking), urgent: false });
  }

  /** The size of the interface in percent. */
  get scale(): number {
    return this.preferences.settings?.uiScale ?? 100;
  }

  get analysis(): AnalysisController {
    return opened(this.#analysis);
  }

  get books(): BooksController {
    return opened(this.#books);
  }

  /** The class of this machine; null before one is opened. */
  get classes(): ClassController | null {
    return this.#classes;
  }

  /** The tables; null before one is opened or joined. */
  get tables(): TablesController | null {
    return this.#tables;
  }

  /** Whether this machine has opened a class or is a guest of one. */
  get isInClass(): boolean {
    return Boolean(this.#classes?.state ?? (this.#tables?.isOpen && this.#tables.table?.class));
  }

  get classics(): ClassicsController {
    return opened(this.#classics);
  }

  get endings(): EndingsController {
    return opened(this.#endings);
  }

  get engineTools(): EngineTools {
    return opened(this.#engineTools);
  }

  get lab(): LabController {
    return opened(this.#lab);
  }

  get lessons(): LessonsController {
    return opened(this.#lessons);
  }

  get library(): LibraryController {
    return opened(this.#library);
  }

  get repertoires(): RepertoiresController {
    return opened(this.#repertoires);
  }

  get review(): ReviewController {
    return opened(this.#review);
  }

  get tournaments(): TournamentsController {
    return opened(this.#tournaments);
  }

  /** The analysis, loaded with the first study. */
  async openAnalysis(): Promise<AnalysisController> {
    const { AnalysisController, wishesOf, sayLine } = await import("../analysis");
    this.#analysis ??= new AnalysisController(this.#backend, this, {
      wishes: () =>
        wishesOf(this.settings, this.engines.externals, this.study.study?.setup.game ?? "xiangqi"),
      keep: (study, node, evaluation) => this.study.keepEvaluation(study, node, evaluation),
      rested: ({ lines: [line], depth }) => {
        const { study } = this.study;
        if (!study || !line) return;
        const { lang, notation } = this.voice;
        this.announce({ text: sayLine(lang, study.setup.game, notation, 1, line, depth), urgent: false });
      },
    });
    return this.#analysis;
  }

  /** The opening books, loaded with the first study. */
  async openBooks(): Promise<BooksController> {
    const { BooksController } = await import("../books/books.svelte");
    return (this.#books ??= new BooksController(this.#backend, this, this.messages));
  }

  /** The class of this machine, loaded with the first one. */
  async openClasses(): Promise<ClassController> {
    const [{ ClassController }] = await Promise.all([
      import("../network/class.svelte"),
      loadAreas(["class", "errors", "network"], i18n.lang),
    ]);
    return (this.#classes ??= new ClassController(this.#backend, this, this));
  }

  /** The classical manuals, loaded with their screen. */
  async openClassics(): Promise<ClassicsController> {
    const [{ ClassicsController }] = await Promise.all([
      import("../classics/classics.svelte"),
      loadArea("classics", i18n.lang),
    ]);
    return (this.#classics ??= new ClassicsController(this.#backend, this));
  }

  /** The endings, loaded with their screen. */
  async openEndings(): Promise<EndingsController> {
    const [{ EndingsController }] = await Promise.all([
      import("../endings/endings.svelte"),
      loadArea("endings", i18n.lang),
    ]);
    return (this.#endings ??= new EndingsController(this.#backend, this));
  }

  /** What is done with engines, loaded with their screen. */
  async openEngineTools(): Promise<EngineTools> {
    const { EngineTools } = await import("../engines/engine-tools.svelte");
    return (this.#engineTools ??= new EngineTools(this.#backend, this, this.engines));
  }

  /** The laboratory, loaded with its first position. */
  async openLab(): Promise<LabController> {
    const [{ LabController }] = await Promise.all([import("../lab"), loadArea("lab", i18n.lang)]);
    return (this.#lab ??= new LabController(this.#backend, this));
  }

  /** The lessons, loaded with their screen. */
  async openLessons(): Promise<LessonsController> {
    const [{ LessonsController }] = await Promise.all([
      import("../lessons/lessons.svelte"),
      loadArea("lessons", i18n.lang),
    ]);
    this.newToLessons = false;
    return (this.#lessons ??= new LessonsController(this.#backend, this));
  }

  /** The library, loaded with its screen. */
  async openLibrary(): Promise<LibraryController> {
    const { LibraryController } = await import("../library/library.svelte");
    return (this.#library ??= new LibraryController(this.#backend, this));
  }

  /** The repertoires, loaded after Home is painted. */
  async openRepertoires(): Promise<RepertoiresController> {
    const [{ RepertoiresController }] = await Promise.all([
      import("../repertoires/repertoires.svelte"),
      loadAreas(["repertoires", "training"], i18n.lang),
    ]);
    return (this.#repertoires ??= new RepertoiresController(this.#backend, this));
  }

  /** The review, loaded with the first study. */
  async openReview(): Promise<ReviewController> {
    const { ReviewController } = await import("../review/review.svelte");
    return (this.#review ??= new ReviewController(this.#backend, this.study, this));
  }

  /** The tables, loaded with the first one. */
  async openTables(): Promise<TablesController> {
    const [{ TablesController }] = await Promise.all([
      import("../network/tables.svelte"),
      loadAreas(["class", "errors", "handicap", "network"], i18n.lang),
    ]);
    return (this.#tables ??= new TablesController(this.#backend, this, this));
  }

  /** The tournaments, loaded with the screen of the engines. */
  async openTournaments(): Promise<TournamentsController> {
    const { TournamentsController } = await import("../engines/tournaments.svelte");
    return (this.#tournaments ??= new TournamentsController(
      this.#backend,
      this,
      () => this.engines.externals,
    ));
  }

  /** Opens a table for the chosen game of this kind. */
  async openTable(game: GameKind, fen: string): Promise<void> {
    await (await this.openTables()).open(game, fen);
  }

  /** Opens a class for the chosen game of this kind. */
  async openClass(game: GameKind, fen: string): Promise<void> {
    const { waitMinutes } = await this.openTables();
    await (await this.openClasses()).open(game, fen, waitMinutes);
  }

  /** Loads the state from the shell. */
  async begin(): Promise<void> {
    this.failed = null;
    const early: Word[] = [];
    let hear = (word: Word): void => void early.push(word);
    try {
      this.#end?.();
      // Before the state, as a move between the two would be lost. Words that come meanwhile wait for the state.
      this.#end = await this.#backend.subscribe((word) => hear(word));
      const startup = await this.#backend.startup();
      this.announcer.route = startup.announcements;
      await this.preferences.use(startup.settings);
      this.salvage = startup.salvage;
      this.newToLessons = startup.newToLessons;
      this.games.begin(startup);
      const { table, class: taught, unfinishedClass: cutOff } = startup;
      if (taught) void this.openClasses().then((classes) => classes.take(taught));
      if (cutOff) void this.openClasses().then((classes) => (classes.unfinished = cutOff));
      if (table) void this.openTables().then((tables) => tables.take(table));
      // From here on the first screen can be used, so that nothing may come before this.
      hear = (word) => this.#hear(word);
      early.forEach(hear);
      await loadArea("errors", i18n.lang);
      if (startup.first) await this.preferences.welcome();
      await this.engines.load();
      await this.#show(startup.notices);
      await this.records.takeOffered();
    } catch (thrown) {
      const error = asRefusal(thrown);
      if (this.preferences.settings) this.messages.trouble(error);
      else {
        i18n.lang = resolveLang("system", navigator.languages);
        // If no texts load, App shows the error in two languages.
        await loadArea("errors", i18n.lang).catch(() => {});
        this.failed = error;
      }
    }
  }

  /** Shows notices; a report of a salvage is repeated by every start until then. */
  async #show(notices: readonly Notice[]): Promise<void> {
    for (const notice of notices) this.messages.warn(sayError(i18n.lang, notice));
    if (notices.length > 0) await this.#backend.noticesSeen();
  }

  end(): void {
    this.#end?.();
    this.games.session.close();
    this.#classes?.close();
    this.#tables?.close();
    this.announcer.close();
  }

  /** The start of a study of this position; rejects if the position is invalid. */
  checkPosition({ setup, placement }: Diagram): Promise<Beginning> {
    return this.#backend.checkPosition(setup, placement);
  }

  /** Answers the question what becomes of a game or study that the disk does not have. */
  answerUnsaved(answer: UnsavedAnswer): void {
    const { unsaved } = this.messages;
    this.messages.unsaved = null;
    if (!unsaved || answer === "stay") return;
    if (answer === "export") void this.records.ask(unsaved.error.code === "unsaved" ? "game" : "study");
    else
      void this.attempt(async () => {
        if (answer === "lose") await this.#backend.giveUpUnsaved();
        await unsaved.again();
      });
  }

  /** The version and the works that the app is built on; null after an error. */
  async about(): Promise<About | null> {
    return (await this.messages.attempt(() => this.#backend.about())) ?? null;
  }

  /** Opens the licences as a text in another program. */
  openLicences(): void {
    void this.attempt(() => this.#backend.openLicences());
  }

  /** The diagnostics for a report of a fault. */
  diagnostics(): Promise<string> {
    return this.#backend.diagnostics();
  }

  #hearSalvage(news: SalvageEvent): void {
    if (news.kind === "progress") {
      this.salvage = news.state;
      return;
    }
    this.salvage = null;
    void this.libraryReplaced();
    void this.attempt(() => this.#show(news.notices));
  }

  /** Saves what is typed, and closes the window. */
  async #saveAndClose(): Promise<void> {
    await this.study.settle();
    await this.#backend.closeWindow();
  }

  #hear(word: Word): void {
    if (word.kind === "game") this.games.hear(word.update);
    else if (word.kind === "import" || word.kind === "drawing" || word.kind === "offered")
      this.records.hear(word);
    else if (word.kind === "library") this.#library?.hear(word.progress);
    else if (word.kind === "book") this.#books?.progressed(word.progress);
    else if (word.kind === "unsaved") this.messages.fail(word.refusal, () => this.#backend.closeWindow());
    else if (word.kind === "closing") void this.#saveAndClose();
    else if (word.kind === "salvage") this.#hearSalvage(word.news);
    else if (word.kind === "analysis") this.#analysis?.hear(word.finding);
    else if (word.kind === "review") this.#review?.hear(word.news);
    else if (word.kind === "batch") {
      if (word.change) this.study.receive(word.change);
      this.#library?.reviews.hear(word.state);
    } else if (word.kind === "foundTables") this.#tables?.hearFound(word);
    else if (word.kind === "table") void this.openTables().then((tables) => tables.hear(word));
    else if (word.kind === "class") void this.openClasses().then((classes) => classes.hear(word));
    else if (word.kind === "classGoesOn") void this.openClasses().then((classes) => classes.askToEnd(true));
    else if (word.kind === "lab") this.#lab?.hear(word.look, word.news);
    else if (word.kind === "tournament") this.#tournaments?.hear(word.news);
    else void this.openEngineTools().then((tools) => tools.hear(word));
  }
}

/** A controller loaded with its screen, which is drawn only after it is opened. */
function opened<T>(controller: T | null): T {
  if (controller === null) throw new Error("a screen is drawn before its controller is opened");
  return controller;
}
