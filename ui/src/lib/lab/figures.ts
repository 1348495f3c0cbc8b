// Derived figures of a search: rates, branching factor, savings. Pure.
import type { LabFigures, LabIteration, LabMeasure, Statistics } from "../bindings";
import type { Lang } from "../i18n/text";

/** The number formats of the tables. */
export const formatsOf = (lang: Lang) => ({
  whole: new Intl.NumberFormat(lang),
  tenth: new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }),
  share: new Intl.NumberFormat(lang, { style: "percent" }),
});

/** A number of a table; a dash without one. */
export const orDash = (value: number | null, format: Intl.NumberFormat): string =>
  value === null ? "–" : format.format(value);

/** The number of free cells on a tic-tac-toe board. */
export const emptyCells = (placement: string): number =>
  [...placement].reduce((sum, letter) => sum + (/\d/.test(letter) ? Number(letter) : 0), 0);

/** The mean number of searched moves, over nodes whose moves were searched. */
export function branching({ nodes, interior }: LabFigures): number | null {
  return interior > 0 ? (nodes - 1) / interior : null;
}

/** The mean number of legal moves, over the same nodes. */
export const choices = ({ moves, interior }: LabFigures): number | null =>
  interior > 0 ? moves / interior : null;

/** The share of cutoffs by the first move; the better the move ordering, the nearer to 1. */
export const firstRate = ({
  cutoffs,
  firstCutoffs,
}: Pick<Statistics, "cutoffs" | "firstCutoffs">): number | null =>
  cutoffs > 0 ? firstCutoffs / cutoffs : null;

/** The hit rate of the transposition table. */
export const hitRate = ({ probes, hits }: Pick<Statistics, "probes" | "hits">): number | null =>
  probes > 0 ? hits / probes : null;

/** The ratio of a depth's nodes to the previous depth's: the effective branching factor. */
export function growth(nodes: readonly (number | null)[], index: number): number | null {
  const [before, now] = [nodes[index - 1], nodes[index]];
  return before && now ? now / before : null;
}

/** The nodes of one method by depth, from 1; null for incomplete searches. */
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
  iterations.map(({ nodes }, index) => nodes - (iterations[index - 1]?.nodes ?? 0));

/** The greatest depth that every method has completed, and its measurements in order. */
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
