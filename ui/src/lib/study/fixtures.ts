// Small trees for tests.
import type { Node } from "../bindings";
import type { Nodes } from "./tree";

export const node = (
  id: number,
  parent: number | null,
  children: number[],
  more: Partial<Node> = {},
): Node => ({
  id,
  parent,
  children,
  written: id === 0 ? "" : `m${id}`,
  row: id === 0 ? null : ({ uci: `m${id}` } as Node["row"]),
  position: id === 0 ? null : id,
  note: null,
  ...more,
});
export const tree = (...nodes: Node[]): Nodes => new Map(nodes.map((one) => [one.id, one]));
export const comment = (text: string) => ({
  comment: text,
  glyphs: [],
  marks: [],
  labels: [],
  clock: null,
  evaluation: null,
});

/** 1 (5 6 (7)) 2 3 4, the variation 5 beside 2 and 7 beside 6. */
export const FORKED = tree(
  node(0, null, [1]),
  node(1, 0, [2, 5]),
  node(2, 1, [3]),
  node(3, 2, [4]),
  node(4, 3, []),
  node(5, 1, [6, 7]),
  node(6, 5, []),
  node(7, 5, []),
);
