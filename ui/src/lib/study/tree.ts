// The tree of a study as plain data: nodes by id, lines through them, and the rows of the list.
import type { Node } from "../bindings";

export type Nodes = ReadonlyMap<number, Node>;

/** The start of every tree. */
export const START = 0;

/** The nodes with changed ones replaced; a node that no parent lists any more is removed. */
export function changed(nodes: Nodes, news: readonly Node[]): Nodes {
  const next = new Map(nodes);
  for (const node of news) {
    const kept = new Set(node.children);
    for (const child of next.get(node.id)?.children ?? []) if (!kept.has(child)) prune(next, child);
    next.set(node.id, node);
  }
  return next;
}

function prune(nodes: Map<number, Node>, top: number): void {
  const left = [top];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    left.push(...(nodes.get(id)?.children ?? []));
    nodes.delete(id);
  }
}

/** The nodes from the first move to `id`, without the start. */
export function pathTo(nodes: Nodes, id: number): Node[] {
  const path: Node[] = [];
  for (let node = nodes.get(id); node && node.id !== START; node = nodes.get(node.parent ?? START))
    path.push(node);
  return path.reverse();
}

/** The line through `id`: from the first move to it, and along playable main continuations. */
export function lineThrough(nodes: Nodes, id: number): Node[] {
  const line = pathTo(nodes, id);
  for (let node = mainChild(nodes, id); node?.row; node = mainChild(nodes, node.id)) line.push(node);
  return line;
}

function mainChild(nodes: Nodes, id: number): Node | undefined {
  const first = nodes.get(id)?.children[0];
  return first === undefined ? undefined : nodes.get(first);
}

/** The playable variation `places` after `id`; null past the ends. */
export function sibling(nodes: Nodes, id: number, places: 1 | -1): number | null {
  const parent = nodes.get(id)?.parent;
  const all = parent === null || parent === undefined ? [] : (nodes.get(parent)?.children ?? []);
  const playable = all.filter((child) => nodes.get(child)?.row);
  return playable[playable.indexOf(id) + places] ?? null;
}

/** The next or previous fork of the line through `id`; null if there is none. */
export function fork(nodes: Nodes, id: number, direction: 1 | -1): number | null {
  const line = [START, ...lineThrough(nodes, id).map((node) => node.id)];
  const forks = (node: number) => (nodes.get(node)?.children.length ?? 0) > 1;
  for (let at = line.indexOf(id) + direction; at >= 0 && at < line.length; at += direction) {
    const node = line[at] as number;
    if (forks(node)) return node;
  }
  return null;
}

/** A move as the list shows it. */
export type Cell = {
  id: number;
  /** The depth of variations, 0 on the main line. */
  depth: number;
  /** On the first move of a variation: whether the rest is folded, and its number of moves. */
  fold: { folded: boolean; moves: number } | null;
};

/** A move number with one or two moves. */
export type MovesRow = {
  kind: "moves";
  key: string;
  depth: number;
  number: number;
  cells: [Cell | null, Cell | null];
};

/** One row of the list: moves, or the comment of the move above it. */
export type Row = MovesRow | { kind: "comment"; key: string; depth: number; node: number; text: string };

/** The length of a comment in the list; the note panel shows all of it. */
const COMMENT_SHOWN = 600;

/**
 * The rows of a tree: main lines in pairs of moves, each variation below the move it replaces, a comment below its move.
 * No function calls itself, whatever the depth.
 */
export function rowsOf(nodes: Nodes, folded: ReadonlySet<number>, secondBegins: boolean): Row[] {
  const rows: Row[] = [];
  const shift = secondBegins ? 1 : 0;
  const comment = (id: number, depth: number) => {
    const text = nodes.get(id)?.note?.comment;
    if (!text) return;
    const shown = text.length > COMMENT_SHOWN ? `${text.slice(0, COMMENT_SHOWN)}…` : text;
    rows.push({ kind: "comment", key: `c${id}`, depth, node: id, text: shown });
  };
  comment(START, 0);
  type Todo = { id: number; depth: number; ply: number; head: boolean };
  const todo: Todo[] = [];
  const first = nodes.get(START)?.children[0];
  if (first !== undefined) todo.push({ id: first, depth: 0, ply: shift, head: false });
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { depth, head } = next;
    let { id, ply } = next;
    for (;;) {
      const node = nodes.get(id);
      if (!node) break;
      const closed = head && id === next.id && folded.has(id);
      const fold = head && id === next.id && node.children.length > 0 ? { folded: closed, moves: 0 } : null;
      if (fold?.folded) fold.moves = count(nodes, id) - 1;
      put(rows, { id, depth, fold }, depth, ply);
      comment(id, depth);
      const child = node.children[0];
      const siblings = nodes.get(node.parent ?? START)?.children ?? [];
      const variations = siblings[0] === id && siblings.length > 1 ? siblings.slice(1) : [];
      if (!closed && child !== undefined && variations.length > 0)
        todo.push({ id: child, depth, ply: ply + 1, head: false });
      for (const variation of variations.toReversed())
        todo.push({ id: variation, depth: depth + 1, ply, head: true });
      if (closed || child === undefined || variations.length > 0) break;
      [id, ply] = [child, ply + 1];
    }
  }
  return rows;
}

/** Puts a move beside the one before it, or into a row of its own. */
function put(rows: Row[], cell: Cell, depth: number, ply: number): void {
  const number = Math.floor(ply / 2) + 1;
  const last = rows.at(-1);
  const second = ply % 2 === 1;
  const beside =
    second &&
    cell.fold === null &&
    last?.kind === "moves" &&
    last.depth === depth &&
    last.number === number &&
    last.cells[1] === null;
  if (beside) last.cells[1] = cell;
  else
    rows.push({
      kind: "moves",
      key: `m${cell.id}`,
      depth,
      number,
      cells: second ? [null, cell] : [cell, null],
    });
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

/** The first moves of all variations. */
export function variationsOf(nodes: Nodes): number[] {
  return [...nodes.values()].flatMap((node) => node.children.slice(1));
}

/** The first moves of the variations that contain `id`: to see it, none of them may be folded. */
export function variationsAround(nodes: Nodes, id: number): number[] {
  return pathTo(nodes, id).flatMap((node) =>
    nodes.get(node.parent ?? START)?.children[0] === node.id ? [] : [node.id],
  );
}
