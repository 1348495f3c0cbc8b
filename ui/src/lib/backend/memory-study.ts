// The study of the test backend: it replays the tape of src-tauri/src/tapes.rs. A command that is not on the tape is refused
// as "off-tape"; a row in the list there records it.
import type {
  Beginning,
  GameRow,
  Note,
  ReviewReport,
  OpenedStudy,
  Merged,
  StudyMerge,
  StudyUpdate,
  StudyEdit,
  StudyHeader,
  Node,
  StudyCursor,
} from "../bindings";
import { lineThrough, START } from "../study/tree";
import type { Scripted } from "./fixtures";
import { fault } from "./memory-shell";

/** A game of the library in memory. */
export type Filed = {
  summary: GameRow;
  script: Scripted;
  /** The number of moves of the script that were played. */
  plies: number;
  record: string;
};

/** The state of a study that no tape goes on from. */
const OFF_TAPE = -1;
const NO_NOTE: Note = { comment: "", glyphs: [], marks: [], labels: [], clock: null, evaluation: null };

export class MemoryStudy {
  readonly #game: Filed;
  readonly #nodes: Map<number, Node>;
  #header: StudyHeader;
  #at = START;
  /** The state of the tape. */
  #state = 0;
  #can = { canUndo: false, canRedo: false };
  /** The number of updates so far. */
  #seq = 0;

  constructor(game: Filed) {
    this.#game = game;
    const { summary, script, plies } = game;
    const { winner, reason } = summary;
    const { header, nodes } = script.study;
    this.#header = { ...header, outcome: summary.result === "*" ? null : { winner, reason } };
    this.#nodes = new Map(nodes.slice(0, plies + 1).map((node) => [node.id, node]));
    const last = nodes[plies];
    if (last) this.#nodes.set(last.id, { ...last, children: [] });
    if (plies < script.rows.length) this.#state = OFF_TAPE;
  }

  /** A study of a position: the moves of the script that lead there. */
  static of({ setup, moves }: Beginning, script: Scripted, id: number): MemoryStudy {
    const nobody = { kind: "human" as const, name: "" };
    const summary: GameRow = {
      id,
      uid: `study-${id}`,
      game: setup.game,
      rule: setup.rule,
      size: setup.size ?? null,
      first: nobody,
      second: nobody,
      result: "*",
      winner: null,
      reason: "abandoned",
      plies: moves.length,
      date: "",
      startedAtMs: 0,
      endedAtMs: 0,
      finalPlacement: "",
      opening: null,
      tags: [],
      deletedAtMs: null,
      event: "",
      round: "",
      openingCode: "",
      accuracy: { first: null, second: null },
      atPly: null,
    };
    return new MemoryStudy({ summary, script, plies: moves.length, record: moves.join(" ") });
  }

  get id(): number {
    return this.#game.summary.id;
  }

  /** Whether it is an empty board. */
  get isBlank(): boolean {
    return this.#nodes.size === 1 && this.#game.record === "";
  }

  get record(): string {
    return this.#game.record;
  }

  seen(): OpenedStudy {
    const { summary } = this.#game;
    return {
      row: summary,
      setup: summary,
      header: this.#header,
      nodes: [...this.#nodes.values()],
      skipped: [],
      tabs: [],
      ...this.#rest(),
    };
  }

  go(id: number): StudyCursor {
    const place = this.placeAt(id);
    this.#at = id;
    return place;
  }

  /** The board at a node; the cursor does not move. */
  placeAt(id: number): StudyCursor {
    const path: string[] = [];
    for (let node = this.#find(id); node.id !== START; node = this.#find(node.parent ?? START))
      path.unshift(node.row?.uci ?? node.written);
    const place = this.#game.script.places[path.join(" ")];
    if (!place) throw fault("off-tape", `There is no tape of ${path.join(" ")}.`);
    return { node: id, ...place };
  }

  play(mv: string): StudyUpdate {
    return this.#step(`play ${mv}`);
  }

  edit(edit: StudyEdit): StudyUpdate {
    return this.#step(`edit ${JSON.stringify(sorted(edit))}`);
  }

  /** Adds moves in coordinates. */
  merge(moves: string): StudyMerge {
    const { merged, ...update } = this.#step(`merge ${moves}`);
    return { update, merged: merged ?? { moves: 0, leftOut: 0, apart: 0 }, unread: 0 };
  }

  /** The moves of the line through a node. */
  lineThrough(id: number): string {
    return lineThrough(this.#nodes, id)
      .map(({ written }) => written)
      .join(" ");
  }

  undo(again: boolean): StudyUpdate {
    return this.#step(again ? "redo" : "undo");
  }

  /** Saves an evaluation at a node, unless it is there; not an undo step. */
  evaluate(id: number, evaluation: string): StudyUpdate | null {
    if (this.#find(id).note?.evaluation === evaluation) return null;
    return this.#step(`keep ${id} ${evaluation}`);
  }

  /** Saves the signs of a review beside the moves. The reviews of this backend are made up, so there is no tape of them. */
  keepReview(review: ReviewReport): StudyUpdate {
    const GLYPHS = { fine: 1, mistake: 2, blunder: 4, inaccuracy: 6 };
    const nodes = review.moves.map(({ node: id, label }) => {
      const node = this.#find(id);
      const glyphs = label ? [GLYPHS[label]] : [];
      return { ...node, note: { ...(node.note ?? NO_NOTE), glyphs, evaluation: "0.00" } };
    });
    for (const node of nodes) this.#nodes.set(node.id, node);
    this.#state = OFF_TAPE;
    this.#can = { canUndo: true, canRedo: false };
    return this.#update({ nodes, header: null, row: null });
  }

  /** Takes the step of the tape that follows from the state and the node in view. */
  #step(command: string): StudyUpdate & { merged?: Merged } {
    const { script, summary } = this.#game;
    const step = script.steps.find(
      (step) => step.state === this.#state && step.at === this.#at && step.command === command,
    );
    if (!step) throw fault("off-tape", `State ${this.#state}, node ${this.#at}: no tape of ${command}.`);
    if ("refused" in step) throw step.refused;
    const { to, node, nodes, header, canUndo, canRedo, merged } = step;
    for (const changed of nodes) this.#nodes.set(changed.id, changed);
    if (header) this.#header = header;
    [this.#state, this.#at, this.#can] = [to, node, { canUndo, canRedo }];
    const update = this.#update({ nodes, header, row: header && summary });
    return { ...update, ...(merged && { merged }) };
  }

  #update(changes: Pick<StudyUpdate, "nodes" | "header" | "row">): StudyUpdate {
    this.#seq += 1;
    return { study: this.id, ...changes, isRestored: false, ...this.#rest() };
  }

  #find(id: number): Node {
    const node = this.#nodes.get(id);
    if (!node) throw fault("move-gone", "This move is no longer in the tree.");
    return node;
  }

  /** What every answer has. */
  #rest() {
    return {
      seq: this.#seq,
      verdict: null,
      stopped: null,
      unread: null,
      place: this.placeAt(this.#at),
      ...this.#can,
      unsaved: null,
    };
  }
}

/** The same value with the fields of its objects in alphabetical order, as the tape has them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
