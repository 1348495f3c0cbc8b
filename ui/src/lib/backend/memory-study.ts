// The study of the test backend: a tree with a scripted game as its main line. It has no rules: off the script any pair
// of points is a move.
import type {
  Refusal,
  Beginning,
  Mark,
  GameRow,
  MoveRow,
  Note,
  ReviewReport,
  OpenedStudy,
  StudyUpdate,
  StudyEdit,
  StudyHeader,
  Node,
  StudyCursor,
} from "../bindings";
import { parsePlacement } from "../board/placement";
import { placementOf } from "../study/position-draft";
import { sizeOf } from "../game/setup";
import { START } from "../study/tree";
import { boardOf, pointsOf, type Scripted } from "./fixtures";

/** A game of the library in memory. */
export type Filed = {
  summary: GameRow;
  script: Scripted;
  /** The number of moves of the script that were played. */
  plies: number;
  record: string;
};

const NO_NOTE: Note = { comment: "", glyphs: [], marks: [], labels: [], clock: null, evaluation: null };
const fault = (code: string, message: string): Refusal => ({
  code,
  message,
  at: null,
  points: [],
  obstacles: [],
});

type Kept = { nodes: Map<number, Node>; header: StudyHeader };

export class MemoryStudy {
  readonly #game: Filed;
  #kept: Kept;
  #at: number;
  #count = 0;
  #undo: Kept[] = [];
  #redo: Kept[] = [];

  constructor(game: Filed) {
    this.#game = game;
    const { winner, reason } = game.summary;
    const outcome = game.summary.result === "*" ? null : { winner, reason };
    const header = {
      first: "",
      second: "",
      date: "",
      event: "",
      site: "",
      round: "",
      annotator: "",
      outcome,
    };
    this.#kept = { nodes: new Map([[START, this.#node(START, null, null)]]), header };
    this.#at = START;
    game.script.rows.slice(0, game.plies).reduce((before, row) => this.#add(before, row), START);
  }

  /** A study of a position: the moves that lead there. */
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
    };
    const study = new MemoryStudy({ summary, script, plies: 0, record: moves.join(" ") });
    for (const mv of moves) study.play(mv);
    [study.#undo, study.#redo] = [[], []];
    return study;
  }

  get id(): number {
    return this.#game.summary.id;
  }

  get record(): string {
    return this.#game.record;
  }

  seen(): OpenedStudy {
    const { summary } = this.#game;
    return {
      row: summary,
      setup: summary,
      header: this.#kept.header,
      nodes: [...this.#kept.nodes.values()],
      faults: [],
      verdict: null,
      stopped: null,
      unread: null,
      place: this.#place(),
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
      unsaved: null,
    };
  }

  go(id: number): StudyCursor {
    this.#find(id);
    this.#at = id;
    return this.#place();
  }

  /** The board at a node; the cursor does not move. */
  placeAt(id: number): StudyCursor {
    const at = this.#at;
    const place = this.go(id);
    this.#at = at;
    return place;
  }

  play(mv: string): StudyUpdate {
    const wanted = mv.trim().toLowerCase();
    const here = this.#find(this.#at);
    const ply = this.#path(this.#at).length;
    const script = this.#game.script;
    const refusal = script.refusals[ply]?.[wanted];
    if (refusal) throw refusal;
    const forms = (row: MoveRow) =>
      [row.uci, row.chinese, row.traditional, row.wxf, row.iccs].map((form) => form.toLowerCase());
    const known = here.children.find((child) => forms(this.#rowOf(child)).includes(wanted));
    if (known !== undefined) {
      this.#at = known;
      return this.#told([]);
    }
    if (!/^([a-i]\d){2}$|^[a-v]\d{1,2}$/.test(wanted))
      throw fault("unreadable-move", "This could not be read as a move.");
    this.#keep();
    const row: MoveRow = {
      uci: wanted,
      chinese: wanted,
      traditional: wanted,
      wxf: wanted,
      iccs: wanted,
      ...pointsOf(this.#game.script.game, wanted),
      side: ply % 2 === 0 ? "first" : "second",
      piece: null,
      capture: null,
      check: false,
    };
    this.#at = this.#add(this.#at, row);
    return this.#told([here.id, this.#at]);
  }

  edit(edit: StudyEdit): StudyUpdate {
    this.#keep();
    if (edit.kind === "describe") {
      this.#kept.header = edit.header;
      return { ...this.#told([]), header: edit.header, row: this.#game.summary };
    }
    const node = this.#find(edit.node);
    switch (edit.kind) {
      case "comment":
        return this.#note(node, { comment: edit.text.trim() });
      case "judge":
        return this.#note(node, { glyphs: edit.glyph === null ? [] : [edit.glyph] });
      case "draw":
        return this.#note(node, { marks: edit.marks as Mark[], labels: edit.labels });
      case "remove": {
        const parent = this.#find(node.parent ?? START);
        this.#put({ ...parent, children: parent.children.filter((child) => child !== node.id) });
        if (this.#path(this.#at).includes(node.id)) this.#at = parent.id;
        return this.#told([parent.id]);
      }
      case "promote":
      case "demote":
        return this.#told(this.#move(node, edit.kind === "promote" ? -1 : 1));
      case "makeMain":
        return this.#told(this.#path(node.id).flatMap((id) => this.#move(this.#find(id), -Infinity)));
      case "correct":
        throw fault("move-unread", "The script has no move that cannot be read.");
    }
  }

  /** Saves an evaluation at a node, unless it is there; not an undo step. */
  evaluate(id: number, evaluation: string): StudyUpdate | null {
    const node = this.#find(id);
    return node.note?.evaluation === evaluation ? null : this.#note(node, { evaluation });
  }

  /** Saves the signs of a review beside the moves. */
  keepReview(review: ReviewReport): StudyUpdate {
    this.#keep();
    const GLYPHS = { fine: 1, mistake: 2, blunder: 4, inaccuracy: 6 };
    for (const { node, label } of review.moves) {
      const glyphs = label ? [GLYPHS[label]] : [];
      this.#note(this.#find(node), { glyphs, evaluation: "0.00" });
    }
    return this.#told(review.moves.map(({ node }) => node));
  }

  undo(again: boolean): StudyUpdate {
    const [from, to] = again ? [this.#redo, this.#undo] : [this.#undo, this.#redo];
    const kept = from.pop();
    if (!kept) throw fault("nothing-to-undo", "There is no change to take back.");
    to.push(this.#kept);
    this.#kept = kept;
    while (!this.#kept.nodes.has(this.#at)) this.#at = START;
    return { ...this.#told([...kept.nodes.keys()]), header: kept.header, row: this.#game.summary };
  }

  #keep(): void {
    this.#undo.push({ nodes: new Map(this.#kept.nodes), header: this.#kept.header });
    this.#redo = [];
  }

  #note(node: Node, change: Partial<Note>): StudyUpdate {
    this.#put({ ...node, note: { ...(node.note ?? NO_NOTE), ...change } });
    return this.#told([node.id]);
  }

  #move(node: Node, places: number): number[] {
    const parent = this.#find(node.parent ?? START);
    const others = parent.children.filter((child) => child !== node.id);
    const at = Math.max(0, Math.min(others.length, parent.children.indexOf(node.id) + places));
    this.#put({ ...parent, children: others.toSpliced(at, 0, node.id) });
    return [parent.id];
  }

  #put(node: Node): void {
    this.#kept.nodes.set(node.id, node);
  }

  #node(id: number, parent: number | null, row: MoveRow | null): Node {
    return { id, parent, children: [], written: row?.uci ?? "", row, note: null };
  }

  #add(parent: number, row: MoveRow): number {
    const id = ++this.#count;
    const before = this.#find(parent);
    this.#put({ ...before, children: [...before.children, id] });
    this.#put(this.#node(id, parent, row));
    return id;
  }

  #find(id: number): Node {
    const node = this.#kept.nodes.get(id);
    if (!node) throw fault("move-gone", "This move is no longer in the tree.");
    return node;
  }

  #rowOf(id: number): MoveRow {
    return this.#find(id).row as MoveRow;
  }

  /** The ids of the moves up to `id`. */
  #path(id: number): number[] {
    const path: number[] = [];
    for (let node = this.#find(id); node.id !== START; node = this.#find(node.parent ?? START))
      path.push(node.id);
    return path.reverse();
  }

  #told(ids: number[]): StudyUpdate {
    const { nodes } = this.#kept;
    return {
      nodes: ids.flatMap((id) => nodes.get(id) ?? []),
      header: null,
      row: null,
      verdict: null,
      stopped: null,
      unread: null,
      place: this.#place(),
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
      unsaved: null,
    };
  }

  #place(): StudyCursor {
    const { script, summary } = this.#game;
    const rows = this.#path(this.#at).map((id) => this.#rowOf(id));
    const scripted = rows.findIndex((row, ply) => row.uci !== script.rows[ply]?.uci);
    const known = scripted < 0 ? rows.length : scripted;
    const board = script.positions[known];
    if (board && known === rows.length) return { node: this.#at, board, openingName: null };
    let placement = board?.placement ?? "";
    const size = sizeOf(summary);
    for (const row of rows.slice(known)) {
      const men = new Map(parsePlacement(script.game, size, placement));
      const { from, to } = row;
      const man = from ? men.get(from) : { side: row.side, letter: null };
      if (from) men.delete(from);
      if (man) men.set(to, man);
      placement = placementOf({ game: script.game, size: size ?? 15, men });
    }
    const last = rows.at(-1);
    return {
      node: this.#at,
      board: {
        ...boardOf(placement, rows.length % 2 === 0 ? "first" : "second"),
        lastMove: last ? { from: last.from, to: last.to } : null,
      },
      openingName: null,
    };
  }
}
