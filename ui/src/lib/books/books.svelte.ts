// The opening books beside a study: their list, what they say of the position, and their changes, which run one at a time.
import type {
  BookAnswer,
  BookEdit,
  BookProgress,
  BookUse,
  ChangeReport,
  Diagram,
  ExploredPosition,
  GameKind,
  ListedBook,
  MoveRow,
  NamedLine,
  SetupCodes,
  WholeChange,
} from "../bindings";
import { BUILT_IN_BOOK } from "../bindings";
import type { Messages } from "../app/messages.svelte";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { Queue } from "../backend/queue";
import { written } from "../game/notation";
import { i18n, t } from "../i18n/i18n.svelte";
import { joined } from "../i18n/text";

/** The services of the window that books need. */
type BooksWindow = Pick<Window, "voice" | "announce" | "attempt" | "note">;

/** Long work on a book; `progress` is null in its first moments. */
type WorkOnBook = {
  kind: "open" | "copy" | WholeChange["kind"];
  /** Its name; empty while a file is chosen. */
  name: string;
  progress: BookProgress | null;
};

/** Most characters of a name. */
const NAME_MAX = 60;

const keyOf = ({ setup, placement, sideToMove }: Diagram) =>
  `${setup.game} ${setup.rule} ${setup.size} ${sideToMove} ${placement}`;

export class BooksController {
  /** The books in their order; null until loaded. */
  list = $state.raw<ListedBook[] | null>(null);
  /** What the books say of the position in view. */
  answers = $state.raw<BookAnswer[]>([]);
  explored = $state.raw<ExploredPosition | null>(null);
  /** Other orders of the moves to the position in view. */
  orders = $state.raw<MoveRow[][]>([]);
  /** Changes of this session that can be undone. */
  undoable = $state(0);
  /** The id of the book to which changes go; the first own one of the game by default. */
  chosen = $state<string | null>(null);
  /** The long work in progress. */
  work = $state.raw<WorkOnBook | null>(null);
  /** The position of `answers`. */
  at = $state.raw<string | null>(null);
  readonly #backend: Backend;
  readonly #window: BooksWindow;
  readonly #messages: Pick<Messages, "note" | "dismiss">;
  readonly #queue = new Queue();
  /** The message with a button that takes the last change back. */
  #undoMessage: number | null = null;
  #wanted: Diagram | null = null;
  /** The moves that lead to it. */
  #line: readonly MoveRow[] = [];

  constructor(backend: Backend, window: BooksWindow, messages: Pick<Messages, "note" | "dismiss">) {
    this.#backend = backend;
    this.#window = window;
    this.#messages = messages;
  }

  /** The own books of a game. */
  ownOf(game: GameKind): ListedBook[] {
    return (this.list ?? []).filter((book) => book.editable && book.game === game);
  }

  /** The book to which changes of a game go. */
  target(game: GameKind): ListedBook | null {
    const own = this.ownOf(game);
    return own.find((book) => book.id === this.chosen) ?? own[0] ?? null;
  }

  nameOf(id: string): string {
    const book = this.list?.find((one) => one.id === id);
    return id === BUILT_IN_BOOK || !book ? t("books.builtIn") : book.name;
  }

  /** Loads the list. */
  look(): Promise<void> {
    return this.#attempt(() => this.#load());
  }

  /** Whether the answers are of this position. */
  isAt(position: Diagram): boolean {
    return this.at === keyOf(position);
  }

  /** Drops answers of other positions that are still to come. */
  want(position: Diagram): void {
    this.#wanted = position;
  }

  /** The named openings of a game. */
  async named(setup: SetupCodes): Promise<NamedLine[]> {
    const ask = () => this.#backend.namedOpenings({ ...setup, start: null, opening: null });
    return (await this.#window.attempt(ask)) ?? [];
  }

  /** Asks books and library about a position; of several requests only the last is shown. */
  async ask(position: Diagram, line: readonly MoveRow[] = this.#line): Promise<void> {
    this.#wanted = position;
    this.#line = line;
    const moves = line.map(({ uci }) => uci);
    const [answers, explored, orders] = await Promise.all([
      this.#backend.probeBooks(position).catch(() => []),
      this.#backend.explore(position).catch(() => null),
      moves.length < 3 ? [] : this.#backend.bookOrders(position.setup, moves).catch(() => []),
    ]);
    if (this.#wanted !== position) return;
    this.answers = answers;
    this.explored = explored;
    this.orders = orders;
    this.at = keyOf(position);
  }

  /** Says what the books have, once a move has been followed. */
  hear(row: MoveRow | undefined, moves: number, game: GameKind): void {
    const text = row
      ? t("books.heard", { n: moves, move: written(row, game, this.#window.voice.notation) })
      : t("books.none");
    this.#say(text);
  }

  /** Asks for a file of the person and puts the book first; a file of records becomes a new book. */
  open(): Promise<void> {
    return this.#change(async () => {
      const opened = await this.#long("open", "", () => this.#backend.openBook());
      if (opened === null) return;
      await this.#load();
      const { id, others, unreadable } = opened;
      const lost = [
        ...(unreadable > 0 ? [t("books.opened.unreadable", { n: unreadable })] : []),
        ...(others > 0 ? [t("books.opened.others", { n: others })] : []),
      ];
      const text = t("books.opened", { book: this.nameOf(id) });
      if (lost.length > 0) this.#window.note(joined(i18n.lang, [text, ...lost]));
      else this.#say(text);
    });
  }

  create(name: string, game: GameKind): Promise<void> {
    return this.#change(async () => {
      this.chosen = await this.#backend.newBook(name, game);
      this.#say(t("books.created", { book: name.trim() }));
    });
  }

  /** Copies a book that is only read into one of the person's own. */
  copy(book: ListedBook): Promise<void> {
    return this.#change(async () => {
      const name = this.#freeName(t("books.copyName", { book: book.name }));
      const copy = await this.#long("copy", book.name, () => this.#backend.copyBook(book.id, name));
      if (copy === null) return this.#cancelled();
      this.chosen = copy;
      this.#say(t("books.created", { book: name }));
    });
  }

  /** Changes a book of the person's own as a whole; the message takes it back, until the next change. */
  changeWhole(book: ListedBook, change: WholeChange): Promise<void> {
    return this.#change(async () => {
      const act = () => this.#backend.changeBook(book.id, change);
      const report = await this.#long(change.kind, book.name, act);
      if (report === null) return this.#cancelled();
      const undo = { label: t("library.undo"), run: () => void this.undo() };
      this.#undoMessage = this.#messages.note(told(change, book.name, report), undo);
    });
  }

  /** Swaps a book with its version before the last change as a whole. */
  swapVersions(book: ListedBook): Promise<void> {
    return this.#change(async () => {
      await this.#backend.swapBook(book.id);
      this.#say(t("books.swapped", { book: book.name }));
    });
  }

  /** Takes the progress of the long work. */
  progressed(progress: BookProgress): void {
    if (this.work) this.work = { ...this.work, progress };
  }

  stopWork(): void {
    void this.#window.attempt(() => this.#backend.stopBookWork());
  }

  close(book: ListedBook): Promise<void> {
    return this.#change(() => this.#backend.closeBook(book.id));
  }

  /** Changes what a book is used for. */
  use(book: ListedBook, change: Partial<Omit<BookUse, "id">>): Promise<void> {
    return this.#arrange((uses) => uses.map((one) => (one.id === book.id ? { ...one, ...change } : one)));
  }

  /** Swaps two books in the order of priority. */
  swap(book: ListedBook, other: ListedBook): Promise<void> {
    return this.#arrange((uses) => {
      const [from, to] = [book, other].map(({ id }) => uses.findIndex((one) => one.id === id));
      const [one, two] = [uses[from ?? -1], uses[to ?? -1]];
      return one && two ? uses.with(from ?? 0, two).with(to ?? 0, one) : uses;
    });
  }

  /** Gives a move weight, sign and remark in a book, or deletes it there. */
  edit(book: ListedBook, position: Diagram, row: MoveRow, edit: BookEdit | null): Promise<void> {
    return this.#change(async () => {
      await this.#backend.editBook(book.id, position, row.uci, edit);
      const move = written(row, position.setup.game, this.#window.voice.notation);
      this.#say(t(edit ? "books.saved" : "books.removed", { move, book: book.name }));
    });
  }

  /** Adds the moves that lead to the board. */
  addLine(book: ListedBook, setup: SetupCodes, rows: readonly MoveRow[]): Promise<void> {
    return this.#change(async () => {
      const moves = rows.map(({ uci }) => uci);
      const n = await this.#backend.addToBook(book.id, setup, moves);
      this.#say(t("books.added", { n, book: book.name }));
    });
  }

  undo(): Promise<void> {
    return this.#change(async () => {
      if (await this.#backend.undoBook()) this.#say(t("books.undone"));
    });
  }

  /** A name that can be used and no book of the list has; a number makes it one. */
  #freeName(wanted: string): string {
    const plain = wanted.replace(/[^\p{L}\p{N} _()-]/gu, " ").trim();
    // Some systems take names for equal that differ in case.
    const taken = new Set(this.list?.map(({ name }) => name.toLowerCase()));
    for (let n = 1; ; n += 1) {
      const suffix = n === 1 ? "" : ` ${n}`;
      const name = [...plain].slice(0, NAME_MAX - suffix.length).join("") + suffix;
      if (!taken.has(name.toLowerCase())) return name;
    }
  }

  #arrange(change: (uses: BookUse[]) => BookUse[]): Promise<void> {
    return this.#change(async () => {
      const uses = (this.list ?? []).map(({ id, first, second, best }) => ({ id, first, second, best }));
      await this.#backend.arrangeBooks(change(uses));
    });
  }

  /** Changes something; the list then follows, before the next change, and the answers as they come. */
  #change(change: () => Promise<void>): Promise<void> {
    // The button of that message would take this change back instead.
    if (this.#undoMessage !== null) this.#messages.dismiss(this.#undoMessage);
    this.#undoMessage = null;
    return this.#attempt(async () => {
      try {
        await change();
      } finally {
        await this.#load();
        // Not awaited: an answer that never came would hold every later change.
        if (this.#wanted) void this.ask(this.#wanted);
      }
    });
  }

  async #load(): Promise<void> {
    const { books, undoable } = await this.#backend.listBooks();
    this.list = books;
    this.undoable = undoable;
  }

  /** Runs long work; null is the answer of work that was cancelled. */
  async #long<T>(kind: WorkOnBook["kind"], name: string, act: () => Promise<T | null>): Promise<T | null> {
    this.work = { kind, name, progress: null };
    try {
      return await act();
    } finally {
      this.work = null;
    }
  }

  #cancelled(): void {
    this.#window.note(t("books.cancelled"));
  }

  #say(text: string): void {
    this.#window.announce({ text: joined(i18n.lang, [text]), urgent: false });
  }

  #attempt(wish: () => Promise<void>): Promise<void> {
    return this.#window.attempt(() => this.#queue.run(wish));
  }
}

/** What a change of a whole book did, as a sentence. */
function told(change: WholeChange, book: string, { moves, added, joined, leftOut }: ChangeReport): string {
  if (change.kind === "merge") return t("books.merged", { book, added, joined });
  return t("books.reduced", { book, n: leftOut, moves });
}
