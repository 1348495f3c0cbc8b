// The findings for the board of a study, and the lines that the board shows.
import type { Worth } from "../bindings";
import type { StudyController } from "../study/study.svelte";
import type { AnalysisController, Target } from "./analysis.svelte";
import { readEvaluation } from "./score";

/** A line of an analyst by its rank from 1. */
export type RankedLine = { analyst: string; rank: number };

export class BoardFindings {
  /** The last highlighted line, with its board. */
  #highlighted = $state.raw<(RankedLine & Pick<Target, "study" | "node">) | null>(null);
  readonly #analysis: AnalysisController;
  readonly #study: StudyController;

  /** The current board, once it is the last requested one: findings of another board are not shown. */
  readonly here: Target | null = $derived.by(() => {
    const { study, place, at } = this.#study;
    if (!study || !place || place.node !== at) return null;
    return { study: study.row.id, node: place.node, placement: place.board.placement };
  });
  /** The highlighted line; the lines of another board have no part in it. */
  readonly focus: RankedLine | null = $derived.by(() => {
    const line = this.#highlighted;
    return line && line.study === this.here?.study && line.node === this.here.node ? line : null;
  });
  readonly all = $derived.by(() =>
    [...this.#analysis.findings.values()].filter(
      ({ study, node }) => study === this.here?.study && node === this.here.node,
    ),
  );
  readonly first = $derived.by(() => this.all.find((one) => one === this.#analysis.first) ?? null);
  /** The evaluation of the running analysis, otherwise that of the record. */
  readonly worth: Worth | null = $derived.by(() => {
    const kept = this.here && this.#study.nodes.get(this.here.node)?.note?.evaluation;
    return this.first?.lines[0]?.worth ?? (kept ? (readEvaluation(kept)?.worth ?? null) : null);
  });
  /** The lines on the board: those of the focused analyst, otherwise of the first. */
  readonly shown = $derived.by(
    () => this.all.find(({ analyst }) => analyst === this.focus?.analyst) ?? this.first,
  );

  constructor(analysis: AnalysisController, study: StudyController) {
    this.#analysis = analysis;
    this.#study = study;
  }

  /** Highlights a line of the current board; null ends it. */
  highlight(line: RankedLine | null): void {
    const { here } = this;
    this.#highlighted = line && here && { ...line, study: here.study, node: here.node };
  }
}
