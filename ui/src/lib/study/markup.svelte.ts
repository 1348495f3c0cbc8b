// Arrows, rings and signs on the board of a study, drawn by pointer or keys.
import type { Label, Mark } from "../bindings";
import { drawn } from "../board/marks";
import { labelled, type Sign } from "./signs";
import type { StudyController } from "./study.svelte";
import { START } from "./tree";

export class Markup {
  /** The mark of a single point. */
  sign = $state<Sign>("ring");
  /** The point where a mark that is drawn by keys begins. */
  begun = $state<string | null>(null);
  readonly #study: StudyController;

  readonly #note = $derived.by(() => this.#study.nodes.get(this.#node)?.note);
  readonly marks: readonly Mark[] = $derived.by(() => this.#note?.marks ?? []);
  readonly labels: readonly Label[] = $derived.by(() => this.#note?.labels ?? []);

  constructor(study: StudyController) {
    this.#study = study;
  }

  /** Puts an arrow where it was drawn, and on a single point the chosen sign; the same again takes it away. */
  put(mark: Mark): void {
    if (mark.from !== null || this.sign === "ring") this.#draw(drawn(this.marks, mark), [...this.labels]);
    else this.#draw([...this.marks], labelled(this.labels, mark.to, this.sign));
  }

  clear(): void {
    this.#draw([], []);
  }

  /** The first press of the key names where a mark begins, the second where it ends; returns the mark that is put. */
  press(square: string): Mark | null {
    if (this.begun === null) {
      this.begun = square;
      return null;
    }
    const mark = { colour: "green" as const, from: this.begun === square ? null : this.begun, to: square };
    this.begun = null;
    this.put(mark);
    return mark;
  }

  get #node(): number {
    return this.#study.place?.node ?? START;
  }

  #draw(marks: Mark[], labels: Label[]): void {
    void this.#study.edit({ kind: "draw", node: this.#node, marks, labels });
  }
}
