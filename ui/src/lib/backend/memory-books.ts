// The opening books of the test backend: what they say of a position is kept by its placement.
import { BUILT_IN_BOOK } from "../bindings";
import type {
  BookAnswer,
  BookEdit,
  BookUse,
  ChangeReport,
  Diagram,
  GameKind,
  ListedBook,
  ListedMove,
  MoveRow,
  NamedLine,
  OpenedBook,
  WholeChange,
} from "../bindings";
import { fault } from "./memory-shell";

const used = (id: string): BookUse => ({ id, first: true, second: true, best: false });

export class MemoryBooks {
  list: ListedBook[] = [
    {
      ...used(BUILT_IN_BOOK),
      name: "",
      path: null,
      game: null,
      editable: false,
      kept: false,
      removable: false,
      trouble: null,
    },
  ];
  /** The moves of each book by placement. */
  readonly moves = new Map<string, Map<string, ListedMove[]>>();
  /** The named openings of every game, and the other orders of every line. */
  named: NamedLine[] = [];
  orders: MoveRow[][] = [];
  /** The book that the dialog of the system chooses; null cancels. */
  chosen: ListedBook | null = null;
  /** What a file of records that the dialog chooses loses. */
  lost = { others: 0, unreadable: 0 };
  /** What takes each change back, the last one last. */
  #undo: { id: string; run: () => void }[] = [];
  readonly #kept = new Map<string, Map<string, ListedMove[]>>();
  #rowOf: (position: Diagram, mv: string) => MoveRow | undefined;

  constructor(rowOf: (position: Diagram, mv: string) => MoveRow | undefined) {
    this.#rowOf = rowOf;
  }

  /** Puts moves into a book. */
  put(id: string, placement: string, moves: ListedMove[]): void {
    const book = this.moves.get(id) ?? new Map<string, ListedMove[]>();
    book.set(placement, moves);
    this.moves.set(id, book);
  }

  open(): OpenedBook | null {
    const book = this.chosen;
    if (!book) return null;
    if (!this.list.some(({ id }) => id === book.id)) this.list = [book, ...this.list];
    return { id: book.id, ...this.lost };
  }

  create(name: string, game: GameKind): string {
    const id = `${name}.book`;
    if (this.list.some((book) => book.id === id)) throw fault("book-exists", "it is there", `/books/${id}`);
    const book = {
      name,
      path: `/books/${id}`,
      game,
      editable: true,
      kept: false,
      removable: false,
      trouble: null,
    };
    this.list = [{ ...used(id), ...book }, ...this.list];
    return id;
  }

  copy(id: string, name: string): string {
    const copy = this.create(name, this.list.find((book) => book.id === id)?.game ?? "xiangqi");
    this.moves.set(copy, new Map(this.moves.get(id)));
    return copy;
  }

  /** Joins or removes the moves of the other book, or removes light ones; the version before comes back. */
  change(id: string, change: WholeChange): ChangeReport {
    const before = new Map(this.moves.get(id));
    const after = new Map<string, ListedMove[]>();
    const other = change.kind === "prune" ? new Map() : (this.moves.get(change.other) ?? new Map());
    const report = { moves: 0, added: 0, joined: 0, leftOut: 0 };
    for (const placement of new Set([...before.keys(), ...(change.kind === "merge" ? other.keys() : [])])) {
      const own = before.get(placement) ?? [];
      const others: ListedMove[] = other.get(placement) ?? [];
      const has = (moves: ListedMove[], move: ListedMove) =>
        moves.some(({ row }) => row.uci === move.row.uci);
      const fresh = change.kind === "merge" ? others.filter((move) => !has(own, move)) : [];
      const stays = (move: ListedMove) =>
        change.kind === "subtract"
          ? !has(others, move)
          : change.kind === "merge" || move.weight >= (change.pruning.weightMin ?? move.weight);
      const moves = [...own.filter(stays), ...fresh];
      report.joined += change.kind === "merge" ? others.length - fresh.length : 0;
      report.added += fresh.length;
      report.leftOut += own.length + fresh.length - moves.length;
      report.moves += moves.length;
      after.set(placement, moves);
    }
    this.#kept.set(id, before);
    this.moves.set(id, after);
    this.list = this.list.map((book) => (book.id === id ? { ...book, kept: true } : book));
    this.#forget(id);
    this.#undo.push({ id, run: () => this.#swap(id) });
    return report;
  }

  /** Swaps a book with its version before. */
  swap(id: string): void {
    this.#swap(id);
    this.#forget(id);
  }

  #swap(id: string): void {
    const kept = this.#kept.get(id);
    if (!kept) throw fault("no-earlier-book", "nothing is kept", `/books/${id}`);
    this.#kept.set(id, this.moves.get(id) ?? new Map());
    this.moves.set(id, kept);
  }

  close(id: string): void {
    this.list = this.list.filter((book) => book.id !== id);
  }

  arrange(uses: BookUse[]): void {
    this.list = uses.flatMap((use) => {
      const book = this.list.find(({ id }) => id === use.id);
      return book ? [{ ...book, ...use }] : [];
    });
  }

  probe({ setup, placement, sideToMove }: Diagram): BookAnswer[] {
    return this.list
      .filter((book) => book[sideToMove] && (book.game === null || book.game === setup.game))
      .map(({ id, trouble }) => ({ id, moves: this.moves.get(id)?.get(placement) ?? [], trouble }));
  }

  edit(id: string, position: Diagram, mv: string, edit: BookEdit | null): void {
    const book = this.list.find((one) => one.id === id);
    if (!book?.editable) throw fault("read-only-book", "it is only read", book?.path);
    const before = this.moves.get(id)?.get(position.placement) ?? [];
    const known = before.find(({ row }) => row.uci === mv);
    const row = known?.row ?? this.#rowOf(position, mv);
    if (!row) throw fault("unreadable-move", "no such move");
    const rest = before.filter((one) => one !== known);
    const counts = { alike: [mv], wins: 0, draws: 0, losses: 0, ...known };
    const after = edit ? [...rest, { ...counts, row, ...edit }] : rest;
    this.put(
      id,
      position.placement,
      after.toSorted((one, other) => other.weight - one.weight),
    );
    this.#undo.push({ id, run: () => this.put(id, position.placement, before) });
  }

  /** Counts the added line as a change. Its moves are not added. */
  addLine(id: string): void {
    this.#undo.push({ id, run: () => undefined });
  }

  get undoable(): number {
    return this.#undo.length;
  }

  undo(): boolean {
    const undo = this.#undo.pop();
    undo?.run();
    return undo !== undefined;
  }

  /** Forgets the changes of a book that is another file now. */
  #forget(id: string): void {
    this.#undo = this.#undo.filter((change) => change.id !== id);
  }
}
