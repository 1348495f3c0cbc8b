// The backend of tests and of a plain browser. It replays the scripted games of fixtures.ts and has its library in
// memory. It has no rules: it refuses a move off the script, with the script's reason or with "off-script".
import type {
  AnnouncementRoute,
  PlacedPiece,
  AnalysisChoice,
  Refusal,
  BoardView,
  Beginning,
  Clocks,
  Diagram,
  ExportForm,
  ExportSubject,
  Fit,
  EngineConfig,
  DeskEvent,
  EncodingChoice,
  GameKind,
  Query,
  GameRow,
  ImportOutcome,
  KnownNode,
  LabMethod,
  LabNode,
  MergeReport,
  NewGame,
  Outcome,
  PickKind,
  Player,
  EngineProtocol,
  PuzzleSummary,
  PuzzleStep,
  CurrentPuzzle,
  PuzzleRequest,
  Refutation,
  ReviewReport,
  Settings,
  SetupCodes,
  Side,
  CurrentGame,
  SoundName,
  SalvageState,
  Startup,
  StudyEdit,
  TextSample,
  ThreatsSeen,
  Lesson,
  TriedMove,
  Unfinished,
  Update,
  Word,
} from "../bindings";
import type { Backend } from "./backend";
import { MemoryAnalysis } from "./memory-analysis";
import { experiment, known, walked } from "./memory-lab";
import { reviewed, tried } from "./memory-review";
import { MemoryStudy, type Filed } from "./memory-study";
import { MemoryEngines, type MemoryEnginesOptions } from "./memory-engines";
import { counted, explored, listed } from "./memory-library";
import { MemoryPuzzles } from "./memory-puzzles";
import { DEFAULT_SETTINGS, GOMOKU, pointsOf, positionAt, SETUPS, XIANGQI, type Scripted } from "./fixtures";

export { DEFAULT_SETTINGS, SETUPS };

export type MemoryOptions = {
  /** Whether no setting has been chosen yet. */
  first?: boolean;
  /** The salvage of a damaged library. */
  salvage?: SalvageState;
  announcements?: AnnouncementRoute;
  /** Whether a backup, a restore or a move goes on until it is cancelled. */
  longWork?: boolean;
  settings?: Partial<Settings>;
  unfinished?: Unfinished[];
  /** The thinking time of the scripted engine. */
  thinkMs?: number;
  /** The duration of a review. */
  reviewMs?: number;
  games?: number;
  nowMs?: number;
  /** Makes a method fail, by name, to test errors. */
  fail?: Partial<Record<keyof Backend, Refusal>>;
  /** The reason why a finished game cannot be saved in the library. */
  unsaved?: Refusal;
  /** The start time of new games; earlier than that of the library's games for resumed ones. */
  begunAtMs?: number;
} & MemoryEnginesOptions;

const fault = (code: string, message: string, at: string | null = null, points: string[] = []): Refusal => ({
  code,
  message,
  at,
  points,
  obstacles: [],
});

export class MemoryBackend implements Backend {
  /** The recorded calls, for assertions. */
  readonly calls: string[] = [];
  /** The texts that the window announced. */
  readonly announced: string[] = [];
  /** The result of the next drop or file choice. */
  readonly offered: ImportOutcome[] = [];
  /** The texts of waiting files, by encoding. */
  samples: Record<string, TextSample[]> = {};
  readonly sounds: SoundName[] = [];
  /** The move that decided the lost game on the board. */
  lost: Lesson | null = null;
  /** The level that fits the person. */
  fit: Fit = { level: 1, games: 0 };
  settings: Settings;
  #options: MemoryOptions;
  #listeners = new Set<(word: Word) => void>();
  readonly engines: MemoryEngines;
  readonly #analysis = new MemoryAnalysis((word) => this.say(word));
  readonly #puzzles = new MemoryPuzzles();
  #seq = 0;
  /** The number of moves that the page has. */
  #told = 0;
  #game: CurrentGame | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #games: Filed[];
  #study: MemoryStudy | null = null;
  /** The saved reviews of studies, and the stop of the running one. */
  #reviews = new Map<number, ReviewReport>();
  #reviewing: ReturnType<typeof setTimeout> | null = null;
  #trash = new Map<number, Filed>();
  #unfinished: Unfinished[];
  #discarded: Unfinished | null = null;
  /** Whether two engines are paused. */
  #paused = false;
  #count = 0;
  #folder: string | null = null;
  #stopWork: (() => void) | null = null;

  constructor(options: MemoryOptions = {}) {
    this.#options = options;
    this.settings = { ...DEFAULT_SETTINGS, ...options.settings };
    this.#unfinished = options.unfinished ?? [];
    this.engines = new MemoryEngines(options, (word) => this.say(word));
    this.#games = Array.from({ length: options.games ?? 6 }, (_, index) => this.#finished(index));
  }

  /** An interrupted Xiangqi game, four minutes before `nowMs`. */
  static leftOver(nowMs: number): Unfinished {
    const { placement = "" } = XIANGQI.positions[8] ?? {};
    return {
      uid: "left-over",
      setup: SETUPS.xiangqi,
      first: { kind: "human", name: "" },
      second: { kind: "engine", level: 4 },
      plies: 8,
      lastAtMs: nowMs - 240_000,
      clock: { kind: "none" },
      placement,
      clocks: null,
      damaged: false,
    };
  }

  async startup(): Promise<Startup> {
    this.#check("startup");
    return {
      settings: this.settings,
      first: this.#options.first ?? false,
      unfinished: this.#unfinished,
      notices: [],
      game: this.#game,
      salvage: this.#options.salvage ?? null,
      announcements: this.#options.announcements ?? "liveRegion",
    };
  }

  /** Without rules no piece attacks. */
  async attackers(_placement: string, _square: string): Promise<PlacedPiece[]> {
    return [];
  }

  async announce(text: string): Promise<void> {
    this.announced.push(text);
  }

  async noticesSeen(): Promise<void> {
    this.calls.push("noticesSeen");
  }

  async seen(): Promise<CurrentGame | null> {
    return this.#game;
  }

  async puzzlesToday(day: number): Promise<PuzzleSummary> {
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

  async subscribe(listener: (word: Word) => void): Promise<() => void> {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async newGame(config: NewGame): Promise<CurrentGame> {
    this.#check("newGame");
    const { setup } = config;
    if (setup.game === "xiangqi" && setup.start?.includes("?"))
      throw fault("unknown-piece", "unknown piece '?' in rank 9", "9");
    const script = scriptOf(setup.game);
    this.#paused = false;
    const uid = `memory-${++this.#count}`;
    const clocks = startClocks(config);
    const position = positionAt(script, 0, config, "on");
    this.#game = { uid, saved: null, ...config, ...position, movesFrom: 0, moves: [], clocks };
    this.#stand(script, 0);
    this.#emit([{ kind: "started" }]);
    this.#wake();
    return this.#game;
  }

  async play(mv: string): Promise<void> {
    this.#check(`play ${mv}`, "play");
    const game = this.#present();
    if (game.board.outcome) throw fault("game-over", "The game is over.");
    const script = scriptOf(game.setup.game);
    const row = script.rows[game.ply];
    const wanted = mv.trim().toLowerCase();
    const forms = row
      ? [row.uci, row.chinese, row.traditional, row.wxf, row.vietnamese, row.iccs].map((form) =>
          form.toLowerCase(),
        )
      : [];
    if (forms.includes(wanted)) return this.#advance();
    const refusal = script.refusals[game.ply]?.[wanted];
    if (refusal) throw refusal;
    if (!/^([a-i]\d){2}$|^[a-v]\d{1,2}$/.test(wanted))
      throw fault("unreadable-move", "This could not be read as a move.");
    const { from, to } = pointsOf(game.setup.game, wanted);
    if (!(game.board.destinations[from ?? ""] ?? []).includes(to)) {
      throw fault(
        game.setup.game === "xiangqi" ? "wrong-shape" : "occupied",
        "Not among the destinations.",
        to,
      );
    }
    throw fault("off-script", `The script goes on with ${row?.uci ?? "nothing"}.`, to);
  }

  async aiMove(): Promise<void> {
    this.#check("aiMove");
    this.#advance();
  }

  async moveNow(): Promise<void> {
    this.#check("moveNow");
    this.#stop();
    this.#advance();
  }

  async undo(): Promise<void> {
    this.#check("undo");
    const game = this.#present();
    this.#stop();
    let ply = game.ply - 1;
    while (ply > 0 && sideAt(game, ply).kind !== "human") ply--;
    this.#game = { ...game, board: { ...game.board, outcome: null } };
    this.#stand(scriptOf(game.setup.game), Math.max(0, ply));
    this.#emit([{ kind: "undone", ply: Math.max(0, ply) }]);
  }

  async hint(): Promise<void> {
    this.#check("hint");
    const game = this.#present();
    const hint = scriptOf(game.setup.game).hints[game.ply];
    if (!hint) throw fault("engine-failed", "The script is over.");
    this.#game = { ...game, hint };
    this.#emit([{ kind: "hint" }]);
  }

  async threats(): Promise<ThreatsSeen> {
    this.#check("threats");
    const { placement, sideToMove } = this.#present().board;
    return { placement, sideToMove, threats: [] };
  }

  async threatsInStudy(): Promise<ThreatsSeen> {
    this.#check("threatsInStudy");
    const study = await this.studied();
    if (!study) throw fault("no-study", "No study is open.");
    const { placement, sideToMove } = study.place.board;
    return { placement, sideToMove, threats: [] };
  }

  async lesson(): Promise<Lesson | null> {
    this.#check("lesson");
    return this.lost;
  }

  async resign(): Promise<void> {
    this.#check("resign");
    const game = this.#present();
    const loser: Side =
      game.first.kind === "human" && game.second.kind === "human"
        ? game.board.sideToMove
        : game.first.kind === "human"
          ? "first"
          : "second";
    this.#end({ winner: loser === "first" ? "second" : "first", reason: "resignation" });
  }

  async offerDraw(): Promise<void> {
    this.#check("offerDraw");
    const game = this.#present();
    const by: Side =
      game.first.kind === "human" && (game.second.kind !== "human" || game.board.sideToMove === "first")
        ? "first"
        : "second";
    const answering: Side = by === "first" ? "second" : "first";
    if (game[answering].kind === "human") {
      this.#game = { ...game, drawOffer: by };
      this.#emit([{ kind: "drawOffered", by }]);
    } else if (game.ply < 4) this.#emit([{ kind: "drawDeclined", by: answering }]);
    else this.#end({ winner: null, reason: "agreement" });
  }

  async answerDraw(accept: boolean): Promise<void> {
    this.#check(`answerDraw ${accept}`, "answerDraw");
    const game = this.#present();
    const by: Side = game.drawOffer === "first" ? "second" : "first";
    this.#game = { ...game, drawOffer: null };
    if (accept) this.#end({ winner: null, reason: "agreement" });
    else this.#emit([{ kind: "drawDeclined", by }]);
  }

  async rematch(level: number | null): Promise<CurrentGame> {
    const { setup, first, second, clock } = this.#present();
    const seat = (player: Player) => (player.kind === "engine" && level ? { ...player, level } : player);
    return this.newGame({ setup, first: seat(second), second: seat(first), clock });
  }

  async leave(): Promise<void> {
    this.#check("leave");
    this.#stop();
    this.#game = null;
  }

  async giveUpUnsaved(): Promise<void> {
    this.#check("giveUpUnsaved");
    const { fail = {} } = this.#options;
    for (const method of Object.keys(fail) as (keyof Backend)[])
      if (fail[method]?.code.startsWith("unsaved")) delete fail[method];
  }

  async closeWindow(): Promise<void> {
    this.#check("closeWindow");
  }

  async resume(uid: string, level: number | null): Promise<CurrentGame> {
    this.#check(`resume ${uid}`, "resume");
    const found = this.#unfinished.find((game) => game.uid === uid);
    if (!found) throw fault("no-game", "There is no such game.");
    const gone = [found.first, found.second].find(
      (player) => player.kind === "external" && !this.engines.has(player),
    );
    if (gone && level === null) throw fault("guest-gone", "The program is not in the list.", nameOf(gone));
    const stay = (player: Player): Player =>
      gone && level !== null && player.kind === "external" ? { kind: "engine", level } : player;
    const left = { ...found, first: stay(found.first), second: stay(found.second) };
    this.#unfinished = this.#unfinished.filter((game) => game.uid !== uid);
    const { setup, first, second } = left;
    await this.newGame({ setup, first, second, clock: { kind: "none" } });
    this.#stop();
    const script = scriptOf(setup.game);
    this.#stand(script, Math.min(left.plies, script.rows.length));
    this.#emit([{ kind: "resumed" }]);
    this.#wake();
    return this.#present();
  }

  async discard(uid: string): Promise<void> {
    this.#check(`discard ${uid}`, "discard");
    this.#discarded = this.#unfinished.find((game) => game.uid === uid) ?? null;
    this.#unfinished = this.#unfinished.filter((game) => game.uid !== uid);
    if (this.#game?.uid === uid) await this.leave();
  }

  async takeBackDiscard(uid: string): Promise<void> {
    this.#check(`takeBackDiscard ${uid}`, "takeBackDiscard");
    if (this.#discarded?.uid !== uid) throw fault("no-game", "There is no such game.");
    this.#unfinished = [this.#discarded, ...this.#unfinished];
    this.#discarded = null;
  }

  async pause(): Promise<void> {
    this.#check("pause");
    this.#stop();
    this.#paused = true;
    this.#stand(scriptOf(this.#present().setup.game), this.#present().ply);
    this.#emit([{ kind: "paused" }]);
  }

  async goOn(): Promise<void> {
    this.#check("goOn");
    this.#paused = false;
    this.#stand(scriptOf(this.#present().setup.game), this.#present().ply);
    this.#emit([{ kind: "wentOn" }]);
    this.#wake();
  }

  async listGames(query: Query, _position: Diagram | null) {
    this.#check("listGames");
    return listed(this.#shelf(query), query);
  }

  async gameFacets(query: Query, _position: Diagram | null) {
    this.#check("gameFacets");
    return counted(this.#shelf(query), query);
  }

  async fittingLevel(game: string, rule: string): Promise<Fit | null> {
    this.#check(`fittingLevel ${game} ${rule}`, "fittingLevel");
    return game === "tictactoe" ? null : this.fit;
  }

  async explore(position: Diagram) {
    this.#check("explore");
    return explored(this.#games, position);
  }

  async tagGames(ids: number[], tag: string, on: boolean): Promise<void> {
    this.#check(`tagGames ${ids.join(" ")} ${tag} ${on}`, "tagGames");
    for (const { summary } of this.#games.filter((game) => ids.includes(game.summary.id)))
      summary.tags = [...summary.tags.filter((other) => other !== tag), ...(on ? [tag] : [])];
  }

  async purgeGame(id: number): Promise<void> {
    this.#check(`purgeGame ${id}`, "purgeGame");
    if (!this.#trash.delete(id)) throw fault("no-game", "There is no such game.");
  }

  async emptyTrash(): Promise<number> {
    this.#check("emptyTrash");
    const games = this.#trash.size;
    this.#trash.clear();
    return games;
  }

  async backUp(path: string): Promise<number | null> {
    this.#check(`backUp ${path}`, "backUp");
    if (await this.#isCancelled()) return null;
    return this.#games.length + this.#trash.size;
  }

  async bringBack(path: string): Promise<MergeReport | null> {
    this.#check(`bringBack ${path}`, "bringBack");
    if (await this.#isCancelled()) return null;
    const known = this.#games.length + this.#trash.size;
    return { added: 0, undeleted: 0, known, corrected: 0, unreadable: 0 };
  }

  async libraryPlace() {
    this.#check("libraryPlace");
    return { folder: this.#folder ?? "/data/duiyi", chosen: this.#folder !== null, trouble: null };
  }

  async stopLibraryWork(): Promise<void> {
    this.#check("stopLibraryWork");
    this.#stopWork?.();
  }

  /** Reports the progress of long work; waits until it is cancelled where the options say so. */
  async #isCancelled(): Promise<boolean> {
    const total = this.#games.length + this.#trash.size;
    this.say({ kind: "library", progress: { games: 1, total } });
    if (!this.#options.longWork) return false;
    await new Promise<void>((resolve) => (this.#stopWork = resolve));
    return true;
  }

  async chooseLibraryFolder(folder: string | null): Promise<boolean | null> {
    this.#check(`chooseLibraryFolder ${folder ?? "usual"}`, "chooseLibraryFolder");
    if (await this.#isCancelled()) return null;
    this.#folder = folder;
    return folder !== null;
  }

  async reopenLibrary(): Promise<void> {
    this.#check("reopenLibrary");
  }

  async pickPath(kind: PickKind): Promise<string | null> {
    this.#check(`pickPath ${kind}`, "pickPath");
    return null;
  }

  async openStudy(id: number) {
    this.#check(`openStudy ${id}`, "openStudy");
    if (this.#study?.id !== id) this.#study = new MemoryStudy(this.#filed(id));
    return this.#study.seen();
  }

  async newStudy(setup: SetupCodes, moves: string[]) {
    this.#check("newStudy");
    this.#study = MemoryStudy.of({ setup, moves }, scriptOf(setup.game), 900 + ++this.#count);
    return this.#study.seen();
  }

  async studied() {
    this.#check("studied");
    return this.#study?.seen() ?? null;
  }

  async go(node: number) {
    this.#check(`go ${node}`, "go");
    return this.#open().go(node);
  }

  async playInStudy(mv: string) {
    this.#check(`playInStudy ${mv}`, "playInStudy");
    return this.#open().play(mv);
  }

  async editStudy(edit: StudyEdit) {
    this.#check(`editStudy ${edit.kind}`, "editStudy");
    return this.#open().edit(edit);
  }

  async undoStudy() {
    this.#check("undoStudy");
    return this.#open().undo(false);
  }

  async redoStudy() {
    this.#check("redoStudy");
    return this.#open().undo(true);
  }

  async studyRecord() {
    this.#check("studyRecord");
    return this.#open().record;
  }

  /** No rules here: a board with two generals, or any stones, is valid. */
  async checkPosition(setup: SetupCodes, placement: string): Promise<Beginning> {
    this.#check("checkPosition");
    if (setup.game === "xiangqi" && !(placement.includes("K") && placement.includes("k")))
      throw fault("no-general", "A general is missing.");
    return { setup, moves: [] };
  }

  async beginFrom(config: NewGame, moves: string[]): Promise<CurrentGame> {
    this.#check(`beginFrom ${moves.length}`, "beginFrom");
    return this.#begunFrom(config, moves);
  }

  async #begunFrom(config: NewGame, moves: string[]): Promise<CurrentGame> {
    await this.newGame(config);
    this.#stop();
    const script = scriptOf(config.setup.game);
    this.#stand(script, Math.min(moves.length, script.rows.length));
    this.#emit([{ kind: "resumed" }]);
    this.#wake();
    return this.#present();
  }

  async tryOut(config: NewGame, moves: string[]): Promise<CurrentGame> {
    this.#check(`tryOut ${moves.length}`, "tryOut");
    return this.#begunFrom(config, moves);
  }

  async bringGame(id: number) {
    this.#check(`bringGame ${id}`, "bringGame");
    await this.openStudy(id);
    this.#open().go(0);
    for (const row of this.#present().moves) this.#open().play(row.uci);
    return this.#open().seen();
  }

  async studyGame() {
    this.#check("studyGame");
    const game = this.#present();
    if (game.saved !== null) return this.openStudy(game.saved);
    if (!game.board.outcome && (game.first.kind === "human") !== (game.second.kind === "human"))
      throw fault("still-playing", "The game against the engine is still being played.");
    const moves = game.moves.map((row) => row.uci);
    return this.newStudy(game.setup, moves);
  }

  async lookAt(look: number, node: number, wishes: AnalysisChoice) {
    this.#check(`lookAt ${node}`, "lookAt");
    const { setup, row } = this.#open().seen();
    this.#analysis.lookAt(look, row.id, setup.game, this.#open().placeAt(node), wishes);
  }

  async rest() {
    this.#check("rest");
    this.#analysis.rest();
  }

  async leaveAnalysis() {
    this.#check("leaveAnalysis");
    this.#analysis.rest();
  }

  async keepEvaluation(study: number, node: number, evaluation: string) {
    this.#check(`keepEvaluation ${node} ${evaluation}`, "keepEvaluation");
    return this.#study?.id === study ? this.#study.evaluate(node, evaluation) : null;
  }

  async startReview(): Promise<void> {
    this.#check("startReview");
    const study = this.#open();
    const review = reviewed(study.seen());
    const total = 2 * review.moves.length;
    const moves = review.moves.slice(0, 4);
    this.say({ kind: "review", news: { kind: "progress", done: 4, total, moves } });
    this.#reviewing = setTimeout(() => {
      this.#reviews.set(study.id, review);
      const change = study.keepReview(review);
      this.say({ kind: "review", news: { kind: "done", report: review, change, unkept: null } });
    }, this.#options.reviewMs ?? 0);
  }

  async stopReview(): Promise<void> {
    this.#check("stopReview");
    if (this.#reviewing !== null) clearTimeout(this.#reviewing);
    this.#reviewing = null;
  }

  async keptReview(): Promise<ReviewReport | null> {
    this.#check("keptReview");
    return this.#reviews.get(this.#open().id) ?? null;
  }

  async tryMove(ply: number, mv: string): Promise<TriedMove> {
    this.#check(`tryMove ${ply} ${mv}`, "tryMove");
    const move = this.#reviews.get(this.#open().id)?.moves[ply - 1];
    if (!move) throw fault("move-gone", "This move is not reviewed.");
    return tried(move, mv);
  }

  #open(): MemoryStudy {
    if (!this.#study) throw fault("no-study", "No game is being studied.");
    return this.#study;
  }

  #filed(id: number): Filed {
    const game = this.#games.find((entry) => entry.summary.id === id);
    if (!game) throw fault("no-game", "There is no such game.");
    return game;
  }

  async deleteGame(id: number): Promise<void> {
    const game = this.#filed(id);
    this.#check(`deleteGame ${id}`, "deleteGame");
    const summary = { ...game.summary, deletedAtMs: this.#now() };
    this.#trash.set(id, { ...game, summary });
    this.#games = this.#games.filter((entry) => entry.summary.id !== id);
  }

  async restoreGame(id: number): Promise<void> {
    this.#check(`restoreGame ${id}`, "restoreGame");
    const game = this.#trash.get(id);
    const back = game && { ...game, summary: { ...game.summary, deletedAtMs: null } };
    if (back) this.#games = [...this.#games, back];
    this.#trash.delete(id);
  }

  async importBytes(bytes: Uint8Array): Promise<ImportOutcome> {
    this.#check("importBytes");
    const text = new TextDecoder().decode(bytes);
    const report = {
      opened: null,
      games: 0,
      known: 0,
      skipped: [],
      unlisted: 0,
      stopped: false,
      doubtful: [],
    };
    if (!/h8|炮|GM\[|\[Game/i.test(text)) {
      const why = fault("unsupported-record", "This is not a record that can be read.");
      return { ...report, skipped: [{ place: null, game: null, why }] };
    }
    const made = this.#finished(/h8|GM\[/i.test(text) ? 1 : 0);
    const id = 1 + Math.max(0, ...this.#games.map(({ summary }) => summary.id));
    const game = { ...made, summary: { ...made.summary, id } };
    this.#games = [game, ...this.#games];
    this.#study = new MemoryStudy(game);
    return { ...report, opened: this.#study.seen(), games: 1 };
  }

  /** Dropped files, with the result that a test sets. */
  async importOffered(): Promise<ImportOutcome | null> {
    this.#check("importOffered");
    return this.offered.shift() ?? null;
  }

  async importChosen(): Promise<ImportOutcome | null> {
    this.#check("importChosen");
    return this.offered.shift() ?? null;
  }

  async readDoubtful(guess: string, encoding: string): Promise<TextSample[]> {
    this.#check(`readDoubtful ${guess} ${encoding}`, "readDoubtful");
    return this.samples[encoding] ?? [];
  }

  async importDoubtful(choices: EncodingChoice[]): Promise<ImportOutcome> {
    const chosen = choices.map(({ guess, encoding }) => `${guess}=${encoding}`);
    this.#check(`importDoubtful ${chosen.join(" ")}`, "importDoubtful");
    const none = { opened: null, games: 0, known: 0, skipped: [], unlisted: 0, stopped: false, doubtful: [] };
    return this.offered.shift() ?? none;
  }

  async skipDoubtful(): Promise<void> {
    this.#check("skipDoubtful");
  }

  async stopImport(): Promise<void> {
    this.#check("stopImport");
  }

  async exportForms(of: ExportSubject): Promise<ExportForm[]> {
    this.#check(`exportForms ${of}`, "exportForms");
    if (of === "study") this.#open();
    const whole = { leftOut: [], refused: null };
    const refused = fault("unwritable-form", "pos holds boards of 15 lines only; choose sgf or psq");
    return [
      { ...whole, name: "sgf", ending: "sgf" },
      { ...whole, name: "psq", ending: "psq", leftOut: [["comment", 2]] },
      { ...whole, name: "pos", ending: "pos", refused },
      { ...whole, name: "svg", ending: "svg" },
    ];
  }

  async exportGame(form: string): Promise<string | null> {
    this.#check(`exportGame ${form}`, "exportGame");
    return `/home/me/game.${form}`;
  }

  async exportPicture(): Promise<string> {
    this.#check("exportPicture");
    return '<svg viewBox="0 0 1600 1600"></svg>';
  }

  async exportPng(): Promise<string | null> {
    this.#check("exportPng");
    return "/home/me/game.png";
  }

  async saveSettings(settings: Settings): Promise<void> {
    this.#check("saveSettings");
    this.settings = settings;
  }

  async playSound(name: SoundName): Promise<void> {
    this.sounds.push(name);
  }

  async about() {
    this.#check("about");
    return { version: "0.1.0", notices: "LXGW WenKai — SIL Open Font License 1.1\nSvelte — MIT\n" };
  }

  async listEngines() {
    this.#check("listEngines");
    return this.engines.list();
  }

  async probeEngine(command: string, protocol: EngineProtocol | null) {
    this.#check(`probeEngine ${command} ${protocol ?? "any"}`, "probeEngine");
    return this.engines.probe(command, protocol);
  }

  async saveEngine(external: EngineConfig) {
    this.#check(`saveEngine ${external.name}`, "saveEngine");
    return this.engines.save(external);
  }

  async removeEngine(id: string) {
    this.#check(`removeEngine ${id}`, "removeEngine");
    this.engines.remove(id);
  }

  async openConsole(id: string) {
    this.#check(`openConsole ${id}`, "openConsole");
    this.engines.open(id);
  }

  async sendConsole(line: string) {
    this.#check(`sendConsole ${line}`, "sendConsole");
    this.engines.send(line);
  }

  async closeConsole() {
    this.#check("closeConsole");
    this.engines.close();
  }

  async startMatch(
    setup: SetupCodes,
    players: [Player, Player],
    games: number,
    moveTime: number,
    collection: string,
  ) {
    this.#check("startMatch");
    this.engines.begin({ setup, players, games, moveTime, collection });
  }

  async stopMatch() {
    this.#check("stopMatch");
    this.engines.stop();
  }

  /** Sends the word of a window that cannot be closed, for tests. */
  refuseToClose(refusal: Refusal): void {
    for (const listener of this.#listeners) listener({ kind: "unsaved", refusal });
  }

  /** Sends an update that no method sends, for tests. */
  send(
    events: DeskEvent[],
    change: Partial<Omit<CurrentGame, "board">> & { board?: Partial<BoardView> } = {},
  ): void {
    const game = this.#present();
    this.#game = { ...game, ...change, board: { ...game.board, ...change.board } };
    this.#emit(events);
  }

  #shelf({ shelf }: Query): GameRow[] {
    return (shelf === "trash" ? [...this.#trash.values()] : this.#games).map((game) => game.summary);
  }

  #present(): CurrentGame {
    if (!this.#game) throw fault("no-game", "There is no game.");
    return this.#game;
  }

  #check(call: string, method: string = call): void {
    this.calls.push(call);
    const failure = this.#options.fail?.[method as keyof Backend];
    if (failure) throw failure;
  }

  #now(): number {
    return this.#options.nowMs ?? Date.now();
  }

  #emit(events: DeskEvent[]): void {
    const game = this.#present();
    // As the shell does: the moves that the page lacks.
    const undone = events.flatMap((event) => (event.kind === "undone" ? [event.ply] : []));
    const fresh = events.some((event) => event.kind === "started" || event.kind === "resumed");
    const movesFrom = fresh ? 0 : Math.min(this.#told, game.moves.length, ...undone);
    this.#told = game.moves.length;
    const fresher = { ...game, movesFrom, moves: game.moves.slice(movesFrom) };
    const update: Update = { seq: ++this.#seq, events, game: fresher };
    this.say({ kind: "game", update });
  }

  /** Sends a word to the page, as the shell does. */
  say(word: Word): void {
    for (const listener of this.#listeners) listener(word);
  }

  /** Puts the script's position `ply` on the board. */
  #stand(script: Scripted, ply: number): void {
    const game = this.#present();
    const { outcome } = game.board;
    const position = positionAt(script, ply, game, outcome ? "over" : this.#paused ? "paused" : "on");
    const running = outcome ? null : position.board.sideToMove;
    this.#game = {
      ...game,
      ...position,
      ...(outcome && { board: { ...position.board, outcome } }),
      moves: script.rows.slice(0, ply),
      clocks: game.clocks && { ...game.clocks, running },
    };
  }

  #advance(): void {
    const game = this.#present();
    const script = scriptOf(game.setup.game);
    const row = script.rows[game.ply];
    if (!row || game.board.outcome) return;
    const ply = game.ply + 1;
    this.#stand(script, ply);
    this.#emit([{ kind: "moved", row, ply }]);
    const { outcome } = this.#present().board;
    if (outcome) this.#end(outcome);
    else this.#wake();
  }

  #wake(): void {
    const game = this.#present();
    if (!game.thinking || !scriptOf(game.setup.game).rows[game.ply]) return;
    this.#emit([{ kind: "thinking", side: game.board.sideToMove }]);
    this.#timer = setTimeout(() => this.#advance(), this.#options.thinkMs ?? 600);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #end(outcome: Outcome): void {
    this.#stop();
    const game = this.#present();
    this.#game = { ...game, board: { ...game.board, outcome } };
    this.#stand(scriptOf(this.#present().setup.game), this.#present().ply);
    const { unsaved } = this.#options;
    if (unsaved) {
      this.#emit([
        { kind: "ended", outcome },
        { kind: "trouble", ...unsaved },
      ]);
      return;
    }
    const filed = this.#file(this.#present(), this.#games.length + 101);
    const { id } = filed.summary;
    this.#games = [filed, ...this.#games];
    this.#game = { ...this.#present(), saved: id };
    this.#emit([
      { kind: "ended", outcome },
      { kind: "saved", id },
    ]);
  }

  #file(game: CurrentGame, id: number): Filed {
    const script = scriptOf(game.setup.game);
    const summary: GameRow = {
      id,
      uid: game.uid,
      game: game.setup.game,
      rule: game.setup.rule,
      size: game.setup.size ?? null,
      first: game.first,
      second: game.second,
      result: game.board.outcome?.winner
        ? game.board.outcome.winner === "first"
          ? "1-0"
          : "0-1"
        : "1/2-1/2",
      winner: game.board.outcome?.winner ?? null,
      reason: game.board.outcome?.reason ?? "abandoned",
      plies: game.ply,
      date: dayOf(this.#options.begunAtMs ?? this.#now() - 900_000),
      startedAtMs: this.#options.begunAtMs ?? this.#now() - 900_000,
      endedAtMs: this.#now(),
      finalPlacement: game.board.placement,
      opening: game.setup.game === "xiangqi" ? "中炮局 Central Cannon" : null,
      tags: [],
      deletedAtMs: null,
    };
    const record = script.rows
      .slice(0, game.ply)
      .map((row) => row.uci)
      .join(" ");
    return { summary, script, plies: game.ply, record };
  }

  /** Finished games for the library: both scripts in turn, with different players and ends. */
  #finished(index: number): Filed {
    const script = index % 2 === 0 ? XIANGQI : GOMOKU;
    const ends: Outcome[] = [
      { winner: "second", reason: "resignation" },
      { winner: null, reason: "agreement" },
      { winner: "first", reason: "time" },
    ];
    const position = script.positions.at(-1);
    const outcome = position?.outcome ?? ends[(index / 2) % 3] ?? null;
    const base: Player = { kind: "human", name: "" };
    const game = {
      uid: `done-${index}`,
      setup: SETUPS[script.game],
      first: base,
      second: { kind: "engine", level: (index % 5) + 1 },
      ply: script.rows.length,
      board: { ...position, outcome },
    } as CurrentGame;
    const filed = this.#file(game, index + 1);
    const endedAtMs = this.#now() - (index + 1) * 7_300_000;
    const startedAtMs = endedAtMs - 1_200_000;
    return { ...filed, summary: { ...filed.summary, date: dayOf(startedAtMs), startedAtMs, endedAtMs } };
  }

  async startLab(look: number, _position: Diagram, depth: number): Promise<void> {
    this.#check(`startLab ${depth}`, "startLab");
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

/** The day of a moment as records write it. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll("-", ".");
const scriptOf = (game: GameKind): Scripted => (game === "xiangqi" ? XIANGQI : GOMOKU);
const nameOf = (player: Player): string | null => (player.kind === "engine" ? null : player.name);
const sideAt = (game: { first: Player; second: Player }, ply: number): Player =>
  ply % 2 === 0 ? game.first : game.second;

function startClocks(config: NewGame): Clocks | null {
  const { clock } = config;
  if (clock.kind === "none") return null;
  const ms =
    clock.kind === "fischer"
      ? clock.main
      : clock.kind === "perMove"
        ? clock.each
        : clock.main + clock.period * clock.periods;
  return { left: { first: ms, second: ms }, running: "first" };
}
