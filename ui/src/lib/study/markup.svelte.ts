// Arrows, rings and signs on the board of a study, drawn by pointer or keys.
import type { Label, Mark } from "../bindings";
import { drawn } from "../board/marks";
import { labelled, type Sign } from "./signs";
import type { StudyController } from "./study.svelte";
import { START } from "./tree";

export class Markup {
  /** The mark of a single point. */
  sign = $state<Sign>("ring");
  /** The start of a mark drawn by keys. */
  begun = $state<string | null>(null);
  readonly #study: StudyController;

  readonly #note = $derived.by(() => this.#study.nodes.get(this.#node)?.note);
  readonly marks: readonly Mark[] = $derived.by(() => this.#note?.marks ?? []);
  readonly labels: readonly Label[] = $derived.by(() => this.#note?.labels ?? []);

  constructor(study: StudyController) {
    this.#study = study;
  }

  /** Adds a drawn arrow, or on a single point the chosen sign; an equal mark is removed. */
  put(mark: Mark): void {
    if (mark.from !== null || this.sign === "ring") this.#draw(drawn(this.marks, mark), [...this.labels]);
    else this.#draw([...this.marks], labelled(this.labels, mark.to, this.sign));
  }

  clear(): void {
    this.#draw([], []);
  }

  /** The first key press sets the start of a mark, the second its end; returns the new mark. */
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
