// The review of the study: progress, results, navigation between faults, and retries.
import type {
  FilmFrame,
  MoveRow,
  ReviewedMove,
  ReviewNews,
  ReviewReport,
  Side,
  TriedMove,
} from "../bindings";
import type { ActionId } from "../app/actions";
import { shortcutsOf } from "../app/shortcuts";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { asRefusal } from "../backend/errors";
import { Queue } from "../backend/queue";
import { sayError } from "../game/announce";
import { spoken } from "../game/notation";
import { sayRepetition } from "../game/repetition";
import { joined, labelled, listed, say, sideName, type Key, type Values } from "../i18n/text";
import type { StudyController } from "../study/study.svelte";
import { isLesson, moveTexts, percent, sayForced, sentence } from "./texts";

/** The services of the window that the review needs. */
type ReviewWindow = Pick<Window, "settings" | "voice" | "announce" | "trouble" | "attempt">;

/** A fault in retry: the board shows the position before it. */
export type Retry = {
  move: ReviewedMove;
  /** The node before it. */
  before: number;
  state: "waiting" | "weighing" | "wrong" | "right";
  tried: TriedMove | null;
  /** The current board of the film. */
  frame: number;
};

/** The duration of each board of a film. */
const FRAME_MS = 900;

export class ReviewController {
  /** The judged moves in order; incomplete while the review runs. */
  moves = $state.raw<readonly ReviewedMove[]>([]);
  /** The complete review, once it is done. */
  review = $state.raw<ReviewReport | null>(null);
  /** The progress of the running review. */
  progress = $state.raw<{ done: number; total: number } | null>(null);
  /** Whether a review was begun that no screen has shown yet. */
  unseen = $state(false);
  /** The number of the person's mistakes that have become puzzles. */
  puzzles = $state(0);
  retry = $state.raw<Retry | null>(null);
  /** Whether the moves of both sides are walked through, although one person played. */
  both = $state(false);
  readonly #backend: Backend;
  readonly #study: StudyController;
  readonly #window: ReviewWindow;
  /** The open study under review. */
  #of = -1;
  /** Grows with each review that is begun, stopped or shown; answers to older requests are ignored. */
  #turn = 0;
  /** The shell begins and stops reviews in the order of the calls. */
  readonly #queue = new Queue();
  /** Whether the announced end of the review promises the worst fault, and no fault was shown since. */
  #promisesWorst = false;
  #film: ReturnType<typeof setInterval> | null = null;
  /** Called at the end of the running review. */
  #ended: (() => void)[] = [];

  readonly running: boolean = $derived(this.progress !== null);
  /** The side of the person who played against an engine; null for other games. */
  readonly mine: Side | null = $derived.by(() => {
    const { first, second } = this.#study.study?.row ?? {};
    const people = (["first", "second"] as const).filter(
      (side) => (side === "first" ? first : second)?.kind === "human",
    );
    return people.length === 1 ? (people[0] ?? null) : null;
  });
  /** The moves to learn from, of the person or of both sides. */
  readonly faults: readonly ReviewedMove[] = $derived(
    this.moves.filter((move) => isLesson(move) && (this.both || !this.mine || move.side === this.mine)),
  );
  /** The sentence in place of faults, where there are none. */
  readonly noFaults: Key = $derived(this.moves.some(isLesson) ? "review.mine.none" : "review.clean");
  /** The reviewed move that led to the board; null at the start and in a variation. */
  readonly inView: ReviewedMove | null = $derived(
    this.moves.find((move) => move.node === this.#study.at) ?? null,
  );
  /** The board of a try, with the refutation of a wrong one. */
  readonly frame: FilmFrame | null = $derived.by(() => {
    const { retry } = this;
    return (retry?.tried && retry.tried.film[retry.frame]) || null;
  });

  constructor(backend: Backend, study: StudyController, window: ReviewWindow) {
    this.#backend = backend;
    this.#study = study;
    this.#window = window;
  }

  /** Shows the saved review of the current study, unless that study is under review. */
  async load(): Promise<void> {
    if (this.#of === this.#study.opened && (this.running || this.review)) return;
    const stopped = this.running;
    this.#end();
    this.#clear();
    this.#of = this.#study.opened;
    if (!this.#study.study) return;
    await this.#fetch(stopped);
  }

  /** Reviews the main line of the current study. */
  async start(): Promise<void> {
    if (this.running || !this.#study.study) return;
    this.#clear();
    this.#of = this.#study.opened;
    this.progress = { done: 0, total: 1 };
    this.unseen = true;
    this.#announce("review.begun");
    const turn = this.#turn;
    try {
      await this.#queue.run(() => this.#backend.startReview());
    } catch (thrown) {
      if (turn === this.#turn) this.#end();
      this.#window.trouble(asRefusal(thrown));
    }
  }

  /** Stops the review; the study's saved review is shown again. */
  async stop(): Promise<void> {
    if (!this.running) return;
    this.#end();
    this.#clear();
    await this.#fetch(true);
  }

  hear(news: ReviewNews): void {
    if (news.kind === "done" && news.change) this.#study.receive(news.change);
    if (news.kind === "puzzles") {
      if (this.#of === this.#study.opened) this.puzzles = news.new;
      return this.#announce("review.puzzles", { n: news.new });
    }
    if (!this.running || this.#of !== this.#study.opened) return;
    if (news.kind === "progress") {
      this.progress = { done: news.done, total: news.total };
      const known = new Map(this.moves.map((move) => [move.ply, move]));
      for (const move of news.moves) known.set(move.ply, move);
      this.moves = [...known.values()].sort((a, b) => a.ply - b.ply);
    } else if (news.kind === "done") {
      this.#take(news.report);
      if (news.unkept) this.#window.trouble(news.unkept);
      const n = this.faults.length;
      this.#promisesWorst = n > 0;
      this.#announce(n === 0 ? this.noFaults : "review.done", { n, key: this.#keyOf("nextMistake") });
      this.#end();
    } else {
      this.#window.trouble(news.why);
      this.#end();
    }
  }

  /** Goes to the next or previous fault; forwards from the start of the game or after a review, to the worst one. */
  next(direction: 1 | -1): void {
    const { faults } = this;
    if (faults.length === 0) return this.#nothing();
    // A retried move is done, although the board shows the position before it.
    const at = this.retry?.move.ply ?? this.#study.path.length;
    const worst = direction === 1 && (this.#promisesWorst || at === 0) ? this.#worst() : null;
    const move =
      worst ??
      (direction === 1
        ? (faults.find((move) => move.ply > at) ?? faults[0])
        : (faults.findLast((move) => move.ply < at) ?? faults.at(-1)));
    if (move) this.show(move);
  }

  /** Goes to a move. The report that follows the board announces it; where the board stays, it is announced here. */
  show(move: ReviewedMove): void {
    const stays = this.#study.at === move.node;
    this.#promisesWorst = false;
    this.leave();
    this.#study.go(move.node);
    if (stays) this.announceInView();
  }

  /** Announces the text about the move in view. */
  announceInView(): void {
    const text = this.inView && !this.retry ? this.tell(this.inView) : "";
    if (text) this.#window.announce({ text, urgent: false });
  }

  /** The text about a move: its verdict, its cost, its reasons, the refutation and the better line. */
  tell(move: ReviewedMove): string {
    const { lang, notation } = this.#window.voice;
    const teller = { lang, notation, game: this.#study.study?.setup.game ?? "xiangqi", aloud: true };
    const line = (rows: readonly MoveRow[]) =>
      listed(
        lang,
        rows.map((row) => this.#spoken(row)),
      );
    const texts = moveTexts(teller, move, line);
    const verdict = texts.fall ? labelled(lang, texts.verdict, texts.fall) : texts.verdict;
    return joined(lang, [
      sentence(lang, verdict),
      ...texts.faults,
      ...[texts.refutation, texts.better].filter(Boolean).map((text) => sentence(lang, text)),
      ...texts.merits,
    ]);
  }

  /** Begins a retry of the fault at the cursor, or of the next one. */
  again(): void {
    if (this.retry && this.retry.state !== "right") return this.#wait(this.retry.move);
    if (!this.inView || !isLesson(this.inView)) this.next(1);
    const move = this.inView;
    if (move && isLesson(move)) this.#wait(move);
  }

  /** Goes before `move` and waits for a better one. */
  retryOf(move: ReviewedMove): void {
    this.#wait(move);
  }

  /** Evaluates a move played instead. Returns the reason as a sentence if it is illegal. */
  async try(mv: string): Promise<string | null> {
    const { retry } = this;
    if (!retry || retry.state === "weighing") return null;
    this.#stopFilm();
    this.retry = { ...retry, state: "weighing", tried: null, frame: 0 };
    if (this.running) await new Promise<void>((resolve) => this.#ended.push(resolve));
    try {
      const tried = await this.#backend.tryMove(retry.move.ply, mv);
      if (this.retry?.move !== retry.move) return null;
      this.retry = { ...retry, state: tried.isRight ? "right" : "wrong", tried, frame: 0 };
      this.#say(tried);
      if (!tried.isRight) this.#play();
      return null;
    } catch (thrown) {
      if (this.retry?.move === retry.move) this.retry = { ...retry, state: "waiting", tried: null };
      const error = asRefusal(thrown);
      const text = sayError(this.#window.voice.lang, error, this.#window.voice.notation);
      this.#window.announce({ text, urgent: true });
      return text;
    }
  }

  /** Ends the retry; the board shows the study again. */
  leave(): void {
    this.#stopFilm();
    this.retry = null;
  }

  #wait(move: ReviewedMove): void {
    this.#stopFilm();
    const before = this.#study.nodes.get(move.node)?.parent;
    if (typeof before !== "number") return;
    this.#study.go(before);
    this.retry = { move, before, state: "waiting", tried: null, frame: 0 };
    this.#announce("review.retry.find");
  }

  /** Shows the refutation of a wrong try, move by move, and stays at its end. */
  #play(): void {
    this.#film = setInterval(() => {
      const { retry } = this;
      if (!retry?.tried || retry.frame + 1 >= retry.tried.film.length) return this.#stopFilm();
      this.retry = { ...retry, frame: retry.frame + 1 };
    }, FRAME_MS);
  }

  #stopFilm(): void {
    if (this.#film !== null) clearInterval(this.#film);
    this.#film = null;
  }

  #say(tried: TriedMove): void {
    const { lang } = this.#window.voice;
    const game = this.#study.study?.setup.game ?? "xiangqi";
    const move = this.#spoken(tried.row);
    const rows = tried.film.slice(1).map(({ row }) => row);
    const answer = rows.map((row) => this.#spoken(row));
    const side = rows[0] && sideName(lang, game, rows[0].side);
    const text = tried.isRight
      ? say(lang, "review.retry.right", { move })
      : joined(
          lang,
          [
            say(lang, "review.retry.wrong", { move, share: percent(tried.loss) }),
            sayForced(lang, tried.forced),
            tried.repetition ? sayRepetition(lang, tried.repetition, (row) => this.#spoken(row)) : "",
            side ? say(lang, "review.retry.answer", { side, line: listed(lang, answer) }) : "",
          ].filter(Boolean),
        );
    this.#window.announce({ text, urgent: false });
  }

  #spoken(row: MoveRow): string {
    const { lang, notation } = this.#window.voice;
    return spoken(row, this.#study.study?.setup.game ?? "xiangqi", lang, notation);
  }

  /** The worst of the moves to learn from. */
  #worst(): ReviewedMove | null {
    return this.faults.reduce<ReviewedMove | null>(
      (worst, move) => (worst && worst.loss >= move.loss ? worst : move),
      null,
    );
  }

  #nothing(): void {
    const { lang } = this.#window.voice;
    const key: Key = this.running ? "review.noneYet" : this.review ? this.noFaults : "review.none";
    this.#window.announce({ text: say(lang, key, { key: this.#keyOf("reviewStudy") }), urgent: false });
  }

  /** The key of an action, for display. */
  #keyOf(action: ActionId): string {
    return shortcutsOf(() => this.#window.settings.keys).text(action);
  }

  #take(review: ReviewReport | null): void {
    this.review = review;
    this.moves = review?.moves ?? [];
  }

  #clear(): void {
    this.#turn++;
    this.leave();
    this.#take(null);
    this.puzzles = 0;
    this.both = false;
    this.#promisesWorst = false;
  }

  #end(): void {
    this.progress = null;
    for (const ended of this.#ended.splice(0)) ended();
  }

  #announce(key: Key, values: Values = {}): void {
    this.#window.announce({ text: say(this.#window.voice.lang, key, values), urgent: false });
  }

  /**
   * Shows the saved review of the study, unless another request came meanwhile; with `stops`, ends the running one
   * first.
   */
  async #fetch(stops: boolean): Promise<void> {
    const turn = this.#turn;
    await this.#window.attempt(async () => {
      const review = await this.#queue.run(async () => {
        if (stops) {
          await this.#backend.stopReview();
          this.#announce("review.stopped");
        }
        return this.#backend.keptReview();
      });
      if (turn === this.#turn) this.#take(review);
    });
  }
}
