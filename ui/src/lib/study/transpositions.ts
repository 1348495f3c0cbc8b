// Positions that a study reaches by different moves.
import { START, type Nodes } from "./tree";

/** Of nodes with one position, as many are compared. A long game may come back to a position again and again. */
const COMPARED_MAX = 32;

/**
 * By node, the first node of the tree that has its position on another line. Nodes that only go on from two such nodes with
 * the same moves have none.
 */
export function transpositionsOf(nodes: Nodes): ReadonlyMap<number, number> {
  const span = spans(nodes);
  const groups = new Map<number, number[]>();
  for (const id of span.keys()) {
    const position = nodes.get(id)?.position;
    if (position === null || position === undefined) continue;
    const group = groups.get(position);
    if (!group) groups.set(position, [id]);
    else if (group.length < COMPARED_MAX) group.push(id);
  }
  const onOneLine = (a: number, b: number) => {
    const [first, second] = [span.get(a), span.get(b)];
    if (!first || !second) return false;
    return (
      (first.from <= second.from && second.to <= first.to) ||
      (second.from <= first.from && first.to <= second.to)
    );
  };
  const found = new Map<number, number>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    for (const id of group) {
      const other = group.find((one) => one !== id && !onOneLine(one, id));
      if (other !== undefined) found.set(id, other);
    }
  }
  // Only the first of the shared positions is marked.
  const parent = (id: number) => nodes.get(id)?.parent ?? START;
  const positionBefore = (id: number) => nodes.get(parent(id))?.position ?? null;
  return new Map(
    [...found].filter(([id, other]) => {
      const before = positionBefore(id);
      return before === null || before !== positionBefore(other);
    }),
  );
}

/** When a walk through the tree, main lines first, comes to each node, and when it has seen all behind it. */
function spans(nodes: Nodes): Map<number, { from: number; to: number }> {
  const span = new Map<number, { from: number; to: number }>();
  let time = 0;
  const left: { id: number; leave: boolean }[] = [{ id: START, leave: false }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { id, leave } = next;
    const seen = span.get(id);
    if (leave) {
      if (seen) seen.to = time;
      continue;
    }
    const node = nodes.get(id);
    if (!node) continue;
    span.set(id, { from: time++, to: time });
    left.push({ id, leave: true });
    for (const child of node.children.toReversed()) left.push({ id: child, leave: false });
  }
  return span;
}
