// Actions that involve several controllers and lead from one screen to another.
import type {
  Beginning,
  ClassicView,
  CurrentPuzzle,
  Departure,
  Diagram,
  GameKind,
  NewGame,
  Player,
  PuzzleTheme,
  SetupCodes,
} from "../bindings";
import { boardAt } from "../game/look-back";
import { NO_COACH } from "../game/players";
import { humanSide } from "../game/reduce";
import { t } from "../i18n/i18n.svelte";
import type { ClassicsController } from "../classics/classics.svelte";
import type { LessonsController } from "../lessons/lessons.svelte";
import type { LibraryController } from "../library/library.svelte";
import type { PuzzlesController } from "../puzzles/puzzles.svelte";
import type { RecordsController } from "../records/records.svelte";
import type { RepertoiresController } from "../repertoires/repertoires.svelte";
import type { ReviewController } from "../review/review.svelte";
import type { StudyController } from "../study/study.svelte";
import type { Games } from "./games.svelte";
import type { Messages } from "./messages.svelte";
import type { Navigation, StudyBeginning } from "./navigation.svelte";
import { choiceOf, newGameOf, setupOf } from "./new-game";
import type { Preferences } from "./preferences.svelte";

/** The controllers that a flow uses. */
type FlowSteps = {
  readonly navigation: Navigation;
  readonly messages: Messages;
  readonly preferences: Preferences;
  readonly games: Games;
  readonly study: StudyController;
  readonly records: RecordsController;
  readonly puzzles: PuzzlesController;
  checkPosition(position: Diagram): Promise<Beginning>;
  openClassics(): Promise<ClassicsController>;
  openLessons(): Promise<LessonsController>;
  openLibrary(): Promise<LibraryController>;
  openRepertoires(): Promise<RepertoiresController>;
  openReview(): Promise<ReviewController>;
};

const HUMAN: Player = { kind: "human", name: "" };

export class Flows {
  readonly #steps: FlowSteps;
  #reviewing: Promise<void> | null = null;

  constructor(steps: FlowSteps) {
    this.#steps = steps;
  }

  /** The reason why the game in view cannot be studied now: it goes on with another opponent. Null if it can. */
  get whyNoStudy(): string | null {
    const { games, navigation } = this.#steps;
    const { snapshot: game } = games.session;
    const goesOn = navigation.screen.name === "play" && game && !game.board.outcome;
    if (!goesOn || humanSide(game) === null) return null;
    return t(game.mine ? "code.table-no-help" : "code.still-playing");
  }

  /** Switches between the game on the board and its study at the same move. */
  async swap(): Promise<void> {
    const { games, navigation, messages, study } = this.#steps;
    const { snapshot: game } = games.session;
    const { name } = navigation.screen;
    if (name === "study") {
      if (game) games.showBoard();
      else messages.note(t("study.noGame"));
    }
    if (name !== "play" || !game) return;
    const { flipped } = games.session;
    await this.#toStudy(async () => {
      const goesOn = game.board.outcome === null;
      await (study.begun?.uid === game.uid ? study.bring(goesOn) : study.openGame(game.uid, goesOn));
      study.turnTo(flipped);
    });
  }

  /** Opens the finished game on the board and reviews it, unless it has a review. Concurrent calls share one run. */
  reviewFinished(): Promise<void> {
    return (this.#reviewing ??= this.#reviewFinished().finally(() => (this.#reviewing = null)));
  }

  async #reviewFinished(): Promise<void> {
    const { games, messages } = this.#steps;
    if (!(await games.openFinished())) return;
    await messages.attempt(async () => {
      const review = await this.#steps.openReview();
      await review.load();
      if (!review.review) await review.start();
    });
  }

  /** Opens the editor with the board of the current study, or with the start of the last chosen game. */
  async setUp(): Promise<void> {
    const { navigation, preferences, study } = this.#steps;
    const back = navigation.screen;
    const { draftOf } = await import("../study/position-draft");
    const { place, study: opened } = study;
    const game = preferences.ready.lastGame;
    const draft =
      back.name === "study" && opened && place
        ? draftOf(opened.setup, place.board.placement, place.board.sideToMove)
        : draftOf(setupOf(game, choiceOf(preferences.ready, game)), "", "first");
    navigation.show({ name: "editor", draft, flipped: back.name === "study" && study.flipped, back });
  }

  /** Shows an empty board as a study, by default of the last chosen game. It is kept from its first move on. */
  showAnalysisBoard(game?: GameKind): Promise<void> {
    const { preferences } = this.#steps;
    const chosen = game ?? preferences.ready.lastGame;
    const setup = setupOf(chosen, choiceOf(preferences.ready, chosen));
    // An opening protocol needs two players.
    return this.#toStudy(() => this.#steps.study.begin({ setup: { ...setup, opening: null }, moves: [] }));
  }

  /** Opens the laboratory with a position. It returns to the current screen. */
  showLab(position: Diagram, flipped = false): void {
    const { navigation } = this.#steps;
    navigation.show({ name: "lab", position, flipped, back: navigation.screen });
  }

  /** Begins a study of a position, with the board turned as it was. */
  studyPosition(beginning: Beginning, flipped: boolean): Promise<void> {
    const { study } = this.#steps;
    return this.#toStudy(async () => {
      await study.begin(beginning);
      study.turnTo(flipped);
    });
  }

  /**
   * Begins a study at the end of a line, with the books beside it and the board turned as it was, and a game from there on
   * request.
   */
  studyLine(
    setup: SetupCodes,
    moves: string[],
    flipped: boolean,
    begins: StudyBeginning = "book",
  ): Promise<void> {
    const { study } = this.#steps;
    return this.#toStudy(async () => {
      await study.begin({ setup, moves });
      study.turnTo(flipped);
      study.step(moves.length);
    }, begins);
  }

  /** Begins a study of a finished puzzle: its position, and the solution as moves, with the board turned as it was. */
  studyPuzzle({ setup, board, rows }: CurrentPuzzle, flipped: boolean): Promise<void> {
    const { study } = this.#steps;
    const { placement, sideToMove } = boardAt({ setup, board, moves: rows }, 0);
    return this.#toStudy(async () => {
      const beginning = await this.#steps.checkPosition({ setup, placement, sideToMove });
      await study.begin({ ...beginning, moves: [...beginning.moves, ...rows.map(({ uci }) => uci)] });
      study.turnTo(flipped);
      study.step(-rows.length);
    });
  }

  /** Brings the game on the board into the study from which it was begun. */
  bringGame(): Promise<void> {
    const { study, messages } = this.#steps;
    return this.#toStudy(async () => {
      await study.bring();
      messages.note(t("study.brought"));
    });
  }

  /** Begins a game from the editor's position. */
  playPosition({ setup, moves }: Beginning, players: Omit<NewGame, "setup">): Promise<void> {
    const { games, messages } = this.#steps;
    return messages.attempt(async () => {
      await games.startFrom({ setup, ...players }, moves);
    });
  }

  /** Begins a game from the board of the study. */
  playFromStudy(players: Omit<NewGame, "setup">): Promise<void> {
    const { games, messages, study } = this.#steps;
    return messages.attempt(() => study.playFrom(players, (config, moves) => games.startFrom(config, moves)));
  }

  /** Begins a game of two people on the board of a page of the rules. It is not kept. */
  tryOut(setup: SetupCodes, moves: string[], page: number): Promise<void> {
    const { games, messages } = this.#steps;
    const players = { first: HUMAN, second: HUMAN, clock: { kind: "none" as const }, coach: NO_COACH };
    return messages.attempt(() => games.tryOut({ setup, ...players }, moves, { game: setup.game, page }));
  }

  /** Lists the games of the library with a position. */
  async findPosition(position: Diagram): Promise<void> {
    const library = await this.#steps.openLibrary();
    library.find(position);
    this.#steps.navigation.show({ name: "library" });
  }

  /** Lists the games of the library with a tag. */
  async showCollection(tag: string): Promise<void> {
    const library = await this.#steps.openLibrary();
    library.clear();
    library.trash = false;
    library.choose("tag", tag);
    this.#steps.navigation.show({ name: "library" });
  }

  /** Continues the course of a game, on its screen or over the one in view; tic-tac-toe has none, so Xiangqi comes instead. */
  showLesson(game: GameKind, inDialog = false): Promise<void> {
    const { messages, navigation } = this.#steps;
    return messages.attempt(async () => {
      const lessons = await this.#steps.openLessons();
      await lessons.continue(game === "gomoku" ? "gomoku" : "xiangqi");
      if (inDialog && navigation.screen.name !== "lessons") navigation.dialog = "lesson";
      else navigation.show({ name: "lessons" });
    });
  }

  /** Puts the puzzle of the day on the board. */
  showDailyPuzzle(game: SetupCodes["game"]): void {
    void this.#steps.puzzles.begin({ kind: "daily", game });
    this.#steps.navigation.show({ name: "puzzles" });
  }

  /** Puts a classical composition on the board as a puzzle. */
  solveClassic(index: number): void {
    void this.#steps.puzzles.begin({ kind: "classic", index });
    this.#steps.navigation.show({ name: "puzzles" });
  }

  /** Opens the classical composition in view as a study. */
  readClassic(): Promise<void> {
    return this.#toStudy(async () => {
      const classics = await this.#steps.openClassics();
      await classics.read((call) => this.#steps.study.openBy(call));
    });
  }

  /** Begins a game against the built-in engine from a classical composition, with its side to move. */
  playClassic({ setup, side }: ClassicView): Promise<void> {
    const { games, messages, preferences } = this.#steps;
    return messages.attempt(async () => {
      const settled = await games.settled(setup, choiceOf(preferences.ready, setup.game));
      const choice = { ...settled, opponent: "engine", guest: "", seat: side } as const;
      await games.startFrom({ ...newGameOf(setup.game, choice, "", [], () => side), setup }, []);
    });
  }

  /** Puts a puzzle of a theme on the board. */
  practise(game: GameKind, theme: PuzzleTheme): void {
    void this.#steps.puzzles.begin({ kind: "fresh", game, theme, grade: null });
    this.#steps.navigation.show({ name: "puzzles" });
  }

  /** Trains the position in which a game left a repertoire. */
  async learn({ book, side, line }: Departure, setup: SetupCodes): Promise<void> {
    const repertoires = await this.#steps.openRepertoires();
    this.#steps.navigation.show({ name: "repertoires" });
    void repertoires.begin(book, side, setup.rule, line);
  }

  /** Exports the study or the game on the board; a finished game becomes a study first. */
  async export(): Promise<void> {
    const { games, navigation, records } = this.#steps;
    const { snapshot } = games.session;
    const isPlayed = navigation.screen.name === "play" && snapshot !== null;
    if (isPlayed && snapshot.saved !== null && !(await games.openFinished())) return;
    await records.ask(isPlayed && snapshot.saved === null ? "game" : "study");
  }

  /** Puts a picture of the study's or the game's board on the clipboard. */
  copyPicture(): Promise<void> {
    const { games, navigation, records } = this.#steps;
    const isPlayed = navigation.screen.name === "play" && games.session.snapshot !== null;
    return records.copyPicture(isPlayed ? "game" : "study");
  }

  /** Whether the game on the board, begun from the open study, is in progress against an engine. */
  get isStudyPlayed(): boolean {
    const { games, study } = this.#steps;
    const { begun, study: opened } = study;
    const game = games.session.snapshot;
    if (!game || game.board.outcome || begun?.uid !== game.uid || begun.study !== opened?.row.id)
      return false;
    return humanSide(game) !== null;
  }

  async #toStudy(open: () => Promise<void>, begins?: StudyBeginning): Promise<void> {
    const { games, messages, navigation } = this.#steps;
    await messages.attempt(async () => {
      const screen = { name: "study" as const, ...(begins && { begins }) };
      // A study in view gives way to the next one at once.
      if (navigation.screen.name === "study") navigation.show(screen);
      await navigation.showAfter(async () => {
        await open();
        games.libraryVersion++;
      }, screen);
    });
  }
}
