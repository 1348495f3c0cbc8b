// The findings for the board of a study, and the lines that the board shows.
import type { Worth } from "../bindings";
import type { StudyController } from "../study/study.svelte";
import type { AnalysisController, Target } from "./analysis.svelte";
import { readEvaluation } from "./score";

export class BoardFindings {
  /** The highlighted line: an analyst and a rank from 1. */
  focus = $state.raw<{ analyst: string; rank: number } | null>(null);
  readonly #analysis: AnalysisController;
  readonly #study: StudyController;

  /** The current board, once it is the last requested one: findings of another board are not shown. */
  readonly here: Target | null = $derived.by(() => {
    const { study, place, at } = this.#study;
    if (!study || !place || place.node !== at) return null;
    return { study: study.row.id, node: place.node, placement: place.board.placement };
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
}
