// The defences against a win of the other side in Gomoku: searched while the threats are shown, and always of the current board.
import type { Defences, Mark, Threat } from "../bindings";
import { BoardSearch } from "./board-search.svelte";

export class DefenceFinder extends BoardSearch<Defences> {
  /** Rings around the defences, of another colour where the search leaves it open. */
  readonly marks: readonly Mark[] = $derived(
    (["holding", "open"] as const).flatMap((kind) =>
      (this.found?.[kind] ?? []).map((to): Mark => ({
        colour: kind === "holding" ? "green" : "yellow",
        from: null,
        to,
      })),
    ),
  );
}

/** Whether one of the threats wins for the side that is not to move, as far as fours and threes win. */
export const needsDefence = (threats: readonly Threat[], sideToMove: "first" | "second"): boolean =>
  threats.some(({ side, what }) => side !== sideToMove && ["five", "vcf", "vct"].includes(what.kind));
