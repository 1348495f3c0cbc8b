// The state of the study screen beside the study: the sheet in front, the move being typed or tried, and what the board
// shows of threats, analysis and review.
import { BoardFindings } from "../analysis/board-findings.svelte";
import { bookArrows, type TableRow } from "../books/table";
import type { App } from "./app.svelte";
import type { AnalysisChoice, BoardView, SetupCodes, Side, StudyEdit, Worth } from "../bindings";
import { layOut } from "../board/geometry";
import { markKey } from "../board/keyboard";
import type { Reading } from "../board/props";
import { DefenceFinder, needsDefence } from "../explain/defences.svelte";
import { StudySearches } from "../explain/study-searches.svelte";
import { Threats, type Board } from "../explain/threats.svelte";
import { voiceOf } from "../game/announce";
import { pointName } from "../game/points";
import { sizeOf } from "../game/setup";
import { i18n, t } from "../i18n/i18n.svelte";
import type { Retry } from "../review/review.svelte";
import { Markup } from "../study/markup.svelte";
import { nameOfStudy } from "../study/tabs";
import { lineThrough, START } from "../study/tree";
import { shortcutsOf } from "./shortcuts";

type StudySheet = "moves" | "book" | "engine" | "report" | "notes";

/** The most lines of the analysis. */
const LINES_MAX = 5;
/** The most arrows of books. */
const ARROWS_MAX = 5;

export class StudyScreen {
  tab = $state<StudySheet>("moves");
  /** The rows of the table of books, with its panel in front. */
  bookRows = $state.raw<readonly TableRow[]>([]);
  /** Whether the field for a move is open. */
  typing = $state(false);
  readonly #app: App;
  readonly markup: Markup;
  readonly threats: Threats;
  readonly defences: DefenceFinder;
  readonly searches: StudySearches;
  readonly findings: BoardFindings;

  /** Whether the game begun from this study is in progress against an engine. */
  readonly locked: boolean = $derived.by(() => this.#app.flows.isStudyPlayed);
  /** The board of which the defences are wanted: with its threats shown, one of which wins for the other side. */
  readonly defended: Board | null = $derived.by(() => {
    const { board } = this.#app.study.place ?? {};
    const { list } = this.threats;
    const isGomoku = this.#app.study.study?.setup.game === "gomoku";
    return isGomoku && board && list && !this.retry && needsDefence(list, board.sideToMove) ? board : null;
  });
  readonly isMove: boolean = $derived.by(() => this.#app.study.at !== START);
  /** The nodes of the main line. */
  readonly main: readonly number[] = $derived.by(() =>
    lineThrough(this.#app.study.nodes, START).map((one) => one.id),
  );
  /** The ply of the board, or of the move where its variation leaves the main line. */
  readonly mainAt: number = $derived.by(
    () => this.#app.study.path.filter((one, index) => this.main[index] === one.id).length,
  );
  /** The retry of the move on the board. */
  readonly retry: Retry | null = $derived.by(() => {
    const { review, study } = this.#app;
    return review.retry !== null && review.retry.before === study.at ? review.retry : null;
  });
  /** The board in view: of the refutation of a wrong try, or of the study. */
  readonly board: BoardView | undefined = $derived.by(() => {
    const frame = this.retry ? this.#app.review.frame : null;
    return frame?.board ?? this.#app.study.place?.board;
  });
  /** The value of the board; a retry hides it until a move was tried. */
  readonly worth: Worth | null = $derived.by(() => {
    const { retry } = this.#app.review;
    return retry ? (retry.tried?.worth ?? null) : this.findings.worth;
  });
  /** The moves that the review draws on the board: with its report in front, and for the right move of a retry. */
  readonly reviewMarks = $derived.by(() => {
    const { review, study } = this.#app;
    const { retry } = this;
    if (retry) return retry.state === "right" && retry.tried ? { right: retry.tried.row.to } : null;
    const move = this.tab === "report" && study.place?.node === study.at ? review.inView : null;
    const [refutation, better] = [move?.answer[0], move?.best[0]];
    return refutation || better ? { refutation: refutation ?? null, better: better ?? null } : null;
  });

  /** What is drawn on the board: by the person, and rings around defences. */
  readonly marks = $derived.by(() => {
    const drawn = this.markup.marks;
    const free = this.defences.marks.filter(({ to }) => !drawn.some((mark) => !mark.from && mark.to === to));
    return [...drawn, ...free];
  });

  /** The moves of books that the board points at: with their panel in front. */
  readonly bookArrows = $derived.by(() =>
    this.tab === "book" && !this.retry && !this.locked ? bookArrows(this.bookRows, ARROWS_MAX) : [],
  );

  constructor(app: App) {
    this.#app = app;
    const { screen } = app.navigation;
    if (screen.name === "study" && screen.begins) this.tab = "book";
    this.markup = new Markup(app.study);
    const { searches } = app.study;
    this.threats = new Threats(() => searches.threatsInStudy());
    this.defences = new DefenceFinder({
      ask: () => searches.defencesInStudy(),
      stop: () => searches.stopBoardSearch("defences"),
    });
    this.searches = new StudySearches(searches);
    this.findings = new BoardFindings(app.analysis, app.study);
  }

  /** FEN letters of the pieces that a side has captured. */
  capturedBy(side: Side): string[] {
    return this.#app.study.rows.flatMap((row) => (row.side === side && row.capture ? [row.capture] : []));
  }

  /** Plays a move in the study, or tries it in place of a fault. Returns the reason if it is refused. */
  async play(mv: string): Promise<string | null> {
    const { review, study } = this.#app;
    if (!this.retry) return study.play(mv);
    const refused = await review.try(mv);
    // The next input is a key of the review, not a move.
    if (refused === null) this.typing = false;
    return refused;
  }

  /** Plays moves in the study, one after the other, up to the first that is refused, or until another study is in view. */
  async playLine(moves: readonly string[]): Promise<void> {
    const { study } = this.#app;
    const { opened } = study;
    for (const mv of moves) if (study.opened !== opened || (await study.play(mv)) !== null) return;
  }

  /** Brings the studies of the run before back, or begins with an empty board. */
  begin(): void {
    const { flows, navigation, study } = this.#app;
    void this.#app.attempt(async () => {
      const isOpen = await study.reopen();
      if (!isOpen && navigation.screen.name === "study") await flows.showAnalysisBoard();
    });
  }

  /** Brings an open study to the front. */
  showTab(id: number): void {
    const { study } = this.#app;
    if (id === study.study?.row.id) return;
    void this.#app.attempt(async () => {
      await study.open(id);
      this.#sayTab();
    });
  }

  /** Brings the next or the previous open study to the front; after the last comes the first. */
  stepTab(by: 1 | -1): void {
    const { tabs = [], row } = this.#app.study.study ?? {};
    const at = tabs.findIndex(({ id }) => id === row?.id);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (next) this.showTab(next.id);
  }

  /** Closes the study in front; after the last one an empty board begins. */
  closeTab(): void {
    const { flows, study } = this.#app;
    const id = study.study?.row.id;
    if (id === undefined) return;
    void this.#app.attempt(async () => {
      if (await study.close(id)) this.#sayTab();
      else await flows.showAnalysisBoard();
    });
  }

  #sayTab(): void {
    const { study } = this.#app.study;
    if (!study) return;
    const n = study.tabs.findIndex(({ id }) => id === study.row.id) + 1;
    this.#say(t("notes.tab.at", { name: nameOfStudy(i18n.lang, study), n, total: study.tabs.length }));
  }

  /** Plays the first move of a line of the analysis, by default of the best one. */
  follow(line = this.findings.shown?.lines[(this.findings.focus?.rank ?? 1) - 1]): void {
    const row = line?.rows[0];
    if (row) void this.#app.study.play(row.uci);
  }

  /** Plays the first move of the books; brings their panel to the front before. */
  followBook(): void {
    const [first] = this.bookRows;
    if (this.tab !== "book" || !first) this.tab = "book";
    else void this.#app.study.play(first.row.uci);
  }

  jump(id: number | null): void {
    if (id !== null) this.#app.study.go(id);
  }

  nextMistake(direction: 1 | -1): void {
    this.tab = "report";
    this.#app.review.next(direction);
  }

  retryMistake(): void {
    this.tab = "report";
    this.#app.review.again();
  }

  edit(kind: "promote" | "demote" | "makeMain" | "remove"): void {
    if (!this.isMove) return;
    const { study } = this.#app;
    const edit: StudyEdit = { kind, node: study.at };
    void study.edit(edit);
    const keys = shortcutsOf(() => this.#app.settings.keys);
    if (kind === "remove") this.#say(t("study.removed", { key: keys.text("undoEdit") }));
  }

  /** Gives the move a sign, or takes it away if the move has it. */
  toggleGlyph(glyph: number): void {
    this.judge(this.#app.study.node?.note?.glyphs.includes(glyph) ? null : glyph);
  }

  judge(glyph: number | null): void {
    const { study } = this.#app;
    if (this.isMove) void study.edit({ kind: "judge", node: study.at, glyph });
  }

  toggleThreats(): void {
    this.#say(t(this.threats.toggle() ? "threats.on" : "threats.off"));
  }

  /** Turns the engine on or off; its lines are above the moves. During a game its sheet says why it stays off. */
  toggleAnalysis(): void {
    if (this.locked) this.tab = "engine";
    else this.#app.analysis.toggle();
  }

  /** Opens the laboratory with the position. */
  think(): void {
    const { flows, study } = this.#app;
    if (study.study && study.place)
      flows.showLab(
        {
          setup: study.study.setup,
          placement: study.place.board.placement,
          sideToMove: study.place.board.sideToMove,
        },
        study.flipped,
      );
  }

  wish(choice: AnalysisChoice): void {
    const { analysis, preferences } = this.#app;
    void preferences.change({ analysis: choice });
    analysis.wishAnew();
  }

  moreLines(by: number): void {
    const { analysis } = this.#app.settings;
    const lines = Math.max(1, Math.min(LINES_MAX, analysis.lines + by));
    if (lines !== analysis.lines) this.wish({ ...analysis, lines });
    this.#say(t("analysis.lines.n", { n: lines }));
  }

  read(reading: Reading, square: string): void {
    if (reading === "type") {
      this.typing = true;
      return;
    }
    const { study: opened, place, left, rows } = this.#app.study;
    if (!place || !opened) return;
    if (reading === "mark") {
      // A retry shows no marks.
      if (!this.retry) this.#mark(square, opened.setup);
      return;
    }
    const { first, second } = left;
    const face = (ms: number) => ({ ms, periods: null });
    const clocks = first === null || second === null ? null : { first: face(first), second: face(second) };
    const board = { ...place.board, game: opened.setup.game, row: rows.at(-1) ?? null, clocks };
    void this.#app.read(reading, square, board);
  }

  #mark(at: string, setup: SetupCodes): void {
    const { study, settings } = this.#app;
    const { markup } = this;
    const put = markup.press(at);
    const side = study.flipped ? "second" : "first";
    const square = pointName(voiceOf(i18n.lang, settings), setup.game, at, side);
    if (!put) {
      const { files } = layOut(setup.game, sizeOf(setup), false, false);
      return this.#say(t("notes.marking", { square, key: markKey(files) }));
    }
    const what = put.from ? "notes.arrow" : markup.sign === "ring" ? "notes.ring" : "notes.signed";
    this.#say(t(what, { square, sign: t(`notes.sign.${markup.sign}`) }));
  }

  #say(text: string): void {
    this.#app.messages.announce({ text, urgent: false });
  }
}
