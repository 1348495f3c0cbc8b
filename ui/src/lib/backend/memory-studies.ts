// The study of the backend in memory, with its analysis and its review.
import type {
  AnalysisChoice,
  RootMoves,
  BalanceSeen,
  Beginning,
  BoardSearchKind,
  DefencesSeen,
  ExactSeen,
  ReviewReport,
  SetupCodes,
  Side,
  StudyEdit,
  ThreatSearchSeen,
  ThreatsSeen,
  TriedMove,
} from "../bindings";
import { tabOf } from "../study/tabs";
import { scriptOf } from "./fixtures";
import { MemoryAnalysis } from "./memory-analysis";
import { MemoryClass } from "./memory-class";
import { reviewed, tried } from "./memory-review";
import { fault } from "./memory-shell";
import { MemoryStudy } from "./memory-study";

export class MemoryStudies extends MemoryClass {
  protected study: MemoryStudy | null = null;
  /** The open studies in the order of their tabs, `study` among them. */
  #open: MemoryStudy[] = [];
  readonly #analysis = new MemoryAnalysis((word) => this.say(word));
  /** The saved reviews of studies, and the stop of the running one. */
  #reviews = new Map<number, ReviewReport>();
  #reviewing: ReturnType<typeof setTimeout> | null = null;

  async openStudy(id: number) {
    this.check(`openStudy ${id}`, "openStudy");
    const open = this.#open.find((study) => study.id === id);
    return this.#bring(open ?? new MemoryStudy(this.filed(id)));
  }

  async newStudy(setup: SetupCodes, moves: string[]) {
    this.check("newStudy");
    return this.#bring(MemoryStudy.of({ setup, moves }, scriptOf(setup.game), 900 + ++this.count));
  }

  async studied() {
    this.check("studied");
    return this.study && this.#seen(this.study);
  }

  async reopenedStudy() {
    this.check("reopenedStudy");
    return this.study && this.#seen(this.study);
  }

  async closeStudy(id: number) {
    this.check(`closeStudy ${id}`, "closeStudy");
    this.#open = this.#open.filter((study) => study.id !== id);
    if (this.study?.id === id) this.study = this.#open.at(-1) ?? null;
    return this.study && this.#seen(this.study);
  }

  /** Brings a study to the front, in place of an empty board. */
  #bring(study: MemoryStudy) {
    this.#open = this.#open.filter((one) => one === study || !(one === this.study && one.isBlank));
    if (!this.#open.includes(study)) this.#open.push(study);
    this.study = study;
    return this.#seen(study);
  }

  #seen(study: MemoryStudy) {
    const tabs = this.#open.map((one) => tabOf(one.seen()));
    return { ...study.seen(), tabs };
  }

  async threatsInStudy(): Promise<ThreatsSeen> {
    this.check("threatsInStudy");
    const study = await this.studied();
    if (!study) throw fault("no-study", "No study is open.");
    const { placement, sideToMove } = study.place.board;
    return { placement, sideToMove, threats: [] };
  }

  async defencesInStudy(): Promise<DefencesSeen> {
    this.check("defencesInStudy");
    const { placement, sideToMove } = this.open().seen().place.board;
    return { placement, sideToMove, found: null };
  }

  async balanceInStudy(): Promise<BalanceSeen> {
    this.check("balanceInStudy");
    const { placement, sideToMove } = this.open().seen().place.board;
    return { placement, sideToMove, found: null };
  }

  async searchThreatsInStudy(side: Side): Promise<ThreatSearchSeen> {
    this.check(`searchThreatsInStudy ${side}`, "searchThreatsInStudy");
    const { placement, sideToMove } = this.open().seen().place.board;
    return { placement, sideToMove, found: { side, result: "none", lines: [], whole: true, nodes: 1 } };
  }

  async solveInStudy(): Promise<ExactSeen> {
    this.check("solveInStudy");
    const { placement, sideToMove } = this.open().seen().place.board;
    return { placement, sideToMove, found: null };
  }

  async stopBoardSearch(kind: BoardSearchKind): Promise<void> {
    this.check(`stopBoardSearch ${kind}`, "stopBoardSearch");
  }

  async keepLines(lines: string[][]) {
    this.check(`keepLines ${lines.length}`, "keepLines");
    return this.open().merge(lines[0]?.[0] ?? "");
  }

  async go(node: number) {
    this.check(`go ${node}`, "go");
    return this.open().go(node);
  }

  async playInStudy(mv: string) {
    this.check(`playInStudy ${mv}`, "playInStudy");
    return this.open().play(mv);
  }

  async editStudy(edit: StudyEdit) {
    this.check(`editStudy ${edit.kind}`, "editStudy");
    return this.open().edit(edit);
  }

  async undoStudy() {
    this.check("undoStudy");
    return this.open().undo(false);
  }

  async redoStudy() {
    this.check("redoStudy");
    return this.open().undo(true);
  }

  async mergeText(text: string) {
    this.check(`mergeText ${text}`, "mergeText");
    return this.open().merge(text);
  }

  async mergeGames(ids: number[]) {
    this.check(`mergeGames ${ids.join(" ")}`, "mergeGames");
    // The tape has one game, whose first move is in every study of it.
    return this.open().merge(this.filed(ids[0] ?? 0).script.rows[0]?.uci ?? "");
  }

  async variationRecord(node: number) {
    this.check(`variationRecord ${node}`, "variationRecord");
    return this.open().lineThrough(node);
  }

  async studyRecord() {
    this.check("studyRecord");
    return this.open().record;
  }

  /** No rules here: a board with two generals, or any stones, is valid. */
  async checkPosition(setup: SetupCodes, placement: string): Promise<Beginning> {
    this.check("checkPosition");
    if (setup.game === "xiangqi" && !(placement.includes("K") && placement.includes("k")))
      throw fault("no-general", "A general is missing.");
    return { setup, moves: [] };
  }

  async bringGame(id: number) {
    this.check(`bringGame ${id}`, "bringGame");
    await this.openStudy(id);
    this.open().go(0);
    for (const row of this.present().moves) this.open().play(row.uci);
    return this.#seen(this.open());
  }

  async studyGame() {
    this.check("studyGame");
    const game = this.present();
    if (game.saved !== null) return this.openStudy(game.saved);
    if (!game.board.outcome && (game.first.kind === "human") !== (game.second.kind === "human"))
      throw fault("still-playing", "The game against the engine is still being played.");
    const moves = game.moves.map((row) => row.uci);
    return this.newStudy(game.setup, moves);
  }

  async lookAt(look: number, node: number, wishes: AnalysisChoice, root: RootMoves) {
    const among =
      root.moves.length === 0 ? "" : ` ${root.excluded ? "without" : "only"} ${root.moves.join(" ")}`;
    this.check(`lookAt ${node}${among}`, "lookAt");
    const { setup, row } = this.open().seen();
    this.#analysis.lookAt(look, row.id, setup.game, this.open().placeAt(node), wishes);
  }

  async rest() {
    this.check("rest");
    this.#analysis.rest();
  }

  async leaveAnalysis() {
    this.check("leaveAnalysis");
    this.#analysis.rest();
  }

  /** The external engine whose process analyses. */
  analyst: string | null = null;

  async pressAction(id: string, action: string) {
    this.check(`pressAction ${id} ${action}`, "pressAction");
    return this.analyst === id;
  }

  async keepEvaluation(study: number, node: number, evaluation: string) {
    this.check(`keepEvaluation ${node} ${evaluation}`, "keepEvaluation");
    return this.study?.id === study ? this.study.evaluate(node, evaluation) : null;
  }

  async startReview(): Promise<void> {
    this.check("startReview");
    const study = this.open();
    const review = reviewed(study.seen());
    const total = 2 * review.moves.length;
    const moves = review.moves.slice(0, 4);
    this.say({ kind: "review", news: { kind: "progress", done: 4, total, moves } });
    this.#reviewing = setTimeout(() => {
      this.#reviews.set(study.id, review);
      const change = study.keepReview(review);
      this.say({ kind: "review", news: { kind: "done", report: review, change, unkept: null } });
    }, this.options.reviewMs ?? 0);
  }

  async stopReview(): Promise<void> {
    this.check("stopReview");
    if (this.#reviewing !== null) clearTimeout(this.#reviewing);
    this.#reviewing = null;
  }

  async keptReview(): Promise<ReviewReport | null> {
    this.check("keptReview");
    return this.#reviews.get(this.open().id) ?? null;
  }

  async tryMove(ply: number, mv: string): Promise<TriedMove> {
    this.check(`tryMove ${ply} ${mv}`, "tryMove");
    const move = this.#reviews.get(this.open().id)?.moves[ply - 1];
    if (!move) throw fault("move-gone", "This move is not reviewed.");
    return tried(move, mv);
  }

  protected open(): MemoryStudy {
    if (!this.study) throw fault("no-study", "No game is being studied.");
    return this.study;
  }
}
