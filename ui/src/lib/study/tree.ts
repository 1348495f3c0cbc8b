// The tree of a study as plain data: nodes by id, and lines through them.
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

/** The first moves of the variations that contain `id`: to see it, none of them may be folded. */
export function variationsAround(nodes: Nodes, id: number): number[] {
  return pathTo(nodes, id).flatMap((node) =>
    nodes.get(node.parent ?? START)?.children[0] === node.id ? [] : [node.id],
  );
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
