// The state of the library screen: the query, the loaded rows, and the facets.
import type {
  Diagram,
  ExploredPosition,
  Facets,
  FormOfGames,
  GameCount,
  GameKind,
  LibraryPage,
  LibraryProgress,
  Query,
  QueryFault,
  GameRow,
  LibraryFolder,
  PartOfPosition,
  PickKind,
  PlayerAlias,
  PlayerPage,
  GameOrder,
} from "../bindings";
import { FAVOURITE } from "../bindings";
import type { ToastAction } from "../app/messages.svelte";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { asRefusal } from "../backend/errors";
import { i18n, t } from "../i18n/i18n.svelte";
import { joined } from "../i18n/text";
import { pictureStyle } from "../records/picture-style";
import { ReviewsController } from "./reviews.svelte";
import { loadSearch, searchText } from "./search";
import { Selection } from "./selection.svelte";

/** The filters of a list, each with at most one value. */
export const FACETS = ["result", "level", "date", "tag", "player", "event", "opening", "rule"] as const;
export type Facet = (typeof FACETS)[number];

export type Choice = Pick<Query, Facet | "game" | "part" | "duplicates"> & { position?: Diagram };

/** A backup, a restore, a move, an export or a count; `progress` is null in its first moments. */
export type LibraryWork = {
  kind: "backup" | "restore" | "move" | "export" | "count";
  progress: LibraryProgress | null;
};

/** The file that long work writes, and what is said of work that was cancelled. */
type LongWorkEnd = { written?: string; cancelled?: () => string | null };

type LibraryWindow = Pick<Window, "note" | "folderOf" | "attempt" | "settings" | "libraryReplaced">;

/** Rows per request. */
const RUN = 50;

/** The delay between queries while the library is indexing. */
const AGAIN_MS = 250;

export class LibraryController {
  text = $state("");
  choice = $state.raw<Choice>({});
  sort = $state<GameOrder>("date");
  /** Whether the order is reversed. */
  reversed = $state(false);
  /** The games of the list that are selected. */
  readonly selection = new Selection();
  /** The review of many games. */
  readonly reviews: ReviewsController;
  trash = $state(false);
  /** The rows of the list, with holes for rows not yet loaded. Null until the first answer. */
  rows = $state.raw<readonly (GameRow | undefined)[] | null>(null);
  facets = $state.raw<Facets | null>(null);
  /** Games that the index lacks: words and positions do not find them yet. */
  unindexed = $state(0);
  /** Games of the last page with impossible values, which are shown as unknown. */
  corrected = $state(0);
  /** Words of the search that cannot be taken as they are meant. */
  faults = $state.raw<readonly QueryFault[]>([]);
  /** The folder of the library with its error, if any; null until requested. */
  place = $state.raw<LibraryFolder | null>(null);
  /** The long work in progress. */
  work = $state.raw<LibraryWork | null>(null);
  readonly #backend: Backend;
  readonly #window: LibraryWindow;
  /** Whether the screen shows the list. */
  #isShown = false;
  #asked = 0;
  /** The runs of rows that are loaded or were asked for. */
  #runs = new Set<number>();
  /** Those that have not been loaded, or have to be loaded again. */
  #awaited = new Set<number>();
  #again: ReturnType<typeof setTimeout> | undefined;
  #ids: Promise<readonly number[]> | null = null;
  /** Openings that the facets have had: the search knows them by their names in any language. */
  readonly #openings = new Set<string>();

  constructor(backend: Backend, window: LibraryWindow) {
    this.#backend = backend;
    this.#window = window;
    this.reviews = new ReviewsController(backend, window, () => void this.refresh());
  }

  /** Whether any filter is set. */
  get isNarrowed(): boolean {
    return (
      this.text.trim() !== "" || Object.values(this.choice).some((value) => value != null && value !== false)
    );
  }

  /** Sets a filter, or clears it if it has this value. */
  choose<F extends Facet>(facet: F, value: NonNullable<Choice[F]> | null): void {
    const same = this.choice[facet] === value;
    this.choice = { ...this.choice, [facet]: same ? null : value };
  }

  /** Lists the games with this position. */
  find(position: Diagram): void {
    this.text = "";
    this.trash = false;
    this.choice = { game: position.setup.game, position };
  }

  /** Lists the games that had a part of a position. */
  findPart(part: PartOfPosition): void {
    this.text = "";
    this.trash = false;
    this.choice = { game: part.game, part };
  }

  /** Lists the games whose moves another game has, too; a second call lists all games again. */
  findDuplicates(): void {
    const on = !this.choice.duplicates;
    this.text = on ? "" : this.text;
    this.trash = false;
    this.choice = on ? { duplicates: true } : { ...this.choice, duplicates: false };
  }

  /** Selects all duplicates but one of each game, and says how many. */
  async selectSpare(): Promise<void> {
    await this.#window.attempt(async () => {
      const ids = await this.#backend.spareGames(...(await this.#query(0)));
      this.selection.only(ids);
      this.#window.note(t("duplicates.selected", { n: ids.length }));
    });
  }

  clear(): void {
    this.text = "";
    this.choice = {};
  }

  /**
   * Runs the query of the screen, which has opened or has another one; the visible rows stay until the answer. Returns its
   * first rows, none after an error, and null if a later query has superseded it.
   */
  ask(): Promise<readonly GameRow[] | null> {
    this.#isShown = true;
    return this.#ask(false);
  }

  /** Runs the same query again, for games that have changed. Without the screen it waits until that asks. */
  async refresh(): Promise<void> {
    if (this.#isShown) await this.#ask(true);
  }

  /** Drops the list, because the library is another one. */
  forget(): void {
    clearTimeout(this.#again);
    // Answers of the other library are late.
    this.#asked++;
    this.#ids = null;
    this.#runs.clear();
    this.#awaited.clear();
    this.selection.clear();
    this.rows = null;
    this.unindexed = 0;
  }

  /** Runs the query. A repeat of it keeps the loaded rows until they come again. */
  async #ask(isRepeat: boolean): Promise<readonly GameRow[] | null> {
    clearTimeout(this.#again);
    const question = ++this.#asked;
    this.#ids = null;
    try {
      const query = await this.#query(0);
      const [page, facets] = await Promise.all([
        this.#backend.listGames(...query),
        this.#backend.gameFacets(...query),
      ]);
      if (question !== this.#asked) return null;
      // A row in view whose answer belongs to an earlier question asks no second time.
      const runs = [...(isRepeat ? this.#runs : []), ...this.#awaited];
      this.#awaited = new Set(runs.filter((run) => run > 0 && run * RUN < page.total));
      this.#runs = new Set([0]);
      this.rows = this.#filled(page, 0, isRepeat ? (this.rows ?? []) : []);
      this.facets = facets;
      for (const { value } of facets.opening ?? []) this.#openings.add(value);
      this.unindexed = page.unindexed;
      this.corrected = page.corrected;
      this.faults = page.faults;
      if (this.place?.trouble) this.place = null;
      void this.#follow(page.unindexed > 0);
      return page.rows;
    } catch (thrown) {
      if (question !== this.#asked) return null;
      const trouble = asRefusal(thrown);
      // The folder of the library tells how to fix the error.
      const place = await this.#backend.libraryPlace().catch(() => null);
      if (question !== this.#asked) return null;
      this.place = place?.trouble ? place : { folder: null, chosen: false, ...place, trouble };
      return [];
    }
  }

  /** Loads the awaited rows; the query is repeated after them while the library is indexing. */
  async #follow(isIndexing: boolean): Promise<void> {
    const question = this.#asked;
    // One run after the other: each waits for the index, and another query waits for one of them at most.
    for (const run of [...this.#awaited]) {
      await this.need(run * RUN);
      if (question !== this.#asked) return;
    }
    if (isIndexing) this.#again = setTimeout(() => void this.#ask(true), AGAIN_MS);
  }

  /** Loads the row at `index`, unless it is loaded or loading. */
  async need(index: number): Promise<void> {
    const run = Math.floor(index / RUN);
    if (this.#runs.has(run)) return;
    this.#runs.add(run);
    this.#awaited.add(run);
    const question = this.#asked;
    await this.#window.attempt(async () => {
      try {
        const page = await this.#backend.listGames(...(await this.#query(run * RUN)));
        if (question !== this.#asked) return;
        this.rows = this.#filled(page, run * RUN, this.rows ?? []);
      } catch (thrown) {
        // Rows that come into view again are asked for again. A later question asks for them by itself.
        if (question === this.#asked) this.#runs.delete(run);
        throw thrown;
      } finally {
        if (question === this.#asked) this.#awaited.delete(run);
      }
    });
  }

  /** The numbers of all games of the list, in order. */
  readonly ids = (): Promise<readonly number[]> =>
    (this.#ids ??= this.#query(0)
      .then((query) => this.#backend.gameIds(...query))
      .catch(() => {
        this.#ids = null;
        return [];
      }));

  /** Stops pending queries when the screen closes. */
  rest(): void {
    this.#isShown = false;
    clearTimeout(this.#again);
    this.#asked++;
  }

  async tag(row: GameRow, tag: string, on: boolean): Promise<boolean> {
    let done = false;
    await this.#window.attempt(async () => {
      await this.#backend.tagGames([row.id], tag, on);
      done = true;
      const tags = row.tags.filter((other) => other !== tag);
      if (on) tags.push(tag);
      this.rows = (this.rows ?? []).map((other) => (other?.id === row.id ? { ...other, tags } : other));
      this.facets = await this.#backend.gameFacets(...(await this.#query(0)));
    });
    return done;
  }

  favour(row: GameRow): Promise<boolean> {
    return this.tag(row, FAVOURITE, !row.tags.includes(FAVOURITE));
  }

  /** The page of a player, or of the person at this computer; null if the query failed. */
  async player(name: string | null, game: GameKind | null): Promise<PlayerPage | null> {
    return (await this.#window.attempt(() => this.#backend.playerPage(name, game))) ?? null;
  }

  /** Joins a name to a player; the message takes it back and then calls `undone`. */
  joinNames(name: string, person: string, undone: () => Promise<void>): Promise<void> {
    const act = () => this.#backend.joinNames(name, person);
    return this.#rename(act, t("person.joined", { name, person }), t("person.unchanged", { name }), undone);
  }

  /** Takes a name from its player; the message takes it back and then calls `undone`. */
  partName(name: string, undone: () => Promise<void>): Promise<void> {
    const text = t("person.parted", { name });
    return this.#rename(() => this.#backend.partName(name), text, text, undone);
  }

  async #rename(
    act: () => Promise<PlayerAlias[]>,
    done: string,
    unchanged: string,
    undone: () => Promise<void>,
  ): Promise<void> {
    await this.#window.attempt(async () => {
      const before = await act();
      await this.refresh();
      const run = () =>
        void this.#window.attempt(async () => {
          await this.#backend.putBackNames(before);
          await Promise.all([this.refresh(), undone()]);
        });
      if (before.length === 0) this.#window.note(unchanged);
      else this.#window.note(done, { label: t("library.undo"), run });
    });
  }

  /** Adds a tag to all of these games, or removes it. */
  tagMany(ids: readonly number[], tag: string, on: boolean): Promise<void> {
    return this.#change(
      () => this.#backend.tagGames([...ids], tag, on),
      () => t(on ? "table.tagged" : "table.untagged", { tag, n: ids.length }),
    );
  }

  /** Moves games to the trash; the message takes it back. */
  deleteMany(ids: readonly number[]): Promise<void> {
    return this.#change(
      () => this.#backend.deleteGames([...ids], true),
      (n) => {
        this.selection.clear();
        return t("table.deleted", { n });
      },
      () => ({ label: t("library.undo"), run: () => void this.restoreMany(ids) }),
    );
  }

  restoreMany(ids: readonly number[]): Promise<void> {
    return this.#change(
      () => this.#backend.deleteGames([...ids], false),
      (n) => {
        this.selection.clear();
        return t("table.restored", { n });
      },
    );
  }

  /** The formats that can hold some of these games. */
  async formsOf(ids: readonly number[]): Promise<FormOfGames[] | null> {
    return (await this.#window.attempt(() => this.#backend.formsOfGames([...ids]))) ?? null;
  }

  /** Asks for a file or a folder and writes games to it. */
  async exportMany(ids: readonly number[], form: string, folder: boolean): Promise<void> {
    const path = await this.#window.attempt(() => this.#backend.pickExport(form, folder));
    if (!path) return;
    const style = pictureStyle(this.#window.settings, i18n.lang, { flipped: false, heading: true });
    await this.#long(
      "export",
      () => this.#backend.exportGames([...ids], form, path, folder, style),
      ({ games, leftOut }) => {
        const text = t("table.exported", { n: games, path });
        return leftOut === 0 ? text : joined(i18n.lang, [text, t("table.leftOut", { n: leftOut })]);
      },
      { written: path },
    );
  }

  /** Counts games into a new opening book. */
  countMany(ids: readonly number[], name: string, count: GameCount): Promise<void> {
    return this.#long(
      "count",
      () => this.#backend.countGames([...ids], name, count),
      ({ games, moves, leftOut }) => {
        const text = t("table.counted", { book: name.trim(), moves, n: games });
        return leftOut === 0 ? text : joined(i18n.lang, [text, t("table.count.leftOut", { n: leftOut })]);
      },
    );
  }

  /** Takes a game out of the trash. */
  restore(row: GameRow): Promise<void> {
    return this.#change(
      () => this.#backend.restoreGame(row.id),
      () => t("library.restored"),
    );
  }

  purge(row: GameRow): Promise<void> {
    return this.#change(
      () => this.#backend.purgeGame(row.id),
      () => t("library.purged", { n: 1 }),
    );
  }

  /** The number of games in the trash, whatever the list shows; null after an error. */
  async trashSize(): Promise<number | null> {
    const query = { text: "", sort: this.sort, shelf: "trash", limit: 1, offset: 0 } as const;
    const page = await this.#window.attempt(() => this.#backend.listGames(query, null));
    return page?.total ?? null;
  }

  emptyTrash(): Promise<void> {
    return this.#change(
      () => this.#backend.emptyTrash(),
      (games) => t("library.purged", { n: games }),
    );
  }

  /** Takes the progress of the long work. */
  hear(progress: LibraryProgress): void {
    if (this.work) this.work = { ...this.work, progress };
  }

  stopWork(): void {
    void this.#window.attempt(() => this.#backend.stopLibraryWork());
  }

  /** Writes a backup. Returns whether it needs leave to replace a file. */
  async backUp(path: string, replace: boolean): Promise<boolean> {
    let exists = false;
    await this.#long(
      "backup",
      () =>
        this.#backend.backUp(path, replace).catch((thrown: unknown) => {
          exists = asRefusal(thrown).code === "file-exists";
          if (!exists) throw thrown;
          return null;
        }),
      (games) => t("backup.saved", { n: games, path }),
      { written: path, cancelled: () => (exists ? null : t("work.cancelled.backup")) },
    );
    return exists;
  }

  bringBack(path: string): Promise<void> {
    return this.#long(
      "restore",
      () => this.#backend.bringBack(path),
      (report) => {
        const parts = [t("backup.restored", report)];
        if (report.differing) parts.push(t("backup.restored.differing", report));
        if (report.corrected + report.unreadable) parts.push(t("backup.restored.not", report));
        return joined(i18n.lang, parts);
      },
    );
  }

  async look(): Promise<void> {
    await this.#window.attempt(async () => {
      this.place = await this.#backend.libraryPlace();
    });
  }

  /** Moves the library to another folder; null is the usual one. */
  async choosePlace(folder: string | null): Promise<void> {
    await this.#long(
      "move",
      async () => {
        const copied = await this.#backend.chooseLibraryFolder(folder);
        if (copied !== null) await this.#window.libraryReplaced();
        return copied;
      },
      (copied) => t(copied ? "place.copied" : "place.changed"),
    );
    await this.look();
  }

  async reopen(): Promise<void> {
    await this.#change(
      async () => {
        await this.#backend.reopenLibrary();
        await this.#window.libraryReplaced();
      },
      () => null,
    );
    await this.look();
  }

  /** Opens a dialog to choose a path; null if the person cancels. */
  async pick(kind: PickKind): Promise<string | null> {
    return (await this.#window.attempt(() => this.#backend.pickPath(kind))) ?? null;
  }

  /** The moves played in a position; null if the query failed. */
  async explore(position: Diagram): Promise<ExploredPosition | null> {
    return this.#backend.explore(position).catch(() => null);
  }

  /** Runs long work; null is the answer of work that was cancelled. */
  async #long<T>(
    kind: LibraryWork["kind"],
    act: () => Promise<T | null>,
    said: (answer: T) => string,
    { written, cancelled = () => t(`work.cancelled.${kind}`) }: LongWorkEnd = {},
  ): Promise<void> {
    this.work = { kind, progress: null };
    try {
      await this.#change(
        act,
        (answer) => (answer === null ? cancelled() : said(answer)),
        (answer) => (answer === null || written === undefined ? null : this.#window.folderOf(written)),
      );
    } finally {
      this.work = null;
    }
  }

  /** Runs `act` and says how it ended, with an action if there is one. */
  async #change<T>(
    act: () => Promise<T>,
    said: (answer: T) => string | null,
    action: (answer: T) => ToastAction | null = () => null,
  ): Promise<void> {
    await this.#window.attempt(async () => {
      const answer = await act().catch(async (thrown: unknown) => {
        // Many games change in parts: those before the error have changed.
        await this.refresh();
        throw thrown;
      });
      const text = said(answer);
      await this.refresh();
      if (text !== null) this.#window.note(text, action(answer));
    });
  }

  async #query(offset: number): Promise<[Query, Diagram | null]> {
    const { sort, reversed } = this;
    const { position, ...choice } = this.choice;
    const shelf = this.trash ? "trash" : "kept";
    const text = await asked(this.text, this.#openings);
    return [{ ...choice, text, sort, reversed, facts: true, shelf, limit: RUN, offset }, position ?? null];
  }

  #filled(
    page: LibraryPage,
    offset: number,
    before: readonly (GameRow | undefined)[],
  ): readonly (GameRow | undefined)[] {
    const rows = before.slice(0, page.total);
    rows.length = page.total;
    page.rows.forEach((row, index) => (rows[offset + index] = row));
    // The list knows a row by its game: a game that has moved leaves its former place.
    const places = new Map(page.rows.map(({ id }, index) => [id, offset + index]));
    rows.forEach((row, index) => {
      if (!row || (places.get(row.id) ?? index) === index) return;
      rows[index] = undefined;
      const run = Math.floor(index / RUN);
      this.#runs.delete(run);
      this.#awaited.add(run);
    });
    return rows;
  }
}

/** The search words as the library takes them. */
async function asked(typed: string, openings: Iterable<string>): Promise<string> {
  if (typed.trim() === "") return "";
  await loadSearch(i18n.lang);
  return searchText(i18n.lang, typed, openings);
}
