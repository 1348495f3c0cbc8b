// The step on the board and its commands, which run one at a time.
import type {
  BoardView,
  CurrentLesson,
  GameKind,
  LessonFault,
  LessonRequest,
  LessonSummary,
  LessonVerdict,
  Mark,
  MoveRow,
} from "../bindings";
import { Attempts } from "../app/attempts";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { sayMove, soundOfMove } from "../game/announce";
import { boardAt } from "../game/look-back";
import { spoken } from "../game/notation";
import { refusalOf, type Refusal } from "../game/refusal";
import { Refusals } from "../game/refusals";
import { joined, say } from "../i18n/text";
import { announceStep, sayEnd, sayHint, sayVerdict } from "./texts";

/** The services of the window that lessons need. */
type LessonWindow = Pick<Window, "voice" | "sound" | "announce" | "trouble" | "attempt">;

/** A wrong attempt, until the next one. */
type Mistake = { row: MoveRow | null; fault: LessonFault };

export class LessonsController {
  /** The courses with the progress; null until loaded. */
  summary = $state.raw<LessonSummary | null>(null);
  /** The step on the board; null during the choice. */
  lesson = $state.raw<CurrentLesson | null>(null);
  mistake = $state.raw<Mistake | null>(null);
  /** Whether a right move is on the board and the goal is not yet met. */
  isUnderWay = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  /** The number of moves on the board in view, before the task or after the end; null for all. */
  ply = $state<number | null>(null);
  readonly #backend: Backend;
  readonly #window: LessonWindow;
  readonly #refusals: Refusals;
  readonly #attempts: Attempts;

  constructor(backend: Backend, window: LessonWindow) {
    this.#backend = backend;
    this.#window = window;
    this.#attempts = new Attempts(window);
    this.#refusals = new Refusals(window, { show: (error) => (this.refusal = error && refusalOf(error)) });
  }

  /** The board in view: where there are moves to look at, any of them. */
  readonly board: BoardView | null = $derived.by(() => {
    const { lesson, ply } = this;
    if (!lesson || ply === null) return lesson?.board ?? null;
    return boardAt({ setup: lesson.setup, board: lesson.board, moves: lesson.rows }, ply);
  });

  /** The points of the task, of a look, of a hint, and the reply to a wrong move. */
  readonly marks: readonly Mark[] = $derived.by(() => {
    const { lesson, mistake } = this;
    if (!lesson || this.ply !== null) return [];
    const ring =
      (colour: Mark["colour"]) =>
      (to: string): Mark => ({ colour, from: null, to });
    const open = lesson.state === "open" ? lesson.targets : [];
    const point = lesson.hint !== null && !lesson.hintRow && lesson.goal !== "deviate" ? [lesson.hint] : [];
    const reply = mistake && "reply" in mistake.fault ? mistake.fault.reply : null;
    return [
      ...open.map(ring("green")),
      ...lesson.reach.map(ring("green")),
      ...point.map(ring("blue")),
      ...(reply ? [{ colour: "red" as const, from: reply.from, to: reply.to }] : []),
    ];
  });

  get isOver(): boolean {
    return this.lesson !== null && this.lesson.state !== "open";
  }

  /** Whether the moves on the board can be stepped through. */
  get canStep(): boolean {
    return (this.lesson?.rows.length ?? 0) > 1 && (this.isOver || this.lesson?.goal === "deviate");
  }

  /** Loads the courses with the progress. */
  look(): Promise<void> {
    return this.#attempts.run(async () => {
      this.summary = await this.#backend.lessonSummary();
    });
  }

  /** Puts a step on the board. */
  begin(wish: LessonRequest): Promise<void> {
    this.#attempts.next();
    return this.#attempts.ask(
      () => this.#backend.beginLesson(wish),
      (lesson) => {
        const before = this.lesson;
        this.#show(lesson);
        this.isUnderWay = false;
        // The rule of a chapter is announced once, not at every try.
        const isNew = before?.chapter !== lesson.chapter || before.setup.game !== lesson.setup.game;
        this.#announce(announceStep(this.#window.voice, lesson, isNew));
      },
    );
  }

  /** Continues a course at its first unsolved step. */
  continue(game: GameKind): Promise<void> {
    return this.begin({ kind: "continue", game });
  }

  /** Continues with the next step; after the last one, with the choice. */
  next(): Promise<void> {
    const { lesson } = this;
    if (lesson?.next) return this.begin({ kind: "step", id: lesson.next });
    return this.leave();
  }

  /** Starts the step again. */
  again(): Promise<void> {
    const { lesson } = this;
    return lesson ? this.begin({ kind: "step", id: lesson.id }) : Promise.resolve();
  }

  /** Returns to the choice. */
  leave(): Promise<void> {
    this.#attempts.next();
    this.lesson = null;
    this.mistake = null;
    this.refusal = null;
    this.ply = null;
    return this.look();
  }

  /** Judges an attempt. Returns the reason as a sentence if the rules refuse it, null if it was judged. */
  async try(text: string): Promise<string | null> {
    if (this.isOver) return null;
    return this.#attempts.try(
      () => this.#backend.attemptLesson(text),
      ({ verdict, lesson }) => {
        this.#show(lesson);
        this.isUnderWay = verdict.kind === "right" || (this.isUnderWay && verdict.kind === "wrong");
        if (verdict.kind === "wrong") this.mistake = { row: verdict.row, fault: verdict.fault };
        this.#said(verdict, lesson);
      },
      this.#refusals,
    );
  }

  hint(): Promise<void> {
    if (this.isOver) return Promise.resolve();
    return this.#attempts.ask(
      () => this.#backend.hintLesson(),
      (lesson) => {
        this.#show(lesson);
        const { lang, notation } = this.#window.voice;
        const { game } = lesson.setup;
        this.#announce(sayHint(this.#window.voice, lesson, (row) => spoken(row, game, lang, notation)));
      },
    );
  }

  /** Shows the solution; the step stays unsolved. */
  solution(): Promise<void> {
    if (this.isOver) return Promise.resolve();
    return this.#attempts.ask(
      () => this.#backend.showLesson(),
      (lesson) => {
        this.#show(lesson);
        const { voice } = this.#window;
        const played = lesson.rows.slice(lesson.before).map((row) => sayMove(row, lesson.setup.game, voice));
        this.#announce(joined(voice.lang, [...played, ...sayEnd(voice, lesson)]));
      },
    );
  }

  /** Steps through the moves on the board, and announces the move. */
  step(by: number): void {
    const { lesson } = this;
    if (!lesson || !this.canStep) return;
    const last = lesson.rows.length;
    const ply = Math.max(0, Math.min(last, (this.ply ?? last) + by));
    this.ply = ply >= last ? null : ply;
    const row = lesson.rows[ply - 1];
    if (row) this.#announce(sayMove(row, lesson.setup.game, this.#window.voice));
  }

  forgetRefusal(): void {
    this.refusal = null;
  }

  #show(lesson: CurrentLesson): void {
    if (lesson.unsaved && !this.lesson?.unsaved) this.#window.trouble(lesson.unsaved);
    this.lesson = lesson;
    this.mistake = null;
    this.refusal = null;
    this.ply = null;
  }

  #said(verdict: LessonVerdict, lesson: CurrentLesson): void {
    const { voice } = this.#window;
    const { game } = lesson.setup;
    const { row } = verdict;
    const text = sayVerdict(voice, lesson, verdict);
    const isSolved = verdict.kind === "solved";
    const more = isSolved && lesson.next !== null ? [say(voice.lang, "lessons.enter")] : [];
    this.#announce(
      joined(voice.lang, [...(row ? [sayMove(row, game, voice)] : []), text, ...more]),
      verdict.kind !== "right",
    );
    const judged = verdict.kind === "solved" ? "end" : "illegal";
    this.#window.sound(verdict.kind === "right" ? soundOfMove(verdict.reply ?? verdict.row, game) : judged);
  }

  #announce(text: string, urgent = false): void {
    this.#window.announce({ text, urgent });
  }
}
