// The laboratory of the test backend: a small, constant tree.
import type { Diagram, KnownNode, LabFigures, LabMethod, LabNode, MoveRow, Word } from "../bindings";
import { boardOf, pointsOf } from "./fixtures";

const METHODS: readonly LabMethod[] = ["minimax", "alphaBeta", "ordered", "hashed", "nullWindow"];
const EVEN = { kind: "centipawns", value: 0 } as const;

const figures = (nodes: number): LabFigures => ({
  nodes,
  byPly: [1, nodes - 1],
  leaves: nodes - 2,
  ends: 0,
  interior: 1,
  moves: nodes - 1,
  cutoffs: 4,
  firstCutoffs: 3,
  pruned: 0,
  probes: 2,
  hits: 1,
  hashCutoffs: 0,
  researches: 0,
});

const row = (uci: string): MoveRow => ({
  uci,
  chinese: uci,
  traditional: uci,
  wxf: uci,
  vietnamese: uci,
  iccs: uci,
  ...pointsOf("gomoku", uci),
  side: "first",
  piece: null,
  capture: null,
  check: false,
});

/** Sends the results of an experiment in which every method ends at once. */
export function experiment(look: number, depth: number, say: (word: Word) => void): void {
  for (let at = 1; at <= depth; at++)
    for (const [index, method] of METHODS.entries())
      say({
        kind: "lab",
        look,
        news: {
          kind: "measured",
          method,
          depth: at,
          worth: EVEN,
          line: [],
          figures: figures(100 * at - 10 * index),
        },
      });
  say({ kind: "lab", look, news: { kind: "done" } });
}

/** A root with one child and one pruned move. */
export function walked({ placement, sideToMove }: Diagram, path: number[]): LabNode {
  const isRoot = path.length < 2;
  const leaf = { worth: EVEN, fate: "leaf" as const, nodes: 1, again: false };
  return {
    depth: 1,
    size: 2,
    path,
    rows: isRoot ? [] : [row("a1")],
    board: boardOf(placement, sideToMove),
    alpha: null,
    beta: null,
    worth: EVEN,
    fate: isRoot ? "cut" : "leaf",
    nodes: isRoot ? 2 : 1,
    children: isRoot
      ? [
          { ...leaf, id: 1, row: row("a1") },
          { ...leaf, id: null, row: row("a2"), worth: null, fate: null, nodes: 0 },
        ]
      : [],
  };
}

/** A board of tic-tac-toe with one known move. */
export function known({ placement, sideToMove }: Diagram): KnownNode {
  const games = { first: 2, second: 1, drawn: 1 };
  return {
    board: boardOf(placement, sideToMove),
    worth: EVEN,
    games,
    children: [{ row: row("b2"), placement: "3/1x1/3", worth: EVEN, games }],
  };
}
