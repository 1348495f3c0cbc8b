// The puzzle on the board and its commands, which run one at a time.
import type {
  AttemptVerdict,
  BoardView,
  CurrentPuzzle,
  GameKind,
  MoveRow,
  PuzzleImport,
  PuzzleRequest,
  PuzzleRun,
  PuzzleSet,
  PuzzleSummary,
  Refutation,
} from "../bindings";
import { Attempts } from "../app/attempts";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { asRefusal } from "../backend/errors";
import { sayMove, soundOfMove } from "../game/announce";
import { boardAt } from "../game/look-back";
import { spoken } from "../game/notation";
import { sayPoint } from "../game/points";
import { refusalOf, type Refusal } from "../game/refusal";
import { Refusals } from "../game/refusals";
import { joined, listed, say, type Key } from "../i18n/text";
import { RunClock } from "./run-clock.svelte";
import { dayOf, sayEnd, sayImported, sayRunEnd } from "./texts";
import { sayTask } from "./task";

/** The services of the window that puzzles need. */
type PuzzleWindow = Pick<Window, "voice" | "sound" | "announce" | "trouble" | "attempt">;

/** The time for which a puzzle of a timed run stays on the board after its last move. */
const RUN_PAUSE_MS = { solved: 500, wrong: 1200 } as const;

export class PuzzlesController {
  /** The figures of the puzzle screen; null until loaded. */
  overview = $state.raw<PuzzleSummary | null>(null);
  /** The puzzle on the board; null during the choice. */
  puzzle = $state.raw<CurrentPuzzle | null>(null);
  /** The refutation of the wrong move; null until it arrives. */
  refuted = $state.raw<Refutation | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  flipped = $state(false);
  /** The number of moves of a finished puzzle on the board in view; null for all. */
  ply = $state<number | null>(null);
  /** Whether a file of puzzles is chosen, read and proved. */
  importing = $state(false);
  /** The result of the last import; null before one. */
  imported = $state.raw<PuzzleImport | null>(null);
  /** The last request: the next puzzle is of the same kind. */
  wish: PuzzleRequest | null = $state.raw(null);
  readonly #backend: Backend;
  readonly #window: PuzzleWindow;
  readonly #refusals: Refusals;
  readonly #attempts: Attempts;
  readonly #now: () => Date;
  readonly #clock = new RunClock({
    onwarn: (warning) => this.#announce(say(this.#lang, `puzzle.run.${warning}`)),
    onend: () => void this.stopRun(),
  });
  /** Puts the next puzzle of a run on the board. */
  #advancing: ReturnType<typeof setTimeout> | null = null;

  constructor(backend: Backend, window: PuzzleWindow, now: () => Date = () => new Date()) {
    this.#backend = backend;
    this.#window = window;
    this.#attempts = new Attempts(window);
    this.#now = now;
    this.#refusals = new Refusals(window, {
      more: ["not-now"],
      show: (error) => (this.refusal = error && refusalOf(error)),
    });
  }

  /** The board in view: of a finished puzzle any of its line. */
  readonly board: BoardView | null = $derived.by(() => {
    const { puzzle, ply } = this;
    if (!puzzle || ply === null) return puzzle?.board ?? null;
    return boardAt({ setup: puzzle.setup, board: puzzle.board, moves: puzzle.rows }, ply);
  });
  /** The game of the next puzzle after a daily one; null if the next one is of the same kind. */
  readonly nextGame: GameKind | null = $derived.by(() =>
    this.wish?.kind === "daily" ? (this.puzzle?.setup.game ?? null) : null,
  );

  /** The timed run of the puzzle on the board; null without one. */
  readonly run: PuzzleRun | null = $derived(this.puzzle?.run ?? null);
  /** Whether a timed run is in progress. */
  readonly isRunning: boolean = $derived(this.run !== null && this.run.end === null);

  /** Milliseconds left of the run in progress; null without one. */
  get timeLeft(): number | null {
    return this.#clock.left;
  }

  /** Loads the puzzles of the day and what is due. */
  today(): Promise<void> {
    return this.#attempts.run(async () => {
      const today = await this.#backend.puzzlesToday(this.#day());
      // The shelves that were loaded stay.
      this.overview = { ...today, shelves: this.overview?.shelves ?? [] };
    });
  }

  /** Loads the figures of the puzzle screen. */
  look(): Promise<void> {
    return this.#attempts.run(async () => {
      this.overview = await this.#backend.puzzleOverview(this.#day());
    });
  }

  /** Puts a puzzle on the board. */
  begin(wish: PuzzleRequest): Promise<void> {
    this.#attempts.next();
    return this.#attempts.ask(
      () => this.#backend.beginPuzzle(wish, this.#day()),
      (puzzle) => {
        this.wish = wish;
        this.#put(puzzle);
        const task = sayTask(this.#lang, puzzle);
        const isRun = wish.kind === "run";
        this.#announce(isRun ? joined(this.#lang, [say(this.#lang, "puzzle.run.start"), task]) : task);
      },
    );
  }

  /** Continues with the next puzzle of the kind; after the daily one, with another of its game. */
  async next(): Promise<void> {
    const { wish } = this;
    if (this.isRunning) return this.#advance();
    if (wish?.kind === "run") return this.begin(wish);
    if (wish?.kind === "daily")
      return this.begin({ kind: "fresh", game: wish.game, theme: null, grade: null });
    if (wish?.kind === "classic")
      return this.begin({ kind: "classic", index: (this.puzzle?.classic ?? wish.index) + 1 });
    const attempt = this.#attempts.current;
    await this.look();
    if (attempt !== this.#attempts.current) return;
    const more =
      wish?.kind === "fresh" ||
      wish?.kind === "ownSet" ||
      (wish?.kind === "due" && (this.overview?.due ?? 0) > 0) ||
      (wish?.kind === "own" && (this.overview?.own ?? 0) > 1);
    if (wish && more) return this.begin(wish);
    this.leave();
  }

  /** Makes a set of a chosen file of puzzles. */
  importSet(): Promise<void> {
    if (this.importing) return Promise.resolve();
    this.importing = true;
    return this.#window.attempt(async () => {
      try {
        const imported = await this.#backend.importPuzzles();
        if (!imported) return;
        this.imported = imported;
        this.#announce(sayImported(this.#lang, imported));
      } finally {
        this.importing = false;
      }
      await this.look();
    });
  }

  /** Deletes an own set. */
  deleteSet({ id, name }: PuzzleSet): Promise<void> {
    return this.#attempts.run(async () => {
      await this.#backend.deletePuzzleSet(id);
      this.imported = null;
      this.overview = await this.#backend.puzzleOverview(this.#day());
      const text = say(this.#window.voice.lang, "puzzle.sets.deleted", { name });
      this.#window.announce({ text, urgent: false });
    });
  }

  /** Ends the timed run in progress and shows its result. */
  stopRun(): Promise<void> {
    if (!this.isRunning) return Promise.resolve();
    return this.#attempts.ask(
      async () => (this.isRunning ? this.#backend.stopPuzzleRun() : null),
      (puzzle) => puzzle && this.#end(puzzle),
    );
  }

  /** Steps through the line of a finished puzzle, and announces the move. */
  step(by: number): void {
    const { puzzle } = this;
    if (!puzzle || !this.isOver) return;
    const last = puzzle.rows.length;
    this.show(Math.max(0, Math.min(last, (this.ply ?? last) + by)));
  }

  /** Shows the board of a finished puzzle after `ply` moves. */
  show(ply: number): void {
    const { puzzle } = this;
    if (!puzzle || !this.isOver) return;
    this.ply = ply >= puzzle.rows.length ? null : ply;
    const row = puzzle.rows[ply - 1];
    this.#announce(row ? sayMove(row, puzzle.setup.game, this.#window.voice) : sayTask(this.#lang, puzzle));
  }

  /** Returns to the choice. */
  leave(): void {
    this.#attempts.next();
    this.#hold();
    this.#clock.stop();
    this.puzzle = null;
    this.ply = null;
    this.refuted = null;
    this.refusal = null;
    void this.look();
  }

  /** Plays a move in any notation. Returns the reason as a sentence if it is refused, null if it was played. */
  play(mv: string): Promise<string | null> {
    return this.#attempts.try(
      () => this.#backend.playPuzzle(mv, this.#day()),
      ({ row, verdict, puzzle }) => {
        this.#show(puzzle);
        this.#said(row, verdict, puzzle);
        if (puzzle.run) this.#afterRunMove(verdict, puzzle.run);
        else if (verdict.kind === "wrong") void this.#refute(puzzle);
      },
      this.#refusals,
    );
  }

  takeBack(): Promise<void> {
    if (this.puzzle?.state !== "wrong" || this.run) return Promise.resolve();
    return this.#change(() => this.#backend.takeBackPuzzle(), "puzzle.again.try");
  }

  hint(): Promise<void> {
    if (this.isOver || this.run) return Promise.resolve();
    return this.#attempts.ask(
      () => this.#backend.hintPuzzle(this.#day()),
      (puzzle) => {
        this.#show(puzzle);
        const { hint } = puzzle;
        if (!hint) return;
        const { lang, notation } = this.#window.voice;
        const text =
          hint.kind === "move"
            ? say(lang, "puzzle.hint.move", { at: spoken(hint.row, puzzle.setup.game, lang, notation) })
            : say(lang, "puzzle.hint.where", {
                at: listed(
                  lang,
                  hint.part.map((at) => sayPoint(this.#window.voice, puzzle, at)),
                ),
              });
        this.#announce(text);
      },
    );
  }

  solution(): Promise<void> {
    if (this.isOver || this.run) return Promise.resolve();
    return this.#attempts.ask(
      () => this.#backend.showPuzzle(this.#day()),
      (puzzle) => {
        this.#show(puzzle);
        const moves = puzzle.rows.map((row) => sayMove(row, puzzle.setup.game, this.#window.voice));
        this.#announce([...moves, sayEnd(this.#lang, puzzle)].join(" "));
      },
    );
  }

  forgetRefusal(): void {
    this.refusal = null;
  }

  get #lang() {
    return this.#window.voice.lang;
  }

  #day(): number {
    return dayOf(this.#now());
  }

  /** Whether there is nothing left to solve. */
  get isOver(): boolean {
    const state = this.puzzle?.state;
    return state !== "solving" && state !== "wrong";
  }

  /** Puts another puzzle on the board, seen from the solver's side. */
  #put(puzzle: CurrentPuzzle): void {
    this.#hold();
    this.#show(puzzle);
    this.flipped = puzzle.side === "second";
  }

  /** After a move in a timed run: the result, or soon the next puzzle. */
  #afterRunMove(verdict: AttemptVerdict, run: PuzzleRun): void {
    if (run.end) {
      this.#announce(sayRunEnd(this.#lang, run), true);
    } else if (verdict.kind !== "right") {
      this.#hold();
      this.#advancing = setTimeout(() => void this.#advance(), RUN_PAUSE_MS[verdict.kind]);
    }
  }

  /** Puts the next puzzle of the run on the board; a run without one is over. */
  #advance(): Promise<void> {
    this.#hold();
    const attempt = this.#attempts.current;
    return this.#attempts.run(async () => {
      if (!this.isRunning || this.puzzle?.state === "solving") return;
      let puzzle: CurrentPuzzle;
      let isNext = true;
      try {
        puzzle = await this.#backend.beginPuzzle({ kind: "nextOfRun" }, this.#day());
      } catch {
        isNext = false;
        puzzle = await this.#backend.stopPuzzleRun();
      }
      if (attempt !== this.#attempts.current) return;
      if (!isNext) return this.#end(puzzle);
      this.#put(puzzle);
      this.#announce(sayTask(this.#lang, puzzle));
    });
  }

  /** Shows the result of a run. */
  #end(puzzle: CurrentPuzzle): void {
    this.#hold();
    this.#show(puzzle);
    this.#window.sound("end");
    if (puzzle.run) this.#announce(sayRunEnd(this.#lang, puzzle.run), true);
  }

  /** Forgets the next puzzle of the run that was to come. */
  #hold(): void {
    if (this.#advancing !== null) clearTimeout(this.#advancing);
    this.#advancing = null;
  }

  #show(puzzle: CurrentPuzzle): void {
    this.#clock.follow(puzzle.run);
    if (puzzle.unsaved && !this.puzzle?.unsaved) this.#window.trouble(puzzle.unsaved);
    this.puzzle = puzzle;
    this.ply = null;
    this.refuted = null;
    this.refusal = null;
  }

  #said(row: MoveRow, verdict: AttemptVerdict, puzzle: CurrentPuzzle): void {
    const voice = this.#window.voice;
    const { game } = puzzle.setup;
    const move = sayMove(row, game, voice);
    const text =
      verdict.kind === "solved"
        ? puzzle.run
          ? say(voice.lang, "puzzle.solved.clean")
          : sayEnd(voice.lang, puzzle)
        : verdict.kind === "wrong"
          ? say(voice.lang, puzzle.goal === "classic" ? "puzzle.wrong.classic" : "puzzle.wrong")
          : `${say(voice.lang, "puzzle.right")} ${sayMove(verdict.reply, game, voice)}`;
    this.#announce(`${move} ${text}`, verdict.kind !== "right");
    const judged = verdict.kind === "solved" ? "end" : "illegal";
    this.#window.sound(verdict.kind === "right" ? soundOfMove(verdict.reply, game) : judged);
  }

  /** Requests the refutation of the move on the board; it is dropped if the move was taken back meanwhile. */
  async #refute(puzzle: CurrentPuzzle): Promise<void> {
    try {
      const refuted = await this.#backend.refutePuzzle();
      if (this.puzzle !== puzzle || !refuted) return;
      this.refuted = refuted;
      const voice = this.#window.voice;
      const [reply] = refuted.line;
      const said = reply ? sayMove(reply, puzzle.setup.game, voice) : "";
      this.#announce(refuted.wins ? say(voice.lang, "puzzle.wins") : said);
    } catch (thrown) {
      this.#window.trouble(asRefusal(thrown));
    }
  }

  #change(change: () => Promise<CurrentPuzzle>, said: Key): Promise<void> {
    return this.#attempts.ask(change, (puzzle) => {
      this.#show(puzzle);
      this.#announce(say(this.#lang, said));
    });
  }

  #announce(text: string, urgent = false): void {
    this.#window.announce({ text, urgent });
  }
}
