// The backend of tests and of a plain browser: a chain of classes, each with the commands of one subject. It has no rules
// and no files.
import type {
  BookAnswer,
  BookEdit,
  BookUse,
  ChangeReport,
  ClassicRemarks,
  ClassicsList,
  ClassicView,
  CoveredRepertoire,
  CurrentDrill,
  CurrentEnding,
  CurrentLesson,
  CurrentPuzzle,
  Diagram,
  DrillTurn,
  EndingClass,
  EndingTurn,
  EngineConfig,
  EngineProtocol,
  GameKind,
  KnownNode,
  LabMethod,
  LabNode,
  LessonRequest,
  LessonSummary,
  LessonTurn,
  ListedBooks,
  MatchBook,
  MoveRow,
  NamedLine,
  OpenedBook,
  OpenedStudy,
  OwnOpenings,
  PlacedPiece,
  Player,
  PuzzleImport,
  PuzzleRequest,
  PuzzleStep,
  PuzzleSummary,
  Refutation,
  RepertoireRow,
  SetupCodes,
  TournamentConditions,
  TournamentEntrant,
  TournamentExport,
  TournamentOverview,
  TournamentProgress,
  Side,
  WholeChange,
} from "../bindings";
import type { Backend } from "./backend";
import { DEFAULT_SETTINGS, SETUPS } from "./fixtures";
import { MemoryBooks } from "./memory-books";
import { MemoryClassics } from "./memory-classics";
import { experiment, known, walked } from "./memory-lab";
import { MemoryEndings } from "./memory-endings";
import { MemoryLessons } from "./memory-lessons";
import { MemoryPuzzles } from "./memory-puzzles";
import { MemoryRepertoires } from "./memory-repertoires";
import { MemoryRecords } from "./memory-records";
import type { MemoryOptions } from "./memory-shell";

export { DEFAULT_SETTINGS, SETUPS };
export type { MemoryOptions };

export class MemoryBackend extends MemoryRecords implements Backend {
  #stopBook: (() => void) | undefined;
  readonly books = new MemoryBooks((position, mv) =>
    this.games
      .flatMap(({ script }) => script.rows)
      .find((row) => row.uci === mv && row.side === position.sideToMove),
  );
  readonly repertoires = new MemoryRepertoires();
  readonly classics = new MemoryClassics();
  readonly endings = new MemoryEndings();
  readonly #lessons = new MemoryLessons();
  readonly #puzzles = new MemoryPuzzles();

  /** Without rules no piece attacks. */
  async attackers(_placement: string, _square: string): Promise<PlacedPiece[]> {
    return [];
  }

  async listBooks(): Promise<ListedBooks> {
    this.check("listBooks");
    const { list: books, undoable } = this.books;
    return { books, undoable };
  }

  async openBook(): Promise<OpenedBook | null> {
    this.check("openBook");
    return this.books.open();
  }

  async newBook(name: string, game: GameKind): Promise<string> {
    this.check(`newBook ${name} ${game}`, "newBook");
    return this.books.create(name, game);
  }

  async copyBook(id: string, name: string): Promise<string | null> {
    this.check(`copyBook ${id} ${name}`, "copyBook");
    return (await this.#isBookStopped()) ? null : this.books.copy(id, name);
  }

  async changeBook(id: string, change: WholeChange): Promise<ChangeReport | null> {
    this.check(`changeBook ${id} ${JSON.stringify(change)}`, "changeBook");
    return (await this.#isBookStopped()) ? null : this.books.change(id, change);
  }

  async swapBook(id: string): Promise<void> {
    this.check(`swapBook ${id}`, "swapBook");
    this.books.swap(id);
  }

  async stopBookWork(): Promise<void> {
    this.check("stopBookWork");
    this.#stopBook?.();
  }

  /** Reports the progress of work on a book; waits until it is cancelled where the options say so. */
  async #isBookStopped(): Promise<boolean> {
    this.say({ kind: "book", progress: { done: 256, total: 1000 } });
    if (!this.options.longWork) return false;
    await new Promise<void>((resolve) => (this.#stopBook = resolve));
    return true;
  }

  async closeBook(id: string): Promise<void> {
    this.check(`closeBook ${id}`, "closeBook");
    this.books.close(id);
  }

  async arrangeBooks(uses: BookUse[]): Promise<void> {
    this.check("arrangeBooks");
    this.books.arrange(uses);
  }

  async probeBooks(position: Diagram): Promise<BookAnswer[]> {
    this.check("probeBooks");
    return this.books.probe(position);
  }

  async editBook(id: string, position: Diagram, mv: string, edit: BookEdit | null): Promise<void> {
    this.check(`editBook ${id} ${mv}`, "editBook");
    this.books.edit(id, position, mv, edit);
  }

  async addToBook(id: string, _setup: SetupCodes, moves: string[]): Promise<number> {
    this.check(`addToBook ${id} ${moves.join(" ")}`, "addToBook");
    this.books.addLine(id);
    return moves.length;
  }

  async undoBook(): Promise<boolean> {
    this.check("undoBook");
    return this.books.undo();
  }

  async namedOpenings(_setup: SetupCodes): Promise<NamedLine[]> {
    this.check("namedOpenings");
    return this.books.named;
  }

  async bookOrders(_setup: SetupCodes, moves: string[]): Promise<MoveRow[][]> {
    this.check(`bookOrders ${moves.join(" ")}`, "bookOrders");
    return this.books.orders;
  }

  async listRepertoires(_day: number): Promise<RepertoireRow[]> {
    this.check("listRepertoires");
    return this.repertoires.list;
  }

  async beginDrill(
    book: string,
    side: Side,
    _rule: string,
    left: string[] | null,
    from: string[] | null,
    _day: number,
  ): Promise<CurrentDrill> {
    this.check(["beginDrill", book, side, ...(left ?? []), ...(from ?? [])].join(" "), "beginDrill");
    return this.repertoires.begin(book, side);
  }

  async coverRepertoire(book: string, side: Side): Promise<CoveredRepertoire> {
    this.check(`coverRepertoire ${book} ${side}`, "coverRepertoire");
    return this.repertoires.cover();
  }

  async nextDrill(_day: number): Promise<CurrentDrill> {
    this.check("nextDrill");
    return this.repertoires.next();
  }

  async answerDrill(mv: string, _day: number): Promise<DrillTurn> {
    this.check(`answerDrill ${mv}`, "answerDrill");
    return this.repertoires.answer(mv);
  }

  async refuteDrill(): Promise<MoveRow[]> {
    this.check("refuteDrill");
    return this.repertoires.refute();
  }

  async leaveDrill(): Promise<void> {
    this.check("leaveDrill");
    this.repertoires.leave();
  }

  async forgetRepertoire(book: string, side: Side): Promise<void> {
    this.check(`forgetRepertoire ${book} ${side}`, "forgetRepertoire");
    this.repertoires.forget(book, side);
  }

  async classicsList(): Promise<ClassicsList> {
    this.calls.push("classicsList");
    return this.classics.list();
  }

  async solvedClassics(): Promise<number[]> {
    return [0];
  }

  async classic(index: number): Promise<ClassicView> {
    return this.classics.view(index);
  }

  async readClassic(index: number, remarks: ClassicRemarks): Promise<OpenedStudy> {
    this.calls.push(`readClassic ${index}`);
    this.classics.remarks = remarks;
    return this.newStudy(SETUPS.xiangqi, []);
  }

  async endingList(): Promise<EndingClass[]> {
    return this.endings.list();
  }

  async leaveEnding(id: string): Promise<void> {
    this.calls.push(`leaveEnding ${id}`);
  }

  async beginEnding(id: string): Promise<CurrentEnding> {
    this.calls.push(`beginEnding ${id}`);
    return this.endings.begin(id);
  }

  async playEnding(mv: string): Promise<EndingTurn> {
    this.calls.push(`playEnding ${mv}`);
    return this.endings.play(mv);
  }

  async answerEnding(): Promise<CurrentEnding> {
    this.calls.push("answerEnding");
    return this.endings.answer();
  }

  async takeBackEnding(): Promise<CurrentEnding> {
    this.calls.push("takeBackEnding");
    return this.endings.takeBack();
  }

  async lessonSummary(): Promise<LessonSummary> {
    return this.#lessons.summary();
  }

  async beginLesson(wish: LessonRequest): Promise<CurrentLesson> {
    this.calls.push(`beginLesson ${wish.kind}`);
    return this.#lessons.begin(wish);
  }

  async attemptLesson(text: string): Promise<LessonTurn> {
    this.calls.push(`attemptLesson ${text}`);
    return this.#lessons.attempt(text);
  }

  async hintLesson(): Promise<CurrentLesson> {
    return this.#lessons.hint();
  }

  async showLesson(): Promise<CurrentLesson> {
    return this.#lessons.show();
  }

  async puzzlesToday(day: number): Promise<PuzzleSummary> {
    this.calls.push("puzzlesToday");
    return { ...this.#puzzles.overview(day), shelves: [] };
  }

  async puzzleOverview(day: number): Promise<PuzzleSummary> {
    return this.#puzzles.overview(day);
  }

  async beginPuzzle(wish: PuzzleRequest, _day: number): Promise<CurrentPuzzle> {
    this.calls.push(`beginPuzzle ${wish.kind}`);
    return this.#puzzles.begin(wish);
  }

  async playPuzzle(mv: string, day: number): Promise<PuzzleStep> {
    this.calls.push(`playPuzzle ${mv}`);
    return this.#puzzles.play(mv, day);
  }

  async refutePuzzle(): Promise<Refutation | null> {
    return this.#puzzles.refute();
  }

  async takeBackPuzzle(): Promise<CurrentPuzzle> {
    return this.#puzzles.takeBack();
  }

  async hintPuzzle(_day: number): Promise<CurrentPuzzle> {
    return this.#puzzles.hint();
  }

  async showPuzzle(_day: number): Promise<CurrentPuzzle> {
    return this.#puzzles.show();
  }

  async importPuzzles(): Promise<PuzzleImport | null> {
    this.calls.push("importPuzzles");
    return this.#puzzles.importSet();
  }

  async deletePuzzleSet(set: number): Promise<void> {
    this.calls.push(`deletePuzzleSet ${set}`);
    this.#puzzles.deleteSet();
  }

  async stopPuzzleRun(): Promise<CurrentPuzzle> {
    this.calls.push("stopPuzzleRun");
    return this.#puzzles.stopRun();
  }

  async listEngines() {
    this.check("listEngines");
    return this.engines.list();
  }

  async probeEngine(command: string, protocol: EngineProtocol | null) {
    this.check(`probeEngine ${command} ${protocol ?? "any"}`, "probeEngine");
    return this.engines.probe(command, protocol);
  }

  async saveEngine(external: EngineConfig) {
    this.check(`saveEngine ${external.name}`, "saveEngine");
    return this.engines.save(external);
  }

  async removeEngine(id: string) {
    this.check(`removeEngine ${id}`, "removeEngine");
    this.engines.remove(id);
  }

  async openConsole(id: string) {
    this.check(`openConsole ${id}`, "openConsole");
    this.engines.open(id);
  }

  async sendConsole(line: string) {
    this.check(`sendConsole ${line}`, "sendConsole");
    this.engines.send(line);
  }

  async closeConsole() {
    this.check("closeConsole");
    this.engines.close();
  }

  async startMatch(
    setup: SetupCodes,
    players: [Player, Player],
    books: [MatchBook | null, MatchBook | null],
    games: number,
    moveTime: number,
    collection: string,
  ) {
    this.check("startMatch");
    this.engines.begin({ setup, players, books, games, moveTime, collection });
  }

  async stopMatch() {
    this.check("stopMatch");
    this.engines.stop();
  }

  async listTournaments(): Promise<TournamentOverview> {
    this.check("listTournaments");
    return this.tournaments.list();
  }

  async beginTournament(
    setup: SetupCodes,
    conditions: TournamentConditions,
    entrants: TournamentEntrant[],
    own: boolean,
    collection: string,
  ): Promise<void> {
    this.check("beginTournament");
    const openings = own ? (this.tournaments.openings.find(({ game }) => game === setup.game) ?? null) : null;
    this.tournaments.begin({ setup, conditions, entrants, openings, collection });
  }

  async openOpenings(setup: SetupCodes): Promise<OwnOpenings | null> {
    this.check("openOpenings");
    const { chooses } = this.tournaments;
    if (chooses?.game === setup.game) this.tournaments.openings = [chooses];
    return chooses;
  }

  async exportTournament(what: TournamentExport): Promise<string | null> {
    this.check(`exportTournament ${what}`, "exportTournament");
    return `/home/person/tournament.${what === "table" ? "json" : "pgn"}`;
  }

  async goOnWithTournament(): Promise<void> {
    this.check("goOnWithTournament");
    this.tournaments.goOn();
  }

  async stopTournament(): Promise<void> {
    this.check("stopTournament");
    this.tournaments.stop();
  }

  async showTournament(id: string): Promise<TournamentProgress> {
    this.check(`showTournament ${id}`, "showTournament");
    return this.tournaments.show(id);
  }

  async removeTournament(id: string): Promise<void> {
    this.check(`removeTournament ${id}`, "removeTournament");
    this.tournaments.remove(id);
  }

  async startLab(look: number, _position: Diagram, depth: number): Promise<void> {
    this.check(`startLab ${depth}`, "startLab");
    experiment(look, depth, (word) => this.say(word));
  }

  async stopLab(): Promise<void> {
    this.calls.push("stopLab");
  }

  async walkTree(position: Diagram, _method: LabMethod, _depth: number, path: number[]): Promise<LabNode> {
    return walked(position, path);
  }

  async walkTicTacToe(position: Diagram): Promise<KnownNode> {
    return known(position);
  }
}
