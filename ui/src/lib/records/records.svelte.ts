// Import and export of records: progress, skipped records, and the forms of a game.
import type {
  ExportForm,
  ExportSubject,
  ImportCounts,
  ImportOutcome,
  PictureStyle,
  ReplayPart,
  SetupCodes,
  Word,
} from "../bindings";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { asRefusal } from "../backend/errors";
import { dialogs } from "../dialogs.svelte";
import { sayError } from "../game/announce";
import { i18n, t } from "../i18n/i18n.svelte";
import { loadArea } from "../i18n/text";
import type { StudyController } from "../study/study.svelte";
import { EncodingChoices } from "./encodings.svelte";
import { fileName, gameName } from "./texts";

/** The services of the window that records need. */
type RecordsWindow = Pick<
  Window,
  "note" | "folderOf" | "warn" | "refuse" | "answered" | "attempt" | "libraryChanged"
>;

/** Runs an import; null if nothing was there to import. */
type Import = () => Promise<ImportOutcome | null>;

type Hooks = {
  /** Shows the study, or the list of games. */
  show(screen: "study" | "library"): void;
  /** Begins a game from a position, against the opponent chosen last. */
  play(setup: SetupCodes): void;
  /** The style of pictures of the study or the game. */
  style(of: ExportSubject, heading: boolean): PictureStyle;
};

/** The pictures in pixels, which the shell draws. */
export const PICTURES = ["png", "gif"] as const;
/** The seconds for each move of an animation. */
export const SPEEDS = [0.5, 1, 1.5, 2, 3] as const;

export class RecordsController {
  /** The progress of an import; null without one, and in its first moments. */
  progress = $state.raw<ImportCounts | null>(null);
  /** The skipped records, until the person closes their list. */
  report = $state.raw<ImportOutcome | null>(null);
  /** The encodings of the files that wait for a choice. */
  readonly encodings: EncodingChoices;
  /** The export forms; null while the dialog is closed. */
  forms = $state.raw<readonly ExportForm[] | null>(null);
  /** The last chosen form. */
  form = $state<string | null>(null);
  /** Whether players, event and move are written above a board. */
  heading = $state(true);
  /** The part of the game that an animation shows. */
  part = $state<ReplayPart>("game");
  /** The seconds for each move of an animation. */
  speed = $state<number>(1);
  /** The pictures of an animation so far. */
  drawing = $state.raw<{ done: number; total: number } | null>(null);
  /** Whether a file is being chosen or written. */
  saving = $state(false);
  /** The error of the last export. */
  trouble = $state<string | null>(null);
  readonly #backend: Backend;
  readonly #window: RecordsWindow;
  readonly #study: StudyController;
  readonly #hooks: Hooks;
  /** Grows with each drop on the window, and with files opened with it. */
  offers = $state(0);
  /** Dropped files that wait for the end of a dialog: the screen of a record would throw away what is typed in it. */
  waiting = $state.raw<readonly Import[]>([]);
  /** Whether dropped files wait: a dialog is open, and is not one of an import, of which there is one at a time. */
  readonly mustWait: boolean = $derived.by(() => {
    const isOwn = this.progress !== null || this.encodings.groups.length > 0 || this.report !== null;
    return dialogs.open > (isOwn ? 1 : 0);
  });
  /** The number of running imports; progress of an ended one is ignored. */
  #imports = 0;
  #subject: ExportSubject = "study";
  /** The import whose files are chosen in a dialog. */
  #choosing: Promise<void> | null = null;

  constructor(backend: Backend, window: RecordsWindow, study: StudyController, hooks: Hooks) {
    this.#backend = backend;
    this.#window = window;
    this.#study = study;
    this.#hooks = hooks;
    this.encodings = new EncodingChoices(backend, window);
  }

  hear(word: Word): void {
    if (word.kind === "import" && this.#imports > 0) this.progress = word.progress;
    else if (word.kind === "drawing" && this.saving) this.drawing = { done: word.done, total: word.total };
    else if (word.kind === "offered") {
      this.offers += 1;
      this.#offer(() => this.#backend.importOffered());
    }
  }

  /** Imports pasted text. A single game opens after its last move: the position is what a person wants to see. */
  async paste(text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    if (text.trim() !== "") await this.#take(() => this.#backend.importBytes(bytes), "end");
  }

  bytes(bytes: Uint8Array): Promise<void> {
    return this.#take(() => this.#backend.importBytes(bytes));
  }

  /** Imports a file that the page received. */
  file(file: File): void {
    this.#offer(async () => this.#backend.importBytes(new Uint8Array(await file.arrayBuffer())));
  }

  #offer(run: Import): void {
    this.waiting = [...this.waiting, run];
    if (!this.mustWait) this.takeWaiting();
  }

  /** Imports the dropped files that have waited. */
  takeWaiting(): void {
    const runs = this.waiting;
    this.waiting = [];
    for (const run of runs) void this.#take(run);
  }

  /** Imports files opened with the window, at its start. */
  takeOffered(): Promise<void> {
    return this.#take(() => this.#backend.importOffered());
  }

  /** Opens a dialog to choose files, and imports them. Until then, a second call opens no second dialog. */
  choose(): Promise<void> {
    return (this.#choosing ??= this.#take(() => this.#backend.importChosen()).finally(
      () => (this.#choosing = null),
    ));
  }

  /** Imports the waiting files in the chosen encodings. */
  importDoubtful(): Promise<void> {
    const choices = this.encodings.list;
    this.encodings.clear();
    return this.#take(() => this.#backend.importDoubtful(choices));
  }

  /** Leaves the waiting files out. */
  skipDoubtful(): void {
    this.#window.note(t("records.notImported", { n: this.encodings.files }));
    this.encodings.clear();
    void this.#window.attempt(() => this.#backend.skipDoubtful());
  }

  /** Imports the games, too, whose moves the library has already. */
  importDuplicates(): Promise<void> {
    this.report = null;
    return this.#take(() => this.#backend.importDuplicates());
  }

  #keepBoth(): { label: string; run: () => void } {
    return { label: t("import.keepBoth"), run: () => void this.importDuplicates() };
  }

  stop(): void {
    void this.#window.attempt(() => this.#backend.stopImport());
  }

  /** Requests the export forms of the study or of the game on the board. */
  async ask(of: ExportSubject = "study"): Promise<void> {
    if (of === "study" && !this.#study.study) {
      this.#window.warn(t("records.none"));
      return;
    }
    this.trouble = null;
    this.#subject = of;
    await this.#window.attempt(async () => {
      const forms = await this.#backend.exportForms(of);
      const picture = forms.find(({ name }) => name === "svg");
      const pictures = picture ? PICTURES.map((name) => ({ ...picture, name, ending: name })) : [];
      this.forms = [...forms, ...pictures];
      const usable = this.forms.filter(({ refused }) => !refused);
      if (!usable.some(({ name }) => name === this.form)) this.form = usable[0]?.name ?? null;
    });
  }

  /** Writes that game in the chosen form. */
  async save(): Promise<void> {
    const { form } = this;
    if (form === null || this.saving) return;
    this.saving = true;
    this.trouble = null;
    try {
      const style = this.#hooks.style(this.#subject, this.heading);
      const path =
        form === "gif"
          ? await this.#backend.exportGif(this.part, style, Math.round(this.speed * 1000))
          : await this.#backend.exportGame(form, style);
      if (path !== null) {
        this.forms = null;
        this.#window.note(t("export.saved", { path }), this.#window.folderOf(path));
      }
    } catch (thrown) {
      // The dialog shows the error; the next attempt starts there.
      this.trouble = sayError(i18n.lang, asRefusal(thrown));
    }
    this.saving = false;
    this.drawing = null;
  }

  /** Stops the animation that is being drawn. */
  stopDrawing(): void {
    void this.#window.attempt(() => this.#backend.stopDrawing());
  }

  /** Puts a picture of the position on the clipboard. */
  async copyPicture(of: ExportSubject = this.#subject): Promise<void> {
    if (of === "study" && !this.#study.study) {
      this.#window.warn(t("records.none"));
      return;
    }
    await this.#window.attempt(async () => {
      await this.#backend.copyPicture(of, this.#hooks.style(of, this.heading));
      this.forms = null;
      this.#window.note(t("records.copied"));
    });
  }

  async #take(ask: Import, at: "start" | "end" = "start"): Promise<void> {
    this.#imports += 1;
    try {
      // A record can be pasted before the sentences for what is wrong with it are there.
      await loadArea("errors", i18n.lang);
      const report = await ask();
      if (report) await this.#tell(report, at);
    } catch (thrown) {
      this.#window.refuse(sayError(i18n.lang, asRefusal(thrown)));
      // Games filed before the error stay.
      this.#window.libraryChanged();
    } finally {
      this.#imports -= 1;
      // That of another one follows, with a button of its own.
      this.progress = null;
    }
  }

  async #tell(report: ImportOutcome, at: "start" | "end"): Promise<void> {
    const { show, play } = this.#hooks;
    const { opens, games, known, duplicates, listedDuplicates, skipped, unlisted, doubtful } = report;
    this.#window.answered();
    const [only] = skipped;
    const none = games + known + duplicates + doubtful.length === 0;
    if (none && only && skipped.length === 1 && unlisted === 0 && !this.report) {
      const why = sayError(i18n.lang, only.why);
      this.#window.refuse(
        only.place === null ? why : t("import.refused", { file: fileName(only.place), why }),
      );
      return;
    }
    if (games + known > 0) this.#window.libraryChanged();
    if (opens !== null) {
      await this.#study.open(opens);
      if (at === "end") this.#study.step(Infinity);
      show("study");
      const { study, nodes } = this.#study;
      const [twin] = listedDuplicates;
      // The list of what was skipped says the numbers, too: an import answers once.
      if (skipped.length === 0) {
        if (twin)
          this.#window.note(
            t("import.duplicate", { name: gameName(i18n.lang, twin.same) }),
            this.#keepBoth(),
          );
        // A record without moves is a position, from which a game can begin.
        else if (study && nodes.size === 1)
          this.#window.note(t("import.position"), {
            label: t("study.playFrom"),
            run: () => play(study.setup),
          });
        else this.#window.note(t(known > 0 ? "import.there" : "library.imported"));
      }
    } else if (games + known + duplicates > 0) {
      show("library");
      if (skipped.length + duplicates === 0)
        this.#window.note(
          known > 0 ? t("import.games.known", { n: games, known }) : t("import.games", { n: games }),
        );
    } else if (report.stopped && skipped.length === 0) this.#window.note(t("import.stopped"));
    else if (none && skipped.length === 0) this.#window.warn(t("import.nothing"));
    if (skipped.length > 0 || (duplicates > 0 && opens === null))
      this.report = this.report ? both(this.report, report) : report;
    this.encodings.show(doubtful);
  }
}

/** Joins the report of files that waited for their encoding with the one before it. */
const both = (first: ImportOutcome, second: ImportOutcome): ImportOutcome => ({
  ...second,
  games: first.games + second.games,
  known: first.known + second.known,
  duplicates: first.duplicates + second.duplicates,
  listedDuplicates: [...first.listedDuplicates, ...second.listedDuplicates],
  skipped: [...first.skipped, ...second.skipped],
  unlisted: first.unlisted + second.unlisted,
  stopped: first.stopped || second.stopped,
});
