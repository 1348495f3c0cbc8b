// Derived figures of a search: rates, branching factor, savings. Pure.
import type { LabFigures, LabIteration, LabMeasure } from "../bindings";

/** How many cells of a board of tic-tac-toe are free. */
export const emptyCells = (placement: string): number =>
  [...placement].reduce((sum, letter) => sum + (/\d/.test(letter) ? Number(letter) : 0), 0);

/** The moves that were searched at a position whose moves were searched at all, on average. */
export function branching({ nodes, interior }: LabFigures): number | null {
  return interior > 0 ? (nodes - 1) / interior : null;
}

/** The moves that there were at such a position, on average. */
export const choices = ({ moves, interior }: LabFigures): number | null =>
  interior > 0 ? moves / interior : null;

/** The share of cut-offs that the first move caused; the better the order, the nearer to 1. */
export const firstRate = ({ cutoffs, firstCutoffs }: LabFigures): number | null =>
  cutoffs > 0 ? firstCutoffs / cutoffs : null;

/** The share of questions to the hash table to which it knew the position. */
export const hitRate = ({ probes, hits }: LabFigures): number | null => (probes > 0 ? hits / probes : null);

/** How many times more nodes a depth took than the one before: the effective branching factor. */
export function growth(nodes: readonly (number | null)[], index: number): number | null {
  const [before, now] = [nodes[index - 1], nodes[index]];
  return before && now ? now / before : null;
}

/** The nodes of one method by depth, from 1; null where it did not come to its end. */
export function byDepth(
  measures: readonly LabMeasure[],
  method: LabMeasure["method"],
  depth: number,
): (number | null)[] {
  return Array.from({ length: depth }, (_, index) => {
    const found = measures.find((measure) => measure.method === method && measure.depth === index + 1);
    return found?.worth ? found.figures.nodes : null;
  });
}

/** The nodes that each iteration of the engine added. */
export const byIteration = (iterations: readonly LabIteration[]): number[] =>
  iterations.map(({ figures }, index) => figures.nodes - (iterations[index - 1]?.figures.nodes ?? 0));

/** The greatest depth to which every method has come, and its measures in their order. */
export function compared(
  measures: readonly LabMeasure[],
  methods: readonly LabMeasure["method"][],
): LabMeasure[] {
  for (let depth = Math.max(0, ...measures.map((measure) => measure.depth)); depth > 0; depth--) {
    const found = methods.flatMap(
      (method) =>
        measures.find((measure) => measure.method === method && measure.depth === depth && measure.worth) ??
        [],
    );
    if (found.length === methods.length) return found;
  }
  return [];
}
