// The repertoires and the training in progress; its commands run one at a time.
import type { CoveredRepertoire, CurrentDrill, MoveRow, RepertoireRow, Side } from "../bindings";
import { Attempts } from "../app/attempts";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { soundOfMove } from "../game/announce";
import { refusalOf, type Refusal } from "../game/refusal";
import { Refusals } from "../game/refusals";
import { dayOf } from "../puzzles/texts";
import { announceDrill, sayCoverage, sayForgotten, sayReply } from "./texts";

/** The services of the window that repertoires need. */
type RepertoireWindow = Pick<Window, "voice" | "sound" | "announce" | "trouble" | "attempt">;

/** The name of a row of the list. */
export const keyOf = ({ book, side }: Pick<RepertoireRow, "book" | "side">): string => `${book} ${side}`;

export class RepertoiresController {
  /** Null until loaded. */
  list = $state.raw<RepertoireRow[] | null>(null);
  /** The names of books by their ids. */
  names = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** What a repertoire of the list covers; null until it is asked. */
  covered = $state.raw<{ key: string; found: CoveredRepertoire } | null>(null);
  /** The training in progress; null during the choice. */
  drill = $state.raw<CurrentDrill | null>(null);
  /** The engine's answer to the wrong move; empty until it arrives. */
  reply = $state.raw<MoveRow[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  readonly #backend: Backend;
  readonly #window: RepertoireWindow;
  readonly #refusals: Refusals;
  readonly #trainings: Attempts;
  readonly #now: () => Date;
  /** The number of answers; a reply of the engine to an earlier one is dropped. */
  #answers = 0;

  constructor(backend: Backend, window: RepertoireWindow, now: () => Date = () => new Date()) {
    this.#backend = backend;
    this.#window = window;
    this.#trainings = new Attempts(window);
    this.#now = now;
    this.#refusals = new Refusals(window, {
      more: ["not-now"],
      show: (error) => (this.refusal = error && refusalOf(error)),
    });
  }

  /** Positions to recall today, of all repertoires. */
  get due(): number {
    return (this.list ?? []).reduce((sum, { due }) => sum + due, 0);
  }

  /** The repertoire with the most to recall. */
  get first(): RepertoireRow | null {
    return (this.list ?? []).toSorted((one, other) => other.due - one.due)[0] ?? null;
  }

  nameOf(book: string): string {
    return this.names.get(book) ?? book;
  }

  /** Whether there is nothing to play: the line is at its end, or all is done. */
  get isResting(): boolean {
    return this.drill?.state === "lineEnd" || this.drill?.state === "done";
  }

  /** Loads the list. */
  look(): Promise<void> {
    return this.#trainings.run(() => this.#look());
  }

  /**
   * Trains one side of a book; `rule` is that of its games. The end of a line that a game left is asked first; with an
   * opening (`from`) only positions after its moves.
   */
  begin(
    book: string,
    side: Side,
    rule: string,
    left: string[] | null = null,
    from: string[] | null = null,
  ): Promise<void> {
    this.#trainings.next();
    return this.#drill(async () => {
      if (!this.names.has(book)) await this.#look();
      return this.#backend.beginDrill(book, side, rule, left, from, this.#day());
    });
  }

  /** Puts the next position on the board; after the last one, returns to the choice. */
  next(): Promise<void> {
    if (this.drill?.state === "done") return this.leave();
    return this.#drill(() => this.#backend.nextDrill(this.#day()));
  }

  /** Plays a move. Returns the reason as a sentence if the rules refuse it, null if it was played. */
  async try(text: string): Promise<string | null> {
    const { drill } = this;
    if (!drill || this.isResting) return null;
    return this.#trainings.try(
      () => this.#backend.answerDrill(text, this.#day()),
      (turn) => {
        this.#window.sound(turn.right ? soundOfMove(turn.row, turn.drill.setup.game) : "illegal");
        this.#take(turn.drill);
        if (!turn.right) void this.#ask(this.#answers);
      },
      this.#refusals,
    );
  }

  /** Ends the training and returns to the choice. */
  leave(): Promise<void> {
    this.#trainings.next();
    this.#answers += 1;
    this.drill = null;
    this.refusal = null;
    return this.#trainings.run(async () => {
      await this.#backend.leaveDrill();
      await this.#look();
    });
  }

  /** Asks what a repertoire covers, or hides the answer. */
  cover({ book, side }: RepertoireRow): Promise<void> {
    const key = keyOf({ book, side });
    if (this.covered?.key === key) {
      this.covered = null;
      return Promise.resolve();
    }
    return this.#trainings.run(async () => {
      const found = await this.#backend.coverRepertoire(book, side);
      this.covered = { key, found };
      this.#window.announce({ text: sayCoverage(this.#window.voice, found), urgent: false });
    });
  }

  /** Deletes the progress of a repertoire. */
  forget(row: RepertoireRow): Promise<void> {
    return this.#trainings.run(async () => {
      const text = sayForgotten(this.#window.voice.lang, row, this.nameOf(row.book));
      await this.#backend.forgetRepertoire(row.book, row.side);
      await this.#look();
      this.#window.announce({ text, urgent: false });
    });
  }

  forgetRefusal(): void {
    this.refusal = null;
  }

  async #look(): Promise<void> {
    const [list, { books }] = await Promise.all([
      this.#backend.listRepertoires(this.#day()),
      this.#backend.listBooks(),
    ]);
    this.list = list;
    this.names = new Map(books.map(({ id, name }) => [id, name]));
  }

  /** Asks the engine why the move is wrong, unless the book says it. */
  async #ask(answer: number): Promise<void> {
    if (this.drill?.remark) return;
    const reply = await this.#backend.refuteDrill().catch(() => []);
    if (answer !== this.#answers || reply.length === 0) return;
    this.reply = reply;
    this.#window.announce({ text: sayReply(this.#window.voice, reply, this.drill), urgent: false });
  }

  /** Shows the position that a call brings, unless the person has left the training meanwhile. */
  #drill(call: () => Promise<CurrentDrill>): Promise<void> {
    return this.#trainings.ask(call, (drill) => this.#take(drill));
  }

  #take(drill: CurrentDrill): void {
    if (drill.unsaved && !this.drill?.unsaved) this.#window.trouble(drill.unsaved);
    const before = this.drill;
    this.#answers += 1;
    this.drill = drill;
    this.reply = [];
    this.refusal = null;
    const text = announceDrill(this.#window.voice, drill, before);
    this.#window.announce({ text, urgent: drill.state === "wrong" });
  }

  #day(): number {
    return dayOf(this.#now());
  }
}
