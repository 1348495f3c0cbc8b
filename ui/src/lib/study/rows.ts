// The rows of the list of moves: the main line in pairs, each variation as a line of its own in a block below its branch.
import { START, type Nodes } from "./tree";

/** A move as the list shows it. */
export type Cell = {
  id: number;
  /** The depth of variations, 0 on the main line. */
  depth: number;
  /** On the first move of a variation: whether the rest is folded, and its number of moves. */
  fold: { folded: boolean; moves: number } | null;
  /** On a move with alternatives: the number of the branch, which the labels of its variations begin with. */
  branch: { number: number; variations: number } | null;
};

/** A move number with one or two moves of the main line. */
export type MovesRow = {
  kind: "moves";
  key: string;
  depth: 0;
  number: number;
  cells: [Cell | null, Cell | null];
};

/** A part of a variation: a move with its ply from 0, `numbered` if the number is shown, or the comment before it. */
type Part =
  | { kind: "move"; cell: Cell; ply: number; numbered: boolean }
  | { kind: "comment"; node: number; text: string };

/** A variation, or the continuation of one too long for a row. */
export type LineRow = {
  kind: "line";
  key: string;
  depth: number;
  /** `1A`: the first variation of branch 1. Empty in a continuation. */
  label: string;
  parts: Part[];
};

/** The comment of the move of the main line above it. */
type CommentRow = { kind: "comment"; key: string; depth: 0; node: number; text: string };

export type Row = MovesRow | LineRow | CommentRow;

/** The length of a comment in the list; the note panel shows all of it. */
const COMMENT_SHOWN = 600;

/** The first `length` code units of a text, without the first half of a character that has two. */
const begun = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

/** The parts of a row: a longer variation continues in the next row, so that the list stays virtual. */
const PARTS_MAX = 60;

/** The alternatives to one move. */
type Block = { heads: readonly number[]; ply: number; depth: number; branch: number };

/** The rows of a tree. No function calls itself, whatever the depth. */
export function rowsOf(nodes: Nodes, folded: ReadonlySet<number>, secondBegins: boolean): Row[] {
  const list = new RowList(nodes, folded);
  list.mainLine(secondBegins ? 1 : 0);
  return list.rows;
}

class RowList {
  readonly rows: Row[] = [];
  readonly #nodes: Nodes;
  readonly #folded: ReadonlySet<number>;
  #branches = 0;
  /** Variations of the last row of the main line, which come below it. */
  #pending: Block[] = [];

  constructor(nodes: Nodes, folded: ReadonlySet<number>) {
    this.#nodes = nodes;
    this.#folded = folded;
  }

  mainLine(shift: number): void {
    this.#comment(START);
    let ply = shift;
    for (let id = this.#nodes.get(START)?.children[0]; id !== undefined; ply += 1) {
      const node = this.#nodes.get(id);
      if (!node) break;
      const alternatives = this.#alternatives(id);
      const cell = this.#cell(id, 0, alternatives);
      this.#put(cell, ply);
      if (cell.branch) this.#pending.push({ heads: alternatives, ply, depth: 1, branch: cell.branch.number });
      this.#comment(id);
      id = node.children[0];
    }
    this.#flush();
  }

  /** Puts a move of the main line beside the one before it, or into a row of its own. */
  #put(cell: Cell, ply: number): void {
    const number = Math.floor(ply / 2) + 1;
    const second = ply % 2 === 1;
    const last = this.rows.at(-1);
    if (second && last?.kind === "moves" && last.number === number && last.cells[1] === null) {
      last.cells[1] = cell;
      return;
    }
    this.#flush();
    const cells: MovesRow["cells"] = second ? [null, cell] : [cell, null];
    this.rows.push({ kind: "moves", key: `m${cell.id}`, depth: 0, number, cells });
  }

  #comment(id: number): void {
    const text = this.#textOf(id);
    if (text) this.rows.push({ kind: "comment", key: `c${id}`, depth: 0, node: id, text });
  }

  #textOf(id: number): string {
    const text = this.#nodes.get(id)?.note?.comment ?? "";
    return text.length > COMMENT_SHOWN ? `${begun(text, COMMENT_SHOWN)}…` : text;
  }

  /** The other moves at the branch of which `id` is the main one. */
  #alternatives(id: number): readonly number[] {
    const siblings = this.#nodes.get(this.#nodes.get(id)?.parent ?? START)?.children ?? [];
    return siblings[0] === id ? siblings.slice(1) : [];
  }

  #cell(id: number, depth: number, alternatives: readonly number[]): Cell {
    const variations = alternatives.length;
    const branch = variations > 0 ? { number: ++this.#branches, variations } : null;
    return { id, depth, fold: null, branch };
  }

  #flush(): void {
    for (const block of this.#pending) this.#block(block);
    this.#pending = [];
  }

  /** The rows of a block: each variation, and below it the variations of its own moves. */
  #block(block: Block): void {
    type Todo = { head: number; nth: number; block: Block };
    const todo: Todo[] = [];
    const add = (block: Block) => {
      for (let nth = block.heads.length - 1; nth >= 0; nth--)
        todo.push({ head: block.heads[nth] as number, nth, block });
    };
    add(block);
    for (let next = todo.pop(); next; next = todo.pop()) {
      const { head, nth, block } = next;
      const nested = this.#line(head, `${block.branch}${letters(nth)}`, block);
      for (const below of nested.toReversed()) add(below);
    }
  }

  /** The rows of one variation; returns the variations of its moves. */
  #line(head: number, label: string, { ply: from, depth }: Block): Block[] {
    const nested: Block[] = [];
    let parts: Part[] = [];
    const push = (key: string, part: Part) => {
      if (parts.length === 0 || parts.length >= PARTS_MAX) {
        parts = [];
        const isHead = key === `m${head}`;
        this.rows.push({ kind: "line", key: `l${key}`, depth, label: isHead ? label : "", parts });
      }
      parts.push(part);
    };
    let ply = from;
    for (let id: number | undefined = head; id !== undefined; ply += 1) {
      const node = this.#nodes.get(id);
      if (!node) break;
      const alternatives = id === head ? [] : this.#alternatives(id);
      const cell = this.#cell(id, depth, alternatives);
      const numbered = ply % 2 === 0 || parts.at(-1)?.kind !== "move" || parts.length >= PARTS_MAX;
      if (id === head && node.children.length > 0) {
        const isFolded = this.#folded.has(id);
        cell.fold = { folded: isFolded, moves: isFolded ? count(this.#nodes, id) - 1 : 0 };
      }
      push(`m${id}`, { kind: "move", cell, ply, numbered });
      if (cell.branch)
        nested.push({ heads: alternatives, ply, depth: depth + 1, branch: cell.branch.number });
      const text = this.#textOf(id);
      if (text) push(`c${id}`, { kind: "comment", node: id, text });
      if (cell.fold?.folded) break;
      id = node.children[0];
    }
    return nested;
  }
}

/** A, B, …, Z, AA, AB, … */
function letters(nth: number): string {
  let text = "";
  for (let left = nth; left >= 0; left = Math.floor(left / 26) - 1)
    text = String.fromCharCode(65 + (left % 26)) + text;
  return text;
}

/** The number of moves from `top` on, including it. */
function count(nodes: Nodes, top: number): number {
  let moves = 0;
  const left = [top];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    moves += 1;
    left.push(...(nodes.get(id)?.children ?? []));
  }
  return moves;
}

/** The moves of a row, in order. */
export function cellsOf(row: Row): Cell[] {
  if (row.kind === "comment") return [];
  if (row.kind === "moves") return row.cells.filter((cell) => cell !== null);
  return row.parts.flatMap((part) => (part.kind === "move" ? part.cell : []));
}

/** The place of a move in its line, from 1. A line is the main line or a variation, without what is folded. */
export type Place = { at: number; line: { size: number } };

/** The places of all moves of the list. */
export function placesOf(rows: readonly Row[]): Map<number, Place> {
  const places = new Map<number, Place>();
  const main = { size: 0 };
  let variation = { size: 0 };
  for (const row of rows) {
    if (row.kind === "line" && row.label) variation = { size: 0 };
    const line = row.depth === 0 ? main : variation;
    for (const { id } of cellsOf(row)) places.set(id, { at: (line.size += 1), line });
  }
  return places;
}
