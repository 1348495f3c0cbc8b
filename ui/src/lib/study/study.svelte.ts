// The open study: its tree, the cursor, and its commands, which run one at a time.
import type {
  Beginning,
  MoveRow,
  NewGame,
  Side,
  OpenedStudy,
  StudyMerge,
  StudyUpdate,
  StudyEdit,
  Node,
  StudyCursor,
} from "../bindings";
import { copyText } from "../app/clipboard";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { asRefusal } from "../backend/errors";
import { Queue } from "../backend/queue";
import { sayError, sayMove } from "../game/announce";
import type { SearchBackend } from "../explain/study-searches.svelte";
import { isFlipped, seatOf } from "../game/reduce";
import { refusalOf, type Refusal } from "../game/refusal";
import { Refusals } from "../game/refusals";
import { loadArea, say, type Key } from "../i18n/text";
import { transpositionsOf } from "./transpositions";
import { changed, lineThrough, type Nodes, pathTo, START, variationsAround } from "./tree";

/** A study without its tree and its cursor. */
type OpenStudy = Omit<OpenedStudy, "nodes" | "place">;

/** The services of the window that the study needs. */
type StudyWindow = Pick<
  Window,
  "voice" | "sound" | "announce" | "note" | "warn" | "trouble" | "attempt" | "libraryChanged"
>;

/** The idle time after which a comment is saved, so that a power cut loses little. */
const TYPING_MS = 700;
/** The longest time that a typed letter is not saved while more are typed. */
const UNSAVED_MS = 2000;

export class StudyController {
  /** The study without its tree, with later changes; null if no study is open. */
  study = $state.raw<OpenStudy | null>(null);
  nodes = $state.raw<Nodes>(new Map());
  place = $state.raw<StudyCursor | null>(null);
  /** The last requested node; the board follows it. */
  at = $state(START);
  folded = $state.raw<ReadonlySet<number>>(new Set());
  /** Whether the person has turned the board. */
  turned = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  /** Whether the next move replaces the unreadable one. */
  correcting = $state(false);
  /** Grows with each opened study. */
  opened = $state(0);
  /** The game begun from a study, by its id, and the study. */
  begun: { uid: string; study: number } | null = $state.raw(null);
  readonly #backend: Backend;
  /** The searches of the board at the cursor. */
  readonly searches: SearchBackend;
  readonly #window: StudyWindow;
  readonly #refusals: Refusals;
  readonly #queue = new Queue();
  /** How the person looks at each open study, by its row. */
  readonly #views = new Map<number, { folded: ReadonlySet<number>; turned: boolean }>();
  /** The comment in the field that the record lacks. */
  #typed: { node: number; text: string; sinceMs: number } | null = null;
  #typing: ReturnType<typeof setTimeout> | undefined;

  readonly bottom: Side = $derived(this.study ? seatOf(this.study.row, this.turned) : "first");
  readonly flipped: boolean = $derived(
    this.study !== null && isFlipped({ ...this.study.row, setup: this.study.setup }, this.turned),
  );
  readonly path: Node[] = $derived(pathTo(this.nodes, this.at));
  readonly line: Node[] = $derived(lineThrough(this.nodes, this.at));
  /** By node, another node with the same position. */
  readonly transpositions: ReadonlyMap<number, number> = $derived(transpositionsOf(this.nodes));
  readonly node: Node | null = $derived(this.nodes.get(this.at) ?? null);
  /** The moves that lead to the board. */
  readonly rows: MoveRow[] = $derived(
    pathTo(this.nodes, this.place?.node ?? START).flatMap((node) => (node.row ? [node.row] : [])),
  );
  /** The moves that follow the board, the main line first. */
  readonly nextRows: MoveRow[] = $derived(
    (this.nodes.get(this.place?.node ?? START)?.children ?? []).flatMap(
      (id) => this.nodes.get(id)?.row ?? [],
    ),
  );
  /** The clocks of the record at the board. */
  readonly left: Record<Side, number | null> = $derived.by(() => {
    const left: Record<Side, number | null> = { first: null, second: null };
    for (const { row, note } of this.path)
      if (row && note && note.clock !== null) left[row.side] = note.clock;
    return left;
  });

  constructor(backend: Backend, window: StudyWindow) {
    this.#backend = backend;
    this.searches = backend;
    this.#window = window;
    this.#refusals = new Refusals(window, {
      more: ["move-unread"],
      show: (error) => (this.refusal = error && refusalOf(error)),
    });
  }

  /** Opens a game of the library, or brings an open study to the front. Rejects if the shell refuses. */
  open(id: number): Promise<void> {
    return this.#leave(async () => this.#take(await this.#backend.openStudy(id)));
  }

  /** Shows the study in front, of the run before at its start. Returns whether there is one. */
  reopen(): Promise<boolean> {
    return this.#leave(async () => this.#takeAny(await this.#backend.reopenedStudy()));
  }

  /** Takes the open studies again: in another library they have other rows. */
  findAgain(): Promise<void> {
    const again = async () => {
      const before = this.study;
      const study = before && (await this.#backend.reopenedStudy());
      if (!study) return;
      const isSame = study.tabs.length === before.tabs.length;
      const ids = new Map(before.tabs.map(({ id }, at) => [id, (isSame && study.tabs[at]?.id) || id]));
      const now = (id: number) => ids.get(id) ?? id;
      const views = [...this.#views].map(([id, view]) => [now(id), view] as const);
      this.#views.clear();
      for (const [id, view] of views) this.#views.set(id, view);
      if (this.begun) this.begun = { ...this.begun, study: now(this.begun.study) };
      this.study = { ...before, row: { ...before.row, id: now(before.row.id) } };
      this.#take(study);
    };
    return this.#window.attempt(() => this.#leave(again));
  }

  /** Closes a study. Returns whether another one is open. Rejects if the shell refuses. */
  close(id: number): Promise<boolean> {
    return this.#leave(async () => this.#takeAny(await this.#backend.closeStudy(id)));
  }

  /** Opens a study by a call of another controller. Rejects if the shell refuses. */
  openBy(call: () => Promise<OpenedStudy>): Promise<void> {
    return this.#leave(async () => this.#take(await call()));
  }

  /** Begins a study from a position. Rejects if the shell refuses. */
  begin({ setup, moves }: Beginning): Promise<void> {
    return this.#leave(async () => this.#take(await this.#backend.newStudy(setup, moves)));
  }

  /** Brings the game on the board into its study; the game may continue. Rejects if the shell refuses. */
  bring(goesOn = false): Promise<void> {
    const { begun } = this;
    if (!begun) return Promise.resolve();
    return this.#leave(async () => {
      this.#take(await this.#backend.bringGame(begun.study));
      this.begun = goesOn ? begun : null;
    });
  }

  /** Opens the game on the board, by its id, as a study; an unfinished game is linked to its study. */
  openGame(uid: string, goesOn: boolean): Promise<void> {
    return this.#leave(async () => {
      const study = await this.#backend.studyGame();
      this.#take(study);
      this.begun = goesOn ? { uid, study: study.row.id } : null;
    });
  }

  /** Begins a game from the board of the study; `config` has the players. */
  async playFrom(
    config: Omit<NewGame, "setup">,
    start: (config: NewGame, moves: string[]) => Promise<string>,
  ) {
    const { study } = this;
    if (!study) return;
    const moves = this.rows.map((row) => row.uci);
    this.begun = { uid: await start({ setup: study.setup, ...config }, moves), study: study.row.id };
  }

  /** Adds lines of moves from the cursor as variations. */
  keepLines(lines: readonly (readonly string[])[]): Promise<void> {
    return this.#attempt(async () => this.#merged(await this.#backend.keepLines(lines as string[][])));
  }

  /** Goes to a node; of several requests only the last is awaited. */
  go(id: number): void {
    if (id === this.at || !this.nodes.get(id)) return;
    const forward = this.nodes.get(id)?.parent === this.at;
    this.at = id;
    this.refusal = null;
    this.correcting = false;
    this.#unfold(id);
    this.#say(id, forward);
    void this.#attempt(async () => {
      if (this.at !== id) return;
      const place = await this.#backend.go(id);
      this.place = place;
      // An unplayable move has no board: the board before it is shown.
      if (this.at === id && place.node !== id && this.nodes.get(id)?.row) this.at = place.node;
    });
  }

  /** Goes along the line, back or forward. */
  step(plies: number): void {
    const line = [START, ...this.line.map((node) => node.id)];
    const at = line.indexOf(this.at);
    const to = line[Math.max(0, Math.min(line.length - 1, at + plies))];
    if (to !== undefined) this.go(to);
  }

  /** Plays a move in any notation. Returns the reason as a sentence if it is refused, null if it was played. */
  async play(mv: string): Promise<string | null> {
    const unread = this.correcting ? this.study?.unread : null;
    let told: string | null = null;
    await this.#change(async () => {
      const before = this.place?.node ?? START;
      try {
        const change =
          typeof unread === "number"
            ? await this.#backend.editStudy({ kind: "correct", node: unread, mv })
            : await this.#backend.playInStudy(mv);
        await this.#apply(change);
        if (typeof unread === "number") {
          this.correcting = false;
          this.place = await this.#backend.go(unread);
        }
        this.at = this.place?.node ?? START;
        this.refusal = null;
        this.#unfold(this.at);
        if (this.at !== before) this.#say(this.at, true);
      } catch (thrown) {
        told = this.#refusals.refuse(asRefusal(thrown));
      }
    });
    return told;
  }

  /** Changes the tree, its notes, or the header of the study in view. */
  edit(edit: StudyEdit): Promise<void> {
    return this.#attempt(async () => this.#apply(await this.#backend.editStudy(edit)));
  }

  /** Saves a comment as it is typed: after an idle time or a while of typing, and before another study is opened. */
  typeComment(node: number, text: string): void {
    const nowMs = Date.now();
    const sinceMs = this.#typed?.sinceMs ?? nowMs;
    this.#typed = { node, text, sinceMs };
    clearTimeout(this.#typing);
    const wait = Math.min(TYPING_MS, sinceMs + UNSAVED_MS - nowMs);
    this.#typing = setTimeout(() => void this.keepTyped(), wait);
  }

  /** Saves the typed comment now. */
  keepTyped(): Promise<void> {
    const edit = this.#typedEdit();
    return edit ? this.edit(edit) : Promise.resolve();
  }

  /** Saves the typed comment now, and waits for the changes in progress. */
  async settle(): Promise<void> {
    await this.keepTyped();
    await this.#queue.run(() => Promise.resolve());
  }

  /** Saves an evaluation at a node, if it is better; nothing if the study was closed. */
  keepEvaluation(study: number, node: number, evaluation: string): Promise<void> {
    return this.#queue.run(async () => {
      if (this.study?.row.id !== study) return;
      const change = await this.#backend.keepEvaluation(study, node, evaluation);
      if (change) await this.#apply(change);
    });
  }

  /** Applies a change that no command asked for, if its study is in front. Another study is taken whole when it is opened. */
  receive(change: StudyUpdate): void {
    const apply = async () => {
      if (this.study?.row.id === change.study) await this.#apply(change, false);
    };
    void this.#window.attempt(() => this.#queue.run(apply));
  }

  undo(): Promise<void> {
    if (!this.study?.canUndo) return Promise.resolve();
    return this.#attempt(async () => {
      await this.#apply(await this.#backend.undoStudy());
      this.#announce("study.undone");
    });
  }

  redo(): Promise<void> {
    if (!this.study?.canRedo) return Promise.resolve();
    return this.#attempt(async () => {
      await this.#apply(await this.#backend.redoStudy());
      this.#announce("study.redone");
    });
  }

  /** Adds the games of a text as variations. Returns the reason as a sentence if none can be added. */
  async merge(text: string): Promise<string | null> {
    let told: string | null = null;
    await this.#change(async () => {
      try {
        await this.#merged(await this.#backend.mergeText(text));
      } catch (thrown) {
        told = sayError(this.#window.voice.lang, asRefusal(thrown));
      }
    });
    return told;
  }

  /** Adds games of the library as variations. Returns whether they were added. */
  async mergeGames(ids: readonly number[]): Promise<boolean> {
    let isDone = false;
    await this.#attempt(async () => {
      await this.#merged(await this.#backend.mergeGames([...ids]));
      isDone = true;
    });
    return isDone;
  }

  async #merged({ update, merged, unread }: StudyMerge): Promise<void> {
    await this.#apply(update);
    const { lang } = this.#window.voice;
    await loadArea("notes", lang);
    const left: string[] = [];
    if (merged.leftOut > 0) left.push(say(lang, "notes.merged.leftOut", { n: merged.leftOut }));
    if (merged.apart > 0) left.push(say(lang, "notes.merged.apart", { n: merged.apart }));
    if (unread > 0) left.push(say(lang, "notes.merged.unread", { n: unread }));
    const added = say(lang, merged.moves > 0 ? "notes.merged" : "notes.merged.none", { n: merged.moves });
    const text = [added, ...left].join(" ");
    if (left.length > 0) this.#window.warn(text);
    else this.#window.note(text);
  }

  /** Goes to the other node with the position of the current one. */
  goToTransposition(): void {
    const other = this.transpositions.get(this.at);
    if (other !== undefined) this.go(other);
  }

  /** Copies the record to the clipboard. */
  copy(): Promise<void> {
    return this.#copy(this.#backend.studyRecord(), "study.copied");
  }

  /** Copies the line through the current move, with all that follows it. */
  copyLine(): Promise<void> {
    return this.#copy(this.#backend.variationRecord(this.at), "notes.lineCopied");
  }

  async #copy(record: Promise<string>, done: Key): Promise<void> {
    const { lang } = this.#window.voice;
    try {
      await copyText(record);
      this.#window.note(say(lang, done));
    } catch {
      // A record that cannot be made has its own reason.
      await this.#window.attempt(async () => {
        await record;
        this.#window.warn(say(lang, "study.copyFailed"));
      });
    }
  }

  /** Goes before the unreadable move; the next move replaces it. */
  correct(): void {
    const { unread } = this.study ?? {};
    const before = typeof unread === "number" ? this.nodes.get(unread)?.parent : null;
    if (typeof before !== "number") return;
    this.go(before);
    this.correcting = true;
  }

  fold(id: number): void {
    const next = new Set(this.folded);
    if (!next.delete(id)) next.add(id);
    this.folded = next;
    // The cursor cannot be on a folded move.
    if (next.has(id) && variationsAround(this.nodes, this.at).includes(id)) this.go(id);
  }

  /** Turns the board as it was on the screen that the study comes from. */
  turnTo(flipped: boolean): void {
    if (this.flipped !== flipped) this.turned = !this.turned;
  }

  forgetRefusal(): void {
    this.refusal = null;
  }

  #takeAny(study: OpenedStudy | null): boolean {
    if (study) this.#take(study);
    return study !== null;
  }

  #take({ nodes, place, ...study }: OpenedStudy): void {
    if (this.study) this.#views.set(this.study.row.id, { folded: this.folded, turned: this.turned });
    for (const id of this.#views.keys()) if (!study.tabs.some((tab) => tab.id === id)) this.#views.delete(id);
    const view = this.#views.get(study.row.id);
    this.study = study;
    this.nodes = changed(new Map(), nodes);
    this.place = place;
    this.at = place.node;
    this.folded = view?.folded ?? new Set();
    this.turned = view?.turned ?? false;
    this.refusal = null;
    this.correcting = false;
    // What was typed while the shell opened this study was a comment of another one.
    this.#typedEdit();
    this.opened += 1;
    if (study.unsaved) this.#window.trouble(study.unsaved);
  }

  /** Applies a change, which is the answer to a command, or one that no command asked for. */
  async #apply(change: StudyUpdate, isAnswer = true): Promise<void> {
    const before = this.study;
    if (!before) return;
    const { study: id, nodes, place, header, row, isRestored, ...rest } = change;
    if (isRestored) {
      this.#window.libraryChanged();
      this.#window.note(say(this.#window.voice.lang, "study.restored"));
    }
    // The whole study was taken after this change.
    if (change.seq <= before.seq) return;
    // A change before this one has not arrived.
    const whole = change.seq > before.seq + 1 ? await this.#backend.studied() : null;
    if (whole) {
      const { nodes, place, ...study } = whole;
      this.#advance(study, changed(new Map(), nodes), place, isAnswer);
      return;
    }
    const tabs = row ? before.tabs.map((tab) => (tab.id === id ? { ...tab, id: row.id } : tab)) : before.tabs;
    const study = { ...before, ...rest, tabs, header: header ?? before.header, row: row ?? before.row };
    this.#advance(study, changed(this.nodes, nodes), place, isAnswer);
  }

  /** Shows a later state of the study in front. */
  #advance(study: OpenStudy, nodes: Nodes, place: StudyCursor, isAnswer: boolean): void {
    const before = this.study;
    if (study.unsaved && !before?.unsaved) this.#window.trouble(study.unsaved);
    if (before && before.row.id !== study.row.id) this.#refile(before.row.id, study.row.id);
    this.study = study;
    this.nodes = nodes;
    if (!nodes.has(this.at)) this.at = place.node;
    // A change that no command asked for may be from before the person went to this node.
    if (isAnswer || place.node === this.at) this.place = place;
  }

  /** The study has a row of its own: an empty board was filed, or the study became a game beside the original record. */
  #refile(from: number, to: number): void {
    this.#window.libraryChanged();
    if (this.begun?.study === from) this.begun = { ...this.begun, study: to };
    // The numbers of studies that were not in the library are below zero.
    if (from > 0) this.#window.note(say(this.#window.voice.lang, "study.beside"));
  }

  #unfold(id: number): void {
    const around = variationsAround(this.nodes, id).filter((head) => head !== id && this.folded.has(head));
    if (around.length > 0) this.folded = new Set([...this.folded].filter((head) => !around.includes(head)));
  }

  #say(id: number, forward: boolean): void {
    const { study } = this;
    const row = this.nodes.get(id)?.row;
    if (!study) return;
    const { game } = study.setup;
    const voice = this.#window.voice;
    const written = this.nodes.get(id)?.written ?? "";
    const text = row
      ? sayMove(row, game, voice)
      : id === START
        ? say(voice.lang, "study.startPosition")
        : say(voice.lang, "study.unplayable", { move: written });
    const comment = this.nodes.get(id)?.note?.comment;
    this.#window.announce({ text: comment ? `${text} ${comment}` : text, urgent: false });
    if (forward && row)
      this.#window.sound(
        row.check ? "check" : game !== "xiangqi" ? "stone" : row.capture ? "capture" : "place",
      );
  }

  #announce(key: "study.undone" | "study.redone"): void {
    this.#window.announce({ text: say(this.#window.voice.lang, key), urgent: false });
  }

  /** The typed comment as an edit; null if the record has it. */
  #typedEdit(): StudyEdit | null {
    const typed = this.#typed;
    clearTimeout(this.#typing);
    this.#typed = null;
    return typed && { kind: "comment", node: typed.node, text: typed.text };
  }

  /** Runs a call that opens another study. Up to it the typed comment is one of the study in view. */
  #leave<T>(call: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      const edit = this.#typedEdit();
      if (edit) await this.#window.attempt(async () => this.#apply(await this.#backend.editStudy(edit)));
      return call();
    });
  }

  /** Runs a change of the study that was in view when it was requested: the shell changes the one in front. */
  #change(change: () => Promise<void>, opened = this.opened): Promise<void> {
    return this.#queue.run(async () => {
      if (this.opened === opened) await change();
    });
  }

  #attempt(change: () => Promise<void>): Promise<void> {
    const { opened } = this;
    return this.#window.attempt(() => this.#change(change, opened));
  }
}
